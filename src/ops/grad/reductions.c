/* SPDX-License-Identifier: Apache-2.0
 *
 * Gradients of sums, and of what is reduced along axes. */
#include "ops/grad/grad.h"

#include "ops/concat.h"
#include "ops/cum_sum.h"
#include "ops/reduce.h"
#include "ops/rule.h"
#include "ops/softmax.h"
#include "ops/sum.h"

sn_answer sn_grad_sum(sn_grad *g)
{
    const sn_sum_params *p = g->node->params;
    for (uint16_t i = 0; i < g->node->n_in; i++) {
        if (!g->wanted[i]) continue;
        const double factor = p->coeffs.n ? (double)p->coeffs.v[i] : 1;
        if (factor != 0)
            g->of_in[i] = sn_grad_scaled(
                g, sn_grad_sum_to(g, g->of_out[0], &sn_in(g->node, i)->shape), factor);
    }
    return SN_ANSWER_YES;
}

/* ---- reduce ---------------------------------------------------------------------------------- */

typedef struct reduced {
    sn_value *x, *y, *dy; /* y, dy: with the axes that went, of size 1 */
    unsigned axes;
    double n; /* elements of each group */
} reduced;

/* dy for each element that is one of the largest, or smallest, shared among these. */
static sn_value *of_extreme(sn_grad *g, const reduced *r)
{
    const sn_type type = r->x->type;
    sn_value *in[] = {sn_grad_of_two(g, &sn_op_equal, NULL, r->x, r->y), sn_grad_number(g, type, 1),
                      sn_grad_number(g, type, 0)};
    sn_value *mask = sn_grad_node(g, &sn_op_where, NULL, 3, in);
    return sn_grad_mul(g, mask, sn_grad_div(g, r->dy, sn_grad_summed(g, mask, r->axes, true)));
}

/* The product of all others: of those in front and of those behind. */
static sn_value *of_product(sn_grad *g, const reduced *r)
{
    int32_t perm[SN_MAX_RANK], back[SN_MAX_RANK];
    const sn_shape *x = &r->x->shape;
    int n = 0;
    sn_shape moved = *x, flat = {.rank = 2, .d = {1, 1}};
    for (int last = 0; last < 2; last++)
        for (int i = 0; i < x->rank; i++)
            if ((int)(r->axes >> i & 1) == last) {
                flat.d[last] *= x->d[i];
                moved.d[n] = x->d[i];
                back[i] = n;
                perm[n++] = i;
            }
    sn_value *v = sn_grad_reshaped(g, sn_grad_transposed(g, r->x, perm), &flat);
    const sn_cum_sum_params front = {.axis = 1, .exclusive = 1},
                            behind = {.axis = 1, .exclusive = 1, .reverse = 1};
    sn_value *others = sn_grad_mul(g, sn_grad_of_one(g, &sn_op_cum_prod, &front, v),
                                   sn_grad_of_one(g, &sn_op_cum_prod, &behind, v));
    others = sn_grad_transposed(g, sn_grad_reshaped(g, others, &moved), back);
    return sn_grad_mul(g, r->dy, others);
}

static sn_value *of_reduce(sn_grad *g, sn_reduce_op op, const reduced *r)
{
    sn_value *x = r->x, *dy = r->dy, *zero = sn_grad_number(g, x->type, 0);
    switch (op) {
    case SN_REDUCE_SUM:
        return sn_grad_expanded(g, dy, &x->shape);
    case SN_REDUCE_MEAN:
        return sn_grad_expanded(g, sn_grad_scaled(g, dy, 1 / r->n), &x->shape);
    case SN_REDUCE_MAX:
    case SN_REDUCE_MIN:
        return of_extreme(g, r);
    case SN_REDUCE_PROD:
        return of_product(g, r);
    case SN_REDUCE_L1:
        return sn_grad_mul(g, dy, sn_grad_of_one(g, &sn_op_sign, NULL, x));
    case SN_REDUCE_L2: { /* 0 where all elements are */
        sn_value *in[] = {sn_grad_of_two(g, &sn_op_equal, NULL, r->y, zero), zero,
                          sn_grad_div(g, dy, r->y)};
        return sn_grad_mul(g, x, sn_grad_node(g, &sn_op_where, NULL, 3, in));
    }
    case SN_REDUCE_LOG_SUM:
        return sn_grad_expanded(g, sn_grad_div(g, dy, sn_grad_summed(g, x, r->axes, true)),
                                &x->shape);
    case SN_REDUCE_LOG_SUM_EXP:
        return sn_grad_mul(g, dy, sn_grad_of_one(g, &sn_op_exp, NULL, sn_grad_sub(g, x, r->y)));
    case SN_REDUCE_SUM_SQUARE:
        return sn_grad_mul(g, sn_grad_scaled(g, dy, 2), x);
    default:
        return NULL;
    }
}

