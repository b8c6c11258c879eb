/* SPDX-License-Identifier: Apache-2.0
 *
 * conv_transpose (deconvolution): each element of x adds weight * element to the window it
 * belongs to; then the result is cut, as ONNX's:
 * - to output_size where that is given, to size * stride where pad_mode is same_*: half of the
 *   surplus goes at each side, and an odd element at the end for same_upper, else at the beginning;
 * - else by the pads. */
#include "ops/activation.h"
#include "ops/conv_transpose.h"

#include "base/parallel.h"
#include "ops/product.h"
#include "ops/param_summary.h"
#include "ops/affine_maps.h"
#include "ops/grad/grad.h"
#include "ops/rule.h"
#include "ops/window.h"

#include <string.h>

static const sn_slot slots[] = {
    {"x", 0}, {"weight", SN_SLOT_WEIGHT}, {"bias", SN_SLOT_WEIGHT | SN_SLOT_OPTIONAL}, {NULL, 0}};

static const sn_param params[] = {
    SN_P_INT(sn_conv_transpose_params, nd, 2, 1, 3, "spatial axes"),
    SN_P_INT(sn_conv_transpose_params, group, 1, 1, SN_WINDOW_MAX,
             "groups that channels are divided into"),
    SN_P_INTS_OF(sn_conv_transpose_params, stride, 1,
                 "distance of windows along each spatial axis; empty: 1"),
    SN_P_INTS_OF(sn_conv_transpose_params, dilation, 1,
                 "distance of taps along each spatial axis; empty: 1"),
    SN_P_ENUM(sn_conv_transpose_params, pad_mode, SN_PAD_EXPLICIT, sn_conv_pad_names,
              "explicit: pads are cut off; same_*: the surplus over size * stride is"),
    SN_P_INTS_OF(sn_conv_transpose_params, pad_begin, 0,
                 "elements cut off at the beginning, for explicit"),
    SN_P_INTS_OF(sn_conv_transpose_params, pad_end, 0, "elements cut off at the end, for explicit"),
    SN_P_INTS_OF(sn_conv_transpose_params, output_pad, 0,
                 "elements added at the end before cutting; empty: 0"),
    SN_P_INTS_OF(sn_conv_transpose_params, output_size, 0,
                 "sizes that the result is cut to, instead of pads; empty: none"),
    SN_P_INT(sn_conv_transpose_params, axis, 0, 0, SN_MAX_RANK - 2,
             "channel axis of x; the spatial axes follow"),
    SN_P_ACT(sn_conv_transpose_params, act, "activation of the result"),
    SN_P_END};

static const char *validate(const void *params_, sn_arena *arena)
{
    const sn_conv_transpose_params *p = params_;
    const char *wrong = sn_window_check(arena, p->nd, p->axis, &p->stride, &p->dilation);
    if (!wrong)
        wrong = sn_list_check(arena, "pad_begin", &p->pad_begin, p->nd, INT32_MIN, SN_WINDOW_MAX);
    if (!wrong)
        wrong = sn_list_check(arena, "pad_end", &p->pad_end, p->nd, INT32_MIN, SN_WINDOW_MAX);
    if (!wrong) wrong = sn_list_check(arena, "output_pad", &p->output_pad, p->nd, 0, SN_WINDOW_MAX);
    if (!wrong)
        wrong = sn_list_check(arena, "output_size", &p->output_size, p->nd, 1, SN_WINDOW_MAX);
    return wrong;
}

/* ---- shape ----------------------------------------------------------------------------------- */

static bool cuts_to_size(const sn_conv_transpose_params *p)
{
    return p->output_size.n > 0 || p->pad_mode != SN_PAD_EXPLICIT;
}

/* Size of spatial axis i before cutting. */
static sn_dim full_size(const sn_infer *in, const sn_conv_transpose_params *p, sn_dim size,
                        int64_t kernel, int i)
{
    const int64_t rest =
        (kernel - 1) * sn_list_at(&p->dilation, i, 1) + 1 + sn_list_at(&p->output_pad, i, 0);
    const int64_t stride = sn_list_at(&p->stride, i, 1);
    if (sn_dim_known(size)) return (size - 1) * stride + rest;
    return sn_dim_add(in->dims, sn_dim_mul(in->dims, sn_dim_sub(in->dims, size, 1), stride), rest);
}

