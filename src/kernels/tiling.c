/* SPDX-License-Identifier: Apache-2.0
 *
 * Which register tiles cover a dense sum best. A tile of nb vectors by t rows needs nb * t
 * accumulators, and each step of k costs nb + t loads: the more square, the better (Goto and van de
 * Geijn, "Anatomy of high-performance matrix multiplication", 2008), if there are accumulators
 * enough to hide their latency. Blocking of k does not pay where the weights of one group stay in
 * the second level cache, as they do here. */
#include "kernels/tiling.h"

#include <inttypes.h>

sn_chunks sn_chunks_of(int64_t total, int64_t most)
{
    return sn_chunks_in(total, (total + most - 1) / most);
}

sn_chunks sn_chunks_in(int64_t total, int64_t n) { return (sn_chunks){n, total / n, total % n}; }

int64_t sn_chunks_start(const sn_chunks *p, int64_t i)
{
    return i * p->size + (i < p->larger ? i : p->larger);
}

/* ---- sizes ----------------------------------------------------------------------------------- */

enum { MOST_VECTORS = 4 };

/* Sums, one vector of weights for each column, and one broadcast fit the registers; a little air
 * lets the compiler move loads. */
int64_t sn_tiling_most_rows(const sn_machine *m, int64_t vectors)
{
    static const int of_32[MOST_VECTORS + 1] = {0, 12, 12, 8, 6},
                                          of_16[MOST_VECTORS + 1] = {0, 10, 6, 4, 2};
    return m->registers >= 32 ? of_32[vectors] : of_16[vectors];
}

double sn_tiling_vectors(const sn_machine *m, const sn_tiling *t)
{
    double sum = 0;
    for (int i = 0; i < 4; i++) {
        const int big_group = i / 2, big_tile = i % 2;
        const int64_t groups = big_group ? t->groups.larger : t->groups.n - t->groups.larger,
                      tiles = big_tile ? t->tiles.larger : t->tiles.n - t->tiles.larger;
        if (groups == 0 || tiles == 0) continue;
        sum += (double)groups * (double)tiles *
               sn_tile_call_vectors(m, t->groups.size + big_group, t->tiles.size + big_tile,
                                    (double)t->k, t->half);
    }
    return sum;
}

sn_tiling sn_tiling_of(const sn_machine *m, int64_t rows, int64_t n, int64_t k)
{
    sn_tiling best = {.lanes = 0};
    double least = 0;
    for (int64_t nb = MOST_VECTORS; nb >= 1; nb--) {
        sn_tiling t = {.lanes = m->lanes, .rows = rows, .n = n, .k = k};
        t.groups = sn_chunks_of(sn_blocks_of(n, m->lanes), nb);
        t.tiles = sn_chunks_of(rows, sn_tiling_most_rows(m, sn_chunks_largest(&t.groups)));
        const double vectors = sn_tiling_vectors(m, &t);
        if (best.lanes && vectors >= 0.995 * least) continue; /* fewer groups read x less often */
        best = t;
        least = vectors;
    }
    return best;
}

sn_tiling sn_tiling_across(const sn_machine *m, const sn_tiling *groups, int64_t rows, int64_t k)
{
    sn_tiling t = *groups;
    t.half = false;
    t.rows = rows;
    t.k = k;
    t.tiles = sn_chunks_of(rows, sn_tiling_most_rows(m, sn_chunks_largest(&t.groups)));
    return t;
}

const char *sn_tiling_text(sn_arena *arena, const sn_tiling *t)
{
    const int64_t nb = sn_chunks_largest(&t->groups);
    return sn_arena_printf(
        arena,
        "register tile %" PRId64 "x%" PRId64 ", %" PRId64 " group%s of %" PRId64 " outputs%s", nb,
        sn_chunks_largest(&t->tiles), t->groups.n, t->groups.n == 1 ? "" : "s", nb * t->lanes,
        t->half ? ", weights in half precision" : "");
}

sn_product_order sn_product_order_of(const sn_tiling *t)
{
    enum { FLOATS = 32768, LEAST = 16 };
    if (t->n > t->rows) return (sn_product_order){true, t->tiles.n};
    const int64_t fit = FLOATS / ((t->tiles.size + 1) * t->k), some = fit < LEAST ? LEAST : fit;
    return (sn_product_order){false, some < t->tiles.n ? some : t->tiles.n};
}

/* ---- weights --------------------------------------------------------------------------------- */

bool sn_tiling_keeps_halves(const sn_kernel_ctx *k, const sn_node *node, unsigned slot,
                            const sn_tiling *t, double times, double weights)
{
    sn_work work[2] = {{.vector = 0}};
    for (int half = 0; half < 2; half++) {
        sn_tiling as = *t;
        as.half = half;
        work[half].vector = times * sn_tiling_vectors(k->machine, &as);
        sn_tiling_stream(k, &as, weights, &work[half]);
    }
    return sn_kernel_keeps_halves(k, node, slot, &work[0], &work[1]);
}

void sn_tiling_pack(const sn_tiling *t, const float *w, int64_t w_k, int64_t w_n, float scale,
                    float *to)
{
    for (int64_t g = 0, first = 0; g < t->groups.n; g++) {
        const int64_t width = (t->groups.size + (g < t->groups.larger)) * t->lanes;
        const int64_t n = first + width <= t->n ? width : t->n - first;
        for (int64_t k = 0; k < t->k; k++, to += width) {
            for (int64_t j = 0; j < n; j++) to[j] = scale * w[k * w_k + (first + j) * w_n];
        }
        first += width;
    }
}

void sn_bind_ints(sn_bind *b, const sn_named_int *ints, size_t n)
{
    for (size_t i = 0; i < n; i++) sn_bind_int(b, ints[i].name, ints[i].value);
}

void sn_bind_window(sn_bind *b, const sn_window *w)
{
    static const sn_ct_int names[][3] = {{CT_ID, CT_IH, CT_IW}, {CT_OD, CT_OH, CT_OW},
                                         {CT_KD, CT_KH, CT_KW}, {CT_SD, CT_SH, CT_SW},
                                         {CT_DD, CT_DH, CT_DW}, {CT_BD, CT_BH, CT_BW}};
    const int64_t *const values[] = {w->in, w->out, w->kernel, w->stride, w->dilation, w->begin};
    for (int i = 0; i < 6; i++)
        for (int a = 0; a < 3; a++) sn_bind_int(b, names[i][a], values[i][a]);
}
