/* SPDX-License-Identifier: Apache-2.0
 *
 * Steps shared by shape rules and evaluations; see rule.h. */
#include "ops/rule.h"

#include "ops/ops.h"

sn_shape sn_shape_rule_shape(const sn_infer *in, unsigned slot)
{
    return sn_shape_rule_has(in, slot) ? in->in_shape[slot] : sn_shape_unknown();
}

sn_type sn_shape_rule_type(const sn_infer *in)
{
    sn_type type = in->n_in > 0 ? in->in_type[0] : SN_TYPE_UNKNOWN;
    return sn_type_is_float(type) ? type : SN_TYPE_f32;
}

void sn_shape_rule_give(sn_infer *in, unsigned out, sn_shape shape)
{
    if (out >= in->n_out) return;
    in->out_shape[out] = shape;
    in->out_type[out] = sn_shape_rule_type(in);
}

sn_dim sn_shape_rule_symbol(const sn_infer *in, unsigned out, int axis)
{
    return sn_dim_symbol(in->dims, sn_out(in->node, out)->id, axis);
}

const char *sn_shape_rule_text(const sn_infer *in, sn_dim d)
{
    sn_str text;
    sn_str_init(&text, in->arena);
    sn_dim_print(in->dims, d, &text);
    return text.s;
}

const char *sn_shape_rule_shape_text(const sn_infer *in, const sn_shape *s)
{
    sn_str text;
    sn_str_init(&text, in->arena);
    sn_shape_print(in->dims, s, &text);
    return text.s;
}

#define OUTSIDE ": the runtime would read out of bounds"

static sn_status size_is(const sn_infer *in, const char *what, sn_dim found, sn_dim expected,
                         const char *else_)
{
    if (sn_dim_equal(found, expected)) return SN_OK;
    /* Of a boundary it is known that sizes do not fit: nothing is learnt from them. */
    if (in->node->boundary && !(sn_dim_known(found) && sn_dim_known(expected))) return SN_OK;
    if (sn_dim_differ(in->dims, found, expected)) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%s is %s, %s expected%s", what,
                            sn_shape_rule_text(in, found), sn_shape_rule_text(in, expected), else_);
    }
    if (in->node->op->loose && sn_dims_puts_off(in->dims)) return SN_OK;
    if (sn_dim_known(expected)) {
        /* What cannot be bound is a sum or product: nothing is learnt from it. */
        (void)sn_dim_bind(in->dims, found, expected);
    } else if (sn_dim_known(found)) {
        (void)sn_dim_bind(in->dims, expected, found);
    }
    return SN_OK;
}

sn_status sn_shape_rule_size(const sn_infer *in, const char *what, sn_dim found, sn_dim expected)
{
    return size_is(in, what, found, expected, "");
}

sn_status sn_rule_size_inside(const sn_infer *in, const char *what, sn_dim found, sn_dim expected)
{
    return size_is(in, what, found, expected, OUTSIDE);
}

sn_status sn_rule_size_or_less(sn_infer *in, const char *what, sn_dim found, sn_dim made_for)
{
    const bool less = sn_dim_known(found) && sn_dim_known(made_for) && found < made_for;
    if (!less || found == 0) return sn_rule_size_inside(in, what, found, made_for);
    sn_infer_no_rule(in,
                     sn_arena_printf(in->arena,
                                     "%s is %lld, where %lld are expected, and what is left out "
                                     "depends on the runtime's settings",
                                     what, (long long)found, (long long)made_for));
    return SN_OK;
}

sn_status sn_shape_rule_rank(const sn_infer *in, unsigned slot, int lo, int hi)
{
    if (!sn_shape_rule_has(in, slot)) return SN_OK;
    int rank = in->in_shape[slot].rank;
    if (rank < 0 || (rank >= lo && rank <= hi)) return SN_OK;
    const sn_slot *role = sn_op_slot(in->node->op, slot);
    if (lo == hi) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%s has rank %d, rank %d expected",
                            role->name, rank, lo);
    }
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%s has rank %d, rank %d to %d expected",
                        role->name, rank, lo, hi);
}

sn_status sn_shape_rule_not_empty(const sn_infer *in, unsigned slot)
{
    sn_shape s = sn_shape_rule_shape(in, slot);
    for (int i = 0; i < s.rank; i++) {
        if (s.d[i] != 0) continue;
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%s is %s, which has no elements",
                            sn_op_slot(in->node->op, slot)->name, sn_shape_rule_shape_text(in, &s));
    }
    return SN_OK;
}

sn_status sn_shape_rule_outputs(const sn_infer *in, int a, int b)
{
    if (in->n_out == a || in->n_out == b) return SN_OK;
    if (a == b) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%u outputs, %d expected",
                            (unsigned)in->n_out, a);
    }
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%u outputs, %d or %d expected",
                        (unsigned)in->n_out, a, b);
}

