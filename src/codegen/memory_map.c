/* SPDX-License-Identifier: Apache-2.0
 *
 * Where everything stands, for people: a comment of the header. */
#include "codegen/memory_map.h"

#include <inttypes.h>
#include <string.h>

#include "codegen/escape.h"

const char *sn_step_layers(sn_arena *arena, const sn_step *step)
{
    const char *last = NULL;
    sn_str s;
    sn_str_init(&s, arena);
    for (size_t i = 0; i < step->n_nodes; i++) {
        const sn_node *node = step->nodes[i];
        const char *name = node->name ? node->name : node->op->name;
        if (!last || strcmp(name, last) != 0) sn_str_addf(&s, "%s%s", last ? ", " : "", name);
        last = name;
    }
    if (!last)
        sn_str_add(&s, step->out[0]->value && step->out[0]->value->name ? step->out[0]->value->name
                                                                        : "-");
    return s.s;
}

static const char *name_of(const sn_program *p, const sn_storage *storage, const char **what)
{
    *what = "";
    for (size_t i = 0; i < p->n_steps; i++) {
        const sn_step *s = p->step[i];
        if (s->shared_storage == storage || s->own_scratch == storage) {
            *what = "for what the step works out";
            return "";
        }
        for (int k = 0; k < s->n_out; k++)
            if (s->out[k]->storage == storage && s->out[k]->value && s->out[k]->value->name)
                return s->out[k]->value->name;
    }
    *what = "between steps";
    return "";
}

/* The layers of the first step that reads it. */
static const char *reader_of(const sn_program *p, const sn_packed *packed)
{
    for (size_t i = 0; i < p->n_steps; i++)
        for (int k = 0; k < p->step[i]->n_packed; k++)
            if (!p->step[i]->packed[k]->from_slot &&
                p->step[i]->packed[k]->offset == packed->offset)
                return sn_arena_printf(p->arena, "%s: ", sn_step_layers(p->arena, p->step[i]));
    return "";
}

static void add_weights(const sn_program *p, sn_str *out)
{
    sn_str_add(out,
               " * Weights, behind the head where they are a file: offset, bytes, what it is\n");
    for (size_t i = 0; i < p->n_packed; i++) {
        const sn_packed *w = p->packed[i];
        sn_str_addf(out, " * %10" PRId64 " %10" PRId64 "  %s%s%s\n", 4 * w->offset, 4 * w->floats,
                    sn_c_comment(p->arena, reader_of(p, w)),
                    sn_c_comment(p->arena, w->what ? w->what : "constants"),
                    w->half ? ", halves" : "");
    }
    if (!p->n_packed) sn_str_add(out, " *   none\n");
}

static void add_workspace(const sn_program *p, uint64_t head_bytes, uint64_t bytes, sn_str *out)
{
    const uint64_t scratch = (uint64_t)p->scratch_floats * sizeof(float);
    sn_str_addf(out,
                " * Workspace of %" PRIu64 " bytes: offset, bytes, steps that need it, what it is\n"
                " * %10d %10" PRIu64 "  all       the net itself\n",
                bytes, 0, head_bytes);
    for (size_t i = 0; i < p->n_storages; i++) {
        const sn_storage *s = p->storage[i];
        const char *what;
        if (s->where != SN_IN_WORKSPACE || s->last < 0) continue;
        const char *name = name_of(p, s, &what);
        sn_str_addf(out, " * %10" PRIu64 " %10" PRId64 "  %3" PRId32 " - %-3" PRId32 " %s%s\n",
                    head_bytes + (uint64_t)s->offset, s->bytes, s->first, s->last,
                    sn_c_comment(p->arena, name), what);
    }
    if (scratch)
        sn_str_addf(out, " * %10" PRIu64 " %10" PRIu64 "  all       for what a step works out\n",
                    bytes - (scratch + 63) / 64 * 64, scratch);
}

const char *sn_memory_map(const sn_program *const *programs, size_t n, uint64_t head_bytes,
                          const uint64_t *bytes)
{
    sn_str out;
    sn_str_init(&out, programs[0]->arena);
    sn_str_add(&out, "\n/* Memory map. Tensors that are not needed at the same time share memory. "
                     "The step\n * numbers are those of the functions in the C file.\n *\n");
    add_weights(programs[0], &out);
    for (size_t k = 0; k < n; k++) {
        sn_str_add(&out, " *\n");
        if (n > 1) sn_str_addf(&out, " * Set %zu:\n", k);
        add_workspace(programs[k], head_bytes, bytes[k], &out);
    }
    sn_str_add(&out, " */\n");
    return out.s;
}
