/* SPDX-License-Identifier: Apache-2.0
 *
 * Finding attention: softmax(s q k^T + mask) v, with the products spelled as matmul or gemm, s
 * anywhere. */
#include "passes/attention.h"

#include "ops/attention.h"
#include "ops/binary.h"
#include "ops/gemm.h"
#include "ops/matmul.h"
#include "ops/ops.h"
#include "ops/softmax.h"

#include <string.h>

#define SCORES  "(p:matmul(?q, ?k)|p:gemm(?q, ?k)|p:gemm(?q, ?k, _))"
#define WEIGHTS "(a:softmax(mul(" SCORES ", #s))|a:softmax(add(mul(" SCORES ", #s), ?m)))"
#define PIECES  "y:matmul(" WEIGHTS ", ?v)|y:gemm(" WEIGHTS ", ?v)|y:gemm(" WEIGHTS ", ?v, _)"

sn_status sn_attention_prepare(sn_pass_run *run, sn_attention_patterns *out)
{
    SN_TRY(sn_pattern_compile(run->env->ctx, run->arena, PIECES, &out->pieces));
    return sn_pattern_compile(run->env->ctx, run->arena, "mul(?x, #c)", &out->scaled);
}

bool sn_attention_shape(const sn_attention_operand *o, sn_shape *out)
{
    const sn_shape *s = &o->v->shape;
    if (s->rank < 2 || s->rank > 3) return false;
    *out = *s;
    if (s->rank == 2) (void)sn_shape_at_least(s, 3, out);
    if (o->swapped) {
        sn_dim last = out->d[2];
        out->d[2] = out->d[1];
        out->d[1] = last;
    }
    return true;
}

/* ---- products -------------------------------------------------------------------------------- */

/* y = scale * a b^T, the operands as they are read. */
typedef struct attention_product {
    sn_attention_operand a, b; /* [..][m][k], [..][n][k] */
    double scale;
} attention_product;

static bool gemm_product(const sn_node *n, attention_product *out)
{
    const sn_gemm_params *p = n->params;
    if (p->transA) return false;
    out->b.swapped = !p->transB;
    out->scale = (double)p->alpha;
    return true;
}

static bool product_of(const sn_node *n, attention_product *out)
{
    *out = (attention_product){.a.v = sn_in(n, 0), .b.v = sn_in(n, 1), .scale = 1};
    sn_shape s;
    if (!sn_attention_shape(&out->a, &s) || !sn_attention_shape(&out->b, &s)) return false;
    if (n->op == &sn_op_gemm) return gemm_product(n, out);
    out->b.swapped = !((const sn_matmul_params *)n->params)->transB;
    return true;
}

static bool is_last_axis(const sn_node *softmax)
{
    return ((const sn_along_params *)softmax->params)->axis == softmax->out[0]->shape.rank - 1;
}

/* ---- what must hold of sizes ----------------------------------------------------------------- */

/* The mask has a row for each query and a number for each key, for one head or each. */
static const char *check_mask(const sn_value *mask, const sn_shape *q, const sn_shape *k)
{
    const sn_shape *m = &mask->shape;
    if (m->rank < 2 || m->rank > 3) return "the mask is no matrix, or one for each head";
    if (!sn_dim_equal(m->d[m->rank - 2], q->d[1]) || !sn_dim_equal(m->d[m->rank - 1], k->d[1]))
        return "the mask is not proved to have a number for each query and key";
    bool heads = m->rank == 2 || m->d[0] == 1 || sn_dim_equal(m->d[0], q->d[0]);
    return heads ? NULL : "the mask is not proved to be one for all heads or one for each";
}

static const char *check_sizes(const sn_attention *a)
{
    sn_shape q, k, v;
    if (!sn_attention_shape(&a->q, &q) || !sn_attention_shape(&a->k, &k) ||
        !sn_attention_shape(&a->v, &v))
        return "queries, keys and values do not have 2 or 3 axes";
    if (!sn_dim_equal(k.d[0], v.d[0]))
        return "keys and values are not proved to be of as many heads";
    if (k.d[0] != 1 && !sn_dim_equal(k.d[0], q.d[0]))
        return "queries and keys are not proved to be of as many heads";
    return a->mask ? check_mask(a->mask, &q, &k) : NULL;
}

/* ---- matching -------------------------------------------------------------------------------- */

