/* SPDX-License-Identifier: Apache-2.0
 *
 * Generated code of whole small networks: within its workspace, the same for every number of
 * threads, two in one program, and nothing that sanitizers complain of. What it computes is
 * compared with the interpreter. */
#include "driver/driver_unit.h"
#include "base/sanitized.h"
#include "ref/agree.h"

#include <math.h>

#include "sinter/sinter.h"

enum { GUARD = 4096, MAX_THREADS = 3 };

/* One of each kind of step; sizes that are no multiples of anything. */
typedef struct network {
    const char *name, *text;
} network;
static const network networks[] = {
    {"points",
     "7767517\n6 7\nInput data 0 1 data 0=13 1=7 2=5\nConvolution c1 1 1 data c1 0=19 1=1 5=1 6=95 "
     "9=1\nSplit s 1 2 c1 a b\n"
     "Sigmoid sg 1 1 a g\nBinaryOp m 2 1 b g y 0=2\nConvolution c2 1 1 y out 0=6 1=1 5=1 6=114\n"},
    {"depthwise", "7767517\n4 4\nInput data 0 1 data 0=11 1=9 2=10\nConvolutionDepthWise d1 1 1 "
                  "data d1 0=10 1=3 3=2 4=1 5=1 6=90 7=10\n"
                  "ReLU r 1 1 d1 r\nConvolution c 1 1 r out 0=12 1=1 5=1 6=120\n"},
    {"pools", "7767517\n5 5\nInput data 0 1 data 0=12 1=12 2=9\nPooling p1 1 1 data p1 0=0 1=3 "
              "2=2\nPooling p2 1 1 p1 p2 0=1 4=1\n"
              "InnerProduct fc 1 1 p2 fc 0=21 1=1 2=189\nTanH t 1 1 fc out\n"},
    {"convs", "7767517\n4 4\nInput data 0 1 data 0=17 1=15 2=3\nConvolution c1 1 1 data c1 0=16 "
              "1=3 3=2 4=1 5=1 6=432 9=1\n"
              "Convolution c2 1 1 c1 c2 0=24 1=3 4=1 5=1 6=3456 9=1\nConvolution c3 1 1 c2 out 0=8 "
              "1=5 4=2 5=1 6=4800\n"},
    {"softmax", "7767517\n3 3\nInput data 0 1 data 0=37 1=5\nSoftmax s 1 1 data s 0=1 1=1\nSigmoid "
                "g 1 1 s out\n"},
};
enum { N_NETWORKS = sizeof networks / sizeof *networks };

static sn_context *context;

static int setup(void **state)
{
    context = sn_context_create(NULL);
    return driver_setup(state);
}

static int teardown(void **state)
{
    sn_context_destroy(context);
    return driver_teardown(state);
}

static void must(sn_status status)
{
    if (status != SN_OK) fail_msg("%s", sn_context_error(context));
}

static sn_model *load(const network *n)
{
    sn_model *m = NULL;
    const char *path = sn_arena_printf(arena, "%s/%s.param", folder, n->name);
    FILE *f = fopen(path, "w");
    fputs(n->text, f);
    fclose(f);
    must(sn_model_load(context, path, &(sn_model_load_options){.weights = "seed:3"}, &m));
    sn_model *sized = NULL; /* what the file says of sizes is a hint */
    sn_sizes_from from;
    must(sn_model_at_some_size(m, &sized, &from));
    assert_int_equal(from, SN_SIZES_HINTED);
    sn_model_destroy(m);
    return sized;
}

/* Multiples of 1/64 in [-1, 1]. */
static float *numbers(uint64_t n)
{
    float *v = sn_arena_alloc(arena, n * sizeof *v + 1);
    for (uint64_t i = 0; i < n; i++) v[i] = (float)((int)(i * 37 % 129) - 64) / 64;
    return v;
}

/* in.raw: an input for the example. */
static void put_input(sn_model *m)
{
    sn_value_info v;
    must(sn_model_input_value(m, 0, &v));
    FILE *f = fopen(at("in.raw"), "wb");
    assert_int_equal(fwrite(numbers((uint64_t)v.bytes / 4), 1, (size_t)v.bytes, f), v.bytes);
    fclose(f);
}

static void interpreted(sn_model *m, const float *in, sn_array *out)
{
    must(sn_model_run_interpreted(m, (const void *[]){in}, out));
}

