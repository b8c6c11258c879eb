/* SPDX-License-Identifier: Apache-2.0
 *
 * --dump-after: the network in text form after passes, one numbered file each. */
#ifndef SN_CLI_DUMP_H
#define SN_CLI_DUMP_H

#include "cli/cli.h"

typedef struct sn_dump {
    sn_cli *cli;
    uint32_t n; /* written so far */
    int failed; /* the exit code, once a message was printed */
} sn_dump;

/* The passes asked for; NULL: all. */
const char *const *sn_dump_passes(const sn_cli *cli);
/* Writes DIR/<number>-<pass>.txt. SN_E_IO after a message, whose exit code is in `failed`. */
sn_status sn_dump_model(sn_dump *d, sn_model *m, const char *pass);

#endif
