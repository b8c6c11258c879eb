/* SPDX-License-Identifier: Apache-2.0
 *
 *   crop(crop(x))                    -->  crop(x)           the offsets add up; of other axes both,
 *                                                     with their steps
 *   crop(split(x).i)                 -->  crop(x)           nothing else of the split is read
 *   split(split(x).i)                -->  split(x)          same axis: its parts in place of part i
 *   crop(x, 0..a), crop(x, a..b), ...  -->  split(x)  crops along one axis that together are all of
 *                                                     x
 *
 * Needs: all offsets and sizes that count are proved, and are known as numbers from the front or
 * the back; crops of other axes need no more than that the second is said in numbers. What is in
 * between is read by such crops alone. The last rule needs every crop to read no other input, and
 * all but one part in numbers. */
#include <stdlib.h>

#include "base/vec.h"
#include "ops/ops.h"
#include "ops/split.h"
#include "passes/slices.h"

/* ---- split of split -------------------------------------------------------------------------- */

static void add_part(sn_value *v, int axis, sn_value **parts, sn_dim *sizes, uint32_t *n)
{
    sizes[*n] = v->shape.rank > axis ? v->shape.d[axis] : -1;
    parts[(*n)++] = v;
}

static sn_status merge_split(sn_pass_run *run, sn_node *first, sn_node *n)
{
    sn_value *between = sn_in(n, 0);
    const sn_split_params *p = first->params, *q = n->params;
    uint32_t count = 0, most = (uint32_t)first->n_out + n->n_out - 1;
    if (p->axis != q->axis || most >= UINT16_MAX) return SN_OK;
    if (between->shape.rank < 0) return SN_OK;
    if (between->n_uses != 1) return SN_OK;
    sn_value **parts = SN_NEW_N(run->arena, sn_value *, most);
    sn_dim *sizes = SN_NEW_N(run->arena, sn_dim, most);
    for (uint16_t i = 0; i < first->n_out; i++) {
        if (first->out[i] != between) add_part(first->out[i], p->axis, parts, sizes, &count);
        for (uint16_t k = 0; first->out[i] == between && k < n->n_out; k++)
            add_part(n->out[k], p->axis, parts, sizes, &count);
    }
    sn_rewrite_begin(run);
    sn_node *m = sn_split_create(run, first, sn_in(first, 0), p->axis, (uint16_t)count, sizes);
    if (!m) {
        sn_missed(run, first, n, "not merged: the size of a part is not known");
        return SN_OK;
    }
    m->name = first->name;
    sn_rewrite rw = {.matched = {first, n},
                     .n_matched = 2,
                     .n_values = count,
                     .befores = parts,
                     .afters = m->out};
    bool done;
    return sn_rewrite_commit(run, &rw, &done);
}

/* ---- crops that are a split ------------------------------------------------------------------ */

typedef struct merge_slices_part {
    sn_node *crop;
    sn_dim from, to;
} merge_slices_part;
typedef struct tower {
    sn_value *x;
    int axis;
    bool unordered; /* some crop begins where nobody can tell */
    SN_VEC(merge_slices_part) parts;
} tower;

static int by_from(const void *a, const void *b)
{
    sn_dim x = ((const merge_slices_part *)a)->from, y = ((const merge_slices_part *)b)->from;
    return (x > y) - (x < y);
}

static tower *tower_of(sn_pass_run *run, sn_map *towers, sn_value *x, int axis)
{
    uint64_t key = (uint64_t)x->id * SN_MAX_RANK + (uint64_t)axis;
    tower *t = sn_map_get_u64(towers, key);
    if (t) return t;
    t = SN_NEW(run->arena, tower);
    t->x = x;
    t->axis = axis;
    t->parts.arena = run->arena;
    sn_map_put_u64(towers, key, t);
    return t;
}

