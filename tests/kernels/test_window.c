/* SPDX-License-Identifier: Apache-2.0
 *
 * depthwise and pool: windows of all kinds over blocks of channels, also where they hang over,
 * reach nothing or are wider than x. */
#include "kernels/kernel_unit.h"

enum { MAX_CASES = 400 };

typedef struct case_list {
    kernel_case v[MAX_CASES];
    size_t n;
    sn_arena *arena;
} case_list;

static void add_case(case_list *l, const char *kernel, const char *text)
{
    assert_true(l->n < MAX_CASES);
    l->v[l->n++] = (kernel_case){.text = text, .kernel = kernel};
}

static const char *list_text(sn_arena *arena, const int *v, int nd)
{
    sn_str s;
    sn_str_init(&s, arena);
    for (int i = 0; i < nd; i++) sn_str_addf(&s, "%s%d", i ? "," : "", v[3 - nd + i]);
    return s.s;
}

/* Sizes along d, h, w, the last nd of which count. */
typedef struct window_case {
    int nd, channels, multiplier, in[3], kernel[3], stride[3], dilation[3], begin[3], end[3];
    const char *params;
} window_case;

static void add_depthwise(case_list *l, const window_case *c, const char *act)
{
    const int oc = c->channels * c->multiplier;
    const char *in = list_text(l->arena, c->in, c->nd),
               *kernel = list_text(l->arena, c->kernel, c->nd);
    const char *stride = list_text(l->arena, c->stride, c->nd),
               *dilation = list_text(l->arena, c->dilation, c->nd);
    const char *begin = list_text(l->arena, c->begin, c->nd),
               *end = list_text(l->arena, c->end, c->nd);
    add_case(l, c->multiplier == 1 ? "depthwise" : NULL, /* others may be cheaper */
             sn_arena_printf(
                 l->arena,
                 "\"x$\" = input : f32[%d,%s]\n"
                 "\"y$\" = conv(\"x$\", @\"w$\", @\"b$\") {nd=%d, group=%d, stride=[%s], "
                 "dilation=[%s], pad_begin=[%s], "
                 "pad_end=[%s]%s, act=%s}\n@\"w$\" = f32[%d,1,%s] seed 3\n@\"b$\" = f32[%d] seed 4",
                 c->channels, in, c->nd, c->channels, stride, dilation, begin, end, c->params, act,
                 oc, kernel, oc));
}

/* A square window. */
static window_case square(int channels, int h, int w, int kernel, int stride, int dilation,
                          int begin, int end)
{
    return (window_case){2,
                         channels,
                         1,
                         {0, h, w},
                         {0, kernel, kernel},
                         {0, stride, stride},
                         {0, dilation, dilation},
                         {0, begin, begin},
                         {0, end, end},
                         ""};
}

