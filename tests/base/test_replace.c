/* SPDX-License-Identifier: Apache-2.0
 *
 * Replacing files: all or none, whatever fails, and nothing left beside them. This program has its
 * own link, rename and fsync, through which every single step of a commit is made to fail, or to be
 * the last before a kill. */
#include "folder.h"

#include "base/file.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

static sn_ctx *ctx;

/* ---- the system's calls, with faults --------------------------------------------------------- */

static int n_calls;   /* of link, rename and fsync since the last arm() */
static int fault_at;  /* the call that goes wrong; 0: none */
static int fault_how; /* an errno, or -1: the process is killed before the call */
static bool no_links; /* a file system without hard links */

static void arm(int call, int how)
{
    n_calls = 0;
    fault_at = call;
    fault_how = how;
}

static bool faulty(void)
{
    if (++n_calls != fault_at) return false;
    if (fault_how < 0) kill(getpid(), SIGKILL);
    errno = fault_how;
    return true;
}

int link(const char *from, const char *to)
{
    if (faulty()) return -1;
    if (!no_links) return linkat(AT_FDCWD, from, AT_FDCWD, to, 0);
    errno = EPERM;
    return -1;
}

int rename(const char *from, const char *to)
{
    return faulty() ? -1 : renameat(AT_FDCWD, from, AT_FDCWD, to);
}

int fsync(int fd) { return faulty() ? -1 : (int)syscall(SYS_fsync, fd); }

static int setup(void **state)
{
    ctx = sn_ctx_create(NULL, NULL);
    return folder_setup(state);
}

static int teardown(void **state)
{
    sn_ctx_destroy(ctx);
    return folder_teardown(state);
}

static sn_replace *begin(void)
{
    sn_replace *r = NULL;
    assert_int_equal(sn_replace_begin(ctx, &r), SN_OK);
    return r;
}

static sn_sink *open_at(sn_replace *r, const char *name)
{
    sn_sink *s = NULL;
    assert_int_equal(sn_replace_open(r, at(name), &s), SN_OK);
    return s;
}

static void add(sn_replace *r, const char *name, const char *text)
{
    assert_int_equal(sn_write(open_at(r, name), text, strlen(text)), SN_OK);
}

static void test_new_and_old_files(void **state)
{
    (void)state;
    put_file("a.param", "old a");
    sn_replace *r = begin();
    add(r, "a.param", "new a");
    add(r, "a.bin", "new b");
    open_at(r, "empty");
    assert_file("a.param", "old a"); /* not yet */
    assert_int_equal(access(at("a.bin"), F_OK), -1);
    size_t n_open = (size_t)open_descriptors();
    assert_int_equal(sn_replace_commit(r), SN_OK);
    assert_int_equal(open_descriptors(), n_open - 6);
    assert_file("a.param", "new a");
    assert_file("a.bin", "new b");
    assert_file("empty", "");
    assert_int_equal(count_files("", NULL), 3);
    assert_int_equal(sn_ctx_live_bytes(ctx), 0);
}

static void test_long_content(void **state)
{
    (void)state;
    enum { N = 1000000 };
    unsigned char *data = malloc(N);
    for (size_t i = 0; i < N; i++) data[i] = (unsigned char)(i * 2654435761u >> 13);
    sn_replace *r = begin();
    sn_sink *s = open_at(r, "big");
    size_t step = 1;
    for (size_t i = 0; i < N; i += step, step = step * 3 % 100003) { /* small and large */
        if (step > N - i) step = N - i;
        assert_int_equal(sn_write(s, data + i, step), SN_OK);
    }
    assert_int_equal(s->n_bytes, N);
    assert_int_equal(sn_replace_commit(r), SN_OK);
    sn_mapping *m;
    assert_int_equal(sn_file_map(ctx, at("big"), &m), SN_OK);
    assert_int_equal(m->n_bytes, N);
    assert_memory_equal(m->data, data, N);
    free(data);
}

static void test_abort_and_destroy(void **state)
{
    (void)state;
    put_file("a", "old");
    sn_replace *r = begin();
    add(r, "a", "new");
    assert_int_equal(count_files("", NULL), 2);
    sn_replace_abort(r);
    sn_replace_abort(NULL);
    assert_int_equal(count_files("", NULL), 1);
    add(begin(), "a", "new"); /* and the context goes */
    assert_int_equal(count_files("sinter-tmp", NULL), 1);
    sn_ctx_destroy(ctx);
    ctx = sn_ctx_create(NULL, NULL);
    assert_int_equal(count_files("", NULL), 1);
    assert_file("a", "old");
}

