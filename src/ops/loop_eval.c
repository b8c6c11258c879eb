/* SPDX-License-Identifier: Apache-2.0
 *
 * Trips of loop and scan, one after the other. */
#include <string.h>

#include "base/vec.h"
#include "ops/control.h"
#include "ops/gather.h"
#include "ops/rule.h"

typedef SN_VEC(const sn_tensor *) tensor_list;

typedef struct trips {
    sn_eval *e;
    const sn_graph *body;
    sn_arena *arena; /* scratch of this evaluation */
    sn_carried c;
    int n_parts;               /* scan outputs */
    const sn_tensor **carried; /* each with a reference */
    tensor_list *parts;        /* of each scan output; each with a reference */
    const sn_tensor **feeds;   /* what the body is fed; nothing of it has a reference here */
    const sn_tensor **given;
} trips;

static void begin(trips *t, sn_eval *e)
{
    const int first = sn_first_capture(e->node), formal = sn_body_n_formal(e->node);
    *t = (trips){.e = e, .body = e->node->body[0], .c = sn_carried_of(e->node)};
    t->arena = sn_arena_create(e->ctx);
    t->n_parts = e->n_out - t->c.n;
    t->carried = SN_NEW_N(t->arena, const sn_tensor *, t->c.n + 1);
    t->given = SN_NEW_N(t->arena, const sn_tensor *, e->n_out + 1);
    t->feeds = SN_NEW_N(t->arena, const sn_tensor *, formal + e->n_in - first + 1);
    t->parts = SN_NEW_N(t->arena, tensor_list, t->n_parts + 1);
    for (int i = 0; i < t->n_parts; i++) t->parts[i].arena = t->arena;
    for (int i = 0; i < t->c.n; i++) {
        t->carried[i] = e->in[t->c.slot + i];
        sn_tensor_retain(t->carried[i]);
    }
    for (int i = first; i < e->n_in; i++) t->feeds[formal + i - first] = e->in[i];
}

static void end(trips *t)
{
    sn_tensors_release(t->carried, (size_t)t->c.n);
    for (int i = 0; i < t->n_parts; i++) sn_tensors_release(t->parts[i].v, t->parts[i].n);
    sn_arena_destroy(t->arena);
}

/* One run of the body; what it feeds beside carried values and captures is in place. */
static sn_status run_trip(trips *t)
{
    sn_eval *e = t->e;
    const size_t n = (size_t)(sn_body_n_formal(e->node) + e->n_in - sn_first_capture(e->node));
    for (int i = 0; i < t->c.n; i++) t->feeds[t->c.fed + i] = t->carried[i];
    SN_TRY(e->run_body(e->run_user, t->body, t->feeds, n, t->given));
    sn_tensors_release(t->carried, (size_t)t->c.n);
    for (int i = 0; i < t->c.n; i++) t->carried[i] = t->given[t->c.given + i];
    for (int i = 0; i < t->n_parts; i++) SN_PUSH(t->parts[i], t->given[t->c.given + t->c.n + i]);
    return SN_OK;
}

/* ---- scan outputs ---------------------------------------------------------------------------- */

/* Copies `count` runs of `bytes` between two places with other distances between runs. */
static void copy_runs(unsigned char *to, size_t to_step, const unsigned char *from,
                      size_t from_step, int64_t count, size_t bytes)
{
    for (int64_t i = 0; i < count; i++)
        memcpy(to + (size_t)i * to_step, from + (size_t)i * from_step, bytes);
}

/* What a part looks like where there is none: the body is inferred with what it would have been
 * fed. Sizes that depend on data are 0. */
static sn_status shape_of_no_part(trips *t, int i, sn_type *type, sn_shape *shape)
{
    sn_graph *body = sn_graph_clone(t->body);
    sn_infer_forget(body);
    sn_status status = SN_OK;
    const int n_fed = (int)sn_graph_n_fed(body), formal = sn_body_n_formal(t->e->node);
    for (int k = 0; k < n_fed; k++) {
        sn_value *v = sn_graph_fed(body, (size_t)k);
        const sn_value *was = sn_graph_fed(t->body, (size_t)k);
        const sn_tensor *x = k >= formal                              ? t->feeds[k]
                             : k >= t->c.fed && k < t->c.fed + t->c.n ? t->carried[k - t->c.fed]
                                                                      : NULL;
        v->type = x ? x->type : was->type;
        v->shape = x ? x->shape : was->shape;
    }
    status = sn_infer_graph(body);
    if (status == SN_OK) {
        const sn_value *part = sn_body_result(body, (unsigned)(t->c.given + t->c.n + i));
        *type = part->type;
        *shape = part->shape.rank < 0 ? sn_shape_scalar() : part->shape;
        for (int k = 0; k < shape->rank; k++) {
            if (!sn_dim_known(shape->d[k])) shape->d[k] = 0;
        }
    }
    sn_graph_destroy(body);
    return status;
}

