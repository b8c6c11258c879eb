/* SPDX-License-Identifier: Apache-2.0
 *
 * What callers of other versions give as options, whose words messages are in, which sizes count
 * where none were given, and runs on tensors. */
#include "api/api_unit.h"

#include <math.h>

#include "base/ways.h"

static sn_context *ctx;

static int setup(void **state)
{
    ctx = sn_context_create(NULL);
    if (folder_setup(state) != 0) return -1;
    put_small("m", 1);
    return 0;
}

static int teardown(void **state)
{
    sn_context_destroy(ctx);
    return folder_teardown(state);
}

static void expect(sn_context *c, sn_status got, sn_status want, const char *text)
{
    if (got != want || (want != SN_OK && !strstr(sn_context_error(c), text)))
        fail_msg("found %s '%s', expected %s '...%s...'", sn_status_name_of(got),
                 sn_context_error(c), sn_status_name_of(want), text);
}

static sn_model *load(sn_context *c, const char *name)
{
    sn_model *m = NULL;
    expect(c, sn_model_load(c, at(name), NULL, &m), SN_OK, "");
    return m;
}

/* A struct of a later version, with a field behind those of today. */
typedef struct later_options {
    sn_optimize_options today;
    const char *new_field;
} later_options;

static sn_status optimize(const void *options)
{
    sn_model *m = load(ctx, "m.param");
    const sn_status status = sn_model_optimize(m, options, NULL);
    sn_model_destroy(m);
    return status;
}

static void options_of_other_versions(void **state)
{
    (void)state;
    static const char *const none[] = {"no_such_pass", NULL};
    sn_optimize_options o = {.size = sizeof o};
    expect(ctx, optimize(&o), SN_OK, "");
    /* an earlier version, which ended before `passes`: what is behind it is not read */
    o = (sn_optimize_options){.size = offsetof(sn_optimize_options, passes), .passes = none};
    expect(ctx, optimize(&o), SN_OK, "");
    o.size = sizeof o;
    expect(ctx, optimize(&o), SN_E_ARG, "no_such_pass");
    o.size = 0;
    expect(ctx, optimize(&o), SN_E_ARG, "no_such_pass");

    later_options later = {.today = {.size = sizeof later}};
    expect(ctx, optimize(&later), SN_OK, "");
    later.new_field = "fast";
    expect(ctx, optimize(&later), SN_E_ARG, "a field of sn_optimize_options is set that sinter");

    o = (sn_optimize_options){.size = 3};
    expect(ctx, optimize(&o), SN_E_ARG,
           "sn_optimize_options.size is 3: expected sizeof(sn_optimize_options), or 0");
    o.size = SIZE_MAX;
    expect(ctx, optimize(&o), SN_E_ARG, "sn_optimize_options.size is");
}

static void all_options_have_sizes(void **state)
{
    (void)state;
    sn_model *m = NULL, *there = load(ctx, "m.param");
    sn_executable *e = NULL;
    sn_trainer *t = NULL;
    sn_groups_info groups;
    sn_choice_check choices;
    sn_bench_result bench;
    const sn_context_options co = {.size = 1};
    const sn_model_load_options lo = {.size = 1};
    const sn_model_save_options so = {.size = 1};
    const sn_compile_options o = {.size = 1};
    const sn_train_options to = {.size = 1};
    const sn_bench_options bo = {.size = 1};
    const sn_compile_set set = {there, 0};
    assert_null(sn_context_create(&co));
    expect(ctx, sn_model_load(ctx, at("m.param"), &lo, &m), SN_E_ARG, "load_options.size is 1");
    expect(ctx, sn_model_save(there, at("n.param"), &so), SN_E_ARG, "save_options.size is 1");
    expect(ctx, sn_trainer_create(there, &to, &t), SN_E_ARG, "train_options.size is 1");
    const char *compile = "compile_options.size is 1";
    expect(ctx, sn_model_compile(there, at("c"), &o, NULL), SN_E_ARG, compile);
    expect(ctx, sn_compile_sets(ctx, &set, 1, at("c"), &o, NULL), SN_E_ARG, compile);
    expect(ctx, sn_executable_create(there, &o, &e), SN_E_ARG, compile);
    expect(ctx, sn_model_groups(there, &o, &groups), SN_E_ARG, compile);
    expect(ctx, sn_model_check_choices(there, &o, 1, &choices), SN_E_ARG, compile);
    expect(ctx, sn_model_pin(there, "in=2,8,8"), SN_OK, "");
    expect(ctx, sn_executable_create(there, NULL, &e), SN_OK, "");
    expect(ctx, sn_executable_bench_with(e, &bo, &bench), SN_E_ARG, "bench_options.size is 1");
}

