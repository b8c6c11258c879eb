/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn.permute: axes in the order that a number names: a permutation of the letters, another one
 * for each rank. On rank 1 every number is the identity; one that the rank does not have leaves
 * ncnn without a result. */
#include "formats/ncnn/ops/order.h"

#include "formats/ncnn/ops/ops.h"
#include "ops/move.h"
#include "ops/transpose.h"
#include "ops/rule.h"
#include "formats/ncnn/ops/size_expr.h"

#include <string.h>

typedef struct sn_ncnn_permute_params {
    int32_t order_type;
} sn_ncnn_permute_params;

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

bool sn_ncnn_permute_decode(int32_t order_type, int rank, int32_t perm[SN_MAX_RANK])
{
    if (rank == 1) perm[0] = 0;
    if (rank <= 1) return rank == 1;
    if (rank > 4 || order_type < 0 || order_type >= tables[rank].n) return false;
    for (int i = 0; i < rank; i++) {
        perm[i] = sn_letter_axis(tables[rank].codes[order_type][rank - 1 - i], rank);
    }
    return true;
}

int32_t sn_ncnn_permute_encode(int rank, const int32_t *perm)
{
    int32_t other[SN_MAX_RANK];
    if (rank == 1) return 0;
    for (int32_t code = 0; rank >= 2 && rank <= 4 && code < tables[rank].n; code++) {
        if (!sn_ncnn_permute_decode(code, rank, other)) return -1;
        if (memcmp(other, perm, (size_t)rank * sizeof *perm) == 0) return code;
    }
    return -1;
}

static sn_status infer(sn_infer *in)
{
    const sn_ncnn_permute_params *p = in->params;
    const int rank = in->in_shape[0].rank;
    int32_t perm[SN_MAX_RANK];
    if (rank >= 0 && !sn_ncnn_permute_decode(p->order_type, rank, perm))
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "order type %d does not exist for rank %d", p->order_type, rank);
    return sn_move_give_rank(in, 0, rank);
}

static sn_answer resolve(sn_resolve *r)
{
    const sn_ncnn_permute_params *p = r->in.params;
    const int rank = r->in.in_shape[0].rank;
    sn_value *x = sn_in(r->node, 0);
    int32_t perm[SN_MAX_RANK];
    if (p->order_type == 0 || rank == 1) {
        r->made[0] = sn_ncnn_same(r, x);
        return SN_ANSWER_YES;
    }
    if (rank < 0) return SN_ANSWER_UNKNOWN("the rank of its input is not known");
    if (!sn_ncnn_permute_decode(p->order_type, rank, perm))
        return SN_ANSWER_NO("its input has no such order");
    const sn_transpose_params transposed = {.perm = sn_ints_of(r->in.arena, rank, perm)};
    r->made[0] = sn_resolve_node(r, &sn_op_transpose, &transposed, 1, &x);
    return SN_ANSWER_YES;
}

static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

static const sn_param params[] = {SN_P_INT(sn_ncnn_permute_params, order_type, 0, INT32_MIN,
                                           INT32_MAX, "which order, by rank; 0: as it is"),
                                  SN_P_END};

const sn_op sn_ncnn_op_permute = {
    .name = "ncnn.permute",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = x with its axes in the order of that number",
    .slots = slots,
    .types = "any->any",
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(sn_ncnn_permute_params),
    .params = params,
    .resolve = resolve,
    .infer = infer,
};
