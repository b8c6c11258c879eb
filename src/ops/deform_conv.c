/* SPDX-License-Identifier: Apache-2.0
 *
 * deform_conv: ONNX DeformConv-22 (Dai et al., "Deformable Convolutional Networks", 2017; with a
 * mask, Zhu et al., 2018). Each tap reads x at its place plus an offset, linearly between elements;
 * what lies outside x counts as 0. The input channels of one of offset_group groups share their
 * offsets and masks. */
#include "ops/activation.h"
#include "ops/deform_conv.h"

#include "ops/product.h"
#include "ops/param_summary.h"
#include "ops/affine_maps.h"
#include "ops/grad/grad.h"
#include "ops/rule.h"
#include "ops/window.h"

#include <math.h>

const sn_slot sn_deform_conv_slots[] = {{"x", 0},
                                        {"offset", 0},
                                        {"mask", SN_SLOT_OPTIONAL},
                                        {"weight", SN_SLOT_WEIGHT},
                                        {"bias", SN_SLOT_WEIGHT | SN_SLOT_OPTIONAL},
                                        {NULL, 0}};

const sn_param sn_deform_conv_param_table[] = {
    SN_P_INT(sn_deform_conv_params, nd, 2, 1, 3, "spatial axes"),
    SN_P_INTS_OF(sn_deform_conv_params, stride, 1,
                 "step of the window along each spatial axis; empty: 1"),
    SN_P_INTS_OF(sn_deform_conv_params, dilation, 1,
                 "distance of taps along each spatial axis; empty: 1"),
    SN_P_INTS_OF(sn_deform_conv_params, pad_begin, 0, "elements put before x"),
    SN_P_INTS_OF(sn_deform_conv_params, pad_end, 0, "elements put after x"),
    SN_P_INT(sn_deform_conv_params, group, 1, 1, SN_WINDOW_MAX,
             "groups that channels are divided into"),
    SN_P_INT(sn_deform_conv_params, offset_group, 1, 1, SN_WINDOW_MAX,
             "groups of input channels with offsets of their own"),
    SN_P_INT(sn_deform_conv_params, axis, 0, 0, SN_MAX_RANK - 2,
             "channel axis; the spatial axes follow, those before are mapped over"),
    SN_P_ACT(sn_deform_conv_params, act, "activation of the result"),
    SN_P_END};

const char *sn_deform_conv_check(const sn_deform_conv_params *p, int32_t least_pad, sn_arena *arena)
{
    const char *wrong = sn_window_check(arena, p->nd, p->axis, &p->stride, &p->dilation);
    if (!wrong)
        wrong = sn_list_check(arena, "pad_begin", &p->pad_begin, p->nd, least_pad, SN_WINDOW_MAX);
    if (!wrong)
        wrong = sn_list_check(arena, "pad_end", &p->pad_end, p->nd, least_pad, SN_WINDOW_MAX);
    return wrong;
}

static const char *validate(const void *p, sn_arena *arena)
{
    return sn_deform_conv_check(p, 0, arena);
}

sn_window_params sn_deform_conv_window(const sn_deform_conv_params *p)
{
    return (sn_window_params){p->nd,       &p->stride,      &p->dilation, &p->pad_begin,
                              &p->pad_end, SN_PAD_EXPLICIT, true};
}

/* offset or mask, with n channels: the mapped and the spatial sizes of the result */
static sn_status check_map(const sn_infer *in, unsigned slot, sn_dim n, const sn_shape *out)
{
    const sn_deform_conv_params *p = in->params;
    const sn_shape s = sn_shape_rule_shape(in, slot);
    SN_TRY(sn_shape_rule_rank(in, slot, out->rank, out->rank));
    const char *what =
        sn_arena_printf(in->arena, "a size of %s", sn_op_slot(in->node->op, slot)->name);
    for (int i = 0; i < s.rank; i++)
        if (i != p->axis) SN_TRY(sn_shape_rule_size(in, what, s.d[i], out->d[i]));
    return s.rank < 0 ? SN_OK : sn_shape_rule_size(in, what, s.d[p->axis], n);
}

