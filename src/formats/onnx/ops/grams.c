/* SPDX-License-Identifier: Apache-2.0
 *
 * TfIdfVectorizer: how often lists of n numbers (n-grams) are met in a row of numbers, whose places
 * are equally far from each other. */
#include <string.h>

#include "formats/onnx/ops/parts.h"

typedef struct grams {
    sn_onnx_call *c;
    const sn_onnx_attr *pool, *starts, *columns; /* starts: of the lists of each length in pool */
    const sn_onnx_attr *weights;
    int64_t least, most, skips, width; /* width: of the result */
    int64_t row;                       /* elements of a row of x */
    int rank;
} grams;

/* Lists of n numbers: where they begin in the pool, which of all lists is the first, and how many
 * there are. */
static int64_t lists_of(const grams *g, int64_t n, int64_t *start, int64_t *first)
{
    int64_t count = 0;
    *start = *first = 0;
    for (int64_t k = 1; k <= n && k <= (int64_t)g->starts->ints.n; k++) {
        const bool is_last = k == (int64_t)g->starts->ints.n;
        const int64_t end = is_last ? (int64_t)g->pool->ints.n : g->starts->ints.v[k];
        *first += count;
        *start = g->starts->ints.v[k - 1];
        count = (end - *start) / k;
    }
    return n <= (int64_t)g->starts->ints.n ? count : 0;
}

/* [rows..][lists]: how often each is met in a row, as f32; NULL: none fits. */
static sn_value *counts_of(const grams *g, int64_t n, int64_t start, int64_t lists)
{
    sn_onnx_call *c = g->c;
    const int rank = g->rank;
    sn_value *pool = sn_onnx_i64s(c, g->pool->ints.v + start, (int)(n * lists)), *sum = NULL;
    pool = sn_onnx_reshape(c, pool, (int64_t[]){lists, n}, 2);
    sn_value *x = sn_onnx_cast(c, sn_onnx_in(c, 0), SN_TYPE_i64);
    for (int64_t apart = 1; apart <= g->skips + 1 && (n > 1 || apart == 1); apart++) {
        const int64_t places = g->row - apart * (n - 1);
        if (places < 1) break;
        int64_t *at = SN_NEW_N(c->r->in.arena, int64_t, places * n);
        for (int64_t i = 0; i < places * n; i++) at[i] = i / n + i % n * apart;
        sn_value *v = sn_onnx_gather(c, x, rank - 1, at, (int)(places * n));
        const int64_t split[] = {0, places, 1, n};
        v = sn_onnx_reshape(c, v, rank == 1 ? split + 1 : split, rank + 2);
        v = sn_onnx_cast(c, SN_ONNX_DO(c, equal, v, pool), SN_TYPE_f32);
        v = sn_onnx_reduce(c, v, "min", (int[]){rank + 1}, 1, false);
        v = sn_onnx_reduce(c, v, "sum", (int[]){rank - 1}, 1, false);
        sum = sum ? SN_ONNX_DO(c, add, sum, v) : v;
    }
    return sum;
}

/* Counts of lists become those of columns. */
static sn_value *in_columns(const grams *g, sn_value *counts, int64_t first, int64_t lists)
{
    sn_onnx_call *c = g->c;
    double *v = SN_NEW_N(c->r->in.arena, double, lists * g->width);
    for (int64_t i = 0; i < lists; i++) v[i * g->width + g->columns->ints.v[first + i]] = 1;
    const sn_tensor *t;
    if (c->r->status == SN_OK)
        c->r->status = sn_tensor_vector(c->r->in.ctx, SN_TYPE_f32, v, lists * g->width, &t);
    if (c->r->status != SN_OK) return NULL;
    sn_value *to = sn_onnx_reshape(c, sn_onnx_tensor_value(c, t), (int64_t[]){lists, g->width}, 2);
    return SN_ONNX_DO(c, matmul, counts, to);
}

