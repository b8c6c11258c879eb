/* SPDX-License-Identifier: Apache-2.0
 *
 * New contents for weights, worked out in double. Rounded once to f32, never to halves: how they
 * are stored is decided when the whole network is known. */
#ifndef SN_PASSES_WEIGHTS_H
#define SN_PASSES_WEIGHTS_H

#include "passes/pass.h"

/* NULL, or what becomes of a finite number that leaves the normal numbers of a float type where v
 * is made of it: "overflows"; "underflows", which keeps a few of its bits or none. */
const char *sn_leaves_range(sn_type type, double was, double v);

/* w with row i (axis 0; n rows) multiplied by scale[i] (n_scale 1: by scale[0]). SN_E_UNSUPPORTED,
 * with the reason in the context, when a finite value overflows, or a normal one underflows. */
sn_status sn_weight_scaled(sn_ctx *ctx, const sn_tensor *w, const double *scale, int64_t n_scale,
                           const sn_tensor **out) SN_MUST_CHECK;
/* The same with each element multiplied by the factor of the channel that it meets, as `in` says.
 */
sn_status sn_weight_scaled_in(sn_ctx *ctx, const sn_tensor *w, const sn_fold_in *in,
                              const double *scale, int64_t n_scale,
                              const sn_tensor **out) SN_MUST_CHECK;
/* b (NULL: 0) plus what weights w (before any scaling) make of a shift of the channels that they
 * meet. */
sn_status sn_bias_shifted_in(sn_ctx *ctx, const sn_tensor *w, const sn_tensor *b,
                             const sn_fold_in *in, const double *shift, int64_t n_shift,
                             const sn_tensor **out) SN_MUST_CHECK;
/* b[i] * scale[i] + shift[i] for n channels, plain and of that type; b NULL counts as 0; scale NULL
 * as 1; n_factors 1 or n. */
sn_status sn_bias_mapped(sn_ctx *ctx, sn_type type, const sn_tensor *b, const double *scale,
                         const double *shift, int64_t n_factors, int64_t n,
                         const sn_tensor **out) SN_MUST_CHECK;

#endif
