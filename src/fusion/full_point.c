/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise operators (n, of result shape S) behind what they read.
 *
 * Legal: what n reads from the group has shape S, and is of the group's present stage, or is a
 * value of a row that n spreads over the row; n on row values alone is computed once for each row.
 * Operands from outside may have any shape. A smaller operand that some group computes stays
 * outside: computed inside it would be computed again for every element.
 *
 * Of several complex groups n takes the one that runs last, for the values of the others are there
 * by then; of the elementwise ones all. Cost: an operand's address takes a register, nothing is
 * computed twice, so it pays always. */
#include "fusion/full.h"

#include "ops/binary.h"

enum { MOST_MAKERS = 16 };
static const char computed_again[] =
    "there are more results than elements of the value, which would be computed again for each";

/* ---- rows ------------------------------------------------------------------------------------ */

static bool spreads_over_rows(const sn_node *reader, const sn_shape *s, const sn_shape *tile,
                              unsigned row_axes)
{
    if (s->rank == tile->rank) {
        for (int i = 0; i < s->rank; i++) {
            bool is_row = row_axes >> i & 1;
            if (is_row ? s->d[i] != 1 : s->d[i] != tile->d[i]) return false;
        }
        return true;
    }
    if (!sn_op_is_binary(reader->op) || s->rank > tile->rank) return false;
    /* The axes that are left must be the last ones. */
    return row_axes == (1u << (tile->rank - s->rank)) - 1;
}

bool sn_row_broadcasts(const sn_fusion_view *v, const sn_node *reader, const sn_value *row,
                       const sn_shape *tile, unsigned row_axes)
{
    for (unsigned s = 0; s < reader->n_in; s++) {
        if (sn_fusion_read(v, reader, s) == row &&
            !spreads_over_rows(reader, &sn_in(reader, s)->shape, tile, row_axes))
            return false;
    }
    return row_axes != 0;
}

/* Once for each row: all that it reads from the group are row values of its result's shape. */
static bool is_row_work(sn_fuser *f, uint32_t i, uint32_t group)
{
    const sn_node *n = f->v->node[i];
    bool any = false;
    if (!f->of[group].row_axes || f->of[group].anchor) return false;
    for (unsigned s = 0; s < n->n_in; s++) {
        const sn_value *value = sn_fusion_read(f->v, n, s);
        uint32_t k = value ? sn_fusion_maker(f->v, value) : SN_NOT_HERE;
        if (k == SN_NOT_HERE || sn_fuser_group(f, k) != group) continue;
        any = true;
        if (f->role[k] != SN_ROLE_REDUCE && f->role[k] != SN_ROLE_ROW) return false;
        if (!sn_shape_equal(&value->shape, &n->out[0]->shape)) return false;
    }
    return any;
}

/* ---- what n reads of a group ----------------------------------------------------------------- */

