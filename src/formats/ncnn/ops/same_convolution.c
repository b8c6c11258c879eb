/* SPDX-License-Identifier: Apache-2.0
 *
 * Windows with SAME padding that is not ONNX's at every size: of a stride that is larger than the
 * kernel, where another axis is padded, or with the odd element on the depth axis at the end
 * (formats/ncnn/ops/same.c). With sizes that are known they are conv and unfold with pads as
 * numbers, unless one of these is negative.
 *
 * Other layers are read as conv and unfold. */
#include "formats/ncnn/ops/same_convolution.h"

#include "formats/ncnn/ops/ops.h"
#include "formats/ncnn/ops/same.h"
#include "ops/activation.h"
#include "ops/move.h"
#include "ops/param_summary.h"
#include "ops/unfold.h"

/* ---- convolution ----------------------------------------------------------------------------- */

sn_status sn_ncnn_conv_shape(sn_infer *in, const sn_conv_params *p)
{
    const sn_window_params window = sn_conv_window(p);
    sn_conv_weight w;
    sn_spatial x;
    SN_TRY(sn_conv_shape(in, p, &in->out_shape[0]));
    SN_TRY(sn_conv_weight_of(in, SN_CONV_WEIGHT, p->nd, p->group, &w));
    SN_TRY(sn_spatial_of(in, &in->in_shape[SN_CONV_X], p->axis, p->nd, &x));
    sn_ncnn_same_bounds(in, &window, &x, w.kernel);
    return SN_OK;
}

void sn_ncnn_conv_run(const sn_eval *e, const sn_conv_params *p, const sn_shape *x_shape,
                      sn_elems x, const sn_shape *w_shape, sn_elems w, sn_elems bias, sn_elems y)
{
    const sn_window_params window = sn_conv_window(p);
    const sn_extent extent = sn_extent_of(x_shape, p->axis, p->nd);
    sn_conv_params q = *p;
    sn_shape shape = *x_shape;
    sn_window win;
    int32_t begin[3], end[3];
    if (sn_ncnn_window_of(&window, &extent, w_shape->d + 2, &win)) {
        const sn_elems fill = sn_elems_create(e->arena, x.type, 1);
        sn_elems_put(fill, 0, (double)p->pad_value);
        x.data = (char *)(uintptr_t)sn_ncnn_border(e->arena, x.data, (size_t)x.bytes, fill.data,
                                                   extent.maps * extent.channels, &win);
    }
    for (int i = 0; i < p->nd; i++) {
        const int a = 3 - p->nd + i;
        shape.d[p->axis + 1 + i] = win.in[a];
        begin[i] = (int32_t)win.begin[a];
        end[i] = (int32_t)win.end[a];
    }
    q.pad_mode = SN_PAD_EXPLICIT;
    q.pad_begin = (sn_ints){p->nd, begin};
    q.pad_end = (sn_ints){p->nd, end};
    sn_conv_run(e, &q, &shape, x, w_shape, w, bias, y);
}

static const char *validate_convolution(const void *p, sn_arena *arena)
{
    return sn_conv_check(p, arena);
}

static sn_answer resolve_convolution(sn_resolve *r)
{
    const sn_conv_params *p = r->in.params;
    const sn_shape *w = &r->in.in_shape[SN_CONV_WEIGHT];
    const sn_window_params window = sn_conv_window(p);
    sn_value *in[] = {sn_in(r->node, SN_CONV_X), sn_in(r->node, SN_CONV_WEIGHT),
                      sn_in(r->node, SN_CONV_BIAS)};
    sn_conv_params q = *p;
    if (w->rank != p->nd + 2) return SN_ANSWER_UNKNOWN("the size of its kernel is not known");
    q.pad_mode = SN_PAD_EXPLICIT;
    const sn_answer answer = sn_ncnn_same_pads(r->in.arena, &window, &r->in.in_shape[SN_CONV_X],
                                               p->axis, w->d + 2, &q.pad_begin, &q.pad_end);
    if (answer.is == SN_YES)
        r->made[0] = sn_resolve_node(r, &sn_op_conv, &q, in[SN_CONV_BIAS] ? 3 : 2, in);
    return answer;
}

static sn_status infer_convolution(sn_infer *in) { return sn_ncnn_conv_shape(in, in->params); }

