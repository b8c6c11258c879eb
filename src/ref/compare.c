/* SPDX-License-Identifier: Apache-2.0
 *
 * Whole networks: `a` is run first and what is compared is kept by key; then `b` is run on the same feeds.
 *
 * Layers that cannot be evaluated are boundaries: what goes into them is compared, what comes out is made up from a seed, the same
 * on both sides. What goes into layers that sort or cut off by value (detections) is compared as well, and their
 * results are not: a difference in the last bit may turn two boxes around.
 *
 * A distance beyond the bound is not yet a difference: `a` is run once more on the same feeds, off by roundings (ref/noise.h), and what
 * that does to a tensor, times SN_TIMES_MEASURED, is allowed. Where that is so much that agreeing would say nothing, or where only `b` is
 * so far off by roundings, the run decides nothing about that tensor: some other must.
 *
 * An output that does not vary says nothing: behind a dead ReLU or a saturated sigmoid any two networks agree. So more inputs are
 * tried, and an output that stays the same in all runs is told as undecided, unless what stands before its last activation
 * agrees too. */
#include "ref/compare.h"

#include <math.h>
#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "ir/region.h"
#include "ops/eval.h"
#include "ref/agree.h"
#include "ref/noise.h"
#include "ref/run.h"
#include "ref/shapes.h"

enum {
    MOST_RUNS = 12, /* while an output is undecided */
    SHORT = 64,     /* elements of an output that all should vary */
};

typedef struct compared {
    const char *name;
    const sn_tensor *expected; /* of the set of inputs that runs; held */
    sn_shape shape;
    double distance;
    const char *why;
    const sn_tensor *got;  /* of b, of the set of inputs that runs; held */
    double now, off[2];    /* of that set: distance, and what rounding alone makes of a and of b */
    double noise;          /* largest */
    bool differs;          /* in some run, beyond what is allowed */
    bool decided;          /* some run said that it does not */
    bool seen; /* on the other side */
    bool is_output;
    bool behind;            /* what stands before the activation that makes an output */
    const char *of;         /* ... that output's name */
    const sn_tensor *first; /* of an output: its contents in the first run; held */
    bool *varied;           /* by element: it was something else in a later run */
    int64_t n_varied;
} compared;

typedef enum side { SIDE_A, SIDE_B, SIDE_A_OFF, SIDE_B_OFF /* by roundings */ } side;

typedef struct comparer {
    sn_ctx *ctx;
    sn_arena *arena;   /* of the result */
    sn_arena *scratch; /* of this comparison */
    sn_arena *kept_arena; /* of this comparison, for what stays over several runs */
    const sn_compare_options *options;
    const sn_graph *a, *b; /* a at some size */
    const char *side;
    const bool *fed; /* by value id of a, once it is wanted */
    sn_map *by_name; /* name -> compared + 1 index */
    SN_VEC(compared) list;
    SN_VEC(const sn_tensor *) made; /* up for boundaries, held */
    sn_map *made_by_key;
    SN_VEC(const char *) boundaries;
    sn_map *boundary_names;
    sn_map *input_of_a; /* numbered name -> index + 1 */
    sn_map *seen_names, *ordinals; /* of the side that runs: layers met by name; node id -> how many had the name before */
    side on;
    sn_noise noise[2]; /* of a, of b */
    uint64_t seed;
    sn_flavour flavour;
    /* tracing */
    sn_map *kept; /* value name -> tensor, held */
    SN_VEC(const sn_tensor *) held;
    double bound;
    const char *first;
    double first_distance;
} comparer;

static bool has_any(const sn_op *op, unsigned traits) { return (op->traits & traits) != 0; }

static compared *find(comparer *c, const char *name)
{
    size_t index = (size_t)(uintptr_t)sn_map_get(c->by_name, name);
    return index ? &c->list.v[index - 1] : NULL;
}

/* On side a: remembers t under the name. On side b: compares. Off by roundings: measures what they do. */
static sn_status meet(comparer *c, const char *name, const sn_tensor *t)
{
    compared *e = find(c, name);
    if (c->on == SIDE_A) {
        if (!e) {
            compared fresh = {.name = sn_arena_strdup(c->arena, name)};
            SN_PUSH(c->list, fresh);
            sn_map_put(c->by_name, name, (void *)(uintptr_t)c->list.n);
            e = &c->list.v[c->list.n - 1];
        }
        sn_tensor_retain(t);
        sn_tensor_release(e->expected);
        e->expected = t;
        e->shape = t->shape;
        e->seen = false;
        e->now = e->off[0] = e->off[1] = 0;
        return SN_OK;
    }
    if (!e || !e->expected) return SN_OK;
    const char *why = NULL;
    int64_t at = 0;
    if (c->on != SIDE_B) {
        const bool b = c->on == SIDE_B_OFF;
        const sn_tensor *clean = b ? e->got : e->expected;
        if (clean) e->off[b] = fmax(e->off[b], sn_tensor_distance(clean, t, c->scratch, &why, &at));
        return SN_OK;
    }
    double d = sn_tensor_distance(e->expected, t, c->arena, &why, &at);
    sn_tensor_retain(t);
    sn_tensor_release(e->got);
    e->got = t;
    e->seen = true;
    e->now = fmax(e->now, d);
    if (d > e->distance || why) e->distance = d;
    if (why && !e->why) e->why = why;
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
        SN_TRY(meet(c, node_key(c, n, "input", i), in[i]));
    }
    return SN_OK;
}

