/* SPDX-License-Identifier: Apache-2.0
 *
 * Recipes of elements by index: what gathers and scatters by constants, triangles, sequences, ones
 * among zeros, what is picked by value, casts there and back, and forms whose lists are inputs. */
#include "random/gen.h"

#include <string.h>

#include "random/recipes.h"

/* A value that other recipes do not go on with: not f32. */
static item *inner(gen *t, const sn_op *op, const char *params, int n_in, item *const *x)
{
    item *y = put(t, op, params, n_in, x);
    if (y) t->items.n--;
    return y;
}

item *integer_values(gen *t, sn_type type, const sn_shape *shape, const int64_t *values)
{
    sn_tensor *made = NULL;
    void *data = NULL;
    if (sn_tensor_create(t->ctx, type, shape, &made, &data) != SN_OK) return NULL;
    for (int64_t i = 0, n = sn_tensor_count(made); i < n; i++) {
        if (type == SN_TYPE_i32)
            ((int32_t *)data)[i] = (int32_t)values[i];
        else
            ((int64_t *)data)[i] = values[i];
    }
    return constant_of(t, made);
}

/* Indices: those of row k of a last axis of `depth` along an axis of sizes[k]. */
static item *indices(gen *t, const sn_shape *shape, const int64_t *sizes, int depth)
{
    const int64_t n = sn_shape_count(shape);
    int64_t *values = SN_NEW_N(t->arena, int64_t, n + 1);
    for (int64_t i = 0; i < n; i++) {
        const int64_t size = sizes[i % depth];
        values[i] = chance(t, 25) ? roll(t, -size, -1) : roll(t, 0, size - 1);
    }
    return integer_values(t, chance(t, 50) ? SN_TYPE_i64 : SN_TYPE_i32, shape, values);
}

static item *list(gen *t, int n, const int64_t *values)
{
    const sn_shape shape = SN_SHAPE(n);
    return integer_values(t, SN_TYPE_i64, &shape, values);
}

static void gather(gen *t, item *x, int axis)
{
    const sn_shape s = *shape_of(x);
    const sn_shape at = chance(t, 20)   ? sn_shape_scalar()
                        : chance(t, 70) ? SN_SHAPE(roll(t, 1, 6))
                                        : SN_SHAPE(roll(t, 1, 3), 2);
    item *i = s.rank < 5 ? indices(t, &at, &s.d[axis], 1) : NULL;
    if (i) put(t, &sn_op_gather, text(t, "{axis=%d}", axis), 2, (item *[]){x, i});
}

/* Of no more elements than x along the other axes. */
static sn_shape some_of(gen *t, const sn_shape *s, int axis)
{
    sn_shape at = *s;
    for (int k = 0; k < s->rank; k++)
        at.d[k] = k == axis       ? roll(t, 1, s->d[k] + 2)
                  : chance(t, 60) ? s->d[k]
                                  : roll(t, 1, s->d[k]);
    return at;
}

static const char *reduction(gen *t)
{
    static const char *const all[] = {"none", "none", "add", "mul", "max", "min"};
    return all[roll(t, 0, 5)];
}

static void by_element(gen *t, item *x, int axis)
{
    const sn_shape s = *shape_of(x), at = some_of(t, &s, axis);
    item *i = indices(t, &at, &s.d[axis], 1);
    if (!i) return;
    if (chance(t, 50)) {
        put(t, &sn_op_gather_elements, text(t, "{axis=%d}", axis), 2, (item *[]){x, i});
        return;
    }
    item *u = constant(t, at, (spread){false, 0.5, 1.5});
    if (u)
        put(t, &sn_op_scatter_elements, text(t, "{axis=%d, reduction=%s}", axis, reduction(t)), 3,
            (item *[]){x, i, u});
}

