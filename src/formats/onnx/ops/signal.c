/* SPDX-License-Identifier: Apache-2.0
 *
 * Fourier transforms as products with a matrix of sines and cosines. */
#include <math.h>

#include "formats/onnx/ops/parts.h"

/* Elements of such a matrix, or of frames: what memory is worth being given to. */
enum { MOST_ELEMENTS = 1 << 25 };

typedef struct transform {
    int64_t n, length, bins; /* elements that are there, of the signal, and of the result */
    int parts, results;      /* 1: real numbers, 2: complex ones */
    bool inverse;
    bool halved; /* inverse: the second half of the spectrum is that of a real signal */
} transform;

/* Factor of part `from` of element i in part `to` of result k. */
static double factor_of(const transform *t, int64_t i, int from, int64_t k, int to)
{
    const double turn = 2 * 3.14159265358979323846 *
                        (double)((uint64_t)i * (uint64_t)k % (uint64_t)t->length) /
                        (double)t->length;
    const double sine = t->inverse ? sin(turn) : -sin(turn);
    const bool alone = i == 0 || 2 * i == t->length;
    const double times = (t->inverse ? 1 / (double)t->length : 1) * (t->halved && !alone ? 2 : 1);
    if (from == to) return times * cos(turn);
    return times * (to ? sine : -sine);
}

/* [n * parts][bins * results] */
static sn_value *matrix_of(sn_onnx_call *c, const transform *t, sn_type type)
{
    const int64_t rows = t->n * t->parts, columns = t->bins * t->results;
    const int64_t used = t->halved ? t->length / 2 + 1 : t->length;
    double *v = SN_NEW_N(c->r->in.arena, double, rows *columns);
    for (int64_t i = 0; i < t->n && i < used; i++)
        for (int from = 0; from < t->parts; from++)
            for (int64_t at = 0; at < columns; at++)
                v[(i * t->parts + from) * columns + at] =
                    factor_of(t, i, from, at / t->results, (int)(at % t->results));
    const sn_tensor *m;
    if (c->r->status == SN_OK)
        c->r->status = sn_tensor_vector(c->r->in.ctx, type, v, rows * columns, &m);
    if (c->r->status != SN_OK) return NULL;
    return sn_onnx_reshape(c, sn_onnx_tensor_value(c, m), (int64_t[]){rows, columns}, 2);
}

static bool fits(const transform *t)
{
    const int64_t columns = t->bins * t->results;
    return t->n < MOST_ELEMENTS && t->length < MOST_ELEMENTS &&
           columns <= MOST_ELEMENTS / (t->n * t->parts + 1);
}

/* v [..][n][parts] as [..][bins][results]. */
static sn_value *transformed(sn_onnx_call *c, const transform *t, sn_value *v, int rank)
{
    int64_t flat[SN_MAX_RANK] = {0}, apart[SN_MAX_RANK] = {0};
    const sn_type type = sn_onnx_type(c, 0), wide = sn_onnx_wide(type);
    flat[rank - 2] = t->n * t->parts;
    apart[rank - 2] = t->bins;
    apart[rank - 1] = t->results;
    v = sn_onnx_reshape(c, sn_onnx_cast(c, v, wide), flat, rank - 1);
    v = SN_ONNX_DO(c, matmul, v, matrix_of(c, t, wide));
    return sn_onnx_cast(c, sn_onnx_reshape(c, v, apart, rank), type);
}

/* ---- DFT ------------------------------------------------------------------------------------- */

static sn_answer axis_of(sn_onnx_call *c, int *axis)
{
    int64_t given = c->version < 20 ? sn_onnx_int(c, "axis", 1) : -2;
    if (c->version >= 20 && sn_onnx_has(c, 2) && !sn_onnx_known_int(c, 2, &given))
        return SN_ONNX_LATER("its axis is not known");
    *axis = sn_onnx_axis(given, sn_onnx_rank(c, 0));
    if (*axis < 0 || *axis == sn_onnx_rank(c, 0) - 1)
        return SN_ONNX_NEVER("its input has no such axis");
    return SN_ONNX_YES;
}

