/* SPDX-License-Identifier: Apache-2.0 */
#include "differences.h"

#include <math.h>

#include "base/num.h"
#include "base/vec.h"
#include "ops/grad/reverse.h"
#include "ref/run.h"
#include "train/make.h"

enum { MOST_ELEMENTS = 48 }; /* of a value that are moved */

static sn_status drawn(const gradient_check *c, sn_rng *rng, double low, double high,
                       const sn_shape *shape, const sn_tensor **out)
{
    sn_tensor *t = NULL;
    void *data = NULL;
    SN_TRY(sn_tensor_create(c->ctx, SN_TYPE_f64, shape, &t, &data));
    for (int64_t i = 0; i < sn_tensor_count(t); i++)
        ((double *)data)[i] = sn_rng_uniform(rng, low, high);
    *out = t;
    return SN_OK;
}

/* Inputs, then constants. */
static void find_values(const gradient_check *c, sn_value ***values, size_t *n)
{
    const sn_graph *g = c->g;
    SN_VEC(sn_value *) found = SN_VEC_IN(c->arena);
    bool *seen = SN_NEW_N(c->arena, bool, g->n_ids);
    SN_EACH_NODE(node, g)
    {
        for (uint16_t i = 0; sn_op_has(node->op, SN_TRAIT_INPUT) && i < node->n_out; i++)
            if (sn_out(node, i)->type == SN_TYPE_f64) SN_PUSH(found, sn_out(node, i));
        for (uint16_t i = 0; i < node->n_in; i++) {
            sn_value *v = sn_in(node, i);
            if (!v || v->kind == SN_RESULT || v->type != SN_TYPE_f64 || seen[v->id]) continue;
            if (!v->name && !c->all_constants) continue;
            if (sn_op_has(node->op, SN_TRAIT_CONSTANT)) continue;
            seen[v->id] = true;
            SN_PUSH(found, v);
        }
    }
    *values = found.v;
    *n = found.n;
}

static sn_status add_loss(gradient_check *c, sn_value **loss)
{
    sn_graph *g = c->g;
    sn_node *output = sn_graph_output(g);
    sn_grad m = {.node = output, .before = output, .arena = c->arena};
    sn_rng rng = sn_rng_of(7);
    sn_value *sum = NULL;
    for (uint16_t i = 0; i < output->n_in; i++) {
        sn_value *y = sn_in(output, i);
        const sn_tensor *factors = NULL;
        if (y->type != SN_TYPE_f64) continue;
        SN_TRY(drawn(c, &rng, 0.5, 1.5, &y->shape, &factors));
        sn_value *part = sn_grad_mul(&m, y, sn_value_const(g, factors, NULL));
        sn_tensor_release(factors);
        part = part ? sn_grad_summed(&m, part, (1u << y->shape.rank) - 1, false) : NULL;
        sum = sum ? sn_grad_add(&m, sum, part) : part;
    }
    *loss = sum;
    SN_CHECK(c->ctx, sum || m.status != SN_OK, SN_E_ARG, "the graph has no result of floats");
    return m.status;
}

typedef struct differences {
    gradient_check *c;
    sn_graph *g;
    const sn_tensor **feeds, **results;
    size_t n_feeds;
    uint16_t n_results;
    double rounding; /* how far off the loss is by rounding */
} differences;

/* The loss is result 0. */
static sn_status loss_of(const differences *d, double *loss)
{
    SN_TRY(sn_run_graph(d->g, d->feeds, d->n_feeds, NULL, d->results));
    *loss = sn_tensor_at(d->results[0], 0);
    sn_tensors_release(d->results, d->n_results);
    return SN_OK;
}

static sn_status moved(const differences *d, double *element, double by, double *loss)
{
    const double was = *element;
    *element = was + by;
    const sn_status status = loss_of(d, loss);
    *element = was;
    return status;
}

static sn_status slope_of(const differences *d, double *element, double h, double *slope)
{
    double above = 0, below = 0;
    SN_TRY(moved(d, element, h, &above));
    SN_TRY(moved(d, element, -h, &below));
    *slope = (above - below) / (2 * h);
    return SN_OK;
}

/* Whether a number that is no slope over 1e-5 to both sides is that of another distance, or there
 * is none: a jump or a bend is near. */
static sn_status is_explained(const differences *d, double *element, double is, bool *explained)
{
    const double distances[] = {1e-6, 1e-7, 1e-4};
    for (int i = 0; i < 3; i++) {
        const double h = distances[i];
        double slope = 0;
        SN_TRY(slope_of(d, element, h, &slope));
        if (!isfinite(slope)) { /* the edge of what a function takes */
            d->c->n_jumps++;
            *explained = true;
            return SN_OK;
        }
        *explained =
            fabs(is - slope) <= d->rounding / h + (1e-6 + 2e-12 / h) * fmax(1, fabs(slope));
        if (*explained) return SN_OK;
    }
    double at = 0, above = 0, below = 0;
    const double h = 1e-6;
    SN_TRY(moved(d, element, 0, &at));
    SN_TRY(moved(d, element, h, &above));
    SN_TRY(moved(d, element, -h, &below));
    const double right = (above - at) / h, left = (at - below) / h;
    const double bend = fabs(right - left);
    *explained = bend > 1e-3 * fmax(1, fmax(fabs(right), fabs(left))) ||
                 bend > fmax(fabs(is - (right + left) / 2), 4 * d->rounding / h);
    if (*explained) d->c->n_jumps++;
    return SN_OK;
}

