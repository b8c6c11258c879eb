/* SPDX-License-Identifier: Apache-2.0
 *
 * What if, loop, scan and gradient share: which input goes where, and what is known inside and
 * outside of a body. A size inside may be said of values of the body; outside it holds only where
 * it is said of sizes that came in with an input. */
#include "ops/control.h"

#include "ir/contents.h"
#include "ops/gather.h"
#include "ops/rule.h"

/* ---- inputs ---------------------------------------------------------------------------------- */

sn_carried sn_carried_of(const sn_node *n)
{
    if (n->op == &sn_op_loop) {
        const sn_loop_params *p = n->params;
        return (sn_carried){p->carried, SN_LOOP_CARRIED, SN_LOOP_FED_CARRIED,
                            SN_LOOP_GIVES_CARRIED};
    }
    if (n->op == &sn_op_gradient) return (sn_carried){0};
    if (n->op != &sn_op_scan) return (sn_carried){0, SN_IF_CAPTURES, 0, 0};
    const sn_scan_params *p = n->params;
    return (sn_carried){p->states, 0, 0, 0};
}

static int n_slices(const sn_node *n)
{
    return n->op == &sn_op_scan ? ((const sn_scan_params *)n->params)->inputs : 0;
}

int sn_body_n_formal(const sn_node *n)
{
    const sn_carried c = sn_carried_of(n);
    return c.fed + c.n + n_slices(n);
}

int sn_first_capture(const sn_node *n)
{
    const sn_carried c = sn_carried_of(n);
    const int first = c.slot + c.n + n_slices(n);
    return first < n->n_in ? first : n->n_in;
}

sn_body_place sn_body_is_fed(const sn_node *n, int i)
{
    const sn_carried c = sn_carried_of(n);
    const int formal = sn_body_n_formal(n);
    if (i >= formal) return (sn_body_place){"capture", sn_first_capture(n) + i - formal};
    if (i >= c.fed + c.n) return (sn_body_place){"slice", c.slot + i - c.fed};
    if (i >= c.fed) return (sn_body_place){"carried", c.slot + i - c.fed};
    if (i == SN_LOOP_FED_TRIP) return (sn_body_place){"trip", -1};
    return (sn_body_place){"condition", SN_LOOP_COND};
}

sn_body_place sn_body_gives(const sn_node *n, int i)
{
    const sn_carried c = sn_carried_of(n);
    if (n->op == &sn_op_gradient) return (sn_body_place){"differentiated", -1};
    if (n->op == &sn_op_if) return (sn_body_place){"result", i};
    if (i < c.given) return (sn_body_place){"condition", -1};
    return (sn_body_place){i - c.given < c.n ? "carried" : "scan output", i - c.given};
}

/* ---- what is known --------------------------------------------------------------------------- */

/* The only element of a constant, or of what inference knows. */
static bool known_number(const sn_value *v, int64_t *out)
{
    const sn_tensor *t = v ? sn_const_of(v) : NULL;
    if (t && sn_tensor_count(t) == 1 && t->coding == SN_PLAIN) {
        *out = sn_index_at(t, 0);
        return true;
    }
    const sn_contents *c = v ? v->contents : NULL;
    if (!c || c->n != 1 || !c->v[0].is_number) return false;
    *out = c->v[0].number;
    return true;
}

int sn_if_taken(const sn_node *n)
{
    int64_t cond;
    if (!known_number(sn_in(n, SN_IF_COND), &cond)) return -1;
    return cond ? SN_IF_THEN : SN_IF_ELSE;
}

sn_value **sn_if_captures(const sn_node *n, sn_arena *arena)
{
    sn_value **list = SN_NEW_N(arena, sn_value *, n->n_in);
    for (uint16_t i = SN_IF_CAPTURES; i < n->n_in; i++) list[i - SN_IF_CAPTURES] = sn_in(n, i);
    return list;
}

