/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn.cast: another element type, as ncnn's Cast has it. It casts between f32 and the halves and
 * from i8 to f32; for other pairs it leaves the result unset. type_from has to be what x holds. */
#include "base/num.h"
#include "formats/ncnn/ops/ops.h"
#include "ops/move.h"

#include <string.h>

enum { CAST_AUTO, CAST_F32, CAST_F16, CAST_I8, CAST_BF16 };

typedef struct sn_ncnn_cast_params {
    int32_t type_from, type_to;
} sn_ncnn_cast_params;

static const sn_type types[] = {SN_TYPE_UNKNOWN, SN_TYPE_f32, SN_TYPE_f16, SN_TYPE_i8,
                                SN_TYPE_bf16};
static const char *const type_names[] = {"auto", "f32", "f16", "i8", "bf16", NULL};

static bool cast_exists(const sn_ncnn_cast_params *p)
{
    bool half_to = p->type_to == CAST_F16 || p->type_to == CAST_BF16;
    if (p->type_from == p->type_to) return true;
    if (p->type_from == CAST_F32) return half_to;
    return p->type_from > CAST_F32 && p->type_to == CAST_F32;
}

/* ncnn cuts the lower half off (and rounds on processors that have an instruction for it). */
static uint16_t f32_to_bf16(float v)
{
    uint32_t bits;
    memcpy(&bits, &v, sizeof bits);
    return (uint16_t)(bits >> 16);
}

static sn_status cast_infer(sn_infer *in)
{
    const sn_ncnn_cast_params *p = in->params;
    sn_type from = in->in_type[0], expected = types[p->type_from];
    SN_TRY(sn_move_give(in, 0, &in->in_shape[0]));
    if (p->type_from == p->type_to) return SN_OK;
    if (!cast_exists(p)) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "no cast from %s to %s is defined",
                            type_names[p->type_from], type_names[p->type_to]);
    }
    bool decoded =
        from == SN_TYPE_f32 && sn_type_bytes(expected) == 2; /* as evaluations see halves */
    if (from != SN_TYPE_UNKNOWN && from != expected && !decoded) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "x is %s, %s expected",
                            sn_type_name(from), sn_type_name(expected));
    }
    in->out_type[0] = types[p->type_to];
    return SN_OK;
}

static sn_status cast_eval(sn_eval *e)
{
    const sn_tensor *x = e->in[0];
    int64_t n = sn_tensor_count(x);
    if (e->out_type[0] == x->type) return sn_eval_copy(e);
    if (e->out_type[0] == SN_TYPE_f32) {
        for (int64_t i = 0; i < n; i++) ((float *)e->out_data[0])[i] = (float)sn_tensor_at(x, i);
        return SN_OK;
    }
    uint16_t (*half)(float) = e->out_type[0] == SN_TYPE_f16 ? sn_f32_to_f16 : f32_to_bf16;
    if (x->type != SN_TYPE_f32 || sn_type_bytes(e->out_type[0]) != 2) {
        return sn_node_fail(e->ctx, e->node, SN_E_UNSUPPORTED, "%s is not cast to %s",
                            sn_type_name(x->type), sn_type_name(e->out_type[0]));
    }
    for (int64_t i = 0; i < n; i++) ((uint16_t *)e->out_data[0])[i] = half(sn_tensor_f32(x)[i]);
    return SN_OK;
}

static sn_answer cast_resolve(sn_resolve *r)
{
    const sn_ncnn_cast_params *p = r->in.params;
    if (p->type_from != p->type_to) return SN_ANSWER_NO("the element type changes");
    r->made[0] = sn_ncnn_same(r, sn_in(r->node, 0));
    return SN_ANSWER_YES;
}

/* ---- the operator ---------------------------------------------------------------------------- */

static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

static const sn_param cast_params[] = {
    SN_P_ENUM(sn_ncnn_cast_params, type_from, CAST_AUTO, type_names, "type of x"),
    SN_P_ENUM(sn_ncnn_cast_params, type_to, CAST_AUTO, type_names, "type of the result"),
    SN_P_END,
};

const sn_op sn_ncnn_op_cast = {
    .name = "ncnn.cast",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = x as another element type",
    .slots = slots,
    .types = "any->own",
    .n_out = 1,
    .kind = SN_FUSE_ELEMENTWISE,
    .params_bytes = sizeof(sn_ncnn_cast_params),
    .params = cast_params,
    .resolve = cast_resolve,
    .evaluates_rest = true,
    .infer = cast_infer,
    .eval = cast_eval,
    .rounds = true,
};
