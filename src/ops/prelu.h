/* SPDX-License-Identifier: Apache-2.0
 *
 * Slots of prelu. */
#ifndef SN_OPS_PRELU_H
#define SN_OPS_PRELU_H

#include "ops/ops.h"

enum { SN_PRELU_X, SN_PRELU_SLOPE };

#endif
