/* SPDX-License-Identifier: Apache-2.0 */
#include "api/stepwise.h"

#include <math.h>
#include <string.h>

#include "api/test_inputs.h"
#include "base/ways.h"
#include "ops/cost.h"
#include "ops/eval.h"
#include "ops/images.h"
#include "ops/ops.h"
#include "ref/agree.h"
#include "ref/distance.h"
#include "ref/noise.h"
#include "ref/run.h"
#include "ref/unfuse.h"

typedef struct unit unit;

typedef struct stepper {
    sn_context *context;
    sn_ctx *ctx;
    const sn_stepwise *w;
    sn_arena *arena;   /* of the whole check */
    sn_arena *scratch; /* of a unit */
    sn_dims *dims;
    sn_noise noise; /* draw 0: nothing is disturbed */
    void *net;
    void **in, **out;
    unsigned char *work;
    const sn_tensor **read;    /* by value id: as the unit finds them in memory */
    const sn_tensor **known;   /* by value id: what the interpreter makes of them */
    bool *stored;              /* by value id: some step leaves it in memory */
    const unit *some_channels; /* this unit reads some channels of values: others need not be
                                         there any more; NULL: it does not */
    int64_t image;             /* that is looked at, where each has its own */
    bool met_infinite;         /* some step read what is not finite, or nearly so */
    bool overflows;            /* this unit read what is nearly so */
    bool mends;                /* such elements are replaced before a step reads them */
    SN_VEC(uint32_t) ids;      /* of those that are not NULL */
    SN_VEC(const sn_tensor *) held;
} stepper;

/* A step, and the one behind it where what the first leaves is no value of the network: sums
 * without their activation. */
struct unit {
    size_t n;           /* of units, up to this one */
    size_t first, last; /* steps */
    size_t first_phase, last_phase;
};

/* ---- values in memory ------------------------------------------------------------------------ */

static const void *address(const stepper *s, const sn_place *p)
{
    const sn_storage *at = p->storage;
    const int64_t pitch = !p->of_image ? 0
                          : p->apart   ? p->pitch
                                       : at->pitch,
                  from = p->offset + s->image * pitch;
    if (at->where == SN_IN_INPUT) return (const char *)s->in[at->index] + from;
    if (at->where == SN_IN_OUTPUT) return (const char *)s->out[at->index] + from;
    return s->work + at->offset + from;
}

/* Elements of a place in the order of its shape, there or back. */
static void copy_place(const stepper *s, const sn_place *p, void *elements, bool back)
{
    const sn_layout *l = &p->layout;
    void *const at = (void *)(uintptr_t)address(s, p);
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

/* In its order, of the place's type. */
static sn_status tensor_at(const stepper *s, const sn_place *p, const sn_tensor **out)
{
    sn_tensor *t = NULL;
    void *data = NULL;
    SN_TRY(sn_tensor_create(s->ctx, p->type, &p->shape, &t, &data));
    copy_place(s, p, data, false);
    *out = t;
    return SN_OK;
}

static void hold(stepper *s, const sn_tensor *t) { SN_PUSH(s->held, t); }

/* t, or what it is in another type. */
static sn_status of_type(stepper *s, const sn_tensor *t, sn_type type, const sn_tensor **out)
{
    *out = t;
    if (t->type == type || type == SN_TYPE_UNKNOWN) return SN_OK;
    SN_TRY(sn_tensor_convert(s->ctx, t, type, out));
    hold(s, *out);
    return SN_OK;
}

/* Sums of squares of more may overflow, in the one order of a sum and not in another. */
static const float most_summed = 0x1p50f;
/* What is not finite in a place of floats hides what a step does, and so does what is so large
 * that its sums may not be: it becomes numbers, in memory, too. */
static void mend(stepper *s, const sn_place *p, const sn_tensor *t)
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
    if (hides && s->mends) copy_place(s, p, v, true);
}

