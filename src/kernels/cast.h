/* SPDX-License-Identifier: Apache-2.0
 *
 * Casts, for operators that cast: element by element. */
#ifndef SN_KERNELS_CAST_H
#define SN_KERNELS_CAST_H

#include "kernels/kernel.h"

/* Offers a node of this operator. */
bool sn_cast_wants(const sn_node *node, const sn_op *op, sn_offer *out);
sn_status sn_cast_plan(const sn_kernel_ctx *k, sn_step *s);
/* cuts: floats become bf16 without their lower half; else they are rounded to nearest even. */
void sn_cast_emit(sn_emit *e, const sn_step *s, bool cuts);

#endif
