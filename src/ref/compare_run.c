/* SPDX-License-Identifier: Apache-2.0
 *
 * One set of inputs: what is compared is found by key, on both sides. */
#include "ref/comparer.h"

#include <math.h>
#include <string.h>

#include "base/num.h"
#include "base/text.h"
#include "ops/eval.h"
#include "ops/ops.h"
#include "ref/distance.h"
#include "ref/halves.h"
#include "ref/layers.h"
#include "ref/run.h"
#include "ref/shapes.h"
#include "ref/specials.h"
#include "ref/unfuse.h"

static bool runs_b(const comparer *c) { return c->on == SIDE_B || c->on == SIDE_B_HALVES; }

compared *sn_comparer_find(const comparer *c, const char *name)
{
    size_t index = (size_t)(uintptr_t)sn_map_get(c->by_name, name);
    return index ? &c->list.v[index - 1] : NULL;
}

/* On side a: remembers t under the name. On side b: what is to be compared with it. Off by
 * roundings: measures what they do. */
static sn_status meet(comparer *c, const char *name, const sn_value *v, const sn_tensor *t)
{
    compared *e = sn_comparer_find(c, name);
    if (c->on == SIDE_A) {
        if (!e) {
            compared fresh = {.name = sn_arena_strdup(c->arena, name),
                              .steps = v && c->steps[v->id]};
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
        sn_spread_add(c->on == SIDE_A_OFF ? &e->spread : &e->halves[b], b ? e->got : e->expected, t,
                      c->round);
        return SN_OK;
    }
    sn_tensor_retain(t);
    sn_tensor_release(e->got);
    e->got = t;
    e->seen = true;
    return SN_OK;
}

const char *sn_comparer_numbered(sn_map *seen, sn_arena *arena, const char *name)
{
    uintptr_t n = (uintptr_t)sn_map_get(seen, name) + 1;
    sn_map_put(seen, name, (void *)n);
    return n == 1 ? name : sn_arena_printf(arena, "%s (%u)", name, (unsigned)n);
}

const sn_value *sn_comparer_output(const sn_graph *g, const char *name)
{
    const sn_node *output = sn_graph_output(g);
    for (unsigned i = 0; i < output->n_in; i++)
        if (strcmp(sn_text_or_none(sn_output_name(output, i)), name) == 0) return sn_in(output, i);
    return NULL;
}

static const char *layer_key(comparer *c, const sn_node *n)
{
    const char *key = sn_map_get_u64(c->ordinals, n->id);
    if (key) return key;
    key = sn_comparer_numbered(c->seen_names, c->scratch, n->name ? n->name : n->op->name);
    sn_map_put_u64(c->ordinals, n->id, (void *)key);
    return key;
}

static const char *node_key(comparer *c, const sn_node *n, const char *what, unsigned slot)
{
    return sn_arena_printf(c->scratch, "%s %u of %s", what, slot, layer_key(c, n));
}

/* What is not seen of a layer by running it is seen by looking at it. */
static void meet_layer(comparer *c, const sn_node *n, const sn_tensor *const *in)
{
    const char *key = layer_key(c, n);
    for (uint16_t i = 0; i < n->n_in; i++) {
        if (sn_in(n, i) && sn_in(n, i)->kind == SN_RESULT && (!in[i] || !in[i]->buf)) return;
    }
    if (c->on == SIDE_A && !sn_map_has(c->met, key)) sn_map_put(c->met, key, (void *)(uintptr_t)n);
    if (c->on == SIDE_B) sn_map_put(c->met_in_b, key, (void *)(uintptr_t)n);
    const sn_node *of_a = sn_map_get(c->met, key);
    if (c->on != SIDE_B || !of_a || c->other_layer) return;
    const char *why = sn_layers_differ(of_a, n, c->scratch);
    if (why)
        c->other_layer =
            sn_arena_printf(c->arena, "layer '%s' is not run in this comparison, and %s",
                            sn_escape(c->scratch, key), why);
}

/* All but weights, constants that are made by nodes, too: what is computed on one side may have
 * been folded on the other, where it is met if the first has it. */
static sn_status meet_inputs(comparer *c, const sn_node *n, const sn_tensor *const *in)
{
    meet_layer(c, n, in);
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *v = sn_in(n, i);
        if (!in[i] || !in[i]->buf || in[i]->type == SN_TYPE_UNKNOWN) continue;
        const char *key = node_key(c, n, "input", i);
        if (v->kind != SN_RESULT && !(runs_b(c) && sn_comparer_find(c, key))) continue;
        SN_TRY(meet(c, key, runs_b(c) ? NULL : v, in[i]));
        compared *e = sn_comparer_find(c, key);
        if (e && !e->into && sn_node_selects(n))
            e->into = sn_arena_strdup(c->arena, layer_key(c, n));
    }
    return SN_OK;
}

