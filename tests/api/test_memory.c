/* SPDX-License-Identifier: Apache-2.0
 *
 * Out of memory at every moment: the n-th allocation of a whole job fails, for every n, with those
 * after it or alone. The job ends with SN_E_MEMORY, the context can be destroyed with nothing left
 * behind, and the files that it was to replace are as they were. */
#include "api_unit.h"

#include "base/sanitized.h"

typedef struct job {
    const char *name;
    sn_status (*run)(sn_context *c);
} job;

/* Goes on where the library goes on by itself, stops at the first failure. */
static sn_status optimize_in_place(sn_context *c)
{
    sn_model *m = NULL;
    sn_status s = sn_model_load(c, at("m.param"), NULL, &m);
    if (s == SN_OK) s = sn_model_pin(m, "in=2,3,3");
    if (s == SN_OK) s = sn_model_keep(m, "r");
    if (s == SN_OK) s = sn_model_optimize(m, NULL, NULL);
    if (s == SN_OK) s = sn_model_save(m, at("m.param"), NULL);
    return s;
}

static bool swallow(void *user, const char *text, size_t n)
{
    (void)user;
    return text && n > 0;
}

static sn_status look_around(sn_context *c)
{
    sn_model *m = NULL, *copy = NULL;
    sn_layer_info info;
    sn_comparison r;
    sn_status s = sn_model_load(c, at("m.param"), NULL, &m);
    if (s == SN_OK) s = sn_report(c, m, "show", swallow, NULL);
    if (s == SN_OK) s = sn_report(c, m, "text", swallow, NULL);
    if (s == SN_OK) s = sn_model_layer(m, 2, &info);
    if (s == SN_OK) s = sn_model_clone(m, &copy);
    if (s == SN_OK) s = sn_model_compare(m, copy, 0, &r);
    if (s == SN_OK && (!r.ran || !r.equal)) s = SN_E_DIFFERS;
    if (s == SN_OK) s = sn_report(c, NULL, "passes", swallow, NULL);
    return s;
}

static bool swallow_file(void *user, const char *path, const void *data, size_t n)
{
    (void)user;
    return path && (data || !n);
}

/* Without a file, in or out. */
static sn_status through_memory(sn_context *c)
{
    static const float weights[15] = {0};
    const sn_model_load_options from = {.data = SMALL,
                                        .bytes = strlen(SMALL),
                                        .weights_data = weights,
                                        .weights_bytes = sizeof weights};
    const sn_model_save_options to = {.write = swallow_file};
    sn_model *m = NULL;
    sn_status s = sn_model_load(c, "m.param", &from, &m);
    if (s == SN_OK) s = sn_model_optimize(m, NULL, NULL);
    if (s == SN_OK) s = sn_model_save(m, "out.param", &to);
    return s;
}

static sn_status last_status;

/* One run in which allocation `n` fails, and those after it too if `all`; false when it never got
 * there. */
static bool run_failing(const job *j, long n, bool all)
{
    counting count = {.fail_at = n, .fail_after = all};
    const sn_context_options o = {.alloc = counting_alloc, .user = &count, .threads = 1};
    sn_context *c = sn_context_create(&o);
    if (c) {
        sn_status s = last_status = j->run(c);
        if (count.n_failed ? s != SN_E_MEMORY && s != SN_OK : s != SN_OK)
            fail_msg("%s, allocation %ld: %s '%s'", j->name, n, sn_status_name_of(s),
                     sn_context_error(c));
        if (s == SN_E_MEMORY) assert_non_null(strstr(sn_context_error(c), "out of memory"));
        if (s == SN_E_MEMORY) { /* the files are as they were, and alone in their folder */
            sn_context_destroy(c);
            c = NULL;
            assert_int_equal(count_files("", NULL), 2);
        }
        sn_context_destroy(c);
    } else {
        assert_int_not_equal(count.n_failed, 0);
    }
    if (count.n_live || count.live_bytes)
        fail_msg("%s, allocation %ld: %zu blocks are left", j->name, n, count.n_live);
    return count.n_failed > 0;
}

