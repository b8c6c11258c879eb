/* SPDX-License-Identifier: Apache-2.0
 *
 * What generated code runs on. Kernels know a machine by three numbers: the lanes of a vector, how
 * many vector registers there are, and the size of the second cache, and by whether it multiplies
 * bytes by fours; the rest is up to the C compiler. */
#ifndef SN_KERNELS_TARGET_H
#define SN_KERNELS_TARGET_H

#include "base/ctx.h"

typedef struct sn_machine {
    const char *name;
    int lanes; /* floats in a vector, and channels in a block of the blocked layout; 1: plain scalar
                  C */
    int registers;    /* vector registers: bounds the accumulators of a register tile */
    bool fma;         /* a * b + c is rounded once */
    bool dot;         /* bytes without a sign times bytes with one, four at a time (VNNI) */
    int64_t l2_bytes; /* second cache of a core, by which some kernels cut what they work on; where
                       * the code is for other machines, what those have that are in use */
    const char *gcc_flags; /* separated by spaces; what the speed rests on, see docs/compile.md */
    const char *clang_flags;
    const char *help;
} sn_machine;

size_t sn_machine_count(void);
const sn_machine *sn_machine_at(size_t i);
/* By name; "native" is what this machine is by its instructions, with 8 lanes where there are 16:
 * what pays is for driver/host.h to measure. SN_E_ARG with the names there are. */
sn_status sn_machine_find(sn_ctx *ctx, const char *name, const sn_machine **out) SN_MUST_CHECK;

#endif
