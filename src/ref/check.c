/* SPDX-License-Identifier: Apache-2.0
 *
 * Checking one rewrite. Shapes are searched for, not derived: an attempt picks a number for every
 * symbol and a rank for every value without one, from small numbers and from the sizes of the
 * region's weights, and the side before decides whether it makes sense. That needs no knowledge of
 * any operator.
 *
 * How far apart the sides may be is measured, too (ref/agree.h): where they are not the same but
 * for last bits, the side before is run once more with everything that goes in, every constant and
 * every value in between off by one rounding. A right rewrite is off by little more than that is, a
 * wrong one by whatever the mistake makes of it, however little that may be. */
#include "ref/check.h"

#include <math.h>

#include "base/map.h"
#include "base/num.h"
#include "base/vec.h"
#include "ops/eval.h"
#include "ref/agree.h"
#include "ref/distance.h"
#include "ref/inputs.h"

enum {
    WANTED = 2,     /* shapes that must have been run, for known ranks; unknown ones: per rank */
    ATTEMPTS = 200, /* per rank; those that do not fit cost no evaluation */
    MAX_RANK = 4,
    SMALL = 12,             /* sizes above this are made smaller where that works */
    FEW_ELEMENTS = 1 << 15, /* of a free value, in the first half of the attempts */
    MAX_ELEMENTS = 1 << 20,
    WHOLE_ATTEMPTS = 8, /* where only smaller sizes than proved ran, and spoke against it */
    WHOLE_ELEMENTS = 1 << 24,
};

typedef struct rewrite_checker {
    const sn_region *region;
    sn_ctx *ctx;
    sn_arena *arena;                /* of the whole check */
    sn_arena *scratch;              /* of an attempt */
    SN_VEC(sn_node *) order;        /* producers first */
    SN_VEC(sn_value *) free;        /* what the region reads and does not make */
    SN_VEC(int64_t) sizes;          /* seen in weights */
    SN_VEC(const sn_tensor *) kept; /* to be released */
    bool *needed[2];                /* of order[i]: by the side before, by the side after */
    sn_map *values;                 /* value id -> tensor, of an attempt */
    int noisy;                      /* the side before is run with noise: which draw of it */
    bool any_unknown_rank;
    /* of an attempt */
    uint64_t seed;
    int rank; /* for values without one */
    bool shrink;
    bool independent; /* equal sizes stay equal, but no other relation between sizes is kept */
    bool shrunk;      /* some size is smaller than proved */
    bool overflows;   /* the side before does */
    int64_t max_elements;
    /* of the whole check */
    int n_faithful;         /* attempts at sizes that keep all that is proved */
    int n_whole;            /* attempts at no smaller sizes than proved */
    const char *loose_why;  /* what an attempt found that gave relations up, and so may be wrong */
    const char *shrunk_why; /* the same of one with smaller sizes */
    sn_map *limits;         /* value id -> its wanted_limit */
    sn_map *infinite;       /* ids of values of the side before that are on inputs in [-1, 1] */
    bool overflowed;        /* in an attempt the side before did, and the sides were not the same */
    bool told_nothing;      /* an attempt ran on both sides, and nothing was learnt of a result */
    bool loose_rounded;     /* that roundings of the side after explain */
    sn_check_result *out;
} rewrite_checker;

static bool in_region(const sn_region *r, const sn_node *n)
{
    for (size_t i = 0; i < r->n_nodes; i++) {
        if (r->nodes[i] == n) return true;
    }
    return false;
}

static bool listed(const rewrite_checker *c, const sn_value *v)
{
    for (size_t i = 0; i < c->free.n; i++) {
        if (c->free.v[i] == v) return true;
    }
    return false;
}

static bool ordered(const rewrite_checker *c, const sn_node *n)
{
    for (size_t i = 0; i < c->order.n; i++) {
        if (c->order.v[i] == n) return true;
    }
    return false;
}

