/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise operators (n, of result shape S) behind what they read.
 *
 * Legal: what n reads from the group has shape S, and is of the group's present stage. Operands
 * from outside may have any shape. A smaller operand that some group computes stays outside:
 * computed inside it would be computed again for every element.
 *
 * Of several complex groups n takes the one that runs last, for the values of the others are there
 * by then; of the elementwise ones all. Cost: an operand's address takes a register, nothing is
 * computed twice, so it pays always. */
#include "fusion/full.h"

enum { MOST_MAKERS = 16 };
static const char computed_again[] =
    "there are more results than elements of the value, which would be computed again for each";

/* ---- what n reads of a group ----------------------------------------------------------------- */

/* NULL, or why n cannot go on with what it reads of the group. */
static const char *misfit(sn_fuser *f, uint32_t i, uint32_t group)
{
    const sn_node *n = f->v->node[i];
    const sn_fused *g = &f->of[group];
    for (unsigned s = 0; s < n->n_in; s++) {
        const sn_value *value = sn_fusion_read(f->v, n, s);
        uint32_t k = value ? sn_fusion_maker(f->v, value) : SN_NOT_HERE;
        if (k == SN_NOT_HERE || sn_fuser_group(f, k) != group || sn_fuser_at_tile(f, k)) continue;
        if (sn_node_kind(f->v->node[k]) == SN_FUSE_OPAQUE)
            return "an opaque operator is computed alone";
        if (f->role[k] == SN_ROLE_REDUCE) return "a reduction is computed alone";
        if (f->stage[k] != g->stage) return "the group has gone on to other shapes";
        if (!sn_shape_equal(&value->shape, &n->out[0]->shape)) return computed_again;
        return "it reads the value in another order than it is computed in";
    }
    return sn_shape_equal(&n->out[0]->shape, &g->tile) ? NULL : computed_again;
}

/* A member that n reads, for remarks. */
static uint32_t read_of(sn_fuser *f, uint32_t i, uint32_t group)
{
    for (unsigned s = 0; s < f->v->node[i]->n_in; s++) {
        const sn_value *value = sn_fusion_read(f->v, f->v->node[i], s);
        uint32_t k = value ? sn_fusion_maker(f->v, value) : SN_NOT_HERE;
        if (k != SN_NOT_HERE && sn_fuser_group(f, k) == group) return k;
    }
    return SN_NOT_HERE;
}

static uint32_t n_outside(sn_fuser *f, uint32_t group)
{
    uint32_t n = 0;
    SN_EACH_MEMBER(i, &f->q, group) n += sn_fuser_read_beyond_group(f, i, SN_NOT_HERE);
    return n;
}

static const char *cannot(sn_fuser *f, uint32_t i, uint32_t group, uint32_t k)
{
    const sn_capability *can = f->can;
    sn_node *anchor = f->of[group].anchor;
    if (!can->can_epilogue(can->user, anchor, f->v->node[i]))
        return "no kernel applies it as it stores";
    if (can->begins(can->user, f->v->node[i])) return "it makes what is stored anyway larger";
    if (!sn_fuser_read_beyond_group(f, k, i)) return NULL;
    if (can->can_store_more(can->user, anchor, n_outside(f, group))) return NULL;
    return "others read the value, too, and no kernel stores both";
}

/* What is read beside values of the group. */
static uint32_t n_operands(sn_fuser *f, uint32_t i, uint32_t group)
{
    uint32_t n = 0;
    for (unsigned s = 0; s < f->v->node[i]->n_in; s++) {
        const sn_value *value = sn_fusion_read(f->v, f->v->node[i], s);
        uint32_t k = value ? sn_fusion_maker(f->v, value) : SN_NOT_HERE;
        n += value && (k == SN_NOT_HERE || sn_fuser_group(f, k) != group);
    }
    return n;
}

/* ---- joining --------------------------------------------------------------------------------- */

static sn_fusion_rule rule_of(const sn_fused *g)
{
    return g->anchor ? SN_FUSION_RULE_EPILOGUE : SN_FUSION_RULE_ELEMENTWISE;
}

/* Whether only something elementwise reads what operator i makes, and that reads something else,
 * too, which an operator outside the group makes. */
static bool goes_on(sn_fuser *f, uint32_t i, uint32_t group)
{
    const sn_value *y = f->v->node[i]->out[0];
    uint32_t next = SN_NOT_HERE, n = 0;
    SN_EACH_READER(r, f->v, y) next = r->index, n++;
    if (n != 1 || next == SN_NOT_HERE || sn_node_kind(f->v->node[next]) > SN_FUSE_BROADCAST ||
        f->v->node[next]->n_out != 1 ||
        !sn_shape_equal(&f->v->node[next]->out[0]->shape, &y->shape))
        return false;
    for (unsigned s = 0; s < f->v->node[next]->n_in; s++) {
        const sn_value *value = sn_fusion_read(f->v, f->v->node[next], s);
        const uint32_t k = value && value != y ? sn_fusion_maker(f->v, value) : SN_NOT_HERE;
        if (k != SN_NOT_HERE && sn_fuser_group(f, k) != group) return true;
    }
    return false;
}

