/* SPDX-License-Identifier: Apache-2.0
 *
 * linear (inner product): params and slots. */
#ifndef SN_OPS_LINEAR_H
#define SN_OPS_LINEAR_H

#include "ops/elems.h"

enum {
    SN_LINEAR_X,
    SN_LINEAR_WEIGHT, /* [oc][ic] */
    SN_LINEAR_BIAS,   /* [oc], optional */
};

typedef struct sn_linear_params {
    sn_act act;
} sn_linear_params;

/* Shape of output 0; slots 0 to 2 are x, weight and bias. */
sn_status sn_linear_shape(sn_infer *in, sn_shape *out) SN_MUST_CHECK;
/* y[rows][oc] = x[rows][ic] * transpose(w[oc][ic]) + bias */
void sn_linear_run(const sn_eval *e, sn_elems x, int64_t rows, int64_t ic, sn_elems w, int64_t oc,
                   sn_elems bias, sn_elems y);

#endif
