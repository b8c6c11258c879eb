/* SPDX-License-Identifier: Apache-2.0
 *
 * How much stack generated code takes. */
#ifndef SN_CODEGEN_STACK_H
#define SN_CODEGEN_STACK_H

#include "codegen/module_emit.h"

/* A bound for optimizing compilers, worked out from the text; the calls from PREFIX_run on are
 * counted, too, and what a compiler's library may take below a step. */
uint64_t sn_stack_bytes(sn_arena *arena, const sn_module_target *t, int lanes);

#endif
