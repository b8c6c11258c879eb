/* SPDX-License-Identifier: Apache-2.0
 *
 * The public context: a thin coat over sn_ctx. */
#include "api/model.h"

static void pass_message(void *user, sn_level level, const char *text)
{
    sn_context *c = user;
    if (c->options.message) c->options.message(c->options.user, level == SN_WARNING, text);
}

/* More than any struct of options will have: what is beyond is no size, but what was left there. */
enum { MOST_OPTION_BYTES = 4096 };

typedef enum taken { TAKEN, NO_SIZE, UNKNOWN_FIELD } taken;

/* The caller's struct begins with its size, or with 0 for that of this version. */
static taken take(void *own, size_t own_bytes, const void *given)
{
    size_t bytes = 0;
    memset(own, 0, own_bytes);
    if (given) memcpy(&bytes, given, sizeof bytes);
    if (bytes == 0) bytes = own_bytes;
    if (bytes < sizeof bytes || bytes > MOST_OPTION_BYTES) return NO_SIZE;
    const unsigned char *from = given;
    for (size_t i = own_bytes; i < bytes; i++)
        if (from[i] != 0) return UNKNOWN_FIELD;
    if (given) memcpy(own, given, bytes < own_bytes ? bytes : own_bytes);
    memcpy(own, &own_bytes, sizeof own_bytes);
    return TAKEN;
}

sn_status sn_take_options(sn_ctx *ctx, const char *type, void *own, size_t own_bytes,
                          const void *given)
{
    const taken result = take(own, own_bytes, given);
    SN_CHECK(ctx, result != UNKNOWN_FIELD, SN_E_ARG,
             "a field of %s is set that sinter %s does not have: its struct has %zu bytes", type,
             SINTER_VERSION, own_bytes);
    if (result == TAKEN) return SN_OK;
    size_t bytes;
    memcpy(&bytes, given, sizeof bytes);
    return sn_fail(ctx, SN_E_ARG, "%s.size is %zu: expected sizeof(%s), or 0", type, bytes, type);
}

static bool words_of(const char *name, sn_words *out)
{
    static const char *const names[SN_N_WORDS] = {
        [SN_WORDS_TOOL] = "tool",
        [SN_WORDS_PYTHON] = "python",
    };
    for (int i = 0; i < SN_N_WORDS; i++) {
        if (name && (!names[i] || strcmp(name, names[i]) != 0)) continue;
        *out = (sn_words)i;
        return true;
    }
    return false;
}

sn_context *sn_context_create(const sn_context_options *options)
{
    sn_context_options o;
    sn_words words = SN_WORDS_C;
    if (take(&o, sizeof o, options) != TAKEN || !words_of(o.words, &words)) return NULL;
    sn_ctx *ctx = sn_ctx_create(o.alloc, o.user);
    if (!ctx) return NULL;
    sn_context *c = sn_try_alloc(ctx, sizeof *c);
    if (!c) {
        sn_ctx_destroy(ctx);
        return NULL;
    }
    c->ctx = ctx;
    c->options = o;
    sn_ctx_set_diag(ctx, pass_message, c);
    sn_ctx_set_threads(ctx, o.threads);
    sn_ctx_set_words(ctx, words);
    return c;
}

void sn_context_destroy(sn_context *c)
{
    if (!c) return;
    while (c->models) sn_model_destroy(c->models);
    sn_ctx_destroy(c->ctx);
}

const char *sn_context_error(const sn_context *c) { return sn_ctx_error(c->ctx); }
const char *sn_version(void) { return SINTER_VERSION; }
const char *sn_status_name_of(sn_status status) { return sn_status_name(status); }
const char *sn_status_text_of(sn_status status) { return sn_status_text(status); }

void sn_context_progress(sn_context *c, const char *what, uint64_t n_done, uint64_t n_total)
{
    if (c->options.progress) c->options.progress(c->options.user, what, n_done, n_total);
}

sn_arena *sn_context_arena(sn_context *c)
{
    if (!c->arena) c->arena = sn_arena_create(c->ctx);
    return c->arena;
}
