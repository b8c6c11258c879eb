/* SPDX-License-Identifier: Apache-2.0
 *
 * expand: params and slots. */
#ifndef SN_OPS_EXPAND_H
#define SN_OPS_EXPAND_H

#include "ir/op.h"

enum {
    SN_EXPAND_X,
    SN_EXPAND_REFS, /* from here on: only their shapes are read, by `shape` */
};

typedef struct sn_expand_params {
    sn_names shape; /* ops/sizes.h, over all slots */
} sn_expand_params;

#endif
