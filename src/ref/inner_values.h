/* SPDX-License-Identifier: Apache-2.0
 *
 * What is known of values inside, for inner.c, which collects it, and inner_findings.c, which says
 * what it means. */
#ifndef SN_REF_INNER_VALUES_H
#define SN_REF_INNER_VALUES_H

#include "base/map.h"
#include "base/vec.h"
#include "ir/op.h"
#include "ref/inner.h"

enum { INNER_OPERANDS = 32 };

typedef struct inner_seen {
    const char *name;
    const sn_value *value;
    sn_shape shape;
    const sn_tensor *sketch; /* of the set of inputs that runs; held */
    sn_spread spread;        /* of a */
    sn_spread halves;        /* what rounding weights to halves does */
    bool steps;
    bool was_some;      /* not 0 in some run */
    uint32_t passed_on; /* operands, as bits, that it was an exact copy of in every run */
} inner_seen;

typedef struct inner_pair {
    size_t a, b;
    bool named;
    bool gone; /* they have too little in common */
    sn_agreement now;
    int64_t n_channels, n_first; /* n_first: rows of a matrix, all channels of the rest */
    bool *off;                   /* by channel, in some run */
    bool *once;                  /* by channel, slightly in the only run that was off */
    bool slight;                 /* there was such a run */
    sn_rests rests;              /* of all runs */
    bool *some;                  /* by channel, in some run it was not 0 on both sides */
    double distance;
} inner_pair;

/* Integers or bools, of which nothing is compared but with what their node reads. */
typedef struct inner_whole {
    sn_shape shape;
    uint32_t passed_on; /* as of inner_seen */
} inner_whole;

struct sn_inner {
    sn_ctx *ctx;
    sn_arena *kept, *round;
    const bool *steps; /* by value id of a */
    SN_VEC(inner_seen) a, b;
    sn_map *index[2]; /* value id -> index + 1 */
    sn_map *named;    /* of a: name -> index + 1 */
    /* ids of values that are fed, or no numbers -> sketch, of the set of inputs that runs */
    sn_map *fed[2];
    sn_map *whole[2];               /* ids of computed integers and bools -> inner_whole */
    SN_VEC(const sn_tensor *) held; /* those sketches */
    SN_VEC(inner_pair) pairs;
    size_t *first_pair; /* of b[i]; those of b[i] stand together. One more than there are */
    bool paired;        /* candidates were looked for: in the first run */
    int n_draws;
    int n_rounds;
};

static inline bool inner_is_fed(const sn_value *v)
{
    return v->def && sn_op_has(v->def->op, SN_TRAIT_INPUT);
}

const sn_tensor *sn_inner_sketch_of(const sn_inner *inner, int side, const sn_value *v);
/* In a run before. */
bool sn_inner_was_off_in(const inner_pair *p, int64_t c);
bool sn_inner_was_off(const inner_pair *p);

#endif
