/* SPDX-License-Identifier: Apache-2.0
 *
 * grid_sample_gradient: slots and results. Its params are those of grid_sample. */
#ifndef SN_OPS_GRID_SAMPLE_GRADIENT_H
#define SN_OPS_GRID_SAMPLE_GRADIENT_H

#include "ops/grid_sample.h"

enum { SN_GRID_GRADIENT_X, SN_GRID_GRADIENT_GRID, SN_GRID_GRADIENT_DY }; /* as in grid_sample */
enum { SN_GRID_BY_X, SN_GRID_BY_GRID };

extern const sn_param sn_grid_sample_table[];

#endif
