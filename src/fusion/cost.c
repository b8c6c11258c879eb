/* SPDX-License-Identifier: Apache-2.0
 *
 * What things cost on a machine, before they are planned. */
#include "fusion/cost.h"

#include <math.h>

#include "ops/cost.h"
#include "ops/norm.h"
#include "ops/pool.h"
#include "ops/reduce.h"
#include "ops/softmax.h"

double sn_fusion_seconds(const sn_machine *m, double tensor_bytes, double moved)
{
    return sn_traffic_seconds(m->core, moved, tensor_bytes);
}

const char *sn_fusion_level(const sn_machine *m, double tensor_bytes)
{
    static const char *const names[] = {"L1", "L2", "L3", "memory"};
    return names[sn_core_level(m->core, tensor_bytes)];
}

const char *sn_fusion_bytes_text(sn_arena *arena, double bytes)
{
    if (bytes < 1024) return sn_arena_printf(arena, "%.0f B", bytes);
    if (bytes < 1024 * 1024) return sn_arena_printf(arena, "%.1f KB", bytes / 1024);
    return sn_arena_printf(arena, "%.1f MB", bytes / (1024 * 1024));
}

/* ---- work ------------------------------------------------------------------------------------ */

double sn_fusion_formula_work(const sn_expr *e)
{
    if (e->kind != SN_EXPR_CALL) return 0;
    static const double dear[SN_N_FNS] = {
        [SN_FN_div] = 4,    [SN_FN_sqrt] = 4,   [SN_FN_exp] = 10,   [SN_FN_log] = 12,
        [SN_FN_tanh] = 12,  [SN_FN_erf] = 14,   [SN_FN_sin] = 14,   [SN_FN_cos] = 14,
        [SN_FN_tan] = 18,   [SN_FN_asin] = 16,  [SN_FN_acos] = 16,  [SN_FN_atan] = 16,
        [SN_FN_sinh] = 16,  [SN_FN_cosh] = 16,  [SN_FN_asinh] = 18, [SN_FN_acosh] = 18,
        [SN_FN_atanh] = 18, [SN_FN_expm1] = 12, [SN_FN_log1p] = 14, [SN_FN_log10] = 14,
        [SN_FN_pow] = 24,   [SN_FN_fmod] = 8,   [SN_FN_atan2] = 20, [SN_FN_remainder] = 8,
    };
    double work = dear[e->fn] > 0 ? dear[e->fn] : 1;
    for (int i = 0; i < sn_fn_n_args(e->fn); i++) work += sn_fusion_formula_work(e->arg[i]);
    return work;
}

double sn_fusion_point_work(const sn_node *n, sn_arena *arena)
{
    const sn_expr *e = NULL;
    if (n->op->expr && sn_op_formula(sn_arena_ctx(arena), arena, n->op, n->params, &e) == SN_OK)
        return fmax(sn_fusion_formula_work(e), 1);
    return fmax(n->n_in, 1);
}

double sn_fusion_macs(const sn_node *n, sn_arena *arena)
{
    sn_cost c;
    return sn_node_cost(n, arena, &c) ? c.macs : INFINITY;
}

double sn_fusion_usual_reads(const sn_machine *m, const sn_node *anchor, sn_arena *arena)
{
    const sn_value *x = sn_in(anchor, 0), *w = sn_in(anchor, 1);
    double macs = sn_fusion_macs(anchor, arena), elements = x ? sn_fusion_bytes(x) / 4 : 0;
    if (!(elements > 0) || !(macs < INFINITY)) return INFINITY;
    double each = macs / elements; /* multiplications that an element takes part in */
    if (each <= 1 || !w) return 1;
    /* So many outputs are accumulated at once for one load; a group has no more. */
    double at_once = 3 * m->lanes;
    if (w->shape.rank > 2 && sn_shape_known(&w->shape) && sn_shape_known(&x->shape) &&
        x->shape.rank > 0) {
        double groups = (double)x->shape.d[0] / (double)w->shape.d[1];
        at_once = fmin(at_once, fmax(1, (double)w->shape.d[0] / fmax(groups, 1)));
    }
    return fmax(1, each / at_once);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static unsigned all_from(int axis, int rank)
{
    return axis < rank ? (1u << rank) - (1u << axis) : 0;
}

unsigned sn_fusion_row_axes(const sn_node *n)
{
    const sn_value *x = sn_in(n, 0);
    int rank = x ? x->shape.rank : -1;
    unsigned mask = 0;
    if (rank <= 0) return 0;
    if (n->op == &sn_op_reduce) return sn_reduce_axes(n->params, rank, &mask) ? mask : 0;
    if (n->op == &sn_op_softmax) {
        const int axis = ((const sn_along_params *)n->params)->axis;
        return axis < rank ? 1u << axis : 0;
    }
    if (n->op == &sn_op_layer_normalization || n->op == &sn_op_rms_normalization)
        return all_from(((const sn_layer_normalization_params *)n->params)->axis, rank);
    if (n->op == &sn_op_instance_normalization)
        return all_from(((const sn_instance_normalization_params *)n->params)->axis + 1, rank);
    if (sn_is_global_pool(n->op)) {
        const int nd = ((const sn_global_pool_params *)n->params)->nd;
        return rank > nd ? all_from(rank - nd, rank) : 0;
    }
    return 0;
}
