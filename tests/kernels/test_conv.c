/* SPDX-License-Identifier: Apache-2.0
 *
 * Convolutions: each kernel on what only it takes, and a sweep over sizes, strides, dilations, pads
 * and groups. */
#include "kernels/kernel_unit.h"

#include "base/num.h"

/* What `direct` and `stem` get where Winograd is not allowed. */
static const kernel_case plain_sums[] = {
    {.kernel = "direct",
     .text = "\"x$\" = input : f32[16,40]\n"
             "\"y$\" = conv(\"x$\", @\"w$\") {nd=1, stride=[2], pad_begin=[2], "
             "pad_end=[1]}\n@\"w$\" = f32[24,16,5] seed 7"},
    {.kernel = "direct",
     .text = "\"x$\" = input : f32[8,6,7,9]\n"
             "\"y$\" = conv(\"x$\", @\"w$\") {nd=3, stride=[1,2,1], dilation=[2,1,1], "
             "pad_begin=[1,2,1], pad_end=[1,1,1]}\n"
             "@\"w$\" = f32[9,8,2,3,3] seed 7"},
    {.kernel = "direct",
     .text = "\"x$\" = input : f32[16,6,7,9]\n\"y$\" = conv(\"x$\", @\"w$\") {nd=3, "
             "group=2}\n@\"w$\" = f32[16,8,1,3,3] seed 7"},
    {.kernel = "grouped",
     .text = "\"x$\" = input : f32[12,9,9]\n\"y$\" = conv(\"x$\", @\"w$\", @\"b$\") {group=3, "
             "pad_begin=[1,1], pad_end=[1,1], act=relu}\n"
             "@\"w$\" = f32[24,4,3,3] seed 7\n@\"b$\" = f32[24] seed 8"},
    {.kernel = "grouped",
     .text = "\"x$\" = input : f32[60,14,14]\n\"r$\" = input : f32[240,14,14]\n"
             "\"c$\" = conv(\"x$\", @\"w$\", @\"b$\") {nd=2, group=3}\n\"s$\" = add(\"c$\", "
             "\"r$\")\n\"y$\" = relu(\"s$\")\n"
             "@\"w$\" = f32[240,20,1,1] seed 7\n@\"b$\" = f32[240] seed 8"},
    {.kernel = "grouped",
     .text = "\"x$\" = input : f32[240,7,9]\n\"y$\" = conv(\"x$\", @\"w$\") {nd=2, "
             "group=3}\n@\"w$\" = f32[60,80,1,1] seed 7"},
    {.kernel = "grouped",
     .text = "\"x$\" = input : f32[15,28,28]\n\"y$\" = conv(\"x$\", @\"w$\") {nd=2, "
             "group=3}\n@\"w$\" = f32[21,5,1,1] seed 7"},
    {.kernel = "grouped",
     .text = "\"x$\" = input : f32[66,1,1]\n\"y$\" = conv(\"x$\", @\"w$\") {nd=2, group=11, "
             "pad_begin=[1,0], pad_end=[0,2], pad_value=0.5}\n@\"w$\" = f32[44,6,1,1] seed 7"},
    {.kernel = "grouped",
     .text = "\"x$\" = input : f32[36,9,8]\n\"y$\" = conv(\"x$\", @\"w$\") {nd=2, group=3, "
             "stride=[2,3]}\n@\"w$\" = f32[24,12,1,1] seed 7"},
    {.kernel = "grouped",
     .text = "\"x$\" = input : f32[40,13,11]\n\"y$\" = conv(\"x$\", @\"w$\") {nd=2, group=8, "
             "stride=[2,2], dilation=[1,2], pad_begin=[1,2], pad_end=[1,2]}\n@\"w$\" = "
             "f32[40,5,3,3] seed 7"},
    {.kernel = "grouped",
     .text = "\"x$\" = input : f32[20,9,33]\n\"y$\" = conv(\"x$\", @\"w$\") {nd=2, "
             "group=5}\n@\"w$\" = f32[30,4,3,2] seed 7"},
    {.kernel = "grouped",
     .text = "\"x$\" = input : f32[36,40]\n\"y$\" = conv(\"x$\", @\"w$\") {nd=1, group=12, "
             "pad_begin=[1], pad_end=[1]}\n@\"w$\" = f32[48,3,3] seed 7"},
    {.kernel = "grouped",
     .text = "\"x$\" = input : f32[30,3,4,5]\n\"y$\" = conv(\"x$\", @\"w$\") {nd=3, "
             "group=5}\n@\"w$\" = f32[45,6,1,1,1] seed 7"},
    {.text = "\"x$\" = input : f32[24,1,1]\n\"y$\" = conv(\"x$\", @\"w$\") {pad_begin=[1,1], "
             "pad_end=[1,1], pad_value=0.5}\n"
             "@\"w$\" = f32[40,24,3,3] seed 7"},
    {.kernel = "direct",
     .text = "\"x$\" = input : f32[40,1,9]\n\"u$\" = sigmoid(\"x$\")\n\"y$\" = conv(\"u$\", "
             "@\"w$\") {pad_begin=[4,1], pad_end=[4,1], pad_value=2}\n"
             "@\"w$\" = f32[40,40,5,3] seed 7"},
    {.kernel = "direct",
     .text = "\"x$\" = input : f32[16,14,14]\n\"r$\" = input : f32[32,14,14]\n"
             "\"c$\" = conv(\"x$\", @\"w$\", @\"b$\") {pad_begin=[1,1], pad_end=[1,1]}\n\"s$\" = "
             "add(\"c$\", \"r$\")\n\"y$\" = relu(\"s$\")\n"
             "@\"w$\" = f32[32,16,3,3] seed 7\n@\"b$\" = f32[32] seed 8"},
    {.kernel = "stem",
     .text = "\"x$\" = input : f32[3,29,33]\n"
             "\"y$\" = conv(\"x$\", @\"w$\", @\"b$\") {stride=[2,2], pad_begin=[1,1], "
             "pad_end=[1,1], act=clip(0,6)}\n"
             "@\"w$\" = f32[32,3,3,3] seed 7\n@\"b$\" = f32[32] seed 8"},
    {.kernel = "stem",
     .text = "\"x$\" = input : f32[3,37,37]\n\"y$\" = conv(\"x$\", @\"w$\") "
             "{stride=[4,4]}\n@\"w$\" = f32[20,3,11,11] seed 7"},
    {.kernel = "stem",
     .text = "\"x$\" = input : f32[1,20,50]\n\"y$\" = conv(\"x$\", @\"w$\") {stride=[2,2], "
             "pad_mode=same_lower}\n@\"w$\" = f32[7,1,4,6] seed 7"},
};

