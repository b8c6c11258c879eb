/* SPDX-License-Identifier: Apache-2.0
 *
 *   concat(concat(a, b), c)    -->  concat(a, b, c)     same axis
 *   concat(s.0, s.1, .., b)    -->  concat(x, b), or x  consecutive slices of x that together are
 *                                                       all of it
 *   split(concat(a, b, ..)).i  -->  a, b, ..            where the cuts of both are the same
 *   crop(concat(a, b, ..))     -->  b, or crop(b)       where the box lies within one part
 *
 * Needs: equal axes; the cuts are proved equal, as numbers or as sums of the same sizes. A concat
 * in a concat, and slices that are not the whole of the outer one, have no other reader; nor has a
 * concat one part of which is cropped further. */
#include "ops/concat.h"
#include "ops/ops.h"
#include "ops/split.h"
#include "passes/slices.h"

static int axis_of(const sn_node *concat)
{
    return ((const sn_concat_params *)concat->params)->axis;
}

/* The ranks of all inputs are known. */
static bool is_plain(const sn_node *concat)
{
    int axis = axis_of(concat);
    for (uint16_t i = 0; i < concat->n_in; i++) {
        if (sn_in(concat, i)->shape.rank <= axis) return false;
    }
    return true;
}

/* ---- concat of concat, concat of slices ------------------------------------------------------ */

static sn_status rebuild(sn_pass_run *run, sn_rewrite *rw, sn_node *n, const sn_concat_params *p,
                         uint32_t n_in, sn_value **in)
{
    bool done;
    if (n_in >= UINT16_MAX) return SN_OK;
    if (!sn_spelling_can(run->env->target, run->env->ctx, &sn_op_concat, p, (uint16_t)n_in))
        return SN_OK;
    sn_rewrite_begin(run);
    sn_node *m = sn_node_create(run->g, n, &sn_op_concat, p, (uint16_t)n_in, in, 1);
    m->name = n->name;
    rw->before = n->out[0];
    rw->after = m->out[0];
    return sn_rewrite_commit(run, rw, &done);
}

/* All inner concats of n at once. */
static sn_status flatten(sn_pass_run *run, sn_node *n, bool *done)
{
    sn_rewrite rw = {.n_matched = 0, .same_shape = true};
    uint32_t most = n->n_in, count = 0;
    *done = false;
    for (uint16_t i = 0; i < n->n_in; i++) {
        sn_node *inner = sn_in(n, i) ? sn_in(n, i)->def : NULL;
        if (inner && inner->op == &sn_op_concat) most += inner->n_in;
    }
    sn_value **in = SN_NEW_N(run->arena, sn_value *, most);
    for (uint16_t i = 0; i < n->n_in; i++) {
        sn_node *inner = sn_in(n, i) ? sn_in(n, i)->def : NULL;
        bool same = inner && inner->op == &sn_op_concat && axis_of(inner) == axis_of(n);
        if (same && rw.n_matched + 1 < SN_MAX_MATCHED &&
            sn_sole_producer(run, sn_in(n, i), n, false)) {
            for (uint16_t k = 0; k < inner->n_in; k++) in[count++] = sn_in(inner, k);
            rw.matched[rw.n_matched++] = inner;
        } else {
            in[count++] = sn_in(n, i);
        }
    }
    if (rw.n_matched == 0) return SN_OK;
    *done = true;
    rw.matched[rw.n_matched++] = n;
    return rebuild(run, &rw, n, n->params, count, in);
}

/* Inputs i, i+1, .. of n that are consecutive slices of one value from its beginning to its end:
 * how many; *x is that value. */
static uint16_t run_of_slices(sn_pass_run *run, const sn_node *n, uint16_t i, sn_value **x)
{
    sn_slice first, next;
    int axis = axis_of(n);
    if (!sn_slice_of(run, sn_in(n, i), &first) || first.axis != axis || first.from != 0) return 0;
    sn_dim at = first.to, size = first.x->shape.d[axis];
    uint16_t count = 1;
    while (!sn_dim_equal(at, size) && i + count < n->n_in) {
        if (!sn_slice_of(run, sn_in(n, (uint16_t)(i + count)), &next)) return 0;
        if (next.x != first.x || next.axis != axis || !sn_dim_equal(next.from, at)) return 0;
        at = next.to;
        count++;
    }
    *x = first.x;
    return sn_dim_equal(at, size) ? count : 0;
}

/* The makers of inputs i .. i + count of n, each once; false where they are too many. */
static bool add_makers(sn_rewrite *rw, const sn_node *n, uint16_t i, uint16_t count)
{
    for (uint16_t k = i; k < i + count; k++) {
        sn_node *def = sn_in(n, k)->def;
        if (rw->n_matched && rw->matched[rw->n_matched - 1] == def) continue;
        if (rw->n_matched + 1 >= SN_MAX_MATCHED) return false;
        rw->matched[rw->n_matched++] = def;
    }
    return true;
}

static bool read_here_alone(const sn_node *n, uint16_t i, uint16_t count)
{
    for (uint16_t k = i; k < i + count; k++) {
        if (sn_in(n, k)->n_uses != 1) return false;
    }
    return true;
}

