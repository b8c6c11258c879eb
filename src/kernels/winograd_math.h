/* SPDX-License-Identifier: Apache-2.0
 *
 * Winograd's minimal filtering F(m, r): m results of r taps from n = m + r - 1 products along each
 * axis. n = 4 is over the points 0, +-1 and infinity, n = 6 over 0, +-3/4, +-3/2 and infinity. */
#ifndef SN_KERNELS_WINOGRAD_MATH_H
#define SN_KERNELS_WINOGRAD_MATH_H

#include "kernels/kernel.h"

enum { SN_WINOGRAD_MOST = 6 };

/* out[n][n] = G g G' for r x r taps. */
void sn_winograd_weights(int n, int r, const double *g, double *out);
/* The helper winoN_in(x, row, px, v, pos), and winoN_in_edge(..) for tiles that reach into the
 * padding. */
sn_status sn_emit_winograd_in(sn_emit *e, int n) SN_MUST_CHECK;
sn_status sn_emit_winograd_edge(sn_emit *e, int n) SN_MUST_CHECK;
/* Binds ${OUT} to the name of the transform that stores m x m results through the step's epilogue.
 * b: has the epilogue. */
sn_status sn_emit_winograd_out(sn_emit *e, sn_bind *b, int n, int m) SN_MUST_CHECK;

#endif
