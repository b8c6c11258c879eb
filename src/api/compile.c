/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiling a model: optimize a copy, plan it, print it as C. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "api/stepwise.h"
#include "api/generate.h"
#include "api/plan_within.h"
#include "api/selftest.h"
#include "api/smallest.h"
#include "api/weights_growth.h"
#include "base/file.h"
#include "base/map.h"
#include "codegen/codegen.h"
#include "codegen/escape.h"
#include "driver/host.h"
#include "passes/batch_axis.h"
#include "ref/images.h"
#include "ref/run.h"

enum { MOST_IMAGES = 4096 };

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static const char *name_of(const sn_model *m)
{
    if (m->read_path) return file_name(m->read_path);
    return m->graph->name && *m->graph->name ? file_name(m->graph->name) : "net";
}

/* Those that formats have of their own among them. */
static bool is_kernel(const char *name)
{
    const sn_kernel *k;
    size_t n_formats;
    const sn_format *const *formats = sn_formats(&n_formats);
    for (size_t i = 0; (k = sn_kernel_at(i)); i++)
        if (strcmp(k->name, name) == 0) return true;
    for (size_t f = 0; f < n_formats; f++) {
        const sn_dialect *d = formats[f]->dialect;
        for (size_t i = 0; d && i < d->n_kernels; i++)
            if (strcmp(d->kernels[i]->name, name) == 0) return true;
    }
    return false;
}

static sn_status plan_options(sn_model *m, const sn_compile_options *o, int batch,
                              const char *target, sn_arena *arena, sn_plan_options *out)
{
    static const sn_fusion_mode modes[] = {
        [SN_FUSE_GROUPS_FULL] = SN_FUSION_FULL,
        [SN_FUSE_GROUPS_TVM] = SN_FUSION_TVM,
        [SN_FUSE_GROUPS_OFF] = SN_FUSION_OFF,
    };
    sn_ctx *ctx = m->context->ctx;
    SN_CHECK(ctx, (unsigned)o->fusion < sizeof modes / sizeof *modes, SN_E_ARG,
             "fusion %d is not one of the three kinds", (int)o->fusion);
    SN_CHECK(ctx, o->threads >= 0 && o->threads <= 256, SN_E_ARG,
             "%d threads: 1 to 256 are expected", o->threads);
    SN_CHECK(ctx, batch >= 0 && batch <= MOST_IMAGES, SN_E_ARG,
             "a batch of %d: 1 to %d images are expected, or 0 for no axis of images", batch,
             MOST_IMAGES);
    SN_CHECK(ctx, !o->kernel || is_kernel(o->kernel), SN_E_ARG, "there is no kernel '%s'",
             sn_escape(arena, o->kernel));
    *out = (sn_plan_options){.fusion = modes[o->fusion],
                             .n_threads = o->threads ? o->threads : 1,
                             .exact = o->exact,
                             .small = o->small,
                             .halves = o->fp16,
                             .min_memory = o->min_memory,
                             .lone_steps = true,
                             .prefer = o->kernel,
                             .apart = m->restructuring == SN_RESTRUCTURE_PLAIN,
                             .batch = batch};
    SN_CHECK(ctx, !o->without || o->fusion == SN_FUSE_GROUPS_FULL, SN_E_ARG,
             "rules are switched off in full fusion only");
    SN_CHECK(ctx, !o->no_threads || o->threads <= 1, SN_E_ARG,
             "code without threads, tuned for %d threads: one is expected", o->threads);
    SN_TRY(sn_fusion_rules_read(ctx, o->without, &out->without));
    SN_TRY(sn_host_machine_as(arena, target, o->machine, NULL, &out->machine));
    const sn_cross *cross = sn_machine_cross(out->machine);
    out->alone = o->no_threads || (cross && cross->alone && o->threads <= 1);
    return SN_OK;
}

static const char *targets_named(const sn_compile_options *o)
{
    return o->target ? o->target : "native";
}

static sn_status prefix_of(sn_model *m, const sn_compile_options *o, sn_arena *arena,
                           const char **out)
{
    *out = o->prefix ? sn_arena_strdup(arena, o->prefix) : sn_c_prefix(arena, name_of(m));
    SN_CHECK(m->context->ctx, sn_c_is_prefix(*out), SN_E_ARG,
             "prefix '%s': a letter, then letters, digits and _ are expected, at most 40 "
             "characters, and no name "
             "of the C library's or a build's own, like math or test",
             sn_escape(arena, *out));
    return SN_OK;
}

