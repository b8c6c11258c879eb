/* SPDX-License-Identifier: Apache-2.0
 *
 * Symbolic sizes: the identities that networks need, bounds, bindings, text; and random expressions
 * against plain arithmetic: what the table says is equal must be equal for all numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/num.h"
#include "ir/dims.h"

static sn_ctx *ctx;
static sn_arena *arena;
static sn_dims *dims;

static int set_up(void **state)
{
    (void)state;
    ctx = sn_ctx_create(NULL, NULL);
    arena = sn_arena_create(ctx);
    dims = sn_dims_create(arena);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    sn_arena_destroy(arena);
    assert_int_equal(sn_ctx_live_bytes(ctx), 0);
    sn_ctx_destroy(ctx);
    return 0;
}

static const char *text_in(sn_dims *table, sn_dim d)
{
    sn_str s;
    sn_str_init(&s, arena);
    sn_dim_print(table, d, &s);
    return s.s;
}

static const char *text_of(sn_dim d) { return text_in(dims, d); }

static sn_dim read_dim(const char *text)
{
    sn_dim d = 0;
    const char *wrong = sn_dim_parse(dims, &text, &d);
    if (wrong) fail_msg("%s", wrong);
    assert_string_equal(text, "");
    return d;
}

/* Both texts are one expression, which prints as the third. */
static void check_same(const char *a, const char *b, const char *printed)
{
    assert_string_equal(text_of(read_dim(a)), printed);
    assert_string_equal(text_of(read_dim(b)), printed);
    assert_true(sn_dim_equal(read_dim(a), read_dim(b)));
}

static void normal_form(void **state)
{
    (void)state;
    check_same("(h-1)+1", "h", "h");
    check_same("h*w", "w*h", "h*w");
    check_same("(h+w)*(h-w)", "h*h-w*w", "h*h-w*w");
    check_same("h-h", "0", "0");
    check_same("3-5+h+2", "h", "h");
    check_same("2*(h+3)*w-6*w", "2*h*w", "2*h*w");
    check_same("0-h", "-h", "-h");
    check_same("3-5", "-2", "-2");
    assert_false(sn_dim_known(read_dim("3-5")));
    assert_int_equal(read_dim("3*5-1"), 14);
    assert_false(sn_dim_equal(read_dim("h"), read_dim("w")));
}

static void floordiv_forms(void **state)
{
    (void)state;
    check_same("floordiv(2*h,2)", "h", "h");
    check_same("floordiv(floordiv(h,2),2)", "floordiv(h,4)", "floordiv(h,4)");
    check_same("floordiv(h+2,2)", "floordiv(h,2)+1", "floordiv(h,2)+1");
    check_same("floordiv(h-1,2)+1", "ceildiv(h,2)", "floordiv(h+1,2)");
    check_same("floordiv(4*h+6,8)", "floordiv(2*h+3,4)", "floordiv(h+1,2)");
    check_same("floordiv(6*h+4,3)", "2*h+1", "2*h+1");
    check_same("floordiv(floordiv(h-1,2)+1-1,2)+1", "floordiv(h+3,4)", "floordiv(h+3,4)");
    check_same("floordiv(5*h,2)", "2*h+floordiv(h,2)", "floordiv(h,2)+2*h");
    check_same("floordiv(-7,2)", "-4", "-4");
    check_same("ceildiv(-7,2)", "-3", "-3");
    check_same("floordiv(min(h,3),4)", "0", "0"); /* 1..3 over 4 */
    check_same("floordiv(h,1)", "h", "h");
    check_same("floordiv(floordiv(h,2)+w,3)", "floordiv(h+2*w,6)", "floordiv(h+2*w,6)");
    assert_int_equal(sn_dim_ceildiv(dims, 7, 2), 4);
    assert_int_equal(sn_dim_floordiv(dims, 7, 2), 3);
}

/* A stack of stride-2 convolutions with kernel 3 and padding 1 is one division. */
static void strides_fold(void **state)
{
    (void)state;
    sn_dim d = sn_dim_named(dims, "h");
    for (int i = 0; i < 5; i++) {
        d = sn_dim_add(dims, sn_dim_floordiv(dims, sn_dim_sub(dims, sn_dim_add(dims, d, 2), 3), 2),
                       1);
    }
    assert_string_equal(text_of(d), "floordiv(h+31,32)");
}

