/* SPDX-License-Identifier: Apache-2.0
 *
 * Random networks in f64: the gradient of a sum of their results by every input and every constant
 * against central differences. Where one jumps or bends nothing is compared; a layer without a
 * gradient has to be refused.
 *
 *     test_gradients [FIRST LAST]    other seeds than those of the test, and why networks are
 *                                  refused */
#include "base/unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "differences.h"
#include "ir/ir_text.h"
#include "random/prop.h"
#include "ref/unfuse.h"

enum { N_SEEDS = 500, MOST_NODES = 20 };

static sn_ctx *ctx;
static bool said; /* why networks are refused */
static uint64_t seed, first_seed = 1, last_seed = N_SEEDS;

typedef struct gradient_counts {
    unsigned long networks, refused, others;
    uint64_t compared, jumps;
} gradient_counts;

static bool is_small(const sn_graph *g)
{
    int n = 0;
    SN_EACH_NODE(node, g)
    {
        n += !sn_op_has(node->op, SN_TRAIT_INPUT | SN_TRAIT_OUTPUT | SN_TRAIT_CONSTANT);
    }
    return n <= MOST_NODES;
}

static void check(sn_arena *arena, gradient_counts *counts)
{
    rand_case c;
    sn_graph *g = NULL;
    if (rand_make(ctx, seed, arena, &c) != SN_OK)
        fail_msg("seed %llu: %s", (unsigned long long)seed, sn_ctx_error(ctx));
    /* what is of a format computes in f32, and says so */
    if (c.retyped || !is_small(c.g) || rand_to_type(c.g, SN_TYPE_f64) != SN_OK ||
        rand_at_sizes(c.g, c.n_sizes, c.sizes, &g) != SN_OK ||
        rand_run(ctx, arena, g, 0, NULL) != SN_OK) {
        counts->others++;
        return;
    }
    sn_unfuse(g); /* as a training does */
    if (sn_infer_graph(g) != SN_OK)
        fail_msg("seed %llu: %s", (unsigned long long)seed, sn_ctx_error(ctx));
    gradient_check k = {.ctx = ctx,
                        .arena = arena,
                        .g = g,
                        .low = -1,
                        .high = 1,
                        .all_constants = true,
                        .may_jump = true};
    sn_str_init(&k.failure, arena);
    sn_str text;
    sn_str_init(&text, arena);
    sn_graph_print(g, NULL, &text);
    const sn_status status = gradient_check_run(&k);
    if (status == SN_E_UNSUPPORTED || status == SN_E_ARG) {
        counts->refused++;
        if (said) printf("seed %llu: %s\n", (unsigned long long)seed, sn_ctx_error(ctx));
        return;
    }
    if (status != SN_OK) fail_msg("seed %llu: %s", (unsigned long long)seed, sn_ctx_error(ctx));
    if (k.failure.n) {
        printf("%s", text.s);
        fail_msg("seed %llu: %s", (unsigned long long)seed, k.failure.s);
    }
    counts->networks++;
    counts->compared += k.n_compared;
    counts->jumps += k.n_jumps;
}

static void differences_agree(void **state)
{
    (void)state;
    gradient_counts counts = {0};
    for (seed = first_seed; seed <= last_seed; seed++) {
        ctx = sn_ctx_create(NULL, NULL);
        check(sn_arena_create(ctx), &counts);
        sn_ctx_destroy(ctx);
    }
    printf("%lu networks, %llu numbers, %llu at jumps; %lu without a gradient, %lu that are not "
           "f64 or too large\n",
           counts.networks, (unsigned long long)counts.compared, (unsigned long long)counts.jumps,
           counts.refused, counts.others);
    assert_true(counts.jumps * 10 < counts.compared + 10);
    if (last_seed + 1 - first_seed >= N_SEEDS)
        assert_true(counts.networks * 6 >= last_seed + 1 - first_seed);
}

int main(int argc, char **argv)
{
    if (argc == 3) {
        said = true;
        first_seed = strtoull(argv[1], NULL, 10);
        last_seed = strtoull(argv[2], NULL, 10);
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(differences_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