static void note_size(rewrite_checker *c, int64_t n)
{
    if (n <= 0 || n >= 65536) return;
    for (size_t i = 0; i < c->sizes.n; i++) {
        if (c->sizes.v[i] == n) return;
    }
    SN_PUSH(c->sizes, n);
}

static void note_sizes(rewrite_checker *c, const sn_shape *s)
{
    for (int i = 0; i < s->rank; i++) note_size(c, s->d[i]);
}

/* Where an image is flattened into as many numbers as a weight has columns, its sides follow from
 * the channels: quotients of a weight's size by a known size, and their square roots. */
static void note_quotients(rewrite_checker *c)
{
    size_t n_sizes = c->sizes.n;
    for (size_t i = 0; i < c->free.n; i++) {
        const sn_shape *s = &c->free.v[i]->shape;
        for (int k = 0; k < s->rank; k++) {
            for (size_t w = 0; w < n_sizes && s->d[k] > 0; w++) {
                if (c->sizes.v[w] % s->d[k]) continue;
                int64_t q = c->sizes.v[w] / s->d[k], root = (int64_t)(sqrt((double)q) + 0.5);
                note_size(c, q);
                if (root * root == q) note_size(c, root);
            }
        }
    }
}

static void visit(rewrite_checker *c, sn_value *v)
{
    if (!v) return;
    if (sn_const_of(v) || (!v->def && v->data)) {
        if (v->data) note_sizes(c, &v->data->shape);
        return;
    }
    if (!v->def || !in_region(c->region, v->def)) {
        if (!listed(c, v)) SN_PUSH(c->free, v);
        if (v->shape.rank < 0) c->any_unknown_rank = true;
        return;
    }
    if (ordered(c, v->def)) return;
    for (uint16_t i = 0; i < v->def->n_in; i++) visit(c, sn_in(v->def, i));
    if (!ordered(c, v->def)) SN_PUSH(c->order, v->def);
}

/* Which nodes one side runs: backwards, readers come before what they read. */
static void mark_needed(rewrite_checker *c, int side, sn_value *const *results)
{
    bool *needed = c->needed[side] = SN_NEW_N(c->scratch, bool, c->order.n);
    sn_map *read = sn_map_create(c->scratch);
    for (size_t i = 0; i < c->region->n; i++) sn_map_put_u64(read, results[i]->id, c);
    for (size_t i = c->order.n; i-- > 0;) {
        const sn_node *n = c->order.v[i];
        for (uint16_t k = 0; k < n->n_out; k++)
            needed[i] = needed[i] || sn_map_has_u64(read, n->out[k]->id);
        for (uint16_t k = 0; needed[i] && k < n->n_in; k++) {
            if (sn_in(n, k)) sn_map_put_u64(read, sn_in(n, k)->id, c);
        }
    }
}

/* ---- shapes of an attempt -------------------------------------------------------------------- */

/* Every third attempt gives all unknown sizes one number: images are often square. */
static int64_t pick(rewrite_checker *c, uint64_t key)
{
    sn_rng rng = sn_rng_of(c->seed * 1000003 + (c->seed % 3 ? key : 0));
    if (c->sizes.n && sn_rng_range(&rng, 0, 1)) {
        return c->sizes.v[sn_rng_range(&rng, 0, (int64_t)c->sizes.n - 1)];
    }
    return sn_rng_range(&rng, 1, 9);
}

static int64_t symbol_value(void *user, sn_dim symbol) { return pick(user, (uint64_t)~symbol); }

/* A number that the size may be, as far as its bounds tell. */
static int64_t pick_within_bounds(rewrite_checker *c, sn_dim d)
{
    sn_dims *dims = c->region->graph->dims;
    const int64_t least = sn_dim_lower(dims, d), n = pick(c, (uint64_t)~d);
    const int64_t below = sn_dim_lower(dims, sn_dim_sub(dims, 0, d)); /* -d is no less */
    if (n < least) return least;
    return below > -n && below < 0 ? -below : n;
}

