/* SPDX-License-Identifier: Apache-2.0
 *
 * Whole networks: `a` is run first and what is compared is kept by key; then `b` is run on the same
 * feeds; then `a` off by roundings (ref/noise.h), as often as something is not explained.
 * ref/agree.h says what agrees. Every set of inputs counts.
 *
 * Layers that cannot be evaluated are boundaries: what goes into them is compared, what comes out
 * is made up from a seed, the same on both sides. What goes into layers that sort or cut off by
 * value (detections) is compared as well, and their results are not: a difference in the last bit
 * may turn two boxes around.
 *
 * Results that agree are not enough: behind a dead ReLU or a saturated sigmoid any two networks
 * agree. So both are run with their activations out of the slots (ref/unfuse.h), what goes into
 * functions of one value that make a result is compared, too, and so are inner values
 * (ref/inner.h). Where those speak against it, where roundings move a channel of a result so far in
 * every run that nothing was learnt of it, or where a result never varied, the comparison is
 * inconclusive. */
#include "ref/compare.h"

#include <math.h>

#include "base/text.h"
#include "ref/comparer.h"
#include "ref/halves.h"
#include "ref/open_sizes.h"
#include "ref/run.h"
#include "ref/shapes.h"
#include "ref/unfuse.h"

enum {
    MOST_RUNS = 12,               /* while an output is undecided */
    MOST_MORE = 4 * SN_MORE_RUNS, /* of one kind of inputs, for what was slightly off */
    RUNS_ELSEWHERE = 2,           /* at other sizes, at most */
    RUNS_AT_LONG = 4,             /* at long ones, which are light */
    MOST_AXES = 4,                /* of inputs of which no file says how many they have */
};
/* multiplications, and elements weighed as such, of a run that is not for free */
#define DEAR 3e7
/* of the work at the first sizes, what was made by rewrites is run at others for */
#define OWN_SHARE 0.5

/* ---- names and shapes ------------------------------------------------------------------------ */

/* Every key of `mine` is in `others`. */
static sn_status all_there(comparer *c, const char *what, const char *where,
                           const char *const *mine, size_t n_mine, const char *const *others,
                           size_t n_others)
{
    sn_map *there = sn_map_create(c->scratch), *seen = sn_map_create(c->scratch);
    for (size_t i = 0; i < n_others; i++)
        sn_map_put(there, sn_comparer_numbered(seen, c->scratch, others[i]), c);
    seen = sn_map_create(c->scratch);
    for (size_t i = 0; i < n_mine; i++) {
        const char *key = sn_comparer_numbered(seen, c->scratch, mine[i]);
        SN_CHECK(c->ctx, sn_map_has(there, key), SN_E_ARG,
                 "%s '%s' is missing in the %s network, which has %s; --map NAME_IN_A=NAME_IN_B "
                 "says what stands for it",
                 what, sn_escape(c->scratch, key), where,
                 n_others ? sn_escape_all(c->scratch, others, n_others) : "none");
    }
    return SN_OK;
}

static sn_status same_names(comparer *c, const char *what, bool exact, const char *const *a,
                            size_t n_a, const char *const *b, size_t n_b)
{
    SN_TRY(all_there(c, what, "second", a, n_a, b, n_b));
    return exact ? all_there(c, what, "first", b, n_b, a, n_a) : SN_OK;
}

static const char **input_names(comparer *c, const sn_graph *g, size_t *n)
{
    sn_value **values = sn_graph_inputs(g, c->scratch, n);
    const char **names = SN_NEW_N(c->scratch, const char *, *n);
    for (size_t i = 0; i < *n; i++) names[i] = sn_text_or_none(values[i]->name);
    return names;
}

