/* SPDX-License-Identifier: Apache-2.0
 *
 * cum_sum, cum_prod: running totals along one axis, as ONNX CumSum-14 and CumProd-26. */
#include "ops/cum_sum.h"

#include "base/parallel.h"
#include "ops/elems.h"
#include "ops/grad/grad.h"
#include "ops/rule.h"

static const sn_param params[] = {
    SN_P_INT(sn_cum_sum_params, axis, 0, 0, SN_MAX_RANK - 1, "axis that is gone along"),
    SN_P_BOOL(sn_cum_sum_params, exclusive, 0, "each total is that of the elements before"),
    SN_P_BOOL(sn_cum_sum_params, reverse, 0, "it runs from the last element to the first"),
    SN_P_END,
};
static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

static sn_status infer(sn_infer *in)
{
    const sn_cum_sum_params *p = in->params;
    SN_TRY(sn_shape_rule_has_axis(in, p->axis));
    sn_shape_rule_give(in, 0, in->in_shape[0]);
    return SN_OK;
}

typedef struct cum_sum_work {
    sn_elems x, y;
    sn_span span;
    bool product, exclusive, reverse;
} cum_sum_work;

static void one_line(void *user, int64_t i)
{
    const cum_sum_work *w = user;
    int64_t inner = w->span.inner;
    int64_t start = i / inner * w->span.n * inner + i % inner;
    double total = w->product;
    uint64_t whole = w->product;
    for (int64_t k = 0; k < w->span.n; k++) {
        const int64_t at = start + (w->reverse ? w->span.n - 1 - k : k) * inner;
        if (sn_type_is_float(w->x.type)) {
            const double v = sn_elems_at(w->x, at);
            const double next = w->product ? total * v : total + v;
            sn_elems_put(w->y, at, w->exclusive ? total : next);
            total = next;
        } else {
            const uint64_t v = sn_elems_word(w->x, at);
            const uint64_t next = w->product ? whole * v : whole + v;
            sn_elems_put_word(w->y, at, w->exclusive ? whole : next);
            whole = next;
        }
    }
}

static sn_status eval(sn_eval *e, bool product)
{
    SN_TRY(sn_eval_ready(e));
    const sn_cum_sum_params *p = e->params;
    cum_sum_work w = {.x = sn_eval_elems(e, 0),
                      .y = sn_eval_out_elems(e, 0),
                      .span = sn_span_of(&e->in_shape[0], p->axis),
                      .product = product,
                      .exclusive = p->exclusive,
                      .reverse = p->reverse};
    sn_parallel_for(e->ctx, w.span.outer * w.span.inner, one_line, &w);
    return SN_OK;
}

static sn_status eval_sum(sn_eval *e) { return eval(e, false); }
static sn_status eval_prod(sn_eval *e) { return eval(e, true); }

static sn_answer identity(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    (void)arena;
    const sn_cum_sum_params *p = node->params;
    const sn_shape *s = &sn_in(node, 0)->shape;
    if (p->exclusive) return SN_ANSWER_NO("its first total is that of no elements");
    if (s->rank < 0) return SN_ANSWER_UNKNOWN("the input's rank is not known");
    if (p->axis >= s->rank) return SN_ANSWER_NO("the axis is not one of the input's");
    if (!sn_dim_known(s->d[p->axis]))
        return SN_ANSWER_UNKNOWN("the size along the axis is not known");
    if (s->d[p->axis] != 1) return SN_ANSWER_NO("its totals are of more than one element");
    *slot = 0;
    return SN_ANSWER_YES;
}

#define RUNNING(op, text, function, ...)                                                           \
    const sn_op sn_op_##op = {.name = #op,                                                         \
                              .synopsis = text,                                                    \
                              .slots = slots,                                                      \
                              .types = "num->num",                                                 \
                              .wide = true,                                                        \
                              .n_out = 1,                                                          \
                              .kind = SN_FUSE_OPAQUE,                                              \
                              .params_bytes = sizeof(sn_cum_sum_params),                           \
                              .params = params,                                                    \
                              .infer = infer,                                                      \
                              .eval = function,                                                    \
                              .identity = identity,                                                \
                              __VA_ARGS__}

