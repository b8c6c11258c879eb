/* SPDX-License-Identifier: Apache-2.0
 *
 * Steps to C. Kernels print their functions through one emitter, with what they need
 * (micro-kernels, epilogues) in front of the steps that use it, file by file; share.h then has each
 * once. */
#include "codegen/codegen.h"

#include <inttypes.h>
#include <string.h>

#include "base/vec.h"
#include "codegen/emitter.h"
#include "codegen/escape.h"
#include "codegen/indent.h"
#include "codegen/memory_map.h"
#include "codegen/module_emit.h"
#include "codegen/shake.h"
#include "codegen/share.h"
#include "kernels/emit_inner.h"

/* Steps in a file: small enough that two compilers at once are done in seconds, and few enough
 * files to be read. */
enum { STEPS_A_FILE = 24, MAX_FILES = 6 };

static void add_shape(sn_str *s, const sn_place *place)
{
    for (int k = 0; k < place->shape.rank; k++)
        sn_str_addf(s, "%s%" PRId64, k ? "x" : "", place->shape.d[k]);
    if (place->shape.rank == 0) sn_str_add(s, "1");
}

/* "conv1, relu1: pointwise 96x56x56 -> 24x56x56; why", not closed yet. */
static const char *comment_of(sn_arena *arena, const sn_step *step)
{
    sn_str text, *const s = &text;
    sn_str_init(s, arena);
    sn_str_add(s, "/* ");
    sn_str_add(s, sn_c_comment(arena, sn_step_layers(arena, step)));
    sn_str_addf(s, "\n * %s, ", step->kernel->name);
    bool first = true;
    for (int i = 0; i < step->n_in; i++) {
        if (!step->in[i]) continue;
        if (!first) sn_str_add(s, ", ");
        add_shape(s, step->in[i]);
        first = false;
    }
    sn_str_add(s, first ? "to " : " -> ");
    for (int i = 0; i < step->n_out; i++) {
        if (i) sn_str_add(s, ", ");
        add_shape(s, step->out[i]);
    }
    if (step->flops >= 1e4) sn_str_addf(s, ", %.3g MFLOP", step->flops * 1e-6);
    if (step->why) sn_str_addf(s, ";\n * %s", step->why);
    return text.s;
}

/* ---- parts ----------------------------------------------------------------------------------- */

typedef struct program_list {
    const sn_program *const *v;
    size_t n;
    sn_arena *arena;
} program_list;

/* A part has as large a share of each program, so that what corresponds to each other at several
 * sizes, and shares its helpers, stands in one file. */
static sn_status part_text(const program_list *l, sn_emit *e, size_t part, size_t n_parts,
                           const char **out)
{
    for (size_t k = 0; k < l->n; k++) {
        const sn_program *p = l->v[k];
        const size_t from = p->n_steps * part / n_parts, to = p->n_steps * (part + 1) / n_parts;
        if (l->n > 1) {
            e->set = sn_arena_printf(l->arena, "set%zu_", k);
            sn_str_addf(&e->function_text, "/* ---- set %zu ---- */\n\n", k);
        }
        for (size_t i = from; i < to; i++)
            SN_TRY(sn_emit_step(e, p->step[i], comment_of(l->arena, p->step[i])));
    }
    sn_str text;
    sn_str_init(&text, l->arena);
    sn_str_add(&text, sn_emit_helpers(e) ? sn_emit_helpers(e) : "");
    sn_str_add(&text, sn_emit_functions(e) ? sn_emit_functions(e) : "");
    *out = sn_c_indent(l->arena, text.s);
    sn_emit_next_file(e);
    return SN_OK;
}

static size_t parts_for(const program_list *l)
{
    size_t n_steps = 0;
    for (size_t k = 0; k < l->n; k++) n_steps += l->v[k]->n_steps;
    const size_t n = (n_steps + STEPS_A_FILE - 1) / STEPS_A_FILE, most = MAX_FILES * l->n;
    return n > most ? most : n ? n : 1;
}

