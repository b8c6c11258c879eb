/* SPDX-License-Identifier: Apache-2.0
 *
 * Kernels against the reference interpreter. A case is a small graph in text form in which `$`
 * stands for its number, that reads inputs and ends in values named "y$" (and "z$"). Many cases
 * make one network, so that the C compiler runs once for all of them; it is run with guard zones
 * around its workspace and outputs, which are filled with NaN before. */
#ifndef SN_TESTS_KERNELS_KERNEL_UNIT_H
#define SN_TESTS_KERNELS_KERNEL_UNIT_H

#include "formats/format.h"
#include "base/folder.h"
#include "base/full.h"

#include <math.h>
#include <stdio.h>

#include "codegen/codegen.h"
#include "driver/driver.h"
#include "driver/host.h"
#include "ir/ir_text.h"
#include "ops/ops.h"
#include "ref/run.h"
#include "ref/agree.h"
#include "ref/distance.h"
#include "ref/inputs.h"

static sn_ctx *ctx;

typedef struct kernel_case {
    const char *text;
    double bound;       /* of the distance (docs/numbers.md); 0: 2e-5 */
    const char *kernel; /* that some step must use; NULL: any */
    bool prologue;      /* where everything is fused, that step must have a prologue */
    bool sums;          /* .. some step, of that kernel, must take sums */
} kernel_case;

static inline int kernel_setup(void **state)
{
    ctx = sn_ctx_create(NULL, NULL);
    sn_ctx_set_threads(ctx, 2);
    return folder_setup(state);
}

static inline int kernel_teardown(void **state)
{
    sn_ctx_destroy(ctx);
    return folder_teardown(state);
}

#define kernel_ok(call)                                                                            \
    do {                                                                                           \
        if ((call) != SN_OK) fail_msg("%s", sn_ctx_error(ctx));                                    \
    } while (0)

/* ---- one graph of all cases ------------------------------------------------------------------ */

static inline void add_numbered(sn_str *out, const char *text, size_t number)
{
    for (; *text; text++) {
        if (*text == '$')
            sn_str_addf(out, "%zu", number);
        else
            sn_str_addn(out, text, 1);
    }
    sn_str_add(out, "\n");
}

static inline sn_graph *graph_of_cases(sn_arena *arena, const kernel_case *cases, size_t n)
{
    sn_str text;
    sn_graph *g = NULL;
    sn_str_init(&text, arena);
    for (size_t i = 0; i < n; i++) add_numbered(&text, cases[i].text, i);
    sn_str_add(&text, "output(");
    for (size_t i = 0; i < n; i++) {
        sn_str_addf(&text, "%s\"y%zu\"", i ? ", " : "", i);
        if (strstr(cases[i].text, "\"z$\"")) sn_str_addf(&text, ", \"z%zu\"", i);
    }
    sn_str_add(&text, ")\n");
    const sn_counted *counted = NULL;
    kernel_ok(sn_graph_parse(ctx, "cases", sn_text_of(text.s), sn_format_op_find, &g));
    kernel_ok(sn_infer_graph(g));
    kernel_ok(sn_plan_bodies(g));
    kernel_ok(sn_plan_bound_rows(g, arena, &counted));
    return g;
}

/* ---- running --------------------------------------------------------------------------------- */

enum { GUARD_BYTES = 4096 };

/* Flags beside those of the machine. `light`: -O1, since it is the text that may be wrong. */
static inline const char *flags_of_case(bool light)
{
    return light && !is_full() ? "-Wall -Wextra -Werror -O1" : "-Wall -Wextra -Werror";
}

typedef struct guarded {
    unsigned char *block, *memory;
    size_t bytes;
} guarded;

static inline guarded guarded_of(size_t bytes)
{
    guarded g = {.bytes = bytes};
    size_t all = (bytes + 2 * GUARD_BYTES + 63) / 64 * 64;
    g.block = aligned_alloc(64, all);
    memset(g.block, 0xff, all);
    g.memory = g.block + GUARD_BYTES;
    return g;
}

static inline void guarded_end(guarded g, const char *what)
{
    for (int i = 0; i < GUARD_BYTES; i++) {
        bool intact = g.block[i] == 0xff && g.memory[g.bytes + (size_t)i] == 0xff;
        if (!intact) fail_msg("%s: something was written outside of it", what);
    }
    free(g.block);
}

/* Where fewer rows were found than there is room for, the others are -1: the result without them.
 */