static int64_t size_of(rewrite_checker *c, sn_dim d, int axis, bool may_shrink)
{
    if (!sn_dim_known(d)) {
        return c->independent ? pick_within_bounds(c, d)
                              : sn_dim_eval(c->region->graph->dims, d, symbol_value, c);
    }
    if (!c->shrink || !may_shrink || axis == 0 || d <= SMALL) return d;
    c->shrunk = true;
    return 5 + d % 7;
}

/* The region reads nothing but the sizes of v: they may be all that a rewrite rests on, and cost
 * nothing. */
static bool is_read_by_shape(const rewrite_checker *c, const sn_value *v)
{
    bool read = false;
    for (size_t i = 0; i < c->region->n; i++) {
        if (c->region->before[i] == v || c->region->after[i] == v) return false;
    }
    for (size_t i = 0; i < c->order.n; i++) {
        const sn_node *n = c->order.v[i];
        for (uint16_t k = 0; k < n->n_in; k++) {
            if (sn_in(n, k) != v) continue;
            if (!sn_node_reads_shape_only(n, k)) return false;
            read = true;
        }
    }
    return read;
}

static bool choose_shape(rewrite_checker *c, const sn_value *v, bool by_shape, sn_shape *out)
{
    if (v->shape.rank < 0) {
        out->rank = (int8_t)c->rank;
        for (int i = 0; i < c->rank; i++) out->d[i] = pick(c, (uint64_t)(i + 17));
    } else {
        *out = v->shape;
        for (int i = 0; i < out->rank; i++) out->d[i] = size_of(c, v->shape.d[i], i, !by_shape);
    }
    for (int i = 0; i < out->rank; i++) { /* of no elements only where that is known */
        if (out->d[i] < 0 || (out->d[i] == 0 && !(v->shape.rank > i && v->shape.d[i] == 0)))
            return false;
    }
    int64_t n = sn_shape_count(out);
    return n >= 0 && (by_shape || n <= c->max_elements);
}

/* ---- running an attempt ---------------------------------------------------------------------- */

/* Results were computed; constants are at hand, and among the values only with noise. */
static const sn_tensor *tensor_of(const rewrite_checker *c, const sn_value *v)
{
    const sn_tensor *t = v ? sn_map_get_u64(c->values, v->id) : NULL;
    if (t || !v) return t;
    return v->kind != SN_RESULT ? v->data : sn_const_of(v);
}

static void keep(rewrite_checker *c, const sn_value *v, const sn_tensor *t)
{
    sn_map_put_u64(c->values, v->id, (void *)t);
    SN_PUSH(c->kept, t);
}

static void forget(rewrite_checker *c, size_t from)
{
    while (c->kept.n > from) sn_tensor_release(SN_POP(c->kept));
}

static int64_t find_limit(const rewrite_checker *c, const sn_value *v)
{
    for (size_t i = 0; i < c->order.n; i++) {
        const sn_node *n = c->order.v[i];
        int64_t limit = 0;
        for (uint16_t k = 0; k < n->n_in; k++) {
            if (sn_in(n, k) == v && n->op->wants_integers && n->op->wants_integers(n, k, &limit))
                return limit;
        }
    }
    return sn_feed_limit(v);
}

static int64_t wanted_limit(rewrite_checker *c, const sn_value *v)
{
    int64_t *limit = sn_map_get_u64(c->limits, v->id);
    if (limit) return *limit;
    limit = SN_NEW(c->arena, int64_t);
    *limit = find_limit(c, v);
    sn_map_put_u64(c->limits, v->id, limit);
    return *limit;
}