void sn_attention_peel(sn_pass_run *run, const sn_attention_patterns *p, sn_node *reader,
                       sn_value **v, double *scale, sn_node **nodes, int *n_nodes)
{
    sn_node *def;
    while ((def = sn_sole_producer(run, *v, reader, true)) != NULL && def->n_out == 1) {
        sn_match m;
        if (!sn_match_at(run, p->scaled, def, &m)) return;
        sn_value *x = sn_match_value(&m, "x");
        double c = sn_match_number(&m, "c");
        if (x == *v || !sn_shape_equal(&x->shape, &(*v)->shape) ||
            *n_nodes + m.n_nodes > SN_MAX_MATCHED)
            return;
        for (int i = m.n_nodes; i-- > 0;) nodes[(*n_nodes)++] = m.nodes[i];
        *scale *= c;
        *v = x;
        reader = m.nodes[0];
    }
}

/* Factors of an operand of the scores; the operand's own nodes go in front of the rest. */
static void peel(sn_pass_run *run, const sn_attention_patterns *p, sn_node *reader, sn_attention *a,
                 sn_value **v)
{
    sn_node *nodes[SN_MAX_MATCHED];
    sn_value *const whole = *v;
    const double scale = a->scale;
    int n = 0;
    sn_attention_peel(run, p, reader, v, &a->scale, nodes, &n);
    if (a->n_nodes + n > SN_MAX_MATCHED) {
        *v = whole;
        a->scale = scale;
        return;
    }
    memmove(a->nodes + n, a->nodes, (size_t)a->n_nodes * sizeof *nodes);
    for (int i = 0; i < n; i++) a->nodes[i] = nodes[n - 1 - i];
    a->n_nodes += n;
}

static bool of_pieces(sn_pass_run *run, const sn_attention_patterns *p, sn_node *root,
                      sn_attention *a)
{
    sn_match m;
    attention_product scores, y;
    if (!sn_match_at(run, p->pieces, root, &m)) return false;
    sn_node *softmax = sn_match_node(&m, "a"), *first = sn_match_node(&m, "p");
    if (!product_of(first, &scores) || !product_of(root, &y) || y.scale != 1) return false;
    if (!is_last_axis(softmax)) {
        sn_missed(run, first, root, "not made attention: the softmax is not along the last axis");
        return false;
    }
    *a = (sn_attention){
        .q = scores.a, .k = scores.b, .v = y.b, .scale = scores.scale * sn_match_number(&m, "s")};
    a->v.swapped = !y.b.swapped; /* b^T of a product is [n][k]: [out][dst] */
    a->mask = sn_match_value(&m, "m");
    a->in_pieces = true;
    a->root = root;
    a->n_nodes = m.n_nodes;
    memcpy(a->nodes, m.nodes, (size_t)m.n_nodes * sizeof *m.nodes);
    if (a->q.v != a->k.v) {
        peel(run, p, first, a, &a->q.v);
        peel(run, p, first, a, &a->k.v);
    }
    if (sn_const_of(a->k.v) || sn_const_of(a->v.v))
        return false; /* an inner product, and better off as one */
    const char *why = check_sizes(a);
    if (!why && !sn_f32_says(root->out[0]->type, a->scale))
        why = "f32, which its parameter is, loses digits of its scale";
    if (!why && !(isfinite((float)a->scale) && (float)a->scale != 0))
        why = "the factor of the scores is 0 or no number";
    if (why) sn_missed(run, first, root, "not made attention: %s", why);
    return !why;
}

static bool of_attention(sn_node *root, sn_attention *a)
{
    const sn_attention_params *p = root->params;
    const sn_value *mask = sn_in(root, SN_ATTENTION_MASK);
    if (root->n_out != 1 || p->is_causal || p->softcap != 0) return false;
    if (mask && (mask->type != SN_TYPE_f32 || !p->empty_is_nan)) return false;
    *a = (sn_attention){.q.v = sn_in(root, SN_ATTENTION_Q),
                        .k.v = sn_in(root, SN_ATTENTION_K),
                        .v.v = sn_in(root, SN_ATTENTION_V)};
    a->mask = sn_in(root, SN_ATTENTION_MASK);
    a->scale = (double)p->scale;
    a->root = a->nodes[0] = root;
    a->n_nodes = 1;
    return check_sizes(a) == NULL;
}

bool sn_attention_at(sn_pass_run *run, const sn_attention_patterns *p, sn_node *root,
                     sn_attention *out)
{
    if (root->op == &sn_op_attention) return of_attention(root, out);
    if (root->op != &sn_op_matmul && root->op != &sn_op_gemm) return false;
    return of_pieces(run, p, root, out);
}
