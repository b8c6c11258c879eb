/* SPDX-License-Identifier: Apache-2.0
 *
 * The memory that steps read and write, and which of them must not run at the same time. */
#ifndef SN_PLAN_RANGES_H
#define SN_PLAN_RANGES_H

#include "plan/planner.h"

typedef struct memory_range {
    uint64_t space;   /* what from and to count in */
    int64_t from, to; /* bytes */
    bool written;
    int thread; /* that does the step; SN_ALL_THREADS: all */
} memory_range;

typedef SN_VEC(memory_range) memory_ranges;

/* Of the step, into `mine`. `placed`: where the memory plan has put it, so that tensors meet that
 * share memory; else as if each had memory of its own. */
void sn_ranges_of(const planner *p, const sn_step *s, bool placed, int thread, memory_ranges *mine);
/* Whether the threads of two lists have to wait for one another. */
bool sn_ranges_meet(const memory_ranges *a, const memory_ranges *b);

#endif
