/* SPDX-License-Identifier: Apache-2.0
 *
 * Patterns: what they match however it is spelled, what they do not, and how mistakes in them are
 * told. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "formats/format.h"
#include "ir/ir_text.h"
#include "ops/ops.h"
#include "passes/match.h"
#include "passes/pipeline.h"

typedef struct fixture {
    sn_ctx *ctx;
    sn_arena *arena;
    sn_graph *g;
    sn_match m;
} fixture;

static int begin(void **state)
{
    fixture *f = test_malloc(sizeof *f);
    *f = (fixture){.ctx = sn_ctx_create(NULL, NULL)};
    f->arena = sn_arena_create(f->ctx);
    *state = f;
    return 0;
}

static int end(void **state)
{
    fixture *f = *state;
    sn_graph_destroy(f->g);
    sn_arena_destroy(f->arena);
    sn_ctx_destroy(f->ctx);
    test_free(f);
    return 0;
}

/* Whether the pattern matches at the node that makes the graph's first result. */
static bool matches(fixture *f, const char *pattern, const char *text)
{
    static const sn_pass pass = {.name = "test"};
    const sn_pattern *p = NULL;
    sn_graph_destroy(f->g);
    f->g = NULL;
    assert_int_equal(sn_graph_parse(f->ctx, "test", sn_text_of(text), sn_format_op_find, &f->g),
                     SN_OK);
    assert_int_equal(sn_infer_graph(f->g), SN_OK);
    if (sn_pattern_compile(f->ctx, f->arena, pattern, &p) != SN_OK)
        fail_msg("%s", sn_ctx_error(f->ctx));
    sn_pass_env env = {.ctx = f->ctx};
    sn_pipeline pipeline = {.env = &env, .g = f->g};
    sn_pass_run run = {
        .env = &env, .pass = &pass, .g = f->g, .arena = f->arena, .pipeline = &pipeline};
    return sn_match_at(&run, p, sn_in(sn_graph_output(f->g), 0)->def, &f->m);
}

#define X    "\"x\" = input : f32[4]\n"
#define C(n) "@\"c\" = f32[] [" n "]\n"

static void one_sum_in_all_spellings(void **state)
{
    static const char *const bodies[] = {
        "\"a\" = mul(\"x\", @\"c\")\n\"y\" = add(\"a\", @\"d\")\n",
        "\"a\" = mul(@\"c\", \"x\")\n\"y\" = sub(\"a\", @\"e\")\n",
        "\"y\" = ncnn.power(\"x\") {scale=2, shift=3}\n",
        "\"a\" = div(\"x\", @\"h\")\n\"b\" = neg(\"a\")\n\"y\" = sub(@\"d\", \"b\")\n",
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        const char *text = sn_arena_printf(
            f->arena,
            X "%soutput(\"y\")\n" C("2") "@\"d\" = f32[] [3]\n@\"e\" = f32[1] [-3]\n"
                                         "@\"h\" = f32[] [0.5]\n",
            bodies[i]);
        assert_true(matches(f, "add(mul(?x, 2), 3)", text));
        assert_true(matches(f, "add(mul(?x, #a), #b)", text));
        assert_true(sn_match_number(&f->m, "a") == 2 && sn_match_number(&f->m, "b") == 3);
        assert_ptr_equal(sn_match_value(&f->m, "x"), sn_graph_input(f->g)->out[0]);
        assert_false(matches(f, "add(mul(?x, 2), 4)", text));
        assert_false(matches(f, "mul(?x, #a)", text));
    }
}

static void products_in_any_order(void **state)
{
    fixture *f = *state;
    const char *text = X "\"t\" = tanh(\"x\")\n\"a\" = mul(\"t\", @\"c\")\n\"y\" = mul(\"a\", "
                         "\"x\")\noutput(\"y\")\n" C("0.5");
    assert_true(matches(f, "mul(mul(?x, tanh(?x)), 0.5)", text));
    assert_true(matches(f, "mul(?x, mul(0.5, tanh(?x)))", text));
    assert_int_equal(f->m.n_nodes, 3);
    assert_ptr_equal(sn_match_root(&f->m), sn_in(sn_graph_output(f->g), 0)->def);
    assert_false(matches(f, "mul(?x, tanh(?x))", text)); /* the factor */
    assert_false(matches(f, "mul(?x, sigmoid(?x))", text));
}

static void sums_off_by_a_factor_in_a_product(void **state)
{
    fixture *f = *state;
    const char *text =
        X "\"e\" = erf(\"x\")\n\"p\" = ncnn.power(\"e\") {scale=0.5, shift=0.5}\n\"y\" = "
          "mul(\"p\", \"x\")\noutput(\"y\")\n";
    assert_true(matches(f, "mul(mul(?x, 0.5), add(erf(?x), 1))", text));
    assert_false(matches(f, "mul(?x, add(erf(?x), 1))", text));
    assert_false(matches(f, "mul(mul(?x, 0.5), add(erf(?x), 2))", text));
}

