/* SPDX-License-Identifier: Apache-2.0
 *
 * Ones among zeros: one_hot (ONNX OneHot-11), trilu (Trilu-14), eye_like (EyeLike-9); and
 * reverse_sequence (ReverseSequence-10). */
#include <string.h>

#include "ir/types.h"
#include "ops/contents.h"
#include "ops/gather.h"
#include "ops/masks.h"
#include "ops/move.h"
#include "ops/grad/grad.h"

/* ---- one_hot --------------------------------------------------------------------------------- */

#define LAST_AXIS (-1)

static sn_status one_hot_infer(sn_infer *in)
{
    const sn_shape *at = &in->in_shape[SN_ONE_HOT_INDICES];
    const sn_contents *depth = sn_infer_whole(in, SN_ONE_HOT_DEPTH);
    const int given = ((const sn_one_hot_params *)in->params)->axis;
    SN_TRY(sn_shape_rule_rank(in, SN_ONE_HOT_VALUES, 1, 1));
    if (in->in_shape[SN_ONE_HOT_VALUES].rank == 1)
        SN_TRY(sn_shape_rule_size(in, "number of values", in->in_shape[SN_ONE_HOT_VALUES].d[0], 2));
    if (at->rank < 0) return SN_OK;
    SN_TRY(sn_shape_rule_rank(in, SN_ONE_HOT_INDICES, 0, SN_MAX_RANK - 1));
    const int axis = given == LAST_AXIS ? at->rank : given;
    if (axis > at->rank)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "axis is %d, the result has rank %d",
                            axis, at->rank + 1);
    sn_shape y = {.rank = (int8_t)(at->rank + 1)};
    for (int i = 0; i < y.rank; i++) y.d[i] = i < axis ? at->d[i] : i > axis ? at->d[i - 1] : 0;
    y.d[axis] = sn_dim_symbol_from(in->dims, sn_out(in->node, 0)->id, axis, 0);
    if (depth && depth->n == 1 && sn_dim_lower(in->dims, depth->v[0].dim) >= 0)
        y.d[axis] = depth->v[0].dim;
    else if (depth && depth->n == 1 && depth->v[0].is_number)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "depth is %lld, at least 0 expected",
                            (long long)depth->v[0].number);
    in->out_shape[0] = y;
    return SN_OK;
}

static sn_status one_hot_eval(sn_eval *e)
{
    const int given = ((const sn_one_hot_params *)e->params)->axis;
    const sn_shape *y = &e->out_shape[0];
    const sn_span s = sn_span_of(y, given == LAST_AXIS ? y->rank - 1 : given);
    const char *values = sn_tensor_data(e->in[SN_ONE_HOT_VALUES]);
    char *to = e->out_data[0];
    const size_t elem = sn_type_bytes(e->in[SN_ONE_HOT_VALUES]->type);
    for (int64_t o = 0; o < s.outer; o++) {
        for (int64_t i = 0; i < s.inner; i++) {
            const int64_t index = sn_index_at(e->in[SN_ONE_HOT_INDICES], o * s.inner + i);
            const int64_t on = index < 0 ? index + s.n : index;
            for (int64_t k = 0; k < s.n; k++)
                memcpy(to + (size_t)((o * s.n + k) * s.inner + i) * elem,
                       values + (k == on ? elem : 0), elem);
        }
    }
    return SN_OK;
}

static const sn_slot one_hot_slots[] = {{"indices", 0}, {"depth", 0}, {"values", 0}, {NULL, 0}};

static const sn_param one_hot_table[] = {
    SN_P_INT(sn_one_hot_params, axis, LAST_AXIS, LAST_AXIS, SN_MAX_RANK - 1,
             "axis of the result along which it is on or off; -1: the last one"),
    SN_P_END,
};

const sn_op sn_op_one_hot = {
    .name = "one_hot",
    .synopsis = "y = values[1] where the index along an axis is that of indices, else values[0]",
    .slots = one_hot_slots,
    .types = "num,num2,any->any",
    .n_out = 1,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(sn_one_hot_params),
    .params = one_hot_table,
    .counts = true,
    .infer = one_hot_infer,
    .eval = one_hot_eval,
};

