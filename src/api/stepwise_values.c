/* SPDX-License-Identifier: Apache-2.0
 *
 * What a step reads and leaves in memory, and what the interpreter makes of it. */
#include <math.h>
#include <string.h>

#include "api/stepwise_inner.h"
#include "ops/eval.h"
#include "ops/images.h"
#include "ops/ops.h"

/* ---- values in memory ------------------------------------------------------------------------ */

static void *address(const sn_stepper *s, const sn_step_memory *m, const sn_place *p)
{
    const sn_storage *at = p->storage;
    const int64_t pitch = !p->of_image ? 0
                          : p->apart   ? p->pitch
                                       : at->pitch,
                  from = p->offset + s->image * pitch;
    if (at->where == SN_IN_INPUT) return (char *)m->in[at->index] + from;
    if (at->where == SN_IN_OUTPUT) return (char *)m->out[at->index] + from;
    return m->work + at->offset + from;
}

/* Elements of a place in the order of its shape, there or back. */
static void copy_place(const sn_stepper *s, const sn_step_memory *m, const sn_place *p,
                       void *elements, bool back)
{
    const sn_layout *l = &p->layout;
    void *const at = address(s, m, p);
    if (l->kind == SN_LAYOUT_PLAIN) {
        memcpy(back ? at : elements, back ? elements : at, (size_t)sn_place_bytes(p));
        return;
    }
    const int64_t lanes = s->w->program->machine->lanes,
                  each = l->channels * l->pixels, /* of an image, where there are several */
        pitch = sn_place_image_floats(p, (int)lanes);
    float *plain = elements;
    for (int64_t i = 0; i < sn_shape_count(&p->shape); i += each) {
        for (int64_t c = 0; c < l->channels; c++) {
            float *lane = (float *)at + i / each * pitch + c / lanes * l->plane + c % lanes;
            for (int64_t x = 0; x < l->pixels; x++, plain++)
                *(back ? &lane[x * lanes] : plain) = back ? *plain : lane[x * lanes];
        }
    }
}

static sn_status tensor_in(const sn_stepper *s, const sn_step_memory *m, const sn_place *p,
                           const sn_tensor **out)
{
    sn_tensor *t = NULL;
    void *data = NULL;
    SN_TRY(sn_tensor_create(s->ctx, p->type, &p->shape, &t, &data));
    copy_place(s, m, p, data, false);
    *out = t;
    return SN_OK;
}

sn_status sn_stepper_tensor(const sn_stepper *s, const sn_place *p, const sn_tensor **out)
{
    return tensor_in(s, &s->memory, p, out);
}

void sn_stepper_hold(sn_stepper *s, const sn_tensor *t) { SN_PUSH(s->held, t); }

sn_status sn_stepper_of_type(sn_stepper *s, const sn_tensor *t, sn_type type, const sn_tensor **out)
{
    *out = t;
    if (t->type == type || type == SN_TYPE_UNKNOWN) return SN_OK;
    SN_TRY(sn_tensor_convert(s->ctx, t, type, out));
    sn_stepper_hold(s, *out);
    return SN_OK;
}

/* ---- what becomes of them -------------------------------------------------------------------- */

/* What nobody has written is not what is there. */
static void complement(const unsigned char *from, size_t bytes, unsigned char *to)
{
    for (size_t i = 0; i < bytes; i++) to[i] = (unsigned char)~from[i];
}

void sn_stepper_note_inputs(sn_stepper *s)
{
    const sn_program *p = s->w->program;
    const struct sinter_module *m = s->w->module;
    for (size_t i = 0; i < p->n_inputs; i++)
        memcpy(s->noted.in[i], s->memory.in[i], s->in_bytes[i]);
    for (size_t i = 0; i < p->n_outputs; i++)
        complement(s->memory.out[i], m->outputs[i].bytes, s->noted.out[i]);
    complement(s->memory.work, s->work_bytes, s->noted.work);
}

int64_t sn_stepper_images(const sn_program *p, const sn_step_unit *u)
{
    bool all = p->splits;
    for (size_t i = u->first; i <= u->last && all; i++) all = !sn_program_stage(p, i)->by_image;
    return all ? p->batch : 1;
}

