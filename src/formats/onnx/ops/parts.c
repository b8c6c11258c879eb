/* SPDX-License-Identifier: Apache-2.0 */
#include "formats/onnx/ops/parts.h"

sn_type sn_onnx_wide(sn_type type) { return type == SN_TYPE_f64 ? SN_TYPE_f64 : SN_TYPE_f32; }

sn_value *sn_onnx_swap_axes(sn_onnx_call *c, sn_value *v, int a, int b, int rank)
{
    int perm[SN_MAX_RANK];
    for (int i = 0; i < rank; i++) perm[i] = i == a ? b : i == b ? a : i;
    return v ? sn_onnx_transpose(c, v, rank, perm) : NULL;
}

sn_value *sn_onnx_size_vector(sn_onnx_call *c, sn_value *v, int axis)
{
    return sn_onnx_slice(c, sn_onnx_sizes_of(c, v), 0, axis, axis + 1);
}

sn_value *sn_onnx_size_of(sn_onnx_call *c, sn_value *v, int axis)
{
    return sn_onnx_reshape(c, sn_onnx_size_vector(c, v, axis), NULL, 0);
}

sn_value *sn_onnx_count_up(sn_onnx_call *c, sn_value *n)
{
    sn_value *zero = sn_onnx_number(c, SN_TYPE_i64, 0), *one = sn_onnx_number(c, SN_TYPE_i64, 1);
    return SN_ONNX_DO(c, range, zero, n, one);
}

bool sn_onnx_known_int(sn_onnx_call *c, unsigned slot, int64_t *out)
{
    const sn_contents *is = sn_infer_contents(&c->r->in, slot);
    if (!is || is->n != 1 || !sn_contents_known(is) || !is->v[0].is_number) return false;
    *out = is->v[0].number;
    return true;
}

sn_value *sn_onnx_gather(sn_onnx_call *c, sn_value *v, int axis, const int64_t *index, int n)
{
    void *p = sn_onnx_params(c, &sn_op_gather);
    (void)sn_onnx_set_int(&sn_op_gather, p, "axis", axis);
    return SN_ONNX_MAKE(c, &sn_op_gather, p, v, sn_onnx_i64s(c, index, n));
}

sn_value *sn_onnx_heads_apart(sn_onnx_call *c, sn_value *v, int64_t heads)
{
    if (!v || v->shape.rank != 3) return v;
    v = sn_onnx_reshape(c, v, (int64_t[]){0, 0, heads, -1}, 4);
    return sn_onnx_swap_axes(c, v, 1, 2, 4);
}

sn_value *sn_onnx_heads_together(sn_onnx_call *c, sn_value *v)
{
    return sn_onnx_reshape(c, sn_onnx_swap_axes(c, v, 1, 2, 4), (int64_t[]){0, 0, -1}, 3);
}
