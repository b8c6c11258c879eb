/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators that ONNX Runtime alone has (domain com.microsoft), of f32: an activation behind a
 * convolution or a product, activations by name, and a sum with what reads it. */
#include <string.h>

#include "formats/onnx/out/export.h"
#include "ops/activation.h"
#include "ops/linear.h"
#include "ops/norm.h"

bool sn_onnx_of_runtime(sn_onnx_export *e)
{
    if (!e->runtime) return false;
    for (uint16_t i = 0; i < e->n_in && e->n; i++)
        if (sn_onnx_has_in(e, i) && sn_onnx_type_in(e, i) != SN_TYPE_f32) return false;
    e->domain = SN_ONNX_RUNTIME;
    return true;
}

bool sn_onnx_runtime_acts(const sn_op *op, const sn_act *act)
{
    const bool some =
        act->kind == SN_ACT_RELU || act->kind == SN_ACT_LEAKY_RELU || act->kind == SN_ACT_SIGMOID;
    return (op == &sn_op_conv && (some || act->kind == SN_ACT_CLIP)) ||
           ((op == &sn_op_linear || op == &sn_op_gemm) && some);
}

bool sn_onnx_runtime_act(sn_onnx_export *e, const sn_act *act)
{
    static const char *const names[SN_N_ACTS] = {[SN_ACT_RELU] = "Relu",
                                                 [SN_ACT_LEAKY_RELU] = "LeakyRelu",
                                                 [SN_ACT_CLIP] = "Clip",
                                                 [SN_ACT_SIGMOID] = "Sigmoid"};
    if (!sn_onnx_runtime_acts(e->op, act) || !sn_onnx_of_runtime(e)) return false;
    const int n = sn_act_n_params(act->kind);
    sn_onnx_attr_string(e, "activation", names[act->kind]);
    if (e->op == &sn_op_conv && n)
        sn_onnx_attr_floats(e, "activation_params", (const float[]){act->a, act->b}, n);
    else if (n)
        sn_onnx_attr_float(e, "activation_alpha", act->a);
    return true;
}

/* ---- a sum and what reads it ----------------------------------------------------------------- */

/* A vector as long as the last axis of x, where both are known to be. */
static bool is_row_of(const sn_value *v, const sn_value *x)
{
    const int rank = x->shape.rank;
    return v->shape.rank == 1 && rank >= 1 && sn_dim_known(v->shape.d[0]) &&
           v->shape.d[0] == x->shape.d[rank - 1];
}

/* Where `at` is written v has been made. */
static bool is_there(const sn_value *v, const sn_node *at)
{
    return !v || !v->def || v->def->graph != at->graph || sn_node_before(v->def, at);
}

/* SkipLayerNormalization of the sum of two values of one shape; what else reads the sum has it as
 * the fourth result. */
static const sn_node *norm_of(const sn_onnx_writer *w, const sn_value *sum, const sn_value *a,
                              const sn_value *b)
{
    SN_EACH_USE(u, sum)
    {
        const sn_node *n = u->node;
        if (n->op != &sn_op_layer_normalization || n->graph != sum->def->graph || u->slot) continue;
        const sn_layer_normalization_params *p = n->params;
        const sn_value *gamma = n->n_in > SN_NORM_GAMMA ? sn_in(n, SN_NORM_GAMMA) : NULL;
        const sn_value *beta = n->n_in > SN_NORM_BETA ? sn_in(n, SN_NORM_BETA) : NULL;
        const int rank = sum->shape.rank;
        if ((rank == 2 || rank == 3) && p->axis == rank - 1 && p->epsilon >= 0 && gamma &&
            sn_shape_equal(&a->shape, &b->shape) && is_row_of(gamma, sum) &&
            is_there(gamma, sum->def) && is_there(beta, sum->def) &&
            (!beta || is_row_of(beta, sum)) && sn_onnx_stands_alone(w, n))
            return n;
    }
    return NULL;
}

