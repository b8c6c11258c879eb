/* SPDX-License-Identifier: Apache-2.0
 *
 * Gradient of deform_conv. What a tap of a channel reads, v, counts mask * sum over its output
 * channels of weight * dy; that goes to the elements that v is between, and to the offsets by the
 * slopes there. A tap that reads outside x has none. */
#include "ops/deform_conv_gradient.h"

#include <math.h>

#include "base/parallel.h"
#include "ops/elems.h"
#include "ops/param_summary.h"
#include "ops/rule.h"
#include "ops/window.h"

static const char *validate(const void *params, sn_arena *arena)
{
    const sn_deform_conv_params *p = params;
    if (p->act.kind != SN_ACT_NONE) return "act is given, none expected";
    return sn_deform_conv_check(p, 0, arena);
}

static sn_status infer(sn_infer *in)
{
    const sn_shape *dy = &in->in_shape[SN_DEFORM_GRADIENT_DY];
    bool present[SN_DEFORM_CONV_BIAS + 1] = {false};
    for (int i = 0; i < SN_DEFORM_CONV_BIAS; i++) present[i] = in->present[i];
    sn_infer forward = *in;
    sn_shape y = sn_shape_unknown();
    sn_type type = SN_TYPE_UNKNOWN;
    forward.n_in = SN_DEFORM_CONV_BIAS;
    forward.present = present;
    forward.n_out = 1;
    forward.out_shape = &y;
    forward.out_type = &type;
    forward.out_contents = NULL;
    SN_TRY(sn_op_deform_conv.infer(&forward));
    if (dy->rank >= 0 && y.rank >= 0) {
        SN_TRY(sn_shape_rule_rank(in, SN_DEFORM_GRADIENT_DY, y.rank, y.rank));
        for (int i = 0; i < y.rank; i++)
            SN_TRY(sn_shape_rule_size(in, "a size of dy", dy->d[i], y.d[i]));
    }
    for (unsigned i = 0; i < in->n_out; i++)
        sn_shape_rule_give(in, i, in->present[i] ? in->in_shape[i] : SN_SHAPE(0));
    return SN_OK;
}

typedef struct gradient_run {
    sn_elems x, offset, mask, weight, dy; /* mask: without data, all 1 */
    sn_elems by_x, by_offset, by_mask, by_weight;
    sn_window w;
    int nd;
    int64_t maps, channels, out_channels, icg, ocg, shared, offset_groups;
    int64_t taps, in_plane, out_plane;
    double *sums; /* of x */
} gradient_run;

/* What a tap reads: elements of a plane, their weights, and the slopes of these by the place. */
typedef struct reading {
    int n;
    int64_t at[8];
    double weight[8], slope[3][8];
} reading;

static int64_t offsets_of(const gradient_run *r, int64_t map, int64_t group, int64_t tap)
{
    return (map * r->offset_groups + group) * r->taps + tap;
}

static void read_at(const gradient_run *r, int64_t map, int64_t group, int64_t tap, int64_t at,
                    reading *out)
{
    const sn_window *w = &r->w;
    const int64_t of_tap[3] = {tap / w->kernel[2] / w->kernel[1], tap / w->kernel[2] % w->kernel[1],
                               tap % w->kernel[2]};
    const int64_t of_y[3] = {at / w->out[2] / w->out[1], at / w->out[2] % w->out[1],
                             at % w->out[2]};
    int64_t low[3] = {0};
    double part[3] = {0};
    out->n = 0;
    for (int a = 3 - r->nd; a < 3; a++) {
        const int64_t row = offsets_of(r, map, group, tap) * r->nd + a - (3 - r->nd);
        const int64_t base = of_y[a] * w->stride[a] - w->begin[a] + of_tap[a] * w->dilation[a];
        const double place = sn_elems_rounded(
            r->offset, (double)base + sn_elems_at(r->offset, row * r->out_plane + at));
        if (!(place > -1 && place < (double)w->in[a])) return;
        low[a] = (int64_t)floor(place);
        part[a] = place - (double)low[a];
    }
    for (int corner = 0; corner < 1 << r->nd; corner++) {
        double weight = 1, slope[3] = {1, 1, 1};
        int64_t place = 0;
        bool inside = true;
        for (int a = 3 - r->nd; a < 3; a++) {
            const bool high = corner >> (2 - a) & 1;
            const int64_t i = low[a] + high;
            const double own = high ? part[a] : 1 - part[a];
            inside = inside && i >= 0 && i < w->in[a];
            place = place * w->in[a] + i;
            weight *= own;
            for (int k = 0; k < 3; k++) slope[k] *= k == a ? (high ? 1 : -1) : own;
        }
        if (!inside) continue;
        out->at[out->n] = place;
        out->weight[out->n] = weight;
        for (int k = 0; k < 3; k++) out->slope[k][out->n] = slope[k];
        out->n++;
    }
}

