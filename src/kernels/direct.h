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
/* Of plain tensors (sn_kernel.row_window ..). */
bool sn_direct_row_window(const sn_step *s, sn_row_window *out);
sn_status sn_direct_plan_rows(const sn_kernel_ctx *k, sn_step *s, int64_t rows) SN_MUST_CHECK;
sn_status sn_direct_emit_rows(sn_emit *e, const sn_step *s, const sn_row_place *from,
                              const sn_row_place *to, const char **text) SN_MUST_CHECK;
/* Adds the work of the node, of these sizes. */
void sn_direct_work(const sn_kernel_ctx *k, const sn_node *node, const sn_conv_sizes *c,
                    bool blocked, sn_work *out);

#endif
