/* SPDX-License-Identifier: Apache-2.0
 *
 * for i in [0, n): fn(user, i), spread over the context's threads. The caller's thread takes part.
 * fn must not allocate, fail or touch the context. Results must not depend on the order. Small n
 * runs in place. */
#ifndef SN_BASE_PARALLEL_H
#define SN_BASE_PARALLEL_H

#include "base/ctx.h"

#include <pthread.h>

/* A thread that leaves signals sent to the process to others; false: there is none to be had. */
bool sn_thread_start(pthread_t *thread, void *(*fn)(void *arg), void *arg);

void sn_parallel_for(sn_ctx *ctx, int64_t n, void (*fn)(void *user, int64_t i), void *user);

#endif
