/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators that are made of several of ours, and are seldom met. */
#include <math.h>
#include <string.h>

#include "formats/onnx/contents.h"
#include "formats/onnx/ops/call.h"

/* a0 - a1 cos(2 pi n / N) + a2 cos(4 pi n / N), N = size, or size - 1 where it is not periodic. */
sn_answer sn_onnx_import_window_function(sn_onnx_call *c)
{
    static const struct {
        const char *name;
        double a[3];
    } kinds[] = {{"hann", {0.5, 0.5, 0}},
                 {"hamming", {25.0 / 46, 1 - 25.0 / 46, 0}},
                 {"blackman", {0.42, 0.5, 0.08}}};
    const double *a = kinds[0].a;
    for (int i = 1; i < 3; i++)
        if (strcmp(c->op, kinds[i].name) == 0) a = kinds[i].a;
    const sn_type to = sn_onnx_type_of(sn_onnx_int(c, "output_datatype", 1));
    const bool periodic = sn_onnx_int(c, "periodic", 1) != 0;
    if (!sn_type_is_float(to)) return SN_ONNX_NEVER("a window of integers");
    const sn_type t = to == SN_TYPE_f64 ? SN_TYPE_f64 : SN_TYPE_f32;
    SN_ONNX_NEED_TYPE(c, 0);
    sn_value *size = sn_onnx_cast(c, sn_onnx_in(c, 0), SN_TYPE_i64);
    if (size && size->shape.rank != 0) size = sn_onnx_reshape(c, size, NULL, 0);
    sn_value *zero = sn_onnx_number(c, SN_TYPE_i64, 0), *one = sn_onnx_number(c, SN_TYPE_i64, 1);
    sn_value *n = sn_onnx_cast(c, SN_ONNX_MAKE(c, &sn_op_range, NULL, zero, size, one), t);
    sn_value *whole = periodic ? size : SN_ONNX_MAKE(c, &sn_op_sub, NULL, size, one);
    const double pi = 3.14159265358979323846;
    sn_value *turn = SN_ONNX_MAKE(c, &sn_op_mul, NULL, n, sn_onnx_number(c, t, 2 * pi));
    turn = SN_ONNX_MAKE(c, &sn_op_div, NULL, turn, sn_onnx_cast(c, whole, t));
    sn_value *y = sn_onnx_number(c, t, a[0]);
    for (int k = 1; k < 3 && a[k] != 0; k++) {
        sn_value *at =
            k == 1 ? turn : SN_ONNX_MAKE(c, &sn_op_mul, NULL, turn, sn_onnx_number(c, t, k));
        sn_value *part = SN_ONNX_MAKE(c, &sn_op_mul, NULL, SN_ONNX_MAKE(c, &sn_op_cos, NULL, at),
                                      sn_onnx_number(c, t, k == 1 ? -a[k] : a[k]));
        y = SN_ONNX_MAKE(c, &sn_op_add, NULL, part, y);
    }
    sn_onnx_give(c, 0, sn_onnx_cast(c, y, to));
    return SN_ONNX_YES;
}

/* Places of pixels from -1 to 1: of their centres, or of the outermost ones. */
static double place(int64_t i, int64_t n, bool corners)
{
    if (corners) return n > 1 ? 2.0 * (double)i / (double)(n - 1) - 1 : -1;
    return (2.0 * (double)i + 1) / (double)n - 1;
}

/* [all pixels][x, y, (z,) 1] */
static sn_value *places_of(sn_onnx_call *c, const int64_t *size, int nd, bool corners, sn_type type)
{
    int64_t count = 1;
    for (int i = 0; i < nd; i++)
        if (sn_mul_overflow((size_t)count, (size_t)size[i], (size_t *)&count)) return NULL;
    if (count > INT32_MAX) return NULL;
    double *v = SN_NEW_N(c->r->in.arena, double, count *(nd + 1));
    for (int64_t at = 0; at < count; at++) {
        int64_t rest = at;
        for (int k = nd - 1; k >= 0; k--) {
            v[at * (nd + 1) + (nd - 1 - k)] = place(rest % size[k], size[k], corners);
            rest /= size[k];
        }
        v[at * (nd + 1) + nd] = 1;
    }
    const sn_tensor *t;
    c->r->status = sn_tensor_vector(c->r->in.ctx, type, v, count * (nd + 1), &t);
    if (c->r->status != SN_OK) return NULL;
    return sn_onnx_reshape(c, sn_onnx_tensor_value(c, t), (int64_t[]){count, nd + 1}, 2);
}

