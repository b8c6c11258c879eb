/* SPDX-License-Identifier: Apache-2.0
 *
 *   act(f(x))  -->  f(x) {act}
 *
 * Needs: f has an activation slot that is free; nobody else reads f's output; the target has this
 * activation in this operator's slot. An activation is not linear: what could still be folded into
 * f's weights must be folded before. */
#include "passes/pass.h"

static sn_status fuse(sn_pass_run *run, sn_node *n, const sn_act *act)
{
    sn_node *f = sn_in(n, 0) ? sn_in(n, 0)->def : NULL;
    if (!f || !f->op->has_act) return SN_OK;
    if (sn_op_has(f->op, SN_TRAIT_INTEGER)) {
        sn_missed(run, f, n, "not fused: an int8 layer is never rewritten");
        return SN_OK;
    }
    if (sn_node_act(f)->kind != SN_ACT_NONE) {
        sn_missed(run, f, n, "not fused: the %s already has an activation (%s)", f->op->name,
                  sn_act_name(sn_node_act(f)->kind));
        return SN_OK;
    }
    if (!sn_sole_producer(run, sn_in(n, 0), n, false)) return SN_OK;
    sn_rewrite_begin(run);
    sn_node *fused = sn_rewrite_clone(run, f, n);
    *sn_node_act(fused) = *act;
    if (!sn_spelling_can(run->env->target, run->env->ctx, fused->op, fused->params, fused->n_in)) {
        sn_missed(run, f, n, "not fused: %s has no slot for %s in %s", run->env->target->name,
                  sn_act_name(act->kind), f->op->name);
        sn_node_remove(fused);
        return SN_OK;
    }
    sn_rewrite rw = {.matched = {f, n},
                     .n_matched = 2,
                     .before = n->out[0],
                     .after = fused->out[0],
                     .same_shape = true};
    bool done;
    return sn_rewrite_commit(run, &rw, &done);
}

/* An activation but for its numbers: a prelu whose slopes differ. */
static void tell_why_not(sn_pass_run *run, sn_node *n, const char *why)
{
    sn_node *f = sn_in(n, 0) ? sn_in(n, 0)->def : NULL;
    if (!f || !f->op->has_act || sn_node_act(f)->kind != SN_ACT_NONE) return;
    for (uint16_t i = 1; i < n->n_in; i++) {
        if (!sn_in(n, i) || (sn_in(n, i)->def && !sn_value_is_const(sn_in(n, i)))) return;
    }
    sn_missed(run, n, NULL, "the %s is not fused: %s", n->op->name, why);
}

static bool visits(const sn_op *op) { return op->as_act != NULL; }

static sn_status run(sn_pass_run *run)
{
    SN_EACH_VISITED(n, run)
    {
        if (!n->op->as_act) continue;
        sn_act act = {0};
        sn_answer a = n->op->as_act(n, &act);
        if (a.is == SN_YES)
            SN_TRY(fuse(run, n, &act));
        else
            tell_why_not(run, n, a.why);
    }
    return SN_OK;
}

static const sn_pass_after after[] = {
    {"merge_duplicates",
     "two layers that differ in their activations alone share all their work without them"},
    {NULL, NULL},
};

const sn_pass sn_pass_fuse_activation = {
    .name = "fuse_activation",
    .arrow = "act(f(x)) -> f(x) {act}",
    .needs = "free slot, sole reader, the target has the activation there",
    .covers =
        "fuse_{convolution,convolutiondepthwise,deconvolution,deconvolutiondepthwise,innerproduct}"
        "_activation",
    .after = after,
    .visits = visits,
    .run = run,
};
