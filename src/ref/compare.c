/* SPDX-License-Identifier: Apache-2.0
 *
 * Whole networks: `a` is run first and what is compared is kept by key; then `b` is run on the same feeds; then `a` off by roundings
 * (ref/noise.h), as often as something is not explained. ref/agree.h says what agrees. Every set of inputs counts.
 *
 * Layers that cannot be evaluated are boundaries: what goes into them is compared, what comes out is made up from a seed, the same
 * on both sides. What goes into layers that sort or cut off by value (detections) is compared as well, and their
 * results are not: a difference in the last bit may turn two boxes around.
 *
 * Results that agree are not enough: behind a dead ReLU or a saturated sigmoid any two networks agree. So both are run with their
 * activations out of the slots (ref/unfuse.h), what goes into functions of one value that make a result is compared, too, and so are
 * inner values (ref/inner.h). Where those speak against it, where roundings move a channel of a result so far in every run that nothing was
 * learnt of it, or where a result never varied, the comparison is inconclusive. */
#include "ref/compare.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "ops/eval.h"
#include "ref/agree.h"
#include "ref/filters.h"
#include "ref/halves.h"
#include "ref/inner.h"
#include "ref/noise.h"
#include "ref/run.h"
#include "ref/shapes.h"
#include "ref/unfuse.h"

enum {
    MOST_RUNS = 12, /* while an output is undecided */
    SHORT = 64,     /* elements of an output that all should vary */
};

#define VARIES 0x1p-16 /* of the largest element: what moves by less between two runs may as well have stood still */

typedef struct compared {
    const char *name;
    const sn_tensor *expected, *got; /* of the set of inputs that runs; held */
    sn_spread spread;                /* of that set */
    sn_spread halves[2];             /* the same of what rounding weights to halves does, on either side */
    sn_agreement now;                /* of that set */
    sn_shape shape;
    double distance, noise, share;   /* largest */
    const char *why;
    bool differs;            /* in some run */
    const char *slightly;    /* why, of the only run in which it was off by no more than SN_SLIGHTLY; NULL: there was none */
    sn_rests rests;          /* of all runs */
    const char *why_rest;    /* of the first run in which more seemed to be left of zeros than may be */
    int n_excused;           /* runs in which it was off, but the first network overflows, or few elements may have jumped */
    bool beyond;             /* in some run it was off where the first network overflows */
    bool seen;               /* on the other side */
    bool steps;              /* hangs on nodes that jump */
    bool is_output, is_end;  /* is_end: what goes into a function that makes an output */
    const char *of, *part;   /* ... that output's name; which part of it */
    int64_t n_channels;
    bool *tells;             /* by channel: some run told of it */
    const sn_tensor *first;  /* of an output: its contents in the first run; held */
    bool *varied;            /* by element: it was something else in a later run */
    int64_t n_varied;
} compared;

typedef enum side { SIDE_A, SIDE_B, SIDE_A_OFF /* by roundings */, SIDE_A_HALVES /* weights off as halves are */, SIDE_B_HALVES } side;

typedef struct comparer {
    sn_ctx *ctx;
    sn_arena *arena;   /* of the result */
    sn_arena *scratch; /* of this comparison */
    sn_arena *kept_arena; /* of this comparison, for what stays over several runs */
    sn_arena *round;   /* of one set of inputs */
    const sn_compare_options *options;
    const sn_graph *a, *b; /* a at some size; activations are nodes of their own in both */
    const char *side;
    const bool *fed, *steps; /* by value id of a; fed: once it is wanted */
    sn_map *ends[2];   /* value id -> sn_end, of a, of b */
    sn_map *by_name; /* name -> compared + 1 index */
    SN_VEC(compared) list;
    SN_VEC(const sn_tensor *) made; /* up for boundaries, held */
    sn_map *made_by_key;
    SN_VEC(const char *) boundaries;
    sn_map *boundary_names;
    sn_map *input_of_a; /* numbered name -> index + 1 */
    sn_map *seen_names, *ordinals; /* of the side that runs: layers met by name; node id -> how many had the name before */
    side on;
    sn_noise noise;
    const sn_map *halves[2]; /* of a, and those that b has new (ref/halves.h); NULL: that explains nothing */
    sn_inner *inner;
    uint64_t seed;
    sn_flavour flavour;
    sn_map *infinite; /* ids of values of a with infinities in them on inputs in [-1, 1], which are meant (masks, log of 0) */
    bool overflows; /* another value of a has some on other inputs: in another order of the same operations it need not, so what is off is
                       neither a difference nor agreement */
    bool differs; /* something does: no more sets of inputs are needed */
    bool slightly[SN_N_INPUT_FLAVOURS]; /* by kind of inputs: something was slightly off for the first time */
} comparer;

static bool has_any(const sn_op *op, unsigned traits) { return (op->traits & traits) != 0; }

static bool runs_b(const comparer *c) { return c->on == SIDE_B || c->on == SIDE_B_HALVES; }