static sn_status read_place(stepper *s, const sn_place *p)
{
    const sn_value *v = p ? p->value : NULL;
    const sn_tensor *t = NULL;
    if (!v || s->read[v->id]) return SN_OK;
    SN_TRY(tensor_at(s, p, &t));
    hold(s, t);
    mend(s, p, t);
    SN_TRY(of_type(s, t, v->type, &t));
    s->read[v->id] = t;
    SN_PUSH(s->ids, v->id);
    return SN_OK;
}

static sn_status read_operands(stepper *s, const unit *u)
{
    for (size_t i = u->first; i <= u->last; i++) {
        const sn_step *step = s->w->program->step[i];
        for (int k = 0; k < step->n_in; k++) SN_TRY(read_place(s, step->in[k]));
        for (int k = 0; k < step->epilogue.n; k++)
            SN_TRY(read_place(s, step->epilogue.outside[k].place));
    }
    return SN_OK;
}

static void forget(stepper *s, bool all)
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

static sn_status value_of(stepper *s, const sn_value *v, const sn_tensor **out) SN_MUST_CHECK;

/* Takes over a reference to t. */
static sn_status put(stepper *s, const sn_value *v, const sn_tensor *const *in, const sn_tensor *t)
{
    sn_status status = s->noise.draw ? sn_disturb(&s->noise, v, in, &t) : SN_OK;
    hold(s, t);
    s->known[v->id] = t;
    SN_PUSH(s->ids, v->id);
    return status;
}

static sn_status operand(stepper *s, const sn_node *n, uint16_t slot, const sn_tensor **out)
{
    const sn_value *v = sn_in(n, slot);
    const bool shape_only = sn_node_reads_shape_only(n, slot);
    if (!v || !shape_only || v->kind != SN_RESULT || s->known[v->id] || s->read[v->id])
        return v ? value_of(s, v, out) : SN_OK;
    sn_tensor *blank = NULL;
    void *data = NULL;
    SN_TRY(sn_tensor_create(s->ctx, v->type == SN_TYPE_UNKNOWN ? SN_TYPE_f32 : v->type, &v->shape,
                            &blank, &data));
    hold(s, blank);
    *out = blank;
    return SN_OK;
}

/* The image that is checked, of something for all of them. */
static sn_status of_image(stepper *s, const sn_node *n, const sn_tensor *x)
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
static sn_status of_all_images(stepper *s, const sn_node *n)
{
    const sn_value *v = sn_out(n, 0);
    const int64_t looked_at = s->image;
    sn_tensor *t = NULL;
    void *data = NULL;
    sn_status status = SN_OK;
    for (int64_t i = 0; i < v->shape.d[0] && status == SN_OK; i++) {
        const sn_tensor *one = NULL;
        s->image = i;
        forget(s, false);
        status = value_of(s, sn_in(n, 0), &one);
        if (status == SN_OK && !t)
            status = sn_tensor_create(s->ctx, one->type, &v->shape, &t, &data);
        if (status == SN_OK)
            memcpy((char *)data + i * one->n_bytes, sn_tensor_data(one), (size_t)one->n_bytes);
    }
    s->image = looked_at;
    forget(s, false);
    if (status == SN_OK) return put(s, v, NULL, t);
    sn_tensor_release(t);
    return status;
}

static sn_status work_out(stepper *s, const sn_node *n)
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
static bool is_out_of_reach(const stepper *s, const sn_value *v)
{
    const unit *u = s->some_channels;
    if (!u || !s->stored[v->id]) return false;
    for (size_t i = u->first; i <= u->last; i++) {
        const sn_step *step = s->w->program->step[i];
        for (int k = 0; k < step->n_out; k++)
            if (sn_step_result(step, k) == v) return false;
    }
    return true;
}

