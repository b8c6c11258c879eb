/* SPDX-License-Identifier: Apache-2.0
 *
 * Reductions. A row group has one shape and one set of axes: reductions over them, what is
 * elementwise in that shape, and what is computed of the reductions' results, once for each row. A
 * row is gone over several times while it stays in the cache; where it does not fit there, a
 * reduction is alone.
 *
 *     max -> sub -> exp -> sum -> div  a softmax in pieces: one group
 *     conv -> relu -> global pooling   sums taken as the convolution stores: the pooling reads
 *                                      nothing */
#include "fusion/full.h"

#include "ops/pool.h"

static bool is_reduction(const sn_node *n)
{
    return sn_node_kind(n) == SN_FUSE_REDUCTION || sn_is_global_pool(n->op);
}

static double row_bytes(const sn_shape *s, unsigned axes)
{
    double bytes = 4;
    for (int i = 0; i < s->rank; i++) {
        if (axes >> i & 1) bytes *= (double)s->d[i];
    }
    return bytes;
}

static const char *cannot_be_rows(sn_fuser *f, const sn_node *n, unsigned axes)
{
    const sn_value *x = sn_in(n, 0);
    if (!axes || !sn_shape_known(&x->shape)) return "over which axes it goes is not known";
    if (2 * row_bytes(&x->shape, axes) > sn_machine_l2_bytes(f->m))
        return "a row does not stay in the cache to be gone over again";
    if (!f->can->can_row || !f->can->can_row(f->can->user, NULL, &x->shape, axes))
        return "no kernel goes over such rows";
    return NULL;
}

bool sn_fuse_reduction(sn_fuser *f, uint32_t i)
{
    const sn_node *n = f->v->node[i];
    const sn_value *x = NULL;
    uint32_t k = sn_fuser_only_maker(f, i, &x);
    unsigned axes = is_reduction(n) ? sn_fusion_row_axes(n) : 0;
    const char *why = is_reduction(n) ? cannot_be_rows(f, n, axes) : "it is no reduction";
    if (k != SN_NOT_HERE && is_reduction(n)) {
        uint32_t group = sn_fuser_group(f, k);
        sn_fused *g = &f->of[group];
        const char *no = why;
        if (!no && g->anchor) no = "what is complex is not computed row by row";
        if (!no && (g->in_slices || g->moves_only)) no = "it only moves elements";
        if (!no && (!sn_fuser_at_tile(f, k) || (g->row_axes && g->row_axes != axes)))
            no = "the group has other rows";
        if (!no) no = sn_fuser_conflict(f, group, i);
        if (!no) {
            g->row_axes = axes;
            f->role[i] = SN_ROLE_REDUCE;
            f->stage[i] = g->stage;
            f->of[i].n_operands = 0;
            sn_fuser_join(f, group, i, SN_FUSION_RULE_ROW, k, i,
                          sn_fuser_saving(f, k, !sn_fuser_read_beyond_group(f, k, i)));
            return true;
        }
        sn_fuser_refuse(f, SN_FUSION_RULE_ROW, k, i, no);
    }
    if (why || f->of[i].anchor) return false;
    f->of[i].row_axes = axes;
    f->of[i].tile = sn_in(n, 0)->shape;
    return false;
}

bool sn_fuse_sum(sn_fuser *f, uint32_t i)
{
    const sn_node *n = f->v->node[i];
    const sn_value *x = NULL;
    uint32_t k = is_reduction(n) ? sn_fuser_only_maker(f, i, &x) : SN_NOT_HERE;
    if (k == SN_NOT_HERE || !f->of[sn_fuser_group(f, k)].anchor) return false;
    uint32_t group = sn_fuser_group(f, k);
    const sn_fused *g = &f->of[group];
    const char *why = NULL;
    if (x->shape.rank < 2 || sn_fusion_row_axes(n) != (1u << x->shape.rank) - 2)
        why = "it does not leave one number a channel";
    else if (g->row_axes || g->small || !sn_fuser_at_tile(f, k) || f->role[k] == SN_ROLE_STORE_MAP)
        why = "the group has gone on to other shapes";
    else if (!f->can->can_sum || !f->can->can_sum(f->can->user, g->anchor, n))
        why = "no kernel sums up as it stores";
    else
        why = sn_fuser_conflict(f, group, i);
    if (why) return sn_fuser_refuse(f, SN_FUSION_RULE_SUM, k, i, why);
    f->role[i] = SN_ROLE_SUM;
    f->stage[i] = g->stage;
    sn_fuser_join(f, group, i, SN_FUSION_RULE_SUM, k, i,
                  sn_fuser_saving(f, k, !sn_fuser_read_beyond_group(f, k, i)));
    return true;
}
