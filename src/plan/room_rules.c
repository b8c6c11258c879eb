/* SPDX-License-Identifier: Apache-2.0
 *
 * What becomes of values with room in what reads them. Along the axis of the room elements stay
 * apart from each other, so that what is beyond the count makes nothing else than what is beyond it
 * in results; or they are joined, as by a sum, searched, or taken for indices, and get a
 * harmless value before. */
#include <math.h>

#include "ops/cast.h"
#include "ops/concat.h"
#include "ops/gather.h"
#include "ops/gemm.h"
#include "ops/non_max_suppression.h"
#include "ops/ops.h"
#include "ops/reduce.h"
#include "ops/reshape.h"
#include "ops/rule.h"
#include "ops/shape.h"
#include "ops/slice.h"
#include "ops/squeeze.h"
#include "ops/transpose.h"
#include "plan/rooms.h"

/* ---- following ------------------------------------------------------------------------------- */

/* Of each output of n, whose inputs have all that the source says. */
static bool gives(room_pass *p, const sn_node *n, int source, int axis)
{
    for (uint16_t i = 0; i < n->n_out; i++)
        p->value[sn_out(n, i)->id] = (room_value){.source = source, .axis = axis};
    return true;
}

/* The only source of n's inputs; 0: there are several. */
static int source_of(const room_pass *p, const sn_node *n)
{
    int source = 0;
    for (uint16_t i = 0; i < n->n_in; i++) {
        const int is = sn_in(n, i) ? sn_room_of(p, sn_in(n, i))->source : 0;
        if (is && source && is != source) return 0;
        if (is) source = is;
    }
    return source;
}

static bool is_elementwise(const sn_node *n)
{
    if (n->op->dialect) return false;
    if (n->op == &sn_op_cast || n->op == &sn_op_identity || n->op == &sn_op_sum) return true;
    if (!n->op->expr || n->op == &sn_op_prelu) return false;
    return n->op->kind == SN_FUSE_BROADCAST || (n->op->kind == SN_FUSE_ELEMENTWISE && n->n_in == 1);
}

/* As numpy broadcasts: axes are counted from the last. */
static bool follow_elementwise(room_pass *p, const sn_node *n, int source)
{
    const int rank = sn_out(n, 0)->shape.rank;
    int from_last = 0;
    for (uint16_t i = 0; i < n->n_in; i++) {
        const room_value *r = sn_in(n, i) ? sn_room_of(p, sn_in(n, i)) : NULL;
        if (!r) return false;
        if (!r->source) continue;
        const int here = sn_in(n, i)->shape.rank - r->axis;
        if (from_last && here != from_last) return false;
        from_last = here;
    }
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_shape *x = &sn_in(n, i)->shape;
        if (sn_room_of(p, sn_in(n, i))->source || x->rank < from_last) continue;
        if (x->d[x->rank - from_last] != 1) return false;
    }
    return n->n_out == 1 && rank >= from_last && gives(p, n, source, rank - from_last);
}

static int place_in(const sn_ints *list, int axis)
{
    for (int i = 0; i < list->n; i++)
        if (list->v[i] == axis) return i;
    return -1;
}

static bool follow_transpose(room_pass *p, const sn_node *n, const room_value *x, int source)
{
    const sn_ints *perm = &((const sn_transpose_params *)n->params)->perm;
    const int axis = place_in(perm, x->axis);
    return axis >= 0 && gives(p, n, source, axis);
}

/* Elements of x in order, or elements at places in order: of what has a known shape, or of as many
 * as there are, which may have been found elsewhere. */
static bool follow_gather(room_pass *p, const sn_node *n)
{
    const int axis = ((const sn_gather_params *)n->params)->axis;
    const sn_value *x = sn_in(n, SN_GATHER_X), *at = sn_in(n, SN_GATHER_INDICES);
    const room_value *of_x = sn_room_of(p, x), *of_at = sn_room_of(p, at);
    if (of_x->source && of_x->axis == axis) {
        if (p->sources.v[of_x->source - 1].room < 1) return false;
        return gives(p, n, of_at->source, of_at->source ? axis + of_at->axis : 0);
    }
    if (of_x->source && of_at->source) return false;
    if (of_at->source)
        return x->shape.d[axis] > 0 && gives(p, n, of_at->source, axis + of_at->axis);
    return gives(p, n, of_x->source, of_x->axis + (of_x->axis > axis ? at->shape.rank - 1 : 0));
}

