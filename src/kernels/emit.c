/* SPDX-License-Identifier: Apache-2.0
 *
 * The emitter: helpers in the order in which they are first needed, functions of steps in the order
 * of the program, and how addresses are spelled. */
#include <inttypes.h>
#include <string.h>

#include "base/map.h"
#include "kernels/emit_inner.h"
#include "kernels/kernel.h"

sn_emit *sn_emit_create(sn_ctx *ctx, sn_arena *arena, const sn_machine *machine)
{
    sn_emit *e = SN_NEW(arena, sn_emit);
    e->ctx = ctx;
    e->arena = arena;
    e->machine = machine;
    e->helpers = sn_map_create(arena);
    e->helper_list.arena = arena;
    e->steps = sn_map_create(arena);
    e->same = sn_map_create(arena);
    e->names = sn_map_create(arena);
    e->ct = sn_ct_map_create(arena);
    e->templates = sn_map_create(arena);
    e->helper_names = SN_NEW_N(arena, const char *, SN_N_CT);
    e->calls.arena = arena;
    e->prefix = e->set = "";
    sn_str_init(&e->function_text, arena);
    return e;
}

const sn_map *sn_emit_names(const sn_emit *e) { return e->ct; }

const sn_machine *sn_emit_machine(const sn_emit *e) { return e->machine; }

bool sn_emit_is_small(const sn_emit *e) { return e->small; }

sn_arena *sn_emit_arena(sn_emit *e) { return e->arena; }

sn_ctx *sn_emit_ctx(sn_emit *e) { return e->ctx; }

const char *sn_emit_helpers(const sn_emit *e)
{
    sn_str text;
    sn_str_init(&text, e->arena);
    for (size_t i = 0; i < e->helper_list.n; i++)
        sn_str_addf(&text, "%s\n", e->helper_list.v[i].text);
    return text.s;
}

const char *sn_emit_functions(const sn_emit *e) { return e->function_text.s; }

/* The first n alone. */
static void keep_helpers(sn_emit *e, size_t n)
{
    if (e->helper_list.n == n) return;
    e->helper_list.n = n;
    e->helpers = sn_map_create(e->arena);
    for (size_t i = 0; i < n; i++)
        sn_map_put(e->helpers, e->helper_list.v[i].name,
                   (void *)(uintptr_t)e->helper_list.v[i].text);
}

void sn_emit_next_file(sn_emit *e)
{
    sn_str_init(&e->function_text, e->arena);
    keep_helpers(e, 0);
}

/* ---- helpers and functions ------------------------------------------------------------------- */

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
    SN_PUSH(e->helper_list, (sn_helper){sn_arena_strdup(e->arena, name), text});
}

sn_status sn_emit_numbered_helper(sn_emit *e, const char *stem, const char *file, const char *form,
                                  sn_bind *b, const char **name)
{
    const char *text;
    sn_bind_text(b, CT_NAME, "?");
    SN_TRY(sn_template(e, file, form, b, &text));
    *name = sn_map_get(e->names, text);
    if (!*name) {
        *name = sn_arena_printf(e->arena, "%s_%u", stem, (unsigned)++e->n_numbered);
        sn_map_put(e->names, text, (void *)(uintptr_t)*name);
    }
    sn_bind_text(b, CT_NAME, *name);
    if (sn_emit_has_helper(e, *name)) return SN_OK;
    SN_TRY(sn_template(e, file, form, b, &text));
    sn_emit_helper(e, *name, text);
    return SN_OK;
}

void sn_emit_name(sn_emit *e, const sn_step *s, int phase, sn_str *out)
{
    const char *first = sn_map_get_u64(e->same, (uintptr_t)s);
    if (first)
        sn_str_add(out, first);
    else
        sn_str_addf(out, "%s%sstep_%" PRIu32, e->prefix, e->set, s->id);
    if (s->n_phases > 1) sn_str_addf(out, "%c", 'a' + phase);
}

void sn_emit_function(sn_emit *e, const sn_step *s, int phase, const char *body)
{
    sn_str *out = &e->step_text;
    sn_str_addf(&e->step_bodies, "%s\f", body);
    sn_str_add(out, "STEP void ");
    sn_emit_name(e, s, phase, out);
    sn_str_add(out, "(const struct net *n, long first, long last, float *scratch)\n{\n");
    if (!strstr(body, "scratch")) sn_str_add(out, "    (void)scratch;\n");
    if (!strstr(body, "first")) sn_str_add(out, "    (void)first;\n");
    if (!strstr(body, "last")) sn_str_add(out, "    (void)last;\n");
    if (!strstr(body, "n->") && !strstr(body, "WORK") && !strstr(body, "IMAGE") &&
        !strstr(body, "WEIGHTS"))
        sn_str_add(out, "    (void)n;\n");
    sn_str_add(out, body);
    sn_str_add(out, "}\n\n");
}

