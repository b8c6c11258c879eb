/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn.padding: a border along axes that have letters. front and behind are channels of rank 3 and
 * depths of rank 4; rank 1 has left and right only.
 *
 * It is pad once the rank is known, unless its values differ from channel to channel, or what is
 * reflected along the third axis from the end turns round twice. */
#include "ops/pad.h"

#include <string.h>

#include "base/parallel.h"
#include "formats/ncnn/ops/ops.h"
#include "formats/ncnn/ops/size_expr.h"
#include "ops/move.h"

enum { X, PER_CHANNEL /* [channels of y], optional: values for the border of rank 3 and 4 */ };

enum { TYPE_CONSTANT, TYPE_REPLICATE, TYPE_REFLECT };

typedef struct padding_params {
    int32_t top, bottom, left, right, front, behind;
    int32_t type;
    float value;
} padding_params;

/* What of it counts on a value of this rank, by axis. */
typedef struct ncnn_border {
    int32_t begin[4], end[4];
} ncnn_border;

static ncnn_border border_of(const padding_params *p, int rank)
{
    ncnn_border b = {{0}, {0}};
    b.begin[rank - 1] = p->left;
    b.end[rank - 1] = p->right;
    if (rank >= 2) {
        b.begin[rank - 2] = p->top;
        b.end[rank - 2] = p->bottom;
    }
    if (rank >= 3) {
        b.begin[rank - 3] = p->front;
        b.end[rank - 3] = p->behind;
    }
    return b;
}

static bool no_border(const padding_params *p)
{
    return !p->top && !p->bottom && !p->left && !p->right && !p->front && !p->behind;
}

/* Along the last two axes ncnn turns round once, along the third twice in front. */
static sn_status check_reflection(const sn_infer *in, const ncnn_border *b)
{
    const sn_shape *x = &in->in_shape[X];
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
    if (!sn_shape_rule_has(in, PER_CHANNEL) || y->rank < 3) return SN_OK;
    const sn_shape *values = &in->in_shape[PER_CHANNEL];
    if (values->rank < 0) return SN_OK;
    sn_dim n = sn_shape_count_dim(in->dims, values);
    if (!sn_dim_at_most(in->dims, sn_dim_add(in->dims, n, 1), y->d[0])) return SN_OK;
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%s values for the border of %s channels",
                        sn_shape_rule_text(in, n), sn_shape_rule_text(in, y->d[0]));
}

static sn_status infer(sn_infer *in)
{
    const padding_params *p = in->params;
    const sn_shape *x = &in->in_shape[X];
    if (x->rank < 0 || no_border(p)) return sn_move_give(in, 0, x);
    if (x->rank < 1 || x->rank > 4) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "x has rank %d, rank 1 to 4 expected",
                            x->rank);
    }
    ncnn_border b = border_of(p, x->rank);
    sn_shape y = *x;
    for (int i = 0; i < x->rank; i++) {
        y.d[i] = sn_dim_add(in->dims, x->d[i], (int64_t)b.begin[i] + b.end[i]);
    }
    if (p->type == TYPE_REFLECT) SN_TRY(check_reflection(in, &b));
    SN_TRY(check_per_channel(in, &y));
    return sn_move_give(in, 0, &y);
}

/* ---- what it is ------------------------------------------------------------------------------ */

/* Whether the values by channel count. */
static bool uses_values(const padding_params *p, int rank)
{
    return p->type == TYPE_CONSTANT && rank >= 3 && !no_border(p);
}

