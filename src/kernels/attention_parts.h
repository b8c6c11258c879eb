/* SPDX-License-Identifier: Apache-2.0
 *
 * attention's kernel among its files: what a step is, which keys its queries look at, and the C of
 * the phase that computes it. */
#ifndef SN_KERNELS_ATTENTION_PARTS_H
#define SN_KERNELS_ATTENTION_PARTS_H

#include "kernels/tile.h"

typedef struct attention_matrix { /* element (head, row, column); where the floats are is decided
                           when C is printed */
    int64_t head, row, col;
} attention_matrix;

typedef struct attention_config {
    bool mha;
    int64_t images;              /* mha: each has its own keys; 1 else */
    int64_t heads, per_group;    /* of an image; per_group: heads that share keys */
    int64_t src, cur, past, dst; /* rows of queries; of keys now, before, and all that count */
    int64_t width, out_width;    /* of a head's queries and keys; of its values */
    attention_matrix q, k, v, y;
    float scale;   /* of the scores */
    float softcap; /* of the scores; 0: none */
    float hidden;  /* score of a key that is not looked at */
    bool empty_is_nan, nan_is_zero;
    unsigned mask_slot;
    int64_t mask_row, bias_row; /* floats from row to row; 0: one for all queries */
    bool bias;                  /* added, too, in front of the mask */
    bool mask, hides;           /* hides: the mask says which keys are seen; else it is added */
    bool causal;                /* a query sees `before` keys and those up to its own row */
    int64_t before;
    bool counts; /* a hidden key has a score that may count */
    bool bounds; /* a constant mask has summands that hide, if not as -inf does: `most` at most */
    float most;
    bool cache, project_kv;
    bool direct;                    /* so few queries that they do not fill vectors */
    sn_tiling scores, values;       /* of one head: keys, and columns of values, by queries */
    int64_t blocks, parts;          /* of a head: blocks of keys; units of queries */
    bool spans;                     /* a constant mask says which blocks are looked at */
    sn_tiling project[4];           /* mha: q, k, v and the output */
    int64_t at_q, at_k, at_v, at_y; /* mha: in shared memory */
    int packed; /* mha: the first of the step's constants that is a projection: weights, then the
                   bias */
    const sn_packed *constant[SN_MAX_STEP_IN]; /* of what comes at run time elsewhere (a mask, say):
                                                  what is known here */
} attention_config;

/* ---- which keys are looked at (attention_seen.c) --------------------------------------------- */

/* Keys that some query of a group may look at: none but [first, end). Of those before `plain` the
 * mask says nothing. */
typedef struct attention_span {
    int64_t first, end, plain;
} attention_span;

/* A constant mask that says no more than is_causal does becomes that, and one that hides keys from
 * all queries of a group is found out. */
void sn_attention_look(const sn_node *node, attention_config *c);
/* Of that group of queries, counted as the tiles of products are. */
attention_span sn_attention_span_of(const sn_node *node, const attention_config *c, int64_t g);

/* Queries of group g: the first one, and how many there are room for. */
static inline int64_t sn_attention_group_at(const attention_config *c, int64_t g)
{
    return sn_chunks_start(&c->scores.groups, g) * c->scores.lanes;
}

/* ---- the phase (attention_attend.c) ---------------------------------------------------------- */

/* Floats of scratch memory that a thread needs for it. */
int64_t sn_attention_scratch(const attention_config *c);
sn_status sn_attention_emit(sn_emit *e, const sn_step *s, int phase) SN_MUST_CHECK;
/* The texts of what attention reads or writes. */
const char *sn_attention_input(sn_emit *e, const sn_step *s, unsigned slot);
const char *sn_attention_shared(sn_emit *e, const sn_step *s, int64_t at);

#endif
