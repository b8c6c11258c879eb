/* SPDX-License-Identifier: Apache-2.0
 *
 * spectrogram and inverse_spectrogram: the short-time Fourier transform of a signal and back, by
 * overlapped addition (Griffin and Lim, 1984), with the conventions of torchaudio.
 *
 * Of a signal of higher rank only the first row is looked at. Windows are worked out in float as
 * ncnn does, since the inverse divides by the sum of their squares wherever it is not exactly
 * zero; the transform itself uses the exact angles, in double. */
#include "formats/ncnn/ops/spectrogram.h"

#include "formats/ncnn/ops/ops.h"
#include "base/num.h"
#include "base/parallel.h"
#include "ops/rule.h"

enum { WINDOW_ONES, WINDOW_HANN, WINDOW_HAMMING };
enum { NORM_NONE, NORM_FRAME, NORM_WINDOW };
enum { POWER_COMPLEX, POWER_MAGNITUDE, POWER_ENERGY };
enum { PAD_ZERO, PAD_REPLICATE, PAD_REFLECT };
enum { RETURN_COMPLEX, RETURN_REAL, RETURN_IMAGINARY };
#define MAX_FFT 16777216

static const char *const windows[] = {"ones", "hann", "hamming", NULL};
static const char *const norms[] = {"none", "frame_length", "window", NULL};
static const char *const powers[] = {"complex", "magnitude", "energy", NULL};
static const char *const pads[] = {"zero", "replicate", "reflect", NULL};
static const char *const parts[] = {"complex", "real", "imaginary", NULL};

/* ---- what both share ------------------------------------------------------------------------- */

typedef struct frame_params {
    int32_t n_fft, hoplen, winlen, window_type, center, normalized;
} frame_params;

typedef struct forward_params {
    frame_params frame;
    int32_t power, pad_type, onesided;
} forward_params;

typedef struct inverse_params {
    frame_params frame;
    int32_t returns;
} inverse_params;

/* Rows for both tables: each struct begins with frame_params. */
/* clang-format off */
#define FRAME_ROWS                                                                               \
    SN_P_INT(frame_params, n_fft, 0, 0, MAX_FFT, "samples in a frame"),                          \
    SN_P_INT(frame_params, hoplen, 0, 0, MAX_FFT, "samples from frame to frame; 0: n_fft / 4"),  \
    SN_P_INT_LIKE(frame_params, winlen, "n_fft", 0, MAX_FFT, "samples under the window"),        \
    SN_P_ENUM(frame_params, window_type, WINDOW_ONES, windows, "shape of the window"),           \
    SN_P_BOOL(frame_params, center, 1, "frame t is centred on sample t * hoplen"),               \
    SN_P_ENUM(frame_params, normalized, NORM_NONE, norms,                                        \
              "divide by the root of the frame length or of the window's energy")
/* clang-format on */
_Static_assert(offsetof(forward_params, frame) == 0 && offsetof(inverse_params, frame) == 0,
               "the tables take offsets in frame_params for offsets in the whole");

int64_t sn_spectrogram_hop(const void *params)
{
    const frame_params *p = params;
    return p->hoplen > 0 ? p->hoplen : p->n_fft / 4;
}

static const char *validate(const void *params, sn_arena *arena)
{
    const frame_params *p = params;
    if (p->n_fft < 1) return "n_fft is 0, at least 1 expected";
    if (sn_spectrogram_hop(p) < 1) return "hoplen is n_fft / 4, which is 0, at least 1 expected";
    if (p->winlen <= p->n_fft) return NULL;
    return sn_arena_printf(arena, "winlen is %d, at most n_fft, %d, expected", (int)p->winlen,
                           (int)p->n_fft);
}

float *sn_spectrogram_window(const void *params, sn_arena *arena)
{
    const frame_params *p = params;
    float *window = SN_NEW_N(arena, float, p->n_fft);
    int before = (p->n_fft - p->winlen) / 2;
    for (int i = 0; i < p->winlen; i++) {
        float cosine = cosf((float)(2 * M_PI * i / p->winlen));
        float v = 1;
        if (p->window_type == WINDOW_HANN) v = 0.5f * (1 - cosine);
        if (p->window_type == WINDOW_HAMMING) v = 0.54f - 0.46f * cosine;
        window[before + i] = v;
    }
    return window;
}

