/* SPDX-License-Identifier: Apache-2.0 */
#include "ref/noise.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/num.h"
#include "ir/op.h"
#include "ir/param.h"
#include "ops/affine_maps.h"
#include "ops/binary.h"
#include "ops/ops.h"
#include "ops/reduce.h"
#include "ref/halves.h"

enum {
    TURNS = 4, /* draws of one kind come around */
    ROUNDINGS = 4,
    MAX_OPERANDS = 2
};

#define CLOSE_TO_0 0x1p32 /* times the smallest normal number */

bool sn_stores_halves(const sn_graph *g)
{
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; i < n->n_in; i++) {
            const sn_value *v = sn_in(n, i);
            if (v && v->kind != SN_RESULT && v->data && v->data->coding == SN_CODED_F16)
                return true;
        }
    }
    return false;
}

bool sn_is_squared(const sn_value *v)
{
    SN_EACH_USE(u, v)
    if (u->slot < 2 && sn_op_has(u->node->op, SN_TRAIT_SQUARES)) return true;
    return false;
}

/* Nothing rounds them: whole numbers, as they are made; and what is made of integers, or of a
 * coarser type, since that is the same wherever it is done. */
static bool is_settled(const sn_value *v, const sn_tensor *const *in, const sn_tensor *t)
{
    const sn_op *const makers[] = {&sn_op_round, &sn_op_floor, &sn_op_ceil, &sn_op_trunc,
                                   &sn_op_sign};
    const sn_op *op = in && v->def ? v->def->op : NULL;
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++)
        if (op == makers[i]) return true;
    if (op != &sn_op_cast || !in[0]) return false;
    return !sn_type_is_float(in[0]->type) ||
           sn_type_epsilon(in[0]->type) >= sn_type_epsilon(t->type);
}

static bool all_whole(const sn_tensor *t)
{
    const sn_numbers all = sn_numbers_of(t);
    for (int64_t i = 0, n = sn_tensor_count(t); i < n; i++) {
        const double x = sn_number(&all, i);
        if (x != trunc(x)) return false;
    }
    return true;
}

/* It goes into a power as the exponent, as it is. */
static bool is_exponent(const sn_value *v, int depth)
{
    SN_EACH_USE(u, v)
    {
        const sn_node *n = u->node;
        if (n->op == &sn_op_pow && u->slot == 1) return true;
        if (depth && n->n_out == 1 && !u->slot && sn_op_has(n->op, SN_TRAIT_COPIES_BITS) &&
            is_exponent(n->out[0], depth - 1))
            return true;
    }
    return false;
}

/* An exponent that is a whole number stays one: off by a rounding, it makes what is not a number of
 * all that is negative. */
static bool is_whole_exponent(const sn_value *v, const sn_tensor *t)
{
    enum { DEPTH = 8 };
    return all_whole(t) && is_exponent(v, DEPTH); /* a value may be read any number of times */
}

/* in: NULL where v is read as it is; else a copy of what is off by roundings itself is not, but
 * where each element is rounded again with others. */
static bool has_own_numbers(const sn_value *v, const sn_tensor *const *in, const sn_tensor *t)
{
    const bool floats = t && t->buf && sn_type_is_float(t->type);
    const bool copy =
        in && v->def && sn_op_has(v->def->op, SN_TRAIT_COPIES_BITS | SN_TRAIT_CONSTANT);
    return floats && (!copy || sn_is_squared(v)) && !is_settled(v, in, t) &&
           sn_integer_limit(v) <= 0 && !is_whole_exponent(v, t);
}

/* How far an element of v may be off, as a part of it. Sums are computed in f64, so that those of
 * f64 round at each of their terms. */
static double roundings(const sn_value *v, const sn_tensor *const *in, const sn_tensor *t)
{
    const double one = sn_noise_of(t->type);
    const sn_node *n = v->def;
    if (t->type != SN_TYPE_f64 || !in || !n || !n->n_in || !in[0]) return one;
    if (sn_node_kind(n) <= SN_FUSE_INJECTIVE) return one;
    return one * sn_roundings_of_sum((double)sn_tensor_count(in[0]));
}

