/* SPDX-License-Identifier: Apache-2.0
 *
 * A line read back: the layer is expanded again, where its bottoms have the shapes that they have
 * in the graph, and what it becomes is compared with the nodes that the line is for, from its
 * results back to its bottoms. */
#include "formats/ncnn/spell.h"

#include "ops/binary.h"
#include "ops/ops.h"

#include <string.h>

const sn_shape *sn_ncnn_shape_of(const sn_value *v)
{
    return sn_ncnn_is_own(v) ? &v->data->shape : &v->shape;
}

int sn_ncnn_chain_slot(const sn_node *n)
{
    if (n->n_out != 1 || n->op->adapts) return -1;
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *v = sn_in(n, i);
        const sn_node *def = v ? v->def : NULL;
        const unsigned ends = SN_TRAIT_INPUT | SN_TRAIT_CONSTANT | SN_TRAIT_OPAQUE;
        if (def && v->n_uses == 1 && def->n_out == 1 && !def->op->adapts &&
            !sn_op_has(def->op, ends))
            return i;
    }
    return -1;
}

/* What reads its inputs as they are is valid only where they fit. Others read them as they turn out
 * to be; what did not fit at some sizes is not taken to fit at others. What has not resolved does
 * not take it to fit, either. */
static sn_ncnn_fit fit_of(const sn_node *anchor)
{
    sn_ncnn_fit fit = anchor->op->resolve ? SN_NCNN_BOUND : SN_NCNN_FITS;
    for (uint16_t i = 0; i < anchor->n_in; i++) {
        const sn_node *def = sn_in(anchor, i) ? sn_in(anchor, i)->def : NULL;
        if (!def || !def->op->adapts) continue;
        if (def->boundary) return SN_NCNN_IN_DOUBT;
        fit = SN_NCNN_BOUND;
    }
    return fit;
}

int sn_ncnn_chain_slot_as(const sn_node *n, const sn_node *expanded)
{
    const int slot = sn_ncnn_chain_slot(n);
    if (slot < 0 || slot > 1 || expanded->n_in != 2 || !sn_op_has(expanded->op, SN_TRAIT_COMMUTES))
        return slot;
    return sn_in(expanded, (unsigned)slot)->def ? slot : 1 - slot;
}

/* ncnn's layers see words; what they know of them is whether they are i8 or halves. */
static sn_type type_of_blob(sn_type type)
{
    return type == SN_TYPE_i8 || type == SN_TYPE_f16 || type == SN_TYPE_bf16 ? type : SN_TYPE_f32;
}

/* Of the same rank, with sizes that are not known. */
static const sn_shape *of_any_sizes(const sn_ncnn_writer *w, const sn_shape *s)
{
    sn_shape *any = SN_NEW(w->scratch, sn_shape);
    *any = *s;
    for (int k = 0; k < s->rank; k++) any->d[k] = sn_dim_fresh(w->g->dims, NULL);
    return any;
}

sn_status sn_ncnn_expand_line(sn_ncnn_speller *s, const sn_ncnn_import *im,
                              const sn_ncnn_export *ex, sn_graph **out, const char **wrong)
{
    const sn_ncnn_writer *w = s->w;
    const sn_shape **shapes = SN_NEW_N(w->scratch, const sn_shape *, ex->n_bottoms);
    sn_type *types = SN_NEW_N(w->scratch, sn_type, ex->n_bottoms + 1);
    for (int i = 0; i < ex->n_bottoms; i++) {
        types[i] = type_of_blob(s->in[ex->bottoms[i]]->type);
        shapes[i] = sn_ncnn_shape_of(s->in[ex->bottoms[i]]);
    }
    *out = NULL;
    const sn_ncnn_fit fit = fit_of(s->anchor);
    sn_status status = sn_ncnn_expand(im, w->g->dims, w->g->n_ids, types, shapes, fit, out);
    if (status == SN_E_SHAPE && s->anchor->stale) { /* what is read does not fit it, either */
        sn_ctx_clear_error(w->ctx);
        for (int i = 0; i < ex->n_bottoms; i++) shapes[i] = of_any_sizes(w, shapes[i]);
        status = sn_ncnn_expand(im, w->g->dims, w->g->n_ids, types, shapes, fit, out);
    }
    if (status != SN_E_SHAPE) return status;
    *wrong = sn_arena_strdup(w->scratch, sn_ctx_error(w->ctx));
    sn_ctx_clear_error(w->ctx);
    return SN_OK;
}

