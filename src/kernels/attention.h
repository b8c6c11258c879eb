/* SPDX-License-Identifier: Apache-2.0
 *
 * What the plan asks of attention's kernel. */
#ifndef SN_KERNELS_ATTENTION_H
#define SN_KERNELS_ATTENTION_H

#include "kernels/kernel.h"

/* Whether attention of sizes that are known is faster as one step than as its products and softmax:
 * of keys that leave most of a vector empty many queries are not. */
bool sn_attention_pays(const sn_machine *m, const sn_node *node);

#endif
