/* SPDX-License-Identifier: Apache-2.0
 *
 * The public interface as a user sees it: sinter.h and nothing else. What works, and what each
 * misuse is answered with. */
#include "api_unit.h"

static sn_context *ctx;
static char notes[4096];

static void on_message(void *user, bool is_warning, const char *text)
{
    (void)user;
    size_t n = strlen(notes);
    snprintf(notes + n, sizeof notes - n, "%s%s\n", is_warning ? "warning: " : "", text);
}

static int setup(void **state)
{
    const sn_context_options o = {.message = on_message, .threads = 1};
    ctx = sn_context_create(&o);
    notes[0] = 0;
    if (folder_setup(state) != 0) return -1;
    put_small("m", 1);
    return 0;
}

static int teardown(void **state)
{
    sn_context_destroy(ctx);
    return folder_teardown(state);
}

static void expect(sn_status got, sn_status want, const char *part)
{
    if (got != want || (want != SN_OK && !strstr(sn_context_error(ctx), part)))
        fail_msg("found %s '%s', expected %s '...%s...'", sn_status_name_of(got),
                 sn_context_error(ctx), sn_status_name_of(want), part);
}

static sn_model *load(const char *name)
{
    sn_model *m = NULL;
    expect(sn_model_load(ctx, at(name), NULL, &m), SN_OK, "");
    return m;
}

static void loading(void **state)
{
    (void)state;
    sn_model *m = NULL;
    assert_string_equal(sn_context_error(ctx), "");
    expect(sn_model_load(ctx, at("none.param"), NULL, &m), SN_E_IO, "none.param");
    expect(sn_model_load(ctx, at("m.onyx"), NULL, &m), SN_E_IO, "m.onyx: no such file");
    assert_string_equal(sn_weights_beside(ctx, "a.b/m.param", NULL), "a.b/m.bin");
    assert_string_equal(sn_weights_beside(ctx, "m.param.bin", NULL), "m.bin");
    assert_string_equal(sn_weights_beside(ctx, "m.txt", "ncnn"), "m.txt.bin");
    assert_null(sn_weights_beside(ctx, "m.txt", NULL));
    assert_null(sn_weights_beside(ctx, "m.param", "other"));
    expect(sn_model_load(ctx, at("m.bin"), NULL, &m), SN_E_ARG,
           "m.bin: no format has files of this name");
    sn_model_load_options o = {.format = "tflite"};
    expect(sn_model_load(ctx, at("m.param"), &o, &m), SN_E_ARG, "no format is called 'tflite'");
    o = (sn_model_load_options){.weights = at("none.bin")};
    expect(sn_model_load(ctx, at("m.param"), &o, &m), SN_E_IO, "none.bin");
    o = (sn_model_load_options){.weights = "seed:x"};
    expect(sn_model_load(ctx, at("m.param"), &o, &m), SN_E_ARG, "a number expected");
    expect(sn_model_zoo(ctx, "nonsense", 1, &m), SN_E_ARG, "nonsense");
    expect(sn_model_load(ctx, folder, NULL, &m), SN_E_IO, "is a folder");
    assert_null(m);
    put_data("odd.name", SMALL, strlen(SMALL));
    o = (sn_model_load_options){.weights = at("m.bin"), .format = "ncnn"};
    expect(sn_model_load(ctx, at("odd.name"), &o, &m), SN_OK, "");
    assert_int_equal(sn_model_n_layers(m), 8);
    sn_model_destroy(m);
    sn_model_destroy(NULL);
}

