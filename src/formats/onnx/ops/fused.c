/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators of the domain com.microsoft: what ONNX Runtime's own optimizer fuses. */
#include <string.h>

#include "formats/onnx/ops/parts.h"
#include "ops/gemm.h"
#include "ops/norm.h"

/* ---- products -------------------------------------------------------------------------------- */

/* Transposed as two attributes say: the first axis to behind the others of the batch, and the last
 * two. A vector stays. */
static sn_value *turned_operand(sn_onnx_call *c, unsigned slot, bool batch, bool matrix)
{
    const int rank = sn_onnx_rank(c, slot);
    int perm[SN_MAX_RANK];
    if (rank < 2 || (!batch && !matrix)) return sn_onnx_in(c, slot);
    for (int i = 0; i < rank; i++) perm[i] = i;
    for (int i = 0; batch && i < rank - 1; i++) perm[i] = (i + 1) % (rank - 1);
    if (matrix) {
        const int last = perm[rank - 1];
        perm[rank - 1] = perm[rank - 2];
        perm[rank - 2] = last;
    }
    return sn_onnx_transpose(c, sn_onnx_in(c, slot), rank, perm);
}

sn_answer sn_onnx_import_fused_matmul(sn_onnx_call *c)
{
    SN_ONNX_NEED_RANK(c, 0);
    SN_ONNX_NEED_RANK(c, 1);
    SN_ONNX_NEED_TYPE(c, 0);
    const double alpha = sn_onnx_float(c, "alpha", 1);
    sn_value *a = turned_operand(c, 0, sn_onnx_int(c, "transBatchA", 0) != 0,
                                 sn_onnx_int(c, "transA", 0) != 0);
    sn_value *b = turned_operand(c, 1, sn_onnx_int(c, "transBatchB", 0) != 0,
                                 sn_onnx_int(c, "transB", 0) != 0);
    sn_value *y = SN_ONNX_MAKE(c, &sn_op_matmul, NULL, a, b);
    if (alpha != 1)
        y = SN_ONNX_MAKE(c, &sn_op_mul, NULL, y, sn_onnx_number(c, sn_onnx_type(c, 0), alpha));
    sn_onnx_give(c, 0, y);
    return SN_ONNX_YES;
}

/* ---- activations ----------------------------------------------------------------------------- */

typedef struct fused_act {
    const char *name;
    const sn_op *op;
    const char *params[2]; /* of ours, in the order of ONNX Runtime's */
} fused_act;

/* The one that the attribute names; NULL: none of these. */
static const fused_act *activation_of(sn_onnx_call *c)
{
    static const fused_act all[] = {{"", &sn_op_identity, {NULL}},
                                    {"Relu", &sn_op_relu, {NULL}},
                                    {"Tanh", &sn_op_tanh, {NULL}},
                                    {"Sigmoid", &sn_op_sigmoid, {NULL}},
                                    {"LeakyRelu", &sn_op_leaky_relu, {"alpha"}},
                                    {"Clip", &sn_op_clip, {"min", "max"}},
                                    {"HardSigmoid", &sn_op_hard_sigmoid, {"alpha", "beta"}}};
    const char *name = sn_onnx_string(c, "activation", "");
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].name, name) == 0) return &all[i];
    return NULL;
}

static int n_params(const fused_act *a)
{
    int n = 0;
    while (n < 2 && a->params[n]) n++;
    return n;
}

static void give_activated(sn_onnx_call *c, const fused_act *a, const double *numbers, sn_value *v)
{
    void *p = sn_onnx_params(c, a->op);
    for (int i = 0; i < n_params(a); i++) (void)sn_onnx_set_f32(a->op, p, a->params[i], numbers[i]);
    sn_onnx_give(c, 0, SN_ONNX_MAKE(c, a->op, p, v));
}

/* act(conv(x, w) + b + z) */
sn_answer sn_onnx_import_fused_conv(sn_onnx_call *c)
{
    SN_ONNX_NEED_RANK(c, 0);
    sn_conv_params *p;
    const fused_act *act = activation_of(c);
    const sn_onnx_attr *given = sn_onnx_take(c, "activation_params");
    double numbers[2] = {0};
    if (!act) return SN_ONNX_NEVER("its activation is none that sinter has");
    if ((int)(given ? given->floats.n : 0) != n_params(act))
        return SN_ONNX_NEVER("its activation has another number of params");
    for (int i = 0; i < n_params(act); i++) numbers[i] = (double)given->floats.v[i];
    const char *wrong = sn_onnx_conv_params(c, &sn_op_conv, &p);
    if (wrong) return SN_ONNX_NEVER(wrong);
    sn_value *y =
        SN_ONNX_MAKE(c, &sn_op_conv, p, sn_onnx_in(c, 0), sn_onnx_in(c, 1), sn_onnx_in(c, 2));
    if (sn_onnx_has(c, 3)) y = SN_ONNX_MAKE(c, &sn_op_add, NULL, y, sn_onnx_in(c, 3));
    give_activated(c, act, numbers, y);
    return SN_ONNX_YES;
}

