/* SPDX-License-Identifier: Apache-2.0
 *
 * Planning of a network whose images may meet here and there (passes/batch_split.h), within a limit
 * on the memory that a run takes. */
#ifndef SN_API_PLAN_WITHIN_H
#define SN_API_PLAN_WITHIN_H

#include "api/model.h"
#include "plan/program.h"

/* Plans m->graph, or, where images meet and `split` asks for it, *split, a graph that is made of
 * it; it stays NULL where that gains nothing. Both in the arena, apart from the graph. Where
 * m->memory is not 0, a run with o->n_threads threads takes so many bytes of workspace at most: for
 * that a training computes again what it would keep, as little as possible, the cheapest first.
 * SN_E_ARG with the least that was found, where that is more. */
sn_status sn_plan_within(sn_model *m, const sn_plan_options *o, bool splits, sn_arena *arena,
                         sn_graph **split, sn_program **out) SN_MUST_CHECK;

#endif