static void by_rows(gen *t, item *x)
{
    const sn_shape s = *shape_of(x);
    const int depth = (int)roll(t, 1, s.rank);
    const int batch = chance(t, 30) ? (int)roll(t, 0, s.rank - depth) : 0;
    sn_shape at = {.rank = (int8_t)(batch + 2)};
    for (int k = 0; k < batch; k++) at.d[k] = s.d[k];
    at.d[batch] = roll(t, 1, 5);
    at.d[batch + 1] = depth;
    item *i = indices(t, &at, s.d + batch, depth);
    if (!i || batch + 1 + s.rank - batch - depth > 4) return;
    if (batch > 0 || chance(t, 50)) {
        put(t, &sn_op_gather_nd, text(t, "{batch_dims=%d}", batch), 2, (item *[]){x, i});
        return;
    }
    sn_shape u = {.rank = (int8_t)(1 + s.rank - depth)};
    u.d[0] = at.d[0];
    for (int k = 1; k < u.rank; k++) u.d[k] = s.d[depth + k - 1];
    item *updates = constant(t, u, (spread){false, 0.5, 1.5});
    if (updates)
        put(t, &sn_op_scatter_nd, text(t, "{reduction=%s}", reduction(t)), 3,
            (item *[]){x, i, updates});
}

static void sequence(gen *t, item *x)
{
    const sn_shape s = *shape_of(x);
    const int time = (int)roll(t, 0, 1);
    int64_t *lengths = SN_NEW_N(t->arena, int64_t, s.d[!time] + 1);
    for (int64_t i = 0; i < s.d[!time]; i++) lengths[i] = roll(t, 0, s.d[time]);
    item *n = list(t, (int)s.d[!time], lengths);
    if (n)
        put(t, &sn_op_reverse_sequence, text(t, "{time_axis=%d, batch_axis=%d}", time, !time), 2,
            (item *[]){x, n});
}

static void triangle(gen *t, item *x)
{
    const int64_t by = roll(t, -3, 3);
    const sn_shape number = sn_shape_scalar();
    item *k = chance(t, 60) ? integer_values(t, SN_TYPE_i64, &number, &by) : NULL;
    put(t, &sn_op_trilu, chance(t, 50) ? "{}" : "{upper=0}", k ? 2 : 1, (item *[]){x, k});
}

/* A mask of x, from indices or from a diagonal. */
static void ones(gen *t, item *x)
{
    const sn_shape s = *shape_of(x);
    item *mask = NULL;
    if (s.rank == 2 && chance(t, 50)) {
        mask = inner(t, &sn_op_eye_like, text(t, "{k=%d}", (int)roll(t, -1, 1)), 1, &x);
    } else {
        const int64_t depth = s.d[s.rank - 1];
        const sn_shape number = sn_shape_scalar(), at = SN_SHAPE(s.rank > 1 ? s.d[s.rank - 2] : 1);
        item *in[] = {indices(t, &at, &depth, 1), integer_values(t, SN_TYPE_i64, &number, &depth),
                      constant(t, SN_SHAPE(2), (spread){false, -1, 1})};
        mask = in[0] && in[1] && in[2] ? inner(t, &sn_op_one_hot, NULL, 3, in) : NULL;
    }
    if (mask) put(t, chance(t, 50) ? &sn_op_add : &sn_op_mul, NULL, 2, (item *[]){x, mask});
}

/* Doubles hold all floats; what is an integer is the same as one. */
static void there_and_back(gen *t, item *x)
{
    item *y = NULL;
    if (x->exact && chance(t, 50)) {
        static const char *const to[] = {"{to=i64}", "{to=i32}",  "{to=i16}", "{to=i8}",
                                         "{to=f16}", "{to=bf16}", "{to=bool}"};
        y = inner(t, &sn_op_cast, to[roll(t, 0, 6)], 1, &x);
    } else {
        y = inner(t, &sn_op_cast, "{to=f64}", 1, &x);
    }
    if (y) put(t, &sn_op_cast, "{to=f32}", 1, &y);
}