bool sn_loop_counts(const sn_node *n)
{
    int64_t is = 0;
    const sn_value *cond = sn_in(n, SN_LOOP_COND);
    if (!sn_in(n, SN_LOOP_TRIPS) || (cond && !(known_number(cond, &is) && is))) return false;
    const sn_value *goes_on = sn_body_result(n->body[0], SN_LOOP_GIVES_COND);
    while (goes_on->def && goes_on->def->op == &sn_op_identity) goes_on = sn_in(goes_on->def, 0);
    if (goes_on == sn_graph_fed(n->body[0], SN_LOOP_FED_COND)) return true;
    return known_number(goes_on, &is) && is;
}

int64_t sn_trips_of(const sn_node *n)
{
    int64_t trips;
    if (n->op == &sn_op_scan) {
        const sn_scan_params *p = n->params;
        for (int i = 0; i < p->inputs && p->states + i < n->n_in; i++) {
            const sn_value *x = sn_in(n, (unsigned)(p->states + i));
            const int axis = sn_scan_axis(&p->input_axes, i, x->shape.rank);
            if (axis >= 0 && sn_dim_known(x->shape.d[axis])) return x->shape.d[axis];
        }
        return -1;
    }
    const sn_value *cond = sn_in(n, SN_LOOP_COND);
    if (cond && known_number(cond, &trips) && !trips) return 0;
    if (!known_number(sn_in(n, SN_LOOP_TRIPS), &trips)) return -1;
    if (trips <= 0) return 0;
    return sn_loop_counts(n) ? trips : -1;
}

int sn_scan_axis(const sn_ints *axes, int i, int rank)
{
    const int axis = i < axes->n ? axes->v[i] : 0;
    if (axis < -rank || axis >= rank) return -1;
    return axis < 0 ? axis + rank : axis;
}

/* ---- checks ---------------------------------------------------------------------------------- */

static bool types_differ(const sn_value *a, const sn_value *b)
{
    return a && b && a->type != SN_TYPE_UNKNOWN && b->type != SN_TYPE_UNKNOWN && a->type != b->type;
}

static const char *other_type(sn_arena *arena, const char *role, const char *what, int i,
                              const sn_value *is, const sn_value *expected)
{
    return sn_arena_printf(arena, "%s %d of '%s' is %s, %s expected", what, i, role,
                           sn_type_name(is->type), sn_type_name(expected->type));
}

const char *sn_body_wrong(const sn_node *n, int which, int n_given, sn_arena *arena)
{
    const sn_graph *body = n->body[which];
    const char *role = n->op->bodies[which];
    const sn_node *output = sn_graph_output(body);
    const sn_carried c = sn_carried_of(n);
    const int first = sn_first_capture(n), formal = sn_body_n_formal(n),
              n_fed = formal + n->n_in - first, found = (int)sn_graph_n_fed(body);
    if (c.slot + c.n + n_slices(n) > n->n_in)
        return sn_arena_printf(arena, "%d inputs found, at least %d expected", n->n_in,
                               c.slot + c.n + n_slices(n));
    if (found != n_fed)
        return sn_arena_printf(arena, "%d inputs in '%s' found, %d expected (%d captures)", found,
                               role, n_fed, n->n_in - first);
    if (!output || output->n_in != n_given)
        return sn_arena_printf(arena, "%d results of '%s' found, %d expected",
                               output ? output->n_in : 0, role, n_given);
    for (int i = 0; i < n->n_in - first; i++) {
        const sn_value *v = sn_graph_fed(body, (size_t)(formal + i)),
                       *x = sn_in(n, (unsigned)(first + i));
        if (!x) return sn_arena_printf(arena, "capture %d is left out", i);
        if (types_differ(v, x)) return other_type(arena, role, "capture", i, v, x);
    }
    for (int i = 0; i < c.n; i++) {
        const sn_value *x = sn_in(n, (unsigned)(c.slot + i)),
                       *v = sn_graph_fed(body, (size_t)(c.fed + i)),
                       *y = sn_body_result(body, (unsigned)(c.given + i));
        if (!x) return sn_arena_printf(arena, "carried value %d is left out", i);
        if (types_differ(v, x)) return other_type(arena, role, "carried value", i, v, x);
        if (types_differ(y, x)) return other_type(arena, role, "result", c.given + i, y, x);
    }
    for (int i = 0; i < n_given - c.given && i < n->n_out; i++) {
        const sn_value *y = sn_body_result(body, (unsigned)(c.given + i));
        if (sn_body_gives(n, c.given + i).slot < 0) continue;
        if (types_differ(y, n->out[i]))
            return other_type(arena, role, "result", c.given + i, y, n->out[i]);
    }
    return NULL;
}

