/* SPDX-License-Identifier: Apache-2.0
 *
 * einsum: params, and what an equation says. The slots are the factors. */
#ifndef SN_OPS_EINSUM_H
#define SN_OPS_EINSUM_H

#include "ir/op.h"

typedef struct sn_einsum_params {
    const char *equation; /* "ik,kj->ij" */
} sn_einsum_params;

enum { SN_EINSUM_LETTERS = 52, SN_EINSUM_FACTORS = 16 };

/* Letters are numbered: those of the result in its order, then the others as they first come. */
typedef struct sn_einsum_equation {
    int n_factors, n_out, n_letters;
    int rank[SN_EINSUM_FACTORS];
    int letter[SN_EINSUM_FACTORS][SN_MAX_RANK];
    char name[SN_EINSUM_LETTERS];
} sn_einsum_equation;

/* NULL or what is wrong. */
const char *sn_einsum_parse(const char *text, sn_einsum_equation *out);

#endif
