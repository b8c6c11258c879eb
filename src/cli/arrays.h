/* SPDX-License-Identifier: Apache-2.0
 *
 * Results of a run, as the options ask: -o FOLDER, --text, --json. */
#ifndef SN_CLI_ARRAYS_H
#define SN_CLI_ARRAYS_H

#include "cli/cli.h"

/* The first n along that axis alone. */
void sn_cli_trim(sn_array *a, int axis, int64_t n);
int sn_cli_put_arrays(sn_cli *cli, const sn_array *list, uint32_t n);
int sn_cli_make_folder(sn_cli *cli, const char *path); /* unless it is there; 0, or an exit code */

#endif
