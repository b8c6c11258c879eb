/* SPDX-License-Identifier: Apache-2.0
 *
 * for i in [0, n): fn(user, i), spread over the context's threads. The caller's thread takes part.
 * fn must not allocate, fail or touch the context. Results must not depend on the order. */
#ifndef SN_BASE_PARALLEL_H
#define SN_BASE_PARALLEL_H

#include "base/ctx.h"

#include <pthread.h>

/* A thread that leaves signals sent to the process to others; false: there is none to be had. */
bool sn_thread_start(pthread_t *thread, void *(*fn)(void *arg), void *arg);

/* A short loop runs in place: threads are woken for what is left after some microseconds. */
void sn_parallel_for(sn_ctx *ctx, int64_t n, void (*fn)(void *user, int64_t i), void *user);
/* The same for a loop that is known to be long, of few indices mostly: they are woken at once. */
void sn_parallel_for_long(sn_ctx *ctx, int64_t n, void (*fn)(void *user, int64_t i), void *user);

#endif
