/* SPDX-License-Identifier: Apache-2.0
 *
 * Executables beside the clock: whole runs and their steps, warm and cold. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "api/executable.h"
#include "api/executable_inner.h"
#include "base/clock.h"
#include "base/vec.h"
#include "codegen/selftest.h"
#include "driver/host.h"
#include "driver/measure.h"
#include "machine/work.h"
#include "ref/inputs.h"

enum { MOST_ROUNDS = 1000000, DEFAULT_ROUNDS = 30 };
/* Of the times of steps; of the last rounds, where there were more than fit. */
#define MOST_TIME_BYTES ((size_t)256 << 20)
/* Of what threads did, in all rounds that are traced. */
#define MOST_EVENT_BYTES ((size_t)256 << 20)

/* Of hundredths of a second, as progress counts them. */
#define MOST_PROGRESS 1e15

/* ---- what is run ----------------------------------------------------------------------------- */

static sn_status seeded_inputs(sn_executable *e, sn_arena *arena, const void *const **out)
{
    const void **list = SN_NEW_N(arena, const void *, e->info.n_inputs + 1);
    for (uint32_t i = 0; i < e->info.n_inputs; i++) {
        if (strcmp(e->inputs[i].type, "f32") != 0) {
            void *data = sn_arena_alloc(arena, (size_t)e->inputs[i].bytes + 1);
            test_fill(data, e->inputs[i].type, (size_t)e->inputs[i].bytes, (unsigned)i,
                      (long)e->limits[i]);
            list[i] = data;
            continue;
        }
        const sn_shape shape = sn_array_shape(&e->inputs[i]);
        const sn_tensor *t = NULL;
        SN_TRY(sn_random_tensor(e->context->ctx, SN_TYPE_f32, &shape, i + 1, SN_FLAVOUR_UNIT,
                                e->limits[i], &t));
        list[i] = sn_arena_copy(arena, sn_tensor_f32(t), (size_t)e->inputs[i].n * sizeof(float));
        sn_tensor_release(t);
    }
    *out = list;
    return SN_OK;
}

static void **outputs_of(const sn_executable *e, sn_arena *arena)
{
    void **list = SN_NEW_N(arena, void *, e->info.n_outputs + 1);
    for (uint32_t i = 0; i < e->info.n_outputs; i++)
        list[i] = sn_arena_alloc(arena, (size_t)e->outputs[i].bytes + 1);
    return list;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *list, size_t n)
{
    qsort(list, n, sizeof *list, by_size);
    return list[n / 2];
}

/* ---- rounds ---------------------------------------------------------------------------------- */

/* The times of runs, as they are taken. */
typedef struct bench_times {
    SN_VEC(double) run, begun; /* by round */
    SN_VEC(double *) steps;    /* of the last rounds, of which `most` are kept: by step */
    size_t n_rounds, most;
    SN_VEC(sn_bench_event) events;
    uint32_t n_traced, n_warmup;
} bench_times;

typedef struct bench_of {
    sn_executable *e;
    const sn_bench_options *o;
    const void *const *in;
    void *const *out;
    double *seconds; /* of the module */
    bench_times t;
} bench_of;

/* A clock that goes on till there were enough rounds, and enough time has passed. */
static bool goes_on(size_t n_done, uint32_t rounds, double begun, double seconds)
{
    if (n_done >= MOST_ROUNDS) return false;
    return n_done < rounds || (seconds > 0 && sn_seconds() - begun < seconds);
}

static double one_run(const bench_of *b, double *begun)
{
    const instance *r = &b->e->running;
    memset(b->seconds, 0, (size_t)r->module->n_steps * sizeof *b->seconds);
    *begun = sn_seconds();
    r->module->run(r->net, b->in, b->out);
    return sn_seconds() - *begun;
}

/* By rounds or by time, whichever is further behind; of time hundredths of a second. */
static void tell_progress(const bench_of *b, const char *what, size_t n, uint32_t rounds,
                          double passed, double seconds)
{
    const bool by_time = seconds > 0 && (double)n * seconds >= passed * (double)rounds;
    const double of = by_time ? fmin(fmax(100 * seconds, 1), MOST_PROGRESS) : rounds;
    const double at = by_time ? 100 * passed : (double)n;
    sn_context_progress(b->e->context, what, (uint64_t)(at < of ? at : of), (uint64_t)of);
}

