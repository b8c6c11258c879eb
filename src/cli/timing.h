/* SPDX-License-Identifier: Apache-2.0
 *
 * How long each step takes, as `sinter bench` prints it. */
#ifndef SN_CLI_TIMING_H
#define SN_CLI_TIMING_H

#include <jansson.h>

#include "cli/cli.h"

typedef struct sn_timing {
    const sn_executable_info *info;
    const sn_bench_result *result;
    int threads;
    int batch;          /* images of a run; 0: it has none of its own */
    uint32_t n_forward; /* of a step of training: steps of the program up to the loss; 0: of none */
} sn_timing;

/* For people, or into the object of --json. */
void sn_cli_put_timing(sn_cli *cli, const sn_timing *t);
/* What --json has of it, into `o`; whole: steps that stand one behind the other with the same
 * layers and kernel are one. */
void sn_json_timing(sn_cli *cli, const sn_timing *t, bool whole, json_t *o);
/* What sn_options_timed say; `rounds`: without --rounds and --seconds. 0, or an exit code after a
 * message. */
int sn_cli_bench_options(sn_cli *cli, uint32_t rounds, sn_bench_options *out);
/* --trace: a file of Chrome's trace events. 0, or an exit code after a message. */
int sn_trace_check(sn_cli *cli, const char *path);
int sn_trace_write(sn_cli *cli, const sn_timing *t, const char *path);

#endif
