/* SPDX-License-Identifier: Apache-2.0
 *
 * The run time around generated steps: what it computes with several threads, what it refuses, that
 * it stays within its memory, and that compilers and sanitizers have nothing to say. */
#include "driver/driver_unit.h"

static const char *const compilers[] = {"gcc", "clang"};

enum { GUARD = 4096 };

static sn_source_set emitted(const sn_module *m)
{
    sn_source_set set;
    assert_ok(sn_module_emit(arena, m, &set));
    for (size_t i = 0; i < set.n; i++) { /* no place of a template is left open */
        const sn_source *f = &set.files[i];
        if (strcmp(f->path, "CMakeLists.txt") != 0) assert_null(memmem(f->data, f->bytes, "${", 2));
    }
    return set;
}

static const struct sinter_module *load_with(const char *flags, const char *prefix,
                                             const sn_source_set *set, sn_library **library)
{
    sn_driver_options o = {
        .gcc_flags = flags, .clang_flags = flags, .defines = "-DTOY_PROFILE", .cache = at("cache")};
    sn_built built;
    assert_ok(sn_driver_build(arena, set, &o, &built));
    assert_ok(sn_library_open(ctx, built.path, prefix, library));
    return sn_library_module(*library);
}

static const struct sinter_module *load(const char *prefix, const sn_source_set *set,
                                        sn_library **library)
{
    return load_with("-O1", prefix, set, library);
}

/* ---- what it computes ------------------------------------------------------------------------ */

typedef struct guarded {
    unsigned char *block, *memory;
    size_t bytes;
} guarded;

static guarded guarded_alloc(size_t bytes)
{
    guarded g = {.bytes = bytes};
    g.block = aligned_alloc(64, (bytes + 2 * GUARD + 63) / 64 * 64);
    memset(g.block, 0xff, (bytes + 2 * GUARD + 63) / 64 * 64); /* all NaNs */
    g.memory = g.block + GUARD;
    return g;
}

static void guarded_free(guarded g)
{
    for (int i = 0; i < GUARD; i++) {
        assert_int_equal(g.block[i], 0xff);
        assert_int_equal(g.memory[g.bytes + (size_t)i], 0xff);
    }
    free(g.block);
}

static void run_with(const struct sinter_module *m, int n_threads, const sn_source *weights,
                     int n_runs)
{
    static float in[TOY_SIZE];
    guarded work = guarded_alloc(m->workspace_bytes(n_threads));
    guarded out = guarded_alloc(m->outputs[0].bytes), sum = guarded_alloc(m->outputs[1].bytes);
    void *net = NULL;
    assert_int_equal(m->init(&net, work.memory, work.bytes, n_threads,
                             weights ? weights->data : NULL, weights ? weights->bytes : 0),
                     0);
    for (int run = 0; run < n_runs; run++) {
        for (int i = 0; i < TOY_SIZE; i++) in[i] = input_at(i, run);
        const void *ins[] = {in};
        void *outs[] = {out.memory, sum.memory};
        assert_int_equal(m->run(net, ins, outs), 0);
        check_outputs(in, outs[0], outs[1]);
        if (run % 16 == 5)
            nanosleep(&(struct timespec){.tv_nsec = 1000000},
                      NULL); /* long enough for threads to fall asleep */
    }
    const double *seconds = m->seconds(net);
    for (int i = 0; i < m->n_steps; i++) assert_true(seconds[i] > 0);
    m->close(net);
    guarded_free(work);
    guarded_free(out);
    guarded_free(sum);
}

static void computes(void **state)
{
    (void)state;
    for (size_t n_parts = 1; n_parts <= 3; n_parts += 2) {
        sn_module m = toy("toy", "toy", n_parts);
        sn_source_set set = emitted(&m);
        sn_library *library = NULL;
        const struct sinter_module *module = load("toy", &set, &library);
        for (int n_threads = 1; n_threads <= 4; n_threads++)
            run_with(module, n_threads, file_of(&set, "toy.weights"), 100);
        run_with(module, 9, file_of(&set, "toy.weights"), 3); /* more threads than units */
        sn_library_close(ctx, library);
    }
}

