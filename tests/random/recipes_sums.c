/* SPDX-License-Identifier: Apache-2.0
 *
 * Layers that sum: convolutions and products, pools, softmax, reductions. */
#include "formats/format.h"
#include "random/gen.h"
#include "random/recipes.h"

#include <string.h>

#include "formats/ncnn/ops/ops.h"

#define LEN(a) ((int64_t)(sizeof(a) / sizeof *(a)))

static const spread NORMAL = {true, 0, 0.5};

/* ---- convolutions and products --------------------------------------------------------------- */

static const char *some_act(gen *t)
{
    static const char *const all[] = {"relu", "leaky_relu(0.1)",    "clip(-1,1)", "sigmoid",
                                      "mish", "hard_swish(0.2,0.5)"};
    return chance(t, 70) ? "act=none" : text(t, "act=%s", all[roll(t, 0, LEN(all) - 1)]);
}

static const char *numbers(gen *t, int n, int lo, int hi)
{
    const char *s = "";
    for (int i = 0; i < n; i++) s = text(t, "%s%s%d", s, i ? "," : "", (int)roll(t, lo, hi));
    return s;
}

/* A weight that depends on the input: k times a number from x. */
static item *dynamic(gen *t, item *x, item *k)
{
    item *mean = put1(t, sn_format_op_find("ncnn.reduction"), "{operation=mean}", x);
    item *s = mean ? put1(t, &sn_op_sigmoid, NULL, mean) : NULL;
    item *own = own_node(t, k);
    return s && own ? put_pair(t, &sn_op_mul, own, s) : NULL;
}

static void window(gen *t, item *x, bool transposed)
{
    const sn_shape *s = shape_of(x);
    if (s->rank < 1) return;
    int nd = s->rank >= 2 && chance(t, 93) ? s->rank - 1
             : s->rank == 1                ? (chance(t, 60) ? 2 : 1)
                                           : (int)roll(t, 1, 3);
    bool one = s->rank <= nd;
    int64_t ic = one && !(s->rank == 1 && chance(t, 70)) ? 1 : s->d[0];
    int64_t group = rand_group(t, ic), oc = group * roll(t, 1, group > 2 ? 2 : 6);
    sn_shape w = {.rank = (int8_t)(nd + 2)};
    w.d[0] = oc;
    w.d[1] = ic / group;
    bool small = chance(t, 40);
    int64_t taps = w.d[1];
    for (int i = 0; i < nd; i++) taps *= w.d[i + 2] = small ? 1 : roll(t, 1, 3);
    item *k = weight(t, w, fan_in(taps)),
         *b = chance(t, 60) ? constant(t, SN_SHAPE(oc), NORMAL) : NULL;
    if (!transposed && nd < 3 && chance(t, 6)) k = dynamic(t, x, k);
    if (!k) return;
    const char *p = text(t, "{nd=%d, group=%d", nd, (int)group);
    if (chance(t, 30)) p = text(t, "%s, stride=[%s]", p, numbers(t, nd, 1, chance(t, 20) ? 4 : 2));
    if (chance(t, 20)) p = text(t, "%s, dilation=[%s]", p, numbers(t, nd, 1, 2));
    const bool same = chance(t, 15);
    if (same)
        p = text(t, "%s, pad_mode=%s", p, chance(t, 50) ? "same_upper" : "same_lower");
    else if (chance(t, small ? 20 : 70))
        p = text(t, "%s, pad_begin=[%s], pad_end=[%s]", p, numbers(t, nd, 0, 2),
                 numbers(t, nd, 0, 2));
    if (!transposed && chance(t, 12)) p = text(t, "%s, pad_value=0.5", p);
    if (transposed && chance(t, 15)) p = text(t, "%s, output_pad=[%s]", p, numbers(t, nd, 0, 1));
    p = text(t, "%s, %s}", p, some_act(t));
    item *in[] = {x, k, b};
    if (!transposed && nd == 2 && small && group == 1 && (s->rank == 1 || chance(t, 60)))
        put(t, sn_format_op_find("ncnn.convolution"), p, 3, in);
    else if (!transposed && nd > 1 && same && chance(t, 50))
        put_window(t, sn_format_op_find("ncnn.same_convolution"), p, nd, 3, in);
    else
        put_window(t, transposed ? &sn_op_conv_transpose : &sn_op_conv, p, nd, 3, in);
}