static const sn_program *const *programs_of(const sn_generated *g, sn_arena *arena)
{
    const sn_program **list = SN_NEW_N(arena, const sn_program *, g->n_sets);
    for (size_t k = 0; k < g->n_sets; k++) list[k] = g->sets[k].program;
    return list;
}

sn_status sn_generated_print(const sn_generated *g, sn_source_set *out)
{
    return sn_codegen(
        programs_of(g, g->sets->program->arena), g->n_sets,
        &(sn_codegen_options){.prefix = g->prefix, .model = g->model, .n_targets = g->n_targets},
        out);
}

/* NULL, or why the network is not run in the interpreter: its values, those of a run beside them
 * and what the code made of them would take more than half of this machine's memory. */
static const char *too_large(const sn_program *p, sn_arena *arena)
{
    double bytes = (double)sn_program_bytes(p);
    const double most = (double)sn_host_memory_bytes() / 2;
    for (size_t i = 0; i < p->n_inputs; i++) bytes += (double)sn_place_bytes(p->input[i].place);
    for (size_t i = 0; i < p->n_outputs; i++) bytes += (double)sn_place_bytes(p->output[i].place);
    bytes *= 3;
    if (!(most > 0) || bytes <= most) return NULL;
    return sn_arena_printf(arena, "%.3g GB would be needed to run the interpreter beside it",
                           bytes * 1e-9);
}

/* ---- several sets of sizes ------------------------------------------------------------------- */

/* "data=3,240,320, a batch of 8": as the caller gave it. */
static const char *sizes_in_words(const sn_compile_set *set, sn_arena *arena)
{
    size_t n = 0;
    sn_value **inputs = sn_graph_inputs(set->model->graph, arena, &n);
    sn_str s;
    sn_str_init(&s, arena);
    for (size_t i = 0; i < n; i++) {
        sn_str_addf(&s, "%s%s=", i ? " " : "", inputs[i]->name ? inputs[i]->name : "?");
        sn_shape_print(set->model->graph->dims, &inputs[i]->shape, &s);
    }
    if (set->batch > 0) sn_str_addf(&s, "%sa batch of %d", n ? ", " : "", set->batch);
    return s.s;
}

sn_status sn_generated_in_set(const sn_generated *g, size_t set, sn_status status)
{
    if (status == SN_OK || status == SN_E_MEMORY || g->n_sets == 1) return status;
    sn_ctx *ctx = g->sets->planned->context->ctx;
    sn_arena *scratch = sn_arena_create(ctx);
    const size_t n_sets = g->n_sets / g->n_targets;
    sn_str where;
    sn_str_init(&where, scratch);
    if (g->n_targets > 1) sn_str_addf(&where, "%s: ", g->sets[set].target);
    if (n_sets > 1)
        sn_str_addf(&where, "set %zu (%s): ", set % n_sets, sn_escape(scratch, g->sets[set].sizes));
    status = sn_fail(ctx, status, "%s%s", where.s, sn_arena_strdup(scratch, sn_ctx_error(ctx)));
    sn_arena_destroy(scratch);
    return status;
}

/* ---- planning and printing ------------------------------------------------------------------- */

static sn_status selftest_of(sn_generated_set *s, sn_arena *arena, sn_module_test *test)
{
    sn_context *c = s->planned->context;
    SN_GUARD(c->ctx, sn_selftest_of(c, s->program, s->planned->graph, arena, test, &s->expected));
}

/* Where the interpreter cannot run the network at some of its sizes, the folder has no self-test,
 * and *tests stays as it is. */
