/* SPDX-License-Identifier: Apache-2.0
 *
 * Sliding windows, padded as ONNX's: explicit pads as they are, or so many that there are
 * ceil(size / stride) outputs, the odd one at the end (same_upper) or at the beginning (same_lower)
 * of any axis. Where a stride leaves elements out, SAME pads nothing. */
#include "ops/window.h"

#include "ops/conv.h"

const char *const sn_conv_pad_names[] = {"explicit", "same_upper", "same_lower", NULL};

const char *sn_list_check(sn_arena *arena, const char *name, const sn_ints *list, int n, int32_t lo,
                          int64_t hi)
{
    if (list->n != 0 && list->n != n)
        return sn_arena_printf(arena, "%s has %d entries, %d or none expected", name, list->n, n);
    for (int i = 0; i < list->n; i++)
        if (list->v[i] < lo || list->v[i] > hi)
            return sn_arena_printf(arena, "%s is %d, %d to %lld expected", name, list->v[i], lo,
                                   (long long)hi);
    return NULL;
}

const char *sn_window_check(sn_arena *arena, int nd, int axis, const sn_ints *stride,
                            const sn_ints *dilation)
{
    if (axis + nd >= SN_MAX_RANK)
        return sn_arena_printf(arena, "axis is %d, at most %d expected with %d spatial axes", axis,
                               SN_MAX_RANK - 1 - nd, nd);
    const char *wrong = sn_list_check(arena, "stride", stride, nd, 1, SN_WINDOW_MAX);
    if (!wrong && dilation)
        wrong = sn_list_check(arena, "dilation", dilation, nd, 1, SN_WINDOW_MAX);
    return wrong;
}

const char *sn_spatial_name(int i, int nd)
{
    static const char *const names[] = {"d", "h", "w"};
    return names[3 - nd + i];
}

/* ---- what x is ------------------------------------------------------------------------------- */

sn_status sn_spatial_of(const sn_infer *in, const sn_shape *x, int axis, int nd, sn_spatial *out)
{
    *out = (sn_spatial){.nd = nd, .axis = axis, .shape = *x, .known = x->rank >= 0};
    if (x->rank < 0 || x->rank == axis + 1 + nd) return SN_OK;
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "x has rank %d, %d expected", x->rank,
                        axis + 1 + nd);
}

sn_extent sn_extent_of(const sn_shape *x, int axis, int nd)
{
    sn_extent e = {1, x->d[axis], {1, 1, 1}};
    for (int i = 0; i < axis; i++) e.maps *= x->d[i];
    for (int i = 0; i < nd; i++) e.d[3 - nd + i] = x->d[axis + 1 + i];
    return e;
}

sn_status sn_size_check(const sn_infer *in, const char *what, sn_dim size)
{
    if (!sn_dim_known(size) || (size >= 1 && size <= SN_WINDOW_MAX)) return SN_OK;
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%s is %lld, 1 to %lld expected", what,
                        (long long)size, (long long)SN_WINDOW_MAX);
}

sn_status sn_count_check(const sn_infer *in, unsigned slot, const char *what, sn_dim n)
{
    if (slot >= in->n_in || !in->present[slot] || !sn_dim_known(n)) return SN_OK;
    const int64_t count = sn_shape_count(&in->in_shape[slot]);
    if (count < 0 || count == n) return SN_OK;
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%s has %lld elements, %lld expected", what,
                        (long long)count, (long long)n);
}

/* ---- pads ------------------------------------------------------------------------------------ */

int64_t sn_window_extent(const sn_window_params *p, int64_t kernel, int i)
{
    return (kernel - 1) * (p->dilation ? sn_list_at(p->dilation, i, 1) : 1) + 1;
}

static bool same(const sn_window_params *p) { return p->pad_mode != SN_PAD_EXPLICIT; }

