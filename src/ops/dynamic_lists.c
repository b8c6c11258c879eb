/* SPDX-License-Identifier: Apache-2.0
 *
 * tile, pad, split, squeeze, unsqueeze, reduce and resize, whose list of numbers is an input: see
 * dynamic.h. They have the params of what they resolve to; the one that is an input stays empty. */
#include "ops/contents.h"
#include "ops/dynamic.h"
#include "ops/ops.h"
#include "ops/pad.h"
#include "ops/reduce.h"
#include "ops/resize.h"
#include "ops/rule.h"
#include "ops/split.h"
#include "ops/squeeze.h"
#include "ops/tile.h"

enum { LIST = 1 }; /* the input that is a param elsewhere */

static const char not_known[] = "what it reads at run time is not known";
static const char no_rank[] = "the rank of x is not known";

static sn_dim open_size(sn_infer *in, unsigned out, int axis)
{
    return sn_dim_symbol_from(in->dims, sn_out(in->node, out)->id, axis, 0);
}

/* Nothing but the rank is known. */
static void give_rank(sn_infer *in, unsigned out, int rank)
{
    sn_shape y = sn_shape_unknown();
    if (rank > SN_MAX_RANK) return;
    y.rank = (int8_t)rank;
    for (int i = 0; i < rank; i++) y.d[i] = open_size(in, out, i);
    in->out_shape[out] = y;
}

/* How many numbers the list has; -1: not known. */
static int list_size(const sn_infer *in)
{
    const sn_shape *s = &in->in_shape[LIST];
    if (!sn_shape_rule_has(in, LIST)) return 0;
    if (s->rank == 0) return 1;
    return s->rank == 1 && sn_dim_known(s->d[0]) && s->d[0] <= 2 * SN_MAX_RANK ? (int)s->d[0] : -1;
}

static sn_answer make(sn_resolve *r, const sn_op *op, const void *params)
{
    const sn_size_writer w = sn_size_writer_of(r, op, sn_in(r->node, SN_DYNAMIC_X));
    r->made[0] = sn_resolve_static(r, op, params, &w);
    return SN_ANSWER_YES;
}

static const char *given_twice(int n, const char *why) { return n ? why : NULL; }

/* ---- tile ------------------------------------------------------------------------------------ */

static sn_answer tile_resolve(sn_resolve *r)
{
    sn_tile_params p;
    return sn_resolve_numbers(r, LIST, -1, &p.repeats) ? make(r, &sn_op_tile, &p)
                                                       : SN_ANSWER_UNKNOWN(not_known);
}

static sn_status tile_infer(sn_infer *in)
{
    const sn_contents *c = sn_infer_contents(in, LIST);
    sn_shape y = in->in_shape[SN_DYNAMIC_X];
    if (y.rank < 0) {
        if (list_size(in) >= 0) give_rank(in, 0, list_size(in));
        return SN_OK;
    }
    for (int i = 0; i < y.rank; i++) {
        const bool is =
            c && c->n == y.rank && c->v[i].known && sn_dim_lower(in->dims, c->v[i].dim) >= 0;
        y.d[i] = is ? sn_dim_mul(in->dims, y.d[i], c->v[i].dim) : open_size(in, 0, i);
    }
    in->out_shape[0] = y;
    return SN_OK;
}

/* ---- pad ------------------------------------------------------------------------------------- */

enum { PAD_VALUE = 2, PAD_AXES };

static const char *pad_validate(const void *params, sn_arena *arena)
{
    (void)arena;
    return given_twice(((const sn_pad_params *)params)->pads.n, "pads is a param and an input");
}

/* Whether the number of the border is fed when the network runs. */
static bool is_fed(const sn_resolve *r)
{
    const sn_value *v = sn_in(r->node, PAD_VALUE);
    return v && v->def && v->def->op == &sn_op_input && sn_shape_known(&v->shape) &&
           sn_shape_count(&v->shape) == 1 && v->shape.rank <= 1;
}

/* A border of a number that is no f32, or not known: x and a mask that is true wherever x is are
 * padded with 0, and where the mask is not, the number is taken. */
