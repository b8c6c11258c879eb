/* SPDX-License-Identifier: Apache-2.0
 *
 *   a * c0 + b * c1 - c + ...   -->   sum(a, b, c, ..) {coeffs = [c0, c1, -1, ..]}
 *   a + a                       -->   a * 2
 *
 * The terms of a sum are found through sums, differences, weighted sums, negations and factors
 * (quotients) that are constant scalars; a value that comes several times is one term. What is left
 * is the shortest way to say it: a scalar factor for one term, a sum or difference where two terms
 * have the factors 1 and 1 or -1, else a weighted sum.
 *
 * Needs: layers are saved (a plain sum of two stays what it is); all terms and all sums in between
 * have shapes proved equal (a weighted sum does not broadcast); what is in between is read here
 * alone; no term vanishes (0 times infinity is no 0). */
#include <math.h>

#include "base/vec.h"
#include "ops/sum.h"
#include "ops/ops.h"
#include "passes/pass.h"

enum { MAX_TERMS = 32 };

typedef struct sum {
    sn_pass_run *run;
    sn_node *root;
    /* what goes, besides the root; producers first once it is turned round */
    sn_node *inner[MAX_TERMS];
    int n_inner;
    sn_value *term[MAX_TERMS];
    double factor[MAX_TERMS];
    int n_terms;
    bool scaled; /* a factor was met, so that a refusal is worth telling */
} sum;

static bool is_scalar(const sn_value *v)
{
    const sn_tensor *c = v ? sn_const_of(v) : NULL;
    return c && c->shape.rank == 0 && isfinite(sn_tensor_at(c, 0));
}

static bool is_weighted_sum(const sn_node *n) { return n->op == &sn_op_sum; }

/* The slots of a node whose output is a weighted sum of some of its inputs, and their factors; 0:
 * it is none. */
static uint16_t parts_of(const sn_node *n, uint16_t slot[MAX_TERMS], double factor[MAX_TERMS])
{
    slot[0] = 0;
    slot[1] = 1;
    factor[0] = factor[1] = 1;
    const sn_type type = n->n_out ? n->out[0]->type : SN_TYPE_UNKNOWN;
    if (n->n_in > MAX_TERMS || (type != SN_TYPE_f32 && type != SN_TYPE_UNKNOWN)) return 0;
    if (n->op == &sn_op_neg) {
        factor[0] = -1;
        return 1;
    }
    if (n->op == &sn_op_mul || n->op == &sn_op_div) {
        uint16_t scalar = n->op == &sn_op_mul && is_scalar(sn_in(n, 0)) ? 0 : 1;
        if (!is_scalar(sn_in(n, scalar))) return 0;
        double c = sn_tensor_at(sn_const_of(sn_in(n, scalar)), 0);
        slot[0] = (uint16_t)(1 - scalar);
        factor[0] = n->op == &sn_op_mul ? c : 1 / c;
        return 1;
    }
    if (n->op == &sn_op_add || n->op == &sn_op_sub) {
        factor[1] = n->op == &sn_op_add ? 1 : -1;
        return 2;
    }
    if (!is_weighted_sum(n)) return 0;
    const sn_sum_params *p = n->params;
    for (uint16_t i = 0; i < n->n_in; i++) {
        slot[i] = i;
        factor[i] = p->coeffs.n > i ? (double)p->coeffs.v[i] : 1;
    }
    return n->n_in;
}

/* All inputs that count have the shape of the result. */
static bool is_plain(const sn_node *n, const uint16_t *slot, uint16_t count)
{
    for (uint16_t i = 0; i < count; i++) {
        const sn_value *v = sn_in(n, slot[i]);
        if (!v || !sn_shape_equal(&v->shape, &n->out[0]->shape)) return false;
    }
    return true;
}

static bool add_term(sum *s, sn_value *v, double factor)
{
    int i = 0;
    while (i < s->n_terms && s->term[i] != v) i++;
    if (i == MAX_TERMS) return false;
    if (i == s->n_terms) {
        s->term[s->n_terms] = v;
        s->factor[s->n_terms++] = 0;
    }
    s->factor[i] += factor;
    return true;
}

/* The terms of v, read by n, times factor; false where they are too many. */
static bool collect(sum *s, sn_value *v, const sn_node *n, double factor, int depth)
{
    uint16_t slot[MAX_TERMS];
    double factors[MAX_TERMS];
    sn_node *def = v->def;
    uint16_t count = def && depth > 0 && s->n_inner < MAX_TERMS ? parts_of(def, slot, factors) : 0;
    if (!count || !is_plain(def, slot, count)) return add_term(s, v, factor);
    bool scales = def->op == &sn_op_mul || def->op == &sn_op_div;
    if (!sn_sole_producer(s->run, v, n, !scales)) return add_term(s, v, factor);
    s->scaled = s->scaled || scales;
    s->inner[s->n_inner++] = def;
    for (uint16_t i = 0; i < count; i++) {
        if (!collect(s, sn_in(def, slot[i]), def, factor * factors[i], depth - 1)) return false;
    }
    return true;
}

/* Whether the terms may stand in one sum; tells why not where a factor was met. */
static bool may_be_summed(sum *s)
{
    const char *why = NULL;
    for (int i = 0; i < s->n_terms; i++) {
        double f = s->factor[i];
        if (sn_value_is_const(s->term[i]))
            why = "one side is a constant";
        else if (!sn_shape_equal(&s->term[i]->shape, &s->root->out[0]->shape))
            why = "the shapes of both sides are not proved equal";
        else if (f == 0 || !isfinite((double)(float)f))
            why = "a factor is 0 or too large";
        if (why) break;
    }
    if (why && s->scaled)
        sn_missed(s->run, s->inner[0], s->root, "not made a weighted sum: %s", why);
    return !why;
}

