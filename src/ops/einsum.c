/* SPDX-License-Identifier: Apache-2.0
 *
 * einsum: sums of products by an equation. As in ncnn the letters run from i to x, and those of
 * the result are taken as i, j, k, l in this order, whatever they are: "ij->ji" transposes
 * nothing. A letter that no factor has, but that comes before one that does, is an axis of size
 * 1. "ii" alone is the trace, with result [1]. */
#include "ops/einsum.h"

#include "base/parallel.h"
#include "ops/rule.h"

#include <string.h>

enum { N_LETTERS = 'x' - 'i' + 1, MAX_FACTORS = 16, MAX_OUT = 4 };

static const sn_param params[] = {
    SN_P_STR(
        sn_einsum_params, equation,
        "letters i to x for each factor, ->, then as many of ijkl as the result has axes; or ii"),
    SN_P_END,
};
static const sn_slot slots[] = {{"x", SN_SLOT_VARIADIC}, {NULL, 0}};

typedef struct equation {
    bool trace;
    int n_factors, n_out;
    int n_letters; /* 1 + the last letter that a factor has */
    sn_text factor[MAX_FACTORS];
} equation;

static int letter_of(const equation *q, int factor, int axis)
{
    return q->factor[factor].s[axis] - 'i';
}

/* NULL or what is wrong. Empty factors, as between two commas, do not count. */
static const char *parse(const char *text, equation *q)
{
    *q = (equation){0};
    if (strcmp(text, "ii") == 0) {
        *q = (equation){.trace = true, .n_factors = 1};
        return NULL;
    }
    const char *arrow = strstr(text, "->");
    if (!arrow) return "equation has no ->";
    for (const char *s = text; s < arrow;) {
        const char *end = s;
        for (; end < arrow && *end != ','; end++) {
            if (*end < 'i' || *end > 'x')
                return "equation has a factor with other letters than i to x";
            if (*end - 'i' + 1 > q->n_letters) q->n_letters = *end - 'i' + 1;
        }
        if (end - s > SN_MAX_RANK) return "equation has a factor with too many axes";
        if (end > s) {
            if (q->n_factors == MAX_FACTORS) return "equation has too many factors";
            q->factor[q->n_factors++] = (sn_text){s, (size_t)(end - s)};
        }
        s = end < arrow ? end + 1 : arrow;
    }
    for (const char *s = arrow + 2; *s; s++, q->n_out++) {
        if (*s < 'i' || *s > 'l') return "equation has a result with other letters than i to l";
        if (q->n_out == MAX_OUT) return "equation has a result of more than 4 axes";
    }
    if (q->n_out == 0) return "equation has a result without axes";
    if (q->n_out > q->n_letters)
        return "equation has more axes in the result than letters before it";
    return NULL;
}

static const char *validate(const void *params_, sn_arena *arena)
{
    equation q;
    (void)arena;
    return parse(((const sn_einsum_params *)params_)->equation, &q);
}

static sn_status infer_trace(sn_infer *in)
{
    sn_shape x = in->in_shape[0];
    SN_TRY(sn_rule_rank(in, 0, 2, 2));
    if (x.rank == 2) SN_TRY(sn_rule_size(in, "width of the matrix", x.d[1], x.d[0]));
    sn_rule_give(in, 0, SN_SHAPE(1));
    return SN_OK;
}

/* Sizes of the letters; known[i] is false where the factors that have it are of unknown rank. */
static sn_status letter_sizes(const sn_infer *in, const equation *q, sn_dim *size, bool *known)
{
    bool used[N_LETTERS] = {false};
    memset(known, 0, N_LETTERS * sizeof *known);
    for (int f = 0; f < q->n_factors; f++) {
        int rank = (int)q->factor[f].n;
        const sn_shape *x = &in->in_shape[f];
        if (x->rank >= 0 && x->rank != rank) {
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                                "factor %d has rank %d, the equation gives it %d axes", f, x->rank,
                                rank);
        }
        for (int i = 0; i < rank; i++) {
            int letter = letter_of(q, f, i);
            used[letter] = true;
            if (x->rank < 0) continue;
            if (known[letter]) {
                const char *what =
                    sn_arena_printf(in->arena, "size of %c in factor %d", 'i' + letter, f);
                SN_TRY(sn_rule_size(in, what, x->d[i], size[letter]));
            } else {
                size[letter] = x->d[i];
                known[letter] = true;
            }
        }
    }
    for (int i = 0; i < q->n_letters; i++) {
        if (used[i]) continue;
        size[i] = 1;
        known[i] = true;
    }
    return SN_OK;
}