double sn_spectrogram_norm(const void *params, const float *window)
{
    const frame_params *p = params;
    double sum = 0;
    if (p->normalized == NORM_FRAME) return 1 / sqrt((double)p->n_fft);
    if (p->normalized != NORM_WINDOW) return 1;
    for (int i = 0; i < p->n_fft; i++) sum += (double)window[i] * (double)window[i];
    return 1 / sqrt(sum);
}

double *sn_spectrogram_turns(int n_fft, sn_arena *arena)
{
    double *turns = SN_NEW_N(arena, double, 2 * (int64_t)n_fft);
    for (int i = 0; i < n_fft; i++) {
        turns[2 * i] = cos(2 * M_PI * i / n_fft);
        turns[2 * i + 1] = sin(2 * M_PI * i / n_fft);
    }
    return turns;
}

/* ---- spectrogram ----------------------------------------------------------------------------- */

static sn_status infer_forward(sn_infer *in)
{
    const forward_params *p = in->params;
    const frame_params *f = &p->frame;
    sn_shape x = in->in_shape[0];
    SN_TRY(sn_shape_rule_rank(in, 0, 1, 4));
    SN_TRY(sn_shape_rule_not_empty(in, 0));
    sn_dim frames = sn_shape_rule_symbol(in, 0, 1);
    if (x.rank > 0) {
        sn_dim size = x.d[x.rank - 1];
        int32_t half = f->center ? f->n_fft / 2 : 0;
        if (sn_dim_known(size) && half > 0 && p->pad_type == PAD_REFLECT && size <= half) {
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                                "%lld samples cannot be reflected by %d, more expected",
                                (long long)size, (int)half);
        }
        size = sn_dim_add(in->dims, size, 2 * (sn_dim)half);
        if (sn_dim_known(size) && size < f->n_fft) {
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                                "%lld samples with padding, at least n_fft, %d, expected",
                                (long long)size, (int)f->n_fft);
        }
        size = sn_dim_sub(in->dims, size, f->n_fft);
        frames = sn_dim_add(in->dims, sn_dim_floordiv(in->dims, size, sn_spectrogram_hop(f)), 1);
    }
    sn_dim freqs = p->onesided ? f->n_fft / 2 + 1 : f->n_fft;
    sn_shape_rule_give(
        in, 0, p->power == POWER_COMPLEX ? SN_SHAPE(freqs, frames, 2) : SN_SHAPE(freqs, frames));
    return SN_OK;
}

typedef struct forward_work {
    const forward_params *p;
    const double *signal, *turns; /* the signal with its padding */
    const float *window;
    double norm;
    int64_t frames, hop;
    float *y;
} forward_work;

static void one_frequency(void *user, int64_t i)
{
    const forward_work *w = user;
    int64_t n = w->p->frame.n_fft;
    /* Beyond the half the spectrum of a real signal is the conjugate of the mirrored one. */
    int64_t freq = i > n / 2 ? n - i : i;
    double sign = i > n / 2 ? -1 : 1;
    for (int64_t t = 0; t < w->frames; t++) {
        double re = 0, im = 0;
        for (int64_t k = 0; k < n; k++) {
            double v = w->signal[t * w->hop + k] * (double)w->window[k];
            const double *turn = w->turns + 2 * (freq * k % n);
            re += v * turn[0];
            im -= v * turn[1];
        }
        re *= w->norm;
        im *= w->norm * sign;
        int64_t at = i * w->frames + t;
        if (w->p->power == POWER_COMPLEX) {
            w->y[2 * at] = (float)re;
            w->y[2 * at + 1] = (float)im;
        } else {
            double energy = re * re + im * im;
            w->y[at] = (float)(w->p->power == POWER_MAGNITUDE ? sqrt(energy) : energy);
        }
    }
}

static double padded_sample(const float *x, int64_t size, int64_t i, int32_t pad_type)
{
    if (i >= 0 && i < size) return (double)x[i];
    if (pad_type == PAD_ZERO) return 0;
    if (pad_type == PAD_REPLICATE) return (double)x[i < 0 ? 0 : size - 1];
    return (double)x[i < 0 ? -i : 2 * (size - 1) - i];
}