/* As far as they are known. c->input_of_a is there, and has all of b. */
static sn_status same_input_types(comparer *c, const sn_graph *a, const sn_graph *b)
{
    size_t n_a = 0, n_b = 0;
    sn_value **of_a = sn_graph_inputs(a, c->scratch, &n_a);
    sn_value **of_b = sn_graph_inputs(b, c->scratch, &n_b);
    sn_map *seen = sn_map_create(c->scratch);
    for (size_t i = 0; i < n_b; i++) {
        const char *key = sn_comparer_numbered(seen, c->scratch, sn_text_or_none(of_b[i]->name));
        const sn_value *x = of_a[(uintptr_t)sn_map_get(c->input_of_a, key) - 1], *y = of_b[i];
        SN_CHECK(c->ctx,
                 x->type == y->type || x->type == SN_TYPE_UNKNOWN || y->type == SN_TYPE_UNKNOWN,
                 SN_E_ARG, "input '%s' is of type %s in the first network and of %s in the second",
                 sn_escape(c->scratch, key), sn_type_name(x->type), sn_type_name(y->type));
        SN_CHECK(c->ctx, !sn_shape_conflict(&x->shape, &y->shape), SN_E_ARG,
                 "input '%s' has other sizes in the second network than in the first",
                 sn_escape(c->scratch, key));
    }
    return SN_OK;
}

static const char **output_names(comparer *c, const sn_node *output)
{
    const char **names = SN_NEW_N(c->scratch, const char *, output->n_in);
    for (unsigned i = 0; i < output->n_in; i++)
        names[i] = sn_text_or_none(sn_output_name(output, i));
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
        sn_map_put(c->input_of_a, sn_comparer_numbered(seen, c->scratch, in_a[i]),
                   (void *)(uintptr_t)(i + 1));
    }
    SN_TRY(same_input_types(c, a, b));
    const sn_node *oa = sn_graph_output(a), *ob = sn_graph_output(b);
    SN_CHECK(c->ctx, oa && ob, SN_E_ARG, "a network without outputs cannot be compared");
    return same_names(c, "output", c->options->exact_outputs, output_names(c, oa), oa->n_in,
                      output_names(c, ob), ob->n_in);
}

/* "data=3,240,320", by input. */
static const char *const *shapes_of(const sn_graph *g, sn_arena *arena, size_t *n)
{
    sn_value **inputs = sn_graph_inputs(g, arena, n);
    const char **list = SN_NEW_N(arena, const char *, *n);
    for (size_t i = 0; i < *n; i++) {
        sn_str s;
        sn_str_init(&s, arena);
        sn_str_addf(&s, "%s=", inputs[i]->name ? sn_escape(arena, inputs[i]->name) : "");
        sn_shape_print(g->dims, &inputs[i]->shape, &s);
        list[i] = s.s;
    }
    return list;
}

