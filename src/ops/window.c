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
 *   Where another axis is padded at the same time, ncnn pads by the negative number, too, with a
 *   result that depends on whether channels are packed: a boundary. The portable rule is that of
 *   unpacked channels (sn_window_border).
 * - SAME_LOWER puts the odd element in front, but not on the depth axis of the 3-D layers. */
#include "ops/window.h"

#include "ops/conv.h"

#include <string.h>

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

static bool same(const sn_window_params *p) { return p->pad_mode != SN_PAD_EXPLICIT; }

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

static bool is_lower(const sn_window_params *p, int i)
{
    return p->pad_mode == SN_PAD_SAME_LOWER && !(p->nd == 3 && i == 0);
}

/* The axis on which ncnn pads by a negative number since another axis is padded; -1: none. One
 * less at the end or above changes nothing that is read. */
static int negative_axis(const sn_window_params *p, const int64_t *size, const int64_t *kernel)
{
    bool positive = false;
    int negative = -1;
    for (int i = 0; same(p) && i < p->nd; i++) {
        const int64_t pad = same_pad(p, size[i], kernel[i], i);
        const bool on_the_left = p->pad_mode == SN_PAD_SAME_LOWER && i == p->nd - 1;
        if (pad > 0) positive = true;
        if (pad < (on_the_left ? 0 : -1)) negative = i;
    }
    return positive ? negative : -1;
}

/* `whole`: SAME pads may be negative, see negative_axis. */
static void pads_of(const sn_window_params *p, int64_t size, int64_t kernel, int i, bool whole,
                    int64_t *begin, int64_t *end)
{
    *begin = *end = 0;
    if (!same(p)) {
        if (!explicit_pads_count(p)) return;
        *begin = sn_list_at(p->pad_begin, i, 0);
        *end = sn_list_at(p->pad_end, i, 0);
        return;
    }
    const int64_t pad = same_pad(p, size, kernel, i);
    if (pad <= 0 && !whole) return;
    *begin = is_lower(p, i) ? pad - pad / 2 : pad / 2;
    *end = pad - *begin;
}

/* *whole: see pads_of. Sizes that are not known are taken to be of the ordinary kind. */
static void check_negative_same(sn_infer *in, const sn_window_params *p, const sn_spatial *x,
                                const sn_dim *kernel, bool *whole)
{
    int64_t sizes[3];
    bool known = true, strides = false; /* strides: one is larger than its kernel */
    *whole = false;
    for (int i = 0; i < p->nd; i++) {
        sizes[i] = x->shape.d[x->axis + 1 + i];
        known = known && sn_dim_known(sizes[i]) && sn_dim_known(kernel[i]);
        strides = strides || !sn_dim_known(kernel[i]) ||
                  sn_list_at(p->stride, i, 1) > extent(p, kernel[i], i);
    }
    if (!known) {
        if (strides) sn_infer_may_bound(in);
        return;
    }
    const int axis = negative_axis(p, sizes, kernel);
    if (axis < 0) return;
    *whole = true;
    sn_infer_boundary(in, sn_arena_printf(in->arena,
                                          "its padding is negative on axis %s, where the stride is "
                                          "larger than the kernel, and what that does depends on "
                                          "how the runtime packs channels",
                                          sn_spatial_name(axis, p->nd)));
}

static sn_status check_explicit(const sn_infer *in, const sn_window_params *p, int i)
{
    int64_t begin, end;
    pads_of(p, 1, 1, i, false, &begin, &end);
    if (!p->raw_pads && (begin < 0 || end < 0))
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "pads of %lld and %lld on axis %s, at least 0 expected",
                            (long long)begin, (long long)end, sn_spatial_name(i, p->nd));
    return SN_OK;
}

/* ---- sizes ----------------------------------------------------------------------------------- */

