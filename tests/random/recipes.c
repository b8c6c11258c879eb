/* SPDX-License-Identifier: Apache-2.0
 *
 * What a random network is made of: one function for each kind of step. A step may try what does
 * not fit; then it is left out. Params are written as in the text form. */
#include "formats/format.h"
#include "random/gen.h"
#include "random/recipes.h"
#include "random/pieces.h"

#include <string.h>

#include "formats/ncnn/ops/ops.h"
#include "ops/concat.h"

#define LEN(a) ((int64_t)(sizeof(a) / sizeof *(a)))

static const spread NORMAL = {true, 0, 0.5};
static const spread FACTOR = {false, 0.5, 1.5};

static spread one_value(double v) { return (spread){false, v, v}; }

static spread some_factor(gen *t)
{
    static const spread all[] = {
        {false, 0.5, 1.5}, {false, -1.5, -0.5}, {true, 0, 1}, {false, 2, 2}, {false, 1, 1}};
    return all[roll(t, 0, LEN(all) - 1)];
}

spread fan_in(int64_t n) { return (spread){true, 0, sqrt(1.5 / (double)(n > 0 ? n : 1))}; }

item *other(gen *t) { return t->items.v[roll(t, 0, (int64_t)t->items.n - 1)]; }

/* Another value of that shape, or NULL. */
item *like(gen *t, const item *x)
{
    for (int i = 0; i < 12; i++) {
        item *y = other(t);
        if (sn_shape_equal(shape_of(y), shape_of(x))) return y;
    }
    return NULL;
}

/* Within [lo, hi] for every input. */
item *within(gen *t, item *x, double lo, double hi)
{
    item *s = put1(t, &sn_op_sigmoid, NULL, x);
    return s ? put1(t, &sn_ncnn_op_power, text(t, "{scale=%g, shift=%g}", hi - lo, lo), s) : NULL;
}

/* ---- activations and functions --------------------------------------------------------------- */

typedef struct function {
    const sn_op *op;
    const char *params[4];
} function;

static void activation(gen *t, item *x)
{
    static const function all[] = {
        {&sn_op_relu, {"{}", "{}", "{}", "{}"}},
        {&sn_op_leaky_relu, {"{}", "{alpha=0.1}", "{alpha=-0.25}", "{alpha=1}"}},
        {&sn_op_clip, {"{min=0, max=6}", "{min=-1, max=1}", "{min=-2}", "{max=0.5}"}},
        {&sn_op_sigmoid, {"{}", "{}", "{}", "{}"}},
        {&sn_op_tanh, {"{}", "{}", "{}", "{}"}},
        {&sn_op_elu, {"{}", "{alpha=1}", "{alpha=0.5}", "{}"}},
        {&sn_op_selu, {"{}", "{}", "{}", "{alpha=1}"}},
        {&sn_op_celu, {"{}", "{alpha=0.5}", "{}", "{}"}},
        {&sn_op_gelu, {"{}", "{approximate=tanh}", "{}", "{}"}},
        {&sn_op_mish, {"{}", "{}", "{}", "{}"}},
        {&sn_op_swish, {"{}", "{}", "{}", "{alpha=1.702}"}},
        {&sn_op_hard_sigmoid, {"{}", "{alpha=0.166667}", "{alpha=0.3, beta=0.4}", "{}"}},
        {&sn_op_hard_swish, {"{}", "{alpha=0.166667}", "{alpha=0.3, beta=0.4}", "{}"}},
        {&sn_op_softplus, {"{}", "{}", "{}", "{}"}},
        {&sn_op_erf, {"{}", "{}", "{}", "{}"}},
        {&sn_op_shrink, {"{bias=0.5}", "{bias=0.5}", "{bias=1, lambd=1}", "{bias=0.5}"}},
    };
    const function *f = &all[roll(t, 0, LEN(all) - 1)];
    put1(t, f->op, f->params[roll(t, 0, 3)], x);
}

