/* SPDX-License-Identifier: Apache-2.0
 *
 * Slots and params of the operators with two broadcast operands. */
#ifndef SN_OPS_BINARY_H
#define SN_OPS_BINARY_H

#include "ops/expr.h"
#include "ops/ops.h"

enum { SN_BINARY_A, SN_BINARY_B };

typedef struct sn_mod_params {
    int32_t fmod;
} sn_mod_params;

/* Whether this is one of the operators with two broadcast operands. */
bool sn_op_is_binary(const sn_op *op);

/* ---- for operators whose operands broadcast alike ---------------------------------------------
 */

extern const sn_slot sn_binary_slots[];
sn_status sn_binary_infer(sn_infer *in);
sn_status sn_binary_eval(sn_eval *e);
/* The shape of both together; the axis that fits neither way, or -1. */
int sn_binary_shape(const sn_infer *in, const sn_shape *a, const sn_shape *b, sn_shape *out);
/* t as an operand of a result of that shape. */
sn_operand sn_binary_operand(const sn_tensor *t, const sn_shape *out);
/* Between the axis of an operand and that of the result: the map of one as that of the other. The
 * operand must have the axis in full, where there is more than one factor. */
sn_answer sn_binary_across(const sn_node *node, uint16_t slot, bool to_operand, const sn_affine *m,
                           sn_affine *out);

#endif
