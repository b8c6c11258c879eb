/* SPDX-License-Identifier: Apache-2.0
 *
 * A network beside arrays of a caller's. */
#include "api/model.h"

#include <string.h>

#include "ref/compare.h"
#include "ref/run.h"

/* What a comparison holds; given back however it ends. */
typedef struct holding {
    sn_model *m;
    sn_model *sized; /* m, or a copy at the sizes that the file hints at */
    const sn_tensor **feeds, **references;
    size_t n_feeds;
    uint16_t n_outputs;
} holding;

static void on_progress(void *user, const char *what, uint32_t n_done, uint32_t n_total)
{
    sn_context_progress(user, what, n_done, n_total);
}

static sn_status tensor_of(sn_ctx *ctx, const sn_array *a, sn_arena *scratch, const sn_tensor **out)
{
    sn_type type = SN_TYPE_UNKNOWN;
    sn_tensor *t = NULL;
    void *to = NULL;
    SN_CHECK(ctx, a->type && sn_type_parse(a->type, &type), SN_E_ARG,
             "a reference is of the type '%s', which there is not",
             a->type ? sn_escape(scratch, a->type) : "");
    SN_CHECK(ctx, a->rank >= 0 && a->rank <= SN_MAX_RANK, SN_E_SHAPE,
             "a reference has %d axes, at most %d are expected", a->rank, SN_MAX_RANK);
    const sn_shape shape = sn_array_shape(a);
    SN_TRY(sn_tensor_create(ctx, type, &shape, &t, &to));
    *out = t;
    SN_CHECK(ctx, t->n_bytes == a->bytes, SN_E_SHAPE,
             "a reference has %llu bytes, its type and sizes make %llu",
             (unsigned long long)a->bytes, (unsigned long long)t->n_bytes);
    if (t->n_bytes) memcpy(to, a->data, (size_t)t->n_bytes);
    return SN_OK;
}

static sn_status compare_all(holding *h, const void *const *inputs, const sn_array *references,
                             double bound, sn_comparison *out)
{
    sn_model *m = h->m;
    sn_context *c = m->context;
    sn_arena *arena = m->arena;
    const sn_graph *g = h->sized->graph;
    sn_value **values = sn_graph_inputs(g, arena, &h->n_feeds);
    bool any = false;
    h->feeds = SN_NEW_N(arena, const sn_tensor *, h->n_feeds);
    h->references = SN_NEW_N(arena, const sn_tensor *, h->n_outputs);
    for (size_t i = 0; i < h->n_feeds; i++)
        SN_TRY(sn_model_feed(m, values[i], inputs[i], &h->feeds[i]));
    for (uint16_t i = 0; i < h->n_outputs; i++) {
        if (!references[i].data) continue;
        SN_TRY(tensor_of(c->ctx, &references[i], arena, &h->references[i]));
        any = true;
    }
    SN_CHECK(c->ctx, any, SN_E_ARG, "no output has a reference to be compared with");
    const sn_compare_options o = {.bound = bound, .user = c, .progress = on_progress};
    sn_compare_result r;
    SN_TRY(sn_compare_given(g, h->feeds, h->n_feeds, h->references, &o, arena, &r));
    sn_comparison_fill(m, &r, out);
    return SN_OK;
}

static sn_status compare(sn_model *m, const void *const *inputs, const sn_array *references,
                         double bound, sn_comparison *out)
{
    SN_TRY(sn_bound_check(m->context->ctx, bound));
    SN_TRY(sn_model_infer(m));
    const sn_node *output = sn_graph_output(m->graph);
    SN_CHECK(m->context->ctx, output, SN_E_ARG, "the network has no outputs");
    holding h = {.m = m, .n_outputs = output->n_in};
    sn_status status = sn_model_at_hints(m, &h.sized);
    if (status == SN_OK) status = compare_all(&h, inputs, references, bound, out);
    if (h.feeds) sn_tensors_release(h.feeds, h.n_feeds);
    if (h.references) sn_tensors_release(h.references, h.n_outputs);
    if (h.sized != m) sn_model_destroy(h.sized);
    return status;
}

sn_status sn_model_compare_given(sn_model *m, const void *const *inputs, const sn_array *references,
                                 double bound, sn_comparison *result)
{
    SN_GUARD(m->context->ctx, compare(m, inputs, references, bound, result));
}