static void walking(void **state)
{
    (void)state;
    sn_model *m = load("m.param");
    assert_int_equal(sn_model_n_inputs(m), 1);
    assert_int_equal(sn_model_n_outputs(m), 1);
    assert_string_equal(sn_model_input(m, 0), "in");
    assert_string_equal(sn_model_output(m, 0), "out");
    assert_null(sn_model_input(m, 1));
    assert_null(sn_model_output(m, 1));
    sn_layer_info info;
    expect(sn_model_layer(m, 2, &info), SN_OK, "");
    assert_string_equal(info.name, "c");
    assert_string_equal(info.op,
                        "ncnn.convolution"); /* of 1x1: by the rank, which nobody has said */
    assert_int_equal(info.n_inputs, 1);
    assert_true(info.macs < 0); /* nobody has said how large the input is */
    assert_string_equal(sn_model_layer_input(m, 2, 0), "s0");
    assert_string_equal(sn_model_layer_output(m, 1, 1), "s1");
    assert_null(sn_model_layer_input(m, 2, 1));
    assert_null(sn_model_layer_output(m, 1, 2));
    assert_null(sn_model_layer_output(m, 8, 0));
    expect(sn_model_layer(m, 8, &info), SN_E_ARG, "layer 8: the network has 8");
    expect(sn_model_pin(m, "in=2,3,3"), SN_OK, "");
    expect(sn_model_layer(m, 2, &info), SN_OK, "");
    assert_true(info.macs == 36);
    assert_string_equal(info.op, "conv");
    sn_param_info param;
    assert_true(sn_model_layer_param(m, 2, 0, &param));
    assert_string_equal(param.name, "nd");
    assert_string_equal(param.value, "2");
    assert_false(sn_model_layer_param(m, 2, 100, &param));
    assert_false(sn_model_layer_param(m, 8, 0, &param));
    sn_weight_info weight;
    assert_true(sn_model_layer_weight(m, 2, 0, &weight));
    assert_true(weight.offset == 4); /* behind its tag */
}

static const struct {
    const char *text;
    sn_status code;
    const char *part;
} pins[] = {
    {"in", SN_E_ARG, "NAME=SIZES is expected"},
    {"", SN_E_ARG, "NAME=SIZES is expected"},
    {"im=2,3,3", SN_E_ARG, "no input is called 'im'; the network has in"},
    {"in=", SN_E_ARG, "sizes like 3,240,320"},
    {"in=2,3,", SN_E_ARG, "sizes like 3,240,320"},
    {"in=2,,3", SN_E_ARG, "sizes like 3,240,320"},
    {"in=2,3x", SN_E_ARG, "sizes like 3,240,320"},
    {"in=2,0,3", SN_E_ARG, "sizes like 3,240,320"},
    {"in=2,-3,3", SN_E_ARG, "sizes like 3,240,320"},
    {"in=2,99999999999999999999,3", SN_E_ARG, "sizes like 3,240,320"},
    {"in=1,1,1,1,1,1,1,1,1", SN_E_ARG, "more than 8 sizes"},
    {"in=5,3,3", SN_E_SHAPE, "m.param: "},
    {"in=2,2147483646,2147483646", SN_E_SHAPE, "1 to 1073741824 expected"},
    {"in=2,3,3", SN_OK, ""},
};

static void pinning(void **state)
{
    (void)state;
    sn_model *m = load("m.param");
    for (size_t i = 0; i < sizeof pins / sizeof pins[0]; i++)
        expect(sn_model_pin(m, pins[i].text), pins[i].code, pins[i].part);
    expect(sn_model_pin(m, "*=2,4,4"), SN_OK, "");
    expect(sn_model_optimize(m, NULL, NULL), SN_OK, "");
}

/* What was refused has not been done. */
static void a_refused_pin_changes_nothing(void **state)
{
    (void)state;
    sn_model *m = load("m.param");
    sn_optimize_result r;
    expect(sn_model_pin(m, "in=5,3,3"), SN_E_SHAPE, "channels");
    expect(sn_model_optimize(m, NULL, &r), SN_OK, "");
    assert_true(r.n_rewrites > 2);
    expect(sn_model_save(m, at("o.param"), NULL), SN_OK, "");
    sn_model_destroy(m);
    m = load("m.param");
    sn_layer_info info;
    expect(sn_model_pin(m, "in=2,3,3"), SN_OK, "");
    expect(sn_model_pin(m, "in=5,3,3"), SN_E_SHAPE, "channels");
    expect(sn_model_layer(m, 2, &info), SN_OK, "");
    assert_true(info.macs == 36); /* as it was pinned before */
}