/* ---- trilu ----------------------------------------------------------------------------------- */

typedef struct trilu_params {
    int32_t upper;
} trilu_params;

static sn_status trilu_infer(sn_infer *in)
{
    SN_TRY(sn_shape_rule_rank(in, 0, 2, SN_MAX_RANK));
    SN_TRY(sn_shape_rule_rank(in, 1, 0, 1));
    in->out_shape[0] = in->in_shape[0];
    return SN_OK;
}

static sn_status trilu_eval(sn_eval *e)
{
    const bool upper = ((const trilu_params *)e->params)->upper != 0;
    const sn_shape *x = &e->in_shape[0];
    const int64_t w = x->d[x->rank - 1], h = x->d[x->rank - 2], count = sn_shape_count(x);
    const int64_t by = e->n_in > 1 && e->in[1] ? sn_index_at(e->in[1], 0) : 0;
    const int64_t k = by > INT32_MAX ? INT32_MAX : by < -INT32_MAX ? -INT32_MAX : by;
    const size_t elem = sn_type_bytes(e->in[0]->type);
    char *to = e->out_data[0];
    SN_TRY(sn_eval_copy(e));
    for (int64_t i = 0; i < count; i++) {
        const int64_t column = i % w, row = i / w % h;
        const bool stays = upper ? column >= row + k : column <= row + k;
        if (!stays) memset(to + (size_t)i * elem, 0, elem);
    }
    return SN_OK;
}

static const sn_slot trilu_slots[] = {{"x", 0}, {"k", SN_SLOT_OPTIONAL}, {NULL, 0}};

static const sn_param trilu_table[] = {
    SN_P_BOOL(trilu_params, upper, 1, "what is on the k-th diagonal and above it stays, not below"),
    SN_P_END,
};

const sn_op sn_op_trilu = {
    .name = "trilu",
    .synopsis = "y = one triangle of matrices, zeros in the other",
    .slots = trilu_slots,
    .types = "any,int->any",
    .n_out = 1,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(trilu_params),
    .params = trilu_table,
    .infer = trilu_infer,
    .eval = trilu_eval,
    .grad = sn_grad_trilu,
};

/* ---- eye_like -------------------------------------------------------------------------------- */

typedef struct eye_like_params {
    int32_t type, k;
} eye_like_params;

static sn_status eye_like_infer(sn_infer *in)
{
    SN_TRY(sn_shape_rule_rank(in, 0, 2, 2));
    in->out_shape[0] = in->in_shape[0];
    return SN_OK;
}

static const char *eye_like_validate(const void *params, sn_arena *arena)
{
    (void)arena;
    return ((const eye_like_params *)params)->type ? NULL : "type is unknown, a type expected";
}

static void put_one(sn_type type, void *to, int64_t i)
{
    if (type == SN_TYPE_f32)
        ((float *)to)[i] = 1;
    else if (type == SN_TYPE_f64)
        ((double *)to)[i] = 1;
    else
        ((char *)to)[(size_t)i * sn_type_bytes(type)] = 1; /* little-endian, as files are */
}

static sn_status eye_like_eval(sn_eval *e)
{
    const int64_t k = ((const eye_like_params *)e->params)->k, h = e->out_shape[0].d[0],
                  w = e->out_shape[0].d[1];
    memset(e->out_data[0], 0, (size_t)(h * w) * sn_type_bytes(e->out_type[0]));
    for (int64_t row = 0; row < h; row++)
        if (row + k >= 0 && row + k < w) put_one(e->out_type[0], e->out_data[0], row * w + row + k);
    return SN_OK;
}

static bool reads_shape(const sn_node *node, unsigned slot)
{
    (void)node;
    return slot == 0;
}

static const sn_slot x_slots[] = {{"x", 0}, {NULL, 0}};

static const sn_param eye_like_table[] = {
    SN_P_ENUM(eye_like_params, type, SN_TYPE_f32, sn_type_enum, "type of the result"),
    SN_P_INT(eye_like_params, k, 0, INT32_MIN, INT32_MAX, "how far above the main diagonal"),
    SN_P_END,
};

