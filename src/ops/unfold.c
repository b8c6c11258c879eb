/* SPDX-License-Identifier: Apache-2.0
 *
 * unfold: the windows of a convolution as columns of a matrix [c*kh*kw][oh*ow] (im2col). fold: ONNX
 * Col2Im-18, such a matrix added up to an image, of one to three spatial axes. The windows are
 * those of ops/window.h, over a channel axis and the spatial axes; axes in front are mapped over.
 */
#include "ops/unfold.h"

#include "base/parallel.h"
#include "ops/elems.h"
#include "ops/move.h"
#include "ops/window.h"
#include "ops/grad/grad.h"

#include <string.h>

static const char *check_windows(sn_arena *arena, int nd, const sn_ints *kernel,
                                 const sn_ints *stride, const sn_ints *dilation,
                                 const sn_ints *begin, const sn_ints *end)
{
    const char *wrong = sn_list_check(arena, "kernel", kernel, nd, 1, 32768);
    if (!wrong) wrong = sn_window_check(arena, nd, 0, stride, dilation);
    if (!wrong) wrong = sn_list_check(arena, "pad_begin", begin, nd, 0, SN_WINDOW_MAX);
    return wrong ? wrong : sn_list_check(arena, "pad_end", end, nd, 0, SN_WINDOW_MAX);
}

/* ---- unfold ---------------------------------------------------------------------------------- */

static const char *unfold_validate(const void *params, sn_arena *arena)
{
    const sn_unfold_params *p = params;
    if (p->kernel.n != 2) return "kernel has to have 2 sizes";
    return check_windows(arena, 2, &p->kernel, &p->stride, &p->dilation, &p->pad_begin,
                         &p->pad_end);
}

sn_window_params sn_unfold_window(const sn_unfold_params *p)
{
    return (sn_window_params){.nd = 2,
                              .stride = &p->stride,
                              .dilation = &p->dilation,
                              .pad_begin = &p->pad_begin,
                              .pad_end = &p->pad_end,
                              .pad_mode = p->pad_mode};
}

static sn_status unfold_infer(sn_infer *in)
{
    const sn_unfold_params *p = in->params;
    sn_window_params wp = sn_unfold_window(p);
    sn_dim kernel[2] = {p->kernel.v[0], p->kernel.v[1]}, size[2];
    sn_spatial x;
    SN_TRY(sn_spatial_of(in, &in->in_shape[0], p->axis, 2, &x));
    if (!x.known) return sn_move_give_rank(in, 0, p->axis + 2);
    for (int i = 0; i < 2; i++) SN_TRY(sn_window_size(in, &wp, &x, kernel, i, &size[i]));
    sn_shape y = {.rank = (int8_t)(p->axis + 2)};
    for (int i = 0; i < p->axis; i++) y.d[i] = x.shape.d[i];
    y.d[p->axis] = sn_dim_mul(in->dims, x.shape.d[p->axis], kernel[0] * kernel[1]);
    y.d[p->axis + 1] = sn_dim_mul(in->dims, size[0], size[1]);
    return sn_move_give(in, 0, &y);
}

typedef struct window_job {
    sn_window w;
    size_t elem;
    const char *x, *border;
    char *y;
} window_job;

/* Row `row` of the matrices: channel (of all images), kernel row, kernel column. */
static void unfold_row(void *user, int64_t row)
{
    const window_job *j = user;
    const sn_window *w = &j->w;
    int64_t kh = w->kernel[1], kw = w->kernel[2];
    int64_t c = row / (kh * kw), u = row / kw % kh, v = row % kw;
    char *to = j->y + (size_t)(row * w->out[1] * w->out[2]) * j->elem;
    for (int64_t i = 0; i < w->out[1]; i++) {
        int64_t y = i * w->stride[1] + u * w->dilation[1] - w->begin[1];
        for (int64_t k = 0; k < w->out[2]; k++, to += j->elem) {
            int64_t x = k * w->stride[2] + v * w->dilation[2] - w->begin[2];
            bool inside = y >= 0 && y < w->in[1] && x >= 0 && x < w->in[2];
            const size_t at = (size_t)((c * w->in[1] + y) * w->in[2] + x) * j->elem;
            memcpy(to, inside ? j->x + at : j->border, j->elem);
        }
    }
}

