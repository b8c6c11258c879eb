/* SPDX-License-Identifier: Apache-2.0
 *
 * What the target has no words for, in other words:
 *
 *   resize(x, one way to place pixels)  -->  resize(x, another that reads the same pixels)
 *   global_pool(x), axes kept           -->  reshape(global_pool(x)), axes gone
 *   slice(x) with a step s              -->  slices and reshapes: rows of s elements, one of each
 *   lstm, gru, rnn of one sequence      -->  the same without axes of size 1, between reshapes
 *   f(g(reduce(x)), y), all axes gone   -->  f(g(reduce(x) of one axis), y)   f, g: elementwise
 *   f(x, a constant's line)             -->  f(x, the constant)               its weights
 *
 * and what legal_moves.c says by moving elements.
 *
 * Needs: the target lacks the node, and has each of those that take its place. Sizes have to be
 * known where they decide: of resizes, of slices with steps, of one sequence. */
#include <inttypes.h>

#include "ops/ops.h"
#include "ops/pool.h"
#include "ops/recurrent.h"
#include "ops/reduce.h"
#include "ops/resize.h"
#include "ops/slice.h"
#include "passes/legal.h"
#include "passes/views.h"

bool sn_legal_lacks(const sn_pass_run *run, const sn_node *n)
{
    return run->env->target->lacks(run->env->target, n);
}

sn_value *sn_legal_box(sn_pass_run *run, sn_node *n, sn_value *x, int axis, int64_t from,
                       int64_t to)
{
    const int32_t at = axis;
    const char *const start = sn_arena_printf(run->g->arena, "%" PRId64, from);
    const char *const end = sn_arena_printf(run->g->arena, "%" PRId64, to);
    const sn_slice_params p = {.starts = sn_names_of(run->g->arena, 1, &start),
                               .ends = sn_names_of(run->g->arena, 1, &end),
                               .axes = sn_ints_of(run->g->arena, 1, &at)};
    if (from == 0 && to == x->shape.d[axis]) return x;
    sn_node *m = sn_rewrite_node(run, n, &sn_op_slice, &p, 1, &x, 1);
    return m ? m->out[0] : NULL;
}

/* ---- resize ---------------------------------------------------------------------------------- */

static sn_node *resize_of(sn_pass_run *run, sn_node *n, int32_t way, int from)
{
    const sn_resize_params *was = n->params;
    sn_resize_params p;
    const sn_shape *y = &n->out[0]->shape;
    int32_t axes[SN_MAX_RANK];
    const char *sizes[SN_MAX_RANK];
    int count = 0;
    for (int i = from; i < y->rank; i++) {
        axes[count] = i;
        sizes[count++] = sn_arena_printf(run->g->arena, "%" PRId64, y->d[i]);
    }
    sn_params_init(sn_op_resize.params, &p);
    p.mode = was->mode;
    p.cubic_coeff_a = was->cubic_coeff_a;
    p.axes = sn_ints_of(run->g->arena, count, axes);
    p.sizes = sn_names_of(run->g->arena, count, sizes);
    p.coordinate_transformation_mode = way;
    if (p.mode == SN_RESIZE_NEAREST) p.nearest_mode = SN_RESIZE_FLOOR;
    sn_value *x = sn_in(n, 0);
    sn_node *m = sn_rewrite_node(run, n, &sn_op_resize, &p, 1, &x, 1);
    if (m && sn_resize_same(n, m, run->arena) && !sn_legal_lacks(run, m)) return m;
    if (m) sn_node_remove(m);
    return NULL;
}

static bool legal_resize(sn_pass_run *run, sn_node *n, sn_value **now)
{
    static const int32_t ways[] = {SN_RESIZE_ASYMMETRIC, SN_RESIZE_HALF_PIXEL,
                                   SN_RESIZE_ALIGN_CORNERS};
    if (!sn_shape_known(&sn_in(n, 0)->shape) || !sn_shape_known(&n->out[0]->shape)) return false;
    for (int from = 0; from < 2; from++) {
        for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
            sn_node *m = resize_of(run, n, ways[i], from);
            if (m) now[0] = m->out[0];
            if (m) return true;
        }
    }
    return sn_legal_corners(run, n, now);
}

/* ---- global pooling -------------------------------------------------------------------------- */