static bool follow_gather_nd(room_pass *p, const sn_node *n, int source)
{
    const sn_value *x = sn_in(n, SN_GATHER_X), *at = sn_in(n, SN_GATHER_INDICES);
    const room_value *of_at = sn_room_of(p, at);
    return !sn_room_of(p, x)->source && sn_shape_count(&x->shape) > 0 &&
           !((const sn_gather_nd_params *)n->params)->batch_dims &&
           of_at->axis + 1 < at->shape.rank && gives(p, n, source, of_at->axis);
}

/* What an element has to be to change nothing. False: there is no such number. */
static bool neutral_of(const sn_node *n, double *out)
{
    const sn_type type = sn_in(n, 0)->type;
    const bool real = sn_type_is_float(type), wide = !real || sn_type_bytes(type) > 1;
    const int32_t op = ((const sn_reduce_params *)n->params)->op;
    *out = 0;
    switch (op) {
    case SN_REDUCE_SUM:
    case SN_REDUCE_L1:
    case SN_REDUCE_L2:
    case SN_REDUCE_SUM_SQUARE:
    case SN_REDUCE_LOG_SUM:
        return true;
    case SN_REDUCE_MEAN: /* a sum, and the count */
        return type == SN_TYPE_f32 || type == SN_TYPE_f64;
    case SN_REDUCE_PROD:
        *out = 1;
        return true;
    case SN_REDUCE_MAX: /* of integers the least one, which an infinity becomes */
        *out = type == SN_TYPE_bool ? 0 : -INFINITY;
        return wide;
    case SN_REDUCE_MIN:
        *out = type == SN_TYPE_bool ? 1 : INFINITY;
        return wide;
    default:
        return false;
    }
}

static bool follow_reduce(room_pass *p, const sn_node *n, const room_value *x, int source)
{
    const sn_reduce_params *q = n->params;
    const int rank = sn_in(n, 0)->shape.rank;
    unsigned mask = 0;
    double neutral;
    if (!sn_reduce_axes(q, rank, &mask)) return false;
    if (mask >> x->axis & 1) return neutral_of(n, &neutral);
    int axis = x->axis;
    for (int i = 0; i < x->axis && !q->keepdims; i++) axis -= mask >> i & 1;
    return gives(p, n, source, axis);
}

static bool follow_slice(room_pass *p, const sn_node *n, const room_value *x, int source)
{
    const sn_ints *axes = &((const sn_slice_params *)n->params)->axes;
    return n->n_in == 1 && axes->n > 0 && place_in(axes, x->axis) < 0 &&
           gives(p, n, source, x->axis);
}

static bool follow_squeeze(room_pass *p, const sn_node *n, const room_value *x, int source)
{
    const sn_ints *axes = &((const sn_squeeze_params *)n->params)->axes;
    int axis = x->axis;
    if (!axes->n || place_in(axes, axis) >= 0) return false;
    for (int i = 0; i < axes->n; i++) axis -= axes->v[i] < x->axis;
    return gives(p, n, source, axis);
}

static bool follow_unsqueeze(room_pass *p, const sn_node *n, const room_value *x, int source)
{
    const sn_ints *axes = &((const sn_unsqueeze_params *)n->params)->axes;
    int left = x->axis;
    for (int axis = 0; axis < sn_out(n, 0)->shape.rank; axis++) {
        if (place_in(axes, axis) >= 0) continue;
        if (left-- == 0) return gives(p, n, source, axis);
    }
    return false;
}