static const char *sizes_of(const sn_graph *g, sn_arena *arena)
{
    size_t n;
    const char *const *list = shapes_of(g, arena, &n);
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

/* ---- the whole ------------------------------------------------------------------------------- */

/* few: of few runs, those that find most come first. */
static sn_flavour flavour_of(int round, bool few)
{
    static const sn_flavour order[] = {SN_FLAVOUR_UNIT,  SN_FLAVOUR_SMOOTH, SN_FLAVOUR_LARGE,
                                       SN_FLAVOUR_MIXED, SN_FLAVOUR_EVEN,   SN_FLAVOUR_HUGE};
    if (few && round == 1) return SN_FLAVOUR_MIXED;
    if (few && round == 3) return SN_FLAVOUR_SMOOTH;
    if (round < SN_N_FIRST_FLAVOURS) return order[round];
    return round % 2 ? (sn_flavour)(round / 2 % SN_N_FLAVOURS) : SN_FLAVOUR_FAR;
}

/* b does not take what a has taken, and has said why: they differ, unless b does not take the
 * sizes, or was made of a. */
static sn_status refused_by_b(comparer *c, sn_compare_result *out, bool *can)
{
    const char *words = sn_arena_strdup(c->arena, sn_ctx_error(c->ctx));
    bool fit = false;
    if (!c->options->own && !c->options->no_more) {
        sn_ctx_clear_error(c->ctx);
        const sn_status status = sn_graph_takes_sizes(c->b, c->a, &fit);
        if (status != SN_OK && status != SN_E_SHAPE) return status;
        if (status != SN_OK) sn_ctx_clear_error(c->ctx);
    }
    if (!fit) return sn_fail(c->ctx, SN_E_SHAPE, "%s", words);
    sn_comparer_refused(c, "second", words);
    *can = true;
    out->n_runs++;
    return SN_OK;
}

/* *can: whether the networks can be run at all. */
static sn_status run_once_more(comparer *c, sn_flavour flavour, sn_compare_result *out, bool *can)
{
    const sn_status status = sn_comparer_run(c, out->n_runs, flavour);
    *can = status != SN_E_UNSUPPORTED && status != SN_E_SHAPE;
    if (*can) {
        SN_TRY(status);
        out->n_runs++;
        return SN_OK;
    }
    if (c->on == SIDE_B && status == SN_E_SHAPE) return refused_by_b(c, out, can);
    out->why_not = sn_arena_strdup(c->arena, sn_ctx_error(c->ctx));
    sn_ctx_clear_error(c->ctx);
    return SN_OK;
}

/* Some input is read as ids, in either network, so that others are worth a run. */
static bool has_ids(const comparer *c)
{
    bool has = false;
    const sn_graph *const both[] = {c->a, c->b};
    if (c->options->own || c->options->no_more || c->options->bound > 0) return false;
    for (int k = 0; k < 2 && !has; k++) {
        SN_EACH_NODE(n, both[k])
        {
            for (uint16_t i = 0; i < n->n_out && sn_op_has(n->op, SN_TRAIT_INPUT); i++)
                has = has || (sn_type_is_integer(n->out[i]->type) && sn_feed_limit(n->out[i]) > 0);
        }
    }
    return has;
}

static sn_status run_all(comparer *c, sn_compare_result *out)
{
    const int n = c->options->n_inputs ? c->options->n_inputs : SN_N_FIRST_FLAVOURS;
    bool can = true, more = true;
    while (can && !c->differs && more) {
        SN_TRY(run_once_more(c, flavour_of(out->n_runs, c->options->no_more), out, &can));
        more = out->n_runs < n;
        if (can && !c->differs && out->n_runs == n) SN_TRY(sn_comparer_run_borders(c));
        if (can && !c->differs && !more && !c->options->no_more && out->n_runs < MOST_RUNS)
            SN_TRY(sn_comparer_wants_more(c, out->n_runs, &more));
    }
    for (int f = 0; f < SN_N_INPUT_FLAVOURS; f++) {
        int left = c->slightly[f] ? SN_MORE_RUNS : 0;
        for (int k = 0; k < MOST_MORE && left-- && can && !c->differs; k++) {
            c->slightly[f] = false;
            SN_TRY(run_once_more(c, (sn_flavour)f, out, &can));
            if (c->slightly[f]) left = SN_MORE_RUNS; /* something else was */
        }
    }
    for (sn_daring d = SN_DARES_NEGATIVE; d < SN_N_DARINGS && can && has_ids(c) && !c->differs;
         d++) {
        bool ran;
        SN_TRY(sn_comparer_dare(c, out->n_runs, d, &ran));
        out->n_runs += ran;
    }
    if (!can) return SN_OK;
    out->ran = true;
    SN_TRY(sn_comparer_conclude(c, out));
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
    for (size_t i = 0; i < c->selected.n; i++) sn_tensor_release(c->selected.v[i]->t);
    sn_comparer_forget_feeds(c);
    sn_shared_end(c->shared);
    sn_inner_destroy(c->inner);
}

static bool hangs_on_steps(const comparer *c)
{
    const sn_node *output = sn_graph_output(c->a);
    bool any = false;
    for (uint16_t i = 0; i < output->n_in; i++) any = any || c->steps[sn_in(output, i)->id];
    return any;
}

static sn_status prepare_and_run(comparer *c, sn_graph *a, sn_graph *b, sn_compare_result *out)
{
    c->a = a;
    c->b = b;
    out->shapes = shapes_of(a, c->arena, &out->n_shapes);
    sn_unfuse(a);
    sn_unfuse(b);
    c->steps = sn_steps_above(a, c->kept_arena);
    c->ends[0] = sn_ends_of(a, c->kept_arena);
    c->ends[1] = sn_ends_of(b, c->kept_arena);
    c->noise = (sn_noise){.ctx = c->ctx, .storage = c->options->storage};
    c->inner = sn_inner_create(c->ctx, a);
    c->shared = sn_shared_create(a, b, c->kept_arena);
    c->jumps = hangs_on_steps(c);
    c->has_cause = !c->halves[0] && !c->options->storage && sn_shared_has_cause(c->shared);
    return run_all(c, out);
}

/* halves: what storing weights of b as halves does that were worked out from halves is allowed,
 * too. at: a at some sizes, which are not `guessed`; NULL: there are none at which it runs. */
typedef struct compare_way {
    bool halves, guessed;
    const sn_graph *at;
} compare_way;

static sn_status compare(const sn_graph *a, const sn_graph *b, const sn_compare_options *options,
                         compare_way how, sn_arena *arena, sn_compare_result *out)
{
    comparer c = {.ctx = a->ctx, .arena = arena, .options = options};
    c.scratch = sn_arena_create(a->ctx);
    c.kept_arena = sn_arena_create(a->ctx);
    c.list.arena = c.feeds.arena = c.made.arena = c.boundaries.arena = c.unreached.arena =
        c.selected.arena = c.scratch;
    c.by_name = sn_map_create(c.scratch);
    c.made_by_key = sn_map_create(c.scratch);
    c.boundary_names = sn_map_create(c.scratch);
    c.infinite = sn_map_create(c.scratch);
    c.met = sn_map_create(c.scratch);
    c.selections = sn_map_create(c.scratch);
    c.entered = sn_map_create(c.scratch);
    *out = (sn_compare_result){.bound = options->bound > 0 ? options->bound : 0,
                               .guessed = how.guessed};
    sn_graph *sized = NULL, *other = NULL;
    sn_status status = same_interface(&c, a, b);
    if (status == SN_OK && !how.at) {
        out->why_not =
            "no input sizes were found at which it runs; give them with --input NAME=SIZES";
    } else if (status == SN_OK) {
        sized = sn_graph_clone(how.at);
        other = sn_graph_clone(b);
        if (how.halves) c.halves[0] = sn_halves_of(sized, NULL, c.kept_arena);
        if (how.halves) c.halves[1] = sn_halves_of(other, sized, c.kept_arena);
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
    const sn_status s = compare(a, search->b, &o, (compare_way){.at = at}, search->arena, &r);
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
    static const sn_open_kind more[] = {SN_OPEN_SHORT, SN_OPEN_ONES, SN_OPEN_LONG};
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
    SN_TRY(compare(a, b, options, how, arena, out));
    if (!out->ran || out->verdict == SN_SAME || options->bound > 0 || options->storage)
        return SN_OK;
    if (may_be_halves_again(a, b)) {
        how.halves = true;
        SN_TRY(compare(a, b, options, how, arena, &r));
        how.halves = false;
        if (r.ran && r.verdict != SN_DIFFERENT &&
            (r.verdict == SN_SAME || out->verdict == SN_DIFFERENT))
            *out = r;
    }
    if (out->verdict != SN_DIFFERENT || options->own || sn_stores_halves(a) == sn_stores_halves(b))
        return SN_OK;
    sn_compare_options o = *options;
    o.storage = true;
    SN_TRY(compare(a, b, &o, how, arena, &r));
    if (r.ran && r.verdict != SN_DIFFERENT) out->explained = "storing weights in half precision";
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
