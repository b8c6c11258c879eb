/* SPDX-License-Identifier: Apache-2.0
 *
 * shape and size: sizes of x as integers (ONNX Shape-15, Size-13). */
#include "ops/contents.h"
#include "ops/rule.h"
#include "ops/shape.h"

static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

typedef struct shape_params {
    int32_t start, end;
} shape_params;

static const sn_param shape_table[] = {
    SN_P_INT(shape_params, start, 0, INT32_MIN, INT32_MAX,
             "first axis that is given; negative: from the back"),
    SN_P_INT(shape_params, end, INT32_MAX, INT32_MIN, INT32_MAX,
             "axis behind the last one, in the same way"),
    SN_P_END,
};

static int within(int64_t axis, int rank)
{
    if (axis < 0) axis += rank;
    return axis < 0 ? 0 : axis > rank ? rank : (int)axis;
}

static int first_axis(const shape_params *p, int rank) { return within(p->start, rank); }

static int n_axes(const shape_params *p, int rank)
{
    const int n = within(p->end, rank) - first_axis(p, rank);
    return n > 0 ? n : 0;
}

int sn_shape_axes(const void *params, int rank, int *first)
{
    *first = first_axis(params, rank);
    return n_axes(params, rank);
}

static sn_status shape_infer(sn_infer *in)
{
    const int rank = in->in_shape[0].rank;
    sn_dim n = sn_dim_symbol_from(in->dims, sn_out(in->node, 0)->id, 0, 0);
    if (rank >= 0) n = n_axes(in->params, rank);
    in->out_shape[0] = SN_SHAPE(n);
    return SN_OK;
}

static void shape_contents(sn_infer *in)
{
    const sn_shape *x = &in->in_shape[0];
    sn_contents *y = sn_infer_give_contents(in, 0);
    for (int i = 0; y && i < y->n; i++)
        y->v[i] = sn_size_of_dim(in->dims, x->d[first_axis(in->params, x->rank) + i]);
}

static sn_status shape_eval(sn_eval *e)
{
    const sn_shape *x = &e->in_shape[0];
    const int first = first_axis(e->params, x->rank);
    for (int i = 0; i < n_axes(e->params, x->rank); i++)
        ((int64_t *)e->out_data[0])[i] = x->d[first + i];
    return SN_OK;
}

static sn_status size_infer(sn_infer *in)
{
    in->out_shape[0] = sn_shape_scalar();
    return SN_OK;
}

static void size_contents(sn_infer *in)
{
    const sn_shape *x = &in->in_shape[0];
    sn_contents *y = x->rank >= 0 ? sn_infer_give_contents(in, 0) : NULL;
    if (y) y->v[0] = sn_size_of_dim(in->dims, sn_shape_count_dim(in->dims, x));
}

static sn_status size_eval(sn_eval *e)
{
    *(int64_t *)e->out_data[0] = sn_tensor_count(e->in[0]);
    return SN_OK;
}

static bool reads_shape(const sn_node *node, unsigned slot)
{
    (void)node;
    (void)slot;
    return true;
}

#define SHAPE(op, text, ...)                                                                       \
    const sn_op sn_op_##op = {.name = #op,                                                         \
                              .synopsis = text,                                                    \
                              .slots = slots,                                                      \
                              .types = "any->i64",                                                 \
                              .n_out = 1,                                                          \
                              .kind = SN_FUSE_OPAQUE,                                              \
                              .infer = op##_infer,                                                 \
                              .contents = op##_contents,                                           \
                              .eval = op##_eval,                                                   \
                              .reads_shape_only = reads_shape,                                     \
                              __VA_ARGS__}
SHAPE(shape, "y = the sizes of x", .params_bytes = sizeof(shape_params), .params = shape_table);
SHAPE(size, "y = how many elements x has", .params = NULL);
