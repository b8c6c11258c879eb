/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators whose sizes or axes are inputs, as ONNX has them: see dynamic.h. */
#include "ops/dynamic.h"

#include "ops/contents.h"
#include "ops/expand.h"
#include "ops/ops.h"
#include "ops/reshape.h"
#include "ops/rule.h"
#include "ops/slice.h"

/* ---- contents as params ---------------------------------------------------------------------- */

static const char not_known[] = "what it reads at run time is not known";

static sn_dim open_size(sn_infer *in, int axis)
{
    return sn_dim_symbol_from(in->dims, sn_out(in->node, 0)->id, axis, 0);
}

sn_shape sn_shape_of_contents(sn_infer *in, unsigned slot)
{
    const sn_shape *s = &in->in_shape[slot];
    const sn_contents *c = sn_infer_contents(in, slot);
    sn_shape y = sn_shape_unknown();
    if (s->rank != 1 || !sn_dim_known(s->d[0]) || s->d[0] > SN_MAX_RANK) return y;
    y.rank = (int8_t)s->d[0];
    for (int i = 0; i < y.rank; i++) {
        const bool is_size = c && c->v[i].known && sn_dim_lower(in->dims, c->v[i].dim) >= 0;
        y.d[i] = is_size ? c->v[i].dim : open_size(in, i);
    }
    return y;
}

static bool at_least(const sn_resolve *r, const sn_size *s, int64_t least)
{
    return s->is_number ? s->number >= least : sn_dim_lower(r->in.dims, s->dim) >= least;
}

sn_answer sn_write_sizes(sn_size_writer *w, unsigned slot, int64_t least, sn_names *out)
{
    const sn_contents *c = sn_infer_contents(&w->r->in, slot);
    if (!c || c->n > SN_MAX_RANK) return SN_ANSWER_UNKNOWN(not_known);
    const char **names = SN_NEW_N(w->r->in.arena, const char *, c->n);
    for (int i = 0; i < c->n; i++) {
        names[i] = c->v[i].known ? sn_size_write(w, &c->v[i]) : NULL;
        if (!names[i]) return SN_ANSWER_UNKNOWN(not_known);
        if (!c->v[i].is_number && !at_least(w->r, &c->v[i], least))
            return SN_ANSWER_UNKNOWN("the sign of a size that it reads is not known");
    }
    *out = (sn_names){c->n, names};
    return SN_ANSWER_YES;
}

sn_value *sn_resolve_static(sn_resolve *r, const sn_op *op, const void *params,
                            const sn_size_writer *w)
{
    const char *wrong = sn_params_check(op->params, params, r->in.arena);
    if (!wrong && op->validate) wrong = op->validate(params, r->in.arena);
    if (wrong && r->status == SN_OK)
        r->status = sn_node_fail(r->in.ctx, r->node, SN_E_SHAPE, "%s", wrong);
    if (wrong) return NULL;
    return sn_resolve_node(r, op, params, (uint16_t)w->inputs.n, w->inputs.v);
}

bool sn_resolve_numbers(const sn_resolve *r, unsigned slot, int rank, sn_ints *out)
{
    const sn_contents *c = sn_infer_contents(&r->in, slot);
    *out = (sn_ints){0};
    if (slot >= r->in.n_in || !r->in.present[slot]) return true;
    if (!sn_contents_known(c)) return false;
    int32_t *v = SN_NEW_N(r->in.arena, int32_t, c->n);
    for (int i = 0; i < c->n; i++) {
        int64_t n = c->v[i].number;
        if (rank >= 0 && n < 0) n += rank;
        v[i] = n > INT32_MAX ? INT32_MAX : n < -INT32_MAX ? -INT32_MAX : (int32_t)n;
    }
    *out = (sn_ints){c->n, v};
    return true;
}

/* ---- reshape --------------------------------------------------------------------------------- */

typedef struct reshape_params {
    int32_t allowzero;
} reshape_params;

static const sn_param reshape_table[] = {
    SN_P_BOOL(reshape_params, allowzero, 0, "0 in shape is a size, not that of x at its place"),
    SN_P_END,
};

