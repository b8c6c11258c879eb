/* SPDX-License-Identifier: Apache-2.0
 *
 * Ranges of values: formulas by interval arithmetic, what moves elements by the union of its
 * inputs. */
#include "ops/activation.h"
#include "ops/range.h"

#include "base/vec.h"
#include "ops/ops.h"
#include "ops/pad.h"
#include "ops/pool.h"
#include "ops/reduce.h"
#include "ops/softmax.h"

enum {
    MAX_DEPTH = 6, /* of nodes that are followed */
    MAX_NODES = 16,
    MAX_INPUTS = 8,
    MAX_STEPS = 1 << 20, /* inputs that are followed and elements of constants: six concats, one
                            behind the other, have many ways */
};

typedef struct range_search {
    sn_arena *arena;
    SN_VEC(sn_node *) seen; /* producers first */
    int64_t n_steps;
} range_search;

static const sn_interval unknown = {-INFINITY, INFINITY, true};

static sn_interval range_of(range_search *s, sn_value *v, int depth);

static sn_interval of_constant(const sn_tensor *t)
{
    sn_interval r = {INFINITY, -INFINITY, false};
    int64_t n = sn_tensor_count(t);
    for (int64_t i = 0; i < n; i++) {
        double e = sn_tensor_at(t, i);
        if (isnan(e)) return unknown;
        r = sn_interval_hull(r, (sn_interval){e, e, false});
    }
    return n ? r : unknown;
}

static sn_interval of_act(range_search *s, const sn_node *n)
{
    const sn_interval any = {-INFINITY, INFINITY, true};
    return sn_expr_range(sn_act_formula(n->graph->ctx, s->arena, sn_node_act(n)), &any);
}

static sn_interval of_formula(range_search *s, const sn_node *n, int depth)
{
    const sn_expr *e = NULL;
    if (n->n_in > MAX_INPUTS ||
        sn_op_formula(n->graph->ctx, s->arena, n->op, n->params, &e) != SN_OK)
        return unknown;
    sn_interval in[MAX_INPUTS] = {{0}};
    for (uint16_t i = 0; i < n->n_in; i++) {
        if (sn_in(n, i)) in[i] = range_of(s, sn_in(n, i), depth);
    }
    return sn_expr_range(e, in);
}

static sn_interval of_inputs(range_search *s, const sn_node *n, int depth)
{
    sn_interval r = {INFINITY, -INFINITY, false};
    for (uint16_t i = 0; i < n->n_in; i++) {
        if (sn_node_reads_shape_only(n, i)) continue;
        if (!sn_in(n, i)) return unknown;
        r = sn_interval_hull(r, range_of(s, sn_in(n, i), depth));
    }
    return n->n_in ? r : unknown;
}

/* Each element is one of the inputs', or between some of them. */
static bool stays_within(const sn_op *op)
{
    static const sn_op *const all[] = {&sn_op_concat,
                                       &sn_op_split,
                                       &sn_op_transpose,
                                       &sn_op_channel_shuffle,
                                       &sn_op_identity,
                                       &sn_op_global_max_pool,
                                       &sn_op_global_average_pool,
                                       &sn_op_adaptive_max_pool,
                                       &sn_op_adaptive_average_pool,
                                       &sn_op_depth_to_space,
                                       &sn_op_expand,
                                       &sn_op_flip,
                                       &sn_op_reshape,
                                       &sn_op_slice,
                                       &sn_op_squeeze,
                                       &sn_op_tile,
                                       &sn_op_unsqueeze};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (op == all[i]) return true;
    }
    return false;
}

/* Elements of windows, or averages of them and of pads that count as 0. */
static sn_interval of_windows(range_search *s, const sn_node *n, int depth)
{
    if (sn_pool_windows_hold(n->params).is != SN_YES) return unknown;
    const sn_interval x = range_of(s, sn_in(n, 0), depth);
    const bool pads = n->op == &sn_op_average_pool && sn_pool_counts_pads(n->params);
    return pads ? sn_interval_hull(x, (sn_interval){0, 0, false}) : x;
}

