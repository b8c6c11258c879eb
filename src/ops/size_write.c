/* SPDX-License-Identifier: Apache-2.0
 *
 * Sizes that inference knows, as params spell them: see sizes.h. A size of a value in front of the
 * node is called by its axis; an expression is spelled over its symbols. */
#include "ops/sizes.h"

#include "ops/ops.h"

enum { MOST_OTHERS = 256, MOST_INPUTS = 16 };

sn_size_writer sn_size_writer_of(sn_resolve *r, const sn_op *op, sn_value *x)
{
    sn_size_writer w = {
        .r = r, .op = op, .inputs = SN_VEC_IN(r->in.arena), .others = SN_VEC_IN(r->in.arena)};
    SN_PUSH(w.inputs, x);
    return w;
}

static void add_other(sn_size_writer *w, sn_value *v)
{
    if (!v || v->shape.rank < 1 || w->others.n == MOST_OTHERS) return;
    for (size_t i = 0; i < w->others.n; i++)
        if (w->others.v[i] == v) return;
    SN_PUSH(w->others, v);
}

/* What the node's inputs were worked out from, nearest first, then the inputs of the graph. */
static void collect(sn_size_writer *w)
{
    SN_VEC(sn_node *) open = SN_VEC_IN(w->r->in.arena);
    if (w->collected) return;
    w->collected = true;
    SN_PUSH(open, w->r->node);
    for (size_t at = 0; at < open.n && open.n < MOST_OTHERS; at++) {
        for (uint16_t i = 0; i < open.v[at]->n_in; i++) {
            sn_value *v = sn_in(open.v[at], i);
            if (!v || !v->def) continue;
            add_other(w, v);
            bool is_new = v->contents != NULL;
            for (size_t k = 0; k < open.n && is_new; k++) is_new = open.v[k] != v->def;
            if (is_new) SN_PUSH(open, v->def);
        }
    }
    SN_EACH_NODE(n, w->r->node->graph)
    {
        if (n == w->r->node) break;
        for (uint16_t i = 0; i < n->n_out && sn_op_has(n->op, SN_TRAIT_INPUT); i++)
            add_other(w, n->out[i]);
    }
}

static int axis_of(const sn_value *v, sn_dim d)
{
    for (int k = 0; k < v->shape.rank; k++)
        if (sn_dim_equal(v->shape.d[k], d)) return k;
    return -1;
}

/* The name of a size that is d; NULL: there is none. */
static const char *name_of(sn_size_writer *w, sn_dim d)
{
    sn_arena *arena = w->r->in.arena;
    for (size_t i = 0; i < w->inputs.n; i++) {
        const int axis = axis_of(w->inputs.v[i], d);
        if (axis >= 0) return sn_size_name(arena, w->op, (unsigned)i, axis);
    }
    collect(w);
    for (size_t i = 0; i < w->others.n; i++) {
        const int axis = axis_of(w->others.v[i], d);
        if (axis < 0 || w->inputs.n == MOST_INPUTS) continue;
        SN_PUSH(w->inputs, w->others.v[i]);
        return sn_size_name(arena, w->op, (unsigned)w->inputs.n - 1, axis);
    }
    return NULL;
}

typedef struct size_spelling {
    sn_size_writer *w;
    sn_dims *named;
    bool failed;
} size_spelling;

static sn_dim named_symbol(void *user, sn_dim symbol)
{
    size_spelling *s = user;
    const char *name = name_of(s->w, symbol);
    s->failed = s->failed || !name;
    const int64_t least = sn_dim_lower(s->w->r->in.dims, symbol);
    return name ? sn_dim_named_from(s->named, name, least < 0 ? 0 : least) : 0;
}

const char *sn_size_write(sn_size_writer *w, const sn_size *size)
{
    sn_arena *arena = w->r->in.arena;
    if (!size->known) return NULL;
    if (size->is_number) return sn_arena_printf(arena, "%lld", (long long)size->number);
    const char *name = name_of(w, size->dim);
    if (name) return name;
    size_spelling s = {w, sn_dims_create(arena), false};
    const sn_dim d = sn_dim_substitute(w->r->in.dims, size->dim, s.named, named_symbol, &s);
    if (s.failed) return NULL;
    sn_str text;
    sn_str_init(&text, arena);
    sn_dim_print_over(s.named, d, &text);
    return text.s;
}
