/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/affine.h"
#include "ops/grad/reverse.h"
#include "ops/structure.h"
#include "passes/pass.h"
#include "ref/run.h"
#include "ref/unfuse.h"
#include "train/make.h"
#include "train/patterns.h"

sn_training_options sn_training_defaults(void)
{
    return (sn_training_options){.huber_delta = 1,
                                 .beta1 = 0.9,
                                 .beta2 = 0.999,
                                 .epsilon = 1e-8,
                                 .statistics_momentum = 0.1};
}

/* ---- state ----------------------------------------------------------------------------------- */

sn_value *sn_training_state(sn_training_maker *s, sn_type type, const sn_shape *shape,
                            const char *name)
{
    sn_graph *g = s->make.node->graph;
    sn_tensor *t = NULL;
    void *data = NULL;
    if (s->make.status == SN_OK)
        s->make.status = sn_tensor_create(g->ctx, type, shape, &t, &data); /* zeros */
    if (s->make.status != SN_OK) return NULL;
    sn_value *v = sn_value_const(g, t, NULL);
    sn_tensor_release(t);
    v->kind = SN_PARAM;
    sn_value_set_name(g, v, name);
    return v;
}

void sn_training_update(sn_training_maker *s, sn_value *param, sn_value *next, bool is_weight)
{
    if (!param || !next || s->make.status != SN_OK) return;
    sn_graph *g = param->def ? param->def->graph : s->make.node->graph;
    sn_graph_add_output(g, &sn_op_output, next, param->name);
    SN_PUSH(s->params,
            ((sn_training_param){param, (unsigned)sn_graph_output(g)->n_in - 1, is_weight}));
}

sn_value *sn_training_steps(sn_training_maker *s, sn_type type, sn_value **next)
{
    const sn_shape scalar = sn_shape_scalar();
    if (!s->steps) {
        s->steps = sn_training_state(s, type, &scalar, "steps");
        s->next_steps = sn_make_plus(&s->make, s->steps, 1);
        sn_training_update(s, s->steps, s->next_steps, false);
    }
    if (next) *next = s->next_steps;
    return s->steps;
}

/* ---- the network ----------------------------------------------------------------------------- */

static sn_status find_result(sn_graph *g, const char *name, sn_value **out)
{
    sn_node *output = sn_graph_output(g);
    SN_CHECK(g->ctx, output && output->n_in > 0, SN_E_ARG, "the network has no result");
    if (!name) {
        SN_CHECK(g->ctx, output->n_in == 1, SN_E_ARG,
                 "the network has %u results, and it is not said which one the loss is of",
                 (unsigned)output->n_in);
        *out = sn_in(output, 0);
        return SN_OK;
    }
    *out = sn_graph_output_named(g, name);
    SN_CHECK(g->ctx, *out, SN_E_ARG, "no result is called '%s'", name);
    return SN_OK;
}

static sn_status check_sizes(const sn_graph *g)
{
    sn_arena *arena = g->scratch;
    const sn_arena_mark mark = sn_arena_save(arena);
    size_t n = 0;
    sn_value **inputs = sn_graph_inputs(g, arena, &n);
    sn_status status = SN_OK;
    for (size_t i = 0; i < n && status == SN_OK; i++)
        if (!sn_shape_known(&inputs[i]->shape))
            status = sn_fail(g->ctx, SN_E_SHAPE, "input '%s' has sizes that are not numbers",
                             inputs[i]->name ? inputs[i]->name : "");
    sn_arena_restore(arena, mark);
    return status;
}

void sn_training_name_weights(sn_graph *g)
{
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; i < n->n_in; i++) {
            sn_value *v = sn_in(n, i);
            if (!v || v->kind == SN_RESULT || v->name || v->shape.rank == 0) continue;
            const char *role = sn_op_slot(n->op, i)->name;
            sn_value_set_name(
                g, v,
                n->name ? sn_arena_printf(g->arena, "%s.%s", n->name, role)
                        : sn_arena_printf(g->arena, "%s%u.%s", n->op->name, (unsigned)n->id, role));
        }
    }
}

sn_value *sn_training_weight(const sn_graph *g, const char *name)
{
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; i < n->n_in; i++) {
            sn_value *v = sn_in(n, i);
            if (v && v->kind != SN_RESULT && sn_is_named(v->name, name)) return v;
        }
    }
    return NULL;
}

static sn_status make_params(sn_graph *g, size_t n, sn_value *const *weights)
{
    for (size_t i = 0; i < n; i++) {
        sn_value *w = weights[i];
        const sn_tensor *plain = NULL;
        SN_TRY(sn_tensor_convert(g->ctx, w->data, w->type, &plain));
        sn_value_set_data(w, plain);
        sn_tensor_release(plain);
        w->kind = SN_PARAM;
    }
    return SN_OK;
}

