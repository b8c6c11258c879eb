/* SPDX-License-Identifier: Apache-2.0
 *
 * Random networks. Without arguments a few hundred fixed seeds; for long runs
 *
 *     test_random --seeds A..B [--minutes M] [--verbose] [--no-files] [--keep-going]
 *
 * stops at the first failure, or after M minutes. A failure is told with its seed and, made small, as a data test, which --save FOLDER keeps. */
#include "base/unit.h"

#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "ir/ir_text.h"
#include "random/prop.h"

enum { N_SEEDS = 400 };

static char folder[64];
static const char *save_to; /* a folder for failures made small, or NULL */
static volatile uint64_t now_running;

static void on_crash(int signal)
{
    char line[64];
    int n = snprintf(line, sizeof line, "\nsignal %d at seed %llu\n", signal,
                     (unsigned long long)now_running);
    if (n > 0 && write(2, line, (size_t)n) < 0) _exit(2);
    _exit(3);
}

static void start(void)
{
    const char *root = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(folder, sizeof folder, "%s/sinter-random-XXXXXX", root);
    if (!mkdtemp(folder)) folder[0] = 0;
    signal(SIGSEGV, on_crash);
    signal(SIGABRT, on_crash);
    signal(SIGFPE, on_crash);
}

static void finish(void)
{
    static const char *const files[] = {"a.param", "a.bin", "b.param", "b.bin"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        unlink(path);
    }
    if (folder[0]) rmdir(folder);
}

static sn_status make_guarded(sn_ctx *ctx, uint64_t seed, sn_arena *arena, rand_case *out)
{
    SN_GUARD(ctx, rand_make(ctx, seed, arena, out));
}

static void save(const char *kind, uint64_t seed, const char *made, sn_arena *arena)
{
    if (!save_to) return;
    const char *path = sn_arena_printf(arena, "%s/%s_%llu.t", save_to, kind, (unsigned long long)seed);
    FILE *f = fopen(path, "w");
    if (!f || fputs(made, f) < 0) perror(path);
    if (f) fclose(f);
}

/* True when everything holds. */
static bool one_seed(uint64_t seed, bool files, bool verbose, rand_counts *counts)
{
    now_running = seed;
    sn_ctx *ctx = sn_ctx_create(NULL, NULL);
    sn_ctx_set_threads(ctx, 1);
    sn_arena *arena = sn_arena_create(ctx);
    const char *where = files && folder[0] ? folder : NULL;
    rand_case c;
    sn_status s = make_guarded(ctx, seed, arena, &c);
    bool ok = s == SN_OK;
    if (!ok) {
        printf("seed %llu: cannot be made: %s: %s\n", (unsigned long long)seed, sn_status_name(s),
               sn_ctx_error(ctx));
    } else {
        rand_verdict v;
        rand_check(ctx, &c, seed, where, arena, counts, &v);
        ok = !v.kind;
        if (verbose || !ok) {
            sn_str text;
            sn_str_init(&text, arena);
            sn_text_options options = {.constants = false};
            sn_graph_print(c.g, &options, &text);
            printf("seed %llu: %s: %s\n", (unsigned long long)seed, ok ? "holds" : v.kind,
                   ok ? "" : v.what);
            if (verbose) printf("%s%s", text.s, v.remarks);
        }
        if (!ok) {
            const char *kind = v.kind;
            rand_failure failure = {ctx, seed, where, kind};
            rand_shrink(ctx, &c, rand_fails, &failure, RAND_TRIES);
            rand_counts ignored = {0};
            rand_check(ctx, &c, seed, where, arena, &ignored, &v);
            const char *made = rand_as_test(&c, &v, seed, arena);
            printf("%s\n", made);
            save(kind, seed, made, arena);
        }
        fflush(stdout);
        sn_graph_destroy(c.g);
    }
    sn_arena_destroy(arena);
    sn_ctx_destroy(ctx);
    return ok;
}

static void tell(const rand_counts *n)
{
    printf(
        "%lu networks, %lu nodes, %lu rewrites (%lu checked, %lu not), %lu comparisons, %lu sizes "
        "refused, "
        "%lu too sensitive, %lu saved, %lu not in ncnn's words, %lu with rewrites after loading\n",
        n->n_cases, n->n_nodes, n->n_fired, n->n_checked, n->n_unchecked, n->n_compared,
        n->n_sizes_refused, n->n_conditioned, n->n_saved, n->n_not_saved, n->n_fired_after_load);
}

/* ---- the fixed seeds --------------------------------------------------------------------------------------------- */

