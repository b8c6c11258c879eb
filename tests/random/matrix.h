/* SPDX-License-Identifier: Apache-2.0
 *
 * A network written for one machine and built by one compiler, as a user would do it: run by
 * tests/compiled/host.c, in an emulator where it must be, compared with the interpreter, and by its
 * own self-test. */
#ifndef SN_TESTS_RANDOM_MATRIX_H
#define SN_TESTS_RANDOM_MATRIX_H

#include "api/selftest.h"
#include "api/stepwise.h"
#include "driver/host.h"
#include "driver/process.h"
#include "kernels/kernel_unit.h"

#define MATRIX_BOUND   2e-4
#define MATRIX_SECONDS 1800 /* of a process that hangs */

typedef struct matrix_compiler {
    const char *name, *native, *arm, *level; /* words */
    bool is_gcc;
} matrix_compiler;

static const matrix_compiler matrix_compilers[] = {
    {"gcc -O1", "gcc", "aarch64-linux-gnu-gcc -static", "-O1", true},
    {"gcc -O2", "gcc", "aarch64-linux-gnu-gcc -static", "-O2", true},
    {"gcc -O3", "gcc", "aarch64-linux-gnu-gcc -static", "-O3", true},
    {"clang -O2", "clang",
     "clang --target=aarch64-linux-gnu -isystem /usr/aarch64-linux-gnu/include -static", "-O2",
     false},
};
static const char *const matrix_machines[] = {"x86-64-v3", "x86-64-v3-vl", "x86-64-v4", "generic",
                                              "aarch64"};
enum {
    MATRIX_COMPILERS = 4,
    MATRIX_MACHINES = 5,
    MATRIX_PAIRS = MATRIX_COMPILERS * MATRIX_MACHINES,
    MATRIX_WORDS = 200,
    MATRIX_FILES = 64
};

typedef struct matrix_case {
    const matrix_compiler *compiler;
    const sn_machine *machine;
    int pair, n_jobs;
    bool arm;
    sn_arena *arena;
    const sn_program *program;
    const sn_graph *g;
    const char *argv[MATRIX_WORDS + 1];
    int n;
    const char *objects[MATRIX_FILES];
    sn_process compiling[MATRIX_FILES];
    int n_objects, n_compiling;
} matrix_case;

static inline void matrix_word(matrix_case *m, const char *word)
{
    assert_true(m->n < MATRIX_WORDS);
    m->argv[m->n++] = word;
}

/* Separated by spaces. */
static inline void matrix_words(matrix_case *m, const char *words)
{
    for (char *w = strtok(sn_arena_strdup(m->arena, words), " "); w; w = strtok(NULL, " "))
        matrix_word(m, w);
}

/* What has been put together, as a process that is not started yet. */
static inline sn_process matrix_process(matrix_case *m, const char *output)
{
    const char *program = sn_find_program(m->arena, m->argv[0]);
    if (!program) fail_msg("%s is not installed", m->argv[0]);
    m->argv[0] = program;
    m->argv[m->n++] = NULL;
    sn_process p = {.argv = sn_arena_copy(m->arena, m->argv, (size_t)m->n * sizeof *m->argv),
                    .output = output};
    m->n = 0;
    return p;
}

/* What they print; each must end well. */
static inline const char *matrix_run(matrix_case *m, sn_process *list, int n, const char *what)
{
    const char *text = "";
    kernel_ok(sn_run_processes(ctx, list, (size_t)n, m->n_jobs, MATRIX_SECONDS, NULL, NULL));
    for (int i = 0; i < n; i++) {
        sn_mapping *map = NULL;
        if (!sn_file_exists(list[i].output)) continue; /* not started: another failed before */
        kernel_ok(sn_file_map(ctx, list[i].output, &map));
        text = sn_arena_printf(m->arena, "%s%.*s", text, (int)map->n_bytes,
                               map->data ? (const char *)map->data : "");
        sn_unmap_file(ctx, map);
    }
    for (int i = 0; i < n; i++) {
        if (list[i].exit_code)
            fail_msg("%s, %s: %s failed at it: %s", m->compiler->name, m->machine->name, what,
                     text);
    }
    return text;
}

