/* SPDX-License-Identifier: Apache-2.0
 *
 * Gradients of products of matrices: of y = a b by a is dy b^T, by b is a^T dy, summed over what
 * was broadcast. */
#include "ops/grad/grad.h"

#include "ops/einsum.h"
#include "ops/gemm.h"
#include "ops/linear.h"
#include "ops/matmul.h"
#include "ops/rule.h"

static sn_value *product(sn_grad *g, sn_value *a, sn_value *b, bool trans_b)
{
    const sn_matmul_params p = {trans_b};
    return sn_grad_of_two(g, &sn_op_matmul, &p, a, b);
}

/* The last two axes change places. */
static sn_value *turned(sn_grad *g, sn_value *v)
{
    int32_t perm[SN_MAX_RANK];
    if (!v) return NULL;
    const int rank = v->shape.rank;
    for (int i = 0; i < rank; i++) perm[i] = i;
    perm[rank - 1] = rank - 2;
    perm[rank - 2] = rank - 1;
    return sn_grad_transposed(g, v, perm);
}

static sn_value *as_matrix(sn_grad *g, sn_value *v, int64_t rows, int64_t columns)
{
    const sn_shape shape = sn_shape_of(2, (sn_dim[]){rows, columns});
    return sn_grad_reshaped(g, v, &shape);
}

sn_answer sn_grad_matmul(sn_grad *g)
{
    const sn_node *n = g->node;
    sn_value *a = sn_in(n, SN_MATMUL_A), *b = sn_in(n, SN_MATMUL_B), *dy = g->of_out[0];
    const sn_shape of_a = a->shape, of_b = b->shape;
    const bool is_row = of_a.rank == 1, is_column = of_b.rank == 1;
    const bool trans = ((const sn_matmul_params *)n->params)->transB && !is_column;
    sn_shape y = dy->shape; /* with both of its matrix's axes */
    if (is_row) {
        a = as_matrix(g, a, 1, of_a.d[0]);
        if (!is_column) y.d[y.rank] = y.d[y.rank - 1];
        y.d[is_column ? y.rank : y.rank - 1] = 1;
        y.rank++;
    }
    if (is_column) {
        b = as_matrix(g, b, of_b.d[0], 1);
        y.d[y.rank++] = 1;
    }
    dy = sn_grad_reshaped(g, dy, &y);
    if (g->wanted[SN_MATMUL_A] && a && b)
        g->of_in[SN_MATMUL_A] =
            sn_grad_reshaped(g, sn_grad_sum_to(g, product(g, dy, b, !trans), &a->shape), &of_a);
    if (g->wanted[SN_MATMUL_B] && a && b) {
        sn_value *by =
            trans ? product(g, turned(g, dy), a, false) : product(g, turned(g, a), dy, false);
        g->of_in[SN_MATMUL_B] = sn_grad_reshaped(g, sn_grad_sum_to(g, by, &b->shape), &of_b);
    }
    return SN_ANSWER_YES;
}

sn_answer sn_grad_linear(sn_grad *g)
{
    const sn_node *n = g->node;
    if (sn_node_act(n)->kind != SN_ACT_NONE) return SN_ANSWER_NO("an activation is fused into it");
    sn_value *x = sn_in(n, SN_LINEAR_X), *w = sn_in(n, SN_LINEAR_WEIGHT), *dy = g->of_out[0];
    const int64_t oc = w->shape.d[0], ic = w->shape.d[1];
    const int64_t rows = oc ? sn_shape_count(&dy->shape) / oc : 0;
    sn_value *flat = as_matrix(g, dy, rows, oc);
    if (g->wanted[SN_LINEAR_X])
        g->of_in[SN_LINEAR_X] = sn_grad_reshaped(g, product(g, flat, w, false), &x->shape);
    if (g->wanted[SN_LINEAR_WEIGHT])
        g->of_in[SN_LINEAR_WEIGHT] = product(g, turned(g, flat), as_matrix(g, x, rows, ic), false);
    if (sn_grad_wants(g, SN_LINEAR_BIAS))
        g->of_in[SN_LINEAR_BIAS] =
            sn_grad_reshaped(g, sn_grad_summed(g, flat, 1, true), &sn_in(n, SN_LINEAR_BIAS)->shape);
    return SN_ANSWER_YES;
}

