/* SPDX-License-Identifier: Apache-2.0
 *
 * The order of the passes follows from their `after`: every edge has a witness, and every order
 * that keeps the edges gives networks of equal cost. Where one does not, an edge is missing.
 *
 *     test_order [ORDERS [FILE.param ...]]  more orders, on these networks beside the built-in ones
 *                                           */
#include "base/unit.h"

#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>

#include "pass_order.h"
#include "zoo/zoo.h"

static int n_orders = 6, n_files;
static char **files;

/* ---- edges ----------------------------------------------------------------------------------- */

static void every_edge_has_a_witness(void **state)
{
    (void)state;
    const char *root = getenv("SINTER_TESTS");
    assert_non_null(root);
    pass_order all = order_of_pipeline();
    int n_edges = 0, n_missing = 0;
    for (size_t i = 0; i < all.n; i++) {
        for (const sn_pass_after *a = all.v[i]->after; a && a->pass; a++) {
            char path[4096];
            struct stat st;
            snprintf(path, sizeof path, "%s/data/order/%s_after_%s.t", root, all.v[i]->name,
                     a->pass);
            n_edges++;
            if (stat(path, &st) == 0) continue;
            printf("no witness: %s\n", path);
            n_missing++;
        }
    }
    printf("%d edges\n", n_edges);
    assert_int_equal(n_missing, 0);
    assert_true(n_edges > 0);
}

static void the_pipeline_keeps_the_edges(void **state)
{
    (void)state;
    pass_order all = order_of_pipeline(), done = {.n = 0};
    for (size_t i = 0; i < all.n; i++) {
        for (const sn_pass_after *a = all.v[i]->after; a && a->pass; a++)
            assert_non_null(sn_pass_find(a->pass));
        if (!order_may_follow(&done, all.v[i]))
            printf("%s stands before a pass of its `after`\n", all.v[i]->name);
        assert_true(order_may_follow(&done, all.v[i]));
        done.v[done.n++] = all.v[i];
    }
    assert_true(all.n < MAX_PASSES);
}

/* ---- permutations ---------------------------------------------------------------------------- */

typedef struct tally {
    int n_graphs, n_runs, n_unequal;
} tally;

static sn_status permute(sn_ctx *ctx, const char *name, const sn_graph *g, tally *t)
{
    const sn_format *ncnn = sn_format_named("ncnn");
    graph_cost by_stages, found;
    SN_TRY(order_cost(ctx, g, ncnn, NULL, NULL, &by_stages));
    t->n_graphs++;
    for (int seed = 1; seed <= n_orders; seed++) {
        pass_order o = order_at_random((uint64_t)seed);
        assert_int_equal(o.n, order_of_pipeline().n);
        SN_TRY(order_cost(ctx, g, ncnn, &o, NULL, &found));
        t->n_runs++;
        if (cost_compare(&by_stages, &found) == 0) continue;
        t->n_unequal++;
        const sn_pass *earlier = NULL, *later = NULL;
        pass_order all = order_of_pipeline();
        SN_TRY(order_blame(ctx, g, ncnn, &all, o, &earlier, &later));
        printf("%s: %s has to stand in the `after` of %s: by stages %u layers, %.0f MACs, %.0f "
               "bytes; order %d %u, %.0f, %.0f\n",
               name, earlier ? earlier->name : "a pass", later ? later->name : "another",
               by_stages.n_layers, by_stages.macs, by_stages.weight_bytes, seed, found.n_layers,
               found.macs, found.weight_bytes);
    }
    return SN_OK;
}

static sn_status permute_zoo(sn_ctx *ctx, const char *name, tally *t)
{
    sn_graph *g = NULL;
    SN_TRY(sn_zoo_build(ctx, name, 1, &g));
    SN_TRY(sn_infer_graph(g));
    return permute(ctx, name, g, t);
}

static sn_status permute_file(sn_ctx *ctx, const char *path, tally *t)
{
    sn_load_options o = {.path = path, .weights = "seed:1"};
    sn_graph *g = NULL;
    SN_TRY(sn_format_named("ncnn")->load(ctx, &o, &g));
    SN_TRY(sn_infer_graph(g));
    return permute(ctx, path, g, t);
}

typedef sn_status (*job)(sn_ctx *ctx, const char *name, tally *t);
static sn_status guarded(sn_ctx *ctx, job j, const char *name, tally *t)
{
    SN_GUARD(ctx, j(ctx, name, t));
}

static void run_job(job j, const char *name, tally *t)
{
    sn_ctx *ctx = sn_ctx_create(NULL, NULL);
    sn_status status = guarded(ctx, j, name, t);
    if (status != SN_OK) printf("%s: %s: %s\n", name, sn_status_name(status), sn_ctx_error(ctx));
    sn_ctx_destroy(ctx);
}

static void holes(tally *t)
{
    char folder[2048], path[4096];
    snprintf(folder, sizeof folder, "%s/holes", getenv("SINTER_TESTS"));
    DIR *d = opendir(folder);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));) {
        size_t n = strlen(e->d_name);
        if (n < 6 || strcmp(e->d_name + n - 6, ".param") != 0) continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        run_job(permute_file, path, t);
    }
    closedir(d);
}

static void every_order_costs_the_same(void **state)
{
    (void)state;
    tally t = {0};
    size_t n = 0;
    const sn_zoo_entry *zoo = sn_zoo(&n);
    for (size_t i = 0; i < n; i++) run_job(permute_zoo, zoo[i].name, &t);
    holes(&t);
    for (int i = 0; i < n_files; i++) run_job(permute_file, files[i], &t);
    printf("%d networks, %d runs, %d of other cost\n", t.n_graphs, t.n_runs, t.n_unequal);
    assert_true(t.n_graphs > 50);
    assert_int_equal(t.n_unequal, 0);
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_edge_has_a_witness),
        cmocka_unit_test(the_pipeline_keeps_the_edges),
        cmocka_unit_test(every_order_costs_the_same),
    };
    if (argc > 1) n_orders = atoi(argv[1]);
    files = argv + 2;
    n_files = argc > 2 ? argc - 2 : 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
