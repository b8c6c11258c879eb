/* SPDX-License-Identifier: Apache-2.0
 *
 * Values that are boxes of others: outputs of split and crop. */
#ifndef SN_PASSES_SLICES_H
#define SN_PASSES_SLICES_H

#include "ops/slice.h"
#include "passes/pass.h"

/* `v` is elements from .. to of `axis` of x, and everything along the others. */
typedef struct sn_slice {
    sn_value *x;
    int axis;
    sn_dim from, to;
} sn_slice;

/* Whether v is an output of a split, or of a crop that cuts one axis, where that is known. */
bool sn_slice_of(sn_pass_run *run, const sn_value *v, sn_slice *out);

/* A crop of x, before `before`; NULL where its sizes are not numbers, or the target has no such
 * crop. An end is counted from the front or, where the size of x is not known, from the back. */
sn_node *sn_slice_create(sn_pass_run *run, sn_node *before, sn_value *x, const sn_slice_box *box);

/* The crop `second` of the crop `first`, of axes that the first does not cut and in numbers, as one
 * crop before `before`, with the steps of both; NULL where they are no such crops, or the target
 * has no crop like it. */
sn_node *sn_slice_chain(sn_pass_run *run, sn_node *first, const sn_node *second, sn_node *before);

/* A split of x along `axis` into parts of those sizes, before `before`; all but one must be
 * numbers. NULL as above. */
sn_node *sn_split_create(sn_pass_run *run, sn_node *before, sn_value *x, int axis, uint16_t n,
                         const sn_dim *sizes);

#endif