/* The parts follow each other and are all of x. */
static bool is_complete(tower *t)
{
    sn_dim at = 0;
    for (size_t i = 0; i < t->parts.n; i++) {
        if (!sn_dim_equal(t->parts.v[i].from, at)) return false;
        at = t->parts.v[i].to;
    }
    return sn_dim_equal(at, t->x->shape.d[t->axis]);
}

static sn_status build(sn_pass_run *run, tower *t)
{
    size_t n = t->parts.n;
    sn_node *first = t->parts.v[0].crop; /* they were collected in order */
    if (n < 2 || n > SN_MAX_MATCHED || t->unordered) return SN_OK;
    t->x = sn_in(first, 0); /* a split that was built meanwhile may have taken x's place */
    qsort(t->parts.v, n, sizeof *t->parts.v, by_from);
    if (!is_complete(t)) return SN_OK;
    sn_dim *sizes = SN_NEW_N(run->arena, sn_dim, n);
    sn_value **befores = SN_NEW_N(run->arena, sn_value *, n);
    sn_rewrite rw = {.n_values = n, .befores = befores};
    for (size_t i = 0; i < n; i++) {
        const merge_slices_part *p = &t->parts.v[i];
        sizes[i] = sn_dim_sub(run->g->dims, p->to, p->from);
        befores[i] = p->crop->out[0];
        rw.matched[rw.n_matched++] = p->crop;
    }
    sn_rewrite_begin(run);
    sn_node *m = sn_split_create(run, first, t->x, t->axis, (uint16_t)n, sizes);
    if (!m) return SN_OK;
    m->name = first->name;
    rw.afters = m->out;
    bool done;
    return sn_rewrite_commit(run, &rw, &done);
}

static sn_status towers_to_splits(sn_pass_run *run)
{
    sn_map *towers = sn_map_create(run->arena);
    SN_VEC(tower *) all = SN_VEC_IN(run->arena);
    SN_EACH_NODE(n, run->g)
    {
        sn_slice s;
        if (n->op != &sn_op_slice || !sn_slice_of(run, n->out[0], &s)) continue;
        tower *t = tower_of(run, towers, s.x, s.axis);
        if (t->parts.n == 0) SN_PUSH(all, t);
        SN_PUSH(t->parts, ((merge_slices_part){n, s.from, s.to}));
        t->unordered = t->unordered || !sn_dim_known(s.from);
    }
    for (size_t i = 0; i < all.n; i++) SN_TRY(build(run, all.v[i]));
    return SN_OK;
}

/* ---- crop of crop, crop of split ------------------------------------------------------------- */

/* The box of n's input within x: of a crop, or of part i of a split. */
static bool inner_box(sn_pass_run *run, const sn_value *v, sn_slice_box *box)
{
    sn_slice s;
    if (v->def->op == &sn_op_slice) return sn_slice_box_of(v->def, run->arena, box);
    if (!sn_slice_of(run, v, &s)) return false;
    box->size = v->shape;
    box->offset = v->shape;
    for (int i = 0; i < v->shape.rank; i++) box->offset.d[i] = 0;
    box->offset.d[s.axis] = s.from;
    return true;
}

/* One crop of x in place of n, which reads v; NULL, with why, where that is worth telling. */
static sn_node *crop_of_x(sn_pass_run *run, const sn_value *v, sn_node *n, const char **why)
{
    sn_slice_box inner, outer;
    sn_node *m = sn_slice_chain(run, v->def, n, n);
    if (m || v->def->n_in != 1) return m;
    if (!inner_box(run, v, &inner) || !sn_slice_box_of(n, run->arena, &outer)) {
        *why = "not merged: the box of one is not known";
        return NULL;
    }
    for (int i = 0; i < outer.size.rank; i++)
        outer.offset.d[i] = sn_dim_add(run->g->dims, inner.offset.d[i], outer.offset.d[i]);
    m = sn_slice_create(run, n, sn_in(v->def, 0), &outer);
    *why = "not merged: where the box begins or ends is no number";
    return m;
}

static bool is_crop(const sn_node *n) { return n->op == &sn_op_slice && n->n_in == 1; }

