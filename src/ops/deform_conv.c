/* SPDX-License-Identifier: Apache-2.0
 *
 * deform_conv (Dai et al., "Deformable Convolutional Networks", 2017; with a mask, Zhu et al.,
 * 2018): each tap reads x at its place plus an offset, bilinearly; what lies outside x counts as
 * 0. Negative pads are valid: they crop. */
#include "ops/activation.h"
#include "ops/deform_conv.h"

#include "ops/product.h"
#include "ops/param_summary.h"
#include "ops/affine_maps.h"
#include "ops/rule.h"
#include "ops/window.h"

#include <math.h>

static const sn_slot slots[] = {{"x", 0},
                                {"offset", 0},
                                {"mask", SN_SLOT_OPTIONAL},
                                {"weight", SN_SLOT_WEIGHT},
                                {"bias", SN_SLOT_WEIGHT | SN_SLOT_OPTIONAL},
                                {NULL, 0}};

static const sn_param params[] = {
    SN_P_INTS_OF(sn_deform_conv_params, stride, 1, "step of the window along h, w; empty: 1"),
    SN_P_INTS_OF(sn_deform_conv_params, dilation, 1, "distance of taps along h, w; empty: 1"),
    SN_P_INTS_OF(sn_deform_conv_params, pad_begin, 0, "elements put before x; negative: left out"),
    SN_P_INTS_OF(sn_deform_conv_params, pad_end, 0, "elements put after x; negative: left out"),
    SN_P_INT(sn_deform_conv_params, group, 1, 1, SN_WINDOW_MAX,
             "groups that channels are divided into"),
    SN_P_ACT(sn_deform_conv_params, act, "activation of the result"),
    SN_P_END};

static const char *validate(const void *params_, sn_arena *arena)
{
    const sn_deform_conv_params *p = params_;
    const char *wrong = sn_window_check(arena, 2, 0, &p->stride, &p->dilation);
    if (!wrong)
        wrong = sn_list_check(arena, "pad_begin", &p->pad_begin, 2, -(int32_t)SN_WINDOW_MAX,
                              SN_WINDOW_MAX);
    if (!wrong)
        wrong =
            sn_list_check(arena, "pad_end", &p->pad_end, 2, -(int32_t)SN_WINDOW_MAX, SN_WINDOW_MAX);
    return wrong;
}

sn_window_params sn_deform_conv_window(const sn_deform_conv_params *p)
{
    return (sn_window_params){2,           &p->stride,      &p->dilation, &p->pad_begin,
                              &p->pad_end, SN_PAD_EXPLICIT, true};
}

/* offset or mask: [n][oh][ow] */
static sn_status check_map(const sn_infer *in, unsigned slot, const char *what, sn_dim n,
                           const sn_shape *out)
{
    const sn_shape s = sn_shape_rule_shape(in, slot);
    if (s.rank < 0) return SN_OK;
    if (s.rank != 3)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%s has rank %d, 3 expected", what,
                            s.rank);
    SN_TRY(sn_shape_rule_size(in, what, s.d[0], n));
    SN_TRY(sn_shape_rule_size(in, what, s.d[1], out->d[1]));
    return sn_shape_rule_size(in, what, s.d[2], out->d[2]);
}

static sn_status infer(sn_infer *in)
{
    const sn_deform_conv_params *p = in->params;
    sn_conv_weight w;
    sn_spatial s;
    SN_TRY(sn_conv_weight_of(in, SN_DEFORM_CONV_WEIGHT, 2, p->group, &w));
    SN_TRY(sn_count_check(in, SN_DEFORM_CONV_BIAS, "the bias", w.oc));
    SN_TRY(sn_spatial_of(in, &in->in_shape[SN_DEFORM_CONV_X], 0, 2, &s));
    if (s.known && w.known)
        SN_TRY(sn_rule_size_inside(in, "number of input channels", s.shape.d[0], w.ic));
    sn_shape *out = &in->out_shape[0];
    out->rank = 3;
    out->d[0] = w.known ? w.oc : sn_shape_rule_symbol(in, 0, 0);
    const sn_window_params window = sn_deform_conv_window(p);
    for (int i = 0; i < 2; i++)
        SN_TRY(sn_window_size(in, &window, &s, w.kernel, i, &out->d[1 + i]));
    if (!w.known || !sn_dim_known(w.kernel[0]) || !sn_dim_known(w.kernel[1])) return SN_OK;
    const int64_t taps = w.kernel[0] * w.kernel[1];
    SN_TRY(check_map(in, SN_DEFORM_CONV_OFFSET, "a size of offset", 2 * taps, out));
    return check_map(in, SN_DEFORM_CONV_MASK, "a size of mask", taps, out);
}

