/* SPDX-License-Identifier: Apache-2.0
 *
 * split: params. The only slot is x; any number of outputs. */
#ifndef SN_OPS_SPLIT_H
#define SN_OPS_SPLIT_H

#include "ir/op.h"

#define SN_SPLIT_SHARE (-233) /* in slices: an even share of what is left */

/* Either slices (one for each output) or indices (where each output but the last ends). */
typedef struct sn_split_params {
    int32_t axis; /* negative while the rank is not known */
    sn_ints slices;
    sn_ints indices; /* a negative one counts from the end */
} sn_split_params;

#endif