/* A size at a place of the target; NULL: it cannot be spelled. */
static const char *target_size(sn_size_writer *w, const sn_size *s, int axis)
{
    sn_resolve *r = w->r;
    const sn_shape *x = &r->in.in_shape[SN_DYNAMIC_X];
    const bool allows = ((const reshape_params *)r->in.params)->allowzero != 0;
    const bool copies = s->known && s->is_number && s->number == 0 && !allows;
    const bool is_own = s->known && axis < x->rank && sn_dim_equal(s->dim, x->d[axis]);
    if (copies || (is_own && !s->is_number))
        return sn_size_name(r->in.arena, w->op, SN_RESHAPE_X, axis);
    if (!s->known || (!s->is_number && !at_least(r, s, allows ? 0 : 1))) return NULL;
    return sn_size_write(w, s);
}

static sn_answer reshape_resolve(sn_resolve *r)
{
    const sn_contents *c = sn_infer_contents(&r->in, 1);
    if (!c || c->n > SN_MAX_RANK) return SN_ANSWER_UNKNOWN(not_known);
    sn_size_writer w = sn_size_writer_of(r, &sn_op_reshape, sn_in(r->node, SN_DYNAMIC_X));
    const char **names = SN_NEW_N(r->in.arena, const char *, c->n);
    int open = -1, n_open = 0;
    bool has_rest = false, may_be_0 = false;
    for (int i = 0; i < c->n; i++) {
        const sn_size *s = &c->v[i];
        names[i] = target_size(&w, s, i);
        if (!names[i]) open = i, n_open++;
        has_rest = has_rest || (s->known && s->is_number && s->number == SN_RESHAPE_REST);
        may_be_0 = may_be_0 || (names[i] && !(s->is_number && s->number == SN_RESHAPE_REST) &&
                                !at_least(r, s, 1));
    }
    /* What the others leave is the one that is not known, if it fits at all. */
    if (n_open > 1 || (n_open && (has_rest || may_be_0))) return SN_ANSWER_UNKNOWN(not_known);
    if (n_open) names[open] = "-1";
    const sn_reshape_params p = {.shape = {c->n, names}};
    r->made[0] = sn_resolve_static(r, &sn_op_reshape, &p, &w);
    return SN_ANSWER_YES;
}

static sn_status reshape_infer(sn_infer *in)
{
    const bool allows = ((const reshape_params *)in->params)->allowzero != 0;
    sn_shape y = sn_shape_of_contents(in, 1);
    for (int i = 0; i < y.rank && !allows; i++)
        if (sn_dim_lower(in->dims, y.d[i]) < 1) y.d[i] = open_size(in, i);
    in->out_shape[0] = y;
    return SN_OK;
}

/* ---- expand ---------------------------------------------------------------------------------- */

static sn_answer expand_resolve(sn_resolve *r)
{
    sn_size_writer w = sn_size_writer_of(r, &sn_op_expand, sn_in(r->node, SN_DYNAMIC_X));
    sn_expand_params p = {0};
    const sn_answer is = sn_write_sizes(&w, 1, 0, &p.shape);
    if (is.is == SN_YES) r->made[0] = sn_resolve_static(r, &sn_op_expand, &p, &w);
    return is;
}

static sn_status expand_infer(sn_infer *in)
{
    const sn_shape *x = &in->in_shape[SN_DYNAMIC_X];
    const sn_shape s = sn_shape_of_contents(in, 1);
    sn_shape y = sn_shape_unknown();
    if (x->rank < 0 || s.rank < 0) return SN_OK;
    y.rank = x->rank > s.rank ? x->rank : s.rank;
    for (int i = 0; i < y.rank; i++) {
        const int of_x = i - (y.rank - x->rank), of_s = i - (y.rank - s.rank);
        bool ok = true;
        if (of_s < 0)
            y.d[i] = x->d[of_x];
        else if (sn_dim_equal(s.d[of_s], open_size(in, of_s)))
            y.d[i] = open_size(in, i);
        else
            y.d[i] = sn_shape_rule_broadcast(in, of_x < 0 ? 1 : x->d[of_x], s.d[of_s], &ok);
        if (!ok) y.d[i] = open_size(in, i);
    }
    in->out_shape[0] = y;
    return SN_OK;
}

/* ---- slice ----------------------------------------------------------------------------------- */

enum { STARTS = 1, ENDS, AXES, STEPS };

/* The least number, of which no size has the negative. */
static bool is_least(const sn_tensor *t, int64_t i)
{
    return t && t->type == SN_TYPE_i64 && t->coding == SN_PLAIN &&
           ((const int64_t *)sn_tensor_data(t))[i] == INT64_MIN;
}

