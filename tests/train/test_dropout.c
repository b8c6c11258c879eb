/* SPDX-License-Identifier: Apache-2.0
 *
 * Dropout in steps of training: other elements each step and for each seed, the same for any number
 * of threads, and one count of steps beside an optimizer's own. */
#include "api/model.h"
#include "base/unit.h"
#include "formats/format.h"

#include <string.h>

#include "ir/ir_text.h"
#include "ref/run.h"
#include "train/training.h"

enum { STEPS = 3 };

static const char *const with_ratio = "\"x\" = input : f32[4,6]\n"
                                      "\"l\" = gemm(\"x\", @\"w\")\n"
                                      "\"d\" = dropout(\"l\") {ratio=0.5}\n"
                                      "\"e\" = dropout(\"d\") {ratio=0.25}\n"
                                      "output(\"e\")\n"
                                      "@\"w\" = f32[6,5] seed 1\n";
static const char *const without = "\"x\" = input : f32[4,6]\n"
                                   "\"l\" = gemm(\"x\", @\"w\")\n"
                                   "\"d\" = dropout(\"l\")\n"
                                   "output(\"d\")\n"
                                   "@\"w\" = f32[6,5] seed 1\n";

static sn_graph *parsed(sn_context *context, const char *text)
{
    sn_graph *g = NULL;
    assert_int_equal(SN_OK, sn_graph_parse(context->ctx, "test", (sn_text){text, strlen(text)},
                                           sn_format_op_find, &g));
    assert_int_equal(SN_OK, sn_infer_graph(g));
    return g;
}

static const sn_tensor *ramp(sn_ctx *ctx, const sn_value *v, float first, float step)
{
    sn_tensor *t = NULL;
    void *data = NULL;
    assert_int_equal(SN_OK, sn_tensor_create(ctx, SN_TYPE_f32, &v->shape, &t, &data));
    for (int64_t i = 0; i < sn_tensor_count(t); i++) ((float *)data)[i] = first + step * (float)i;
    return t;
}

/* Losses of some steps; how many of its states are called "steps". */
static int train(const char *text, const sn_training_options *o, int threads, float rate,
                 double *losses)
{
    sn_context *context = sn_context_create(NULL);
    assert_non_null(context);
    sn_ctx_set_threads(context->ctx, threads);
    sn_graph *g = parsed(context, text);
    sn_training_values values;
    assert_int_equal(SN_OK, sn_training_make(g, o, &values));
    int n_counts = 0;
    for (size_t i = 0; i < values.n_params; i++)
        n_counts += strcmp(values.params[i].value->name, "steps") == 0;
    size_t n = 0;
    sn_value **inputs = sn_graph_inputs(g, g->scratch, &n);
    const sn_tensor *feeds[3], *results[16];
    assert_int_equal(3, n);
    for (size_t i = 0; i < n; i++)
        feeds[i] = inputs[i] == values.learning_rate ? ramp(context->ctx, inputs[i], rate, 0)
                                                     : ramp(context->ctx, inputs[i], -1, 0.125f);
    for (int k = 0; k < STEPS; k++) {
        assert_int_equal(SN_OK, sn_run_graph(g, feeds, n, NULL, results));
        losses[k] = sn_tensor_at(results[0], 0);
        for (size_t i = 0; i < values.n_params; i++)
            sn_value_set_data(values.params[i].value, results[values.params[i].result]);
        sn_tensors_release(results, sn_graph_output(g)->n_in);
    }
    sn_tensors_release(feeds, n);
    sn_graph_destroy(g);
    sn_context_destroy(context);
    return n_counts;
}

static sn_training_options options(sn_optimizer optimizer, int32_t seed)
{
    sn_training_options o = sn_training_defaults();
    o.loss = SN_LOSS_MSE;
    o.optimizer = optimizer;
    o.seed = seed;
    return o;
}

static void each_step_and_each_seed_has_its_own(void **state)
{
    const sn_training_options o = options(SN_OPTIMIZER_SGD, 0), p = options(SN_OPTIMIZER_SGD, 1);
    double a[STEPS], b[STEPS];
    (void)state;
    assert_int_equal(1, train(with_ratio, &o, 1, 0, a));
    assert_int_equal(1, train(with_ratio, &p, 1, 0, b));
    assert_true(a[0] != a[1] && a[1] != a[2] && a[0] != a[2]);
    assert_true(a[0] != b[0]);
}

static void threads_do_not_matter(void **state)
{
    const sn_training_options o = options(SN_OPTIMIZER_ADAM, 3);
    double a[STEPS], b[STEPS];
    (void)state;
    assert_int_equal(1, train(with_ratio, &o, 1, 0.125f, a));
    assert_int_equal(1, train(with_ratio, &o, 3, 0.125f, b));
    assert_memory_equal(a, b, sizeof a);
}

static void without_a_ratio_it_does_nothing(void **state)
{
    const sn_training_options o = options(SN_OPTIMIZER_SGD, 0);
    double a[STEPS];
    (void)state;
    assert_int_equal(0, train(without, &o, 1, 0, a));
    assert_true(a[0] == a[1] && a[1] == a[2]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_step_and_each_seed_has_its_own),
                                       cmocka_unit_test(threads_do_not_matter),
                                       cmocka_unit_test(without_a_ratio_it_does_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
