/* SPDX-License-Identifier: Apache-2.0
 *
 * squeeze and unsqueeze: params. The only slot is x. */
#ifndef SN_OPS_SQUEEZE_H
#define SN_OPS_SQUEEZE_H

#include "ir/op.h"

typedef struct sn_squeeze_params {
    sn_ints axes; /* of x; none: all of size 1 */
} sn_squeeze_params;

typedef struct sn_unsqueeze_params {
    sn_ints axes; /* of the result */
} sn_unsqueeze_params;

#endif