/* Whoever does each of the steps: all, the caller, or another thread; of fewer threads one of
 * those. */
static void computes_alone(void **state)
{
    (void)state;
    for (unsigned i = 1; i < 4 * 4 * 4; i += 3) {
        sn_module m = toy_alone("toy", "toy", 1, i / 16 * 100 + i / 4 % 4 * 10 + i % 4);
        sn_source_set set = emitted(&m);
        sn_library *library = NULL;
        const struct sinter_module *module = load("toy", &set, &library);
        for (int n_threads = 1; n_threads <= 4; n_threads++)
            run_with(module, n_threads, file_of(&set, "toy.weights"), 50);
        sn_library_close(ctx, library);
    }
}

static void embedded_weights(void **state)
{
    (void)state;
    sn_module m = toy("toy", "toy", 1);
    m.embed_weights = true;
    sn_source_set set = emitted(&m);
    assert_false(has_file(&set, "toy.weights"));
    assert_true(has_file(&set, "toy_weights.c"));
    sn_library *library = NULL;
    const struct sinter_module *module = load("toy", &set, &library);
    assert_int_equal(module->weights_bytes, 0);
    run_with(module, 2, NULL, 3);
    sn_library_close(ctx, library);
    m.weights_bytes = SN_MAX_EMBEDDED_BYTES + 1;
    assert_int_equal(sn_module_emit(arena, &m, &set), SN_E_UNSUPPORTED);
}

/* Two nets of one library at the same time, each with its workspace. */
static void side_by_side(void **state)
{
    (void)state;
    sn_module m = toy("toy", "toy", 1);
    sn_source_set set = emitted(&m);
    const sn_source *weights = file_of(&set, "toy.weights");
    sn_library *library = NULL;
    const struct sinter_module *module = load("toy", &set, &library);
    static float in[2][TOY_SIZE], out[2][TOY_SIZE], sum[2][1];
    guarded work[2];
    void *net[2] = {NULL, NULL};
    for (int k = 0; k < 2; k++) {
        work[k] = guarded_alloc(module->workspace_bytes(2));
        assert_int_equal(
            module->init(&net[k], work[k].memory, work[k].bytes, 2, weights->data, weights->bytes),
            0);
        for (int i = 0; i < TOY_SIZE; i++) in[k][i] = input_at(i, 5 * k);
    }
    for (int run = 0; run < 20; run++) {
        for (int k = 0; k < 2; k++)
            assert_int_equal(
                module->run(net[k], (const void *[]){in[k]}, (void *[]){out[k], sum[k]}), 0);
    }
    for (int k = 0; k < 2; k++) {
        check_outputs(in[k], out[k], sum[k]);
        module->close(net[k]);
        guarded_free(work[k]);
    }
    sn_library_close(ctx, library);
}

/* A loop whose addresses gcc 12 at -O2 counts from 0 on, and concludes that it does nothing: with
 * calls of its function left out, the output stays as it was. */
