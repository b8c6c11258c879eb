/* SPDX-License-Identifier: Apache-2.0
 *
 * ShuffleNetV2 1.0: Ma, Zhang, Zheng, Sun, "ShuffleNet V2: Practical Guidelines for Efficient CNN
 * Architecture Design", ECCV 2018, figure 3 (c, d) and table 5. */
#include "zoo/build.h"

sn_network_fn sn_network_shufflenet_v2;

static sn_value *conv_bn_relu(sn_build *b, sn_value *x, const char *name, sn_build_window w)
{
    x = sn_build_batch_norm(b, sn_build_conv(b, x, name, w), name);
    return sn_build_relu(b, x, sn_build_name(b, "%s/relu", name));
}

static sn_value *depthwise_bn(sn_build *b, sn_value *x, const char *name, int stride)
{
    return sn_build_batch_norm(b, sn_build_depthwise(b, x, name, stride), name);
}

/* 1x1, depthwise 3x3, 1x1. */
static sn_value *right_branch(sn_build *b, sn_value *x, const char *unit, int64_t out, int stride)
{
    const sn_build_window before = {.out = out, .kernel = 1},
                          after = {.out = out, .kernel = 1, .gain = 1};
    x = conv_bn_relu(b, x, sn_build_name(b, "%s/conv1", unit), before);
    x = depthwise_bn(b, x, sn_build_name(b, "%s/dwise", unit), stride);
    return conv_bn_relu(b, x, sn_build_name(b, "%s/conv2", unit), after);
}

static sn_value *join(sn_build *b, sn_value *left, sn_value *right, const char *unit)
{
    sn_value *x =
        sn_build_concat(b, sn_build_name(b, "%s/concat", unit), 0, 2, (sn_value *[]){left, right});
    return sn_build_apply(b, x, &sn_op_channel_shuffle, sn_build_name(b, "%s/shuffle", unit),
                          "{groups=2, axis=0}");
}

/* (d): both branches see everything, and halve its size. */
static sn_value *first_unit(sn_build *b, sn_value *x, const char *unit, int64_t out)
{
    sn_value *left = depthwise_bn(b, x, sn_build_name(b, "%s/left/dwise", unit), 2);
    left = conv_bn_relu(b, left, sn_build_name(b, "%s/left/conv", unit),
                        (sn_build_window){.out = out / 2, .kernel = 1, .gain = 1});
    return join(b, left, right_branch(b, x, unit, out / 2, 2), unit);
}

/* (c): one half of the channels goes by. */
static sn_value *later_unit(sn_build *b, sn_value *x, const char *unit)
{
    sn_value *half[2];
    int64_t out = sn_build_size(b, x, 0) / 2;
    sn_build_node_many(b, &sn_op_split, sn_build_name(b, "%s/split", unit),
                       sn_build_name(b, "{sizes=[%lld,%lld]}", (long long)out, (long long)out), x,
                       2, half);
    return join(b, half[0], right_branch(b, half[1], unit, out, 1), unit);
}

void sn_network_shufflenet_v2(sn_build *b)
{
    static const struct {
        int out, n;
    } stages[] = {{116, 4}, {232, 8}, {464, 4}};
    sn_value *x = sn_build_image(b, 3, 224);
    x = conv_bn_relu(b, x, "conv1",
                     (sn_build_window){.out = 24, .kernel = 3, .stride = 2, .pad = 1});
    x = sn_build_apply(b, x, &sn_op_max_pool, "pool1",
                       "{kernel=[3,3], stride=[2,2], pad_begin=[1,1], pad_end=[1,1]}");
    for (int i = 0; i < 3; i++) {
        x = first_unit(b, x, sn_build_name(b, "stage%d/1", i + 2), stages[i].out);
        for (int k = 2; k <= stages[i].n; k++)
            x = later_unit(b, x, sn_build_name(b, "stage%d/%d", i + 2, k));
    }
    x = conv_bn_relu(b, x, "conv5", (sn_build_window){.out = 1024, .kernel = 1});
    sn_build_classifier(b, sn_build_mean_pool(b, x));
}