/* What a step leaves of images from .. to - 1; of others than the first, if they have memory of
 * their own. */
static void note_results(sn_stepper *s, const sn_step *step, int64_t from, int64_t to)
{
    const int64_t looked_at = s->image;
    for (int k = 0; k < step->n_out; k++) {
        const sn_place *p = step->out[k];
        const bool apart = p->of_image && (p->apart ? p->pitch : p->storage->pitch) > 0;
        void *elements = sn_arena_alloc(s->scratch, (size_t)sn_place_bytes(p) + 1);
        for (s->image = from; s->image < to && (apart || s->image == 0); s->image++) {
            copy_place(s, &s->memory, p, elements, false);
            copy_place(s, &s->noted, p, elements, true);
        }
    }
    s->image = looked_at;
}

/* With the first step of a stage that is run image by image, all of it is done for all images but
 * the first. */
void sn_stepper_note(sn_stepper *s, const sn_step_unit *u)
{
    const sn_program *p = s->w->program;
    const int64_t images = sn_stepper_images(p, u);
    for (size_t i = u->first; i <= u->last; i++) {
        const sn_stage *stage = p->splits ? sn_program_stage(p, i) : NULL;
        note_results(s, p->step[i], 0, images);
        if (!stage || !stage->by_image || stage->first != i) continue;
        for (size_t k = i; k < i + stage->n; k++) note_results(s, p->step[k], 1, p->batch);
    }
}

const char *sn_stepper_difference(const sn_stepper *s, const sn_tensor *expected,
                                  const sn_tensor *got)
{
    const size_t each = sn_type_bytes(got->type);
    const unsigned char *x = sn_tensor_data(expected), *y = sn_tensor_data(got);
    if (expected->type != got->type)
        return sn_arena_printf(s->scratch, "the type is %s, %s expected", sn_type_name(got->type),
                               sn_type_name(expected->type));
    if (!sn_shape_equal(&expected->shape, &got->shape)) return "the shape is another";
    for (int64_t i = 0, n = sn_tensor_count(got); i < n; i++) {
        if (memcmp(x + (size_t)i * each, y + (size_t)i * each, each) == 0) continue;
        return sn_arena_printf(s->scratch, "element %lld is %.17g, %.17g expected", (long long)i,
                               sn_tensor_at(got, i), sn_tensor_at(expected, i));
    }
    return NULL;
}

sn_status sn_stepper_change_at(sn_stepper *s, const sn_place *p, const sn_tensor *now,
                               const char **how)
{
    const sn_tensor *noted = NULL;
    SN_TRY(tensor_in(s, &s->noted, p, &noted));
    sn_stepper_hold(s, noted);
    *how = sn_stepper_difference(s, noted, now);
    return SN_OK;
}

/* Sums of squares of more may overflow, in the one order of a sum and not in another. */
static const float most_summed = 0x1p50f;
/* What is not finite in a place of floats hides what a step does, and so does what is so large
 * that its sums may not be: it becomes numbers, in memory, too. */
static void mend(sn_stepper *s, const sn_place *p, const sn_tensor *t)
{
    float *v = t->type == SN_TYPE_f32 ? (float *)(uintptr_t)sn_tensor_data(t) : NULL;
    bool hides = false;
    for (int64_t i = 0; v && i < sn_tensor_count(t); i++) {
        if (fabsf(v[i]) <= most_summed) continue;
        hides = true;
        s->overflows |= isfinite(v[i]);
        if (s->mends) v[i] = (float)(i * 37 % 101 - 50) / 50;
    }
    s->met_infinite |= hides;
    if (!hides || !s->mends) return;
    copy_place(s, &s->memory, p, v, true);
    copy_place(s, &s->noted, p, v, true);
}

static bool makes(const sn_stepper *s, const sn_step_unit *u, const sn_value *v)
{
    for (size_t i = u->first; i <= u->last; i++) {
        const sn_step *step = s->w->program->step[i];
        for (int k = 0; k < step->n_out; k++)
            if (step->out[k]->value == v) return true;
    }
    return false;
}

