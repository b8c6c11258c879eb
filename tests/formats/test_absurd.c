/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers that no network has: every param of every layer type of ncnn, one after the other, at
 * values that overflow, turn negative or ask for all memory; and such counts and sizes in the frame
 * of a file. */
#include "bad_unit.h"

#include "base/num.h"
#include "base/sanitized.h"
#include "formats/ncnn/schema.h"

static const char *const scalars[] = {
    "-1",         "0",          "7",           "-233", "-234", "65536",
    "1073741824", "2147483647", "-2147483648", "1e38", "-0.5", "word",
};
static const char *const arrays[] = {
    "0",
    "1,-1",
    "1,2147483647",
    "2,-2147483648,2147483647",
    "4,1073741824,1073741824,1073741824,1073741824",
    "3,0,0,0",
    "9,1,2,3,4,5,6,7,8,9",
    "2,-233,-233",
    "3,1e38,-1.0,0.0",
};
static const char *const strings[] = {
    "\"0w\"",         "\"*(2147483647,*(2147483647,2147483647))\"",
    "\"//(1,0),0w\"", "\"5w,9z,0q\"",
    "\"((((\"",       "\"%(0w,0),-1,-1\"",
    "\",,\"",         "\"-2147483648,0w,0h,0c,0d,0w\"",
};
#define N_OF(a) (sizeof(a) / sizeof(a)[0])

/* A layer with so many bottoms behind inputs of 4x3x2, with one param set. */
static void run_layer(const char *type, int n_bottoms, int n_tops, const char *param)
{
    char text[1024];
    size_t n = 0;
#define ADD(...) (n += (size_t)snprintf(text + n, sizeof text - n, __VA_ARGS__))
    ADD("7767517\n%d %d\n", n_bottoms + 1, n_bottoms + n_tops);
    for (int i = 0; i < n_bottoms; i++) ADD("Input i%d 0 1 i%d 0=4 1=3 2=2\n", i, i);
    ADD("%s l %d %d", type, n_bottoms, n_tops);
    for (int i = 0; i < n_bottoms; i++) ADD(" i%d", i);
    for (int i = 0; i < n_tops; i++) ADD(" o%d", i);
    ADD(" %s\n", param);
#undef ADD
    assert_true(n < sizeof text);
    snprintf(now_running, sizeof now_running, "%s, %d to %d, %s", type, n_bottoms, n_tops, param);
    const sn_model_load_options o = {.weights = "seed:1"};
    run_model(put_data("m.param", text, n), &o);
}

/* One bottom, and as many as make a difference; of the values of all params a fifth is tried where
 * sanitizers watch. */
static void run_all_bottoms(const char *type, const char *param)
{
    static unsigned n;
    if (!has_turn_sanitized(&n, 5)) return; /* of 12, 9 and 8 values */
    run_layer(type, 1, 1, param);
    run_layer(type, 3, 2, param);
}

static void every_param_at_absurd_values(void **state)
{
    (void)state;
    char param[128];
    for (int i = 0; i < sn_ncnn_n_layers(); i++) {
        const sn_ncnn_layer *l = sn_ncnn_layer_at(i);
        for (const sn_ncnn_param *p = l->params; p && p->id >= 0; p++) {
            for (size_t k = 0; k < N_OF(scalars); k++) {
                snprintf(param, sizeof param, "%d=%s", p->id, scalars[k]);
                run_all_bottoms(l->type, param);
            }
            bool list = p->kind == SN_NCNN_INTS || p->kind == SN_NCNN_FLOATS;
            for (size_t k = 0; k < (list ? N_OF(arrays) : 2); k++) {
                snprintf(param, sizeof param, "%d=%s", -23300 - p->id, arrays[k]);
                run_all_bottoms(l->type, param);
            }
            for (size_t k = 0; k < (p->kind == SN_NCNN_STR ? N_OF(strings) : 1); k++) {
                snprintf(param, sizeof param, "%d=%s", p->id, strings[k]);
                run_all_bottoms(l->type, param);
            }
        }
    }
    assert_in_range(n_loaded, n_runs / 10, n_runs);
}

/* Several params at once: what each check by itself lets through. */
static void several_params_at_absurd_values(void **state)
{
    (void)state;
    sn_rng rng = sn_rng_of(11);
    for (int i = 0; i < sn_ncnn_n_layers(); i++) {
        const sn_ncnn_layer *l = sn_ncnn_layer_at(i);
        for (int k = 0; k < (SANITIZED ? 8 : 60); k++) {
            char param[512] = "";
            size_t n = 0;
            for (const sn_ncnn_param *p = l->params; p && p->id >= 0 && n < 400; p++) {
                bool list = p->kind == SN_NCNN_INTS || p->kind == SN_NCNN_FLOATS;
                if (sn_rng_range(&rng, 0, 2) == 0) continue;
                if (list)
                    n += (size_t)snprintf(param + n, sizeof param - n, "%d=%s ", -23300 - p->id,
                                          arrays[sn_rng_range(&rng, 0, N_OF(arrays) - 1)]);
                else if (p->kind == SN_NCNN_STR)
                    n += (size_t)snprintf(param + n, sizeof param - n, "%d=%s ", p->id,
                                          strings[sn_rng_range(&rng, 0, N_OF(strings) - 1)]);
                else if (k % 2)
                    n += (size_t)snprintf(param + n, sizeof param - n, "%d=%s ", p->id,
                                          scalars[sn_rng_range(&rng, 0, N_OF(scalars) - 2)]);
                else /* small, so that the layer itself comes into its own */
                    n += (size_t)snprintf(param + n, sizeof param - n, "%d=%d ", p->id,
                                          (int)sn_rng_range(&rng, -1, 4));
            }
            run_layer(l->type, 1 + k % 4, 1 + k % 3, param);
        }
    }
    assert_in_range(n_loaded, n_runs / 10, n_runs);
}

