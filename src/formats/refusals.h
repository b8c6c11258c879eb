/* SPDX-License-Identifier: Apache-2.0
 *
 * What of a network cannot be written in a format: every operator with each reason once, and all
 * the places where it occurs. A writer collects them, goes on, and fails at the end. */
#ifndef SN_FORMATS_REFUSALS_H
#define SN_FORMATS_REFUSALS_H

#include "base/vec.h"
#include "ir/op.h"

typedef struct sn_refusal {
    const char *op, *why;
    const char *way; /* out of it; NULL: those that there are of any refusal */
    SN_VEC(const char *) places;
} sn_refusal;

typedef struct sn_refusals {
    sn_arena *arena;    /* of everything in it */
    const char *target; /* "ONNX 17"; set by the writer */
    SN_VEC(sn_refusal) list;
    uint32_t n; /* places */
} sn_refusals;

void sn_refusals_init(sn_refusals *r, sn_arena *arena);
/* Everything is copied. */
void sn_refuse(sn_refusals *r, const char *op, const char *place, const char *why, const char *way);
/* "'conv1'", and in whose body. */
const char *sn_place_of(sn_arena *arena, const sn_node *n);
/* SN_OK where there are none. The error says all of one; of several it says how many there are. */
sn_status sn_refusals_status(sn_ctx *ctx, const sn_refusals *r) SN_MUST_CHECK;
/* A warning for each of several. */
void sn_refusals_warn(sn_ctx *ctx, const sn_refusals *r);

#endif
