/* SPDX-License-Identifier: Apache-2.0
 *
 *   einsum(a, b, "bhid,bhjd->bhij")  -->  matmul(a, b, transB)
 *
 * with a permutation in front of a factor, or behind, where its axes stand in another order, and a
 * reshape where letters of one kind are not one. Letters of a product of matrices: both factors and
 * the result have it (one matrix for each), the first and the result (rows), the second and the
 * result (columns), both factors (summed over).
 *
 * Needs: two factors, every letter of one of these kinds and no letter twice in a factor; some
 * letter is summed over; sizes that a reshape joins are known; the target has the product. Where
 * something is permuted or reshaped, there are more nodes then: only where an einsum is slow
 * (sn_spelling.slow_einsum). */
#include "ops/einsum.h"
#include "ops/matmul.h"
#include "ops/ops.h"
#include "ops/transpose.h"
#include "passes/views.h"

typedef enum letter_kind { MATRICES, ROWS, COLUMNS, SUMMED, N_KINDS } letter_kind;

/* An order of letters, of a kind after the other. */
typedef struct letter_order {
    int n, letter[SN_MAX_RANK];
} letter_order;

/* A product: factor `first` of the equation times the other. */
typedef struct product {
    const sn_einsum_equation *q;
    int first;
    int count[N_KINDS];
    letter_kind kind[SN_EINSUM_LETTERS];
    letter_order order[3]; /* that the factors come to, and that the result has at first */
    bool transB;
    bool joins; /* a kind of letters is not one axis */
    sn_dim size[SN_EINSUM_LETTERS];
} product;

static bool has_letter(const sn_einsum_equation *q, int factor, int letter)
{
    for (int i = 0; i < q->rank[factor]; i++)
        if (q->letter[factor][i] == letter) return true;
    return false;
}

static bool find_kinds(product *p)
{
    const sn_einsum_equation *q = p->q;
    for (int f = 0; f < 2; f++)
        for (int i = 0; i < q->rank[f]; i++)
            for (int j = 0; j < i; j++)
                if (q->letter[f][i] == q->letter[f][j]) return false;
    for (int k = 0; k < q->n_letters; k++) {
        const bool a = has_letter(q, p->first, k), b = has_letter(q, 1 - p->first, k);
        const bool kept = k < q->n_out;
        if (!kept && !(a && b)) return false;
        p->kind[k] = a && b ? (kept ? MATRICES : SUMMED) : a ? ROWS : COLUMNS;
        p->count[p->kind[k]]++;
    }
    return p->count[SUMMED] > 0;
}

/* The letters of a kind as that factor has them, or, `factor` being -1, as the result does. */
static void append(const product *p, letter_kind kind, int factor, letter_order *to)
{
    const int n = factor < 0 ? p->q->n_out : p->q->rank[factor];
    for (int i = 0; i < n; i++) {
        const int letter = factor < 0 ? i : p->q->letter[factor][i];
        if (p->kind[letter] == kind) to->letter[to->n++] = letter;
    }
}

static letter_order order_of(const product *p, const letter_kind kinds[3])
{
    letter_order o = {.n = 0};
    for (int i = 0; i < 3; i++) append(p, kinds[i], kinds[i] == SUMMED ? p->first : -1, &o);
    return o;
}

static bool factor_stands(const product *p, int factor, const letter_order *o)
{
    for (int i = 0; i < o->n; i++)
        if (p->q->letter[factor][i] != o->letter[i]) return false;
    return true;
}

static bool result_stands(const letter_order *o)
{
    for (int i = 0; i < o->n; i++)
        if (o->letter[i] != i) return false;
    return true;
}

/* Matrices before which no letter stands go without: rows of the first factor may be many axes. */
static bool joins(const product *p)
{
    return p->count[COLUMNS] != 1 || p->count[SUMMED] != 1 ||
           (p->count[ROWS] != 1 && !(p->count[MATRICES] == 0 && p->count[ROWS] > 1));
}

static void find_orders(product *p)
{
    static const letter_kind first[] = {MATRICES, ROWS, SUMMED};
    static const letter_kind second[2][3] = {{MATRICES, SUMMED, COLUMNS},
                                             {MATRICES, COLUMNS, SUMMED}};
    static const letter_kind result[] = {MATRICES, ROWS, COLUMNS};
    p->order[0] = order_of(p, first);
    p->order[1] = order_of(p, second[1]);
    const letter_order plain = order_of(p, second[0]);
    const int b = 1 - p->first;
    /* A permutation that keeps the last axis copies runs. */
    const bool keeps_last =
        p->q->letter[b][p->q->rank[b] - 1] == p->order[1].letter[p->order[1].n - 1];
    p->transB = factor_stands(p, b, &p->order[1]) || (keeps_last && !factor_stands(p, b, &plain));
    if (!p->transB) p->order[1] = plain;
    p->order[2] = order_of(p, result);
    p->joins = joins(p);
}

/* Nodes beside the product; -1: it is none. */
static int nodes_around(product *p, const sn_einsum_equation *q, int first)
{
    *p = (product){.q = q, .first = first};
    if (!find_kinds(p)) return -1;
    find_orders(p);
    return !factor_stands(p, first, &p->order[0]) + !factor_stands(p, 1 - first, &p->order[1]) +
           !result_stands(&p->order[2]) + (p->joins ? 3 : 0);
}