static mode_t mode_at(const char *name)
{
    struct stat st;
    assert_int_equal(stat(at(name), &st), 0);
    return st.st_mode & 07777;
}

static void test_modes(void **state)
{
    (void)state;
    put_file("a", "old");
    assert_int_equal(chmod(at("a"), 0640), 0);
    mode_t mask = umask(0027);
    sn_replace *r = begin();
    add(r, "a", "new");
    add(r, "b", "new");
    assert_int_equal(sn_replace_commit(r), SN_OK);
    umask(mask);
    assert_int_equal(mode_at("a"), 0640);
    assert_int_equal(mode_at("b"), 0640); /* 0666 & ~0027 */
}

static void test_links_are_followed(void **state)
{
    (void)state;
    assert_int_equal(mkdir(at("d"), 0700), 0);
    put_file("d/real", "old");
    assert_int_equal(symlink("d/real", at("link1")), 0);
    assert_int_equal(symlink("link1", at("link2")), 0);
    assert_int_equal(symlink("d/later", at("dangling")), 0);
    sn_replace *r = begin();
    add(r, "link2", "new");
    add(r, "dangling", "made");
    assert_int_equal(sn_replace_commit(r), SN_OK);
    assert_file("d/real", "new");
    assert_file("d/later", "made");
    char to[64];
    assert_int_equal(readlink(at("link2"), to, sizeof to), 5);
    assert_int_equal(readlink(at("dangling"), to, sizeof to), 7);

    assert_int_equal(symlink("loop", at("loop")), 0);
    r = begin();
    sn_sink *s = NULL;
    assert_int_equal(sn_replace_open(r, at("loop"), &s), SN_E_IO);
    sn_replace_abort(r);
}

static void refuse(const char *name, sn_status want, const char *part)
{
    sn_replace *r = begin();
    add(r, "other", "x");
    sn_sink *s = NULL;
    int before = count_files("", NULL), n_open = open_descriptors();
    assert_int_equal(sn_replace_open(r, at(name), &s), want);
    assert_null(s);
    assert_non_null(strstr(sn_ctx_error(ctx), part));
    assert_int_equal(count_files("", NULL), before);
    assert_int_equal(open_descriptors(), n_open);
    assert_int_equal(sn_replace_commit(r), SN_E_IO); /* the set is not complete */
    assert_int_equal(access(at("other"), F_OK), -1);
}

static void test_refusals(void **state)
{
    (void)state;
    assert_int_equal(mkdir(at("d"), 0700), 0);
    assert_int_equal(symlink("other", at("alias")), 0);
    assert_int_equal(symlink(".", at("here")), 0);
    refuse("d", SN_E_IO, "is a folder");
    refuse("none/file", SN_E_IO, "No such file");
    refuse("other", SN_E_ARG, "same file");
    refuse("./other", SN_E_ARG, "same file");
    refuse("alias", SN_E_ARG, "same file");
    refuse("here/other", SN_E_ARG, "same file");
    refuse("d/", SN_E_IO, "is a folder");
    put_file("a", "as it is");
    put_file("a.sinter-old", "as it was");
    refuse("a", SN_E_IO, "a.sinter-old");
    assert_file("a.sinter-old", "as it was");
    assert_file("a", "as it is");
}

static void test_a_late_rename_fails(void **state)
{
    (void)state;
    put_file("a", "old a");
    put_file("c", "old c");
    put_file("d", "old d");
    sn_replace *r = begin();
    add(r, "a", "new a");
    add(r, "b", "new b"); /* had no old file */
    add(r, "c", "new c");
    add(r, "d", "new d");
    char temp[256];
    assert_int_equal(count_files(".c.", temp), 1);
    assert_int_equal(unlink(at(temp)), 0); /* c cannot be moved in, after a and b were */
    assert_int_equal(sn_replace_commit(r), SN_E_IO);
    assert_non_null(strstr(sn_ctx_error(ctx), "/c: cannot be replaced"));
    assert_file("a", "old a");
    assert_file("c", "old c");
    assert_file("d", "old d");
    assert_int_equal(count_files("", NULL), 3);
    struct stat st;
    assert_int_equal(stat(at("d"), &st), 0);
    assert_int_equal(st.st_nlink, 1);
}

