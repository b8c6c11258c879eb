/* SPDX-License-Identifier: Apache-2.0
 *
 * Random inputs are a function of seed and flavour alone, the same on every host. */
#include "ref/inputs.h"

#include <math.h>
#include <string.h>

#include "base/map.h"
#include "base/num.h"
#include "base/vec.h"
#include "ir/types.h"
#include "ops/ops.h"

static double draw(sn_rng *rng, sn_flavour flavour)
{
    switch (flavour) {
    case SN_FLAVOUR_LARGE:
        return sn_rng_normal(rng) * 8;
    case SN_FLAVOUR_HUGE:
        return sn_rng_normal(rng) * 10000;
    case SN_FLAVOUR_MIXED: {
        int64_t kind = sn_rng_range(rng, 0, 2);
        double v = sn_rng_uniform(rng, 0.1, 2);
        return kind == 0 ? 0 : kind == 1 ? -v : v;
    }
    default:
        return sn_rng_uniform(rng, -1, 1);
    }
}

static void fill(double *to, int64_t n, sn_rng *rng, sn_flavour flavour)
{
    for (int64_t i = 0; i < n; i++) to[i] = draw(rng, flavour);
}

enum { ONE_IN = 16, FAR_OFF = 100 };

static void fill_far(double *to, int64_t n, sn_rng *rng, uint64_t seed)
{
    for (int64_t i = 0; i < n; i++) {
        const double v = sn_rng_normal(rng) * FAR_OFF;
        if (seed % 3 == 0)
            to[i] = sn_rng_range(rng, 0, ONE_IN - 1) ? 0 : v;
        else
            to[i] = seed % 3 == 1 ? fabs(v) : -fabs(v);
    }
}

static bool is_image(const sn_shape *s)
{
    return s->rank == 3 && (s->d[0] == 1 || s->d[0] == 3 || s->d[0] == 4) && s->d[1] >= 16 &&
           s->d[2] >= 16;
}

enum { N_WAVES = 3 };

/* A few slow waves for each channel (index of the first axis of three, else one for all), or one
 * number. */
static void fill_calm(double *to, const sn_shape *s, sn_rng *rng, sn_flavour flavour)
{
    const double low = is_image(s) ? 0 : -1, high = is_image(s) ? 255 : 1;
    const int64_t channels = s->rank > 2 ? s->d[0] : 1,
                  each = sn_shape_count(s) / (channels > 0 ? channels : 1);
    const int64_t width = s->rank ? s->d[s->rank - 1] : 1;
    for (int64_t c = 0; c < channels; c++) {
        double level = sn_rng_uniform(rng, low, high), fx[N_WAVES], fy[N_WAVES], phase[N_WAVES];
        for (int k = 0; k < N_WAVES; k++) {
            fx[k] = sn_rng_uniform(rng, -4, 4);
            fy[k] = sn_rng_uniform(rng, -4, 4);
            phase[k] = sn_rng_uniform(rng, 0, 6.28);
        }
        for (int64_t i = 0; i < each; i++) {
            const double x = (double)(i % width) / (double)width, y = (double)i / (double)each;
            double wave = 0;
            for (int k = 0; flavour == SN_FLAVOUR_SMOOTH && k < N_WAVES; k++)
                wave += sin(6.283 * (fx[k] * x + fy[k] * y) + phase[k]) / N_WAVES;
            to[c * each + i] =
                flavour == SN_FLAVOUR_EVEN ? level : low + (high - low) * (0.5 + 0.5 * wave);
        }
    }
}

/* Integers in [0, limit): as numbers of the type, of f32 as i32 bits. */
static sn_status random_integers(sn_ctx *ctx, sn_type type, const sn_shape *shape, sn_rng *rng,
                                 int64_t limit, const sn_tensor **out)
{
    void *data = NULL;
    sn_tensor *t = NULL;
    const bool bits = type == SN_TYPE_f32;
    SN_TRY(sn_tensor_create(ctx, bits ? SN_TYPE_f32 : SN_TYPE_i32, shape, &t, &data));
    for (int64_t i = 0, n = sn_tensor_count(t); i < n; i++) {
        const int32_t id = (int32_t)sn_rng_range(rng, 0, limit - 1);
        memcpy((unsigned char *)data + (size_t)i * sizeof id, &id, sizeof id);
    }
    *out = t;
    if (bits) return SN_OK;
    const sn_status status = sn_tensor_convert(ctx, t, type, out);
    sn_tensor_release(t);
    return status;
}

