/* SPDX-License-Identifier: Apache-2.0
 *
 * Complex operators behind complex ones, in the two forms where nothing is computed twice: windows
 * that stand side by side, and operators on so little data that beginning a kernel costs more than
 * running it (squeeze and excite). */
#include "fusion/full.h"

#include <math.h>

#include "ops/pool.h"

/* ---- windows --------------------------------------------------------------------------------- */

static bool all_zero(sn_ints list)
{
    for (int32_t i = 0; i < list.n; i++) {
        if (list.v[i]) return false;
    }
    return true;
}

/* No element is in two windows, and none hangs over. */
static bool side_by_side(const sn_node *n)
{
    const sn_pool_params *p = n->params;
    const sn_shape *x = &sn_in(n, 0)->shape, *y = &n->out[0]->shape;
    if (!sn_shape_known(x) || !sn_shape_known(y) || x->rank <= p->nd) return false;
    if (!all_zero(p->pad_begin) || !all_zero(p->pad_end)) return false;
    for (int i = 0; i < p->nd; i++) {
        int32_t step = p->stride.n ? p->stride.v[i] : 1;
        const int at = x->rank - p->nd + i;
        if (sn_list_at(&p->dilation, i, 1) > 1 || step != p->kernel.v[i] ||
            y->d[at] * step > x->d[at])
            return false;
    }
    return true;
}

bool sn_fuse_pool(sn_fuser *f, uint32_t i)
{
    const sn_node *n = f->v->node[i];
    const sn_value *x = NULL;
    uint32_t k =
        sn_is_window_pool(n->op) && n->n_out == 1 ? sn_fuser_only_maker(f, i, &x) : SN_NOT_HERE;
    if (k == SN_NOT_HERE) return false;
    uint32_t group = sn_fuser_group(f, k);
    sn_fused *g = &f->of[group];
    const char *why = NULL;
    if (!g->anchor) return false;
    if (!side_by_side(n))
        why = "windows overlap or hang over: values would be computed again";
    else if (!sn_fuser_at_tile(f, k) || g->row_axes || g->small || f->role[k] == SN_ROLE_STORE_MAP)
        why = "the group has gone on to other shapes";
    else if (sn_fuser_read_beyond_group(f, k, i))
        why = "others read all that goes into the windows";
    else if (!f->can->can_pool || !f->can->can_pool(f->can->user, g->anchor, n))
        why = "no kernel takes windows as it stores";
    else
        why = sn_fuser_conflict(f, group, i);
    if (why) return sn_fuser_refuse(f, SN_FUSION_RULE_POOL, k, i, why);
    f->role[i] = SN_ROLE_POOL;
    f->stage[i] = ++g->stage;
    g->tile = n->out[0]->shape;
    sn_fuser_join(f, group, i, SN_FUSION_RULE_POOL, k, i, sn_fuser_saving(f, k, true));
    return true;
}

/* ---- little data ----------------------------------------------------------------------------- */

/* A product with a vector that takes less than a few starts of a kernel. */
static bool is_small(sn_fuser *f, const sn_node *n)
{
    const sn_value *x = sn_in(n, 0);
    if (!n->op->has_act || !x || n->n_out != 1) return false;
    const sn_shape *y = &n->out[0]->shape;
    if (!sn_shape_known(&x->shape) || !sn_shape_known(y) || y->rank < 1 || x->shape.rank < 1)
        return false;
    if (sn_shape_count(y) != y->d[0] || sn_shape_count(&x->shape) != x->shape.d[0]) return false;
    return 2 * sn_fusion_macs(n, f->v->arena) / sn_machine_flops(f->m) <= 8 * f->m->core->start;
}

bool sn_fuse_small(sn_fuser *f, uint32_t i)
{
    sn_node *n = f->v->node[i];
    const sn_value *x = NULL;
    uint32_t k = is_small(f, n) ? sn_fuser_only_maker(f, i, &x) : SN_NOT_HERE;
    if (k == SN_NOT_HERE) return false;
    uint32_t group = sn_fuser_group(f, k);
    sn_fused *g = &f->of[group];
    const char *why = NULL;
    if (!g->anchor || !is_small(f, g->anchor)) return false;
    if (!sn_fuser_at_tile(f, k))
        why = "the group has gone on to other shapes";
    else if (!f->can->can_small || !f->can->can_small(f->can->user, n))
        why = "no kernel does several small operators";
    else
        why = sn_fuser_conflict(f, group, i);
    if (why) return sn_fuser_refuse(f, SN_FUSION_RULE_SMALL, k, i, why);
    f->stage[i] = ++g->stage;
    g->tile = n->out[0]->shape;
    g->anchor = n;
    g->small = true;
    sn_fuser_join(f, group, i, SN_FUSION_RULE_SMALL, k, i,
                  sn_arena_printf(f->v->arena,
                                  "so little work that starting a kernel, %.3g us, counts",
                                  1e6 * f->m->core->start));
    return true;
}