/* One more input, behind all others. */
static sn_value *feed(sn_graph *g, const char *name, sn_type type, const sn_shape *shape)
{
    const sn_input_params p = {.rank = shape->rank};
    sn_node *before = g->first;
    SN_EACH_NODE(other, g)
    {
        if (sn_op_has(other->op, SN_TRAIT_INPUT)) before = other->next;
    }
    sn_node *n = sn_node_create(g, before, &sn_op_input, &p, 0, NULL, 1);
    sn_value *v = sn_out(n, 0);
    v->type = type;
    v->shape = *shape;
    sn_value_set_name(g, v, name);
    sn_node_set_name(g, n, name);
    return v;
}

/* A name that no value has. */
static const char *fresh_name(const sn_graph *g, sn_arena *arena, const char *want)
{
    const char *name = want;
    sn_value *other = NULL;
    for (int i = 2; sn_graph_values_named(g, name, &other) > 0; i++)
        name = sn_arena_printf(arena, "%s%d", want, i);
    return name;
}

typedef struct forward {
    sn_value *z, *target, *loss;
    sn_value *const *weights;
    size_t n_weights;
} forward;

static bool can_all(const sn_spelling *target, sn_ctx *ctx, const sn_op *op, const void *params,
                    uint16_t n_in)
{
    (void)target, (void)ctx, (void)op, (void)params, (void)n_in;
    return true;
}

/* Constants of floats that the file has by themselves, so that nothing else is made of them. */
static void set_kinds(const sn_graph *g, sn_kind from, sn_kind to)
{
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; i < n->n_in && !sn_op_has(n->op, SN_TRAIT_CONSTANT); i++) {
            sn_value *v = sn_in(n, i);
            if (v && !v->def && v->kind == from && v->data && sn_type_is_float(v->type))
                v->kind = to;
        }
    }
}

/* What hangs on no weight and no input becomes constants, or operators that read sizes and factors
 * would have no gradient. */
static sn_status fold_sizes(sn_graph *g)
{
    const char *const passes[] = {"fold_constants", "fold_shapes", "inline_if", NULL};
    const sn_spelling any = {.name = "a step", .can = can_all, .by_elements = true};
    const sn_pass_env env = {
        .ctx = g->ctx, .target = &any, .rewrites_only = true, .counts_only = true};
    const sn_pipeline_options options = {.only = passes};
    sn_pipeline_result done;
    set_kinds(g, SN_CONST, SN_PARAM);
    const sn_status status = sn_pipeline_run(&env, g, &options, &done);
    set_kinds(g, SN_PARAM, SN_CONST);
    return status;
}

/* Each pattern is of some weight that is trained. */
static sn_status check_patterns(const sn_graph *g, const char *const *patterns, const forward *f)
{
    for (size_t i = 0; patterns && patterns[i]; i++) {
        const char *const one[] = {patterns[i], NULL};
        bool any = false;
        for (size_t k = 0; k < f->n_weights && !any; k++)
            any = sn_matches_any(one, f->weights[k]->name);
        SN_CHECK(g->ctx, any, SN_E_ARG, "no weight is called '%s'", patterns[i]);
    }
    SN_CHECK(g->ctx, f->n_weights > 0, SN_E_ARG, "no weight is trained");
    return SN_OK;
}

/* Until the loss; the results of the network go. */
static sn_status make_forward(sn_graph *g, sn_training_maker *s, forward *f)
{
    const sn_training_options *o = s->options;
    sn_arena *arena = s->make.arena;
    SN_TRY(check_sizes(g));
    SN_TRY(find_result(g, o->result, &f->z));
    sn_unfuse(g);
    SN_TRY(fold_sizes(g));
    sn_trainable(g, o->trainable, arena, &f->weights, &f->n_weights);
    SN_TRY(check_patterns(g, o->trainable, f));
    SN_TRY(check_patterns(g, o->no_decay, f));
    SN_TRY(make_params(g, f->n_weights, f->weights));
    SN_TRY(find_result(g, o->result, &f->z));
    f->z = sn_loss_input(o->loss, f->z);
    SN_CHECK(g->ctx, sn_type_is_float(f->z->type), SN_E_ARG, "the result is no float");
    SN_CHECK(g->ctx, sn_shape_known(&f->z->shape), SN_E_SHAPE, "the result's size is not known");
    sn_node *output = sn_graph_output(g);
    for (uint16_t slot = output->n_in; slot-- > 0;) sn_node_remove_input(output, slot);
    sn_type type;
    sn_shape shape;
    SN_TRY(sn_loss_target(g->ctx, o->loss, f->z, &type, &shape));
    f->target = feed(g, fresh_name(g, arena, "target"), type, &shape);
    s->make.node = output;
    s->make.before = output;
    f->loss = sn_make_loss(&s->make, o, f->z, f->target);
    SN_TRY(s->make.status);
    sn_value_set_name(g, f->loss, fresh_name(g, arena, "loss"));
    sn_graph_add_output(g, &sn_op_output, f->loss, f->loss->name);
    return SN_OK;
}

