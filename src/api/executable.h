/* SPDX-License-Identifier: Apache-2.0
 *
 * What the interface itself asks of executables beyond what users can. */
#ifndef SN_API_EXECUTABLE_H
#define SN_API_EXECUTABLE_H

#include "sinter/sinter.h"

/* Seconds of the steps of that kernel, the lower quartile of `rounds` runs, before each of which
 * caches are filled with other things: steps before it leave its inputs there, its weights come
 * from memory. SN_E_UNSUPPORTED where there is no such step. */
sn_status sn_executable_time_cold(sn_executable *e, const char *kernel, uint32_t rounds,
                                  double *out);

#endif