static inline sn_shape found_rows(const sn_shape *room, const sn_shape *expected, const float *data)
{
    sn_shape shape = *room;
    if (room->rank != expected->rank || room->d[0] <= expected->d[0]) return shape;
    shape.d[0] = expected->d[0];
    for (int64_t i = sn_shape_count(&shape); i < sn_shape_count(room); i++) {
        if (data[i] != -1) return *room;
    }
    return shape;
}

/* What is not f32: integers and bools are equal, narrow floats to one rounding, doubles to a few.
 */
static inline bool same_elements(const sn_tensor *expected, const sn_tensor *found,
                                 const char *name, const char *text)
{
    const double share = sn_type_is_narrow(found->type) ? sn_type_epsilon(found->type)
                         : found->type == SN_TYPE_f64   ? 1e-13
                                                        : 0,
                 least = fmax(0x1p-14, sn_type_smallest(found->type));
    bool same = expected->type == found->type && sn_shape_equal(&expected->shape, &found->shape);
    double most = 0;
    for (int64_t i = 0, n = sn_tensor_count(found); share > 0 && i < n; i++)
        if (isfinite(sn_tensor_at(found, i))) most = fmax(most, fabs(sn_tensor_at(found, i)));
    if (same && share <= 0 &&
        memcmp(sn_tensor_data(expected), sn_tensor_data(found), (size_t)found->n_bytes) == 0)
        return true;
    for (int64_t i = 0, n = sn_tensor_count(found); same && i < n; i++) {
        const double a = sn_tensor_at(expected, i), b = sn_tensor_at(found, i),
                     near = fmax(fabs(a), found->type == SN_TYPE_f64 ? most : least);
        same = sn_is_near(a, b, share * near);
        if (!same)
            print_error("output %s: element %lld is %.17g, %.17g expected\n%s\n", name,
                        (long long)i, b, a, text);
    }
    if (expected->type != found->type) print_error("output %s: another type\n%s\n", name, text);
    return same;
}

static inline void compare_outputs(const sn_program *p, const kernel_case *cases,
                                   const sn_tensor *const *expected, const guarded *out,
                                   const char *how, double usual, sn_arena *arena)
{
    int n_wrong = 0;
    for (size_t i = 0; i < p->n_outputs; i++) {
        sn_tensor *found = NULL;
        void *data = NULL;
        const char *why = NULL;
        int64_t at = 0;
        size_t number = cases ? (size_t)strtoul(p->output[i].name + 1, NULL, 10) : 0;
        const sn_type type = p->output[i].place->type;
        const sn_shape shape = type == SN_TYPE_f32
                                   ? found_rows(&p->output[i].shape, &expected[i]->shape,
                                                (const float *)(const void *)out[i].memory)
                                   : p->output[i].shape;
        kernel_ok(sn_tensor_create(ctx, type, &shape, &found, &data));
        memcpy(data, out[i].memory, (size_t)found->n_bytes);
        if (type != SN_TYPE_f32) {
            n_wrong += !same_elements(expected[i], found, p->output[i].name,
                                      cases ? cases[number].text : "");
            sn_tensor_release(found);
            continue;
        }
        double bound = cases && cases[number].bound > 0 ? cases[number].bound : usual;
        double d = sn_tensor_distance(expected[i], found, arena, &why, &at);
        if (!(d <= bound)) {
            double a = sn_tensor_at(expected[i], at), b = sn_tensor_at(found, at);
            print_error(
                "%s, output %s: distance %g, %g allowed; element %lld is %g, %g expected%s%s\n%s\n",
                how, p->output[i].name, d, bound, (long long)at, b, a, why ? "; " : "",
                why ? why : "", cases ? cases[number].text : "");
            n_wrong++;
        }
        sn_tensor_release(found);
    }
    if (n_wrong) fail_msg("%d outputs differ", n_wrong);
}

/* What goes into the network and what is expected, of each image of the batch. */
typedef struct kernel_image {
    const sn_tensor **feeds, **expected;
} kernel_image;

