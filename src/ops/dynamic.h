/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators whose sizes or axes come as inputs at run time. Where inference knows what these hold,
 * such a node resolves to the operator that has them as params; so it does when it runs. */
#ifndef SN_OPS_DYNAMIC_H
#define SN_OPS_DYNAMIC_H

#include "ops/sizes.h"

enum { SN_DYNAMIC_X };
enum { SN_FILL_SHAPE, SN_FILL_VALUE }; /* constant_of_shape */

/* The shape that the elements of an input tell; its sizes are symbols, which may be 0, where they
 * are not known or not proved to be no less. */
sn_shape sn_shape_of_contents(sn_infer *in, unsigned slot);
/* The contents of an input as sizes of a param, none less than `least`. */
sn_answer sn_write_sizes(sn_size_writer *w, unsigned slot, int64_t least, sn_names *out);
/* The node that w was made for; NULL where it is not valid, with w->r->status. */
sn_value *sn_resolve_static(sn_resolve *r, const sn_op *op, const void *params,
                            const sn_size_writer *w);

/* Whole numbers that an input holds; axes (rank >= 0) count from the front then. None where it is
 * left out; false where it is not known. */
bool sn_resolve_numbers(const sn_resolve *r, unsigned slot, int rank, sn_ints *out);

/* An operator that becomes `op` once the inputs that say its sizes are known: op##_resolve and
 * op##_infer are its file's. */
#define SN_DYNAMIC_OP(op, text, slots_, types_, ...)                                               \
    const sn_op sn_op_dynamic_##op = {.name = "dynamic_" #op,                                      \
                                      .synopsis = text,                                            \
                                      .slots = slots_,                                             \
                                      .types = types_,                                             \
                                      .kind = SN_FUSE_OPAQUE,                                      \
                                      .resolve = op##_resolve,                                     \
                                      .infer = op##_infer,                                         \
                                      __VA_ARGS__}

#endif
