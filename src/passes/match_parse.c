/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads a pattern into a tree in the forms of match_view.c, so that a pattern may be written in any
 * spelling. */
#include <string.h>

#include "base/map.h"
#include "base/text.h"
#include "ir/ir_lex.h"
#include "ops/ops.h"
#include "passes/match_inner.h"

enum { MAX_DEPTH = 32 };

typedef struct pattern_reader {
    sn_ctx *ctx;
    sn_arena *arena;
    sn_pattern *pattern;
    const char *at;
    int depth;
} pattern_reader;

static sn_status bad(const pattern_reader *r, const char *what)
{
    return sn_fail(r->ctx, SN_E_INTERNAL, "pattern \"%s\": %s at \"%s\"", r->pattern->text, what,
                   r->at);
}

#define NEED(r, cond, what)                                                                        \
    do {                                                                                           \
        if (!(cond)) return bad((r), (what));                                                      \
    } while (0)

static void space(pattern_reader *r)
{
    while (*r->at == ' ') r->at++; /* '#' begins a name here, no comment */
}

static bool take(pattern_reader *r, char c)
{
    space(r);
    if (*r->at != c) return false;
    r->at++;
    return true;
}

static sn_status name(pattern_reader *r, int *out)
{
    sn_text t = sn_lex_name(&r->at);
    NEED(r, t.n > 0, "a name expected");
    for (*out = 0; *out < r->pattern->n_names; ++*out) {
        if (sn_text_is(t, r->pattern->name[*out])) return SN_OK;
    }
    NEED(r, *out < SN_MAX_BOUND, "too many names");
    r->pattern->name[r->pattern->n_names++] = sn_arena_strndup(r->arena, t.s, t.n);
    return SN_OK;
}

/* ---- trees ----------------------------------------------------------------------------------- */

static sn_pattern_number literal(double value)
{
    return (sn_pattern_number){.name = -1, .value = value};
}

static bool is_literal(const sn_pattern_number *n, double value)
{
    return n->name < 0 && n->value == value;
}

static sn_tree *tree(pattern_reader *r, sn_form form, int n)
{
    sn_tree *t = SN_NEW(r->arena, sn_tree);
    t->form = form;
    t->name = -1;
    t->n = n;
    t->part = SN_NEW_N(r->arena, sn_tree *, n);
    t->factor = SN_NEW_N(r->arena, sn_pattern_number, n);
    for (int i = 0; i < n; i++) t->factor[i] = literal(1);
    t->number = t->shift = literal(0);
    t->lo = literal(-INFINITY);
    t->hi = literal(INFINITY);
    return t;
}

static bool all_literal(const sn_tree *t)
{
    bool all = t->shift.name < 0;
    for (int i = 0; i < t->n; i++) all = all && t->factor[i].name < 0;
    return all;
}

/* t's terms times `factor`, into a sum being made: as they are where only literals meet. */
static void add_terms(sn_tree *sum, sn_tree *t, sn_pattern_number factor)
{
    bool flat =
        t->form == SN_FORM_SUM && (is_literal(&factor, 1) || (factor.name < 0 && all_literal(t)));
    if (flat && t->shift.name >= 0 && !is_literal(&sum->shift, 0)) flat = false;
    if (flat && sum->shift.name >= 0 && !is_literal(&t->shift, 0)) flat = false;
    if (!flat) {
        sum->part[sum->n] = t;
        sum->factor[sum->n++] = factor;
        return;
    }
    for (int i = 0; i < t->n; i++) {
        sum->part[sum->n] = t->part[i];
        sum->factor[sum->n] = t->factor[i];
        if (factor.name < 0) sum->factor[sum->n].value *= factor.value;
        sum->n++;
    }
    if (t->shift.name >= 0) {
        sum->shift = t->shift;
    } else {
        sum->shift.value += factor.value * t->shift.value;
    }
}

static sn_tree *new_sum(pattern_reader *r)
{
    sn_tree *sum = tree(r, SN_FORM_SUM, 2 * SN_MAX_PARTS);
    sum->n = 0;
    return sum;
}

static sn_tree *scaled(pattern_reader *r, sn_tree *x, sn_pattern_number factor)
{
    sn_tree *sum = new_sum(r);
    add_terms(sum, x, factor);
    return sum;
}

