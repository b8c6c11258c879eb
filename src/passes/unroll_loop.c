/* SPDX-License-Identifier: Apache-2.0
 *
 *   loop(3, x) { f }  -->  f(f(f(x)))        and so for scan
 *
 * Needs: the number of trips is known and nothing ends the loop before; at most MAX_TRIPS, and
 * MAX_NODES nodes all in all. Scan outputs of each trip get an axis and are put together along it;
 * where there is no trip, their shape has to be known. */
#include "base/vec.h"
#include "ops/concat.h"
#include "ops/control.h"
#include "ops/slice.h"
#include "ops/squeeze.h"
#include "passes/bodies.h"

enum {
    MAX_TRIPS = 8,
    MAX_NODES = 256, /* that it becomes */
};

typedef struct unrolling {
    sn_pass_run *run;
    sn_node *n;
    sn_graph *body;
    sn_carried c;
    int64_t trips;
    int n_formal, first; /* fed before captures; the first capture */
    int n_parts;         /* scan outputs */
    sn_value **carried;
    sn_value **parts; /* [n_parts][trips] */
} unrolling;

static bool is_scan(const unrolling *u) { return u->n->op == &sn_op_scan; }

/* One slice of a scan input, without the axis that it is cut along. */
static sn_value *slice_at(unrolling *u, sn_value *x, int axis, int64_t at)
{
    sn_arena *arena = u->run->arena;
    const char *start = sn_arena_printf(arena, "%lld", (long long)at);
    const char *end = sn_arena_printf(arena, "%lld", (long long)at + 1);
    const sn_slice_params s = {.starts = sn_names_of(arena, 1, &start),
                               .ends = sn_names_of(arena, 1, &end),
                               .axes = SN_INTS(arena, axis)};
    const sn_squeeze_params q = {.axes = SN_INTS(arena, axis)};
    sn_value *part = sn_out(sn_node_create(u->run->g, u->n, &sn_op_slice, &s, 1, &x, 1), 0);
    return sn_out(sn_node_create(u->run->g, u->n, &sn_op_squeeze, &q, 1, &part, 1), 0);
}

static sn_status formal(unrolling *u, int64_t trip, sn_value **as)
{
    if (is_scan(u)) {
        const sn_scan_params *p = u->n->params;
        for (int i = 0; i < p->inputs; i++) {
            sn_value *x = sn_in(u->n, (unsigned)(p->states + i));
            const int axis = sn_scan_axis(&p->input_axes, i, x->shape.rank);
            const bool back = sn_scan_reverses(&p->input_directions, i);
            as[p->states + i] = slice_at(u, x, axis, back ? u->trips - 1 - trip : trip);
        }
    } else {
        SN_TRY(sn_number_node(u->run->g, u->n, SN_TYPE_i64, trip, &as[SN_LOOP_FED_TRIP]));
        SN_TRY(sn_number_node(u->run->g, u->n, SN_TYPE_bool, 1, &as[SN_LOOP_FED_COND]));
    }
    for (int i = 0; i < u->c.n; i++) as[u->c.fed + i] = u->carried[i];
    for (int i = u->first; i < u->n->n_in; i++)
        as[u->n_formal + i - u->first] = sn_in(u->n, (unsigned)i);
    return SN_OK;
}

static sn_status unroll_trip(unrolling *u, int64_t trip)
{
    sn_arena *arena = u->run->arena;
    sn_value **as = SN_NEW_N(arena, sn_value *, u->n_formal + u->n->n_in - u->first);
    sn_value **results = SN_NEW_N(arena, sn_value *, u->c.given + u->n->n_out);
    SN_TRY(formal(u, trip, as));
    sn_copy_out(u->run, u->n, u->body, sn_arena_printf(arena, "%lld", (long long)trip), as,
                results);
    for (int i = 0; i < u->c.n; i++) u->carried[i] = results[u->c.given + i];
    for (int i = 0; i < u->n_parts; i++)
        u->parts[i * u->trips + trip] = results[u->c.given + u->c.n + i];
    return SN_OK;
}

static sn_ints output_axes(const unrolling *u)
{
    return is_scan(u) ? ((const sn_scan_params *)u->n->params)->output_axes : (sn_ints){0};
}

static bool output_reverses(const unrolling *u, int i)
{
    return is_scan(u) &&
           sn_scan_reverses(&((const sn_scan_params *)u->n->params)->output_directions, i);
}

/* Of no part: a constant without elements. */
static sn_status nothing(unrolling *u, const sn_value *y, sn_value **out)
{
    sn_tensor *t;
    void *data;
    SN_TRY(sn_tensor_create(u->run->g->ctx, y->type, &y->shape, &t, &data));
    *out = sn_constant_node(u->run->g, u->n, t);
    sn_tensor_release(t);
    return SN_OK;
}