static sn_status add_selftest(sn_generated *g, sn_arena *arena, const sn_module_test **tests)
{
    sn_ctx *ctx = g->sets->planned->context->ctx;
    sn_module_test *made = SN_NEW_N(arena, sn_module_test, g->n_sets);
    for (size_t k = 0; k < g->n_sets; k++) {
        sn_generated_set *s = &g->sets[k];
        if (!g->no_selftest) g->no_selftest = s->too_large;
        if (s->too_large) continue;
        const sn_status status = selftest_of(s, arena, &made[k]);
        if (status == SN_OK) continue;
        if (status != SN_E_MEMORY && status != SN_E_UNSUPPORTED)
            return sn_generated_in_set(g, k, status);
        const char *why = sn_arena_strdup(arena, sn_ctx_error(ctx));
        if (!g->no_selftest) g->no_selftest = why;
        if (status == SN_E_MEMORY) s->too_large = why;
        sn_ctx_clear_error(ctx);
    }
    if (!g->no_selftest) *tests = made;
    return SN_OK;
}

static const bool *indices_of(sn_model *m, size_t n, sn_arena *arena)
{
    bool *is_index = SN_NEW_N(arena, bool, n + 1);
    for (size_t i = 0; i < n; i++) is_index[i] = sn_model_input_is_index(m, (uint32_t)i);
    return is_index;
}

static void tell_images(sn_model *asked, const char *why)
{
    if (asked->told_images) return;
    sn_note(asked->context->ctx, "%s: the axis of images stays, which most kernels do not have: %s",
            name_of(asked), why);
    asked->told_images = true;
}

static void tell_threads(sn_model *asked, const sn_plan_options *po)
{
    const sn_cross *cross = sn_machine_cross(po->machine);
    if (asked->told_threads || !cross || !cross->alone || po->alone) return;
    sn_note(asked->context->ctx,
            "%s: code for %d threads calls pthread, which a target like %s has under an operating "
            "system alone",
            name_of(asked), po->n_threads, cross->target);
    asked->told_threads = true;
}

static void add_remarks(sn_program *p, const char *const *remarks, size_t n)
{
    const char **all = SN_NEW_N(p->arena, const char *, p->n_remarks + n + 1);
    for (size_t i = 0; i < p->n_remarks + n; i++)
        all[i] = i < p->n_remarks ? p->remark[i] : remarks[i - p->n_remarks];
    p->remark = all;
    p->n_remarks += n;
}

static sn_status plan(const sn_compile_set *set, const sn_compile_options *o, bool only_set,
                      sn_arena *arena, sn_generated_set *s)
{
    sn_model *m = s->planned;
    sn_plan_options po;
    SN_TRY(plan_options(m, o, set->batch, s->target, arena, &po));
    tell_threads(set->model, &po);
    po.own_images = s->own_images;
    po.bare_outputs = s->bare_outputs;
    po.own_scratch = po.alone && only_set && sn_plan_images(&po) == 1;
    SN_TRY(sn_model_infer(m));
    SN_TRY(sn_plan_bodies(m->graph));
    SN_TRY(sn_plan_long_sums(m->graph));
    SN_TRY(sn_plan_bound_rows(m->graph, arena, &po.counted));
    const bool splits = s->meet && set->batch == 0;
    sn_smallest smallest = {.n_remarks = 0};
    if (o->min_memory && !splits) SN_TRY(sn_plan_smallest(m, arena, &po, &smallest));
    SN_TRY(sn_plan_within(m, &po, splits, arena, &s->split, &s->program));
    add_remarks(s->program, smallest.remark, smallest.n_remarks);
    if (s->meet && !s->split) tell_images(set->model, s->meet);
    s->too_large = too_large(s->program, arena);
    return SN_OK;
}

static sn_status print(sn_generated *g, const sn_compile_options *o, sn_generate_for what,
                       sn_arena *arena)
{
    sn_model *m = g->sets->planned;
    g->model = sn_arena_strdup(arena, name_of(m));
    if (what == SN_GENERATE_TO_RUN) return sn_generated_print(g, &g->sources);
    sn_codegen_options co = {.prefix = g->prefix,
                             .model = g->model,
                             .n_targets = g->n_targets,
                             .indices = indices_of(m, g->sets->program->n_inputs, arena),
                             .embed_weights = o->embed_weights,
                             .single_file = o->single_file};
    if (o->no_selftest)
        g->no_selftest = "not asked for";
    else
        SN_TRY(add_selftest(g, arena, &co.tests));
    return sn_codegen(programs_of(g, arena), g->n_sets, &co, &g->sources);
}

