/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn.lrn: plane by plane, powers as exp(-beta log). */
#include "formats/ncnn/ops/ops.h"
#include "kernels/loops.h"

extern const char sn_text_ncnn_lrn[];

static sn_status bind(sn_emit *e, const sn_step *s, sn_bind *b)
{
    const double size = sn_loops_int(s->node, "local_size");
    const double n = sn_loops_int(s->node, "region_type") ? size * size : size;
    sn_bind_text(b, CT_alpha_mean,
                 sn_emit_number(e, (double)(float)((double)sn_loops_f32(s->node, "alpha") / n)));
    sn_bind_text(b, CT_bias_number, sn_emit_number(e, (double)sn_loops_f32(s->node, "bias")));
    sn_bind_text(b, CT_beta, sn_emit_number(e, (double)sn_loops_f32(s->node, "beta")));
    return SN_OK;
}

static const sn_loops_row rows[] = {
    {.op = &sn_ncnn_op_lrn,
     .name = "ncnn_lrn",
     .body = sn_text_ncnn_lrn,
     .units = sn_loops_channels,
     .bind = bind,
     .cost = 18},
};

SN_LOOPS_KERNEL(ncnn_lrn, "local response normalisation of windows that ncnn alone has",
                &sn_ncnn_op_lrn)