const sn_op sn_op_eye_like = {
    .name = "eye_like",
    .synopsis = "y = ones on a diagonal of a matrix of the shape of x, zeros beside it",
    .slots = x_slots,
    .types = "any->=type",
    .n_out = 1,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(eye_like_params),
    .params = eye_like_table,
    .validate = eye_like_validate,
    .infer = eye_like_infer,
    .eval = eye_like_eval,
    .reads_shape_only = reads_shape,
};

/* ---- reverse_sequence ------------------------------------------------------------------------ */

typedef struct reverse_sequence_params {
    int32_t time_axis, batch_axis;
} reverse_sequence_params;

static const char *reverse_validate(const void *params, sn_arena *arena)
{
    const reverse_sequence_params *p = params;
    (void)arena;
    return p->time_axis + p->batch_axis == 1 ? NULL
                                             : "one of time_axis and batch_axis is 0, the "
                                               "other 1";
}

static sn_status reverse_infer(sn_infer *in)
{
    const int batch = ((const reverse_sequence_params *)in->params)->batch_axis;
    SN_TRY(sn_shape_rule_rank(in, 0, 2, SN_MAX_RANK));
    SN_TRY(sn_shape_rule_rank(in, 1, 1, 1));
    if (in->in_shape[0].rank >= 0 && in->in_shape[1].rank >= 0)
        SN_TRY(sn_shape_rule_size(in, "number of lengths", in->in_shape[1].d[0],
                                  in->in_shape[0].d[batch]));
    in->out_shape[0] = in->in_shape[0];
    return SN_OK;
}

static sn_status reverse_eval(sn_eval *e)
{
    const bool batch_first = ((const reverse_sequence_params *)e->params)->batch_axis == 0;
    const sn_shape *x = &e->in_shape[0];
    const int64_t n = x->d[batch_first ? 0 : 1], steps = x->d[batch_first ? 1 : 0];
    const size_t row = sn_type_bytes(e->in[0]->type) * (size_t)sn_span_count(x, 2, x->rank);
    const char *from = sn_tensor_data(e->in[0]);
    char *to = e->out_data[0];
    for (int64_t b = 0; b < n; b++) {
        const int64_t length = sn_index_at(e->in[1], b);
        if (length < 0 || length > steps)
            return sn_node_fail(e->ctx, e->node, SN_E_SHAPE, "length %lld, 0 to %lld expected",
                                (long long)length, (long long)steps);
        for (int64_t t = 0; t < steps && row; t++) {
            const int64_t source = t < length ? length - 1 - t : t;
            const int64_t i = batch_first ? b * steps + t : t * n + b,
                          k = batch_first ? b * steps + source : source * n + b;
            memcpy(to + (size_t)i * row, from + (size_t)k * row, row);
        }
    }
    return SN_OK;
}

/* Lengths, which may be all steps. */
static bool reverse_wants(const sn_node *node, unsigned slot, int64_t *limit)
{
    const int axis = ((const reverse_sequence_params *)node->params)->time_axis;
    *limit = sn_index_limit(sn_in(node, 0), axis, 1) + 1;
    return slot == 1;
}

static const sn_slot reverse_slots[] = {{"x", 0}, {"lengths", 0}, {NULL, 0}};

static const sn_param reverse_table[] = {
    SN_P_INT(reverse_sequence_params, time_axis, 0, 0, 1, "axis of steps"),
    SN_P_INT(reverse_sequence_params, batch_axis, 1, 0, 1, "axis of sequences"),
    SN_P_END,
};

const sn_op sn_op_reverse_sequence = {
    .name = "reverse_sequence",
    .synopsis = "y = the first steps of each sequence back to front, as many as lengths says",
    .slots = reverse_slots,
    .types = "any,int->any",
    .n_out = 1,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(reverse_sequence_params),
    .params = reverse_table,
    .validate = reverse_validate,
    .infer = reverse_infer,
    .eval = reverse_eval,
    .grad = sn_grad_reverse_sequence,
    .wants_integers = reverse_wants,
};
