/* SPDX-License-Identifier: Apache-2.0
 *
 * A part computes what the whole network computes there: values of a run of the whole are fed to
 * the part. */
#include "api_unit.h"

#include "api/model.h"
#include "ref/inputs.h"
#include "ref/run.h"

static const char *const from[] = {"conv3_1/dwise", NULL};
static const char *const to[] = {"conv4_2/sum", "conv4_1/linear/bn", NULL};

typedef struct seen {
    const sn_tensor *fed, *ends[2];
} seen;

static sn_status on_value(void *user, const sn_value *v, const sn_tensor *t)
{
    seen *s = user;
    const sn_tensor **slot = NULL;
    if (v->name && strcmp(v->name, from[0]) == 0) slot = &s->fed;
    for (int i = 0; i < 2; i++) {
        if (v->name && strcmp(v->name, to[i]) == 0) slot = &s->ends[i];
    }
    if (!slot) return SN_OK;
    sn_tensor_retain(t);
    *slot = t;
    return SN_OK;
}

static double worst_difference(const sn_tensor *a, const sn_tensor *b)
{
    double worst = 0;
    assert_true(sn_shape_equal(&a->shape, &b->shape));
    for (int64_t i = 0; i < sn_tensor_count(a); i++) {
        double d = fabs(sn_tensor_at(a, i) - sn_tensor_at(b, i));
        if (!(d <= worst)) worst = d;
    }
    return worst;
}

static void run_part(sn_model *m, const seen *whole, double bound)
{
    const sn_tensor *results[2] = {NULL};
    assert_int_equal(sn_model_infer(m), SN_OK);
    assert_int_equal(sn_model_n_inputs(m), 1);
    assert_int_equal(sn_model_n_outputs(m), 2);
    assert_int_equal(sn_run_graph(m->graph, &whole->fed, 1, NULL, results), SN_OK);
    for (uint32_t i = 0; i < 2; i++) {
        int which = strcmp(sn_model_output(m, i), to[0]) == 0 ? 0 : 1;
        assert_string_equal(sn_model_output(m, i), to[which]);
        assert_true(worst_difference(whole->ends[which], results[i]) <= bound);
        sn_tensor_release(results[i]);
    }
}

static void same_values(void **state)
{
    (void)state;
    sn_context *ctx = sn_context_create(NULL);
    sn_model *m = NULL, *again = NULL;
    assert_int_equal(sn_model_zoo(ctx, "mobilenet_v2", 3, &m), SN_OK);
    assert_int_equal(sn_model_pin(m, "data=3,32,32"), SN_OK);
    sn_shape shape = SN_SHAPE(3, 32, 32);
    sn_tensor *x = NULL;
    void *data = NULL;
    assert_int_equal(sn_tensor_create(ctx->ctx, SN_TYPE_f32, &shape, &x, &data), SN_OK);
    for (int i = 0; i < 3 * 32 * 32; i++) ((float *)data)[i] = (float)((i * 37) % 101) / 50 - 1;
    const sn_tensor *feed = x, *result = NULL;
    seen whole = {0};
    sn_run_hooks hooks = {.user = &whole, .seen = on_value};
    assert_int_equal(sn_run_graph(m->graph, &feed, 1, &hooks, &result), SN_OK);
    assert_true(whole.fed && whole.ends[0] && whole.ends[1]);

    assert_int_equal(sn_model_cut(m, from, to), SN_OK);
    run_part(m, &whole, 0);
    assert_int_equal(sn_model_save(m, at("part.param"), NULL), SN_OK);
    assert_int_equal(sn_model_load(ctx, at("part.param"), NULL, &again), SN_OK);
    run_part(again, &whole, 0);
    assert_int_equal(sn_model_optimize(m, NULL, NULL), SN_OK);
    run_part(m, &whole, 1e-4);

    const sn_tensor *held[] = {x, result, whole.fed, whole.ends[0], whole.ends[1]};
    for (int i = 0; i < 5; i++) sn_tensor_release(held[i]);
    sn_context_destroy(ctx);
}

static void left_as_it_was(void **state)
{
    (void)state;
    static const char *const wrong[] = {"none", NULL}, *const d[] = {"d", NULL},
                             *const none[] = {NULL};
    put_small("m", 1);
    sn_context *ctx = sn_context_create(NULL);
    sn_model *m = NULL;
    assert_int_equal(sn_model_load(ctx, at("m.param"), NULL, &m), SN_OK);
    assert_int_equal(sn_model_cut(m, wrong, NULL), SN_E_ARG);
    assert_int_equal(sn_model_cut(m, d, NULL), SN_E_ARG);
    assert_non_null(strstr(sn_context_error(ctx), "'out' also needs the input 'in'"));
    assert_int_equal(sn_model_cut(m, NULL, NULL), SN_OK);
    assert_int_equal(sn_model_cut(m, none, none), SN_OK);
    assert_int_equal(sn_model_save(m, at("n.param"), NULL), SN_OK);
    assert_data("n.param", SMALL, strlen(SMALL));
    sn_context_destroy(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(same_values, folder_setup, folder_teardown),
        cmocka_unit_test_setup_teardown(left_as_it_was, folder_setup, folder_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
