/* SPDX-License-Identifier: Apache-2.0
 *
 * Training a network: its step and its judge as graphs, and the loop's one turn. */
#include "api/trainer.h"

#include <math.h>
#include <string.h>

#include "ops/structure.h"
#include "passes/batch_axis.h"
#include "ref/run.h"

/* ---- options --------------------------------------------------------------------------------- */

static double or_usual(double v, double usual) { return v != 0 ? v : usual; }

static sn_status check_numbers(sn_ctx *ctx, const sn_train_options *o)
{
    const struct {
        const char *what;
        double v, end;
    } numbers[] = {{"momentum", o->momentum, 1},
                   {"beta1", o->beta1, 1},
                   {"beta2", o->beta2, 1},
                   {"epsilon", o->epsilon, INFINITY},
                   {"weight decay", o->weight_decay, INFINITY},
                   {"the norm to clip to", o->clip_norm, INFINITY},
                   {"Huber's distance", o->huber_delta, INFINITY},
                   {"the weight of a batch in statistics", o->statistics_momentum, 1.0000001}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        SN_CHECK(ctx, numbers[i].v >= 0 && numbers[i].v < numbers[i].end, SN_E_ARG,
                 "%s is %g, at least 0 and less than %g expected", numbers[i].what, numbers[i].v,
                 numbers[i].end);
    SN_CHECK(ctx, o->memory >= 0, SN_E_ARG, "%lld bytes of memory: 0 or more are expected",
             (long long)o->memory);
    SN_CHECK(ctx, !o->nesterov || o->momentum > 0, SN_E_ARG,
             "Nesterov's is a momentum, which is 0");
    return SN_OK;
}

static sn_status unknown(sn_ctx *ctx, const char *what, const char *name, const char *(*at)(int),
                         int n)
{
    sn_arena *arena = sn_arena_create(ctx);
    sn_str known;
    sn_str_init(&known, arena);
    for (int i = 0; i < n; i++) sn_str_addf(&known, "%s%s", i ? ", " : "", at(i));
    const sn_status status = sn_fail(ctx, SN_E_ARG, "no %s is called '%s'; there are %s", what,
                                     sn_escape(arena, name), known.s);
    sn_arena_destroy(arena);
    return status;
}

static const char *loss_at(int i) { return sn_loss_name((sn_loss)i); }
static const char *optimizer_at(int i) { return sn_optimizer_name((sn_optimizer)i); }

static const char *form_at(int i) { return sn_restructuring_name((sn_restructuring)i); }

static sn_status read_form(sn_ctx *ctx, const char *name, sn_restructuring *out)
{
    for (int i = 0; i < SN_N_RESTRUCTURINGS; i++) {
        if (strcmp(form_at(i), name) != 0) continue;
        *out = (sn_restructuring)i;
        return SN_OK;
    }
    return unknown(ctx, "form of batch norms", name, form_at, SN_N_RESTRUCTURINGS);
}

static sn_status read_options(sn_ctx *ctx, const sn_train_options *o, sn_training_options *out)
{
    *out = sn_training_defaults();
    SN_CHECK(ctx, o->loss, SN_E_ARG, "no loss is given");
    SN_TRY(check_numbers(ctx, o));
    if (!sn_loss_find(o->loss, &out->loss))
        return unknown(ctx, "loss", o->loss, loss_at, SN_N_LOSSES);
    if (o->optimizer && !sn_optimizer_find(o->optimizer, &out->optimizer))
        return unknown(ctx, "optimizer", o->optimizer, optimizer_at, SN_N_OPTIMIZERS);
    out->momentum = o->momentum;
    out->nesterov = o->nesterov;
    out->beta1 = or_usual(o->beta1, out->beta1);
    out->beta2 = or_usual(o->beta2, out->beta2);
    out->epsilon = or_usual(o->epsilon, out->epsilon);
    out->weight_decay = o->weight_decay;
    out->clip_norm = o->clip_norm;
    out->huber_delta = or_usual(o->huber_delta, out->huber_delta);
    out->statistics_momentum = or_usual(o->statistics_momentum, out->statistics_momentum);
    out->frozen_statistics = o->frozen_statistics;
    out->biased_variance = o->biased_variance;
    out->trainable = o->trainable && o->trainable[0] ? o->trainable : NULL;
    out->no_decay = o->no_decay;
    out->result = o->result;
    out->seed = o->seed;
    return SN_OK;
}

/* ---- making ---------------------------------------------------------------------------------- */

/* Every input has an axis of images in front whose size is open, and no other that is: a copy with
 * so many. */
static sn_graph *filled(const sn_graph *g, int n, sn_arena *arena)
{
    size_t n_inputs = 0;
    sn_value **of_g = sn_graph_inputs(g, arena, &n_inputs);
    bool fits = n_inputs > 0;
    for (size_t i = 0; i < n_inputs && fits; i++) {
        sn_shape s = of_g[i]->shape;
        fits = s.rank > 0 && !sn_dim_known(s.d[0]);
        if (fits) s.d[0] = n;
        fits = fits && sn_shape_known(&s);
    }
    if (!fits) return NULL;
    sn_graph *made = sn_graph_clone(g);
    sn_value **inputs = sn_graph_inputs(made, arena, &n_inputs);
    for (size_t i = 0; i < n_inputs; i++) {
        sn_shape s = inputs[i]->shape;
        s.d[0] = n;
        sn_value_set_shape(inputs[i], &s);
    }
    return made;
}

/* Whether all inputs have so many of something in front, and more axes behind. */
static bool has_in_front(const sn_graph *g, int n, sn_arena *arena)
{
    size_t n_inputs = 0;
    sn_value **inputs = sn_graph_inputs(g, arena, &n_inputs);
    bool has = n_inputs > 0;
    for (size_t i = 0; i < n_inputs; i++)
        has = has && inputs[i]->shape.rank > 1 && inputs[i]->shape.d[0] == n;
    return has;
}

/* A copy with that many images, of one that has known sizes. */
static sn_status batched(sn_model *m, int n, sn_arena *arena, sn_graph **out)
{
    sn_graph *image = NULL;
    const char *why = NULL;
    int64_t found = 0;
    sn_status status = sn_batch_is_in_front(m->graph) || has_in_front(m->graph, n, arena)
                           ? sn_batch_drop(m->graph, false, arena, &image, &found, &why)
                           : SN_OK;
    if (status == SN_OK && image && found == n) {
        *out = sn_graph_clone(m->graph);
    } else if (status == SN_OK && image && found > 1) {
        status = sn_fail(m->context->ctx, SN_E_ARG,
                         "the network has a batch of %lld already, and %d images are asked for",
                         (long long)found, n);
    } else if (status == SN_OK) {
        status = sn_batch_add(image ? image : m->graph, n, arena, out, &why);
        if (status == SN_OK && !*out)
            status = sn_fail(m->context->ctx, SN_E_UNSUPPORTED,
                             "there is no network of %d images: %s", n, why);
    }
    sn_graph_destroy(image);
    return status;
}

/* A copy of that many images, 0: as many as it has, whose sizes are numbers: those of the file
 * where nothing else is said. */
static sn_status sized_in(sn_model *m, int n, sn_arena *arena, sn_graph **out)
{
    sn_graph *open = n > 0 ? filled(m->graph, n, arena) : NULL;
    if (open) {
        const sn_status status = sn_infer_graph(open);
        if (status == SN_OK)
            *out = open;
        else
            sn_graph_destroy(open);
        return status;
    }
    sn_str said;
    sn_str_init(&said, m->arena);
    SN_TRY(sn_model_pin_hints(m, arena, &said));
    if (said.n) sn_note(m->context->ctx, "it is trained at the sizes in the file, %s", said.s);
    if (n > 0) return batched(m, n, arena, out);
    *out = sn_graph_clone(m->graph);
    return SN_OK;
}

static sn_status sized(sn_model *m, int n, sn_graph **out)
{
    sn_arena *arena = sn_arena_create(m->context->ctx);
    const sn_status status = sized_in(m, n, arena, out);
    sn_arena_destroy(arena);
    return status;
}

static sn_model *model_of(sn_model *m, sn_graph *g)
{
    sn_model *made = sn_model_of_graph(m->context, g, m->format);
    made->inferred = made->told_hint = true; /* hints are of other numbers of images */
    return made;
}

/* What no step changes stays a constant of the judge. */
static void keep_constants(const sn_trainer *t, sn_graph *judge)
{
    SN_EACH_NODE(n, judge)
    {
        for (uint16_t i = 0; i < n->n_in; i++) {
            sn_value *v = sn_in(n, i);
            bool changes = false;
            if (!v || v->kind != SN_PARAM) continue;
            for (size_t k = 0; k < t->values.n_params && !changes; k++)
                changes = sn_is_named(t->values.params[k].value->name, v->name);
            if (!changes) v->kind = SN_CONST;
        }
    }
}

static sn_status create(sn_model *m, const sn_train_options *options, sn_trainer **out)
{
    sn_training_options o;
    sn_ctx *ctx = m->context->ctx;
    sn_restructuring how = SN_RESTRUCTURE_FUSED;
    SN_TRY(read_options(ctx, options, &o));
    if (options->batch_norms) SN_TRY(read_form(ctx, options->batch_norms, &how));
    o.shares_moments = how == SN_RESTRUCTURE_FUSED;
    SN_TRY(sn_model_infer(m));
    sn_training_name_weights(m->graph);
    sn_graph *base = NULL;
    SN_TRY(sized(m, options->batch, &base));
    sn_arena *arena = sn_arena_create(ctx);
    sn_trainer *t = SN_NEW(arena, sn_trainer);
    sn_graph *judge = sn_graph_clone(base);
    *t = (sn_trainer){.of = m,
                      .step = model_of(m, base),
                      .judge = model_of(m, judge),
                      .optimizer = o.optimizer,
                      .restructuring = how,
                      .memory = options->memory,
                      .arena = arena};
    sn_status status = sn_training_make(base, &o, &t->values);
    if (status == SN_OK) status = sn_training_make_judge(judge, &o, &t->judged);
    if (status == SN_OK) keep_constants(t, judge);
    if (status != SN_OK) sn_trainer_destroy(t);
    if (status == SN_OK) *out = t;
    return status;
}

sn_status sn_trainer_create(sn_model *m, const sn_train_options *options, sn_trainer **out)
{
    sn_train_options o;
    SN_TAKE_OPTIONS(m->context->ctx, sn_train_options, &o, options);
    SN_GUARD(m->context->ctx, create(m, &o, out));
}

void sn_trainer_destroy(sn_trainer *t)
{
    if (!t) return;
    sn_executable_destroy(t->step_code.code);
    sn_executable_destroy(t->judge_code.code);
    sn_model_destroy(t->step);
    sn_model_destroy(t->judge);
    sn_arena_destroy(t->block);
    sn_arena_destroy(t->arena);
}

sn_model *sn_trainer_step(sn_trainer *t) { return t->step; }

sn_status sn_trainer_target(sn_trainer *t, sn_value_info *out)
{
    sn_value_describe(t->values.target, t->values.target->name, out);
    return SN_OK;
}

/* ---- as code --------------------------------------------------------------------------------- */

/* Every PARAM becomes an input, called as it is; results of that name are called "NAME.next". */
static void feed_params(sn_graph *g, const sn_graph *of, sn_arena *arena, sn_trained_code *c)
{
    SN_VEC(sn_value *) found = SN_VEC_IN(arena);
    sn_node *output = sn_graph_output(g);
    sn_node *before = g->first;
    SN_EACH_NODE(n, g)
    {
        if (sn_op_has(n->op, SN_TRAIT_INPUT)) before = n->next;
    }
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; i < n->n_in; i++) {
            sn_value *v = sn_in(n, i);
            if (!v || v->kind != SN_PARAM) continue;
            const char *name = v->name;
            const sn_input_params p = {.rank = v->shape.rank};
            sn_node *fed = sn_node_create(g, before, &sn_op_input, &p, 0, NULL, 1);
            sn_value *in = sn_out(fed, 0);
            in->type = v->type;
            in->shape = v->shape;
            SN_EACH_USE(u, v) { sn_node_set_input(u->node, u->slot, in); }
            sn_value_set_name(g, v, NULL);
            sn_value_set_name(g, in, name);
            sn_node_set_name(g, fed, name);
            SN_PUSH(found, in);
        }
    }
    c->params = SN_NEW_N(arena, sn_value *, found.n + 1);
    c->n_params = found.n;
    for (size_t i = 0; i < found.n; i++) c->params[i] = sn_training_weight(of, found.v[i]->name);
    for (unsigned i = 0; i < output->n_in; i++) {
        const char *name = sn_output_name(output, i);
        for (size_t k = 0; k < found.n; k++)
            if (sn_is_named(found.v[k]->name, name))
                sn_output_set_name(output, i, sn_arena_printf(g->arena, "%s.next", name));
    }
}