static sn_status known_size(const sn_infer *in, const sn_window_params *p, const sn_spatial *x,
                            int64_t kernel, int i, bool whole, sn_dim *out)
{
    const int64_t size = x->shape.d[x->axis + 1 + i];
    int64_t begin, end;
    pads_of(p, size, kernel, i, whole, &begin, &end);
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

sn_status sn_window_size(sn_infer *in, const sn_window_params *p, const sn_spatial *x,
                         const sn_dim *kernel, int i, sn_dim *out)
{
    SN_TRY(sn_size_check(in, "a kernel size", kernel[i]));
    if (!same(p)) SN_TRY(check_explicit(in, p, i));
    if (!x->known || !sn_dim_known(kernel[i])) {
        if (same(p)) sn_infer_may_bound(in);
        *out = sn_dim_symbol(in->dims, in->node->out[0]->id, x->axis + 1 + i);
        return SN_OK;
    }
    const sn_dim size = x->shape.d[x->axis + 1 + i];
    SN_TRY(sn_size_check(in, "a size of x", size));
    bool whole = false;
    if (same(p)) check_negative_same(in, p, x, kernel, &whole);
    if (sn_dim_known(size)) return known_size(in, p, x, kernel[i], i, whole, out);
    const int64_t stride = sn_list_at(p->stride, i, 1);
    int64_t begin = 0, end = 0, over = 1;
    if (!same(p)) {
        pads_of(p, 1, kernel[i], i, false, &begin, &end);
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
    out->crops = negative_axis(p, x->d + (3 - p->nd), kernel) >= 0;
    for (int a = 0; a < 3; a++) {
        const int i = a - (3 - p->nd);
        out->kernel[a] = out->stride[a] = out->dilation[a] = out->in[a] = out->out[a] = 1;
        out->begin[a] = out->end[a] = 0;
        if (i < 0) continue;
        out->kernel[a] = kernel[i];
        out->stride[a] = sn_list_at(p->stride, i, 1);
        out->dilation[a] = p->dilation ? sn_list_at(p->dilation, i, 1) : 1;
        out->in[a] = x->d[a];
        pads_of(p, x->d[a], kernel[i], i, out->crops, &out->begin[a], &out->end[a]);
        const int64_t room = x->d[a] + out->begin[a] + out->end[a] - extent(p, kernel[i], i);
        out->out[a] = room / out->stride[a] + 1;
    }
}

/* ---- padding by negative numbers ------------------------------------------------------------- */

enum { SHORT_ROW = 12 }; /* from here on ncnn copies rows as a whole */

/* Elements of one size, whatever they are. */
typedef struct border {
    size_t elem;
    const void *fill;
} border;

static void fill_with(const border *b, int64_t n, char *y)
{
    for (int64_t i = 0; i < n; i++) memcpy(y + (size_t)i * b->elem, b->fill, b->elem);
}

/* One plane as ncnn's unpacked padding leaves it: rows go one behind another, so that one which is
 * moved to the left as a whole ends up in the row before. What would stand outside is dropped. */
static void border_plane(const sn_window *w, const border *b, const char *x, char *y)
{
    const int64_t height = w->in[1] + w->begin[1] + w->end[1];
    const int64_t width = w->in[2] + w->begin[2] + w->end[2];
    const int64_t first = w->begin[1] > 0 ? w->begin[1] : 0, until = w->begin[1] + w->in[1];
    const bool as_a_whole = w->in[2] >= SHORT_ROW;
    fill_with(b, height * width, y);
    for (int64_t row = first; row < until && row < height; row++) {
        for (int64_t j = 0; j < w->in[2]; j++, x += b->elem) {
            const int64_t column = w->begin[2] + j, at = row * width + column;
            const bool inside = column >= 0 && column < width;
            if (inside || (as_a_whole && column < 0 && at >= 0))
                memcpy(y + (size_t)at * b->elem, x, b->elem);
        }
    }
}

const void *sn_window_border(sn_arena *arena, const void *x, size_t elem, const void *fill,
                             int64_t n_planes, sn_window *w)
{
    if (!w->crops) return x;
    const border b = {elem, fill};
    int64_t padded[3], n = n_planes;
    for (int a = 0; a < 3; a++) n *= padded[a] = w->in[a] + w->begin[a] + w->end[a];
    void *to = SN_NEW_N(arena, uint64_t, (n * (int64_t)elem + 7) / 8);
    const size_t from_plane = (size_t)(w->in[1] * w->in[2]) * elem;
    char *y = to;
    for (int64_t c = 0; c < n_planes; c++) {
        for (int64_t z = 0; z < padded[0]; z++, y += (size_t)(padded[1] * padded[2]) * elem) {
            const int64_t from = z - w->begin[0];
            if (from >= 0 && from < w->in[0])
                border_plane(w, &b, (const char *)x + (size_t)(c * w->in[0] + from) * from_plane,
                             y);
            else
                fill_with(&b, padded[1] * padded[2], y);
        }
    }
    for (int a = 0; a < 3; a++) {
        w->in[a] = padded[a];
        w->begin[a] = w->end[a] = 0;
    }
    w->crops = false;
    return to;
}
