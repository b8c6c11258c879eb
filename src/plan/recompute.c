/* SPDX-License-Identifier: Apache-2.0
 *
 * Legal: a node computes the same of the same operands, wherever it stands behind them. Nodes with
 * bodies, and those that nobody knows, are left alone.
 *
 * What is computed again are whole fusion groups, up to the value, since values within one are not
 * kept. Where a group reads what is not kept at that step, either, the group that makes that is
 * done again, too, and so on; what the network is given is there anyway. */
#include "plan/recompute.h"

#include <stdlib.h>

#include "ops/ops.h"

enum { MOST_GROUPS = 6 /* that one value is made by again */ };

typedef struct finder {
    const sn_program *p;
    sn_arena *arena;
    int32_t *made, *read; /* by node id: steps in which it is computed, and first read; -1: none */
    uint32_t *place;      /* by node id: in their order */
    int32_t peak;         /* the step at which most is alive */
    bool *again;          /* by node id: of the value that is looked at */
} finder;

/* ---- when things happen ---------------------------------------------------------------------- */

static void find_steps(finder *f)
{
    const sn_program *p = f->p;
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->graph->n_ids; i++) f->made[i] = f->read[i] = -1;
    for (size_t i = 0; i < p->n_steps; i++) {
        const sn_step *s = p->step[i];
        for (size_t k = 0; k < s->n_nodes; k++)
            f->made[s->nodes[k]->id] = f->read[s->nodes[k]->id] = (int32_t)i;
    }
    /* Views, and what is done as operands are stored, have no step. */
    SN_EACH_NODE(node, p->graph)
    {
        f->place[node->id] = n++;
        for (uint16_t k = 0; f->read[node->id] < 0 && k < node->n_in; k++) {
            const sn_value *v = sn_in(node, k);
            if (v && v->def && f->made[v->def->id] > f->made[node->id])
                f->made[node->id] = f->made[v->def->id];
        }
    }
    for (const sn_node *node = p->graph->last; node; node = node->prev) {
        if (f->read[node->id] >= 0) continue;
        f->read[node->id] = (int32_t)p->n_steps;
        for (uint16_t k = 0; k < node->n_out; k++) {
            SN_EACH_USE(u, sn_out(node, k))
            {
                if (f->read[u->node->id] < f->read[node->id])
                    f->read[node->id] = f->read[u->node->id];
            }
        }
    }
}

static int32_t find_peak(const sn_program *p)
{
    int64_t most = -1;
    int32_t at = 0;
    for (int32_t i = 0; i < (int32_t)p->n_steps; i++) {
        int64_t alive = 0;
        for (size_t k = 0; k < p->n_storages; k++) {
            const sn_storage *s = p->storage[k];
            if (s->where == SN_IN_WORKSPACE && !s->over && s->first <= i && i <= s->last)
                alive += s->bytes;
        }
        if (alive > most) {
            most = alive;
            at = i;
        }
    }
    return at;
}

/* ---- values ---------------------------------------------------------------------------------- */

static int64_t bytes_of(const sn_value *v)
{
    const size_t each = v->type == SN_TYPE_UNKNOWN ? sizeof(float) : sn_type_bytes(v->type);
    return sn_shape_count(&v->shape) * (int64_t)each;
}

/* It takes memory neither in the workspace nor for longer. */
static bool is_there_anyway(const sn_value *v)
{
    return sn_value_is_const(v) || !v->def || sn_op_has(v->def->op, SN_TRAIT_INPUT);
}

static bool is_kept(const finder *f, const sn_value *v)
{
    if (f->made[v->def->id] > f->peak) return false;
    SN_EACH_USE(u, v)
    {
        if (f->read[u->node->id] >= f->peak) return true;
    }
    return false;
}

static bool may_repeat(const sn_node *n)
{
    return !n->n_body && !n->boundary && !n->no_rule && !sn_op_has(n->op, SN_TRAIT_OPAQUE) &&
           !sn_op_has(n->op, SN_TRAIT_INPUT) && !sn_op_has(n->op, SN_TRAIT_OUTPUT);
}

/* The nodes of its group that v hangs on become `again`. */
static bool add_group(finder *f, const sn_node *n)
{
    const int32_t group = f->p->groups->of_node[n->id];
    if (f->again[n->id]) return true;
    if (!may_repeat(n)) return false;
    f->again[n->id] = true;
    for (uint16_t k = 0; k < n->n_in; k++) {
        const sn_value *v = sn_in(n, k);
        if (!v || is_there_anyway(v)) continue;
        const int32_t other = f->p->groups->of_node[v->def->id];
        /* Views have no group. */
        if ((other == group || other < 0) && !add_group(f, v->def)) return false;
    }
    return true;
}

/* The largest operand of what is done again that is not kept at the peak; NULL: there is none. */
static const sn_value *not_kept(const finder *f, int64_t *bytes)
{
    const sn_value *largest = NULL;
    *bytes = 0;
    SN_EACH_NODE(n, f->p->graph)
    {
        for (uint16_t k = 0; f->again[n->id] && k < n->n_in; k++) {
            const sn_value *v = sn_in(n, k);
            if (!v || is_there_anyway(v) || f->again[v->def->id] || is_kept(f, v)) continue;
            *bytes += bytes_of(v);
            if (!largest || bytes_of(v) > bytes_of(largest)) largest = v;
        }
    }
    return largest;
}