void sn_unfold_run(sn_eval *e, const void *x, size_t elem, const void *border, const sn_window *w)
{
    window_job j = {.w = *w, .elem = elem, .x = x, .border = border, .y = e->out_data[0]};
    const sn_shape *y = &e->out_shape[0];
    sn_parallel_for(e->ctx, sn_span_count(y, 0, y->rank - 1), unfold_row, &j);
}

static sn_status unfold_eval(sn_eval *e)
{
    const sn_unfold_params *p = e->params;
    sn_window_params wp = sn_unfold_window(p);
    int64_t kernel[2] = {p->kernel.v[0], p->kernel.v[1]};
    sn_extent x = sn_extent_of(&e->in_shape[0], p->axis, 2);
    const sn_elems border = sn_elems_create(e->arena, e->in[0]->type, 1);
    size_t elem;
    sn_window w;
    SN_TRY(sn_eval_elem(e, 0, &elem));
    sn_elems_put_number(border, 0, (double)p->pad_value);
    sn_window_of(&wp, &x, kernel, &w);
    sn_unfold_run(e, sn_tensor_data(e->in[0]), elem, border.data, &w);
    return SN_OK;
}

/* ---- fold ------------------------------------------------------------------------------------ */

static const char *fold_validate(const void *params, sn_arena *arena)
{
    const sn_fold_params *p = params;
    const int nd = p->kernel.n;
    if (nd < 1 || nd > 3) return "kernel has to have 1 to 3 sizes";
    if (p->output_size.n != nd)
        return sn_arena_printf(arena, "output_size has to have %d sizes, as kernel has", nd);
    if (p->axis + 1 + nd > SN_MAX_RANK)
        return sn_arena_printf(arena, "axis is %d, at most %d expected with %d spatial axes",
                               p->axis, SN_MAX_RANK - 1 - nd, nd);
    const char *wrong =
        check_windows(arena, nd, &p->kernel, &p->stride, &p->dilation, &p->pad_begin, &p->pad_end);
    return wrong ? wrong
                 : sn_list_check(arena, "output_size", &p->output_size, nd, 1, SN_WINDOW_MAX);
}

bool sn_fold_window(const sn_fold_params *p, sn_window *w)
{
    const int nd = p->kernel.n;
    *w = (sn_window){.kernel = {1, 1, 1},
                     .stride = {1, 1, 1},
                     .dilation = {1, 1, 1},
                     .in = {1, 1, 1},
                     .out = {1, 1, 1}};
    for (int i = 0; i < nd; i++) {
        const int a = 3 - nd + i;
        w->kernel[a] = p->kernel.v[i];
        w->stride[a] = sn_list_at(&p->stride, i, 1);
        w->dilation[a] = sn_list_at(&p->dilation, i, 1);
        w->begin[a] = sn_list_at(&p->pad_begin, i, 0);
        w->end[a] = sn_list_at(&p->pad_end, i, 0);
        w->in[a] = p->output_size.v[i];
        int64_t room =
            w->in[a] + w->begin[a] + w->end[a] - ((w->kernel[a] - 1) * w->dilation[a] + 1);
        if (room < 0) return false;
        w->out[a] = room / w->stride[a] + 1;
    }
    return true;
}

static const char *sizes_text(sn_arena *arena, const sn_ints *sizes)
{
    const char *text = "";
    for (int i = 0; i < sizes->n; i++)
        text = sn_arena_printf(arena, "%s%s%d", text, i ? "x" : "", (int)sizes->v[i]);
    return text;
}

