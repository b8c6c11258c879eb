/* SPDX-License-Identifier: Apache-2.0
 *
 * Saving over files that matter: in place, onto full disks and into forbidden folders, and with a
 * kill at any moment. Either the new pair of files is there or the old one, or what restores it. */
#include "api_unit.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

static sn_context *ctx;

static int setup(void **state)
{
    const sn_context_options o = {.threads = 1};
    ctx = sn_context_create(&o);
    if (folder_setup(state) != 0) return -1;
    put_small("m", 1);
    return 0;
}

static int teardown(void **state)
{
    sn_context_destroy(ctx);
    chmod(folder, 0700);
    return folder_teardown(state);
}

static sn_model *load(const char *name)
{
    sn_model *m = NULL;
    if (sn_model_load(ctx, at(name), NULL, &m) != SN_OK) fail_msg("%s", sn_context_error(ctx));
    return m;
}

static sn_model *optimized(const char *name)
{
    sn_model *m = load(name);
    if (sn_model_optimize(m, NULL, NULL) != SN_OK) fail_msg("%s", sn_context_error(ctx));
    return m;
}

typedef struct pair {
    char *param, *bin;
    size_t n_param, n_bin;
} pair;

static pair take(const char *name)
{
    pair p;
    char file[64];
    snprintf(file, sizeof file, "%s.param", name);
    p.param = get_data(file, &p.n_param);
    snprintf(file, sizeof file, "%s.bin", name);
    p.bin = get_data(file, &p.n_bin);
    return p;
}

static void drop(pair *p)
{
    free(p->param);
    free(p->bin);
}

static bool same(const pair *a, const pair *b)
{
    return a->n_param == b->n_param && a->n_bin == b->n_bin &&
           memcmp(a->param, b->param, a->n_param) == 0 && memcmp(a->bin, b->bin, a->n_bin) == 0;
}

static bool is_now(const char *name, const pair *want)
{
    pair p = take(name);
    bool equal = same(&p, want);
    drop(&p);
    return equal;
}

/* ---- in place -------------------------------------------------------------------------------- */

static void in_place(void **state)
{
    (void)state;
    sn_model *before = load("m.param"), *m = optimized("m.param");
    pair old = take("m");
    for (int i = 0; i < 2;
         i++) { /* the weights that are written come from the file that is replaced */
        if (sn_model_save(m, at("m.param"), NULL) != SN_OK) fail_msg("%s", sn_context_error(ctx));
        assert_int_equal(count_files("", NULL), 2);
        assert_false(is_now("m", &old));
        sn_comparison c;
        assert_int_equal(sn_model_compare(before, load("m.param"), 0, &c), SN_OK);
        assert_true(c.ran && c.equal);
    }
    if (sn_model_save(before, at("m.param"), NULL) != SN_OK) fail_msg("%s", sn_context_error(ctx));
    assert_true(is_now("m", &old)); /* also from the mapping of a file that is no longer there */
    drop(&old);
}

/* The weights of one model, the text of another: each name is its own. */
static void names_may_cross(void **state)
{
    (void)state;
    sn_model *m = optimized("m.param");
    sn_model_save_options o = {.weights = at("m.param")};
    assert_int_equal(sn_model_save(m, at("m.param"), &o), SN_E_ARG);
    assert_non_null(
        strstr(sn_context_error(ctx),
               "the weights would be written over the file that the network was read from"));
    pair old = take("m");
    o.weights = at("w");
    assert_int_equal(sn_model_save(m, at("o.param"), &o), SN_OK);
    assert_true(is_now("m", &old));
    assert_int_equal(access(at("o.bin"), F_OK), -1);
    sn_model_load_options lo = {.weights = at("w")};
    assert_int_equal(sn_model_load(ctx, at("o.param"), &lo, &m), SN_OK);
    drop(&old);
}

/* ---- failures -------------------------------------------------------------------------------- */

static void refused(sn_model *m, const char *path, const char *weights, const char *part)
{
    pair old = take("m");
    int n_files = count_files("", NULL), n_open = open_descriptors();
    sn_model_save_options o = {.weights = weights, .format = "ncnn"};
    sn_status s = sn_model_save(m, path, &o);
    if (s != SN_E_IO || !strstr(sn_context_error(ctx), part))
        fail_msg("found %s '%s', expected '%s'", sn_status_name_of(s), sn_context_error(ctx), part);
    assert_true(is_now("m", &old));
    assert_int_equal(count_files("", NULL), n_files);
    assert_int_equal(open_descriptors(), n_open);
    drop(&old);
}