/* Which results of one image have no axis of it, of the network that the image's was made from: nor
 * have counts, which planning adds behind them, one each at most. */
static const bool *bare_outputs(const sn_graph *batch, const sn_graph *image, sn_arena *arena)
{
    const sn_node *a = sn_graph_output(batch), *b = sn_graph_output(image);
    bool *bare = SN_NEW_N(arena, bool, 2 * a->n_in + 1);
    for (uint16_t i = 0; i < 2 * a->n_in; i++)
        bare[i] = i >= a->n_in || sn_in(a, i)->shape.rank == sn_in(b, i)->shape.rank;
    return bare;
}

/* A network whose values have an axis of images in front of their channels becomes that of one
 * image: kernels know channels as the outermost axis. Where it is not such a network it stays;
 * *why: the reason, NULL where there is none. `last`: what is open now stays open. */
static sn_status take_images_apart(const sn_compile_set *set, sn_verify_mode verify, bool last,
                                   sn_arena *arena, sn_generated_set *s, const char **why)
{
    sn_model *m = s->planned;
    sn_graph *image = NULL;
    int64_t found = 0;
    *why = NULL;
    SN_TRY(sn_model_infer(m));
    if (!sn_batch_is_in_front(m->graph)) return SN_OK;
    SN_TRY(sn_batch_drop(m->graph, last, arena, &image, &found, why));
    if (!image) return SN_OK;
    *why = NULL;
    sn_status status = SN_OK;
    if (found > MOST_IMAGES || (found > 1 && set->batch > 1)) {
        sn_graph_destroy(image);
        return SN_OK;
    }
    if (verify == SN_VERIFY_EACH) status = sn_check_images_apart(m->graph, image, found);
    if (status != SN_OK) {
        sn_graph_destroy(image);
        return status;
    }
    s->own_images = found;
    s->bare_outputs = bare_outputs(m->graph, image, arena);
    s->planned = sn_model_of_graph(m->context, image, m->format);
    sn_model_read_like(s->planned, m);
    sn_model_destroy(m);
    return SN_OK;
}

/* What is planned, in a model of its own, also after a failure. *n_refused: rewrites that were
 * taken back, since they compute something else. */
static sn_status prepare(const sn_compile_set *set, const sn_compile_options *o,
                         sn_verify_mode verify, sn_arena *arena, sn_generated_set *s,
                         uint32_t *n_refused)
{
    sn_optimize_result first = {0}, then = {0};
    const char *why;
    const sn_optimize_options oo = {.verify = verify,
                                    .rewrites_only = true,
                                    .no_totals = true,
                                    .compiled_for = s->target,
                                    .machine = o->machine};
    SN_TRY(sn_model_clone_at_hints(set->model, &s->planned));
    SN_TRY(take_images_apart(set, verify, o->as_is, arena, s, &why));
    if (!o->as_is) SN_TRY(sn_model_optimize(s->planned, &oo, &first));
    if (why && !o->as_is) { /* what is constant, or a size, may be known by now */
        SN_TRY(take_images_apart(set, verify, true, arena, s, &why));
        if (!why) SN_TRY(sn_model_optimize(s->planned, &oo, &then));
    }
    if (!o->as_is) s->meet = why;
    *n_refused = first.n_refused + then.n_refused;
    return o->fp16 ? sn_model_round_to_halves(s->planned) : SN_OK;
}

sn_status sn_generated_verify(const sn_compile_set *set, const sn_compile_options *o,
                              sn_arena *arena, bool *holds)
{
    sn_generated_set checked = {.target = targets_named(o)};
    uint32_t n_refused = 0;
    sn_status status = prepare(set, o, SN_VERIFY_EACH, arena, &checked, &n_refused);
    sn_model_destroy(checked.planned);
    *holds = n_refused == 0;
    return status;
}

