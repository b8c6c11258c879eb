/* SPDX-License-Identifier: Apache-2.0
 *
 * resize: the kernel, for operators that read pixels of images by tables. */
#ifndef SN_KERNELS_RESIZE_H
#define SN_KERNELS_RESIZE_H

#include "kernels/kernel.h"
#include "ops/resize.h"

/* Of a node that leaves axis 0 of a matrix or image as it is, and has so many taps elsewhere. */
bool sn_resize_kernel_wants(const sn_kernel_ctx *k, const sn_node *node, int taps, sn_offer *out);
sn_status sn_resize_kernel_plan(const sn_kernel_ctx *k, sn_step *s, int taps,
                                sn_resize_axis axes[SN_MAX_RANK]);
sn_status sn_resize_kernel_emit(sn_emit *e, const sn_step *s);
extern const sn_kernel sn_kernel_resize;

#endif
