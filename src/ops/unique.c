/* SPDX-License-Identifier: Apache-2.0
 *
 * unique: the different elements of x, or its different parts along an axis, as ONNX Unique-11: in
 * ascending order, parts element by element, or in that of their first occurrence. NaN counts as
 * one element, and comes last. How many there are depends on the data. */
#include <math.h>
#include <string.h>

#include "ops/elems.h"
#include "ops/in_room.h"
#include "ops/ops.h"
#include "ops/rule.h"

#define ALL_AXES (-1)

typedef struct unique_params {
    int32_t axis, sorted;
    int32_t room; /* of unique_in_room */
} unique_params;

#define UNIQUE_PARAMS                                                                              \
    SN_P_INT(unique_params, axis, ALL_AXES, ALL_AXES, SN_MAX_RANK - 1,                             \
             "axis whose parts are compared; -1: x as one axis"),                                  \
        SN_P_BOOL(unique_params, sorted, 1,                                                        \
                  "in ascending order; else in that of the first occurrence")
static const sn_param params[] = {UNIQUE_PARAMS, SN_P_END};
static const sn_param room_params[] = {UNIQUE_PARAMS, SN_P_ROOM(unique_params), SN_P_END};
static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};
static const char *const out_names[] = {"y", "indices", "inverse_indices", "counts", "n"};

static sn_status infer(sn_infer *in)
{
    const int axis = ((const unique_params *)in->params)->axis;
    sn_shape y = in->in_shape[0];
    if (axis != ALL_AXES) SN_TRY(sn_shape_rule_has_axis(in, axis));
    const sn_dim n = sn_shape_rule_symbol(in, 0, 0);
    sn_dim all = sn_shape_rule_symbol(in, 2, 0);
    if (y.rank >= 0 && axis != ALL_AXES) all = y.d[axis];
    if (y.rank >= 0 && axis == ALL_AXES && sn_shape_known(&y)) all = sn_shape_count(&y);
    if (axis == ALL_AXES)
        y = SN_SHAPE(n);
    else if (y.rank >= 0)
        y.d[axis] = n;
    in->out_shape[0] = y;
    in->out_shape[1] = in->out_shape[3] = SN_SHAPE(n);
    in->out_shape[2] = SN_SHAPE(all);
    return SN_OK;
}

/* ---- order ----------------------------------------------------------------------------------- */

typedef struct unique_parts {
    sn_elems x;
    sn_span span;
} unique_parts;

/* -1, 0 or 1. */
static int compare_elements(sn_elems x, int64_t a, int64_t b)
{
    if (!sn_type_is_float(x.type)) {
        const uint64_t u = sn_elems_word(x, a), v = sn_elems_word(x, b);
        return sn_word_less(x.type, u, v) ? -1 : sn_word_less(x.type, v, u);
    }
    const double u = sn_elems_at(x, a), v = sn_elems_at(x, b);
    if (isnan(u) || isnan(v)) return (isnan(u) != 0) - (isnan(v) != 0);
    return u < v ? -1 : u > v;
}

static int compare(const unique_parts *p, int64_t a, int64_t b)
{
    for (int64_t i = 0; i < p->span.outer * p->span.inner; i++) {
        const int64_t first = i / p->span.inner * p->span.n * p->span.inner + i % p->span.inner;
        const int is = compare_elements(p->x, first + a * p->span.inner, first + b * p->span.inner);
        if (is) return is;
    }
    return 0;
}

/* Sorts `list` of n; equal ones stay in order. `spare` has room for as many. */
static void sort(const unique_parts *p, int64_t *list, int64_t *spare, int64_t n)
{
    if (n < 2) return;
    const int64_t half = n / 2;
    sort(p, list, spare, half);
    sort(p, list + half, spare, n - half);
    for (int64_t i = 0, a = 0, b = half; i < n; i++) {
        const bool left = b == n || (a < half && compare(p, list[a], list[b]) <= 0);
        spare[i] = left ? list[a++] : list[b++];
    }
    memcpy(list, spare, (size_t)n * sizeof *list);
}

/* ---- evaluation ------------------------------------------------------------------------------ */

/* Different parts, each by its first occurrence; rank[i]: which of them part i is. */
typedef struct different {
    int64_t n, *first, *count, *rank;
} different;

