/* SPDX-License-Identifier: Apache-2.0
 *
 * Small steps that shape rules and evaluations of many operators share: reading a slot that may
 * be left out, demanding a size, and walking a tensor around one axis. For files of this module
 * and for kernels. */
#ifndef SN_OPS_RULE_H
#define SN_OPS_RULE_H

#include "ops/ops.h"

/* ---- in infer and resolve -------------------------------------------------------------------- */

static inline bool sn_shape_rule_has(const sn_infer *in, unsigned slot)
{
    return slot < in->n_in && in->present[slot];
}
/* Unknown where the input is left out. */
sn_shape sn_shape_rule_shape(const sn_infer *in, unsigned slot);
/* Type of a result computed from input 0: its own where that is a float type, else f32. */
sn_type sn_shape_rule_type(const sn_infer *in);
/* Output `out` gets that shape, and the type above. */
void sn_shape_rule_give(sn_infer *in, unsigned out, sn_shape shape);
/* A size of an output that is not known. */
sn_dim sn_shape_rule_symbol(const sn_infer *in, unsigned out, int axis);
const char *sn_shape_rule_text(const sn_infer *in, sn_dim d);
const char *sn_shape_rule_shape_text(const sn_infer *in, const sn_shape *s);

/* SN_E_SHAPE where found and expected are proved different: "width of x is 5, 7 expected". An
 * unknown size that has to be a number is bound to it. */
sn_status sn_shape_rule_size(const sn_infer *in, const char *what, sn_dim found,
                             sn_dim expected) SN_MUST_CHECK;
/* The same for a size that has to fit since a runtime would read outside its memory on some machine
 * otherwise; the message says so. */
sn_status sn_rule_size_inside(const sn_infer *in, const char *what, sn_dim found,
                              sn_dim expected) SN_MUST_CHECK;
/* The same for a size of x that weights, or another operand, are made for. Where x is proved to
 * have fewer, the runtime reads some of those, and which depends on its settings: a boundary
 * without a rule. Where it has more, it would read past the end of them: SN_E_SHAPE. */
sn_status sn_rule_size_or_less(sn_infer *in, const char *what, sn_dim found,
                               sn_dim made_for) SN_MUST_CHECK;
/* SN_E_SHAPE where the rank is known and not within lo..hi. */
sn_status sn_shape_rule_rank(const sn_infer *in, unsigned slot, int lo, int hi) SN_MUST_CHECK;
/* SN_E_SHAPE where some size of the input is 0: for layers whose first element is read whatever
 * the sizes. */
sn_status sn_shape_rule_not_empty(const sn_infer *in, unsigned slot) SN_MUST_CHECK;
/* SN_E_SHAPE where the node has neither `a` nor `b` outputs. */
sn_status sn_shape_rule_outputs(const sn_infer *in, int a, int b) SN_MUST_CHECK;

/* For sn_op.validate: what is wrong with a list of axes, out of range or twice there; NULL:
 * nothing. */
const char *sn_rule_axes_wrong(const sn_ints *axes, sn_arena *arena);
/* SN_E_SHAPE where x is known not to have that axis. */
sn_status sn_shape_rule_has_axis(const sn_infer *in, int32_t axis) SN_MUST_CHECK;
/* SN_E_SHAPE where that input is known not to broadcast to the shape of x. */
sn_status sn_shape_rule_broadcasts(const sn_infer *in, unsigned slot) SN_MUST_CHECK;
/* Common size of two axes one of which may be 1 and is then repeated; *ok is false where they
 * are proved to be neither equal nor 1. */
sn_dim sn_shape_rule_broadcast(const sn_infer *in, sn_dim a, sn_dim b, bool *ok);

/* ---- in eval --------------------------------------------------------------------------------- */

/* SN_E_UNSUPPORTED unless every input that is there and every output is f32, and the outputs are
 * made; SN_E_SHAPE where an input that is not optional is left out. */
sn_status sn_eval_all_f32(const sn_eval *e) SN_MUST_CHECK;
const float *sn_eval_in(const sn_eval *e, unsigned slot); /* NULL where left out */
static inline float *sn_eval_out(const sn_eval *e, unsigned slot)
{
    return (float *)e->out_data[slot];
}

/* A dense tensor seen as [outer][n][inner] around `axis`. */
typedef struct sn_span {
    int64_t outer, n, inner;
} sn_span;
sn_span sn_span_of(const sn_shape *s, int axis);
/* Elements of a known shape; 0 else: for costs. */
double sn_shape_elements(const sn_shape *s);
/* Product of the sizes from axis `from` up to, not including, `to`. */
int64_t sn_span_count(const sn_shape *s, int from, int to);

/* The rows of a matrix in a layer that looks at the last two axes only, rank 1 being one row:
 * sizes of the last axis and the last but one. False where the rank is not known or 0. */
bool sn_shape_rule_matrix(const sn_shape *s, sn_dim *rows, sn_dim *width);

#endif
