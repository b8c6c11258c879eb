/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn.grid_sample: how it samples, for its evaluation and its kernel. */
#ifndef SN_FORMATS_NCNN_OPS_GRID_SAMPLE_H
#define SN_FORMATS_NCNN_OPS_GRID_SAMPLE_H

#include "ops/grid_sample.h"

sn_grid_sampling sn_ncnn_grid_sampling(const void *params, const sn_shape *x);

#endif
