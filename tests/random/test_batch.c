/* SPDX-License-Identifier: Apache-2.0
 *
 * Random networks with an axis of images in front: where sinter puts one, each image is what the
 * network makes of it alone, and the axis goes again.
 *
 *     test_batch [FIRST LAST]    other seeds than those of the test */
#include "base/unit.h"
#include "base/sanitized.h"

#include <stdio.h>
#include <stdlib.h>

#include "passes/batch_axis.h"
#include "random/prop.h"
#include "ref/images.h"
#include "ref/run.h"

enum { N_SEEDS = SANITIZED ? 500 : 2000 };

static sn_ctx *ctx;
static uint64_t seed, first_seed = 1, last_seed = N_SEEDS;

static void must(sn_status status)
{
    if (status != SN_OK) fail_msg("seed %llu: %s", (unsigned long long)seed, sn_ctx_error(ctx));
}

/* Whether all sizes of a network of these are known and it can be run at all. */
static bool runs(const sn_graph *g)
{
    SN_EACH_NODE(n, g)
    {
        if (!sn_node_evaluates(n) && !sn_op_has(n->op, SN_TRAIT_OUTPUT | SN_TRAIT_INPUT))
            return false;
        for (uint16_t i = 0; i < n->n_out; i++)
            if (!sn_shape_known(&sn_out(n, i)->shape)) return false;
    }
    return true;
}

/* 1 where the axis could be put there, and the network ran. */
static int check(const sn_graph *g, sn_arena *arena)
{
    sn_graph *batch = NULL, *image = NULL;
    const char *why = NULL;
    const int64_t images = 1 + (int64_t)(seed % 3);
    int64_t n = 0;
    must(sn_batch_add(g, images, arena, &batch, &why));
    if (!batch) {
        assert_non_null(why);
        return 0;
    }
    must(sn_check_images_apart(batch, g, images));
    must(sn_batch_drop(batch, false, arena, &image, &n, &why));
    if (!image)
        fail_msg("seed %llu: the axis does not go again: %s", (unsigned long long)seed, why);
    assert_int_equal(n, images);
    must(sn_check_images_apart(batch, image, images));
    sn_graph_destroy(image);
    sn_graph_destroy(batch);
    return 1;
}

static void images_stay_apart(void **state)
{
    (void)state;
    int n_checked = 0;
    for (seed = first_seed; seed <= last_seed; seed++) {
        ctx = sn_ctx_create(NULL, NULL);
        sn_arena *arena = sn_arena_create(ctx);
        rand_case c;
        sn_graph *g = NULL;
        must(rand_make(ctx, seed, arena, &c));
        must(rand_at_sizes(c.g, c.n_sizes, c.sizes, &g));
        if (runs(g)) n_checked += check(g, arena);
        sn_ctx_destroy(ctx);
    }
    const uint64_t n = last_seed + 1 - first_seed;
    printf("%d of %llu networks\n", n_checked, (unsigned long long)n);
    assert_true((uint64_t)n_checked >= n / 4 * 3);
}

int main(int argc, char **argv)
{
    if (argc == 3) {
        first_seed = strtoull(argv[1], NULL, 10);
        last_seed = strtoull(argv[2], NULL, 10);
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(images_stay_apart)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
