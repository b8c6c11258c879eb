/* SPDX-License-Identifier: Apache-2.0
 *
 * How far apart two tensors are, whatever the reason, and what is no finite number in one. */
#ifndef SN_REF_DISTANCE_H
#define SN_REF_DISTANCE_H

#include "ir/tensor.h"

bool sn_is_infinite(const sn_tensor *t); /* an element of it */
bool sn_is_nan_somewhere(const sn_tensor *t);

/* max|a-b| / max|a| (at least 1e-5). Infinite where shapes, types or the places of NaN and
 * infinities differ; *why then says so (in the arena), else is NULL. *at: flat index of the largest
 * difference. */
double sn_tensor_distance(const sn_tensor *a, const sn_tensor *b, sn_arena *arena, const char **why,
                          int64_t *at);

#endif
