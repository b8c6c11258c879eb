/* SPDX-License-Identifier: Apache-2.0
 *
 * Convolutions in numbers: see conv_form.h. The rules of padding are those of ops/window.c. */
#include "passes/conv_form.h"

#include <math.h>

#include "ops/linear.h"
#include "ops/ops.h"
#include "ops/window.h"
#include "passes/weights.h"

static const char unknown_pads[] = "how much it pads depends on a size that is not known";

static int64_t extent(const sn_conv_geometry *g, int i)
{
    return (g->kernel[i] - 1) * g->dilation[i] + 1;
}

static sn_answer explicit_pads(const sn_conv_params *p, sn_conv_geometry *g)
{
    for (int i = 0; i < g->nd; i++) {
        g->begin[i] = sn_list_at(&p->pad_begin, i, 0);
        g->end[i] = sn_list_at(&p->pad_end, i, 0);
        if (g->begin[i] < 0 || g->end[i] < 0) return SN_ANSWER_NO("some of its pads are negative");
    }
    return SN_ANSWER_YES;
}

/* What is padded in total makes ceil(size / stride) outputs: with a stride of 1 that is a number
 * whatever the size. A negative amount pads nothing. */
static sn_answer same_pads(const sn_node *n, sn_conv_geometry *g)
{
    const sn_conv_params *p = n->params;
    const sn_shape *x = &sn_in(n, SN_CONV_X)->shape;
    bool pointwise = true;
    for (int i = 0; i < g->nd; i++) pointwise = pointwise && g->kernel[i] == 1;
    for (int i = 0; i < g->nd && !pointwise; i++) {
        int64_t size = g->stride[i] == 1 ? 1 : x->d[p->axis + 1 + i];
        if (!sn_dim_known(size)) return SN_ANSWER_UNKNOWN(unknown_pads);
        int64_t pad = extent(g, i) + (size - 1) / g->stride[i] * g->stride[i] - size;
        if (pad <= 0) continue;
        g->begin[i] = p->pad_mode == SN_PAD_SAME_LOWER ? pad - pad / 2 : pad / 2;
        g->end[i] = pad - g->begin[i];
    }
    return SN_ANSWER_YES;
}

sn_answer sn_conv_geometry_of(const sn_node *conv, sn_conv_geometry *out)
{
    const sn_conv_params *p = conv->params;
    const sn_value *x = sn_in(conv, SN_CONV_X), *w = sn_in(conv, SN_CONV_WEIGHT);
    *out = (sn_conv_geometry){p->nd, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {0}, {0}};
    if (x->shape.rank < 0) return SN_ANSWER_UNKNOWN("the rank of its input is not known");
    if (w->shape.rank != p->nd + 2) return SN_ANSWER_UNKNOWN("the size of its kernel is not known");
    for (int i = 0; i < p->nd; i++) {
        out->kernel[i] = w->shape.d[2 + i];
        out->stride[i] = sn_list_at(&p->stride, i, 1);
        out->dilation[i] = sn_list_at(&p->dilation, i, 1);
        if (!sn_dim_known(w->shape.d[2 + i]))
            return SN_ANSWER_UNKNOWN("the size of its kernel is not known");
    }
    return p->pad_mode == SN_PAD_EXPLICIT ? explicit_pads(p, out) : same_pads(conv, out);
}

static sn_answer weights_of(sn_node *node, sn_conv_form *out, uint16_t at)
{
    sn_answer fixed = sn_weight_fixed(node, at);
    if (fixed.is != SN_YES) return fixed;
    const sn_value *x = sn_in(node, 0);
    if (x->type != SN_TYPE_f32) return SN_ANSWER_NO("its input is not f32");
    out->weight = sn_const_of(sn_in(node, at));
    out->bias = sn_in(node, at + 1u) ? sn_const_of(sn_in(node, at + 1u)) : NULL;
    out->oc = out->weight->shape.d[0];
    return SN_ANSWER_YES;
}

