/* SPDX-License-Identifier: Apache-2.0
 *
 * Branches by a condition that is computed: what they capture, results of several types, constants,
 * branches in branches. Trips of loops and scans: more than a pass would write out, axes and
 * directions, values that grow, none at all, bodies in bodies. */
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

/* Sums and products along both axes, from both ends. */
#define SCAN                                                                                       \
    "\"x$\" = input : f32[4,12]\n\"s$\" = input : f32[4]\n"                                        \
    "\"y$\", \"z$\" = scan(\"s$\", \"x$\", \"x$\", \"s$\") {states=1, inputs=2, "                  \
    "input_axes=[1,-1], input_directions=[0,1], output_axes=[-1], output_directions=[1]} "         \
    "name=\"walk$\" body {\n  \"a\" = input\n  \"p\" = input\n  \"q\" = input\n"                   \
    "  \"k\" = input\n  \"b\" = add(\"a\", \"p\")\n  \"m\" = mul(\"b\", \"q\")\n"                  \
    "  \"c\" = sub(\"m\", \"k\")\n  \"t\" = tanh(\"b\")\n  output(\"t\", \"c\")\n}"

#define LOOP(trips, inputs, carried, body, results)                                                \
    "\"y$\", \"z$\" = loop(@\"m$\", _, " inputs ") {carried=" carried                              \
    "} body {\n  \"i\" = input\n"                                                                  \
    "  \"c\" = input\n" body "  output(\"c\", " results ")\n}\n@\"m$\" = i64[] [" trips "]"

#define PAIR "\"x$\" = input : f32[1,3]\n"

/* What is carried grows by a row in each trip; parts are its first row. */
#define GROWING                                                                                    \
    LOOP("9", "\"x$\", \"x$\"", "1",                                                               \
         "  \"a\" = input\n  \"x\" = input\n  \"n\" = neg(\"x\")\n"                                \
         "  \"b\" = concat(\"a\", \"n\") {axis=0}\n  \"f\" = slice(\"b\") "                        \
         "{starts=[0],ends=[1],axes=[0]}\n",                                                       \
         "\"b\", \"f\"")

/* Two results that are one value, which is the input where there is no trip. */
#define SAME(trips)                                                                                \
    LOOP(trips, "\"x$\", \"x$\"", "2",                                                             \
         "  \"a\" = input\n  \"b\" = input\n  \"s\" = add(\"a\", \"b\")\n", "\"s\", \"s\"")

/* A loop in a loop, which reads the number of the trip outside. */
#define INSIDE                                                                                     \
    LOOP("3", "\"x$\", \"x$\"", "2",                                                               \
         "  \"a\" = input\n  \"b\" = input\n  \"f\" = cast(\"i\") {to=f32}\n"                      \
         "  \"s\" = loop(@\"k\", _, \"a\", \"f\") {carried=1} body {\n    \"j\" = input\n"         \
         "    \"d\" = input\n    \"a\" = input\n    \"f\" = input\n"                               \
         "    \"g\" = add(\"a\", \"f\")\n    output(\"d\", \"g\")\n  }\n"                          \
         "  @\"k\" = i64[] [4]\n",                                                                 \
         "\"s\", \"a\"")

static const kernel_case cases[] = {
    {.text = SCAN},
    {.text = PAIR GROWING},
    {.text = PAIR SAME("10")},
    {.text = PAIR SAME("0")},
    {.text = PAIR INSIDE},
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

static void what_stands_in_bodies(void **state)
{
    (void)state;
    check_cases(cases, sizeof cases / sizeof *cases, NULL);
    check_cases(cases, sizeof cases / sizeof *cases, &(kernel_options){.batch = 4});
    check_cases(cases, sizeof cases / sizeof *cases,
                &(kernel_options){.fusion = SN_FUSION_OFF, .machine = "generic"});
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_stands_in_bodies)};
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