static void fail_all_over(const job *j)
{
    put_small("m", 1);
    size_t n_param, n_bin;
    char *param = get_data("m.param", &n_param), *bin = get_data("m.bin", &n_bin);
    for (int all = 0; all < 2; all++) {
        long n = 1, n_failed = 0, step = 1;
        while (run_failing(j, n, all)) {
            n_failed++;
            if (count_files("", NULL) != 2)
                fail_msg("%s, allocation %ld: files are left", j->name, n);
            size_t now;
            char *s = get_data("m.param", &now);
            bool same = now == n_param && memcmp(s, param, now) == 0;
            free(s);
            if (same)
                assert_data("m.bin", bin, n_bin);
            else
                put_small("m", 1); /* it went without that one, and saved */
            if (n >= 600) step = 1 + n / 37;
            n += step;
        }
        assert_true(n_failed > 100);
    }
    free(param);
    free(bin);
}

static void optimizing(void **state)
{
    (void)state;
    const job j = {"optimize", optimize_in_place};
    fail_all_over(&j);
}

static void looking(void **state)
{
    (void)state;
    const job j = {"look", look_around};
    fail_all_over(&j);
}

static void without_files(void **state)
{
    (void)state;
    const job j = {"memory", through_memory};
    fail_all_over(&j);
}

/* ---- networks that many passes have work in -------------------------------------------------- */

#define REPVGG                                                                                     \
    "7767517\n10 13\nInput in 0 1 in 0=6 1=6 2=2\nSplit s 1 3 in a b c\n"                          \
    "Convolution k3 1 1 a k3 0=2 1=3 4=1 6=36\nBatchNorm n3 1 1 k3 n3 0=2\n"                       \
    "Convolution k1 1 1 b k1 0=2 1=1 6=4\nBatchNorm n1 1 1 k1 n1 0=2\nBatchNorm n0 1 1 c n0 0=2\n" \
    "BinaryOp p 2 1 n3 n1 p\nBinaryOp q 2 1 p n0 q\nReLU r 1 1 q out\n"

#define ATTENTION                                                                                  \
    "7767517\n18 20\nInput x 0 1 x 0=6 1=5\nSplit s 1 3 x x0 x1 x2\n"                              \
    "InnerProduct q 1 1 x0 q 0=6 1=1 2=36\nInnerProduct k 1 1 x1 k 0=6 1=1 2=36\n"                 \
    "InnerProduct v 1 1 x2 v 0=6 1=1 2=36\nReshape q1 1 1 q q1 0=3 1=2 2=-1\nReshape k1 1 1 k k1 " \
    "0=3 1=2 2=-1\n"                                                                               \
    "Reshape v1 1 1 v v1 0=3 1=2 2=-1\nPermute q2 1 1 q1 q2 0=2\nPermute k2 1 1 k1 k2 0=2\n"       \
    "Permute v2 1 1 v1 v2 0=2\nMatMul m1 2 1 q2 k2 a0 0=1\nBinaryOp f 1 1 a0 a 0=2 1=1 "           \
    "2=0.5773503\n"                                                                                \
    "Softmax sm 1 1 a b 0=2 1=1\nMatMul m2 2 1 b v2 c\nPermute p 1 1 c d 0=2\nReshape r 1 1 d e "  \
    "0=6 1=-1\n"                                                                                   \
    "InnerProduct o 1 1 e out 0=6 1=1 2=36\n"

#define SIBLINGS                                                                                   \
    "7767517\n12 17\nInput in 0 1 in 0=4 1=4 2=2\nSplit s 1 4 in a b c d\n"                        \
    "Convolution c1 1 1 a u 0=2 1=1 5=1 6=4\nConvolution c2 1 1 b v 0=2 1=1 5=1 6=4\nConcat j 2 "  \
    "1 u v uv\n"                                                                                   \
    "Permute p1 1 1 c p1 0=3\nReLU r1 1 1 p1 r1\nPermute p2 1 1 r1 p2 0=4\n"                       \
    "Sigmoid g 1 1 d g\nSplit t 1 2 g g0 g1\nBinaryOp m 2 1 g0 p2 m 0=2\nConcat out 3 1 uv m g1 "  \
    "out\n"

