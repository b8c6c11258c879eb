/* SPDX-License-Identifier: Apache-2.0
 *
 * What is computed again instead of being kept from stretch to stretch: elementwise nodes of one
 * image, which make of one value and numbers that are the same for all images (a batch norm and its
 * activation) what later stretches read. They are copied in front of each of these readers, which
 * may take the copy in its prologue or epilogue.
 *
 * Legal: elementwise operators of the same operands make the same. It keeps less, since what they
 * are made of is read in as late a stretch by others, too: it is kept anyway. A reader that can
 * take no prologue costs a sweep for that. All later readers of a value get copies, or none does.
 */
#include "base/vec.h"
#include "ops/images.h"
#include "ops/ops.h"
#include "ops/structure.h"
#include "passes/batch_parts.h"

enum { MOST_COPIED = 6 /* nodes from what is kept to what is read */ };

typedef struct later_read {
    sn_node *node;
    uint16_t slot;
    bool joined; /* it reads all images */
} later_read;

typedef struct again {
    sn_graph *g;
    sn_arena *arena;
    const bool *of_image; /* by id of a value */
    uint32_t n_ids;       /* of what there was before */
    int64_t n_images;
    uint32_t *stretch; /* by id of a node */
    uint32_t *place;   /* by id of a node: in their order */
    bool *is_dropped;  /* by id of a value: nobody in a later stretch reads it any more */
} again;

/* Nodes in their order that make a value of `kept`. */
typedef struct chain {
    sn_node *node[MOST_COPIED];
    uint32_t n;
    sn_value *kept;
} chain;

typedef SN_VEC(later_read) read_list;

/* ---- stretches ------------------------------------------------------------------------------- */

uint32_t sn_batch_stretches(const sn_graph *g, const bool *of_image, uint32_t *stretch,
                            uint32_t *place)
{
    uint32_t now = 0, n_nodes = 0;
    bool for_all = false;
    SN_EACH_NODE(n, g)
    {
        if (!sn_is_image_view(n) && n->n_out > 0) {
            const bool is = of_image[sn_out(n, 0)->id];
            now += is && for_all;
            for_all = !is;
        }
        stretch[n->id] = now;
        place[n->id] = n_nodes++;
    }
    return now;
}

/* ---- readers --------------------------------------------------------------------------------- */

static bool is_old(const again *a, const sn_node *n) { return n->id < a->n_ids; }

/* All that reads v, also through all images of it. False: the network's results do. */
static bool find_readers(const sn_value *v, read_list *list)
{
    list->n = 0;
    SN_EACH_USE(u, v)
    {
        if (u->node->op != &sn_op_join_images) {
            SN_PUSH(*list, ((later_read){u->node, u->slot, false}));
            continue;
        }
        SN_EACH_USE(all, sn_out(u->node, 0))
        {
            if (sn_op_has(all->node->op, SN_TRAIT_OUTPUT)) return false;
            SN_PUSH(*list, ((later_read){all->node, all->slot, true}));
        }
    }
    return true;
}

static bool is_later(const again *a, const sn_node *maker, const later_read *r)
{
    return r->joined || (is_old(a, r->node) && a->stretch[r->node->id] > a->stretch[maker->id]);
}

/* Whether v is there for all images anyway, in that stretch, too. */
static bool is_kept(const again *a, const sn_value *v, uint32_t stretch)
{
    read_list list = SN_VEC_IN(a->arena);
    bool late = false, crosses = false;
    if (!is_old(a, v->def) || a->is_dropped[v->id] || sn_is_image_view(v->def) ||
        !find_readers(v, &list))
        return false;
    for (size_t i = 0; i < list.n; i++) {
        if (!is_old(a, list.v[i].node)) continue;
        const uint32_t there = a->stretch[list.v[i].node->id];
        late = late || there >= stretch;
        crosses = crosses || there > a->stretch[v->def->id];
    }
    return late && crosses;
}

/* ---- chains ---------------------------------------------------------------------------------- */

static bool is_elementwise(const again *a, const sn_node *n)
{
    return is_old(a, n) && n->n_out == 1 && a->of_image[sn_out(n, 0)->id] &&
           sn_node_kind(n) <= SN_FUSE_BROADCAST && n->op->expr && !n->boundary && !n->n_body &&
           sn_out(n, 0)->type == SN_TYPE_f32 && !sn_op_has(n->op, SN_TRAIT_VIEW);
}

/* The same for all images. */
static bool is_number(const again *a, const sn_value *v)
{
    return sn_value_is_const(v) || (v->id < a->n_ids && !a->of_image[v->id]) ||
           (v->def && sn_is_for_each_image(v->def));
}

static bool is_read_later(const again *a, const sn_value *v)
{
    read_list list = SN_VEC_IN(a->arena);
    if (!find_readers(v, &list)) return true;
    for (size_t i = 0; i < list.n; i++)
        if (is_later(a, v->def, &list.v[i])) return true;
    return false;
}

