/* SPDX-License-Identifier: Apache-2.0
 *
 * quantize, dequantize, requantize: params and slots. Scales and biases have one element, or one
 * per index of axis 0. */
#ifndef SN_OPS_QUANTIZE_H
#define SN_OPS_QUANTIZE_H

#include "ir/op.h"

enum { SN_QUANTIZE_X, SN_QUANTIZE_SCALE };
enum { SN_DEQUANTIZE_X, SN_DEQUANTIZE_SCALE, SN_DEQUANTIZE_BIAS };
enum { SN_REQUANTIZE_X, SN_REQUANTIZE_SCALE_IN, SN_REQUANTIZE_SCALE_OUT, SN_REQUANTIZE_BIAS };

typedef struct sn_requantize_params {
    sn_act act;
} sn_requantize_params;

/* Half away from zero, to -127..127: what every int8 layer of ncnn does with a float. */
int8_t sn_float_to_int8(float v);
/* The scale of the weights of a channel of the result: of all there is one, or one for each group,
 * or one for each channel. */
float sn_int8_scale(const float *scales, int64_t n_scales, int64_t group, int64_t channel,
                    int64_t n_channels);
/* What a sum of products of two such numbers is multiplied by. */
float sn_int8_factor(float x_scale, float weight_scale);

#endif