/* Whether an element of t, or of the first of them, is no such half. */
static bool loses_digits(const sn_tensor *t, sn_type half)
{
    enum { ENOUGH = 4096 };
    const sn_numbers all = sn_numbers_of(t);
    for (int64_t i = 0, n = sn_tensor_count(t); i < n && i < ENOUGH; i++) {
        const double x = sn_number(&all, i);
        const double y = half == SN_TYPE_f16 ? (double)sn_f16_to_f32(sn_f64_to_f16(x))
                                             : (double)sn_bf16_to_f32(sn_f64_to_bf16(x));
        if (x != y && !isnan(x)) return true;
    }
    return false;
}

static void note_halves(comparer *c, const sn_node *n, const sn_tensor *const *in)
{
    const sn_type to = n->op == &sn_op_cast ? sn_out(n, 0)->type : SN_TYPE_UNKNOWN;
    if ((to != SN_TYPE_f16 && to != SN_TYPE_bf16) || (c->on != SIDE_A && c->on != SIDE_B)) return;
    bool *does = &c->to_halves[c->on == SIDE_B][to == SN_TYPE_bf16];
    if (*does || !in[0] || !in[0]->buf || !sn_type_is_float(in[0]->type)) return;
    *does = sn_type_epsilon(in[0]->type) < sn_type_epsilon(to) && loses_digits(in[0], to);
}

static sn_status before(void *user, const sn_node *n, const sn_tensor *const *in)
{
    comparer *c = user;
    note_halves(c, n, in);
    return sn_node_selects(n) ? meet_inputs(c, n, in) : SN_OK;
}

/* Whether squares of its elements are infinite in its type. */
static bool overflows_inside(const sn_value *v, const sn_tensor *t)
{
    if (!t->buf || !sn_type_is_float(t->type) || !sn_is_squared(v)) return false;
    const double n = (double)sn_tensor_count(t);
    return sn_tensor_largest(t) > sqrt(sn_type_largest(t->type) / (n > 1 ? n : 1));
}

static sn_status seen(void *user, const sn_value *v, const sn_tensor *t)
{
    comparer *c = user;
    /* where inputs are huge, what is infinite soon is not a number */
    const bool may_be_nan = c->flavour == SN_FLAVOUR_HUGE || c->flavour == SN_FLAVOUR_UNIT;
    if (c->on == SIDE_A && !c->overflows &&
        (sn_is_infinite(t) || overflows_inside(v, t) || (may_be_nan && sn_is_nan_somewhere(t)))) {
        if (c->flavour == SN_FLAVOUR_UNIT) sn_map_put_u64(c->infinite, v->id, c);
        c->overflows = !sn_map_has_u64(c->infinite, v->id);
    }
    if (c->on == SIDE_A) sn_shared_see_a(c->shared, v, t);
    if (c->on == SIDE_B) sn_shared_see_b(c->shared, v, t);
    sn_border_see(c, v, t);
    static const sn_inner_side sides[] = {SN_INNER_A, SN_INNER_B, SN_INNER_NOISY, SN_INNER_A_HALVES,
                                          SN_INNER_B_HALVES};
    for (const sn_end *end = sn_map_get_u64(c->ends[runs_b(c)], v->id); end && t->buf;
         end = end->next) {
        compared *e = sn_comparer_find(c, end->key);
        if (runs_b(c) && (!e || !e->expected || !sn_shape_equal(&e->shape, &t->shape))) continue;
        SN_TRY(meet(c, end->key, runs_b(c) ? NULL : v, t));
        e = sn_comparer_find(c, end->key);
        if (e) e->is_end = true;
        if (e && !e->of)
            e->of = sn_arena_strdup(c->arena, end->of),
            e->part = sn_arena_strdup(c->arena, end->part);
    }
    return sn_inner_see(c->inner, sides[c->on], v, t);
}

/* *out stays NULL where the size is not known: what hangs on it is not run then. */
static sn_status make_up(comparer *c, const sn_node *n, uint16_t slot, const sn_tensor **out)
{
    const sn_value *v = n->out[slot];
    if (!sn_shape_known(&v->shape)) return SN_OK;
    sn_type type = v->type == SN_TYPE_UNKNOWN ? SN_TYPE_f32 : v->type;
    return sn_random_tensor(c->ctx, type, &v->shape, c->seed + slot + 991, SN_FLAVOUR_UNIT,
                            sn_feed_limit(v), out);
}

