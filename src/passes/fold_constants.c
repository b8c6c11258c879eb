/* SPDX-License-Identifier: Apache-2.0
 *
 *   f(c1, c2, ...)  -->  c       all inputs constant
 *
 * The operator's own evaluation gives the contents. Bounded growth: the result may have 64 KiB, or
 * as many bytes as the inputs have together; for generated code, as many elements. What results
 * have beyond that may be a 64th of the bytes of all weights, all together. */
#include "ops/cost.h"
#include "ops/eval.h"
#include "ops/ops.h"
#include "passes/bodies.h"
#include "passes/pipeline.h"

enum { FREE_BYTES = 64 * 1024, FREE_SHARE = 64 /* one of so many parts of the weights */ };

/* n_bytes: that the result may have. */
static bool inputs_const(const sn_node *n, bool by_elements, uint64_t *n_bytes)
{
    *n_bytes = 0;
    bool any = false;
    for (uint16_t i = 0; i < n->n_in; i++) {
        if (!sn_in(n, i)) continue;
        const sn_tensor *t = sn_const_of(sn_in(n, i));
        if (!t) return false;
        *n_bytes += by_elements ? (uint64_t)sn_tensor_count(t) * 8 : t->n_bytes;
        any = true;
    }
    return any;
}

/* What a layer's line goes on to make of a result that has become a constant: nothing of the line
 * is left for it to belong to. */
static bool is_rest_of_line(const sn_node *n)
{
    for (uint16_t i = 0; i < n->n_in && n->implied && n->name; i++) {
        const sn_value *x = sn_in(n, i);
        if (x && x->def && sn_op_has(x->def->op, SN_TRAIT_CONSTANT) && x->def->name == n->name)
            return true;
    }
    return false;
}

static bool candidate(const sn_node *n, bool by_elements, uint64_t *n_bytes)
{
    unsigned never =
        SN_TRAIT_INPUT | SN_TRAIT_OUTPUT | SN_TRAIT_CONSTANT | SN_TRAIT_OPAQUE | SN_TRAIT_INTEGER;
    return sn_node_evaluates(n) && (sn_node_is_layer(n) || is_rest_of_line(n)) &&
           (n->n_out == 1 || n->n_body) && !sn_op_has(n->op, never) && sn_node_is_read(n) &&
           inputs_const(n, by_elements, n_bytes);
}

static bool is_free(uint64_t found, uint64_t n_bytes)
{
    return found <= FREE_BYTES || found <= n_bytes;
}

static bool may_have(const sn_pass_run *run, uint64_t found, uint64_t n_bytes)
{
    if (is_free(found, n_bytes)) return true;
    sn_pipeline *p = run->pipeline;
    if (!p->weight_bytes) p->weight_bytes = sn_graph_weights(p->g).n_bytes;
    const uint64_t most = p->weight_bytes / FREE_SHARE;
    return p->grown <= most && found - n_bytes <= most - p->grown;
}

/* Where the sizes of results are known it is not worth working out what would be too large. */
static bool fits(sn_pass_run *run, const sn_node *n, uint64_t n_bytes)
{
    uint64_t found = 0;
    for (uint16_t i = 0; i < n->n_out; i++) {
        const sn_value *y = n->out[i];
        int64_t count = sn_shape_known(&y->shape) ? sn_shape_count(&y->shape) : 0;
        size_t each = y->type == SN_TYPE_UNKNOWN ? 4 : sn_type_bytes(y->type);
        if (count < 0 || (uint64_t)count > (UINT64_MAX - found) / each) found = UINT64_MAX;
        if (found != UINT64_MAX) found += (uint64_t)count * each;
    }
    if (may_have(run, found, n_bytes)) return true;
    sn_missed(run, n, NULL, "not folded: the constant would have more bytes than its inputs");
    return false;
}

/* Whether the numbers of the result are worked out from halves alone, but for single factors. */
static bool of_halves(sn_node *n)
{
    bool some = false;
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_tensor *t = sn_in(n, i) ? sn_const_of(sn_in(n, i)) : NULL;
        if (!t || sn_tensor_count(t) == 1) continue;
        if (!sn_tensor_is_of_halves(t)) return false;
        some = true;
    }
    return some;
}

static uint64_t bytes_of(const sn_node *n, const sn_tensor *const *t)
{
    uint64_t found = 0;
    for (uint16_t i = 0; i < n->n_out; i++) found += t[i]->n_bytes;
    return found;
}

/* Whether what was worked out is no larger than it may be. */
static bool may_stay(sn_pass_run *run, const sn_node *n, uint64_t found, uint64_t n_bytes)
{
    if (may_have(run, found, n_bytes)) return true;
    sn_missed(run, n, NULL, "not folded: the constant would have %llu bytes, its inputs have %llu",
              (unsigned long long)found, (unsigned long long)n_bytes);
    return false;
}

static sn_status commit(sn_pass_run *run, sn_node *n, const sn_tensor **t)
{
    sn_value **now = SN_NEW_N(run->arena, sn_value *, n->n_out);
    for (uint16_t i = 0; i < n->n_out; i++) {
        if (t[i]->type != SN_TYPE_f32 || t[i]->coding != SN_PLAIN || !of_halves(n)) continue;
        const sn_tensor *plain = t[i];
        t[i] = NULL;
        SN_TRY(sn_tensor_settle(run->env->ctx, plain, true, &t[i]));
    }
    sn_rewrite_begin(run);
    for (uint16_t i = 0; i < n->n_out; i++) {
        if (!n->out[i]->n_uses) continue;
        now[i] = sn_constant_node(run->g, n, t[i]);
        now[i]->def->name = n->name;
    }
    return sn_commit_outputs(run, n, now, n->n_body > 0, NULL);
}

static sn_status fold(sn_pass_run *run, sn_node *n, uint64_t n_bytes)
{
    if (!fits(run, n, n_bytes)) return SN_OK;
    const sn_tensor **in = SN_NEW_N(run->arena, const sn_tensor *, n->n_in);
    const sn_tensor **t = SN_NEW_N(run->arena, const sn_tensor *, n->n_out);
    for (uint16_t i = 0; i < n->n_in; i++) in[i] = sn_in(n, i) ? sn_const_of(sn_in(n, i)) : NULL;
    sn_status status = sn_eval_node(run->env->ctx, run->arena, run->g->dims, n, in, t);
    if (status == SN_E_UNSUPPORTED) {
        sn_ctx_clear_error(run->env->ctx);
        return SN_OK;
    }
    SN_TRY(status);
    const uint64_t found = bytes_of(n, t);
    if (may_stay(run, n, found, n_bytes)) {
        if (!is_free(found, n_bytes)) run->pipeline->grown += found - n_bytes;
        status = commit(run, n, t);
    }
    for (uint16_t i = 0; i < n->n_out; i++) sn_tensor_release(t[i]);
    return status;
}

static sn_status run(sn_pass_run *run)
{
    SN_EACH_VISITED(n, run)
    {
        uint64_t n_bytes = 0;
        if (candidate(n, run->env->target->by_elements, &n_bytes)) SN_TRY(fold(run, n, n_bytes));
    }
    return SN_OK;
}

const sn_pass sn_pass_fold_constants = {
    .name = "fold_constants",
    .arrow = "f(c1, c2, ...) -> c",
    .needs = "all inputs constant, the result no larger than 64 KiB or its inputs, or all such "
             "results by no more than a 64th of all weights",
    .run = run,
};