/* The steps' functions have been printed. */
static void steps_of(const sn_program *p, sn_emit *e, sn_module_set *set)
{
    sn_module_step *steps = SN_NEW_N(e->arena, sn_module_step, p->n_phases ? p->n_phases : 1);
    int64_t *scratch = SN_NEW_N(e->arena, int64_t, p->n_phases + 1);
    for (size_t i = 0; i < p->n_phases; i++) {
        const sn_phase *phase = &p->phase[i];
        const sn_step *s = phase->step;
        scratch[i] = s->own_scratch ? s->own_scratch->offset : 0;
        sn_str name;
        sn_str_init(&name, e->arena);
        sn_emit_name(e, s, phase->phase, &name);
        const bool first = phase->phase == 0;
        const int64_t images = sn_step_images(p, s);
        steps[i] = (sn_module_step){name.s,
                                    sn_step_layers(e->arena, s),
                                    s->kernel->name,
                                    s->units[phase->phase],
                                    phase->barrier,
                                    phase->thread,
                                    phase->steals,
                                    phase->chunk,
                                    images,
                                    first ? s->flops * (double)images : 0,
                                    first ? s->bytes * (double)images : 0};
    }
    if (p->own_scratch) set->scratch = scratch;
    set->steps = steps;
    set->n_steps = p->n_phases;
}

/* All of one target. */
static sn_status parts_of(const program_list *l, const sn_codegen_options *o, const sn_module *m,
                          sn_module_set *sets, sn_module_target *t)
{
    const size_t n = o->single_file ? 1 : parts_for(l);
    const sn_program *p = l->v[0];
    sn_emit *e = sn_emit_create(p->ctx, l->arena, p->machine);
    bool has_batch = false;
    if (n > 1) e->prefix = sn_arena_printf(l->arena, "%s_", o->prefix);
    if (m->n_targets > 1)
        e->prefix =
            sn_arena_printf(l->arena, "%s_%s_", o->prefix, sn_module_target_id(l->arena, t));
    e->check = o->check;
    e->small = p->small;
    e->void_ports = sn_module_has_types(m);
    const char **parts = SN_NEW_N(l->arena, const char *, n);
    const char *simd = NULL;
    for (size_t i = 0; i < n; i++) SN_TRY(part_text(l, e, i, n, &parts[i]));
    if (e->clash)
        return sn_fail(p->ctx, SN_E_INTERNAL, "two helper functions are called %s", e->clash);
    SN_TRY(sn_emit_simd(e, &simd));
    for (size_t k = 0; k < l->n; k++) {
        if (l->n > 1) e->set = sn_arena_printf(l->arena, "set%zu_", k);
        steps_of(l->v[k], e, &sets[k]);
        has_batch = has_batch || l->v[k]->batch > 1;
    }
    sn_shared_parts shared;
    sn_share(l->arena, parts, n, sn_arena_printf(l->arena, "%spart_", e->prefix), &shared);
    t->support =
        sn_arena_printf(l->arena,
                        "#include <math.h>\n#include <stdint.h>\n#include <string.h>\n\n"
                        "#define WORK ((float *)(void *)n->work)\n"
                        "%s#define WEIGHTS ((const float *)(const void *)n->weights)\n\n%s%s",
                        has_batch ? "#define IMAGES ((float *)(void *)n->images)\n" : "",
                        sn_shake(l->arena, simd, shared.parts, n), shared.declarations);
    t->parts = shared.parts;
    t->n_parts = n;
    return SN_OK;
}

/* ---- the module ------------------------------------------------------------------------------ */

static sn_status ports_of(const sn_program *p, const sn_port *port, size_t n,
                          const sn_module_tensor **out)
{
    sn_module_tensor *list = SN_NEW_N(p->arena, sn_module_tensor, n ? n : 1);
    for (size_t i = 0; i < n; i++) {
        list[i].name = port[i].name ? port[i].name : "";
        sn_shape shape;
        SN_CHECK(p->ctx, sn_port_shape(p, &port[i], &shape), SN_E_UNSUPPORTED,
                 "'%s' has %d axes, and a batch would be one more; at most %d are possible",
                 list[i].name, port[i].shape.rank, SN_MAX_RANK);
        list[i].type = port[i].place->type;
        list[i].rank = shape.rank;
        memcpy(list[i].shape, shape.d, (size_t)shape.rank * sizeof *list[i].shape);
        if (!port[i].counted) continue;
        list[i].is_counted = true;
        list[i].count_axis = sn_port_axis(p, &port[i], port[i].counted->axis);
        list[i].count = (size_t)port[i].counted->result;
    }
    *out = list;
    return SN_OK;
}

