/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiled, loaded and called. A context that goes closes its executables first: their threads work
 * in memory of its own. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "api/executable_inner.h"
#include "api/generate.h"
#include "api/stepwise.h"
#include "base/clock.h"
#include "base/ways.h"
#include "codegen/selftest.h"
#include "driver/driver.h"
#include "driver/host.h"
#include "ref/inputs.h"
#include "ref/run.h"

static void close_instance(void *what)
{
    instance *i = what;
    if (i->net) i->module->close(i->net);
    i->net = NULL;
}

void sn_executable_destroy(sn_executable *e)
{
    if (!e) return;
    sn_ctx *ctx = e->context->ctx;
    if (e->resource) sn_resource_drop(ctx, e->resource);
    sn_library_close(ctx, e->library);
    if (e->weights) sn_buf_release(e->weights);
    if (e->workspace) sn_buf_release(e->workspace);
    sn_arena_destroy(e->arena);
    sn_free(ctx, e);
}

/* ---- making ---------------------------------------------------------------------------------- */

static void on_progress(void *user, size_t n_done, size_t n)
{
    sn_context_progress(user, "compiling", n_done, n);
}

sn_driver_options sn_executable_driver(sn_context *c, sn_arena *arena, const sn_machine *machine,
                                       const char *prefix)
{
    char define[64] = "-D";
    size_t n = 2;
    for (; *prefix; prefix++)
        define[n++] = (char)(*prefix >= 'a' && *prefix <= 'z' ? *prefix - 'a' + 'A' : *prefix);
    define[n] = '\0';
    return (sn_driver_options){
        .gcc_flags = machine->gcc_flags,
        .clang_flags = machine->clang_flags,
        .defines = sn_arena_printf(arena, "%s_PROFILE", define),
        .progress = on_progress,
        .user = c,
    };
}

static const sn_source *weights_file(const sn_source_set *set)
{
    for (size_t i = 0; i < set->n; i++) {
        size_t n = strlen(set->files[i].path);
        if (n > 8 && strcmp(set->files[i].path + n - 8, ".weights") == 0) return &set->files[i];
    }
    return NULL;
}

static const sn_array *arrays_of(sn_arena *arena, const struct sinter_tensor *list, int n)
{
    sn_array *out = SN_NEW_N(arena, sn_array, n + 1);
    for (int i = 0; i < n; i++) {
        out[i] = (sn_array){.name = sn_arena_strdup(arena, list[i].name),
                            .rank = list[i].rank,
                            .type = sn_arena_strdup(arena, list[i].type),
                            .bytes = list[i].bytes,
                            .n = 1};
        for (int k = 0; k < list[i].rank; k++) {
            out[i].sizes[k] = list[i].shape[k];
            out[i].n *= (uint64_t)list[i].shape[k];
        }
    }
    return out;
}

sn_buf *sn_executable_buffer(sn_executable *e, size_t bytes, unsigned char **data)
{
    return sn_buf_try_create(e->context->ctx, bytes, data);
}

/* The library is there; what it needs to run. */
static sn_status begin(sn_executable *e, const sn_source *weights)
{
    sn_ctx *ctx = e->context->ctx;
    const struct sinter_module *m = sn_library_module(e->library);
    unsigned char *w = NULL, *work = NULL;
    size_t bytes = m->workspace_bytes(e->n_threads);
    e->workspace = sn_executable_buffer(e, bytes, &work);
    if (weights) e->weights = sn_executable_buffer(e, weights->bytes, &w);
    SN_CHECK(ctx, e->workspace && (e->weights || !weights), SN_E_MEMORY,
             "out of memory: the network needs %zu bytes of workspace and %zu of weights", bytes,
             weights ? weights->bytes : 0);
    if (weights) memcpy(w, weights->data, weights->bytes);
    e->running.module = m;
    e->resource = sn_resource_add(ctx, close_instance, &e->running);
    int code = m->init(&e->running.net, work, bytes, e->n_threads, w, weights ? weights->bytes : 0);
    SN_CHECK(ctx, code == 0, SN_E_INTERNAL, "the compiled network cannot be begun: %s",
             m->error(code));
    e->inputs = arrays_of(e->arena, m->inputs, m->n_inputs);
    e->outputs = arrays_of(e->arena, m->outputs, m->n_outputs);
    e->info.n_inputs = (uint32_t)m->n_inputs;
    e->info.n_outputs = (uint32_t)m->n_outputs;
    e->info.weights_bytes = weights ? weights->bytes : 0;
    e->info.workspace_bytes = bytes;
    return SN_OK;
}

