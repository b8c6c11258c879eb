/* SPDX-License-Identifier: Apache-2.0
 *
 * What the tests of the ncnn format share: a context and a folder per test, files from text, models
 * through load, inference and save. */
#ifndef SN_TESTS_FORMATS_NCNN_UNIT_H
#define SN_TESTS_FORMATS_NCNN_UNIT_H

#include "base/folder.h"

#include "formats/ncnn/ncnn.h"
#include "ir/ir_text.h"
#include "ops/ops.h"

static sn_ctx *ctx;
static char warnings[4096]; /* texts of all warnings and notes, one a line */

static void on_diag(void *user, sn_level level, const char *text)
{
    (void)user;
    (void)level;
    size_t n = strlen(warnings);
    snprintf(warnings + n, sizeof warnings - n, "%s\n", text);
}

static inline int ncnn_setup(void **state)
{
    ctx = sn_ctx_create(NULL, NULL);
    sn_ctx_set_diag(ctx, on_diag, NULL);
    warnings[0] = 0;
    return folder_setup(state);
}

static inline int ncnn_teardown(void **state)
{
    size_t left = sn_ctx_live_bytes(ctx);
    sn_ctx_destroy(ctx);
    int s = folder_teardown(state);
    return left == 0 ? s : -1;
}

static inline const char *put_bytes(const char *name, const void *data, size_t n)
{
    const char *path = at(name);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(data, 1, n, f), n);
    fclose(f);
    return path;
}

static inline const char *put_text(const char *name, const char *text)
{
    return put_bytes(name, text, strlen(text));
}

/* Content of a file, with a zero behind it; free it. */
static inline char *get_bytes(const char *path, size_t *n)
{
    FILE *f = fopen(path, "rb");
    if (!f) fail_msg("%s cannot be opened", path);
    fseek(f, 0, SEEK_END);
    size_t size = (size_t)ftell(f);
    rewind(f);
    char *s = malloc(size + 1);
    assert_int_equal(fread(s, 1, size, f), size);
    s[size] = 0;
    fclose(f);
    if (n) *n = size;
    return s;
}

static inline sn_status inner_load(const char *path, const char *weights, sn_graph **out)
{
    sn_load_options o = {.path = path, .weights = weights};
    return sn_ncnn_load(ctx, &o, out);
}

static inline sn_graph *load_ok(const char *path, const char *weights)
{
    sn_graph *g = NULL;
    sn_status s = inner_load(path, weights, &g);
    if (s == SN_OK) s = sn_graph_verify(g);
    if (s == SN_OK) s = sn_infer_graph(g);
    if (s != SN_OK) fail_msg("%s: %s", path, sn_ctx_error(ctx));
    return g;
}

static inline sn_graph *load_text(const char *text)
{
    return load_ok(put_text("m.param", text), "seed:1");
}

/* Fails, with a message that has `part` in it. */
static inline void load_fails(const char *path, const char *weights, sn_status code,
                              const char *part)
{
    sn_graph *g = NULL;
    sn_status s = inner_load(path, weights, &g);
    if (s == SN_OK) fail_msg("%s was read, expected: %s", path, part);
    if (s != code || !strstr(sn_ctx_error(ctx), part))
        fail_msg("found %s '%s', expected %s '...%s...'", sn_status_name(s), sn_ctx_error(ctx),
                 sn_status_name(code), part);
}

static inline void save_ok(const sn_graph *g, const char *path)
{
    sn_save_options o = {.path = path};
    if (sn_ncnn_save(g, &o) != SN_OK) fail_msg("%s: %s", path, sn_ctx_error(ctx));
}

/* The text that a graph is written as, after its header lines; free it. */
static inline char *saved(const sn_graph *g)
{
    const char *path = at("saved.param");
    save_ok(g, path);
    return get_bytes(path, NULL);
}

static inline void assert_saved(const sn_graph *g, const char *want)
{
    char *s = saved(g);
    if (strcmp(s, want) != 0) fail_msg("written:\n%s\nexpected:\n%s", s, want);
    free(s);
}

static inline void forget_origins(sn_graph *g)
{
    SN_EACH_NODE(n, g) n->origin = NULL;
    g->origin = NULL;
}

/* The graph's text form without contents of constants; free it. */
static inline char *text_of(const sn_graph *g)
{
    sn_arena *a = sn_arena_create(ctx);
    sn_str s;
    sn_str_init(&s, a);
    sn_text_options o = {.constants = false};
    sn_graph_print(g, &o, &s);
    char *copy = strdup(s.s ? s.s : "");
    sn_arena_destroy(a);
    return copy;
}

/* Of the nodes that one layer has become, the one that computes. */
static inline sn_node *node_named(sn_graph *g, const char *name)
{
    SN_EACH_NODE(n, g)
    if (n->name && strcmp(n->name, name) == 0 && !n->op->adapts && !n->implied) return n;
    fail_msg("there is no node '%s'", name);
    return NULL;
}

#endif
