/* SPDX-License-Identifier: Apache-2.0
 *
 * What must hold of every network: it prints and parses; the pipeline keeps what it computes at
 * every size, with no rewrite taken back, and has nothing left to do; it survives a file. */
#ifndef TESTS_RANDOM_PROP_H
#define TESTS_RANDOM_PROP_H

#include "random/gen.h"
#include "ref/run.h"

#define RAND_COUNTS(X) /* name, in words */                                                        \
    X(CASES, "networks")                                                                           \
    X(NODES, "nodes")                                                                              \
    X(FIRED, "rewrites")                                                                           \
    X(CHECKED, "of them checked")                                                                  \
    X(UNCHECKED, "not")                                                                            \
    X(COMPARED, "comparisons")                                                                     \
    X(SIZES_REFUSED, "other sizes refused")                                                        \
    X(INCONCLUSIVE, "inconclusive")                                                                \
    X(SAVED, "saved")                                                                              \
    X(NOT_SAVED, "not in ncnn's words")                                                            \
    X(ONNX, "written as ONNX")                                                                     \
    X(FIRED_ONNX, "rewrites for ONNX")                                                             \
    X(NOT_ONNX, "not in ONNX's words")                                                             \
    X(FIRED_AFTER_LOAD, "with rewrites after loading")                                             \
    X(FIRED_AGAIN, "optimized further by a second run")                                            \
    /* failures: */                                                                                \
    X(DIFFER, "differ")                                                                            \
    X(CRASHED, "crashed")                                                                          \
    X(HUNG, "hung")                                                                                \
    X(SHAPE_ERRORS, "shape errors")                                                                \
    X(WITHOUT_REASON, "inconclusive without reason")                                               \
    X(FAILED_OTHERWISE, "failed otherwise")
typedef enum rand_count {
#define X(name, words) RAND_##name,
    RAND_COUNTS(X)
#undef X
        RAND_N_COUNTS
} rand_count;

/* Why something could not be decided, without names and numbers, and how often. */
typedef struct rand_reason {
    char text[160];
    unsigned long n;
} rand_reason;

enum { RAND_MAX_REASONS = 40 };

typedef struct rand_counts {
    unsigned long n[RAND_N_COUNTS];
    /* the first n_reasons; the last is of all that found no room */
    rand_reason reasons[RAND_MAX_REASONS];
    int n_reasons;
} rand_counts;

void rand_counts_add(rand_counts *to, const rand_counts *counts);
void rand_counts_reason(rand_counts *to, const char *text, unsigned long n);
unsigned long rand_n_failed(const rand_counts *counts);
void rand_counts_print(const rand_counts *counts);

typedef struct rand_verdict {
    /* NULL: all holds. Else one word that stays the same while a case is made smaller */
    const char *kind;
    rand_count counted; /* how it fails */
    const char *what;   /* in words */
    const char *remarks;
} rand_verdict;

/* `folder`: for files; NULL: none are written. Strings live in the arena. A failure is counted. */
void rand_check(sn_ctx *ctx, const rand_case *c, uint64_t seed, const char *folder, sn_arena *arena,
                rand_counts *counts, rand_verdict *out);

/* Spoils what the pipeline made, for tests of the tests. NULL: does not. */
extern void (*rand_spoil)(sn_graph *optimized);

/* A clone of g at those sizes, inferred. */
sn_status rand_at_sizes(const sn_graph *g, size_t n, const rand_size *sizes,
                        sn_graph **out) SN_MUST_CHECK;

/* Runs g, whose sizes are known, on the inputs of that draw, drops its results, and clears the
 * error that it reports. */
sn_status rand_run(sn_ctx *ctx, sn_arena *arena, const sn_graph *g, int draw,
                   const sn_run_hooks *hooks);

/* Whether a case fails rand_check in the way that `kind` names. */
typedef struct rand_failure {
    sn_ctx *ctx;
    uint64_t seed;
    const char *folder, *kind;
} rand_failure;
bool rand_fails(void *failure, const rand_case *c);
/* Makes a failing case smaller while it fails in the same way, in so many tries at most. */
enum { RAND_TRIES = 3000 };
void rand_shrink(sn_ctx *ctx, rand_case *c, bool (*fails)(void *user, const rand_case *c),
                 void *user, int n_tries);
/* As a data test that can be pasted. */
const char *rand_as_test(const rand_case *c, const rand_verdict *v, uint64_t seed, sn_arena *arena);

#endif
