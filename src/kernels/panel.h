/* SPDX-License-Identifier: Apache-2.0
 *
 * Panels: what a product reads of some pixels, copied side by side on the way, after what is done
 * to it first (sn_step.prologue). */
#ifndef SN_KERNELS_PANEL_H
#define SN_KERNELS_PANEL_H

#include "kernels/kernel.h"

typedef struct sn_panel {
    int64_t blocks;                   /* of channels */
    int64_t plane;                    /* floats from a block to the next, in the panel */
    int64_t in[3], out[3], stride[3]; /* pixels, outermost first; those of the panel are of `out` */
} sn_panel;

/* Binds what a template needs to gather pixels by itself: BLOCKS, X_PLANE, G_PLANE, OH, OW, SD, SH,
 * SW, IH, IW; DENSE: none is left out. */
void sn_bind_panel(sn_bind *b, const sn_step *s, const sn_panel *panel);
/* Of a step with a prologue: binds ${PANEL} to the name of a function
 *     (const float *x, long p0, long p1, float *to, ..)
 * for pixels p0 .. p1 - 1, and ${PANEL_ARGS} to what is behind `to` in calls. Without a prologue
 * PROLOGUE is 0. */
sn_status sn_bind_prologue(sn_emit *e, sn_bind *b, const sn_step *s,
                           const sn_panel *panel) SN_MUST_CHECK;

#endif