/* Sizes, axes and pads as constants of integers. */
static void by_lists(gen *t, item *x)
{
    const sn_shape s = *shape_of(x);
    const int axis = (int)roll(t, 0, s.rank - 1);
    int64_t v[2 * SN_MAX_RANK] = {0};
    item *in[5] = {x};
    switch (roll(t, 0, 8)) {
    case 0:
        v[0] = -1;
        v[1] = s.d[axis];
        in[1] = list(t, 2, v);
        if (in[1]) put(t, &sn_op_dynamic_reshape, NULL, 2, in);
        break;
    case 1:
        v[0] = roll(t, 1, 3);
        for (int k = 0; k < s.rank; k++) v[k + 1] = s.d[k];
        in[1] = s.rank < 4 ? list(t, s.rank + 1, v) : NULL;
        if (in[1]) put(t, &sn_op_dynamic_expand, NULL, 2, in);
        break;
    case 2:
        for (int k = 0; k < s.rank; k++) v[k] = k == axis ? roll(t, 1, 3) : 1;
        in[1] = list(t, s.rank, v);
        if (in[1]) put(t, &sn_op_dynamic_tile, NULL, 2, in);
        break;
    case 3:
        v[axis] = roll(t, 0, 2);
        v[s.rank + axis] = roll(t, 0, 2);
        in[1] = list(t, 2 * s.rank, v);
        if (in[1]) put(t, &sn_op_dynamic_pad, NULL, 2, in);
        break;
    case 4:
        v[0] = roll(t, 0, s.rank);
        in[1] = s.rank < 4 ? list(t, 1, v) : NULL;
        if (in[1]) put(t, &sn_op_dynamic_unsqueeze, NULL, 2, in);
        break;
    case 5:
        v[0] = roll(t, 0, 1);
        v[1] = chance(t, 50) ? INT64_MAX : -1;
        v[2] = chance(t, 50) ? axis : axis - s.rank;
        for (int k = 0; k < 3; k++) in[1 + k] = list(t, 1, v + k);
        if (in[1] && in[2] && in[3]) put(t, &sn_op_dynamic_slice, NULL, 4, in);
        break;
    case 6:
        v[0] = axis;
        in[1] = list(t, 1, v);
        if (in[1] && s.d[axis] == 1) put(t, &sn_op_dynamic_squeeze, NULL, 2, in);
        break;
    case 7:
        for (int k = 1; k <= 2; k++)
            in[k] = chance(t, 70) ? constant(t, SN_SHAPE(), (spread){false, k - 2, k - 1}) : NULL;
        if (in[1] && chance(t, 50)) in[1] = own_node(t, in[1]);
        put(t, &sn_op_dynamic_clip, NULL, 3, in);
        break;
    default:
        v[0] = axis;
        in[1] = list(t, 1, v);
        if (in[1]) put(t, &sn_op_dynamic_reduce, "{op=mean}", 2, in);
        break;
    }
}

/* One number for each element, through the shape of x. */
static void by_shape(gen *t, item *x)
{
    item *shape = inner(t, &sn_op_shape, NULL, 1, &x);
    item *in[2] = {shape, constant(t, SN_SHAPE(1), (spread){false, -1, 1})};
    item *y = shape && in[1] ? inner(t, &sn_op_constant_of_shape, NULL, 2, in) : NULL;
    if (y) put(t, chance(t, 50) ? &sn_op_add : &sn_op_mul, NULL, 2, (item *[]){x, y});
}

static void repeated(gen *t, item *x)
{
    const sn_shape *s = shape_of(x);
    sn_str sizes;
    sn_str_init(&sizes, t->arena);
    sn_str_addf(&sizes, "{shape=[%d", (int)roll(t, 1, 3));
    for (int k = 0; k < s->rank; k++) sn_str_addf(&sizes, ",%d", chance(t, 50) ? 1 : (int)s->d[k]);
    sn_str_add(&sizes, "]}");
    if (s->rank < 4) put(t, &sn_op_expand, sizes.s, 1, &x);
}

static void normalized(gen *t, item *x, int axis)
{
    static const char *const rules[] = {"added", "least_norm", "least_sum", "unguarded"};
    const sn_shape *s = shape_of(x);
    if (chance(t, 25)) {
        sn_shape along = {.rank = s->rank};
        for (int k = 0; k < s->rank; k++) along.d[k] = k == axis ? s->d[k] : 1;
        put(t, &sn_op_lp_normalization,
            text(t, "{axis=%d, n_axes=%d, epsilon=0.01, epsilon_rule=%s}", axis,
                 (int)roll(t, 1, s->rank - axis), rules[roll(t, 0, 3)]),
            2,
            (item *[]){
                x, constant(t, chance(t, 50) ? along : SN_SHAPE(1), (spread){false, 0.5, 1.5})});
    } else if (chance(t, 50))
        put(t, &sn_op_lp_normalization, text(t, "{axis=%d, p=%d}", axis, (int)roll(t, 1, 2)), 1,
            &x);
    else
        put(t, &sn_op_mean_variance_normalization, text(t, "{axes=[%d]}", axis), 1, &x);
}

