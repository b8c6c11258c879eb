/* SPDX-License-Identifier: Apache-2.0
 *
 * Nodes that compute one image each. An axis of images in front of an operator that would mix them,
 * or has no place for one, is
 *
 *     concat over k of op(slice k of the batch)
 *
 * with the axis taken off in between. Such nodes are found again when the axis goes: what reads
 * slice k, and nothing else of the batch, is of image k. */
#include <inttypes.h>
#include <string.h>

#include "ops/concat.h"
#include "ops/ops.h"
#include "ops/slice.h"
#include "passes/batch_twin.h"

/* More would be as many nodes. */
enum { MOST_COPIES = 64 };

/* ---- the axis comes -------------------------------------------------------------------------- */

static sn_value *slice_of(sn_twin *t, sn_value *x, int64_t k)
{
    sn_slice_params p;
    const char *from = sn_arena_printf(t->arena, "%" PRId64, k),
               *to = sn_arena_printf(t->arena, "%" PRId64, k + 1);
    const int32_t axis = 0;
    sn_params_init(sn_op_slice.params, &p);
    p.starts = sn_names_of(t->arena, 1, &from);
    p.ends = sn_names_of(t->arena, 1, &to);
    p.axes = sn_ints_of(t->arena, 1, &axis);
    return sn_out(sn_node_create(t->to, NULL, &sn_op_slice, &p, 1, &x, 1), 0);
}

/* The node for image k; its results go to part[output][k], with an axis in front. */
static void copy_of(sn_twin *t, const sn_node *n, int64_t k, sn_value ***part)
{
    sn_value **in = SN_NEW_N(t->arena, sn_value *, n->n_in + 1);
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *v = sn_in(n, i);
        if (!v) continue;
        in[i] = sn_twin_of(t, v);
        if (!in[i])
            sn_twin_refuse(t, n, "an operand has no data");
        else if (t->batched[v->id])
            in[i] = sn_twin_reshaped(t, t->n > 1 ? slice_of(t, in[i], k) : in[i], &v->shape);
    }
    if (t->why) return;
    sn_node *made = sn_node_create(t->to, NULL, n->op, n->params, n->n_in, in, n->n_out);
    made->features = n->features;
    for (uint16_t i = 0; i < n->n_body; i++) (void)sn_node_copy_body(made, n->body[i]);
    if (n->name)
        sn_node_set_name(t->to, made,
                         t->n > 1 ? sn_arena_printf(t->arena, "%s/%" PRId64, n->name, k) : n->name);
    for (uint16_t i = 0; i < n->n_out; i++) {
        sn_shape one = sn_twin_moved(t, &sn_out(n, i)->shape, true);
        one.d[0] = 1;
        part[i][k] = sn_twin_reshaped(t, sn_out(made, i), &one);
    }
}

static sn_value *concat_of(sn_twin *t, const sn_node *n, sn_value **part, bool named)
{
    sn_concat_params p;
    sn_params_init(sn_op_concat.params, &p);
    p.axis = 0;
    sn_node *all = sn_node_create(t->to, NULL, &sn_op_concat, &p, (uint16_t)t->n, part, 1);
    if (n->name && named) sn_node_set_name(t->to, all, n->name);
    return sn_out(all, 0);
}

void sn_twin_copies(sn_twin *t, const sn_node *n)
{
    if (t->n > MOST_COPIES || sn_op_has(n->op, SN_TRAIT_OPAQUE)) {
        sn_twin_refuse(t, n,
                       t->n > MOST_COPIES ? "it would be needed once for each of many images"
                                          : "nobody knows what it computes");
        return;
    }
    for (uint16_t i = 0; i < n->n_in; i++)
        if (sn_in(n, i) && t->batched[sn_in(n, i)->id] && sn_in(n, i)->shape.rank >= SN_MAX_RANK)
            sn_twin_refuse(t, n, "an operand has as many axes as there can be");
    for (uint16_t i = 0; i < n->n_out; i++)
        if (sn_out(n, i)->shape.rank >= SN_MAX_RANK)
            sn_twin_refuse(t, n, "its result has as many axes as there can be");
    if (t->why) return;
    sn_value ***part = SN_NEW_N(t->arena, sn_value **, n->n_out + 1);
    for (uint16_t i = 0; i < n->n_out; i++) part[i] = SN_NEW_N(t->arena, sn_value *, t->n);
    for (int64_t k = 0; k < t->n && !t->why; k++) copy_of(t, n, k, part);
    if (t->why) return;
    for (uint16_t i = 0; i < n->n_out; i++) {
        sn_value *all = part[i][0];
        const sn_value *y = sn_out(n, i);
        if (t->n > 1) all = concat_of(t, n, part[i], i == 0);
        if (y->name) sn_value_set_name(t->to, all, y->name);
        t->value[y->id] = all;
        t->batched[y->id] = true;
    }
}

