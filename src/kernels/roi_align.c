/* SPDX-License-Identifier: Apache-2.0
 *
 * roi_align, max_roi_pool: the bins of a region in one channel after another, of any float type as
 * it is stored. Where a bin is so large that the interpreter refuses it, it has as many samples as
 * there can be.
 */
#include "ops/roi_align.h"

#include "ops/max_roi_pool.h"

#include "kernels/picks.h"
#include "ops/ops.h"

extern const char sn_text_regions[], sn_text_regions_tap[], sn_text_max_roi_pool[],
    sn_text_bin_edge[];

static int64_t planes(const sn_node *node)
{
    const sn_shape *y = &sn_out(node, 0)->shape;
    return sn_span_count(y, 0, y->rank - 2);
}

static sn_status call_corner(void *user, sn_emit *e, const char *const *args, int n, sn_str *out)
{
    const sn_type type = *(const sn_type *)user;
    const sn_domain domain = type == SN_TYPE_f64 ? SN_IN_DOUBLE : SN_IN_FLOAT;
    sn_str_add(out, sn_emit_load(e, type, domain, n > 0 ? args[0] : "0"));
    return SN_OK;
}

/* Both operators have the same slots. */
static void bind_regions(sn_emit *e, const sn_step *s, sn_bind *b)
{
    const sn_shape *x = &sn_in(s->node, SN_ROI_ALIGN_X)->shape;
    sn_type *type = SN_NEW(sn_emit_arena(e), sn_type);
    *type = sn_picks_type(sn_in(s->node, SN_ROI_ALIGN_ROIS));
    sn_picks_bind(e, s, b, SN_ROI_ALIGN_BATCH, SN_IN_DOUBLE);
    sn_bind_text(b, CT_place, *type == SN_TYPE_f64 ? "double" : "float");
    sn_bind_text(b, CT_f, *type == SN_TYPE_f64 ? "" : "f");
    sn_bind_call(b, CT_corner, call_corner, type);
    sn_bind_int(b, CT_channels, x->d[x->rank - 3]);
}

static sn_status bind_pool(sn_emit *e, const sn_step *s, sn_bind *b)
{
    bind_regions(e, s, b);
    sn_bind_text(b, CT_farthest, sn_emit_number(e, SN_ROI_FARTHEST));
    return SN_OK;
}

static sn_status bind(sn_emit *e, const sn_step *s, sn_bind *b)
{
    const sn_roi_align_params *p = s->node->params;
    bind_regions(e, s, b);
    sn_bind_text(b, CT_shift,
                 p->coordinate_transformation_mode == SN_ROI_HALF_PIXEL ? " - 0.5f" : "");
    sn_bind_int(b, CT_half, p->coordinate_transformation_mode == SN_ROI_HALF_PIXEL);
    sn_bind_int(b, CT_largest, p->mode == SN_ROI_MAX);
    sn_bind_int(b, CT_upto, SN_ROI_MOST_SAMPLES);
    return SN_OK;
}

static const sn_loops_row rows[] = {
    {.op = &sn_op_roi_align,
     .name = "roi_align",
     .body = sn_text_regions,
     .helper = {sn_text_picks_index, sn_text_regions_tap},
     .units = planes,
     .fits = sn_picks_fit,
     .bind = bind,
     .typed = true,
     .cost = 30},
    {.op = &sn_op_max_roi_pool,
     .name = "max_roi_pool",
     .body = sn_text_max_roi_pool,
     .helper = {sn_text_picks_index, sn_text_bin_edge},
     .units = planes,
     .fits = sn_picks_fit,
     .bind = bind_pool,
     .typed = true,
     .cost = 12},
};

SN_LOOPS_KERNEL_OF(roi_align, true, "samples of regions, the bins of a channel one by one",
                   &sn_op_roi_align, &sn_op_max_roi_pool)
