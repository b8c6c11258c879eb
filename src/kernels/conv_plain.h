/* SPDX-License-Identifier: Apache-2.0
 *
 * The kernel of any convolution of a plain tensor, for kernels of operators that are kin of
 * deform_conv: with its slots and params. */
#ifndef SN_KERNELS_CONV_PLAIN_H
#define SN_KERNELS_CONV_PLAIN_H

#include "kernels/kernel.h"

bool sn_conv_plain_wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out);
sn_status sn_conv_plain_plan(const sn_kernel_ctx *k, sn_step *s) SN_MUST_CHECK;
sn_status sn_conv_plain_emit(sn_emit *e, const sn_step *s) SN_MUST_CHECK;

#endif
