/* SPDX-License-Identifier: Apache-2.0
 *
 * One node on given tensors. Float codings and halves are decoded to f32 first, so that evaluations
 * see plain tensors only. */
#include "ops/eval.h"

#include <string.h>

#include "ops/ops.h"

/* What bodies are fed stays as it is: their own nodes decode it. */
static sn_status decode_inputs(sn_ctx *ctx, const sn_node *node, const sn_tensor *const *in,
                               const sn_tensor **plain, uint16_t *n_done)
{
    for (uint16_t i = 0; i < node->n_in; i++) {
        *n_done = i;
        plain[i] = NULL;
        if (!in[i]) continue;
        sn_type type = in[i]->type;
        if (sn_type_is_narrow(type)) type = SN_TYPE_f32;
        const bool shape_only = !node->n_body && sn_node_reads_shape_only(node, i);
        if (!in[i]->buf && !shape_only) {
            return sn_node_fail(ctx, node, SN_E_UNSUPPORTED, "input %u has undefined contents",
                                (unsigned)i);
        }
        if (node->n_body || !in[i]->buf) {
            sn_tensor_retain(in[i]);
            plain[i] = in[i];
            continue;
        }
        SN_TRY(sn_tensor_convert(ctx, in[i], type, &plain[i]));
    }
    *n_done = node->n_in;
    return SN_OK;
}

static sn_status make_outputs(sn_eval *e)
{
    for (unsigned i = 0; i < e->n_out; i++) {
        if (sn_type_is_narrow(e->out_type[i]) && !sn_op_rounds(e->node->op))
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
        if (!sn_type_is_narrow(wanted[i]) || e->out[i]->type == wanted[i]) continue;
        SN_TRY(sn_tensor_convert(e->ctx, e->out[i], wanted[i], &rounded));
        sn_tensor_release(e->out[i]);
        e->out[i] = (sn_tensor *)(uintptr_t)rounded;
    }
    return SN_OK;
}

/* Operators of a format that say nothing about types compute f32, but for those that move or
 * convert elements, and those of integers, which look themselves. */
static sn_status check_types(const sn_eval *e)
{
    const sn_op *op = e->node->op;
    if (op->types || !op->dialect || sn_op_rounds(op) ||
        sn_op_has(op, SN_TRAIT_COPIES_BITS | SN_TRAIT_INTEGER))
        return SN_OK;
    for (unsigned i = 0; i < e->n_in; i++) {
        if (!e->in[i] || e->in[i]->type == SN_TYPE_f32) continue;
        return sn_node_fail(e->ctx, e->node, SN_E_UNSUPPORTED,
                            "%s is of type %s, and %s is evaluated in f32", sn_op_slot(op, i)->name,
                            sn_type_name(e->in[i]->type), op->name);
    }
    return SN_OK;
}

/* How a node is to be worked out. */
typedef struct evaluation {
    sn_ctx *ctx;
    sn_arena *scratch;
    sn_dims *dims;
    sn_boundaries boundaries;
    const sn_eval_bodies *bodies; /* NULL: as run_body does */
    int64_t trips_left;
} evaluation;

static sn_status run_body(void *user, const sn_graph *body, const sn_tensor *const *feeds,
                          size_t n_feeds, const sn_tensor **results);

static sn_status evaluate(evaluation *v, const sn_node *node, const sn_tensor *const *in,
                          const sn_tensor **plain, sn_tensor **made)
{
    sn_ctx *ctx = v->ctx;
    sn_arena *scratch = v->scratch;
    const void *params = NULL;
    sn_shape *out_shape = SN_NEW_N(scratch, sn_shape, node->n_out);
    sn_type *out_type = SN_NEW_N(scratch, sn_type, node->n_out);
    SN_TRY(
        sn_infer_run(ctx, scratch, v->dims, node, v->boundaries, in, &params, out_shape, out_type));
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
        .run_body = v->bodies ? v->bodies->run : run_body,
        .run_user = v->bodies ? v->bodies->user : v,
        .trips_left = v->bodies ? v->bodies->trips_left : &v->trips_left,
    };
    SN_TRY(check_types(&e));
    SN_TRY(make_outputs(&e));
    SN_TRY(node->op->eval(&e));
    for (unsigned i = 0; i < e.n_out; i++) {
        if (!made[i]) {
            return sn_node_fail(ctx, node, SN_E_INTERNAL, "evaluation left output %u unset", i);
        }
    }
    return round_outputs(&e, wanted);
}

static sn_status eval_node(evaluation *v, const sn_node *node, const sn_tensor *const *in,
                           const sn_tensor **out);

/* ---- graphs ---------------------------------------------------------------------------------- */

/* All nodes of g in order that are not there to feed or to read; tensors[id of a result - first],
 * NULL at first. */
