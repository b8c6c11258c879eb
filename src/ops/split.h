/* SPDX-License-Identifier: Apache-2.0
 *
 * split: params. The only slot is x; any number of outputs. */
#ifndef SN_OPS_SPLIT_H
#define SN_OPS_SPLIT_H

#include "ir/op.h"

#define SN_SPLIT_REST (-1) /* in sizes, at most once: what the other parts leave */

typedef struct sn_split_params {
    int32_t axis;
    sn_ints sizes; /* one for each output, together the size of the axis; or none: equal parts */
} sn_split_params;
extern const sn_param sn_split_table[];

/* Outputs are consecutive parts of x along the axis. */
sn_status sn_split_eval(sn_eval *e, int axis) SN_MUST_CHECK;

#endif
