/* SPDX-License-Identifier: Apache-2.0
 *
 * conv: shape rule and facts. The evaluation stands in conv_eval.c. */
#include "ops/activation.h"
#include "ops/conv.h"

#include <math.h>

#include "ops/param_summary.h"
#include "ops/affine_maps.h"
#include "ops/grad/grad.h"
#include "ops/rule.h"
#include "ops/window.h"

const sn_slot sn_conv_slots[] = {
    {"x", 0}, {"weight", SN_SLOT_WEIGHT}, {"bias", SN_SLOT_WEIGHT | SN_SLOT_OPTIONAL}, {NULL, 0}};

const sn_param sn_conv_param_table[] = {
    SN_P_INT(sn_conv_params, nd, 2, 1, 3, "spatial axes"),
    SN_P_INT(sn_conv_params, group, 1, 1, SN_WINDOW_MAX, "groups that channels are divided into"),
    SN_P_INTS_OF(sn_conv_params, stride, 1, "step of the window along each spatial axis; empty: 1"),
    SN_P_INTS_OF(sn_conv_params, dilation, 1, "distance of taps along each spatial axis; empty: 1"),
    SN_P_ENUM(sn_conv_params, pad_mode, SN_PAD_EXPLICIT, sn_conv_pad_names, "how x is padded"),
    SN_P_INTS_OF(sn_conv_params, pad_begin, 0, "elements put before x, for explicit"),
    SN_P_INTS_OF(sn_conv_params, pad_end, 0, "elements put after x, for explicit"),
    SN_P_F32(sn_conv_params, pad_value, 0, "what the padding holds"),
    SN_P_INT(sn_conv_params, axis, 0, 0, SN_MAX_RANK - 2,
             "channel axis of x; the spatial axes follow"),
    SN_P_ACT(sn_conv_params, act, "activation of the result"),
    SN_P_END};

const char *sn_conv_check(const sn_conv_params *p, sn_arena *arena)
{
    const char *wrong = sn_window_check(arena, p->nd, p->axis, &p->stride, &p->dilation);
    if (!wrong)
        wrong = sn_list_check(arena, "pad_begin", &p->pad_begin, p->nd, INT32_MIN, SN_WINDOW_MAX);
    if (!wrong)
        wrong = sn_list_check(arena, "pad_end", &p->pad_end, p->nd, INT32_MIN, SN_WINDOW_MAX);
    return wrong;
}

static const char *validate(const void *p, sn_arena *arena) { return sn_conv_check(p, arena); }

/* ---- shape ----------------------------------------------------------------------------------- */

sn_status sn_conv_weight_of(const sn_infer *in, unsigned slot, int nd, int group,
                            sn_conv_weight *out)
{
    const sn_shape w = sn_shape_rule_shape(in, slot);
    *out = (sn_conv_weight){.oc = -1, .ic = -1, .kernel = {-1, -1, -1}, .known = w.rank >= 0};
    if (w.rank < 0) return SN_OK;
    if (w.rank != nd + 2)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "the weight has rank %d, %d expected",
                            w.rank, nd + 2);
    for (int i = 0; i < w.rank; i++) SN_TRY(sn_size_check(in, "a size of the weight", w.d[i]));
    out->oc = w.d[0];
    if (sn_dim_known(w.d[0]) && w.d[0] % group != 0)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%lld output channels in %d groups",
                            (long long)w.d[0], group);
    out->ic = sn_dim_mul(in->dims, w.d[1], group);
    SN_TRY(sn_size_check(in, "the number of input channels", out->ic));
    for (int i = 0; i < nd; i++) out->kernel[i] = w.d[2 + i];
    return SN_OK;
}

/* Channels of x against those of the weight; an unknown number is bound. Of fewer, too, some
 * runtimes read what is not there. */
static sn_status check_channels(const sn_infer *in, const sn_spatial *x, const sn_conv_weight *w)
{
    if (!x->known || !w->known) return SN_OK;
    return sn_rule_size_inside(in, "number of input channels", x->shape.d[x->axis], w->ic);
}

sn_window_params sn_conv_window(const sn_conv_params *p)
{
    return (sn_window_params){p->nd,       &p->stride,  &p->dilation, &p->pad_begin,
                              &p->pad_end, p->pad_mode, false};
}

