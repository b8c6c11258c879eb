/* SPDX-License-Identifier: Apache-2.0
 *
 * The frame of a random network: inputs, the choice of nodes, results, and what is forgotten of the
 * inputs' sizes. */
#include "random/gen.h"

#include <stdio.h>
#include <string.h>

#include "formats/format.h"
#include "ops/eval.h"
#include "ops/structure.h"
#include "ref/agree.h"
#include "ref/distance.h"
#include "ref/inputs.h"

enum {
    MAX_ELEMENTS = 2048,
    MAX_SIDE = 64, /* of a value: weights have products of sides */
};

int64_t roll(gen *t, int64_t lo, int64_t hi) { return sn_rng_range(&t->rng, lo, hi); }
bool chance(gen *t, int percent) { return sn_rng_range(&t->rng, 0, 99) < percent; }
const sn_shape *shape_of(const item *x) { return &x->sized->shape; }

const char *text(gen *t, const char *fmt, ...)
{
    char buffer[512];
    va_list args;
    va_start(args, fmt);
    vsnprintf(buffer, sizeof buffer, fmt, args);
    va_end(args);
    return sn_arena_strdup(t->arena, buffer);
}

/* ---- contents -------------------------------------------------------------------------------- */

static const sn_tensor *keep(gen *t, const sn_tensor *tensor)
{
    SN_PUSH(t->tensors, tensor);
    return tensor;
}

static void failed(gen *t, sn_status s)
{
    if (s == SN_OK || s == SN_E_SHAPE || s == SN_E_UNSUPPORTED) {
        sn_ctx_clear_error(t->ctx);
    } else if (t->status == SN_OK) {
        t->status = s;
    }
}

/* Each element off by up to RAND_NOISE of itself, and of the largest a little. */
static const sn_tensor *noisy(gen *t, const sn_tensor *clean)
{
    sn_tensor *copy = NULL;
    void *data = NULL;
    if (!sn_type_is_float(clean->type)) return keep(t, (sn_tensor_retain(clean), clean));
    sn_status s = sn_tensor_create(t->ctx, SN_TYPE_f32, &clean->shape, &copy, &data);
    if (s != SN_OK) {
        failed(t, s);
        return keep(t, (sn_tensor_retain(clean), clean));
    }
    int64_t n = sn_tensor_count(clean);
    for (int64_t i = 0; i < n; i++) {
        double v = sn_tensor_at(clean, i);
        ((float *)data)[i] = (float)(v * (1 + RAND_NOISE * sn_rng_uniform(&t->rng, -1, 1)));
    }
    return keep(t, copy);
}

static sn_tensor *filled(gen *t, sn_shape shape, spread s)
{
    sn_tensor *made = NULL;
    void *data = NULL;
    sn_status status = sn_tensor_create(t->ctx, SN_TYPE_f32, &shape, &made, &data);
    if (status != SN_OK) {
        failed(t, status);
        return NULL;
    }
    int64_t n = sn_tensor_count(made);
    for (int64_t i = 0; i < n; i++) {
        double v =
            s.normal ? s.a + s.b * sn_rng_normal(&t->rng) : sn_rng_uniform(&t->rng, s.a, s.b);
        ((float *)data)[i] = (float)(s.a == s.b ? s.a : round(v * 1024) / 1024);
    }
    return made;
}

item *constant_of(gen *t, const sn_tensor *tensor)
{
    item *x = SN_NEW(t->arena, item);
    x->sized = sn_value_const(t->sized, tensor, NULL);
    x->raw = sn_value_const(t->raw, tensor, chance(t, 80) ? text(t, "k%zu", t->constants.n) : NULL);
    for (int i = 0; i < RAND_N_FEEDS; i++) x->clean[i] = x->noisy[i] = tensor;
    x->exact = true;
    keep(t, tensor);
    SN_PUSH(t->constants, x);
    return x;
}

