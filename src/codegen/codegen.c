/* SPDX-License-Identifier: Apache-2.0
 *
 * Steps to C. Kernels print their functions through one emitter; what they share (vector header,
 * micro-kernels, epilogues) is printed once a file, in front of the steps that use it. */
#include "codegen/codegen.h"

#include <inttypes.h>
#include <string.h>

#include "base/vec.h"
#include "codegen/escape.h"
#include "codegen/indent.h"
#include "codegen/module_emit.h"
#include "codegen/shake.h"
#include "kernels/emit_inner.h"

/* Steps in a file: small enough that two compilers at once are done in seconds, and few enough
 * files to be read. */
enum { STEPS_A_FILE = 24, MAX_FILES = 6 };

static void add_names(sn_str *s, sn_arena *arena, const sn_step *step)
{
    size_t n = 0;
    for (size_t i = 0; i < step->n_nodes; i++) {
        const sn_node *node = step->nodes[i];
        const char *name = node->name ? node->name : node->op->name;
        sn_str_addf(s, "%s%s", n++ ? ", " : "", sn_c_comment(arena, name));
    }
    if (n == 0)
        sn_str_add(s, step->out[0]->value && step->out[0]->value->name
                          ? sn_c_comment(arena, step->out[0]->value->name)
                          : "-");
}

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
    add_names(s, arena, step);
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

static const char *names_of(sn_arena *arena, const sn_step *step)
{
    sn_str s;
    sn_str_init(&s, arena);
    for (size_t i = 0; i < step->n_nodes; i++) {
        const sn_node *node = step->nodes[i];
        sn_str_addf(&s, "%s%s", i ? ", " : "", node->name ? node->name : node->op->name);
    }
    if (step->n_nodes == 0)
        sn_str_add(&s, step->out[0]->value && step->out[0]->value->name ? step->out[0]->value->name
                                                                        : "-");
    return s.s;
}

/* ---- parts ----------------------------------------------------------------------------------- */

static sn_status part_text(const sn_program *p, sn_emit *e, size_t from, size_t to,
                           const char **out)
{
    for (size_t i = from; i < to; i++)
        SN_TRY(sn_emit_step(e, p->step[i], comment_of(p->arena, p->step[i])));
    sn_str text;
    sn_str_init(&text, p->arena);
    sn_str_add(&text, sn_emit_helpers(e) ? sn_emit_helpers(e) : "");
    sn_str_add(&text, sn_emit_functions(e) ? sn_emit_functions(e) : "");
    *out = sn_c_indent(p->arena, text.s);
    sn_emit_next_file(e);
    return SN_OK;
}

static sn_status parts_of(const sn_program *p, const sn_codegen_options *o, sn_module *m)
{
    size_t n = (p->n_steps + STEPS_A_FILE - 1) / STEPS_A_FILE;
    if (n > MAX_FILES) n = MAX_FILES;
    if (n == 0) n = 1;
    sn_emit *e = sn_emit_create(p->ctx, p->arena, p->machine);
    if (n > 1) e->prefix = sn_arena_printf(p->arena, "%s_", o->prefix);
    e->check = o->check;
    e->void_ports = sn_module_has_types(m);
    const char **parts = SN_NEW_N(p->arena, const char *, n);
    const char *simd = NULL;
    for (size_t i = 0; i < n; i++)
        SN_TRY(part_text(p, e, p->n_steps * i / n, p->n_steps * (i + 1) / n, &parts[i]));
    if (e->clash)
        return sn_fail(p->ctx, SN_E_INTERNAL, "two helper functions are called %s", e->clash);
    SN_TRY(sn_emit_simd(e, &simd));
    m->support =
        sn_arena_printf(p->arena,
                        "#include <math.h>\n#include <stdint.h>\n#include <string.h>\n\n"
                        "#define WORK ((float *)(void *)n->work)\n"
                        "%s#define WEIGHTS ((const float *)(const void *)n->weights)\n\n%s",
                        p->batch > 1 ? "#define IMAGE ((float *)(void *)n->image)\n" : "",
                        sn_shake(p->arena, simd, parts, n));
    m->parts = parts;
    m->n_parts = n;

    const double images = (double)p->batch;
    sn_module_step *steps = SN_NEW_N(p->arena, sn_module_step, p->n_phases ? p->n_phases : 1);
    for (size_t i = 0; i < p->n_phases; i++) {
        const sn_phase *phase = &p->phase[i];
        const sn_step *s = phase->step;
        sn_str name;
        sn_str_init(&name, p->arena);
        sn_emit_name(e, s, phase->phase, &name);
        bool first = phase->phase == 0;
        steps[i] = (sn_module_step){name.s,
                                    names_of(p->arena, s),
                                    s->kernel->name,
                                    s->units[phase->phase],
                                    phase->barrier,
                                    phase->chunk,
                                    first ? s->flops * images : 0,
                                    first ? s->bytes * images : 0};
    }
    m->steps = steps;
    m->n_steps = p->n_phases;
    return SN_OK;
}