/* In g->sets, also after a failure. sets: of each target. */
static sn_status plan_all(const sn_compile_set *sets, const sn_compile_options *o,
                          sn_verify_mode verify, sn_arena *arena, sn_generated *g)
{
    const size_t n_sets = g->n_sets / g->n_targets;
    uint32_t n_refused = 0;
    for (size_t k = 0; k < g->n_sets; k++) {
        const sn_compile_set *set = &sets[k % n_sets];
        set->model->told_images |= sets[0].model->told_images;
        set->model->told_threads |= sets[0].model->told_threads;
        sn_status status = prepare(set, o, verify, arena, &g->sets[k], &n_refused);
        if (status == SN_OK) status = plan(set, o, g->n_sets == 1, arena, &g->sets[k]);
        SN_TRY(sn_generated_in_set(g, k, status));
    }
    sn_program **list = SN_NEW_N(arena, sn_program *, g->n_sets);
    for (size_t k = 0; k < g->n_sets; k++) list[k] = g->sets[k].program;
    if (g->n_sets > 1) sn_plan_share_weights(list, g->n_sets);
    return SN_OK;
}

sn_status sn_generate(const sn_compile_set *sets, size_t n, const sn_compile_options *o,
                      sn_verify_mode verify, sn_generate_for what, sn_arena *arena,
                      sn_generated *out)
{
    sn_generated g = {0};
    sn_host_targets targets;
    SN_TRY(prefix_of(sets[0].model, o, arena, &g.prefix));
    SN_TRY(sn_host_targets_of(arena, targets_named(o), &targets));
    SN_CHECK(sn_arena_ctx(arena), !o->single_file || targets.n == 1, SN_E_ARG,
             "a single file for %zu targets: the steps of each are files with flags of their own, "
             "so one target is expected",
             targets.n);
    g.n_targets = targets.n;
    g.n_sets = n * targets.n;
    g.sets = SN_NEW_N(arena, sn_generated_set, g.n_sets);
    for (size_t k = 0; k < g.n_sets; k++) {
        g.sets[k].sizes = sizes_in_words(&sets[k % n], arena);
        g.sets[k].target = targets.name[k / n];
    }
    sn_status status = plan_all(sets, o, verify, arena, &g);
    if (status == SN_OK && what != SN_GENERATE_PLAN) status = print(&g, o, what, arena);
    if (status == SN_OK)
        *out = g;
    else
        sn_generated_release(&g);
    return status;
}

void sn_generated_release(sn_generated *g)
{
    for (size_t k = 0; k < g->n_sets; k++) {
        sn_generated_set *s = &g->sets[k];
        const sn_node *output = s->expected ? sn_graph_output(s->planned->graph) : NULL;
        for (uint16_t i = 0; output && i < output->n_in; i++) sn_tensor_release(s->expected[i]);
        s->expected = NULL;
        sn_graph_destroy(s->split);
        s->split = NULL;
        sn_model_destroy(s->planned);
        s->planned = NULL;
    }
}

/* ---- a folder -------------------------------------------------------------------------------- */

static bool is_weights(const sn_source *f)
{
    size_t n = strlen(f->path);
    return n > 8 && strcmp(f->path + n - 8, ".weights") == 0;
}

/* A network that is compiled again leaves no file of the last time that would be taken for one of
 * its own: names follow from the prefix, and CMakeLists.txt lists them. */
sn_status sn_write_folder(const sn_model *m, sn_arena *arena, const char *folder,
                          const sn_source_set *set)
{
    sn_ctx *ctx = m->context->ctx;
    sn_replace *r = NULL;
    SN_CHECK(ctx, mkdir(folder, 0777) == 0 || (errno == EEXIST && sn_file_is_folder(folder)),
             SN_E_IO, "%s: the folder cannot be made: %s", sn_escape(arena, folder),
             strerror(errno));
    SN_TRY(sn_replace_begin(ctx, &r));
    sn_status status = SN_OK;
    for (size_t i = 0; i < set->n && status == SN_OK; i++) {
        sn_sink *sink = NULL;
        const char *path = sn_arena_printf(arena, "%s/%s", folder, set->files[i].path);
        status = sn_model_spare(m, path);
        if (status == SN_OK) status = sn_replace_open(r, path, &sink);
        if (status == SN_OK) status = sn_write(sink, set->files[i].data, set->files[i].bytes);
    }
    if (status == SN_OK) return sn_replace_commit(r);
    sn_replace_abort(r);
    return status;
}