static sn_status eval_graph(evaluation *v, const sn_graph *g, uint32_t first_id, const bool *needed,
                            const sn_tensor **tensors)
{
    SN_EACH_NODE(n, g)
    {
        if (sn_op_has(n->op, SN_TRAIT_INPUT | SN_TRAIT_OUTPUT)) continue;
        if (needed && !needed[n->out[0]->id - first_id]) continue;
        const sn_arena_mark mark = sn_arena_save(v->scratch);
        const sn_tensor **in = SN_NEW_N(v->scratch, const sn_tensor *, n->n_in);
        const sn_tensor **out = SN_NEW_N(v->scratch, const sn_tensor *, n->n_out);
        for (uint16_t i = 0; i < n->n_in; i++) {
            const sn_value *x = sn_in(n, i);
            in[i] = x && x->kind == SN_RESULT ? tensors[x->id - first_id] : x ? x->data : NULL;
        }
        if (sn_op_has(n->op, SN_TRAIT_CONSTANT)) {
            out[0] = in[0];
            sn_tensor_retain(out[0]);
        } else {
            /* A table of sizes grows in the scratch memory: it goes with what is wound back. */
            evaluation one = *v;
            one.dims = sn_dims_create(v->scratch);
            const sn_status status = eval_node(&one, n, in, out);
            v->trips_left = one.trips_left;
            SN_TRY(status);
        }
        for (uint16_t i = 0; i < n->n_out; i++) tensors[n->out[i]->id - first_id] = out[i];
        sn_arena_restore(v->scratch, mark);
    }
    return SN_OK;
}

/* ---- bodies ---------------------------------------------------------------------------------- */

/* Ids of a body's values from the lowest on: a network around it may have many more. */
static uint32_t lowest_id(const sn_graph *body)
{
    uint32_t least = body->n_ids;
    SN_EACH_NODE(n, body)
    {
        for (uint16_t i = 0; i < n->n_out; i++)
            if (n->out[i]->id < least) least = n->out[i]->id;
    }
    return least;
}

/* By id of a value, for the first result of each node too: whether some result depends on it. */
static void find_needed(const sn_graph *body, uint32_t first, bool *needed)
{
    for (const sn_node *n = body->last; n; n = n->prev) {
        bool is = sn_op_has(n->op, SN_TRAIT_OUTPUT);
        for (uint16_t i = 0; i < n->n_out; i++) is = is || needed[n->out[i]->id - first];
        if (is && n->n_out) needed[n->out[0]->id - first] = true;
        for (uint16_t i = 0; is && i < n->n_in; i++) {
            const sn_value *x = sn_in(n, i);
            if (x && x->kind == SN_RESULT) needed[x->id - first] = true;
        }
    }
}

static sn_status run_body(void *user, const sn_graph *body, const sn_tensor *const *feeds,
                          size_t n_feeds, const sn_tensor **results)
{
    evaluation *v = user;
    const sn_arena_mark mark = sn_arena_save(v->scratch);
    const uint32_t first = lowest_id(body), n_ids = body->n_ids - first;
    const sn_tensor **tensors = SN_NEW_N(v->scratch, const sn_tensor *, n_ids);
    bool *needed = SN_NEW_N(v->scratch, bool, n_ids);
    find_needed(body, first, needed);
    for (size_t i = 0; i < n_feeds; i++) {
        tensors[sn_graph_fed(body, i)->id - first] = feeds[i];
        sn_tensor_retain(feeds[i]);
    }
    const sn_status status = eval_graph(v, body, first, needed, tensors);
    const sn_node *output = sn_graph_output(body);
    for (uint16_t i = 0; i < output->n_in && status == SN_OK; i++) {
        const sn_value *x = sn_in(output, i);
        results[i] = x->kind == SN_RESULT ? tensors[x->id - first] : x->data;
        sn_tensor_retain(results[i]);
    }
    for (uint32_t i = 0; i < n_ids; i++) sn_tensor_release(tensors[i]);
    sn_arena_restore(v->scratch, mark);
    return status;
}

/* ---- nodes that resolve ---------------------------------------------------------------------- */

static const sn_tensor *tensor_of(const sn_value *v, const sn_tensor *const *tensors)
{
    return !v ? NULL : v->kind == SN_RESULT ? tensors[v->id] : v->data;
}

/* In a graph of its own, whose values are the tensors: there it resolves, and what it resolves to
 * is evaluated. *done is false, and nothing is made, where it does not resolve and has an
 * evaluation of its own. */
/* Whether a list of integers is empty, or has a number that is far from what sizes can be. */
static bool reads_no_size(const sn_node *node, const sn_tensor *const *in)
{
    for (uint16_t i = 0; i < node->n_in; i++) {
        const sn_tensor *t = in[i];
        if (!t || !t->buf || t->coding != SN_PLAIN || t->shape.rank > 1 ||
            !sn_type_is_integer(t->type))
            continue;
        const int64_t n = sn_tensor_count(t);
        if (n == 0) return true;
        for (int64_t k = 0; k < n && k < SN_MAX_RANK; k++)
            if (!(fabs(sn_tensor_at(t, k)) < 0x1p31)) return true;
    }
    return false;
}

