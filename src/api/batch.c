/* SPDX-License-Identifier: Apache-2.0
 *
 * The axis of images: put in front or taken off for a format, or one of several images. */
#include <inttypes.h>

#include "api/model.h"
#include "base/ways.h"
#include "passes/batch_axis.h"
#include "ref/images.h"
#include "ref/run.h"

enum { MOST_IMAGES = 4096 };

static bool all_sizes_known(const sn_graph *g, sn_arena *scratch)
{
    size_t n = 0;
    bool known = true;
    sn_value **inputs = sn_graph_inputs(g, scratch, &n);
    for (size_t i = 0; i < n; i++) known = known && sn_shape_known(&inputs[i]->shape);
    return known;
}

sn_status sn_model_match_images(sn_model *m, const sn_format *format)
{
    sn_ctx *ctx = m->context->ctx;
    if (!m->format || m->format->batched == format->batched || m->images_matched) return SN_OK;
    SN_TRY(sn_model_infer(m));
    sn_str said;
    sn_str_init(&said, m->arena);
    if (!all_sizes_known(m->graph, m->arena)) SN_TRY(sn_model_pin_hints(m, m->arena, &said));
    if (said.n)
        sn_warn(ctx, "what is written holds for inputs of the sizes in the file, %s", said.s);
    if (!all_sizes_known(m->graph, m->arena)) return SN_OK;
    SN_TRY(sn_model_work_out(m));
    sn_graph *made = NULL;
    const char *why = NULL;
    int64_t n = 1;
    SN_TRY(format->batched ? sn_batch_add(m->graph, 1, m->arena, &made, &why)
                           : sn_batch_drop(m->graph, false, m->arena, &made, &n, &why));
    if (made && n == 1) {
        const sn_status status = format->batched ? sn_check_images_apart(made, m->graph, 1)
                                                 : sn_check_images_apart(m->graph, made, 1);
        if (status != SN_OK) sn_graph_destroy(made);
        if (status != SN_OK) return status;
        SN_PUSH(m->given_up, m->graph);
        m->graph = made;
        m->inferred = m->images_matched = m->sizes_given = true;
        sn_model_changes(m);
        return SN_OK;
    }
    sn_graph_destroy(made);
    sn_note(ctx, "%s: the axis of images stays as it is: %s",
            m->graph->name ? m->graph->name : "the network",
            why ? why : "there are several images");
    return SN_OK;
}

static sn_status check_sizes(sn_model *m, sn_arena *arena)
{
    size_t n = 0;
    sn_value **inputs = sn_graph_inputs(m->graph, arena, &n);
    SN_CHECK(m->context->ctx, n, SN_E_UNSUPPORTED, "the network has no input");
    for (size_t i = 0; i < n; i++) {
        const char *name = inputs[i]->name ? sn_escape(m->arena, inputs[i]->name) : "?";
        SN_CHECK(m->context->ctx, sn_shape_known(&inputs[i]->shape), SN_E_SHAPE,
                 "the sizes of input '%s' are not known, and a batch needs them: give them, "
                 "like " SN_WAY_INPUT("%s=3,240,320"),
                 name, name);
    }
    return SN_OK;
}

/* Whether all that goes in and comes out has an axis of one image in front. */
static bool may_have_one_image(const sn_graph *g)
{
    const sn_node *output = sn_graph_output(g);
    for (size_t i = 0; sn_graph_fed(g, i); i++) {
        const sn_shape *s = &sn_graph_fed(g, i)->shape;
        if (s->rank < 1 || s->d[0] != 1) return false;
    }
    for (unsigned i = 0; output && i < output->n_in; i++) {
        const sn_shape *s = &sn_in(output, i)->shape;
        if (s->rank < 1 || s->d[0] != 1) return false;
    }
    return true;
}

/* The network of one image: that of a batch of one without its axis, else as it is (NULL). */
static sn_status one_image(sn_model *m, sn_arena *arena, sn_graph **out)
{
    sn_graph *image = NULL;
    const char *why = NULL;
    int64_t found = 0;
    const bool in_front = sn_batch_is_in_front(m->graph);
    if (!in_front && !may_have_one_image(m->graph)) return SN_OK;
    SN_TRY(sn_batch_drop(m->graph, false, arena, &image, &found, &why));
    if (!image) return SN_OK;
    if (found > 1) {
        sn_graph_destroy(image);
        return sn_fail(m->context->ctx, SN_E_UNSUPPORTED,
                       "the network has a batch of %" PRId64 " already, one image expected", found);
    }
    *out = image;
    return SN_OK;
}

static sn_status add(sn_model *m, int n, sn_verify_mode verify, sn_arena *arena, sn_graph **image)
{
    sn_ctx *ctx = m->context->ctx;
    sn_graph *batch = NULL;
    const char *why = NULL;
    SN_TRY(check_sizes(m, arena));
    SN_TRY(one_image(m, arena, image));
    const sn_graph *one = *image ? *image : m->graph;
    SN_TRY(sn_batch_add(one, n, arena, &batch, &why));
    SN_CHECK(ctx, batch, SN_E_UNSUPPORTED, "there is no network of %d images: %s", n, why);
    const sn_status status = verify == SN_VERIFY_OFF ? SN_OK : sn_check_images_apart(batch, one, n);
    if (status != SN_OK) {
        sn_graph_destroy(batch);
        return status;
    }
    sn_model_changes(m);
    SN_PUSH(m->given_up, m->graph);
    m->graph = batch;
    return SN_OK;
}

static sn_status set_batch(sn_model *m, int n, sn_verify_mode verify)
{
    sn_ctx *ctx = m->context->ctx;
    const sn_format *format = m->target_format;
    SN_CHECK(ctx, n >= 1 && n <= MOST_IMAGES, SN_E_ARG,
             "a batch of %d images: 1 to %d are expected", n, MOST_IMAGES);
    SN_CHECK(ctx, !format || format->batched, SN_E_UNSUPPORTED,
             "the network is for %s, whose files hold networks of one image; 'compile', 'run' "
             "and 'bench' make code for a batch of any network",
             format->name);
    SN_TRY(sn_model_infer(m));
    sn_arena *arena = sn_arena_create(ctx);
    sn_graph *image = NULL;
    const sn_status status = add(m, n, verify, arena, &image);
    sn_graph_destroy(image);
    sn_arena_destroy(arena);
    if (status == SN_OK) m->batch = n;
    return status;
}

sn_status sn_model_set_batch(sn_model *m, int n, sn_verify_mode verify)
{
    SN_GUARD(m->context->ctx, set_batch(m, n, verify));
}
