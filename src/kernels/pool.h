/* SPDX-License-Identifier: Apache-2.0
 *
 * Poolings that a kernel can do to its own result as it stores that: windows that do not overlap
 * are cells of a grid, and a tile of pixels that is made of whole cells needs nothing beside it. */
#ifndef SN_KERNELS_POOL_H
#define SN_KERNELS_POOL_H

#include "kernels/kernel.h"

struct sn_cells {
    bool max;          /* else the mean: sums times `scale` */
    double scale;      /* of a mean: one over what each window counts */
    int64_t kernel[2]; /* rows and columns of a window, which begins with a cell */
    int64_t size[2];   /* of a cell: the stride */
    int64_t in[2];     /* of what is pooled; the last windows may hang over it */
    int64_t out[2];    /* windows */
};

/* Whether the step pools by cells that begin at the first pixel, without numbers beside those of
 * its operand; NULL: it does; else why not. */
const char *sn_cells_of(const sn_step *s, sn_cells *out);
/* Of a step that is pooled (sn_step.pool), in the arena; NULL in *out: it is not. */
sn_status sn_step_cells(const sn_kernel_ctx *k, const sn_step *s,
                        const sn_cells **out) SN_MUST_CHECK;
/* Rows (axis 0) or columns (1) of what is pooled up to the last one that a window reads. */
int64_t sn_cells_reach(const sn_cells *c, int axis);
/* Tiles of m x m pixels, the first at the first pixel, are made of whole cells. */
bool sn_cells_fit_tiles(const sn_cells *c, int64_t m);
/* Reasons of sn_kernel.why_no_pool. */
extern const char sn_cells_are_cut[], sn_cells_other_shape[];
/* Comparisons or additions of vectors for so many channels. */
double sn_cells_vectors(const sn_cells *c, int64_t channels, int lanes);

#endif
