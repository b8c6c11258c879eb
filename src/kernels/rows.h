/* SPDX-License-Identifier: Apache-2.0
 *
 * Windows that slide over each channel alone, on BLOCKED tensors: depthwise convolution and
 * pooling. A row of results is made tile by tile; the accumulators of a tile stay in registers
 * while its window's rows are read. Taps that fall outside x are left out: along the width in head
 * and tail tiles of their own, along the other axes by bounds of the loop over rows, so that x
 * needs no border. */
#ifndef SN_KERNELS_ROWS_H
#define SN_KERNELS_ROWS_H

#include "kernels/sums.h"
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
    int64_t tile; /* pixels of a tile */
    int64_t head; /* 1: the first tile leaves taps out on the left */
    int64_t body; /* whole tiles that leave nothing out */
    int64_t tail; /* pixels of the last tile */
    int64_t over; /* columns that the last window hangs over on the right; may be negative */
    bool sums;    /* of all results of a row, which go to another place: for their mean */
    /* by sn_rows_plan: */
    bool by_rows;  /* units are rows, or bands of them, of all blocks; else of one, or blocks */
    int64_t bands; /* that rows are cut into; each is summed up at once */
    bool indirect; /* rows of x are given one by one */
} sn_rows;

/* Chooses the tiles; false where windows are too wide for that, or reach too far outside. */
bool sn_rows_fit(const sn_kernel_ctx *k, sn_rows *r);
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
/* Whether sums other than the mean can be taken of what it stores, a unit at a time. */
bool sn_rows_take_sums(const sn_rows *r);
/* Plans the units, and the sums that the step has: of each row a part, or of a band of rows. */
void sn_rows_plan(sn_rows *r, const sn_kernel_ctx *k, sn_step *s);
/* Prints the step: input 0 to output 0, both BLOCKED, and its sums. */
sn_status sn_rows_emit(sn_emit *e, const sn_step *s, const sn_rows *r) SN_MUST_CHECK;

#endif
