/* SPDX-License-Identifier: Apache-2.0
 *
 * How large constants are: as they are stored, and as kernels read them. */
#include "base/unit.h"

#include <stdio.h>

#include "formats/format.h"
#include "ir/ir_text.h"
#include "ops/cost.h"

static void floats_of_fewer_bits_are_read_as_f32(void **state)
{
    (void)state;
    static const struct {
        const char *type;
        uint64_t stored, read;
    } types[] = {
        {"f32", 48, 48}, {"f16", 24, 48}, {"bf16", 24, 48}, {"f64", 96, 96}, {"i8", 12, 12}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        sn_ctx *ctx = sn_ctx_create(NULL, NULL);
        sn_graph *g = NULL;
        char text[256];
        snprintf(text, sizeof text,
                 "\"x\" = input : %s[3,4]\n\"y\" = add(\"x\", @\"w\")\noutput(\"y\")\n"
                 "@\"w\" = %s[3,4] seed 1\n",
                 types[i].type, types[i].type);
        assert_int_equal(sn_graph_parse(ctx, "text", sn_text_of(text), sn_format_op_find, &g),
                         SN_OK);
        const sn_weights w = sn_graph_weights(g);
        assert_int_equal(w.n, 12);
        assert_int_equal(w.n_bytes, types[i].stored);
        assert_int_equal(w.as_floats, types[i].read);
        sn_graph_destroy(g);
        sn_ctx_destroy(ctx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(floats_of_fewer_bits_are_read_as_f32)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