static double distance(const float *a, const float *b, uint64_t n)
{
    double most = 1e-5, diff = 0;
    for (uint64_t i = 0; i < n; i++) {
        most = fmax(most, fabs((double)a[i]));
        diff = fmax(diff, fabs((double)a[i] - (double)b[i]));
        if (!isfinite(a[i]) || !isfinite(b[i])) return INFINITY;
    }
    return diff / most;
}

/* Compiled for the machine, at 1 to 3 threads, in a workspace of NaNs between guards. */
static void computes(void **state)
{
    (void)state;
    for (int i = 0; i < N_NETWORKS; i++) {
        sn_model *m = load(&networks[i]);
        sn_value_info v;
        sn_array want;
        must(sn_model_input_value(m, 0, &v));
        float *in = numbers((uint64_t)v.bytes / 4);
        interpreted(m, in, &want);
        const char *name = networks[i].name, *made = sn_arena_printf(arena, "%s/%s", folder, name);
        must(sn_model_compile(m, made, NULL, NULL));
        const char *build = sn_arena_printf(
            arena,
            "gcc -std=c11 -O2 -march=native -fPIC -shared -Wall -Wextra -Werror -o %s/lib.so",
            made);
        for (int k = -1; k < 8; k++) {
            const char *part = k < 0 ? sn_arena_printf(arena, "%s/%s.c", made, name)
                                     : sn_arena_printf(arena, "%s/%s_%d.c", made, name, k);
            if (!sn_file_exists(part)) continue;
            build = sn_arena_printf(arena, "%s %s", build, part);
            if (sn_find_program(arena, "clang"))
                assert_int_equal(
                    command(
                        sn_arena_printf(
                            arena,
                            "clang -std=c11 -fsyntax-only -march=native -Wall -Wextra -Werror %s",
                            part),
                        NULL),
                    0);
        }
        assert_int_equal(command(sn_arena_printf(arena, "%s -lm -lpthread", build), NULL), 0);
        sn_library *library = NULL;
        assert_ok(sn_library_open(ctx, sn_arena_printf(arena, "%s/lib.so", made), name, &library));
        const struct sinter_module *module = sn_library_module(library);
        sn_mapping *weights = NULL;
        if (module->weights_bytes)
            assert_ok(
                sn_file_map(ctx, sn_arena_printf(arena, "%s/%s.weights", made, name), &weights));
        float *first = NULL;
        for (int threads = 1; threads <= MAX_THREADS; threads++) {
            size_t bytes = module->workspace_bytes(threads),
                   all = (bytes + 2 * GUARD + 63) / 64 * 64, n = module->outputs[0].bytes;
            unsigned char *block = aligned_alloc(64, all), *result = malloc(n + 2 * GUARD);
            memset(block, 0xff, all);
            memset(result, 0xff, n + 2 * GUARD);
            void *net = NULL;
            float *out = (float *)(void *)(result + GUARD);
            int code = module->init(&net, block + GUARD, bytes, threads,
                                    weights ? weights->data : NULL, weights ? weights->n_bytes : 0);
            if (code) fail_msg("%s: %s", name, module->error(code));
            for (int run = 0; run < 3; run++)
                module->run(net, (const void *[]){in}, (void *[]){out});
            module->close(net);
            for (int k = 0; k < GUARD; k++) {
                if (block[k] != 0xff || block[GUARD + bytes + (size_t)k] != 0xff)
                    fail_msg("%s: writes beside its workspace", name);
                if (result[k] != 0xff || result[GUARD + n + (size_t)k] != 0xff)
                    fail_msg("%s: writes beside its output", name);
            }
            assert_int_equal(n, want.n * sizeof(float));
            double d = distance(want.data, out, want.n);
            if (d > 1e-5) fail_msg("%s: off by %g with %d threads", name, d, threads);
            if (!first) first = sn_arena_copy(arena, out, n);
            if (memcmp(first, out, n) != 0)
                fail_msg("%s: other results with %d threads than with one", name, threads);
            free(block);
            free(result);
        }
        if (weights) sn_unmap_file(ctx, weights);
        sn_library_close(ctx, library);
        sn_model_destroy(m);
    }
}

static const char *const sanitizers[] = {"-fsanitize=address,undefined -fno-sanitize-recover=all",
                                         "-fsanitize=thread"};

static void build_example(const char *how, const char *made, const char *name, const char *program)
{
    const char *said = NULL;
    assert_int_equal(command(sn_arena_printf(arena,
                                             "gcc -g -O1 -march=native -std=c11 %s %s/%s.c "
                                             "%s/%s_selftest.c %s/main.c -o %s -lm -lpthread",
                                             how, made, name, made, name, made, program),
                             &said),
                     0);
}