static sn_status eval_in_graph(evaluation *v, sn_graph *g, const sn_node *node,
                               const sn_tensor *const *in, const sn_tensor **out, bool *done)
{
    sn_arena *scratch = v->scratch;
    sn_value **values = SN_NEW_N(scratch, sn_value *, node->n_in);
    for (uint16_t i = 0; i < node->n_in; i++) {
        if (in[i]) values[i] = sn_value_const(g, in[i], NULL);
    }
    sn_node *n = sn_node_create(g, NULL, node->op, node->params, node->n_in, values, node->n_out);
    n->origin = node->origin;
    for (uint16_t i = 0; i < node->n_body; i++) (void)sn_node_copy_body(n, node->body[i]);
    sn_node *keep = sn_node_create(g, NULL, &sn_op_output, NULL, node->n_out, n->out, 0);
    sn_node_set_name(g, n, node->name);
    SN_TRY(sn_infer_node(n));
    SN_TRY(sn_node_resolve(n, SN_BOUNDARIES_ANY, done));
    if (!*done && node->op->eval) return SN_OK;
    if (!*done) SN_TRY(sn_boundary_check(g->ctx, node, n->boundary, n->no_rule, v->boundaries));
    if (!*done && reads_no_size(node, in))
        return sn_node_fail(g->ctx, node, SN_E_SHAPE,
                            "the integers that it reads are no sizes, places or axes");
    SN_CHECK(g->ctx, *done, SN_E_INTERNAL, "%s '%s' does not resolve though all shapes are known",
             node->op->name, node->name ? node->name : "");
    sn_value **results = SN_NEW_N(scratch, sn_value *, node->n_out);
    for (uint16_t i = 0; i < node->n_out; i++) results[i] = sn_in(keep, i);
    while (keep->n_in) sn_node_remove_input(keep, 0);
    sn_node_remove(keep);
    const char *boundary = g->has_boundaries ? "it is a boundary at these sizes" : NULL;
    SN_TRY(sn_boundary_check(g->ctx, node, boundary, false, v->boundaries));
    const sn_tensor **tensors = SN_NEW_N(scratch, const sn_tensor *, g->n_ids);
    sn_status status = eval_graph(v, g, 0, NULL, tensors);
    for (uint16_t i = 0; i < node->n_out && status == SN_OK; i++) {
        out[i] = tensor_of(results[i], tensors);
        sn_tensor_retain(out[i]);
    }
    for (uint32_t i = 0; i < g->n_ids; i++) sn_tensor_release(tensors[i]);
    return status;
}

static sn_status eval_resolved(evaluation *v, const sn_node *node, const sn_tensor *const *in,
                               const sn_tensor **out, bool *done)
{
    sn_graph *g = sn_graph_create(v->ctx);
    const sn_arena_mark mark = sn_arena_save(v->scratch);
    sn_status status = eval_in_graph(v, g, node, in, out, done);
    sn_arena_restore(v->scratch, mark);
    sn_graph_destroy(g);
    return status;
}

static sn_status eval_node(evaluation *v, const sn_node *node, const sn_tensor *const *in,
                           const sn_tensor **out)
{
    sn_arena *scratch = v->scratch;
    bool done = false;
    if (node->op->resolve && (!node->op->eval || node->op->evaluates_rest))
        SN_TRY(eval_resolved(v, node, in, out, &done));
    if (done) return SN_OK;
    if (!node->op->eval) {
        return sn_node_fail(v->ctx, node, SN_E_UNSUPPORTED, "this operator cannot be evaluated");
    }
    sn_arena_mark mark = sn_arena_save(scratch);
    const sn_tensor **plain = SN_NEW_N(scratch, const sn_tensor *, node->n_in);
    sn_tensor **made = SN_NEW_N(scratch, sn_tensor *, node->n_out);
    uint16_t n_done = 0;
    sn_status status = decode_inputs(v->ctx, node, in, plain, &n_done);
    if (status == SN_OK) status = evaluate(v, node, in, plain, made);
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
    evaluation v = {ctx, scratch, dims, SN_BOUNDARIES_PROVED, NULL, SN_TRIPS_OF_NODE};
    return eval_node(&v, node, in, out);
}

sn_status sn_eval_node_as_run(sn_ctx *ctx, sn_arena *scratch, sn_dims *dims, const sn_node *node,
                              const sn_eval_bodies *bodies, const sn_tensor *const *in,
                              const sn_tensor **out)
{
    evaluation v = {ctx, scratch, dims, SN_BOUNDARIES_ANY, bodies, SN_TRIPS_OF_RUN};
    return eval_node(&v, node, in, out);
}
