/* SPDX-License-Identifier: Apache-2.0
 *
 * Generated C as what a network is optimized for: it has every operator that a kernel computes,
 * with any params that the operator may have; what pays is what the kernels' own estimates say. */
#ifndef SN_PLAN_SPELLING_H
#define SN_PLAN_SPELLING_H

#include "ir/spelling.h"
#include "kernels/kernel.h"

typedef struct sn_plan_spelling {
    sn_spelling spelling; /* first: what its functions are called with */
    sn_kernel_ctx kernels;
} sn_plan_spelling;

/* For that machine. `arena` and `machine` must outlive it. */
sn_plan_spelling sn_plan_spelling_of(sn_ctx *ctx, sn_arena *arena, const sn_machine *machine);

#endif