static void depthwise_cases(case_list *l)
{
    static const int widths[] = {1, 2, 3, 5, 7, 10, 14, 15, 16, 28, 29, 43, 56};
    static const int channels[] = {1, 5, 8, 17};
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
        window_case k3 = square(3, 6, widths[i], 3, 1, 1, 1, 1),
                    k5 = square(9, 5, widths[i], 5, 1, 1, 2, 2);
        window_case s2 = square(9, 5, widths[i] + 1, 3, 2, 1, 0, 1),
                    k7 = square(8, 7, widths[i], 7, 1, 1, 3, 3);
        window_case d2 = square(8, 7, widths[i], 3, 1, 2, 2, 2),
                    mixed = square(8, 9, widths[i] + 4, 3, 2, 3, 3, 2);
        add_depthwise(l, &k3, "relu");
        add_depthwise(l, &k5, "none");
        add_depthwise(l, &s2, "clip(0,6)");
        add_depthwise(l, &k7, "sigmoid");
        add_depthwise(l, &d2, "relu");
        add_depthwise(l, &mixed, "relu");
    }
    for (size_t i = 0; i < sizeof channels / sizeof channels[0]; i++) {
        window_case k3 = square(channels[i], 9, 11, 3, 1, 1, 1, 1),
                    k5 = square(channels[i], 9, 12, 5, 2, 1, 2, 1);
        add_depthwise(l, &k3, "relu");
        add_depthwise(l, &k5, "relu");
    }
    const window_case others[] = {
        square(4, 1, 1, 3, 1, 1, 1, 1),
        square(4, 1, 1, 5, 1, 1, 2, 2),
        square(4, 2, 40, 3, 1, 8, 8, 8),
        square(4, 12, 40, 21, 1, 1, 10, 10),
        square(2, 5, 40, 1, 2, 1, 0, 0),
        {2, 4, 1, {0, 30, 31}, {0, 3, 3}, {0, 2, 1}, {0, 1, 1}, {0, 3, 4}, {0, 1, 0}, ""},
        {2, 8, 1, {0, 9, 17}, {0, 1, 3}, {0, 1, 1}, {0, 1, 1}, {0, 0, 1}, {0, 0, 1}, ""},
        {2, 8, 1, {0, 9, 17}, {0, 3, 1}, {0, 1, 1}, {0, 1, 1}, {0, 1, 0}, {0, 1, 0}, ""},
        {2, 3, 2, {0, 9, 11}, {0, 3, 3}, {0, 1, 1}, {0, 1, 1}, {0, 1, 1}, {0, 1, 1}, ""},
        {2, 5, 3, {0, 9, 11}, {0, 3, 3}, {0, 2, 2}, {0, 1, 1}, {0, 1, 1}, {0, 1, 1}, ""},
        {2,
         9,
         1,
         {0, 9, 30},
         {0, 3, 3},
         {0, 1, 1},
         {0, 1, 1},
         {0, 1, 1},
         {0, 1, 1},
         ", pad_value=0.5"},
        {2,
         9,
         1,
         {0, 10, 12},
         {0, 3, 3},
         {0, 2, 2},
         {0, 1, 1},
         {0, 0, 0},
         {0, 0, 0},
         ", pad_mode=same_upper"},
        {2,
         9,
         1,
         {0, 10, 12},
         {0, 3, 3},
         {0, 2, 2},
         {0, 1, 1},
         {0, 0, 0},
         {0, 0, 0},
         ", pad_mode=same_lower"},
        {1, 9, 1, {0, 0, 100}, {0, 0, 5}, {0, 0, 2}, {0, 0, 1}, {0, 0, 2}, {0, 0, 1}, ""},
        {1, 9, 1, {0, 0, 100}, {0, 0, 31}, {0, 0, 1}, {0, 0, 1}, {0, 0, 15}, {0, 0, 15}, ""},
        {1, 9, 1, {0, 0, 100}, {0, 0, 3}, {0, 0, 1}, {0, 0, 16}, {0, 0, 32}, {0, 0, 0}, ""},
        {3, 9, 1, {4, 5, 6}, {3, 3, 3}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}, ""},
        {3, 9, 1, {4, 5, 36}, {3, 3, 3}, {2, 1, 1}, {1, 1, 1}, {1, 1, 1}, {0, 1, 1}, ""},
        {3, 9, 1, {4, 5, 20}, {2, 3, 3}, {1, 1, 1}, {2, 1, 1}, {2, 1, 1}, {0, 1, 1}, ""},
        {3, 3, 2, {3, 5, 7}, {3, 3, 3}, {2, 2, 2}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}, ""},
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        add_depthwise(l, &others[i], "none");
    add_case(l, "depthwise", /* a weight that comes at run time */
             "\"x$\" = input : f32[9,9,11]\n\"w$\" = input : f32[9,1,3,3]\n"
             "\"y$\" = conv(\"x$\", \"w$\") {group=9, pad_begin=[1,1], pad_end=[1,1]}");
    add_case(l, "depthwise", /* with what comes behind it */
             "\"x$\" = input : f32[19,9,31]\n\"a$\" = conv(\"x$\", @\"w$\") {group=19, "
             "pad_begin=[1,1], pad_end=[1,1]}\n"
             "\"b$\" = add(\"a$\", \"x$\")\n\"y$\" = relu(\"b$\")\n@\"w$\" = f32[19,1,3,3] seed 3");
}

/* ---- pool ------------------------------------------------------------------------------------ */