/* Of a value that crops alone read. */
static bool all_are_crops(sn_pass_run *run, const sn_value *v)
{
    const sn_node *crop = NULL, *other = NULL;
    SN_EACH_USE(u, v)
    {
        if (is_crop(u->node))
            crop = u->node;
        else
            other = u->node;
    }
    if (crop && other) sn_missed_reader(run, v, crop, other);
    return crop && !other && v->n_uses < SN_MAX_MATCHED;
}

/* Crops that are one split are not merged with what is in front: there would be as many. */
static bool are_a_tower(sn_pass_run *run, const sn_value *v)
{
    tower t = {.x = (sn_value *)v, .parts = {.arena = run->arena}};
    SN_EACH_USE(u, v)
    {
        sn_slice s;
        if (!sn_slice_of(run, u->node->out[0], &s) || !sn_dim_known(s.from)) return false;
        if (t.parts.n && s.axis != t.axis) return false;
        t.axis = s.axis;
        SN_PUSH(t.parts, ((merge_slices_part){u->node, s.from, s.to}));
    }
    qsort(t.parts.v, t.parts.n, sizeof *t.parts.v, by_from);
    return is_complete(&t);
}

static bool others_unread(const sn_value *v)
{
    for (uint16_t i = 0; i < v->def->n_out; i++)
        if (v->def->out[i] != v && v->def->out[i]->n_uses) return false;
    return true;
}

/* All crops of v become crops of what it is a part of. */
static sn_status merge_crops(sn_pass_run *run, sn_value *v)
{
    if (!others_unread(v) || !all_are_crops(run, v)) return SN_OK;
    if (v->n_uses > 1 && are_a_tower(run, v)) return SN_OK;
    sn_rewrite rw = {.matched = {v->def}, .n_matched = 1};
    sn_value **befores = SN_NEW_N(run->arena, sn_value *, v->n_uses);
    sn_value **afters = SN_NEW_N(run->arena, sn_value *, v->n_uses);
    sn_rewrite_begin(run);
    SN_EACH_USE(u, v)
    {
        const char *why = NULL;
        sn_node *m = crop_of_x(run, v, u->node, &why);
        if (!m) {
            if (why) sn_missed(run, v->def, u->node, "%s", why);
            while (rw.n_values > 0) sn_remove_dead(afters[--rw.n_values]->def);
            return SN_OK;
        }
        m->name = v->n_uses == 1 ? v->def->name : u->node->name;
        rw.matched[rw.n_matched++] = u->node;
        befores[rw.n_values] = u->node->out[0];
        afters[rw.n_values++] = m->out[0];
    }
    rw.befores = befores;
    rw.afters = afters;
    bool done;
    return sn_rewrite_commit(run, &rw, &done);
}

/* ---- the pass -------------------------------------------------------------------------------- */

static bool visits(const sn_op *op) { return op == &sn_op_slice || op == &sn_op_split; }

static sn_status visit(sn_pass_run *run, sn_node *n)
{
    sn_node *first = n->op == &sn_op_split ? sn_in(n, 0)->def : NULL;
    if (first && first->op == &sn_op_split) {
        SN_TRY(merge_split(run, first, n));
        if (!n->graph) return SN_OK;
    }
    for (uint16_t i = 0; i < n->n_out && n->graph; i++)
        if (visits(n->op)) SN_TRY(merge_crops(run, n->out[i]));
    return SN_OK;
}

static sn_status run(sn_pass_run *run)
{
    SN_EACH_NODE(n, run->g) SN_TRY(visit(run, n));
    return towers_to_splits(run);
}

const sn_pass sn_pass_merge_slices = {
    .name = "merge_slices",
    .arrow = "crop(crop(x)) -> crop(x); split(split(x)) -> split(x); crops that are all of x -> "
             "split(x)",
    .needs = "offsets and sizes proved, and numbers from the front or back; no other reader",
    .visits = visits,
    .run = run,
};
