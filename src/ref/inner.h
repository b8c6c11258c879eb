/* SPDX-License-Identifier: Apache-2.0
 *
 * Evidence from inside two networks whose results are compared: values of the same name have the
 * same contents, and a value without a name that agrees with one of the other network in most
 * channels is meant to agree in all.
 *
 * For each set of inputs: sn_inner_begin, every value of a and of b is seen, then while
 * sn_inner_judge asks for it those of a off by roundings; sn_inner_end. */
#ifndef SN_REF_INNER_H
#define SN_REF_INNER_H

#include "ir/graph.h"
#include "ref/agree.h"

typedef struct sn_inner sn_inner;
/* ..._HALVES: with weights as rounding to halves may leave them, for as many draws. */
typedef enum sn_inner_side {
    SN_INNER_A,
    SN_INNER_B,
    SN_INNER_NOISY,
    SN_INNER_A_HALVES,
    SN_INNER_B_HALVES
} sn_inner_side;

sn_inner *sn_inner_create(sn_ctx *ctx, const sn_graph *a);
void sn_inner_destroy(sn_inner *inner); /* NULL is allowed */
void sn_inner_begin(sn_inner *inner);
sn_status sn_inner_see(sn_inner *inner, sn_inner_side side, const sn_value *v,
                       const sn_tensor *t) SN_MUST_CHECK;
bool sn_inner_judge(sn_inner *inner); /* one more draw of roundings is wanted */
/* What a set of inputs says of what is inside. */
typedef enum sn_inner_round {
    SN_INNER_COUNTS,  /* what differs speaks against them */
    SN_INNER_REACHES, /* only that nodes changed what they read */
    SN_INNER_NOTHING,
} sn_inner_round;
/* True: something differs slightly (SN_SLIGHTLY), for the first time. */
bool sn_inner_end(sn_inner *inner, sn_inner_round says);

/* What speaks against the networks' being the same, the first in the order of b. */
typedef struct sn_inner_finding {
    const char *name; /* of the value, as b has it; NULL: it has none */
    const char *words;
} sn_inner_finding;
bool sn_inner_found(sn_inner *inner, bool by_name, sn_arena *arena, sn_inner_finding *out);

/* Some input is a value that was seen, and every such was 0 in all runs. */
bool sn_inner_read_nothing(const sn_inner *inner, const sn_node *of_b);

/* The k-th value of the other network that this one of `side`, a or b, agreed with in every run;
 * NULL: there is none. */
const sn_value *sn_inner_partner(const sn_inner *inner, sn_inner_side side, const sn_value *of,
                                 size_t k);
/* This value of b is one that was fed under the same name, or agreed with this one of a, or with
 * another that was the same in the last run. Integers and bools agree that varied, and were the
 * same in every run. */
bool sn_inner_agree(const sn_inner *inner, const sn_value *of_a, const sn_value *of_b);

/* Whether this value of `side`, a or b, was in every run an exact copy of an operand (*slot, the
 * first such) of the node that makes it. *shape: what it had in the last run. */
bool sn_inner_passes_on(const sn_inner *inner, sn_inner_side side, const sn_value *v,
                        uint16_t *slot, sn_shape *shape);

/* Integers or bools of `side`, a or b, that all were this number in every run. */
bool sn_inner_is_undecided(const sn_inner *inner, sn_inner_side side, const sn_value *v,
                           double *number);
/* ... that were something else in some run than in another. */
bool sn_inner_varied(const sn_inner *inner, sn_inner_side side, const sn_value *v);

/* Every value of b agrees with one of a in every run. */
bool sn_inner_is_complete(const sn_inner *inner);

/* Of values of one name, the first in the order of b that is further than `bound` apart in some
 * channel. NULL: there is none. */
const char *sn_inner_first_beyond(sn_inner *inner, double bound, double *distance);

#endif
