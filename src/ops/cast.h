/* SPDX-License-Identifier: Apache-2.0
 *
 * cast and packing: params. The only slot is x. */
#ifndef SN_OPS_CAST_H
#define SN_OPS_CAST_H

#include "ir/op.h"

enum { SN_CAST_AUTO, SN_CAST_F32, SN_CAST_F16, SN_CAST_I8, SN_CAST_BF16 };

typedef struct sn_cast_params {
    int32_t type_from, type_to;
} sn_cast_params;

typedef struct sn_packing_params {
    int32_t out_elempack, use_padding, cast_type_from, cast_type_to;
} sn_packing_params;

#endif
