/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/spelling.h"

#include <string.h>

#include "kernels/attention.h"
#include "ops/attention.h"
#include "ops/conv.h"
#include "ops/ops.h"
#include "ops/split.h"
#include "plan/alone.h"
#include "plan/planner.h"

/* A multi-head attention is five products in one layer, for formats that have such a layer: the
 * kernels do better with the products as they are. */
static bool can(const sn_spelling *target, sn_ctx *ctx, const sn_op *op, const void *params,
                uint16_t n_in)
{
    (void)target;
    (void)ctx;
    (void)params;
    if (op->traits & (SN_TRAIT_OUTPUT | SN_TRAIT_OPAQUE)) return true;
    return op != &sn_op_multi_head_attention && n_in <= SN_MAX_STEP_IN && sn_kernel_knows(op);
}

static bool sizes_known(const sn_node *n)
{
    for (uint16_t i = 0; i < n->n_in; i++)
        if (sn_in(n, i) && !sn_shape_known(&sn_in(n, i)->shape)) return false;
    for (uint16_t i = 0; i < n->n_out; i++)
        if (!sn_shape_known(&sn_out(n, i)->shape)) return false;
    return true;
}

/* Asked of what a rewrite makes. There are kernels for products and softmax of f64, none for all
 * of attention. */
static bool can_node(const sn_spelling *target, const sn_node *n)
{
    if (n->op != &sn_op_attention) return true;
    for (uint16_t i = 0; i < n->n_in; i++)
        if (sn_in(n, i) && sn_in(n, i)->type == SN_TYPE_f64) return false;
    if (!sizes_known(n)) return true;
    return sn_attention_pays(((const sn_plan_spelling *)target)->kernels.machine, n);
}

/* ---- what layers joined would cost ----------------------------------------------------------- */

/* The host with the output channels of all, in a graph of its own with zeros for weights: kernels
 * are chosen by shapes. */
static sn_status joined_of(const sn_siblings *s, sn_graph *g, sn_node **out)
{
    const sn_node *host = s->node[s->host];
    sn_value *in[SN_MAX_STEP_IN] = {NULL};
    int64_t channels = 0;
    bool bias = false;
    for (int i = 0; i < s->n; i++) {
        channels += sn_in(s->node[i], SN_CONV_WEIGHT)->shape.d[0];
        bias = bias || sn_in(s->node[i], SN_CONV_BIAS);
    }
    in[0] = sn_alone_input(g, sn_in(host, 0)->type, &sn_in(host, 0)->shape);
    for (int i = 1; i < 2 + bias; i++) {
        sn_shape shape = i == SN_CONV_WEIGHT ? sn_in(host, i)->shape : SN_SHAPE(channels);
        shape.d[0] = channels;
        SN_TRY(sn_alone_zeros(g, SN_TYPE_f32, &shape, &in[i]));
    }
    *out = sn_node_create(g, NULL, host->op, host->params, (uint16_t)(2 + bias), in, 1);
    return sn_infer_node(*out);
}

static sn_status split_of(const sn_siblings *s, sn_graph *g, sn_node *joined, sn_node **out)
{
    int32_t sizes[SN_MAX_STEP_IN];
    for (int i = 0; i < s->n; i++)
        sizes[i] = (int32_t)sn_in(s->node[i], SN_CONV_WEIGHT)->shape.d[0];
    const sn_split_params p = {.axis = s->axis, .sizes = sn_ints_of(g->arena, s->n, sizes)};
    *out = sn_node_create(g, NULL, &sn_op_split, &p, 1, joined->out, (uint16_t)s->n);
    return sn_infer_node(*out);
}

/* Seconds of the nodes by their kernels; negative: none computes one of them. */
static double seconds_of(const sn_kernel_ctx *k, sn_node *const *nodes, int n, sn_layout_kind *kind)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        sn_offer w;
        if (!sn_kernel_find(k, nodes[i], &w)) return -1;
        sum += w.seconds;
        *kind = w.out[0];
    }
    return sum;
}

/* A result that a concat takes is computed where the concat has it; a part of another result has to
 * be copied there, at the 30 GB/s of estimates. */
static double copied_to_concats(const sn_siblings *s)
{
    double bytes = 0;
    for (int i = 0; i < s->n; i++) {
        const sn_value *y = sn_out(s->node[i], 0);
        SN_EACH_USE(u, y)
        {
            if (u->node->op == &sn_op_concat)
                bytes += (double)sn_shape_count(&y->shape) * sizeof(float);
        }
    }
    return 2 * bytes / 30e9;
}

static sn_status estimate(const sn_kernel_ctx *k, const sn_siblings *s, sn_graph *g, double *apart,
                          double *together)
{
    sn_node *joined = NULL, *split = NULL;
    sn_layout_kind kind = SN_LAYOUT_PLAIN;
    SN_TRY(joined_of(s, g, &joined));
    *apart = seconds_of(k, s->node, s->n, &kind);
    *together = seconds_of(k, &joined, 1, &kind);
    if (!s->cut || *together < 0) return SN_OK;
    *together += copied_to_concats(s);
    SN_TRY(split_of(s, g, joined, &split));
    if (sn_plan_splits_in_place(split, kind, k->machine->lanes)) return SN_OK;
    const double copied = seconds_of(k, &split, 1, &kind);
    *together = copied < 0 ? -1 : *together + copied;
    return SN_OK;
}

