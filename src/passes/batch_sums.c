/* SPDX-License-Identifier: Apache-2.0
 *
 * moments and channel_sums of all images, of each image first. Equal: images have as many elements,
 * so that the moments of all are the mean of the means, and the mean of the variances and of what
 * the squares of the means are off; and sums are sums of sums. */
#include "ops/images.h"
#include "ops/moments.h"
#include "ops/ops.h"
#include "ops/reduce.h"
#include "passes/batch_parts.h"

enum { AXIS = 1 /* of the channels, behind that of the images */ };

/* What v is all images of; NULL: it is not, or has channels alone. */
static sn_value *image_of(const sn_value *v)
{
    return v->shape.rank > AXIS + 1 ? sn_image_of(v) : NULL;
}

/* The same operator of each image, in front of n, and results of all images together. */
static sn_status of_each(sn_node *n, uint16_t n_in, sn_value *const *in, int64_t n_images,
                         sn_value **results)
{
    const sn_moments_params p = {AXIS - 1};
    sn_node *each = sn_node_create(n->graph, n, n->op, &p, n_in, in, n->n_out);
    if (n->name) sn_node_set_name(n->graph, each, n->name);
    SN_TRY(sn_infer_node(each));
    for (uint16_t i = 0; i < n->n_out; i++)
        SN_TRY(sn_batch_join(sn_out(each, i), n_images, &results[i]));
    return SN_OK;
}

static sn_status replace(sn_node *n, uint16_t i, sn_node *by, uint16_t k)
{
    SN_TRY(sn_infer_node(by));
    return sn_value_replace(sn_out(n, i), sn_out(by, k), true);
}

static sn_status moments(sn_node *n, sn_value *x)
{
    sn_value *of_images[2];
    SN_TRY(of_each(n, 1, &x, sn_in(n, 0)->shape.d[0], of_images));
    sn_node *all = sn_node_create(n->graph, n, &sn_op_merge_moments, NULL, 2, of_images, 2);
    for (uint16_t i = 0; i < 2; i++) SN_TRY(replace(n, i, all, i));
    return SN_OK;
}

static sn_status channel_sums(sn_node *n, sn_value *dy, sn_value *x)
{
    sn_value *in[] = {dy, x, sn_in(n, SN_CHANNEL_SUMS_MEAN)}, *of_images[2];
    const sn_reduce_params p = {.op = SN_REDUCE_SUM, .axes = SN_INTS(n->graph->arena, 0)};
    if (in[SN_CHANNEL_SUMS_MEAN])
        SN_TRY(sn_batch_each(n, in[SN_CHANNEL_SUMS_MEAN], false, &in[SN_CHANNEL_SUMS_MEAN]));
    SN_TRY(of_each(n, n->n_in, in, sn_in(n, 0)->shape.d[0], of_images));
    for (uint16_t i = 0; i < 2; i++)
        SN_TRY(
            replace(n, i, sn_node_create(n->graph, n, &sn_op_reduce, &p, 1, &of_images[i], 1), 0));
    return SN_OK;
}

sn_status sn_batch_sums(sn_graph *g)
{
    SN_EACH_NODE(n, g)
    {
        const bool sums = n->op == &sn_op_channel_sums;
        if (!sums && n->op != &sn_op_moments) continue;
        if (((const sn_moments_params *)n->params)->axis != AXIS) continue;
        sn_value *first = image_of(sn_in(n, 0)), *x = sums ? image_of(sn_in(n, 1)) : first;
        if (!first || !x) continue;
        SN_TRY(sums ? channel_sums(n, first, x) : moments(n, x));
        sn_node *join = sn_in(n, 0)->def, *other = sums ? sn_in(n, 1)->def : join;
        sn_node_remove(n);
        sn_batch_remove_unread(join);
        if (other != join) sn_batch_remove_unread(other);
    }
    return SN_OK;
}
