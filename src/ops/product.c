/* SPDX-License-Identifier: Apache-2.0
 *
 * Register-blocked sums of products (Goto and van de Geijn, "Anatomy of High-Performance Matrix
 * Multiplication", 2008), written once with vector types and compiled twice: for the base
 * instruction set and for AVX2 with FMA, chosen at run time. The compiler must not contract or
 * reorder anything across elements; vector types guarantee the order. */
#include "ops/product.h"

#include "base/lanes.h"
#include "base/num.h"
#include "base/parallel.h"
#include "ops/rule.h"

#include <string.h>

/* ---- block product --------------------------------------------------------------------------- */

/* 4 rows of a, as doubles: pack[k][4]; rows beyond m are 0. */
#define PACK_ROWS(ctype)                                                                           \
    for (int64_t i = 0; i < 4; i++)                                                                \
        for (int64_t k = 0; k < depth; k++)                                                        \
    pack[k * 4 + i] = i < m ? (double)((const ctype *)data)[i * row + k * step] : 0.0
BODY void pack_rows(sn_elems a, int64_t row, int64_t step, int64_t m, int64_t depth, double *pack)
{
    const void *data = a.data;
    if (a.type == SN_TYPE_f32)
        PACK_ROWS(float);
    else
        PACK_ROWS(double);
}

/* 4 x 8: eight accumulators, two columns of b, one factor. */
BODY void product_4x8(const double *pack, int64_t depth, const double *b, double *acc, int64_t m)
{
    v4d c[4][2];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 2; j++)
            if (i < m)
                load4(&c[i][j], acc + i * SN_TILE + j * 4);
            else
                c[i][j] = SPLAT4(0.0);
    for (int64_t k = 0; k < depth; k++) {
        v4d b0, b1;
        load4(&b0, b + k * SN_TILE);
        load4(&b1, b + k * SN_TILE + 4);
        for (int i = 0; i < 4; i++) {
            const v4d f = SPLAT4(pack[k * 4 + i]);
            muladd4(&c[i][0], &f, &b0);
            muladd4(&c[i][1], &f, &b1);
        }
    }
    for (int i = 0; i < 4 && i < m; i++)
        for (int j = 0; j < 2; j++) store4(acc + i * SN_TILE + j * 4, &c[i][j]);
}

BODY void product_4x4(const double *pack, int64_t depth, const double *b, double *acc, int64_t m)
{
    v4d c[4];
    for (int i = 0; i < 4; i++)
        if (i < m)
            load4(&c[i], acc + i * SN_TILE);
        else
            c[i] = SPLAT4(0.0);
    for (int64_t k = 0; k < depth; k++) {
        v4d b0;
        load4(&b0, b + k * SN_TILE);
        for (int i = 0; i < 4; i++) {
            const v4d f = SPLAT4(pack[k * 4 + i]);
            muladd4(&c[i], &f, &b0);
        }
    }
    for (int i = 0; i < 4 && i < m; i++) store4(acc + i * SN_TILE, &c[i]);
}

/* acc[i][j] += sum_k a[i * row + k * step] * b[k][j] for i < m, j < n; k < depth <= SN_DEPTH. n is
 * a multiple of 4, at most SN_TILE; rows of acc and b are SN_TILE apart. */
BODY void block_product(sn_elems a, int64_t row, int64_t step, int64_t m, int64_t depth,
                        const double *b, int64_t n, double *acc)
{
    double pack[SN_DEPTH * 4];
    for (int64_t i = 0; i < m; i += 4) {
        pack_rows(sn_elems_from(a, i * row), row, step, m - i, depth, pack);
        int64_t j = 0;
        for (; j + 8 <= n; j += 8) product_4x8(pack, depth, b + j, acc + i * SN_TILE + j, m - i);
        for (; j < n; j += 4) product_4x4(pack, depth, b + j, acc + i * SN_TILE + j, m - i);
    }
}

/* ---- dot products ---------------------------------------------------------------------------- */

BODY double sum_lanes(const v4d *v)
{
    double e[4];
    store4(e, v);
    return (e[0] + e[1]) + (e[2] + e[3]);
}

/* 4 elements from i on; `wide` is known where it is inlined. */
BODY void take4(v4d *v, const void *data, int64_t i, bool wide)
{
    if (wide)
        load4(v, (const double *)data + i);
    else
        widen4(v, (const float *)data + i);
}

BODY void dot4_of(sn_elems a, int64_t row, sn_elems x, int64_t n, double y[4], bool wide)
{
    v4d c[4][2];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 2; j++) c[i][j] = SPLAT4(0.0);
    int64_t k = 0;
    for (; k + 8 <= n; k += 8) {
        v4d x0, x1, w;
        take4(&x0, x.data, k, wide);
        take4(&x1, x.data, k + 4, wide);
        for (int i = 0; i < 4; i++) {
            take4(&w, a.data, i * row + k, wide);
            muladd4(&c[i][0], &w, &x0);
            take4(&w, a.data, i * row + k + 4, wide);
            muladd4(&c[i][1], &w, &x1);
        }
    }
    for (int i = 0; i < 4; i++) {
        y[i] = sum_lanes(&c[i][0]) + sum_lanes(&c[i][1]);
        for (int64_t l = k; l < n; l++) y[i] += sn_elems_at(a, i * row + l) * sn_elems_at(x, l);
    }
}

