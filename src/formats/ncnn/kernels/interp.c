/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn.interp: the kernel of resize, with the pixels that ncnn reads. */
#include "formats/ncnn/ops/interp.h"

#include "formats/ncnn/ops/ops.h"
#include "kernels/resize.h"

static int taps_of(const sn_interp_params *p)
{
    return p->resize_type == SN_INTERP_BICUBIC ? 4 : p->resize_type == SN_INTERP_BILINEAR ? 2 : 1;
}

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    return node->op == &sn_ncnn_op_interp &&
           sn_resize_kernel_wants(k, node, taps_of(node->params), out);
}

static sn_status plan(const sn_kernel_ctx *k, sn_step *s)
{
    const sn_node *node = s->node;
    sn_resize_axis axes[SN_MAX_RANK];
    sn_interp_axes(k->arena, node->params, &sn_in(node, 0)->shape, &sn_out(node, 0)->shape, axes);
    return sn_resize_kernel_plan(k, s, taps_of(node->params), axes);
}

const sn_kernel sn_kernel_interp = {
    .name = "interp",
    .ops = SN_OPS(&sn_ncnn_op_interp),
    .synopsis = "images in another size, where only ncnn's order of rounding says which pixels",
    .wants = wants,
    .plan = plan,
    .emit = sn_resize_kernel_emit,
};
