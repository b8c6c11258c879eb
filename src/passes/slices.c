/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/slices.h"

#include "ops/ops.h"
#include "ops/sizes.h"
#include "ops/split.h"

enum { MAX_PARTS = 1024 }; /* each part adds up those before it */

static bool split_slice(sn_pass_run *run, const sn_value *v, sn_slice *out)
{
    const sn_node *n = v->def;
    int axis = ((const sn_split_params *)n->params)->axis;
    sn_dims *dims = run->g->dims;
    if (v->def_slot >= MAX_PARTS || !sn_in(n, 0) || axis >= sn_in(n, 0)->shape.rank) return false;
    sn_dim from = 0;
    for (uint16_t i = 0; i <= v->def_slot; i++) {
        if (n->out[i]->shape.rank < 0) return false;
        if (i < v->def_slot) from = sn_dim_add(dims, from, n->out[i]->shape.d[axis]);
    }
    *out = (sn_slice){sn_in(n, 0), axis, from, sn_dim_add(dims, from, v->shape.d[axis])};
    return true;
}

bool sn_slice_of(sn_pass_run *run, const sn_value *v, sn_slice *out)
{
    sn_slice_box box;
    const sn_node *n = v->def;
    if (n && n->op == &sn_op_split) return split_slice(run, v, out);
    if (!n || n->op != &sn_op_slice || n->n_in != 1 || !sn_slice_box_of(n, run->arena, &box))
        return false;
    *out = (sn_slice){.x = sn_in(n, 0), .axis = -1};
    for (int i = 0; i < box.size.rank; i++) {
        if (sn_dim_equal(box.size.d[i], out->x->shape.d[i])) continue;
        if (out->axis >= 0) return false;
        out->axis = i;
        out->from = box.offset.d[i];
        out->to = sn_dim_add(run->g->dims, box.offset.d[i], box.size.d[i]);
    }
    return out->axis >= 0;
}

static bool is_int(sn_dim d) { return sn_dim_known(d) && d <= INT32_MAX; }

static const char *place(sn_pass_run *run, int64_t at)
{
    return sn_arena_printf(run->arena, "%lld", (long long)at);
}

sn_node *sn_slice_create(sn_pass_run *run, sn_node *before, sn_value *x, const sn_slice_box *box)
{
    const char *starts[SN_MAX_RANK], *ends[SN_MAX_RANK];
    int32_t axes[SN_MAX_RANK] = {0}, n = 0;
    sn_dims *dims = run->g->dims;
    for (int i = 0; i < x->shape.rank; i++) {
        const sn_dim length = sn_dim_unclamped(dims, box->size.d[i]); /* below 0 it is empty */
        sn_dim size = x->shape.d[i], end = sn_dim_add(dims, box->offset.d[i], length);
        if (sn_dim_equal(box->size.d[i], size)) continue;
        sn_dim rest = sn_dim_sub(dims, size, end);
        if (!is_int(box->offset.d[i]) || !(is_int(end) || is_int(rest))) return NULL;
        starts[n] = place(run, box->offset.d[i]);
        ends[n] = place(run, rest == 0 ? SN_SLICE_ALL : is_int(end) ? end : -rest);
        axes[n++] = i;
    }
    const sn_slice_params p = {
        .starts = {n, starts}, .ends = {n, ends}, .axes = sn_ints_of(run->g->arena, n, axes)};
    if (n == 0 || !sn_spelling_can(run->env->target, run->env->ctx, &sn_op_slice, &p, 1))
        return NULL;
    return sn_node_create(run->g, before, &sn_op_slice, &p, 1, &x, 1);
}

/* What of each axis is cut: where it stands in the lists of the params, from 1 on. */
static bool cuts_of(const sn_node *n, int at[SN_MAX_RANK])
{
    const sn_slice_params *p = n->params;
    for (int i = 0; i < p->starts.n; i++) {
        const int axis = p->axes.n ? p->axes.v[i] : i;
        if (at[axis]) return false;
        at[axis] = i + 1;
    }
    return true;
}

static bool in_numbers(const sn_slice_params *p)
{
    int64_t n;
    for (int i = 0; i < p->starts.n; i++)
        if (!sn_size_number(p->starts.v[i], &n) || !sn_size_number(p->ends.v[i], &n)) return false;
    return true;
}

sn_node *sn_slice_chain(sn_pass_run *run, sn_node *first, const sn_node *second, sn_node *before)
{
    const char *starts[SN_MAX_RANK], *ends[SN_MAX_RANK];
    int32_t axes[SN_MAX_RANK], steps[SN_MAX_RANK], n = 0;
    int a[SN_MAX_RANK] = {0}, b[SN_MAX_RANK] = {0};
    bool stepped = false;
    if (first->op != &sn_op_slice || second->op != &sn_op_slice || second->n_in != 1) return NULL;
    if (!cuts_of(first, a) || !cuts_of(second, b) || !in_numbers(second->params)) return NULL;
    for (int axis = 0; axis < SN_MAX_RANK; axis++) {
        if (a[axis] && b[axis]) return NULL;
        if (!a[axis] && !b[axis]) continue;
        const sn_slice_params *p = a[axis] ? first->params : second->params;
        const int i = (a[axis] ? a[axis] : b[axis]) - 1;
        starts[n] = p->starts.v[i];
        ends[n] = p->ends.v[i];
        steps[n] = p->steps.n ? p->steps.v[i] : 1;
        stepped = stepped || steps[n] != 1;
        axes[n++] = axis;
    }
    sn_arena *arena = run->g->arena;
    const sn_slice_params p = {.starts = {n, starts},
                               .ends = {n, ends},
                               .axes = sn_ints_of(arena, n, axes),
                               .steps = sn_ints_of(arena, stepped ? n : 0, steps)};
    if (!sn_spelling_can(run->env->target, run->env->ctx, &sn_op_slice, &p, first->n_in))
        return NULL;
    sn_value **in = SN_NEW_N(run->arena, sn_value *, first->n_in);
    for (uint16_t i = 0; i < first->n_in; i++) in[i] = sn_in(first, i);
    return sn_node_create(run->g, before, &sn_op_slice, &p, first->n_in, in, 1);
}

sn_node *sn_split_create(sn_pass_run *run, sn_node *before, sn_value *x, int axis, uint16_t n,
                         const sn_dim *sizes)
{
    int32_t *parts = SN_NEW_N(run->arena, int32_t, n);
    bool rest = false;
    for (uint16_t i = 0; i < n; i++) {
        if (!is_int(sizes[i]) && rest) return NULL;
        rest = rest || !is_int(sizes[i]);
        parts[i] = is_int(sizes[i]) ? (int32_t)sizes[i] : SN_SPLIT_REST;
    }
    sn_split_params p = {.axis = axis, .sizes = sn_ints_of(run->g->arena, n, parts)};
    if (!sn_spelling_can(run->env->target, run->env->ctx, &sn_op_split, &p, 1)) return NULL;
    return sn_node_create(run->g, before, &sn_op_split, &p, 1, &x, n);
}