/* The shortest node that says it; NULL where the target has none. */
static sn_node *spell(sum *s)
{
    sn_pass_run *run = s->run;
    const sn_spelling *target = run->env->target;
    float coeffs[MAX_TERMS];
    bool ones = true;
    for (int i = 0; i < s->n_terms; i++) {
        coeffs[i] = (float)s->factor[i];
        ones = ones && coeffs[i] == 1;
    }
    bool minus = s->n_terms == 2 && coeffs[0] * coeffs[1] == -1 && fabsf(coeffs[0]) == 1;
    const sn_op *op = s->n_terms == 1           ? &sn_op_mul
                      : minus                   ? &sn_op_sub
                      : s->n_terms == 2 && ones ? &sn_op_add
                                                : &sn_op_sum;
    sn_sum_params p = {.coeffs = {0}};
    if (!ones) p.coeffs = sn_floats_of(run->g->arena, s->n_terms, coeffs);
    const void *params = op == &sn_op_sum ? &p : NULL;
    if (params && !sn_spelling_can(target, run->env->ctx, op, params, (uint16_t)s->n_terms))
        return NULL;
    if (s->n_terms > 1) {
        bool swap = minus && coeffs[0] < 0;
        sn_value *two[2] = {s->term[swap], s->term[!swap]};
        return sn_node_create(run->g, s->root, op, params, (uint16_t)s->n_terms,
                              params ? s->term : two, 1);
    }
    sn_value *in[2] = {s->term[0], sn_value_scalar(run->g, SN_TYPE_f32, (double)coeffs[0])};
    return sn_node_create(run->g, s->root, op, NULL, 2, in, 1);
}

static bool visits(const sn_op *op)
{
    return op == &sn_op_add || op == &sn_op_sub || op == &sn_op_sum;
}

/* *next: what took the sum's place. */
static sn_status rewrite(sum *s, sn_node **next)
{
    bool done;
    sn_rewrite rw = {.before = s->root->out[0], .same_shape = true};
    sn_rewrite_begin(s->run);
    sn_node *m = spell(s);
    if (!m) return SN_OK;
    m->name = s->root->name;
    for (int i = s->n_inner; i-- > 0;) rw.matched[rw.n_matched++] = s->inner[i];
    rw.matched[rw.n_matched++] = s->root;
    rw.after = m->out[0];
    SN_TRY(sn_rewrite_commit(s->run, &rw, &done));
    if (done) *next = m;
    return SN_OK;
}

static sn_status shorten(sn_pass_run *run, sn_node *n, sn_node **next)
{
    enum { MAX_DEPTH = 16 };
    uint16_t slot[MAX_TERMS];
    double factor[MAX_TERMS];
    sum s = {.run = run, .root = n};
    uint16_t count = parts_of(n, slot, factor);
    if (!count) return SN_OK;
    for (uint16_t i = count; i-- > 0;) {
        if (!sn_in(n, slot[i])) return SN_OK;
    }
    if (count == 2 && n->op == &sn_op_add && sn_in(n, 0) == sn_in(n, 1) &&
        !sn_value_is_const(sn_in(n, 0))) {
        add_term(&s, sn_in(n, 0), 2); /* whatever the shape */
        return rewrite(&s, next);
    }
    for (uint16_t i = 0; i < count; i++) {
        if (!collect(&s, sn_in(n, slot[i]), n, factor[i], MAX_DEPTH)) return SN_OK;
    }
    bool repeated = is_weighted_sum(n) && s.n_terms < n->n_in;
    if (s.n_inner == 0 && !repeated) return SN_OK;
    return may_be_summed(&s) ? rewrite(&s, next) : SN_OK;
}

/* From the end, so that the outermost sum takes all that is its own. What it could not take at
 * once, it takes next, as do sums of which it has become a plain term. */
static sn_status run(sn_pass_run *run)
{
    SN_VEC(sn_node *) sums = SN_VEC_IN(run->arena);
    SN_EACH_NODE(n, run->g)
    {
        if (n->op == &sn_op_add || n->op == &sn_op_sub || is_weighted_sum(n)) SN_PUSH(sums, n);
    }
    while (sums.n) {
        sn_node *n = SN_POP(sums), *next = NULL;
        if (n->graph) SN_TRY(shorten(run, n, &next));
        if (!next) continue;
        SN_EACH_USE(u, next->out[0])
        {
            if (visits(u->node->op)) SN_PUSH(sums, u->node);
        }
        if (visits(next->op)) SN_PUSH(sums, next);
    }
    return SN_OK;
}

static const sn_pass_after after[] = {
    {"fold_affine",
     "a factor in the weights of the layer before costs nothing, one in the sum is work"},
    {NULL, NULL},
};

const sn_pass sn_pass_weighted_sum = {
    .name = "weighted_sum",
    .arrow = "a * c0 + b * c1 - c -> sum(a, b, c) {c0, c1, -1}; a + a -> a * 2",
    .needs = "equal shapes proved, constant scalar factors, what is in between is read here alone",
    .covers = "fuse_binaryop_eltwise",
    .visits = visits,
    .after = after,
    .run = run,
};
