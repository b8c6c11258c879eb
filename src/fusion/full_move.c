/* SPDX-License-Identifier: Apache-2.0
 *
 * Moves. Behind another move, the two become one. A concat whose parts follow each other in memory
 * costs nothing when those who make the parts store them there; parts of a split are read where
 * they lie. */
#include "fusion/full.h"

#include <stdlib.h>

#include "ops/concat.h"
#include "ops/split.h"

/* ---- moves behind moves ---------------------------------------------------------------------- */

static bool move_on(sn_fuser *f, uint32_t i)
{
    const sn_node *n = f->v->node[i];
    const sn_value *x = NULL;
    uint32_t k = sn_fuser_only_maker(f, i, &x);
    if (k == SN_NOT_HERE) return false;
    uint32_t group = sn_fuser_group(f, k);
    sn_fused *g = &f->of[group];
    const char *why = NULL;
    if (sn_node_kind(f->v->node[k]) == SN_FUSE_OPAQUE) return false;
    if (g->in_slices)
        why = "its input lies in parts";
    else if (!g->moves_only || !f->can->can_move_on(f->can->user, n))
        why = "no kernel stores like that";
    else if (!sn_fuser_at_tile(f, k))
        why = "the group has gone on to other shapes";
    else if (sn_fuser_read_beyond_group(f, k, i))
        why = "others read the value as it is";
    else
        why = sn_fuser_conflict(f, SN_FUSION_RULE_MOVES, group, i);
    if (why) return sn_fuser_refuse(f, SN_FUSION_RULE_MOVES, k, i, why);
    f->role[i] = SN_ROLE_MOVE;
    f->stage[i] = ++g->stage;
    g->tile = n->n_out == 1 ? n->out[0]->shape : sn_shape_unknown();
    f->of[i].n_operands = 0;
    sn_fuser_join(f, group, i, SN_FUSION_RULE_MOVES, k, i, sn_fuser_saving(f, k, true));
    return true;
}

/* ---- slices ---------------------------------------------------------------------------------- */

/* All axes before it are 1: parts along it follow each other in memory. */
static bool is_outermost(const sn_shape *s, int axis)
{
    if (!sn_shape_known(s) || axis < 0 || axis >= s->rank) return false;
    for (int i = 0; i < axis; i++) {
        if (s->d[i] != 1) return false;
    }
    return true;
}

/* Parts of another concat that `concat` begins with stand in that one, which stands in `concat`,
 * unless it has its place in a third. */
static bool stands_in(sn_fuser *f, const sn_node *lead, const sn_node *concat)
{
    if (!sn_concat_begins(lead, concat)) return false;
    SN_EACH_READER(r, f->v, lead->out[0])
    {
        if (r->index != SN_NOT_HERE && r->node->op == &sn_op_concat &&
            f->of[sn_fuser_group(f, r->index)].in_slices && !sn_concat_begins(r->node, concat))
            return false;
    }
    return true;
}

static const char *part_misfit(sn_fuser *f, const sn_node *concat, unsigned slot)
{
    const sn_value *part = sn_fusion_read(f->v, concat, slot);
    uint32_t k = part ? sn_fusion_maker(f->v, part) : SN_NOT_HERE;
    if (k == SN_NOT_HERE) return "a part is an input of the network or a constant";
    const sn_node *maker = f->v->node[k];
    const sn_fused *g = &f->of[sn_fuser_group(f, k)];
    if (maker->n_out != 1 || (g->in_slices && maker->op != &sn_op_concat))
        return "a part is a part of something else already";
    if (sn_op_has(maker->op, SN_TRAIT_VIEW) && f->q.size[sn_fuser_group(f, k)] == 1)
        return "a part is another value in another shape";
    SN_EACH_READER(r, f->v, part)
    {
        if (r->node == concat && r->slot != slot) return "a value is in it twice";
        if (r->node != concat && r->index != SN_NOT_HERE && r->node->op == &sn_op_concat &&
            f->of[sn_fuser_group(f, r->index)].in_slices && !stands_in(f, r->node, concat))
            return "a part has its place in another concat";
    }
    return NULL;
}

/* Its only reader moves the elements once more: the two are one pass over them. */
static bool is_moved_on(const sn_node *n)
{
    const sn_node *reader = sn_sole_user(n->out[0]);
    return reader && sn_node_kind(reader) == SN_FUSE_INJECTIVE && reader->op != &sn_op_concat &&
           !sn_op_has(reader->op, SN_TRAIT_VIEW);
}

static bool concat(sn_fuser *f, uint32_t i)
{
    const sn_node *n = f->v->node[i];
    const char *why = NULL;
    if (sn_fuser_is_off(f, SN_FUSION_RULE_SLICES))
        why = sn_fusion_switched_off;
    else if (!is_outermost(&n->out[0]->shape, ((const sn_concat_params *)n->params)->axis))
        why = "parts do not follow each other in memory";
    else if (is_moved_on(n))
        why = "its elements are moved once more";
    else if (!f->can->can_slice(f->can->user, n))
        why = "parts cannot be stored there";
    for (unsigned s = 0; s < n->n_in && !why; s++) why = part_misfit(f, n, s);
    for (unsigned s = 0; s < n->n_in; s++) {
        const sn_value *part = sn_fusion_read(f->v, n, s);
        uint32_t k = part ? sn_fusion_maker(f->v, part) : SN_NOT_HERE;
        if (k == SN_NOT_HERE) continue;
        if (why) {
            sn_fuser_refuse(f, SN_FUSION_RULE_SLICES, k, i, why);
        } else {
            sn_fuser_place(f, k, i, sn_fuser_saving(f, k, true));
        }
    }
    f->of[i].in_slices = !why;
    return false;
}

bool sn_fuse_move(sn_fuser *f, uint32_t i)
{
    const sn_node *n = f->v->node[i];
    const sn_value *x = NULL;
    if (n->n_out == 0) return false; /* a slice into nothing */
    if (n->op == &sn_op_concat) return concat(f, i);
    uint32_t k = sn_fuser_only_maker(f, i, &x);
    if (n->op == &sn_op_split && f->can->can_slice(f->can->user, n)) {
        f->of[i].in_slices = true;
        if (k != SN_NOT_HERE) sn_fuser_place(f, k, i, sn_fuser_saving(f, k, false));
        return false;
    }
    return move_on(f, i);
}