/* ---- evaluation ------------------------------------------------------------------------------ */

typedef struct deform_run {
    sn_elems x, offset, mask, bias, y;
    sn_window w;
    int64_t icg, ocg, taps, in_plane, out_plane;
} deform_run;

/* x at a place between elements. */
static double between(sn_elems plane, int64_t h, int64_t w, double py, double px)
{
    if (!(py > -1 && px > -1 && py < (double)h && px < (double)w)) return 0;
    const int64_t y = (int64_t)floor(py), x = (int64_t)floor(px);
    const double fy = py - (double)y, fx = px - (double)x;
    double sum = 0;
    if (y >= 0 && x >= 0) sum += (1 - fy) * (1 - fx) * sn_elems_at(plane, y * w + x);
    if (y >= 0 && x + 1 < w) sum += (1 - fy) * fx * sn_elems_at(plane, y * w + x + 1);
    if (y + 1 < h && x >= 0) sum += fy * (1 - fx) * sn_elems_at(plane, (y + 1) * w + x);
    if (y + 1 < h && x + 1 < w) sum += fy * fx * sn_elems_at(plane, (y + 1) * w + x + 1);
    return sum;
}

static void unfold(const void *user, int64_t group, int64_t k0, int64_t depth, int64_t j0,
                   int64_t n, double *b)
{
    const deform_run *r = user;
    const sn_window *w = &r->w;
    for (int64_t k = 0; k < depth; k++, b += SN_TILE) {
        const int64_t tap = (k0 + k) % r->taps, ky = tap / w->kernel[2], kx = tap % w->kernel[2];
        const sn_elems plane =
            sn_elems_from(r->x, (group * r->icg + (k0 + k) / r->taps) * r->in_plane);
        const sn_elems dy = sn_elems_from(r->offset, 2 * tap * r->out_plane),
                       dx = sn_elems_from(dy, r->out_plane);
        for (int64_t j = 0; j < sn_tile_round(n); j++) b[j] = 0;
        for (int64_t j = 0; j < n; j++) {
            const int64_t at = j0 + j, oy = at / w->out[2], ox = at % w->out[2];
            /* places are worked out in the type of the offsets */
            const double py = sn_elems_rounded(
                dy, (double)(oy * w->stride[1] - w->begin[1] + ky * w->dilation[1]) +
                        sn_elems_at(dy, at));
            const double px = sn_elems_rounded(
                dx, (double)(ox * w->stride[2] - w->begin[2] + kx * w->dilation[2]) +
                        sn_elems_at(dx, at));
            double v = between(plane, w->in[1], w->in[2], py, px);
            if (r->mask.data) v *= sn_elems_at(r->mask, tap * r->out_plane + at);
            b[j] = sn_elems_rounded(r->x, v);
        }
    }
}

static void store(const void *user, int64_t group, int64_t i0, int64_t m, int64_t j0, int64_t n,
                  const double *acc)
{
    const deform_run *r = user;
    for (int64_t i = 0; i < m; i++) {
        const int64_t oc = group * r->ocg + i0 + i;
        const double bias = r->bias.data ? sn_elems_at(r->bias, oc) : 0;
        for (int64_t j = 0; j < n; j++)
            sn_elems_put(r->y, oc * r->out_plane + j0 + j, acc[i * SN_TILE + j] + bias);
    }
}

