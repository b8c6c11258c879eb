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

/* Of a conv_integer. That weights and their zero point are constant; then, weight i, which belongs
 * to channel oc of the result, less the zero point. */
bool sn_integer_weights_are_fixed(const sn_node *conv);
int64_t sn_integer_weight(const sn_node *conv, int64_t i, int64_t oc);
/* The n numbers of the bias; zeros where there is none. */
sn_status sn_integer_pack_bias(const sn_kernel_ctx *k, sn_step *s, int64_t n,
                               const sn_packed **out) SN_MUST_CHECK;
const char *sn_integer_bias(sn_emit *e, const sn_step *s, const sn_packed *packed);
/* The zero point of activations in the slot, 128 more where they have a sign. */
const char *sn_integer_zero(sn_emit *e, const sn_step *s, unsigned slot, bool is_signed);

/* The helper functions on vectors of 32-bit integers: i_load, i_store and so on
 * (integer_simd.ct). */
sn_status sn_emit_integers(sn_emit *e) SN_MUST_CHECK;

#endif
