/* SPDX-License-Identifier: Apache-2.0
 *
 * Gradients (sn_op.grad): those of operators that share them, and what they are built with. They
 * are nodes like any other: of operators that there are, or of the few that are gradients alone
 * (conv_weight_gradient, max_pool_gradient, lstm_gradient, ...; ops.def has them together). Sizes
 * are numbers throughout. Nothing is differentiated twice. */
#ifndef SN_OPS_GRAD_GRAD_H
#define SN_OPS_GRAD_GRAD_H

#include "ops/expr.h"
#include "ops/grad/grad.h"
#include "ops/ops.h"

/* ---- gradients, for sn_op.grad --------------------------------------------------------------- */

#define SN_GRAD(name) sn_answer sn_grad_##name(sn_grad *g)
/* build.c */
SN_GRAD(none); /* what it computes does not change with its inputs, but where it jumps: 0 */
SN_GRAD(logaddexp);
/* products.c, conv.c */
SN_GRAD(linear);
SN_GRAD(gemm);
SN_GRAD(matmul);
SN_GRAD(einsum);
SN_GRAD(conv);
SN_GRAD(conv_transpose);
SN_GRAD(deform_conv);
/* pools.c */
SN_GRAD(window_pool);
SN_GRAD(global_pool);
SN_GRAD(adaptive_pool);
/* moves.c */
SN_GRAD(view);
SN_GRAD(identity);
SN_GRAD(transpose);
SN_GRAD(concat);
SN_GRAD(split);
SN_GRAD(slice);
SN_GRAD(slice_scatter);
SN_GRAD(pad);
SN_GRAD(tile);
SN_GRAD(expand);
SN_GRAD(flip);
SN_GRAD(channel_shuffle);
SN_GRAD(depth_to_space);
SN_GRAD(space_to_depth);
SN_GRAD(resize);
SN_GRAD(cast);
SN_GRAD(trilu);
SN_GRAD(diag);
SN_GRAD(unfold);
SN_GRAD(fold);
SN_GRAD(reverse_sequence);
/* indices.c */
SN_GRAD(gather);
SN_GRAD(gather_elements);
SN_GRAD(gather_nd);
SN_GRAD(scatter_elements);
SN_GRAD(scatter_nd);
SN_GRAD(top_k);
SN_GRAD(max_unpool);
/* reductions.c */
SN_GRAD(sum);
SN_GRAD(reduce);
SN_GRAD(softmax);
SN_GRAD(glu);
SN_GRAD(cum_sum);
SN_GRAD(cum_prod);
/* norms.c */
SN_GRAD(batch_normalization);
SN_GRAD(moments);
SN_GRAD(layer_normalization);
SN_GRAD(rms_normalization);
SN_GRAD(instance_normalization);
SN_GRAD(group_normalization);
SN_GRAD(mean_variance_normalization);
SN_GRAD(lp_normalization);
SN_GRAD(lrn);
/* attention.c */
SN_GRAD(attention);
SN_GRAD(multi_head_attention);
SN_GRAD(rotary_embedding);
/* recurrent.c */
SN_GRAD(rnn);
SN_GRAD(gru);
SN_GRAD(lstm);
/* samples.c */
SN_GRAD(grid_sample);
SN_GRAD(ctc_loss);
#undef SN_GRAD

/* ---- what they are built with (build.c) ------------------------------------------------------ */

/* Whether there is an input of that slot, and its gradient is asked for. */
static inline bool sn_grad_wants(const sn_grad *g, unsigned slot)
{
    return slot < g->node->n_in && g->wanted[slot];
}

/* Output 0 of a new node, inferred; NULL once g->status is not SN_OK, and where an input that is
 * asked for is NULL: so calls nest. Optional inputs may be NULL. */
sn_value *sn_grad_node(sn_grad *g, const sn_op *op, const void *params, uint16_t n_in,
                       sn_value *const *in);
