/* SPDX-License-Identifier: Apache-2.0
 *
 * The text form: what parses must print, parse again and print the same; inference and the verifier
 * must survive it. */
#include "formats/format.h"
#include "fuzz.h"

#include <string.h>

#include "ir/ir_text.h"
#include "ops/ops.h"

static sn_status run(sn_ctx *ctx, void *user)
{
    const fuzz_input *in = user;
    sn_graph *g = NULL, *again = NULL;
    sn_arena *arena = sn_arena_create(ctx);
    SN_TRY(sn_graph_parse(ctx, "fuzz", (sn_text){(const char *)in->data, in->n}, sn_format_op_find,
                          &g));
    sn_str once, twice;
    sn_str_init(&once, arena);
    sn_str_init(&twice, arena);
    sn_graph_print(g, NULL, &once);
    if (sn_graph_parse(ctx, "again", sn_text_of(once.s), sn_format_op_find, &again) != SN_OK)
        fuzz_wrong(ctx, "what was printed does not parse");
    sn_graph_print(again, NULL, &twice);
    if (strcmp(once.s, twice.s) != 0)
        fuzz_wrong(ctx, "what was printed and parsed prints differently");
    SN_TRY(sn_infer_graph(g));
    return sn_graph_verify(g);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    if (n > FUZZ_MAX_BYTES || memmem(data, n, "file", 4)) return -1; /* no reading of other files */
    fuzz_run(run, &(fuzz_input){data, n}, 16 << 20);
    return 0;
}
