/* SPDX-License-Identifier: Apache-2.0
 *
 * ai.onnx.ml: support vector machines. A kernel compares each row with each support vector; scores
 * are weighted sums of that. A classifier has a score for each pair of labels, the first of which
 * gets a vote where it is above 0. Without support vectors coefficients are those of a linear
 * model. What post_transform makes of scores is what ONNX Runtime makes of them. */
#include <string.h>

#include "formats/onnx/ops/scores.h"

enum { LINEAR, POLY, RBF, SIGMOID, N_KERNELS };
enum { MOST_LABELS = 65535, MOST_ELEMENTS = 1 << 26 };

typedef struct machine {
    sn_onnx_call *c;
    const sn_onnx_attr *coefficients, *rho, *vectors;
    int64_t n_vectors;
    int kernel, transform;
    double gamma, shift, degree;
} machine;

static sn_value *number(const machine *m, double v) { return sn_onnx_number(m->c, SN_TYPE_f32, v); }

static int64_t count(const sn_onnx_attr *a) { return a ? (int64_t)a->floats.n : 0; }

static sn_answer begin(sn_onnx_call *c, machine *m)
{
    static const char *const names[] = {"LINEAR", "POLY", "RBF", "SIGMOID"};
    SN_ONNX_NEED_TYPE(c, 0);
    SN_ONNX_NEED_RANK(c, 0);
    const char *kernel = sn_onnx_string(c, "kernel_type", "LINEAR");
    const sn_onnx_attr *params = sn_onnx_take(c, "kernel_params");
    *m = (machine){.c = c,
                   .coefficients = sn_onnx_take(c, "coefficients"),
                   .rho = sn_onnx_take(c, "rho"),
                   .vectors = sn_onnx_take(c, "support_vectors"),
                   .transform = sn_onnx_transform_of(c),
                   .kernel = 0};
    while (m->kernel < N_KERNELS && strcmp(names[m->kernel], kernel) != 0) m->kernel++;
    if (m->kernel == N_KERNELS) return SN_ONNX_NEVER("its kernel is none that ONNX has");
    if (m->transform < 0) return SN_ONNX_NEVER("its transform is none that ONNX has");
    if (count(params) && count(params) != 3)
        return SN_ONNX_NEVER("its kernel has not three parameters");
    if (!count(m->coefficients) || !count(m->rho))
        return SN_ONNX_NEVER("it has no coefficients, or no rho");
    if (count(params)) {
        m->gamma = (double)params->floats.v[0];
        m->shift = (double)params->floats.v[1];
        m->degree = (double)params->floats.v[2];
    }
    return SN_ONNX_YES;
}

/* ---- kernels --------------------------------------------------------------------------------- */

/* exp(-gamma |x - v|^2) */
static sn_value *radial(const machine *m, sn_value *x, sn_value *v)
{
    sn_onnx_call *c = m->c;
    x = sn_onnx_unsqueeze(c, x, (int[]){1}, 1);
    sn_value *far = SN_ONNX_DO(c, sub, x, sn_onnx_unsqueeze(c, v, (int[]){0}, 1));
    far = sn_onnx_reduce(c, SN_ONNX_DO(c, mul, far, far), "sum", (int[]){2}, 1, false);
    return SN_ONNX_DO(c, exp, SN_ONNX_DO(c, mul, far, number(m, -m->gamma)));
}

/* [rows][vectors]; NULL: they do not fit. */
static sn_value *compared(const machine *m)
{
    sn_onnx_call *c = m->c;
    const int64_t n = count(m->vectors);
    sn_value *x = sn_onnx_feature_rows(c, 0), *y;
    if (!x || n < 1 || m->n_vectors < 1 || n % m->n_vectors) return NULL;
    sn_value *v = sn_onnx_float_rows(c, m->vectors->floats.v, n, m->n_vectors);
    if (m->kernel == RBF) return radial(m, x, v);
    y = SN_ONNX_DO(c, matmul, x, sn_onnx_swap_axes(c, v, 0, 1, 2));
    if (m->kernel == LINEAR) return y;
    y = SN_ONNX_DO(c, mul, y, number(m, m->gamma));
    y = SN_ONNX_DO(c, add, y, number(m, m->shift));
    if (m->kernel == SIGMOID) return SN_ONNX_DO(c, tanh, y);
    return SN_ONNX_DO(c, pow, y, number(m, m->degree));
}

/* Of a linear model: x W^T + rho[0], W [n][features]; NULL: they do not fit. */
static sn_value *linear_scores(const machine *m, int64_t n)
{
    sn_onnx_call *c = m->c;
    const int64_t all = count(m->coefficients);
    sn_value *x = sn_onnx_feature_rows(c, 0);
    if (!x || all % n) return NULL;
    sn_value *w = sn_onnx_float_rows(c, m->coefficients->floats.v, all, n);
    sn_value *y = SN_ONNX_DO(c, matmul, x, sn_onnx_swap_axes(c, w, 0, 1, 2));
    return SN_ONNX_DO(c, add, y, number(m, (double)m->rho->floats.v[0]));
}

