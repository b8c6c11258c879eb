/* SPDX-License-Identifier: Apache-2.0
 *
 * One run that is believed, and some with every value off by roundings: how far these take a sum is
 * what is allowed, times a factor, and never less than a share of the root of the sum of squares. A
 * sum with signs that have nothing to do with what is added is about as large as that root, and so
 * are the errors: wrong elements are seen, roundings are not. */
#include "api/selftest.h"

#include <math.h>

#include "api/test_inputs.h"
#include "ref/agree.h"
#include "ref/distance.h"
#include "ref/noise.h"
#include "ref/run.h"

#define ROUNDINGS 4  /* that each value is off by: sums are of any length */
#define TIMES     16 /* what these make */
/* of the root of the sum of squares, and of the largest element of an output */
#define LEAST_SHARE 1e-3
#define TELLS_UP_TO 0.1 /* the same: where more is allowed, nothing is learnt */
/* of that share: where TIMES what one draw moves is more, another draw is made */
#define CLOSE       0.5
#define MOST_SQUARE 1e60 /* that sums can be written down as floats */
enum { N_DRAWS = 2, MOST_SAMPLES = 32 };

typedef struct record {
    bool seen;
    double sums[TEST_SUMS], square; /* of the run that is believed */
    double moved;                   /* the largest distance of a sum in the others */
    int64_t n;
} record;

typedef struct tester {
    sn_context *context;
    const sn_program *p;
    const sn_graph *g;
    sn_arena *arena, *scratch;
    record *records; /* by value id */
    sn_noise noise;
    const sn_tensor **feeds, **results, **noisy;
    size_t n_feeds;
    uint16_t n_results;
} tester;

static void add_up(const sn_tensor *t, double *sums, double *square)
{
    const int64_t n = sn_tensor_count(t);
    const float *floats = t->type == SN_TYPE_f32 && t->coding == SN_PLAIN ? sn_tensor_f32(t) : NULL;
    *square = 0;
    for (int k = 0; k < TEST_SUMS; k++) sums[k] = 0;
    for (int64_t i = 0; i < n; i++) {
        const double x = floats ? (double)floats[i] : sn_tensor_at(t, i);
        test_add(sums, (size_t)i, x);
        *square += x * x;
    }
}

static sn_status seen(void *user, const sn_value *v, const sn_tensor *t)
{
    tester *w = user;
    record *r = &w->records[v->id];
    double sums[TEST_SUMS], square;
    if (!t || !t->buf) return SN_OK;
    add_up(t, sums, &square);
    if (!w->noise.draw) {
        *r = (record){.seen = true, .square = square, .n = sn_tensor_count(t)};
        for (int k = 0; k < TEST_SUMS; k++) r->sums[k] = sums[k];
    }
    for (int k = 0; k < TEST_SUMS; k++) {
        const double d = fabs(sums[k] - r->sums[k]);
        if (!(d <= r->moved)) r->moved = isfinite(d) ? d : INFINITY;
    }
    return SN_OK;
}

static sn_status change(void *user, const sn_value *v, const sn_tensor *const *in,
                        const sn_tensor **t)
{
    return sn_disturb(&((tester *)user)->noise, v, in, t);
}

static void on_progress(void *user, uint32_t n_done, uint32_t n_total)
{
    const tester *w = user;
    sn_context_progress(w->context, "self-test", (uint64_t)w->noise.draw * n_total + n_done,
                        (uint64_t)n_total * (N_DRAWS + 1));
}

