/* SPDX-License-Identifier: Apache-2.0
 *
 * pad: ONNX Pad-25, with pads that are known. A negative one cuts elements off: what is left is
 * padded. Reflection reaches to the other end of the axis, and no further; what wraps repeats
 * without end. */
#include "ops/pad.h"

#include <math.h>
#include <string.h>

#include "base/parallel.h"
#include "ops/affine_maps.h"
#include "ops/conv.h"
#include "ops/grad/grad.h"
#include "ops/move.h"

static bool no_border(const sn_pad_params *p)
{
    for (int i = 0; i < p->pads.n; i++)
        if (p->pads.v[i]) return false;
    return true;
}

static const char *validate(const void *params, sn_arena *arena)
{
    const sn_pad_params *p = params;
    if (p->pads.n % 2 == 0 && p->pads.n <= 2 * SN_MAX_RANK) return NULL;
    return sn_arena_printf(arena, "pads has %d entries, two for each axis expected", p->pads.n);
}

static sn_status check_reach(const sn_infer *in, int axis, sn_dim size)
{
    const sn_pad_params *p = in->params;
    const int64_t begin = sn_pad_begin(p, axis), end = sn_pad_end(p, axis);
    const int64_t left = size + (begin < 0 ? begin : 0) + (end < 0 ? end : 0);
    const bool reflects = p->mode == SN_BORDER_REFLECT;
    if (!sn_dim_known(size) || p->mode == SN_BORDER_CONSTANT) return SN_OK;
    if (left > 0 && (!reflects || (begin < left && end < left))) return SN_OK;
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                        "axis %d of size %lld cannot be %s %lld and %lld", axis, (long long)size,
                        reflects                    ? "reflected"
                        : p->mode == SN_BORDER_WRAP ? "wrapped"
                                                    : "continued",
                        (long long)begin, (long long)end);
}

static sn_status infer(sn_infer *in)
{
    const sn_pad_params *p = in->params;
    const int rank = p->pads.n / 2;
    SN_TRY(sn_shape_rule_rank(in, 0, rank, rank));
    if (in->in_shape[0].rank < 0) return sn_move_give_rank(in, 0, rank);
    sn_shape y = in->in_shape[0];
    for (int i = 0; i < rank; i++) {
        const int64_t by = (int64_t)sn_pad_begin(p, i) + sn_pad_end(p, i);
        SN_TRY(check_reach(in, i, y.d[i]));
        y.d[i] = by < 0 ? sn_dim_sub(in->dims, y.d[i], -by) : sn_dim_add(in->dims, y.d[i], by);
    }
    return sn_move_give(in, 0, &y);
}

/* ---- evaluation ------------------------------------------------------------------------------ */

int64_t sn_pad_source(int mode, int64_t i, int64_t begin, int64_t end, int64_t n)
{
    const int64_t first = begin < 0 ? -begin : 0;
    const int64_t left = n - first - (end < 0 ? -end : 0);
    const int64_t at = i - (begin > 0 ? begin : 0);
    if (at >= 0 && at < left) return first + at;
    switch (mode) {
    case SN_BORDER_REFLECT:
        return first + (at < 0 ? -at : 2 * (left - 1) - at);
    case SN_BORDER_EDGE:
        return first + (at < 0 ? 0 : left - 1);
    case SN_BORDER_WRAP:
        return first + (at % left + left) % left;
    default:
        return -1;
    }
}

typedef struct pad_job {
    size_t elem;
    sn_shape x, y;
    const int64_t *map[SN_MAX_RANK]; /* index of x for each index of y; -1: border */
    unsigned char fill[8];
    const char *from;
    char *to;
} pad_job;

/* The value as an element; false where there is none of that type. */
static bool element_of(sn_type type, float value, unsigned char out[8])
{
    const double d = (double)value;
    const bool whole = d >= -9e15 && d <= 9e15 && d == trunc(d);
    const int64_t n = whole ? (int64_t)d : 0;
    if (type == SN_TYPE_f32) return memcpy(out, &value, 4);
    if (type == SN_TYPE_f64) return memcpy(out, &d, 8);
    if (sn_type_is_float(type) || !whole) return false;
    return memcpy(out, &n, 8); /* the lowest bytes come first */
}

bool sn_pad_holds(const sn_tensor *value, float *out)
{
    unsigned char is[8] = {0};
    const double v = sn_tensor_at(value, 0);
    *out = (float)v;
    if (value->coding != SN_PLAIN || sn_type_is_narrow(value->type))
        return true; /* every one of those is an f32 */
    if (isnan(v)) return true;
    return element_of(value->type, *out, is) &&
           memcmp(is, sn_tensor_data(value), sn_type_bytes(value->type)) == 0;
}