static void test_the_target_changes_meanwhile(void **state)
{
    (void)state;
    put_file("a", "old a");
    sn_replace *r = begin();
    add(r, "a", "new a");
    add(r, "b", "new b");
    assert_int_equal(mkdir(at("b"), 0700), 0);
    assert_int_equal(sn_replace_commit(r), SN_E_IO);
    assert_file("a", "old a");
    assert_int_equal(count_files("", NULL), 2);

    r = begin();
    add(r, "a", "new a");
    put_file("a.sinter-old", "of another run");
    assert_int_equal(sn_replace_commit(r), SN_E_IO);
    assert_file("a", "old a");
    assert_file("a.sinter-old", "of another run");

    r = begin();
    add(r, "late", "new"); /* appears between open and commit: replaced, and put back if need be */
    add(r, "gone", "new");
    put_file("late", "came");
    char temp[256];
    assert_int_equal(count_files(".gone.", temp), 1);
    assert_int_equal(unlink(at(temp)), 0);
    assert_int_equal(sn_replace_commit(r), SN_E_IO);
    assert_file("late", "came");
    assert_int_equal(access(at("gone"), F_OK), -1);
}

static void test_the_disk_is_full(void **state)
{
    (void)state;
    put_file("a", "old a");
    struct rlimit old, small = {.rlim_cur = 100000};
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    small.rlim_max = old.rlim_max;
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    sn_replace *r = begin();
    sn_sink *s = open_at(r, "a");
    char block[1000] = {0};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    int n_written = 0;
    while (n_written < 1000 && sn_write(s, block, sizeof block) == SN_OK) n_written++;
    sn_status after = sn_write(s, block, 1);
    sn_ctx_clear_error(ctx);
    sn_status end = sn_replace_commit(r);
    setrlimit(RLIMIT_FSIZE, &old);
    signal(SIGXFSZ, handler);
    assert_in_range(n_written, 90, 200);
    assert_int_equal(after, SN_E_IO);
    assert_int_equal(end, SN_E_IO);
    assert_non_null(strstr(sn_ctx_error(ctx), "/a: cannot be written: File too large"));
    assert_file("a", "old a");
    assert_int_equal(count_files("", NULL), 1);
}

static void test_devices_are_written_directly(void **state)
{
    (void)state;
    put_file("a", "old a");
    sn_replace *r = begin();
    sn_sink *s = NULL;
    assert_int_equal(sn_replace_open(r, "/dev/null", &s), SN_OK);
    assert_int_equal(sn_writef(s, "into the void"), SN_OK);
    int p[2];
    assert_int_equal(pipe(p), 0);
    char name[32], got[32] = "";
    snprintf(name, sizeof name, "/dev/fd/%d", p[1]);
    assert_int_equal(sn_replace_open(r, name, &s), SN_OK);
    assert_int_equal(sn_writef(s, "through"), SN_OK);
    add(r, "a", "new a");
    assert_int_equal(sn_replace_commit(r), SN_OK);
    assert_int_equal(read(p[0], got, sizeof got - 1), 7);
    assert_string_equal(got, "through");
    close(p[0]);
    close(p[1]);
    assert_file("a", "new a");

    r = begin();
    add(r, "a", "newer a");
    assert_int_equal(sn_replace_open(r, "/dev/full", &s), SN_OK);
    assert_int_equal(sn_writef(s, "x"), SN_OK); /* buffered; the failure comes out in commit */
    assert_int_equal(sn_replace_commit(r), SN_E_IO);
    assert_non_null(strstr(sn_ctx_error(ctx), "/dev/full"));
    assert_file("a", "new a");
    assert_int_equal(count_files("", NULL), 1);
}

/* A descriptor that the shell opened on a file keeps its position: "(echo 1; sinter -o /dev/stdout)
 * > f". */
