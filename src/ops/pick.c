/* SPDX-License-Identifier: Apache-2.0
 *
 * What is where, by value: arg_max, arg_min (ONNX ArgMax-13), top_k (TopK-11), non_zero
 * (NonZero-13), compress (Compress-11). How many elements the last two give depends on the data: a
 * size that may be 0. */
#include <stdlib.h>
#include <string.h>

#include "ops/contents.h"
#include "ops/gather.h"
#include "ops/in_room.h"
#include "ops/move.h"
#include "ops/rule.h"
#include "ops/grad/grad.h"

/* ---- order ----------------------------------------------------------------------------------- */

/* Elements as numbers that compare alike; exact for every type. */
static bool less(const sn_tensor *t, int64_t a, int64_t b)
{
    if (t->type == SN_TYPE_i64) return sn_index_at(t, a) < sn_index_at(t, b);
    if (t->type == SN_TYPE_u64)
        return ((const uint64_t *)sn_tensor_data(t))[a] < ((const uint64_t *)sn_tensor_data(t))[b];
    return sn_tensor_at(t, a) < sn_tensor_at(t, b);
}

/* ---- arg_max, arg_min ------------------------------------------------------------------------ */

typedef struct arg_params {
    int32_t axis, keepdims, select_last_index;
} arg_params;

static sn_status arg_infer(sn_infer *in)
{
    const arg_params *p = in->params;
    const sn_shape *x = &in->in_shape[0];
    sn_shape y = *x;
    SN_TRY(sn_shape_rule_has_axis(in, p->axis));
    if (x->rank < 0) return SN_OK;
    if (x->d[p->axis] == 0)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "axis %d of x has no elements", p->axis);
    y.d[p->axis] = 1;
    for (int i = p->axis; !p->keepdims && i + 1 < y.rank; i++) y.d[i] = y.d[i + 1];
    if (!p->keepdims) y.d[--y.rank] = 0;
    in->out_shape[0] = y;
    return SN_OK;
}

static sn_status arg_eval(sn_eval *e, bool largest)
{
    const arg_params *p = e->params;
    const sn_span s = sn_span_of(&e->in_shape[0], p->axis);
    const sn_tensor *x = e->in[0];
    int64_t *y = e->out_data[0];
    for (int64_t i = 0; i < s.outer * s.inner; i++) {
        const int64_t first = i / s.inner * s.n * s.inner + i % s.inner;
        int64_t best = 0;
        for (int64_t k = 1; k < s.n; k++) {
            const int64_t a = first + best * s.inner, b = first + k * s.inner;
            const bool better = largest ? less(x, a, b) : less(x, b, a),
                       worse = largest ? less(x, b, a) : less(x, a, b);
            if (better || (p->select_last_index && !worse)) best = k;
        }
        y[i] = best;
    }
    return SN_OK;
}

static sn_status arg_max_eval(sn_eval *e) { return arg_eval(e, true); }
static sn_status arg_min_eval(sn_eval *e) { return arg_eval(e, false); }

static const sn_slot x_slots[] = {{"x", 0}, {NULL, 0}};

static const sn_param arg_table[] = {
    SN_P_INT(arg_params, axis, 0, 0, SN_MAX_RANK - 1, "axis along which elements compare"),
    SN_P_BOOL(arg_params, keepdims, 1, "the axis stays, with size 1"),
    SN_P_BOOL(arg_params, select_last_index, 0, "of equal elements the last"),
    SN_P_END,
};

#define ARG(op, text)                                                                              \
    const sn_op sn_op_##op = {.name = #op,                                                         \
                              .synopsis = text,                                                    \
                              .slots = x_slots,                                                    \
                              .types = "num->i64",                                                 \
                              .n_out = 1,                                                          \
                              .traits = SN_TRAIT_SELECTS,                                          \
                              .kind = SN_FUSE_OPAQUE,                                              \
                              .params_bytes = sizeof(arg_params),                                  \
                              .params = arg_table,                                                 \
                              .infer = arg_infer,                                                  \
                              .eval = op##_eval}
ARG(arg_max, "y = where along an axis the largest element is");
ARG(arg_min, "y = where along an axis the least element is");

/* ---- top_k ----------------------------------------------------------------------------------- */

