/* SPDX-License-Identifier: Apache-2.0
 *
 *   c1 * conv(x, W1, b1) + c2 * conv(x, W2, b2)  -->  conv(x, c1 W1 + c2 W2', c1 b1 + c2 b2)
 *   c1 * conv(x, W1, b1) + c2 * (s * x + t)      -->  conv(x, c1 W1 + c2 diag(s)', c1 b1 + c2 t)
 *
 * in an add, or as two terms of a sum with any coefficients; inner products alike. Both
 * are linear in x, so their sum is. This makes one convolution of a block in the form in which
 * RepVGG is trained (Ding et al., CVPR 2021, section 3.3), once fold_affine has put the
 * normalisations into the branches.
 *
 * W' is the second kernel embedded in zeros in the first (sn_conv_embeds says where it can be).
 * Groups of the second that divide those of the first into smaller ones are blocks of zeros too; x
 * itself, or a factor for each channel, is a convolution of one tap with as many groups as
 * channels.
 *
 * It needs no more multiplications than the first kernel had, so it always pays. Needs besides:
 * constant weights, no activation in a slot, sums without broadcasting, and nobody else reads what
 * is summed (but x). */
#include <math.h>

#include "ops/sum.h"
#include "ops/linear.h"
#include "ops/affine_maps.h"
#include "ops/ops.h"
#include "passes/conv_form.h"

enum { MAX_TERMS = 8 };

typedef struct conv_term {
    sn_value *v, *x; /* v = f(x) */
    sn_node *node;   /* f; NULL: v is x */
    double coeff;
    bool is_conv, alone; /* alone: nobody else reads v */
    sn_conv_form form;
    sn_affine map; /* where it is no convolution; scale and shift may be NULL */
    const char *why_not;
} conv_term;

static conv_term term_of(sn_pass_run *run, sn_node *n, uint16_t slot, double coeff)
{
    conv_term t = {.v = sn_in(n, slot), .coeff = coeff, .map = {.axis = SN_AXIS_NONE, .n = 1}};
    t.x = t.v;
    sn_node *def = t.v ? t.v->def : NULL;
    if (!def || def->n_out != 1) return t;
    t.alone = t.v->n_uses == 1;
    if (def->op == &sn_op_conv || def->op == &sn_op_linear) {
        sn_answer a = sn_linear_form_of(def, &t.form);
        t.is_conv = a.is == SN_YES;
        t.why_not = a.why;
        t.node = def;
        t.x = sn_in(def, 0);
    } else if (t.alone && sn_node_affine(def, run->arena, &t.map).is == SN_YES) {
        t.node = def;
        t.x = sn_in(def, t.map.slot);
    } else {
        t.map = (sn_affine){.axis = SN_AXIS_NONE, .n = 1};
    }
    return t;
}

/* x, scaled or not, as a convolution that goes with `host`. */
static sn_answer as_form(conv_term *t, const sn_conv_form *host)
{
    if (t->is_conv) return SN_ANSWER_YES;
    if (host->oc != host->ic)
        return SN_ANSWER_NO("there are not as many channels as in the other branch");
    if (t->map.axis != SN_AXIS_NONE && (t->map.axis != sn_conv_axis(host) || t->map.n != host->oc))
        return SN_ANSWER_NO("the factors run along another axis");
    t->form = (sn_conv_form){
        .node = t->node, .p = host->p, .oc = host->oc, .ic = host->ic, .group = host->ic};
    t->form.g = (sn_conv_geometry){host->g.nd, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {0}, {0}};
    return SN_ANSWER_YES;
}

/* Whether the guest's kernels can be added to the host's. */
static sn_answer embeds(const sn_conv_form *host, const sn_conv_form *guest)
{
    if (host->ic != guest->ic || host->oc != guest->oc || guest->group % host->group != 0)
        return SN_ANSWER_NO("their channels are grouped differently");
    return sn_conv_embeds(host, guest);
}

/* ---- weights --------------------------------------------------------------------------------- */