static void test_descriptors_keep_their_position(void **state)
{
    (void)state;
    int fd = open(at("f"), O_WRONLY | O_CREAT, 0600);
    assert_int_equal(write(fd, "1\n", 2), 2);
    char name[32];
    snprintf(name, sizeof name, "/dev/fd/%d", fd);
    sn_replace *r = begin();
    sn_sink *s = NULL;
    assert_int_equal(sn_replace_open(r, name, &s), SN_OK);
    assert_int_equal(sn_writef(s, "2\n"), SN_OK);
    assert_int_equal(sn_replace_commit(r), SN_OK);
    assert_int_equal(write(fd, "3\n", 2), 2);
    close(fd);
    assert_file("f", "1\n2\n3\n");
}

/* SIGKILL before commit: the temporary file stays, the target is as it was. */
static void test_a_killed_run_leaves_the_old_file(void **state)
{
    (void)state;
    put_file("a", "old a");
    pid_t child = fork();
    if (child == 0) {
        sn_replace *r;
        sn_sink *s;
        if (sn_replace_begin(ctx, &r) == SN_OK && sn_replace_open(r, at("a"), &s) == SN_OK &&
            sn_writef(s, "new") == SN_OK) {
            kill(getpid(), SIGKILL);
        }
        _exit(1);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_file("a", "old a");
    sn_replace *r = begin(); /* what the dead run left does not stand in the way */
    add(r, "a", "new a");
    assert_int_equal(sn_replace_commit(r), SN_OK);
    assert_file("a", "new a");
}

/* a and b are replaced, c is new. */
static sn_status replace_three(void)
{
    sn_replace *r = begin();
    add(r, "a", "new a");
    add(r, "b", "new b");
    add(r, "c", "new c");
    return sn_replace_commit(r);
}

static void put_old_files(void)
{
    put_file("a", "old a");
    put_file("b", "old b");
    unlink(at("c"));
}

static void fail_each_step(void)
{
    int at_call = 1, n_failed = 0;
    for (;; at_call++) {
        put_old_files();
        arm(at_call, EIO);
        sn_status s = replace_three();
        bool fired = n_calls >= at_call;
        arm(0, 0);
        if (!fired) break;
        if (s == SN_OK) { /* without a link the old file is kept by renaming it */
            assert_file("a", "new a");
            assert_file("c", "new c");
            assert_int_equal(count_files("", NULL), 3);
            continue;
        }
        n_failed++;
        assert_int_equal(s, SN_E_IO);
        assert_non_null(strstr(sn_ctx_error(ctx), "Input/output error"));
        assert_file("a", "old a");
        assert_file("b", "old b");
        assert_int_equal(count_files("", NULL), 2);
    }
    assert_file("a", "new a");
    assert_file("b", "new b");
    assert_file("c", "new c");
    assert_true(n_failed >= 3 + 3 + 3 + 3); /* sync files and folders, move, sync folders */
}

static void test_each_step_may_fail(void **state)
{
    (void)state;
    no_links = false;
    fail_each_step();
}

static void test_each_step_may_fail_without_links(void **state)
{
    (void)state;
    no_links = true;
    fail_each_step();
    no_links = false;
}

/* What a user finds after a kill: for each old file, either it is in place or its second name has
 * it. */
static void restore(const char *name, const char *backup, const char *want)
{
    if (access(at(backup), F_OK) == 0) {
        sn_replace *r = begin();
        sn_sink *s;
        assert_int_equal(sn_replace_open(r, at(name), &s), SN_E_IO);
        assert_non_null(strstr(sn_ctx_error(ctx), backup));
        sn_replace_abort(r);
        assert_file(backup, want);
        assert_int_equal(rename(at(backup), at(name)), 0);
        unlink(at(backup)); /* still there where both were one file */
    }
    assert_file(name, want);
}

static void kill_at_each_step(void)
{
    for (int at_call = 1;; at_call++) {
        put_old_files();
        pid_t child = fork();
        if (child == 0) {
            arm(at_call, -1);
            _exit(replace_three() == SN_OK ? 0 : 1);
        }
        int status = 0;
        assert_int_equal(waitpid(child, &status, 0), child);
        if (!WIFSIGNALED(status)) {
            assert_int_equal(status, 0);
            assert_true(at_call > 12);
            break;
        }
        restore("a", "a.sinter-old", "old a");
        restore("b", "b.sinter-old", "old b");
        add(begin(), "other", "other"); /* the next run takes away what was left behind */
        assert_int_equal(count_files("sinter-tmp", NULL), 1);
        sn_ctx_destroy(ctx);
        ctx = sn_ctx_create(NULL, NULL);
        assert_int_equal(count_files("sinter-tmp", NULL), 0);
    }
    assert_file("a", "new a");
    assert_file("b", "new b");
}

static void test_killed_at_each_step(void **state)
{
    (void)state;
    no_links = false;
    kill_at_each_step();
}

static void test_killed_at_each_step_without_links(void **state)
{
    (void)state;
    no_links = true;
    kill_at_each_step();
    no_links = false;
}

/* A temporary file stays as long as its owner lives, also under a name that is written now; what
 * only looks like one stays for good. */
static void test_left_behind(void **state)
{
    (void)state;
    int ready[2];
    assert_int_equal(pipe(ready), 0);
    const pid_t child = fork();
    if (child == 0) {
        add(begin(), "a", "half");
        if (write(ready[1], "", 1) == 1) pause();
        _exit(1);
    }
    char c;
    assert_int_equal(read(ready[0], &c, 1), 1);
    static const char *const alike[] = {".a.0123abcd.sinter-tmp.old", ".a.0123ABCD.sinter-tmp",
                                        "a.0123abcd.sinter-tmp", ".0123abcd.sinter-tmp"};
    for (size_t i = 0; i < sizeof alike / sizeof alike[0]; i++) put_file(alike[i], "kept");
    assert_int_equal(mkdir(at(".a.00000000.sinter-tmp"), 0700), 0);
    put_file(".b.0123abcd.sinter-tmp", "left behind");
    sn_replace *r = begin();
    add(r, "a", "new");
    assert_int_equal(sn_replace_commit(r), SN_OK);
    assert_int_equal(access(at(".b.0123abcd.sinter-tmp"), F_OK), -1);
    assert_int_equal(count_files("sinter-tmp", NULL), 6); /* the child's, and what is alike */
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, NULL, 0), child);
    r = begin();
    add(r, "other", "new");
    assert_int_equal(sn_replace_commit(r), SN_OK);
    assert_int_equal(count_files("sinter-tmp", NULL), 5);
    assert_file("a", "new");
    for (size_t i = 0; i < sizeof alike / sizeof alike[0]; i++) unlink(at(alike[i]));
    rmdir(at(".a.00000000.sinter-tmp"));
    close(ready[0]);
    close(ready[1]);
}