enum {
    FEW = 100,         /* below it where they are sizes, places, or a calm lot */
    SMALL_INTEGER = 4, /* small enough for many pairs that are equal */
    LARGE_INTEGER = 300,
    AT_THE_END = 3, /* so far from the least or the largest number of a type */
};

void sn_integer_ends(sn_type type, int64_t *least, int64_t *most)
{
    const unsigned bits = sn_type_bits(type) - 1;
    const bool is_signed = sn_type_is_signed(type);
    *most = (int64_t)((UINT64_MAX >> 1) >> (63 - bits));
    *least = is_signed ? -*most - 1 : 0;
    if (!is_signed && bits < 63) *most = 2 * *most + 1;
}

static int64_t within(int64_t v, int64_t least, int64_t most)
{
    return v < least ? least : v > most ? most : v;
}

/* Of a type without negative numbers, as many from 0 on. */
static int64_t draw_around_0(sn_rng *rng, int64_t far, int64_t least, int64_t most)
{
    const int64_t v = sn_rng_range(rng, -far, far);
    return within(least < 0 ? v : v + far, least, most);
}

static int64_t draw_integer(sn_rng *rng, sn_flavour flavour, int64_t least, int64_t most)
{
    switch (flavour) {
    case SN_FLAVOUR_LARGE:
        return draw_around_0(rng, LARGE_INTEGER, least, most);
    case SN_FLAVOUR_MIXED: {
        const int64_t kind = sn_rng_range(rng, 0, 5), at = sn_rng_range(rng, 0, AT_THE_END - 1);
        const int64_t small = draw_around_0(rng, SMALL_INTEGER, least, most);
        return kind < 2 ? 0 : kind < 4 ? small : kind == 4 ? least + at : most - at;
    }
    case SN_FLAVOUR_HUGE:
        return sn_rng_range(rng, least, most);
    case SN_FLAVOUR_SMOOTH:
        return within(sn_rng_range(rng, 0, FEW - 1), least, most);
    default:
        return draw_around_0(rng, SMALL_INTEGER, least, most);
    }
}

/* A row that sees nothing, and one that sees all: a mask may have either. */
static void even_rows(int64_t *to, const sn_shape *shape)
{
    const int64_t n = sn_shape_count(shape), row = shape->rank > 1 ? shape->d[shape->rank - 1] : n;
    for (int64_t i = 0; i < 2 * row && 2 * row <= n; i++) to[i] = i >= row;
}

/* Numbers of an integer type, or bools, that are no ids. */
static sn_status random_numbers(sn_ctx *ctx, sn_type type, const sn_shape *shape, sn_rng *rng,
                                sn_flavour flavour, const sn_tensor **out)
{
    void *data = NULL;
    sn_tensor *t = NULL;
    int64_t least = 0, most = 1;
    const bool is_bool = type == SN_TYPE_bool;
    if (!is_bool) sn_integer_ends(type, &least, &most);
    SN_TRY(sn_tensor_create(ctx, SN_TYPE_i64, shape, &t, &data));
    int64_t *to = data;
    for (int64_t i = 0, n = sn_tensor_count(t); i < n; i++) {
        if (flavour == SN_FLAVOUR_EVEN && i)
            to[i] = to[0];
        else
            to[i] = is_bool ? sn_rng_range(rng, 0, 1) : draw_integer(rng, flavour, least, most);
    }
    if (is_bool && flavour == SN_FLAVOUR_MIXED) even_rows(to, shape);
    const sn_status status = sn_tensor_convert(ctx, t, type, out);
    sn_tensor_release(t);
    return status;
}

sn_status sn_random_tensor(sn_ctx *ctx, sn_type type, const sn_shape *shape, uint64_t seed,
                           sn_flavour flavour, int64_t limit, const sn_tensor **out)
{
    void *data = NULL;
    sn_tensor *t = NULL;
    sn_rng rng = sn_rng_of(seed * 31 + (uint64_t)flavour);
    if (type == SN_TYPE_UNKNOWN) type = SN_TYPE_f32;
    if (limit > 0 && type != SN_TYPE_bool)
        return random_integers(ctx, type, shape, &rng, limit, out);
    if (!sn_type_is_float(type)) return random_numbers(ctx, type, shape, &rng, flavour, out);
    SN_TRY(sn_tensor_create(ctx, SN_TYPE_f64, shape, &t, &data));
    if (flavour == SN_FLAVOUR_SMOOTH || flavour == SN_FLAVOUR_EVEN)
        fill_calm(data, shape, &rng, flavour);
    else if (flavour == SN_FLAVOUR_FAR)
        fill_far(data, sn_tensor_count(t), &rng, seed);
    else
        fill(data, sn_tensor_count(t), &rng, flavour);
    const sn_status status = sn_tensor_convert(ctx, t, type, out);
    sn_tensor_release(t);
    return status;
}

