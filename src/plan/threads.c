/* SPDX-License-Identifier: Apache-2.0
 *
 * How threads share the steps. All of them take part in a step, and meet before those that read or
 * overwrite what others of them have made; or one of them, the caller of a run, does a step alone
 * while the others wait. Alone it takes longer, but what one thread does in a row needs no barrier.
 * Which steps that pays for is a shortest path over the steps, with two nodes a step. */
#include "plan/planner.h"

/* ---- what a step takes ----------------------------------------------------------------------- */

/* Instructions for a vector of results. */
static double instructions_of(sn_fn fn)
{
    enum { SIMPLE = 1, DIVIDES = 8, POLYNOMIAL = 20 };
    switch (fn) {
    case SN_FN_add:
    case SN_FN_sub:
    case SN_FN_mul:
    case SN_FN_neg:
    case SN_FN_lt:
    case SN_FN_le:
    case SN_FN_eq:
    case SN_FN_select:
    case SN_FN_min:
    case SN_FN_max:
    case SN_FN_abs:
    case SN_FN_floor:
    case SN_FN_ceil:
    case SN_FN_nearbyint:
    case SN_FN_trunc:
        return SIMPLE;
    case SN_FN_div:
    case SN_FN_sqrt:
        return DIVIDES;
    default:
        return POLYNOMIAL;
    }
}

static double formula_instructions(const sn_expr *e)
{
    if (e->kind != SN_EXPR_CALL) return 0;
    double n = instructions_of(e->fn);
    for (int i = 0; i < sn_fn_n_args(e->fn); i++) n += formula_instructions(e->arg[i]);
    return n;
}

/* Of kernels that do not say what they take: each operation is an instruction of scalar code, and
 * each element that is read or written one. */
static sn_work plain_work(const sn_step *s)
{
    const double elements = s->bytes / (double)sizeof(float);
    sn_work w = {.scalar = s->kernel == &sn_kernel_map ? 0 : s->flops + elements};
    sn_work_stream(&w, s->bytes, s->bytes, false);
    return w;
}

double sn_plan_seconds(const planner *p, const sn_step *s)
{
    const node_plan *np = s->node ? &p->node[s->node->id] : NULL;
    const bool told =
        np && np->kernel == s->kernel && np->wants.seconds > p->k.machine->core->start;
    sn_work w = told ? np->wants.work : plain_work(s);
    w.barriers = 0;
    if (s->epilogue.expr)
        w.vector += formula_instructions(s->epilogue.expr) *
                    (double)sn_shape_count(&s->out[0]->shape) / p->k.machine->lanes;
    return sn_work_seconds(p->k.machine, &w);
}

/* ---- what waits for what --------------------------------------------------------------------- */

typedef struct memory_range {
    sn_where where;
    uint32_t index;
    int64_t from, to;
    bool written;
    bool alone; /* by the thread that does steps alone */
} memory_range;

typedef SN_VEC(memory_range) memory_ranges;

static memory_range range_of(const planner *p, const sn_place *place, bool written)
{
    const sn_storage *s = place->storage;
    int64_t from = place->offset + (s->where == SN_IN_WORKSPACE ? s->offset : 0);
    int64_t n = place->layout.kind == SN_LAYOUT_PLAIN ? sn_shape_count(&place->shape)
                                                      : sn_plan_floats(p, &place->layout);
    return (memory_range){s->where, s->where == SN_IN_WORKSPACE ? 0 : s->index,
                          from,     from + n * sn_place_element_bytes(place),
                          written,  false};
}

static void ranges_of(const planner *p, const sn_step *s, bool alone, memory_ranges *mine)
{
    mine->n = 0;
    for (int k = 0; k < s->n_in; k++) {
        if (s->in[k]) SN_PUSH(*mine, range_of(p, s->in[k], false));
    }
    for (int k = 0; k < s->n_out; k++) SN_PUSH(*mine, range_of(p, s->out[k], true));
    for (int k = 0; k < s->epilogue.n; k++) {
        if (s->epilogue.outside[k].place)
            SN_PUSH(*mine, range_of(p, s->epilogue.outside[k].place, false));
    }
    if (s->shared_storage) {
        int64_t from = s->shared_storage->offset;
        SN_PUSH(*mine, (memory_range){SN_IN_WORKSPACE, 0, from, from + 4 * s->shared, true, false});
    }
    for (size_t i = 0; i < mine->n; i++) mine->v[i].alone = alone;
}

static bool conflict(const memory_range *a, const memory_range *b)
{
    if (a->where != b->where || a->index != b->index || (!a->written && !b->written)) return false;
    return a->from < b->to && b->from < a->to && !(a->alone && b->alone);
}

static bool meets(const memory_ranges *open, const memory_ranges *mine)
{
    for (size_t a = 0; a < open->n; a++) {
        for (size_t b = 0; b < mine->n; b++)
            if (conflict(&open->v[a], &mine->v[b])) return true;
    }
    return false;
}

/* Whether all meet before each step, if these steps are done alone. A run begins and ends with a
 * barrier around the steps that are shared. */
