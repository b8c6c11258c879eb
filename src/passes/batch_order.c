/* SPDX-License-Identifier: Apache-2.0
 *
 * List scheduling in two classes: nodes of one image, and those for all images. What can be
 * computed of the class that is at work goes first, in the order of before; when none of it can,
 * the other class is. What hangs on no image is computed right in front of what reads it first. */
#include "base/vec.h"
#include "ops/images.h"
#include "ops/ops.h"
#include "ops/structure.h"
#include "passes/batch_parts.h"

typedef struct order {
    sn_graph *g;
    const bool *of_image;       /* by value id */
    uint32_t *waits;            /* by node id: operands that are not computed yet */
    SN_VEC(sn_node *) ready[2]; /* of all images; of one: a heap by place */
    uint32_t *place;            /* by node id: in the order of before */
    bool *hangs_on_image;       /* by node id */
    bool *is_there;             /* by node id: it has its place */
} order;

static bool is_fixed(const sn_node *n)
{
    return sn_op_has(n->op, SN_TRAIT_INPUT | SN_TRAIT_OUTPUT);
}

static bool is_of_image(const order *o, const sn_node *n)
{
    return n->n_out > 0 && o->of_image[sn_out(n, 0)->id];
}

static bool is_before(const order *o, const sn_node *a, const sn_node *b)
{
    return o->place[a->id] < o->place[b->id];
}

static void put(order *o, sn_node *n)
{
    const int kind = is_of_image(o, n);
    SN_PUSH(o->ready[kind], n);
    sn_node **v = o->ready[kind].v;
    for (size_t i = o->ready[kind].n - 1; i > 0 && is_before(o, n, v[(i - 1) / 2]);) {
        v[i] = v[(i - 1) / 2];
        v[i = (i - 1) / 2] = n;
    }
}

static sn_node *take(order *o, int kind)
{
    sn_node **v = o->ready[kind].v, *first = v[0], *last = SN_POP(o->ready[kind]);
    const size_t n = o->ready[kind].n;
    for (size_t i = 0; n > 0;) {
        size_t child = 2 * i + 1;
        if (child + 1 < n && is_before(o, v[child + 1], v[child])) child++;
        if (child >= n || is_before(o, last, v[child])) {
            v[i] = last;
            break;
        }
        v[i] = v[child];
        i = child;
    }
    return first;
}

static void is_computed(order *o, const sn_node *n)
{
    for (uint16_t i = 0; i < n->n_out; i++) SN_EACH_USE(u, sn_out(n, i))
        {
            if (--o->waits[u->node->id] == 0 && !is_fixed(u->node)) put(o, u->node);
        }
}

static const sn_node *waited_for(const order *o, const sn_node *n, uint16_t i)
{
    const sn_node *maker = sn_in(n, i) ? sn_in(n, i)->def : NULL;
    return maker && o->hangs_on_image[maker->id] ? maker : NULL;
}

/* Behind what it reads that hangs on no image. */
static void give_place(order *o, sn_node *n)
{
    for (uint16_t i = 0; i < n->n_in; i++) {
        sn_node *maker = sn_in(n, i) ? sn_in(n, i)->def : NULL;
        if (maker && !o->is_there[maker->id]) give_place(o, maker);
    }
    if (is_fixed(n)) return;
    o->is_there[n->id] = true;
    sn_node_move_before(n, sn_graph_output(o->g));
}

void sn_batch_order(sn_graph *g, sn_arena *arena)
{
    order o = {.g = g, .of_image = sn_values_of_images(g, arena)};
    o.waits = SN_NEW_N(arena, uint32_t, g->n_ids + 1);
    o.place = SN_NEW_N(arena, uint32_t, g->n_ids + 1);
    o.ready[0].arena = o.ready[1].arena = arena;
    o.hangs_on_image = SN_NEW_N(arena, bool, g->n_ids + 1);
    o.is_there = SN_NEW_N(arena, bool, g->n_ids + 1);
    uint32_t n_nodes = 0;
    SN_EACH_NODE(n, g)
    {
        o.place[n->id] = n_nodes++;
        o.is_there[n->id] = is_fixed(n);
        bool hangs = sn_is_image_view(n) && !sn_is_for_each_image(n);
        for (uint16_t i = 0; i < n->n_in; i++) {
            const bool waits = waited_for(&o, n, i) != NULL;
            o.waits[n->id] += waits;
            hangs = hangs || waits;
        }
        o.hangs_on_image[n->id] = hangs;
        if (hangs && o.waits[n->id] == 0 && !is_fixed(n)) put(&o, n);
    }
    for (int kind = 1; o.ready[0].n + o.ready[1].n > 0;) {
        if (o.ready[kind].n == 0) kind = !kind;
        sn_node *n = take(&o, kind);
        give_place(&o, n);
        is_computed(&o, n);
    }
    give_place(&o, sn_graph_output(g));
}
