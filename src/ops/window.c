/* SPDX-License-Identifier: Apache-2.0
 *
 * Sliding windows: the one place that knows ncnn's padding rules.
 *
 * - Explicit pads of a convolution count only if one of them is positive: ncnn ignores them all
 *   otherwise, so a -233 on one side alone means nothing. A negative pad next to a positive one
 *   makes it write outside its buffer: refused.
 * - SAME pads have kernel extent + (in - 1) / stride * stride - in elements, so that there are
 *   ceil(in / stride) outputs. Where the kernel is smaller than the stride this is negative, and
 *   nothing is padded.
 *   Where another axis is padded at the same time, ncnn may crop or corrupt memory: refused.
 * - SAME_LOWER puts the odd element in front, but not on the depth axis of the 3-D layers. */
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
    *out = (sn_spatial){.nd = nd, .axis = axis, .shape = sn_shape_unknown()};
    if (x->rank < 0) return SN_OK;
    const int rank = axis + 1 + nd;
    if (x->rank > rank || (axis > 0 && x->rank < rank) || x->rank == 0)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "x has rank %d, %s%d expected", x->rank,
                            axis > 0 ? "" : "1 to ", rank);
    out->known = true;
    out->shape = *x;
    out->shape.rank = (int8_t)rank;
    if (x->rank == rank) return SN_OK;
    /* A value of rank 3 has channels and no depth in ncnn; lower ones have neither. */
    const bool has_channels = nd == 3 && x->rank == 3;
    const int spatial = x->rank - (has_channels ? 1 : 0);
    out->shape.d[0] = has_channels ? x->d[0] : 1;
    for (int i = 0; i < nd; i++) {
        const int from = i - (nd - spatial);
        out->missing[i] = from < 0;
        out->shape.d[1 + i] = from < 0 ? 1 : x->d[(has_channels ? 1 : 0) + from];
    }
    return SN_OK;
}

sn_extent sn_extent_of(const sn_shape *x, int axis, int nd)
{
    sn_extent e = {1, 1, {1, 1, 1}};
    const bool full = x->rank == axis + 1 + nd;
    const bool has_channels = full || (nd == 3 && x->rank == 3);
    int at = 0;
    if (full)
        for (; at < axis; at++) e.maps *= x->d[at];
    if (has_channels) e.channels = x->d[at++];
    for (int i = 3 - (x->rank - at); at < x->rank; i++, at++) e.d[i] = x->d[at];
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

static bool same(const sn_window_params *p)
{
    return p->pad_mode != SN_PAD_EXPLICIT;
}

static bool explicit_pads_count(const sn_window_params *p)
{
    if (p->raw_pads) return true;
    for (int i = 0; i < p->nd; i++)
        if (sn_list_at(p->pad_begin, i, 0) > 0 || sn_list_at(p->pad_end, i, 0) > 0) return true;
    return false;
}

static int64_t extent(const sn_window_params *p, int64_t kernel, int i)
{
    return (kernel - 1) * (p->dilation ? sn_list_at(p->dilation, i, 1) : 1) + 1;
}

/* May be negative, see above. */
static int64_t same_pad(const sn_window_params *p, int64_t size, int64_t kernel, int i)
{
    const int64_t stride = sn_list_at(p->stride, i, 1);
    return extent(p, kernel, i) + (size - 1) / stride * stride - size;
}

static void pads_of(const sn_window_params *p, int64_t size, int64_t kernel, int i, int64_t *begin,
                    int64_t *end)
{
    *begin = *end = 0;
    if (!same(p)) {
        if (!explicit_pads_count(p)) return;
        *begin = sn_list_at(p->pad_begin, i, 0);
        *end = sn_list_at(p->pad_end, i, 0);
        return;
    }
    const int64_t pad = same_pad(p, size, kernel, i);
    if (pad <= 0) return;
    const bool lower = p->pad_mode == SN_PAD_SAME_LOWER && !(p->nd == 3 && i == 0);
    *begin = lower ? pad - pad / 2 : pad / 2;
    *end = pad - *begin;
}

/* A vector has no height to pad, and padding what stands for a missing axis pads another one in
 * ncnn. */
static sn_status check_missing(const sn_infer *in, const sn_spatial *x, int i, int64_t begin,
                               int64_t end)
{
    if (!x->missing[i] || (begin == 0 && end == 0)) return SN_OK;
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                        "pads of %lld and %lld on axis %s, which x does not have", (long long)begin,
                        (long long)end, sn_spatial_name(i, x->nd));
}