typedef struct top_k_params {
    int32_t axis; /* first, as in sn_along_params */
    int32_t largest, sorted;
} top_k_params;

static sn_status top_k_infer(sn_infer *in)
{
    const top_k_params *p = in->params;
    const sn_contents *k = sn_infer_whole(in, 1);
    sn_shape y = in->in_shape[0];
    SN_TRY(sn_shape_rule_has_axis(in, p->axis));
    if (y.rank < 0) return SN_OK;
    sn_dim n = sn_dim_symbol_from(in->dims, sn_out(in->node, 0)->id, p->axis, 0);
    if (k && k->n == 1 && sn_dim_lower(in->dims, k->v[0].dim) >= 0) n = k->v[0].dim;
    if (k && k->n == 1 && k->v[0].is_number &&
        (k->v[0].number < 0 || sn_dim_lower(in->dims, sn_dim_sub(in->dims, n, y.d[p->axis])) > 0))
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "k is %lld, 0 to %s expected",
                            (long long)k->v[0].number, sn_shape_rule_text(in, y.d[p->axis]));
    y.d[p->axis] = n;
    in->out_shape[0] = in->out_shape[1] = y;
    return SN_OK;
}

typedef struct ranking {
    const sn_tensor *x;
    int64_t first, step;
    bool largest;
} ranking;

static bool comes_first(const ranking *r, int64_t a, int64_t b)
{
    const int64_t i = r->first + a * r->step, k = r->first + b * r->step;
    if (less(r->x, i, k)) return !r->largest;
    if (less(r->x, k, i)) return r->largest;
    return a < b;
}

/* Sorts `from` of n into order; `spare` has room for as many. */
static void sort(const ranking *r, int64_t *from, int64_t *spare, int64_t n)
{
    if (n < 2) return;
    const int64_t half = n / 2;
    sort(r, from, spare, half);
    sort(r, from + half, spare, n - half);
    for (int64_t i = 0, a = 0, b = half; i < n; i++)
        spare[i] = b == n || (a < half && comes_first(r, from[a], from[b])) ? from[a++] : from[b++];
    memcpy(from, spare, (size_t)n * sizeof *from);
}

static sn_status top_k_eval(sn_eval *e)
{
    const top_k_params *p = e->params;
    const sn_span s = sn_span_of(&e->in_shape[0], p->axis);
    const size_t elem = sn_type_bytes(e->in[0]->type);
    const int64_t k = e->out_shape[0].d[p->axis];
    if (k > s.n)
        return sn_node_fail(e->ctx, e->node, SN_E_SHAPE, "k is %lld, at most %lld expected",
                            (long long)k, (long long)s.n);
    int64_t *order = SN_NEW_N(e->arena, int64_t, s.n), *spare = SN_NEW_N(e->arena, int64_t, s.n);
    for (int64_t i = 0; i < s.outer * s.inner; i++) {
        const ranking r = {e->in[0], i / s.inner * s.n * s.inner + i % s.inner, s.inner,
                           p->largest != 0};
        for (int64_t j = 0; j < s.n; j++) order[j] = j;
        sort(&r, order, spare, s.n);
        for (int64_t j = 0; j < k; j++) {
            const int64_t to = (i / s.inner * k + j) * s.inner + i % s.inner;
            memcpy((char *)e->out_data[0] + (size_t)to * elem,
                   (const char *)sn_tensor_data(e->in[0]) +
                       (size_t)(r.first + order[j] * r.step) * elem,
                   elem);
            ((int64_t *)e->out_data[1])[to] = order[j];
        }
    }
    return SN_OK;
}

static const sn_slot top_k_slots[] = {{"x", 0}, {"k", 0}, {NULL, 0}};
static const char *const top_k_names[] = {"values", "indices"};

static const sn_param top_k_table[] = {
    SN_P_INT(top_k_params, axis, 0, 0, SN_MAX_RANK - 1, "axis along which elements compare"),
    SN_P_BOOL(top_k_params, largest, 1, "the largest elements, not the least"),
    SN_P_BOOL(top_k_params, sorted, 1, "in order; without, the order is open, and this one too"),
    SN_P_END,
};

