/* SPDX-License-Identifier: Apache-2.0
 *
 * The context: allocator, diagnostics and the out-of-memory guard. Everything of sinter hangs on
 * one. A context is used by one thread at a time; sn_parallel_for (parallel.h) spreads work under
 * it.
 *
 * Errors. A fallible function returns sn_status and leaves its `T **out` untouched on failure. The
 * text goes to the context (sn_fail) and says where, what was found and what was expected.
 *
 * Out of memory. sn_alloc and everything built on it (arenas, vectors, strings, graph edits) never
 * return NULL: when the allocator fails they longjmp to the guard that the public entry points set
 * (SN_GUARD), and that entry point returns SN_E_MEMORY. What was allocated meanwhile stays
 * registered with the context and is freed with it. So code under src/ holds no resource that the
 * context does not know (memory, mappings, temporary files are all registered), and never allocates
 * inside sn_parallel_for. */
#ifndef SN_BASE_CTX_H
#define SN_BASE_CTX_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sinter/status.h"

#if defined(__GNUC__)
#define SN_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#define SN_MUST_CHECK        __attribute__((warn_unused_result))
#define SN_NORETURN          __attribute__((noreturn))
#else
#define SN_PRINTF(fmt, args)
#define SN_MUST_CHECK
#define SN_NORETURN
#endif

typedef struct sn_ctx sn_ctx;

/* One hook: ptr NULL allocates, new_bytes 0 frees, else resizes (contents kept up to the smaller
 * size). Memory is aligned as malloc's (16). Called only by the thread that uses the context.
 * Returns NULL on failure, and then leaves the old block as it was. */
typedef void *(*sn_alloc_fn)(void *user, void *ptr, size_t old_bytes, size_t new_bytes);

/* Called with each warning and note as it arises; `text` is one line without a line end and control
 * characters. Errors do not come here: they are the status of the call, and sn_ctx_error has their
 * text. Without a hook, warnings and notes are dropped. */
typedef enum sn_level { SN_ERROR, SN_WARNING, SN_NOTE } sn_level;
typedef void (*sn_diag_fn)(void *user, sn_level level, const char *text);

/* alloc NULL: malloc. Returns NULL when even the context cannot be allocated. */
sn_ctx *sn_ctx_create(sn_alloc_fn alloc, void *user);
void sn_ctx_destroy(sn_ctx *ctx); /* frees everything still registered with it */
void sn_ctx_set_diag(sn_ctx *ctx, sn_diag_fn fn, void *user);
/* What this process may run on, which in a container is often less than what the machine has. */
int sn_usable_processors(void);
void sn_ctx_set_threads(sn_ctx *ctx, int n); /* 0: as many as the machine has */
int sn_ctx_threads(const sn_ctx *ctx);
/* How evaluations round inside. All 0: not at all, they compute in double. */
typedef struct sn_rounding {
    /* Formulas of elementwise operators round what each call in them gives to single precision, as
     * compiled code does of all but f64. */
    bool single;
    /* A mean that is subtracted is off by so many epsilons of its type of the mean magnitude, and a
     * sum of exponentials whose logarithm is taken by so many of itself, up or
     * down as the draw decides. */
    double means;
    uint64_t draw;
} sn_rounding;
/* In whose words messages say what can be done (ways.h). */
typedef enum sn_words { SN_WORDS_C, SN_WORDS_TOOL, SN_WORDS_PYTHON, SN_N_WORDS } sn_words;
void sn_ctx_set_words(sn_ctx *ctx, sn_words words);
sn_words sn_ctx_words(const sn_ctx *ctx);
void sn_ctx_set_rounding(sn_ctx *ctx, sn_rounding rounding);
sn_rounding sn_ctx_rounding(const sn_ctx *ctx);

/* The text of the last error ("" when none). Lives until the next error. */
const char *sn_ctx_error(const sn_ctx *ctx);
void sn_ctx_clear_error(sn_ctx *ctx);

