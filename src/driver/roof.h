/* SPDX-License-Identifier: Apache-2.0
 *
 * What this machine can do at most, measured with the same compiler, flags, vectors and threads as a compiled network. */
#ifndef SN_DRIVER_ROOF_H
#define SN_DRIVER_ROOF_H

#include "driver/driver.h"

enum { SN_ROOF_LEVELS = 3 };

typedef struct sn_roof {
    double flops;                  /* per second: multiply-adds, each two */
    double bytes[SN_ROOF_LEVELS];  /* of memory that was read again and again: near, further, far */
    double speeds[SN_ROOF_LEVELS]; /* bytes per second */
} sn_roof;

/* Takes about half a second, the first time also a call of the compiler. */
sn_status sn_roof_measure(sn_arena *arena, int lanes, int n_threads, const sn_driver_options *options, sn_roof *out) SN_MUST_CHECK;
/* Seconds that so much work needs at least. */
double sn_roof_seconds(const sn_roof *roof, double flops, double bytes);

#endif
