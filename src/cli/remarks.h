/* SPDX-License-Identifier: Apache-2.0
 *
 * What the passes said, kept until the files are written, then counted or told. */
#ifndef SN_CLI_REMARKS_H
#define SN_CLI_REMARKS_H

#include "cli/cli.h"

typedef struct sn_told {
    bool fired;
    const char *pass, *text, *unchecked;
    double distance;
    size_t rank; /* of its pass, by first remark */
    const char *group;
} sn_told;

typedef struct sn_remarks {
    sn_told *v;
    size_t n, cap;
    const char **passes; /* by first remark */
    size_t n_passes;
    const char **names; /* of the network's layers and values, sorted */
    size_t n_names;
} sn_remarks;

/* Before optimizing: remarks will speak of these names. */
sn_status sn_remarks_init(sn_remarks *r, sn_model *m);
void sn_remarks_add(void *user, const sn_remark_info *info); /* an sn_optimize_options.remark */
void sn_remarks_put_counts(const sn_remarks *r); /* "35  fold_affine", one pass a line */
void sn_remarks_put_unchecked(
    const sn_remarks *r);               /* reasons why rewrites were not checked, counted */
void sn_remarks_put_all(sn_remarks *r); /* --explain; sorts */

#endif
