/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn.as_image: the input of a layer that works on channels and nd spatial axes, as it reads it. A
 * value with fewer axes is one channel, and has sizes of 1 in front; of rank 3 and three spatial
 * axes it has channels and no depth. What stands for an axis that x lacks cannot be padded: ncnn
 * would pad another one.
 *
 * It is nothing, or a view, once the rank is known. Of rank 4 the layers of two spatial axes read
 * the first plane of each channel: that one stays. */
#include "formats/ncnn/ops/as_image.h"

#include <string.h>

#include "formats/ncnn/ops/ops.h"
#include "formats/ncnn/ops/pooling.h"
#include "ops/conv.h"
#include "ops/deform_conv.h"
#include "ops/move.h"
#include "ops/rule.h"
#include "ops/squeeze.h"
#include "ops/window.h"

static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

static const sn_param params[] = {
    SN_P_INT(sn_as_image_params, nd, 2, 1, 3, "spatial axes"),
    SN_P_INTS(sn_as_image_params, padded, "spatial axes that the layer pads"),
    SN_P_END,
};

static const char *validate(const void *params_, sn_arena *arena)
{
    const sn_as_image_params *p = params_;
    for (int i = 0; i < p->padded.n; i++)
        if (p->padded.v[i] < 0 || p->padded.v[i] >= p->nd)
            return sn_arena_printf(arena, "padded has %d, 0 to %d expected", p->padded.v[i],
                                   p->nd - 1);
    return NULL;
}

static bool has_planes(const sn_shape *x, int nd) { return x->rank == 4 && nd == 2; }

/* Which axes of the image x lacks. */
static int lacks(int rank, int nd, int32_t axes[SN_MAX_RANK])
{
    const bool has_channels = rank == nd + 1 || (nd == 3 && rank == 3);
    const int spatial = rank - has_channels;
    int n = 0;
    if (!has_channels) axes[n++] = 0;
    for (int i = 0; i < nd - spatial; i++) axes[n++] = 1 + i;
    return n;
}

static sn_shape image_shape(const sn_shape *x, int nd)
{
    int32_t axes[SN_MAX_RANK];
    const int n = lacks(x->rank, nd, axes);
    sn_shape image = {.rank = (int8_t)(nd + 1)};
    for (int k = 0, at = 0, from = 0; k < image.rank; k++) {
        const bool lacking = at < n && axes[at] == k;
        image.d[k] = lacking ? 1 : x->d[from++];
        at += lacking;
    }
    return image;
}

static sn_status check_pads(const sn_infer *in, const sn_as_image_params *p, int rank)
{
    int32_t axes[SN_MAX_RANK];
    const int n = lacks(rank, p->nd, axes);
    for (int i = 0; i < p->padded.n; i++)
        for (int k = 0; k < n; k++)
            if (axes[k] == 1 + p->padded.v[i])
                return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                                    "it pads axis %s, which x of rank %d does not have",
                                    sn_spatial_name(p->padded.v[i], p->nd), rank);
    return SN_OK;
}

static sn_status infer(sn_infer *in)
{
    const sn_as_image_params *p = in->params;
    const sn_shape *x = &in->in_shape[0];
    if (x->rank < 0) return sn_move_give_rank(in, 0, p->nd + 1);
    if (has_planes(x, p->nd)) {
        const sn_shape planes = SN_SHAPE(x->d[0], x->d[2], x->d[3]);
        sn_infer_boundary(in, "x has rank 4, and is read as if it had no depth: the first plane of "
                              "each channel");
        return sn_move_give(in, 0, &planes);
    }
    if (x->rank == 0 || x->rank > p->nd + 1)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "x has rank %d, 1 to %d expected",
                            x->rank, p->nd + 1);
    SN_TRY(check_pads(in, p, x->rank));
    const sn_shape image = image_shape(x, p->nd);
    return sn_move_give(in, 0, &image);
}

sn_value *sn_ncnn_image_of(sn_resolve *r, sn_value *x, const sn_as_image_params *p)
{
    int32_t axes[SN_MAX_RANK];
    const int rank = x->shape.rank;
    if (rank == p->nd + 1) return x;
    if (rank < 1 || rank > p->nd + 1 || p->padded.n)
        return sn_resolve_node(r, &sn_ncnn_op_as_image, p, 1, &x);
    const int n = lacks(rank, p->nd, axes);
    const sn_unsqueeze_params q = {.axes = sn_ints_of(r->in.arena, n, axes)};
    return sn_resolve_node(r, &sn_op_unsqueeze, &q, 1, &x);
}

static sn_answer resolve(sn_resolve *r)
{
    const sn_as_image_params *p = r->in.params;
    const sn_shape *x = &r->in.in_shape[0];
    if (x->rank < 0) return SN_ANSWER_UNKNOWN("the rank of its input is not known");
    if (has_planes(x, p->nd)) return SN_ANSWER_NO("its input has rank 4");
    if (x->rank < 1 || x->rank > p->nd + 1) return SN_ANSWER_NO("its input has too many axes");
    r->status = check_pads(&r->in, p, x->rank);
    if (r->status != SN_OK) return SN_ANSWER_NO("it pads an axis that its input does not have");
    const sn_as_image_params plain = {.nd = p->nd};
    r->made[0] = sn_ncnn_image_of(r, sn_in(r->node, 0), &plain);
    return SN_ANSWER_YES;
}

/* Where there is more than one channel, x has channels, and they are its first axis. */
static sn_answer propagate(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    (void)arena;
    const sn_shape *y = &sn_out(node, 0)->shape;
    c->made[0] = c->given[0];
    if (c->given[0].axis == SN_AXIS_NONE) return SN_ANSWER_YES;
    return c->given[0].axis == 0 && y->rank > 0 && sn_dim_lower(node->graph->dims, y->d[0]) > 1
               ? SN_ANSWER_YES
               : SN_ANSWER_UNKNOWN("the rank of its input is not known");
}

