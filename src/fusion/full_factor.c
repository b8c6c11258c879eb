/* SPDX-License-Identifier: Apache-2.0
 *
 * What is multiplied by one number for each channel and then goes into a sum over the channels (a
 * 1x1 convolution behind squeeze and excite): the kernel multiplies its weights instead.
 *
 * Legal: the product is read by nothing else, and is alone in its group. Whether it pays, which
 * hangs on how large the weights are beside the map, is the code generator's to say. */
#include "fusion/full.h"

#include "ops/binary.h"

bool sn_fuse_factor(sn_fuser *f, uint32_t i)
{
    const sn_value *x = sn_fusion_read(f->v, f->v->node[i], 0);
    const uint32_t k = x ? sn_fusion_maker(f->v, x) : SN_NOT_HERE;
    if (k == SN_NOT_HERE || f->v->node[k]->op != &sn_op_mul || f->q.size[sn_fuser_group(f, k)] != 1)
        return false;
    const char *why = NULL;
    if (sn_fuser_read_beyond_group(f, k, i))
        why = "others read the product, too";
    else
        why = f->can->why_no_factor(f->can->user, f->v->node[i], f->v->node[k]);
    if (!why) why = sn_fuser_conflict(f, SN_FUSION_RULE_FACTOR, i, sn_fuser_group(f, k));
    if (why) return sn_fuser_refuse(f, SN_FUSION_RULE_FACTOR, k, i, why);
    f->role[k] = SN_ROLE_FACTOR;
    f->stage[k] = SN_NOT_HERE;
    f->of[k].n_operands = 1;
    sn_fuser_join(f, i, k, SN_FUSION_RULE_FACTOR, k, i, sn_fuser_saving(f, k, true));
    return true;
}
