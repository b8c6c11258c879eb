/* SPDX-License-Identifier: Apache-2.0
 *
 * SAME padding as ncnn's layers with windows have it, where it is not that of ops/window.h. */
#ifndef SN_FORMATS_NCNN_OPS_SAME_H
#define SN_FORMATS_NCNN_OPS_SAME_H

#include "ir/op.h"
#include "ops/window.h"

/* Whether such windows are padded, at every size, as those of ops/window.h: explicit ones are. */
bool sn_ncnn_same_is_plain(const sn_window_params *p, const int64_t *kernel);
/* In a shape rule: a boundary where an axis is padded by a negative number. */
void sn_ncnn_same_bounds(sn_infer *in, const sn_window_params *p, const sn_spatial *x,
                         const sn_dim *kernel);
/* As sn_window_of. Whether some pad is negative next to a positive one: then the evaluation has to
 * see to it by sn_ncnn_border. */
bool sn_ncnn_window_of(const sn_window_params *p, const sn_extent *x, const int64_t *kernel,
                       sn_window *out);
/* The pads of such windows over x, with its channel axis, as numbers: where sizes are known and
 * none is negative. */
sn_answer sn_ncnn_same_pads(sn_arena *arena, const sn_window_params *p, const sn_shape *x, int axis,
                            const sn_dim *kernel, sn_ints *begin, sn_ints *end);
/* n_planes planes of x [d][h][w], elements of `elem` bytes, padded by `fill`; *w becomes a window
 * over them without padding. */
const void *sn_ncnn_border(sn_arena *arena, const void *x, size_t elem, const void *fill,
                           int64_t n_planes, sn_window *w);

#endif
