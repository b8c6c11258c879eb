/* SPDX-License-Identifier: Apache-2.0
 *
 * MobileNet-SSD for 300x300 and 21 classes: the detector of Liu, Anguelov, Erhan, Szegedy, Reed,
 * Fu, Berg, "SSD: Single Shot MultiBox Detector", ECCV 2016, section 2, on the backbone of Howard
 * et al., "MobileNets: Efficient Convolutional Neural Networks for Mobile Vision Applications",
 * 2017 (arXiv:1704.04861), table 1. Laid out as the Caffe models are: batch norm and scale apart,
 * heads permuted to channels last, boxes and scores flattened and joined. */
#include "zoo/build.h"

sn_network_fn sn_network_ssd;

enum { N_SOURCES = 6, N_CLASSES = 21 };

static sn_value *bn_relu(sn_build *b, sn_value *x, const char *name)
{
    x = sn_build_batch_norm_scale(b, x, name);
    return sn_build_relu(b, x, sn_build_name(b, "%s/relu", name));
}

static sn_value *conv_bn_relu(sn_build *b, sn_value *x, const char *name, int64_t out, int kernel,
                              int stride)
{
    const sn_build_window w = {.out = out, .kernel = kernel, .stride = stride, .pad = kernel / 2};
    return bn_relu(b, sn_build_conv(b, x, name, w), name);
}

static sn_value *separable(sn_build *b, sn_value *x, const char *name, int64_t out, int stride)
{
    const char *each = sn_build_name(b, "%s/dw", name);
    x = bn_relu(b, sn_build_depthwise(b, x, each, stride), each);
    return conv_bn_relu(b, x, name, out, 1, 1);
}

/* What the heads look at, finest first. */
static void backbone(sn_build *b, sn_value *x, sn_value *sources[N_SOURCES])
{
    static const struct {
        int out, stride;
    } layers[] = {{64, 1},  {128, 2}, {128, 1}, {256, 2}, {256, 1},  {512, 2}, {512, 1},
                  {512, 1}, {512, 1}, {512, 1}, {512, 1}, {1024, 2}, {1024, 1}};
    static const int extra[][2] = {{256, 512}, {128, 256}, {128, 256}, {64, 128}};
    x = conv_bn_relu(b, x, "conv0", 32, 3, 2);
    for (int i = 0; i < 13; i++) {
        x = separable(b, x, sn_build_name(b, "conv%d", i + 1), layers[i].out, layers[i].stride);
        if (i == 10) sources[0] = x;
    }
    sources[1] = x;
    for (int i = 0; i < 4; i++) {
        x = conv_bn_relu(b, x, sn_build_name(b, "conv%d_1", i + 14), extra[i][0], 1, 1);
        x = conv_bn_relu(b, x, sn_build_name(b, "conv%d_2", i + 14), extra[i][1], 3, 2);
        sources[i + 2] = x;
    }
}

/* `each` numbers for every box, [rows][columns][boxes][each] as one vector. */
static sn_value *head(sn_build *b, sn_value *x, const char *name, int n_boxes, int each)
{
    const sn_build_window w = {.out = n_boxes * each, .kernel = 1, .bias = true};
    x = sn_build_conv(b, x, name, w);
    x = sn_build_apply(b, x, &sn_op_transpose, sn_build_name(b, "%s_perm", name), "{perm=[1,2,0]}");
    return sn_build_apply(b, x, &sn_op_reshape, sn_build_name(b, "%s_flat", name), "{shape=[-1]}");
}

static sn_value *scores(sn_build *b, sn_value *conf)
{
    conf = sn_build_apply(b, conf, &sn_op_reshape, "mbox_conf_reshape",
                          sn_build_name(b, "{shape=[-1,%d]}", N_CLASSES));
    conf = sn_build_apply(b, conf, &sn_op_softmax, "mbox_conf_softmax", "{axis=1}");
    return sn_build_apply(b, conf, &sn_op_reshape, "mbox_conf_flatten", "{shape=[-1]}");
}

void sn_network_ssd(sn_build *b)
{
    static const int source_of[N_SOURCES] = {11, 13, 14, 15, 16, 17};
    sn_value *image = sn_build_image(b, 3, 300), *source[N_SOURCES];
    sn_value *loc[N_SOURCES], *conf[N_SOURCES];
    backbone(b, image, source);
    for (int i = 0; i < N_SOURCES; i++) {
        int n_boxes = i == 0 ? 3 : 6;
        loc[i] = head(b, source[i], sn_build_name(b, "conv%d_mbox_loc", source_of[i]), n_boxes, 4);
        conf[i] = head(b, source[i], sn_build_name(b, "conv%d_mbox_conf", source_of[i]), n_boxes,
                       N_CLASSES);
    }
    sn_build_result(b, sn_build_concat(b, "mbox_loc", 0, N_SOURCES, loc));
    sn_build_result(b, scores(b, sn_build_concat(b, "mbox_conf", 0, N_SOURCES, conf)));
}