static compared *find(const comparer *c, const char *name)
{
    size_t index = (size_t)(uintptr_t)sn_map_get(c->by_name, name);
    return index ? &c->list.v[index - 1] : NULL;
}

/* On side a: remembers t under the name. On side b: what is to be compared with it. Off by roundings: measures what they do. */
static sn_status meet(comparer *c, const char *name, const sn_value *v, const sn_tensor *t)
{
    compared *e = find(c, name);
    if (c->on == SIDE_A) {
        if (!e) {
            compared fresh = {.name = sn_arena_strdup(c->arena, name), .steps = v && c->steps[v->id]};
            SN_PUSH(c->list, fresh);
            sn_map_put(c->by_name, name, (void *)(uintptr_t)c->list.n);
            e = &c->list.v[c->list.n - 1];
        }
        sn_tensor_retain(t);
        sn_tensor_release(e->expected);
        e->expected = t;
        e->shape = t->shape;
        e->seen = false;
        e->spread = e->halves[0] = e->halves[1] = (sn_spread){.steps = e->steps};
        e->now = (sn_agreement){0};
        return SN_OK;
    }
    if (!e || !e->expected) return SN_OK;
    if (c->on != SIDE_B) {
        const bool b = c->on == SIDE_B_HALVES;
        if (b && !e->got) return SN_OK;
        sn_spread_add(c->on == SIDE_A_OFF ? &e->spread : &e->halves[b], b ? e->got : e->expected, t, c->round);
        return SN_OK;
    }
    sn_tensor_retain(t);
    sn_tensor_release(e->got);
    e->got = t;
    e->seen = true;
    return SN_OK;
}

/* Names of layers and inputs need not be unique: the first of a name is "name", the second "name (2)". */
static const char *numbered(sn_map *seen, sn_arena *arena, const char *name)
{
    uintptr_t n = (uintptr_t)sn_map_get(seen, name) + 1;
    sn_map_put(seen, name, (void *)n);
    return n == 1 ? name : sn_arena_printf(arena, "%s (%u)", name, (unsigned)n);
}

static const char *layer_key(comparer *c, const sn_node *n)
{
    const char *key = sn_map_get_u64(c->ordinals, n->id);
    if (key) return key;
    key = numbered(c->seen_names, c->scratch, n->name ? n->name : n->op->name);
    sn_map_put_u64(c->ordinals, n->id, (void *)key);
    return key;
}

static const char *node_key(comparer *c, const sn_node *n, const char *what, unsigned slot)
{
    return sn_arena_printf(c->scratch, "%s %u of %s", what, slot, layer_key(c, n));
}

/* All but weights, constants that are made by nodes, too: what is computed on one side may have been folded on the other. */
static sn_status meet_inputs(comparer *c, const sn_node *n, const sn_tensor *const *in)
{
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *v = sn_in(n, i);
        if (!in[i] || !in[i]->buf || v->kind != SN_RESULT) continue;
        if (in[i]->type == SN_TYPE_UNKNOWN) continue;
        SN_TRY(meet(c, node_key(c, n, "input", i), runs_b(c) ? NULL : v, in[i]));
    }
    return SN_OK;
}

static sn_status before(void *user, const sn_node *n, const sn_tensor *const *in)
{
    comparer *c = user;
    return has_any(n->op, SN_TRAIT_SELECTS) ? meet_inputs(c, n, in) : SN_OK;
}

static bool is_infinite(const sn_tensor *t)
{
    bool is = false;
    if (t->type != SN_TYPE_f32 || t->coding != SN_PLAIN || !t->buf) return false;
    const float *v = sn_tensor_f32(t);
    for (int64_t i = 0, n = sn_tensor_count(t); i < n && !is; i++) is = isinf(v[i]);
    return is;
}

static sn_status seen(void *user, const sn_value *v, const sn_tensor *t)
{
    comparer *c = user;
    if (c->on == SIDE_A && !c->overflows && is_infinite(t)) {
        if (c->flavour == SN_FLAVOUR_UNIT) sn_map_put_u64(c->infinite, v->id, c);
        c->overflows = !sn_map_has_u64(c->infinite, v->id);
    }
    static const sn_inner_side sides[] = {SN_INNER_A, SN_INNER_B, SN_INNER_NOISY, SN_INNER_A_HALVES, SN_INNER_B_HALVES};
    for (const sn_end *end = sn_map_get_u64(c->ends[runs_b(c)], v->id); end && t->buf; end = end->next) {
        compared *e = find(c, end->key);
        if (runs_b(c) && (!e || !e->expected || !sn_shape_equal(&e->shape, &t->shape))) continue;
        SN_TRY(meet(c, end->key, runs_b(c) ? NULL : v, t));
        e = find(c, end->key);
        if (e) e->is_end = true;
        if (e && !e->of) e->of = sn_arena_strdup(c->arena, end->of), e->part = sn_arena_strdup(c->arena, end->part);
    }
    return sn_inner_see(c->inner, sides[c->on], v, t);
}

