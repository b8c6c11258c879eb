/* SPDX-License-Identifier: Apache-2.0
 *
 * Checkpoints (T. Chen et al., "Training Deep Nets with Sublinear Memory Cost", 2016): of what a
 * training keeps from its way forward to its way back, some values are kept, the others are
 * computed again in front of their first reader on the way back, from those that are.
 *
 * Where most is kept at once, in stretch `peak`, a candidate is what each image has one of, was
 * made before, and is not read until after it. Of these, the cheapest for their size are dropped
 * first, as long as what makes any of them again is not more than `depth` operators deep,
 * elementwise ones apart, so that what they are made of in between is not kept all at once, either.
 *
 * Legal: the same operators of the same operands make the same. What is for all images, statistics
 * above all, is never computed again. */
#include <stdlib.h>

#include "base/vec.h"
#include "ops/images.h"
#include "ops/ops.h"
#include "ops/structure.h"
#include "passes/batch_parts.h"

enum {
    MOST_AGAIN = 64, /* nodes that make one value again */
    FEW = 4096       /* elements that may be kept for all images, or longer */
};

typedef struct read {
    sn_node *node; /* no view */
    uint16_t slot;
    sn_node *view; /* the node reads that one's output; NULL: the value itself */
} read;
typedef SN_VEC(read) read_list;

typedef struct candidate {
    sn_value *v;
    uint32_t late;  /* place of the first reader behind the peak */
    double bytes;   /* of all images */
    double seconds; /* to make it again, where nothing else is dropped */
} candidate;

typedef struct checkpoints {
    sn_graph *g;
    sn_arena *arena;
    const sn_batch_memory *how;
    const bool *of_image;
    uint32_t n_ids;
    int64_t n_images;
    uint32_t *stretch, *place; /* by node id */
    uint32_t *last;            /* by value id: the place of the last node that reads it */
    uint32_t peak;
    bool *dropped;   /* by value id */
    uint32_t *index; /* by value id: of its candidate, plus 1 */
    SN_VEC(candidate) candidates;
    sn_value **again; /* by value id: what it is computed again as */
} checkpoints;

/* ---- readers --------------------------------------------------------------------------------- */

/* All nodes that compute with v, also as all images of it. */
static void find_reads(const sn_value *v, sn_node *view, read_list *list)
{
    SN_EACH_USE(u, v)
    {
        if (sn_is_image_view(u->node))
            find_reads(sn_out(u->node, 0), u->node, list);
        else
            SN_PUSH(*list, ((read){u->node, u->slot, view}));
    }
}

static bool is_output(const sn_node *n) { return sn_op_has(n->op, SN_TRAIT_OUTPUT); }

/* What an operand of a node of one image is a view of: what is the same for all images, the value
 * that each image has one of, or all of them, of which it is one. */
static sn_value *whole_of(sn_value *v)
{
    if (!v->def || v->def->op != &sn_op_each_image) return v;
    sn_value *x = sn_in(v->def, 0), *image = sn_is_for_each_image(v->def) ? NULL : sn_image_of(x);
    return image ? image : x;
}

/* ---- lifetimes ------------------------------------------------------------------------------- */

static double bytes_of(const sn_value *v) { return 4.0 * (double)sn_shape_count(&v->shape); }

/* Where each value is read last, and the stretch in which most is kept. */
static void find_peak(checkpoints *c, uint32_t n_stretches)
{
    double *change = SN_NEW_N(c->arena, double, n_stretches + 2), now = 0, most = -1;
    read_list list = SN_VEC_IN(c->arena);
    SN_EACH_NODE(n, c->g)
    {
        for (uint16_t i = 0; i < n->n_out && !sn_is_image_view(n); i++) {
            const sn_value *v = sn_out(n, i);
            uint32_t last = c->stretch[n->id];
            list.n = 0;
            find_reads(v, NULL, &list);
            for (size_t r = 0; r < list.n; r++) {
                const sn_node *reader = list.v[r].node;
                const uint32_t there = is_output(reader) ? n_stretches : c->stretch[reader->id];
                last = there > last ? there : last;
                if (c->place[reader->id] > c->last[v->id]) c->last[v->id] = c->place[reader->id];
            }
            if (last == c->stretch[n->id] && c->of_image[v->id]) continue;
            const double bytes = bytes_of(v) * (c->of_image[v->id] ? (double)c->n_images : 1);
            change[c->stretch[n->id]] += bytes;
            change[last + 1] -= bytes;
        }
    }
    for (uint32_t s = 0; s <= n_stretches; s++) {
        now += change[s];
        if (now > most) most = now, c->peak = s;
    }
}

