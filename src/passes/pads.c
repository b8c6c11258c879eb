/* SPDX-License-Identifier: Apache-2.0
 *
 * Pads: see pads.h. The rules of pooling are those of ops/pool.c. */
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

/* Windows begin at -begin and go on by the stride. The first one holds an element if it is longer than begin. The last one
 * ends at or before size + end, and with full mode less than a stride behind it. Where the window is larger than all that
 * full mode pads it to, the tail is the remainder of a negative number, and there may be a window in it alone. */
sn_answer sn_pool_windows_hold(sn_dims *dims, const sn_pool_params *p, const sn_shape *x)
{
    if (p->pad_mode == SN_POOL_PAD_SAME_UPPER || p->pad_mode == SN_POOL_PAD_SAME_LOWER) return SN_ANSWER_YES;
    for (int i = 0; i < p->nd; i++) {
        int64_t begin = sn_list_at(&p->pad_begin, i, 0), end = sn_list_at(&p->pad_end, i, 0);
        int64_t kernel = p->kernel.v[i], stride = sn_list_at(&p->stride, i, 1);
        if (begin >= kernel || end >= kernel) return SN_ANSWER_NO("a window may lie in the padding alone");
        if (p->pad_mode != SN_POOL_PAD_FULL || stride == 1) continue;
        int64_t size = x->rank == p->axis + 1 + p->nd ? x->d[p->axis + 1 + i] : -1;
        if (sn_dim_known(size) && size + begin + end >= kernel) {
            int64_t rest = (size + begin + end - kernel) % stride;
            if (end + (rest ? stride - rest : 0) < kernel) continue;
            return SN_ANSWER_NO("a window may lie in the padding alone");
        }
        if (end + stride - 1 >= kernel) return SN_ANSWER_NO("a window may lie in the padding alone");
        if (x->rank != p->axis + 1 + p->nd || sn_dim_lower(dims, size) + begin + end < kernel)
            return SN_ANSWER_UNKNOWN("the input may be smaller than the window, as long as its size is not known");
    }
    return SN_ANSWER_YES;
}

bool sn_pool_no_tail(const sn_pool_params *p, const sn_shape *x)
{
    if (p->pad_mode == SN_POOL_PAD_VALID) return true;
    if (p->pad_mode != SN_POOL_PAD_FULL) return false;
    for (int i = 0; i < p->nd; i++) {
        int64_t stride = sn_list_at(&p->stride, i, 1);
        if (stride == 1) continue;
        int64_t size = x->rank == p->axis + 1 + p->nd ? x->d[p->axis + 1 + i] : -1;
        if (!sn_dim_known(size)) return false;
        int64_t room = size + sn_list_at(&p->pad_begin, i, 0) + sn_list_at(&p->pad_end, i, 0) - p->kernel.v[i];
        if (room < 0 || room % stride != 0) return false;
    }
    return true;
}