static void warm_up(bench_of *b)
{
    const uint32_t rounds = b->o->warmup ? b->o->warmup : 1;
    const double start = sn_seconds();
    double begun;
    uint32_t n = 0;
    for (; goes_on(n, rounds, start, b->o->warmup_seconds); n++) {
        one_run(b, &begun);
        tell_progress(b, "warming up", n + 1u, rounds, sn_seconds() - start, b->o->warmup_seconds);
    }
    b->t.n_warmup = n;
}

static void keep_steps(bench_of *b, sn_arena *arena)
{
    const size_t n = (size_t)b->e->running.module->n_steps;
    bench_times *t = &b->t;
    if (t->steps.n < t->most) SN_PUSH(t->steps, SN_NEW_N(arena, double, n + 1));
    memcpy(t->steps.v[t->n_rounds % t->most], b->seconds, n * sizeof *b->seconds);
}

/* Times of events count from the start of the first round. False: there is no room for those of
 * this round, and none of them is kept. */
static bool keep_events(bench_of *b, const struct sinter_trace *trace)
{
    const uint32_t round = (uint32_t)b->t.n_rounds;
    const double zero = b->t.begun.v[0];
    size_t n = b->t.events.n;
    for (int i = 0; i < b->e->n_threads; i++) n += (size_t)trace->n[i];
    if (n > MOST_EVENT_BYTES / sizeof(sn_bench_event)) return false;
    for (int i = 0; i < b->e->n_threads; i++) {
        const struct sinter_event *v = trace->events + (size_t)i * (size_t)trace->most;
        for (long k = 0; k < trace->n[i]; k++)
            SN_PUSH(b->t.events, (sn_bench_event){round, (uint32_t)v[k].step, (uint32_t)i,
                                                  v[k].begun - zero, v[k].ended - zero});
        trace->n[i] = 0;
    }
    return true;
}

static void time_rounds(bench_of *b, uint32_t rounds, struct sinter_trace *trace, sn_arena *arena)
{
    const double start = sn_seconds();
    bench_times *t = &b->t;
    double begun;
    for (; goes_on(t->n_rounds, rounds, start, b->o->seconds); t->n_rounds++) {
        const double seconds = one_run(b, &begun);
        SN_PUSH(t->run, seconds);
        SN_PUSH(t->begun, begun);
        keep_steps(b, arena);
        if (trace->events) {
            const bool kept = keep_events(b, trace);
            t->n_traced += kept;
            if (!kept || t->n_traced == b->o->traced) trace->events = NULL;
        }
        tell_progress(b, "timing", t->n_rounds + 1, rounds, sn_seconds() - start, b->o->seconds);
    }
}

/* Where the threads note what they do: NULL where nobody asks for it. */
static struct sinter_trace *trace_of(bench_of *b, sn_arena *arena)
{
    const sn_executable *e = b->e;
    struct sinter_trace *trace = e->running.module->trace(e->running.net);
    const size_t threads = (size_t)e->n_threads, each = threads * sizeof(sn_bench_event);
    size_t most = (size_t)e->running.module->n_steps * (size_t)(e->images > 1 ? e->images : 1);
    if (!b->o->traced) return trace;
    if (most * each > MOST_EVENT_BYTES) most = MOST_EVENT_BYTES / each;
    *trace = (struct sinter_trace){
        .events = SN_NEW_N(arena, struct sinter_event, threads * (most + 1)),
        .most = (long)most,
        .n = SN_NEW_N(arena, long, threads),
    };
    return trace;
}

static void run_rounds(bench_of *b, sn_arena *arena)
{
    const sn_bench_options *o = b->o;
    const size_t n = (size_t)b->e->running.module->n_steps + 1;
    b->t = (bench_times){.run = SN_VEC_IN(arena),
                         .begun = SN_VEC_IN(arena),
                         .steps = SN_VEC_IN(arena),
                         .events = SN_VEC_IN(arena),
                         .most = MOST_TIME_BYTES / (n * sizeof(double))};
    if (!b->t.most) b->t.most = 1;
    warm_up(b);
    struct sinter_trace *trace = trace_of(b, arena);
    time_rounds(b, o->rounds ? o->rounds : o->seconds > 0 ? 1 : DEFAULT_ROUNDS, trace, arena);
    trace->events = NULL; /* what it points to goes */
}