item *constant(gen *t, sn_shape shape, spread s)
{
    for (size_t i = t->constants.n; i-- > 0 && chance(t, 70);) {
        const sn_tensor *old = t->constants.v[i]->sized->data;
        bool fits = old && old->type == SN_TYPE_f32 && sn_shape_equal(&old->shape, &shape) &&
                    sn_shape_count(&shape) > 0;
        if (!fits || s.normal || !chance(t, 15)) continue;
        bool inside = true;
        for (int64_t k = 0; k < sn_tensor_count(old); k++) {
            inside = inside && sn_tensor_at(old, k) >= s.a && sn_tensor_at(old, k) <= s.b;
        }
        if (inside) return t->constants.v[i];
    }
    const sn_tensor *made = filled(t, shape, s);
    return made ? constant_of(t, made) : NULL;
}

item *weight(gen *t, sn_shape shape, spread s)
{
    if (!t->halves || !chance(t, 60)) return constant(t, shape, s);
    const sn_tensor *made = filled(t, shape, s), *half = NULL;
    if (!made) return NULL;
    failed(t, sn_tensor_encode(t->ctx, made, SN_CODED_F16, &half));
    keep(t, made);
    if (!half) return NULL;
    t->has_halves = true;
    return constant_of(t, half);
}

/* ---- nodes ----------------------------------------------------------------------------------- */

static void *read_params(gen *t, const sn_op *op, const char *s)
{
    if (!op->params_bytes) return NULL;
    void *params = sn_arena_alloc(t->arena, op->params_bytes);
    sn_params_init(op->params, params);
    const char *wrong = s ? sn_params_parse(op->params, params, &s, t->arena) : NULL;
    if (wrong) {
        failed(t, sn_fail(t->ctx, SN_E_INTERNAL, "generator: %s%s: %s", op->name, s, wrong));
        return NULL;
    }
    wrong = sn_params_check(op->params, params, t->arena);
    if (!wrong && op->validate) wrong = op->validate(params, t->arena);
    return wrong ? NULL : params;
}

/* Largest element; -1 where one is no number. */
static double largest(const sn_tensor *x)
{
    double max = 0;
    int64_t n = sn_tensor_count(x);
    for (int64_t i = 0; i < n; i++) {
        double v = fabs(sn_tensor_at(x, i));
        if (!isfinite(v)) return -1;
        if (v > max) max = v;
    }
    return max;
}

static bool conditioned(gen *t, const sn_tensor *clean, const sn_tensor *off)
{
    const char *why = NULL;
    int64_t at = 0;
    double max = largest(clean);
    if (max < 0 || max > 1e4 || (max > 0 && max < 1e-3)) return false;
    return sn_tensor_distance(clean, off, t->scratch, &why, &at) <= RAND_AMPLIFIED;
}

/* Fills the tensors of out[0..n_out). */
static bool evaluate(gen *t, const sn_node *n, int n_in, item *const *x, item **out)
{
    const sn_tensor *in[RAND_MAX_INPUTS] = {NULL}, *made[8] = {NULL};
    for (int f = 0; f < 2 * RAND_N_FEEDS; f++) {
        bool off = f >= RAND_N_FEEDS;
        int feed = f % RAND_N_FEEDS;
        for (int i = 0; i < n_in; i++)
            in[i] = !x[i] ? NULL : off ? x[i]->noisy[feed] : x[i]->clean[feed];
        sn_status s = sn_eval_node(t->ctx, t->scratch, t->dims, n, in, made);
        if (s != SN_OK) {
            failed(t, s);
            return false;
        }
        for (int i = 0; i < n->n_out; i++) {
            keep(t, made[i]);
            if (off) {
                out[i]->noisy[feed] = out[i]->exact ? made[i] : noisy(t, made[i]);
            } else {
                out[i]->clean[feed] = made[i];
            }
        }
    }
    for (int i = 0; i < n->n_out; i++) {
        for (int f = 0; f < RAND_N_FEEDS; f++) {
            if (!conditioned(t, out[i]->clean[f], out[i]->noisy[f])) return false;
        }
    }
    return true;
}

static bool keeps_bits(const sn_op *op)
{
    return sn_op_has(op, SN_TRAIT_COPIES_BITS) || sn_op_has(op, SN_TRAIT_VIEW) ||
           op == &sn_op_max || op == &sn_op_min;
}

