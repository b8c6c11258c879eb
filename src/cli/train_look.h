/* SPDX-License-Identifier: Apache-2.0
 *
 * The step of a training, looked at as show, fuse, bench and draw look at a network. */
#ifndef SN_CLI_TRAIN_LOOK_H
#define SN_CLI_TRAIN_LOOK_H

#include "cli/cli.h"
#include "sinter/train.h"

/* --show, --fuse, --bench, --draw and what belongs to each. */
extern const sn_option sn_options_look[];

/* Whether that is asked for: then nothing is trained. */
bool sn_train_looks(const sn_cli *cli);
/* What does not go together on the command line. 0, or the exit code after a message. */
int sn_train_check_look(sn_cli *cli);
/* Prints, or draws, what is asked for. 0, or the exit code after a message. */
int sn_train_look(sn_cli *cli, sn_trainer *t);

#endif
