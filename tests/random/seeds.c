/* SPDX-License-Identifier: Apache-2.0
 *
 * The parent hands out chunks in order and counts; what a child has counted stands in memory that
 * both see, so that a crash loses nothing but the seed it happened at. */
#include "random/seeds.h"

#include "base/cpu_limit.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_JOBS = 64, POLL_MS = 20 };

/* What a child tells. */
typedef struct report {
    volatile uint64_t now; /* the seed that runs; beyond the last of the chunk: it is done */
    rand_counts counts;
} report;

typedef struct job {
    pid_t pid;     /* 0: none */
    uint64_t last; /* of its chunk */
    report *told;
} job;

typedef struct runner {
    const seeds_options *o;
    rand_counts *counts;
    job jobs[MAX_JOBS];
    int n_jobs, n_running;
    uint64_t next; /* of the next chunk; beyond the last: all are handed out */
    bool stop, broken;
    struct timespec begun;
} runner;

static volatile sig_atomic_t interrupted;
static void on_interrupt(int number) { interrupted = number; }

static double gone(const runner *r)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - r->begun.tv_sec) + 1e-9 * (double)(now.tv_nsec - r->begun.tv_nsec);
}

_Noreturn static void run_chunk(const runner *r, const job *j)
{
    for (int number = 1; number < 32; number++) signal(number, SIG_DFL);
    while (j->told->now <= j->last) {
        limit_cpu(r->o->seconds);
        bool ok = r->o->one(r->o->user, (int)(j - r->jobs), j->told->now, &j->told->counts);
        fflush(stdout);
        j->told->now++;
        if (!ok && !r->o->keep_going) break;
    }
    _exit(0);
}

/* Seeds from `first` on, up to the end of the chunk that is `last`. */
static void start(runner *r, job *j, uint64_t first, uint64_t last)
{
    *j->told = (report){.now = first};
    j->last = last;
    fflush(NULL);
    j->pid = fork();
    if (!j->pid) run_chunk(r, j);
    if (j->pid < 0) {
        perror("fork");
        j->pid = 0;
        r->stop = r->broken = true;
        return;
    }
    r->n_running++;
}

static void start_next(runner *r, job *j)
{
    uint64_t left = r->o->last - r->next,
             last = left < r->o->chunk ? r->o->last : r->next + r->o->chunk - 1;
    start(r, j, r->next, last);
    if (j->pid) r->next = last + 1;
}

/* What the child's end means; true where seeds of its chunk are left. */
static bool note_end(runner *r, const job *j, int how)
{
    bool crashed = !(WIFEXITED(how) && WEXITSTATUS(how) == 0);
    rand_counts_add(r->counts, &j->told->counts);
    if (crashed && interrupted) return false;
    if (crashed) {
        bool hung = WIFSIGNALED(how) && WTERMSIG(how) == SIGXCPU;
        r->counts->n[hung ? RAND_HUNG : RAND_CRASHED]++;
        printf("seed %" PRIu64 ": %s %d\n", j->told->now,
               hung               ? "hangs, seconds:"
               : WIFSIGNALED(how) ? "crashes, signal"
                                  : "crashes, status",
               hung               ? r->o->seconds
               : WIFSIGNALED(how) ? WTERMSIG(how)
                                  : WEXITSTATUS(how));
        j->told->now++;
    }
    if (!r->o->keep_going && rand_n_failed(r->counts)) r->stop = true;
    return j->told->now <= j->last;
}

static uint64_t n_done(const runner *r)
{
    uint64_t n = r->next - r->o->first;
    for (int i = 0; i < r->n_jobs; i++) {
        if (r->jobs[i].pid) n -= r->jobs[i].last + 1 - r->jobs[i].told->now;
    }
    return n;
}

static void show(const runner *r)
{
    static double shown;
    double t = gone(r);
    if (!isatty(2) || t - shown < 0.5) return;
    shown = t;
    uint64_t n = n_done(r), all = r->o->last - r->o->first + 1;
    double rate = t > 0 ? (double)n / t : 0;
    fprintf(stderr,
            "\r\033[K%" PRIu64 " of %" PRIu64 " seeds, %lu failed, %.0f a second, %.0f min left ",
            n, all, rand_n_failed(r->counts), rate, rate > 0 ? (double)(all - n) / rate / 60 : 0);
}

static void await(runner *r)
{
    int how = 0;
    pid_t pid = 0;
    while (r->n_running && (pid = waitpid(-1, &how, WNOHANG)) == 0) {
        show(r);
        nanosleep(&(struct timespec){.tv_nsec = POLL_MS * 1000000L}, NULL);
        if (r->o->minutes > 0 && gone(r) > 60 * r->o->minutes) r->stop = true;
    }
    for (int i = 0; i < r->n_jobs && pid > 0; i++) {
        job *j = &r->jobs[i];
        if (j->pid != pid) continue;
        j->pid = 0;
        r->n_running--;
        bool left = note_end(r, j, how);
        if (left && !r->stop && !interrupted)
            start(r, j, j->told->now, j->last);
        else if (left)
            r->next = j->told->now < r->next ? j->told->now : r->next;
    }
}

static bool take_memory(runner *r)
{
    size_t bytes = (size_t)r->n_jobs * sizeof(report);
    report *all = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED) {
        perror("mmap");
        return false;
    }
    for (int i = 0; i < r->n_jobs; i++) r->jobs[i].told = &all[i];
    return true;
}

bool seeds_run(const seeds_options *options, rand_counts *counts)
{
    runner r = {.o = options, .counts = counts, .next = options->first};
    r.n_jobs = options->n_jobs > 0 ? options->n_jobs : sn_usable_processors();
    if (r.n_jobs > MAX_JOBS) r.n_jobs = MAX_JOBS;
    if (!take_memory(&r)) return false;
    struct sigaction old, now = {.sa_handler = on_interrupt};
    interrupted = 0;
    sigaction(SIGINT, &now, &old);
    clock_gettime(CLOCK_MONOTONIC, &r.begun);
    while (!r.stop && !interrupted && r.next <= options->last) {
        for (int i = 0; i < r.n_jobs && r.next <= options->last; i++) {
            if (!r.jobs[i].pid) start_next(&r, &r.jobs[i]);
        }
        await(&r);
    }
    while (r.n_running) await(&r);
    sigaction(SIGINT, &old, NULL);
    if (isatty(2)) fputs("\r\033[K", stderr);
    if (r.next <= options->last)
        printf("stopped early; continue with --seeds %" PRIu64 "..%" PRIu64 "\n", r.next,
               options->last);
    munmap(r.jobs[0].told, (size_t)r.n_jobs * sizeof(report));
    return !rand_n_failed(counts) && !r.broken && !interrupted;
}
