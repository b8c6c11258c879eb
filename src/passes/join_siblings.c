/* SPDX-License-Identifier: Apache-2.0
 *
 *   concat(.., conv(x, W1), conv(x, W2), ..)  -->  concat(.., conv(x, [W1 W2]), ..)  no concat
 *                                                  where nothing else is in it
 *   y1 = conv(x, W1), y2 = conv(x, W2)        -->  y1, y2 = split(conv(x, [W1 W2]))
 *
 * Layers that read one value and do the same to it but for their weights become one with all output
 * channels: x is unfolded, or packed, and read once, and few channels fill registers badly.
 * Convolutions and inner products (the three of an attention).
 *
 * Needs: the same stride, pad value and activation; no groups (a group's channels would be apart);
 * constant weights; for the first form the results are neighbours along the channels of a concat
 * that alone reads them; for both, the axes of x are known. Kernels, dilations and pads are the
 * same too, or one of the kernels can take in all others (sn_conv_embeds) and the results are
 * equally large: then the others stand among zeros in kernels of that size. (Zeros times what is
 * infinite in x are no numbers any more.)
 *
 * Without such zeros there are as many multiplications as before. The first form only takes away:
 * it is always made. Zeros cost multiplications, the second form may cost a copy of the result:
 * whether that pays is asked of the target. Who knows better says --fuse-siblings=always, or never,
 * which also forbids the first form. */
#include <stdlib.h>

#include "ops/concat.h"
#include "ops/linear.h"
#include "ops/ops.h"
#include "ops/split.h"
#include "passes/conv_form.h"

enum {
    MAX_SIBLINGS = 16,
};

typedef struct family {
    int n;
    sn_conv_form f[MAX_SIBLINGS];
    int host;   /* whose kernel takes in all others */
    int axis;   /* of the channels, in the results */
    int64_t oc; /* of all */
} family;

/* Whether the node may have siblings at all. */
static bool is_member(sn_node *n, sn_conv_form *f)
{
    if (n->op != &sn_op_conv && n->op != &sn_op_linear) return false;
    if (sn_conv_form_of(n, f).is != SN_YES || f->group != 1) return false;
    return sn_out(n, 0)->shape.rank >= 1 && sn_out(n, 0)->n_uses > 0;
}

static bool alike(const sn_conv_form *a, const sn_conv_form *b)
{
    if (a->node->op != b->node->op || a->ic != b->ic) return false;
    if (!sn_params_equal(a->node->op->params, a->node->params, b->node->params)) return false;
    for (int i = 0; i < a->g.nd; i++) {
        if (a->g.kernel[i] != b->g.kernel[i]) return false;
    }
    return a->weight->shape.rank == b->weight->shape.rank;
}

/* Results of the same sizes, but for their channels. */
static bool same_sizes(const sn_conv_form *a, const sn_conv_form *b)
{
    sn_shape x = sn_out(a->node, 0)->shape;
    x.d[sn_conv_axis(a)] = sn_out(b->node, 0)->shape.d[sn_conv_axis(b)];
    return sn_shape_equal(&x, &sn_out(b->node, 0)->shape);
}

/* Whether a layer like the host can do the guest's work too. */
static bool takes_in(const sn_conv_form *host, const sn_conv_form *guest)
{
    if (!host->p || host->ic != guest->ic || sn_conv_embeds(host, guest).is != SN_YES) return false;
    if (sn_conv_pads(&host->g) && !isfinite(host->p->pad_value)) return false;
    return sn_act_equal(&host->p->act, &guest->p->act) && same_sizes(host, guest);
}

/* Whether f may come in; with_zeros: also with another kernel. */
static bool joins(family *s, const sn_conv_form *f, bool with_zeros)
{
    if (!s->n || alike(&s->f[s->host], f)) return true;
    if (!with_zeros) return false;
    if (takes_in(&s->f[s->host], f)) return true;
    for (int i = 0; i < s->n; i++) {
        if (!takes_in(f, &s->f[i])) return false;
    }
    s->host = s->n;
    return true;
}

