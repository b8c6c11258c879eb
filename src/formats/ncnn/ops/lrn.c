/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn.lrn: local response normalisation (Krizhevsky et al., 2012), over neighbouring channels or
 * over a window within each channel. A value of rank 1 or 2 is one channel; of a value of rank 4
 * only the first slice along d of each channel is normalised, and the others pass through. An even
 * window takes in one channel more than its size says; within a channel it does not.
 *
 * An odd window over the channels of an image is an lrn. */
#include "base/num.h"
#include "base/parallel.h"
#include "formats/ncnn/ops/ops.h"
#include "ops/elems.h"
#include "ops/lrn.h"
#include "ops/rule.h"

enum { ACROSS_CHANNELS, WITHIN_CHANNEL };

typedef struct sn_ncnn_lrn_params {
    int32_t region_type, local_size;
    float alpha, beta, bias;
} sn_ncnn_lrn_params;

static const char *const regions[] = {"across_channels", "within_channel", NULL};
static const sn_param params[] = {
    SN_P_ENUM(sn_ncnn_lrn_params, region_type, ACROSS_CHANNELS, regions, "what the window spans"),
    SN_P_INT(sn_ncnn_lrn_params, local_size, 5, 1, 32767,
             "size of the window, in channels or pixels"),
    SN_P_F32(sn_ncnn_lrn_params, alpha, 1, "factor of the mean square"),
    SN_P_F32(sn_ncnn_lrn_params, beta, 0.75, "exponent"),
    SN_P_F32(sn_ncnn_lrn_params, bias, 1, "added to the mean square"),
    SN_P_END,
};
static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

static sn_status infer(sn_infer *in)
{
    SN_TRY(sn_shape_rule_rank(in, 0, 1, 4));
    sn_shape_rule_give(in, 0, in->in_shape[0]);
    return SN_OK;
}

typedef struct lrn_work {
    const sn_ncnn_lrn_params *p;
    sn_elems x, y;
    int64_t c, h, w,
        stride; /* stride: elements from channel to channel, of which the first h*w are looked at */
} lrn_work;

static double across(const lrn_work *w, int64_t q, int64_t i)
{
    int64_t half = w->p->local_size / 2;
    int64_t lo = q - half < 0 ? 0 : q - half;
    int64_t hi = q + half >= w->c ? w->c - 1 : q + half;
    double sum = 0;
    for (int64_t p = lo; p <= hi; p++) {
        const double v = sn_elems_at(w->x, p * w->stride + i);
        sum += v * v;
    }
    return sum / w->p->local_size;
}

static double within(const lrn_work *w, int64_t q, int64_t i)
{
    int64_t size = w->p->local_size, top = i / w->w - size / 2, left = i % w->w - size / 2;
    double sum = 0;
    for (int64_t y = top < 0 ? 0 : top; y < top + size && y < w->h; y++) {
        for (int64_t x = left < 0 ? 0 : left; x < left + size && x < w->w; x++) {
            const double v = sn_elems_at(w->x, q * w->stride + y * w->w + x);
            sum += v * v;
        }
    }
    return sum / ((double)size * (double)size);
}

static void one_channel(void *user, int64_t q)
{
    const lrn_work *w = user;
    const sn_ncnn_lrn_params *p = w->p;
    bool is_across = p->region_type == ACROSS_CHANNELS;
    for (int64_t i = 0; i < w->stride; i++) {
        double v = sn_elems_at(w->x, q * w->stride + i);
        if (i < w->h * w->w) {
            double mean = is_across ? across(w, q, i) : within(w, q, i);
            v *= pow((double)p->bias + (double)p->alpha * mean, -(double)p->beta);
        }
        sn_elems_put(w->y, q * w->stride + i, v);
    }
}

static sn_status eval(sn_eval *e)
{
    SN_TRY(sn_eval_ready(e));
    const sn_shape *s = &e->in_shape[0];
    int r = s->rank;
    lrn_work w = {e->params,
                  sn_eval_elems(e, 0),
                  sn_eval_out_elems(e, 0),
                  r > 2 ? s->d[0] : 1,
                  r > 1 ? s->d[r - 2] : 1,
                  s->d[r - 1],
                  sn_span_count(s, r > 2 ? 1 : 0, r)};
    sn_parallel_for(e->ctx, w.c, one_channel, &w);
    return SN_OK;
}

static void cost(const sn_infer *in, sn_cost *out)
{
    const sn_ncnn_lrn_params *p = in->params;
    double window = p->local_size;
    if (p->region_type == WITHIN_CHANNEL) window *= window;
    out->flops = (2 * window + 20) * sn_shape_elements(&in->out_shape[0]);
}

static sn_answer resolve(sn_resolve *r)
{
    const sn_ncnn_lrn_params *p = r->in.params;
    const int rank = r->in.in_shape[0].rank;
    sn_value *x = sn_in(r->node, 0);
    if (p->region_type != ACROSS_CHANNELS) return SN_ANSWER_NO("its window lies within a channel");
    if (p->local_size % 2 == 0) return SN_ANSWER_NO("its window takes in more than its size says");
    if (rank < 0) return SN_ANSWER_UNKNOWN("the rank of its input is not known");
    if (rank != 3) return SN_ANSWER_NO("its input is no image");
    const sn_lrn_params q = {
        .axis = 0, .size = p->local_size, .alpha = p->alpha, .beta = p->beta, .bias = p->bias};
    r->made[0] = sn_resolve_node(r, &sn_op_lrn, &q, 1, &x);
    return SN_ANSWER_YES;
}

const sn_op sn_ncnn_op_lrn = {
    .name = "ncnn.lrn",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = x * (bias + alpha * mean of squares in a window)^-beta",
    .slots = slots,
    .types = "float->float",
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_ncnn_lrn_params),
    .params = params,
    .resolve = resolve,
    .infer = infer,
    .eval = eval,
    .cost = cost,
};
