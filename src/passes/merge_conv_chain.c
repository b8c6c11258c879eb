/* SPDX-License-Identifier: Apache-2.0
 *
 *   W2 * (W1 * x + b1) + b2  -->  (W2 W1) * x + (W2 b1 + b2)
 *
 * Two convolutions in a row, one of them with 1x1 taps, or two inner products: no activation in
 * between, so both are one linear map. Taps of the other kernel stay where they are; the channels
 * in between are summed over.
 *
 * Pads of the second are put around the result of the first: with 0 where inside there is b1. So
 * the second may pad only with 0, and then only if b1 is 0 (or the padding would have to be another
 * number for each channel). The first, where it is the 1x1 one, may not pad; where it is the other
 * one, its pads stay. A stride of the first, where it is the 1x1 one, becomes a dilation of the
 * second (taps that were neighbours are that far apart in x), which then may not pad at all;
 * strides multiply. Groups: those of one must divide those of the other into smaller ones; the
 * result has the larger ones.
 *
 * Only where it takes no more multiplications: per output position O I k / g against M I k1 / g1 +
 * O M k2 / g2, where the first counts only if the second has no more positions than it (pads less
 * than the kernel). Sizes do not matter then. A first convolution whose channels are a bottleneck
 * (M small) stays.
 *
 * Needs besides: constant weights, and nobody else reads what is in between. */
#include "base/parallel.h"
#include "ops/linear.h"
#include "ops/ops.h"
#include "ops/window.h"
#include "passes/conv_form.h"

/* Multiplications for the new weights: beyond this it would take minutes. */
#define MAX_WORK 2e10

typedef struct conv_chain {
    sn_conv_form a, b;
    sn_conv_geometry g; /* of both together */
    int64_t group;
} conv_chain;

static const char *geometry(conv_chain *c)
{
    const sn_conv_geometry *a = &c->a.g, *b = &c->b.g;
    bool first = sn_conv_pointwise(a) && !sn_conv_pads(a);
    c->g = first ? *b : *a;
    if (!first && !(sn_conv_pointwise(b) && !sn_conv_pads(b)))
        return "neither is a 1x1 kernel that does not pad";
    for (int i = 0; i < a->nd; i++) {
        c->g.stride[i] = a->stride[i] * b->stride[i];
        if (first) c->g.dilation[i] = b->dilation[i] * a->stride[i];
        if (c->g.stride[i] > INT32_MAX / 4 || c->g.dilation[i] > INT32_MAX / 4)
            return "the steps are too large";
        if (first && a->stride[i] > 1 && sn_conv_pads(b))
            return "the second pads what the first leaves out";
    }
    if (!first || !sn_conv_pads(b)) return NULL;
    if (c->b.p->pad_value != 0) return "the second pads with a value that the first never gives";
    if (!sn_tensor_all_zero(c->a.bias))
        return "the second pads with 0 where the first has its bias";
    return NULL;
}

static const char *groups(conv_chain *c)
{
    int64_t a = c->a.group, b = c->b.group;
    c->group = a < b ? a : b;
    return a % c->group || b % c->group ? "their groups do not fit" : NULL;
}

/* Whether the result of b has no more positions than what it reads. */
static bool does_not_grow(const sn_conv_geometry *b)
{
    for (int i = 0; i < b->nd; i++) {
        if (b->begin[i] + b->end[i] > (b->kernel[i] - 1) * b->dilation[i]) return false;
    }
    return true;
}

static bool pays(const conv_chain *c, double *before, double *after)
{
    const sn_conv_form *a = &c->a, *b = &c->b;
    *after = (double)b->oc * (double)a->ic / (double)c->group * (double)sn_conv_taps(&c->g);
    *before = (double)b->oc * (double)b->ic / (double)b->group * (double)sn_conv_taps(&b->g);
    if (does_not_grow(&b->g))
        *before += (double)a->oc * (double)a->ic / (double)a->group * (double)sn_conv_taps(&a->g);
    return *after <= *before;
}