static sn_status eval_convolution(sn_eval *e)
{
    SN_TRY(sn_eval_ready(e));
    sn_ncnn_conv_run(e, e->params, &e->in_shape[SN_CONV_X], sn_eval_elems(e, SN_CONV_X),
                     &e->in_shape[SN_CONV_WEIGHT], sn_eval_elems(e, SN_CONV_WEIGHT),
                     sn_eval_elems(e, SN_CONV_BIAS), sn_eval_out_elems(e, 0));
    return sn_eval_act(e, &((const sn_conv_params *)e->params)->act);
}

const sn_op sn_ncnn_op_same_convolution = {
    .name = "ncnn.same_convolution",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = conv of x, padded by its sizes",
    .slots = sn_conv_slots,
    .types = "float,float->float",
    .wide = true,
    .n_out = 1,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(sn_conv_params),
    .params = sn_conv_param_table,
    .validate = validate_convolution,
    .resolve = resolve_convolution,
    .infer = infer_convolution,
    .eval = eval_convolution,
    .fold_out = sn_conv_fold_out,
    .fold_in = sn_conv_fold_in,
    .has_act = true,
    .act_offset = offsetof(sn_conv_params, act),
    .cost = sn_conv_cost_of,
    .param_summary = sn_param_summary_window,
};

/* ---- unfold ---------------------------------------------------------------------------------- */

static sn_answer resolve_unfold(sn_resolve *r)
{
    const sn_unfold_params *p = r->in.params;
    const sn_window_params window = sn_unfold_window(p);
    const sn_dim kernel[2] = {p->kernel.v[0], p->kernel.v[1]};
    sn_value *x = sn_in(r->node, 0);
    sn_unfold_params q = *p;
    q.pad_mode = SN_PAD_EXPLICIT;
    const sn_answer answer = sn_ncnn_same_pads(r->in.arena, &window, &r->in.in_shape[0], 0, kernel,
                                               &q.pad_begin, &q.pad_end);
    if (answer.is == SN_YES) r->made[0] = sn_resolve_node(r, &sn_op_unfold, &q, 1, &x);
    return answer;
}

static const char *validate_unfold(const void *p, sn_arena *arena)
{
    const char *wrong = sn_op_unfold.validate(p, arena);
    if (!wrong && ((const sn_unfold_params *)p)->axis != 0) wrong = "ncnn's channels are axis 0";
    return wrong;
}

static sn_status infer_unfold(sn_infer *in)
{
    const sn_unfold_params *p = in->params;
    const sn_window_params window = sn_unfold_window(p);
    const sn_dim kernel[2] = {p->kernel.v[0], p->kernel.v[1]};
    sn_spatial x;
    SN_TRY(sn_op_unfold.infer(in));
    SN_TRY(sn_spatial_of(in, &in->in_shape[0], 0, 2, &x));
    sn_ncnn_same_bounds(in, &window, &x, kernel);
    return SN_OK;
}

static sn_status eval_unfold(sn_eval *e)
{
    const sn_unfold_params *p = e->params;
    const sn_window_params window = sn_unfold_window(p);
    const int64_t kernel[2] = {p->kernel.v[0], p->kernel.v[1]};
    const sn_extent extent = sn_extent_of(&e->in_shape[0], 0, 2);
    const sn_elems fill = sn_elems_create(e->arena, e->in[0]->type, 1);
    size_t elem;
    sn_window w;
    SN_TRY(sn_eval_elem(e, 0, &elem));
    sn_elems_put_number(fill, 0, (double)p->pad_value);
    const void *x = sn_tensor_data(e->in[0]);
    if (sn_ncnn_window_of(&window, &extent, kernel, &w))
        x = sn_ncnn_border(e->arena, x, elem, fill.data, extent.channels, &w);
    sn_unfold_run(e, x, elem, fill.data, &w);
    return SN_OK;
}

const sn_op sn_ncnn_op_unfold = {
    .name = "ncnn.unfold",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = unfold of x, padded by its sizes",
    .slots = sn_unfold_slots,
    .types = "float->float",
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_INJECTIVE,
    .params_bytes = sizeof(sn_unfold_params),
    .params = sn_unfold_param_table,
    .validate = validate_unfold,
    .resolve = resolve_unfold,
    .infer = infer_unfold,
    .eval = eval_unfold,
    .cost = sn_cost_none,
};