/* ---- checking -------------------------------------------------------------------------------- */

typedef struct executable_checker {
    sn_context *context;
    const sn_generated *g;
    const sn_source_set *sources;
    int n_threads;
} executable_checker;

static sn_status check_set(const executable_checker *k, size_t index, const sn_library *library,
                           const char *compiler, bool is_gcc)
{
    const sn_generated_set *set = &k->g->sets[index];
    const sn_machine *machine = set->program->machine;
    if (!sn_host_runs(machine->gcc_flags)) return SN_OK;
    const sn_source *weights = weights_file(k->sources);
    const sn_stepwise what = {
        .program = set->program,
        .graph = set->planned->graph,
        .module = &sn_library_module(library)[index],
        .weights = weights ? weights->data : NULL,
        .weights_bytes = weights ? weights->bytes : 0,
        .n_threads = k->n_threads,
        .expected = set->expected,
        .compiler = compiler,
        .flags = is_gcc ? machine->gcc_flags : machine->clang_flags,
    };
    return sn_generated_in_set(k->g, index, sn_check_stepwise(k->context, &what));
}

/* For all targets that this machine runs. */
static sn_status check_library(void *user, const char *path, const char *compiler, bool is_gcc)
{
    const executable_checker *k = user;
    sn_library *library = NULL;
    sn_status status = SN_OK;
    SN_TRY(sn_library_open(k->context->ctx, path, k->g->prefix, &library));
    for (size_t i = 0; i < k->g->n_sets && status == SN_OK; i++)
        status = check_set(k, i, library, compiler, is_gcc);
    sn_library_close(k->context->ctx, library);
    return status;
}

/* Why the interpreter cannot be asked about some of the sets; NULL: it can. */
static const char *too_large(const sn_generated *g)
{
    const char *why = NULL;
    for (size_t i = 0; i < g->n_sets && !why; i++) why = g->sets[i].too_large;
    return why;
}

/* Names of the targets that this machine runs, or of those that it does not; NULL: there are none.
 */
static const char *targets_here(const sn_generated *g, bool run, sn_arena *arena)
{
    sn_str s;
    sn_str_init(&s, arena);
    for (size_t k = 0; k < g->n_sets; k += g->n_sets / g->n_targets) {
        const sn_machine *m = g->sets[k].program->machine;
        if (sn_host_runs(m->gcc_flags) == run) sn_str_addf(&s, "%s%s", s.n ? ", " : "", m->name);
    }
    return s.n ? s.s : NULL;
}

sn_status sn_check_generated(sn_context *c, const sn_generated *g, int n_threads, sn_arena *arena,
                             const char **why)
{
    sn_source_set sources;
    sn_built built;
    const sn_machine *machine = g->sets->program->machine;
    const char *runs = targets_here(g, true, arena), *others = targets_here(g, false, arena);
    const char *not_here =
        others ? sn_arena_printf(arena, "this machine does not run code for %s", others) : NULL;
    *why = runs ? too_large(g) : not_here;
    if (*why) return SN_OK;
    if (g->n_targets > 1) machine = sn_machine_base(machine);
    SN_TRY(sn_generated_print(g, &sources));
    executable_checker k = {c, g, &sources, n_threads};
    sn_driver_options o = sn_executable_driver(c, arena, machine, g->prefix);
    o.check = check_library;
    o.check_user = &k;
    sn_status status = sn_driver_build(arena, &sources, &o, &built);
    if (status == SN_OK && others)
        *why = sn_arena_printf(arena, "%s; that for %s was compared with the interpreter", not_here,
                               runs);
    if (status == SN_OK || status == SN_E_MISCOMPILED || status == SN_E_MEMORY ||
        status == SN_E_INTERNAL)
        return status;
    *why = sn_arena_strdup(arena, sn_ctx_error(c->ctx));
    return SN_OK;
}

/* ---- making it run --------------------------------------------------------------------------- */