static sn_status missing(void *user, const sn_node *n, const sn_tensor *const *in,
                         const sn_tensor **out)
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

static void enters(void *user, const sn_node *n, const sn_graph *body)
{
    comparer *c = user;
    const void *what = n ? (const void *)n : body;
    sn_map_put_u64(c->entered, (uint64_t)(uintptr_t)what, c);
}

static void progress(void *user, uint32_t n_done, uint32_t n_total)
{
    comparer *c = user;
    if (c->options->progress) c->options->progress(c->options->user, c->side, n_done, n_total);
}

static sn_status disturb(void *user, const sn_value *v, const sn_tensor *const *in,
                         const sn_tensor **t)
{
    comparer *c = user;
    const bool off = c->on == SIDE_A_OFF;
    const bool keeps = off && c->asks_cause && c->jumps && sn_shared_keeps(c->shared, v);
    if (!keeps) SN_TRY(sn_disturb(&c->noise, v, in, t));
    return off ? sn_shared_put_back(c->shared, v, t) : SN_OK;
}

static const void *disturb_padding(void *user, const sn_node *n, const sn_tensor *const *in,
                                   sn_arena *scratch)
{
    return sn_disturb_padding(&((comparer *)user)->noise, n, in, scratch);
}

/* ---- one set of inputs ----------------------------------------------------------------------- */

/* Ids beyond those that are sure to be valid; empty where v of a has no ids or none are worth it.
 */
static sn_id_range daring_ids(const comparer *c, const sn_value *v)
{
    const sn_value *of_b = sn_input_like(c->b, c->a, v);
    const int64_t limit = sn_integer_limit(v), limit_b = of_b ? sn_integer_limit(of_b) : 0;
    const bool are_places = limit > 0 || limit_b > 0 || sn_feed_limit(v) > 0;
    if (!c->daring || !are_places || !sn_type_is_integer(v->type)) return (sn_id_range){0};
    return sn_daring_ids(c->daring, limit, limit_b);
}

/* As sn_feed_limit, of input v of a, where b may read it as ids though a does not. */
static int64_t limit_of(const comparer *c, const sn_value *v, const sn_value *of_b)
{
    const int64_t limit_a = sn_integer_limit(v), limit_b = of_b ? sn_integer_limit(of_b) : 0;
    const bool as_in_b = !limit_a && limit_b > 0 && !c->options->own;
    return as_in_b ? limit_b : sn_feed_limit(v);
}

static sn_type fed_type(const sn_value *v)
{
    return v->type == SN_TYPE_UNKNOWN ? SN_TYPE_f32 : v->type;
}

/* Of input v of a, which has that index. */
static sn_status make_feed(comparer *c, const sn_value *v, size_t index, const sn_tensor **feed)
{
    const uint64_t seed = c->seed + index;
    const sn_value *of_b = sn_input_like(c->b, c->a, v);
    const int64_t limit = limit_of(c, v, of_b);
    const sn_id_range ids = daring_ids(c, v);
    if (ids.least < ids.end) return sn_random_ids(c->ctx, v->type, &v->shape, seed, ids, feed);
    const sn_type type = fed_type(v);
    const bool numbers = sn_type_is_float(type);
    const bool sweeps = c->border.kind == SN_BORDER_SPECIAL;
    if (c->border.kind && !sweeps && numbers && limit <= 0)
        SN_TRY(sn_border_tensor(c->ctx, &c->border, type, &v->shape, index == 0, seed, feed));
    else
        SN_TRY(sn_random_tensor(c->ctx, v->type, &v->shape, seed, c->flavour, limit, feed));
    if (c->options->own || c->flavour != SN_FLAVOUR_MIXED ||
        (numbers && sn_border_is_not_finite(&c->border)))
        return SN_OK;
    const sn_tensor *plain = *feed;
    const sn_status status =
        sn_with_specials(c->ctx, v, of_b, plain, limit, c->border.kind == SN_BORDER_PLAIN, seed + 1,
                         sweeps ? (int)c->border.scale : -1, feed);
    sn_tensor_release(plain);
    return status;
}

/* Feeds for g, by the names of a's inputs; they are the same for all that runs on this set of
 * inputs. same_interface has seen to it that each has one. */
