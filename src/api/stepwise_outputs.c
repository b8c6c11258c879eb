/* SPDX-License-Identifier: Apache-2.0
 *
 * Outputs of a whole run beside those of its steps and those of the interpreter. */
#include <string.h>

#include "api/stepwise_inner.h"
#include "api/test_inputs.h"
#include "ref/agree.h"
#include "ref/distance.h"
#include "ref/run.h"
#include "ref/unfuse.h"

/* distance of outputs in epsilons of the type: 1e-4 of f32, docs/numbers.md */
#define EXPLAINED_WITHOUT_MEASURING 800
/* of values within a network, whose sums are of any length */
#define ROUNDINGS_OF_A_SUM 4

static sn_status bits_agree(sn_stepper *s)
{
    const sn_program *p = s->w->program;
    const struct sinter_module *m = s->w->module;
    unsigned char **stepped = SN_NEW_N(s->arena, unsigned char *, p->n_outputs + 1);
    for (size_t i = 0; i < p->n_outputs; i++)
        stepped[i] = sn_arena_copy(s->arena, s->memory.out[i], m->outputs[i].bytes);
    int code = m->run(s->net, (const void *const *)s->memory.in, s->memory.out);
    SN_CHECK(s->ctx, code == 0, SN_E_INTERNAL, "the compiled network cannot be run: %s",
             m->error(code));
    for (size_t i = 0; i < p->n_outputs; i++) {
        SN_CHECK(s->ctx, memcmp(stepped[i], s->memory.out[i], m->outputs[i].bytes) == 0,
                 SN_E_MISCOMPILED,
                 "output '%s' of a whole run with %d threads is another than that of its steps one "
                 "by one; it was compiled by %s with %s",
                 sn_escape(s->arena, m->outputs[i].name), s->w->n_threads, s->w->compiler,
                 s->w->flags);
    }
    return SN_OK;
}

typedef struct whole {
    sn_stepper *s;
    const sn_tensor **feeds, **results, **noisy;
    size_t n_feeds;
    uint16_t n_results;
} whole;

static void on_progress(void *user, uint32_t n_done, uint32_t n_total)
{
    sn_context_progress(user, "interpreting", n_done, n_total);
}

static sn_status change(void *user, const sn_value *v, const sn_tensor *const *in,
                        const sn_tensor **t)
{
    const sn_stepper *s = user;
    return sn_disturb(&s->noise, v, in, t);
}

static sn_status interpret(whole *w, int draw, const sn_tensor **results)
{
    sn_run_hooks hooks = {.user = w->s->context, .progress = on_progress};
    w->s->noise.draw = draw;
    if (draw)
        hooks = (sn_run_hooks){
            .user = w->s, .change = change, .rounding = sn_noise_inside(&w->s->noise, true)};
    return sn_run_graph(w->s->w->graph, w->feeds, w->n_feeds, &hooks, results);
}

static sn_status judge_output(whole *w, uint16_t i, sn_spread *spread, bool *open)
{
    sn_stepper *s = w->s;
    const sn_port *port = &s->w->program->output[i];
    const sn_tensor *got = NULL, *expected = w->results[i];
    sn_agreement r;
    const char *why;
    int64_t at;
    SN_TRY(sn_stepper_tensor(s, port->place, &got));
    sn_stepper_hold(s, got);
    SN_TRY(sn_stepper_of_type(s, got, expected->type, &got));
    if (sn_tensor_distance(expected, got, s->scratch, &why, &at) <=
        EXPLAINED_WITHOUT_MEASURING * sn_type_epsilon(expected->type))
        return SN_OK;
    if (w->noisy[i]) sn_spread_add(spread, expected, w->noisy[i], s->arena);
    sn_agree(expected, got, spread, s->scratch, &r);
    *open |= r.open;
    SN_CHECK(s->ctx, r.open || r.verdict != SN_DIFFERENT, SN_E_MISCOMPILED,
             "output '%s' is another than the interpreter's, though no step is wrong by itself: "
             "%s; it was compiled by %s with %s",
             sn_escape(s->arena, port->name ? port->name : "?"),
             sn_agreement_why(&r, expected, got, s->arena), s->w->compiler, s->w->flags);
    return SN_OK;
}

static sn_status judge_outputs(whole *w)
{
    const sn_node *output = sn_graph_output(w->s->w->graph);
    const bool *loose = sn_hang_on_selection(w->s->w->graph, w->s->arena),
               *steps = sn_steps_above(w->s->w->graph, w->s->arena);
    sn_spread *spread = SN_NEW_N(w->s->arena, sn_spread, w->n_results + 1);
    for (uint16_t i = 0; i < w->n_results; i++) spread[i].steps = steps[sn_in(output, i)->id];
    bool open = true;
    w->s->noise.times = ROUNDINGS_OF_A_SUM;
    for (int draw = 0; open && draw <= SN_MEASUREMENTS; draw++) {
        open = false;
        if (draw) SN_TRY(interpret(w, draw, w->noisy));
        for (uint16_t i = 0; i < w->n_results; i++)
            if (!loose[sn_in(output, i)->id]) SN_TRY(judge_output(w, i, &spread[i], &open));
        sn_tensors_release(w->noisy, w->n_results);
    }
    return SN_OK;
}

sn_status sn_stepper_check_outputs(sn_stepper *s)
{
    const sn_node *output = sn_graph_output(s->w->graph);
    whole w = {.s = s, .n_results = output ? output->n_in : 0};
    s->image = 0;
    if (s->w->program->batch > 1 && !s->w->program->splits)
        SN_TRY(sn_check_images(s->ctx, s->w, s->net, s->memory.in, s->memory.out, s->scratch));
    else
        SN_TRY(bits_agree(s));
    w.results = SN_NEW_N(s->arena, const sn_tensor *, w.n_results + 1);
    w.noisy = SN_NEW_N(s->arena, const sn_tensor *, w.n_results + 1);
    sn_status status = sn_test_feeds(s->w->graph, s->arena, &w.feeds, &w.n_feeds);
    for (uint16_t i = 0; i < w.n_results && s->w->expected; i++) {
        w.results[i] = s->w->expected[i];
        if (w.results[i]) sn_tensor_retain(w.results[i]);
    }
    if (status == SN_OK && !s->w->expected) status = interpret(&w, 0, w.results);
    if (status == SN_OK) status = judge_outputs(&w);
    sn_tensors_release(w.feeds, w.n_feeds);
    sn_tensors_release(w.results, w.n_results);
    sn_tensors_release(w.noisy, w.n_results);
    sn_stepper_forget(s, true);
    return status;
}