static void plain_function(gen *t, item *x)
{
    static const function all[] = {
        {&sn_ncnn_op_power, {"{scale=2}", "{shift=1}", "{scale=-0.5, shift=0.25}", "{power=2}"}},
        {&sn_ncnn_op_power, {"{}", "{scale=0.5}", "{power=2, scale=0.5, shift=1}", "{power=0}"}},
        {&sn_ncnn_op_exp, {"{scale=0.1}", "{scale=0.05, shift=0.5}", "{base=2, scale=0.1}", "{}"}},
        {&sn_op_abs, {"{}", "{}", "{}", "{}"}},
        {&sn_op_neg, {"{}", "{}", "{}", "{}"}},
        {&sn_op_square, {"{}", "{}", "{}", "{}"}},
        {&sn_op_sin, {"{}", "{}", "{}", "{}"}},
        {&sn_op_cos, {"{}", "{}", "{}", "{}"}},
        {&sn_op_atan, {"{}", "{}", "{}", "{}"}},
        {&sn_op_asinh, {"{}", "{}", "{}", "{}"}},
    };
    const function *f = &all[roll(t, 0, LEN(all) - 1)];
    const char *params = f->op->params ? f->params[roll(t, 0, 3)] : NULL;
    put1(t, f->op, params, x);
}

/* Steps: only of what no rewrite can move across one. */
static void jump(gen *t, item *x)
{
    static const sn_op *const all[] = {&sn_op_floor, &sn_op_ceil, &sn_op_round,
                                       &sn_op_trunc, &sn_op_sign, &sn_ncnn_op_threshold};
    if (x->exact) put1(t, all[roll(t, 0, LEN(all) - 1)], NULL, x);
}

/* Functions that want numbers from a range. */
static void ranged_function(gen *t, item *x)
{
    static const sn_op *const positive[] = {&sn_op_log,   &sn_op_log10,      &sn_op_sqrt,
                                            &sn_op_rsqrt, &sn_op_reciprocal, &sn_op_log1p};
    static const sn_op *const small[] = {&sn_op_asin, &sn_op_acos, &sn_op_atanh, &sn_op_tan,
                                         &sn_op_sinh, &sn_op_cosh, &sn_op_expm1};
    bool p = chance(t, 60);
    item *y = p ? within(t, x, 0.5, 1.75) : within(t, x, -0.75, 0.75);
    if (y)
        put1(t, p ? positive[roll(t, 0, LEN(positive) - 1)] : small[roll(t, 0, LEN(small) - 1)],
             NULL, y);
}

/* ---- two operands ---------------------------------------------------------------------------- */

/* A shape that goes with x's: sizes become 1, axes fall away in front or behind. */
static sn_shape operand_shape(gen *t, const sn_shape *x)
{
    sn_shape s = *x;
    int how = (int)roll(t, 0, 11);
    if (how < 2) return sn_shape_scalar();
    if (how < 3) return SN_SHAPE(1);
    if (x->rank == 0) return s;
    if (how < 7) return SN_SHAPE(x->d[0]);
    if (how < 8) return SN_SHAPE(x->d[x->rank - 1]);
    if (how < 10) {
        int kept = (int)roll(t, 0, x->rank - 1);
        for (int i = 0; i < x->rank; i++) s.d[i] = i == kept ? x->d[i] : 1;
    }
    if (how == 10 && s.rank > 1) {
        bool front = chance(t, 50);
        for (int i = 0; front && i + 1 < s.rank; i++) s.d[i] = s.d[i + 1];
        s.rank--;
        s.d[s.rank] = 0;
    }
    return s;
}

static void binary_constant(gen *t, item *x)
{
    static const sn_op *const all[] = {&sn_op_add, &sn_op_add, &sn_op_sub,      &sn_op_sub,
                                       &sn_op_mul, &sn_op_mul, &sn_op_mul,      &sn_op_div,
                                       &sn_op_max, &sn_op_min, &sn_op_logaddexp};
    const sn_op *op = all[roll(t, 0, LEN(all) - 1)];
    sn_shape shape = operand_shape(t, shape_of(x));
    spread s = op == &sn_op_div   ? FACTOR
               : op == &sn_op_mul ? some_factor(t)
               : chance(t, 15)    ? one_value(0)
                                  : NORMAL;
    if (op == &sn_op_div && chance(t, 25)) s = one_value(-2);
    item *k = constant(t, shape, s);
    bool first = op != &sn_op_div && chance(t, 30);
    if (chance(t, 45)) k = own_node(t, k);
    if (!k) return;
    put_pair(t, op, first ? k : x, first ? x : k);
}

