/* SPDX-License-Identifier: Apache-2.0
 *
 * What is done to operand 0 of a kernel first (sn_step.prologue), while the kernel copies what it
 * reads of it: panels, that is some pixels with all of their channels side by side, or bands of
 * rows within their padding. */
#ifndef SN_KERNELS_PANEL_H
#define SN_KERNELS_PANEL_H

#include "kernels/kernel.h"

/* ---- any copy -------------------------------------------------------------------------------- */

/* A helper that copies from operand 0, as sn_emit_numbered_helper, of a template that defines
 *     ${NAME}(..${EPARAMS})
 * and stores ${E(what it has loaded, block, 0)}. Without a prologue EHAS is 0, and E gives what was
 * loaded. CHANNELS: of operand 0; REST: how many of them are in a last block that is not full, 0:
 * all are full. Lanes behind them hold what is finite, but what the prologue makes of it may not
 * be: a kernel that multiplies these lanes by weights of 0 stores 0 there. args: what is behind its
 * own arguments in calls. */
sn_status sn_emit_copy(sn_emit *e, const sn_step *s, const char *stem, const char *form, sn_bind *b,
                       const char **name, const char **args) SN_MUST_CHECK;

/* Binds E and its kin (kernels/emit.h) of what is done to operand 0 first, in a template that
 * copies it itself: without a prologue EHAS is 0. */
sn_status sn_bind_as_read(sn_emit *e, sn_bind *b, const sn_step *s) SN_MUST_CHECK;

/* ---- panels of pixels ------------------------------------------------------------------------ */

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
 * PROLOGUE is 0. Lanes beyond the channels may hold anything. */
sn_status sn_bind_prologue(sn_emit *e, sn_bind *b, const sn_step *s,
                           const sn_panel *panel) SN_MUST_CHECK;

/* ---- bands of rows --------------------------------------------------------------------------- */

/* Binds ${BAND} to the name of a function that copies a band of rows with the padding around it
 * (pad_band.ct), and ${BAND_ARGS} to what is behind its own arguments in calls. Padding is that of
 * what the prologue makes: it is not done to it. */
sn_status sn_bind_band(sn_emit *e, sn_bind *b, const sn_step *s) SN_MUST_CHECK;

#endif
