/* SPDX-License-Identifier: Apache-2.0
 *
 * Expressions of sizes, from ncnn's words and to them: see sizes.h.
 *
 * From ncnn's words: the expression is worked out over inputs whose sizes are symbols of their
 * names, so that what comes out is written in these. What has no such form is given as a number,
 * once it is one.
 *
 * To them: the text is read by its grammar (ir/dims.h) and written as prefix notation. */
#include "formats/ncnn/ops/sizes.h"

#include "ir/ir_lex.h"

#include <string.h>

char sn_ncnn_letter(int axis, int rank)
{
    static const char *const letters[] = {"", "w", "hw", "chw", "cdhw"};
    return letters[rank][axis];
}

/* ---- from ncnn's words ----------------------------------------------------------------------- */

sn_status sn_ncnn_sizes_of(const sn_infer *in, const sn_op *op, const char *expr, int *n,
                           sn_ncnn_size **out)
{
    sn_sizes real, named;
    SN_TRY(sn_size_expr_infer(in, expr, &real));
    sn_dims *dims = sn_dims_create(in->arena);
    sn_shape *shapes = SN_NEW_N(in->arena, sn_shape, in->n_in + 1);
    for (unsigned i = 0; i < in->n_in; i++) {
        shapes[i] = in->in_shape[i];
        for (int k = 0; k < shapes[i].rank; k++) {
            if (in->in_shape[i].d[k] == 0)
                return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                                    "input %u has no elements, which ncnn has no words for", i);
            shapes[i].d[k] = sn_dim_named_from(dims, sn_size_name(in->arena, op, i, k), 1);
        }
    }
    const int n_needed = sn_size_expr_inputs(expr);
    const bool has_names =
        !sn_size_expr_eval(dims, in->arena, expr, n_needed, shapes, &named) && named.n == real.n;
    *n = real.n;
    *out = SN_NEW_N(in->arena, sn_ncnn_size, real.n);
    for (int i = 0; i < real.n; i++) {
        sn_ncnn_size *t = &(*out)[i];
        const sn_size *is = has_names && named.v[i].known ? &named.v[i] : &real.v[i];
        t->least = INT64_MIN;
        if (!is->known || (is == &real.v[i] && !is->is_number)) continue;
        sn_str s;
        sn_str_init(&s, in->arena);
        if (is->is_number)
            sn_str_addf(&s, "%lld", (long long)is->number);
        else
            sn_dim_print_over(dims, is->dim, &s);
        t->text = s.s;
        t->least = is->is_number ? is->number : sn_dim_lower(dims, is->dim);
        if (real.v[i].known && !is->is_number) {
            const int64_t least = sn_dim_lower(in->dims, real.v[i].dim);
            if (least > t->least) t->least = least;
        }
    }
    return SN_OK;
}

/* ---- to ncnn's words ------------------------------------------------------------------------- */

typedef struct writer {
    sn_arena *arena;
    const sn_op *op;
    const char *at;
    int n_in;
    const int *rank;
} writer;

static const char *sum(writer *w); /* as all below: NULL where there is no word for it */

static bool next_is(writer *w, char c)
{
    sn_lex_space(&w->at);
    if (*w->at != c) return false;
    w->at++;
    return true;
}

static const char *call(writer *w, sn_text name)
{
    static const char *const words[][3] = {
        {"floordiv", "//(", ")"}, {"exactdiv", "//(", ")"},     {"max", "max(", ")"},
        {"min", "min(", ")"},     {"ceildiv", "ceil(/(", "))"}, {"scale", "trunc(*(", "))"}};
    const char *a = sum(w), *b = NULL;
    double factor;
    if (!a || !next_is(w, ',')) return NULL;
    sn_lex_space(&w->at);
    if (!sn_text_is(name, "scale"))
        b = sum(w);
    else if (sn_lex_double(&w->at, &factor))
        b = sn_float_text(w->arena, factor, false);
    if (!b || !next_is(w, ')')) return NULL;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (sn_text_is(name, words[i][0]))
            return sn_arena_printf(w->arena, "%s%s,%s%s", words[i][1], a, b, words[i][2]);
    return NULL;
}

static const char *size(writer *w, sn_text name)
{
    const int slot = sn_size_slot(w->op, name);
    const char digit = *w->at;
    if (slot < 0 || slot > 9 || slot >= w->n_in || digit < '0' || digit > '9') return NULL;
    w->at++;
    const int axis = digit - '0', rank = w->rank[slot];
    const bool any = rank == SN_NCNN_ANY_RANK && axis < 4;
    if (!any && (rank > 4 || axis >= rank)) return NULL;
    return sn_arena_printf(w->arena, "%d%c", slot, any ? 'w' : sn_ncnn_letter(axis, rank));
}

static const char *factor(writer *w)
{
    sn_lex_space(&w->at);
    if (next_is(w, '(')) {
        const char *inside = sum(w);
        return inside && next_is(w, ')') ? inside : NULL;
    }
    const char *start = w->at;
    while (*w->at >= '0' && *w->at <= '9') w->at++;
    if (w->at > start) return sn_arena_strndup(w->arena, start, (size_t)(w->at - start));
    const sn_text name = sn_lex_name(&w->at);
    if (name.n == 0) return NULL;
    if (next_is(w, '(')) return call(w, name);
    return next_is(w, '.') ? size(w, name) : NULL;
}

static const char *product(writer *w)
{
    const char *text = factor(w);
    while (text && next_is(w, '*')) {
        const char *more = factor(w);
        text = more ? sn_arena_printf(w->arena, "*(%s,%s)", text, more) : NULL;
    }
    return text;
}

static const char *sum(writer *w)
{
    const bool minus = next_is(w, '-');
    const char *text = product(w);
    if (minus && text) text = sn_arena_printf(w->arena, "neg(%s)", text);
    while (text) {
        const bool plus = next_is(w, '+');
        if (!plus && !next_is(w, '-')) break;
        const char *more = product(w);
        text = more ? sn_arena_printf(w->arena, "%c(%s,%s)", plus ? '+' : '-', text, more) : NULL;
    }
    return text;
}

const char *sn_ncnn_size_term(sn_arena *arena, const sn_op *op, const char *entry, int n_in,
                              const int *rank)
{
    int64_t n;
    if (sn_size_number(entry, &n)) return n < INT32_MIN || n > INT32_MAX ? NULL : entry;
    writer w = {arena, op, entry, n_in, rank};
    const char *text = sum(&w);
    return text && !*w.at ? text : NULL;
}