static bool legal_pool(sn_pass_run *run, sn_node *n, sn_value **now)
{
    sn_global_pool_params p = *(const sn_global_pool_params *)n->params;
    sn_value *x = sn_in(n, 0);
    if (!p.keepdims) return false;
    p.keepdims = 0;
    sn_node *m = sn_rewrite_node(run, n, n->op, &p, 1, &x, 1);
    now[0] = m && !sn_legal_lacks(run, m) ? sn_view_inferred(run, n, m->out[0], &n->out[0]->shape)
                                          : NULL;
    return now[0] != NULL;
}

/* ---- slices with steps ----------------------------------------------------------------------- */

/* Every step-th of an axis, from `first` on: of rows of `step` elements the one at the same place.
 */
static sn_value *stepped(sn_pass_run *run, sn_node *n, sn_value *x, int axis,
                         const sn_slice_span *s)
{
    const int64_t size = x->shape.d[axis], all = s->size * s->step;
    int64_t first = s->first, from = first - first % s->step;
    if (all > size || s->size == 0) return NULL;
    if (from + all > size) from = size - all;
    const int64_t place = first - from;
    int64_t outer = 1, inner = 1;
    for (int i = 0; i < axis; i++) outer *= x->shape.d[i];
    for (int i = axis + 1; i < x->shape.rank; i++) inner *= x->shape.d[i];
    sn_shape to = x->shape;
    to.d[axis] = s->size;
    const sn_shape rows = SN_SHAPE(outer * s->size, s->step, inner);
    sn_value *v = sn_legal_box(run, n, x, axis, from, from + all);
    v = sn_view_inferred(run, n, v, &rows);
    v = v ? sn_legal_box(run, n, v, 1, place, place + 1) : NULL;
    return sn_view_inferred(run, n, v, &to);
}

static bool legal_slice(sn_pass_run *run, sn_node *n, sn_value **now)
{
    sn_slice_span spans[SN_MAX_RANK];
    sn_value *v = sn_in(n, 0);
    if (!sn_shape_known(&v->shape) || !sn_slice_spans_of(n, run->arena, spans)) return false;
    for (int i = 0; i < n->out[0]->shape.rank && v; i++) {
        if (spans[i].step < 1 || !sn_dim_known(spans[i].first) || !sn_dim_known(spans[i].size))
            return false;
        v = spans[i].step == 1
                ? sn_legal_box(run, n, v, i, spans[i].first, spans[i].first + spans[i].size)
                : stepped(run, n, v, i, &spans[i]);
    }
    now[0] = v;
    return v && v != sn_in(n, 0);
}

/* ---- recurrent layers ------------------------------------------------------------------------ */

static sn_shape without(const sn_shape *s, int axis)
{
    sn_shape out = {.rank = (int8_t)(s->rank - 1)};
    for (int i = 0, k = 0; i < s->rank; i++)
        if (i != axis) out.d[k++] = s->d[i];
    return out;
}

static int32_t *merges(sn_node *n)
{
    return n->op == &sn_op_lstm ? &((sn_lstm_params *)n->params)->merge_directions
                                : &((sn_rnn_params *)n->params)->merge_directions;
}

/* One sequence in one direction: its results are the same elements with those axes or without. */
static bool legal_recurrent(sn_pass_run *run, sn_node *n, sn_value **now)
{
    const bool lstm = n->op == &sn_op_lstm;
    const sn_value *hc = sn_in(n, SN_RNN_WEIGHT_HC);
    const sn_shape *x = &sn_in(n, SN_RNN_X)->shape;
    if (x->rank != 3 || x->d[1] != 1 || hc->shape.rank != 3 || hc->shape.d[0] != 1) return false;
    const unsigned first = lstm ? SN_LSTM_H0 : SN_RNN_H0, end = lstm ? SN_LSTM_LENS : SN_RNN_LENS;
    if (n->n_in > end && sn_in(n, end)) return false;
    sn_node *m = sn_rewrite_clone(run, n, n);
    *merges(m) = 1;
    for (unsigned i = 0; i < m->n_in && i < end; i++) {
        sn_value *v = sn_in(m, i);
        if (i != SN_RNN_X && (i < first || !v)) continue;
        if (v->shape.rank != 3) return false;
        const sn_shape s = without(&v->shape, 1);
        v = sn_view_inferred(run, m, v, &s);
        if (!v) return false;
        sn_node_set_input(m, (uint16_t)i, v);
    }
    if (!sn_rewrite_infers(m)) return false;
    if (sn_legal_lacks(run, m)) return false;
    for (uint16_t i = 0; i < n->n_out; i++)
        if (n->out[i]->n_uses && !(now[i] = sn_view_inferred(run, n, m->out[i], &n->out[i]->shape)))
            return false;
    return true;
}

