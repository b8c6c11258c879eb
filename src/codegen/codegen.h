/* SPDX-License-Identifier: Apache-2.0
 *
 * A program as C: one function a step, the vector header, and around them what module_emit.h makes;
 * or several programs, of one network at several sets of sizes and for several targets, as one. The
 * same programs and options give the same bytes. */
#ifndef SN_CODEGEN_CODEGEN_H
#define SN_CODEGEN_CODEGEN_H

#include "codegen/source.h"
#include "plan/program.h"

typedef struct sn_codegen_options {
    const char *prefix;                 /* of symbols and files: sn_c_is_prefix */
    const char *model;                  /* name for people */
    const bool *indices;                /* by input: f32 that holds 32-bit integers; NULL: none */
    bool embed_weights, single_file;    /* as in sn_module */
    const struct sn_module_test *tests; /* of each set of sizes; NULL: without a self-test */
    size_t n_targets;                   /* 0: 1 */
    bool check; /* SN_E_INTERNAL where two helper functions of one name differ; slower, for tests */
} sn_codegen_options;

/* What a net needs beside weights, inputs and outputs. */
uint64_t sn_program_workspace_bytes(const sn_program *p, int n_threads);
/* Files in the first program's arena. Several programs share their weights
 * (sn_plan_share_weights); those of a target stand side by side, the same sizes in the same
 * order, and are of one machine; all machines are of one architecture. SN_E_ARG where two are of
 * the same sizes, SN_E_UNSUPPORTED where inputs or outputs differ by more than sizes. */
sn_status sn_codegen(const sn_program *const *programs, size_t n, const sn_codegen_options *o,
                     sn_source_set *out) SN_MUST_CHECK;

#endif
