/* SPDX-License-Identifier: Apache-2.0
 *
 * What operators tell of the elements of small values (sn_op.contents, ir/contents.h). */
#ifndef SN_OPS_CONTENTS_H
#define SN_OPS_CONTENTS_H

#include "ir/contents.h"

/* The formula of the operator, worked out over sizes; operands broadcast. */
void sn_contents_elementwise(sn_infer *in);
/* Output 0 has the elements of input 0, in order. */
void sn_contents_of_view(sn_infer *in);
/* Elements of input 0, moved: where they go is found by evaluating the operator on numbered ones.
 * Of other inputs the data are known, or only their shapes are read. */
void sn_contents_of_move(sn_infer *in);
/* The same of all inputs. */
void sn_contents_of_parts(sn_infer *in);

/* x as another type: floats are cut towards 0, bools are whether it is not 0. */
sn_size sn_size_cast(sn_dims *dims, const sn_size *x, sn_type from, sn_type to);

/* The contents of an input that has to hold whole numbers, all of them known: sizes, axes. NULL
 * where one is not. */
const sn_contents *sn_infer_whole(const sn_infer *in, unsigned slot);

#endif
