/* SPDX-License-Identifier: Apache-2.0
 *
 * What draws of roundings do to values that hang on the last bits. */
#include "api/model.h"
#include "base/unit.h"
#include "formats/format.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ir/ir_text.h"
#include "ref/noise.h"
#include "ref/run.h"

enum { DRAWS = 4 };

static sn_context *context;
static sn_noise noise;

static sn_status disturb(void *user, const sn_value *v, const sn_tensor *const *in,
                         const sn_tensor **t)
{
    (void)user;
    return sn_disturb(&noise, v, in, t);
}

/* Of the network, fed with n numbers, the first element of its result in that draw. */
static double drawn(const char *text, const float *numbers, int64_t n, int draw)
{
    sn_graph *g = NULL;
    assert_int_equal(SN_OK, sn_graph_parse(context->ctx, "test", (sn_text){text, strlen(text)},
                                           sn_format_op_find, &g));
    assert_int_equal(SN_OK, sn_infer_graph(g));
    const sn_shape shape = {.rank = 1, .d = {n}};
    sn_tensor *x = NULL;
    void *data = NULL;
    assert_int_equal(SN_OK, sn_tensor_create(context->ctx, SN_TYPE_f32, &shape, &x, &data));
    memcpy(data, numbers, (size_t)n * sizeof *numbers);
    noise = (sn_noise){.ctx = context->ctx, .draw = draw};
    const sn_run_hooks hooks = {.change = disturb, .rounding = sn_noise_inside(&noise, false)};
    const sn_tensor *feed = x, *result = NULL;
    assert_int_equal(SN_OK, sn_run_graph(g, &feed, 1, &hooks, &result));
    const double first = sn_tensor_at(result, 0);
    sn_tensor_release(result);
    sn_tensor_release(feed);
    sn_graph_destroy(g);
    return first;
}

/* Of draws 1 to DRAWS, those in which the result is as far from 0 as `beyond` says. */
static int n_beyond(const char *text, const float *numbers, int64_t n, double beyond)
{
    int count = 0;
    for (int draw = 1; draw <= DRAWS; draw++) count += fabs(drawn(text, numbers, n, draw)) > beyond;
    return count;
}

static void what_is_too_small_for_its_type_may_be_kept(void **state)
{
    (void)state;
    static const float below[] = {-104, 0, 0}, above[] = {1, 0, 0};
    static const char *const norm = "\"x\" = input : f32[3]\n"
                                    "\"s\" = sigmoid(\"x\") name=\"s\"\n"
                                    "\"m\" = mul(\"s\", \"x\") name=\"m\"\n"
                                    "\"y\" = lp_normalization(\"m\") name=\"n\"\n"
                                    "output(\"y\")\n";
    assert_true(drawn(norm, below, 3, 0) == 0);
    assert_int_equal(1, n_beyond(norm, below, 3, 0.99));
    assert_int_equal(DRAWS, n_beyond(norm, above, 3, 0.99));
    /* 0 for another reason than that it is small */
    static const char *const relu = "\"x\" = input : f32[3]\n"
                                    "\"s\" = relu(\"x\") name=\"s\"\n"
                                    "\"y\" = lp_normalization(\"s\") name=\"n\"\n"
                                    "output(\"y\")\n";
    assert_int_equal(0, n_beyond(relu, below, 3, 0));
}

static void numbers_a_few_roundings_apart_may_be_equal(void **state)
{
    (void)state;
    static const char *const text = "\"x\" = input : f32[1]\n"
                                    "\"e\" = equal(\"x\", @\"k\") name=\"e\"\n"
                                    "\"y\" = cast(\"e\") {to=f32} name=\"c\"\n"
                                    "output(\"y\")\n"
                                    "@\"k\" = f32[1] [0.98]\n";
    static const float near[] = {0.98F + 0x1p-22F}, far[] = {0.98F + 0x1p-16F};
    assert_true(n_beyond(text, near, 1, 0) >= 1);
    assert_int_equal(0, n_beyond(text, far, 1, 0));
}

/* Sums of 2 x 3 elements, of which the last is no more than roundings of its terms. */
static void what_is_left_of_terms_that_cancel_may_be_nothing(void **state)
{
    (void)state;
    static const char *const formats[] = {
        "\"y\" = add(\"r\", @\"k\") name=\"a\"\n", /* as long as the sum: rows of vectors */
        "\"y\" = add(@\"k\", \"r\") name=\"a\"\n",
    };
    static const float near[] = {4, 4, 4, 4, 4, 0.98F + 0x1p-22F},
                       far[] = {4, 4, 4, 4, 4, 0.98F + 0x1p-16F};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        char text[512];
        snprintf(text, sizeof text,
                 "\"x\" = input : f32[6]\n"
                 "\"r\" = reshape(\"x\") {shape=[2,3]} name=\"r\"\n%s"
                 "\"z\" = reduce(\"y\") {op=min, axes=[0,1]} name=\"z\"\n"
                 "output(\"z\")\n"
                 "@\"k\" = f32[3] [-0.98,-0.98,-0.98]\n",
                 formats[i]);
        int n_none = 0;
        for (int draw = 1; draw <= DRAWS; draw++) n_none += drawn(text, near, 6, draw) == 0;
        assert_true(n_none >= 1);
        assert_int_equal(DRAWS, n_beyond(text, far, 6, 0));
    }
}

static int setup(void **state)
{
    (void)state;
    context = sn_context_create(NULL);
    return context ? 0 : 1;
}

static int teardown(void **state)
{
    (void)state;
    sn_context_destroy(context);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_too_small_for_its_type_may_be_kept, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(numbers_a_few_roundings_apart_may_be_equal, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(what_is_left_of_terms_that_cancel_may_be_nothing, setup,
                                        teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
