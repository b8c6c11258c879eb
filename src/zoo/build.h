/* SPDX-License-Identifier: Apache-2.0
 *
 * What the networks are written with: a graph that grows by nodes with one result, named so
 * that layers and values are found (a layer's first result is called like the layer, its weights
 * "layer.role"). Graphs have no batch axis, and channels first.
 *
 * Every node is inferred when it is made, so that weights take their sizes from their inputs.
 * Weights are drawn in the order of the nodes. The first failure is remembered and given back at
 * the end; what is built after it has no meaning. */
#ifndef SN_ZOO_BUILD_H
#define SN_ZOO_BUILD_H

#include "base/num.h"
#include "ops/ops.h"

typedef struct sn_build {
    sn_ctx *ctx;
    sn_graph *g;
    sn_arena *arena; /* names and texts, until the end */
    sn_rng rng;
    sn_status status; /* of the first failure */
} sn_build;

/* A network: makes everything from the input to the results. */
typedef void sn_network_fn(sn_build *b);

void sn_build_begin(sn_build *b, sn_ctx *ctx, const char *name, uint64_t seed);
/* The inferred graph, or the failure. */
sn_status sn_build_end(sn_build *b, sn_graph **out) SN_MUST_CHECK;

/* ---- names, sizes, weights ------------------------------------------------------------------- */

const char *sn_build_name(sn_build *b, const char *fmt, ...) SN_PRINTF(2, 3);
/* A size that must be a number; of a network's input it is what the hint says. */
int64_t sn_build_size(sn_build *b, const sn_value *x, int axis);

typedef struct sn_draw {
    bool normal; /* mean a, standard deviation b; else uniform in [a, b) */
    double a, b;
} sn_draw;
/* The layer's weight of that role. */
sn_value *sn_build_weight(sn_build *b, const char *layer, const char *role, sn_shape shape,
                          sn_draw draw);
/* Normal with variance gain / fan_in, so that results vary as inputs do: gain 2 behind a relu,
 * which halves (He, Zhang, Ren, Sun, "Delving Deep into Rectifiers", ICCV 2015), else 1. */
sn_draw sn_draw_fan_in(double gain, int64_t fan_in);
sn_draw sn_draw_near(double middle); /* uniform, up to 0.1 away */

/* ---- nodes ----------------------------------------------------------------------------------- */

/* params: as in the text form, "{kernel=[3,3]}"; NULL: all defaults. Inputs may be NULL where left
 * out. */
sn_value *sn_build_node(sn_build *b, const sn_op *op, const char *layer, const char *params,
                        int n_in, sn_value *const *in);
/* The same with several results, called like the layer with their number behind. */
void sn_build_node_many(sn_build *b, const sn_op *op, const char *layer, const char *params,
                        sn_value *x, int n_out, sn_value **out);
/* One input. */
sn_value *sn_build_apply(sn_build *b, sn_value *x, const sn_op *op, const char *layer,
                         const char *params);

/* "data", [channels][size][size]: rank and type are declared, the sizes are a hint. */
sn_value *sn_build_image(sn_build *b, int channels, int size);
void sn_build_result(sn_build *b, sn_value *x);

typedef struct sn_build_window {
    int64_t out;             /* channels */
    int kernel, stride, pad; /* both ways; stride 0 is 1 */
    int64_t group;           /* 0 is 1 */
    double gain;             /* of the weights (see sn_draw_fan_in); 0 is 2 */
    bool bias;
} sn_build_window;
sn_value *sn_build_conv(sn_build *b, sn_value *x, const char *layer, sn_build_window w);
/* Each channel for itself, 3x3, padded by 1, without bias. */
sn_value *sn_build_depthwise(sn_build *b, sn_value *x, const char *layer, int stride);
sn_value *sn_build_linear(sn_build *b, sn_value *x, const char *layer, double gain, int64_t out);

/* "<base>/bn". Statistics as training leaves them: mean near 0, variance around 1. */
sn_value *sn_build_batch_norm(sn_build *b, sn_value *x, const char *base);
/* Caffe's pair: "<base>/bn" that has statistics only, and "<base>/scale". */
sn_value *sn_build_batch_norm_scale(sn_build *b, sn_value *x, const char *base);
/* Over the last axis. */
sn_value *sn_build_layer_norm(sn_build *b, sn_value *x, const char *layer);

sn_value *sn_build_relu(sn_build *b, sn_value *x, const char *layer);
sn_value *sn_build_add(sn_build *b, sn_value *x, sn_value *y, const char *layer);
sn_value *sn_build_concat(sn_build *b, const char *layer, int axis, int n, sn_value *const *parts);
/* "pool", "fc" and "prob": the mean of each channel, 1000 classes. */
sn_value *sn_build_mean_pool(sn_build *b, sn_value *x);
void sn_build_classifier(sn_build *b, sn_value *x);

#endif
