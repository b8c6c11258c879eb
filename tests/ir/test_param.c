/* SPDX-License-Identifier: Apache-2.0
 *
 * Params: defaults, copies, comparison, ranges, text. See CASES. */
#include "toy_ops.h"

#include <locale.h>
#include <math.h>

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
    sn_arena_destroy(arena);
    sn_ctx_destroy(ctx);
    return 0;
}

typedef struct all_params {
    int32_t kernel_w, kernel_h, pad_left, pad_right, pad_top;
    int32_t axis, keep, mode, order;
    float eps, slope;
    sn_ints sizes;
    sn_floats scales;
    const char *note;
    sn_names labels;
    sn_act act;
} all_params;

static const char *const modes[] = {"nearest", "bilinear", "bicubic", NULL};

/* clang-format off */
static const sn_param table[] = {
    SN_P_INT(all_params, kernel_w, 1, 1, 1000, "width"),
    SN_P_INT_LIKE(all_params, kernel_h, "kernel_w", 1, 1000, "height"),
    SN_P_INT(all_params, pad_left, 0, INT32_MIN, INT32_MAX, "padding"),
    SN_P_INT_LIKE(all_params, pad_right, "pad_left", INT32_MIN, INT32_MAX, "padding"),
    SN_P_INT_LIKE(all_params, pad_top, "pad_right", INT32_MIN, INT32_MAX, "padding"),
    SN_P_INT(all_params, axis, 0, -8, 7, "axis"),
    SN_P_BOOL(all_params, keep, 1, "keep"),
    SN_P_ENUM(all_params, mode, 1, modes, "mode"),
    SN_P_ENUM(all_params, order, 0, modes, "order"),
    { "eps", SN_PK_F32, offsetof(all_params, eps), 1e-5, 0, INFINITY, NULL, NULL, "added",
      false },
    SN_P_F32(all_params, slope, 0.1, "slope"),
    SN_P_INTS(all_params, sizes, "sizes"),
    SN_P_FLOATS(all_params, scales, "scales"),
    SN_P_STR(all_params, note, "note"),
    SN_P_NAMES(all_params, labels, "labels"),
    SN_P_ACT(all_params, act, "activation"),
    SN_P_END
};
/* clang-format on */

static all_params fresh(void)
{
    all_params p;
    memset(&p, 0xee, sizeof p);
    sn_params_init(table, &p);
    return p;
}

static const char *text_of(const all_params *p)
{
    sn_str str;
    sn_str_init(&str, arena);
    sn_params_print(table, p, &str);
    return str.s;
}

static all_params parsed(const char *text)
{
    all_params p = fresh();
    const char *at = text, *bad = sn_params_parse(table, &p, &at, arena);
    if (bad) fail_msg("%s: %s", text, bad);
    assert_string_equal(at, "");
    return p;
}

static void assert_refused(const char *text, const char *why, const char *rest)
{
    all_params p = fresh();
    const char *at = text, *bad = sn_params_parse(table, &p, &at, arena);
    if (!bad || !strstr(bad, why))
        fail_msg("%s: '%s' expected in '%s'", text, why, bad ? bad : "success");
    assert_string_equal(at, rest);
}

static void defaults_print_as_nothing(void **state)
{
    (void)state;
    all_params p = fresh();
    assert_true(p.kernel_w == 1 && p.kernel_h == 1 && p.keep == 1 && p.mode == 1);
    assert_true(p.slope == 0.1f && p.sizes.n == 0 && p.act.kind == SN_ACT_NONE);
    assert_string_equal(p.note, "");
    assert_string_equal(text_of(&p), "");
    assert_null(sn_params_check(table, &p, arena));
    assert_null(sn_params_check(NULL, NULL, arena));
    assert_ptr_equal(sn_param_find(table, "mode"), &table[7]);
    assert_null(sn_param_find(table, "mod"));
    assert_null(sn_param_find(NULL, "mode"));
}

static void every_kind_prints_and_reads_back(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "{kernel_w=3}",
        "{kernel_w=3, kernel_h=5}",
        "{pad_left=-233, pad_right=2}",
        "{axis=-1, keep=false, mode=bicubic, order=bilinear}",
        "{eps=0.001, slope=-0}",
        "{eps=inf, slope=nan}",
        "{slope=1e-45}",
        "{sizes=[4]}",
        "{sizes=[-2147483648,2147483647,0], scales=[0.1,-inf,16777216]}",
        "{note=\"a \\\"b\\\" \\\\ \\n\\t\\x01 {,}\"}",
        "{labels=[\"a\",\"\",\"b,]\"]}",
        "{act=relu}",
        "{act=leaky_relu(0.1)}",
        "{act=clip(0,6)}",
        "{act=hard_swish(0.16666667,0.5)}",
        "{act=mish}",
        "{note=\"x\", act=sigmoid}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        all_params p = parsed(texts[i]);
        assert_string_equal(text_of(&p), texts[i]);
        all_params again = parsed(text_of(&p));
        assert_true(sn_params_equal(table, &p, &again));
    }
}

