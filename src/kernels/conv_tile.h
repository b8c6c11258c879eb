/* SPDX-License-Identifier: Apache-2.0
 *
 * The register tile that dense convolutions share (conv_tile.ct): some blocks of output channels by
 * some pixels, kept in registers while inputs are broadcast against vectors of weights. */
#ifndef SN_KERNELS_CONV_TILE_H
#define SN_KERNELS_CONV_TILE_H

#include "kernels/kernel.h"

static inline int64_t sn_blocks_of(int64_t channels, int lanes)
{
    return (channels + lanes - 1) / lanes;
}

/* Numbers for a template, as a table. */
typedef struct sn_named_int {
    const char *name;
    int64_t value;
} sn_named_int;
void sn_bind_ints(sn_bind *b, const sn_named_int *ints, size_t n);

/* Something cut into n parts: `larger` of size + 1, then the others of `size`. */
typedef struct sn_chunks {
    int64_t n, size, larger;
} sn_chunks;
sn_chunks sn_chunks_of(int64_t total, int64_t most); /* as few as have at most `most` each */
sn_chunks sn_chunks_in(int64_t total, int64_t n);
int64_t sn_chunks_start(const sn_chunks *p, int64_t i);

/* Blocks and pixels of the tiles that cover `blocks` of output channels x rows of `pixels`. */
typedef struct sn_window_tiling {
    sn_chunks blocks, pixels;
} sn_window_tiling;
/* k: summands of a sum. */
sn_window_tiling sn_window_tiling_of(const sn_machine *m, int64_t blocks, int64_t pixels,
                                     double k);
/* sn_work.vector of one row. */
double sn_window_tiling_vectors(const sn_machine *m, const sn_window_tiling *t, double k);
int64_t sn_taps_most_pixels(const sn_machine *m, int64_t blocks);

/* How a tile walks over its inputs: n at a time, `step` floats apart, pixels `pixel` floats apart.
 */
typedef struct sn_input_strides {
    int64_t n, step, pixel;
    int64_t passes; /* over the same weights before the next are read, which are fetched meanwhile,
                       each pass its share; 0: not */
} sn_input_strides;
/* Of the weights that follow, each pass fetches so many floats: whole lines of 64 bytes. */
static inline int64_t sn_walk_share(int64_t floats, int64_t passes)
{
    return passes > 0 ? ((floats + 15) / 16 + passes - 1) / passes * 16 : 0;
}
/* Prints the helper, once; its name goes to *name. s: the step whose epilogue is applied; NULL:
 * sums are stored as they are. */
sn_status sn_emit_taps(sn_emit *e, const sn_step *s, int64_t blocks, int64_t pixels,
                       const sn_input_strides *walk, const char **name) SN_MUST_CHECK;
/* Binds ${NAME(blocks, pixels)} to the name of such a tile. `walk` and `s` live as long as the
 * emitter. */
void sn_bind_taps(sn_emit *e, sn_bind *b, const char *name, const sn_step *s,
                  const sn_input_strides *walk);
/* Binds ${NAME(blocks)} to the name of a function over a run of pixels that stores plain sums.
 * counts: the runs that occur, as sizes of parts. */
void sn_bind_taps_run(sn_emit *e, sn_bind *b, const char *name, const sn_chunks *counts,
                      const sn_input_strides *walk);

#endif