sn_answer sn_onnx_import_fused_gemm(sn_onnx_call *c)
{
    static const char *const names[] = {"activation_alpha", "activation_beta"};
    const fused_act *act = activation_of(c);
    double numbers[2] = {0};
    if (!act) return SN_ONNX_NEVER("its activation is none that sinter has");
    sn_onnx_ignore(c, "activation_gamma"); /* of none of these */
    for (int i = 0; i < 2; i++) {
        if (i < n_params(act) && !sn_onnx_attr_named(c->record, names[i]))
            return SN_ONNX_NEVER("a param of its activation is not given");
        numbers[i] = sn_onnx_float(c, names[i], 0);
    }
    sn_value *y = sn_onnx_gemm(c);
    give_activated(c, act, numbers, y);
    return SN_ONNX_YES;
}

/* FastGelu and BiasGelu: of x, or of x + bias. */
sn_answer sn_onnx_import_bias_gelu(sn_onnx_call *c)
{
    void *p = sn_onnx_params(c, &sn_op_gelu);
    sn_value *x = sn_onnx_in(c, 0);
    (void)sn_onnx_set_enum(&sn_op_gelu, p, "approximate", c->op);
    if (sn_onnx_has(c, 1)) x = SN_ONNX_MAKE(c, &sn_op_add, NULL, x, sn_onnx_in(c, 1));
    sn_onnx_give(c, 0, SN_ONNX_MAKE(c, &sn_op_gelu, p, x));
    return SN_ONNX_YES;
}

/* x sigmoid(alpha x) */
sn_answer sn_onnx_import_quick_gelu(sn_onnx_call *c)
{
    void *p = sn_onnx_params(c, &sn_op_swish);
    (void)sn_onnx_set_f32(&sn_op_swish, p, "alpha", sn_onnx_float(c, "alpha", (double)1.702f));
    sn_onnx_give(c, 0, SN_ONNX_MAKE(c, &sn_op_swish, p, sn_onnx_in(c, 0)));
    return SN_ONNX_YES;
}

/* ---- normalizations -------------------------------------------------------------------------- */

/* RMSNormalization, whose second output is 1 / sqrt(mean of squares + epsilon). */
sn_answer sn_onnx_import_simplified_layer_normalization(sn_onnx_call *c)
{
    SN_ONNX_NEED_RANK(c, 0);
    SN_ONNX_NEED_TYPE(c, 0);
    const int rank = sn_onnx_rank(c, 0), axis = sn_onnx_axis(sn_onnx_int(c, "axis", -1), rank);
    sn_onnx_ignore(c, "stash_type");
    if (axis < 0) return SN_ONNX_NEVER("its input has no such axis");
    sn_layer_normalization_params *p = sn_onnx_params(c, &sn_op_rms_normalization);
    p->axis = axis;
    p->epsilon = (float)sn_onnx_float(c, "epsilon", 1e-5);
    sn_value *x = sn_onnx_in(c, 0);
    sn_onnx_give(c, 0, SN_ONNX_MAKE(c, &sn_op_rms_normalization, p, x, sn_onnx_in(c, 1)));
    if (sn_onnx_n_out(c) < 2) return SN_ONNX_YES;
    const sn_type wide = sn_onnx_type(c, 0) == SN_TYPE_f64 ? SN_TYPE_f64 : SN_TYPE_f32;
    int axes[SN_MAX_RANK], n = 0;
    for (int i = axis; i < rank; i++) axes[n++] = i;
    sn_value *v = sn_onnx_cast(c, x, wide);
    v = sn_onnx_reduce(c, SN_ONNX_MAKE(c, &sn_op_mul, NULL, v, v), "mean", axes, n, true);
    v = SN_ONNX_MAKE(c, &sn_op_add, NULL, v, sn_onnx_number(c, wide, (double)p->epsilon));
    sn_onnx_give(c, 1, SN_ONNX_MAKE(c, &sn_op_rsqrt, NULL, v));
    return SN_ONNX_YES;
}

