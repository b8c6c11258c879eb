/* SPDX-License-Identifier: Apache-2.0
 *
 * What of a network is trained. A file does not say which of its constants are weights, and which
 * are tables of positions, masks or sizes: it follows from who reads them, or from their names,
 * where these are given. */
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

typedef struct weight_search {
    const char *const *patterns;
    bool *seen; /* by value id */
    SN_VEC(sn_value *) todo, found;
} weight_search;

static bool is_float_constant(const sn_value *v)
{
    return v->kind != SN_RESULT && v->data && sn_type_is_float(v->type);
}

/* The constants that v is made of by what only moves elements, or changes their type. What a node
 * holds is none: that is a number of a formula. */
static void find_constants(weight_search *s, sn_value *v)
{
    SN_PUSH(s->todo, v);
    while (s->todo.n > 0) {
        v = SN_POP(s->todo);
        if (!v || s->seen[v->id]) continue;
        s->seen[v->id] = true;
        const sn_node *n = v->def;
        if (!n && is_float_constant(v)) SN_PUSH(s->found, v);
        if (!n || sn_op_has(n->op, SN_TRAIT_CONSTANT)) continue;
        if (!sn_op_has(n->op, SN_TRAIT_VIEW | SN_TRAIT_COPIES_BITS) && n->op != &sn_op_cast)
            continue;
        for (uint16_t i = n->n_in; i-- > 0;)
            if (!sn_node_reads_shape_only(n, i)) SN_PUSH(s->todo, sn_in(n, i));
    }
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

/* A factor or a summand of each channel: all axes but one have size 1. */
static bool is_of_channels(const sn_node *n, unsigned slot)
{
    if (n->op != &sn_op_add && n->op != &sn_op_mul) return false;
    const sn_value *other = sn_in(n, 1 - slot), *v = sn_in(n, slot);
    int long_axes = 0;
    for (int i = 0; i < v->shape.rank; i++) long_axes += v->shape.d[i] != 1;
    return long_axes == 1 && other && other->def && other->shape.rank >= v->shape.rank;
}

static bool is_statistic(const sn_node *n, unsigned slot)
{
    return n->op == &sn_op_batch_normalization && slot >= SN_BATCH_NORM_MEAN;
}

static bool is_weight(const sn_node *n, unsigned slot)
{
    if (is_statistic(n, slot) || sn_op_has(n->op, SN_TRAIT_CONSTANT)) return false;
    if (sn_op_slot(n->op, slot)->flags & SN_SLOT_WEIGHT) return true;
    return is_product(n->op) || is_bias(n, slot) || is_of_channels(n, slot) ||
           (n->op == &sn_op_gather && slot == SN_GATHER_X);
}

/* By its name, not by its reader; statistics follow the data. */
static void find_named(weight_search *s, const sn_node *n, unsigned slot)
{
    sn_value *v = sn_in(n, slot);
    if (s->seen[v->id] || !is_float_constant(v) || is_statistic(n, slot)) return;
    if (!sn_matches_any(s->patterns, v->name)) return;
    s->seen[v->id] = true;
    SN_PUSH(s->found, v);
}

void sn_trainable(const sn_graph *g, const char *const *patterns, sn_arena *arena,
                  sn_value *const **values, size_t *n_values)
{
    weight_search s = {.patterns = patterns,
                       .seen = SN_NEW_N(arena, bool, g->n_ids),
                       .todo = SN_VEC_IN(arena),
                       .found = SN_VEC_IN(arena)};
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; i < n->n_in; i++) {
            if (!sn_in(n, i)) continue;
            if (patterns)
                find_named(&s, n, i);
            else if (is_weight(n, i))
                find_constants(&s, sn_in(n, i));
        }
    }
    *values = s.found.v;
    *n_values = s.found.n;
}
