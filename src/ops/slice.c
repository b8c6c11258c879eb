/* SPDX-License-Identifier: Apache-2.0
 *
 * slice: a box of x, perhaps with steps, as in ONNX: starts and ends are cut to what is there. A
 * box may have no elements. */
#include "ops/slice.h"

#include "ops/affine_maps.h"
#include "ops/contents.h"
#include "ops/grad/grad.h"
#include "ops/move.h"
#include "ops/rule.h"
#include "ops/sizes.h"

static const char *validate(const void *params, sn_arena *arena)
{
    const sn_slice_params *p = params;
    if (p->starts.n != p->ends.n || (p->axes.n && p->axes.n != p->starts.n) ||
        (p->steps.n && p->steps.n != p->starts.n) || p->starts.n > SN_MAX_RANK)
        return sn_arena_printf(arena,
                               "%d starts, %d ends, %d axes and %d steps: as many of each "
                               "expected, or none of the last two",
                               p->starts.n, p->ends.n, p->axes.n, p->steps.n);
    const char *wrong = sn_rule_axes_wrong(&p->axes, arena);
    if (wrong) return wrong;
    for (int i = 0; i < p->steps.n; i++)
        if (p->steps.v[i] == 0) return "steps has 0";
    wrong = sn_sizes_check(&sn_op_slice, "starts", &p->starts, arena);
    return wrong ? wrong : sn_sizes_check(&sn_op_slice, "ends", &p->ends, arena);
}

static bool is_negative(sn_dims *dims, const sn_size *s)
{
    return s->is_number ? s->number < 0 : sn_dim_at_most(dims, sn_dim_add(dims, s->dim, 1), 0);
}

/* Whether the sign of a place is known. */
static bool has_sign(sn_dims *dims, const sn_size *s)
{
    return s->known && (s->is_number || sn_dim_lower(dims, s->dim) >= 0 || is_negative(dims, s));
}

/* n + at, at being negative; not beyond the front. */
static sn_dim from_back(sn_dims *dims, sn_dim n, const sn_size *at)
{
    return sn_dim_max(dims, sn_dim_add(dims, n, at->dim), 0);
}

static sn_dim length_of(sn_dims *dims, sn_dim from, sn_dim to)
{
    return sn_dim_max(dims, sn_dim_sub(dims, to, from), 0);
}

/* Of an axis of n elements. What lies outside need not be cut off where the length is below 0; n
 * itself is none, whatever its terms could be. */
static sn_slice_span forward(sn_dims *dims, sn_dim n, const sn_size *start, const sn_size *end)
{
    const sn_dim first = is_negative(dims, start) ? from_back(dims, n, start) : start->dim;
    const sn_dim last = is_negative(dims, end) ? sn_dim_add(dims, n, end->dim)
                        : end->is_number && end->number >= SN_SLICE_ALL
                            ? n
                            : sn_dim_min(dims, n, end->dim);
    const bool fits = last == n && (first == 0 || is_negative(dims, start));
    return (sn_slice_span){true, first,
                           fits ? sn_dim_sub(dims, n, first) : length_of(dims, first, last), 1};
}

/* The same towards the front: elements from `first` down to behind `stop`. */
static sn_slice_span backward(sn_dims *dims, sn_dim n, const sn_size *start, const sn_size *end)
{
    const sn_dim first = is_negative(dims, start) ? sn_dim_add(dims, n, start->dim)
                         : start->is_number && start->number >= SN_SLICE_ALL
                             ? sn_dim_sub(dims, n, 1)
                             : sn_dim_min(dims, sn_dim_sub(dims, n, 1), start->dim);
    sn_dim behind = 0; /* one more than where it stops */
    if (!is_negative(dims, end)) {
        behind = sn_dim_add(dims, end->dim, 1);
    } else if (!end->is_number || end->number > -(int64_t)SN_SLICE_ALL) {
        behind = sn_dim_max(dims, sn_dim_add(dims, sn_dim_add(dims, n, end->dim), 1), 0);
    }
    return (sn_slice_span){true, first, length_of(dims, behind, sn_dim_add(dims, first, 1)), -1};
}

static int64_t within(int64_t v, int64_t lo, int64_t hi) { return v < lo ? lo : v > hi ? hi : v; }

