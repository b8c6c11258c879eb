/* SPDX-License-Identifier: Apache-2.0
 *
 * linear_attention: attention without a softmax, whose past is one matrix a head (Katharopoulos et
 * al., "Transformers are RNNs", 2020; with decay and the delta rule: Yang et al., "Gated Delta
 * Networks", 2025), as ONNX LinearAttention-27. Row by row the state S decays, takes up k and v,
 * and is read:
 *
 *     S = exp(decay) S,  S = S + k^T (rate (v - k S)),  y = scale q S
 *
 * and without a rate v itself is taken up. */
#include "ops/linear_attention.h"

#include <math.h>
#include <string.h>

#include "base/parallel.h"
#include "ops/elems.h"
#include "ops/rule.h"

static const sn_param params[] = {
    SN_P_F32(sn_linear_attention_params, scale, 0, "factor of what is read; 0: 1 / sqrt(width)"),
    SN_P_END,
};
static const sn_slot slots[] = {
    {"q", 0},
    {"k", 0},
    {"v", 0},
    {"past", SN_SLOT_OPTIONAL},
    {"decay", SN_SLOT_OPTIONAL},
    {"rate", SN_SLOT_OPTIONAL},
    {NULL, 0},
};
static const char *const out_names[] = {"y", "state"};

enum { BATCH, HEADS, ROWS, WIDTH, RANK };

/* Sizes of an input that are those of others; -1: it may be any. */
static sn_status check(const sn_infer *in, unsigned slot, const sn_dim expected[RANK])
{
    static const char *const what[] = {"batch", "groups", "rows", "width"};
    const sn_shape s = sn_shape_rule_shape(in, slot);
    if (s.rank < 0) return SN_OK;
    for (int i = 0; i < RANK; i++) {
        if (expected[i] == -1) continue;
        const char *of =
            sn_arena_printf(in->arena, "%s of %s", what[i], sn_op_slot(in->node->op, slot)->name);
        SN_TRY(sn_shape_rule_size(in, of, s.d[i], expected[i]));
    }
    return SN_OK;
}

static sn_status infer(sn_infer *in)
{
    const sn_shape q = in->in_shape[SN_LINEAR_ATTENTION_Q], k = in->in_shape[SN_LINEAR_ATTENTION_K];
    const sn_shape v = in->in_shape[SN_LINEAR_ATTENTION_V];
    for (unsigned i = 0; i < in->n_in; i++)
        if (in->present[i]) SN_TRY(sn_shape_rule_rank(in, i, RANK, RANK));
    if (q.rank < 0 || k.rank < 0 || v.rank < 0) return SN_OK;
    const sn_dim decay = sn_shape_rule_has(in, SN_LINEAR_ATTENTION_DECAY)
                             ? in->in_shape[SN_LINEAR_ATTENTION_DECAY].d[WIDTH]
                             : 1;
    SN_TRY(check(in, SN_LINEAR_ATTENTION_K, (sn_dim[]){q.d[BATCH], -1, q.d[ROWS], q.d[WIDTH]}));
    SN_TRY(check(in, SN_LINEAR_ATTENTION_V, (sn_dim[]){q.d[BATCH], k.d[HEADS], q.d[ROWS], -1}));
    SN_TRY(check(in, SN_LINEAR_ATTENTION_PAST,
                 (sn_dim[]){q.d[BATCH], k.d[HEADS], q.d[WIDTH], v.d[WIDTH]}));
    SN_TRY(check(
        in, SN_LINEAR_ATTENTION_DECAY,
        (sn_dim[]){q.d[BATCH], k.d[HEADS], q.d[ROWS], sn_dim_equal(decay, 1) ? -1 : q.d[WIDTH]}));
    SN_TRY(check(in, SN_LINEAR_ATTENTION_RATE, (sn_dim[]){q.d[BATCH], k.d[HEADS], q.d[ROWS], 1}));
    if (sn_dim_known(q.d[HEADS]) && sn_dim_known(k.d[HEADS]) &&
        (k.d[HEADS] < 1 || q.d[HEADS] % k.d[HEADS]))
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "k has %lld groups, a divisor of the %lld heads expected",
                            (long long)k.d[HEADS], (long long)q.d[HEADS]);
    in->out_shape[0] = SN_SHAPE(q.d[BATCH], q.d[HEADS], q.d[ROWS], v.d[WIDTH]);
    in->out_shape[1] = SN_SHAPE(q.d[BATCH], k.d[HEADS], q.d[WIDTH], v.d[WIDTH]);
    return SN_OK;
}

typedef struct linear_attention_work {
    sn_elems q, k, v, past, decay, rate, y, state;
    int64_t heads, groups, rows, width, out, decays; /* decays: width of the decay */
    double scale, *memory;                           /* of each group: its state, and a row */
} linear_attention_work;

