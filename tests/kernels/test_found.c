/* SPDX-License-Identifier: Apache-2.0
 *
 * Results of which only the data tells how much there is: what is found, and -1 in the rest of the
 * room. */
#include "kernels/kernel_unit.h"

#define BOXES(type, sizes, classes, more)                                                          \
    "\"b$\" = input : " type "[" sizes ",4]\n\"s$\" = input : " type "[" classes "]\n"             \
    "\"y$\" = non_max_suppression(\"b$\", \"s$\", " more

static const kernel_case cases[] = {
    {.text = "\"x$\" = input : bool[5,6,7]\n\"y$\" = non_zero(\"x$\")", .kernel = "found"},
    {.text = "\"x$\" = input : i32[9]\n\"y$\" = non_zero(\"x$\")", .kernel = "found"},
    {.text = "\"x$\" = input : f32[2,3,2,4]\n\"r$\" = relu(\"x$\")\n\"y$\" = non_zero(\"r$\")",
     .kernel = "found"},
    {.text = "\"x$\" = input : f16[3,9]\n\"r$\" = relu(\"x$\")\n\"y$\" = non_zero(\"r$\")",
     .kernel = "found"},
    {.text = "\"x$\" = input : u4[3,9]\n\"y$\" = non_zero(\"x$\")", .kernel = "found"},
    {.text = "\"x$\" = input : i64[3,0]\n\"y$\" = non_zero(\"x$\")"},
    {.text = BOXES("f32", "2,40", "2,3,40",
                   "@\"m$\", @\"o$\", @\"l$\")\n") "@\"m$\" = i64[1] [5]\n@\"o$\" = f32[1] "
                                                   "[0.3]\n@\"l$\" = f32[1] [0.1]",
     .kernel = "found"},
    {.text = BOXES("f32", "1,60", "1,2,60",
                   "@\"m$\", @\"o$\") {center_point_box=true}\n") "@\"m$\" = i64[] [100]\n@\"o$\" "
                                                                  "= f32[] [0.5]",
     .kernel = "found"},
    {.text = BOXES("f16", "1,30", "1,2,30",
                   "@\"m$\", _, @\"l$\")\n") "@\"m$\" = i64[1] [9]\n@\"l$\" = f16[1] [0.25]",
     .kernel = "found"},
    {.text = "\"m$\" = input : i64[1]\n\"o$\" = input : f32[1]\n" BOXES("f32", "1,20", "1,1,20",
                                                                        "\"m$\", \"o$\")\n"),
     .kernel = "found"},
    {.text = "\"b$\" = input : f32[1,7,4]\n\"s$\" = input : f32[1,2,7]\n"
             "\"y$\" = non_max_suppression(\"b$\", \"s$\")"},
    {.text = BOXES("f32", "1,0", "1,2,0", "@\"m$\")\n@\"m$\" = i64[1] [3]")},
};

static void is_found(void **state)
{
    (void)state;
    check_machines(cases, sizeof cases / sizeof *cases);
    check_cases(cases, sizeof cases / sizeof *cases, &(kernel_options){.batch = 2});
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(is_found)};
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
