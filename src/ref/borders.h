/* SPDX-License-Identifier: Apache-2.0
 *
 * Sets of inputs that reach what random numbers of ordinary sizes seldom reach: ties, poles,
 * infinities, bounds far off, sizes at which an epsilon counts. */
#ifndef SN_REF_BORDERS_H
#define SN_REF_BORDERS_H

#include <math.h>

#include "ir/graph.h"
#include "ref/inputs.h"

typedef enum sn_border_kind {
    SN_BORDER_NONE,
    SN_BORDER_ZEROS,    /* nothing else */
    SN_BORDER_PLAIN,    /* few digits (sn_is_plain_number): ties, and results that nothing rounds */
    SN_BORDER_SINGLE,   /* one element of the first input is a number, and all others are 0 */
    SN_BORDER_NAN,      /* not numbers, zeros of both signs, numbers with few digits */
    SN_BORDER_INFINITE, /* the same with infinities */
    SN_BORDER_SCALE,    /* normal, with that standard deviation */
    SN_BORDER_SPECIAL,  /* one number of specials.h throughout */
} sn_border_kind;

typedef struct sn_border {
    sn_border_kind kind;
    double scale; /* of SINGLE the number, of others that of the run */
    int sign;     /* of all numbers of SCALE: 1 or -1; 0: of either. Of SINGLE: all elements of
                     inputs but the first */
} sn_border;

static inline bool sn_border_is_not_finite(const sn_border *b)
{
    return b->kind == SN_BORDER_NAN || b->kind == SN_BORDER_INFINITE;
}

enum { SN_MOST_BORDERS = 50 };
/* Those worth a run for two networks; returns how many. Scales are about the numbers that their
 * nodes compute with, first those that only one of them has. */
int sn_borders_of(const sn_graph *a, const sn_graph *b, sn_border list[SN_MOST_BORDERS]);

/* Contents of a float type and a known shape; first: of the first input. */
sn_status sn_border_tensor(sn_ctx *ctx, const sn_border *border, sn_type type,
                           const sn_shape *shape, bool first, uint64_t seed,
                           const sn_tensor **out) SN_MUST_CHECK;

/* Sums and products of few such numbers are exact in f32, in any order. */
static inline bool sn_is_plain_number(double x)
{
    return fabs(x) <= 0x1p12 && x * 0x1p10 == floor(x * 0x1p10);
}

/* That times 0 or 1, and plus 0, it is exact; neither is a sum of it and a plain number that is one
 * of the two. */
static inline bool sn_is_single_number(double x) { return fabs(x) >= 0x1p-10 && fabs(x) <= 0x1p12; }

#endif
