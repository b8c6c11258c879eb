/* SPDX-License-Identifier: Apache-2.0
 *
 * What goes into a network that is run. */
#ifndef SN_CLI_FEED_H
#define SN_CLI_FEED_H

#include "cli/npy.h"

/* Reads what --image and --input-file name. What these say of sizes that the network leaves open
 * (--resize, the picture's own, the shape of a .npy) is pinned. *sized: the network with all sizes,
 * for sn_cli_sized's reasons; inputs: an array for each of its inputs. */
int sn_cli_feed(sn_cli *cli, sn_model *m, sn_model **sized, const void *const **inputs);

/* NAME=FILE, where NAME is one of n names of inputs or outputs (`kind`); else all of it is a file
 * for the only one. 0, or the exit code. */
int sn_cli_named_file(sn_cli *cli, const char *option, const char *kind, const char *text,
                      const char *const *names, uint32_t n, uint32_t *out, const char **path);

/* The network at sizes that are proved, given, or hinted at by its file; otherwise it is refused,
 * with the input that has none. */
int sn_cli_sized(sn_cli *cli, sn_model *m, sn_model **sized);
/* Why it would be refused, or NULL. */
const char *sn_cli_why_not_sized(sn_cli *cli, sn_model *m);

#endif
