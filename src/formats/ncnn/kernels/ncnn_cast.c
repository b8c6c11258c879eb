/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn.cast: what it makes bf16 loses its lower half. */
#include "kernels/cast.h"
#include "formats/ncnn/ops/ops.h"

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    (void)k;
    return sn_cast_wants(node, &sn_ncnn_op_cast, out);
}

static sn_status emit(sn_emit *e, const sn_step *s)
{
    sn_cast_emit(e, s, true);
    return SN_OK;
}

const sn_kernel sn_kernel_ncnn_cast = {
    .name = "ncnn_cast",
    .synopsis = "ncnn's casts",
    .ops = SN_OPS(&sn_ncnn_op_cast),
    .typed = true,
    .wants = wants,
    .plan = sn_cast_plan,
    .emit = emit,
};
