/* SPDX-License-Identifier: Apache-2.0
 *
 * pad: params and slots. */
#ifndef SN_OPS_PAD_H
#define SN_OPS_PAD_H

#include "ir/op.h"

enum {
    SN_PAD_X,
    SN_PAD_PER_CHANNEL, /* [channels of y], optional: values for the border of rank 3 and 4 */
};

enum { SN_BORDER_CONSTANT, SN_BORDER_REPLICATE, SN_BORDER_REFLECT };

typedef struct sn_pad_params {
    int32_t top, bottom, left, right, front,
        behind; /* front, behind: channels of rank 3, depth of rank 4 */
    int32_t type;
    float value;
} sn_pad_params;

/* What of it counts on a value of this rank (1 to 4), by axis. */
typedef struct sn_border {
    int32_t begin[SN_MAX_RANK], end[SN_MAX_RANK];
} sn_border;
sn_border sn_pad_border(const sn_pad_params *p, int rank);

#endif