sn_answer sn_conv_form_of(sn_node *node, sn_conv_form *out)
{
    *out = (sn_conv_form){.node = node, .group = 1};
    if (sn_node_boundary(node))
        return SN_ANSWER_NO("what it computes is not known"); /* nor do its weights fit its input */
    if (node->op == &sn_op_linear) {
        if (sn_in(node, SN_LINEAR_X)->shape.rank < 1)
            return SN_ANSWER_UNKNOWN("the rank of its input is not known");
        sn_answer a = weights_of(node, out, SN_LINEAR_WEIGHT);
        if (a.is != SN_YES) return a;
        out->g = (sn_conv_geometry){0, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {0}, {0}};
        out->ic = out->weight->shape.d[1];
        return SN_ANSWER_YES;
    }
    if (node->op != &sn_op_conv) return SN_ANSWER_NO("it is no convolution");
    sn_answer a = weights_of(node, out, SN_CONV_WEIGHT);
    if (a.is != SN_YES) return a;
    out->p = node->params;
    out->group = out->p->group;
    out->ic = out->weight->shape.d[1] * out->group;
    return sn_conv_geometry_of(node, &out->g);
}

sn_answer sn_linear_form_of(sn_node *node, sn_conv_form *out)
{
    const sn_act *act = sn_node_act(node);
    if (act && act->kind != SN_ACT_NONE) return SN_ANSWER_NO("an activation is fused already");
    return sn_conv_form_of(node, out);
}

int sn_conv_axis(const sn_conv_form *f)
{
    return f->p ? f->p->axis : sn_out(f->node, 0)->shape.rank - 1;
}

static bool tap_to(const sn_conv_geometry *host, const sn_conv_geometry *guest, int i, int64_t u,
                   int64_t *v)
{
    int64_t at = u * guest->dilation[i] + host->begin[i] - guest->begin[i];
    *v = at / host->dilation[i];
    return at >= 0 && at % host->dilation[i] == 0 && *v < host->kernel[i];
}

sn_answer sn_conv_embeds(const sn_conv_form *host, const sn_conv_form *guest)
{
    if (!host->p != !guest->p) return SN_ANSWER_NO("one is an inner product");
    if (host->p && (host->p->axis != guest->p->axis || host->g.nd != guest->g.nd))
        return SN_ANSWER_NO("they run along different axes");
    if (host->p && sn_conv_pads(&host->g) && sn_conv_pads(&guest->g) &&
        host->p->pad_value != guest->p->pad_value)
        return SN_ANSWER_NO("they pad with different values");
    for (int i = 0; i < host->g.nd; i++) {
        if (host->g.stride[i] != guest->g.stride[i]) return SN_ANSWER_NO("their strides differ");
        for (int64_t u = 0, v; u < guest->g.kernel[i]; u++) {
            if (!tap_to(&host->g, &guest->g, i, u, &v))
                return SN_ANSWER_NO("no kernel fits into the other");
        }
    }
    return SN_ANSWER_YES;
}

/* For each tap of the guest its place in the host's kernel. */
static int64_t *places(sn_arena *arena, const sn_conv_geometry *host, const sn_conv_geometry *guest)
{
    const int64_t *k = guest->kernel, taps = sn_conv_taps(guest);
    int64_t *to = SN_NEW_N(arena, int64_t, taps);
    for (int64_t u = 0; u < taps; u++) {
        int64_t tap[3] = {u / (k[1] * k[2]), u / k[2] % k[1], u % k[2]}, v[3] = {0};
        for (int a = 0; a < host->nd; a++) tap_to(host, guest, a, tap[a], &v[a]);
        to[u] = (v[0] * host->kernel[1] + v[1]) * host->kernel[2] + v[2];
    }
    return to;
}