static void add(family *s, const sn_conv_form *f)
{
    if (!s->n) s->axis = sn_conv_axis(f);
    s->f[s->n++] = *f;
    s->oc += f->oc;
}

/* ---- weights --------------------------------------------------------------------------------- */

static sn_status weights_of(sn_pass_run *run, const family *s, sn_value **out)
{
    sn_conv_form host = s->f[s->host];
    int64_t n = sn_tensor_count(host.weight) / host.oc * s->oc, row = 0;
    double *all = SN_NEW_N(run->arena, double, n);
    bool of_halves = true;
    host.oc = s->oc;
    for (int64_t i = 0; i < n; i++) all[i] = 0;
    for (int k = 0; k < s->n; k++) {
        const sn_conv_guest guest = {.form = &s->f[k], .coeff = 1};
        of_halves = of_halves && sn_tensor_is_of_halves(s->f[k].weight);
        SN_TRY(sn_conv_add_embedded(run->env->ctx, all, &host, row, &guest));
        row += s->f[k].oc;
    }
    sn_shape shape = host.weight->shape;
    shape.d[0] = s->oc;
    return sn_weight_of_doubles(run->g, all, &shape, false, of_halves,
                                sn_in(s->f[0].node, SN_CONV_WEIGHT)->name, out);
}

static sn_status bias_of(sn_pass_run *run, const family *s, sn_value **out)
{
    double *all = SN_NEW_N(run->arena, double, s->oc);
    const char *name = NULL;
    bool some = false;
    int64_t at = 0;
    for (int k = 0; k < s->n; k++) {
        const sn_tensor *b = s->f[k].bias;
        if (b && !name) name = sn_in(s->f[k].node, SN_CONV_BIAS)->name;
        some = some || b;
        for (int64_t i = 0; i < s->f[k].oc; i++) all[at++] = b ? sn_tensor_at(b, i) : 0;
    }
    sn_shape shape = SN_SHAPE(s->oc);
    *out = NULL;
    return some ? sn_weight_of_doubles(run->g, all, &shape, false, false, name, out) : SN_OK;
}

/* One layer with the channels of all, before `before`; NULL where that cannot be (reported). */
static sn_status make(sn_pass_run *run, const family *s, sn_node *before, sn_node **out)
{
    sn_value *weight = NULL, *bias = NULL;
    sn_node *first = s->f[0].node, *host = s->f[s->host].node;
    *out = NULL;
    sn_status status = weights_of(run, s, &weight);
    if (status == SN_OK) status = bias_of(run, s, &bias);
    if (sn_missed_unsupported(run, status, first, s->f[1].node, "not joined"))
        return SN_OK; /* a weight that is not finite */
    SN_TRY(status);
    sn_node *n = sn_rewrite_clone(run, host, before);
    n->name = first->name;
    sn_node_set_input(n, SN_CONV_WEIGHT, weight);
    if (bias) sn_put_input(n, SN_CONV_BIAS, bias);
    *out = n;
    return SN_OK;
}

/* ---- what it costs --------------------------------------------------------------------------- */

static sn_answer pays(const sn_pass_run *run, const family *s, bool cut)
{
    const sn_spelling *target = run->env->target;
    const int64_t taps = sn_conv_taps(&s->f[s->host].g);
    sn_node *nodes[MAX_SIBLINGS];
    sn_siblings q = {.node = nodes, .n = s->n, .host = s->host, .axis = s->axis, .cut = cut};
    for (int k = 0; k < s->n; k++) {
        nodes[k] = s->f[k].node;
        q.zeros = q.zeros || sn_conv_taps(&s->f[k].g) != taps;
    }
    if (run->env->siblings == SN_SIBLINGS_ALWAYS || (!q.zeros && !cut)) return SN_ANSWER_YES;
    return target->joining_pays(target, &q);
}