static void pad_row(void *user, int64_t row)
{
    const pad_job *j = user;
    const int last = j->y.rank - 1;
    const int64_t width = j->y.d[last];
    char *to = j->to + row * width * (int64_t)j->elem;
    int64_t from = 0, rest = row, step = j->x.d[last];
    bool inside = true;
    for (int k = last - 1; k >= 0; k--) {
        const int64_t at = j->map[k][rest % j->y.d[k]];
        inside = inside && at >= 0;
        from += at * step;
        step *= j->x.d[k];
        rest /= j->y.d[k];
    }
    for (int64_t i = 0; i < width; i++, to += j->elem) {
        const int64_t at = j->map[last][i];
        const bool here = inside && at >= 0;
        memcpy(to, here ? j->from + (from + at) * (int64_t)j->elem : (const char *)j->fill,
               j->elem);
    }
}

static sn_status eval(sn_eval *e)
{
    const sn_pad_params *p = e->params;
    pad_job j = {.x = e->in_shape[0],
                 .y = e->out_shape[0],
                 .from = sn_tensor_data(e->in[0]),
                 .to = e->out_data[0]};
    SN_TRY(sn_eval_elem(e, 0, &j.elem));
    if (no_border(p)) return sn_eval_copy(e);
    if (p->mode == SN_BORDER_CONSTANT && !element_of(e->in[0]->type, p->value, j.fill))
        return sn_node_fail(e->ctx, e->node, SN_E_UNSUPPORTED,
                            "a border of %g is not evaluated where elements are %s",
                            (double)p->value, sn_type_name(e->in[0]->type));
    for (int k = 0; k < j.x.rank; k++) {
        int64_t *map = SN_NEW_N(e->arena, int64_t, j.y.d[k]);
        for (int64_t i = 0; i < j.y.d[k]; i++)
            map[i] = sn_pad_source(p->mode, i, sn_pad_begin(p, k), sn_pad_end(p, k), j.x.d[k]);
        j.map[k] = map;
    }
    sn_parallel_for(e->ctx, sn_span_count(&j.y, 0, j.y.rank - 1), pad_row, &j);
    return SN_OK;
}

/* Whether a shift that is not in the border any more would be all that some reader adds up: it is
 * known of convolutions alone that they read elements of x beside those of the border. */
static bool shift_would_cancel(const sn_node *node)
{
    const sn_pad_params *p = node->params;
    SN_EACH_USE(u, sn_out(node, 0))
    {
        if (u->node->op->fold_in != sn_conv_fold_in || u->slot != SN_CONV_X ||
            sn_conv_window_in_border(u->node, &sn_in(node, SN_PAD_X)->shape, p->pads.v))
            return true;
    }
    return false;
}

/* The border must become one number for all channels: what the map makes it (up), or what the map
 * makes it of. */
static sn_answer propagate(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    const sn_pad_params *p = node->params;
    const sn_affine *m = &c->given[0];
    double value = 0;
    sn_answer a = sn_propagate_same_axis(node, arena, c);
    if (a.is == SN_YES && m->axis != SN_AXIS_NONE && m->axis < p->pads.n / 2 &&
        (sn_pad_begin(p, m->axis) || sn_pad_end(p, m->axis)))
        return SN_ANSWER_NO("it pads the axis of the factors");
    if (a.is != SN_YES || p->mode != SN_BORDER_CONSTANT || no_border(p)) return a;
    for (int64_t i = 0; i < m->n; i++) {
        const double s = sn_affine_map_scale(m, i), t = sn_affine_map_shift(m, i),
                     old = (double)p->value;
        if (!c->up && s == 0) return SN_ANSWER_NO("a factor is 0, and its border is not");
        const double v = c->up ? s * old + t : (old - t) / s;
        if (i > 0 && v != value)
            return SN_ANSWER_NO("its border would differ from channel to channel");
        value = v;
    }
    if (!isfinite((float)value)) return SN_ANSWER_NO("its border would overflow f32");
    if (!sn_f32_says(node->out[0]->type, value)) return SN_ANSWER_NO(SN_F32_CANNOT_SAY);
    if (!c->up && m->shift && (float)value != p->value && shift_would_cancel(node))
        return SN_ANSWER_NO(SN_CONV_CANCELS);
    sn_pad_params *q = sn_arena_copy(arena, p, sizeof *p);
    q->value = (float)value;
    c->params = q;
    return SN_ANSWER_YES;
}

static sn_answer identity(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    (void)arena;
    *slot = 0;
    return no_border(node->params) ? SN_ANSWER_YES : SN_ANSWER_NO("it has a border");
}

static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};
static const char *const mode_names[] = {"constant", "reflect", "edge", "wrap", NULL};

const sn_param sn_pad_table[] = {
    SN_P_INTS(sn_pad_params, pads,
              "elements before x along each axis, then those behind it; negative: cut off"),
    SN_P_ENUM(sn_pad_params, mode, SN_BORDER_CONSTANT, mode_names, "what the border holds"),
    SN_P_F32(sn_pad_params, value, 0, "the constant"),
    SN_P_END,
};

const sn_op sn_op_pad = {
    .name = "pad",
    .synopsis = "y = x with a border",
    .slots = slots,
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_INJECTIVE,
    .params_bytes = sizeof(sn_pad_params),
    .params = sn_pad_table,
    .validate = validate,
    .infer = infer,
    .eval = eval,
    .grad = sn_grad_pad,
    .propagate = propagate,
    .identity = identity,
    .cost = sn_cost_none,
};