/* theta [n][nd][nd + 1] times each place. */
sn_answer sn_onnx_import_affine_grid(sn_onnx_call *c)
{
    SN_ONNX_NEED_TYPE(c, 0);
    const sn_contents *to = sn_infer_contents(&c->r->in, 1);
    if (!to || !sn_contents_known(to))
        return sn_onnx_later(c, 1, "the sizes of its result are not known");
    const int nd = to->n - 2;
    int64_t shape[SN_MAX_RANK] = {0}, size[3];
    if (nd < 2 || nd > 3) return SN_ONNX_NEVER("its result has neither two nor three axes");
    for (int i = 0; i < nd; i++) {
        size[i] = shape[i + 1] = to->v[i + 2].number;
        if (size[i] < 1) return SN_ONNX_NEVER("a size of its result is none");
    }
    shape[nd + 1] = nd;
    const bool corners = sn_onnx_int(c, "align_corners", 0) != 0;
    sn_value *grid = places_of(c, size, nd, corners, sn_onnx_type(c, 0));
    if (!grid && c->r->status == SN_OK) return SN_ONNX_NEVER("its result is too large");
    sn_value *theta = sn_onnx_transpose(c, sn_onnx_in(c, 0), 3, (int[]){0, 2, 1});
    sn_onnx_give(
        c, 0, sn_onnx_reshape(c, SN_ONNX_MAKE(c, &sn_op_matmul, NULL, grid, theta), shape, nd + 2));
    return SN_ONNX_YES;
}

/* A number that an input holds. */
static sn_answer number_of(const sn_onnx_call *c, unsigned slot, double *out)
{
    const sn_tensor *t = sn_infer_data(&c->r->in, slot);
    if (!t) return sn_onnx_later(c, slot, "what it is made of is not known");
    if (sn_tensor_count(t) != 1) return SN_ONNX_NEVER("an input is not a single number");
    *out = sn_tensor_at(t, 0);
    return SN_ONNX_YES;
}

static double mel_of(double hertz) { return 2595 * log10(1 + hertz / 700); }
static double hertz_of(double mel) { return 700 * (pow(10, mel / 2595) - 1); }

/* Triangles over the lines of a spectrum, one for each band of mels: [spectrum][bands]. Borders are
 * at whole lines; a rise without any is its top alone. */
static void mel_triangles(const double *border, int64_t lines, int64_t bands, double *y)
{
    for (int64_t b = 0; b < bands; b++) {
        const double low = border[b], centre = border[b + 1], high = border[b + 2];
        for (int64_t i = 0; i < lines; i++) {
            const double at = (double)i;
            double *v = &y[i * bands + b];
            if (at >= low && at <= centre) *v = centre > low ? (at - low) / (centre - low) : 1;
            if (at >= centre && at < high) *v = (high - at) / (high - centre);
        }
    }
}

enum { MEL_ELEMENTS = 1 << 26 };

/* A constant, of constants: how many bands, the length of the transform, samples in a second, the
 * lowest and the highest frequency. */
sn_answer sn_onnx_import_mel_weight_matrix(sn_onnx_call *c)
{
    double in[5];
    const sn_type to = sn_onnx_type_of(sn_onnx_int(c, "output_datatype", 1));
    if (to == SN_TYPE_UNKNOWN) return SN_ONNX_NEVER("a type that sinter does not have");
    for (unsigned i = 0; i < 5; i++) {
        const sn_answer is = number_of(c, i, &in[i]);
        if (is.is != SN_YES) return is;
    }
    const double lowest = mel_of(in[3]), highest = mel_of(in[4]);
    const bool sane = in[0] >= 1 && in[1] >= 1 && in[2] > 0 && in[3] >= 0 && in[4] >= in[3] &&
                      in[0] * in[1] <= MEL_ELEMENTS;
    if (!sane) return SN_ONNX_NEVER("there is no such matrix");
    const int64_t bands = (int64_t)in[0], lines = (int64_t)in[1] / 2 + 1;
    double *border = SN_NEW_N(c->r->in.arena, double, bands + 2);
    for (int64_t i = 0; i < bands + 2; i++) {
        const double hertz =
            hertz_of(lowest + (double)i * (highest - lowest) / (double)(bands + 2));
        border[i] = floor((in[1] + 1) * hertz / in[2]);
        if (!(border[i] < (double)lines)) return SN_ONNX_NEVER("a band is beyond the spectrum");
    }
    double *v = SN_NEW_N(c->r->in.arena, double, lines *bands);
    mel_triangles(border, lines, bands, v);
    const sn_tensor *t;
    c->r->status = sn_tensor_vector(c->r->in.ctx, to, v, lines * bands, &t);
    if (c->r->status != SN_OK) return SN_ONNX_YES;
    const int64_t shape[] = {lines, bands};
    sn_onnx_give(c, 0, sn_onnx_reshape(c, sn_onnx_tensor_value(c, t), shape, 2));
    return SN_ONNX_YES;
}

/* ---- optionals ------------------------------------------------------------------------------- */

/* A tensor is there; what may be an optional has no type here. */
sn_answer sn_onnx_import_optional_has_element(sn_onnx_call *c)
{
    if (sn_onnx_n_in(c) > 0 && sn_onnx_has(c, 0)) SN_ONNX_NEED_TYPE(c, 0);
    const bool is = sn_onnx_n_in(c) > 0 && sn_onnx_has(c, 0);
    sn_onnx_give(c, 0, sn_onnx_number(c, SN_TYPE_bool, is));
    return SN_ONNX_YES;
}

sn_answer sn_onnx_import_optional_get_element(sn_onnx_call *c)
{
    SN_ONNX_NEED_TYPE(c, 0);
    sn_onnx_give(c, 0, sn_onnx_in(c, 0));
    return SN_ONNX_YES;
}