/* ---- weights --------------------------------------------------------------------------------- */

typedef struct conv_product {
    const conv_chain *c;
    const float *wa, *wb;
    double *sum, *bias; /* bias may be NULL */
} conv_product;

static void one_channel(void *user, int64_t o)
{
    const conv_product *p = user;
    const conv_chain *c = p->c;
    int64_t ta = sn_conv_taps(&c->a.g), tb = sn_conv_taps(&c->b.g), t = ta * tb;
    int64_t i_a = c->a.ic / c->a.group, o_a = c->a.oc / c->a.group; /* per group of a */
    int64_t m_b = c->b.ic / c->b.group, o_b = c->b.oc / c->b.group;
    int64_t i_n = c->a.ic / c->group, o_n = c->b.oc / c->group;
    double *row = p->sum + o * i_n * t;
    for (int64_t k = 0; k < m_b; k++) {
        int64_t m = o / o_b * m_b + k, first = m / o_a * i_a - o / o_n * i_n;
        const float *wb = p->wb + (o * m_b + k) * tb, *wa = p->wa + m * i_a * ta;
        for (int64_t u = 0; u < tb; u++) {
            double f = (double)wb[u];
            if (p->bias && c->a.bias) p->bias[o] += f * sn_tensor_at(c->a.bias, m);
            double *to = row + first * t + u;
            if (tb == 1)
                for (int64_t i = 0; i < i_a * ta; i++) to[i] += f * (double)wa[i];
            else
                for (int64_t i = 0; i < i_a; i++) to[i * t] += f * (double)wa[i];
        }
    }
    if (p->bias && c->b.bias) p->bias[o] += sn_tensor_at(c->b.bias, o);
}

static sn_status multiply(sn_ctx *ctx, const conv_chain *c, double *sum, double *bias)
{
    const sn_tensor *keep_a = NULL, *keep_b = NULL;
    conv_product p = {.c = c, .sum = sum, .bias = bias};
    SN_TRY(sn_conv_weights(ctx, c->a.weight, &p.wa, &keep_a));
    sn_status status = sn_conv_weights(ctx, c->b.weight, &p.wb, &keep_b);
    if (status == SN_OK) sn_parallel_for(ctx, c->b.oc, one_channel, &p);
    sn_tensor_release(keep_a);
    sn_tensor_release(keep_b);
    return status;
}

static sn_status set_weights(sn_pass_run *run, const conv_chain *c, sn_node *merged)
{
    sn_value *value = NULL, *old_a = sn_in(c->a.node, SN_CONV_BIAS),
             *old_b = sn_in(c->b.node, SN_CONV_BIAS);
    sn_shape shape = c->b.weight->shape, length = SN_SHAPE(c->b.oc);
    shape.d[1] = c->a.ic / c->group;
    for (int i = 0; i < c->g.nd; i++) shape.d[2 + i] = c->g.kernel[i];
    int64_t n = c->b.oc * shape.d[1] * sn_conv_taps(&c->g);
    double *sum = SN_NEW_N(run->arena, double, n),
           *bias = old_a || old_b ? SN_NEW_N(run->arena, double, c->b.oc) : NULL;
    for (int64_t i = 0; i < n; i++) sum[i] = 0;
    for (int64_t i = 0; bias && i < c->b.oc; i++) bias[i] = 0;
    SN_TRY(multiply(run->env->ctx, c, sum, bias));
    bool halves = sn_tensor_is_of_halves(c->a.weight) && sn_tensor_is_of_halves(c->b.weight);
    SN_TRY(sn_weight_of_doubles(run->g, sum, &shape, true, halves,
                                sn_in(c->a.node, SN_CONV_WEIGHT)->name, &value));
    sn_node_set_input(merged, SN_CONV_WEIGHT, value);
    if (!bias) return SN_OK;
    SN_TRY(sn_weight_of_doubles(run->g, bias, &length, true, false,
                                old_a ? old_a->name : old_b->name, &value));
    sn_put_input(merged, SN_CONV_BIAS, value);
    return SN_OK;
}