/* The second convolution does so little that its weights become halves again. */
#define HALVES                                                                                     \
    "7767517\n9 10\nInput in 0 1 in 0=4 1=4 2=3\nSplit s 1 2 in a b\nConvolution c1 1 1 a u 0=2 "  \
    "1=1 6=6\n"                                                                                    \
    "BinaryOp m1 1 1 u v 0=2 1=1 2=0.3\nReLU r1 1 1 v w\nConvolution c2 1 1 b x 0=2 1=1 6=6\n"     \
    "BinaryOp m2 1 1 x y 0=2 1=1 2=0.003\nTanH r2 1 1 y z\nBinaryOp out 2 1 w z out 0=0\n"

typedef struct network {
    const char *name,
        *text; /* of the .param, with weights from a seed; NULL: a part of a network of the zoo */
    const char *pin, *to; /* a size; the end of the part */
    const char *pass;     /* must fire */
    bool halves;          /* in the file; weights that change must be half again, others not */
} network;

static const network networks[] = {
    {"repvgg_block", REPVGG, "in=2,6,6", NULL, "merge_parallel_convs", false},
    {"attention", ATTENTION, "x=5,6", NULL, "recognise_attention", false},
    {"siblings", SIBLINGS, "in=2,4,4", NULL, "join_siblings", false},
    {"halves", HALVES, "in=3,4,4", NULL, "fold_affine", true},
    {"repvgg", NULL, "data=3,8,8", "stage1.1/relu", "merge_parallel_convs", false},
    {"h01_act_then_bn", NULL, "in0=2,3,3", NULL, NULL, false},
    {"h14_int8_conv_bn", NULL, "in0=16,2,2", NULL, NULL, false},
    {"h03_split_output", NULL, "in0=4", NULL, NULL, false},
    {"h08_ip2d_flatten", NULL, "in0=2,3", NULL, NULL, false},
};

static const network *under_test;
static bool pass_fired;

static void listen(void *user, const sn_remark_info *remark)
{
    (void)user;
    if (remark->fired && under_test->pass && strcmp(remark->pass, under_test->pass) == 0)
        pass_fired = true;
}

/* The network as m.param and m.bin, made with as much memory as it takes. */
static void put_network(const network *net)
{
    sn_model *m = NULL;
    sn_context *c = sn_context_create(NULL);
    if (net->text) {
        const sn_model_load_options seeded = {.weights = "seed:1"};
        put_file("text.param", net->text);
        assert_int_equal(sn_model_load(c, at("text.param"), &seeded, &m), SN_OK);
        remove(at("text.param"));
    } else if (net->to) {
        const char *const to[] = {net->to, NULL};
        assert_int_equal(sn_model_zoo(c, net->name, 1, &m), SN_OK);
        assert_int_equal(sn_model_cut(m, NULL, to), SN_OK);
    } else {
        const char *tests = getenv("SINTER_TESTS");
        char path[512];
        snprintf(path, sizeof path, "%s/holes/%s.param", tests ? tests : "tests", net->name);
        assert_int_equal(sn_model_load(c, path, NULL, &m), SN_OK);
    }
    const sn_model_save_options o = {.storage = net->halves ? SN_WEIGHTS_FP16 : SN_WEIGHTS_KEEP};
    assert_int_equal(sn_model_save(m, at("m.param"), &o), SN_OK);
    sn_context_destroy(c);
}

/* All that the library does: what a failure leaves is for the next step to trip over. */
static sn_status whole_job(sn_context *c)
{
    static const char *const reports[] = {"show", "text", "names"};
    const sn_optimize_options how = {.remark = listen};
    sn_model *m = NULL, *before = NULL, *part = NULL;
    sn_comparison same;
    sn_diff diff;
    sn_groups_info groups;
    sn_optimize_result result;
    sn_storage_info storage;
    sn_status s = sn_model_load(c, at("m.param"), NULL, &m);
    if (s == SN_OK) s = sn_model_clone(m, &before);
    if (s == SN_OK) s = sn_model_pin(m, under_test->pin);
    if (s == SN_OK) s = sn_model_optimize(m, &how, &result);
    if (s == SN_OK) s = sn_model_pin(before, under_test->pin);
    if (s == SN_OK) s = sn_model_compare(before, m, 0, &same);
    if (s == SN_OK && (!same.ran || !same.equal)) s = SN_E_DIFFERS;
    for (int i = 0; s == SN_OK && i < 3; i++) s = sn_report(c, m, reports[i], swallow, NULL);
    if (s == SN_OK) s = sn_model_diff(before, m, &diff);
    if (s == SN_OK) s = sn_model_groups(m, NULL, &groups);
    if (s == SN_OK) s = sn_model_clone(before, &part);
    if (s == SN_OK) {
        const char *const to[] = {sn_model_output(part, 0), NULL};
        s = sn_model_cut(part, NULL, to);
    }
    if (s == SN_OK) s = sn_report(c, part, "show", swallow, NULL);
    if (s == SN_OK) s = sn_model_round_to_halves(part);
    if (s == SN_OK) s = sn_model_choose_storage(m, &storage);
    if (s == SN_OK && under_test->halves && (storage.n_halves != 1 || storage.n_singles != 1))
        s = SN_E_INTERNAL;
    if (s == SN_OK) s = sn_model_save(m, at("m.param"), NULL);
    return s;
}