static sn_status replace_two(sn_ctx *c)
{
    sn_replace *r;
    sn_sink *s;
    SN_TRY(sn_replace_begin(c, &r));
    SN_TRY(sn_replace_open(r, at("a"), &s));
    SN_TRY(sn_writef(s, "%01000d", 7));
    SN_TRY(sn_replace_open(r, at("b"), &s));
    SN_TRY(sn_writef(s, "b"));
    return sn_replace_commit(r);
}

static sn_status replace_two_guarded(sn_ctx *c) { SN_GUARD(c, replace_two(c)); }

static sn_status replace_two_checked(sn_ctx *c)
{
    put_file("a", "old a");
    unlink(at("b"));
    sn_status s = replace_two_guarded(c);
    if (s == SN_E_MEMORY) {
        assert_file("a", "old a");
        assert_int_equal(access(at("b"), F_OK), -1);
    }
    return s;
}

static void test_without_memory(void **state)
{
    (void)state;
    int n_open = open_descriptors();
    assert_true(fail_each_allocation(replace_two_checked) >= 4);
    assert_int_equal(open_descriptors(), n_open);
    assert_int_equal(count_files("", NULL), 2); /* and no temporary file of the failed ones */
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_new_and_old_files),
        TEST(test_long_content),
        TEST(test_abort_and_destroy),
        TEST(test_modes),
        TEST(test_links_are_followed),
        TEST(test_refusals),
        TEST(test_a_late_rename_fails),
        TEST(test_the_target_changes_meanwhile),
        TEST(test_the_disk_is_full),
        TEST(test_devices_are_written_directly),
        TEST(test_descriptors_keep_their_position),
        TEST(test_a_killed_run_leaves_the_old_file),
        TEST(test_each_step_may_fail),
        TEST(test_each_step_may_fail_without_links),
        TEST(test_killed_at_each_step),
        TEST(test_killed_at_each_step_without_links),
        TEST(test_left_behind),
        TEST(test_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
