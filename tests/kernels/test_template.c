/* SPDX-License-Identifier: Apache-2.0
 *
 * Templates are read and printed as kernels/emit.h says, and what is wrong in one is found without
 * printing it. */
#include "base/unit.h"

#include <string.h>

#include "formats/format.h"
#include "kernels/emit_inner.h"
#include "kernels/template.h"
#include "machine/machine.h"

static sn_ctx *ctx;
static sn_arena *arena;

static int setup(void **state)
{
    (void)state;
    ctx = sn_ctx_create(NULL, NULL);
    arena = sn_arena_create(ctx);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    sn_ctx_destroy(ctx);
    return 0;
}

/* ---- reading --------------------------------------------------------------------------------- */

static void refused(const char *text, const char *expected)
{
    const sn_ct_template *t = NULL;
    const sn_map *names = sn_ct_map_create(arena);
    assert_int_equal(sn_ct_read(arena, names, "a.ct", text, NULL, NULL, &t), SN_E_INTERNAL);
    assert_string_equal(sn_ctx_error(ctx), expected);
}

/* In branches that are never taken, too. */
static void wrong_names(void **state)
{
    (void)state;
    refused("int a;\n@if 0\n${NOWHERE}\n@end\n",
            "template a.ct:3: 'NOWHERE' is neither a variable nor in a list of names");
    refused("@if OCC > 1\n@end\n",
            "template a.ct:1: 'OCC' is neither a variable nor in a list of names");
    refused("${E2(a, b, c)}\n",
            "template a.ct:1: 'E2' is neither a variable nor in a list of names");
    refused("${E(\"a\", \"${NOWHERE}\", \"0\")}\n",
            "template a.ct:1: 'NOWHERE' is neither a variable nor in a list of names");
    refused("@for i in 0..4\n@end\n${i}\n",
            "template a.ct:3: 'i' is neither a variable nor in a list of names");
}

static void wrong_kinds(void **state)
{
    (void)state;
    refused("@if NAME\n@end\n", "template a.ct:1: 'NAME' is a text; a number expected");
    refused("${NAME + 1}\n", "template a.ct:1: 'NAME' is a text; a number expected");
    refused("@for i in 0..E\n@end\n", "template a.ct:1: 'E' is a function; a number expected");
    refused("${OC(1)}\n", "template a.ct:1: 'OC' is a number; a function expected");
}

static void wrong_lines(void **state)
{
    (void)state;
    refused("@if OC\nint a;\n", "template a.ct:1: no @end");
    refused("int a;\n@end\n", "template a.ct:2: a directive without its @if or @for");
    refused("@for i in 0..4\n@else\n@end\n", "template a.ct:2: @else without its @if");
    refused("@if OC\n@else\n@else\n@end\n", "template a.ct:3: a second @else");
    refused("@for i of 0..4\n@end\n", "template a.ct:1: '@for NAME in A..B' expected");
    refused("@for i in 4\n@end\n", "template a.ct:1: 'A..B' expected");
    refused("@let OC\n", "template a.ct:1: '@let NAME = A' expected");
    refused("${(OC + 1}\n", "template a.ct:1: ')' expected");
    refused("${OC ? 1}\n", "template a.ct:1: ':' expected");
    refused("${OC 1}\n", "template a.ct:1: '1' is not understood");
    refused("${OC\n", "template a.ct:1: '${' without its '}'");
    refused("${join(i, 0, 4, \", \")}\n", "template a.ct:1: join takes 5 arguments, found 4");
}

/* ---- printing -------------------------------------------------------------------------------- */

static sn_status call_pair(void *user, sn_emit *e, const char *const *args, int n, sn_str *out)
{
    (void)user, (void)e;
    for (int i = 0; i < n; i++) sn_str_addf(out, "<%s>", args[i]);
    return SN_OK;
}