static sn_status infer(sn_infer *in)
{
    equation q;
    sn_dim size[N_LETTERS] = {0};
    bool known[N_LETTERS];
    const char *wrong = parse(((const sn_einsum_params *)in->params)->equation, &q);
    if (wrong) return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%s", wrong);
    if (in->n_in != q.n_factors) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%d inputs, the equation has %d factors",
                            (int)in->n_in, q.n_factors);
    }
    if (q.trace) return infer_trace(in);
    SN_TRY(letter_sizes(in, &q, size, known));
    sn_shape y = sn_shape_unknown();
    for (y.rank = 0; y.rank < q.n_out; y.rank++) {
        y.d[y.rank] = known[y.rank] ? size[y.rank] : sn_rule_symbol(in, 0, y.rank);
    }
    sn_rule_give(in, 0, y);
    return SN_OK;
}

/* ---- evaluation ------------------------------------------------------------------------------ */

typedef struct work {
    int n_factors, n_out, n_letters;
    const float *x[MAX_FACTORS];
    int64_t stride[MAX_FACTORS][N_LETTERS]; /* a letter that a factor has twice: their sum */
    int64_t size[N_LETTERS];
    int64_t n_terms;
    float *y;
} work;

/* Splits flat index i over the letters from..to. */
static void place(const work *w, int64_t i, int from, int to, int64_t *index)
{
    for (int letter = to - 1; letter >= from; letter--) {
        index[letter] = i % w->size[letter];
        i /= w->size[letter];
    }
}

static void one_result(void *user, int64_t i)
{
    const work *w = user;
    int64_t index[N_LETTERS];
    double sum = 0;
    place(w, i, 0, w->n_out, index);
    for (int64_t t = 0; t < w->n_terms; t++) {
        double term = 1;
        place(w, t, w->n_out, w->n_letters, index);
        for (int f = 0; f < w->n_factors; f++) {
            int64_t offset = 0;
            for (int k = 0; k < w->n_letters; k++) offset += index[k] * w->stride[f][k];
            term *= (double)w->x[f][offset];
        }
        sum += term;
    }
    w->y[i] = (float)sum;
}

static sn_status eval_trace(sn_eval *e)
{
    const float *x = sn_rule_in(e, 0);
    double sum = 0;
    int64_t n = e->in_shape[0].d[0];
    for (int64_t i = 0; i < n; i++) sum += (double)x[i * n + i];
    sn_rule_out(e, 0)[0] = (float)sum;
    return SN_OK;
}

static sn_status eval(sn_eval *e)
{
    equation q;
    SN_TRY(sn_rule_all_f32(e));
    (void)parse(((const sn_einsum_params *)e->params)->equation, &q);
    if (q.trace) return eval_trace(e);
    work w = {.n_factors = q.n_factors,
              .n_out = q.n_out,
              .n_letters = q.n_letters,
              .n_terms = 1,
              .y = sn_rule_out(e, 0)};
    for (int k = 0; k < q.n_letters; k++) w.size[k] = 1;
    for (int f = 0; f < q.n_factors; f++) {
        const sn_shape *s = &e->in_shape[f];
        w.x[f] = sn_rule_in(e, (unsigned)f);
        for (int i = 0; i < s->rank; i++) {
            w.size[letter_of(&q, f, i)] = s->d[i];
            w.stride[f][letter_of(&q, f, i)] += sn_span_count(s, i + 1, s->rank);
        }
    }
    for (int k = q.n_out; k < q.n_letters; k++) w.n_terms *= w.size[k];
    sn_parallel_for(e->ctx, sn_shape_count(&e->out_shape[0]), one_result, &w);
    return SN_OK;
}

static void cost(const sn_infer *in, sn_cost *out)
{
    equation q;
    sn_dim size[N_LETTERS] = {0};
    bool known[N_LETTERS];
    double terms = 1;
    if (parse(((const sn_einsum_params *)in->params)->equation, &q) || q.trace) return;
    if (in->n_in != q.n_factors || letter_sizes(in, &q, size, known) != SN_OK) return;
    for (int i = 0; i < q.n_letters; i++) {
        if (!known[i] || !sn_dim_known(size[i])) return;
        terms *= (double)size[i];
    }
    out->macs = terms * (q.n_factors > 1 ? q.n_factors - 1 : 1);
}

const sn_op sn_op_einsum = {
    .name = "einsum",
    .synopsis = "y = sum of products of the inputs' elements by an equation",
    .slots = slots,
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_einsum_params),
    .params = params,
    .validate = validate,
    .infer = infer,
    .eval = eval,
    .cost = cost,
};
