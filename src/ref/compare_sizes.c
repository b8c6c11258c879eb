/* SPDX-License-Identifier: Apache-2.0
 *
 * At which sizes two networks are compared, and in what ways. */
#include "ref/compare.h"

#include <math.h>

#include "base/text.h"
#include "ref/comparer.h"
#include "ref/halves.h"
#include "ref/open_sizes.h"
#include "ref/run.h"
#include "ref/shapes.h"

enum {
    RUNS_ELSEWHERE = 2, /* at other sizes, at most */
    RUNS_AT_LONG = 4,   /* at long ones, which are light */
    MOST_AXES = 4,      /* of inputs of which no file says how many they have */
};
/* multiplications, and elements weighed as such, of a run that is not for free */
#define DEAR 3e7
/* of the work at the first sizes, what was made by rewrites is run at others for */
#define OWN_SHARE 0.5

static const char *sizes_of(const sn_graph *g, sn_arena *arena)
{
    size_t n;
    const char *const *list = sn_comparer_shapes(g, arena, &n);
    return sn_escape_all(arena, list, n);
}

/* Of the inputs of `sized` that have no rank in g, a clone at some sizes; 0: there are none. */
static int rank_chosen(const sn_graph *g, const sn_graph *sized)
{
    size_t n, m;
    int rank = 0;
    sn_arena *scratch = sn_arena_create(g->ctx);
    sn_value **open = sn_graph_inputs(g, scratch, &n), **is = sn_graph_inputs(sized, scratch, &m);
    for (size_t i = 0; i < n && i < m && !rank; i++) {
        if (open[i]->shape.rank < 0) rank = is[i]->shape.rank;
    }
    sn_arena_destroy(scratch);
    return rank;
}

/* Whether b has weights that may have been worked out from halves of a, and are halves again. */
static bool may_be_halves_again(const sn_graph *a, const sn_graph *b)
{
    sn_arena *scratch = sn_arena_create(a->ctx);
    const bool may = sn_halves_of(b, a, scratch) && sn_halves_of(a, NULL, scratch);
    sn_arena_destroy(scratch);
    return may;
}

/* ---- at several sizes ------------------------------------------------------------------------ */

/* Sizes that sinter chooses are ones that both networks take. */
typedef struct size_search {
    const sn_graph *b;
    sn_arena *arena;
    const char *refused; /* why b did not take some that a does, and at which; NULL: it took all */
    sn_map *tried;       /* sizes, as words */
} size_search;

static sn_status b_takes(void *user, const sn_graph *sized, bool *fits)
{
    size_search *s = user;
    const sn_status status = sn_graph_takes_sizes(s->b, sized, fits);
    if (status != SN_E_SHAPE) return status;
    if (!s->refused)
        s->refused = sn_arena_printf(s->arena, "at %s the second network cannot be run: %s",
                                     sizes_of(sized, s->arena), sn_ctx_error(sized->ctx));
    sn_ctx_clear_error(sized->ctx);
    return SN_OK;
}

/* The first sizes to run at: those that are given, the hints, or a guess. NULL in *at: there are
 * none. */
static sn_status find_sizes(const sn_graph *a, const sn_compare_options *options,
                            size_search *search, sn_graph **at, bool *guessed)
{
    sn_size_wish wish = {.fits = b_takes, .user = search};
    SN_TRY(sn_graph_at_some_size(a, at, guessed));
    if (!*guessed || !*at || options->own) return SN_OK;
    sn_graph *both = NULL;
    SN_TRY(sn_graph_at_chosen_size(a, &wish, &both));
    if (!both && !search->refused) return SN_OK; /* what b is there is not known: as it is */
    sn_graph_destroy(*at);
    *at = both;
    return SN_OK;
}

static void doubt_sizes(sn_compare_result *out, const char *why)
{
    out->verdict = SN_INCONCLUSIVE;
    out->equal = false;
    out->doubt = why;
}

/* How often a network is run at other sizes, which costs no more than a third of what it did at the
 * first ones, where it costs something. */
static int runs_at(const sn_graph *at, const sn_graph *first)
{
    const double cost = sn_graph_weight(at);
    const bool is_dear = cost > DEAR && RUNS_ELSEWHERE * cost > sn_graph_weight(first);
    return is_dear ? 1 : RUNS_ELSEWHERE;
}

/* At `at`, which is destroyed; NULL: nowhere. n_runs 0: as many as it is worth. *ran: both
 * networks did. */
