/* SPDX-License-Identifier: Apache-2.0
 *
 * packing: params. */
#ifndef SN_OPS_PACKING_H
#define SN_OPS_PACKING_H

#include "ir/op.h"

typedef struct sn_packing_params {
    int32_t out_elempack, use_padding, cast_type_from, cast_type_to;
} sn_packing_params;

#endif
