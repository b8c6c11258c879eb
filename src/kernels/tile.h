/* SPDX-License-Identifier: Apache-2.0
 *
 * The micro-kernel of everything dense (tile.ct): y[row][n] = sum over k of x[row][k] * w[k][n] for
 * some rows and a few vectors of n at once, accumulated in named registers, while rows of x are
 * broadcast against vectors of weights. What differs between its users is how x is read, how k is
 * walked through, what the sums begin with and how they are stored; kernels are loops around it. */
#ifndef SN_KERNELS_TILE_H
#define SN_KERNELS_TILE_H

#include "kernels/tiling.h"

typedef enum sn_tile_x {
    SN_TILE_BLOCKED,  /* x[(k / lanes) * x_step + row * lanes + k % lanes]: the blocked layout,
                         x_step its plane */
    SN_TILE_ROWS,     /* x[row * x_step + k] */
    SN_TILE_COLUMNS,  /* x[k * x_step + row] */
    SN_TILE_CHANNELS, /* x[k][x_step + row * lanes], x being pointers: channels of blocked tensors
                       */
    SN_TILE_SPACED,   /* p[k * space + row * row_space], p being where the walk is */
} sn_tile_x;

typedef enum sn_tile_walk {
    SN_TILE_RUN,    /* k values, one after the other */
    SN_TILE_PLACES, /* na x nb x nc places, xa, xb and xc floats apart, of `unroll` values each */
    SN_TILE_TAPS,   /* the places of a table, and of `blocks` in each, x_step apart, of `unroll` */
} sn_tile_walk;

typedef enum sn_tile_c { /* what the sums begin with */
                         SN_TILE_C_NONE,
                         SN_TILE_C_ROWS,    /* c[row * c_step], times a factor */
                         SN_TILE_C_MATRIX,  /* c[row * c_step + n], times a factor */
                         SN_TILE_C_BLOCKED, /* c[(n / lanes) * c_step + row * lanes + n % lanes], n
                                               from the tile's first */
} sn_tile_c;

/* What the micro-kernels of one product look like. */
typedef struct sn_tile {
    sn_tile_x x;
    sn_tile_walk walk;
    int64_t unroll;           /* values of k that stand in the code; 0: as many as are usual */
    int64_t space, row_space; /* SPACED: floats */
    int64_t passes;           /* PLACES: how often a tile is computed before its weights are changed
                                 for the next, which are fetched meanwhile, each pass its share; 0:
                                 nothing is fetched */
    int64_t panels; /* RUN of ROWS or COLUMNS by 1: panels of weights that are read at once; 0: 1 */
    bool half;      /* weights are in half precision: uint16_t in the place of float; with a tiling
                       (sn_tile_emit) as that says */
    sn_tile_c c;
    bool plain;      /* y[row * y_step + n], n not beyond `n`; else BLOCKED, y_step its plane */
    int64_t y_space; /* BLOCKED: pixels of y from row to row; 0: 1 */
    const struct sn_tile_mend *mend; /* TAPS; NULL: nothing */
    const sn_step *step;             /* whose epilogue is applied; NULL: the sums are stored */
} sn_tile;

/* Statements between the sums of a tile, a<vector>_<row>, and their stores. */
typedef struct sn_tile_mend {
    const char *name;    /* a part of the tile's */
    int64_t n_blocks;    /* in a place: the parameter behind x_step is not their number .. */
    const char *instead; /* .. but this */
    sn_status (*text)(sn_emit *e, const void *user, int64_t nb, int64_t t, const char **out);
    const void *user;
} sn_tile_mend;

/* The name of a micro-kernel of nb vectors (in each panel) x t rows; prints it if nobody did. Its
 * parameters are, of a RUN,
 *     (const float *x, long x_step, const float *w, long k, float *y, long y_step)
 * with `long panel` behind w where there are several, floats from one to the next; behind them,
 * with tile.c, (const float *c, long c_step, float c_factor), without the factor of C_BLOCKED, and
 * with `tail`, of plain ones whose last vector is not whole, (long tail), its lanes. Of PLACES
 *     (const float *x, long xa, long xb, long xc, const float *w, long na, long nb, long nc,
 *      float *y, long y_step)
 * with `const float *next` behind nc where passes is not 0; of TAPS
 *     (const float *x, long x_step, long blocks, const int (*tap)[2], long n_taps, const float *w,
 *      float *y, long y_step).
 * What EPARAMS says comes last. */
sn_status sn_tile_kernel(sn_emit *e, const sn_tile *tile, int64_t nb, int64_t t, bool tail,
                         const char **name) SN_MUST_CHECK;
/* Binds ${NAME(nb, t)}, or ${NAME(nb, t, tail)}, to the name of such a micro-kernel; `tile` is
 * copied, its step lives as long as the emitter. */
void sn_bind_tile(sn_emit *e, sn_bind *b, sn_ct_call name, const sn_tile *tile);
/* Binds ${NAME(panels)} to the name of such a micro-kernel of one vector in each of so many panels
 * by `rows` rows. */
void sn_bind_tile_panels(sn_emit *e, sn_bind *b, sn_ct_call name, const sn_tile *tile,
                         int64_t rows);
/* Binds what a template that hands packed weights to such micro-kernels says of them: ${W_AT},
 * where they are, ${W_TYPE}, the type of C that they are stored as, and ${LOAD}, which loads a
 * vector of them. NULL: floats, whose ${W_AT} is the template's own. */
void sn_bind_weights(sn_emit *e, sn_bind *b, const sn_packed *p);
/* Weights in a line of 64 bytes. */
static inline int64_t sn_tile_line(const sn_tile *tile) { return tile->half ? 32 : 16; }
/* Of PLACES: of `weights` that follow, each pass fetches so many, whole lines. */
static inline int64_t sn_tile_share(const sn_tile *tile, int64_t weights)
{
    const int64_t line = sn_tile_line(tile), passes = tile->passes;
    return passes > 0 ? ((weights + line - 1) / line + passes - 1) / passes * line : 0;
}

/* Of PLACES, na x 1 x 1 of them, whose sums are stored as they are, row by row: binds ${NAME(nb)}
 * to the name of a function over a run of rows, (const float *x, long xa, const float *w, long na,
 * float *y, long y_step, long count). counts: the runs that occur, as sizes of parts. */
void sn_bind_tile_run(sn_emit *e, sn_bind *b, sn_ct_call name, const sn_tile *tile,
                      const sn_chunks *counts);

/* ---- a product covered by tiles -------------------------------------------------------------- */

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

/* C for "tiles [t0, t1) of group g" of RUNs; variables that it declares are in a scope of their
 * own. Prints the micro-kernels that it needs. */
sn_status sn_tile_emit(sn_emit *e, const sn_tile *tile, const sn_tiling *t,
                       const sn_tile_calls *calls, const char **out) SN_MUST_CHECK;

/* ---- for tile_calls.c ------------------------------------------------------------------------ */

/* sn_tile_kernel of a RUN that fetches so many lines of `next`, a parameter behind k, for each
 * `unroll` values of k. */
sn_status sn_tile_kernel_ahead(sn_emit *e, const sn_tile *tile, int64_t nb, int64_t t, bool tail,
                               int64_t lines, const char **name) SN_MUST_CHECK;
int64_t sn_tile_unroll(const sn_tile *tile, int lanes);
/* The epilogue of the tile's step, if it has one. */
sn_status sn_tile_bind_epilogue(sn_emit *e, const sn_tile *tile, sn_bind **out) SN_MUST_CHECK;

#endif