/* What only `conv_plain` takes. */
static const kernel_case others[] = {
    /* a map of pixels without the one channel that it is added to */
    {.kernel = "depthwise",
     .text = "\"x$\" = input : f32[1,3,5]\n\"z$\" = input : f32[3,3]\n"
             "\"c$\" = conv(\"x$\", @\"w$\") {stride=[1,2]}\n\"y$\" = add(\"c$\", \"z$\")\n"
             "@\"w$\" = f32[1,1,1,1] seed 1"},
    {.kernel = "conv_plain",
     .text = "\"w$\" = input : f32[10,3,3,3]\n\"y$\" = conv(@\"x$\", \"w$\") {group=2}\n@\"x$\" = "
             "f32[6,7,9] seed 5"},
    {.kernel = "conv_plain",
     .text = "\"x$\" = input : f32[2,6,7,9]\n\"y$\" = conv(\"x$\", @\"w$\") {axis=1, group=2, "
             "pad_begin=[1,1], pad_end=[1,1]}\n"
             "@\"w$\" = f32[10,3,3,3] seed 7"},
    {.kernel = "conv_plain",
     .text = "\"x$\" = input : f32[2,6,7,9]\n\"y$\" = conv(\"x$\", @\"w$\", @\"b$\") {axis=1, "
             "act=relu}\n"
             "@\"w$\" = f32[10,6,3,3] seed 7\n@\"b$\" = f32[10] seed 8"},
    {.kernel = "conv_plain",
     .text = "\"x$\" = input : f32[2,3,6,7,9]\n\"y$\" = conv(\"x$\", @\"w$\") {axis=2}\n@\"w$\" = "
             "f32[10,6,1,1] seed 7"},
    {.kernel = "conv_plain",
     .text = "\"x$\" = input : f32[6,7,9]\n\"o$\" = input : f32[18,7,9]\n"
             "\"y$\" = deform_conv(\"x$\", \"o$\", _, @\"w$\", @\"b$\") {pad_begin=[1,1], "
             "pad_end=[1,1], act=relu}\n"
             "@\"w$\" = f32[10,6,3,3] seed 7\n@\"b$\" = f32[10] seed 8"},
    {.kernel = "conv_plain",
     .text =
         "\"x$\" = input : f32[6,7,9]\n\"o$\" = input : f32[18,4,5]\n\"m$\" = input : f32[9,4,5]\n"
         "\"y$\" = deform_conv(\"x$\", \"o$\", \"m$\", @\"w$\") {group=2, stride=[2,2], "
         "pad_begin=[1,1], pad_end=[1,1]}\n"
         "@\"w$\" = f32[10,3,3,3] seed 7"},
    {.kernel = "conv_plain",
     .text =
         "\"x$\" = input : f32[2,6,7,9]\n\"o$\" = input : f32[2,54,4,5]\n\"m$\" = input : "
         "f32[2,27,4,5]\n"
         "\"y$\" = deform_conv(\"x$\", \"o$\", \"m$\", @\"w$\", @\"b$\") {group=2, offset_group=3, "
         "stride=[2,2], pad_begin=[1,1], pad_end=[1,1], axis=1, act=relu}\n"
         "@\"w$\" = f32[10,3,3,3] seed 7\n@\"b$\" = f32[10] seed 8"},
    {.kernel = "conv_plain",
     .text = "\"x$\" = input : f32[4,5,6,7]\n\"o$\" = input : f32[48,4,5,7]\n"
             "\"y$\" = deform_conv(\"x$\", \"o$\", _, @\"w$\") {nd=3, offset_group=2, "
             "pad_end=[0,0,1]}\n@\"w$\" = f32[3,4,2,2,2] seed 7"},
    {.kernel = "conv_plain",
     .text = "\"x$\" = input : f32[4,9]\n\"o$\" = input : f32[3,9]\n"
             "\"y$\" = deform_conv(\"x$\", \"o$\", _, @\"w$\") {nd=1, pad_begin=[1], "
             "pad_end=[1]}\n@\"w$\" = f32[3,4,3] seed 7"},
};