static const char no_fit[] = "its input, support vectors and coefficients do not fit each other";

/* ---- regression ------------------------------------------------------------------------------ */

sn_answer sn_onnx_import_svm_regressor(sn_onnx_call *c)
{
    machine m;
    const bool one_class = sn_onnx_int(c, "one_class", 0) != 0;
    const int64_t n = sn_onnx_int(c, "n_supports", 0);
    const sn_answer is = begin(c, &m);
    if (is.is != SN_YES) return is;
    m.n_vectors = n > 0 ? n : 0;
    if (n > 0 && count(m.coefficients) != n) return SN_ONNX_NEVER(no_fit);
    sn_value *y = n > 0 ? compared(&m) : linear_scores(&m, 1);
    if (!y) return c->r->status == SN_OK ? SN_ONNX_NEVER(no_fit) : SN_ONNX_YES;
    if (n > 0) {
        sn_value *w = sn_onnx_floats(c, m.coefficients->floats.v, n);
        y = SN_ONNX_DO(c, matmul, y, sn_onnx_unsqueeze(c, w, (int[]){1}, 1));
        y = SN_ONNX_DO(c, add, y, number(&m, (double)m.rho->floats.v[0]));
    }
    if (one_class)
        y = SN_ONNX_DO(c, where, SN_ONNX_DO(c, greater, y, number(&m, 0)), number(&m, 1),
                       number(&m, -1));
    sn_onnx_give(c, 0, sn_onnx_transformed(c, y, m.transform)); /* ONNX Runtime leaves it out */
    return SN_ONNX_YES;
}

/* ---- classification -------------------------------------------------------------------------- */

typedef struct classes {
    machine m;
    const sn_onnx_attr *labels, *per_class, *prob_a, *prob_b;
    int64_t n, pairs;
} classes;

/* Coefficients as a matrix [vectors][pairs]: those of label i against j are in row j - 1 where the
 * vector is one of i, in row i where it is one of j. */
static sn_value *pair_scores(const classes *s, sn_value *y)
{
    sn_onnx_call *c = s->m.c;
    const int64_t n = s->m.n_vectors;
    const float *w = s->m.coefficients->floats.v;
    double *table = SN_NEW_N(c->r->in.arena, double, n * s->pairs);
    int64_t *first = SN_NEW_N(c->r->in.arena, int64_t, s->n + 1);
    for (int64_t i = 0; i < s->n; i++) first[i + 1] = first[i] + s->per_class->ints.v[i];
    int64_t pair = 0;
    for (int64_t i = 0; i < s->n; i++) {
        for (int64_t j = i + 1; j < s->n; j++, pair++) {
            for (int64_t k = first[i]; k < first[i + 1]; k++)
                table[k * s->pairs + pair] = (double)w[(j - 1) * n + k];
            for (int64_t k = first[j]; k < first[j + 1]; k++)
                table[k * s->pairs + pair] = (double)w[i * n + k];
        }
    }
    y = SN_ONNX_DO(c, matmul, y, sn_onnx_table(c, SN_TYPE_f32, table, n, s->pairs));
    return SN_ONNX_DO(c, add, y, sn_onnx_floats(c, s->m.rho->floats.v, s->pairs));
}

/* How many votes each label gets: those of the second of a pair are where the first gets none. */
static sn_value *votes_of(const classes *s, sn_value *y)
{
    sn_onnx_call *c = s->m.c;
    double *table = SN_NEW_N(c->r->in.arena, double, s->pairs * s->n),
           *base = SN_NEW_N(c->r->in.arena, double, s->n);
    int64_t pair = 0;
    for (int64_t i = 0; i < s->n; i++) {
        for (int64_t j = i + 1; j < s->n; j++, pair++) {
            table[pair * s->n + i] = 1;
            table[pair * s->n + j] = -1;
            base[j]++;
        }
    }
    y = sn_onnx_cast(c, SN_ONNX_DO(c, greater, y, number(&s->m, 0)), SN_TYPE_f32);
    y = SN_ONNX_DO(c, matmul, y, sn_onnx_table(c, SN_TYPE_f32, table, s->pairs, s->n));
    return SN_ONNX_DO(c, add, y, sn_onnx_table(c, SN_TYPE_f32, base, s->n, 0));
}

