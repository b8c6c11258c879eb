/* SPDX-License-Identifier: Apache-2.0
 *
 * Which layers of a network became which layer of the optimized one, as the passes report it. */
#ifndef SN_CLI_PROVENANCE_H
#define SN_CLI_PROVENANCE_H

#include "cli/remarks.h"

typedef struct sn_provenance {
    uint32_t n_before, n_after;
    const char **before; /* n_before: labels of layers */
    uint32_t *into;      /* n_before: the layer of `after` that it became; UINT32_MAX: it is gone */
    uint32_t *n_of;      /* n_after: how many layers it was made of; 0: it is not known */
} sn_provenance;

/* Remarks in the order in which they were made. 0, or an exit code after a message. */
int sn_provenance_of(sn_cli *cli, sn_model *before, sn_model *after, const sn_remarks *r,
                     sn_provenance *out);

#endif