/* What is given, or size * stride. */
static sn_dim target_size(const sn_infer *in, const sn_conv_transpose_params *p, sn_dim size, int i)
{
    if (p->output_size.n) return p->output_size.v[i];
    return sn_dim_mul(in->dims, size, sn_list_at(&p->stride, i, 1));
}

static sn_status cut_to_size(const sn_infer *in, const sn_conv_transpose_params *p, sn_dim full,
                             sn_dim to, int i)
{
    if (!sn_dim_known(full) || !sn_dim_known(to) || full >= to) return SN_OK;
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                        "the result is cut to %lld on axis %s, at most %lld expected",
                        (long long)to, sn_spatial_name(i, p->nd), (long long)full);
}

static sn_status cut_pads(const sn_infer *in, const sn_conv_transpose_params *p, sn_dim full, int i,
                          sn_dim *out)
{
    const char *axis = sn_spatial_name(i, p->nd);
    const int64_t begin = sn_list_at(&p->pad_begin, i, 0), end = sn_list_at(&p->pad_end, i, 0);
    if (begin < 0 || end < 0)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "pads of %lld and %lld on axis %s, at least 0 expected",
                            (long long)begin, (long long)end, axis);
    if (sn_dim_known(full) && begin + end >= full)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "pads of %lld and %lld leave nothing of %lld on axis %s",
                            (long long)begin, (long long)end, (long long)full, axis);
    *out = sn_dim_sub(in->dims, full, begin + end);
    return SN_OK;
}

static sn_status spatial_size(const sn_infer *in, const sn_conv_transpose_params *p,
                              const sn_spatial *s, sn_dim kernel, int i, sn_dim *out)
{
    const int at = p->axis + 1 + i;
    *out = p->output_size.n ? p->output_size.v[i] : sn_shape_rule_symbol(in, 0, at);
    if (!s->known || !sn_dim_known(kernel)) return SN_OK;
    const sn_dim size = s->shape.d[at];
    SN_TRY(sn_size_check(in, "a size of x", size));
    const sn_dim full = full_size(in, p, size, kernel, i);
    if (cuts_to_size(p)) {
        *out = target_size(in, p, size, i);
        SN_TRY(cut_to_size(in, p, full, *out, i));
    } else {
        SN_TRY(cut_pads(in, p, full, i, out));
    }
    return sn_size_check(in, "an output size", *out);
}

static sn_status infer(sn_infer *in)
{
    const sn_conv_transpose_params *p = in->params;
    sn_conv_weight w;
    sn_spatial s;
    SN_TRY(sn_conv_weight_of(in, SN_CONV_TRANSPOSE_WEIGHT, p->nd, p->group, &w));
    SN_TRY(sn_count_check(in, SN_CONV_TRANSPOSE_BIAS, "the bias", w.oc));
    SN_TRY(sn_spatial_of(in, &in->in_shape[SN_CONV_TRANSPOSE_X], p->axis, p->nd, &s));
    if (s.known && w.known)
        SN_TRY(sn_rule_size_inside(in, "number of input channels", s.shape.d[p->axis], w.ic));
    sn_shape *out = &in->out_shape[0];
    out->rank = (int8_t)(p->axis + 1 + p->nd);
    for (int i = 0; i < p->axis; i++)
        out->d[i] = s.known ? s.shape.d[i] : sn_shape_rule_symbol(in, 0, i);
    out->d[p->axis] = w.known ? w.oc : sn_shape_rule_symbol(in, 0, p->axis);
    for (int i = 0; i < p->nd; i++)
        SN_TRY(spatial_size(in, p, &s, w.kernel[i], i, &out->d[p->axis + 1 + i]));
    return SN_OK;
}

/* ---- evaluation ------------------------------------------------------------------------------ */

/* A matrix product gives what each element adds, [oc][tap][position]; then it is added up. */

enum {
    PRODUCT_BYTES = 64 << 20
}; /* output channels are taken so many at a time that products fit this */

typedef struct transpose_run {
    sn_elems x, w, bias, y; /* w as [group][oc/group][tap][ic/group] */
    int64_t group, icg, ocg, taps;
    sn_conv_transpose_geometry g;
    int64_t in_plane, out_plane;
    int64_t group_at, oc_at, n_oc; /* output channels at hand, of one group */
    double *products;              /* [n_oc][tap][in_plane] */
    double *sums;                  /* [n_oc][out_plane] */
} transpose_run;