static sn_status eval(sn_eval *e)
{
    const sn_deform_conv_params *p = e->params;
    SN_TRY(sn_eval_ready(e));
    const sn_shape *w = &e->in_shape[SN_DEFORM_CONV_WEIGHT];
    const sn_extent x = sn_extent_of(&e->in_shape[SN_DEFORM_CONV_X], 0, 2);
    const sn_window_params window = sn_deform_conv_window(p);
    deform_run r = {.x = sn_eval_elems(e, SN_DEFORM_CONV_X),
                    .offset = sn_eval_elems(e, SN_DEFORM_CONV_OFFSET),
                    .mask = sn_eval_elems(e, SN_DEFORM_CONV_MASK),
                    .bias = sn_eval_elems(e, SN_DEFORM_CONV_BIAS),
                    .y = sn_eval_out_elems(e, 0),
                    .icg = w->d[1],
                    .ocg = w->d[0] / p->group};
    sn_window_of(&window, &x, w->d + 2, &r.w);
    r.taps = w->d[2] * w->d[3];
    r.in_plane = r.w.in[1] * r.w.in[2];
    r.out_plane = r.w.out[1] * r.w.out[2];
    const sn_product_job job = {.n_groups = p->group,
                                .m = r.ocg,
                                .n = r.out_plane,
                                .depth = r.icg * r.taps,
                                .a = sn_eval_elems(e, SN_DEFORM_CONV_WEIGHT),
                                .group_stride = r.ocg * r.icg * r.taps,
                                .row = r.icg * r.taps,
                                .step = 1,
                                .pack = unfold,
                                .store = store,
                                .user = &r};
    sn_product(e->ctx, e->arena, &job);
    return sn_eval_act(e, &p->act);
}

/* ---- facts ----------------------------------------------------------------------------------- */

static sn_answer fold_out(const sn_node *node, sn_arena *arena, sn_fold_out *out)
{
    (void)arena;
    bool no_shift;
    const sn_answer answer = sn_weight_folds_factors(node, SN_DEFORM_CONV_WEIGHT, &no_shift);
    if (answer.is != SN_YES) return answer;
    *out = (sn_fold_out){.axis = 0,
                         .n = sn_in(node, SN_DEFORM_CONV_WEIGHT)->shape.d[0],
                         .n_scaled = 1,
                         .scaled = {SN_DEFORM_CONV_WEIGHT},
                         .shifted = SN_DEFORM_CONV_BIAS,
                         .no_shift = no_shift};
    return SN_ANSWER_YES;
}

/* It reads 0 beyond the edges. */
static sn_answer fold_in(const sn_node *node, uint16_t slot, const sn_affine *map, sn_arena *arena,
                         sn_fold_in *out)
{
    (void)arena;
    const sn_deform_conv_params *p = node->params;
    if (slot != SN_DEFORM_CONV_X) return SN_ANSWER_NO("the map is not one of its channels");
    sn_answer a = sn_affine_map_along(map, 0);
    if (a.is == SN_YES) a = sn_affine_map_no_shift(map);
    return a.is == SN_YES ? sn_fold_in_rows(node, SN_DEFORM_CONV_WEIGHT, p->group, map, out) : a;
}

static void cost(const sn_infer *in, sn_cost *out)
{
    const sn_shape w = sn_shape_rule_shape(in, SN_DEFORM_CONV_WEIGHT);
    if (w.rank != 4 || !sn_dim_known(w.d[0]) || w.d[0] == 0) return;
    sn_conv_cost(in, SN_DEFORM_CONV_WEIGHT, sn_shape_count(&in->out_shape[0]) / w.d[0], out);
}

const sn_op sn_op_deform_conv = {
    .name = "deform_conv",
    .synopsis = "y = act(sum over channels and taps of weight * mask * x(tap + offset) + bias)",
    .slots = slots,
    .types = "float,float->float",
    .wide = true,
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_deform_conv_params),
    .params = params,
    .validate = validate,
    .infer = infer,
    .eval = eval,
    .fold_out = fold_out,
    .fold_in = fold_in,
    .has_act = true,
    .act_offset = offsetof(sn_deform_conv_params, act),
    .cost = cost,
    .param_summary = sn_param_summary_window,
};
