/* SPDX-License-Identifier: Apache-2.0
 *
 * squeeze and expand_dims: params. The only slot is x. */
#ifndef SN_OPS_SQUEEZE_H
#define SN_OPS_SQUEEZE_H

#include "ir/op.h"

typedef struct sn_squeeze_params {
    int32_t squeeze_w, squeeze_h, squeeze_d, squeeze_c; /* looked at when axes is empty */
    sn_ints axes; /* may be negative; those whose size is not 1 stay */
} sn_squeeze_params;

typedef struct sn_expand_dims_params {
    sn_ints axes; /* of the result; may be negative */
} sn_expand_dims_params;

#endif