/* The node that makes the layer's results. */
static const sn_node *root_of(const sn_graph *g)
{
    const sn_value *y = sn_in(sn_graph_output(g), 0);
    return y ? y->def : NULL;
}

const sn_node *sn_ncnn_expanded_anchor(const sn_ncnn_speller *s, const sn_graph *expansion,
                                       const sn_node **behind)
{
    const sn_node *n = root_of(expansion);
    for (int k = s->n_behind - 1; k >= 0 && n; k--) {
        behind[k] = n;
        const int slot = sn_ncnn_chain_slot_as(s->behind[k], n);
        const sn_value *v = slot < n->n_in ? sn_in(n, (unsigned)slot) : NULL;
        n = v ? v->def : NULL;
    }
    return n;
}

/* ---- comparing ------------------------------------------------------------------------------- */

typedef struct proof {
    const sn_ncnn_speller *s;
    const sn_ncnn_export *ex;
    const sn_node *fed; /* the bottoms in the expansion */
} proof;

/* The bottom that the value v of an expansion is, or is made of by shapes alone; -1: none. */
static int bottom_of(const sn_node *fed, const sn_value *v)
{
    if (v && v->def && v->def != fed && v->def->n_in) v = sn_in(v->def, 0);
    return v && v->def == fed ? v->def_slot : -1;
}

/* Whether views of one value are the same to the reader: broadcasting adds axes of size 1 in front
 * by itself. Since they have the same elements, all sizes but one tell the last. */
static bool same_views(const sn_node *reader, const sn_shape *a, const sn_shape *b)
{
    const sn_shape *more = a->rank > b->rank ? a : b, *less = more == a ? b : a;
    const int n = more->rank - less->rank;
    int n_open = 0;
    if (less->rank < 0 || (n > 0 && (less->rank == 0 || !sn_op_is_binary(reader->op))))
        return false;
    for (int i = 0; i < more->rank; i++) {
        const bool equal = sn_dim_equal(more->d[i], i < n ? 1 : less->d[i - n]);
        if (!equal && i < n) return false;
        n_open += !equal;
    }
    return n_open <= 1;
}

/* Contents that params say have to agree; what is loaded is written as it is. To a Gemm, which
 * broadcasts it, axes of size 1 in front of a constant make no difference. */
static bool same_constant(const sn_node *reader, const sn_value *is, const sn_value *would)
{
    const sn_tensor *a = is->data, *b = would->data;
    const sn_shape *s = sn_ncnn_shape_of(is), *t = sn_ncnn_shape_of(would);
    const bool alike = reader->op == &sn_op_gemm && s->rank <= 2 && t->rank <= 2 &&
                       sn_shape_known(s) && sn_shape_known(t) &&
                       sn_shape_count(s) == sn_shape_count(t) &&
                       (sn_shape_count(s) == 1 || s->d[s->rank - 1] == t->d[t->rank - 1]);
    if (!alike && !sn_shape_equal(s, t)) return false;
    return !b->buf || !sn_ncnn_is_own(is) || (a->buf && sn_tensor_same_bytes(a, b));
}

/* What an adapter reads beside its first input: a bottom as it is, or a weight. */
static bool same_other(const proof *p, const sn_node *reader, const sn_value *is,
                       const sn_value *would)
{
    if (!is || !would) return !is == !would;
    if (would->kind != SN_RESULT) return is->kind != SN_RESULT && same_constant(reader, is, would);
    const int k = bottom_of(p->fed, would);
    return k >= 0 && k < p->ex->n_bottoms && p->s->in[p->ex->bottoms[k]] == is;
}

static bool same_params(const sn_node *a, const sn_node *b)
{
    return a->op == b->op && a->n_out == b->n_out &&
           (!a->op->params || sn_params_equal(a->op->params, a->params, b->params));
}

static bool computes_the_same(const sn_node *a, const sn_node *b)
{
    if (a->op != b->op || a->n_out != b->n_out) return false;
    return a->op->same ? a->op->same(a, b) : same_params(a, b);
}

/* by_rule: what the operator says of known shapes, which is of those too that it reads by shape
 * alone; else params and what is read beside the first input are the same. */
static bool same_adapter(const proof *p, const sn_node *made, const sn_node *makes, bool by_rule)
{
    bool same = by_rule ? computes_the_same(made, makes) : same_params(made, makes);
    for (uint16_t i = 1; i < made->n_in && same; i++) {
        const bool seen = by_rule && sn_node_reads_shape_only(made, i);
        same = seen || same_other(p, made, sn_in(made, i), sn_in(makes, i));
    }
    return same;
}

