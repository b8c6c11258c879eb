/* SPDX-License-Identifier: Apache-2.0
 *
 * Out of memory at every moment: the n-th allocation of a whole job fails, for every n, with those
 * after it or alone. The job ends with SN_E_MEMORY, the context can be destroyed with nothing left
 * behind, and the files that it was to replace are as they were. */
#include "api_unit.h"

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

/* One run in which allocation `n` fails, and those after it too if `all`; false when it never got there. */
static bool run_failing(const job *j, long n, bool all)
{
    counting count = {.fail_at = n, .fail_after = all};
    const sn_context_options o = {.alloc = counting_alloc, .user = &count, .threads = 1};
    sn_context *c = sn_context_create(&o);
    if (c) {
        sn_status s = j->run(c);
        if (count.n_failed ? s != SN_E_MEMORY && s != SN_OK : s != SN_OK)
            fail_msg("%s, allocation %ld: %s '%s'", j->name, n, sn_status_name_of(s), sn_context_error(c));
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
            if (count_files("", NULL) != 2) fail_msg("%s, allocation %ld: files are left", j->name, n);
            size_t now;
            char *s = get_data("m.param", &now);
            bool same = now == n_param && memcmp(s, param, now) == 0;
            free(s);
            if (same) assert_data("m.bin", bin, n_bin);
            else put_small("m", 1); /* it went without that one, and saved */
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
    const struct CMUnitTest tests[] = {T(optimizing), T(looking), T(models_can_be_destroyed_afterwards)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
