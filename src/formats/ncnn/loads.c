/* SPDX-License-Identifier: Apache-2.0
 *
 * What each layer type reads from the weight file: one small function for each type that reads
 * anything, listing its loads in order. The file has no index, so these lists are its only
 * structure. Sizes come from params and are checked: positive, no overflow, dividing evenly where
 * the layer's meaning needs that. */
#include "formats/ncnn/schema.h"

#include <limits.h>
#include <string.h>

typedef struct lister {
    const sn_ncnn_values *v;
    sn_ncnn_loads *out;
} lister;

static int64_t num(const lister *l, const char *name)
{
    const sn_ncnn_param *p = sn_ncnn_param_named(l->v->layer, name);
    return p ? sn_ncnn_int(l->v, p->id) : 0;
}

/* At least this much, or the kernel sizes' own default of 1 for a type that lacks the axis. */
static int64_t num_or(const lister *l, const char *name, int64_t otherwise)
{
    const sn_ncnn_param *p = sn_ncnn_param_named(l->v->layer, name);
    return p ? sn_ncnn_int(l->v, p->id) : otherwise;
}

#define WRONG(l, ...)                                                                              \
    do {                                                                                           \
        if (!(l)->out->wrong) (l)->out->wrong = sn_arena_printf((l)->out->arena, __VA_ARGS__);     \
    } while (0)

static sn_ncnn_weight *add(lister *l, const char *role, bool tagged, int rank, const int64_t *d)
{
    sn_ncnn_weight load = {.role = role, .tagged = tagged, .shape = {.rank = (int8_t)rank}};
    int64_t n = 1;
    for (int i = 0; i < rank; i++) {
        if (d[i] <= 0) WRONG(l, "%s would have %lld elements", role, (long long)d[i]);
        load.shape.d[i] = d[i] > 0 ? d[i] : 1;
        if (load.shape.d[i] > INT32_MAX / n) {
            WRONG(l, "%s would have more than %d elements", role, INT32_MAX);
            load.shape.d[i] = 1;
        }
        n *= load.shape.d[i];
    }
    SN_PUSH(*l->out, load);
    return &l->out->v[l->out->n - 1];
}

#define RAW(l, role, ...)                                                                          \
    add((l), (role), false, sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t),                    \
        (int64_t[]){__VA_ARGS__})
#define TAGGED(l, role, ...)                                                                       \
    add((l), (role), true, sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t),                     \
        (int64_t[]){__VA_ARGS__})

static void batch_norm(lister *l)
{
    int64_t c = num(l, "channels");
    RAW(l, "scale", c);
    RAW(l, "mean", c);
    RAW(l, "var", c);
    RAW(l, "bias", c);
}

static void bias(lister *l) { RAW(l, "bias", num(l, "bias_data_size")); }

/* Convolutions of any kind: [oc][ic/group](kd)(kh)kw, where ic/group is what the size leaves. */
static void weights_of(lister *l, int nd)
{
    static const char *const kernels[] = {"kernel_d", "kernel_h", "kernel_w"};
    if (num(l, "dynamic_weight")) return;
    int64_t d[5] = {num(l, "num_output"), 0};
    int64_t rest = num(l, "weight_data_size"), each = d[0] > 0 ? d[0] : 1;
    for (int i = 0; i < nd; i++) {
        d[2 + i] = num(l, kernels[3 - nd + i]);
        if (d[2 + i] <= 0 || d[2 + i] > INT32_MAX / each) {
            if (d[2 + i] <= 0)
                WRONG(l, "%s is %lld, at least 1 expected", kernels[3 - nd + i],
                      (long long)d[2 + i]);
            else
                WRONG(l, "num_output %lld with this kernel makes more elements than an int counts",
                      (long long)d[0]);
            return;
        }
        each *= d[2 + i];
    }
    if (rest <= 0 || rest % each != 0) {
        WRONG(l, "weight_data_size is %lld, %lld outputs of this kernel need a multiple of %lld",
              (long long)rest, (long long)d[0], (long long)each);
        return;
    }
    d[1] = rest / each;
    int64_t group = num_or(l, "group", 1);
    if (group <= 0 || d[0] % group != 0) {
        WRONG(l, "num_output %lld is no multiple of group %lld", (long long)d[0], (long long)group);
        return;
    }
    bool int8 = num(l, "int8_scale_term") != 0;
    add(l, "weight", true, 2 + nd, d)->int8 = int8;
    if (num(l, "bias_term")) RAW(l, "bias", d[0]);
}