static sn_status sum_of(pattern_reader *r, sn_tree **in, double second, sn_tree **out)
{
    sn_tree *sum = new_sum(r);
    NEED(r, in[0]->form != SN_FORM_NUMBER || in[1]->form != SN_FORM_NUMBER, "a sum of numbers");
    NEED(r, in[1]->form != SN_FORM_NUMBER || second == 1 || in[1]->number.name < 0,
         "write the sum of something and #name");
    /* The numbers first: whether a nested sum is flattened depends on them. */
    for (int i = 0; i < 2; i++) {
        if (in[i]->form != SN_FORM_NUMBER) continue;
        sum->shift = in[i]->number;
        if (i == 1 && sum->shift.name < 0) sum->shift.value *= second;
    }
    for (int i = 0; i < 2; i++) {
        if (in[i]->form != SN_FORM_NUMBER) add_terms(sum, in[i], literal(i ? second : 1));
    }
    NEED(r, sum->n <= SN_MAX_PARTS, "a sum of too many terms");
    *out = sum;
    return SN_OK;
}

static sn_status product_of(pattern_reader *r, sn_tree **in, int n, sn_tree **out)
{
    sn_tree *p = tree(r, SN_FORM_PROD, 2 * SN_MAX_PARTS);
    sn_pattern_number factor = literal(1);
    p->n = 0;
    for (int i = 0; i < n; i++) {
        sn_tree *t = in[i];
        bool nested = t->form == SN_FORM_SUM && t->n == 1 && is_literal(&t->shift, 0);
        if (t->form == SN_FORM_NUMBER || nested) {
            sn_pattern_number *f = nested ? &t->factor[0] : &t->number;
            NEED(r, is_literal(&factor, 1) || (factor.name < 0 && f->name < 0),
                 "two factors #name");
            if (f->name < 0)
                factor.value *= f->value;
            else
                factor = *f;
            if (!nested) continue;
            t = t->part[0];
        }
        bool flat = t->form == SN_FORM_PROD;
        NEED(r, p->n + (flat ? t->n : 1) <= SN_MAX_PARTS, "a product of too many factors");
        for (int k = 0; k < (flat ? t->n : 1); k++) p->part[p->n++] = flat ? t->part[k] : t;
    }
    NEED(r, p->n > 0, "a product of numbers");
    sn_tree *x = p->n == 1 ? p->part[0] : p;
    *out = is_literal(&factor, 1) ? x : scaled(r, x, factor);
    return SN_OK;
}

static sn_tree *call_of(pattern_reader *r, const sn_op *op, sn_tree *x)
{
    sn_tree *t = tree(r, SN_FORM_CALL, 1);
    t->op = op;
    t->part[0] = x;
    return t;
}

static sn_status clip_of(pattern_reader *r, sn_tree *x, sn_pattern_number lo, sn_pattern_number hi,
                         sn_tree **out)
{
    sn_tree *t = tree(r, SN_FORM_CLIP, 1);
    t->part[0] = x;
    t->lo = lo;
    t->hi = hi;
    if (x->form == SN_FORM_CLIP) { /* min(max(x, l), h) */
        bool upper = is_literal(&lo, -INFINITY) && is_literal(&x->hi, INFINITY);
        bool lower = is_literal(&hi, INFINITY) && is_literal(&x->lo, -INFINITY);
        NEED(r, upper || lower, "a limit of a limit");
        t->part[0] = x->part[0];
        if (upper)
            t->lo = x->lo;
        else
            t->hi = x->hi;
    }
    *out = t;
    return SN_OK;
}

static sn_status power_of(pattern_reader *r, sn_tree *x, double p, sn_tree **out)
{
    sn_tree *in[3] = {x, x, x};
    if (p == 2 || p == 3) return product_of(r, in, (int)p, out);
    NEED(r, p == 0.5 || p == -0.5 || p == -1, "no such power");
    *out = p == -1 ? x : call_of(r, &sn_op_sqrt, x);
    if (p < 0) *out = call_of(r, &sn_op_reciprocal, *out);
    return SN_OK;
}

/* Never seen in a graph as what they are, and not read either. */
static const sn_op *const respelled[] = {&sn_op_hard_sigmoid, &sn_op_sum, &sn_op_clip};

