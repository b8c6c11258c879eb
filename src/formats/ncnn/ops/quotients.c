/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions of BinaryOp as no other format has them: ncnn.floor_divide, which rounds the quotient
 * to f32 before it is floored, and ncnn.ieee_remainder, of the quotient to nearest even. */
#include "formats/ncnn/ops/ops.h"
#include "ops/binary.h"

#define QUOTIENT(op, formula)                                                                      \
    const sn_op sn_ncnn_op_##op = {.name = "ncnn." #op,                                            \
                                   .dialect = &sn_ncnn_dialect,                                    \
                                   .synopsis = "y = " formula,                                     \
                                   .slots = sn_binary_slots,                                       \
                                   .types = "float,float->float",                                  \
                                   .n_out = 1,                                                     \
                                   .traits = SN_TRAIT_STEPS,                                       \
                                   .kind = SN_FUSE_BROADCAST,                                      \
                                   .expr = formula,                                                \
                                   .infer = sn_binary_infer,                                       \
                                   .eval = sn_binary_eval}

QUOTIENT(floor_divide, "floor(f32(a / b))");
QUOTIENT(ieee_remainder, "remainder(a, b)");
