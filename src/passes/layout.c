/* SPDX-License-Identifier: Apache-2.0
 *
 * Axes as lists of atoms: see layout.h. */
#include "passes/layout.h"

#include "ops/ops.h"
#include "ops/transpose.h"
#include "ops/reshape.h"

bool sn_axis_factors_begin(sn_axis_factors *l, sn_dims *dims, const sn_shape *x)
{
    if (x->rank < 0) return false;
    *l = (sn_axis_factors){.dims = dims, .x_rank = x->rank, .y_rank = x->rank, .picked = -1};
    for (int i = 0; i < x->rank; i++) {
        if (x->d[i] == 1) continue;
        l->size[l->n] = x->d[i];
        l->axis[l->n] = i;
        l->y[i] = (sn_atoms){1, {l->n++}};
    }
    return true;
}

sn_atoms sn_axis_factors_of_x(const sn_axis_factors *l, int axis)
{
    sn_atoms a = {0};
    for (int i = 0; i < l->n; i++) {
        if (l->axis[i] == axis) a.v[a.n++] = i;
    }
    return a;
}

sn_atoms sn_axis_factors_flat(const sn_axis_factors *l)
{
    sn_atoms a = {0};
    for (int i = 0; i < l->y_rank; i++) {
        for (int k = 0; k < l->y[i].n; k++) a.v[a.n++] = l->y[i].v[k];
    }
    return a;
}

/* ---- views ----------------------------------------------------------------------------------- */

/* q = a / b, where that is proved to leave no rest. */
static bool divide(sn_dims *dims, sn_dim a, sn_dim b, sn_dim *q)
{
    if (sn_dim_known(a) && sn_dim_known(b) && (b < 1 || a % b != 0)) return false;
    *q = sn_dim_exactdiv(dims, a, b);
    return sn_dim_equal(sn_dim_mul(dims, *q, b), a);
}

static void renumber(sn_atoms *a, int from, int by)
{
    for (int i = 0; i < a->n; i++) {
        if (a->v[i] >= from) a->v[i] += by;
    }
}

/* Cuts atom k of the list, which becomes two: `outer` times what is left. */
static bool cut(sn_axis_factors *l, sn_atoms *list, int k, sn_dim outer, sn_dim inner,
                sn_atoms done[], int n_done)
{
    if (l->n == SN_MAX_ATOMS) return false;
    int at = list->v[k];
    for (int i = l->n++; i > at + 1; i--) {
        l->size[i] = l->size[i - 1];
        l->axis[i] = l->axis[i - 1];
    }
    l->picked += l->picked > at;
    l->size[at] = outer;
    l->size[at + 1] = inner;
    l->axis[at + 1] = l->axis[at];
    renumber(list, at + 1, 1);
    for (int i = 0; i < n_done; i++) renumber(&done[i], at + 1, 1);
    for (int i = list->n++; i > k + 1; i--) list->v[i] = list->v[i - 1];
    list->v[k + 1] = at + 1;
    return true;
}

/* The atoms that make up an axis of that size, from list[*next] on. */
static bool take(sn_axis_factors *l, sn_atoms *list, int *next, sn_dim size, sn_atoms done[],
                 int at)
{
    sn_dim q;
    done[at].n = 0;
    while (size != 1) {
        if (*next == list->n) return false;
        int atom = list->v[*next];
        if (divide(l->dims, size, l->size[atom], &q)) {
            size = q;
        } else if (divide(l->dims, l->size[atom], size, &q)) {
            if (!cut(l, list, *next, size, q, done, at + 1)) return false;
            size = 1;
        } else {
            return false;
        }
        done[at].v[done[at].n++] = list->v[(*next)++];
    }
    return true;
}

