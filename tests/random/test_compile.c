/* SPDX-License-Identifier: Apache-2.0
 *
 * Random networks, compiled and compared with the reference interpreter, in every fusion mode. Without arguments some fixed seeds;
 * `test_compile --seeds A..B` for long runs, which goes on after a failure and names the seeds. */
#include "kernels/kernel_unit.h"

#include <inttypes.h>
#include <stdlib.h>

#include "random/gen.h"

enum { N_SEEDS = 24 };

static uint64_t first_seed = 1, last_seed = N_SEEDS;

static sn_graph *sized_graph(sn_arena *arena, uint64_t seed)
{
    rand_case r;
    size_t n = 0;
    kernel_ok(rand_make(ctx, seed, arena, &r));
    sn_value **inputs = sn_graph_inputs(r.g, arena, &n);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < r.n_sizes; k++) {
            if (inputs[i]->name && strcmp(inputs[i]->name, r.sizes[k].name) == 0) sn_value_set_shape(inputs[i], &r.sizes[k].shape);
        }
    }
    kernel_ok(sn_infer_graph(r.g));
    return r.g;
}

static bool can_plan(const sn_graph *g, sn_arena *arena, uint64_t seed)
{
    sn_plan_options plan = {.fusion = SN_FUSION_FULL, .n_threads = 2};
    sn_program *p = NULL;
    kernel_ok(sn_machine_find(ctx, "native", &plan.machine));
    sn_status status = sn_plan(g, &plan, arena, &p);
    if (status == SN_OK) return true;
    if (status != SN_E_UNSUPPORTED) fail_msg("seed %" PRIu64 ": %s", seed, sn_ctx_error(ctx));
    return false;
}

static void agree(void **state)
{
    (void)state;
    static const sn_fusion_mode modes[] = {SN_FUSION_FULL, SN_FUSION_TVM, SN_FUSION_OFF};
    int n_run = 0, n_left = 0;
    for (uint64_t seed = first_seed; seed <= last_seed; seed++) {
        sn_arena *arena = sn_arena_create(ctx);
        sn_graph *g = sized_graph(arena, seed);
        kernel_options o = {.fusion = modes[seed % 3 == 0 ? seed / 3 % 3 : 0], .bound = 2e-4, .max_threads = 2};
        print_message("seed %" PRIu64 ": %u layers\n", seed, g->n_nodes);
        if (can_plan(g, arena, seed)) {
            check_graph(g, NULL, 0, &o);
            n_run++;
        } else {
            print_message("left out: %s\n", sn_ctx_error(ctx));
            n_left++;
        }
        sn_graph_destroy(g);
        sn_arena_destroy(arena);
    }
    print_message("%d networks compiled, %d left out\n", n_run, n_left);
    assert_true(n_run > n_left);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(agree)};
    if (argc == 3 && strcmp(argv[1], "--seeds") == 0 && sscanf(argv[2], "%" SCNu64 "..%" SCNu64, &first_seed, &last_seed) != 2) return 2;
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