sn_answer sn_onnx_import_dft(sn_onnx_call *c)
{
    SN_ONNX_NEED_RANK(c, 0);
    SN_ONNX_NEED_TYPE(c, 0);
    const sn_shape *x = sn_onnx_shape(c, 0);
    const bool onesided = sn_onnx_int(c, "onesided", 0) != 0;
    transform t = {.inverse = sn_onnx_int(c, "inverse", 0) != 0};
    int axis;
    if (x->rank < 2) return SN_ONNX_NEVER("its input has no signal");
    const sn_answer is = axis_of(c, &axis);
    if (is.is != SN_YES) return is;
    const sn_dim parts = x->d[x->rank - 1];
    if (!sn_dim_known(parts) || !sn_dim_known(x->d[axis]))
        return SN_ONNX_LATER("the size of its signal is not known");
    if (parts != 1 && parts != 2) return SN_ONNX_NEVER("its elements are no real or complex ones");
    t.halved = t.inverse && onesided;
    t.n = x->d[axis];
    t.parts = (int)parts;
    t.results = t.halved ? 1 : 2;
    t.length = t.halved ? 2 * (t.n - 1) : t.n;
    if (sn_onnx_has(c, 1) && !sn_onnx_known_int(c, 1, &t.length))
        return SN_ONNX_LATER("the length of its signal is not known");
    if (t.length < 1 || t.n < 1) return SN_ONNX_NEVER("its signal is empty");
    t.bins = onesided && !t.inverse ? t.length / 2 + 1 : t.length;
    if (!fits(&t)) return SN_ONNX_NEVER("its signal is too long");
    const int rank = x->rank;
    sn_value *v = sn_onnx_swap_axes(c, sn_onnx_in(c, 0), axis, rank - 2, rank);
    v = transformed(c, &t, v, rank);
    sn_onnx_give(c, 0, sn_onnx_swap_axes(c, v, axis, rank - 2, rank));
    return SN_ONNX_YES;
}

/* ---- STFT ------------------------------------------------------------------------------------ */

typedef struct framing {
    int64_t step, length, count, parts;
} framing;

/* A signal of two axes, as PyTorch writes it, is of real elements. */
static sn_answer frames_of(sn_onnx_call *c, framing *f)
{
    const sn_shape *x = sn_onnx_shape(c, 0), *w = sn_onnx_shape(c, 2);
    if (x->rank != 2 && x->rank != 3) return SN_ONNX_NEVER("its signal has not three axes");
    if (!sn_dim_known(x->d[1]) || (x->rank == 3 && !sn_dim_known(x->d[2])) ||
        (sn_onnx_has(c, 2) && (w->rank != 1 || !sn_dim_known(w->d[0]))))
        return SN_ONNX_LATER("the size of its signal, or of its window, is not known");
    if (!sn_onnx_known_int(c, 1, &f->step)) return SN_ONNX_LATER("its step is not known");
    f->length = sn_onnx_has(c, 2) ? w->d[0] : x->d[1];
    if (sn_onnx_has(c, 3) && !sn_onnx_known_int(c, 3, &f->length))
        return SN_ONNX_LATER("the length of its frames is not known");
    f->parts = x->rank == 3 ? x->d[2] : 1;
    if (f->parts != 1 && f->parts != 2)
        return SN_ONNX_NEVER("its elements are no real or complex ones");
    if (f->step < 1 || f->length < 1 || f->length > x->d[1])
        return SN_ONNX_NEVER("its frames do not fit its signal");
    if (sn_onnx_has(c, 2) && w->d[0] != f->length)
        return SN_ONNX_NEVER("its window does not fit its frames");
    f->count = (x->d[1] - f->length) / f->step + 1;
    if (f->count > MOST_ELEMENTS / f->length) return SN_ONNX_NEVER("its signal is too long");
    return SN_ONNX_YES;
}

/* Each frame, times the window, is transformed. */
sn_answer sn_onnx_import_stft(sn_onnx_call *c)
{
    framing f;
    SN_ONNX_NEED_RANK(c, 0);
    SN_ONNX_NEED_TYPE(c, 0);
    const sn_answer is = frames_of(c, &f);
    if (is.is != SN_YES) return is;
    const bool onesided = sn_onnx_int(c, "onesided", 1) != 0;
    const transform t = {.n = f.length,
                         .length = f.length,
                         .bins = onesided ? f.length / 2 + 1 : f.length,
                         .parts = (int)f.parts,
                         .results = 2};
    if (onesided && f.parts == 2) return SN_ONNX_NEVER("one side of a complex signal is asked for");
    if (!fits(&t)) return SN_ONNX_NEVER("its frames are too long");
    int64_t *from = SN_NEW_N(c->r->in.arena, int64_t, f.count * f.length);
    for (int64_t i = 0; i < f.count * f.length; i++) from[i] = i / f.length * f.step + i % f.length;
    sn_value *v = sn_onnx_gather(c, sn_onnx_in(c, 0), 1, from, (int)(f.count * f.length));
    v = sn_onnx_reshape(c, v, (int64_t[]){0, f.count, f.length, f.parts}, 4);
    if (sn_onnx_has(c, 2))
        v = SN_ONNX_DO(c, mul, v, sn_onnx_unsqueeze(c, sn_onnx_in(c, 2), (int[]){1}, 1));
    sn_onnx_give(c, 0, transformed(c, &t, v, 4));
    return SN_ONNX_YES;
}