static void spaces_and_lines_do_not_matter(void **state)
{
    (void)state;
    all_params p = parsed(" {\n sizes = [ 1 ,\t2 ] ,\n act=clip ( 0 , 6 ),keep=0 }");
    assert_string_equal(text_of(&p), "{keep=false, sizes=[1,2], act=clip(0,6)}");
    p = parsed("{}");
    assert_string_equal(text_of(&p), "");
    p = parsed("{sizes=[], labels=[], keep=1}");
    assert_string_equal(text_of(&p), "");
    const char *at = " name=\"x\"";
    assert_null(sn_params_parse(table, &p, &at, arena));
    assert_string_equal(at, " name=\"x\""); /* no brace, nothing read */
    at = "{}";
    assert_null(sn_params_parse(NULL, NULL, &at, arena));
}

static void like_follows_what_was_given(void **state)
{
    (void)state;
    all_params p = parsed("{kernel_w=7, pad_left=3}");
    assert_true(p.kernel_h == 7 && p.pad_right == 3 && p.pad_top == 3);
    p = parsed("{pad_right=2, pad_left=3}");
    assert_true(p.pad_right == 2 && p.pad_top == 2);
    p = parsed("{kernel_w=7, kernel_h=1}"); /* given as what would be the default without `like` */
    assert_int_equal(p.kernel_h, 1);
    assert_string_equal(text_of(&p), "{kernel_w=7, kernel_h=1}");
}

static void faults_are_told_with_their_place(void **state)
{
    (void)state;
    assert_refused("{kernel_w=x}", "kernel_w: 'x' found, an integer expected", "x}");
    assert_refused("{kernel_w=1.5}", "an integer expected", "1.5}");
    assert_refused("{kernel_w=2147483648}", "an integer of 32 bits", "2147483648}");
    assert_refused("{kernel_w=-2147483649}", "an integer of 32 bits", "-2147483649}");
    assert_refused("{kernel_w=late}", "an integer expected", "late}");
    assert_refused("{keep=maybe}", "true or false", "maybe}");
    assert_refused("{mode=nearby}", "nearest, bilinear or bicubic expected", "nearby}");
    assert_refused("{mode=late}", "nearest, bilinear or bicubic expected", "late}");
    assert_refused("{eps=}", "a number expected", "}");
    assert_refused("{eps=0x1p3}", "a number expected", "0x1p3}");
    assert_refused("{sizes=[1,]}", "an integer expected", "]}");
    assert_refused("{sizes=[1 2]}", "',' expected", "2]}");
    assert_refused("{sizes=1}", "'[' expected", "1}");
    assert_refused("{sizes=[1", "',' expected", "");
    assert_refused("{note=x}", "a quoted string expected", "x}");
    assert_refused("{note=\"x", "quoted string", "\"x");
    assert_refused("{note=\"\\q\"}", "escape", "\\q\"}");
    assert_refused("{note=\"\\", "escape", "\\");
    assert_refused("{note=\"\\x00\"}", "escape", "\\x00\"}");
    assert_refused("{act=rely}", "an activation expected", "rely}");
    assert_refused("{act=clip(0)}", "',' expected", ")}");
    assert_refused("{act=clip(0,6}", "')' expected", "}");
    assert_refused("{act=relu(1)}", "',' or '}' expected", "(1)}");
    assert_refused("{kernel_q=1}", "did you mean 'kernel_", "kernel_q=1}");
    assert_refused("{axis=1, axis=1}", "axis is given twice", "axis=1}");
    assert_refused("{axis=1", "',' or '}' expected", "");
    assert_refused("{axis 1}", "'=' expected", "1}");
    assert_refused("{,}", "the name of a param expected", ",}");
    assert_refused("{axis=1,}", "the name of a param expected", "}");
}

static void assert_out_of_range(all_params p, const char *why)
{
    const char *bad = sn_params_check(table, &p, arena);
    assert_non_null(bad);
    assert_string_equal(bad, why);
}

