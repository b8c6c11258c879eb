/* SPDX-License-Identifier: Apache-2.0
 *
 * A network beside arrays that something else made of the same inputs. There is one run, of which
 * roundings are measured as they are between two networks; what that run leaves open stays so. */
#include "ref/compare.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "ref/comparer.h"
#include "ref/distance.h"
#include "ref/noise.h"
#include "ref/run.h"
#include "ref/unfuse.h"

typedef struct given {
    const sn_tensor *expected; /* of the network */
    const sn_tensor *got;      /* NULL: it is not compared */
    sn_spread spread;
    sn_agreement now;
} given;

typedef struct beside {
    sn_ctx *ctx;
    sn_graph *g;
    const sn_compare_options *options;
    const sn_tensor *const *feeds;
    size_t n_feeds;
    sn_arena *arena, *scratch;
    sn_noise noise;
    given *list;
    uint16_t n;
    const char *side; /* what is being done */
} beside;

static void on_progress(void *user, uint32_t n_done, uint32_t n_total)
{
    const beside *b = user;
    if (b->options->progress) b->options->progress(b->options->user, b->side, n_done, n_total);
}

static sn_status disturb(void *user, const sn_value *v, const sn_tensor *const *in,
                         const sn_tensor **t)
{
    return sn_disturb(&((beside *)user)->noise, v, in, t);
}

static const void *disturb_padding(void *user, const sn_node *n, const sn_tensor *const *in,
                                   sn_arena *scratch)
{
    return sn_disturb_padding(&((beside *)user)->noise, n, in, scratch);
}

/* ---- arrays ---------------------------------------------------------------------------------- */

static const char *sizes_of(const beside *b, const sn_shape *shape)
{
    sn_str s;
    sn_str_init(&s, b->scratch);
    sn_shape_print(NULL, shape, &s);
    return shape->rank ? s.s : "of a single number";
}

/* With the axes that the network's output has. */
static sn_status take(beside *b, uint16_t i, const sn_tensor *t)
{
    given *e = &b->list[i];
    const char *name =
        sn_escape(b->scratch, sn_text_or_none(sn_output_name(sn_graph_output(b->g), i)));
    sn_tensor *made = NULL;
    void *to = NULL;
    SN_CHECK(b->ctx, e->expected && e->expected->buf, SN_E_UNSUPPORTED,
             "output '%s' cannot be worked out", name);
    SN_CHECK(b->ctx, t->type == e->expected->type, SN_E_ARG,
             "output '%s' is of type %s, its reference of %s", name,
             sn_type_name(e->expected->type), sn_type_name(t->type));
    SN_CHECK(b->ctx, sn_shape_same_order(&e->expected->shape, &t->shape), SN_E_SHAPE,
             "output '%s' has the sizes %s, its reference %s", name,
             sizes_of(b, &e->expected->shape), sizes_of(b, &t->shape));
    SN_TRY(sn_tensor_create(b->ctx, t->type, &e->expected->shape, &made, &to));
    if (t->n_bytes) memcpy(to, sn_tensor_data(t), (size_t)t->n_bytes);
    e->got = made;
    return SN_OK;
}

/* ---- judging --------------------------------------------------------------------------------- */

static void judge_plainly(beside *b, given *e)
{
    const char *why = NULL;
    int64_t at = 0;
    e->now =
        (sn_agreement){.distance = sn_tensor_distance(e->expected, e->got, b->arena, &why, &at),
                       .why = why,
                       .at = at};
    if (why || e->now.distance > b->options->bound) e->now.verdict = SN_DIFFERENT;
}

/* Of the network off by roundings. */
static sn_status measure(beside *b, int draw, const sn_tensor **noisy)
{
    b->noise.draw = draw;
    const sn_run_hooks hooks = {.user = b,
                                .change = disturb,
                                .params = disturb_padding,
                                .progress = on_progress,
                                .rounding = sn_noise_inside(&b->noise, false)};
    const sn_status status = sn_run_graph(b->g, b->feeds, b->n_feeds, &hooks, noisy);
    for (uint16_t i = 0; i < b->n && status == SN_OK; i++) {
        given *e = &b->list[i];
        if (e->got) sn_spread_add(&e->spread, e->expected, noisy[i], b->scratch);
    }
    sn_tensors_release(noisy, b->n);
    return status;
}

static sn_status judge(beside *b, const sn_tensor **noisy)
{
    bool open = true;
    b->side = "measuring rounding";
    for (int draw = 1; draw <= SN_MEASUREMENTS && open && b->options->bound <= 0; draw++) {
        SN_TRY(measure(b, draw, noisy));
        open = false;
        for (uint16_t i = 0; i < b->n; i++) {
            given *e = &b->list[i];
            if (!e->got || (draw > 1 && !e->now.open)) continue;
            sn_agree(e->expected, e->got, &e->spread, b->scratch, &e->now);
            open = open || e->now.open;
        }
    }
    for (uint16_t i = 0; i < b->n && b->options->bound > 0; i++)
        if (b->list[i].got) judge_plainly(b, &b->list[i]);
    return SN_OK;
}

