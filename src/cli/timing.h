/* SPDX-License-Identifier: Apache-2.0
 *
 * How long each step takes, as `sinter bench` prints it. */
#ifndef SN_CLI_TIMING_H
#define SN_CLI_TIMING_H

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

#endif