static void conv1d(lister *l) { weights_of(l, 1); }
static void conv2d(lister *l) { weights_of(l, 2); }
static void conv3d(lister *l) { weights_of(l, 3); }

static void convolution(lister *l)
{
    weights_of(l, 2);
    int64_t term = num(l, "int8_scale_term");
    if (num(l, "dynamic_weight") || !term) return;
    RAW(l, "weight_scales", num(l, "num_output"));
    RAW(l, "x_scale", 1);
    if (term > 100) RAW(l, "y_scale", 1);
}

static void convolution_depthwise(lister *l)
{
    weights_of(l, 2);
    int64_t term = num(l, "int8_scale_term");
    if (num(l, "dynamic_weight") || !term) return;
    if (term == 1 || term == 101 || term == 2 || term == 102) {
        RAW(l, "weight_scales", term % 100 == 1 ? num(l, "group") : 1);
        RAW(l, "x_scale", 1);
    } else {
        WRONG(l, "int8_scale_term is %lld, expected 0, 1, 2, 101 or 102", (long long)term);
    }
    if (term > 100) RAW(l, "y_scale", 1);
}

/* [rows][size / rows] */
static void matrix(lister *l, const char *role, int64_t size, int64_t rows, bool int8)
{
    if (rows <= 0 || size <= 0 || size % rows != 0) {
        WRONG(l, "%s has %lld elements, a positive multiple of %lld expected", role,
              (long long)size, (long long)rows);
        return;
    }
    TAGGED(l, role, rows, size / rows)->int8 = int8;
}

static void inner_product(lister *l)
{
    int64_t oc = num(l, "num_output"), term = num(l, "int8_scale_term");
    matrix(l, "weight", num(l, "weight_data_size"), oc, term != 0);
    if (num(l, "bias_term")) RAW(l, "bias", oc);
    if (!term) return;
    RAW(l, "weight_scales", oc);
    RAW(l, "x_scale", 1);
}

static void embed(lister *l)
{
    int64_t dim = num(l, "num_output"), n = num(l, "input_dim"), size = num(l, "weight_data_size");
    bool int8 = num(l, "int8_scale_term") != 0;
    if (dim > 0 && n > 0 && n <= INT32_MAX / dim && n * dim == size)
        TAGGED(l, "weight", n, dim)->int8 = int8;
    else
        WRONG(l, "weight_data_size is %lld, expected input_dim %lld x num_output %lld",
              (long long)size, (long long)n, (long long)dim);
    if (num(l, "bias_term")) RAW(l, "bias", dim);
    if (int8) RAW(l, "weight_scale", 1);
}

static void memory_data(lister *l)
{
    int64_t w = num(l, "w"), h = num(l, "h"), d = num(l, "d"), c = num(l, "c");
    int64_t type = num(l, "load_type");
    if (type != 0 && type != 1) WRONG(l, "load_type is %lld, 0 or 1 expected", (long long)type);
    bool tagged = type == 0;
    if (d)
        add(l, "data", tagged, 4, (int64_t[]){c, d, h, w});
    else if (c)
        add(l, "data", tagged, 3, (int64_t[]){c, h, w});
    else if (h)
        add(l, "data", tagged, 2, (int64_t[]){h, w});
    else if (w)
        add(l, "data", tagged, 1, (int64_t[]){w});
}

static void prelu(lister *l) { RAW(l, "slope", num(l, "num_slope")); }

static void scale(lister *l)
{
    int64_t n = num(l, "scale_data_size");
    if (n == -233) return; /* the scale is a second input, and no bias is read */
    RAW(l, "scale", n);
    if (num(l, "bias_term")) RAW(l, "bias", n);
}

/* gates x hidden rows a direction, behind it gates or 4 rows of bias. */
static void recurrent(lister *l, int64_t gates, int64_t bias_rows)
{
    int64_t dirs = num(l, "direction") == 2 ? 2 : 1, out = num(l, "num_output");
    int64_t hidden = num_or(l, "hidden_size", out), size = num(l, "weight_data_size");
    if (out <= 0 || hidden <= 0 || hidden > INT32_MAX / 8 || size % (dirs * hidden * gates) != 0) {
        WRONG(
            l,
            "weight_data_size is %lld, expected a multiple of %lld directions x %lld gates x %lld",
            (long long)size, (long long)dirs, (long long)gates, (long long)hidden);
        return;
    }
    bool int8 = num(l, "int8_scale_term") != 0;
    TAGGED(l, "weight_xc", dirs, gates * hidden, size / (dirs * hidden * gates))->int8 = int8;
    TAGGED(l, "bias_c", dirs, bias_rows, hidden);
    TAGGED(l, "weight_hc", dirs, gates * hidden, out)->int8 = int8;
    if (out != hidden) TAGGED(l, "weight_hr", dirs, out, hidden);
    if (!int8) return;
    RAW(l, "weight_xc_scales", dirs, gates * hidden);
    RAW(l, "weight_hc_scales", dirs, gates * hidden);
}

