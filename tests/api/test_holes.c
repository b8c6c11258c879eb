/* SPDX-License-Identifier: Apache-2.0
 *
 * Small models on which ncnnoptimize goes wrong (tests/holes): each is optimized, written, read
 * back and run by the interpreter on the inputs that EXPECT.tsv prescribes; the results must be
 * those that real ncnn gave for the original, by name and shape. Once with sizes pinned and once
 * without. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api/model.h"
#include "ref/agree.h"
#include "ref/run.h"

static char folder[] = "/tmp/sinter-holes-XXXXXX";
static char problems[1 << 16];
static int n_right, n_wrong;

static void problem(const char *name, const char *fmt, ...) SN_PRINTF(2, 3);
static void problem(const char *name, const char *fmt, ...)
{
    size_t n = strlen(problems);
    va_list args;
    va_start(args, fmt);
    n += (size_t)snprintf(problems + n, sizeof problems - n, "%s: ", name);
    if (n < sizeof problems) n += (size_t)vsnprintf(problems + n, sizeof problems - n, fmt, args);
    if (n < sizeof problems) snprintf(problems + n, sizeof problems - n, "\n");
    va_end(args);
}

/* "w,h,d,c by count" to outermost first. */
static sn_shape shape_of(const char *sizes)
{
    int64_t v[4];
    int n = 0;
    for (const char *p = sizes; *p && n < 4;) {
        char *end = NULL;
        v[n++] = strtol(p, &end, 10);
        p = *end == ',' ? end + 1 : end;
        if (*end && *end != ',') break;
    }
    sn_shape s = {.rank = (int8_t)n};
    for (int i = 0; i < n; i++) s.d[i] = v[n - 1 - i];
    return s;
}

/* One state for all inputs in the order listed. */
static const sn_tensor *feed(sn_ctx *ctx, const sn_shape *s, uint32_t *state)
{
    sn_tensor *t = NULL;
    void *data = NULL;
    assert_int_equal(sn_tensor_create(ctx, SN_TYPE_f32, s, &t, &data), SN_OK);
    for (int64_t i = 0, n = sn_tensor_count(t); i < n; i++) {
        *state = *state * 1664525u + 1013904223u;
        ((float *)data)[i] = (float)(((double)((*state >> 16) % 2000u) - 1000.0) / 500.0);
    }
    return t;
}

/* " out dims=3 w=3 h=3 d=1 c=4: 0.9 1.35 ..." */
static bool same_result(const char *name, const char *text, const sn_tensor *t)
{
    int dims = 0;
    long w = 0, h = 0, d = 0, c = 0;
    const char *numbers = strstr(text, ": ");
    if (!numbers || sscanf(text, "dims=%d w=%ld h=%ld d=%ld c=%ld", &dims, &w, &h, &d, &c) != 5)
        return false;
    sn_shape s = dims == 4   ? SN_SHAPE(c, d, h, w)
                 : dims == 3 ? SN_SHAPE(c, h, w)
                 : dims == 2 ? SN_SHAPE(h, w)
                             : SN_SHAPE(w);
    if (!sn_shape_equal(&s, &t->shape)) {
        problem(name, "shape differs from %s", text);
        return false;
    }
    const char *p = numbers + 2;
    const double scale = fmax(1e-5, sn_tensor_largest_finite(t));
    for (int64_t i = 0, n = sn_tensor_count(t); i < n && i < 64; i++) {
        char *end = NULL;
        double v = strtod(p, &end);
        if (end == p) return i > 0;
        double got = sn_tensor_at(t, i);
        if (!sn_is_near(v, got, 1e-4 * scale)) {
            problem(name, "element %lld is %g, expected %g", (long long)i, got, v);
            return false;
        }
        p = end;
    }
    return true;
}

static bool check_results(const char *name, sn_model *m, char *inputs, char *expected)
{
    sn_ctx *ctx = m->context->ctx;
    sn_arena *arena = sn_arena_create(ctx);
    size_t n = 0;
    sn_value **values = sn_graph_inputs(m->graph, arena, &n);
    const sn_tensor **feeds = SN_NEW_N(arena, const sn_tensor *, n + 1);
    uint32_t state = 1;
    char *rest = NULL;
    for (char *one = strtok_r(inputs, ";", &rest); one; one = strtok_r(NULL, ";", &rest)) {
        char *colon = strchr(one, ':');
        *colon = 0;
        sn_shape s = shape_of(colon + 1);
        const sn_tensor *t = feed(ctx, &s, &state);
        bool found = false;
        for (size_t i = 0; i < n; i++) {
            if (!values[i]->name || strcmp(values[i]->name, one) != 0) continue;
            feeds[i] = t;
            found = true;
        }
        if (!found) problem(name, "input %s is gone", one);
        if (!found) return false;
    }
    for (size_t i = 0; i < n; i++) {
        if (!feeds[i]) {
            problem(name, "an input more than expected: %s", values[i]->name);
            return false;
        }
    }
    const sn_node *output = sn_graph_output(m->graph);
    const sn_tensor **results = SN_NEW_N(arena, const sn_tensor *, output->n_in);
    if (sn_run_graph(m->graph, feeds, n, NULL, results) != SN_OK) {
        problem(name, "run: %s", sn_ctx_error(ctx));
        return false;
    }
    bool good = true;
    for (char *one = expected; one && *one;) {
        char *next = strstr(one, " | ");
        if (next) *next = 0;
        size_t n_name = strcspn(one, " ");
        bool found = false;
        for (unsigned i = 0; i < output->n_in; i++) {
            const char *out = sn_output_name(output, i);
            if (!out || strlen(out) != n_name || strncmp(out, one, n_name) != 0) continue;
            found = true;
            good = same_result(name, one + n_name + 1, results[i]) && good;
        }
        if (!found) {
            /* A value inside that EXPECT.tsv names, not a result of the network. */
            const sn_value *v = NULL;
            for (size_t i = 0; i < n; i++) {
                if (values[i]->name && strlen(values[i]->name) == n_name &&
                    strncmp(values[i]->name, one, n_name) == 0) {
                    v = values[i];
                }
            }
            if (!v) {
                problem(name, "output %.*s is gone", (int)n_name, one);
                good = false;
            }
        }
        one = next ? next + 3 : NULL;
    }
    return good;
}