static const char *const kinds[] = {"max", "average"};

static void add_pool(case_list *l, const window_case *c, const char *kind)
{
    add_case(l, "pool",
             sn_arena_printf(l->arena,
                             "\"x$\" = input : f32[%d,%s]\n\"y$\" = %s_pool(\"x$\") {nd=%d, "
                             "kernel=[%s], stride=[%s], pad_begin=[%s], "
                             "pad_end=[%s]%s}",
                             c->channels, list_text(l->arena, c->in, c->nd), kind, c->nd,
                             list_text(l->arena, c->kernel, c->nd),
                             list_text(l->arena, c->stride, c->nd),
                             list_text(l->arena, c->begin, c->nd),
                             list_text(l->arena, c->end, c->nd), c->params));
}

/* Logarithms of what is below 0 are NaN, and so is every maximum that they are part of. */
static void nan_cases(case_list *l)
{
    static const char *const params[] = {
        "kernel=[3,3], stride=[2,2], pad_begin=[1,1], pad_end=[1,1]",
        "kernel=[5,5], pad_begin=[2,2], pad_end=[2,2]",
        "kernel=[2,2], dilation=[4,4], pad_begin=[2,2]"};
    for (size_t i = 0; i < sizeof params / sizeof *params; i++)
        for (int rank = 3; rank <= 4; rank++)
            add_case(l, "pool",
                     sn_arena_printf(l->arena,
                                     "\"x$\" = input : f32[%s9,31,31]\n\"l$\" = log(\"x$\")\n"
                                     "\"y$\" = max_pool(\"l$\") {%s}",
                                     rank == 4 ? "2," : "", params[i]));
}

