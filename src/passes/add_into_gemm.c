/* SPDX-License-Identifier: Apache-2.0
 *
 *   matmul(a, b) + c       -->  gemm(a, b, c)
 *   matmul(a, b) - c       -->  gemm(a, b, c) {beta = -1}
 *   c - matmul(a, b)       -->  gemm(a, b, c) {alpha = -1}
 *   gemm(a, b) + c         -->  gemm(a, b, c)                alike
 *
 * Needs: a and b are matrices of f32 or f64 (run times have products of other types, but no gemm of
 * them); c is broadcast to their product, which it does not enlarge: proved; nobody else reads the
 * product; the target has the operator. */
#include "ops/binary.h"
#include "ops/gemm.h"
#include "ops/matmul.h"
#include "ops/ops.h"
#include "passes/pass.h"

/* The product as a gemm that has no c yet. */
static bool is_product(const sn_node *n, sn_gemm_params *p)
{
    *p = (sn_gemm_params){.alpha = 1, .beta = 1};
    if (!n || sn_node_boundary(n)) return false;
    if (n->op == &sn_op_gemm && !sn_in(n, SN_GEMM_C)) {
        *p = *(const sn_gemm_params *)n->params;
        p->beta = 1;
    } else if (n->op == &sn_op_matmul) {
        p->transB = ((const sn_matmul_params *)n->params)->transB;
    } else {
        return false;
    }
    return sn_in(n, SN_GEMM_A)->shape.rank == 2 && sn_in(n, SN_GEMM_B)->shape.rank == 2;
}

/* Whether c has no more axes than y, and each is 1 or that of y. */
static bool fits(const sn_shape *c, const sn_shape *y)
{
    bool fits = c->rank >= 0 && c->rank <= y->rank;
    for (int i = 1; i <= c->rank && fits; i++)
        fits = c->d[c->rank - i] == 1 || sn_dim_equal(c->d[c->rank - i], y->d[y->rank - i]);
    return fits;
}

/* What a layer has of its own is no value that others read. */
static sn_value *as_own(sn_pass_run *run, sn_value *v)
{
    const sn_tensor *t = v->def && v->n_uses == 1 ? sn_const_of(v) : NULL;
    return t ? sn_value_const(run->g, t, v->name) : v;
}

/* A constant row has two axes: formats that say how c is broadcast have a word for that. */
static sn_value *as_summand(sn_pass_run *run, sn_value *v)
{
    sn_value *c = as_own(run, v);
    if (c->def || !c->data || c->shape.rank != 1 || c->shape.d[0] == 1) return c;
    const sn_shape row = SN_SHAPE(1, c->shape.d[0]);
    const sn_tensor *t = sn_tensor_reshaped(run->env->ctx, c->data, &row);
    c = sn_value_const(run->g, t, v->name);
    sn_tensor_release(t);
    return c;
}

static sn_status fold(sn_pass_run *run, sn_node *n, uint16_t slot)
{
    sn_gemm_params p;
    sn_value *y = sn_in(n, slot), *c = sn_in(n, (uint16_t)(1 - slot));
    sn_node *product = y->def;
    if (!is_product(product, &p) || (y->type != SN_TYPE_f32 && y->type != SN_TYPE_f64))
        return SN_OK;
    if (!fits(&c->shape, &y->shape)) {
        sn_missed(run, product, n, "not made one: the summand is not proved to fit the product");
        return SN_OK;
    }
    if (n->op == &sn_op_sub && slot == SN_BINARY_A) p.beta = -1;
    if (n->op == &sn_op_sub && slot == SN_BINARY_B) p.alpha = -p.alpha;
    if (!sn_spelling_can(run->env->target, run->env->ctx, &sn_op_gemm, &p, 3)) {
        sn_missed(run, product, n, "not made one: %s has no such gemm", run->env->target->name);
        return SN_OK;
    }
    if (!sn_sole_producer(run, y, n, false)) return SN_OK;
    sn_rewrite_begin(run);
    sn_value *in[3] = {as_own(run, sn_in(product, SN_GEMM_A)),
                       as_own(run, sn_in(product, SN_GEMM_B)), as_summand(run, c)};
    sn_node *gemm = sn_node_create(run->g, n, &sn_op_gemm, &p, 3, in, 1);
    gemm->name = product->name;
    sn_rewrite rw = {
        .matched = {product, n}, .n_matched = 2, .before = n->out[0], .after = gemm->out[0]};
    bool done;
    return sn_rewrite_commit(run, &rw, &done);
}

static bool visits(const sn_op *op) { return op == &sn_op_add || op == &sn_op_sub; }

static sn_status run(sn_pass_run *run)
{
    SN_EACH_VISITED(n, run)
    {
        for (uint16_t slot = 0; slot < 2 && n->graph && visits(n->op); slot++)
            SN_TRY(fold(run, n, slot));
    }
    return SN_OK;
}

static const sn_pass_after after[] = {
    {"recognise_attention", "a product that is a gemm is not in the pattern"},
    {NULL, NULL},
};

const sn_pass sn_pass_add_into_gemm = {
    .name = "add_into_gemm",
    .arrow = "matmul(a, b) + c -> gemm(a, b, c); c - matmul(a, b) alike",
    .needs = "a and b are matrices, c is broadcast to their product: proved; sole reader, the "
             "target has the operator",
    .after = after,
    .visits = visits,
    .run = run,
};