static void targets_that_cannot_be(void **state)
{
    (void)state;
    sn_model *m = optimized("m.param");
    assert_int_equal(mkdir(at("d.param"), 0700), 0);
    refused(m, at("o.param"), "/dev/full", "/dev/full: cannot be written: No space left");
    refused(m, "/dev/full", at("o.bin"), "/dev/full: cannot be written: No space left");
    refused(m, at("none/m.param"), at("o.bin"), "none/m.param");
    refused(m, at("o.param"), at("none/m.bin"), "none/m.bin");
    refused(m, at("d.param"), at("o.bin"), "is a folder");
    assert_int_equal(sn_model_save(m, at("m.param"), NULL),
                     SN_OK); /* the model is none the worse */
}

/* At every limit below what both files need. */
static void a_disk_that_fills(void **state)
{
    (void)state;
    sn_model *m = optimized("m.param");
    struct rlimit old, small;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    pair before = take("m");
    sn_status s = SN_E_IO;
    int n_failed = 0;
    for (rlim_t limit = 0; s != SN_OK && limit < 2000; limit++) {
        small = (struct rlimit){.rlim_cur = limit, .rlim_max = old.rlim_max};
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
        s = sn_model_save(m, at("m.param"), NULL);
        setrlimit(RLIMIT_FSIZE, &old);
        if (s == SN_OK) break;
        assert_int_equal(s, SN_E_IO);
        assert_non_null(strstr(sn_context_error(ctx), "File too large"));
        assert_true(is_now("m", &before));
        assert_int_equal(count_files("", NULL), 2);
        n_failed++;
    }
    signal(SIGXFSZ, handler);
    assert_int_equal(s, SN_OK);
    assert_true(n_failed > 100);
    assert_false(is_now("m", &before));
    drop(&before);
}

/* As a user who may not write there; root may everywhere. */
static void a_folder_that_is_forbidden(void **state)
{
    (void)state;
    sn_model *m = optimized("m.param");
    pair old = take("m");
    assert_int_equal(chmod(folder, 0555), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (geteuid() == 0 && setuid(65534) != 0) _exit(9);
        _exit((int)sn_model_save(m, at("m.param"), NULL));
    }
    int how = 0;
    assert_int_equal(waitpid(child, &how, 0), child);
    assert_true(WIFEXITED(how));
    assert_int_equal(WEXITSTATUS(how), SN_E_IO);
    assert_true(is_now("m", &old));
    assert_int_equal(count_files("", NULL), 2);
    drop(&old);
}

/* ---- kills ----------------------------------------------------------------------------------- */

/* Saves one model after the other over the same files, till it is killed. */
static void save_for_ever(sn_model *a, sn_model *b, int ready)
{
    char path[512];
    snprintf(path, sizeof path, "%s", at("m.param"));
    for (int i = 0;; i++) {
        if (sn_model_save(i % 2 ? b : a, path, NULL) != SN_OK) _exit(1);
        if (i == 0 && write(ready, "", 1) != 1) _exit(2);
    }
}

static void sleep_for(long microseconds)
{
    struct timespec t = {.tv_nsec = microseconds * 1000};
    nanosleep(&t, NULL);
}

/* As the message says: with mv, or with rm. */
static void restore_or_delete(const char *name, bool restore)
{
    char backup[64], from[512];
    snprintf(backup, sizeof backup, "%s.sinter-old", name);
    if (access(at(backup), F_OK) != 0) return;
    snprintf(from, sizeof from, "%s", at(backup));
    if (restore) assert_int_equal(rename(from, at(name)), 0);
    unlink(from); /* two names of one file stay both after a rename */
}

static bool exists(const char *name) { return access(at(name), F_OK) == 0; }

