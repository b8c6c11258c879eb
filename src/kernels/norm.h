/* SPDX-License-Identifier: Apache-2.0
 *
 * What the kernels of normalisations have in common. */
#ifndef SN_KERNELS_NORM_H
#define SN_KERNELS_NORM_H

#include "kernels/loops.h"

/* Of the elements of x: so many are normalised together, `repeat` side by side share a gamma, which
 * starts anew after `period` runs. n: runs in all. */
typedef struct sn_norm_runs {
    int64_t run, repeat, period, n;
    bool center;
} sn_norm_runs;
sn_norm_runs sn_norm_runs_of(const sn_node *node);

/* In C: which element of the factor at that slot belongs to element k of run i. */
const char *sn_norm_place(sn_emit *e, const sn_node *node, unsigned slot);

#endif
