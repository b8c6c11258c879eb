/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise operators in front of a sum over channels: batch norm and ReLU before a 1x1
 * convolution (He et al., "Identity Mappings in Deep Residual Networks", 2016; Huang et al.,
 * "Densely Connected Convolutional Networks", 2017). The kernel does them to a panel of pixels,
 * once for all of its outputs, so that what they give never goes through memory.
 *
 * Legal: they are a group without anything complex, one value comes out of it, and only the
 * convolution reads that. Which of them a kernel can do, and for which convolutions it pays, is the
 * code generator's to say.
 *
 * Where others read what these operators begin with, too (a residual sum, the features of a dense
 * block), it is stored anyway, and behind what makes it they would be a sweep over it: then they
 * are kept out of its group, for the convolution. */
#include "fusion/full.h"

#include "ops/images.h"

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

/* ---- keeping them for their reader ----------------------------------------------------------- */

enum { MOST_KEPT = 16 };

typedef struct kept {
    uint32_t n, at[MOST_KEPT]; /* operators, in order */
    const sn_value *x;         /* all that they read */
    uint32_t reader;           /* the one node that reads what they make, as operand 0 */
} kept;

static bool is_kept(const kept *s, uint32_t i)
{
    for (uint32_t m = 0; m < s->n; m++)
        if (s->at[m] == i) return true;
    return false;
}

/* The first node behind them that reads one of their values; NULL: there is none, or the network's
 * outputs do. `several`: there are more such reads. */
static const sn_fusion_reader *next_reader(const sn_fuser *f, const kept *s, bool *several)
{
    const sn_fusion_reader *next = NULL;
    uint32_t n = 0;
    for (uint32_t m = 0; m < s->n; m++) {
        SN_EACH_READER(r, f->v, f->v->node[s->at[m]]->out[0])
        {
            if (r->index == SN_NOT_HERE) return NULL;
            if (is_kept(s, r->index)) continue;
            if (!next || r->index < next->index) next = r;
            n++;
        }
    }
    *several = n > 1;
    return next;
}

/* Elementwise, of x, what they make and constants. */
static bool goes_on(const sn_fuser *f, const kept *s, uint32_t i)
{
    const sn_node *n = f->v->node[i];
    const sn_fusion_kind kind = sn_node_kind(n);
    if ((kind != SN_FUSE_ELEMENTWISE && kind != SN_FUSE_BROADCAST) || n->n_out != 1) return false;
    for (unsigned slot = 0; slot < n->n_in; slot++) {
        const sn_value *v = sn_fusion_read(f->v, n, slot);
        if (!v || v == s->x) continue;
        const uint32_t maker = sn_fusion_maker(f->v, v);
        if (maker == SN_NOT_HERE || !is_kept(s, maker)) return false;
    }
    return true;
}

/* From operator i on. */
static bool collect(sn_fuser *f, uint32_t i, kept *s)
{
    *s = (kept){.n = 0};
    if (sn_fuser_only_maker(f, i, &s->x) == SN_NOT_HERE) return false;
    for (s->at[s->n++] = i;;) {
        bool several = false;
        const sn_fusion_reader *r = next_reader(f, s, &several);
        if (!r) return false;
        s->reader = r->index;
        if (sn_node_kind(f->v->node[r->index]) == SN_FUSE_OUT) return !several && r->slot == 0;
        if (s->n == MOST_KEPT || !goes_on(f, s, r->index)) return false;
        s->at[s->n++] = r->index;
    }
}

static bool is_read_by_others(const sn_fuser *f, const kept *s)
{
    SN_EACH_READER(r, f->v, s->x)
    {
        if (r->index == SN_NOT_HERE || !is_kept(s, r->index)) return true;
    }
    return false;
}

