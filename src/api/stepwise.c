/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "api/stepwise_inner.h"
#include "api/test_inputs.h"
#include "base/ways.h"
#include "ops/cost.h"
#include "ops/ops.h"
#include "ref/agree.h"
#include "ref/distance.h"

/* ---- what is allowed ------------------------------------------------------------------------- */

/* How many products, or elements, the longest sum of a node has. */
static double longest_sum(sn_stepper *s, const sn_node *n)
{
    sn_cost cost;
    if (sn_node_kind(n) <= SN_FUSE_INJECTIVE || !n->n_out || !n->n_in || !sn_in(n, 0)) return 1;
    const double outs = (double)sn_shape_count(&sn_out(n, 0)->shape),
                 ins = (double)sn_shape_count(&sn_in(n, 0)->shape);
    const double products = sn_node_cost(n, s->scratch, &cost) && outs > 0 ? cost.macs / outs : 0;
    const sn_shape *x = &sn_in(n, 0)->shape;
    return fmax(products, x->rank > 1 && x->d[0] > 0 ? ins / (double)x->d[0] : ins);
}

/* Where the terms of a sum cancel, what is rounded on the way is larger than all that a measurement
 * by noise in the terms shows. */
enum { CANCELLED = 4 };

static bool adds_up(const sn_node *n)
{
    return n->op == &sn_op_moments || n->op == &sn_op_channel_sums || n->op == &sn_op_reduce;
}

/* Roundings of its operands that a step may be off by (sn_roundings_of_sum). Narrow floats are
 * summed in f32, whose roundings are nothing beside the one that follows. */
static double roundings_of(sn_stepper *s, const sn_step_unit *u)
{
    double n = 1, on_the_way = 1;
    for (size_t i = u->first; i <= u->last; i++) {
        const sn_step *step = s->w->program->step[i];
        for (size_t k = 0; k < step->n_nodes; k++) {
            const sn_node *node = step->nodes[k];
            const bool narrow = node->n_out && sn_type_is_narrow(sn_out(node, 0)->type);
            if (!narrow) n = fmax(n, longest_sum(s, node));
            if (adds_up(node)) on_the_way = CANCELLED;
        }
    }
    return on_the_way * sn_roundings_of_sum(n);
}

/* Whether each element is off by at most half of what is allowed for the roundings of a step's last
 * value alone, of the element itself or of the root mean square of its channel. These are among all
 * that would be measured; most steps need no more. */
static bool is_plain(const sn_stepper *s, const sn_tensor *expected, const sn_tensor *got)
{
    const int64_t n = sn_tensor_count(expected),
                  channels = expected->shape.rank > 2 ? expected->shape.d[0] : 0;
    if (!sn_shape_equal(&expected->shape, &got->shape) || !n) return false;
    const sn_numbers x = sn_numbers_of(expected), y = sn_numbers_of(got);
    const int64_t each = channels ? n / channels : 1;
    const double share = s->noise.times * sn_noise_of(expected->type) * SN_TIMES_MEASURED / 2;
    for (int64_t first = 0; first < n; first += each) {
        double square = 0, most = 0;
        for (int64_t i = first; i < first + each; i++) {
            const double v = fabs(sn_number(&x, i)), d = fabs(sn_number(&x, i) - sn_number(&y, i));
            square += v * v;
            if (!isfinite(d)) return false;
            if (d > share * v && d > most) most = d;
        }
        if (most > (channels ? share * sqrt(square / (double)each) : 0)) return false;
    }
    return true;
}

/* A kernel that adds up operands of different channels before it multiplies rounds as the largest
 * of them, whatever the result is. */
static sn_status add_mixing(sn_stepper *s, const sn_step_unit *u, const sn_tensor *expected,
                            sn_spread *spread)
{
    const sn_step *step = s->w->program->step[u->first];
    if (!step->kernel->mixes_channels) return SN_OK;
    const sn_tensor *x = NULL, *w = NULL;
    sn_tensor *shifted = NULL;
    void *data = NULL;
    SN_TRY(sn_stepper_value(s, sn_in(step->node, 0), &x));
    SN_TRY(sn_stepper_value(s, sn_in(step->node, 1), &w));
    const double bound = sn_noise_of(expected->type) * longest_sum(s, step->node) *
                         sn_tensor_largest(x) * sn_tensor_largest(w) / 2;
    SN_TRY(sn_tensor_create(s->ctx, SN_TYPE_f64, &expected->shape, &shifted, &data));
    sn_stepper_hold(s, shifted);
    for (int64_t i = 0; i < sn_tensor_count(expected); i++)
        ((double *)data)[i] = sn_tensor_at(expected, i) + bound;
    sn_spread_add(spread, expected, shifted, s->scratch);
    return SN_OK;
}

/* ---- a unit ---------------------------------------------------------------------------------- */

