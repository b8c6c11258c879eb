/* SPDX-License-Identifier: Apache-2.0
 *
 * Networks that differ where few inputs, or no run at all, would show it. */
#include "api/model.h"
#include "base/unit.h"
#include "formats/format.h"

#include <stdio.h>
#include <string.h>

#include "ir/graph.h"
#include "ir/ir_text.h"
#include "ref/compare.h"

static sn_context *context;

static sn_graph *parsed(const char *text)
{
    sn_graph *g = NULL;
    assert_int_equal(SN_OK, sn_graph_parse(context->ctx, "test", (sn_text){text, strlen(text)},
                                           sn_format_op_find, &g));
    assert_int_equal(SN_OK, sn_infer_graph(g));
    return g;
}

typedef struct found {
    sn_status status;
    sn_compare_result r;
    char error[256], doubt[256], why[256]; /* "": there is none */
} found;

static void keep(char to[256], const char *text) { snprintf(to, 256, "%s", text ? text : ""); }

static found compare(const char *a, const char *b)
{
    sn_graph *x = parsed(a), *y = parsed(b);
    sn_arena *arena = sn_arena_create(context->ctx);
    const sn_compare_options options = {.seed = 5};
    found f = {0};
    f.status = sn_compare(x, y, &options, arena, &f.r);
    keep(f.error, f.status ? sn_ctx_error(context->ctx) : NULL);
    keep(f.doubt, f.r.doubt);
    keep(f.why, f.status || !f.r.n_compared ? NULL : f.r.compared[0].why);
    sn_ctx_clear_error(context->ctx);
    sn_arena_destroy(arena);
    sn_graph_destroy(x);
    sn_graph_destroy(y);
    return f;
}

static void a_body_that_never_ran_decides_nothing(void **state)
{
    (void)state;
    static const char *const form = "\"x\" = input : f32[4]\n"
                                    "\"s\" = reduce(\"x\") {op=sum, keepdims=0} name=\"su\"\n"
                                    "\"c\" = greater(\"s\", @\"k\") name=\"g\"\n"
                                    "\"y\" = if(\"c\", \"x\") name=\"choose\" then {\n"
                                    "  \"x\" = input\n"
                                    "  \"r\" = %s(\"x\") name=\"e\"\n"
                                    "  output(\"r\")\n"
                                    "} else {\n"
                                    "  \"x\" = input\n"
                                    "  \"r\" = neg(\"x\")\n"
                                    "  output(\"r\")\n"
                                    "}\n"
                                    "output(\"y\")\n"
                                    "@\"k\" = f32[] [1e30]\n";
    char a[1024], b[1024];
    snprintf(a, sizeof a, form, "exp");
    snprintf(b, sizeof b, form, "sin");
    const found other = compare(a, b), same = compare(a, a);
    assert_int_equal(SN_OK, other.status);
    assert_int_equal(SN_INCONCLUSIVE, other.r.verdict);
    assert_non_null(strstr(other.doubt, "body 'then' of 'choose' was not run"));
    assert_int_equal(SN_SAME, same.r.verdict);
}

static void a_body_behind_what_cannot_run_is_looked_at(void **state)
{
    (void)state;
    static const char *const form = "\"x\" = input : f32[4]\n"
                                    "\"b\" = input : bool[]\n"
                                    "\"u\" = opaque(\"x\") name=\"strange\"\n"
                                    "\"y\" = if(\"b\", \"u\") name=\"choose\" then {\n"
                                    "  \"x\" = input\n"
                                    "  \"r\" = %s(\"x\") name=\"e\"\n"
                                    "  output(\"r\")\n"
                                    "} else {\n"
                                    "  \"x\" = input\n"
                                    "  output(\"x\")\n"
                                    "}\n"
                                    "\"z\" = abs(\"x\") name=\"ab\"\n"
                                    "output(\"y\", \"z\")\n";
    char a[1024], b[1024];
    snprintf(a, sizeof a, form, "exp");
    snprintf(b, sizeof b, form, "sin");
    assert_int_equal(SN_INCONCLUSIVE, compare(a, b).r.verdict);
    assert_int_equal(SN_SAME, compare(a, a).r.verdict);
}

