/* SPDX-License-Identifier: Apache-2.0
 *
 * The nodes that make up a graph's frame: inputs, constants, outputs, layers nobody knows, and the
 * one that hands values on. `identity` answers for output 0; with several outputs every one of them
 * equals an input. */
#include "ops/structure.h"

#include "ir/contents.h"
#include "ops/affine_maps.h"
#include "ops/grad/grad.h"
#include "ops/move.h"
#include "ops/rule.h"

/* ---- input ----------------------------------------------------------------------------------- */

static const sn_param input_params[] = {
    SN_P_INT(sn_input_params, rank, -1, -1, SN_MAX_RANK,
             "number of axes, which may be relied on; -1: not given"),
    SN_P_INTS(sn_input_params, hint,
              "sizes as the file gives them, outermost first; a hint, never a proof"),
    SN_P_END,
};
static const sn_slot no_slots[] = {{NULL, 0}};

/* A size that depends on others is one of something: only a number may be 0. */
static sn_status not_negative(const sn_infer *in, const sn_value *v)
{
    for (int k = 0; k < v->shape.rank; k++) {
        if (v->shape.d[k] == 0 || !sn_dim_at_most(in->dims, v->shape.d[k], 0)) continue;
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "axis %d has size %s, 1 at least expected", k,
                            sn_shape_rule_text(in, v->shape.d[k]));
    }
    return SN_OK;
}

bool sn_input_is_hinted(const sn_node *input)
{
    const sn_ints *hint = &((const sn_input_params *)input->params)->hint;
    for (int i = 0; i < hint->n; i++)
        if (hint->v[i] < 0) return false;
    return hint->n > 0;
}

/* What was declared stays; a declared rank alone gives unknown sizes. Of a body's input what feeds
 * it says the type, and nobody where that is no tensor, as a sequence. */
static sn_status infer_input(sn_infer *in)
{
    const sn_input_params *p = in->params;
    const sn_type otherwise = in->node->graph->owner ? SN_TYPE_UNKNOWN : SN_TYPE_f32;
    for (unsigned i = 0; i < in->n_out; i++) {
        const sn_value *v = sn_out(in->node, i);
        SN_TRY(not_negative(in, v));
        if (v->shape.rank >= 0 && p->rank >= 0 && v->shape.rank != p->rank)
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "it is %s, rank %d expected",
                                sn_shape_rule_shape_text(in, &v->shape), p->rank);
        in->out_shape[i] = v->shape;
        in->out_type[i] = v->type == SN_TYPE_UNKNOWN ? otherwise : v->type;
        if (v->shape.rank >= 0 || p->rank < 0) continue;
        in->out_shape[i].rank = (int8_t)p->rank;
        for (int k = 0; k < p->rank; k++) in->out_shape[i].d[k] = sn_shape_rule_symbol(in, i, k);
    }
    return SN_OK;
}

const sn_op sn_op_input = {
    .name = "input",
    .synopsis = "the values that are fed",
    .slots = no_slots,
    .n_out = SN_VARIADIC_OUT,
    .traits = SN_TRAIT_INPUT,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(sn_input_params),
    .params = input_params,
    .infer = infer_input,
};

/* ---- constant -------------------------------------------------------------------------------- */

static const sn_slot constant_slots[] = {{"data", SN_SLOT_WEIGHT}, {NULL, 0}};

const sn_op sn_op_constant = {
    .name = "constant",
    .synopsis = "y = data",
    .slots = constant_slots,
    .n_out = 1,
    .traits = SN_TRAIT_CONSTANT | SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_OPAQUE,
    .infer = sn_infer_same,
    .eval = sn_eval_copy,
    .grad = sn_grad_identity,
};

/* ---- output ---------------------------------------------------------------------------------- */

static const sn_param output_params[] = {
    SN_P_NAMES(sn_output_params, names, "outside name of each result"),
    SN_P_END,
};
static const sn_slot variadic_slots[] = {{"x", SN_SLOT_OPTIONAL | SN_SLOT_VARIADIC}, {NULL, 0}};

