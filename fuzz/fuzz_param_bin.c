/* SPDX-License-Identifier: Apache-2.0
 *
 * A .param.bin, with weights made from a seed. What loads must infer or say why not, and what is
 * saved (as text) must load. */
#include "fuzz.h"

#include <string.h>

static sn_status run(sn_ctx *ctx, void *user)
{
    const fuzz_input *in = user;
    const char *path = fuzz_path("a.param.bin");
    const sn_load_options load = {.path = path, .weights = "seed:1"};
    sn_graph *g = NULL;
    fuzz_put(path, in->data, in->n);
    SN_TRY(sn_format_named("ncnn")->load(ctx, &load, &g));
    SN_TRY(fuzz_infers(g));
    return fuzz_saves(ctx, g, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    if (n > FUZZ_MAX_BYTES || n < 12 || memcmp(data, "\xdd\x85\x76\x00", 4) != 0) return -1;
    fuzz_run(run, &(fuzz_input){data, n}, 2 << 20);
    return 0;
}