/* Tells in the last sweep why slices that are joined again stay. */
static sn_status join_slices(sn_pass_run *run, sn_node *n)
{
    if (!is_plain(n)) return SN_OK;
    for (uint16_t i = 0; i < n->n_in; i++) {
        sn_value *x = NULL;
        sn_rewrite rw = {.n_matched = 0, .same_shape = true};
        uint16_t count = run_of_slices(run, n, i, &x), at = 0;
        if (!count || !x->def || !add_makers(&rw, n, i, count)) continue;
        rw.matched[rw.n_matched++] = n;
        if (count == n->n_in) {
            bool done;
            rw.before = n->out[0];
            rw.after = x;
            sn_rewrite_begin(run);
            return sn_rewrite_commit(run, &rw, &done);
        }
        if (count < 2 || !read_here_alone(n, i, count)) continue;
        sn_value **in = SN_NEW_N(run->arena, sn_value *, n->n_in);
        for (uint16_t k = 0; k < n->n_in; k++) {
            if (k < i || k >= i + count)
                in[at++] = sn_in(n, k);
            else if (k == i)
                in[at++] = x;
        }
        return rebuild(run, &rw, n, n->params, at, in);
    }
    return SN_OK;
}

/* ---- slices of a concat ---------------------------------------------------------------------- */

/* The part of the concat that holds from .. to, and where it begins; NULL where that cannot be
 * reported. */
static sn_value *part_with(sn_pass_run *run, const sn_node *concat, sn_dim from, sn_dim to,
                           sn_dim *begin)
{
    sn_dims *dims = run->g->dims;
    int axis = axis_of(concat);
    sn_dim at = 0;
    for (uint16_t i = 0; i < concat->n_in; i++) {
        sn_value *v = sn_in(concat, i);
        sn_dim end = sn_dim_add(dims, at, v->shape.d[axis]);
        if (sn_dim_lower(dims, sn_dim_sub(dims, from, at)) >= 0 &&
            sn_dim_lower(dims, sn_dim_sub(dims, end, to)) >= 0) {
            *begin = at;
            return v;
        }
        at = end;
    }
    return NULL;
}

static sn_status pick_parts(sn_pass_run *run, sn_node *concat, sn_node *split)
{
    if (axis_of(concat) != ((const sn_split_params *)split->params)->axis) return SN_OK;
    sn_value **befores = SN_NEW_N(run->arena, sn_value *, split->n_out);
    sn_value **afters = SN_NEW_N(run->arena, sn_value *, split->n_out);
    size_t count = 0;
    for (uint16_t i = 0; i < split->n_out; i++) {
        sn_slice s;
        sn_dim begin = 0;
        if (!split->out[i]->n_uses) continue;
        sn_value *part = sn_slice_of(run, split->out[i], &s)
                             ? part_with(run, concat, s.from, s.to, &begin)
                             : NULL;
        if (!part || !part->def || !sn_shape_equal(&part->shape, &split->out[i]->shape)) {
            sn_missed(run, concat, split,
                      "not taken apart: the cuts are not proved to be those of the concat");
            return SN_OK;
        }
        befores[count] = split->out[i];
        afters[count++] = part;
    }
    if (!count) return SN_OK;
    sn_rewrite rw = {.matched = {concat, split},
                     .n_matched = 2,
                     .n_values = count,
                     .befores = befores,
                     .afters = afters};
    bool done;
    sn_rewrite_begin(run);
    return sn_rewrite_commit(run, &rw, &done);
}

static sn_status pick_part(sn_pass_run *run, sn_node *concat, sn_node *crop)
{
    sn_slice_box box;
    int axis = axis_of(concat);
    sn_dim begin = 0;
    if (crop->n_in != 1 || !sn_slice_box_of(crop, run->arena, &box)) return SN_OK;
    sn_dim from = box.offset.d[axis], to = sn_dim_add(run->g->dims, from, box.size.d[axis]);
    sn_value *part = part_with(run, concat, from, to, &begin);
    if (!part || !part->def) {
        sn_missed(run, concat, crop,
                  "not taken apart: the box is not proved to lie within one part");
        return SN_OK;
    }
    sn_rewrite rw = {
        .matched = {concat, crop}, .n_matched = 2, .before = crop->out[0], .after = part};
    bool done;
    sn_rewrite_begin(run);
    if (!sn_shape_equal(&part->shape, &box.size)) {
        if (!sn_sole_producer(run, sn_in(crop, 0), crop, false)) return SN_OK;
        box.offset.d[axis] = sn_dim_sub(run->g->dims, from, begin);
        sn_node *m = sn_slice_create(run, crop, part, &box);
        if (!m) return SN_OK;
        m->name = crop->name;
        rw.after = m->out[0];
    }
    return sn_rewrite_commit(run, &rw, &done);
}

static bool visits(const sn_op *op) { return op == &sn_op_concat; }

static sn_status run(sn_pass_run *run)
{
    SN_EACH_NODE(n, run->g)
    {
        sn_node *first = sn_in(n, 0) ? sn_in(n, 0)->def : NULL;
        bool done = false;
        if (n->op == &sn_op_concat) {
            SN_TRY(flatten(run, n, &done));
            if (!done) SN_TRY(join_slices(run, n));
        } else if (first && first->op == &sn_op_concat && is_plain(first)) {
            if (n->op == &sn_op_split)
                SN_TRY(pick_parts(run, first, n));
            else if (n->op == &sn_op_slice)
                SN_TRY(pick_part(run, first, n));
        }
    }
    return SN_OK;
}

const sn_pass sn_pass_merge_concats = {
    .name = "merge_concats",
    .arrow = "concat(concat(a, b), c) -> concat(a, b, c); concat(split(x)) -> x; split(concat(a, "
             "b)) -> a, b",
    .needs =
        "equal axes, cuts proved equal; sole reader of what is in between, unless it only goes",
    .visits = visits,
    .run = run,
};
