/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators that move elements, and those that make them of sizes. Lists that are inputs in newer
 * versions are attributes in older ones: they become constants, and the dynamic operators resolve.
 */
#include <string.h>

#include "formats/onnx/contents.h"
#include "formats/onnx/ops/parts.h"
#include "ops/pad.h"
#include "ops/reshape.h"
#include "ops/transpose.h"

/* The input, or the attribute as a constant; NULL: neither. */
static sn_value *list_of(sn_onnx_call *c, unsigned slot, const char *name)
{
    const sn_onnx_attr *a = sn_onnx_take(c, name);
    return a ? sn_onnx_i64s(c, a->ints.v, (int)a->ints.n) : sn_onnx_in(c, slot);
}

sn_answer sn_onnx_import_reshape(sn_onnx_call *c)
{
    void *p = sn_onnx_params(c, &sn_op_dynamic_reshape);
    (void)sn_onnx_set_int(&sn_op_dynamic_reshape, p, "allowzero", sn_onnx_int(c, "allowzero", 0));
    if (c->version < 5) sn_onnx_ignore(c, "consumed_inputs");
    sn_value *shape = c->version < 5 ? list_of(c, 1, "shape") : sn_onnx_in(c, 1);
    sn_onnx_give(c, 0, SN_ONNX_MAKE(c, &sn_op_dynamic_reshape, p, sn_onnx_in(c, 0), shape));
    return SN_ONNX_YES;
}

/* Axes are an attribute before version 13. */
sn_answer sn_onnx_import_squeeze(sn_onnx_call *c)
{
    sn_value *axes = c->version < 13 ? list_of(c, 1, "axes") : sn_onnx_in(c, 1);
    const sn_op *op = sn_op_find(c->op);
    if (!axes && op == &sn_op_dynamic_squeeze) op = &sn_op_squeeze;
    sn_onnx_give(c, 0, SN_ONNX_MAKE(c, op, NULL, sn_onnx_in(c, 0), axes));
    return SN_ONNX_YES;
}

/* Attributes before version 10. */
sn_answer sn_onnx_import_slice(sn_onnx_call *c)
{
    const bool old = c->version < 10;
    sn_value *starts = old ? list_of(c, 1, "starts") : sn_onnx_in(c, 1);
    sn_value *ends = old ? list_of(c, 2, "ends") : sn_onnx_in(c, 2);
    sn_value *axes = old ? list_of(c, 3, "axes") : sn_onnx_in(c, 3);
    sn_onnx_give(c, 0,
                 SN_ONNX_MAKE(c, &sn_op_dynamic_slice, NULL, sn_onnx_in(c, 0), starts, ends, axes,
                              sn_onnx_in(c, 4)));
    return SN_ONNX_YES;
}

/* Equal parts of ceil(size / n), the last of which may be smaller, since version 18. */
static sn_answer split_equal(sn_onnx_call *c, int axis)
{
    const int64_t n = sn_onnx_int(c, "num_outputs", sn_onnx_n_out(c));
    const sn_dim size = sn_onnx_shape(c, 0)->d[axis];
    sn_value *x = sn_onnx_in(c, 0), *sizes;
    if (n != sn_onnx_n_out(c)) return SN_ONNX_NEVER("it has another number of outputs");
    if (!sn_dim_known(size) && c->version >= 18)
        return SN_ONNX_LATER("the size that it divides is not known");
    if (!sn_dim_known(size) || size % n == 0) {
        void *p = sn_onnx_params(c, &sn_op_split);
        (void)sn_onnx_set_int(&sn_op_split, p, "axis", axis);
        return sn_onnx_give_all(c, sn_onnx_make_many(c, &sn_op_split, p, 1, &x, (uint16_t)n));
    }
    if (c->version < 18) return SN_ONNX_NEVER("parts of one size do not make up the axis");
    int64_t *v = SN_NEW_N(c->r->in.arena, int64_t, n), each = (size + n - 1) / n, left = size;
    for (int64_t i = 0; i < n; i++) {
        v[i] = left < each ? left : each;
        left -= v[i];
    }
    sizes = sn_onnx_i64s(c, v, (int)n);
    void *p = sn_onnx_params(c, &sn_op_dynamic_split);
    (void)sn_onnx_set_int(&sn_op_dynamic_split, p, "axis", axis);
    return sn_onnx_give_all(
        c, sn_onnx_make_many(c, &sn_op_dynamic_split, p, 2, (sn_value *[]){x, sizes}, (uint16_t)n));
}

