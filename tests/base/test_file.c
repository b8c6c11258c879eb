/* SPDX-License-Identifier: Apache-2.0
 *
 * Mappings and sinks. */
#include "folder.h"

#include "base/file.h"

#include <sys/stat.h>

static void test_map(void **state)
{
    (void)state;
    sn_ctx *ctx = sn_ctx_create(NULL, NULL);
    put_file("a", "seven\n!");
    put_file("empty", "");
    sn_mapping *m = NULL, *e = NULL;
    assert_int_equal(sn_file_map(ctx, at("a"), &m), SN_OK);
    assert_int_equal(m->n_bytes, 7);
    assert_memory_equal(m->data, "seven\n!", 7);
    assert_string_equal(m->path, at("a"));
    put_file("b", "replacement");
    assert_int_equal(rename(at("b"), at("a")), 0);
    assert_memory_equal(m->data, "seven\n!", 7); /* the mapping keeps the file it was made of */
    assert_int_equal(sn_file_map(ctx, at("empty"), &e), SN_OK);
    assert_int_equal(e->n_bytes, 0);
    assert_null(e->data);
    sn_unmap_file(ctx, m);
    sn_unmap_file(ctx, NULL);
    sn_ctx_destroy(ctx); /* e goes with it */
}

static void test_what_cannot_be_mapped(void **state)
{
    (void)state;
    sn_ctx *ctx = sn_ctx_create(NULL, NULL);
    assert_int_equal(mkfifo(at("pipe"), 0600), 0);
    static const char *const rows[][2] = {
        {"none", "No such file"}, {"pipe", "not a regular file"}, {".", "folder"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        sn_mapping *m = NULL;
        int n_open = open_descriptors();
        size_t live = sn_ctx_live_bytes(ctx);
        assert_int_equal(sn_file_map(ctx, at(rows[i][0]), &m), SN_E_IO);
        assert_null(m);
        assert_non_null(strstr(sn_ctx_error(ctx), folder));
        assert_non_null(strstr(sn_ctx_error(ctx), rows[i][1]));
        assert_int_equal(open_descriptors(), n_open);
        assert_int_equal(sn_ctx_live_bytes(ctx), live);
    }
    sn_ctx_destroy(ctx);
}

static sn_status map_it(sn_ctx *ctx)
{
    sn_mapping *m;
    SN_TRY(sn_file_map(ctx, at("a"), &m));
    return m->n_bytes == 3 ? SN_OK : SN_E_INTERNAL;
}

static sn_status map_guarded(sn_ctx *ctx) { SN_GUARD(ctx, map_it(ctx)); }

static void test_map_without_memory(void **state)
{
    (void)state;
    put_file("a", "abc");
    int n_open = open_descriptors();
    assert_true(fail_each_allocation(map_guarded) >= 2);
    assert_int_equal(open_descriptors(), n_open);
}

static void test_exists(void **state)
{
    (void)state;
    put_file("a", "");
    assert_true(sn_file_exists(at("a")));
    assert_false(sn_file_exists(at("b")));
}

static void test_string_sink(void **state)
{
    (void)state;
    sn_ctx *ctx = sn_ctx_create(NULL, NULL);
    sn_arena *arena = sn_arena_create(ctx);
    sn_str_sink s;
    sn_str_sink_init(&s, arena);
    assert_int_equal(sn_write(&s.base, "ab\0c", 4), SN_OK);
    assert_int_equal(sn_write(&s.base, NULL, 0), SN_OK);
    assert_int_equal(sn_writef(&s.base, "%d|", 12), SN_OK);
    assert_int_equal(sn_writef(&s.base, "%01000d", 7), SN_OK); /* beyond the stack buffer */
    assert_int_equal(s.base.n_bytes, 1007);
    assert_int_equal(s.str.n, 1007);
    assert_memory_equal(s.str.s, "ab\0c12|000", 10);
    assert_string_equal(s.str.s + 1000, "0000007");
    sn_ctx_destroy(ctx);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_setup, folder_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_map),    TEST(test_what_cannot_be_mapped), TEST(test_map_without_memory),
        TEST(test_exists), TEST(test_string_sink),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