/* NULL in *out: it is too large for a half, and stays what it is. */
static sn_status through_halves(sn_ctx *ctx, const sn_tensor *t, const sn_tensor **out)
{
    const sn_tensor *halves = NULL, *plain = NULL;
    *out = NULL;
    SN_TRY(sn_tensor_convert(ctx, t, SN_TYPE_f32, &plain));
    sn_status status = sn_tensor_encode(ctx, plain, SN_CODED_F16, &halves);
    sn_tensor_release(plain);
    if (status == SN_E_UNSUPPORTED) {
        sn_ctx_clear_error(ctx);
        return SN_OK;
    }
    SN_TRY(status);
    status = sn_tensor_convert(ctx, halves, SN_TYPE_f32, out);
    sn_tensor_release(halves);
    return status;
}

/* Where elements of the operands stand, element by element of what is made of them. */
typedef struct operand_walk {
    unsigned n;
    const sn_shape *shape;
    sn_operand operand[MAX_OPERANDS];
    sn_numbers numbers[MAX_OPERANDS];
    int64_t at[SN_MAX_RANK], from[MAX_OPERANDS];
} operand_walk;

/* False: v is not made element by element of operands that are at hand. */
static bool walk_operands(const sn_value *v, const sn_tensor *const *in, const sn_shape *shape,
                          operand_walk *w)
{
    const sn_node *n = in ? v->def : NULL;
    *w = (operand_walk){.shape = shape};
    if (!n || n->n_in == 0 || n->n_in > MAX_OPERANDS) return false;
    for (uint16_t i = 0; i < n->n_in; i++) {
        if (!in[i] || !in[i]->buf || in[i]->coding != SN_PLAIN) return false;
        w->operand[i] = sn_binary_operand(in[i], shape);
        w->numbers[i] = sn_numbers_of(in[i]);
    }
    w->n = n->n_in;
    return true;
}

static inline double operand_here(const operand_walk *w, unsigned i)
{
    return sn_number(&w->numbers[i], w->from[i]);
}

/* How many elements there are along the last axis, through which each operand steps evenly. */
static int64_t row_of(const operand_walk *w)
{
    return w->shape->rank ? w->shape->d[w->shape->rank - 1] : 1;
}

static int64_t row_step(const operand_walk *w, unsigned i)
{
    return w->shape->rank ? w->operand[i].stride[w->shape->rank - 1] : 0;
}

/* k elements further in the row. */
static inline double operand_in_row(const operand_walk *w, unsigned i, int64_t k)
{
    return sn_number(&w->numbers[i], w->from[i] + k * row_step(w, i));
}

/* Along axis `last` and those before it. */
static void walk_along(operand_walk *w, int last)
{
    for (int k = last; w->n && k >= 0; k--) {
        for (unsigned i = 0; i < w->n; i++) w->from[i] += w->operand[i].stride[k];
        if (++w->at[k] < w->shape->d[k]) return;
        for (unsigned i = 0; i < w->n; i++) w->from[i] -= w->operand[i].stride[k] * w->shape->d[k];
        w->at[k] = 0;
    }
}

static void walk_on(operand_walk *w) { walk_along(w, w->shape->rank - 1); }
static void walk_to_next_row(operand_walk *w) { walk_along(w, w->shape->rank - 2); }

/* Writes into a copy of t, made at the first element that changes. */
typedef struct changed {
    sn_tensor *copy; /* NULL: nothing changed */
    char *data;
    size_t bytes; /* of an element */
} changed;

static sn_status begin_change(sn_ctx *ctx, const sn_tensor *t, changed *c)
{
    void *data = NULL;
    if (c->copy) return SN_OK;
    c->bytes = (size_t)sn_type_bytes(t->type);
    SN_TRY(sn_tensor_create(ctx, t->type, &t->shape, &c->copy, &data));
    c->data = data;
    memcpy(c->data, sn_tensor_data(t), (size_t)sn_tensor_count(t) * c->bytes);
    return SN_OK;
}