static sn_answer pad_by_mask(sn_resolve *r, const sn_pad_params *p)
{
    sn_value *x = sn_in(r->node, SN_DYNAMIC_X), *both[2] = {x, x};
    sn_pad_params zero = *p;
    zero.value = 0;
    if (sn_type_is_float(x->type))
        both[0] = both[1] = sn_resolve_node(r, &sn_op_is_nan, NULL, 1, &x);
    sn_value *mask = sn_resolve_node(r, &sn_op_equal, NULL, 2, both);
    sn_value *in[3] = {sn_resolve_node(r, &sn_op_pad, &zero, 1, &mask),
                       sn_resolve_node(r, &sn_op_pad, &zero, 1, &x), sn_in(r->node, PAD_VALUE)};
    r->made[0] = sn_resolve_node(r, &sn_op_where, NULL, 3, in);
    return SN_ANSWER_YES;
}

static sn_answer pad_resolve(sn_resolve *r)
{
    sn_pad_params p = *(const sn_pad_params *)r->in.params;
    bool holds = true;
    const int rank = r->in.in_shape[SN_DYNAMIC_X].rank;
    sn_ints given, axes;
    if (rank < 0) return SN_ANSWER_UNKNOWN(no_rank);
    if (!sn_resolve_numbers(r, LIST, -1, &given) || !sn_resolve_numbers(r, PAD_AXES, rank, &axes))
        return SN_ANSWER_UNKNOWN(not_known);
    if (sn_shape_rule_has(&r->in, PAD_VALUE)) {
        const sn_tensor *value = sn_infer_data(&r->in, PAD_VALUE);
        if (!is_fed(r) && (!value || sn_tensor_count(value) != 1))
            return SN_ANSWER_UNKNOWN(not_known);
        holds = value && sn_pad_holds(value, &p.value);
    }
    const int n = sn_shape_rule_has(&r->in, PAD_AXES) ? axes.n : rank;
    if (given.n != 2 * n) {
        r->status = sn_node_fail(r->in.ctx, r->node, SN_E_SHAPE, "%d pads found, %d expected",
                                 given.n, 2 * n);
        return SN_ANSWER_NO("its pads are not two for each axis");
    }
    int32_t *pads = SN_NEW_N(r->in.arena, int32_t, 2 * rank);
    for (int i = 0; i < n; i++) {
        const int axis = sn_shape_rule_has(&r->in, PAD_AXES) ? axes.v[i] : i;
        if (axis < 0 || axis >= rank) {
            r->status = sn_node_fail(r->in.ctx, r->node, SN_E_SHAPE, "axes has %d, x has rank %d",
                                     axis, rank);
            return SN_ANSWER_NO("x has no such axis");
        }
        pads[axis] = given.v[i];
        pads[rank + axis] = given.v[n + i];
    }
    p.pads = (sn_ints){2 * rank, pads};
    if (!holds && rank > 0 && p.mode == SN_BORDER_CONSTANT) return pad_by_mask(r, &p);
    return make(r, &sn_op_pad, &p);
}

static sn_status pad_infer(sn_infer *in)
{
    const sn_contents *c = sn_infer_contents(in, LIST);
    sn_shape y = in->in_shape[SN_DYNAMIC_X];
    const bool all = !sn_shape_rule_has(in, PAD_AXES) && c && c->n == 2 * y.rank;
    for (int i = 0; i < y.rank; i++) {
        const bool is = all && c->v[i].known && c->v[y.rank + i].known;
        const sn_dim by = is ? sn_dim_add(in->dims, c->v[i].dim, c->v[y.rank + i].dim) : 0;
        y.d[i] = is ? sn_dim_add(in->dims, y.d[i], by) : open_size(in, 0, i);
    }
    in->out_shape[0] = y;
    return SN_OK;
}

/* ---- split ----------------------------------------------------------------------------------- */

static const char *split_validate(const void *params, sn_arena *arena)
{
    (void)arena;
    return given_twice(((const sn_split_params *)params)->sizes.n, "sizes is a param and an input");
}

static sn_answer split_resolve(sn_resolve *r)
{
    sn_split_params p = *(const sn_split_params *)r->in.params;
    sn_value *x = sn_in(r->node, SN_DYNAMIC_X);
    if (!sn_resolve_numbers(r, LIST, -1, &p.sizes)) return SN_ANSWER_UNKNOWN(not_known);
    for (int i = 0; i < p.sizes.n; i++) {
        if (p.sizes.v[i] >= 0) continue;
        r->status =
            sn_node_fail(r->in.ctx, r->node, SN_E_SHAPE, "part %d has size %d", i, p.sizes.v[i]);
        return SN_ANSWER_NO("a part has a negative size");
    }
    const sn_node *made = sn_resolve_node_many(r, &sn_op_split, &p, 1, &x, r->in.n_out);
    for (unsigned i = 0; made && i < r->in.n_out; i++) r->made[i] = made->out[i];
    return SN_ANSWER_YES;
}

