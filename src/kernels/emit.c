/* SPDX-License-Identifier: Apache-2.0
 *
 * The emitter: helpers in the order in which they are first needed, functions of steps in the order of the program, and how
 * addresses are spelled. */
#include <inttypes.h>
#include <string.h>

#include "base/map.h"
#include "kernels/emit_inner.h"

sn_emit *sn_emit_create(sn_ctx *ctx, sn_arena *arena, const sn_machine *machine)
{
    sn_emit *e = SN_NEW(arena, sn_emit);
    e->ctx = ctx;
    e->arena = arena;
    e->machine = machine;
    e->helpers = sn_map_create(arena);
    e->names = sn_map_create(arena);
    e->prefix = "";
    sn_str_init(&e->helper_text, arena);
    sn_str_init(&e->function_text, arena);
    return e;
}

const sn_machine *sn_emit_machine(const sn_emit *e)
{
    return e->machine;
}

sn_arena *sn_emit_arena(sn_emit *e)
{
    return e->arena;
}

sn_ctx *sn_emit_ctx(sn_emit *e)
{
    return e->ctx;
}

const char *sn_emit_helpers(const sn_emit *e)
{
    return e->helper_text.s;
}

const char *sn_emit_functions(const sn_emit *e)
{
    return e->function_text.s;
}

void sn_emit_next_file(sn_emit *e)
{
    sn_str_init(&e->helper_text, e->arena);
    sn_str_init(&e->function_text, e->arena);
    e->helpers = sn_map_create(e->arena);
}

/* ---- helpers and functions ------------------------------------------------------------------------------ */

bool sn_emit_has_helper(const sn_emit *e, const char *name)
{
    return !e->check && sn_map_has(e->helpers, name);
}

void sn_emit_helper(sn_emit *e, const char *name, const char *text)
{
    const char *known = sn_map_get(e->helpers, name);
    if (known && strcmp(known, text) != 0) e->clash = name;
    if (known) return;
    sn_map_put(e->helpers, name, (void *)(uintptr_t)text);
    sn_str_add(&e->helper_text, text);
    sn_str_add(&e->helper_text, "\n");
}

void sn_emit_name(sn_emit *e, const sn_step *s, int phase, sn_str *out)
{
    sn_str_addf(out, "%sstep_%" PRIu32, e->prefix, s->id);
    if (s->n_phases > 1) sn_str_addf(out, "%c", 'a' + phase);
}

void sn_emit_function(sn_emit *e, const sn_step *s, int phase, const char *body)
{
    sn_str *out = &e->function_text;
    sn_str_add(out, "STEP void ");
    sn_emit_name(e, s, phase, out);
    sn_str_add(out, "(const struct net *n, long first, long last, float *scratch)\n{\n");
    if (!strstr(body, "scratch")) sn_str_add(out, "    (void)scratch;\n");
    if (!strstr(body, "first")) sn_str_add(out, "    (void)first;\n");
    if (!strstr(body, "last")) sn_str_add(out, "    (void)last;\n");
    if (!strstr(body, "n->") && !strstr(body, "WORK") && !strstr(body, "WEIGHTS")) sn_str_add(out, "    (void)n;\n");
    sn_str_add(out, body);
    sn_str_add(out, "}\n\n");
}

/* ---- addresses ------------------------------------------------------------------------------------------ */

static const char *address(sn_emit *e, const sn_place *p)
{
    const sn_storage *s = p->storage;
    int64_t at = p->offset + (s->where == SN_IN_WORKSPACE ? s->offset : 0);
    const char *base = s->where == SN_IN_INPUT    ? sn_arena_printf(e->arena, "n->in[%" PRIu32 "]", s->index)
                       : s->where == SN_IN_OUTPUT ? sn_arena_printf(e->arena, "n->out[%" PRIu32 "]", s->index)
                                                  : "WORK";
    return at == 0 ? base : sn_arena_printf(e->arena, "%s + %" PRId64, base, at);
}

const char *sn_emit_in(sn_emit *e, const sn_place *p)
{
    return address(e, p);
}

const char *sn_emit_out(sn_emit *e, const sn_place *p)
{
    return address(e, p);
}

const char *sn_emit_packed(sn_emit *e, const sn_packed *p)
{
    return sn_arena_printf(e->arena, "WEIGHTS + %" PRId64, p->offset);
}

const char *sn_emit_shared(sn_emit *e, const sn_step *s)
{
    return sn_arena_printf(e->arena, "WORK + %" PRId64, s->shared_storage->offset);
}
