/* SPDX-License-Identifier: Apache-2.0
 *
 * What a network is compiled to, as `sinter fuse` prints it. */
#ifndef SN_CLI_GROUPS_H
#define SN_CLI_GROUPS_H

#include <jansson.h>

#include "cli/cli.h"

/* For people, with --explain every edge, too; or into the object of --json. threads: that the code
 * is for. */
void sn_cli_put_groups(sn_cli *cli, const sn_groups_info *r, int threads);
/* What --json has of it, into `o`. */
void sn_json_groups(const sn_cli *cli, const sn_groups_info *r, json_t *o);

#endif
