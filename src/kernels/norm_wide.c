/* SPDX-License-Identifier: Apache-2.0
 *
 * norm_wide: the normalisations of norm, of doubles, in plain loops. */
#include "kernels/norm.h"
#include "ops/norm.h"
#include "ops/ops.h"

extern const char sn_text_norm_wide[];

static int64_t n_runs(const sn_node *node) { return sn_norm_runs_of(node).n; }

static bool is_wide(const sn_kernel_ctx *k, const sn_node *node)
{
    (void)k;
    for (unsigned i = 0; i < node->n_in; i++)
        if (sn_in(node, i) && sn_in(node, i)->type != SN_TYPE_f64) return false;
    return sn_norm_runs_of(node).run > 0;
}

static bool has_operand(const sn_node *node, unsigned slot)
{
    return slot < (unsigned)sn_op_n_slots(node->op) && sn_in(node, slot);
}

static sn_status bind(sn_emit *e, const sn_step *s, sn_bind *b)
{
    const sn_norm_runs r = sn_norm_runs_of(s->node);
    const bool gamma = has_operand(s->node, SN_NORM_GAMMA),
               beta = has_operand(s->node, SN_NORM_BETA);
    sn_bind_int(b, CT_run, r.run);
    sn_bind_int(b, CT_center, r.center);
    sn_bind_int(b, CT_has_gamma, gamma);
    sn_bind_int(b, CT_has_beta, beta);
    sn_bind_text(b, CT_gamma_place, gamma ? sn_norm_place(e, s->node, SN_NORM_GAMMA) : "");
    sn_bind_text(b, CT_beta_place, beta ? sn_norm_place(e, s->node, SN_NORM_BETA) : "");
    return SN_OK;
}

#define ROW(operator)                                                                              \
    {                                                                                              \
        .op = &sn_op_##operator, .name = "norm_wide", .body = sn_text_norm_wide, .units = n_runs,  \
        .fits = is_wide, .bind = bind, .typed = true, .cost = 12                                   \
    }
static const sn_loops_row rows[] = {ROW(layer_normalization), ROW(rms_normalization),
                                    ROW(group_normalization), ROW(instance_normalization)};

SN_LOOPS_KERNEL_OF(norm_wide, true, "layer, group, instance and rms norm of doubles, run by run",
                   &sn_op_layer_normalization, &sn_op_rms_normalization, &sn_op_group_normalization,
                   &sn_op_instance_normalization)