static double mask_at(const gradient_run *r, int64_t map, int64_t group, int64_t tap, int64_t at)
{
    return r->mask.data ? sn_elems_at(r->mask, offsets_of(r, map, group, tap) * r->out_plane + at)
                        : 1;
}

/* Where the weights of a tap of an input channel begin, and how far those of the next output
 * channel are. */
static int64_t weight_at(const gradient_run *r, int64_t channel, int64_t tap, int64_t *step)
{
    *step = r->icg * r->taps;
    return (channel / r->icg * r->ocg * r->icg + channel % r->icg) * r->taps + tap;
}

/* The sum of weight * dy over the output channels of that input channel's group. */
static double counts(const gradient_run *r, int64_t map, int64_t channel, int64_t tap, int64_t at)
{
    int64_t step;
    const int64_t first = weight_at(r, channel, tap, &step),
                  oc = map * r->out_channels + channel / r->icg * r->ocg;
    double sum = 0;
    for (int64_t o = 0; o < r->ocg; o++)
        sum += sn_elems_at(r->weight, first + o * step) *
               sn_elems_at(r->dy, (oc + o) * r->out_plane + at);
    return sum;
}

static double value_of(const gradient_run *r, int64_t map, int64_t channel, const reading *v)
{
    const sn_elems plane = sn_elems_from(r->x, (map * r->channels + channel) * r->in_plane);
    double sum = 0;
    for (int k = 0; k < v->n; k++) sum += v->weight[k] * sn_elems_at(plane, v->at[k]);
    return sum;
}

/* Of an input channel in all maps: its planes, and its weights. */
static void one_channel(void *user, int64_t channel)
{
    const gradient_run *r = user;
    const int64_t group = channel / r->shared;
    for (int64_t tap = 0; tap < r->taps; tap++) {
        int64_t step;
        const int64_t first = weight_at(r, channel, tap, &step);
        for (int64_t o = 0; o < r->ocg; o++) {
            double sum = 0;
            for (int64_t map = 0; map < r->maps; map++) {
                const int64_t oc = map * r->out_channels + channel / r->icg * r->ocg + o;
                double *sums = r->sums + (map * r->channels + channel) * r->in_plane;
                for (int64_t at = 0; at < r->out_plane; at++) {
                    reading v;
                    read_at(r, map, group, tap, at, &v);
                    const double mask = mask_at(r, map, group, tap, at);
                    sum += sn_elems_at(r->dy, oc * r->out_plane + at) * mask *
                           value_of(r, map, channel, &v);
                    const double by = o == 0 ? counts(r, map, channel, tap, at) * mask : 0;
                    for (int k = 0; o == 0 && k < v.n; k++) sums[v.at[k]] += by * v.weight[k];
                }
            }
            sn_elems_put(r->by_weight, first + o * step, sum);
        }
    }
    for (int64_t map = 0; map < r->maps; map++)
        for (int64_t i = 0; i < r->in_plane; i++) {
            const int64_t at = (map * r->channels + channel) * r->in_plane + i;
            sn_elems_put(r->by_x, at, r->sums[at]);
        }
}

