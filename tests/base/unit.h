/* SPDX-License-Identifier: Apache-2.0
 *
 * What unit tests share: cmocka with what it needs, and an allocator that counts and can be told to
 * fail. */
#ifndef SN_TESTS_BASE_UNIT_H
#define SN_TESTS_BASE_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/ctx.h"

/* user of counting_alloc. Fills fresh memory with rubbish, so that nobody lives off malloc's zeros.
 */
typedef struct counting {
    long n_calls; /* allocations and resizes asked for */
    long fail_at; /* this one fails, with fail_after all that follow too; 0: none */
    int fail_after;
    long n_failed;
    size_t n_live, live_bytes;
} counting;

static inline void *counting_alloc(void *user, void *ptr, size_t old_bytes, size_t new_bytes)
{
    counting *c = user;
    if (new_bytes == 0) {
        c->n_live--;
        c->live_bytes -= old_bytes;
        free(ptr);
        return NULL;
    }
    c->n_calls++;
    if (c->fail_at && (c->n_calls == c->fail_at || (c->fail_after && c->n_calls > c->fail_at))) {
        c->n_failed++;
        return NULL;
    }
    if (new_bytes > SIZE_MAX / 4) return NULL; /* sanitizers stop the program over such a size */
    void *p = realloc(ptr, new_bytes);
    if (!p) return NULL;
    if (new_bytes > old_bytes) memset((char *)p + old_bytes, 0xa5, new_bytes - old_bytes);
    c->n_live += ptr == NULL;
    c->live_bytes += new_bytes - old_bytes;
    return p;
}

/* Runs job in fresh contexts, failing the first allocation, then the second, ..., until one passes.
 * Each failure must come out as SN_E_MEMORY with a text and leave nothing behind when the context
 * goes. Returns how many allocations the job makes. */
static inline long fail_each_allocation(sn_status (*job)(sn_ctx *ctx))
{
    for (long at = 1;; at++) {
        counting c = {.fail_at = at};
        sn_ctx *ctx = sn_ctx_create(counting_alloc, &c);
        if (!ctx) {
            assert_int_equal(at, 1);
            assert_int_equal(c.n_live, 0);
            continue;
        }
        sn_status s = job(ctx);
        if (c.n_failed) {
            assert_int_equal(s, SN_E_MEMORY);
            assert_non_null(strstr(sn_ctx_error(ctx), "out of memory"));
        } else {
            assert_int_equal(s, SN_OK);
        }
        sn_ctx_destroy(ctx);
        assert_int_equal(c.n_live, 0);
        assert_int_equal(c.live_bytes, 0);
        if (!c.n_failed) return at - 1;
    }
}

#endif