/* The example of each network, built with sanitizers; where they watch sinter itself, of one. */
static void sanitized(void **state)
{
    unsigned n = 0;
    (void)state;
    for (int i = 0; i < N_NETWORKS; i++) {
        sn_model *m = load(&networks[i]);
        const char *name = networks[i].name, *made = sn_arena_printf(arena, "%s/%s", folder, name);
        put_input(m);
        must(sn_model_compile(m, made, &(sn_compile_options){.threads = 3}, NULL));
        for (int k = 0, turn = has_turn_sanitized(&n, N_NETWORKS); turn && k < 2; k++) {
            const char *program = sn_arena_printf(arena, "%s/example", made), *said = NULL;
            build_example(sanitizers[k], made, name, program);
            for (int threads = 1; threads <= MAX_THREADS; threads += 2) {
                int code = command(sn_arena_printf(arena, "%s -w %s/%s.weights -t %d -n 20 %s",
                                                   program, made, name, threads, at("in.raw")),
                                   &said);
                if (code) fail_msg("%s, %s: %s", name, sanitizers[k], said);
                code = command(sn_arena_printf(arena, "%s -w %s/%s.weights -t %d --selftest",
                                               program, made, name, threads),
                               &said);
                if (code) fail_msg("%s, %s: %s", name, sanitizers[k], said);
            }
        }
        sn_model_destroy(m);
    }
}

/* More images than threads, as many, fewer, and such that some are left over; each network under
 * one of the sanitizers. */
static void batches_are_sanitized(void **state)
{
    unsigned n = 0;
    (void)state;
    for (int i = 0; i < N_NETWORKS; i++) {
        sn_model *m = load(&networks[i]);
        const char *name = networks[i].name, *made = sn_arena_printf(arena, "%s/%s", folder, name);
        must(sn_model_compile(m, made, &(sn_compile_options){.threads = 2, .batch = 5}, NULL));
        const char *program = sn_arena_printf(arena, "%s/example", made), *said = NULL,
                   *sanitizer = sanitizers[i % 2];
        const int most = has_turn_sanitized(&n, N_NETWORKS) ? 6 : 0;
        if (most) build_example(sanitizer, made, name, program);
        for (int threads = 2; threads <= most; threads += 2) {
            int code = command(sn_arena_printf(arena, "%s -w %s/%s.weights -t %d --selftest",
                                               program, made, name, threads),
                               &said);
            if (code) fail_msg("%s, %s, %d: %s", name, sanitizer, threads, said);
        }
        sn_model_destroy(m);
    }
}

/* Two networks in one program, one with its weights in it; nothing but their own names is visible.
 */
static void together(void **state)
{
    (void)state;
    sn_model *a = load(&networks[0]), *b = load(&networks[1]);
    const char *x = sn_arena_printf(arena, "%s/x", folder),
               *y = sn_arena_printf(arena, "%s/y", folder), *said = NULL;
    must(sn_model_compile(a, x, &(sn_compile_options){.prefix = "one", .target = "generic"}, NULL));
    must(sn_model_compile(
        b, y, &(sn_compile_options){.prefix = "two", .target = "generic", .embed_weights = true},
        NULL));
    put_file("both.c", "#include \"x/one.h\"\n#include \"y/two.h\"\nint main(void)\n{\n"
                       "    return one_module.n_inputs + two_module.n_outputs + ONE_N_INPUTS + "
                       "TWO_N_INPUTS + (one_workspace_bytes(1) == two_workspace_bytes(0));\n}\n");
    const char *format = "gcc -std=c11 -Wall -Wextra -Werror %s/both.c %s/one.c %s/two.c "
                         "%s/two_weights.c -o %s/both -lm -lpthread";
    assert_int_equal(command(sn_arena_printf(arena, format, folder, x, y, y, folder), NULL), 0);
    assert_int_equal(command(sn_arena_printf(arena, "%s/both", folder), NULL), 4);
    assert_int_equal(command(sn_arena_printf(arena, "gcc -c %s/two.c -o %s/two.o", y, y), NULL), 0);
    assert_int_equal(command(sn_arena_printf(arena, "nm -g --defined-only %s/two.o", y), &said), 0);
    for (char *line = strtok(sn_arena_strdup(arena, said), "\n"); line; line = strtok(NULL, "\n")) {
        if (!strstr(line, " two_")) fail_msg("a symbol without the prefix: %s", line);
    }
    sn_model_destroy(a);
    sn_model_destroy(b);
}

