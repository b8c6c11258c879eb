/* SPDX-License-Identifier: Apache-2.0
 *
 * The tables of all operators, those of formats too: their names and the texts of their types. */
#include "formats/format.h"
#include "ir/types.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/ctx.h"

static sn_ctx *ctx;

static int setup(void **state)
{
    ctx = sn_ctx_create(NULL, NULL);
    *state = ctx ? sn_arena_create(ctx) : NULL;
    return *state ? 0 : -1;
}

static int teardown(void **state)
{
    sn_arena_destroy(*state);
    sn_ctx_destroy(ctx);
    return 0;
}

static void types_are_classes_that_exist(void **state)
{
    sn_arena *arena = *state;
    size_t n = 0;
    for (const sn_op *op; (op = sn_format_op_at(n)); n++) {
        const char *wrong = sn_types_wrong(op, arena);
        if (wrong) fail_msg("types of %s: %s", op->name, wrong);
    }
    assert_true(n > 0);
}

static void wrong_types_are_found(void **state)
{
    sn_arena *arena = *state;
    const char *const texts[] = {"float",    "float -> real", "floats->float", "any->=to",
                                 "own->own", "int|->int",     "int|real->int", "int->int|f32"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const sn_op op = {.name = "made_up", .types = texts[i]};
        if (!sn_types_wrong(&op, arena)) fail_msg("\"%s\" is accepted", texts[i]);
    }
}

static void operators_of_formats_state_their_types(void **state)
{
    (void)state;
    for (size_t i = 0; sn_format_op_at(i); i++) {
        const sn_op *op = sn_format_op_at(i);
        if (op->several) continue; /* those that it becomes do */
        if (op->dialect && !op->types) fail_msg("%s has no types", op->name);
    }
}

static void names_find_their_operators(void **state)
{
    (void)state;
    for (size_t i = 0; sn_format_op_at(i); i++)
        assert_ptr_equal(sn_format_op_find(sn_format_op_at(i)->name), sn_format_op_at(i));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_are_classes_that_exist),
        cmocka_unit_test(wrong_types_are_found),
        cmocka_unit_test(operators_of_formats_state_their_types),
        cmocka_unit_test(names_find_their_operators),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