static sn_status not_numbers(stepper *s, const sn_value *v)
{
    sn_tensor *t = NULL;
    void *data = NULL;
    SN_TRY(sn_tensor_create(s->ctx, SN_TYPE_f32, &v->shape, &t, &data));
    for (int64_t i = 0; i < sn_tensor_count(t); i++) ((float *)data)[i] = NAN;
    return put(s, v, NULL, t);
}

static sn_status value_of(stepper *s, const sn_value *v, const sn_tensor **out)
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

/* ---- what is allowed ------------------------------------------------------------------------- */

/* How many products, or elements, the longest sum of a node has. */
static double longest_sum(stepper *s, const sn_node *n)
{
    sn_cost cost;
    if (sn_node_kind(n) <= SN_FUSE_INJECTIVE || !n->n_out || !n->n_in || !sn_in(n, 0)) return 1;
    const double outs = (double)sn_shape_count(&sn_out(n, 0)->shape),
                 ins = (double)sn_shape_count(&sn_in(n, 0)->shape);
    const double products = sn_node_cost(n, s->scratch, &cost) && outs > 0 ? cost.macs / outs : 0;
    const sn_shape *x = &sn_in(n, 0)->shape;
    return fmax(products, x->rank > 1 && x->d[0] > 0 ? ins / (double)x->d[0] : ins);
}

/* Where the terms of a sum cancel, what is rounded on the way is larger than all that a measurement
 * by noise in the terms shows. */
enum { CANCELLED = 4 };

static bool adds_up(const sn_node *n)
{
    return n->op == &sn_op_moments || n->op == &sn_op_channel_sums || n->op == &sn_op_reduce;
}

/* Roundings of its operands that a step may be off by (sn_roundings_of_sum). Narrow floats are
 * summed in f32, whose roundings are nothing beside the one that follows. */
static double roundings_of(stepper *s, const unit *u)
{
    double n = 1, on_the_way = 1;
    for (size_t i = u->first; i <= u->last; i++) {
        const sn_step *step = s->w->program->step[i];
        for (size_t k = 0; k < step->n_nodes; k++) {
            const sn_node *node = step->nodes[k];
            const bool narrow = node->n_out && sn_type_is_narrow(sn_out(node, 0)->type);
            if (!narrow) n = fmax(n, longest_sum(s, node));
            if (adds_up(node)) on_the_way = CANCELLED;
        }
    }
    return on_the_way * sn_roundings_of_sum(n);
}

/* Whether each element is off by at most half of what is allowed for the roundings of a step's last
 * value alone, of the element itself or of the root mean square of its channel. These are among all
 * that would be measured; most steps need no more. */
static bool is_plain(const stepper *s, const sn_tensor *expected, const sn_tensor *got)
{
    const int64_t n = sn_tensor_count(expected),
                  channels = expected->shape.rank > 2 ? expected->shape.d[0] : 0;
    if (!sn_shape_equal(&expected->shape, &got->shape) || !n) return false;
    const sn_numbers x = sn_numbers_of(expected), y = sn_numbers_of(got);
    const int64_t each = channels ? n / channels : 1;
    const double share = s->noise.times * sn_noise_of(expected->type) * SN_TIMES_MEASURED / 2;
    for (int64_t first = 0; first < n; first += each) {
        double square = 0, most = 0;
        for (int64_t i = first; i < first + each; i++) {
            const double v = fabs(sn_number(&x, i)), d = fabs(sn_number(&x, i) - sn_number(&y, i));
            square += v * v;
            if (!isfinite(d)) return false;
            if (d > share * v && d > most) most = d;
        }
        if (most > (channels ? share * sqrt(square / (double)each) : 0)) return false;
    }
    return true;
}

/* A kernel that adds up operands of different channels before it multiplies rounds as the largest
 * of them, whatever the result is. */