static sn_status split_infer(sn_infer *in)
{
    const int axis = ((const sn_split_params *)in->params)->axis;
    const sn_contents *c = sn_infer_contents(in, LIST);
    SN_TRY(sn_shape_rule_has_axis(in, axis));
    for (unsigned i = 0; i < in->n_out && in->in_shape[0].rank >= 0; i++) {
        sn_shape y = in->in_shape[0];
        const bool is =
            c && i < (unsigned)c->n && c->v[i].known && sn_dim_lower(in->dims, c->v[i].dim) >= 0;
        y.d[axis] = is ? c->v[i].dim : open_size(in, i, axis);
        in->out_shape[i] = y;
    }
    return SN_OK;
}

/* ---- squeeze, unsqueeze ---------------------------------------------------------------------- */

static sn_answer squeeze_resolve(sn_resolve *r)
{
    const int rank = r->in.in_shape[SN_DYNAMIC_X].rank;
    sn_squeeze_params p;
    if (rank < 0) return SN_ANSWER_UNKNOWN(no_rank);
    if (!sn_resolve_numbers(r, LIST, rank, &p.axes)) return SN_ANSWER_UNKNOWN(not_known);
    return make(r, &sn_op_squeeze, &p);
}

static sn_status squeeze_infer(sn_infer *in)
{
    const int rank = in->in_shape[SN_DYNAMIC_X].rank, n = list_size(in);
    if (rank >= 0 && n > 0 && n <= rank) give_rank(in, 0, rank - n);
    return SN_OK;
}

static sn_answer unsqueeze_resolve(sn_resolve *r)
{
    const int rank = r->in.in_shape[SN_DYNAMIC_X].rank;
    sn_unsqueeze_params p;
    if (rank < 0 || list_size(&r->in) < 0) return SN_ANSWER_UNKNOWN(no_rank);
    if (!sn_resolve_numbers(r, LIST, rank + list_size(&r->in), &p.axes))
        return SN_ANSWER_UNKNOWN(not_known);
    return make(r, &sn_op_unsqueeze, &p);
}

static sn_status unsqueeze_infer(sn_infer *in)
{
    const int rank = in->in_shape[SN_DYNAMIC_X].rank, n = list_size(in);
    if (rank >= 0 && n >= 0) give_rank(in, 0, rank + n);
    return SN_OK;
}

/* ---- reduce ---------------------------------------------------------------------------------- */

static const char *reduce_validate(const void *params, sn_arena *arena)
{
    (void)arena;
    return given_twice(((const sn_reduce_params *)params)->axes.n, "axes is a param and an input");
}

static sn_answer reduce_resolve(sn_resolve *r)
{
    sn_reduce_params p = *(const sn_reduce_params *)r->in.params;
    const int rank = r->in.in_shape[SN_DYNAMIC_X].rank;
    if (rank < 0) return SN_ANSWER_UNKNOWN(no_rank);
    if (!sn_resolve_numbers(r, LIST, rank, &p.axes)) return SN_ANSWER_UNKNOWN(not_known);
    return make(r, &sn_op_reduce, &p);
}

static sn_status reduce_infer(sn_infer *in)
{
    const sn_reduce_params *p = in->params;
    const int rank = in->in_shape[SN_DYNAMIC_X].rank, n = list_size(in);
    if (rank >= 0 && p->keepdims)
        give_rank(in, 0, rank);
    else if (rank >= 0 && n > 0 && n <= rank)
        give_rank(in, 0, rank - n);
    return SN_OK;
}

/* ---- resize ---------------------------------------------------------------------------------- */

enum { RESIZE_SCALES = 1, RESIZE_SIZES };

static const char *resize_validate(const void *params, sn_arena *arena)
{
    const sn_resize_params *p = params;
    (void)arena;
    return given_twice(p->sizes.n + p->scales.n, "sizes or scales are params and inputs");
}

