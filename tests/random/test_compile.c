/* SPDX-License-Identifier: Apache-2.0
 *
 * Random networks, compiled and compared with the reference interpreter, in every fusion mode.
 * Without arguments some fixed seeds; `test_compile --seeds A..B` for long runs, `--matrix A..B`
 * the same over compilers and machines (matrix.h), `test_compile --text FILE` for what that has
 * printed. Each is compiled and run in a process of its own, since wrong code may crash; one that
 * fails is reported with its seed, made small, and printed as text; then the next seeds follow. On
 * a terminal, or with `--verbose`, a line on stderr for every 50 seeds; a run that is interrupted
 * still prints its counts, and where to continue. `--jobs N`: compilers at a time. */
#include "formats/format.h"
#include "random/matrix.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "base/cpu_limit.h"
#include "base/sanitized.h"
#include "random/prop.h"

enum { N_SEEDS = SANITIZED ? 6 : 24, SECONDS = 300, TRIES = 150, LEFT_OUT = 3, TOLD_EVERY = 50 };

static uint64_t first_seed = 1, last_seed = N_SEEDS;
static bool make_small, matrix, verbose;
static int n_jobs;
static const char *text_file;

static volatile sig_atomic_t interrupted;
static void on_interrupt(int number) { interrupted = number; }

/* ---- in a process of its own ----------------------------------------------------------------- */

static bool can_plan(const sn_graph *g, sn_fusion_mode fusion, sn_arena *arena)
{
    sn_plan_options plan = {.fusion = fusion, .n_threads = 2};
    sn_program *p = NULL;
    kernel_ok(sn_machine_find(ctx, "native", &plan.machine));
    sn_status status = sn_plan(g, &plan, arena, &p);
    if (status != SN_OK && status != SN_E_UNSUPPORTED) fail_msg("%s", sn_ctx_error(ctx));
    return status == SN_OK;
}

static void put_error(void) { fprintf(stderr, "%s\n", sn_ctx_error(ctx)); }

/* What every compiled network goes through once. */
static sn_status step_by_step(const sn_program *p, const sn_graph *g, const struct sinter_module *m,
                              const sn_source *weights)
{
    struct sn_context context = {.ctx = ctx};
    const sn_stepwise what = {.program = p,
                              .graph = g,
                              .module = m,
                              .weights = weights ? weights->data : NULL,
                              .weights_bytes = weights ? weights->bytes : 0,
                              .n_threads = 2,
                              .compiler = "cc",
                              .flags = "flags"};
    return sn_check_stepwise(&context, &what);
}

static int check(const rand_case *c, sn_fusion_mode fusion, int pair)
{
    /* One of the modes once; the others several times, in orders that tell them apart. */
    const kernel_options o = {.fusion = fusion,
                              .bound = 2e-4,
                              .lone_steps = c->g->n_ids % 2 != 0, /* some, by chance */
                              .small = c->halves && c->g->n_ids % 4 != 0,
                              .max_threads = 2,
                              .also = step_by_step,
                              .batch = fusion == SN_FUSION_FULL  ? 0
                                       : fusion == SN_FUSION_TVM ? 3
                                                                 : 2,
                              .order = fusion == SN_FUSION_TVM ? SN_BATCH_MIXED : SN_BATCH_BY_STEP};
    sn_arena *arena = sn_arena_create(ctx);
    sn_graph *g = NULL;
    sn_ctx_set_threads(ctx, 2);
    kernel_ok(rand_at_sizes(c->g, c->n_sizes, c->sizes, &g));
    if (matrix && !matrix_runs_here(pair)) return LEFT_OUT;
    if (can_plan(g, fusion, arena)) {
        if (matrix)
            matrix_check(g, fusion, pair, n_jobs);
        else
            check_graph(g, NULL, 0, &o);
        return 0;
    }
    put_error();
    return LEFT_OUT;
}

