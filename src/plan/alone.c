/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/alone.h"

#include "ops/ops.h"

sn_value *sn_alone_input(sn_graph *g, sn_type type, const sn_shape *shape)
{
    sn_value *v = sn_node_create(g, NULL, &sn_op_input, NULL, 0, NULL, 1)->out[0];
    v->type = type;
    sn_value_set_shape(v, shape);
    return v;
}

sn_status sn_alone_zeros(sn_graph *g, sn_type type, const sn_shape *shape, sn_value **out)
{
    sn_tensor *t = NULL;
    void *zeros;
    SN_TRY(sn_tensor_create(g->ctx, type, shape, &t, &zeros));
    *out = sn_value_const(g, t, NULL);
    sn_tensor_release(t);
    return SN_OK;
}
