/* SPDX-License-Identifier: Apache-2.0
 *
 * Sums of more operands than a step can read: the first ones as a sum of their own, to which the
 * next are added, and so on. Terms are added in the order in which they stand, so that the same is
 * rounded. */
#include "kernels/kernel.h"
#include "ops/ops.h"
#include "ops/sum.h"
#include "plan/program.h"

enum { MOST_TERMS = SN_MAX_EPILOGUE_OPERANDS - 4 };

/* Terms from `from` on, behind the sum of those before. */
static sn_status partial(sn_node *n, sn_value *before, uint16_t from, uint16_t n_terms,
                         sn_node **out)
{
    const sn_sum_params *p = n->params;
    sn_arena *arena = n->graph->scratch;
    const uint16_t first = before != NULL, n_in = (uint16_t)(first + n_terms);
    sn_value **in = SN_NEW_N(arena, sn_value *, n_in);
    float *factor = SN_NEW_N(arena, float, n_in);
    if (before) in[0] = before, factor[0] = 1;
    for (uint16_t i = 0; i < n_terms; i++) {
        in[first + i] = sn_in(n, (unsigned)from + i);
        factor[first + i] = p->coeffs.n > 0 ? p->coeffs.v[from + i] : 1;
    }
    const sn_sum_params q = {.coeffs = p->coeffs.n > 0 ? sn_floats_of(arena, n_in, factor)
                                                       : (sn_floats){0}};
    *out = sn_node_create(n->graph, n, &sn_op_sum, &q, n_in, in, 1);
    return sn_infer_node(*out);
}

static sn_status split(sn_node *n)
{
    sn_node *sum = NULL;
    for (uint16_t at = 0; at < n->n_in;) {
        const int left = n->n_in - at, most = MOST_TERMS - (sum != NULL);
        const uint16_t some = (uint16_t)(left < most ? left : most);
        SN_TRY(partial(n, sum ? sn_out(sum, 0) : NULL, at, some, &sum));
        at = (uint16_t)(at + some);
    }
    if (n->name) sn_node_set_name(n->graph, sum, n->name);
    if (sn_out(n, 0)->name) {
        const char *name = sn_out(n, 0)->name;
        sn_value_set_name(n->graph, sn_out(n, 0), NULL);
        sn_value_set_name(n->graph, sn_out(sum, 0), name);
    }
    SN_TRY(sn_value_replace(sn_out(n, 0), sn_out(sum, 0), true));
    sn_node_remove(n);
    return SN_OK;
}

sn_status sn_plan_long_sums(sn_graph *g)
{
    const sn_arena_mark mark = sn_arena_save(g->scratch);
    sn_status status = SN_OK;
    SN_EACH_NODE(n, g)
    {
        if (status == SN_OK && n->op == &sn_op_sum && n->n_in > MOST_TERMS && !n->boundary &&
            sn_node_is_f32(n))
            status = split(n);
    }
    sn_arena_restore(g->scratch, mark);
    return status;
}