static bool is_open(const sn_step *step)
{
    for (int i = 0; i < step->n_out; i++)
        if (!sn_step_result(step, i)) return true;
    return false;
}

/* Whether it selects by numbers that it computes itself. What selects by numbers that were read has
 * one result. */
static bool selects_by_own_scores(const sn_program *p, const sn_step_unit *u)
{
    size_t n_nodes = 0;
    bool selects = false, scores = false;
    for (size_t i = u->first; i <= u->last; i++) {
        const sn_step *step = p->step[i];
        for (size_t k = 0; k < step->n_nodes; k++, n_nodes++) {
            selects |= sn_node_selects(step->nodes[k]);
            scores |= sn_op_has(step->nodes[k]->op, SN_TRAIT_SCORES);
        }
    }
    return selects && (scores || n_nodes > 1);
}

static const char *layers_of(const sn_stepper *s, const sn_step_unit *u)
{
    return s->w->module->steps[u->first_phase].layers;
}

static sn_status is_wrong(const sn_stepper *s, const sn_step_unit *u, const sn_value *v,
                          const char *why)
{
    const sn_stepwise *w = s->w;
    if (s->overflows && !s->mends) return SN_OK; /* it is looked at again, with other numbers */
    return sn_fail(s->ctx, SN_E_MISCOMPILED,
                   "step %zu of %zu (%s; kernel %s) computes something else than the interpreter: "
                   "of '%s', %s; it was compiled by %s with %s. Another "
                   "compiler (CC=clang) may do better; " SN_WAY_INTERPRET " needs none",
                   u->first + 1, w->program->n_steps, sn_escape(s->scratch, layers_of(s, u)),
                   w->program->step[u->first]->kernel->name,
                   sn_escape(s->scratch, v && v->name ? v->name : "?"), why, w->compiler, w->flags);
}

/* Narrow floats that are the same to one rounding of theirs: the exact result may lie between two.
 */
static bool is_one_rounding(const sn_tensor *expected, const sn_tensor *got)
{
    const double share = sn_type_epsilon(expected->type),
                 least = fmax(0x1p-24, share * sn_type_smallest(expected->type));
    const sn_numbers x = sn_numbers_of(expected), y = sn_numbers_of(got);
    bool same = sn_shape_equal(&expected->shape, &got->shape);
    for (int64_t i = 0, n = sn_tensor_count(got); i < n && same; i++) {
        const double a = sn_number(&x, i), b = sn_number(&y, i);
        same = sn_is_near(a, b, fmax(least, share * fmax(fabs(a), fabs(b))));
    }
    return same;
}

/* Runs what is expected once more, off by roundings. */
static sn_status disturbed(sn_stepper *s, const sn_value *v, int draw, const sn_tensor **out)
{
    sn_stepper_forget(s, false);
    s->noise.draw = draw;
    sn_status status = sn_stepper_value(s, v, out);
    s->noise.draw = 0;
    return status;
}

#define SEVERAL 4 /* last bits: a step of several operations rounds several times */

/* Compiled code takes numbers below the normal range for 0, and what is next to them is made of
 * them. Narrow floats are computed in f32. */
static double nothing_of(sn_type type)
{
    return 0x1p6 * sn_type_smallest(sn_type_is_narrow(type) ? SN_TYPE_f32 : type);
}

/* `found` where it is off by no more than that: as expected. Both are of one type. */
static sn_status without_denormals(sn_stepper *s, const sn_tensor *expected, const sn_tensor *found,
                                   const sn_tensor **out)
{
    const size_t each = sn_type_bytes(found->type);
    const double nothing = nothing_of(found->type);
    sn_tensor *t = NULL;
    void *data = NULL;
    *out = found;
    if (!sn_shape_equal(&expected->shape, &found->shape)) return SN_OK;
    SN_TRY(sn_tensor_create(s->ctx, found->type, &found->shape, &t, &data));
    sn_stepper_hold(s, t);
    const sn_numbers x = sn_numbers_of(expected), y = sn_numbers_of(found);
    const char *wanted = sn_tensor_data(expected), *got = sn_tensor_data(found);
    for (int64_t i = 0, n = sn_tensor_count(found); i < n; i++) {
        const bool same = fabs(sn_number(&x, i) - sn_number(&y, i)) < nothing;
        const size_t at = (size_t)i * each;
        memcpy((char *)data + at, (same ? wanted : got) + at, each);
    }
    *out = t;
    return SN_OK;
}