sn_model *sn_trainer_fed(sn_trainer *t, const sn_graph *g, sn_trained_code *c)
{
    sn_graph *fed = sn_graph_clone(g);
    size_t n_image_inputs = 0;
    (void)sn_graph_inputs(fed, t->arena, &n_image_inputs);
    feed_params(fed, g, t->arena, c);
    sn_model *m = sn_model_of_graph(t->of->context, fed, t->of->format);
    m->told_hint = m->told_images = true; /* images meet, as they are to */
    m->n_image_inputs = n_image_inputs;
    m->restructuring = t->restructuring;
    if (g == t->step->graph) m->memory = t->memory;
    return m;
}

static sn_status compile_graph(sn_trainer *t, const sn_graph *g, const sn_compile_options *options,
                               sn_trained_code *c)
{
    if (c->code) return SN_OK;
    sn_model *fed = sn_trainer_fed(t, g, c);
    const sn_status status = sn_executable_create(fed, options, &c->code);
    sn_model_destroy(fed);
    return status;
}

static sn_status compile_both(sn_trainer *t, const sn_compile_options *options)
{
    sn_compile_options o;
    SN_TAKE_OPTIONS(t->of->context->ctx, sn_compile_options, &o, options);
    o.batch = 0;
    SN_TRY(compile_graph(t, t->step->graph, &o, &t->step_code));
    return compile_graph(t, t->judge->graph, &o, &t->judge_code);
}