/* Whether what is left of elements that are 0 in the network is more than nothing. */
static bool has_rests(const beside *b, const given *e)
{
    sn_rests rests = {0};
    bool off = false;
    sn_rests_add(&rests, &e->now, b->scratch);
    for (int64_t c = 0; c < rests.n; c++) off = off || sn_rest_is_off(&rests, NULL, c);
    return off;
}

/* ---- what it says ---------------------------------------------------------------------------- */

static const char *doubt_of(const beside *b, const given *e, const char *name, bool *differs)
{
    const sn_agreement *r = &e->now;
    *differs = r->verdict == SN_DIFFERENT && !(r->only_rests && !has_rests(b, e));
    if (*differs && b->options->bound <= 0 && !r->why && r->share <= SN_SLIGHTLY) {
        *differs = false;
        return sn_arena_printf(b->arena,
                               "'%s' is off by %.1f times what rounding explains, which one set of "
                               "inputs may make by accident",
                               sn_escape(b->scratch, name), r->share);
    }
    if (*differs || b->options->bound > 0) return NULL;
    if (r->excused || r->loose)
        return sn_arena_printf(b->arena,
                               "elements of '%s' may have jumped where a value inside crosses a "
                               "border",
                               sn_escape(b->scratch, name));
    if (r->unmeasured || r->verdict == SN_INCONCLUSIVE)
        return sn_arena_printf(b->arena, "roundings alone make anything of '%s'",
                               sn_escape(b->scratch, name));
    return NULL;
}

static void tell(beside *b, sn_compare_result *out)
{
    sn_compared *list = SN_NEW_N(b->arena, sn_compared, b->n);
    const sn_node *output = sn_graph_output(b->g);
    out->ran = true;
    out->n_runs = 1;
    out->bound = b->options->bound;
    out->compared = list;
    for (uint16_t i = 0; i < b->n; i++) {
        const given *e = &b->list[i];
        if (!e->got) continue;
        const char *name = sn_arena_strdup(b->arena, sn_text_or_none(sn_output_name(output, i)));
        bool differs = false;
        const char *doubt = doubt_of(b, e, name, &differs);
        sn_compared *c = &list[out->n_compared++];
        *c = (sn_compared){.name = name,
                           .shape = e->expected->shape,
                           .distance = e->now.distance,
                           .noise = e->spread.n_draws ? e->now.noise : 0,
                           .share = e->now.share,
                           .equal = !differs};
        if (differs)
            c->why = out->bound > 0 ? e->now.why
                                    : sn_agreement_why(&e->now, e->expected, e->got, b->arena);
        if (differs && !out->first_different) {
            out->first_different = name;
            out->first_distance = c->distance;
        }
        if (doubt && !out->doubt) out->doubt = doubt;
        if (differs) out->verdict = SN_DIFFERENT;
        out->worst = fmax(out->worst, c->distance);
        out->noise = fmax(out->noise, c->noise);
        out->share = fmax(out->share, c->share);
    }
    out->n_outputs = out->n_compared;
    if (out->verdict == SN_DIFFERENT) {
        out->doubt = NULL;
    } else if (out->doubt) {
        out->verdict = SN_INCONCLUSIVE;
    }
    out->equal = out->verdict == SN_SAME;
}

static sn_status run_all(beside *b, const sn_tensor *const *references, sn_compare_result *out)
{
    const sn_node *output = sn_graph_output(b->g);
    b->n = output->n_in;
    b->list = SN_NEW_N(b->scratch, given, b->n);
    const sn_tensor **results = SN_NEW_N(b->scratch, const sn_tensor *, b->n);
    out->shapes = sn_comparer_shapes(b->g, b->arena, &out->n_shapes);
    sn_unfuse(b->g);
    const bool *steps = sn_steps_above(b->g, b->scratch);
    const sn_run_hooks hooks = {.user = b, .progress = on_progress};
    b->side = "interpreting";
    sn_status status = sn_run_graph(b->g, b->feeds, b->n_feeds, &hooks, results);
    for (uint16_t i = 0; i < b->n; i++) {
        b->list[i] =
            (given){.expected = results[i], .spread = {.steps = steps[sn_in(output, i)->id]}};
        if (status == SN_OK && references[i]) status = take(b, i, references[i]);
    }
    if (status == SN_OK) status = judge(b, SN_NEW_N(b->scratch, const sn_tensor *, b->n));
    if (status == SN_OK) tell(b, out);
    for (uint16_t i = 0; i < b->n; i++) {
        sn_tensor_release(b->list[i].expected);
        sn_tensor_release(b->list[i].got);
    }
    return status;
}

sn_status sn_compare_given(const sn_graph *g, const sn_tensor *const *feeds, size_t n_feeds,
                           const sn_tensor *const *references, const sn_compare_options *options,
                           sn_arena *arena, sn_compare_result *out)
{
    beside b = {.ctx = g->ctx,
                .g = sn_graph_clone(g),
                .options = options,
                .feeds = feeds,
                .n_feeds = n_feeds,
                .arena = arena,
                .scratch = sn_arena_create(g->ctx),
                .noise = {.ctx = g->ctx}};
    *out = (sn_compare_result){0};
    const sn_status status = run_all(&b, references, out);
    sn_graph_destroy(b.g);
    sn_arena_destroy(b.scratch);
    return status;
}
