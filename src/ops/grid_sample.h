/* SPDX-License-Identifier: Apache-2.0
 *
 * grid_sample: params and slots. */
#ifndef SN_OPS_GRID_SAMPLE_H
#define SN_OPS_GRID_SAMPLE_H

#include "ir/op.h"

enum {
    SN_GRID_SAMPLE_X,    /* [c](d)[h][w] */
    SN_GRID_SAMPLE_GRID, /* (od)[oh][ow][2 or 3]: x, y(, z) in -1..1; permute_fusion: these first */
};

enum { SN_GRID_BILINEAR = 1, SN_GRID_NEAREST, SN_GRID_BICUBIC };
enum { SN_GRID_ZEROS = 1, SN_GRID_BORDER, SN_GRID_REFLECTION };

typedef struct sn_grid_sample_params {
    int32_t sample_type, padding_mode, align_corner, permute_fusion;
} sn_grid_sample_params;

#endif