sn_id_range sn_daring_ids(sn_daring daring, int64_t limit, int64_t limit_b)
{
    const int64_t n = limit ? limit : limit_b;
    switch (daring) {
    case SN_DARES_NEGATIVE:
        return n ? (sn_id_range){1 - n, n} : (sn_id_range){-SMALL_INTEGER, SMALL_INTEGER + 1};
    case SN_DARES_MORE_ROWS:
        if (!limit || !limit_b || limit == limit_b) break;
        return (sn_id_range){0, limit > limit_b ? limit : limit_b};
    case SN_DARES_BEYOND:
        if (!limit && limit_b) return (sn_id_range){0, 2 * limit_b};
        break;
    default:
        break;
    }
    return (sn_id_range){0};
}

sn_status sn_random_ids(sn_ctx *ctx, sn_type type, const sn_shape *shape, uint64_t seed,
                        sn_id_range range, const sn_tensor **out)
{
    void *data = NULL;
    sn_tensor *t = NULL;
    int64_t least, most;
    sn_rng rng = sn_rng_of(seed);
    sn_integer_ends(type, &least, &most);
    SN_TRY(sn_tensor_create(ctx, SN_TYPE_i64, shape, &t, &data));
    for (int64_t i = 0, n = sn_tensor_count(t); i < n; i++)
        ((int64_t *)data)[i] = within(sn_rng_range(&rng, range.least, range.end - 1), least, most);
    const sn_status status = sn_tensor_convert(ctx, t, type, out);
    sn_tensor_release(t);
    return status;
}

enum { LIMIT_DEPTH = 8 }; /* of nodes that only move elements, to a reader of integers */

/* What it makes has the elements that it reads there, integers as those of another type, too. */
static bool moves(const sn_node *n, unsigned slot)
{
    if (sn_node_reads_shape_only(n, slot)) return false;
    if (sn_op_has(n->op, SN_TRAIT_COPIES_BITS)) return true;
    return n->op == &sn_op_cast && sn_type_is_integer(sn_in(n, 0)->type) &&
           sn_type_is_integer(sn_out(n, 0)->type);
}

/* Of those that read v themselves. *moved: some move its elements on. */
static int64_t limit_of_readers(const sn_value *v, bool *moved)
{
    int64_t best = 0;
    SN_EACH_USE(u, v)
    {
        const sn_op *op = u->node->op;
        int64_t limit = 0;
        const bool wants =
            op->wants_integers && op->wants_integers(u->node, u->slot, &limit) && limit > 0;
        if (wants && (!best || limit < best)) best = limit;
        *moved = *moved || (!wants && moves(u->node, u->slot));
    }
    return best;
}

/* Level by level, each value once: a value may be reached on more ways than can be walked. */
int64_t sn_integer_limit(const sn_value *v)
{
    bool moved = false;
    if (!v->uses || !v->uses->node->graph->n_integer_readers) return 0;
    int64_t best = limit_of_readers(v, &moved);
    if (!moved) return best;
    sn_arena *arena = sn_arena_create(v->uses->node->graph->ctx);
    SN_VEC(const sn_value *) open = SN_VEC_IN(arena);
    sn_map *seen = sn_map_create(arena);
    SN_PUSH(open, v);
    for (size_t at = 0, depth = 0; depth < LIMIT_DEPTH && at < open.n; depth++) {
        for (const size_t end = open.n; at < end; at++) {
            SN_EACH_USE(u, open.v[at])
            {
                const sn_node *n = u->node;
                const bool is_new = moves(n, u->slot) && !sn_map_has_u64(seen, n->id);
                if (is_new) sn_map_put_u64(seen, n->id, arena);
                for (uint16_t i = 0; i < n->n_out && is_new; i++) {
                    const int64_t limit = limit_of_readers(n->out[i], &moved);
                    if (limit && (!best || limit < best)) best = limit;
                    SN_PUSH(open, n->out[i]);
                }
            }
        }
    }
    sn_arena_destroy(arena);
    return best;
}

