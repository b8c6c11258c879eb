/* SPDX-License-Identifier: Apache-2.0
 *
 * One watcher a context, from its first mapping to its last; its thread begins when there is
 * something to look after. Invariant: spans are mapped, under the lock. */
#include "base/pages.h"

#include "base/ctx_inner.h"
#include "base/parallel.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { EVERY_NS = 1000000, STATM_BYTES = 128 };

typedef struct sn_pages {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    sn_page_span *first;
    size_t n_bytes; /* of all spans */
    size_t base;    /* the least that was with the process when all had been let go: other files */
    int statm;      /* -1: there is none */
    bool quit, runs;
    pthread_t thread;
} sn_pages;

/* Bytes of files that are with the process. */
static size_t with_process(const sn_pages *p)
{
    char text[STATM_BYTES];
    unsigned long long all, resident, files;
    const ssize_t n = pread(p->statm, text, sizeof text - 1, 0);
    if (n <= 0) return 0;
    text[n] = '\0';
    if (sscanf(text, "%llu %llu %llu", &all, &resident, &files) != 3) return 0;
    return (size_t)files * (size_t)sysconf(_SC_PAGESIZE);
}

static void let_go(sn_pages *p)
{
    for (const sn_page_span *s = p->first; s; s = s->next)
        (void)madvise(s->data, s->n_bytes, MADV_DONTNEED);
    const size_t left = with_process(p); /* others may touch pages meanwhile */
    if (left < p->base || !p->base) p->base = left;
}

/* Under the lock. */
static void trim(sn_pages *p)
{
    if (p->n_bytes > SN_PAGES_MOST && p->statm >= 0 && with_process(p) > p->base + SN_PAGES_MOST)
        let_go(p);
}

static void wait_a_little(sn_pages *p)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += EVERY_NS;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    (void)pthread_cond_timedwait(&p->changed, &p->lock, &until);
}

static void *thread_main(void *arg)
{
    sn_pages *p = arg;
    pthread_mutex_lock(&p->lock);
    while (!p->quit) {
        if (p->n_bytes <= SN_PAGES_MOST) {
            pthread_cond_wait(&p->changed, &p->lock);
            continue;
        }
        wait_a_little(p);
        trim(p);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

static sn_pages *create(sn_ctx *ctx)
{
    sn_pages *p = sn_alloc(ctx, sizeof *p);
    pthread_condattr_t steady;
    pthread_mutex_init(&p->lock, NULL);
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&p->changed, &steady);
    pthread_condattr_destroy(&steady);
    p->statm = -1;
    return p;
}

/* Under the lock. Once: where it cannot be had it is not asked for again. */
static void start(sn_pages *p)
{
    p->statm = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    p->runs = p->statm >= 0 && sn_thread_start(&p->thread, thread_main, p);
}

void sn_pages_trim(sn_ctx *ctx)
{
    sn_pages *p = ctx->pages;
    if (!p) return;
    pthread_mutex_lock(&p->lock);
    trim(p);
    pthread_mutex_unlock(&p->lock);
}

size_t sn_pages_bytes(sn_ctx *ctx)
{
    sn_pages *p = ctx->pages;
    if (!p) return 0;
    pthread_mutex_lock(&p->lock);
    const size_t n = p->n_bytes;
    pthread_mutex_unlock(&p->lock);
    return n;
}

void sn_pages_watch(sn_ctx *ctx, sn_page_span *span)
{
    if (!ctx->pages) ctx->pages = create(ctx);
    sn_pages *p = ctx->pages;
    pthread_mutex_lock(&p->lock);
    const bool was_little = p->n_bytes <= SN_PAGES_MOST;
    span->prev = NULL;
    span->next = p->first;
    if (span->next) span->next->prev = span;
    p->first = span;
    span->watched = true;
    trim(p);
    p->n_bytes += span->n_bytes;
    if (was_little && p->n_bytes > SN_PAGES_MOST) {
        if (p->statm < 0) start(p);
        pthread_cond_signal(&p->changed);
    }
    pthread_mutex_unlock(&p->lock);
}

static void destroy(sn_ctx *ctx)
{
    sn_pages *p = ctx->pages;
    pthread_mutex_lock(&p->lock);
    p->quit = true;
    pthread_cond_signal(&p->changed);
    pthread_mutex_unlock(&p->lock);
    if (p->runs) pthread_join(p->thread, NULL);
    if (p->statm >= 0) close(p->statm);
    pthread_cond_destroy(&p->changed);
    pthread_mutex_destroy(&p->lock);
    ctx->pages = NULL;
    sn_free(ctx, p);
}

void sn_pages_unwatch(sn_ctx *ctx, sn_page_span *span)
{
    sn_pages *p = ctx->pages;
    if (!span->watched) return;
    pthread_mutex_lock(&p->lock);
    if (span->prev)
        span->prev->next = span->next;
    else
        p->first = span->next;
    if (span->next) span->next->prev = span->prev;
    p->n_bytes -= span->n_bytes;
    span->watched = false;
    pthread_mutex_unlock(&p->lock);
    if (!p->first) destroy(ctx);
}
