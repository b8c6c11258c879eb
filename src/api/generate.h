/* SPDX-License-Identifier: Apache-2.0
 *
 * From a model to C in memory, for what writes it to a folder and what compiles and loads it. */
#ifndef SN_API_GENERATE_H
#define SN_API_GENERATE_H

#include "api/model.h"
#include "codegen/source.h"
#include "plan/program.h"

typedef struct sn_generated {
    const char *prefix;
    const sn_program *program;
    sn_source_set sources;
} sn_generated;

/* All of it in `arena`. verify: of the rewrites, EACH or OFF. */
sn_status sn_generate(sn_model *m, const sn_compile_options *options, sn_verify_mode verify, sn_arena *arena, sn_generated *out)
    SN_MUST_CHECK;

#endif
