/* SPDX-License-Identifier: Apache-2.0
 *
 * What speaks against results that agree, and the verdict. */
#include "ref/comparer.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "ref/filters.h"

enum { SHORT = 64 }; /* elements of an output that all should vary */

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
        for (uint16_t i = 0; i < n->n_in && !is; i++)
            is = reads_contents(n, i) && fed[sn_in(n, i)->id];
        for (uint16_t i = 0; i < n->n_out; i++) fed[n->out[i]->id] = is;
    }
    return fed;
}

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

/* A result that depends on the inputs, was the same in every run, and neither what makes it up was
 * seen to agree nor all that is inside. */
static bool is_dull(comparer *c, const compared *e)
{
    if (!e->is_output || !e->first || e->n_varied || !sn_tensor_count(e->first)) return false;
    if (end_of(c, e->name, NULL, false) || sn_inner_is_complete(c->inner)) return false;
    const sn_node *output = sn_graph_output(c->a);
    for (unsigned i = 0; i < output->n_in; i++) {
        if (strcmp(sn_text_or_none(sn_output_name(output, i)), e->name) != 0) continue;
        if (!c->fed) c->fed = find_fed(c);
        return c->fed[sn_in(output, i)->id];
    }
    return false;
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

/* The first channel that no run told of; -1: there is none. */
static int64_t untold(const compared *e)
{
    for (int64_t k = 0; k < e->n_channels; k++) {
        if (!e->tells[k]) return k;
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

bool sn_comparer_wants_more(comparer *c)
{
    for (size_t i = 0; i < c->list.n; i++) {
        const compared *e = &c->list.v[i];
        int64_t n = e->is_output && e->first ? sn_tensor_count(e->first) : 0;
        if (n <= SHORT && e->n_varied < n && !end_of(c, e->name, NULL, false)) return true;
        if (c->options->bound <= 0 && e->seen && (untold(e) >= 0 || is_dull(c, e))) return true;
    }
    return false;
}

static const char *quoted(comparer *c, const char *name)
{
    return sn_arena_printf(c->arena, "'%s'", sn_escape(c->scratch, name));
}

/* Why results that agree do not say that the networks are the same; NULL: they do. *name: of what
 * speaks against it; *by_name: it has that name in both, and so should be the same. */
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
            return sn_arena_printf(
                c->arena, "output %s was the same for %d different inputs, which decides nothing",
                quoted(c, e->name), n_runs);
        if (e->seen && !plain && !e->is_end && is_excused_often(e, n_runs))
            return sn_arena_printf(c->arena, "%s is off for %d of %d inputs, where %s",
                                   quoted(c, e->name), e->n_excused, n_runs,
                                   e->beyond ? "the first network overflows"
                                             : "it hangs on a function that jumps");
        if (e->seen && !plain && !e->is_end && untold(e) >= 0)
            return sn_arena_printf(c->arena,
                                   "roundings alone move channel %lld of %s by more than %g of its "
                                   "size for all of %d inputs",
                                   (long long)untold(e), quoted(c, e->name),
                                   SN_TELLS_UP_TO / SN_TIMES_MEASURED, n_runs);
    }
    sn_inner_finding f = {0};
    *name = NULL;
    *by_name = !plain && sn_inner_found(c->inner, true, c->arena, &f);
    if (plain || (!*by_name && !sn_inner_found(c->inner, false, c->arena, &f) &&
                  !sn_filters_found(c->inner, c->a, c->b, c->arena, &f)))
        return NULL;
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

void sn_comparer_conclude(comparer *c, sn_compare_result *out)
{
    judge_rests(c);
    summarise(c, out);
    if (out->verdict == SN_DIFFERENT) {
        out->first_different = sn_arena_strdup(
            c->arena, sn_inner_first_beyond(c->inner, c->options->bound, &out->first_distance));
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