static sn_status run(tester *w, int draw, const sn_tensor **results)
{
    w->noise.draw = draw;
    const sn_run_hooks hooks = {.user = w,
                                .seen = seen,
                                .change = draw ? change : NULL,
                                .progress = on_progress,
                                .rounding = sn_noise_inside(&w->noise, true)};
    return sn_run_graph(w->g, w->feeds, w->n_feeds, &hooks, results);
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* Integers and bools, which no rounding moves, are what they are, as far as a float holds them.
 */
static bool is_exact(sn_type type, double moved) { return !sn_type_is_float(type) && !(moved > 0); }

static double exact_to(double v) { return 0.5 + fabs(v) * 0x1p-22; }

static bool sum_at(const tester *w, size_t phase, const sn_place *place, const sn_value *v,
                   const bool *loose, sn_module_sum *out)
{
    const record *r = &w->records[v->id];
    const sn_layout *l = &place->layout;
    const sn_storage *s = place->storage;
    const bool blocked = l->kind == SN_LAYOUT_BLOCKED;
    if (!r->seen || loose[v->id] || r->n != sn_shape_count(&place->shape) || !r->n ||
        !(r->square < MOST_SQUARE))
        return false;
    const double root = sqrt(r->square);
    double allowed = TIMES * r->moved + LEAST_SHARE * fmax(root, 1e-5 * sqrt((double)r->n));
    for (int k = 0; k < TEST_SUMS && is_exact(place->type, r->moved); k++)
        allowed = k == 0 ? exact_to(r->sums[k]) : fmax(allowed, exact_to(r->sums[k]));
    if (!is_exact(place->type, r->moved) &&
        !(allowed <= fmax(TELLS_UP_TO * root, 1e-5 * sqrt((double)r->n))))
        return false;
    *out = (sn_module_sum){
        .step = phase,
        .from = s->where == SN_IN_OUTPUT ? (int)s->index : -1,
        .type = place->type,
        .at = (uint64_t)(place->offset + (s->where == SN_IN_WORKSPACE ? s->offset : 0)),
        .channels = blocked ? (uint64_t)l->channels : 1,
        .pixels = blocked ? (uint64_t)l->pixels : (uint64_t)r->n,
        .plane = blocked ? (uint64_t)l->plane : 0,
        .lanes = blocked ? (uint64_t)w->p->machine->lanes : 1,
        .allowed = allowed,
    };
    for (int k = 0; k < TEST_SUMS; k++) out->sums[k] = r->sums[k];
    return true;
}

static void steps(tester *w, const bool *loose, sn_module_test *out)
{
    SN_VEC(sn_module_sum) list = SN_VEC_IN(w->arena);
    for (size_t i = 0; i < w->p->n_phases; i++) {
        const sn_step *s = w->p->phase[i].step;
        sn_module_sum one;
        if (w->p->phase[i].phase + 1 < s->n_phases) continue;
        for (int k = 0; k < s->n_out; k++) {
            const sn_value *v = sn_step_result(s, k);
            if (v && sum_at(w, i, s->out[k], v, loose, &one)) SN_PUSH(list, one);
        }
    }
    out->sums = list.v;
    out->n_sums = list.n;
}

/* ---- outputs --------------------------------------------------------------------------------- */

/* 1e-5 at least; INFINITY where something is no finite number. */
static double scale_of(const sn_tensor *t)
{
    return t && sn_is_nan_somewhere(t) ? INFINITY : fmax(1e-5, sn_tensor_largest(t));
}

/* The largest |a - b|. */
static double distance(const sn_tensor *a, const sn_tensor *b)
{
    double most = 0;
    if (!a || !b) return 0;
    if (sn_tensor_count(a) != sn_tensor_count(b)) return INFINITY;
    for (int64_t i = 0; i < sn_tensor_count(a); i++) {
        const double d = fabs(sn_tensor_at(a, i) - sn_tensor_at(b, i));
        if (!(d <= most)) most = isfinite(d) ? d : INFINITY;
    }
    return most;
}

static sn_status outputs(tester *w, const bool *loose, const double *moved, sn_module_test *out)
{
    const sn_node *output = sn_graph_output(w->g);
    SN_VEC(sn_module_sample) list = SN_VEC_IN(w->arena);
    for (uint16_t i = 0; i < w->n_results; i++) {
        const sn_tensor *t = w->results[i];
        const int64_t n = t ? sn_tensor_count(t) : 0;
        const double largest = scale_of(t);
        const double allowed = t && is_exact(t->type, moved[i])
                                   ? exact_to(largest)
                                   : TIMES * moved[i] + LEAST_SHARE * largest;
        const bool tells = allowed <= TELLS_UP_TO * largest || (t && is_exact(t->type, moved[i]));
        if (!n || loose[sn_in(output, i)->id] || !isfinite(largest) || !tells) continue;
        const int64_t stride = (n + MOST_SAMPLES - 1) / MOST_SAMPLES,
                      count = (n + stride - 1) / stride;
        double *values = SN_NEW_N(w->arena, double, count);
        for (int64_t k = 0; k < count; k++) values[k] = sn_tensor_at(t, k * stride);
        SN_PUSH(list, (sn_module_sample){.output = i,
                                         .stride = (uint64_t)stride,
                                         .values = values,
                                         .n = (size_t)count,
                                         .allowed = allowed});
    }
    out->samples = list.v;
    out->n_samples = list.n;
    return SN_OK;
}

/* ---- all ------------------------------------------------------------------------------------- */

/* Whether roundings are a part of what is allowed that counts. One draw may happen to move little
 * where others move much, but not in all sums and elements at once. */
static bool is_close(const tester *w, const double *moved)
{
    for (size_t i = 0; i < w->g->n_ids; i++) {
        const record *r = &w->records[i];
        if (r->seen && TIMES * r->moved > CLOSE * LEAST_SHARE * sqrt(r->square)) return true;
    }
    for (uint16_t i = 0; i < w->n_results; i++) {
        if (TIMES * moved[i] > CLOSE * LEAST_SHARE * scale_of(w->results[i])) return true;
    }
    return false;
}

static sn_status measure(tester *w, double *moved)
{
    SN_TRY(sn_test_feeds(w->g, w->scratch, &w->feeds, &w->n_feeds));
    SN_TRY(run(w, 0, w->results));
    for (int draw = 1; draw == 1 || (draw <= N_DRAWS && is_close(w, moved)); draw++) {
        SN_TRY(run(w, draw, w->noisy));
        for (uint16_t i = 0; i < w->n_results; i++) {
            const double d = distance(w->results[i], w->noisy[i]);
            if (!(d <= moved[i])) moved[i] = d;
        }
        sn_tensors_release(w->noisy, w->n_results);
    }
    return SN_OK;
}

static sn_status work_out(tester *w, sn_module_test *out)
{
    const sn_node *output = sn_graph_output(w->g);
    sn_value **inputs = NULL;
    size_t n_inputs = 0;
    w->n_results = output ? output->n_in : 0;
    w->records = SN_NEW_N(w->scratch, record, w->g->n_ids + 1);
    w->results = SN_NEW_N(w->scratch, const sn_tensor *, w->n_results + 1);
    w->noisy = SN_NEW_N(w->scratch, const sn_tensor *, w->n_results + 1);
    double *moved = SN_NEW_N(w->scratch, double, w->n_results + 1);
    w->noise.ctx = w->g->ctx;
    w->noise.times = ROUNDINGS;
    sn_status status = measure(w, moved);
    if (status == SN_OK) {
        const bool *loose = sn_hang_on_selection(w->g, w->scratch);
        if (!w->p->splits) steps(w, loose, out); /* else they are of single images */
        status = outputs(w, loose, moved, out);
    }
    inputs = sn_graph_inputs(w->g, w->scratch, &n_inputs);
    int64_t *limits = SN_NEW_N(w->arena, int64_t, n_inputs + 1);
    for (size_t i = 0; i < n_inputs; i++) limits[i] = sn_integer_limit(inputs[i]);
    out->limits = limits;
    sn_tensors_release(w->feeds, w->n_feeds);
    sn_tensors_release(w->noisy, w->n_results);
    return status;
}

sn_status sn_selftest_of(sn_context *c, const sn_program *p, const sn_graph *g, sn_arena *arena,
                         sn_module_test *out, const sn_tensor ***results)
{
    tester w = {.context = c, .p = p, .g = g, .arena = arena, .scratch = sn_arena_create(c->ctx)};
    *out = (sn_module_test){0};
    sn_status status = work_out(&w, out);
    if (status == SN_OK && results)
        *results = sn_arena_copy(arena, w.results, (w.n_results + (size_t)1) * sizeof *w.results);
    else
        sn_tensors_release(w.results, w.n_results);
    sn_arena_destroy(w.scratch);
    return status;
}