static const char softmax_of_any_rank[] =
    "7767517\n2 2\nInput x 0 1 x\nSoftmax s 1 1 x y 0=-2 1=1\n";

/* A softmax along the last axis but one of three is another operator than one of two: what sizes
 * decided is decided anew by those that are given next. */
static void sizes_given_again(void **state)
{
    (void)state;
    put_data("again.param", softmax_of_any_rank, strlen(softmax_of_any_rank));
    sn_model *m = load("again.param");
    sn_layer_info info;
    static const char *const shapes[] = {"x=4,6", "x=2,4,6", "x=4,6"};
    for (size_t i = 0; i < 3; i++) {
        sn_param_info p = {0};
        expect(sn_model_pin(m, shapes[i]), SN_OK, "");
        expect(sn_model_layer(m, 1, &info), SN_OK, "");
        assert_string_equal(info.op, "softmax");
        assert_true(sn_model_layer_param(m, 1, 0, &p));
        assert_string_equal(p.name, "axis");
        assert_string_equal(p.value, i == 1 ? "1" : "0");
    }
    expect(sn_model_optimize(m, NULL, NULL), SN_OK, "");
}

static void outputs_and_kept_values(void **state)
{
    (void)state;
    static const char *const none[] = {NULL}, *const unknown[] = {"r", "nil", NULL},
                             *const two[] = {"r", "c", NULL};
    sn_model *m = load("m.param");
    expect(sn_model_keep(m, "nil"), SN_E_ARG, "no value is called 'nil'");
    expect(sn_model_set_outputs(m, none), SN_E_ARG, "no output is named");
    expect(sn_model_set_outputs(m, unknown), SN_E_ARG, "no value is called 'nil'");
    assert_int_equal(sn_model_n_outputs(m), 1);
    expect(sn_model_keep(m, "b"), SN_OK, "");
    expect(sn_model_keep(m, "b"), SN_OK, "");
    assert_int_equal(sn_model_n_outputs(m), 2);
    expect(sn_model_optimize(m, NULL, NULL), SN_OK, "");
    assert_string_equal(sn_model_output(m, 1), "b");
    sn_model_destroy(m);
    m = load("m.param");
    expect(sn_model_set_outputs(m, two), SN_OK, "");
    assert_int_equal(sn_model_n_outputs(m), 2);
    sn_optimize_result r;
    expect(sn_model_optimize(m, NULL, &r), SN_OK, "");
    assert_true(r.whole.ran && r.whole.equal);
    assert_int_equal(sn_model_n_layers(m), 4); /* in, c, b, r */
}

static void optimizing_twice(void **state)
{
    (void)state;
    sn_model *m = load("m.param");
    sn_optimize_result a, b;
    expect(sn_model_optimize(m, NULL, &a), SN_OK, "");
    assert_true(a.n_rewrites >= 3 && a.n_checked == a.n_rewrites && !a.n_refused);
    assert_int_equal(a.layers_before, 8);
    assert_true(a.layers_after < 8 && a.worst_rewrite < 1e-4);
    assert_true(a.whole.ran && a.whole.equal && a.whole.n_runs > 0 && a.whole.share <= 1);
    expect(sn_model_optimize(m, NULL, &b), SN_OK, "");
    assert_int_equal(b.n_rewrites, 0);
    assert_int_equal(b.layers_before, a.layers_after);
    assert_int_equal(b.layers_after, a.layers_after);
    expect(sn_model_save(m, at("o.param"), NULL), SN_OK, "");
    sn_model *again = load("o.param"); /* where a Split stands for two readers */
    expect(sn_model_optimize(again, NULL, &b), SN_OK, "");
    assert_int_equal(b.layers_before, a.layers_after);
    assert_int_equal(b.layers_after, a.layers_after);
}