sn_answer sn_onnx_import_split(sn_onnx_call *c)
{
    SN_ONNX_NEED_RANK(c, 0);
    const int axis = sn_onnx_axis(sn_onnx_int(c, "axis", 0), sn_onnx_rank(c, 0));
    if (axis < 0) return SN_ONNX_NEVER("its input has no such axis");
    sn_value *x = sn_onnx_in(c, 0),
             *sizes = c->version < 13 ? list_of(c, 1, "split") : sn_onnx_in(c, 1);
    if (!sizes) return split_equal(c, axis);
    void *p = sn_onnx_params(c, &sn_op_dynamic_split);
    (void)sn_onnx_set_int(&sn_op_dynamic_split, p, "axis", axis);
    return sn_onnx_give_all(c, sn_onnx_make_many(c, &sn_op_dynamic_split, p, 2,
                                                 (sn_value *[]){x, sizes},
                                                 (uint16_t)sn_onnx_n_out(c)));
}

sn_answer sn_onnx_import_transpose(sn_onnx_call *c)
{
    sn_transpose_params p = {{0}};
    if (!sn_onnx_ints(c, "perm", &p.perm)) {
        SN_ONNX_NEED_RANK(c, 0);
        const int rank = sn_onnx_rank(c, 0);
        int32_t *v = SN_NEW_N(c->r->in.arena, int32_t, rank);
        for (int i = 0; i < rank; i++) v[i] = rank - 1 - i;
        p.perm = (sn_ints){rank, v};
    }
    if (p.perm.n == 0)
        sn_onnx_give(c, 0, sn_onnx_in(c, 0));
    else
        sn_onnx_give(c, 0, SN_ONNX_MAKE(c, &sn_op_transpose, &p, sn_onnx_in(c, 0)));
    return SN_ONNX_YES;
}

/* Sizes from one axis to another, multiplied. */
static const char *product_of(const sn_onnx_call *c, const sn_shape *x, int from, int to)
{
    int64_t known = 1;
    const char *text = "";
    for (int i = from; i < to; i++) {
        if (sn_dim_known(x->d[i]) && x->d[i] <= INT32_MAX && known <= INT32_MAX)
            known *= x->d[i];
        else
            text = sn_arena_printf(c->r->in.arena, "%s%sx.%d", text, *text ? "*" : "", i);
    }
    if (!*text) return sn_arena_printf(c->r->in.arena, "%lld", (long long)known);
    return known == 1 ? text : sn_arena_printf(c->r->in.arena, "%s*%lld", text, (long long)known);
}

static bool has_some(const sn_shape *x, int from, int to)
{
    for (int i = from; i < to; i++)
        if (!sn_dim_known(x->d[i]) || x->d[i] <= 0) return false;
    return true;
}

/* Two axes: those before `axis`, and the others, as one each. What is left is written for one of
 * them only where the other is known not to be 0. */
static sn_value *flattened(sn_onnx_call *c, sn_value *x, int axis)
{
    const sn_shape *shape = &x->shape;
    const bool some = has_some(shape, 0, axis);
    if (axis == 0 || (axis == 1 && some))
        return sn_onnx_reshape(c, x, (int64_t[]){axis ? 0 : 1, -1}, 2);
    const bool rest = !some && axis == 1 && has_some(shape, 1, shape->rank);
    const char **sizes = SN_NEW_N(c->r->in.arena, const char *, 2);
    sizes[0] = rest ? "-1" : axis == 1 ? "x.0" : product_of(c, shape, 0, axis);
    sizes[1] = some ? "-1" : product_of(c, shape, axis, shape->rank);
    const sn_reshape_params p = {.shape = {2, sizes}};
    return SN_ONNX_MAKE(c, &sn_op_reshape, &p, x);
}

sn_answer sn_onnx_import_flatten(sn_onnx_call *c)
{
    SN_ONNX_NEED_RANK(c, 0);
    const int rank = sn_onnx_rank(c, 0);
    int64_t axis = sn_onnx_int(c, "axis", 1);
    if (axis < 0) axis += rank;
    if (axis < 0 || axis > rank) return SN_ONNX_NEVER("its input has no such axis");
    sn_onnx_give(c, 0, flattened(c, sn_onnx_in(c, 0), (int)axis));
    return SN_ONNX_YES;
}