static bool scales_of(sn_resolve *r, sn_floats *out)
{
    const sn_tensor *t = sn_infer_data(&r->in, RESIZE_SCALES);
    const int64_t n = t ? sn_tensor_count(t) : -1;
    if (n < 0 || n > SN_MAX_RANK) return false;
    float *v = SN_NEW_N(r->in.arena, float, n);
    for (int64_t i = 0; i < n; i++) v[i] = (float)sn_tensor_at(t, i);
    *out = (sn_floats){(int32_t)n, v};
    return true;
}

/* An input of no elements is none, as older exporters write it. */
static bool has_list(const sn_infer *in, unsigned slot)
{
    return sn_shape_rule_has(in, slot) &&
           !(in->in_shape[slot].rank == 1 && in->in_shape[slot].d[0] == 0);
}

static sn_answer resize_resolve(sn_resolve *r)
{
    sn_resize_params p = *(const sn_resize_params *)r->in.params;
    sn_size_writer w = sn_size_writer_of(r, &sn_op_resize, sn_in(r->node, SN_DYNAMIC_X));
    const bool by_sizes = has_list(&r->in, RESIZE_SIZES);
    if (r->in.in_shape[SN_DYNAMIC_X].rank < 0) return SN_ANSWER_UNKNOWN(no_rank);
    if (by_sizes == has_list(&r->in, RESIZE_SCALES)) {
        r->status =
            sn_node_fail(r->in.ctx, r->node, SN_E_SHAPE, "scales and sizes: one of them expected");
        return SN_ANSWER_NO("it has not one of scales and sizes");
    }
    if (by_sizes) {
        const sn_answer is = sn_write_sizes(&w, RESIZE_SIZES, 1, &p.sizes);
        if (is.is != SN_YES) return is;
    } else if (!scales_of(r, &p.scales)) {
        return SN_ANSWER_UNKNOWN(not_known);
    }
    for (size_t i = 2; i < w.inputs.n; i++) /* further inputs have one type */
        if (w.inputs.v[i]->type != w.inputs.v[1]->type) return SN_ANSWER_UNKNOWN(not_known);
    r->made[0] = sn_resolve_static(r, &sn_op_resize, &p, &w);
    return SN_ANSWER_YES;
}

static sn_status resize_infer(sn_infer *in)
{
    const int rank = in->in_shape[SN_DYNAMIC_X].rank;
    if (rank >= 0) give_rank(in, 0, rank);
    return SN_OK;
}

/* ---- operators ------------------------------------------------------------------------------- */

#define PARAMS(op)                                                                                 \
    .params_bytes = sizeof(sn_##op##_params), .params = sn_##op##_table, .validate = op##_validate

static const sn_slot tile_slots[] = {{"x", 0}, {"repeats", 0}, {NULL, 0}};
static const sn_slot pad_slots[] = {
    {"x", 0}, {"pads", 0}, {"value", SN_SLOT_OPTIONAL}, {"axes", SN_SLOT_OPTIONAL}, {NULL, 0}};
static const sn_slot split_slots[] = {{"x", 0}, {"sizes", 0}, {NULL, 0}};
static const sn_slot axes_slots[] = {{"x", 0}, {"axes", 0}, {NULL, 0}};
static const sn_slot resize_slots[] = {
    {"x", 0}, {"scales", SN_SLOT_OPTIONAL}, {"sizes", SN_SLOT_OPTIONAL}, {NULL, 0}};

SN_DYNAMIC_OP(tile, "tile, the repeats being an input", tile_slots, "any,int->any", .n_out = 1);
SN_DYNAMIC_OP(pad, "pad, the pads being an input", pad_slots, "any,int,any,int2->any", .n_out = 1,
              PARAMS(pad));
SN_DYNAMIC_OP(split, "split, the sizes of parts being an input", split_slots, "any,int->any",
              .n_out = SN_VARIADIC_OUT, PARAMS(split));
SN_DYNAMIC_OP(squeeze, "squeeze, the axes being an input", axes_slots, "any,int->any", .n_out = 1);
SN_DYNAMIC_OP(unsqueeze, "unsqueeze, the axes being an input", axes_slots, "any,int->any",
              .n_out = 1);
SN_DYNAMIC_OP(reduce, "reduce, the axes being an input", axes_slots, "any,int->any", .n_out = 1,
              PARAMS(reduce));
SN_DYNAMIC_OP(resize, "resize, scales or sizes being an input", resize_slots, "any,float,int->any",
              .n_out = 1, PARAMS(resize));