static bool is_small(const sn_shape *shape)
{
    bool small = sn_shape_known(shape) && shape->rank <= 4;
    for (int k = 0; small && k < shape->rank; k++) small = shape->d[k] <= MAX_SIDE;
    return small && sn_shape_count(shape) >= 1 && sn_shape_count(shape) <= MAX_ELEMENTS;
}

/* What resolves may tell its shape only then. */
static bool shapes_as_made(const sn_node *n, item *const *out)
{
    bool ok = true;
    for (int i = 0; i < n->n_out; i++) {
        if (!sn_shape_known(&n->out[i]->shape)) n->out[i]->shape = out[i]->clean[0]->shape;
        ok = ok && is_small(&n->out[i]->shape);
    }
    return ok;
}

static bool acceptable(gen *t, const sn_node *n, item **out, int n_in, item *const *x)
{
    sn_status s = sn_infer_node((sn_node *)n);
    if (s != SN_OK) {
        failed(t, s);
        return false;
    }
    if (n->boundary) return false; /* at other sizes it may be none */
    bool exact = keeps_bits(n->op);
    for (int i = 0; i < n_in; i++) exact = exact && (!x[i] || x[i]->exact);
    for (int i = 0; i < n->n_out; i++) {
        const sn_shape *shape = &n->out[i]->shape;
        if ((sn_shape_known(shape) || !n->op->resolve) && !is_small(shape)) return false;
        out[i] = SN_NEW(t->arena, item);
        out[i]->sized = n->out[i];
        out[i]->exact = exact;
    }
    return evaluate(t, n, n_in, x, out) && shapes_as_made(n, out);
}

static void name_it(gen *t, sn_node *n)
{
    if (chance(t, 85)) sn_node_set_name(t->raw, n, text(t, "%s%d", n->op->name, t->n_nodes));
    for (int i = 0; i < n->n_out; i++) {
        if (chance(t, 90)) sn_value_set_name(t->raw, n->out[i], text(t, "v%d_%d", t->n_nodes, i));
    }
    if (t->named_alike && n->name && n->n_out && n->out[0]->name)
        sn_node_set_name(t->raw, n, n->out[0]->name);
    if (chance(t, 4)) n->features = (uint32_t)roll(t, 1, 7);
}

item *put_with(gen *t, const sn_op *op, const char *s, int n_in, item *const *x, int n_out,
               rand_fill_fn fill, void *user)
{
    sn_value *in[RAND_MAX_INPUTS] = {NULL};
    item *out[8] = {NULL};
    void *params = read_params(t, op, s);
    if (t->status != SN_OK || (op->params_bytes && !params)) return NULL;
    for (int i = 0; i < n_in; i++) in[i] = x[i] ? x[i]->sized : NULL;
    sn_node *n = sn_node_create(t->sized, NULL, op, params, (uint16_t)n_in, in, (uint16_t)n_out);
    if (fill) fill(user, n);
    if (!acceptable(t, n, out, n_in, x)) {
        sn_node_remove(n);
        return NULL;
    }
    for (int i = 0; i < n_in; i++) in[i] = x[i] ? x[i]->raw : NULL;
    sn_node *raw = sn_node_create(t->raw, NULL, op, params, (uint16_t)n_in, in, (uint16_t)n_out);
    if (fill) fill(user, raw);
    t->n_nodes++;
    name_it(t, raw);
    for (int i = 0; i < n_out; i++) {
        out[i]->raw = raw->out[i];
        SN_PUSH(t->items, out[i]);
    }
    return out[0];
}

item *put_many(gen *t, const sn_op *op, const char *params, int n_in, item *const *x, int n_out)
{
    return put_with(t, op, params, n_in, x, n_out, NULL, NULL);
}

item *put(gen *t, const sn_op *op, const char *params, int n_in, item *const *x)
{
    return put_many(t, op, params, n_in, x, 1);
}

item *put1(gen *t, const sn_op *op, const char *params, item *x)
{
    return put_many(t, op, params, 1, &x, 1);
}

/* An adapter, which only its reader reads: until it resolves, its result may have another shape. */
static item *put_adapter(gen *t, const char *op, const char *params, int n_in, item *const *x)
{
    item *y = put(t, sn_format_op_find(op), params, n_in, x);
    if (y) t->items.n--;
    return y;
}

