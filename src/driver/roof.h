/* SPDX-License-Identifier: Apache-2.0
 *
 * What this machine can do at most, measured with the same compiler, flags, vectors and threads as
 * a compiled network. Flags are those of the machine, not of the options. */
#ifndef SN_DRIVER_ROOF_H
#define SN_DRIVER_ROOF_H

#include "driver/driver.h"
#include "kernels/machine.h"

enum { SN_ROOF_LEVELS = 3 };

typedef struct sn_roof {
    double flops;                  /* per second, of a product: multiply-adds, each two */
    double bytes[SN_ROOF_LEVELS];  /* of memory that was read again and again: near, further, far */
    double speeds[SN_ROOF_LEVELS]; /* bytes per second */
} sn_roof;

/* Takes about half a second, the first time also a call of the compiler. */
sn_status sn_roof_measure(sn_arena *arena, const sn_machine *machine, int n_threads,
                          const sn_driver_options *options, sn_roof *out) SN_MUST_CHECK;
/* The first of its numbers alone, of two machines that this one can be, one thread, in turns: takes
 * some hundredths of a second. */
sn_status sn_roof_products(sn_arena *arena, const sn_machine *const machines[2],
                           const sn_driver_options *options, double flops[2]) SN_MUST_CHECK;
/* Seconds that so much work needs at least. */
double sn_roof_seconds(const sn_roof *roof, double flops, double bytes);

#endif