/* Whether the input `would` of the expansion is what `is`, of the node is_of, is, which the line
 * reads as its input `at`: bottoms have the values that it reads. */
static bool same_input(const proof *p, const sn_node *is_of, const sn_value *is,
                       const sn_value *would, int at)
{
    const sn_ncnn_speller *s = p->s;
    if (!is || !would) return !is == !would;
    if (would->kind != SN_RESULT) return same_constant(is_of, is, would);
    const int k = bottom_of(p->fed, would);
    if (k < 0 || k >= p->ex->n_bottoms || s->in[p->ex->bottoms[k]] != s->in[at]) return false;
    const sn_node *made = is->def, *makes = would->def;
    const bool as_made = is == s->in[at] || sn_op_has(made->op, SN_TRAIT_VIEW);
    if (makes == p->fed && is == s->in[at]) return true;
    if (makes == p->fed || sn_op_has(makes->op, SN_TRAIT_VIEW))
        return as_made && same_views(is_of, &is->shape, &would->shape);
    if (is == s->in[at]) return false;
    return made->n_in == makes->n_in && (same_adapter(p, made, makes, false) ||
                                         (made->op->same && same_adapter(p, made, makes, true)));
}

/* Two views of one value, whose shapes tell that they are the same. */
static bool shaped_alike(const sn_node *a, const sn_node *b)
{
    return a->n_out == 1 && b->n_out == 1 && sn_op_has(a->op, SN_TRAIT_VIEW) &&
           sn_op_has(b->op, SN_TRAIT_VIEW) && same_views(a, &a->out[0]->shape, &b->out[0]->shape);
}

/* What is known by now to do nothing is expanded to what does nothing. */
static bool is_identity_too(const proof *p, const sn_node *is, const sn_node *would)
{
    uint16_t slot = 0;
    return would->op == &sn_op_identity && would->n_out == 1 && is->n_out == 1 &&
           is->op->identity && is->op->identity(is, p->s->w->scratch, &slot).is == SN_YES &&
           slot == 0;
}

/* The node `at` steps behind the anchor, and those in front of it. `next`: its first other input.
 */
static bool same_nodes(const proof *p, int at, const sn_node *would, int *next)
{
    const sn_ncnn_speller *s = p->s;
    const sn_node *is = at ? s->behind[at - 1] : s->anchor;
    const int chain = at ? sn_ncnn_chain_slot(is) : -1;
    const int as = at ? sn_ncnn_chain_slot_as(is, would) : -1;
    if (at) {
        const sn_value *v = as < would->n_in ? sn_in(would, (unsigned)as) : NULL;
        if (!v || !v->def || v->def == p->fed || !same_nodes(p, at - 1, v->def, next)) return false;
    }
    const bool view = shaped_alike(is, would) || is_identity_too(p, is, would);
    if (!view && !computes_the_same(is, would)) return false;
    const int n_in = view ? 1 : would->n_in > is->n_in ? would->n_in : is->n_in;
    for (int i = 0; i < n_in; i++) { /* the last of the anchor's may be left out */
        if (i == chain) continue;
        const int from = at ? (*next)++ : i;
        const sn_value *other = sn_in(would, (unsigned)(as == chain ? i : chain));
        if (from >= s->n_in ? other != NULL
                            : !same_input(p, is, sn_in(is, (unsigned)i), other, from))
            return false;
    }
    return true;
}

sn_status sn_ncnn_prove_line(sn_ncnn_speller *s, const sn_ncnn_export *ex, const sn_ncnn_import *im,
                             const char **wrong)
{
    sn_graph *g;
    SN_TRY(sn_ncnn_expand_line(s, im, ex, &g, wrong));
    if (!g) return SN_OK;
    const sn_node *root = root_of(g);
    const proof p = {s, ex, sn_graph_input(g)};
    bool unresolved = false;
    SN_EACH_NODE(n, g) unresolved = unresolved || n->op->resolve;
    int next = s->anchor->n_in;
    bool same = root && root != p.fed && same_nodes(&p, s->n_behind, root, &next);
    const sn_shape *is = &sn_out(s->n, 0)->shape, *would = &sn_in(sn_graph_output(g), 0)->shape;
    same = same && (is->rank < 0 || would->rank < 0 || is->rank == would->rank);
    if (!same && unresolved)
        *wrong = "ncnn decides what it does by sizes that are not known";
    else if (!same)
        *wrong = sn_arena_printf(s->w->scratch, "ncnn would take %s for another %s",
                                 im->record->type, root->op->name);
    sn_graph_destroy(g);
    return SN_OK;
}
