/* SPDX-License-Identifier: Apache-2.0
 *
 * The text form: what parses must print, parse again and print the same; inference and the verifier must survive it. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "ir/ir_text.h"
#include "ops/ops.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static sn_status run(sn_ctx *ctx, const char *text, size_t n)
{
    sn_graph *g = NULL, *again = NULL;
    sn_arena *arena = sn_arena_create(ctx);
    SN_TRY(sn_graph_parse(ctx, "fuzz", (sn_text){text, n}, sn_op_find, &g));
    sn_str once, twice;
    sn_str_init(&once, arena);
    sn_str_init(&twice, arena);
    sn_graph_print(g, NULL, &once);
    if (sn_graph_parse(ctx, "again", sn_text_of(once.s), sn_op_find, &again) != SN_OK) abort();
    sn_graph_print(again, NULL, &twice);
    if (strcmp(once.s, twice.s) != 0) abort();
    SN_TRY(sn_infer_graph(g));
    return sn_graph_verify(g);
}

static sn_status guarded(sn_ctx *ctx, const char *text, size_t n) { SN_GUARD(ctx, run(ctx, text, n)); }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    if (n > 4096 || memmem(data, n, "file", 4)) return 0; /* no reading of other files */
    sn_ctx *ctx = sn_ctx_create(NULL, NULL);
    if (ctx) (void)guarded(ctx, (const char *)data, n);
    sn_ctx_destroy(ctx);
    return 0;
}
