/* SPDX-License-Identifier: Apache-2.0
 *
 * linear_attention: params and slots. */
#ifndef SN_OPS_LINEAR_ATTENTION_H
#define SN_OPS_LINEAR_ATTENTION_H

#include "ir/op.h"

enum {
    SN_LINEAR_ATTENTION_Q,     /* [batch][heads][rows][width] */
    SN_LINEAR_ATTENTION_K,     /* [batch][groups][rows][width], groups dividing heads */
    SN_LINEAR_ATTENTION_V,     /* [batch][groups][rows][out] */
    SN_LINEAR_ATTENTION_PAST,  /* optional: [batch][groups][width][out]; 0 where it is left out */
    SN_LINEAR_ATTENTION_DECAY, /* optional: [batch][groups][rows][width or 1] */
    SN_LINEAR_ATTENTION_RATE,  /* optional: [batch][groups][rows][1] */
};

typedef struct sn_linear_attention_params {
    float scale; /* 0: 1 / sqrt(width) */
} sn_linear_attention_params;

#endif
