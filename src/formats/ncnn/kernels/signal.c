/* SPDX-License-Identifier: Apache-2.0
 *
 * spectrogram and its inverse as plain Fourier sums: a frequency, or a sample, at a time. */
#include "kernels/loops.h"
#include "formats/ncnn/ops/ops.h"
#include "formats/ncnn/ops/spectrogram.h"

extern const char sn_text_spectrogram[], sn_text_inverse_spectrogram[];

/* The window, for the forward transform with its factor, and the angles. */
static sn_status prepare(const sn_kernel_ctx *k, sn_step *s)
{
    const int64_t n = sn_loops_int(s->node, "n_fft");
    const float *window = sn_spectrogram_window(s->node->params, k->arena);
    const double *turns = sn_spectrogram_turns((int)n, k->arena);
    const bool forward = s->node->op == &sn_ncnn_op_spectrogram;
    const double factor = forward ? sn_spectrogram_norm(s->node->params, window) : 1;
    float *to = sn_loops_pack(k, s, CT_window, n, "window");
    for (int64_t i = 0; i < n; i++) to[i] = (float)((double)window[i] * factor);
    to = sn_loops_pack(k, s, CT_turns, 2 * n, "cos and sin of 2 pi i / n_fft");
    for (int64_t i = 0; i < 2 * n; i++) to[i] = (float)turns[i];
    s->flops = 4.0 * (double)n * (double)sn_shape_count(&s->out[0]->shape);
    return SN_OK;
}

static sn_status bind(sn_emit *e, const sn_step *s, sn_bind *b)
{
    const float *window = sn_spectrogram_window(s->node->params, sn_emit_arena(e));
    const double n = sn_loops_int(s->node, "n_fft");
    sn_bind_int(b, CT_hop, sn_spectrogram_hop(s->node->params));
    sn_bind_text(b, CT_factor,
                 sn_emit_number(e, 1 / (sn_spectrogram_norm(s->node->params, window) * n)));
    return SN_OK;
}

static const sn_loops_row rows[] = {
    {.op = &sn_ncnn_op_spectrogram,
     .name = "spectrogram",
     .body = sn_text_spectrogram,
     .units = sn_loops_out0,
     .prepare = prepare,
     .bind = bind,
     .cost = 3000},
    {.op = &sn_ncnn_op_inverse_spectrogram,
     .name = "inverse_spectrogram",
     .body = sn_text_inverse_spectrogram,
     .units = sn_loops_out0,
     .prepare = prepare,
     .bind = bind,
     .cost = 3000},
};

SN_LOOPS_KERNEL(signal, "short-time Fourier transforms as plain sums", &sn_ncnn_op_spectrogram,
                &sn_ncnn_op_inverse_spectrogram)
