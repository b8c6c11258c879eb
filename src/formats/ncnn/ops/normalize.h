/* SPDX-License-Identifier: Apache-2.0
 *
 * How ncnn.normalize keeps its divisor from zero. */
#ifndef SN_FORMATS_NCNN_OPS_NORMALIZE_H
#define SN_FORMATS_NCNN_OPS_NORMALIZE_H

/* sqrt(sum + eps), max(sqrt(sum), eps) or sqrt(max(sum, eps)). */
typedef enum sn_normalize_eps {
    SN_NORMALIZE_SUM,
    SN_NORMALIZE_MAX,
    SN_NORMALIZE_MAX_SQUARE
} sn_normalize_eps;

#endif