static void rnn(lister *l) { recurrent(l, 1, 1); }
static void lstm(lister *l) { recurrent(l, 4, 4); }
static void gru(lister *l) { recurrent(l, 3, 4); }

static void padding(lister *l)
{
    int64_t n = num(l, "per_channel_pad_data_size");
    if (n) RAW(l, "per_channel", n);
}

static void normalize(lister *l) { RAW(l, "scale", num(l, "scale_data_size")); }

static void gamma_beta(lister *l, const char *size, bool beta)
{
    if (!num(l, "affine")) return;
    RAW(l, "gamma", num(l, size));
    if (beta) RAW(l, "beta", num(l, size));
}

static void channel_norm(lister *l) { gamma_beta(l, "channels", true); }
static void layer_norm(lister *l) { gamma_beta(l, "affine_size", true); }
static void rms_norm(lister *l) { gamma_beta(l, "affine_size", false); }

static void quantize(lister *l) { RAW(l, "scale", num(l, "scale_data_size")); }

static void dequantize(lister *l)
{
    RAW(l, "scale", num(l, "scale_data_size"));
    if (num(l, "bias_data_size")) RAW(l, "bias", num(l, "bias_data_size"));
}

static void requantize(lister *l)
{
    RAW(l, "scale_in", num(l, "scale_in_data_size"));
    RAW(l, "scale_out", num(l, "scale_out_data_size"));
    if (num(l, "bias_data_size")) RAW(l, "bias", num(l, "bias_data_size"));
}

/* Weight-block codes: bits * 100 + has_input_scale * 10 + block size code. */
typedef struct block_code {
    int bits, block; /* 0 bits: none */
    bool input_scale;
} block_code;

static block_code block_code_of(lister *l)
{
    int64_t term = num(l, "quantize_term");
    int64_t bits = term / 100, format = term % 100 / 10, size = term % 10;
    if ((bits == 4 || bits == 6 || bits == 8) && format <= 1 && size <= 2)
        return (block_code){(int)bits, 32 << size, format == 1};
    if (term == 4 || term == 5 || term == 6 || term >= 400)
        WRONG(l, "quantize_term %lld is none that ncnn knows", (long long)term);
    return (block_code){0, 0, false};
}

static void packed(lister *l, const char *role, int64_t rows, int64_t k, int bits)
{
    add(l, role, true, 2, (int64_t[]){rows, k})->bits = (uint8_t)bits;
}

static int64_t blocks(int64_t k, int block) { return (k + block - 1) / block; }

static void gemm_c(lister *l, int64_t m, int64_t n)
{
    switch (num(l, "constant_broadcast_type_C")) {
    case -1:
        return;
    case 0:
        TAGGED(l, "c", 1);
        return;
    case 1:
        TAGGED(l, "c", m);
        return;
    case 2:
        TAGGED(l, "c", m, 1);
        return;
    case 3:
        TAGGED(l, "c", m, n);
        return;
    case 4:
        TAGGED(l, "c", 1, n);
        return;
    default:
        WRONG(l, "constant_broadcast_type_C is %lld, -1 to 4 expected",
              (long long)num(l, "constant_broadcast_type_C"));
    }
}

static void gemm(lister *l)
{
    int64_t m = num(l, "constantM"), n = num(l, "constantN"), k = num(l, "constantK");
    block_code code = block_code_of(l);
    bool plain_int8 = !code.bits && num(l, "quantize_term");
    bool trans_a = num(l, "transA"), trans_b = num(l, "transB");
    bool a = num(l, "constantA") == 1, b = num(l, "constantB") == 1;
    if (code.bits && (num(l, "constantA") != 0 || !b || trans_a || num(l, "transB") != 1))
        WRONG(l, "weights in blocks need a constant transposed B and a dynamic A");
    if (a) TAGGED(l, "a", trans_a ? k : m, trans_a ? m : k)->int8 = plain_int8;
    if (b && code.bits)
        packed(l, "b", n, k, code.bits);
    else if (b)
        TAGGED(l, "b", trans_b ? n : k, trans_b ? k : n)->int8 = plain_int8;
    if (num(l, "constantC") == 1) gemm_c(l, m, n);
    if (code.bits) {
        RAW(l, "b_scales", n, blocks(k, code.block));
        if (code.input_scale) RAW(l, "b_input_scales", k);
    } else if (plain_int8) {
        if (a) RAW(l, "a_scales", m);
        if (b) RAW(l, "b_scale", 1);
    }
}