/* Where a box begins or ends: what is beyond any size is as far as sizes go. */
static bool write_places(sn_size_writer *w, unsigned slot, sn_names *out)
{
    sn_arena *arena = w->r->in.arena;
    const sn_contents *c = sn_infer_contents(&w->r->in, slot);
    if (!c || c->n > SN_MAX_RANK) return false;
    const sn_tensor *t = sn_const_of(sn_in(w->r->node, slot));
    const char **names = SN_NEW_N(arena, const char *, c->n);
    for (int i = 0; i < c->n; i++) {
        sn_size s = c->v[i];
        if (!s.known && is_least(t, i)) s = sn_size_of_number(w->r->in.dims, -INT64_MAX);
        if (s.is_number && s.number > SN_SLICE_ALL) s.number = SN_SLICE_ALL;
        if (s.is_number && s.number < -(int64_t)SN_SLICE_ALL) s.number = -(int64_t)SN_SLICE_ALL;
        names[i] = s.known ? sn_size_write(w, &s) : NULL;
        if (!names[i]) return false;
    }
    *out = (sn_names){c->n, names};
    return true;
}

static sn_answer slice_resolve(sn_resolve *r)
{
    sn_size_writer w = sn_size_writer_of(r, &sn_op_slice, sn_in(r->node, SN_DYNAMIC_X));
    const int rank = r->in.in_shape[SN_DYNAMIC_X].rank;
    sn_slice_params p = {0};
    if (rank < 0) return SN_ANSWER_UNKNOWN("the rank of x is not known");
    if (!sn_resolve_numbers(r, AXES, rank, &p.axes) || !sn_resolve_numbers(r, STEPS, -1, &p.steps))
        return SN_ANSWER_UNKNOWN(not_known);
    if (!write_places(&w, STARTS, &p.starts) || !write_places(&w, ENDS, &p.ends))
        return SN_ANSWER_UNKNOWN(not_known);
    /* An empty list of axes is none here, and all of them there. */
    if (sn_shape_rule_has(&r->in, AXES) && p.axes.n != p.starts.n && r->status == SN_OK)
        r->status = sn_node_fail(r->in.ctx, r->node, SN_E_SHAPE,
                                 "%d axes and %d starts, as many expected", p.axes.n, p.starts.n);
    r->made[0] = sn_resolve_static(r, &sn_op_slice, &p, &w);
    return SN_ANSWER_YES;
}

/* Which axes are cut is not known, or where. */
static sn_status slice_infer(sn_infer *in)
{
    const sn_contents *axes = sn_infer_contents(in, AXES);
    const sn_shape *starts = &in->in_shape[STARTS];
    const bool all = !sn_shape_rule_has(in, AXES);
    sn_shape y = in->in_shape[SN_DYNAMIC_X];
    if (y.rank < 0) return SN_OK;
    unsigned cut = 0;
    for (int i = 0; axes && i < axes->n; i++) {
        const int64_t axis = axes->v[i].number + (axes->v[i].number < 0 ? y.rank : 0);
        if (!axes->v[i].is_number || axis < 0 || axis >= y.rank) cut = ~0u;
        cut |= 1u << (axis & 31);
    }
    if (all && starts->rank == 1 && sn_dim_known(starts->d[0]) && starts->d[0] <= SN_MAX_RANK)
        cut = (1u << starts->d[0]) - 1;
    else if (!axes)
        cut = ~0u;
    for (int i = 0; i < y.rank; i++)
        if (cut >> i & 1) y.d[i] = open_size(in, i);
    in->out_shape[0] = y;
    return SN_OK;
}

/* ---- operators ------------------------------------------------------------------------------- */

static const sn_slot shape_slots[] = {{"x", 0}, {"shape", 0}, {NULL, 0}};
static const sn_slot slice_slots[] = {
    {"x", 0}, {"starts", 0}, {"ends", 0}, {"axes", SN_SLOT_OPTIONAL}, {"steps", SN_SLOT_OPTIONAL},
    {NULL, 0}};

SN_DYNAMIC_OP(reshape, "reshape, the target shape being an input", shape_slots, "any,int->any",
              .n_out = 1, .params_bytes = sizeof(reshape_params), .params = reshape_table);
SN_DYNAMIC_OP(expand, "expand, the shape being an input", shape_slots, "any,int->any", .n_out = 1);
SN_DYNAMIC_OP(slice, "slice, the box being an input", slice_slots, "any,int,int,int,int->any",
              .n_out = 1);
