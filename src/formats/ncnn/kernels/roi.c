/* SPDX-License-Identifier: Apache-2.0
 *
 * roi_pool, roi_align, psroi_pool: a channel at a time. */
#include "kernels/loops.h"
#include "formats/ncnn/ops/ops.h"

extern const char sn_text_roi_pool[], sn_text_roi_align[], sn_text_psroi_pool[], sn_text_roi_bins[],
    sn_text_roi_sample[], sn_text_rounded[];

static sn_status bind(sn_emit *e, const sn_step *s, sn_bind *b)
{
    const sn_param *aligned = sn_param_find(s->node->op->params, "aligned");
    (void)e;
    sn_bind_text(b, CT_aligned_shift, aligned && sn_loops_int(s->node, "aligned") ? " - 0.5f" : "");
    return SN_OK;
}

#define BINS sn_text_rounded, sn_text_roi_bins
static const sn_loops_row rows[] = {
    {&sn_ncnn_op_roi_pooling,
     "roi_pool",
     sn_text_roi_pool,
     {BINS},
     sn_loops_out0,
     NULL,
     NULL,
     bind,
     false,
     .cost = 12},
    {&sn_ncnn_op_psroi_pooling,
     "psroi_pool",
     sn_text_psroi_pool,
     {BINS},
     sn_loops_out0,
     NULL,
     NULL,
     bind,
     false,
     .cost = 12},
    {&sn_ncnn_op_roi_align,
     "roi_align",
     sn_text_roi_align,
     {BINS, sn_text_roi_sample},
     sn_loops_out0,
     NULL,
     NULL,
     bind,
     false,
     .cost = 30},
};

SN_LOOPS_KERNEL(roi, "regions of interest: the bins of a channel one by one",
                &sn_ncnn_op_roi_pooling, &sn_ncnn_op_psroi_pooling, &sn_ncnn_op_roi_align)
