/* SPDX-License-Identifier: Apache-2.0
 *
 *   softmax(s * q k^T + mask) v  -->  attention(q, k, v, mask) {scale = s}
 *
 * per head, where q is [..][heads][src][e], k and v are [..][groups][dst][..], groups being heads
 * or 1 (Vaswani et al., "Attention is all you need", 2017). The products may be matmuls or gemms, s
 * a factor of the scores, of q or of k. In place of a summand there may be a where() of a number,
 * and weights that are NaN may become 0. A k that is read as [..][e][dst] is transposed, which
 * takes a transpose away where that is what made it.
 *
 * Where q, k and v come from linear maps of matrices, and a linear map of the heads' results side
 * by side follows:
 *
 *   linear(heads(attention(heads(linear(x)), heads(linear(y)), heads(linear(z)))))
 *     -->  multi_head_attention(x, y, z)
 *
 * from pieces or an attention, with factors of queries and keys taken into its own; heads() being
 * whatever moves feature (head, e) of row i to [head][i][e] and back (attention_mha.c); one linear
 * map and a split may stand for several.
 *
 * Needs: the softmax runs along the keys; the mask has a number for each key and, along every other
 * axis, one for all or one for each: proved; nobody else reads what lies between; the target has
 * the operator. For an mha also: the widths are those
 * of one, the weights constant. */
#include <math.h>

#include "ops/attention.h"
#include "ops/ops.h"
#include "ops/squeeze.h"
#include "ops/transpose.h"
#include "passes/attention.h"
#include "passes/layout.h"
#include "passes/views.h"

/* What an operand becomes when its last two axes change places. */
typedef struct swap {
    sn_node *past; /* the transpose that is read past, or NULL */
    bool gone;     /* nobody else reads it */
    sn_value *v;   /* to be permuted, by perm unless that is the identity */
    int32_t perm[SN_MAX_RANK];
    bool is_new; /* a transpose is needed */
} swap;

static swap swap_of(sn_pass_run *run, sn_value *v, const sn_node *reader)
{
    int rank = v->shape.rank;
    swap s = {.v = v, .is_new = true};
    for (int i = 0; i < rank; i++) s.perm[i] = i;
    const sn_transpose_params *p = v->def && v->def->op == &sn_op_transpose ? v->def->params : NULL;
    if (p && p->perm.n == rank) {
        for (int i = 0; i < rank; i++) s.perm[i] = p->perm.v[i];
        s.v = sn_in(v->def, 0);
        s.past = v->def;
        s.gone = sn_sole_producer(run, v, reader, true) != NULL;
    }
    int32_t last = s.perm[rank - 1];
    s.perm[rank - 1] = s.perm[rank - 2];
    s.perm[rank - 2] = last;
    bool same = true;
    for (int i = 0; i < rank; i++) same = same && s.perm[i] == i;
    s.is_new = !same;
    return s;
}

static sn_value *apply(sn_pass_run *run, const swap *s, sn_node *before)
{
    if (!s->is_new) return s->v;
    sn_transpose_params p;
    p.perm = sn_ints_of(run->arena, s->v->shape.rank, s->perm);
    sn_value *x = s->v;
    return sn_node_create(run->g, before, &sn_op_transpose, &p, 1, &x, 1)->out[0];
}

static const sn_node *reader_of(const sn_attention *a, const sn_value *v)
{
    for (int i = 0; i < a->n_nodes; i++) {
        for (uint16_t k = 0; k < a->nodes[i]->n_in; k++) {
            if (a->nodes[i]->in[k].value == v) return a->nodes[i];
        }
    }
    return a->root;
}

/* A matrix is one head: the view belongs to the layer of formats that take it so. */
static sn_value *with_heads(sn_pass_run *run, const sn_attention *a, sn_value *v, int rank)
{
    if (rank != 2) return v;
    const sn_unsqueeze_params p = {.axes = sn_ints_of(run->g->arena, 1, (int32_t[]){0})};
    sn_node *n = sn_node_create(run->g, a->root, &sn_op_unsqueeze, &p, 1, &v, 1);
    n->implied = true;
    n->name = a->root->name;
    return n->out[0];
}

/* A node that is read past: the check has to see it, or it would make up both what goes in and what
 * comes out. */
static void put_first(sn_rewrite *rw, sn_node *n)
{
    for (int i = rw->n_matched++; i > 0; i--) rw->matched[i] = rw->matched[i - 1];
    rw->matched[0] = n;
}

/* The operand as the operator reads it. */
static sn_value *operand(sn_pass_run *run, const sn_attention *a, const sn_attention_operand *o,
                         sn_rewrite *rw, int *n_more)
{
    if (!o->swapped) return with_heads(run, a, o->v, o->v->shape.rank);
    swap s = swap_of(run, o->v, reader_of(a, o->v));
    if (s.past) put_first(rw, s.past);
    *n_more += s.is_new - s.gone;
    return with_heads(run, a, apply(run, &s, a->root), o->v->shape.rank);
}