sn_status sn_conv_shape(sn_infer *in, const sn_conv_params *p, sn_shape *out)
{
    const sn_shape *x = &in->in_shape[SN_CONV_X];
    sn_conv_weight w;
    SN_TRY(sn_conv_weight_of(in, SN_CONV_WEIGHT, p->nd, p->group, &w));
    SN_TRY(sn_count_check(in, SN_CONV_BIAS, "the bias", w.oc));
    *out = sn_shape_unknown();
    sn_spatial s;
    SN_TRY(sn_spatial_of(in, x, p->axis, p->nd, &s));
    SN_TRY(check_channels(in, &s, &w));
    out->rank = (int8_t)(p->axis + 1 + p->nd);
    for (int i = 0; i < p->axis; i++)
        out->d[i] = s.known ? s.shape.d[i] : sn_shape_rule_symbol(in, 0, i);
    out->d[p->axis] = w.known ? w.oc : sn_shape_rule_symbol(in, 0, p->axis);
    const sn_window_params window = sn_conv_window(p);
    for (int i = 0; i < p->nd; i++)
        SN_TRY(sn_window_size(in, &window, &s, w.kernel, i, &out->d[p->axis + 1 + i]));
    return SN_OK;
}

static sn_status infer(sn_infer *in) { return sn_conv_shape(in, in->params, &in->out_shape[0]); }

static sn_status eval(sn_eval *e)
{
    SN_TRY(sn_eval_ready(e));
    sn_conv_run(e, e->params, &e->in_shape[SN_CONV_X], sn_eval_elems(e, SN_CONV_X),
                &e->in_shape[SN_CONV_WEIGHT], sn_eval_elems(e, SN_CONV_WEIGHT),
                sn_eval_elems(e, SN_CONV_BIAS), sn_eval_out_elems(e, 0));
    return sn_eval_act(e, &((const sn_conv_params *)e->params)->act);
}

/* ---- facts ----------------------------------------------------------------------------------- */

sn_answer sn_weight_fixed(const sn_node *node, unsigned weight)
{
    const sn_value *w = sn_in(node, weight), *bias = sn_in(node, weight + 1);
    if (!w) return SN_ANSWER_NO("it has no weights");
    const sn_answer answer = sn_fixed_f32(w, false);
    return answer.is == SN_YES && bias ? sn_fixed_f32(bias, true) : answer;
}

sn_answer sn_weight_folds(const sn_node *node, unsigned weight)
{
    const sn_act *act = sn_node_act(node);
    if (act && act->kind != SN_ACT_NONE) return SN_ANSWER_NO("an activation is fused already");
    return sn_weight_fixed(node, weight);
}

sn_answer sn_weight_folds_factors(const sn_node *node, unsigned weight, bool *no_shift)
{
    const sn_act *act = sn_node_act(node);
    *no_shift = act && (act->kind == SN_ACT_RELU || act->kind == SN_ACT_LEAKY_RELU);
    return *no_shift ? sn_weight_fixed(node, weight) : sn_weight_folds(node, weight);
}

sn_answer sn_conv_fold_out(const sn_node *node, sn_arena *arena, sn_fold_out *out)
{
    (void)arena;
    const sn_conv_params *p = node->params;
    bool no_shift;
    const sn_answer answer = sn_weight_folds_factors(node, SN_CONV_WEIGHT, &no_shift);
    if (answer.is != SN_YES) return answer;
    *out = (sn_fold_out){.axis = p->axis,
                         .n = sn_in(node, SN_CONV_WEIGHT)->shape.d[0],
                         .n_scaled = 1,
                         .scaled = {SN_CONV_WEIGHT},
                         .shifted = SN_CONV_BIAS,
                         .no_shift = no_shift};
    return SN_ANSWER_YES;
}

/* Whether some tap may lie in the padding. */
static bool reads_padding(const sn_conv_params *p, const sn_shape *weight)
{
    if (p->pad_mode == SN_PAD_EXPLICIT) {
        for (int i = 0; i < p->nd; i++) {
            if (sn_list_at(&p->pad_begin, i, 0) > 0 || sn_list_at(&p->pad_end, i, 0) > 0)
                return true;
        }
        return false;
    }
    /* SAME pads by the extent of the kernel less 1, or less. */
    for (int i = 0; i < p->nd; i++) {
        if (weight->d[2 + i] != 1) return true;
    }
    return false;
}

/* Elements of padding in front of x and behind it, along spatial axis i. SAME pads by less than the
 * extent of the kernel. */
static int64_t padding(const sn_ints *pads, const sn_conv_params *p, int i)
{
    const int64_t n = p->pad_mode == SN_PAD_EXPLICIT ? sn_list_at(pads, i, 0) : 0;
    return n > 0 ? n : 0;
}

