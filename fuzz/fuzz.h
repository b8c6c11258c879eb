/* SPDX-License-Identifier: Apache-2.0
 *
 * What fuzz targets share: files in memory, a context whose memory is bounded, and what must hold
 * of anything that loads. */
#ifndef SN_FUZZ_FUZZ_H
#define SN_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

#include "formats/format.h"
#include "ir/op.h"
#include "ref/shapes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

typedef struct fuzz_input {
    const uint8_t *data;
    size_t n;
} fuzz_input;

/* Inputs are short; a longer one only repeats. */
enum { FUZZ_MAX_BYTES = 4096 };

/* Runs `job` under a context that may hold `bytes`: what asks for more gets SN_E_MEMORY, as on a
 * small machine, so that absurd sizes are neither slow nor a false alarm. SN_E_INTERNAL is a bug
 * and stops the program. */
typedef sn_status (*fuzz_job)(sn_ctx *ctx, void *user);
void fuzz_run(fuzz_job job, void *user, size_t bytes);

/* A file of this process in memory, by its role: "a.param". Static per role (up to 8 roles). */
const char *fuzz_path(const char *role);
void fuzz_put(const char *path, const void *data, size_t n);

/* A network: a .param (weights from a seed) or a graph in text form. */
sn_status fuzz_load(sn_ctx *ctx, const uint8_t *data, size_t n, sn_graph **out);

/* Stops the program, saying what was expected and what the context says. */
void fuzz_wrong(sn_ctx *ctx, const char *what) __attribute__((noreturn));

/* What was loaded is sound, and is inferred, or says why not, and is sound still. */
sn_status fuzz_infers(sn_graph *g);

/* Saves g as ncnn; what was saved must load, and save again as the same bytes. `weights_of` as in
 * sn_load_options, or NULL. Refusals to save are fine. */
sn_status fuzz_saves(sn_ctx *ctx, const sn_graph *g, const char *weights_of);

#endif
