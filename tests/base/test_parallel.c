/* SPDX-License-Identifier: Apache-2.0
 *
 * Parallel loops: each index once, whatever the number of threads; nested loops; life of the pool.
 */
#include "unit.h"

#include "base/parallel.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

enum { N = 5000 };
static atomic_int hits[N];

static void hit(void *user, int64_t i)
{
    (void)user;
    atomic_fetch_add(&hits[i], 1);
}

static void assert_hits(int64_t n, int want)
{
    for (int64_t i = 0; i < N; i++) {
        assert_int_equal(atomic_load(&hits[i]), i < n ? want : 0);
        atomic_store(&hits[i], 0);
    }
}

static void test_each_index_once(void **state)
{
    (void)state;
    sn_ctx *ctx = sn_ctx_create(NULL, NULL);
    assert_true(sn_ctx_threads(ctx) >= 1);
    static const int64_t sizes[] = {-1, 0, 1, 2, 3, 7, 16, 17, 100, 1023, N};
    for (int threads = 1; threads <= 5; threads++) {
        sn_ctx_set_threads(ctx, threads);
        assert_int_equal(sn_ctx_threads(ctx), threads);
        for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
            sn_parallel_for(ctx, sizes[k], hit, NULL);
            assert_hits(sizes[k], 1);
            sn_parallel_for_long(ctx, sizes[k], hit, NULL);
            assert_hits(sizes[k], 1);
        }
    }
    sn_ctx_destroy(ctx);
}

static void test_many_short_loops(void **state)
{
    (void)state;
    sn_ctx *ctx = sn_ctx_create(NULL, NULL);
    sn_ctx_set_threads(ctx, 4);
    for (int i = 0; i < 5000; i++) sn_parallel_for(ctx, 3 + i % 20, hit, NULL);
    int sum = 0;
    for (int i = 0; i < N; i++) sum += atomic_exchange(&hits[i], 0);
    assert_int_equal(sum, 5000 / 20 * (20 * 3 + 190));
    sn_ctx_destroy(ctx);
}

static void is_here(void *user, int64_t i)
{
    const pthread_t *me = user;
    if (!pthread_equal(*me, pthread_self())) atomic_fetch_add(&hits[i], 1);
}

/* A thread costs more than they do. */
static void test_short_loops_wake_nobody(void **state)
{
    (void)state;
    counting c = {.fail_at = 0};
    pthread_t me = pthread_self();
    sn_ctx *ctx = sn_ctx_create(counting_alloc, &c);
    sn_ctx_set_threads(ctx, 4);
    const size_t before = c.n_live;
    sn_parallel_for(ctx, 1, is_here, &me);
    sn_parallel_for(ctx, 2, is_here, &me);
    sn_parallel_for(ctx, 3, is_here, &me);
    assert_int_equal(c.n_live, before); /* there is no pool */
    assert_hits(N, 0);
    sn_ctx_destroy(ctx);
}

static void nap(void *user, int64_t i)
{
    const struct timespec some = {.tv_nsec = 2000000};
    nanosleep(&some, NULL);
    is_here(user, i);
}

static void test_long_loops_are_shared(void **state)
{
    (void)state;
    pthread_t me = pthread_self();
    sn_ctx *ctx = sn_ctx_create(NULL, NULL);
    sn_ctx_set_threads(ctx, 2);
    int n_others = 0;
    for (int k = 0; k < 1000 && !n_others; k++) {
        sn_parallel_for(ctx, 50, nap, &me);
        for (int i = 0; i < N; i++) n_others += atomic_exchange(&hits[i], 0);
    }
    assert_true(n_others > 0);
    sn_ctx_destroy(ctx);
}

typedef struct meeting {
    atomic_int n_here, n_met;
} meeting;

/* Waits until another thread is inside too: only threads that truly run side by side meet. */
static void meet(void *user, int64_t i)
{
    (void)i;
    meeting *m = user;
    atomic_fetch_add(&m->n_here, 1);
    struct timespec nap = {.tv_nsec = 100000};
    for (int k = 0; k < 500000 && atomic_load(&m->n_here) < 2; k++) nanosleep(&nap, NULL);
    if (atomic_load(&m->n_here) == 2) atomic_fetch_add(&m->n_met, 1);
}

static void test_threads_run_side_by_side(void **state)
{
    (void)state;
    sn_ctx *ctx = sn_ctx_create(NULL, NULL);
    sn_ctx_set_threads(ctx, 2);
    for (int round = 0; round < 2; round++) { /* the second finds the thread of the first */
        meeting m = {0};
        sn_parallel_for_long(ctx, 2, meet, &m);
        assert_int_equal(atomic_load(&m.n_here), 2);
        assert_int_equal(atomic_load(&m.n_met),
                         2); /* one after the other, the first would meet nobody */
    }
    sn_ctx_destroy(ctx);
}

static void outer(void *user, int64_t i)
{
    (void)i;
    sn_parallel_for(user, 100, hit, NULL);
}

static void test_nested_loops_run_in_place(void **state)
{
    (void)state;
    sn_ctx *ctx = sn_ctx_create(NULL, NULL);
    sn_ctx_set_threads(ctx, 3);
    sn_parallel_for(ctx, 50, outer, ctx);
    assert_hits(100, 50);
    sn_parallel_for(ctx, 100, hit, NULL);
    assert_hits(100, 1);
    sn_ctx_destroy(ctx);
}

/* Without memory for a pool the loop runs all the same. */
static void test_no_memory_for_a_pool(void **state)
{
    (void)state;
    counting c = {.fail_at = 2, .fail_after = 1};
    sn_ctx *ctx = sn_ctx_create(counting_alloc, &c);
    sn_ctx_set_threads(ctx, 4);
    sn_parallel_for_long(ctx, 500, hit, NULL);
    assert_hits(500, 1);
    assert_int_equal(c.n_failed, 1);
    sn_ctx_destroy(ctx);
    assert_int_equal(c.n_live, 0);
}

static void *whole_life(void *arg)
{
    (void)arg;
    sn_ctx *ctx = sn_ctx_create(NULL, NULL);
    sn_ctx_set_threads(ctx, 2);
    for (int i = 0; i < 100; i++) sn_parallel_for(ctx, 100, hit, NULL);
    sn_ctx_destroy(ctx);
    return NULL;
}

static void test_contexts_are_independent(void **state)
{
    (void)state;
    pthread_t t[3];
    for (int i = 0; i < 3; i++) assert_int_equal(pthread_create(&t[i], NULL, whole_life, NULL), 0);
    for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
    assert_hits(100, 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_index_once),
        cmocka_unit_test(test_many_short_loops),
        cmocka_unit_test(test_short_loops_wake_nobody),
        cmocka_unit_test(test_long_loops_are_shared),
        cmocka_unit_test(test_threads_run_side_by_side),
        cmocka_unit_test(test_nested_loops_run_in_place),
        cmocka_unit_test(test_no_memory_for_a_pool),
        cmocka_unit_test(test_contexts_are_independent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
