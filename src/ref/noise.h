/* SPDX-License-Identifier: Apache-2.0
 *
 * A network off by roundings: what goes in, every constant and every result of a node is multiplied by 1 + 2^-23 or 1 - 2^-23; a weight
 * that another network has no longer as it is, because it was folded into another or another into it, by 1 + 2^-11 or 1 - 2^-11 where
 * weights are stored in half precision. How far that takes the results is what rounding explains. */
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

/* For runs of `g`, which is compared with `other`. `made`: g was made from it, so what is new in it may have been through halves on the way,
 * however it is stored now. */
void sn_noise_init(sn_noise *noise, sn_arena *arena, const sn_graph *g, const sn_graph *other, bool made);

/* As the hook `change` of a run. Ids and integers stay what they are. */
sn_status sn_disturb(const sn_noise *noise, const sn_value *v, const sn_tensor **t) SN_MUST_CHECK;

#endif