/* What n reads there are sizes or places, not numbers that it computes with; or it is not known. */
static bool reads_places(const sn_node *n, unsigned slot)
{
    if (n->n_body || n->op->counts || sn_op_has(n->op, SN_TRAIT_OPAQUE)) return true;
    return !n->op->expr && sn_types_only_integers(n->op, slot);
}

/* Some node that hangs on v reads places. */
static bool decides_places(const sn_value *v)
{
    if (!v->uses) return false;
    sn_arena *arena = sn_arena_create(v->uses->node->graph->ctx);
    SN_VEC(const sn_value *) open = SN_VEC_IN(arena);
    sn_map *seen = sn_map_create(arena);
    bool does = false;
    SN_PUSH(open, v);
    for (size_t at = 0; at < open.n && !does; at++) {
        SN_EACH_USE(u, open.v[at])
        {
            if (sn_node_reads_shape_only(u->node, u->slot)) continue;
            does = does || reads_places(u->node, u->slot);
            if (does || sn_map_has_u64(seen, u->node->id)) continue;
            sn_map_put_u64(seen, u->node->id, arena);
            for (uint16_t i = 0; i < u->node->n_out; i++) SN_PUSH(open, u->node->out[i]);
        }
    }
    sn_arena_destroy(arena);
    return does;
}

int64_t sn_feed_limit(const sn_value *v)
{
    const int64_t limit = sn_integer_limit(v);
    if (limit > 0 || !sn_type_is_integer(v->type)) return limit;
    return decides_places(v) ? FEW : 0;
}

/* Inside of operators f64 rounds as well, all others do not: they compute in f64. */
double sn_noise_of(sn_type type) { return (type == SN_TYPE_f64 ? 4 : 2) * sn_type_epsilon(type); }

/* Each element times one of four factors, by two bits of a draw for 32 of them. */
#define MULTIPLY(ctype)                                                                            \
    for (int64_t i = 0; i < n; i += OF_A_DRAW) {                                                   \
        const int64_t some = n - i < OF_A_DRAW ? n - i : OF_A_DRAW;                                \
        uint64_t bits = sn_rng_next(&rng);                                                         \
        for (int64_t k = i; k < i + some; k++, bits >>= 2)                                         \
            ((ctype *)data)[k] = (ctype)((double)((const ctype *)from)[k] * factors[bits & 3]);    \
    }

/* What is no infinity is none when off by a rounding: masks are the largest numbers there are. */
static void stay_finite(const sn_tensor *from, void *data, sn_type type)
{
    const double most = sn_type_largest(type);
    for (int64_t i = 0, n = sn_tensor_count(from); i < n; i++) {
        const double was = sn_tensor_at(from, i);
        if (!(fabs(was) <= most)) continue;
        if (from->type == SN_TYPE_f32 && !(fabs((double)((float *)data)[i]) <= most))
            ((float *)data)[i] = (float)was;
        if (from->type == SN_TYPE_f64 && !(fabs(((double *)data)[i]) <= most))
            ((double *)data)[i] = was;
    }
}

sn_status sn_noisy_tensor(sn_ctx *ctx, const sn_tensor *t, double amplitude, uint64_t seed,
                          const sn_tensor **out)
{
    enum { OF_A_DRAW = 32 };
    const double factors[] = {1 - amplitude / 2, 1 + amplitude / 2, 1 - amplitude, 1 + amplitude};
    const bool is_f32 = t->type == SN_TYPE_f32;
    const sn_tensor *plain = NULL;
    sn_tensor *noisy = NULL;
    void *data = NULL;
    SN_TRY(sn_tensor_convert(ctx, t, is_f32 ? SN_TYPE_f32 : SN_TYPE_f64, &plain));
    sn_status status = sn_tensor_create(ctx, plain->type, &t->shape, &noisy, &data);
    if (status == SN_OK) {
        sn_rng rng = sn_rng_of(seed);
        const void *from = sn_tensor_data(plain);
        const int64_t n = sn_tensor_count(t);
        if (is_f32)
            MULTIPLY(float)
        else
            MULTIPLY(double)
        if (sn_tensor_largest_finite(plain) * (1 + amplitude) >= sn_type_largest(t->type))
            stay_finite(plain, data, t->type);
        *out = noisy;
    }
    sn_tensor_release(plain);
    if (status != SN_OK || is_f32) return status;
    status = sn_tensor_convert(ctx, noisy, t->type, out);
    sn_tensor_release(noisy);
    return status;
}
