/* SPDX-License-Identifier: Apache-2.0
 *
 * loop (ONNX Loop-25) and scan (ONNX Scan-25): a body that runs trip after trip, with values
 * carried from each to the next, and outputs that are a part of a trip each.
 *
 * What a carried value looks like in every trip is found by induction: it is assumed to look as
 * before the first trip, the body is inferred (a copy of it, as an assumption may be wrong), and
 * what comes out otherwise is assumed to be unknown from then on. A loop of no trip leaves what it
 * carries as it was, and has scan outputs without a part. */
#include "ir/contents.h"
#include "ops/control.h"
#include "ops/cost.h"
#include "ops/rule.h"

enum { MAX_TRIALS = 4 }; /* then nothing is assumed of what is carried */

static bool is_scan(const sn_node *n) { return n->op == &sn_op_scan; }

/* ---- induction ------------------------------------------------------------------------------- */

typedef struct induction {
    sn_infer *in;
    sn_graph *body;
    sn_carried c;
    sn_shape *as; /* assumed of each carried value, in every trip */
} induction;

static sn_value *fed_of(const induction *x, const sn_graph *body, int i)
{
    return sn_graph_fed(body, (size_t)(x->c.fed + i));
}

static sn_dim own(const induction *x, int i, int axis)
{
    return sn_dim_symbol_from(x->in->dims, fed_of(x, x->body, i)->id, axis, 0);
}

/* As it is before the first trip, but for what was found to change before. */
static void assume(induction *x, int i)
{
    const sn_shape *was = &fed_of(x, x->body, i)->shape;
    x->as[i] = x->in->in_shape[x->c.slot + i];
    for (int k = 0; k < x->as[i].rank && was->rank == x->as[i].rank; k++) {
        if (was->d[k] == own(x, i, k)) x->as[i].d[k] = was->d[k];
    }
}

static sn_status feed(const induction *x, const sn_graph *body);

static sn_status infer_with(const induction *x, sn_graph *body)
{
    SN_TRY(feed(x, body));
    return sn_infer_body(body);
}

/* Whether each comes out as it went in; what does not is not assumed any more. */
static bool holds(induction *x, const sn_graph *body)
{
    bool all = true;
    for (int i = 0; i < x->c.n; i++) {
        const sn_shape *out = &sn_body_result(body, (unsigned)(x->c.given + i))->shape;
        sn_shape *as = &x->as[i];
        if (as->rank < 0) continue;
        if (out->rank != as->rank) {
            *as = sn_shape_unknown();
            all = false;
        }
        for (int k = 0; k < as->rank; k++) {
            const sn_dim d = sn_dim_refresh(x->in->dims, out->d[k]);
            if (d == as->d[k] || as->d[k] == own(x, i, k)) continue;
            as->d[k] = own(x, i, k);
            all = false;
        }
    }
    return all;
}

static void assume_less(induction *x, bool nothing)
{
    for (int i = 0; i < x->c.n; i++) {
        if (nothing) x->as[i] = sn_shape_unknown();
        for (int k = 0; k < x->as[i].rank; k++) x->as[i].d[k] = own(x, i, k);
    }
}

/* What is known of the values that the body is fed, but is not assumed: it was said of them in a
 * text. All that hangs on it goes. */
static bool says_more(const induction *x)
{
    for (int i = 0; i < x->c.n; i++) {
        const sn_shape *was = &fed_of(x, x->body, i)->shape, *as = &x->as[i];
        if (was->rank >= 0 && as->rank != was->rank) return true;
        for (int k = 0; k < was->rank; k++) {
            if (sn_dim_refresh(x->in->dims, was->d[k]) != as->d[k]) return true;
        }
    }
    return false;
}

static bool is_as_before(const induction *x)
{
    for (int i = 0; i < x->c.n; i++) {
        if (!sn_shape_same(&fed_of(x, x->body, i)->shape, &x->as[i])) return false;
    }
    return true;
}

/* A copy of the body that nothing is known of. */
static sn_graph *trial_body(const induction *x)
{
    sn_graph *copy = sn_graph_clone_body(x->body);
    if (says_more(x)) sn_infer_forget(copy);
    return copy;
}