BODY void dot4(sn_elems a, int64_t row, sn_elems x, int64_t n, double y[4])
{
    if (x.type == SN_TYPE_f32)
        dot4_of(a, row, x, n, y, false);
    else
        dot4_of(a, row, x, n, y, true);
}

/* ---- rows ------------------------------------------------------------------------------------ */

BODY void add_scaled_of(double *acc, double w, sn_elems x, int64_t stride, int64_t n, bool wide)
{
    int64_t i = 0;
    const v4d f = SPLAT4(w);
    v4d v, c;
    if (stride == 1) {
        for (; i + 4 <= n; i += 4) {
            take4(&v, x.data, i, wide);
            load4(&c, acc + i);
            muladd4(&c, &f, &v);
            store4(acc + i, &c);
        }
    }
    for (; i < n; i++) acc[i] += w * sn_elems_at(x, i * stride);
}

BODY void add_scaled(double *acc, double w, sn_elems x, int64_t stride, int64_t n)
{
    if (x.type == SN_TYPE_f32)
        add_scaled_of(acc, w, x, stride, n, false);
    else
        add_scaled_of(acc, w, x, stride, n, true);
}

/* ---- versions -------------------------------------------------------------------------------- */

#if HAS_AVX2_VERSION
AVX2_VERSION static void block_product_avx2(sn_elems a, int64_t row, int64_t step, int64_t m,
                                            int64_t depth, const double *b, int64_t n, double *acc)
{
    block_product(a, row, step, m, depth, b, n, acc);
}
AVX2_VERSION static void dot4_avx2(sn_elems a, int64_t row, sn_elems x, int64_t n, double y[4])
{
    dot4(a, row, x, n, y);
}
AVX2_VERSION static void add_scaled_avx2(double *acc, double w, sn_elems x, int64_t stride,
                                         int64_t n)
{
    add_scaled(acc, w, x, stride, n);
}
#endif

static void run_block_product(sn_elems a, int64_t row, int64_t step, int64_t m, int64_t depth,
                              const double *b, int64_t n, double *acc)
{
    DISPATCH(block_product, a, row, step, m, depth, b, n, acc);
    block_product(a, row, step, m, depth, b, n, acc);
}

void sn_dot4(sn_elems a, int64_t row, sn_elems x, int64_t n, double y[4])
{
    DISPATCH(dot4, a, row, x, n, y);
    dot4(a, row, x, n, y);
}

double sn_dot(sn_elems a, sn_elems x, int64_t n)
{
    double y[4];
    sn_dot4(a, 0, x, n, y);
    return y[0];
}

void sn_add_scaled(double *acc, double w, sn_elems x, int64_t stride, int64_t n)
{
    DISPATCH(add_scaled, acc, w, x, stride, n);
    add_scaled(acc, w, x, stride, n);
}

void sn_row_product(sn_elems a, int64_t a_step, int64_t k, sn_elems b, int64_t b_row, int64_t n,
                    double *acc)
{
    for (int64_t j = 0; j < n; j++) acc[j] = 0;
    for (int64_t i = 0; i < k; i++)
        sn_add_scaled(acc, sn_elems_at(a, i * a_step), sn_elems_from(b, i * b_row), 1, n);
}

/* ---- whole products -------------------------------------------------------------------------- */

enum {
    SMALL = 1 << 16,      /* multiplications for which it does not pay to wake a thread */
    PART_ROWS = 512,      /* rows that share one packed tile; their sums stay in cache */
    ITEMS_PER_THREAD = 4, /* so that a slow thread does not hold up the others */
};

typedef struct product_run {
    const sn_product_job *job;
    int64_t n_tiles, n_parts, part, n_items, n_tasks;
    double *scratch; /* for each task: a packed tile, then sums */
    int64_t deep;    /* rows of the tile */
    int64_t task_doubles;
} product_run;

static void run_item(const product_run *run, int64_t item, double *scratch)
{
    const sn_product_job *job = run->job;
    const int64_t tile = item % run->n_tiles, part = item / run->n_tiles % run->n_parts;
    const int64_t group = item / run->n_tiles / run->n_parts;
    const int64_t j0 = tile * SN_TILE, i0 = part * run->part;
    const int64_t n = job->n - j0 < SN_TILE ? job->n - j0 : SN_TILE;
    const int64_t m = job->m - i0 < run->part ? job->m - i0 : run->part;
    if (m <= 0) return;
    double *b = scratch, *acc = scratch + run->deep * SN_TILE;
    memset(acc, 0, (size_t)(m * SN_TILE) * sizeof *acc);
    for (int64_t k0 = 0; k0 < job->depth; k0 += SN_DEPTH) {
        const int64_t depth = job->depth - k0 < SN_DEPTH ? job->depth - k0 : SN_DEPTH;
        const int64_t first = job->a_at ? job->a_at(job->user, group) : group * job->group_stride;
        const sn_elems a = sn_elems_from(job->a, first + i0 * job->row + k0 * job->step);
        job->pack(job->user, group, k0, depth, j0, n, b);
        run_block_product(a, job->row, job->step, m, depth, b, sn_tile_round(n), acc);
    }
    job->store(job->user, group, i0, m, j0, n, acc);
}