/* The outside name of the result that n's first output is, or NULL. */
static const char *result_name(const sn_node *n)
{
    const sn_value *v = n->n_out ? n->out[0] : NULL;
    const sn_node *output = sn_graph_output(n->graph);
    if (!v || !sn_value_is_result(v)) return NULL;
    for (unsigned i = 0; i < output->n_in; i++) {
        if (sn_in(output, i) == v) return sn_output_name(output, i);
    }
    return NULL;
}

/* What stands before the activation that makes a result: the input of an activation, or the layer without the one in its slot. */
static sn_status look_behind(comparer *c, const sn_node *n, const sn_tensor *const *in)
{
    sn_act act = {0};
    bool is_act = n->op->as_act && n->op->as_act(n, &act).is == SN_YES;
    bool has_act = n->op->has_act && n->op->eval && sn_node_act(n)->kind != SN_ACT_NONE && n->n_out == 1;
    const char *name = is_act || has_act ? result_name(n) : NULL;
    if (!name) return SN_OK;
    const char *key = sn_arena_printf(c->scratch, "%s before its activation", name);
    const sn_tensor *t = in[0];
    if (has_act) {
        sn_node plain = *n;
        plain.params = sn_params_copy(n->op->params, n->op->params_bytes, n->params, c->scratch);
        *sn_node_act(&plain) = (sn_act){0};
        SN_TRY(sn_eval_node_as_run(c->ctx, c->scratch, sn_dims_create(c->scratch), &plain, in, &t));
    }
    sn_status status = t && t->buf ? meet(c, key, t) : SN_OK;
    if (has_act) sn_tensor_release(t);
    compared *e = find(c, key);
    if (e) {
        e->behind = true;
        e->of = sn_arena_strdup(c->arena, name);
    }
    return status;
}

static sn_status before(void *user, const sn_node *n, const sn_tensor *const *in)
{
    comparer *c = user;
    if (has_any(n->op, SN_TRAIT_SELECTS)) return meet_inputs(c, n, in);
    return look_behind(c, n, in);
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
    return sn_disturb(&c->noise[c->on == SIDE_B_OFF], v, t);
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

/* Marks the elements of an output that are not what they were in the first run. */
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
    for (int64_t i = 0; i < n; i++) {
        if (e->varied[i] || sn_tensor_at(t, i) == sn_tensor_at(e->first, i) || isnan(sn_tensor_at(t, i))) continue;
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
            status = meet(c, name, results[i]);
            compared *e = find(c, name);
            if (e) e->is_output = true;
            if (e && on == SIDE_A) note_variation(c, e);
        }
        sn_tensor_release(results[i]);
    }
    for (size_t i = 0; i < n_feeds; i++) sn_tensor_release(feeds[i]);
    return status;
}

static bool is_beyond(const comparer *c, const compared *e) { return isfinite(e->now) && e->now > c->bound; }

/* Whether what rounding does to a (0) or b (1) is as much as the distance. */
static bool is_rounding(const compared *e, int of) { return e->now <= SN_TIMES_MEASURED * e->off[of]; }

/* Where a is exactly the same with rounding (0 in windows over padding alone, say), b may be what is left of terms that cancel. */
static bool is_explained(const compared *e)
{
    return e->off[0] > 0 ? is_rounding(e, 0) && e->off[0] < SN_SAYS_NOTHING : is_rounding(e, 1);
}

/* Runs one of them off by roundings, until that is as much as the distances of all that is beyond the bound and not explained yet. */
static sn_status measure(comparer *c, int of)
{
    sn_run_hooks hooks = {.user = c, .missing = missing, .before = before, .change = disturb, .progress = progress};
    c->side = "measuring rounding";
    for (int draw = 1; draw <= SN_MEASUREMENTS; draw++) {
        bool open = false;
        for (size_t i = 0; i < c->list.n; i++) {
            const compared *e = &c->list.v[i];
            open = open || (is_beyond(c, e) && !is_rounding(e, 0) && !is_rounding(e, of));
        }
        if (!open) return SN_OK;
        c->noise[of].draw = draw;
        SN_TRY(run_side(c, of ? c->b : c->a, of ? SIDE_B_OFF : SIDE_A_OFF, &hooks));
    }
    return SN_OK;
}