sn_answer sn_grad_gemm(sn_grad *g)
{
    const sn_node *n = g->node;
    const sn_gemm_params *p = n->params;
    sn_value *a = sn_in(n, SN_GEMM_A), *b = sn_in(n, SN_GEMM_B), *dy = g->of_out[0];
    if (sn_grad_wants(g, SN_GEMM_C))
        g->of_in[SN_GEMM_C] =
            sn_grad_scaled(g, sn_grad_sum_to(g, dy, &sn_in(n, SN_GEMM_C)->shape), (double)p->beta);
    dy = sn_grad_scaled(g, dy, (double)p->alpha);
    if (g->wanted[SN_GEMM_A]) {
        sn_value *by = product(g, dy, b, !p->transB);
        g->of_in[SN_GEMM_A] = p->transA ? turned(g, by) : by;
    }
    if (g->wanted[SN_GEMM_B]) {
        sn_value *by = product(g, p->transA ? a : turned(g, a), dy, false);
        g->of_in[SN_GEMM_B] = p->transB ? turned(g, by) : by;
    }
    return SN_ANSWER_YES;
}

/* ---- einsum ---------------------------------------------------------------------------------- */

static bool has_letter(const sn_einsum_equation *q, int f, int letter)
{
    for (int i = 0; i < q->rank[f]; i++)
        if (q->letter[f][i] == letter) return true;
    return false;
}

static const char *letters_of(sn_arena *arena, const sn_einsum_equation *q, int f)
{
    const char *text = "";
    for (int i = 0; i < q->rank[f]; i++)
        text = sn_arena_printf(arena, "%s%c", text, q->name[q->letter[f][i]]);
    return text;
}

/* The product of dy and all factors but f, summed over the letters that f has not. Along a letter
 * that f alone has, all elements have the same gradient. */
static sn_value *of_factor(sn_grad *g, const sn_einsum_equation *q, int f)
{
    sn_value *in[SN_EINSUM_FACTORS] = {g->of_out[0]}, *x = sn_in(g->node, (unsigned)f);
    const char *equation = sn_arena_printf(g->arena, "%.*s", q->n_out, q->name), *made = "";
    uint16_t n = 1;
    for (int k = 0; k < q->n_factors; k++) {
        if (k == f) continue;
        equation = sn_arena_printf(g->arena, "%s,%s", equation, letters_of(g->arena, q, k));
        in[n++] = sn_in(g->node, (unsigned)k);
    }
    sn_shape shape = x->shape;
    for (int i = 0; i < q->rank[f]; i++) {
        const int letter = q->letter[f][i];
        bool others = letter < q->n_out;
        for (int k = 0; k < q->n_factors; k++)
            others = others || (k != f && has_letter(q, k, letter));
        if (others)
            made = sn_arena_printf(g->arena, "%s%c", made, q->name[letter]);
        else
            shape.d[i] = 1;
    }
    const sn_einsum_params p = {sn_arena_printf(g->arena, "%s->%s", equation, made)};
    sn_value *v = sn_grad_node(g, &sn_op_einsum, &p, n, in);
    return sn_grad_expanded(g, sn_grad_reshaped(g, v, &shape), &x->shape);
}

sn_answer sn_grad_einsum(sn_grad *g)
{
    sn_einsum_equation q;
    const char *wrong = sn_einsum_parse(((const sn_einsum_params *)g->node->params)->equation, &q);
    if (wrong) return SN_ANSWER_NO(wrong);
    for (int f = 0; f < q.n_factors; f++)
        for (int i = 0; g->wanted[f] && i < q.rank[f]; i++)
            for (int k = 0; k < i; k++)
                if (q.letter[f][i] == q.letter[f][k])
                    return SN_ANSWER_NO(sn_arena_printf(g->arena,
                                                        "its factor %d has the letter %c twice", f,
                                                        q.name[q.letter[f][i]]));
    for (int f = 0; f < q.n_factors; f++)
        if (g->wanted[f]) g->of_in[f] = of_factor(g, &q, f);
    return SN_ANSWER_YES;
}