/* In the forms of match_view.c. `t` is the call as written. */
static sn_status normalised(pattern_reader *r, sn_tree *t, sn_tree **out)
{
    const sn_op *op = t->op;
    sn_tree **in = t->part;
    int n = t->wanted || t->rest || t->name >= 0
                ? -1
                : t->n; /* who asks for params means the operator itself */
    bool num[3] = {n > 0 && in[0]->form == SN_FORM_NUMBER, n > 1 && in[1]->form == SN_FORM_NUMBER,
                   n > 2 && in[2]->form == SN_FORM_NUMBER};
    *out = t;
    if (op == &sn_op_add && n == 2) return sum_of(r, in, 1, out);
    if (op == &sn_op_sub && n == 2) return sum_of(r, in, -1, out);
    if (op == &sn_op_mul && n == 2) return product_of(r, in, 2, out);
    if (op == &sn_op_div && n == 2) {
        if (num[1]) {
            NEED(r, in[1]->number.name < 0 && in[1]->number.value != 0,
                 "write the product of something and #name");
            in[1]->number.value = 1 / in[1]->number.value;
        } else {
            in[1] = call_of(r, &sn_op_reciprocal, in[1]);
        }
        return product_of(r, in, 2, out);
    }
    if (op == &sn_op_max && n == 2 && num[1])
        return clip_of(r, in[0], in[1]->number, literal(INFINITY), out);
    if (op == &sn_op_min && n == 2 && num[1])
        return clip_of(r, in[0], literal(-INFINITY), in[1]->number, out);
    if (op == &sn_op_pow && n == 2 && num[1] && in[1]->number.name < 0) {
        return power_of(r, in[0], in[1]->number.value, out);
    }
    if (op == &sn_op_clip && n == 3 && num[1] && num[2])
        return clip_of(r, in[0], in[1]->number, in[2]->number, out);
    for (size_t i = 0; n >= 0 && i < sizeof respelled / sizeof *respelled; i++) {
        NEED(r, op != respelled[i], "write this as a sum, product or limit");
    }
    if (n != 1) return SN_OK;
    if (op == &sn_op_neg) *out = scaled(r, in[0], literal(-1));
    if (op == &sn_op_square) return power_of(r, in[0], 2, out);
    if (op == &sn_op_rsqrt) return power_of(r, in[0], -0.5, out);
    if (op == &sn_op_relu) return clip_of(r, in[0], literal(0), literal(INFINITY), out);
    sn_tree *plus[2] = {in[0], tree(r, SN_FORM_NUMBER, 0)};
    plus[1]->number = literal(1);
    if (op == &sn_op_log1p) {
        SN_TRY(sum_of(r, plus, 1, &in[0]));
        *out = call_of(r, &sn_op_log, in[0]);
    }
    if (op == &sn_op_expm1) {
        plus[0] = call_of(r, &sn_op_exp, in[0]);
        return sum_of(r, plus, -1, out);
    }
    return SN_OK;
}

/* ---- text ------------------------------------------------------------------------------------ */

static sn_status read_alternatives(pattern_reader *r, sn_tree **out);

static sn_status read_params(pattern_reader *r, sn_tree *t)
{
    if (!take(r, '{')) return SN_OK;
    NEED(r, t->op->params, "this operator has no params");
    if (!t->params) {
        t->params = sn_arena_alloc(r->arena, t->op->params_bytes);
        sn_params_init(t->op->params, t->params);
    }
    do {
        space(r);
        sn_text word = sn_lex_name(&r->at);
        const sn_param *p =
            sn_param_find(t->op->params, sn_arena_strndup(r->arena, word.s, word.n));
        NEED(r, p && take(r, '='), "PARAM=VALUE expected");
        space(r);
        NEED(r, !sn_param_parse_value(p, t->params, &r->at, r->arena), "no such value");
        t->wanted |= UINT64_C(1) << (p - t->op->params);
    } while (take(r, ','));
    NEED(r, take(r, '}'), "'}' expected");
    return SN_OK;
}

static sn_status read_inputs(pattern_reader *r, sn_tree *t)
{
    NEED(r, take(r, '('), "'(' expected");
    while (!take(r, ')')) {
        if (t->n > 0 || t->rest) NEED(r, take(r, ','), "',' or ')' expected");
        space(r);
        if (strncmp(r->at, "...", 3) == 0) {
            r->at += 3;
            t->rest = true;
            continue;
        }
        NEED(r, t->n < 2 * SN_MAX_PARTS && !t->rest, "too many inputs");
        SN_TRY(read_alternatives(r, &t->part[t->n++]));
    }
    return SN_OK;
}

