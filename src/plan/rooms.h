/* SPDX-License-Identifier: Apache-2.0
 *
 * What is known, and made, of values of which only the data tells how much there is, between
 * rooms.c and room_rules.c. */
#ifndef SN_PLAN_ROOMS_H
#define SN_PLAN_ROOMS_H

#include "base/vec.h"
#include "plan/program.h"

/* A node that finds something. */
typedef struct room_source {
    sn_dim n; /* how much, a symbol */
    int64_t room;
    sn_value *count; /* the same in the graph that is made: an i64 scalar */
    int result;      /* of the graph that count is; -1: none yet */
} room_source;

/* A value, by id. */
typedef struct room_value {
    int source; /* 0: its shape is known; else room_pass.sources[source - 1] says how much there is
                 */
    int axis;
    sn_value *now; /* with the room; what is beyond the count has no meaning */
} room_value;

typedef struct room_pass {
    sn_graph *g;
    sn_arena *arena;
    room_value *value; /* of those that were there before: ids below n_values */
    uint32_t n_values;
    room_value none; /* of those that are made */
    SN_VEC(room_source) sources;
} room_pass;

static inline const room_value *sn_room_of(const room_pass *p, const sn_value *v)
{
    return v->id < p->n_values ? &p->value[v->id] : &p->none;
}

/* ---- room_rules.c ---------------------------------------------------------------------------- */
/* Of a node that reads such values: what is known of its outputs. False: it cannot be computed
 * up to a count. */
bool sn_room_follow(room_pass *p, const sn_node *n);
/* Whether a node that finds something finds in inputs with room what it finds in them up to the
 * count. */
bool sn_room_finds(const room_pass *p, const sn_node *n);
/* Its inputs with room, in which what is beyond the count is harmless to it. */
sn_status sn_room_inputs(room_pass *p, sn_node *n, sn_value **in) SN_MUST_CHECK;
/* Makes what it computes of inputs with room, in front of it; now[i] in place of output i. */
sn_status sn_room_rebuild(room_pass *p, sn_node *n, sn_value **now) SN_MUST_CHECK;

#endif