static inline void run_module(const struct sinter_module *m, const sn_program *p,
                              const kernel_case *cases, const kernel_image *images,
                              const sn_source *weights, int n_threads, const char *how,
                              double usual, sn_arena *arena)
{
    guarded work = guarded_of(m->workspace_bytes(n_threads));
    guarded *out = SN_NEW_N(arena, guarded, p->n_outputs + 1);
    const void **ins = SN_NEW_N(arena, const void *, p->n_inputs + 1);
    void **outs = SN_NEW_N(arena, void *, p->n_outputs + 1);
    void *net = NULL;
    for (size_t i = 0; i < p->n_inputs; i++) {
        const size_t bytes = m->inputs[i].bytes / (size_t)p->batch;
        char *all = sn_arena_alloc(arena, m->inputs[i].bytes + 1);
        for (int64_t k = 0; k < p->batch; k++)
            memcpy(all + (size_t)k * bytes, sn_tensor_data(images[k].feeds[i]), bytes);
        ins[i] = all;
    }
    for (size_t i = 0; i < p->n_outputs; i++) {
        out[i] = guarded_of(m->outputs[i].bytes);
        outs[i] = out[i].memory;
    }
    int code = m->init(&net, work.memory, work.bytes, n_threads, weights ? weights->data : NULL,
                       weights ? weights->bytes : 0);
    if (code) fail_msg("init: %s", m->error(code));
    for (int k = 0; k < 2; k++) { /* the second run meets what the first left behind */
        assert_int_equal(m->run(net, ins, outs), 0);
        for (int64_t image = 0; image < p->batch; image++) {
            guarded *one = SN_NEW_N(arena, guarded, p->n_outputs + 1);
            for (size_t i = 0; i < p->n_outputs; i++)
                one[i].memory =
                    out[i].memory + (size_t)image * (m->outputs[i].bytes / (size_t)p->batch);
            compare_outputs(p, cases, images[image].expected, one, how, usual, arena);
        }
    }
    m->close(net);
    guarded_end(work, "the workspace");
    for (size_t i = 0; i < p->n_outputs; i++) guarded_end(out[i], "an output");
}

typedef struct kernel_options {
    const char *machine; /* NULL: native */
    const char *defines; /* more flags of the compiler; NULL: warnings are errors */
    const char *prefer;  /* as in sn_plan_options */
    sn_fusion_mode fusion;
    bool exact, small;
    bool lone_steps; /* as in sn_plan_options */
    bool light;      /* the compiler optimizes less, as for batches and other machines */
    int max_threads; /* 0: 3 */
    int tuned_for;   /* threads; 0: 2 */
    double bound;    /* of cases without their own; 0: 2e-5 */
    double l2_bytes; /* second cache of the machine; 0: as it is */
    int64_t batch;   /* images, each of inputs of its own; 0: no batch */
    sn_batch_order order;
    const float *values; /* what inputs of f32 hold, again and again; NULL: random numbers */
    size_t n_values;
    sn_status (*also)(const sn_program *p, const sn_graph *g, const struct sinter_module *m,
                      const sn_source *weights); /* NULL: nothing else */
} kernel_options;

static inline const sn_machine *machine_of_case(sn_arena *arena, const char *name,
                                                const kernel_options *o)
{
    const sn_machine *m = NULL;
    kernel_ok(sn_machine_find(ctx, name, &m));
    if (!(o->l2_bytes > 0)) return m;
    sn_machine *own = sn_arena_copy(arena, m, sizeof *own);
    sn_core *core = sn_arena_copy(arena, m->core, sizeof *core);
    core->level_bytes[1] = o->l2_bytes;
    own->core = core;
    return own;
}

static inline void check_kernels_used(const sn_program *p, const kernel_case *cases, size_t n,
                                      sn_fusion_mode fusion)
{
    for (size_t i = 0; i < n; i++) {
        char name[32];
        const bool sums = fusion == SN_FUSION_FULL && cases[i].sums;
        bool used = !cases[i].kernel && !sums;
        snprintf(name, sizeof name, "y%zu", i);
        for (size_t k = 0; k < p->n_steps && !used; k++) {
            const sn_step *s = p->step[k];
            if (!s->n_nodes) continue;
            if (cases[i].kernel && strcmp(s->kernel->name, cases[i].kernel) != 0) continue;
            if (sums && s->sums.kind == SN_SUMS_NONE) continue;
            if (fusion == SN_FUSION_FULL && cases[i].prologue && !s->prologue) continue;
            for (size_t v = 0; v < s->n_nodes && !used; v++) {
                for (uint16_t o = 0; o < s->nodes[v]->n_out && !used; o++) {
                    const char *value = sn_out(s->nodes[v], o)->name;
                    size_t length = value ? strlen(value) : 0, digits = strlen(name + 1);
                    used =
                        length > digits && strcmp(value + length - digits, name + 1) == 0 &&
                        !(value[length - digits - 1] >= '0' && value[length - digits - 1] <= '9');
                }
            }
        }
        if (!used)
            fail_msg("case %zu does not use kernel %s%s%s:\n%s", i,
                     cases[i].kernel ? cases[i].kernel : "any",
                     cases[i].prologue ? " with a prologue" : "", sums ? " that takes sums" : "",
                     cases[i].text);
    }
}

