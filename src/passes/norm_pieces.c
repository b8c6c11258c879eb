/* SPDX-License-Identifier: Apache-2.0
 *
 * Axes of statistics and factors, proved from shapes and from how broadcasts are aligned. */
#include "passes/norm_pieces.h"

#include <math.h>

#include "ops/binary.h"
#include "ops/pool.h"
#include "ops/reduce.h"

/* ---- over what a statistic goes -------------------------------------------------------------- */

static bool count(const sn_shape *x, unsigned mask, double *out)
{
    *out = 1;
    for (int k = 0; k < x->rank; k++) {
        if (!(mask >> k & 1)) continue;
        if (!sn_dim_known(x->d[k]) || x->d[k] == 0) return false;
        *out *= (double)x->d[k];
    }
    return true;
}

bool sn_stat_axes(const sn_node *stat, const sn_shape *x, int op, double factor, unsigned *mask)
{
    if (x->rank < 1) return false;
    if (stat->op == &sn_op_global_average_pool) {
        const int kept = x->rank - ((const sn_global_pool_params *)stat->params)->nd;
        *mask = kept > 0 ? (1u << x->rank) - (1u << kept) : 0;
        return op == SN_REDUCE_MEAN && factor == 1 && kept > 0;
    }
    const sn_reduce_params *p = stat->params;
    if (stat->op != &sn_op_reduce || !sn_reduce_axes(p, x->rank, mask)) return false;
    double n = 1;
    if (p->op == op) return sn_numbers_are_close(stat->out[0]->type, factor, 1);
    bool sum_for_mean = op == SN_REDUCE_MEAN && p->op == SN_REDUCE_SUM && count(x, *mask, &n);
    return sum_for_mean && sn_numbers_are_close(stat->out[0]->type, factor * n, 1);
}

/* ---- where it goes back ---------------------------------------------------------------------- */

/* First axis of a value of rank `rank` that axis 0 of the operand v of n pairs with; -1: not
 * proved. */
static int first_axis(const sn_node *n, const sn_value *v, int rank)
{
    if (v->shape.rank < 0 || n->out[0]->shape.rank != rank) return -1;
    if (v->shape.rank == rank) return 0;
    return sn_op_is_binary(n->op) ? rank - v->shape.rank : -1;
}

/* One number, made of all of x. */
static bool is_whole(const sn_value *v, const sn_shape *x, unsigned mask)
{
    bool whole = v->shape.rank <= 1 && sn_shape_count(&v->shape) == 1;
    for (int k = 0; k < x->rank; k++) whole = whole && (mask >> k & 1 || x->d[k] == 1);
    return whole;
}

/* v's axes beside those of x from `first` on: 1 where the statistic went over, and just x's own
 * axes where not. */
static bool pairs(const sn_value *v, const sn_shape *x, unsigned mask, int first, bool kept)
{
    if (is_whole(v, x, mask)) return true;
    int axis = 0; /* of x, that v's next axis is */
    for (int k = 0; k < v->shape.rank; k++, axis++) {
        while (!kept && axis < x->rank && (mask >> axis & 1)) axis++;
        if (axis >= x->rank || axis != first + k) return false;
        sn_dim expected = mask >> axis & 1 ? 1 : x->d[axis];
        if (!sn_dim_equal(v->shape.d[k], expected)) return false;
    }
    for (; axis < x->rank; axis++) {
        if (!(mask >> axis & 1)) return false;
    }
    return true;
}

static bool returns(const sn_match *m, const sn_value *v, const sn_shape *x, unsigned mask,
                    bool kept, int depth)
{
    if (depth == 0) return false;
    SN_EACH_USE(u, v)
    {
        sn_node *n = u->node;
        if (!sn_match_within(m, n)) continue;
        const sn_value *y = n->n_out ? n->out[0] : NULL;
        if (!y) return false;
        bool same = n->op->kind <= SN_FUSE_BROADCAST && sn_shape_equal(&y->shape, &v->shape);
        bool alone = n->n_in == 1 || (sn_op_is_binary(n->op) && sn_const_of(sn_in(n, 1 - u->slot)));
        if (same && alone) {
            if (y != sn_match_root(m)->out[0] && !returns(m, y, x, mask, kept, depth - 1))
                return false;
            continue;
        }
        if (sn_op_has(n->op, SN_TRAIT_VIEW)) { /* to x's rank, with 1s */
            const bool back = y->shape.rank == x->rank || is_whole(y, x, mask);
            if (!back || !returns(m, y, x, mask, true, depth - 1)) return false;
            continue;
        }
        int first = first_axis(n, v, x->rank);
        if (first < 0 || !pairs(v, x, mask, first, kept)) return false;
    }
    return true;
}

bool sn_stat_returns(const sn_match *m, const sn_node *stat, const sn_shape *x, unsigned mask)
{
    const sn_value *v = stat->out[0];
    const bool kept = stat->op == &sn_op_reduce
                          ? ((const sn_reduce_params *)stat->params)->keepdims
                          : ((const sn_global_pool_params *)stat->params)->keepdims;
    return v->shape.rank >= 0 && returns(m, v, x, mask, kept, 8);
}

/* ---- factors --------------------------------------------------------------------------------- */

/* Where the operand meets a value of x's rank; all places must agree. */
static int operand_axis(const sn_match *m, const sn_value *operand, const sn_shape *x)
{
    int first = -1;
    SN_EACH_USE(u, operand)
    {
        if (!sn_match_within(m, u->node)) continue;
        int here = first_axis(u->node, operand, x->rank);
        if (here < 0 || (first >= 0 && here != first)) return -1;
        first = here;
    }
    return first;
}

const double *sn_factor_along(sn_arena *arena, const sn_match *m, const sn_value *operand,
                              const sn_shape *x, int axis, int n_axes, int64_t *n, const char **why)
{
    const sn_tensor *t = sn_const_of(operand);
    int first = t ? operand_axis(m, operand, x) : -1;
    *why = "which axes its constant goes along is not proved";
    if (first < 0) return NULL;
    int64_t own[SN_MAX_RANK] = {0}, stride = 1; /* strides in t along x's axes */
    for (int k = t->shape.rank - 1; k >= 0; stride *= t->shape.d[k--]) {
        if (t->shape.d[k] == 1) continue;
        bool inside = first + k >= axis && first + k < axis + n_axes;
        if (!inside) *why = "its constant goes along other axes than those of the layer";
        if (!inside || !sn_dim_equal(t->shape.d[k], x->d[first + k])) return NULL;
        own[first + k] = stride;
    }
    *n = 1;
    *why = "the size of what is normalised is not known";
    for (int k = axis; k < axis + n_axes; k++) {
        if (!sn_dim_known(x->d[k])) return NULL;
        *n *= x->d[k];
    }
    double *out = SN_NEW_N(arena, double, *n);
    for (int64_t i = 0; i < *n; i++) {
        int64_t at = 0, rest = i;
        for (int k = axis + n_axes - 1; k >= axis; rest /= x->d[k--]) at += rest % x->d[k] * own[k];
        out[i] = sn_tensor_at(t, at);
        *why = "its constant is not finite";
        if (!isfinite(out[i])) return NULL;
    }
    *why = NULL;
    return out;
}
