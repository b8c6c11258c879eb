/* SPDX-License-Identifier: Apache-2.0
 *
 * Seeded contents for inputs, and contents off by roundings. */
#ifndef SN_REF_INPUTS_H
#define SN_REF_INPUTS_H

#include "ir/op.h"

/* What the numbers are like: checks run several. */
typedef enum sn_flavour {
    SN_FLAVOUR_UNIT,  /* uniform in [-1, 1] */
    SN_FLAVOUR_LARGE, /* normal, standard deviation 8 */
    SN_FLAVOUR_MIXED, /* a third zeros, a third negative, a third positive */
    SN_N_FLAVOURS
} sn_flavour;

/* Contents of a known shape. Where `limit` > 0 the elements are integers in [0, limit): as i32 bits in an f32 tensor,
 * which is what ncnn's layers expect, or as such in an integer type. */
sn_status sn_random_tensor(sn_ctx *ctx, sn_type type, const sn_shape *shape, uint64_t seed, sn_flavour flavour,
                           int64_t limit, const sn_tensor **out) SN_MUST_CHECK;
/* The limit for a value: followed through nodes that only move bits to a reader that wants integers; 0: numbers. */
int64_t sn_integer_limit(const sn_value *v);

/* Contents of a float type, each element times 1 + amplitude or 1 - amplitude, as plain f32: what rounding might have done to them. */
#define SN_NOISE_F32 0x1p-23
#define SN_NOISE_F16 0x1p-11
#define SN_SAYS_NOTHING   3e-2 /* so much is allowed that agreeing says nothing */
sn_status sn_noisy_tensor(sn_ctx *ctx, const sn_tensor *t, double amplitude, uint64_t seed, const sn_tensor **out) SN_MUST_CHECK;

#endif
