/* SPDX-License-Identifier: Apache-2.0
 *
 * Optimizing with proof: binds the passes to the interpreter, keeps the original until the whole
 * network was run on both. */
#include "api/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/ways.h"
#include "driver/host.h"
#include "passes/pass.h"
#include "plan/spelling.h"
#include "ref/check.h"
#include "ref/compare.h"
#include "ref/shapes.h"

typedef struct listener {
    sn_context *c;
    sn_model *m;
    const sn_optimize_options *options;
    uint32_t n_done, n_total; /* passes */
} listener;

static void on_pass(void *user, uint32_t n_done, uint32_t n_total)
{
    listener *l = user;
    l->n_done = n_done;
    l->n_total = n_total;
    sn_context_progress(l->c, "optimizing", n_done, n_total);
}

static void on_remark(void *user, const sn_remark *r)
{
    listener *l = user;
    if (r->fired) sn_context_progress(l->c, "optimizing", l->n_done, l->n_total);
    if (!l->options->remark || r->spelling) return;
    sn_remark_info info = {
        .fired = r->fired,
        .pass = r->pass,
        .text = sn_in_words(l->c->ctx, l->m->arena, r->text),
        .layers = r->layers,
        .n_layers = r->n_layers,
        .result = r->result,
        .why = sn_in_words(l->c->ctx, l->m->arena, r->why),
        .other = r->other,
        .distance = r->distance,
        .unchecked = r->unchecked,
    };
    l->options->remark(l->options->user, &info);
}

static void on_progress(void *user, const char *what, uint32_t n_done, uint32_t n_total)
{
    sn_context_progress(user, what, n_done, n_total);
}

static int by_distance(const void *a, const void *b)
{
    const sn_compared_info *x = a, *y = b;
    double dx = x->why ? INFINITY : x->distance, dy = y->why ? INFINITY : y->distance;
    return dx > dy ? -1 : dx < dy ? 1 : strcmp(x->name, y->name);
}

static const sn_compared_info *compared(sn_arena *arena, const sn_compare_result *r)
{
    sn_compared_info *list = SN_NEW_N(arena, sn_compared_info, r->n_compared);
    for (size_t i = 0; i < r->n_compared; i++) {
        sn_str s;
        sn_str_init(&s, arena);
        sn_shape_print(NULL, &r->compared[i].shape, &s);
        list[i] = (sn_compared_info){sn_escape(arena, r->compared[i].name),
                                     s.s,
                                     r->compared[i].distance,
                                     r->compared[i].why,
                                     r->compared[i].noise,
                                     r->compared[i].share,
                                     r->compared[i].equal};
    }
    if (r->n_compared) qsort(list, r->n_compared, sizeof *list, by_distance);
    return list;
}

void sn_comparison_fill(sn_model *m, const sn_compare_result *r, sn_comparison *out)
{
    *out = (sn_comparison){
        .ran = r->ran,
        .equal = r->equal,
        .inconclusive = r->ran && r->verdict == SN_INCONCLUSIVE,
        .guessed = r->guessed,
        .why_not = r->why_not,
        .doubt = r->doubt,
        .worst = r->worst,
        .bound = r->bound,
        .noise = r->noise,
        .share = r->share,
        .n_runs = r->n_runs,
        .shapes = sn_escape_all(m->arena, r->shapes, r->n_shapes),
        .shapes_elsewhere = r->elsewhere ? r->elsewhere : "",
        .n_runs_elsewhere = r->n_runs_elsewhere,
        .boundaries = sn_escape_all(m->arena, r->boundaries, r->n_boundaries),
        .n_compared = (uint32_t)r->n_compared,
        .compared = compared(m->arena, r),
        .explained = r->explained,
        .uncounted = r->uncounted,
    };
    out->different = r->first_different ? sn_escape(m->arena, r->first_different) : NULL;
    for (size_t i = 0; i < r->n_compared && !out->different; i++) {
        const sn_compared *e = &r->compared[i];
        if (!e->equal) out->different = sn_escape(m->arena, e->name);
    }
}

static sn_status compare(sn_model *m, const sn_graph *a, const sn_graph *b, sn_compare_options o,
                         sn_comparison *out)
{
    sn_compare_result r;
    o.seed = 1;
    o.exact_outputs = true;
    o.user = m->context;
    o.progress = on_progress;
    SN_TRY(sn_compare(a, b, &o, m->arena, &r));
    sn_comparison_fill(m, &r, out);
    return SN_OK;
}

