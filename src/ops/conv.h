/* SPDX-License-Identifier: Apache-2.0
 *
 * conv: params and slots. One operator for 1, 2 and 3 spatial axes and any number of groups; a dynamic weight is one
 * that is a RESULT. Lists run outermost first ((d,) h, w) and have nd entries; an empty one means all 1 (stride,
 * dilation) or all 0 (pads). Kernel and channels come from the weight's shape. */
#ifndef SN_OPS_CONV_H
#define SN_OPS_CONV_H

#include "ir/op.h"

enum {
    SN_CONV_X,
    SN_CONV_WEIGHT, /* [oc][ic/group](kd)(kh)kw */
    SN_CONV_BIAS,   /* [oc], optional */
};

typedef enum sn_conv_pad {
    SN_PAD_EXPLICIT,   /* pad_begin, pad_end */
    SN_PAD_SAME_UPPER, /* ceil(in / stride) outputs, the odd one at the end */
    SN_PAD_SAME_LOWER, /* ... at the beginning; on the depth axis of ncnn's 3-D layer at the end all the same */
} sn_conv_pad;
extern const char *const sn_conv_pad_names[];

typedef struct sn_conv_params {
    int32_t nd, group;
    sn_ints stride, dilation;
    int32_t pad_mode; /* sn_conv_pad */
    sn_ints pad_begin, pad_end;
    float pad_value;
    int32_t axis;      /* of the channels in x; nd spatial axes follow, those before are mapped over */
    int32_t vector_ok; /* a 1x1 kernel on a vector of ic elements is an inner product */
    sn_act act;
} sn_conv_params;

#endif
