/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn.mvn: the loops of normalisations to mean 0 and variance 1, on channels or on all of x. */
#include "formats/ncnn/ops/ops.h"
#include "kernels/loops.h"

extern const char sn_text_norm[], sn_text_norm_sums[];

/* Elements that are normalised together. */
static int64_t run_of(const sn_node *node)
{
    const sn_shape *x = &sn_in(node, 0)->shape;
    const bool all = sn_loops_int(node, "across_channels") || x->rank < 3;
    return sn_span_count(x, all ? 0 : 1, x->rank);
}

static int64_t n_runs(const sn_node *node)
{
    const int64_t run = run_of(node);
    return run > 0 ? sn_shape_count(&sn_in(node, 0)->shape) / run : 0;
}

static bool fits(const sn_kernel_ctx *k, const sn_node *node)
{
    (void)k;
    return run_of(node) > 0;
}

static sn_status bind(sn_emit *e, const sn_step *s, sn_bind *b)
{
    const int64_t run = run_of(s->node);
    sn_bind_int(b, CT_run, run);
    sn_bind_int(b, CT_repeat, run);
    sn_bind_int(b, CT_period, 1);
    sn_bind_int(b, CT_center, true);
    sn_bind_int(b, CT_is_plain, true);
    sn_bind_int(b, CT_has_gamma, false);
    sn_bind_int(b, CT_has_beta, false);
    sn_bind_int(b, CT_has_scale, sn_loops_int(s->node, "normalize_variance"));
    sn_bind_calling(e, b, CT_scale_text,
                    sn_arena_printf(sn_emit_arena(e),
                                    "1.0f / (s_sqrt(norm_squares(x, %lld, mean) / %lld.0f) + %s)",
                                    (long long)run, (long long)run,
                                    sn_emit_number(e, (double)sn_loops_f32(s->node, "eps"))),
                    CT_norm_squares);
    return SN_OK;
}

static const sn_loops_row rows[] = {
    {.op = &sn_ncnn_op_mvn,
     .name = "norm",
     .body = sn_text_norm,
     .helper = {sn_text_norm_sums},
     .units = n_runs,
     .fits = fits,
     .bind = bind,
     .cost = 4},
};

SN_LOOPS_KERNEL(mvn, "mean and variance of channels, or of all", &sn_ncnn_op_mvn)