static void ranges_are_checked(void **state)
{
    (void)state;
    all_params p = fresh();
    p.eps = -1;
    assert_out_of_range(p, "eps is -1, at least 0 expected");
    p.eps = NAN;
    assert_out_of_range(p, "eps is nan, at least 0 expected");
    p.eps = 0;
    p.slope = NAN; /* no range, so anything goes */
    assert_null(sn_params_check(table, &p, arena));
    p.kernel_w = 1001;
    assert_out_of_range(p, "kernel_w is 1001, 1 to 1000 expected");
    p.kernel_w = 1;
    p.axis = 8;
    assert_out_of_range(p, "axis is 8, -8 to 7 expected");
    p.axis = 7;
    p.keep = 2;
    assert_out_of_range(p, "keep is 2, 0 or 1 expected");
    p.keep = 0;
    p.mode = 3;
    assert_out_of_range(p, "mode is 3, 0 to 2 expected");
    p.mode = 2;
    p.sizes = (sn_ints){-1, NULL};
    assert_out_of_range(p, "sizes is a list of -1 elements without contents");
    p.sizes.n = 0;
    p.note = NULL;
    assert_out_of_range(p, "note is no string");
    p.note = "";
    p.labels = (sn_names){2, (const char *[]){"a", NULL}};
    assert_out_of_range(p, "labels[1] is no string");
    p.labels.n = 1;
    p.act.kind = SN_N_ACTS;
    assert_out_of_range(p, "act is activation 7, 0 to 6 expected");
    p.act.kind = -1;
    assert_out_of_range(p, "act is activation -1, 0 to 6 expected");
}

static void copies_are_deep(void **state)
{
    (void)state;
    int32_t sizes[] = {1, 2};
    float scales[] = {0.5f};
    char note[] = "note", label[] = "label";
    const char *labels[] = {label};
    all_params p = fresh();
    p.sizes = (sn_ints){2, sizes};
    p.scales = (sn_floats){1, scales};
    p.note = note;
    p.labels = (sn_names){1, labels};
    all_params *copy = sn_params_copy(table, sizeof p, &p, arena);
    assert_true(sn_params_equal(table, &p, copy));
    sizes[1] = 9;
    assert_false(sn_params_equal(table, &p, copy));
    sizes[1] = 2;
    scales[0] = 9;
    assert_false(sn_params_equal(table, &p, copy));
    scales[0] = 0.5f;
    note[0] = 'x';
    assert_false(sn_params_equal(table, &p, copy));
    note[0] = 'n';
    label[0] = 'x';
    assert_false(sn_params_equal(table, &p, copy));
    assert_string_equal(text_of(copy),
                        "{sizes=[1,2], scales=[0.5], note=\"note\", labels=[\"label\"]}");
    assert_null(sn_params_copy(table, 0, &p, arena));
    assert_null(sn_params_copy(table, sizeof p, NULL, arena));
}

static void floats_compare_by_bits(void **state)
{
    (void)state;
    all_params a = fresh(), b = fresh();
    a.slope = 0.0f;
    b.slope = -0.0f;
    assert_false(sn_params_equal(table, &a, &b));
    a.slope = b.slope = NAN;
    assert_true(sn_params_equal(table, &a, &b));
    a.act = (sn_act){SN_ACT_RELU, 1, 2};
    b.act = (sn_act){SN_ACT_RELU, 3, 4}; /* numbers that relu has not */
    assert_true(sn_params_equal(table, &a, &b));
    a.act.kind = b.act.kind = SN_ACT_LEAKY_RELU;
    assert_false(sn_params_equal(table, &a, &b));
    b.act.a = 1;
    assert_true(sn_params_equal(table, &a, &b));
    a.act.kind = b.act.kind = SN_ACT_CLIP;
    assert_false(sn_params_equal(table, &a, &b));
    assert_true(sn_param_equal(sn_param_find(table, "slope"), &a, &b));
}

static void activations_have_names(void **state)
{
    (void)state;
    for (int32_t kind = 0; kind < SN_N_ACTS; kind++) {
        assert_non_null(sn_act_name(kind));
        assert_in_range(sn_act_n_params(kind), 0, 2);
    }
    assert_int_equal(sn_act_n_params(SN_ACT_CLIP), 2);
    assert_int_equal(sn_act_n_params(99), 0);
    assert_string_equal(sn_act_name(99), "unknown");
}

static void other_locales_change_nothing(void **state)
{
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "C.UTF-8"};
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        if (setlocale(LC_NUMERIC, names[i])) break;
    }
    all_params p = parsed("{slope=0.25, scales=[1.5,2.5]}");
    const char *text = text_of(&p);
    setlocale(LC_NUMERIC, "C");
    assert_true(p.slope == 0.25f && p.scales.v[1] == 2.5f);
    assert_string_equal(text, "{slope=0.25, scales=[1.5,2.5]}");
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(defaults_print_as_nothing),
        TEST(every_kind_prints_and_reads_back),
        TEST(spaces_and_lines_do_not_matter),
        TEST(like_follows_what_was_given),
        TEST(faults_are_told_with_their_place),
        TEST(ranges_are_checked),
        TEST(copies_are_deep),
        TEST(floats_compare_by_bits),
        TEST(activations_have_names),
        TEST(other_locales_change_nothing),
    };
    return cmocka_run_group_tests_name("param", tests, NULL, NULL);
}