static sn_bind *values(sn_emit *e)
{
    sn_bind *b = sn_bind_create(e);
    sn_bind_int(b, CT_OC, 1);
    sn_bind_int(b, CT_OC, 6); /* hides the one before */
    sn_bind_int(b, CT_IC, -2);
    sn_bind_text(b, CT_NAME, "name");
    sn_bind_call(b, CT_E, call_pair, NULL);
    return b;
}

static sn_emit *emitter(void)
{
    const sn_machine *machine = NULL;
    if (sn_machine_find(ctx, "generic", &machine) != SN_OK) fail();
    return sn_emit_create(ctx, arena, machine);
}

static void printed(const char *text, const char *expected)
{
    sn_emit *e = emitter();
    const char *out = NULL;
    if (sn_template(e, "a.ct", text, values(e), &out) != SN_OK) fail_msg("%s", sn_ctx_error(ctx));
    assert_string_equal(out, expected);
}

static void texts(void **state)
{
    (void)state;
    printed("a ${NAME}${OC};\n", "a name6;\n");
    printed("@# nothing\nlast", "last\n");
    printed("${E(\"a, b\", c(d, e), \"${NAME}\")}\n", "<a, b><c(d, e)><name>\n");
    printed("${E}|\n", "|\n");
    printed("${join(i, 0, 3, \" + \", \"x${i * OC}\")}\n", "x0 + x6 + x12\n");
}

static void expressions(void **state)
{
    (void)state;
    printed("${OC + 2 * 3 - -1} ${(OC + 2) * 3} ${OC / 4} ${OC % 4}\n", "13 24 1 2\n");
    printed("${OC > 5 && IC >= -2} ${OC < 6 || !OC} ${OC == 6 ? IC : 9} ${OC != 6 ? IC : 9}\n",
            "1 0 -2 9\n");
    printed("${IC == 0 ? 1 / (IC + 2) : 7}\n", "7\n"); /* the other one is not evaluated */
}

static void lines(void **state)
{
    (void)state;
    printed("@for i in 0..OC\n@if i % 2\n@else\n@let twice = 2 * i\n${twice}\n@end\n@end\n",
            "0\n4\n8\n");
    printed("@let OC = 1\n${OC}\n@for OC in 3..5\n${OC}\n@end\n${OC}\n", "1\n3\n4\n1\n");
    printed("@if OC > 9\na\n@else\nb\n@end\n@if OC > 9\nc\n@end\n", "b\n");
}

static void unbound(void **state)
{
    (void)state;
    sn_emit *e = emitter();
    const char *out = NULL;
    assert_int_equal(sn_template(e, "a.ct", "@if OC == 6\n${SHARED}\n@end\n", values(e), &out),
                     SN_E_INTERNAL);
    assert_string_equal(sn_ctx_error(ctx), "template a.ct:2: 'SHARED' is not bound");
    assert_int_equal(sn_template(e, "b.ct", "${OC / (OC - 6)}\n", values(e), &out), SN_E_INTERNAL);
    assert_string_equal(sn_ctx_error(ctx), "template b.ct:1: division by 0");
    assert_null(sn_bound_text(values(e), CT_SHARED));
    assert_string_equal(sn_bound_text(values(e), CT_NAME), "name");
}

/* ---- helpers --------------------------------------------------------------------------------- */

static void helpers_are(const char *body, const char *expected)
{
    static const char sums[] = "#define ALWAYS 1\n\n"
                               "@helper round\n/* why */\nint round(int);\n\n"
                               "@helper norm_sum = sum_${OC}\n"
                               "int sum_${OC}(int) { return ${round}(1); }\n\n"
                               "@helper norm_scale\nint norm_scale(int);\n";
    sn_emit *e = emitter();
    const char *out = NULL, *const helper[] = {sums, NULL};
    if (sn_template_calling(e, "a.ct", body, helper, 2, values(e), &out) != SN_OK)
        fail_msg("%s", sn_ctx_error(ctx));
    assert_string_equal(sn_arena_printf(arena, "%s|%s", out, sn_emit_helpers(e)), expected);
}

