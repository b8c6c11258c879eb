/* SPDX-License-Identifier: Apache-2.0
 *
 * Concats, splits, crops and shuffles of channels that are no steps: what reads their results finds
 * each channel where it was made. A value needs no memory of its own if all that reads it is such a
 * move, or a kernel that takes operand 0 channel by channel (sn_offer.finds_channels). Of what it
 * is put together from, each channel is followed back to a value that has memory, through as many
 * moves as there are; so shuffles of a whole stage of a network meet only in the kernels behind
 * them. Moves whose results others read, too, are steps, from wherever their channels stand. */
#include <string.h>

#include "ops/concat.h"
#include "ops/ops.h"
#include "ops/shuffle.h"
#include "ops/slice.h"
#include "ops/split.h"
#include "plan/planner.h"

/* Tensors that one value is put together from: further ones are not worth their addresses. */
enum { MOST_ROOTS = 32, MOST_CHANNELS = 4096 };

/* ---- what moves channels --------------------------------------------------------------------- */

static bool is_stored_by_channel(planner *p, const sn_value *v)
{
    return v && !sn_value_is_const(v) && sn_plan_type(v) == SN_TYPE_f32 &&
           plan_of(p, v)->primary_layout == SN_LAYOUT_BLOCKED && v->shape.rank >= 2 &&
           v->shape.d[0] <= MOST_CHANNELS;
}

/* Where it begins along the channels, where a crop takes all of the other axes. */
static bool crop_begin(planner *p, const sn_node *n, int64_t *begin)
{
    sn_slice_box box;
    const sn_shape *x = &sn_in(n, 0)->shape, *y = &sn_out(n, 0)->shape;
    if (y->rank != x->rank || !sn_slice_box_of(n, p->arena, &box)) return false;
    for (int k = 1; k < x->rank; k++)
        if (y->d[k] != x->d[k]) return false;
    *begin = box.offset.d[0];
    return sn_dim_known(box.offset.d[0]);
}

static bool has_kind(planner *p, const sn_node *n)
{
    int64_t begin;
    if (n->op == &sn_op_concat) return ((const sn_concat_params *)n->params)->axis == 0;
    if (n->op == &sn_op_split) return ((const sn_split_params *)n->params)->axis == 0;
    if (n->op == &sn_op_channel_shuffle)
        return ((const sn_channel_shuffle_params *)n->params)->axis == 0;
    return n->op == &sn_op_slice && crop_begin(p, n, &begin);
}

static uint16_t n_parts(const sn_node *n) { return n->op == &sn_op_concat ? n->n_in : 1; }

static bool moves_channels(planner *p, const sn_node *n)
{
    if (n->boundary || n->n_in == 0 || sn_plan_gives_nothing(n)) return false;
    for (uint16_t i = 0; i < n_parts(n); i++)
        if (!is_stored_by_channel(p, sn_in(n, i))) return false;
    for (uint16_t i = 0; i < n->n_out; i++)
        if (!is_stored_by_channel(p, sn_out(n, i))) return false;
    return has_kind(p, n);
}

/* Channel c of output `o` is channel *at of the input whose number is returned. */
static uint16_t channel_from(planner *p, const sn_node *n, uint16_t o, int64_t c, int64_t *at)
{
    uint16_t slot = 0;
    *at = c;
    if (n->op == &sn_op_concat) {
        while (*at >= sn_in(n, slot)->shape.d[0]) *at -= sn_in(n, slot++)->shape.d[0];
    } else if (n->op == &sn_op_split) {
        for (uint16_t i = 0; i < o; i++) *at += sn_out(n, i)->shape.d[0];
    } else if (n->op == &sn_op_channel_shuffle) {
        const int64_t groups = ((const sn_channel_shuffle_params *)n->params)->groups,
                      each = sn_in(n, 0)->shape.d[0] / groups;
        *at = c % groups * each + c / groups;
    } else {
        int64_t begin = 0;
        (void)crop_begin(p, n, &begin);
        *at += begin;
    }
    return slot;
}

/* Its parts are whole blocks, so that they can be stored where they belong (place_parts in
 * layouts.c), or be read where they are. */