static sn_status feed(rewrite_checker *c, sn_flavour flavour, bool *ok)
{
    *ok = true;
    for (size_t i = 0; i < c->free.n; i++) {
        const sn_value *v = c->free.v[i];
        sn_shape shape = sn_shape_unknown();
        const bool by_shape = is_read_by_shape(c, v);
        if (!choose_shape(c, v, by_shape, &shape)) {
            *ok = false;
            return SN_OK;
        }
        const sn_tensor *t = NULL;
        if (by_shape) {
            keep(c, v,
                 sn_tensor_undefined(c->ctx, v->type == SN_TYPE_UNKNOWN ? SN_TYPE_f32 : v->type,
                                     &shape));
            continue;
        }
        SN_TRY(sn_random_tensor(c->ctx, v->type, &shape, c->seed * 77 + i, flavour,
                                wanted_limit(c, v), &t));
        keep(c, v, t);
    }
    return SN_OK;
}

/* *t, which is v's, as noise leaves it. Ids of an embedding are not rounded. */
static sn_status add_noise(rewrite_checker *c, const sn_value *v, const sn_tensor **t)
{
    if (!(*t)->buf || !sn_type_is_float((*t)->type) || wanted_limit(c, v) > 0) return SN_OK;
    return sn_noisy_tensor(c->ctx, *t, sn_noise_of((*t)->type),
                           c->seed * 131 + v->id + (uint64_t)c->noisy * 1000003, t);
}

static bool is_constant_node(const sn_node *n) { return sn_op_has(n->op, SN_TRAIT_CONSTANT); }

static sn_status run_node(rewrite_checker *c, const sn_node *n)
{
    const sn_tensor **in = SN_NEW_N(c->scratch, const sn_tensor *, n->n_in);
    const sn_tensor **out = SN_NEW_N(c->scratch, const sn_tensor *, n->n_out);
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *v = sn_in(n, i);
        in[i] = tensor_of(c, v);
        if (v && !in[i])
            return sn_fail(c->ctx, SN_E_INTERNAL, "region of %s is not closed", n->op->name);
        if (v && c->noisy && !sn_map_has_u64(c->values, v->id)) {
            SN_TRY(add_noise(c, v, &in[i]));
            if (in[i] != tensor_of(c, v)) keep(c, v, in[i]);
        }
    }
    if (is_constant_node(n)) {
        sn_tensor_retain(in[0]);
        out[0] = in[0];
    } else {
        SN_TRY(sn_eval_node(c->ctx, c->scratch, sn_dims_create(c->scratch), n, in, out));
    }
    for (uint16_t i = 0; i < n->n_out; i++) {
        keep(c, n->out[i], out[i]);
        if (!c->noisy || sn_op_has(n->op, SN_TRAIT_COPIES_BITS)) continue;
        const sn_tensor *t = out[i];
        SN_TRY(add_noise(c, n->out[i], &t));
        if (t != out[i]) keep(c, n->out[i], t);
    }
    return SN_OK;
}

static sn_status run_side(rewrite_checker *c, int side)
{
    for (size_t i = 0; i < c->order.n; i++) {
        const sn_node *n = c->order.v[i];
        if (c->needed[side][i] && !sn_map_has_u64(c->values, n->out[0]->id)) SN_TRY(run_node(c, n));
    }
    return SN_OK;
}

static sn_value *result_of(const rewrite_checker *c, int side, size_t i)
{
    return side ? c->region->after[i] : c->region->before[i];
}

/* Runs a side once more, off by roundings: what they did to each output is added to its spread.
 * Where that is not known, anything. */
static sn_status measure(rewrite_checker *c, int side, int draw, sn_spread *spreads)
{
    const size_t n_kept = c->kept.n;
    sn_map *clean = c->values;
    c->values = sn_map_create(c->scratch);
    c->noisy = draw;
    for (size_t i = 0; i < c->free.n; i++) {
        const sn_tensor *was = sn_map_get_u64(clean, c->free.v[i]->id), *t = was;
        SN_TRY(add_noise(c, c->free.v[i], &t));
        if (t == was) sn_tensor_retain(t);
        keep(c, c->free.v[i], t);
    }
    sn_status status = run_side(c, side);
    c->noisy = 0;
    for (size_t i = 0; i < c->region->n; i++) {
        const sn_value *v = result_of(c, side, i);
        const sn_tensor *t = status == SN_OK ? tensor_of(c, v) : NULL,
                        *was = sn_map_get_u64(clean, v->id);
        if (!was) was = v->kind != SN_RESULT ? v->data : sn_const_of(v);
        sn_spread_add(&spreads[i], was, t, c->scratch);
    }
    forget(c, n_kept);
    c->values = clean;
    if (status != SN_E_SHAPE && status != SN_E_UNSUPPORTED) return status;
    sn_ctx_clear_error(c->ctx);
    return SN_OK;
}

