/* SPDX-License-Identifier: Apache-2.0
 *
 * One node on given tensors. Float codings and halves are decoded to f32 first, so that evaluations
 * see plain tensors only. */
#include "ops/eval.h"

#include <string.h>

#include "ops/ops.h"

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

static bool is_half(sn_type type) { return type == SN_TYPE_f16 || type == SN_TYPE_bf16; }

static sn_status make_outputs(sn_eval *e)
{
    for (unsigned i = 0; i < e->n_out; i++) {
        if (is_half(e->out_type[i]) && !sn_op_rounds(e->node->op))
            e->out_type[i] = e->node->op->wide ? SN_TYPE_f64 : SN_TYPE_f32;
        if (!sn_shape_known(&e->out_shape[i]) || e->out_type[i] == SN_TYPE_UNKNOWN) continue;
        SN_TRY(sn_eval_alloc(e, i, e->out_type[i], &e->out_shape[i]));
    }
    return SN_OK;
}

/* What was evaluated in f32 or f64 becomes halves where these were asked for. */
static sn_status round_outputs(sn_eval *e, const sn_type *wanted)
{
    for (unsigned i = 0; i < e->n_out; i++) {
        const sn_tensor *rounded;
        if (!is_half(wanted[i]) || e->out[i]->type == wanted[i]) continue;
        SN_TRY(sn_tensor_convert(e->ctx, e->out[i], wanted[i], &rounded));
        sn_tensor_release(e->out[i]);
        e->out[i] = (sn_tensor *)(uintptr_t)rounded;
    }
    return SN_OK;
}

static sn_status evaluate(sn_ctx *ctx, sn_arena *scratch, sn_dims *dims, const sn_node *node,
                          sn_boundaries boundaries, const sn_tensor *const *in,
                          const sn_tensor **plain, sn_tensor **made)
{
    const void *params = NULL;
    sn_shape *out_shape = SN_NEW_N(scratch, sn_shape, node->n_out);
    sn_type *out_type = SN_NEW_N(scratch, sn_type, node->n_out);
    SN_TRY(sn_infer_run(ctx, scratch, dims, node, boundaries, in, &params, out_shape, out_type));
    const sn_type *wanted = sn_arena_copy(scratch, out_type, node->n_out * sizeof *out_type);
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
    return round_outputs(&e, wanted);
}

static sn_status eval_node(sn_ctx *ctx, sn_arena *scratch, sn_dims *dims, const sn_node *node,
                           sn_boundaries boundaries, const sn_tensor *const *in,
                           const sn_tensor **out);

/* ---- nodes that resolve ---------------------------------------------------------------------- */

static const sn_tensor *tensor_of(const sn_value *v, const sn_tensor *const *tensors)
{
    return !v ? NULL : v->kind == SN_RESULT ? tensors[v->id] : v->data;
}

/* All nodes of g in order; tensors[id of a result], NULL at first. */
static sn_status eval_graph(sn_graph *g, sn_arena *scratch, sn_dims *dims, sn_boundaries boundaries,
                            const sn_tensor **tensors)
{
    SN_EACH_NODE(n, g)
    {
        const sn_tensor **in = SN_NEW_N(scratch, const sn_tensor *, n->n_in);
        const sn_tensor **out = SN_NEW_N(scratch, const sn_tensor *, n->n_out);
        for (uint16_t i = 0; i < n->n_in; i++) in[i] = tensor_of(sn_in(n, i), tensors);
        SN_TRY(eval_node(g->ctx, scratch, dims, n, boundaries, in, out));
        for (uint16_t i = 0; i < n->n_out; i++) tensors[n->out[i]->id] = out[i];
    }
    return SN_OK;
}

/* In a graph of its own, whose values are the tensors: there it resolves, and what it resolves to
 * is evaluated. *done is false, and nothing is made, where it does not resolve and has an
 * evaluation of its own. */