/* What no result hangs on: what stood behind the loss's input. */
static void remove_dead(sn_graph *g)
{
    for (sn_node *n = g->last, *prev; n; n = prev) {
        prev = n->prev;
        if (!sn_node_is_read(n) && !sn_op_has(n->op, SN_TRAIT_OUTPUT | SN_TRAIT_INPUT))
            sn_node_remove(n);
    }
    sn_graph_sweep(g);
}

static sn_status make_step(sn_graph *g, sn_training_maker *s, sn_training_values *out)
{
    forward f = {0};
    SN_TRY(make_forward(g, s, &f));
    if (!s->options->frozen_statistics) SN_TRY(sn_training_batch_norms(g, s));
    SN_TRY(sn_training_use_factors(g, s, &f.z));
    SN_TRY(sn_training_dropouts(g, s, &f.z));
    sn_value **gradients = SN_NEW_N(s->make.arena, sn_value *, f.n_weights);
    SN_TRY(sn_gradients(g, NULL, f.loss, f.n_weights, f.weights, gradients));
    for (size_t i = 0; i < f.n_weights; i++)
        if (!gradients[i]) f.weights[i]->kind = SN_CONST; /* the loss does not hang on it */
    const sn_shape scalar = sn_shape_scalar();
    sn_value *rate = feed(g, fresh_name(g, s->make.arena, "learning_rate"), f.loss->type, &scalar);
    sn_training_optimize(s, f.n_weights, f.weights, gradients, rate);
    SN_TRY(s->make.status);
    remove_dead(g);
    sn_training_param *params = SN_NEW_N(g->arena, sn_training_param, s->params.n);
    for (size_t i = 0; i < s->params.n; i++) params[i] = s->params.v[i];
    *out = (sn_training_values){s->options->loss, f.loss, f.z, f.target, rate, params, s->params.n};
    return sn_infer_graph(g);
}

static sn_training_maker step_of(sn_graph *g, const sn_training_options *options, sn_arena *arena)
{
    return (sn_training_maker){.make = {.node = sn_graph_output(g), .arena = arena},
                               .options = options,
                               .params = SN_VEC_IN(arena)};
}

sn_status sn_training_make(sn_graph *g, const sn_training_options *options, sn_training_values *out)
{
    sn_arena *arena = sn_arena_create(g->ctx);
    sn_training_maker s = step_of(g, options, arena);
    const sn_status status = make_step(g, &s, out);
    sn_arena_destroy(arena);
    return status;
}

/* What is loaded as a variance may be anything: below 0 it counts as 0. */
static sn_status use_running_statistics(sn_graph *g, sn_training_maker *s)
{
    SN_EACH_NODE(n, g)
    {
        if (n->op != &sn_op_batch_normalization) continue;
        for (uint16_t i = SN_BATCH_NORM_MEAN; i < n->n_in; i++)
            if (sn_in(n, i) && sn_in(n, i)->kind == SN_CONST) sn_in(n, i)->kind = SN_PARAM;
        sn_value *var = sn_in(n, SN_BATCH_NORM_VAR);
        if (!var || var->kind != SN_PARAM) continue;
        sn_value *in[] = {var, sn_value_scalar(g, var->type, 0)};
        sn_node *max = sn_node_create(g, n, &sn_op_max, NULL, 2, in, 1);
        SN_TRY(sn_infer_node(max));
        sn_node_set_input(n, SN_BATCH_NORM_VAR, sn_out(max, 0));
    }
    return s->make.status;
}

static sn_status make_judge(sn_graph *g, sn_training_maker *s, sn_training_values *out)
{
    forward f = {0};
    SN_TRY(make_forward(g, s, &f));
    SN_TRY(use_running_statistics(g, s));
    SN_TRY(sn_training_use_factors(g, s, &f.z));
    sn_graph_add_output(g, &sn_op_output, f.z, fresh_name(g, s->make.arena, "result"));
    remove_dead(g);
    *out = (sn_training_values){
        .kind = s->options->loss, .loss = f.loss, .result = f.z, .target = f.target};
    return sn_infer_graph(g);
}

sn_status sn_training_make_judge(sn_graph *g, const sn_training_options *options,
                                 sn_training_values *out)
{
    sn_arena *arena = sn_arena_create(g->ctx);
    sn_training_maker s = step_of(g, options, arena);
    const sn_status status = make_judge(g, &s, out);
    sn_arena_destroy(arena);
    return status;
}