sn_answer sn_grad_reduce(sn_grad *g)
{
    const sn_reduce_params *p = g->node->params;
    reduced r = {.x = sn_in(g->node, 0), .n = 1};
    sn_shape kept = r.x->shape;
    if (!sn_reduce_axes(p, kept.rank, &r.axes)) return SN_ANSWER_UNKNOWN("its axes are not known");
    for (int i = 0; i < kept.rank; i++)
        if (r.axes >> i & 1) {
            r.n *= (double)kept.d[i];
            kept.d[i] = 1;
        }
    if (r.n == 0) return SN_ANSWER_YES;
    r.y = sn_grad_reshaped(g, sn_out(g->node, 0), &kept);
    r.dy = sn_grad_reshaped(g, g->of_out[0], &kept);
    g->of_in[0] = of_reduce(g, (sn_reduce_op)p->op, &r);
    return SN_ANSWER_YES;
}

/* ---- along an axis --------------------------------------------------------------------------- */

sn_answer sn_grad_softmax(sn_grad *g)
{
    const int axis = ((const sn_along_params *)g->node->params)->axis;
    sn_value *y = sn_out(g->node, 0), *dy = g->of_out[0];
    sn_value *sum = sn_grad_summed(g, sn_grad_mul(g, dy, y), 1u << axis, true);
    g->of_in[0] = sn_grad_mul(g, y, sn_grad_sub(g, dy, sum));
    return SN_ANSWER_YES;
}

/* Of a * sigmoid(b): dy sigmoid(b), and dy y (1 - sigmoid(b)), which is dy y sigmoid(-b). */
sn_answer sn_grad_glu(sn_grad *g)
{
    const sn_along_params *p = g->node->params;
    sn_value *x = sn_in(g->node, 0), *y = sn_out(g->node, 0), *dy = g->of_out[0];
    const int64_t half = y->shape.d[p->axis];
    const sn_concat_params q = {p->axis};
    sn_value *b = sn_grad_part(g, x, p->axis, half, half);
    sn_value *rest =
        sn_grad_of_one(g, &sn_op_sigmoid, NULL, sn_grad_of_one(g, &sn_op_neg, NULL, b));
    g->of_in[0] = sn_grad_of_two(g, &sn_op_concat, &q,
                                 sn_grad_mul(g, dy, sn_grad_of_one(g, &sn_op_sigmoid, NULL, b)),
                                 sn_grad_mul(g, sn_grad_mul(g, dy, y), rest));
    return SN_ANSWER_YES;
}

sn_answer sn_grad_cum_prod(sn_grad *g)
{
    g->of_in[0] = sn_grad_of_two(g, &sn_op_cum_prod_gradient, g->node->params, g->of_out[0],
                                 sn_in(g->node, 0));
    return SN_ANSWER_YES;
}

/* What an element was added to lies the other way. */
sn_answer sn_grad_cum_sum(sn_grad *g)
{
    sn_cum_sum_params p = *(const sn_cum_sum_params *)g->node->params;
    p.reverse = !p.reverse;
    g->of_in[0] = sn_grad_of_one(g, &sn_op_cum_sum, &p, g->of_out[0]);
    return SN_ANSWER_YES;
}
