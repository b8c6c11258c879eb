/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators that are ours under another name, and elementwise ones. */
#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "formats/onnx/contents.h"
#include "formats/onnx/ops/call.h"
#include "ops/affine.h"

/* "top_k axis=-1": the operator, and an axis where none is given. */
static const sn_op *op_of(const sn_onnx_call *c, int64_t *axis)
{
    const size_t n = strcspn(c->op, " ");
    *axis = c->op[n] ? strtol(strchr(c->op, '=') + 1, NULL, 10) : 0;
    return sn_op_find(sn_arena_strndup(c->r->in.arena, c->op, n));
}

/* Every attribute is a param of the same name, every input one of the same place. */
sn_answer sn_onnx_import_plain(sn_onnx_call *c)
{
    int64_t axis;
    const sn_op *op = op_of(c, &axis);
    const int rank = sn_onnx_rank(c, 0);
    void *p = sn_onnx_params(c, op);
    const bool has_axis = op->params && sn_param_find(op->params, "axis");
    const bool given =
        sn_onnx_attr_named(c->record, "axis") || sn_onnx_attr_named(c->record, "axes");
    if ((given || axis) && has_axis) SN_ONNX_NEED_RANK(c, 0);
    if ((int)sn_onnx_n_in(c) > sn_op_max_inputs(op)) return SN_ONNX_NEVER("it has more inputs");
    if (axis && !given && !sn_onnx_set_int(op, p, "axis", sn_onnx_axis(axis, rank)))
        return SN_ONNX_NEVER("its input has no such axis");
    const char *wrong = sn_onnx_take_attrs(c, op, p, rank);
    if (wrong) return SN_ONNX_NEVER(wrong);
    if (c->version < 7) sn_onnx_ignore(c, "consumed_inputs");
    sn_value **in = SN_NEW_N(c->r->in.arena, sn_value *, sn_onnx_n_in(c));
    for (unsigned i = 0; i < sn_onnx_n_in(c); i++) in[i] = sn_onnx_in(c, i);
    const unsigned n_out = op->n_out == SN_VARIADIC_OUT ? sn_onnx_n_out(c) : op->n_out;
    if (n_out < sn_onnx_n_out(c)) return SN_ONNX_NEVER("it has more outputs");
    const sn_node *n = sn_onnx_make_many(c, op, p, (uint16_t)sn_onnx_n_in(c), in, (uint16_t)n_out);
    return sn_onnx_give_all(c, n);
}

/* Before version 7 the second operand is broadcast when that is asked for, and its axes begin at
 * `axis` of the first one's. */
static sn_answer second_operand(sn_onnx_call *c, sn_value **out)
{
    *out = sn_onnx_in(c, 1);
    if (c->version >= 7) return SN_ONNX_YES;
    sn_onnx_ignore(c, "consumed_inputs");
    const bool broadcasts = sn_onnx_int(c, "broadcast", 0) != 0;
    if (!sn_onnx_take(c, "axis") || !broadcasts) return SN_ONNX_YES;
    SN_ONNX_NEED_RANK(c, 0);
    SN_ONNX_NEED_RANK(c, 1);
    const int rank = sn_onnx_rank(c, 0), own = sn_onnx_rank(c, 1);
    const int axis = sn_onnx_axis(sn_onnx_int(c, "axis", 0), rank);
    if (axis < 0 || axis + own > rank) return SN_ONNX_NEVER("its second operand does not fit");
    int axes[SN_MAX_RANK], n = 0;
    for (int i = own; i < rank - axis; i++) axes[n++] = i;
    *out = sn_onnx_unsqueeze(c, *out, axes, n);
    return SN_ONNX_YES;
}

sn_answer sn_onnx_import_binary(sn_onnx_call *c)
{
    sn_value *b;
    const sn_answer is = second_operand(c, &b);
    if (is.is != SN_YES) return is;
    sn_onnx_give(c, 0, SN_ONNX_MAKE(c, sn_op_find(c->op), NULL, sn_onnx_in(c, 0), b));
    return SN_ONNX_YES;
}

