/* SPDX-License-Identifier: Apache-2.0
 *
 * if (ONNX If-25): one of two bodies, by a condition of one element. Neither is fed anything but
 * captures. Where the condition is known, what is known of the result is what the branch tells. */
#include "ir/contents.h"
#include "ops/control.h"
#include "ops/cost.h"
#include "ops/gather.h"
#include "ops/rule.h"

static const char *if_wrong(const sn_node *n, sn_arena *arena)
{
    const char *wrong = sn_body_wrong(n, SN_IF_THEN, n->n_out, arena);
    return wrong ? wrong : sn_body_wrong(n, SN_IF_ELSE, n->n_out, arena);
}

static sn_status check_cond(const sn_infer *in)
{
    const sn_shape *s = &in->in_shape[SN_IF_COND];
    const sn_type type = in->in_type[SN_IF_COND];
    if (type != SN_TYPE_UNKNOWN && type != SN_TYPE_bool)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "cond is %s, bool expected",
                            sn_type_name(type));
    if (sn_shape_known(s) && sn_shape_count(s) != 1)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "cond has shape %s, 1 element expected",
                            sn_shape_rule_shape_text(in, s));
    return SN_OK;
}

/* A branch that is known not to run may contradict itself. */
static sn_status infer_branch(sn_infer *in, int which, bool runs)
{
    sn_graph *body = in->node->body[which];
    sn_status status = sn_body_feed_captures(in, body);
    if (status == SN_OK) status = sn_infer_body(body);
    if (status == SN_E_SHAPE && !runs) {
        sn_ctx_clear_error(in->ctx);
        return SN_OK;
    }
    return status;
}

static sn_status give(sn_infer *in, unsigned out, const sn_value *a, const sn_value *b)
{
    if (a->type != SN_TYPE_UNKNOWN && b->type != SN_TYPE_UNKNOWN && a->type != b->type)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "result %u is %s in one branch and %s in the other", out,
                            sn_type_name(a->type), sn_type_name(b->type));
    in->out_type[out] = a->type != SN_TYPE_UNKNOWN ? a->type : b->type;
    if (a->shape.rank != b->shape.rank || a->shape.rank < 0) return SN_OK;
    sn_shape s = a->shape;
    for (int i = 0; i < s.rank; i++) {
        const bool same = sn_dim_equal(a->shape.d[i], b->shape.d[i]);
        s.d[i] = same ? sn_size_outside(in, s.d[i], out, i)
                      : sn_dim_symbol_from(in->dims, sn_out(in->node, out)->id, i, 0);
    }
    in->out_shape[out] = s;
    return SN_OK;
}

/* The results of the branches; of the one that is taken twice, where that is known. */
static void results_of(const sn_node *n, unsigned out, const sn_value **a, const sn_value **b)
{
    const int taken = sn_if_taken(n);
    *a = sn_body_result(n->body[taken == SN_IF_ELSE ? SN_IF_ELSE : SN_IF_THEN], out);
    *b = sn_body_result(n->body[taken == SN_IF_THEN ? SN_IF_THEN : SN_IF_ELSE], out);
}

static sn_status if_infer(sn_infer *in)
{
    SN_TRY(check_cond(in));
    if (in->in_data) return SN_OK; /* at run time the branch tells */
    const int taken = sn_if_taken(in->node);
    for (int i = 0; i < 2; i++) SN_TRY(infer_branch(in, i, taken < 0 || taken == i));
    for (unsigned i = 0; i < in->n_out; i++) {
        const sn_value *a, *b;
        results_of(in->node, i, &a, &b);
        SN_TRY(give(in, i, a, b));
    }
    return SN_OK;
}

static void if_contents(sn_infer *in)
{
    for (unsigned out = 0; out < in->n_out; out++) {
        const sn_value *a, *b;
        results_of(in->node, out, &a, &b);
        const sn_contents *x = sn_body_contents(in, a), *y = sn_body_contents(in, b);
        sn_contents *c = x && y && x->n == y->n ? sn_infer_give_contents(in, out) : NULL;
        for (int i = 0; c && c->n == x->n && i < c->n; i++) {
            if (x->v[i].known && sn_size_same(&x->v[i], &y->v[i]) &&
                (x->v[i].is_number || sn_size_is_outside(in, x->v[i].dim)))
                c->v[i] = x->v[i];
        }
    }
}

static sn_status if_eval(sn_eval *e)
{
    if (!e->in[SN_IF_COND] || sn_tensor_count(e->in[SN_IF_COND]) != 1)
        return sn_node_fail(e->ctx, e->node, SN_E_SHAPE, "cond has not 1 element");
    const int which = sn_index_at(e->in[SN_IF_COND], 0) ? SN_IF_THEN : SN_IF_ELSE;
    const sn_tensor **results = SN_NEW_N(e->arena, const sn_tensor *, e->n_out);
    SN_TRY(e->run_body(e->run_user, e->node->body[which], e->in + SN_IF_CAPTURES,
                       (size_t)(e->n_in - SN_IF_CAPTURES), results));
    for (unsigned i = 0; i < e->n_out; i++) e->out[i] = (sn_tensor *)(uintptr_t)results[i];
    return SN_OK;
}

/* What the dearer branch costs, or the one that is taken. */
static void if_cost(const sn_infer *in, sn_cost *out)
{
    const int taken = sn_if_taken(in->node);
    for (int i = 0; i < 2; i++) {
        const sn_workload w = sn_graph_work(in->node->body[i]);
        if (taken >= 0 && taken != i) continue;
        out->sizes_open = out->sizes_open || !w.known;
        out->macs_open = out->macs_open || !w.macs_known;
        if (w.macs + w.flops <= out->macs + out->flops) continue;
        out->macs = w.macs;
        out->flops = w.flops;
    }
}

static const sn_slot slots[] = {
    {"cond", 0}, {"captures", SN_SLOT_VARIADIC | SN_SLOT_OPTIONAL}, {NULL, 0}};
static const char *const bodies[] = {"then", "else", NULL};

const sn_op sn_op_if = {
    .name = "if",
    .synopsis = "y = cond ? then(captures) : else(captures)",
    .slots = slots,
    .n_out = SN_VARIADIC_OUT,
    .bodies = bodies,
    .bodies_wrong = if_wrong,
    .kind = SN_FUSE_OPAQUE,
    .infer = if_infer,
    .contents = if_contents,
    .eval = if_eval,
    .cost = if_cost,
};
