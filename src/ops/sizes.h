/* SPDX-License-Identifier: Apache-2.0
 *
 * Sizes as params have them (SN_PK_SIZES): numbers, or expressions over the sizes of the node's
 * inputs as ir/dims.h has them: "x.1*2", "floordiv(ref.0,2)". An input is called by its slot; those
 * of a variadic slot `ref` behind the first one by their number among all inputs: ref2, ref3. */
#ifndef SN_OPS_SIZES_H
#define SN_OPS_SIZES_H

#include "ir/op.h"

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

/* d * scale in single precision, cut to an integer. False where that cannot be known, or leaves the
 * range of sizes. */
bool sn_size_scale(sn_dims *dims, sn_dim d, float scale, sn_dim *out);

/* ---- in resolve ------------------------------------------------------------------------------ */

/* Spells sizes for params of a node of `op` that is made in place of r->node: over sizes of x, and
 * of values in front of it, which become its further inputs. */
typedef struct sn_size_writer {
    sn_resolve *r;
    const sn_op *op;
    SN_VEC(sn_value *) inputs; /* x, then those that were needed */
    SN_VEC(sn_value *) others; /* that may be */
    bool collected;
} sn_size_writer;

sn_size_writer sn_size_writer_of(sn_resolve *r, const sn_op *op, sn_value *x);
/* In r->in.arena; NULL where it is not known, or nothing has the sizes that it is made of. */
const char *sn_size_write(sn_size_writer *w, const sn_size *s);

#endif
