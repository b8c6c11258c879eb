/* SPDX-License-Identifier: Apache-2.0
 *
 * A failing network made small: results are left out, values become inputs, nodes are bypassed, params and names go,
 * as long as the failure stays of the same kind. Greedy, largest steps first. */
#include <string.h>

#include "ir/ir_text.h"
#include "ops/structure.h"
#include "random/prop.h"

typedef struct shrinker {
    sn_ctx *ctx;
    rand_case *c;
    uint64_t seed;
    const char *folder, *kind;
    int n_left; /* tries */
} shrinker;

static bool still_fails(shrinker *s, const rand_case *c)
{
    sn_graph *sized = NULL; /* a case is valid at its sizes */
    if (s->n_left-- <= 0 || rand_at_sizes(c->g, c->n_sizes, c->sizes, &sized) != SN_OK)
        return false;
    sn_graph_destroy(sized);
    sn_arena *arena = sn_arena_create(s->ctx);
    rand_counts counts = {0};
    rand_verdict v;
    rand_check(s->ctx, c, s->seed, s->folder, arena, &counts, &v);
    bool same = v.kind && strcmp(v.kind, s->kind) == 0;
    sn_arena_destroy(arena);
    sn_ctx_clear_error(s->ctx);
    return same;
}

static bool is_frame(const sn_node *n)
{
    return sn_op_has(n->op, SN_TRAIT_INPUT | SN_TRAIT_OUTPUT);
}

static void drop_dead(sn_graph *g)
{
    for (sn_node *n = g->last, *prev; n; n = prev) {
        prev = n->prev;
        bool read = is_frame(n) && sn_op_has(n->op, SN_TRAIT_OUTPUT);
        for (uint16_t i = 0; i < n->n_out; i++) read = read || n->out[i]->n_uses;
        if (!read) sn_node_remove(n);
    }
}

/* Takes the candidate over if it fails too; g is its graph, a changed clone. */
static bool take(shrinker *s, sn_graph *g, rand_case *candidate)
{
    drop_dead(g);
    candidate->g = g;
    bool ok = sn_graph_output(g) && sn_graph_output(g)->n_in > 0 && sn_graph_verify(g) == SN_OK;
    sn_ctx_clear_error(s->ctx);
    if (!ok || !still_fails(s, candidate)) {
        sn_graph_destroy(g);
        return false;
    }
    sn_graph_destroy(s->c->g);
    *s->c = *candidate;
    return true;
}

static sn_node *node_of(const sn_graph *g, uint32_t id)
{
    SN_EACH_NODE(n, g)
    {
        if (n->id == id) return n;
    }
    return NULL;
}

static bool drop_output(shrinker *s, uint16_t slot)
{
    rand_case c = *s->c;
    sn_graph *g = sn_graph_clone(c.g);
    sn_node *old = sn_graph_output(g);
    const sn_node *all = sn_graph_output(c.g);
    if (all->n_in < 2) {
        sn_graph_destroy(g);
        return false;
    }
    sn_node_remove_input(old, slot);
    return take(s, g, &c);
}

/* Every reader of the value reads a new input of its shape instead. */
static bool make_input(shrinker *s, uint32_t id, uint16_t slot, sn_arena *arena)
{
    rand_case c = *s->c;
    sn_graph *sized = NULL;
    if (rand_at_sizes(c.g, c.n_sizes, c.sizes, &sized) != SN_OK) {
        sn_ctx_clear_error(s->ctx);
        return false;
    }
    const sn_shape shape = node_of(sized, id)->out[slot]->shape;
    sn_graph_destroy(sized);
    sn_graph *g = sn_graph_clone(c.g);
    sn_value *old = node_of(g, id)->out[slot];
    sn_node *input = sn_node_create(g, g->first, &sn_op_input, NULL, 0, NULL, 1);
    sn_value *v = input->out[0];
    v->shape = shape;
    v->type = SN_TYPE_f32;
    const char *name = sn_arena_printf(arena, "in_%u_%u", id, (unsigned)slot);
    sn_value_set_name(g, v, name);
    SN_EACH_USE(u, old)
    {
        sn_node_set_input(u->node, u->slot, v);
    }
    c.sizes = SN_NEW_N(arena, rand_size, c.n_sizes + 1);
    memcpy(c.sizes, s->c->sizes, c.n_sizes * sizeof *c.sizes);
    c.sizes[c.n_sizes++] = (rand_size){name, shape};
    return take(s, g, &c);
}