static sn_status add_mixing(stepper *s, const unit *u, const sn_tensor *expected, sn_spread *spread)
{
    const sn_step *step = s->w->program->step[u->first];
    if (!step->kernel->mixes_channels) return SN_OK;
    const sn_tensor *x = NULL, *w = NULL;
    sn_tensor *shifted = NULL;
    void *data = NULL;
    SN_TRY(value_of(s, sn_in(step->node, 0), &x));
    SN_TRY(value_of(s, sn_in(step->node, 1), &w));
    const double bound = sn_noise_of(expected->type) * longest_sum(s, step->node) *
                         sn_tensor_largest(x) * sn_tensor_largest(w) / 2;
    SN_TRY(sn_tensor_create(s->ctx, SN_TYPE_f64, &expected->shape, &shifted, &data));
    hold(s, shifted);
    for (int64_t i = 0; i < sn_tensor_count(expected); i++)
        ((double *)data)[i] = sn_tensor_at(expected, i) + bound;
    sn_spread_add(spread, expected, shifted, s->scratch);
    return SN_OK;
}

/* ---- a unit ---------------------------------------------------------------------------------- */

static bool is_open(const sn_step *step)
{
    for (int i = 0; i < step->n_out; i++)
        if (!sn_step_result(step, i)) return true;
    return false;
}

/* Whether it selects by numbers that it computes itself. What selects by numbers that were read has
 * one result. */
static bool selects_by_own_scores(const sn_program *p, const unit *u)
{
    size_t n_nodes = 0;
    bool selects = false, scores = false;
    for (size_t i = u->first; i <= u->last; i++) {
        const sn_step *step = p->step[i];
        for (size_t k = 0; k < step->n_nodes; k++, n_nodes++) {
            selects |= sn_node_selects(step->nodes[k]);
            scores |= sn_op_has(step->nodes[k]->op, SN_TRAIT_SCORES);
        }
    }
    return selects && (scores || n_nodes > 1);
}

static const char *layers_of(const stepper *s, const unit *u)
{
    return s->w->module->steps[u->first_phase].layers;
}

static sn_status is_wrong(const stepper *s, const unit *u, const sn_value *v, const char *why)
{
    const sn_stepwise *w = s->w;
    if (s->overflows && !s->mends) return SN_OK; /* it is looked at again, with other numbers */
    return sn_fail(s->ctx, SN_E_MISCOMPILED,
                   "step %zu of %zu (%s; kernel %s) computes something else than the interpreter: "
                   "of '%s', %s; it was compiled by %s with %s. Another "
                   "compiler (CC=clang) may do better; " SN_WAY_INTERPRET " needs none",
                   u->first + 1, w->program->n_steps, sn_escape(s->scratch, layers_of(s, u)),
                   w->program->step[u->first]->kernel->name,
                   sn_escape(s->scratch, v && v->name ? v->name : "?"), why, w->compiler, w->flags);
}

/* Whether elements are equal: those of integers and bools are, or something is wrong. */
static const char *first_difference(stepper *s, const sn_tensor *expected, const sn_tensor *got)
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

/* Narrow floats that are the same to one rounding of theirs: the exact result may lie between two.
 */
static bool is_one_rounding(const sn_tensor *expected, const sn_tensor *got)
{
    const double share = sn_type_epsilon(expected->type),
                 least = fmax(0x1p-24, share * sn_type_smallest(expected->type));
    const sn_numbers x = sn_numbers_of(expected), y = sn_numbers_of(got);
    bool same = sn_shape_equal(&expected->shape, &got->shape);
    for (int64_t i = 0, n = sn_tensor_count(got); i < n && same; i++) {
        const double a = sn_number(&x, i), b = sn_number(&y, i);
        same = sn_is_near(a, b, fmax(least, share * fmax(fabs(a), fabs(b))));
    }
    return same;
}

/* Runs what is expected once more, off by roundings. */
static sn_status disturbed(stepper *s, const sn_value *v, int draw, const sn_tensor **out)
{
    forget(s, false);
    s->noise.draw = draw;
    sn_status status = value_of(s, v, out);
    s->noise.draw = 0;
    return status;
}