static void pack(const void *user, int64_t group, int64_t k0, int64_t depth, int64_t j0, int64_t n,
                 double *b)
{
    (void)group;
    const transpose_run *r = user;
    for (int64_t k = 0; k < depth; k++, b += SN_TILE) {
        const sn_elems x = sn_elems_from(r->x, (r->group_at * r->icg + k0 + k) * r->in_plane + j0);
        for (int64_t j = 0; j < sn_tile_round(n); j++) b[j] = j < n ? sn_elems_at(x, j) : 0;
    }
}

static void store(const void *user, int64_t group, int64_t i0, int64_t m, int64_t j0, int64_t n,
                  const double *acc)
{
    (void)group;
    const transpose_run *r = user;
    for (int64_t i = 0; i < m; i++)
        memcpy(r->products + (i0 + i) * r->in_plane + j0, acc + i * SN_TILE,
               (size_t)n * sizeof *acc);
}

/* One row of products of tap k to where it belongs. */
static void add_row(const transpose_run *r, const double *row, int64_t kx, double *out)
{
    const int64_t at = kx * r->g.dilation[2] - r->g.begin[2], stride = r->g.stride[2];
    for (int64_t i = 0; i < r->g.in[2]; i++) {
        const int64_t x = at + i * stride;
        if (x >= 0 && x < r->g.out[2]) out[x] += row[i];
    }
}

static void add_tap(const transpose_run *r, const double *products, int64_t tap, double *sums)
{
    const int64_t kx = tap % r->g.kernel[2], ky = tap / r->g.kernel[2] % r->g.kernel[1];
    const int64_t kz = tap / r->g.kernel[2] / r->g.kernel[1];
    for (int64_t row = 0; row < r->g.in[0] * r->g.in[1]; row++) {
        const int64_t z = row / r->g.in[1] * r->g.stride[0] + kz * r->g.dilation[0] - r->g.begin[0];
        const int64_t y = row % r->g.in[1] * r->g.stride[1] + ky * r->g.dilation[1] - r->g.begin[1];
        if (z < 0 || z >= r->g.out[0] || y < 0 || y >= r->g.out[1]) continue;
        add_row(r, products + row * r->g.in[2], kx, sums + (z * r->g.out[1] + y) * r->g.out[2]);
    }
}

static void finish_channel(void *user, int64_t i)
{
    const transpose_run *r = user;
    const int64_t oc = r->group_at * r->ocg + r->oc_at + i;
    const double bias = r->bias.data ? sn_elems_at(r->bias, oc) : 0;
    double *sums = r->sums + i * r->out_plane;
    memset(sums, 0, (size_t)r->out_plane * sizeof *sums);
    for (int64_t tap = 0; tap < r->taps; tap++)
        add_tap(r, r->products + (i * r->taps + tap) * r->in_plane, tap, sums);
    for (int64_t j = 0; j < r->out_plane; j++)
        sn_elems_put(r->y, oc * r->out_plane + j, sums[j] + bias);
}

static void run_channels(const sn_eval *e, transpose_run *r)
{
    const sn_product_job job = {
        .n_groups = 1,
        .m = r->n_oc * r->taps,
        .n = r->in_plane,
        .depth = r->icg,
        .a = sn_elems_from(r->w, (r->group_at * r->ocg + r->oc_at) * r->taps * r->icg),
        .row = r->icg,
        .step = 1,
        .pack = pack,
        .store = store,
        .user = r};
    sn_product(e->ctx, e->arena, &job);
    sn_parallel_for(e->ctx, r->n_oc, finish_channel, r);
}

/* One input channel and one output channel in each group: no product, all channels at once. */
static void run_depthwise_channel(void *user, int64_t c)
{
    const transpose_run *r = user;
    const double bias = r->bias.data ? sn_elems_at(r->bias, c) : 0;
    double *products = r->products + c * r->in_plane, *sums = r->sums + c * r->out_plane;
    memset(sums, 0, (size_t)r->out_plane * sizeof *sums);
    for (int64_t tap = 0; tap < r->taps; tap++) {
        const double w = sn_elems_at(r->w, c * r->taps + tap);
        for (int64_t j = 0; j < r->in_plane; j++)
            products[j] = w * sn_elems_at(r->x, c * r->in_plane + j);
        add_tap(r, products, tap, sums);
    }
    for (int64_t j = 0; j < r->out_plane; j++)
        sn_elems_put(r->y, c * r->out_plane + j, sums[j] + bias);
}