/* Numbers as the example prints them: six digits, of which rounding may change the last. */
static void compare_printed(const char *name, const char *said, const char *expected)
{
    const char *p = said + strlen("out  "), *q = expected ? expected + strlen("out  ") : NULL;
    if (!q) return;
    p += strcspn(p, " ");
    q += strcspn(q, " ");
    for (int i = 0; i < 8; i++) {
        char *p_end, *q_end;
        double a = strtod(p, &p_end), b = strtod(q, &q_end);
        if (p == p_end || q == q_end) {
            assert_true(i > 0 && p == p_end && q == q_end);
            return;
        }
        if (!sn_is_near(a, b, 2e-5 * fmax(1, fabs(b))))
            fail_msg("%s: %s is not %s", name, said, expected);
        p = p_end;
        q = q_end;
    }
}

/* NEON, where there is a compiler for it and an emulator. */
static void foreign(void **state)
{
    (void)state;
    if (!sn_find_program(arena, "aarch64-linux-gnu-gcc") ||
        !sn_find_program(arena, "qemu-aarch64")) {
        print_message("skipped: no aarch64-linux-gnu-gcc and qemu-aarch64\n");
        return;
    }
    for (int i = 0; i < N_NETWORKS; i++) {
        sn_model *m = load(&networks[i]);
        const char *name = networks[i].name, *expected = NULL;
        put_input(m);
        const char *targets[] = {"generic", "aarch64"},
                   *compilers[] = {"gcc", "aarch64-linux-gnu-gcc -static"},
                   *runners[] = {"", "qemu-aarch64 "};
        for (int k = 0; k < 2; k++) {
            const char *made = sn_arena_printf(arena, "%s/%s-%s", folder, name, targets[k]),
                       *said = NULL;
            must(sn_model_compile(m, made, &(sn_compile_options){.target = targets[k]}, NULL));
            assert_int_equal(
                command(sn_arena_printf(arena,
                                        "%s -std=c11 -O1 -Wall -Wextra -Werror %s/%s.c "
                                        "%s/%s_selftest.c %s/main.c -o %s/example -lm -lpthread",
                                        compilers[k], made, name, made, name, made, made),
                        NULL),
                0);
            assert_int_equal(command(sn_arena_printf(arena, "%s%s/example -w %s/%s.weights -t 2 %s",
                                                     runners[k], made, made, name, at("in.raw")),
                                     &said),
                             0);
            compare_printed(name, said, expected);
            expected = said;
            int code = command(sn_arena_printf(arena, "%s%s/example -w %s/%s.weights --selftest",
                                               runners[k], made, made, name),
                               &said);
            if (code) fail_msg("%s, %s: %s", name, targets[k], said);
        }
        sn_model_destroy(m);
    }
}

/* The same bytes every time. */
static void deterministic(void **state)
{
    (void)state;
    sn_model *m = load(&networks[0]);
    const char *said = NULL;
    must(sn_model_compile(m, sn_arena_printf(arena, "%s/x", folder), NULL, NULL));
    sn_model_destroy(m);
    sn_context_destroy(context);
    context = sn_context_create(NULL);
    m = load(&networks[0]);
    must(sn_model_compile(m, sn_arena_printf(arena, "%s/y", folder), NULL, NULL));
    if (command(sn_arena_printf(arena, "diff -r %s/x %s/y", folder, folder), &said) != 0)
        fail_msg("%s", said);
    sn_model_destroy(m);
}

static void count_plans(void *user, const char *what, uint64_t n_done, uint64_t n_total)
{
    (void)n_done, (void)n_total;
    *(int *)user += strcmp(what, "planning") == 0;
}

/* Once where the code is in no cache, which also checks its rewrites, and once where it is. */
static void planned_once(void **state)
{
    (void)state;
    int n = 0;
    setenv("XDG_CACHE_HOME", at("empty"), 1);
    sn_context_destroy(context);
    context = sn_context_create(&(sn_context_options){.progress = count_plans, .user = &n});
    sn_model *m = load(&networks[0]);
    for (int i = 1; i <= 2; i++) {
        sn_executable *e = NULL;
        sn_executable_info info;
        must(sn_executable_create(m, NULL, &e));
        sn_executable_describe(e, &info);
        assert_int_equal(info.cached, i == 2);
        assert_int_equal(n, i);
        sn_executable_destroy(e);
    }
    sn_model_destroy(m);
}

