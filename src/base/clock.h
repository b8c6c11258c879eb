/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SN_BASE_CLOCK_H
#define SN_BASE_CLOCK_H

#include <time.h>

/* Seconds of a clock that nobody sets. */
static inline double sn_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#endif