/* A tap of a group of offsets, in one map: its offsets and its mask, over the group's channels. */
static void one_map(void *user, int64_t i)
{
    const gradient_run *r = user;
    const int64_t tap = i % r->taps, group = i / r->taps % r->offset_groups,
                  map = i / r->taps / r->offset_groups;
    for (int64_t at = 0; at < r->out_plane; at++) {
        const double mask = mask_at(r, map, group, tap, at);
        double by_mask = 0, by_place[3] = {0};
        reading v;
        read_at(r, map, group, tap, at, &v);
        for (int64_t c = group * r->shared; c < (group + 1) * r->shared && v.n > 0; c++) {
            const sn_elems plane = sn_elems_from(r->x, (map * r->channels + c) * r->in_plane);
            const double by = counts(r, map, c, tap, at);
            by_mask += by * value_of(r, map, c, &v);
            for (int k = 0; k < v.n; k++)
                for (int a = 0; a < 3; a++)
                    by_place[a] += by * mask * v.slope[a][k] * sn_elems_at(plane, v.at[k]);
        }
        for (int a = 0; a < r->nd; a++)
            sn_elems_put(r->by_offset, (i * r->nd + a) * r->out_plane + at,
                         by_place[3 - r->nd + a]);
        if (r->mask.data) sn_elems_put(r->by_mask, i * r->out_plane + at, by_mask);
    }
}

static sn_status eval(sn_eval *e)
{
    const sn_deform_conv_params *p = e->params;
    SN_TRY(sn_eval_ready(e));
    const sn_shape *w = &e->in_shape[SN_DEFORM_CONV_WEIGHT];
    const sn_extent x = sn_extent_of(&e->in_shape[SN_DEFORM_CONV_X], p->axis, p->nd);
    const sn_window_params window = sn_deform_conv_window(p);
    gradient_run r = {
        .x = sn_eval_elems(e, SN_DEFORM_CONV_X),
        .offset = sn_eval_elems(e, SN_DEFORM_CONV_OFFSET),
        .mask = sn_eval_elems(e, SN_DEFORM_CONV_MASK),
        .weight = sn_eval_elems(e, SN_DEFORM_CONV_WEIGHT),
        .dy = sn_eval_elems(e, SN_DEFORM_GRADIENT_DY),
        .by_x = sn_eval_out_elems(e, SN_DEFORM_BY_X),
        .by_offset = sn_eval_out_elems(e, SN_DEFORM_BY_OFFSET),
        .by_mask = sn_eval_out_elems(e, SN_DEFORM_BY_MASK),
        .by_weight = sn_eval_out_elems(e, SN_DEFORM_BY_WEIGHT),
        .nd = p->nd,
        .maps = x.maps,
        .channels = x.channels,
        .out_channels = w->d[0],
        .icg = w->d[1],
        .ocg = w->d[0] / p->group,
        .shared = x.channels / p->offset_group,
        .offset_groups = p->offset_group,
        .sums = SN_NEW_N(e->arena, double, sn_shape_count(&e->in_shape[SN_DEFORM_CONV_X]))};
    sn_window_of(&window, &x, w->d + 2, &r.w);
    r.taps = r.w.kernel[0] * r.w.kernel[1] * r.w.kernel[2];
    r.in_plane = r.w.in[0] * r.w.in[1] * r.w.in[2];
    r.out_plane = r.w.out[0] * r.w.out[1] * r.w.out[2];
    sn_parallel_for(e->ctx, r.channels, one_channel, &r);
    sn_parallel_for(e->ctx, r.maps * r.offset_groups * r.taps, one_map, &r);
    return SN_OK;
}

static const sn_slot slots[] = {{"x", 0},      {"offset", 0}, {"mask", SN_SLOT_OPTIONAL},
                                {"weight", 0}, {"dy", 0},     {NULL, 0}};
static const char *const out_names[] = {"by_x", "by_offset", "by_mask", "by_weight"};

const sn_op sn_op_deform_conv_gradient = {
    .name = "deform_conv_gradient",
    .synopsis = "gradients by the inputs of a deform_conv, of that by its result",
    .slots = slots,
    .types = "float,float,float,float,float->float,float,float,float",
    .wide = true,
    .n_out = 4,
    .out_names = out_names,
    .kind = SN_FUSE_OPAQUE,
    .traits = SN_TRAIT_SQUARES,
    .params_bytes = sizeof(sn_deform_conv_params),
    .params = sn_deform_conv_param_table,
    .validate = validate,
    .infer = infer,
    .eval = eval,
    .param_summary = sn_param_summary_window,
};