static sn_status verify_whole(sn_model *m, const sn_graph *original, sn_optimize_result *result)
{
    if (!result->n_rewrites) {
        result->whole.why_not = "nothing was rewritten";
        return SN_OK;
    }
    SN_TRY(compare(m, original, m->graph, (sn_compare_options){.own = true}, &result->whole));
    const sn_comparison *w = &result->whole;
    if (!w->ran || w->equal || w->inconclusive) return SN_OK;
    const char *why = NULL;
    for (uint32_t i = 0; i < w->n_compared && !why; i++) why = w->compared[i].why;
    if (!why) why = w->doubt ? w->doubt : "";
    return sn_fail(m->context->ctx, SN_E_DIFFERS,
                   "the optimized network computes something else: '%s'%s%s; nothing was "
                   "changed. Please report this; " SN_WAY_SKIP("PASS") " leaves a pass out",
                   w->different ? w->different : "an output", *why ? ", " : "", why);
}

static sn_status macs_of(const sn_graph *g, double *macs)
{
    sn_graph *sized = NULL;
    if (sn_graph_macs(g, macs)) return SN_OK;
    SN_TRY(sn_graph_at_some_size(g, &sized, NULL));
    if (!sized || !sn_graph_macs(sized, macs)) *macs = -1;
    sn_graph_destroy(sized);
    return SN_OK;
}

/* The layers of a network that is of no format, or goes from one to another. */
static uint32_t n_nodes(const sn_graph *g)
{
    uint32_t n = 0;
    SN_EACH_NODE(node, g) n += sn_node_is_layer(node);
    return n;
}

static sn_status totals(sn_model *m, const sn_optimize_options *o, const sn_spelling *target,
                        uint32_t *n_layers, double *macs)
{
    sn_status counted = SN_E_UNSUPPORTED;
    *macs = -1;
    if (o->no_totals) return SN_OK;
    if (m->format && m->format == m->target_format && m->format->n_layers)
        counted = m->format->n_layers(m->graph, target, n_layers);
    if (counted == SN_E_UNSUPPORTED) { /* which writing it reports, with reasons */
        sn_ctx_clear_error(m->context->ctx);
        *n_layers = n_nodes(m->graph);
        counted = SN_OK;
    }
    SN_TRY(counted);
    return macs_of(m->graph, macs);
}

static sn_status on_changed(void *user, const sn_pass *pass, uint32_t n_fired)
{
    listener *l = user;
    l->m->cursor = (sn_cursor){0};
    return l->options->changed(l->options->user, l->m, pass->name, n_fired);
}

static sn_sibling_mode siblings_of(sn_fuse_siblings mode)
{
    if (mode == SN_FUSE_SIBLINGS_ALWAYS) return SN_SIBLINGS_ALWAYS;
    return mode == SN_FUSE_SIBLINGS_NEVER ? SN_SIBLINGS_NEVER : SN_SIBLINGS_BY_COST;
}

/* What the network is optimized for. */
static sn_status target_of(sn_model *m, const sn_optimize_options *o, const sn_spelling **out)
{
    const sn_machine *machine = NULL;
    *out = m->target;
    if (!o->compiled_for) return SN_OK;
    SN_TRY(sn_host_machine_as(m->arena, o->compiled_for, o->machine, NULL, &machine));
    sn_plan_spelling *c = SN_NEW(m->arena, sn_plan_spelling);
    *c = sn_plan_spelling_of(m->context->ctx, m->arena, machine);
    *out = &c->spelling;
    return SN_OK;
}

static sn_status run_passes(sn_model *m, const sn_optimize_options *o, sn_optimize_result *result)
{
    listener l = {.c = m->context, .m = m, .options = o};
    const sn_spelling *target = NULL;
    SN_TRY(target_of(m, o, &target));
    sn_pass_env env = {
        .ctx = m->context->ctx,
        .target = target,
        .siblings = siblings_of(o->siblings),
        .remark = on_remark,
        .remark_user = &l,
        .rewrites_only = o->rewrites_only || !o->remark,
        .counts_only = !o->remark,
    };
    if (o->verify == SN_VERIFY_DEFAULT || o->verify == SN_VERIFY_EACH) env.check = sn_check_region;
    sn_pipeline_options po = {.only = o->passes, .skip = o->skip, .user = &l, .progress = on_pass};
    po.limited = o->stop_after != 0;
    po.max_rewrites = o->stop_after == SN_STOP_AT_ONCE ? 0 : o->stop_after;
    if (o->changed) po.changed = on_changed;
    po.changed_by = o->changed_by;
    sn_pipeline_result pr = {0};
    SN_TRY(sn_pipeline_run(&env, m->graph, &po, &pr));
    result->n_rewrites = pr.n_fired - pr.n_spelling;
    result->n_checked = pr.n_checked;
    result->n_unchecked = pr.n_unchecked;
    result->n_refused = pr.n_refused;
    result->worst_rewrite = pr.worst;
    return SN_OK;
}

