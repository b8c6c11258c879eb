/* SPDX-License-Identifier: Apache-2.0
 *
 * Weights that rewrites worked out from halves are f32. Here it is measured which of them a file
 * may store as halves again: those with which no result moves by more than SN_HARMLESS, for inputs
 * of any kind.
 *
 * Rounding one weight to halves moves results by about 2^-11 over the root of how many terms it is
 * averaged over, which is seldom harmless. So the search looks for little: all of them; else, by
 * what each is reckoned to do for a byte that it saves, the first, the first two, four, ..., until
 * that is too much, and then by halving. A network is run for that some dozen times at most. */
#include "api/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/num.h"
#include "ref/compare.h"
#include "ref/halves.h"

typedef struct storage_candidate {
    const sn_tensor *now, *halves;
    double cost; /* what it is reckoned to do, for each byte saved */
    uint64_t saved;
    uint32_t index; /* in the order of the file */
} storage_candidate;

typedef struct chooser {
    sn_model *m;
    sn_arena *arena;
    sn_map *may; /* tensors worked out from halves; their candidate, or the chooser: another layer
                    that reads it takes no halves */
    SN_VEC(storage_candidate *) list;
} chooser;

/* ---- candidates ------------------------------------------------------------------------------ */

static uint64_t key_of(const sn_tensor *t) { return (uint64_t)(uintptr_t)t; }

static void on_weight(void *user, const sn_tensor *t, bool as_halves)
{
    chooser *c = user;
    if (!t->of_halves) return;
    if (!as_halves) {
        sn_map_put_u64(c->may, key_of(t), c);
    } else if (!sn_map_has_u64(c->may, key_of(t))) {
        storage_candidate *k = SN_NEW(c->arena, storage_candidate);
        *k = (storage_candidate){.now = t, .index = (uint32_t)c->list.n};
        SN_PUSH(c->list, k);
        sn_map_put_u64(c->may, key_of(t), k);
    }
}

/* Each row is off by no more than 2^-11 of its largest element: below 2^-14 halves have fewer
 * digits, and what is behind might scale a small row up again. *error: of all of it, relative. */
static bool rounds_well(const float *v, int64_t rows, int64_t n, double *error)
{
    const int64_t each = rows ? n / rows : 0;
    double off = 0, all = 0;
    for (int64_t r = 0; r < rows; r++) {
        double largest = 0, most = 0;
        for (int64_t i = r * each; i < (r + 1) * each; i++) {
            const double x = (double)v[i], d = fabs((double)sn_f16_to_f32(sn_f32_to_f16(v[i])) - x);
            if (!isfinite(d)) return false;
            largest = fmax(largest, fabs(x));
            most = fmax(most, d);
            off += d * d;
            all += x * x;
        }
        if (most > 0x1.01p-11 * largest) return false;
    }
    *error = all > 0 ? off / all : 0;
    return true;
}

static sn_status prepare(chooser *c, storage_candidate *k, bool *fits)
{
    const int64_t n = sn_tensor_count(k->now);
    double error = 0;
    *fits =
        rounds_well(sn_tensor_f32(k->now), k->now->shape.rank ? k->now->shape.d[0] : 1, n, &error);
    if (!*fits) return SN_OK;
    SN_TRY(sn_tensor_encode(c->m->context->ctx, k->now, SN_CODED_F16, &k->halves));
    k->saved = k->now->n_bytes - k->halves->n_bytes;
    k->cost = error / (double)(k->saved ? k->saved : 1);
    return SN_OK;
}

