/* SPDX-License-Identifier: Apache-2.0
 *
 * Size expressions; see size_expr.h. Words are read from the last to the first and pushed on a
 * stack; an operator takes its arguments from there, so what is left at the end, from the top, is
 * the list.
 *
 * Numbers are computed as ncnn does, in int32 and float; what its C++ leaves undefined (overflow,
 * missing arguments) is an error here. A symbolic size stays symbolic through sums, products,
 * extremes and divisions by a number; a quotient of ncnn is a float, so it is kept as a pair until
 * something rounds it. (A float quotient of sizes below 2^24 rounds down to the same integer as the
 * exact one: it would have to cross 1/divisor.) */
#include "formats/ncnn/ops/size_expr.h"

#include "ops/rule.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef enum term_kind {
    TERM_INT,
    TERM_FLOAT,
    TERM_DIM,
    TERM_QUOTIENT, /* dim / i as a float */
    TERM_SCALED,   /* dim * f as a float */
    TERM_UNKNOWN,
} term_kind;

typedef struct size_term {
    term_kind kind;
    int64_t i;
    float f;
    sn_dim dim;
} size_term;

typedef struct size_reader {
    sn_dims *dims;
    sn_arena *arena;
    int n_inputs;
    const sn_shape *shapes;
} size_reader;

/* ---- values ---------------------------------------------------------------------------------- */

int sn_letter_axis(char letter, int rank)
{
    static const char *const letters[] = {"", "w", "hw", "chw", "cdhw"};
    if (rank < 1 || rank > 4 || !letter) return -1;
    const char *at = strchr(letters[rank], letter);
    return at ? (int)(at - letters[rank]) : -1;
}

sn_dim sn_letter_dim(const sn_shape *s, char letter)
{
    int axis = sn_letter_axis(letter, s->rank);
    return axis < 0 ? 1 : s->d[axis];
}

static sn_dim dim_of(const size_reader *r, const size_term *t)
{
    if (t->kind == TERM_DIM) return t->dim;
    return t->i >= 0 ? t->i : sn_dim_sub(r->dims, 0, -t->i);
}

static size_term int_term(int64_t i) { return (size_term){.kind = TERM_INT, .i = i}; }

static size_term float_term(float f) { return (size_term){.kind = TERM_FLOAT, .f = f}; }

static const size_term unknown_term = {.kind = TERM_UNKNOWN};

/* An expression may turn out to be a number, also a negative one. */
static size_term dim_term(const size_reader *r, sn_dim d)
{
    int64_t least = sn_dim_lower(r->dims, d);
    if (least > -INT32_MAX && least < INT32_MAX &&
        sn_dim_lower(r->dims, sn_dim_sub(r->dims, 0, d)) == -least) {
        return int_term(least);
    }
    return (size_term){.kind = TERM_DIM, .dim = d};
}

static bool is_whole(const size_term *t) { return t->kind == TERM_INT || t->kind == TERM_DIM; }

static bool is_number(const size_term *t) { return t->kind == TERM_INT || t->kind == TERM_FLOAT; }

static float float_of(const size_term *t) { return t->kind == TERM_INT ? (float)t->i : t->f; }

/* ---- operators on numbers -------------------------------------------------------------------- */

#define INTS(name, defined, value)                                                                 \
    static bool name(int64_t a, int64_t b, int64_t *r)                                             \
    {                                                                                              \
        if (defined) *r = (value);                                                                 \
        return defined;                                                                            \
    }
#define FLOATS1(name, value)                                                                       \
    static float name(float a) { return value; }
#define FLOATS2(name, value)                                                                       \
    static float name(float a, float b) { return value; }

/* clang-format off */
INTS(add_ints, true, a + b)
INTS(sub_ints, true, a - b)
INTS(mul_ints, true, a * b)
INTS(div_ints, b != 0, a / b)
INTS(max_ints, true, a > b ? a : b)
INTS(min_ints, true, a < b ? a : b)
INTS(and_ints, true, a & b)
INTS(or_ints, true, a | b)
INTS(xor_ints, true, a ^ b)
INTS(lshift_ints, a >= 0 && b >= 0 && b < 32, a << b)
INTS(rshift_ints, a >= 0 && b >= 0 && b < 32, a >> b)

