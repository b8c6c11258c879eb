/* SPDX-License-Identifier: Apache-2.0
 *
 * max_roi_pool: params and slots. */
#ifndef SN_OPS_MAX_ROI_POOL_H
#define SN_OPS_MAX_ROI_POOL_H

#include <stdint.h>

enum {
    SN_MAX_ROI_POOL_X,     /* [n][c][h][w] */
    SN_MAX_ROI_POOL_ROIS,  /* [regions][4]: x0, y0, x1, y1, all of them inside */
    SN_MAX_ROI_POOL_BATCH, /* [regions]: the image that each is of */
};

enum { SN_ROI_FARTHEST = 1000000000 }; /* no corner is farther away */

typedef struct sn_max_roi_pool_params {
    int32_t output_height, output_width;
    float spatial_scale;
} sn_max_roi_pool_params;

#endif