static sn_spread *new_spreads(rewrite_checker *c)
{
    sn_spread *spreads = SN_NEW_N(c->scratch, sn_spread, c->region->n);
    bool steps = false;
    for (size_t i = 0; i < c->order.n; i++)
        steps = steps || sn_op_has(c->order.v[i]->op, SN_TRAIT_STEPS);
    for (size_t i = 0; i < c->region->n; i++) spreads[i].steps = steps;
    return spreads;
}

/* Whether roundings on the side after explain the difference of output i: where terms cancel there
 * that the side before does not have (in a window over padding alone, say), nothing can be measured
 * before. */
static sn_status is_rounded_after(rewrite_checker *c, size_t i, const sn_tensor *a,
                                  const sn_tensor *b, bool *is)
{
    sn_spread *spreads = new_spreads(c);
    sn_agreement r = {.open = true};
    for (int draw = 1; r.open; draw++) {
        SN_TRY(measure(c, 1, draw, spreads));
        sn_agree(b, a, &spreads[i], c->scratch, &r);
    }
    *is = r.verdict != SN_DIFFERENT;
    return SN_OK;
}

/* Whether the side before overflows: something that it computes is infinite which is finite on
 * inputs in [-1, 1]. Beyond that the order of the same operations decides what comes out. What is
 * infinite there, too, is meant so (a mask, the log of 0). */
static bool overflows(rewrite_checker *c, sn_flavour flavour)
{
    bool is = false;
    for (size_t i = 0; i < c->order.n; i++) {
        const sn_node *n = c->order.v[i];
        for (uint16_t k = 0; c->needed[0][i] && k < n->n_out; k++) {
            const sn_tensor *t = sn_map_get_u64(c->values, n->out[k]->id);
            if (!t || !sn_is_infinite(t)) continue;
            if (flavour == SN_FLAVOUR_UNIT) sn_map_put_u64(c->infinite, n->out[k]->id, c);
            is = is || !sn_map_has_u64(c->infinite, n->out[k]->id);
        }
    }
    return is;
}

/* *equal: as far as rounding goes. *says: false where nothing is learnt of some result: rounding
 * alone does so much here, or all of it is not a number. */
static sn_status compare(rewrite_checker *c, bool *equal, bool *says)
{
    sn_spread *spreads = new_spreads(c);
    bool untold = false;
    *equal = *says = true;
    for (size_t i = 0; i < c->region->n; i++) {
        const sn_tensor *a = tensor_of(c, c->region->before[i]),
                        *b = tensor_of(c, c->region->after[i]);
        sn_agreement r;
        if (!a || !b) {
            c->out->why = "a value was not computed";
            *equal = false;
            return SN_OK;
        }
        sn_agree(a, b, &spreads[i], c->scratch, &r);
        while (r.open) {
            SN_TRY(measure(c, 0, spreads[i].n_draws + 1, spreads));
            sn_agree(a, b, &spreads[i], c->scratch, &r);
        }
        untold = untold || r.verdict == SN_INCONCLUSIVE;
        if (r.verdict == SN_INCONCLUSIVE) continue; /* another result may still differ */
        if (r.verdict == SN_SAME) {
            if (r.distance > c->out->distance) c->out->distance = r.distance;
            continue;
        }
        if (c->overflows) {
            c->overflowed = true;
            *says = false;
            return SN_OK;
        }
        c->out->why = sn_agreement_why(&r, a, b, c->arena);
        if (r.distance > c->out->distance) c->out->distance = r.distance;
        bool rounded;
        SN_TRY(is_rounded_after(c, i, a, b, &rounded));
        const bool measured = spreads[i].largest > 0;
        *equal = rounded;
        if (rounded && measured) c->loose_why = c->out->why, c->loose_rounded = true;
        if (rounded) c->out->why = NULL;
        if (rounded && !measured) continue; /* nothing but padding, say: 0, and what is left of 0 */
        *says = !rounded;
        return SN_OK;
    }
    *says = !untold;
    c->told_nothing = c->told_nothing || untold;
    return SN_OK;
}

