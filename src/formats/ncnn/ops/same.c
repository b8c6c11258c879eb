/* SPDX-License-Identifier: Apache-2.0
 *
 * SAME pads have kernel extent + (in - 1) / stride * stride - in elements, so that there are
 * ceil(in / stride) outputs. Where the kernel is smaller than the stride this is negative, and
 * nothing is padded; but where another axis is padded at the same time ncnn pads by the negative
 * number, too, with a result that depends on whether channels are packed: a boundary. The portable
 * rule is that of unpacked channels (sn_ncnn_border).
 *
 * SAME_LOWER puts the odd element in front, but not on the depth axis of the 3-D layers. */
#include "formats/ncnn/ops/same.h"

#include <string.h>

#include "ops/conv.h"

static bool same(const sn_window_params *p) { return p->pad_mode != SN_PAD_EXPLICIT; }

static int64_t stride_of(const sn_window_params *p, int i) { return sn_list_at(p->stride, i, 1); }

/* May be negative, see above. */
static int64_t same_pad(const sn_window_params *p, int64_t size, int64_t kernel, int i)
{
    const int64_t stride = stride_of(p, i);
    return sn_window_extent(p, kernel, i) + (size - 1) / stride * stride - size;
}

static bool is_lower(const sn_window_params *p, int i)
{
    return p->pad_mode == SN_PAD_SAME_LOWER && !(p->nd == 3 && i == 0);
}

/* A pad of that size moves what is read: one less at the end or above does not. */
static bool moves(const sn_window_params *p, int i, int64_t pad)
{
    const bool on_the_left = p->pad_mode == SN_PAD_SAME_LOWER && i == p->nd - 1;
    return pad < (on_the_left ? 0 : -1);
}

/* The axis on which ncnn pads by a negative number since another axis is padded; -1: none. */
static int negative_axis(const sn_window_params *p, const int64_t *size, const int64_t *kernel)
{
    bool positive = false;
    int negative = -1;
    for (int i = 0; same(p) && i < p->nd; i++) {
        const int64_t pad = same_pad(p, size[i], kernel[i], i);
        if (pad > 0) positive = true;
        if (moves(p, i, pad)) negative = i;
    }
    return positive ? negative : -1;
}

/* Whether, at some sizes, axis i has a negative pad that moves what is read while another axis is
 * padded. The least pad is that of a multiple of the stride. */
static bool may_be_negative(const sn_window_params *p, const int64_t *kernel, int i)
{
    if (!moves(p, i, sn_window_extent(p, kernel[i], i) - stride_of(p, i))) return false;
    for (int k = 0; k < p->nd; k++)
        if (k != i && sn_window_extent(p, kernel[k], k) > 1) return true;
    return false;
}

bool sn_ncnn_same_is_plain(const sn_window_params *p, const int64_t *kernel)
{
    for (int i = 0; same(p) && i < p->nd; i++)
        if (may_be_negative(p, kernel, i)) return false;
    if (p->pad_mode != SN_PAD_SAME_LOWER || p->nd != 3) return true;
    const int64_t extent = sn_window_extent(p, kernel[0], 0);
    return extent == 1 || (stride_of(p, 0) == 1 && extent % 2 == 1); /* no odd element */
}

void sn_ncnn_same_bounds(sn_infer *in, const sn_window_params *p, const sn_spatial *x,
                         const sn_dim *kernel)
{
    int64_t sizes[3];
    bool known = x->known, strides = false; /* strides: one is larger than its kernel */
    for (int i = 0; i < p->nd; i++) {
        sizes[i] = x->known ? x->shape.d[x->axis + 1 + i] : -1;
        known = known && sn_dim_known(sizes[i]) && sn_dim_known(kernel[i]);
        strides = strides || !sn_dim_known(kernel[i]) ||
                  stride_of(p, i) > sn_window_extent(p, kernel[i], i);
    }
    if (!same(p)) return;
    if (!known) {
        if (strides || !x->known) sn_infer_may_bound(in);
        return;
    }
    const int axis = negative_axis(p, sizes, kernel);
    if (axis < 0) return;
    sn_infer_boundary(in, sn_arena_printf(in->arena,
                                          "its padding is negative on axis %s, where the stride is "
                                          "larger than the kernel, and what that does depends on "
                                          "how the runtime packs channels",
                                          sn_spatial_name(axis, p->nd)));
}

bool sn_ncnn_window_of(const sn_window_params *p, const sn_extent *x, const int64_t *kernel,
                       sn_window *out)
{
    sn_window_of(p, x, kernel, out);
    const bool crops = negative_axis(p, x->d + (3 - p->nd), kernel) >= 0;
    for (int i = 0; same(p) && i < p->nd; i++) {
        const int a = 3 - p->nd + i;
        int64_t pad = same_pad(p, x->d[a], kernel[i], i);
        if (pad < 0 && !crops) pad = 0;
        out->begin[a] = is_lower(p, i) ? pad - pad / 2 : pad / 2;
        out->end[a] = pad - out->begin[a];
    }
    return crops;
}

sn_answer sn_ncnn_same_pads(sn_arena *arena, const sn_window_params *p, const sn_shape *x, int axis,
                            const sn_dim *kernel, sn_ints *begin, sn_ints *end)
{
    int32_t first[3], last[3];
    sn_window w;
    for (int i = 0; i < p->nd; i++)
        if (x->rank != axis + 1 + p->nd || !sn_dim_known(x->d[axis + 1 + i]) ||
            !sn_dim_known(kernel[i]))
            return SN_ANSWER_UNKNOWN("how much it pads depends on sizes that are not known");
    const sn_extent extent = sn_extent_of(x, axis, p->nd);
    if (sn_ncnn_window_of(p, &extent, kernel, &w))
        return SN_ANSWER_NO("it pads by a negative number");
    for (int i = 0; i < p->nd; i++) {
        first[i] = (int32_t)w.begin[3 - p->nd + i];
        last[i] = (int32_t)w.end[3 - p->nd + i];
    }
    *begin = sn_ints_of(arena, p->nd, first);
    *end = sn_ints_of(arena, p->nd, last);
    return SN_ANSWER_YES;
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

const void *sn_ncnn_border(sn_arena *arena, const void *x, size_t elem, const void *fill,
                           int64_t n_planes, sn_window *w)
{
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
    return to;
}