/* Of input + skip + bias, which is the last output. Those between are of training. */
sn_answer sn_onnx_import_skip_layer_normalization(sn_onnx_call *c)
{
    SN_ONNX_NEED_RANK(c, 0);
    const sn_op *op = sn_op_find(c->op);
    const bool layer = op == &sn_op_layer_normalization;
    const unsigned bias = layer ? 4 : 3;
    const int axis = sn_onnx_rank(c, 0) - 1;
    if (axis < 0) return SN_ONNX_NEVER("its input has no axis");
    if (sn_onnx_gives(c, 1) || sn_onnx_gives(c, 2))
        return SN_ONNX_NEVER("its mean or its deviation is read");
    sn_layer_normalization_params *p = sn_onnx_params(c, op);
    p->axis = axis;
    p->epsilon = (float)sn_onnx_float(c, "epsilon", 1e-12);
    sn_value *sum = SN_ONNX_MAKE(c, &sn_op_add, NULL, sn_onnx_in(c, 0), sn_onnx_in(c, 1));
    if (sn_onnx_has(c, bias)) sum = SN_ONNX_MAKE(c, &sn_op_add, NULL, sum, sn_onnx_in(c, bias));
    sn_value *beta = layer ? sn_onnx_in(c, 3) : NULL;
    sn_onnx_give(c, 0, SN_ONNX_MAKE(c, op, p, sum, sn_onnx_in(c, 2), beta));
    sn_onnx_give_nothing(c, 1);
    sn_onnx_give_nothing(c, 2);
    sn_onnx_give(c, 3, sum);
    return SN_ONNX_YES;
}

/* Rows of a table by their indices; where the table is quantized, scale and zero point are at slots
 * that are not 0. */
static sn_value *rows_of(sn_onnx_call *c, unsigned table, sn_value *at, unsigned scale,
                         unsigned zero)
{
    sn_value *v = SN_ONNX_DO(c, gather, sn_onnx_in(c, table), at);
    return scale ? sn_onnx_dequantized(c, v, sn_onnx_in(c, scale), sn_onnx_in(c, zero)) : v;
}

static sn_value *factor_of(sn_onnx_call *c, unsigned slot, unsigned scale, unsigned zero)
{
    sn_value *v = sn_onnx_in(c, slot);
    return scale ? sn_onnx_dequantized(c, v, sn_onnx_in(c, scale), sn_onnx_in(c, zero)) : v;
}

/* Sums of rows of tables, normalized, and how many places of each batch the mask has. Of
 * QEmbedLayerNormalization tables and factors are quantized. */
sn_answer sn_onnx_import_embed_normalization(sn_onnx_call *c)
{
    enum { IDS, SEGMENTS, WORDS, PLACES, KINDS, SCALE, BIAS, MASK, AT };
    const bool quantized = *c->record->type == 'Q';
    /* of words, places, kinds, scale and bias */
    static const unsigned scales[2][5] = {{0}, {8, 9, 10, 11, 12}},
                          zeros[2][5] = {{0}, {13, 14, 15, 16, 17}};
    const unsigned *scale = scales[quantized], *zero = zeros[quantized];
    SN_ONNX_NEED_RANK(c, IDS);
    if (sn_onnx_rank(c, IDS) != 2) return SN_ONNX_NEVER("its ids have not two axes");
    sn_layer_normalization_params *p = sn_onnx_params(c, &sn_op_layer_normalization);
    p->axis = 2;
    p->epsilon = (float)sn_onnx_float(c, "epsilon", 1e-12);
    sn_onnx_ignore(c, "mask_index_type"); /* an older way to ask for the counts */
    sn_value *ids = sn_onnx_in(c, IDS), *at = quantized ? NULL : sn_onnx_in(c, AT);
    if (!at) at = sn_onnx_count_up(c, sn_onnx_size_of(c, ids, 1));
    sn_value *sum = rows_of(c, WORDS, ids, scale[0], zero[0]);
    sum = SN_ONNX_DO(c, add, sum, rows_of(c, PLACES, at, scale[1], zero[1]));
    if (sn_onnx_has(c, SEGMENTS))
        sum =
            SN_ONNX_DO(c, add, sum, rows_of(c, KINDS, sn_onnx_in(c, SEGMENTS), scale[2], zero[2]));
    sn_onnx_give(c, 0,
                 SN_ONNX_MAKE(c, &sn_op_layer_normalization, p, sum,
                              factor_of(c, SCALE, scale[3], zero[3]),
                              factor_of(c, BIAS, scale[4], zero[4])));
    if (sn_onnx_n_out(c) > 1) {
        sn_value *counts = sn_onnx_cast(c, sn_onnx_in(c, MASK), SN_TYPE_i32);
        if (counts)
            counts = sn_onnx_reduce(c, counts, "sum", (int[]){1}, 1, false);
        else
            counts = SN_ONNX_DO(c, dynamic_expand, sn_onnx_number(c, SN_TYPE_i32, 0),
                                sn_onnx_size_vector(c, ids, 0));
        sn_onnx_give(c, 1, counts);
    }
    sn_onnx_give(c, 2, sum);
    return SN_ONNX_YES;
}