sn_status sn_trainer_compile(sn_trainer *t, const sn_compile_options *options)
{
    SN_GUARD(t->of->context->ctx, compile_both(t, options));
}

static sn_status groups_of(sn_trainer *t, const sn_compile_options *options, sn_groups_info *out)
{
    sn_trained_code code = {0};
    sn_compile_options o;
    SN_TAKE_OPTIONS(t->of->context->ctx, sn_compile_options, &o, options);
    o.batch = 0;
    sn_model *fed = sn_trainer_fed(t, t->step->graph, &code);
    const sn_status status = sn_model_groups(fed, &o, out);
    sn_model_destroy(fed);
    return status;
}

sn_status sn_trainer_groups(sn_trainer *t, const sn_compile_options *options, sn_groups_info *out)
{
    SN_GUARD(t->of->context->ctx, groups_of(t, options, out));
}

static sn_status time_step(sn_trainer *t, const sn_compile_options *options, uint32_t rounds,
                           sn_train_timing *out)
{
    sn_compile_options o;
    SN_TAKE_OPTIONS(t->of->context->ctx, sn_compile_options, &o, options);
    o.batch = 0;
    SN_TRY(compile_graph(t, t->step->graph, &o, &t->step_code));
    SN_TRY(sn_executable_bench(t->step_code.code, rounds, &out->step));
    sn_executable_describe(t->step_code.code, &out->info);
    out->n_forward = out->step.made[0]; /* the loss is the first result */
    return SN_OK;
}

