/* SPDX-License-Identifier: Apache-2.0
 *
 * Attention between its projections becomes an mha: see recognise_attention.c.
 *
 * What lies between a projection and the attention may be any views, permutations and factors, as
 * long as feature (head, e) of row i ends up at [head][i][e] (layout.h). One projection may give
 * several operands, which a split takes apart: then its weight is cut by rows. */
#include "ops/attention.h"
#include "ops/gemm.h"
#include "ops/linear.h"
#include "ops/ops.h"
#include "passes/attention.h"
#include "passes/layout.h"
#include "passes/slices.h"
#include "passes/views.h"
#include "passes/weights.h"

/* y[rows][out] = x[rows][in] w^T + b */
typedef struct mha_projection {
    sn_node *node;
    sn_value *x, *w, *b; /* b: or NULL; w is [out][in] */
    int64_t in, out;
    /* of w and b: `out` of them, the others being of other operands; NULL: all */
    const int64_t *rows;
} mha_projection;

enum { Q, K, V, O, N_PROJECTIONS };

typedef struct mha {
    mha_projection p[N_PROJECTIONS];
    int64_t heads;
    double scale;
    sn_node *nodes[SN_MAX_MATCHED];
    int n_nodes;
    sn_node *last;
} mha;

/* ---- projections ----------------------------------------------------------------------------- */

static bool is_weight(const sn_value *v) { return v && !v->def && sn_const_of(v); }

static bool is_plain_gemm(const sn_node *n)
{
    const sn_gemm_params *p = n->params;
    const sn_value *c = sn_in(n, SN_GEMM_C);
    const int last = c ? c->shape.rank - 1 : 0;
    const bool by_column =
        !c || (p->beta == 1 && last >= 0 && sn_shape_count(&c->shape) == c->shape.d[last]);
    return !p->transA && p->transB && p->alpha == 1 && by_column;
}

static bool projection_of(sn_node *n, mha_projection *out)
{
    if (n->op == &sn_op_linear) {
        const sn_linear_params *p = n->params;
        if (p->act.kind != SN_ACT_NONE) return false;
    } else if (n->op != &sn_op_gemm || !is_plain_gemm(n)) {
        return false;
    }
    /* Both have their slots in this order. */
    *out = (mha_projection){.node = n, .x = sn_in(n, 0), .w = sn_in(n, 1), .b = sn_in(n, 2)};
    if (!is_weight(out->w) || out->w->shape.rank != 2 || !sn_shape_known(&out->w->shape))
        return false;
    out->out = out->w->shape.d[0];
    out->in = out->w->shape.d[1];
    if (out->b && (!is_weight(out->b) || sn_shape_count(&out->b->shape) != out->out)) return false;
    return out->x && !is_weight(out->x) && out->x->shape.rank == 2 && out->out <= INT32_MAX &&
           out->in <= INT32_MAX;
}

/* ---- from an operand back to its projection -------------------------------------------------- */

static void push(mha *m, sn_node *n)
{
    for (int i = 0; i < m->n_nodes && i < SN_MAX_MATCHED; i++) {
        if (m->nodes[i] == n) return;
    }
    if (m->n_nodes < SN_MAX_MATCHED) m->nodes[m->n_nodes] = n;
    m->n_nodes++;
}

typedef struct path {
    mha_projection from;
    sn_node *nodes[SN_MAX_MATCHED]; /* the operand's side first */
    int n;
    const sn_value *part; /* the output of a split on the way, or NULL */
    sn_slice slice;
} path;

/* Goes on through a split of what one linear map gives for several operands. */
static sn_node *through_split(sn_pass_run *run, sn_value **v, path *out)
{
    sn_node *def = (*v)->def;
    if (out->part || !def || def->op != &sn_op_split || (*v)->n_uses != 1) return NULL;
    if (!sn_slice_of(run, *v, &out->slice)) return NULL;
    out->part = *v;
    out->nodes[out->n++] = def;
    *v = out->slice.x;
    return def;
}

/* `scale`: takes in factors on the way; NULL: there may be none. */
static bool trace(sn_pass_run *run, const sn_attention_patterns *patterns, const sn_attention *a,
                  sn_value *v, double *scale, path *out)
{
    sn_node *reader = a->root;
    out->n = 0;
    out->part = NULL;
    while (out->n + 1 < SN_MAX_MATCHED) {
        sn_node *split = through_split(run, &v, out);
        if (split) reader = split;
        sn_node *def = sn_sole_producer(run, v, reader, true);
        if (!def) return false;
        if (projection_of(def, &out->from)) return true;
        sn_value *was = v;
        if (sn_axis_factors_moves(def)) {
            out->nodes[out->n++] = reader = def;
            v = sn_in(def, 0);
        } else if (scale) {
            sn_attention_peel(run, patterns, reader, &v, scale, out->nodes, &out->n);
            if (v != was) reader = out->nodes[out->n - 1];
        }
        if (v == was) return false;
    }
    return false;
}

