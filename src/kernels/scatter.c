/* SPDX-License-Identifier: Apache-2.0
 *
 * scatter: x is copied, then the updates have their turn, in order where they meet: a unit has
 * updates of places of its own, a line along the axis or some columns of the parts that the indices
 * name. Halves are joined as f32, in shared memory, and rounded once. */
#include "kernels/picks.h"

#include <inttypes.h>

#include "ops/gather.h"
#include "ops/move.h"
#include "ops/ops.h"

extern const char sn_text_scatter_copy[], sn_text_scatter_elements[], sn_text_scatter_nd[],
    sn_text_scatter_back[];

enum { COLUMNS = 64 }; /* of a unit */

static sn_type type_of(const sn_node *node) { return sn_picks_type(sn_in(node, SN_GATHER_X)); }

/* Whether elements are joined in a type other than that which they are stored in. */
static bool joins_halves(const sn_node *node)
{
    return sn_type_is_narrow(type_of(node)) && sn_loops_int(node, "reduction") != SN_SCATTER_PUT;
}

/* ---- planning -------------------------------------------------------------------------------- */

/* Of the second phase. */
static int64_t units_of(const sn_node *node)
{
    const sn_shape *x = &sn_in(node, SN_GATHER_X)->shape,
                   *at = &sn_in(node, SN_GATHER_INDICES)->shape;
    if (node->op == &sn_op_scatter_elements) {
        const int64_t along = at->d[sn_loops_int(node, "axis")];
        return along > 0 ? sn_shape_count(at) / along : 0;
    }
    const int64_t part = sn_span_count(x, (int)at->d[at->rank - 1], x->rank);
    return (part + COLUMNS - 1) / COLUMNS;
}

static sn_status prepare(const sn_kernel_ctx *k, sn_step *s)
{
    const bool halves = joins_halves(s->node);
    const int64_t n = sn_shape_count(&s->out[0]->shape);
    (void)k;
    s->n_phases = halves ? 3 : 2;
    s->units[0] = s->units[2] = (n + SN_LOOPS_CHUNK - 1) / SN_LOOPS_CHUNK;
    s->units[1] = units_of(s->node);
    if (halves) s->shared = n;
    s->why = halves ? "joined as f32" : "a copy, then the updates in order";
    return SN_OK;
}

/* ---- printing -------------------------------------------------------------------------------- */

/* ${joined(a, b)}: what the update b makes of the element a, both of the type that is joined. */
static sn_status call_joined(void *user, sn_emit *e, const char *const *args, int n, sn_str *out)
{
    const sn_node *node = user;
    const sn_type type = type_of(node);
    const int how = sn_loops_int(node, "reduction");
    const bool real = sn_type_is_float(type);
    const char *a = n > 0 ? args[0] : "0", *b = n > 1 ? args[1] : "0";
    if (how == SN_SCATTER_PUT)
        sn_str_add(out, b);
    else if (type == SN_TYPE_bool)
        sn_str_addf(out, how == SN_SCATTER_ADD || how == SN_SCATTER_MAX ? "%s || %s" : "%s && %s",
                    a, b);
    else if (how == SN_SCATTER_ADD || how == SN_SCATTER_MUL) {
        const char *text =
            sn_arena_printf(sn_emit_arena(e), real ? "%s %c %s" : "((uint64_t)%s %c (uint64_t)%s)",
                            a, how == SN_SCATTER_ADD ? '+' : '*', b);
        sn_str_add(out, real ? text : sn_emit_wrapped(e, type, text));
    } else
        sn_str_addf(out, real ? "%s %s %s || %s != %s ? %s : %s" : "%s %s %s ? %s : %s", a,
                    how == SN_SCATTER_MAX ? "<" : ">", b, b, real ? b : a, b, a);
    return SN_OK;
}

static void bind_lines(sn_emit *e, const sn_step *s, sn_bind *b)
{
    sn_arena *a = sn_emit_arena(e);
    const int axis = sn_loops_int(s->node, "axis");
    const sn_shape *x = &sn_in(s->node, SN_GATHER_X)->shape,
                   *at = &sn_in(s->node, SN_GATHER_INDICES)->shape;
    int64_t of_x[SN_MAX_RANK], of_at[SN_MAX_RANK], size[SN_MAX_RANK];
    sn_strides(x, of_x);
    sn_strides(at, of_at);
    sn_bind_int(b, CT_x_step, of_x[axis]);
    sn_bind_int(b, CT_at_step, of_at[axis]);
    sn_bind_int(b, CT_n_updates, at->d[axis]);
    for (int i = 0; i < at->rank; i++) size[i] = i == axis ? 1 : at->d[i];
    sn_bind_text(b, CT_x_line, sn_picks_place(a, "i", x->rank, size, of_x));
    sn_bind_text(b, CT_at_line, sn_picks_place(a, "i", at->rank, size, of_at));
}