FLOATS2(add_floats, a + b)
FLOATS2(sub_floats, a - b)
FLOATS2(mul_floats, a * b)
FLOATS2(div_floats, a / b)
FLOATS2(floor_div_floats, floorf(a / b))
FLOATS2(max_floats, a < b ? b : a)
FLOATS2(min_floats, b < a ? b : a)
FLOATS2(remainder_floats, fmodf(a, b) + (a * b < 0 ? b : 0))
FLOATS2(logaddexp_floats, logf(expf(a) + expf(b)))

FLOATS1(neg_float, -a)
FLOATS1(sign_float, (float)((a > 0) - (a < 0)))
FLOATS1(square_float, a * a)
FLOATS1(reciprocal_float, 1 / a)
FLOATS1(rsqrt_float, 1 / sqrtf(a))
/* clang-format on */

typedef enum op_class {
    OP_ANY2, /* of ints an int, else a float */
    OP_ANY1,
    OP_FLOAT2, /* a float */
    OP_FLOAT1,
    OP_ROUND, /* of a float an int */
    OP_BITS,  /* of ints an int */
} op_class;

typedef struct operator_row {
    const char *name;
    op_class kind;
    bool (*ints)(int64_t a, int64_t b, int64_t *r); /* false: has no value */
    float (*f1)(float a);
    float (*f2)(float a, float b);
} operator_row;

static const operator_row operators[] = {
    {"+", OP_ANY2, add_ints, NULL, add_floats},
    {"-", OP_ANY2, sub_ints, NULL, sub_floats},
    {"*", OP_ANY2, mul_ints, NULL, mul_floats},
    {"//", OP_ANY2, div_ints, NULL, floor_div_floats},
    {"max", OP_ANY2, max_ints, NULL, max_floats},
    {"min", OP_ANY2, min_ints, NULL, min_floats},
    {"abs", OP_ANY1, NULL, fabsf, NULL},
    {"neg", OP_ANY1, NULL, neg_float, NULL},
    {"sign", OP_ANY1, NULL, sign_float, NULL},
    {"square", OP_ANY1, NULL, square_float, NULL},
    {"/", OP_FLOAT2, NULL, NULL, div_floats},
    {"atan2", OP_FLOAT2, NULL, NULL, atan2f},
    {"fmod", OP_FLOAT2, NULL, NULL, fmodf},
    {"pow", OP_FLOAT2, NULL, NULL, powf},
    {"remainder", OP_FLOAT2, NULL, NULL, remainder_floats},
    {"logaddexp", OP_FLOAT2, NULL, NULL, logaddexp_floats},
    {"acos", OP_FLOAT1, NULL, acosf, NULL},
    {"acosh", OP_FLOAT1, NULL, acoshf, NULL},
    {"asin", OP_FLOAT1, NULL, asinf, NULL},
    {"asinh", OP_FLOAT1, NULL, asinhf, NULL},
    {"atan", OP_FLOAT1, NULL, atanf, NULL},
    {"atanh", OP_FLOAT1, NULL, atanhf, NULL},
    {"cos", OP_FLOAT1, NULL, cosf, NULL},
    {"cosh", OP_FLOAT1, NULL, coshf, NULL},
    {"erf", OP_FLOAT1, NULL, erff, NULL},
    {"exp", OP_FLOAT1, NULL, expf, NULL},
    {"log", OP_FLOAT1, NULL, logf, NULL},
    {"log10", OP_FLOAT1, NULL, log10f, NULL},
    {"reciprocal", OP_FLOAT1, NULL, reciprocal_float, NULL},
    {"rsqrt", OP_FLOAT1, NULL, rsqrt_float, NULL},
    {"sin", OP_FLOAT1, NULL, sinf, NULL},
    {"sinh", OP_FLOAT1, NULL, sinhf, NULL},
    {"sqrt", OP_FLOAT1, NULL, sqrtf, NULL},
    {"tan", OP_FLOAT1, NULL, tanf, NULL},
    {"tanh", OP_FLOAT1, NULL, tanhf, NULL},
    {"trunc", OP_ROUND, NULL, truncf, NULL},
    {"floor", OP_ROUND, NULL, floorf, NULL},
    {"ceil", OP_ROUND, NULL, ceilf, NULL},
    {"round", OP_ROUND, NULL, roundf, NULL},
    {"and", OP_BITS, and_ints, NULL, NULL},
    {"or", OP_BITS, or_ints, NULL, NULL},
    {"xor", OP_BITS, xor_ints, NULL, NULL},
    {"lshift", OP_BITS, lshift_ints, NULL, NULL},
    {"rshift", OP_BITS, rshift_ints, NULL, NULL},
};