/* ---- candidates ------------------------------------------------------------------------------ */

static bool can_be_made_again(const checkpoints *c, const sn_node *n)
{
    return n->n_out == 1 && c->of_image[sn_out(n, 0)->id] && !n->n_body && !n->boundary &&
           !sn_is_image_view(n) && !sn_op_has(n->op, SN_TRAIT_INPUT | SN_TRAIT_OUTPUT);
}

/* Of a value that is read behind the peak first at that place. */
static bool is_idle(const checkpoints *c, const sn_value *v, read_list *list, uint32_t *late)
{
    bool before = false;
    *late = UINT32_MAX;
    list->n = 0;
    find_reads(v, NULL, list);
    for (size_t i = 0; i < list->n; i++) {
        const sn_node *n = list->v[i].node;
        if (is_output(n) || c->stretch[n->id] == c->peak) return false;
        if (list->v[i].view && sn_is_for_each_image(list->v[i].view)) return false;
        if (c->stretch[n->id] < c->peak)
            before = true;
        else if (c->place[n->id] < *late)
            *late = c->place[n->id];
    }
    return before && *late != UINT32_MAX;
}

static bool stays(const checkpoints *c, const sn_value *v, uint32_t late)
{
    const bool is_small = sn_shape_count(&v->shape) <= FEW;
    if (!v->def || sn_op_has(v->def->op, SN_TRAIT_INPUT | SN_TRAIT_CONSTANT)) return true;
    if (v->id >= c->n_ids || c->dropped[v->id]) return false;
    if (!c->of_image[v->id] && is_small) return true;
    return c->index[v->id] || (c->place[v->def->id] < late && c->last[v->id] >= late);
}

/* How many operators, elementwise ones apart, make v again of what stays until that place; -1: it
 * cannot be. Adds the seconds that they take, where they are asked for, and counts them. */
static int depth_of(checkpoints *c, sn_value *v, uint32_t late, bool top, double *seconds, int *n)
{
    if (!top && stays(c, v, late)) return 0;
    if (!v->def || !can_be_made_again(c, v->def) || ++*n > MOST_AGAIN) return -1;
    const sn_node *made = v->def;
    int deepest = 0;
    for (uint16_t i = 0; i < made->n_in; i++) {
        sn_value *x = sn_in(made, i);
        const int d = x ? depth_of(c, whole_of(x), late, false, seconds, n) : 0;
        if (d < 0) return -1;
        deepest = d > deepest ? d : deepest;
    }
    if (seconds) *seconds += c->how->seconds(c->how->user, made);
    return deepest + (sn_node_kind(made) > SN_FUSE_BROADCAST);
}

static void find_candidates(checkpoints *c)
{
    read_list list = SN_VEC_IN(c->arena);
    SN_EACH_NODE(n, c->g)
    {
        candidate new = {0};
        int count = 0;
        if (!can_be_made_again(c, n) || c->stretch[n->id] >= c->peak) continue;
        new.v = sn_out(n, 0);
        if (sn_shape_count(&new.v->shape) <= FEW / 4) continue;
        if (!is_idle(c, new.v, &list, &new.late)) continue;
        if (depth_of(c, new.v, new.late, true, &new.seconds, &count) < 0) continue;
        new.bytes = bytes_of(new.v) * (double)c->n_images;
        SN_PUSH(c->candidates, new);
        c->index[new.v->id] = (uint32_t)c->candidates.n;
    }
}

static int cheaper_first(const void *a, const void *b)
{
    const candidate *x = *(const candidate *const *)a, *y = *(const candidate *const *)b;
    const double p = x->seconds * y->bytes, q = y->seconds * x->bytes;
    if (p != q) return p < q ? -1 : 1;
    return x < y ? -1 : x > y;
}

/* Whether all that is dropped can still be made again. */
static bool all_shallow(checkpoints *c)
{
    for (size_t i = 0; i < c->candidates.n; i++) {
        const candidate *k = &c->candidates.v[i];
        int n = 0;
        if (!c->dropped[k->v->id]) continue;
        const int d = depth_of(c, k->v, k->late, true, NULL, &n);
        if (d < 0 || d > c->how->depth) return false;
    }
    return true;
}

