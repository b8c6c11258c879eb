/* SPDX-License-Identifier: Apache-2.0
 *
 * Layers of which ncnn decides by the ranks and sizes that it meets what they are. */
#include "formats/format.h"
#include "random/gen.h"

static const spread small = {true, 0, 0.5};

static item *layer(gen *t, const char *name, const char *params, int n_in, item *const *x)
{
    return put(t, sn_format_op_find(name), params, n_in, x);
}

static item *adapter(gen *t, const char *name, const char *params, int n_in, item *const *x)
{
    item *y = layer(t, name, params, n_in, x);
    if (y) t->items.n--; /* only its reader reads it */
    return y;
}

static void along_an_axis(gen *t, item *x)
{
    static const char *const names[] = {"ncnn.softmax", "ncnn.cumulative_sum", "ncnn.glu"};
    const int rank = shape_of(x)->rank;
    layer(t, names[roll(t, 0, 2)], text(t, "{axis=%d}", (int)roll(t, -rank, rank - 1)), 1, &x);
}

static void order(gen *t, item *x)
{
    static const int codes[] = {1, 1, 2, 6, 24};
    const int rank = shape_of(x)->rank;
    layer(t, "ncnn.permute", text(t, "{order_type=%d}", (int)roll(t, 0, codes[rank] - 1)), 1, &x);
}

static void function(gen *t, item *x)
{
    if (chance(t, 20)) {
        put1(t, &sn_op_dropout, NULL, x);
    } else if (chance(t, 40)) {
        item *y = put1(t, &sn_op_exp, NULL, x);
        if (y) layer(t, "ncnn.log", chance(t, 50) ? "{base=2, shift=0.5}" : "{scale=2}", 1, &y);
    } else {
        layer(t, chance(t, 50) ? "ncnn.hard_sigmoid" : "ncnn.hard_swish",
              chance(t, 50) ? "{alpha=-0.3}" : "{alpha=0}", 1, &x);
    }
}

/* c of any of the forms that ncnn adds to a product of m rows and n columns. */
static item *added(gen *t, int64_t m, int64_t n)
{
    const sn_shape forms[] = {SN_SHAPE(1),    SN_SHAPE(m),    SN_SHAPE(n),
                              SN_SHAPE(m, n), SN_SHAPE(m, 1), SN_SHAPE(1, n)};
    return chance(t, 50) ? constant(t, forms[roll(t, 0, 5)], small) : NULL;
}

static void product(gen *t, item *x)
{
    const sn_shape *s = shape_of(x);
    const int64_t n = roll(t, 1, 6), k = s->d[s->rank - 1];
    if (s->rank > 2 && chance(t, 60)) return;
    if (chance(t, 35)) {
        item *w = constant(t, SN_SHAPE(k, n), fan_in(k));
        if (w) layer(t, "ncnn.matmul", NULL, 2, (item *[]){x, chance(t, 50) ? own_node(t, w) : w});
        return;
    }
    const bool turned = chance(t, 40);
    item *w = constant(t, turned ? SN_SHAPE(n, k) : SN_SHAPE(k, n), fan_in(k));
    item *c = s->rank > 2 ? NULL : added(t, s->rank == 1 ? 1 : s->d[0], n);
    if (!w) return;
    if (chance(t, 40)) {
        item *a = adapter(t, "ncnn.as_matrix", text(t, "{k=%d}", (int)k), 1, &x);
        const char *way = turned ? "{transB=true}" : NULL;
        item *added_c = c ? adapter(t, "ncnn.gemm_c", way, 3, (item *[]){c, x, w}) : NULL;
        if (a && (added_c || !c)) put(t, &sn_op_gemm, way, 3, (item *[]){a, w, added_c});
        return;
    }
    layer(t, "ncnn.gemm",
          text(t, "{transB=%d, alpha=%s%s%s}", turned, chance(t, 70) ? "1" : "0.5",
               chance(t, 20) ? ", output_transpose=true" : "",
               chance(t, 15) ? ", output_N1M=true" : ""),
          c ? 3 : 2, (item *[]){x, w, c});
}

static void joined(gen *t, item *x)
{
    item *y = like(t, x);
    if (y && chance(t, 20)) layer(t, "ncnn.ieee_remainder", NULL, 2, (item *[]){x, y});
    const int rank = shape_of(x)->rank;
    if (y)
        layer(t, "ncnn.concat", text(t, "{axis=%d}", (int)-roll(t, 1, rank)), 2, (item *[]){x, y});
}

static void heads(gen *t, item *x)
{
    const sn_shape *s = shape_of(x);
    if (s->rank < 2 || s->rank > 3) return;
    item *k = constant(t, *s, small), *v = constant(t, *s, small), *in[3] = {x, k, v};
    for (int i = 0; i < 3 && in[i]; i++) in[i] = adapter(t, "ncnn.as_heads", NULL, 1, &in[i]);
    if (in[0] && in[1] && in[2]) put(t, &sn_op_attention, NULL, 3, in);
}

void rand_of_ncnn(gen *t, item *x)
{
    static void (*const makers[])(gen *, item *) = {along_an_axis, order,  function, product,
                                                    product,       joined, heads};
    if (shape_of(x)->rank >= 1) makers[roll(t, 0, 6)](t, x);
}