/* ---- neighbours in a concat ------------------------------------------------------------------ */

/* The longest family, of `most` at most, that begins at input `from`. */
static void neighbours(sn_node *concat, uint16_t from, int most, bool with_zeros, family *s)
{
    *s = (family){.n = 0};
    for (uint16_t i = from; i < concat->n_in && s->n < most; i++) {
        sn_value *v = sn_in(concat, i);
        sn_conv_form f;
        if (!v || !v->def || v->n_uses != 1 || !is_member(v->def, &f)) return;
        if ((s->n && sn_in(v->def, 0) != sn_in(s->f[0].node, 0)) || !joins(s, &f, with_zeros))
            return;
        add(s, &f);
    }
}

static sn_status shrink(sn_pass_run *run, sn_node *concat, uint16_t from, const family *s,
                        bool *done)
{
    sn_node *joined = NULL, *last;
    sn_rewrite_begin(run);
    SN_TRY(make(run, s, concat, &joined));
    if (!joined) return SN_OK;
    last = joined;
    uint16_t n_in = (uint16_t)(concat->n_in - s->n + 1);
    if (n_in > 1) {
        sn_value **in = SN_NEW_N(run->arena, sn_value *, n_in);
        for (uint16_t i = 0; i < n_in; i++) {
            in[i] = i < from    ? sn_in(concat, i)
                    : i == from ? joined->out[0]
                                : sn_in(concat, (uint16_t)(i + s->n - 1));
        }
        last = sn_node_create(run->g, concat, concat->op, concat->params, n_in, in, 1);
        last->name = concat->name;
        last->origin = concat->origin;
    }
    sn_rewrite rw = {.before = concat->out[0], .after = last->out[0]};
    for (int k = 0; k < s->n; k++) rw.matched[rw.n_matched++] = s->f[k].node;
    rw.matched[rw.n_matched++] = concat;
    return sn_rewrite_commit(run, &rw, done);
}

static sn_status visit_concat(sn_pass_run *run, sn_node *n, bool with_zeros)
{
    const sn_concat_params *p = n->params;
    for (uint16_t i = 0; i < n->n_in; i++) {
        family s;
        bool done = false;
        neighbours(n, i, MAX_SIBLINGS, with_zeros, &s);
        for (sn_answer a; s.n > 1 && (a = pays(run, &s, false)).is != SN_YES;) {
            sn_missed(run, s.f[0].node, s.f[1].node, "not joined: %s", a.why);
            neighbours(n, i, s.n - 1, with_zeros, &s);
        }
        if (s.n < 2) continue;
        if (p->axis != s.axis) {
            sn_missed(run, s.f[0].node, s.f[1].node,
                      "not joined: the concat runs along another axis");
            continue;
        }
        SN_TRY(shrink(run, n, i, &s, &done));
        if (done) return SN_OK;
        i = (uint16_t)(i + s.n - 1);
    }
    return SN_OK;
}

/* ---- results that are cut out again ---------------------------------------------------------- */

static sn_status cut(sn_pass_run *run, const family *s)
{
    sn_node *before = s->f[0].node, *joined = NULL;
    for (int k = 1; k < s->n; k++) {
        if (sn_node_before(s->f[k].node, before)) before = s->f[k].node;
    }
    int32_t sizes[MAX_SIBLINGS];
    sn_value *befores[MAX_SIBLINGS];
    for (int k = 0; k < s->n; k++) {
        sizes[k] = (int32_t)s->f[k].oc;
        befores[k] = sn_out(s->f[k].node, 0);
    }
    sn_split_params p = {.axis = s->axis, .sizes = sn_ints_of(run->g->arena, s->n, sizes)};
    if (!sn_spelling_can(run->env->target, run->env->ctx, &sn_op_split, &p, 1)) return SN_OK;
    sn_rewrite_begin(run);
    SN_TRY(make(run, s, before, &joined));
    if (!joined) return SN_OK;
    sn_node *split =
        sn_node_create(run->g, before, &sn_op_split, &p, 1, joined->out, (uint16_t)s->n);
    const char *name = s->f[0].node->name;
    if (name) sn_node_set_name(run->g, split, sn_arena_printf(run->arena, "%s_split", name));
    sn_rewrite rw = {.n_values = (size_t)s->n,
                     .befores = befores,
                     .afters = split->out,
                     .note = "cut apart again"};
    for (int k = 0; k < s->n; k++) rw.matched[rw.n_matched++] = s->f[k].node;
    bool done;
    return sn_rewrite_commit(run, &rw, &done);
}

