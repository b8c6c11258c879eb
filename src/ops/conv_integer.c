/* SPDX-License-Identifier: Apache-2.0
 *
 * conv_integer: convolutions of bytes, as ONNX ConvInteger-10, with a bias as QLinearConv-10 has
 * it. Padding is the zero point of x, which counts as 0. */
#include "ops/conv.h"
#include "ops/param_summary.h"
#include "ops/product.h"
#include "ops/rule.h"

static const sn_slot slots[] = {{"x", 0},
                                {"weight", SN_SLOT_WEIGHT},
                                {"bias", SN_SLOT_WEIGHT | SN_SLOT_OPTIONAL},
                                {"x_zero", SN_SLOT_OPTIONAL},
                                {"weight_zero", SN_SLOT_WEIGHT | SN_SLOT_OPTIONAL},
                                {NULL, 0}};

/* Those of conv without what a sum of integers has no place for. */
static const sn_param params[] = {
    SN_P_INT(sn_conv_params, nd, 2, 1, 3, "spatial axes"),
    SN_P_INT(sn_conv_params, group, 1, 1, SN_WINDOW_MAX, "groups that channels are divided into"),
    SN_P_INTS_OF(sn_conv_params, stride, 1, "step of the window along each spatial axis; empty: 1"),
    SN_P_INTS_OF(sn_conv_params, dilation, 1, "distance of taps along each spatial axis; empty: 1"),
    SN_P_ENUM(sn_conv_params, pad_mode, SN_PAD_EXPLICIT, sn_conv_pad_names, "how x is padded"),
    SN_P_INTS_OF(sn_conv_params, pad_begin, 0, "elements put before x, for explicit"),
    SN_P_INTS_OF(sn_conv_params, pad_end, 0, "elements put after x, for explicit"),
    SN_P_INT(sn_conv_params, axis, 0, 0, SN_MAX_RANK - 2,
             "channel axis of x; the spatial axes follow"),
    SN_P_END};

static const char *validate(const void *p, sn_arena *arena) { return sn_conv_check(p, arena); }

static sn_status infer(sn_infer *in)
{
    const sn_shape w = sn_shape_rule_shape(in, SN_CONV_WEIGHT);
    SN_TRY(sn_product_zero_check(in, SN_CONV_X_ZERO, 1));
    SN_TRY(sn_product_zero_check(in, SN_CONV_WEIGHT_ZERO, w.rank > 0 ? w.d[0] : -1));
    return sn_conv_shape(in, in->params, &in->out_shape[0]);
}

/* Sums of products of bytes are exact in doubles. */
static sn_status eval(sn_eval *e)
{
    SN_TRY(sn_eval_ready(e));
    const sn_shape *w = &e->in_shape[SN_CONV_WEIGHT], *y = &e->out_shape[0];
    const sn_elems sums = sn_elems_create(e->arena, SN_TYPE_f64, sn_shape_count(y));
    const sn_elems x = sn_product_centred(e, SN_CONV_X, SN_CONV_X_ZERO, 1),
                   weight = sn_product_centred(e, SN_CONV_WEIGHT, SN_CONV_WEIGHT_ZERO,
                                               w->d[0] > 0 ? sn_shape_count(w) / w->d[0] : 1);
    sn_elems bias = sn_eval_elems(e, SN_CONV_BIAS);
    if (bias.data) bias = sn_product_centred(e, SN_CONV_BIAS, e->n_in, 1);
    sn_conv_run(e, e->params, &e->in_shape[SN_CONV_X], x, w, weight, bias, sums);
    sn_product_wrap(sums, sn_eval_out_elems(e, 0), sn_shape_count(y));
    return SN_OK;
}

const sn_op sn_op_conv_integer = {
    .name = "conv_integer",
    .synopsis = "y = sum over channels and taps of (weight - weight_zero) (x - x_zero) + bias",
    .slots = slots,
    .types = "i8|u8,u8|i8,i32,i8|u8,u8|i8->i32",
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_conv_params),
    .params = params,
    .validate = validate,
    .infer = infer,
    .eval = eval,
    .cost = sn_conv_cost_of,
    .param_summary = sn_param_summary_window,
};
