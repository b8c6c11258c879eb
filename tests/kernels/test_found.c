/* SPDX-License-Identifier: Apache-2.0
 *
 * Results of which only the data tells how much there is: what is found, and -1 in the rest of the
 * room. */
#include "kernels/kernel_unit.h"

#define BOXES(type, sizes, classes, more)                                                          \
    "\"b$\" = input : " type "[" sizes ",4]\n\"s$\" = input : " type "[" classes "]\n"             \
    "\"y$\" = non_max_suppression(\"b$\", \"s$\", " more

#define COMPRESS(x, n, more)                                                                       \
    "\"x$\" = input : " x "\n\"c$\" = input : bool[" n "]\n\"y$\" = compress(\"x$\", "             \
    "\"c$\") " more
#define UNIQUE(x, more)                                                                            \
    "\"x$\" = input : " x "\n\"y$\", \"z$\", \"r$\", \"n$\" = unique(\"x$\") " more

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
    {.text = BOXES("f32", "1,0", "1,2,0",
                   "@\"m$\", _, @\"l$\")\n@\"m$\" = i64[1] [3]\n@\"l$\" = "
                   "f32[1] [0.25]")},
    {.text = COMPRESS("f32[4,5,6]", "5", "{axis=1}"), .kernel = "found"},
    {.text = COMPRESS("f16[3,7]", "2", "{axis=0}"), .kernel = "found"},
    {.text = COMPRESS("u4[3,9]", "20", ""), .kernel = "found"},
    {.text = COMPRESS("bool[17]", "17", ""), .kernel = "found"},
    {.text = COMPRESS("i64[4,0]", "4", "{axis=0}")},
    {.text = UNIQUE("i32[6,7]", ""), .kernel = "found"},
    {.text = UNIQUE("f32[5,31]", "{sorted=false}"), .kernel = "found"},
    {.text = UNIQUE("bool[3,40,2]", "{axis=1}"), .kernel = "found"},
    {.text = UNIQUE("u2[40,2]", "{axis=0, sorted=false}"), .kernel = "found"},
    {.text = UNIQUE("u64[9]", ""), .kernel = "found"},
    {.text = UNIQUE("bf16[1,8]", "{axis=0}"), .kernel = "found"},
    {.text = UNIQUE("f64[]", ""), .kernel = "found"},
    {.text = UNIQUE("f32[0,3]", "{axis=0}")},
};

/* What is found is read: by what leaves elements apart, joins them, or takes them for indices. */
#define PLACES "\"x$\" = input : f32[4,5]\n\"r$\" = relu(\"x$\")\n\"p$\" = non_zero(\"r$\")\n"
#define TAKEN                                                                                      \
    "\"x$\" = input : f32[4,5,3]\n\"c$\" = input : bool[5]\n"                                      \
    "\"p$\" = compress(\"x$\", \"c$\") {axis=1}\n"