static void pool_cases(case_list *l)
{
    static const struct {
        int kernel, stride, begin, end;
        const char *params, *of_average;
    } windows[] = {
        {3, 2, 1, 1, ", ceil_mode=1", ""},
        {3, 2, 0, 0, ", ceil_mode=1", ""},
        {2, 2, 0, 0, "", ""},
        {3, 1, 1, 1, "", ", count_include_pad=1"},
        {3, 2, 0, 1, "", ""},
        {3, 2, 0, 0, ", pad_mode=same_upper", ""},
        {3, 2, 0, 0, ", pad_mode=same_lower", ", count_include_pad=1"},
        {5, 1, 2, 2, "", ""},
        {1, 2, 0, 0, ", ceil_mode=1", ""},
        {3, 2, 1, 1, ", ceil_mode=1", ", count_include_pad=1"},
        {3, 4, 2, 2, ", ceil_mode=1", ", count_include_pad=1"},
        {5, 1, 0, 0, ", pad_mode=same_lower", ""},
        {6, 2, 3, 2, ", ceil_mode=1", ""},
        {3, 1, 2, 2, ", dilation=[2,2]", ""},
        {2, 2, 0, 1, ", dilation=[3,2], ceil_mode=1", ", count_include_pad=1"},
    };
    static const int widths[] = {1, 7, 13, 30, 57};
    nan_cases(l);
    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; i < sizeof windows / sizeof windows[0]; i++) {
            for (size_t w = 0; w < sizeof widths / sizeof widths[0]; w++) {
                window_case c = square(5 + 4 * (int)w, 10, widths[w], windows[i].kernel,
                                       windows[i].stride, 1, windows[i].begin, windows[i].end);
                c.params = sn_arena_printf(l->arena, "%s%s", windows[i].params,
                                           k ? windows[i].of_average : "");
                bool fits =
                    widths[w] > 1 || (!strstr(windows[i].params, "dilation") &&
                                      windows[i].begin + windows[i].end + 1 >= windows[i].kernel);
                if (fits) add_pool(l, &c, kinds[k]);
            }
        }
        const window_case others[] = {
            square(9, 13, 13, 13, 1, 1, 6, 6),
            square(9, 20, 40, 9, 1, 1, 4, 4),
            square(9, 40, 40, 20, 3, 1, 10, 9),
            square(9, 3, 3, 5, 1, 1, 2, 2),
            square(3, 5, 5, 3, 2, 1, 4, 4), /* windows in the padding alone */
            {2, 9, 1, {0, 20, 40}, {0, 9, 5}, {0, 1, 2}, {0, 1, 1}, {0, 4, 2}, {0, 4, 2}, ""},
            {1, 3, 1, {0, 0, 30}, {0, 0, 3}, {0, 0, 2}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}, ""},
            {3, 9, 1, {4, 6, 8}, {3, 3, 3}, {2, 2, 2}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}, ""},
            {3, 9, 1, {4, 6, 28}, {2, 3, 3}, {1, 2, 1}, {1, 1, 1}, {1, 1, 1}, {0, 1, 1}, ""},
        };
        for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
            add_pool(l, &others[i], kinds[k]);
        static const char *const texts[] = {
            "\"x$\" = input : f32[5,7,7]\n\"y$\" = adaptive_%s_pool(\"x$\") {out=[1,1]}",
            "\"x$\" = input : f32[17,13,15]\n\"y$\" = adaptive_%s_pool(\"x$\") {out=[7,7]}",
            "\"x$\" = input : f32[9,3,3]\n\"y$\" = adaptive_%s_pool(\"x$\") {out=[7,7]}",
            "\"x$\" = input : f32[9,14,14]\n\"y$\" = adaptive_%s_pool(\"x$\") {out=[7,0]}",
            "\"x$\" = input : f32[9,10]\n\"y$\" = adaptive_%s_pool(\"x$\") {nd=1, out=[4]}",
            "\"x$\" = input : f32[9,4,9,10]\n\"y$\" = adaptive_%s_pool(\"x$\") {nd=3, "
            "out=[2,3,4]}",
            "\"x$\" = input : f32[2,3,9,10]\n\"y$\" = adaptive_%s_pool(\"x$\") {out=[3,4]}",
            "\"x$\" = input : f32[2,3,9,10]\n\"y$\" = %s_pool(\"x$\") {kernel=[3,3], "
            "stride=[2,2], dilation=[1,2], pad_begin=[1,1], ceil_mode=1}",
            "\"x$\" = input : f32[9,20,20]\n\"a$\" = %s_pool(\"x$\") {kernel=[3,3], "
            "pad_begin=[1,1], pad_end=[1,1]}\n"
            "\"y$\" = add(\"a$\", \"x$\")",
        };
        static const char *const global[][2] = {
            {"1,1,1", ""},         {"17,3,5", ""},      {"9,56,56", ""},
            {"3,9", "nd=1, "},     {"5,7,3", "nd=1, "}, {"2,5,3,7", ""},
            {"5,3,4,5", "nd=3, "}, {"2,3,2,1,3,2", ""}, {"2,3,4,2,3,5", "nd=3, "},
        };
        for (size_t i = 0; i < 2 * sizeof global / sizeof global[0]; i++)
            add_case(l, "pool",
                     sn_arena_printf(l->arena,
                                     "\"x$\" = input : f32[%s]\n\"y$\" = global_%s_pool(\"x$\") "
                                     "{%skeepdims=%d}",
                                     global[i / 2][0], k ? "average" : "max", global[i / 2][1],
                                     (int)(i % 2)));
        for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
            const char *mark = strstr(texts[i], "%s");
            add_case(l, "pool",
                     sn_arena_printf(l->arena, "%.*s%s%s", (int)(mark - texts[i]), texts[i],
                                     kinds[k], mark + 2));
        }
    }
}

static void run_cases(void (*fill)(case_list *))
{
    case_list *l = test_calloc(1, sizeof *l);
    l->arena = sn_arena_create(ctx);
    fill(l);
    check_cases(l->v, l->n, NULL); /* others may be cheaper on other machines */
    for (size_t i = 0; i < l->n; i++) l->v[i].kernel = NULL;
    check_machines(l->v, l->n);
    sn_arena_destroy(l->arena);
    test_free(l);
}

static void depthwise(void **state)
{
    (void)state;
    run_cases(depthwise_cases);
}

static void pools(void **state)
{
    (void)state;
    run_cases(pool_cases);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(depthwise), cmocka_unit_test(pools)};
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
