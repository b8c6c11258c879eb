/* SPDX-License-Identifier: Apache-2.0
 *
 * Sums of products in double, fast enough to evaluate whole networks: what convolutions and
 * products are built on.
 *
 * The factors are floats, so each product is exact in double and a fused multiply-add rounds as a
 * multiply and an add do. The order of the additions is fixed by the code, not by the machine:
 * results are the same bits everywhere. */
#ifndef SN_OPS_PRODUCT_H
#define SN_OPS_PRODUCT_H

#include "base/arena.h"

/* Columns of one tile of a block product; a tile's row has this many doubles. */
#define SN_TILE 32
/* Rows of b that stay in cache: callers pack and multiply so many at a time. */
#define SN_DEPTH 256

static inline int64_t sn_tile_round(int64_t n) { return (n + 3) / 4 * 4; }

/* acc[i][j] += sum_k a[i * row + k * step] * b[k][j] for i < m, j < n; k < depth <= SN_DEPTH. n is
 * a multiple of 4, at most SN_TILE; rows of acc and b are SN_TILE apart. */
void sn_block_product(const float *a, int64_t row, int64_t step, int64_t m, int64_t depth,
                      const double *b, int64_t n, double *acc);

/* y[i] = sum_k a[i * row + k] * x[k], i < 4. */
void sn_dot4(const float *a, int64_t row, const float *x, int64_t n, double y[4]);
double sn_dot(const float *a, const float *x, int64_t n);

/* acc[i] += w * x[i * stride] */
void sn_add_scaled(double *acc, double w, const float *x, int64_t stride, int64_t n);

/* y = a * b for each of n_groups: a is [m][depth] with strides, b is made by `pack`, tile by tile,
 * and results go to `store`. Both are called from many threads. */
typedef struct sn_product_job {
    int64_t n_groups, m, n, depth;
    const float *a;
    int64_t group_stride, row, step; /* of a */
    /* b[k][j] = element (k0 + k, j0 + j) of the group's b, for k < depth, j < n; what is beyond
     * n is ignored. */
    void (*pack)(const void *user, int64_t group, int64_t k0, int64_t depth, int64_t j0, int64_t n,
                 double *b);
    /* acc[i][j] is element (i0 + i, j0 + j) of the group's y; rows are SN_TILE apart. */
    void (*store)(const void *user, int64_t group, int64_t i0, int64_t m, int64_t j0, int64_t n,
                  const double *acc);
    const void *user;
} sn_product_job;
void sn_product(sn_ctx *ctx, sn_arena *scratch, const sn_product_job *job);

#endif
