/* SPDX-License-Identifier: Apache-2.0
 *
 * Processes by posix_spawn. Every one leads a process group of its own, so that a compiler's
 * children go with it. */
#include "driver/process.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

typedef struct running {
    pid_t pid; /* 0: not running */
    double deadline;
} running;

/* A compiler gets the default reaction to signals, whatever its caller has blocked or ignores. */
static int set_attributes(posix_spawnattr_t *attributes)
{
    sigset_t none, usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGCHLD);
    sigaddset(&usual, SIGTERM);
    int e = posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                                     POSIX_SPAWN_SETSIGDEF);
    if (!e) e = posix_spawnattr_setpgroup(attributes, 0);
    if (!e) e = posix_spawnattr_setsigmask(attributes, &none);
    if (!e) e = posix_spawnattr_setsigdefault(attributes, &usual);
    return e;
}

static int set_actions(posix_spawn_file_actions_t *actions, const char *output)
{
    int e = posix_spawn_file_actions_addopen(actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (!e)
        e = posix_spawn_file_actions_addopen(actions, STDOUT_FILENO, output,
                                             O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (!e) e = posix_spawn_file_actions_adddup2(actions, STDOUT_FILENO, STDERR_FILENO);
    return e;
}

static int spawn(const sn_process *p, pid_t *pid)
{
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    int e = posix_spawnattr_init(&attributes);
    if (e) return e;
    e = posix_spawn_file_actions_init(&actions);
    if (!e) {
        e = set_attributes(&attributes);
        if (!e) e = set_actions(&actions, p->output);
        if (!e)
            e = posix_spawn(pid, p->argv[0], &actions, &attributes, (char *const *)p->argv,
                            environ);
        posix_spawn_file_actions_destroy(&actions);
    }
    posix_spawnattr_destroy(&attributes);
    return e;
}

static void collect(sn_process *p, int status)
{
    p->exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    p->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

/* Whether it is over; a process past its time is ended. */
static bool is_over(sn_process *p, running *r)
{
    int status = 0;
    pid_t got = waitpid(r->pid, &status, WNOHANG);
    if (!got && sn_seconds() > r->deadline) {
        kill(-r->pid, SIGKILL);
        p->timed_out = true;
        do got = waitpid(r->pid, &status, 0);
        while (got < 0 && errno == EINTR);
    }
    if (!got || (got < 0 && errno == EINTR)) return false;
    if (got > 0) collect(p, status);
    r->pid = 0;
    return true;
}

sn_status sn_run_processes(sn_ctx *ctx, sn_process *list, size_t n, int side_by_side, int seconds,
                           void (*done)(void *user, size_t n_done, size_t n), void *user)
{
    sn_status status = SN_OK;
    running *r = sn_alloc(ctx, n * sizeof *r);
    size_t n_started = 0, n_done = 0, n_running = 0;
    long pause = 200000; /* nanoseconds */
    for (size_t i = 0; i < n; i++) {
        list[i].exit_code = -1;
        list[i].signal = 0;
        list[i].timed_out = false;
    }
    bool stop = false;
    while (n_running || (!stop && n_started < n)) {
        while (!stop && n_started < n && (int)n_running < side_by_side) {
            int e = spawn(&list[n_started], &r[n_started].pid);
            if (e) {
                status = sn_fail(ctx, SN_E_IO, "%s: cannot be run: %s", list[n_started].argv[0],
                                 strerror(e));
                stop = true;
                break;
            }
            r[n_started++].deadline = sn_seconds() + seconds;
            n_running++;
        }
        bool any = false;
        for (size_t i = 0; i < n_started; i++) {
            if (!r[i].pid || !is_over(&list[i], &r[i])) continue;
            any = true;
            n_running--;
            if (list[i].exit_code != 0) stop = true;
            if (done) done(user, ++n_done, n);
        }
        if (any || !n_running) continue;
        nanosleep(&(struct timespec){.tv_nsec = pause}, NULL);
        if (pause < 5000000) pause += pause / 4;
    }
    sn_free(ctx, r);
    return status;
}

static bool is_program(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

const char *sn_find_program(sn_arena *arena, const char *name)
{
    if (!*name) return NULL;
    if (strchr(name, '/')) return is_program(name) ? sn_arena_strdup(arena, name) : NULL;
    const char *path = getenv("PATH");
    for (const char *p = path ? path : ""; *p;) {
        size_t n = strcspn(p, ":");
        /* Relative entries would run what lies in whatever folder one happens to be in. */
        if (n && *p == '/') {
            const char *full = sn_arena_printf(arena, "%.*s/%s", (int)n, p, name);
            if (is_program(full)) return full;
        }
        p += n + (p[n] == ':');
    }
    return NULL;
}
