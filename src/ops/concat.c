/* SPDX-License-Identifier: Apache-2.0
 *
 * concat: parts joined along an axis. All have one rank and the same sizes beside the axis: what is
 * known of one part is known of all. */
#include "ops/concat.h"

#include "ops/affine_maps.h"
#include "ops/contents.h"
#include "ops/grad/grad.h"
#include "ops/move.h"

/* Joins what is known of part i into `all`; the size along the axis is added up. */
static sn_status add_part(sn_infer *in, unsigned i, sn_shape *all)
{
    const int axis = ((const sn_concat_params *)in->params)->axis;
    const sn_shape *s = &in->in_shape[i];
    if (s->rank != all->rank)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "input %u has rank %d, rank %d expected as of other inputs", i, s->rank,
                            all->rank);
    if (sn_type_bytes(in->in_type[i]) != sn_type_bytes(in->in_type[0]) &&
        in->in_type[i] != SN_TYPE_UNKNOWN && in->in_type[0] != SN_TYPE_UNKNOWN)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "input %u is %s, %s expected as of input 0", i,
                            sn_type_name(in->in_type[i]), sn_type_name(in->in_type[0]));
    for (int k = 0; k < s->rank; k++) {
        if (k == axis) {
            all->d[k] = sn_dim_add(in->dims, all->d[k], s->d[k]);
            continue;
        }
        const char *what = sn_arena_printf(in->arena, "axis %d of input %u", k, i);
        SN_TRY(sn_shape_rule_size(in, what, s->d[k], all->d[k]));
        if (sn_dim_known(s->d[k])) all->d[k] = s->d[k];
    }
    return SN_OK;
}

static sn_status infer(sn_infer *in)
{
    const sn_concat_params *p = in->params;
    unsigned first = 0, n_unknown = 0;
    while (first + 1 < in->n_in && in->in_shape[first].rank < 0) first++;
    sn_shape all = in->in_shape[first];
    if (all.rank < 0) return sn_move_give_rank(in, 0, -1);
    if (p->axis >= all.rank)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "axis is %d, input %u has rank %d",
                            p->axis, first, all.rank);
    for (unsigned i = 0; i < in->n_in; i++) {
        if (in->in_shape[i].rank < 0)
            n_unknown++;
        else if (i != first)
            SN_TRY(add_part(in, i, &all));
    }
    if (n_unknown) all.d[p->axis] = sn_shape_rule_symbol(in, 0, p->axis);
    return sn_move_give(in, 0, &all);
}

static sn_status eval(sn_eval *e)
{
    const sn_concat_params *p = e->params;
    int64_t offset[SN_MAX_RANK] = {0};
    size_t elem;
    for (unsigned i = 0; i < e->n_in; i++) {
        SN_TRY(sn_eval_elem(e, i, &elem));
        sn_move_into(e->ctx, elem, &e->in_shape[i], sn_tensor_data(e->in[i]), &e->out_shape[0],
                     offset, e->out_data[0]);
        offset[p->axis] += e->in_shape[i].d[p->axis];
    }
    return SN_OK;
}

static sn_answer identity(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    (void)arena;
    *slot = 0;
    return node->n_in == 1 ? SN_ANSWER_YES : SN_ANSWER_NO("several parts are joined");
}

/* ---- maps ------------------------------------------------------------------------------------ */

typedef struct concat_part {
    int64_t from, n;
} concat_part;

static int64_t from_whole(const void *user, int64_t i)
{
    const concat_part *p = user;
    return p->from + i;
}

/* Each part of the factors along the axis. */
static sn_answer propagate_up(const sn_node *node, sn_arena *arena, int axis, sn_propagate *c)
{
    const sn_affine *m = &c->given[0];
    concat_part p = {0, 0};
    for (uint16_t i = 0; i < node->n_in; i++) {
        const sn_shape *x = &sn_in(node, i)->shape;
        c->made[i] = *m;
        if (m->axis != axis) continue;
        if (x->rank <= axis || !sn_dim_known(x->d[axis]))
            return SN_ANSWER_UNKNOWN("the number of channels of a part is not known");
        p.n = x->d[axis];
        if (p.from + p.n > m->n) return SN_ANSWER_NO("there are fewer factors than channels");
        c->made[i] = sn_affine_map_pick(arena, m, axis, p.n, from_whole, &p);
        p.from += p.n;
    }
    return SN_ANSWER_YES;
}

/* Factors along the axis, one after the other. */
static sn_answer join_parts(const sn_node *node, sn_arena *arena, int axis, sn_propagate *c)
{
    int64_t n = 0, at = 0;
    for (uint16_t i = 0; i < node->n_in; i++) {
        const sn_shape *x = &sn_in(node, i)->shape;
        const sn_affine *m = &c->given[i];
        if (x->rank <= axis || !sn_dim_known(x->d[axis]))
            return SN_ANSWER_UNKNOWN("the number of channels of a part is not known");
        if (m->axis != SN_AXIS_NONE && (m->axis != axis || m->n != x->d[axis]))
            return SN_ANSWER_NO("the factors of a part run along another axis");
        n += x->d[axis];
    }
    double *scale = SN_NEW_N(arena, double, n), *shift = SN_NEW_N(arena, double, n);
    for (uint16_t i = 0; i < node->n_in; i++) {
        for (int64_t k = 0; k < sn_in(node, i)->shape.d[axis]; k++, at++) {
            scale[at] = sn_affine_map_scale(&c->given[i], k);
            shift[at] = sn_affine_map_shift(&c->given[i], k);
        }
    }
    c->made[0] = sn_affine_map_of(axis, n, scale, shift);
    return SN_ANSWER_YES;
}

static sn_answer propagate(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    const sn_concat_params *p = node->params;
    bool alike = true;
    for (uint16_t i = 1; i < node->n_in && !c->up; i++)
        alike &= sn_affine_map_equal(&c->given[0], &c->given[i]);
    if (alike && c->given[0].axis == SN_AXIS_NONE) {
        c->made[0] = c->given[0];
        return c->up ? propagate_up(node, arena, SN_MAX_RANK, c) : SN_ANSWER_YES;
    }
    if (c->up) return propagate_up(node, arena, p->axis, c);
    if (!alike || c->given[0].axis == p->axis) return join_parts(node, arena, p->axis, c);
    c->made[0] = c->given[0];
    return SN_ANSWER_YES;
}

static const sn_slot slots[] = {{"part", SN_SLOT_VARIADIC}, {NULL, 0}};

static const sn_param param_table[] = {
    SN_P_INT(sn_concat_params, axis, 0, 0, SN_MAX_RANK - 1,
             "axis along which the parts are joined"),
    SN_P_END,
};

bool sn_concat_begins(const sn_node *lead, const sn_node *whole)
{
    const sn_concat_params *a = lead->params, *b = whole->params;
    if (a->axis != b->axis || lead->n_in >= whole->n_in) return false;
    for (uint16_t i = 0; i < lead->n_in; i++)
        if (sn_in(lead, i) != sn_in(whole, i)) return false;
    return true;
}

const sn_op sn_op_concat = {
    .name = "concat",
    .synopsis = "y = parts one after the other along an axis",
    .slots = slots,
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_INJECTIVE,
    .params_bytes = sizeof(sn_concat_params),
    .params = param_table,
    .infer = infer,
    .contents = sn_contents_of_parts,
    .eval = eval,
    .grad = sn_grad_concat,
    .identity = identity,
    .propagate = propagate,
    .cost = sn_cost_none,
};
