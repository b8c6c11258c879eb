/* SPDX-License-Identifier: Apache-2.0
 *
 * einsum: sums of products by an equation, as ONNX has it, but for an ellipsis. A letter that a
 * factor has twice goes along its diagonal; without -> the result has the letters that come once,
 * in their order in the alphabet. */
#include "ops/einsum.h"

#include "base/parallel.h"
#include "ops/elems.h"
#include "ops/rule.h"
#include "ops/grad/grad.h"

#include <string.h>

enum { N_LETTERS = SN_EINSUM_LETTERS, MAX_FACTORS = SN_EINSUM_FACTORS };

static const sn_param params[] = {
    SN_P_STR(sn_einsum_params, equation, "letters of each factor, ->, letters of the result"),
    SN_P_END,
};
static const sn_slot slots[] = {{"x", SN_SLOT_VARIADIC}, {NULL, 0}};

static int number_of(const sn_einsum_equation *q, char c)
{
    int i = 0;
    while (i < q->n_letters && q->name[i] != c) i++;
    return i;
}

/* The letters that come once in front of the arrow. */
static void add_implied_result(const char *text, sn_einsum_equation *q)
{
    for (char c = 'A'; c <= 'z'; c++) {
        const char *first = sn_is_letter(c) ? strchr(text, c) : NULL;
        if (first && !strchr(first + 1, c)) q->name[q->n_letters++] = c;
    }
}

static const char *parse_result(const char *text, sn_einsum_equation *q)
{
    for (; *text; text++) {
        if (*text == ' ') continue;
        if (!sn_is_letter(*text)) return "equation has a result with something else than letters";
        if (number_of(q, *text) < q->n_letters) return "equation has a letter of the result twice";
        q->name[q->n_letters++] = *text;
    }
    return NULL;
}

const char *sn_einsum_parse(const char *text, sn_einsum_equation *q)
{
    *q = (sn_einsum_equation){.n_factors = 1};
    const char *arrow = strstr(text, "->"), *end = arrow ? arrow : text + strlen(text);
    const char *wrong = NULL;
    if (arrow)
        wrong = parse_result(arrow + 2, q);
    else
        add_implied_result(text, q);
    if (wrong) return wrong;
    q->n_out = q->n_letters;
    if (q->n_out > SN_MAX_RANK) return "equation has a result of too many axes";
    for (const char *s = text; s < end; s++) {
        if (*s == ' ') continue;
        if (*s == ',') {
            if (q->n_factors++ == MAX_FACTORS) return "equation has too many factors";
            continue;
        }
        if (!sn_is_letter(*s)) return "equation has a factor with something else than letters";
        const int f = q->n_factors - 1, k = number_of(q, *s);
        if (k == q->n_letters) q->name[q->n_letters++] = *s;
        if (q->rank[f] == SN_MAX_RANK) return "equation has a factor with too many axes";
        q->letter[f][q->rank[f]++] = k;
    }
    for (int k = 0; k < q->n_out; k++) {
        const char *at = strchr(text, q->name[k]);
        if (!at || at >= end) return "equation has a letter in the result that no factor has";
    }
    return NULL;
}

static const char *validate(const void *params_, sn_arena *arena)
{
    sn_einsum_equation q;
    (void)arena;
    return sn_einsum_parse(((const sn_einsum_params *)params_)->equation, &q);
}

/* Sizes of the letters; known[i] is false where the factors that have it are of unknown rank. */
static sn_status letter_sizes(const sn_infer *in, const sn_einsum_equation *q, sn_dim *size,
                              bool *known)
{
    memset(known, 0, N_LETTERS * sizeof *known);
    for (int f = 0; f < q->n_factors; f++) {
        const int rank = q->rank[f];
        const sn_shape *x = &in->in_shape[f];
        if (x->rank >= 0 && x->rank != rank) {
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                                "factor %d has rank %d, the equation gives it %d axes", f, x->rank,
                                rank);
        }
        for (int i = 0; i < rank; i++) {
            const int letter = q->letter[f][i];
            if (x->rank < 0) continue;
            if (known[letter]) {
                const char *what =
                    sn_arena_printf(in->arena, "size of %c in factor %d", q->name[letter], f);
                SN_TRY(sn_shape_rule_size(in, what, x->d[i], size[letter]));
            } else {
                size[letter] = x->d[i];
                known[letter] = true;
            }
        }
    }
    return SN_OK;
}

static sn_status infer(sn_infer *in)
{
    sn_einsum_equation q;
    sn_dim size[N_LETTERS] = {0};
    bool known[N_LETTERS];
    const char *wrong = sn_einsum_parse(((const sn_einsum_params *)in->params)->equation, &q);
    if (wrong) return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%s", wrong);
    if (in->n_in != q.n_factors) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%d inputs, the equation has %d factors",
                            (int)in->n_in, q.n_factors);
    }
    SN_TRY(letter_sizes(in, &q, size, known));
    sn_shape y = sn_shape_unknown();
    for (y.rank = 0; y.rank < q.n_out; y.rank++) {
        y.d[y.rank] = known[y.rank] ? size[y.rank] : sn_shape_rule_symbol(in, 0, y.rank);
    }
    sn_shape_rule_give(in, 0, y);
    return SN_OK;
}

