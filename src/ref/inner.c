/* SPDX-License-Identifier: Apache-2.0 */
#include "ref/inner_values.h"

#include <math.h>
#include <string.h>

#include "ref/inputs.h"
#include "ref/sketch.h"
#include "ref/unfuse.h"

enum {
    MOST_OF = 4, /* all but one in so many channels */
    DRAWS_FOR_NAMELESS =
        3,           /* a value that is not found in the other network by then is a new one */
    MOST_TRIED = 64, /* values of a that a nameless one of b is compared with, those behind the last
                        that one agreed with first */
};

#define SMALL_BESIDE 0x1p-10

sn_inner *sn_inner_create(sn_ctx *ctx, const sn_graph *a)
{
    sn_arena *kept = sn_arena_create(ctx);
    sn_inner *inner = SN_NEW(kept, sn_inner);
    inner->ctx = ctx;
    inner->kept = kept;
    inner->scratch = sn_arena_create(ctx);
    inner->steps = sn_steps_above(a, kept);
    inner->a.arena = inner->b.arena = inner->pairs.arena = inner->held.arena = kept;
    inner->index[0] = sn_map_create(kept);
    inner->index[1] = sn_map_create(kept);
    inner->named = sn_map_create(kept);
    inner->whole[0] = sn_map_create(kept);
    inner->whole[1] = sn_map_create(kept);
    inner->wholes[0].arena = inner->wholes[1].arena = kept;
    return inner;
}

static void release(sn_inner *inner)
{
    for (size_t i = 0; i < inner->a.n; i++)
        sn_tensor_release(inner->a.v[i].sketch), inner->a.v[i].sketch = NULL;
    for (size_t i = 0; i < inner->b.n; i++)
        sn_tensor_release(inner->b.v[i].sketch), inner->b.v[i].sketch = NULL;
    while (inner->held.n) sn_tensor_release(SN_POP(inner->held));
}

void sn_inner_destroy(sn_inner *inner)
{
    if (!inner) return;
    release(inner);
    sn_arena_destroy(inner->round);
    sn_arena_destroy(inner->scratch);
    sn_arena_destroy(inner->kept);
}

void sn_inner_begin(sn_inner *inner)
{
    release(inner);
    sn_arena_destroy(inner->round);
    inner->round = NULL;
    inner->round = sn_arena_create(inner->ctx);
    for (int side = 0; side < 2; side++) inner->fed[side] = sn_map_create(inner->round);
    for (size_t i = 0; i < inner->a.n; i++)
        inner->a.v[i].spread = inner->a.v[i].halves =
            (sn_spread){.channels = SN_CHANNELS_ARE_ROWS, .steps = inner->a.v[i].steps};
    for (size_t i = 0; i < inner->b.n; i++)
        inner->b.v[i].halves = (sn_spread){.channels = SN_CHANNELS_ARE_ROWS};
    for (size_t i = 0; i < inner->pairs.n; i++) inner->pairs.v[i].now = (sn_agreement){0};
    inner->n_draws = 0;
}

/* Values that say something: computed, and numbers. */
static bool is_wanted(const sn_value *v, const sn_tensor *t)
{
    if (!v->def || !t->buf || !sn_type_is_float(t->type)) return false;
    if (sn_op_has(v->def->op, SN_TRAIT_INPUT | SN_TRAIT_CONSTANT) || sn_node_selects(v->def))
        return false;
    return sn_node_evaluates(v->def) && sn_integer_limit(v) <= 0;
}

static inner_seen *entry(sn_inner *inner, int side, const sn_value *v)
{
    size_t index = (size_t)(uintptr_t)sn_map_get_u64(inner->index[side], v->id);
    if (index) return side ? &inner->b.v[index - 1] : &inner->a.v[index - 1];
    if (inner->n_rounds) return NULL;
    inner_seen fresh = {.name = sn_arena_strdup(inner->kept, v->name),
                        .value = v,
                        .halves = {.channels = SN_CHANNELS_ARE_ROWS}};
    if (side) {
        SN_PUSH(inner->b, fresh);
        index = inner->b.n;
    } else {
        fresh.steps = inner->steps[v->id];
        fresh.spread = (sn_spread){.channels = SN_CHANNELS_ARE_ROWS, .steps = fresh.steps};
        SN_PUSH(inner->a, fresh);
        index = inner->a.n;
        if (v->name) sn_map_put(inner->named, v->name, (void *)(uintptr_t)index);
    }
    sn_map_put_u64(inner->index[side], v->id, (void *)(uintptr_t)index);
    return side ? &inner->b.v[index - 1] : &inner->a.v[index - 1];
}