static sn_status put_together(unrolling *u, int i, sn_value **out)
{
    sn_arena *arena = u->run->arena;
    const sn_value *y = u->n->out[u->c.n + i];
    if (!y->n_uses) return SN_OK;
    if (!u->trips) return nothing(u, y, out);
    const sn_ints axes = output_axes(u);
    const int axis = sn_scan_axis(&axes, i, y->shape.rank);
    const sn_unsqueeze_params p = {.axes = SN_INTS(arena, axis)};
    const sn_concat_params c = {.axis = axis};
    sn_value **in = SN_NEW_N(arena, sn_value *, u->trips);
    for (int64_t k = 0; k < u->trips; k++) {
        sn_value *part = u->parts[i * u->trips + k];
        const int64_t place = output_reverses(u, i) ? u->trips - 1 - k : k;
        in[place] = sn_out(sn_node_create(u->run->g, u->n, &sn_op_unsqueeze, &p, 1, &part, 1), 0);
    }
    *out =
        u->trips == 1
            ? in[0]
            : sn_out(sn_node_create(u->run->g, u->n, &sn_op_concat, &c, (uint16_t)u->trips, in, 1),
                     0);
    return SN_OK;
}

static sn_status unroll(unrolling *u)
{
    sn_arena *arena = u->run->arena;
    sn_value **now = SN_NEW_N(arena, sn_value *, u->n->n_out);
    u->carried = SN_NEW_N(arena, sn_value *, u->c.n);
    u->parts = SN_NEW_N(arena, sn_value *, u->n_parts * (u->trips ? u->trips : 1));
    for (int i = 0; i < u->c.n; i++) u->carried[i] = sn_in(u->n, (unsigned)(u->c.slot + i));
    sn_rewrite_begin(u->run);
    for (int64_t k = 0; k < u->trips; k++) SN_TRY(unroll_trip(u, k));
    for (int i = 0; i < u->c.n; i++) now[i] = u->carried[i];
    for (int i = 0; i < u->n_parts; i++) SN_TRY(put_together(u, i, &now[u->c.n + i]));
    return sn_commit_outputs(
        u->run, u->n, now, true,
        sn_arena_printf(arena, "%lld trip%s", (long long)u->trips, u->trips == 1 ? "" : "s"));
}

/* With those of the bodies in it. */
static int64_t n_nodes(const sn_graph *g)
{
    int64_t all = g->n_nodes;
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; i < n->n_body; i++) all += n_nodes(n->body[i]);
    }
    return all;
}

/* Whether it is known along which axis each scan input is cut. */
static bool axes_known(const unrolling *u)
{
    const sn_scan_params *p = is_scan(u) ? u->n->params : NULL;
    for (int i = 0; p && i < p->inputs; i++) {
        const sn_value *x = sn_in(u->n, (unsigned)(p->states + i));
        if (sn_scan_axis(&p->input_axes, i, x->shape.rank) < 0) return false;
    }
    return true;
}

/* Why it is left; NULL: it is not. */
static const char *refused(const unrolling *u)
{
    const sn_value *ends = is_scan(u) ? NULL : sn_in(u->n, SN_LOOP_COND);
    const sn_value *trips = is_scan(u) ? NULL : sn_in(u->n, SN_LOOP_TRIPS);
    if (u->trips < 0) return "its number of trips is not known";
    if ((ends && !sn_const_of(ends)) || (trips && !sn_const_of(trips)))
        return "its number of trips is known, but is not a constant";
    if (u->trips > MAX_TRIPS)
        return sn_arena_printf(u->run->arena, "it has %lld trips, at most %d are written out",
                               (long long)u->trips, MAX_TRIPS);
    if (u->trips * n_nodes(u->body) > MAX_NODES) return "it would become too many nodes";
    if (!axes_known(u)) return "the axis that a scan input is cut along is not known";
    for (int i = 0; i < u->n_parts; i++) {
        const sn_value *y = u->n->out[u->c.n + i];
        if (!y->n_uses) continue;
        if (y->shape.rank < 0) return "the rank of a scan output is not known";
        if (!u->trips && (!sn_shape_known(&y->shape) || y->type == SN_TYPE_UNKNOWN))
            return "it has no trip, and the shape of a scan output is not known";
    }
    return NULL;
}

static bool visits(const sn_op *op) { return op == &sn_op_loop || op == &sn_op_scan; }

static sn_status run(sn_pass_run *run)
{
    SN_EACH_VISITED(n, run)
    {
        if (!visits(n->op) || !sn_node_is_read(n)) continue;
        unrolling u = {.run = run,
                       .n = n,
                       .body = n->body[0],
                       .c = sn_carried_of(n),
                       .trips = sn_trips_of(n),
                       .n_formal = sn_body_n_formal(n),
                       .first = sn_first_capture(n)};
        u.n_parts = n->n_out - u.c.n;
        const char *why = refused(&u);
        if (why)
            sn_missed(run, n, NULL, "not unrolled: %s", why);
        else
            SN_TRY(unroll(&u));
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
