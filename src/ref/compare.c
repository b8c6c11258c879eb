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
#include "base/ways.h"
#include "ref/comparer.h"
#include "ref/halves.h"
#include "ref/run.h"
#include "ref/shapes.h"
#include "ref/unfuse.h"

enum {
    MOST_RUNS = 12,               /* while an output is undecided */
    MOST_MORE = 4 * SN_MORE_RUNS, /* of one kind of inputs, for what was slightly off */
};

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
                 "%s '%s' is missing in the %s network, which has %s; " SN_WAY_MAP(
                     "NAME_IN_A=NAME_IN_B") " says what stands for it",
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

const char *const *sn_comparer_shapes(const sn_graph *g, sn_arena *arena, size_t *n)
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
    out->refused = status == SN_E_SHAPE;
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
    out->shapes = sn_comparer_shapes(a, c->arena, &out->n_shapes);
    sn_unfuse(a);
    sn_unfuse(b);
    c->steps = sn_steps_above(a, c->kept_arena);
    c->ends[0] = sn_ends_of(a, c->kept_arena);
    c->ends[1] = sn_ends_of(b, c->kept_arena);
    c->noise = (sn_noise){.ctx = c->ctx, .storage = c->options->storage};
    c->inner = sn_inner_create(c->ctx, a);
    c->shared = sn_shared_create(a, b, c->kept_arena);
    c->jumps = hangs_on_steps(c);
    c->asks_cause = !c->halves[0] && !c->options->storage;
    return run_all(c, out);
}

sn_status sn_comparer_compare(const sn_graph *a, const sn_graph *b,
                              const sn_compare_options *options, compare_way how, sn_arena *arena,
                              sn_compare_result *out)
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
            sn_in_words(c.ctx, arena,
                        "no input sizes were found at which it runs; give them with " SN_WAY_INPUT(
                            "NAME=SIZES"));
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
