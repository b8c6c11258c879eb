/* SPDX-License-Identifier: Apache-2.0
 *
 * What of a network is trained. A file does not say which of its constants are weights, and which
 * are tables of positions, masks or sizes: it follows from who reads them. */
#include <fnmatch.h>

#include "ops/affine.h"
#include "ops/gather.h"
#include "ops/matmul.h"
#include "train/patterns.h"
#include "train/training.h"

#include "ops/ops.h"

bool sn_matches_any(const char *const *patterns, const char *name)
{
    for (size_t i = 0; name && patterns[i]; i++)
        if (fnmatch(patterns[i], name, 0) == 0) return true;
    return false;
}

/* The constant that v is, behind what only moves its elements; NULL: it is none. */
static sn_value *constant_of(sn_value *v)
{
    while (v && v->def) {
        const sn_op *op = v->def->op;
        if (!sn_op_has(op, SN_TRAIT_CONSTANT | SN_TRAIT_VIEW) && op != &sn_op_transpose)
            return NULL;
        v = sn_in(v->def, 0);
    }
    return v && v->kind != SN_RESULT && v->data && sn_type_is_float(v->type) ? v : NULL;
}

static bool is_product(const sn_op *op)
{
    return op == &sn_op_matmul || op == &sn_op_gemm || op == &sn_op_einsum;
}

/* A vector that is added to a product right behind it. */
static bool is_bias(const sn_node *n, unsigned slot)
{
    if (n->op != &sn_op_add) return false;
    const sn_value *other = sn_in(n, 1 - slot), *v = sn_in(n, slot);
    return other && other->def && is_product(other->def->op) && v->shape.rank == 1;
}

/* Whether what is read there is a weight: statistics are not, they follow the data. */
static bool is_weight(const sn_node *n, unsigned slot)
{
    if (n->op == &sn_op_batch_normalization && slot >= SN_BATCH_NORM_MEAN) return false;
    if (sn_op_has(n->op, SN_TRAIT_CONSTANT)) return false;
    if (sn_op_slot(n->op, slot)->flags & SN_SLOT_WEIGHT) return true;
    return is_product(n->op) || is_bias(n, slot) || (n->op == &sn_op_gather && slot == SN_GATHER_X);
}

void sn_trainable(const sn_graph *g, const char *const *patterns, sn_arena *arena,
                  sn_value *const **values, size_t *n_values)
{
    SN_VEC(sn_value *) found = SN_VEC_IN(arena);
    bool *seen = SN_NEW_N(arena, bool, g->n_ids);
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; i < n->n_in; i++) {
            sn_value *v = sn_in(n, i) ? constant_of(sn_in(n, i)) : NULL;
            if (!v || seen[v->id] || !is_weight(n, i)) continue;
            seen[v->id] = true;
            if (!patterns || sn_matches_any(patterns, v->name)) SN_PUSH(found, v);
        }
    }
    *values = found.v;
    *n_values = found.n;
}