static sn_status part_fails(const trips *t, int i, const sn_tensor *part, const sn_tensor *first)
{
    sn_str a, b;
    sn_str_init(&a, t->arena);
    sn_str_init(&b, t->arena);
    sn_dims *dims = sn_dims_create(t->arena);
    sn_shape_print(dims, &part->shape, &a);
    sn_shape_print(dims, &first->shape, &b);
    return sn_node_fail(t->e->ctx, t->e->node, SN_E_SHAPE,
                        "scan output %d has %s of shape [%s] in a trip, %s [%s] expected as before",
                        i, sn_type_name(part->type), a.s, sn_type_name(first->type), b.s);
}

/* The parts of scan output i beside each other along an axis of the result. */
static sn_status stack(trips *t, int i, const sn_ints *axes, bool reverses)
{
    const tensor_list *list = &t->parts[i];
    sn_type type = list->n ? list->v[0]->type : SN_TYPE_UNKNOWN;
    sn_shape part = list->n ? list->v[0]->shape : sn_shape_unknown(), s;
    if (!list->n) SN_TRY(shape_of_no_part(t, i, &type, &part));
    const int rank = part.rank + 1, axis = sn_scan_axis(axes, i, rank);
    if (type == SN_TYPE_UNKNOWN || axis < 0 || rank > SN_MAX_RANK)
        return sn_node_fail(t->e->ctx, t->e->node, SN_E_SHAPE,
                            "the type or the axes of scan output %d are not known", i);
    s = part;
    s.rank = (int8_t)rank;
    for (int k = rank - 1; k > axis; k--) s.d[k] = part.d[k - 1];
    s.d[axis] = (sn_dim)list->n;
    SN_TRY(sn_eval_alloc(t->e, (unsigned)(t->c.n + i), type, &s));
    const sn_span span = sn_span_of(&s, axis);
    const size_t run = (size_t)span.inner * sn_type_bytes(type);
    unsigned char *to = t->e->out_data[t->c.n + i];
    for (size_t k = 0; k < list->n; k++) {
        const sn_tensor *x = list->v[k], *plain;
        if (x->type != type || !sn_shape_equal(&x->shape, &part))
            return part_fails(t, i, x, list->v[0]);
        SN_TRY(sn_tensor_convert(t->e->ctx, x, type, &plain));
        const size_t place = reverses ? list->n - 1 - k : k;
        copy_runs(to + place * run, list->n * run, sn_tensor_data(plain), run, span.outer, run);
        sn_tensor_release(plain);
    }
    return SN_OK;
}

static sn_status give(trips *t, const sn_ints *axes, const sn_ints *directions)
{
    for (int i = 0; i < t->n_parts; i++) SN_TRY(stack(t, i, axes, sn_scan_reverses(directions, i)));
    for (int i = 0; i < t->c.n; i++) {
        t->e->out[i] = (sn_tensor *)(uintptr_t)t->carried[i];
        t->carried[i] = NULL;
    }
    return SN_OK;
}

/* ---- loop ------------------------------------------------------------------------------------ */

static sn_status make_number(const trips *t, sn_type type, int64_t value, const sn_tensor **out)
{
    const sn_shape scalar = sn_shape_scalar();
    sn_tensor *made;
    void *data;
    SN_TRY(sn_tensor_create(t->e->ctx, type, &scalar, &made, &data));
    if (type == SN_TYPE_bool)
        *(uint8_t *)data = value != 0;
    else
        memcpy(data, &value, sizeof value);
    *out = made;
    return SN_OK;
}

static sn_status read_number(const sn_eval *e, unsigned slot, int64_t absent, int64_t *out)
{
    const sn_tensor *t = slot < e->n_in ? e->in[slot] : NULL;
    *out = absent;
    if (!t) return SN_OK;
    if (sn_tensor_count(t) != 1)
        return sn_node_fail(e->ctx, e->node, SN_E_SHAPE, "%s has not 1 element",
                            sn_op_slot(e->node->op, slot)->name);
    *out = sn_index_at(t, 0);
    return SN_OK;
}