/* Whether the values of the side before have the sizes that are proved of them: what reads them, or
 * read them once, may say more than the region does (a convolution's weights tell how many channels
 * it is given). */
static bool keeps_proofs(const rewrite_checker *c)
{
    for (size_t i = 0; i < c->order.n; i++) {
        const sn_node *n = c->order.v[i];
        for (uint16_t k = 0; c->needed[0][i] && k < n->n_out; k++) {
            const sn_value *v = n->out[k];
            const sn_tensor *t = tensor_of(c, v);
            if (t && sn_shape_differ(c->region->graph->dims, &t->shape, &v->shape)) return false;
        }
    }
    return true;
}

/* One choice of shapes, one flavour. *valid: the side before works on it. */
static sn_status attempt(rewrite_checker *c, sn_flavour flavour, bool *valid, bool *equal)
{
    sn_arena_mark mark = sn_arena_save(c->scratch);
    c->values = sn_map_create(c->scratch);
    *equal = true;
    sn_status status = feed(c, flavour, valid);
    if (status == SN_OK && *valid) {
        status = run_side(c, 0);
        if (status == SN_E_SHAPE || status == SN_E_UNSUPPORTED) {
            sn_ctx_clear_error(c->ctx);
            *valid = false;
            status = SN_OK;
        }
    }
    if (!c->shrunk && status == SN_OK && *valid) *valid = keeps_proofs(c);
    if (status == SN_OK && *valid) {
        const double distance = c->out->distance;
        c->overflows = overflows(c, flavour);
        status = run_side(c, 1);
        const bool refused = status == SN_E_SHAPE;
        if (status == SN_OK) {
            status = compare(c, equal, valid);
            if (!*valid) c->out->distance = distance;
        } else if (refused) {
            c->out->why = sn_arena_strdup(c->arena, sn_ctx_error(c->ctx));
            sn_ctx_clear_error(c->ctx);
            *equal = false;
            status = SN_OK;
        }
        if (!*equal && (c->independent || c->shrunk)) {
            /* The rewrite may rest on what this attempt gave up: where relations between sizes
             * went, it mostly does. */
            const bool counts = !refused || !c->independent;
            if (counts && c->shrunk) c->shrunk_why = c->out->why;
            if (counts && !c->shrunk) c->loose_why = c->out->why, c->loose_rounded = false;
            c->out->why = NULL;
            c->out->distance = distance;
            *equal = true;
            *valid = false;
        }
    }
    forget(c, 0);
    sn_arena_restore(c->scratch, mark);
    return status;
}

/* Tries shapes of one rank (for values without one) until WANTED were run with every flavour. Sizes
 * deep in a network are expressions like floordiv(h+1,16)-6, which small numbers for h make
 * negative: where the first half of the attempts finds nothing, the second half draws every size by
 * itself. */