static double bias_at(const conv_term *t, int64_t o)
{
    if (t->form.bias) return t->coeff * sn_tensor_at(t->form.bias, o);
    return t->map.shift ? t->coeff * t->map.shift[t->map.n == 1 ? 0 : o] : 0;
}

static bool of_halves(const conv_term *t)
{
    return !t->form.weight || sn_tensor_is_of_halves(t->form.weight);
}

/* Whether a weight of it may be smaller in the sum than it was. */
static bool shrinks(const conv_term *t)
{
    bool less = fabs(t->coeff) < 1;
    for (int64_t i = 0; !t->is_conv && i < t->map.n; i++)
        less = less || fabs(t->coeff * sn_affine_map_scale(&t->map, i)) < 1;
    return less;
}

/* Puts the sum's weights into `merged`, a copy of the host. */
static sn_status set_weights(sn_pass_run *run, sn_node *merged, const conv_term *host,
                             const conv_term *guest)
{
    const sn_conv_form *f = &host->form;
    const bool smaller = shrinks(host) || shrinks(guest);
    sn_value *value = NULL;
    int64_t n = sn_tensor_count(f->weight);
    double *sum = SN_NEW_N(run->arena, double, n);
    for (int64_t i = 0; i < n; i++) sum[i] = host->coeff * sn_tensor_at(f->weight, i);
    const sn_conv_guest in = {&guest->form, guest->coeff, guest->map.scale, guest->map.n};
    SN_TRY(sn_conv_add_embedded(run->env->ctx, sum, f, 0, &in));
    SN_TRY(sn_weight_of_doubles(run->g, sum, &f->weight->shape, smaller,
                                of_halves(host) && of_halves(guest),
                                sn_in(f->node, SN_CONV_WEIGHT)->name, &value));
    sn_node_set_input(merged, SN_CONV_WEIGHT, value);
    sn_value *own = sn_in(f->node, SN_CONV_BIAS);
    if (!own && !guest->form.bias && !guest->map.shift) return SN_OK;
    double *bias = SN_NEW_N(run->arena, double, f->oc);
    for (int64_t o = 0; o < f->oc; o++) bias[o] = bias_at(host, o) + bias_at(guest, o);
    sn_shape shape = SN_SHAPE(f->oc);
    const sn_value *theirs = guest->form.bias ? sn_in(guest->node, SN_CONV_BIAS) : NULL;
    SN_TRY(sn_weight_of_doubles(run->g, bias, &shape, smaller, false,
                                own      ? own->name
                                : theirs ? theirs->name
                                         : NULL,
                                &value));
    sn_put_input(merged, SN_CONV_BIAS, value);
    return SN_OK;
}

/* ---- the sum --------------------------------------------------------------------------------- */

typedef struct conv_sum {
    sn_node *n;
    int n_terms;
    conv_term t[MAX_TERMS];
} conv_sum;

static bool find(sn_pass_run *run, sn_node *n, conv_sum *s)
{
    const sn_sum_params *e = n->op == &sn_op_sum ? n->params : NULL;
    if (n->op != &sn_op_add && !e) return false;
    if (n->n_in < 2 || n->n_in > MAX_TERMS) return false;
    *s = (conv_sum){.n = n, .n_terms = n->n_in};
    bool some = false;
    for (uint16_t i = 0; i < n->n_in; i++) {
        if (!sn_in(n, i) || !sn_shape_equal(&sn_in(n, i)->shape, &sn_out(n, 0)->shape))
            return false;
        s->t[i] = term_of(run, n, i, e && i < e->coeffs.n ? (double)e->coeffs.v[i] : 1);
        if (!isfinite(s->t[i].coeff)) return false;
        some = some || s->t[i].is_conv;
    }
    return some;
}

