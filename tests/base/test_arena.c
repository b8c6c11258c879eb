/* SPDX-License-Identifier: Apache-2.0
 *
 * Arenas and the vectors in them. Every size here is legal, so each test also runs under
 * SN_ARENA_MALLOC. */
#include "unit.h"

#include "base/num.h"
#include "base/vec.h"

typedef struct fixture {
    counting c;
    sn_ctx *ctx;
    sn_arena *arena;
} fixture;

static int setup(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    f->ctx = sn_ctx_create(counting_alloc, &f->c);
    f->arena = sn_arena_create(f->ctx);
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    fixture *f = *state;
    sn_arena_destroy(f->arena);
    size_t live = sn_ctx_live_bytes(f->ctx);
    sn_ctx_destroy(f->ctx);
    size_t left = f->c.n_live + f->c.live_bytes + live;
    free(f);
    return left == 0 ? 0 : -1;
}

static void assert_all(const unsigned char *p, size_t n, unsigned char want)
{
    for (size_t i = 0; i < n; i++) assert_int_equal(p[i], want);
}

static void test_blocks_do_not_overlap(void **state)
{
    fixture *f = *state;
    enum { N = 2000 };
    static unsigned char *p[N];
    static size_t n[N];
    sn_rng rng = sn_rng_of(1);
    for (int i = 0; i < N; i++) {
        n[i] = (size_t)sn_rng_range(&rng, 0, i % 50 == 0 ? 300000 : 200);
        p[i] = sn_arena_alloc(f->arena, n[i]);
        assert_int_equal((uintptr_t)p[i] % 16, 0);
        assert_all(p[i], n[i], 0);
        memset(p[i], i % 251 + 1, n[i]);
    }
    size_t sum = 0;
    for (int i = 0; i < N; i++) {
        assert_all(p[i], n[i], (unsigned char)(i % 251 + 1));
        sum += n[i];
    }
    assert_true(sn_arena_bytes(f->arena) >= sum);
    assert_true(sn_arena_bytes(f->arena) <= sum + (sum >> 1) + (2 << 20));
}

/* Random nesting of marks: what stands before a mark survives the restore, what comes after is zero
 * again. */
static void churn(sn_arena *arena, sn_rng *rng, int depth)
{
    size_t n = (size_t)sn_rng_range(rng, 1, depth % 2 ? 40000 : 400);
    unsigned char *p = sn_arena_alloc(arena, n);
    assert_all(p, n, 0);
    memset(p, depth + 1, n);
    for (int i = 0; depth < 5 && i < 4; i++) {
        sn_arena_mark mark = sn_arena_save(arena);
        churn(arena, rng, depth + 1);
        sn_arena_restore(arena, mark);
    }
    assert_all(p, n, (unsigned char)(depth + 1));
}

static void test_save_and_restore(void **state)
{
    fixture *f = *state;
    sn_rng rng = sn_rng_of(2);
    sn_arena_mark empty = sn_arena_save(f->arena);
    churn(f->arena, &rng, 0);
    sn_arena_restore(f->arena, empty);
    churn(f->arena, &rng, 0);
    sn_arena_restore(f->arena, empty);
    sn_arena_restore(f->arena, empty); /* nothing since: nothing to do */
}

static void test_a_loop_of_marks_does_not_grow(void **state)
{
    fixture *f = *state;
    sn_arena_mark mark = sn_arena_save(f->arena);
    size_t bytes = 0;
    for (int i = 0; i < 1000; i++) {
        for (int k = 0; k < 100; k++) sn_arena_alloc(f->arena, 100);
        if (i < 4) bytes = sn_arena_bytes(f->arena); /* until one block has room for all of it */
        assert_int_equal(sn_arena_bytes(f->arena), bytes);
        sn_arena_restore(f->arena, mark);
    }
}

static void test_text_helpers(void **state)
{
    fixture *f = *state;
    sn_arena *a = f->arena;
    assert_ptr_equal(sn_arena_ctx(a), f->ctx);
    assert_null(sn_arena_strdup(a, NULL));
    assert_null(sn_arena_strndup(a, NULL, 3));
    assert_string_equal(sn_arena_strdup(a, "abc"), "abc");
    assert_string_equal(sn_arena_strndup(a, "abcdef", 2), "ab");
    assert_string_equal(sn_arena_strndup(a, "ab", 9), "ab");
    assert_string_equal(sn_arena_printf(a, "%s-%05d", "x", 42), "x-00042");
    assert_string_equal(sn_arena_printf(a, "%s", ""), "");
    assert_memory_equal(sn_arena_copy(a, "a\0b", 3), "a\0b", 3);
    assert_non_null(sn_arena_copy(a, NULL, 0));
}

static void test_vectors(void **state)
{
    fixture *f = *state;
    struct pair {
        int a, b;
    };
    SN_VEC(int) ints = SN_VEC_IN(f->arena);
    SN_VEC(struct pair) pairs = SN_VEC_IN(f->arena);
    for (int i = 0; i < 10000; i++) {
        SN_PUSH(ints, i * 3);
        SN_PUSH(pairs, (struct pair){i, -i});
    }
    assert_int_equal(ints.n, 10000);
    for (int i = 0; i < 10000; i++) {
        assert_int_equal(ints.v[i], i * 3);
        assert_int_equal(pairs.v[i].b, -i);
    }
    assert_int_equal(SN_POP(ints), 9999 * 3);
    assert_int_equal(ints.n, 9999);
}

static sn_status overflowing(sn_arena *arena)
{
    sn_arena_alloc_n(arena, SIZE_MAX / 4, 8);
    return SN_OK;
}

static sn_status near_the_end(sn_arena *arena)
{
    sn_arena_alloc(arena, SIZE_MAX - 4);
    return SN_OK;
}

static sn_status overflowing_guarded(sn_arena *a) { SN_GUARD(sn_arena_ctx(a), overflowing(a)); }
static sn_status near_the_end_guarded(sn_arena *a) { SN_GUARD(sn_arena_ctx(a), near_the_end(a)); }

static void test_overflow_is_out_of_memory(void **state)
{
    fixture *f = *state;
    assert_int_equal(overflowing_guarded(f->arena), SN_E_MEMORY);
    assert_int_equal(near_the_end_guarded(f->arena), SN_E_MEMORY);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_blocks_do_not_overlap),
        TEST(test_save_and_restore),
        TEST(test_a_loop_of_marks_does_not_grow),
        TEST(test_text_helpers),
        TEST(test_vectors),
        TEST(test_overflow_is_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
