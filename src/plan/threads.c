/* SPDX-License-Identifier: Apache-2.0
 *
 * Threads meet before a step that reads or overwrites what others of them have made; and what a run
 * takes on so many of them. */
#include "fusion/cost.h"
#include "plan/ranges.h"

/* ---- what a step takes ----------------------------------------------------------------------- */

/* Of kernels that do not say what they take: each operation is an instruction of scalar code, and
 * each element that is read or written one. */
static sn_work plain_work(const sn_step *s)
{
    const double elements = s->bytes / (double)sizeof(float);
    sn_work w = {.scalar = s->kernel == &sn_kernel_map ? 0 : s->flops + elements};
    sn_work_stream(&w, s->bytes, s->bytes, false);
    return w;
}

/* Vector instructions of a formula on all elements of a place. */
static double formula_vectors(const planner *p, const sn_expr *expr, const sn_place *place)
{
    return sn_fusion_formula_work(expr) * (double)sn_shape_count(&place->shape) /
           p->k.machine->lanes;
}

double sn_plan_work_seconds(const planner *p, const sn_step *s, const sn_work *work)
{
    sn_work w = *work;
    w.barriers = 0;
    if (s->epilogue.expr)
        w.vector += formula_vectors(p, s->epilogue.expr, s->pool ? s->pool->in[0] : s->out[0]);
    if (s->prologue && s->node)
        sn_prologue_work(&p->k, &p->node[s->node->id].wants,
                         sn_fusion_formula_work(s->prologue->epilogue.expr),
                         (double)sn_shape_count(&s->prologue->out[0]->shape), &w);
    if (s->pool && s->pool->epilogue.expr)
        w.vector += formula_vectors(p, s->pool->epilogue.expr, s->out[0]);
    return sn_work_seconds(p->k.machine, &w);
}

double sn_plan_seconds(const planner *p, const sn_step *s)
{
    const node_plan *np = s->node ? &p->node[s->node->id] : NULL;
    const bool told =
        np && np->kernel == s->kernel && np->wants.seconds > p->k.machine->core->start;
    const sn_work w = told ? np->wants.work : plain_work(s);
    return sn_plan_work_seconds(p, s, &w);
}

/* ---- what waits for what --------------------------------------------------------------------- */

/* Whether all meet before each step, if these threads do them. A run begins and ends with a barrier
 * around what not the caller alone does. */
static void find_barriers(const planner *p, bool *barrier)
{
    memory_ranges open = SN_VEC_IN(p->arena), mine = SN_VEC_IN(p->arena);
    size_t behind = 0; /* the last in which others have a part */
    for (size_t i = 0; i < p->steps.n; i++) behind = p->thread[i] == 0 ? behind : i + 1;
    bool begun = false;
    for (size_t i = 0; i < p->steps.n; i++) {
        const sn_step *s = p->steps.v[i];
        sn_ranges_of(p, s, true, p->thread[i], &mine);
        const bool begins = !begun && p->thread[i] != 0 && i > 0;
        barrier[i] = begins || (i == behind && i > 0) || sn_ranges_meet(&open, &mine);
        begun = begun || p->thread[i] != 0;
        if (barrier[i] || (s->n_phases > 1 && p->thread[i] == SN_ALL_THREADS)) open.n = 0;
        for (size_t b = 0; b < mine.n; b++) SN_PUSH(open, mine.v[b]);
    }
}

/* Of the time of a share, what it may cost to do it in parts. */
static const double MOST_FOR_PARTS = 0.01;

/* What a call of a kernel takes beside its units: it begins, with nothing in the first cache. */
static double call_seconds(const sn_machine *m)
{
    sn_work w = {0};
    sn_work_stream(&w, sn_machine_l1_bytes(m), 2 * sn_machine_l2_bytes(m), false);
    return sn_work_seconds(m, &w);
}