/* What the test framework prints and how it aborts goes to `log`. */
static int check_apart(const rand_case *c, sn_fusion_mode fusion, int pair, const char *log)
{
    fflush(stdout);
    pid_t child = fork();
    int how = 0;
    assert_true(child >= 0);
    if (!child) {
        int fd = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        if (fd < 0 || dup2(fd, 1) < 0 || dup2(fd, 2) < 0) _exit(1);
        for (int signal_number = 1; signal_number < 32; signal_number++)
            signal(signal_number, SIG_DFL);
        setenv("CMOCKA_TEST_ABORT", "1", 1);
        limit_cpu(SECONDS);
        _exit(check(c, fusion, pair));
    }
    while (waitpid(child, &how, 0) != child) assert_int_equal(errno, EINTR);
    return how;
}

/* ---- failures -------------------------------------------------------------------------------- */

typedef struct failure {
    sn_fusion_mode fusion;
    int pair;
    int how;
    const char *word; /* that its message has */
} failure;

static const char *text_of_file(const char *path)
{
    static char text[8192];
    FILE *f = fopen(path, "r");
    size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
    if (f) fclose(f);
    text[n] = '\0';
    return text;
}

static const char *word_of(const char *said)
{
    static const char *const words[] = {"was written outside", "tensors have different",
                                        "distance inf",        "distance nan",
                                        "outputs differ",      "failed at",
                                        "cannot be run"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strstr(said, words[i])) return words[i];
    }
    return "";
}

static bool fails(void *user, const rand_case *c)
{
    const failure *f = user;
    const char *log = at("log");
    int how = check_apart(c, f->fusion, f->pair, log);
    return how == f->how && strcmp(word_of(text_of_file(log)), f->word) == 0;
}

static void tell(rand_case *c, uint64_t seed, int how, sn_fusion_mode fusion, int pair,
                 sn_arena *arena)
{
    const char *said = text_of_file(at("log"));
    print_error("seed %" PRIu64 ", fusion %d, %s %d:\n%s\n", seed, (int)fusion,
                WIFSIGNALED(how) ? "signal" : "status",
                WIFSIGNALED(how) ? WTERMSIG(how) : WEXITSTATUS(how), said);
    if (!make_small) return;
    failure f = {fusion, pair, how, word_of(said)};
    rand_shrink(ctx, c, fails, &f, TRIES);
    int small = check_apart(c, fusion, pair, at("log"));
    sn_graph *g = NULL;
    sn_str text;
    sn_str_init(&text, arena);
    kernel_ok(rand_at_sizes(c->g, c->n_sizes, c->sizes, &g));
    sn_graph_print(g, NULL, &text);
    print_error("made small (%s):\n%s\n%s\n", small == how ? "fails the same" : "holds now", text.s,
                text_of_file(at("log")));
    sn_graph_destroy(g);
}

/* ---- counts ---------------------------------------------------------------------------------- */

typedef struct counts {
    int run, wrong, left;
} counts;

static void print_counts(FILE *to, counts n)
{
    fprintf(to, "%d networks agree, %d do not, %d left out\n", n.run, n.wrong, n.left);
}

/* A line for each machine, a column for each compiler. */
static void print_table(const counts *of_pair)
{
    print_message("%-14s", "agree/wrong");
    for (int k = 0; k < MATRIX_COMPILERS; k++) print_message(" %12s", matrix_compilers[k].name);
    for (int i = 0; i < MATRIX_PAIRS; i++) {
        char cell[32];
        snprintf(cell, sizeof cell, "%d/%d", of_pair[i].run, of_pair[i].wrong);
        if (i % MATRIX_COMPILERS == 0)
            print_message("\n%-14s", matrix_machines[i / MATRIX_COMPILERS]);
        print_message(" %12s", cell);
    }
    print_message("\n");
}

static void tell_progress(uint64_t seed, counts n)
{
    if (!verbose || ((seed - first_seed + 1) % TOLD_EVERY && seed != last_seed)) return;
    fprintf(stderr, "up to seed %" PRIu64 " of %" PRIu64 "..%" PRIu64 ": ", seed, first_seed,
            last_seed);
    print_counts(stderr, n);
}