static void set_params(sn_pass_run *run, const conv_chain *c, sn_node *merged)
{
    if (!c->a.p) return;
    sn_conv_params *p = merged->params;
    p->group = (int32_t)c->group;
    p->stride = sn_conv_list(run->g->arena, c->g.nd, c->g.stride, 1);
    p->dilation = sn_conv_list(run->g->arena, c->g.nd, c->g.dilation, 1);
    sn_conv_set_pads(p, &c->g, run->g->arena);
    bool first = sn_conv_pointwise(&c->a.g) && !sn_conv_pads(&c->a.g);
    p->pad_value = first ? c->b.p->pad_value : c->a.p->pad_value;
}

static sn_status merge(sn_pass_run *run, const conv_chain *c)
{
    sn_node *a = c->a.node, *b = c->b.node;
    sn_rewrite_begin(run);
    sn_node *merged = sn_rewrite_clone(run, b, b);
    merged->name = a->name;
    set_params(run, c, merged);
    if (!sn_spelling_can(run->env->target, run->env->ctx, merged->op, merged->params,
                         merged->n_in)) {
        sn_missed(run, a, b, "not merged: the target has no such layer");
        sn_node_remove(merged);
        return SN_OK;
    }
    const sn_status status = set_weights(run, c, merged);
    if (sn_missed_unsupported(run, status, a, b, "not merged")) {
        sn_node_remove(merged);
        return SN_OK;
    }
    SN_TRY(status);
    sn_node_set_input(merged, 0, sn_in(a, 0));
    sn_rewrite rw = {
        .matched = {a, b}, .n_matched = 2, .before = b->out[0], .after = merged->out[0]};
    bool done;
    return sn_rewrite_commit(run, &rw, &done);
}

static double work_of(const conv_chain *c)
{
    const sn_conv_form *a = &c->a, *b = &c->b;
    return (double)b->oc * (double)(b->ic / b->group) * (double)(a->ic / a->group) *
           (double)sn_conv_taps(&c->g);
}

static sn_status visit(sn_pass_run *run, sn_node *n)
{
    sn_node *f = sn_in(n, 0) ? sn_in(n, 0)->def : NULL;
    conv_chain c;
    if (!f || f->op != n->op) return SN_OK;
    sn_answer a = sn_linear_form_of(f, &c.a), b = a.is == SN_YES ? sn_conv_form_of(n, &c.b) : a;
    if (b.is != SN_YES) return SN_OK;
    const char *why = groups(&c);
    if (c.a.p && (c.a.g.nd != c.b.g.nd || c.a.p->axis != c.b.p->axis)) return SN_OK;
    if (!why) why = geometry(&c);
    if (!why && !sn_sole_producer(run, sn_in(n, 0), n, false)) return SN_OK;
    double before, after;
    if (!why && !pays(&c, &before, &after)) {
        sn_missed(run, f, n,
                  "not merged: one %s would take %.0f multiplications where both take %.0f",
                  n->op->name, after, before);
        return SN_OK;
    }
    if (!why && work_of(&c) > MAX_WORK) why = "multiplying their weights would take too long";
    if (!why) return merge(run, &c);
    sn_missed(run, f, n, "not merged: %s", why);
    return SN_OK;
}

static sn_status run(sn_pass_run *run)
{
    SN_EACH_VISITED(n, run)
    {
        if (n->op == &sn_op_conv || n->op == &sn_op_linear) SN_TRY(visit(run, n));
    }
    return SN_OK;
}

const sn_pass sn_pass_merge_conv_chain = {
    .name = "merge_conv_chain",
    .arrow = "conv(conv(x, W1), W2) -> conv(x, W2 W1)",
    .needs = "one has 1x1 taps, no padding of a bias, no activation between, no more "
             "multiplications, sole reader",
    .run = run,
};
