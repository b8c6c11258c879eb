/* SPDX-License-Identifier: Apache-2.0
 *
 * Scaled dot product attention as it is found in a graph: in pieces, or as an operator. */
#ifndef SN_PASSES_ATTENTION_H
#define SN_PASSES_ATTENTION_H

#include "passes/match.h"

/* A value with three axes or more, a 1 in front where it has two. */
typedef struct sn_attention_operand {
    sn_value *v;
    bool swapped; /* its last two axes the other way round */
} sn_attention_operand;

typedef struct sn_attention {
    /* [..][heads][src][e], [..][groups][dst][e], [..][groups][dst][out] */
    sn_attention_operand q, k, v;
    sn_value *mask; /* or NULL: summands, or of type bool */
    sn_value *bias; /* or NULL: summands in front of the mask */
    /* Of the scores where the mask is added: axes in front of the heads are one axis before and
     * behind; NULL: nothing is cut apart. */
    const sn_shape *windows;
    bool hides;       /* the mask says which keys are not looked at */
    bool nan_is_zero; /* weights that are NaN are 0 */
    double hidden;    /* score of a key that is not looked at */
    double scale;     /* of the scores; 0: 1 / sqrt(e) */
    bool in_pieces;
    sn_node *root;                  /* whose output 0 it is */
    sn_node *nodes[SN_MAX_MATCHED]; /* what becomes one, producer first; ends with root */
    int n_nodes;
} sn_attention;

typedef struct sn_attention_patterns {
    const sn_pattern *pieces, *scaled;
} sn_attention_patterns;

sn_status sn_attention_prepare(sn_pass_run *run, sn_attention_patterns *out) SN_MUST_CHECK;
/* Whether that node's result is attention. */
bool sn_attention_at(sn_pass_run *run, const sn_attention_patterns *p, sn_node *root,
                     sn_attention *out);
/* v and its factors: while nobody but `reader` reads it and it is x * number, v becomes x. Those
 * nodes are added to `nodes`, reader's side first. */
void sn_attention_peel(sn_pass_run *run, const sn_attention_patterns *p, sn_node *reader,
                       sn_value **v, double *scale, sn_node **nodes, int *n_nodes);
/* Makes it an mha, together with the projections around it, where all of that fits. */
sn_status sn_attention_to_mha(sn_pass_run *run, const sn_attention_patterns *p,
                              const sn_attention *a, bool *done) SN_MUST_CHECK;
/* A shape as sn_attention_shape gives it, with the axes that `windows` has in front. */
void sn_attention_cut(const sn_attention *a, sn_shape *s);
/* The shape of an operand, as [..][heads][rows][width]. */
bool sn_attention_shape(const sn_attention_operand *o, sn_shape *out);

#endif