static sn_status compare(sn_stepper *s, const sn_step_unit *u, const sn_value *v,
                         const sn_place *place)
{
    const sn_tensor *expected = NULL, *got = NULL;
    sn_spread spread = {.least = SEVERAL};
    sn_agreement r;
    SN_TRY(sn_stepper_tensor(s, place, &got));
    sn_stepper_hold(s, got);
    sn_stepper_forget(s, false);
    SN_TRY(sn_stepper_value(s, v, &expected));
    if (!sn_type_is_float(got->type)) {
        const char *why = sn_stepper_difference(s, expected, got);
        return why ? is_wrong(s, u, v, why) : SN_OK;
    }
    SN_TRY(sn_stepper_of_type(s, got, expected->type, &got));
    SN_TRY(without_denormals(s, expected, got, &got));
    if (sn_type_is_narrow(expected->type) ? is_one_rounding(expected, got)
                                          : is_plain(s, expected, got))
        return SN_OK;
    sn_agree(expected, got, &spread, s->scratch, &r);
    if (r.verdict == SN_DIFFERENT) SN_TRY(add_mixing(s, u, expected, &spread));
    for (int draw = 1; r.open; draw++) {
        const sn_tensor *noisy = NULL;
        SN_TRY(disturbed(s, v, draw, &noisy));
        sn_spread_add(&spread, expected, noisy, s->scratch);
        sn_agree(expected, got, &spread, s->scratch, &r);
    }
    return r.verdict == SN_DIFFERENT
               ? is_wrong(s, u, v, sn_agreement_why(&r, expected, got, s->arena))
               : SN_OK;
}

static sn_status check_unit(sn_stepper *s, const sn_step_unit *u)
{
    const sn_program *p = s->w->program;
    s->overflows = false;
    SN_TRY(sn_stepper_read(s, u));
    s->some_channels = NULL;
    for (size_t i = u->first; i <= u->last; i++)
        if (p->step[i]->channels) s->some_channels = u;
    for (size_t i = u->first_phase; i <= u->last_phase; i++) {
        int code =
            s->w->module->step(s->net, (int)i, (const void *const *)s->memory.in, s->memory.out);
        SN_CHECK(s->ctx, code == 0, SN_E_INTERNAL, "step %zu cannot be run: %s", i,
                 s->w->module->error(code));
    }
    sn_stepper_note(s, u);
    if (selects_by_own_scores(p, u)) return SN_OK;
    s->noise.times = roundings_of(s, u);
    for (size_t i = u->first; i <= u->last; i++)
        for (int k = 0; k < p->step[i]->n_out; k++) {
            const sn_value *v = sn_step_result(p->step[i], k);
            if (v) SN_TRY(compare(s, u, v, p->step[i]->out[k]));
        }
    return SN_OK;
}

/* The next of all. Zeroed: the first is next. */
static bool next_unit(const sn_program *p, sn_step_unit *u)
{
    size_t phase = u->n ? u->last_phase + 1 : 0;
    u->first = u->n ? u->last + 1 : 0;
    if (u->first >= p->n_steps) return false;
    u->n++;
    u->last = u->first;
    while (is_open(p->step[u->last]) && u->last + 1 < p->n_steps) u->last++;
    u->first_phase = phase;
    while (phase < p->n_phases && p->phase[phase].step != p->step[u->last]) phase++;
    while (phase < p->n_phases && p->phase[phase].step == p->step[u->last]) phase++;
    u->last_phase = phase - 1;
    return true;
}

uint32_t sn_steps_passed_over(const sn_program *p)
{
    uint32_t n = 0;
    for (sn_step_unit u = {0}; next_unit(p, &u);) n += selects_by_own_scores(p, &u);
    return n;
}

/* Whether outputs are as the steps that made them left them. */
static sn_status outputs_are_kept(sn_stepper *s)
{
    const sn_program *p = s->w->program;
    for (size_t i = 0; i < p->n_outputs; i++) {
        const char *how = NULL;
        const sn_tensor *now = NULL;
        SN_TRY(sn_stepper_tensor(s, p->output[i].place, &now));
        sn_stepper_hold(s, now);
        SN_TRY(sn_stepper_change_at(s, p->output[i].place, now, &how));
        SN_CHECK(s->ctx, !how, SN_E_MISCOMPILED,
                 "output '%s' is not what a step has left there: %s; it was compiled by %s "
                 "with %s",
                 sn_escape(s->scratch, p->output[i].name ? p->output[i].name : "?"), how,
                 s->w->compiler, s->w->flags);
    }
    return SN_OK;
}

static sn_status check_units(sn_stepper *s)
{
    const sn_program *p = s->w->program;
    s->stored = SN_NEW_N(s->arena, bool, s->w->program->graph->n_ids + 1);
    for (size_t i = 0; i < p->n_steps; i++)
        for (int k = 0; k < p->step[i]->n_out; k++) {
            const sn_value *v = sn_step_result(p->step[i], k);
            if (v) s->stored[v->id] = true;
        }
    sn_stepper_note_inputs(s);
    for (sn_step_unit u = {0}; next_unit(p, &u);) {
        s->image = (int64_t)u.n % sn_stepper_images(p, &u); /* of each unit another is looked at */
        const sn_arena_mark mark = sn_arena_save(s->scratch);
        sn_context_progress(s->context, "checking", u.last, p->n_steps);
        sn_status status = check_unit(s, &u);
        sn_stepper_forget(s, true);
        sn_arena_restore(s->scratch, mark);
        SN_TRY(status);
    }
    s->image = 0;
    return outputs_are_kept(s);
}

