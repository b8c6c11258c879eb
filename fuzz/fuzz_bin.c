/* SPDX-License-Identifier: Apache-2.0
 *
 * Weight files: the first byte of the input chooses a small network (networks.def), the rest is its
 * .bin. What loads must save, and the same bytes must come back. */
#include "fuzz.h"

#include <string.h>

static const char *const networks[] = {
#define NETWORK(name, text) text,
#include "networks.def"
#undef NETWORK
};
enum { N_NETWORKS = sizeof networks / sizeof *networks };

static sn_status run(sn_ctx *ctx, void *user)
{
    const fuzz_input *in = user;
    const char *text = networks[in->data[0] % N_NETWORKS];
    static const char *const custom[] = {"Custom=T6,R2"};
    const sn_load_options load = {.path = fuzz_path("a.param"),
                                  .weights = fuzz_path("a.bin"),
                                  .weights_of = custom,
                                  .n_weights_of = 1};
    sn_graph *g = NULL;
    fuzz_put(load.path, text, strlen(text));
    fuzz_put(load.weights, in->data + 1, in->n - 1);
    SN_TRY(sn_format_named("ncnn")->load(ctx, &load, &g));
    SN_TRY(sn_infer_as_read(g));
    SN_TRY(sn_graph_verify(g));
    return fuzz_saves(ctx, g, custom[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    if (n > FUZZ_MAX_BYTES || n < 1) return -1;
    fuzz_run(run, &(fuzz_input){data, n}, 4 << 20);
    return 0;
}
