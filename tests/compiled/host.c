/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs a compiled network as an unfriendly caller would, and compares what comes out.
 *
 *     cc -DMODULE=face_module host.c face/face.c ...
 *     host WEIGHTS THREADS [-i NAME FILE]... [-o NAME FILE]...
 *
 * NAME is that of an input or output, or #0, #1 and so on. With -DSELFTEST=face_selftest the
 * network's own test is run, too: a line `selftest N` says how many differ. Files are raw floats;
 * outputs without a file are run, not compared. All memory is NaN before, with guards around it;
 * inputs stand between NaNs, too, so that what reads beyond them shows in the outputs. The network
 * runs twice with 1 thread, with THREADS, and all numbers between, and must give the same bits each
 * time. For each output that is compared: a line `NAME DISTANCE` (docs/numbers.md). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sinter_tensor;
#include HEADER

enum { GUARD = 4096, MAX_TENSORS = 64 };

typedef struct block {
    unsigned char *all, *memory;
    size_t bytes;
} block;

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    exit(1);
}

static block block_of(size_t bytes)
{
    block b = {.bytes = bytes};
    size_t all = (bytes + 2 * GUARD + 63) / 64 * 64;
    b.all = aligned_alloc(64, all);
    if (!b.all) fail("memory", "there is not enough");
    memset(b.all, 0xff, all);
    b.memory = b.all + GUARD;
    return b;
}

static void block_end(block b, const char *what)
{
    for (size_t i = 0; i < GUARD; i++) {
        if (b.all[i] != 0xff || b.memory[b.bytes + i] != 0xff)
            fail(what, "something was written outside of it");
    }
    free(b.all);
}

/* The file in a block of its own; `bytes` 0: however long it is. */
static block read_file(const char *path, size_t bytes)
{
    FILE *f = fopen(path, "rb");
    if (!f || fseek(f, 0, SEEK_END)) fail(path, "cannot be read");
    long n = ftell(f);
    if (n < 0 || fseek(f, 0, SEEK_SET)) fail(path, "cannot be read");
    if (bytes && (size_t)n != bytes) fail(path, "does not have as many floats as the tensor");
    block b = block_of((size_t)n);
    if (fread(b.memory, 1, (size_t)n, f) != (size_t)n) fail(path, "cannot be read");
    fclose(f);
    return b;
}

/* The argument behind `option NAME` or `option #INDEX`, and which of the two; NULL: there is none.
 */
static const char *file_of(char **argv, const char *option, const char *name, int index,
                           const char **called)
{
    char number[16];
    snprintf(number, sizeof number, "#%d", index);
    for (int i = 3; argv[i] && argv[i + 1] && argv[i + 2]; i += 3) {
        *called = argv[i + 1];
        if (strcmp(argv[i], option) == 0 &&
            (strcmp(*called, name) == 0 || strcmp(*called, number) == 0))
            return argv[i + 2];
    }
    return NULL;
}

static double distance(const float *a, const float *b, size_t n)
{
    double far = 0, most = 1e-5;
    for (size_t i = 0; i < n; i++) {
        double x = (double)a[i], y = (double)b[i];
        if (isfinite(x) && isfinite(y)) {
            most = fmax(most, fabs(x));
            far = fmax(far, fabs(x - y));
        } else if (!(isnan(x) && isnan(y)) && !(x == y)) {
            return (double)INFINITY;
        }
    }
    return far / most;
}

static block ins[MAX_TENSORS], copies[MAX_TENSORS], outs[MAX_TENSORS], first_outs[MAX_TENSORS];

#ifdef SELFTEST
static void report(void *user, const char *what, double found, double expected, double allowed)
{
    (void)user;
    printf("%s: %.9g, %.9g is expected within %.3g\n", what, found, expected, allowed);
}
#endif

/* Twice, in memory of its own. */
static void run_with(int n_threads, block weights)
{
    const struct sinter_module *m = &MODULE;
    const void *in[MAX_TENSORS];
    void *out[MAX_TENSORS];
    block work = block_of(m->workspace_bytes(n_threads));
    void *net = NULL;
    int code =
        m->init(&net, work.memory, work.bytes, n_threads, m->weights_bytes ? weights.memory : NULL,
                m->weights_bytes ? weights.bytes : 0);
    if (code) fail("init", m->error(code));
    for (int i = 0; i < m->n_inputs; i++) in[i] = ins[i].memory;
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < m->n_outputs; i++) {
            outs[i] = block_of(m->outputs[i].bytes);
            out[i] = outs[i].memory;
        }
        code = m->run(net, in, out);
        if (code) fail("run", m->error(code));
        for (int i = 0; i < m->n_outputs; i++) {
            if (!first_outs[i].all) {
                first_outs[i] = block_of(outs[i].bytes);
                memcpy(first_outs[i].memory, outs[i].memory, outs[i].bytes);
            }
            if (memcmp(first_outs[i].memory, outs[i].memory, outs[i].bytes) != 0) {
                fail(m->outputs[i].name, round ? "not the same in the second run"
                                               : "not the same with another number of threads");
            }
            block_end(outs[i], m->outputs[i].name);
        }
    }
#ifdef SELFTEST
    float *test_in[MAX_TENSORS];
    for (int i = 0; i < m->n_inputs; i++)
        test_in[i] = (float *)(void *)block_of(ins[i].bytes).memory;
    for (int i = 0; i < m->n_outputs; i++)
        out[i] = (float *)(void *)block_of(first_outs[i].bytes).memory;
    printf("selftest %d\n", SELFTEST(net, test_in, out, report, NULL));
#endif
    m->close(net);
    block_end(work, "the workspace");
}

int main(int argc, char **argv)
{
    const struct sinter_module *m = &MODULE;
    const char *called = NULL;
    if (argc < 3 || argc % 3)
        fail("usage", "host WEIGHTS THREADS [-i NAME FILE]... [-o NAME FILE]...");
    if (m->n_inputs > MAX_TENSORS || m->n_outputs > MAX_TENSORS)
        fail("the network", "has too many inputs or outputs");
    block weights = m->weights_bytes ? read_file(argv[1], 0) : block_of(0);
    for (int i = 0; i < m->n_inputs; i++) {
        const char *path = file_of(argv, "-i", m->inputs[i].name, i, &called);
        if (!path) fail(m->inputs[i].name, "this input has no file");
        ins[i] = read_file(path, m->inputs[i].bytes);
        copies[i] = read_file(path, m->inputs[i].bytes);
    }
    for (int t = 1; t <= atoi(argv[2]); t++) run_with(t, weights);
    for (int i = 0; i < m->n_inputs; i++) {
        if (memcmp(ins[i].memory, copies[i].memory, ins[i].bytes) != 0)
            fail(m->inputs[i].name, "this input was changed");
        block_end(ins[i], m->inputs[i].name);
        block_end(copies[i], m->inputs[i].name);
    }
    for (int i = 0; i < m->n_outputs; i++) {
        const char *path = file_of(argv, "-o", m->outputs[i].name, i, &called);
        block expected = path ? read_file(path, m->outputs[i].bytes) : block_of(0);
        if (path) {
            printf("%s %.3g\n", called,
                   distance((const float *)(const void *)expected.memory,
                            (const float *)(const void *)first_outs[i].memory,
                            expected.bytes / sizeof(float)));
        }
        block_end(expected, "an expected output");
        block_end(first_outs[i], m->outputs[i].name);
    }
    block_end(weights, "the weights");
    return 0;
}
