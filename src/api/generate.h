/* SPDX-License-Identifier: Apache-2.0
 *
 * From a model to C in memory, for what writes it to a folder and what compiles and loads it. */
#ifndef SN_API_GENERATE_H
#define SN_API_GENERATE_H

#include "api/model.h"
#include "codegen/source.h"
#include "plan/program.h"

/* The network at one set of sizes, for one target. */
typedef struct sn_generated_set {
    const char *sizes;  /* for people */
    const char *target; /* as it was named */
    sn_program *program;
    int64_t own_images;       /* sn_plan_options.own_images */
    const bool *bare_outputs; /* sn_plan_options.bare_outputs */
    const char *meet;         /* why its images are not taken apart; NULL: they are, or there are
                                 none */
    sn_model *planned;        /* whose graph the program is of, .. */
    sn_graph *split;          /* .. unless images meet in it here and there (passes/batch_split.h):
                                 then it is of this; NULL */
    const char *too_large; /* why the interpreter cannot be asked what it computes: then it has no
                              self-test; else NULL */
    const sn_tensor **expected; /* outputs on sn_test_feeds, where a self-test was made; goes with
                                   sn_generated_release */
} sn_generated_set;

typedef struct sn_generated {
    const char *prefix, *model;
    sn_source_set sources;
    sn_generated_set *sets; /* [n_targets][n_sets / n_targets] */
    size_t n_sets, n_targets;
    const char *no_selftest; /* why a folder has none; NULL: it has one */
} sn_generated;

/* A folder has a self-test, and its weights where the options say; PLAN makes no text at all. */
typedef enum sn_generate_for {
    SN_GENERATE_TO_RUN,
    SN_GENERATE_FOLDER,
    SN_GENERATE_PLAN,
} sn_generate_for;

/* All but `planned` in `arena`. verify: of the rewrites, EACH or OFF. */
sn_status sn_generate(const sn_compile_set *sets, size_t n, const sn_compile_options *o,
                      sn_verify_mode verify, sn_generate_for what, sn_arena *arena,
                      sn_generated *out) SN_MUST_CHECK;
void sn_generated_release(sn_generated *g);
/* Checks the rewrites behind a sn_generate that did not (verify OFF). *holds is false where one of
 * them is taken back, so that the code has to be made anew. */
sn_status sn_generated_verify(const sn_compile_set *set, const sn_compile_options *o,
                              sn_arena *arena, bool *holds) SN_MUST_CHECK;
/* As SN_GENERATE_TO_RUN does it. */
sn_status sn_generated_print(const sn_generated *g, sn_source_set *out) SN_MUST_CHECK;

/* A failure's message with the set in front, where there are several; so with the target. */
sn_status sn_generated_in_set(const sn_generated *g, size_t set, sn_status status) SN_MUST_CHECK;

/* Has the code in the cache, built and compared with the interpreter, for those that run it.
 * SN_E_MISCOMPILED where it computes something else; where it cannot be built, run or interpreted
 * here, SN_OK, and *why says so. */
sn_status sn_check_generated(sn_context *c, const sn_generated *g, int n_threads, sn_arena *arena,
                             const char **why) SN_MUST_CHECK;

#endif