static bool same_atoms(const sn_atoms *a, const sn_atoms *b, const sn_atoms *c)
{
    int n = b->n + (c ? c->n : 0);
    for (int i = 0; i < n && a->n == n; i++) {
        if (a->v[i] != (i < b->n ? b->v[i] : c->v[i - b->n])) return false;
    }
    return a->n == n;
}

/* Axis i of three, 1s being in front. */
static sn_atoms axis_of(const sn_axis_factors *l, int i)
{
    int own = i - (3 - l->y_rank);
    return own < 0 ? (sn_atoms){0} : l->y[own];
}

/* The rows of the weight that a part of the features comes from, in order. `width`: atoms of the
 * features. */
static const int64_t *rows_of(sn_pass_run *run, const sn_axis_factors *l, const sn_atoms *width,
                              int64_t *n)
{
    int64_t outer = 1, inner = 1;
    bool seen = false;
    for (int i = 0; i < width->n; i++) {
        if (!sn_dim_known(l->size[width->v[i]])) return NULL;
        if (width->v[i] == l->picked)
            seen = true;
        else if (seen)
            inner *= l->size[width->v[i]];
        else
            outer *= l->size[width->v[i]];
    }
    if (!seen || !sn_dim_known(l->size[l->picked])) return NULL;
    *n = outer * inner;
    int64_t *rows = SN_NEW_N(run->arena, int64_t, (size_t)*n);
    for (int64_t o = 0; o < outer; o++) {
        for (int64_t i = 0; i < inner; i++)
            rows[o * inner + i] = (o * l->size[l->picked] + l->index) * inner + i;
    }
    return rows;
}

static void without(sn_atoms *a, int atom)
{
    int n = 0;
    for (int i = 0; i < a->n; i++) {
        if (a->v[i] != atom) a->v[n++] = a->v[i];
    }
    a->n = n;
}

/* [rows][(head, e)] has become [head][rows][e], or its last two the other way round; where it was a
 * part of the features, finds which. */
static bool is_split(sn_pass_run *run, path *p, const sn_attention_operand *o)
{
    sn_axis_factors l;
    if (!sn_axis_factors_begin(&l, run->g->dims, &p->from.node->out[0]->shape)) return false;
    for (int i = p->n; i-- > 0;) {
        if (p->part && p->nodes[i] == p->part->def) {
            if (!sn_axis_factors_pick(&l, p->slice.axis, p->slice.from,
                                      sn_dim_sub(run->g->dims, p->slice.to, p->slice.from)))
                return false;
        } else if (sn_axis_factors_moves(p->nodes[i]) && !sn_axis_factors_apply(&l, p->nodes[i])) {
            return false;
        }
    }
    if (l.x_rank != 2 || l.y_rank > 3) return false;
    sn_axis_factors_simplify(&l);
    sn_atoms head = axis_of(&l, 0), row = axis_of(&l, o->swapped ? 2 : 1),
             e = axis_of(&l, o->swapped ? 1 : 2);
    sn_atoms rows = sn_axis_factors_of_x(&l, 0), width = sn_axis_factors_of_x(&l, 1);
    if (p->part && !(p->from.rows = rows_of(run, &l, &width, &p->from.out))) return false;
    without(&width, l.picked);
    return same_atoms(&row, &rows, NULL) && same_atoms(&width, &head, &e);
}

/* ---- from the result on to the output's projection ------------------------------------------- */

/* [head][rows][e] becomes [rows][(head, e)]. The nodes go to m->nodes. */
static bool trace_out(sn_pass_run *run, const sn_attention *a, mha *m)
{
    sn_axis_factors l;
    sn_shape s = a->root->out[0]->shape, full;
    if (s.rank < 2 || s.rank > 3) return false;
    (void)sn_shape_at_least(&s, 3, &full);
    sn_axis_factors_begin(&l, run->g->dims, &full);
    sn_node *n = sn_sole_user(a->root->out[0]);
    for (; n && sn_axis_factors_moves(n); n = sn_sole_user(n->out[0])) {
        if (!sn_axis_factors_apply(&l, n)) return false;
        push(m, n);
    }
    if (!n || !projection_of(n, &m->p[O]) || m->p[O].x->def == NULL) return false;
    push(m, n);
    m->last = n;
    if (s.rank == 2 && m->p[O].x == a->root->out[0]) return true; /* one head, as it is */
    if (l.y_rank != 2) return false;
    sn_axis_factors_simplify(&l);
    sn_atoms head = sn_axis_factors_of_x(&l, 0), rows = sn_axis_factors_of_x(&l, 1),
             e = sn_axis_factors_of_x(&l, 2);
    return same_atoms(&l.y[0], &rows, NULL) && same_atoms(&l.y[1], &head, &e);
}