/* A step that is right of what it reads is wrong if that is not what was made for it. */
static sn_status is_kept(sn_stepper *s, const sn_step_unit *u, const sn_place *p,
                         const sn_tensor *now)
{
    const char *how = NULL;
    SN_TRY(sn_stepper_change_at(s, p, now, &how));
    SN_CHECK(
        s->ctx, !how, SN_E_MISCOMPILED,
        "step %zu of %zu (%s) reads '%s', which is not what another has left there: %s; it was "
        "compiled by %s with %s",
        u->first + 1, s->w->program->n_steps,
        sn_escape(s->scratch, s->w->module->steps[u->first_phase].layers),
        sn_escape(s->scratch, p->value->name ? p->value->name : "?"), how, s->w->compiler,
        s->w->flags);
    return SN_OK;
}

static sn_status read_place(sn_stepper *s, const sn_step_unit *u, const sn_place *p)
{
    const sn_value *v = p ? p->value : NULL;
    const sn_tensor *t = NULL;
    if (!v) return SN_OK;
    SN_TRY(sn_stepper_tensor(s, p, &t));
    sn_stepper_hold(s, t);
    if (!makes(s, u, v)) SN_TRY(is_kept(s, u, p, t));
    if (s->read[v->id]) return SN_OK;
    mend(s, p, t);
    SN_TRY(sn_stepper_of_type(s, t, v->type, &t));
    s->read[v->id] = t;
    SN_PUSH(s->ids, v->id);
    return SN_OK;
}

sn_status sn_stepper_read(sn_stepper *s, const sn_step_unit *u)
{
    for (size_t i = u->first; i <= u->last; i++) {
        const sn_step *step = s->w->program->step[i];
        for (int k = 0; k < step->n_in; k++) SN_TRY(read_place(s, u, step->in[k]));
        for (int k = 0; k < step->epilogue.n; k++)
            SN_TRY(read_place(s, u, step->epilogue.outside[k].place));
    }
    return SN_OK;
}

void sn_stepper_forget(sn_stepper *s, bool all)
{
    for (size_t i = 0; i < s->ids.n; i++) {
        s->known[s->ids.v[i]] = NULL;
        if (all) s->read[s->ids.v[i]] = NULL;
    }
    if (!all) return;
    for (size_t i = 0; i < s->held.n; i++) sn_tensor_release(s->held.v[i]);
    s->ids.n = s->held.n = 0;
}

/* ---- what the interpreter makes of them ------------------------------------------------------ */

/* Takes over a reference to t. */
static sn_status put(sn_stepper *s, const sn_value *v, const sn_tensor *const *in,
                     const sn_tensor *t)
{
    sn_status status = s->noise.draw ? sn_disturb(&s->noise, v, in, &t) : SN_OK;
    sn_stepper_hold(s, t);
    s->known[v->id] = t;
    SN_PUSH(s->ids, v->id);
    return status;
}

static sn_status operand(sn_stepper *s, const sn_node *n, uint16_t slot, const sn_tensor **out)
{
    const sn_value *v = sn_in(n, slot);
    const bool shape_only = sn_node_reads_shape_only(n, slot);
    if (!v || !shape_only || v->kind != SN_RESULT || s->known[v->id] || s->read[v->id])
        return v ? sn_stepper_value(s, v, out) : SN_OK;
    sn_tensor *blank = NULL;
    void *data = NULL;
    SN_TRY(sn_tensor_create(s->ctx, v->type == SN_TYPE_UNKNOWN ? SN_TYPE_f32 : v->type, &v->shape,
                            &blank, &data));
    sn_stepper_hold(s, blank);
    *out = blank;
    return SN_OK;
}

/* The image that is checked, of something for all of them. */
static sn_status of_image(sn_stepper *s, const sn_node *n, const sn_tensor *x)
{
    const sn_value *v = sn_out(n, 0);
    const bool apart = ((const sn_each_image_params *)n->params)->apart;
    sn_tensor *t = NULL;
    void *data = NULL;
    SN_TRY(sn_tensor_create(s->ctx, x->type, &v->shape, &t, &data));
    const size_t bytes = (size_t)sn_shape_count(&v->shape) * sn_type_bytes(x->type);
    memcpy(data, (const char *)sn_tensor_data(x) + (apart ? (size_t)s->image * bytes : 0), bytes);
    return put(s, v, NULL, t);
}