/* Where no axis goes from one side of the room to the other. */
static bool follow_reshape(room_pass *p, const sn_node *n, const room_value *x, int source)
{
    const sn_shape *from = &sn_in(n, SN_RESHAPE_X)->shape, *to = &sn_out(n, 0)->shape;
    int axis = -1;
    for (int i = 0; i < to->rank; i++)
        if (to->d[i] == p->sources.v[source - 1].n) axis = axis < 0 ? i : to->rank;
    if (axis < 0 || axis == to->rank) return false;
    for (int i = 0; i < to->rank; i++)
        if (i != axis && !sn_dim_known(to->d[i])) return false;
    return sn_span_count(from, 0, x->axis) == sn_span_count(to, 0, axis) &&
           sn_span_count(from, x->axis + 1, from->rank) == sn_span_count(to, axis + 1, to->rank) &&
           gives(p, n, source, axis);
}

static bool follow_concat(room_pass *p, const sn_node *n, const room_value *x, int source)
{
    for (uint16_t i = 0; i < n->n_in; i++) {
        const room_value *r = sn_room_of(p, sn_in(n, i));
        if (!r->source || r->axis != x->axis) return false;
    }
    return ((const sn_concat_params *)n->params)->axis != x->axis && gives(p, n, source, x->axis);
}

static int axis_of(const sn_node *n)
{
    const sn_param *axis = sn_param_find(n->op->params, "axis");
    return *(const int32_t *)(const void *)((const char *)n->params + axis->offset);
}

/* Axes along which an operator has to do with other elements of its first input, `n_axes` from
 * `first` on. False: these are not all, or it is not known to be such an operator. */
static bool works_along(const sn_node *n, int *first, int *n_axes)
{
    static const sn_op *const one[] = {
        &sn_op_softmax, &sn_op_cum_sum, &sn_op_cum_prod, &sn_op_split,
        &sn_op_top_k,   &sn_op_arg_max, &sn_op_arg_min,  &sn_op_glu,
    };
    bool is = n->op == &sn_op_layer_normalization || n->op == &sn_op_rms_normalization;
    *n_axes = is ? sn_in(n, 0)->shape.rank : 1;
    for (size_t i = 0; i < sizeof one / sizeof *one; i++) is = is || n->op == one[i];
    if (!is) return false;
    *first = axis_of(n);
    return true;
}

/* Other operands are the same for all. */
static bool is_only_room(const room_pass *p, const sn_node *n)
{
    for (uint16_t i = 1; i < n->n_in; i++)
        if (sn_in(n, i) && sn_room_of(p, sn_in(n, i))->source) return false;
    return true;
}

static bool follow_along(room_pass *p, const sn_node *n, const room_value *x, int source)
{
    int first, n_axes;
    if (!is_only_room(p, n) || !works_along(n, &first, &n_axes)) return false;
    if (x->axis >= first && x->axis - first < n_axes) return false;
    const bool gone = sn_out(n, 0)->shape.rank < sn_in(n, 0)->shape.rank;
    return gives(p, n, source, x->axis - (gone && x->axis > first));
}

/* Rows of the first factor, or matrices that all meet the same second one. */
static bool follow_product(room_pass *p, const sn_node *n, const room_value *x, int source)
{
    const sn_shape *a = &sn_in(n, 0)->shape, *b = &sn_in(n, 1)->shape;
    const int from_last = a->rank - x->axis;
    if (!is_only_room(p, n) || from_last < 2 || a->rank < 2) return false;
    if (n->op == &sn_op_gemm) {
        const sn_value *c = n->n_in > SN_GEMM_C ? sn_in(n, SN_GEMM_C) : NULL;
        return !((const sn_gemm_params *)n->params)->transA &&
               (!c || c->shape.rank < 2 || c->shape.d[0] == 1) && gives(p, n, source, 0);
    }
    if (n->op == &sn_op_linear) return gives(p, n, source, x->axis);
    if (from_last > 2 && b->rank >= from_last && b->d[b->rank - from_last] != 1) return false;
    return gives(p, n, source, sn_out(n, 0)->shape.rank - from_last + (b->rank == 1));
}