static sn_status infer_nothing(sn_infer *in)
{
    (void)in;
    return SN_OK;
}

static sn_status eval_nothing(sn_eval *e)
{
    (void)e;
    return SN_OK;
}

const sn_op sn_op_output = {
    .name = "output",
    .synopsis = "the results of the graph",
    .slots = variadic_slots,
    .n_out = 0,
    .traits = SN_TRAIT_OUTPUT,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(sn_output_params),
    .params = output_params,
    .infer = infer_nothing,
    .eval = eval_nothing,
};

/* ---- opaque ---------------------------------------------------------------------------------- */

static const sn_param opaque_params[] = {
    SN_P_STR(sn_opaque_params, type, "the layer's type in the file it comes from"),
    SN_P_STR(sn_opaque_params, args, "its params, as that file would spell them"),
    SN_P_INT(sn_opaque_params, n_weights, 0, 0, UINT16_MAX,
             "how many of the last inputs are its own weights"),
    SN_P_END,
};

static sn_status infer_opaque(sn_infer *in)
{
    const sn_opaque_params *p = in->params;
    if (p->n_weights <= in->n_in) return SN_OK;
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "n_weights is %d, but there are %u inputs",
                        (int)p->n_weights, (unsigned)in->n_in);
}

const sn_op sn_op_opaque = {
    .name = "opaque",
    .synopsis = "a layer that only its runtime knows",
    .slots = variadic_slots,
    .n_out = SN_VARIADIC_OUT,
    .traits = SN_TRAIT_OPAQUE,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(sn_opaque_params),
    .params = opaque_params,
    .infer = infer_opaque,
};

/* ---- identity -------------------------------------------------------------------------------- */

/* ONNX has one of each. */
static const sn_slot several_slots[] = {{"x", SN_SLOT_VARIADIC}, {NULL, 0}};

static unsigned identity_of(unsigned n_in, unsigned output) { return n_in == 1 ? 0 : output; }

static sn_answer identity_first(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    (void)arena;
    if (node->n_out == 0) return SN_ANSWER_NO("it hands no value on");
    *slot = 0;
    return SN_ANSWER_YES;
}

static sn_status infer_identity(sn_infer *in)
{
    if (in->n_in != 1 && in->n_out > in->n_in) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "%u outputs for %u inputs, at most as many expected",
                            (unsigned)in->n_out, (unsigned)in->n_in);
    }
    for (unsigned i = 0; i < in->n_out; i++) {
        in->out_shape[i] = in->in_shape[identity_of(in->n_in, i)];
        in->out_type[i] = in->in_type[identity_of(in->n_in, i)];
    }
    return SN_OK;
}

static void identity_contents(sn_infer *in)
{
    for (unsigned i = 0; i < in->n_out; i++) {
        const sn_contents *x = sn_infer_contents(in, identity_of(in->n_in, i));
        sn_contents *y = x ? sn_infer_give_contents(in, i) : NULL;
        for (int k = 0; y && k < y->n; k++) y->v[k] = x->v[k];
    }
}

static sn_status eval_identity(sn_eval *e)
{
    for (unsigned i = 0; i < e->n_out; i++) SN_TRY(sn_eval_copy_to(e, identity_of(e->n_in, i), i));
    return SN_OK;
}

const sn_op sn_op_identity = {
    .name = "identity",
    .synopsis = "y_i = x_i; of a single x every y_i",
    .slots = several_slots,
    .n_out = SN_VARIADIC_OUT,
    .traits = SN_TRAIT_VIEW | SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_ELEMENTWISE,
    .infer = infer_identity,
    .contents = identity_contents,
    .eval = eval_identity,
    .grad = sn_grad_identity,
    .identity = identity_first,
    .propagate = sn_propagate_copies,
};