/* Readers of the node's result read one of its inputs. */
static bool bypass(shrinker *s, uint32_t id, uint16_t slot)
{
    rand_case c = *s->c;
    sn_graph *g = sn_graph_clone(c.g);
    sn_node *n = node_of(g, id);
    sn_value *x = sn_in(n, slot);
    if (!x || x->kind != SN_RESULT || n->n_out != 1) {
        sn_graph_destroy(g);
        return false;
    }
    SN_EACH_USE(u, n->out[0])
    {
        sn_node_set_input(u->node, u->slot, x);
    }
    return take(s, g, &c);
}

static bool simplify(shrinker *s, uint32_t id)
{
    bool any = false;
    const sn_op *op = node_of(s->c->g, id)->op;
    for (const sn_param *p = op->params; p && p->name; p++) {
        rand_case c = *s->c;
        sn_graph *g = sn_graph_clone(c.g);
        sn_node *n = node_of(g, id);
        char plain[512];
        if (op->params_bytes > sizeof plain || sn_param_is_default(op->params, p, n->params)) {
            sn_graph_destroy(g);
            continue;
        }
        sn_params_init(op->params, plain);
        static const size_t bytes[] = {[SN_PK_INT] = 4,
                                       [SN_PK_BOOL] = 4,
                                       [SN_PK_ENUM] = 4,
                                       [SN_PK_F32] = 4,
                                       [SN_PK_INTS] = sizeof(sn_ints),
                                       [SN_PK_FLOATS] = sizeof(sn_floats),
                                       [SN_PK_STR] = sizeof(char *),
                                       [SN_PK_NAMES] = sizeof(sn_names),
                                       [SN_PK_ACT] = sizeof(sn_act)};
        memcpy((char *)n->params + p->offset, plain + p->offset, bytes[p->kind]);
        n->late = sn_params_late(op->params, n->params);
        any = take(s, g, &c) || any;
    }
    rand_case c = *s->c;
    sn_graph *g = sn_graph_clone(c.g);
    node_of(g, id)->features = 0;
    if (node_of(c.g, id)->features) {
        any = take(s, g, &c) || any;
    } else {
        sn_graph_destroy(g);
    }
    return any;
}

static bool one_round(shrinker *s, sn_arena *arena)
{
    bool any = false;
    for (uint16_t i = sn_graph_output(s->c->g)->n_in; i-- > 0;) {
        if (i < sn_graph_output(s->c->g)->n_in) any = drop_output(s, i) || any;
    }
    for (uint32_t id = s->c->g->n_ids; id-- > 0;) {
        const sn_node *n = node_of(s->c->g, id);
        if (!n || is_frame(n)) continue;
        uint16_t n_out = n->n_out, n_in = n->n_in;
        for (uint16_t i = 0; i < n_out && node_of(s->c->g, id); i++)
            any = make_input(s, id, i, arena) || any;
        for (uint16_t i = 0; i < n_in && node_of(s->c->g, id); i++) any = bypass(s, id, i) || any;
        if (node_of(s->c->g, id)) any = simplify(s, id) || any;
    }
    return any;
}

/* Sizes that need not be unknown become known. */
static void pin_inputs(shrinker *s)
{
    for (size_t i = 0; i < s->c->n_sizes; i++) {
        rand_case c = *s->c;
        sn_graph *g = sn_graph_clone(c.g);
        SN_EACH_NODE(n, g)
        {
            if (!sn_op_has(n->op, SN_TRAIT_INPUT) || strcmp(n->out[0]->name, c.sizes[i].name) != 0)
                continue;
            *(sn_input_params *)n->params = (sn_input_params){.rank = -1};
            n->out[0]->shape = c.sizes[i].shape;
        }
        take(s, g, &c);
    }
}

void rand_shrink(sn_ctx *ctx, rand_case *c, uint64_t seed, const char *folder, const char *kind)
{
    shrinker s = {.ctx = ctx, .c = c, .seed = seed, .folder = folder, .kind = kind, .n_left = 3000};
    sn_arena *names = sn_arena_create(ctx); /* of new inputs: lives with the context */
    pin_inputs(&s);
    while (one_round(&s, names) && s.n_left > 0) continue;
}

const char *rand_as_test(const rand_case *c, const rand_verdict *v, uint64_t seed, sn_arena *arena)
{
    sn_str s;
    sn_str_init(&s, arena);
    sn_str_addf(&s, "# Seed %llu: %s\n#", (unsigned long long)seed, v->what ? v->what : "");
    for (size_t i = 0; i < c->n_sizes; i++) {
        sn_str_addf(&s, " %s=", c->sizes[i].name);
        sn_shape_print(NULL, &c->sizes[i].shape, &s);
    }
    sn_str_add(&s, "\ntest optimize\n--- in\n");
    sn_graph_print(c->g, NULL, &s);
    sn_str_addf(&s, "--- remarks\n%s--- out\nsame\n", v->remarks ? v->remarks : "");
    return s.s;
}