static inline const sn_tensor *feed_of(const sn_value *input, size_t index, size_t image,
                                       const kernel_options *o)
{
    const sn_type type = input->type;
    const sn_tensor *made = NULL, *converted = NULL;
    if (o->values && type == SN_TYPE_f32) {
        sn_tensor *t = NULL;
        void *data = NULL;
        kernel_ok(sn_tensor_create(ctx, type, &input->shape, &t, &data));
        for (int64_t i = 0, n = sn_tensor_count(t); i < n; i++)
            ((float *)data)[i] = o->values[((size_t)i + image) % o->n_values];
        return t;
    }
    kernel_ok(sn_random_tensor(ctx, type, &input->shape, 77 + index + 1000 * image, SN_FLAVOUR_UNIT,
                               sn_integer_limit(input), &made));
    if (!sn_type_is_float(type)) return made;
    kernel_ok(sn_tensor_convert(ctx, made, type, &converted));
    sn_tensor_release(made);
    return converted;
}

/* Which kernel is the cheapest hangs on the machine: where this one is meant, it is asked of one
 * that has a name, so that the answer is the same everywhere. */
static inline void check_kernels_chosen(const sn_graph *g, const sn_plan_options *usual,
                                        const char *machine, const kernel_case *cases, size_t n,
                                        const kernel_options *o)
{
    sn_arena *arena = sn_arena_create(ctx);
    sn_plan_options plan = *usual;
    sn_program *p = NULL;
#if defined(__x86_64__)
    if (strcmp(machine, "native") == 0) machine = "x86-64-v3-vl";
#endif
    plan.machine = machine_of_case(arena, machine, o);
    kernel_ok(sn_plan(g, &plan, arena, &p));
    check_kernels_used(p, cases, n, plan.fusion);
    sn_arena_destroy(arena);
}

/* Compiles an inferred graph, runs it with 1 .. max_threads threads and compares. cases: NULL where
 * it is not made of cases. */
static inline void check_graph(const sn_graph *g, const kernel_case *cases, size_t n,
                               const kernel_options *o)
{
    sn_arena *arena = sn_arena_create(ctx);
    sn_plan_options plan = {.fusion = o->fusion,
                            .n_threads = o->tuned_for ? o->tuned_for : 2,
                            .exact = o->exact,
                            .prefer = o->prefer,
                            .small = o->small,
                            .lone_steps = o->lone_steps,
                            .batch = o->batch,
                            .order = o->order};
    sn_codegen_options names = {.prefix = "cases", .model = "cases", .check = true};
    sn_program *p = NULL;
    sn_source_set set;
    size_t n_feeds = 0;
    const char *machine = o->machine ? o->machine : "native";
    const bool light = o->light || o->batch > 0 || strcmp(machine, "native") != 0;
    plan.machine = machine_of_case(arena, machine, o);
    kernel_ok(sn_plan(g, &plan, arena, &p));
    if (cases) check_kernels_chosen(g, &plan, machine, cases, n, o);
    kernel_ok(sn_codegen((const sn_program *const[]){p}, 1, &names, &set));
    sn_driver_options driver = {.gcc_flags = plan.machine->gcc_flags,
                                .clang_flags = plan.machine->clang_flags,
                                .cache = at("cache"),
                                .defines = o->defines ? o->defines : flags_of_case(light)};
    sn_built built;
    sn_library *library = NULL;
    kernel_ok(sn_driver_build(arena, &set, &driver, &built));
    kernel_ok(sn_library_open(ctx, built.path, "cases", &library));

    sn_value **inputs = sn_graph_inputs(g, arena, &n_feeds);
    const size_t n_images = (size_t)p->batch;
    kernel_image *images = SN_NEW_N(arena, kernel_image, n_images);
    for (size_t k = 0; k < n_images; k++) {
        images[k].feeds = SN_NEW_N(arena, const sn_tensor *, n_feeds + 1);
        images[k].expected = SN_NEW_N(arena, const sn_tensor *, p->n_outputs + 1);
        for (size_t i = 0; i < n_feeds; i++) images[k].feeds[i] = feed_of(inputs[i], i, k, o);
        kernel_ok(sn_run_graph(g, images[k].feeds, n_feeds, NULL, images[k].expected));
    }
    const sn_source *weights = NULL;
    for (size_t i = 0; i < set.n; i++) {
        if (strcmp(set.files[i].path, "cases.weights") == 0) weights = &set.files[i];
    }
    if (o->also) kernel_ok(o->also(p, g, sn_library_module(library), weights));
    for (int t = 1; t <= (o->max_threads ? o->max_threads : 3); t++) {
        char how[64];
        snprintf(how, sizeof how, "%s, %d threads", plan.machine->name, t);
        run_module(sn_library_module(library), p, cases, images, weights, t, how,
                   o->bound > 0 ? o->bound : 2e-5, arena);
    }
    for (size_t k = 0; k < n_images; k++) {
        for (size_t i = 0; i < n_feeds; i++) sn_tensor_release(images[k].feeds[i]);
        for (size_t i = 0; i < p->n_outputs; i++) sn_tensor_release(images[k].expected[i]);
    }
    sn_library_close(ctx, library);
    sn_arena_destroy(arena);
}