static void keeps_calls(void **state)
{
    (void)state;
    static const char *const part[] = {
        "static __attribute__((noinline)) void turn(float *w)\n{\n"
        "    for (long i0 = 0; i0 < 2; i0++)\n        for (long i1 = 0; i1 < 8; i1++)\n            "
        "for (long i2 = 0; i2 < 6; i2++)\n"
        "                *(w + i0 * 48 + i1 * 6 + i2 * 1) = *(w + 96 + i0 * 48 + i1 * 1 + i2 * "
        "8);\n}\n\n"
        "STEP void toy_turn(const struct net *n, long first, long last, float *scratch)\n{\n"
        "    (void)first, (void)last, (void)scratch;\n    for (long i = 0; i < 96; i++) WORK[96 + "
        "i] = n->in[0][i];\n"
        "    turn(WORK);\n    for (long i = 0; i < 96; i++) n->out[0][i] = WORK[i];\n}\n"};
    const sn_module_tensor in = {.name = "data", .type = SN_TYPE_f32, .rank = 1, .shape = {96}},
                           out = {.name = "out", .type = SN_TYPE_f32, .rank = 1, .shape = {96}};
    const sn_module_step step = {"toy_turn", "turn", "by hand", 1, false, -1, false, 0, 1, 0, 0};
    const sn_module_set sizes = {.inputs = &in,
                                 .outputs = &out,
                                 .steps = &step,
                                 .n_steps = 1,
                                 .memory.work_bytes = 192 * sizeof(float)};
    const sn_module_target target = {.support = TOY_SUPPORT, .parts = part, .n_parts = 1};
    const sn_module m = {.prefix = "toy",
                         .model = "toy",
                         .gcc_flags = "",
                         .clang_flags = "",
                         .n_inputs = 1,
                         .n_outputs = 1,
                         .sets = &sizes,
                         .n_sets = 1,
                         .targets = &target,
                         .n_targets = 1};
    sn_source_set set = emitted(&m);
    sn_library *library = NULL;
    const struct sinter_module *module = load_with("-O2", "toy", &set, &library);
    guarded work = guarded_alloc(module->workspace_bytes(1));
    float x[96], y[96];
    void *net = NULL;
    for (int i = 0; i < 96; i++) x[i] = (float)i;
    assert_int_equal(module->init(&net, work.memory, work.bytes, 1, NULL, 0), 0);
    assert_int_equal(module->run(net, (const void *[]){x}, (void *[]){y}), 0);
    for (int i = 0; i < 96; i++) assert_true(y[i] == (float)(i / 48 * 48 + i % 6 * 8 + i % 48 / 6));
    module->close(net);
    guarded_free(work);
    sn_library_close(ctx, library);
}

/* ---- several sets of sizes ------------------------------------------------------------------- */

enum { SHORT = 96, LONG = 1000 };

#define LENGTH_STEPS                                                                               \
    "#define STEPS(size) \\\n"                                                                     \
    "    STEP void toy_twice_##size(const struct net *n, long first, long last, float *scratch) "  \
    "\\\n"                                                                                         \
    "    { \\\n"                                                                                   \
    "        for (long u = first; u < last; u++) { \\\n"                                           \
    "            scratch[u % 5] = n->in[0][u]; \\\n"                                               \
    "            WORK[u] = 2 * scratch[u % 5]; \\\n"                                               \
    "        } \\\n"                                                                               \
    "    } \\\n"                                                                                   \
    "    STEP void toy_turn_##size(const struct net *n, long first, long last, float *scratch) "   \
    "\\\n"                                                                                         \
    "    { \\\n"                                                                                   \
    "        (void)scratch; \\\n"                                                                  \
    "        for (long u = first; u < last; u++) n->out[0][u] = WORK[size - 1 - u]; \\\n"          \
    "    }\n"                                                                                      \
    "STEPS(96)\nSTEPS(1000)\n"