static void count_remark(void *user, const sn_remark_info *r)
{
    unsigned *n = user;
    assert_non_null(r->pass);
    assert_true(r->text && r->text[0]);
    n[r->fired]++;
}

static void choosing_passes(void **state)
{
    (void)state;
    static const char *const wrong[] = {"no_such_pass", NULL}, *const one[] = {"fold_affine", NULL};
    sn_model *m = load("m.param");
    unsigned n_remarks[2] = {0, 0};
    const char *input = sn_model_input(m, 0), *inner = sn_model_layer_output(m, 2, 0);
    sn_optimize_options o = {.passes = wrong};
    expect(sn_model_optimize(m, &o, NULL), SN_E_ARG, "no_such_pass");
    o = (sn_optimize_options){.skip = wrong};
    expect(sn_model_optimize(m, &o, NULL), SN_E_ARG, "no_such_pass");
    assert_string_equal(input, "in"); /* names live as long as the model */
    assert_string_equal(inner, "c");
    assert_string_equal(sn_model_layer_output(m, 2, 0), "c");
    sn_optimize_result r;
    o = (sn_optimize_options){.passes = one, .remark = count_remark, .user = n_remarks};
    expect(sn_model_optimize(m, &o, &r), SN_OK, "");
    assert_int_equal(n_remarks[1], r.n_rewrites);
    assert_true(r.n_rewrites > 0);
    o = (sn_optimize_options){.verify = SN_VERIFY_OFF};
    expect(sn_model_optimize(m, &o, &r), SN_OK, "");
    assert_true(r.n_rewrites > 0 && r.n_checked == 0 && !r.whole.ran);
}

static void comparing(void **state)
{
    (void)state;
    put_small("other", 40);
    sn_model *a = load("m.param"), *b = load("other.param"), *copy = NULL;
    sn_comparison c;
    expect(sn_model_clone(a, &copy), SN_OK, "");
    expect(sn_model_optimize(copy, NULL, NULL), SN_OK, "");
    expect(sn_model_compare(a, copy, 0, &c), SN_OK, "");
    assert_true(c.ran && c.equal && !c.different);
    expect(sn_model_compare(a, b, 0, &c), SN_OK, "");
    assert_true(c.ran && !c.equal && c.share > 1);
    assert_non_null(c.different);
    expect(sn_model_compare(a, b, 1e9, &c), SN_OK, "");
    assert_true(c.equal);
    static const char *const r[] = {"r", NULL};
    expect(sn_model_set_outputs(b, r), SN_OK, "");
    expect(sn_model_compare(a, b, 0, &c), SN_E_ARG,
           "output 'out' is missing in the second network, which has r; "
           "sn_model_match with \"NAME_IN_A=NAME_IN_B\" says what stands for it");
}

/* Nothing behind a layer that no result needs is compared, whatever the layer is. */
static void layers_that_nothing_needs(void **state)
{
    (void)state;
    static const char text[] =
        "7767517\n5 6\nInput in 0 1 in\nSplit s 1 2 in s0 s1\nReLU r 1 1 s0 r\n"
        "MyOp my 1 1 s1 my\nSoftmax out 1 1 r out\n";
    static const char *const outputs[] = {"out", NULL};
    put_data("d.param", text, strlen(text));
    put_data("d.bin", "", 0);
    sn_model *m = load("d.param");
    sn_optimize_result r;
    expect(sn_model_set_outputs(m, outputs), SN_OK, "");
    expect(sn_model_pin(m, "in=2,3,3"), SN_OK, "");
    expect(sn_model_optimize(m, NULL, &r), SN_OK, "");
    assert_int_equal(r.n_rewrites, 1); /* the Split is no rewrite */
    assert_true(r.whole.ran && r.whole.equal);
    assert_int_equal(sn_model_n_layers(m), 3);
}

