/* SPDX-License-Identifier: Apache-2.0
 *
 * Where weights and tensors of generated code stand. */
#ifndef SN_CODEGEN_MEMORY_MAP_H
#define SN_CODEGEN_MEMORY_MAP_H

#include "plan/program.h"

/* "conv1, relu1": of the step's layers, each once, however many nodes it became. */
const char *sn_step_layers(sn_arena *arena, const sn_step *step);

/* A comment in C, of programs that share their weights. head_bytes: of the workspace, in front of
 * the tensors; bytes: of the workspace, by program. In the first one's arena. */
const char *sn_memory_map(const sn_program *const *programs, size_t n, uint64_t head_bytes,
                          const uint64_t *bytes);

#endif