static void find_barriers(const planner *p, const bool *alone, bool *barrier)
{
    memory_ranges open = SN_VEC_IN(p->arena), mine = SN_VEC_IN(p->arena);
    size_t behind = 0; /* the last that is shared */
    for (size_t i = 0; i < p->steps.n; i++) behind = alone[i] ? behind : i + 1;
    bool begun = false;
    for (size_t i = 0; i < p->steps.n; i++) {
        const sn_step *s = p->steps.v[i];
        ranges_of(p, s, alone[i], &mine);
        const bool begins = !begun && !alone[i] && i > 0;
        barrier[i] = begins || (i == behind && i > 0) || meets(&open, &mine);
        begun = begun || !alone[i];
        if (barrier[i] || (s->n_phases > 1 && !alone[i])) open.n = 0;
        for (size_t b = 0; b < mine.n; b++) SN_PUSH(open, mine.v[b]);
    }
}

/* ---- which are done alone -------------------------------------------------------------------- */

/* Of a step that is shared. Units are not divided: some threads may have one more than others. */
static double shared_seconds(const sn_machine *m, const sn_step *s, int n_threads)
{
    int64_t units = 1;
    for (int i = 0; i < s->n_phases; i++) units = s->units[i] > units ? s->units[i] : units;
    const int64_t most = (units + n_threads - 1) / n_threads;
    const double start = m->core->start, work = s->seconds > start ? s->seconds - start : 0;
    return start + work * (double)most / (double)units +
           (s->n_phases - 1) * sn_barrier_seconds(m, n_threads);
}

/* barrier: if all are shared. */
static void choose_alone(const planner *p, int n_threads, const bool *barrier, bool *alone)
{
    const size_t n = p->steps.n;
    const sn_machine *m = p->k.machine;
    const double wait = sn_barrier_seconds(m, n_threads);
    uint8_t *from[2] = {SN_NEW_N(p->arena, uint8_t, n + 1), SN_NEW_N(p->arena, uint8_t, n + 1)};
    double cost[2] = {wait, 0}; /* the last step was shared, was done alone */
    for (size_t i = 0; i < n; i++) {
        const sn_step *s = p->steps.v[i];
        const double before = barrier[i] ? wait : 0,
                     to_shared[2] = {cost[0] + before, cost[1] + (i ? wait : 1e9)},
                     to_alone[2] = {i ? cost[0] + before : 1e9, cost[1]};
        from[0][i] = to_shared[1] < to_shared[0];
        from[1][i] = to_alone[1] < to_alone[0];
        cost[0] = to_shared[from[0][i]] + shared_seconds(m, s, n_threads);
        cost[1] = to_alone[from[1][i]] + s->seconds;
    }
    int kind = cost[1] < cost[0] + wait;
    for (size_t i = n; i-- > 0; kind = from[kind][i]) alone[i] = kind == 1;
}

/* A program that is tuned for one thread may be run by more: what two would do alone costs it
 * nothing. */
void sn_plan_threads(planner *p)
{
    const size_t n = p->steps.n;
    const int n_threads = p->options->n_threads > 2 ? p->options->n_threads : 2;
    bool *alone = SN_NEW_N(p->arena, bool, n + 1), *barrier = SN_NEW_N(p->arena, bool, n + 1);
    find_barriers(p, alone, barrier);
    if (p->options->lone_steps && p->p->batch == 1) {
        choose_alone(p, n_threads, barrier, alone);
        find_barriers(p, alone, barrier);
    }
    SN_VEC(sn_phase) phases = SN_VEC_IN(p->arena);
    for (size_t i = 0; i < n; i++) {
        const sn_step *s = p->steps.v[i];
        for (int k = 0; k < s->n_phases; k++)
            SN_PUSH(phases, (sn_phase){.step = s,
                                       .phase = k,
                                       .barrier = k ? !alone[i] : barrier[i],
                                       .alone = alone[i],
                                       .chunk = sn_plan_chunk(p, s, k)});
    }
    p->p->phase = phases.v;
    p->p->n_phases = phases.n;
}

sn_threads_cost sn_program_threads_cost(const sn_program *p, int n_threads)
{
    sn_threads_cost c = {0};
    bool shared = false, last = false;
    for (size_t i = 0; i < p->n_phases; i++) {
        const sn_phase *f = &p->phase[i];
        c.n_barriers += f->barrier && i;
        last = !f->alone;
        shared = shared || last;
        if (f->phase) continue;
        c.work += f->step->seconds;
        c.n_alone += f->alone;
        c.span += f->alone ? f->step->seconds : shared_seconds(p->machine, f->step, n_threads);
        c.span -=
            f->alone ? 0 : (f->step->n_phases - 1) * sn_barrier_seconds(p->machine, n_threads);
    }
    c.n_barriers += (shared && p->n_phases && !p->phase[0].alone) + last;
    c.work *= (double)p->batch;
    c.span = c.span * (double)p->batch + c.n_barriers * sn_barrier_seconds(p->machine, n_threads);
    return c;
}
