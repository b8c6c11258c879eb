/* SPDX-License-Identifier: Apache-2.0
 *
 * move: every operator that only moves elements, on plain tensors and on blocks of channels (behind
 * an elementwise operator of a blocked result, where there is one), against the interpreter. */
#include "kernels/kernel_unit.h"

#define X(shape) "\"x$\" = input : f32[" shape "]\n"
/* Blocks of channels: what lrn gives. */
#define B(shape) "\"i$\" = input : f32[" shape "]\n\"x$\" = lrn(\"i$\") {axis=0, alpha=0.1}\n"
/* The same operator on both. */
#define BOTH(shape, op)                                                                            \
    {.text = X(shape) op, .kernel = "move"}, { .text = B(shape) op, .kernel = "move" }

static const kernel_case cases[] = {
    BOTH("3,5,7", "\"y$\" = ncnn.permute(\"x$\") {order_type=3}"),
    BOTH("19,16,24", "\"y$\" = ncnn.permute(\"x$\") {order_type=1}"),
    BOTH("19,16,24", "\"y$\" = ncnn.permute(\"x$\") {order_type=2}"),
    BOTH("19,16,24", "\"y$\" = ncnn.permute(\"x$\") {order_type=3}"),
    BOTH("19,16,24", "\"y$\" = ncnn.permute(\"x$\") {order_type=4}"),
    BOTH("19,16,24", "\"y$\" = ncnn.permute(\"x$\") {order_type=5}"),
    {.text = X("33,65") "\"y$\" = ncnn.permute(\"x$\") {order_type=1}", .kernel = "move"},
    {.text = X("3,9,4,17") "\"y$\" = ncnn.permute(\"x$\") {order_type=13}", .kernel = "move"},
    BOTH("20,6,5",
         "\"y$\" = ncnn.crop(\"x$\") {woffset=1, hoffset=2, coffset=3, outw=3, outh=2, outc=11}"),
    BOTH("20,6,5", "\"y$\" = slice(\"x$\") {starts=[8], ends=[16], axes=[0]}"),
    BOTH("20,6,5", "\"y$\" = slice(\"x$\") {starts=[1,-3], ends=[3,-1], axes=[1,2]}"),
    BOTH("20,6,5", "\"y$\" = pad(\"x$\") {pads=[0,1,2,0,1,3], value=0.5}"),
    BOTH("20,6,5", "\"y$\" = pad(\"x$\") {pads=[0,1,2,0,1,3], mode=reflect}"),
    BOTH("20,6,5", "\"y$\" = pad(\"x$\") {pads=[0,2,1,0,0,0], mode=edge}"),
    BOTH("5,1,1", "\"y$\" = pad(\"x$\") {pads=[0,1,1,0,0,0], value=-1}"),
    BOTH("20,6,5", "\"y$\" = pad(\"x$\") {pads=[3,0,0,2,0,0], value=2}"),
    BOTH("20,6,5", "\"y$\" = flip(\"x$\") {axes=[1]}"),
    BOTH("20,6,5", "\"y$\" = flip(\"x$\") {axes=[0,2]}"),
    BOTH("20,6,5", "\"y$\" = tile(\"x$\") {repeats=[2,1,3]}"),
    BOTH("116,9,8", "\"y$\" = channel_shuffle(\"x$\") {groups=2, axis=0}"),
    BOTH("24,9,8", "\"y$\" = channel_shuffle(\"x$\") {groups=3, axis=0}"),
    BOTH("24,9,8", "\"y$\" = channel_shuffle(\"x$\") {groups=8, axis=0}"),
    BOTH("36,5,7", "\"y$\" = depth_to_space(\"x$\") {blocksize=2, mode=CRD}"),
    BOTH("27,5,7", "\"y$\" = depth_to_space(\"x$\") {blocksize=3, mode=CRD}"),
    BOTH("36,5,7", "\"y$\" = depth_to_space(\"x$\") {blocksize=2}"),
    BOTH("5,6,8", "\"y$\" = space_to_depth(\"x$\") {blocksize=2, mode=CRD}"),
    BOTH("5,6,8", "\"y$\" = space_to_depth(\"x$\") {blocksize=2}"),
    BOTH("58,4,3", "\"a$\", \"b$\" = split(\"x$\") {sizes=[29,-1]}\n\"y$\" = concat(\"b$\", "
                   "\"a$\") {axis=0}"),
    BOTH("58,4,6", "\"a$\", \"b$\" = split(\"x$\") {sizes=[2,-1], axis=1}\n\"y$\" = "
                   "concat(\"a$\", \"b$\", \"a$\") {axis=2}"),
    BOTH("16,4,6", "\"a$\", \"b$\", \"c$\" = split(\"x$\") {sizes=[5,5,-1]}\n\"n$\" = "
                   "neg(\"b$\")\n\"y$\" = concat(\"a$\", \"n$\", \"c$\") {axis=0}"),
    BOTH("3,6,5", "\"y$\" = unfold(\"x$\") {kernel=[3,2], dilation=[1,1], stride=[2,1], "
                  "pad_begin=[1,1], pad_end=[1,0]}"),
    {.text = X("9") "\"y$\" = diag(\"x$\") {diagonal=-2}", .kernel = "move"},
    {.text = X("7,9") "\"y$\" = diag(\"x$\") {diagonal=1}", .kernel = "move"},
    {.text = X("12,6,7") "\"w$\" = input : f32[5,3,2]\n\"y$\" = slice_scatter(\"x$\", \"w$\") "
                         "{starts=[4,2,1]}",
     .kernel = "move"},
    {.text = X("6,70") "\"y$\" = concat(\"x$\", @\"c$\") {axis=1}\n@\"c$\" = f32[6,30] seed 4",
     .kernel = "move"},
    {.text = X("70") "\"y$\" = concat(\"x$\", @\"c$\", \"x$\") {axis=0}\n@\"c$\" = f32[3] seed 4"},
    {.text = X("50,60") "\"y$\" = tile(\"x$\") {repeats=[3,2]}", .kernel = "move"},
    {.text = X("1,1,1") "\"y$\" = flip(\"x$\") {axes=[0]}"},
};

