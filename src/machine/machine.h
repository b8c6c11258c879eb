/* SPDX-License-Identifier: Apache-2.0
 *
 * What generated code runs on: an instruction set, used in one width, and a core that executes it,
 * known by a few measured facts. All that is decided by cost is decided from these facts alone
 * (sn_work_seconds), in one unit, seconds. */
#ifndef SN_MACHINE_MACHINE_H
#define SN_MACHINE_MACHINE_H

#include "base/text.h"

/* By the bits of a vector: 32 (none), 128, 256, 512. */
enum { SN_N_WIDTHS = 4, SN_N_CACHES = 3 };

/* What one core does. Seconds, bytes, and numbers a second. */
typedef struct sn_core {
    const char *name;
    const char *about;         /* "AMD Zen 3 (EPYC 7003), measured" */
    double flops[SN_N_WIDTHS]; /* of a product in register tiles, loads and all; a multiply-add is
                                  2; 0: there are no such vectors */
    double latency;            /* from a multiply-add to one that adds to its result */
    double loads;              /* vectors from the first cache */
    double halves; /* vectors of halves that become floats, by an instruction, as a product loads
                      them: what each takes longer than a vector of floats, inverted */
    double scalar; /* simple instructions of scalar code */
    double level_bytes[SN_N_CACHES];     /* that a core may fill */
    double level_speed[SN_N_CACHES + 1]; /* bytes that are read of each, and of memory */
    double barrier;                      /* two threads wait for one another */
    double start;                        /* what a step takes beside its work */
    const char *unmeasured; /* why these are but usual facts, though this machine is meant; NULL:
                               they are what they should be */
} sn_core;

typedef struct sn_machine {
    const char *name; /* of the target */
    int lanes; /* floats in a vector, and channels in a block of the blocked layout; 1: plain scalar
                  C */
    int registers;         /* vector registers: bounds the accumulators of a register tile */
    bool fma;              /* a * b + c is rounded once */
    bool dot;              /* bytes without a sign times bytes with one, four at a time (VNNI) */
    bool halves;           /* an instruction makes floats of a vector of halves */
    const sn_core *core;   /* that is usual for the target, or what was asked for, or measured */
    const char *gcc_flags; /* separated by spaces; what the speed rests on, see docs/compile.md */
    const char *clang_flags;
    const char *help;
    const char *arch; /* the target that all processors of the architecture run */
    int level;        /* from which processor_level() on a processor of it runs the code */
} sn_machine;

/* Of a target that code is usually compiled for on another machine: the compiler, and flags of such
 * compilers behind those above, with which any machine compiles what is written, and checks it. */
typedef struct sn_cross {
    const char *target, *compiler, *gcc_flags, *clang_flags;
    bool alone; /* a microcontroller: one thread is what there is, unless more are asked for */
} sn_cross;
const sn_cross *sn_machine_cross(const sn_machine *m); /* NULL: it is none */

size_t sn_machine_count(void);
const sn_machine *sn_machine_at(size_t i);
/* By name; "native" is what this machine is by its instructions, with 8 lanes where there are 16:
 * what pays is for driver/host.h to measure. SN_E_ARG with the names there are. */
sn_status sn_machine_find(sn_ctx *ctx, const char *name, const sn_machine **out) SN_MUST_CHECK;

/* With its core, which sn_host_machine makes in an arena. */
const sn_machine *sn_machine_copy(sn_arena *arena, const sn_machine *m);

/* The one that m->arch names. */
const sn_machine *sn_machine_base(const sn_machine *m);

size_t sn_core_count(void);
const sn_core *sn_core_at(size_t i);
/* A built-in one by name. SN_E_ARG with the names there are. */
sn_status sn_core_find(sn_ctx *ctx, const char *name, const sn_core **out) SN_MUST_CHECK;

/* As text, a line for each fact; and back. `where` names the text in messages: SN_E_FORMAT with the
 * line. Names live in the arena. */
void sn_core_print(const sn_core *c, sn_str *out);
sn_status sn_core_parse(sn_arena *arena, const char *where, const char *text,
                        sn_core *out) SN_MUST_CHECK;

static inline double sn_machine_l1_bytes(const sn_machine *m) { return m->core->level_bytes[0]; }
static inline double sn_machine_l2_bytes(const sn_machine *m) { return m->core->level_bytes[1]; }
/* A folder of it makes a module and what loads that (codegen/module_wasm.c). */
bool sn_machine_is_wasm(const sn_machine *m);
/* Index of sn_core.flops: what the target's vectors are. */
int sn_machine_width(const sn_machine *m);
/* Floating-point operations a second of products with its vectors. */
double sn_machine_flops(const sn_machine *m);

#endif