static sn_status optimize(sn_model *m, const sn_optimize_options *o, sn_optimize_result *out)
{
    sn_optimize_result r = {0};
    SN_TRY(sn_model_infer(m));
    SN_CHECK(m->context->ctx, sn_graph_output(m->graph), SN_E_ARG, "the network has no outputs");
    SN_TRY(totals(m, o, NULL, &r.layers_before, &r.macs_before));
    sn_model_changes(m);
    bool whole = o->verify == SN_VERIFY_DEFAULT || o->verify == SN_VERIFY_WHOLE;
    sn_graph *original = whole || o->changed ? sn_graph_clone(m->graph) : NULL;
    sn_status status = run_passes(m, o, &r);
    if (status == SN_OK && whole) status = verify_whole(m, original, &r);
    if (status == SN_OK) status = totals(m, o, m->target, &r.layers_after, &r.macs_after);
    if (status != SN_OK && original) {
        SN_PUSH(m->given_up, m->graph);
        m->graph = original;
        if (status == SN_E_DIFFERS && out) *out = r;
    }
    if (status != SN_OK) return status;
    sn_graph_destroy(original);
    if (out) *out = r;
    return SN_OK;
}

static sn_status run_only(sn_model *m, const char *const *passes)
{
    const sn_optimize_options o = {.passes = passes, .verify = SN_VERIFY_EACH, .no_totals = true};
    return sn_graph_output(m->graph) ? optimize(m, &o, NULL) : SN_OK;
}

#define WORK_OUT "fold_constants", "fold_shapes", "inline_if", "drop_identities", "drop_dead"

sn_status sn_model_work_out(sn_model *m)
{
    static const char *const only[] = {WORK_OUT, NULL};
    return run_only(m, only);
}

sn_status sn_model_legalize(sn_model *m)
{
    static const char *const only[] = {WORK_OUT, "drop_expands", "legalize", NULL};
    return run_only(m, only);
}

sn_status sn_model_recognise(sn_model *m)
{
    static const char *const only[] = {"recognise_norm",
                                       "recognise_softmax",
                                       "recognise_activation",
                                       "recognise_shuffle",
                                       "recognise_attention",
                                       "drop_dead",
                                       NULL};
    return run_only(m, only);
}

/* Formulas are read once for the passes, their checks and the comparison of the whole. */
static sn_status optimize_remembering(sn_model *m, const sn_optimize_options *options,
                                      sn_optimize_result *result)
{
    sn_ctx_remember(m->context->ctx);
    const sn_status status = optimize(m, options, result);
    sn_ctx_forget(m->context->ctx);
    return status;
}

sn_status sn_model_optimize(sn_model *m, const sn_optimize_options *options,
                            sn_optimize_result *result)
{
    sn_optimize_options o;
    SN_TAKE_OPTIONS(m->context->ctx, sn_optimize_options, &o, options);
    SN_GUARD(m->context->ctx, optimize_remembering(m, &o, result));
}

sn_status sn_bound_check(sn_ctx *ctx, double bound)
{
    SN_CHECK(ctx, bound >= 0 && isfinite(bound), SN_E_ARG,
             "the bound %g is no distance: 0 or more is expected", bound);
    return SN_OK;
}

static sn_status compare_models(sn_model *a, sn_model *b, sn_compare_options o,
                                sn_comparison *result)
{
    SN_TRY(sn_bound_check(a->context->ctx, o.bound));
    SN_CHECK(a->context->ctx, a->context == b->context, SN_E_ARG,
             "networks of two contexts: both of one are expected");
    SN_TRY(sn_model_infer(a));
    SN_TRY(sn_model_infer(b));
    return compare(a, a->graph, b->graph, o, result);
}

sn_status sn_model_compare(sn_model *a, sn_model *b, double bound, sn_comparison *result)
{
    SN_GUARD(a->context->ctx, compare_models(a, b, (sn_compare_options){.bound = bound}, result));
}

sn_status sn_model_compare_storage(sn_model *a, sn_model *b, sn_comparison *result)
{
    SN_GUARD(a->context->ctx, compare_models(a, b, (sn_compare_options){.storage = true}, result));
}