bool sn_room_follow(room_pass *p, const sn_node *n)
{
    const int source = source_of(p, n);
    const room_value *x = n->n_in && sn_in(n, 0) ? sn_room_of(p, sn_in(n, 0)) : NULL;
    int first;
    if (!x || n->n_body) return false;
    if (n->op == &sn_op_gather) return follow_gather(p, n);
    if (!source) return false;
    if (is_elementwise(n)) return follow_elementwise(p, n, source);
    if (n->op == &sn_op_gather_nd) return follow_gather_nd(p, n, source);
    if (!x->source) return false;
    if (n->op == &sn_op_transpose) return follow_transpose(p, n, x, source);
    if (n->op == &sn_op_reduce) return follow_reduce(p, n, x, source);
    if (n->op == &sn_op_slice) return follow_slice(p, n, x, source);
    if (n->op == &sn_op_squeeze) return follow_squeeze(p, n, x, source);
    if (n->op == &sn_op_reshape) return follow_reshape(p, n, x, source);
    if (n->op == &sn_op_unsqueeze) return follow_unsqueeze(p, n, x, source);
    if (n->op == &sn_op_concat) return follow_concat(p, n, x, source);
    if (n->op == &sn_op_matmul || n->op == &sn_op_linear || n->op == &sn_op_gemm)
        return follow_product(p, n, x, source);
    if (n->op != &sn_op_shape) return follow_along(p, n, x, source);
    return sn_shape_axes(n->params, sn_in(n, 0)->shape.rank, &first) > 0;
}

/* ---- finding in what was found --------------------------------------------------------------- */

/* Boxes whose scores are below any threshold are not taken. */
static bool finds_boxes(const room_pass *p, const sn_node *n)
{
    const room_value *boxes = sn_room_of(p, sn_in(n, SN_NMS_BOXES)),
                     *scores = sn_room_of(p, sn_in(n, SN_NMS_SCORES));
    if (n->n_in <= SN_NMS_LEAST || !sn_in(n, SN_NMS_LEAST) || !scores->source) return false;
    for (uint16_t i = SN_NMS_MOST; i < n->n_in; i++)
        if (sn_in(n, i) && sn_room_of(p, sn_in(n, i))->source) return false;
    return !boxes->source ||
           (boxes->source == scores->source && boxes->axis == 1 && scores->axis == 2);
}

/* What is beyond the count is not told to be kept. */
static bool keeps_some(const room_pass *p, const sn_node *n)
{
    const int axis = axis_of(n); /* below 0: of all elements in order */
    const room_value *x = sn_room_of(p, sn_in(n, 0)), *told = sn_room_of(p, sn_in(n, 1));
    if (!told->source) return false;
    if (!x->source) return true;
    return x->source == told->source && (axis < 0 ? sn_in(n, 0)->shape.rank == 1 : x->axis == axis);
}

bool sn_room_finds(const room_pass *p, const sn_node *n)
{
    if (n->op == &sn_op_non_zero) return true;
    if (n->op == &sn_op_compress) return keeps_some(p, n);
    return n->op == &sn_op_non_max_suppression && finds_boxes(p, n);
}

/* ---- rebuilding ------------------------------------------------------------------------------ */

static sn_status make(room_pass *p, sn_node *before, const sn_op *op, const void *params,
                      uint16_t n_in, sn_value *const *in, sn_value **out)
{
    sn_node *n = sn_node_create(p->g, before, op, params, n_in, in, 1);
    *out = sn_out(n, 0);
    return sn_infer_node(n);
}

static sn_value *constant(room_pass *p, const sn_tensor *t)
{
    sn_value *v = sn_value_const(p->g, t, NULL);
    sn_tensor_release(t);
    return v;
}

/* x, with `value` where there is nothing: where(places < count, x, value), the places as many as
 * there is room for, along the axis. */
