/* SPDX-License-Identifier: Apache-2.0
 *
 * A failing network made small: results are left out, values become inputs, nodes are bypassed,
 * params and names go, sizes and contents of constants become small, as long as the failure stays
 * of the same kind. Greedy, largest steps first. */
#include <math.h>
#include <string.h>

#include "ir/ir_text.h"
#include "ops/structure.h"
#include "random/prop.h"

typedef struct shrinker {
    sn_ctx *ctx;
    rand_case *c;
    bool (*fails)(void *user, const rand_case *c);
    void *user;
    int n_left; /* tries */
} shrinker;

static bool still_fails(shrinker *s, const rand_case *c)
{
    sn_graph *sized = NULL; /* a case is valid at its sizes */
    if (s->n_left-- <= 0 || rand_at_sizes(c->g, c->n_sizes, c->sizes, &sized) != SN_OK)
        return false;
    sn_graph_destroy(sized);
    bool same = s->fails(s->user, c);
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

/* Sizes of inputs that are gone go too. */
static void forget_sizes(rand_case *c)
{
    size_t kept = 0;
    for (size_t i = 0; i < c->n_sizes; i++) {
        bool there = false;
        SN_EACH_NODE(n, c->g)
        {
            if (sn_op_has(n->op, SN_TRAIT_INPUT))
                there = there || strcmp(n->out[0]->name, c->sizes[i].name) == 0;
        }
        if (there) c->sizes[kept++] = c->sizes[i];
    }
    c->n_sizes = kept;
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
    if (!node_of(c.g, id)->out[slot]->n_uses) return false;
    if (rand_at_sizes(c.g, c.n_sizes, c.sizes, &sized) != SN_OK) {
        sn_ctx_clear_error(s->ctx);
        return false;
    }
    const sn_node *at_sizes = node_of(sized, id); /* gone where it resolves to others */
    const sn_shape shape = at_sizes ? at_sizes->out[slot]->shape : sn_shape_unknown();
    sn_graph_destroy(sized);
    if (shape.rank < 0) return false;
    sn_graph *g = sn_graph_clone(c.g);
    sn_value *old = node_of(g, id)->out[slot];
    sn_node *input = sn_node_create(g, g->first, &sn_op_input, NULL, 0, NULL, 1);
    sn_value *v = input->out[0];
    v->shape = shape;
    v->type = SN_TYPE_f32;
    const char *name = sn_arena_printf(arena, "in_%u_%u", id, (unsigned)slot);
    sn_value_set_name(g, v, name);
    SN_EACH_USE(u, old) { sn_node_set_input(u->node, u->slot, v); }
    c.sizes = SN_NEW_N(arena, rand_size, c.n_sizes + 1);
    memcpy(c.sizes, s->c->sizes, c.n_sizes * sizeof *c.sizes);
    c.sizes[c.n_sizes++] = (rand_size){name, shape};
    return take(s, g, &c);
}

/* Readers of the node's results read one of its inputs. */
static bool bypass(shrinker *s, uint32_t id, uint16_t slot)
{
    rand_case c = *s->c;
    sn_graph *g = sn_graph_clone(c.g);
    sn_node *n = node_of(g, id);
    sn_value *x = sn_in(n, slot);
    if (!x || x->kind != SN_RESULT) {
        sn_graph_destroy(g);
        return false;
    }
    for (uint16_t i = 0; i < n->n_out; i++) {
        SN_EACH_USE(u, n->out[i]) { sn_node_set_input(u->node, u->slot, x); }
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
                                       [SN_PK_SIZES] = sizeof(sn_names),
                                       [SN_PK_ACT] = sizeof(sn_act)};
        memcpy((char *)n->params + p->offset, plain + p->offset, bytes[p->kind]);
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

/* ---- constants ------------------------------------------------------------------------------- */

static sn_value *constant_with_id(const sn_graph *g, uint32_t id)
{
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; i < n->n_in; i++) {
            sn_value *v = sn_in(n, i);
            if (v && v->id == id && v->kind != SN_RESULT && v->data) return v;
        }
    }
    return NULL;
}

/* Simpler contents: element i of what was there, or a number. */
static double all_zero(double old, int64_t i)
{
    (void)old, (void)i;
    return 0;
}
static double all_one(double old, int64_t i)
{
    (void)old, (void)i;
    return 1;
}
static double counted(double old, int64_t i)
{
    (void)old;
    return (double)(i % 3 + 1);
}
static double whole(double old, int64_t i)
{
    (void)i;
    return nearbyint(old);
}
static double halved(double old, int64_t i)
{
    (void)i;
    return nearbyint(2 * old) / 2;
}
static double as_it_was(double old, int64_t i)
{
    (void)i;
    return old;
}

/* A plain f32 tensor of that shape, filled from what `t` has at the same place. NULL where sizes
 * are too large. */
static const sn_tensor *made_of(shrinker *s, const sn_tensor *t, const sn_shape *shape,
                                double (*of)(double, int64_t))
{
    sn_tensor *made = NULL;
    void *data = NULL;
    if (sn_tensor_create(s->ctx, SN_TYPE_f32, shape, &made, &data) != SN_OK) return NULL;
    for (int64_t i = 0, n = sn_shape_count(shape); i < n; i++) {
        int64_t at = 0, rest = i, step = 1; /* the same indices in t */
        for (int a = shape->rank - 1; a >= 0; a--) {
            at += rest % shape->d[a] * step;
            rest /= shape->d[a];
            step *= t->shape.d[a];
        }
        ((float *)data)[i] = (float)of(sn_tensor_at(t, at), i);
    }
    return made;
}

