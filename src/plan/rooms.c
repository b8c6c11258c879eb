/* SPDX-License-Identifier: Apache-2.0
 *
 * Results of which only the data tells how much there is. Nodes that find something become such as
 * have room for all that can be found and give a count (ops/in_room.h), and what reads them is
 * rebuilt for values with room. Nothing is done by halves: shapes of the graph as it was are
 * expressions over how much is found, and say independently of the rules where that is an axis;
 * where both do not agree, or a node has no rule, nothing is compiled. How much is found, a
 * symbol, never becomes a number: what was worked out from it stays true. */
#include "plan/rooms.h"

#include <string.h>

#include "base/text.h"
#include "base/ways.h"
#include "ops/ops.h"
#include "ops/structure.h"

/* ---- finding out ----------------------------------------------------------------------------- */

/* The only axis whose size is not known; -1: there is none, or several. */
static int open_axis(const sn_shape *s)
{
    int axis = -1;
    for (int i = 0; i < s->rank; i++) {
        if (sn_dim_known(s->d[i])) continue;
        if (axis >= 0) return -1;
        axis = i;
    }
    return axis;
}

static bool reads_room(const room_pass *p, const sn_node *n)
{
    for (uint16_t i = 0; i < n->n_in; i++)
        if (sn_in(n, i) && sn_room_of(p, sn_in(n, i))->source) return true;
    return false;
}

/* The node on inputs with their room, in a graph of its own. */
static const sn_node *sketch(const room_pass *p, sn_graph *g, const sn_node *n)
{
    const sn_input_params params = {.rank = -1};
    sn_node *input = sn_node_create(g, NULL, &sn_op_input, &params, 0, NULL, n->n_in);
    sn_value **in = SN_NEW_N(p->arena, sn_value *, n->n_in + 1);
    for (uint16_t i = 0; i < n->n_in; i++) {
        if (!sn_in(n, i)) continue;
        const room_value *r = sn_room_of(p, sn_in(n, i));
        sn_shape s = sn_in(n, i)->shape;
        if (r->source) s.d[r->axis] = p->sources.v[r->source - 1].room;
        in[i] = sn_out(input, i);
        in[i]->type = sn_in(n, i)->type;
        sn_value_set_shape(in[i], &s);
    }
    return sn_node_create(g, NULL, n->op, n->params, n->n_in, in, n->n_out);
}

/* What output i has room for, with inputs that have room. */
static bool room_for(const room_pass *p, const sn_node *n, uint16_t i, sn_shape *most)
{
    if (!reads_room(p, n)) return n->op->at_most(n, i, most);
    sn_graph *g = sn_graph_create(p->g->ctx);
    const bool is = n->op->at_most(sketch(p, g, n), i, most);
    sn_graph_destroy(g);
    return is;
}

/* A node that finds something becomes a source. */
static bool begin_source(room_pass *p, const sn_node *n)
{
    room_source s = {.result = -1};
    for (uint16_t i = 0; i < n->n_out; i++) {
        const sn_shape *shape = &sn_out(n, i)->shape;
        const int axis = open_axis(shape);
        sn_shape most;
        if (sn_shape_known(shape)) continue;
        if (axis < 0 || !room_for(p, n, i, &most) || most.rank != shape->rank) return false;
        if (s.n && (s.n != shape->d[axis] || s.room != most.d[axis])) return false;
        s.n = shape->d[axis];
        s.room = most.d[axis];
        p->value[sn_out(n, i)->id] = (room_value){.source = (int)p->sources.n + 1, .axis = axis};
    }
    if (!s.n || s.room > INT32_MAX) return false;
    SN_PUSH(p->sources, s);
    return true;
}

/* Of a node that reads values with room. */
static bool follow(room_pass *p, const sn_node *n)
{
    if (n->op->in_room) return sn_room_finds(p, n) && begin_source(p, n);
    return sn_room_follow(p, n);
}

