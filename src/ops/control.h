/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators with bodies: if, loop, scan, gradient. A body is fed first what its operator makes for
 * it (a loop: number of the trip, condition, carried values; a scan: states, slices), then the
 * captures, which are the last inputs of the node, in the same order. */
#ifndef SN_OPS_CONTROL_H
#define SN_OPS_CONTROL_H

#include "ops/ops.h"

enum { SN_IF_COND, SN_IF_CAPTURES };
enum { SN_IF_THEN, SN_IF_ELSE };

enum { SN_LOOP_TRIPS, SN_LOOP_COND, SN_LOOP_CARRIED /* those, then captures */ };
/* What the body of a loop is fed, and gives: the condition, carried values, scan outputs. */
enum { SN_LOOP_FED_TRIP, SN_LOOP_FED_COND, SN_LOOP_FED_CARRIED };
enum { SN_LOOP_GIVES_COND, SN_LOOP_GIVES_CARRIED };
typedef struct sn_loop_params {
    int32_t carried;
} sn_loop_params;

typedef struct sn_scan_params {
    int32_t states, inputs;
    sn_ints input_axes, input_directions, output_axes, output_directions;
} sn_scan_params;

/* How many values a body is fed before its captures. */
int sn_body_n_formal(const sn_node *n);
/* The first input of the node that is a capture; n->n_in where there is none. */
int sn_first_capture(const sn_node *n);
/* Inputs of a loop or scan that go into what is carried from trip to trip: the first, and how many;
 * they are fed to the body from `fed` on, and come out of it from result `given` on. */
typedef struct sn_carried {
    int n, slot, fed, given;
} sn_carried;
sn_carried sn_carried_of(const sn_node *n);
/* Where a value that a body is fed comes from, and where one that it gives goes to. */
typedef struct sn_body_place {
    const char *what; /* "trip", "condition", "carried", "slice", "capture"; "scan output",
                         "result", "differentiated" */
    int slot;         /* input or output of the node; -1: none */
} sn_body_place;
sn_body_place sn_body_is_fed(const sn_node *n, int i); /* the i-th value that it is fed */
sn_body_place sn_body_gives(const sn_node *n, int i);  /* its i-th result */
/* Which branch of an `if` is known to be taken; -1: that is not known. */
int sn_if_taken(const sn_node *n);
/* What the branches of an `if` are fed, in order. */
sn_value **sn_if_captures(const sn_node *n, sn_arena *arena);
/* How often a loop or scan runs, where that is a known number; -1. */
int64_t sn_trips_of(const sn_node *n);
/* Whether a loop ends by its number of trips alone. */
bool sn_loop_counts(const sn_node *n);
/* Axis of scan input or output i, of a value of that rank; below 0 where it has none such. */
int sn_scan_axis(const sn_ints *axes, int i, int rank);
static inline bool sn_scan_reverses(const sn_ints *directions, int i)
{
    return i < directions->n && directions->v[i] != 0;
}
/* What a body gives: the i-th value that its output node reads. */
static inline sn_value *sn_body_result(const sn_graph *body, unsigned i)
{
    return sn_in(sn_graph_output(body), i);
}

/* ---- for the operators' own files ------------------------------------------------------------ */

/* Whether the body of role `role` is fed and gives so many, and types fit; NULL: yes. */
const char *sn_body_wrong(const sn_node *n, int body, int n_given, sn_arena *arena);
/* Type, shape and contents of what a body is fed: `v` is from now on what the input says. */
sn_status sn_body_feed(sn_infer *in, sn_value *v, sn_type type, const sn_shape *shape,
                       const sn_contents *contents) SN_MUST_CHECK;
sn_status sn_body_feed_captures(sn_infer *in, const sn_graph *body) SN_MUST_CHECK;
/* d where it says something outside of a body, of symbols that the node's inputs have; else the
 * symbol of that axis of that output. */
sn_dim sn_size_outside(sn_infer *in, sn_dim d, unsigned out, int axis);
bool sn_size_is_outside(sn_infer *in, sn_dim d);
const sn_contents *sn_body_contents(sn_infer *in, const sn_value *result);
sn_status sn_loop_eval(sn_eval *e); /* loop_eval.c */
sn_status sn_scan_eval(sn_eval *e);

#endif
