/* SPDX-License-Identifier: Apache-2.0
 *
 * A network off by roundings: what goes in, every constant and every result of a node is multiplied by 1 + 2^-23 or 1 - 2^-23; a weight
 * that another network has no longer as it is, because something was folded into it, by 1 + 2^-11 or 1 - 2^-11 where it is stored in
 * half precision. How far that takes the results is what rounding explains. */
#ifndef SN_REF_NOISE_H
#define SN_REF_NOISE_H

#include "base/map.h"
#include "ref/inputs.h"

typedef struct sn_noise {
    sn_ctx *ctx;
    int draw;
    sn_map *coarse; /* ids of the constants that were rounded to half precision */
} sn_noise;

/* Some weight is stored in half precision. */
bool sn_stores_halves(const sn_graph *g);

/* `a` is the network to be run, `b` the one that it is compared with. */
void sn_noise_init(sn_noise *noise, sn_arena *arena, const sn_graph *a, const sn_graph *b);

/* As the hook `change` of a run. Ids and integers stay what they are. */
sn_status sn_disturb(const sn_noise *noise, const sn_value *v, const sn_tensor **t) SN_MUST_CHECK;

#endif
