/* SPDX-License-Identifier: Apache-2.0
 *
 * grid_sample: params and slots, and its evaluation, for operators of formats that mean the same by
 * most positions, too. */
#ifndef SN_OPS_GRID_SAMPLE_H
#define SN_OPS_GRID_SAMPLE_H

#include "ir/op.h"

enum {
    SN_GRID_SAMPLE_X,    /* [..][c](d)(h)[w] */
    SN_GRID_SAMPLE_GRID, /* [..](od)(oh)[ow][1 to 3]: x(, y, z) in -1..1 */
};

enum { SN_GRID_LINEAR, SN_GRID_NEAREST, SN_GRID_CUBIC };
enum { SN_GRID_ZEROS, SN_GRID_BORDER, SN_GRID_REFLECTION };

typedef struct sn_grid_sample_params {
    int32_t mode, padding_mode, align_corners;
} sn_grid_sample_params;

/* How positions become pixels. */
typedef struct sn_grid_sampling {
    int32_t mode, padding_mode, align_corners;
    int n;                  /* spatial axes */
    bool coordinates_first; /* the grid is [n](od)(oh)[ow] */
    bool turns_once;        /* a reflection turns round once on each side, not until it is inside */
    bool halves_up;         /* the nearest pixel: what is reflected is rounded, halves up; else
                               what is rounded, halves to even, is reflected */
} sn_grid_sampling;

/* One axis of one sample: up to 4 pixels, and what each counts. Pixels outside of x are 0. */
enum { SN_GRID_AXES = 3 };
typedef struct sn_grid_axis {
    int n;
    int64_t at[4];
    double weight[4];
} sn_grid_axis;
/* At x in -1..1 along an axis of n pixels; wide: positions are computed in double, else in float.
 */
sn_grid_axis sn_grid_axis_of(const sn_grid_sampling *how, double x, int64_t n, bool wide);
/* The derivatives of the weights by x; 0 where the position is held at a border. */
void sn_grid_slopes(const sn_grid_sampling *how, double x, int64_t n, double slope[4]);

/* Of inferred shapes. */
sn_status sn_grid_sample_eval(sn_eval *e, const sn_grid_sampling *how) SN_MUST_CHECK;
double sn_grid_sample_macs(const sn_infer *in, int32_t mode, int n);

#endif
