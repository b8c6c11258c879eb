/* SPDX-License-Identifier: Apache-2.0
 *
 * Measured speeds are of the right order, and what they are used for. */
#include "driver/driver_unit.h"

#include <sys/stat.h>
#include <unistd.h>

#include "driver/cache.h"
#include "driver/host.h"
#include "driver/roof.h"

static const sn_machine *machine_of(const char *name)
{
    const sn_machine *m = NULL;
    assert_ok(sn_machine_find(ctx, name, &m));
    return m;
}

static void measured(void **state)
{
    (void)state;
    const sn_driver_options o = {.cache = at("cache")};
    sn_roof vectors, scalars, crowd;
    assert_ok(sn_roof_measure(arena, machine_of("native"), 1, &o, &vectors));
    assert_ok(sn_roof_measure(arena, machine_of("generic"), 2, &o, &scalars));
    assert_ok(sn_roof_measure(arena, machine_of("native"), 64, &o, &crowd));
    print_message("%.1f GFLOP/s, %.1f %.1f %.1f GB/s; scalar, two threads: %.1f\n",
                  vectors.flops * 1e-9, vectors.speeds[0] * 1e-9, vectors.speeds[1] * 1e-9,
                  vectors.speeds[2] * 1e-9, scalars.flops * 1e-9);
    assert_true(vectors.flops > 1e8 && vectors.flops < 1e13);
    assert_true(scalars.flops < vectors.flops * 2);
    assert_true(crowd.flops < vectors.flops * 2 * sn_usable_processors());
    assert_true(crowd.speeds[0] < vectors.speeds[0] * 4 * sn_usable_processors());
    for (int i = 0; i < SN_ROOF_LEVELS; i++)
        assert_true(vectors.speeds[i] > 1e7 && vectors.speeds[i] < 1e13);
}

/* Vectors of 4 and of 1, the same instructions else: what is measured tells them apart. */
static void products_are_compared(void **state)
{
    (void)state;
#if defined(__x86_64__)
    const sn_machine *const two[2] = {machine_of("generic"), machine_of("x86-64")};
    const sn_driver_options o = {.cache = at("cache")};
    double flops[2] = {0, 0};
    assert_ok(sn_roof_products(arena, two, &o, flops));
    print_message("%.1f and %.1f GFLOP/s\n", flops[0] * 1e-9, flops[1] * 1e-9);
    assert_true(flops[0] > 1e7 && flops[1] > 1.5 * flops[0] && flops[1] < 1e12);
#endif
}

/* The notes of a cache: whole, the user's own, and replaced. */
static void notes(void **state)
{
    (void)state;
    const char *dir = NULL;
    assert_ok(sn_cache_open(arena, at("cache"), &dir));
    assert_null(sn_cache_read_note(arena, dir, "n"));
    sn_cache_write_note(arena, dir, "n", "one");
    sn_cache_write_note(arena, dir, "n", "another");
    assert_string_equal(sn_cache_read_note(arena, dir, "n"), "another");
    assert_int_equal(chmod(sn_arena_printf(arena, "%s/n", dir), 0666), 0);
    assert_null(sn_cache_read_note(arena, dir, "n"));
    sn_cache_write_note(arena, sn_arena_printf(arena, "%s/missing", dir), "n",
                        "one"); /* no mistake */
}

static const char *native_note(const char *dir)
{
    unsigned char digest[32];
    sn_sha256 h;
    sn_sha256_init(&h);
    sn_host_hash(&h);
    sn_sha256_end(&h, digest);
    return sn_arena_printf(arena, "%s/native-%02x%02x%02x%02x%02x%02x", dir, digest[0], digest[1],
                           digest[2], digest[3], digest[4], digest[5]);
}

static void native(void **state)
{
    (void)state;
    const sn_machine *m = NULL, *again = NULL, *plain = machine_of("native");
    assert_ok(sn_host_machine(arena, "x86-64-v4", at("cache"), &m));
    assert_ptr_equal(m, machine_of("x86-64-v4")); /* with a name, what runs this does not count */
    assert_ok(sn_host_machine(arena, "native", at("cache"), &m));
    if (sn_host_l2_bytes() > 0) assert_int_equal(m->l2_bytes, sn_host_l2_bytes());
    assert_true(sn_host_runs(m->gcc_flags));
    assert_int_equal(sn_host_machine(arena, "pdp11", at("cache"), &m), SN_E_ARG);
    if (strcmp(plain->name, "x86-64-v3-vl") != 0) {
        assert_string_equal(m->name, plain->name);
        return;
    }
    /* Both widths run: what was measured is a note, and is believed; what is no name is measured
     * anew. */
    assert_int_equal(access(native_note(at("cache")), R_OK), 0);
    const char *const names[] = {"x86-64-v4", "x86-64-v3-vl", "x86-64-v4"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        sn_cache_write_note(arena, at("cache"), strrchr(native_note(at("cache")), '/') + 1,
                            names[i]);
        assert_ok(sn_host_machine(arena, "native", at("cache"), &again));
        assert_string_equal(again->name, names[i]);
    }
    sn_cache_write_note(arena, at("cache"), strrchr(native_note(at("cache")), '/') + 1, "pdp11");
    assert_ok(sn_host_machine(arena, "native", at("cache"), &again));
    assert_string_equal(again->name, m->name);
    /* Without a compiler the narrower one. */
    setenv("CC", "/no/compiler", 1);
    sn_ctx_clear_error(ctx);
    assert_ok(sn_host_machine(arena, "native", at("other"), &again));
    assert_string_equal(sn_ctx_error(ctx), ""); /* nothing failed */
    assert_string_equal(again->name, plain->name);
    unsetenv("CC");
}

static void used(void **state)
{
    (void)state;
    const sn_roof roof = {.flops = 100, .bytes = {10, 100, 1000}, .speeds = {50, 20, 10}};
    assert_true(sn_roof_seconds(&roof, 200, 0) == 2);
    assert_true(sn_roof_seconds(&roof, 0, 10) == 0.2);
    assert_true(sn_roof_seconds(&roof, 10, 100) == 5);
    assert_true(sn_roof_seconds(&roof, 10, 5000) == 500);
}

static void host(void **state)
{
    (void)state;
    assert_true(sn_host_runs("-O2"));
    assert_true(sn_host_runs("-O2 -march=native"));
#if defined(__x86_64__)
    assert_true(sn_host_runs("-O2 -march=x86-64 -mtune=generic"));
    assert_true(sn_host_runs("-march=x86-64-v4") <= sn_host_runs("-march=x86-64-v3"));
    assert_int_equal(sn_host_runs("-O2 -march=x86-64-v3"),
                     __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"));
#else
    assert_false(sn_host_runs("-O2 -march=x86-64-v3"));
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(measured, driver_setup, driver_teardown),
        cmocka_unit_test_setup_teardown(products_are_compared, driver_setup, driver_teardown),
        cmocka_unit_test_setup_teardown(notes, driver_setup, driver_teardown),
        cmocka_unit_test_setup_teardown(native, driver_setup, driver_teardown),
        cmocka_unit_test_setup_teardown(host, driver_setup, driver_teardown),
        cmocka_unit_test_setup_teardown(used, driver_setup, driver_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