static bool collect(void *user, const char *text, size_t n)
{
    size_t *total = user;
    *total += n;
    return text != NULL;
}

static bool refuse(void *user, const char *text, size_t n)
{
    (void)user;
    (void)text;
    (void)n;
    return false;
}

static void reports(void **state)
{
    (void)state;
    static const char *const of_models[] = {"show", "text", "names"};
    static const char *const of_nothing[] = {"ops", "ops.matrix", "passes", "zoo", "formats"};
    sn_model *m = load("m.param");
    for (size_t i = 0; i < 8; i++) {
        const char *what = i < 3 ? of_models[i] : of_nothing[i - 3];
        size_t n = 0;
        expect(sn_report(ctx, i < 3 ? m : NULL, what, collect, &n), SN_OK, "");
        assert_true(n > 4);
        expect(sn_report(ctx, i < 3 ? m : NULL, what, refuse, NULL), SN_E_IO,
               "could not be written");
        if (i < 3) expect(sn_report(ctx, NULL, what, collect, &n), SN_E_ARG, "is about a model");
    }
    size_t n = 0;
    expect(sn_report(ctx, m, "gossip", collect, &n), SN_E_ARG, "no report is called 'gossip'");
    assert_int_equal(n, 0);
}

static void names_of_statuses(void **state)
{
    (void)state;
    static const char *const names[] = {"OK",         "E_ARG",          "E_IO",         "E_FORMAT",
                                        "E_SHAPE",    "E_UNSUPPORTED",  "E_MEMORY",     "E_DIFFERS",
                                        "E_INTERNAL", "E_INCONCLUSIVE", "E_MISCOMPILED"};
    for (int i = 0; i < 11; i++) {
        assert_string_equal(sn_status_name_of((sn_status)i), names[i]);
        assert_true(strlen(sn_status_text_of((sn_status)i)) > 5);
    }
    assert_string_equal(sn_status_name_of((sn_status)99), "E_?");
    assert_non_null(sn_status_text_of((sn_status)99));
    assert_true(sn_version()[0] >= '0' && sn_version()[0] <= '9');
}

static void aiming_at_a_release(void **state)
{
    (void)state;
    sn_model *m = NULL, *copy = NULL;
    assert_int_equal(sn_model_zoo(ctx, "mobilenet_v2", 1, &m), SN_OK);
    assert_int_equal(sn_model_set_spelling(m, "ncnn:20180101"), SN_E_ARG);
    assert_int_equal(sn_model_set_spelling(m, "onnx:20210124"), SN_E_ARG);
    assert_int_equal(sn_model_set_spelling(m, "ncnn:20180314"), SN_OK);
    assert_int_equal(sn_model_clone(m, &copy), SN_OK); /* takes it along */
    sn_model_destroy(m);
    assert_int_equal(sn_model_save(copy, at("target.param"), NULL), SN_E_UNSUPPORTED);
    assert_non_null(strstr(sn_context_error(ctx), "operators cannot be written for ncnn"));
    assert_non_null(strstr(notes, "needs ncnn"));
    assert_int_equal(sn_model_set_spelling(copy, "ncnn"), SN_OK);
    assert_int_equal(sn_model_save(copy, at("target.param"), NULL), SN_OK);
}

static sn_model *at_sizes(const char *sizes)
{
    sn_model *m = load("m.param");
    expect(sn_model_pin(m, sizes), SN_OK, "");
    return m;
}

