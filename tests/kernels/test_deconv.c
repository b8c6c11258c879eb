/* SPDX-License-Identifier: Apache-2.0
 *
 * deconv: kernels smaller and larger than strides, cuts on all sides, groups, and what goes row by
 * row. */
#include "kernels/kernel_unit.h"

enum { MAX_CASES = 200 };

typedef struct shape {
    int ic, oc, group;
    const char *in, *kernel, *params;
} shape;

static const char *const windows[][2] = {
    {"4,4", "stride=[2,2], pad_begin=[1,1], pad_end=[1,1]"},
    {"2,2", "stride=[2,2]"},
    {"3,3", "stride=[2,2], pad_begin=[1,1], pad_end=[1,1], output_pad=[1,1]"},
    {"3,3", "pad_begin=[1,1], pad_end=[1,1], act=relu"},
    {"5,5", "stride=[3,3], dilation=[2,2], pad_begin=[2,2], pad_end=[1,1]"},
    {"2,2", "stride=[3,3], act=sigmoid"},
    {"3,3", "stride=[2,2], dilation=[2,2], pad_begin=[1,1]"},
    {"1,1", "stride=[2,2]"},
    {"4,4", "stride=[2,2], pad_begin=[3,3], pad_end=[2,2]"},
    {"4,4", "stride=[2,2], pad_mode=same_upper, output_size=[9,13]"},
    {"4,4", "stride=[2,2], pad_mode=same_lower, output_size=[9,13]"},
};
static const int channels[][2] = {{1, 1}, {3, 5}, {8, 8}, {9, 17}, {20, 33}, {12, 50}};

static const shape shapes[] = {
    {9, 17, 1, "3,1", "4,4", "stride=[2,2], pad_begin=[1,1], pad_end=[1,1]"},
    {9, 17, 1, "3,28", "4,4", "stride=[2,2], pad_begin=[1,1], pad_end=[1,1]"},
    {24, 24, 24, "3,17", "4,4", "stride=[2,2], pad_begin=[1,1], pad_end=[1,1]"},
    {19, 19, 19, "5,7", "3,3", "stride=[2,2], pad_begin=[1,1], pad_end=[1,1], output_pad=[1,1]"},
    {8, 8, 8, "5,7", "16,16", "stride=[8,8], pad_begin=[4,4], pad_end=[4,4]"},
    {16, 32, 2, "5,7", "4,4", "stride=[2,2], pad_begin=[1,1], pad_end=[1,1]"},
    {64, 80, 2, "5,7", "3,3", "pad_begin=[1,1], pad_end=[1,1]"},
    {6, 4, 2, "5,7", "3,3", "stride=[2,2], pad_begin=[1,1], pad_end=[1,1], act=relu"},
    {9, 27, 3, "5,7", "3,3", "pad_begin=[1,1], pad_end=[1,1]"},
    {32, 32, 8, "5,7", "4,4", "stride=[2,2], pad_begin=[1,1], pad_end=[1,1], act=relu"},
    {32, 64, 16, "5,7", "3,3", "pad_begin=[1,1], pad_end=[1,1]"},
    {30, 60, 5, "5,7", "3,3", "stride=[2,2]"},
    {18, 54, 18, "5,7", "4,4", "stride=[2,2], pad_begin=[1,1], pad_end=[1,1], act=relu"},
    {8, 16, 8, "5,7", "2,2", "stride=[2,2]"},
    {5, 35, 5, "3,4,5", "3,3,3", "nd=3, stride=[2,2,2], pad_begin=[1,1,1], pad_end=[1,1,1]"},
    {8, 16, 1, "11", "4", "nd=1, stride=[2], pad_begin=[1], pad_end=[1]"},
    {8, 10, 1, "3,4,5", "2,3,2", "nd=3, stride=[1,2,2], pad_begin=[0,1,0], pad_end=[0,1,0]"},
    {7, 7, 7, "3,4,5", "3,3,3", "nd=3, stride=[2,2,2], pad_begin=[1,1,1], pad_end=[1,1,1]"},
    {8, 16, 1, "1,1", "2,2", "stride=[2,2]"},
    {8, 16, 1, "2,2", "3,3", "stride=[5,5], output_pad=[3,4]"},
    {8, 16, 1, "5,7", "3,3", "stride=[2,1], pad_begin=[1,0], pad_end=[0,1]"},
    /* cut deeper than a window reaches */
    {9, 17, 1, "9,8", "3,3", "stride=[2,2], pad_begin=[7,6], pad_end=[5,4]"},
    {12, 12, 12, "9,8", "3,3", "stride=[2,2], pad_begin=[7,6], pad_end=[5,4]"},
    {6, 4, 2, "9,8", "3,3", "stride=[2,2], pad_begin=[7,6], pad_end=[5,4]"},
};