/* The operand with windows apart. */
static sn_value *cut(sn_pass_run *run, const sn_attention *a, const sn_attention_operand *o,
                     sn_value *v, int *n_more)
{
    sn_shape shape;
    if (!a->windows || !v || !sn_attention_shape(o, &shape)) return v;
    sn_attention_cut(a, &shape);
    *n_more += 1;
    return sn_view_inferred(run, a->root, v, &shape);
}

/* The mask as the operator has it: which keys are looked at. */
static sn_value *mask_of(sn_pass_run *run, const sn_attention *a, sn_rewrite *rw, int *n_more)
{
    sn_value *mask = a->mask;
    if (!mask || !a->hides) return mask;
    if (mask->def && mask->def->op == &sn_op_not) {
        put_first(rw, mask->def);
        return sn_in(mask->def, 0);
    }
    *n_more += 1;
    return sn_node_create(run->g, a->root, &sn_op_not, NULL, 1, &mask, 1)->out[0];
}

static void remove_made(sn_value *v)
{
    if (v->def && !v->n_uses) sn_remove_dead(v->def);
}

static sn_status to_attention(sn_pass_run *run, const sn_attention *a)
{
    const bool may_be_empty = (a->mask || a->bias) && a->hidden == -INFINITY;
    sn_attention_params p = {.scale = (float)a->scale,
                             .empty_is_nan = may_be_empty && !a->nan_is_zero,
                             .nan_is_zero = a->nan_is_zero,
                             .hidden = (float)a->hidden};
    const uint16_t n_in = a->bias ? SN_ATTENTION_BIAS + 1 : a->mask ? 4 : 3;
    if (a->n_nodes + 4 > SN_MAX_MATCHED) return SN_OK;
    if (!sn_spelling_can(run->env->target, run->env->ctx, &sn_op_attention, &p, n_in)) {
        sn_missed(run, a->nodes[0], a->root, "not made attention: %s has no such layer",
                  run->env->target->name);
        return SN_OK;
    }
    sn_rewrite rw = {.n_matched = a->n_nodes, .before = a->root->out[0]};
    for (int i = 0; i < a->n_nodes; i++) rw.matched[i] = a->nodes[i];
    sn_rewrite_begin(run);
    int n_more = 1 - a->n_nodes; /* layers, more than before */
    sn_value *in[SN_ATTENTION_BIAS + 1] = {NULL};
    const sn_attention_operand *const operands[] = {&a->q, &a->k, &a->v};
    for (int i = 0; i < 3; i++) in[i] = operand(run, a, operands[i], &rw, &n_more);
    in[SN_ATTENTION_MASK] = mask_of(run, a, &rw, &n_more);
    in[SN_ATTENTION_BIAS] = a->bias;
    for (int i = 0; i <= SN_ATTENTION_MASK; i++) {
        if (in[i] && in[i]->def && in[i]->shape.rank < 0) SN_TRY(sn_rewrite_infer(in[i]->def));
    }
    bool cuts = true;
    for (int i = 0; i < 3 && cuts; i++)
        cuts = (in[i] = cut(run, a, operands[i], in[i], &n_more)) != NULL;
    if (!cuts) {
        sn_rewrite_abandon(run, a->root);
        return SN_OK;
    }
    sn_node *n = sn_node_create(run->g, a->root, &sn_op_attention, &p, n_in, in, 1);
    n->name = a->root->name;
    SN_TRY(sn_rewrite_infer(n));
    rw.after = sn_view_as(run, a->root, n->out[0], &a->root->out[0]->shape);
    n_more += rw.after && rw.after != n->out[0];
    if (rw.after && rw.after != n->out[0]) {
        rw.after->def->name = a->root->name;
        n->name = a->nodes[0]->name;
    }
    if (!rw.after || n_more >= 0) {
        remove_made(rw.after ? rw.after : n->out[0]);
        return SN_OK;
    }
    bool done;
    return sn_rewrite_commit(run, &rw, &done);
}

static bool visits(const sn_op *op)
{
    return op == &sn_op_attention || op == &sn_op_matmul || op == &sn_op_gemm;
}

static sn_status run(sn_pass_run *run)
{
    sn_attention_patterns patterns;
    SN_TRY(sn_attention_prepare(run, &patterns));
    SN_EACH_NODE(n, run->g)
    {
        sn_attention a;
        if (!sn_attention_at(run, &patterns, n, &a)) continue;
        bool done;
        SN_TRY(sn_attention_to_mha(run, &patterns, &a, &done));
        if (!done && a.in_pieces) SN_TRY(to_attention(run, &a));
    }
    return SN_OK;
}

const sn_pass sn_pass_recognise_attention = {
    .name = "recognise_attention",
    .arrow = "softmax(s * q k^T + mask) v -> attention(q, k, v, mask), or multi_head_attention "
             "with the linear maps "
             "around it",
    .needs = "softmax over the keys, sizes of q, k, v and mask proved to fit, sole readers",
    .visits = visits,
    .run = run,
};
