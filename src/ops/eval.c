/* SPDX-License-Identifier: Apache-2.0
 *
 * One node on given tensors. Float codings and halves are decoded to f32 first, so that evaluations
 * see plain tensors only. */
#include "ops/eval.h"

#include <string.h>

static sn_status decode_inputs(sn_ctx *ctx, const sn_node *node, const sn_tensor *const *in,
                               const sn_tensor **plain, uint16_t *n_done)
{
    for (uint16_t i = 0; i < node->n_in; i++) {
        *n_done = i;
        plain[i] = NULL;
        if (!in[i]) continue;
        sn_type type = in[i]->type;
        if (type == SN_TYPE_f16 || type == SN_TYPE_bf16) type = SN_TYPE_f32;
        if (!in[i]->buf) {
            return sn_node_fail(ctx, node, SN_E_UNSUPPORTED, "input %u has undefined contents",
                                (unsigned)i);
        }
        SN_TRY(sn_tensor_convert(ctx, in[i], type, &plain[i]));
    }
    *n_done = node->n_in;
    return SN_OK;
}

/* The first plane of each channel, where an operator of lower ranks takes these. */
static sn_status take_planes(sn_ctx *ctx, const sn_node *node, const sn_tensor **plain)
{
    for (uint16_t i = 0; i < node->n_in; i++) {
        if (!plain[i] || !sn_op_takes_planes(node->op, node->params, i, &plain[i]->shape)) continue;
        const sn_shape *s = &plain[i]->shape, first = SN_SHAPE(s->d[0], s->d[2], s->d[3]);
        const size_t plane = (size_t)(s->d[2] * s->d[3]) * sn_type_bytes(plain[i]->type);
        const unsigned char *from = sn_tensor_data(plain[i]);
        sn_tensor *t = NULL;
        void *to = NULL;
        SN_TRY(sn_tensor_create(ctx, plain[i]->type, &first, &t, &to));
        for (int64_t c = 0; c < s->d[0]; c++)
            memcpy((unsigned char *)to + (size_t)c * plane, from + (size_t)(c * s->d[1]) * plane,
                   plane);
        sn_tensor_release(plain[i]);
        plain[i] = t;
    }
    return SN_OK;
}

static sn_status make_outputs(sn_eval *e)
{
    for (unsigned i = 0; i < e->n_out; i++) {
        if (!sn_shape_known(&e->out_shape[i]) || e->out_type[i] == SN_TYPE_UNKNOWN) continue;
        SN_TRY(sn_eval_alloc(e, i, e->out_type[i], &e->out_shape[i]));
    }
    return SN_OK;
}

static sn_status evaluate(sn_ctx *ctx, sn_arena *scratch, sn_dims *dims, const sn_node *node,
                          sn_boundaries boundaries, const sn_tensor **plain, sn_tensor **made)
{
    const void *params = NULL;
    sn_shape *out_shape = SN_NEW_N(scratch, sn_shape, node->n_out);
    sn_type *out_type = SN_NEW_N(scratch, sn_type, node->n_out);
    SN_TRY(sn_infer_run(ctx, scratch, dims, node, boundaries, plain, &params, out_shape, out_type));
    SN_TRY(take_planes(ctx, node, plain));
    sn_shape *in_shape = SN_NEW_N(scratch, sn_shape, node->n_in);
    for (uint16_t i = 0; i < node->n_in; i++) {
        in_shape[i] = plain[i] ? plain[i]->shape : sn_shape_unknown();
    }
    sn_eval e = {
        .ctx = ctx,
        .arena = scratch,
        .node = node,
        .params = params,
        .n_in = node->n_in,
        .n_out = node->n_out,
        .in = plain,
        .in_shape = in_shape,
        .out_shape = out_shape,
        .out_type = out_type,
        .out_data = SN_NEW_N(scratch, void *, node->n_out),
        .out = made,
    };
    SN_TRY(make_outputs(&e));
    SN_TRY(node->op->eval(&e));
    for (unsigned i = 0; i < e.n_out; i++) {
        if (!made[i]) {
            return sn_node_fail(ctx, node, SN_E_INTERNAL, "evaluation left output %u unset", i);
        }
    }
    return SN_OK;
}

static sn_status eval_node(sn_ctx *ctx, sn_arena *scratch, sn_dims *dims, const sn_node *node,
                           sn_boundaries boundaries, const sn_tensor *const *in,
                           const sn_tensor **out)
{
    if (!node->op->eval) {
        return sn_node_fail(ctx, node, SN_E_UNSUPPORTED, "this operator cannot be evaluated");
    }
    sn_arena_mark mark = sn_arena_save(scratch);
    const sn_tensor **plain = SN_NEW_N(scratch, const sn_tensor *, node->n_in);
    sn_tensor **made = SN_NEW_N(scratch, sn_tensor *, node->n_out);
    uint16_t n_done = 0;
    sn_status status = decode_inputs(ctx, node, in, plain, &n_done);
    if (status == SN_OK) status = evaluate(ctx, scratch, dims, node, boundaries, plain, made);
    for (uint16_t i = 0; i < n_done; i++) sn_tensor_release(plain[i]);
    for (uint16_t i = 0; i < node->n_out; i++) {
        if (status == SN_OK) {
            out[i] = made[i];
        } else {
            sn_tensor_release(made[i]);
        }
    }
    sn_arena_restore(scratch, mark);
    return status;
}

sn_status sn_eval_node(sn_ctx *ctx, sn_arena *scratch, sn_dims *dims, const sn_node *node,
                       const sn_tensor *const *in, const sn_tensor **out)
{
    return eval_node(ctx, scratch, dims, node, SN_BOUNDARIES_PROVED, in, out);
}

sn_status sn_eval_node_as_run(sn_ctx *ctx, sn_arena *scratch, sn_dims *dims, const sn_node *node,
                              const sn_tensor *const *in, const sn_tensor **out)
{
    return eval_node(ctx, scratch, dims, node, SN_BOUNDARIES_ANY, in, out);
}