/* Twice the input, backwards, at two lengths; a run at the shorter one leaves threads alone. */
static sn_source_set two_lengths(void)
{
    static const char *const part[] = {LENGTH_STEPS};
    static const sn_module_tensor
        in[] = {{.name = "data", .type = SN_TYPE_f32, .rank = 1, .shape = {SHORT}},
                {.name = "data", .type = SN_TYPE_f32, .rank = 1, .shape = {LONG}}},
        out[] = {{.name = "out", .type = SN_TYPE_f32, .rank = 1, .shape = {SHORT}},
                 {.name = "out", .type = SN_TYPE_f32, .rank = 1, .shape = {LONG}}};
    static const sn_module_step steps[2][2] = {
        {{"toy_twice_96", "twice", "by hand", SHORT, false, 0, false, 0, 1, SHORT, 0},
         {"toy_turn_96", "turn", "by hand", SHORT, false, 0, false, 0, 1, 0, 0}},
        {{"toy_twice_1000", "twice", "by hand", LONG, false, -1, true, 0, 1, LONG, 0},
         {"toy_turn_1000", "turn", "by hand", LONG, true, -1, true, 0, 1, 0, 0}}};
    static const sn_module_set sets[] = {{.inputs = &in[0],
                                          .outputs = &out[0],
                                          .steps = steps[0],
                                          .n_steps = 2,
                                          .memory.work_bytes = SHORT * sizeof(float),
                                          .memory.scratch_bytes = 5 * sizeof(float)},
                                         {.inputs = &in[1],
                                          .outputs = &out[1],
                                          .steps = steps[1],
                                          .n_steps = 2,
                                          .memory.work_bytes = LONG * sizeof(float),
                                          .memory.scratch_bytes = 5 * sizeof(float)}};
    const sn_module_target target = {.support = TOY_SUPPORT, .parts = part, .n_parts = 1};
    const sn_module m = {.prefix = "toy",
                         .model = "toy",
                         .gcc_flags = "-O2",
                         .clang_flags = "-O2",
                         .n_inputs = 1,
                         .n_outputs = 1,
                         .sets = sets,
                         .n_sets = 2,
                         .targets = &target,
                         .n_targets = 1};
    return emitted(&m);
}

/* Runs of both in one net, whose memory is that of the larger. */
static void sets_in_turns(void **state)
{
    (void)state;
    static const sn_memory_need needs[] = {
        {.work_bytes = SHORT * sizeof(float), .scratch_bytes = 5 * sizeof(float), .images = 1},
        {.work_bytes = LONG * sizeof(float), .scratch_bytes = 5 * sizeof(float), .images = 1}};
    sn_source_set set = two_lengths();
    sn_library *library = NULL;
    const struct sinter_module *m = load("toy", &set, &library);
    float in[LONG];
    for (int i = 0; i < LONG; i++) in[i] = input_at(i, 0);
    for (int n_threads = 1; n_threads <= 4; n_threads++) {
        const size_t bytes = m->workspace_bytes(n_threads);
        const size_t profile = 64; /* seconds of two steps */
        guarded work = guarded_alloc(bytes);
        void *net = NULL;
        assert_int_equal(bytes - profile, sn_workspace_bytes(&needs[1], n_threads));
        assert_true(bytes - profile > sn_workspace_bytes(&needs[0], n_threads));
        assert_int_equal(m->init(&net, work.memory, bytes, n_threads, NULL, 0), 0);
        for (int run = 0; run < 50; run++) {
            const struct sinter_module *now = &m[run % 3 == 1];
            const long n = now->inputs[0].shape[0];
            guarded out = guarded_alloc((size_t)n * sizeof(float));
            assert_int_equal(now->run(net, (const void *[]){in}, (void *[]){out.memory}), 0);
            for (long i = 0; i < n; i++)
                assert_true(((float *)(void *)out.memory)[i] == 2 * in[n - 1 - i]);
            guarded_free(out);
        }
        m->close(net);
        guarded_free(work);
    }
    assert_int_equal(m[0].inputs[0].shape[0], SHORT);
    assert_int_equal(m[1].outputs[0].shape[0], LONG);
    assert_int_equal(m[2].abi, 0); /* there are no more */
    sn_library_close(ctx, library);
}

/* A program that chooses, under sanitizers: what a run of one set leaves to threads is not read by
 * the next. */
