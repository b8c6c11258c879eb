/* SPDX-License-Identifier: Apache-2.0
 *
 * A run of a batch beside the steps of each image alone. */
#include <string.h>

#include "api/stepwise.h"

/* Image `index` of a batch: the input that steps were checked on, with its n elements of so many
 * bytes moved round. */
static void turn_input(const char *from, int64_t n, int64_t each, int64_t index, char *to)
{
    const int64_t first = n ? index * 7919 % n * each : 0;
    memcpy(to, from + first, (size_t)(n * each - first));
    memcpy(to + (n * each - first), from, (size_t)first);
}

typedef struct batch_run {
    sn_ctx *ctx;
    const sn_stepwise *w;
    void *net;
    void **first; /* outputs of one image, step by step */
    char **in;    /* of the batch */
    void **out;
    sn_arena *scratch;
} batch_run;

static sn_status one_image_agrees(const batch_run *s, int64_t index)
{
    const sn_program *p = s->w->program;
    const struct sinter_module *m = s->w->module;
    const void **mine = SN_NEW_N(s->scratch, const void *, p->n_inputs + 1);
    for (size_t i = 0; i < p->n_inputs; i++)
        mine[i] = s->in[i] + index * sn_place_bytes(p->input[i].place);
    for (size_t i = 0; i < p->n_phases; i++) {
        int code = m->step(s->net, (int)i, mine, s->first);
        SN_CHECK(s->ctx, code == 0, SN_E_INTERNAL, "step %zu cannot be run: %s", i, m->error(code));
    }
    for (size_t i = 0; i < p->n_outputs; i++) {
        const int64_t bytes = sn_place_bytes(p->output[i].place);
        const char *mine_in_batch = (const char *)s->out[i] + index * bytes;
        SN_CHECK(s->ctx, memcmp(s->first[i], mine_in_batch, (size_t)bytes) == 0, SN_E_MISCOMPILED,
                 "image %zu of output '%s' of a run of %zu with %d threads is another than that of "
                 "its steps one by one; it was compiled by %s with %s",
                 (size_t)index, sn_escape(s->scratch, m->outputs[i].name), (size_t)p->batch,
                 s->w->n_threads, s->w->compiler, s->w->flags);
    }
    return SN_OK;
}

sn_status sn_check_images(sn_ctx *ctx, const sn_stepwise *w, void *net, void *const *in, void **out,
                          sn_arena *scratch)
{
    const sn_program *p = w->program;
    const struct sinter_module *m = w->module;
    batch_run s = {ctx, w, net, out, NULL, NULL, scratch};
    s.in = SN_NEW_N(scratch, char *, p->n_inputs + 1);
    s.out = SN_NEW_N(scratch, void *, p->n_outputs + 1);
    for (size_t i = 0; i < p->n_inputs; i++) {
        const sn_place *place = p->input[i].place;
        const int64_t bytes = sn_place_bytes(place);
        s.in[i] = sn_arena_alloc(scratch, (size_t)(bytes * p->batch) + 1);
        for (int64_t k = 0; k < p->batch; k++)
            turn_input(in[i], sn_shape_count(&place->shape), sn_place_element_bytes(place), k,
                       s.in[i] + k * bytes);
    }
    for (size_t i = 0; i < p->n_outputs; i++)
        s.out[i] = sn_arena_alloc(scratch, m->outputs[i].bytes + 1);
    int code = m->run(net, (const void *const *)s.in, s.out);
    SN_CHECK(ctx, code == 0, SN_E_INTERNAL, "the compiled network cannot be run: %s",
             m->error(code));
    for (int64_t k = p->batch; k-- > 0;) SN_TRY(one_image_agrees(&s, k));
    return SN_OK;
}