/* Denominators, exponents and the like away from trouble. */
static void binary_delicate(gen *t, item *x)
{
    item *y = within(t, x, 0.5, 1.5);
    if (!y) return;
    item *k = constant(t, operand_shape(t, shape_of(x)), FACTOR);
    switch (roll(t, 0, 3)) {
    case 0:
        put_pair(t, &sn_op_div, k, y);
        break;
    case 1:
        put_pair(t, &sn_op_pow, y, k);
        break;
    case 2:
        put_pair(t, &sn_op_atan2, x, y);
        break;
    default:
        put_pair(t, &sn_op_pow, k, y);
    }
}

static void binary_values(gen *t, item *x)
{
    static const sn_op *const all[] = {&sn_op_add, &sn_op_add, &sn_op_sub,
                                       &sn_op_mul, &sn_op_max, &sn_op_min};
    item *y = chance(t, 60) ? like(t, x) : other(t);
    if (!y) return;
    const sn_op *op = all[roll(t, 0, LEN(all) - 1)];
    const bool turned = chance(t, 50);
    put_pair(t, op, turned ? y : x, turned ? x : y);
}

/* x times something that each channel has one of, as squeeze-and-excite blocks. */
static void gate(gen *t, item *x)
{
    if (shape_of(x)->rank < 2) return;
    int nd = shape_of(x)->rank - 1;
    item *m = put1(t, &sn_op_global_average_pool, text(t, "{nd=%d, keepdims=0}", nd), x);
    if (m && chance(t, 60)) m = put1(t, &sn_op_sigmoid, NULL, m);
    if (m && chance(t, 30)) {
        m = put1(t, &sn_op_reshape,
                 text(t, "{shape=[%d%s]}", (int)shape_of(m)->d[0],
                      nd == 2   ? ",1,1"
                      : nd == 1 ? ",1"
                                : ",1,1,1"),
                 m);
    }
    const sn_op *op = chance(t, 70) ? &sn_op_mul : &sn_op_add;
    const bool turned = chance(t, 30);
    if (m) put_pair(t, op, turned ? m : x, turned ? x : m);
}

/* a * x + b * y in pieces, or at once. */
static void weighted(gen *t, item *x)
{
    item *y = like(t, x);
    if (!y) return;
    item *a =
        chance(t, 30) ? x : put_pair(t, &sn_op_mul, x, constant(t, sn_shape_scalar(), FACTOR));
    item *b =
        chance(t, 50) ? y : put_pair(t, &sn_op_mul, y, constant(t, sn_shape_scalar(), FACTOR));
    if (a && b) put_pair(t, chance(t, 70) ? &sn_op_add : &sn_op_sub, a, b);
}

static void eltwise(gen *t, item *x)
{
    item *in[3] = {x, like(t, x), like(t, x)};
    int n = in[2] && chance(t, 30) ? 3 : 2;
    static const char *const plain[] = {"{op=prod}", "{op=sum}", "{op=sum}", "{op=max}"};
    if (!in[1]) return;
    const char *p = plain[roll(t, 0, 3)];
    if (chance(t, 30)) p = n == 2 ? "{op=sum, coeffs=[0.5,-1]}" : "{op=sum, coeffs=[1,2,-0.5]}";
    put_eltwise(t, p, n, in);
}

/* ---- affine ---------------------------------------------------------------------------------- */

static void scale(gen *t, item *x)
{
    const sn_shape *s = shape_of(x);
    if (s->rank < 1) return;
    int axis = rand_axis(t, s, 0);
    sn_shape n = SN_SHAPE(s->d[axis]);
    item *k = constant(t, n, some_factor(t));
    if (chance(t, 12)) {
        item *y = other(t);
        if (sn_shape_equal(shape_of(y), &n)) k = y;
    }
    item *b = chance(t, 50) ? constant(t, n, NORMAL) : NULL;
    if (axis == 0 && chance(t, 60))
        put(t, &sn_ncnn_op_scale, NULL, 3, (item *[]){x, k, b});
    else
        put(t, &sn_op_batch_normalization, text(t, "{axis=%d, epsilon=1}", axis), 3,
            (item *[]){x, k, b});
}

static void bias(gen *t, item *x)
{
    const sn_shape *s = shape_of(x);
    if (s->rank < 1) return;
    item *b = constant(t, SN_SHAPE(s->rank <= 2 ? 1 : s->d[0]), NORMAL);
    put(t, &sn_ncnn_op_bias, NULL, 2, (item *[]){x, b});
}

static void dropout(gen *t, item *x)
{
    static const char *const all[] = {"{}", "{scale=0.5}", "{scale=2}"};
    put1(t, &sn_ncnn_op_dropout, all[roll(t, 0, 2)], x);
}

