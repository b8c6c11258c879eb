/* SPDX-License-Identifier: Apache-2.0
 *
 *   f(shape(x), ...)  -->  c       all that is computed is known
 *
 * Sizes that are numbers make constants of what is worked out from them, without the sizes of x
 * that are not known being in the way: the channels, of an image of any height. */
#include "ir/contents.h"
#include "ops/ops.h"
#include "passes/pass.h"

/* Whether v comes from nothing but shapes and constants, by nodes whose results are known; adds
 * them to the list, which the check has to run. */
static bool collect(sn_value *v, sn_node **list, size_t *n)
{
    sn_node *def = v ? v->def : NULL;
    if (!def || sn_const_of(v)) return true;
    for (size_t i = 0; i < *n; i++)
        if (list[i] == def) return true;
    if (!v->contents || !sn_node_evaluates(def) || *n == SN_MAX_MATCHED) return false;
    list[(*n)++] = def;
    for (uint16_t i = 0; i < def->n_in; i++)
        if (!sn_node_reads_shape_only(def, i) && !collect(sn_in(def, i), list, n)) return false;
    return true;
}

static sn_status tensor_of(sn_ctx *ctx, const sn_value *v, const sn_tensor **out)
{
    const sn_contents *c = v->contents;
    sn_tensor *wide = NULL;
    void *data = NULL;
    SN_TRY(sn_tensor_create(ctx, SN_TYPE_i64, &v->shape, &wide, &data));
    for (int i = 0; i < c->n; i++) ((int64_t *)data)[i] = c->v[i].number;
    const sn_status status = sn_tensor_convert(ctx, wide, v->type, out);
    sn_tensor_release(wide);
    return status;
}

static bool is_candidate(const sn_node *n)
{
    const unsigned never = SN_TRAIT_INPUT | SN_TRAIT_CONSTANT | SN_TRAIT_OUTPUT | SN_TRAIT_OPAQUE;
    const sn_value *y = n->n_out == 1 ? n->out[0] : NULL;
    return y && !sn_op_has(n->op, never) && y->n_uses && sn_contents_known(y->contents) &&
           sn_type_is_integer(y->type) && !sn_const_of(y);
}

static sn_status fold(sn_pass_run *run, sn_node *n)
{
    sn_node **list = SN_NEW_N(run->arena, sn_node *, SN_MAX_MATCHED);
    size_t n_list = 0;
    const sn_tensor *t = NULL;
    if (!collect(n->out[0], list, &n_list)) return SN_OK;
    SN_TRY(tensor_of(run->env->ctx, n->out[0], &t));
    sn_rewrite_begin(run);
    sn_value *data = sn_value_const(run->g, t, NULL);
    sn_tensor_release(t);
    sn_node *c = sn_node_create(run->g, n, &sn_op_constant, NULL, 1, &data, 1);
    c->name = n->name;
    sn_rewrite rw = {.matched = {n},
                     .n_matched = 1,
                     .given = list + 1,
                     .n_given = n_list - 1,
                     .before = n->out[0],
                     .after = c->out[0]};
    bool done;
    return sn_rewrite_commit(run, &rw, &done);
}

static sn_status run(sn_pass_run *run)
{
    SN_EACH_VISITED(n, run)
    {
        if (is_candidate(n)) SN_TRY(fold(run, n));
    }
    return SN_OK;
}

const sn_pass sn_pass_fold_shapes = {
    .name = "fold_shapes",
    .arrow = "f(shape(x), ...) -> c",
    .needs = "every element of the result is known: a number that sizes prove",
    .run = run,
};
