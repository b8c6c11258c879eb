/* SPDX-License-Identifier: Apache-2.0 */
#include "ref/sketch.h"

#include "base/num.h"

enum { N_SUMS = 4 };

/* Bits that look random, of a position. */
static uint64_t mixed(uint64_t x)
{
    x += UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
    return x ^ (x >> 31);
}

/* Elements first, first + step, ...: as they are where they are few. */
static void sum_up(const sn_tensor *t, int64_t first, int64_t step, int64_t n, float *to)
{
    if (n <= N_SUMS) {
        for (int64_t i = 0; i < n; i++) to[i] = (float)sn_tensor_at(t, first + i * step);
        return;
    }
    double sums[N_SUMS] = {0};
    for (int64_t i = 0; i < n; i++) {
        const uint64_t bits = mixed((uint64_t)i);
        const double v = sn_tensor_at(t, first + i * step);
        for (int k = 0; k < N_SUMS; k++) sums[k] += bits >> k & 1 ? v : -v;
    }
    for (int k = 0; k < N_SUMS; k++) to[k] = (float)sums[k];
}

sn_status sn_sketch(sn_ctx *ctx, const sn_tensor *t, const sn_tensor **out)
{
    const int64_t n = sn_tensor_count(t);
    const int rank = t->shape.rank;
    const int64_t rows = n == 0 ? 0 : rank > 1 ? t->shape.d[0] : n, each = rows ? n / rows : 0;
    const int64_t columns = rank == 2 ? each : 0;
    sn_tensor *s = NULL;
    void *data = NULL;
    sn_shape shape = {.rank = 2, .d = {rows + columns, rank > 1 ? N_SUMS : 1}};
    SN_TRY(sn_tensor_create(ctx, SN_TYPE_f32, &shape, &s, &data));
    float *to = data;
    for (int64_t i = 0; i < rows; i++) sum_up(t, i * each, 1, each, to + i * shape.d[1]);
    for (int64_t i = 0; i < columns; i++) sum_up(t, i, each, rows, to + (rows + i) * shape.d[1]);
    *out = s;
    return SN_OK;
}