static void killed_at_any_moment(void **state)
{
    (void)state;
    put_small("n", 60);
    sn_model *a = optimized("m.param"), *b = load("n.param");
    pair pa, pb;
    struct timespec begun, done;
    clock_gettime(CLOCK_MONOTONIC, &begun);
    assert_int_equal(sn_model_save(b, at("b.param"), NULL), SN_OK);
    assert_int_equal(sn_model_save(a, at("a.param"), NULL), SN_OK);
    clock_gettime(CLOCK_MONOTONIC, &done);
    /* Microseconds in which a few are saved here, on this disk, beside whatever else runs. */
    const long span =
        1000 + 2 * ((done.tv_sec - begun.tv_sec) * 1000000 + (done.tv_nsec - begun.tv_nsec) / 1000);
    pa = take("a");
    pb = take("b");
    int n_interrupted = 0, n_seen[2] = {0, 0};
    srand(5);
    for (int round = 0; round < 300; round++) {
        int ready[2];
        char byte;
        assert_int_equal(pipe(ready), 0);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) save_for_ever(a, b, ready[1]);
        close(ready[1]);
        assert_int_equal(read(ready[0], &byte, 1), 1);
        close(ready[0]);
        sleep_for(rand() % (span < 20000 ? span : 20000));
        kill(child, SIGKILL);
        int how = 0;
        assert_int_equal(waitpid(child, &how, 0), child);
        assert_true(WIFSIGNALED(how)); /* not by itself */
        /* what loads is one of the pairs, not the weights of one beside the .param of the other */
        sn_model *now = NULL;
        sn_status loads = sn_model_load(ctx, at("m.param"), NULL, &now);
        if (loads == SN_OK && !is_now("m", &pa) && !is_now("m", &pb))
            fail_msg("round %d: a torn pair loads", round);
        if (loads != SN_OK && !exists("m.bin.sinter-old"))
            fail_msg("round %d: %s", round, sn_context_error(ctx));
        sn_model_destroy(now);
        if (exists("m.param.sinter-old") || exists("m.bin.sinter-old")) {
            n_interrupted++;
            sn_status s = sn_model_save(a, at("m.param"), NULL);
            if (s != SN_E_IO || !strstr(sn_context_error(ctx), ".sinter-old"))
                fail_msg("found %s '%s'", sn_status_name_of(s), sn_context_error(ctx));
            /* only where nothing says that the new pair is complete must the old one come back */
            bool restore = strstr(sn_context_error(ctx), "restore it") != NULL;
            restore_or_delete("m.bin", restore);
            restore_or_delete("m.param", restore);
        }
        if (is_now("m", &pa))
            n_seen[0]++;
        else if (is_now("m", &pb))
            n_seen[1]++;
        else
            fail_msg("round %d: neither pair is there", round);
    }
    assert_true(n_seen[0] > 0 && n_seen[1] > 0);
    print_message("%d of 300 kills left something to restore\n", n_interrupted);
    drop(&pa);
    drop(&pb);
}

/* Killed between the removals of the two old files: to put the one that is left back would tear the
 * pair apart. */
static void killed_when_all_was_written(void **state)
{
    (void)state;
    sn_model *m = optimized("m.param");
    pair old = take("m");
    assert_int_equal(sn_model_save(m, at("m.param"), NULL), SN_OK);
    put_data("m.param.sinter-old", old.param, old.n_param);
    assert_int_equal(sn_model_save(m, at("m.param"), NULL), SN_E_IO);
    assert_non_null(strstr(sn_context_error(ctx), "m.param.sinter-old is left over"));
    assert_null(strstr(sn_context_error(ctx), "mv"));
    put_data("m.bin.sinter-old", old.bin, old.n_bin); /* killed before that: both can be put back */
    assert_int_equal(sn_model_save(m, at("m.param"), NULL), SN_E_IO);
    assert_non_null(strstr(sn_context_error(ctx), "restore it with mv"));
    drop(&old);
}

/* Killed between the two renames: new weights, the old .param, and second names of both. */
static void killed_between_the_files(void **state)
{
    (void)state;
    pair old = take("m");
    sn_model *m = NULL;
    char from[512], to[512];
    snprintf(from, sizeof from, "%s", at("m.param"));
    snprintf(to, sizeof to, "%s", at("m.param.sinter-old"));
    assert_int_equal(link(from, to), 0);
    snprintf(from, sizeof from, "%s", at("m.bin"));
    snprintf(to, sizeof to, "%s", at("m.bin.sinter-old"));
    assert_int_equal(link(from, to), 0);
    assert_int_equal(sn_model_load(ctx, at("m.param"), NULL, &m), SN_OK); /* nothing is new yet */
    put_small("n", 9);
    snprintf(from, sizeof from, "%s", at("n.bin"));
    snprintf(to, sizeof to, "%s", at("m.bin"));
    assert_int_equal(rename(from, to), 0);
    assert_int_equal(sn_model_load(ctx, at("m.param"), NULL, &m), SN_E_IO);
    assert_non_null(strstr(sn_context_error(ctx), "m.bin: an earlier run was interrupted"));
    assert_int_equal(
        sn_model_load(ctx, at("m.param"), &(sn_model_load_options){.weights = "seed:1"}, &m),
        SN_OK);
    restore_or_delete("m.bin", true); /* as the message says */
    restore_or_delete("m.param", false);
    assert_int_equal(sn_model_load(ctx, at("m.param"), NULL, &m), SN_OK);
    assert_true(is_now("m", &old));
    drop(&old);
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        T(in_place),
        T(names_may_cross),
        T(targets_that_cannot_be),
        T(a_disk_that_fills),
        T(a_folder_that_is_forbidden),
        T(killed_at_any_moment),
        T(killed_when_all_was_written),
        T(killed_between_the_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