static void words(void **state)
{
    (void)state;
    const struct {
        const char *words, *input;
    } each[] = {
        {NULL, "sn_model_pin \"in=3,240,320\""},
        {"tool", "--input in=3,240,320"},
        {"python", "inputs={'in': [3,240,320]}"},
    };
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        const sn_context_options o = {.words = each[i].words, .threads = 1};
        sn_context *c = sn_context_create(&o);
        sn_model *sized = NULL, *m = load(c, "m.param");
        expect(c, sn_model_sized(m, &sized), SN_E_SHAPE, each[i].input);
        sn_executable *e = NULL;
        expect(c, sn_executable_create(m, NULL, &e), SN_E_SHAPE, "");
        assert_null(strchr(sn_context_error(c), SN_WAY_BEGIN));
        sn_context_destroy(c);
    }
    const sn_context_options o = {.words = "french"};
    assert_null(sn_context_create(&o));
}

static void each_way_has_words(void **state)
{
    (void)state;
    static const char all[] =
        SN_WAY_INPUT("a=1") "|" SN_WAY_INTERPRET "|" SN_WAY_SKIP("p") "|" SN_WAY_WEIGHTS_OF(
            "T=R4") "|" SN_WAY_MAP("a=b") "|" SN_WAY_OPSET("9") "|" SN_WAY_NO_RELEASE
                                                                "|" SN_WAY_PART "|" SN_WAY_RESULT(
                                                                    "r") "|" SN_WAY_COMPILE
                                                                         "|" SN_WAY_OPTIMIZE
                                                                         "|" SN_WAY_SIBLINGS
                                                                         "|" SN_WAY_MACHINES;
    static const char *const want[SN_N_WORDS] = {
        [SN_WORDS_C] =
            "sn_model_pin \"a=1\"|sn_model_run_interpreted|sn_optimize_options.skip with p|"
            "sn_model_load_options.weights_of with \"T=R4\"|sn_model_match with \"a=b\"|"
            "sn_model_set_spelling with \"9\"|sn_model_set_spelling|sn_model_cut and sn_model_save|"
            "sn_model_set_outputs with 'r'|sn_model_compile|sn_model_optimize|"
            "SN_FUSE_SIBLINGS_ALWAYS|sn_machine_facts_at",
        [SN_WORDS_TOOL] =
            "--input a=1|`sinter run --interpret`|--skip p|--weights-of T=R4|--map a=b|"
            "--opset 9|--target-version|--from and --to|--to with 'r'|"
            "`sinter compile`|`sinter optimize`|--fuse-siblings=always|"
            "`sinter tune --list`",
        [SN_WORDS_PYTHON] =
            "inputs={'a': [1]}|Model.run|skip=['p']|weights_of={'T': 'R4'}|"
            "maps={'a': 'b'}|target_version='9'|target_version|Model.cut and Model.save|"
            "outputs with 'r'|write_c|optimize|fuse_siblings='always'|"
            "`sinter tune --list`",
    };
    char out[1000];
    for (int i = 0; i < SN_N_WORDS; i++) {
        sn_spell_ways((sn_words)i, all, out, sizeof out);
        assert_string_equal(out, want[i]);
    }
    /* what does not fit is cut off; what is no way stays */
    sn_spell_ways(SN_WORDS_TOOL, "use " SN_WAY_INPUT("a=1"), out, 8);
    assert_string_equal(out, "use --i");
    sn_spell_ways(SN_WORDS_TOOL, "\1", out, sizeof out);
    assert_string_equal(out, "\1");
    sn_spell_ways(SN_WORDS_TOOL, "\1~x\2", out, sizeof out);
    assert_string_equal(out, "\1~x\2");
}

#define HINTED "7767517\n2 2\nInput in 0 1 in 0=4 1=2 2=3\nReLU out 1 1 in out\n"

