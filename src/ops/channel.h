/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators with vectors along one axis ("channels") of their first input:
 * batch_normalization, scale, bias. */
#ifndef SN_OPS_CHANNEL_H
#define SN_OPS_CHANNEL_H

#include "ops/expr.h"
#include "ops/rule.h"

/* Output 0 as x; `axis` is an axis of x where the rank is known. */
sn_status sn_channel_infer(sn_infer *in, int axis) SN_MUST_CHECK;
/* The vector in `slot` has as many elements as x along `axis` (an unknown size is bound to that),
 * or one where `one_ok`. SN_E_SHAPE otherwise. */
sn_status sn_channel_vector(sn_infer *in, unsigned slot, int axis, bool one_ok) SN_MUST_CHECK;
/* The same where nothing else runs: one element for each channel. */
sn_status sn_channel_size(const sn_infer *in, unsigned slot, int axis) SN_MUST_CHECK;
/* The vector in `slot` has the element of the one channel. */
sn_status sn_channel_one(const sn_infer *in, unsigned slot) SN_MUST_CHECK;
/* Output 0 = the node's formula, with x dense and the other inputs along `axis` (those of one
 * element: everywhere). */
sn_status sn_channel_eval(sn_eval *e, int axis) SN_MUST_CHECK;

/* Elements of a constant vector as doubles; NULL where it is not a constant. */
const double *sn_channel_values(const sn_value *v, sn_arena *arena, int64_t *n);
/* Fills the fact from n factors (NULL: all 1) and shifts (NULL: all 0). No where one is not finite.
 */
sn_answer sn_channel_affine(int axis, int64_t n, const double *scale, const double *shift,
                            sn_affine *out);
/* Whether such a map leaves every element as it is. */
sn_answer sn_channel_identity(const sn_node *node, const sn_affine *map, uint16_t *slot);

#endif