const char *sn_rule_axes_wrong(const sn_ints *axes, sn_arena *arena)
{
    unsigned seen = 0;
    for (int32_t i = 0; i < axes->n; i++) {
        const int32_t axis = axes->v[i];
        if (axis < 0 || axis >= SN_MAX_RANK)
            return sn_arena_printf(arena, "axes has %d, 0 to %d expected", (int)axis,
                                   SN_MAX_RANK - 1);
        if (seen >> axis & 1) return sn_arena_printf(arena, "axes has %d twice", (int)axis);
        seen |= 1u << axis;
    }
    return NULL;
}

sn_status sn_shape_rule_has_axis(const sn_infer *in, int32_t axis)
{
    const int rank = in->in_shape[0].rank;
    if (rank < 0 || axis < rank) return SN_OK;
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "axis is %d, %s has rank %d", (int)axis,
                        sn_op_slot(in->node->op, 0)->name, rank);
}

sn_status sn_shape_rule_broadcasts(const sn_infer *in, unsigned slot)
{
    const sn_shape *x = &in->in_shape[0], s = sn_shape_rule_shape(in, slot);
    if (x->rank < 0 || s.rank < 0) return SN_OK;
    SN_TRY(sn_shape_rule_rank(in, slot, 0, x->rank));
    const char *role = sn_op_slot(in->node->op, slot)->name;
    for (int k = 0; k < s.rank; k++) {
        const int at = x->rank - s.rank + k;
        if (sn_dim_equal(s.d[k], 1) || sn_dim_equal(s.d[k], x->d[at])) continue;
        if (!sn_dim_differ(in->dims, s.d[k], 1)) continue;
        const char *what =
            sn_arena_printf(in->arena, "axis %d of x, along which %s goes,", at, role);
        SN_TRY(sn_shape_rule_size(in, what, x->d[at], s.d[k]));
    }
    return SN_OK;
}

/* Of equal sizes, or one that is 1: the larger, but 0 where the other is. */
static sn_dim larger_or_none(sn_dims *dims, sn_dim a, sn_dim b)
{
    const sn_dim some = sn_dim_min(dims, 1, sn_dim_min(dims, a, b));
    return sn_dim_mul(dims, some, sn_dim_max(dims, a, b));
}

sn_dim sn_shape_rule_broadcast(const sn_infer *in, sn_dim a, sn_dim b, bool *ok)
{
    *ok = true;
    if (sn_dim_equal(a, b) || sn_dim_equal(b, 1)) return a;
    if (sn_dim_equal(a, 1)) return b;
    if (!sn_dim_differ(in->dims, a, b)) {
        if (sn_dim_differ(in->dims, a, 1) && sn_dim_known(a)) return a;
        if (sn_dim_differ(in->dims, b, 1) && sn_dim_known(b)) return b;
        return larger_or_none(in->dims, a, b);
    }
    /* Different, so one of them must be the 1 that is repeated. */
    bool a_not_one = sn_dim_differ(in->dims, a, 1), b_not_one = sn_dim_differ(in->dims, b, 1);
    if (a_not_one && b_not_one) *ok = false;
    if (a_not_one) return a;
    if (b_not_one) return b;
    return larger_or_none(in->dims, a, b);
}

sn_status sn_eval_all_f32(const sn_eval *e)
{
    for (unsigned i = 0; i < e->n_in; i++) {
        const sn_slot *role = sn_op_slot(e->node->op, i);
        if (!e->in[i] && !(role->flags & SN_SLOT_OPTIONAL)) {
            return sn_node_fail(e->ctx, e->node, SN_E_SHAPE, "input %u, %s, is missing", i,
                                role->name);
        }
        if (e->in[i] && e->in[i]->type != SN_TYPE_f32) {
            return sn_node_fail(e->ctx, e->node, SN_E_UNSUPPORTED,
                                "%s is %s, only f32 is evaluated", role->name,
                                sn_type_name(e->in[i]->type));
        }
    }
    for (unsigned i = 0; i < e->n_out; i++) {
        if (!e->out_data[i] || e->out_type[i] != SN_TYPE_f32) {
            return sn_node_fail(e->ctx, e->node, SN_E_UNSUPPORTED,
                                "output %u is %s, only f32 of a known shape is evaluated", i,
                                sn_type_name(e->out_type[i]));
        }
    }
    return SN_OK;
}

const float *sn_eval_in(const sn_eval *e, unsigned slot)
{
    return slot < e->n_in && e->in[slot] ? sn_tensor_f32(e->in[slot]) : NULL;
}

double sn_shape_elements(const sn_shape *s)
{
    int64_t n = sn_shape_count(s);
    return n < 0 ? 0 : (double)n;
}

int64_t sn_span_count(const sn_shape *s, int from, int to)
{
    int64_t count = 1;
    for (int i = from; i < to; i++) count *= s->d[i];
    return count;
}

sn_span sn_span_of(const sn_shape *s, int axis)
{
    return (sn_span){sn_span_count(s, 0, axis), s->d[axis], sn_span_count(s, axis + 1, s->rank)};
}

bool sn_shape_rule_matrix(const sn_shape *s, sn_dim *rows, sn_dim *width)
{
    if (s->rank < 1) return false;
    *rows = s->rank > 1 ? s->d[s->rank - 2] : 1;
    *width = s->d[s->rank - 1];
    return true;
}
