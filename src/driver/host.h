/* SPDX-License-Identifier: Apache-2.0
 *
 * What this machine is: what code it runs, and with which it is fastest. */
#ifndef SN_DRIVER_HOST_H
#define SN_DRIVER_HOST_H

#include "base/arena.h"
#include "base/sha256.h"
#include "machine/machine.h"

/* Whether code that was compiled with these flags can be run here, as far as -march=x86-64...
 * tells; other flags are believed. */
bool sn_host_runs(const char *flags);

/* SN_E_UNSUPPORTED where code for the machine runs here at best to be checked, as plain C: its time
 * would be this machine's, not the target's. */
sn_status sn_host_check_timed(sn_ctx *ctx, const sn_machine *m) SN_MUST_CHECK;

/* What the system says of the first processor, but for clock rates and bug lists that updates
 * change. */
void sn_host_hash(sn_sha256 *h);

/* Bytes of the caches of a core, of the third, which others use as well, the half; what the system
 * does not say stays as it is. */
void sn_host_caches(double bytes[SN_N_CACHES]);

/* Bytes of memory that the machine has; 0: the system does not say. */
uint64_t sn_host_memory_bytes(void);

/* The facts of this machine, measured now: takes a second or two. `cache` as in sn_driver_options.
 */
sn_status sn_host_measure(sn_arena *arena, const char *cache, sn_core *out) SN_MUST_CHECK;
/* Keeps them for sn_host_machine. */
sn_status sn_host_remember(sn_arena *arena, const char *cache, const sn_core *core) SN_MUST_CHECK;

/* A machine by its name, as sn_machine_find; "native", in the arena, is this one: with its facts,
 * and with 512 bits where products gain from them. They are measured once for each processor and
 * kept in the cache; where they cannot be, they are those of a usual core, and 256 bits, and
 * `unmeasured` says why. */
sn_status sn_host_machine(sn_arena *arena, const char *name, const char *cache,
                          const sn_machine **out) SN_MUST_CHECK;

/* The same, on the core that is named, or that a file has the facts of; NULL: as above. SN_E_ARG
 * where there is neither. */
sn_status sn_host_machine_as(sn_arena *arena, const char *name, const char *core, const char *cache,
                             const sn_machine **out) SN_MUST_CHECK;

/* Targets of one architecture, those first that need more of the processor; of those that need the
 * same, in the order in which they were named. */
enum { SN_MAX_TARGETS = 8 };
typedef struct sn_host_targets {
    const char *name[SN_MAX_TARGETS]; /* as they were named, in the arena */
    const sn_machine *machine[SN_MAX_TARGETS];
    size_t n;
} sn_host_targets;
/* Of "x86-64-v3+x86-64-v4", or of one name. SN_E_ARG where one is missing, unknown or there twice,
 * or where they are of two architectures. */
sn_status sn_host_targets_of(sn_arena *arena, const char *names,
                             sn_host_targets *out) SN_MUST_CHECK;

#endif
