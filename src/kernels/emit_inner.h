/* SPDX-License-Identifier: Apache-2.0
 *
 * The emitter from inside, and for the code generator, which makes it and takes its texts. */
#ifndef SN_KERNELS_EMIT_INNER_H
#define SN_KERNELS_EMIT_INNER_H

#include "base/map.h"
#include "kernels/emit.h"

struct sn_emit {
    sn_ctx *ctx;
    sn_arena *arena;
    const sn_machine *machine;
    const char *prefix;  /* of the names of the steps' functions */
    sn_map *helpers;     /* names of those printed in this file, to their texts */
    bool check;          /* helpers are made again each time, and must come out the same */
    const char *clash;   /* one that did not */
    sn_map *names;       /* bodies of epilogues to their names; the same in all files */
    sn_str helper_text, function_text;
    uint32_t n_epilogues;
};

sn_emit *sn_emit_create(sn_ctx *ctx, sn_arena *arena, const sn_machine *machine);
/* What was printed since the last sn_emit_next_file. */
const char *sn_emit_helpers(const sn_emit *e);
const char *sn_emit_functions(const sn_emit *e);
void sn_emit_next_file(sn_emit *e); /* helpers are printed anew */
/* "step_12", "step_12b" */
void sn_emit_name(sn_emit *e, const sn_step *s, int phase, sn_str *out);
/* The text of simd.ct and the math functions for this machine. */
sn_status sn_emit_simd(sn_emit *e, const char **out) SN_MUST_CHECK;

#endif