/* Below it an element of v is below the normal numbers, or the root of such a sum. */
static double least_of(const sn_value *v, const sn_tensor *t)
{
    const bool root = v->def && v->def->op == &sn_op_reduce &&
                      ((const sn_reduce_params *)v->def->params)->op == SN_REDUCE_L2;
    const double least = sn_type_smallest(t->type);
    return root ? sqrt(least) : least;
}

/* Of f32: an element other than 0 whose absolute value is below `least`. */
static bool has_below(const sn_tensor *t, double least)
{
    const float *v = sn_tensor_f32(t), most = (float)least;
    int32_t any = 0, end;
    memcpy(&end, &most, sizeof end);
    for (int64_t i = 0, n = sn_tensor_count(t); i < n; i++) {
        int32_t bits;
        memcpy(&bits, &v[i], sizeof bits);
        bits &= INT32_MAX;
        any |= (bits > 0) & (bits < end);
    }
    return any;
}

/* Whether a row of sums, element `from` and those behind it, may have elements other than 0 of at
 * most `most` times their first terms, which is exact in f32, or below `least`. */
static bool row_has_rests(const sn_numbers *sums, const operand_walk *w, int64_t from, int64_t n,
                          double most, double least)
{
    if (!sums->plain || !w->numbers[0].plain || row_step(w, 0) != 1) return true;
    const float *sum = sums->plain + from, *first = w->numbers[0].plain + w->from[0];
    const float times = (float)most, below = (float)least;
    int32_t any = 0, end;
    memcpy(&end, &below, sizeof end);
    for (int64_t i = 0; i < n; i++) { /* without their sign, floats have the order of their bits */
        const float term = times * first[i];
        int32_t rest, upto;
        memcpy(&rest, &sum[i], sizeof rest);
        memcpy(&upto, &term, sizeof upto);
        rest &= INT32_MAX;
        upto &= INT32_MAX;
        any |= (rest > 0) & ((rest <= upto) | (rest < end));
    }
    return any;
}

/* A tensor in place of v, without the elements that are no more than roundings of the terms of a
 * sum, or below the normal numbers, which many run times take for 0; NULL in *out: there are none.
 */
static sn_status without_rests(sn_ctx *ctx, const sn_value *v, const sn_tensor *const *in,
                               const sn_tensor *sum, const sn_tensor **out)
{
    const sn_op *op = v->def ? v->def->op : NULL;
    operand_walk w = {0};
    changed c = {0};
    *out = NULL;
    if (sum->coding != SN_PLAIN) return SN_OK;
    const bool is_sum =
        (op == &sn_op_sub || op == &sn_op_add) && walk_operands(v, in, &sum->shape, &w);
    const double most = ROUNDINGS * sn_noise_of(sum->type), least = least_of(v, sum);
    /* Most tensors, and nearly all large ones, which are weights, have none. */
    if (!is_sum && sum->type == SN_TYPE_f32 && !has_below(sum, least)) return SN_OK;
    const sn_numbers all = sn_numbers_of(sum);
    const int64_t n = sn_tensor_count(sum), row = is_sum ? row_of(&w) : n;
    for (int64_t from = 0; from < n; from += row) {
        const bool none = is_sum && !row_has_rests(&all, &w, from, row, most, least);
        for (int64_t k = 0; k < row && !none; k++) {
            const double rest = fabs(sn_number(&all, from + k)),
                         first = is_sum ? fabs(operand_in_row(&w, 0, k)) : 0;
            const bool cancels = is_sum && isfinite(rest) && rest <= most * first;
            if (!(rest > 0 && (cancels || rest < least))) continue;
            SN_TRY(begin_change(ctx, sum, &c));
            memset(c.data + (size_t)(from + k) * c.bytes, 0, c.bytes);
        }
        if (is_sum) walk_to_next_row(&w);
    }
    *out = c.copy;
    return SN_OK;
}

/* A formula where what functions on the way make is within the normal numbers of the type, unless
 * it is 0. */