/* Weights that are known at run time only are packed then. */
static const kernel_case packed[] = {
    {.kernel = "grouped",
     .text = "\"x$\" = input : f32[6,7,9]\n\"w$\" = input : f32[10,3,3,3]\n"
             "\"y$\" = conv(\"x$\", \"w$\") {group=2, pad_begin=[1,1], pad_end=[1,1], act=relu}"},
    {.kernel = "direct",
     .text = "\"x$\" = input : f32[17,30]\n\"w$\" = input : f32[21,17,4]\n\"y$\" = conv(\"x$\", "
             "\"w$\") {nd=1, stride=[3], dilation=[2]}"},
    {.kernel = "direct",
     .text = "\"x$\" = input : f32[16,9,14]\n\"w$\" = input : f32[20,16,3,3]\n"
             "\"b$\" = input : f32[20]\n\"y$\" = conv(\"x$\", \"w$\", \"b$\") {stride=[2,2], "
             "pad_begin=[1,1], pad_end=[1,1], act=relu}"},
    {.kernel = "pointwise",
     .text = "\"x$\" = input : f32[12,7,9]\n\"w$\" = input : f32[21,12,1,1]\n\"y$\" = "
             "conv(\"x$\", \"w$\")"},
    {.kernel = "depthwise",
     .text = "\"x$\" = input : f32[21,9,9]\n\"w$\" = input : f32[21,1,3,3]\n\"y$\" = "
             "conv(\"x$\", \"w$\") {group=21, pad_begin=[1,1], pad_end=[1,1]}"},
    {.kernel = "stem",
     .text = "\"x$\" = input : f32[3,37,37]\n\"w$\" = input : f32[20,3,7,7]\n\"y$\" = "
             "conv(\"x$\", \"w$\") {stride=[2,2]}"},
    {.kernel = "winograd",
     .text = "\"x$\" = input : f32[32,43,41]\n\"w$\" = input : f32[40,32,3,3]\n\"y$\" = "
             "conv(\"x$\", \"w$\") {pad_begin=[1,1], pad_end=[1,1]}"},
    {.kernel = "winograd",
     .text = "\"x$\" = input : f32[24,44,41]\n\"w$\" = input : f32[36,6,3,3]\n\"y$\" = "
             "conv(\"x$\", \"w$\") {group=4, pad_begin=[1,1], pad_end=[1,1]}"},
    {.kernel = "winograd",
     .text = "\"x$\" = input : f32[32,41,43]\n\"w$\" = input : f32[32,32,5,5]\n\"y$\" = "
             "conv(\"x$\", \"w$\") {pad_begin=[2,2], pad_end=[2,2]}"},
    {.kernel = "deconv",
     .text = "\"x$\" = input : f32[16,9,8]\n\"w$\" = input : f32[20,16,4,4]\n\"y$\" = "
             "conv_transpose(\"x$\", \"w$\") {stride=[2,2], pad_begin=[1,1], pad_end=[1,1]}"},
    {.kernel = "deconv",
     .text = "\"x$\" = input : f32[17,9,8]\n\"w$\" = input : f32[17,1,4,4]\n\"y$\" = "
             "conv_transpose(\"x$\", \"w$\") {group=17, stride=[2,2]}"},
};

