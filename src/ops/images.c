/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/images.h"

#include "ops/ops.h"
#include "ops/rule.h"

static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

static const sn_param join_params[] = {
    SN_P_INT(sn_join_images_params, n, 1, 1, INT32_MAX, "images"), SN_P_END};
static const sn_param each_params[] = {
    SN_P_BOOL(sn_each_image_params, apart, 0, "axis 0 of x is that of the images"), SN_P_END};

static sn_status infer_join(sn_infer *in)
{
    const sn_shape *x = &in->in_shape[0];
    sn_shape y = {.rank = (int8_t)(x->rank + 1),
                  .d = {((const sn_join_images_params *)in->params)->n}};
    if (x->rank < 0 || x->rank >= SN_MAX_RANK)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "rank %d, 0 to %d expected", x->rank,
                            SN_MAX_RANK - 1);
    for (int i = 0; i < x->rank; i++) y.d[i + 1] = x->d[i];
    sn_shape_rule_give(in, 0, y);
    return SN_OK;
}

static sn_status infer_each(sn_infer *in)
{
    const sn_shape *x = &in->in_shape[0];
    const bool apart = ((const sn_each_image_params *)in->params)->apart;
    sn_shape y = {.rank = (int8_t)(x->rank - 1)};
    if (apart && x->rank < 1)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "it has no axis of images");
    for (int i = 0; apart && i < y.rank; i++) y.d[i] = x->d[i + 1];
    sn_shape_rule_give(in, 0, apart ? y : *x);
    return SN_OK;
}

/* Of both, only a run of the whole graph for all images knows what they hold. */
const sn_op sn_op_join_images = {
    .name = "join_images",
    .synopsis = "y[i] = x of image i",
    .slots = slots,
    .types = "any->any",
    .n_out = 1,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(sn_join_images_params),
    .params = join_params,
    .infer = infer_join,
};

const sn_op sn_op_each_image = {
    .name = "each_image",
    .synopsis = "y of image i = x[i], or x for all of them",
    .slots = slots,
    .types = "any->any",
    .n_out = 1,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(sn_each_image_params),
    .params = each_params,
    .infer = infer_each,
};

bool sn_is_image_view(const sn_node *n)
{
    return n->op == &sn_op_join_images || n->op == &sn_op_each_image;
}

static bool takes_apart(const sn_node *n)
{
    return n->op == &sn_op_each_image && ((const sn_each_image_params *)n->params)->apart;
}

bool sn_is_for_each_image(const sn_node *n)
{
    return n->op == &sn_op_each_image && !takes_apart(n);
}

sn_value *sn_image_of(const sn_value *v)
{
    return v && v->def && v->def->op == &sn_op_join_images ? sn_in(v->def, 0) : NULL;
}

bool sn_is_joined_channels(const sn_value *v)
{
    const sn_value *x = sn_image_of(v);
    return x && x->shape.rank > 0;
}

bool sn_is_joined_blocks(const sn_value *v, int64_t group, int64_t each, int lanes)
{
    return sn_is_joined_channels(v) && (group == 1 || each % lanes == 0);
}

const sn_value *sn_image_of_joined(const sn_node *n)
{
    return takes_apart(n) ? sn_image_of(sn_in(n, 0)) : NULL;
}

bool *sn_values_of_images(const sn_graph *g, sn_arena *arena)
{
    bool *is = SN_NEW_N(arena, bool, g->n_ids + 1);
    SN_EACH_NODE(n, g)
    {
        bool any = n->op == &sn_op_each_image;
        for (uint16_t i = 0; i < n->n_in && n->op != &sn_op_join_images; i++)
            any = any || (sn_in(n, i) && is[sn_in(n, i)->id]);
        for (uint16_t i = 0; i < n->n_out; i++) is[sn_out(n, i)->id] = any;
    }
    return is;
}

int64_t sn_graph_images(const sn_graph *g)
{
    SN_EACH_NODE(n, g)
    {
        if (takes_apart(n)) return sn_in(n, 0)->shape.d[0];
    }
    return 0;
}
