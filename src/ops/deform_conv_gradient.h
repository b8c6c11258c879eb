/* SPDX-License-Identifier: Apache-2.0
 *
 * deform_conv_gradient: slots and results. Its params are those of deform_conv, without an
 * activation. */
#ifndef SN_OPS_DEFORM_CONV_GRADIENT_H
#define SN_OPS_DEFORM_CONV_GRADIENT_H

#include "ops/deform_conv.h"

enum { SN_DEFORM_GRADIENT_DY = SN_DEFORM_CONV_WEIGHT + 1 }; /* those in front as in deform_conv */

/* Like the inputs; by a mask that is left out, no element. */
enum { SN_DEFORM_BY_X, SN_DEFORM_BY_OFFSET, SN_DEFORM_BY_MASK, SN_DEFORM_BY_WEIGHT };

#endif