/* Every output of the splits on the way is one of these operands. */
static bool are_all_used(const path paths[3])
{
    for (int i = 0; i < 3; i++) {
        const sn_node *split = paths[i].part ? paths[i].part->def : NULL;
        for (int k = 0; split && k < split->n_out; k++) {
            bool used = split->out[k]->n_uses == 0;
            for (int j = 0; j < 3; j++) used = used || paths[j].part == split->out[k];
            if (!used) return false;
        }
    }
    return true;
}

/* ---- all of it ------------------------------------------------------------------------------- */

static bool find(sn_pass_run *run, const sn_attention_patterns *patterns, const sn_attention *a,
                 mha *m)
{
    const sn_attention_operand *operands[] = {&a->q, &a->k, &a->v};
    path paths[3];
    sn_shape shape, k;
    if (!sn_attention_shape(&a->q, &shape) || !sn_attention_shape(&a->k, &k)) return false;
    if (shape.rank != 3 || !sn_dim_known(shape.d[0]) || !sn_dim_equal(shape.d[0], k.d[0]))
        return false;
    *m = (mha){.heads = shape.d[0], .scale = 1};
    for (int i = Q; i <= V; i++) {
        if (!trace(run, patterns, a, operands[i]->v, i == V ? NULL : &m->scale, &paths[i]))
            return false;
        if (!is_split(run, &paths[i], operands[i])) return false;
        m->p[i] = paths[i].from;
        push(m, m->p[i].node);
        for (int k2 = paths[i].n; k2-- > 0;) push(m, paths[i].nodes[k2]);
    }
    for (int i = 0; i < a->n_nodes; i++) push(m, a->nodes[i]);
    return are_all_used(paths) && trace_out(run, a, m) && m->n_nodes <= SN_MAX_MATCHED;
}

static bool mask_has_rows(const sn_attention *a)
{
    sn_shape q;
    const sn_shape *m = &a->mask->shape;
    return sn_attention_shape(&a->q, &q) && m->rank >= 2 &&
           sn_dim_equal(m->d[m->rank - 2], q.d[q.rank - 2]);
}

static const char *check(const sn_attention *a, mha *m)
{
    int64_t embed = m->p[Q].out;
    if (m->p[K].out != embed || m->p[V].out != embed || m->p[O].in != embed)
        return "queries, keys and values are not of one width";
    if (m->p[O].out != m->p[Q].in) return "its result is not as wide as its queries";
    if (m->heads < 1 || embed % m->heads != 0) return "its width is no multiple of the heads";
    m->scale *= a->scale != 0 ? a->scale : 1 / sqrt((double)(embed / m->heads));
    if (m->last->out[0]->type != SN_TYPE_f32) return "its values are not f32";
    if (a->nan_is_zero) return "weights that are NaN count as 0";
    if (a->bias) return "it has a bias beside its mask";
    if (a->mask && a->mask->type != SN_TYPE_f32) return "its mask has no summands";
    if (a->mask && !mask_has_rows(a)) return "its mask has one row for all queries";
    if (!isfinite((float)m->scale) || (float)m->scale == 0)
        return "the factor of the scores is 0 or no number";
    return NULL;
}

/* Those rows of a weight or bias, stored as it is. */
static sn_status gather(sn_pass_run *run, const sn_tensor *from, const mha_projection *p,
                        int64_t width, const sn_tensor **out)
{
    sn_ctx *ctx = run->env->ctx;
    sn_shape shape = width < 0 ? SN_SHAPE(p->out) : SN_SHAPE(p->out, width);
    sn_tensor *plain = NULL;
    void *data = NULL;
    SN_TRY(sn_tensor_create(ctx, SN_TYPE_f32, &shape, &plain, &data));
    int64_t n = width < 0 ? 1 : width;
    for (int64_t i = 0; i < p->out * n; i++)
        ((float *)data)[i] = (float)sn_tensor_at(from, p->rows[i / n] * n + i % n);
    return sn_tensor_settle(ctx, plain, sn_tensor_is_of_halves(from), out);
}

