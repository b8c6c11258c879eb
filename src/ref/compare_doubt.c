/* SPDX-License-Identifier: Apache-2.0
 *
 * What speaks against results that agree, and the verdict. */
#include "ref/comparer.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "ref/decisions.h"
#include "ref/filters.h"
#include "ref/functions.h"
#include "ref/layers.h"
#include "ref/numbers.h"
#include "ref/unfuse.h"

enum {
    SHORT = 64,  /* elements of an output that all should vary */
    DEPTH = 256, /* nodes behind a layer that is not run */
};

/* What goes into a function that makes this result or part of it, and agreed or not; part NULL:
 * any. */
static const compared *end_of(const comparer *c, const char *output, const char *part,
                              bool differing)
{
    for (size_t i = 0; i < c->list.n; i++) {
        const compared *e = &c->list.v[i];
        if (!e->is_end || !e->of || !e->seen || e->differs != differing ||
            strcmp(e->of, output) != 0)
            continue;
        if (!part || strcmp(e->part, part) == 0) return e;
    }
    return NULL;
}

/* Whether value y of b is value x of a behind layers that are not run: made by the same nodes, up
 * to values that were compared, or to layers that were. tried: pairs that were met already, which
 * are, or the answer is no. */
static bool is_the_same(comparer *c, sn_map *tried, const sn_value *x, const sn_value *y, int depth)
{
    if (!x || !y) return x == y;
    const uint64_t both = (uint64_t)x->id << 32 | y->id;
    if (sn_map_has_u64(tried, both) || sn_inner_agree(c->inner, x, y)) return true;
    sn_map_put_u64(tried, both, c);
    const sn_node *m = x->def, *n = y->def;
    if (!m || !n || x->def_slot != y->def_slot || depth == DEPTH) return m == n;
    if (m->name && n->name && strcmp(m->name, n->name) == 0 && sn_map_get(c->met, m->name) == m)
        return true;
    if (sn_op_has(m->op, SN_TRAIT_INPUT) || sn_layers_differ(m, n, c->scratch)) return false;
    for (uint16_t i = 0; i < m->n_in; i++) {
        const sn_value *v = sn_in(m, i), *w = sn_in(n, i);
        if (v && w && sn_value_is_const(v) && sn_value_is_const(w)) continue; /* compared above */
        if (!is_the_same(c, tried, v, w, depth + 1)) return false;
    }
    return true;
}

/* All that b computes is among the inner values that are compared: numbers. */
static bool all_is_seen(const comparer *c)
{
    SN_EACH_NODE(n, c->b)
    {
        if (sn_op_has(n->op, SN_TRAIT_INPUT)) continue;
        for (uint16_t i = 0; i < n->n_out; i++) {
            const sn_value *v = n->out[i];
            if (v->type == SN_TYPE_bool && !sn_value_is_const(v)) return false;
        }
    }
    return true;
}

/* A result that depends on the inputs, was the same in every run, and neither what makes it up was
 * seen to agree nor all that is inside, of which integers and bools are not seen; nor is it made by
 * the same layers in both. */
static bool is_dull(comparer *c, const compared *e)
{
    if (!e->is_output || !e->first || e->n_varied || !sn_tensor_count(e->first)) return false;
    if (end_of(c, e->name, NULL, false)) return false;
    const bool seen = sn_inner_is_complete(c->inner);
    const bool told =
        c->options->own || (sn_type_is_float(e->first->type) && (!seen || all_is_seen(c)));
    const sn_value *v = sn_comparer_output(c->a, e->name), *w = sn_comparer_output(c->b, e->name);
    if (!v || (told && seen)) return false;
    if (!c->fed) c->fed = sn_fed_values(c->a, c->kept_arena);
    return c->fed[v->id] && (told || !is_the_same(c, sn_map_create(c->scratch), v, w, 0));
}

/* It goes into a function that makes an output and differs, nothing else on the way from it to the
 * output agrees, and a channel of the output never varied: the function may hide it. Rewrites may
 * move a shift out of a softmax and the like; that alone says nothing. */
