/* SPDX-License-Identifier: Apache-2.0
 *
 * The public context: a thin coat over sn_ctx. */
#include "api/model.h"

static void pass_message(void *user, sn_level level, const char *text)
{
    sn_context *c = user;
    if (c->options.message) c->options.message(c->options.user, level == SN_WARNING, text);
}

sn_context *sn_context_create(const sn_context_options *options)
{
    static const sn_context_options none;
    const sn_context_options *o = options ? options : &none;
    sn_ctx *ctx = sn_ctx_create(o->alloc, o->user);
    if (!ctx) return NULL;
    sn_context *c = sn_try_alloc(ctx, sizeof *c);
    if (!c) {
        sn_ctx_destroy(ctx);
        return NULL;
    }
    c->ctx = ctx;
    c->options = *o;
    sn_ctx_set_diag(ctx, pass_message, c);
    sn_ctx_set_threads(ctx, o->threads);
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
