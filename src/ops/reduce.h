/* SPDX-License-Identifier: Apache-2.0
 *
 * reduce: params. The only slot is x. */
#ifndef SN_OPS_REDUCE_H
#define SN_OPS_REDUCE_H

#include "ir/op.h"

typedef enum sn_reduce_op {
    SN_REDUCE_SUM,
    SN_REDUCE_MEAN,
    SN_REDUCE_MAX,
    SN_REDUCE_MIN,
    SN_REDUCE_PROD,
    SN_REDUCE_L1,
    SN_REDUCE_L2,
    SN_REDUCE_LOG_SUM,
    SN_REDUCE_LOG_SUM_EXP,
    SN_REDUCE_SUM_SQUARE,
    SN_N_REDUCE_OPS
} sn_reduce_op;

typedef struct sn_reduce_params {
    int32_t op;       /* sn_reduce_op */
    sn_ints axes;     /* of x; none: all */
    int32_t keepdims; /* reduced axes stay, with size 1 */
    int32_t noop_with_empty_axes;
} sn_reduce_params;
extern const sn_param sn_reduce_table[];

/* Whether elements of that type can be reduced so: bools by max and min alone. */
bool sn_reduce_is_defined(const sn_reduce_params *p, sn_type x);
/* Which axes of a value of that rank go: bit i is axis i. False where the rank lacks one of them.
 */
bool sn_reduce_axes(const sn_reduce_params *p, int rank, unsigned *mask);

/* For evaluations: x as n_out groups of n_each elements, by the axes that go. */
typedef struct sn_reduce_walk {
    int n_kept, n_gone;
    int64_t kept[SN_MAX_RANK], kept_stride[SN_MAX_RANK];
    int64_t gone[SN_MAX_RANK], gone_stride[SN_MAX_RANK];
    int64_t n_out, n_each;
} sn_reduce_walk;
void sn_reduce_walk_of(const sn_shape *x, unsigned mask, sn_reduce_walk *w);
/* Where group i begins in x, and element k of a group from there. */
int64_t sn_reduce_first(const sn_reduce_walk *w, int64_t i);
int64_t sn_reduce_element(const sn_reduce_walk *w, int64_t k);

#endif