static void sets_sanitized(void **state)
{
    (void)state;
    static const char *const how[] = {"-fsanitize=thread", "-fsanitize=address,undefined",
                                      "-DTOY_NO_THREADS"};
    static const char user[] =
        "#include \"toy.h\"\n#include <stdlib.h>\n"
        "int main(void)\n{\n"
        "    static float in[TOY_INPUT_0_SIZE], out[TOY_OUTPUT_0_SIZE];\n"
        "    const float *ins[] = {in};\n    float *outs[] = {out};\n    toy_net *net;\n"
        "    const size_t bytes = (toy_workspace_bytes(THREADS) + 63) / 64 * 64;\n"
        "    void *work = aligned_alloc(64, bytes);\n    int wrong = 0;\n"
        "    if (toy_init(&net, work, bytes, THREADS, NULL, 0)) return 1;\n"
        "    for (int i = 0; i < TOY_INPUT_0_SIZE; i++) in[i] = (float)i;\n"
        "    for (int k = 0; k < 200; k++) {\n"
        "        const long n = k % 2 ? 1000 : 96;\n"
        "        if (toy_run(net, toy_set_of(&n, 1), ins, outs)) return 2;\n"
        "        for (long i = 0; i < n; i++) wrong |= out[i] != 2 * in[n - 1 - i];\n    }\n"
        "    const long none[] = {97, 96, 1};\n"
        "    if (toy_set_of(none, 1) != -1 || toy_set_of(none + 1, 2) != -1) return 3;\n"
        "    if (toy_set_of(NULL, 1) != -1 || toy_set_of(none + 1, 0) != -1) return 4;\n"
        "    if (toy_set_of(none + 1, 1) != 0) return 5;\n"
        "    if (toy_run(net, -1, ins, outs) != TOY_E_SET) return 6;\n"
        "    if (toy_run(net, TOY_N_SETS, ins, outs) != TOY_E_SET) return 7;\n"
        "    if (toy_run(NULL, 0, ins, outs) != TOY_E_ARGUMENT) return 8;\n"
        "    toy_close(net);\n    free(work);\n    return wrong;\n}\n";
    sn_source_set set = two_lengths();
    put_sources("lengths", &set);
    put_file("user.c", user);
    for (size_t i = 0; i < sizeof how / sizeof *how; i++) {
        const char *said = NULL;
        const char *build = sn_arena_printf(
            arena,
            "gcc -g " STRICT " -DTHREADS=%d %s -I%s/lengths %s %s/lengths/toy.c -o %s -lpthread",
            i == 2 ? 1 : 3, how[i], folder, at("user.c"), folder, at("user"));
        assert_int_equal(command(build, NULL), 0);
        const int code = command(at("user"), &said);
        if (code) fail_msg("%s: %d, %s", how[i], code, said);
    }
    for (size_t c = 0; c < 2; c++) {
        if (!sn_find_program(arena, compilers[c])) continue;
        assert_int_equal(command(sn_arena_printf(arena,
                                                 "%s " STRICT " -fsyntax-only %s/lengths/toy.c "
                                                 "%s/lengths/main.c",
                                                 compilers[c], folder, folder),
                                 NULL),
                         0);
    }
}

/* ---- what it refuses ------------------------------------------------------------------------- */

