/* SPDX-License-Identifier: Apache-2.0
 *
 * What the kernels of rnn, lstm and gru and of their gradients share. */
#ifndef SN_KERNELS_RECURRENT_H
#define SN_KERNELS_RECURRENT_H

#include "kernels/kernel.h"

/* Whether a kernel can read all inputs: no constant has undefined contents, and lengths of
 * sequences, in that slot, are of type i32. */
bool sn_recurrent_reads(const sn_node *node, unsigned lens);

/* ${backwards}: the condition for a direction `d` from the last step to the first; ${row_of_y}: the
 * row of y, num_output elements each, of place `at` in time, direction `d` and sequence `k`.
 * direction: of ops/recurrent.h; merged: of y, directions stand side by side. */
void sn_recurrent_bind_order(sn_emit *e, sn_bind *b, int32_t direction, bool merged, int64_t batch);

#endif