/* ---- values without axes --------------------------------------------------------------------- */

enum { MAX_NUMBER = 16 }; /* operators between a reduction and what it is computed with */

/* A reduction to one number, or what is computed of such, constants apart. *n counts operators. */
static bool is_number(const sn_value *v, int *n)
{
    const sn_node *def = v ? v->def : NULL;
    bool any = false;
    if (!def || v->shape.rank != 0 || ++*n > MAX_NUMBER) return false;
    if (def->op == &sn_op_reduce) return true;
    if (!def->op->expr || def->n_out != 1) return false;
    for (uint16_t i = 0; i < def->n_in; i++) {
        const sn_value *x = sn_in(def, i);
        if (x && sn_const_of(x) && x->shape.rank == 0) continue;
        if (!is_number(x, n)) return false;
        any = true;
    }
    return any;
}

static bool has_number(const sn_node *n)
{
    int count = 0;
    for (uint16_t i = 0; i < n->n_in; i++)
        if (is_number(sn_in(n, i), &count)) return true;
    return false;
}

/* The number as a vector of it; NULL: the target has none. */
static sn_value *vector_of(sn_pass_run *run, sn_node *before, sn_value *v)
{
    const sn_node *def = v->def;
    sn_node *m;
    if (def->op == &sn_op_reduce) {
        sn_value *x = sn_in(def, 0);
        sn_reduce_params p = *(const sn_reduce_params *)def->params;
        const sn_shape flat = {1, {sn_shape_count_dim(run->g->dims, &x->shape)}};
        p.axes = (sn_ints){0};
        p.keepdims = 1;
        x = sn_view_inferred(run, before, x, &flat);
        m = x ? sn_rewrite_node(run, before, &sn_op_reduce, &p, 1, &x, 1) : NULL;
    } else {
        sn_value **in = SN_NEW_N(run->arena, sn_value *, def->n_in);
        for (uint16_t i = 0; i < def->n_in; i++) {
            sn_value *x = sn_in(def, i);
            in[i] = x && !sn_const_of(x) ? vector_of(run, before, x) : x;
            if (x && !in[i]) return NULL;
        }
        m = sn_rewrite_node(run, before, def->op, def->params, def->n_in, in, 1);
    }
    if (m) m->name = def->name;
    return m && !sn_legal_lacks(run, m) ? m->out[0] : NULL;
}

static bool legal_operand(sn_pass_run *run, sn_node *n, sn_value **now)
{
    if (n->out[0]->shape.rank < 1) return false;
    sn_node *m = sn_rewrite_clone(run, n, n);
    for (uint16_t i = 0; i < n->n_in; i++) {
        int count = 0;
        if (!is_number(sn_in(n, i), &count)) continue;
        sn_value *v = vector_of(run, m, sn_in(n, i));
        if (!v) return false;
        sn_node_set_input(m, i, v);
    }
    now[0] = m->out[0];
    return sn_rewrite_infers(m) && !sn_legal_lacks(run, m);
}

/* ---- weights --------------------------------------------------------------------------------- */

/* A weight that a constant of a line of its own holds. */
static bool is_line(const sn_node *n, uint16_t slot)
{
    const sn_value *v = sn_in(n, slot);
    return v && v->def && sn_op_has(v->def->op, SN_TRAIT_CONSTANT) &&
           (sn_op_slot(n->op, slot)->flags & SN_SLOT_WEIGHT);
}

static bool has_lines(const sn_node *n)
{
    bool any = false;
    for (uint16_t i = 0; i < n->n_in; i++) any = any || is_line(n, i);
    return any;
}

/* Weights that are lines become the node's. */
static bool legal_weights(sn_pass_run *run, sn_node *n, sn_value **now)
{
    sn_node *m = sn_rewrite_clone(run, n, n);
    for (uint16_t i = 0; i < n->n_in; i++)
        if (is_line(n, i)) sn_node_set_input(m, i, sn_in(sn_in(n, i)->def, 0));
    for (uint16_t i = 0; i < n->n_out; i++) now[i] = m->out[i];
    return sn_rewrite_infers(m) && !sn_legal_lacks(run, m);
}

