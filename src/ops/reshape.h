/* SPDX-License-Identifier: Apache-2.0
 *
 * reshape: params and slots. */
#ifndef SN_OPS_RESHAPE_H
#define SN_OPS_RESHAPE_H

#include "ir/op.h"

enum {
    SN_RESHAPE_X,
    SN_RESHAPE_REFS, /* from here on: only their shapes are read, by `shape` */
};

#define SN_RESHAPE_REST (-1) /* what is left */

typedef struct sn_reshape_params {
    sn_names shape; /* ops/sizes.h, over all slots; one may be SN_RESHAPE_REST */
} sn_reshape_params;

#endif
