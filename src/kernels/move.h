/* SPDX-License-Identifier: Apache-2.0
 *
 * What kernels have of the one that moves elements. */
#ifndef SN_KERNELS_MOVE_H
#define SN_KERNELS_MOVE_H

#include "kernels/emit.h"

/* Prints move_turn(x, x_step, y, y_step, rows, columns): rows become columns. */
sn_status sn_move_turn_helper(sn_emit *e) SN_MUST_CHECK;

#endif
