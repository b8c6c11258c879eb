/* SPDX-License-Identifier: Apache-2.0
 *
 * linear (inner product): params and slots. */
#ifndef SN_OPS_LINEAR_H
#define SN_OPS_LINEAR_H

#include "ir/op.h"

enum {
    SN_LINEAR_X,
    SN_LINEAR_WEIGHT, /* [oc][ic] */
    SN_LINEAR_BIAS,   /* [oc], optional */
};

enum {
    SN_FLATTEN_NONE, /* over the last axis */
    SN_FLATTEN_ALL,  /* x is flattened to [ic], the result is [oc] */
};

typedef struct sn_linear_params {
    int32_t flatten; /* or SN_LATE: ncnn decides by rank, and by size when the rank is 2 */
    sn_act act;
} sn_linear_params;

/* ncnn's rule: a matrix whose rows have ic elements is mapped row by row, anything else is
 * flattened. SN_LATE when the shape does not say. */
extern const char *const sn_flatten_names[];
int32_t sn_linear_flatten(const sn_infer *in, int32_t flatten, const sn_shape *x,
                          const sn_shape *weight);
/* Shape of output 0; slots 0 to 2 are x, weight and bias. */
sn_status sn_linear_shape(sn_infer *in, int32_t flatten, sn_shape *out) SN_MUST_CHECK;
/* y[rows][oc] = act(x[rows][ic] * transpose(w[oc][ic]) + bias) */
void sn_linear_run(const sn_eval *e, const float *x, int64_t rows, int64_t ic, const float *w,
                   int64_t oc, const float *bias, const sn_act *act, float *y);

#endif