sn_value *sn_grad_of_one(sn_grad *g, const sn_op *op, const void *params, sn_value *x);
sn_value *sn_grad_of_two(sn_grad *g, const sn_op *op, const void *params, sn_value *a, sn_value *b);
/* The node itself, of several results; NULL as above. */
sn_node *sn_grad_node_many(sn_grad *g, const sn_op *op, const void *params, uint16_t n_in,
                           sn_value *const *in, uint16_t n_out);

static inline sn_value *sn_grad_add(sn_grad *g, sn_value *a, sn_value *b)
{
    return sn_grad_of_two(g, &sn_op_add, NULL, a, b);
}
static inline sn_value *sn_grad_sub(sn_grad *g, sn_value *a, sn_value *b)
{
    return sn_grad_of_two(g, &sn_op_sub, NULL, a, b);
}
static inline sn_value *sn_grad_mul(sn_grad *g, sn_value *a, sn_value *b)
{
    return sn_grad_of_two(g, &sn_op_mul, NULL, a, b);
}
static inline sn_value *sn_grad_div(sn_grad *g, sn_value *a, sn_value *b)
{
    return sn_grad_of_two(g, &sn_op_div, NULL, a, b);
}

/* A number, without axes. */
sn_value *sn_grad_number(sn_grad *g, sn_type type, double v);
/* v times a number. */
sn_value *sn_grad_scaled(sn_grad *g, sn_value *v, double factor);
/* A constant of those elements; NULL: 0, 1, 2, ... Of integers they are exact up to 2^53. */
sn_value *sn_grad_constant(sn_grad *g, sn_type type, const sn_shape *shape, const double *v);
/* Numbers of a shape, all v. */
sn_value *sn_grad_full(sn_grad *g, sn_type type, const sn_shape *shape, double v);
sn_value *sn_grad_reshaped(sn_grad *g, sn_value *v, const sn_shape *shape);
/* Axis i of the result is axis perm[i] of v; v itself where they keep their order. */
sn_value *sn_grad_transposed(sn_grad *g, sn_value *v, const int32_t *perm);
/* Sums over the axes of a mask (bit i: axis i), which go, or stay with size 1. */
sn_value *sn_grad_summed(sn_grad *g, sn_value *v, unsigned axes, bool keepdims);
sn_value *sn_grad_mean(sn_grad *g, sn_value *v, unsigned axes, bool keepdims);
/* The gradient of what was broadcast from that shape: sums where it was repeated. */
sn_value *sn_grad_sum_to(sn_grad *g, sn_value *v, const sn_shape *shape);
/* v broadcast to that shape. */
sn_value *sn_grad_expanded(sn_grad *g, sn_value *v, const sn_shape *shape);
/* Elements from `first` on, n of them, along an axis. */
sn_value *sn_grad_part(sn_grad *g, sn_value *v, int axis, int64_t first, int64_t n);
/* v with zeros in front and behind, by axes; numbers below 0 cut off instead. */
sn_value *sn_grad_padded(sn_grad *g, sn_value *v, const int64_t *begin, const int64_t *end);
/* Along that axis of m elements, each of n sums: sum over i of matrix[i * n + j] * v[i]. Of what
 * was made of n elements by that matrix, it is the gradient. */
sn_value *sn_grad_along(sn_grad *g, sn_value *v, int axis, int64_t n, const double *matrix);
/* A value that inputs of the formula are, by slot; of floats of v's type, broadcast. */
sn_value *sn_grad_formula(sn_grad *g, const sn_expr *e, sn_value *const *inputs, sn_type type);
/* dy times the formula; NULL, without anything being made, where that is 0. */
sn_value *sn_grad_times(sn_grad *g, sn_value *dy, const sn_expr *e, sn_value *const *inputs);

/* ---- derivatives (derivative.c) -------------------------------------------------------------- */

/* By inputs[slot]. NULL where a function has none. Where max and min meet, half of each; where they
 * meet a number, that of the number. */
const sn_expr *sn_expr_derivative(sn_arena *arena, const sn_expr *e, uint16_t slot);

#endif