static sn_status build(sn_executable *e, const sn_generated *g, bool only_find, bool no_check)
{
    sn_driver_options o = sn_executable_driver(e->context, e->arena, e->machine, g->prefix);
    executable_checker k = {e->context, g, &g->sources, e->n_threads};
    sn_built built;
    o.only_find = only_find;
    o.check = no_check || too_large(g) ? NULL : check_library;
    o.check_user = &k;
    SN_TRY(sn_driver_build(e->arena, &g->sources, &o, &built));
    if (!built.path) return SN_OK;
    e->info.cached = built.cached;
    e->info.checked = built.checked;
    e->info.build_seconds = built.seconds;
    e->info.compiler = built.compiler;
    e->info.library = built.path;
    const sn_source *weights = weights_file(&g->sources);
    for (size_t i = 0; i < g->sources.n; i++) {
        if (&g->sources.files[i] != weights) e->info.code_bytes += g->sources.files[i].bytes;
    }
    SN_TRY(sn_library_open(e->context->ctx, built.path, g->prefix, &e->library));
    return begin(e, weights);
}

static sn_status generate(sn_executable *e, sn_model *m, const sn_compile_options *options,
                          sn_verify_mode verify, sn_arena *arena, sn_generated *g)
{
    double start = sn_seconds();
    const sn_compile_set set = {m, options->batch};
    SN_TRY(sn_generate(&set, 1, options, verify, SN_GENERATE_TO_RUN, arena, g));
    e->info.plan_seconds += sn_seconds() - start;
    return SN_OK;
}

/* Code that is in the cache was made by rewrites that were checked then; the same code, which the
 * hash of its weights is a part of, needs no second check. Other code is built once its rewrites
 * were checked, and is planned again only where one of them was wrong. */
static sn_status find_or_build(sn_executable *e, sn_model *m, const sn_compile_options *options,
                               sn_arena *arena, sn_generated *g)
{
    const bool no_check = options->no_check;
    bool holds = false;
    e->machine = sn_machine_copy(e->arena, g->sets->program->machine);
    SN_CHECK(e->context->ctx, sn_host_runs(e->machine->gcc_flags), SN_E_UNSUPPORTED,
             "code for %s does not run on this machine; " SN_WAY_COMPILE " writes it for others",
             e->machine->name);
    SN_TRY(build(e, g, true, no_check));
    if (e->library) return SN_OK;
    const double start = sn_seconds();
    const sn_compile_set set = {m, options->batch};
    SN_TRY(sn_generated_verify(&set, options, arena, &holds));
    e->info.plan_seconds += sn_seconds() - start;
    if (!holds) {
        sn_generated_release(g);
        SN_TRY(generate(e, m, options, SN_VERIFY_EACH, arena, g));
    }
    return build(e, g, false, no_check);
}

static sn_output_count *counts_of(sn_arena *arena, const sn_program *p)
{
    sn_output_count *list = SN_NEW_N(arena, sn_output_count, p->n_outputs + 1);
    for (size_t i = 0; i < p->n_outputs; i++) {
        const sn_port *port = &p->output[i];
        list[i].axis = port->counted ? sn_port_axis(p, port, port->counted->axis) : -1;
        list[i].output = port->counted ? (uint32_t)port->counted->result : 0;
    }
    return list;
}

static bool stores_in(const sn_step *s, const sn_place *p)
{
    for (int k = 0; k < s->n_out; k++)
        if (s->out[k]->value == p->value ||
            (p->storage->where == SN_IN_OUTPUT && s->out[k]->storage == p->storage))
            return true;
    return false;
}

/* Steps of a run are phases of the program's. */
static const uint32_t *made_of(sn_arena *arena, const sn_program *p)
{
    uint32_t *list = SN_NEW_N(arena, uint32_t, p->n_outputs + 1);
    for (size_t i = 0; i < p->n_outputs; i++)
        for (size_t k = 0; k < p->n_phases; k++)
            if (stores_in(p->phase[k].step, p->output[i].place)) list[i] = (uint32_t)k + 1;
    return list;
}