static inline const char *matrix_path(const matrix_case *m, const char *name)
{
    return sn_arena_printf(m->arena, "%s/%s", folder, name);
}

static inline const char *matrix_file(const matrix_case *m, const char *name, const void *data,
                                      size_t bytes)
{
    const char *path = matrix_path(m, name);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(data, 1, bytes, f), bytes);
    assert_int_equal(fclose(f), 0);
    return path;
}

/* As many rows as there is room for, those that are not found -1. */
static inline const char *matrix_expected(const matrix_case *m, size_t i, const sn_tensor *t)
{
    const int64_t room = sn_shape_count(&m->program->output[i].shape);
    float *all = SN_NEW_N(m->arena, float, room + 1);
    for (int64_t k = 0; k < room; k++)
        all[k] = k < sn_tensor_count(t) ? (float)sn_tensor_at(t, k) : -1;
    return matrix_file(m, sn_arena_printf(m->arena, "out%zu", i), all, (size_t)room * sizeof *all);
}

static inline void matrix_add_source(matrix_case *m, const char *path, const char *object)
{
    assert_true(m->n_objects < MATRIX_FILES);
    m->objects[m->n_objects++] = object;
    if (sn_file_exists(object)) return;
    matrix_words(m, m->arm ? m->compiler->arm : m->compiler->native);
    matrix_words(m, m->compiler->is_gcc ? m->machine->gcc_flags : m->machine->clang_flags);
    matrix_word(m, m->compiler->level); /* the last one counts */
    matrix_words(m, "-std=gnu11 -DMODULE=net_module -DHEADER=\"net.h\" -DSELFTEST=net_selftest");
    matrix_word(m, sn_arena_printf(m->arena, "-I%s", folder));
    matrix_words(m, "-c -o");
    matrix_word(m, object);
    matrix_word(m, path);
    m->compiling[m->n_compiling] = matrix_process(m, sn_arena_printf(m->arena, "%s.said", object));
    m->n_compiling++;
}

/* File by file, side by side. What calls the network is the same for all of a pair, and is built
 * once. */
static inline void matrix_build(matrix_case *m)
{
    sn_module_test test;
    sn_source_set set;
    struct sn_context context = {.ctx = ctx};
    const char *tests = getenv("SINTER_TESTS");
    kernel_ok(sn_selftest_of(&context, m->program, m->g, m->arena, &test, NULL));
    kernel_ok(sn_codegen(
        (const sn_program *const[]){m->program}, 1,
        &(sn_codegen_options){.prefix = "net", .model = "net", .check = true, .tests = &test},
        &set));
    for (size_t i = 0; i < set.n; i++) {
        const sn_source *f = &set.files[i];
        const char *path = matrix_file(m, f->path, f->data, f->bytes),
                   *object = matrix_path(m, sn_arena_printf(m->arena, "%s.o", f->path));
        const size_t length = strlen(f->path);
        if (length <= 2 || strcmp(f->path + length - 2, ".c") != 0 ||
            strcmp(f->path, "main.c") == 0)
            continue;
        unlink(object);
        matrix_add_source(m, path, object);
    }
    matrix_add_source(m, sn_arena_printf(m->arena, "%s/compiled/host.c", tests ? tests : "tests"),
                      matrix_path(m, sn_arena_printf(m->arena, "host%d.o", m->pair)));
    matrix_run(m, m->compiling, m->n_compiling, "the compiler");
    matrix_words(m, m->arm ? m->compiler->arm : m->compiler->native);
    for (int i = 0; i < m->n_objects; i++) matrix_word(m, m->objects[i]);
    matrix_words(m, "-o");
    matrix_word(m, matrix_path(m, "host"));
    matrix_words(m, "-lm -lpthread");
    sn_process link = matrix_process(m, at("said"));
    matrix_run(m, &link, 1, "the linker");
}