/* ---- what they say --------------------------------------------------------------------------- */

static double median_of_step(const bench_times *t, size_t step, double *column)
{
    for (size_t i = 0; i < t->steps.n; i++) column[i] = t->steps.v[i][step];
    return median(column, t->steps.n);
}

static void report(const bench_of *b, const sn_machine *roof, sn_arena *scratch,
                   sn_bench_result *out)
{
    sn_executable *e = b->e;
    const struct sinter_module *m = e->running.module;
    const bench_times *t = &b->t;
    const size_t n = (size_t)m->n_steps, rounds = t->n_rounds;
    double *column = SN_NEW_N(scratch, double, rounds + 1);
    sn_step_info *steps = SN_NEW_N(e->arena, sn_step_info, n + 1);
    for (size_t i = 0; i < n; i++) {
        const struct sinter_step *s = &m->steps[i];
        steps[i] =
            (sn_step_info){s->layers,    s->kernel, median_of_step(t, i, column),
                           s->flops,     s->bytes,  sn_roof_seconds(roof, s->flops, s->bytes),
                           e->of_step[i]};
    }
    double *begun = sn_arena_copy(e->arena, t->begun.v, rounds * sizeof *begun);
    for (size_t i = rounds; i-- > 0;) begun[i] -= begun[0];
    memcpy(column, t->run.v, rounds * sizeof *column);
    double mid = median(column, rounds); /* sorted by it */
    double levels[SN_N_CACHES + 1] = {0};
    memcpy(levels, roof->core->level_bytes, sizeof roof->core->level_bytes);
    *out = (sn_bench_result){
        .n_rounds = (uint32_t)rounds,
        .median = mid,
        .best = column[0],
        .n_steps = (uint32_t)n,
        .steps = steps,
        .peak_flops = sn_machine_flops(roof),
        .n_levels = SN_N_CACHES + 1,
        .level_bytes = sn_arena_copy(e->arena, levels, sizeof levels),
        .level_speeds =
            sn_arena_copy(e->arena, roof->core->level_speed, sizeof roof->core->level_speed),
        .made = e->made,
        .runs = sn_arena_copy(e->arena, t->run.v, rounds * sizeof *t->run.v),
        .begun = begun,
        .n_warmup = t->n_warmup,
        .n_traced = t->n_traced,
        .n_events = (uint32_t)t->events.n,
        .events = t->events.n
                      ? sn_arena_copy(e->arena, t->events.v, t->events.n * sizeof *t->events.v)
                      : NULL,
    };
}

static sn_status bench_in(sn_executable *e, const sn_bench_options *o, sn_arena *arena,
                          sn_bench_result *out)
{
    bench_of b = {.e = e, .o = o, .in = o->inputs};
    sn_core core;
    sn_machine roof = *e->machine;
    sn_driver_options driver = sn_executable_driver(e->context, e->arena, e->machine, "");
    if (!b.in) SN_TRY(seeded_inputs(e, arena, &b.in));
    roof.core = &core;
    SN_TRY(sn_measure_core(arena, e->machine, e->n_threads, &driver, &core));
    b.out = outputs_of(e, arena);
    b.seconds = e->running.module->seconds(e->running.net);
    run_rounds(&b, arena);
    report(&b, &roof, arena, out);
    return SN_OK;
}

static bool is_duration(double seconds) { return seconds >= 0 && isfinite(seconds); }

static sn_status bench(sn_executable *e, const sn_bench_options *o, sn_bench_result *out)
{
    sn_ctx *ctx = e->context->ctx;
    SN_CHECK(ctx, o->rounds <= MOST_ROUNDS && o->warmup <= MOST_ROUNDS, SN_E_ARG,
             "%u rounds: %d at most are expected", o->rounds > o->warmup ? o->rounds : o->warmup,
             MOST_ROUNDS);
    SN_CHECK(ctx, is_duration(o->seconds) && is_duration(o->warmup_seconds), SN_E_ARG,
             "%g seconds: a finite number from 0 on is expected",
             is_duration(o->seconds) ? o->warmup_seconds : o->seconds);
    SN_TRY(sn_host_check_timed(ctx, e->machine));
    sn_arena *arena = sn_arena_create(ctx);
    sn_status status = bench_in(e, o, arena, out);
    sn_arena_destroy(arena);
    return status;
}