/* 1 / (1 + exp(a y + b)) of each pair, and what that makes of each label. */
static sn_value *probabilities(const classes *s, sn_value *y)
{
    sn_onnx_call *c = s->m.c;
    y = SN_ONNX_DO(c, mul, y, sn_onnx_floats(c, s->prob_a->floats.v, s->pairs));
    y = SN_ONNX_DO(c, add, y, sn_onnx_floats(c, s->prob_b->floats.v, s->pairs));
    y = SN_ONNX_DO(c, sigmoid, SN_ONNX_DO(c, neg, y));
    return SN_ONNX_DO(c, couple_pairs, y);
}

static sn_answer of_vectors(const classes *s)
{
    sn_onnx_call *c = s->m.c;
    const bool single = s->pairs == 1 && !count(s->prob_a);
    if (single && s->m.transform == SN_ONNX_TRANSFORM_PROBIT)
        return SN_ONNX_NEVER("PROBIT of one score for two labels");
    sn_value *y = compared(&s->m);
    if (!y) return c->r->status == SN_OK ? SN_ONNX_NEVER(no_fit) : SN_ONNX_YES;
    y = pair_scores(s, y);
    sn_onnx_give(c, 0, sn_onnx_label_at(c, s->labels, sn_onnx_best(c, votes_of(s, y))));
    if (count(s->prob_a)) y = probabilities(s, y);
    const int how = s->m.transform;
    const bool negates = how == SN_ONNX_TRANSFORM_NONE;
    sn_onnx_give(c, 1,
                 single ? sn_onnx_both_scores(c, y, how, negates) : sn_onnx_transformed(c, y, how));
    return SN_ONNX_YES;
}

/* Of a linear model the best score says which label it is. Of two labels without probabilities it
 * is the second where the best is large enough. */
static sn_answer of_features(const classes *s)
{
    sn_onnx_call *c = s->m.c;
    sn_value *y = linear_scores(&s->m, s->n);
    if (!y) return c->r->status == SN_OK ? SN_ONNX_NEVER(no_fit) : SN_ONNX_YES;
    sn_value *at = sn_onnx_best(c, y);
    if (s->n == 2 && !count(s->prob_a)) {
        bool positive = true;
        for (size_t i = 0; i < s->m.coefficients->floats.n; i++)
            positive = positive && s->m.coefficients->floats.v[i] >= 0;
        sn_value *most = sn_onnx_reduce(c, y, "max", (int[]){1}, 1, false);
        most = positive ? SN_ONNX_DO(c, greater_or_equal, most, number(&s->m, 0.5))
                        : SN_ONNX_DO(c, greater, most, number(&s->m, 0));
        at = SN_ONNX_DO(c, where, most, sn_onnx_number(c, SN_TYPE_i64, 1), at);
    }
    sn_onnx_give(c, 0, sn_onnx_label_at(c, s->labels, at));
    const bool stays = s->n == 1 && s->m.transform != SN_ONNX_TRANSFORM_PROBIT;
    sn_onnx_give(c, 1, stays ? y : sn_onnx_transformed(c, y, s->m.transform));
    return SN_ONNX_YES;
}

/* Whether there is what each pair of labels needs. */
static bool fits(const classes *s)
{
    return s->n > 1 && (int64_t)s->per_class->ints.n == s->n &&
           s->m.n_vectors <= MOST_ELEMENTS / s->pairs && s->n <= MOST_ELEMENTS / s->pairs &&
           count(s->m.coefficients) >= (s->n - 1) * s->m.n_vectors && count(s->m.rho) >= s->pairs &&
           (!count(s->prob_a) || count(s->prob_a) >= s->pairs);
}

sn_answer sn_onnx_import_svm_classifier(sn_onnx_call *c)
{
    classes s;
    const sn_answer is = begin(c, &s.m);
    s.labels = sn_onnx_take(c, "classlabels_ints");
    s.per_class = sn_onnx_take(c, "vectors_per_class");
    s.prob_a = sn_onnx_take(c, "prob_a");
    s.prob_b = sn_onnx_take(c, "prob_b");
    if (is.is != SN_YES) return is;
    if (!s.labels || s.labels->ints.n < 1) return SN_ONNX_NEVER("its labels are no integers");
    s.n = (int64_t)s.labels->ints.n;
    s.pairs = s.n * (s.n - 1) / 2;
    if (s.n > MOST_LABELS || count(s.prob_a) != count(s.prob_b)) return SN_ONNX_NEVER(no_fit);
    for (size_t i = 0; s.per_class && i < s.per_class->ints.n; i++) {
        const int64_t n = s.per_class->ints.v[i];
        if (n < 0 || n > MOST_ELEMENTS - s.m.n_vectors) return SN_ONNX_NEVER(no_fit);
        s.m.n_vectors += n;
    }
    if (s.m.n_vectors == 0) return of_features(&s);
    return fits(&s) ? of_vectors(&s) : SN_ONNX_NEVER(no_fit);
}
