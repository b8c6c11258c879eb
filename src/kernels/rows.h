/* SPDX-License-Identifier: Apache-2.0
 *
 * Windows that slide over each channel alone, on BLOCKED tensors: depthwise convolution and
 * pooling. A row of results is made tile by tile; the accumulators of a tile stay in registers
 * while its window's rows are read. Taps that fall outside x are left out: along the width in head
 * and tail tiles of their own, along the other axes by bounds of the loop over rows, so that x
 * needs no border. */
#ifndef SN_KERNELS_ROWS_H
#define SN_KERNELS_ROWS_H

#include "kernels/kernel.h"
#include "ops/window.h"

typedef enum sn_rows_op { SN_ROWS_PRODUCT, SN_ROWS_MAX, SN_ROWS_SUM } sn_rows_op;

typedef struct sn_rows {
    sn_rows_op op;
    sn_window window;
    /* SUM is multiplied by `scale`, or, where that is 0, by column_scales[x] * row_scales[(z, y)].
     */
    double scale;
    sn_packed *scales;  /* column_scales, then row_scales */
    sn_packed *weights; /* PRODUCT: [block][tap][lanes] */
    /* by sn_rows_fit: */
    int64_t tile;  /* pixels of a tile */
    int64_t head;  /* 1: the first tile leaves taps out on the left */
    int64_t body;  /* whole tiles that leave nothing out */
    int64_t tail;  /* pixels of the last tile */
    int64_t over;  /* columns that the last window hangs over on the right; may be negative */
    bool sums;     /* of all results of a row, which go to another place */
    bool indirect; /* rows of x are given one by one */
} sn_rows;

/* Chooses the tiles; false where windows are too wide for that, or reach too far outside. */
bool sn_rows_fit(const sn_kernel_ctx *k, sn_rows *r);
/* Units of work: rows of all blocks, or rows of one block (sn_share_pixels). */
int64_t sn_rows_units(const sn_rows *r, int64_t blocks);
/* The function of a row, with the step's epilogue: NAME(x, floats from row to row of the window,
 * number of rows, [product: weights,] [body: number of whole tiles,] y, [sums: sums,] ..EARGS);
 * indirect: rows of x instead of x and the floats between. */
sn_status sn_rows_function(sn_emit *e, const sn_step *s, const sn_rows *r,
                           const char **name) SN_MUST_CHECK;
/* For sn_kernel.row_window and emit_rows. */
bool sn_rows_window(const sn_step *s, const sn_rows *r, sn_row_window *out);
sn_status sn_rows_emit_some(sn_emit *e, const sn_step *s, const sn_rows *r,
                            const sn_row_place *from, const sn_row_place *to,
                            const char **text) SN_MUST_CHECK;
/* A step whose rows leave sums (sn_step.means) has a second phase, in which they become means, in
 * the order of the rows. Fills in what the plan needs of it, units of the first phase apart; the
 * function, for a step that has such rows. */
void sn_rows_plan_means(const sn_rows *r, const sn_kernel_ctx *k, sn_step *s);
sn_status sn_rows_emit_means(sn_emit *e, const sn_step *s) SN_MUST_CHECK;
/* Prints the step: input 0 to output 0, both BLOCKED; with `sums` also the means. */
sn_status sn_rows_emit(sn_emit *e, const sn_step *s, const sn_rows *r) SN_MUST_CHECK;

#endif
