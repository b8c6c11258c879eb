/* SPDX-License-Identifier: Apache-2.0
 *
 * The context: messages, diagnostics, registered memory, the guard, resources. */
#include "unit.h"

#include <stdio.h>

#include "base/map.h"

static void test_status_table(void **state)
{
    (void)state;
    assert_string_equal(sn_status_name(SN_OK), "OK");
    assert_string_equal(sn_status_name(SN_E_FORMAT), "E_FORMAT");
    assert_string_equal(sn_status_text(SN_E_MEMORY), "out of memory");
    assert_string_equal(sn_status_name((sn_status)99), "E_?");
}

static void test_errors_are_recorded(void **state)
{
    (void)state;
    sn_ctx *ctx = sn_ctx_create(NULL, NULL);
    assert_string_equal(sn_ctx_error(ctx), "");
    assert_int_equal(sn_fail(ctx, SN_E_SHAPE, "line %d: %s", 7, "bad"), SN_E_SHAPE);
    assert_string_equal(sn_ctx_error(ctx), "line 7: bad");
    /* The old text may be part of the new one. */
    assert_int_equal(sn_fail(ctx, SN_E_IO, "f: %s", sn_ctx_error(ctx)), SN_E_IO);
    assert_string_equal(sn_ctx_error(ctx), "f: line 7: bad");
    assert_int_equal(sn_fail(ctx, SN_E_IO, "a\nb\x1b[31mc\x7f"), SN_E_IO);
    assert_string_equal(sn_ctx_error(ctx), "a b?[31mc?");
    char *longest = malloc(10001);
    memset(longest, 'x', 10000);
    longest[10000] = '\0';
    assert_int_equal(sn_fail(ctx, SN_E_IO, "%s", longest), SN_E_IO);
    size_t n = strlen(sn_ctx_error(ctx));
    assert_in_range(n, 1000, 9999);
    assert_string_equal(sn_ctx_error(ctx) + n - 4, "x...");
    free(longest);
    sn_ctx_clear_error(ctx);
    assert_string_equal(sn_ctx_error(ctx), "");
    sn_ctx_destroy(ctx);
}

static void collect(void *user, sn_level level, const char *text)
{
    char *all = user;
    snprintf(all + strlen(all), 256 - strlen(all), "%d<%s>", (int)level, text);
}

static void test_diagnostics(void **state)
{
    (void)state;
    char all[256] = "";
    sn_ctx *ctx = sn_ctx_create(NULL, NULL);
    sn_warn(ctx, "nobody listens");
    sn_ctx_set_diag(ctx, collect, all);
    sn_warn(ctx, "w%d", 1);
    sn_note(ctx, "two\nlines");
    assert_int_equal(sn_fail(ctx, SN_E_ARG, "errors do not come here"), SN_E_ARG);
    char want[64];
    snprintf(want, sizeof want, "%d<w1>%d<two lines>", SN_WARNING, SN_NOTE);
    assert_string_equal(all, want);
    assert_string_equal(sn_ctx_error(ctx), "errors do not come here");
    sn_ctx_destroy(ctx);
}

static void test_memory_is_counted(void **state)
{
    (void)state;
    counting c = {0};
    sn_ctx *ctx = sn_ctx_create(counting_alloc, &c);
    unsigned char *a = sn_alloc(ctx, 100), *b = sn_alloc(ctx, 0), *d = sn_alloc(ctx, 50);
    assert_non_null(b);
    for (int i = 0; i < 100; i++) assert_int_equal(a[i], 0);
    assert_int_equal((uintptr_t)a % 16, 0);
    assert_int_equal((uintptr_t)d % 16, 0);
    assert_int_equal(sn_ctx_live_bytes(ctx), 150);
    memset(a, 7, 100);
    for (size_t n = 200; n < 100000; n *= 3) { /* moves sooner or later, between neighbours */
        a = sn_realloc(ctx, a, n);
        assert_int_equal(a[99], 7);
        assert_int_equal(sn_ctx_live_bytes(ctx), n + 50);
    }
    size_t peak = sn_ctx_live_bytes(ctx);
    a = sn_realloc(ctx, a, 10);
    assert_int_equal(a[9], 7);
    sn_free(ctx, b);
    sn_free(ctx, NULL);
    assert_int_equal(sn_ctx_live_bytes(ctx), 60);
    assert_int_equal(sn_ctx_peak_bytes(ctx), peak);
    unsigned char *e = sn_realloc(ctx, NULL, 5);
    assert_int_equal(e[4], 0);
    assert_null(sn_try_alloc(ctx, SIZE_MAX - 8));
    sn_free(ctx, a);
    sn_ctx_destroy(ctx); /* d and e go with it */
    assert_int_equal(c.n_live, 0);
    assert_int_equal(c.live_bytes, 0);
}

static void test_overflow(void **state)
{
    (void)state;
    size_t out;
    assert_false(sn_mul_overflow(0, SIZE_MAX, &out));
    assert_false(sn_mul_overflow(SIZE_MAX, 1, &out));
    assert_int_equal(out, SIZE_MAX);
    assert_true(sn_mul_overflow(SIZE_MAX / 2 + 1, 2, &out));
    assert_false(sn_add_overflow(SIZE_MAX - 1, 1, &out));
    assert_true(sn_add_overflow(SIZE_MAX, 1, &out));
}