static sn_status masked(room_pass *p, sn_node *before, const sn_value *x, double value,
                        sn_value **out)
{
    const room_value *r = sn_room_of(p, x);
    const room_source *s = &p->sources.v[r->source - 1];
    sn_shape shape = {.rank = (int8_t)(x->shape.rank - r->axis)};
    sn_tensor *places = NULL;
    void *data = NULL;
    for (int i = 0; i < shape.rank; i++) shape.d[i] = i ? 1 : s->room;
    SN_TRY(sn_tensor_create(p->g->ctx, SN_TYPE_i64, &shape, &places, &data));
    for (int64_t i = 0; i < s->room; i++) ((int64_t *)data)[i] = i;
    sn_value *order[] = {constant(p, places), s->count}, *is_there = NULL;
    SN_TRY(make(p, before, &sn_op_less, NULL, 2, order, &is_there));
    sn_value *in[] = {is_there, r->now,
                      constant(p, sn_tensor_scalar(p->g->ctx, r->now->type, value))};
    return make(p, before, &sn_op_where, NULL, 3, in, out);
}

/* The sizes of x, the count among them. */
static sn_status sizes(room_pass *p, sn_node *n, sn_value **now)
{
    const sn_value *x = sn_in(n, 0);
    const room_value *r = sn_room_of(p, x);
    const sn_unsqueeze_params front = {.axes = SN_INTS(p->arena, 0)};
    const sn_concat_params along = {.axis = 0};
    const sn_shape one = SN_SHAPE(1);
    sn_value *part[SN_MAX_RANK];
    int first, count = sn_shape_axes(n->params, x->shape.rank, &first);
    for (int i = 0; i < count; i++) {
        sn_value *size = p->sources.v[r->source - 1].count;
        if (first + i == r->axis) {
            SN_TRY(make(p, n, &sn_op_unsqueeze, &front, 1, &size, &part[i]));
            continue;
        }
        const sn_tensor *t =
            sn_tensor_scalar(p->g->ctx, SN_TYPE_i64, (double)x->shape.d[first + i]);
        part[i] = constant(p, sn_tensor_reshaped(p->g->ctx, t, &one));
        sn_tensor_release(t);
    }
    return make(p, n, &sn_op_concat, &along, (uint16_t)count, part, now);
}

/* Whether what is beyond the count has to be something harmless, and what. */
static bool is_masked(const room_pass *p, const sn_node *n, uint16_t slot, double *value)
{
    const room_value *r = sn_room_of(p, sn_in(n, slot));
    unsigned mask = 0;
    *value = n->op == &sn_op_non_max_suppression ? -INFINITY : 0;
    if (n->op == &sn_op_non_max_suppression) return slot == SN_NMS_SCORES;
    if (n->op == &sn_op_gather || n->op == &sn_op_gather_nd) return slot == SN_GATHER_INDICES;
    if (n->op == &sn_op_compress) return slot == 1;
    if (n->op == &sn_op_non_zero) return true;
    return n->op == &sn_op_reduce && sn_reduce_axes(n->params, sn_in(n, 0)->shape.rank, &mask) &&
           mask >> r->axis & 1 && neutral_of(n, value);
}

sn_status sn_room_inputs(room_pass *p, sn_node *n, sn_value **in)
{
    for (uint16_t i = 0; i < n->n_in; i++) {
        double value;
        in[i] = sn_in(n, i);
        if (!in[i] || !sn_room_of(p, in[i])->source) continue;
        if (is_masked(p, n, i, &value))
            SN_TRY(masked(p, n, sn_in(n, i), value, &in[i]));
        else
            in[i] = sn_room_of(p, in[i])->now;
    }
    return SN_OK;
}

/* x, of which there is as much as the source says, as the type. */
static sn_status counted(room_pass *p, sn_node *n, int source, sn_type type, sn_value **out)
{
    sn_cast_params q;
    sn_params_init(sn_op_cast.params, &q);
    q.to = type;
    return make(p, n, &sn_op_cast, &q, 1, &p->sources.v[source - 1].count, out);
}

/* Indices below 0 count from the last that there is: where(at < 0, at + count, at). */
static sn_status from_the_front(room_pass *p, sn_node *n, sn_value **at)
{
    const sn_type type = (*at)->type;
    const int source = sn_room_of(p, sn_in(n, SN_GATHER_X))->source;
    sn_value *size = NULL, *below = NULL, *moved = NULL;
    sn_value *zero = constant(p, sn_tensor_scalar(p->g->ctx, type, 0));
    SN_TRY(counted(p, n, source, type, &size));
    SN_TRY(make(p, n, &sn_op_less, NULL, 2, (sn_value *[]){*at, zero}, &below));
    SN_TRY(make(p, n, &sn_op_add, NULL, 2, (sn_value *[]){*at, size}, &moved));
    return make(p, n, &sn_op_where, NULL, 3, (sn_value *[]){below, moved, *at}, at);
}

