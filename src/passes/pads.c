/* SPDX-License-Identifier: Apache-2.0
 *
 * Pads: see pads.h. */
#include "passes/pads.h"

#include "ops/ops.h"
#include "ops/window.h"

bool sn_spatial_pad_of(sn_pass_run *run, sn_node *reader, int axis, int nd, sn_spatial_pad *out)
{
    sn_node *pad = sn_in(reader, 0) ? sn_in(reader, 0)->def : NULL;
    if (!pad || pad->op != &sn_op_pad) return false;
    const sn_pad_params *p = pad->params;
    const sn_value *x = sn_in(pad, SN_PAD_X);
    const char *why = NULL;
    *out = (sn_spatial_pad){.node = pad, .value = p->value};
    if (p->type != SN_BORDER_CONSTANT)
        why = "the border is made of elements, not of one number";
    else if (sn_in(pad, SN_PAD_PER_CHANNEL))
        why = "the border differs between channels";
    else if (!isfinite(p->value))
        why = "the border is not finite";
    else if (x->type != SN_TYPE_f32)
        why = "its elements are not f32";
    else if (x->shape.rank < 0)
        why = "the rank of its input is not known";
    else if (x->shape.rank != axis + 1 + nd || x->shape.rank > 4)
        why = "the window works on other axes";
    if (why) {
        sn_missed(run, pad, reader, "the pad stays: %s", why);
        return false;
    }
    sn_border b = sn_pad_border(p, x->shape.rank);
    for (int i = 0; i < x->shape.rank; i++) {
        if (i > axis) {
            out->begin[i - axis - 1] = b.begin[i];
            out->end[i - axis - 1] = b.end[i];
        } else if (b.begin[i] || b.end[i]) {
            sn_missed(run, pad, reader, "the pad stays: it pads channels as well");
            return false;
        }
    }
    return sn_sole_producer(run, sn_in(reader, 0), reader, false) != NULL;
}

bool sn_pads_add(int nd, const int64_t *a, const int64_t *b, int64_t *out)
{
    for (int i = 0; i < nd; i++) {
        if (a[i] + b[i] > INT32_MAX / 4) return false;
        out[i] = a[i] + b[i];
    }
    return true;
}
