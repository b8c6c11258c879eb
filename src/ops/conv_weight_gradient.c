/* SPDX-License-Identifier: Apache-2.0
 *
 * conv_weight_gradient: dw[o][c][tap] = sum over maps and positions of dy[o] * x[c] where the tap
 * reads it. A matrix product for each map, as that of conv: dy times the unfolded x. */
#include "ops/conv_weight_gradient.h"

#include <string.h>

#include "ops/conv.h"
#include "ops/ops.h"
#include "ops/param_summary.h"
#include "ops/product.h"
#include "ops/rule.h"

static const sn_slot slots[] = {{"x", 0}, {"dy", 0}, {NULL, 0}};

static const sn_param param_table[] = {
    SN_P_INT(sn_conv_weight_gradient_params, nd, 2, 1, 3, "spatial axes"),
    SN_P_INT(sn_conv_weight_gradient_params, group, 1, 1, SN_WINDOW_MAX,
             "groups that channels are divided into"),
    SN_P_INTS(sn_conv_weight_gradient_params, kernel, "size of the weight along each spatial axis"),
    SN_P_INTS_OF(sn_conv_weight_gradient_params, stride, 1,
                 "step of the window along each spatial axis; empty: 1"),
    SN_P_INTS_OF(sn_conv_weight_gradient_params, dilation, 1,
                 "distance of taps along each spatial axis; empty: 1"),
    SN_P_INTS_OF(sn_conv_weight_gradient_params, pad_begin, 0, "zeros before x; empty: 0"),
    SN_P_INTS_OF(sn_conv_weight_gradient_params, pad_end, 0, "zeros after x; empty: 0"),
    SN_P_INT(sn_conv_weight_gradient_params, axis, 0, 0, SN_MAX_RANK - 2,
             "channel axis; the spatial axes follow"),
    SN_P_END};

static const char *validate(const void *params, sn_arena *arena)
{
    const sn_conv_weight_gradient_params *p = params;
    const char *wrong = sn_window_check(arena, p->nd, p->axis, &p->stride, &p->dilation);
    if (!wrong && p->kernel.n != p->nd)
        return sn_arena_printf(arena, "kernel has %d entries, %d expected", p->kernel.n, p->nd);
    if (!wrong) wrong = sn_list_check(arena, "kernel", &p->kernel, p->nd, 1, SN_WINDOW_MAX);
    if (!wrong) wrong = sn_list_check(arena, "pad_begin", &p->pad_begin, p->nd, 0, SN_WINDOW_MAX);
    if (!wrong) wrong = sn_list_check(arena, "pad_end", &p->pad_end, p->nd, 0, SN_WINDOW_MAX);
    return wrong;
}

sn_window_params sn_conv_weight_gradient_window(const sn_conv_weight_gradient_params *p)
{
    return (sn_window_params){p->nd,       &p->stride,      &p->dilation, &p->pad_begin,
                              &p->pad_end, SN_PAD_EXPLICIT, false};
}

sn_conv_weight_gradient_sizes sn_conv_weight_gradient_sizes_of(const sn_node *n)
{
    const sn_conv_weight_gradient_params *p = n->params;
    const sn_shape *w = &sn_out(n, 0)->shape;
    const sn_extent x = sn_extent_of(&sn_in(n, SN_WEIGHT_GRADIENT_X)->shape, p->axis, p->nd);
    const sn_window_params window = sn_conv_weight_gradient_window(p);
    sn_conv_weight_gradient_sizes c = {
        .maps = x.maps, .group = p->group, .icg = w->d[1], .ocg = w->d[0] / p->group};
    sn_window_of(&window, &x, w->d + 2, &c.w);
    c.taps = c.w.kernel[0] * c.w.kernel[1] * c.w.kernel[2];
    return c;
}

/* ---- shape ----------------------------------------------------------------------------------- */

static sn_status check_groups(const sn_infer *in, const char *what, sn_dim channels, int group)
{
    if (!sn_dim_known(channels) || channels % group == 0) return SN_OK;
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%lld channels of %s in %d groups",
                        (long long)channels, what, group);
}

static sn_status infer(sn_infer *in)
{
    const sn_conv_weight_gradient_params *p = in->params;
    sn_spatial x, dy;
    SN_TRY(sn_spatial_of(in, &in->in_shape[SN_WEIGHT_GRADIENT_X], p->axis, p->nd, &x));
    SN_TRY(sn_spatial_of(in, &in->in_shape[SN_WEIGHT_GRADIENT_DY], p->axis, p->nd, &dy));
    sn_shape *out = &in->out_shape[0];
    out->rank = (int8_t)(p->nd + 2);
    for (int i = 0; i < p->nd; i++) out->d[2 + i] = p->kernel.v[i];
    out->d[0] = dy.known ? dy.shape.d[p->axis] : sn_shape_rule_symbol(in, 0, 0);
    out->d[1] = sn_shape_rule_symbol(in, 0, 1);
    if (dy.known) SN_TRY(check_groups(in, "dy", dy.shape.d[p->axis], p->group));
    if (x.known) {
        SN_TRY(check_groups(in, "x", x.shape.d[p->axis], p->group));
        out->d[1] = sn_dim_exactdiv(in->dims, x.shape.d[p->axis], p->group);
    }
    const sn_window_params window = sn_conv_weight_gradient_window(p);
    for (int i = 0; i <= p->axis + p->nd && x.known && dy.known; i++) {
        sn_dim expected = x.shape.d[i];
        const sn_dim kernel[3] = {p->kernel.v[0], p->nd > 1 ? p->kernel.v[1] : 1,
                                  p->nd > 2 ? p->kernel.v[2] : 1};
        if (i == p->axis) continue;
        if (i > p->axis)
            SN_TRY(sn_window_size(in, &window, &x, kernel, i - p->axis - 1, &expected));
        if (i < p->axis || sn_dim_known(expected))
            SN_TRY(sn_shape_rule_size(in, "a size of dy", dy.shape.d[i], expected));
    }
    return SN_OK;
}