static void run_map(const sn_eval *e, transpose_run *r)
{
    const sn_arena_mark mark = sn_arena_save(e->arena);
    if (r->icg == 1 && r->ocg == 1) {
        r->products = SN_NEW_N(e->arena, double, r->group * r->in_plane);
        r->sums = SN_NEW_N(e->arena, double, r->group * r->out_plane);
        sn_parallel_for(e->ctx, r->group, run_depthwise_channel, r);
        sn_arena_restore(e->arena, mark);
        return;
    }
    const int64_t each = (r->taps * r->in_plane + r->out_plane) * (int64_t)sizeof(double);
    int64_t step = PRODUCT_BYTES / each;
    step = step < 1 ? 1 : step > r->ocg ? r->ocg : step;
    r->products = SN_NEW_N(e->arena, double, step * r->taps * r->in_plane);
    r->sums = SN_NEW_N(e->arena, double, step * r->out_plane);
    for (r->group_at = 0; r->group_at < r->group; r->group_at++)
        for (r->oc_at = 0; r->oc_at < r->ocg; r->oc_at += step) {
            r->n_oc = r->ocg - r->oc_at < step ? r->ocg - r->oc_at : step;
            run_channels(e, r);
        }
    sn_arena_restore(e->arena, mark);
}

/* [oc][ic/group][tap] -> [oc][tap][ic/group] */
static sn_elems taps_first(const sn_eval *e, sn_elems w, int64_t oc, int64_t icg, int64_t taps)
{
    const sn_elems to = sn_elems_create(e->arena, w.type, oc * icg * taps);
    for (int64_t o = 0; o < oc; o++)
        for (int64_t c = 0; c < icg; c++)
            for (int64_t k = 0; k < taps; k++)
                sn_elems_put(to, (o * taps + k) * icg + c,
                             sn_elems_at(w, (o * icg + c) * taps + k));
    return to;
}

void sn_conv_transpose_geometry_of(const sn_conv_transpose_params *p, const sn_shape *x,
                                   const sn_shape *w, const sn_shape *y,
                                   sn_conv_transpose_geometry *g)
{
    const sn_extent extent = sn_extent_of(x, p->axis, p->nd);
    for (int a = 0; a < 3; a++) {
        const int i = a - (3 - p->nd);
        g->in[a] = extent.d[a];
        g->out[a] = i < 0 ? 1 : y->d[p->axis + 1 + i];
        g->kernel[a] = i < 0 ? 1 : w->d[2 + i];
        g->stride[a] = i < 0 ? 1 : sn_list_at(&p->stride, i, 1);
        g->dilation[a] = i < 0 ? 1 : sn_list_at(&p->dilation, i, 1);
        g->begin[a] = 0;
        if (i >= 0 && !cuts_to_size(p)) g->begin[a] = sn_list_at(&p->pad_begin, i, 0);
        if (i >= 0 && cuts_to_size(p)) {
            const int64_t full = (g->in[a] - 1) * g->stride[a] +
                                 (g->kernel[a] - 1) * g->dilation[a] + 1 +
                                 sn_list_at(&p->output_pad, i, 0);
            const int64_t surplus = full - g->out[a];
            g->begin[a] = p->pad_mode == SN_PAD_SAME_UPPER ? surplus / 2 : surplus - surplus / 2;
        }
    }
}

