/* SPDX-License-Identifier: Apache-2.0
 *
 * Random networks. Without arguments a few hundred fixed seeds; for long runs
 *
 *     test_random --seeds A..B [--jobs N] [--minutes M] [--seconds S] [--keep-going] [--save
 * FOLDER] [--no-files] [--verbose]
 *
 * stops at the first failure, or after M minutes. Seeds run in N processes at a time; one that
 * works for more than S seconds hangs. A failure is reported with its seed and, made small, as a
 * data test, which --save FOLDER keeps. */
#include "base/unit.h"

#include <errno.h>
#include <ftw.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/map.h"
#include "base/sanitized.h"
#include "formats/format.h"
#include "ir/ir_text.h"
#include "random/seeds.h"

enum { N_SEEDS = SANITIZED ? 60 : 250 };

static char folder[64];     /* for files, or "" */
static const char *save_to; /* a folder for failures made small, or NULL */

static void start(void)
{
    const char *root = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(folder, sizeof folder, "%s/sinter-random-XXXXXX", root);
    if (!mkdtemp(folder)) folder[0] = 0;
}

/* A process of its own may have crashed with files half written. */
static int remove_it(const char *path, const struct stat *st, int type, struct FTW *at)
{
    (void)st, (void)type, (void)at;
    return remove(path);
}

static void finish(void)
{
    if (folder[0]) nftw(folder, remove_it, 8, FTW_DEPTH | FTW_PHYS);
}

static sn_status make_guarded(sn_ctx *ctx, uint64_t seed, sn_arena *arena, rand_case *out)
{
    SN_GUARD(ctx, rand_make(ctx, seed, arena, out));
}

static void save(const char *kind, uint64_t seed, const char *made, sn_arena *arena)
{
    if (!save_to) return;
    const char *path =
        sn_arena_printf(arena, "%s/%s_%llu.t", save_to, kind, (unsigned long long)seed);
    FILE *f = fopen(path, "w");
    if (!f || fputs(made, f) < 0) perror(path);
    if (f) fclose(f);
}

static void print_failure(const rand_case *c, const rand_verdict *v, uint64_t seed, bool with_graph,
                          sn_arena *arena)
{
    sn_str text;
    sn_str_init(&text, arena);
    if (with_graph) sn_graph_print(c->g, &(sn_text_options){.constants = false}, &text);
    printf("seed %" PRIu64 ": %s: %s\n%s%s", seed, v->kind ? v->kind : "holds",
           v->kind ? v->what : "", with_graph ? text.s : "", with_graph ? v->remarks : "");
}

static void make_small(sn_ctx *ctx, rand_case *c, const char *kind, uint64_t seed,
                       const char *where, sn_arena *arena)
{
    rand_failure failure = {ctx, seed, where, kind};
    rand_shrink(ctx, c, rand_fails, &failure, RAND_TRIES);
    rand_counts ignored = {0};
    rand_verdict v;
    rand_check(ctx, c, seed, where, arena, &ignored, &v);
    const char *made = rand_as_test(c, &v, seed, arena);
    printf("%s\n", made);
    save(kind, seed, made, arena);
}

/* True when everything holds. `where`: for files, or NULL. */
static bool one_seed(sn_ctx *ctx, uint64_t seed, const char *where, bool verbose,
                     rand_counts *counts)
{
    sn_arena *arena = sn_arena_create(ctx);
    rand_case c;
    sn_status s = make_guarded(ctx, seed, arena, &c);
    bool ok = s == SN_OK;
    if (!ok) {
        counts->n[RAND_FAILED_OTHERWISE]++;
        printf("seed %" PRIu64 ": cannot be made: %s: %s\n", seed, sn_status_name(s),
               sn_ctx_error(ctx));
    } else {
        rand_verdict v;
        rand_check(ctx, &c, seed, where, arena, counts, &v);
        ok = !v.kind;
        if (verbose || !ok) print_failure(&c, &v, seed, verbose, arena);
        if (!ok) make_small(ctx, &c, v.kind, seed, where, arena);
        sn_graph_destroy(c.g);
    }
    sn_arena_destroy(arena);
    return ok;
}