static counts one_seed(uint64_t seed, int pair)
{
    static const sn_fusion_mode modes[] = {SN_FUSION_FULL, SN_FUSION_TVM, SN_FUSION_OFF};
    const sn_fusion_mode fusion = modes[seed % 3 == 0 ? seed / 3 % 3 : 0];
    sn_arena *arena = sn_arena_create(ctx);
    rand_case c;
    sn_ctx_set_threads(ctx, 1); /* threads do not survive a fork */
    kernel_ok(rand_make(ctx, seed, arena, &c));
    const int how = check_apart(&c, fusion, pair, at("log"));
    const bool left = WIFEXITED(how) && WEXITSTATUS(how) == LEFT_OUT;
    if (left)
        print_message("seed %" PRIu64 " is left out: %s", seed, text_of_file(at("log")));
    else if (how && !interrupted)
        tell(&c, seed, how, fusion, pair, arena);
    sn_graph_destroy(c.g);
    sn_arena_destroy(arena);
    return (counts){.run = !how, .wrong = how && !left, .left = left};
}

static void agree(void **state)
{
    (void)state;
    counts all = {0}, of_pair[MATRIX_PAIRS] = {0};
    const struct sigaction stop = {.sa_handler = on_interrupt};
    sigaction(SIGINT, &stop, NULL);
    sigaction(SIGTERM, &stop, NULL);
    uint64_t seed = first_seed;
    for (; seed <= last_seed; seed++) {
        const int pair = (int)(seed % MATRIX_PAIRS);
        const counts n = one_seed(seed, pair);
        if (interrupted) break; /* which may have killed what ran */
        all = (counts){all.run + n.run, all.wrong + n.wrong, all.left + n.left};
        of_pair[pair] = (counts){of_pair[pair].run + n.run, of_pair[pair].wrong + n.wrong,
                                 of_pair[pair].left + n.left};
        tell_progress(seed, all);
    }
    if (matrix) print_table(of_pair);
    print_counts(stdout, all);
    if (seed <= last_seed)
        print_message("stopped early; continue with %s %" PRIu64 "..%" PRIu64 "\n",
                      matrix ? "--matrix" : "--seeds", seed, last_seed);
    assert_int_equal(all.wrong, 0);
    assert_true(interrupted || all.run > all.left);
}

/* In this process, for a debugger. */
static void one_text(void **state)
{
    const kernel_options o[] = {
        {.fusion = SN_FUSION_FULL}, {.fusion = SN_FUSION_TVM}, {.fusion = SN_FUSION_OFF}};
    for (int i = 0; i < 3; i++) {
        sn_mapping *m = NULL;
        sn_graph *g = NULL;
        kernel_ok(sn_file_map(ctx, *state, &m));
        kernel_ok(sn_graph_parse(ctx, *state, (sn_text){(const char *)m->data, m->n_bytes},
                                 sn_format_op_find, &g));
        kernel_ok(sn_infer_graph(g));
        check_graph(g, NULL, 0, &o[i]);
        sn_graph_destroy(g);
        sn_unmap_file(ctx, m);
    }
}

static bool read_range(const char *words)
{
    return sscanf(words, "%" SCNu64 "..%" SCNu64, &first_seed, &last_seed) == 2;
}

static bool read_options(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        bool good = value != NULL;
        if (strcmp(argv[i], "--verbose") == 0) {
            verbose = true;
            continue;
        }
        if (good && strcmp(argv[i], "--text") == 0)
            text_file = value;
        else if (good && strcmp(argv[i], "--jobs") == 0)
            good = (n_jobs = atoi(value)) > 0;
        else if (good && (strcmp(argv[i], "--seeds") == 0 || strcmp(argv[i], "--matrix") == 0)) {
            matrix = strcmp(argv[i], "--matrix") == 0;
            make_small = true;
            good = read_range(value);
        } else
            good = false;
        if (!good) return false;
        i++;
    }
    return true;
}

int main(int argc, char **argv)
{
    verbose = isatty(2);
    n_jobs = sn_usable_processors();
    if (!read_options(argc, argv)) return 2;
    const struct CMUnitTest tests[] = {cmocka_unit_test(agree)},
                            texts[] = {
                                cmocka_unit_test_prestate(one_text, (void *)(intptr_t)text_file)};
    return text_file ? cmocka_run_group_tests(texts, kernel_setup, kernel_teardown)
                     : cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