static sn_status check_channels(const sn_infer *in, const sn_spatial *x, const sn_conv_weight *w)
{
    const sn_deform_conv_params *p = in->params;
    if (x->known && w->known)
        SN_TRY(sn_rule_size_inside(in, "number of input channels", x->shape.d[x->axis], w->ic));
    if (!sn_dim_known(w->ic) || w->ic % p->offset_group == 0) return SN_OK;
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                        "%lld input channels in %d groups of offsets", (long long)w->ic,
                        p->offset_group);
}

static sn_status infer(sn_infer *in)
{
    const sn_deform_conv_params *p = in->params;
    const sn_window_params window = sn_deform_conv_window(p);
    sn_conv_weight w;
    sn_spatial x;
    SN_TRY(sn_conv_weight_of(in, SN_DEFORM_CONV_WEIGHT, p->nd, p->group, &w));
    SN_TRY(sn_count_check(in, SN_DEFORM_CONV_BIAS, "the bias", w.oc));
    SN_TRY(sn_spatial_of(in, &in->in_shape[SN_DEFORM_CONV_X], p->axis, p->nd, &x));
    SN_TRY(check_channels(in, &x, &w));
    sn_shape *out = &in->out_shape[0];
    out->rank = (int8_t)(p->axis + 1 + p->nd);
    for (int i = 0; i < p->axis; i++)
        out->d[i] = x.known ? x.shape.d[i] : sn_shape_rule_symbol(in, 0, i);
    out->d[p->axis] = w.known ? w.oc : sn_shape_rule_symbol(in, 0, p->axis);
    for (int i = 0; i < p->nd; i++)
        SN_TRY(sn_window_size(in, &window, &x, w.kernel, i, &out->d[p->axis + 1 + i]));
    int64_t taps = 1;
    for (int i = 0; i < p->nd; i++) {
        if (!w.known || !sn_dim_known(w.kernel[i])) return SN_OK;
        taps *= w.kernel[i];
    }
    taps *= p->offset_group;
    SN_TRY(check_map(in, SN_DEFORM_CONV_OFFSET, taps * p->nd, out));
    return check_map(in, SN_DEFORM_CONV_MASK, taps, out);
}

/* ---- evaluation ------------------------------------------------------------------------------ */

typedef struct deform_run {
    sn_elems x, offset, mask, bias, y; /* of one map */
    sn_window w;
    int nd;
    int64_t icg, ocg, shared; /* input channels with the same offsets */
    int64_t taps, in_plane, out_plane;
} deform_run;

/* x at a place between elements, which has 0 along the axes in front of the last nd. */
static double between(const deform_run *r, sn_elems plane, const double place[3])
{
    const int64_t *size = r->w.in;
    int64_t low[3] = {0};
    double part[3] = {0}, sum = 0;
    for (int a = 3 - r->nd; a < 3; a++) {
        if (!(place[a] > -1 && place[a] < (double)size[a])) return 0;
        low[a] = (int64_t)floor(place[a]);
        part[a] = place[a] - (double)low[a];
    }
    for (int corner = 0; corner < 1 << r->nd; corner++) {
        int64_t at = 0;
        double weight = 1;
        bool inside = true;
        for (int a = 3 - r->nd; a < 3; a++) {
            const bool high = corner >> (2 - a) & 1;
            const int64_t i = low[a] + high;
            inside = inside && i >= 0 && i < size[a];
            at = at * size[a] + i;
            weight *= high ? part[a] : 1 - part[a];
        }
        if (inside) sum += weight * sn_elems_at(plane, at);
    }
    return sum;
}