/* ---- evaluation ------------------------------------------------------------------------------ */

typedef struct weight_gradient_run {
    sn_elems x, dy;
    sn_window w;
    int64_t icg, ocg, taps, in_plane, out_plane;
    double *sums; /* [oc][ic/group][tap] */
} weight_gradient_run;

/* b[k][j]: what (channel, tap) number j0 + j reads at position k0 + k; 0 in the padding. */
static void pack(const void *user, int64_t group, int64_t k0, int64_t depth, int64_t j0, int64_t n,
                 double *b)
{
    const weight_gradient_run *r = user;
    const sn_window *w = &r->w;
    for (int64_t j = 0; j < sn_tile_round(n); j++) {
        const int64_t c = (j0 + j) / r->taps, tap = (j0 + j) % r->taps;
        const int64_t kz = tap / w->kernel[2] / w->kernel[1],
                      ky = tap / w->kernel[2] % w->kernel[1];
        const sn_elems plane = sn_elems_from(r->x, (group * r->icg + c) * r->in_plane);
        for (int64_t k = 0; k < depth; k++) {
            const int64_t at = k0 + k;
            const int64_t z =
                at / w->out[2] / w->out[1] * w->stride[0] + kz * w->dilation[0] - w->begin[0];
            const int64_t y =
                at / w->out[2] % w->out[1] * w->stride[1] + ky * w->dilation[1] - w->begin[1];
            const int64_t i =
                at % w->out[2] * w->stride[2] + tap % w->kernel[2] * w->dilation[2] - w->begin[2];
            const bool inside =
                j < n && z >= 0 && z < w->in[0] && y >= 0 && y < w->in[1] && i >= 0 && i < w->in[2];
            b[k * SN_TILE + j] = inside ? sn_elems_at(plane, (z * w->in[1] + y) * w->in[2] + i) : 0;
        }
    }
}

static void add(const void *user, int64_t group, int64_t i0, int64_t m, int64_t j0, int64_t n,
                const double *acc)
{
    const weight_gradient_run *r = user;
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j < n; j++)
            r->sums[(group * r->ocg + i0 + i) * r->icg * r->taps + j0 + j] += acc[i * SN_TILE + j];
}

static sn_status eval(sn_eval *e)
{
    const sn_conv_weight_gradient_params *p = e->params;
    SN_TRY(sn_eval_ready(e));
    const sn_extent x = sn_extent_of(&e->in_shape[SN_WEIGHT_GRADIENT_X], p->axis, p->nd);
    const int64_t oc = e->out_shape[0].d[0], n = sn_shape_count(&e->out_shape[0]);
    int64_t kernel[3];
    for (int i = 0; i < p->nd; i++) kernel[i] = p->kernel.v[i];
    weight_gradient_run r = {.x = sn_eval_elems(e, SN_WEIGHT_GRADIENT_X),
                             .dy = sn_eval_elems(e, SN_WEIGHT_GRADIENT_DY),
                             .icg = x.channels / p->group,
                             .ocg = oc / p->group,
                             .sums = SN_NEW_N(e->arena, double, n)};
    const sn_window_params window = sn_conv_weight_gradient_window(p);
    sn_window_of(&window, &x, kernel, &r.w);
    r.taps = r.w.kernel[0] * r.w.kernel[1] * r.w.kernel[2];
    r.in_plane = r.w.in[0] * r.w.in[1] * r.w.in[2];
    r.out_plane = r.w.out[0] * r.w.out[1] * r.w.out[2];
    for (int64_t map = 0; map < x.maps; map++) {
        const sn_product_job job = {.n_groups = p->group,
                                    .m = r.ocg,
                                    .n = r.icg * r.taps,
                                    .depth = r.out_plane,
                                    .a = r.dy,
                                    .group_stride = r.ocg * r.out_plane,
                                    .row = r.out_plane,
                                    .step = 1,
                                    .pack = pack,
                                    .store = add,
                                    .user = &r};
        sn_product(e->ctx, e->arena, &job);
        r.x = sn_elems_from(r.x, x.channels * r.in_plane);
        r.dy = sn_elems_from(r.dy, oc * r.out_plane);
    }
    const sn_elems out = sn_eval_out_elems(e, 0);
    for (int64_t i = 0; i < n; i++) sn_elems_put(out, i, r.sums[i]);
    return SN_OK;
}

static void cost(const sn_infer *in, sn_cost *out)
{
    const sn_conv_weight_gradient_params *p = in->params;
    const int64_t n = sn_shape_count(&in->out_shape[0]);
    const sn_shape *dy = &in->in_shape[SN_WEIGHT_GRADIENT_DY];
    const int64_t positions = sn_shape_count(dy);
    if (n > 0 && positions > 0) out->macs = (double)n * (double)(positions / dy->d[p->axis]);
}

const sn_op sn_op_conv_weight_gradient = {
    .name = "conv_weight_gradient",
    .synopsis = "dw = sum over positions of dy * what the weight is multiplied with there",
    .slots = slots,
    .types = "float,float->float",
    .wide = true,
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_conv_weight_gradient_params),
    .params = param_table,
    .validate = validate,
    .infer = infer,
    .eval = eval,
    .cost = cost,
    .param_summary = sn_param_summary_window,
};