sn_status sn_fold_counts(const sn_infer *in, int64_t *taps, int64_t *windows)
{
    const sn_fold_params *p = in->params;
    sn_window w;
    int64_t elements;
    if (!sn_fold_window(p, &w))
        return sn_node_fail(
            in->ctx, in->node, SN_E_SHAPE, "a window of %s does not fit an image of %s",
            sizes_text(in->arena, &p->kernel), sizes_text(in->arena, &p->output_size));
    *taps = w.kernel[0] * w.kernel[1] * w.kernel[2];
    if (!__builtin_mul_overflow(w.in[0] * w.in[1], w.in[2], &elements) &&
        !__builtin_mul_overflow(w.out[0], w.out[1], windows) &&
        !__builtin_mul_overflow(*windows, w.out[2], windows))
        return SN_OK;
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "an image of %s has too many elements",
                        sizes_text(in->arena, &p->output_size));
}

static sn_status fold_infer(sn_infer *in)
{
    const sn_fold_params *p = in->params;
    const int axis = p->axis, nd = p->kernel.n;
    const sn_shape x = sn_shape_rule_shape(in, 0);
    int64_t taps, windows;
    SN_TRY(sn_fold_counts(in, &taps, &windows));
    SN_TRY(sn_shape_rule_rank(in, 0, axis + 2, axis + 2));
    sn_shape y = {.rank = (int8_t)(axis + 1 + nd)};
    for (int i = 0; i <= axis; i++) y.d[i] = sn_shape_rule_symbol(in, 0, i);
    for (int i = 0; i < nd; i++) y.d[axis + 1 + i] = p->output_size.v[i];
    if (x.rank < 0) return sn_move_give(in, 0, &y);
    SN_TRY(sn_shape_rule_size(in, "width of x", x.d[axis + 1], windows));
    if (sn_dim_known(x.d[axis]) && x.d[axis] % taps != 0)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "%lld rows are not a multiple of %lld elements of a window",
                            (long long)x.d[axis], (long long)taps);
    for (int i = 0; i < axis; i++) y.d[i] = x.d[i];
    y.d[axis] = sn_dim_floordiv(in->dims, x.d[axis], taps);
    return sn_move_give(in, 0, &y);
}

typedef struct fold_job {
    sn_window w;
    sn_elems x, y;
    int64_t taps, windows, plane;
    double *sum;     /* [channels of all images][plane], of floats */
    uint64_t *whole; /* the same of integers */
} fold_job;

int64_t sn_fold_place(const sn_window *w, int64_t tap, int64_t window)
{
    const int64_t of_tap[3] = {tap / w->kernel[2] / w->kernel[1], tap / w->kernel[2] % w->kernel[1],
                               tap % w->kernel[2]};
    const int64_t of_window[3] = {window / w->out[2] / w->out[1], window / w->out[2] % w->out[1],
                                  window % w->out[2]};
    int64_t at = 0;
    for (int a = 0; a < 3; a++) {
        const int64_t i = of_window[a] * w->stride[a] + of_tap[a] * w->dilation[a] - w->begin[a];
        if (i < 0 || i >= w->in[a]) return -1;
        at = at * w->in[a] + i;
    }
    return at;
}

static void fold_channel(void *user, int64_t c)
{
    const fold_job *j = user;
    const int64_t to = c * j->plane;
    int64_t from = c * j->taps * j->windows;
    for (int64_t tap = 0; tap < j->taps; tap++) {
        for (int64_t window = 0; window < j->windows; window++, from++) {
            const int64_t at = sn_fold_place(&j->w, tap, window);
            if (at < 0) continue;
            if (j->sum)
                j->sum[to + at] += sn_elems_at(j->x, from);
            else
                j->whole[to + at] += sn_elems_word(j->x, from);
        }
    }
    for (int64_t i = to; i < to + j->plane; i++) {
        if (j->sum)
            sn_elems_put(j->y, i, j->sum[i]);
        else
            sn_elems_put_word(j->y, i, j->whole[i]);
    }
}

