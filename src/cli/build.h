/* SPDX-License-Identifier: Apache-2.0
 *
 * What compile, run and bench share. */
#ifndef SN_CLI_BUILD_H
#define SN_CLI_BUILD_H

#include "cli/cli.h"

sn_compile_options sn_cli_compile_options(const sn_cli *cli, int threads);
int sn_cli_threads(const sn_cli *cli); /* --threads, or all that the machine has */

#endif
