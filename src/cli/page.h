/* SPDX-License-Identifier: Apache-2.0
 *
 * A report as a page: what is known of a network, and what was made of it, as JSON, and the HTML
 * around that. docs/json.md describes the object. */
#ifndef SN_CLI_PAGE_H
#define SN_CLI_PAGE_H

#include <jansson.h>

#include "cli/cli.h"

/* Every layer and value of a network, those of bodies behind the layer that has these. NULL after a
 * message. */
json_t *sn_page_network(sn_cli *cli, sn_model *m);
/* One file that needs no other: the object within scripts and styles of the tool's own. 0, or an
 * exit code after a message. */
int sn_page_write(sn_cli *cli, const json_t *data, const char *path);

#endif