const sn_tensor *sn_inner_sketch_of(const sn_inner *inner, int side, const sn_value *v)
{
    const size_t index = (size_t)(uintptr_t)sn_map_get_u64(inner->index[side], v->id);
    if (!index) return sn_map_get_u64(inner->fed[side], v->id);
    return side ? inner->b.v[index - 1].sketch : inner->a.v[index - 1].sketch;
}

static bool is_copy(const sn_tensor *s, const sn_tensor *of)
{
    if (!of || !sn_shape_equal(&s->shape, &of->shape)) return false;
    const float *x = sn_tensor_f32(s), *y = sn_tensor_f32(of);
    for (int64_t i = 0, n = sn_tensor_count(s); i < n; i++) {
        if (x[i] != y[i] && !(isnan(x[i]) && isnan(y[i]))) return false;
    }
    return true;
}

/* The operands of n, as bits, that its result is a copy of. */
static uint32_t copies_of(const sn_inner *inner, int side, const sn_node *n,
                          const sn_tensor *sketch)
{
    uint32_t copies = 0;
    for (uint16_t i = 0; i < n->n_in && i < INNER_OPERANDS; i++) {
        const sn_value *v = sn_in(n, i);
        if (v && v->kind == SN_RESULT && is_copy(sketch, sn_inner_sketch_of(inner, side, v)))
            copies |= UINT32_C(1) << i;
    }
    return copies;
}

/* Only to see what nodes make of it. */
static sn_status see_fed(sn_inner *inner, int side, const sn_value *v, const sn_tensor *t)
{
    const sn_tensor *s = NULL;
    if (!t->buf) return SN_OK;
    SN_TRY(sn_sketch(inner->ctx, t, &s));
    SN_PUSH(inner->held, s);
    sn_map_put_u64(inner->fed[side], v->id, (void *)(uintptr_t)s);
    return SN_OK;
}

/* Computed integers or bools. */
static sn_status see_whole(sn_inner *inner, int side, const sn_value *v, const sn_tensor *t)
{
    if (!v->def || !t->buf || sn_type_is_float(t->type) || t->type == SN_TYPE_UNKNOWN) return SN_OK;
    SN_TRY(see_fed(inner, side, v, t));
    const sn_tensor *sketch = sn_inner_sketch_of(inner, side, v);
    const bool alone = v->def->op->expr && v->def->n_out == 1;
    inner_see_whole(inner, side, v, t, sketch, alone ? copies_of(inner, side, v->def, sketch) : 0);
    return SN_OK;
}

sn_status sn_inner_see(sn_inner *inner, sn_inner_side side, const sn_value *v, const sn_tensor *t)
{
    if (inner_is_fed(v) && (side == SN_INNER_A || side == SN_INNER_B))
        return see_fed(inner, side == SN_INNER_B, v, t);
    if (!is_wanted(v, t))
        return side <= SN_INNER_B ? see_whole(inner, side == SN_INNER_B, v, t) : SN_OK;
    inner_seen *e = entry(inner, side == SN_INNER_B || side == SN_INNER_B_HALVES, v);
    if (!e) return SN_OK;
    const bool is_clean = side == SN_INNER_A || side == SN_INNER_B;
    if (!is_clean && !e->awaited) return SN_OK;
    const sn_tensor *s = NULL;
    SN_TRY(sn_sketch(inner->ctx, t, &s));
    if (!is_clean) {
        sn_spread *to = side == SN_INNER_NOISY ? &e->spread : &e->halves;
        if (e->sketch && sn_shape_equal(&e->sketch->shape, &s->shape))
            sn_spread_add(to, e->sketch, s, inner->round);
        sn_tensor_release(s);
        return SN_OK;
    }
    e->shape = t->shape;
    e->spread.epsilon = e->halves.epsilon = sn_type_epsilon(t->type);
    sn_tensor_release(e->sketch);
    e->sketch = s;
    return SN_OK;
}

/* ---- pairs ----------------------------------------------------------------------------------- */