/* *out stays NULL where the size is not known: what hangs on it is not run then. */
static sn_status make_up(comparer *c, const sn_node *n, uint16_t slot, const sn_tensor **out)
{
    const sn_value *v = n->out[slot];
    if (!sn_shape_known(&v->shape)) return SN_OK;
    sn_type type = v->type == SN_TYPE_UNKNOWN ? SN_TYPE_f32 : v->type;
    return sn_random_tensor(c->ctx, type, &v->shape, c->seed + slot + 991, SN_FLAVOUR_UNIT, sn_integer_limit(v), out);
}

static sn_status missing(void *user, const sn_node *n, const sn_tensor *const *in, const sn_tensor **out)
{
    comparer *c = user;
    SN_TRY(meet_inputs(c, n, in));
    const char *name = layer_key(c, n);
    if (!sn_map_has(c->boundary_names, name)) {
        sn_map_put(c->boundary_names, name, c);
        SN_PUSH(c->boundaries, sn_arena_strdup(c->arena, name));
    }
    for (uint16_t i = 0; i < n->n_out; i++) {
        const char *key = node_key(c, n, "output", i);
        const sn_tensor *t = sn_map_get(c->made_by_key, key);
        if (!t && c->on == SIDE_A) {
            SN_TRY(make_up(c, n, i, &t));
            if (t) SN_PUSH(c->made, t);
            if (t) sn_map_put(c->made_by_key, key, (void *)t);
        }
        if (t) sn_tensor_retain(t);
        out[i] = t;
    }
    bool all = true;
    for (uint16_t i = 0; i < n->n_out; i++) all = all && out[i];
    for (uint16_t i = 0; i < n->n_out && !all; i++) {
        sn_tensor_release(out[i]);
        out[i] = NULL;
    }
    return SN_OK;
}

static void progress(void *user, uint32_t n_done, uint32_t n_total)
{
    comparer *c = user;
    if (c->options->progress) c->options->progress(c->options->user, c->side, n_done, n_total);
}

static sn_status disturb(void *user, const sn_value *v, const sn_tensor **t)
{
    comparer *c = user;
    return sn_disturb(&c->noise, v, t);
}

/* ---- one set of inputs ----------------------------------------------------------------------------------- */

static const char *text_of(const char *name) { return name ? name : ""; }

/* Feeds for g, by the names of a's inputs. same_interface has seen to it that each has one. */
static sn_status make_feeds(comparer *c, const sn_graph *g, const sn_tensor ***feeds, size_t *n_feeds)
{
    size_t n_a = 0;
    sn_value **of_a = sn_graph_inputs(c->a, c->scratch, &n_a);
    sn_value **mine = sn_graph_inputs(g, c->scratch, n_feeds);
    sn_map *seen = sn_map_create(c->scratch);
    *feeds = SN_NEW_N(c->scratch, const sn_tensor *, *n_feeds);
    for (size_t i = 0; i < *n_feeds; i++) {
        const char *key = numbered(seen, c->scratch, text_of(mine[i]->name));
        size_t k = (size_t)(uintptr_t)sn_map_get(c->input_of_a, key);
        SN_CHECK(c->ctx, k && k <= n_a, SN_E_INTERNAL, "input '%s' has no feed", key);
        const sn_value *v = of_a[k - 1];
        SN_TRY(sn_random_tensor(c->ctx, v->type, &v->shape, c->seed + k - 1, c->flavour, sn_integer_limit(v),
                                &(*feeds)[i]));
    }
    return SN_OK;
}

static double largest_of(const sn_tensor *t)
{
    double largest = 0;
    for (int64_t i = 0, n = sn_tensor_count(t); i < n; i++) {
        const double v = fabs(sn_tensor_at(t, i));
        if (v < (double)FLT_MAX && v > largest) largest = v; /* the largest over padding alone is -FLT_MAX */
    }
    return largest;
}

/* Marks the elements of an output that are not what they were in the first run: by more than roundings do, and than the last bits of
 * what is large in it. */
static void note_variation(comparer *c, compared *e)
{
    const sn_tensor *t = e->expected;
    int64_t n = sn_tensor_count(t);
    if (!e->first) {
        e->first = t;
        sn_tensor_retain(t);
        e->varied = SN_NEW_N(c->kept_arena, bool, n);
        return;
    }
    if (!sn_shape_equal(&e->first->shape, &t->shape)) return;
    const double last_bits = VARIES * fmax(largest_of(t), largest_of(e->first));
    for (int64_t i = 0; i < n; i++) {
        const double was = sn_tensor_at(e->first, i), is = sn_tensor_at(t, i), by = fabs(is - was);
        const double noise = e->spread.most ? (double)e->spread.most[i] : 0;
        if (e->varied[i] || was == is || isnan(is) || by <= last_bits || by <= SN_TIMES_MEASURED * noise) continue;
        e->varied[i] = true;
        e->n_varied++;
    }
}