static const sn_array *arrays_of(sn_model *m, const sn_program *p, const sn_port *port, size_t n)
{
    sn_array *list = SN_NEW_N(m->arena, sn_array, n + 1);
    for (size_t i = 0; i < n; i++) {
        sn_shape shape;
        if (!sn_port_shape(p, &port[i], &shape)) continue;
        const uint64_t count = (uint64_t)sn_shape_count(&shape);
        list[i] = (sn_array){.name = sn_arena_strdup(m->arena, port[i].name ? port[i].name : ""),
                             .type = sn_type_name(port[i].place->type),
                             .rank = shape.rank,
                             .n = count,
                             .bytes = count * sn_type_bytes(port[i].place->type)};
        memcpy(list[i].sizes, shape.d, sizeof list[i].sizes);
    }
    return list;
}

static void describe_sets(sn_model *m, const sn_generated *g, int n_threads, sn_compile_result *r)
{
    sn_compiled_set *list = SN_NEW_N(m->arena, sn_compiled_set, g->n_sets);
    for (size_t k = 0; k < g->n_sets; k++) {
        const sn_program *p = g->sets[k].program;
        sn_compiled_set *s = &list[k];
        *s = (sn_compiled_set){.target = p->machine->name,
                               .n_steps = (uint32_t)p->n_steps,
                               .workspace_bytes = sn_program_workspace_bytes(p, n_threads),
                               .n_inputs = (uint32_t)p->n_inputs,
                               .n_outputs = (uint32_t)p->n_outputs,
                               .inputs = arrays_of(m, p, p->input, p->n_inputs),
                               .outputs = arrays_of(m, p, p->output, p->n_outputs)};
        double bytes = 0;
        const sn_threads_cost cost = sn_program_threads_cost(p, n_threads);
        s->work_seconds = cost.work;
        s->span_seconds = cost.span;
        s->n_barriers = n_threads > 1 ? (uint32_t)cost.n_barriers : 0;
        s->n_alone = (uint32_t)cost.n_alone;
        s->n_beside = (uint32_t)cost.n_beside;
        for (size_t i = 0; i < p->n_steps; i++) {
            const double times = (double)sn_step_images(p, p->step[i]);
            s->flops += p->step[i]->flops * times;
            bytes += p->step[i]->bytes * times;
        }
        r->n_steps += s->n_steps;
        if (s->flops > r->flops) r->flops = s->flops;
        if (bytes > r->bytes) r->bytes = bytes;
        if (s->workspace_bytes > r->workspace_bytes) r->workspace_bytes = s->workspace_bytes;
    }
    r->sets = list;
    r->n_sets = (uint32_t)g->n_sets;
    r->n_targets = (uint32_t)g->n_targets;
    r->apart_weights_bytes = (uint64_t)g->sets->program->apart_floats * sizeof(float);
}

/* Of all sets, each once. */
static void describe_remarks(sn_model *m, const sn_generated *g, sn_compile_result *r)
{
    sn_map *seen = sn_map_create(m->arena);
    SN_VEC(const char *) list = SN_VEC_IN(m->arena);
    for (size_t k = 0; k < g->n_sets; k++) {
        const sn_program *p = g->sets[k].program;
        for (size_t i = 0; i < p->n_remarks; i++) {
            if (g->n_sets > 1 && sn_map_has(seen, p->remark[i])) continue;
            sn_map_put(seen, p->remark[i], NULL);
            SN_PUSH(list, sn_arena_strdup(m->arena, p->remark[i]));
        }
    }
    r->remarks = list.v;
    r->n_remarks = (uint32_t)list.n;
}

static void describe(sn_model *m, const sn_generated *g, int n_threads, const char *unchecked,
                     sn_compile_result *out)
{
    const char **files = SN_NEW_N(m->arena, const char *, g->sources.n);
    sn_compile_result r = {.prefix = sn_arena_strdup(m->arena, g->prefix),
                           .n_files = (uint32_t)g->sources.n,
                           .files = files};
    for (size_t i = 0; i < g->sources.n; i++) {
        files[i] = sn_arena_strdup(m->arena, g->sources.files[i].path);
        *(is_weights(&g->sources.files[i]) ? &r.weights_bytes : &r.code_bytes) +=
            g->sources.files[i].bytes;
    }
    describe_sets(m, g, n_threads, &r);
    describe_remarks(m, g, &r);
    sn_describe_growth(m, g, &r);
    r.small = g->sets->program->small;
    r.threads = n_threads;
    r.unchecked = unchecked ? sn_arena_strdup(m->arena, unchecked) : NULL;
    for (size_t k = 0; k < g->n_sets && !unchecked; k++)
        r.n_passed_over += sn_steps_passed_over(g->sets[k].program);
    r.no_selftest = g->no_selftest ? sn_arena_strdup(m->arena, g->no_selftest) : NULL;
    *out = r;
}

