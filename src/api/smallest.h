/* SPDX-License-Identifier: Apache-2.0
 *
 * The plan that takes least memory. */
#ifndef SN_API_SMALLEST_H
#define SN_API_SMALLEST_H

#include "api/model.h"
#include "plan/program.h"

enum { SN_MOST_RECOMPUTED = 16 };

typedef struct sn_smallest {
    const char *remark[SN_MOST_RECOMPUTED]; /* of each value that is computed twice */
    size_t n_remarks;
} sn_smallest;

/* Of some plans, the options of that with the smallest workspace, the first of equals, which is not
 * larger than that of the plan with *po. Where values that are computed twice make it smaller
 * still, m->graph gets them, if by the facts of the machine a run takes no more than half as long
 * again. */
sn_status sn_plan_smallest(sn_model *m, sn_arena *arena, sn_plan_options *po,
                           sn_smallest *out) SN_MUST_CHECK;

#endif
