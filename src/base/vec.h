/* SPDX-License-Identifier: Apache-2.0
 *
 * Growable arrays in an arena. SN_VEC(T) is a struct { arena; T *v; n; cap }.
 *
 *     SN_VEC(int) list = SN_VEC_IN(arena);
 *     SN_PUSH(list, 7);
 *     for (size_t i = 0; i < list.n; i++) use(list.v[i]); */
#ifndef SN_BASE_VEC_H
#define SN_BASE_VEC_H

#include "base/arena.h"

#define SN_VEC(T)                                                                                  \
    struct {                                                                                       \
        sn_arena *arena;                                                                           \
        T *v;                                                                                      \
        size_t n, cap;                                                                             \
    }
#define SN_VEC_IN(a)                                                                               \
    {                                                                                              \
        .arena = (a)                                                                               \
    }
#define SN_PUSH(vec, ...)                                                                          \
    do {                                                                                           \
        if ((vec).n == (vec).cap)                                                                  \
            (vec).v = sn_vec_grow((vec).arena, (vec).v, (vec).n, &(vec).cap, sizeof *(vec).v);     \
        (vec).v[(vec).n++] = (__VA_ARGS__);                                                        \
    } while (0)
#define SN_POP(vec) ((vec).v[--(vec).n])

void *sn_vec_grow(sn_arena *arena, void *v, size_t n, size_t *cap, size_t each);

#endif
