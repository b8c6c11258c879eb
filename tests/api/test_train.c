/* SPDX-License-Identifier: Apache-2.0
 *
 * Training by the public interface: what is asked for wrongly changes nothing, states go out and
 * in, and what was learnt is stored and written. */
#include "api/api_unit.h"

#include <math.h>

static sn_context *context;

/* A batch norm between two layers; weights by a seed. */
#define NETWORK                                                                                    \
    "7767517\n5 5\nInput in 0 1 in 0=3\nInnerProduct fc1 1 1 in a 0=4 1=1 2=12\n"                  \
    "BatchNorm bn 1 1 a b 0=4\nReLU r 1 1 b c\nInnerProduct fc2 1 1 c out 0=2 1=1 2=8\n"

enum { BATCH = 4, N_IN = 3, N_OUT = 2 };

static const float images[BATCH * N_IN] = {0.5F, -1, 2, 1, 0.25F, -0.5F, -2, 1, 1, 0, 1, 0.5F};
static const int32_t classes[BATCH] = {0, 1, 1, 0};
static const float wanted[BATCH * N_OUT] = {1, 0, 0.5F, -1, 2, 1, 0, 0};

static int setup(void **state)
{
    if (folder_setup(state)) return -1;
    context = sn_context_create(NULL);
    float w[4 + 12 + 4 + 16 + 4 + 8 + 2];
    memset(w, 0, sizeof w);
    int k = 0;
    for (int i = 0; i < 1 + 12 + 4; i++, k++) w[k] = i ? (float)((i * 7) % 11 - 5) / 8 : 0;
    for (int i = 0; i < 16; i++, k++) w[k] = i < 4 || (i >= 8 && i < 12) ? 1 : 0.25F;
    for (int i = 0; i < 1 + 8 + 2; i++, k++) w[k] = i ? (float)((i * 5) % 7 - 3) / 4 : 0;
    put_data("net.param", NETWORK, strlen(NETWORK));
    put_data("net.bin", w, (size_t)k * sizeof *w);
    return context ? 0 : -1;
}

static int teardown(void **state)
{
    sn_context_destroy(context);
    return folder_teardown(state);
}

static void must(sn_status status)
{
    if (status != SN_OK) fail_msg("%s", sn_context_error(context));
}

static sn_model *loaded(void)
{
    sn_model *m = NULL;
    must(sn_model_load(context, at("net.param"), NULL, &m));
    return m;
}

static sn_trainer *trainer_of(sn_model *m, const char *loss, const char *optimizer)
{
    const sn_train_options o = {
        .loss = loss, .optimizer = optimizer, .batch = BATCH, .clip_norm = 10};
    sn_trainer *t = NULL;
    must(sn_trainer_create(m, &o, &t));
    return t;
}

/* All that a step may change, one state behind the other. */
typedef struct snapshot {
    float v[512];
    size_t n;
} snapshot;

static snapshot states_of(sn_trainer *t)
{
    snapshot s = {.n = 0};
    for (uint32_t i = 0; i < sn_trainer_n_states(t); i++) {
        sn_train_state is;
        must(sn_trainer_state(t, i, &is));
        assert_string_equal(is.array.type, "f32");
        memcpy(s.v + s.n, is.array.data, is.array.bytes);
        s.n += is.array.n;
    }
    return s;
}

static void assert_unchanged(sn_trainer *t, const snapshot *was)
{
    const snapshot is = states_of(t);
    assert_int_equal(is.n, was->n);
    assert_memory_equal(is.v, was->v, was->n * sizeof *was->v);
}

