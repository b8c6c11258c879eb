/* SPDX-License-Identifier: Apache-2.0
 *
 * The facts of this machine, measured with the same compiler, flags, vectors and threads as a
 * compiled network. Flags are those of the machine, not of the options. */
#ifndef SN_DRIVER_MEASURE_H
#define SN_DRIVER_MEASURE_H

#include "driver/driver.h"
#include "machine/machine.h"

/* Rates of all threads together, and the caches of this machine; what is known of other widths, and
 * sizes that the system does not say, are those of machine->core. More threads than processors
 * count as many. Takes about half a second, the first time also a call of the compiler. */
sn_status sn_measure_core(sn_arena *arena, const sn_machine *machine, int n_threads,
                          const sn_driver_options *options, sn_core *out) SN_MUST_CHECK;
/* Products alone, of two machines that this one can be, one thread, in turns: takes some hundredths
 * of a second. */
sn_status sn_measure_products(sn_arena *arena, const sn_machine *const machines[2],
                              const sn_driver_options *options, double flops[2]) SN_MUST_CHECK;

#endif