static size_t drop(checkpoints *c)
{
    const candidate **order = SN_NEW_N(c->arena, const candidate *, c->candidates.n + 1);
    size_t n = 0;
    for (size_t i = 0; i < c->candidates.n; i++) order[i] = &c->candidates.v[i];
    qsort(order, c->candidates.n, sizeof *order, cheaper_first);
    for (size_t i = 0; i < c->candidates.n && n < c->how->most; i++) {
        c->dropped[order[i]->v->id] = true;
        if (all_shallow(c))
            n++;
        else
            c->dropped[order[i]->v->id] = false;
    }
    return n;
}

/* ---- computing again ------------------------------------------------------------------------- */

static sn_status make_again(checkpoints *c, sn_value *v, sn_node *before, uint32_t late, bool top,
                            sn_value **out)
{
    *out = v;
    if (c->again[v->id]) {
        *out = c->again[v->id];
        return SN_OK;
    }
    if (!top && stays(c, v, late)) return SN_OK;
    const sn_node *made = v->def;
    sn_value **in = SN_NEW_N(c->arena, sn_value *, made->n_in + 1);
    for (uint16_t i = 0; i < made->n_in; i++) {
        sn_value *x = sn_in(made, i), *whole = x ? whole_of(x) : NULL, *now = NULL;
        in[i] = x;
        if (!x) continue;
        SN_TRY(make_again(c, whole, before, late, false, &now));
        if (now != whole) in[i] = now; /* of this image, as x is then */
    }
    sn_node *copy = sn_node_create(c->g, before, made->op, made->params, made->n_in, in, 1);
    if (made->name) sn_node_set_name(c->g, copy, made->name);
    SN_TRY(sn_infer_node(copy));
    *out = c->again[v->id] = sn_out(copy, 0);
    return SN_OK;
}

/* The readers behind the peak read the copy. */
static sn_status give_again(checkpoints *c, const candidate *k, sn_value *copy)
{
    read_list list = SN_VEC_IN(c->arena);
    find_reads(k->v, NULL, &list);
    for (size_t i = 0; i < list.n; i++) {
        const read *r = &list.v[i];
        sn_value *now = copy;
        if (r->node->id >= c->n_ids || c->place[r->node->id] < k->late) continue;
        if (r->view) SN_TRY(sn_batch_join(copy, c->n_images, &now));
        if (r->view && r->view->op != &sn_op_join_images) /* taken apart again */
            SN_TRY(sn_batch_each(r->node, now, true, &now));
        sn_node_set_input(r->node, r->slot, now);
        if (r->view) sn_batch_remove_unread(r->view);
    }
    return SN_OK;
}

static int by_late(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    if (x->late != y->late) return x->late < y->late ? -1 : 1;
    return x->v->id < y->v->id ? -1 : x->v->id > y->v->id;
}

static sn_status compute_again(checkpoints *c)
{
    sn_node **at = SN_NEW_N(c->arena, sn_node *, c->g->n_ids + 1);
    SN_EACH_NODE(n, c->g) at[c->place[n->id]] = n;
    qsort(c->candidates.v, c->candidates.n, sizeof *c->candidates.v, by_late);
    for (size_t i = 0; i < c->candidates.n; i++) {
        const candidate *k = &c->candidates.v[i];
        sn_value *copy = NULL;
        if (!c->dropped[k->v->id]) continue;
        SN_TRY(make_again(c, k->v, at[k->late], k->late, true, &copy));
        SN_TRY(give_again(c, k, copy));
    }
    return SN_OK;
}

/* ---- all ------------------------------------------------------------------------------------- */

sn_status sn_batch_checkpoint(sn_graph *g, const sn_batch_memory *how, sn_arena *arena,
                              size_t *n_dropped)
{
    const uint32_t n = g->n_ids + 1;
    checkpoints c = {.g = g,
                     .arena = arena,
                     .how = how,
                     .of_image = sn_values_of_images(g, arena),
                     .n_ids = g->n_ids,
                     .n_images = sn_graph_images(g),
                     .stretch = SN_NEW_N(arena, uint32_t, n),
                     .place = SN_NEW_N(arena, uint32_t, n),
                     .last = SN_NEW_N(arena, uint32_t, n),
                     .dropped = SN_NEW_N(arena, bool, n),
                     .index = SN_NEW_N(arena, uint32_t, n),
                     .again = SN_NEW_N(arena, sn_value *, n)};
    c.candidates.arena = arena;
    const uint32_t n_stretches = sn_batch_stretches(g, c.of_image, c.stretch, c.place);
    find_peak(&c, n_stretches);
    find_candidates(&c);
    *n_dropped = drop(&c);
    return *n_dropped ? compute_again(&c) : SN_OK;
}
