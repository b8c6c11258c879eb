/* SPDX-License-Identifier: Apache-2.0
 *
 * Inputs, outputs and steps as rows of tables, and in words. */
#include <inttypes.h>

#include "codegen/emitter.h"
#include "codegen/escape.h"

/* ---- tensors --------------------------------------------------------------------------------- */

uint64_t sn_module_bytes(const sn_module_tensor *t)
{
    uint64_t n = sn_type_bytes(t->type);
    for (int i = 0; i < t->rank; i++) n *= (uint64_t)t->shape[i];
    return n;
}

const char *sn_module_shape(sn_arena *arena, const sn_module_tensor *t, const char *comma)
{
    sn_str s;
    sn_str_init(&s, arena);
    for (int i = 0; i < t->rank; i++) sn_str_addf(&s, "%s%" PRId64, i ? comma : "", t->shape[i]);
    return s.s;
}

const char *sn_module_tensor_rows(sn_arena *arena, const sn_module_tensor *list, size_t n)
{
    sn_str s;
    sn_str_init(&s, arena);
    for (size_t i = 0; i < n; i++) {
        const char *shape = list[i].rank ? sn_module_shape(arena, &list[i], ", ") : "0";
        sn_str_addf(&s, "    {\"%s\", %d, {%s}, %" PRIu64 ", \"%s\"},\n",
                    sn_c_string(arena, list[i].name), list[i].rank, shape,
                    sn_module_bytes(&list[i]), sn_type_name(list[i].type));
    }
    if (!n) sn_str_add(&s, "    {0}, /* none: C has no empty arrays */\n");
    return s.s;
}

/* Of the elements of files. */
static const char *types_of_files(sn_arena *arena, const sn_module *m)
{
    sn_str s;
    sn_str_init(&s, arena);
    for (size_t i = 0; i < m->n_inputs; i++) {
        const bool is_index = m->indices && m->indices[i];
        sn_str_addf(&s, "%s\"%s\"", i ? ", " : "",
                    is_index ? "i32" : sn_type_name(m->sets->inputs[i].type));
    }
    return m->n_inputs ? s.s : "\"\"";
}

bool sn_module_has_types(const sn_module *m)
{
    bool has = false;
    for (size_t i = 0; i < m->n_inputs; i++) has = has || m->sets->inputs[i].type != SN_TYPE_f32;
    for (size_t i = 0; i < m->n_outputs; i++) has = has || m->sets->outputs[i].type != SN_TYPE_f32;
    return has;
}

/* As which elements are stored. */
static const char *c_type(sn_arena *arena, sn_type type)
{
    static const char *const names[] = {"float",
#define X(name, bytes, ctype) #ctype,
                                        SN_TYPE_MAP(X)
#undef X
    };
    if (type == SN_TYPE_bool) return "bool (a byte, 0 or 1)";
    if (type == SN_TYPE_f16) return "half (the bits of one, in uint16_t)";
    if (type == SN_TYPE_bf16) return "bfloat16 (the bits of one, in uint16_t)";
    if (sn_type_is_narrow(type))
        return sn_arena_printf(arena, "%s (the bits of one, in %s)", sn_type_name(type),
                               names[type]);
    if (sn_type_is_integer(type) && sn_type_bits(type) < 8)
        return sn_arena_printf(arena, "%s (one in each %s)", sn_type_name(type), names[type]);
    return names[type];
}

/* Comment lines of the header: what goes in and out. */
static void add_interface(sn_str *s, sn_arena *arena, const char *what,
                          const sn_module_tensor *list, size_t n, bool has_types)
{
    for (size_t i = 0; i < n; i++) {
        const char *type = has_types ? c_type(arena, list[i].type) : "";
        sn_str_addf(s, " *     %s %zu  %s%s%s  %s\n", what, i, type, *type ? " " : "",
                    sn_module_shape(arena, &list[i], ","), sn_c_comment(arena, list[i].name));
        if (list[i].is_counted)
            sn_str_addf(s, " *                of axis %d as much as output %zu says\n",
                        list[i].count_axis, list[i].count);
    }
}

static const char *interface_of(emitter *e, bool has_types)
{
    const sn_module *m = e->m;
    sn_str s;
    sn_str_init(&s, e->arena);
    for (size_t k = 0; k < m->n_sets; k++) {
        if (m->n_sets > 1) sn_str_addf(&s, " * Set %zu:\n", k);
        add_interface(&s, e->arena, "input ", m->sets[k].inputs, m->n_inputs, has_types);
        add_interface(&s, e->arena, "output", m->sets[k].outputs, m->n_outputs, has_types);
    }
    return s.s;
}