/* The nodes that make what n does of one value. False: there are no such few. */
static bool collect(const again *a, sn_node *n, chain *c)
{
    for (uint32_t i = 0; i < c->n; i++)
        if (c->node[i] == n) return true;
    for (uint16_t i = 0; i < n->n_in; i++) {
        sn_value *v = sn_in(n, i);
        if (!v || is_number(a, v)) continue;
        if (!v->def || !sn_shape_equal(&v->shape, &sn_out(n, 0)->shape)) return false;
        const bool again_too =
            is_elementwise(a, v->def) && (a->is_dropped[v->id] || !is_read_later(a, v));
        if (again_too) {
            if (!collect(a, v->def, c)) return false;
        } else {
            if (c->kept && c->kept != v) return false;
            c->kept = v;
        }
    }
    if (c->n == MOST_COPIED) return false;
    c->node[c->n++] = n;
    return true;
}

/* ---- copies ---------------------------------------------------------------------------------- */

/* The chain in front of `before`, with `kept` for what it begins with. */
static sn_status copy_chain(const chain *c, sn_node *before, sn_value *kept, sn_value **out)
{
    sn_value *made[MOST_COPIED] = {NULL};
    for (uint32_t i = 0; i < c->n; i++) {
        const sn_node *n = c->node[i];
        sn_value **in = SN_NEW_N(before->graph->scratch, sn_value *, n->n_in + 1);
        for (uint16_t k = 0; k < n->n_in; k++) {
            in[k] = sn_in(n, k) == c->kept ? kept : sn_in(n, k);
            for (uint32_t m = 0; m < i; m++)
                if (sn_in(n, k) == sn_out(c->node[m], 0)) in[k] = made[m];
        }
        sn_node *copy = sn_node_create(before->graph, before, n->op, n->params, n->n_in, in, 1);
        if (n->name) sn_node_set_name(before->graph, copy, n->name);
        SN_TRY(sn_infer_node(copy));
        made[i] = sn_out(copy, 0);
    }
    *out = made[c->n - 1];
    return SN_OK;
}

/* Elementwise readers within a stretch share a copy: what reads several is better one formula. */
typedef struct shared_copy {
    uint32_t stretch;
    sn_value *value; /* NULL: none so far */
} shared_copy;

static sn_status give_copy(const again *a, const chain *c, const later_read *r, shared_copy *shared)
{
    const bool shares = !r->joined && is_elementwise(a, r->node);
    const uint32_t stretch = a->stretch[r->node->id];
    sn_value *from = c->kept, *copy = NULL;
    if (r->joined) {
        SN_TRY(sn_batch_join(c->kept, a->n_images, &from));
        SN_TRY(sn_batch_each(r->node, from, true, &from));
    }
    if (shares && shared->value && shared->stretch == stretch)
        copy = shared->value;
    else
        SN_TRY(copy_chain(c, r->node, from, &copy));
    if (shares) *shared = (shared_copy){stretch, copy};
    if (r->joined) SN_TRY(sn_batch_join(copy, a->n_images, &copy));
    sn_value *before = sn_in(r->node, r->slot);
    sn_node_set_input(r->node, r->slot, copy);
    if (before->def && sn_is_image_view(before->def)) sn_batch_remove_unread(before->def);
    return SN_OK;
}

static bool is_behind(const again *a, const later_read *r, const later_read *other)
{
    return is_old(a, r->node) && is_old(a, other->node) &&
           a->place[r->node->id] > a->place[other->node->id];
}

/* To the later ones of them. */
static sn_status give_copies(const again *a, const chain *c, read_list *list)
{
    shared_copy shared = {0, NULL};
    for (size_t i = 1; i < list->n; i++) {
        const later_read r = list->v[i];
        size_t at = i;
        for (; at > 0 && is_behind(a, &list->v[at - 1], &r); at--) list->v[at] = list->v[at - 1];
        list->v[at] = r;
    }
    for (size_t i = 0; i < list->n; i++)
        if (is_later(a, c->node[c->n - 1], &list->v[i]))
            SN_TRY(give_copy(a, c, &list->v[i], &shared));
    return SN_OK;
}

static bool is_worth(const again *a, const sn_node *n, const chain *c, const read_list *list)
{
    bool any = false;
    for (size_t i = 0; i < list->n; i++) {
        const later_read *r = &list->v[i];
        if (!is_later(a, n, r)) continue;
        if (!is_old(a, r->node) || !is_kept(a, c->kept, a->stretch[r->node->id])) return false;
        any = true;
    }
    return any;
}

sn_status sn_batch_recompute(sn_graph *g, sn_arena *arena)
{
    again a = {.g = g,
               .arena = arena,
               .of_image = sn_values_of_images(g, arena),
               .n_ids = g->n_ids,
               .n_images = sn_graph_images(g)};
    a.stretch = SN_NEW_N(arena, uint32_t, g->n_ids + 1);
    a.place = SN_NEW_N(arena, uint32_t, g->n_ids + 1);
    a.is_dropped = SN_NEW_N(arena, bool, g->n_ids + 1);
    (void)sn_batch_stretches(g, a.of_image, a.stretch, a.place);
    SN_EACH_NODE(n, g)
    {
        chain c = {.n = 0};
        read_list list = SN_VEC_IN(arena);
        if (!is_elementwise(&a, n) || !find_readers(sn_out(n, 0), &list) || !collect(&a, n, &c) ||
            !c.kept || !is_worth(&a, n, &c, &list))
            continue;
        SN_TRY(give_copies(&a, &c, &list));
        a.is_dropped[sn_out(n, 0)->id] = true;
    }
    return SN_OK;
}