static sn_status weight_of(sn_pass_run *run, const mha_projection *p, sn_value **out)
{
    const sn_tensor *t = NULL;
    *out = p->w;
    if (!p->rows) return SN_OK;
    SN_TRY(gather(run, p->w->data, p, p->in, &t));
    *out = sn_value_const(run->g, t, NULL);
    sn_tensor_release(t);
    return SN_OK;
}

static sn_status bias_of(sn_pass_run *run, const mha_projection *p, sn_value **out)
{
    const sn_tensor *t = NULL;
    if (p->b && p->rows) {
        SN_TRY(gather(run, p->b->data, p, -1, &t));
        *out = sn_value_const(run->g, t, NULL);
        sn_tensor_release(t);
        return SN_OK;
    }
    if (p->b && p->b->shape.rank == 1) {
        *out = p->b;
        return SN_OK;
    }
    SN_TRY(sn_bias_mapped(run->env->ctx, SN_TYPE_f32, p->b ? p->b->data : NULL, NULL, NULL, 1,
                          p->out, &t));
    *out = sn_value_const(run->g, t, NULL);
    sn_tensor_release(t);
    return SN_OK;
}

/* A mask with a head's axis of 1 loses it: mha would look for one for each head. */
static sn_value *mask_of(sn_pass_run *run, const sn_attention *a, const mha *m)
{
    if (!a->mask || a->mask->shape.rank != 3 || a->mask->shape.d[0] != 1 || m->heads == 1)
        return a->mask;
    sn_shape matrix = SN_SHAPE(a->mask->shape.d[1], a->mask->shape.d[2]);
    return sn_view_as(run, m->last, a->mask, &matrix);
}

static sn_status build(sn_pass_run *run, const sn_attention *a, const mha *m, bool *done)
{
    sn_mha_params p;
    sn_value *in[SN_MHA_MASK + 1] = {0};
    sn_params_init(sn_op_multi_head_attention.params, &p);
    p = (sn_mha_params){.embed_dim = (int32_t)m->p[Q].out,
                        .num_heads = (int32_t)m->heads,
                        .kdim = (int32_t)m->p[K].in};
    p.vdim = (int32_t)m->p[V].in;
    /* The usual factor in single precision: what has no such param has that one. */
    float usual = 1.f / sqrtf((float)(m->p[Q].out / m->heads));
    p.scale = fabs(m->scale - (double)usual) <= 1.2e-7 * (double)usual ? usual : (float)m->scale;
    p.self = m->p[Q].x == m->p[K].x && m->p[K].x == m->p[V].x;
    uint16_t n_in = a->mask ? SN_MHA_MASK + 1 : SN_MHA_MASK;
    if (!sn_spelling_can(run->env->target, run->env->ctx, &sn_op_multi_head_attention, &p, n_in)) {
        sn_missed(run, a->root, m->last, "not joined with its projections: %s has no such layer",
                  run->env->target->name);
        return SN_OK;
    }
    sn_rewrite_begin(run);
    if (a->mask && !(in[SN_MHA_MASK] = mask_of(run, a, m))) return SN_OK;
    for (int i = 0; i < N_PROJECTIONS; i++) {
        if (i != O) in[SN_MHA_Q + i] = m->p[i].x;
        SN_TRY(weight_of(run, &m->p[i], &in[SN_MHA_WQ + 2 * i]));
        SN_TRY(bias_of(run, &m->p[i], &in[SN_MHA_BQ + 2 * i]));
    }
    sn_node *n = sn_node_create(run->g, m->last, &sn_op_multi_head_attention, &p, n_in, in, 1);
    n->name = m->last->name;
    sn_rewrite rw = {.n_matched = m->n_nodes, .before = m->last->out[0], .after = n->out[0]};
    for (int i = 0; i < m->n_nodes; i++) rw.matched[i] = m->nodes[i];
    return sn_rewrite_commit(run, &rw, done);
}

sn_status sn_attention_to_mha(sn_pass_run *run, const sn_attention_patterns *patterns,
                              const sn_attention *a, bool *done)
{
    mha m;
    *done = false;
    if (!find(run, patterns, a, &m)) return SN_OK;
    const char *why = check(a, &m);
    if (why) {
        sn_missed(run, a->root, m.last, "not joined with its projections: %s", why);
        return SN_OK;
    }
    return build(run, a, &m, done);
}
