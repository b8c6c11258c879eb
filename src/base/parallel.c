/* SPDX-License-Identifier: Apache-2.0
 *
 * A pool of threads per context, made by the first loop that has use for it. A loop is cut into
 * equal chunks that threads take by an atomic counter. The caller works too and waits only for
 * threads that joined in time, so a short loop does not pay for waking all of them. Invariant:
 * `loop` is not changed while n_inside > 0. */
#include "base/parallel.h"

#include "base/clock.h"
#include "base/ctx_inner.h"

#include <signal.h>
#include <stdatomic.h>

enum { CHUNKS_PER_THREAD = 8 };
/* What waking threads costs, or so. */
#define ALONE_SECONDS 20e-6

typedef struct loop {
    void (*fn)(void *user, int64_t i);
    void *user;
    int64_t n, chunk;
    _Atomic int64_t next; /* first index not taken */
} loop;

typedef struct sn_pool {
    pthread_mutex_t lock;
    pthread_cond_t work, done;
    loop loop;
    uint64_t generation; /* counts loops, so that no thread joins one twice */
    bool open, quit;     /* under lock */
    int n_inside;        /* threads, without the caller, in the loop; under lock */
    bool busy;           /* a loop runs; one inside of it runs in place. Written with nobody in */
    int n_threads;
    pthread_t threads[];
} sn_pool;

static void run_chunks(loop *l)
{
    for (;;) {
        int64_t from = atomic_fetch_add_explicit(&l->next, l->chunk, memory_order_relaxed);
        if (from >= l->n) return;
        int64_t to = l->n - from < l->chunk ? l->n : from + l->chunk;
        for (int64_t i = from; i < to; i++) l->fn(l->user, i);
    }
}

static void *thread_main(void *arg)
{
    sn_pool *pool = arg;
    uint64_t seen = 0;
    pthread_mutex_lock(&pool->lock);
    while (!pool->quit) {
        if (!pool->open || pool->generation == seen) {
            pthread_cond_wait(&pool->work, &pool->lock);
            continue;
        }
        seen = pool->generation;
        pool->n_inside++;
        pthread_mutex_unlock(&pool->lock);
        run_chunks(&pool->loop);
        pthread_mutex_lock(&pool->lock);
        if (--pool->n_inside == 0) pthread_cond_signal(&pool->done);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

bool sn_thread_start(pthread_t *thread, void *(*fn)(void *arg), void *arg)
{
    /* What is sent to the process is for its own threads; a fault stays with who made it. */
    sigset_t sent, old;
    sigfillset(&sent);
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGPROF};
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) sigdelset(&sent, faults[i]);
    pthread_sigmask(SIG_SETMASK, &sent, &old);
    const bool is = pthread_create(thread, NULL, fn, arg) == 0;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return is;
}

/* NULL when there is no memory or no thread to be had: loops then run in place. */
static sn_pool *pool_create(sn_ctx *ctx, int n_threads)
{
    sn_pool *pool = sn_try_alloc(ctx, sizeof *pool + (size_t)n_threads * sizeof pool->threads[0]);
    if (!pool) return NULL;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->work, NULL);
    pthread_cond_init(&pool->done, NULL);
    while (pool->n_threads < n_threads &&
           sn_thread_start(&pool->threads[pool->n_threads], thread_main, pool))
        pool->n_threads++;
    return pool;
}

void sn_pool_destroy(sn_ctx *ctx)
{
    sn_pool *pool = ctx->pool;
    if (!pool) return;
    pthread_mutex_lock(&pool->lock);
    pool->quit = true;
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->n_threads; i++) pthread_join(pool->threads[i], NULL);
    pthread_cond_destroy(&pool->done);
    pthread_cond_destroy(&pool->work);
    pthread_mutex_destroy(&pool->lock);
    ctx->pool = NULL;
    sn_free(ctx, pool);
}

/* Indices from `first` on. */
static void run_in_pool(sn_pool *pool, int64_t first, int64_t n, void (*fn)(void *user, int64_t i),
                        void *user)
{
    int64_t pieces = (int64_t)(pool->n_threads + 1) * CHUNKS_PER_THREAD;
    pthread_mutex_lock(&pool->lock);
    loop *l = &pool->loop;
    l->fn = fn;
    l->user = user;
    l->n = n;
    l->chunk = (n - first) / pieces > 0 ? (n - first) / pieces : 1;
    atomic_store_explicit(&l->next, first, memory_order_relaxed);
    pool->busy = pool->open = true;
    pool->generation++;
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->lock);

    run_chunks(l);

    pthread_mutex_lock(&pool->lock);
    pool->open = false;
    while (pool->n_inside > 0) pthread_cond_wait(&pool->done, &pool->lock);
    pool->busy = false;
    pthread_mutex_unlock(&pool->lock);
}

/* Indices 0, 1, ... in place until that took some time; how many. */
static int64_t run_alone(int64_t n, void (*fn)(void *user, int64_t i), void *user)
{
    const double begin = sn_seconds();
    int64_t i = 0;
    for (int64_t to = 1; i < n; to *= 2) {
        for (; i < n && i < to; i++) fn(user, i);
        if (i < n && sn_seconds() - begin > ALONE_SECONDS) break;
    }
    return i;
}

static void run_from(sn_ctx *ctx, int64_t first, int64_t n, void (*fn)(void *user, int64_t i),
                     void *user)
{
    const bool nested = ctx->pool && ctx->pool->busy;
    if (!nested && n - first > 1) {
        const int n_threads = sn_ctx_threads(ctx);
        if (n_threads > 1 && !ctx->pool) ctx->pool = pool_create(ctx, n_threads - 1);
        if (ctx->pool && ctx->pool->n_threads > 0) {
            run_in_pool(ctx->pool, first, n, fn, user);
            return;
        }
    }
    for (int64_t i = first; i < n; i++) fn(user, i);
}

void sn_parallel_for(sn_ctx *ctx, int64_t n, void (*fn)(void *user, int64_t i), void *user)
{
    run_from(ctx, n > 1 && sn_ctx_threads(ctx) > 1 ? run_alone(n, fn, user) : 0, n, fn, user);
}

void sn_parallel_for_long(sn_ctx *ctx, int64_t n, void (*fn)(void *user, int64_t i), void *user)
{
    run_from(ctx, 0, n, fn, user);
}
