/* SPDX-License-Identifier: Apache-2.0
 *
 * softmax, cumulative_sum, glu: operators along one axis; they share their one param. */
#ifndef SN_OPS_SOFTMAX_H
#define SN_OPS_SOFTMAX_H

#include "ir/op.h"

typedef struct sn_along_params {
    int32_t axis; /* negative: from the back, until the rank is known; ignored on rank 1 */
} sn_along_params;

/* Whether it is proved that x has the axis: else it may be left as it is. */
bool sn_softmax_has_axis(const sn_node *node);

#endif
