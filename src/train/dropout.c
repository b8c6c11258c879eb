/* SPDX-License-Identifier: Apache-2.0
 *
 * Dropout in a step (Srivastava et al., JMLR 2014; scaled in training, as PyTorch's): x times a
 * mask of the step and of the layer, which are numbered in the order of the graph. */
#include "ops/affine.h"
#include "ops/dropout_mask.h"
#include "train/make.h"

sn_status sn_training_dropouts(sn_graph *g, sn_training_maker *s, sn_value **result)
{
    sn_grad make = s->make;
    int32_t place = 0;
    for (sn_node *n = g->first, *next; n && s->make.status == SN_OK; n = next) {
        next = n->next;
        if (n->op != &sn_op_dropout) continue;
        const float ratio = ((const sn_dropout_params *)n->params)->ratio;
        const sn_dropout_mask_params p = {ratio, s->options->seed, place++};
        sn_value *x = sn_in(n, 0);
        if (ratio == 0) continue;
        sn_value *steps = sn_training_steps(s, (*result)->type, NULL);
        make.before = n;
        sn_value *mask = sn_grad_of_two(&make, &sn_op_dropout_mask, &p, x, steps);
        sn_value *y = sn_grad_mul(&make, x, mask);
        SN_TRY(make.status);
        SN_TRY(sn_value_replace(sn_out(n, 0), y, false));
        if (*result == sn_out(n, 0)) *result = y;
        sn_node_remove(n);
    }
    return s->make.status;
}