/* Of the set of inputs that ran: which tensors differ by more than the bound and what rounding explains. */
static sn_status judge(comparer *c)
{
    if (c->options->bound <= 0) SN_TRY(measure(c, 0));
    if (c->options->bound <= 0) SN_TRY(measure(c, 1));
    for (size_t i = 0; i < c->list.n; i++) {
        compared *e = &c->list.v[i];
        const bool within = e->now <= c->bound, beyond = is_beyond(c, e);
        if (!within) e->noise = fmax(e->noise, fmax(e->off[0], e->off[1]));
        if (within || (beyond && is_explained(e))) {
            e->decided = true;
        } else if (!beyond || !(is_rounding(e, 0) || is_rounding(e, 1))) {
            e->differs = true;
        }
    }
    return SN_OK;
}

static sn_status run_both(comparer *c, int round)
{
    sn_run_hooks hooks = {.user = c, .missing = missing, .before = before, .progress = progress};
    c->flavour = (sn_flavour)(round % SN_N_FLAVOURS);
    c->seed = c->options->seed * 7919 + (uint64_t)round * 101 + 1;
    c->side = "before";
    SN_TRY(run_side(c, c->a, SIDE_A, &hooks));
    c->side = "after";
    SN_TRY(run_side(c, c->b, SIDE_B, &hooks));
    for (size_t i = 0; i < c->list.n; i++) {
        compared *e = &c->list.v[i];
        if (e->seen || e->why || e->behind) continue;
        e->distance = e->now = INFINITY;
        e->why = "it is not there any more";
    }
    return judge(c);
}

/* ---- tracing ---------------------------------------------------------------------------------------------- */

static sn_status keep(void *user, const sn_value *v, const sn_tensor *t)
{
    comparer *c = user;
    if (!v->name || sn_map_has(c->kept, v->name)) return SN_OK;
    sn_tensor_retain(t);
    SN_PUSH(c->held, t);
    sn_map_put(c->kept, v->name, (void *)t);
    return SN_OK;
}

static sn_status trace(void *user, const sn_value *v, const sn_tensor *t)
{
    comparer *c = user;
    const sn_tensor *expected = v->name ? sn_map_get(c->kept, v->name) : NULL;
    if (c->first || !expected || is_selection(v)) return SN_OK;
    const char *why = NULL;
    int64_t at = 0;
    double d = sn_tensor_distance(expected, t, c->scratch, &why, &at);
    if (d > c->bound || why) {
        c->first = sn_arena_strdup(c->arena, v->name);
        c->first_distance = d;
    }
    return SN_OK;
}

