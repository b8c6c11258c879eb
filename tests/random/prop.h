/* SPDX-License-Identifier: Apache-2.0
 *
 * What must hold of every network: it prints and parses; the pipeline keeps what it computes at every size, with no
 * rewrite taken back, and has nothing left to do; it survives a file. */
#ifndef TESTS_RANDOM_PROP_H
#define TESTS_RANDOM_PROP_H

#include "random/gen.h"

typedef struct rand_counts {
    unsigned long n_cases, n_nodes, n_fired, n_checked, n_unchecked, n_compared, n_sizes_refused,
        n_conditioned, n_saved, n_not_saved, n_fired_after_load;
} rand_counts;

typedef struct rand_verdict {
    const char
        *kind; /* NULL: all holds. Else one word that stays the same while a case is made smaller */
    const char *what; /* in words */
    const char *remarks;
} rand_verdict;

/* `folder`: for files; NULL: none are written. Strings live in the arena. */
void rand_check(sn_ctx *ctx, const rand_case *c, uint64_t seed, const char *folder, sn_arena *arena,
                rand_counts *counts, rand_verdict *out);

/* Spoils what the pipeline made, for tests of the tests. NULL: does not. */
extern void (*rand_spoil)(sn_graph *optimized);

/* A clone of g at those sizes, inferred. */
sn_status rand_at_sizes(const sn_graph *g, size_t n, const rand_size *sizes,
                        sn_graph **out) SN_MUST_CHECK;

/* Whether a case fails rand_check in the way that `kind` names. */
typedef struct rand_failure {
    sn_ctx *ctx;
    uint64_t seed;
    const char *folder, *kind;
} rand_failure;
bool rand_fails(void *failure, const rand_case *c);
/* Makes a failing case smaller while it fails in the same way, in so many tries at most. */
enum { RAND_TRIES = 3000 };
void rand_shrink(sn_ctx *ctx, rand_case *c, bool (*fails)(void *user, const rand_case *c), void *user, int n_tries);
/* As a data test that can be pasted. */
const char *rand_as_test(const rand_case *c, const rand_verdict *v, uint64_t seed, sn_arena *arena);

#endif
