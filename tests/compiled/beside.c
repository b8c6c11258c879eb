/* SPDX-License-Identifier: Apache-2.0
 *
 * A network that was built right beside the same with a mistake in it: what its self-test says, and
 * what each of its steps really does.
 *
 *     cc -I FOLDER beside.c FOLDER/net.c ... ; beside RIGHT.so WRONG.so WEIGHTS
 *
 * Prints `selftest N`, `named LAYERS` (the first that the self-test reports), and for each step
 * that leaves other bits `step LAYERS SHARE`: by how many times what its self-test allows its
 * values are off, as the root of the sum of squares. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "net_selftest.c" /* its table says where the values of steps are */

enum { MAX_TENSORS = 16 };

typedef struct subject {
    void *library, *net;
    const struct sinter_module *module;
    float *in[MAX_TENSORS], *out[MAX_TENSORS];
} subject;

static void fail(const char *why)
{
    fprintf(stderr, "%s\n", why);
    exit(3);
}

static void *memory(size_t bytes)
{
    const size_t whole = (bytes + 127) / 64 * 64;
    void *p = aligned_alloc(64, whole);
    if (!p) fail("there is not enough memory");
    return memset(p, 0, whole);
}

static subject begin(const char *path, const void *weights, size_t weights_bytes)
{
    subject s = {.library = dlopen(path, RTLD_NOW | RTLD_LOCAL)};
    if (!s.library) fail(dlerror());
    s.module = dlsym(s.library, "net_module");
    const size_t bytes = s.module->workspace_bytes(1);
    if (s.module->init(&s.net, memory(bytes), bytes, 1, weights, weights_bytes))
        fail("the network cannot be begun");
    for (int i = 0; i < s.module->n_inputs; i++) {
        s.in[i] = memory(s.module->inputs[i].bytes);
        test_fill(s.in[i], s.module->inputs[i].type, s.module->inputs[i].bytes, (unsigned)i,
                  limits[i]);
    }
    for (int i = 0; i < s.module->n_outputs; i++) s.out[i] = memory(s.module->outputs[i].bytes);
    return s;
}

static double at(const subject *s, const struct place *p, size_t channel, size_t pixel)
{
    const void *from = p->output ? s->out[p->output - 1] : s->module->work(s->net);
    return test_at((const char *)from + p->at, p->type,
                   channel / p->lanes * p->plane + channel % p->lanes + pixel * p->lanes);
}

/* Negative: the same bits. */
static double share_of(const subject *right, const subject *wrong, const struct place *p)
{
    double sum = 0;
    int differs = 0;
    for (size_t c = 0; c < p->channels; c++) {
        for (size_t i = 0; i < p->pixels; i++) {
            const double a = at(right, p, c, i), b = at(wrong, p, c, i);
            differs |= !(a == b);
            sum += isfinite(a - b) ? (a - b) * (a - b) : (double)INFINITY;
        }
    }
    return differs ? sqrt(sum) / (double)p->allowed : -1;
}

static void name(void *user, const char *what, double found, double expected, double allowed)
{
    int *n = user;
    if (!(*n)++) printf("named %s\n", what);
    (void)found, (void)expected, (void)allowed;
}

typedef int selftest_function(void *net, float *const *in, float *const *out,
                              report_function *report, void *user);

int main(int argc, char **argv)
{
    static unsigned char *weights;
    size_t n = 0;
    int n_named = 0, k = 0;
    FILE *f = argc == 4 ? fopen(argv[3], "rb") : NULL;
    if (argc != 4) fail("usage: beside RIGHT.so WRONG.so WEIGHTS");
    if (f) { /* else it has none */
        fseek(f, 0, SEEK_END);
        n = (size_t)ftell(f);
        rewind(f);
        weights = memory(n);
        if (fread(weights, 1, n, f) != n) fail("the weights cannot be read");
        fclose(f);
    }
    subject tested = begin(argv[2], weights, n), right = begin(argv[1], weights, n),
            wrong = begin(argv[2], weights, n);
    selftest_function *selftest = (selftest_function *)dlsym(tested.library, "net_selftest");
    printf("selftest %d\n", selftest(tested.net, tested.in, tested.out, name, &n_named));
    for (int i = 0; i < right.module->n_steps; i++) {
        right.module->step(right.net, i, (const void *const *)right.in, (void *const *)right.out);
        wrong.module->step(wrong.net, i, (const void *const *)wrong.in, (void *const *)wrong.out);
        for (; k < N_PLACES && places[k].step == (uint32_t)i; k++) {
            const double share = share_of(&right, &wrong, &places[k]);
            if (share >= 0) printf("step %s %.3g\n", right.module->steps[i].layers, share);
        }
    }
    return 0;
}