/* Of the first set's program: phases of one step lie one behind the other. */
static const uint32_t *steps_of(sn_arena *arena, const sn_program *p)
{
    uint32_t *list = SN_NEW_N(arena, uint32_t, p->n_phases + 1);
    for (size_t i = 0, k = 0; i < p->n_steps; i++)
        for (; k < p->n_phases && p->phase[k].step == p->step[i]; k++) list[k] = (uint32_t)i;
    return list;
}

static sn_status create_in(sn_executable *e, sn_model *m, const sn_compile_options *options,
                           sn_arena *arena)
{
    sn_generated g;
    SN_TRY(generate(e, m, options, SN_VERIFY_OFF, arena, &g));
    sn_status status = find_or_build(e, m, options, arena, &g);
    if (status == SN_OK) {
        e->counts = counts_of(e->arena, g.sets->program);
        e->made = made_of(e->arena, g.sets->program);
        e->of_step = steps_of(e->arena, g.sets->program);
        e->images = g.sets->program->batch;
    }
    sn_generated_release(&g);
    SN_TRY(status);
    e->limits = SN_NEW_N(e->arena, int64_t, e->info.n_inputs + 1);
    size_t n = 0;
    sn_value **inputs = sn_graph_inputs(m->graph, arena, &n);
    for (size_t i = 0; i < n && i < e->info.n_inputs; i++)
        e->limits[i] = sn_integer_limit(inputs[i]);
    return SN_OK;
}

static sn_status create(sn_model *m, const sn_compile_options *options, sn_executable **out)
{
    sn_ctx *ctx = m->context->ctx;
    SN_CHECK(ctx, !options->embed_weights && !options->single_file, SN_E_ARG,
             "weights are embedded, and files single, in folders only");
    SN_CHECK(ctx, !options->target || !strchr(options->target, '+'), SN_E_ARG,
             "'%s': one target is expected here; several in one are for folders", options->target);
    sn_executable *e = sn_alloc(ctx, sizeof *e);
    *e = (sn_executable){.context = m->context,
                         .arena = sn_arena_create(ctx),
                         .n_threads = options->threads ? options->threads : 1};
    sn_arena *arena =
        sn_arena_create(ctx); /* code and packed weights are not needed once it runs */
    sn_status status = create_in(e, m, options, arena);
    sn_arena_destroy(arena);
    if (status == SN_OK)
        *out = e;
    else
        sn_executable_destroy(e);
    return status;
}

sn_status sn_executable_create(sn_model *m, const sn_compile_options *options, sn_executable **out)
{
    sn_compile_options o;
    SN_TAKE_OPTIONS(m->context->ctx, sn_compile_options, &o, options);
    SN_GUARD(m->context->ctx, create(m, &o, out));
}

/* ---- using ----------------------------------------------------------------------------------- */

void sn_executable_describe(const sn_executable *e, sn_executable_info *out) { *out = e->info; }

bool sn_executable_input(const sn_executable *e, uint32_t index, sn_array *out)
{
    if (index >= e->info.n_inputs) return false;
    *out = e->inputs[index];
    return true;
}

bool sn_executable_output(const sn_executable *e, uint32_t index, sn_array *out)
{
    if (index >= e->info.n_outputs) return false;
    *out = e->outputs[index];
    return true;
}

bool sn_executable_count(const sn_executable *e, uint32_t index, sn_output_count *out)
{
    if (index >= e->info.n_outputs || e->counts[index].axis < 0) return false;
    *out = e->counts[index];
    return true;
}

sn_status sn_executable_run(sn_executable *e, const void *const *inputs, void *const *outputs)
{
    int code = e->running.module->run(e->running.net, inputs, outputs);
    if (code == 0) return SN_OK;
    return sn_fail(e->context->ctx, SN_E_ARG, "the compiled network cannot be run: %s",
                   e->running.module->error(code));
}

static const char *sizes_text(sn_arena *arena, const sn_array *a)
{
    sn_str s;
    sn_str_init(&s, arena);
    const sn_shape shape = sn_array_shape(a);
    sn_shape_print(NULL, &shape, &s);
    return a->rank ? s.s : "none, as a single number";
}

