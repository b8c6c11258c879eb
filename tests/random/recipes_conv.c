/* SPDX-License-Identifier: Apache-2.0
 *
 * Patterns of the algebra of convolutions, and near misses of them: pads before windows,
 * activations around poolings, sums of convolutions of one value, chains of them, averages behind
 * them, siblings. */
#include "random/gen.h"

#define LEN(a) ((int64_t)(sizeof(a) / sizeof *(a)))

static const spread BIAS = {true, 0, 0.5};

static item *function(gen *t, item *x)
{
    static const struct {
        const sn_op *op;
        const char *params;
    } all[] = {{&sn_op_relu, "{}"},
               {&sn_op_relu, "{}"},
               {&sn_op_leaky_relu, "{alpha=0.2}"},
               {&sn_op_sigmoid, "{}"},
               {&sn_op_tanh, NULL},
               {&sn_op_clip, "{min=0, max=6}"},
               {&sn_op_swish, NULL},
               {&sn_op_leaky_relu, "{alpha=-0.25}"},
               {&sn_op_elu, "{alpha=0.5}"},
               {&sn_op_hard_swish, "{}"},
               {&sn_op_clip, "{min=-1, max=1}"},
               {&sn_op_neg, NULL}};
    int64_t i = roll(t, 0, LEN(all) - 1);
    return put1(t, all[i].op, all[i].params, x);
}

static const char *list(gen *t, int n, int64_t lo, int64_t hi)
{
    const char *s = "";
    for (int i = 0; i < n; i++) s = text(t, "%s%s%d", s, i ? "," : "", (int)roll(t, lo, hi));
    return s;
}

static const char *same_list(gen *t, int n, int64_t v) { return list(t, n, v, v); }

/* What the convolutions of one pattern have in common. */
typedef struct kin {
    int nd;
    int64_t stride;
    const char *act, *pad_value;
} kin;

static kin some_kin(gen *t, const item *x)
{
    kin k = {
        .nd = shape_of(x)->rank - 1, .stride = chance(t, 25) ? 2 : 1, .act = "", .pad_value = ""};
    if (chance(t, 8)) k.act = ", act=relu";
    if (chance(t, 8)) k.pad_value = ", pad_value=0.5";
    return k;
}

/* A cube of `size` taps, with pads that keep the size at stride 1 where `pad`. */
static item *cube(gen *t, const kin *k, item *x, int64_t oc, int64_t group, int64_t size, bool pad)
{
    int64_t ic = shape_of(x)->d[0], dilation = size > 1 && chance(t, 15) ? 2 : 1;
    if (ic % group || oc % group) group = 1;
    sn_shape w = {.rank = (int8_t)(k->nd + 2), .d = {oc, ic / group}};
    int64_t fan = ic / group;
    for (int i = 0; i < k->nd; i++) fan *= w.d[i + 2] = size;
    item *weights = weight(t, w, (spread){true, 0, sqrt(1.0 / (double)fan)});
    item *bias = chance(t, 50) ? constant(t, SN_SHAPE(oc), BIAS) : NULL;
    if (!weights) return NULL;
    const char *p =
        text(t, "{nd=%d, group=%d, stride=[%s], dilation=[%s]%s%s", k->nd, (int)group,
             same_list(t, k->nd, k->stride), same_list(t, k->nd, dilation), k->act, k->pad_value);
    int64_t extent = (size - 1) * dilation;
    if (pad && chance(t, 15))
        p = text(t, "%s, pad_mode=%s", p, chance(t, 50) ? "same_upper" : "same_lower");
    else if (pad && chance(t, 10))
        p = text(t, "%s, pad_begin=[%s], pad_end=[%s]", p, same_list(t, k->nd, 0),
                 same_list(t, k->nd, extent));
    else if (pad)
        p = text(t, "%s, pad_begin=[%s], pad_end=[%s]", p, same_list(t, k->nd, extent / 2),
                 same_list(t, k->nd, extent - extent / 2));
    return put_window(t, &sn_op_conv, text(t, "%s}", p), k->nd, 3, (item *[]){x, weights, bias});
}

static int64_t some_group(gen *t, const item *x)
{
    int64_t ic = shape_of(x)->d[0];
    if (chance(t, 60)) return 1;
    if (chance(t, 60)) return ic;
    return ic % 2 == 0 ? 2 : 1;
}

