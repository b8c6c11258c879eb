/* SPDX-License-Identifier: Apache-2.0
 *
 *   conv((q - zx) * sx, (w - zw) * sw, b)  -->  cast(conv_integer(q, w, zx, zw)) * (sx sw) + b
 *
 * and matmul and gemm alike, where q and w are bytes: DequantizeLinear in front of what is computed
 * in floats. Over the reals both are the same; the sum of integers is exact, so that only the last
 * product and sum are rounded.
 *
 * Needs: sx and zx are single numbers, no scale gives axes or lets floats overflow; w is constant,
 * with one scale and zero point or one for each channel of the result, or, of a matmul, has single
 * numbers, too; no sum can leave 32 bits, which is proved of the weights at hand (sum of |w - zw|
 * times the largest |q - zx|), else of how many terms there are; padding is 0, there is no
 * activation yet, no first operand is transposed; the target has products of bytes, and by its
 * estimates they cost less. Others may read the numbers in floats, too. */
#include <math.h>

#include "ops/conv.h"
#include "ops/gemm.h"
#include "ops/matmul.h"
#include "ops/ops.h"
#include "ops/squeeze.h"
#include "passes/quantized.h"

typedef struct byte_product {
    sn_pass_run *run;
    sn_node *node;
    sn_known *known;
    sn_dequantized x, w;
    const sn_tensor *weight; /* the bytes of w; NULL: known only at run time */
    int axis;                /* of the channels of the result, in the weight */
    int64_t channels, terms; /* terms: of a sum; 0: not known */
    double factor;           /* of the product, of a gemm */
    bool transposed;         /* the weight is that of [n][k] */
    const double *scale;     /* n_scales products of sx and sw */
    int64_t n_scales;
    sn_value *in[SN_CONV_WEIGHT_ZERO + 1];
} byte_product;

static bool say(const byte_product *p, const char *why)
{
    sn_missed(p->run, p->node, NULL, "not computed in integers: %s", why);
    return false;
}

/* ---- what must hold -------------------------------------------------------------------------- */

/* Whether t is one number, or one for each place of the axis of what it is broadcast to. */
static bool goes_along(const sn_tensor *t, int rank, int axis, int64_t n)
{
    if (sn_tensor_count(t) == 1) return true;
    const int at = axis - (rank - t->shape.rank);
    return at >= 0 && sn_tensor_count(t) == n && t->shape.d[at] == n;
}

static double number_at(const sn_tensor *t, int64_t i)
{
    return t ? sn_tensor_at(t, sn_tensor_count(t) == 1 ? 0 : i) : 0;
}

/* The largest |q - zero|, of all that bytes can be. */
static double largest(const sn_dequantized *d)
{
    const double least = sn_least_byte(d->q->type), zero = number_at(d->zero, 0);
    return fmax(fabs(least - zero), fabs(least + 255 - zero));
}

/* The largest sum of |w - zero| of a channel of the result. */
static double largest_sum(const byte_product *p)
{
    const sn_tensor *w = p->weight;
    if (!w) return (double)p->terms * largest(&p->w);
    int64_t inner = 1;
    for (int i = p->axis + 1; i < w->shape.rank; i++) inner *= w->shape.d[i];
    double *sum = SN_NEW_N(p->run->arena, double, p->channels), most = 0;
    for (int64_t i = 0; i < sn_tensor_count(w); i++) {
        const int64_t c = i / inner % p->channels;
        sum[c] += fabs(sn_tensor_at(w, i) - number_at(p->w.zero, c));
    }
    for (int64_t c = 0; c < p->channels; c++) most = fmax(most, sum[c]);
    return most;
}

/* Whether bytes times v, and their products, keep their digits in f32. */
static bool is_ordinary(double v) { return v == 0 || (fabs(v) >= 1e-30 && fabs(v) <= 1e20); }

/* Products of both scales. They and their factors are ordinary: the numbers that are no longer
 * computed do not overflow. */
static bool scales_of(byte_product *p)
{
    const double x = sn_tensor_at(p->x.scale, 0);
    p->n_scales = sn_tensor_count(p->w.scale);
    double *scale = SN_NEW_N(p->run->arena, double, p->n_scales);
    for (int64_t i = 0; i < p->n_scales; i++) {
        const double w = sn_tensor_at(p->w.scale, i);
        scale[i] = p->factor * x * w;
        if (!is_ordinary(x) || !is_ordinary(w) || !is_ordinary(x * w) || !is_ordinary(scale[i]))
            return false;
    }
    p->scale = scale;
    return true;
}