/* By value: only of what no rewrite can move across a tie. */
static void first_of(gen *t, item *x, int axis)
{
    const int64_t k = roll(t, 1, shape_of(x)->d[axis]);
    if (!x->exact) return;
    if (chance(t, 50)) {
        item *in[2] = {x, list(t, 1, &k)};
        const char *params = text(t, "{axis=%d, largest=%d}", axis, (int)roll(t, 0, 1));
        if (in[1] && put_many(t, &sn_op_top_k, params, 2, in, 2)) t->items.n--; /* the places */
        return;
    }
    item *y = inner(t, chance(t, 50) ? &sn_op_arg_max : &sn_op_arg_min,
                    text(t, "{axis=%d, select_last_index=%d}", axis, (int)roll(t, 0, 1)), 1, &x);
    if (y) put(t, &sn_op_cast, "{to=f32}", 1, &y);
}

/* Where the largest elements of windows stand, and back to there. */
static void largest_of_windows(gen *t, item *x)
{
    const sn_shape s = *shape_of(x);
    const int nd = s.rank > 3 ? 3 : s.rank - 1;
    if (nd < 1 || !x->exact) return;
    const char *kernel = "", *pads = "";
    for (int i = 0; i < nd; i++) {
        const int64_t size = s.d[s.rank - nd + i];
        kernel = text(t, "%s%d,", kernel, (int)roll(t, 1, size < 3 ? size : 3));
        pads = text(t, "%s%d,", pads, chance(t, 20));
    }
    const char *p = text(t, "{nd=%d, kernel=[%.*s], storage_order=%s", nd, (int)strlen(kernel) - 1,
                         kernel, chance(t, 30) ? "column_major" : "row_major");
    if (chance(t, 40)) p = text(t, "%s, pad_end=[%.*s]", p, (int)strlen(pads) - 1, pads);
    item *y = put_many(t, &sn_op_max_pool,
                       text(t, "%s%s}", p, chance(t, 30) ? ", ceil_mode=1" : ""), 1, &x, 2);
    if (!y) return;
    item *places = t->items.v[--t->items.n];
    if (chance(t, 50)) {
        put(t, &sn_op_cast, "{to=f32}", 1, &places);
        return;
    }
    item *shape = list(t, s.rank, s.d);
    if (shape && !strstr(pads, "1"))
        put(t, &sn_op_max_unpool,
            text(t, "{nd=%d, kernel=[%.*s]}", nd, (int)strlen(kernel) - 1, kernel), 3,
            (item *[]){y, places, shape});
}

void rand_picks(gen *t, item *x)
{
    const sn_shape s = *shape_of(x);
    if (s.rank < 1 || sn_shape_count(&s) == 0) return;
    const int axis = (int)roll(t, 0, s.rank - 1);
    switch (roll(t, 0, 12)) {
    case 0:
        gather(t, x, axis);
        break;
    case 1:
        by_element(t, x, axis);
        break;
    case 2:
        by_rows(t, x);
        break;
    case 3:
        if (s.rank > 1) sequence(t, x);
        break;
    case 4:
        if (s.rank > 1) triangle(t, x);
        break;
    case 5:
        ones(t, x);
        break;
    case 6:
        there_and_back(t, x);
        break;
    case 7:
        by_shape(t, x);
        break;
    case 8:
        repeated(t, x);
        break;
    case 9:
        normalized(t, x, axis);
        break;
    case 10:
        first_of(t, x, axis);
        break;
    case 11:
        largest_of_windows(t, x);
        break;
    default:
        by_lists(t, x);
        break;
    }
}