static inline void matrix_compare(matrix_case *m, const char *said)
{
    const char *test = strstr(said, "selftest ");
    if (!test || atoi(test + 9) != 0)
        fail_msg("%s, %s: outputs differ by the self-test: %s", m->compiler->name, m->machine->name,
                 said);
    for (size_t i = 0; i < m->program->n_outputs; i++) {
        const char *line = strstr(said, sn_arena_printf(m->arena, "#%zu ", i));
        const double d = line ? strtod(strchr(line, ' '), NULL) : INFINITY;
        if (!(d <= MATRIX_BOUND))
            fail_msg("%s, %s: outputs differ, %zu: distance %g", m->compiler->name,
                     m->machine->name, i, d);
    }
}

static inline void matrix_check(const sn_graph *g, sn_fusion_mode fusion, int pair, int n_jobs)
{
    matrix_case m = {.compiler = &matrix_compilers[pair % MATRIX_COMPILERS],
                     .arena = sn_arena_create(ctx),
                     .g = g,
                     .pair = pair,
                     .n_jobs = n_jobs};
    sn_plan_options plan = {.fusion = fusion, .n_threads = 2};
    sn_program *p = NULL;
    size_t n_feeds = 0;
    kernel_ok(sn_machine_find(ctx, matrix_machines[pair / MATRIX_COMPILERS % MATRIX_MACHINES],
                              &plan.machine));
    m.machine = plan.machine;
    m.arm = strcmp(m.machine->name, "aarch64") == 0;
    kernel_ok(sn_plan(g, &plan, m.arena, &p));
    m.program = p;
    matrix_build(&m);
    sn_value **inputs = sn_graph_inputs(g, m.arena, &n_feeds);
    const sn_tensor **feeds = SN_NEW_N(m.arena, const sn_tensor *, n_feeds + 1),
                    **expected = SN_NEW_N(m.arena, const sn_tensor *, p->n_outputs + 1);
    for (size_t i = 0; i < n_feeds; i++) {
        kernel_ok(sn_random_tensor(ctx, SN_TYPE_f32, &inputs[i]->shape, 77 + i, SN_FLAVOUR_UNIT,
                                   sn_integer_limit(inputs[i]), &feeds[i]));
    }
    kernel_ok(sn_run_graph(g, feeds, n_feeds, NULL, expected));
    if (m.arm) matrix_word(&m, "qemu-aarch64");
    matrix_word(&m, matrix_path(&m, "host"));
    matrix_word(&m, matrix_path(&m, "net.weights"));
    matrix_word(&m, "2");
    for (size_t i = 0; i < n_feeds; i++) {
        matrix_word(&m, "-i");
        matrix_word(&m, sn_arena_printf(m.arena, "#%zu", i));
        matrix_word(&m,
                    matrix_file(&m, sn_arena_printf(m.arena, "in%zu", i), sn_tensor_f32(feeds[i]),
                                (size_t)sn_tensor_count(feeds[i]) * sizeof(float)));
    }
    for (size_t i = 0; i < p->n_outputs; i++) {
        matrix_word(&m, "-o");
        matrix_word(&m, sn_arena_printf(m.arena, "#%zu", i));
        matrix_word(&m, matrix_expected(&m, i, expected[i]));
    }
    sn_process run = matrix_process(&m, at("said"));
    matrix_compare(&m, matrix_run(&m, &run, 1, "the network"));
    for (size_t i = 0; i < n_feeds; i++) sn_tensor_release(feeds[i]);
    for (size_t i = 0; i < p->n_outputs; i++) sn_tensor_release(expected[i]);
    sn_arena_destroy(m.arena);
}

static inline bool matrix_runs_here(int pair)
{
    const sn_machine *machine = NULL;
    kernel_ok(
        sn_machine_find(ctx, matrix_machines[pair / MATRIX_COMPILERS % MATRIX_MACHINES], &machine));
    return strcmp(machine->name, "aarch64") == 0 || sn_host_runs(machine->gcc_flags);
}

#endif