/* ---- the axis goes --------------------------------------------------------------------------- */

/* Whether two values of the new graph are the same function of its inputs; found out in so many
 * steps, or false. */
static bool same_value(const sn_value *a, const sn_value *b, int *budget)
{
    if (a == b) return true;
    if (!a || !b || !a->def || !b->def || (*budget)-- <= 0) return false;
    const sn_node *m = a->def, *n = b->def;
    if (m->op != n->op || m->n_in != n->n_in || m->n_out != n->n_out || m->n_in == 0 ||
        !sn_node_same_bodies(m, n) || m->features != n->features || a->def_slot != b->def_slot ||
        !sn_params_equal(m->op->params, m->params, n->params))
        return false;
    for (uint16_t i = 0; i < m->n_in; i++)
        if (!same_value(sn_in(m, i), sn_in(n, i), budget)) return false;
    return true;
}

/* Slice k of a batch, of all else. */
static bool is_one_image(const sn_twin *t, const sn_node *n, int64_t *k)
{
    sn_slice_box box;
    const sn_shape *x = &sn_in(n, 0)->shape;
    if (n->op != &sn_op_slice || !t->batched[sn_in(n, 0)->id] ||
        !sn_slice_box_of(n, t->arena, &box))
        return false;
    for (int i = 1; i < x->rank; i++)
        if (box.offset.d[i] != 0 || box.size.d[i] != x->d[i]) return false;
    *k = box.offset.d[0];
    return box.size.d[0] == 1 && sn_dim_known(*k) && t->n > 1;
}

/* The image that all operands of n are of that are of any; 0: of none; -1: not of one alone. */
static int64_t image_of(const sn_twin *t, const sn_node *n)
{
    int64_t found = 0;
    bool mixed = false;
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *v = sn_in(n, i);
        if (!v) continue;
        mixed = mixed || t->batched[v->id] || t->rows[v->id] ||
                (t->image[v->id] && found && t->image[v->id] != found);
        if (t->image[v->id]) found = t->image[v->id];
    }
    return found && mixed ? -1 : found;
}

static sn_value *with_shape(sn_twin *t, sn_value *v, const sn_shape *now, const sn_shape *wanted)
{
    return sn_shape_equal(now, wanted) ? v : sn_twin_reshaped(t, v, wanted);
}

/* The twin, of that shape, of a value of that image. Of a batch of one, an axis of size 1 in front
 * may be that of the batch. */
static void of_image(sn_twin *t, const sn_value *v, int64_t image, sn_shape shape)
{
    if (t->n == 1 && v->shape.rank > 0 && v->shape.d[0] == 1 && sn_shape_known(&v->shape)) {
        const sn_shape less = sn_twin_moved(t, &v->shape, true);
        t->value[v->id] = with_shape(t, t->value[v->id], &shape, &less);
        t->batched[v->id] = true;
        return;
    }
    t->image[v->id] = image;
    t->shape[v->id] = shape;
}

