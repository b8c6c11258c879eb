/* SPDX-License-Identifier: Apache-2.0
 *
 * max_unpool (ONNX MaxUnpool-22): each element of x goes where its index says, which counts through
 * the whole result; all else is 0. Of several with one index the last one stays.
 *
 * Without output_shape the spatial sizes are those to which windows of that kernel, stride and pads
 * fit exactly. With it they are as given, pads say nothing, and indices count through a tensor of
 * that shape, as in ONNX Runtime: it is the shape of what was pooled. (ONNX's own reference puts
 * the tensor without output_shape into a corner of it.) */
#include <string.h>

#include "ops/max_unpool.h"
#include "ops/contents.h"
#include "ops/dynamic.h"
#include "ops/elems.h"
#include "ops/gather.h"
#include "ops/param_summary.h"
#include "ops/rule.h"
#include "ops/window.h"
#include "ops/grad/grad.h"

typedef struct max_unpool_params {
    int32_t nd;
    sn_ints kernel, stride, pad_begin, pad_end;
} max_unpool_params;

static const sn_param params[] = {
    SN_P_INT(max_unpool_params, nd, 2, 1, 3, "spatial axes: the last ones of x"),
    SN_P_INTS(max_unpool_params, kernel, "size of the window along each spatial axis"),
    SN_P_INTS_OF(max_unpool_params, stride, 1,
                 "step of the window along each spatial axis; empty: 1"),
    SN_P_INTS_OF(max_unpool_params, pad_begin, 0, "elements that were put before; empty: 0"),
    SN_P_INTS_OF(max_unpool_params, pad_end, 0, "elements that were put after; empty: 0"),
    SN_P_END};

static const char *validate(const void *at, sn_arena *arena)
{
    const max_unpool_params *p = at;
    const char *wrong = sn_window_check(arena, p->nd, 0, &p->stride, NULL);
    if (wrong) return wrong;
    if (p->kernel.n != p->nd)
        return sn_arena_printf(arena, "kernel has %d entries, %d expected", p->kernel.n, p->nd);
    wrong = sn_list_check(arena, "kernel", &p->kernel, p->nd, 1, SN_WINDOW_MAX);
    if (!wrong) wrong = sn_list_check(arena, "pad_begin", &p->pad_begin, p->nd, 0, SN_WINDOW_MAX);
    if (!wrong) wrong = sn_list_check(arena, "pad_end", &p->pad_end, p->nd, 0, SN_WINDOW_MAX);
    return wrong;
}

/* ---- shape ----------------------------------------------------------------------------------- */

static sn_status spatial_size(const sn_infer *in, int i, sn_dim size, sn_dim *out)
{
    const max_unpool_params *p = in->params;
    const int64_t step = sn_list_at(&p->stride, i, 1), more = p->kernel.v[i] - step -
                                                              sn_list_at(&p->pad_begin, i, 0) -
                                                              sn_list_at(&p->pad_end, i, 0);
    SN_TRY(sn_size_check(in, "a size of x", size));
    if (sn_dim_known(size)) {
        *out = size * step + more;
        return sn_size_check(in, "an output size", *out);
    }
    const sn_dim steps = sn_dim_mul(in->dims, size, step);
    *out = more < 0 ? sn_dim_sub(in->dims, steps, -more) : sn_dim_add(in->dims, steps, more);
    return SN_OK;
}

static sn_status infer(sn_infer *in)
{
    const max_unpool_params *p = in->params;
    const sn_shape *x = &in->in_shape[SN_UNPOOL_X], *at = &in->in_shape[SN_UNPOOL_INDICES];
    const bool given = sn_shape_rule_has(in, SN_UNPOOL_SHAPE);
    SN_TRY(sn_shape_rule_rank(in, SN_UNPOOL_X, p->nd + 1, SN_MAX_RANK));
    if (x->rank >= 0) SN_TRY(sn_shape_rule_rank(in, SN_UNPOOL_INDICES, x->rank, x->rank));
    for (int i = 0; i < x->rank && at->rank >= 0; i++)
        SN_TRY(sn_shape_rule_size(in, sn_arena_printf(in->arena, "axis %d of indices", i), at->d[i],
                                  x->d[i]));
    sn_shape y = given ? sn_shape_of_contents(in, SN_UNPOOL_SHAPE) : *x;
    if (given && y.rank >= 0 && x->rank >= 0 && y.rank != x->rank)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "output_shape has %d entries, %d expected", y.rank, x->rank);
    for (int i = 0; given && i < x->rank - p->nd && y.rank >= 0; i++)
        SN_TRY(sn_shape_rule_size(in, sn_arena_printf(in->arena, "entry %d of output_shape", i),
                                  y.d[i], x->d[i]));
    for (int i = 0; i < p->nd && y.rank >= 0 && !given; i++) {
        sn_dim *d = &y.d[y.rank - p->nd + i];
        SN_TRY(spatial_size(in, i, *d, d));
    }
    sn_shape_rule_give(in, 0, y);
    return SN_OK;
}

/* ---- evaluation ------------------------------------------------------------------------------ */

static sn_status eval(sn_eval *e)
{
    const sn_tensor *indices = e->in[SN_UNPOOL_INDICES];
    const int64_t n = sn_shape_count(&e->out_shape[0]);
    SN_TRY(sn_eval_ready(e));
    const sn_elems x = sn_eval_elems(e, SN_UNPOOL_X), y = sn_eval_out_elems(e, 0);
    if (n > 0) memset(y.data, 0, (size_t)n * (size_t)y.bytes);
    for (int64_t i = 0; i < sn_shape_count(&e->in_shape[SN_UNPOOL_X]); i++) {
        const int64_t to = sn_index_at(indices, i);
        if (to < 0 || to >= n)
            return sn_node_fail(e->ctx, e->node, SN_E_SHAPE, "index %lld, 0 to %lld expected",
                                (long long)to, (long long)n - 1);
        if (sn_type_is_float(x.type))
            sn_elems_put(y, to, sn_elems_at(x, i));
        else
            sn_elems_put_word(y, to, sn_elems_word(x, i));
    }
    return SN_OK;
}

static bool wants_integers(const sn_node *node, unsigned slot, int64_t *limit)
{
    const sn_shape *y = &sn_out(node, 0)->shape;
    *limit = sn_shape_known(y) ? sn_shape_count(y) : 1;
    return slot == SN_UNPOOL_INDICES;
}

static const sn_slot slots[] = {
    {"x", 0}, {"indices", 0}, {"output_shape", SN_SLOT_OPTIONAL}, {NULL, 0}};

const sn_op sn_op_max_unpool = {
    .name = "max_unpool",
    .synopsis = "y[indices[i]] = x[i], and 0 elsewhere",
    .slots = slots,
    .types = "num,int,int2->num",
    .wide = true,
    .n_out = 1,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(max_unpool_params),
    .params = params,
    .validate = validate,
    .infer = infer,
    .eval = eval,
    .grad = sn_grad_max_unpool,
    .wants_integers = wants_integers,
};