/* How many allocations a job makes when all are granted. */
static long count_allocations(const job *j)
{
    counting count = {.fail_at = 0};
    const sn_context_options o = {.alloc = counting_alloc, .user = &count, .threads = 1};
    sn_context *c = sn_context_create(&o);
    sn_status s = j->run(c);
    if (s != SN_OK) fail_msg("%s: %s '%s'", j->name, sn_status_name_of(s), sn_context_error(c));
    sn_context_destroy(c);
    assert_int_equal(count.n_live, 0);
    return count.n_calls;
}

/* Of a small network; of one of the zoo. */
enum { MOST_RUNS = SANITIZED ? 50 : 150, FEW_RUNS = SANITIZED ? 10 : 30 };

static void many_passes(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof networks / sizeof *networks; k++) {
        const network *net = under_test = &networks[k];
        const job j = {net->name, whole_job};
        put_network(net);
        size_t n_param, n_bin;
        char *param = get_data("m.param", &n_param), *bin = get_data("m.bin", &n_bin);
        pass_fired = false;
        const long n_calls = count_allocations(&j);
        if (net->pass && !pass_fired) fail_msg("%s: %s did not fire", net->name, net->pass);
        const long n_runs = net->to ? FEW_RUNS : MOST_RUNS, step = 1 + n_calls / n_runs;
        for (int all = 0; all < 2; all++) {
            for (long n = 1 + (all ? step / 2 : 0); n <= n_calls; n += step) {
                put_data("m.param", param, n_param);
                put_data("m.bin", bin, n_bin);
                if (!run_failing(&j, n, all))
                    fail_msg("%s: allocation %ld never came", net->name, n);
                if (count_files("", NULL) != 2)
                    fail_msg("%s, allocation %ld: files are left", net->name, n);
                size_t n_now;
                char *now = get_data("m.param", &n_now);
                if (n_now == n_param && memcmp(now, param, n_now) == 0)
                    assert_data("m.bin", bin, n_bin);
                else
                    assert_true(last_status ==
                                SN_OK); /* what is saved although one failed, is saved whole */
                free(now);
            }
        }
        free(param);
        free(bin);
    }
}

/* A context out of memory can do nothing more, but its models can be destroyed one by one. */
static void models_can_be_destroyed_afterwards(void **state)
{
    (void)state;
    put_small("m", 1);
    for (long n = 20; n < 4000; n += 1 + n / 10) {
        counting count = {.fail_at = 0};
        const sn_context_options o = {.alloc = counting_alloc, .user = &count, .threads = 1};
        sn_context *c = sn_context_create(&o);
        sn_model *a = NULL, *b = NULL;
        assert_int_equal(sn_model_load(c, at("m.param"), NULL, &a), SN_OK);
        assert_int_equal(sn_model_load(c, at("m.param"), NULL, &b), SN_OK);
        count.fail_at = count.n_calls + n;
        count.fail_after = 1;
        sn_status s = sn_model_optimize(a, NULL, NULL);
        sn_model_destroy(b);
        sn_model_destroy(a);
        sn_context_destroy(c);
        assert_int_equal(count.n_live, 0);
        if (s == SN_OK) break;
        assert_int_equal(s, SN_E_MEMORY);
    }
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, folder_setup, folder_teardown)
    const struct CMUnitTest tests[] = {T(optimizing), T(looking), T(without_files), T(many_passes),
                                       T(models_can_be_destroyed_afterwards)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