item *put_pair(gen *t, const sn_op *op, item *a, item *b)
{
    item *x[2] = {a, b};
    const bool scalar = shape_of(a)->rank == 0 || shape_of(b)->rank == 0;
    if (!scalar && chance(t, 75)) {
        x[0] = put_adapter(t, "ncnn.align", NULL, 2, (item *[]){a, b});
        x[1] = x[0] ? put_adapter(t, "ncnn.align", NULL, 2, (item *[]){b, a}) : NULL;
        if (!x[1]) return NULL;
    }
    return put(t, op, NULL, 2, x);
}

item *put_linear(gen *t, const char *params, item *x, item *w, item *b)
{
    const bool as_read = chance(t, 60);
    if (as_read)
        x = put_adapter(t, "ncnn.as_rows", text(t, "{ic=%d}", (int)shape_of(w)->d[1]), 1, &x);
    else if (shape_of(x)->d[shape_of(x)->rank - 1] != shape_of(w)->d[1])
        x = put1(t, &sn_op_reshape, "{shape=[-1]}", x);
    return x ? put(t, &sn_op_linear, params, 3, (item *[]){x, w, b}) : NULL;
}

item *put_window(gen *t, const sn_op *op, const char *params, int nd, int n_in, item *const *x)
{
    item *in[RAND_MAX_INPUTS];
    memcpy(in, x, (size_t)n_in * sizeof *in);
    if (shape_of(x[0])->rank != nd + 1 || chance(t, 50))
        in[0] = put_adapter(t, "ncnn.as_image", text(t, "{nd=%d}", nd), 1, x);
    return in[0] ? put(t, op, params, n_in, in) : NULL;
}

item *put_eltwise(gen *t, const char *params, int n_in, item *const *x)
{
    static const char sum[] = "{op=sum";
    const size_t n = sizeof sum - 1;
    if (strncmp(params, sum, n) != 0 || chance(t, 40))
        return put(t, sn_format_op_find("ncnn.eltwise"), params, n_in, x);
    return put(t, &sn_op_sum, params[n] == ',' ? text(t, "{%s", params + n + 1) : NULL, n_in, x);
}

item *own_node(gen *t, item *k)
{
    item *x = k ? put1(t, &sn_op_constant, NULL, k) : NULL;
    return x ? x : k;
}

/* ---- inputs and results ---------------------------------------------------------------------- */

static sn_shape some_shape(gen *t)
{
    static const int ranks[] = {1, 2, 3, 3, 3, 3, 3, 4};
    sn_shape s = {.rank = (int8_t)ranks[roll(t, 0, 7)]};
    s.d[0] = chance(t, 15) ? 1 : roll(t, 2, 8);
    for (int i = 1; i < s.rank; i++) s.d[i] = chance(t, 8) ? 1 : roll(t, 2, s.rank == 4 ? 5 : 9);
    if (s.rank > 1 && chance(t, 10)) s.d[s.rank - 1] = s.d[0];
    return s;
}

static sn_value *input_node(sn_graph *g, const char *name, sn_shape shape)
{
    sn_node *n = sn_node_create(g, NULL, &sn_op_input, NULL, 0, NULL, 1);
    n->out[0]->shape = shape;
    n->out[0]->type = SN_TYPE_f32;
    sn_value_set_name(g, n->out[0], name);
    return n->out[0];
}

static void add_input(gen *t, rand_size *size)
{
    item *x = SN_NEW(t->arena, item);
    size->shape = t->items.n && chance(t, 40) ? *shape_of(t->items.v[0]) : some_shape(t);
    size->name = text(t, "in%zu", t->items.n);
    x->sized = input_node(t->sized, size->name, size->shape);
    x->raw = input_node(t->raw, size->name, size->shape);
    x->exact = true;
    for (int f = 0; f < RAND_N_FEEDS; f++) {
        failed(t,
               sn_random_tensor(t->ctx, SN_TYPE_f32, &size->shape, (uint64_t)roll(t, 0, INT32_MAX),
                                (sn_flavour)(f % SN_N_FLAVOURS), 0, &x->clean[f]));
        keep(t, x->clean[f]);
        x->noisy[f] = noisy(t, x->clean[f]);
    }
    SN_PUSH(t->items, x);
}

