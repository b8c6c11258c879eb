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
    sn_graph *g = NULL;
    assert_int_equal(
        SN_OK, sn_graph_parse(ctx, "test", (sn_text){text, strlen(text)}, sn_format_op_find, &g));
    assert_int_equal(SN_OK, sn_infer_graph(g));
    sn_node *nodes[4];
    size_t n = 0;
    SN_EACH_NODE(node, g)
    {
        if (node->name) nodes[n++] = node;
    }
    assert_int_equal(n, 4);
    sn_value *before = nodes[1]->out[0], *after = nodes[3]->out[0];
    const sn_region region = {
        .graph = g, .n_nodes = n, .nodes = nodes, .n = 1, .before = &before, .after = &after};
    sn_check_result result = {0};
    assert_int_equal(SN_OK, sn_check_region(NULL, &region, arena, &result));
    sn_graph_destroy(g);
    return result;
}

static void a_mask_of_infinities_is_no_overflow(void **state)
{
    (void)state;
    const sn_check_result finite = check_with("[0,-1,0,-2,0,0,-1,-2,0,0,0,-1]");
    assert_true(finite.checked && !finite.equal);
    const sn_check_result infinite = check_with("[0,-inf,0,-inf,0,0,-inf,-inf,0,0,0,-inf]");
    assert_true(infinite.checked && !infinite.equal);
}

int main(void)
{
    ctx = sn_ctx_create(NULL, NULL);
    arena = sn_arena_create(ctx);
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_mask_of_infinities_is_no_overflow)};
    const int status = cmocka_run_group_tests(tests, NULL, NULL);
    sn_arena_destroy(arena);
    sn_ctx_destroy(ctx);
    return status;
}