static int by_age(const void *a, const void *b)
{
    uint32_t x = ((const sn_conv_form *)a)->node->id, y = ((const sn_conv_form *)b)->node->id;
    return x < y ? -1 : x > y;
}

/* Readers of v that are like the first of them that has siblings. */
static sn_status visit_value(sn_pass_run *run, sn_value *v, bool with_zeros)
{
    if (v->n_uses < 2) return SN_OK;
    sn_conv_form *f = SN_NEW_N(run->arena, sn_conv_form, v->n_uses);
    int n = 0;
    SN_EACH_USE(u, v)
    {
        if (u->slot == 0 && is_member(u->node, &f[n])) n++;
    }
    qsort(f, (size_t)n, sizeof *f, by_age);
    if (n > MAX_SIBLINGS) n = MAX_SIBLINGS;
    bool seen[MAX_SIBLINGS] = {false};
    for (int i = 0; i < n; i++) {
        family s = {.n = 0};
        for (int j = i; j < n && !seen[i]; j++) {
            if (seen[j] || !joins(&s, &f[j], with_zeros)) continue;
            add(&s, &f[j]);
            seen[j] = j > i;
        }
        if (s.n < 2) continue;
        const sn_answer a = pays(run, &s, true);
        if (a.is == SN_YES) return cut(run, &s);
        sn_missed(run, s.f[0].node, s.f[1].node, "not joined: %s", a.why);
    }
    return SN_OK;
}

/* First the forms that cost least. */
static sn_status run(sn_pass_run *run)
{
    if (run->env->siblings == SN_SIBLINGS_NEVER) return SN_OK;
    for (int with_zeros = 0; with_zeros < 2; with_zeros++) {
        SN_EACH_VISITED(n, run)
        {
            if (n->op == &sn_op_concat) SN_TRY(visit_concat(run, n, with_zeros));
        }
        if (run->n_fired) return SN_OK;
    }
    for (int with_zeros = 0; with_zeros < 1 + (run->env->siblings == SN_SIBLINGS_ALWAYS);
         with_zeros++) {
        SN_EACH_VISITED(n, run)
        {
            bool fixed = sn_op_has(n->op, SN_TRAIT_CONSTANT);
            for (uint16_t i = 0; i < n->n_out && !fixed; i++)
                SN_TRY(visit_value(run, n->out[i], with_zeros));
        }
        if (run->n_fired) return SN_OK;
    }
    return SN_OK;
}

static const sn_pass_after after[] = {
    {"fold_affine",
     "what follows one of the layers alone has to be in its weights before they are one"},
    {"merge_parallel_convs", "convolutions that are summed become one of fewer multiplications"},
    {"fuse_activation", "only equal activations in the slots go into one layer"},
    {NULL, NULL},
};

const sn_pass sn_pass_join_siblings = {
    .name = "join_siblings",
    .arrow = "conv(x, W1), conv(x, W2) -> split(conv(x, [W1 W2]))",
    .needs = "alike but for constant weights and a kernel that fits among zeros, no groups; a "
             "concat puts them together again, or few channels, or all are to be joined",
    .after = after,
    .run = run,
};
