/* SPDX-License-Identifier: Apache-2.0
 *
 * Reasons for having no kernel that no file of a format leads to; others are in
 * tests/data/cli/compile/no_kernel.t. */
#include "base/unit.h"

#include "formats/format.h"
#include "ir/ir_text.h"
#include "plan/program.h"

static void a_weight_at_run_time(void **state)
{
    (void)state;
    static const char text[] =
        "\"x\" = input : f32[3,4]\n\"w\" = input : f32[4,4]\n"
        "\"y\" = multi_head_attention(\"x\", \"x\", \"x\", @\"q\", @\"b\", \"w\", @\"b\", @\"q\", "
        "@\"b\", @\"q\", @\"b\") {embed_dim=4, num_heads=2}\n"
        "output(\"y\")\n@\"q\" = f32[4,4] seed 1\n@\"b\" = f32[4] seed 2\n";
    sn_ctx *ctx = sn_ctx_create(NULL, NULL);
    sn_arena *arena = sn_arena_create(ctx);
    sn_plan_options options = {.n_threads = 1};
    sn_program *p = NULL;
    sn_graph *g = NULL;
    assert_int_equal(sn_machine_find(ctx, "generic", &options.machine), SN_OK);
    assert_int_equal(sn_graph_parse(ctx, "text", sn_text_of(text), sn_format_op_find, &g), SN_OK);
    assert_int_equal(sn_infer_graph(g), SN_OK);
    assert_int_equal(sn_plan(g, &options, arena, &p), SN_E_UNSUPPORTED);
    assert_non_null(strstr(sn_ctx_error(ctx), "with a wk that is not constant"));
    sn_graph_destroy(g);
    sn_arena_destroy(arena);
    sn_ctx_destroy(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_weight_at_run_time)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