/* ---- the module ------------------------------------------------------------------------------ */

static sn_status ports_of(const sn_program *p, const sn_port *port, size_t n,
                          const sn_module_tensor **out)
{
    sn_module_tensor *list = SN_NEW_N(p->arena, sn_module_tensor, n ? n : 1);
    for (size_t i = 0; i < n; i++) {
        list[i].name = port[i].name ? port[i].name : "";
        const int added = p->batch_axis > 0, front = added + port[i].own_images; /* axes */
        SN_CHECK(p->ctx, port[i].shape.rank + front <= SN_MAX_RANK, SN_E_UNSUPPORTED,
                 "'%s' has %d axes, and a batch would be one more; at most %d are possible",
                 list[i].name, port[i].shape.rank, SN_MAX_RANK);
        list[i].type = port[i].place->type;
        list[i].rank = port[i].shape.rank + front;
        list[i].shape[0] = p->batch_axis;
        if (port[i].own_images) list[i].shape[added] = p->own_images;
        memcpy(list[i].shape + front, port[i].shape.d,
               (size_t)port[i].shape.rank * sizeof *list[i].shape);
    }
    *out = list;
    return SN_OK;
}

/* A stage of steps as one of phases. */
static void stages_of(const sn_program *p, sn_module *m)
{
    sn_module_stage *list = SN_NEW_N(p->arena, sn_module_stage, p->n_stages + 1);
    size_t at = 0;
    for (size_t i = 0; i < p->n_stages; i++) {
        const sn_stage *s = &p->stage[i];
        list[i] = (sn_module_stage){.first = at, .by_image = s->by_image};
        for (size_t k = s->first; k < s->first + s->n; k++) at += (size_t)p->step[k]->n_phases;
        list[i].n = at - list[i].first;
    }
    m->batch = p->batch;
    m->image_bytes = (uint64_t)p->image_bytes;
    m->stages = list;
    m->n_stages = p->n_stages;
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
                            .images = p->batch};
}

uint64_t sn_program_workspace_bytes(const sn_program *p, int n_threads)
{
    const sn_memory_need need = memory_of(p);
    return sn_workspace_bytes(&need, n_threads);
}

sn_status sn_codegen(const sn_program *p, const sn_codegen_options *o, sn_source_set *out)
{
    sn_module m = {
        .prefix = o->prefix, .model = o->model, .embed_weights = o->embed_weights, .test = o->test};
    m.gcc_flags = p->machine->gcc_flags;
    m.clang_flags = p->machine->clang_flags;
    SN_TRY(ports_of(p, p->input, p->n_inputs, &m.inputs));
    SN_TRY(ports_of(p, p->output, p->n_outputs, &m.outputs));
    if (p->batch > 1) stages_of(p, &m);
    m.n_inputs = p->n_inputs;
    m.indices = o->indices;
    m.n_outputs = p->n_outputs;
    m.memory = memory_of(p);
    m.weights = weights_of(p);
    m.weights_bytes = (size_t)p->weight_floats * sizeof(float);
    SN_TRY(parts_of(p, o, &m));
    return sn_module_emit(p->arena, &m, out);
}
