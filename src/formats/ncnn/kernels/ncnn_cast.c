/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn.cast: what it makes bf16 loses its lower half. */
#include "kernels/cast.h"
#include "formats/ncnn/ops/ops.h"

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
    .wants = sn_cast_wants,
    .plan = sn_cast_plan,
    .emit = emit,
};
