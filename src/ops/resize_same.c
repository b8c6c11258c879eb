/* SPDX-License-Identifier: Apache-2.0
 *
 * Whether two ways to say where pixels lie come to the same pixels. */
#include <math.h>

#include "ops/move.h"
#include "ops/ops.h"
#include "ops/resize.h"

/* How much that pixel counts for element i. */
static double weight_of(const sn_resize_axis *a, int64_t i, int64_t pixel)
{
    double sum = 0;
    for (int64_t k = i * a->taps; k < (i + 1) * a->taps; k++)
        if (a->at[k] == pixel) sum += a->weight[k];
    return sum;
}

/* Of all pixels that a reads. */
static bool counts_the_same(const sn_resize_axis *a, const sn_resize_axis *b, double bound)
{
    for (int64_t k = 0; k < a->m * a->taps; k++) {
        const int64_t at = a->at[k], i = k / a->taps;
        if (at < 0 || at >= a->n) continue;
        if (!(fabs(weight_of(a, i, at) - weight_of(b, i, at)) <= bound)) return false;
    }
    return true;
}

bool sn_resize_axis_same(const sn_resize_axis *a, const sn_resize_axis *b, double bound)
{
    if (a->n != b->n || a->m != b->m) return false;
    for (int64_t i = 0; i < a->m; i++)
        if ((a->outside && a->outside[i]) != (b->outside && b->outside[i])) return false;
    return counts_the_same(a, b, bound) && counts_the_same(b, a, bound);
}

bool sn_resize_axes_of(const sn_node *n, sn_arena *arena, sn_resize_axis axes[SN_MAX_RANK])
{
    const sn_infer in = sn_node_as_infer(n, arena);
    const sn_shape *x = &sn_in(n, 0)->shape, *y = &sn_out(n, 0)->shape;
    if (!sn_shape_known(x) || !sn_shape_known(y) || x->rank != y->rank ||
        sn_resize_axes(&in, *x, *y, axes) != SN_OK)
        return false;
    for (int i = 0; i < x->rank; i++)
        if (axes[i].taps == 0) axes[i] = sn_resize_same_axis(arena, x->d[i], 1);
    return true;
}

bool sn_resize_same(const sn_node *a, const sn_node *b, sn_arena *arena)
{
    sn_resize_axis of_a[SN_MAX_RANK], of_b[SN_MAX_RANK];
    const sn_resize_params *p = a->params, *q = b->params;
    bool same = p->mode == q->mode && sn_resize_axes_of(a, arena, of_a) &&
                sn_resize_axes_of(b, arena, of_b) &&
                sn_in(a, 0)->shape.rank == sn_in(b, 0)->shape.rank;
    for (int i = 0; same && i < sn_in(a, 0)->shape.rank; i++) {
        same = sn_resize_axis_same(&of_a[i], &of_b[i], 0);
        same = same && (!of_a[i].outside || p->extrapolation_value == q->extrapolation_value);
    }
    return same;
}
