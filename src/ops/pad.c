/* SPDX-License-Identifier: Apache-2.0
 *
 * pad: a border around x. front and behind are channels of rank 3 and depths of rank 4; rank 1 has
 * left and right only.
 *
 * Evaluation maps every index of the result to one of x or to "border", axis by axis, over
 * [c][d][h][w]. */
#include "ops/pad.h"

#include <math.h>

#include "base/parallel.h"
#include "ops/maps.h"
#include "ops/move.h"

#include <string.h>

sn_border sn_pad_border(const sn_pad_params *p, int rank)
{
    sn_border b = {{0}, {0}};
    int w = sn_letter_axis('w', rank), h = sn_letter_axis('h', rank);
    b.begin[w] = p->left;
    b.end[w] = p->right;
    if (h >= 0) {
        b.begin[h] = p->top;
        b.end[h] = p->bottom;
    }
    if (rank >= 3) { /* the channels of rank 3, the depth of rank 4 */
        b.begin[rank - 3] = p->front;
        b.end[rank - 3] = p->behind;
    }
    return b;
}

/* Reflection reaches so far: along the last two axes ncnn turns round once, along the third twice
 * in front. */
static sn_status check_reflection(const sn_infer *in, const sn_border *b)
{
    const sn_shape *x = &in->in_shape[0];
    for (int i = 0; i < x->rank; i++) {
        if (!sn_dim_known(x->d[i])) continue;
        int64_t reach = x->d[i] - 1, front = i == x->rank - 3 ? 2 * reach : reach;
        if (b->begin[i] <= front && b->end[i] <= reach) continue;
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "axis %d of size %lld cannot be reflected %d and %d", i,
                            (long long)x->d[i], b->begin[i], b->end[i]);
    }
    return SN_OK;
}

/* ncnn reads one value for each channel of the result. */
static sn_status check_per_channel(const sn_infer *in, const sn_shape *y)
{
    if (!sn_rule_has(in, SN_PAD_PER_CHANNEL) || y->rank < 3) return SN_OK;
    const sn_shape *values = &in->in_shape[SN_PAD_PER_CHANNEL];
    if (values->rank < 0) return SN_OK;
    sn_dim n = sn_shape_count_dim(in->dims, values);
    if (!sn_dim_at_most(in->dims, sn_dim_add(in->dims, n, 1), y->d[0])) return SN_OK;
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%s values for the border of %s channels",
                        sn_rule_text(in, n), sn_rule_text(in, y->d[0]));
}

static bool no_border(const sn_pad_params *p)
{
    return !p->top && !p->bottom && !p->left && !p->right && !p->front && !p->behind;
}

static sn_status infer(sn_infer *in)
{
    const sn_pad_params *p = in->params;
    const sn_shape *x = &in->in_shape[0];
    if (x->rank < 0 || no_border(p)) return sn_move_give(in, 0, x);
    if (x->rank < 1 || x->rank > 4) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "x has rank %d, rank 1 to 4 expected",
                            x->rank);
    }
    sn_border b = sn_pad_border(p, x->rank);
    sn_shape y = *x;
    for (int i = 0; i < x->rank; i++) {
        y.d[i] = sn_dim_add(in->dims, x->d[i], (int64_t)b.begin[i] + b.end[i]);
    }
    if (p->type == SN_BORDER_REFLECT) SN_TRY(check_reflection(in, &b));
    SN_TRY(check_per_channel(in, &y));
    return sn_move_give(in, 0, &y);
}

/* ---- evaluation ------------------------------------------------------------------------------ */

typedef struct pad_job {
    size_t elem;
    sn_type type;
    sn_shape x, y;         /* [c][d][h][w] */
    const int64_t *map[4]; /* index of x for each index of y; -1: border */
    const float *per_channel;
    float value;
    const char *from;
    char *to;
} pad_job;

/* Index i of an axis of n elements with `begin` before it. */
static int64_t source_index(int type, int64_t i, int64_t begin, int64_t n)
{
    int64_t at = i - begin;
    if (at >= 0 && at < n) return at;
    if (type == SN_BORDER_CONSTANT) return -1;
    if (type == SN_BORDER_REPLICATE) return at < 0 ? 0 : n - 1;
    if (at < 0) at = -at;
    int64_t beyond = at - (n - 1);
    return (n - 1) - (beyond < 0 ? -beyond : beyond);
}

/* The value as an element: as ncnn stores it, by the element's size. */
static void border_element(sn_type type, float value, unsigned char out[8])
{
    double d = (double)value;
    int8_t small = (int8_t)(d >= 127 ? 127 : d <= -128 ? -128 : d);
    if (type == SN_TYPE_f64)
        memcpy(out, &d, 8);
    else if (sn_type_bytes(type) == 1)
        memcpy(out, &small, 1);
    else
        memcpy(out, &value, 4);
}

