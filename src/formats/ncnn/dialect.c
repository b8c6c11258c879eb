/* SPDX-License-Identifier: Apache-2.0
 *
 * The lists of ncnn's own operators and of their kernels. */
#include "formats/ncnn/ops/ops.h"

static const sn_op *const ops[] = {
#define OP(name, file) &sn_ncnn_op_##name,
#include "formats/ncnn/ops/ops.def"
#undef OP
};

#define KERNEL(name) extern const struct sn_kernel sn_kernel_##name;
#include "formats/ncnn/kernels/kernels.def"
#undef KERNEL

static const struct sn_kernel *const kernels[] = {
#define KERNEL(name) &sn_kernel_##name,
#include "formats/ncnn/kernels/kernels.def"
#undef KERNEL
};

sn_value *sn_ncnn_same(sn_resolve *r, sn_value *x)
{
    return sn_resolve_node(r, &sn_op_identity, NULL, 1, &x);
}

sn_value *sn_ncnn_number(sn_resolve *r, double v)
{
    return sn_value_scalar(r->node->graph, SN_TYPE_f32, v);
}

const sn_dialect sn_ncnn_dialect = {.name = "ncnn",
                                    .ops = ops,
                                    .n_ops = sizeof ops / sizeof *ops,
                                    .kernels = kernels,
                                    .n_kernels = sizeof kernels / sizeof *kernels};