static void inputs_have_one_type_and_one_shape(void **state)
{
    (void)state;
    static const char *const rest = "\"y\" = abs(\"x\") name=\"a\"\noutput(\"y\")\n";
    static const char *const inputs[] = {"f32[4]", "i32[4]", "f32[5]", "f32[2,2]"};
    for (int i = 1; i < 4; i++) {
        char a[256], b[256];
        snprintf(a, sizeof a, "\"x\" = input : %s\n%s", inputs[0], rest);
        snprintf(b, sizeof b, "\"x\" = input : %s\n%s", inputs[i], rest);
        const found f = compare(a, b);
        assert_int_equal(SN_E_ARG, f.status);
        assert_non_null(strstr(f.error, i == 1 ? "input 'x' is of type f32 in the first network"
                                               : "input 'x' has other sizes"));
    }
}

static void the_type_of_a_result_counts(void **state)
{
    (void)state;
    const found f = compare("\"x\" = input : i32[4]\n"
                            "\"y\" = mul(\"x\", @\"k\") name=\"a\"\n"
                            "output(\"y\")\n"
                            "@\"k\" = i32[] [3]\n",
                            "\"x\" = input : i32[4]\n"
                            "\"c\" = cast(\"x\") {to=f32} name=\"c\"\n"
                            "\"y\" = mul(\"c\", @\"k\") name=\"a\"\n"
                            "output(\"y\")\n"
                            "@\"k\" = f32[] [3]\n");
    assert_int_equal(SN_DIFFERENT, f.r.verdict);
    assert_string_equal(f.why, "type i32 became f32");
}