static const kernel_case fast[] = {
    {.kernel = "winograd",
     .text = "\"x$\" = input : f32[32,28,28]\n\"y$\" = conv(\"x$\", @\"w$\", @\"b$\") "
             "{pad_begin=[1,1], pad_end=[1,1], act=relu}\n"
             "@\"w$\" = f32[64,32,3,3] seed 7\n@\"b$\" = f32[64] seed 8"},
    {.kernel = "winograd",
     .text = "\"x$\" = input : f32[16,43,41]\n\"r$\" = input : f32[40,43,41]\n"
             "\"c$\" = conv(\"x$\", @\"w$\") {pad_begin=[1,1], pad_end=[1,1]}\n\"s$\" = "
             "add(\"c$\", \"r$\")\n\"y$\" = relu(\"s$\")\n"
             "@\"w$\" = f32[40,16,3,3] seed 7"},
    {.kernel = "winograd",
     .text = "\"x$\" = input : f32[64,13,13]\n\"y$\" = conv(\"x$\", @\"w$\") {pad_begin=[1,0], "
             "pad_end=[0,2], pad_value=-1}\n"
             "@\"w$\" = f32[96,64,3,3] seed 7"},
    {.kernel = "winograd",
     .text = "\"x$\" = input : f32[100,7,7]\n\"y$\" = conv(\"x$\", @\"w$\") {pad_begin=[1,1], "
             "pad_end=[1,1]}\n@\"w$\" = f32[96,100,3,3] seed 7"},
    {.kernel = "winograd",
     .text = "\"x$\" = input : f32[32,20,20]\n\"y$\" = conv(\"x$\", @\"w$\") {pad_begin=[1,1], "
             "pad_end=[1,1], group=2}\n"
             "@\"w$\" = f32[48,16,3,3] seed 7"},
    {.kernel = "winograd",
     .text = "\"x$\" = input : f32[16,14,15]\n\"y$\" = conv(\"x$\", @\"w$\") {pad_begin=[2,2], "
             "pad_end=[2,2]}\n@\"w$\" = f32[32,16,5,5] seed 7"},
    {.kernel = "winograd_stem",
     .text = "\"x$\" = input : f32[3,64,61]\n\"y$\" = conv(\"x$\", @\"w$\", @\"b$\") "
             "{stride=[2,2], pad_begin=[3,3], pad_end=[3,3], act=relu}\n"
             "@\"w$\" = f32[64,3,7,7] seed 7\n@\"b$\" = f32[64] seed 8"},
    {.kernel = "winograd_stem",
     .text = "\"x$\" = input : f32[3,99,99]\n\"y$\" = conv(\"x$\", @\"w$\") "
             "{stride=[4,4]}\n@\"w$\" = f32[48,3,11,11] seed 7"},
    {.kernel = "winograd_stem",
     .text = "\"x$\" = input : f32[2,60,60]\n\"y$\" = conv(\"x$\", @\"w$\") {stride=[2,2], "
             "pad_begin=[2,2], pad_end=[2,2], pad_value=0.25}\n"
             "@\"w$\" = f32[64,2,6,6] seed 7"},
};