static void options_are_checked(void **state)
{
    (void)state;
    static const char *const nobody[] = {"fc1.*", "head.*", NULL};
    const struct {
        sn_train_options o;
        const char *says;
    } wrong[] = {
        {{0}, "no loss"},
        {{.loss = "square"}, "no loss is called 'square'"},
        {{.loss = "mse", .optimizer = "lion"}, "no optimizer is called 'lion'"},
        {{.loss = "mse", .momentum = 1}, "momentum is 1"},
        {{.loss = "mse", .momentum = NAN}, "momentum is nan"},
        {{.loss = "mse", .nesterov = true}, "Nesterov"},
        {{.loss = "mse", .weight_decay = -1}, "weight decay is -1"},
        {{.loss = "mse", .clip_norm = INFINITY}, "clip"},
        {{.loss = "mse", .statistics_momentum = 1.5}, "statistics is 1.5"},
        {{.loss = "mse", .trainable = nobody}, "no weight is called 'head.*'"},
        {{.loss = "mse", .result = "nothing"}, "no result is called 'nothing'"},
    };
    sn_model *m = loaded();
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        sn_train_options o = wrong[i].o;
        sn_trainer *t = NULL;
        o.batch = BATCH;
        assert_int_equal(sn_trainer_create(m, &o, &t), SN_E_ARG);
        assert_null(t);
        if (!strstr(sn_context_error(context), wrong[i].says))
            fail_msg("%zu: %s", i, sn_context_error(context));
    }
    sn_model_destroy(m);
}

static void what_fails_changes_nothing(void **state)
{
    (void)state;
    sn_model *m = loaded();
    sn_trainer *t = trainer_of(m, "softmax_cross_entropy", "adam");
    double loss = 0;
    must(sn_trainer_run(t, (const void *const[]){images, classes}, 0.1, &loss));
    const snapshot was = states_of(t);
    const int32_t far[BATCH] = {0, 1, 2, 0}, below[BATCH] = {-1, 1, 1, 0};
    assert_int_equal(sn_trainer_run(t, (const void *const[]){images, far}, 0.1, &loss), SN_E_ARG);
    assert_unchanged(t, &was);
    assert_int_equal(sn_trainer_run(t, (const void *const[]){images, below}, 0.1, &loss), SN_E_ARG);
    assert_unchanged(t, &was);
    float bad[BATCH * N_IN];
    memcpy(bad, images, sizeof bad);
    bad[4] = NAN;
    assert_int_equal(sn_trainer_run(t, (const void *const[]){bad, classes}, 0.1, &loss),
                     SN_E_NOT_FINITE);
    assert_true(isnan(loss));
    assert_unchanged(t, &was);
    assert_int_equal(sn_trainer_run(t, (const void *const[]){images, classes}, NAN, &loss),
                     SN_E_ARG);
    assert_int_equal(sn_trainer_run(t, (const void *const[]){images, classes}, 1e39, &loss),
                     SN_E_NOT_FINITE);
    assert_unchanged(t, &was);
    sn_train_state s;
    assert_int_equal(sn_trainer_state(t, sn_trainer_n_states(t), &s), SN_E_ARG);
    assert_int_equal(sn_trainer_set_state(t, sn_trainer_n_states(t), images), SN_E_ARG);
    must(sn_trainer_state(t, 0, &s));
    float *nothing = calloc(s.array.n, sizeof *nothing);
    nothing[s.array.n - 1] = INFINITY;
    assert_int_equal(sn_trainer_set_state(t, 0, nothing), SN_E_NOT_FINITE);
    assert_unchanged(t, &was);
    free(nothing);
    sn_array z;
    must(sn_trainer_evaluate(t, (const void *const[]){images, classes}, &loss, &z));
    assert_unchanged(t, &was);
    assert_int_equal(z.n, BATCH * N_OUT);
    sn_trainer_destroy(t);
    sn_trainer_destroy(NULL);
    sn_model_destroy(m);
}