/* Functions that are the same of small numbers that are not negative. */
static void integers_are_of_all_kinds(void **state)
{
    (void)state;
    static const char *const form = "\"x\" = input : i32[50]\n"
                                    "\"w\" = input : i32[50]\n"
                                    "\"b\" = input : bool[50]\n"
                                    "\"u\" = cast(\"x\") {to=u8}\n"
                                    "\"v\" = max(\"x\", @\"zero\")\n"
                                    "\"y\" = %s\n"
                                    "\"z\" = identity(\"w\")\n"
                                    "\"c\" = identity(\"b\")\n"
                                    "output(\"y\", \"z\", \"c\")\n"
                                    "@\"low\" = i32[] [-1000]\n"
                                    "@\"high\" = i32[] [100]\n"
                                    "@\"far\" = i32[] [100000]\n"
                                    "@\"zero\" = i32[] [0]\n"
                                    "@\"byte\" = i32[] [255]\n";
    static const char *const pairs[][2] = {
        {"abs(\"x\")", "identity(\"x\")"},
        {"max(\"x\", @\"low\")", "identity(\"x\")"},
        {"min(\"x\", @\"high\")", "identity(\"x\")"},
        {"min(\"x\", @\"far\")", "identity(\"x\")"},
        {"mod(\"x\", \"w\")", "mod(\"x\", \"w\") {fmod=1}"},
        {"less(\"x\", \"w\")", "less_or_equal(\"x\", \"w\")"},
        {"equal(\"b\", \"b\")", "identity(\"b\")"},
        {"cast(\"u\") {to=i32}", "min(\"v\", @\"byte\")"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        char a[1024], b[1024];
        snprintf(a, sizeof a, form, pairs[i][0]);
        snprintf(b, sizeof b, form, pairs[i][1]);
        if (compare(a, b).r.verdict != SN_DIFFERENT) fail_msg("%s", pairs[i][0]);
        assert_int_equal(SN_SAME, compare(a, a).r.verdict);
    }
}

/* What decides sizes stays small, so that the network runs. */
static void integers_that_are_sizes_are_small(void **state)
{
    (void)state;
    static const char *const text = "\"n\" = input : i64[]\n"
                                    "\"x\" = input : i64[20]\n"
                                    "\"m\" = add(\"n\", @\"one\")\n"
                                    "\"y\" = range(@\"zero\", \"m\", @\"one\")\n"
                                    "\"z\" = abs(\"x\")\n"
                                    "output(\"y\", \"z\")\n"
                                    "@\"zero\" = i64[] [0]\n"
                                    "@\"one\" = i64[] [1]\n";
    const found f = compare(text, text);
    assert_int_equal(SN_OK, f.status);
    assert_true(f.r.ran && f.r.verdict == SN_SAME);
}

static void integers_are_equal_or_not(void **state)
{
    (void)state;
    static const char *const pairs[][3] = {{"i32", "100000000", "100000020"},
                                           {"i64", "9007199254740993", "9007199254740992"},
                                           {"u64", "9007199254740993", "9007199254740992"},
                                           {"u8", "7", "8"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        char text[2][512];
        for (int k = 0; k < 2; k++) {
            snprintf(text[k], sizeof text[k],
                     "\"x\" = input : %s[40]\n"
                     "\"y\" = add(\"x\", @\"k\") name=\"a\"\n"
                     "output(\"y\")\n"
                     "@\"k\" = %s[] [%s]\n",
                     pairs[i][0], pairs[i][0], pairs[i][1 + k]);
        }
        const found f = compare(text[0], text[1]);
        assert_int_equal(SN_DIFFERENT, f.r.verdict);
        assert_int_equal(SN_SAME, compare(text[0], text[0]).r.verdict);
    }
}

/* How many changes of that kind there are; others are of the kind `inside`, in bodies. */
static uint32_t n_changes(const char *a, const char *b, const char *what, const char *inside)
{
    sn_model *x = sn_model_of_graph(context, parsed(a), sn_format_named("ncnn")),
             *y = sn_model_of_graph(context, parsed(b), sn_format_named("ncnn"));
    sn_diff d = {0};
    assert_int_equal(SN_OK, sn_model_diff(x, y, &d));
    uint32_t n = 0;
    for (uint32_t i = 0; i < d.n_entries; i++) {
        for (uint32_t k = 0; k < d.entries[i].n_changes; k++) {
            const bool is = strcmp(d.entries[i].changes[k].what, what) == 0;
            if (!is) assert_string_equal(d.entries[i].changes[k].what, inside);
            n += is;
        }
    }
    sn_model_destroy(x);
    sn_model_destroy(y);
    return n;
}

static void a_diff_lists_bodies_and_what_inputs_are(void **state)
{
    (void)state;
    static const char *const form = "\"c\" = input : bool[]\n"
                                    "\"x\" = input : f32[4]\n"
                                    "\"y\" = if(\"c\", \"x\") name=\"choose\" then {\n"
                                    "  \"x\" = input\n"
                                    "  \"r\" = add(\"x\", @\"w\")\n"
                                    "  output(\"r\")\n"
                                    "  @\"w\" = f32[4] [1,1,1,%s]\n"
                                    "} else {\n"
                                    "  \"x\" = input\n"
                                    "  output(\"x\")\n"
                                    "}\n"
                                    "output(\"y\")\n";
    char a[1024], b[1024];
    snprintf(a, sizeof a, form, "1e-9");
    snprintf(b, sizeof b, form, "2e-9");
    assert_int_equal(0, n_changes(a, a, "body", "weight"));
    assert_int_equal(1, n_changes(a, b, "body", "weight"));
    assert_int_equal(1, n_changes(a, b, "weight", "body"));
    assert_int_equal(1, n_changes("\"x\" = input : f32[4]\n\"y\" = abs(\"x\")\noutput(\"y\")\n",
                                  "\"x\" = input : i32[4]\n\"y\" = abs(\"x\")\noutput(\"y\")\n",
                                  "declared", "declared"));
}

int main(void)
{
    context = sn_context_create(NULL);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_that_never_ran_decides_nothing),
        cmocka_unit_test(a_body_behind_what_cannot_run_is_looked_at),
        cmocka_unit_test(inputs_have_one_type_and_one_shape),
        cmocka_unit_test(the_type_of_a_result_counts),
        cmocka_unit_test(integers_are_of_all_kinds),
        cmocka_unit_test(integers_that_are_sizes_are_small),
        cmocka_unit_test(integers_are_equal_or_not),
        cmocka_unit_test(a_diff_lists_bodies_and_what_inputs_are),
    };
    const int status = cmocka_run_group_tests(tests, NULL, NULL);
    sn_context_destroy(context);
    return status;
}
