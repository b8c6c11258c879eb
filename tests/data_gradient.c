/* SPDX-License-Identifier: Apache-2.0
 *
 * Data tests of gradients, against central differences in double. The loss is the sum of all
 * results, each element times a number of its own; it is differentiated by all inputs of f64 and
 * all constants of f64 with a name. Inputs are uniform between the numbers of an argument
 * LOW..HIGH, else -1 and 1. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "data_case.h"
#include "ops/elems.h"
#include "ref/run.h"
#include "train/make.h"

enum { MOST_ELEMENTS = 48 }; /* of a value that are moved */

static double low = -1, high = 1;

static sn_status drawn(data_case *c, sn_rng *rng, const sn_shape *shape, const sn_tensor **out)
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
static void find_values(const sn_graph *g, sn_arena *arena, sn_value ***values, size_t *n)
{
    SN_VEC(sn_value *) found = SN_VEC_IN(arena);
    bool *seen = SN_NEW_N(arena, bool, g->n_ids);
    SN_EACH_NODE(node, g)
    {
        for (uint16_t i = 0; sn_op_has(node->op, SN_TRAIT_INPUT) && i < node->n_out; i++)
            if (sn_out(node, i)->type == SN_TYPE_f64) SN_PUSH(found, sn_out(node, i));
        for (uint16_t i = 0; i < node->n_in; i++) {
            sn_value *v = sn_in(node, i);
            if (!v || v->kind == SN_RESULT || !v->name || v->type != SN_TYPE_f64 || seen[v->id])
                continue;
            seen[v->id] = true;
            SN_PUSH(found, v);
        }
    }
    *values = found.v;
    *n = found.n;
}

static sn_status add_loss(data_case *c, sn_graph *g, sn_value **loss)
{
    sn_node *output = sn_graph_output(g);
    sn_grad m = {.node = output, .before = output, .arena = c->arena};
    sn_rng rng = sn_rng_of(7);
    sn_value *sum = NULL;
    for (uint16_t i = 0; i < output->n_in; i++) {
        sn_value *y = sn_in(output, i);
        const sn_tensor *factors = NULL;
        if (!sn_type_is_float(y->type)) continue;
        const double was_low = low, was_high = high;
        low = 0.5, high = 1.5;
        SN_TRY(drawn(c, &rng, &y->shape, &factors));
        low = was_low, high = was_high;
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
    data_case *c;
    sn_graph *g;
    const sn_tensor **feeds, **results;
    size_t n_feeds;
    uint16_t n_results;
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

static sn_status check_value(const differences *d, const sn_value *v, double *data, int64_t n,
                             const sn_tensor *gradient)
{
    const double h = 1e-5;
    const int64_t step = n > MOST_ELEMENTS ? n / MOST_ELEMENTS : 1;
    double worst = 0, largest = 1, found = 0, expected = 0;
    int64_t at = -1;
    for (int64_t i = 0; i < n; i += step) {
        double above = 0, below = 0;
        SN_TRY(moved(d, data + i, h, &above));
        SN_TRY(moved(d, data + i, -h, &below));
        const double slope = (above - below) / (2 * h);
        const double is = gradient ? sn_tensor_at(gradient, i) : 0;
        largest = fmax(largest, fabs(slope));
        if (fabs(is - slope) > worst || isnan(is)) {
            worst = isnan(is) ? INFINITY : fabs(is - slope);
            at = i, found = is, expected = slope;
        }
    }
    if (!(worst <= 2e-7 * largest))
        case_fail(d->c, "by element %lld of '%s' it is %.9g, differences say %.9g\n", (long long)at,
                  v->name, found, expected);
    return SN_OK;
}

static sn_status check_all(differences *d, sn_value **values, size_t n, sn_value **gradients)
{
    data_case *c = d->c;
    const sn_node *output = sn_graph_output(d->g);
    sn_value **inputs = sn_graph_inputs(d->g, c->arena, &d->n_feeds);
    d->feeds = SN_NEW_N(c->arena, const sn_tensor *, d->n_feeds + 1);
    d->n_results = output->n_in;
    d->results = SN_NEW_N(c->arena, const sn_tensor *, output->n_in);
    sn_rng rng = sn_rng_of(1);
    for (size_t i = 0; i < d->n_feeds; i++) SN_TRY(drawn(c, &rng, &inputs[i]->shape, &d->feeds[i]));
    SN_TRY(sn_run_graph(d->g, d->feeds, d->n_feeds, NULL, d->results));
    const sn_tensor **by = SN_NEW_N(c->arena, const sn_tensor *, n);
    unsigned slot = 1;
    for (size_t i = 0; i < n; i++)
        if (gradients[i]) {
            by[i] = d->results[slot++];
            sn_tensor_retain(by[i]);
        }
    sn_tensors_release(d->results, d->n_results);
    for (size_t i = 0; i < n; i++) {
        const sn_value *v = values[i];
        const sn_tensor *data = v->data;
        for (size_t k = 0; k < d->n_feeds && !data; k++)
            if (inputs[k] == v) data = d->feeds[k];
        double *elements = (double *)(uintptr_t)sn_tensor_data(data);
        if (by[i] && !sn_shape_equal(&by[i]->shape, &data->shape))
            case_fail(c, "the gradient by '%s' has another shape than that\n", v->name);
        else
            SN_TRY(check_value(d, v, elements, sn_tensor_count(data), by[i]));
    }
    sn_tensors_release(by, n);
    sn_tensors_release(d->feeds, d->n_feeds);
    return SN_OK;
}

sn_status run_gradient(data_case *c)
{
    sn_graph *g = NULL;
    SN_TRY(case_parse(c, &g));
    SN_TRY(sn_infer_graph(g));
    low = -1, high = 1;
    const char *to = c->arguments ? strstr(c->arguments, "..") : NULL;
    if (to) {
        low = strtod(c->arguments, NULL);
        high = strtod(to + 2, NULL);
    }
    sn_value **values = NULL, *loss = NULL;
    size_t n = 0;
    find_values(g, c->arena, &values, &n);
    SN_CHECK(c->ctx, n > 0, SN_E_ARG, "the graph has no input or named constant of f64");
    SN_TRY(add_loss(c, g, &loss));
    sn_value **gradients = SN_NEW_N(c->arena, sn_value *, n);
    const sn_status status = sn_gradients(g, loss, n, values, gradients);
    const char *error = case_section(c, "error");
    if (status == SN_E_UNSUPPORTED && error) {
        case_expect(c, "error", sn_arena_printf(c->arena, "%s\n", sn_ctx_error(c->ctx)));
        return SN_OK;
    }
    SN_TRY(status);
    if (error) case_fail(c, "there is a gradient\n");
    sn_node *output = sn_graph_output(g);
    for (uint16_t slot = output->n_in; slot-- > 0;) sn_node_remove_input(output, slot);
    sn_graph_add_output(g, &sn_op_output, loss, "loss");
    for (size_t i = 0; i < n; i++)
        if (gradients[i])
            sn_graph_add_output(g, &sn_op_output, gradients[i],
                                sn_arena_printf(g->arena, "by %s", values[i]->name));
    SN_TRY(sn_graph_verify(g));
    differences d = {.c = c, .g = g};
    return check_all(&d, values, n, gradients);
}
