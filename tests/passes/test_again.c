/* SPDX-License-Identifier: Apache-2.0
 *
 * What optimizing wrote is optimized again and stays as it is, byte for byte: the hole cases, the
 * built-in networks, and real models where SINTER_MODELS names them. Data tests and random networks
 * do the same (data_again.c, random/prop.c). */
#include "base/unit.h"

#include <ftw.h>
#include <limits.h>
#include <unistd.h>

#include "again.h"
#include "zoo/zoo.h"

enum { LARGE = 3 << 20, LONG = 40000 }; /* bytes of a .bin, of a .param */

static char folder[64];
static int n_done, n_skipped, n_failed;

static void stays(const char *param, const char *bin)
{
    sn_ctx *ctx = sn_ctx_create(NULL, NULL);
    for (int halves = 0; halves < 2; halves++) {
        sn_arena *arena = sn_arena_create(ctx);
        again_case a = {.arena = arena,
                        .folder = folder,
                        .storage = halves ? SN_WEIGHTS_FP16 : SN_WEIGHTS_KEEP};
        sn_status skipped;
        const char *differs = again_differs(&a, param, bin, &skipped);
        if (differs) print_message("%s%s: %s\n", param, halves ? " --fp16" : "", differs);
        n_failed += differs != NULL;
        *(skipped == SN_OK ? &n_done : &n_skipped) += 1;
        sn_arena_destroy(arena);
    }
    sn_ctx_destroy(ctx);
}

static int one_model(const char *path, const struct stat *st, int kind, struct FTW *where)
{
    const size_t n = strlen(path), end = strlen(".param");
    struct stat weights;
    char bin[PATH_MAX];
    (void)where;
    if (kind != FTW_F || n < end || strcmp(path + n - end, ".param") != 0 || st->st_size > LONG)
        return 0;
    snprintf(bin, sizeof bin, "%.*s.bin", (int)(n - end), path);
    if (stat(bin, &weights) == 0 && weights.st_size <= LARGE) stays(path, bin);
    return 0;
}

static void all_below(const char *root, int least)
{
    n_done = n_skipped = n_failed = 0;
    assert_int_equal(nftw(root, one_model, 16, FTW_PHYS), 0);
    print_message("%d pairs compared, %d networks not read or not stored so\n", n_done, n_skipped);
    assert_int_equal(n_failed, 0);
    assert_true(n_done >= least);
}

static void hole_cases_stay(void **state)
{
    (void)state;
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/holes", getenv("SINTER_TESTS"));
    all_below(path, 100);
}

static void real_models_stay(void **state)
{
    (void)state;
    const char *root = getenv("SINTER_MODELS");
    if (!root || !*root) {
        print_message("skipped: no models\n");
        skip();
    }
    all_below(root, 1);
}

static void built_in_networks_stay(void **state)
{
    (void)state;
    char path[PATH_MAX];
    size_t n = 0;
    const sn_zoo_entry *zoo = sn_zoo(&n);
    n_done = n_failed = 0;
    for (size_t i = 0; i < n; i++) {
        sn_context *c = sn_context_create(NULL);
        sn_model *m = NULL;
        snprintf(path, sizeof path, "%s/zoo.param", folder);
        assert_int_equal(sn_model_zoo(c, zoo[i].name, 1, &m), SN_OK);
        assert_int_equal(sn_model_save(m, path, &(sn_model_save_options){.weights = "none"}),
                         SN_OK);
        sn_context_destroy(c);
        stays(path, "seed:1");
    }
    assert_int_equal(n_failed, 0);
    assert_true(n_done > (int)n);
}

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *where)
{
    (void)st, (void)kind, (void)where;
    return remove(path);
}

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/sinter-again-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    return nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(hole_cases_stay, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(built_in_networks_stay, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(real_models_stay, make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