#define SEVERAL 4 /* last bits: a step of several operations rounds several times */

/* Compiled code takes numbers below the normal range for 0, and what is next to them is made of
 * them. Narrow floats are computed in f32. */
static double nothing_of(sn_type type)
{
    return 0x1p6 * sn_type_smallest(sn_type_is_narrow(type) ? SN_TYPE_f32 : type);
}

/* `found` where it is off by no more than that: as expected. Both are of one type. */
static sn_status without_denormals(stepper *s, const sn_tensor *expected, const sn_tensor *found,
                                   const sn_tensor **out)
{
    const size_t each = sn_type_bytes(found->type);
    const double nothing = nothing_of(found->type);
    sn_tensor *t = NULL;
    void *data = NULL;
    *out = found;
    if (!sn_shape_equal(&expected->shape, &found->shape)) return SN_OK;
    SN_TRY(sn_tensor_create(s->ctx, found->type, &found->shape, &t, &data));
    hold(s, t);
    const sn_numbers x = sn_numbers_of(expected), y = sn_numbers_of(found);
    const char *wanted = sn_tensor_data(expected), *got = sn_tensor_data(found);
    for (int64_t i = 0, n = sn_tensor_count(found); i < n; i++) {
        const bool same = fabs(sn_number(&x, i) - sn_number(&y, i)) < nothing;
        const size_t at = (size_t)i * each;
        memcpy((char *)data + at, (same ? wanted : got) + at, each);
    }
    *out = t;
    return SN_OK;
}

static sn_status compare(stepper *s, const unit *u, const sn_value *v, const sn_place *place)
{
    const sn_tensor *expected = NULL, *got = NULL;
    sn_spread spread = {.least = SEVERAL};
    sn_agreement r;
    SN_TRY(tensor_at(s, place, &got));
    hold(s, got);
    forget(s, false);
    SN_TRY(value_of(s, v, &expected));
    if (!sn_type_is_float(got->type)) {
        const char *why = first_difference(s, expected, got);
        return why ? is_wrong(s, u, v, why) : SN_OK;
    }
    SN_TRY(of_type(s, got, expected->type, &got));
    SN_TRY(without_denormals(s, expected, got, &got));
    if (sn_type_is_narrow(expected->type) ? is_one_rounding(expected, got)
                                          : is_plain(s, expected, got))
        return SN_OK;
    sn_agree(expected, got, &spread, s->scratch, &r);
    if (r.verdict == SN_DIFFERENT) SN_TRY(add_mixing(s, u, expected, &spread));
    for (int draw = 1; r.open; draw++) {
        const sn_tensor *noisy = NULL;
        SN_TRY(disturbed(s, v, draw, &noisy));
        sn_spread_add(&spread, expected, noisy, s->scratch);
        sn_agree(expected, got, &spread, s->scratch, &r);
    }
    return r.verdict == SN_DIFFERENT
               ? is_wrong(s, u, v, sn_agreement_why(&r, expected, got, s->arena))
               : SN_OK;
}

static sn_status check_unit(stepper *s, const unit *u)
{
    const sn_program *p = s->w->program;
    s->overflows = false;
    SN_TRY(read_operands(s, u));
    s->some_channels = NULL;
    for (size_t i = u->first; i <= u->last; i++)
        if (p->step[i]->channels) s->some_channels = u;
    for (size_t i = u->first_phase; i <= u->last_phase; i++) {
        int code = s->w->module->step(s->net, (int)i, (const void *const *)s->in, s->out);
        SN_CHECK(s->ctx, code == 0, SN_E_INTERNAL, "step %zu cannot be run: %s", i,
                 s->w->module->error(code));
    }
    if (selects_by_own_scores(p, u)) return SN_OK;
    s->noise.times = roundings_of(s, u);
    for (size_t i = u->first; i <= u->last; i++)
        for (int k = 0; k < p->step[i]->n_out; k++) {
            const sn_value *v = sn_step_result(p->step[i], k);
            if (v) SN_TRY(compare(s, u, v, p->step[i]->out[k]));
        }
    return SN_OK;
}