const sn_op sn_op_top_k = {
    .name = "top_k",
    .synopsis = "the k largest elements along an axis, and where they are",
    .slots = top_k_slots,
    .types = "num,int->num,i64",
    .n_out = 2,
    .out_names = top_k_names,
    .traits = SN_TRAIT_SELECTS,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(top_k_params),
    .params = top_k_table,
    .infer = top_k_infer,
    .eval = top_k_eval,
    .grad = sn_grad_top_k,
};

/* ---- non_zero -------------------------------------------------------------------------------- */

static sn_status non_zero_infer(sn_infer *in)
{
    const sn_dim n = sn_dim_symbol_from(in->dims, sn_out(in->node, 0)->id, 1, 0);
    sn_dim rank = sn_dim_symbol_from(in->dims, sn_out(in->node, 0)->id, 0, 0);
    if (in->in_shape[0].rank >= 0) rank = in->in_shape[0].rank;
    in->out_shape[0] = SN_SHAPE(rank, n);
    return SN_OK;
}

static sn_status non_zero_eval(sn_eval *e)
{
    const sn_shape *x = &e->in_shape[0];
    const int64_t count = sn_shape_count(x);
    int64_t n = 0, at = 0;
    for (int64_t i = 0; i < count; i++) n += sn_tensor_at(e->in[0], i) != 0;
    const sn_shape y = SN_SHAPE(x->rank, n);
    SN_TRY(sn_eval_alloc(e, 0, SN_TYPE_i64, &y));
    for (int64_t i = 0; i < count; i++) {
        if (!(sn_tensor_at(e->in[0], i) != 0)) continue;
        int64_t rest = i;
        for (int k = x->rank - 1; k >= 0; rest /= x->d[k--])
            ((int64_t *)e->out_data[0])[k * n + at] = rest % x->d[k];
        at++;
    }
    return SN_OK;
}

/* A scalar has no axis, so that no row says what there is. */
static bool non_zero_at_most(const sn_node *node, unsigned slot, sn_shape *out)
{
    const sn_shape *x = &sn_in(node, 0)->shape;
    if (!sn_shape_known(x) || x->rank == 0) return false;
    (void)slot;
    *out = SN_SHAPE(x->rank, sn_shape_count(x));
    return true;
}

typedef struct non_zero_room_params {
    int32_t room;
} non_zero_room_params;

static const sn_param non_zero_room_table[] = {SN_P_ROOM(non_zero_room_params), SN_P_END};
static const char *const room_names[] = {"y", "n"};

static sn_status non_zero_room_infer(sn_infer *in)
{
    return sn_in_room_infer(in, &sn_op_non_zero, ((const non_zero_room_params *)in->params)->room);
}

static sn_status non_zero_room_eval(sn_eval *e)
{
    return sn_in_room_eval(e, &sn_op_non_zero, ((const non_zero_room_params *)e->params)->room,
                           false);
}

const sn_op sn_op_non_zero_in_room = {
    .name = "non_zero_in_room",
    .synopsis = "non_zero with -1 in the columns behind those that were found, and their number",
    .slots = x_slots,
    .types = "any->i64",
    .n_out = 2,
    .out_names = room_names,
    .traits = SN_TRAIT_SELECTS,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(non_zero_room_params),
    .params = non_zero_room_table,
    .infer = non_zero_room_infer,
    .eval = non_zero_room_eval,
};

const sn_op sn_op_non_zero = {
    .name = "non_zero",
    .synopsis = "y = where the elements are that are not 0: a column for each, a row for each axis",
    .slots = x_slots,
    .types = "any->i64",
    .n_out = 1,
    .traits = SN_TRAIT_SELECTS,
    .kind = SN_FUSE_OPAQUE,
    .infer = non_zero_infer,
    .eval = non_zero_eval,
    .at_most = non_zero_at_most,
    .in_room = &sn_op_non_zero_in_room,
};

/* ---- compress -------------------------------------------------------------------------------- */

#define ALL_AXES (-1)

typedef struct compress_params {
    int32_t axis;
    int32_t room; /* of compress_in_room */
} compress_params;

static sn_status compress_infer(sn_infer *in)
{
    const int axis = ((const compress_params *)in->params)->axis;
    sn_shape y = in->in_shape[0];
    SN_TRY(sn_shape_rule_rank(in, 1, 1, 1));
    if (axis != ALL_AXES) SN_TRY(sn_shape_rule_has_axis(in, axis));
    if (axis == ALL_AXES) y = SN_SHAPE(0);
    if (y.rank < 0) return SN_OK;
    const int at = axis == ALL_AXES ? 0 : axis;
    y.d[at] = sn_dim_symbol_from(in->dims, sn_out(in->node, 0)->id, at, 0);
    in->out_shape[0] = y;
    return SN_OK;
}