static bool has_whole_parts(planner *p, const sn_node *n)
{
    if (n->op == &sn_op_split)
        return sn_plan_splits_in_place(n, SN_LAYOUT_BLOCKED, p->k.machine->lanes);
    for (uint16_t i = 0; n->op == &sn_op_concat && i + 1 < n->n_in; i++)
        if (sn_in(n, i)->shape.d[0] % p->k.machine->lanes != 0) return false;
    return n->op == &sn_op_concat;
}

/* Kernels store all of its parts where they belong: it has memory for nothing. */
static bool is_free_concat(planner *p, const sn_node *n)
{
    if (n->op != &sn_op_concat || !has_whole_parts(p, n)) return false;
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_node *maker = sn_in(n, i)->def;
        if (!maker || sn_op_has(maker->op, SN_TRAIT_INPUT) || has_kind(p, maker)) return false;
    }
    return true;
}

/* ---- which values need no memory ------------------------------------------------------------- */

typedef struct channel_walk {
    planner *p;
    bool *moves; /* by id of nodes: it moves channels */
    bool *found; /* by id of values: its channels are read where they are, or may be */
} channel_walk;

static bool finds_channels(const planner *p, const sn_use *u)
{
    const node_plan *np = &p->node[u->node->id];
    return u->slot == 0 && np->kernel && !np->formula && np->wants.finds_channels;
}

/* From the readers' side: all of them can, and some have something of it: kernels, or moves that
 * are steps anyway. */
static bool may_be_found(const channel_walk *w, const sn_node *n, const sn_value *v)
{
    bool useful = false, direct = false;
    SN_EACH_USE(u, v)
    {
        if (finds_channels(w->p, u)) {
            useful = direct = true;
            continue;
        }
        if (!w->moves[u->node->id]) return false;
        useful = useful || !has_whole_parts(w->p, u->node);
        for (uint16_t i = 0; i < u->node->n_out; i++)
            useful = useful || w->found[sn_out(u->node, i)->id];
    }
    return useful && !(direct && is_free_concat(w->p, n));
}

static void from_readers(channel_walk *w)
{
    SN_VEC(const sn_node *) order = SN_VEC_IN(w->p->arena);
    SN_EACH_NODE(n, w->p->g) SN_PUSH(order, n);
    while (order.n) {
        const sn_node *n = SN_POP(order);
        w->moves[n->id] = moves_channels(w->p, n);
        for (uint16_t i = 0; i < n->n_out && w->moves[n->id]; i++)
            w->found[sn_out(n, i)->id] = may_be_found(w, n, sn_out(n, i));
    }
}

/* ---- where their channels are ---------------------------------------------------------------- */

static int n_roots(const value_channel *list, int64_t n)
{
    const sn_value *root[MOST_ROOTS + 1];
    int count = 0;
    for (int64_t c = 0; c < n; c++) {
        int i = 0;
        while (i < count && root[i] != list[c].value) i++;
        if (i < count) continue;
        if (count == MOST_ROOTS) return MOST_ROOTS + 1;
        root[count++] = list[c].value;
    }
    return count;
}

static const value_channel *channels_of(planner *p, const sn_node *n, uint16_t o)
{
    const int64_t count = sn_out(n, o)->shape.d[0];
    value_channel *list = SN_NEW_N(p->arena, value_channel, count);
    for (int64_t c = 0; c < count; c++) {
        int64_t at;
        const sn_value *x = sn_in(n, channel_from(p, n, o, c, &at));
        const value_channel *inner = plan_of(p, x)->channels;
        list[c] = inner ? inner[at] : (value_channel){x, at};
    }
    return list;
}

/* What its outputs are put together from are not too many tensors. Else its operands have memory.
 */
static bool roots_fit(planner *p, const sn_node *n)
{
    SN_VEC(value_channel) all = SN_VEC_IN(p->arena);
    for (uint16_t o = 0; o < n->n_out; o++) {
        const value_channel *list = channels_of(p, n, o);
        for (int64_t c = 0; c < sn_out(n, o)->shape.d[0]; c++) SN_PUSH(all, list[c]);
    }
    return n_roots(all.v, (int64_t)all.n) <= MOST_ROOTS;
}

