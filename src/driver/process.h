/* SPDX-License-Identifier: Apache-2.0
 *
 * Running programs: by an argument list, never through a shell. */
#ifndef SN_DRIVER_PROCESS_H
#define SN_DRIVER_PROCESS_H

#include "base/text.h"

typedef struct sn_process {
    const char *const *argv; /* [0] is a path, not looked up; ends with NULL */
    const char *output;      /* file that gets what it prints on both streams */
    /* after sn_run_processes: */
    int exit_code; /* -1: it did not end by itself */
    int signal;    /* that ended it; 0: none */
    bool timed_out;
} sn_process;

/* Runs all, at most `side_by_side` at once, in the order of the list; after one has failed no more
 * are started (their exit_code is -1). Each gets so many seconds, then it and what it started is
 * killed. `done` (NULL: nobody) is called as each ends. SN_OK when all were started or one failed;
 * SN_E_IO when one could not be started. */
sn_status sn_run_processes(sn_ctx *ctx, sn_process *list, size_t n, int side_by_side, int seconds,
                           void (*done)(void *user, size_t n_done, size_t n),
                           void *user) SN_MUST_CHECK;

/* Where a program is: a name with a slash is a path, others are searched for on PATH. NULL:
 * nowhere. */
const char *sn_find_program(sn_arena *arena, const char *name);

#endif