static void mha_weight(lister *l, const char *role, int64_t rows, int64_t k, const block_code *code)
{
    if (code->bits)
        packed(l, role, rows, k, code->bits);
    else
        TAGGED(l, role, rows, k)->int8 = num(l, "quantize_term") != 0;
}

static void multi_head_attention(lister *l)
{
    int64_t e = num(l, "embed_dim"), kdim = num(l, "kdim"), vdim = num(l, "vdim");
    int64_t size = num(l, "weight_data_size"), heads = num(l, "num_heads");
    if (e <= 0 || size <= 0 || size % e != 0 || heads <= 0) {
        WRONG(l,
              "weight_data_size is %lld, a positive multiple of embed_dim %lld expected, and 1 "
              "head or more",
              (long long)size, (long long)e);
        return;
    }
    int64_t qdim = size / e;
    block_code code = block_code_of(l);
    mha_weight(l, "wq", e, qdim, &code);
    RAW(l, "bq", e);
    mha_weight(l, "wk", e, kdim, &code);
    RAW(l, "bk", e);
    mha_weight(l, "wv", e, vdim, &code);
    RAW(l, "bv", e);
    mha_weight(l, "wo", qdim, e, &code);
    RAW(l, "bo", qdim);
    if (code.bits) {
        RAW(l, "q_scales", e, blocks(qdim, code.block));
        RAW(l, "k_scales", e, blocks(kdim, code.block));
        RAW(l, "v_scales", e, blocks(vdim, code.block));
        RAW(l, "o_scales", qdim, blocks(e, code.block));
        if (!code.input_scale) return;
        RAW(l, "q_input_scales", qdim);
        RAW(l, "k_input_scales", kdim);
        RAW(l, "v_input_scales", vdim);
        RAW(l, "o_input_scales", e);
    } else if (num(l, "quantize_term")) {
        RAW(l, "q_scales", e);
        RAW(l, "k_scales", e);
        RAW(l, "v_scales", e);
        RAW(l, "o_scale", 1);
    }
}

static const struct {
    const char *type;
    void (*list)(lister *l);
} listers[] = {
    {"BatchNorm", batch_norm},
    {"Bias", bias},
    {"Convolution", convolution},
    {"Convolution1D", conv1d},
    {"Convolution3D", conv3d},
    {"ConvolutionDepthWise", convolution_depthwise},
    {"ConvolutionDepthWise1D", conv1d},
    {"ConvolutionDepthWise3D", conv3d},
    {"Deconvolution", conv2d},
    {"Deconvolution1D", conv1d},
    {"Deconvolution3D", conv3d},
    {"DeconvolutionDepthWise", conv2d},
    {"DeconvolutionDepthWise1D", conv1d},
    {"DeconvolutionDepthWise3D", conv3d},
    {"DeformableConv2D", conv2d},
    {"Dequantize", dequantize},
    {"Embed", embed},
    {"GRU", gru},
    {"Gemm", gemm},
    {"GroupNorm", channel_norm},
    {"InnerProduct", inner_product},
    {"InstanceNorm", channel_norm},
    {"LSTM", lstm},
    {"LayerNorm", layer_norm},
    {"MemoryData", memory_data},
    {"MultiHeadAttention", multi_head_attention},
    {"Normalize", normalize},
    {"PReLU", prelu},
    {"Padding", padding},
    {"Quantize", quantize},
    {"RMSNorm", rms_norm},
    {"RNN", rnn},
    {"Requantize", requantize},
    {"Scale", scale},
};

void sn_ncnn_loads_of(const sn_ncnn_values *v, sn_ncnn_loads *loads)
{
    lister l = {v, loads};
    for (size_t i = 0; i < sizeof listers / sizeof listers[0]; i++)
        if (strcmp(listers[i].type, v->layer->type) == 0) listers[i].list(&l);
}