bool sn_conv_window_in_border(const sn_node *node, const sn_shape *x, const int32_t *border)
{
    const sn_conv_params *p = node->params;
    const sn_shape *w = &sn_in(node, SN_CONV_WEIGHT)->shape;
    if (w->rank != 2 + p->nd || x->rank < 0) return border != NULL;
    for (int axis = 0; border && axis < x->rank; axis++) {
        const bool any = border[axis] > 0 || border[x->rank + axis] > 0;
        const bool spatial = axis > p->axis && axis <= p->axis + p->nd;
        if (any && (!spatial || p->pad_mode != SN_PAD_EXPLICIT)) return true;
    }
    for (int i = 0; i < p->nd; i++) {
        const int axis = p->axis + 1 + i;
        const sn_dim size = x->d[axis], kernel = w->d[2 + i];
        const int64_t dilation = i < p->dilation.n ? p->dilation.v[i] : 1;
        const int64_t before = border && border[axis] > 0 ? border[axis] : 0,
                      behind = border && border[x->rank + axis] > 0 ? border[x->rank + axis] : 0;
        if (!sn_dim_known(kernel)) {
            if (before || behind) return true;
            continue;
        }
        const int64_t extent = (kernel - 1) * dilation + 1;
        if (before + padding(&p->pad_begin, p, i) >= extent ||
            behind + padding(&p->pad_end, p, i) >= extent)
            return true;
        if (sn_dim_known(size) && size < extent) return true;
    }
    return false;
}

/* The padding must hold what the map makes v: for all channels the same number. Where it is not the
 * one that it holds, the params get it. */
static sn_answer map_padding(const sn_node *node, const sn_affine *map, sn_arena *arena,
                             sn_fold_in *out)
{
    const sn_conv_params *p = node->params;
    double value = 0;
    for (int64_t i = 0; i < map->n; i++) {
        const double s = sn_affine_map_scale(map, i), t = sn_affine_map_shift(map, i),
                     old = (double)p->pad_value;
        if (s == 0 && t != old)
            return SN_ANSWER_NO("it pads with another number than its input would hold then");
        const double v = t == old ? 0 : (old - t) / s;
        if (i > 0 && v != value)
            return SN_ANSWER_NO("it pads its input, and a shift does not go through padding");
        value = v;
    }
    if (!isfinite((float)value))
        return SN_ANSWER_NO("it would pad with a number that overflows f32");
    if (!sn_f32_says(node->out[0]->type, value)) return SN_ANSWER_NO(SN_F32_CANNOT_SAY);
    if ((float)value == p->pad_value) return SN_ANSWER_YES;
    if (sn_conv_window_in_border(node, &sn_in(node, SN_CONV_X)->shape, NULL))
        return SN_ANSWER_NO(SN_CONV_CANCELS);
    sn_conv_params *q = sn_arena_copy(arena, p, sizeof *p);
    q->pad_value = (float)value;
    out->params = q;
    return SN_ANSWER_YES;
}

sn_answer sn_conv_fold_in(const sn_node *node, uint16_t slot, const sn_affine *map, sn_arena *arena,
                          sn_fold_in *out)
{
    const sn_conv_params *p = node->params;
    if (slot != SN_CONV_X) return SN_ANSWER_NO("the map is one of its weights");
    sn_answer a = sn_affine_map_along(map, p->axis);
    if (a.is == SN_YES) a = sn_fold_in_rows(node, SN_CONV_WEIGHT, p->group, map, out);
    if (a.is != SN_YES) return a;
    return reads_padding(p, &sn_in(node, SN_CONV_WEIGHT)->shape)
               ? map_padding(node, map, arena, out)
               : a;
}

void sn_conv_cost(const sn_infer *in, unsigned weight, int64_t positions, sn_cost *out)
{
    const sn_shape w = sn_shape_rule_shape(in, weight);
    const int64_t n = sn_shape_count(&w);
    if (n <= 0 || positions <= 0 || w.rank < 2) return;
    out->macs = (double)positions * (double)n;
    out->weight_bytes = (double)n * 4;
}

void sn_conv_cost_of(const sn_infer *in, sn_cost *out)
{
    const sn_shape w = sn_shape_rule_shape(in, SN_CONV_WEIGHT);
    const int64_t n = sn_shape_count(&in->out_shape[0]);
    if (w.rank < 1 || !sn_dim_known(w.d[0]) || w.d[0] == 0) return;
    sn_conv_cost(in, SN_CONV_WEIGHT, n / w.d[0], out);
}

const sn_op sn_op_conv = {
    .name = "conv",
    .synopsis = "y = act(sum over channels and taps of weight * x + bias)",
    .slots = sn_conv_slots,
    .types = "float,float->float",
    .wide = true,
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_conv_params),
    .params = sn_conv_param_table,
    .validate = validate,
    .infer = infer,
    .eval = eval,
    .grad = sn_grad_conv,
    .fold_out = sn_conv_fold_out,
    .fold_in = sn_conv_fold_in,
    .has_act = true,
    .act_offset = offsetof(sn_conv_params, act),
    .cost = sn_conv_cost_of,
    .param_summary = sn_param_summary_window,
};