/* All images side by side, in order; false: n is no such concat. */
static bool come_together(sn_twin *t, const sn_node *n)
{
    int budget = 1 << 16;
    if (n->op != &sn_op_concat || n->n_in != t->n ||
        ((const sn_concat_params *)n->params)->axis != 0)
        return false;
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *v = sn_in(n, i);
        if (t->image[v->id] != i + 1 || v->shape.rank < 1 || v->shape.d[0] != 1 ||
            !same_value(t->value[v->id], t->value[sn_in(n, 0)->id], &budget))
            return false;
    }
    const sn_value *first = sn_in(n, 0), *y = sn_out(n, 0);
    const sn_shape wanted = sn_twin_moved(t, &y->shape, true);
    sn_value *v = t->value[first->id];
    if (n->name && v->def && v->def->name &&
        strcmp(v->def->name, sn_arena_printf(t->arena, "%s/0", n->name)) == 0)
        sn_node_set_name(t->to, v->def, n->name);
    v = with_shape(t, v, &t->shape[first->id], &wanted);
    if (y->name && !v->name) sn_value_set_name(t->to, v, y->name);
    t->value[y->id] = v;
    t->batched[y->id] = true;
    return true;
}

/* A view of what has a known shape, of such: who reads it gives it its shape. */
static bool is_numbers_view(const sn_node *n)
{
    bool is = sn_op_has(n->op, SN_TRAIT_VIEW) && !n->op->dialect;
    for (uint16_t i = 0; i < n->n_out && is; i++)
        is = sn_shape_known(&sn_out(n, i)->shape) && sn_shape_known(&sn_twin_viewed(n, i)->shape);
    return is;
}

/* The node of that image on operands that have the shapes of the values. */
static void as_it_is(sn_twin *t, const sn_node *n, int64_t image)
{
    if (is_numbers_view(n)) {
        for (uint16_t i = 0; i < n->n_out; i++) {
            const sn_value *x = sn_twin_viewed(n, i), *y = sn_out(n, i);
            t->value[y->id] = sn_twin_of(t, x);
            if (!t->value[y->id]) sn_twin_refuse(t, n, "an operand has no data");
            if (t->why) return;
            of_image(t, y, image,
                     t->batched[x->id] ? sn_twin_moved(t, &x->shape, true)
                     : t->image[x->id] ? t->shape[x->id]
                                       : x->shape);
        }
        return;
    }
    sn_value **in = SN_NEW_N(t->arena, sn_value *, n->n_in + 1);
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *v = sn_in(n, i);
        if (!v) continue;
        in[i] = sn_twin_of(t, v);
        if (!in[i]) sn_twin_refuse(t, n, "an operand has no data");
        if (t->why) return;
        if (t->batched[v->id]) in[i] = sn_twin_reshaped(t, in[i], &v->shape);
        if (t->image[v->id]) in[i] = with_shape(t, in[i], &t->shape[v->id], &v->shape);
    }
    sn_twin_make(t, n, n->params, n->n_in, in);
    for (uint16_t i = 0; i < n->n_out; i++) of_image(t, sn_out(n, i), image, sn_out(n, i)->shape);
}

void sn_twin_as_it_is(sn_twin *t, const sn_node *n) { as_it_is(t, n, 1); }

bool sn_twin_of_one_image(sn_twin *t, const sn_node *n)
{
    int64_t k = 0;
    if (t->by > 0 || n->n_in == 0) return false;
    if (is_one_image(t, n, &k)) {
        t->value[sn_out(n, 0)->id] = t->value[sn_in(n, 0)->id];
        of_image(t, sn_out(n, 0), k + 1, sn_twin_moved(t, &sn_out(n, 0)->shape, true));
        return true;
    }
    const int64_t image = image_of(t, n);
    if (image == 0) return false;
    if (come_together(t, n)) return true;
    if (image < 0 && t->n > 1)
        sn_twin_refuse(t, n, "it works along the axis of the batch");
    else
        as_it_is(t, n, image < 0 ? 1 : image);
    return true;
}

/* ---- both ------------------------------------------------------------------------------------ */

void sn_twin_sweep(sn_twin *t)
{
    for (sn_node *n = t->to->last, *before; n; n = before) {
        before = n->prev;
        if (!sn_op_has(n->op, SN_TRAIT_INPUT | SN_TRAIT_OUTPUT) && !sn_node_is_read(n))
            sn_node_remove(n);
    }
}