static const char *checked_int(const size_reader *r, const char *what, int64_t i, size_term *out)
{
    *out = int_term(i);
    if (i >= INT32_MIN && i <= INT32_MAX) return NULL;
    return sn_arena_printf(r->arena, "%s leaves the range of 32 bits", what);
}

static const char *cut_to_int(const size_reader *r, const char *what, float f, size_term *out)
{
    if (f >= -2147483648.0f && f < 2147483648.0f) return checked_int(r, what, (int64_t)f, out);
    return sn_arena_printf(r->arena, "%s of %g is not a 32-bit integer", what, (double)f);
}

/* ---- operators on symbols -------------------------------------------------------------------- */

static size_term symbolic_floor(const size_reader *r, const size_term *t)
{
    sn_dim d;
    if (sn_dim_lower(r->dims, t->dim) < 0) return unknown_term;
    if (t->kind == TERM_QUOTIENT) return dim_term(r, sn_dim_floordiv(r->dims, t->dim, t->i));
    return sn_size_scale(r->dims, t->dim, t->f, &d) ? dim_term(r, d) : unknown_term;
}

static size_term symbolic_round(const size_reader *r, const operator_row *op, const size_term *a)
{
    if (a->kind == TERM_DIM) return *a;
    if (a->kind == TERM_UNKNOWN || op->f1 == roundf) return unknown_term;
    if (op->f1 != ceilf) return symbolic_floor(r, a);
    if (a->kind != TERM_QUOTIENT || sn_dim_lower(r->dims, a->dim) < 0) return unknown_term;
    return dim_term(r, sn_dim_ceildiv(r->dims, a->dim, a->i));
}

static size_term symbolic_any1(const size_reader *r, const operator_row *op, const size_term *a)
{
    if (a->kind != TERM_DIM) return unknown_term;
    int64_t least = sn_dim_lower(r->dims, a->dim);
    if (op->f1 == neg_float) return dim_term(r, sn_dim_sub(r->dims, 0, a->dim));
    if (op->f1 == square_float) return dim_term(r, sn_dim_mul(r->dims, a->dim, a->dim));
    if (op->f1 == fabsf && least >= 0) return *a;
    return op->f1 == sign_float && least > 0 ? int_term(1) : unknown_term;
}

static size_term symbolic_div(const size_reader *r, sn_dim a, sn_dim b)
{
    if (!sn_dim_known(b) || b == 0 || sn_dim_lower(r->dims, a) < 0) return unknown_term;
    return dim_term(r, sn_dim_floordiv(r->dims, a, b));
}

static size_term symbolic_any2(const size_reader *r, const operator_row *op, const size_term *a,
                               const size_term *b)
{
    if (is_whole(a) && is_whole(b)) {
        sn_dim x = dim_of(r, a), y = dim_of(r, b);
        if (op->ints == add_ints) return dim_term(r, sn_dim_add(r->dims, x, y));
        if (op->ints == sub_ints) return dim_term(r, sn_dim_sub(r->dims, x, y));
        if (op->ints == mul_ints) return dim_term(r, sn_dim_mul(r->dims, x, y));
        if (op->ints == max_ints) return dim_term(r, sn_dim_max(r->dims, x, y));
        if (op->ints == min_ints) return dim_term(r, sn_dim_min(r->dims, x, y));
        return symbolic_div(r, x, y);
    }
    const size_term *dim = a->kind == TERM_DIM ? a : b, *factor = dim == a ? b : a;
    if (op->ints != mul_ints || dim->kind != TERM_DIM || factor->kind != TERM_FLOAT)
        return unknown_term;
    return (size_term){.kind = TERM_SCALED, .dim = dim->dim, .f = factor->f};
}