static sn_status compare_elsewhere(const sn_graph *a, const sn_graph *first, sn_graph *at,
                                   const sn_compare_options *options, int n_runs,
                                   size_search *search, sn_compare_result *out, bool *ran)
{
    sn_compare_options o = *options;
    sn_compare_result r;
    *ran = false;
    if (!at) return SN_OK;
    o.n_inputs = n_runs ? n_runs : runs_at(at, first);
    o.no_more = true;
    const char *sizes = sizes_of(at, search->arena);
    const bool is_dear =
        options->own && sn_graph_weight(at) > fmax(DEAR, OWN_SHARE * sn_graph_weight(first));
    if (is_dear || sn_map_has(search->tried, sizes)) {
        sn_graph_destroy(at);
        return SN_OK;
    }
    sn_map_put(search->tried, sizes, search);
    const sn_status s =
        sn_comparer_compare(a, search->b, &o, (compare_way){.at = at}, search->arena, &r);
    sn_graph_destroy(at);
    if (s == SN_E_SHAPE) {
        search->refused =
            sn_arena_printf(search->arena, "at %s the second network cannot be run: %s", sizes,
                            sn_ctx_error(a->ctx));
        sn_ctx_clear_error(a->ctx);
        return SN_OK;
    }
    SN_TRY(s);
    if (!r.ran) return SN_OK;
    *ran = true;
    if (r.verdict == SN_DIFFERENT) {
        *out = r;
        out->guessed = true;
        return SN_OK;
    }
    out->elsewhere =
        out->elsewhere ? sn_arena_printf(search->arena, "%s; %s", out->elsewhere, sizes) : sizes;
    if (!out->n_runs_elsewhere || out->n_runs_elsewhere > o.n_inputs)
        out->n_runs_elsewhere = o.n_inputs;
    return SN_OK;
}

/* At another guess, of inputs of that rank; 0: of the first ones' rank. */
static sn_status compare_at_a_guess(const sn_graph *a, sn_graph *first, int rank,
                                    const sn_compare_options *options, size_search *search,
                                    sn_compare_result *out)
{
    sn_size_wish wish = {
        .rank = rank, .unlike = first, .few = true, .fits = b_takes, .user = search};
    sn_graph *at = NULL;
    bool ran;
    SN_TRY(sn_graph_at_chosen_size(a, &wish, &at));
    return compare_elsewhere(a, first, at, options, 0, search, out, &ran);
}

static sn_status compare_at_open_sizes(const sn_graph *a, sn_graph *first, sn_open_kind kind,
                                       const sn_compare_options *options, size_search *search,
                                       sn_compare_result *out, bool *ran)
{
    sn_size_wish wish = {.fits = b_takes, .user = search};
    sn_graph *at = NULL;
    SN_TRY(sn_graph_at_open_sizes(a, first, search->b, kind, &wish, &at));
    return compare_elsewhere(a, first, at, options, kind == SN_OPEN_LONG ? RUNS_AT_LONG : 0, search,
                             out, ran);
}

/* They are the same at the first sizes; at others, or of other ranks above all, at which a layer
 * does something that it does not do here, they may not be. */
static sn_status compare_at_others(const sn_graph *a, sn_graph *first,
                                   const sn_compare_options *options, size_search *search,
                                   sn_compare_result *out)
{
    const int rank = out->guessed ? rank_chosen(a, first) : 0;
    static const sn_open_kind more[] = {SN_OPEN_SHORT, SN_OPEN_ONES, SN_OPEN_LONG, SN_OPEN_CUT};
    bool ran = false, ran_more;
    SN_TRY(compare_at_open_sizes(a, first, SN_OPEN_APART, options, search, out, &ran));
    if (out->verdict != SN_SAME) return SN_OK;
    if (!ran && out->guessed) SN_TRY(compare_at_a_guess(a, first, rank, options, search, out));
    for (size_t k = 0; k < sizeof more / sizeof *more && out->verdict == SN_SAME; k++)
        SN_TRY(compare_at_open_sizes(a, first, more[k], options, search, out, &ran_more));
    for (int other = 1; rank && other <= MOST_AXES && out->verdict == SN_SAME; other++) {
        if (other != rank) SN_TRY(compare_at_a_guess(a, first, other, options, search, out));
    }
    if (search->refused && out->verdict == SN_SAME) doubt_sizes(out, search->refused);
    return SN_OK;
}

/* What was made by rewrites that were checked at other sizes each: where it is cheap. */
static sn_status compare_own_at_others(const sn_graph *a, sn_graph *first,
                                       const sn_compare_options *options, size_search *search,
                                       sn_compare_result *out)
{
    static const sn_open_kind kinds[] = {SN_OPEN_APART, SN_OPEN_SHORT, SN_OPEN_ONES};
    bool ran;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds && out->verdict == SN_SAME; k++)
        SN_TRY(compare_at_open_sizes(a, first, kinds[k], options, search, out, &ran));
    if (search->refused && out->verdict == SN_SAME) doubt_sizes(out, search->refused);
    return SN_OK;
}

/* ---- the whole, with what else may explain a difference -------------------------------------- */

