/* SPDX-License-Identifier: Apache-2.0 */
#include "ref/sketch.h"

#include "base/arena.h"
#include "base/lanes.h"
#include "base/num.h"
#include "ref/agree.h"

enum { N_SUMS = 4, OF_A_WORD = 64 / N_SUMS };

/* Bits that look random, of a position. */
static uint64_t mixed(uint64_t x)
{
    x += UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
    return x ^ (x >> 31);
}

/* Signs of an element in the sums, by the bits of its word. */
#define S(i) ((i)&1 ? 1 : -1), ((i)&2 ? 1 : -1), ((i)&4 ? 1 : -1), ((i)&8 ? 1 : -1)
static const double signs[16][N_SUMS] = {{S(0)},  {S(1)},  {S(2)},  {S(3)}, {S(4)},  {S(5)},
                                         {S(6)},  {S(7)},  {S(8)},  {S(9)}, {S(10)}, {S(11)},
                                         {S(12)}, {S(13)}, {S(14)}, {S(15)}};
#undef S

BODY void add_one(float v, uint64_t bits, v4d *sums)
{
    const v4d x = SPLAT4((double)v);
    v4d sign;
    load4(&sign, signs[bits % 16]);
    muladd4(sums, &sign, &x);
}

/* Adds elements from..from+n of a channel to its sums: those of one word first, which need not wait
 * for those of another. */
BODY void add_up_words(const float *v, int64_t from, int64_t n, double *sums)
{
    const v4d one = SPLAT4(1.0);
    v4d all;
    load4(&all, sums);
    for (int64_t i = 0; i < n;) {
        const int64_t in_word = (from + i) % OF_A_WORD, left = OF_A_WORD - in_word,
                      some = n - i < left ? n - i : left;
        uint64_t bits = mixed((uint64_t)((from + i) / OF_A_WORD)) >> (in_word * N_SUMS);
        v4d own = SPLAT4(0.0);
        if (some == OF_A_WORD)
            for (int k = 0; k < OF_A_WORD; k++, bits >>= N_SUMS) add_one(v[i + k], bits, &own);
        else
            for (int64_t k = i; k < i + some; k++, bits >>= N_SUMS) add_one(v[k], bits, &own);
        muladd4(&all, &own, &one);
        i += some;
    }
    store4(sums, &all);
}

#if HAS_AVX2_VERSION
AVX2_VERSION static void add_up_words_avx2(const float *v, int64_t from, int64_t n, double *sums)
{
    add_up_words(v, from, n, sums);
}
#endif

static void add_up(const float *v, int64_t from, int64_t n, double *sums)
{
    DISPATCH(add_up_words, v, from, n, sums);
    add_up_words(v, from, n, sums);
}

/* Of n channels, `length` elements each but for the last, which may have fewer: elements as they
 * are where they are few. */
static void sum_rows(const float *v, int64_t count, int64_t length, int64_t width, float *to)
{
    for (int64_t from = 0; from < count; from += length, to += width) {
        const int64_t n = count - from < length ? count - from : length;
        double sums[N_SUMS] = {0};
        if (length > N_SUMS) add_up(v + from, 0, n, sums);
        for (int64_t k = 0; k < width; k++)
            to[k] = length > N_SUMS ? (float)sums[k] : k < n ? v[from + k] : 0;
    }
}

/* Columns of a matrix, `group` of them a channel, row by row: memory is read once, in order. */
static void sum_columns(const float *v, int64_t rows, int64_t columns, int64_t group, double *sums,
                        float *to)
{
    const int64_t channels = (columns + group - 1) / group, each = rows * group;
    for (int64_t r = 0; r < rows; r++, v += columns) {
        const uint64_t bits = mixed((uint64_t)(r / OF_A_WORD)) >> (r % OF_A_WORD * N_SUMS);
        for (int64_t c = 0; each <= N_SUMS && c < columns; c++)
            to[c / group * N_SUMS + r * group + c % group] = v[c];
        for (int64_t c = 0; each > N_SUMS && group > 1 && c < channels; c++)
            add_up(v + c * group, r * group,
                   columns - c * group < group ? columns - c * group : group, sums + c * N_SUMS);
        for (int k = 0; each > N_SUMS && group == 1 && k < N_SUMS; k++) {
            double *sum = sums + k * columns;
            const double sign = bits >> k & 1 ? 1 : -1;
            for (int64_t c = 0; c < columns; c++) sum[c] += sign * (double)v[c];
        }
    }
    for (int64_t c = 0; each > N_SUMS && c < channels; c++) {
        for (int k = 0; k < N_SUMS; k++)
            to[c * N_SUMS + k] = (float)(group > 1 ? sums[c * N_SUMS + k] : sums[k * columns + c]);
    }
}

static int64_t channels_of(int64_t size)
{
    const int64_t group = sn_channel_group(size);
    return group ? (size + group - 1) / group : 0;
}

int64_t sn_sketch_rows(const sn_shape *s)
{
    return channels_of(s->rank > 1 ? s->d[0] : sn_shape_count(s));
}

sn_status sn_sketch(sn_ctx *ctx, const sn_tensor *t, const sn_tensor **out)
{
    const int64_t n = sn_tensor_count(t), size = t->shape.rank > 1 ? t->shape.d[0] : n,
                  each = size ? n / size : 0;
    const int64_t rows = n ? sn_sketch_rows(&t->shape) : 0,
                  columns = n && t->shape.rank == 2 ? channels_of(each) : 0;
    const sn_tensor *plain = NULL;
    sn_tensor *s = NULL;
    void *data = NULL;
    sn_shape shape = {.rank = 2, .d = {rows + columns, t->shape.rank > 1 || rows < n ? N_SUMS : 1}};
    SN_TRY(sn_tensor_convert(ctx, t, SN_TYPE_f32, &plain));
    sn_status status = sn_tensor_create(ctx, SN_TYPE_f32, &shape, &s, &data);
    if (status == SN_OK) {
        const float *v = sn_tensor_f32(plain);
        sn_arena *scratch = columns ? sn_arena_create(ctx) : NULL;
        sum_rows(v, n, sn_channel_group(size) * each, shape.d[1], data);
        if (columns)
            sum_columns(v, size, each, sn_channel_group(each),
                        SN_NEW_N(scratch, double, columns *N_SUMS), (float *)data + rows * N_SUMS);
        sn_arena_destroy(scratch);
        *out = s;
    }
    sn_tensor_release(plain);
    return status;
}