static bool is_selection(const sn_value *v) { return v && v->def && has_any(v->def->op, SN_TRAIT_SELECTS); }

static sn_status run_side(comparer *c, const sn_graph *g, side on, const sn_run_hooks *hooks)
{
    c->on = on;
    c->seen_names = sn_map_create(c->scratch);
    c->ordinals = sn_map_create(c->scratch);
    const sn_tensor **feeds = NULL;
    size_t n_feeds = 0;
    const sn_node *output = sn_graph_output(g);
    const sn_tensor **results = SN_NEW_N(c->scratch, const sn_tensor *, output->n_in);
    sn_status status = make_feeds(c, g, &feeds, &n_feeds);
    if (status == SN_OK) status = sn_run_graph(g, feeds, n_feeds, hooks, results);
    for (uint16_t i = 0; i < output->n_in; i++) {
        if (status == SN_OK && results[i] && !is_selection(sn_in(output, i))) {
            const char *name = text_of(sn_output_name(output, i));
            status = meet(c, name, runs_b(c) ? NULL : sn_in(output, i), results[i]);
            compared *e = find(c, name);
            if (e) e->is_output = true;
        }
        sn_tensor_release(results[i]);
    }
    for (size_t i = 0; i < n_feeds; i++) sn_tensor_release(feeds[i]);
    return status;
}

/* ---- judging ----------------------------------------------------------------------------------------------- */

static void judge_plainly(comparer *c, compared *e)
{
    const char *why = NULL;
    int64_t at = 0;
    e->now = (sn_agreement){.distance = sn_tensor_distance(e->expected, e->got, c->arena, &why, &at), .why = why, .at = at};
    if (why || e->now.distance > c->options->bound) e->now.verdict = SN_DIFFERENT;
}

/* Whether more draws of roundings may explain something. */
static bool judge_all(comparer *c)
{
    bool open = false;
    for (size_t i = 0; i < c->list.n; i++) {
        compared *e = &c->list.v[i];
        if (!e->seen || !e->expected) continue;
        if (c->options->bound > 0) {
            judge_plainly(c, e);
        } else if (!e->spread.n_draws || e->now.open) {
            const double most = e->is_end || !c->halves[0] ? INFINITY : SN_HARMLESS * largest_of(e->expected);
            const sn_spread spread = sn_spread_beside(&e->spread, &e->halves[0], &e->halves[1], e->expected, most, c->round);
            sn_agree(e->expected, e->got, &spread, c->round, &e->now);
            open = open || e->now.open;
        }
    }
    return open;
}

static void note(comparer *c, compared *e)
{
    const sn_agreement *r = &e->now;
    if (r->distance > e->distance) e->distance = r->distance;
    if (e->spread.n_draws && r->noise > e->noise) e->noise = r->noise;
    const bool later = r->verdict == SN_DIFFERENT && r->only_rests && !c->overflows; /* judged with what the other runs show */
    const bool slight = r->verdict == SN_DIFFERENT && !later && !c->overflows && r->share <= SN_SLIGHTLY && c->options->bound <= 0;
    if (slight && !e->differs && !e->slightly) {
        e->slightly = sn_arena_strdup(c->arena, r->why);
        c->slightly[c->flavour] = true;
        return;
    }
    if (r->share > e->share && !later) e->share = r->share;
    sn_rests_add(&e->rests, r, c->kept_arena);
    if (later) {
        if (!e->why_rest) e->why_rest = sn_arena_strdup(c->arena, r->why);
    } else if (r->verdict == SN_DIFFERENT && !e->differs && !c->overflows) {
        e->differs = true;
        e->why = sn_arena_strdup(c->arena, r->why);
    }
    if (r->excused || (r->verdict == SN_DIFFERENT && c->overflows)) {
        e->n_excused++;
        e->beyond = e->beyond || c->overflows;
        return;
    }
    if (!e->tells && r->tells) {
        e->n_channels = r->n_channels;
        e->tells = SN_NEW_N(c->kept_arena, bool, r->n_channels + 1);
    }
    for (int64_t k = 0; r->tells && r->n_channels == e->n_channels && k < e->n_channels; k++) e->tells[k] = e->tells[k] || r->tells[k];
    if (e->is_output) note_variation(c, e);
    if (e->differs && !e->is_end && c->options->bound <= 0) c->differs = true; /* with a bound the distance of all runs is asked for */
}

/* Once more, off by roundings. */
static sn_status measure(comparer *c, int draw, const sn_run_hooks *hooks)
{
    c->noise.draw = draw;
    c->noise.halves = NULL;
    SN_TRY(run_side(c, c->a, SIDE_A_OFF, hooks));
    for (int b = 0; c->halves[0] && b < 2; b++) {
        c->noise.halves = c->halves[b];
        SN_TRY(run_side(c, b ? c->b : c->a, b ? SIDE_B_HALVES : SIDE_A_HALVES, hooks));
    }
    return SN_OK;
}

