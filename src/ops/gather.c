/* SPDX-License-Identifier: Apache-2.0
 *
 * gather, gather_elements, gather_nd (ONNX Gather-13, GatherElements-13, GatherND-13): elements of
 * x by their indices, which may be negative: from the back. An index beyond an axis is an error. */
#include "ops/gather.h"

#include <string.h>

#include "ops/contents.h"
#include "ops/grad/grad.h"
#include "ops/move.h"

/* ---- indices --------------------------------------------------------------------------------- */

int64_t sn_index_at(const sn_tensor *t, int64_t i)
{
    const void *data = sn_tensor_data(t);
    if (t->type == SN_TYPE_i64) return ((const int64_t *)data)[i];
    if (t->type == SN_TYPE_i32) return ((const int32_t *)data)[i];
    const double v = sn_tensor_at(t, i);
    return v < 0x1p62 ? (int64_t)v : INT64_MAX;
}

sn_status sn_index_in(const sn_eval *e, const sn_tensor *t, int64_t i, int64_t n, int64_t *out)
{
    const int64_t index = sn_index_at(t, i);
    *out = index < 0 ? index + n : index;
    if (*out >= 0 && *out < n) return SN_OK;
    return sn_node_fail(e->ctx, e->node, SN_E_SHAPE, "index %lld, %lld to %lld expected",
                        (long long)index, (long long)-n, (long long)n - 1);
}

int64_t sn_index_limit(const sn_value *x, int first, int n)
{
    int64_t least = INT64_MAX;
    if (!x) return 1;
    for (int k = first; k < first + n && k < x->shape.rank; k++) {
        const int64_t size = sn_dim_known(x->shape.d[k]) ? x->shape.d[k] : 1;
        if (size < least) least = size;
    }
    return least < INT64_MAX ? least : 1;
}

int sn_index_depth(const sn_value *indices)
{
    const sn_shape *s = indices ? &indices->shape : NULL;
    if (!s || s->rank < 1 || !sn_dim_known(s->d[s->rank - 1])) return 0;
    return s->d[s->rank - 1] < SN_MAX_RANK ? (int)s->d[s->rank - 1] : SN_MAX_RANK;
}

static sn_status give(sn_infer *in, const sn_shape *y)
{
    in->out_shape[0] = *y;
    return SN_OK;
}

static sn_status rank_fails(const sn_infer *in, int rank)
{
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                        "the result would have rank %d, at most %d expected", rank, SN_MAX_RANK);
}

/* ---- gather ---------------------------------------------------------------------------------- */

static sn_status gather_infer(sn_infer *in)
{
    const int axis = ((const sn_gather_params *)in->params)->axis;
    const sn_shape *x = &in->in_shape[SN_GATHER_X], *at = &in->in_shape[SN_GATHER_INDICES];
    SN_TRY(sn_shape_rule_has_axis(in, axis));
    if (x->rank < 0 || at->rank < 0) return SN_OK;
    const int rank = x->rank - 1 + at->rank;
    if (rank > SN_MAX_RANK) return rank_fails(in, rank);
    sn_shape y = {.rank = (int8_t)rank};
    for (int i = 0; i < rank; i++)
        y.d[i] = i < axis              ? x->d[i]
                 : i < axis + at->rank ? at->d[i - axis]
                                       : x->d[i - at->rank + 1];
    return give(in, &y);
}

static sn_status gather_eval(sn_eval *e)
{
    const int axis = ((const sn_gather_params *)e->params)->axis;
    const sn_span s = sn_span_of(&e->in_shape[SN_GATHER_X], axis);
    const sn_tensor *at = e->in[SN_GATHER_INDICES];
    const char *from = sn_tensor_data(e->in[SN_GATHER_X]);
    char *to = e->out_data[0];
    size_t elem;
    SN_TRY(sn_eval_elem(e, SN_GATHER_X, &elem));
    const size_t row = (size_t)s.inner * elem;
    const int64_t n = sn_tensor_count(at);
    for (int64_t i = 0; i < n; i++) {
        int64_t index = 0;
        SN_TRY(sn_index_in(e, at, i, s.n, &index));
        for (int64_t o = 0; o < s.outer && row; o++)
            memcpy(to + (size_t)(o * n + i) * row, from + (size_t)(o * s.n + index) * row, row);
    }
    return SN_OK;
}

