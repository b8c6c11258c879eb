/* SPDX-License-Identifier: Apache-2.0
 *
 *   loop(3, x) { f }  -->  f(f(f(x)))        and so for scan
 *
 * Needs: the number of trips is known and nothing ends the loop before; at most MAX_TRIPS, and
 * MAX_NODES nodes all in all. Scan outputs of each trip get an axis and are put together along it;
 * where there is no trip, their shape has to be known. */
#include "passes/bodies.h"

enum {
    MAX_TRIPS = 8,
    MAX_NODES = 256, /* that it becomes */
};

static sn_status unroll(sn_pass_run *run, sn_node *n, int64_t trips)
{
    sn_value **now = SN_NEW_N(run->arena, sn_value *, n->n_out);
    sn_rewrite_begin(run);
    SN_TRY(sn_trips_write_out(n, trips, run->arena, now));
    return sn_commit_outputs(
        run, n, now, true,
        sn_arena_printf(run->arena, "%lld trip%s", (long long)trips, trips == 1 ? "" : "s"));
}

/* Why it is left; NULL: it is not. */
static const char *refused(const sn_pass_run *run, const sn_node *n, int64_t n_trips)
{
    const bool is_scan = n->op == &sn_op_scan;
    const sn_value *ends = is_scan ? NULL : sn_in(n, SN_LOOP_COND);
    const sn_value *trips = is_scan ? NULL : sn_in(n, SN_LOOP_TRIPS);
    if (n_trips < 0) return "its number of trips is not known";
    if ((ends && !sn_const_of(ends)) || (trips && !sn_const_of(trips)))
        return "its number of trips is known, but is not a constant";
    if (n_trips > MAX_TRIPS)
        return sn_arena_printf(run->arena, "it has %lld trips, at most %d are written out",
                               (long long)n_trips, MAX_TRIPS);
    if (n_trips * sn_nodes_in_all(n->body[0]) > MAX_NODES) return "it would become too many nodes";
    return sn_trips_refused(n, n_trips);
}

static bool visits(const sn_op *op) { return op == &sn_op_loop || op == &sn_op_scan; }

static sn_status run(sn_pass_run *run)
{
    SN_EACH_VISITED(n, run)
    {
        if (!visits(n->op) || !sn_node_is_read(n)) continue;
        const int64_t trips = sn_trips_of(n);
        const char *why = refused(run, n, trips);
        if (why)
            sn_missed(run, n, NULL, "not unrolled: %s", why);
        else
            SN_TRY(unroll(run, n, trips));
    }
    return SN_OK;
}

const sn_pass sn_pass_unroll_loop = {
    .name = "unroll_loop",
    .arrow = "loop(3, x) { f } -> f(f(f(x)))",
    .needs = "the number of trips is known: at most 8, and 256 nodes all in all",
    .visits = visits,
    .run = run,
};