static size_term symbolic_shift(const size_reader *r, const operator_row *op, const size_term *a,
                                const size_term *b)
{
    if (!is_whole(a) || b->kind != TERM_INT || b->i < 0 || b->i > 31) return unknown_term;
    sn_dim power = (int64_t)1 << b->i;
    if (op->ints == lshift_ints) return dim_term(r, sn_dim_mul(r->dims, a->dim, power));
    return op->ints == rshift_ints ? symbolic_div(r, a->dim, power) : unknown_term;
}

static size_term symbolic(const size_reader *r, const operator_row *op, const size_term *a,
                          const size_term *b)
{
    switch (op->kind) {
    case OP_ANY2:
        return symbolic_any2(r, op, a, b);
    case OP_ANY1:
        return symbolic_any1(r, op, a);
    case OP_ROUND:
        return symbolic_round(r, op, a);
    case OP_BITS:
        return symbolic_shift(r, op, a, b);
    case OP_FLOAT2:
        if (op->f2 != div_floats || a->kind != TERM_DIM || b->kind != TERM_INT || b->i <= 0) break;
        return (size_term){.kind = TERM_QUOTIENT, .dim = a->dim, .i = b->i};
    case OP_FLOAT1:
        break;
    }
    return unknown_term;
}

static const char *apply(const size_reader *r, const operator_row *op, const size_term *a,
                         const size_term *b, size_term *out)
{
    bool two = b != NULL;
    if (!is_number(a) || (two && !is_number(b))) {
        *out = symbolic(r, op, a, b);
        return NULL;
    }
    bool ints = a->kind == TERM_INT && (!two || b->kind == TERM_INT);
    if (op->kind == OP_BITS && !ints) {
        return sn_arena_printf(r->arena, "%s has an argument that is not an integer", op->name);
    }
    if (op->ints && ints) {
        int64_t i;
        if (op->ints(a->i, b->i, &i)) return checked_int(r, op->name, i, out);
        return sn_arena_printf(r->arena, "%s(%d,%d) has no value", op->name, (int)a->i, (int)b->i);
    }
    if (op->kind == OP_ROUND) {
        return ints ? (*out = *a, NULL) : cut_to_int(r, op->name, op->f1(a->f), out);
    }
    if (op->kind == OP_ANY1 && ints) {
        int64_t i = op->f1 == square_float ? a->i * a->i : a->i < 0 ? -a->i : a->i;
        if (op->f1 == neg_float) i = -a->i;
        if (op->f1 == sign_float) i = (a->i > 0) - (a->i < 0);
        return checked_int(r, op->name, i, out);
    }
    *out = float_term(two ? op->f2(float_of(a), float_of(b)) : op->f1(float_of(a)));
    return NULL;
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool is_separator(char c) { return c == '(' || c == ')' || c == ','; }

/* The last word that ends before *end; moves *end to its beginning. */
static bool previous_word(const char *expr, size_t *end, sn_text *word)
{
    size_t stop = *end;
    while (stop > 0 && is_separator(expr[stop - 1])) stop--;
    size_t start = stop;
    while (start > 0 && !is_separator(expr[start - 1])) start--;
    *word = (sn_text){expr + start, stop - start};
    *end = start;
    return stop > start;
}

static bool is_size(sn_text w)
{
    return w.n == 2 && w.s[0] >= '0' && w.s[0] <= '9' && w.s[1] && strchr("whdcn", w.s[1]);
}

static const operator_row *find_operator(sn_text w)
{
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        if (sn_text_is(w, operators[i].name)) return &operators[i];
    }
    return NULL;
}

static const char *read_size(const size_reader *r, sn_text w, size_term *out)
{
    int input = w.s[0] - '0';
    if (input >= r->n_inputs) {
        return sn_arena_printf(r->arena, "it names input %d of %d", input, r->n_inputs);
    }
    const sn_shape *s = &r->shapes[input];
    *out = w.s[1] == 'n' ? int_term(1) : unknown_term; /* n is the batch: one sample */
    if (w.s[1] == 'n' || s->rank < 0) return NULL;
    if (s->rank > 4)
        return sn_arena_printf(r->arena, "input %d has rank %d, at most 4 expected", input,
                               s->rank);
    sn_dim d = sn_letter_dim(s, w.s[1]);
    *out = (size_term){.kind = TERM_DIM, .dim = d};
    return sn_dim_known(d) ? checked_int(r, "a size", d, out) : NULL;
}

