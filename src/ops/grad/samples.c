/* SPDX-License-Identifier: Apache-2.0
 *
 * Gradients that are one operator: of grid_sample and of ctc_loss. */
#include "ops/grad/grad.h"

#include "ops/ctc_loss.h"
#include "ops/grid_sample_gradient.h"

sn_answer sn_grad_grid_sample(sn_grad *g)
{
    sn_value *in[] = {sn_in(g->node, SN_GRID_SAMPLE_X), sn_in(g->node, SN_GRID_SAMPLE_GRID),
                      g->of_out[0]};
    const sn_node *made =
        sn_grad_node_many(g, &sn_op_grid_sample_gradient, g->node->params, 3, in, 2);
    if (!made) return SN_ANSWER_YES;
    if (g->wanted[SN_GRID_SAMPLE_X]) g->of_in[SN_GRID_SAMPLE_X] = sn_out(made, SN_GRID_BY_X);
    if (g->wanted[SN_GRID_SAMPLE_GRID])
        g->of_in[SN_GRID_SAMPLE_GRID] = sn_out(made, SN_GRID_BY_GRID);
    return SN_ANSWER_YES;
}

sn_answer sn_grad_ctc_loss(sn_grad *g)
{
    sn_value *in[] = {g->of_out[0], sn_in(g->node, SN_CTC_X), sn_in(g->node, SN_CTC_TARGET)};
    g->of_in[SN_CTC_X] = sn_grad_node(g, &sn_op_ctc_loss_gradient, NULL, 3, in);
    return SN_ANSWER_YES;
}