static inline void check_cases(const kernel_case *cases, size_t n, const kernel_options *o)
{
    static const kernel_options usual = {.fusion = SN_FUSION_TVM};
    sn_arena *arena = sn_arena_create(ctx);
    sn_graph *g = graph_of_cases(arena, cases, n);
    check_graph(g, cases, n, o ? o : &usual);
    sn_graph_destroy(g);
    sn_arena_destroy(arena);
}

/* Those of the cases whose turn it is of so many, in a scattered order, since cases are made by
 * loops within loops. */
static inline void check_turn(const kernel_case *cases, size_t n, unsigned turn, unsigned turns,
                              const kernel_options *o)
{
    kernel_case *some = test_calloc(n, sizeof *some);
    size_t n_some = 0;
    for (size_t i = 0; i < n; i++) {
        const unsigned scattered = ((uint32_t)i * 0x9e3779b1u) >> 16;
        if (is_full() || scattered % turns == turn % turns) some[n_some++] = cases[i];
    }
    if (n_some) check_cases(some, n_some, o);
    test_free(some);
}

/* The machines that this one can be, other than itself: plain scalar C, and other widths. Each case
 * is for one of them. */
static inline void check_other_machines(const kernel_case *cases, size_t n, sn_fusion_mode fusion,
                                        const char *prefer)
{
    static const char *const machines[] = {
        "generic",
#if defined(__x86_64__)
        "x86-64",
#endif
    };
    enum { N_MACHINES = sizeof machines / sizeof machines[0] };
    for (unsigned i = 0; i < N_MACHINES; i++) {
        const kernel_options o = {.machine = machines[i], .fusion = fusion, .prefer = prefer};
        check_turn(cases, n, i, N_MACHINES, &o);
    }
}

/* On the widest machine, where this one runs its code and the cheapest kernel may be another. */
static inline void check_widest_machine(const kernel_case *cases, size_t n, sn_fusion_mode fusion,
                                        const char *prefer)
{
    const sn_machine *wide = NULL;
    const kernel_options o = {.machine = "x86-64-v4", .fusion = fusion, .prefer = prefer};
    kernel_ok(sn_machine_find(ctx, o.machine, &wide));
    if (!sn_host_runs(wide->gcc_flags)) return;
    kernel_case *any = test_malloc(n * sizeof *any);
    memcpy(any, cases, n * sizeof *any);
    for (size_t i = 0; i < n; i++) any[i].kernel = NULL;
    check_cases(any, n, &o);
    test_free(any);
}

/* On this machine, all cases, and on others. prefer: this kernel, where it can, however dear; NULL:
 * the cheapest. */
static inline void check_machines_preferring(const kernel_case *cases, size_t n, const char *prefer)
{
    const kernel_options o = {.fusion = SN_FUSION_TVM, .prefer = prefer};
    check_cases(cases, n, &o);
    check_other_machines(cases, n, SN_FUSION_TVM, prefer);
    check_widest_machine(cases, n, SN_FUSION_TVM, prefer);
}

static inline void check_machines(const kernel_case *cases, size_t n)
{
    check_machines_preferring(cases, n, NULL);
}

/* With everything fused: on this machine and the others that it can be, alone and as a batch. */
static inline void check_fused(const kernel_case *cases, size_t n)
{
    const kernel_options full = {.fusion = SN_FUSION_FULL},
                         batch = {.fusion = SN_FUSION_FULL, .batch = 3, .order = SN_BATCH_MIXED};
    check_machines(cases, n);
    check_cases(cases, n, &full);
    check_cases(cases, n, &batch);
    check_other_machines(cases, n, SN_FUSION_FULL, NULL);
    check_widest_machine(cases, n, SN_FUSION_FULL, NULL);
}

#endif