/* The sum of what is left, with one term in place of two. */
static sn_node *rest_of(sn_pass_run *run, const conv_sum *s, int host, int guest, sn_value *merged)
{
    sn_sum_params p = {.coeffs = {0}};
    sn_value *in[MAX_TERMS];
    float coeffs[MAX_TERMS];
    uint16_t n = 0;
    bool plain = true;
    for (int i = 0; i < s->n_terms; i++) {
        if (i == guest) continue;
        in[n] = i == host ? merged : s->t[i].v;
        coeffs[n] = i == host ? 1 : (float)s->t[i].coeff;
        plain = plain && coeffs[n] == 1;
        n++;
    }
    if (!plain) p.coeffs = sn_floats_of(run->g->arena, n, coeffs);
    sn_node *node = sn_node_create(run->g, s->n, &sn_op_sum, &p, n, in, 1);
    node->name = s->n->name;
    return node;
}

static sn_status merge(sn_pass_run *run, conv_sum *s, int host, int guest, bool *done)
{
    conv_term *h = &s->t[host], *g = &s->t[guest];
    sn_rewrite_begin(run);
    sn_node *merged = sn_rewrite_clone(run, h->node, s->n);
    sn_status status = set_weights(run, merged, h, g);
    if (sn_missed_unsupported(run, status, h->node, s->n, "not merged")) {
        sn_node_remove(merged);
        return SN_OK;
    }
    SN_TRY(status);
    sn_node *last = s->n_terms == 2 ? merged : rest_of(run, s, host, guest, merged->out[0]);
    sn_rewrite rw = {.before = s->n->out[0], .after = last->out[0]};
    rw.matched[rw.n_matched++] = h->node;
    if (g->node) rw.matched[rw.n_matched++] = g->node;
    rw.matched[rw.n_matched++] = s->n;
    return sn_rewrite_commit(run, &rw, done);
}

/* Whether both are read here alone and go together; why not is reported where both are
 * convolutions. */
static bool fits(sn_pass_run *run, conv_sum *s, int host, int guest, const char **why)
{
    conv_term *h = &s->t[host], *g = &s->t[guest];
    if (h->x != g->x || h->v == g->v) return false;
    if (h->why_not || g->why_not) *why = h->why_not ? h->why_not : g->why_not;
    if (*why || !h->is_conv) return false;
    if (!sn_sole_producer(run, h->v, s->n, false)) return false;
    if (g->node && !sn_sole_producer(run, g->v, s->n, false)) return false;
    sn_answer a = as_form(g, &h->form);
    if (a.is == SN_YES) a = embeds(&h->form, &g->form);
    if (a.is != SN_YES) *why = a.why;
    return a.is == SN_YES;
}

static sn_status visit(sn_pass_run *run, sn_node *n)
{
    conv_sum s;
    if (!find(run, n, &s)) return SN_OK;
    for (int i = 0; i < s.n_terms; i++) {
        for (int j = i + 1; j < s.n_terms; j++) {
            const char *why = NULL;
            bool done = false, one = fits(run, &s, i, j, &why),
                 other = !one && fits(run, &s, j, i, &why);
            if (one || other) {
                SN_TRY(one ? merge(run, &s, i, j, &done) : merge(run, &s, j, i, &done));
                if (done) return SN_OK;
            } else if (why && s.t[i].node && s.t[j].node) {
                sn_missed(run, s.t[i].node, s.t[j].node, "not merged: %s", why);
            }
        }
    }
    return SN_OK;
}

static bool visits(const sn_op *op) { return op == &sn_op_add || op == &sn_op_sum; }

static sn_status run(sn_pass_run *run)
{
    SN_EACH_VISITED(n, run) { SN_TRY(visit(run, n)); }
    return SN_OK;
}

const sn_pass sn_pass_merge_parallel_convs = {
    .name = "merge_parallel_convs",
    .arrow = "conv(x, W1) + conv(x, W2) -> conv(x, W1 + W2)",
    .needs = "one kernel can be embedded in the other (x itself is a kernel of one tap), constant "
             "weights, no activation, sole reader",
    .visits = visits,
    .run = run,
};
