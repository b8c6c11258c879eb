/* SPDX-License-Identifier: Apache-2.0
 *
 * Updates as PyTorch's optimizers make them: momentum without dampening, epsilon of Adam added to
 * the root of the corrected second moment. */
#include <math.h>
#include <string.h>

#include "ops/cast.h"
#include "train/make.h"
#include "train/patterns.h"

static const char *const names[] = {
#define OPTIMIZER(id, name, what) [SN_OPTIMIZER_##id] = name,
#include "train/optimizers.def"
#undef OPTIMIZER
};

const char *sn_optimizer_name(sn_optimizer optimizer) { return names[optimizer]; }

bool sn_optimizer_find(const char *name, sn_optimizer *out)
{
    for (int i = 0; i < SN_N_OPTIMIZERS; i++)
        if (strcmp(names[i], name) == 0) {
            *out = (sn_optimizer)i;
            return true;
        }
    return false;
}

static sn_value *state_of(sn_training_maker *s, const sn_value *w, const char *what)
{
    const char *name = sn_arena_printf(s->make.arena, "%s.%s", w->name, what);
    return sn_training_state(s, w->type, &w->shape, name);
}

/* Floats of another type where weights and loss are of several. */
static sn_value *as_type(sn_grad *m, sn_value *v, sn_type type)
{
    const sn_cast_params p = {.to = type, .saturate = 1};
    return !v || v->type == type ? v : sn_grad_of_one(m, &sn_op_cast, &p, v);
}

/* a * b + (1 - b) * next, one step of a running mean. */
static sn_value *running(sn_grad *m, sn_value *old, sn_value *next, double keep)
{
    return sn_grad_add(m, sn_grad_scaled(m, old, keep), sn_grad_scaled(m, next, 1 - keep));
}

static double decay_of(const sn_training_options *o, const sn_value *w)
{
    return o->no_decay && sn_matches_any(o->no_decay, w->name) ? 0 : o->weight_decay;
}

/* ---- each ------------------------------------------------------------------------------------ */

static sn_value *by_sgd(sn_training_maker *s, sn_value *w, sn_value *g, sn_value *rate)
{
    const sn_training_options *o = s->options;
    sn_grad *m = &s->make;
    const double decay = decay_of(o, w);
    if (decay != 0) g = sn_grad_add(m, g, sn_grad_scaled(m, w, decay));
    if (o->momentum != 0) {
        sn_value *v = state_of(s, w, "momentum");
        sn_value *next = sn_grad_add(m, sn_grad_scaled(m, v, o->momentum), g);
        sn_training_update(s, v, next, false);
        g = o->nesterov ? sn_grad_add(m, g, sn_grad_scaled(m, next, o->momentum)) : next;
    }
    return sn_grad_sub(m, w, sn_grad_mul(m, g, as_type(m, rate, w->type)));
}

/* What the means of t steps are divided by: 1 - beta^t, as -expm1(t log beta), since in f32 little
 * is left of 1 - 0.999. */
typedef struct corrections {
    sn_value *first, *second;
} corrections;

static sn_value *correction(sn_grad *m, sn_value *steps, double beta)
{
    if (!steps) return NULL;
    sn_value *power = sn_grad_scaled(m, steps, log(beta));
    return sn_grad_scaled(m, sn_grad_of_one(m, &sn_op_expm1, NULL, power), -1);
}

static sn_value *by_adam(sn_training_maker *s, sn_value *w, sn_value *g, sn_value *rate,
                         const corrections *c)
{
    const sn_training_options *o = s->options;
    sn_grad *m = &s->make;
    const double decay = decay_of(o, w);
    sn_value *from = w, *of_first = as_type(m, c->first, w->type),
             *of_second = as_type(m, c->second, w->type);
    rate = as_type(m, rate, w->type);
    if (decay != 0 && o->optimizer == SN_OPTIMIZER_ADAM)
        g = sn_grad_add(m, g, sn_grad_scaled(m, w, decay));
    if (decay != 0 && o->optimizer == SN_OPTIMIZER_ADAMW)
        from = sn_grad_sub(m, w, sn_grad_mul(m, sn_grad_scaled(m, w, decay), rate));
    sn_value *first = state_of(s, w, "first_moment"), *second = state_of(s, w, "second_moment");
    sn_value *mean = running(m, first, g, o->beta1),
             *square = running(m, second, sn_grad_of_one(m, &sn_op_square, NULL, g), o->beta2);
    sn_training_update(s, first, mean, false);
    sn_training_update(s, second, square, false);
    sn_value *root = sn_grad_of_one(m, &sn_op_sqrt, NULL, sn_grad_div(m, square, of_second));
    sn_value *step =
        sn_grad_div(m, sn_grad_div(m, mean, of_first), sn_make_plus(m, root, o->epsilon));
    return sn_grad_sub(m, from, sn_grad_mul(m, step, rate));
}

/* ---- all ------------------------------------------------------------------------------------- */

/* Gradients times min(1, most / (norm + 1e-6)), the norm being that of all together. */
static void clip(sn_training_maker *s, size_t n, sn_value **gradients)
{
    sn_grad *m = &s->make;
    sn_value *squares = NULL;
    for (size_t i = 0; i < n; i++) {
        sn_value *g = gradients[i];
        if (!g) continue;
        sn_value *sum = sn_grad_summed(m, sn_grad_of_one(m, &sn_op_square, NULL, g),
                                       (1u << g->shape.rank) - 1, false);
        squares = squares ? sn_grad_add(m, squares, as_type(m, sum, squares->type)) : sum;
    }
    sn_value *norm = sn_grad_of_one(m, &sn_op_sqrt, NULL, squares);
    if (!norm) return;
    sn_value *factor = sn_grad_div(m, sn_grad_number(m, norm->type, s->options->clip_norm),
                                   sn_make_plus(m, norm, 1e-6));
    factor = sn_grad_of_two(m, &sn_op_min, NULL, factor, sn_grad_number(m, norm->type, 1));
    for (size_t i = 0; i < n; i++)
        if (gradients[i])
            gradients[i] = sn_grad_mul(m, gradients[i], as_type(m, factor, gradients[i]->type));
}

void sn_training_optimize(sn_training_maker *s, size_t n, sn_value *const *weights,
                          sn_value **gradients, sn_value *rate)
{
    const sn_training_options *o = s->options;
    corrections c = {NULL, NULL};
    if (o->clip_norm > 0) clip(s, n, gradients);
    if (o->optimizer != SN_OPTIMIZER_SGD) {
        sn_value *next = NULL;
        (void)sn_training_steps(s, rate->type, &next);
        c = (corrections){correction(&s->make, next, o->beta1),
                          correction(&s->make, next, o->beta2)};
    }
    for (size_t i = 0; i < n; i++) {
        if (!gradients[i]) continue;
        sn_value *next = o->optimizer == SN_OPTIMIZER_SGD
                             ? by_sgd(s, weights[i], gradients[i], rate)
                             : by_adam(s, weights[i], gradients[i], rate, &c);
        sn_training_update(s, weights[i], next, true);
    }
}