sn_status sn_conv_add_embedded(sn_ctx *ctx, double *sum, const sn_conv_form *host, int64_t row,
                               const sn_conv_guest *guest)
{
    const sn_conv_form *f = guest->form;
    const float *w = NULL;
    const sn_tensor *keep = NULL;
    if (f->weight) SN_TRY(sn_conv_weights(ctx, f->weight, &w, &keep));
    sn_arena *arena = sn_arena_create(ctx);
    const int64_t *to = places(arena, &host->g, &f->g), taps = sn_conv_taps(&host->g),
                  own = sn_conv_taps(&f->g);
    int64_t icg = f->ic / f->group, ocg = f->oc / f->group;
    int64_t host_icg = host->ic / host->group, host_ocg = host->oc / host->group;
    for (int64_t o = 0, at = 0; o < f->oc; o++) {
        double *kernels = sum + (row + o) * host_icg * taps, all = 1;
        if (!w && guest->factor) all = guest->factor[guest->n_factor == 1 ? 0 : o];
        for (int64_t i = 0; i < icg; i++) {
            int64_t channel = o / ocg * icg + i - (row + o) / host_ocg * host_icg;
            for (int64_t u = 0; u < own; u++, at++)
                kernels[channel * taps + to[u]] += guest->coeff * (w ? (double)w[at] : all);
        }
    }
    sn_arena_destroy(arena);
    sn_tensor_release(keep);
    return SN_OK;
}

bool sn_conv_pads(const sn_conv_geometry *g)
{
    for (int i = 0; i < g->nd; i++) {
        if (g->begin[i] > 0 || g->end[i] > 0) return true;
    }
    return false;
}

int64_t sn_conv_taps(const sn_conv_geometry *g)
{
    return g->kernel[0] * g->kernel[1] * g->kernel[2];
}

bool sn_conv_pointwise(const sn_conv_geometry *g) { return sn_conv_taps(g) == 1; }

bool sn_tensor_all_zero(const sn_tensor *t)
{
    for (int64_t i = 0; t && i < sn_tensor_count(t); i++) {
        if (sn_tensor_at(t, i) != 0) return false;
    }
    return true;
}

sn_ints sn_conv_list(sn_arena *arena, int nd, const int64_t *v, int64_t fill)
{
    int32_t list[3] = {0};
    bool filled = true;
    for (int i = 0; i < nd; i++) {
        list[i] = (int32_t)v[i];
        filled = filled && v[i] == fill;
    }
    return filled ? (sn_ints){0, NULL} : sn_ints_of(arena, nd, list);
}

void sn_conv_set_pads(sn_conv_params *p, const sn_conv_geometry *g, sn_arena *arena)
{
    p->pad_mode = SN_PAD_EXPLICIT;
    p->pad_begin = sn_conv_list(arena, g->nd, g->begin, 0);
    p->pad_end = sn_conv_list(arena, g->nd, g->end, 0);
}

sn_status sn_conv_weights(sn_ctx *ctx, const sn_tensor *weight, const float **data,
                          const sn_tensor **keep)
{
    SN_TRY(sn_tensor_convert(ctx, weight, SN_TYPE_f32, keep));
    *data = sn_tensor_f32(*keep);
    return SN_OK;
}

sn_status sn_weight_of_doubles(sn_graph *g, const double *v, const sn_shape *shape, bool smaller,
                               bool of_halves, const char *name, sn_value **out)
{
    const double was = smaller ? 1 : 0;
    sn_tensor *plain = NULL;
    const sn_tensor *settled = NULL;
    void *data = NULL;
    SN_TRY(sn_tensor_create(g->ctx, SN_TYPE_f32, shape, &plain, &data));
    sn_status status = SN_OK;
    for (int64_t i = 0; i < sn_tensor_count(plain) && status == SN_OK; i++) {
        const float f = (float)v[i];
        ((float *)data)[i] = f;
        if (sn_leaves_range(SN_TYPE_f32, was, (double)f))
            status = sn_fail(g->ctx, SN_E_UNSUPPORTED, "a new weight would be %g", v[i]);
    }
    if (status != SN_OK) {
        sn_tensor_release(plain);
        return status;
    }
    SN_TRY(sn_tensor_settle(g->ctx, plain, of_halves, &settled));
    *out = sn_value_const(g, settled, name);
    sn_tensor_release(settled);
    return SN_OK;
}
