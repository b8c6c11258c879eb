/* SPDX-License-Identifier: Apache-2.0
 *
 * Seeded contents for inputs, and contents off by roundings. */
#ifndef SN_REF_INPUTS_H
#define SN_REF_INPUTS_H

#include "ir/op.h"

/* What the numbers are like: checks run several. Of integers, as far as the type has them. Of
 * bools each is as likely as the other. */
typedef enum sn_flavour {
    SN_FLAVOUR_UNIT,  /* uniform in [-1, 1]; integers in [-4, 4] */
    SN_FLAVOUR_LARGE, /* normal, standard deviation 8; integers in [-300, 300] */
    SN_FLAVOUR_MIXED, /* a third zeros, a third negative, a third positive; of integers a third
                         zeros, a third small, a third at the ends of their type; of bools the first
                         row is false, the second true */
    SN_N_FLAVOURS,    /* of noise; checks of rewrites stop here */
    SN_FLAVOUR_SMOOTH = SN_N_FLAVOURS, /* waves over an image or a sequence: what networks are made
                                          for; integers in [0, 99] */
    SN_FLAVOUR_EVEN,                   /* each channel one number; of integers all */
    SN_FLAVOUR_HUGE,     /* normal, standard deviation 10000: bounds that the others do not reach;
                            integers of any bits */
    SN_N_FIRST_FLAVOURS, /* of inputs of whole networks, of which each is run; the rest as needed */
    SN_FLAVOUR_FAR = SN_N_FIRST_FLAVOURS, /* by seed: zeros but for a few large elements, all large
                                             and positive, all large and negative: sums of one sign,
                                             and functions at their ends; integers in [-4, 4] */
    SN_N_INPUT_FLAVOURS
} sn_flavour;

/* Contents of a known shape and of that type, f32 where it is unknown. Smooth and even ones run
 * from 0 to 255 where the shape is that of an image. Where `limit` > 0 the elements are integers in
 * [0, limit): as i32 bits in an f32 tensor, which is what layers of untyped values expect. */
sn_status sn_random_tensor(sn_ctx *ctx, sn_type type, const sn_shape *shape, uint64_t seed,
                           sn_flavour flavour, int64_t limit, const sn_tensor **out) SN_MUST_CHECK;
/* What integers of that type there are within 64 bits with a sign. */
void sn_integer_ends(sn_type type, int64_t *least, int64_t *most);
/* Ids that only some networks take: those that count from the end, all of the larger of two tables,
 * or more than a table has, where something before it may bring them back. */
typedef enum sn_daring {
    SN_DARES_NOTHING,
    SN_DARES_NEGATIVE,
    SN_DARES_MORE_ROWS,
    SN_DARES_BEYOND,
    SN_N_DARINGS
} sn_daring;
typedef struct sn_id_range {
    int64_t least, end;
} sn_id_range;
/* Of an input that is limited so in the first network and in the second (sn_integer_limit); 0: not,
 * but its elements are places. Empty where there is nothing to dare. */
sn_id_range sn_daring_ids(sn_daring daring, int64_t limit, int64_t limit_b);
/* Integers of that range, as far as the type has them. */
sn_status sn_random_ids(sn_ctx *ctx, sn_type type, const sn_shape *shape, uint64_t seed,
                        sn_id_range range, const sn_tensor **out) SN_MUST_CHECK;

/* The limit for a value: followed through nodes that only move elements to a reader that wants
 * integers; 0: numbers. */
int64_t sn_integer_limit(const sn_value *v);
/* The same for what is fed: integers that decide sizes or places somewhere behind are few, too. */
int64_t sn_feed_limit(const sn_value *v);

/* How far one or two roundings take an element, as a part of it: two epsilons of its type, of f64
 * four. */
double sn_noise_of(sn_type type);
#define SN_NOISE_F16 0x1p-11 /* rounding to halves */

/* Contents of a float type, each element times 1 plus or minus the amplitude or half of it (four
 * values, lest two roundings that meet cancel too often), in that type and plain: what rounding
 * might have done to them. */
sn_status sn_noisy_tensor(sn_ctx *ctx, const sn_tensor *t, double amplitude, uint64_t seed,
                          const sn_tensor **out) SN_MUST_CHECK;

#endif
