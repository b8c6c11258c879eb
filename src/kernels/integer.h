/* SPDX-License-Identifier: Apache-2.0
 *
 * Register tiles of sums of products of bytes. */
#ifndef SN_KERNELS_INTEGER_H
#define SN_KERNELS_INTEGER_H

#include "kernels/kernel.h"

typedef struct integer_tiling {
    int64_t n_rows, n_columns, depth; /* depth: bytes by fours */
    bool pairs;                       /* weights are pairs of 16 bits */
    bool dynamic;                     /* weights are packed at run time */
    int64_t mr, nv, width;            /* a tile: rows, vectors, columns */
    int64_t blocks, panels;
} integer_tiling;

/* The helper functions on vectors of 32-bit integers: i_load, i_store and so on
 * (integer_simd.ct). */
sn_status sn_emit_integers(sn_emit *e) SN_MUST_CHECK;

#endif
