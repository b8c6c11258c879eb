/* SPDX-License-Identifier: Apache-2.0
 *
 * RepVGG-A0 in the form in which it is trained: Ding, Zhang, Ma, Han, Ding, Sun, "RepVGG: Making
 * VGG-style ConvNets Great Again", CVPR 2021, section 3.2 and table 2. Each block sums a 3x3
 * convolution, a 1x1 convolution and, where size and channels stay, its input, each of them
 * normalised. */
#include "zoo/build.h"

sn_network_fn sn_network_repvgg;

static sn_value *conv_bn(sn_build *b, sn_value *x, const char *name, sn_build_window w)
{
    return sn_build_batch_norm(b, sn_build_conv(b, x, name, w), name);
}

/* The branches share the variance of what goes on; behind an identity, which no relu halves, they
 * add little. */
static sn_value *block(sn_build *b, sn_value *x, const char *name, int64_t out, int stride)
{
    bool identity = stride == 1 && sn_build_size(b, x, 0) == out;
    const double gain = identity ? 0.05 : 0.9;
    const sn_build_window dense = {.out = out,
                                   .kernel = 3,
                                   .stride = stride,
                                   .pad = 1,
                                   .gain = gain},
                          one = {.out = out, .kernel = 1, .stride = stride, .gain = gain};
    sn_value *y = conv_bn(b, x, sn_build_name(b, "%s/dense", name), dense);
    y = sn_build_add(b, y, conv_bn(b, x, sn_build_name(b, "%s/1x1", name), one),
                     sn_build_name(b, "%s/sum", name));
    if (identity) {
        sn_value *same = sn_build_batch_norm(b, x, sn_build_name(b, "%s/identity", name));
        y = sn_build_add(b, y, same, sn_build_name(b, "%s/sum2", name));
    }
    return sn_build_relu(b, y, sn_build_name(b, "%s/relu", name));
}

void sn_network_repvgg(sn_build *b)
{
    static const struct {
        int layers, channels;
    } stages[] = {{2, 48}, {4, 96}, {14, 192}, {1, 1280}};
    sn_value *x = block(b, sn_build_image(b, 3, 224), "stage0", 48, 2);
    for (int s = 0; s < 4; s++) {
        for (int i = 0; i < stages[s].layers; i++) {
            x = block(b, x, sn_build_name(b, "stage%d.%d", s + 1, i), stages[s].channels,
                      i == 0 ? 2 : 1);
        }
    }
    sn_build_classifier(b, sn_build_mean_pool(b, x));
}