/* A trainer that is given the states of another one goes on as that does. */
static void states_go_out_and_in(void **state)
{
    (void)state;
    const void *const inputs[] = {images, wanted};
    sn_model *m = loaded();
    sn_trainer *a = trainer_of(m, "mse", "adamw"), *b = trainer_of(m, "mse", "adamw");
    double loss_a = 0, loss_b = 0;
    for (int i = 0; i < 3; i++) must(sn_trainer_run(a, inputs, 0.01, &loss_a));
    assert_int_equal(sn_trainer_n_states(a), sn_trainer_n_states(b));
    for (uint32_t i = 0; i < sn_trainer_n_states(a); i++) {
        sn_train_state s;
        must(sn_trainer_state(a, i, &s));
        must(sn_trainer_set_state(b, i, s.array.data));
    }
    must(sn_trainer_run(a, inputs, 0.01, &loss_a));
    must(sn_trainer_run(b, inputs, 0.01, &loss_b));
    assert_true(loss_a == loss_b);
    const snapshot is = states_of(a);
    assert_unchanged(b, &is);
    sn_trainer_destroy(a);
    sn_trainer_destroy(b);
    sn_model_destroy(m);
}

/* A training that stops and goes on from its states makes the steps that it would have made, and
 * knows how many epochs there were. */
static void goes_on(void **state)
{
    (void)state;
    static const char *const optimizers[] = {"sgd", "adam", "adamw"};
    const void *const inputs[] = {images, wanted};
    for (size_t k = 0; k < sizeof optimizers / sizeof optimizers[0]; k++) {
        sn_model *m = loaded();
        sn_trainer *a = trainer_of(m, "mse", optimizers[k]),
                   *b = trainer_of(m, "mse", optimizers[k]);
        double loss_a = 0, loss_b = 0;
        const void *block = NULL;
        size_t bytes = 0;
        uint32_t epochs = 0;
        must(sn_trainer_run(a, inputs, 0.01, &loss_a));
        must(sn_trainer_save(a, 7, &block, &bytes));
        must(sn_trainer_resume(b, block, bytes, &epochs));
        assert_int_equal(epochs, 7);
        for (int i = 0; i < 3; i++) {
            must(sn_trainer_run(a, inputs, 0.01, &loss_a));
            must(sn_trainer_run(b, inputs, 0.01, &loss_b));
            assert_true(loss_a == loss_b);
        }
        const snapshot is = states_of(a);
        assert_unchanged(b, &is);
        must(sn_trainer_block(a, &block, &bytes)); /* as generated code has it */
        must(sn_trainer_resume(b, block, bytes, &epochs));
        assert_int_equal(epochs, 0);
        assert_int_equal(sn_trainer_save(a, (uint32_t)INT32_MAX + 1, &block, &bytes), SN_E_ARG);
        sn_trainer_destroy(a);
        sn_trainer_destroy(b);
        sn_model_destroy(m);
    }
}

static void assert_refused(sn_trainer *t, const unsigned char *block, size_t bytes,
                           sn_status expected, const char *says)
{
    uint32_t epochs = 99;
    const snapshot was = states_of(t);
    assert_int_equal(sn_trainer_resume(t, block, bytes, &epochs), expected);
    if (!strstr(sn_context_error(context), says)) fail_msg("%s", sn_context_error(context));
    assert_int_equal(epochs, 99);
    assert_unchanged(t, &was);
}

/* Every byte of a block counts, and each of its ends is missed; states of other trainings do not
 * fit. Nothing is changed then. */