static sn_status find_first(comparer *c)
{
    sn_run_hooks a = {.user = c, .missing = missing, .before = before, .seen = keep, .progress = progress};
    sn_run_hooks b = {.user = c, .missing = missing, .before = before, .seen = trace, .progress = progress};
    c->side = "tracing";
    c->kept = sn_map_create(c->scratch);
    SN_TRY(run_side(c, c->a, SIDE_A, &a));
    return run_side(c, c->b, SIDE_B, &b);
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

/* An output that depends on the inputs and was the same in every run. */
static bool is_dull(comparer *c, const compared *e)
{
    if (!e->is_output || !e->first || e->n_varied || !sn_tensor_count(e->first)) return false;
    const sn_node *output = sn_graph_output(c->a);
    for (unsigned i = 0; i < output->n_in; i++) {
        if (strcmp(text_of(sn_output_name(output, i)), e->name) != 0) continue;
        if (!c->fed) c->fed = find_fed(c);
        return c->fed[sn_in(output, i)->id];
    }
    return false;
}

/* An output that never varied, unless what stands before its activation agrees; NULL: none. *behind: that differs. */
static const char *undecided(comparer *c, bool *behind)
{
    for (size_t i = 0; i < c->list.n; i++) {
        const compared *e = &c->list.v[i];
        if (!is_dull(c, e)) continue;
        const compared *before_act = find(c, sn_arena_printf(c->scratch, "%s before its activation", e->name));
        bool seen = before_act && before_act->seen;
        if (seen && !before_act->differs && before_act->decided) continue;
        *behind = seen;
        return e->name;
    }
    return NULL;
}

/* Whether more inputs are worth a run: an output is undecided, or a short one has elements that never varied, or rounding alone
 * decided so far. */
static bool wants_more(comparer *c)
{
    bool behind;
    for (size_t i = 0; i < c->list.n; i++) {
        const compared *e = &c->list.v[i];
        int64_t n = e->is_output && e->first ? sn_tensor_count(e->first) : 0;
        if ((n <= SHORT && e->n_varied < n) || (!e->differs && !e->decided)) return true;
    }
    return undecided(c, &behind) != NULL;
}

static void summarise(comparer *c, sn_compare_result *out)
{
    sn_compared *list = SN_NEW_N(c->arena, sn_compared, c->list.n);
    out->equal = true;
    out->n_compared = 0;
    for (size_t i = 0; i < c->list.n; i++) {
        const compared *e = &c->list.v[i];
        if (e->behind) continue;
        list[out->n_compared++] = (sn_compared){e->name, e->shape, e->distance, e->why, e->noise, !e->differs && e->decided};
        out->n_outputs += e->is_output;
        if (e->distance > out->worst) out->worst = e->distance;
        if (e->noise > out->noise) out->noise = e->noise;
        if (e->differs || !e->decided) out->equal = false;
    }
    out->compared = list;
    out->n_boundaries = c->boundaries.n;
    SN_VEC(const char *) names = SN_VEC_IN(c->arena);
    for (size_t i = 0; i < c->boundaries.n; i++) SN_PUSH(names, c->boundaries.v[i]);
    out->boundaries = names.v;
}

static sn_status run_all(comparer *c, sn_compare_result *out)
{
    int n = c->options->n_inputs ? c->options->n_inputs : SN_N_FLAVOURS;
    for (int i = 0; i < n || (i < MOST_RUNS && wants_more(c)); i++) {
        sn_status status = run_both(c, i);
        if (status == SN_E_UNSUPPORTED || status == SN_E_SHAPE) {
            if (c->on == SIDE_B && status == SN_E_SHAPE) return status;
            out->why_not = sn_arena_strdup(c->arena, sn_ctx_error(c->ctx));
            sn_ctx_clear_error(c->ctx);
            return SN_OK;
        }
        SN_TRY(status);
        out->n_runs++;
    }
    summarise(c, out);
    if (!out->n_outputs && out->equal && c->boundaries.n) {
        out->why_not = sn_arena_printf(c->arena, "every output hangs on %s, which cannot be run",
                                       sn_escape(c->arena, c->boundaries.v[0]));
        return SN_OK;
    }
    if (!c->list.n) {
        out->why_not = "there is nothing to compare";
        return SN_OK;
    }
    bool behind = false;
    const char *dull = undecided(c, &behind);
    if (dull && out->equal) {
        out->why_not = sn_arena_printf(c->arena, "output '%s' was the same for %d different inputs, which decides nothing%s",
                                       sn_escape(c->arena, dull), out->n_runs,
                                       behind ? "; before its last activation the two differ" : "");
        return SN_OK;
    }
    out->ran = true;
    if (!out->equal && c->options->trace) {
        SN_TRY(find_first(c));
        out->first_different = c->first;
        out->first_distance = c->first_distance;
    }
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
    for (size_t i = 0; i < c->held.n; i++) sn_tensor_release(c->held.v[i]);
}

sn_status sn_compare(const sn_graph *a, const sn_graph *b, const sn_compare_options *options, sn_arena *arena,
                     sn_compare_result *out)
{
    comparer c = {.ctx = a->ctx, .arena = arena, .options = options, .b = b};
    c.scratch = sn_arena_create(a->ctx);
    c.kept_arena = sn_arena_create(a->ctx);
    c.list.arena = c.made.arena = c.boundaries.arena = c.held.arena = c.scratch;
    c.by_name = sn_map_create(c.scratch);
    c.made_by_key = sn_map_create(c.scratch);
    c.boundary_names = sn_map_create(c.scratch);
    *out = (sn_compare_result){0};
    bool halves_a = sn_stores_halves(a), halves_b = sn_stores_halves(b);
    out->bound = options->bound > 0     ? options->bound
                 : halves_a != halves_b ? SN_BOUND_STORAGE
                 : halves_a             ? SN_BOUND_F16
                                        : SN_BOUND_F32;
    c.bound = out->bound;
    sn_graph *sized = NULL;
    sn_status status = same_interface(&c, a, b);
    if (status == SN_OK) status = sn_graph_at_some_size(a, &sized, &out->guessed);
    if (status == SN_OK && !sized) {
        out->why_not = "no input sizes were found at which it runs; give them with --input NAME=SIZES";
    } else if (status == SN_OK) {
        c.a = sized;
        sn_noise_init(&c.noise[0], c.scratch, sized, b, false);
        sn_noise_init(&c.noise[1], c.scratch, b, sized, true);
        describe_shapes(&c, out);
        status = run_all(&c, out);
    }
    release_all(&c);
    sn_graph_destroy(sized);
    sn_arena_destroy(c.kept_arena);
    sn_arena_destroy(c.scratch);
    return status;
}