/* Whether a share is long beside the calls that parts of it take. */
static bool is_worth_stealing(const planner *p, const sn_step *s, size_t at)
{
    const int n_threads = p->k.n_threads > 1 ? p->k.n_threads : 2;
    const sn_stage *stage = sn_program_stage(p->p, at);
    const double images = stage && !stage->by_image ? (double)sn_step_images(p->p, s) : 1,
                 share = sn_shared_seconds(p->k.machine, s, n_threads) * images / s->n_phases;
    if (s->kernel->keeps || s->keeps) return false;
    return SN_SHARE_HALVINGS * call_seconds(p->k.machine) < MOST_FOR_PARTS * share;
}

/* Sums of parts are few. */
static bool merges_sums(const sn_step *s, int phase)
{
    return s->sums.kind != SN_SUMS_NONE && phase && phase + 1 == s->n_phases;
}

void sn_plan_phases(planner *p)
{
    const size_t n = p->steps.n;
    bool *barrier = SN_NEW_N(p->arena, bool, n + 1);
    SN_VEC(sn_phase) phases = SN_VEC_IN(p->arena);
    find_barriers(p, barrier);
    for (size_t i = 0; i < n; i++) {
        const sn_step *s = p->steps.v[i];
        const bool steals = p->thread[i] == SN_ALL_THREADS && is_worth_stealing(p, s, i);
        for (int k = 0; k < s->n_phases; k++)
            SN_PUSH(phases, (sn_phase){.step = s,
                                       .phase = k,
                                       .barrier = k ? p->thread[i] == SN_ALL_THREADS : barrier[i],
                                       .thread = p->thread[i],
                                       .steals = steals && !merges_sums(s, k),
                                       .chunk = sn_plan_chunk(p, s, k)});
    }
    p->p->phase = phases.v;
    p->p->n_phases = phases.n;
}

/* ---- what a run takes ------------------------------------------------------------------------ */

double sn_shared_seconds(const sn_machine *m, const sn_step *s, int n_threads)
{
    int64_t units = 1;
    for (int i = 0; i < s->n_phases; i++) units = s->units[i] > units ? s->units[i] : units;
    const int64_t most = (units + n_threads - 1) / n_threads;
    const double start = m->core->start, work = s->seconds > start ? s->seconds - start : 0;
    return start + work * (double)most / (double)units;
}

static double latest(const double *clock, int n)
{
    double last = 0;
    for (int t = 0; t < n; t++) last = clock[t] > last ? clock[t] : last;
    return last;
}

/* All wait for the last one. */
static void meet(double *clock, int n, double wait)
{
    const double last = latest(clock, n) + wait;
    for (int t = 0; t < n; t++) clock[t] = last;
}

sn_threads_cost sn_program_threads_cost(const sn_program *p, int n_threads)
{
    sn_threads_cost c = {.n_beside = (int)p->n_beside};
    const double wait = sn_barrier_seconds(p->machine, n_threads);
    double *clock = SN_NEW_N(p->arena, double, n_threads);
    bool met = false; /* others than the caller have a part in what there was so far */
    for (size_t i = 0; i < p->n_phases; i++) {
        const sn_phase *f = &p->phase[i];
        const bool begins = !met && f->thread != 0;
        met = met || begins;
        if (begins || f->barrier) {
            meet(clock, n_threads, wait);
            c.n_barriers++;
        }
        if (f->phase) continue;
        const double seconds = f->step->seconds * (double)sn_step_images(p, f->step);
        c.work += seconds;
        c.n_alone += f->thread != SN_ALL_THREADS;
        if (f->thread != SN_ALL_THREADS) {
            clock[f->thread % n_threads] += seconds;
            continue;
        }
        const double part =
            sn_shared_seconds(p->machine, f->step, n_threads) * (double)sn_step_images(p, f->step);
        for (int t = 0; t < n_threads; t++) clock[t] += part;
    }
    if (p->n_phases && p->phase[p->n_phases - 1].thread != 0) {
        meet(clock, n_threads, wait);
        c.n_barriers++;
    }
    c.span = latest(clock, n_threads);
    return c;
}