/* Of the set of inputs that ran on both sides: measures what roundings do as long as that may explain something. */
static sn_status judge(comparer *c)
{
    sn_run_hooks hooks = {.user = c, .missing = missing, .before = before, .seen = seen, .change = disturb, .progress = progress};
    c->side = "measuring rounding";
    for (int draw = 1;; draw++) {
        const bool open = judge_all(c), inner = sn_inner_judge(c->inner);
        if (draw > SN_MEASUREMENTS || !(open || inner)) break;
        if (c->options->bound > 0) continue; /* what is inside is looked at, nothing is measured */
        SN_TRY(measure(c, draw, &hooks));
    }
    if (sn_inner_end(c->inner, !c->overflows)) c->slightly[c->flavour] = true;
    for (size_t i = 0; i < c->list.n; i++) {
        if (c->list.v[i].seen && c->list.v[i].expected) note(c, &c->list.v[i]);
    }
    return SN_OK;
}

static sn_flavour flavour_of(int round)
{
    static const sn_flavour order[] = {SN_FLAVOUR_UNIT, SN_FLAVOUR_SMOOTH, SN_FLAVOUR_LARGE, SN_FLAVOUR_MIXED, SN_FLAVOUR_EVEN};
    return round < SN_N_INPUT_FLAVOURS ? order[round] : (sn_flavour)(round % SN_N_FLAVOURS);
}

static sn_status run_both(comparer *c, int round, sn_flavour flavour)
{
    sn_run_hooks hooks = {.user = c, .missing = missing, .before = before, .seen = seen, .progress = progress};
    sn_arena_destroy(c->round);
    c->round = NULL;
    c->round = sn_arena_create(c->ctx);
    c->flavour = flavour;
    c->seed = c->options->seed * 7919 + (uint64_t)round * 101 + 1;
    sn_inner_begin(c->inner);
    c->side = "before";
    c->overflows = false;
    SN_TRY(run_side(c, c->a, SIDE_A, &hooks));
    c->side = "after";
    SN_TRY(run_side(c, c->b, SIDE_B, &hooks));
    for (size_t i = 0; i < c->list.n; i++) {
        compared *e = &c->list.v[i];
        if (e->seen || e->why || e->is_end) continue;
        e->distance = INFINITY;
        e->why = "it is not there any more";
        e->differs = c->differs = true;
    }
    return judge(c);
}

/* ---- the whole --------------------------------------------------------------------------------------------- */

/* Every key of `mine` is in `others`. */
static sn_status all_there(comparer *c, const char *what, const char *where, const char *const *mine, size_t n_mine,
                           const char *const *others, size_t n_others)
{
    sn_map *there = sn_map_create(c->scratch), *seen = sn_map_create(c->scratch);
    for (size_t i = 0; i < n_others; i++) sn_map_put(there, numbered(seen, c->scratch, others[i]), c);
    seen = sn_map_create(c->scratch);
    for (size_t i = 0; i < n_mine; i++) {
        const char *key = numbered(seen, c->scratch, mine[i]);
        SN_CHECK(c->ctx, sn_map_has(there, key), SN_E_ARG, "%s '%s' is missing in the %s network", what,
                 sn_escape(c->scratch, key), where);
    }
    return SN_OK;
}

static sn_status same_names(comparer *c, const char *what, bool exact, const char *const *a, size_t n_a,
                            const char *const *b, size_t n_b)
{
    SN_TRY(all_there(c, what, "second", a, n_a, b, n_b));
    return exact ? all_there(c, what, "first", b, n_b, a, n_a) : SN_OK;
}

static const char **input_names(comparer *c, const sn_graph *g, size_t *n)
{
    sn_value **values = sn_graph_inputs(g, c->scratch, n);
    const char **names = SN_NEW_N(c->scratch, const char *, *n);
    for (size_t i = 0; i < *n; i++) names[i] = text_of(values[i]->name);
    return names;
}

static const char **output_names(comparer *c, const sn_node *output)
{
    const char **names = SN_NEW_N(c->scratch, const char *, output->n_in);
    for (unsigned i = 0; i < output->n_in; i++) names[i] = text_of(sn_output_name(output, i));
    return names;
}

static sn_status same_interface(comparer *c, const sn_graph *a, const sn_graph *b)
{
    size_t n_a = 0, n_b = 0;
    const char **in_a = input_names(c, a, &n_a), **in_b = input_names(c, b, &n_b);
    SN_TRY(same_names(c, "input", true, in_a, n_a, in_b, n_b));
    sn_map *seen = sn_map_create(c->scratch);
    c->input_of_a = sn_map_create(c->scratch);
    for (size_t i = 0; i < n_a; i++) {
        sn_map_put(c->input_of_a, numbered(seen, c->scratch, in_a[i]), (void *)(uintptr_t)(i + 1));
    }
    const sn_node *oa = sn_graph_output(a), *ob = sn_graph_output(b);
    SN_CHECK(c->ctx, oa && ob, SN_E_ARG, "a network without outputs cannot be compared");
    return same_names(c, "output", c->options->exact_outputs, output_names(c, oa), oa->n_in,
                      output_names(c, ob), ob->n_in);
}