static void forget_sizes(gen *t, sn_value *v)
{
    sn_input_params *p = v->def->params;
    const sn_shape known = v->shape;
    int how = (int)roll(t, 0, 9);
    if (how < 4) return;
    if (chance(t, 60)) {
        int32_t hint[SN_MAX_RANK];
        for (int i = 0; i < known.rank; i++) hint[i] = (int32_t)known.d[i];
        p->hint = sn_ints_of(t->raw->arena, known.rank, hint);
    }
    if (how >= 8) { /* nothing is known, or the rank */
        v->shape = sn_shape_unknown();
        if (how == 8) p->rank = known.rank;
        return;
    }
    for (int i = 0; i < known.rank; i++) {
        if (chance(t, 65)) v->shape.d[i] = sn_dim_symbol(t->raw->dims, v->id, i);
    }
}

static void add_outputs(gen *t)
{
    int n = 0;
    for (size_t i = t->items.n; i-- > 0;) {
        sn_value *v = t->items.v[i]->raw;
        bool is_input = v->def && sn_op_has(v->def->op, SN_TRAIT_INPUT);
        const bool must = !n && (!is_input || i == 0);
        int percent = must ? 100 : is_input ? 2 : v->n_uses == 0 ? 94 : 6;
        if (!chance(t, percent)) continue;
        const char *name = v->name && chance(t, 60) ? v->name : text(t, "out%d", n);
        sn_graph_add_output(t->raw, &sn_op_output, v, name);
        n++;
        if (chance(t, 3)) sn_graph_add_output(t->raw, &sn_op_output, v, text(t, "out%d", n++));
    }
}

static const recipe *some_recipe(gen *t)
{
    int sum = 0;
    for (const recipe *r = rand_recipes; r->name; r++) sum += r->often;
    int64_t at = roll(t, 0, sum - 1);
    const recipe *r = rand_recipes;
    while (at >= r->often) at -= (r++)->often;
    return r;
}

static void grow(gen *t)
{
    int64_t wanted = chance(t, 60) ? roll(t, 3, 10) : roll(t, 8, 40);
    int64_t tries = 4 * wanted + 20;
    for (int64_t i = 0; t->n_nodes < wanted && i < tries && t->status == SN_OK; i++) {
        size_t n = t->items.n;
        item *x = t->items.v[chance(t, 65) ? n - 1 : (size_t)roll(t, 0, (int64_t)n - 1)];
        some_recipe(t)->make(t, x);
    }
}

sn_status rand_make(sn_ctx *ctx, uint64_t seed, sn_arena *arena, rand_case *out)
{
    gen t = {.ctx = ctx, .arena = arena, .rng = sn_rng_of(seed)};
    t.scratch = sn_arena_create(ctx);
    t.items.arena = t.constants.arena = t.tensors.arena = arena;
    t.sized = sn_graph_create(ctx);
    t.raw = sn_graph_create(ctx);
    t.dims = sn_dims_create(arena);
    t.halves = chance(&t, 12);
    t.named_alike = seed % 2 == 0;
    size_t n = (size_t)(chance(&t, 75) ? 1 : roll(&t, 2, 3));
    *out = (rand_case){.n_sizes = n, .sizes = SN_NEW_N(arena, rand_size, n)};
    for (size_t i = 0; i < n; i++) add_input(&t, &out->sizes[i]);
    grow(&t);
    add_outputs(&t);
    for (size_t i = 0; i < n; i++) forget_sizes(&t, t.items.v[i]->raw);
    if (t.status == SN_OK && chance(&t, 15)) out->retyped = rand_retype(&t, n, out->sizes);
    out->g = t.raw;
    for (size_t i = 0; i < t.tensors.n; i++) sn_tensor_release(t.tensors.v[i]);
    sn_graph_destroy(t.sized);
    sn_arena_destroy(t.scratch);
    out->halves = t.has_halves;
    if (t.status != SN_OK) sn_graph_destroy(t.raw);
    return t.status;
}
