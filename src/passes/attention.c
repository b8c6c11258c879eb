/* SPDX-License-Identifier: Apache-2.0
 *
 * Finding attention: softmax(s q k^T + mask) v, with the products spelled as matmul or gemm, s
 * anywhere, keys hidden by a summand or a where(). */
#include "passes/attention.h"

#include "ops/attention.h"
#include "ops/binary.h"
#include "ops/gemm.h"
#include "ops/matmul.h"
#include "ops/ops.h"
#include "ops/softmax.h"

#include <string.h>

#define SCORES "(p:matmul(?q, ?k)|p:gemm(?q, ?k)|p:gemm(?q, ?k, _))"
#define SCALED "mul(" SCORES ", #s)"
#define BIASED "add(" SCALED ", ?bias)"
/* Shifted windows: the windows of an image get an axis of their own while the mask is added. */
#define WINDOWS "(u:reshape(" SCALED ")|u:reshape(" BIASED "))"
#define MASKED                                                                                     \
    "(a:softmax(" SCALED ")|a:softmax(add(" SCALED ", ?m))|a:softmax(add(" BIASED                  \
    ", ?m))|a:softmax(where(?seen, (" SCALED "|" BIASED                                            \
    "), ?hidden))|a:softmax(where(?unseen, ?hidden, (" SCALED "|" BIASED                           \
    ")))|a:softmax(w:reshape(add(" WINDOWS ", ?m))))"
#define WEIGHTS "(" MASKED "|where(n:is_nan(" MASKED "), ?zero, " MASKED "))"
#define PIECES  "y:matmul(" WEIGHTS ", ?v)|y:gemm(" WEIGHTS ", ?v)|y:gemm(" WEIGHTS ", ?v, _)"

sn_status sn_attention_prepare(sn_pass_run *run, sn_attention_patterns *out)
{
    SN_TRY(sn_pattern_compile(run->env->ctx, run->arena, PIECES, &out->pieces));
    return sn_pattern_compile(run->env->ctx, run->arena, "mul(?x, #c)", &out->scaled);
}

bool sn_attention_shape(const sn_attention_operand *o, sn_shape *out)
{
    const sn_shape *s = &o->v->shape;
    if (s->rank < 2) return false;
    *out = *s;
    if (s->rank == 2) (void)sn_shape_at_least(s, 3, out);
    if (o->swapped) {
        const int last = out->rank - 1;
        const sn_dim d = out->d[last];
        out->d[last] = out->d[last - 1];
        out->d[last - 1] = d;
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

void sn_attention_cut(const sn_attention *a, sn_shape *s)
{
    if (!a->windows) return;
    const sn_shape own = *s;
    *s = *a->windows;
    for (int i = 1; i <= 3; i++) s->d[s->rank - i] = own.d[own.rank - i];
}

/* ---- what must hold of sizes ----------------------------------------------------------------- */

/* The mask has a row for each query, or one for all, and a number for each key; the axes in front
 * are broadcast to those of the queries. */
static const char *check_mask(const sn_value *mask, const sn_shape *q, const sn_shape *k)
{
    const sn_shape *m = &mask->shape;
    if (m->rank < 1 || m->rank > q->rank)
        return "the mask is not proved to have at most the axes of the scores";
    if (!sn_dim_equal(m->d[m->rank - 1], k->d[k->rank - 2]))
        return "the mask is not proved to have a number for each key";
    for (int i = m->rank - 2, j = q->rank - 2; i >= 0; i--, j--)
        if (m->d[i] != 1 && !sn_dim_equal(m->d[i], q->d[j]))
            return "the mask is not proved to be one for all or one for each, along every axis";
    return NULL;
}

static const char *check_sizes(const sn_attention *a)
{
    sn_shape q, k, v;
    if (!sn_attention_shape(&a->q, &q) || !sn_attention_shape(&a->k, &k) ||
        !sn_attention_shape(&a->v, &v))
        return "queries, keys and values do not have 2 axes or more";
    if (q.rank != k.rank || k.rank != v.rank)
        return "queries, keys and values do not have as many axes";
    for (int i = 0; i < q.rank - 3; i++)
        if (!sn_dim_equal(q.d[i], k.d[i]) || !sn_dim_equal(k.d[i], v.d[i]))
            return "queries, keys and values are not proved to be of as many images";
    const int heads = q.rank - 3;
    if (!sn_dim_equal(k.d[heads], v.d[heads]))
        return "keys and values are not proved to be of as many heads";
    if (k.d[heads] != 1 && !sn_dim_equal(k.d[heads], q.d[heads]))
        return "queries and keys are not proved to be of as many heads";
    const char *why = a->bias ? check_mask(a->bias, &q, &k) : NULL;
    if (!why && a->windows && a->bias && a->bias->shape.rank > 3 && a->bias->shape.d[0] != 1)
        why = "the bias is not one for all windows";
    sn_attention_cut(a, &q);
    return why || !a->mask ? why : check_mask(a->mask, &q, &k);
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

/* The one number that a constant consists of, which may be infinite. */
static bool is_uniform(const sn_value *v, double *out)
{
    const sn_tensor *t = sn_const_of(v);
    return t && sn_type_is_float(t->type) && sn_tensor_is_uniform(t, out);
}

/* Views in front of and behind a mask: of one axis come several, and one again. */
static const char *take_windows(const sn_match *m, const sn_node *scores, sn_attention *a)
{
    const sn_shape *whole = &scores->out[0]->shape;
    const sn_shape *cut = &sn_match_node(m, "u")->out[0]->shape;
    bool fits = whole->rank == 4 && cut->rank > 4 &&
                sn_shape_equal(&sn_match_node(m, "w")->out[0]->shape, whole);
    for (int i = 1; i <= 3 && fits; i++)
        fits = sn_dim_equal(cut->d[cut->rank - i], whole->d[whole->rank - i]);
    a->windows = cut;
    return fits ? NULL : "views around its mask are not proved to cut images into windows alone";
}

/* What the scores are masked by, and what NaN among the weights become; else why attention has it
 * not so. */
static const char *take_masks(const sn_match *m, const sn_node *scores, const sn_node *softmax,
                              sn_attention *a)
{
    a->mask = sn_match_value(m, "m");
    a->bias = sn_match_value(m, "bias");
    a->hidden = -INFINITY;
    a->nan_is_zero = sn_match_node(m, "n") != NULL;
    a->hides = sn_match_has(m, "unseen");
    double zero = 0;
    if (a->nan_is_zero &&
        (!is_uniform(sn_match_value(m, "zero"), &zero) || zero != 0 || signbit(zero)))
        return "weights that are NaN do not become 0";
    if (sn_match_node(m, "u")) return take_windows(m, scores, a);
    if (!sn_match_has(m, "hidden")) return NULL;
    a->mask = sn_match_value(m, a->hides ? "unseen" : "seen");
    if (!is_uniform(sn_match_value(m, "hidden"), &a->hidden))
        return "the scores of hidden keys are not one constant number";
    if (!sn_f32_says(softmax->out[0]->type, a->hidden))
        return "f32, which its parameter is, loses digits of the score of hidden keys";
    return sn_shape_equal(&sn_in(softmax, 0)->shape, &scores->out[0]->shape)
               ? NULL
               : "what hides keys is not proved to keep the shape of the scores";
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
    const char *why = take_masks(&m, first, softmax, a);
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
    if (!why) why = check_sizes(a);
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
    a->bias = sn_in(root, SN_ATTENTION_BIAS);
    a->nan_is_zero = p->nan_is_zero;
    a->hidden = (double)p->hidden;
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