sn_status sn_trainer_bench(sn_trainer *t, const sn_compile_options *options, uint32_t rounds,
                           sn_train_timing *out)
{
    SN_GUARD(t->of->context->ctx, time_step(t, options, rounds, out));
}

/* Feeds in the order of the graph's inputs; results as sn_run_graph gives them. */
static sn_status run_code(sn_trainer *t, const sn_graph *g, const sn_trained_code *c,
                          const sn_tensor *const *feeds, size_t n_feeds, const sn_tensor **results)
{
    sn_arena *scratch = g->scratch;
    const sn_node *output = sn_graph_output(g);
    const void **in = SN_NEW_N(scratch, const void *, n_feeds + c->n_params + 1);
    void **out = SN_NEW_N(scratch, void *, output->n_in + 1u);
    for (size_t i = 0; i < n_feeds; i++) in[i] = sn_tensor_data(feeds[i]);
    for (size_t i = 0; i < c->n_params; i++) in[n_feeds + i] = sn_tensor_data(c->params[i]->data);
    for (uint16_t i = 0; i < output->n_in; i++) {
        sn_tensor *made = NULL;
        const sn_value *v = sn_in(output, i);
        SN_TRY(sn_tensor_create(t->of->context->ctx, v->type, &v->shape, &made, &out[i]));
        results[i] = made;
    }
    return sn_executable_run(c->code, in, out);
}

/* ---- states ---------------------------------------------------------------------------------- */

uint32_t sn_trainer_n_states(const sn_trainer *t) { return (uint32_t)t->values.n_params; }