/* A word counts as the number that it begins with. */
static const char *read_number(const size_reader *r, sn_text w, size_term *out)
{
    const char *text = sn_arena_strndup(r->arena, w.s, w.n);
    char *end_i, *end_f;
    errno = 0;
    long i = strtol(text, &end_i, 10);
    bool fits = end_i != text && errno == 0 && i >= INT32_MIN && i <= INT32_MAX;
    float f = strtof(text, &end_f);
    if (end_f == text)
        return sn_arena_printf(r->arena, "\"%s\" is neither a number, a size nor an operator",
                               sn_escape(r->arena, text));
    *out = fits && (float)i == f ? int_term(i) : float_term(f);
    return NULL;
}

static const char *read_word(const size_reader *r, sn_text w, size_term *stack, int *n)
{
    size_term t = unknown_term;
    const operator_row *op = find_operator(w);
    if (op) {
        int n_args = op->kind == OP_ANY2 || op->kind == OP_FLOAT2 || op->kind == OP_BITS ? 2 : 1;
        if (*n < n_args) return sn_arena_printf(r->arena, "%s lacks an argument", op->name);
        const char *wrong = apply(r, op, &stack[*n - 1], n_args == 2 ? &stack[*n - 2] : NULL, &t);
        if (wrong) return wrong;
        *n -= n_args;
    } else {
        const char *wrong = is_size(w) ? read_size(r, w, &t) : read_number(r, w, &t);
        if (wrong) return wrong;
    }
    stack[(*n)++] = t;
    return NULL;
}

static const char *give(const size_reader *r, size_term t, sn_size *out)
{
    const char *wrong = NULL;
    if (t.kind == TERM_FLOAT) wrong = cut_to_int(r, "a size", t.f, &t);
    if (t.kind == TERM_QUOTIENT || t.kind == TERM_SCALED) t = symbolic_floor(r, &t);
    *out =
        (sn_size){.known = t.kind != TERM_UNKNOWN, .is_number = t.kind == TERM_INT, .number = t.i};
    if (out->known) out->dim = dim_of(r, &t);
    return wrong;
}

int sn_size_expr_inputs(const char *expr)
{
    int most = 0;
    size_t end = strlen(expr);
    sn_text w;
    while (previous_word(expr, &end, &w)) {
        if (is_size(w) && w.s[0] - '0' + 1 > most) most = w.s[0] - '0' + 1;
    }
    return most;
}

const char *sn_size_expr_eval(sn_dims *dims, sn_arena *arena, const char *expr, int n,
                              const sn_shape *shapes, sn_sizes *out)
{
    size_reader r = {dims, arena, n, shapes};
    size_t end = strlen(expr);
    size_term *stack = SN_NEW_N(arena, size_term, end + 1);
    int depth = 0;
    sn_text w;
    while (previous_word(expr, &end, &w)) {
        const char *wrong = read_word(&r, w, stack, &depth);
        if (wrong) return wrong;
    }
    if (depth == 0) return "it names no size";
    sn_size *sizes = SN_NEW_N(arena, sn_size, depth);
    for (int i = 0; i < depth; i++) {
        const char *wrong = give(&r, stack[depth - 1 - i], &sizes[i]);
        if (wrong) return wrong;
    }
    *out = (sn_sizes){depth, sizes};
    return NULL;
}

sn_status sn_size_expr_infer(const sn_infer *in, const char *expr, sn_sizes *out)
{
    int n = sn_size_expr_inputs(expr);
    for (int i = 0; i < n; i++) {
        if (sn_shape_rule_has(in, (unsigned)i)) continue;
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "expression \"%s\" needs %d inputs, %u found",
                            sn_escape(in->arena, expr), n, (unsigned)in->n_in);
    }
    const char *wrong = sn_size_expr_eval(in->dims, in->arena, expr, n, in->in_shape, out);
    if (!wrong) return SN_OK;
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "expression \"%s\": %s",
                        sn_escape(in->arena, expr), wrong);
}
