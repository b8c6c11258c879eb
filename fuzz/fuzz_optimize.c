/* SPDX-License-Identifier: Apache-2.0
 *
 * A .param (weights from a seed) or a graph in text form is optimized, with every fourth one's
 * rewrites checked; the result must be a valid graph whose shapes can be told, and what is saved of
 * it must load. */
#include "fuzz.h"

#include <string.h>

#include "passes/pass.h"
#include "ref/check.h"

/* The whole network must have so few elements that nothing takes long. */
static bool is_small(const sn_graph *g)
{
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; i < n->n_out; i++) {
            const sn_shape *s = &n->out[i]->shape;
            if (sn_shape_known(s) && (sn_shape_count(s) < 0 || sn_shape_count(s) > 1 << 12))
                return false;
        }
        for (uint16_t i = 0; i < n->n_in; i++) {
            const sn_value *v = sn_in(n, i);
            if (v && v->data && sn_tensor_count(v->data) > 1 << 12) return false;
        }
    }
    return true;
}

static sn_status run(sn_ctx *ctx, void *user)
{
    const fuzz_input *in = user;
    sn_graph *g = NULL;
    SN_TRY(fuzz_load(ctx, in->data, in->n, &g));
    SN_TRY(sn_infer_as_read(g));
    SN_TRY(sn_graph_verify(g));
    if (!sn_graph_output(g) || g->n_nodes > 40 || !is_small(g)) return SN_OK;
    const sn_pass_env env = {.ctx = ctx,
                             .target = sn_format_named("ncnn")->target,
                             .check = in->n % 4 == 0 ? sn_check_region : NULL};
    sn_pipeline_options options = {.max_rewrites = 200};
    sn_pipeline_result result;
    sn_status s = sn_pipeline_run(&env, g, &options, &result);
    if (s == SN_E_MEMORY) return s;
    if (s != SN_OK) fuzz_wrong(ctx, "a network that was valid cannot be optimized");
    if (sn_infer_graph(g) != SN_OK) fuzz_wrong(ctx, "the optimized network contradicts itself");
    if (sn_graph_verify(g) != SN_OK) fuzz_wrong(ctx, "the optimized network is no valid graph");
    return fuzz_saves(ctx, g, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    if (n > FUZZ_MAX_BYTES || memmem(data, n, "file", 4)) return -1;
    fuzz_run(run, &(fuzz_input){data, n}, 16 << 20);
    return 0;
}