/* ---- moving data ----------------------------------------------------------------------------- */

static void reshape(gen *t, item *x)
{
    const sn_shape *s = shape_of(x);
    int64_t left = sn_shape_count(s);
    int rank = (int)roll(t, 1, 4);
    if (chance(t, 20)) {
        put1(t, &sn_op_reshape, "{shape=[-1]}", x);
        return;
    }
    const char *dims = "";
    int open = chance(t, 50) ? (int)roll(t, 0, rank - 1) : -1;
    const bool own = chance(t, 50);
    for (int i = 0; i < rank; i++) {
        int64_t d = i == rank - 1                                         ? left
                    : i < s->rank && left % s->d[i] == 0 && chance(t, 60) ? s->d[i]
                                                                          : 1;
        for (int64_t f = 2; d == 1 && i < rank - 1 && f < 5; f++) {
            if (left % f == 0 && chance(t, 40)) d = f;
        }
        left /= d;
        bool same = i < s->rank && s->rank == rank && s->d[i] == d && chance(t, 30);
        dims = text(t, "%s%s%s", dims, i ? "," : "",
                    i == open ? "-1"
                    : !same   ? text(t, "%d", (int)d)
                    : own     ? "0"
                              : text(t, "\"x.%d\"", i));
    }
    if (own)
        put1(t, sn_format_op_find("ncnn.reshape"), text(t, "{dims=[%s]}", dims), x);
    else
        put1(t, &sn_op_reshape, text(t, "{shape=[%s]}", dims), x);
}

static void squeeze(gen *t, item *x)
{
    int rank = shape_of(x)->rank;
    const char *ones = "";
    for (int i = 0; i < rank; i++)
        if (shape_of(x)->d[i] == 1 && chance(t, 70))
            ones = text(t, "%s%s%d", ones, *ones ? "," : "", i);
    if (chance(t, 20) && rank < 4) {
        put1(t, sn_format_op_find("ncnn.expand_dims"),
             text(t, "{axes=[%d]}", (int)roll(t, -rank - 1, rank)), x);
    } else if (chance(t, 25) && rank < 3) {
        put1(t, &sn_op_unsqueeze, text(t, "{axes=[%d,0]}", (int)roll(t, 1, rank + 1)), x);
    } else if (*ones && chance(t, 40)) {
        put1(t, &sn_op_squeeze, text(t, "{axes=[%s]}", ones), x);
    } else if (chance(t, 50)) {
        put1(t, sn_format_op_find("ncnn.squeeze"),
             text(t, "{squeeze_w=%d, squeeze_h=%d, squeeze_c=%d}", chance(t, 60), chance(t, 60),
                  chance(t, 50)),
             x);
    } else {
        put1(t, sn_format_op_find("ncnn.squeeze"),
             text(t, "{axes=[%s]}", rand_axes(t, rank, chance(t, 30))), x);
    }
}

static void transpose(gen *t, item *x)
{
    int rank = shape_of(x)->rank;
    if (rank < 1) return;
    if (chance(t, 50)) {
        put1(t, sn_format_op_find("ncnn.permute"),
             text(t, "{order_type=%d}", (int)roll(t, 0, rank < 4 ? 5 : 23)), x);
        return;
    }
    int perm[4] = {0, 1, 2, 3};
    for (int i = rank - 1; i > 0; i--) {
        int k = (int)roll(t, 0, i), old = perm[i];
        perm[i] = perm[k];
        perm[k] = old;
    }
    const char *s = "";
    for (int i = 0; i < rank; i++) s = text(t, "%s%s%d", s, i ? "," : "", perm[i]);
    put1(t, &sn_op_transpose, text(t, "{perm=[%s]}", s), x);
}

static void concat(gen *t, item *x)
{
    item *in[3] = {x};
    int n = 1, rank = shape_of(x)->rank;
    if (rank < 1) return;
    for (int i = 0; i < 8 && n < 3; i++) {
        item *y = chance(t, 40) ? x : other(t);
        if (shape_of(y)->rank == rank && chance(t, 80)) in[n++] = y;
    }
    if (n == 1 && !chance(t, 30)) return;
    const int axis = (int)roll(t, -rank, rank - 1);
    put(t, axis < 0 ? sn_format_op_find("ncnn.concat") : &sn_op_concat, text(t, "{axis=%d}", axis),
        n, in);
}

