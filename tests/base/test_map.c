/* SPDX-License-Identifier: Apache-2.0
 *
 * Maps under many keys, and the hash they stand on. */
#include "unit.h"

#include "base/map.h"
#include "base/num.h"

#include <stdio.h>

static sn_ctx *ctx;
static sn_arena *arena;

static int setup(void **state)
{
    (void)state;
    ctx = sn_ctx_create(NULL, NULL);
    arena = sn_arena_create(ctx);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    sn_ctx_destroy(ctx);
    return 0;
}

enum { N = 100000 };
static int values[N];

static void test_many_texts(void **state)
{
    (void)state;
    sn_map *map = sn_map_create(arena);
    char key[32];
    assert_null(sn_map_get(map, "none"));
    assert_false(sn_map_has(map, ""));
    for (int i = 0; i < N; i++) {
        snprintf(key, sizeof key, "blob_%d", i);
        assert_false(sn_map_has(map, key));
        sn_map_put(map, key, &values[i]);
    }
    memset(key, 'z', sizeof key); /* keys were copied */
    assert_int_equal(sn_map_count(map), N);
    for (int i = 0; i < N; i++) {
        snprintf(key, sizeof key, "blob_%d", i);
        assert_ptr_equal(sn_map_get(map, key), &values[i]);
    }
    assert_false(sn_map_has(map, "blob_100000"));
    sn_map_put(map, "blob_5", NULL);
    assert_true(sn_map_has(map, "blob_5"));
    assert_null(sn_map_get(map, "blob_5"));
    assert_int_equal(sn_map_count(map), N);
    sn_map_put(map, "", &values[1]);
    assert_ptr_equal(sn_map_get(map, ""), &values[1]);
}

static void test_many_numbers(void **state)
{
    (void)state;
    sn_map *map = sn_map_create(arena);
    assert_null(sn_map_get_u64(map, 0));
    /* Keys whose low halves are equal. */
    for (uint64_t i = 0; i < N; i++) sn_map_put_u64(map, i << 32, &values[i]);
    sn_map_put_u64(map, UINT64_MAX, &values[7]);
    assert_int_equal(sn_map_count(map), N + 1);
    for (uint64_t i = 0; i < N; i++) {
        assert_ptr_equal(sn_map_get_u64(map, i << 32), &values[i]);
        assert_false(sn_map_has_u64(map, i << 32 | 1));
    }
    assert_ptr_equal(sn_map_get_u64(map, UINT64_MAX), &values[7]);
    sn_map_put_u64(map, 0, &values[9]);
    assert_ptr_equal(sn_map_get_u64(map, 0), &values[9]);
    assert_int_equal(sn_map_count(map), N + 1);
}

static void test_intern(void **state)
{
    (void)state;
    sn_map *map = sn_map_create(arena);
    char a[] = "name", b[] = "name";
    const char *p = sn_map_intern(map, a);
    for (int i = 0; i < 1000; i++) {
        char other[16];
        snprintf(other, sizeof other, "n%d", i);
        assert_ptr_not_equal(sn_map_intern(map, other), p);
    }
    assert_ptr_equal(sn_map_intern(map, b), p);
    assert_string_equal(p, "name");
    assert_ptr_not_equal(p, a);
    assert_int_equal(sn_map_count(map), 1001);
}

static void test_hash(void **state)
{
    (void)state;
    unsigned char data[64] = {0};
    /* Zeros of every length, and each single bit, and another seed: all different. */
    sn_map *seen = sn_map_create(arena);
    for (size_t n = 0; n <= sizeof data; n++) sn_map_put_u64(seen, sn_hash_bytes(data, n, 0), data);
    for (size_t bit = 0; bit < 8 * sizeof data; bit++) {
        data[bit / 8] ^= (unsigned char)(1 << bit % 8);
        sn_map_put_u64(seen, sn_hash_bytes(data, sizeof data, 0), data);
        data[bit / 8] = 0;
    }
    sn_map_put_u64(seen, sn_hash_bytes(data, sizeof data, 1), data);
    assert_int_equal(sn_map_count(seen), 65 + 512 + 1);
    /* Position in memory does not matter. */
    for (size_t i = 0; i < 40; i++) data[i] = (unsigned char)(i % 8 * 31);
    assert_int_equal(sn_hash_bytes(data, 21, 5), sn_hash_bytes(data + 8, 21, 5));
}

/* The same on every host: pinned. */
static void test_hash_is_pinned(void **state)
{
    (void)state;
    assert_int_equal(sn_hash_bytes("", 0, 0), UINT64_C(0x48218226ff3cd4bf));
    assert_int_equal(sn_hash_bytes("sinter fuses", 12, 42), UINT64_C(0x3286b5edf02e200d));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_many_texts),     cmocka_unit_test(test_many_numbers),
        cmocka_unit_test(test_intern),         cmocka_unit_test(test_hash),
        cmocka_unit_test(test_hash_is_pinned),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