/* NULL, or why n cannot go on with what it reads of the group. */
static const char *misfit(sn_fuser *f, uint32_t i, uint32_t group, sn_fusion_role role)
{
    const sn_node *n = f->v->node[i];
    const sn_fused *g = &f->of[group];
    for (unsigned s = 0; s < n->n_in; s++) {
        const sn_value *value = sn_fusion_read(f->v, n, s);
        uint32_t k = value ? sn_fusion_maker(f->v, value) : SN_NOT_HERE;
        if (k == SN_NOT_HERE || sn_fuser_group(f, k) != group ||
            sn_fuser_edge_fits(f, g, k, n, role))
            continue;
        if (sn_node_kind(f->v->node[k]) == SN_FUSE_OPAQUE)
            return "an opaque operator is computed alone";
        if (role == SN_ROLE_POINT && !g->anchor &&
            (f->role[k] == SN_ROLE_REDUCE || f->role[k] == SN_ROLE_ROW))
            return g->row_axes ? "what was computed for a row is not spread over that row"
                               : "a row does not stay in the cache to be gone over again";
        if (f->role[k] == SN_ROLE_SUM) return "it needs the sum of all before it can begin";
        if (f->stage[k] != g->stage) return "the group has gone on to other shapes";
        if (!sn_shape_equal(&value->shape, &n->out[0]->shape)) return computed_again;
        return "it reads the value in another order than it is computed in";
    }
    if (role != SN_ROLE_POINT || sn_shape_equal(&n->out[0]->shape, &g->tile)) return NULL;
    return computed_again;
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
    if (!can->can_epilogue || !can->can_epilogue(can->user, anchor, f->v->node[i]))
        return "no kernel applies it as it stores";
    if (can->begins && can->begins(can->user, f->v->node[i]))
        return "it makes what is stored anyway larger";
    if (!sn_fuser_read_beyond_group(f, k, i)) return NULL;
    if (can->can_store_more && can->can_store_more(can->user, anchor, n_outside(f, group)))
        return NULL;
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

/* ---- behind a concat in slices --------------------------------------------------------------- */

static bool is_unary(const sn_node *n)
{
    int n_read = 0;
    for (unsigned s = 0; s < n->n_in; s++) {
        const sn_value *value = sn_in(n, s);
        if (!value) continue;
        bool is_number = sn_value_is_const(value) && sn_shape_count(&value->shape) == 1;
        n_read += !is_number;
    }
    return n_read == 1;
}

/* What stores a part computes n on it: each has to be read by nobody else. */
static bool spread(sn_fuser *f, uint32_t i, uint32_t group)
{
    const sn_node *n = f->v->node[i], *concat = f->v->node[group];
    uint32_t k = read_of(f, i, group);
    if (concat->op != &sn_op_concat)
        return sn_fuser_refuse(f, SN_FUSION_RULE_SPREAD, k, i,
                               "its operand is a part of another value");
    if (!is_unary(n))
        return sn_fuser_refuse(f, SN_FUSION_RULE_SPREAD, k, i,
                               "only operators with one operand are computed part by part");
    if (sn_fuser_read_beyond_group(f, k, i))
        return sn_fuser_refuse(f, SN_FUSION_RULE_SPREAD, k, i, "others read the value, too");
    for (unsigned s = 0; s < concat->n_in; s++) {
        uint32_t maker = sn_fusion_maker(f->v, sn_fusion_read(f->v, concat, s));
        sn_node *anchor = f->of[sn_fuser_group(f, maker)].anchor;
        if (sn_fuser_read_beyond_group(f, maker, group))
            return sn_fuser_refuse(f, SN_FUSION_RULE_SPREAD, k, i, "a part is read by others, too");
        if (!f->can->can_spread || !f->can->can_spread(f->can->user, anchor, n))
            return sn_fuser_refuse(f, SN_FUSION_RULE_SPREAD, k, i,
                                   "no kernel applies it as it stores a part");
    }
    const char *why = sn_fuser_conflict(f, group, i);
    if (why) return sn_fuser_refuse(f, SN_FUSION_RULE_SPREAD, k, i, why);
    f->role[i] = SN_ROLE_SPREAD;
    sn_fuser_join(f, group, i, SN_FUSION_RULE_SPREAD, k, i, sn_fuser_saving(f, k, true));
    return true;
}

/* ---- joining --------------------------------------------------------------------------------- */

static bool join_first(sn_fuser *f, uint32_t i, uint32_t group)
{
    const sn_fused *g = &f->of[group];
    uint32_t k = read_of(f, i, group);
    sn_fusion_rule rule = g->row_axes && !g->anchor ? SN_FUSION_RULE_ROW
                          : g->anchor               ? SN_FUSION_RULE_EPILOGUE
                                                    : SN_FUSION_RULE_ELEMENTWISE;
    if (g->in_slices) return spread(f, i, group);
    sn_fusion_role role = is_row_work(f, i, group) ? SN_ROLE_ROW : SN_ROLE_POINT;
    const char *why = misfit(f, i, group, role);
    if (!why) why = cannot(f, i, group, k);
    f->of[i].n_operands = n_operands(f, i, group);
    if (!why) why = sn_fuser_conflict(f, group, i);
    if (why) {
        f->of[i].n_operands = n_operands(f, i, SN_NOT_HERE);
        return sn_fuser_refuse(f, rule, k, i, why);
    }
    f->role[i] = role;
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
                if (!sn_fuser_edge_fits(f, &f->of[from], k, r->node, f->role[r->index]))
                    return false;
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
    const char *why = NULL;
    if (s->anchor || s->in_slices)
        why = "it is complex, and so is another operand, which is there later";
    else if (s->row_axes && g->row_axes != s->row_axes)
        why = "its rows are others";
    else if (s->moves_only)
        why = "it only moves elements";
    else if (!sn_shape_equal(&s->tile, &g->tile))
        why = computed_again;
    else if (!edges_fit(f, side, group) || !edges_fit(f, group, side))
        why = "something complex in the group needs all of it first";
    if (!why) {
        SN_EACH_MEMBER(m, &f->q, side)
        {
            if (!f->can->can_epilogue ||
                !f->can->can_epilogue(f->can->user, g->anchor, f->v->node[m]))
                why = "no kernel applies it as it stores";
        }
    }
    if (!why && sn_fuser_read_beyond_group(f, k, i) &&
        (!f->can->can_store_more ||
         !f->can->can_store_more(f->can->user, g->anchor, n_outside(f, group))))
        why = "others read the value, too, and no kernel stores both";
    if (!why) why = sn_fuser_conflict(f, group, side);
    if (why)
        return sn_fuser_refuse(f, g->anchor ? SN_FUSION_RULE_EPILOGUE : SN_FUSION_RULE_ELEMENTWISE,
                               k, i, why);
    SN_EACH_MEMBER(m, &f->q, side) f->stage[m] = g->stage;
    if (f->of[group].n_operands) f->of[group].n_operands--;
    sn_fuser_join(f, group, side, g->anchor ? SN_FUSION_RULE_EPILOGUE : SN_FUSION_RULE_ELEMENTWISE,
                  k, i, sn_fuser_saving(f, k, !sn_fuser_read_beyond_group(f, k, i)));
    return true;
}

bool sn_fuse_point(sn_fuser *f, uint32_t i)
{
    uint32_t makers[MOST_MAKERS], n = sn_fuser_makers(f, i, makers, MOST_MAKERS),
                                  host = SN_NOT_HERE;
    /* What is complex first, then rows, then the rest: the elementwise ones can follow, the others
     * cannot. */
    for (int turn = 0; turn < 3 && host == SN_NOT_HERE; turn++) {
        for (uint32_t m = 0; m < n && host == SN_NOT_HERE; m++) {
            const sn_fused *g = &f->of[makers[m]];
            int rank = g->anchor || g->in_slices ? 0 : g->row_axes ? 1 : 2;
            if (rank == turn && join_first(f, i, makers[m])) host = makers[m];
        }
    }
    for (uint32_t m = 0; m < n && host != SN_NOT_HERE && !f->of[host].in_slices; m++) {
        if (makers[m] != host) join_side(f, i, makers[m]);
    }
    return host != SN_NOT_HERE;
}
