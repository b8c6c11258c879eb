/* SPDX-License-Identifier: Apache-2.0
 *
 * Normalisations to mean 0 and variance 1 (rms_norm: to mean square 1), then gamma and beta:
 * Ulyanov et al. 2016 (instance), Wu and He 2018 (group), Ba et al. 2016 (layer), Zhang and
 * Sennrich 2019 (rms).
 *
 * All four are one computation over a run of `run` elements that lie together, with `repeat`
 * elements in a row sharing a gamma: see `work`. Instance norm is of mat rank (a value of rank
 * <= nd is one channel); group norm takes its axis at any rank; layer norm normalises its n_axes
 * last axes. */
#include "ops/norm.h"

#include "base/num.h"
#include "base/parallel.h"
#include "ops/rule.h"

static const sn_slot slots[] = {
    {"x", 0},
    {"gamma", SN_SLOT_OPTIONAL | SN_SLOT_WEIGHT},
    {"beta", SN_SLOT_OPTIONAL | SN_SLOT_WEIGHT},
    {NULL, 0},
};
static const sn_slot rms_slots[] = {
    {"x", 0}, {"gamma", SN_SLOT_OPTIONAL | SN_SLOT_WEIGHT}, {NULL, 0}};

/* ---- shapes ---------------------------------------------------------------------------------- */

/* gamma and beta, where given, have rank 1 and `n` elements; `at_least`: or more. Of more than that
 * ncnn takes the first ones. */
static sn_status check_affine(sn_infer *in, sn_dim n, bool at_least)
{
    for (unsigned slot = SN_NORM_GAMMA; slot <= SN_NORM_BETA; slot++) {
        sn_shape s = sn_rule_shape(in, slot);
        SN_TRY(sn_rule_rank(in, slot, 1, 1));
        if (s.rank != 1) continue;
        if (!at_least && sn_dim_known(n) && n > 0 && sn_dim_known(s.d[0]) && s.d[0] > n) {
            sn_infer_boundary(
                in, sn_arena_printf(
                        in->arena, "%s has %lld elements for %lld; only the first are used",
                        sn_op_slot(in->node->op, slot)->name, (long long)s.d[0], (long long)n));
        } else if (!at_least) {
            SN_TRY(sn_rule_size_inside(in, "size of what gamma scales", n, s.d[0]));
        } else if (sn_dim_known(s.d[0]) && sn_dim_known(n) && s.d[0] < n) {
            return sn_node_fail(
                in->ctx, in->node, SN_E_SHAPE, "%s has %lld elements, at least %lld expected",
                sn_op_slot(in->node->op, slot)->name, (long long)s.d[0], (long long)n);
        }
    }
    return SN_OK;
}

static sn_status infer_instance(sn_infer *in)
{
    const sn_instance_norm_params *p = in->params;
    sn_shape x = in->in_shape[SN_NORM_X];
    SN_TRY(sn_rule_rank(in, SN_NORM_X, 1, SN_MAX_RANK));
    if (x.rank > p->nd) {
        SN_TRY(check_affine(in, x.d[0], false));
    } else if (x.rank > 0) {
        SN_TRY(check_affine(in, 1, true));
    }
    sn_rule_give(in, 0, x);
    return SN_OK;
}

/* ncnn goes by the number that gamma is made for: it leaves further channels as they are, and reads
 * behind fewer. */
static sn_status check_group_affine(sn_infer *in, sn_dim channels)
{
    for (unsigned slot = SN_NORM_GAMMA; slot <= SN_NORM_BETA; slot++) {
        sn_shape s = sn_rule_shape(in, slot);
        SN_TRY(sn_rule_rank(in, slot, 1, 1));
        if (s.rank != 1) continue;
        if (!sn_dim_known(s.d[0]) || !sn_dim_known(channels) || channels <= s.d[0]) {
            SN_TRY(sn_rule_size_inside(in, "size of what gamma scales", channels, s.d[0]));
            continue;
        }
        sn_infer_no_rule(
            in,
            sn_arena_printf(
                in->arena,
                "%s has %lld elements for %lld channels; the remaining channels are left unchanged",
                sn_op_slot(in->node->op, slot)->name, (long long)s.d[0], (long long)channels));
    }
    return SN_OK;
}