sn_status sn_fail(sn_ctx *ctx, sn_status code, const char *fmt, ...) SN_PRINTF(3, 4) SN_MUST_CHECK;
sn_status sn_vfail(sn_ctx *ctx, sn_status code, const char *fmt, va_list args) SN_MUST_CHECK;
void sn_warn(sn_ctx *ctx, const char *fmt, ...) SN_PRINTF(2, 3);
void sn_note(sn_ctx *ctx, const char *fmt, ...) SN_PRINTF(2, 3);
const char *sn_status_name(sn_status s); /* "E_FORMAT" */
const char *sn_status_text(sn_status s);

/* Forward a failure. */
#define SN_TRY(call)                                                                               \
    do {                                                                                           \
        sn_status sn_try_ = (call);                                                                \
        if (sn_try_ != SN_OK) return sn_try_;                                                      \
    } while (0)
/* Fail with a message unless the condition holds. */
#define SN_CHECK(ctx, cond, code, ...)                                                             \
    do {                                                                                           \
        if (!(cond)) return sn_fail((ctx), (code), __VA_ARGS__);                                   \
    } while (0)

/* ---- memory: registered blocks --------------------------------------------------------------- */

void *sn_alloc(sn_ctx *ctx, size_t bytes); /* zeroed; never NULL; 0 bytes is allowed */
void *sn_realloc(sn_ctx *ctx, void *ptr,
                 size_t bytes);       /* ptr from sn_alloc or NULL; growth is not zeroed */
void sn_free(sn_ctx *ctx, void *ptr); /* NULL is allowed */
void *sn_try_alloc(sn_ctx *ctx,
                   size_t bytes); /* as sn_alloc, but NULL on failure: for sizes from a file */

/* Pages of the second size, on x86-64 and on ARM with small pages of 4 KB: one fault for 512, and
 * one entry of the TLB. */
enum { SN_LARGE_PAGE = 2 << 20 };
/* Asks for them where whole ones fit into the block, before it is touched. A hint, that a system
 * may not know. */
void sn_ask_large_pages(void *block, size_t bytes);
size_t sn_ctx_live_bytes(const sn_ctx *ctx);  /* registered at this moment */
bool sn_ctx_memory_is_own(const sn_ctx *ctx); /* no allocator was given */
size_t sn_ctx_peak_bytes(const sn_ctx *ctx);
SN_NORETURN void sn_out_of_memory(sn_ctx *ctx, size_t bytes);

/* Checked sizes: true on overflow. */
bool sn_mul_overflow(size_t a, size_t b, size_t *out);
bool sn_add_overflow(size_t a, size_t b, size_t *out);

/* ---- the guard ------------------------------------------------------------------------------- */

typedef struct sn_guard {
    jmp_buf env;
    struct sn_guard *outer;
    unsigned n_remembering; /* a jump ends what was begun under the guard (base/map.h) */
} sn_guard;

/* sn_status sn_thing(sn_ctx *ctx, ...) { SN_GUARD(ctx, inner(ctx, ...)); }
 * evaluates the call under a guard and returns its status, or SN_E_MEMORY. */
#define SN_GUARD(ctx, call)                                                                        \
    do {                                                                                           \
        sn_guard sn_guard_;                                                                        \
        sn_guard_push((ctx), &sn_guard_);                                                          \
        if (setjmp(sn_guard_.env) != 0) {                                                          \
            return SN_E_MEMORY;                                                                    \
        }                                                                                          \
        sn_status sn_guarded_ = (call);                                                            \
        sn_guard_pop((ctx), &sn_guard_);                                                           \
        return sn_guarded_;                                                                        \
    } while (0)
void sn_guard_push(sn_ctx *ctx, sn_guard *guard);
void sn_guard_pop(sn_ctx *ctx, sn_guard *guard); /* a jump has popped it already */

/* Something to undo when the context goes (a mapping, a temporary file), newest first. The handle
 * releases it early. When there is no memory for the entry itself, `what` is released before the
 * jump. */
typedef struct sn_resource sn_resource;
sn_resource *sn_resource_add(sn_ctx *ctx, void (*release)(void *what), void *what);
void sn_resource_drop(sn_ctx *ctx, sn_resource *r); /* calls release; r is gone */

#endif
