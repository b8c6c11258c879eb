/* SPDX-License-Identifier: Apache-2.0
 *
 * A program as text, for people and tests. */
#ifndef SN_PLAN_PRINT_H
#define SN_PLAN_PRINT_H

#include "plan/program.h"

/* One line a step:
 *
 *     3 | pointwise  expand, relu6: b 16x8x8 @0 -> b 96x8x8 @16384; y = min(max(a + c0, 0), 6)
 *
 * `|`: all threads meet before it. b: blocked, p: plain; a type where it is not f32. @: offset in
 * the workspace in bytes, or in0, out1.
 * In the formula `a` is what the kernel has summed up, and operands are called after how they are
 * read: s (same place), c (channel), p (pixel), x (scalar), l (last axis), t (strided). */
void sn_program_print(const sn_program *p, sn_str *out);
/* A bound formula: "max(a + c0, 0)". */
void sn_formula_print(const sn_expr *e, const sn_epilogue *operands, sn_str *out);

#endif