static sn_status infer_group(sn_infer *in)
{
    const sn_group_norm_params *p = in->params;
    sn_shape x = in->in_shape[SN_NORM_X];
    SN_TRY(sn_rule_rank(in, SN_NORM_X, p->axis + 1, SN_MAX_RANK));
    if (x.rank > p->axis) SN_TRY(check_group_affine(in, x.d[p->axis]));
    sn_rule_give(in, 0, x);
    return SN_OK;
}

/* The product of the n last sizes. */
static sn_dim trailing(const sn_infer *in, const sn_shape *s, int n)
{
    sn_dim product = 1;
    for (int i = s->rank - n; i < s->rank; i++) product = sn_dim_mul(in->dims, product, s->d[i]);
    return product;
}

/* ncnn's rule: rows of rank 1 and 2; else the fewest axes that have affine_size elements, or all
 * but the first. */
static sn_status resolve_layer(const sn_infer *in, void *params)
{
    sn_layer_norm_params *p = params;
    const sn_shape *x = &in->in_shape[SN_NORM_X];
    if (p->n_axes != SN_LATE || x->rank < 1) return SN_OK;
    if (x->rank > 4) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "x has rank %d, n_axes must be given above rank 4", x->rank);
    }
    for (int n = 1; n <= x->rank - 1 || n == 1; n++) {
        sn_dim size = trailing(in, x, n);
        bool last = n >= x->rank - 1 || x->rank <= 2;
        if (last || sn_dim_equal(size, p->affine_size)) {
            p->n_axes = n;
            return SN_OK;
        }
        if (!sn_dim_differ(in->dims, size, p->affine_size)) return SN_OK;
    }
    return SN_OK;
}

static sn_status infer_layer(sn_infer *in)
{
    const sn_layer_norm_params *p = in->params;
    sn_shape x = in->in_shape[SN_NORM_X];
    SN_TRY(sn_rule_rank(in, SN_NORM_X, p->n_axes == SN_LATE ? 1 : p->n_axes, SN_MAX_RANK));
    if (p->n_axes != SN_LATE && x.rank >= p->n_axes) {
        SN_TRY(check_affine(in, trailing(in, &x, p->n_axes), false));
    }
    sn_rule_give(in, 0, x);
    return SN_OK;
}

/* ---- evaluation ------------------------------------------------------------------------------ */

typedef struct work {
    const float *x, *gamma, *beta;
    float *y;
    int64_t run;    /* elements normalised together, one run after the other */
    int64_t repeat; /* elements with the same gamma, side by side */
    int64_t period; /* runs after which gamma starts anew */
    bool center;    /* subtract the mean */
    double eps;
} work;

static void one_run(void *user, int64_t i)
{
    const work *w = user;
    const float *x = w->x + i * w->run;
    float *y = w->y + i * w->run;
    int64_t first = i % w->period * (w->run / w->repeat);
    double mean = 0, squares = 0;
    if (w->center) {
        for (int64_t k = 0; k < w->run; k++) mean += (double)x[k];
        mean /= (double)w->run;
    }
    for (int64_t k = 0; k < w->run; k++) {
        squares += ((double)x[k] - mean) * ((double)x[k] - mean);
    }
    double scale = 1 / sqrt(squares / (double)w->run + w->eps);
    for (int64_t k = 0; k < w->run; k++) {
        double v = ((double)x[k] - mean) * scale;
        if (w->gamma) v *= (double)w->gamma[first + k / w->repeat];
        if (w->beta) v += (double)w->beta[first + k / w->repeat];
        y[k] = (float)v;
    }
}

static work work_of(const sn_eval *e)
{
    return (work){.x = sn_rule_in(e, SN_NORM_X),
                  .gamma = sn_rule_in(e, SN_NORM_GAMMA),
                  .beta = sn_rule_in(e, SN_NORM_BETA),
                  .y = sn_rule_out(e, 0),
                  .period = 1,
                  .center = true};
}

