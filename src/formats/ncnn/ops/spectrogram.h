/* SPDX-License-Identifier: Apache-2.0
 *
 * spectrogram, inverse_spectrogram: what evaluation and compiled code have in common. `params`: of
 * either operator. */
#ifndef SN_OPS_SPECTROGRAM_H
#define SN_OPS_SPECTROGRAM_H

#include "ir/op.h"

int64_t sn_spectrogram_hop(const void *params); /* samples from frame to frame */
/* [n_fft]: the window with zeros on both sides. */
float *sn_spectrogram_window(const void *params, sn_arena *arena);
/* Factor of the forward transform; the inverse divides by it. */
double sn_spectrogram_norm(const void *params, const float *window);
/* cos and sin of 2 pi i / n_fft, one after the other. */
double *sn_spectrogram_turns(int n_fft, sn_arena *arena);

#endif
