/* SPDX-License-Identifier: Apache-2.0
 *
 * A network off by roundings: what goes in, every constant and every result of a node is off by one
 * or two roundings (sn_noise_of). How far that takes the results is what rounding explains. In
 * every other draw, what a sum or difference leaves of terms that all but cancel is 0 (another
 * order of roundings may leave nothing, where functions have their poles), and so are subnormal
 * numbers. In every fourth, what is next to 0 only because it, or what it is made of within a
 * formula, is too small or too large for its type is what the smallest or largest number makes of
 * it, and numbers that are a few roundings apart are equal.
 * A mean that a norm subtracts is off by roundings of its sum, which shifts all that it makes
 * alike. */
#ifndef SN_REF_NOISE_H
#define SN_REF_NOISE_H

#include <math.h>

#include "base/map.h"
#include "ref/inputs.h"

typedef struct sn_noise {
    sn_ctx *ctx;
    int draw;     /* from 1 on */
    bool storage; /* instead, weights as they are after rounding to halves; from the second draw on,
                     and those that are halves, off by as much */
    /* these weights (ref/halves.h) as rounding to halves may leave them; NULL: none */
    const sn_map *halves;
    double times; /* so many times as much; 0: once */
} sn_noise;

/* Some weight is stored in half precision. */
bool sn_stores_halves(const sn_graph *g);

/* As the hook `change` of a run. Ids and integers stay what they are. */
sn_status sn_disturb(const sn_noise *noise, const sn_value *v, const sn_tensor *const *in,
                     const sn_tensor **t) SN_MUST_CHECK;

/* What goes with it inside of operators; single: sn_rounding.single. Nothing where no
 * draw is under way. */
sn_rounding sn_noise_inside(const sn_noise *noise, bool single);

/* As the hook `params`: what padding holds is off by a rounding of the largest beside it, and of
 * the largest shift before it, since a rewrite may move that across it. NULL: n pads with nothing
 * of its own. */
const void *sn_disturb_padding(const sn_noise *noise, const sn_node *n, const sn_tensor *const *in,
                               sn_arena *scratch);

/* Roundings of its operands that a sum of n terms may be off by, each partial sum being rounded:
 * about a third of the root of n times what it would be if all its terms were as large as their
 * sum, and that is what an operand off by one rounding makes. */
static inline double sn_roundings_of_sum(double n) { return 1 + sqrt(n) / 2; }

/* Whether an operator sums squares or products of elements of v (SN_TRAIT_SQUARES). */
bool sn_is_squared(const sn_value *v);

#endif
