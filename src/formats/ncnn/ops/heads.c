/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn.as_heads: queries, keys or values of an SDPA, of which a matrix is one head, and a vector
 * one row of it. It is nothing, or a view, once the rank is known; where there are more values than
 * keys, it stays: ncnn goes by the keys. */
#include "formats/ncnn/ops/ops.h"
#include "ops/move.h"
#include "ops/rule.h"
#include "ops/squeeze.h"

enum { RANK = 3 };

static const sn_slot slots[] = {{"x", 0}, {"keys", SN_SLOT_OPTIONAL}, {NULL, 0}};

static bool full(const sn_shape *s, sn_shape *out)
{
    *out = *s;
    if (s->rank < 1 || s->rank > RANK) return false;
    if (s->rank < RANK) (void)sn_shape_at_least(s, RANK, out);
    return true;
}

/* ncnn goes by the keys, and leaves out what there are more values. */
static sn_status check_values(sn_infer *in, const char *what, sn_dim *found, sn_dim expected)
{
    if (!sn_dim_known(*found) || !sn_dim_known(expected) || *found <= expected)
        return sn_shape_rule_size(in, what, *found, expected);
    sn_infer_no_rule(in, sn_arena_printf(in->arena,
                                         "%s is %lld, %lld expected, and the others are left out",
                                         what, (long long)*found, (long long)expected));
    *found = expected;
    return SN_OK;
}

static sn_status infer(sn_infer *in)
{
    const sn_shape of_keys = sn_shape_rule_shape(in, 1);
    sn_shape y, keys;
    SN_TRY(sn_shape_rule_rank(in, 0, 1, RANK));
    SN_TRY(sn_shape_rule_not_empty(in, 0));
    if (!full(&in->in_shape[0], &y)) return sn_move_give_rank(in, 0, RANK);
    if (full(&of_keys, &keys)) {
        SN_TRY(check_values(in, "groups of v", &y.d[0], keys.d[0]));
        SN_TRY(check_values(in, "rows of v", &y.d[1], keys.d[1]));
    }
    return sn_move_give(in, 0, &y);
}

static sn_answer resolve(sn_resolve *r)
{
    const sn_shape *x = &r->in.in_shape[0], of_keys = sn_shape_rule_shape(&r->in, 1);
    sn_value *v = sn_in(r->node, 0);
    sn_shape y, keys;
    int32_t axes[] = {0, 1};
    r->made[0] = v;
    if (x->rank < 0) return SN_ANSWER_UNKNOWN("the rank of its input is not known");
    if (!full(x, &y)) return SN_ANSWER_NO("its input has no heads");
    if (sn_shape_rule_has(&r->in, 1)) {
        const bool known = full(&of_keys, &keys);
        for (int i = 0; i < 2 && known; i++)
            if (sn_dim_differ(r->in.dims, y.d[i], keys.d[i]))
                return SN_ANSWER_NO("there are not as many values as keys");
        if ((!known || !sn_dim_equal(y.d[0], keys.d[0]) || !sn_dim_equal(y.d[1], keys.d[1])) &&
            sn_dims_puts_off(r->in.dims))
            return SN_ANSWER_UNKNOWN("whether there are as many values as keys is not known");
    }
    if (x->rank == RANK) return SN_ANSWER_YES;
    const sn_unsqueeze_params p = {.axes = sn_ints_of(r->in.arena, RANK - x->rank, axes)};
    r->made[0] = sn_resolve_node(r, &sn_op_unsqueeze, &p, 1, &v);
    return SN_ANSWER_YES;
}

sn_answer sn_ncnn_as_heads_implies(const sn_node *reader, uint16_t slot)
{
    const sn_node *view = sn_in(reader, slot)->def;
    const sn_shape *x = &sn_in(view, 0)->shape;
    sn_shape would;
    if (x->rank < 0) return SN_ANSWER_UNKNOWN("the rank of its input is not known");
    return full(x, &would) && sn_shape_equal(&would, &view->out[0]->shape) ? SN_ANSWER_YES
                                                                           : SN_ANSWER_NO(NULL);
}

const sn_op sn_ncnn_op_as_heads = {
    .name = "ncnn.as_heads",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = x as an SDPA reads it: a matrix is one head",
    .slots = slots,
    .types = "any,any2->any",
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_INJECTIVE,
    .resolve = resolve,
    .adapts = true,
    .infer = infer,
    .loose = true,
    .reads_shape_only = sn_reads_all_but_first_by_shape,
    .cost = sn_cost_none,
};