static int by_cost(const void *a, const void *b)
{
    const storage_candidate *x = *(storage_candidate *const *)a,
                            *y = *(storage_candidate *const *)b;
    if (x->cost != y->cost) return x->cost < y->cost ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

/* Those that the format can store as halves and that halves can hold, best first. The others stay
 * in the map, as nobody's. */
static sn_status find(chooser *c)
{
    SN_CHECK(c->m->context->ctx, c->m->format && c->m->format->each_weight, SN_E_UNSUPPORTED,
             "there is no format whose files could store weights otherwise");
    SN_TRY(c->m->format->each_weight(c->m->graph, c, on_weight));
    size_t n = 0;
    for (size_t i = 0; i < c->list.n; i++) {
        storage_candidate *k = c->list.v[i];
        bool fits = sn_map_get_u64(c->may, key_of(k->now)) == k;
        if (fits) SN_TRY(prepare(c, k, &fits));
        if (fits) c->list.v[n++] = k;
    }
    c->list.n = n;
    if (n) qsort(c->list.v, n, sizeof *c->list.v, by_cost);
    return SN_OK;
}

/* ---- measuring ------------------------------------------------------------------------------- */

/* The first n of them become halves in g, which is the network or a copy of it. */
static void store(chooser *c, sn_graph *g, size_t n)
{
    sn_map *first = sn_map_create(c->arena);
    for (size_t i = 0; i < n; i++) sn_map_put_u64(first, key_of(c->list.v[i]->now), c->list.v[i]);
    SN_EACH_NODE(node, g)
    {
        for (uint16_t i = 0; i < node->n_in; i++) {
            sn_value *v = sn_in(node, i);
            const storage_candidate *k =
                v && v->data ? sn_map_get_u64(first, key_of(v->data)) : NULL;
            if (k) sn_value_set_data(v, k->halves);
        }
    }
}

static void on_progress(void *user, const char *what, uint32_t n_done, uint32_t n_total)
{
    (void)what;
    sn_context_progress(user, "rounding to halves", n_done, n_total);
}

/* Runs the network against itself with the first n of them as halves. n_inputs 0: of all kinds.
 * bound 0: by the rule of `verify`. */
static sn_status measure(chooser *c, size_t n, int n_inputs, double bound, sn_compare_result *out)
{
    sn_graph *rounded = sn_graph_clone(c->m->graph);
    const sn_compare_options o = {.seed = 1,
                                  .bound = bound,
                                  .n_inputs = n_inputs,
                                  .user = c->m->context,
                                  .progress = on_progress};
    store(c, rounded, n);
    sn_status status = sn_compare(c->m->graph, rounded, &o, c->arena, out);
    sn_graph_destroy(rounded);
    return status;
}

/* NULL, or why the distances say nothing of some weight: it may stand before a layer that is not
 * run, or make what does not vary. */
static const char *untold(const sn_compare_result *r, sn_arena *arena)
{
    if (!r->ran) return r->why_not ? r->why_not : "no reason is known";
    if (r->n_boundaries)
        return sn_arena_printf(arena, "'%s' cannot be run", sn_escape(arena, r->boundaries[0]));
    return r->doubt;
}

static sn_status is_harmless(chooser *c, size_t n, bool *yes)
{
    sn_compare_result r;
    SN_TRY(measure(c, n, 1, SN_HARMLESS, &r));
    *yes = r.ran && r.worst <= SN_HARMLESS;
    return SN_OK;
}

/* How many from the front are harmless together, where all are not. */
static sn_status search(chooser *c, size_t *out)
{
    size_t good = 0, bad = c->list.n;
    for (size_t n = 1; n < bad; n *= 2) {
        bool yes;
        SN_TRY(is_harmless(c, n, &yes));
        *(yes ? &good : &bad) = n;
    }
    while (bad - good > 1) {
        const size_t n = good + (bad - good) / 2;
        bool yes;
        SN_TRY(is_harmless(c, n, &yes));
        *(yes ? &good : &bad) = n;
    }
    *out = good;
    return SN_OK;
}

static sn_status choose(chooser *c, sn_storage_info *out, size_t *n)
{
    sn_compare_result r;
    *n = 0;
    SN_TRY(measure(c, c->list.n, 0, SN_HARMLESS, &r));
    const char *why_not = untold(&r, c->arena);
    if (why_not) {
        out->why_not = sn_arena_strdup(c->m->arena, why_not);
        return SN_OK;
    }
    out->all_move = r.worst;
    *n = c->list.n;
    if (!(r.worst <= SN_HARMLESS)) {
        SN_TRY(search(c, n));
        if (*n) SN_TRY(measure(c, *n, 0, SN_HARMLESS, &r));
    }
    if (untold(&r, c->arena) || !(r.worst <= SN_HARMLESS)) *n = 0;
    while (*n) { /* what is written is the same to `verify`, too */
        SN_TRY(measure(c, *n, 0, 0, &r));
        if (r.ran && r.verdict != SN_DIFFERENT) break;
        *n /= 2;
    }
    if (*n) out->moved = r.worst;
    return SN_OK;
}

/* ---- what is reported ------------------------------------------------------------------------ */

static void count(const chooser *c, size_t n, sn_storage_info *out)
{
    sn_map *of = sn_map_create(c->arena);
    for (size_t i = 0; i < c->list.n; i++) {
        sn_map_put_u64(of, key_of(i < n ? c->list.v[i]->halves : c->list.v[i]->now), c->list.v[i]);
        *(i < n ? &out->bytes_saved : &out->bytes_more) += c->list.v[i]->saved;
    }
    SN_EACH_NODE(node, c->m->graph)
    {
        bool halves = false, singles = false;
        for (uint16_t i = 0; i < node->n_in; i++) {
            const sn_value *v = sn_in(node, i);
            const storage_candidate *k = v && v->data ? sn_map_get_u64(of, key_of(v->data)) : NULL;
            halves = halves || (k && k->halves == v->data);
            singles = singles || (k && k->now == v->data);
        }
        out->n_halves += halves && !singles;
        out->n_singles += singles;
    }
}

static sn_status choose_all(chooser *c, sn_storage_info *out)
{
    sn_storage_info r = {.all_move = -1};
    size_t n = 0;
    SN_TRY(find(c));
    if (c->list.n) SN_TRY(choose(c, &r, &n));
    store(c, c->m->graph, n);
    count(c, n, &r);
    if (out) *out = r;
    return SN_OK;
}

static bool has_any(const sn_graph *g)
{
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; i < n->n_in; i++) {
            const sn_value *v = sn_in(n, i);
            if (v && v->data && v->data->of_halves) return true;
        }
    }
    return false;
}

