/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators in which each operand has a rule of its own for the axis of images.
 *
 * multi_head_attention counts such axes. Its weights are the same for all images, a mask may be.
 *
 * roi_align has the images one behind the other, and each region names its own:
 *
 *     roi_align(x, rois)  -->  roi_align(x of all, rois of all, [[0, 0, ..], [1, 1, ..], ..])
 */
#include "ops/attention.h"
#include "ops/gather.h"
#include "ops/ops.h"
#include "ops/roi_align.h"
#include "ops/rule.h"
#include "passes/batch_twin.h"

static bool is_batched(const sn_twin *t, const sn_node *n, unsigned slot)
{
    return slot < n->n_in && sn_in(n, slot) && t->batched[sn_in(n, slot)->id];
}

static void make(sn_twin *t, const sn_node *n, const void *params, uint16_t n_in, sn_value **in)
{
    for (uint16_t i = 0; i < n->n_in && i < n_in; i++) {
        if (sn_in(n, i) && !in[i]) in[i] = sn_twin_of(t, sn_in(n, i));
        if (sn_in(n, i) && !in[i]) sn_twin_refuse(t, n, "an operand has no data");
    }
    if (t->why) return;
    sn_twin_make(t, n, params, n_in, in);
    for (uint16_t i = 0; i < n->n_out; i++) t->batched[sn_out(n, i)->id] = true;
}

/* ---- multi_head_attention -------------------------------------------------------------------- */

static const char *mha_refused(const sn_twin *t, const sn_node *n, const sn_mha_params *p)
{
    const int batch = p->batch_axes + t->by;
    if (batch < 0 || batch > SN_MAX_RANK - 3) return "it has no place for the axis";
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *v = sn_in(n, i);
        const bool batched = is_batched(t, n, i), weight = i >= SN_MHA_WQ && i <= SN_MHA_BO;
        if (!v) continue;
        if (weight && batched) return "a weight or a reference differs from image to image";
        if (weight) continue;
        if (i == SN_MHA_MASK && v->shape.rank != (batched ? p->batch_axes + 3 : 2))
            return "its mask is neither of all images nor of one and all heads";
        if (i != SN_MHA_MASK && !batched)
            return "some of its operands are the same for all images, others are not";
        if (i != SN_MHA_MASK && v->shape.rank != p->batch_axes + 2)
            return "an image of its operand has too few axes";
    }
    return NULL;
}

static void mha_twin(sn_twin *t, const sn_node *n)
{
    sn_mha_params p = *(const sn_mha_params *)n->params;
    const char *why = mha_refused(t, n, &p);
    p.batch_axes += t->by;
    if (why)
        sn_twin_refuse(t, n, why);
    else
        make(t, n, &p, n->n_in, SN_NEW_N(t->arena, sn_value *, n->n_in + 1));
}

/* ---- roi_align ------------------------------------------------------------------------------- */

/* For each image as many regions, which name it. */
static sn_value *images_of_regions(sn_twin *t, const sn_node *n, const sn_shape *rois)
{
    const int64_t each = sn_span_count(rois, 0, rois->rank - 1);
    sn_shape s = {.rank = rois->rank, .d = {t->n}};
    sn_tensor *made = NULL;
    void *data = NULL;
    for (int i = 1; i < s.rank; i++) s.d[i] = rois->d[i - 1];
    if (sn_tensor_create(t->from->ctx, SN_TYPE_i64, &s, &made, &data) != SN_OK) {
        sn_ctx_clear_error(t->from->ctx);
        sn_twin_refuse(t, n, "there is no memory for the images of its regions");
        return NULL;
    }
    for (int64_t k = 0; k < t->n * each; k++) ((int64_t *)data)[k] = k / each;
    sn_value *v = sn_value_const(t->to, made, NULL);
    sn_tensor_release(made);
    return v;
}

static void add_images(sn_twin *t, const sn_node *n)
{
    const bool batched = is_batched(t, n, SN_ROI_ALIGN_X),
               named = n->n_in > SN_ROI_ALIGN_BATCH && sn_in(n, SN_ROI_ALIGN_BATCH);
    sn_value *in[3] = {NULL, NULL, NULL};
    if (!is_batched(t, n, SN_ROI_ALIGN_ROIS))
        sn_twin_refuse(t, n, "its regions are the same for all images");
    else if (named && (batched || !is_batched(t, n, SN_ROI_ALIGN_BATCH)))
        sn_twin_refuse(t, n, "its regions are of several images as it is");
    else if (batched)
        in[SN_ROI_ALIGN_BATCH] = images_of_regions(t, n, &sn_in(n, SN_ROI_ALIGN_ROIS)->shape);
    make(t, n, n->params, named || batched ? 3 : 2, in);
}

/* Each region is of the image that it is listed for. */
static bool names_own_images(const sn_twin *t, const sn_node *n)
{
    const sn_value *images = n->n_in > SN_ROI_ALIGN_BATCH ? sn_in(n, SN_ROI_ALIGN_BATCH) : NULL;
    const sn_tensor *of = images ? sn_const_of(images) : NULL;
    if (!of || images->shape.rank < 1 || images->shape.d[0] != t->n) return false;
    const int64_t each = sn_span_count(&images->shape, 1, images->shape.rank);
    for (int64_t k = 0; k < t->n * each; k++) {
        if (sn_index_at(of, k) != k / each) return false;
    }
    return true;
}

static void drop_images(sn_twin *t, const sn_node *n)
{
    const bool named = n->n_in > SN_ROI_ALIGN_BATCH && sn_in(n, SN_ROI_ALIGN_BATCH);
    sn_value *in[3] = {NULL, NULL, NULL};
    if (!is_batched(t, n, SN_ROI_ALIGN_ROIS) || sn_in(n, SN_ROI_ALIGN_ROIS)->shape.rank < 2)
        sn_twin_refuse(t, n, "its regions are the same for all images");
    else if (is_batched(t, n, SN_ROI_ALIGN_X) ? !names_own_images(t, n)
                                              : named && !is_batched(t, n, SN_ROI_ALIGN_BATCH))
        sn_twin_refuse(t, n, "a region may name another image than its own");
    make(t, n, n->params, is_batched(t, n, SN_ROI_ALIGN_X) || !named ? 2 : 3, in);
}

bool sn_twin_by_slots(sn_twin *t, const sn_node *n)
{
    if (n->op == &sn_op_multi_head_attention)
        mha_twin(t, n);
    else if (n->op != &sn_op_roi_align)
        return false;
    else if (t->by > 0)
        add_images(t, n);
    else
        drop_images(t, n);
    return true;
}