/* Of numbers, which may leave nothing: what lies outside counts as the border. */
static sn_slice_span of_numbers(int64_t n, int64_t start, int64_t end, int32_t step)
{
    const int64_t first = start < 0 ? start + n : start, behind = end < 0 ? end + n : end;
    const int64_t lo = step > 0 ? 0 : -1, hi = step > 0 ? n : n - 1;
    const int64_t from = within(first, step > 0 ? 0 : lo, hi), to = within(behind, lo, hi);
    const int64_t length = step > 0 ? to - from : from - to,
                  stride = step > 0 ? step : -(int64_t)step;
    const int64_t size = length <= 0 ? 0 : (length + stride - 1) / stride;
    return (sn_slice_span){true, size ? from : 0, size, step};
}

static sn_status span_of(const sn_infer *in, int i, sn_dim n, sn_slice_span *out)
{
    const sn_slice_params *p = in->params;
    const int32_t step = p->steps.n ? p->steps.v[i] : 1;
    sn_size start, end;
    SN_TRY(sn_size_infer(in, p->starts.v[i], &start));
    SN_TRY(sn_size_infer(in, p->ends.v[i], &end));
    *out = (sn_slice_span){.known = false};
    if (sn_dim_known(n) && start.is_number && end.is_number) {
        *out = of_numbers(n, start.number, end.number, step);
        return SN_OK;
    }
    if (!has_sign(in->dims, &start) || !has_sign(in->dims, &end)) return SN_OK;
    *out = step > 0 ? forward(in->dims, n, &start, &end) : backward(in->dims, n, &start, &end);
    const int64_t stride = step > 0 ? step : -(int64_t)step;
    if (stride > 1) out->size = sn_dim_ceildiv(in->dims, out->size, stride);
    out->step = step;
    return SN_OK;
}

/* Of each axis; the rank of x is known. */
static sn_status spans_of(const sn_infer *in, sn_slice_span spans[SN_MAX_RANK])
{
    const sn_slice_params *p = in->params;
    const sn_shape *x = &in->in_shape[SN_SLICE_X];
    for (int i = 0; i < x->rank; i++) spans[i] = (sn_slice_span){true, 0, x->d[i], 1};
    for (int i = 0; i < p->starts.n; i++) {
        const int axis = p->axes.n ? p->axes.v[i] : i;
        SN_TRY(sn_shape_rule_has_axis(in, axis));
        SN_TRY(span_of(in, i, x->d[axis], &spans[axis]));
    }
    return SN_OK;
}

static sn_status infer(sn_infer *in)
{
    const sn_shape *x = &in->in_shape[SN_SLICE_X];
    sn_slice_span spans[SN_MAX_RANK];
    sn_shape y = *x;
    if (x->rank < 0) return sn_move_give_rank(in, 0, -1);
    SN_TRY(spans_of(in, spans));
    for (int i = 0; i < x->rank; i++)
        y.d[i] = spans[i].known ? spans[i].size : sn_shape_rule_symbol(in, 0, i);
    return sn_move_give(in, 0, &y);
}

bool sn_slice_spans_of(const sn_node *node, sn_arena *arena, sn_slice_span out[SN_MAX_RANK])
{
    const sn_infer in = sn_node_as_infer(node, arena);
    return in.in_shape[SN_SLICE_X].rank >= 0 && spans_of(&in, out) == SN_OK;
}

bool sn_slice_box_of(const sn_node *node, sn_arena *arena, sn_slice_box *out)
{
    sn_slice_span spans[SN_MAX_RANK];
    if (!sn_slice_spans_of(node, arena, spans)) return false;
    out->size = node->out[0]->shape;
    out->offset = sn_in(node, SN_SLICE_X)->shape;
    const int rank = out->offset.rank;
    for (int i = 0; i < rank; i++) {
        if (!spans[i].known || spans[i].step != 1) return false;
        out->offset.d[i] = spans[i].first;
    }
    return out->size.rank == rank;
}

/* Whether the boxes are proved to be one, however that is said: an axis that is taken whole may be
 * listed or not. */