static void run_task(void *user, int64_t task)
{
    const product_run *run = user;
    double *scratch = run->scratch + task * run->task_doubles;
    for (int64_t item = task; item < run->n_items; item += run->n_tasks)
        run_item(run, item, scratch);
}

void sn_product(sn_ctx *ctx, sn_arena *scratch, const sn_product_job *job)
{
    if (job->m <= 0 || job->n <= 0 || job->n_groups <= 0) return;
    const int64_t deep = job->depth < SN_DEPTH ? job->depth : SN_DEPTH;
    const double work = (double)job->m * (double)job->n * (double)job->depth;
    const bool small = work * (double)job->n_groups < SMALL;
    const int64_t wanted = small ? 1 : (int64_t)sn_ctx_threads(ctx) * ITEMS_PER_THREAD;
    product_run run = {.job = job, .n_tiles = sn_ceil_div(job->n, SN_TILE)};
    run.n_parts = sn_ceil_div(job->m, PART_ROWS);
    if (run.n_tiles * job->n_groups * run.n_parts < wanted && sn_ctx_threads(ctx) > 1) {
        const int64_t most = sn_ceil_div(job->m, 16);
        const int64_t parts = sn_ceil_div(wanted, run.n_tiles * job->n_groups);
        if (run.n_parts < parts) run.n_parts = parts < most ? parts : most;
    }
    run.part = (sn_ceil_div(job->m, run.n_parts) + 3) / 4 * 4;
    run.n_items = run.n_tiles * run.n_parts * job->n_groups;
    run.n_tasks = run.n_items < wanted ? run.n_items : wanted;
    run.deep = deep;
    run.task_doubles = (deep + run.part) * SN_TILE;
    const sn_arena_mark mark = sn_arena_save(scratch);
    run.scratch = SN_NEW_N(scratch, double, run.n_tasks *run.task_doubles);
    sn_parallel_for_long(ctx, run.n_tasks, run_task, &run);
    sn_arena_restore(scratch, mark);
}

#define PACK_TILE(ctype)                                                                           \
    if (step == 1)                                                                                 \
        for (int64_t k = 0; k < depth; k++)                                                        \
            for (int64_t j = 0; j < n; j++)                                                        \
                tile[k * SN_TILE + j] = (double)((const ctype *)data)[k * row + j];                \
    else                                                                                           \
        for (int64_t j = 0; j < n; j++)                                                            \
            for (int64_t k = 0; k < depth; k++)                                                    \
        tile[k * SN_TILE + j] = (double)((const ctype *)data)[k * row + j * step]
void sn_pack_tile(sn_elems b, int64_t row, int64_t step, int64_t depth, int64_t n, double *tile)
{
    const void *data = b.data;
    if (b.type == SN_TYPE_f32) {
        PACK_TILE(float);
    } else {
        PACK_TILE(double);
    }
    for (int64_t k = 0; k < depth; k++)
        for (int64_t j = n; j < sn_tile_round(n); j++) tile[k * SN_TILE + j] = 0;
}

/* ---- products of bytes ----------------------------------------------------------------------- */

sn_status sn_product_zero_check(const sn_infer *in, unsigned slot, sn_dim n)
{
    const sn_shape z = sn_shape_rule_shape(in, slot);
    if (slot >= in->n_in || z.rank < 0 || !sn_shape_known(&z)) return SN_OK;
    const int64_t found = sn_shape_count(&z);
    if (found == 1 || (z.rank == 1 && (!sn_dim_known(n) || found == n))) return SN_OK;
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%s has %lld numbers",
                        sn_op_slot(in->node->op, slot)->name, (long long)found);
}

sn_elems sn_product_centred(const sn_eval *e, unsigned slot, unsigned zero_slot, int64_t inner)
{
    const int64_t n = sn_shape_count(&e->in_shape[slot]);
    const sn_elems x = sn_eval_elems(e, slot), zero = sn_eval_elems(e, zero_slot),
                   out = sn_elems_create(e->arena, SN_TYPE_f64, n);
    const int64_t n_zeros = zero.data ? sn_shape_count(&e->in_shape[zero_slot]) : 0;
    for (int64_t i = 0; i < n; i++) {
        int64_t v = (int64_t)sn_elems_word(x, i);
        if (n_zeros > 0) v -= (int64_t)sn_elems_word(zero, n_zeros == 1 ? 0 : i / inner % n_zeros);
        sn_elems_put(out, i, (double)v);
    }
    return out;
}

void sn_product_wrap(sn_elems sums, sn_elems y, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        sn_elems_put_word(y, i, (uint64_t)(int64_t)sn_elems_at(sums, i));
}
