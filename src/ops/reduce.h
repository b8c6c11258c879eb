/* SPDX-License-Identifier: Apache-2.0
 *
 * reduce: params. The only slot is x. */
#ifndef SN_OPS_REDUCE_H
#define SN_OPS_REDUCE_H

#include "ir/op.h"

typedef enum sn_reduce_op { /* ncnn's numbers */
                            SN_REDUCE_SUM,
                            SN_REDUCE_ASUM,
                            SN_REDUCE_SUMSQ,
                            SN_REDUCE_MEAN,
                            SN_REDUCE_MAX,
                            SN_REDUCE_MIN,
                            SN_REDUCE_PROD,
                            SN_REDUCE_L1,
                            SN_REDUCE_L2,
                            SN_REDUCE_LOGSUM,
                            SN_REDUCE_LOGSUMEXP,
                            SN_N_REDUCE_OPS
} sn_reduce_op;

typedef struct sn_reduce_params {
    int32_t op;         /* sn_reduce_op */
    int32_t reduce_all; /* then axes mean nothing */
    float coeff;        /* factor of the result */
    sn_ints axes;       /* of x; negative ones count from the back */
    int32_t keepdims;   /* reduced axes stay, with size 1 */
} sn_reduce_params;

/* Which axes of a value of that rank go: bit i is axis i. False where the axes do not fit the
 * rank. Rank 1 loses its axis whatever the list says, as in ncnn. */
bool sn_reduce_axes(const sn_reduce_params *p, int rank, unsigned *mask);

#endif