bool sn_fuser_keep(sn_fuser *f, uint32_t i)
{
    kept s;
    sn_node *nodes[MOST_KEPT];
    if (f->kept_for[i] != SN_NOT_HERE) return true;
    if (sn_fuser_is_off(f, SN_FUSION_RULE_PROLOGUE)) return false;
    if (!collect(f, i, &s) || !is_read_by_others(f, &s) ||
        !f->can->takes_prologue(f->can->user, f->v->node[s.reader]))
        return false;
    const uint32_t k = sn_fusion_maker(f->v, s.x);
    const sn_fused *g = &f->of[sn_fuser_group(f, k)];
    if (g->moves_only || g->in_slices) return false;
    for (uint32_t m = 0; m < s.n; m++) nodes[m] = f->v->node[s.at[m]];
    const char *why = f->can->why_no_prologue(f->can->user, f->v->node[s.reader], nodes, s.n);
    if (why)
        return sn_fuser_refuse(f, SN_FUSION_RULE_PROLOGUE,
                               sn_fusion_maker(f->v, sn_fusion_read(f->v, f->v->node[s.reader], 0)),
                               s.reader, why);
    for (uint32_t m = 0; m < s.n; m++) {
        f->kept_for[s.at[m]] = s.reader;
        for (unsigned slot = 0; slot < nodes[m]->n_in; slot++)
            if (sn_fusion_read(f->v, nodes[m], slot) == s.x)
                sn_fuser_refuse(
                    f, g->anchor ? SN_FUSION_RULE_EPILOGUE : SN_FUSION_RULE_ELEMENTWISE, k, s.at[m],
                    "the value is stored for others, and this is done to it as it is read");
    }
    return true;
}

/* ---- joining it ------------------------------------------------------------------------------ */

/* What node i sums up is all images of what `join` reads; SN_NOT_HERE: it is one value. */
static uint32_t join_of(const sn_fuser *f, uint32_t i)
{
    const sn_value *x = sn_fusion_read(f->v, f->v->node[i], 0);
    const uint32_t k = x ? sn_fusion_maker(f->v, x) : SN_NOT_HERE;
    return k != SN_NOT_HERE && f->v->node[k]->op == &sn_op_join_images ? k : SN_NOT_HERE;
}

/* Of all images it can be done to one value of which all are there, and with what they share. */
static bool is_of_all_images(sn_fuser *f, uint32_t m)
{
    const sn_node *n = f->v->node[m];
    for (unsigned s = 0; s < n->n_in; s++) {
        const sn_value *v = sn_fusion_read(f->v, n, s);
        const uint32_t k = v ? sn_fusion_maker(f->v, v) : SN_NOT_HERE;
        if (k == SN_NOT_HERE || sn_fuser_group(f, k) == sn_fuser_group(f, m)) continue;
        if (!sn_is_for_each_image(f->v->node[k]) && !sn_image_of_joined(f->v->node[k]))
            return false;
    }
    return true;
}

bool sn_fuse_prologue(sn_fuser *f, uint32_t i)
{
    const uint32_t join = join_of(f, i), reader = join != SN_NOT_HERE ? join : i;
    const sn_value *x = sn_fusion_read(f->v, f->v->node[reader], 0);
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
        if (!is_read_by(f, m, group, m == k ? reader : SN_NOT_HERE))
            why = m == k ? "others read the value, too" : "others read values on the way, too";
        if (join != SN_NOT_HERE && !is_of_all_images(f, m))
            why = "it is made of what is not there for all images";
        nodes[n++] = f->v->node[m];
    }
    if (!why && join != SN_NOT_HERE && !is_read_by(f, join, group, i))
        why = "others read the value, too";
    if (!why) why = f->can->why_no_prologue(f->can->user, f->v->node[i], nodes, n);
    if (!why && join != SN_NOT_HERE) {
        why = sn_fuser_conflict(f, SN_FUSION_RULE_PROLOGUE, i, join);
        if (!why) /* it costs nothing: */
            sn_fuser_join(f, i, join, SN_FUSION_RULE_PROLOGUE, join, i,
                          sn_fuser_saving(f, join, false));
    }
    if (!why) why = sn_fuser_conflict(f, SN_FUSION_RULE_PROLOGUE, i, group);
    if (why) return sn_fuser_refuse(f, SN_FUSION_RULE_PROLOGUE, k, i, why);
    if (join != SN_NOT_HERE) f->role[join] = SN_ROLE_PROLOGUE;
    SN_EACH_MEMBER(m, &f->q, group)
    {
        f->role[m] = SN_ROLE_PROLOGUE;
        f->stage[m] = SN_NOT_HERE;
    }
    sn_fuser_join(f, i, group, SN_FUSION_RULE_PROLOGUE, k, i, sn_fuser_saving(f, k, true));
    return true;
}