/* The sum of what there is, divided by how much that is. */
static sn_status mean(room_pass *p, sn_node *n, sn_value **in, sn_value **now)
{
    sn_reduce_params q = *(const sn_reduce_params *)n->params;
    const sn_shape *x = &sn_in(n, 0)->shape;
    const room_value *r = sn_room_of(p, sn_in(n, 0));
    unsigned mask = 0;
    double others = 1;
    (void)sn_reduce_axes(&q, x->rank, &mask);
    for (int i = 0; i < x->rank; i++)
        if (i != r->axis && mask >> i & 1) others *= (double)x->d[i];
    q.op = SN_REDUCE_SUM;
    const sn_type type = in[0]->type;
    sn_value *sum = NULL, *size = NULL, *all = NULL;
    SN_TRY(make(p, n, &sn_op_reduce, &q, 1, in, &sum));
    SN_TRY(counted(p, n, r->source, type, &size));
    sn_value *factor = constant(p, sn_tensor_scalar(p->g->ctx, type, others));
    SN_TRY(make(p, n, &sn_op_mul, NULL, 2, (sn_value *[]){size, factor}, &all));
    return make(p, n, &sn_op_div, NULL, 2, (sn_value *[]){sum, all}, now);
}

static bool joins_mean(const room_pass *p, const sn_node *n)
{
    unsigned mask = 0;
    return n->op == &sn_op_reduce && ((const sn_reduce_params *)n->params)->op == SN_REDUCE_MEAN &&
           sn_reduce_axes(n->params, sn_in(n, 0)->shape.rank, &mask) &&
           mask >> sn_room_of(p, sn_in(n, 0))->axis & 1;
}

/* Whether n takes elements along the axis of the room. */
static bool takes_some(const room_pass *p, const sn_node *n)
{
    if (n->op != &sn_op_gather) return false;
    const room_value *x = sn_room_of(p, sn_in(n, SN_GATHER_X));
    return x->source && x->axis == ((const sn_gather_params *)n->params)->axis;
}

/* To the sizes in numbers, the room among them. */
static sn_status reshaped(room_pass *p, sn_node *n, sn_value **now)
{
    const sn_shape *to = &sn_out(n, 0)->shape;
    const room_value *x = sn_room_of(p, sn_in(n, 0)), *y = sn_room_of(p, sn_out(n, 0));
    const char *text[SN_MAX_RANK];
    sn_value *in = x->now;
    for (int i = 0; i < to->rank; i++)
        text[i] = sn_arena_printf(
            p->arena, "%lld",
            (long long)(i == y->axis ? p->sources.v[x->source - 1].room : to->d[i]));
    const sn_reshape_params q = {.shape = sn_names_of(p->arena, to->rank, text)};
    return make(p, n, &sn_op_reshape, &q, 1, &in, now);
}

sn_status sn_room_rebuild(room_pass *p, sn_node *n, sn_value **now)
{
    if (n->op == &sn_op_shape) return sizes(p, n, now);
    if (n->op == &sn_op_reshape) return reshaped(p, n, now);
    sn_value **in = SN_NEW_N(p->arena, sn_value *, n->n_in + 1);
    SN_TRY(sn_room_inputs(p, n, in));
    if (joins_mean(p, n)) return mean(p, n, in, now);
    if (takes_some(p, n)) SN_TRY(from_the_front(p, n, &in[SN_GATHER_INDICES]));
    sn_node *m = sn_node_create(p->g, n, n->op, n->params, n->n_in, in, n->n_out);
    m->origin = n->origin;
    SN_TRY(sn_infer_node(m));
    for (uint16_t i = 0; i < n->n_out; i++) now[i] = sn_out(m, i);
    if (n->name) sn_node_set_name(p->g, m, n->name);
    return SN_OK;
}
