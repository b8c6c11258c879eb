/* SPDX-License-Identifier: Apache-2.0
 *
 * Reduction: its operations. */
#ifndef SN_FORMATS_NCNN_OPS_REDUCTION_H
#define SN_FORMATS_NCNN_OPS_REDUCTION_H

#include <stdint.h>

/* The number that Reduction has for a sn_reduce_op. */
int32_t sn_ncnn_reduction_of(int32_t op);

#endif