static sn_status eval_instance(sn_eval *e)
{
    SN_TRY(sn_rule_all_f32(e));
    const sn_instance_norm_params *p = e->params;
    const sn_shape *s = &e->in_shape[SN_NORM_X];
    bool has_channels = s->rank > p->nd;
    work w = work_of(e);
    w.eps = (double)p->eps;
    w.run = w.repeat = sn_span_count(s, has_channels ? 1 : 0, s->rank);
    w.period = has_channels ? s->d[0] : 1;
    if (w.run > 0) sn_parallel_for(e->ctx, w.period, one_run, &w);
    return SN_OK;
}

/* Channels beyond group * (channels / group) stay as they are. */
static sn_status eval_group(sn_eval *e)
{
    SN_TRY(sn_rule_all_f32(e));
    const sn_group_norm_params *p = e->params;
    sn_span span = sn_span_of(&e->in_shape[SN_NORM_X], p->axis);
    int64_t per_group = span.n / p->group, block = span.n * span.inner;
    int64_t used = per_group * p->group * span.inner;
    work w = work_of(e);
    w.eps = (double)p->eps;
    w.run = per_group * span.inner;
    w.repeat = span.inner;
    w.period = p->group;
    for (int64_t i = 0; i < span.outer; i++) {
        if (w.run > 0) sn_parallel_for(e->ctx, p->group, one_run, &w);
        for (int64_t k = used; k < block; k++) w.y[k] = w.x[k];
        w.x += block;
        w.y += block;
    }
    return SN_OK;
}

static sn_status eval_last_axes(sn_eval *e, bool center)
{
    SN_TRY(sn_rule_all_f32(e));
    const sn_layer_norm_params *p = e->params;
    const sn_shape *s = &e->in_shape[SN_NORM_X];
    work w = work_of(e);
    w.center = center;
    w.eps = (double)p->eps;
    w.run = sn_span_count(s, s->rank - p->n_axes, s->rank);
    w.repeat = 1;
    if (w.run > 0) {
        sn_parallel_for(e->ctx, sn_span_count(s, 0, s->rank - p->n_axes), one_run, &w);
    }
    return SN_OK;
}

static sn_status eval_layer(sn_eval *e) { return eval_last_axes(e, true); }
static sn_status eval_rms(sn_eval *e) { return eval_last_axes(e, false); }

/* ---- facts ----------------------------------------------------------------------------------- */

/* A map along `axis` goes into constant gamma and beta. */
static sn_answer absorb_along(const sn_node *node, int axis, sn_absorb *out)
{
    const sn_value *gamma = sn_in(node, SN_NORM_GAMMA), *beta = sn_in(node, SN_NORM_BETA);
    if (!gamma) return SN_ANSWER_NO("it has no gamma");
    if (!sn_const_of(gamma)) return SN_ANSWER_NO("gamma is not constant");
    if (beta && !sn_const_of(beta)) return SN_ANSWER_NO("beta is not constant");
    *out = (sn_absorb){.axis = axis,
                       .n = gamma->shape.d[0],
                       .n_scaled = 1,
                       .scaled = {SN_NORM_GAMMA},
                       .shifted = SN_NORM_BETA};
    return SN_ANSWER_YES;
}

static sn_answer absorb_instance(const sn_node *node, sn_arena *arena, sn_absorb *out)
{
    (void)arena;
    const sn_instance_norm_params *p = node->params;
    int rank = sn_in(node, SN_NORM_X)->shape.rank;
    if (rank < 0) return SN_ANSWER_UNKNOWN("the input's rank is not known");
    if (rank <= p->nd) return SN_ANSWER_NO("the input is one channel and has no channel axis");
    return absorb_along(node, 0, out);
}

static sn_answer absorb_group(const sn_node *node, sn_arena *arena, sn_absorb *out)
{
    (void)arena;
    const sn_group_norm_params *p = node->params;
    const sn_value *gamma = sn_in(node, SN_NORM_GAMMA);
    if (gamma && sn_const_of(gamma) && gamma->shape.d[0] % p->group != 0) {
        return SN_ANSWER_NO("some channels are in no group and pass through");
    }
    return absorb_along(node, p->axis, out);
}

