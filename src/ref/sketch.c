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

/* Elements 0, step, 2 step, ...: as they are where they are few. */
static void sum_up(const float *v, int64_t step, int64_t n, float *to)
{
    enum { OF_A_WORD = 64 / N_SUMS };
    static const double signs[] = {-1, 1};
    if (n <= N_SUMS) {
        for (int64_t i = 0; i < n; i++) to[i] = v[i * step];
        return;
    }
    double sums[N_SUMS] = {0};
    uint64_t bits = 0;
    for (int64_t i = 0; i < n; i++, bits >>= N_SUMS) {
        if (i % OF_A_WORD == 0) bits = mixed((uint64_t)(i / OF_A_WORD));
        const double x = (double)v[i * step];
        for (int k = 0; k < N_SUMS; k++) sums[k] += signs[bits >> k & 1] * x;
    }
    for (int k = 0; k < N_SUMS; k++) to[k] = (float)sums[k];
}

sn_status sn_sketch(sn_ctx *ctx, const sn_tensor *t, const sn_tensor **out)
{
    const int64_t n = sn_tensor_count(t);
    const int rank = t->shape.rank;
    const int64_t rows = n == 0 ? 0 : rank > 1 ? t->shape.d[0] : n, each = rows ? n / rows : 0;
    const int64_t columns = rank == 2 ? each : 0;
    const sn_tensor *plain = NULL;
    sn_tensor *s = NULL;
    void *data = NULL;
    sn_shape shape = {.rank = 2, .d = {rows + columns, rank > 1 ? N_SUMS : 1}};
    SN_TRY(sn_tensor_convert(ctx, t, SN_TYPE_f32, &plain));
    sn_status status = sn_tensor_create(ctx, SN_TYPE_f32, &shape, &s, &data);
    if (status == SN_OK) {
        const float *v = sn_tensor_f32(plain);
        float *to = data;
        for (int64_t i = 0; i < rows; i++) sum_up(v + i * each, 1, each, to + i * shape.d[1]);
        for (int64_t i = 0; i < columns; i++) sum_up(v + i, each, rows, to + (rows + i) * shape.d[1]);
        *out = s;
    }
    sn_tensor_release(plain);
    return status;
}