static void refuses(void **state)
{
    (void)state;
    enum { ARGUMENT = 1, ALIGNMENT, WORKSPACE, WEIGHTS, MISMATCH };
    sn_module m = toy("toy", "toy", 1);
    sn_source_set set = emitted(&m);
    const sn_source *w = file_of(&set, "toy.weights");
    sn_library *library = NULL;
    const struct sinter_module *t = load("toy", &set, &library);
    guarded g = guarded_alloc(t->workspace_bytes(1));
    void *net = NULL;
    assert_int_equal(w->bytes, t->weights_bytes);
    assert_int_equal(t->workspace_bytes(0), 0);
    assert_int_equal(t->workspace_bytes(257), 0);
    assert_int_equal(t->init(&net, NULL, g.bytes, 1, w->data, w->bytes), ARGUMENT);
    assert_int_equal(t->init(&net, g.memory, g.bytes, 0, w->data, w->bytes), ARGUMENT);
    assert_int_equal(t->init(&net, g.memory + 8, g.bytes, 1, w->data, w->bytes), ALIGNMENT);
    assert_int_equal(t->init(&net, g.memory, g.bytes, 1, w->data + 4, w->bytes), ALIGNMENT);
    assert_int_equal(t->init(&net, g.memory, g.bytes - 1, 1, w->data, w->bytes), WORKSPACE);
    assert_int_equal(t->init(&net, g.memory, g.bytes, 1, NULL, 0), WEIGHTS);
    assert_int_equal(t->init(&net, g.memory, g.bytes, 1, w->data, w->bytes - 64), WEIGHTS);
    unsigned char *copy = aligned_alloc(64, w->bytes);
    for (size_t i = 0; i < w->bytes; i++) { /* any bit, but those that are reserved */
        memcpy(copy, w->data, w->bytes);
        copy[i] ^= (unsigned char)(1u << i % 8);
        int code = t->init(&net, g.memory, g.bytes, 1, copy, w->bytes);
        if (i < 24 || i >= 64)
            assert_int_equal(code, WEIGHTS);
        else if (i < 32)
            assert_int_equal(code, MISMATCH);
        else {
            assert_int_equal(code, 0);
            t->close(net);
        }
        net = NULL;
    }
    const float others[] = {1, -2, 0.5f, 5};
    m.weights = others;
    sn_source_set other = emitted(&m);
    memcpy(copy, file_of(&other, "toy.weights")->data, w->bytes);
    assert_int_equal(t->init(&net, g.memory, g.bytes, 1, copy, w->bytes), MISMATCH);
    assert_null(net);
    for (int code = -1; code < 9; code++) assert_true(strlen(t->error(code)) > 5);
    free(copy);
    guarded_free(g);
    sn_library_close(ctx, library);
}

static void bad_prefix(void **state)
{
    (void)state;
    sn_module m = toy("../toy", "toy", 1);
    sn_source_set set;
    assert_int_equal(sn_module_emit(arena, &m, &set), SN_E_ARG);
}

static const char *text_of(const sn_source_set *set, const char *path)
{
    const sn_source *file = file_of(set, path);
    return sn_arena_strndup(arena, (const char *)file->data, file->bytes);
}