/* Max, Min, Sum and Mean of any number. */
sn_answer sn_onnx_import_variadic(sn_onnx_call *c)
{
    const bool mean = strcmp(c->op, "mean") == 0;
    const sn_op *op = mean ? &sn_op_add : sn_op_find(c->op);
    sn_onnx_ignore(c, "consumed_inputs");
    if (mean) SN_ONNX_NEED_TYPE(c, 0);
    sn_value *v = sn_onnx_in(c, 0);
    for (unsigned i = 1; i < sn_onnx_n_in(c); i++)
        v = SN_ONNX_MAKE(c, op, NULL, v, sn_onnx_in(c, i));
    if (mean && sn_onnx_n_in(c) > 1) {
        sn_value *n = sn_onnx_number(c, sn_onnx_type(c, 0), sn_onnx_n_in(c));
        v = SN_ONNX_MAKE(c, &sn_op_div, NULL, v, n);
    }
    sn_onnx_give(c, 0, v);
    return SN_ONNX_YES;
}

static sn_answer cast_to(sn_onnx_call *c, sn_type to)
{
    sn_small_float small;
    const bool is_small = sn_type_is_small_float(to, &small);
    const int64_t saturates = sn_onnx_int(c, "saturate", 1);
    const char *mode = sn_onnx_string(c, "round_mode", "up");
    if (to == SN_TYPE_UNKNOWN) return SN_ONNX_NEVER("a type that sinter does not have");
    sn_value *x = sn_onnx_in(c, 0);
    if (sn_type_is_integer(to) && sn_type_bits(to) < 8) { /* floats wrap, too: by way of integers */
        SN_ONNX_NEED_TYPE(c, 0);
        if (sn_type_is_float(sn_onnx_type(c, 0))) x = sn_onnx_cast(c, x, SN_TYPE_i32);
    }
    void *p = sn_onnx_params(c, &sn_op_cast);
    (void)sn_onnx_set_int(&sn_op_cast, p, "to", to);
    if (is_small) (void)sn_onnx_set_int(&sn_op_cast, p, "saturate", saturates != 0);
    if (is_small && !sn_onnx_set_enum(&sn_op_cast, p, "round_mode", mode))
        return SN_ONNX_NEVER("its round_mode is none that ONNX has");
    sn_onnx_give(c, 0, SN_ONNX_MAKE(c, &sn_op_cast, p, x));
    return SN_ONNX_YES;
}

sn_answer sn_onnx_import_cast(sn_onnx_call *c)
{
    const sn_onnx_attr *a = sn_onnx_take(c, "to");
    if (!a || a->type == SN_ONNX_STRING) return SN_ONNX_NEVER("its type is a text");
    return cast_to(c, sn_onnx_type_of(a->i));
}

sn_answer sn_onnx_import_cast_like(sn_onnx_call *c)
{
    SN_ONNX_NEED_TYPE(c, 1);
    return cast_to(c, sn_onnx_type(c, 1));
}

/* Of integers it is a cast, which wraps; bool has no other bits than 0 and 1. */
sn_answer sn_onnx_import_bit_cast(sn_onnx_call *c)
{
    SN_ONNX_NEED_TYPE(c, 0);
    const sn_type from = sn_onnx_type(c, 0), to = sn_onnx_type_of(sn_onnx_int(c, "to", 0));
    if (to == SN_TYPE_UNKNOWN) return SN_ONNX_NEVER("a type that sinter does not have");
    if (sn_type_is_narrow(from) || sn_type_is_narrow(to)) return SN_ONNX_NEVER("bits of halves");
    if (to == SN_TYPE_bool && from != SN_TYPE_bool)
        return SN_ONNX_NEVER("bits as bool, which are 0 or 1");
    if (sn_type_bits(from) != sn_type_bits(to))
        return SN_ONNX_NEVER("its types have different sizes");
    const sn_op *op =
        sn_type_is_float(from) || sn_type_is_float(to) ? &sn_op_bit_cast : &sn_op_cast;
    void *p = sn_onnx_params(c, op);
    (void)sn_onnx_set_int(op, p, "to", to);
    sn_onnx_give(c, 0, SN_ONNX_MAKE(c, op, p, sn_onnx_in(c, 0)));
    return SN_ONNX_YES;
}