/* Softmax along one axis; before version 13 over all axes from `axis` on together. */
sn_answer sn_onnx_import_softmax(sn_onnx_call *c)
{
    SN_ONNX_NEED_RANK(c, 0);
    const bool old = c->version < 13, logs = strcmp(c->op, "log_softmax") == 0;
    const int rank = sn_onnx_rank(c, 0);
    int axis = sn_onnx_axis(sn_onnx_int(c, "axis", old ? 1 : -1), rank);
    if (axis < 0) return SN_ONNX_NEVER("its input has no such axis");
    const bool many = old && axis != rank - 1;
    sn_value *x = sn_onnx_in(c, 0), *y = many ? flattened(c, x, axis) : x;
    if (many) axis = 1;
    if (logs) {
        y = sn_onnx_log_softmax(c, y, axis);
    } else {
        void *p = sn_onnx_params(c, &sn_op_softmax);
        (void)sn_onnx_set_int(&sn_op_softmax, p, "axis", axis);
        y = SN_ONNX_MAKE(c, &sn_op_softmax, p, y);
    }
    if (many) y = SN_ONNX_MAKE(c, &sn_op_dynamic_reshape, NULL, y, sn_onnx_sizes_of(c, x));
    sn_onnx_give(c, 0, y);
    return SN_ONNX_YES;
}

/* 1 where the first largest element of a line is, else 0. */
sn_answer sn_onnx_import_hardmax(sn_onnx_call *c)
{
    SN_ONNX_NEED_RANK(c, 0);
    SN_ONNX_NEED_TYPE(c, 0);
    const bool old = c->version < 13;
    const int rank = sn_onnx_rank(c, 0);
    int axis = sn_onnx_axis(sn_onnx_int(c, "axis", old ? 1 : -1), rank);
    if (axis < 0) return SN_ONNX_NEVER("its input has no such axis");
    const bool many = old && axis != rank - 1;
    sn_value *x = sn_onnx_in(c, 0), *y = many ? flattened(c, x, axis) : x;
    if (many) axis = 1;
    void *arg = sn_onnx_params(c, &sn_op_arg_max), *hot = sn_onnx_params(c, &sn_op_one_hot);
    (void)sn_onnx_set_int(&sn_op_arg_max, arg, "axis", axis);
    (void)sn_onnx_set_int(&sn_op_arg_max, arg, "keepdims", 0);
    (void)sn_onnx_set_int(&sn_op_one_hot, hot, "axis", axis);
    sn_value *at = SN_ONNX_MAKE(c, &sn_op_arg_max, arg, y);
    sn_value *depth = sn_onnx_slice(c, sn_onnx_sizes_of(c, y), 0, axis, axis + 1);
    const sn_tensor *t = NULL;
    if (sn_tensor_vector(c->r->in.ctx, sn_onnx_type(c, 0), (double[]){0, 1}, 2, &t) != SN_OK)
        return SN_ONNX_NEVER("no such numbers");
    y = SN_ONNX_MAKE(c, &sn_op_one_hot, hot, at, depth, sn_onnx_tensor_value(c, t));
    if (many) y = SN_ONNX_MAKE(c, &sn_op_dynamic_reshape, NULL, y, sn_onnx_sizes_of(c, x));
    sn_onnx_give(c, 0, y);
    return SN_ONNX_YES;
}

/* Pads and value are attributes before version 11. */
sn_answer sn_onnx_import_pad(sn_onnx_call *c)
{
    void *p = sn_onnx_params(c, &sn_op_dynamic_pad);
    sn_value *pads = sn_onnx_in(c, 1), *value = sn_onnx_in(c, 2);
    if (!sn_onnx_set_enum(&sn_op_dynamic_pad, p, "mode", sn_onnx_string(c, "mode", "constant")))
        return SN_ONNX_NEVER("its mode is none that sinter has");
    if (c->version < 11) {
        SN_ONNX_NEED_TYPE(c, 0);
        pads = list_of(c, 1, c->version < 2 ? "paddings" : "pads");
        value = sn_onnx_number(c, sn_onnx_type(c, 0), sn_onnx_float(c, "value", 0));
    }
    sn_onnx_give(
        c, 0,
        SN_ONNX_MAKE(c, &sn_op_dynamic_pad, p, sn_onnx_in(c, 0), pads, value, sn_onnx_in(c, 3)));
    return SN_ONNX_YES;
}

/* ---- what is made of sizes ------------------------------------------------------------------- */

