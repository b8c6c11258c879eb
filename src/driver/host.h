/* SPDX-License-Identifier: Apache-2.0
 *
 * What this machine is: what code it runs, and with which it is fastest. */
#ifndef SN_DRIVER_HOST_H
#define SN_DRIVER_HOST_H

#include "base/arena.h"
#include "base/sha256.h"
#include "kernels/machine.h"

/* Whether code that was compiled with these flags can be run here, as far as -march=x86-64...
 * tells; other flags are believed. */
bool sn_host_runs(const char *flags);

/* What the system says of the first processor, but for clock rates and bug lists that updates
 * change. */
void sn_host_hash(sn_sha256 *h);

/* Bytes of the second cache of a core; 0: the system does not say. */
int64_t sn_host_l2_bytes(void);

/* Bytes of memory that the machine has; 0: the system does not say. */
uint64_t sn_host_memory_bytes(void);

/* A machine by its name, as sn_machine_find; "native", in the arena, is this one: with its second
 * cache, and with 512 bits where products gain from them. That is measured, once for each processor
 * (the cache, `cache` as in sn_driver_options, keeps it); where nothing can be compiled, 256 bits.
 */
sn_status sn_host_machine(sn_arena *arena, const char *name, const char *cache,
                          const sn_machine **out) SN_MUST_CHECK;

#endif
