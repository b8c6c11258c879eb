/* SPDX-License-Identifier: Apache-2.0
 *
 * The emitter from inside, and for the code generator, which makes it and takes its texts. */
#ifndef SN_KERNELS_EMIT_INNER_H
#define SN_KERNELS_EMIT_INNER_H

#include "base/map.h"
#include "base/vec.h"
#include "kernels/emit.h"

typedef struct sn_helper {
    const char *name, *text;
} sn_helper;

struct sn_emit {
    sn_ctx *ctx;
    sn_arena *arena;
    const sn_machine *machine;
    const char *prefix;            /* of the names of the steps' functions */
    const char *set;               /* the same of one program among several: behind the prefix */
    sn_map *helpers;               /* names of those printed in this file, to their texts */
    SN_VEC(sn_helper) helper_list; /* the same in order */
    sn_map *steps; /* bodies of a step's functions to the name of the first that has them; of all
                      files and programs */
    sn_map *same;  /* other steps to that name */
    bool
        void_ports; /* inputs and outputs are of several types: `struct net` has pointers to void */
    bool small;     /* sn_emit_is_small */
    bool check;     /* helpers are made again each time, and must come out the same */
    const char *clash; /* one that did not */
    /* bodies of epilogues and of numbered helpers to their names; the same in all files */
    sn_map *names;
    sn_map *ct;                /* names of templates: sn_ct_map_create */
    sn_map *templates;         /* texts of templates to what was read */
    const char **helper_names; /* [SN_N_CT] of helpers: as they are printed; NULL: by their names */
    SN_VEC(int) calls;         /* helpers that what is being printed calls */
    sn_str function_text;
    sn_str step_text, step_bodies; /* of the step that is being printed */
    uint32_t n_epilogues, n_numbered;
};

sn_emit *sn_emit_create(sn_ctx *ctx, sn_arena *arena, const sn_machine *machine);
/* The functions of a step, below `comment`, which is not closed. Where an earlier step has the same
 * ones, of this file or another, these serve both, and the comment says so. */
sn_status sn_emit_step(sn_emit *e, const sn_step *s, const char *comment) SN_MUST_CHECK;
/* What was printed since the last sn_emit_next_file. */
const char *sn_emit_helpers(const sn_emit *e);
const char *sn_emit_functions(const sn_emit *e);
void sn_emit_next_file(sn_emit *e); /* helpers are printed anew */
/* "step_12", "step_12b", of one program among several "set1_step_12": of the step that has the
 * function, which was emitted */
void sn_emit_name(sn_emit *e, const sn_step *s, int phase, sn_str *out);
/* The text of simd.ct and the math functions for this machine. */
sn_status sn_emit_simd(sn_emit *e, const char **out) SN_MUST_CHECK;

#endif
