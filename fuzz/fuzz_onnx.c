/* SPDX-License-Identifier: Apache-2.0
 *
 * An .onnx file. What loads must be a sound graph, and infer or say why not. */
#include "fuzz.h"

static sn_status run(sn_ctx *ctx, void *user)
{
    const fuzz_input *in = user;
    const char *path = fuzz_path("a.onnx");
    const sn_load_options load = {.path = path};
    sn_graph *g = NULL;
    fuzz_put(path, in->data, in->n);
    SN_TRY(sn_format_named("onnx")->load(ctx, &load, &g));
    return fuzz_infers(g);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    if (n > FUZZ_MAX_BYTES) return -1;
    fuzz_run(run, &(fuzz_input){data, n}, 4 << 20);
    return 0;
}