static void moves(void **state)
{
    (void)state;
    check_machines(cases, sizeof cases / sizeof cases[0]);
}

/* Moves behind moves, which are one step: what reads the last, and what is read by the first, in
 * blocks or not. */
#define CHAIN(a, b, moves)                                                                         \
    {                                                                                              \
        .text =                                                                                    \
            "\"x$\" = input : f32[" a ",6,5]\n\"v$\" = input : f32[" b                             \
            ",6,5]\n\"p$\" = relu(\"v$\")\n"                                                       \
            "\"c$\" = conv(\"x$\", @\"w$\") {}\n\"d$\" = concat(\"p$\", \"c$\") {axis=0}\n" moves  \
            "@\"w$\" = f32[" b "," a ",1,1] seed 3\n"                                              \
    }
#define UNIT(a, b)                                                                                 \
    CHAIN(a, b,                                                                                    \
          "\"s$\" = channel_shuffle(\"d$\") {groups=2, axis=0}\n\"z$\", \"e$\" = split(\"s$\") "   \
          "{sizes=[" b ",-1]}\n"                                                                   \
          "\"y$\" = conv(\"e$\", @\"u$\") {act=relu}\n@\"u$\" = f32[" b "," b ",1,1] seed 4\n")
static const kernel_case chains[] = {
    UNIT("24", "58"),
    UNIT("16", "16"),
    UNIT("9", "7"),
    UNIT("40", "116"),
    CHAIN("12", "20",
          "\"s$\" = channel_shuffle(\"d$\") {groups=4, axis=0}\n\"f$\" = flip(\"s$\") "
          "{axes=[0]}\n\"y$\" = "
          "neg(\"f$\")\n"),
    CHAIN("8", "6",
          "\"s$\" = flip(\"d$\") {axes=[1]}\n\"f$\" = pad(\"s$\") {pads=[0,1,2,0,0,1], value=0.5}\n"
          "\"y$\" = channel_shuffle(\"f$\") {groups=2, axis=0}\n"),
};

