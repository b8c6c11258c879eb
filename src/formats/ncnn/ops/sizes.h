/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn's expressions of sizes (size_expr.h) and those of neutral operators (ops/sizes.h), in
 * each other's words. */
#ifndef SN_FORMATS_NCNN_OPS_SIZES_H
#define SN_FORMATS_NCNN_OPS_SIZES_H

#include "formats/ncnn/ops/size_expr.h"

/* One term of an expression; its inputs are those of a node of `op`, which has as many of the same
 * meaning. */
typedef struct sn_ncnn_size {
    const char *text; /* a neutral entry; NULL: what it is is not known yet */
    int64_t least;    /* a proved lower bound */
} sn_ncnn_size;

/* The terms of ncnn's expression, in its order. SN_E_SHAPE where it cannot be worked out, or an
 * input is empty: ncnn runs no layer on such a blob, so sizes of inputs are 1 at least. */
sn_status sn_ncnn_sizes_of(const sn_infer *in, const sn_op *op, const char *expr, int *n,
                           sn_ncnn_size **out) SN_MUST_CHECK;

/* What ncnn calls that axis of a value of that rank, 1 to 4. */
char sn_ncnn_letter(int axis, int rank);

enum { SN_NCNN_ANY_RANK = -2 }; /* one will be known when it is written */

/* A neutral entry as a term; input i has rank[i], -1 where it is unknown, or SN_NCNN_ANY_RANK. NULL
 * where ncnn has no word for it: letters depend on the rank. */
const char *sn_ncnn_size_term(sn_arena *arena, const sn_op *op, const char *entry, int n_in,
                              const int *rank);

#endif