static bool is_float(const sn_tensor *t)
{
    return t && t->buf && t->type == SN_TYPE_f32 &&
           (t->coding == SN_PLAIN || t->coding == SN_CODED_F16);
}

static bool same_contents(const sn_tensor *a, const sn_tensor *b)
{
    for (int64_t i = 0; i < sn_tensor_count(a); i++) {
        if (sn_tensor_at(a, i) != sn_tensor_at(b, i)) return false;
    }
    return a->coding == b->coding;
}

static bool plain_contents(shrinker *s, uint32_t id)
{
    static double (*const ways[])(double, int64_t) = {all_zero, all_one, counted,
                                                      whole,    halved,  as_it_was};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        rand_case c = *s->c;
        const sn_value *old = constant_with_id(c.g, id);
        if (!old || !is_float(old->data)) return false;
        const sn_tensor *t = made_of(s, old->data, &old->data->shape, ways[i]);
        bool simpler = t && !same_contents(old->data, t), taken = false;
        if (simpler) {
            sn_graph *g = sn_graph_clone(c.g);
            sn_value_set_data(constant_with_id(g, id), t);
            taken = take(s, g, &c);
        }
        sn_tensor_release(t);
        if (taken) return true;
        if (t && !simpler) return false; /* the simplest that it can be is what it is */
    }
    return false;
}

/* ---- sizes ----------------------------------------------------------------------------------- */

static bool resize_shape(sn_shape *shape, int64_t from, int64_t to)
{
    bool any = false;
    for (int a = 0; a < shape->rank; a++) {
        if (shape->d[a] == from) shape->d[a] = to, any = true;
    }
    return any;
}

static void resize_params(sn_node *n, int64_t from, int64_t to)
{
    for (const sn_param *p = n->op->params; p && p->name; p++) {
        char *at = (char *)n->params + p->offset;
        if (p->kind == SN_PK_INT && *(int32_t *)at == from) *(int32_t *)at = (int32_t)to;
        if (p->kind != SN_PK_INTS) continue;
        const sn_ints *list = (const sn_ints *)at;
        for (int i = 0; i < list->n; i++) {
            if (list->v[i] == from) ((int32_t *)(uintptr_t)list->v)[i] = (int32_t)to;
        }
    }
}

/* Every size `from` of inputs and constants becomes `to`: channels go with the weights that they
 * meet. */
static bool resize(shrinker *s, int64_t from, int64_t to, bool params, sn_arena *arena)
{
    rand_case c = *s->c;
    sn_graph *g = sn_graph_clone(c.g);
    c.sizes = SN_NEW_N(arena, rand_size, c.n_sizes + 1);
    memcpy(c.sizes, s->c->sizes, c.n_sizes * sizeof *c.sizes);
    bool any = false;
    for (size_t i = 0; i < c.n_sizes; i++) any = resize_shape(&c.sizes[i].shape, from, to) || any;
    SN_EACH_NODE(n, g)
    {
        if (params && !is_frame(n)) resize_params(n, from, to);
        for (uint16_t i = 0; i < n->n_out; i++) {
            if (sn_op_has(n->op, SN_TRAIT_INPUT)) resize_shape(&n->out[i]->shape, from, to);
        }
        for (uint16_t i = 0; i < n->n_in; i++) {
            sn_value *v = sn_in(n, i);
            if (!v || v->kind == SN_RESULT || !is_float(v->data)) continue;
            sn_shape shape = v->data->shape;
            if (!resize_shape(&shape, from, to)) continue;
            const sn_tensor *t = made_of(s, v->data, &shape, as_it_was);
            if (t) sn_value_set_data(v, t);
            sn_tensor_release(t);
            any = true;
        }
    }
    if (any) return take(s, g, &c);
    sn_graph_destroy(g);
    return false;
}

static bool smaller_sizes(shrinker *s, sn_arena *arena)
{
    bool any = false;
    for (int64_t from = 64; from > 1; from--) {
        const int64_t to[] = {1, 2, from / 2, from - 1};
        for (int i = 0; i < 8; i++) {
            if (to[i / 2] >= from || to[i / 2] < 1 || !resize(s, from, to[i / 2], i % 2, arena))
                continue;
            any = true;
            break;
        }
    }
    return any;
}

/* ---- names ----------------------------------------------------------------------------------- */

static void short_names(shrinker *s, sn_arena *arena)
{
    rand_case c = *s->c;
    sn_graph *g = sn_graph_clone(c.g);
    int n_nodes = 0, n_values = 0;
    SN_EACH_NODE(n, g)
    {
        if (is_frame(n)) continue;
        sn_node_set_name(g, n, sn_arena_printf(arena, "n%d", ++n_nodes));
        for (uint16_t i = 0; i < n->n_out; i++) {
            bool result = sn_value_is_result(n->out[i]);
            if (!result) sn_value_set_name(g, n->out[i], sn_arena_printf(arena, "v%d", ++n_values));
        }
    }
    take(s, g, &c);
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
    any = smaller_sizes(s, arena) || any;
    for (uint32_t id = s->c->g->n_ids; id-- > 0;) {
        if (constant_with_id(s->c->g, id)) any = plain_contents(s, id) || any;
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

void rand_shrink(sn_ctx *ctx, rand_case *c, bool (*fails)(void *user, const rand_case *c),
                 void *user, int n_tries)
{
    shrinker s = {.ctx = ctx, .c = c, .fails = fails, .user = user, .n_left = n_tries};
    sn_arena *names = sn_arena_create(ctx); /* of new inputs: lives with the context */
    pin_inputs(&s);
    while (one_round(&s, names) && s.n_left > 0) continue;
    s.n_left++;
    short_names(&s, names);
    forget_sizes(c);
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