static bool is_some(const sn_tensor *s, int64_t channel)
{
    for (int64_t k = 0, n = s->shape.d[1]; k < n; k++) {
        if (sn_tensor_at(s, channel * n + k) != 0) return true;
    }
    return false;
}

/* In the run at hand, whose sizes may hang on contents. */
static bool has_channels(const inner_seen *e, int64_t n)
{
    return e->sketch && e->sketch->shape.d[0] == n;
}

static bool can_agree(const inner_seen *a, const inner_seen *b)
{
    return a->sketch && b->sketch && sn_shape_equal(&a->shape, &b->shape) &&
           sn_shape_equal(&a->sketch->shape, &b->sketch->shape);
}

static inner_pair pair_of(const sn_inner *inner, size_t a, size_t b, bool named, sn_arena *arena)
{
    const inner_seen *x = &inner->a.v[a];
    inner_pair p = {.a = a, .b = b, .named = named, .n_channels = x->sketch->shape.d[0]};
    p.n_first = x->shape.rank == 2 ? sn_sketch_rows(&x->shape) : p.n_channels;
    p.rests.of_all = p.n_first < p.n_channels;
    p.off = SN_NEW_N(arena, bool, p.n_channels);
    p.once = SN_NEW_N(arena, bool, p.n_channels);
    p.some = SN_NEW_N(arena, bool, p.n_channels);
    return p;
}

/* What of `r`, which is in scratch memory, is asked about later. Each pair has its arrays once a
 * round, however often it is judged. */
static void keep_agreement(sn_inner *inner, inner_pair *p, const sn_agreement *r)
{
    const size_t n = (size_t)r->n_channels;
    sn_agreement kept = *r;
    kept.why = NULL;
    kept.decides = kept.off = NULL;
    kept.rest = kept.scale = NULL;
    if (r->off) {
        const bool has = p->now.off && p->now.n_channels == r->n_channels;
        kept.off = has ? p->now.off : SN_NEW_N(inner->round, bool, n);
        kept.rest = has ? p->now.rest : SN_NEW_N(inner->round, double, n);
        kept.scale = has ? p->now.scale : SN_NEW_N(inner->round, double, n);
        memcpy(kept.off, r->off, n * sizeof *r->off);
        memcpy(kept.rest, r->rest, n * sizeof *r->rest);
        memcpy(kept.scale, r->scale, n * sizeof *r->scale);
    }
    p->now = kept;
}

static void judge_pair(sn_inner *inner, inner_pair *p)
{
    const inner_seen *a = &inner->a.v[p->a], *b = &inner->b.v[p->b];
    if (!can_agree(a, b) || !has_channels(a, p->n_channels)) {
        p->now = (sn_agreement){.verdict = SN_DIFFERENT};
        p->gone = !p->named;
        return;
    }
    const sn_arena_mark mark = sn_arena_save(inner->scratch);
    const sn_spread spread =
        sn_spread_beside(&a->spread, &a->halves, &b->halves, a->sketch, INFINITY, inner->scratch);
    sn_agreement r;
    sn_agree(a->sketch, b->sketch, &spread, inner->scratch, &r);
    keep_agreement(inner, p, &r);
    sn_arena_restore(inner->scratch, mark);
}

bool sn_inner_was_off_in(const inner_pair *p, int64_t c)
{
    return p->off[c] || sn_rest_is_off(&p->rests, NULL, c);
}

static bool is_off_in(const inner_pair *p, int64_t c)
{
    if (!p->now.off || !p->now.off[c]) return false;
    return !p->now.only_rests || sn_rest_is_off(&p->rests, &p->now, c);
}

/* Off now or before, of channels from..to that ever were something. */
static void count(const sn_inner *inner, const inner_pair *p, int64_t from, int64_t to,
                  int64_t *n_off, int64_t *n_some)
{
    const inner_seen *x = &inner->a.v[p->a], *y = &inner->b.v[p->b];
    const sn_tensor *a = has_channels(x, p->n_channels) ? x->sketch : NULL,
                    *b = has_channels(y, p->n_channels) ? y->sketch : NULL;
    *n_off = *n_some = 0;
    for (int64_t c = from; c < to; c++) {
        const bool some = p->some[c] || (a && b && (is_some(a, c) || is_some(b, c)));
        *n_some += some;
        *n_off += some && (sn_inner_was_off_in(p, c) || is_off_in(p, c));
    }
}