/* A stage of steps as one of phases. */
static void stages_of(const sn_program *p, sn_module_set *set)
{
    sn_module_stage *list = SN_NEW_N(p->arena, sn_module_stage, p->n_stages + 1);
    size_t at = 0;
    for (size_t i = 0; i < p->n_stages; i++) {
        const sn_stage *s = &p->stage[i];
        list[i] = (sn_module_stage){.first = at, .by_image = s->by_image};
        for (size_t k = s->first; k < s->first + s->n; k++) at += (size_t)p->step[k]->n_phases;
        list[i].n = at - list[i].first;
    }
    set->batch = p->batch;
    set->splits = p->splits;
    set->stages = list;
    set->n_stages = p->n_stages;
}

static const float *weights_of(const sn_program *p)
{
    float *data = SN_NEW_N(p->arena, float, p->weight_floats > 0 ? p->weight_floats : 1);
    for (size_t i = 0; i < p->n_packed; i++) {
        memcpy(data + p->packed[i]->offset, p->packed[i]->data,
               (size_t)p->packed[i]->floats * sizeof *data);
    }
    return data;
}

static sn_memory_need memory_of(const sn_program *p)
{
    return (sn_memory_need){.work_bytes = (uint64_t)sn_program_bytes(p),
                            .scratch_bytes = (uint64_t)p->scratch_floats * sizeof(float),
                            .lane_bytes = p->batch > 1 ? (uint64_t)p->workspace_bytes : 0,
                            .images = p->batch,
                            .alone = p->alone};
}

uint64_t sn_program_workspace_bytes(const sn_program *p, int n_threads)
{
    const sn_memory_need need = memory_of(p);
    return sn_workspace_bytes(&need, n_threads);
}

/* ---- several sets of sizes ------------------------------------------------------------------- */

static bool same_sizes(const sn_module *m, size_t a, size_t b)
{
    for (size_t i = 0; i < m->n_inputs; i++) {
        const sn_module_tensor *x = &m->sets[a].inputs[i], *y = &m->sets[b].inputs[i];
        if (memcmp(x->shape, y->shape, (size_t)x->rank * sizeof *x->shape) != 0) return false;
    }
    return true;
}

/* Of set k as that of set 0, but for sizes. */
static sn_status check_tensors(sn_ctx *ctx, const char *what, const sn_module_tensor *first,
                               const sn_module_tensor *now, size_t n, size_t k, bool is_input)
{
    for (size_t i = 0; i < n; i++) {
        SN_CHECK(ctx, strcmp(first[i].name, now[i].name) == 0, SN_E_UNSUPPORTED,
                 "%s %zu is '%s' in set 0 and '%s' in set %zu: they must be of one network", what,
                 i, first[i].name, now[i].name, k);
        SN_CHECK(ctx, first[i].type == now[i].type, SN_E_UNSUPPORTED,
                 "%s '%s' is of type %s in set 0 and of type %s in set %zu", what, first[i].name,
                 sn_type_name(first[i].type), sn_type_name(now[i].type), k);
        SN_CHECK(ctx, !is_input || first[i].rank == now[i].rank, SN_E_UNSUPPORTED,
                 "%s '%s' has %d axes in set 0 and %d in set %zu; only sizes may differ", what,
                 first[i].name, first[i].rank, now[i].rank, k);
    }
    return SN_OK;
}

static sn_status check_sets(sn_ctx *ctx, const sn_module *m)
{
    for (size_t k = 1; k < m->n_sets; k++) {
        const sn_module_set *first = &m->sets[0], *now = &m->sets[k];
        SN_TRY(check_tensors(ctx, "input", first->inputs, now->inputs, m->n_inputs, k, true));
        SN_TRY(check_tensors(ctx, "output", first->outputs, now->outputs, m->n_outputs, k, false));
        for (size_t i = 0; i < k; i++)
            SN_CHECK(ctx, !same_sizes(m, i, k), SN_E_ARG,
                     "sets %zu and %zu have the same sizes of all inputs", i, k);
    }
    return SN_OK;
}

static sn_status set_of(const sn_program *p, const sn_codegen_options *o, size_t k,
                        sn_module_set *out)
{
    SN_TRY(ports_of(p, p->input, p->n_inputs, &out->inputs));
    SN_TRY(ports_of(p, p->output, p->n_outputs, &out->outputs));
    if (p->batch > 1) stages_of(p, out);
    out->memory = memory_of(p);
    if (o->tests) out->test = &o->tests[k];
    return SN_OK;
}

