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
} sn_drawing;

/* 0, or an exit code after a message. */
int sn_draw_dot(sn_cli *cli, const sn_drawing *d, FILE *f);
/* Runs Graphviz on the text, which stands in `dot` from the start, and writes what it makes into
 * `svg`. */
int sn_draw_svg(sn_cli *cli, FILE *dot, FILE *svg);

#endif