/* What the rules say of an output, against its shape. */
static bool agrees(const room_pass *p, const sn_value *v)
{
    const room_value *r = sn_room_of(p, v);
    if (!r->source) return sn_shape_known(&v->shape);
    return open_axis(&v->shape) == r->axis && v->shape.d[r->axis] == p->sources.v[r->source - 1].n;
}

/* A message: n reads values with room and has no rule, or not with its params and shapes. */
static sn_status refuse(const room_pass *p, const sn_node *n)
{
    const sn_value *v = NULL;
    for (uint16_t i = 0; i < n->n_in && !v; i++)
        if (sn_in(n, i) && sn_room_of(p, sn_in(n, i))->source) v = sn_in(n, i);
    return sn_node_fail(p->g->ctx, n, SN_E_SHAPE,
                        "of '%s', which it reads, only the data says how much there is, and "
                        "compiled code has no way to do this with a part of it; " SN_WAY_INTERPRET
                        " may",
                        v && v->name ? sn_escape(p->arena, v->name) : "?");
}

/* *all: the rules say of all values how much there is. */
static sn_status find_out(room_pass *p, bool *all)
{
    *all = false;
    SN_EACH_NODE(n, p->g)
    {
        if (n->op == &sn_op_output) continue;
        const bool reads = reads_room(p, n);
        if (reads && !follow(p, n)) return refuse(p, n);
        bool known = true;
        for (uint16_t i = 0; i < n->n_out; i++)
            known = known && sn_shape_known(&sn_out(n, i)->shape);
        if (!reads && !known && !(n->op->in_room && begin_source(p, n))) return SN_OK;
        for (uint16_t i = 0; i < n->n_out; i++)
            if (!agrees(p, sn_out(n, i))) return reads ? refuse(p, n) : SN_OK;
    }
    *all = p->sources.n > 0;
    return SN_OK;
}

/* ---- making it so ---------------------------------------------------------------------------- */

/* The node with room in front of one that finds something. */
static sn_status make_room(room_pass *p, sn_node *n, sn_value **now)
{
    const sn_op *op = n->op->in_room;
    room_source *s = NULL;
    for (uint16_t i = 0; i < n->n_out && !s; i++) {
        const int source = sn_room_of(p, sn_out(n, i))->source;
        if (source) s = &p->sources.v[source - 1];
    }
    sn_value **in = SN_NEW_N(p->arena, sn_value *, n->n_in + 1);
    char *params = SN_NEW_N(p->arena, char, op->params_bytes + sizeof(max_align_t));
    SN_TRY(sn_room_inputs(p, n, in));
    if (n->op->params_bytes) memcpy(params, n->params, n->op->params_bytes);
    const int32_t room = (int32_t)s->room;
    memcpy(params + sn_param_find(op->params, "room")->offset, &room, sizeof room);
    sn_node *m = sn_node_create(p->g, n, op, params, n->n_in, in, (uint16_t)op->n_out);
    m->origin = n->origin;
    SN_TRY(sn_infer_node(m));
    for (uint16_t i = 0; i < n->n_out; i++) now[i] = sn_out(m, i);
    s->count = sn_out(m, m->n_out - 1);
    if (n->name) sn_node_set_name(p->g, m, n->name);
    return SN_OK;
}

/* Takes the place of v, but with what reads it and has to be rebuilt. */
static sn_status hand_over(room_pass *p, sn_value *v, sn_value *now)
{
    const char *name = v->name;
    p->value[v->id].now = now;
    if (sn_room_of(p, v)->source) {
        SN_EACH_USE(u, v)
        {
            if (u->node->op == &sn_op_output) sn_node_set_input(u->node, u->slot, now);
        }
    } else if (v->n_uses) {
        SN_TRY(sn_value_replace(v, now, true));
    }
    sn_value_set_name(p->g, v, NULL);
    sn_value_set_name(p->g, now, name);
    return SN_OK;
}

static bool is_rebuilt(const room_pass *p, const sn_node *n)
{
    if (n->op == &sn_op_output) return false;
    bool is = reads_room(p, n);
    for (uint16_t i = 0; i < n->n_out; i++) is = is || sn_room_of(p, sn_out(n, i))->source;
    return is;
}