static different find(const unique_parts *p, sn_arena *arena, bool sorted)
{
    const int64_t n = p->span.n;
    different d = {0, SN_NEW_N(arena, int64_t, n), SN_NEW_N(arena, int64_t, n),
                   SN_NEW_N(arena, int64_t, n)};
    int64_t *order = SN_NEW_N(arena, int64_t, n), *place = SN_NEW_N(arena, int64_t, n);
    for (int64_t i = 0; i < n; i++) order[i] = i;
    sort(p, order, place, n);
    for (int64_t i = 0; i < n; i++) {
        if (i == 0 || compare(p, order[i - 1], order[i]) != 0) d.first[d.n++] = order[i];
        d.rank[order[i]] = d.n - 1;
    }
    if (!sorted) { /* numbered as they are met */
        int64_t met = 0;
        int64_t *first = order; /* not needed any more */
        for (int64_t i = 0; i < n; i++) {
            const int64_t was = d.rank[i];
            if (d.first[was] == i) {
                place[was] = met;
                first[met++] = i;
            }
            d.rank[i] = place[was];
        }
        d.first = first;
    }
    for (int64_t i = 0; i < n; i++) d.count[d.rank[i]]++;
    return d;
}

static sn_status give(sn_eval *e, unsigned out, const int64_t *v, int64_t n)
{
    const sn_shape shape = SN_SHAPE(n);
    if (!e->out_data[out]) SN_TRY(sn_eval_alloc(e, out, SN_TYPE_i64, &shape));
    if (n) memcpy(e->out_data[out], v, (size_t)n * sizeof *v);
    return SN_OK;
}

static sn_status eval(sn_eval *e)
{
    const unique_params *q = e->params;
    const sn_shape *x = &e->in_shape[0];
    const bool all = q->axis == ALL_AXES;
    const unique_parts p = {sn_eval_elems(e, 0),
                            all ? (sn_span){1, sn_shape_count(x), 1} : sn_span_of(x, q->axis)};
    const different d = find(&p, e->arena, q->sorted != 0);
    const size_t row = sn_type_bytes(e->in[0]->type) * (size_t)p.span.inner;
    sn_shape y = all ? SN_SHAPE(0) : *x;
    y.d[all ? 0 : q->axis] = d.n;
    SN_TRY(sn_eval_alloc(e, 0, e->in[0]->type, &y));
    char *to = e->out_data[0];
    for (int64_t i = 0; i < p.span.outer * d.n && row; i++, to += row)
        memcpy(to,
               (const char *)sn_tensor_data(e->in[0]) +
                   (size_t)(i / d.n * p.span.n + d.first[i % d.n]) * row,
               row);
    SN_TRY(give(e, 1, d.first, d.n));
    SN_TRY(give(e, 2, d.rank, p.span.n));
    return give(e, 3, d.count, d.n);
}

/* As many as there are: none is there twice. */
static bool at_most(const sn_node *node, unsigned slot, sn_shape *out)
{
    const int axis = ((const unique_params *)node->params)->axis;
    const sn_shape *x = &sn_in(node, 0)->shape;
    if (!sn_shape_known(x)) return false;
    const int64_t n = axis == ALL_AXES ? sn_shape_count(x) : x->d[axis];
    *out = slot == 0 && axis != ALL_AXES ? *x : SN_SHAPE(n);
    return true;
}

static sn_status room_infer(sn_infer *in)
{
    return sn_in_room_infer(in, &sn_op_unique, ((const unique_params *)in->params)->room);
}

static sn_status room_eval(sn_eval *e)
{
    return sn_in_room_eval(e, &sn_op_unique, ((const unique_params *)e->params)->room, true);
}

const sn_op sn_op_unique_in_room = {
    .name = "unique_in_room",
    .synopsis = "unique with 0 and -1 behind what was found, and how much that is",
    .slots = slots,
    .types = "any->any,i64",
    .n_out = 5,
    .out_names = out_names,
    .traits = SN_TRAIT_SELECTS,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(unique_params),
    .params = room_params,
    .infer = room_infer,
    .eval = room_eval,
};

const sn_op sn_op_unique = {
    .name = "unique",
    .synopsis = "y = the different elements of x, or its different parts along an axis",
    .slots = slots,
    .types = "any->any,i64",
    .n_out = 4,
    .out_names = out_names,
    .traits = SN_TRAIT_SELECTS,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(unique_params),
    .params = params,
    .infer = infer,
    .eval = eval,
    .at_most = at_most,
    .in_room = &sn_op_unique_in_room,
};
