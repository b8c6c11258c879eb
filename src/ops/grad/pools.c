/* SPDX-License-Identifier: Apache-2.0
 *
 * Gradients of poolings. */
#include "ops/grad/grad.h"

#include "ops/pool.h"
#include "ops/rule.h"

static sn_answer windows(sn_grad *g, const sn_pool_params *p, sn_value *dy, bool max)
{
    const sn_op *op = max ? &sn_op_max_pool_gradient : &sn_op_average_pool_gradient;
    g->of_in[0] = sn_grad_of_two(g, op, p, dy, sn_in(g->node, 0));
    return SN_ANSWER_YES;
}

sn_answer sn_grad_window_pool(sn_grad *g)
{
    return windows(g, g->node->params, g->of_out[0], sn_is_max_pool(g->node->op));
}

/* One window for all. */
sn_answer sn_grad_global_pool(sn_grad *g)
{
    const sn_global_pool_params *p = g->node->params;
    const sn_shape *x = &sn_in(g->node, 0)->shape;
    sn_shape ones = *x;
    for (int i = x->rank - p->nd; i < x->rank; i++) ones.d[i] = 1;
    sn_value *dy = sn_grad_reshaped(g, g->of_out[0], &ones);
    if (!sn_is_max_pool(g->node->op)) {
        const int64_t n = sn_span_count(x, x->rank - p->nd, x->rank);
        g->of_in[0] = sn_grad_expanded(g, sn_grad_scaled(g, dy, 1 / (double)n), x);
        return SN_ANSWER_YES;
    }
    if (p->nd > 3) return SN_ANSWER_NO("it has more than three spatial axes");
    int32_t kernel[3];
    for (int i = 0; i < p->nd; i++) kernel[i] = (int32_t)x->d[x->rank - p->nd + i];
    const sn_pool_params q = {.nd = p->nd, .kernel = sn_ints_of(g->arena, p->nd, kernel)};
    return windows(g, &q, dy, true);
}

/* Means along each axis for itself. */
static sn_answer of_means(sn_grad *g, int nd, const sn_shape *x, const sn_shape *y)
{
    sn_value *v = g->of_out[0];
    for (int a = x->rank - nd; a < x->rank; a++) {
        const int64_t n = x->d[a], m = y->d[a];
        double *matrix = SN_NEW_N(g->arena, double, m *n);
        for (int64_t i = 0; i < m; i++) {
            const int64_t lo = n * i / m, hi = (n * (i + 1) + m - 1) / m;
            for (int64_t k = lo; k < hi; k++) matrix[i * n + k] = 1 / (double)(hi - lo);
        }
        v = sn_grad_along(g, v, a, n, matrix);
    }
    g->of_in[0] = v;
    return SN_ANSWER_YES;
}

/* Equal windows side by side are those of a pooling. */
sn_answer sn_grad_adaptive_pool(sn_grad *g)
{
    const sn_adaptive_pool_params *p = g->node->params;
    const sn_shape *x = &sn_in(g->node, 0)->shape, *y = &sn_out(g->node, 0)->shape;
    const bool max = sn_is_max_pool(g->node->op);
    int32_t size[3];
    bool equal = true;
    for (int i = 0; i < p->nd; i++) {
        const int64_t n = x->d[x->rank - p->nd + i], m = y->d[y->rank - p->nd + i];
        equal = equal && n % m == 0;
        size[i] = (int32_t)(n / m);
    }
    if (!equal && max) return SN_ANSWER_NO("its windows are of different sizes");
    if (!equal) return of_means(g, p->nd, x, y);
    const sn_ints each = sn_ints_of(g->arena, p->nd, size);
    const sn_pool_params q = {.nd = p->nd, .kernel = each, .stride = each};
    return windows(g, &q, g->of_out[0], max);
}