static bool join_first(sn_fuser *f, uint32_t i, uint32_t group)
{
    const sn_fused *g = &f->of[group];
    uint32_t k = read_of(f, i, group);
    const sn_fusion_rule rule = rule_of(g);
    const char *why = misfit(f, i, group);
    if (g->moves_only)
        why = !g->in_slices                        ? "no kernel computes with what it moves"
              : f->v->node[k]->op == &sn_op_concat ? "its operand is put together from parts"
                                                   : "its operand is a part of another value";
    if (!why) why = cannot(f, i, group, k);
    if (!why && sn_fuser_read_beyond_group(f, k, i) && goes_on(f, i, group))
        why = "the value is stored for others, and more is read behind this";
    f->of[i].n_operands = n_operands(f, i, group);
    if (!why) why = sn_fuser_conflict(f, rule, group, i);
    if (!why && sn_fuser_is_summed(f, k)) why = "it is summed up by channel as it is stored";
    if (why) {
        f->of[i].n_operands = n_operands(f, i, SN_NOT_HERE);
        return sn_fuser_refuse(f, rule, k, i, why);
    }
    f->stage[i] = g->stage;
    sn_fuser_join(f, group, i, rule, k, i,
                  sn_fuser_saving(f, k, !sn_fuser_read_beyond_group(f, k, i)));
    return true;
}

/* Whether every edge between the two, which have one tile, is from element to element. */
static bool edges_fit(sn_fuser *f, uint32_t from, uint32_t into)
{
    SN_EACH_MEMBER(k, &f->q, from)
    {
        const sn_node *n = f->v->node[k];
        for (uint16_t o = 0; o < n->n_out; o++) {
            SN_EACH_READER(r, f->v, n->out[o])
            {
                if (r->index == SN_NOT_HERE || sn_fuser_group(f, r->index) != into) continue;
                if (f->stage[r->index] != f->of[into].stage) return false;
                if (f->role[r->index] != SN_ROLE_POINT || !sn_fuser_at_tile(f, k)) return false;
            }
        }
    }
    return true;
}

/* An elementwise group that n reads joins n's, which has taken n already. */
static bool join_side(sn_fuser *f, uint32_t i, uint32_t side)
{
    uint32_t group = sn_fuser_group(f, i), k = read_of(f, i, side);
    const sn_fused *g = &f->of[group], *s = &f->of[side];
    const sn_fusion_rule rule = rule_of(g);
    const char *why = NULL;
    if (s->anchor || s->in_slices)
        why = "it is complex, and so is another operand, which is there later";
    else if (s->moves_only)
        why = "it only moves elements";
    else if (!sn_shape_equal(&s->tile, &g->tile))
        why = computed_again;
    else if (!edges_fit(f, side, group) || !edges_fit(f, group, side))
        why = "something complex in the group needs all of it first";
    if (!why) {
        SN_EACH_MEMBER(m, &f->q, side)
        {
            if (!f->can->can_epilogue(f->can->user, g->anchor, f->v->node[m]))
                why = "no kernel applies it as it stores";
        }
    }
    if (!why && sn_fuser_read_beyond_group(f, k, i) &&
        !f->can->can_store_more(f->can->user, g->anchor, n_outside(f, group)))
        why = "others read the value, too, and no kernel stores both";
    if (!why) why = sn_fuser_conflict(f, rule, group, side);
    if (why) return sn_fuser_refuse(f, rule, k, i, why);
    SN_EACH_MEMBER(m, &f->q, side) f->stage[m] = g->stage;
    if (f->of[group].n_operands) f->of[group].n_operands--;
    sn_fuser_join(f, group, side, rule, k, i,
                  sn_fuser_saving(f, k, !sn_fuser_read_beyond_group(f, k, i)));
    return true;
}

bool sn_fuse_point(sn_fuser *f, uint32_t i)
{
    uint32_t makers[MOST_MAKERS], n = sn_fuser_makers(f, i, makers, MOST_MAKERS),
                                  host = SN_NOT_HERE;
    if (f->apart && f->apart[f->v->node[i]->out[0]->id]) return false;
    if (sn_fuser_keep(f, i)) { /* what is kept for one reader is one group, elementwise */
        uint32_t n_kept = 0;
        for (uint32_t m = 0; m < n; m++)
            if (f->kept_for[makers[m]] == f->kept_for[i]) makers[n_kept++] = makers[m];
        n = n_kept;
    }
    /* What is complex first: the elementwise ones can follow, the others cannot. */
    for (int turn = 0; turn < 2 && host == SN_NOT_HERE; turn++) {
        for (uint32_t m = 0; m < n && host == SN_NOT_HERE; m++) {
            const sn_fused *g = &f->of[makers[m]];
            int rank = g->anchor || g->in_slices ? 0 : 1;
            if (rank == turn && join_first(f, i, makers[m])) host = makers[m];
        }
    }
    for (uint32_t m = 0; m < n && host != SN_NOT_HERE; m++) {
        if (makers[m] != host) join_side(f, i, makers[m]);
    }
    return host != SN_NOT_HERE;
}