static sn_answer read_grams(grams *g)
{
    sn_onnx_call *c = g->c;
    g->pool = sn_onnx_take(c, "pool_int64s");
    g->starts = sn_onnx_take(c, "ngram_counts");
    g->columns = sn_onnx_take(c, "ngram_indexes");
    g->weights = sn_onnx_take(c, "weights");
    g->least = sn_onnx_int(c, "min_gram_length", 1);
    g->most = sn_onnx_int(c, "max_gram_length", 1);
    g->skips = sn_onnx_int(c, "max_skip_count", 0);
    if (!g->pool) return SN_ONNX_NEVER("it counts texts");
    if (!g->starts || !g->columns) return SN_ONNX_NEVER("its n-grams have no bounds or no columns");
    for (size_t i = 0; i < g->columns->ints.n; i++) {
        const int64_t k = g->columns->ints.v[i];
        if (k < 0 || k >= 1 << 24) return SN_ONNX_NEVER("a column of its result is out of range");
        if (k >= g->width) g->width = k + 1;
    }
    int64_t n_lists = 0, from = 0;
    for (size_t i = 0; i < g->starts->ints.n; i++) {
        const bool is_last = i + 1 == g->starts->ints.n;
        const int64_t end = is_last ? (int64_t)g->pool->ints.n : g->starts->ints.v[i + 1];
        from = g->starts->ints.v[i];
        if (from < 0 || end < from || end > (int64_t)g->pool->ints.n)
            return SN_ONNX_NEVER("the bounds of its n-grams are out of range");
        n_lists += (end - from) / (int64_t)(i + 1);
    }
    if (n_lists > (int64_t)g->columns->ints.n)
        return SN_ONNX_NEVER("it has more n-grams than columns");
    if (g->least < 1 || g->most < g->least || g->skips < 0)
        return SN_ONNX_NEVER("its lengths of n-grams are out of range");
    if (g->weights && (int64_t)g->weights->floats.n < g->width)
        return SN_ONNX_NEVER("it has fewer weights than columns");
    return SN_ONNX_YES;
}

/* The counts, or whether there are any (IDF), times the weights of their columns. */
static sn_value *weighted(const grams *g, sn_value *y, const char *mode)
{
    sn_onnx_call *c = g->c;
    if (strcmp(mode, "TF") == 0) return y;
    if (strcmp(mode, "IDF") == 0) y = SN_ONNX_DO(c, min, y, sn_onnx_number(c, SN_TYPE_f32, 1));
    if (!g->weights) return y;
    double *v = SN_NEW_N(c->r->in.arena, double, g->width);
    for (int64_t i = 0; i < g->width; i++) v[i] = (double)g->weights->floats.v[i];
    const sn_tensor *t;
    if (c->r->status == SN_OK)
        c->r->status = sn_tensor_vector(c->r->in.ctx, SN_TYPE_f32, v, g->width, &t);
    if (c->r->status != SN_OK) return NULL;
    return SN_ONNX_DO(c, mul, y, sn_onnx_tensor_value(c, t));
}

static sn_value *zeros(const grams *g)
{
    sn_onnx_call *c = g->c;
    sn_value *size[2] = {NULL, sn_onnx_i64s(c, &g->width, 1)}, *shape = size[1];
    if (g->rank == 2) {
        size[0] = sn_onnx_size_vector(c, sn_onnx_in(c, 0), 0);
        shape = sn_onnx_concat(c, 0, size, 2);
    }
    return SN_ONNX_DO(c, dynamic_expand, sn_onnx_number(c, SN_TYPE_f32, 0), shape);
}

sn_answer sn_onnx_import_tf_idf(sn_onnx_call *c)
{
    SN_ONNX_NEED_RANK(c, 0);
    SN_ONNX_NEED_TYPE(c, 0);
    grams g = {.c = c, .rank = sn_onnx_rank(c, 0)};
    const char *mode = sn_onnx_string(c, "mode", "");
    sn_value *y = NULL;
    const sn_answer is = read_grams(&g);
    if (is.is != SN_YES) return is;
    if (strcmp(mode, "TF") != 0 && strcmp(mode, "IDF") != 0 && strcmp(mode, "TFIDF") != 0)
        return SN_ONNX_NEVER("its mode is none that ONNX has");
    if (g.rank < 1 || g.rank > 2) return SN_ONNX_NEVER("its input has neither one nor two axes");
    if (!sn_dim_known(sn_onnx_shape(c, 0)->d[g.rank - 1]))
        return SN_ONNX_LATER("the size of its input is not known");
    g.row = sn_onnx_shape(c, 0)->d[g.rank - 1];
    if (g.row > 1 << 20 || g.skips > g.row) g.skips = g.row;
    for (int64_t n = g.least; n <= g.most && n <= (int64_t)g.starts->ints.n; n++) {
        int64_t start, first;
        const int64_t lists = lists_of(&g, n, &start, &first);
        sn_value *counts = lists ? counts_of(&g, n, start, lists) : NULL;
        if (!counts) continue;
        counts = in_columns(&g, counts, first, lists);
        y = y ? SN_ONNX_DO(c, add, y, counts) : counts;
    }
    sn_onnx_give(c, 0, weighted(&g, y ? y : zeros(&g), mode));
    return SN_ONNX_YES;
}
