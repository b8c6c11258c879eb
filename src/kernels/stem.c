/* SPDX-License-Identifier: Apache-2.0
 *
 * First layers: the same sums as in `direct` over a plain x of a few channels. Taps of a row are
 * the inner loop. */
#include "kernels/direct.h"

enum { MOST_CHANNELS = 4, MOST_TAPS = 16 };

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    sn_conv_sizes c;
    if (!sn_conv_sizes_of(node, &c) || sn_conv_is_special(&c) || c.group != 1 ||
        c.icg > MOST_CHANNELS || c.w.kernel[2] > MOST_TAPS)
        return false;
    out->in[0] = SN_LAYOUT_PLAIN;
    out->out[0] = SN_LAYOUT_BLOCKED;
    out->epilogue = true;
    sn_direct_work(k, node, &c, false, &out->work);
    return true;
}

static sn_status plan(const sn_kernel_ctx *k, sn_step *s) { return sn_direct_plan(k, s, false); }

const sn_kernel sn_kernel_stem = {
    .name = "stem",
    .synopsis =
        "k x k convolution of a plain tensor of up to 4 channels in register tiles along rows",
    .wants = wants,
    .plan = plan,
    .emit = sn_direct_emit,
    .row_window = sn_direct_row_window,
    .plan_rows = sn_direct_plan_rows,
    .emit_rows = sn_direct_emit_rows,
};