static bool fits(byte_product *p)
{
    const int rank = p->weight ? p->weight->shape.rank : 0;
    if (sn_tensor_count(p->x.scale) != 1 || (p->x.zero && sn_tensor_count(p->x.zero) != 1))
        return say(p, "scale or zero point of the first operand is not a single number");
    if (!p->weight && (p->node->op != &sn_op_matmul || sn_tensor_count(p->w.scale) != 1 ||
                       (p->w.zero && sn_tensor_count(p->w.zero) != 1)))
        return say(p, "the weights are not constant");
    if (!goes_along(p->w.scale, rank, p->axis, p->channels) ||
        (p->w.zero && !goes_along(p->w.zero, rank, p->axis, p->channels)))
        return say(p, "scales or zero points of the weights are not those of channels");
    if (!p->weight && p->terms == 0) return say(p, "it is not known how many terms a sum has");
    if (!(largest(&p->x) * largest_sum(p) < 2147483648.0)) return say(p, "a sum may leave 32 bits");
    if (!scales_of(p)) return say(p, "f32 has no ordinary numbers for the scales");
    return true;
}

/* ---- the operators --------------------------------------------------------------------------- */

static bool conv_fits(const byte_product *p)
{
    const sn_conv_params *c = p->node->params;
    if (c->act.kind != SN_ACT_NONE) return say(p, "it has an activation");
    if (c->pad_value != 0) return say(p, "it is padded with something else than 0");
    return true;
}

static sn_dim last_of(const sn_shape *s) { return s->rank > 0 ? s->d[s->rank - 1] : -1; }

/* What the operator says of its weight. */
static bool read_node(byte_product *p)
{
    const sn_node *n = p->node;
    const sn_shape *w = p->weight ? &p->weight->shape : NULL;
    p->factor = 1;
    if (n->op == &sn_op_conv) {
        p->channels = w && w->rank > 2 ? w->d[0] : 0;
        return conv_fits(p);
    }
    if (n->op == &sn_op_gemm) {
        const sn_gemm_params *g = n->params;
        p->factor = (double)g->alpha;
        p->transposed = g->transB != 0;
        if (g->transA) return say(p, "its first operand is transposed");
    } else {
        p->transposed = ((const sn_matmul_params *)n->params)->transB != 0;
    }
    if (p->transposed && (!w || w->rank != 2))
        return say(p, "its second operand is transposed and no constant matrix");
    if (!w) {
        const sn_dim k = last_of(&sn_in(n, SN_MATMUL_A)->shape);
        p->terms = k > 0 && sn_dim_known(k) ? k : 0;
        return true;
    }
    if (w->rank < 2) return say(p, "its weights are a vector");
    p->axis = p->transposed ? 0 : w->rank - 1;
    p->channels = w->d[p->axis];
    return true;
}

/* ---- the new nodes --------------------------------------------------------------------------- */

static sn_value *constant(const byte_product *p, const sn_tensor *t)
{
    sn_value *v = sn_value_const(p->run->g, t, NULL);
    sn_tensor_release(t);
    return v;
}

/* A scalar, or a vector, of some type. */
static sn_status numbers(const byte_product *p, sn_type type, const double *v, int64_t n,
                         sn_value **out)
{
    const sn_tensor *t = NULL;
    if (n == 1)
        t = sn_tensor_scalar(p->run->env->ctx, type, v[0]);
    else
        SN_TRY(sn_tensor_vector(p->run->env->ctx, type, v, n, &t));
    *out = constant(p, t);
    return SN_OK;
}

static sn_status zero_of(const byte_product *p, const sn_dequantized *d, sn_value **out)
{
    if (!d->zero) return SN_OK;
    const int64_t n = sn_tensor_count(d->zero);
    double *v = SN_NEW_N(p->run->arena, double, n);
    for (int64_t i = 0; i < n; i++) v[i] = sn_tensor_at(d->zero, i);
    return numbers(p, d->q->type, v, n, out);
}

/* [n][k] as [k][n]. */
static sn_status turned(const byte_product *p, sn_value **out)
{
    const sn_tensor *w = p->weight;
    const int64_t n = w->shape.d[0], k = w->shape.d[1];
    const sn_shape shape = SN_SHAPE(k, n);
    const uint8_t *from = sn_tensor_data(w);
    sn_tensor *t = NULL;
    void *data = NULL;
    SN_TRY(sn_tensor_create(p->run->env->ctx, w->type, &shape, &t, &data));
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < k; j++) ((uint8_t *)data)[j * n + i] = from[i * k + j];
    *out = constant(p, t);
    return SN_OK;
}

static sn_status operands(byte_product *p)
{
    const bool conv = p->node->op == &sn_op_conv;
    const int x_zero = conv ? SN_CONV_X_ZERO : SN_MATMUL_A_ZERO;
    p->in[0] = p->x.q;
    p->in[1] = p->w.q;
    if (p->transposed) {
        SN_TRY(turned(p, &p->in[1]));
    } else if (p->weight && !sn_const_of(p->w.q)) {
        p->in[1] = sn_value_const(p->run->g, p->weight, NULL);
    }
    SN_TRY(zero_of(p, &p->x, &p->in[x_zero]));
    return zero_of(p, &p->w, &p->in[x_zero + 1]);
}

static sn_node *product_node(const byte_product *p)
{
    sn_value **in = (sn_value **)(uintptr_t)p->in;
    if (p->node->op != &sn_op_conv)
        return sn_rewrite_node(p->run, p->node, &sn_op_matmul_integer, NULL, 4, in, 1);
    return sn_rewrite_node(p->run, p->node, &sn_op_conv_integer, p->node->params, 5, in, 1);
}

