/* SPDX-License-Identifier: Apache-2.0
 *
 * shape: which sizes of x it gives. */
#ifndef SN_OPS_SHAPE_H
#define SN_OPS_SHAPE_H

#include "ir/op.h"

/* How many axes, from *first on, of a value of that rank. */
int sn_shape_axes(const void *params, int rank, int *first);

#endif
