/* SPDX-License-Identifier: Apache-2.0
 *
 * concat: params. All slots are parts, in order. */
#ifndef SN_OPS_CONCAT_H
#define SN_OPS_CONCAT_H

#include "ir/op.h"

typedef struct sn_concat_params {
    int32_t axis;
} sn_concat_params;

/* Whether all that `lead` puts together is what `whole` begins with, along the same axis, and that
 * has more. */
bool sn_concat_begins(const sn_node *lead, const sn_node *whole);

#endif
