/* SPDX-License-Identifier: Apache-2.0
 *
 *   a * c0 + b * c1   -->   eltwise_sum(a, b) {coeffs = [c0, c1]}      a missing factor counts as 1, not both missing
 *
 * Needs: a, b and the sum have shapes proved equal (a weighted sum does not broadcast), the factors are constant scalars, and
 * the products are read here alone. */
#include <math.h>

#include "ops/eltwise.h"
#include "ops/ops.h"
#include "passes/pass.h"

typedef struct term {
    sn_value *v;      /* what is summed */
    sn_node *product; /* or NULL: no factor */
    float factor;
} term;

/* v = x * scalar, read by n alone? */
static term term_of(sn_pass_run *run, sn_node *n, uint16_t slot)
{
    sn_value *v = sn_in(n, slot);
    term t = {.v = v, .factor = 1};
    sn_node *def = v ? v->def : NULL;
    if (!def || def->op != &sn_op_mul) return t;
    for (uint16_t k = 0; k < 2; k++) {
        const sn_tensor *c = sn_const_of(sn_in(def, k));
        if (!c || c->shape.rank != 0 || !isfinite(sn_tensor_at(c, 0))) continue;
        if (!sn_sole_producer(run, v, n, false)) return t;
        t.product = def;
        t.v = sn_in(def, (uint16_t)(1 - k));
        t.factor = (float)sn_tensor_at(c, 0);
        return t;
    }
    return t;
}

static sn_status sum(sn_pass_run *run, sn_node *n)
{
    term t[2] = {term_of(run, n, 0), term_of(run, n, 1)};
    if (!t[0].product && !t[1].product) return SN_OK;
    if (!t[0].v || !t[1].v) return SN_OK;
    sn_node *first = t[0].product ? t[0].product : t[1].product;
    if (sn_value_is_const(t[0].v) || sn_value_is_const(t[1].v)) {
        const sn_value *c = sn_value_is_const(t[0].v) ? t[0].v : t[1].v;
        if (c->shape.rank > 0) sn_missed(run, first, n, "not made a weighted sum: one side is a constant");
        return SN_OK;
    }
    if (!sn_shape_equal(&t[0].v->shape, &t[1].v->shape) || !sn_shape_equal(&t[0].v->shape, &n->out[0]->shape)) {
        sn_missed(run, first, n, "not made a weighted sum: the shapes of both sides are not proved equal");
        return SN_OK;
    }
    float coeffs[2] = {t[0].factor, t[1].factor};
    sn_eltwise_params p = {.op = SN_ELTWISE_SUM, .coeffs = sn_floats_of(run->g->arena, 2, coeffs)};
    if (!sn_target_can(run->env->target, run->env->ctx, &sn_op_eltwise, &p, 2)) return SN_OK;
    sn_rewrite_begin(run);
    sn_value *in[2] = {t[0].v, t[1].v};
    sn_node *e = sn_node_create(run->g, n, &sn_op_eltwise, &p, 2, in, 1);
    e->name = n->name;
    e->features = n->features;
    sn_rewrite rw = {.before = n->out[0], .after = e->out[0]};
    for (int i = 0; i < 2; i++) {
        if (!t[i].product) continue;
        e->features |= t[i].product->features;
        rw.matched[rw.n_matched++] = t[i].product;
    }
    rw.matched[rw.n_matched++] = n;
    bool done;
    return sn_rewrite_commit(run, &rw, &done);
}

static bool visits(const sn_op *op) { return op == &sn_op_add; }

static sn_status run(sn_pass_run *run)
{
    SN_EACH_VISITED(n, run)
    {
        if (n->op == &sn_op_add) SN_TRY(sum(run, n));
    }
    return SN_OK;
}

static const sn_pass_after after[] = {
    {"fold_affine", "a factor in the weights of the layer before costs nothing, one in the sum does"},
    {NULL, NULL},
};

const sn_pass sn_pass_weighted_sum = {
    .name = "weighted_sum",
    .arrow = "a * c0 + b * c1 -> eltwise_sum(a, b) {c0, c1}",
    .needs = "equal shapes proved, constant scalar factors, the products are read here alone",
    .covers = "fuse_binaryop_eltwise",
    .after = after,
    .visits = visits,
    .run = run,
};
