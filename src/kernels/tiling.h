/* SPDX-License-Identifier: Apache-2.0
 *
 * How the results of a dense sum, `rows` x `n` of them with k summands each, are cut into register
 * tiles of a few vectors of n by a few rows: of products (a row is a row of x) and of windows (n is
 * the output channels of a convolution, a row a pixel of an output row). Weights are packed by
 * groups of vectors, [group][k][vectors of the group * lanes], so that a tile reads them in a
 * line. */
#ifndef SN_KERNELS_TILING_H
#define SN_KERNELS_TILING_H

#include "kernels/kernel.h"
#include "ops/window.h"

/* Something cut into n parts: `larger` of size + 1, then the others of `size`. */
typedef struct sn_chunks {
    int64_t n, size, larger;
} sn_chunks;
sn_chunks sn_chunks_of(int64_t total, int64_t most); /* as few as possible of at most `most` each */
sn_chunks sn_chunks_in(int64_t total, int64_t n);
int64_t sn_chunks_start(const sn_chunks *p, int64_t i);
static inline int64_t sn_chunks_largest(const sn_chunks *p) { return p->size + (p->larger > 0); }
static inline bool sn_chunks_equal(const sn_chunks *a, const sn_chunks *b)
{
    return a->n == b->n && a->size == b->size && a->larger == b->larger;
}

static inline int64_t sn_blocks_of(int64_t channels, int lanes)
{
    return (channels + lanes - 1) / lanes;
}

typedef struct sn_tiling {
    int lanes;
    bool half; /* its weights are packed as halves */
    int64_t rows, n, k;
    sn_chunks groups; /* of vectors of n */
    sn_chunks tiles;  /* of rows */
} sn_tiling;

sn_tiling sn_tiling_of(const sn_machine *m, int64_t rows, int64_t n, int64_t k);
/* The same outputs in the same groups as another product has, with other rows and k. */
sn_tiling sn_tiling_across(const sn_machine *m, const sn_tiling *groups, int64_t rows, int64_t k);
/* Rows that a tile of so many vectors can have. */
int64_t sn_tiling_most_rows(const sn_machine *m, int64_t vectors);
/* sn_work.vector of all of it. */
double sn_tiling_vectors(const sn_machine *m, const sn_tiling *t);
/* "register tile 4x6, 3 groups of 32 outputs" */
const char *sn_tiling_text(sn_arena *arena, const sn_tiling *t);

/* In which order a product goes through its tiles. */
typedef struct sn_product_order {
    bool groups_outer; /* all rows for a group of outputs, else all groups for some rows */
    int64_t chunk;     /* tiles of these rows */
} sn_product_order;
sn_product_order sn_product_order_of(const sn_tiling *t);

/* sn_kernel_keeps_halves for `times` such products, which read `weights` of them once from where
 * they lie. */
bool sn_tiling_keeps_halves(const sn_kernel_ctx *k, const sn_node *node, unsigned slot,
                            const sn_tiling *t, double times, double weights);
/* Adds these weights, as they are stored, to the work. */
static inline void sn_tiling_stream(const sn_kernel_ctx *k, const sn_tiling *t, double weights,
                                    sn_work *out)
{
    sn_weights_stream(k, out, sn_packed_bytes(t->half) * weights);
}
static inline int64_t sn_tiling_floats(const sn_tiling *t)
{
    return sn_blocks_of(t->n, t->lanes) * t->lanes * t->k;
}
/* Weights as floats; sn_step_pack_halves makes halves of them.
 * to[sn_tiling_floats], zeroed: element (k, n) is scale * w[k * w_k + n * w_n]. */
void sn_tiling_pack(const sn_tiling *t, const float *w, int64_t w_k, int64_t w_n, float scale,
                    float *to);

/* Numbers for a template, as a table. */
typedef struct sn_named_int {
    sn_ct_int name;
    int64_t value;
} sn_named_int;
void sn_bind_ints(sn_bind *b, const sn_named_int *ints, size_t n);
/* Sizes of the input, output and kernel, strides, dilations and padding in front: ID .. BW. */
void sn_bind_window(sn_bind *b, const sn_window *w);

#endif