/* Indices that are known to be numbers, as those of shapes are, come from contents. */
static void gather_contents(sn_infer *in)
{
    const sn_contents *x = sn_infer_contents(in, SN_GATHER_X),
                      *at = sn_infer_contents(in, SN_GATHER_INDICES);
    sn_contents *y =
        x && at && in->in_shape[SN_GATHER_X].rank == 1 ? sn_infer_give_contents(in, 0) : NULL;
    for (int i = 0; y && i < y->n && i < at->n; i++) {
        if (!at->v[i].known || !at->v[i].is_number) continue;
        const int64_t index = at->v[i].number + (at->v[i].number < 0 ? x->n : 0);
        if (index >= 0 && index < x->n) y->v[i] = x->v[index];
    }
}

/* ---- gather_elements ------------------------------------------------------------------------- */

static sn_status elements_infer(sn_infer *in)
{
    const sn_shape *x = &in->in_shape[SN_GATHER_X], *at = &in->in_shape[SN_GATHER_INDICES];
    SN_TRY(sn_shape_rule_has_axis(in, ((const sn_gather_params *)in->params)->axis));
    if (x->rank >= 0) SN_TRY(sn_shape_rule_rank(in, SN_GATHER_INDICES, x->rank, x->rank));
    return give(in, at);
}

static sn_status elements_eval(sn_eval *e)
{
    const int axis = ((const sn_gather_params *)e->params)->axis;
    const sn_shape *x = &e->in_shape[SN_GATHER_X], *y = &e->out_shape[0];
    const char *from = sn_tensor_data(e->in[SN_GATHER_X]);
    char *to = e->out_data[0];
    int64_t strides[SN_MAX_RANK];
    size_t elem;
    SN_TRY(sn_eval_elem(e, SN_GATHER_X, &elem));
    sn_strides(x, strides);
    for (int k = 0; k < x->rank; k++)
        if (k != axis && y->d[k] > x->d[k])
            return sn_node_fail(e->ctx, e->node, SN_E_SHAPE,
                                "axis %d of indices has size %lld, at most %lld expected", k,
                                (long long)y->d[k], (long long)x->d[k]);
    for (int64_t i = 0, n = sn_shape_count(y); i < n; i++) {
        int64_t index = 0, at = 0, rest = i;
        SN_TRY(sn_index_in(e, e->in[SN_GATHER_INDICES], i, x->d[axis], &index));
        for (int k = y->rank - 1; k >= 0; rest /= y->d[k--])
            at += strides[k] * (k == axis ? index : rest % y->d[k]);
        memcpy(to + (size_t)i * elem, from + (size_t)at * elem, elem);
    }
    return SN_OK;
}

/* ---- gather_nd ------------------------------------------------------------------------------- */

static sn_status nd_infer(sn_infer *in)
{
    const int batch = ((const sn_gather_nd_params *)in->params)->batch_dims;
    const sn_shape *x = &in->in_shape[SN_GATHER_X], *at = &in->in_shape[SN_GATHER_INDICES];
    if (x->rank < 0 || at->rank < 0) return SN_OK;
    if (batch >= at->rank || batch >= x->rank)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "batch_dims is %d, x has rank %d and indices have rank %d", batch,
                            x->rank, at->rank);
    const sn_dim depth = at->d[at->rank - 1];
    for (int k = 0; k < batch; k++)
        SN_TRY(sn_shape_rule_size(in, sn_arena_printf(in->arena, "axis %d of indices", k), at->d[k],
                                  x->d[k]));
    if (!sn_dim_known(depth)) return SN_OK;
    if (depth < 1 || depth > x->rank - batch)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "the last axis of indices has size %lld, 1 to %d expected",
                            (long long)depth, x->rank - batch);
    const int rest = x->rank - batch - (int)depth, rank = at->rank - 1 + rest;
    if (rank > SN_MAX_RANK) return rank_fails(in, rank);
    sn_shape y = {.rank = (int8_t)rank};
    for (int k = 0; k < rank; k++)
        y.d[k] = k < at->rank - 1 ? at->d[k] : x->d[x->rank - rest + k - (at->rank - 1)];
    return give(in, &y);
}