static void padded(gen *t, item *x)
{
    int nd = shape_of(x)->rank - 1;
    static const char *const values[] = {"",          "",           "",
                                         ", value=1", ", value=-1", ", value=-3.4028235e38"};
    bool smallest = false, average = chance(t, 40), window = chance(t, 50);
    if (chance(t, 70)) x = function(t, x);
    if (!x) return;
    int64_t v = roll(t, 0, LEN(values) - (window || average ? 2 : 1));
    smallest = v == LEN(values) - 1;
    const char *p = text(t, "{pads=[%d,%s", !smallest && chance(t, 5), list(t, nd, 0, 2));
    p = text(t, "%s,0,%s]", p, list(t, nd, 0, 2));
    x = put1(t, &sn_op_pad, text(t, "%s%s}", p, values[v]), x);
    if (!x) return;
    if (window) {
        kin k = some_kin(t, x);
        cube(t, &k, x, shape_of(x)->d[0], some_group(t, x), roll(t, 1, 3), chance(t, 50));
        return;
    }
    const char *count = average ? text(t, ", count_include_pad=%d", (int)roll(t, 0, 1)) : "";
    p = text(t, "{nd=%d, kernel=[%s], stride=[%s], %s%s", nd, list(t, nd, 1, 4), list(t, nd, 1, 2),
             chance(t, 15)   ? "pad_mode=same_upper"
             : chance(t, 50) ? "ceil_mode=true"
                             : "pad_mode=explicit",
             count);
    if (chance(t, 30))
        p = text(t, "%s, pad_begin=[%s], pad_end=[%s]", p, list(t, nd, 0, 1), list(t, nd, 0, 1));
    put_window(t, average ? &sn_op_average_pool : &sn_op_max_pool, text(t, "%s}", p), nd, 1, &x);
}

static item *largest(gen *t, item *x)
{
    int nd = shape_of(x)->rank - 1;
    if (chance(t, 15))
        return put_window(t, &sn_op_global_max_pool,
                          text(t, "{nd=%d, keepdims=%d}", nd, chance(t, 20)), nd, 1, &x);
    if (chance(t, 15))
        return put1(t, &sn_op_adaptive_max_pool,
                    text(t, "{nd=%d, out=[%s]}", nd, list(t, nd, 1, 3)), x);
    static const char *const modes[] = {"ceil_mode=true",      "ceil_mode=true",
                                        "pad_mode=explicit",   "pad_mode=explicit",
                                        "pad_mode=same_upper", "pad_mode=same_lower"};
    const char *p = text(t, "{nd=%d, kernel=[%s], stride=[%s], %s", nd, list(t, nd, 1, 3),
                         list(t, nd, 1, 3), modes[roll(t, 0, LEN(modes) - 1)]);
    if (chance(t, 10)) p = text(t, "%s, dilation=[%s]", p, list(t, nd, 1, 2));
    if (chance(t, 30))
        p = text(t, "%s, pad_begin=[%s], pad_end=[%s]", p, list(t, nd, 0, 2), list(t, nd, 0, 2));
    return put_window(t, &sn_op_max_pool, text(t, "%s}", p), nd, 1, &x);
}

static void around_maximum(gen *t, item *x)
{
    if (chance(t, 60)) {
        kin k = some_kin(t, x);
        x = cube(t, &k, x, roll(t, 1, 4), 1, chance(t, 50) ? 1 : 3, true);
    }
    if (x && chance(t, 50)) x = function(t, x);
    if (x) x = largest(t, x);
    if (x && chance(t, 60)) function(t, x);
}

/* x itself, or times a number for each channel. */
static item *skip(gen *t, item *x)
{
    int64_t c = shape_of(x)->d[0];
    if (chance(t, 40)) return x;
    item *scale = constant(t, SN_SHAPE(c), (spread){false, 0.5, 1.5});
    return put(t, &sn_op_batch_normalization, "{epsilon=1}", 3,
               (item *[]){x, scale, chance(t, 50) ? constant(t, SN_SHAPE(c), BIAS) : NULL});
}

static void branches(gen *t, item *x)
{
    kin k = some_kin(t, x);
    bool wide = chance(t, 60);
    int64_t c = shape_of(x)->d[0], oc = wide ? c : roll(t, 1, 4),
            group = wide ? some_group(t, x) : 1;
    item *part[3] = {NULL};
    for (int i = 0; i < 3; i++) {
        bool same = wide && k.stride == 1 && chance(t, 35);
        int64_t g = chance(t, 80) ? group : some_group(t, x);
        part[i] =
            same ? skip(t, x) : cube(t, &k, x, oc, oc % g ? 1 : g, 1 + 2 * roll(t, 0, 2) % 5, true);
    }
    if (!part[0] || !part[1] || !part[2]) return;
    if (chance(t, 40)) {
        bool three = chance(t, 50);
        const char *coeffs = chance(t, 50) ? ""
                             : three       ? ", coeffs=[0.5,-1,2]"
                                           : ", coeffs=[-0.5,1]";
        put_eltwise(t, text(t, "{op=sum%s}", coeffs), three ? 3 : 2, part);
        return;
    }
    item *sum = put_pair(t, &sn_op_add, part[0], part[1]);
    if (sum && chance(t, 60)) put_pair(t, &sn_op_add, sum, part[2]);
}

