/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn.permute: ncnn's order types. */
#ifndef SN_FORMATS_NCNN_OPS_ORDER_H
#define SN_FORMATS_NCNN_OPS_ORDER_H

#include "ir/op.h"

/* The permutation of an order type for that rank: false where there is none. */
bool sn_ncnn_permute_decode(int32_t order_type, int rank, int32_t perm[SN_MAX_RANK]);
/* The order type of a permutation, -1 where there is none (rank above 4). */
int32_t sn_ncnn_permute_encode(int rank, const int32_t *perm);

#endif