sn_status sn_emit_step(sn_emit *e, const sn_step *s, const char *comment)
{
    const size_t n_helpers = e->helper_list.n;
    sn_str_init(&e->step_text, e->arena);
    sn_str_init(&e->step_bodies, e->arena);
    SN_TRY(s->kernel->emit(e, s));
    const char *first = sn_map_get(e->steps, e->step_bodies.s);
    sn_str_add(&e->function_text, comment);
    if (first) {
        sn_map_put_u64(e->same, (uintptr_t)s, (void *)(uintptr_t)first);
        sn_str_add(&e->function_text, ";\n * the same as ");
        sn_emit_name(e, s, 0, &e->function_text);
        sn_str_add(&e->function_text, " */\n\n");
        keep_helpers(
            e, n_helpers); /* where the first one is in another file, nobody calls them here */
    } else {
        sn_str_addf(&e->function_text, " */\n%s", e->step_text.s);
        sn_map_put(e->steps, e->step_bodies.s,
                   sn_arena_printf(e->arena, "%s%sstep_%" PRIu32, e->prefix, e->set, s->id));
    }
    return SN_OK;
}

/* ---- addresses ------------------------------------------------------------------------------- */

const char *sn_emit_type(sn_type type)
{
    static const char *const names[] = {"float",
#define X(name, bytes, ctype) #ctype,
                                        SN_TYPE_MAP(X)
#undef X
    };
    return names[type];
}

/* Of bytes, as pointers to `type`. */
static const char *typed(sn_emit *e, const char *base, int64_t at, const char *image, sn_type type,
                         bool constant)
{
    const char *name = sn_emit_type(type), *is = constant ? "const " : "";
    const char *pointer = sn_arena_printf(e->arena, "(%s%s *)(%svoid *)", is, name, is);
    return sn_arena_printf(e->arena, "%s((%schar *)%s + %" PRId64 "%s)", pointer, is, base, at,
                           image);
}

/* What the image adds to an address, in units of so many bytes. */
static const char *of_image(sn_emit *e, int64_t pitch, int64_t unit)
{
    return pitch ? sn_arena_printf(e->arena, " + n->index * %" PRId64, pitch / unit) : "";
}

static const char *address(sn_emit *e, const sn_place *p, bool constant)
{
    const sn_storage *s = p->storage;
    int64_t at = p->offset + (s->where == SN_IN_WORKSPACE ? s->offset : 0);
    const char *base =
        s->where == SN_IN_INPUT    ? sn_arena_printf(e->arena, "n->in[%" PRIu32 "]", s->index)
        : s->where == SN_IN_OUTPUT ? sn_arena_printf(e->arena, "n->out[%" PRIu32 "]", s->index)
        : s->lasts                 ? "IMAGES"
                                   : "WORK";
    const int64_t pitch = !p->of_image ? 0 : p->apart ? p->pitch : s->pitch;
    if (p->type != SN_TYPE_f32 && p->type != SN_TYPE_UNKNOWN)
        return typed(e, base, at, of_image(e, pitch, 1), p->type, constant);
    const char *image = of_image(e, pitch, sizeof(float));
    at /= (int64_t)sizeof(float);
    if (e->void_ports && s->where != SN_IN_WORKSPACE)
        base = sn_arena_printf(e->arena, "((%sfloat *)%s)", constant ? "const " : "", base);
    return at == 0 ? sn_arena_printf(e->arena, "%s%s", base, image)
                   : sn_arena_printf(e->arena, "%s + %" PRId64 "%s", base, at, image);
}

const char *sn_emit_in(sn_emit *e, const sn_place *p) { return address(e, p, true); }

const char *sn_emit_out(sn_emit *e, const sn_place *p) { return address(e, p, false); }

const char *sn_emit_packed_as(sn_emit *e, const sn_packed *p, sn_type type)
{
    return typed(e, "WEIGHTS", p->offset * (int64_t)sizeof(float), "", type, true);
}

const char *sn_emit_packed(sn_emit *e, const sn_packed *p)
{
    if (p->place) return sn_emit_in(e, p->place);
    return sn_arena_printf(e->arena, "WEIGHTS + %" PRId64, p->offset);
}

const char *sn_emit_shared(sn_emit *e, const sn_step *s)
{
    const sn_storage *at = s->shared_storage;
    return sn_arena_printf(e->arena, "%s + %" PRId64 "%s", at->lasts ? "IMAGES" : "WORK",
                           at->offset / (int64_t)sizeof(float),
                           of_image(e, s->for_all ? 0 : at->pitch, sizeof(float)));
}