/* The given array of that input: the one of its name, or, where none has a name, of its place. */
static sn_status find_given(sn_executable *e, uint32_t index, const sn_array *given, uint32_t n,
                            sn_arena *arena, const sn_array **out)
{
    const sn_array *wanted = &e->inputs[index];
    const sn_array *found = NULL;
    bool named = false;
    for (uint32_t i = 0; i < n; i++) {
        if (!given[i].name || !*given[i].name) continue;
        const bool same = strcmp(given[i].name, wanted->name) == 0;
        named = true;
        SN_CHECK(e->context->ctx, !same || !found, SN_E_ARG, "input '%s' is given twice",
                 sn_escape(arena, wanted->name));
        if (same) found = &given[i];
    }
    if (!named) found = &given[index];
    SN_CHECK(e->context->ctx, found, SN_E_ARG, "input '%s' is not among the %u that are given",
             sn_escape(arena, wanted->name), n);
    *out = found;
    return SN_OK;
}

/* Elements of the input's type, in its order: those that are given, or a copy. */
static sn_status fed(sn_executable *e, uint32_t index, const sn_array *given, sn_arena *arena,
                     const void **out)
{
    const sn_array *wanted = &e->inputs[index];
    sn_ctx *ctx = e->context->ctx;
    const char *name = sn_escape(arena, wanted->name);
    bool fits = given->rank == wanted->rank;
    uint64_t n = 1;
    for (int k = 0; fits && k < wanted->rank; k++) {
        fits = given->sizes[k] == wanted->sizes[k];
        n *= (uint64_t)wanted->sizes[k];
    }
    SN_CHECK(ctx, given->rank >= 0 && given->rank <= 8, SN_E_ARG,
             "input '%s' has the rank %d, 0 to 8 are expected", name, given->rank);
    SN_CHECK(ctx, fits, SN_E_SHAPE, "input '%s' has the sizes %s, expected are %s", name,
             sizes_text(arena, given), sizes_text(arena, wanted));
    SN_CHECK(ctx, given->data || n == 0, SN_E_ARG, "input '%s' has no data", name);
    SN_CHECK(ctx, given->type && sn_type_size(given->type), SN_E_ARG,
             "input '%s' is of the type '%s', which there is not", name,
             given->type ? sn_escape(arena, given->type) : "");
    *out = given->data;
    if (strcmp(given->type, wanted->type) == 0) return SN_OK;
    sn_array whole = *given;
    whole.name = wanted->name;
    whole.n = n;
    whole.bytes = n * sn_type_size(given->type);
    void *to = sn_arena_alloc(arena, wanted->bytes + 1);
    *out = to;
    return sn_array_convert(e->context, &whole, wanted->type, to);
}

static sn_status run_arrays(sn_executable *e, const sn_array *inputs, uint32_t n, sn_arena *arena,
                            sn_array *outputs)
{
    SN_CHECK(e->context->ctx, n == e->info.n_inputs, SN_E_ARG,
             "%u inputs are given, the network has %u", n, e->info.n_inputs);
    const void **in = SN_NEW_N(arena, const void *, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        const sn_array *given = NULL;
        SN_TRY(find_given(e, i, inputs, n, arena, &given));
        SN_TRY(fed(e, i, given, arena, &in[i]));
    }
    const uint32_t n_out = e->info.n_outputs;
    if (!e->kept) {
        void **kept = SN_NEW_N(e->arena, void *, n_out + 1);
        for (uint32_t i = 0; i < n_out; i++)
            kept[i] = sn_arena_alloc(e->arena, e->outputs[i].bytes + 1);
        e->kept = kept;
    }
    SN_TRY(sn_executable_run(e, in, e->kept));
    for (uint32_t i = 0; i < n_out; i++) {
        outputs[i] = e->outputs[i];
        outputs[i].data = e->kept[i];
    }
    return SN_OK;
}

static sn_status run_arrays_in(sn_executable *e, const sn_array *inputs, uint32_t n,
                               sn_array *outputs)
{
    sn_arena *arena = sn_arena_create(e->context->ctx);
    const sn_status status = run_arrays(e, inputs, n, arena, outputs);
    sn_arena_destroy(arena);
    return status;
}

sn_status sn_executable_run_arrays(sn_executable *e, const sn_array *inputs, uint32_t n,
                                   sn_array *outputs)
{
    SN_GUARD(e->context->ctx, run_arrays_in(e, inputs, n, outputs));
}