/* Each step was done in each round that is traced, by some thread, within that round. */
static void check_trace(const sn_bench_result *r, uint32_t n_threads)
{
    uint32_t *times = sn_arena_alloc(arena, ((size_t)r->n_traced * r->n_steps + 1) * 4);
    for (uint32_t i = 0; i < r->n_events; i++) {
        const sn_bench_event *e = &r->events[i];
        assert_true(e->round < r->n_traced && e->step < r->n_steps && e->thread < n_threads);
        assert_true(e->begun <= e->ended && e->begun >= r->begun[e->round] &&
                    e->ended <= r->begun[e->round] + r->runs[e->round]);
        times[e->round * r->n_steps + e->step]++;
    }
    for (uint32_t i = 0; i < r->n_traced * r->n_steps; i++)
        assert_true(times[i] >= 1 && times[i] <= n_threads);
}

/* What `sn_model_groups` says of memory: what is in use at one time lies apart, within the
 * workspace, and what steps take is what they are. */
static void memory_by_step(void **state)
{
    (void)state;
    sn_list_info of;
    for (uint32_t z = 0; sn_zoo_at(z, &of); z++) {
        sn_model *open = NULL, *m = NULL;
        sn_sizes_from from;
        sn_groups_info r;
        must(sn_model_zoo(context, of.name, 1, &open));
        must(sn_model_at_some_size(open, &m, &from));
        sn_model_destroy(open);
        must(sn_model_groups(
            m, &(sn_compile_options){.as_is = true, .target = "generic", .batch = z % 2 ? 3 : 0},
            &r));
        assert_true(r.n_blocks > 0 && r.unshared_bytes > 0 && r.weights_bytes > 0);
        for (uint32_t i = 0; i < r.n_blocks; i++) {
            const sn_memory_block *b = &r.blocks[i];
            assert_true(b->first <= b->last && b->last < r.n_steps);
            assert_true(b->bytes > 0 && b->offset + b->bytes <= r.tensor_bytes);
            assert_true(i == 0 || b[-1].first <= b->first);
            for (uint32_t k = 0; k < b->n_values; k++)
                assert_true(b->layers[k] == SN_NO_LAYER ||
                            b->layers[k] < sn_model_n_layers(r.planned));
            for (uint32_t k = 0; k < i; k++) {
                const sn_memory_block *o = &r.blocks[k];
                assert_true(o->last < b->first || o->offset + o->bytes <= b->offset ||
                            b->offset + b->bytes <= o->offset);
            }
        }
        sn_model_destroy(r.planned);
        sn_model_destroy(m);
    }
}

/* Through the library: create, run, time; the model may go before. */
static void executable(void **state)
{
    (void)state;
    setenv("XDG_CACHE_HOME", at("cache"), 1);
    sn_model *m = load(&networks[0]);
    sn_executable *e = NULL, *again = NULL;
    sn_executable_info info;
    sn_array in, out, want;
    sn_bench_result bench;
    must(sn_executable_create(m, &(sn_compile_options){.threads = 2}, &e));
    must(sn_executable_create(m, &(sn_compile_options){.threads = 2}, &again));
    sn_executable_describe(again, &info);
    assert_true(info.cached);
    assert_true(sn_executable_input(e, 0, &in) && !sn_executable_input(e, 1, &in));
    assert_true(sn_executable_output(e, 0, &out) && !sn_executable_output(e, 1, &out));
    assert_string_equal(out.name, "out");
    float *x = numbers(in.n), *y = sn_arena_alloc(arena, out.n * sizeof *y);
    interpreted(m, x, &want);
    must(sn_executable_run(e, (const void *[]){x}, (void *[]){y}));
    assert_true(distance(want.data, y, out.n) < 1e-5);
    sn_model_destroy(m);
    must(sn_executable_run(again, (const void *[]){x}, (void *[]){y}));
    assert_int_equal(sn_executable_bench(e, 0, &bench), SN_E_ARG);
    must(sn_executable_bench(e, 5, &bench));
    assert_true(bench.n_rounds == 5 && bench.best > 0 && bench.best <= bench.median &&
                bench.n_steps > 0 && bench.peak_flops > 1e8 && bench.made[0] == bench.n_steps);
    for (uint32_t i = 0; i < bench.n_steps; i++)
        assert_true(bench.steps[i].seconds > 0 && *bench.steps[i].kernel);
    sn_bench_options how = {
        .rounds = 4, .warmup = 3, .traced = 2, .inputs = (const void *const[]){x}};
    must(sn_executable_bench_with(e, &how, &bench));
    assert_true(bench.n_rounds == 4 && bench.n_warmup == 3 && bench.n_traced == 2);
    check_trace(&bench, 2);
    how = (sn_bench_options){.seconds = 0.01, .warmup_seconds = 0.001, .traced = 9};
    must(sn_executable_bench_with(e, &how, &bench));
    assert_true(bench.begun[bench.n_rounds - 1] + bench.runs[bench.n_rounds - 1] > 0.009);
    assert_int_equal(bench.n_traced, bench.n_rounds < 9 ? bench.n_rounds : 9);
    check_trace(&bench, 2);
    static const double no_durations[] = {-1, NAN, INFINITY};
    for (size_t i = 0; i < sizeof no_durations / sizeof *no_durations; i++) {
        how = (sn_bench_options){.seconds = no_durations[i]};
        assert_int_equal(sn_executable_bench_with(e, &how, &bench), SN_E_ARG);
        how = (sn_bench_options){.warmup_seconds = no_durations[i]};
        assert_int_equal(sn_executable_bench_with(e, &how, &bench), SN_E_ARG);
    }
    must(sn_executable_bench_with(e, NULL, &bench));
    assert_true(bench.n_rounds == 30 && bench.n_events == 0);
    sn_executable_destroy(again);
    /* The context takes the other with it, threads and all. */
}