static sn_status check_value(const differences *d, const sn_value *v, double *data, int64_t n,
                             const sn_tensor *gradient)
{
    gradient_check *c = d->c;
    const int64_t step = n > MOST_ELEMENTS ? n / MOST_ELEMENTS : 1;
    double worst = 0, largest = 1, found = 0, expected = 0;
    int64_t at = -1;
    for (int64_t i = 0; i < n; i += step) {
        double slope = 0;
        SN_TRY(slope_of(d, data + i, 1e-5, &slope));
        const double is = gradient ? sn_tensor_at(gradient, i) : 0;
        const double off = isnan(is) ? INFINITY : fabs(is - slope);
        bool explained = false;
        c->n_compared++;
        if (c->may_jump && !(off <= 2e-7 * fmax(1, fabs(slope))))
            SN_TRY(is_explained(d, data + i, is, &explained));
        if (explained) continue;
        largest = fmax(largest, fabs(slope));
        if (off > worst) worst = off, at = i, found = is, expected = slope;
    }
    if (!(worst <= 2e-7 * largest + d->rounding / 1e-5))
        sn_str_addf(&c->failure, "by element %lld of '%s' it is %.9g, differences say %.9g\n",
                    (long long)at, v->name ? v->name : "a constant", found, expected);
    return SN_OK;
}

static sn_status check_all(differences *d, sn_value **values, size_t n, sn_value **gradients)
{
    gradient_check *c = d->c;
    const sn_node *output = sn_graph_output(d->g);
    sn_value **inputs = sn_graph_inputs(d->g, c->arena, &d->n_feeds);
    d->feeds = SN_NEW_N(c->arena, const sn_tensor *, d->n_feeds + 1);
    d->n_results = output->n_in;
    d->results = SN_NEW_N(c->arena, const sn_tensor *, output->n_in);
    sn_rng rng = sn_rng_of(1);
    for (size_t i = 0; i < d->n_feeds; i++) {
        if (inputs[i]->type != SN_TYPE_f64)
            return sn_fail(c->ctx, SN_E_UNSUPPORTED, "an input is not f64");
        SN_TRY(drawn(c, &rng, c->low, c->high, &inputs[i]->shape, &d->feeds[i]));
    };
    SN_TRY(sn_run_graph(d->g, d->feeds, d->n_feeds, NULL, d->results));
    const double loss = sn_tensor_at(d->results[0], 0);
    d->rounding = 1e-15 * fabs(loss);
    const sn_tensor **by = SN_NEW_N(c->arena, const sn_tensor *, n);
    unsigned slot = 1;
    for (size_t i = 0; i < n; i++)
        if (gradients[i]) {
            by[i] = d->results[slot++];
            sn_tensor_retain(by[i]);
        }
    sn_tensors_release(d->results, d->n_results);
    for (size_t i = 0; i < n && isfinite(loss); i++) {
        const sn_value *v = values[i];
        const sn_tensor *data = v->data;
        for (size_t k = 0; k < d->n_feeds && !data; k++)
            if (inputs[k] == v) data = d->feeds[k];
        double *elements = (double *)(uintptr_t)sn_tensor_data(data);
        if (by[i] && !sn_shape_equal(&by[i]->shape, &data->shape))
            sn_str_addf(&c->failure, "the gradient by '%s' has another shape than that\n",
                        v->name ? v->name : "a constant");
        else
            SN_TRY(check_value(d, v, elements, sn_tensor_count(data), by[i]));
    }
    sn_tensors_release(by, n);
    sn_tensors_release(d->feeds, d->n_feeds);
    return SN_OK;
}

/* So that only one value moves where two hold one tensor. */
static sn_status hold_own(gradient_check *c, sn_value *v)
{
    if (!v->data) return SN_OK;
    sn_tensor *own = NULL;
    void *data = NULL;
    SN_TRY(sn_tensor_create(c->ctx, v->type, &v->shape, &own, &data));
    for (int64_t i = 0; i < sn_tensor_count(own); i++)
        ((double *)data)[i] = sn_tensor_at(v->data, i);
    sn_value_set_data(v, own);
    sn_tensor_release(own);
    return SN_OK;
}

sn_status gradient_check_run(gradient_check *c)
{
    sn_graph *g = c->g;
    sn_value **values = NULL, *loss = NULL;
    size_t n = 0;
    find_values(c, &values, &n);
    SN_CHECK(c->ctx, n > 0, SN_E_ARG, "the graph has no input or named constant of f64");
    for (size_t i = 0; i < n; i++) SN_TRY(hold_own(c, values[i]));
    SN_TRY(add_loss(c, &loss));
    sn_value **gradients = SN_NEW_N(c->arena, sn_value *, n);
    SN_TRY(sn_gradients(g, NULL, loss, n, values, gradients));
    sn_node *output = sn_graph_output(g);
    for (uint16_t slot = output->n_in; slot-- > 0;) sn_node_remove_input(output, slot);
    sn_graph_add_output(g, &sn_op_output, loss, "loss");
    for (size_t i = 0; i < n; i++)
        if (gradients[i])
            sn_graph_add_output(g, &sn_op_output, gradients[i],
                                sn_arena_printf(g->arena, "by %u", (unsigned)i));
    SN_TRY(sn_graph_verify(g));
    differences d = {.c = c, .g = g};
    return check_all(&d, values, n, gradients);
}