sn_status sn_trainer_state(sn_trainer *t, uint32_t index, sn_train_state *out)
{
    sn_ctx *ctx = t->of->context->ctx;
    SN_CHECK(ctx, index < t->values.n_params, SN_E_ARG, "state %u of %zu", (unsigned)index,
             t->values.n_params);
    const sn_training_param *p = &t->values.params[index];
    *out = (sn_train_state){.of_network = p->is_weight,
                            .array = sn_array_of(p->value->data, p->value->name, NULL)};
    return SN_OK;
}

static bool is_finite(const sn_tensor *t)
{
    if (t->type == SN_TYPE_f32) {
        const float *v = sn_tensor_f32(t);
        float sum = 0; /* of what is 0 for each that is finite */
        for (int64_t i = 0; i < sn_tensor_count(t); i++) sum += v[i] - v[i];
        return sum == 0;
    }
    for (int64_t i = 0; i < sn_tensor_count(t); i++)
        if (!isfinite(sn_tensor_at(t, i))) return false;
    return true;
}

sn_status sn_trainer_state_of(sn_trainer *t, size_t index, const void *elements, sn_tensor **out)
{
    sn_ctx *ctx = t->of->context->ctx;
    const sn_value *v = t->values.params[index].value;
    sn_tensor *made = NULL;
    void *data = NULL;
    SN_TRY(sn_tensor_create(ctx, v->type, &v->shape, &made, &data));
    memcpy(data, elements, (size_t)made->n_bytes);
    if (is_finite(made)) {
        *out = made;
        return SN_OK;
    }
    sn_tensor_release(made);
    return sn_fail(ctx, SN_E_NOT_FINITE, "what '%s' is to hold is not finite",
                   sn_escape(t->arena, v->name));
}

static sn_status set_state(sn_trainer *t, uint32_t index, const void *elements)
{
    sn_tensor *made = NULL;
    SN_CHECK(t->of->context->ctx, index < t->values.n_params, SN_E_ARG, "state %u of %zu",
             (unsigned)index, t->values.n_params);
    SN_TRY(sn_trainer_state_of(t, index, elements, &made));
    sn_value_set_data(t->values.params[index].value, made);
    sn_tensor_release(made);
    return SN_OK;
}

sn_status sn_trainer_set_state(sn_trainer *t, uint32_t index, const void *elements)
{
    SN_GUARD(t->of->context->ctx, set_state(t, index, elements));
}

/* ---- a step ---------------------------------------------------------------------------------- */

/* Classes outside 0 .. n - 1 would count as none, and the blank is no label. */
static sn_status check_classes(sn_trainer *t, const sn_tensor *target)
{
    int64_t least, most;
    if (sn_type_is_float(target->type)) return SN_OK;
    const bool blank = sn_loss_classes(t->values.kind, &t->values.result->shape, &least, &most);
    for (int64_t i = 0; i < sn_tensor_count(target); i++) {
        const double c = sn_tensor_at(target, i);
        SN_CHECK(t->of->context->ctx, c >= (double)least && c <= (double)most, SN_E_ARG,
                 "element %lld of the target is %.0f, a class of %lld to %lld expected",
                 (long long)i, c, (long long)least, (long long)most);
        SN_CHECK(t->of->context->ctx, c != 0 || !blank, SN_E_ARG,
                 "element %lld of the target is 0: that is the blank, not a label", (long long)i);
    }
    return SN_OK;
}

typedef struct turn {
    const sn_tensor **feeds, **results;
    size_t n_feeds, n_results;
} turn;

/* Inputs of g: those of the network in order, the target, the rate. */
static sn_status feed_all(sn_trainer *t, const sn_graph *g, const sn_training_values *values,
                          const sn_trained_code *code, const void *const *inputs, double rate,
                          turn *run)
{
    sn_ctx *ctx = t->of->context->ctx;
    sn_arena *scratch = g->scratch;
    sn_value **fed = sn_graph_inputs(g, scratch, &run->n_feeds);
    run->feeds = SN_NEW_N(scratch, const sn_tensor *, run->n_feeds + 1);
    size_t next = 0;
    for (size_t i = 0; i < run->n_feeds; i++) {
        sn_tensor *made = NULL;
        void *data = NULL;
        if (fed[i] == values->learning_rate) {
            run->feeds[i] = sn_tensor_scalar(ctx, fed[i]->type, rate);
            continue;
        }
        SN_TRY(sn_tensor_create(ctx, fed[i]->type, &fed[i]->shape, &made, &data));
        run->feeds[i] = made;
        if (fed[i] != values->target) memcpy(data, inputs[next++], (size_t)made->n_bytes);
    }
    for (size_t i = 0; i < run->n_feeds; i++) {
        if (fed[i] != values->target) continue;
        memcpy((void *)(uintptr_t)sn_tensor_data(run->feeds[i]), inputs[next],
               (size_t)run->feeds[i]->n_bytes);
        SN_TRY(check_classes(t, run->feeds[i]));
    }
    run->n_results = sn_graph_output(g)->n_in;
    run->results = SN_NEW_N(scratch, const sn_tensor *, run->n_results);
    return code->code ? run_code(t, g, code, run->feeds, run->n_feeds, run->results)
                      : sn_run_graph(g, run->feeds, run->n_feeds, NULL, run->results);
}

