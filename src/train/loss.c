/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "ops/masks.h"
#include "ops/reduce.h"
#include "ops/softmax.h"
#include "train/make.h"

static const char *const names[] = {
#define LOSS(id, name, what) [SN_LOSS_##id] = name,
#include "train/losses.def"
#undef LOSS
};

const char *sn_loss_name(sn_loss loss) { return names[loss]; }

bool sn_loss_find(const char *name, sn_loss *out)
{
    for (int i = 0; i < SN_N_LOSSES; i++)
        if (strcmp(names[i], name) == 0) {
            *out = (sn_loss)i;
            return true;
        }
    return false;
}

/* The axis of the classes: the second one, or the only one. */
static int class_axis(const sn_value *z) { return z->shape.rank > 1 ? 1 : 0; }

sn_value *sn_loss_input(sn_loss loss, sn_value *z)
{
    sn_node *n = z->def;
    if (!n) return z;
    if (loss == SN_LOSS_SOFTMAX_CROSS_ENTROPY && n->op == &sn_op_softmax &&
        ((const sn_along_params *)n->params)->axis == class_axis(z))
        return sn_in(n, 0);
    return loss == SN_LOSS_BINARY_CROSS_ENTROPY && n->op == &sn_op_sigmoid ? sn_in(n, 0) : z;
}

sn_status sn_loss_target(sn_ctx *ctx, sn_loss loss, const sn_value *z, sn_type *type,
                         sn_shape *shape)
{
    *type = z->type;
    *shape = z->shape;
    if (loss == SN_LOSS_CTC) {
        SN_CHECK(ctx, z->shape.rank == 3, SN_E_SHAPE,
                 "the result has rank %d, 3 expected: steps, batch, classes", z->shape.rank);
        *type = SN_TYPE_i32;
        *shape = SN_SHAPE(z->shape.d[1], z->shape.d[0]);
    }
    if (loss != SN_LOSS_SOFTMAX_CROSS_ENTROPY) return SN_OK;
    SN_CHECK(ctx, z->shape.rank >= 1, SN_E_SHAPE, "a number alone is no result over classes");
    const int axis = class_axis(z);
    *type = SN_TYPE_i32;
    shape->rank--;
    for (int i = axis; i < shape->rank; i++) shape->d[i] = z->shape.d[i + 1];
    shape->d[shape->rank] = 0;
    return SN_OK;
}

bool sn_loss_classes(sn_loss loss, const sn_shape *z, int64_t *least, int64_t *most)
{
    const bool ctc = loss == SN_LOSS_CTC;
    *least = ctc ? -1 : 0;
    *most = z->d[ctc ? 2 : z->rank > 1 ? 1 : 0] - 1;
    return ctc;
}

static sn_value *mean_of_all(sn_grad *m, sn_value *v)
{
    return v ? sn_grad_mean(m, v, (1u << v->shape.rank) - 1, false) : NULL;
}

/* log sum exp(z) - z[t], by a row of ones and zeros, so that its gradient is a difference. */
static sn_value *cross_entropy(sn_grad *m, sn_value *z, sn_value *t)
{
    const int axis = class_axis(z);
    const sn_one_hot_params p = {axis};
    sn_graph *g = m->node->graph;
    const double off_on[] = {0, 1};
    const sn_tensor *values = NULL;
    if (m->status == SN_OK) m->status = sn_tensor_vector(g->ctx, z->type, off_on, 2, &values);
    if (m->status != SN_OK) return NULL;
    sn_value *in[] = {t, sn_value_scalar(g, SN_TYPE_i64, (double)z->shape.d[axis]),
                      sn_value_const(g, values, NULL)};
    sn_tensor_release(values);
    sn_value *hot = sn_grad_node(m, &sn_op_one_hot, &p, 3, in);
    const sn_reduce_params q = {.op = SN_REDUCE_LOG_SUM_EXP, .axes = SN_INTS(m->arena, axis)};
    sn_value *all = sn_grad_of_one(m, &sn_op_reduce, &q, z);
    sn_value *one = sn_grad_summed(m, sn_grad_mul(m, z, hot), 1u << axis, false);
    return mean_of_all(m, sn_grad_sub(m, all, one));
}

static sn_value *huber(sn_grad *m, sn_value *d, double delta)
{
    sn_value *far = sn_grad_of_one(m, &sn_op_abs, NULL, d);
    if (!far) return NULL;
    sn_value *bound = sn_grad_number(m, d->type, delta);
    sn_value *in[] = {sn_grad_of_two(m, &sn_op_less_or_equal, NULL, far, bound),
                      sn_grad_scaled(m, sn_grad_of_one(m, &sn_op_square, NULL, d), 0.5),
                      sn_grad_scaled(m, sn_make_plus(m, far, -delta / 2), delta)};
    return mean_of_all(m, sn_grad_node(m, &sn_op_where, NULL, 3, in));
}

sn_value *sn_make_loss(sn_grad *m, const sn_training_options *o, sn_value *z, sn_value *t)
{
    switch (o->loss) {
    case SN_LOSS_SOFTMAX_CROSS_ENTROPY:
        return cross_entropy(m, z, t);
    case SN_LOSS_BINARY_CROSS_ENTROPY:
        return mean_of_all(
            m, sn_grad_sub(m, sn_grad_of_one(m, &sn_op_softplus, NULL, z), sn_grad_mul(m, z, t)));
    case SN_LOSS_MSE:
        return mean_of_all(m, sn_grad_of_one(m, &sn_op_square, NULL, sn_grad_sub(m, z, t)));
    case SN_LOSS_L1:
        return mean_of_all(m, sn_grad_of_one(m, &sn_op_abs, NULL, sn_grad_sub(m, z, t)));
    case SN_LOSS_HUBER:
        return huber(m, sn_grad_sub(m, z, t), o->huber_delta);
    case SN_LOSS_CTC:
        return mean_of_all(m, sn_grad_of_two(m, &sn_op_ctc_loss, NULL, z, t));
    default:
        return NULL;
    }
}