/* Of WebAssembly the linker is told how much the steps take at most. */
static void wasm_stack(void **state)
{
    (void)state;
    static const struct {
        const char *floats, *option; /* NULL: more than there is memory */
    } cases[] = {{"1000", "stack-size=262144"},
                 {"100000", "stack-size=524288"},
                 {"300000", "stack-size=1310720"},
                 {"1073741824", NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *part[] = {sn_arena_printf(
            arena,
            "STEP void toy_all(const struct net *n, long first, long last, float *scratch)\n{\n"
            "    float all[%s];\n    (void)n, (void)first, (void)last, (void)scratch;\n"
            "    (void)all;\n}\n",
            cases[i].floats)};
        static const sn_module_step step = {"toy_all", "all", "by hand", 1, false, -1,
                                            false,     0,     1,         0, 0};
        const sn_module_target target = {.support = TOY_SUPPORT, .parts = part, .n_parts = 1};
        sn_module m = toy("toy", "toy", 1);
        sn_module_set one = *m.sets;
        one.steps = &step;
        one.n_steps = 1;
        m.sets = &one;
        m.targets = &target;
        m.is_wasm = true;
        m.lanes = 4;
        sn_source_set set;
        if (!cases[i].option) {
            assert_int_equal(sn_module_emit(arena, &m, &set), SN_E_UNSUPPORTED);
            continue;
        }
        assert_ok(sn_module_emit(arena, &m, &set));
        assert_non_null(strstr(text_of(&set, "CMakeLists.txt"), cases[i].option));
        assert_non_null(strstr(text_of(&set, "toy.h"), cases[i].option));
    }
}

/* ---- what compilers say ---------------------------------------------------------------------- */

static void no_warnings(void **state)
{
    (void)state;
    static const char *const variants[] = {"", "-DTOY_NO_THREADS", "-DTOY_NO_FUTEX",
                                           "-DTOY_PROFILE", "-DTOY_PROFILE -DTOY_NO_THREADS"};
    sn_module m = toy("toy", "a */ #error \\", 3), one = toy("toy", "a\"; int x = \"?\?/", 1);
    sn_source_set set = emitted(&m);
    put_sources("three", &set);
    one.embed_weights = true;
    set = emitted(&one);
    put_sources("one", &set);
    sn_module nothing = {.prefix = "toy",
                         .model = "",
                         .gcc_flags = "",
                         .clang_flags = "",
                         .sets = &(const sn_module_set){0},
                         .n_sets = 1,
                         .targets = &(const sn_module_target){.support = "",
                                                              .parts = (const char *const[]){""},
                                                              .n_parts = 1},
                         .n_targets = 1};
    set = emitted(&nothing);
    put_sources("nothing", &set);
    for (size_t c = 0; c < 2; c++) {
        if (!sn_find_program(arena, compilers[c])) continue;
        assert_int_equal(
            command(
                sn_arena_printf(arena,
                                "%s " STRICT
                                " -DTOY_PROFILE -fsyntax-only %s/nothing/toy.c %s/nothing/main.c",
                                compilers[c], folder, folder),
                NULL),
            0);
        for (size_t v = 0; v < sizeof variants / sizeof *variants; v++) {
            const char *begin =
                sn_arena_printf(arena, "%s " STRICT " %s", compilers[c], variants[v]);
            assert_int_equal(
                command(sn_arena_printf(
                            arena,
                            "%s -fsyntax-only %s/one/toy.c %s/one/toy_weights.c %s/one/main.c",
                            begin, folder, folder, folder),
                        NULL),
                0);
            assert_int_equal(
                command(sn_arena_printf(
                            arena,
                            "%s -fsyntax-only %s/three/toy.c %s/three/toy_0.c %s/three/toy_2.c",
                            begin, folder, folder, folder),
                        NULL),
                0);
        }
    }
    if (!sn_find_program(arena, "g++")) return;
    put_file("user.cc", "#include \"toy.h\"\n#include \"toy.h\"\nint main() { return "
                        "toy_workspace_bytes(1) == 0 || toy_module.abi != SINTER_MODULE_ABI; }\n");
    assert_int_equal(
        command(sn_arena_printf(arena, "gcc -c -o %s %s/one/toy.c", at("toy.o"), folder), NULL), 0);
    assert_int_equal(
        command(sn_arena_printf(arena, "gcc -c -o %s %s/one/toy_weights.c", at("w.o"), folder),
                NULL),
        0);
    assert_int_equal(
        command(
            sn_arena_printf(
                arena,
                "g++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -I%s/one -o %s %s %s %s -lpthread",
                folder, at("user"), at("user.cc"), at("toy.o"), at("w.o")),
            NULL),
        0);
    assert_int_equal(command(at("user"), NULL), 0);
}

/* The example, built with sanitizers: the same outputs, and nothing to complain of. */
static void check_sanitized(const sn_module *m, const char *name, const char *const *how, size_t n)
{
    sn_source_set set = emitted(m);
    put_sources(name, &set);
    for (size_t i = 0; i < n; i++) {
        const char *build = sn_arena_printf(
            arena, "gcc -g -O1 -std=gnu11 %s %s/%s/toy.c %s/%s/main.c -o %s -lpthread -lm", how[i],
            folder, name, folder, name, at("example"));
        assert_int_equal(command(build, NULL), 0);
        const char *expected = NULL;
        for (int t = 1; t <= 4 && (t == 1 || i < 3); t++) {
            const char *said = NULL;
            int code = command(sn_arena_printf(arena, "%s -w %s/%s/toy.weights -t %d -n 200 %s",
                                               at("example"), folder, name, t, at("in.raw")),
                               &said);
            if (code) fail_msg("%s: %s", how[i], said);
            char *runs = strstr(said, "200 runs");
            assert_non_null(runs);
            *runs = '\0';
            if (expected) assert_string_equal(said, expected);
            expected = said;
        }
    }
}

static void check_threads(unsigned threads, const char *const *how, size_t n)
{
    const sn_module m = toy_alone("toy", "toy", 1, threads);
    check_sanitized(&m, sn_arena_printf(arena, "threads%u", threads), how, n);
}

/* Two steps that do not read one another: another thread does the first one, and both take the time
 * of their own. */
static void check_timed(void)
{
    static const char *const how[] = {"-fsanitize=thread -DTOY_PROFILE"};
    static const char *const part[] = {
        "STEP void toy_twice(const struct net *n, long first, long last, float *scratch)\n{\n"
        "    (void)scratch;\n"
        "    for (long u = first; u < last; u++) n->out[0][u] = 2 * n->in[0][u];\n}\n\n"
        "STEP void toy_total(const struct net *n, long first, long last, float *scratch)\n{\n"
        "    (void)first, (void)last, (void)scratch;\n    float s = 0;\n"
        "    for (long i = 0; i < 4000; i++) s += n->in[0][i];\n    n->out[1][0] = s;\n}\n\n"
        "STEP void toy_less(const struct net *n, long first, long last, float *scratch)\n{\n"
        "    (void)scratch;\n"
        "    for (long u = first; u < last; u++) n->out[0][u] -= n->out[1][0];\n}\n"};
    static const sn_module_step steps[] = {
        {"toy_twice", "twice", "by hand", TOY_SIZE, false, 1, false, 0, 1, 0, 0},
        {"toy_total", "total", "by hand", 1, false, 0, false, 0, 1, 0, 0},
        {"toy_less", "less", "by hand", TOY_SIZE, true, -1, true, 0, 1, 0, 0}};
    const sn_module_target target = {.support = TOY_SUPPORT, .parts = part, .n_parts = 1};
    sn_module m = toy("toy", "toy", 1);
    sn_module_set set = *m.sets;
    set.steps = steps;
    set.n_steps = 3;
    m.sets = &set;
    m.targets = &target;
    check_sanitized(&m, "timed", how, 1);
}

static void sanitized(void **state)
{
    (void)state;
    static const char *const how[] = {"-fsanitize=thread", "-fsanitize=thread -DTOY_NO_FUTEX",
                                      "-fsanitize=address,undefined", "-DTOY_NO_THREADS"};
    float in[TOY_SIZE];
    for (int i = 0; i < TOY_SIZE; i++) in[i] = input_at(i, 0);
    FILE *f = fopen(at("in.raw"), "wb");
    assert_int_equal(fwrite(in, sizeof *in, TOY_SIZE, f), TOY_SIZE);
    fclose(f);
    check_threads(0, how, sizeof how / sizeof *how);
    static const unsigned threads[] = {1, 11, 101, 110, 222, 20, 312};
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) check_threads(threads[i], how, 1);
    check_timed();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(computes, driver_setup, driver_teardown),
        cmocka_unit_test_setup_teardown(computes_alone, driver_setup, driver_teardown),
        cmocka_unit_test_setup_teardown(embedded_weights, driver_setup, driver_teardown),
        cmocka_unit_test_setup_teardown(side_by_side, driver_setup, driver_teardown),
        cmocka_unit_test_setup_teardown(keeps_calls, driver_setup, driver_teardown),
        cmocka_unit_test_setup_teardown(sets_in_turns, driver_setup, driver_teardown),
        cmocka_unit_test_setup_teardown(sets_sanitized, driver_setup, driver_teardown),
        cmocka_unit_test_setup_teardown(refuses, driver_setup, driver_teardown),
        cmocka_unit_test_setup_teardown(bad_prefix, driver_setup, driver_teardown),
        cmocka_unit_test_setup_teardown(wasm_stack, driver_setup, driver_teardown),
        cmocka_unit_test_setup_teardown(no_warnings, driver_setup, driver_teardown),
        cmocka_unit_test_setup_teardown(sanitized, driver_setup, driver_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