/* False: it is read at the peak, or not on both sides of it. */
static bool find_late(const finder *f, const sn_value *v, sn_recompute *r)
{
    bool early = false;
    r->late = SN_NEW_N(f->arena, uint32_t, v->n_uses + 1);
    if (f->made[v->def->id] >= f->peak || sn_value_is_result(v)) return false;
    SN_EACH_USE(u, v)
    {
        const uint32_t id = u->node->id;
        if (f->read[id] == f->peak) return false;
        early = early || f->read[id] < f->peak;
        if (f->read[id] < f->peak) continue;
        if (!r->n_late || f->place[id] < f->place[r->before]) r->before = id;
        r->late[r->n_late++] = id;
    }
    return early && r->n_late > 0;
}

/* *r: how v is made again; false: it cannot be, or nothing is gained. */
static bool look_at(finder *f, const sn_value *v, sn_recompute *r)
{
    *r = (sn_recompute){.value = v->id, .name = v->def ? v->def->name : NULL};
    if (is_there_anyway(v) || !find_late(f, v, r)) return false;
    for (uint32_t i = 0; i < f->p->graph->n_ids; i++) f->again[i] = false;
    const sn_value *next = v;
    for (int i = 0; i < MOST_GROUPS && next; i++) {
        int64_t longer;
        if (!add_group(f, next->def)) return false;
        next = not_kept(f, &longer);
        r->bytes = bytes_of(v) - longer;
        if (r->bytes > 0) break;
    }
    if (r->bytes <= 0) return false;
    r->nodes = SN_NEW_N(f->arena, uint32_t, f->p->graph->n_nodes);
    SN_EACH_NODE(n, f->p->graph)
    {
        if (f->again[n->id]) r->nodes[r->n_nodes++] = n->id;
    }
    return true;
}

static int by_bytes(const void *a, const void *b)
{
    const sn_recompute *x = a, *y = b;
    if (x->bytes != y->bytes) return x->bytes < y->bytes ? 1 : -1;
    return x->value < y->value ? -1 : x->value > y->value;
}

size_t sn_recompute_find(const sn_program *p, size_t most, sn_arena *arena, sn_recompute **out)
{
    const uint32_t n_ids = p->graph->n_ids;
    SN_VEC(sn_recompute) list = SN_VEC_IN(arena);
    finder f = {.p = p,
                .arena = arena,
                .made = SN_NEW_N(arena, int32_t, n_ids + 1),
                .read = SN_NEW_N(arena, int32_t, n_ids + 1),
                .place = SN_NEW_N(arena, uint32_t, n_ids + 1),
                .again = SN_NEW_N(arena, bool, n_ids + 1),
                .peak = find_peak(p)};
    find_steps(&f);
    SN_EACH_NODE(n, p->graph)
    {
        for (uint16_t k = 0; k < n->n_out; k++) {
            sn_recompute r;
            if (look_at(&f, sn_out(n, k), &r)) SN_PUSH(list, r);
        }
    }
    if (list.n) qsort(list.v, list.n, sizeof *list.v, by_bytes);
    *out = list.v;
    return list.n < most ? list.n : most;
}

/* ---- doing it -------------------------------------------------------------------------------- */

void sn_recompute_apply(sn_graph *g, const sn_recompute *r)
{
    const uint32_t n_ids = g->n_ids;
    const sn_arena_mark mark = sn_arena_save(g->scratch);
    sn_node **node = SN_NEW_N(g->scratch, sn_node *, n_ids + 1);
    sn_value **copy = SN_NEW_N(g->scratch, sn_value *, n_ids + 1);
    SN_EACH_NODE(n, g) node[n->id] = n;
    sn_node *before = node[r->before];
    for (size_t i = 0; i < r->n_nodes; i++) {
        const sn_node *n = node[r->nodes[i]];
        sn_value **in = SN_NEW_N(g->scratch, sn_value *, n->n_in + 1);
        for (uint16_t k = 0; k < n->n_in; k++) {
            in[k] = sn_in(n, k);
            if (in[k] && copy[in[k]->id]) in[k] = copy[in[k]->id];
        }
        sn_node *made = sn_node_create(g, before, n->op, n->params, n->n_in, in, n->n_out);
        made->features = n->features;
        if (n->name) sn_node_set_name(g, made, n->name);
        for (uint16_t k = 0; k < n->n_out; k++) {
            sn_value *v = sn_out(made, k);
            v->type = sn_out(n, k)->type;
            v->contents = sn_out(n, k)->contents;
            sn_value_set_shape(v, &sn_out(n, k)->shape);
            copy[sn_out(n, k)->id] = v;
        }
        made->stale = false;
    }
    for (size_t i = 0; i < r->n_late; i++) {
        sn_node *late = node[r->late[i]];
        for (uint16_t k = 0; k < late->n_in; k++) {
            if (sn_in(late, k) && sn_in(late, k)->id == r->value)
                sn_node_set_input(late, k, copy[r->value]);
        }
        late->stale = false;
    }
    sn_arena_restore(g->scratch, mark);
}
