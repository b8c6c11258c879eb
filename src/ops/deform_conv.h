/* SPDX-License-Identifier: Apache-2.0
 *
 * deform_conv: params and slots (deformable convolution, v1 without and v2 with a mask), of 1 to 3
 * spatial axes. x, offset and mask have the same axes in front of their channels. */
#ifndef SN_OPS_DEFORM_CONV_H
#define SN_OPS_DEFORM_CONV_H

#include "ops/conv.h"

enum {
    SN_DEFORM_CONV_X,      /* [..][ic](d)(h)w */
    SN_DEFORM_CONV_OFFSET, /* [..][offset_group * taps * nd](od)(oh)ow, nd of them for each tap */
    SN_DEFORM_CONV_MASK,   /* [..][offset_group * taps](od)(oh)ow, optional */
    SN_DEFORM_CONV_WEIGHT, /* [oc][ic/group](kd)(kh)kw */
    SN_DEFORM_CONV_BIAS,   /* [oc], optional */
};

typedef struct sn_deform_conv_params {
    int32_t nd;
    sn_ints stride, dilation;
    sn_ints pad_begin, pad_end;
    int32_t group, offset_group;
    int32_t axis; /* of the channels; those before are mapped over */
    sn_act act;
} sn_deform_conv_params;

sn_window_params sn_deform_conv_window(const sn_deform_conv_params *p);

/* ---- for kin that takes other pads -------------------------------------------------------------
 */

extern const sn_slot sn_deform_conv_slots[];
extern const sn_param sn_deform_conv_param_table[];
const char *sn_deform_conv_check(const sn_deform_conv_params *p, int32_t least_pad,
                                 sn_arena *arena);

#endif