/* Bounds are attributes before version 11. */
sn_answer sn_onnx_import_clip(sn_onnx_call *c)
{
    sn_value *lo = sn_onnx_in(c, 1), *hi = sn_onnx_in(c, 2);
    if (c->version < 11) {
        sn_onnx_ignore(c, "consumed_inputs");
        SN_ONNX_NEED_TYPE(c, 0);
        lo = sn_onnx_number(c, sn_onnx_type(c, 0), sn_onnx_float(c, "min", -(double)FLT_MAX));
        hi = sn_onnx_number(c, sn_onnx_type(c, 0), sn_onnx_float(c, "max", (double)FLT_MAX));
    }
    sn_onnx_give(c, 0, SN_ONNX_MAKE(c, &sn_op_dynamic_clip, NULL, sn_onnx_in(c, 0), lo, hi));
    return SN_ONNX_YES;
}

sn_answer sn_onnx_import_bit_shift(sn_onnx_call *c)
{
    void *p = sn_onnx_params(c, &sn_op_bit_shift);
    const bool left = sn_onnx_is(c, "direction", "LEFT", "");
    if (!left && !sn_onnx_is(c, "direction", "RIGHT", ""))
        return SN_ONNX_NEVER("its direction is neither LEFT nor RIGHT");
    (void)sn_onnx_set_enum(&sn_op_bit_shift, p, "direction", left ? "left" : "right");
    sn_onnx_give(c, 0, SN_ONNX_MAKE(c, &sn_op_bit_shift, p, sn_onnx_in(c, 0), sn_onnx_in(c, 1)));
    return SN_ONNX_YES;
}

/* x / (1 + |x|) */
sn_answer sn_onnx_import_softsign(sn_onnx_call *c)
{
    SN_ONNX_NEED_TYPE(c, 0);
    sn_value *x = sn_onnx_in(c, 0), *one = sn_onnx_number(c, sn_onnx_type(c, 0), 1);
    sn_value *size = SN_ONNX_MAKE(c, &sn_op_abs, NULL, x);
    sn_value *sum = SN_ONNX_MAKE(c, &sn_op_add, NULL, one, size);
    sn_onnx_give(c, 0, SN_ONNX_MAKE(c, &sn_op_div, NULL, x, sum));
    return SN_ONNX_YES;
}

sn_answer sn_onnx_import_thresholded_relu(sn_onnx_call *c)
{
    SN_ONNX_NEED_TYPE(c, 0);
    const sn_type t = sn_onnx_type(c, 0);
    sn_value *x = sn_onnx_in(c, 0), *alpha = sn_onnx_number(c, t, sn_onnx_float(c, "alpha", 1));
    sn_value *zero = sn_onnx_number(c, t, 0);
    sn_value *is = SN_ONNX_MAKE(c, &sn_op_greater, NULL, x, alpha);
    sn_onnx_give(c, 0, SN_ONNX_MAKE(c, &sn_op_where, NULL, is, x, zero));
    return SN_ONNX_YES;
}

/* Of integers in doubles, cut off at the point. */
sn_answer sn_onnx_import_shrink(sn_onnx_call *c)
{
    SN_ONNX_NEED_TYPE(c, 0);
    const sn_type type = sn_onnx_type(c, 0);
    void *p = sn_onnx_params(c, &sn_op_shrink);
    (void)sn_onnx_set_f32(&sn_op_shrink, p, "bias", sn_onnx_float(c, "bias", 0));
    (void)sn_onnx_set_f32(&sn_op_shrink, p, "lambd", sn_onnx_float(c, "lambd", 0.5));
    sn_value *x = sn_onnx_in(c, 0);
    if (sn_type_is_integer(type)) x = sn_onnx_cast(c, x, SN_TYPE_f64);
    sn_onnx_give(c, 0, sn_onnx_cast(c, SN_ONNX_MAKE(c, &sn_op_shrink, p, x), type));
    return SN_ONNX_YES;
}

/* Whether slopes have an axis, or more places along one, than x: the result has them, too. */
static bool widens(const sn_shape *x, const sn_shape *slope)
{
    if (x->rank < 0 || slope->rank < 0) return false;
    for (int i = 1; i <= slope->rank; i++) {
        const sn_dim own = slope->d[slope->rank - i];
        if (i > x->rank || (x->d[x->rank - i] == 1 && sn_dim_known(own) && own != 1)) return true;
    }
    return false;
}