static sn_status eval_in_graph(sn_graph *g, sn_arena *scratch, sn_dims *dims, const sn_node *node,
                               sn_boundaries boundaries, const sn_tensor *const *in,
                               const sn_tensor **out, bool *done)
{
    sn_value **values = SN_NEW_N(scratch, sn_value *, node->n_in);
    for (uint16_t i = 0; i < node->n_in; i++) {
        if (in[i]) values[i] = sn_value_const(g, in[i], NULL);
    }
    sn_node *n = sn_node_create(g, NULL, node->op, node->params, node->n_in, values, node->n_out);
    sn_node *keep = sn_node_create(g, NULL, &sn_op_output, NULL, node->n_out, n->out, 0);
    sn_node_set_name(g, n, node->name);
    SN_TRY(sn_infer_node(n));
    SN_TRY(sn_node_resolve(n, SN_BOUNDARIES_ANY, done));
    if (!*done && node->op->eval) return SN_OK;
    if (!*done) SN_TRY(sn_boundary_check(g->ctx, node, n->boundary, n->no_rule, boundaries));
    SN_CHECK(g->ctx, *done, SN_E_INTERNAL, "%s '%s' does not resolve though all shapes are known",
             node->op->name, node->name ? node->name : "");
    sn_value **results = SN_NEW_N(scratch, sn_value *, node->n_out);
    for (uint16_t i = 0; i < node->n_out; i++) results[i] = sn_in(keep, i);
    while (keep->n_in) sn_node_remove_input(keep, 0);
    sn_node_remove(keep);
    const char *boundary = g->has_boundaries ? "it is a boundary at these sizes" : NULL;
    SN_TRY(sn_boundary_check(g->ctx, node, boundary, false, boundaries));
    const sn_tensor **tensors = SN_NEW_N(scratch, const sn_tensor *, g->n_ids);
    sn_status status = eval_graph(g, scratch, dims, boundaries, tensors);
    for (uint16_t i = 0; i < node->n_out && status == SN_OK; i++) {
        out[i] = tensor_of(results[i], tensors);
        sn_tensor_retain(out[i]);
    }
    for (uint32_t i = 0; i < g->n_ids; i++) sn_tensor_release(tensors[i]);
    return status;
}

static sn_status eval_resolved(sn_ctx *ctx, sn_arena *scratch, sn_dims *dims, const sn_node *node,
                               sn_boundaries boundaries, const sn_tensor *const *in,
                               const sn_tensor **out, bool *done)
{
    sn_graph *g = sn_graph_create(ctx);
    const sn_arena_mark mark = sn_arena_save(scratch);
    sn_status status = eval_in_graph(g, scratch, dims, node, boundaries, in, out, done);
    sn_arena_restore(scratch, mark);
    sn_graph_destroy(g);
    return status;
}

static sn_status eval_node(sn_ctx *ctx, sn_arena *scratch, sn_dims *dims, const sn_node *node,
                           sn_boundaries boundaries, const sn_tensor *const *in,
                           const sn_tensor **out)
{
    bool done = false;
    if (node->op->resolve && (!node->op->eval || node->op->evaluates_rest))
        SN_TRY(eval_resolved(ctx, scratch, dims, node, boundaries, in, out, &done));
    if (done) return SN_OK;
    if (!node->op->eval) {
        return sn_node_fail(ctx, node, SN_E_UNSUPPORTED, "this operator cannot be evaluated");
    }
    sn_arena_mark mark = sn_arena_save(scratch);
    const sn_tensor **plain = SN_NEW_N(scratch, const sn_tensor *, node->n_in);
    sn_tensor **made = SN_NEW_N(scratch, sn_tensor *, node->n_out);
    uint16_t n_done = 0;
    sn_status status = decode_inputs(ctx, node, in, plain, &n_done);
    if (status == SN_OK) status = evaluate(ctx, scratch, dims, node, boundaries, in, plain, made);
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
