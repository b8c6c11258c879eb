/* SPDX-License-Identifier: Apache-2.0
 *
 * permute: params. The only slot is x. */
#ifndef SN_OPS_PERMUTE_H
#define SN_OPS_PERMUTE_H

#include "ir/op.h"

typedef struct sn_permute_params {
    int32_t code; /* ncnn's order type while the rank is not known; -1 once perm is set */
    sn_ints perm; /* output axis i is input axis perm[i] */
} sn_permute_params;

/* The permutation of ncnn's code for that rank: false where there is none. */
bool sn_permute_decode(int32_t code, int rank, int32_t perm[SN_MAX_RANK]);
/* ncnn's code for a permutation, -1 where there is none (rank above 4). */
int32_t sn_permute_encode(int rank, const int32_t *perm);

#endif