/* All of them, one by one. */
static sn_status of_all_images(sn_stepper *s, const sn_node *n)
{
    const sn_value *v = sn_out(n, 0);
    const int64_t looked_at = s->image;
    sn_tensor *t = NULL;
    void *data = NULL;
    sn_status status = SN_OK;
    for (int64_t i = 0; i < v->shape.d[0] && status == SN_OK; i++) {
        const sn_tensor *one = NULL;
        s->image = i;
        sn_stepper_forget(s, false);
        status = sn_stepper_value(s, sn_in(n, 0), &one);
        if (status == SN_OK && !t)
            status = sn_tensor_create(s->ctx, one->type, &v->shape, &t, &data);
        if (status == SN_OK)
            memcpy((char *)data + i * one->n_bytes, sn_tensor_data(one), (size_t)one->n_bytes);
    }
    s->image = looked_at;
    sn_stepper_forget(s, false);
    if (status == SN_OK) return put(s, v, NULL, t);
    sn_tensor_release(t);
    return status;
}

static sn_status work_out(sn_stepper *s, const sn_node *n)
{
    const sn_tensor **in = SN_NEW_N(s->scratch, const sn_tensor *, n->n_in + 1),
                    **out = SN_NEW_N(s->scratch, const sn_tensor *, n->n_out + 1);
    if (n->op == &sn_op_join_images) return of_all_images(s, n);
    for (uint16_t i = 0; i < n->n_in; i++) SN_TRY(operand(s, n, i, &in[i]));
    if (n->op == &sn_op_each_image) return of_image(s, n, in[0]);
    SN_CHECK(s->ctx, sn_node_evaluates(n), SN_E_UNSUPPORTED, "operator %s cannot be evaluated",
             n->op->name);
    sn_ctx_set_rounding(s->ctx, sn_noise_inside(&s->noise, true));
    sn_status status = sn_eval_node(s->ctx, s->scratch, s->dims, n, in, out);
    sn_ctx_set_rounding(s->ctx, (sn_rounding){.single = false});
    SN_TRY(status);
    for (uint16_t i = 0; i < n->n_out; i++) {
        sn_status one = put(s, sn_out(n, i), in, out[i]);
        if (status == SN_OK) status = one;
    }
    return status;
}

/* What a step leaves in memory that the unit does not read: of a value of which it reads some
 * channels alone, the others. */
static bool is_out_of_reach(const sn_stepper *s, const sn_value *v)
{
    const sn_step_unit *u = s->some_channels;
    return u && s->stored[v->id] && !makes(s, u, v);
}

static sn_status not_numbers(sn_stepper *s, const sn_value *v)
{
    sn_tensor *t = NULL;
    void *data = NULL;
    SN_TRY(sn_tensor_create(s->ctx, SN_TYPE_f32, &v->shape, &t, &data));
    for (int64_t i = 0; i < sn_tensor_count(t); i++) ((float *)data)[i] = NAN;
    return put(s, v, NULL, t);
}

sn_status sn_stepper_value(sn_stepper *s, const sn_value *v, const sn_tensor **out)
{
    const sn_tensor *t = s->known[v->id];
    if (!t) {
        t = s->read[v->id];
        if (!t && v->kind != SN_RESULT) t = v->data;
        if (!t) t = sn_const_of(v);
        if (t) {
            const sn_tensor *plain = NULL; /* constants may be coded */
            SN_TRY(sn_tensor_convert(s->ctx, t, t->type, &plain));
            SN_TRY(put(s, v, NULL, plain));
        } else if (is_out_of_reach(s, v)) {
            SN_TRY(not_numbers(s, v));
        } else {
            SN_TRY(work_out(s, v->def));
        }
    }
    *out = s->known[v->id];
    return SN_OK;
}