/* Statements: k0, k1, ..; ${missing}: one of them is not there; ${place}. */
static sn_status bind_parts(sn_emit *e, const sn_step *s, sn_bind *b)
{
    sn_arena *a = sn_emit_arena(e);
    const sn_shape *x = &sn_in(s->node, SN_GATHER_X)->shape,
                   *at = &sn_in(s->node, SN_GATHER_INDICES)->shape;
    const int depth = (int)at->d[at->rank - 1];
    int64_t stride[SN_MAX_RANK];
    sn_str missing, place;
    sn_strides(x, stride);
    sn_str_init(&missing, a);
    sn_str_init(&place, a);
    sn_bind_int(b, CT_depth, depth);
    for (int k = 0; k < depth; k++) {
        sn_str_addf(&missing, "%sk%d < 0", k ? " || " : "", k);
        sn_str_addf(&place, "%sk%d * %" PRId64, k ? " + " : "", k, stride[k]);
    }
    sn_bind_text(b, CT_missing, missing.s);
    sn_bind_text(b, CT_place, place.s);
    sn_bind_int(b, CT_part, sn_span_count(x, depth, x->rank));
    sn_bind_int(b, CT_n_updates, sn_span_count(at, 0, at->rank - 1));
    sn_bind_int(b, CT_columns, COLUMNS);
    return SN_OK;
}

/* ${size(k)}: of axis k of x. */
static sn_status call_size(void *user, sn_emit *e, const char *const *args, int n, sn_str *out)
{
    const sn_node *node = user;
    (void)e;
    const int k = n > 0 && args[0][0] >= '0' && args[0][0] <= '9' ? args[0][0] - '0' : 0;
    sn_str_addf(out, "%" PRId64, sn_in(node, SN_GATHER_X)->shape.d[k]);
    return SN_OK;
}

static sn_status emit_scatter(sn_emit *e, const sn_step *s)
{
    const char *const helper[] = {sn_text_picks_index};
    sn_node *node = (sn_node *)(uintptr_t)s->node;
    const sn_type type = type_of(node);
    const bool halves = joins_halves(node), lines = node->op == &sn_op_scatter_elements;
    sn_bind *b = NULL;
    SN_TRY(sn_loops_bind(e, s, &b));
    sn_picks_bind(e, s, b, SN_GATHER_INDICES, sn_convert_domain(type, type));
    sn_bind_call(b, CT_joined, call_joined, node);
    sn_bind_call(b, CT_size, call_size, node);
    sn_bind_int(b, CT_halves, halves);
    sn_bind_text(b, CT_to_type, halves ? "float" : sn_emit_type(type));
    if (!halves) sn_bind_text(b, CT_shared, sn_emit_out(e, s->out[0]));
    if (lines)
        bind_lines(e, s, b);
    else
        SN_TRY(bind_parts(e, s, b));
    SN_TRY(sn_loops_body(e, s, 0, "scatter_copy", sn_text_scatter_copy, NULL, 0, b));
    SN_TRY(sn_loops_body(e, s, 1, lines ? "scatter_elements" : "scatter_nd",
                         lines ? sn_text_scatter_elements : sn_text_scatter_nd, helper, 1, b));
    if (halves) SN_TRY(sn_loops_body(e, s, 2, "scatter_back", sn_text_scatter_back, NULL, 0, b));
    return SN_OK;
}

static const sn_loops_row rows[] = {
    {.op = &sn_op_scatter_elements,
     .fits = sn_picks_elements_fit,
     .prepare = prepare,
     .typed = true,
     .cost = 12},
    {.op = &sn_op_scatter_nd, .fits = sn_picks_fit, .prepare = prepare, .typed = true, .cost = 6},
};

SN_LOOPS_PLANNED(scatter)

const sn_kernel sn_kernel_scatter = {
    .name = "scatter",
    .keeps = true,
    .synopsis = "updates of a tensor at their indices, of any type",
    .ops = SN_OPS(&sn_op_scatter_elements, &sn_op_scatter_nd),
    .typed = true,
    .wants = scatter_wants,
    .plan = scatter_plan,
    .emit = emit_scatter,
};
