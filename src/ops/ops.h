/* SPDX-License-Identifier: Apache-2.0
 *
 * The operators: the list, look-up by name, and rules that many of them share. */
#ifndef SN_OPS_OPS_H
#define SN_OPS_OPS_H

#include "ir/op.h"

/* ops.def: OP(name, file) declares sn_op_<name>, defined in src/ops/<file>.c. */
#define OP(name, file) extern const sn_op sn_op_##name;
#include "ops/ops.def"
#undef OP

const sn_op *sn_op_find(const char *name); /* NULL when there is none */
const sn_op *const *sn_ops(size_t *n);     /* in the order of the list */

/* ---- shared shape rules (ops/common.c) ------------------------------------------------------- */

sn_status sn_infer_same(sn_infer *in); /* output 0 as input 0 */
sn_status sn_infer_elementwise(
    sn_infer *in); /* output 0 as input 0, type f32 unless input 0 is another float */
sn_status sn_eval_elementwise(sn_eval *e); /* op->expr over input 0 */
sn_status sn_eval_copy(sn_eval *e);        /* output 0 = bytes of input 0 */
sn_status sn_eval_copy_to(sn_eval *e, unsigned in, unsigned out);

/* The shape with 1s in front, so that it has `rank` axes; false when the rank is not known or
 * larger. */
bool sn_shape_at_least(const sn_shape *s, int rank, sn_shape *out);

/* ---- shared facts (ops/common.c) ------------------------------------------------------------- */

/* Hooks of operators with a formula over one input: it comes down to `x`; it comes down to scale *
 * x + shift. */
sn_answer sn_identity_elementwise(const sn_node *node, sn_arena *arena, uint16_t *slot);
sn_answer sn_affine_elementwise(const sn_node *node, sn_arena *arena, sn_affine *out);
/* One factor for all elements; no where they are not finite. */
sn_answer sn_affine_uniform(sn_arena *arena, double scale, double shift, sn_affine *out);
/* Known types, and equal: what replacing one value by the other needs. */
sn_answer sn_same_type(const sn_value *a, const sn_value *b);

#endif