static void limits_compose(void **state)
{
    fixture *f = *state;
    const char *text = X "\"r\" = relu(\"x\")\n\"y\" = min(\"r\", @\"c\")\noutput(\"y\")\n" C("6");
    assert_true(matches(f, "clip(?x, 0, 6)", text));
    assert_true(matches(f, "min(max(?x, 0), 6)", text));
    assert_true(matches(f, "clip(?x, #l, #h)", text));
    assert_true(sn_match_number(&f->m, "l") == 0 && sn_match_number(&f->m, "h") == 6);
    assert_false(matches(f, "clip(?x, 0, inf)", text)); /* a finite limit is not close to none */
}

static void labels_params_and_slots(void **state)
{
    fixture *f = *state;
    const char *text =
        X "\"r\" = reduce(\"x\") {op=mean}\n\"y\" = sub(\"x\", \"r\")\noutput(\"y\")\n";
    assert_true(matches(f, "sub(?x, m:reduce{op=mean, keepdims=1}(?x))", text));
    assert_ptr_equal(sn_match_node(&f->m, "m")->op, &sn_op_reduce);
    assert_false(matches(f, "sub(?x, m:reduce{op=sum}(?x))", text));
    assert_false(matches(f, "sub(m:reduce(?x), ?x)", text));
    text =
        X "\"a\", \"b\" = split(\"x\") {sizes=[2,2]}\n\"y\" = max(\"a\", \"b\")\noutput(\"y\")\n";
    assert_true(matches(f, "max(s:split(?x).0, s:split(?x).1)", text));
    assert_true(matches(f, "max(s:split(?x).1, s:split(?x).0)", text));
    assert_false(matches(f, "max(s:split(?x).1, s:split(?x).1)", text));
}

static void inputs_left_out(void **state)
{
    fixture *f = *state;
    const char *text = X "\"y\" = linear(\"x\", @\"w\")\noutput(\"y\")\n@\"w\" = f32[2,4] seed 1\n";
    assert_true(matches(f, "linear(?x, $w, $b?)", text));
    assert_true(sn_match_has(&f->m, "b") && !sn_match_value(&f->m, "b"));
    assert_true(matches(f, "linear(?x, $w, _)", text));
    assert_true(matches(f, "linear(?x, ...)", text));
    assert_false(matches(f, "linear(?x)", text));
    assert_false(matches(f, "linear(?x, $w, $b)", text));
    assert_true(matches(f, "(tanh(?x) | linear(?x, $w))", text));
}

static void only_whole_ones(void **state)
{
    fixture *f = *state;
    const char *text =
        X "\"s\" = sigmoid(\"x\")\n\"y\" = mul(\"x\", \"s\")\noutput(\"y\", \"s\")\n";
    assert_false(matches(f, "mul(?x, sigmoid(?x))", text));
    assert_true(matches(f, "mul(?x, ?s)", text));
    assert_false(matches(f, "?x", text)); /* nothing of it is taken away */
}

static void constants_that_broadcast(void **state)
{
    fixture *f = *state;
    const char *text =
        X "\"y\" = add(\"x\", @\"c\")\noutput(\"y\")\n@\"c\" = f32[2,4] [1,1,1,1,1,1,1,1]\n";
    assert_false(matches(f, "add(?x, 1)", text));
    assert_true(matches(f, "add(?x, $c)", text));
    text = "\"x\" = input : f32[2,4]\n\"y\" = add(\"x\", @\"c\")\noutput(\"y\")\n@\"c\" = f32[4] "
           "[1,1,1,1]\n";
    assert_true(matches(f, "add(?x, 1)", text));
}

static void mistakes(void **state)
{
    static const char *const bad[][2] = {
        {"mul(?x", "',' or ')' expected"},     {"nosuch(?x)", "no such operator"},
        {"tanh(?x) tanh", "the end expected"}, {"reduce{nosuch=1}(?x)", "PARAM=VALUE expected"},
        {"tanh(?)", "a name expected"},        {"reduce{op=nosuch}(?x)", "no such value"},
        {"clip(?x)", "write this as a sum"},   {"add(1, 2)", "a sum of numbers"},
        {"", "an operator expected"},          {"div(?x, 0)", "write the product"},
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const sn_pattern *p = NULL;
        assert_int_equal(sn_pattern_compile(f->ctx, f->arena, bad[i][0], &p), SN_E_INTERNAL);
        assert_null(p);
        if (!strstr(sn_ctx_error(f->ctx), bad[i][1]))
            fail_msg("%s: %s", bad[i][0], sn_ctx_error(f->ctx));
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(one_sum_in_all_spellings),
        TEST(products_in_any_order),
        TEST(sums_off_by_a_factor_in_a_product),
        TEST(limits_compose),
        TEST(labels_params_and_slots),
        TEST(inputs_left_out),
        TEST(only_whole_ones),
        TEST(constants_that_broadcast),
        TEST(mistakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