static void describe_shapes(comparer *c, sn_compare_result *out)
{
    SN_VEC(const char *) list = SN_VEC_IN(c->arena);
    size_t n = 0;
    sn_value **inputs = sn_graph_inputs(c->a, c->scratch, &n);
    for (size_t i = 0; i < n; i++) {
        sn_str s;
        sn_str_init(&s, c->arena);
        sn_str_addf(&s, "%s=", inputs[i]->name ? sn_escape(c->scratch, inputs[i]->name) : "");
        sn_shape_print(c->a->dims, &inputs[i]->shape, &s);
        SN_PUSH(list, s.s);
    }
    out->shapes = list.v;
    out->n_shapes = list.n;
}

static bool reads_contents(const sn_node *n, uint16_t slot)
{
    return sn_in(n, slot) && !(n->op->reads_shape_only && n->op->reads_shape_only(n, slot));
}

/* By value id: which values of a depend on anything that is fed. */
static const bool *find_fed(comparer *c)
{
    bool *fed = SN_NEW_N(c->kept_arena, bool, c->a->n_ids);
    SN_EACH_NODE(n, c->a)
    {
        bool is = sn_op_has(n->op, SN_TRAIT_INPUT);
        for (uint16_t i = 0; i < n->n_in && !is; i++) is = reads_contents(n, i) && fed[sn_in(n, i)->id];
        for (uint16_t i = 0; i < n->n_out; i++) fed[n->out[i]->id] = is;
    }
    return fed;
}

/* What goes into a function that makes this result or part of it, and agreed or not; part NULL: any. */
static const compared *end_of(const comparer *c, const char *output, const char *part, bool differing)
{
    for (size_t i = 0; i < c->list.n; i++) {
        const compared *e = &c->list.v[i];
        if (!e->is_end || !e->of || !e->seen || e->differs != differing || strcmp(e->of, output) != 0) continue;
        if (!part || strcmp(e->part, part) == 0) return e;
    }
    return NULL;
}

/* A result that depends on the inputs, was the same in every run, and neither what makes it up was seen to agree nor all that is inside. */
static bool is_dull(comparer *c, const compared *e)
{
    if (!e->is_output || !e->first || e->n_varied || !sn_tensor_count(e->first)) return false;
    if (end_of(c, e->name, NULL, false) || sn_inner_is_complete(c->inner)) return false;
    const sn_node *output = sn_graph_output(c->a);
    for (unsigned i = 0; i < output->n_in; i++) {
        if (strcmp(text_of(sn_output_name(output, i)), e->name) != 0) continue;
        if (!c->fed) c->fed = find_fed(c);
        return c->fed[sn_in(output, i)->id];
    }
    return false;
}

/* It goes into a function that makes an output and differs, nothing else on the way from it to the output agrees, and a channel of the
 * output never varied: the function may hide it. Rewrites may move a shift out of a softmax and the like; that alone says nothing. */
static bool is_hidden(const comparer *c, const compared *e)
{
    if (!e->is_end || !e->differs || !e->part || end_of(c, e->of, e->part, false)) return false;
    const compared *output = find(c, e->of);
    return output && output->first && sn_has_unmarked_channel(output->first, output->varied, c->scratch);
}

/* The first channel that no run told of; -1: there is none. */
static int64_t untold(const compared *e)
{
    for (int64_t k = 0; k < e->n_channels; k++) {
        if (!e->tells[k]) return k;
    }
    return -1;
}

/* It was off in runs that do not count: where it jumps, in more of them than a few elements by the way; in a short one, in any. */
static bool is_excused_often(const compared *e, int n_runs)
{
    if (e->beyond || !e->n_excused) return e->beyond;
    return sn_shape_count(&e->shape) <= SHORT || 2 * e->n_excused > n_runs;
}

/* Whether more inputs are worth a run. */
static bool wants_more(comparer *c)
{
    for (size_t i = 0; i < c->list.n; i++) {
        const compared *e = &c->list.v[i];
        int64_t n = e->is_output && e->first ? sn_tensor_count(e->first) : 0;
        if (n <= SHORT && e->n_varied < n && !end_of(c, e->name, NULL, false)) return true;
        if (c->options->bound <= 0 && e->seen && (untold(e) >= 0 || is_dull(c, e))) return true;
    }
    return false;
}

static const char *quoted(comparer *c, const char *name) { return sn_arena_printf(c->arena, "'%s'", sn_escape(c->scratch, name)); }

/* Why results that agree do not say that the networks are the same; NULL: they do. *name: of what speaks against it; *by_name: it has
 * that name in both, and so should be the same. */