static sn_status make_feeds(comparer *c, const sn_graph *g, const sn_tensor ***feeds,
                            size_t *n_feeds)
{
    size_t n_a = 0;
    sn_value **of_a = sn_graph_inputs(c->a, c->scratch, &n_a);
    sn_value **mine = sn_graph_inputs(g, c->scratch, n_feeds);
    sn_map *seen = sn_map_create(c->scratch);
    *feeds = SN_NEW_N(c->scratch, const sn_tensor *, *n_feeds);
    while (c->feeds.n < n_a) SN_PUSH(c->feeds, NULL);
    for (size_t i = 0; i < *n_feeds; i++) {
        const char *key = sn_comparer_numbered(seen, c->scratch, sn_text_or_none(mine[i]->name));
        size_t k = (size_t)(uintptr_t)sn_map_get(c->input_of_a, key);
        SN_CHECK(c->ctx, k && k <= n_a, SN_E_INTERNAL, "input '%s' has no feed", key);
        const sn_value *v = of_a[k - 1];
        const sn_tensor **feed = &c->feeds.v[k - 1];
        if (!*feed) SN_TRY(make_feed(c, v, k - 1, feed));
        (*feeds)[i] = *feed;
    }
    return SN_OK;
}

int sn_comparer_sweeps(const comparer *c)
{
    size_t n = 0;
    int64_t most = 0;
    sn_value **inputs = sn_graph_inputs(c->a, c->scratch, &n);
    for (size_t i = 0; i < n; i++) {
        const sn_value *v = inputs[i], *of_b = sn_input_like(c->b, c->a, v);
        const int64_t some = sn_n_specials(v, of_b, fed_type(v), limit_of(c, v, of_b), c->scratch);
        if (some > most) most = some;
    }
    return (int)most;
}

void sn_comparer_forget_feeds(comparer *c)
{
    for (size_t i = 0; i < c->feeds.n; i++) {
        sn_tensor_release(c->feeds.v[i]);
        c->feeds.v[i] = NULL;
    }
}

/* It is made by a layer of which all is known that is needed: what goes in, and what it is. */
static bool is_by_met(const comparer *c, const sn_value *v)
{
    const char *key = v->def ? sn_map_get_u64(c->ordinals, v->def->id) : NULL;
    return key && sn_map_has(c->met, key);
}

/* Whether an output is made by a layer that selects, the same on both sides: then what that reads
 * is compared, not what it selects. */
static bool is_selection(comparer *c, selection *of_a, const sn_value *v, const sn_tensor *t)
{
    const sn_node *n = v->def;
    const char *key = n && sn_node_selects(n) ? layer_key(c, n) : NULL;
    if (c->on == SIDE_A) {
        sn_tensor_release(of_a->t);
        *of_a = (selection){0};
        if (!key) return false;
        *of_a = (selection){sn_arena_strdup(c->kept_arena, key), v, t};
        sn_tensor_retain(t);
        return true;
    }
    return of_a->layer && (c->on != SIDE_B || (key && strcmp(key, of_a->layer) == 0 &&
                                               v->def_slot == of_a->v->def_slot));
}

/* A result of the side that runs. */
static sn_status meet_result(comparer *c, const char *name, const sn_value *v, const sn_tensor *t)
{
    selection *of_a = sn_map_get(c->selections, name);
    if (!of_a) {
        of_a = SN_NEW(c->kept_arena, selection);
        sn_map_put(c->selections, name, of_a);
        SN_PUSH(c->selected, of_a);
    }
    if (is_selection(c, of_a, v, t)) return SN_OK;
    if (c->on == SIDE_B && of_a->layer) {
        c->on = SIDE_A;
        const sn_status status = meet(c, name, of_a->v, of_a->t);
        c->on = SIDE_B;
        SN_TRY(status);
    }
    SN_TRY(meet(c, name, runs_b(c) ? NULL : v, t));
    compared *e = sn_comparer_find(c, name);
    if (e) e->is_output = true;
    return SN_OK;
}

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
        if (status == SN_OK && results[i])
            status = meet_result(c, sn_text_or_none(sn_output_name(output, i)), sn_in(output, i),
                                 results[i]);
        if (status == SN_OK && !results[i] && c->on == SIDE_A && !c->unreached_known &&
            !is_by_met(c, sn_in(output, i)))
            SN_PUSH(c->unreached, i);
        sn_tensor_release(results[i]);
    }
    c->unreached_known = true;
    return status;
}

/* ---- measuring ------------------------------------------------------------------------------- */

sn_status sn_comparer_measure(comparer *c, int draw)
{
    sn_run_hooks hooks = {.user = c,
                          .missing = missing,
                          .before = before,
                          .seen = seen,
                          .change = disturb,
                          .params = disturb_padding,
                          .progress = progress};
    c->noise.draw = draw;
    c->noise.halves = NULL;
    hooks.rounding = sn_noise_inside(&c->noise, false);
    SN_TRY(run_side(c, c->a, SIDE_A_OFF, &hooks));
    for (int b = 0; c->halves[0] && b < 2; b++) {
        c->noise.halves = c->halves[b];
        SN_TRY(run_side(c, b ? c->b : c->a, b ? SIDE_B_HALVES : SIDE_A_HALVES, &hooks));
    }
    return SN_OK;
}

