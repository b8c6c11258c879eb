/* SPDX-License-Identifier: Apache-2.0
 *
 * Steps of which some rows can be computed at a time: what kernels/pipeline.h makes one step of
 * several by. */
#ifndef SN_KERNELS_BY_ROWS_H
#define SN_KERNELS_BY_ROWS_H

#include <inttypes.h>

#include "base/text.h"

/* Row r of output 0 reads the rows r * stride - begin, .. + kernel - 1 of input 0, as far as there
 * are such. A row is its pixels side by side, in every block of channels (BLOCKED) or channel
 * (PLAIN).
 */
typedef struct sn_row_window {
    int64_t kernel, stride, begin;
    int64_t in_rows, in_pixels;   /* pixels of a row */
    int64_t out_rows, out_pixels; /* the result is BLOCKED */
    bool plain;                   /* input 0 is PLAIN */
} sn_row_window;

/* Where rows are: all of a tensor, or the last few in a ring, row r at r % ring. */
typedef struct sn_row_place {
    const char *base; /* C expression: the first block's, or channel's */
    int64_t ring;     /* 0: all rows */
    int64_t floats;   /* of a row */
    int64_t plane;    /* floats from a block, or channel, to the next */
    const char *sums; /* of a step with a mean: C expression of where sums of rows go */
} sn_row_place;

/* C expression of the address of a row; `row`: a C expression. */
static inline const char *sn_row_at(sn_arena *arena, const sn_row_place *p, const char *row)
{
    if (p->ring)
        return sn_arena_printf(arena, "%s + (%s) %% %" PRId64 " * %" PRId64, p->base, row, p->ring,
                               p->floats);
    return sn_arena_printf(arena, "%s + (%s) * %" PRId64, p->base, row, p->floats);
}

#endif
