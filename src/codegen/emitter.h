/* SPDX-License-Identifier: Apache-2.0
 *
 * What fills in the texts of the run time, from inside: texts with ${names}, and the files made of
 * them. Each module_*.c gives some of the names. */
#ifndef SN_CODEGEN_EMITTER_H
#define SN_CODEGEN_EMITTER_H

#include "base/vec.h"
#include "codegen/module_emit.h"

typedef struct emitter {
    sn_arena *arena;
    const sn_module *m;
    SN_VEC(const char *) vars;
    SN_VEC(sn_source) files;
    const char *p, *upper;
    sn_source weights;    /* data NULL: in no file */
    uint64_t stack_bytes; /* of the target that takes most, where anything says it; else 0 */
} emitter;

/* The text for ${name}, from here on. */
void sn_module_var(emitter *e, const char *name, const char *text);
void sn_module_number(emitter *e, const char *name, uint64_t value);
const char *sn_module_filled(emitter *e, const char *text);
/* A file of the folder; apart: no part of the library. */
void sn_module_file(emitter *e, const char *path, const char *text, bool apart);
const char *sn_module_c_files(const emitter *e); /* those of the library, separated by spaces */
const char *sn_module_upper(sn_arena *arena, const char *s);
const char *sn_module_path(emitter *e, const char *ending); /* "face.h" */
uint64_t sn_module_rounded(uint64_t bytes);                 /* up to SN_WEIGHTS_ALIGNMENT */
uint64_t sn_module_bytes(const sn_module_tensor *t);
const char *sn_module_shape(sn_arena *arena, const sn_module_tensor *t, const char *comma);
/* Rows of a table of struct sinter_tensor, of steps as the run time has them, of struct
 * sinter_step, of stages. */
const char *sn_module_tensor_rows(sn_arena *arena, const sn_module_tensor *list, size_t n);
/* The first step that not the caller of a run alone does, and that behind the last one. */
size_t sn_module_first_shared(const sn_module_set *set);
size_t sn_module_behind_shared(const sn_module_set *set);
const char *sn_module_step_rows(emitter *e, const sn_module_set *set);
const char *sn_module_step_list(emitter *e, const sn_module_set *set);
const char *sn_module_stage_rows(emitter *e, const sn_module_set *set);
bool sn_module_has_batch(const sn_module *m); /* some set has one */

/* ---- module_tables.c ------------------------------------------------------------------------- */
/* Tensors, types, and how many there are. */
void sn_module_tables(emitter *e);

/* ---- module_weights.c, module_selftest.c ----------------------------------------------------- */
void sn_module_weights(emitter *e);
void sn_module_weights_words(emitter *e); /* how the header speaks of them */
void sn_module_selftest(emitter *e);

/* ---- module_wasm.c --------------------------------------------------------------------------- */
/* What stands in the folder in place of an example in C, and how that is built. SN_E_UNSUPPORTED
 * where a module has not the memory for the network. */
sn_status sn_module_wasm(emitter *e) SN_MUST_CHECK;
const char *sn_module_wasm_build(emitter *e); /* the command, for the head of the header */

/* ---- module_threads.c ------------------------------------------------------------------------ */
/* In front of sn_module_sets. */
void sn_module_threads(emitter *e);
uint64_t sn_module_net_bytes(bool alone); /* what the run time keeps of a net, and of a thread */
uint64_t sn_module_worker_bytes(bool alone);

/* ---- module_targets.c ------------------------------------------------------------------------ */
const char *sn_module_target_id(sn_arena *arena, const sn_module_target *t); /* "x86_64_v3" */
/* What there is only where there are several targets. */
void sn_module_targets(emitter *e);
void sn_module_target_tests(emitter *e); /* behind sn_module_sets */

/* ---- module_sets.c --------------------------------------------------------------------------- */
/* What is spelled in one way where there is one set of sizes, in another where there are several.
 * Where there are several of either, the run time has a table with a row for each target at each of
 * the sizes. */
void sn_module_sets(emitter *e);

#endif
