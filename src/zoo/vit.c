/* SPDX-License-Identifier: Apache-2.0
 *
 * ViT-Ti/16: Dosovitskiy et al., "An Image Is Worth 16x16 Words: Transformers for Image Recognition
 * at Scale", ICLR 2021, in the size of Touvron et al., "Training data-efficient image transformers
 * & distillation through attention", ICML 2021, table 1. Tokens are averaged instead of a class
 * token being read. The embedding of places fixes the input to 224x224. */
#include "zoo/build.h"

sn_network_fn sn_network_vit;

enum { SIZE = 224, PATCH = 16, TOKENS = (SIZE / PATCH) * (SIZE / PATCH), WIDTH = 192, DEPTH = 12 };

static sn_value *named(sn_build *b, sn_value *x, const char *block, const char *name,
                       const sn_op *op)
{
    return sn_build_apply(b, x, op, sn_build_name(b, "%s/%s", block, name), NULL);
}

/* 3 heads of 64; queries are scaled by 1 / sqrt(64). */
static sn_value *attention(sn_build *b, sn_value *x, const char *layer)
{
    static const char *const weights[] = {"wq", "wk", "wv", "wo"}, *const biases[] = {"bq", "bk",
                                                                                      "bv", "bo"};
    sn_value *in[11] = {x, x, x};
    for (int i = 0; i < 4; i++) {
        in[3 + 2 * i] =
            sn_build_weight(b, layer, weights[i], SN_SHAPE(WIDTH, WIDTH), sn_draw_fan_in(1, WIDTH));
        in[4 + 2 * i] = sn_build_weight(b, layer, biases[i], SN_SHAPE(WIDTH), sn_draw_near(0));
    }
    return sn_build_node(b, &sn_op_multi_head_attention, layer,
                         "{embed_dim=192, num_heads=3, scale=0.125, self=1}", 11, in);
}

static sn_value *mlp(sn_build *b, sn_value *x, const char *block)
{
    x = sn_build_linear(b, x, sn_build_name(b, "%s/mlp/fc1", block), 1, 4 * WIDTH);
    x = named(b, x, block, "mlp/gelu", &sn_op_gelu);
    x = named(b, x, block, "mlp/drop", &sn_op_dropout);
    return sn_build_linear(b, x, sn_build_name(b, "%s/mlp/fc2", block), 2, WIDTH);
}

/* Equations 2 and 3. */
static sn_value *encoder_block(sn_build *b, sn_value *x, const char *block)
{
    sn_value *y = sn_build_layer_norm(b, x, sn_build_name(b, "%s/norm1", block));
    y = attention(b, y, sn_build_name(b, "%s/attn", block));
    x = sn_build_add(b, x, y, sn_build_name(b, "%s/sum1", block));
    y = mlp(b, sn_build_layer_norm(b, x, sn_build_name(b, "%s/norm2", block)), block);
    return sn_build_add(b, x, y, sn_build_name(b, "%s/sum2", block));
}

/* Equation 1: [3][224][224] to [196][192]. */
static sn_value *embed(sn_build *b, sn_value *x)
{
    const sn_build_window patches = {
        .out = WIDTH, .kernel = PATCH, .stride = PATCH, .gain = 1, .bias = true};
    const sn_draw small = {.normal = true, .b = 0.02};
    x = sn_build_conv(b, x, "patch_embed", patches);
    x = sn_build_apply(b, x, &sn_op_reshape, "patch_embed/reshape", "{shape=[192,-1]}");
    x = sn_build_apply(b, x, &sn_op_transpose, "patch_embed/permute", "{perm=[1,0]}");
    sn_value *places = sn_build_weight(b, "pos_embed", "data", SN_SHAPE(TOKENS, WIDTH), small);
    places = sn_build_apply(b, places, &sn_op_constant, "pos_embed", NULL);
    return sn_build_add(b, x, places, "pos_embed/sum");
}

void sn_network_vit(sn_build *b)
{
    sn_value *x = embed(b, sn_build_image(b, 3, SIZE));
    for (int i = 0; i < DEPTH; i++) x = encoder_block(b, x, sn_build_name(b, "blocks/%d", i));
    x = sn_build_layer_norm(b, x, "norm");
    x = sn_build_apply(b, x, &sn_op_reduce, "pool", "{op=mean, axes=[0], keepdims=0}");
    sn_build_classifier(b, x);
}
