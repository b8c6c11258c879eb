/* SPDX-License-Identifier: Apache-2.0
 *
 * What the interface itself asks of executables beyond what users can. */
#ifndef SN_API_EXECUTABLE_H
#define SN_API_EXECUTABLE_H

#include "sinter/sinter.h"

typedef struct sn_timed_executable {
    sn_executable *e;
    const char *kernel; /* whose steps are timed */
    double seconds;     /* set: the lower quartile of the rounds */
} sn_timed_executable;

/* Times the steps of one kernel in each of n executables, n > 0. In each round all run in turn, so
 * that a machine that does less for a while does so for all. Before each run caches are filled with
 * other things: steps before it leave its inputs there, its weights come from memory.
 * SN_E_UNSUPPORTED where an executable has no such step. */
sn_status sn_executables_time_cold(sn_timed_executable *t, size_t n, uint32_t rounds);

#endif
