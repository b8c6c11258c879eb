/* SPDX-License-Identifier: Apache-2.0
 *
 * Convolutions as the kernels see them: sizes as numbers, and groups made wide enough for blocks of
 * channels. */
#ifndef SN_KERNELS_CONV_SIZES_H
#define SN_KERNELS_CONV_SIZES_H

#include "kernels/kernel.h"
#include "ops/conv_weight_gradient.h"
#include "ops/window.h"

typedef struct sn_conv_sizes {
    sn_window w;             /* along d, h, w */
    int64_t group, icg, ocg; /* channels of one group */
    int64_t merged;          /* groups of the node that make one group here, see sn_conv_merge */
    float pad_value;
    bool known; /* the weight is constant; else it can be packed at run time */
} sn_conv_sizes;

/* Sizes of a convolution whose weight can be packed and whose x, no constant, has a channel axis,
 * axis 0, and all its spatial axes. False for others. */
bool sn_conv_sizes_of(const sn_node *node, sn_conv_sizes *out);
/* Joins groups until each has whole blocks of channels, or there is one group; weights between
 * joined groups are 0. */
void sn_conv_merge(sn_conv_sizes *c, int lanes);
/* Whether some tap may lie in the padding. */
bool sn_conv_padded(const sn_conv_sizes *c);
/* 1x1 without groups (a product of matrices), or depthwise: there are kernels for these alone. */
bool sn_conv_is_special(const sn_conv_sizes *c);
int64_t sn_conv_n_taps(const sn_conv_sizes *c);
int64_t sn_conv_pixels(const int64_t d[3]);
/* How often each row of x is copied, on the average, where each of so many bands of output rows
 * has a copy of what it reads. */
double sn_conv_band_times(const sn_conv_sizes *c, int64_t bands);
/* Weight from input channel i to output channel o of group g, at tap 0 of `taps`; NULL: it is 0.
 * Beyond the channels it is 0, too. */
const float *sn_conv_row_of(const sn_conv_sizes *c, const float *w, int64_t g, int64_t o,
                            int64_t i);
/* What a step that computes a gradient by the weight does: flops, bytes. */
void sn_weight_gradient_count(sn_step *s, const sn_conv_weight_gradient_sizes *c);
/* Multiply-adds of the node, as flops. */
double sn_conv_flops(const sn_conv_sizes *c);

#endif
