/* SPDX-License-Identifier: Apache-2.0
 *
 * Sizes as params have them (SN_PK_SIZES): numbers, or expressions over the sizes of the node's
 * inputs as ir/dims.h has them: "x.1*2", "floordiv(ref.0,2)". An input is called by its slot; those
 * of a variadic slot `ref` behind the first one by their number among all inputs: ref2, ref3. */
#ifndef SN_OPS_SIZES_H
#define SN_OPS_SIZES_H

#include "ir/op.h"

typedef struct sn_size {
    bool known;
    bool is_number;
    int64_t number; /* may be negative */
    sn_dim dim; /* the same; where it is no number, an expression (sn_dim_lower tells its sign) */
} sn_size;

sn_size sn_size_of_number(sn_dims *dims, int64_t n);
/* An expression may turn out to be a number. */
sn_size sn_size_of_dim(sn_dims *dims, sn_dim d);

/* Whether the entry is a number. */
bool sn_size_number(const char *entry, int64_t *n);
/* Whether it is a size of an input and nothing else. */
bool sn_size_input(const sn_op *op, const char *entry, unsigned *slot, int *axis);
/* What a size of an input is called. */
const char *sn_size_name(sn_arena *arena, const sn_op *op, unsigned slot, int axis);
/* The input of that name; -1: none. */
int sn_size_slot(const sn_op *op, sn_text name);

/* For validate: NULL, or "shape has \"x.y\": ..". */
const char *sn_sizes_check(const sn_op *op, const char *param, const sn_names *list,
                           sn_arena *arena);
/* Works an entry out. Not known where the rank of an input is not; SN_E_SHAPE where it has no such
 * input or axis. */
sn_status sn_size_infer(const sn_infer *in, const char *entry, sn_size *out) SN_MUST_CHECK;

#endif