static void release(turn *run)
{
    if (run->feeds) sn_tensors_release(run->feeds, run->n_feeds);
    if (run->results) sn_tensors_release(run->results, run->n_results);
}

static sn_status commit(sn_trainer *t, const turn *run, double *loss)
{
    sn_ctx *ctx = t->of->context->ctx;
    *loss = sn_tensor_at(run->results[0], 0);
    SN_CHECK(ctx, isfinite(*loss), SN_E_NOT_FINITE, "the loss is %g, and nothing is changed",
             *loss);
    for (size_t i = 0; i < t->values.n_params; i++) {
        const sn_training_param *p = &t->values.params[i];
        SN_CHECK(ctx, is_finite(run->results[p->result]), SN_E_NOT_FINITE,
                 "'%s' would not be finite, and nothing is changed",
                 sn_escape(t->arena, p->value->name));
    }
    for (size_t i = 0; i < t->values.n_params; i++)
        sn_value_set_data(t->values.params[i].value, run->results[t->values.params[i].result]);
    return SN_OK;
}

static sn_status run_step(sn_trainer *t, const void *const *inputs, double rate, double *loss)
{
    sn_graph *g = t->step->graph;
    SN_CHECK(t->of->context->ctx, isfinite(rate), SN_E_ARG, "the learning rate is not finite");
    const sn_arena_mark mark = sn_arena_save(g->scratch);
    turn run = {0};
    sn_status status = feed_all(t, g, &t->values, &t->step_code, inputs, rate, &run);
    if (status == SN_OK) status = commit(t, &run, loss);
    release(&run);
    sn_arena_restore(g->scratch, mark);
    return status;
}

sn_status sn_trainer_run(sn_trainer *t, const void *const *inputs, double learning_rate,
                         double *loss)
{
    SN_GUARD(t->of->context->ctx, run_step(t, inputs, learning_rate, loss));
}

/* ---- what it has learnt ---------------------------------------------------------------------- */

/* The weights of the network as they are, by name. */
static sn_status hand_over(sn_trainer *t, sn_graph *g, bool all)
{
    for (size_t i = 0; i < t->values.n_params; i++) {
        const sn_training_param *p = &t->values.params[i];
        if (!p->is_weight) continue;
        sn_value *v = sn_training_weight(g, p->value->name);
        SN_CHECK(g->ctx, v || !all, SN_E_INTERNAL, "there is no weight '%s'", p->value->name);
        if (v) sn_value_set_data(v, p->value->data);
    }
    return SN_OK;
}

static sn_status evaluate(sn_trainer *t, const void *const *inputs, double *loss, sn_array *result)
{
    sn_graph *g = t->judge->graph;
    SN_TRY(hand_over(t, g, false));
    const sn_arena_mark mark = sn_arena_save(g->scratch);
    turn run = {0};
    sn_status status = feed_all(t, g, &t->judged, &t->judge_code, inputs, 0, &run);
    if (status == SN_OK) {
        *loss = sn_tensor_at(run.results[0], 0);
        sn_arena_destroy(t->judge->results);
        t->judge->results = NULL;
        t->judge->results = sn_arena_create(g->ctx);
        *result = sn_array_of(run.results[1], "result", t->judge->results);
    }
    release(&run);
    sn_arena_restore(g->scratch, mark);
    return status;
}

sn_status sn_trainer_evaluate(sn_trainer *t, const void *const *inputs, double *loss,
                              sn_array *result)
{
    SN_GUARD(t->of->context->ctx, evaluate(t, inputs, loss, result));
}

static sn_status store(sn_trainer *t)
{
    sn_model_changes(t->of);
    return hand_over(t, t->of->graph, true);
}

sn_status sn_trainer_store(sn_trainer *t) { SN_GUARD(t->of->context->ctx, store(t)); }
