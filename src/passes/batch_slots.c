/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators in which each operand has a rule of its own for the axis of images.
 *
 * multi_head_attention counts such axes. Its weights are the same for all images, a mask may be.
 *
 * roi_align has the images one behind the other, and each region names its own; b of each run, of
 * which the regions name those of their run, are n * b:
 *
 *     roi_align(x, rois)     -->  roi_align(x of all, rois of all, [[0, 0, ..], [1, 1, ..], ..])
 *     roi_align(x, rois, i)  -->  roi_align(x of all, rois of all, [i, i + b, i + 2 * b, ..])
 *
 * gemm stands in batch_rows.c.
 */
#include <string.h>

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

/* The images that regions name: a constant, where it is one. */
static const sn_tensor *named_images(const sn_node *n)
{
    const sn_value *v = n->n_in > SN_ROI_ALIGN_BATCH ? sn_in(n, SN_ROI_ALIGN_BATCH) : NULL;
    return v ? sn_const_of(v) : NULL;
}

/* An image for each of the regions [rois], which are of `parts` runs: of region i of run k
 * of[i] + k * step, of[i] being 0 where there is none. */
static sn_value *indices_of(sn_twin *t, const sn_node *n, const sn_shape *rois, int64_t parts,
                            const sn_tensor *of, int64_t step)
{
    sn_shape s = {.rank = (int8_t)(rois->rank - 1)};
    memcpy(s.d, rois->d, (size_t)s.rank * sizeof *s.d);
    const int64_t each = sn_shape_count(&s) / parts;
    sn_tensor *made = NULL;
    void *data = NULL;
    if (sn_tensor_create(t->from->ctx, SN_TYPE_i64, &s, &made, &data) != SN_OK) {
        sn_ctx_clear_error(t->from->ctx);
        sn_twin_refuse(t, n, "there is no memory for the images of its regions");
        return NULL;
    }
    for (int64_t i = 0; i < parts * each; i++)
        ((int64_t *)data)[i] = (of ? sn_index_at(of, i % each) : 0) + i / each * step;
    sn_value *v = sn_value_const(t->to, made, NULL);
    sn_tensor_release(made);
    return v;
}

/* Of a run, `step` images: none of its regions names another. */
static bool in_run(const sn_tensor *of, int64_t n, int64_t step)
{
    for (int64_t i = 0; i < n; i++)
        if (sn_index_at(of, i) < 0 || sn_index_at(of, i) >= step) return false;
    return true;
}

static void add_images(sn_twin *t, const sn_node *n)
{
    const sn_value *x = sn_in(n, SN_ROI_ALIGN_X);
    const bool batched = is_batched(t, n, SN_ROI_ALIGN_X),
               named = n->n_in > SN_ROI_ALIGN_BATCH && sn_in(n, SN_ROI_ALIGN_BATCH);
    const sn_tensor *of = named_images(n);
    const sn_shape *rois = &sn_in(n, SN_ROI_ALIGN_ROIS)->shape;
    const int64_t each = sn_span_count(rois, 0, rois->rank - 1), step = named ? x->shape.d[0] : 1;
    sn_value *in[3] = {NULL, NULL, NULL};
    const sn_shape all_rois = sn_twin_moved(t, rois, true);
    if (!is_batched(t, n, SN_ROI_ALIGN_ROIS))
        sn_twin_refuse(t, n, "its regions are the same for all images");
    else if (named && batched && (!of || !in_run(of, each, step)))
        sn_twin_refuse(t, n, "which of several images its regions are of is not known");
    else if (named && !batched && !of && !is_batched(t, n, SN_ROI_ALIGN_BATCH))
        sn_twin_refuse(t, n, "which of several images its regions are of is not known");
    else if (batched || of)
        in[SN_ROI_ALIGN_BATCH] = indices_of(t, n, &all_rois, t->n, of, batched ? step : 0);
    if (named && batched && !t->why) {
        sn_shape all = x->shape;
        all.d[0] *= t->n;
        in[SN_ROI_ALIGN_X] = sn_twin_reshaped(t, t->value[x->id], &all);
    }
    make(t, n, n->params, named || batched ? 3 : 2, in);
}

/* Whether the regions of each run name images of `step` that are its own, the same ones in each
 * run. */
static bool names_own_images(const sn_twin *t, const sn_node *n, int64_t step)
{
    const sn_tensor *of = named_images(n);
    const sn_shape *s = of ? &sn_in(n, SN_ROI_ALIGN_BATCH)->shape : NULL;
    if (!of || s->rank < 1 || s->d[0] != t->n) return false;
    const int64_t each = sn_span_count(s, 1, s->rank);
    for (int64_t i = 0; i < t->n * each; i++)
        if (sn_index_at(of, i) != sn_index_at(of, i % each) + i / each * step) return false;
    return step == 0 || in_run(of, each, step);
}

static void drop_images(sn_twin *t, const sn_node *n)
{
    const sn_value *x = sn_in(n, SN_ROI_ALIGN_X), *rois = sn_in(n, SN_ROI_ALIGN_ROIS);
    const bool batched = t->batched[x->id], rows = t->rows[x->id],
               named = n->n_in > SN_ROI_ALIGN_BATCH && sn_in(n, SN_ROI_ALIGN_BATCH);
    const int64_t step = batched ? 1 : rows ? x->shape.d[0] / t->n : 0;
    sn_value *in[3] = {NULL, NULL, NULL};
    if (!is_batched(t, n, SN_ROI_ALIGN_ROIS) || rois->shape.rank < 2)
        sn_twin_refuse(t, n, "its regions are the same for all images");
    else if (batched || rows || (named && !is_batched(t, n, SN_ROI_ALIGN_BATCH))) {
        if (!names_own_images(t, n, step))
            sn_twin_refuse(t, n, "a region may name another image than its own");
        const sn_shape s = sn_twin_moved(t, &rois->shape, true);
        if (!batched && !t->why)
            in[SN_ROI_ALIGN_BATCH] = indices_of(t, n, &s, 1, named_images(n), 0);
    }
    make(t, n, n->params, batched || !named ? 2 : 3, in);
}

bool sn_twin_by_slots(sn_twin *t, const sn_node *n)
{
    if (n->op == &sn_op_multi_head_attention)
        mha_twin(t, n);
    else if (n->op == &sn_op_gemm)
        sn_twin_gemm(t, n);
    else if (n->op == &sn_op_matmul)
        return sn_twin_matmul(t, n);
    else if (n->op != &sn_op_roi_align)
        return false;
    else if (t->by > 0)
        add_images(t, n);
    else
        drop_images(t, n);
    return true;
}
