/* SPDX-License-Identifier: Apache-2.0
 *
 * Sums of products in double, fast enough to evaluate whole networks: what convolutions and
 * products are built on.
 *
 * The order of the additions is fixed by the code, not by the machine, and multiplications are not
 * fused with them: results are the same bits everywhere. */
#ifndef SN_OPS_PRODUCT_H
#define SN_OPS_PRODUCT_H

#include "ops/elems.h"

/* Columns of one tile of a block product; a tile's row has this many doubles. */
#define SN_TILE 32
/* Rows of b that stay in cache: callers pack and multiply so many at a time. */
#define SN_DEPTH 256

static inline int64_t sn_tile_round(int64_t n) { return (n + 3) / 4 * 4; }

/* y[i] = sum_k a[i * row + k] * x[k], i < 4: floats of one type. */
void sn_dot4(sn_elems a, int64_t row, sn_elems x, int64_t n, double y[4]);
double sn_dot(sn_elems a, sn_elems x, int64_t n);

/* Sums of a row of a product that fit into a cache. */
#define SN_ROW 2048
/* acc[j] = sum_k a[k * a_step] * b[k * b_row + j], j < n <= SN_ROW: b is read row by row, and each
 * sum is made in the order of k. */
void sn_row_product(sn_elems a, int64_t a_step, int64_t k, sn_elems b, int64_t b_row, int64_t n,
                    double *acc);

/* acc[i] += w * x[i * stride] */
void sn_add_scaled(double *acc, double w, sn_elems x, int64_t stride, int64_t n);

/* y = a * b for each of n_groups: a is [m][depth] with strides, b is made by `pack`, tile by tile,
 * and results go to `store`. Both are called from many threads. */
typedef struct sn_product_job {
    int64_t n_groups, m, n, depth;
    sn_elems a;
    int64_t group_stride, row, step; /* of a */
    /* Where a group's a begins; NULL: group_stride apart. */
    int64_t (*a_at)(const void *user, int64_t group);
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
/* For fewer rows of a it does not pay to pack tiles of b. */
#define SN_PRODUCT_ROWS 4
/* What `pack` makes of a matrix that begins at b, with strides. */
void sn_pack_tile(sn_elems b, int64_t row, int64_t step, int64_t depth, int64_t n, double *tile);

/* ---- products of bytes ----------------------------------------------------------------------- */

/* That the zero point in the slot, if there is one, is one number, or one for each of n. */
sn_status sn_product_zero_check(const sn_infer *in, unsigned slot, sn_dim n) SN_MUST_CHECK;
/* An input of integers less its zero point, as doubles. A vector of these goes along an axis of
 * which each place has `inner` elements. Slots that are not there: nothing is subtracted. */
sn_elems sn_product_centred(const sn_eval *e, unsigned slot, unsigned zero_slot, int64_t inner);
/* Whole numbers as integers of the type of y. */
void sn_product_wrap(sn_elems sums, sn_elems y, int64_t n);

#endif