/* The one value of the border, where there is only one. */
static sn_answer value_of(const sn_infer *in, const sn_shape *x, float *out)
{
    const padding_params *p = in->params;
    *out = p->value;
    if (p->type != TYPE_CONSTANT || x->rank < 3 || !sn_shape_rule_has(in, PER_CHANNEL))
        return SN_ANSWER_YES;
    const sn_tensor *t = sn_infer_data(in, PER_CHANNEL);
    if (!t || !t->buf || t->type != SN_TYPE_f32 || !sn_dim_known(x->d[0]))
        return SN_ANSWER_UNKNOWN("the values of its border are not known");
    const float *v = sn_tensor_f32(t);
    const int64_t n = x->d[0] + (x->rank == 3 ? (int64_t)p->front + p->behind : 0);
    if (sn_tensor_count(t) < n) return SN_ANSWER_NO("its border has too few values");
    for (int64_t i = 0; i < n; i++)
        if (memcmp(&v[i], &v[0], sizeof v[0]) != 0)
            return SN_ANSWER_NO("its border differs from channel to channel");
    *out = v[0];
    return SN_ANSWER_YES;
}

static sn_answer turns_once(sn_dims *dims, const ncnn_border *b, const sn_shape *x)
{
    const int i = x->rank - 3;
    if (i < 0 || b->begin[i] == 0 || sn_dim_lower(dims, x->d[i]) > b->begin[i])
        return SN_ANSWER_YES;
    return sn_dim_known(x->d[i]) ? SN_ANSWER_NO("it turns round twice")
                                 : SN_ANSWER_UNKNOWN("whether it turns round twice is not known");
}

static sn_answer resolve(sn_resolve *r)
{
    static const int32_t modes[] = {SN_BORDER_CONSTANT, SN_BORDER_EDGE, SN_BORDER_REFLECT};
    const padding_params *p = r->in.params;
    const sn_shape *x = &r->in.in_shape[X];
    sn_value *v = sn_in(r->node, X);
    if (sn_shape_rule_has(&r->in, PER_CHANNEL)) {
        if (x->rank < 0) return SN_ANSWER_UNKNOWN("the rank of its input is not known");
        if (!uses_values(p, x->rank))
            return SN_ANSWER_NO("it has values for its border that it does not use");
    }
    if (no_border(p)) {
        r->made[0] = sn_ncnn_same(r, v);
        return SN_ANSWER_YES;
    }
    if (x->rank < 0) return SN_ANSWER_UNKNOWN("the rank of its input is not known");
    if (x->rank < 1 || x->rank > 4) return SN_ANSWER_NO("its input has no such rank");
    const ncnn_border b = border_of(p, x->rank);
    int32_t pads[8];
    sn_pad_params q = {.mode = modes[p->type]};
    sn_answer answer = value_of(&r->in, x, &q.value);
    if (answer.is == SN_YES && p->type == TYPE_REFLECT) answer = turns_once(r->in.dims, &b, x);
    if (answer.is != SN_YES) return answer;
    for (int i = 0; i < x->rank; i++) {
        pads[i] = b.begin[i];
        pads[x->rank + i] = b.end[i];
    }
    q.pads = sn_ints_of(r->in.arena, 2 * x->rank, pads);
    r->made[0] = sn_resolve_node(r, &sn_op_pad, &q, 1, &v);
    return SN_ANSWER_YES;
}

/* ---- evaluation ------------------------------------------------------------------------------ */

typedef struct padding_job {
    size_t elem;
    sn_shape x, y;            /* [c][d][h][w] */
    const int64_t *map[4];    /* index of x for each index of y; -1: border */
    const float *per_channel; /* NULL: all hold `value` */
    float value;
    const char *from;
    char *to;
} padding_job;

/* Index i of an axis of n elements with `begin` before it; -1: a constant. */
static int64_t source_index(int type, int64_t i, int64_t begin, int64_t n)
{
    int64_t at = i - begin;
    if (at >= 0 && at < n) return at;
    if (type == TYPE_CONSTANT) return -1;
    if (type == TYPE_REPLICATE) return at < 0 ? 0 : n - 1;
    if (at < 0) at = -at;
    int64_t beyond = at - (n - 1);
    return (n - 1) - (beyond < 0 ? -beyond : beyond);
}

/* The value as an element: as ncnn stores it, by the element's size. */
static void border_element(size_t bytes, float value, unsigned char out[4])
{
    double d = (double)value;
    int8_t small = (int8_t)(d >= 127 ? 127 : d <= -128 ? -128 : d);
    if (bytes == 1)
        memcpy(out, &small, 1);
    else
        memcpy(out, &value, 4);
}

