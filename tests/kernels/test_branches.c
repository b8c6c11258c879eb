/* SPDX-License-Identifier: Apache-2.0
 *
 * Branches by a condition that is computed: what they capture, results of several types, constants,
 * branches in branches. */
#include "kernels/kernel_unit.h"

#define COND "\"c$\" = input : bool[]\n\"x$\" = input : f32[3,5]\n"
#define NOT  COND "\"n$\" = not(\"c$\")\n"

#define TWO(cond)                                                                                  \
    "\"y$\", \"z$\" = if(\"" cond "\", \"x$\") name=\"both$\" then {\n  \"x\" = input\n"           \
    "  \"y\" = neg(\"x\")\n  \"i\" = cast(\"x\") {to=i64}\n  output(\"y\", \"i\")\n} else {\n"     \
    "  \"x\" = input\n  \"y\" = mul(\"x\", \"x\")\n  output(\"y\", @\"k\")\n"                      \
    "  @\"k\" = i64[3,5] [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]\n}"

#define NESTED(cond, inner)                                                                        \
    "\"y$\" = if(\"" cond "\", \"" inner "\", \"x$\") name=\"outer$\" then {\n"                    \
    "  \"d\" = input\n  \"x\" = input\n  \"e\" = exp(\"x\")\n"                                     \
    "  \"y\" = if(\"d\", \"x\", \"e\") name=\"inner\" then {\n    \"x\" = input\n"                 \
    "    \"e\" = input\n    \"s\" = sum(\"x\", \"e\")\n    output(\"s\")\n  } else {\n"            \
    "    \"x\" = input\n    \"e\" = input\n    \"s\" = sub(\"x\", \"e\")\n    output(\"s\")\n"     \
    "  }\n  output(\"y\")\n} else {\n  \"d\" = input\n  \"x\" = input\n  output(\"x\")\n}"

static const kernel_case cases[] = {
    {.text = COND TWO("c$")},
    {.text = NOT TWO("n$")},
    {.text = NOT NESTED("c$", "n$")},
    {.text = NOT NESTED("n$", "c$")},
    {.text = NOT NESTED("n$", "n$")},
    {.text = NOT NESTED("c$", "c$")},
    {.text =
         "\"c$\" = input : bool[1]\n\"y$\" = if(\"c$\") then {\n  output(@\"k\")\n"
         "  @\"k\" = f8e5m2[2] [1,2]\n} else {\n  output(@\"m\")\n  @\"m\" = f8e5m2[2] [3,4]\n}"},
};

static void one_of_two(void **state)
{
    (void)state;
    check_cases(cases, sizeof cases / sizeof *cases, NULL);
    check_cases(cases, sizeof cases / sizeof *cases, &(kernel_options){.batch = 4});
    check_cases(cases, sizeof cases / sizeof *cases,
                &(kernel_options){.fusion = SN_FUSION_OFF, .machine = "generic"});
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_of_two)};
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