static void max_and_min(void **state)
{
    (void)state;
    check_same("max(h,1)", "h", "h");
    check_same("max(h-1,0)", "h-1", "h-1");
    check_same("min(h,1)", "1", "1");
    check_same("max(h,w)", "max(w,h)", "max(h,w)");
    check_same("max(h+2,h)", "h+2", "h+2");
    check_same("max(floordiv(h,2),0)", "floordiv(h,2)", "floordiv(h,2)");
    check_same("max(h-floordiv(h,2),0)", "h-floordiv(h,2)", "h-floordiv(h,2)");
    check_same("max(max(h-5,1),1)", "max(1,h-5)", "max(1,h-5)");
    check_same("min(max(h-5,1),0)", "0", "0");
    assert_int_equal(sn_dim_max(dims, 3, 7), 7);
    const sn_dim some = sn_dim_named(dims, "cut"),
                 less = sn_dim_max(dims, sn_dim_sub(dims, some, 3), 0);
    assert_int_equal(sn_dim_max(dims, sn_dim_sub(dims, less, 4), 0),
                     sn_dim_max(dims, sn_dim_sub(dims, some, 7), 0));
    assert_int_equal(sn_dim_min(dims, sn_dim_add(dims, sn_dim_min(dims, some, 3), 4), 9),
                     sn_dim_min(dims, sn_dim_add(dims, some, 4), 7));
    assert_int_equal(sn_dim_unclamped(dims, less), sn_dim_sub(dims, some, 3));
    assert_int_equal(sn_dim_unclamped(dims, some), some);
    assert_int_equal(sn_dim_min(dims, 3, 7), 3);
    assert_int_equal(sn_dim_lower(dims, read_dim("2*h+3")), 5);
    assert_int_equal(sn_dim_lower(dims, read_dim("h*w-1")), 0);
    assert_int_equal(sn_dim_lower(dims, read_dim("h-w")), INT64_MIN);
    assert_int_equal(sn_dim_lower(dims, read_dim("h-floordiv(h,2)")), 1);
    assert_int_equal(sn_dim_lower(dims, read_dim("5-min(w,4)")), 1);
}

static void exact_division(void **state)
{
    (void)state;
    check_same("exactdiv(h*w*6,3*w)", "2*h", "2*h");
    check_same("exactdiv(h*h-w*w,h+w)", "h-w", "h-w");
    check_same("exactdiv(4*h+2,2)", "2*h+1", "2*h+1");
    check_same("exactdiv(h,w)", "exactdiv(h,w)", "exactdiv(h,w)");
    check_same("exactdiv(h,h)", "1", "1");
    check_same("exactdiv(0,h)", "0", "0");
    check_same("exactdiv(12,4)", "3", "3");
    check_same("exactdiv(h*(w-1)*floordiv(h+1,2),h*(w-1))", "floordiv(h+1,2)", "floordiv(h+1,2)");
    assert_true(sn_dim_exactdiv(dims, 7, 2) < 0);
    assert_true(sn_dim_exactdiv(dims, 7, 0) < 0);
}

static void scaling(void **state)
{
    (void)state;
    assert_int_equal(sn_dim_scale(dims, 15, 0.5), 7);
    check_same("scale(h,2)", "2*h", "2*h");
    check_same("scale(h,0.25)", "floordiv(h,4)", "floordiv(h,4)");
    check_same("scale(h,1)", "h", "h");
    check_same("scale(h,0.3)", "scale(h,0.3)", "scale(h,0.3)");
    assert_true(sn_dim_scale(dims, 15, NAN) < 0);
    assert_true(sn_dim_scale(dims, 15, 1e300) < 0);
    assert_true(sn_dim_scale(dims, read_dim("h"), INFINITY) < 0);
}