/* SAME with a kernel smaller than the stride on one axis and padding on another: ncnn then pads by
 * negative numbers, which does nothing (-1 at the end, or above), crops (-1 on the left), or
 * corrupts its buffer (less). */
static sn_status check_negative_same(const sn_infer *in, const sn_window_params *p,
                                     const sn_spatial *x, const sn_dim *kernel)
{
    bool positive = false;
    int negative = -1;
    for (int i = 0; i < p->nd; i++) {
        const sn_dim size = x->shape.d[x->axis + 1 + i];
        if (!sn_dim_known(size) || !sn_dim_known(kernel[i])) return SN_OK;
        const int64_t pad = same_pad(p, size, kernel[i], i);
        if (pad > 0) positive = true;
        if (pad < (p->pad_mode == SN_PAD_SAME_LOWER && i == p->nd - 1 ? 0 : -1)) negative = i;
    }
    if (!positive || negative < 0) return SN_OK;
    return sn_node_fail(
        in->ctx, in->node, SN_E_SHAPE,
        "same padding is negative on axis %s and positive on another: no defined result",
        sn_spatial_name(negative, p->nd));
}

static sn_status check_explicit(const sn_infer *in, const sn_window_params *p, const sn_spatial *x,
                                int i)
{
    int64_t begin, end;
    pads_of(p, 1, 1, i, &begin, &end);
    if (!p->raw_pads && (begin < 0 || end < 0))
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "pads of %lld and %lld on axis %s, at least 0 expected",
                            (long long)begin, (long long)end, sn_spatial_name(i, p->nd));
    return check_missing(in, x, i, begin, end);
}

/* ---- sizes ----------------------------------------------------------------------------------- */

static sn_status known_size(const sn_infer *in, const sn_window_params *p, const sn_spatial *x,
                            int64_t kernel, int i, sn_dim *out)
{
    const int64_t size = x->shape.d[x->axis + 1 + i];
    int64_t begin, end;
    pads_of(p, size, kernel, i, &begin, &end);
    SN_TRY(check_missing(in, x, i, begin, end));
    const int64_t room = size + begin + end - extent(p, kernel, i);
    if (room < 0)
        return sn_node_fail(
            in->ctx, in->node, SN_E_SHAPE,
            "the window spans %lld on axis %s, where x has %lld and pads %lld and %lld",
            (long long)extent(p, kernel, i), sn_spatial_name(i, p->nd), (long long)size,
            (long long)begin, (long long)end);
    *out = room / sn_list_at(p->stride, i, 1) + 1;
    return sn_size_check(in, "an output size", *out);
}

sn_status sn_window_size(const sn_infer *in, const sn_window_params *p, const sn_spatial *x,
                         const sn_dim *kernel, int i, sn_dim *out)
{
    SN_TRY(sn_size_check(in, "a kernel size", kernel[i]));
    if (!same(p)) SN_TRY(check_explicit(in, p, x, i));
    if (!x->known || !sn_dim_known(kernel[i])) {
        *out = sn_dim_symbol(in->dims, in->node->out[0]->id, x->axis + 1 + i);
        return SN_OK;
    }
    const sn_dim size = x->shape.d[x->axis + 1 + i];
    SN_TRY(sn_size_check(in, "a size of x", size));
    if (same(p)) SN_TRY(check_negative_same(in, p, x, kernel));
    if (sn_dim_known(size)) return known_size(in, p, x, kernel[i], i, out);
    const int64_t stride = sn_list_at(p->stride, i, 1);
    int64_t begin = 0, end = 0, over = 1;
    if (!same(p)) {
        pads_of(p, 1, kernel[i], i, &begin, &end);
        over = extent(p, kernel[i], i) - begin - end;
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
        const int64_t room = x->d[a] + out->begin[a] + out->end[a] - extent(p, kernel[i], i);
        out->out[a] = room / out->stride[a] + 1;
    }
}
