/* SPDX-License-Identifier: Apache-2.0
 *
 * Elements by their indices: params and slots of gather, gather_elements, gather_nd and their
 * inverses; reading indices. */
#ifndef SN_OPS_GATHER_H
#define SN_OPS_GATHER_H

#include "ir/op.h"

enum { SN_GATHER_X, SN_GATHER_INDICES, SN_SCATTER_UPDATES };

typedef struct sn_gather_params {
    int32_t axis; /* of x */
} sn_gather_params;

typedef struct sn_gather_nd_params {
    int32_t batch_dims;
} sn_gather_nd_params;

/* How an update joins what is there: param `reduction` of scatter_elements and scatter_nd. */
typedef enum sn_scatter_reduction {
    SN_SCATTER_PUT,
    SN_SCATTER_ADD,
    SN_SCATTER_MUL,
    SN_SCATTER_MAX,
    SN_SCATTER_MIN,
} sn_scatter_reduction;

typedef struct sn_scatter_params {
    int32_t axis, reduction; /* of x; sn_scatter_reduction */
} sn_scatter_params;

typedef struct sn_scatter_nd_params {
    int32_t reduction; /* sn_scatter_reduction */
} sn_scatter_nd_params;

/* For sn_op.wants_integers: how many indices are valid along each of n axes of x, from `first` on;
 * 1 where that is not known. */
int64_t sn_index_limit(const sn_value *x, int first, int n);
/* Indices of one row: the last axis; 0 where that is not known. */
int sn_index_depth(const sn_value *indices);

/* Element i of a tensor of integers. */
int64_t sn_index_at(const sn_tensor *t, int64_t i);
/* The same as an index along an axis of n elements; negative ones count from the back. SN_E_SHAPE
 * where there is no such element. */
sn_status sn_index_in(const sn_eval *e, const sn_tensor *t, int64_t i, int64_t n,
                      int64_t *out) SN_MUST_CHECK;

#endif
