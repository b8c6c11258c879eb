/* SPDX-License-Identifier: Apache-2.0
 *
 * The loops of grid_sample over points, for kernels of operators that sample, too. */
#ifndef SN_KERNELS_GRID_SAMPLE_H
#define SN_KERNELS_GRID_SAMPLE_H

#include "kernels/loops.h"
#include "ops/grid_sample.h"

/* Of a row whose `bind` calls sn_grid_sample_kernel_bind. */
#define SN_GRID_SAMPLE_ROW                                                                         \
    .name = "grid_sample", .body = sn_text_grid_sample,                                            \
    .helper = {sn_text_rounded, sn_text_grid_sample_axis}, .cost = 5

extern const char sn_text_grid_sample[], sn_text_grid_sample_axis[], sn_text_rounded[];

/* Of all images along n axes. */
int64_t sn_grid_sample_kernel_points(const sn_node *node, int n);
/* Of a result y, or a gradient by it. */
void sn_grid_sample_kernel_bind(sn_bind *b, const sn_step *s, const sn_shape *y,
                                const sn_grid_sampling *how);

#endif
