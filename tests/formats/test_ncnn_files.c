/* SPDX-License-Identifier: Apache-2.0
 *
 * Round trips of whole files: the hole cases (tests/holes) and, where SINTER_MODELS names them,
 * real models. Untouched, a file comes back with the same tokens and the same bytes of weights;
 * forgetting where nodes came from, it reads back as the same graph. */
#include "ncnn_unit.h"

#include "ir/op.h"

#include <limits.h>

static int n_done;

static char *with_ending(const char *param, const char *ending)
{
    static char path[PATH_MAX];
    snprintf(path, sizeof path, "%.*s%s", (int)(strlen(param) - strlen(".param")), param, ending);
    return path;
}

/* Runs of white space become one space; the ends are cut. */
static void normalise(char *s)
{
    char *to = s;
    for (const char *p = s; *p; p++) {
        bool space = strchr(" \t\r\n", *p) != NULL;
        if (space && (to == s || to[-1] == ' ')) continue;
        *to++ = space ? ' ' : *p;
    }
    while (to > s && to[-1] == ' ') to--;
    *to = 0;
}

static void same_tokens(const char *path, const char *written)
{
    char *a = get_bytes(path, NULL), *b = get_bytes(written, NULL);
    normalise(a);
    normalise(b);
    for (size_t i = 0; a[i] || b[i]; i++)
        if (a[i] != b[i]) fail_msg("%s: found '%.60s', expected '%.60s'", path, b + i, a + i);
    free(a);
    free(b);
}

static void same_bytes(const char *path, const char *written)
{
    size_t n, m;
    char *a = get_bytes(path, &n), *b = get_bytes(written, &m);
    if (n != m || memcmp(a, b, n) != 0) fail_msg("%s: other weights are written", path);
    free(a);
    free(b);
}

static sn_graph *load_inferred(const char *path, const char *weights)
{
    sn_graph *g = NULL;
    if (inner_load(path, weights, &g) != SN_OK) fail_msg("%s: %s", path, sn_ctx_error(ctx));
    if (sn_graph_verify(g) != SN_OK) fail_msg("%s: %s", path, sn_ctx_error(ctx));
    if (sn_infer_graph(g) != SN_OK) print_message("  %s: %s\n", path, sn_ctx_error(ctx));
    return g;
}

/* `spelled_anew`: a token that ncnn misreads is in it. */
static void comes_back(const char *path, const char *weights, bool spelled_anew)
{
    bool none = weights && strcmp(weights, "none") == 0;
    char bin[PATH_MAX];
    snprintf(bin, sizeof bin, "%s", with_ending(path, ".bin"));
    sn_graph *g = load_inferred(path, weights);
    const char *written = at("back.param");
    sn_save_options o = {.path = written, .weights = none ? "none" : NULL};
    if (sn_ncnn_save(g, &o) != SN_OK) fail_msg("%s: %s", path, sn_ctx_error(ctx));
    if (!spelled_anew) same_tokens(path, written);
    if (!weights) same_bytes(bin, at("back.bin"));
    if (weights && !none) { /* what was made up is written, and read again */
        sn_graph *again = load_inferred(written, NULL);
        char *before = text_of(g), *after = text_of(again);
        assert_string_equal(before, after);
        free(before);
        free(after);
        sn_graph_destroy(again);
    }
    sn_graph_destroy(g);
    n_done++;
}

/* ---- hole cases ------------------------------------------------------------------------------ */

static const struct {
    const char *name;
    sn_status code;
    const char *part;
} refused[] = {
    {"h26_custom", SN_E_FORMAT, "weights_of with \"MyOp=LOADS\""},
    {"h52_clip_noparams", SN_E_FORMAT, "activation clip has 0 params, 2 expected"},
};
static const char *const anew[] = {"h51_string14b", "h71_old_hint_id40"};

static void hole(const char *folder_of, const char *file)
{
    char path[2 * PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder_of, file);
    bool spelled_anew = false;
    for (size_t i = 0; i < sizeof anew / sizeof anew[0]; i++)
        spelled_anew = spelled_anew || strncmp(file, anew[i], strlen(anew[i])) == 0;
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        if (strncmp(file, refused[i].name, strlen(refused[i].name)) != 0) continue;
        load_fails(path, NULL, refused[i].code, refused[i].part);
        n_done++;
        return;
    }
    comes_back(path, access(with_ending(path, ".bin"), R_OK) == 0 ? NULL : "none", spelled_anew);
}

static void hole_cases_come_back(void **state)
{
    (void)state;
    const char *root = getenv("SINTER_TESTS");
    if (!root || !*root) {
        print_message("skipped: SINTER_TESTS is not set\n");
        skip();
    }
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/holes", root);
    DIR *d = opendir(path);
    assert_non_null(d);
    n_done = 0;
    for (struct dirent *e; (e = readdir(d));) {
        size_t n = strlen(e->d_name);
        if (n > 6 && strcmp(e->d_name + n - 6, ".param") == 0) hole(path, e->d_name);
    }
    closedir(d);
    assert_true(n_done >= 80);
}

/* ---- real models ----------------------------------------------------------------------------- */

/* Numbers that layers of a file ask for at most; large ones are read without contents. */
static bool is_large(const char *path)
{
    sn_graph *g = load_inferred(path, "none");
    double n = 0;
    SN_EACH_NODE(node, g)
    for (int i = 0; i < node->n_in; i++) {
        const sn_value *v = node->in[i].value;
        if (v && v->kind != SN_RESULT && !v->def) n += (double)sn_tensor_count(v->data);
    }
    sn_graph_destroy(g);
    return n > 1.2e7;
}

static int one_model(const char *path, const struct stat *st, int kind, struct FTW *where)
{
    (void)st;
    (void)where;
    size_t n = strlen(path);
    if (kind != FTW_F || n < 6 || strcmp(path + n - 6, ".param") != 0) return 0;
    char copy[PATH_MAX];
    snprintf(copy, sizeof copy, "%s", path);
    if (access(with_ending(copy, ".bin"), R_OK) == 0)
        comes_back(copy, NULL, false);
    else
        comes_back(copy, is_large(copy) ? "none" : "seed:1", false);
    return 0;
}

static void real_models_come_back(void **state)
{
    (void)state;
    const char *root = getenv("SINTER_MODELS");
    if (!root || !*root) {
        print_message("skipped: no models\n");
        skip();
    }
    n_done = 0;
    assert_int_equal(nftw(root, one_model, 16, FTW_PHYS), 0);
    assert_true(n_done > 0);
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, ncnn_setup, ncnn_teardown)
    const struct CMUnitTest tests[] = {
        T(hole_cases_come_back),
        T(real_models_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
