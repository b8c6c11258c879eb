/* SPDX-License-Identifier: Apache-2.0
 *
 * Results whose number of rows only the data tells (detections). Compiled code gives them room for
 * as many as there can be; rows that nothing was found for are -1 throughout, which no found row
 * is: its label, or its coordinates, are not negative. */
#ifndef SN_KERNELS_FOUND_ROWS_H
#define SN_KERNELS_FOUND_ROWS_H

#include "ir/op.h"

/* The largest shape that output `slot` can have; false where the operator is not such a one, or the
 * shapes of its inputs are not known. */
bool sn_rows_at_most(const sn_node *node, unsigned slot, sn_shape *out);

#endif
