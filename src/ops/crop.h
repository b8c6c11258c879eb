/* SPDX-License-Identifier: Apache-2.0
 *
 * crop: params and slots. */
#ifndef SN_OPS_CROP_H
#define SN_OPS_CROP_H

#include "ir/op.h"

enum {
    SN_CROP_X,
    SN_CROP_REFS, /* the first may give the size of the result; expressions may name them all */
};

#define SN_CROP_ALL                                                                                \
    (-233) /* in out*: all that is left; in starts and ends: from the beginning, to the end */

typedef struct sn_crop_params {
    int32_t woffset, hoffset, doffset, coffset;
    int32_t outw, outh, outd, outc;
    int32_t woffset2, hoffset2, doffset2, coffset2;
    sn_ints starts, ends, axes;
    const char *starts_expr, *ends_expr, *axes_expr; /* ops/size_expr.h */
} sn_crop_params;

/* Where the box that is cut out comes from. */
typedef enum sn_crop_mode {
    SN_CROP_BY_OFFSETS,   /* offsets, sizes and offsets from the end */
    SN_CROP_BY_AXES,      /* starts, ends, axes */
    SN_CROP_BY_EXPR,      /* starts_expr, ends_expr, axes_expr */
    SN_CROP_BY_REF_SHAPE, /* offsets, and the shape of slot 1 */
    SN_CROP_BY_REF_DATA,  /* slot 1 holds offsets and sizes as integers */
} sn_crop_mode;
sn_crop_mode sn_crop_mode_of(const sn_crop_params *p);

/* The box that an inferred node cuts out: for each axis of x, where it begins and how long it is.
 * Offsets that ncnn passes over are 0. False where that is not known: which offsets count may hang
 * on sizes. */
typedef struct sn_crop_box {
    sn_shape offset, size;
} sn_crop_box;
bool sn_crop_box_of(const sn_node *node, sn_arena *arena, sn_crop_box *out);

#endif