static void split(gen *t, item *x)
{
    const sn_shape *s = shape_of(x);
    if (s->rank < 1) return;
    int axis = (int)roll(t, 0, s->rank - 1), shown = chance(t, 40) ? axis - s->rank : axis;
    if (s->d[axis] < 2) return;
    int at = (int)roll(t, 1, s->d[axis] - 1);
    if (chance(t, 40)) {
        put_many(t, &sn_op_split, text(t, "{axis=%d, sizes=[%d,-1]}", axis, at), 1, &x, 2);
        return;
    }
    const char *p = chance(t, 40)   ? text(t, "{axis=%d, slices=[-233,-233]}", shown)
                    : chance(t, 50) ? text(t, "{axis=%d, slices=[%d,-233]}", shown, at)
                                    : text(t, "{axis=%d, indices=[%d]}", shown, at);
    put_many(t, sn_format_op_find("ncnn.split"), p, 1, &x, 2);
}

static void crop(gen *t, item *x)
{
    const sn_shape *s = shape_of(x);
    if (s->rank < 1) return;
    int axis = (int)roll(t, 0, s->rank - 1);
    int64_t n = s->d[axis], from = roll(t, 0, n - 1), to = roll(t, from + 1, n);
    if (chance(t, 60)) {
        put1(t, sn_format_op_find("ncnn.crop"),
             text(t, "{starts=[%d], ends=[%d], axes=[%d]}", (int)from,
                  chance(t, 25) ? -233 : (int)to, axis),
             x);
    } else {
        put1(t, sn_format_op_find("ncnn.crop"),
             text(t, "{woffset=%d, woffset2=%d, outw=-233, outh=-233, outd=-233, outc=-233}",
                  (int)roll(t, 0, 1), (int)roll(t, 0, 1)),
             x);
    }
}

static void pad(gen *t, item *x)
{
    static const char *const types[] = {"constant", "constant", "replicate", "reflect"};
    static const char *const modes[] = {"constant", "reflect", "edge", "wrap"};
    const int c = chance(t, 15);
    const double value = chance(t, 30) ? 0.5 : 0.0;
    if (chance(t, 50)) {
        const int rank = shape_of(x)->rank;
        const char *pads = "";
        for (int i = 0; i < 2 * rank; i++)
            pads = text(t, "%s%s%d", pads, i ? "," : "", (int)roll(t, chance(t, 20) ? -1 : 0, 1));
        pads = text(t, "{pads=[%s], mode=%s, value=%g}", pads, modes[roll(t, 0, 3)], value);
        put1(t, &sn_op_pad, pads, x);
        return;
    }
    put1(t, sn_format_op_find("ncnn.padding"),
         text(t, "{top=%d, bottom=%d, left=%d, right=%d, front=%d, type=%s, value=%g}",
              (int)roll(t, 0, 1), (int)roll(t, 0, 1), (int)roll(t, 0, 1), (int)roll(t, 0, 1), c,
              types[roll(t, 0, 3)], value),
         x);
}

static void other_move(gen *t, item *x)
{
    const sn_shape *s = shape_of(x);
    if (s->rank < 1) return;
    switch (roll(t, 0, 5)) {
    case 0:
        if (chance(t, 30))
            put1(t, &sn_op_tile, text(t, "{repeats=[%s]}", rand_repeats(t, s->rank)), x);
        else if (chance(t, 40))
            put1(t, sn_format_op_find("ncnn.tile"),
                 text(t, "{repeats=[%s]}", rand_repeats(t, (int)roll(t, 1, 4))), x);
        else
            put1(t, sn_format_op_find("ncnn.tile"),
                 text(t, "{axis=%d, tiles=%d}", (int)roll(t, 0, s->rank), (int)roll(t, 1, 2)), x);
        break;
    case 1:
        put1(t, chance(t, 50) ? &sn_op_flip : sn_format_op_find("ncnn.flip"),
             text(t, "{axes=[%d]}", (int)roll(t, 0, s->rank - 1)), x);
        break;
    case 2:
        put1(t, &sn_op_channel_shuffle, text(t, "{groups=%d, axis=0}", (int)rand_group(t, s->d[0])),
             x);
        break;
    case 3:
        put1(t, sn_format_op_find("ncnn.pixel_shuffle"), "{upscale_factor=2}", x);
        break;
    case 4:
        put1(t, sn_format_op_find("ncnn.reorg"), "{stride=2}", x);
        break;
    default:
        rand_resize(t, x);
    }
}

