/* SPDX-License-Identifier: Apache-2.0
 *
 * What operators share that move elements without computing: a strided copy, outputs that keep the
 * input's type, identity by shape. For files of this module alone. */
#ifndef SN_OPS_MOVE_H
#define SN_OPS_MOVE_H

#include "ops/rule.h"

#define SN_MOVE_AXES 16

/* to[sum of i[k]*to_stride[k]] = from[sum of i[k]*from_stride[k]] for all i[k] < size[k]: strides
 * in elements, any sign. No element of `to` is written twice. */
typedef struct sn_move {
    int n;
    size_t elem; /* bytes */
    int64_t size[SN_MOVE_AXES], from[SN_MOVE_AXES], to[SN_MOVE_AXES];
} sn_move;

void sn_move_axis(sn_move *m, int64_t size, int64_t from, int64_t to); /* appends an axis */
void sn_move_run(sn_ctx *ctx, const sn_move *m, const void *from, void *to);
/* Strides of a dense tensor, in elements. */
void sn_strides(const sn_shape *s, int64_t stride[SN_MAX_RANK]);
/* All of `from`, dense, placed at an offset (NULL: 0) into a larger `to` of the same rank. */
void sn_move_into(sn_ctx *ctx, size_t elem, const sn_shape *from_shape, const void *from,
                  const sn_shape *to_shape, const int64_t *offset, void *to);
/* A box of `from` of the shape of `to`. */
void sn_move_out_of(sn_ctx *ctx, size_t elem, const sn_shape *from_shape, const int64_t *offset,
                    const void *from, const sn_shape *to_shape, void *to);

/* What an evaluation knows, for rules that inference and evaluation share. Its sizes are numbers,
 * and its table of sizes lives in e->arena. */
sn_infer sn_eval_as_infer(sn_eval *e);
/* The same for facts: what the graph knows of a node that was inferred. */
sn_infer sn_node_as_infer(const sn_node *node, sn_arena *arena);
/* Bytes of an element of slot `slot` and of all outputs; SN_E_SHAPE when an output's differ. */
sn_status sn_eval_elem(const sn_eval *e, unsigned slot, size_t *bytes) SN_MUST_CHECK;

/* Whether it is proved that a <= b. */
bool sn_dim_at_most(sn_dims *dims, sn_dim a, sn_dim b);
/* SN_E_SHAPE when a size of the shape is proved to be below 1 or beyond INT32_MAX, else output
 * `slot` gets it, and the type of input 0. */
sn_status sn_move_give(sn_infer *in, unsigned slot, const sn_shape *shape) SN_MUST_CHECK;
/* Output `slot` has that rank (-1: unknown), and sizes that nothing is known about. */
sn_status sn_move_give_rank(sn_infer *in, unsigned slot, int rank) SN_MUST_CHECK;

/* For operators that give their input back when the shape is the same: decided by the shapes of
 * slot 0 and output 0. */
sn_answer sn_identity_by_shape(const sn_node *node, sn_arena *arena, uint16_t *slot);
bool sn_reads_all_but_first_by_shape(const sn_node *node,
                                     unsigned slot); /* reads_shape_only of slots 1.. */
void sn_cost_none(const sn_infer *in, sn_cost *out); /* moves only */

#endif