static sn_status try_rank(rewrite_checker *c, int rank)
{
    c->rank = rank;
    int n_run = 0;
    for (int i = 0; i < ATTEMPTS && n_run < WANTED && c->out->equal; i++) {
        c->seed = (uint64_t)(rank * 1000 + i + 1);
        c->shrink = i % 2 == 0;
        c->independent = i >= ATTEMPTS / 2 && n_run == 0;
        c->max_elements = i < ATTEMPTS / 4 || (i >= ATTEMPTS / 2 && i < 3 * ATTEMPTS / 4)
                              ? FEW_ELEMENTS
                              : MAX_ELEMENTS;
        c->shrunk = false;
        bool valid = true;
        for (int f = 0; f < SN_N_FLAVOURS && valid && c->out->equal; f++) {
            bool equal = true;
            SN_TRY(attempt(c, (sn_flavour)f, &valid, &equal));
            if (!valid) break;
            c->out->checked = true;
            c->out->equal = equal;
            c->out->n_trials++;
        }
        n_run += valid;
        c->n_faithful += valid && !c->independent && !c->shrunk;
        c->n_whole += valid && !c->shrunk;
        if (!c->free.n) break;
    }
    return SN_OK;
}

/* Sizes that are proved and large were made smaller, and the sides were not the same there: the
 * rewrite may rest on them, so that it is run at them. */
static sn_status try_whole(rewrite_checker *c, int rank)
{
    c->rank = rank;
    c->shrink = c->independent = false;
    c->max_elements = WHOLE_ELEMENTS;
    for (int i = 0; i < WHOLE_ATTEMPTS && !c->n_whole && c->out->equal; i++) {
        bool valid = true, equal = true;
        c->seed = (uint64_t)(rank * 1000 + i + 1);
        c->shrunk = false;
        SN_TRY(attempt(c, SN_FLAVOUR_UNIT, &valid, &equal));
        if (!valid) continue;
        c->out->checked = true;
        c->out->equal = equal;
        c->out->n_trials++;
        c->n_whole++;
        c->n_faithful++;
    }
    return SN_OK;
}

static sn_status try_ranks(rewrite_checker *c, sn_status (*try)(rewrite_checker *, int rank))
{
    for (int rank = 1; rank <= MAX_RANK; rank++) {
        SN_TRY(try(c, rank));
        if (!c->any_unknown_rank) break;
    }
    return SN_OK;
}

sn_status sn_check_region(void *user, const sn_region *region, sn_arena *arena,
                          sn_check_result *out)
{
    (void)user;
    rewrite_checker c = {.region = region, .ctx = region->graph->ctx, .arena = arena, .out = out};
    c.scratch = sn_arena_create(c.ctx);
    c.order.arena = c.scratch;
    c.free.arena = c.scratch;
    c.sizes.arena = c.scratch;
    c.kept.arena = arena;
    c.infinite = sn_map_create(arena);
    c.limits = sn_map_create(arena);
    *out = (sn_check_result){.equal = true};
    for (size_t i = 0; i < region->n; i++) {
        visit(&c, region->before[i]);
        visit(&c, region->after[i]);
    }
    note_quotients(&c);
    mark_needed(&c, 0, region->before);
    mark_needed(&c, 1, region->after);
    sn_status status = SN_OK;
    for (size_t i = 0; i < c.order.n; i++) {
        if (!sn_node_evaluates(c.order.v[i]) && !is_constant_node(c.order.v[i])) {
            out->why = sn_arena_printf(arena, "%s cannot be evaluated", c.order.v[i]->op->name);
            sn_arena_destroy(c.scratch);
            return SN_OK;
        }
    }
    status = try_ranks(&c, try_rank);
    if (status == SN_OK && c.shrunk_why && !c.n_whole) status = try_ranks(&c, try_whole);
    /* Where nothing speaks for the rewrite, what speaks against it counts. */
    const bool loose = c.loose_why && !c.n_faithful, shrunk = c.shrunk_why && !c.n_whole;
    if (status == SN_OK && out->equal && (loose || shrunk)) {
        out->checked = true;
        out->equal = false;
        out->inexact = !shrunk && c.loose_rounded;
        out->why = shrunk ? c.shrunk_why : c.loose_why;
    }
    if (status == SN_OK && !out->checked)
        out->why =
            c.overflowed ? "it overflowed on every input tried"
            : c.told_nothing
                ? "on every input tried a result was not a number, or roundings moved it too far"
                : "no shapes were found on which it runs";
    sn_arena_destroy(c.scratch);
    return status;
}
