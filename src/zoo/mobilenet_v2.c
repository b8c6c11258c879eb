/* SPDX-License-Identifier: Apache-2.0
 *
 * MobileNetV2, width 1.0: Sandler, Howard, Zhu, Zhmoginov, Chen, "MobileNetV2: Inverted Residuals
 * and Linear Bottlenecks", CVPR 2018, table 2. */
#include "zoo/build.h"

sn_network_fn sn_network_mobilenet_v2;

static sn_value *relu6(sn_build *b, sn_value *x, const char *base)
{
    return sn_build_apply(b, x, &sn_op_clip, sn_build_name(b, "%s/relu6", base), "{min=0, max=6}");
}

static sn_value *conv_bn_relu6(sn_build *b, sn_value *x, const char *name, sn_build_window w)
{
    return relu6(b, sn_build_batch_norm(b, sn_build_conv(b, x, name, w), name), name);
}

/* Table 1: widened by 1x1, filtered by 3x3, narrowed without an activation. */
static sn_value *bottleneck(sn_build *b, sn_value *x, const char *name, int widen, int64_t out,
                            int stride)
{
    int64_t in = sn_build_size(b, x, 0);
    const char *expand = sn_build_name(b, "%s/expand", name),
               *filter = sn_build_name(b, "%s/dwise", name),
               *project = sn_build_name(b, "%s/linear", name);
    sn_value *y = x;
    if (widen != 1)
        y = conv_bn_relu6(b, y, expand,
                          (sn_build_window){.out = in * widen, .kernel = 1, .gain = 1});
    y = relu6(b, sn_build_batch_norm(b, sn_build_depthwise(b, y, filter, stride), filter), filter);
    y = sn_build_batch_norm(
        b, sn_build_conv(b, y, project, (sn_build_window){.out = out, .kernel = 1}), project);
    return stride == 1 && in == out ? sn_build_add(b, x, y, sn_build_name(b, "%s/sum", name)) : y;
}

void sn_network_mobilenet_v2(sn_build *b)
{
    static const struct {
        int widen, out, n, stride;
    } stages[] = {{1, 16, 1, 1}, {6, 24, 2, 2},  {6, 32, 3, 2}, {6, 64, 4, 2},
                  {6, 96, 3, 1}, {6, 160, 3, 2}, {6, 320, 1, 1}};
    sn_value *x = sn_build_image(b, 3, 224);
    x = conv_bn_relu6(b, x, "conv1",
                      (sn_build_window){.out = 32, .kernel = 3, .stride = 2, .pad = 1});
    for (int i = 0; i < (int)(sizeof stages / sizeof *stages); i++) {
        for (int k = 0; k < stages[i].n; k++) {
            x = bottleneck(b, x, sn_build_name(b, "conv%d_%d", i + 2, k + 1), stages[i].widen,
                           stages[i].out, k == 0 ? stages[i].stride : 1);
        }
    }
    x = conv_bn_relu6(b, x, "conv9", (sn_build_window){.out = 1280, .kernel = 1});
    x = sn_build_mean_pool(b, x);
    x = sn_build_apply(b, x, &sn_op_dropout, "drop", NULL);
    sn_build_classifier(b, x);
}