static sn_status eval(sn_eval *e)
{
    const sn_conv_transpose_params *p = e->params;
    const sn_shape *w = &e->in_shape[SN_CONV_TRANSPOSE_WEIGHT];
    SN_TRY(sn_eval_ready(e));
    const sn_extent x = sn_extent_of(&e->in_shape[SN_CONV_TRANSPOSE_X], p->axis, p->nd);
    transpose_run r = {.x = sn_eval_elems(e, SN_CONV_TRANSPOSE_X),
                       .bias = sn_eval_elems(e, SN_CONV_TRANSPOSE_BIAS),
                       .y = sn_eval_out_elems(e, 0),
                       .group = p->group,
                       .icg = w->d[1],
                       .ocg = w->d[0] / p->group};
    sn_conv_transpose_geometry_of(p, &e->in_shape[SN_CONV_TRANSPOSE_X], w, &e->out_shape[0], &r.g);
    r.taps = r.in_plane = r.out_plane = 1;
    for (int a = 0; a < 3; a++) {
        r.taps *= r.g.kernel[a];
        r.in_plane *= r.g.in[a];
        r.out_plane *= r.g.out[a];
    }
    r.w = taps_first(e, sn_eval_elems(e, SN_CONV_TRANSPOSE_WEIGHT), w->d[0], r.icg, r.taps);
    for (int64_t map = 0; map < x.maps; map++) {
        run_map(e, &r);
        r.x = sn_elems_from(r.x, x.channels * r.in_plane);
        r.y = sn_elems_from(r.y, w->d[0] * r.out_plane);
    }
    return sn_eval_act(e, &p->act);
}

/* ---- facts ----------------------------------------------------------------------------------- */

static sn_answer fold_out(const sn_node *node, sn_arena *arena, sn_fold_out *out)
{
    (void)arena;
    const sn_conv_transpose_params *p = node->params;
    bool no_shift;
    const sn_answer answer = sn_weight_folds_factors(node, SN_CONV_TRANSPOSE_WEIGHT, &no_shift);
    if (answer.is != SN_YES) return answer;
    *out = (sn_fold_out){.axis = p->axis,
                         .n = sn_in(node, SN_CONV_TRANSPOSE_WEIGHT)->shape.d[0],
                         .n_scaled = 1,
                         .scaled = {SN_CONV_TRANSPOSE_WEIGHT},
                         .shifted = SN_CONV_TRANSPOSE_BIAS,
                         .no_shift = no_shift};
    return SN_ANSWER_YES;
}

/* A shift reaches every element of the result alike only where each belongs to one window, and to
 * its only tap. */
static sn_answer fold_in(const sn_node *node, uint16_t slot, const sn_affine *map, sn_arena *arena,
                         sn_fold_in *out)
{
    (void)arena;
    const sn_conv_transpose_params *p = node->params;
    if (slot != SN_CONV_TRANSPOSE_X) return SN_ANSWER_NO("the map is one of its weights");
    sn_answer a = sn_affine_map_along(map, p->axis);
    if (a.is == SN_YES) a = sn_fold_in_rows(node, SN_CONV_TRANSPOSE_WEIGHT, p->group, map, out);
    if (a.is != SN_YES || !map->shift) return a;
    bool each = out->taps == 1;
    for (int i = 0; i < p->nd; i++)
        each &= sn_list_at(&p->stride, i, 1) == 1 && sn_list_at(&p->output_pad, i, 0) == 0;
    return each ? a
                : SN_ANSWER_NO(
                      "its windows overlap or leave gaps, and a shift does not go through that");
}

/* Each input position is multiplied with every tap. */
static void cost(const sn_infer *in, sn_cost *out)
{
    const sn_conv_transpose_params *p = in->params;
    sn_spatial s;
    if (sn_spatial_of(in, &in->in_shape[SN_CONV_TRANSPOSE_X], p->axis, p->nd, &s) != SN_OK ||
        !s.known)
        return;
    const int64_t n = sn_shape_count(&s.shape);
    if (n > 0) sn_conv_cost(in, SN_CONV_TRANSPOSE_WEIGHT, n / s.shape.d[p->axis], out);
}

const sn_op sn_op_conv_transpose = {
    .name = "conv_transpose",
    .synopsis = "y = act(sum over channels and taps of weight * spread x + bias)",
    .slots = slots,
    .types = "float,float->float",
    .wide = true,
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_conv_transpose_params),
    .params = params,
    .validate = validate,
    .infer = infer,
    .eval = eval,
    .grad = sn_grad_conv_transpose,
    .fold_out = fold_out,
    .fold_in = fold_in,
    .has_act = true,
    .act_offset = offsetof(sn_conv_transpose_params, act),
    .cost = cost,
    .param_summary = sn_param_summary_window,
};