/* ---- runs ------------------------------------------------------------------------------------ */

/* b alone, without looking. *refuses: it does not take what was fed. */
static sn_status try_b(comparer *c, bool *refuses)
{
    const sn_run_hooks hooks = {.user = c, .missing = missing};
    const sn_node *output = sn_graph_output(c->b);
    const sn_tensor **results = SN_NEW_N(c->round, const sn_tensor *, output->n_in), **feeds = NULL;
    size_t n = 0;
    c->on = SIDE_B;
    c->seen_names = sn_map_create(c->scratch);
    c->ordinals = sn_map_create(c->scratch);
    SN_TRY(make_feeds(c, c->b, &feeds, &n));
    const sn_status status = sn_run_graph(c->b, feeds, n, &hooks, results);
    for (uint16_t i = 0; i < output->n_in; i++) sn_tensor_release(results[i]);
    *refuses = status == SN_E_SHAPE || status == SN_E_UNSUPPORTED;
    if (*refuses) sn_ctx_clear_error(c->ctx);
    return *refuses ? SN_OK : status;
}

void sn_comparer_refused(comparer *c, const char *which, const char *words)
{
    for (size_t i = 0; i < c->list.n && !c->differs; i++) {
        compared *e = &c->list.v[i];
        if (!e->is_output) continue;
        e->differs = c->differs = true;
        e->distance = e->share = INFINITY;
        e->why =
            sn_arena_printf(c->arena, "the %s network alone refuses an input: %s", which, words);
    }
}

sn_status sn_comparer_dare(comparer *c, int round, sn_daring daring, bool *ran)
{
    size_t n = 0;
    bool any = false;
    sn_value **inputs = sn_graph_inputs(c->a, c->scratch, &n);
    *ran = false;
    c->daring = daring;
    for (size_t i = 0; i < n; i++) {
        const sn_id_range ids = daring_ids(c, inputs[i]);
        any = any || ids.least < ids.end;
    }
    if (!any) return c->daring = SN_DARES_NOTHING, SN_OK;
    const sn_status status = sn_comparer_run(c, round, SN_FLAVOUR_UNIT);
    if (status == SN_OK || (status != SN_E_SHAPE && status != SN_E_UNSUPPORTED)) {
        c->daring = SN_DARES_NOTHING;
        *ran = status == SN_OK;
        return status;
    }
    const char *words = sn_arena_strdup(c->arena, sn_ctx_error(c->ctx));
    sn_ctx_clear_error(c->ctx);
    bool refuses = true;
    sn_status tried = SN_OK;
    if (c->on == SIDE_B) {
        sn_comparer_refused(c, "second", words);
    } else if (daring == SN_DARES_MORE_ROWS) {
        tried = try_b(c, &refuses);
        if (tried == SN_OK && !refuses) sn_comparer_refused(c, "first", words);
    }
    c->daring = SN_DARES_NOTHING;
    return tried;
}

sn_status sn_comparer_run(comparer *c, int round, sn_flavour flavour)
{
    sn_run_hooks hooks = {.user = c,
                          .missing = missing,
                          .before = before,
                          .seen = seen,
                          .enters = enters,
                          .progress = progress};
    sn_arena_destroy(c->round);
    c->round = NULL;
    c->round = sn_arena_create(c->ctx);
    c->flavour = flavour;
    c->seed = c->options->seed * 7919 + (uint64_t)round * 101 + 1;
    sn_comparer_forget_feeds(c);
    sn_inner_begin(c->inner);
    sn_shared_begin(c->shared);
    c->side = "before";
    c->overflows = false;
    SN_TRY(run_side(c, c->a, SIDE_A, &hooks));
    c->side = "after";
    c->met_in_b = sn_map_create(c->round);
    SN_TRY(run_side(c, c->b, SIDE_B, &hooks));
    for (size_t i = 0; i < c->list.n; i++) {
        compared *e = &c->list.v[i];
        if (e->seen || e->why || e->is_end) continue;
        if (e->into && !sn_map_has(c->met_in_b, e->into)) continue; /* results speak for it */
        e->distance = INFINITY;
        e->why = "it is missing from the second network";
        e->differs = c->differs = true;
    }
    c->side = "measuring rounding";
    return sn_comparer_judge(c);
}
