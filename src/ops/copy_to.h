/* SPDX-License-Identifier: Apache-2.0
 *
 * copy_to: params and slots. */
#ifndef SN_OPS_COPY_TO_H
#define SN_OPS_COPY_TO_H

#include "ir/op.h"

enum {
    SN_COPY_TO_SELF,
    SN_COPY_TO_SRC, /* written over a box of self */
};

typedef struct sn_copy_to_params {
    int32_t woffset, hoffset, doffset, coffset; /* looked at when starts is empty */
    sn_ints starts, axes;                       /* as in ops/crop.h */
} sn_copy_to_params;

#endif