/* The next of all. Zeroed: the first is next. */
static bool next_unit(const sn_program *p, unit *u)
{
    size_t phase = u->n ? u->last_phase + 1 : 0;
    u->first = u->n ? u->last + 1 : 0;
    if (u->first >= p->n_steps) return false;
    u->n++;
    u->last = u->first;
    while (is_open(p->step[u->last]) && u->last + 1 < p->n_steps) u->last++;
    u->first_phase = phase;
    while (phase < p->n_phases && p->phase[phase].step != p->step[u->last]) phase++;
    while (phase < p->n_phases && p->phase[phase].step == p->step[u->last]) phase++;
    u->last_phase = phase - 1;
    return true;
}

uint32_t sn_steps_passed_over(const sn_program *p)
{
    uint32_t n = 0;
    for (unit u = {0}; next_unit(p, &u);) n += selects_by_own_scores(p, &u);
    return n;
}

/* Of each unit another image is looked at, where those of all are there. */
static int64_t image_of(const sn_program *p, const unit *u)
{
    bool all = p->splits;
    for (size_t i = u->first; i <= u->last && all; i++) all = !sn_program_stage(p, i)->by_image;
    return all ? (int64_t)u->n % p->batch : 0;
}

static sn_status check_units(stepper *s)
{
    const sn_program *p = s->w->program;
    s->stored = SN_NEW_N(s->arena, bool, s->w->program->graph->n_ids + 1);
    for (size_t i = 0; i < p->n_steps; i++)
        for (int k = 0; k < p->step[i]->n_out; k++) {
            const sn_value *v = sn_step_result(p->step[i], k);
            if (v) s->stored[v->id] = true;
        }
    for (unit u = {0}; next_unit(p, &u);) {
        s->image = image_of(p, &u);
        const sn_arena_mark mark = sn_arena_save(s->scratch);
        sn_context_progress(s->context, "checking", u.last, p->n_steps);
        sn_status status = check_unit(s, &u);
        forget(s, true);
        sn_arena_restore(s->scratch, mark);
        SN_TRY(status);
    }
    return SN_OK;
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* distance of outputs in epsilons of the type: 1e-4 of f32, docs/numbers.md */
#define EXPLAINED_WITHOUT_MEASURING 800
/* of values within a network, whose sums are of any length */
#define ROUNDINGS_OF_A_SUM 4

static sn_status bits_agree(stepper *s)
{
    const sn_program *p = s->w->program;
    const struct sinter_module *m = s->w->module;
    unsigned char **stepped = SN_NEW_N(s->arena, unsigned char *, p->n_outputs + 1);
    for (size_t i = 0; i < p->n_outputs; i++)
        stepped[i] = sn_arena_copy(s->arena, s->out[i], m->outputs[i].bytes);
    int code = m->run(s->net, (const void *const *)s->in, s->out);
    SN_CHECK(s->ctx, code == 0, SN_E_INTERNAL, "the compiled network cannot be run: %s",
             m->error(code));
    for (size_t i = 0; i < p->n_outputs; i++) {
        SN_CHECK(s->ctx, memcmp(stepped[i], s->out[i], m->outputs[i].bytes) == 0, SN_E_MISCOMPILED,
                 "output '%s' of a whole run with %d threads is another than that of its steps one "
                 "by one; it was compiled by %s with %s",
                 sn_escape(s->arena, m->outputs[i].name), s->w->n_threads, s->w->compiler,
                 s->w->flags);
    }
    return SN_OK;
}

typedef struct whole {
    stepper *s;
    const sn_tensor **feeds, **results, **noisy;
    size_t n_feeds;
    uint16_t n_results;
} whole;

static void on_progress(void *user, uint32_t n_done, uint32_t n_total)
{
    sn_context_progress(user, "interpreting", n_done, n_total);
}

static sn_status change(void *user, const sn_value *v, const sn_tensor *const *in,
                        const sn_tensor **t)
{
    const stepper *s = user;
    return sn_disturb(&s->noise, v, in, t);
}

static sn_status interpret(whole *w, int draw, const sn_tensor **results)
{
    sn_run_hooks hooks = {.user = w->s->context, .progress = on_progress};
    w->s->noise.draw = draw;
    if (draw)
        hooks = (sn_run_hooks){
            .user = w->s, .change = change, .rounding = sn_noise_inside(&w->s->noise, true)};
    return sn_run_graph(w->s->w->graph, w->feeds, w->n_feeds, &hooks, results);
}

static sn_status judge_output(whole *w, uint16_t i, sn_spread *spread, bool *open)
{
    stepper *s = w->s;
    const sn_port *port = &s->w->program->output[i];
    const sn_tensor *got = NULL, *expected = w->results[i];
    sn_agreement r;
    const char *why;
    int64_t at;
    SN_TRY(tensor_at(s, port->place, &got));
    hold(s, got);
    SN_TRY(of_type(s, got, expected->type, &got));
    if (sn_tensor_distance(expected, got, s->scratch, &why, &at) <=
        EXPLAINED_WITHOUT_MEASURING * sn_type_epsilon(expected->type))
        return SN_OK;
    if (w->noisy[i]) sn_spread_add(spread, expected, w->noisy[i], s->arena);
    sn_agree(expected, got, spread, s->scratch, &r);
    *open |= r.open;
    SN_CHECK(s->ctx, r.open || r.verdict != SN_DIFFERENT, SN_E_MISCOMPILED,
             "output '%s' is another than the interpreter's, though no step is wrong by itself: "
             "%s; it was compiled by %s with %s",
             sn_escape(s->arena, port->name ? port->name : "?"),
             sn_agreement_why(&r, expected, got, s->arena), s->w->compiler, s->w->flags);
    return SN_OK;
}

static sn_status judge_outputs(whole *w)
{
    const sn_node *output = sn_graph_output(w->s->w->graph);
    const bool *loose = sn_hang_on_selection(w->s->w->graph, w->s->arena),
               *steps = sn_steps_above(w->s->w->graph, w->s->arena);
    sn_spread *spread = SN_NEW_N(w->s->arena, sn_spread, w->n_results + 1);
    for (uint16_t i = 0; i < w->n_results; i++) spread[i].steps = steps[sn_in(output, i)->id];
    bool open = true;
    w->s->noise.times = ROUNDINGS_OF_A_SUM;
    for (int draw = 0; open && draw <= SN_MEASUREMENTS; draw++) {
        open = false;
        if (draw) SN_TRY(interpret(w, draw, w->noisy));
        for (uint16_t i = 0; i < w->n_results; i++)
            if (!loose[sn_in(output, i)->id]) SN_TRY(judge_output(w, i, &spread[i], &open));
        sn_tensors_release(w->noisy, w->n_results);
    }
    return SN_OK;
}

static sn_status check_whole(stepper *s)
{
    const sn_node *output = sn_graph_output(s->w->graph);
    whole w = {.s = s, .n_results = output ? output->n_in : 0};
    s->image = 0;
    if (s->w->program->batch > 1 && !s->w->program->splits)
        SN_TRY(sn_check_images(s->ctx, s->w, s->net, s->in, s->out, s->scratch));
    else
        SN_TRY(bits_agree(s));
    w.results = SN_NEW_N(s->arena, const sn_tensor *, w.n_results + 1);
    w.noisy = SN_NEW_N(s->arena, const sn_tensor *, w.n_results + 1);
    sn_status status = sn_test_feeds(s->w->graph, s->arena, &w.feeds, &w.n_feeds);
    for (uint16_t i = 0; i < w.n_results && s->w->expected; i++) {
        w.results[i] = s->w->expected[i];
        if (w.results[i]) sn_tensor_retain(w.results[i]);
    }
    if (status == SN_OK && !s->w->expected) status = interpret(&w, 0, w.results);
    if (status == SN_OK) status = judge_outputs(&w);
    sn_tensors_release(w.feeds, w.n_feeds);
    sn_tensors_release(w.results, w.n_results);
    sn_tensors_release(w.noisy, w.n_results);
    forget(s, true);
    return status;
}

/* ---- all ------------------------------------------------------------------------------------- */

static sn_status check(stepper *s)
{
    const sn_stepwise *w = s->w;
    const sn_graph *g = w->graph;
    const sn_tensor **feeds = NULL;
    size_t n_feeds = 0;
    s->in = SN_NEW_N(s->arena, void *, w->program->n_inputs + 1);
    s->out = SN_NEW_N(s->arena, void *, w->program->n_outputs + 1);
    s->read = SN_NEW_N(s->arena, const sn_tensor *, w->program->graph->n_ids + 1);
    s->known = SN_NEW_N(s->arena, const sn_tensor *, w->program->graph->n_ids + 1);
    SN_TRY(sn_test_feeds(g, s->arena, &feeds, &n_feeds));
    for (size_t i = 0; i < n_feeds; i++)
        s->in[i] = sn_arena_copy(s->arena, sn_tensor_data(feeds[i]), (size_t)feeds[i]->n_bytes);
    sn_tensors_release(feeds, n_feeds);
    for (size_t i = 0; i < w->program->n_outputs; i++)
        s->out[i] = SN_NEW_N(s->arena, unsigned char, w->module->outputs[i].bytes + 1);
    s->noise.ctx = s->ctx;
    s->work = w->module->work(s->net);
    SN_TRY(check_units(s));
    SN_TRY(check_whole(s));
    s->mends = s->met_infinite;
    return s->mends ? check_units(s) : SN_OK;
}

typedef struct begun {
    const struct sinter_module *module;
    void *net;
} begun;

static void close_net(void *what)
{
    const begun *b = what;
    b->module->close(b->net);
}

static sn_status begin_and_check(stepper *s, sn_buf **workspace)
{
    const sn_stepwise *w = s->w;
    unsigned char *memory = NULL;
    const size_t bytes = w->module->workspace_bytes(w->n_threads);
    *workspace = sn_buf_try_create(s->ctx, bytes, &memory);
    SN_CHECK(s->ctx, *workspace, SN_E_MEMORY,
             "out of memory: the network needs %zu bytes of workspace", bytes);
    int code = w->module->init(&s->net, memory, bytes, w->n_threads, w->weights, w->weights_bytes);
    SN_CHECK(s->ctx, code == 0, SN_E_INTERNAL, "the compiled network cannot be begun: %s",
             w->module->error(code));
    begun *b = SN_NEW(s->arena, begun); /* outlives a jump when memory runs out */
    *b = (begun){w->module, s->net};
    sn_resource *held = sn_resource_add(s->ctx, close_net, b);
    sn_status status = check(s);
    sn_resource_drop(s->ctx, held);
    return status;
}

sn_status sn_check_stepwise(sn_context *c, const sn_stepwise *what)
{
    stepper s = {.context = c, .ctx = c->ctx, .w = what};
    sn_buf *workspace = NULL;
    s.arena = sn_arena_create(c->ctx);
    s.scratch = sn_arena_create(c->ctx);
    s.ids.arena = s.held.arena = s.arena;
    s.dims = sn_dims_create(s.arena);
    sn_status status = begin_and_check(&s, &workspace);
    forget(&s, true);
    if (workspace) sn_buf_release(workspace);
    sn_arena_destroy(s.scratch);
    sn_arena_destroy(s.arena);
    return status;
}
