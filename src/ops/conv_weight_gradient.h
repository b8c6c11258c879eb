/* SPDX-License-Identifier: Apache-2.0
 *
 * conv_weight_gradient: params and slots. The gradient of a convolution y of x by its weight, of
 * which only the size counts. */
#ifndef SN_OPS_CONV_WEIGHT_GRADIENT_H
#define SN_OPS_CONV_WEIGHT_GRADIENT_H

#include "ops/window.h"

enum {
    SN_WEIGHT_GRADIENT_X,  /* [mapped over..][ic](d)(h)w */
    SN_WEIGHT_GRADIENT_DY, /* [mapped over..][oc] and the sizes of y */
};

typedef struct sn_conv_weight_gradient_params {
    int32_t nd, group;
    sn_ints kernel, stride, dilation, pad_begin, pad_end;
    int32_t axis; /* of the channels; nd spatial axes follow, those before are summed over */
} sn_conv_weight_gradient_params;

/* Of a node whose shapes are known. */
typedef struct sn_conv_weight_gradient_sizes {
    sn_window w;                         /* along d, h, w */
    int64_t maps, group, icg, ocg, taps; /* icg, ocg: channels of a group */
} sn_conv_weight_gradient_sizes;
sn_conv_weight_gradient_sizes sn_conv_weight_gradient_sizes_of(const sn_node *n);
sn_window_params sn_conv_weight_gradient_window(const sn_conv_weight_gradient_params *p);

#endif
