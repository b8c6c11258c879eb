/* SPDX-License-Identifier: Apache-2.0
 *
 * Mean and deviation of channels: a channel at a time. */
#include "formats/ncnn/ops/ops.h"
#include "kernels/loops.h"

extern const char sn_text_statistics_pool[];

static const sn_loops_row rows[] = {
    {.op = &sn_ncnn_op_statistics_pooling,
     .name = "statistics_pool",
     .body = sn_text_statistics_pool,
     .units = sn_loops_channels,
     .cost = 12},
};

SN_LOOPS_KERNEL(statistics, "mean and deviation, a channel at a time",
                &sn_ncnn_op_statistics_pooling)