static bool is_hidden(const comparer *c, const compared *e)
{
    if (!e->is_end || !e->differs || !e->part || end_of(c, e->of, e->part, false)) return false;
    const compared *output = sn_comparer_find(c, e->of);
    return output && output->first &&
           sn_has_unmarked_channel(output->first, output->varied, c->scratch);
}

/* The first channel that no run decided; -1: there is none. */
static int64_t untold(const compared *e)
{
    for (int64_t k = 0; k < e->n_channels; k++) {
        if (!e->decides[k]) return k;
    }
    return -1;
}

/* It was off in runs that do not count: where it jumps, in more of them than a few elements by the
 * way; in a short one, in any. */
static bool is_excused_often(const compared *e, int n_runs)
{
    if (e->beyond || !e->n_excused) return e->beyond;
    return sn_shape_count(&e->shape) <= SHORT || 2 * e->n_excused > n_runs;
}

/* A body that no run entered, of a node that was worked out; NULL: there is none. What is inside
 * was not compared. */
static const sn_graph *find_unrun(const comparer *c, const sn_graph *g, const sn_node **of, int *at)
{
    SN_EACH_NODE(n, g)
    {
        if (!n->n_body || !sn_map_has_u64(c->entered, (uint64_t)(uintptr_t)n)) continue;
        for (uint16_t i = 0; i < n->n_body; i++) {
            *of = n;
            *at = i;
            if (!sn_map_has_u64(c->entered, (uint64_t)(uintptr_t)n->body[i])) return n->body[i];
            const sn_graph *inside = find_unrun(c, n->body[i], of, at);
            if (inside) return inside;
        }
    }
    return NULL;
}

static const sn_graph *unrun(const comparer *c, const sn_node **of, int *at)
{
    if (c->options->own || sn_graph_same(c->a, c->b))
        return NULL; /* rewrites inside were checked */
    const sn_graph *body = find_unrun(c, c->a, of, at);
    return body ? body : find_unrun(c, c->b, of, at);
}

static bool is_undecided(comparer *c)
{
    const sn_node *of;
    int at;
    if (unrun(c, &of, &at)) return true;
    for (size_t i = 0; i < c->list.n; i++) {
        const compared *e = &c->list.v[i];
        int64_t n = e->is_output && e->first ? sn_tensor_count(e->first) : 0;
        if (n <= SHORT && e->n_varied < n && !end_of(c, e->name, NULL, false)) return true;
        if (c->options->bound <= 0 && e->seen && (untold(e) >= 0 || is_dull(c, e))) return true;
    }
    return false;
}

/* Some function was not seen to do what it may do. Looked for once after each run. */
static sn_status functions_found(comparer *c, int n_runs, sn_inner_finding *f, bool *found)
{
    *found = false;
    if (c->options->own || c->options->bound > 0) return SN_OK;
    if (c->function.n_runs != n_runs) {
        SN_TRY(sn_functions_found(c->inner, c->a, c->b, n_runs, c->arena, &c->function.finding,
                                  &c->function.found));
        if (!c->function.found)
            SN_TRY(sn_decisions_found(c->inner, c->a, c->b, n_runs, c->arena, &c->function.finding,
                                      &c->function.found));
        c->function.n_runs = n_runs;
    }
    *f = c->function.finding;
    *found = c->function.found;
    return SN_OK;
}

sn_status sn_comparer_wants_more(comparer *c, int n_runs, bool *wants)
{
    sn_inner_finding f;
    *wants = is_undecided(c);
    return *wants ? SN_OK : functions_found(c, n_runs, &f, wants);
}

/* All that channel k of it was in the last run is not a number. */
static bool is_nan(const compared *e, int64_t k, sn_arena *scratch)
{
    const int64_t n = sn_tensor_count(e->expected);
    bool *number = SN_NEW_N(scratch, bool, n);
    for (int64_t i = 0; i < n; i++) number[i] = !isnan(sn_tensor_at(e->expected, i));
    return !sn_channel_is_marked(e->expected, number, k, scratch);
}