enum { SWEEP = 60 };

/* Which kernel is the cheapest is not asked of the others. */
static void check_on(const char *machine, const kernel_case *cases, size_t n, bool exact)
{
    kernel_options o = {
        .machine = machine, .fusion = SN_FUSION_FULL, .exact = exact, .max_threads = 2};
    kernel_case any[SWEEP];
    for (size_t i = 0; i < n; i++) {
        any[i] = cases[i];
        if (strcmp(machine, "native") != 0) any[i].kernel = NULL;
    }
    check_cases(any, n, &o);
}

/* native, one without vectors, and what stands between. */
static void check_on_all(const kernel_case *cases, size_t n, bool exact)
{
    check_on("native", cases, n, exact);
    check_on("generic", cases, n, exact);
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw"))
        check_on("x86-64-v4", cases, n, exact);
#endif
}

/* Tiles of one shape that walk in different ways: first layers of AlexNet. */
static const kernel_case alexnet[] = {
    {.kernel = "winograd_stem",
     .text = "\"x$\" = input : f32[3,227,227]\n\"y$\" = conv(\"x$\", @\"w$\") "
             "{stride=[4,4]}\n@\"w$\" = f32[96,3,11,11] seed 7"},
    {.kernel = "winograd",
     .text = "\"x$\" = input : f32[96,27,27]\n\"y$\" = conv(\"x$\", @\"w$\") {group=2, "
             "pad_begin=[2,2], pad_end=[2,2]}\n@\"w$\" = f32[256,48,5,5] seed 7"},
};

static void together(void **state)
{
    (void)state;
    const kernel_options o = {.fusion = SN_FUSION_FULL, .max_threads = 2, .tuned_for = 1};
    check_cases(alexnet, sizeof alexnet / sizeof alexnet[0], &o);
}

static void sums(void **state)
{
    (void)state;
    check_on_all(plain_sums, sizeof plain_sums / sizeof plain_sums[0], true);
}

static void any_convolution(void **state)
{
    (void)state;
    check_on_all(others, sizeof others / sizeof others[0], false);
}

static void packed_at_run_time(void **state)
{
    (void)state;
    check_on_all(packed, sizeof packed / sizeof packed[0], false);
}

static void winograd(void **state)
{
    (void)state;
    check_on_all(fast, sizeof fast / sizeof fast[0], false);
}

/* Few tiles, and groups of outputs, which more threads than two share in smaller parts; bands of
 * rows. */
static const kernel_case for_many[] = {
    {.kernel = "winograd",
     .text = "\"x$\" = input : f32[28,11,11]\n\"y$\" = conv(\"x$\", @\"w$\", @\"b$\") "
             "{pad_begin=[1,1], pad_end=[1,1], act=relu}\n"
             "@\"w$\" = f32[48,28,3,3] seed 7\n@\"b$\" = f32[48] seed 8"},
    {.kernel = "winograd",
     .text = "\"x$\" = input : f32[48,18,13]\n\"y$\" = conv(\"x$\", @\"w$\") "
             "{pad_begin=[1,1], pad_end=[1,1], group=2}\n@\"w$\" = f32[80,24,3,3] seed 7"},
    {.text = "\"x$\" = input : f32[3,75,70]\n\"y$\" = conv(\"x$\", @\"w$\") "
             "{stride=[2,2], pad_begin=[1,1], pad_end=[1,1]}\n@\"w$\" = f32[24,3,3,3] seed 7"},
    {.text = "\"x$\" = input : f32[48,31,30]\n\"y$\" = conv(\"x$\", @\"w$\") "
             "{stride=[2,2], pad_begin=[1,1], pad_end=[1,1], group=12}\n"
             "@\"w$\" = f32[48,4,3,3] seed 7"},
};

static void many_threads(void **state)
{
    (void)state;
    for (int t = 4; t <= 8; t *= 2) {
        const kernel_options o = {
            .fusion = SN_FUSION_FULL, .max_threads = 4, .tuned_for = t, .lone_steps = t == 8};
        check_cases(for_many, sizeof for_many / sizeof for_many[0], &o);
    }
}

/* ---- sweep ----------------------------------------------------------------------------------- */