static sn_status eval_forward(sn_eval *e)
{
    SN_TRY(sn_eval_all_f32(e));
    const forward_params *p = e->params;
    const sn_shape *s = &e->in_shape[0], *y = &e->out_shape[0];
    int64_t size = s->d[s->rank - 1], half = p->frame.center ? p->frame.n_fft / 2 : 0;
    double *signal = SN_NEW_N(e->arena, double, size + 2 * half);
    for (int64_t i = 0; i < size + 2 * half; i++) {
        signal[i] = padded_sample(sn_eval_in(e, 0), size, i - half, p->pad_type);
    }
    float *window = sn_spectrogram_window(&p->frame, e->arena);
    forward_work w = {.p = p,
                      .signal = signal,
                      .turns = sn_spectrogram_turns(p->frame.n_fft, e->arena),
                      .window = window,
                      .norm = sn_spectrogram_norm(&p->frame, window),
                      .frames = y->d[1],
                      .hop = sn_spectrogram_hop(&p->frame),
                      .y = sn_eval_out(e, 0)};
    sn_parallel_for(e->ctx, y->d[0], one_frequency, &w);
    return SN_OK;
}

static void cost_forward(const sn_infer *in, sn_cost *out)
{
    const forward_params *p = in->params;
    const sn_shape *y = &in->out_shape[0];
    if (sn_shape_known(y)) out->macs = 2.0 * (double)y->d[0] * (double)y->d[1] * p->frame.n_fft;
}

/* ---- inverse_spectrogram --------------------------------------------------------------------- */

static sn_status infer_inverse(sn_infer *in)
{
    const inverse_params *p = in->params;
    const frame_params *f = &p->frame;
    sn_shape x = in->in_shape[0];
    sn_dim size = sn_shape_rule_symbol(in, 0, 0);
    SN_TRY(sn_shape_rule_rank(in, 0, 3, 3));
    SN_TRY(sn_shape_rule_not_empty(in, 0));
    if (x.rank == 3) {
        SN_TRY(sn_shape_rule_size(in, "width of x", x.d[2], 2));
        if (sn_dim_known(x.d[0]) && x.d[0] != f->n_fft && x.d[0] != f->n_fft / 2 + 1) {
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                                "%lld frequencies, n_fft, %d, or n_fft / 2 + 1 expected",
                                (long long)x.d[0], (int)f->n_fft);
        }
        size = sn_dim_mul(in->dims, sn_dim_sub(in->dims, x.d[1], 1), sn_spectrogram_hop(f));
        size = sn_dim_add(in->dims, size, f->center ? f->n_fft % 2 : f->n_fft);
        if (sn_dim_known(size) && size < 1) {
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                                "%s frames give no samples, more expected",
                                sn_shape_rule_text(in, x.d[1]));
        }
    }
    sn_shape_rule_give(in, 0, p->returns == RETURN_COMPLEX ? SN_SHAPE(size, 2) : SN_SHAPE(size));
    return SN_OK;
}

typedef struct inverse_work {
    const frame_params *p;
    const float *x; /* [freqs][frames][2] */
    const float *window;
    const double *turns;
    int64_t freqs, frames, t; /* t: the frame in work */
    double norm;
    double *samples; /* [n_fft][2] of frame t, under the window */
} inverse_work;

static void one_sample(void *user, int64_t i)
{
    const inverse_work *w = user;
    int64_t n = w->p->n_fft;
    bool onesided = w->freqs == n / 2 + 1;
    double re = 0, im = 0;
    for (int64_t k = 0; k < n; k++) {
        bool mirrored = onesided && k > n / 2;
        const float *x = w->x + 2 * ((mirrored ? n - k : k) * w->frames + w->t);
        const double *turn = w->turns + 2 * (i * k % n);
        double a = (double)x[0], b = mirrored ? -(double)x[1] : (double)x[1];
        re += a * turn[0] - b * turn[1];
        im += a * turn[1] + b * turn[0];
    }
    double scale = (double)w->window[i] / (w->norm * (double)n);
    w->samples[2 * i] = re * scale;
    w->samples[2 * i + 1] = im * scale;
}

