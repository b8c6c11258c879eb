/* SPDX-License-Identifier: Apache-2.0
 *
 * Sizes as expressions over the shapes of a layer's inputs, as ncnn's files have them:
 * "-1,*(0h,2),+(1c,2)".
 *
 * A list of terms, the innermost size first. A term is a number, a size of an input (`1c`: the
 * channels of input 1), or an operator with its arguments. ncnn reads it as prefix notation and
 * gives parentheses no meaning beyond separating words; so does this. Sizes of inputs may be
 * symbols: what can be said about them exactly comes out as a symbolic size, everything else as
 * unknown. */
#ifndef SN_FORMATS_NCNN_OPS_SIZE_EXPR_H
#define SN_FORMATS_NCNN_OPS_SIZE_EXPR_H

#include "ops/sizes.h"

typedef struct sn_sizes {
    int n;
    sn_size *v;
} sn_sizes;

/* How many inputs the expression needs: one more than the largest that it names. */
int sn_size_expr_inputs(const char *expr);
/* Works the list out over n shapes (outermost first; unknown ranks and symbols are fine). NULL on
 * success, else what is wrong with the expression, in the arena. */
const char *sn_size_expr_eval(sn_dims *dims, sn_arena *arena, const char *expr, int n,
                              const sn_shape *shapes, sn_sizes *out);
/* The same for a node's inputs: expr over the first sn_size_expr_inputs of them, SN_E_SHAPE with
 * the reason else. */
sn_status sn_size_expr_infer(const sn_infer *in, const char *expr, sn_sizes *out) SN_MUST_CHECK;

/* Index of w, h, d or c in a value of this rank, or -1 where it has none (c of rank 2, d of
 * rank 3). */
int sn_letter_axis(char letter, int rank);
/* The size of that letter: 1 where the rank has none. The rank is known, and at most 4. */
sn_dim sn_letter_dim(const sn_shape *s, char letter);

#endif
