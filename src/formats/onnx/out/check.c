/* SPDX-License-Identifier: Apache-2.0 */
#include "formats/onnx/names.h"
#include "formats/onnx/out/writer.h"
#include "ops/structure.h"

static void push_info(sn_onnx_writer *w, const char *name, sn_onnx_graph *out, bool is_input)
{
    const sn_onnx_value_info info = {.name = name, .is_tensor = true, .shape = {.arena = w->arena}};
    if (is_input)
        SN_PUSH(out->inputs, info);
    else
        SN_PUSH(out->outputs, info);
}

sn_status sn_onnx_check_written(sn_onnx_writer *w, const sn_onnx_reading *r,
                                const sn_onnx_graph *nodes, const char *const *results,
                                uint16_t n_results)
{
    sn_onnx_graph graph = *nodes;
    sn_onnx_names missing = {.arena = w->arena};
    const char *twice;
    SN_EACH_NODE(n, w->g)
    for (uint16_t i = 0; i < n->n_out && sn_op_has(n->op, SN_TRAIT_INPUT); i++)
        push_info(w, sn_onnx_name_of(w, n->out[i]), &graph, true);
    for (size_t i = 0; i < w->initializers.n; i++)
        push_info(w, w->initializers.v[i].name, &graph, true);
    for (uint16_t i = 0; i < n_results; i++) push_info(w, results[i], &graph, false);
    SN_TRY(sn_onnx_names_read(r, &graph, 0, &missing));
    SN_CHECK(w->ctx, !missing.n, SN_E_INTERNAL,
             "what would be written reads '%s', which nothing in it makes",
             sn_escape(w->arena, missing.v[0]));
    SN_TRY(sn_onnx_name_made_twice(r, &graph, &twice));
    SN_CHECK(w->ctx, !twice, SN_E_INTERNAL, "what would be written makes '%s' twice",
             sn_escape(w->arena, twice));
    return SN_OK;
}