static bool find_sizes(product *p, const sn_node *n)
{
    for (int f = 0; f < 2; f++) {
        const sn_shape *x = &sn_in(n, (unsigned)f)->shape;
        if (x->rank != p->q->rank[f]) return false;
        for (int i = 0; i < x->rank; i++) {
            if (p->joins && !sn_dim_known(x->d[i])) return false;
            p->size[p->q->letter[f][i]] = x->d[i];
        }
    }
    return true;
}

static bool target_can(sn_pass_run *run, const product *p, int extra)
{
    const sn_spelling *target = run->env->target;
    const sn_matmul_params m = {.transB = p->transB};
    if (!sn_spelling_can(target, run->env->ctx, &sn_op_matmul, &m, 2)) return false;
    return target->slow_einsum || extra == 0;
}

static sn_value *turned(sn_pass_run *run, sn_node *n, sn_value *v, int rank, const int32_t *perm)
{
    bool moves = false;
    for (int i = 0; i < rank; i++) moves = moves || perm[i] != i;
    if (!moves) return v;
    const sn_transpose_params t = {.perm = sn_ints_of(run->g->arena, rank, perm)};
    sn_node *m = sn_rewrite_node(run, n, &sn_op_transpose, &t, 1, &v, 1);
    return m ? m->out[0] : NULL;
}

/* Letters of each kind as one axis. */
static sn_value *joined(sn_pass_run *run, sn_node *n, const product *p, const letter_order *o,
                        const letter_kind kinds[2], sn_value *v)
{
    sn_shape s = {.rank = 0};
    if (!v || !p->joins) return v;
    for (int i = 0; i < o->n; i++)
        if (p->kind[o->letter[i]] == MATRICES) s.d[s.rank++] = p->size[o->letter[i]];
    for (int k = 0; k < 2; k++) {
        int64_t size = 1;
        for (int i = 0; i < o->n; i++)
            if (p->kind[o->letter[i]] == kinds[k]) size *= p->size[o->letter[i]];
        s.d[s.rank++] = size;
    }
    return sn_view_inferred(run, n, v, &s);
}

static sn_value *factor(sn_pass_run *run, sn_node *n, const product *p, int which)
{
    const int f = which ? 1 - p->first : p->first;
    const letter_order *o = &p->order[which];
    const letter_kind kinds[2][2] = {{ROWS, SUMMED},
                                     {p->transB ? COLUMNS : SUMMED, p->transB ? SUMMED : COLUMNS}};
    int32_t perm[SN_MAX_RANK] = {0};
    for (int i = 0; i < o->n; i++)
        while (p->q->letter[f][perm[i]] != o->letter[i]) perm[i]++;
    return joined(run, n, p, o, kinds[which], turned(run, n, sn_in(n, (unsigned)f), o->n, perm));
}

static sn_value *result(sn_pass_run *run, sn_node *n, const product *p, sn_value *v)
{
    const letter_order *o = &p->order[2];
    int32_t perm[SN_MAX_RANK] = {0};
    sn_shape s = {.rank = (int8_t)o->n};
    for (int i = 0; i < o->n; i++) {
        s.d[i] = p->size[o->letter[i]];
        while (o->letter[perm[i]] != i) perm[i]++;
    }
    if (p->joins) v = sn_view_inferred(run, n, v, &s);
    return v ? turned(run, n, v, o->n, perm) : NULL;
}

static sn_status rewrite(sn_pass_run *run, sn_node *n, const product *p)
{
    const sn_matmul_params params = {.transB = p->transB};
    sn_rewrite_begin(run);
    sn_value *in[] = {factor(run, n, p, 0), factor(run, n, p, 1)};
    sn_node *m = in[0] && in[1] ? sn_rewrite_node(run, n, &sn_op_matmul, &params, 2, in, 1) : NULL;
    sn_value *y = m ? result(run, n, p, m->out[0]) : NULL;
    if (!y) {
        sn_rewrite_abandon(run, n);
        return SN_OK;
    }
    sn_rewrite rw = {.matched = {n}, .n_matched = 1, .before = n->out[0], .after = y};
    bool done;
    return sn_rewrite_commit(run, &rw, &done);
}

static bool visits(const sn_op *op) { return op == &sn_op_einsum; }

static sn_status run(sn_pass_run *run)
{
    SN_EACH_VISITED(n, run)
    {
        sn_einsum_equation q;
        if (n->op != &sn_op_einsum) continue;
        if (sn_einsum_parse(((const sn_einsum_params *)n->params)->equation, &q)) continue;
        if (q.n_factors != 2 || n->n_in != 2) continue;
        product p[2];
        const int extra[] = {nodes_around(&p[0], &q, 0), nodes_around(&p[1], &q, 1)};
        if (extra[0] < 0) continue;
        const int which = extra[1] < extra[0];
        if (!find_sizes(&p[which], n) || !target_can(run, &p[which], extra[which])) continue;
        SN_TRY(rewrite(run, n, &p[which]));
    }
    return SN_OK;
}

const sn_pass sn_pass_einsum_to_matmul = {
    .name = "einsum_to_matmul",
    .arrow = "einsum(a, b) -> matmul(a, b), axes permuted and joined around it",
    .needs =
        "two factors, letters of a product of matrices; more nodes only where an einsum is slow",
    .visits = visits,
    .run = run,
};