static void chain(gen *t, item *x)
{
    for (int64_t i = roll(t, 2, 3); x && i > 0; i--) {
        kin k = some_kin(t, x);
        int64_t g = some_group(t, x), oc = chance(t, 50) ? roll(t, 1, 8) : shape_of(x)->d[0];
        x = cube(t, &k, x, oc, oc % g ? 1 : g, chance(t, 60) ? 1 : roll(t, 1, 3), chance(t, 50));
    }
}

/* Normalised and activated before it is convolved; what is normalised goes on elsewhere, too. */
static void normalised_first(gen *t, item *x)
{
    kin k = some_kin(t, x);
    int64_t c = shape_of(x)->d[0], g = some_group(t, x), size = 1 + 2 * roll(t, 0, 2) % 5;
    if (chance(t, 60)) x = cube(t, &(kin){k.nd, 1, "", ""}, x, c, 1, 1 + 2 * roll(t, 0, 1), true);
    if (x && chance(t, 30)) x = put_pair(t, &sn_op_add, x, x);
    item *y = x ? skip(t, x) : NULL;
    if (y && chance(t, 70)) y = function(t, y);
    if (!y) return;
    if (chance(t, 20)) {
        item *factor = put1(t, &sn_op_global_average_pool, text(t, "{nd=%d, keepdims=1}", k.nd), x);
        if (factor) y = put_pair(t, &sn_op_mul, y, factor);
    }
    if (y) y = cube(t, &k, y, c, g, size, chance(t, 80));
    if (y && chance(t, 50) && sn_shape_equal(shape_of(x), shape_of(y)))
        put_pair(t, &sn_op_add, y, x);
    else if (chance(t, 50))
        largest(t, x);
}

static item *product(gen *t, item *x, int64_t oc)
{
    const sn_shape *s = shape_of(x);
    int64_t ic = s->rank == 2 ? s->d[1] : sn_shape_count(s);
    if (ic > 400 || s->rank < 1) return NULL;
    item *w = weight(t, SN_SHAPE(oc, ic), (spread){true, 0, sqrt(1.0 / (double)ic)});
    item *b = chance(t, 50) ? constant(t, SN_SHAPE(oc), BIAS) : NULL;
    return w ? put_linear(t, NULL, x, w, b) : NULL;
}

static void products(gen *t, item *x)
{
    for (int64_t i = roll(t, 2, 3); x && i > 0; i--) x = product(t, x, roll(t, 1, 10));
}

static item *average(gen *t, item *x)
{
    int nd = shape_of(x)->rank - 1;
    switch (roll(t, 0, 4)) {
    case 0:
        return put1(t, chance(t, 85) ? &sn_op_global_average_pool : &sn_op_global_max_pool,
                    text(t, "{nd=%d, keepdims=%d}", nd, chance(t, 20)), x);
    case 1:
        return put1(t, &sn_op_adaptive_average_pool,
                    text(t, "{nd=%d, out=[%s]}", nd, list(t, nd, 1, 2)), x);
    case 2:
        return put1(t, &sn_op_reduce,
                    text(t, "{op=mean, axes=[%s], keepdims=%d}",
                         nd == 1   ? "1"
                         : nd == 2 ? "1,2"
                                   : "1,2,3",
                         (int)roll(t, 0, 1)),
                    x);
    default:
        break;
    }
    static const char *const modes[] = {"ceil_mode=true", "pad_mode=explicit", "pad_mode=explicit",
                                        "pad_mode=same_upper"};
    const char *p = text(t, "{nd=%d, kernel=[%s], stride=[%s], %s, count_include_pad=%d", nd,
                         same_list(t, nd, roll(t, 1, 3)), same_list(t, nd, roll(t, 1, 2)),
                         modes[roll(t, 0, LEN(modes) - 1)], (int)roll(t, 0, 1));
    if (chance(t, 30))
        p = text(t, "%s, pad_begin=[%s], pad_end=[%s]", p, list(t, nd, 0, 1), list(t, nd, 0, 1));
    return put_window(t, &sn_op_average_pool, text(t, "%s}", p), nd, 1, &x);
}

static void averaged(gen *t, item *x)
{
    kin k = some_kin(t, x);
    x = cube(t, &k, x, roll(t, 1, 6), chance(t, 85) ? 1 : some_group(t, x), chance(t, 85) ? 1 : 3,
             chance(t, 30));
    if (x) average(t, x);
}

