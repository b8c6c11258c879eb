/* SPDX-License-Identifier: Apache-2.0
 *
 * A run of a batch beside the steps of each image alone. */
#include <string.h>

#include "api/stepwise.h"

/* Image `index` of a batch: the input that steps were checked on, with its elements moved round. */
static void turn_input(const float *from, int64_t n, int64_t index, float *to)
{
    for (int64_t i = 0; i < n; i++) to[i] = from[(i + index * 7919) % n];
}

typedef struct run {
    sn_ctx *ctx;
    const sn_stepwise *w;
    void *net;
    float **first;     /* outputs of one image, step by step */
    float **in, **out; /* of the batch */
    sn_arena *scratch;
} run;

static sn_status one_image_agrees(const run *s, int64_t index)
{
    const sn_program *p = s->w->program;
    const struct sinter_module *m = s->w->module;
    const float **mine = SN_NEW_N(s->scratch, const float *, p->n_inputs + 1);
    for (size_t i = 0; i < p->n_inputs; i++)
        mine[i] = s->in[i] + index * sn_shape_count(&p->input[i].shape);
    for (size_t i = 0; i < p->n_phases; i++) {
        int code = m->step(s->net, (int)i, mine, s->first);
        SN_CHECK(s->ctx, code == 0, SN_E_INTERNAL, "step %zu cannot be run: %s", i, m->error(code));
    }
    for (size_t i = 0; i < p->n_outputs; i++) {
        const int64_t n = sn_shape_count(&p->output[i].shape);
        SN_CHECK(s->ctx, memcmp(s->first[i], s->out[i] + index * n, (size_t)n * sizeof(float)) == 0,
                 SN_E_MISCOMPILED,
                 "image %zu of output '%s' of a run of %zu with %d threads is another than that of "
                 "its steps one by one; it was compiled by %s with %s",
                 (size_t)index, sn_escape(s->scratch, m->outputs[i].name), (size_t)p->batch,
                 s->w->n_threads, s->w->compiler, s->w->flags);
    }
    return SN_OK;
}

sn_status sn_check_images(sn_ctx *ctx, const sn_stepwise *w, void *net, float *const *in,
                          float **out, sn_arena *scratch)
{
    const sn_program *p = w->program;
    const struct sinter_module *m = w->module;
    run s = {ctx, w, net, out, NULL, NULL, scratch};
    s.in = SN_NEW_N(scratch, float *, p->n_inputs + 1);
    s.out = SN_NEW_N(scratch, float *, p->n_outputs + 1);
    for (size_t i = 0; i < p->n_inputs; i++) {
        const int64_t n = sn_shape_count(&p->input[i].shape);
        s.in[i] = SN_NEW_N(scratch, float, n * p->batch + 1);
        for (int64_t k = 0; k < p->batch; k++) turn_input(in[i], n, k, s.in[i] + k * n);
    }
    for (size_t i = 0; i < p->n_outputs; i++)
        s.out[i] = SN_NEW_N(scratch, float, m->outputs[i].bytes / sizeof(float) + 1);
    int code = m->run(net, (const float *const *)s.in, s.out);
    SN_CHECK(ctx, code == 0, SN_E_INTERNAL, "the compiled network cannot be run: %s",
             m->error(code));
    for (int64_t k = p->batch; k-- > 0;) SN_TRY(one_image_agrees(&s, k));
    return SN_OK;
}