static void overflow_is_opaque(void **state)
{
    (void)state;
    sn_dim big = sn_dim_mul(dims, INT64_MAX, 2);
    assert_false(sn_dim_known(big));
    /* The same of the same is the same, worked out whenever, also in a copy of the table; nothing
     * else is. */
    assert_true(sn_dim_equal(big, sn_dim_mul(dims, 2, INT64_MAX)));
    assert_true(sn_dim_equal(big, sn_dim_mul(sn_dims_clone(dims, arena), INT64_MAX, 2)));
    assert_false(sn_dim_equal(big, sn_dim_mul(dims, INT64_MAX, 3)));
    assert_false(sn_dim_equal(big, sn_dim_add(dims, INT64_MAX, 2)));
    assert_false(sn_dim_differ(dims, big, 5));
    assert_int_equal(sn_dim_lower(dims, big), INT64_MIN);
    assert_false(sn_dim_known(sn_dim_add(dims, INT64_MAX, 1)));
    sn_dim h = sn_dim_named(dims, "h");
    sn_dim x = sn_dim_mul(dims, h, INT64_MAX);
    assert_string_equal(text_of(sn_dim_sub(dims, 0, x)), "-9223372036854775807*h");
    assert_non_null(strchr(text_of(sn_dim_add(dims, x, x)), '~'));
    sn_dim product = h;
    for (int i = 0; i < 100; i++) product = sn_dim_mul(dims, product, sn_dim_add(dims, product, h));
    assert_true(strlen(text_of(product)) < 20000);
    sn_dim nested = h;
    for (int i = 0; i < 1000; i++) {
        nested = sn_dim_max(dims, sn_dim_floordiv(dims, sn_dim_mul(dims, nested, 3), 7),
                            sn_dim_named(dims, "w"));
    }
    assert_true(strlen(text_of(nested)) < 20000);
    assert_non_null(strchr(text_of(sn_dim_floordiv(dims, h, 0)), '~'));
}

static void symbols(void **state)
{
    (void)state;
    sn_dim s = sn_dim_symbol(dims, 12, 1);
    assert_string_equal(text_of(s), "v12.1");
    assert_true(s == sn_dim_symbol(dims, 12, 1));
    assert_true(s == read_dim("v12.1"));
    assert_false(s == sn_dim_symbol(dims, 12, 0));
    assert_string_equal(text_of(sn_dim_named(dims, "v12.1")), "\"v12.1\"");
    assert_false(s == read_dim("\"v12.1\""));
    sn_dim f = sn_dim_fresh(dims, "len");
    assert_string_equal(text_of(f), "len$1");
    assert_true(f == read_dim("len$1"));
    assert_false(f == sn_dim_fresh(dims, "len"));
    assert_string_equal(text_of(sn_dim_named(dims, "past + 1")), "\"past + 1\"");
    assert_true(read_dim("\"past + 1\"") == sn_dim_named(dims, "past + 1"));
    assert_true(sn_dim_differ(dims, read_dim("h"), read_dim("h+1")));
    assert_true(sn_dim_differ(dims, 3, 4));
    assert_false(sn_dim_differ(dims, read_dim("h"), 4));
    assert_false(sn_dim_differ(dims, 4, 4));
}

static void bindings(void **state)
{
    (void)state;
    sn_dim s = sn_dim_symbol(dims, 3, 0), h = sn_dim_named(dims, "h");
    sn_dim d = sn_dim_floordiv(dims, sn_dim_add(dims, sn_dim_mul(dims, s, h), 1), 2);
    assert_false(sn_dims_bound_since(dims));
    assert_false(sn_dim_bind(dims, sn_dim_add(dims, s, 1), 3));
    assert_false(sn_dim_bind(dims, sn_dim_fresh(dims, "n"), 3));
    assert_false(sn_dim_bind(dims, s, 0));
    assert_true(sn_dim_bind(dims, s, 4));
    assert_true(sn_dim_bind(dims, s, 4));
    assert_false(sn_dim_bind(dims, s, 5));
    assert_true(sn_dim_bind(dims, 5, 5));
    assert_false(sn_dim_bind(dims, 5, 4));
    assert_true(sn_dims_bound_since(dims));
    assert_false(sn_dims_bound_since(dims));
    assert_int_equal(sn_dim_symbol(dims, 3, 0), 4);
    assert_string_equal(text_of(sn_dim_refresh(dims, d)), "2*h");
    sn_dims_forget(dims);
    assert_true(sn_dim_symbol(dims, 3, 0) == s);
    assert_true(sn_dim_refresh(dims, d) == d);
}