void rand_conv(gen *t, item *x) { window(t, x, false); }
void rand_deconv(gen *t, item *x) { window(t, x, true); }

void rand_linear(gen *t, item *x)
{
    const sn_shape *s = shape_of(x);
    if (s->rank < 1) return;
    bool rows = s->rank == 2 && chance(t, 60);
    int64_t ic = rows ? s->d[1] : sn_shape_count(s),
            oc = chance(t, 20) && rows ? s->d[0] : roll(t, 1, 8);
    if (ic > 400) return;
    item *k = weight(t, SN_SHAPE(oc, ic), fan_in(ic)),
         *b = chance(t, 60) ? constant(t, SN_SHAPE(oc), NORMAL) : NULL;
    if (chance(t, 4) && k) k = dynamic(t, x, k);
    if (k) put_linear(t, text(t, "{%s}", some_act(t)), x, k, b);
}

void rand_matrix_product(gen *t, item *x)
{
    const sn_shape *s = shape_of(x);
    if (s->rank != 2) return;
    int64_t n = roll(t, 1, 6);
    item *k = constant(t, SN_SHAPE(s->d[1], n), fan_in(s->d[1]));
    if (!k) return;
    if (chance(t, 50)) {
        put(t, &sn_op_matmul, NULL, 2, (item *[]){x, chance(t, 50) ? own_node(t, k) : k});
    } else {
        put(t, &sn_op_gemm, chance(t, 50) ? "{}" : "{alpha=0.5}", 3,
            (item *[]){x, k, chance(t, 40) ? constant(t, SN_SHAPE(1, n), NORMAL) : NULL});
    }
}

/* ---- pooling, normalisations, reductions ----------------------------------------------------- */

/* Windows as ncnn has them. */
static void pooling(gen *t, item *x, int nd)
{
    static const char *const modes[] = {"full", "full", "valid", "same_upper", "same_lower"};
    const char *p = text(t, "{nd=%d, kind=%s, kernel=[%s]", nd, chance(t, 50) ? "max" : "avg",
                         numbers(t, nd, 1, 3));
    if (chance(t, 60)) p = text(t, "%s, stride=[%s]", p, numbers(t, nd, 1, 3));
    if (chance(t, 30))
        p = text(t, "%s, pad_begin=[%s], pad_end=[%s]", p, numbers(t, nd, 0, 1),
                 numbers(t, nd, 0, 1));
    p = text(t, "%s, pad_mode=%s, count_include_pad=%d}", p, modes[roll(t, 0, 4)],
             (int)roll(t, 0, 1));
    put_window(t, sn_format_op_find("ncnn.pooling"), p, nd, 1, &x);
}

