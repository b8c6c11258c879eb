/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn.grid_sample: the loops of grid_sample. */
#include "formats/ncnn/ops/grid_sample.h"

#include "formats/ncnn/ops/ops.h"
#include "kernels/grid_sample.h"

static sn_grid_sampling how_of(const sn_node *node)
{
    return sn_ncnn_grid_sampling(node->params, &sn_in(node, SN_GRID_SAMPLE_X)->shape);
}

static int64_t points(const sn_node *node)
{
    return sn_grid_sample_kernel_points(node, how_of(node).n);
}

static sn_status bind(sn_emit *e, const sn_step *s, sn_bind *b)
{
    const sn_grid_sampling how = how_of(s->node);
    (void)e;
    sn_grid_sample_kernel_bind(b, s, &sn_out(s->node, 0)->shape, &how);
    return SN_OK;
}

static const sn_loops_row rows[] = {
    {.op = &sn_ncnn_op_grid_sample, SN_GRID_SAMPLE_ROW, .units = points, .bind = bind},
};

SN_LOOPS_KERNEL(ncnn_grid_sample, "pixels at given positions, reflected once at most",
                &sn_ncnn_op_grid_sample)