static sn_status infer_carried(induction *x)
{
    for (int i = 0; i < x->c.n; i++) assume(x, i);
    if (is_as_before(x)) {
        SN_TRY(infer_with(x, x->body));
        if (holds(x, x->body)) return SN_OK;
    }
    for (int trial = 0;; trial++) {
        sn_graph *copy = trial_body(x);
        const sn_status status = infer_with(x, copy);
        const bool ok = status == SN_OK && holds(x, copy);
        sn_graph_destroy(copy);
        if (ok) break;
        if (status != SN_OK && (status != SN_E_SHAPE || trial > MAX_TRIALS)) return status;
        if (status != SN_OK) sn_ctx_clear_error(x->in->ctx);
        if (status != SN_OK || trial >= MAX_TRIALS) assume_less(x, trial >= MAX_TRIALS);
    }
    if (says_more(x)) sn_infer_forget(x->body);
    return infer_with(x, x->body);
}

static sn_status feed_carried(const induction *x, const sn_graph *body)
{
    for (int i = 0; i < x->c.n; i++)
        SN_TRY(sn_body_feed(x->in, fed_of(x, body, i), x->in->in_type[x->c.slot + i], &x->as[i],
                            NULL));
    return SN_OK;
}

static sn_status feed_loop(const induction *x, const sn_graph *body)
{
    const sn_shape scalar = sn_shape_scalar();
    SN_TRY(sn_body_feed(x->in, sn_graph_fed(body, SN_LOOP_FED_TRIP), SN_TYPE_i64, &scalar, NULL));
    SN_TRY(sn_body_feed(x->in, sn_graph_fed(body, SN_LOOP_FED_COND), SN_TYPE_bool, &scalar, NULL));
    return feed_carried(x, body);
}

/* A slice has not the axis that is walked along. */
static sn_shape slice_of(const sn_infer *in, int i)
{
    const sn_scan_params *p = in->params;
    sn_shape s = in->in_shape[p->states + i];
    const int axis = sn_scan_axis(&p->input_axes, i, s.rank);
    if (axis < 0) return sn_shape_unknown();
    for (int k = axis; k + 1 < s.rank; k++) s.d[k] = s.d[k + 1];
    s.d[--s.rank] = 0;
    return s;
}

static sn_status feed_scan(const induction *x, const sn_graph *body)
{
    const sn_scan_params *p = x->in->params;
    SN_TRY(feed_carried(x, body));
    for (int i = 0; i < p->inputs; i++) {
        const sn_shape s = slice_of(x->in, i);
        SN_TRY(sn_body_feed(x->in, sn_graph_fed(body, (size_t)(p->states + i)),
                            x->in->in_type[p->states + i], &s, NULL));
    }
    return SN_OK;
}

static sn_status feed(const induction *x, const sn_graph *body)
{
    SN_TRY(is_scan(x->in->node) ? feed_scan(x, body) : feed_loop(x, body));
    return sn_body_feed_captures(x->in, body);
}

/* ---- what comes out -------------------------------------------------------------------------- */

/* The number of trips as a size: all scan outputs of a node have it. */
static sn_dim trips_of(const sn_infer *in, int n_carried)
{
    const sn_node *n = in->node;
    const int64_t known = sn_trips_of(n);
    if (known >= 0) return known;
    if (is_scan(n)) {
        const sn_scan_params *p = in->params;
        for (int i = 0; i < p->inputs; i++) {
            const sn_shape *s = &in->in_shape[p->states + i];
            const int axis = sn_scan_axis(&p->input_axes, i, s->rank);
            if (axis >= 0) return s->d[axis];
        }
    } else {
        const sn_contents *c = sn_infer_contents(in, SN_LOOP_TRIPS);
        if (c && c->n == 1 && c->v[0].known && !c->v[0].is_number && sn_loop_counts(n))
            return sn_dim_max(in->dims, 0, c->v[0].dim);
    }
    return sn_dim_symbol_from(in->dims, sn_out(n, (unsigned)n_carried)->id, 0, 0);
}

static int output_axis(const sn_infer *in, int i, int rank)
{
    static const sn_ints first = {0};
    return sn_scan_axis(
        is_scan(in->node) ? &((const sn_scan_params *)in->params)->output_axes : &first, i, rank);
}