void rand_pool(gen *t, item *x)
{
    const sn_shape *s = shape_of(x);
    if (s->rank < 2) return;
    int nd = s->rank - 1 + (s->rank < 4 && chance(t, 5));
    const bool max = chance(t, 50);
    int how = (int)roll(t, 0, 9);
    if (how < 3) {
        const sn_op *op = chance(t, 50) ? &sn_op_global_average_pool : &sn_op_global_max_pool;
        const char *p = text(t, "{nd=%d, keepdims=%d}", nd, chance(t, 20));
        if (chance(t, 15))
            put1(t, op,
                 text(t, "{nd=%d, keepdims=%d}", (int)roll(t, 1, s->rank - 1), chance(t, 30)), x);
        else
            put_window(t, op, p, nd, 1, &x);
    } else if (how < 5) {
        const char *out = "";
        const bool neutral = nd == 1 || chance(t, 40); /* ncnn keeps no size of one axis */
        for (int i = 0; i < nd; i++)
            out = text(t, "%s%s%d", out, i ? "," : "",
                       chance(t, 25)   ? (neutral ? 0 : -233)
                       : chance(t, 40) ? 1
                                       : (int)roll(t, 1, 4));
        out = text(t, "{nd=%d, %sout=[%s]}", nd,
                   neutral ? ""
                   : max   ? "kind=max, "
                           : "kind=avg, ",
                   out);
        put1(t,
             !neutral ? sn_format_op_find("ncnn.adaptive_pool")
             : max    ? &sn_op_adaptive_max_pool
                      : &sn_op_adaptive_average_pool,
             out, x);
    } else if (how < 7) {
        pooling(t, x, nd);
    } else {
        static const char *const modes[] = {"ceil_mode=true", "ceil_mode=true", "pad_mode=explicit",
                                            "pad_mode=same_upper", "pad_mode=same_lower"};
        if (chance(t, 15)) nd = (int)roll(t, 1, s->rank - 1 < 3 ? s->rank - 1 : 3);
        int k = chance(t, 25) ? 1 : 3;
        const char *p = text(t, "{nd=%d, kernel=[%s]", nd, numbers(t, nd, 1, k));
        if (chance(t, 40)) p = text(t, "%s, stride=[%s]", p, numbers(t, nd, 1, 2));
        if (chance(t, 30))
            p = text(t, "%s, pad_begin=[%s], pad_end=[%s]", p, numbers(t, nd, 0, 1),
                     numbers(t, nd, 0, 1));
        if (chance(t, 10)) p = text(t, "%s, dilation=[%s]", p, numbers(t, nd, 1, 2));
        p = text(t, "%s, %s", p, modes[roll(t, 0, 4)]);
        if (!max) p = text(t, "%s, count_include_pad=%d", p, (int)roll(t, 0, 1));
        p = text(t, "%s}", p);
        if (nd < s->rank - 1)
            put1(t, max ? &sn_op_max_pool : &sn_op_average_pool, p, x);
        else
            put_window(t, max ? &sn_op_max_pool : &sn_op_average_pool, p, nd, 1, &x);
    }
}

void rand_softmax(gen *t, item *x)
{
    const char *axis = text(t, "{axis=%d}", (int)roll(t, 0, 3));
    put1(t, chance(t, 80) ? &sn_op_softmax : &sn_op_cum_sum, axis, x);
}

const char *rand_axes(gen *t, int rank, bool back)
{
    const char *s = "";
    for (int i = 0; i < rank; i++) {
        if (!chance(t, 55)) continue;
        s = text(t, "%s%s%d", s, *s ? "," : "", back ? i - rank : i);
    }
    return s;
}

const char *rand_repeats(gen *t, int n)
{
    const char *s = "";
    for (int i = 0; i < n; i++) s = text(t, "%s%s%d", s, i ? "," : "", chance(t, 30) ? 2 : 1);
    return s;
}

/* As a layer of ncnn, or the operator. */
static item *one_reduction(gen *t, item *x, int op)
{
    static const char *const ops[] = {"sum", "mean", "max",        "min",
                                      "l1",  "l2",   "sum_square", "log_sum_exp"};
    static const char *const of_ncnn[] = {"sum",  "mean", "max",   "min",
                                          "asum", "l2",   "sumsq", "logsumexp"};
    const int rank = shape_of(x)->rank;
    const bool all = chance(t, 20), kept = chance(t, 50);
    if (rank < 1 || chance(t, 50)) {
        const char *p = text(t, "{op=%s, keepdims=%d", ops[op], kept);
        if (!all && rank > 0) p = text(t, "%s, axes=[%s]", p, rand_axes(t, rank, false));
        item *y = put1(t, &sn_op_reduce, text(t, "%s}", p), x);
        return y && shape_of(y)->rank == 0 && chance(t, 90)
                   ? put1(t, &sn_op_reshape, "{shape=[-1]}", y)
                   : y;
    }
    const char *p = text(t, "{operation=%s, keepdims=%d", of_ncnn[op], kept);
    if (!all) p = text(t, "%s, reduce_all=0, axes=[%s]", p, rand_axes(t, rank, chance(t, 30)));
    if (chance(t, 20)) p = text(t, "%s, coeff=0.5", p);
    return put1(t, sn_format_op_find("ncnn.reduction"), text(t, "%s}", p), x);
}

void rand_reduce(gen *t, item *x)
{
    const int op = (int)roll(t, 0, 7);
    item *y = one_reduction(t, x, op);
    for (int i = 0; y && i < 2 && chance(t, 50); i++)
        y = one_reduction(t, y, chance(t, 75) ? op : (int)roll(t, 0, 7));
}