static sn_status choose_storage(sn_model *m, sn_storage_info *out)
{
    SN_TRY(sn_model_infer(m));
    if (out) *out = (sn_storage_info){.all_move = -1};
    if (!has_any(m->graph)) return SN_OK;
    sn_arena *arena = sn_arena_create(m->context->ctx);
    chooser c = {.m = m, .arena = arena, .may = sn_map_create(arena)};
    c.list.arena = arena;
    sn_status status = choose_all(&c, out);
    for (size_t i = 0; i < c.list.n; i++) sn_tensor_release(c.list.v[i]->halves);
    sn_arena_destroy(arena);
    return status;
}

sn_status sn_model_choose_storage(sn_model *m, sn_storage_info *out)
{
    SN_GUARD(m->context->ctx, choose_storage(m, out));
}

/* ---- all of them ----------------------------------------------------------------------------- */

static void note_halves(void *user, const sn_tensor *t, bool as_halves)
{
    if (as_halves) sn_map_put_u64(user, key_of(t), (void *)t);
}

/* Of a format whose files have no such choice: matrices and kernels that layers multiply by. */
static void note_products(const sn_graph *g, sn_map *stored)
{
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 1; n->op->kind == SN_FUSE_OUT && i < n->n_in; i++) {
            const sn_tensor *t = sn_in(n, i) ? sn_in(n, i)->data : NULL;
            if (t && t->type == SN_TYPE_f32 && t->coding == SN_PLAIN && t->shape.rank > 1)
                note_halves(stored, t, true);
        }
    }
}

static sn_status round_weight(sn_ctx *ctx, const sn_map *stored, sn_value *v)
{
    const sn_tensor *halves;
    if (!v || !v->data || !sn_map_has_u64(stored, key_of(v->data))) return SN_OK;
    SN_TRY(sn_tensor_encode(ctx, v->data, SN_CODED_F16, &halves));
    sn_value_set_data(v, halves);
    sn_tensor_release(halves);
    return SN_OK;
}

static sn_status round_to_halves(sn_model *m)
{
    sn_ctx *ctx = m->context->ctx;
    SN_TRY(sn_model_infer(m));
    sn_arena *arena = sn_arena_create(ctx);
    sn_map *stored = sn_map_create(arena);
    sn_status status = SN_OK;
    if (m->format && m->format->each_weight)
        status = m->format->each_weight(m->graph, stored, note_halves);
    else
        note_products(m->graph, stored);
    SN_EACH_NODE(n, m->graph)
    {
        for (uint16_t i = 0; i < n->n_in && status == SN_OK; i++)
            status = round_weight(ctx, stored, sn_in(n, i));
    }
    sn_arena_destroy(arena);
    return status;
}

sn_status sn_model_round_to_halves(sn_model *m) { SN_GUARD(m->context->ctx, round_to_halves(m)); }