static const char *doubt(comparer *c, int n_runs, const char **name, bool *by_name)
{
    const bool plain = c->options->bound > 0;
    for (size_t i = 0; i < c->list.n; i++) {
        const compared *e = &c->list.v[i];
        *name = e->name;
        *by_name = false;
        if (is_hidden(c, e) && !plain)
            return sn_arena_printf(c->arena, "%s differs: %s", quoted(c, e->name), e->why);
        if (is_dull(c, e))
            return sn_arena_printf(c->arena, "output %s was the same for %d different inputs, which decides nothing", quoted(c, e->name), n_runs);
        if (e->seen && !plain && !e->is_end && is_excused_often(e, n_runs))
            return sn_arena_printf(c->arena, "%s is off for %d of %d inputs, where %s", quoted(c, e->name), e->n_excused, n_runs,
                                   e->beyond ? "the first network overflows" : "it hangs on a function that jumps");
        if (e->seen && !plain && !e->is_end && untold(e) >= 0)
            return sn_arena_printf(c->arena, "roundings alone move channel %lld of %s by more than %g of its size for all of %d inputs",
                                   (long long)untold(e), quoted(c, e->name), SN_TELLS_UP_TO / SN_TIMES_MEASURED, n_runs);
    }
    sn_inner_finding f = {0};
    *name = NULL;
    *by_name = !plain && sn_inner_found(c->inner, true, c->arena, &f);
    if (plain || (!*by_name && !sn_inner_found(c->inner, false, c->arena, &f) && !sn_filters_found(c->inner, c->a, c->b, c->arena, &f))) return NULL;
    *name = f.name;
    return f.words;
}

static void summarise(comparer *c, sn_compare_result *out)
{
    sn_compared *list = SN_NEW_N(c->arena, sn_compared, c->list.n);
    out->n_compared = 0;
    for (size_t i = 0; i < c->list.n; i++) {
        const compared *e = &c->list.v[i];
        if (e->is_end) continue;
        list[out->n_compared++] = (sn_compared){e->name, e->shape, e->distance, e->why, e->noise, e->share, !e->differs};
        out->n_outputs += e->is_output;
        if (e->distance > out->worst) out->worst = e->distance;
        if (e->noise > out->noise) out->noise = e->noise;
        if (e->share > out->share) out->share = e->share;
        if (e->differs) out->verdict = SN_DIFFERENT;
    }
    out->compared = list;
    out->n_boundaries = c->boundaries.n;
    SN_VEC(const char *) names = SN_VEC_IN(c->arena);
    for (size_t i = 0; i < c->boundaries.n; i++) SN_PUSH(names, c->boundaries.v[i]);
    out->boundaries = names.v;
}

/* What is left of elements that are 0 whatever roundings do is held against the largest of all runs. */
static void judge_rests(comparer *c)
{
    for (size_t i = 0; i < c->list.n; i++) {
        compared *e = &c->list.v[i];
        for (int64_t k = 0; e->why_rest && k < e->rests.n && !e->differs; k++) e->differs = sn_rest_is_off(&e->rests, NULL, k);
        if (!e->why_rest || !e->differs || e->why) continue;
        e->why = e->why_rest;
        e->share = INFINITY;
    }
}

static void conclude(comparer *c, sn_compare_result *out)
{
    judge_rests(c);
    summarise(c, out);
    if (out->verdict == SN_DIFFERENT) {
        out->first_different = sn_arena_strdup(c->arena, sn_inner_first_beyond(c->inner, c->options->bound, &out->first_distance));
        return;
    }
    if (!out->n_outputs && c->boundaries.n) {
        out->ran = false;
        out->why_not = sn_arena_printf(c->arena, "every output hangs on %s, which cannot be run",
                                       sn_escape(c->arena, c->boundaries.v[0]));
        return;
    }
    if (!c->list.n) {
        out->ran = false;
        out->why_not = "there is nothing to compare";
        return;
    }
    const char *name = NULL;
    bool by_name = false;
    out->doubt = doubt(c, out->n_runs, &name, &by_name);
    if (!out->doubt) return;
    out->verdict = by_name && c->options->own ? SN_DIFFERENT : SN_INCONCLUSIVE;
    out->first_different = sn_arena_strdup(c->arena, name);
}

/* *can: whether the networks can be run at all. */
static sn_status run_once_more(comparer *c, sn_flavour flavour, sn_compare_result *out, bool *can)
{
    const sn_status status = run_both(c, out->n_runs, flavour);
    *can = status != SN_E_UNSUPPORTED && status != SN_E_SHAPE;
    if (*can) {
        SN_TRY(status);
        out->n_runs++;
        return SN_OK;
    }
    if (c->on == SIDE_B && status == SN_E_SHAPE) return status;
    out->why_not = sn_arena_strdup(c->arena, sn_ctx_error(c->ctx));
    sn_ctx_clear_error(c->ctx);
    return SN_OK;
}

