/* SPDX-License-Identifier: Apache-2.0
 *
 * SqueezeNet 1.1: Iandola, Han, Moskewicz, Ashraf, Dally, Keutzer, "SqueezeNet: AlexNet-level
 * accuracy with 50x fewer parameters and <0.5MB model size", 2016 (arXiv:1602.07360); 1.1 is the
 * authors' revision with less computation. It has no batch norm; its convolutions have biases. */
#include "zoo/build.h"

sn_network_fn sn_network_squeezenet;

static sn_value *conv_relu(sn_build *b, sn_value *x, const char *name, sn_build_window w)
{
    w.bias = true;
    return sn_build_relu(b, sn_build_conv(b, x, name, w), sn_build_name(b, "%s/relu", name));
}

static sn_value *pool(sn_build *b, sn_value *x, const char *name)
{
    return sn_build_apply(b, x, &sn_op_max_pool, name,
                          "{kernel=[3,3], stride=[2,2], ceil_mode=true}");
}

/* Figure 1: few channels from 1x1, then as many from 1x1 as from 3x3. */
static sn_value *fire(sn_build *b, sn_value *x, int number, int64_t few, int64_t many)
{
    const char *name = sn_build_name(b, "fire%d", number);
    const sn_build_window squeeze = {.out = few, .kernel = 1}, expand1 = {.out = many, .kernel = 1},
                          expand3 = {.out = many, .kernel = 3, .pad = 1};
    x = conv_relu(b, x, sn_build_name(b, "%s/squeeze1x1", name), squeeze);
    sn_value *one = conv_relu(b, x, sn_build_name(b, "%s/expand1x1", name), expand1);
    sn_value *three = conv_relu(b, x, sn_build_name(b, "%s/expand3x3", name), expand3);
    return sn_build_concat(b, sn_build_name(b, "%s/concat", name), 0, 2,
                           (sn_value *[]){one, three});
}

void sn_network_squeezenet(sn_build *b)
{
    sn_value *x = sn_build_image(b, 3, 227);
    x = conv_relu(b, x, "conv1", (sn_build_window){.out = 64, .kernel = 3, .stride = 2});
    x = pool(b, x, "pool1");
    x = fire(b, x, 2, 16, 64);
    x = fire(b, x, 3, 16, 64);
    x = pool(b, x, "pool3");
    x = fire(b, x, 4, 32, 128);
    x = fire(b, x, 5, 32, 128);
    x = pool(b, x, "pool5");
    x = fire(b, x, 6, 48, 192);
    x = fire(b, x, 7, 48, 192);
    x = fire(b, x, 8, 64, 256);
    x = fire(b, x, 9, 64, 256);
    x = sn_build_apply(b, x, &sn_op_dropout, "drop9", NULL);
    x = conv_relu(b, x, "conv10", (sn_build_window){.out = 1000, .kernel = 1});
    x = sn_build_mean_pool(b, x);
    sn_build_result(b, sn_build_apply(b, x, &sn_op_softmax, "prob", NULL));
}