static void other_states_are_refused(void **state)
{
    (void)state;
    sn_model *m = loaded();
    sn_trainer *sgd = trainer_of(m, "mse", "sgd"), *adam = trainer_of(m, "mse", "adam"),
               *adamw = trainer_of(m, "mse", "adamw");
    const sn_train_options o = {.loss = "mse", .momentum = 0.5, .batch = BATCH};
    sn_trainer *momentum = NULL;
    must(sn_trainer_create(m, &o, &momentum));
    const void *made = NULL;
    size_t n = 0;
    must(sn_trainer_save(adam, 1, &made, &n));
    assert_refused(adamw, made, n, SN_E_ARG, "by adam, and this one is by adamw");
    assert_refused(sgd, made, n, SN_E_ARG, "by adam, and this one is by sgd");
    unsigned char *copy = malloc(n);
    assert_non_null(copy);
    for (size_t i = 0; i < n; i++) {
        memcpy(copy, made, n);
        copy[i] ^= 0x20;
        uint32_t epochs = 99;
        assert_int_not_equal(sn_trainer_resume(adam, copy, n, &epochs), SN_OK);
        assert_int_equal(sn_trainer_resume(adam, made, i, &epochs), SN_E_FORMAT);
        assert_int_equal(epochs, 99);
    }
    free(copy);
    must(sn_trainer_block(adam, &made, &n));
    assert_refused(adamw, made, 11, SN_E_FORMAT, "no block of states");
    assert_refused(sgd, made, n, SN_E_ARG, "this training has none of that name");
    must(sn_trainer_save(sgd, 1, &made, &n));
    assert_refused(momentum, made, n, SN_E_ARG, "there is no state 'fc1.weight.momentum'");
    must(sn_trainer_save(momentum, 1, &made, &n));
    assert_refused(sgd, made, n, SN_E_ARG, "there is a state 'fc1.weight.momentum'");
    sn_trainer_destroy(sgd);
    sn_trainer_destroy(adam);
    sn_trainer_destroy(adamw);
    sn_trainer_destroy(momentum);
    sn_model_destroy(m);
}

/* The first step of Adam is the learning rate, whatever the gradient: 1 - 0.999 is no difference of
 * two floats. */
static void first_step_of_adam(void **state)
{
    (void)state;
    sn_model *m = loaded();
    sn_trainer *t = trainer_of(m, "mse", "adam");
    double loss = 0;
    int n = 0;
    const snapshot was = states_of(t);
    must(sn_trainer_run(t, (const void *const[]){images, wanted}, 0.5, &loss));
    const snapshot is = states_of(t);
    size_t k = 0;
    for (uint32_t i = 0; i < sn_trainer_n_states(t); i++) {
        sn_train_state s;
        must(sn_trainer_state(t, i, &s));
        for (uint64_t j = 0; j < s.array.n; j++, k++) {
            if (strcmp(s.array.name, "fc2.bias") != 0) continue;
            assert_true(fabs(fabs((double)is.v[k] - was.v[k]) - 0.5) < 1e-6);
            n++;
        }
    }
    assert_int_equal(n, N_OUT);
    sn_trainer_destroy(t);
    sn_model_destroy(m);
}

static void stored_and_written(void **state)
{
    (void)state;
    const void *const inputs[] = {images, wanted};
    sn_model *m = loaded(), *read = NULL;
    sn_trainer *t = trainer_of(m, "mse", NULL);
    double first = 0, loss = 0;
    must(sn_trainer_run(t, inputs, 0.05, &first));
    for (int i = 0; i < 200; i++) must(sn_trainer_run(t, inputs, 0.05, &loss));
    assert_true(loss < first / 4);
    sn_array z;
    must(sn_trainer_evaluate(t, inputs, &loss, &z));
    float judged[BATCH * N_OUT];
    assert_int_equal(z.bytes, sizeof judged);
    memcpy(judged, z.data, sizeof judged);
    must(sn_trainer_store(t));
    sn_trainer_destroy(t);
    must(sn_model_save(m, at("out.param"), NULL));
    sn_model_destroy(m);
    must(sn_model_load(context, at("out.param"), NULL, &read));
    /* each image alone, by running statistics */
    for (int i = 0; i < BATCH; i++) {
        sn_array out;
        must(sn_model_run_interpreted(read, (const void *const[]){images + i * N_IN}, &out));
        assert_int_equal(out.n, N_OUT);
        for (int k = 0; k < N_OUT; k++)
            assert_true(fabs(((const float *)out.data)[k] - judged[i * N_OUT + k]) < 1e-5);
    }
    sn_model_destroy(read);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(options_are_checked, setup, teardown),
        cmocka_unit_test_setup_teardown(what_fails_changes_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(states_go_out_and_in, setup, teardown),
        cmocka_unit_test_setup_teardown(goes_on, setup, teardown),
        cmocka_unit_test_setup_teardown(other_states_are_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(first_step_of_adam, setup, teardown),
        cmocka_unit_test_setup_teardown(stored_and_written, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