static sn_status nd_eval(sn_eval *e)
{
    const int batch = ((const sn_gather_nd_params *)e->params)->batch_dims;
    const sn_shape *x = &e->in_shape[SN_GATHER_X], *at = &e->in_shape[SN_GATHER_INDICES];
    const int64_t depth = at->d[at->rank - 1], n = sn_span_count(at, 0, at->rank - 1);
    const int64_t inner = sn_span_count(x, batch + (int)depth, x->rank),
                  of_batch = sn_span_count(at, batch, at->rank - 1),
                  step = sn_span_count(x, batch, x->rank);
    const char *from = sn_tensor_data(e->in[SN_GATHER_X]);
    char *to = e->out_data[0];
    size_t elem;
    int64_t strides[SN_MAX_RANK];
    SN_TRY(sn_eval_elem(e, SN_GATHER_X, &elem));
    sn_strides(x, strides);
    for (int64_t i = 0; i < n; i++) {
        int64_t place = i / of_batch * step, index = 0;
        for (int k = 0; k < depth; k++) {
            SN_TRY(
                sn_index_in(e, e->in[SN_GATHER_INDICES], i * depth + k, x->d[batch + k], &index));
            place += index * strides[batch + k];
        }
        if (inner)
            memcpy(to + (size_t)(i * inner) * elem, from + (size_t)place * elem,
                   (size_t)inner * elem);
    }
    return SN_OK;
}

/* ---- operators ------------------------------------------------------------------------------- */

static bool axis_wants(const sn_node *node, unsigned slot, int64_t *limit)
{
    const sn_gather_params *p = node->params;
    *limit = sn_index_limit(sn_in(node, SN_GATHER_X), p->axis, 1);
    return slot == SN_GATHER_INDICES;
}

static bool nd_wants(const sn_node *node, unsigned slot, int64_t *limit)
{
    const sn_gather_nd_params *p = node->params;
    *limit = sn_index_limit(sn_in(node, SN_GATHER_X), p->batch_dims,
                            sn_index_depth(sn_in(node, SN_GATHER_INDICES)));
    return slot == SN_GATHER_INDICES;
}

static const sn_slot slots[] = {{"x", 0}, {"indices", 0}, {NULL, 0}};

static const sn_param axis_table[] = {
    SN_P_INT(sn_gather_params, axis, 0, 0, SN_MAX_RANK - 1, "axis of x along which indices count"),
    SN_P_END,
};

static const sn_param nd_table[] = {
    SN_P_INT(sn_gather_nd_params, batch_dims, 0, 0, SN_MAX_RANK - 1,
             "first axes that x and indices have in common"),
    SN_P_END,
};

#define GATHER(op, text, infer_, eval_, P, table, ...)                                             \
    const sn_op sn_op_##op = {.name = #op,                                                         \
                              .synopsis = text,                                                    \
                              .slots = slots,                                                      \
                              .types = "any,int->any",                                             \
                              .n_out = 1,                                                          \
                              .kind = SN_FUSE_OPAQUE,                                              \
                              .params_bytes = sizeof(P),                                           \
                              .params = table,                                                     \
                              .infer = infer_,                                                     \
                              .eval = eval_,                                                       \
                              .cost = sn_cost_none,                                                \
                              __VA_ARGS__}
GATHER(gather, "y = the parts of x along an axis that indices name", gather_infer, gather_eval,
       sn_gather_params, axis_table, .wants_integers = axis_wants, .contents = gather_contents,
       .grad = sn_grad_gather);
GATHER(gather_elements, "y[..i..] = x[..indices[..i..]..] along an axis", elements_infer,
       elements_eval, sn_gather_params, axis_table, .wants_integers = axis_wants,
       .grad = sn_grad_gather_elements);
GATHER(gather_nd, "y[i..] = x[indices[i..]..]", nd_infer, nd_eval, sn_gather_nd_params, nd_table,
       .wants_integers = nd_wants, .grad = sn_grad_gather_nd);
