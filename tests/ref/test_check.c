/* SPDX-License-Identifier: Apache-2.0
 *
 * Checks of single rewrites: what they find where infinities are meant. */
#include "formats/format.h"
#include "base/unit.h"

#include <stdio.h>
#include <string.h>

#include "ir/graph.h"
#include "ir/ir_text.h"
#include "ops/ops.h"
#include "ref/check.h"

static sn_ctx *ctx;
static sn_arena *arena;

/* The values named "before" and "after", against each other. */
static sn_check_result check_text(const char *text)
{
    sn_graph *g = NULL;
    assert_int_equal(
        SN_OK, sn_graph_parse(ctx, "test", (sn_text){text, strlen(text)}, sn_format_op_find, &g));
    assert_int_equal(SN_OK, sn_infer_graph(g));
    sn_node *nodes[8];
    sn_value *sides[2] = {NULL, NULL};
    size_t n = 0;
    SN_EACH_NODE(node, g)
    {
        if (!node->name) continue;
        if (strcmp(node->name, "before") == 0) sides[0] = node->out[0];
        if (strcmp(node->name, "after") == 0) sides[1] = node->out[0];
        nodes[n++] = node;
    }
    assert_non_null(sides[0]);
    assert_non_null(sides[1]);
    const sn_region region = {
        .graph = g, .n_nodes = n, .nodes = nodes, .n = 1, .before = &sides[0], .after = &sides[1]};
    sn_check_result result = {0};
    assert_int_equal(SN_OK, sn_check_region(NULL, &region, arena, &result));
    sn_graph_destroy(g);
    return result;
}

/* softmax(x + mask) against softmax(3 (x + mask)): not the same, whatever the mask. */
static sn_check_result check_with(const char *mask)
{
    char text[1024];
    snprintf(text, sizeof text,
             "\"x\" = input : f32[3,4]\n"
             "\"s\" = add(\"x\", @\"m\") name=\"add\"\n"
             "\"p\" = softmax(\"s\") {axis=1} name=\"before\"\n"
             "\"t\" = ncnn.power(\"s\") {scale=3} name=\"three\"\n"
             "\"q\" = softmax(\"t\") {axis=1} name=\"after\"\n"
             "output(\"p\", \"q\")\n"
             "@\"m\" = f32[3,4] %s\n",
             mask);
    return check_text(text);
}

/* a x + b x against (a + b) x, all of a type; the sum as it is given. */
static sn_check_result check_sum(const char *type, const char *a, const char *b, const char *sum)
{
    char text[1024];
    snprintf(text, sizeof text,
             "\"x\" = input : %s[3,4]\n"
             "\"s\" = mul(\"x\", @\"a\") name=\"one\"\n"
             "\"t\" = mul(\"x\", @\"b\") name=\"two\"\n"
             "\"p\" = add(\"s\", \"t\") name=\"before\"\n"
             "\"q\" = mul(\"x\", @\"c\") name=\"after\"\n"
             "output(\"p\", \"q\")\n"
             "@\"a\" = %s[] [%s]\n@\"b\" = %s[] [%s]\n@\"c\" = %s[] [%s]\n",
             type, type, a, type, b, type, sum);
    return check_text(text);
}

static void each_type_is_checked_to_its_own_rounding(void **state)
{
    (void)state;
    const struct {
        const char *type, *a, *b, *sum;
        bool equal;
    } cases[] = {
        {"f64", "1.3", "0.1", "1.4", true},
        {"f64", "1.3", "0.1", "1.40000001", false},
        {"f64", "1.3", "0.1", "1.4000000000001", false},
        {"f32", "1.3", "0.1", "1.4", true},
        {"f32", "1.3", "0.1", "1.40001", false},
        {"f32", "1.3", "0.1", "1.40000001", true},
        {"f16", "1.3", "0.1", "1.4", true},
        {"f16", "1.3", "0.1", "1.401", true},
        {"f16", "1.3", "0.1", "1.5", false},
        {"bf16", "1.3", "0.1", "1.4", true},
        {"bf16", "1.3", "0.1", "2", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const sn_check_result r = check_sum(cases[i].type, cases[i].a, cases[i].b, cases[i].sum);
        if (!r.checked || r.equal != cases[i].equal)
            fail_msg("%s, %s: %s", cases[i].type, cases[i].sum, r.why ? r.why : "equal");
    }
}

static void a_mask_of_infinities_is_no_overflow(void **state)
{
    (void)state;
    const sn_check_result finite = check_with("[0,-1,0,-2,0,0,-1,-2,0,0,0,-1]");
    assert_true(finite.checked && !finite.equal);
    const sn_check_result infinite = check_with("[0,-inf,0,-inf,0,0,-inf,-inf,0,0,0,-inf]");
    assert_true(infinite.checked && !infinite.equal);
}

/* The values named "before" and "after", of x in f32[3,4], by one operator each of something. */
static sn_check_result check_ops(const char *of, const char *before, const char *after)
{
    char text[1024];
    snprintf(text, sizeof text,
             "\"x\" = input : f32[3,4]\n"
             "\"u\" = abs(\"x\") name=\"abs\"\n"
             "\"v\" = add(\"u\", @\"one\") name=\"more\"\n"
             "\"w\" = neg(\"v\") name=\"less\"\n"
             "\"p\" = %s(\"%s\") name=\"before\"\n"
             "\"q\" = %s(\"%s\") name=\"after\"\n"
             "output(\"p\", \"q\")\n"
             "@\"one\" = f32[] [1]\n",
             before, of, after, of);
    return check_text(text);
}

static void what_is_never_a_number_is_not_checked(void **state)
{
    (void)state;
    const sn_check_result never = check_ops("w", "log", "sqrt"),
                          sometimes = check_ops("x", "log", "sqrt");
    assert_true(!never.checked && never.why && strstr(never.why, "not a number"));
    assert_true(sometimes.checked && !sometimes.equal);
}

int main(void)
{
    ctx = sn_ctx_create(NULL, NULL);
    arena = sn_arena_create(ctx);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mask_of_infinities_is_no_overflow),
        cmocka_unit_test(what_is_never_a_number_is_not_checked),
        cmocka_unit_test(each_type_is_checked_to_its_own_rounding),
    };
    const int status = cmocka_run_group_tests(tests, NULL, NULL);
    sn_arena_destroy(arena);
    sn_ctx_destroy(ctx);
    return status;
}