static void pad_channel(void *user, int64_t c)
{
    const padding_job *j = user;
    unsigned char fill[4] = {0};
    int64_t from_c = j->map[0][c];
    char *to = j->to + c * j->y.d[1] * j->y.d[2] * j->y.d[3] * (int64_t)j->elem;
    border_element(j->elem, j->per_channel ? j->per_channel[c] : j->value, fill);
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

/* Of what stays: values by channel, used or not, or a reflection that turns round twice. */
static sn_status eval(sn_eval *e)
{
    const padding_params *p = e->params;
    const sn_shape *x = &e->in_shape[X];
    static const char letters[] = "cdhw";
    const bool constant = p->type == TYPE_CONSTANT;
    padding_job j = {.from = sn_tensor_data(e->in[X]), .to = e->out_data[0], .value = p->value};
    SN_TRY(sn_eval_elem(e, X, &j.elem));
    if (constant) {
        if (j.elem != 1 && j.elem != 4)
            return sn_node_fail(e->ctx, e->node, SN_E_UNSUPPORTED,
                                "a border of %s is not evaluated", sn_type_name(e->in[X]->type));
    }
    if (uses_values(p, x->rank) && e->in[PER_CHANNEL]) {
        if (e->in[PER_CHANNEL]->type != SN_TYPE_f32)
            return sn_node_fail(e->ctx, e->node, SN_E_UNSUPPORTED,
                                "values for the border are %s, f32 expected",
                                sn_type_name(e->in[PER_CHANNEL]->type));
        j.per_channel = sn_tensor_f32(e->in[PER_CHANNEL]);
    }
    const ncnn_border b = border_of(p, x->rank);
    for (int k = 0; k < 4; k++) {
        int axis = sn_letter_axis(letters[k], x->rank);
        j.x.d[k] = axis < 0 ? 1 : x->d[axis];
        j.y.d[k] = axis < 0 ? 1 : e->out_shape[0].d[axis];
        int64_t *map = SN_NEW_N(e->arena, int64_t, j.y.d[k]);
        for (int64_t i = 0; i < j.y.d[k] && axis >= 0; i++)
            map[i] = source_index(p->type, i, b.begin[axis], j.x.d[k]);
        j.map[k] = map;
    }
    sn_parallel_for(e->ctx, j.y.d[0], pad_channel, &j);
    return SN_OK;
}

static const sn_slot slots[] = {
    {"x", 0}, {"per_channel", SN_SLOT_OPTIONAL | SN_SLOT_WEIGHT}, {NULL, 0}};
static const char *const type_names[] = {"constant", "replicate", "reflect", NULL};

static const sn_param params[] = {
    SN_P_INT(padding_params, top, 0, 0, INT32_MAX, "rows before"),
    SN_P_INT(padding_params, bottom, 0, 0, INT32_MAX, "rows behind"),
    SN_P_INT(padding_params, left, 0, 0, INT32_MAX, "columns before"),
    SN_P_INT(padding_params, right, 0, 0, INT32_MAX, "columns behind"),
    SN_P_INT(padding_params, front, 0, 0, INT32_MAX,
             "channels (of rank 3) or depths (of rank 4) before"),
    SN_P_INT(padding_params, behind, 0, 0, INT32_MAX,
             "channels (of rank 3) or depths (of rank 4) behind"),
    SN_P_ENUM(padding_params, type, TYPE_CONSTANT, type_names, "what the border holds"),
    SN_P_F32(padding_params, value, 0, "the constant"),
    SN_P_END,
};

const sn_op sn_ncnn_op_padding = {
    .name = "ncnn.padding",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = x with a border along axes that have letters",
    .slots = slots,
    .types = "any,float->any",
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_INJECTIVE,
    .params_bytes = sizeof(padding_params),
    .params = params,
    .resolve = resolve,
    .infer = infer,
    .eval = eval,
    .evaluates_rest = true,
    .cost = sn_cost_none,
};
