/* SPDX-License-Identifier: Apache-2.0
 *
 * roi_align: params and slots, and its samples, for operators of formats that take some of them. */
#ifndef SN_OPS_ROI_ALIGN_H
#define SN_OPS_ROI_ALIGN_H

#include "ops/elems.h"

enum {
    SN_ROI_ALIGN_X,     /* [n][c][h][w]; [c][h][w] without batch_indices */
    SN_ROI_ALIGN_ROIS,  /* [..][4]: x0, y0, x1, y1 */
    SN_ROI_ALIGN_BATCH, /* [..]: the image that each is of; left out: there is one */
};

enum { SN_ROI_HALF_PIXEL, SN_ROI_OUTPUT_HALF_PIXEL };
enum { SN_ROI_AVG, SN_ROI_MAX };
enum { SN_ROI_MOST_SAMPLES = 1 << 12 }; /* of a bin in one direction */

typedef struct sn_roi_align_params {
    int32_t coordinate_transformation_mode, mode, output_height, output_width;
    int32_t sampling_ratio; /* 0: one sample a pixel */
    float spatial_scale;
} sn_roi_align_params;

/* A region of planes of h x w pixels, divided into bins. */
typedef struct sn_roi_bins {
    const sn_roi_align_params *p;
    int64_t h, w;
    bool wide; /* places are computed in double, not in float */
    double x0, y0, bin_w, bin_h;
    int64_t rows, columns; /* of samples in a bin */
} sn_roi_bins;

/* Of the region whose corners `roi` begins with. SN_E_UNSUPPORTED where its bins are so large that
 * there are too many samples. */
sn_status sn_roi_bins_of(const sn_eval *e, const sn_roi_align_params *p, int64_t h, int64_t w,
                         sn_elems roi, sn_roi_bins *out) SN_MUST_CHECK;
/* All bins of a plane. */
void sn_roi_align_plane(const sn_roi_bins *b, sn_elems plane, sn_elems y);

#endif