/* Before version 7 a vector of slopes is one of channels. ONNX has slopes that broadcast to x;
 * ONNX Runtime has x broadcast to them, too. */
sn_answer sn_onnx_import_prelu(sn_onnx_call *c)
{
    sn_value *slope = sn_onnx_in(c, 1);
    if (c->version < 7) {
        sn_onnx_ignore(c, "consumed_inputs");
        SN_ONNX_NEED_RANK(c, 0);
        SN_ONNX_NEED_RANK(c, 1);
        int axes[SN_MAX_RANK], n = 0;
        for (int i = 1; i < sn_onnx_rank(c, 0) - 1 && sn_onnx_rank(c, 1) == 1; i++) axes[n++] = i;
        slope = sn_onnx_unsqueeze(c, slope, axes, n);
    }
    sn_value *x = sn_onnx_in(c, 0);
    if (c->version >= 7 && widens(sn_onnx_shape(c, 0), sn_onnx_shape(c, 1))) {
        SN_ONNX_NEED_TYPE(c, 0);
        sn_value *zero = sn_onnx_number(c, sn_onnx_type(c, 0), 0);
        sn_value *below = SN_ONNX_MAKE(c, &sn_op_less, NULL, x, zero);
        sn_value *scaled = SN_ONNX_MAKE(c, &sn_op_mul, NULL, x, slope);
        sn_onnx_give(c, 0, SN_ONNX_MAKE(c, &sn_op_where, NULL, below, scaled, x));
        return SN_ONNX_YES;
    }
    sn_onnx_give(c, 0, SN_ONNX_MAKE(c, &sn_op_prelu, NULL, x, slope));
    return SN_ONNX_YES;
}

/* At inference; what it would leave out at random in training is refused. The ratio is kept for a
 * step of training; it is none where it is not known, or none that there can be. */
sn_answer sn_onnx_import_dropout(sn_onnx_call *c)
{
    const sn_tensor *training = sn_infer_data(&c->r->in, 2), *given = sn_infer_data(&c->r->in, 1);
    double ratio = c->version < 12 ? sn_onnx_float(c, "ratio", 0.5) : 0.5;
    if (sn_onnx_has(c, 1)) ratio = given ? sn_tensor_at(given, 0) : 0;
    const sn_dropout_params p = {ratio > 0 && ratio <= 1 ? (float)ratio : 0};
    sn_onnx_ignore(c, "seed");
    sn_onnx_ignore(c, "is_test");
    sn_onnx_ignore(c, "consumed_inputs");
    if (sn_onnx_has(c, 2) && !training) return SN_ONNX_LATER("whether it trains is not known");
    if (training && sn_tensor_at(training, 0) != 0) {
        if (!given || sn_tensor_at(given, 0) != 0)
            return SN_ONNX_NEVER("it leaves elements out at random");
    }
    sn_onnx_give(c, 0, SN_ONNX_MAKE(c, &sn_op_dropout, &p, sn_onnx_in(c, 0)));
    if (sn_onnx_n_out(c) > 1) {
        SN_ONNX_NEED_TYPE(c, 0);
        sn_value *sizes = sn_onnx_sizes_of(c, sn_onnx_in(c, 0));
        sn_value *one = sn_onnx_number(c, c->version < 10 ? sn_onnx_type(c, 0) : SN_TYPE_bool, 1);
        sn_onnx_give(c, 1, SN_ONNX_MAKE(c, &sn_op_constant_of_shape, NULL, sizes, one));
    }
    return SN_ONNX_YES;
}

/* swish(a) b, of operands of one shape. */
sn_answer sn_onnx_import_swi_glu(sn_onnx_call *c)
{
    void *p = sn_onnx_params(c, &sn_op_swish);
    (void)sn_onnx_set_f32(&sn_op_swish, p, "alpha", sn_onnx_float(c, "alpha", 1));
    sn_value *gate = SN_ONNX_MAKE(c, &sn_op_swish, p, sn_onnx_in(c, 0));
    sn_onnx_give(c, 0, SN_ONNX_MAKE(c, &sn_op_mul, NULL, gate, sn_onnx_in(c, 1)));
    return SN_ONNX_YES;
}