/* ---- into a body ----------------------------------------------------------------------------- */

sn_status sn_body_feed(sn_infer *in, sn_value *v, sn_type type, const sn_shape *shape,
                       const sn_contents *contents)
{
    if (type != SN_TYPE_UNKNOWN && v->type != SN_TYPE_UNKNOWN && v->type != type)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "its body is fed %s, %s expected in the body", sn_type_name(type),
                            sn_type_name(v->type));
    if (sn_shape_differ(in->dims, &v->shape, shape))
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "its body is fed a value of shape %s, %s expected in the body",
                            sn_shape_rule_shape_text(in, shape),
                            sn_shape_rule_shape_text(in, &v->shape));
    if (type != SN_TYPE_UNKNOWN) v->type = type;
    if (shape->rank >= 0) sn_value_set_shape(v, shape);
    if (contents && contents->n == sn_contents_count(v->type, &v->shape))
        sn_value_add_contents(v, sn_contents_copy(v->def->graph->arena, contents));
    return SN_OK;
}

sn_status sn_body_feed_captures(sn_infer *in, const sn_graph *body)
{
    const int first = sn_first_capture(in->node), formal = sn_body_n_formal(in->node);
    for (int i = first; i < in->n_in; i++)
        SN_TRY(sn_body_feed(in, sn_graph_fed(body, (size_t)(formal + i - first)), in->in_type[i],
                            &in->in_shape[i], sn_infer_contents(in, (unsigned)i)));
    return SN_OK;
}

/* ---- out of a body --------------------------------------------------------------------------- */

typedef struct search {
    sn_dim wanted;
    bool found;
} search;

static void is_wanted(void *user, sn_dim symbol)
{
    search *s = user;
    s->found = s->found || s->wanted == symbol;
}

typedef struct scope {
    sn_infer *in;
    bool all; /* so far */
} scope;

/* Whether an input has the symbol in its shape, or in its contents. */
static void look_for(void *user, sn_dim symbol)
{
    scope *s = user;
    search w = {.wanted = symbol};
    for (uint16_t i = 0; i < s->in->n_in && !w.found; i++) {
        const sn_shape *x = &s->in->in_shape[i];
        for (int k = 0; k < x->rank; k++) sn_dim_symbols(s->in->dims, x->d[k], is_wanted, &w);
        const sn_contents *c = s->in->in_contents ? s->in->in_contents[i] : NULL;
        for (int k = 0; c && k < c->n; k++) {
            if (c->v[k].known && !c->v[k].is_number)
                sn_dim_symbols(s->in->dims, c->v[k].dim, is_wanted, &w);
        }
    }
    s->all = s->all && w.found;
}

bool sn_size_is_outside(sn_infer *in, sn_dim d)
{
    scope s = {in, true};
    if (!sn_dim_known(d)) sn_dim_symbols(in->dims, d, look_for, &s);
    return s.all;
}

sn_dim sn_size_outside(sn_infer *in, sn_dim d, unsigned out, int axis)
{
    if (sn_size_is_outside(in, d)) return d;
    return sn_dim_symbol_from(in->dims, sn_out(in->node, out)->id, axis, 0);
}

const sn_contents *sn_body_contents(sn_infer *in, const sn_value *result)
{
    const sn_tensor *t = sn_const_of(result);
    return t ? sn_contents_of_tensor(in->arena, in->dims, t) : result->contents;
}