static void store_samples(const inverse_params *p, const double *sum, const float *energy,
                          int64_t size, float *y)
{
    for (int64_t i = 0; i < size; i++) {
        double divisor = energy[i] == 0 ? 1 : (double)energy[i];
        double re = sum[2 * i] / divisor, im = sum[2 * i + 1] / divisor;
        if (p->returns == RETURN_COMPLEX) {
            y[2 * i] = (float)re;
            y[2 * i + 1] = (float)im;
        } else {
            y[i] = (float)(p->returns == RETURN_REAL ? re : im);
        }
    }
}

static sn_status eval_inverse(sn_eval *e)
{
    SN_TRY(sn_eval_all_f32(e));
    const inverse_params *p = e->params;
    const frame_params *f = &p->frame;
    int64_t size = e->out_shape[0].d[0];
    float *window = sn_spectrogram_window(f, e->arena), *energy = SN_NEW_N(e->arena, float, size);
    double *sum = SN_NEW_N(e->arena, double, 2 * size);
    inverse_work w = {.p = f,
                      .x = sn_eval_in(e, 0),
                      .window = window,
                      .turns = sn_spectrogram_turns(f->n_fft, e->arena),
                      .freqs = e->in_shape[0].d[0],
                      .frames = e->in_shape[0].d[1],
                      .norm = sn_spectrogram_norm(f, window),
                      .samples = SN_NEW_N(e->arena, double, 2 * (int64_t)f->n_fft)};
    for (w.t = 0; w.t < w.frames; w.t++) {
        sn_parallel_for(e->ctx, f->n_fft, one_sample, &w);
        int64_t start = w.t * sn_spectrogram_hop(f) - (f->center ? f->n_fft / 2 : 0);
        for (int64_t i = 0; i < f->n_fft; i++) {
            if (start + i < 0 || start + i >= size) continue;
            sum[2 * (start + i)] += w.samples[2 * i];
            sum[2 * (start + i) + 1] += w.samples[2 * i + 1];
            energy[start + i] += window[i] * window[i];
        }
    }
    store_samples(p, sum, energy, size, sn_eval_out(e, 0));
    return SN_OK;
}

static void cost_inverse(const sn_infer *in, sn_cost *out)
{
    const inverse_params *p = in->params;
    const sn_shape *x = &in->in_shape[0];
    double n = p->frame.n_fft;
    if (x->rank == 3 && sn_dim_known(x->d[1])) out->macs = 4 * n * n * (double)x->d[1];
}

/* ---- operators ------------------------------------------------------------------------------- */

static const sn_param forward_table[] = {
    FRAME_ROWS,
    SN_P_ENUM(forward_params, power, POWER_COMPLEX, powers, "what is given of each complex number"),
    SN_P_ENUM(forward_params, pad_type, PAD_REFLECT, pads, "what is put around a centred signal"),
    SN_P_BOOL(forward_params, onesided, 1, "only the first n_fft / 2 + 1 frequencies"),
    SN_P_END,
};
static const sn_param inverse_table[] = {
    FRAME_ROWS,
    SN_P_ENUM(inverse_params, returns, RETURN_COMPLEX, parts,
              "what is given of each complex sample"),
    SN_P_END,
};
static const sn_slot slots[] = {{"x", 0}, {NULL, 0}};

const sn_op sn_ncnn_op_spectrogram = {
    .name = "ncnn.spectrogram",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = short-time Fourier transform of x",
    .slots = slots,
    .types = "float->float",
    .n_out = 1,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(forward_params),
    .params = forward_table,
    .validate = validate,
    .infer = infer_forward,
    .eval = eval_forward,
    .cost = cost_forward,
};

const sn_op sn_ncnn_op_inverse_spectrogram = {
    .name = "ncnn.inverse_spectrogram",
    .dialect = &sn_ncnn_dialect,
    .synopsis = "y = inverse short-time Fourier transform of x",
    .slots = slots,
    .types = "float->float",
    .n_out = 1,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(inverse_params),
    .params = inverse_table,
    .validate = validate,
    .infer = infer_inverse,
    .eval = eval_inverse,
    .cost = cost_inverse,
};
