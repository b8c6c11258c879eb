/* SPDX-License-Identifier: Apache-2.0
 *
 * The register tile that all matrix products share: y[row][n] = sum over k of x[row][k] * w[k][n],
 * for some rows and a few vectors of n at once, accumulated in named registers; and how a product
 * is covered with such tiles. 1x1 convolutions (a row is a pixel), inner products, matmul, gemm and
 * attention are drivers around it.
 *
 * Weights are packed by groups of vectors, [group][k][vectors of the group * lanes], so that a tile
 * reads them in a line. */
#ifndef SN_KERNELS_TILE_H
#define SN_KERNELS_TILE_H

#include "kernels/kernel.h"

typedef enum sn_tile_x {
    SN_TILE_BLOCKED,  /* x[(k / lanes) * x_step + row * lanes + k % lanes]: the blocked layout,
                         x_step its plane */
    SN_TILE_ROWS,     /* x[row * x_step + k] */
    SN_TILE_COLUMNS,  /* x[k * x_step + row] */
    SN_TILE_CHANNELS, /* x[k][x_step + row * lanes], x being pointers: channels of blocked tensors
                       */
} sn_tile_x;

typedef enum sn_tile_c { /* what the sums begin with */
                         SN_TILE_C_NONE,
                         SN_TILE_C_ROWS,    /* c[row * c_step], times a factor */
                         SN_TILE_C_MATRIX,  /* c[row * c_step + n], times a factor */
                         SN_TILE_C_BLOCKED, /* c[(n / lanes) * c_step + row * lanes + n % lanes], n
                                               from the tile's first */
} sn_tile_c;

/* How `rows` x `n` results are covered. First the larger groups (of nb + 1 vectors) and tiles (of t
 * + 1 rows), then the others; they differ by one so that no small rest is left. */
typedef struct sn_product_tiling {
    int lanes;
    int64_t rows, n, k;
    int64_t vectors; /* n / lanes, rounded up */
    int64_t groups, big_groups, nb;
    int64_t tiles, big_tiles, t;
} sn_product_tiling;

sn_product_tiling sn_product_tiling_of(const sn_machine *m, int64_t rows, int64_t n, int64_t k);
/* The same outputs in the same groups as another product has, with other rows and k. */
sn_product_tiling sn_product_tiling_across(const sn_machine *m, const sn_product_tiling *groups,
                                           int64_t rows, int64_t k);
/* sn_work.vector of all of it. */
double sn_product_tiling_vectors(const sn_machine *m, const sn_product_tiling *c);
/* "4x6 registers, 3 groups of 32 outputs" */
const char *sn_product_tiling_text(sn_arena *arena, const sn_product_tiling *c);

/* In which order a product goes through its tiles. */
typedef struct sn_product_order {
    bool groups_outer; /* all rows for a group of outputs, else all groups for some rows */
    int64_t chunk;     /* tiles of these rows */
} sn_product_order;
sn_product_order sn_product_order_of(const sn_product_tiling *c);

static inline int64_t sn_product_tiling_floats(const sn_product_tiling *c)
{
    return c->vectors * c->lanes * c->k;
}
/* to[sn_product_tiling_floats], zeroed: element (k, n) is scale * w[k * w_k + n * w_n]. */
void sn_product_tiling_pack(const sn_product_tiling *c, const float *w, int64_t w_k, int64_t w_n,
                            float scale, float *to);

/* What the micro-kernels of one product look like. */
typedef struct sn_tile {
    sn_tile_x x;
    sn_tile_c c;
    bool plain;          /* y[row * y_step + n], n not beyond `n`; else BLOCKED, y_step its plane */
    const sn_step *step; /* whose epilogue is applied; NULL: the sums are stored */
} sn_tile;

/* The texts of a driver, C expressions of `p`, a row, and `v`, a vector of outputs (n = v * lanes).
 */
typedef struct sn_tile_calls {
    const char *x, *x_step;            /* of row p */
    const char *w;                     /* of the whole packed w */
    const char *y, *y_step;            /* of row p, vector v */
    const char *pixel;                 /* BLOCKED: that the epilogue sees for row p; NULL: p */
    const char *c, *c_step, *c_factor; /* with tile.c; of row p; C_BLOCKED has no factor */
    const char *flat; /* PLAIN with an epilogue: index of row p, vector v in the result */
    int64_t chunk;    /* tiles that share a pass over one group, for the prefetch of the next */
    bool again;       /* behind the last group comes the first */
} sn_tile_calls;

/* C for "tiles [t0, t1) of group g"; variables that it declares are in a scope of their own. Prints
 * the micro-kernels that it needs. */
sn_status sn_tile_emit(sn_emit *e, const sn_tile *tile, const sn_product_tiling *c,
                       const sn_tile_calls *calls, const char **out) SN_MUST_CHECK;

/* The name of a micro-kernel alone, for drivers that make the calls themselves; prints it if nobody
 * did. Nothing is fetched ahead. It has the parameters
 *     (const float *x, long x_step, const float *w, long k, float *y, long y_step)
 * and behind them, with tile.c, (const float *c, long c_step, float c_factor). */
sn_status sn_tile_kernel(sn_emit *e, const sn_tile *tile, int64_t nb, int64_t t,
                         const char **name) SN_MUST_CHECK;

#endif
