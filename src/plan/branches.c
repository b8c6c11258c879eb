/* SPDX-License-Identifier: Apache-2.0
 *
 * Which threads do a step. All of them share it; or the caller of a run does it alone, while the
 * others wait: that takes longer, but what one thread does in a row needs no barrier; or, in a
 * section of steps that fall into branches which do not read one another, each thread does some of
 * the branches. Which of it is fastest is a shortest path over the steps: a node behind each step
 * for how it was done.
 *
 * In a section the branches are given out with the longest first, each to the thread that has least
 * so far (R. L. Graham, Bounds on Multiprocessing Timing Anomalies, 1969). */
#include <stdlib.h>
#include <string.h>

#include "plan/ranges.h"

enum { MOST_STEPS = 32 }; /* of a section */
/* What a section has to gain, as it needs more memory and its estimate is one of cold weights. */
static const double LEAST_GAIN = 1.05;

enum { SHARED, LONE, SECTION, N_WAYS };

typedef struct assigned {
    double seconds;   /* up to here */
    int before;       /* how the step before this one, or this section, was done */
    size_t n_section; /* steps of the section that ends here */
} assigned;

typedef struct assigner {
    const planner *p;
    const sn_machine *machine;
    int n_threads;
    double wait;
    uint32_t *reads; /* of each step: bit k - 1 is set where it has to wait for the k-th before */
    assigned (*at)[N_WAYS];
} assigner;

/* ---- branches -------------------------------------------------------------------------------- */

typedef struct branch {
    double seconds;
    int first;
} branch;

static int longest_first(const void *a, const void *b)
{
    const branch *x = a, *y = b;
    if (x->seconds != y->seconds) return x->seconds < y->seconds ? 1 : -1;
    return x->first - y->first;
}

/* of: of the i steps from `first` on, the first one of the branch that each is in. Now of one more.
 */
static void add_step(const assigner *c, size_t first, int i, int *of)
{
    of[i] = i;
    for (int k = 0; k < i; k++) {
        if (!(c->reads[first + (size_t)i] >> (i - k - 1) & 1) || of[k] == of[i]) continue;
        const int one = of[k] < of[i] ? of[k] : of[i], other = of[k] < of[i] ? of[i] : of[k];
        for (int m = 0; m <= i; m++) of[m] = of[m] == other ? one : of[m];
    }
}

/* Seconds of the slowest thread. thread: of each step; may be NULL. */
static double give_out(const assigner *c, size_t first, size_t n, const int *of, int *thread)
{
    branch b[MOST_STEPS];
    int n_branches = 0;
    for (int i = 0; i < (int)n; i++) {
        if (of[i] != i) continue;
        b[n_branches] = (branch){0, i};
        for (size_t k = 0; k < n; k++)
            if (of[k] == i) b[n_branches].seconds += c->p->steps.v[first + k]->seconds;
        n_branches++;
    }
    qsort(b, (size_t)n_branches, sizeof *b, longest_first);
    const int T = c->n_threads < MOST_STEPS ? c->n_threads : MOST_STEPS;
    double load[MOST_STEPS] = {0}, most = 0;
    for (int k = 0; k < n_branches; k++) {
        int to = 0;
        for (int t = 1; t < T; t++) to = load[t] < load[to] ? t : to;
        load[to] += b[k].seconds;
        most = load[to] > most ? load[to] : most;
        for (size_t i = 0; i < n && thread; i++)
            if (of[i] == b[k].first) thread[i] = to;
    }
    return most;
}

/* ---- the shortest path ----------------------------------------------------------------------- */

static void find_reads(assigner *c)
{
    const planner *p = c->p;
    memory_ranges ranges[MOST_STEPS + 1];
    for (int i = 0; i <= MOST_STEPS; i++) ranges[i] = (memory_ranges)SN_VEC_IN(p->arena);
    for (size_t i = 0; i < p->steps.n; i++) {
        memory_ranges *mine = &ranges[i % (MOST_STEPS + 1)];
        sn_ranges_of(p, p->steps.v[i], false, SN_ALL_THREADS, mine);
        for (size_t k = 1; k <= MOST_STEPS && k <= i; k++) {
            if (sn_ranges_meet(&ranges[(i - k) % (MOST_STEPS + 1)], mine))
                c->reads[i] |= UINT32_C(1) << (k - 1);
        }
    }
}

static void take(assigned *w, double seconds, int before, size_t n_section)
{
    if (seconds < w->seconds) *w = (assigned){seconds, before, n_section};
}