static sn_status fold_eval(sn_eval *e)
{
    SN_TRY(sn_eval_ready(e));
    const sn_fold_params *p = e->params;
    const sn_shape *x = &e->in_shape[0], *y = &e->out_shape[0];
    fold_job j = {.x = sn_eval_elems(e, 0), .y = sn_eval_out_elems(e, 0)};
    (void)sn_fold_window(p, &j.w); /* infer has accepted it */
    j.taps = j.w.kernel[0] * j.w.kernel[1] * j.w.kernel[2];
    j.windows = x->d[p->axis + 1];
    j.plane = j.w.in[0] * j.w.in[1] * j.w.in[2];
    if (sn_type_is_float(j.x.type))
        j.sum = SN_NEW_N(e->arena, double, sn_shape_count(y));
    else
        j.whole = SN_NEW_N(e->arena, uint64_t, sn_shape_count(y));
    sn_parallel_for(e->ctx, sn_span_count(y, 0, p->axis + 1), fold_channel, &j);
    return SN_OK;
}

static void fold_cost(const sn_infer *in, sn_cost *out)
{
    int64_t n = sn_shape_count(&in->in_shape[0]);
    *out = (sn_cost){.flops = n > 0 ? (double)n : 0};
}

/* ---- operators ------------------------------------------------------------------------------- */

const sn_slot sn_unfold_slots[] = {{"x", 0}, {NULL, 0}};

#define WINDOW_PARAMS(T)                                                                           \
    SN_P_INTS(T, kernel, "sizes of a window"),                                                     \
        SN_P_INTS_OF(T, dilation, 1, "distance of elements within a window; none: 1"),             \
        SN_P_INTS_OF(T, stride, 1, "distance of windows; none: 1")
#define PAD_PARAMS(T)                                                                              \
    SN_P_INTS_OF(T, pad_begin, 0, "border in front of each axis; none: 0"),                        \
        SN_P_INTS_OF(T, pad_end, 0, "border behind each axis; none: 0")

const sn_param sn_unfold_param_table[] = {
    WINDOW_PARAMS(sn_unfold_params),
    SN_P_ENUM(sn_unfold_params, pad_mode, SN_PAD_EXPLICIT, sn_conv_pad_names,
              "where the border's size comes from"),
    PAD_PARAMS(sn_unfold_params),
    SN_P_F32(sn_unfold_params, pad_value, 0, "what the border holds"),
    SN_P_INT(sn_unfold_params, axis, 0, 0, SN_MAX_RANK - 3, "channels; axes in front are images"),
    SN_P_END,
};

const sn_op sn_op_unfold = {
    .name = "unfold",
    .synopsis = "y[(c,u,v)][(i,j)] = x[c][i*stride+u*dilation][j*stride+v*dilation]",
    .slots = sn_unfold_slots,
    .n_out = 1,
    .traits = SN_TRAIT_COPIES_BITS,
    .kind = SN_FUSE_INJECTIVE,
    .params_bytes = sizeof(sn_unfold_params),
    .params = sn_unfold_param_table,
    .validate = unfold_validate,
    .infer = unfold_infer,
    .eval = unfold_eval,
    .grad = sn_grad_unfold,
    .cost = sn_cost_none,
};

const sn_param sn_fold_param_table[] = {
    WINDOW_PARAMS(sn_fold_params),
    PAD_PARAMS(sn_fold_params),
    SN_P_INTS(sn_fold_params, output_size, "sizes of the result"),
    SN_P_INT(sn_fold_params, axis, 0, 0, SN_MAX_RANK - 2,
             "elements of windows; axes in front are images"),
    SN_P_END,
};

const sn_op sn_op_fold = {
    .name = "fold",
    .synopsis = "y[c][i*stride+u*dilation][j*stride+v*dilation] += x[(c,u,v)][(i,j)]",
    .slots = sn_unfold_slots,
    .types = "num->num",
    .wide = true,
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_fold_params),
    .params = sn_fold_param_table,
    .validate = fold_validate,
    .infer = fold_infer,
    .eval = fold_eval,
    .grad = sn_grad_fold,
    .cost = fold_cost,
};
