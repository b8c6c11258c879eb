/* SPDX-License-Identifier: Apache-2.0
 *
 * Measured speeds are of the right order, and what they are used for. */
#include "driver/driver_unit.h"

#include "driver/host.h"
#include "driver/roof.h"

static void measured(void **state)
{
    (void)state;
    sn_driver_options o = {.gcc_flags = "-O2 -march=native -ffp-contract=fast", .clang_flags = "-O2 -march=native -ffp-contract=fast", .cache = sn_arena_printf(arena, "%s/cache", folder)};
    sn_roof vectors, scalars, crowd;
    assert_ok(sn_roof_measure(arena, 8, 1, &o, &vectors));
    assert_ok(sn_roof_measure(arena, 1, 2, &o, &scalars));
    assert_ok(sn_roof_measure(arena, 8, 64, &o, &crowd));
    print_message("%.1f GFLOP/s, %.1f %.1f %.1f GB/s; scalar, two threads: %.1f\n", vectors.flops * 1e-9, vectors.speeds[0] * 1e-9,
                  vectors.speeds[1] * 1e-9, vectors.speeds[2] * 1e-9, scalars.flops * 1e-9);
    assert_true(vectors.flops > 1e8 && vectors.flops < 1e13);
    assert_true(scalars.flops < vectors.flops * 2);
    assert_true(crowd.flops < vectors.flops * 2 * sn_usable_processors());
    assert_true(crowd.speeds[0] < vectors.speeds[0] * 4 * sn_usable_processors());
    for (int i = 0; i < SN_ROOF_LEVELS; i++) assert_true(vectors.speeds[i] > 1e7 && vectors.speeds[i] < 1e13);
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
    assert_int_equal(sn_host_runs("-O2 -march=x86-64-v3"), __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"));
#else
    assert_false(sn_host_runs("-O2 -march=x86-64-v3"));
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(measured, driver_setup, driver_teardown),
        cmocka_unit_test_setup_teardown(host, driver_setup, driver_teardown),
        cmocka_unit_test_setup_teardown(used, driver_setup, driver_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
