/* SPDX-License-Identifier: Apache-2.0
 *
 * Winograd's minimal filtering F(m, r): m results of r taps from n = m + r - 1 products along each
 * axis. n = 4 is over the points 0, +-1 and infinity, n = 6 over 0, +-3/4, +-3/2 and infinity. */
#ifndef SN_KERNELS_WINOGRAD_MATH_H
#define SN_KERNELS_WINOGRAD_MATH_H

#include "kernels/kernel.h"

enum { SN_WINOGRAD_MOST = 6 };

/* C that transforms vectors, R x R' of a square x: LOAD(k) and STORE(k), macros or functions of C,
 * are where element k stands, row-major. */
typedef enum sn_winograd_map {
    SN_WINOGRAD_WEIGHTS, /* R = G, of `small` x `small` taps */
    SN_WINOGRAD_RESULTS, /* R = A, of gradients by `small` x `small` results */
    SN_WINOGRAD_BACK,    /* R = G', to gradients by `small` x `small` taps */
} sn_winograd_map;
const char *sn_emit_winograd(sn_emit *e, sn_winograd_map map, int n, int small, const char *load,
                             const char *store);
/* out[n][n] = G g G' for r x r taps. */
void sn_winograd_weights(int n, int r, const double *g, double *out);
/* Binds ${IN} to the name of the transform of the inputs of n x n points, (x, row, px, v, pos), and
 * ${IN_EDGE} to that of tiles that reach into the padding, (x, iy, ix, h, w, pad, v, pos). Both do
 * the step's prologue to what they read, x apart from the padding, with EARGS of that block behind
 * pos; where the last block of channels is not full, `const vi *channels` stands in front of pos:
 * lanes that are 0 become 0. */
sn_status sn_bind_winograd_in(sn_emit *e, sn_bind *b, const sn_step *s, int n) SN_MUST_CHECK;
sn_status sn_bind_winograd_edge(sn_emit *e, sn_bind *b, const sn_step *s, int n) SN_MUST_CHECK;
/* Binds ${EACH_TILE} to C that transforms the tiles t0 .. t1 - 1 of `blocks` blocks of channels
 * from `block` on back to m x m results each, and stores these, from the products at `m` to `y`:
 * through the step's epilogue, and pooled, where it has a pooling. b has the epilogue, and the
 * sizes TW, OH, OW, MTILES, MPOS, YPLANE. */
sn_status sn_emit_winograd_out(sn_emit *e, sn_bind *b, const sn_step *s, int n,
                               int m) SN_MUST_CHECK;

#endif
