/* SPDX-License-Identifier: Apache-2.0 */
#include "ref/images.h"

#include <string.h>

#include "ref/agree.h"
#include "ref/distance.h"
#include "ref/inputs.h"
#include "ref/run.h"

#define BOUND 1e-5 /* distance (docs/numbers.md): both are worked out in double */

typedef struct images {
    sn_ctx *ctx;
    sn_arena *arena;
    const sn_graph *batch, *image;
    int64_t n;
    const sn_tensor **feeds, **results, **feed, **result; /* of the batch; of one image */
    size_t n_in, n_out;
} images;

/* Image `index` of a tensor that has the batch in front. */
static sn_status image_of(const images *m, const sn_tensor *t, int64_t index, const sn_tensor **out)
{
    sn_shape s = t->shape;
    sn_tensor *one = NULL;
    void *data = NULL;
    s.rank--;
    memmove(s.d, s.d + 1, (size_t)s.rank * sizeof *s.d);
    SN_TRY(sn_tensor_create(m->ctx, t->type, &s, &one, &data));
    const size_t bytes = (size_t)sn_shape_count(&s) * sn_type_bytes(t->type);
    memcpy(data, (const char *)sn_tensor_data(t) + (size_t)index * bytes, bytes);
    *out = one;
    return SN_OK;
}

static sn_status compare(const images *m, int64_t index)
{
    for (size_t i = 0; i < m->n_out; i++) {
        const sn_tensor *expected = NULL;
        const char *why = NULL;
        int64_t at = 0;
        if (!m->results[i] || !m->result[i]) continue;
        if (m->results[i]->shape.rank == m->result[i]->shape.rank) {
            expected = m->results[i];
            sn_tensor_retain(expected);
        } else {
            SN_TRY(image_of(m, m->results[i], index, &expected));
        }
        const double d = sn_tensor_distance(expected, m->result[i], m->arena, &why, &at);
        sn_tensor_release(expected);
        SN_CHECK(
            m->ctx, d <= BOUND, SN_E_INTERNAL,
            "output %zu of image %zu of a batch of %zu is another than that of the image alone: "
            "distance %g",
            i, (size_t)index, (size_t)m->n, d);
    }
    return SN_OK;
}

static sn_status one_image(images *m, int64_t index)
{
    sn_status status = SN_OK;
    for (size_t i = 0; i < m->n_in && status == SN_OK; i++)
        status = image_of(m, m->feeds[i], index, &m->feed[i]);
    if (status == SN_OK) status = sn_run_graph(m->image, m->feed, m->n_in, NULL, m->result);
    if (status == SN_OK) status = compare(m, index);
    sn_tensors_release(m->feed, m->n_in);
    sn_tensors_release(m->result, m->n_out);
    return status;
}

static sn_status check(images *m, sn_value *const *inputs)
{
    for (size_t i = 0; i < m->n_in; i++)
        SN_TRY(sn_random_tensor(m->ctx, inputs[i]->type, &inputs[i]->shape, i + 1, SN_FLAVOUR_UNIT,
                                sn_feed_limit(inputs[i]), &m->feeds[i]));
    SN_TRY(sn_run_graph(m->batch, m->feeds, m->n_in, NULL, m->results));
    for (int64_t k = 0; k < m->n; k++) SN_TRY(one_image(m, k));
    return SN_OK;
}

sn_status sn_check_images_apart(const sn_graph *batch, const sn_graph *image, int64_t n)
{
    images m = {.ctx = batch->ctx, .batch = batch, .image = image, .n = n};
    const sn_node *output = sn_graph_output(batch);
    m.arena = sn_arena_create(m.ctx);
    sn_value **inputs = sn_graph_inputs(batch, m.arena, &m.n_in);
    m.n_out = output ? output->n_in : 0;
    m.feeds = SN_NEW_N(m.arena, const sn_tensor *, m.n_in + 1);
    m.feed = SN_NEW_N(m.arena, const sn_tensor *, m.n_in + 1);
    m.results = SN_NEW_N(m.arena, const sn_tensor *, m.n_out + 1);
    m.result = SN_NEW_N(m.arena, const sn_tensor *, m.n_out + 1);
    sn_status status = check(&m, inputs);
    sn_tensors_release(m.feeds, m.n_in);
    sn_tensors_release(m.results, m.n_out);
    sn_arena_destroy(m.arena);
    return status;
}
