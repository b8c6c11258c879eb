/* SPDX-License-Identifier: Apache-2.0
 *
 * The weight file: loads in the order of the layers, without names, lengths or an index. A tagged
 * load begins with four bytes that say how it is stored and ends padded to four; a raw one is f32.
 */
#ifndef SN_FORMATS_NCNN_BIN_H
#define SN_FORMATS_NCNN_BIN_H

#include "base/file.h"
#include "base/num.h"
#include "formats/format.h"
#include "formats/ncnn/map.h"

typedef enum sn_ncnn_source {
    SN_NCNN_FROM_FILE,
    SN_NCNN_FROM_SEED,
    SN_NCNN_FROM_NOTHING
} sn_ncnn_source;

typedef struct sn_ncnn_bin {
    sn_ctx *ctx;
    sn_ncnn_source source;
    const char *path;
    bool missing; /* no such file: an error once something wants to read */
    sn_buf *buf;  /* the file, or NULL when it is empty */
    uint64_t at, n_bytes;
    uint64_t seed;
} sn_ncnn_bin;

/* "a/b.param" and "a/b.param.bin" have "a/b.bin" beside them. */
const char *sn_ncnn_bin_path(sn_arena *arena, const char *param_path);

sn_status sn_ncnn_bin_open(sn_ctx *ctx, sn_arena *arena, const sn_load_options *options,
                           sn_ncnn_bin *out) SN_MUST_CHECK;
void sn_ncnn_bin_close(sn_ncnn_bin *bin);

/* The next load of `im`, whose place in the file is `index`. */
sn_status sn_ncnn_bin_read(sn_ncnn_bin *bin, const sn_ncnn_import *im, int index,
                           const sn_ncnn_weight *load, const sn_tensor **out) SN_MUST_CHECK;

/* Made-up contents that keep activations in range; deterministic in (seed, index, role). */
sn_status sn_ncnn_make_weight(sn_ctx *ctx, uint64_t seed, int index, const char *type,
                              const sn_ncnn_weight *load, const sn_tensor **out) SN_MUST_CHECK;

/* Writes a weight as this load reads it: stored bytes as they are where they fit, else anew. */
sn_status sn_ncnn_bin_write(sn_ctx *ctx, sn_sink *sink, const char *where,
                            const sn_ncnn_weight *load, const sn_tensor *t,
                            sn_stored storage) SN_MUST_CHECK;

#endif