static void networks_stay_what_they_are(void **state)
{
    (void)state;
    rand_counts counts = {0};
    int n_failed = 0;
    for (uint64_t seed = 1; seed <= N_SEEDS; seed++)
        n_failed += !one_seed(seed, true, false, &counts);
    tell(&counts);
    assert_int_equal(n_failed, 0);
    assert_true(counts.n_fired > N_SEEDS);        /* there is something to rewrite, */
    assert_true(counts.n_saved > N_SEEDS / 3);    /* to save */
    assert_true(counts.n_compared > 2 * N_SEEDS); /* and to run */
    assert_true(counts.n_conditioned * 20 < counts.n_compared);
}

static void seeds_are_repeatable(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        char *texts[2] = {NULL, NULL};
        for (int i = 0; i < 2; i++) {
            sn_ctx *ctx = sn_ctx_create(NULL, NULL);
            sn_arena *arena = sn_arena_create(ctx);
            rand_case c;
            assert_int_equal(rand_make(ctx, seed, arena, &c), SN_OK);
            sn_str text;
            sn_str_init(&text, arena);
            sn_graph_print(c.g, NULL, &text);
            texts[i] = strdup(text.s);
            sn_graph_destroy(c.g);
            sn_arena_destroy(arena);
            sn_ctx_set_threads(ctx, 1);
            assert_int_equal(sn_ctx_live_bytes(ctx), 0);
            sn_ctx_destroy(ctx);
        }
        assert_string_equal(texts[0], texts[1]);
        free(texts[0]);
        free(texts[1]);
    }
}

/* What is evaluated and yet in no random network: what takes ids or integers, and what sorts or cuts off. */
static const char *const never_made[] = {"embed", "quantize", "dequantize", "requantize", "qconv", "proposal"};

static bool may_be_missing(const sn_op *op)
{
    if (!op->eval || sn_op_has(op, SN_TRAIT_SELECTS | SN_TRAIT_INPUT | SN_TRAIT_OUTPUT)) return true;
    for (size_t i = 0; i < sizeof never_made / sizeof *never_made; i++) {
        if (strcmp(op->name, never_made[i]) == 0) return true;
    }
    return false;
}

static size_t n_missing(size_t n_ops, const sn_op *const *ops, const unsigned *made, bool tell_them)
{
    size_t n = 0;
    for (size_t i = 0; i < n_ops; i++) {
        if (made[i] || may_be_missing(ops[i])) continue;
        if (tell_them) printf("no random network has %s\n", ops[i]->name);
        n++;
    }
    return n;
}

static void every_operator_is_made(void **state)
{
    (void)state;
    enum { ENOUGH = 20000 }; /* usually 3000 do */
    size_t n_ops = 0;
    const sn_op *const *ops = sn_ops(&n_ops);
    unsigned *made = calloc(n_ops, sizeof *made);
    for (uint64_t seed = 1; seed <= ENOUGH && n_missing(n_ops, ops, made, false); seed++) {
        sn_ctx *ctx = sn_ctx_create(NULL, NULL);
        sn_ctx_set_threads(ctx, 1);
        sn_arena *arena = sn_arena_create(ctx);
        rand_case c;
        assert_int_equal(make_guarded(ctx, seed, arena, &c), SN_OK);
        SN_EACH_NODE(n, c.g)
        {
            for (size_t i = 0; i < n_ops; i++) made[i] += ops[i] == n->op;
        }
        sn_graph_destroy(c.g);
        sn_arena_destroy(arena);
        sn_ctx_destroy(ctx);
    }
    size_t n = n_missing(n_ops, ops, made, true);
    free(made);
    assert_int_equal(n, 0);
}

/* ---- failures are made small ------------------------------------------------------------------------------------- */

/* Wrong on purpose: the operands of each subtraction change places. */
static void swap_differences(sn_graph *g)
{
    SN_EACH_NODE(n, g)
    {
        if (n->op != &sn_op_sub) continue;
        sn_value *a = sn_in(n, 0), *b = sn_in(n, 1);
        sn_node_set_input(n, 0, b);
        sn_node_set_input(n, 1, a);
    }
}

/* The biases of convolutions go. */
static void lose_biases(sn_graph *g)
{
    SN_EACH_NODE(n, g)
    {
        if (n->op == &sn_op_conv && sn_in(n, 2)) sn_node_set_input(n, 2, NULL);
    }
}

