/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn.deformable_conv: the kernel of deform_conv. */
#include "formats/ncnn/ops/ops.h"
#include "kernels/conv_plain.h"

const sn_kernel sn_kernel_deformable_conv = {
    .name = "deformable_conv",
    .ops = SN_OPS(&sn_ncnn_op_deformable_conv),
    .synopsis = "deformable convolutions whose windows begin within the image",
    .wants = sn_conv_plain_wants,
    .plan = sn_conv_plain_plan,
    .emit = sn_conv_plain_emit,
};