static sn_dim shifted(void *user, sn_dim symbol)
{
    return sn_dim_add(user, symbol == sn_dim_symbol(dims, 1, 0) ? sn_dim_symbol(user, 7, 2) : 0, 5);
}

static void clone_and_translate(void **state)
{
    (void)state;
    sn_dim s = sn_dim_symbol(dims, 1, 0);
    sn_dim d = read_dim("max(floordiv(v1.0+h,3),exactdiv(h*h,w))+scale(v1.0,0.3)-min(h,w)");
    sn_dim f = sn_dim_fresh(dims, "len");
    sn_dims *copy = sn_dims_clone(dims, arena);
    assert_string_equal(text_in(copy, d), text_of(d));
    assert_true(sn_dim_symbol(copy, 1, 0) == s);
    assert_true(sn_dim_named(copy, "len$1") == f);
    assert_true(sn_dim_add(copy, d, s) == sn_dim_add(dims, d, s));

    sn_dims *other = sn_dims_create(arena);
    (void)sn_dim_named(other, "w"); /* other numbers */
    assert_string_equal(text_in(other, sn_dim_translate(dims, d, other, NULL, NULL)), text_of(d));
    sn_dim e = sn_dim_translate(dims, sn_dim_mul(dims, s, read_dim("h")), other, shifted, other);
    assert_string_equal(text_in(other, e), "h*v7.2+5*h");
    assert_false(sn_dim_translate(dims, f, other, NULL, NULL) ==
                 sn_dim_translate(dims, f, other, NULL, NULL));
}

static void shapes(void **state)
{
    (void)state;
    sn_dim h = sn_dim_named(dims, "h");
    sn_shape a = SN_SHAPE(3, h, sn_dim_add(dims, h, 1)), b = a, unknown = sn_shape_unknown();
    sn_shape n = SN_SHAPE(2, 3, 4), big = SN_SHAPE(INT64_MAX, 2), none = SN_SHAPE(INT64_MAX, 2, 0);
    sn_shape scalar = sn_shape_scalar();
    sn_str s;
    sn_str_init(&s, arena);
    sn_shape_print(dims, &a, &s);
    assert_string_equal(s.s, "3,h,h+1");
    sn_str_add(&s, " ");
    sn_shape_print(dims, &unknown, &s);
    assert_string_equal(s.s, "3,h,h+1 ?");
    assert_true(sn_shape_equal(&a, &b));
    assert_false(sn_shape_equal(&unknown, &unknown));
    b.d[1] = b.d[2];
    assert_true(sn_shape_differ(dims, &a, &b));
    assert_false(sn_shape_differ(dims, &a, &unknown));
    assert_true(sn_shape_differ(dims, &a, &scalar));
    assert_int_equal(sn_shape_count(&n), 24);
    assert_int_equal(sn_shape_count(&a), -1);
    assert_int_equal(sn_shape_count(&big), -1);
    assert_int_equal(sn_shape_count(&none), 0);
    assert_int_equal(sn_shape_count(&scalar), 1);
    assert_true(sn_shape_known(&n) && !sn_shape_known(&a) && !sn_shape_known(&unknown));
    assert_string_equal(text_of(sn_shape_count_dim(dims, &a)), "3*h*h+3*h");
}

static void check_wrong(const char *text, const char *expected, size_t at)
{
    sn_dim d = 77;
    const char *p = text;
    const char *wrong = sn_dim_parse(dims, &p, &d);
    assert_non_null(wrong);
    assert_string_equal(wrong, expected);
    assert_int_equal(p - text, at);
    assert_int_equal(d, 77);
}