static void siblings(gen *t, item *x)
{
    kin k = some_kin(t, x);
    int n = (int)roll(t, 2, 4);
    int64_t size = chance(t, 60) ? 1 : 3;
    bool rows = shape_of(x)->rank <= 2 && chance(t, 60), joined = chance(t, 50);
    item *part[4] = {NULL};
    for (int i = 0; i < n; i++) {
        kin own = k;
        if (chance(t, 15)) own.act = ", act=relu";
        if (chance(t, 25)) size = 1 + 2 * roll(t, 0, 2);
        part[i] = rows ? product(t, x, roll(t, 1, 5))
                  : chance(t, 80)
                      ? cube(t, &own, x, roll(t, 1, 5), 1, size, true)
                      : cube(t, &own, x, shape_of(x)->d[0], some_group(t, x), roll(t, 1, 3), true);
        if (!part[i]) return;
        if (!joined && chance(t, 40)) function(t, part[i]);
    }
    if (!joined) return;
    if (chance(t, 20)) {
        item *swap = part[0];
        part[0] = part[1];
        part[1] = swap;
    }
    if (chance(t, 25)) part[n - 1] = x;
    put(t, &sn_op_concat, text(t, "{axis=%d}", rows ? shape_of(part[0])->rank - 1 : 0), n, part);
}

/* Parts of what a convolution or a deconvolution makes. */
static void cropped(gen *t, item *x)
{
    const kin k = some_kin(t, x);
    const int64_t ic = shape_of(x)->d[0], oc = roll(t, 1, 6);
    item *y = NULL;
    if (chance(t, 40)) {
        y = cube(t, &k, x, oc, some_group(t, x), roll(t, 2, 3), chance(t, 90));
    } else {
        sn_shape w = {.rank = (int8_t)(k.nd + 2), .d = {oc, ic}};
        for (int i = 0; i < k.nd; i++) w.d[i + 2] = roll(t, 1, 4);
        item *weights = weight(t, w, (spread){true, 0, 0.3});
        const char *p = text(t, "{nd=%d, stride=[%s]%s", k.nd, list(t, k.nd, 1, 3), k.act);
        if (chance(t, 30)) p = text(t, "%s, pad_begin=[%s]", p, list(t, k.nd, 0, 1));
        if (chance(t, 30)) p = text(t, "%s, output_pad=[%s]", p, list(t, k.nd, 0, 1));
        if (weights)
            y = put_window(t, &sn_op_conv_transpose, text(t, "%s}", p), k.nd, 3,
                           (item *[]){x, weights, constant(t, SN_SHAPE(oc), BIAS)});
    }
    if (!y) return;
    const char *axes = "1";
    for (int i = 1; i < k.nd; i++) axes = text(t, "%s,%d", axes, i + 1);
    put1(t, &sn_op_slice,
         text(t, "{starts=[%s], ends=[%s], axes=[%s]}", list(t, k.nd, 0, 2),
              chance(t, 85) ? list(t, k.nd, -3, -1) : list(t, k.nd, 3, 6), axes),
         y);
    if (chance(t, 8)) function(t, y);
}

/* A pooling of what a convolution makes, as it may be done where that is stored. */
static void pooled(gen *t, item *x)
{
    kin k = some_kin(t, x);
    const int64_t kernel = roll(t, 2, 3), pad = kernel == 3 && chance(t, 50);
    if (chance(t, 70)) k.stride = 1;
    if (chance(t, 50)) k.act = ", act=relu";
    item *y = cube(t, &k, x, roll(t, 1, 12), chance(t, 80) ? 1 : some_group(t, x), 3, true);
    if (!y) return;
    const bool maximum = chance(t, 70);
    const char *p =
        text(t, "{nd=%d, kernel=[%s], stride=[%s], pad_begin=[%s], pad_end=[%s]%s}", k.nd,
             same_list(t, k.nd, kernel), same_list(t, k.nd, 2), same_list(t, k.nd, pad),
             same_list(t, k.nd, pad), chance(t, 20) ? ", ceil_mode=true" : "");
    put_window(t, maximum ? &sn_op_max_pool : &sn_op_average_pool, p, k.nd, 1, &y);
    if (chance(t, 15)) function(t, y);
}

void rand_conv_algebra(gen *t, item *x)
{
    static void (*const all[])(gen *, item *) = {padded, around_maximum,  branches, branches,
                                                 chain,  averaged,        siblings, cropped,
                                                 pooled, normalised_first};
    int rank = shape_of(x)->rank;
    if (rank == 1) {
        (chance(t, 50) ? products : siblings)(t, x);
    } else if (rank == 2 && chance(t, 40)) {
        products(t, x);
    } else if (rank >= 2 && rank <= 4) {
        all[roll(t, 0, LEN(all) - 1)](t, x);
    }
}