/* Those that are called, and what these call, each once, in their order; by their printed names. */
static void helpers(void **state)
{
    (void)state;
    helpers_are("a();\n", "a();\n|#define ALWAYS 1\n\n");
    helpers_are("${norm_sum}(${norm_sum}(2));\n",
                "sum_6(sum_6(2));\n|#define ALWAYS 1\n\n/* why */\nint round(int);\n\n"
                "int sum_6(int) { return round(1); }\n\n");
    helpers_are("@if OC > 9\n${norm_sum}(1);\n@end\n${norm_scale}(3);\n",
                "norm_scale(3);\n|#define ALWAYS 1\n\nint norm_scale(int);\n\n");
}

static void wrong_helpers(void **state)
{
    (void)state;
    sn_emit *e = emitter();
    const char *out = NULL;
    refused("@helper OC\n", "template a.ct:1: 'OC' is a number; a helper expected");
    refused("@helper round is\n",
            "template a.ct:1: '@helper NAME' or '@helper NAME = TEXT' expected");
    refused("${round(1)}\n", "template a.ct:1: 'round' is a helper; a function expected");
    assert_int_equal(sn_template(e, "a.ct", "@helper round\n", values(e), &out), SN_E_INTERNAL);
    assert_string_equal(sn_ctx_error(ctx),
                        "template a.ct:1: @helper in what is no text of helpers");
}

/* ---- names that operators give --------------------------------------------------------------- */

static bool has_slot(const sn_op *op, const char *name)
{
    for (int i = 0; i < sn_op_n_slots(op); i++)
        if (strcmp(op->slots[i].name, name) == 0) return true;
    return false;
}

static bool has_param(const sn_op *op, const sn_ct_name *n)
{
    const sn_param *p = op->params ? sn_param_find(op->params, n->name) : NULL;
    return p && (n->kind == SN_CT_TEXT
                     ? p->kind == SN_PK_F32
                     : p->kind == SN_PK_INT || p->kind == SN_PK_BOOL || p->kind == SN_PK_ENUM);
}

/* y is the output of an operator, y0, y1 ... those of one that has several. */
static bool has_output(const sn_op *op, const char *name)
{
    if (name[0] != 'y' || (name[1] && (name[1] < '0' || name[1] > '9' || name[2]))) return false;
    return !name[1] || op->n_out == SN_VARIADIC_OUT || op->n_out > name[1] - '0';
}

/* There is an operator for each place and param. */
static void operators(void **state)
{
    (void)state;
    const sn_op *op;
    for (int i = 0; i < SN_N_CT; i++) {
        const sn_ct_name *n = &sn_ct_names[i];
        bool found = false;
        if (n->origin != SN_CT_OF_PLACE && n->origin != SN_CT_OF_PARAM) continue;
        for (size_t k = 0; !found && (op = sn_format_op_at(k)); k++)
            found = n->origin == SN_CT_OF_PLACE ? has_slot(op, n->name) || has_output(op, n->name)
                                                : has_param(op, n);
        if (!found) fail_msg("no operator has '%s'", n->name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(wrong_names, setup, teardown),
        cmocka_unit_test_setup_teardown(wrong_kinds, setup, teardown),
        cmocka_unit_test_setup_teardown(wrong_lines, setup, teardown),
        cmocka_unit_test_setup_teardown(texts, setup, teardown),
        cmocka_unit_test_setup_teardown(expressions, setup, teardown),
        cmocka_unit_test_setup_teardown(lines, setup, teardown),
        cmocka_unit_test_setup_teardown(unbound, setup, teardown),
        cmocka_unit_test_setup_teardown(helpers, setup, teardown),
        cmocka_unit_test_setup_teardown(wrong_helpers, setup, teardown),
        cmocka_unit_test_setup_teardown(operators, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