static bool has_weights(const sn_op *op)
{
    for (unsigned i = 0; op->slots && op->slots[i].name; i++)
        if (op->slots[i].flags & SN_SLOT_WEIGHT) return true;
    return false;
}

/* ---- the pass -------------------------------------------------------------------------------- */

static sn_legal_form form_for(const sn_op *op)
{
    if (op == &sn_op_resize) return legal_resize;
    if (sn_is_global_pool(op)) return legal_pool;
    if (op == &sn_op_slice) return legal_slice;
    if (op == &sn_op_gather) return sn_legal_gather;
    if (op == &sn_op_expand) return sn_legal_expand;
    if (op == &sn_op_prelu) return sn_legal_prelu;
    if (op == &sn_op_lstm || op == &sn_op_gru || op == &sn_op_rnn) return legal_recurrent;
    if (op->expr) return legal_operand;
    return has_weights(op) && !op->dialect ? legal_weights : NULL;
}

/* Whether there is something to say otherwise: the node, or what it reads. */
static bool is_lacked(const sn_pass_run *run, const sn_node *n)
{
    const sn_legal_form form = form_for(n->op);
    if (form == legal_operand) return n->out[0]->shape.rank > 0 && has_number(n);
    return (form != legal_weights || has_lines(n)) && sn_legal_lacks(run, n);
}

static bool visits(const sn_op *op) { return form_for(op) != NULL; }

/* Whether the target has all that was made: else nothing is won, and it would be said anew for
 * ever.
 */
static bool has_all_made(const sn_pass_run *run, const sn_node *n, sn_value *const *now)
{
    for (const sn_node *m = n->prev; m && m->id >= run->mark; m = m->prev) {
        bool counts = sn_node_is_read(m);
        for (uint16_t i = 0; i < n->n_out; i++) counts = counts || (now[i] && now[i]->def == m);
        if (counts && sn_legal_lacks(run, m)) return false;
    }
    return true;
}

/* What makes the number v, producer first. */
static void match_number(sn_rewrite *rw, sn_value *v)
{
    if (sn_const_of(v)) return;
    for (int i = 0; i < rw->n_matched; i++)
        if (rw->matched[i] == v->def) return;
    for (uint16_t i = 0; i < v->def->n_in && v->def->op != &sn_op_reduce; i++)
        if (sn_in(v->def, i)) match_number(rw, sn_in(v->def, i));
    rw->matched[rw->n_matched++] = v->def;
}

static sn_status commit(sn_pass_run *run, sn_node *n, sn_value **now)
{
    sn_value **befores = SN_NEW_N(run->arena, sn_value *, n->n_out);
    sn_rewrite rw = {.befores = befores, .afters = now};
    for (uint16_t i = 0; i < n->n_in && form_for(n->op) == legal_operand; i++) {
        int count = 0;
        if (is_number(sn_in(n, i), &count)) match_number(&rw, sn_in(n, i));
    }
    if (form_for(n->op) == sn_legal_gather) sn_legal_match_views(&rw, n);
    rw.matched[rw.n_matched++] = n;
    for (uint16_t i = 0; i < n->n_out; i++) {
        if (!n->out[i]->n_uses) continue;
        befores[rw.n_values] = n->out[i];
        now[rw.n_values++] = now[i];
    }
    bool done;
    return sn_rewrite_commit(run, &rw, &done);
}

static sn_status run(sn_pass_run *run)
{
    const sn_spelling *target = run->env->target;
    if (!target || !target->lacks) return SN_OK;
    SN_EACH_VISITED(n, run)
    {
        const sn_legal_form form = form_for(n->op);
        if (!form || !is_lacked(run, n)) continue;
        sn_value **now = SN_NEW_N(run->arena, sn_value *, n->n_out);
        sn_rewrite_begin(run);
        if (form(run, n, now) && has_all_made(run, n, now)) {
            SN_TRY(commit(run, n, now));
            continue;
        }
        sn_rewrite_abandon(run, n);
        sn_missed(run, n, NULL, "%s does not have this %s, and no other words for it were found",
                  target->name, n->op->name);
    }
    return SN_OK;
}

static const sn_pass_after after[] = {
    {"drop_expands", "what is copied in other words is not seen to broadcast"},
    {NULL, NULL},
};

const sn_pass sn_pass_legalize = {
    .name = "legalize",
    .arrow = "what the target has no words for -> the same in words that it has",
    .needs = "the target lacks it; sizes known where they decide",
    .after = after,
    .visits = visits,
    .run = run,
};