static sn_interval of_node(range_search *s, sn_node *n, int depth)
{
    if (n->op->has_act && !sn_op_has(n->op, SN_TRAIT_INTEGER)) return of_act(s, n);
    if (n->op->expr) return of_formula(s, n, depth - 1);
    if (n->op == &sn_op_softmax) return (sn_interval){0, 1, true};
    if (sn_is_window_pool(n->op)) return of_windows(s, n, depth - 1);
    return stays_within(n->op) ? of_inputs(s, n, depth - 1) : unknown;
}

static sn_interval range_of(range_search *s, sn_value *v, int depth)
{
    if (v->type != SN_TYPE_f32) return unknown;
    const sn_tensor *t = sn_const_of(v);
    s->n_steps += t ? sn_tensor_count(t) : 1;
    if (s->n_steps > MAX_STEPS) return unknown;
    if (t) return of_constant(t);
    if (!v->def || depth <= 0 || s->seen.n >= MAX_NODES) return unknown;
    sn_interval r = of_node(s, v->def, depth);
    bool known = isinf(r.lo) && isinf(r.hi); /* says nothing, or is listed */
    for (size_t i = 0; i < s->seen.n; i++) known = known || s->seen.v[i] == v->def;
    if (!known) SN_PUSH(s->seen, v->def);
    return r;
}

/* ---- NaN ------------------------------------------------------------------------------------- */

/* Numbers far from overflow, as far as they are known. */
static sn_interval ordinary(sn_interval r)
{
    const double far = 64;
    const sn_interval known = {fmax(r.lo, -far), fmin(r.hi, far), false};
    return known.lo <= known.hi ? known : (sn_interval){r.lo, r.hi, false};
}

/* What its formula gives for numbers far from overflow; everything where that is not known. */
static sn_interval of_ordinary(sn_node *n, sn_arena *arena)
{
    range_search s = {.arena = arena, .seen = SN_VEC_IN(arena)};
    const sn_expr *e = NULL;
    if (n->n_in > MAX_INPUTS || sn_op_formula(n->graph->ctx, arena, n->op, n->params, &e) != SN_OK)
        return unknown;
    sn_interval in[MAX_INPUTS] = {{0}};
    for (uint16_t i = 0; i < n->n_in; i++) {
        if (sn_in(n, i)) in[i] = ordinary(range_of(&s, sn_in(n, i), MAX_DEPTH));
    }
    return sn_expr_range(e, in);
}

static bool is_logarithm(const sn_node *n)
{
    return n->op == &sn_op_reduce && ((const sn_reduce_params *)n->params)->op == SN_REDUCE_LOG_SUM;
}

bool sn_node_makes_nan(sn_node *n, sn_arena *arena)
{
    return is_logarithm(n) || (n->op->expr && of_ordinary(n, arena).nan);
}

bool sn_node_makes_infinity(sn_node *n, sn_arena *arena)
{
    if (is_logarithm(n)) return true;
    if (n->op == &sn_op_pad && isinf(((const sn_pad_params *)n->params)->value)) return true;
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_tensor *t = sn_in(n, i) ? sn_const_of(sn_in(n, i)) : NULL;
        if (!t || !t->buf || !sn_type_is_float(t->type)) continue;
        const sn_interval r = of_constant(t);
        if (isinf(r.lo) || isinf(r.hi)) return true;
    }
    if (!n->op->expr) return false;
    const sn_interval r = of_ordinary(n, arena);
    const double largest = sn_type_largest(SN_TYPE_f32);
    return r.lo < -largest || r.hi > largest;
}

/* ---- proofs ---------------------------------------------------------------------------------- */

sn_range_proof sn_value_range_proof(sn_value *v, sn_arena *arena)
{
    range_search s = {.arena = arena, .seen = SN_VEC_IN(arena)};
    sn_interval r = range_of(&s, v, MAX_DEPTH);
    return (sn_range_proof){r, s.seen.v, s.seen.n};
}
