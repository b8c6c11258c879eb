/* SPDX-License-Identifier: Apache-2.0
 *
 * The list of operators, from ops.def. */
#include "ops/ops.h"

#include <string.h>

static const sn_op *const ops[] = {
#define OP(name, file) &sn_op_##name,
#include "ops/ops.def"
#undef OP
};

enum { N_OPS = sizeof ops / sizeof *ops };

const sn_op *sn_op_find(const char *name)
{
    for (size_t i = 0; i < N_OPS; i++) {
        /* Names differ in the first letter, mostly, and every pattern of every pass asks. */
        if (ops[i]->name[0] == *name && strcmp(ops[i]->name, name) == 0) return ops[i];
    }
    return NULL;
}

const sn_op *const *sn_ops(size_t *n)
{
    *n = N_OPS;
    return ops;
}