static sn_value *then(const byte_product *p, const sn_op *op, sn_value *a, sn_value *b)
{
    sn_value *in[] = {a, b};
    sn_node *n = a ? sn_rewrite_node(p->run, p->node, op, NULL, b ? 2 : 1, in, 1) : NULL;
    return n ? n->out[0] : NULL;
}

/* Of a vector for the channels of a conv, what its result can be multiplied by. */
static sn_value *for_channels(const byte_product *p, sn_value *v)
{
    if (p->node->op != &sn_op_conv || v->shape.rank != 1) return v;
    const int32_t axes[] = {1, 2, 3};
    const int nd = ((const sn_conv_params *)p->node->params)->nd;
    const sn_unsqueeze_params q = {.axes = sn_ints_of(p->run->arena, nd, axes)};
    sn_node *n = sn_rewrite_node(p->run, p->node, &sn_op_unsqueeze, &q, 1, &v, 1);
    return n ? n->out[0] : NULL;
}

/* A gemm's or a conv's. */
static sn_status add_bias(const byte_product *p, sn_value **y)
{
    sn_value *b = p->node->op != &sn_op_matmul && p->node->n_in > 2 ? sn_in(p->node, 2) : NULL;
    if (!b || !*y) return SN_OK;
    if (p->node->op == &sn_op_gemm) {
        const double beta = (double)((const sn_gemm_params *)p->node->params)->beta;
        sn_value *factor = NULL;
        if (beta != 1) SN_TRY(numbers(p, SN_TYPE_f32, &beta, 1, &factor));
        if (factor) b = then(p, &sn_op_mul, b, factor);
    } else {
        b = for_channels(p, b);
    }
    *y = b ? then(p, &sn_op_add, *y, b) : NULL;
    return SN_OK;
}

static sn_status rewrite(byte_product *p)
{
    sn_pass_run *run = p->run;
    sn_value *scale = NULL, *y = NULL;
    sn_rewrite_begin(run);
    SN_TRY(operands(p));
    SN_TRY(numbers(p, SN_TYPE_f32, p->scale, p->n_scales, &scale));
    const sn_node *made = product_node(p);
    if (made) {
        const sn_answer pays = run->env->target->integers_pay(run->env->target, p->node, made);
        if (pays.is != SN_YES) {
            sn_missed(run, p->node, NULL, "not computed in integers: %s", pays.why);
            made = NULL;
        }
    }
    scale = made ? for_channels(p, scale) : NULL;
    y = scale ? then(p, &sn_op_mul, then(p, &sn_op_cast, made->out[0], NULL), scale) : NULL;
    SN_TRY(add_bias(p, &y));
    if (!y) {
        sn_rewrite_abandon(run, p->node);
        return SN_OK;
    }
    sn_rewrite rw = {.before = p->node->out[0], .after = y, .same_shape = true};
    for (int i = 0; i < p->w.n_nodes; i++) rw.matched[rw.n_matched++] = p->w.node[i];
    for (int i = 0; i < p->x.n_nodes; i++) rw.matched[rw.n_matched++] = p->x.node[i];
    rw.matched[rw.n_matched++] = p->node;
    sn_known_given(run, p->known, &rw);
    bool done;
    return sn_rewrite_commit(run, &rw, &done);
}

static sn_status visit(byte_product *p)
{
    bool is = false;
    if (p->node->n_in < 2 || p->node->out[0]->type != SN_TYPE_f32) return SN_OK;
    SN_TRY(sn_dequantized_of(p->run, sn_in(p->node, 0), &p->known, &p->x, &is));
    if (is) SN_TRY(sn_dequantized_of(p->run, sn_in(p->node, 1), &p->known, &p->w, &is));
    if (!is) return SN_OK;
    SN_TRY(sn_known_of(p->run, p->w.q, &p->known, &p->weight));
    return read_node(p) && fits(p) ? rewrite(p) : SN_OK;
}

static bool visits(const sn_op *op)
{
    return op == &sn_op_conv || op == &sn_op_gemm || op == &sn_op_matmul;
}

static sn_status run(sn_pass_run *run)
{
    if (!run->env->target->integers_pay) return SN_OK;
    SN_EACH_VISITED(n, run)
    {
        byte_product p = {.run = run, .node = n};
        if (!visits(n->op)) continue;
        const sn_status status = visit(&p);
        sn_known_release(&p.known);
        SN_TRY(status);
    }
    return SN_OK;
}

const sn_pass sn_pass_integer_products = {
    .name = "integer_products",
    .arrow =
        "conv((q - zx) * sx, (w - zw) * sw, b) -> cast(conv_integer(q, w, zx, zw)) * (sx * sw) "
        "+ b; matmul and gemm alike",
    .needs = "q, w bytes; w constant, its scales those of channels; no sum can leave 32 bits; the "
             "target has products of bytes, which cost less",
    .visits = visits,
    .run = run,
};