/* By result of the graph. */
static void list_results(room_pass *p, sn_counted *list, const int *source, uint16_t n)
{
    const sn_node *output = sn_graph_output(p->g);
    for (uint16_t i = 0; i < n; i++) {
        if (!source[i]) continue;
        room_source *s = &p->sources.v[source[i] - 1];
        if (s->result < 0) {
            const char *of = sn_output_name(output, i);
            const char *name = sn_arena_printf(p->arena, "%s.count", of ? of : "result");
            for (int k = 2; sn_graph_output_named(p->g, name); k++)
                name = sn_arena_printf(p->arena, "%s.count%d", of ? of : "result", k);
            s->result = output->n_in;
            sn_graph_add_output(p->g, &sn_op_output, s->count, name);
        }
        list[i].result = s->result;
    }
}

static sn_status rebuild(room_pass *p, sn_counted *list)
{
    const sn_node *output = sn_graph_output(p->g);
    const uint16_t n_results = output->n_in;
    int *source = SN_NEW_N(p->arena, int, n_results + 1);
    SN_VEC(sn_node *) old = SN_VEC_IN(p->arena);
    for (uint16_t i = 0; i < n_results; i++) {
        const room_value *r = sn_room_of(p, sn_in(output, i));
        source[i] = r->source;
        if (r->source) list[i].axis = r->axis;
    }
    SN_EACH_NODE(n, p->g)
    {
        if (!is_rebuilt(p, n)) continue;
        sn_value **now = SN_NEW_N(p->arena, sn_value *, n->n_out + 1);
        SN_TRY(n->op->in_room ? make_room(p, n, now) : sn_room_rebuild(p, n, now));
        for (uint16_t i = 0; i < n->n_out; i++) SN_TRY(hand_over(p, sn_out(n, i), now[i]));
        SN_PUSH(old, n);
    }
    list_results(p, list, source, n_results);
    while (old.n) sn_node_remove(old.v[--old.n]);
    return sn_infer_changes(p->g);
}

/* ---- detections ------------------------------------------------------------------------------ */

/* Their results tell themselves how much there is, by rows of -1, and what reads them knows it. */
static sn_status bind_rows(sn_graph *g)
{
    SN_EACH_NODE(n, g)
    {
        bool changed = false;
        for (uint16_t i = 0; i < n->n_out; i++) {
            sn_shape most;
            if (sn_shape_known(&sn_out(n, i)->shape) || !n->op->at_most || n->op->in_room ||
                !n->op->at_most(n, i, &most))
                continue;
            const sn_shape *known = &sn_out(n, i)->shape;
            for (int k = 0; known->rank == most.rank && k < most.rank; k++)
                if (!sn_dim_known(known->d[k])) (void)sn_dim_bind(g->dims, known->d[k], most.d[k]);
            sn_value_set_shape(sn_out(n, i), &most);
            changed = true;
        }
        if (changed) SN_TRY(sn_infer_changes(g));
    }
    return SN_OK;
}

sn_status sn_plan_bound_rows(sn_graph *g, sn_arena *arena, const sn_counted **counted)
{
    room_pass p = {.g = g, .arena = arena, .sources = SN_VEC_IN(arena)};
    const sn_node *output = sn_graph_output(g);
    SN_TRY(bind_rows(g));
    p.n_values = g->n_ids;
    p.value = SN_NEW_N(arena, room_value, g->n_ids + 1);
    sn_counted *list = SN_NEW_N(arena, sn_counted, 2 * (output ? output->n_in : 0) + 1);
    for (uint16_t i = 0; output && i < 2 * output->n_in; i++)
        list[i] = (sn_counted){.axis = -1, .result = -1};
    *counted = list;
    bool all = false;
    if (output) SN_TRY(find_out(&p, &all));
    return all ? rebuild(&p, list) : SN_OK;
}