static int n_released;
static char released[8];

static void note_release(void *what) { released[n_released++] = *(const char *)what; }

static sn_status job_of_three(sn_ctx *ctx)
{
    char *a = sn_alloc(ctx, 10);
    sn_resource_add(ctx, note_release, "r");
    a = sn_realloc(ctx, a, 20000);
    return a[19] == 'q' ? SN_E_INTERNAL : SN_OK;
}

static sn_status guarded_job(sn_ctx *ctx) { SN_GUARD(ctx, job_of_three(ctx)); }

static void test_each_allocation_may_fail(void **state)
{
    (void)state;
    n_released = 0;
    assert_int_equal(fail_each_allocation(guarded_job), 4); /* and the context itself */
    /* Released where it was added, and also where there was no memory to remember it; not when a
     * came before. */
    assert_int_equal(n_released, 3);
}

static sn_status inner(sn_ctx *ctx)
{
    sn_alloc(ctx, SIZE_MAX / 2);
    return SN_OK;
}

static sn_status inner_guarded(sn_ctx *ctx) { SN_GUARD(ctx, inner(ctx)); }

static sn_status outer(sn_ctx *ctx)
{
    if (inner_guarded(ctx) != SN_E_MEMORY) return SN_E_INTERNAL;
    sn_alloc(ctx, 8); /* the outer guard stands again */
    inner(ctx);
    return SN_OK;
}

static sn_status outer_guarded(sn_ctx *ctx) { SN_GUARD(ctx, outer(ctx)); }

static void test_guards_nest(void **state)
{
    (void)state;
    counting c = {0};
    sn_ctx *ctx = sn_ctx_create(counting_alloc, &c);
    c.fail_at = 2; /* the context was the first */
    assert_int_equal(inner_guarded(ctx), SN_E_MEMORY);
    c = (counting){.n_calls = 1, .fail_at = 2, .n_live = c.n_live, .live_bytes = c.live_bytes};
    assert_int_equal(inner_guarded(ctx), SN_E_MEMORY);
    sn_ctx_clear_error(ctx);
    c.fail_at = 0;
    assert_int_equal(outer_guarded(ctx), SN_E_MEMORY);
    assert_non_null(strstr(sn_ctx_error(ctx), "8 are in use"));
    sn_ctx_destroy(ctx);
    assert_int_equal(c.n_live, 0);
}

static sn_status remembers_and_fails(sn_ctx *ctx)
{
    sn_ctx_remember(ctx);
    sn_ctx_remember(ctx);
    sn_alloc(ctx, SIZE_MAX / 2);
    return SN_OK;
}

static sn_status remembers_guarded(sn_ctx *ctx) { SN_GUARD(ctx, remembers_and_fails(ctx)); }

/* What is kept goes with the last that wants it, and a jump out of memory ends what began under its
 * guard. */
static void test_remembering_nests(void **state)
{
    (void)state;
    sn_ctx *ctx = sn_ctx_create(NULL, NULL);
    assert_null(sn_ctx_memo(ctx));
    sn_ctx_remember(ctx);
    sn_map_put_u64(sn_ctx_memo(ctx), 7, ctx);
    sn_ctx_remember(ctx);
    sn_ctx_forget(ctx);
    assert_ptr_equal(sn_map_get_u64(sn_ctx_memo(ctx), 7), ctx);
    assert_int_equal(remembers_guarded(ctx), SN_E_MEMORY);
    assert_ptr_equal(sn_map_get_u64(sn_ctx_memo(ctx), 7), ctx);
    sn_ctx_forget(ctx);
    assert_null(sn_ctx_memo(ctx));
    assert_int_equal(remembers_guarded(ctx), SN_E_MEMORY);
    assert_null(sn_ctx_memo(ctx));
    assert_int_equal(sn_ctx_live_bytes(ctx), 0);
    sn_ctx_destroy(ctx);
}

static void test_resources_go_newest_first(void **state)
{
    (void)state;
    n_released = 0;
    sn_ctx *ctx = sn_ctx_create(NULL, NULL);
    sn_resource *r[4];
    static char names[] = "abcd";
    for (int i = 0; i < 4; i++) r[i] = sn_resource_add(ctx, note_release, names + i);
    sn_resource_drop(ctx, r[1]);
    assert_int_equal(n_released, 1);
    sn_ctx_destroy(ctx);
    assert_int_equal(n_released, 4);
    assert_memory_equal(released, "bdca", 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_status_table),
        cmocka_unit_test(test_errors_are_recorded),
        cmocka_unit_test(test_diagnostics),
        cmocka_unit_test(test_memory_is_counted),
        cmocka_unit_test(test_overflow),
        cmocka_unit_test(test_each_allocation_may_fail),
        cmocka_unit_test(test_guards_nest),
        cmocka_unit_test(test_remembering_nests),
        cmocka_unit_test(test_resources_go_newest_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