static sn_status give_scan_output(sn_infer *in, const sn_value *part, int n_carried, int i)
{
    const unsigned out = (unsigned)(n_carried + i);
    in->out_type[out] = part->type;
    if (part->shape.rank < 0) return SN_OK;
    const int rank = part->shape.rank + 1, axis = output_axis(in, i, rank);
    if (rank > SN_MAX_RANK)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "scan output %d would have %d axes, at most %d expected", i, rank,
                            SN_MAX_RANK);
    if (axis < 0)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "scan output %d has %d axes, none of them is its output axis", i, rank);
    sn_shape s = {.rank = (int8_t)rank};
    for (int k = 0; k < rank; k++) {
        const int inner = k < axis ? k : k - 1;
        s.d[k] =
            k == axis ? trips_of(in, n_carried) : sn_size_outside(in, part->shape.d[inner], out, k);
    }
    in->out_shape[out] = s;
    return SN_OK;
}

static sn_status infer_trips(sn_infer *in)
{
    const sn_node *n = in->node;
    induction x = {.in = in, .body = n->body[0], .c = sn_carried_of(n)};
    x.as = SN_NEW_N(in->arena, sn_shape, x.c.n + 1);
    SN_TRY(infer_carried(&x));
    for (int i = 0; i < x.c.n; i++) {
        const sn_value *result = sn_body_result(x.body, (unsigned)(x.c.given + i));
        in->out_type[i] = in->in_type[x.c.slot + i];
        if (in->out_type[i] == SN_TYPE_UNKNOWN) in->out_type[i] = result->type;
        if (result->type != SN_TYPE_UNKNOWN && result->type != in->out_type[i])
            return sn_node_fail(in->ctx, n, SN_E_SHAPE,
                                "carried value %d is %s, and %s in the body", i,
                                sn_type_name(in->out_type[i]), sn_type_name(result->type));
        sn_shape s = x.as[i];
        for (int k = 0; k < s.rank; k++) {
            if (s.d[k] == own(&x, i, k))
                s.d[k] = sn_dim_symbol_from(in->dims, sn_out(n, (unsigned)i)->id, k, 0);
        }
        in->out_shape[i] = s;
    }
    for (int i = 0; x.c.n + i < in->n_out; i++)
        SN_TRY(give_scan_output(in, sn_body_result(x.body, (unsigned)(x.c.given + x.c.n + i)),
                                x.c.n, i));
    return SN_OK;
}

static sn_status check_number(const sn_infer *in, unsigned slot, sn_type expected)
{
    if (!sn_shape_rule_has(in, slot)) return SN_OK;
    const char *name = sn_op_slot(in->node->op, slot)->name;
    const sn_shape *s = &in->in_shape[slot];
    if (in->in_type[slot] != SN_TYPE_UNKNOWN && in->in_type[slot] != expected)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%s is %s, %s expected", name,
                            sn_type_name(in->in_type[slot]), sn_type_name(expected));
    if (sn_shape_known(s) && sn_shape_count(s) != 1)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%s has shape %s, 1 element expected",
                            name, sn_shape_rule_shape_text(in, s));
    return SN_OK;
}

static sn_status loop_infer(sn_infer *in)
{
    SN_TRY(check_number(in, SN_LOOP_TRIPS, SN_TYPE_i64));
    SN_TRY(check_number(in, SN_LOOP_COND, SN_TYPE_bool));
    return in->in_data ? SN_OK : infer_trips(in); /* at run time the trips tell */
}

static sn_status scan_infer(sn_infer *in)
{
    const sn_scan_params *p = in->params;
    sn_dim trips = 0;
    for (int i = 0; i < p->inputs; i++) {
        const sn_shape *s = &in->in_shape[p->states + i];
        const int axis = sn_scan_axis(&p->input_axes, i, s->rank);
        if (s->rank >= 0 && axis < 0)
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                                "scan input %d has %d axes, none of them is its input axis", i,
                                s->rank);
        if (axis >= 0 && i > 0 && sn_dim_differ(in->dims, trips, s->d[axis]))
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                                "scan input %d has %s parts, %s expected as before", i,
                                sn_shape_rule_text(in, s->d[axis]), sn_shape_rule_text(in, trips));
        if (axis >= 0) trips = s->d[axis];
        if (axis < 0) break;
    }
    return in->in_data ? SN_OK : infer_trips(in);
}

/* ---- what it costs --------------------------------------------------------------------------- */

/* One trip, where their number is not known. */
static void trips_cost(const sn_infer *in, sn_cost *out)
{
    const sn_workload w = sn_graph_work(in->node->body[0]);
    const int64_t n = sn_trips_of(in->node);
    out->macs = w.macs * (double)(n < 0 ? 1 : n);
    out->flops = w.flops * (double)(n < 0 ? 1 : n);
    out->sizes_open = !w.known;
    out->macs_open = !w.macs_known || (n < 0 && w.macs > 0);
}