static void copy(gen *t, item *x)
{
    if (chance(t, 80)) {
        put_many(t, &sn_op_identity, NULL, 1, &x, (int)roll(t, 1, 3));
    } else {
        put_many(t, &sn_op_identity, NULL, 2, (item *[]){x, other(t)}, (int)roll(t, 1, 2));
    }
}

static void constant_branch(gen *t, item *x)
{
    item *k = own_node(t, constant(t, *shape_of(x), NORMAL));
    if (k && chance(t, 70)) activation(t, k);
}

/* A product with a chain of what may go into its weights and its slot: most rewrites are about
 * these. */
static void block(gen *t, item *x)
{
    static void (*const follow[])(gen *, item *) = {
        rand_batch_norm, rand_batch_norm, scale,           bias, dropout, rand_prelu, activation,
        activation,      binary_constant, binary_constant, gate, eltwise, reshape};
    int before = t->n_nodes;
    if (chance(t, 55))
        (chance(t, 25) ? rand_deconv : rand_conv)(t, x);
    else if (chance(t, 80))
        rand_linear(t, x);
    else
        rand_batch_norm(t, x);
    if (t->n_nodes == before) return;
    for (int64_t i = roll(t, 1, 4); i > 0; i--)
        follow[roll(t, 0, LEN(follow) - 1)](t, t->items.v[t->items.n - 1]);
}

/* Sums of several values, some with factors, as nested eltwise or add. */
static void sum_chain(gen *t, item *x)
{
    item *sum = x;
    for (int64_t i = roll(t, 1, 3); sum && i > 0; i--) {
        item *y = like(t, sum);
        if (!y) return;
        if (chance(t, 40)) y = put_pair(t, &sn_op_mul, y, constant(t, sn_shape_scalar(), FACTOR));
        if (!y) return;
        sum = chance(t, 50)
                  ? put_pair(t, &sn_op_add, sum, y)
                  : put_eltwise(t, chance(t, 50) ? "{op=sum}" : "{op=sum, coeffs=[1,0.5]}", 2,
                                (item *[]){sum, y});
    }
}

const recipe rand_recipes[] = {
    {"block", 22, block},
    {"sum_chain", 3, sum_chain},
    {"choices", 4, rand_choices},
    {"bytes", 2, rand_bytes},
    {"of_ncnn", 14, rand_of_ncnn},
    {"conv", 16, rand_conv},
    {"conv_algebra", 12, rand_conv_algebra},
    {"map_after_branches", 8, rand_map_after_branches},
    {"map_before_readers", 8, rand_map_before_readers},
    {"deconv", 4, rand_deconv},
    {"linear", 9, rand_linear},
    {"matrix_product", 2, rand_matrix_product},
    {"batch_norm", 8, rand_batch_norm},
    {"scale", 6, scale},
    {"bias", 3, bias},
    {"prelu", 4, rand_prelu},
    {"dropout", 3, dropout},
    {"activation", 12, activation},
    {"activation_pieces", 5, rand_activation_pieces},
    {"norm_pieces", 4, rand_norm_pieces},
    {"plain_function", 5, plain_function},
    {"jump", 2, jump},
    {"ranged_function", 2, ranged_function},
    {"binary_constant", 16, binary_constant},
    {"binary_values", 7, binary_values},
    {"binary_delicate", 2, binary_delicate},
    {"gate", 3, gate},
    {"weighted", 4, weighted},
    {"eltwise", 4, eltwise},
    {"pool", 7, rand_pool},
    {"norm", 4, rand_norm},
    {"softmax", 2, rand_softmax},
    {"reduce", 6, rand_reduce},
    {"reshape", 5, reshape},
    {"squeeze", 3, squeeze},
    {"transpose", 3, transpose},
    {"shuffle", 4, rand_shuffle},
    {"attention", 4, rand_attention},
    {"attention of images", 3, rand_attention_of_images},
    {"concat", 3, concat},
    {"split", 3, split},
    {"crop", 3, crop},
    {"pad", 3, pad},
    {"other_move", 3, other_move},
    {"moves", 8, rand_moves},
    {"again", 4, rand_again},
    {"copy", 4, copy},
    {"constant_branch", 2, constant_branch},
    {"rare", 9, rare},
    {"picks", 6, rand_picks},
    {"bodies", 3, rand_bodies},
    {NULL, 0, NULL},
};