/* Each channel that is off is small beside the largest: a function behind it may hide it. */
static bool is_off_in_small_ones(const inner_pair *p)
{
    const double largest = fmax(p->rests.largest, p->now.largest);
    for (int64_t c = 0; c < p->n_channels; c++) {
        if (!sn_inner_was_off_in(p, c) && !is_off_in(p, c)) continue;
        const double scale =
            fmax(c < p->rests.n ? p->rests.scale[c] : 0, p->now.scale ? p->now.scale[c] : 0);
        if (scale > SMALL_BESIDE * largest) return false;
    }
    return true;
}

/* Most of it agrees: of a matrix most rows, or most columns; of two or three channels all but a
 * small one. */
static bool has_much_in_common(const sn_inner *inner, const inner_pair *p)
{
    const bool matrix = p->n_first < p->n_channels;
    int64_t n_off, n_some;
    count(inner, p, 0, p->n_first, &n_off, &n_some);
    if (n_some > 0 && MOST_OF * n_off <= n_some) return true;
    if (!matrix)
        return n_some > 1 ? n_off == 1 && is_off_in_small_ones(p) : n_some == 0 && n_off == 0;
    count(inner, p, p->n_first, p->n_channels, &n_off, &n_some);
    return n_some > 0 ? MOST_OF * n_off <= n_some : n_off == 0;
}

static void add_pair(sn_inner *inner, const inner_pair *tried)
{
    inner_pair p = pair_of(inner, tried->a, tried->b, tried->named, inner->kept);
    p.now = tried->now;
    p.gone = tried->gone;
    SN_PUSH(inner->pairs, p);
}

/* Those of a that the nameless value b may be. *from: where to begin, since networks compute the
 * same in much the same order. */
static void find_partners(sn_inner *inner, size_t b, size_t *from)
{
    const inner_seen *y = &inner->b.v[b];
    int n_tried = 0;
    for (size_t k = 0, begin = *from; k < inner->a.n && n_tried < MOST_TRIED; k++) {
        const size_t a = (begin + k) % inner->a.n;
        if (!can_agree(&inner->a.v[a], y)) continue;
        n_tried++;
        const sn_arena_mark mark = sn_arena_save(inner->round);
        inner_pair p = pair_of(inner, a, b, false, inner->round);
        judge_pair(inner, &p);
        if (!has_much_in_common(inner, &p)) {
            sn_arena_restore(inner->round, mark);
            continue;
        }
        add_pair(inner, &p);
        *from = a + 1;
    }
}

/* Once, with what roundings do at hand. */
static void pair_up(sn_inner *inner)
{
    inner->first_pair = SN_NEW_N(inner->kept, size_t, inner->b.n + 1);
    size_t from = 0;
    for (size_t b = 0; b < inner->b.n; b++) {
        inner->first_pair[b] = inner->pairs.n;
        const inner_seen *y = &inner->b.v[b];
        size_t same = y->name ? (size_t)(uintptr_t)sn_map_get(inner->named, y->name) : 0;
        if (same && can_agree(&inner->a.v[same - 1], y)) {
            inner_pair p = pair_of(inner, same - 1, b, true, inner->round);
            judge_pair(inner, &p);
            add_pair(inner, &p);
            from = same;
        } else {
            find_partners(inner, b, &from);
        }
    }
    inner->first_pair[inner->b.n] = inner->pairs.n;
}

/* Whatever other runs show. */
static bool was_off_for_good(const inner_pair *p)
{
    for (int64_t c = 0; c < p->n_channels; c++) {
        if (p->off[c]) return true;
    }
    return false;
}

bool sn_inner_was_off(const inner_pair *p)
{
    for (int64_t c = 0; c < p->n_channels; c++) {
        if (sn_inner_was_off_in(p, c)) return true;
    }
    return false;
}

/* Every value of b agrees with one of a. open: one that does not may yet. */
static bool all_agree(const sn_inner *inner, bool *open)
{
    bool all = true;
    *open = false;
    for (size_t b = 0; b < inner->b.n; b++) {
        bool agrees = false, may = false;
        for (size_t i = inner->first_pair[b]; i < inner->first_pair[b + 1]; i++) {
            const inner_pair *p = &inner->pairs.v[i];
            if (p->gone || was_off_for_good(p)) continue;
            agrees = agrees || p->now.verdict != SN_DIFFERENT;
            may = may || (p->now.open && (p->named || inner->n_draws <= DRAWS_FOR_NAMELESS));
        }
        all = all && agrees;
        *open = *open || (may && !agrees);
    }
    return all;
}

