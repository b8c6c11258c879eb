/* SPDX-License-Identifier: Apache-2.0 */
#include "ref/unfuse.h"

#include "ops/activation.h"
#include "ops/concat.h"
#include "ops/softmax.h"

enum { MOST_HOPS = 24, MOST_ENDS = 256 };

static sn_node *node_of(sn_graph *g, sn_node *before, const sn_act *act, sn_value *x)
{
    sn_act_params params;
    const sn_op *op = sn_act_op(act, &params);
    return op ? sn_node_create(g, before, op, &params, 1, &x, 1) : NULL;
}

/* The uses move first, then the new node reads the old value again. */
static void unfuse(sn_graph *g, sn_node *n)
{
    sn_value *x = n->out[0];
    sn_node *f = node_of(g, n->next, sn_node_act(n), x);
    if (!f) return;
    sn_value *y = f->out[0];
    y->type = x->type;
    y->shape = x->shape;
    SN_EACH_USE(u, x)
    {
        if (u->node != f) sn_node_set_input(u->node, u->slot, y);
    }
    const char *name = x->name;
    sn_value_set_name(g, x, NULL);
    sn_value_set_name(g, y, name);
    void *params = sn_params_copy(n->op->params, n->op->params_bytes, n->params, g->arena);
    n->params = params;
    *sn_node_act(n) = (sn_act){0};
}

void sn_unfuse(sn_graph *g)
{
    SN_EACH_NODE(n, g)
    {
        const bool has =
            n->op->has_act && n->op->eval && n->n_out == 1 && !sn_op_has(n->op, SN_TRAIT_INTEGER);
        if (has && sn_node_act(n)->kind != SN_ACT_NONE) unfuse(g, n);
    }
}

const bool *sn_fed_values(const sn_graph *g, sn_arena *arena)
{
    bool *fed = SN_NEW_N(arena, bool, g->n_ids);
    SN_EACH_NODE(n, g)
    {
        bool is = sn_op_has(n->op, SN_TRAIT_INPUT);
        for (uint16_t i = 0; i < n->n_in && !is; i++)
            is = sn_in(n, i) && fed[sn_in(n, i)->id] && !sn_node_reads_shape_only(n, i);
        for (uint16_t i = 0; i < n->n_out; i++) fed[n->out[i]->id] = is;
    }
    return fed;
}

/* It reads what may be off by roundings. */
static bool reads_rounded(const sn_node *n)
{
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *v = sn_in(n, i);
        if (v && (v->type == SN_TYPE_UNKNOWN || sn_type_is_float(v->type)) &&
            !sn_node_reads_shape_only(n, i))
            return true;
    }
    return n->n_body > 0;
}

const bool *sn_steps_above(const sn_graph *g, sn_arena *arena)
{
    bool *steps = SN_NEW_N(arena, bool, g->n_ids);
    SN_EACH_NODE(n, g)
    {
        bool is = (sn_op_has(n->op, SN_TRAIT_STEPS) || sn_node_selects(n)) && reads_rounded(n);
        for (uint16_t i = 0; i < n->n_in && !is; i++)
            is = sn_in(n, i) && steps[sn_in(n, i)->id] && !sn_node_reads_shape_only(n, i);
        for (uint16_t i = 0; i < n->n_out; i++) steps[n->out[i]->id] = is;
    }
    return steps;
}

/* ---- ends ------------------------------------------------------------------------------------ */

typedef struct ends {
    sn_arena *arena;
    sn_map *of_value;
    sn_map *seen; /* values that were looked at for this result: there may be more ways to one than
                     anybody can walk */
    const char *result;
    int n;
} ends;

/* All other inputs are constants. */
static bool is_function_of_one(const sn_node *n)
{
    sn_act act;
    for (uint16_t i = 1; i < n->n_in; i++) {
        if (sn_in(n, i) && !sn_value_is_const(sn_in(n, i))) return false;
    }
    if (n->op == &sn_op_softmax || n->op == &sn_op_prelu) return true;
    return (n->op->expr && n->n_in == 1) || (n->op->as_act && n->op->as_act(n, &act).is == SN_YES);
}

static bool only_moves(const sn_node *n)
{
    return sn_op_has(n->op, SN_TRAIT_COPIES_BITS | SN_TRAIT_VIEW);
}

static void add(ends *e, const sn_value *v, const char *key, const char *part)
{
    sn_end *end = SN_NEW(e->arena, sn_end);
    *end = (sn_end){key, e->result, part, sn_map_get_u64(e->of_value, v->id)};
    sn_map_put_u64(e->of_value, v->id, end);
    e->n++;
}

static void look(ends *e, const sn_value *v, const char *path, const char *part, int hops)
{
    const sn_node *n = v->def;
    if (!n || !n->n_in || hops > MOST_HOPS || e->n >= MOST_ENDS || sn_map_has_u64(e->seen, v->id))
        return;
    sn_map_put_u64(e->seen, v->id, e);
    if (is_function_of_one(n)) {
        const char *key = sn_arena_printf(e->arena, "%s before its %s", path, n->op->name);
        add(e, sn_in(n, 0), key, part);
        look(e, sn_in(n, 0), key, part, hops + 1);
        return;
    }
    if (!only_moves(n)) return;
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *x = sn_in(n, i);
        if (!x || sn_value_is_const(x) ||
            (n->op->reads_shape_only && n->op->reads_shape_only(n, i)))
            continue;
        if (n->op != &sn_op_concat || n->n_in == 1) {
            look(e, x, path, part, hops + 1);
            break;
        }
        const char *inner = sn_arena_printf(e->arena, "part %u of %s", i, path);
        look(e, x, inner, inner, hops + 1);
    }
}

sn_map *sn_ends_of(const sn_graph *g, sn_arena *arena)
{
    ends e = {.arena = arena, .of_value = sn_map_create(arena)};
    const sn_node *output = sn_graph_output(g);
    for (unsigned i = 0; output && i < output->n_in; i++) {
        e.result = sn_output_name(output, i) ? sn_output_name(output, i) : "";
        e.seen = sn_map_create(arena);
        look(&e, sn_in(output, i), e.result, e.result, 0);
    }
    return e.of_value;
}
