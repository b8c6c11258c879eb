/* SPDX-License-Identifier: Apache-2.0
 *
 * The context's life, its error text, diagnostics and resources. Messages are built in fixed
 * buffers, so that reporting a failure cannot itself fail. Memory is in mem.c. */
#include "base/ctx_inner.h"
#include "base/ways.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_THREADS = 256 };

int sn_usable_processors(void)
{
#ifdef CPU_COUNT
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0) return CPU_COUNT(&set);
#endif
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > MAX_THREADS ? MAX_THREADS : (int)n;
}

static void *default_alloc(void *user, void *ptr, size_t old_bytes, size_t new_bytes)
{
    (void)user;
    (void)old_bytes;
    if (new_bytes == 0) {
        free(ptr);
        return NULL;
    }
    return ptr ? realloc(ptr, new_bytes) : calloc(1, new_bytes);
}

sn_ctx *sn_ctx_create(sn_alloc_fn alloc, void *user)
{
    bool zeroes = alloc == NULL;
    if (!alloc) alloc = default_alloc;
    sn_ctx *ctx = alloc(user, NULL, 0, sizeof *ctx);
    if (!ctx) return NULL;
    memset(ctx, 0, sizeof *ctx);
    ctx->alloc = alloc;
    ctx->alloc_user = user;
    ctx->alloc_zeroes = zeroes;
    ctx->blocks.prev = ctx->blocks.next = &ctx->blocks;
    sn_ctx_set_threads(ctx, 0);
    return ctx;
}

void sn_ctx_destroy(sn_ctx *ctx)
{
    if (!ctx) return;
    sn_pool_destroy(ctx);
    while (ctx->resources) sn_resource_drop(ctx, ctx->resources);
    for (sn_block *b = ctx->blocks.next, *next; b != &ctx->blocks; b = next) {
        next = b->next;
        ctx->alloc(ctx->alloc_user, b, sizeof *b + b->bytes, 0);
    }
    ctx->alloc(ctx->alloc_user, ctx, sizeof *ctx, 0);
}

void sn_ctx_set_diag(sn_ctx *ctx, sn_diag_fn fn, void *user)
{
    ctx->diag = fn;
    ctx->diag_user = user;
}

void sn_ctx_set_threads(sn_ctx *ctx, int n)
{
    if (n <= 0) n = sn_usable_processors();
    if (n > MAX_THREADS) n = MAX_THREADS;
    if (n != ctx->n_threads) sn_pool_destroy(ctx); /* the next loop makes one that fits */
    ctx->n_threads = n;
}

int sn_ctx_threads(const sn_ctx *ctx) { return ctx->n_threads; }
void sn_ctx_set_rounding(sn_ctx *ctx, sn_rounding rounding) { ctx->rounding = rounding; }
sn_rounding sn_ctx_rounding(const sn_ctx *ctx) { return ctx->rounding; }
void sn_ctx_set_words(sn_ctx *ctx, sn_words words) { ctx->words = words; }
sn_words sn_ctx_words(const sn_ctx *ctx) { return ctx->words; }

/* ---- messages -------------------------------------------------------------------------------- */

/* Formats into out, as one line, with ways in words: other control characters, which can come in
 * with a path or a name that nobody escaped, become '?', so that no text from outside drives a
 * terminal. Arguments may point into out. */
static void format_line(const sn_ctx *ctx, char out[CTX_TEXT_BYTES], const char *fmt, va_list args)
{
    char text[CTX_TEXT_BYTES];
    int n = vsnprintf(text, sizeof text, fmt, args);
    if (n < 0) strcpy(text, "(message could not be formatted)");
    if (n >= CTX_TEXT_BYTES) memcpy(text + sizeof text - 4, "...", 4);
    sn_spell_ways(ctx->words, text, out, CTX_TEXT_BYTES);
    for (char *p = out; *p; p++) {
        if ((unsigned char)*p < 0x20 || *p == 0x7f) *p = *p == '\n' || *p == '\t' ? ' ' : '?';
    }
}

const char *sn_ctx_error(const sn_ctx *ctx) { return ctx->error; }
void sn_ctx_clear_error(sn_ctx *ctx) { ctx->error[0] = '\0'; }

sn_status sn_vfail(sn_ctx *ctx, sn_status code, const char *fmt, va_list args)
{
    format_line(ctx, ctx->error, fmt, args);
    return code;
}

sn_status sn_fail(sn_ctx *ctx, sn_status code, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    format_line(ctx, ctx->error, fmt, args);
    va_end(args);
    return code;
}

static void diagnose(sn_ctx *ctx, sn_level level, const char *fmt, va_list args)
{
    if (!ctx->diag) return;
    char text[CTX_TEXT_BYTES];
    format_line(ctx, text, fmt, args);
    ctx->diag(ctx->diag_user, level, text);
}

void sn_warn(sn_ctx *ctx, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    diagnose(ctx, SN_WARNING, fmt, args);
    va_end(args);
}

void sn_note(sn_ctx *ctx, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    diagnose(ctx, SN_NOTE, fmt, args);
    va_end(args);
}

const char *sn_status_name(sn_status s)
{
    switch (s) {
#define X(name, code, text)                                                                        \
    case SN_##name:                                                                                \
        return #name;
        SN_STATUS_MAP(X)
#undef X
    }
    return "E_?";
}

const char *sn_status_text(sn_status s)
{
    switch (s) {
#define X(name, code, text)                                                                        \
    case SN_##name:                                                                                \
        return text;
        SN_STATUS_MAP(X)
#undef X
    }
    return "unknown status";
}

/* ---- the guard and resources ----------------------------------------------------------------- */

void sn_guard_push(sn_ctx *ctx, sn_guard *guard)
{
    guard->outer = ctx->guard;
    guard->n_remembering = ctx->n_remembering;
    ctx->guard = guard;
}

void sn_guard_pop(sn_ctx *ctx, sn_guard *guard) { ctx->guard = guard->outer; }

sn_resource *sn_resource_add(sn_ctx *ctx, void (*release)(void *what), void *what)
{
    sn_resource *r = sn_try_alloc(ctx, sizeof *r);
    if (!r) {
        release(what); /* after the jump nobody else knows of it */
        sn_out_of_memory(ctx, sizeof *r);
    }
    r->release = release;
    r->what = what;
    r->next = ctx->resources;
    if (r->next) r->next->prev = r;
    ctx->resources = r;
    return r;
}

void sn_resource_drop(sn_ctx *ctx, sn_resource *r)
{
    if (r->prev)
        r->prev->next = r->next;
    else
        ctx->resources = r->next;
    if (r->next) r->next->prev = r->prev;
    void (*release)(void *what) = r->release;
    void *what = r->what;
    sn_free(ctx, r);
    release(what);
}