/* Code is written all the same, but what is fast was guessed. */
static void warn_of_unmeasured(sn_ctx *ctx, const sn_generated *g)
{
    for (size_t i = 0; i < g->n_sets; i++) {
        const char *why = g->sets[i].program->machine->core->unmeasured;
        if (!why) continue;
        sn_warn(
            ctx,
            "this machine could not be measured, so what is fast was judged by a usual core: %s",
            why);
        return;
    }
}

/* The build of several files that sinter wrote before would take the one for one of its own. */
static sn_status refuse_old_folder(sn_ctx *ctx, const char *folder, sn_arena *arena)
{
    static const char head[] = ", compiled by sinter ";
    const char *path = sn_arena_printf(arena, "%s/CMakeLists.txt", folder);
    sn_mapping *m = NULL;
    if (!sn_file_exists(path)) return SN_OK;
    SN_TRY(sn_file_map(ctx, path, &m));
    const void *end = m->n_bytes ? memchr(m->data, '\n', m->n_bytes) : NULL;
    const size_t n = end ? (size_t)((const unsigned char *)end - m->data) : 0;
    const bool ours = n && memmem(m->data, n, head, sizeof head - 1);
    sn_unmap_file(ctx, m);
    SN_CHECK(ctx, !ours, SN_E_ARG,
             "%s: sinter wrote a network as several files there, which a single file does not "
             "replace; give another folder, or delete them",
             sn_escape(arena, folder));
    return SN_OK;
}

static sn_status compile(const sn_compile_set *sets, size_t n, const char *folder,
                         const sn_compile_options *o, sn_compile_result *result)
{
    sn_model *m = sets[0].model;
    sn_arena *arena = sn_arena_create(m->context->ctx);
    sn_generated g = {0};
    const int n_threads = o->threads ? o->threads : 1;
    const char *unchecked = o->no_check ? "not asked for" : NULL;
    sn_status status = sn_generate(sets, n, o, SN_VERIFY_EACH, SN_GENERATE_FOLDER, arena, &g);
    if (status == SN_OK && o->single_file)
        status = refuse_old_folder(m->context->ctx, folder, arena);
    if (status == SN_OK && !unchecked)
        status = sn_check_generated(m->context, &g, n_threads, arena, &unchecked);
    if (status == SN_OK) warn_of_unmeasured(m->context->ctx, &g);
    if (status == SN_OK) status = sn_write_folder(m, arena, folder, &g.sources);
    if (status == SN_OK && result) describe(m, &g, n_threads, unchecked, result);
    sn_generated_release(&g);
    sn_arena_destroy(arena);
    return status;
}

sn_status sn_model_compile(sn_model *m, const char *folder, const sn_compile_options *options,
                           sn_compile_result *result)
{
    sn_compile_options o;
    SN_TAKE_OPTIONS(m->context->ctx, sn_compile_options, &o, options);
    const sn_compile_set set = {m, o.batch};
    SN_GUARD(m->context->ctx, compile(&set, 1, folder, &o, result));
}

sn_status sn_compile_sets(sn_context *ctx, const sn_compile_set *sets, uint32_t n,
                          const char *folder, const sn_compile_options *options,
                          sn_compile_result *result)
{
    sn_compile_options o;
    SN_TAKE_OPTIONS(ctx->ctx, sn_compile_options, &o, options);
    SN_CHECK(ctx->ctx, n > 0, SN_E_ARG, "no set of sizes: at least one is expected");
    for (uint32_t k = 0; k < n; k++)
        SN_CHECK(ctx->ctx, sets[k].model && sets[k].model->context == ctx, SN_E_ARG,
                 "set %u is of no network of this context", k);
    SN_GUARD(ctx->ctx, compile(sets, n, folder, &o, result));
}
