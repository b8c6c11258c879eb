/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn.deformable_conv: a DeformableConv2D with negative pads, which ONNX has not. Taps begin as
 * many elements further on, and may be moved back by their offsets: nothing of x is cut off. With
 * other pads the layer is read as deform_conv. */
#include "formats/ncnn/ops/ops.h"
#include "ops/activation.h"
#include "ops/deform_conv.h"
#include "ops/param_summary.h"

static const char *validate(const void *p_, sn_arena *arena)
{
    const sn_deform_conv_params *p = p_;
    const char *wrong = sn_deform_conv_check(p, -(int32_t)SN_WINDOW_MAX, arena);
    if (!wrong && (p->nd != 2 || p->axis != 0 || p->offset_group != 1))
        wrong = "ncnn has one image and one group of offsets";
    return wrong;
}

static sn_status infer(sn_infer *in) { return sn_op_deform_conv.infer(in); }
static sn_status eval(sn_eval *e) { return sn_op_deform_conv.eval(e); }
static void cost(const sn_infer *in, sn_cost *out) { sn_op_deform_conv.cost(in, out); }

static sn_answer fold_out(const sn_node *node, sn_arena *arena, sn_fold_out *out)
{
    return sn_op_deform_conv.fold_out(node, arena, out);
}

static sn_answer fold_in(const sn_node *node, uint16_t slot, const sn_affine *map, sn_arena *arena,
                         sn_fold_in *out)
{
    return sn_op_deform_conv.fold_in(node, slot, map, arena, out);
}

const sn_op sn_ncnn_op_deformable_conv = {
    .name = "ncnn.deformable_conv",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = deform_conv of x, with pads that may be negative",
    .slots = sn_deform_conv_slots,
    .types = "float,float->float",
    .wide = true,
    .n_out = 1,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(sn_deform_conv_params),
    .params = sn_deform_conv_param_table,
    .validate = validate,
    .infer = infer,
    .eval = eval,
    .fold_out = fold_out,
    .fold_in = fold_in,
    .has_act = true,
    .act_offset = offsetof(sn_deform_conv_params, act),
    .cost = cost,
    .param_summary = sn_param_summary_window,
};
