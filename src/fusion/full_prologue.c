/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise operators in front of a sum over channels: batch norm and ReLU before a 1x1
 * convolution (He et al., "Identity Mappings in Deep Residual Networks", 2016; Huang et al.,
 * "Densely Connected Convolutional Networks", 2017). The kernel does them to a panel of pixels,
 * once for all of its outputs, so that what they give never goes through memory.
 *
 * Legal: they are a group without anything complex, one value comes out of it, and only the
 * convolution reads that. Which of them a kernel can do, and for which convolutions it pays, is the
 * code generator's to say. */
#include "fusion/full.h"

/* All that read what node m makes are in the group, and there are some; or the only one is
 * `reader`.
 */
static bool is_read_by(sn_fuser *f, uint32_t m, uint32_t group, uint32_t reader)
{
    bool any = false;
    SN_EACH_READER(r, f->v, f->v->node[m]->out[0])
    {
        if (r->index == SN_NOT_HERE ||
            (reader != SN_NOT_HERE ? r->index != reader : sn_fuser_group(f, r->index) != group))
            return false;
        any = true;
    }
    return any;
}

bool sn_fuse_prologue(sn_fuser *f, uint32_t i)
{
    const sn_value *x = sn_fusion_read(f->v, f->v->node[i], 0);
    const uint32_t k = x ? sn_fusion_maker(f->v, x) : SN_NOT_HERE;
    if (k == SN_NOT_HERE || f->role[k] != SN_ROLE_POINT || x != f->v->node[k]->out[0] ||
        !f->can->takes_prologue(f->can->user, f->v->node[i]))
        return false;
    const uint32_t group = sn_fuser_group(f, k);
    sn_node *nodes[SN_MOST_TOGETHER];
    size_t n = 0;
    const char *why = NULL;
    SN_EACH_MEMBER(m, &f->q, group)
    {
        if (f->role[m] != SN_ROLE_POINT) return false;
        if (!is_read_by(f, m, group, m == k ? i : SN_NOT_HERE))
            why = m == k ? "others read the value, too" : "others read values on the way, too";
        nodes[n++] = f->v->node[m];
    }
    if (!why) why = f->can->why_no_prologue(f->can->user, nodes, n);
    if (!why) why = sn_fuser_conflict(f, SN_FUSION_RULE_PROLOGUE, i, group);
    if (why) return sn_fuser_refuse(f, SN_FUSION_RULE_PROLOGUE, k, i, why);
    SN_EACH_MEMBER(m, &f->q, group)
    {
        f->role[m] = SN_ROLE_PROLOGUE;
        f->stage[m] = SN_NOT_HERE;
    }
    sn_fuser_join(f, i, group, SN_FUSION_RULE_PROLOGUE, k, i, sn_fuser_saving(f, k, true));
    return true;
}
