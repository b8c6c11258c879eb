/* SPDX-License-Identifier: Apache-2.0
 *
 * unfold and fold: params. The only slot is x. Lists run outermost first, of unfold (h, w); an
 * empty stride, dilation or pad is as in ops/conv.h. */
#ifndef SN_OPS_UNFOLD_H
#define SN_OPS_UNFOLD_H

#include "ops/conv.h"

typedef struct sn_unfold_params {
    sn_ints kernel, dilation, stride;
    int32_t pad_mode; /* sn_conv_pad */
    sn_ints pad_begin, pad_end;
    float pad_value;
    int32_t axis; /* of the channels; axes in front are mapped over */
} sn_unfold_params;

extern const sn_slot sn_unfold_slots[];
extern const sn_param sn_unfold_param_table[];
sn_window_params sn_unfold_window(const sn_unfold_params *p);
/* Output 0 of windows over channels of x, elements of `elem` bytes; `border` lies in the pads. */
void sn_unfold_run(sn_eval *e, const void *x, size_t elem, const void *border, const sn_window *w);

typedef struct sn_fold_params {
    sn_ints kernel, dilation, stride;
    sn_ints pad_begin, pad_end;
    sn_ints output_size;
    int32_t axis; /* of the rows; axes in front are mapped over */
} sn_fold_params;

extern const sn_param sn_fold_param_table[];
/* The windows over the image that is made; false where one does not fit. */
bool sn_fold_window(const sn_fold_params *p, sn_window *w);
/* Where a tap of a window lies in one channel of the image; -1: in the pads. */
int64_t sn_fold_place(const sn_window *w, int64_t tap, int64_t window);
/* Elements of a window, and windows of an image. SN_E_SHAPE where one does not fit. */
sn_status sn_fold_counts(const sn_infer *in, int64_t *taps, int64_t *windows) SN_MUST_CHECK;

#endif
