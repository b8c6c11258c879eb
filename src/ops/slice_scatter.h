/* SPDX-License-Identifier: Apache-2.0
 *
 * slice_scatter: params and slots. */
#ifndef SN_OPS_SLICE_SCATTER_H
#define SN_OPS_SLICE_SCATTER_H

#include "ir/op.h"

enum {
    SN_SCATTER_SELF,
    SN_SCATTER_SRC, /* written over a box of self */
};

typedef struct sn_slice_scatter_params {
    sn_ints starts; /* negative: from the back */
    sn_ints axes;   /* none: all in order */
} sn_slice_scatter_params;

#endif