/* With those of a cross compiler behind them. */
static const char *gcc_flags(sn_arena *arena, const sn_machine *m)
{
    const sn_cross *c = sn_machine_cross(m);
    return c ? sn_arena_printf(arena, "%s %s", m->gcc_flags, c->gcc_flags) : m->gcc_flags;
}

static const char *clang_flags(sn_arena *arena, const sn_machine *m)
{
    const sn_cross *c = sn_machine_cross(m);
    return c ? sn_arena_printf(arena, "%s %s", m->clang_flags, c->clang_flags) : m->clang_flags;
}

/* The targets' names and flags; what m says of all of them. */
static void targets_of(const sn_program *const *programs, sn_module_target *targets, sn_module *m)
{
    sn_arena *arena = programs[0]->arena;
    const sn_machine *first = programs[0]->machine,
                     *all = m->n_targets > 1 ? sn_machine_base(first) : first;
    for (size_t t = 0; t < m->n_targets; t++) {
        const sn_machine *machine = programs[t * m->n_sets]->machine;
        targets[t] = (sn_module_target){.name = machine->name,
                                        .level = machine->level,
                                        .gcc_flags = gcc_flags(arena, machine),
                                        .clang_flags = clang_flags(arena, machine)};
    }
    m->targets = targets;
    m->gcc_flags = gcc_flags(arena, all);
    m->clang_flags = clang_flags(arena, all);
    m->is_wasm = sn_machine_is_wasm(first);
}

static const char *map_of(const sn_program *const *programs, size_t n, const sn_module *m)
{
    uint64_t *bytes = SN_NEW_N(programs[0]->arena, uint64_t, n);
    for (size_t k = 0; k < n; k++) bytes[k] = sn_workspace_bytes(&m->sets[k].memory, 1);
    return sn_memory_map(programs, n, sn_module_net_bytes(true), bytes);
}

sn_status sn_codegen(const sn_program *const *programs, size_t n, const sn_codegen_options *o,
                     sn_source_set *out)
{
    const sn_program *p = programs[0];
    SN_CHECK(sn_arena_ctx(p->arena), !o->single_file || !sn_machine_is_wasm(p->machine), SN_E_ARG,
             "a single file for the target wasm: a module and its script are made from a folder");
    const sn_cross *cross = sn_machine_cross(p->machine);
    const size_t n_targets = o->n_targets ? o->n_targets : 1, n_sets = n / n_targets;
    sn_module_target *targets = SN_NEW_N(p->arena, sn_module_target, n_targets);
    sn_module_set *sets = SN_NEW_N(p->arena, sn_module_set, n);
    sn_module m = {.prefix = o->prefix,
                   .model = o->model,
                   .embed_weights = o->embed_weights || o->single_file,
                   .single_file = o->single_file,
                   .no_threads = p->alone,
                   .lanes = p->machine->lanes,
                   .compiler = cross ? cross->compiler : NULL,
                   .n_inputs = p->n_inputs,
                   .n_outputs = p->n_outputs,
                   .n_targets = n_targets,
                   .sets = sets,
                   .n_sets = n_sets,
                   .indices = o->indices,
                   .weights = weights_of(p),
                   .weights_bytes = (size_t)p->weight_floats * sizeof(float)};
    targets_of(programs, targets, &m);
    for (size_t k = 0; k < n; k++) {
        SN_CHECK(
            p->ctx, programs[k]->n_inputs == p->n_inputs && programs[k]->n_outputs == p->n_outputs,
            SN_E_UNSUPPORTED,
            "set %zu has %zu inputs and %zu outputs, set 0 %zu and %zu: they must be of one "
            "network",
            k % n_sets, programs[k]->n_inputs, programs[k]->n_outputs, p->n_inputs, p->n_outputs);
        SN_TRY(set_of(programs[k], o, k, &sets[k]));
    }
    SN_TRY(check_sets(p->ctx, &m));
    for (size_t t = 0; t < n_targets; t++) {
        const program_list list = {programs + t * n_sets, n_sets, p->arena};
        SN_TRY(parts_of(&list, o, &m, &sets[t * n_sets], &targets[t]));
    }
    if (p->alone && n_targets == 1) m.map = map_of(programs, n, &m);
    return sn_module_emit(p->arena, &m, out);
}