static double at_within(const sn_expr *e, const double *inputs, sn_type type)
{
    if (e->kind != SN_EXPR_CALL) return sn_expr_at(e, inputs);
    const double least = sn_type_smallest(type), most = sn_type_largest(type);
    double v[3] = {0};
    for (int i = 0; i < sn_fn_n_args(e->fn); i++) v[i] = at_within(e->arg[i], inputs, type);
    const double is = sn_fn_apply(e->fn, v[0], v[1], v[2]), by = fabs(is);
    if (is == 0 || !(by < least || by > most)) return is;
    return copysign(by < least ? least : most, is);
}

/* A tensor in place of v, in which elements that are 0, or close to it, only because what they are,
 * or what they are made of within the formula, is too small or too large for their type are what
 * the smallest or largest number makes of them: another order of operations may have kept it, and
 * run times may have a bound there. NULL in *out: there are none. */
static sn_status without_underflow(sn_ctx *ctx, const sn_value *v, const sn_tensor *const *in,
                                   const sn_tensor *t, const sn_tensor **out)
{
    const sn_op *op = v->def ? v->def->op : NULL;
    operand_walk w;
    changed c = {0};
    *out = NULL;
    if (!op || !op->expr || (op->eval != sn_eval_elementwise && op->eval != sn_binary_eval) ||
        t->coding != SN_PLAIN || !walk_operands(v, in, &t->shape, &w))
        return SN_OK;
    const sn_numbers all = sn_numbers_of(t);
    const double least = sn_type_smallest(t->type);
    sn_arena *arena = sn_arena_create(ctx);
    const sn_expr *formula = NULL;
    sn_status status = sn_op_formula(ctx, arena, op, v->def->params, &formula);
    for (int64_t i = 0, n = sn_tensor_count(t); status == SN_OK && i < n; i++, walk_on(&w)) {
        double x[MAX_OPERANDS] = {0};
        const double was = fabs(sn_number(&all, i));
        if (!(was < CLOSE_TO_0 * least)) continue;
        for (unsigned k = 0; k < w.n; k++) x[k] = operand_here(&w, k);
        const double is = at_within(formula, x, t->type);
        if (!(fabs(is) > 2 * was && fabs(is) < CLOSE_TO_0 * least)) continue;
        status = begin_change(ctx, t, &c);
        if (status == SN_OK)
            (void)sn_element_convert(SN_TYPE_f64, &is, t->type, c.data + (size_t)i * c.bytes, 0);
    }
    sn_arena_destroy(arena);
    *out = c.copy;
    return status;
}

/* Of floats that are compared, a tensor in place of v that takes those a few roundings apart for
 * equal: draws seldom make them so. NULL in *out: there are none. */
static sn_status with_near_ones(sn_ctx *ctx, const sn_value *v, const sn_tensor *const *in,
                                const sn_tensor *t, const sn_tensor **out)
{
    operand_walk w;
    changed c = {0};
    *out = NULL;
    if (!v->def || v->def->op != &sn_op_equal || !t || !t->buf || t->coding != SN_PLAIN ||
        !walk_operands(v, in, &t->shape, &w) || !sn_type_is_float(in[0]->type))
        return SN_OK;
    const double most = ROUNDINGS * sn_noise_of(in[0]->type);
    for (int64_t i = 0, n = sn_tensor_count(t); i < n; i++, walk_on(&w)) {
        const double a = operand_here(&w, 0), b = operand_here(&w, 1);
        if (a == b || !(fabs(a - b) <= most * fmax(fabs(a), fabs(b)))) continue;
        SN_TRY(begin_change(ctx, t, &c));
        memset(c.data + (size_t)i * c.bytes, 1, 1);
    }
    *out = c.copy;
    return SN_OK;
}

/* with: NULL where it stays. */
static void replace(const sn_tensor **t, const sn_tensor *with)
{
    if (!with) return;
    sn_tensor_release(*t);
    *t = with;
}