static sn_answer absorb_layer(const sn_node *node, sn_arena *arena, sn_absorb *out)
{
    (void)arena;
    const sn_layer_norm_params *p = node->params;
    int rank = sn_in(node, SN_NORM_X)->shape.rank;
    if (rank < 0) return SN_ANSWER_UNKNOWN("the input's rank is not known");
    if (p->n_axes == SN_LATE) {
        return SN_ANSWER_UNKNOWN("which axes are normalised depends on sizes that are not known");
    }
    if (p->n_axes != 1) return SN_ANSWER_NO("gamma runs along more than one axis");
    return absorb_along(node, rank - 1, out);
}

static void cost(const sn_infer *in, sn_cost *out)
{
    out->flops = 7 * sn_rule_count(&in->out_shape[0]);
    for (unsigned i = SN_NORM_GAMMA; i < in->n_in; i++) {
        if (in->present[i]) out->weight_bytes += 4 * sn_rule_count(&in->in_shape[i]);
    }
}

/* ---- operators ------------------------------------------------------------------------------- */

#define EPS_HELP "added to the variance"

static const sn_param instance_params[] = {
    SN_P_F32(sn_instance_norm_params, eps, 0.001f, EPS_HELP),
    SN_P_INT(sn_instance_norm_params, nd, 2, 0, 3, "a value of this rank or less is one channel"),
    SN_P_END,
};
static const sn_param group_params[] = {
    SN_P_INT(sn_group_norm_params, group, 1, 1, INT32_MAX, "groups of channels"),
    SN_P_F32(sn_group_norm_params, eps, 0.001f, EPS_HELP),
    SN_P_INT(sn_group_norm_params, axis, 0, 0, SN_MAX_RANK - 1, "axis of the channels"),
    SN_P_END,
};
static const sn_param layer_params[] = {
    SN_P_INT(sn_layer_norm_params, affine_size, 0, 0, INT32_MAX,
             "elements normalised together, by which a late n_axes is decided"),
    SN_P_F32(sn_layer_norm_params, eps, 0.001f, EPS_HELP),
    SN_P_LATE(sn_layer_norm_params, n_axes, SN_LATE, 1, SN_MAX_RANK,
              "how many of the last axes are normalised together; late: as affine_size says"),
    SN_P_END,
};

const sn_op sn_op_instance_norm = {
    .name = "instance_norm",
    .synopsis = "y = (x - mean) / sqrt(var + eps) * gamma + beta, per channel",
    .slots = slots,
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_instance_norm_params),
    .params = instance_params,
    .infer = infer_instance,
    .loose = true,
    .eval = eval_instance,
    .absorb_out = absorb_instance,
    .cost = cost,
};

const sn_op sn_op_group_norm = {
    .name = "group_norm",
    .synopsis = "y = (x - mean) / sqrt(var + eps) * gamma + beta, per group of channels",
    .slots = slots,
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_group_norm_params),
    .params = group_params,
    .infer = infer_group,
    .loose = true,
    .eval = eval_group,
    .absorb_out = absorb_group,
    .cost = cost,
};

const sn_op sn_op_layer_norm = {
    .name = "layer_norm",
    .synopsis = "y = (x - mean) / sqrt(var + eps) * gamma + beta, over the last axes",
    .slots = slots,
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_layer_norm_params),
    .params = layer_params,
    .resolve = resolve_layer,
    .infer = infer_layer,
    .loose = true,
    .eval = eval_layer,
    .absorb_out = absorb_layer,
    .cost = cost,
};

const sn_op sn_op_rms_norm = {
    .name = "rms_norm",
    .synopsis = "y = x / sqrt(mean of squares + eps) * gamma, over the last axes",
    .slots = rms_slots,
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_layer_norm_params),
    .params = layer_params,
    .resolve = resolve_layer,
    .infer = infer_layer,
    .loose = true,
    .eval = eval_rms,
    .cost = cost,
};