static sn_status compare_all(const sn_graph *a, const sn_graph *b,
                             const sn_compare_options *options, const compare_way *way,
                             sn_arena *arena, sn_compare_result *out)
{
    sn_compare_result r;
    compare_way how = *way;
    SN_TRY(sn_comparer_compare(a, b, options, how, arena, out));
    if (!out->ran || out->verdict == SN_SAME || options->bound > 0 || options->storage)
        return SN_OK;
    if (may_be_halves_again(a, b)) {
        how.halves = true;
        SN_TRY(sn_comparer_compare(a, b, options, how, arena, &r));
        how.halves = false;
        if (r.ran && r.verdict != SN_DIFFERENT &&
            (r.verdict == SN_SAME || out->verdict == SN_DIFFERENT))
            *out = r;
    }
    if (out->verdict != SN_DIFFERENT || options->own || sn_stores_halves(a) == sn_stores_halves(b))
        return SN_OK;
    sn_compare_options o = *options;
    o.storage = true;
    SN_TRY(sn_comparer_compare(a, b, &o, how, arena, &r));
    if (r.ran && r.verdict != SN_DIFFERENT) out->explained = "storing weights in half precision";
    return SN_OK;
}

/* The first network does not run at *at after all, where contents decide (a constant index beyond a
 * batch of one): at open sizes at which it does. */
static sn_status compare_where_it_runs(const sn_graph *a, sn_graph **at, compare_way *way,
                                       const sn_compare_options *options, size_search *search,
                                       sn_compare_result *out)
{
    static const sn_open_kind kinds[] = {SN_OPEN_SHORT, SN_OPEN_APART, SN_OPEN_LONG};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds && !out->ran && out->refused; k++) {
        sn_size_wish wish = {.fits = b_takes, .user = search};
        sn_compare_result r;
        sn_graph *other = NULL;
        SN_TRY(sn_graph_at_open_sizes(a, *at, search->b, kinds[k], &wish, &other));
        if (!other) continue;
        const compare_way there = {.guessed = true, .at = other};
        const sn_status status = compare_all(a, search->b, options, &there, search->arena, &r);
        if (status != SN_OK || !r.ran) {
            sn_graph_destroy(other);
            SN_TRY(status);
            continue;
        }
        sn_graph_destroy(*at);
        *at = other;
        *way = there;
        *out = r;
    }
    return SN_OK;
}

static sn_status compare_at_sizes(const sn_graph *a, const sn_graph *b,
                                  const sn_compare_options *options, sn_arena *arena,
                                  sn_compare_result *out)
{
    size_search search = {.b = b, .arena = arena, .tried = sn_map_create(arena)};
    compare_way way = {0};
    sn_graph *at = NULL;
    sn_status status = find_sizes(a, options, &search, &at, &way.guessed);
    way.at = at;
    if (status == SN_OK) status = compare_all(a, b, options, &way, arena, out);
    if (status == SN_OK && at) status = compare_where_it_runs(a, &at, &way, options, &search, out);
    if (status == SN_OK && !at && search.refused) {
        out->ran = true;
        doubt_sizes(out, search.refused);
    } else if (status == SN_OK && out->ran && out->verdict != SN_DIFFERENT && options->own) {
        status = compare_own_at_others(a, at, options, &search, out);
    } else if (status == SN_OK && out->ran && out->verdict != SN_DIFFERENT) {
        status = compare_at_others(a, at, options, &search, out);
    }
    sn_graph_destroy(at);
    return status;
}

/* Some formats take what nobody reads for an output, so one of `of` may be a value of g that is
 * read: it becomes an output of g, too. NULL: g has them all, or lacks them. */
static sn_graph *with_outputs_of(const sn_graph *g, const sn_graph *of)
{
    const sn_node *mine = sn_graph_output(g), *others = sn_graph_output(of);
    sn_graph *clone = NULL;
    for (unsigned i = 0; mine && others && i < others->n_in; i++) {
        const char *name = sn_output_name(others, i);
        sn_value *v = NULL;
        if (!name || sn_graph_output_named(g, name)) continue;
        if (sn_graph_values_named(g, name, &v) != 1 || !v->n_uses) continue;
        if (!clone) clone = sn_graph_clone(g);
        (void)sn_graph_values_named(clone, name, &v);
        sn_graph_add_output(clone, mine->op, v, name);
    }
    return clone;
}

sn_status sn_compare(const sn_graph *a, const sn_graph *b, const sn_compare_options *options,
                     sn_arena *arena, sn_compare_result *out)
{
    sn_graph *more_a = options->exact_outputs ? with_outputs_of(a, b) : NULL,
             *more_b = with_outputs_of(b, a);
    const sn_status status =
        compare_at_sizes(more_a ? more_a : a, more_b ? more_b : b, options, arena, out);
    sn_graph_destroy(more_a);
    sn_graph_destroy(more_b);
    return status;
}