static void unfold(const void *user, int64_t group, int64_t k0, int64_t depth, int64_t j0,
                   int64_t n, double *b)
{
    const deform_run *r = user;
    const sn_window *w = &r->w;
    for (int64_t k = 0; k < depth; k++, b += SN_TILE) {
        const int64_t tap = (k0 + k) % r->taps, channel = group * r->icg + (k0 + k) / r->taps;
        const int64_t of_tap[3] = {tap / w->kernel[2] / w->kernel[1],
                                   tap / w->kernel[2] % w->kernel[1], tap % w->kernel[2]};
        const int64_t map = channel / r->shared * r->taps + tap;
        const sn_elems plane = sn_elems_from(r->x, channel * r->in_plane);
        for (int64_t j = 0; j < sn_tile_round(n); j++) b[j] = 0;
        for (int64_t j = 0; j < n; j++) {
            const int64_t at = j0 + j;
            const int64_t of_y[3] = {at / w->out[2] / w->out[1], at / w->out[2] % w->out[1],
                                     at % w->out[2]};
            double place[3] = {0};
            for (int a = 3 - r->nd; a < 3; a++) {
                const sn_elems offset =
                    sn_elems_from(r->offset, (map * r->nd + a - (3 - r->nd)) * r->out_plane);
                const int64_t base =
                    of_y[a] * w->stride[a] - w->begin[a] + of_tap[a] * w->dilation[a];
                /* places are worked out in the type of the offsets */
                place[a] = sn_elems_rounded(offset, (double)base + sn_elems_at(offset, at));
            }
            double v = between(r, plane, place);
            if (r->mask.data) v *= sn_elems_at(r->mask, map * r->out_plane + at);
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
    const sn_extent x = sn_extent_of(&e->in_shape[SN_DEFORM_CONV_X], p->axis, p->nd);
    const sn_window_params window = sn_deform_conv_window(p);
    deform_run r = {.x = sn_eval_elems(e, SN_DEFORM_CONV_X),
                    .offset = sn_eval_elems(e, SN_DEFORM_CONV_OFFSET),
                    .mask = sn_eval_elems(e, SN_DEFORM_CONV_MASK),
                    .bias = sn_eval_elems(e, SN_DEFORM_CONV_BIAS),
                    .y = sn_eval_out_elems(e, 0),
                    .nd = p->nd,
                    .icg = w->d[1],
                    .ocg = w->d[0] / p->group,
                    .shared = x.channels / p->offset_group};
    sn_window_of(&window, &x, w->d + 2, &r.w);
    r.taps = r.w.kernel[0] * r.w.kernel[1] * r.w.kernel[2];
    r.in_plane = r.w.in[0] * r.w.in[1] * r.w.in[2];
    r.out_plane = r.w.out[0] * r.w.out[1] * r.w.out[2];
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
    const int64_t masks = p->offset_group * r.taps * r.out_plane;
    for (int64_t map = 0; map < x.maps; map++) {
        sn_product(e->ctx, e->arena, &job);
        r.x = sn_elems_from(r.x, x.channels * r.in_plane);
        r.offset = sn_elems_from(r.offset, masks * r.nd);
        r.mask = sn_elems_from(r.mask, masks);
        r.y = sn_elems_from(r.y, w->d[0] * r.out_plane);
    }
    return sn_eval_act(e, &p->act);
}

/* ---- facts ----------------------------------------------------------------------------------- */

static sn_answer fold_out(const sn_node *node, sn_arena *arena, sn_fold_out *out)
{
    (void)arena;
    const sn_deform_conv_params *p = node->params;
    bool no_shift;
    const sn_answer answer = sn_weight_folds_factors(node, SN_DEFORM_CONV_WEIGHT, &no_shift);
    if (answer.is != SN_YES) return answer;
    *out = (sn_fold_out){.axis = p->axis,
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
    sn_answer a = sn_affine_map_along(map, p->axis);
    if (a.is == SN_YES) a = sn_affine_map_no_shift(map);
    return a.is == SN_YES ? sn_fold_in_rows(node, SN_DEFORM_CONV_WEIGHT, p->group, map, out) : a;
}

static void cost(const sn_infer *in, sn_cost *out)
{
    const sn_shape w = sn_shape_rule_shape(in, SN_DEFORM_CONV_WEIGHT);
    if (w.rank < 0 || !sn_dim_known(w.d[0]) || w.d[0] == 0) return;
    sn_conv_cost(in, SN_DEFORM_CONV_WEIGHT, sn_shape_count(&in->out_shape[0]) / w.d[0], out);
}

const sn_op sn_op_deform_conv = {
    .name = "deform_conv",
    .synopsis = "y = act(sum over channels and taps of weight * mask * x(tap + offset) + bias)",
    .slots = sn_deform_conv_slots,
    .types = "float,float->float",
    .wide = true,
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_deform_conv_params),
    .params = sn_deform_conv_param_table,
    .validate = validate,
    .infer = infer,
    .eval = eval,
    .grad = sn_grad_deform_conv,
    .fold_out = fold_out,
    .fold_in = fold_in,
    .has_act = true,
    .act_offset = offsetof(sn_deform_conv_params, act),
    .cost = cost,
    .param_summary = sn_param_summary_window,
};
