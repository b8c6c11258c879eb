/* SPDX-License-Identifier: Apache-2.0
 *
 * Networks as pictures: text for Graphviz, and Graphviz itself. */
#ifndef SN_CLI_DRAW_H
#define SN_CLI_DRAW_H

#include "cli/provenance.h"

/* What is drawn: the network, or what it became, or both side by side. */
typedef struct sn_drawing {
    sn_model *before, *after;        /* either may be NULL; sizes are known where they can be */
    const sn_provenance *provenance; /* NULL: there is only one */
    const sn_groups_info *groups;    /* of the one that is drawn; NULL: none are */
    bool of_step; /* of a training, drawn by --draw: else -o says where to, --from and --to which
                     part */
} sn_drawing;

/* 0, or an exit code after a message. */
int sn_draw_dot(sn_cli *cli, const sn_drawing *d, FILE *f);
/* Whether a file of that name is a picture: .svg or .dot. */
bool sn_draw_is_name(const char *path);
/* To such a file. 0, or an exit code after a message. */
int sn_draw_write(sn_cli *cli, const sn_drawing *d, const char *path);

#endif
