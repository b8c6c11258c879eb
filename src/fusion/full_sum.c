/* SPDX-License-Identifier: Apache-2.0
 *
 * The mean of each channel of what a kernel stores (squeeze and excite, and the end of a
 * classifier): sums are taken on the way, so that the map is not read again for them.
 *
 * Legal: the mean is of what the group stores last, over all of its axes but the channels. The map
 * is stored for its other readers, if it has any. */
#include "fusion/full.h"

#include "ops/pool.h"

bool sn_fuse_sum(sn_fuser *f, uint32_t i)
{
    const sn_node *n = f->v->node[i];
    const sn_value *x = NULL;
    const uint32_t k =
        n->op == &sn_op_global_average_pool ? sn_fuser_only_maker(f, i, &x) : SN_NOT_HERE;
    if (k == SN_NOT_HERE || !f->of[sn_fuser_group(f, k)].anchor) return false;
    const uint32_t group = sn_fuser_group(f, k);
    const char *why = NULL;
    if (!sn_fuser_at_tile(f, k))
        why = "the group has gone on to other shapes";
    else if (!f->can->can_sum(f->can->user, f->of[group].anchor, n))
        why = "no kernel sums up as it stores";
    else
        why = sn_fuser_conflict(f, SN_FUSION_RULE_SUM, group, i);
    if (why) return sn_fuser_refuse(f, SN_FUSION_RULE_SUM, k, i, why);
    f->role[i] = SN_ROLE_SUM;
    f->stage[i] = SN_NOT_HERE;
    sn_fuser_join(f, group, i, SN_FUSION_RULE_SUM, k, i,
                  sn_fuser_saving(f, k, !sn_fuser_read_beyond_group(f, k, i)));
    return true;
}