static bool same_boxes(const sn_node *a, const sn_node *b, sn_arena *arena)
{
    sn_infer in_a = sn_node_as_infer(a, arena), in_b = sn_node_as_infer(b, arena);
    sn_slice_span s[SN_MAX_RANK], t[SN_MAX_RANK];
    const int rank = in_a.in_shape[SN_SLICE_X].rank;
    if (rank < 0 || rank != in_b.in_shape[SN_SLICE_X].rank || spans_of(&in_a, s) != SN_OK ||
        spans_of(&in_b, t) != SN_OK)
        return false;
    for (int i = 0; i < rank; i++)
        if (!s[i].known || !t[i].known || s[i].step != t[i].step ||
            !sn_dim_equal(s[i].first, t[i].first) || !sn_dim_equal(s[i].size, t[i].size))
            return false;
    return true;
}

static bool same(const sn_node *a, const sn_node *b)
{
    if (sn_params_equal(a->op->params, a->params, b->params)) return true;
    sn_arena *scratch = a->graph->scratch;
    const sn_arena_mark mark = sn_arena_save(scratch);
    const bool is = same_boxes(a, b, scratch);
    sn_arena_restore(scratch, mark);
    return is;
}

static sn_status eval(sn_eval *e)
{
    const sn_infer in = sn_eval_as_infer(e);
    const sn_shape *x = &e->in_shape[SN_SLICE_X];
    const char *from = sn_tensor_data(e->in[SN_SLICE_X]);
    int64_t strides[SN_MAX_RANK], to[SN_MAX_RANK];
    sn_slice_span spans[SN_MAX_RANK];
    sn_move m = {0};
    SN_TRY(sn_eval_elem(e, SN_SLICE_X, &m.elem));
    SN_TRY(spans_of(&in, spans));
    sn_strides(x, strides);
    sn_strides(&e->out_shape[0], to);
    for (int i = 0; i < x->rank; i++) {
        sn_move_axis(&m, e->out_shape[0].d[i], strides[i] * spans[i].step, to[i]);
        from += spans[i].first * strides[i] * (int64_t)m.elem;
    }
    sn_move_run(e->ctx, &m, from, e->out_data[0]);
    return SN_OK;
}

/* Axes that are read back to front. */
static unsigned reversed(const sn_slice_params *p)
{
    unsigned bits = 0;
    for (int i = 0; i < p->steps.n; i++)
        if (p->steps.v[i] < 0) bits |= 1u << (p->axes.n ? p->axes.v[i] : i);
    return bits;
}

static sn_answer identity(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    const unsigned back = reversed(node->params);
    const sn_shape *x = &sn_in(node, 0)->shape;
    for (int i = 0; i < x->rank; i++)
        if ((back >> i & 1) && x->d[i] != 1) return SN_ANSWER_NO("an axis is turned round");
    return sn_identity_by_shape(node, arena, slot);
}

static sn_answer propagate(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    const sn_affine *m = &c->given[0];
    if (m->axis != SN_AXIS_NONE && (reversed(node->params) >> m->axis & 1))
        return SN_ANSWER_NO("it turns the axis of the factors round");
    return sn_propagate_same_axis(node, arena, c);
}

static const sn_slot slots[] = {
    {"x", 0},
    {"ref", SN_SLOT_OPTIONAL | SN_SLOT_VARIADIC},
    {NULL, 0},
};

static const sn_param param_table[] = {
    SN_P_SIZES(
        sn_slice_params, starts,
        "where each of axes begins: a number or an expression (\"x.1-2\"); negative: from the "
        "back"),
    SN_P_SIZES(sn_slice_params, ends, "where it ends, in the same way"),
    SN_P_INTS(sn_slice_params, axes, "axes that are cut; none: all in order"),
    SN_P_INTS(sn_slice_params, steps,
              "how far it is from one element to the next; negative: back to front; none: 1"),
    SN_P_END,
};

const sn_op sn_op_slice = {
    .name = "slice",
    .synopsis = "y = a box of x",
    .slots = slots,
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_INJECTIVE,
    .params_bytes = sizeof(sn_slice_params),
    .params = param_table,
    .validate = validate,
    .same = same,
    .infer = infer,
    .contents = sn_contents_of_move,
    .eval = eval,
    .grad = sn_grad_slice,
    .propagate = propagate,
    .identity = identity,
    .reads_shape_only = sn_reads_all_but_first_by_shape,
    .cost = sn_cost_none,
};