static void wrong_texts(void **state)
{
    (void)state;
    check_wrong("", "the end of the text found, a size expected", 0);
    check_wrong("h+", "the end of the text found, a size expected", 2);
    check_wrong("h+*2", "'*' found, a size expected", 2);
    check_wrong("2*_", "'_' found, a size expected", 2);
    check_wrong("(h", "the end of the text found, ')' expected", 2);
    check_wrong("floordiv(h,w)", "'w' found, a number expected", 11);
    check_wrong("floordiv(h,0)", "division by 0", 12);
    check_wrong("floordiv(h 2)", "'2' found, ',' expected", 11);
    check_wrong("floordiv(h,2", "the end of the text found, ')' expected", 12);
    check_wrong("exactdiv(h,w-w)", "division by 0", 15);
    check_wrong(
        "round(h)",
        "'round' found, a function of sizes: floordiv, ceildiv, exactdiv, max, min, scale expected",
        0);
    check_wrong("scale(h,nan)", "')' found, a finite factor expected", 11);
    check_wrong("99999999999999999999", "the number does not fit 64 bits", 0);
    char deep[4001];
    memset(deep, '(', 4000);
    deep[4000] = '\0';
    check_wrong(deep, "nested too deeply", 32);
}

/* ---- random expressions ---------------------------------------------------------------------- */

enum { N_SYMBOLS = 3, N_TRIALS = 4, N_EXPRESSIONS = 60000 };

typedef struct sample { /* an expression, and what it is by plain arithmetic for each trial */
    sn_dim d;
    int64_t value[N_TRIALS];
    bool defined; /* no overflow, no division with a rest */
} sample;

typedef struct numbers {
    sn_dim symbol[N_SYMBOLS];
    int64_t value[N_TRIALS][N_SYMBOLS];
    int trial;
} numbers;

static int64_t value_of(void *user, sn_dim symbol)
{
    const numbers *n = user;
    for (int i = 0; i < N_SYMBOLS; i++) {
        if (n->symbol[i] == symbol) return n->value[n->trial][i];
    }
    return -1;
}