sn_answer sn_onnx_import_constant_of_shape(sn_onnx_call *c)
{
    const sn_onnx_attr *a = sn_onnx_take(c, "value");
    sn_value *value = a ? sn_onnx_tensor_attr(c, a) : sn_onnx_number(c, SN_TYPE_f32, 0);
    if (value && sn_tensor_count(value->data) != 1)
        return SN_ONNX_NEVER("its value is not a single number");
    value = sn_onnx_reshape(c, value, NULL, 0);
    sn_onnx_give(c, 0, SN_ONNX_MAKE(c, &sn_op_constant_of_shape, NULL, sn_onnx_in(c, 0), value));
    return SN_ONNX_YES;
}

sn_answer sn_onnx_import_eye_like(sn_onnx_call *c)
{
    SN_ONNX_NEED_TYPE(c, 0);
    const sn_onnx_attr *a = sn_onnx_take(c, "dtype");
    const sn_type t = a ? sn_onnx_type_of(a->i) : sn_onnx_type(c, 0);
    void *p = sn_onnx_params(c, &sn_op_eye_like);
    if (t == SN_TYPE_UNKNOWN) return SN_ONNX_NEVER("a type that sinter does not have");
    (void)sn_onnx_set_int(&sn_op_eye_like, p, "type", t);
    if (!sn_onnx_set_int(&sn_op_eye_like, p, "k", sn_onnx_int(c, "k", 0)))
        return SN_ONNX_NEVER("its diagonal is too far away");
    sn_onnx_give(c, 0, SN_ONNX_MAKE(c, &sn_op_eye_like, p, sn_onnx_in(c, 0)));
    return SN_ONNX_YES;
}

/* Halves are added up in f32: stash_type says in which type. */
sn_answer sn_onnx_import_range(sn_onnx_call *c)
{
    sn_onnx_ignore(c, "stash_type");
    sn_value *v[3];
    for (unsigned i = 0; i < 3; i++) v[i] = sn_onnx_in(c, i);
    sn_onnx_give(c, 0, sn_onnx_make(c, &sn_op_range, NULL, 3, v));
    return SN_ONNX_YES;
}

/* The axis counts axes of the result. */
sn_answer sn_onnx_import_one_hot(sn_onnx_call *c)
{
    SN_ONNX_NEED_RANK(c, 0);
    void *p = sn_onnx_params(c, &sn_op_one_hot);
    const int axis = sn_onnx_axis(sn_onnx_int(c, "axis", -1), sn_onnx_rank(c, 0) + 1);
    if (axis < 0) return SN_ONNX_NEVER("its result has no such axis");
    (void)sn_onnx_set_int(&sn_op_one_hot, p, "axis", axis);
    sn_onnx_give(
        c, 0,
        SN_ONNX_MAKE(c, &sn_op_one_hot, p, sn_onnx_in(c, 0), sn_onnx_in(c, 1), sn_onnx_in(c, 2)));
    return SN_ONNX_YES;
}

/* k is an attribute before version 10. */
sn_answer sn_onnx_import_top_k(sn_onnx_call *c)
{
    SN_ONNX_NEED_RANK(c, 0);
    void *p = sn_onnx_params(c, &sn_op_top_k);
    const int axis = sn_onnx_axis(sn_onnx_int(c, "axis", -1), sn_onnx_rank(c, 0));
    if (axis < 0) return SN_ONNX_NEVER("its input has no such axis");
    (void)sn_onnx_set_int(&sn_op_top_k, p, "axis", axis);
    (void)sn_onnx_set_int(&sn_op_top_k, p, "largest", sn_onnx_int(c, "largest", 1) != 0);
    (void)sn_onnx_set_int(&sn_op_top_k, p, "sorted", sn_onnx_int(c, "sorted", 1) != 0);
    sn_value *k = sn_onnx_in(c, 1), *x = sn_onnx_in(c, 0);
    if (c->version < 10) k = sn_onnx_i64s(c, (int64_t[]){sn_onnx_int(c, "k", 0)}, 1);
    const sn_node *n = sn_onnx_make_many(c, &sn_op_top_k, p, 2, (sn_value *[]){x, k}, 2);
    return sn_onnx_give_all(c, n);
}

/* The axis is an input. */
sn_answer sn_onnx_import_cum_sum(sn_onnx_call *c)
{
    SN_ONNX_NEED_RANK(c, 0);
    int64_t at;
    const sn_op *op = sn_op_find(c->op);
    void *p = sn_onnx_params(c, op);
    if (!sn_onnx_known_int(c, 1, &at)) return sn_onnx_later(c, 1, "its axis is not known");
    const int axis = sn_onnx_axis(at, sn_onnx_rank(c, 0));
    if (axis < 0) return SN_ONNX_NEVER("its input has no such axis");
    (void)sn_onnx_set_int(op, p, "axis", axis);
    (void)sn_onnx_set_int(op, p, "exclusive", sn_onnx_int(c, "exclusive", 0) != 0);
    (void)sn_onnx_set_int(op, p, "reverse", sn_onnx_int(c, "reverse", 0) != 0);
    sn_onnx_give(c, 0, SN_ONNX_MAKE(c, op, p, sn_onnx_in(c, 0)));
    return SN_ONNX_YES;
}