static sn_status read_call(pattern_reader *r, sn_tree **out)
{
    sn_tree *t = tree(r, SN_FORM_CALL, 2 * SN_MAX_PARTS);
    t->n = 0;
    const char *start = r->at;
    sn_text word = sn_lex_name(&r->at);
    NEED(r, word.n > 0, "an operator expected");
    if (take(r, ':')) {
        r->at = start;
        SN_TRY(name(r, &t->name));
        (void)take(r, ':');
        space(r);
        word = sn_lex_name(&r->at);
    }
    t->op = sn_op_find(sn_arena_strndup(r->arena, word.s, word.n));
    NEED(r, t->op, "no such operator");
    SN_TRY(read_params(r, t));
    SN_TRY(read_inputs(r, t));
    SN_TRY(read_params(r, t));
    if (*r->at == '.') {
        uint64_t slot = 0;
        r->at++;
        NEED(r, sn_lex_u64(&r->at, &slot) && slot < UINT16_MAX, "the number of an output expected");
        t->slot = (int)slot;
    }
    return normalised(r, t, out);
}

static sn_status read_tree(pattern_reader *r, sn_tree **out)
{
    NEED(r, r->depth++ < MAX_DEPTH, "too deep");
    space(r);
    char c = *r->at;
    if (take(r, '(')) {
        SN_TRY(read_alternatives(r, out));
        NEED(r, take(r, ')'), "')' expected");
    } else if (c == '?' || c == '$' || c == '#') {
        r->at++;
        *out = tree(r, c == '?' ? SN_FORM_VALUE : c == '$' ? SN_FORM_CONST : SN_FORM_NUMBER, 0);
        SN_TRY(name(r, &(*out)->name));
        (*out)->number.name = (*out)->name;
        (*out)->optional = c != '#' && *r->at == '?' && r->at++;
    } else if (c == '_') {
        r->at++;
        *out = tree(r, SN_FORM_NONE, 0);
    } else if (c == '-' || (c >= '0' && c <= '9')) {
        *out = tree(r, SN_FORM_NUMBER, 0);
        NEED(r, sn_lex_double(&r->at, &(*out)->number.value), "a number expected");
    } else if (strncmp(r->at, "inf", 3) == 0) {
        r->at += 3;
        *out = tree(r, SN_FORM_NUMBER, 0);
        (*out)->number = literal(INFINITY);
    } else {
        SN_TRY(read_call(r, out));
    }
    r->depth--;
    return SN_OK;
}

static sn_status read_alternatives(pattern_reader *r, sn_tree **out)
{
    SN_TRY(read_tree(r, out));
    if (!take(r, '|')) return SN_OK;
    sn_tree *t = tree(r, SN_FORM_ALT, 2 * SN_MAX_PARTS);
    t->part[0] = *out;
    t->n = 1;
    do {
        NEED(r, t->n < 2 * SN_MAX_PARTS, "too many alternatives");
        SN_TRY(read_tree(r, &t->part[t->n++]));
    } while (take(r, '|'));
    *out = t;
    return SN_OK;
}

static sn_status compile(sn_ctx *ctx, sn_arena *arena, const char *text, const sn_pattern **out)
{
    sn_pattern *p = SN_NEW(arena, sn_pattern);
    p->text = sn_arena_strdup(arena, text);
    pattern_reader r = {.ctx = ctx, .arena = arena, .pattern = p, .at = p->text};
    sn_tree *t = NULL;
    SN_TRY(read_alternatives(&r, &t));
    space(&r);
    NEED(&r, *r.at == '\0', "the end expected");
    p->tree = t;
    *out = p;
    return SN_OK;
}

/* Read once while the context remembers: a pass runs many times. */
sn_status sn_pattern_compile(sn_ctx *ctx, sn_arena *arena, const char *text, const sn_pattern **out)
{
    sn_map *memo = sn_ctx_memo(ctx);
    if (!memo) return compile(ctx, arena, text, out);
    const sn_pattern *known = sn_map_get_u64(memo, (uintptr_t)text);
    if (!known || strcmp(known->text, text) != 0) {
        SN_TRY(compile(ctx, sn_map_arena(memo), text, &known));
        sn_map_put_u64(memo, (uintptr_t)text, (void *)known);
    }
    *out = known;
    return SN_OK;
}
