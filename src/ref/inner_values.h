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
    bool awaited;            /* what roundings do to it is wanted */
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

/* Integers or bools. Nothing rounds them: they are the same or not. */
typedef struct inner_whole {
    const sn_value *value;
    sn_shape shape;
    uint32_t passed_on; /* as of inner_seen */
    uint64_t now,       /* a hash of the run at hand; 0: it was not computed */
        last,           /* ... of the last run that counted */
        history;        /* ... of all that counted */
    int n_seen;         /* of these, those in which it was computed */
    bool varied;
    bool uniform, uniform_now; /* each element was `number`, in all runs that counted; in this */
    double number, number_now;
} inner_whole;

struct sn_inner {
    sn_ctx *ctx;
    sn_arena *kept, *round, *scratch;
    const bool *steps; /* by value id of a */
    SN_VEC(inner_seen) a, b;
    sn_map *index[2]; /* value id -> index + 1 */
    sn_map *named;    /* of a: name -> index + 1 */
    /* ids of values that are fed, or no numbers -> sketch, of the set of inputs that runs */
    sn_map *fed[2];
    sn_map *whole[2]; /* ids of computed integers and bools -> inner_whole */
    SN_VEC(inner_whole *) wholes[2];
    int n_counted;                  /* runs that their history has */
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

static inline bool inner_is_whole(const sn_inner *inner, const sn_value *of_b)
{
    return sn_map_has_u64(inner->whole[1], of_b->id);
}

const sn_tensor *sn_inner_sketch_of(const sn_inner *inner, int side, const sn_value *v);
/* In a run before. */
bool sn_inner_was_off_in(const inner_pair *p, int64_t c);
bool sn_inner_was_off(const inner_pair *p);

/* inner_whole.c. passed_on: the operands that t is a copy of. */
void inner_see_whole(sn_inner *inner, int side, const sn_value *v, const sn_tensor *t,
                     const sn_tensor *sketch, uint32_t passed_on);
void inner_end_wholes(sn_inner *inner, bool counts);
/* As sn_inner_partner. */
const sn_value *inner_whole_partner(const sn_inner *inner, int side, const sn_value *of, size_t k);
bool inner_wholes_agree(const sn_inner *inner, const sn_value *of_a, const sn_value *of_b);

#endif