static sn_status run_all(comparer *c, sn_compare_result *out)
{
    const int n = c->options->n_inputs ? c->options->n_inputs : SN_N_INPUT_FLAVOURS;
    bool can = true;
    while (can && !c->differs && (out->n_runs < n || (out->n_runs < MOST_RUNS && wants_more(c))))
        SN_TRY(run_once_more(c, flavour_of(out->n_runs), out, &can));
    for (int f = 0; f < SN_N_INPUT_FLAVOURS; f++) {
        for (int k = 0; k < SN_MORE_RUNS && c->slightly[f] && can && !c->differs; k++)
            SN_TRY(run_once_more(c, (sn_flavour)f, out, &can));
    }
    if (!can) return SN_OK;
    out->ran = true;
    conclude(c, out);
    out->equal = out->ran && out->verdict == SN_SAME;
    return SN_OK;
}

static void release_all(comparer *c)
{
    for (size_t i = 0; i < c->list.n; i++) {
        sn_tensor_release(c->list.v[i].expected);
        sn_tensor_release(c->list.v[i].got);
        sn_tensor_release(c->list.v[i].first);
    }
    for (size_t i = 0; i < c->made.n; i++) sn_tensor_release(c->made.v[i]);
    sn_inner_destroy(c->inner);
}

static sn_status prepare_and_run(comparer *c, sn_graph *a, sn_graph *b, sn_compare_result *out)
{
    c->a = a;
    c->b = b;
    describe_shapes(c, out);
    sn_unfuse(a);
    sn_unfuse(b);
    c->steps = sn_steps_above(a, c->kept_arena);
    c->ends[0] = sn_ends_of(a, c->kept_arena);
    c->ends[1] = sn_ends_of(b, c->kept_arena);
    c->noise = (sn_noise){.ctx = c->ctx, .storage = c->options->storage};
    c->inner = sn_inner_create(c->ctx, a);
    return run_all(c, out);
}

/* halves: what storing weights of b as halves does that were worked out from halves is allowed, too. */
static sn_status compare(const sn_graph *a, const sn_graph *b, const sn_compare_options *options, bool halves, sn_arena *arena,
                         sn_compare_result *out)
{
    comparer c = {.ctx = a->ctx, .arena = arena, .options = options};
    c.scratch = sn_arena_create(a->ctx);
    c.kept_arena = sn_arena_create(a->ctx);
    c.list.arena = c.made.arena = c.boundaries.arena = c.scratch;
    c.by_name = sn_map_create(c.scratch);
    c.made_by_key = sn_map_create(c.scratch);
    c.boundary_names = sn_map_create(c.scratch);
    c.infinite = sn_map_create(c.scratch);
    *out = (sn_compare_result){.bound = options->bound > 0 ? options->bound : 0};
    sn_graph *sized = NULL, *other = NULL;
    sn_status status = same_interface(&c, a, b);
    if (status == SN_OK) status = sn_graph_at_some_size(a, &sized, &out->guessed);
    if (status == SN_OK && !sized) {
        out->why_not = "no input sizes were found at which it runs; give them with --input NAME=SIZES";
    } else if (status == SN_OK) {
        other = sn_graph_clone(b);
        if (halves) c.halves[0] = sn_halves_of(sized, NULL, c.kept_arena);
        if (halves) c.halves[1] = sn_halves_of(other, sized, c.kept_arena);
        status = prepare_and_run(&c, sized, other, out);
    }
    release_all(&c);
    sn_graph_destroy(sized);
    sn_graph_destroy(other);
    sn_arena_destroy(c.round);
    sn_arena_destroy(c.kept_arena);
    sn_arena_destroy(c.scratch);
    return status;
}

/* Whether b has weights that may have been worked out from halves of a, and are halves again. */
static bool may_be_halves_again(const sn_graph *a, const sn_graph *b)
{
    sn_arena *scratch = sn_arena_create(a->ctx);
    const bool may = sn_halves_of(b, a, scratch) && sn_halves_of(a, NULL, scratch);
    sn_arena_destroy(scratch);
    return may;
}

sn_status sn_compare(const sn_graph *a, const sn_graph *b, const sn_compare_options *options, sn_arena *arena,
                     sn_compare_result *out)
{
    sn_compare_result r;
    SN_TRY(compare(a, b, options, false, arena, out));
    if (!out->ran || out->verdict == SN_SAME || options->bound > 0 || options->storage) return SN_OK;
    if (may_be_halves_again(a, b)) {
        SN_TRY(compare(a, b, options, true, arena, &r));
        if (r.ran && r.verdict != SN_DIFFERENT && (r.verdict == SN_SAME || out->verdict == SN_DIFFERENT)) *out = r;
    }
    if (out->verdict != SN_DIFFERENT || options->own || sn_stores_halves(a) == sn_stores_halves(b)) return SN_OK;
    sn_compare_options o = *options;
    o.storage = true;
    SN_TRY(compare(a, b, &o, false, arena, &r));
    if (r.ran && r.verdict != SN_DIFFERENT) out->explained = "storing weights in half precision";
    return SN_OK;
}
