/* SPDX-License-Identifier: Apache-2.0
 *
 * ResNet-18: He, Zhang, Ren, Sun, "Deep Residual Learning for Image Recognition", CVPR 2016, table
 * 1, with projections where the size changes (option B). Normalisation is Caffe's pair of layers,
 * sums are sum. */
#include "zoo/build.h"

sn_network_fn sn_network_resnet18;

static sn_value *conv_bn(sn_build *b, sn_value *x, const char *name, sn_build_window w)
{
    return sn_build_batch_norm_scale(b, sn_build_conv(b, x, name, w), name);
}

static sn_value *relu(sn_build *b, sn_value *x, const char *base)
{
    return sn_build_relu(b, x, sn_build_name(b, "%s/relu", base));
}

/* Figure 5, left. The branch adds less than what it is added to, so that sums do not grow with the
 * depth. */
static sn_value *block(sn_build *b, sn_value *x, const char *name, int64_t out, int stride)
{
    const char *first = sn_build_name(b, "%s_branch2a", name),
               *second = sn_build_name(b, "%s_branch2b", name);
    const sn_build_window a = {.out = out, .kernel = 3, .stride = stride, .pad = 1},
                          same = {.out = out, .kernel = 3, .pad = 1, .gain = 0.5},
                          project = {.out = out, .kernel = 1, .stride = stride};
    sn_value *y = relu(b, conv_bn(b, x, first, a), first);
    y = conv_bn(b, y, second, same);
    if (stride != 1) x = conv_bn(b, x, sn_build_name(b, "%s_branch1", name), project);
    y = sn_build_node(b, &sn_op_sum, name, NULL, 2, (sn_value *[]){x, y});
    return relu(b, y, name);
}

void sn_network_resnet18(sn_build *b)
{
    const sn_build_window stem = {.out = 64, .kernel = 7, .stride = 2, .pad = 3};
    sn_value *x = sn_build_image(b, 3, 224);
    x = relu(b, conv_bn(b, x, "conv1", stem), "conv1");
    x = sn_build_apply(b, x, &sn_op_max_pool, "pool1",
                       "{kernel=[3,3], stride=[2,2], pad_begin=[1,1], pad_end=[1,1]}");
    for (int i = 0; i < 4; i++) {
        x = block(b, x, sn_build_name(b, "res%da", i + 2), 64 << i, i == 0 ? 1 : 2);
        x = block(b, x, sn_build_name(b, "res%db", i + 2), 64 << i, 1);
    }
    sn_build_classifier(b, sn_build_mean_pool(b, x));
}