RUNNING(cum_sum, "y[k] = x[0] + ... + x[k] along an axis", eval_sum, .grad = sn_grad_cum_sum);
RUNNING(cum_prod, "y[k] = x[0] * ... * x[k] along an axis", eval_prod, .grad = sn_grad_cum_prod);

/* ---- cum_prod_gradient ----------------------------------------------------------------------- */

static const sn_slot gradient_slots[] = {{"dy", 0}, {"x", 0}, {NULL, 0}};

static sn_status gradient_infer(sn_infer *in)
{
    const sn_shape *dy = &in->in_shape[0], *x = &in->in_shape[1];
    SN_TRY(sn_shape_rule_has_axis(in, ((const sn_cum_sum_params *)in->params)->axis));
    if (x->rank >= 0) SN_TRY(sn_shape_rule_rank(in, 0, x->rank, x->rank));
    for (int i = 0; i < x->rank && dy->rank >= 0; i++)
        SN_TRY(sn_shape_rule_size(in, "a size of dy", dy->d[i], x->d[i]));
    sn_shape_rule_give(in, 0, *x);
    return SN_OK;
}

typedef struct gradient_work {
    sn_elems dy, x, dx;
    sn_span span;
    double *behind; /* [lines][n] */
    bool exclusive, reverse;
} gradient_work;

/* dx[i] = front[i] * behind[i], front being the product of all elements in front of x[i], behind
 * the sum over the results that x[i] is in of dy times the elements between: nothing is divided by
 * an element, which may be 0. */
static void gradient_line(void *user, int64_t i)
{
    const gradient_work *w = user;
    const int64_t inner = w->span.inner, n = w->span.n,
                  first = i / inner * n * inner + i % inner + (w->reverse ? (n - 1) * inner : 0),
                  step = w->reverse ? -inner : inner;
    double front = 1, behind = 0;
    for (int64_t k = n; k-- > 0;) { /* behind[k] */
        const int64_t at = first + k * step;
        const double dy = sn_elems_at(w->dy, at);
        if (!w->exclusive) behind += dy;
        w->behind[i * n + k] = behind;
        behind =
            w->exclusive ? dy + sn_elems_at(w->x, at) * behind : sn_elems_at(w->x, at) * behind;
    }
    for (int64_t k = 0; k < n; k++) {
        const int64_t at = first + k * step;
        sn_elems_put(w->dx, at, front * w->behind[i * n + k]);
        front *= sn_elems_at(w->x, at);
    }
}

static sn_status gradient_eval(sn_eval *e)
{
    SN_TRY(sn_eval_ready(e));
    const sn_cum_sum_params *p = e->params;
    gradient_work w = {.dy = sn_eval_elems(e, 0),
                       .x = sn_eval_elems(e, 1),
                       .dx = sn_eval_out_elems(e, 0),
                       .span = sn_span_of(&e->in_shape[1], p->axis),
                       .behind = SN_NEW_N(e->arena, double, sn_shape_count(&e->in_shape[1])),
                       .exclusive = p->exclusive,
                       .reverse = p->reverse};
    sn_parallel_for(e->ctx, w.span.outer * w.span.inner, gradient_line, &w);
    return SN_OK;
}

const sn_op sn_op_cum_prod_gradient = {
    .name = "cum_prod_gradient",
    .synopsis = "dx[i] = sum of dy[k] * the product of what is in y[k] beside x[i]",
    .slots = gradient_slots,
    .types = "float,float->float",
    .wide = true,
    .n_out = 1,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(sn_cum_sum_params),
    .params = params,
    .infer = gradient_infer,
    .eval = gradient_eval,
};