/* The first network that this spoils, made small: so many nodes besides inputs and outputs, and elements of constants. */
static void shrinks_to(void (*spoil)(sn_graph *), const char *op, unsigned n_nodes, int64_t n_elements)
{
    for (uint64_t seed = 1, found = 0; found < 3; seed++) {
        assert_true(seed < 2000);
        sn_ctx *ctx = sn_ctx_create(NULL, NULL);
        sn_ctx_set_threads(ctx, 1);
        sn_arena *arena = sn_arena_create(ctx);
        rand_case c;
        rand_verdict v;
        rand_counts counts = {0};
        rand_spoil = spoil;
        assert_int_equal(make_guarded(ctx, seed, arena, &c), SN_OK);
        rand_check(ctx, &c, seed, NULL, arena, &counts, &v);
        if (v.kind && strcmp(v.kind, "result") == 0 && c.g->n_nodes > 6) {
            found++;
            rand_failure failure = {ctx, seed, NULL, v.kind};
            rand_shrink(ctx, &c, rand_fails, &failure, RAND_TRIES);
            unsigned n = 0;
            int64_t elements = 0;
            bool has = false;
            SN_EACH_NODE(node, c.g)
            {
                n += !sn_op_has(node->op, SN_TRAIT_INPUT | SN_TRAIT_OUTPUT | SN_TRAIT_CONSTANT);
                has = has || strcmp(node->op->name, op) == 0;
                for (uint16_t i = 0; i < node->n_in; i++) {
                    const sn_value *x = sn_in(node, i);
                    if (x && x->kind != SN_RESULT && x->data) elements += sn_tensor_count(x->data);
                }
            }
            rand_check(ctx, &c, seed, NULL, arena, &counts, &v);
            rand_spoil = NULL; /* a failing assertion leaves from here */
            if (!v.kind || !has || n > n_nodes || elements > n_elements)
                fail_msg("seed %d: %s, %u nodes, %d elements:\n%s", (int)seed, v.kind ? v.kind : "holds", n, (int)elements,
                         rand_as_test(&c, &v, seed, arena));
        }
        sn_graph_destroy(c.g);
        sn_arena_destroy(arena);
        sn_ctx_destroy(ctx);
    }
    rand_spoil = NULL;
}

static void failures_are_made_small(void **state)
{
    (void)state;
    shrinks_to(swap_differences, "sub", 1, 2);
    shrinks_to(lose_biases, "conv", 1, 12);
}

/* ---- long runs ---------------------------------------------------------------------------------------------------- */

static int usage(void)
{
    fputs(
        "usage: test_random [--seeds A..B [--minutes M] [--verbose] [--no-files] [--keep-going] [--save FOLDER]]\n",
        stderr);
    return 2;
}

static int long_run(int argc, char **argv)
{
    unsigned long long first = 1, last = 1000;
    double minutes = 0;
    bool verbose = false, files = true, keep_going = false;
    for (int i = 1; i < argc; i++) {
        bool more = i + 1 < argc;
        if (strcmp(argv[i], "--verbose") == 0) {
            verbose = true;
        } else if (strcmp(argv[i], "--no-files") == 0) {
            files = false;
        } else if (strcmp(argv[i], "--keep-going") == 0) {
            keep_going = true;
        } else if (strcmp(argv[i], "--minutes") == 0 && more) {
            minutes = strtod(argv[++i], NULL);
        } else if (strcmp(argv[i], "--save") == 0 && more) {
            save_to = argv[++i];
        } else if (strcmp(argv[i], "--seeds") == 0 && more) {
            int n = sscanf(argv[++i], "%llu..%llu", &first, &last);
            if (n < 1) return usage();
            if (n == 1) last = first;
        } else {
            return usage();
        }
    }
    rand_counts counts = {0};
    struct timespec t0, t1;
    clock_gettime(CLOCK_MONOTONIC, &t0);
    unsigned long n_failed = 0;
    for (unsigned long long seed = first; seed <= last; seed++) {
        if (!one_seed(seed, files, verbose, &counts)) n_failed++;
        clock_gettime(CLOCK_MONOTONIC, &t1);
        double gone = (double)(t1.tv_sec - t0.tv_sec);
        if (isatty(2) && seed % 16 == 0)
            fprintf(stderr, "\rseed %llu, %lu failed, %.0f s ", seed, n_failed, gone);
        if ((n_failed && !keep_going) || (minutes > 0 && gone > 60 * minutes)) break;
    }
    if (isatty(2)) fputc('\n', stderr);
    tell(&counts);
    printf("%lu failed\n", n_failed);
    return n_failed ? 1 : 0;
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(seeds_are_repeatable),
        cmocka_unit_test(every_operator_is_made),
        cmocka_unit_test(failures_are_made_small),
        cmocka_unit_test(networks_stay_what_they_are),
    };
    start();
    int status = argc > 1 ? long_run(argc, argv) : cmocka_run_group_tests(tests, NULL, NULL);
    finish();
    return status;
}