/* Elements of input or output i where it is largest. */
static uint64_t most_elements(const sn_module *m, bool is_output, size_t i)
{
    uint64_t most = 0;
    for (size_t k = 0; k < m->n_sets; k++) {
        const sn_module_tensor *t = is_output ? &m->sets[k].outputs[i] : &m->sets[k].inputs[i];
        const uint64_t n = sn_module_bytes(t) / sn_type_bytes(t->type);
        if (n > most) most = n;
    }
    return most;
}

static const char *sizes_of(emitter *e)
{
    const sn_module *m = e->m;
    sn_str s;
    sn_str_init(&s, e->arena);
    for (size_t i = 0; i < m->n_inputs; i++)
        sn_str_addf(&s, "#define %s_INPUT_%zu_SIZE %" PRIu64 " /* %s%s */\n", e->upper, i,
                    most_elements(m, false, i),
                    m->sets->inputs[i].type == SN_TYPE_f32 ? "floats" : "elements",
                    m->n_sets > 1 ? ", where it is largest" : "");
    for (size_t i = 0; i < m->n_outputs; i++)
        sn_str_addf(&s, "#define %s_OUTPUT_%zu_SIZE %" PRIu64 "\n", e->upper, i,
                    most_elements(m, true, i));
    return s.s;
}

void sn_module_tables(emitter *e)
{
    const sn_module *m = e->m;
    const bool has_types = sn_module_has_types(m);
    sn_module_var(e, "interface", interface_of(e, has_types));
    sn_module_var(e, "e", has_types ? "void" : "float");
    sn_module_var(e, "elements", has_types ? "of the types below" : "floats");
    sn_module_var(e, "sizes", sizes_of(e));
    sn_module_var(e, "types_of_files", types_of_files(e->arena, m));
    sn_module_number(e, "n_inputs", m->n_inputs);
    sn_module_number(e, "n_outputs", m->n_outputs);
    sn_module_number(e, "n_inputs_or_1", m->n_inputs ? m->n_inputs : 1);
    sn_module_number(e, "n_outputs_or_1", m->n_outputs ? m->n_outputs : 1);
}

/* ---- steps ----------------------------------------------------------------------------------- */

bool sn_module_has_batch(const sn_module *m)
{
    bool has = false;
    for (size_t k = 0; k < m->n_sets; k++) has = has || m->sets[k].batch > 0;
    return has;
}

const char *sn_module_step_rows(emitter *e, const sn_module_set *set)
{
    const bool has_batch = sn_module_has_batch(e->m), is_shared = has_batch || !e->m->no_threads;
    sn_str text;
    sn_str_init(&text, e->arena);
    for (size_t i = 0; i < set->n_steps; i++) {
        const sn_module_step *s = &set->steps[i];
        sn_str_addf(&text, "    {%s, %" PRId64, s->function, s->units);
        if (set->scratch) sn_str_addf(&text, ", %" PRId64, set->scratch[i]);
        if (is_shared) sn_str_addf(&text, ", %d, %d, %d", s->barrier, s->thread, s->steals);
        if (has_batch) sn_str_addf(&text, ", %" PRId64 ", %" PRId64, s->chunk, s->images);
        sn_str_addf(&text, "}, /* %s */\n", sn_c_comment(e->arena, s->layers));
    }
    if (!set->n_steps)
        sn_str_addf(&text, "    {NULL, 0%s}, /* none: C has no empty arrays */\n",
                    is_shared      ? ", 0, 0, 0"
                    : set->scratch ? ", 0"
                                   : "");
    return text.s;
}

size_t sn_module_first_shared(const sn_module_set *set)
{
    size_t i = 0;
    while (i < set->n_steps && set->steps[i].thread == 0) i++;
    return i;
}

size_t sn_module_behind_shared(const sn_module_set *set)
{
    size_t i = set->n_steps;
    while (i > 0 && set->steps[i - 1].thread == 0) i--;
    return i;
}

const char *sn_module_step_list(emitter *e, const sn_module_set *set)
{
    sn_str text;
    sn_str_init(&text, e->arena);
    for (size_t i = 0; i < set->n_steps; i++) {
        const sn_module_step *s = &set->steps[i];
        sn_str_addf(&text, "    {\"%s\", \"%s\", %" PRId64 ", %d, %.9g, %.9g},\n",
                    sn_c_string(e->arena, s->layers), sn_c_string(e->arena, s->kernel), s->units,
                    s->barrier, s->flops, s->bytes);
    }
    if (!set->n_steps) sn_str_add(&text, "    {0},\n");
    return text.s;
}

const char *sn_module_stage_rows(emitter *e, const sn_module_set *set)
{
    sn_str text;
    sn_str_init(&text, e->arena);
    for (size_t i = 0; i < set->n_stages; i++)
        sn_str_addf(&text, "    {%zu, %zu, %d},\n", set->stages[i].first, set->stages[i].n,
                    set->stages[i].by_image);
    if (!set->n_stages) sn_str_add(&text, "    {0, 0, 0}, /* none: C has no empty arrays */\n");
    return text.s;
}