static int64_t floored(int64_t a, int64_t b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

/* One operation by plain arithmetic; false when it has no value there. */
static bool plain(int op, int64_t a, int64_t b, int64_t k, int64_t *out)
{
    switch (op) {
    case 0:
        *out = a + b;
        break;
    case 1:
        *out = a - b;
        break;
    case 2:
        *out = a * b;
        break;
    case 3:
        *out = floored(a, k);
        break;
    case 4:
        *out = -floored(-a, k);
        break;
    case 5:
        *out = a > b ? a : b;
        break;
    case 6:
        *out = a < b ? a : b;
        break;
    case 7:
        if (b == 0 || a % b != 0) return false;
        *out = a / b;
        break;
    default:
        *out = (int64_t)((double)a * ((double)k / 4));
        break;
    }
    return *out > -1000000 && *out < 1000000;
}

static sn_dim symbolic(int op, sn_dim a, sn_dim b, int64_t k)
{
    switch (op) {
    case 0:
        return sn_dim_add(dims, a, b);
    case 1:
        return sn_dim_sub(dims, a, b);
    case 2:
        return sn_dim_mul(dims, a, b);
    case 3:
        return sn_dim_floordiv(dims, a, k);
    case 4:
        return sn_dim_ceildiv(dims, a, k);
    case 5:
        return sn_dim_max(dims, a, b);
    case 6:
        return sn_dim_min(dims, a, b);
    case 7:
        return sn_dim_exactdiv(dims, a, b);
    default:
        return sn_dim_scale(dims, a, (double)k / 4);
    }
}

static sample combine(const sample *a, const sample *b, int op, int64_t k)
{
    sample s = {.d = symbolic(op, a->d, b->d, k), .defined = a->defined && b->defined};
    for (int t = 0; t < N_TRIALS && s.defined; t++) {
        s.defined = plain(op, a->value[t], b->value[t], k, &s.value[t]);
    }
    return s;
}

static sample leaf(sn_rng *rng, const numbers *n)
{
    sample s = {.defined = true};
    int64_t pick = sn_rng_range(rng, 0, N_SYMBOLS + 1);
    if (pick < N_SYMBOLS) {
        s.d = n->symbol[pick];
        for (int t = 0; t < N_TRIALS; t++) s.value[t] = n->value[t][pick];
    } else {
        s.d = sn_rng_range(rng, 0, 9);
        for (int t = 0; t < N_TRIALS; t++) s.value[t] = s.d;
    }
    return s;
}

static sample random_sample(sn_rng *rng, const numbers *n, int depth)
{
    if (depth == 0 || sn_rng_range(rng, 0, 5) == 0) return leaf(rng, n);
    sample a = random_sample(rng, n, depth - 1), b = random_sample(rng, n, depth - 1);
    return combine(&a, &b, (int)sn_rng_range(rng, 0, 8), sn_rng_range(rng, 1, 9));
}

/* Against the first expression that had this number, as equal numbers mean equal sizes. */
static void check_sample(const sample *s, numbers *n)
{
    int64_t lower = sn_dim_lower(dims, s->d);
    for (n->trial = 0; n->trial < N_TRIALS; n->trial++) {
        int64_t v = s->value[n->trial], got = sn_dim_eval(dims, s->d, value_of, n);
        if (got != v) fail_msg("%s: %lld, not %lld", text_of(s->d), (long long)got, (long long)v);
        if (v < lower)
            fail_msg("%s: %lld is below the bound %lld", text_of(s->d), (long long)v,
                     (long long)lower);
    }
    sn_dim again = read_dim(text_of(s->d));
    if (again != s->d) fail_msg("%s reads back as %s", text_of(s->d), text_of(again));
}

static void random_expressions(void **state)
{
    (void)state;
    sn_rng rng = sn_rng_of(20240607);
    numbers n = {
        .symbol = {sn_dim_named(dims, "h"), sn_dim_symbol(dims, 4, 1), sn_dim_named(dims, "w")}};
    int n_checked = 0;
    sample previous = leaf(&rng, &n);
    for (int i = 0; i < N_EXPRESSIONS; i++) {
        for (int t = 0; t < N_TRIALS; t++) {
            for (int k = 0; k < N_SYMBOLS; k++) n.value[t][k] = sn_rng_range(&rng, 1, t ? 40 : 4);
        }
        sample s = random_sample(&rng, &n, 1 + i % 4);
        if (!s.defined) continue;
        n_checked++;
        check_sample(&s, &n);
        for (int t = 0; t < N_TRIALS; t++) {
            n.trial = t;
            int64_t other = sn_dim_eval(dims, previous.d, value_of, &n);
            if (sn_dim_differ(dims, s.d, previous.d)) assert_int_not_equal(s.value[t], other);
        }
        previous = s;
    }
    assert_true(n_checked > N_EXPRESSIONS / 4);
}

/* The same polynomial built in two orders is the same number. */
static void random_orders(void **state)
{
    (void)state;
    sn_rng rng = sn_rng_of(7);
    sn_dim symbol[] = {sn_dim_named(dims, "a"), sn_dim_named(dims, "b"), read_dim("floordiv(a,3)"),
                       1};
    for (int i = 0; i < 2000; i++) {
        sn_dim terms[8], forward = 0, backward = 0;
        for (int k = 0; k < 8; k++) {
            sn_dim x = symbol[sn_rng_range(&rng, 0, 3)], y = symbol[sn_rng_range(&rng, 0, 3)];
            terms[k] = sn_dim_mul(dims, sn_dim_mul(dims, x, y), sn_rng_range(&rng, 0, 3));
        }
        for (int k = 0; k < 8; k++) {
            forward = sn_dim_add(dims, forward, terms[k]);
            backward = sn_dim_add(dims, terms[7 - k], backward);
        }
        assert_true(forward == backward);
        sn_dim factor =
            sn_dim_add(dims, symbol[sn_rng_range(&rng, 0, 2)], sn_rng_range(&rng, 1, 3));
        assert_true(sn_dim_exactdiv(dims, sn_dim_mul(dims, forward, factor), factor) == forward);
    }
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(normal_form),         TEST(floordiv_forms), TEST(strides_fold),
        TEST(max_and_min),         TEST(exact_division), TEST(scaling),
        TEST(overflow_is_opaque),  TEST(symbols),        TEST(bindings),
        TEST(clone_and_translate), TEST(shapes),         TEST(wrong_texts),
        TEST(random_expressions),  TEST(random_orders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