/* Clones of one network at several sizes go into one folder. */
static void compiling_several_sizes(void **state)
{
    (void)state;
    put_data("again.param", softmax_of_any_rank, strlen(softmax_of_any_rank));
    const sn_compile_options o = {.target = "generic", .prefix = "net", .no_check = true};
    const sn_compile_set sets[] = {
        {at_sizes("in=2,4,4"), 1}, {at_sizes("in=2,8,4"), 1}, {at_sizes("in=2,8,4"), 3}};
    sn_compile_result r;
    expect(sn_compile_sets(ctx, sets, 3, at("sets"), &o, &r), SN_OK, "");
    assert_int_equal(r.n_sets, 3);
    assert_int_equal(r.n_targets, 1);
    uint32_t n_steps = 0;
    uint64_t most = 0;
    for (uint32_t i = 0; i < 3; i++) {
        const sn_array *in = r.sets[i].inputs, *out = r.sets[i].outputs;
        assert_int_equal(r.sets[i].n_inputs, 1);
        assert_string_equal(in->name, "in");
        assert_int_equal(in->rank, 4);
        assert_int_equal(in->sizes[0], i == 2 ? 3 : 1);
        assert_int_equal(in->sizes[2], i ? 8 : 4);
        assert_int_equal(in->n, i == 2 ? 3 * 64 : i ? 64 : 32);
        assert_string_equal(out->name, "out");
        assert_int_equal(out->bytes, in->bytes);
        n_steps += r.sets[i].n_steps;
        if (r.sets[i].workspace_bytes > most) most = r.sets[i].workspace_bytes;
    }
    assert_int_equal(r.n_steps, n_steps);
    assert_int_equal(r.workspace_bytes, most);
    assert_true(r.apart_weights_bytes <= r.weights_bytes);
    expect(sn_compile_sets(ctx, sets, 1, at("one"), &o, &r), SN_OK, "");
    assert_int_equal(r.n_sets, 1);
    const sn_compile_options two = {
        .target = "x86-64+x86-64-v3", .prefix = "net", .no_check = true, .no_selftest = true};
    expect(sn_compile_sets(ctx, sets, 3, at("two"), &two, &r), SN_OK, "");
    assert_int_equal(r.n_targets, 2);
    assert_int_equal(r.n_sets, 6);
    for (uint32_t i = 0; i < 6; i++) {
        assert_string_equal(r.sets[i].target, i < 3 ? "x86-64-v3" : "x86-64");
        assert_int_equal(r.sets[i].inputs->n, i % 3 == 2 ? 3 * 64 : i % 3 ? 64 : 32);
    }
    sn_executable *e = NULL;
    expect(sn_executable_create(sets[0].model, &two, &e), SN_E_ARG, "one target is expected");

    expect(sn_compile_sets(ctx, sets, 0, at("none"), &o, &r), SN_E_ARG, "no set of sizes");
    const sn_compile_set same[] = {sets[1], sets[1]}, nothing[] = {{NULL, 0}},
                         other[] = {sets[0], {load("again.param"), 1}};
    expect(sn_compile_sets(ctx, same, 2, at("none"), &o, &r), SN_E_ARG,
           "sets 0 and 1 have the same sizes");
    expect(sn_compile_sets(ctx, nothing, 1, at("none"), &o, &r), SN_E_ARG,
           "set 0 is of no network");
    expect(sn_model_pin(other[1].model, "x=2,4,6"), SN_OK, "");
    expect(sn_compile_sets(ctx, other, 2, at("none"), &o, &r), SN_E_UNSUPPORTED,
           "input 0 is 'in' in set 0 and 'x' in set 1");
    sn_context *second = sn_context_create(NULL);
    assert_int_equal(sn_compile_sets(second, sets, 1, at("none"), &o, &r), SN_E_ARG);
    sn_context_destroy(second);
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        T(loading),
        T(walking),
        T(pinning),
        T(a_refused_pin_changes_nothing),
        T(sizes_given_again),
        T(outputs_and_kept_values),
        T(optimizing_twice),
        T(choosing_passes),
        T(comparing),
        T(layers_that_nothing_needs),
        T(reports),
        T(names_of_statuses),
        T(aiming_at_a_release),
        T(compiling_several_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
