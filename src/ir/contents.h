/* SPDX-License-Identifier: Apache-2.0
 *
 * What is known of the elements of a value that holds sizes: shapes, axes, trip counts. Integers,
 * bools (0 or 1) and floats of rank 0 or 1 and at most SN_MAX_CONTENTS elements have contents; each
 * element is a size (ir/dims.h) or not known.
 *
 * They live like a shape: inference derives them (sn_op.contents), what is known of a value only
 * grows, bindings are put in, clones copy them. Of constants they are made where they are asked
 * for.
 *
 * Floats are those of sizes below 2^24, which f32 holds exactly; a quotient of such rounds down to
 * the same integer as the exact one. */
#ifndef SN_IR_CONTENTS_H
#define SN_IR_CONTENTS_H

#include "ir/op.h"

enum { SN_MAX_CONTENTS = 64 };

struct sn_contents {
    int n;
    sn_size v[];
};

/* n elements, none of them known. */
sn_contents *sn_contents_create(sn_arena *arena, int n);
sn_contents *sn_contents_copy(sn_arena *arena, const sn_contents *c); /* NULL stays NULL */
/* How many elements a value of that type and shape has contents of; -1: it has none. */
int sn_contents_count(sn_type type, const sn_shape *shape);
/* NULL where it has none, or is not plain. */
const sn_contents *sn_contents_of_tensor(sn_arena *arena, sn_dims *dims, const sn_tensor *t);
/* The same of any rank: of a view of it. */
const sn_contents *sn_contents_of_elements(sn_arena *arena, sn_dims *dims, const sn_tensor *t);
/* Bindings put in; c itself where there are none. */
const sn_contents *sn_contents_refresh(sn_arena *arena, sn_dims *dims, const sn_contents *c);
/* NULL where no element is known. */
const sn_contents *sn_contents_if_any(const sn_contents *c);
/* What either knows; the elements of `a` first. Both may be NULL. */
const sn_contents *sn_contents_merge(sn_arena *arena, const sn_contents *a, const sn_contents *b);
/* The same for every element, unknown ones included; NULL is a value of which nothing is known. */
bool sn_contents_same(const sn_contents *a, const sn_contents *b);
/* The first element that is proved to be another; -1: none. */
int sn_contents_differ(sn_dims *dims, const sn_contents *a, const sn_contents *b);
/* Whether every element is a number. */
bool sn_contents_known(const sn_contents *c);
/* "[1,h,?]"; the element alone for a scalar. */
void sn_contents_print(sn_dims *dims, const sn_contents *c, bool scalar, sn_str *out);

/* ---- in infer, resolve and sn_op.contents ---------------------------------------------------- */

/* Of an input, from its data or from what inference knows; NULL: nothing. */
const sn_contents *sn_infer_contents(const sn_infer *in, unsigned slot);
/* New contents of output `slot`, none of them known, for sn_op.contents to fill; NULL where it has
 * none, since its type or shape is not such or not known. */
sn_contents *sn_infer_give_contents(sn_infer *in, unsigned slot);

#endif
