/* SPDX-License-Identifier: Apache-2.0
 *
 * What code this machine runs. */
#ifndef SN_DRIVER_HOST_H
#define SN_DRIVER_HOST_H

#include <stdbool.h>

/* Whether code that was compiled with these flags can be run here, as far as -march=x86-64... tells; other flags are believed. */
bool sn_host_runs(const char *flags);

#endif
