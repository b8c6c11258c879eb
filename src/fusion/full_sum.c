/* SPDX-License-Identifier: Apache-2.0
 *
 * Sums by channel of what a kernel stores: means (squeeze and excite, the end of a classifier),
 * mean and variance of a batch normalization in training, and the sums over its gradient that its
 * own gradients need. They are taken on the way, so that the map is not read again for them.
 *
 * Legal: all of what the group stores last is summed up, over all of its axes but the channels, and
 * what else is read for it is there before the group. The map is stored for its other readers, if
 * it has any. */
#include "fusion/full.h"

#include "ops/ops.h"

static bool sums_up(const sn_node *n)
{
    return n->op == &sn_op_global_average_pool || n->op == &sn_op_moments ||
           n->op == &sn_op_channel_sums;
}

/* Operands beside the map that the group makes itself. */
static bool reads_more_of(sn_fuser *f, uint32_t i, uint32_t group)
{
    const sn_node *n = f->v->node[i];
    for (unsigned s = 1; s < n->n_in; s++) {
        const sn_value *value = sn_fusion_read(f->v, n, s);
        const uint32_t k = value ? sn_fusion_maker(f->v, value) : SN_NOT_HERE;
        if (k != SN_NOT_HERE && sn_fuser_group(f, k) == group) return true;
    }
    return false;
}

bool sn_fuser_is_summed(sn_fuser *f, uint32_t k)
{
    const sn_node *n = f->v->node[k];
    SN_EACH_READER(r, f->v, n->out[0])
    {
        if (r->index != SN_NOT_HERE && f->role[r->index] == SN_ROLE_SUM) return true;
    }
    return false;
}

static bool has_sums(sn_fuser *f, uint32_t group)
{
    SN_EACH_MEMBER(m, &f->q, group)
    {
        if (f->role[m] == SN_ROLE_SUM) return true;
    }
    return false;
}

static const char *why_not(sn_fuser *f, uint32_t i, uint32_t k)
{
    const uint32_t group = sn_fuser_group(f, k);
    if (!sn_fuser_at_tile(f, k)) return "the group has gone on to other shapes";
    if (!f->can->can_sum(f->can->user, f->of[group].anchor, f->v->node[i]))
        return "no kernel sums up as it stores";
    if (has_sums(f, group)) return "the map is summed up by another operator already";
    if (reads_more_of(f, i, group)) return "it reads more of the group than the map";
    return sn_fuser_conflict(f, SN_FUSION_RULE_SUM, group, i);
}

bool sn_fuse_sum(sn_fuser *f, uint32_t i)
{
    const sn_node *n = f->v->node[i];
    const sn_value *x = sums_up(n) ? sn_fusion_read(f->v, n, 0) : NULL;
    const uint32_t k = x ? sn_fusion_maker(f->v, x) : SN_NOT_HERE;
    if (k == SN_NOT_HERE) return false;
    const uint32_t group = sn_fuser_group(f, k);
    const sn_fused *g = &f->of[group];
    if (!g->anchor && (g->moves_only || g->in_slices || !sn_fuser_at_tile(f, k) ||
                       !f->can->can_sum(f->can->user, NULL, f->v->node[i])))
        return false;
    if (f->of[i].n_operands) f->of[i].n_operands--; /* the map */
    const char *why = why_not(f, i, k);
    if (why) {
        f->of[i].n_operands++;
        return sn_fuser_refuse(f, SN_FUSION_RULE_SUM, k, i, why);
    }
    f->role[i] = SN_ROLE_SUM;
    f->stage[i] = SN_NOT_HERE;
    sn_fuser_join(f, group, i, SN_FUSION_RULE_SUM, k, i,
                  sn_fuser_saving(f, k, !sn_fuser_read_beyond_group(f, k, i)));
    return true;
}
