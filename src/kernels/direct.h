/* SPDX-License-Identifier: Apache-2.0
 *
 * What `direct` and `stem` have in common: convolutions by register tiles along rows of the output.
 */
#ifndef SN_KERNELS_DIRECT_H
#define SN_KERNELS_DIRECT_H

#include "kernels/conv_sizes.h"

/* blocked: x is BLOCKED, else PLAIN. */
sn_status sn_direct_plan(const sn_kernel_ctx *k, sn_step *s, bool blocked) SN_MUST_CHECK;
sn_status sn_direct_emit(sn_emit *e, const sn_step *s) SN_MUST_CHECK;
/* Adds its work. */
void sn_direct_work(const sn_kernel_ctx *k, const sn_conv_sizes *c, bool blocked, sn_work *out);

#endif