static const char *text_of(sn_arena *arena, const shape *s)
{
    return sn_arena_printf(arena,
                           "\"x$\" = input : f32[%d,%s]\n\"y$\" = conv_transpose(\"x$\", @\"w$\", "
                           "@\"b$\") {group=%d, %s}\n"
                           "@\"w$\" = f32[%d,%d,%s] seed 3\n@\"b$\" = f32[%d] seed 4",
                           s->ic, s->in, s->group, s->params, s->oc, s->ic / s->group, s->kernel,
                           s->oc);
}

#define INFINITE_IN_ONE(ic, factors, group, weight)                                                \
    "\"x$\" = input : f32[" ic                                                                     \
    ",5,7]\n\"a$\" = batch_normalization(\"x$\", @\"s$\") {epsilon=1}\n\"b$\" = "                  \
    "batch_normalization(\"a$\", @\"s$\") {epsilon=1}\n"                                           \
    "\"y$\" = conv_transpose(\"b$\", @\"w$\") {group=" group                                       \
    ", stride=[2,2], pad_begin=[1,1], pad_end=[1,1]}\n@\"s$\" = f32[" ic "] [" factors "]\n"       \
    "@\"w$\" = f32[" weight "] seed 3"

static void deconvolutions(void **state)
{
    (void)state;
    kernel_case *cases = test_calloc(MAX_CASES, sizeof *cases);
    sn_arena *arena = sn_arena_create(ctx);
    size_t n = 0;
    for (size_t c = 0; c < sizeof channels / sizeof channels[0]; c++) {
        for (size_t w = 0; w < sizeof windows / sizeof windows[0]; w++) {
            const shape s = {channels[c][0], channels[c][1], 1,
                             "5,7",          windows[w][0],  windows[w][1]};
            cases[n++] = (kernel_case){.text = text_of(arena, &s), .kernel = "deconv"};
        }
    }
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
        cases[n++] = (kernel_case){.text = text_of(arena, &shapes[i]), .kernel = "deconv"};
    static const char *const others[] = {
        /* a weight that comes at run time; one channel without an axis of its own; what comes
           behind it */
        "\"x$\" = input : f32[6,5,7]\n\"w$\" = input : f32[4,3,3,3]\n\"y$\" = "
        "conv_transpose(\"x$\", "
        "\"w$\") {group=2, stride=[2,2]}",
        "\"x$\" = input : f32[5,7]\n\"i$\" = unsqueeze(\"x$\") {axes=[0]}\n\"y$\" = "
        "conv_transpose(\"i$\", "
        "@\"w$\") {stride=[2,2]}\n@\"w$\" = "
        "f32[3,1,3,3] seed 3",
        "\"x$\" = input : f32[2,3,5,7]\n\"y$\" = conv_transpose(\"x$\", @\"w$\") {stride=[2,2], "
        "axis=1}\n@\"w$\" = f32[4,3,3,3] seed 3",
        "\"x$\" = input : f32[2,3,5,7]\n\"y$\" = conv_transpose(\"x$\", @\"w$\", @\"b$\") "
        "{stride=[2,2], "
        "axis=1, act=relu}\n"
        "@\"w$\" = f32[4,3,3,3] seed 3\n@\"b$\" = f32[4] seed 4",
        "\"x$\" = input : f32[9,5,7]\n\"r$\" = input : f32[17,10,14]\n\"a$\" = "
        "conv_transpose(\"x$\", "
        "@\"w$\") {stride=[2,2]}\n"
        "\"b$\" = add(\"a$\", \"r$\")\n\"y$\" = relu(\"b$\")\n@\"w$\" = f32[17,9,2,2] seed 3",
        /* what is infinite in one group stays there, in groups that share a block, several blocks,
           or are no divisors of one */
        INFINITE_IN_ONE("16", "1,1,1,1,1,1e38,1,1,1,1,1,1,1,1,1,1", "4", "16,4,4,4"),
        INFINITE_IN_ONE("8", "1,1,1,1,1,1e38,1,1", "2", "32,4,3,3"),
        INFINITE_IN_ONE("9", "1,1,1,1,1e38,1,1,1,1", "3", "27,3,3,3"),
        INFINITE_IN_ONE("6", "1,1,1,1,1,1e38", "2", "4,3,2,2"),
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        cases[n++] = (kernel_case){.text = others[i], .kernel = "deconv"};
    assert_true(n <= MAX_CASES);
    check_machines(cases, n);
    sn_arena_destroy(arena);
    test_free(cases);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(deconvolutions)};
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
