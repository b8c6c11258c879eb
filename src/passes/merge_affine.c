/* SPDX-License-Identifier: Apache-2.0
 *
 *   s2 * (s1 * x + t1) + t2   -->   scale(x, s1 s2, s2 t1 + t2)
 *
 * Two per-channel affine maps in a row become one, where none of them could go into a convolution. Needs: the same axis
 * (a map with one factor for all goes with any), a known number of channels, and the first is read by the second alone.
 * Two plain factors, or two plain summands, with one value for all stay a scalar operand. */
#include "ops/affine.h"
#include "ops/ops.h"
#include "passes/pass.h"

typedef struct chain {
    sn_node *a, *b;
    sn_affine first, second;
} chain;

static bool find(sn_pass_run *run, sn_node *b, chain *c)
{
    *c = (chain){.b = b};
    if (!b->op->affine || b->op->affine(b, run->arena, &c->second).is != SN_YES) return false;
    sn_value *x = sn_in(b, c->second.slot);
    c->a = x ? x->def : NULL;
    if (!c->a || !c->a->op->affine || c->a->op->affine(c->a, run->arena, &c->first).is != SN_YES) return false;
    if (!sn_sole_producer(run, x, b, false)) return false;
    if (c->first.axis >= 0 && c->second.axis >= 0 &&
        (c->first.axis != c->second.axis || c->first.n != c->second.n)) {
        sn_missed(run, c->a, b, "not merged: the maps run along different axes");
        return false;
    }
    return true;
}

static double factor(const double *v, int64_t n, int64_t i, double none)
{
    return v ? v[n == 1 ? 0 : i] : none;
}

/* One factor for all on both sides. */
static sn_status merge_scalars(sn_pass_run *run, const chain *c)
{
    bool scales = !c->first.shift && !c->second.shift, shifts = !c->first.scale && !c->second.scale;
    if (!scales && !shifts) return SN_OK;
    double v = scales ? factor(c->first.scale, 1, 0, 1) * factor(c->second.scale, 1, 0, 1)
                      : factor(c->first.shift, 1, 0, 0) + factor(c->second.shift, 1, 0, 0);
    const sn_op *op = scales ? &sn_op_mul : &sn_op_add;
    if (!isfinite((float)v) || !sn_target_can(run->env->target, run->env->ctx, op, NULL, 2)) return SN_OK;
    sn_rewrite_begin(run);
    const sn_tensor *t = sn_tensor_scalar_f32(run->env->ctx, (float)v);
    sn_value *in[2] = {sn_in(c->a, c->first.slot), sn_value_const(run->g, t, NULL)};
    sn_tensor_release(t);
    sn_node *m = sn_node_create(run->g, c->b, op, NULL, 2, in, 1);
    m->name = c->a->name;
    m->features = c->a->features | c->b->features;
    sn_rewrite rw = {
        .matched = {c->a, c->b}, .n_matched = 2, .before = c->b->out[0], .after = m->out[0], .same_shape = true};
    bool done;
    return sn_rewrite_commit(run, &rw, &done);
}

static sn_status merge(sn_pass_run *run, const chain *c)
{
    const sn_affine *one = c->first.axis >= 0 ? &c->first : &c->second;
    if (one->axis < 0) return merge_scalars(run, c);
    int64_t n = one->n;
    double *scale = SN_NEW_N(run->arena, double, n), *shift = SN_NEW_N(run->arena, double, n);
    bool any_shift = c->first.shift || c->second.shift;
    for (int64_t i = 0; i < n; i++) {
        double s2 = factor(c->second.scale, c->second.n, i, 1);
        scale[i] = factor(c->first.scale, c->first.n, i, 1) * s2;
        shift[i] = factor(c->first.shift, c->first.n, i, 0) * s2 + factor(c->second.shift, c->second.n, i, 0);
        if (isfinite((float)scale[i]) && isfinite((float)shift[i])) continue;
        sn_missed(run, c->a, c->b, "not merged: a factor or shift of both together overflows f32");
        return SN_OK;
    }
    sn_scale_params p = {.axis = one->axis};
    uint16_t n_in = any_shift ? 3 : 2;
    if (!sn_target_can(run->env->target, run->env->ctx, &sn_op_scale, &p, n_in)) return SN_OK;
    sn_rewrite_begin(run);
    const sn_tensor *s = NULL, *t = NULL;
    SN_TRY(sn_tensor_vector_f32(run->env->ctx, scale, n, &s));
    SN_TRY(sn_tensor_vector_f32(run->env->ctx, shift, n, &t));
    sn_value *in[3] = {sn_in(c->a, c->first.slot), sn_value_const(run->g, s, NULL), NULL};
    if (any_shift) in[2] = sn_value_const(run->g, t, NULL);
    sn_tensor_release(s);
    sn_tensor_release(t);
    sn_node *m = sn_node_create(run->g, c->b, &sn_op_scale, &p, n_in, in, 1);
    m->name = c->a->name;
    m->features = c->a->features | c->b->features;
    sn_rewrite rw = {
        .matched = {c->a, c->b}, .n_matched = 2, .before = c->b->out[0], .after = m->out[0], .same_shape = true};
    bool done;
    return sn_rewrite_commit(run, &rw, &done);
}

static sn_status run(sn_pass_run *run)
{
    SN_EACH_VISITED(n, run)
    {
        chain c;
        if (find(run, n, &c)) SN_TRY(merge(run, &c));
    }
    return SN_OK;
}

static const sn_pass_after after[] = {
    {"fold_affine", "a map in a convolution's weights costs nothing, a scale layer does"},
    {NULL, NULL},
};

const sn_pass sn_pass_merge_affine = {
    .name = "merge_affine",
    .arrow = "s2 * (s1 * x + t1) + t2 -> scale(x, s1 s2, s2 t1 + t2)",
    .needs = "same axis and channel count, sole reader",
    .after = after,
    .run = run,
};
