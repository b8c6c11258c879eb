/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of operators.def. */
#include <string.h>

#include "formats/onnx/ops/call.h"

static const sn_onnx_operator operators[] = {
#define OPERATOR(domain, name, since, function, ours)                                              \
    {domain, name, since, sn_onnx_import_##function, ours},
#include "formats/onnx/ops/operators.def"
#undef OPERATOR
};

const sn_onnx_operator *sn_onnx_operator_of(const char *domain, const char *type, int64_t version)
{
    const sn_onnx_operator *best = NULL;
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        const sn_onnx_operator *o = &operators[i];
        if (o->since > version || (best && best->since > o->since)) continue;
        if (strcmp(o->type, type) == 0 && strcmp(o->domain, domain) == 0) best = o;
    }
    return best;
}

bool sn_onnx_makes(const sn_op *op)
{
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        const char *ours = operators[i].op;
        const size_t n = strcspn(ours, " ");
        const bool dynamic = strncmp(ours, "dynamic_", 8) == 0;
        if (strlen(op->name) == n && strncmp(ours, op->name, n) == 0) return true;
        if (dynamic && strcmp(ours + 8, op->name) == 0) return true;
    }
    return op == &sn_op_reduce || op == &sn_op_if || op == &sn_op_loop || op == &sn_op_scan ||
           op == &sn_op_constant || op == &sn_op_input || op == &sn_op_output;
}