static int64_t pick(sn_rng *rng, const int *of, int n) { return of[sn_rng_range(rng, 0, n - 1)]; }
#define PICK(rng, ...)                                                                             \
    pick(rng, (const int[]){__VA_ARGS__}, (int)(sizeof((const int[]){__VA_ARGS__}) / sizeof(int)))

static const char *epilogue(sn_rng *rng, const char **act)
{
    static const char *const behind[] = {
        "", "\"y$\" = sigmoid(\"c$\")\n",
        "\"y$\" = mul(\"c$\", @\"s$\")\n@\"s$\" = f32[%d,1,1] seed 3\n"};
    *act = sn_rng_range(rng, 0, 1) ? "relu" : "none";
    return behind[PICK(rng, 0, 0, 1, 2)];
}

/* A convolution whose window fits. */
static const char *some_case(sn_arena *arena, sn_rng *rng)
{
    const int group = (int)PICK(rng, 1, 1, 1, 2, 3, 4),
              oc = group * (int)PICK(rng, 1, 3, 4, 8, 16, 20);
    const int ic = group * (int)PICK(rng, 1, 2, 3, 4, 8, 13, 16), square = (int)PICK(rng, 3, 3, 5);
    const bool is_square = sn_rng_range(rng, 0, 1) == 1;
    int k[2], s[2], d[2], p[4], x[2];
    for (int a = 0; a < 2; a++) {
        k[a] = is_square ? square : (int)PICK(rng, 1, 2, 3, 4, 7);
        s[a] = is_square ? 1 : (int)PICK(rng, 1, 1, 2, 3);
        d[a] = is_square ? 1 : (int)PICK(rng, 1, 1, 2, 3);
        p[a] = (int)PICK(rng, 0, 1, 1, 2, 3);
        p[2 + a] = (int)PICK(rng, 0, 1, 1, 2, 3);
        const int least = (k[a] - 1) * d[a] + 1 - p[a] - p[2 + a];
        x[a] = (int)sn_rng_range(rng, least > 1 ? least : 1,
                                 (least > 1 ? least : 1) + PICK(rng, 0, 3, 9, 17));
    }
    const char *act, *behind = epilogue(rng, &act);
    const bool scaled = strchr(behind, '%') != NULL;
    const char *more =
        scaled ? sn_arena_printf(
                     arena, "\"y$\" = mul(\"c$\", @\"s$\")\n@\"s$\" = f32[%d,1,1] seed 3\n", oc)
               : behind;
    return sn_arena_printf(arena,
                           "\"x$\" = input : f32[%d,%d,%d]\n"
                           "\"%s$\" = conv(\"x$\", @\"w$\", @\"b$\") {group=%d, stride=[%d,%d], "
                           "dilation=[%d,%d], pad_begin=[%d,%d], "
                           "pad_end=[%d,%d], pad_value=%s, act=%s}\n%s@\"w$\" = f32[%d,%d,%d,%d] "
                           "seed 7\n@\"b$\" = f32[%d] seed 8",
                           ic, x[0], x[1], *more ? "c" : "y", group, s[0], s[1], d[0], d[1], p[0],
                           p[1], p[2], p[3], sn_rng_range(rng, 0, 3) ? "0" : "0.5", act, more, oc,
                           ic / group, k[0], k[1], oc);
}

static void sweep(bool exact, uint64_t seed)
{
    sn_arena *arena = sn_arena_create(ctx);
    sn_rng rng = sn_rng_of(seed);
    kernel_case cases[SWEEP];
    for (int i = 0; i < SWEEP; i++) cases[i] = (kernel_case){.text = some_case(arena, &rng)};
    check_on("native", cases, SWEEP, exact);
    sn_arena_destroy(arena);
}

static void sweep_sums(void **state)
{
    (void)state;
    sweep(true, 1);
}

static void sweep_winograd(void **state)
{
    (void)state;
    sweep(false, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sums),
                                       cmocka_unit_test(any_convolution),
                                       cmocka_unit_test(together),
                                       cmocka_unit_test(winograd),
                                       cmocka_unit_test(packed_at_run_time),
                                       cmocka_unit_test(many_threads),
                                       cmocka_unit_test(sweep_sums),
                                       cmocka_unit_test(sweep_winograd)};
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