static const kernel_case readers[] = {
    {.text = PLACES "\"t$\" = transpose(\"p$\") {perm=[1,0]}\n\"y$\" = gather_nd(\"r$\", \"t$\")\n"
                    "\"z$\" = shape(\"t$\")"},
    {.text = PLACES "\"f$\" = cast(\"p$\") {to=f32}\n\"y$\" = reduce(\"f$\") {op=max, axes=[1]}\n"
                    "\"z$\" = reduce(\"f$\") {op=prod, axes=[0], keepdims=false}"},
    {.text = PLACES
     "\"g$\" = gather(\"p$\", @\"i$\") {axis=0}\n\"y$\" = gather(\"x$\", \"g$\") {axis=1}\n"
     "\"s$\" = shape(\"p$\") {start=1}\n\"z$\" = mul(\"s$\", \"s$\")\n@\"i$\" = i64[] [1]"},
    {.text =
         TAKEN "\"y$\" = reduce(\"p$\") {axes=[1]}\n\"z$\" = reduce(\"p$\") {op=max, axes=[0,1]}"},
    {.text = TAKEN "\"e$\" = exp(\"p$\")\n\"s$\" = add(\"e$\", @\"k$\")\n"
                   "\"y$\" = reduce(\"s$\") {op=min, axes=[1,2], keepdims=false}\n"
                   "\"z$\" = reduce(\"s$\") {op=l2}\n@\"k$\" = f32[1,3] [1,2,-3]"},
    {.text =
         TAKEN "\"l$\" = slice(\"p$\") {starts=[1], ends=[3], axes=[2]}\n"
               "\"q$\" = concat(\"l$\", \"p$\") {axis=2}\n\"u$\" = unsqueeze(\"q$\") {axes=[1]}\n"
               "\"y$\" = reduce(\"u$\") {op=sum_square, axes=[2,3]}\n\"z$\" = shape(\"u$\")"},
    {.text = PLACES "\"f$\" = reshape(\"p$\") {shape=[2,1,-1]}\n\"y$\" = neg(\"f$\")\n"
                    "\"q$\" = squeeze(\"f$\") {axes=[1]}\n\"z$\" = add(\"q$\", \"p$\")"},
    {.text = PLACES "\"y$\" = reduce(\"p$\") {op=max, axes=[1]}\n"
                    "\"z$\" = reduce(\"p$\") {op=min, axes=[1], keepdims=false}"},
    {.text = PLACES "\"b$\" = cast(\"p$\") {to=bool}\n\"y$\" = reduce(\"b$\") {op=max, axes=[1]}\n"
                    "\"z$\" = reduce(\"b$\") {op=min, axes=[1]}"},
    {.text = TAKEN "\"y$\" = reduce(\"p$\") {op=mean, axes=[0,1]}\n"
                   "\"z$\" = reduce(\"p$\") {op=mean, axes=[1], keepdims=false}"},
    {.text = TAKEN "\"e$\" = exp(\"p$\")\n\"y$\" = reduce(\"e$\") {op=log_sum}\n"
                   "\"z$\" = reduce(\"e$\") {op=log_sum_exp, axes=[2]}"},
    {.text = TAKEN "\"y$\" = softmax(\"p$\") {axis=2}\n\"z$\" = cum_sum(\"p$\") {axis=0}"},
    {.text = TAKEN "\"y$\", \"z$\" = split(\"p$\") {axis=2, sizes=[1,2]}"},
    {.text = TAKEN "\"y$\" = arg_max(\"p$\") {axis=0, keepdims=false}\n"
                   "\"z$\" = layer_normalization(\"p$\", @\"k$\") {axis=2}\n"
                   "@\"k$\" = f32[3] [1,2,-3]"},
    {.text = TAKEN "\"y$\", \"z$\" = top_k(\"p$\", @\"t$\") {axis=2}\n@\"t$\" = i64[1] [2]"},
    {.text = TAKEN "\"y$\" = matmul(\"p$\", @\"m$\")\n\"z$\" = linear(\"p$\", @\"m$\")\n"
                   "@\"m$\" = f32[3,3] seed 1"},
    {.text = TAKEN "\"y$\" = matmul(\"p$\", @\"v$\")\n\"g$\" = gather(\"p$\", @\"i$\") {axis=0}\n"
                   "\"z$\" = gemm(\"g$\", @\"m$\")\n@\"m$\" = f32[3,3] seed 1\n"
                   "@\"v$\" = f32[3] [1,2,-3]\n@\"i$\" = i64[] [1]"},
};

/* In what was found more is found; elements of it are taken by indices. */
#define BEST                                                                                       \
    "\"b$\" = input : f32[1,20,4]\n\"s$\" = input : f32[1,2,20]\n"                                 \
    "\"f$\" = non_max_suppression(\"b$\", \"s$\", @\"m$\", @\"o$\", @\"l$\")\n"                    \
    "\"c$\" = slice(\"f$\") {starts=[2], ends=[3], axes=[1]}\n"                                    \
    "\"i$\" = squeeze(\"c$\") {axes=[1]}\n\"k$\" = gather(\"b$\", \"i$\") {axis=1}\n"              \
    "@\"m$\" = i64[] [9]\n@\"o$\" = f32[] [0.5]\n@\"l$\" = f32[] [0.1]\n"

static const kernel_case nested[] = {
    {.text = BEST "\"r$\" = gather(\"s$\", \"i$\") {axis=2}\n"
                  "\"y$\" = non_max_suppression(\"k$\", \"r$\", @\"m$\", @\"o$\", @\"l$\")\n"
                  "\"d$\" = slice(\"y$\") {starts=[2], ends=[3], axes=[1]}\n"
                  "\"j$\" = squeeze(\"d$\") {axes=[1]}\n\"z$\" = gather(\"k$\", \"j$\") {axis=1}"},
    {.text = BEST "\"y$\" = non_zero(\"i$\")\n\"q$\" = squeeze(\"y$\") {axes=[0]}\n"
                  "\"n$\" = neg(\"q$\")\n"
                  "\"z$\" = gather(\"k$\", \"n$\") {axis=1}"},
    {.text =
         BEST "\"g$\" = greater(\"i$\", @\"half$\")\n\"y$\" = compress(\"k$\", \"g$\") {axis=1}\n"
              "\"z$\" = compress(\"i$\", \"g$\")\n@\"half$\" = i64[] [7]"},
};

static void is_found(void **state)
{
    (void)state;
    check_machines(cases, sizeof cases / sizeof *cases);
    check_cases(cases, sizeof cases / sizeof *cases, &(kernel_options){.batch = 2});
}

static void is_searched(void **state)
{
    (void)state;
    check_machines(nested, sizeof nested / sizeof *nested);
    check_cases(nested, sizeof nested / sizeof *nested, &(kernel_options){.batch = 2});
}

static void is_read(void **state)
{
    (void)state;
    check_machines(readers, sizeof readers / sizeof *readers);
    check_cases(readers, sizeof readers / sizeof *readers, &(kernel_options){.batch = 2});
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(is_found), cmocka_unit_test(is_read),
                                       cmocka_unit_test(is_searched)};
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