static void put_skip_norm(sn_onnx_export *e, const sn_node *norm)
{
    const sn_layer_normalization_params *p = norm->params;
    const bool others = e->n->out[0]->n_uses > 1, has_beta = norm->n_in > SN_NORM_BETA;
    const char *const in[] = {e->in[0], e->in[1], sn_onnx_name_of(e->w, sn_in(norm, SN_NORM_GAMMA)),
                              has_beta ? sn_onnx_name_of(e->w, sn_in(norm, SN_NORM_BETA)) : ""};
    const char *const out[] = {sn_onnx_name_of(e->w, norm->out[0]), "", "", e->out[0]};
    (void)sn_onnx_of_runtime(e);
    sn_onnx_attr_float(e, "epsilon", p->epsilon);
    sn_onnx_put(e, "SkipLayerNormalization", 1, 4, in, others ? 4 : 1, out);
}

/* The one reader of a value, if that is a gelu. */
static const sn_node *gelu_of(const sn_onnx_writer *w, const sn_value *v)
{
    const sn_node *n = v->n_uses == 1 ? v->uses->node : NULL;
    const bool is = n && n->op == &sn_op_gelu && n->graph == v->def->graph;
    return is && sn_onnx_stands_alone(w, n) ? n : NULL;
}

static void put_bias_gelu(sn_onnx_export *e, const sn_node *gelu, const char *x, const char *bias)
{
    const sn_gelu_params *p = gelu->params;
    const char *y = sn_onnx_name_of(e->w, gelu->out[0]);
    (void)sn_onnx_of_runtime(e);
    SN_ONNX_PUT(e, p->approximate == SN_GELU_EXACT ? "BiasGelu" : "FastGelu", 1, y, x, bias);
}

static const sn_node *add_joins(sn_onnx_export *e)
{
    const sn_value *sum = e->n->out[0], *a = sn_in(e->n, 0), *b = sn_in(e->n, 1);
    const sn_node *reader = norm_of(e->w, sum, a, b);
    if (reader) {
        put_skip_norm(e, reader);
        return reader;
    }
    reader = gelu_of(e->w, sum);
    const int row = is_row_of(b, sum) ? 1 : is_row_of(a, sum) ? 0 : -1;
    const sn_value *x = row == 1 ? a : b;
    if (!reader || row < 0 || !sn_shape_equal(&x->shape, &sum->shape)) return NULL;
    put_bias_gelu(e, reader, e->in[1 - row], e->in[row]);
    return reader;
}

/* A product of more than two axes has its bias in a node of its own. */
static const sn_node *linear_joins(sn_onnx_export *e)
{
    const sn_linear_params *p = e->params;
    const sn_node *gelu = gelu_of(e->w, e->n->out[0]);
    if (!gelu || p->act.kind != SN_ACT_NONE || !sn_onnx_has_in(e, 2) || sn_onnx_rank_in(e, 0) < 3)
        return NULL;
    put_bias_gelu(e, gelu, sn_onnx_linear_product(e, NULL), e->in[2]);
    return gelu;
}

/* A gemm has no slot for the activation that alone reads it. */
static const sn_node *gemm_joins(sn_onnx_export *e)
{
    const sn_value *v = e->n->out[0];
    const sn_node *n = v->n_uses == 1 ? v->uses->node : NULL;
    sn_act act;
    if (!n || !sn_onnx_has_in(e, 2) || !n->op->as_act || n->graph != e->n->graph ||
        !sn_onnx_stands_alone(e->w, n) || n->op->as_act(n, &act).is != SN_YES ||
        !sn_onnx_runtime_act(e, &act))
        return NULL;
    sn_onnx_put_params(e);
    const char *y = sn_onnx_name_of(e->w, n->out[0]);
    sn_onnx_put(e, "FusedGemm", 1, e->n_in, e->in, 1, &y);
    return n;
}

const sn_node *sn_onnx_runtime_joins(sn_onnx_export *e)
{
    if (!sn_onnx_of_runtime(e)) return NULL;
    e->domain = NULL; /* not each node of several is of that domain */
    if (e->op == &sn_op_add) return add_joins(e);
    if (e->op == &sn_op_gemm) return gemm_joins(e);
    return e->op == &sn_op_linear ? linear_joins(e) : NULL;
}
