/* SPDX-License-Identifier: Apache-2.0
 *
 * Growth of SN_VEC: doubling, so that n pushes copy less than 2n elements; the arena keeps the old
 * array. */
#include "base/vec.h"

#include <string.h>

enum { FIRST_CAP = 8 };

void *sn_vec_grow(sn_arena *arena, void *v, size_t n, size_t *cap, size_t each)
{
    size_t grown = FIRST_CAP;
    if (*cap && sn_mul_overflow(*cap, 2, &grown)) sn_out_of_memory(sn_arena_ctx(arena), SIZE_MAX);
    void *p = sn_arena_alloc_n(arena, grown, each);
    if (n) memcpy(p, v, n * each);
    *cap = grown;
    return p;
}