/* ---- the operators --------------------------------------------------------------------------- */

static const char *loop_wrong(const sn_node *n, sn_arena *arena)
{
    const sn_loop_params *p = n->params;
    if (p->carried > n->n_out)
        return sn_arena_printf(arena, "%d outputs found, at least %d expected", n->n_out,
                               p->carried);
    const char *wrong = sn_body_wrong(n, 0, n->n_out + SN_LOOP_GIVES_CARRIED, arena);
    if (wrong) return wrong;
    const sn_value *cond = sn_body_result(n->body[0], SN_LOOP_GIVES_COND);
    if (cond->type == SN_TYPE_UNKNOWN || cond->type == SN_TYPE_bool) return NULL;
    return sn_arena_printf(arena, "the condition of 'body' is %s, bool expected",
                           sn_type_name(cond->type));
}

static const char *scan_wrong(const sn_node *n, sn_arena *arena)
{
    const sn_scan_params *p = n->params;
    if (p->states > n->n_out)
        return sn_arena_printf(arena, "%d outputs found, at least %d expected", n->n_out,
                               p->states);
    for (int i = 0; i < p->states + p->inputs && i < n->n_in; i++) {
        if (!sn_in(n, (unsigned)i)) return sn_arena_printf(arena, "input %d is left out", i);
    }
    return sn_body_wrong(n, 0, n->n_out, arena);
}

static const char *list_wrong(const char *what, const sn_ints *list, int n, sn_arena *arena)
{
    if (list->n == 0 || list->n == n) return NULL;
    return sn_arena_printf(arena, "%s has %d entries, %d or none expected", what, list->n, n);
}

static const char *scan_validate(const void *params, sn_arena *arena)
{
    const sn_scan_params *p = params;
    const char *wrong = list_wrong("input_axes", &p->input_axes, p->inputs, arena);
    return wrong ? wrong : list_wrong("input_directions", &p->input_directions, p->inputs, arena);
}

static const sn_param loop_params[] = {
    SN_P_INT(sn_loop_params, carried, 0, 0, UINT16_MAX - 3,
             "how many values go from trip to trip; inputs behind them are captures"),
    SN_P_END};

static const sn_param scan_params[] = {
    SN_P_INT(sn_scan_params, states, 0, 0, UINT16_MAX / 2, "how many values go from trip to trip"),
    SN_P_INT(sn_scan_params, inputs, 1, 1, UINT16_MAX / 2,
             "how many values are walked along, a slice each trip; those behind are captures"),
    SN_P_INTS(sn_scan_params, input_axes, "of each, the axis that is walked along; none: 0"),
    SN_P_INTS(sn_scan_params, input_directions, "of each: 1 is from the end; none: 0"),
    SN_P_INTS(sn_scan_params, output_axes, "of each scan output, the axis of trips; none: 0"),
    SN_P_INTS(sn_scan_params, output_directions,
              "of each scan output: 1 puts each trip in front; none: 0"),
    SN_P_END};

static const sn_slot loop_slots[] = {{"trips", SN_SLOT_OPTIONAL},
                                     {"cond", SN_SLOT_OPTIONAL},
                                     {"carried", SN_SLOT_VARIADIC | SN_SLOT_OPTIONAL},
                                     {NULL, 0}};
static const sn_slot scan_slots[] = {{"x", SN_SLOT_VARIADIC}, {NULL, 0}};
static const char *const bodies[] = {"body", NULL};

const sn_op sn_op_loop = {
    .name = "loop",
    .synopsis = "body after body, up to `trips` times, as long as its condition holds",
    .slots = loop_slots,
    .n_out = SN_VARIADIC_OUT,
    .bodies = bodies,
    .bodies_wrong = loop_wrong,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(sn_loop_params),
    .params = loop_params,
    .infer = loop_infer,
    .eval = sn_loop_eval,
    .cost = trips_cost,
};

const sn_op sn_op_scan = {
    .name = "scan",
    .synopsis = "body after body, once for each slice of the scan inputs",
    .slots = scan_slots,
    .n_out = SN_VARIADIC_OUT,
    .bodies = bodies,
    .bodies_wrong = scan_wrong,
    .kind = SN_FUSE_OPAQUE,
    .params_bytes = sizeof(sn_scan_params),
    .params = scan_params,
    .validate = scan_validate,
    .infer = scan_infer,
    .eval = sn_scan_eval,
    .cost = trips_cost,
};