/* A context for many seeds: what is read once of patterns and formulas is read once for all. */
static sn_ctx *lasting_context(void)
{
    sn_ctx *ctx = sn_ctx_create(NULL, NULL);
    assert_non_null(ctx);
    sn_ctx_set_threads(ctx, 1);
    sn_ctx_remember(ctx);
    return ctx;
}

/* Nothing that a seed took may be left. */
static size_t end_context(sn_ctx *ctx)
{
    sn_ctx_forget(ctx);
    size_t left = sn_ctx_live_bytes(ctx);
    sn_ctx_destroy(ctx);
    return left;
}

/* ---- the fixed seeds ------------------------------------------------------------------------- */

static void networks_stay_what_they_are(void **state)
{
    (void)state;
    rand_counts counts = {0};
    sn_ctx *ctx = lasting_context();
    for (uint64_t seed = 1; seed <= N_SEEDS; seed++)
        one_seed(ctx, seed, folder[0] ? folder : NULL, false, &counts);
    rand_counts_print(&counts);
    assert_int_equal(end_context(ctx), 0);
    assert_int_equal(rand_n_failed(&counts), 0);
    assert_true(counts.n[RAND_FIRED] > N_SEEDS);        /* there is something to rewrite, */
    assert_true(counts.n[RAND_SAVED] > N_SEEDS / 3);    /* to save */
    assert_true(counts.n[RAND_COMPARED] > 2 * N_SEEDS); /* and to run */
    assert_true(counts.n[RAND_INCONCLUSIVE] * 5 <
                counts.n[RAND_COMPARED]); /* outputs that are clipped to one number, mostly */
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

/* What is evaluated and yet in no random network: what takes ids or integers, lists of sizes
 * whose number decides the results, what takes bits of roundings or products of many, and what
 * sorts or cuts off (some are made, none must be). */
static const char *const never_made[] = {
    "ncnn.embed", "ncnn.quantize", "ncnn.dequantize", "ncnn.requantize",
    "ncnn.quantized_convolution", "ncnn.proposal", "size", "range", "cum_prod", "det",
    "couple_pairs", "linear_attention", "bit_cast", "dynamic_split", "dynamic_resize",
    /* what a training alone has */
    "channel_sums", "moments", "merge_moments", "where_le", "dropout_mask", "ctc_loss"};

static bool is_gradient(const sn_op *op)
{
    static const char ending[] = "_gradient";
    const size_t n = strlen(op->name), end = sizeof ending - 1;
    return n > end && strcmp(op->name + n - end, ending) == 0;
}

static bool may_be_missing(const sn_op *op)
{
    if (!sn_op_evaluates(op) || sn_op_has(op, SN_TRAIT_SELECTS | SN_TRAIT_INPUT | SN_TRAIT_OUTPUT))
        return true;
    if (op->several) return true; /* nodes of files */
    if (is_gradient(op)) return true;
    for (size_t i = 0; i < sizeof never_made / sizeof *never_made; i++) {
        if (strcmp(op->name, never_made[i]) == 0) return true;
    }
    return false;
}

static size_t n_missing(const unsigned *made, bool tell_them)
{
    size_t n = 0;
    const sn_op *op;
    for (size_t i = 0; (op = sn_format_op_at(i)); i++) {
        if (made[i] || may_be_missing(op)) continue;
        if (tell_them) printf("no random network has %s\n", op->name);
        n++;
    }
    return n;
}

static void every_operator_is_made(void **state)
{
    (void)state;
    enum { ENOUGH = 20000 }; /* usually 3000 do */
    size_t n_ops = 0;
    while (sn_format_op_at(n_ops)) n_ops++;
    unsigned *made = calloc(n_ops, sizeof *made);
    for (uint64_t seed = 1; seed <= ENOUGH && n_missing(made, false); seed++) {
        sn_ctx *ctx = sn_ctx_create(NULL, NULL);
        sn_ctx_set_threads(ctx, 1);
        sn_arena *arena = sn_arena_create(ctx);
        rand_case c;
        assert_int_equal(make_guarded(ctx, seed, arena, &c), SN_OK);
        SN_EACH_NODE(n, c.g)
        {
            for (size_t i = 0; i < n_ops; i++) made[i] += sn_format_op_at(i) == n->op;
        }
        sn_graph_destroy(c.g);
        sn_arena_destroy(arena);
        sn_ctx_destroy(ctx);
    }
    size_t n = n_missing(made, true);
    free(made);
    assert_int_equal(n, 0);
}

/* ---- failures are made small ----------------------------------------------------------------- */

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

/* Of f32 and without bodies, where nothing but the spoiled node may be left. */
static bool is_plain(const rand_case *c)
{
    SN_EACH_NODE(n, c->g)
    {
        if (n->n_body) return false;
    }
    return !c->retyped;
}

/* The first network that this spoils, made small: so many nodes besides inputs and outputs, and
 * elements of constants. */
static void shrinks_to(void (*spoil)(sn_graph *), const char *op, unsigned n_nodes,
                       int64_t n_elements)
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
        if (v.kind && strcmp(v.kind, "result") == 0 && c.g->n_nodes > 6 && is_plain(&c)) {
            found++;
            rand_failure failure = {ctx, seed, NULL, v.kind};
            rand_shrink(ctx, &c, rand_fails, &failure, RAND_TRIES);
            unsigned n = 0, n_most;
            int64_t elements = 0;
            bool has = false;
            SN_EACH_NODE(node, c.g)
            {
                n += !node->op->adapts && /* these are part of what reads them */
                     !sn_op_has(node->op, SN_TRAIT_INPUT | SN_TRAIT_OUTPUT | SN_TRAIT_CONSTANT);
                has = has || strcmp(node->op->name, op) == 0;
                for (uint16_t i = 0; i < node->n_in; i++) {
                    const sn_value *x = sn_in(node, i);
                    if (x && x->kind != SN_RESULT && x->data) elements += sn_tensor_count(x->data);
                }
            }
            rand_check(ctx, &c, seed, NULL, arena, &counts, &v);
            rand_spoil = NULL;                    /* a failing assertion leaves from here */
            n_most = has ? n_nodes : n_nodes + 1; /* two nodes may become what is spoiled */
            if (!v.kind || n > n_most || elements > n_elements)
                fail_msg("seed %d: %s, %u nodes, %d elements:\n%s", (int)seed,
                         v.kind ? v.kind : "holds", n, (int)elements,
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
    shrinks_to(lose_biases, "conv", 2, 12); /* the bias may come from the layer behind */
}

/* ---- long runs ------------------------------------------------------------------------------- */

typedef struct long_run {
    seeds_options seeds;
    bool verbose, no_files;
    sn_ctx *ctx; /* of the chunk's process */
    char folder[96];
} long_run;

static bool next_seed(void *user, int job, uint64_t seed, rand_counts *counts)
{
    long_run *r = user;
    if (!r->ctx) {
        r->ctx = lasting_context();
        snprintf(r->folder, sizeof r->folder, "%s/%d", folder, job);
        if (!folder[0] || r->no_files || (mkdir(r->folder, 0700) != 0 && errno != EEXIST))
            r->folder[0] = '\0';
    }
    bool ok = one_seed(r->ctx, seed, r->folder[0] ? r->folder : NULL, r->verbose, counts);
    if (ok && seed % r->seeds.chunk) return true;
    size_t left = end_context(r->ctx);
    r->ctx = NULL;
    if (!left || !ok) return ok; /* what was made small may have left the guard by a jump */
    counts->n[RAND_FAILED_OTHERWISE]++;
    printf("seed %" PRIu64 " or one before: %zu bytes are left\n", seed, left);
    return false;
}

static bool read_number(const char *text, double *out)
{
    char *end;
    *out = strtod(text, &end);
    return *text && !*end && *out >= 0;
}

static bool read_options(int argc, char **argv, long_run *r)
{
    for (int i = 1; i < argc; i++) {
        const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
        double number = 0;
        if (strcmp(name, "--verbose") == 0) {
            r->verbose = true;
        } else if (strcmp(name, "--no-files") == 0) {
            r->no_files = true;
        } else if (strcmp(name, "--keep-going") == 0) {
            r->seeds.keep_going = true;
        } else if (strcmp(name, "--save") == 0 && value) {
            save_to = argv[++i];
        } else if (strcmp(name, "--seeds") == 0 && value) {
            int n = sscanf(argv[++i], "%" SCNu64 "..%" SCNu64, &r->seeds.first, &r->seeds.last);
            if (n < 1) return false;
            if (n == 1) r->seeds.last = r->seeds.first;
        } else if (value && read_number(value, &number)) {
            i++;
            if (strcmp(name, "--minutes") == 0)
                r->seeds.minutes = number;
            else if (strcmp(name, "--jobs") == 0)
                r->seeds.n_jobs = (int)number;
            else if (strcmp(name, "--seconds") == 0)
                r->seeds.seconds = (int)number;
            else
                return false;
        } else {
            return false;
        }
    }
    return r->seeds.first <= r->seeds.last;
}

static int run_long(int argc, char **argv)
{
    long_run r = {
        .seeds = {.first = 1, .last = 1000, .chunk = 256, .seconds = 600, .one = next_seed}};
    r.seeds.user = &r;
    if (!read_options(argc, argv, &r)) {
        fputs("usage: test_random [--seeds A..B] [--jobs N] [--minutes M] [--seconds S] "
              "[--keep-going] [--save FOLDER] [--no-files]"
              " [--verbose]\n",
              stderr);
        return 2;
    }
    if (save_to && mkdir(save_to, 0777) != 0 && errno != EEXIST) {
        perror(save_to);
        return 2;
    }
    rand_counts counts = {0};
    bool ok = seeds_run(&r.seeds, &counts);
    rand_counts_print(&counts);
    return ok ? 0 : 1;
}

static bool misbehaves(void *user, int job, uint64_t seed, rand_counts *counts)
{
    (void)user, (void)job;
    counts->n[RAND_CASES]++;
    rand_counts_reason(counts, seed % 2 ? "'a' is 1 of 2" : "'b' is 31 of 7.5", 1);
    if (seed == 13 || seed == 20) raise(SIGKILL);
    if (seed == 17) _exit(7);
    for (volatile int busy = 1; seed == 30 && busy;) continue;
    if (seed == 31) counts->n[RAND_DIFFER]++;
    return seed != 31;
}

/* A seed that crashes, hangs or fails is counted as that, and all others are run once. */
static void no_seed_stops_the_others(void **state)
{
    (void)state;
    rand_counts counts = {0};
    seeds_options o = {.first = 10,
                       .last = 41,
                       .n_jobs = 3,
                       .chunk = 4,
                       .seconds = 1,
                       .keep_going = true,
                       .one = misbehaves};
    assert_false(seeds_run(&o, &counts));
    assert_int_equal(counts.n[RAND_CASES], 32);
    assert_int_equal(counts.n[RAND_CRASHED], 3);
    assert_int_equal(counts.n[RAND_HUNG], 1);
    assert_int_equal(counts.n[RAND_DIFFER], 1);
    assert_int_equal(rand_n_failed(&counts), 5);
    assert_int_equal(counts.n_reasons, 1);
    assert_string_equal(counts.reasons[0].text, "'_' is N of N");
    assert_int_equal(counts.reasons[0].n, 32);
    o.last = 12;
    assert_true(seeds_run(&o, &(rand_counts){0}));
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(seeds_are_repeatable),        cmocka_unit_test(every_operator_is_made),
        cmocka_unit_test(failures_are_made_small),     cmocka_unit_test(no_seed_stops_the_others),
        cmocka_unit_test(networks_stay_what_they_are),
    };
    start();
    int status = argc > 1 ? run_long(argc, argv) : cmocka_run_group_tests(tests, NULL, NULL);
    finish();
    return status;
}
