/* SPDX-License-Identifier: Apache-2.0
 *
 * permute: axes in another order. ncnn's code names a permutation of the letters, another one for
 * each rank; it is kept until the rank is known. On rank 1 every code is the identity; a code that
 * the rank does not have leaves ncnn without a result. */
#include "ops/permute.h"

#include "ops/brief.h"
#include "ops/maps.h"
#include "ops/move.h"

#include <string.h>

/* Letters of the result's (w, h(, d), c): which size of the input each is. */
static const char *const codes2[] = {"wh", "hw"};
static const char *const codes3[] = {"whc", "hwc", "wch", "cwh", "hcw", "chw"};
static const char *const codes4[] = {
    "whdc", "hwdc", "wdhc", "dwhc", "hdwc", "dhwc", "whcd", "hwcd", "wchd", "cwhd", "hcwd", "chwd",
    "wdch", "dwch", "wcdh", "cwdh", "dcwh", "cdwh", "hdcw", "dhcw", "hcdw", "chdw", "dchw", "cdhw",
};
static const struct {
    int n;
    const char *const *codes;
} tables[] = {{0, NULL}, {0, NULL}, {2, codes2}, {6, codes3}, {24, codes4}};

bool sn_permute_decode(int32_t code, int rank, int32_t perm[SN_MAX_RANK])
{
    if (rank == 1) perm[0] = 0;
    if (rank <= 1) return rank == 1;
    if (rank > 4 || code < 0 || code >= tables[rank].n) return false;
    for (int i = 0; i < rank; i++) {
        perm[i] = sn_letter_axis(tables[rank].codes[code][rank - 1 - i], rank);
    }
    return true;
}

int32_t sn_permute_encode(int rank, const int32_t *perm)
{
    int32_t other[SN_MAX_RANK];
    if (rank == 1) return 0;
    for (int32_t code = 0; rank >= 2 && rank <= 4 && code < tables[rank].n; code++) {
        if (!sn_permute_decode(code, rank, other)) return -1;
        if (memcmp(other, perm, (size_t)rank * sizeof *perm) == 0) return code;
    }
    return -1;
}

static const char *validate(const void *params, sn_arena *arena)
{
    const sn_permute_params *p = params;
    unsigned seen = 0;
    if (p->perm.n > SN_MAX_RANK) {
        return sn_arena_printf(arena, "perm has %d axes, at most %d expected", p->perm.n,
                               SN_MAX_RANK);
    }
    for (int i = 0; i < p->perm.n; i++) {
        if (p->perm.v[i] < 0 || p->perm.v[i] >= p->perm.n || (seen >> p->perm.v[i] & 1)) {
            return sn_arena_printf(arena, "perm has %d, each of 0 to %d once expected",
                                   p->perm.v[i], p->perm.n - 1);
        }
        seen |= 1u << p->perm.v[i];
    }
    return p->perm.n == 0 && p->code < 0 ? "neither code nor perm is given" : NULL;
}

static sn_status resolve(const sn_infer *in, void *params)
{
    sn_permute_params *p = params;
    int32_t perm[SN_MAX_RANK];
    int rank = in->in_shape[0].rank;
    if (p->perm.n == 0) {
        if (rank < 1 || !sn_permute_decode(p->code, rank, perm))
            return SN_OK; /* infer tells what is wrong */
        p->perm = sn_ints_of(in->arena, rank, perm);
    }
    p->code = -1;
    return SN_OK;
}

static sn_status infer(sn_infer *in)
{
    const sn_permute_params *p = in->params;
    const sn_shape *x = &in->in_shape[0];
    if (x->rank < 0) return sn_move_give_rank(in, 0, p->perm.n > 0 ? p->perm.n : -1);
    if (p->perm.n == 0) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "order type %d does not exist for rank %d", p->code, x->rank);
    }
    if (p->perm.n != x->rank) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "x has rank %d, rank %d expected",
                            x->rank, p->perm.n);
    }
    sn_shape shape = *x;
    for (int i = 0; i < x->rank; i++) shape.d[i] = x->d[p->perm.v[i]];
    return sn_move_give(in, 0, &shape);
}

