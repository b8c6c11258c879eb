/* SPDX-License-Identifier: Apache-2.0
 *
 * dropout_mask: params and slots. */
#ifndef SN_OPS_DROPOUT_MASK_H
#define SN_OPS_DROPOUT_MASK_H

#include "ir/op.h"

enum {
    SN_DROPOUT_MASK_LIKE, /* its type and shape are the mask's */
    SN_DROPOUT_MASK_STEP, /* a number: of each step another mask */
};

typedef struct sn_dropout_mask_params {
    float ratio;   /* of elements that are 0 */
    int32_t seed;  /* of a training */
    int32_t place; /* of a layer in it */
} sn_dropout_mask_params;

#endif