sn_status sn_executable_bench_with(sn_executable *e, const sn_bench_options *options,
                                   sn_bench_result *out)
{
    sn_bench_options o;
    SN_TAKE_OPTIONS(e->context->ctx, sn_bench_options, &o, options);
    SN_GUARD(e->context->ctx, bench(e, &o, out));
}

static sn_status bench_rounds(sn_executable *e, uint32_t rounds, sn_bench_result *out)
{
    SN_CHECK(e->context->ctx, rounds > 0 && rounds <= MOST_ROUNDS, SN_E_ARG,
             "%u rounds: 1 to %d are expected", rounds, MOST_ROUNDS);
    return bench(e, &(sn_bench_options){.rounds = rounds}, out);
}

sn_status sn_executable_bench(sn_executable *e, uint32_t rounds, sn_bench_result *out)
{
    SN_GUARD(e->context->ctx, bench_rounds(e, rounds, out));
}

/* ---- cold ------------------------------------------------------------------------------------ */

enum { SWEPT_BYTES = 96 << 20 };

static double kernel_seconds(const struct sinter_module *m, const double *seconds,
                             const char *kernel, int *n)
{
    double sum = 0;
    *n = 0;
    for (int i = 0; i < m->n_steps; i++) {
        const size_t length = strlen(kernel);
        if (strncmp(m->steps[i].kernel, kernel, length) != 0) continue;
        if (m->steps[i].kernel[length] && m->steps[i].kernel[length] != ' ') continue;
        sum += seconds[i];
        (*n)++;
    }
    return sum;
}

typedef struct cold_run {
    const void *const *in;
    void **out;
    double *seconds; /* of each round */
} cold_run;

static void sweep_caches(unsigned char *swept)
{
    for (size_t i = 0; i < SWEPT_BYTES; i += 64) swept[i]++;
}

static sn_status cold_rounds(const cold_run *runs, const sn_timed_executable *t, size_t n,
                             uint32_t rounds, unsigned char *swept)
{
    for (uint32_t round = 0; round < rounds; round++) {
        for (size_t i = 0; i < n; i++) {
            void *const net = t[i].e->running.net;
            const struct sinter_module *m = t[i].e->running.module;
            double *const seconds = m->seconds(net);
            int steps = 0;
            sweep_caches(swept);
            memset(seconds, 0, (size_t)m->n_steps * sizeof *seconds);
            m->run(net, runs[i].in, runs[i].out);
            runs[i].seconds[round] = kernel_seconds(m, seconds, t[i].kernel, &steps);
            SN_CHECK(t[i].e->context->ctx, steps > 0, SN_E_UNSUPPORTED,
                     "no step is computed by the kernel '%s'", t[i].kernel);
        }
    }
    return SN_OK;
}

static sn_status time_cold(sn_timed_executable *t, size_t n, uint32_t rounds, sn_arena *arena)
{
    cold_run *const runs = SN_NEW_N(arena, cold_run, n);
    unsigned char *swept;
    for (size_t i = 0; i < n; i++) {
        runs[i] = (cold_run){.out = outputs_of(t[i].e, arena),
                             .seconds = SN_NEW_N(arena, double, rounds)};
        SN_TRY(seeded_inputs(t[i].e, arena, &runs[i].in));
        t[i].e->running.module->run(t[i].e->running.net, runs[i].in, runs[i].out);
    }
    sn_buf *buf = sn_executable_buffer(t[0].e, SWEPT_BYTES, &swept);
    SN_CHECK(t[0].e->context->ctx, buf, SN_E_MEMORY, "out of memory: kernels cannot be timed");
    const sn_status status = cold_rounds(runs, t, n, rounds, swept);
    sn_buf_release(buf);
    SN_TRY(status);
    for (size_t i = 0; i < n; i++) {
        qsort(runs[i].seconds, rounds, sizeof *runs[i].seconds, by_size);
        t[i].seconds = runs[i].seconds[rounds / 4];
    }
    return SN_OK;
}

sn_status sn_executables_time_cold(sn_timed_executable *t, size_t n, uint32_t rounds)
{
    sn_arena *arena = sn_arena_create(t[0].e->context->ctx);
    const sn_status status = time_cold(t, n, rounds, arena);
    sn_arena_destroy(arena);
    return status;
}
