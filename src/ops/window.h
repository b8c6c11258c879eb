/* SPDX-License-Identifier: Apache-2.0
 *
 * The geometry that convolutions and poolings share: a window that slides over 1 to 3 spatial
 * axes. Lists run outermost first; an empty one stands for one value everywhere. */
#ifndef SN_OPS_WINDOW_H
#define SN_OPS_WINDOW_H

#include "ir/op.h"

/* Largest size, stride, dilation or pad that is taken; products of two fit int64. */
#define SN_WINDOW_MAX ((int64_t)1 << 30)

static inline int32_t sn_list_at(const sn_ints *l, int i, int32_t def)
{
    return i < l->n ? l->v[i] : def;
}

/* NULL, or what is wrong: `list` has n entries or none, each within lo..hi. */
const char *sn_list_check(sn_arena *arena, const char *name, const sn_ints *list, int n, int32_t lo,
                          int64_t hi);
/* The checks of nd, group, stride, dilation, axis that all windows share; lists may be NULL. */
const char *sn_window_check(sn_arena *arena, int nd, int axis, const sn_ints *stride,
                            const sn_ints *dilation);

/* x: [mapped over.., channels, nd spatial axes]. */
typedef struct sn_spatial {
    bool known; /* the rank is known */
    int nd, axis;
    sn_shape shape; /* rank axis + 1 + nd */
} sn_spatial;
/* SN_E_SHAPE when the rank is known and is another. */
sn_status sn_spatial_of(const sn_infer *in, const sn_shape *x, int axis, int nd,
                        sn_spatial *out) SN_MUST_CHECK;
/* For evaluations, where shapes have been checked: sizes of the mapped axes together, channels,
 * and d, h, w with 1s in front. */
typedef struct sn_extent {
    int64_t maps, channels, d[3];
} sn_extent;
sn_extent sn_extent_of(const sn_shape *x, int axis, int nd);

/* Kernel and its movement along d, h, w, with 1s in front; pads as they apply to numbers. */
typedef struct sn_window {
    int64_t kernel[3], stride[3], dilation[3];
    int64_t begin[3], end[3];
    int64_t in[3], out[3];
} sn_window;
/* Elements of the padded input that n windows side by side read along an axis. */
static inline int64_t sn_window_reach(const sn_window *w, int axis, int64_t n)
{
    return (n - 1) * w->stride[axis] + (w->kernel[axis] - 1) * w->dilation[axis] + 1;
}

typedef struct sn_window_params {
    int nd;
    const sn_ints *stride, *dilation, *pad_begin, *pad_end; /* dilation may be NULL */
    int pad_mode;                                           /* sn_conv_pad */
    bool crops; /* explicit pads may be negative, which leaves elements of x out */
} sn_window_params;

/* Elements from the first tap of a kernel of that size to its last one. */
int64_t sn_window_extent(const sn_window_params *p, int64_t kernel, int i);
/* Output size of spatial axis i; kernel and size may be symbols. Fails where a window does not fit.
 */
sn_status sn_window_size(const sn_infer *in, const sn_window_params *p, const sn_spatial *x,
                         const sn_dim *kernel, int i, sn_dim *out) SN_MUST_CHECK;
/* The same on numbers, after sn_window_size has accepted them. */
void sn_window_of(const sn_window_params *p, const sn_extent *x, const int64_t *kernel,
                  sn_window *out);

/* Name of spatial axis i of nd: "d", "h", "w". */
const char *sn_spatial_name(int i, int nd);
/* Fails unless the size is a symbol or lies in 1..SN_WINDOW_MAX. */
sn_status sn_size_check(const sn_infer *in, const char *what, sn_dim size) SN_MUST_CHECK;
/* A known number of elements that must be n: bias and scales. Symbols pass. */
sn_status sn_count_check(const sn_infer *in, unsigned slot, const char *what,
                         sn_dim n) SN_MUST_CHECK;

#endif