static sn_status run_loop_trip(trips *t, int64_t i, int64_t *goes_on)
{
    const sn_tensor **own = t->feeds;
    sn_status status = make_number(t, SN_TYPE_i64, i, &own[SN_LOOP_FED_TRIP]);
    if (status == SN_OK) status = make_number(t, SN_TYPE_bool, 1, &own[SN_LOOP_FED_COND]);
    if (status == SN_OK) status = run_trip(t);
    sn_tensors_release(own, SN_LOOP_FED_CARRIED);
    SN_TRY(status);
    const sn_tensor *cond = t->given[SN_LOOP_GIVES_COND];
    if (sn_tensor_count(cond) != 1)
        status = sn_node_fail(t->e->ctx, t->e->node, SN_E_SHAPE,
                              "the condition of its body has not 1 element");
    else
        *goes_on = sn_index_at(cond, 0);
    sn_tensor_release(cond);
    return status;
}

sn_status sn_loop_eval(sn_eval *e)
{
    static const sn_ints none = {0};
    int64_t n, goes_on;
    trips t;
    SN_TRY(read_number(e, SN_LOOP_TRIPS, INT64_MAX, &n));
    SN_TRY(read_number(e, SN_LOOP_COND, 1, &goes_on));
    begin(&t, e);
    sn_status status = SN_OK;
    for (int64_t i = 0; i < n && goes_on && status == SN_OK; i++) {
        if (--*e->trips_left < 0)
            status = sn_node_fail(e->ctx, e->node, SN_E_UNSUPPORTED,
                                  "it still runs after as many trips as are evaluated");
        else
            status = run_loop_trip(&t, i, &goes_on);
    }
    if (status == SN_OK) status = give(&t, &none, &none);
    end(&t);
    return status;
}

/* ---- scan ------------------------------------------------------------------------------------ */

/* Slice k of x along an axis, which it has not any more. */
static sn_status slice(trips *t, const sn_tensor *x, int axis, int64_t k, const sn_tensor **out)
{
    const sn_span span = sn_span_of(&x->shape, axis);
    sn_shape s = x->shape;
    for (int i = axis; i + 1 < s.rank; i++) s.d[i] = s.d[i + 1];
    s.d[--s.rank] = 0;
    const size_t run = (size_t)span.inner * sn_type_bytes(x->type);
    sn_tensor *made;
    void *data;
    SN_TRY(sn_tensor_create(t->e->ctx, x->type, &s, &made, &data));
    const unsigned char *from = sn_tensor_data(x);
    copy_runs(data, run, from + (size_t)k * run, (size_t)span.n * run, span.outer, run);
    *out = made;
    return SN_OK;
}

/* Scan inputs as plain tensors. */
static sn_status plain_inputs(trips *t, const sn_scan_params *p, const sn_tensor **plain,
                              int64_t *n)
{
    sn_eval *e = t->e;
    for (int i = 0; i < p->inputs; i++) {
        const sn_tensor *x = e->in[p->states + i];
        const int axis = sn_scan_axis(&p->input_axes, i, x->shape.rank);
        if (axis < 0 || (i > 0 && x->shape.d[axis] != *n))
            return sn_node_fail(e->ctx, e->node, SN_E_SHAPE,
                                "scan input %d has not as many slices as the first", i);
        *n = x->shape.d[axis];
        SN_TRY(sn_tensor_convert(e->ctx, x, x->type, &plain[i]));
    }
    return SN_OK;
}

static sn_status run_scan_trip(trips *t, const sn_scan_params *p, const sn_tensor *const *plain,
                               int64_t k, int64_t n)
{
    const sn_tensor **own = t->feeds + p->states;
    sn_status status = SN_OK;
    for (int i = 0; i < p->inputs && status == SN_OK; i++) {
        const int axis = sn_scan_axis(&p->input_axes, i, plain[i]->shape.rank);
        const int64_t at = sn_scan_reverses(&p->input_directions, i) ? n - 1 - k : k;
        status = slice(t, plain[i], axis, at, &own[i]);
    }
    if (status == SN_OK) status = run_trip(t);
    sn_tensors_release(own, (size_t)p->inputs);
    return status;
}

sn_status sn_scan_eval(sn_eval *e)
{
    const sn_scan_params *p = e->params;
    trips t;
    begin(&t, e);
    const sn_tensor **plain = SN_NEW_N(t.arena, const sn_tensor *, p->inputs);
    int64_t n = 0;
    sn_status status = plain_inputs(&t, p, plain, &n);
    for (int64_t k = 0; k < n && status == SN_OK; k++) status = run_scan_trip(&t, p, plain, k, n);
    if (status == SN_OK) status = give(&t, &p->output_axes, &p->output_directions);
    sn_tensors_release(plain, (size_t)p->inputs);
    end(&t);
    return status;
}