/* The steps up to `i`, of which the last one is shared, or done alone. What does not read the step
 * before it, either, waits as a rule: it is stored where something was that others still read. */
static void one_step(assigner *c, size_t i)
{
    const sn_step *s = c->p->steps.v[i];
    const assigned *from = c->at[i];
    const double wait = c->wait,
                 shared = sn_shared_seconds(c->machine, s, c->n_threads) + (s->n_phases - 1) * wait;
    assigned *to = c->at[i + 1];
    take(&to[SHARED], from[SHARED].seconds + (i ? wait : 0) + shared, SHARED, 0);
    take(&to[SHARED], from[LONE].seconds + wait + shared, LONE, 0);
    take(&to[SHARED], from[SECTION].seconds + wait + shared, SECTION, 0);
    take(&to[LONE], from[SHARED].seconds + (i ? wait : 0) + s->seconds, SHARED, 0);
    take(&to[LONE], from[LONE].seconds + s->seconds, LONE, 0);
    take(&to[LONE], from[SECTION].seconds + wait + s->seconds, SECTION, 0);
}

static int cheapest(const assigned *ways)
{
    int how = 0;
    for (int k = 1; k < N_WAYS; k++) how = ways[k].seconds < ways[how].seconds ? k : how;
    return how;
}

/* Sections that begin with step i. */
static void sections(assigner *c, size_t i)
{
    const int how = cheapest(c->at[i]);
    const double before = c->at[i][how].seconds;
    int of[MOST_STEPS];
    for (size_t n = 1; n <= MOST_STEPS && i + n <= c->p->steps.n; n++) {
        bool several = false;
        add_step(c, i, (int)n - 1, of);
        for (size_t k = 0; k < n; k++) several = several || of[k] != 0;
        if (several)
            take(&c->at[i + n][SECTION],
                 before + c->wait + LEAST_GAIN * give_out(c, i, n, of, NULL), how, n);
    }
}

static void give_threads(const assigner *c, planner *p, int how)
{
    for (size_t i = p->steps.n; i > 0;) {
        const assigned *w = &c->at[i][how];
        int of[MOST_STEPS];
        how = w->before;
        if (!w->n_section) {
            i--;
            p->thread[i] = w == &c->at[i + 1][SHARED] ? SN_ALL_THREADS : 0;
            continue;
        }
        i -= w->n_section;
        for (int k = 0; k < (int)w->n_section; k++) add_step(c, i, k, of);
        give_out(c, i, w->n_section, of, p->thread + i);
        for (size_t k = i; k < i + w->n_section; k++) p->section[k] = (int32_t)i;
        p->p->n_beside += w->n_section;
    }
}

static void choose(planner *p)
{
    const size_t n = p->steps.n;
    const int T = p->options->n_threads > 2 ? p->options->n_threads : 2;
    assigner c = {.p = p, .machine = p->k.machine, .n_threads = T};
    c.wait = sn_barrier_seconds(p->k.machine, T);
    c.reads = SN_NEW_N(p->arena, uint32_t, n + 1);
    c.at = (assigned(*)[N_WAYS])sn_arena_alloc(p->arena, (n + 1) * sizeof *c.at);
    for (size_t i = 0; i <= n; i++)
        for (int k = 0; k < N_WAYS; k++) c.at[i][k] = (assigned){.seconds = 1e30};
    c.at[0][SHARED].seconds = c.wait; /* a run begins with a barrier, unless the caller is alone */
    c.at[0][LONE].seconds = 0;
    find_reads(&c);
    for (size_t i = 0; i < n; i++) {
        one_step(&c, i);
        if (p->options->n_threads > 1) sections(&c, i);
    }
    c.at[n][SHARED].seconds += c.wait; /* so does it end */
    c.at[n][SECTION].seconds += c.wait;
    give_threads(&c, p, cheapest(c.at[n]));
}

/* A program that is tuned for one thread may be run by more: what two would do alone costs it
 * nothing, but sections would cost memory. */
void sn_plan_branches(planner *p)
{
    const size_t n = p->steps.n;
    p->thread = SN_NEW_N(p->arena, int, n + 1);
    p->section = SN_NEW_N(p->arena, int32_t, n + 1);
    for (size_t i = 0; i < n; i++) {
        p->thread[i] = SN_ALL_THREADS;
        p->section[i] = (int32_t)i;
    }
    if (p->options->lone_steps && p->images == 1 &&
        !(p->options->without >> SN_FUSION_RULE_BRANCHES & 1))
        choose(p);
}