/* Pairs that are judged again when more was measured: the others need not be measured. */
static void note_awaited(sn_inner *inner)
{
    for (size_t a = 0; a < inner->a.n; a++) inner->a.v[a].awaited = !inner->paired;
    for (size_t b = 0; b < inner->b.n; b++) inner->b.v[b].awaited = !inner->paired;
    for (size_t i = 0; i < inner->pairs.n; i++) {
        const inner_pair *p = &inner->pairs.v[i];
        if (p->gone || !p->now.open) continue;
        inner->a.v[p->a].awaited = inner->b.v[p->b].awaited = true;
    }
}

bool sn_inner_judge(sn_inner *inner)
{
    bool open = false;
    if (!inner->paired) {
        inner->pairs.n = 0; /* those found before anything was measured are too few */
        pair_up(inner);
    } else {
        for (size_t i = 0; i < inner->pairs.n; i++) {
            inner_pair *p = &inner->pairs.v[i];
            if (!p->gone && (p->now.open || !inner->n_draws)) judge_pair(inner, p);
        }
    }
    const bool all = all_agree(inner, &open);
    inner->paired = inner->paired || all || inner->n_draws;
    note_awaited(inner);
    return inner->n_draws++ ? open : !inner->n_rounds ? !all : open;
}

static bool is_nothing(const sn_tensor *sketch)
{
    for (int64_t c = 0; c < sketch->shape.d[0]; c++) {
        if (is_some(sketch, c)) return false;
    }
    return true;
}

/* What a run showed of a pair. True: it was slightly off, for the first time. */
static bool note_off(inner_pair *p)
{
    if (p->now.verdict != SN_DIFFERENT || p->now.only_rests || !p->now.off) return false;
    const bool waits = p->now.share <= SN_SLIGHTLY && !p->slight && !was_off_for_good(p);
    for (int64_t c = 0; c < p->n_channels; c++) {
        bool *off = waits ? p->once : p->off;
        off[c] = off[c] || p->now.off[c];
        if (!waits) p->off[c] = p->off[c] || p->once[c];
    }
    p->slight = p->slight || waits;
    return waits;
}

/* What nodes passed on as they read it. */
static void note_passed_on(const sn_inner *inner, int side, inner_seen *e)
{
    if (!e->sketch) return;
    const uint32_t copies = copies_of(inner, side, e->value->def, e->sketch);
    e->passed_on = inner->n_rounds ? e->passed_on & copies : copies;
}

bool sn_inner_end(sn_inner *inner, sn_inner_round says)
{
    const bool counts = says == SN_INNER_COUNTS;
    bool slightly = false;
    inner_end_wholes(inner, counts);
    if (says == SN_INNER_NOTHING) return false;
    for (size_t a = 0; a < inner->a.n; a++) note_passed_on(inner, 0, &inner->a.v[a]);
    for (size_t b = 0; b < inner->b.n; b++) note_passed_on(inner, 1, &inner->b.v[b]);
    for (size_t b = 0; b < inner->b.n; b++) {
        inner_seen *e = &inner->b.v[b];
        e->was_some = e->was_some || (e->sketch && !is_nothing(e->sketch));
    }
    for (size_t i = 0; counts && i < inner->pairs.n; i++) {
        inner_pair *p = &inner->pairs.v[i];
        if (p->gone) continue;
        const inner_seen *a = &inner->a.v[p->a], *b = &inner->b.v[p->b];
        if (p->now.verdict == SN_DIFFERENT && p->now.distance > p->distance)
            p->distance = p->now.distance;
        sn_rests_add(&p->rests, &p->now, inner->kept);
        slightly = note_off(p) || slightly;
        const bool can = can_agree(a, b) && has_channels(a, p->n_channels);
        for (int64_t c = 0; can && c < p->n_channels; c++)
            p->some[c] = p->some[c] || is_some(a->sketch, c) || is_some(b->sketch, c);
        p->now = (sn_agreement){0};
        if (!p->named && !has_much_in_common(inner, p)) p->gone = true;
    }
    inner->n_rounds++;
    return slightly;
}
