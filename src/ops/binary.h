/* SPDX-License-Identifier: Apache-2.0
 *
 * Slots and params of the operators with two broadcast operands. */
#ifndef SN_OPS_BINARY_H
#define SN_OPS_BINARY_H

#include "ops/ops.h"

enum { SN_BINARY_A, SN_BINARY_B };

/* How the axes of the operand of lower rank pair with the other's: the last with the last (ONNX,
 * PyTorch), or the first with the first (ncnn). SN_LATE is ncnn's rule, which goes by ranks and
 * sizes. */
enum { SN_ALIGN_RIGHT, SN_ALIGN_LEFT };

typedef struct sn_binary_params {
    int32_t align;
} sn_binary_params;

/* Whether this is one of the operators with two broadcast operands. */
bool sn_op_is_binary(const sn_op *op);

#endif
