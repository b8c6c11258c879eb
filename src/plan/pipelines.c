/* SPDX-License-Identifier: Apache-2.0
 *
 * Steps that become one, row by row: chains of steps each of which alone reads what the one before
 * stores. Of all that can be one from a step on, as many are taken as gain most by the kernel's
 * estimate (kernels/pipeline.h); what loses is a remark. */
#include "base/map.h"
#include "kernels/pipeline.h"
#include "plan/planner.h"

/* Whether a step between the first of these and the last writes where the first reads. */
static bool is_overwritten(const planner *p, const sn_map *all, const size_t *chain, int n)
{
    const sn_step *first = p->steps.v[chain[0]];
    bool found = false;
    for (int k = 0; k < first->n_in; k++)
        found |= first->in[k] &&
                 sn_plan_writes_between(p, all, first->in[k]->storage, chain[0], chain[n - 1]);
    return found;
}

/* The steps from `at` on that can be stages one behind the other; returns how many. */
static int chain_from(const planner *p, const sn_map *all, size_t at, size_t *chain,
                      const char **why)
{
    int n = 0, n_packed = p->steps.v[at]->n_packed;
    chain[n++] = at;
    *why = NULL;
    while (n < SN_MOST_STAGES) {
        const size_t next = sn_plan_only_reader(p, all, chain[n - 1]);
        if (next == SIZE_MAX || next < chain[n - 1] || !sn_can_be_stage(p->steps.v[next]) ||
            p->steps.v[next]->in[0]->storage != p->steps.v[chain[n - 1]]->out[0]->storage)
            break;
        if (!sn_can_follow(p->steps.v[chain[n - 1]], p->steps.v[next], why)) break;
        n_packed += p->steps.v[next]->n_packed;
        if (n_packed > SN_MAX_PACKED) {
            *why = "they have too many constants for one step";
            return n;
        }
        chain[n++] = next;
        if (is_overwritten(p, all, chain, n)) {
            *why = "what it reads is overwritten in between";
            return n - 1;
        }
    }
    return n;
}

static void remark(planner *p, const sn_step *s, const char *why)
{
    SN_PUSH(p->remarks,
            sn_arena_printf(p->arena, "'%s' is not computed row by row with what reads it: %s",
                            sn_plan_name(p, s->node), why));
}

/* The best of the chains from `at` on: how many steps; 0: none gains. */
static int best_of(const planner *p, const sn_step *const *steps, int n, double *gain,
                   const char **loses)
{
    int best = 0;
    *gain = 0;
    for (int i = 2; i <= n; i++) {
        const double now = sn_pipeline_gain(&p->k, steps, i, loses);
        if (now <= *gain) continue;
        *gain = now;
        best = i;
    }
    return best;
}

double sn_plan_rows_gain(const planner *p, const sn_map *all, size_t at)
{
    size_t chain[SN_MOST_STAGES];
    const sn_step *steps[SN_MOST_STAGES];
    const char *why;
    double with, without;
    if (!sn_can_be_stage(p->steps.v[at])) return 0;
    const int n = chain_from(p, all, at, chain, &why);
    for (int i = 0; i < n; i++) steps[i] = p->steps.v[chain[i]];
    (void)best_of(p, steps, n, &with, &why);
    (void)best_of(p, steps + 1, n - 1, &without, &why);
    return with - without;
}

static sn_status one_chain(planner *p, const sn_map *all, size_t at)
{
    size_t chain[SN_MOST_STAGES];
    const sn_step *steps[SN_MOST_STAGES];
    const char *why, *loses = NULL;
    const int n = chain_from(p, all, at, chain, &why);
    double gain;
    for (int i = 0; i < n; i++) steps[i] = p->steps.v[chain[i]];
    const int best = best_of(p, steps, n, &gain, &loses);
    if (best == 0) {
        if (n > 1 || why) remark(p, steps[0], n > 1 ? loses : why);
        return SN_OK;
    }
    sn_step *one;
    SN_TRY(sn_pipeline_of(&p->k, steps, best, &one));
    for (int i = 0; i < best; i++) {
        one->seconds += steps[i]->seconds;
        p->steps.v[chain[i]] = NULL;
    }
    p->steps.v[chain[best - 1]] = one;
    return SN_OK;
}

sn_status sn_plan_pipelines(planner *p)
{
    const sn_map *all = sn_plan_touches(p);
    for (size_t i = 0; i < p->steps.n; i++) {
        if (p->steps.v[i] && sn_can_be_stage(p->steps.v[i])) SN_TRY(one_chain(p, all, i));
    }
    sn_plan_close_ranks(p);
    return SN_OK;
}