static sn_status eval(sn_eval *e)
{
    const sn_permute_params *p = e->params;
    int64_t from[SN_MAX_RANK], to[SN_MAX_RANK];
    sn_move m = {0};
    SN_TRY(sn_eval_elem(e, 0, &m.elem));
    sn_strides(&e->in_shape[0], from);
    sn_strides(&e->out_shape[0], to);
    for (int i = 0; i < p->perm.n; i++)
        sn_move_axis(&m, e->out_shape[0].d[i], from[p->perm.v[i]], to[i]);
    sn_move_run(e->ctx, &m, sn_tensor_data(e->in[0]), e->out_data[0]);
    return SN_OK;
}

/* The elements keep their order when the axes that are not proved 1 do; the shape tells the
 * rest. */
static sn_answer identity(const sn_node *node, sn_arena *arena, uint16_t *slot)
{
    const sn_permute_params *p = node->params;
    int last = -1;
    *slot = 0;
    if (p->perm.n == 0) {
        return p->code == 0 ? SN_ANSWER_YES : SN_ANSWER_UNKNOWN("the input's rank is not known");
    }
    const sn_shape *x = &node->in[0].value->shape;
    bool in_order = true, plain = true;
    for (int i = 0; i < p->perm.n; i++) {
        plain = plain && p->perm.v[i] == i;
        if (x->rank == p->perm.n && x->d[p->perm.v[i]] == 1) continue;
        in_order = in_order && p->perm.v[i] > last;
        last = p->perm.v[i];
    }
    if (plain) return SN_ANSWER_YES;
    if (in_order) return sn_identity_by_shape(node, arena, slot);
    for (int i = 0; i < p->perm.n && x->rank == p->perm.n; i++) {
        if (sn_dim_lower(node->graph->dims, x->d[i]) <= 1 && x->d[i] != 1) {
            return SN_ANSWER_UNKNOWN("an axis that is moved might have size 1");
        }
    }
    return SN_ANSWER_NO("the axes change places");
}

static sn_answer carry(const sn_node *node, sn_arena *arena, sn_carry *c)
{
    (void)arena;
    const sn_permute_params *p = node->params;
    const sn_affine *m = &c->given[0];
    c->made[0] = *m;
    if (m->axis == SN_AXIS_NONE) return SN_ANSWER_YES;
    if (m->axis >= p->perm.n) return SN_ANSWER_UNKNOWN("the input's rank is not known");
    int axis = p->perm.v[m->axis];
    for (int i = 0; i < p->perm.n && !c->up; i++) {
        if (p->perm.v[i] == m->axis) axis = i;
    }
    c->made[0].axis = axis;
    return SN_ANSWER_YES;
}

static void brief(const sn_node *node, sn_str *out)
{
    static const char *const code[] = {"code", NULL};
    const sn_permute_params *p = node->params;
    sn_brief_but(node, p->perm.n ? code : code + 1, out);
}

static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

static const sn_param param_table[] = {
    SN_P_INT(sn_permute_params, code, 0, -1, 23,
             "ncnn's order type, while the rank is not known; -1: perm tells"),
    SN_P_INTS(sn_permute_params, perm, "axis i of the result is axis perm[i] of x"),
    SN_P_END,
};

const sn_op sn_op_permute = {
    .name = "permute",
    .synopsis = "y = x with its axes in another order",
    .slots = slots,
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_INJECTIVE,
    .params_bytes = sizeof(sn_permute_params),
    .params = param_table,
    .validate = validate,
    .resolve = resolve,
    .infer = infer,
    .eval = eval,
    .carry = carry,
    .identity = identity,
    .brief = brief,
    .cost = sn_cost_none,
};