static const char *quoted(comparer *c, const char *name)
{
    return sn_arena_printf(c->arena, "'%s'", sn_escape(c->scratch, name));
}

/* An output that neither side computed, and that is not made by the same nodes. */
static const char *unreached(comparer *c)
{
    const sn_node *a = sn_graph_output(c->a), *b = sn_graph_output(c->b);
    for (size_t i = 0; i < c->unreached.n; i++) {
        const char *name = sn_text_or_none(sn_output_name(a, c->unreached.v[i]));
        bool same = false;
        for (unsigned k = 0; k < b->n_in && !same; k++)
            same = strcmp(sn_text_or_none(sn_output_name(b, k)), name) == 0 &&
                   is_the_same(c, sn_map_create(c->scratch), sn_in(a, c->unreached.v[i]),
                               sn_in(b, k), 0);
        if (!same) return name;
    }
    return NULL;
}

/* Roundings explain any distance of what they make no number of, as of powers of what is negative.
 */
static const char *unmeasured(comparer *c, int n_runs, const char **name)
{
    for (size_t i = 0; i < c->list.n; i++) {
        const compared *e = &c->list.v[i];
        if (!e->is_output || !e->n_unmeasured) continue;
        *name = e->name;
        return sn_arena_printf(
            c->arena,
            "%s is far off for %d of %d inputs, where roundings alone make it no "
            "number",
            quoted(c, e->name), e->n_unmeasured, n_runs);
    }
    return NULL;
}

/* Why results that agree do not say that the networks are the same; NULL: they do. *name: of what
 * speaks against it; *by_name: it has that name in both, and so should be the same. */