sn_status sn_disturb(const sn_noise *noise, const sn_value *v, const sn_tensor *const *in,
                     const sn_tensor **t)
{
    const int turn = noise->draw % TURNS;
    const sn_tensor *noisy = NULL;
    if (turn == 3) {
        SN_TRY(with_near_ones(noise->ctx, v, in, *t, &noisy));
        replace(t, noisy);
    }
    if (!has_own_numbers(v, in, *t)) return SN_OK;
    const bool is_half = noise->halves && v->kind != SN_RESULT &&
                         sn_map_has_u64(noise->halves, sn_halves_key(v->data));
    const bool weight = is_half || (noise->storage && v->kind != SN_RESULT);
    const double times = noise->times > 0 ? noise->times : 1;
    if (noise->storage && weight && noise->draw == 1 && (*t)->coding == SN_PLAIN) {
        SN_TRY(through_halves(noise->ctx, *t, &noisy));
    } else {
        const double amplitude = times * (weight ? SN_NOISE_F16 : roundings(v, in, *t));
        SN_TRY(sn_noisy_tensor(noise->ctx, *t, amplitude,
                               v->id * 131 + (uint64_t)noise->draw * 1000003, &noisy));
    }
    replace(t, noisy);
    if (turn == 1) return SN_OK;
    SN_TRY((turn == 3 ? without_underflow : without_rests)(noise->ctx, v, in, *t, &noisy));
    replace(t, noisy);
    return SN_OK;
}

sn_rounding sn_noise_inside(const sn_noise *noise, bool single)
{
    const double times = noise->times > 0 ? noise->times : 1;
    if (noise->draw == 0) return (sn_rounding){.single = false};
    return (sn_rounding){
        .single = single, .means = 2 * times, .draw = (uint64_t)noise->draw * 1000003};
}

/* The largest shift on the way to v: of maps that a rewrite may move across padding, where they
 * cancel but for a rounding. */
static double largest_shift(const sn_value *v, sn_arena *scratch)
{
    enum { FAR = 16 };
    double most = 0, factor = 1;
    for (int k = 0; k < FAR && v && v->def && v->def->n_in; k++) {
        const sn_node *n = v->def;
        sn_affine map = {.slot = 0};
        if (sn_node_affine(n, scratch, &map).is != SN_YES) {
            if (!n->op->propagate && !sn_op_has(n->op, SN_TRAIT_VIEW)) break;
            v = sn_in(n, 0);
            continue;
        }
        double by = 0;
        for (int64_t i = 0; i < map.n; i++) {
            most = fmax(most, factor * fabs(sn_affine_map_shift(&map, i)));
            by = fmax(by, fabs(sn_affine_map_scale(&map, i)));
        }
        factor *= by;
        v = sn_in(n, map.slot);
    }
    return most < (double)FLT_MAX ? most : 0;
}

const void *sn_disturb_padding(const sn_noise *noise, const sn_node *n, const sn_tensor *const *in,
                               sn_arena *scratch)
{
    const char *name = n->op == &sn_op_pad ? "value" : "pad_value";
    const sn_param *p = n->op->params ? sn_param_find(n->op->params, name) : NULL;
    const sn_tensor *x = p && p->kind == SN_PK_F32 && n->n_in ? in[0] : NULL;
    if (!x || !x->buf || !sn_type_is_float(x->type) || sn_op_has(n->op, SN_TRAIT_INTEGER))
        return NULL;
    void *params = sn_params_copy(n->op->params, n->op->params_bytes, n->params, scratch);
    float *value = (float *)((char *)params + p->offset);
    sn_rng rng = sn_rng_of(n->id * 257 + (uint64_t)noise->draw * 1000003);
    const double sign = sn_rng_next(&rng) & 1 ? 1 : -1, times = noise->times > 0 ? noise->times : 1;
    const double held = fmax(fabs((double)*value), largest_shift(sn_in(n, 0), scratch));
    const double beside = fmax(held, sn_tensor_largest_finite(x));
    *value = (float)((double)*value + sign * times * sn_noise_of(x->type) * beside);
    return params;
}