/* ---- all ------------------------------------------------------------------------------------- */

static sn_status check(sn_stepper *s)
{
    const sn_stepwise *w = s->w;
    const sn_graph *g = w->graph;
    const sn_tensor **feeds = NULL;
    size_t n_feeds = 0;
    s->memory.in = SN_NEW_N(s->arena, void *, w->program->n_inputs + 1);
    s->memory.out = SN_NEW_N(s->arena, void *, w->program->n_outputs + 1);
    s->read = SN_NEW_N(s->arena, const sn_tensor *, w->program->graph->n_ids + 1);
    s->known = SN_NEW_N(s->arena, const sn_tensor *, w->program->graph->n_ids + 1);
    SN_TRY(sn_test_feeds(g, s->arena, &feeds, &n_feeds));
    s->noted.in = SN_NEW_N(s->arena, void *, n_feeds + 1);
    s->noted.out = SN_NEW_N(s->arena, void *, w->program->n_outputs + 1);
    s->in_bytes = SN_NEW_N(s->arena, size_t, n_feeds + 1);
    for (size_t i = 0; i < n_feeds; i++) {
        s->in_bytes[i] = (size_t)feeds[i]->n_bytes;
        s->memory.in[i] = sn_arena_copy(s->arena, sn_tensor_data(feeds[i]), s->in_bytes[i]);
        s->noted.in[i] = sn_arena_alloc(s->arena, s->in_bytes[i] + 1);
    }
    sn_tensors_release(feeds, n_feeds);
    for (size_t i = 0; i < w->program->n_outputs; i++) {
        s->memory.out[i] = SN_NEW_N(s->arena, unsigned char, w->module->outputs[i].bytes + 1);
        s->noted.out[i] = sn_arena_alloc(s->arena, w->module->outputs[i].bytes + 1);
    }
    s->noise.ctx = s->ctx;
    SN_TRY(check_units(s));
    SN_TRY(sn_stepper_check_outputs(s));
    s->mends = s->met_infinite;
    return s->mends ? check_units(s) : SN_OK;
}

typedef struct begun {
    const struct sinter_module *module;
    void *net;
} begun;

static void close_net(void *what)
{
    const begun *b = what;
    b->module->close(b->net);
}

typedef struct step_blocks {
    sn_buf *workspace, *noted;
} step_blocks;

static sn_status begin_and_check(sn_stepper *s, step_blocks *blocks)
{
    const sn_stepwise *w = s->w;
    unsigned char *memory = NULL;
    const size_t bytes = w->module->workspace_bytes(w->n_threads);
    blocks->workspace = sn_buf_try_create(s->ctx, bytes, &memory);
    blocks->noted = sn_buf_try_create(s->ctx, bytes, &s->noted.work);
    SN_CHECK(s->ctx, blocks->workspace && blocks->noted, SN_E_MEMORY,
             "out of memory: the network needs %zu bytes of workspace, and a check of its steps as "
             "many again",
             bytes);
    int code = w->module->init(&s->net, memory, bytes, w->n_threads, w->weights, w->weights_bytes);
    SN_CHECK(s->ctx, code == 0, SN_E_INTERNAL, "the compiled network cannot be begun: %s",
             w->module->error(code));
    begun *b = SN_NEW(s->arena, begun); /* outlives a jump when memory runs out */
    *b = (begun){w->module, s->net};
    sn_resource *held = sn_resource_add(s->ctx, close_net, b);
    s->memory.work = w->module->work(s->net);
    s->work_bytes = bytes - (size_t)(s->memory.work - memory);
    sn_status status = check(s);
    sn_resource_drop(s->ctx, held);
    return status;
}

sn_status sn_check_stepwise(sn_context *c, const sn_stepwise *what)
{
    sn_stepper s = {.context = c, .ctx = c->ctx, .w = what};
    step_blocks blocks = {NULL, NULL};
    s.arena = sn_arena_create(c->ctx);
    s.scratch = sn_arena_create(c->ctx);
    s.ids.arena = s.held.arena = s.arena;
    s.dims = sn_dims_create(s.arena);
    sn_status status = begin_and_check(&s, &blocks);
    sn_stepper_forget(&s, true);
    if (blocks.workspace) sn_buf_release(blocks.workspace);
    if (blocks.noted) sn_buf_release(blocks.noted);
    sn_arena_destroy(s.scratch);
    sn_arena_destroy(s.arena);
    return status;
}