/* ---- evaluation ------------------------------------------------------------------------------ */

typedef struct einsum_work {
    int n_factors, n_out, n_letters;
    sn_elems x[MAX_FACTORS], y;
    int64_t stride[MAX_FACTORS][N_LETTERS]; /* a letter that a factor has twice: their sum */
    int64_t size[N_LETTERS];
    int64_t n_terms;
} einsum_work;

/* Splits flat index i over the letters from..to. */
static void place(const einsum_work *w, int64_t i, int from, int to, int64_t *index)
{
    for (int letter = to - 1; letter >= from; letter--) {
        index[letter] = i % w->size[letter];
        i /= w->size[letter];
    }
}

/* Where factor f has the element of these letters. */
static int64_t offset_of(const einsum_work *w, int f, const int64_t *index)
{
    int64_t offset = 0;
    for (int k = 0; k < w->n_letters; k++) offset += index[k] * w->stride[f][k];
    return offset;
}

static void one_result(void *user, int64_t i)
{
    const einsum_work *w = user;
    int64_t index[N_LETTERS];
    double sum = 0;
    place(w, i, 0, w->n_out, index);
    for (int64_t t = 0; t < w->n_terms; t++) {
        double term = 1;
        place(w, t, w->n_out, w->n_letters, index);
        for (int f = 0; f < w->n_factors; f++) term *= sn_elems_at(w->x[f], offset_of(w, f, index));
        sum += term;
    }
    sn_elems_put(w->y, i, sum);
}

static void one_integer(void *user, int64_t i)
{
    const einsum_work *w = user;
    int64_t index[N_LETTERS];
    uint64_t sum = 0;
    place(w, i, 0, w->n_out, index);
    for (int64_t t = 0; t < w->n_terms; t++) {
        uint64_t term = 1;
        place(w, t, w->n_out, w->n_letters, index);
        for (int f = 0; f < w->n_factors; f++)
            term *= sn_elems_word(w->x[f], offset_of(w, f, index));
        sum += term;
    }
    sn_elems_put_word(w->y, i, sum);
}

static sn_status eval(sn_eval *e)
{
    sn_einsum_equation q;
    SN_TRY(sn_eval_ready(e));
    (void)sn_einsum_parse(((const sn_einsum_params *)e->params)->equation, &q);
    einsum_work w = {.n_factors = q.n_factors,
                     .n_out = q.n_out,
                     .n_letters = q.n_letters,
                     .n_terms = 1,
                     .y = sn_eval_out_elems(e, 0)};
    for (int k = 0; k < q.n_letters; k++) w.size[k] = 1;
    for (int f = 0; f < q.n_factors; f++) {
        const sn_shape *s = &e->in_shape[f];
        w.x[f] = sn_eval_elems(e, (unsigned)f);
        for (int i = 0; i < s->rank; i++) {
            w.size[q.letter[f][i]] = s->d[i];
            w.stride[f][q.letter[f][i]] += sn_span_count(s, i + 1, s->rank);
        }
    }
    for (int k = q.n_out; k < q.n_letters; k++) w.n_terms *= w.size[k];
    sn_parallel_for(e->ctx, sn_shape_count(&e->out_shape[0]),
                    sn_type_is_float(w.y.type) ? one_result : one_integer, &w);
    return SN_OK;
}

static void cost(const sn_infer *in, sn_cost *out)
{
    sn_einsum_equation q;
    sn_dim size[N_LETTERS] = {0};
    bool known[N_LETTERS];
    double terms = 1;
    if (sn_einsum_parse(((const sn_einsum_params *)in->params)->equation, &q)) return;
    if (in->n_in != q.n_factors || letter_sizes(in, &q, size, known) != SN_OK) return;
    for (int i = 0; i < q.n_letters; i++) {
        if (!known[i] || !sn_dim_known(size[i])) return;
        terms *= (double)size[i];
    }
    out->macs = terms * (q.n_factors > 1 ? q.n_factors - 1 : 1);
}

/* Letters may have other names. */
static bool same(const sn_node *a, const sn_node *b)
{
    sn_einsum_equation q, r;
    if (sn_einsum_parse(((const sn_einsum_params *)a->params)->equation, &q) ||
        sn_einsum_parse(((const sn_einsum_params *)b->params)->equation, &r))
        return false;
    return q.n_factors == r.n_factors && q.n_out == r.n_out && q.n_letters == r.n_letters &&
           memcmp(q.rank, r.rank, sizeof q.rank) == 0 &&
           memcmp(q.letter, r.letter, sizeof q.letter) == 0;
}

const sn_op sn_op_einsum = {
    .name = "einsum",
    .synopsis = "y = sum of products of the inputs' elements by an equation",
    .slots = slots,
    .types = "num->num",
    .wide = true,
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_einsum_params),
    .params = params,
    .validate = validate,
    .same = same,
    .infer = infer,
    .eval = eval,
    .grad = sn_grad_einsum,
    .cost = cost,
};