static void hints_are_used(void **state)
{
    (void)state;
    put_data("h.param", HINTED, strlen(HINTED));
    put_data("h.bin", "", 0);
    sn_model *m = load(ctx, "h.param"), *sized = NULL;
    expect(ctx, sn_model_sized(m, &sized), SN_OK, "");
    sn_value_info v;
    assert_int_equal(sn_model_input_value(sized, 0, &v), SN_OK);
    assert_int_equal(v.bytes, 4 * 24);
    assert_int_equal(sn_model_input_value(m, 0, &v), SN_OK);
    assert_int_equal(v.bytes, -1); /* the network itself stays open */

    float in[24], from[24];
    for (int i = 0; i < 24; i++) in[i] = (float)(i - 12);
    sn_array out;
    expect(ctx, sn_model_run_interpreted(m, (const void *const[]){in}, &out), SN_OK, "");
    assert_int_equal(out.n, 24);
    sn_comparison c;
    const void *const fed[] = {in};
    expect(ctx, sn_model_compare_given(m, fed, &out, 0, &c), SN_OK, "");
    assert_true(c.equal);
    sn_array no_type = out;
    no_type.type = NULL;
    expect(ctx, sn_model_compare_given(m, fed, &no_type, 0, &c), SN_E_ARG, "a reference is of the");
    expect(ctx, sn_model_compare_given(m, fed, &out, -1, &c), SN_E_ARG, "the bound -1");
    expect(ctx, sn_model_compare(m, m, NAN, &c), SN_E_ARG, "the bound nan");
    sn_model *open = load(ctx, "m.param");
    expect(ctx, sn_model_compare_given(open, fed, &out, 0, &c), SN_E_SHAPE, "are not known");
    expect(ctx, sn_model_run_interpreted(open, fed, &no_type), SN_E_SHAPE, "are not known");
    sn_compile_result r;
    const sn_compile_options generic = {.target = "generic", .no_check = true};
    expect(ctx, sn_model_compile(m, at("c"), &generic, &r), SN_OK, "");
    assert_int_equal(r.sets->inputs->n, 24);
    sn_compile_options other = generic;
    other.kernel = "move";
    expect(ctx, sn_model_compile(m, at("c"), &other, &r), SN_OK, "");
    other.kernel = "moves";
    expect(ctx, sn_model_compile(m, at("c"), &other, &r), SN_E_ARG, "no kernel 'moves'");
    other = generic;
    other.batch = -2;
    expect(ctx, sn_model_compile(m, at("c"), &other, &r), SN_E_ARG, "a batch of -2");
    sn_executable *e = NULL;
    expect(ctx, sn_executable_create(m, NULL, &e), SN_OK, "");
    expect(ctx, sn_executable_run(e, (const void *const[]){in}, (void *const[]){from}), SN_OK, "");
    assert_memory_equal(from, out.data, sizeof from);
}

static sn_array array_of(const char *name, const char *type, const void *data)
{
    return (sn_array){.name = name, .type = type, .rank = 3, .sizes = {3, 2, 4}, .data = data};
}

static void runs_on_tensors(void **state)
{
    (void)state;
    put_data("h.param", HINTED, strlen(HINTED));
    put_data("h.bin", "", 0);
    sn_executable *e = NULL;
    expect(ctx, sn_executable_create(load(ctx, "h.param"), NULL, &e), SN_OK, "");
    int8_t small[24];
    float in[24];
    for (int i = 0; i < 24; i++) in[i] = (float)(small[i] = (int8_t)(i - 12));
    sn_array given = array_of(NULL, "f32", in), out;
    for (int turn = 0; turn < 3; turn++) {
        if (turn == 1) given.name = "in";
        if (turn == 2) given = array_of("in", "i8", small);
        expect(ctx, sn_executable_run_arrays(e, &given, 1, &out), SN_OK, "");
        assert_string_equal(out.name, "out");
        assert_int_equal(out.n, 24);
        for (uint64_t i = 0; i < 24; i++)
            assert_true(sn_array_at(&out, i) == (i > 12 ? (double)i - 12 : 0));
    }
    const double half = 1e300;
    sn_array wrong = array_of("in", "f32", in), two[] = {wrong, wrong};
    expect(ctx, sn_executable_run_arrays(e, two, 2, &out), SN_E_ARG,
           "2 inputs are given, the network has 1");
    wrong.name = "input";
    expect(ctx, sn_executable_run_arrays(e, &wrong, 1, &out), SN_E_ARG,
           "input 'in' is not among the 1 that are given");
    wrong = array_of("in", "f32", in);
    wrong.sizes[1] = 4;
    expect(ctx, sn_executable_run_arrays(e, &wrong, 1, &out), SN_E_SHAPE,
           "input 'in' has the sizes 3,4,4, expected are 3,2,4");
    wrong = array_of("in", "f32", NULL);
    expect(ctx, sn_executable_run_arrays(e, &wrong, 1, &out), SN_E_ARG, "input 'in' has no data");
    wrong = array_of("in", "float", in);
    expect(ctx, sn_executable_run_arrays(e, &wrong, 1, &out), SN_E_ARG,
           "input 'in' is of the type 'float', which there is not");
    double large[24] = {half};
    wrong = array_of("in", "f64", large);
    expect(ctx, sn_executable_run_arrays(e, &wrong, 1, &out), SN_E_FORMAT, "in: ");
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        T(options_of_other_versions), T(all_options_have_sizes), T(words),
        T(each_way_has_words),        T(hints_are_used),         T(runs_on_tensors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