static bool is_split_in_place(planner *p, const sn_node *n)
{
    const sn_value *x = sn_in(n, 0);
    return n->op == &sn_op_split && !plan_of(p, x)->channels &&
           sn_plan_splits_in_place(n, SN_LAYOUT_BLOCKED, p->k.machine->lanes);
}

static void place_outputs(channel_walk *w, const sn_node *n)
{
    planner *p = w->p;
    bool any = false;
    if (is_split_in_place(p, n)) return;
    if (!roots_fit(p, n)) {
        for (uint16_t i = 0; i < n_parts(n); i++) plan_of(p, sn_in(n, i))->channels = NULL;
        if (n_parts(n) > MOST_ROOTS) return;
    }
    for (uint16_t i = 0; i < n_parts(n); i++) any = any || plan_of(p, sn_in(n, i))->channels;
    for (uint16_t o = 0; o < n->n_out; o++) any = any || w->found[sn_out(n, o)->id];
    if (!any) return;
    p->node[n->id].picks_channels = true;
    for (uint16_t o = 0; o < n->n_out; o++) {
        value_plan *y = plan_of(p, sn_out(n, o));
        y->same = NULL;
        y->alias_channel = y->alias_offset = 0;
        if (w->found[sn_out(n, o)->id]) y->channels = channels_of(p, n, o);
    }
}

void sn_plan_channels(planner *p)
{
    channel_walk w = {.p = p,
                      .moves = SN_NEW_N(p->arena, bool, p->g->n_ids + 1),
                      .found = SN_NEW_N(p->arena, bool, p->g->n_ids + 1)};
    from_readers(&w);
    SN_EACH_NODE(n, p->g)
    {
        if (w.moves[n->id]) place_outputs(&w, n);
    }
}

/* ---- reading them ---------------------------------------------------------------------------- */

static sn_status give_channels(planner *p, sn_step *s, const value_channel *list, int64_t n)
{
    const sn_place **in = SN_NEW_N(p->arena, const sn_place *, s->n_in + SN_MAX_STEP_IN);
    sn_channel *channels = SN_NEW_N(p->arena, sn_channel, n);
    const int first = s->n_in;
    if (first) memcpy(in, s->in, (size_t)first * sizeof *in);
    for (int64_t c = 0; c < n; c++) {
        int i = first;
        while (i < s->n_in && in[i]->value != list[c].value) i++;
        if (i == s->n_in) SN_TRY(sn_plan_read(p, list[c].value, SN_LAYOUT_BLOCKED, &in[s->n_in++]));
        channels[c] = (sn_channel){i, list[c].channel};
    }
    s->in = in;
    s->channels = channels;
    s->n_channels = n;
    return SN_OK;
}

sn_status sn_plan_read_channels(planner *p, sn_step *s, const sn_value *v)
{
    return give_channels(p, s, plan_of(p, v)->channels, v->shape.d[0]);
}

sn_status sn_plan_pick_channels(planner *p, const sn_node *n)
{
    SN_VEC(value_channel) list = SN_VEC_IN(p->arena);
    sn_step *s = sn_plan_step(p, &sn_kernel_move, NULL);
    const sn_node **nodes = SN_NEW_N(p->arena, const sn_node *, 1);
    nodes[0] = n;
    s->nodes = nodes;
    s->n_nodes = 1;
    s->out = SN_NEW_N(p->arena, const sn_place *, n->n_out);
    for (uint16_t o = 0; o < n->n_out; o++) {
        const sn_value *y = sn_out(n, o);
        if (plan_of(p, y)->channels) continue;
        const value_channel *channels = channels_of(p, n, o);
        for (int64_t c = 0; c < y->shape.d[0]; c++) SN_PUSH(list, channels[c]);
        s->out[s->n_out++] = sn_plan_primary_place(p, y);
    }
    if (s->n_out == 0) return SN_OK;
    SN_TRY(give_channels(p, s, list.v, (int64_t)list.n));
    return sn_plan_finish(p, s);
}