static const char *doubt(comparer *c, int n_runs, const char **name, bool *by_name)
{
    const bool plain = c->options->bound > 0;
    *name = NULL;
    *by_name = false;
    if (c->other_layer) return c->other_layer;
    const sn_node *of;
    int at;
    if (unrun(c, &of, &at))
        return sn_arena_printf(c->arena, "body '%s' of %s was not run for any of %d inputs",
                               of->op->bodies[at], quoted(c, sn_text_or_none(of->name)), n_runs);
    const char *output = c->options->own ? NULL : unreached(c);
    if (output)
        return sn_arena_printf(c->arena,
                               "output %s cannot be computed, nor is it made by the same layers: "
                               "it depends on %s",
                               quoted(c, output),
                               c->boundaries.n ? quoted(c, c->boundaries.v[0])
                                               : "a layer that cannot be run");
    for (size_t i = 0; i < c->list.n; i++) {
        const compared *e = &c->list.v[i];
        *name = e->name;
        *by_name = false;
        if (is_hidden(c, e) && !plain)
            return sn_arena_printf(c->arena, "%s differs: %s", quoted(c, e->name), e->why);
        if (is_dull(c, e))
            return sn_arena_printf(
                c->arena, "output %s was the same for %d different inputs, which decides nothing",
                quoted(c, e->name), n_runs);
        if (e->seen && !plain && !e->is_end && is_excused_often(e, n_runs))
            return sn_arena_printf(c->arena, "%s is off for %d of %d inputs, where %s",
                                   quoted(c, e->name), e->n_excused, n_runs,
                                   e->beyond ? "the first network overflows"
                                             : "it depends on a discontinuous function");
        if (!e->seen || plain || e->is_end || untold(e) < 0) continue;
        if (!is_nan(e, untold(e), c->scratch))
            return sn_arena_printf(c->arena,
                                   "roundings alone move channel %lld of %s by more than %g of its "
                                   "size for all of %d inputs",
                                   (long long)untold(e), quoted(c, e->name),
                                   SN_DECIDES_UP_TO / SN_TIMES_MEASURED, n_runs);
        if (!c->options->own) /* rewrites have kept what they found */
            return sn_arena_printf(c->arena,
                                   "channel %lld of %s is not a number for any of %d inputs",
                                   (long long)untold(e), quoted(c, e->name), n_runs);
    }
    for (int k = 0; k < 2 && !plain && !c->options->own && !c->options->storage; k++) {
        if (c->to_halves[0][k] != c->to_halves[1][k])
            return sn_arena_printf(c->arena, "only the %s network rounds numbers to %s on the way",
                                   c->to_halves[0][k] ? "first" : "second", k ? "bf16" : "f16");
    }
    sn_inner_finding f = {0};
    *name = NULL;
    *by_name = !plain && sn_inner_found(c->inner, true, c->arena, &f);
    if (plain || (!*by_name && !sn_inner_found(c->inner, false, c->arena, &f) &&
                  !sn_filters_found(c->inner, c->a, c->b, c->arena, &f)))
        return plain || c->options->own ? NULL : unmeasured(c, n_runs, name);
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
        list[out->n_compared++] =
            (sn_compared){e->name, e->shape, e->distance, e->why, e->noise, e->share, !e->differs};
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

/* What is left of elements that are 0 whatever roundings do is held against the largest of all
 * runs. */
static void judge_rests(comparer *c)
{
    for (size_t i = 0; i < c->list.n; i++) {
        compared *e = &c->list.v[i];
        for (int64_t k = 0; e->why_rest && k < e->rests.n && !e->differs; k++)
            e->differs = sn_rest_is_off(&e->rests, NULL, k);
        if (!e->why_rest || !e->differs || e->why) continue;
        e->why = e->why_rest;
        e->share = INFINITY;
    }
}

/* All that distinguishes them is one number, or some of one constant, and no input reveals it; or
 * several, and what jumps behind them may hide what they do. */
static const char *unseen_cause(comparer *c, int n_runs)
{
    const bool asked = c->asks_cause && !c->options->own && c->options->bound <= 0;
    const char *what = asked ? sn_shared_cause(c->shared, c->arena) : NULL;
    const int n = asked && c->jumps ? sn_shared_n_causes(c->shared) : 0;
    if (what)
        return sn_arena_printf(c->arena, "%s is another, which shows for none of %d inputs", what,
                               n_runs);
    if (n < 2) return NULL;
    return sn_arena_printf(c->arena,
                           "%d constants are others, and the discontinuous functions that depend "
                           "on them may hide it",
                           n);
}

sn_status sn_comparer_conclude(comparer *c, sn_compare_result *out)
{
    judge_rests(c);
    summarise(c, out);
    out->uncounted = c->options->own ? NULL : c->uncounted;
    if (out->verdict == SN_DIFFERENT) {
        out->first_different = sn_arena_strdup(
            c->arena, sn_inner_first_beyond(c->inner, c->options->bound, &out->first_distance));
        return SN_OK;
    }
    if (!out->n_outputs && c->boundaries.n) {
        out->ran = false;
        out->why_not = sn_arena_printf(c->arena, "every output depends on %s, which cannot be run",
                                       sn_escape(c->arena, c->boundaries.v[0]));
        return SN_OK;
    }
    if (!c->list.n) {
        out->ran = false;
        out->why_not = "there is nothing to compare";
        return SN_OK;
    }
    const char *name = NULL;
    bool by_name = false;
    out->doubt = doubt(c, out->n_runs, &name, &by_name);
    sn_inner_finding f = {0};
    bool found = false;
    if (!out->doubt) SN_TRY(functions_found(c, out->n_runs, &f, &found));
    if (!out->doubt && !found && !c->options->own && c->options->bound <= 0)
        found = sn_numbers_found(c->inner, c->b, c->arena, &f);
    if (found) out->doubt = f.words, name = f.name;
    if (!out->doubt) out->doubt = unseen_cause(c, out->n_runs);
    if (!out->doubt) return SN_OK;
    out->verdict = by_name && c->options->own ? SN_DIFFERENT : SN_INCONCLUSIVE;
    out->first_different = sn_arena_strdup(c->arena, name);
    return SN_OK;
}