/* What the interpreter cannot run: contents that nobody knows, a layer with batch axes, int8
 * weights read for another number of channels. These must come through unchanged. */
static const char *const not_run[] = {"h16_memorydata000", "h22e_reshape_batch",
                                      "h19_ip_fp32_conv_int8", NULL};

static bool same_file(const char *a, const char *b)
{
    FILE *fa = fopen(a, "rb"), *fb = fopen(b, "rb");
    bool same = fa && fb;
    for (int ca = 0, cb = 0; same && ca != EOF;) {
        ca = getc(fa);
        cb = getc(fb);
        same = ca == cb;
    }
    if (fa) fclose(fa);
    if (fb) fclose(fb);
    return same;
}

static bool unchanged(const char *name, const char *path, const char *out)
{
    char bin[512], out_bin[512];
    snprintf(bin, sizeof bin, "%.*s.bin", (int)(strlen(path) - 6), path);
    snprintf(out_bin, sizeof out_bin, "%.*s.bin", (int)(strlen(out) - 6), out);
    if (same_file(path, out) && same_file(bin, out_bin)) return true;
    problem(name, "the files changed");
    return false;
}

static bool run_case(const char *name, const char *inputs, const char *expected, bool pinned)
{
    char path[512], out[512];
    snprintf(path, sizeof path, "%s/holes/%s.param", getenv("SINTER_TESTS"), name);
    snprintf(out, sizeof out, "%s/out.param", folder);
    sn_context *c = sn_context_create(NULL);
    sn_model *m = NULL, *back = NULL;
    bool good = sn_model_load(c, path, NULL, &m) == SN_OK;
    char *copy = strdup(inputs), *rest = NULL;
    for (char *one = strtok_r(copy, ";", &rest); good && pinned && one;
         one = strtok_r(NULL, ";", &rest)) {
        char *colon = strchr(one, ':'), pin[256];
        sn_shape s = shape_of(colon + 1);
        int k = snprintf(pin, sizeof pin, "%.*s=", (int)(colon - one), one);
        for (int i = 0; i < s.rank; i++) {
            k += snprintf(pin + k, sizeof pin - (size_t)k, "%s%lld", i ? "," : "",
                          (long long)s.d[i]);
        }
        good = sn_model_pin(m, pin) == SN_OK;
    }
    sn_optimize_result r;
    if (good) good = sn_model_optimize(m, NULL, &r) == SN_OK;
    if (good) good = sn_model_save(m, out, NULL) == SN_OK;
    if (good) good = sn_model_load(c, out, NULL, &back) == SN_OK;
    if (!good) problem(name, "%s", sn_context_error(c));
    if (good && r.n_refused) problem(name, "%u rewrites were taken back", r.n_refused);
    if (good && r.n_refused) good = false;
    char *in = strdup(inputs), *want = strdup(expected);
    bool runs = true;
    for (int i = 0; not_run[i]; i++) runs = runs && strcmp(not_run[i], name) != 0;
    if (good) good = runs ? check_results(name, back, in, want) : unchanged(name, path, out);
    free(in);
    free(want);
    free(copy);
    sn_context_destroy(c);
    return good;
}

static void each_case(void **state)
{
    (void)state;
    char path[512], line[65536];
    snprintf(path, sizeof path, "%s/holes/EXPECT.tsv", getenv("SINTER_TESTS"));
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f)) {
        char *field[6] = {NULL}, *p = line;
        for (int i = 0; i < 6 && p; i++) {
            field[i] = p;
            p = strpbrk(p, "\t\n");
            if (p) *p++ = 0;
        }
        if (!field[4] || strcmp(field[1], "equal") != 0) continue;
        for (int pinned = 0; pinned < 2; pinned++) {
            if (run_case(field[0], field[2], field[4], pinned)) {
                n_right++;
            } else {
                n_wrong++;
            }
        }
    }
    fclose(f);
    printf("%d right, %d wrong\n%s", n_right, n_wrong, problems);
    assert_int_equal(n_wrong, 0);
    assert_int_equal(n_right, 142);
}

int main(void)
{
    if (!getenv("SINTER_TESTS") || !mkdtemp(folder)) return 1;
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_case)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) || failed ? 1 : 0;
}