static bool view(sn_axis_factors *l, const sn_shape *to)
{
    sn_atoms list = sn_axis_factors_flat(l), axes[SN_MAX_RANK];
    int next = 0;
    if (to->rank < 0) return false;
    for (int i = 0; i < to->rank; i++) {
        if (!take(l, &list, &next, to->d[i], axes, i)) return false;
    }
    if (next != list.n) return false;
    l->y_rank = to->rank;
    for (int i = 0; i < to->rank; i++) l->y[i] = axes[i];
    return true;
}

bool sn_axis_factors_pick(sn_axis_factors *l, int axis, sn_dim from, sn_dim n)
{
    sn_shape parts = {.rank = (int8_t)(l->y_rank + 1)};
    if (l->picked >= 0 || l->y_rank == SN_MAX_RANK || axis >= l->y_rank) return false;
    if (!sn_dim_known(from) || !sn_dim_known(n) || n < 1 || from % n != 0) return false;
    for (int i = 0; i < l->y_rank; i++) {
        sn_dim size = 1;
        for (int k = 0; k < l->y[i].n; k++) size = sn_dim_mul(l->dims, size, l->size[l->y[i].v[k]]);
        parts.d[i < axis ? i : i + 1] = size;
    }
    if (!divide(l->dims, parts.d[axis + 1], n, &parts.d[axis])) return false;
    parts.d[axis + 1] = n;
    if (!view(l, &parts) || l->y[axis].n != 1) return false;
    l->picked = l->y[axis].v[0];
    l->index = from / n;
    for (int i = axis; i + 1 < l->y_rank; i++) l->y[i] = l->y[i + 1];
    l->y_rank--;
    return true;
}

/* ---- chains ---------------------------------------------------------------------------------- */

static bool is_permute(const sn_node *n) { return n->op == &sn_op_transpose; }

bool sn_axis_factors_moves(const sn_node *n)
{
    return is_permute(n) ||
           (sn_op_has(n->op, SN_TRAIT_VIEW) && n->n_out == 1 && n->out[0]->shape.rank >= 0);
}

bool sn_axis_factors_apply(sn_axis_factors *l, const sn_node *n)
{
    if (!sn_axis_factors_moves(n)) return false;
    if (!is_permute(n)) return view(l, &n->out[0]->shape);
    const sn_transpose_params *p = n->params;
    sn_atoms was[SN_MAX_RANK];
    if (p->perm.n != l->y_rank) return false;
    for (int i = 0; i < l->y_rank; i++) was[i] = l->y[i];
    for (int i = 0; i < l->y_rank; i++) l->y[i] = was[p->perm.v[i]];
    return true;
}

/* Whether atom a + 1 follows a directly within an axis of y, and both are cut from one axis of x.
 */
static bool is_one(const sn_axis_factors *l, int a)
{
    if (a + 1 >= l->n || l->axis[a] != l->axis[a + 1]) return false;
    for (int i = 0; i < l->y_rank; i++) {
        for (int k = 0; k + 1 < l->y[i].n; k++) {
            if (l->y[i].v[k] == a && l->y[i].v[k + 1] == a + 1) return true;
        }
    }
    return false;
}

static void join(sn_axis_factors *l, int a)
{
    l->size[a] = sn_dim_mul(l->dims, l->size[a], l->size[a + 1]);
    for (int i = a + 1; i + 1 < l->n; i++) {
        l->size[i] = l->size[i + 1];
        l->axis[i] = l->axis[i + 1];
    }
    l->n--;
    l->picked -= l->picked > a;
    for (int i = 0; i < l->y_rank; i++) {
        sn_atoms *y = &l->y[i];
        int n = 0;
        for (int k = 0; k < y->n; k++) {
            if (y->v[k] != a + 1) y->v[n++] = y->v[k];
        }
        y->n = n;
        renumber(y, a + 1, -1);
    }
}

void sn_axis_factors_simplify(sn_axis_factors *l)
{
    for (int a = 0; a < l->n;) {
        if (is_one(l, a))
            join(l, a);
        else
            a++;
    }
}