static sn_status compress_eval(sn_eval *e)
{
    const int axis = ((const compress_params *)e->params)->axis;
    const sn_shape *x = &e->in_shape[0];
    const sn_span s = axis == ALL_AXES ? (sn_span){1, sn_shape_count(x), 1} : sn_span_of(x, axis);
    const uint8_t *condition = sn_tensor_data(e->in[1]);
    const int64_t n_told = sn_tensor_count(e->in[1]);
    const size_t row = sn_type_bytes(e->in[0]->type) * (size_t)s.inner;
    sn_shape y = axis == ALL_AXES ? SN_SHAPE(0) : *x;
    int64_t n = 0;
    for (int64_t i = 0; i < n_told; i++) n += condition[i] != 0;
    if (n_told > s.n)
        return sn_node_fail(e->ctx, e->node, SN_E_SHAPE,
                            "condition has %lld elements, at most %lld expected", (long long)n_told,
                            (long long)s.n);
    y.d[axis == ALL_AXES ? 0 : axis] = n;
    SN_TRY(sn_eval_alloc(e, 0, e->in[0]->type, &y));
    const char *from = sn_tensor_data(e->in[0]);
    char *to = e->out_data[0];
    for (int64_t o = 0; o < s.outer && row; o++) {
        for (int64_t i = 0; i < n_told; i++) {
            if (!condition[i]) continue;
            memcpy(to, from + (size_t)(o * s.n + i) * row, row);
            to += row;
        }
    }
    return SN_OK;
}

static const sn_slot compress_slots[] = {{"x", 0}, {"condition", 0}, {NULL, 0}};

/* All that condition speaks of. */
static bool compress_at_most(const sn_node *node, unsigned slot, sn_shape *out)
{
    const int axis = ((const compress_params *)node->params)->axis;
    const sn_shape *x = &sn_in(node, 0)->shape, *told = &sn_in(node, 1)->shape;
    (void)slot;
    if (!sn_shape_known(x) || !sn_shape_known(told)) return false;
    *out = axis == ALL_AXES ? SN_SHAPE(sn_shape_count(x)) : *x;
    const int at = axis == ALL_AXES ? 0 : axis;
    if (told->rank != 1 || told->d[0] > out->d[at]) return false;
    out->d[at] = told->d[0];
    return true;
}

static sn_status compress_room_infer(sn_infer *in)
{
    return sn_in_room_infer(in, &sn_op_compress, ((const compress_params *)in->params)->room);
}

static sn_status compress_room_eval(sn_eval *e)
{
    return sn_in_room_eval(e, &sn_op_compress, ((const compress_params *)e->params)->room, true);
}

#define COMPRESS_AXIS                                                                              \
    SN_P_INT(compress_params, axis, ALL_AXES, ALL_AXES, SN_MAX_RANK - 1,                           \
             "axis whose parts are taken or not; -1: x as one axis")
static const sn_param compress_table[] = {COMPRESS_AXIS, SN_P_END};
static const sn_param compress_room_table[] = {COMPRESS_AXIS, SN_P_ROOM(compress_params), SN_P_END};

const sn_op sn_op_compress_in_room = {
    .name = "compress_in_room",
    .synopsis = "compress with 0 behind the parts that are taken, and their number",
    .slots = compress_slots,
    .types = "any,bool->any,i64",
    .n_out = 2,
    .out_names = room_names,
    .traits = SN_TRAIT_SELECTS,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(compress_params),
    .params = compress_room_table,
    .infer = compress_room_infer,
    .eval = compress_room_eval,
};

const sn_op sn_op_compress = {
    .name = "compress",
    .synopsis = "y = the parts of x along an axis where condition is true",
    .slots = compress_slots,
    .types = "any,bool->any",
    .n_out = 1,
    .traits = SN_TRAIT_SELECTS,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(compress_params),
    .params = compress_table,
    .infer = compress_infer,
    .eval = compress_eval,
    .at_most = compress_at_most,
    .in_room = &sn_op_compress_in_room,
};