/* Each axis becomes as long as asked: cut, or padded with zeros, on both sides alike. An odd
 * element goes at the end. */
sn_answer sn_onnx_import_center_crop_pad(sn_onnx_call *c)
{
    SN_ONNX_NEED_RANK(c, 0);
    SN_ONNX_NEED_TYPE(c, 0);
    const sn_contents *to = sn_infer_contents(&c->r->in, 1);
    const int rank = sn_onnx_rank(c, 0);
    sn_ints axes;
    if (!to || !sn_contents_known(to)) return sn_onnx_later(c, 1, "what it reads is not known");
    const bool given = sn_onnx_ints(c, "axes", &axes);
    const int n = given ? axes.n : rank;
    if (to->n != n) return SN_ONNX_NEVER("its shape does not fit its axes");
    int64_t pads[2 * SN_MAX_RANK] = {0};
    sn_value *x = sn_onnx_in(c, 0);
    for (int i = 0; i < n; i++) {
        const int axis = given ? sn_onnx_axis(axes.v[i], rank) : i;
        if (axis < 0) return SN_ONNX_NEVER("its input has no such axis");
        const sn_dim size = sn_onnx_shape(c, 0)->d[axis];
        if (!sn_dim_known(size)) return SN_ONNX_LATER("a size of its input is not known");
        const int64_t want = to->v[i].number, more = want - size;
        if (more < 0) {
            const int64_t from = -more / 2;
            x = sn_onnx_slice(c, x, axis, from, from + want);
        } else {
            pads[axis] = more / 2;
            pads[rank + axis] = more - more / 2;
        }
    }
    sn_value *list = sn_onnx_i64s(c, pads, 2 * rank);
    sn_onnx_give(c, 0, SN_ONNX_MAKE(c, &sn_op_dynamic_pad, NULL, x, list));
    return SN_ONNX_YES;
}

/* Rows of a cache are replaced by new ones from a place on that each image of the batch has. */
sn_answer sn_onnx_import_tensor_scatter(sn_onnx_call *c)
{
    SN_ONNX_NEED_RANK(c, 0);
    const int rank = sn_onnx_rank(c, 0);
    const int axis = sn_onnx_axis(sn_onnx_int(c, "axis", -2), rank);
    const char *mode = sn_onnx_string(c, "mode", "linear");
    const bool circular = strcmp(mode, "circular") == 0;
    if (axis < 1) return SN_ONNX_NEVER("its input has no such axis behind that of the batch");
    if (!circular && strcmp(mode, "linear") != 0)
        return SN_ONNX_NEVER("its mode is neither linear nor circular");
    sn_value *cache = sn_onnx_in(c, 0), *update = sn_onnx_in(c, 1), *from = sn_onnx_in(c, 2);
    sn_value *at = sn_onnx_count_up(c, sn_onnx_size_of(c, update, axis));
    int axes[SN_MAX_RANK], n_axes = 0;
    for (int i = axis + 1; i < rank; i++) axes[n_axes++] = i - axis;
    at = sn_onnx_unsqueeze(c, at, axes, n_axes);
    if (from) { /* [batch] as [batch][1].. */
        for (int i = 1; i < rank; i++) axes[i - 1] = i;
        from = sn_onnx_unsqueeze(c, sn_onnx_cast(c, from, SN_TYPE_i64), axes, rank - 1);
        at = SN_ONNX_DO(c, add, at, from);
    }
    if (circular) at = SN_ONNX_DO(c, mod, at, sn_onnx_size_vector(c, cache, axis));
    at = SN_ONNX_DO(c, dynamic_expand, at, sn_onnx_sizes_of(c, update));
    void *p = sn_onnx_params(c, &sn_op_scatter_elements);
    (void)sn_onnx_set_int(&sn_op_scatter_elements, p, "axis", axis);
    sn_onnx_give(c, 0, SN_ONNX_MAKE(c, &sn_op_scatter_elements, p, cache, at, update));
    return SN_ONNX_YES;
}