/* One row of a group: the state takes it up. */
static void take_up(const linear_attention_work *w, int64_t group, int64_t row, double *s)
{
    const int64_t at = group * w->rows + row;
    double *r = s + w->width * w->out;
    const sn_elems k = sn_elems_from(w->k, at * w->width), v = sn_elems_from(w->v, at * w->out);
    for (int64_t d = 0; w->decay.data && d < w->width; d++) {
        const double keeps = exp(sn_elems_at(w->decay, at * w->decays + (w->decays > 1 ? d : 0)));
        for (int64_t m = 0; m < w->out; m++) s[d * w->out + m] *= keeps;
    }
    for (int64_t m = 0; m < w->out; m++) {
        r[m] = sn_elems_at(v, m);
        for (int64_t d = 0; w->rate.data && d < w->width; d++)
            r[m] -= s[d * w->out + m] * sn_elems_at(k, d);
        if (w->rate.data) r[m] *= sn_elems_at(w->rate, at);
    }
    for (int64_t d = 0; d < w->width; d++)
        for (int64_t m = 0; m < w->out; m++) s[d * w->out + m] += sn_elems_at(k, d) * r[m];
}

static void one_group(void *user, int64_t i)
{
    const linear_attention_work *w = user;
    const int64_t size = w->width * w->out, per_group = w->heads / w->groups;
    const int64_t first = i / w->groups * w->heads + i % w->groups * per_group;
    double *s = w->memory + i * (size + w->out);
    for (int64_t j = 0; j < size; j++) s[j] = w->past.data ? sn_elems_at(w->past, i * size + j) : 0;
    for (int64_t row = 0; row < w->rows; row++) {
        take_up(w, i, row, s);
        for (int64_t h = first; h < first + per_group; h++) {
            const sn_elems q = sn_elems_from(w->q, (h * w->rows + row) * w->width);
            for (int64_t m = 0; m < w->out; m++) {
                double sum = 0;
                for (int64_t d = 0; d < w->width; d++) sum += sn_elems_at(q, d) * s[d * w->out + m];
                sn_elems_put(w->y, (h * w->rows + row) * w->out + m, w->scale * sum);
            }
        }
    }
    for (int64_t j = 0; j < size; j++) sn_elems_put(w->state, i * size + j, s[j]);
}

static sn_status eval(sn_eval *e)
{
    SN_TRY(sn_eval_ready(e));
    const float scale = ((const sn_linear_attention_params *)e->params)->scale;
    const sn_shape *q = &e->in_shape[SN_LINEAR_ATTENTION_Q];
    const int64_t groups = e->in_shape[SN_LINEAR_ATTENTION_K].d[HEADS],
                  out = e->in_shape[SN_LINEAR_ATTENTION_V].d[WIDTH], width = q->d[WIDTH];
    linear_attention_work w = {
        .q = sn_eval_elems(e, SN_LINEAR_ATTENTION_Q),
        .k = sn_eval_elems(e, SN_LINEAR_ATTENTION_K),
        .v = sn_eval_elems(e, SN_LINEAR_ATTENTION_V),
        .past = sn_eval_elems(e, SN_LINEAR_ATTENTION_PAST),
        .decay = sn_eval_elems(e, SN_LINEAR_ATTENTION_DECAY),
        .rate = sn_eval_elems(e, SN_LINEAR_ATTENTION_RATE),
        .y = sn_eval_out_elems(e, 0),
        .state = sn_eval_out_elems(e, 1),
        .heads = q->d[HEADS],
        .groups = groups,
        .rows = q->d[ROWS],
        .width = width,
        .out = out,
        .scale = scale == 0 ? 1 / sqrt((double)width) : (double)scale,
        .memory = SN_NEW_N(e->arena, double, q->d[BATCH] * groups * (width + 1) * out)};
    if (w.decay.data) w.decays = e->in_shape[SN_LINEAR_ATTENTION_DECAY].d[WIDTH];
    sn_parallel_for(e->ctx, q->d[BATCH] * groups, one_group, &w);
    return SN_OK;
}

static void cost(const sn_infer *in, sn_cost *out)
{
    const sn_shape *q = &in->in_shape[SN_LINEAR_ATTENTION_Q], *y = &in->out_shape[0];
    if (!sn_shape_known(q) || !sn_shape_known(y)) return;
    out->macs = 3 * sn_shape_elements(q) * (double)y->d[WIDTH];
}

const sn_op sn_op_linear_attention = {
    .name = "linear_attention",
    .synopsis = "y = scale q S of a state S that takes up k and v row by row",
    .slots = slots,
    .types = "float->float",
    .wide = true,
    .n_out = 2,
    .out_names = out_names,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(sn_linear_attention_params),
    .params = params,
    .infer = infer,
    .eval = eval,
    .cost = cost,
};