static sn_answer joining_pays(const sn_spelling *target, const sn_siblings *s)
{
    const sn_kernel_ctx *k = &((const sn_plan_spelling *)target)->kernels;
    double apart = -1, together = -1;
    for (int i = 0; i < s->n; i++)
        if (!sizes_known(s->node[i]))
            return SN_ANSWER_UNKNOWN("what it would save depends on sizes that are not known");
    sn_graph *g = sn_graph_create(k->ctx);
    const sn_status status = estimate(k, s, g, &apart, &together);
    sn_graph_destroy(g);
    if (status != SN_OK) {
        sn_ctx_clear_error(k->ctx);
        return SN_ANSWER_UNKNOWN("what it would save is not known");
    }
    if (apart < 0 || together < 0) return SN_ANSWER_NO("no kernel computes them as one");
    return together < apart ? SN_ANSWER_YES
                            : SN_ANSWER_NO("by the kernels' estimates they are faster apart");
}

/* ---- products of bytes ----------------------------------------------------------------------- */

/* The node alone, with made-up operands but for constants, or what are some in `like`; a conv of
 * one image, as convolutions are planned. */
static sn_status alone(const sn_node *n, const sn_node *like, sn_graph *g, sn_node **out)
{
    sn_value *in[SN_MAX_STEP_IN] = {NULL};
    const bool conv = n->op == &sn_op_conv || n->op == &sn_op_conv_integer;
    sn_conv_params image;
    const void *params = n->params;
    int drop = 0;
    if (conv) {
        image = *(const sn_conv_params *)params;
        drop = image.axis;
        image.axis = 0;
        params = &image;
    }
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *v = sn_in(n, i);
        if (!v) continue;
        if (sn_const_of(v)) {
            in[i] = sn_value_const(g, sn_const_of(v), NULL);
            continue;
        }
        if (i > 1 || (i == 1 && sn_const_of(sn_in(like, 1)))) {
            SN_TRY(sn_alone_zeros(g, v->type, &v->shape, &in[i]));
            continue;
        }
        sn_shape shape = v->shape;
        if (conv && i == SN_CONV_X) {
            shape.rank = (int8_t)(shape.rank - drop);
            memmove(shape.d, shape.d + drop, (size_t)shape.rank * sizeof *shape.d);
        }
        in[i] = sn_alone_input(g, v->type, &shape);
    }
    *out = sn_node_create(g, NULL, n->op, params, n->n_in, in, 1);
    return sn_infer_node(*out);
}

/* Of floats each byte is made four, each result a byte, and the layout is changed, in sweeps of
 * their own: about 10 bytes that are moved for each, and what steps cost whatever they do. */
static double converted(const sn_node *n)
{
    double count = (double)sn_shape_count(&sn_in(n, 0)->shape);
    count += (double)sn_shape_count(&sn_out(n, 0)->shape);
    return 1e-6 + count * 10 / 30e9;
}

static sn_answer integers_pay(const sn_spelling *target, const sn_node *floats,
                              const sn_node *integers)
{
    const sn_kernel_ctx *k = &((const sn_plan_spelling *)target)->kernels;
    sn_node *a = NULL, *b = NULL;
    sn_layout_kind kind;
    if (!sizes_known(floats) || !sizes_known(integers))
        return SN_ANSWER_UNKNOWN("what it would save depends on sizes that are not known");
    sn_graph *g = sn_graph_create(k->ctx);
    double as_floats = -1, as_integers = -1;
    sn_status status = alone(floats, integers, g, &a);
    if (status == SN_OK) status = alone(integers, integers, g, &b);
    if (status == SN_OK) {
        as_floats = seconds_of(k, &a, 1, &kind) + converted(a);
        as_integers = seconds_of(k, &b, 1, &kind);
    }
    sn_graph_destroy(g);
    if (status != SN_OK) sn_ctx_clear_error(k->ctx);
    if (as_integers < 0) return SN_ANSWER_NO("no kernel computes it");
    return as_integers < as_floats || as_floats < 0
               ? SN_ANSWER_YES
               : SN_ANSWER_NO("by the kernels' estimates it is faster in floats");
}

sn_plan_spelling sn_plan_spelling_of(sn_ctx *ctx, sn_arena *arena, const sn_machine *machine)
{
    return (sn_plan_spelling){
        .spelling = {.name = "C",
                     .can = can,
                     .can_node = can_node,
                     .joining_pays = joining_pays,
                     .integers_pay = integers_pay,
                     .slow_einsum = true,
                     .by_elements = true,
                     .rows_pay = true},
        .kernels = {.ctx = ctx, .arena = arena, .machine = machine, .n_threads = 1},
    };
}