/* ---- the frame ------------------------------------------------------------------------------- */

static const struct {
    const char *text;
    sn_status code;
} frames[] = {
    {"7767517\n2147483647 2147483647\nInput i 0 1 i\n", SN_E_FORMAT},
    {"7767517\n99999999999999999999 1\nInput i 0 1 i\n", SN_E_FORMAT},
    {"7767517\n1 99999999999999999999\nInput i 0 1 i\n", SN_E_FORMAT},
    {"7767517\n-1 -1\nInput i 0 1 i\n", SN_E_FORMAT},
    {"7767517\n1 2147483647\nInput i 0 1 i\n", SN_OK},
    {"7767517\n1 1\nInput i 2147483647 1 i\n", SN_E_FORMAT},
    {"7767517\n1 1\nInput i -2147483648 1 i\n", SN_E_FORMAT},
    {"7767517\n1 1\nInput i 0 4294967297 i\n", SN_E_FORMAT},
    {"7767517\n1 1\nInput i 0 1 i -23330=2147483647,1\n", SN_E_FORMAT},
    {"7767517\n1 1\nInput i 0 1 i -23330=4,3,2147483647,2147483647,2147483647\n", SN_OK},
    {"7767517\n1 1\nInput i 0 1 i 0=2147483647 1=2147483647 2=2147483647 11=2147483647\n", SN_OK},
    {"7767517\n1 1\nInput i 0 1 i 0=-5 1=-5 2=-5\n", SN_OK},
    {"7767517\n1 1\nMemoryData d 0 1 d 0=2147483647 1=2147483647 2=2147483647 11=2147483647\n",
     SN_E_FORMAT},
    {"7767517\n2 2\nInput i 0 1 i\nConvolution c 1 1 i c 0=1 1=1073741824 6=2147483647\n",
     SN_E_FORMAT},
    {"7767517\n2 2\nInput i 0 1 i\nInnerProduct c 1 1 i c 0=-2 2=-6\n", SN_E_FORMAT},
    {"7767517\n1 2\nReLU r 1 1 r r\n", SN_OK},
};

/* With an empty .bin beside them: sizes of weights are compared with what is there. */
static void absurd_frames(void **state)
{
    (void)state;
    put_data("m.bin", "", 0);
    for (size_t i = 0; i < N_OF(frames); i++) {
        snprintf(now_running, sizeof now_running, "frame %zu", i);
        sn_model *m = NULL;
        sn_status s = sn_model_load(
            context, put_data("m.param", frames[i].text, strlen(frames[i].text)), NULL, &m);
        if (s != frames[i].code)
            fail_msg("%s: found %s '%s'", frames[i].text, sn_status_name_of(s),
                     sn_context_error(context));
        sn_model_destroy(m);
        const sn_model_load_options none = {0};
        run_model(at("m.param"), &none);
    }
}

/* Many layers in a row: nothing recurses, nothing is quadratic. */
static void deep_and_wide(void **state)
{
    (void)state;
    enum { N = SANITIZED ? 5000 : 20000 };
    char *text = malloc(N * 64 + 1000000);
    size_t n = (size_t)sprintf(text, "7767517\n%d %d\nInput i 0 1 b0 0=2\n", N + 1, N + 1);
    for (int i = 0; i < N; i++)
        n += (size_t)sprintf(text + n, "%s l%d 1 1 b%d b%d\n", i % 2 ? "Sigmoid" : "ReLU", i, i,
                             i + 1);
    strcpy(now_running, "deep");
    const sn_model_load_options o = {.weights = "seed:1"};
    assert_int_equal(run_model(put_data("m.param", text, n), &o), SN_OK);

    n = (size_t)sprintf(text, "7767517\n3 %d\nInput i 0 1 b 0=2\nSplit s 1 %d b", N + 2, N);
    for (int i = 0; i < N; i++) n += (size_t)sprintf(text + n, " s%d", i);
    n += (size_t)sprintf(text + n, "\nConcat c %d 1", N);
    for (int i = 0; i < N; i++) n += (size_t)sprintf(text + n, " s%d", i);
    n += (size_t)sprintf(text + n, " out\n");
    strcpy(now_running, "wide");
    assert_int_equal(run_model(put_data("m.param", text, n), &o), SN_OK);
    free(text);
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, bad_setup, bad_teardown)
    const struct CMUnitTest tests[] = {
        T(absurd_frames),
        T(deep_and_wide),
        T(every_param_at_absurd_values),
        T(several_params_at_absurd_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
