/* SPDX-License-Identifier: Apache-2.0
 *
 * What fuzz targets share. */
#include "formats/format.h"
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ir/ir_text.h"
#include "ops/ops.h"

typedef struct budget {
    size_t live, most;
} budget;

static void *bounded(void *user, void *ptr, size_t old_bytes, size_t new_bytes)
{
    budget *b = user;
    if (new_bytes == 0) {
        b->live -= old_bytes;
        free(ptr);
        return NULL;
    }
    if (new_bytes > old_bytes && new_bytes - old_bytes > b->most - b->live) return NULL;
    void *p = realloc(ptr, new_bytes);
    if (p) b->live = b->live - old_bytes + new_bytes;
    return p;
}

static sn_status guarded(sn_ctx *ctx, fuzz_job job, void *user) { SN_GUARD(ctx, job(ctx, user)); }

void fuzz_run(fuzz_job job, void *user, size_t bytes)
{
    budget b = {.most = bytes};
    sn_ctx *ctx = sn_ctx_create(bounded, &b);
    if (!ctx) return;
    sn_ctx_set_threads(ctx, 1);
    if (guarded(ctx, job, user) == SN_E_INTERNAL) fuzz_wrong(ctx, "an invariant does not hold");
    sn_ctx_destroy(ctx);
    if (b.live) {
        fprintf(stderr, "fuzz: %zu bytes outlive their context\n", b.live);
        abort();
    }
}

/* ---- files ----------------------------------------------------------------------------------- */

static char paths[8][96];
static long owner;

static void clean_up(void)
{
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        if (owner == (long)getpid() && paths[i][0]) unlink(paths[i]);
    }
}

const char *fuzz_path(const char *role)
{
    if (owner != (long)getpid()) { /* the first call, or a child's */
        if (!owner) atexit(clean_up);
        owner = (long)getpid();
        memset(paths, 0, sizeof paths);
    }
    static const char *folder;
    if (!folder) folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    size_t i = 0;
    for (; paths[i][0]; i++) {
        const char *dash = strrchr(paths[i], '-');
        if (strcmp(dash + 1, role) == 0) return paths[i];
    }
    snprintf(paths[i], sizeof paths[i], "%s/sinter-fuzz-%ld-%s", folder, owner, role);
    return paths[i];
}

void fuzz_put(const char *path, const void *data, size_t n)
{
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(data, 1, n, f) != n || fclose(f) != 0) abort();
}

static char *get(const char *path, size_t *n)
{
    FILE *f = fopen(path, "rb");
    if (!f || fseek(f, 0, SEEK_END) != 0) abort();
    *n = (size_t)ftell(f);
    rewind(f);
    char *s = malloc(*n + 1);
    if (!s || fread(s, 1, *n, f) != *n) abort();
    fclose(f);
    return s;
}

void fuzz_wrong(sn_ctx *ctx, const char *what)
{
    fprintf(stderr, "fuzz: %s: %s\n", what, sn_ctx_error(ctx));
    clean_up();
    abort();
}

sn_status fuzz_load(sn_ctx *ctx, const uint8_t *data, size_t n, sn_graph **out)
{
    if (n < 7 || memcmp(data, "7767517", 7) != 0)
        return sn_graph_parse(ctx, "fuzz", (sn_text){(const char *)data, n}, sn_format_op_find,
                              out);
    const sn_load_options options = {.path = fuzz_path("a.param"), .weights = "seed:1"};
    fuzz_put(options.path, data, n);
    return sn_format_named("ncnn")->load(ctx, &options, out);
}

/* ---- what is saved must load ----------------------------------------------------------------- */

static void same_file(sn_ctx *ctx, const char *a, const char *b)
{
    size_t n_a, n_b;
    char *x = get(a, &n_a), *y = get(b, &n_b);
    if (n_a != n_b || memcmp(x, y, n_a) != 0)
        fuzz_wrong(ctx, "what was saved and read is saved as something else");
    free(x);
    free(y);
}

sn_status fuzz_infers(sn_graph *g)
{
    SN_TRY(sn_graph_verify(g));
    SN_TRY(sn_infer_as_read(g));
    return sn_graph_verify(g);
}

sn_status fuzz_saves(sn_ctx *ctx, const sn_graph *g, const char *weights_of)
{
    const sn_format *ncnn = sn_format_named("ncnn");
    const sn_save_options once = {.path = fuzz_path("b.param"), .weights = fuzz_path("b.bin")};
    const sn_save_options twice = {.path = fuzz_path("c.param"), .weights = fuzz_path("c.bin")};
    const sn_load_options back = {.path = once.path,
                                  .weights = once.weights,
                                  .weights_of = &weights_of,
                                  .n_weights_of = weights_of != NULL};
    sn_graph *again = NULL;
    SN_TRY(ncnn->save(g, &once));
    sn_status s = ncnn->load(ctx, &back, &again);
    if (s == SN_E_MEMORY) return s;
    if (s != SN_OK) fuzz_wrong(ctx, "what was saved does not load");
    if (sn_graph_verify(again) != SN_OK)
        fuzz_wrong(ctx, "what was saved and read is no valid graph");
    s = sn_infer_as_read(again);
    if (s == SN_E_MEMORY) return s;
    if (s != SN_OK) fuzz_wrong(ctx, "what was saved and read contradicts itself");
    s = ncnn->save(again, &twice);
    if (s == SN_E_MEMORY) return s;
    if (s != SN_OK) fuzz_wrong(ctx, "what was saved and read cannot be saved");
    same_file(ctx, once.path, twice.path);
    same_file(ctx, once.weights, twice.weights);
    return SN_OK;
}