static void pad_channel(void *user, int64_t c)
{
    const pad_job *j = user;
    unsigned char fill[8] = {0};
    int64_t from_c = j->map[0][c];
    char *to = j->to + c * j->y.d[1] * j->y.d[2] * j->y.d[3] * (int64_t)j->elem;
    border_element(j->type, j->per_channel ? j->per_channel[c] : j->value, fill);
    for (int64_t z = 0; z < j->y.d[1]; z++) {
        for (int64_t y = 0; y < j->y.d[2]; y++) {
            int64_t from_z = j->map[1][z], from_y = j->map[2][y];
            bool inside = from_c >= 0 && from_z >= 0 && from_y >= 0;
            int64_t row = ((from_c * j->x.d[1] + from_z) * j->x.d[2] + from_y) * j->x.d[3];
            for (int64_t x = 0; x < j->y.d[3]; x++, to += j->elem) {
                int64_t from_x = j->map[3][x];
                bool here = inside && from_x >= 0;
                memcpy(to, here ? j->from + (row + from_x) * (int64_t)j->elem : (const char *)fill,
                       j->elem);
            }
        }
    }
}

static sn_status eval(sn_eval *e)
{
    const sn_pad_params *p = e->params;
    const sn_shape *x = &e->in_shape[0];
    static const char letters[] = "cdhw";
    pad_job j = {.type = e->in[0]->type,
                 .value = p->value,
                 .from = sn_tensor_data(e->in[0]),
                 .to = e->out_data[0]};
    SN_TRY(sn_eval_elem(e, 0, &j.elem));
    if (no_border(p)) return sn_eval_copy(e);
    if (j.elem == 2 || (j.elem == 8 && j.type != SN_TYPE_f64)) {
        return sn_node_fail(e->ctx, e->node, SN_E_UNSUPPORTED, "a border of %s is not evaluated",
                            sn_type_name(j.type));
    }
    if (x->rank >= 3 && e->n_in > SN_PAD_PER_CHANNEL && e->in[SN_PAD_PER_CHANNEL]) {
        if (e->in[SN_PAD_PER_CHANNEL]->type != SN_TYPE_f32) {
            return sn_node_fail(e->ctx, e->node, SN_E_UNSUPPORTED,
                                "values for the border are %s, f32 expected",
                                sn_type_name(e->in[SN_PAD_PER_CHANNEL]->type));
        }
        j.per_channel = sn_tensor_f32(e->in[SN_PAD_PER_CHANNEL]);
    }
    sn_border b = sn_pad_border(p, x->rank);
    for (int k = 0; k < 4; k++) {
        int axis = sn_letter_axis(letters[k], x->rank);
        j.x.d[k] = axis < 0 ? 1 : x->d[axis];
        j.y.d[k] = axis < 0 ? 1 : e->out_shape[0].d[axis];
        int64_t *map = SN_NEW_N(e->arena, int64_t, j.y.d[k]);
        for (int64_t i = 0; i < j.y.d[k] && axis >= 0; i++) {
            map[i] = source_index(p->type, i, b.begin[axis], j.x.d[k]);
        }
        j.map[k] = map;
    }
    sn_parallel_for(e->ctx, j.y.d[0], pad_channel, &j);
    return SN_OK;
}

/* The border must become one number for all channels: what the map makes it (up), or what the map
 * makes it of. */
static sn_answer carry(const sn_node *node, sn_arena *arena, sn_carry *c)
{
    const sn_pad_params *p = node->params;
    const sn_affine *m = &c->given[0];
    double value = 0;
    sn_answer a = sn_carry_same_axis(node, arena, c);
    if (a.is != SN_YES || p->type != SN_BORDER_CONSTANT || no_border(p)) return a;
    if (sn_in(node, SN_PAD_PER_CHANNEL))
        return SN_ANSWER_NO("its border differs from channel to channel");
    for (int64_t i = 0; i < m->n; i++) {
        const double s = sn_map_scale(m, i), t = sn_map_shift(m, i), old = (double)p->value;
        if (!c->up && s == 0) return SN_ANSWER_NO("a factor is 0, and its border is not");
        const double v = c->up ? s * old + t : (old - t) / s;
        if (i > 0 && v != value)
            return SN_ANSWER_NO("its border would differ from channel to channel");
        value = v;
    }
    if (!isfinite((float)value)) return SN_ANSWER_NO("its border would overflow f32");
    sn_pad_params *q = sn_arena_copy(arena, p, sizeof *p);
    q->value = (float)value;
    c->params = q;
    return SN_ANSWER_YES;
}

static const sn_slot slots[] = {
    {"x", 0}, {"per_channel", SN_SLOT_OPTIONAL | SN_SLOT_WEIGHT}, {NULL, 0}};
static const char *const type_names[] = {"constant", "replicate", "reflect", NULL};

static const sn_param param_table[] = {
    SN_P_INT(sn_pad_params, top, 0, 0, INT32_MAX, "rows before"),
    SN_P_INT(sn_pad_params, bottom, 0, 0, INT32_MAX, "rows behind"),
    SN_P_INT(sn_pad_params, left, 0, 0, INT32_MAX, "columns before"),
    SN_P_INT(sn_pad_params, right, 0, 0, INT32_MAX, "columns behind"),
    SN_P_INT(sn_pad_params, front, 0, 0, INT32_MAX,
             "channels (of rank 3) or depths (of rank 4) before"),
    SN_P_INT(sn_pad_params, behind, 0, 0, INT32_MAX,
             "channels (of rank 3) or depths (of rank 4) behind"),
    SN_P_ENUM(sn_pad_params, type, SN_BORDER_CONSTANT, type_names, "what the border holds"),
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
    .params = param_table,
    .infer = infer,
    .eval = eval,
    .carry = carry,
    .identity = sn_identity_by_shape,
    .cost = sn_cost_none,
};