enum { LARGEST_BLOCK = 4 << 20 };

static void *small_blocks(void *user, void *ptr, size_t old_bytes, size_t new_bytes)
{
    (void)user, (void)old_bytes;
    if (new_bytes > LARGEST_BLOCK) return NULL;
    if (new_bytes) return realloc(ptr, new_bytes);
    free(ptr);
    return NULL;
}

/* The interpreter needs all of a value, which is larger than any block that there is memory for;
 * the code is written, without a test. */
static void without_memory_for_the_interpreter(void **state)
{
    (void)state;
    static const network wide = {"wide", "7767517\n3 3\nInput data 0 1 data 0=600 1=600 "
                                         "2=1\nConvolution c 1 1 data c 0=8 1=3 4=1 5=1 6=72\n"
                                         "Pooling p 1 1 c out 0=1 4=1\n"};
    const sn_context_options small = {.alloc = small_blocks, .threads = 1};
    sn_context_destroy(context);
    context = sn_context_create(&small);
    sn_model *m = load(&wide);
    sn_compile_result r;
    const char *made = sn_arena_printf(arena, "%s/wide", folder), *said = NULL;
    must(sn_model_compile(m, made, &(sn_compile_options){.target = "generic"}, &r));
    assert_non_null(r.no_selftest);
    assert_non_null(strstr(r.no_selftest, "memory"));
    assert_non_null(r.unchecked);
    assert_string_equal(r.unchecked, r.no_selftest);
    for (uint32_t i = 0; i < r.n_files; i++) assert_null(strstr(r.files[i], "selftest"));
    put_input(m);
    assert_int_equal(command(sn_arena_printf(arena,
                                             "gcc -std=c11 -O1 -Wall -Wextra -Werror %s/wide.c "
                                             "%s/main.c -o %s/example -lm -lpthread",
                                             made, made, made),
                             NULL),
                     0);
    assert_int_equal(command(sn_arena_printf(arena, "%s/example -w %s/wide.weights %s", made, made,
                                             at("in.raw")),
                             &said),
                     0);
    sn_model_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(computes, setup, teardown),
        cmocka_unit_test_setup_teardown(sanitized, setup, teardown),
        cmocka_unit_test_setup_teardown(batches_are_sanitized, setup, teardown),
        cmocka_unit_test_setup_teardown(together, setup, teardown),
        cmocka_unit_test_setup_teardown(deterministic, setup, teardown),
        cmocka_unit_test_setup_teardown(planned_once, setup, teardown),
        cmocka_unit_test_setup_teardown(executable, setup, teardown),
        cmocka_unit_test_setup_teardown(memory_by_step, setup, teardown),
        cmocka_unit_test_setup_teardown(foreign, setup, teardown),
        cmocka_unit_test_setup_teardown(without_memory_for_the_interpreter, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
