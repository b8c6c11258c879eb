/* SPDX-License-Identifier: Apache-2.0
 *
 * grid_sample: point by point, each in all channels. */
#include "kernels/grid_sample.h"

#include "ops/ops.h"
#include "ops/rule.h"

int64_t sn_grid_sample_kernel_points(const sn_node *node, int n)
{
    const sn_shape *y = &sn_out(node, 0)->shape;
    const int channels = y->rank - 1 - n;
    return sn_span_count(y, 0, channels) * sn_span_count(y, channels + 1, y->rank);
}

void sn_grid_sample_kernel_bind(sn_bind *b, const sn_step *s, const sn_shape *y,
                                const sn_grid_sampling *how)
{
    const sn_shape *x = &sn_in(s->node, SN_GRID_SAMPLE_X)->shape;
    const int c = x->rank - 1 - how->n;
    static const sn_ct_int sizes[] = {CT_w, CT_h, CT_d};
    for (int k = 0; k < 3; k++) sn_bind_int(b, sizes[k], k < how->n ? x->d[x->rank - 1 - k] : 1);
    sn_bind_int(b, CT_n, how->n);
    sn_bind_int(b, CT_channels, x->d[c]);
    sn_bind_int(b, CT_points, sn_span_count(y, c + 1, y->rank));
    sn_bind_int(b, CT_way, how->mode);
    sn_bind_int(b, CT_padding, how->padding_mode);
    sn_bind_int(b, CT_corners, how->align_corners);
    sn_bind_int(b, CT_first, how->coordinates_first);
    sn_bind_int(b, CT_once, how->turns_once);
    sn_bind_int(b, CT_up, how->halves_up);
}

/* ---- kernel ---------------------------------------------------------------------------------- */

static int axes_of(const sn_node *node)
{
    const sn_shape *grid = &sn_in(node, SN_GRID_SAMPLE_GRID)->shape;
    return (int)grid->d[grid->rank - 1];
}

static int64_t points(const sn_node *node)
{
    return sn_grid_sample_kernel_points(node, axes_of(node));
}

static sn_status bind(sn_emit *e, const sn_step *s, sn_bind *b)
{
    const sn_grid_sample_params *p = s->node->params;
    (void)e;
    sn_grid_sample_kernel_bind(b, s, &sn_out(s->node, 0)->shape,
                               &(sn_grid_sampling){.mode = p->mode,
                                                   .padding_mode = p->padding_mode,
                                                   .align_corners = p->align_corners,
                                                   .n = axes_of(s->node)});
    return SN_OK;
}

static const sn_loops_row rows[] = {
    {.op = &sn_op_grid_sample, SN_GRID_SAMPLE_ROW, .units = points, .bind = bind},
};

SN_LOOPS_KERNEL(grid_sample, "pixels at given positions, point by point", &sn_op_grid_sample)