static sn_status eval(sn_eval *e)
{
    const sn_shape *x = &e->in_shape[0], *y = &e->out_shape[0];
    size_t elem;
    SN_TRY(sn_eval_elem(e, 0, &elem));
    const int64_t outer = x->rank == 4 && y->rank == 3 ? x->d[0] : 1;
    const size_t from = (size_t)(sn_shape_count(x) / outer) * elem,
                 to = (size_t)(sn_shape_count(y) / outer) * elem;
    for (int64_t i = 0; i < outer; i++)
        memcpy((char *)e->out_data[0] + (size_t)i * to,
               (const char *)sn_tensor_data(e->in[0]) + (size_t)i * from, to);
    return SN_OK;
}

/* ---- what is padded -------------------------------------------------------------------------- */

static const void *field_of(const sn_op *op, const void *params_, const char *name)
{
    const sn_param *p = sn_param_find(op->params, name);
    return p ? (const char *)params_ + p->offset : NULL;
}

int sn_ncnn_padded_axes(const sn_op *op, const void *params_, int nd, const int64_t *kernel,
                        int32_t axes[3])
{
    const int32_t *mode = field_of(op, params_, "pad_mode");
    const sn_ints *begin = field_of(op, params_, "pad_begin");
    const sn_ints *end = field_of(op, params_, "pad_end");
    bool count = false; /* pads count only if one is positive */
    int n = 0;
    if (!begin || op == &sn_op_conv_transpose) return 0;    /* whose pads are cut off */
    if (op->params == sn_deform_conv_param_table) return 0; /* they say where taps begin */
    for (int i = 0; i < nd; i++)
        count = count || sn_list_at(begin, i, 0) > 0 || sn_list_at(end, i, 0) > 0;
    for (int i = 0; i < nd; i++) {
        const bool same = mode && *mode != SN_PAD_EXPLICIT;
        const bool pads = op == &sn_ncnn_op_pooling ? sn_pooling_pads(params_, 1, i)
                          : same                    ? kernel[i] > 1
                                 : count && (sn_list_at(begin, i, 0) || sn_list_at(end, i, 0));
        if (pads) axes[n++] = i;
    }
    return n;
}

/* A size that is not known is left as it is. */
static void kernel_of(const sn_node *reader, int nd, int64_t kernel[3])
{
    const sn_ints *list = field_of(reader->op, reader->params, "kernel");
    for (uint16_t i = 0; i < reader->n_in && !list; i++) {
        const sn_shape *w = sn_in(reader, i) ? &sn_in(reader, i)->shape : NULL;
        if (!w || strcmp(sn_op_slot(reader->op, i)->name, "weight") != 0) continue;
        for (int k = 0; k < nd && w->rank == nd + 2; k++) kernel[k] = w->d[2 + k];
    }
    for (int k = 0; k < nd && list; k++) kernel[k] = sn_list_at(list, k, 1);
}

static int padded_by(const sn_node *reader, int nd, int32_t axes[3])
{
    int64_t kernel[3] = {2, 2, 2}; /* not known: it may pad */
    kernel_of(reader, nd, kernel);
    return sn_ncnn_padded_axes(reader->op, reader->params, nd, kernel, axes);
}

/* Of taps alone ncnn makes an inner product of the vector, and a convolution in groups, which is
 * made of such ones, reads outside it. */
static bool takes_vectors_whole(const sn_node *reader, int nd)
{
    int64_t kernel[3] = {1, 1, 1};
    if (reader->op != &sn_op_conv || nd != 2) return false;
    kernel_of(reader, nd, kernel);
    return kernel[0] == 1 && kernel[1] == 1;
}

sn_answer sn_ncnn_as_image_implies(const sn_node *reader, uint16_t slot)
{
    const sn_node *view = sn_in(reader, slot)->def;
    const sn_shape *x = &sn_in(view, 0)->shape, *y = &view->out[0]->shape;
    if (x->rank < 0) return SN_ANSWER_UNKNOWN("the rank of its input is not known");
    if (x->rank < 1 || x->rank >= y->rank) return SN_ANSWER_NO(NULL);
    if (x->rank == 1 && takes_vectors_whole(reader, y->rank - 1))
        return SN_ANSWER_NO("its input would be a vector, of which ncnn takes another product");
    const sn_shape image = image_shape(x, y->rank - 1);
    for (int i = 0; i < y->rank; i++)
        if (!sn_dim_equal(image.d[i], y->d[i])) return SN_ANSWER_NO(NULL);
    int32_t padded[3], lacking[SN_MAX_RANK];
    const int n_padded = padded_by(reader, y->rank - 1, padded);
    const int n_lacking = lacks(x->rank, y->rank - 1, lacking);
    for (int i = 0; i < n_padded; i++)
        for (int k = 0; k < n_lacking; k++)
            if (lacking[k] == 1 + padded[i]) return SN_ANSWER_NO("an axis that it makes is padded");
    return SN_ANSWER_YES;
}

const sn_op sn_ncnn_op_as_image = {
    .name = "ncnn.as_image",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = x as layers of `nd` spatial axes read it: channels, then these",
    .slots = slots,
    .types = "any->any",
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_INJECTIVE,
    .params_bytes = sizeof(sn_as_image_params),
    .params = params,
    .validate = validate,
    .resolve = resolve,
    .adapts = true,
    .infer = infer,
    .eval = eval,
    .propagate = propagate,
    .cost = sn_cost_none,
};
