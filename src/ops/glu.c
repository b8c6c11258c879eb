/* SPDX-License-Identifier: Apache-2.0
 *
 * glu: the first half along an axis times the sigmoid of the second (Dauphin et al., "Language
 * modeling with gated convolutional networks", 2017), as in PyTorch: an odd number of elements has
 * no halves. */
#include "base/num.h"
#include "base/parallel.h"
#include "ops/elems.h"
#include "ops/rule.h"
#include "ops/softmax.h"
#include "ops/grad/grad.h"

static const sn_param params[] = {
    SN_P_INT(sn_along_params, axis, 0, 0, SN_MAX_RANK - 1, "axis that is halved"),
    SN_P_END,
};
static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

static sn_status infer(sn_infer *in)
{
    const sn_along_params *p = in->params;
    sn_shape shape = in->in_shape[0];
    SN_TRY(sn_shape_rule_has_axis(in, p->axis));
    if (shape.rank > 0) {
        sn_dim *d = &shape.d[p->axis];
        if (sn_dim_known(*d) && *d % 2 != 0)
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                                "axis %d has size %lld, an even size expected", (int)p->axis,
                                (long long)*d);
        *d = sn_dim_floordiv(in->dims, *d, 2);
    }
    sn_shape_rule_give(in, 0, shape);
    return SN_OK;
}

typedef struct glu_work {
    sn_elems x, y;
    sn_span from, to;
} glu_work;

static void one_block(void *user, int64_t i)
{
    const glu_work *w = user;
    int64_t n = w->to.n * w->to.inner;
    const sn_elems x = sn_elems_from(w->x, i * w->from.n * w->from.inner);
    const sn_elems y = sn_elems_from(w->y, i * n);
    for (int64_t k = 0; k < n; k++)
        sn_elems_put(y, k, sn_elems_at(x, k) / (1 + exp(-sn_elems_at(x, k + n))));
}

static sn_status eval(sn_eval *e)
{
    SN_TRY(sn_eval_ready(e));
    const sn_along_params *p = e->params;
    glu_work w = {sn_eval_elems(e, 0), sn_eval_out_elems(e, 0),
                  sn_span_of(&e->in_shape[0], p->axis), sn_span_of(&e->out_shape[0], p->axis)};
    sn_parallel_for(e->ctx, w.to.outer, one_block, &w);
    return SN_OK;
}

static void cost(const sn_infer *in, sn_cost *out)
{
    out->flops = 5.0 * sn_shape_elements(&in->out_shape[0]);
}

const sn_op sn_op_glu = {
    .name = "glu",
    .synopsis = "y = a * sigmoid(b), a and b being the halves of x along an axis",
    .slots = slots,
    .types = "float->float",
    .wide = true,
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_along_params),
    .params = params,
    .infer = infer,
    .eval = eval,
    .grad = sn_grad_glu,
    .cost = cost,
};