/* Concats that begin alike stand in each other: in blocks, and one after the other; what is no
 * whole block does not. */
#define DENSE(c, grown)                                                                            \
    {                                                                                              \
        .text = "\"x$\" = input : f32[" c ",6,5]\n\"a$\" = conv(\"x$\", @\"u$\") {}\n"             \
                "\"b$\" = conv(\"a$\", @\"v$\") {}\n"                                              \
                "\"k$\" = concat(\"a$\", \"b$\")\n\"e$\" = exp(\"k$\")\n"                          \
                "\"y$\" = max_pool(\"e$\") {kernel=[3,3], stride=[1,1]}\n"                         \
                "\"d$\" = tanh(\"b$\")\n\"l$\" = concat(\"a$\", \"b$\", \"d$\")\n"                 \
                "\"f$\" = neg(\"l$\")\n"                                                           \
                "\"m$\" = concat(\"a$\", \"b$\", \"d$\", \"a$\")\n\"g$\" = abs(\"m$\")\n\"z$\" = " \
                "concat(\"f$\", \"g$\")\n"                                                         \
                "@\"u$\" = f32[" grown "," c ",1,1] seed 5\n"                                      \
                "@\"v$\" = f32[" grown "," grown ",1,1] seed 6\n"                                  \
    }
static const kernel_case dense[] = {
    DENSE("16", "16"),
    DENSE("3", "32"),
    DENSE("5", "12"),
    {.text = "\"x$\" = input : f32[7,3]\n\"a$\" = exp(\"x$\")\n\"b$\" = sin(\"x$\")\n"
             "\"k$\" = concat(\"a$\", \"b$\")\n\"y$\" = neg(\"k$\")\n\"d$\" = cos(\"x$\")\n"
             "\"l$\" = concat(\"a$\", \"b$\", \"d$\")\n\"z$\" = abs(\"l$\")\n"},
};

static void concats_that_begin_alike(void **state)
{
    (void)state;
    check_fused(dense, sizeof dense / sizeof dense[0]);
}

/* Channels that were cut off must not be in the lanes behind the last one: what is computed of them
 * there is read, with weights of 0. */
static void lanes_behind_the_channels(void **state)
{
    static const kernel_case cut[] = {
        {.text = "\"x$\" = input : f32[3,9,9]\n"
                 "\"a$\" = conv(\"x$\", @\"w$\", @\"b$\") {pad_begin=[1,1], pad_end=[1,1]}\n"
                 "\"c$\" = slice(\"a$\") {starts=[0], ends=[12], axes=[0]}\n"
                 "\"e$\" = exp(\"c$\")\n"
                 "\"y$\" = conv(\"e$\", @\"v$\") {pad_begin=[1,1], pad_end=[1,1]}\n"
                 "\"z$\" = max(\"a$\", @\"n$\")\n"
                 "@\"w$\" = f32[16,3,3,3] seed 1\n@\"v$\" = f32[8,12,3,3] seed 2\n"
                 "@\"n$\" = f32[] [0]\n"
                 "@\"b$\" = f32[16] [0,0,0,0,0,0,0,0,0,0,0,0,1000,1000,1000,1000]\n"}};
    static const kernel_options full = {.fusion = SN_FUSION_FULL},
                                plain = {.fusion = SN_FUSION_TVM, .machine = "x86-64"};
    (void)state;
    check_cases(cut, 1, &full);
    check_cases(cut, 1, &plain);
}

static void moves_behind_moves(void **state)
{
    static const kernel_options full = {.fusion = SN_FUSION_FULL},
                                plain = {.fusion = SN_FUSION_FULL, .machine = "generic"};
    (void)state;
    check_cases(chains, sizeof chains / sizeof chains[0], &full);
    check_cases(chains, sizeof chains / sizeof chains[0], &plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves), cmocka_unit_test(concats_that_begin_alike),
        cmocka_unit_test(lanes_behind_the_channels), cmocka_unit_test(moves_behind_moves)};
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
