/* SPDX-License-Identifier: Apache-2.0
 *
 *   crop(conv_transpose(x, W) {pads})  -->  conv_transpose(x, W) {pads + what is cut off}
 *   crop(conv(x, W) {pads})            -->  conv(x, W) {pads - what is cut off * stride}
 *
 * The pads of a deconvolution are cut off its result. Of a convolution's results those that are cut
 * off belong to windows that begin or end in its border, and a border that is smaller by so many
 * strides has no such windows. So nothing is computed that is cut off afterwards. Weights, groups,
 * dilations, a bias and an activation do not matter.
 *
 * Needs: the crop takes all channels, and of the spatial axes some elements in their order, at
 * least one; how many it leaves out in front and behind are numbers, whatever the sizes; nobody
 * else reads what it crops; pads that are explicit numbers (SAME and given sizes of the result hang
 * on the size of x); a convolution has at least as much padding as is cut off, with strides; the
 * target can write the pads. */
#include "ops/conv_transpose.h"
#include "ops/ops.h"
#include "ops/slice.h"
#include "passes/conv_form.h"
#include "passes/pads.h"

/* What is cut off in front and behind along the spatial axes. */
typedef struct cut_off {
    int64_t begin[3], end[3];
} cut_off;

/* NULL: that is all that the crop does; else why not, empty for one along other axes. */
static const char *cut_of(sn_pass_run *run, const sn_node *crop, int axis, int nd, cut_off *out)
{
    sn_slice_box box;
    const sn_shape *x = &sn_in(crop, 0)->shape, *y = &sn_out(crop, 0)->shape;
    if (!sn_slice_box_of(crop, run->arena, &box) || x->rank != y->rank || x->rank != axis + 1 + nd)
        return "it is not known where it begins and ends";
    for (int k = 0; k < x->rank; k++) {
        const sn_dim from = box.offset.d[k],
                     rest =
                         sn_dim_sub(run->g->dims, x->d[k], sn_dim_add(run->g->dims, from, y->d[k]));
        const int i = k - axis - 1;
        if (!sn_dim_known(from) || !sn_dim_known(rest))
            return "how much is cut off depends on sizes that are not known";
        if (i < 0 && (from != 0 || rest != 0)) return "";
        if (sn_dim_known(y->d[k]) && y->d[k] < 1) return "it leaves nothing";
        if (sn_dim_lower(run->g->dims, y->d[k]) < 1) return "of some sizes it leaves nothing";
        if (i < 0) continue;
        out->begin[i] = from;
        out->end[i] = rest;
    }
    return NULL;
}

static const char *conv_pads(const sn_node *conv, const cut_off *c, sn_conv_geometry *g)
{
    const sn_answer a = sn_conv_geometry_of(conv, g);
    if (a.is != SN_YES) return a.why;
    for (int i = 0; i < g->nd; i++) {
        g->begin[i] -= c->begin[i] * g->stride[i];
        g->end[i] -= c->end[i] * g->stride[i];
        if (g->begin[i] < 0 || g->end[i] < 0) return "it cuts off more than windows in the padding";
    }
    return NULL;
}

static const char *deconv_pads(const sn_conv_transpose_params *p, const cut_off *c, int64_t *begin,
                               int64_t *end)
{
    int64_t own_begin[3] = {0}, own_end[3] = {0};
    if (p->pad_mode != SN_PAD_EXPLICIT || p->output_size.n)
        return "the size of its result is given, and the pads follow";
    for (int i = 0; i < p->nd; i++) {
        own_begin[i] = sn_list_at(&p->pad_begin, i, 0);
        own_end[i] = sn_list_at(&p->pad_end, i, 0);
        if (own_begin[i] < 0 || own_end[i] < 0) return "its pads are no numbers";
    }
    return sn_pads_add(p->nd, own_begin, c->begin, begin) &&
                   sn_pads_add(p->nd, own_end, c->end, end)
               ? NULL
               : "pads would be too large";
}

/* NULL: the params of the copy `n` have the pads; else why not. */
static const char *set_pads(sn_pass_run *run, sn_node *n, const cut_off *c)
{
    if (n->op == &sn_op_conv) {
        sn_conv_geometry g;
        const char *why = conv_pads(n, c, &g);
        if (!why) sn_conv_set_pads(n->params, &g, run->g->arena);
        return why;
    }
    sn_conv_transpose_params *p = n->params;
    int64_t begin[3], end[3];
    const char *why = deconv_pads(p, c, begin, end);
    if (why) return why;
    p->pad_begin = sn_conv_list(run->g->arena, p->nd, begin, 0);
    p->pad_end = sn_conv_list(run->g->arena, p->nd, end, 0);
    return NULL;
}

static sn_status visit(sn_pass_run *run, sn_node *crop)
{
    sn_value *x = sn_in(crop, 0);
    sn_node *conv = x->def;
    const bool forward = conv && conv->op == &sn_op_conv;
    cut_off c;
    if (!forward && !(conv && conv->op == &sn_op_conv_transpose)) return SN_OK;
    const int axis = forward ? ((const sn_conv_params *)conv->params)->axis
                             : ((const sn_conv_transpose_params *)conv->params)->axis,
              nd = forward ? ((const sn_conv_params *)conv->params)->nd
                           : ((const sn_conv_transpose_params *)conv->params)->nd;
    const char *why = cut_of(run, crop, axis, nd, &c);
    if (!why && x->n_uses != 1) why = "others read what it crops, too";
    if (why) {
        if (*why) sn_missed(run, conv, crop, "the crop stays: %s", why);
        return SN_OK;
    }
    sn_rewrite_begin(run);
    sn_node *n = sn_rewrite_clone(run, conv, conv);
    why = set_pads(run, n, &c);
    if (!why && !sn_spelling_can(run->env->target, run->env->ctx, n->op, n->params, n->n_in))
        why = sn_arena_printf(run->arena, "%s cannot write such pads", run->env->target->name);
    if (why) {
        sn_missed(run, conv, crop, "the crop stays: %s", why);
        sn_node_remove(n);
        return SN_OK;
    }
    sn_rewrite rw = {
        .matched = {conv, crop}, .n_matched = 2, .before = crop->out[0], .after = n->out[0]};
    bool done;
    return sn_rewrite_commit(run, &rw, &done);
}

static bool visits(const sn_op *op) { return op == &sn_op_slice; }

static sn_status run(sn_pass_run *run)
{
    SN_EACH_VISITED(n, run)
    {
        if (n->op == &sn_op_slice) SN_TRY(visit(run, n));
    }
    return SN_OK;
}

const sn_pass sn_pass_crop_into_conv = {
    .name = "crop_into_conv",
    .arrow = "crop(conv_transpose(x)) -> conv_transpose(x) {more pads}, crop(conv(x)) -> conv(x) "
             "{fewer pads}",
    .needs =
        "spatial axes alone, by numbers; explicit pads, of a conv as many as are cut off; sole "
        "reader",
    .visits = visits,
    .run = run,
};
