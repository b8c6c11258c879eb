/* SPDX-License-Identifier: Apache-2.0
 *
 * Status codes of every fallible function in sinter, as one table: code, name, what it means. */
#ifndef SINTER_STATUS_H
#define SINTER_STATUS_H

/* clang-format off */
#define SN_STATUS_MAP(X)                                                             \
    X(OK,          0, "success")                                                     \
    X(E_ARG,       1, "an argument of the call or of the command line is not usable") \
    X(E_IO,        2, "a file could not be read or written")                         \
    X(E_FORMAT,    3, "a file's content is not what its format says")                \
    X(E_SHAPE,     4, "shapes or types in the network contradict each other")        \
    X(E_UNSUPPORTED, 5, "valid, but not something sinter can do")                    \
    X(E_MEMORY,    6, "out of memory")                                               \
    X(E_DIFFERS,   7, "two networks, or a network before and after, compute different results") \
    X(E_INTERNAL,  8, "a bug in sinter")                                             \
    X(E_INCONCLUSIVE, 9,                                                                           \
      "two networks were run, and whether they compute the same could not be decided")             \
    X(E_MISCOMPILED, 10, "compiled code computes something else than the network")                \
    X(E_NOT_FINITE, 11, "a loss, or a weight that it would make, is not a finite number")
/* clang-format on */

typedef enum sn_status {
#define X(name, code, text) SN_##name = code,
    SN_STATUS_MAP(X)
#undef X
} sn_status;

#endif