static void pads_of(const sn_window_params *p, int64_t size, int64_t kernel, int i, int64_t *begin,
                    int64_t *end)
{
    if (!same(p)) {
        *begin = sn_list_at(p->pad_begin, i, 0);
        *end = sn_list_at(p->pad_end, i, 0);
        return;
    }
    const int64_t stride = sn_list_at(p->stride, i, 1);
    int64_t pad = sn_window_extent(p, kernel, i) + (size - 1) / stride * stride - size;
    if (pad < 0) pad = 0;
    *begin = p->pad_mode == SN_PAD_SAME_LOWER ? pad - pad / 2 : pad / 2;
    *end = pad - *begin;
}

static sn_status check_explicit(const sn_infer *in, const sn_window_params *p, int i)
{
    const int64_t begin = sn_list_at(p->pad_begin, i, 0), end = sn_list_at(p->pad_end, i, 0);
    if (p->crops || (begin >= 0 && end >= 0)) return SN_OK;
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                        "pads of %lld and %lld on axis %s, at least 0 expected", (long long)begin,
                        (long long)end, sn_spatial_name(i, p->nd));
}

/* ---- sizes ----------------------------------------------------------------------------------- */

static sn_status known_size(const sn_infer *in, const sn_window_params *p, int64_t size,
                            int64_t kernel, int i, sn_dim *out)
{
    int64_t begin, end;
    pads_of(p, size, kernel, i, &begin, &end);
    const int64_t extent = sn_window_extent(p, kernel, i), room = size + begin + end - extent;
    if (room < 0)
        return sn_node_fail(
            in->ctx, in->node, SN_E_SHAPE,
            "the window spans %lld on axis %s, where x has %lld and pads %lld and %lld",
            (long long)extent, sn_spatial_name(i, p->nd), (long long)size, (long long)begin,
            (long long)end);
    *out = room / sn_list_at(p->stride, i, 1) + 1;
    return sn_size_check(in, "an output size", *out);
}

sn_status sn_window_size(const sn_infer *in, const sn_window_params *p, const sn_spatial *x,
                         const sn_dim *kernel, int i, sn_dim *out)
{
    SN_TRY(sn_size_check(in, "a kernel size", kernel[i]));
    if (!same(p)) SN_TRY(check_explicit(in, p, i));
    if (!x->known || !sn_dim_known(kernel[i])) {
        *out = sn_dim_symbol(in->dims, in->node->out[0]->id, x->axis + 1 + i);
        return SN_OK;
    }
    const sn_dim size = x->shape.d[x->axis + 1 + i];
    SN_TRY(sn_size_check(in, "a size of x", size));
    if (sn_dim_known(size)) return known_size(in, p, size, kernel[i], i, out);
    const int64_t stride = sn_list_at(p->stride, i, 1);
    int64_t begin, end, over = 1;
    if (!same(p)) {
        pads_of(p, 1, kernel[i], i, &begin, &end);
        over = sn_window_extent(p, kernel[i], i) - begin - end;
    }
    *out = sn_dim_add(
        in->dims,
        sn_dim_floordiv(in->dims, sn_dim_sub(in->dims, size, over > 0 ? over : 0), stride), 1);
    if (over < 0) /* a subtrahend is a number, and numbers are not negative */
        *out = sn_dim_add(in->dims,
                          sn_dim_floordiv(in->dims, sn_dim_add(in->dims, size, -over), stride), 1);
    return SN_OK;
}

void sn_window_of(const sn_window_params *p, const sn_extent *x, const int64_t *kernel,
                  sn_window *out)
{
    for (int a = 0; a < 3; a++) {
        const int i = a - (3 - p->nd);
        out->kernel[a] = out->stride[a] = out->dilation[a] = out->in[a] = out->out[a] = 1;
        out->begin[a] = out->end[a] = 0;
        if (i < 0) continue;
        out->kernel[a] = kernel[i];
        out->stride[a] = sn_list_at(p->stride, i, 1);
        out->dilation[a] = p->dilation ? sn_list_at(p->dilation, i, 1) : 1;
        out->in[a] = x->d[a];
        pads_of(p, x->d[a], kernel[i], i, &out->begin[a], &out->end[a]);
        const int64_t room = x->d[a] + out->begin[a] + out->end[a];
        out->out[a] = (room - sn_window_extent(p, kernel[i], i)) / out->stride[a] + 1;
    }
}
