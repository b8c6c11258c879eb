/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/trips.h"

#include <string.h>

#include "ops/concat.h"
#include "ops/slice.h"
#include "ops/squeeze.h"

/* ---- copies ---------------------------------------------------------------------------------- */

sn_value *sn_constant_node(sn_graph *g, sn_node *before, const sn_tensor *t)
{
    sn_value *data = sn_value_const(g, t, NULL);
    return sn_out(sn_node_create(g, before, &sn_op_constant, NULL, 1, &data, 1), 0);
}

sn_status sn_number_node(sn_graph *g, sn_node *before, sn_type type, int64_t value, sn_value **out)
{
    const sn_shape scalar = sn_shape_scalar();
    sn_tensor *wide;
    const sn_tensor *t;
    void *data;
    SN_TRY(sn_tensor_create(g->ctx, SN_TYPE_i64, &scalar, &wide, &data));
    memcpy(data, &value, sizeof value);
    const sn_status status = sn_tensor_convert(g->ctx, wide, type, &t);
    sn_tensor_release(wide);
    SN_TRY(status);
    *out = sn_constant_node(g, before, t);
    sn_tensor_release(t);
    return SN_OK;
}

void sn_copy_out(sn_node *n, const sn_graph *body, const char *place, sn_value *const *as,
                 sn_value **results)
{
    sn_graph *g = n->graph;
    const uint32_t mark = g->n_ids;
    const sn_node *output = sn_graph_output(body);
    sn_graph_copy_nodes(body, g, n, as, results);
    for (uint16_t i = 0; i < output->n_in; i++) {
        if (!results[i]->def) results[i] = sn_constant_node(g, n, results[i]->data);
    }
    sn_node_name_copies(n, mark, place);
}

int64_t sn_nodes_in_all(const sn_graph *g)
{
    int64_t all = g->n_nodes;
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; i < n->n_body; i++) all += sn_nodes_in_all(n->body[i]);
    }
    return all;
}

/* ---- trips ----------------------------------------------------------------------------------- */

typedef struct unrolling {
    sn_graph *g;
    sn_arena *arena;
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
    const char *start = sn_arena_printf(u->arena, "%lld", (long long)at);
    const char *end = sn_arena_printf(u->arena, "%lld", (long long)at + 1);
    const sn_slice_params s = {.starts = sn_names_of(u->arena, 1, &start),
                               .ends = sn_names_of(u->arena, 1, &end),
                               .axes = SN_INTS(u->arena, axis)};
    const sn_squeeze_params q = {.axes = SN_INTS(u->arena, axis)};
    sn_value *part = sn_out(sn_node_create(u->g, u->n, &sn_op_slice, &s, 1, &x, 1), 0);
    return sn_out(sn_node_create(u->g, u->n, &sn_op_squeeze, &q, 1, &part, 1), 0);
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
        SN_TRY(sn_number_node(u->g, u->n, SN_TYPE_i64, trip, &as[SN_LOOP_FED_TRIP]));
        SN_TRY(sn_number_node(u->g, u->n, SN_TYPE_bool, 1, &as[SN_LOOP_FED_COND]));
    }
    for (int i = 0; i < u->c.n; i++) as[u->c.fed + i] = u->carried[i];
    for (int i = u->first; i < u->n->n_in; i++)
        as[u->n_formal + i - u->first] = sn_in(u->n, (unsigned)i);
    return SN_OK;
}

static sn_status unroll_trip(unrolling *u, int64_t trip)
{
    sn_value **as = SN_NEW_N(u->arena, sn_value *, u->n_formal + u->n->n_in - u->first);
    sn_value **results = SN_NEW_N(u->arena, sn_value *, u->c.given + u->n->n_out);
    SN_TRY(formal(u, trip, as));
    sn_copy_out(u->n, u->body, sn_arena_printf(u->arena, "%lld", (long long)trip), as, results);
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
    SN_TRY(sn_tensor_create(u->g->ctx, y->type, &y->shape, &t, &data));
    *out = sn_constant_node(u->g, u->n, t);
    sn_tensor_release(t);
    return SN_OK;
}

static sn_status put_together(unrolling *u, int i, sn_value **out)
{
    const sn_value *y = u->n->out[u->c.n + i];
    if (!y->n_uses) return SN_OK;
    if (!u->trips) return nothing(u, y, out);
    const sn_ints axes = output_axes(u);
    const int axis = sn_scan_axis(&axes, i, y->shape.rank);
    const sn_unsqueeze_params p = {.axes = SN_INTS(u->arena, axis)};
    const sn_concat_params c = {.axis = axis};
    sn_value **in = SN_NEW_N(u->arena, sn_value *, u->trips);
    for (int64_t k = 0; k < u->trips; k++) {
        sn_value *part = u->parts[i * u->trips + k];
        const int64_t place = output_reverses(u, i) ? u->trips - 1 - k : k;
        in[place] = sn_out(sn_node_create(u->g, u->n, &sn_op_unsqueeze, &p, 1, &part, 1), 0);
    }
    *out =
        u->trips == 1
            ? in[0]
            : sn_out(sn_node_create(u->g, u->n, &sn_op_concat, &c, (uint16_t)u->trips, in, 1), 0);
    return SN_OK;
}

/* Whether it is known along which axis each scan input is cut. */
static bool axes_known(const sn_node *n)
{
    const sn_scan_params *p = n->op == &sn_op_scan ? n->params : NULL;
    for (int i = 0; p && i < p->inputs; i++) {
        const sn_value *x = sn_in(n, (unsigned)(p->states + i));
        if (sn_scan_axis(&p->input_axes, i, x->shape.rank) < 0) return false;
    }
    return true;
}

const char *sn_trips_refused(const sn_node *n, int64_t trips)
{
    if (!axes_known(n)) return "the axis that a scan input is cut along is not known";
    for (int i = sn_carried_of(n).n; i < n->n_out; i++) {
        const sn_value *y = n->out[i];
        if (!y->n_uses) continue;
        if (y->shape.rank < 0) return "the rank of a scan output is not known";
        if (!trips && (!sn_shape_known(&y->shape) || y->type == SN_TYPE_UNKNOWN))
            return "it has no trip, and the shape of a scan output is not known";
    }
    return NULL;
}

sn_status sn_trips_write_out(sn_node *n, int64_t trips, sn_arena *arena, sn_value **now)
{
    const sn_carried c = sn_carried_of(n);
    unrolling u = {.g = n->graph,
                   .arena = arena,
                   .n = n,
                   .body = n->body[0],
                   .c = c,
                   .trips = trips,
                   .n_formal = sn_body_n_formal(n),
                   .first = sn_first_capture(n),
                   .n_parts = n->n_out - c.n,
                   .carried = SN_NEW_N(arena, sn_value *, c.n)};
    u.parts = SN_NEW_N(arena, sn_value *, u.n_parts * (trips ? trips : 1));
    for (int i = 0; i < u.c.n; i++) u.carried[i] = sn_in(n, (unsigned)(u.c.slot + i));
    for (int64_t k = 0; k < trips; k++) SN_TRY(unroll_trip(&u, k));
    for (int i = 0; i < u.c.n; i++) now[i] = u.carried[i];
    for (int i = 0; i < u.n_parts; i++) SN_TRY(put_together(&u, i, &now[u.c.n + i]));
    return SN_OK;
}
