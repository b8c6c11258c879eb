/* SPDX-License-Identifier: Apache-2.0
 *
 * Affine maps with something between them and the weights that could take them in, on either side.
 */
#include <string.h>

#include "formats/format.h"
#include "random/gen.h"

#define LEN(a) ((int64_t)(sizeof(a) / sizeof *(a)))

static const spread BIAS = {true, 0, 0.5};

static item *newest(gen *t) { return t->items.v[t->items.n - 1]; }

/* One of the recipes, by name. */
static void step(gen *t, const char *name, item *x)
{
    for (const recipe *r = rand_recipes; r->name; r++) {
        if (strcmp(r->name, name) == 0) r->make(t, x);
    }
}

static void some_step(gen *t, const char *const *names, int64_t n, item *x)
{
    step(t, names[roll(t, 0, n - 1)], x);
}

/* What maps move across, or nearly. */
static void carrier(gen *t, item *x)
{
    static const char *const all[] = {
        "pool",       "pool",    "other_move",    "other_move", "pad",      "crop",
        "split",      "reshape", "transpose",     "prelu",      "identity", "squeeze",
        "activation", "gate",    "binary_values", "concat",     "eltwise",  "eltwise"};
    if (chance(t, 25))
        put1(t, chance(t, 70) ? &sn_op_relu : &sn_op_leaky_relu, "{}", x);
    else if (chance(t, 10))
        put1(t, &sn_op_clip, "{min=-1, max=1.5}", x);
    else
        some_step(t, all, LEN(all), x);
}

static void some_map(gen *t, item *x)
{
    static const char *const all[] = {"batch_norm", "scale",           "bias",
                                      "dropout",    "binary_constant", "binary_constant"};
    some_step(t, all, LEN(all), x);
}

/* A 1x1 convolution with that many channels, so that several of them go together. */
static item *mix(gen *t, item *x, int64_t oc)
{
    const sn_shape *s = shape_of(x);
    int nd = s->rank - 1;
    if (nd < 1 || nd > 3) return NULL;
    sn_shape w = {.rank = (int8_t)(nd + 2)};
    int64_t ic = s->d[0];
    for (int i = 0; i < w.rank; i++) w.d[i] = i == 0 ? oc : i == 1 ? ic : 1;
    item *b = chance(t, 50) ? constant(t, SN_SHAPE(oc), BIAS) : NULL;
    item *k = weight(t, w, (spread){true, 0, sqrt(1.5 / (double)ic)});
    return put_window(t, &sn_op_conv, text(t, "{nd=%d%s}", nd, chance(t, 12) ? ", act=relu" : ""),
                      nd, 3, (item *[]){x, k, b});
}

static void join(gen *t, int how, int n, item **part)
{
    static const char *const sums[] = {"{op=sum}", "{op=max}", "{op=prod}",
                                       "{op=sum, coeffs=[0.5,-2]}"};
    if (n > 1 && how == 0)
        put(t, &sn_op_concat, "{axis=0}", n, part);
    else if (n > 1 && how == 1)
        put_pair(t,
                 chance(t, 70)   ? &sn_op_add
                 : chance(t, 50) ? &sn_op_sub
                                 : &sn_op_max,
                 part[0], part[1]);
    else if (n > 1)
        put_eltwise(t, sums[roll(t, 0, 3)], 2, part);
}

/* Producers, joined, then what maps move across, then a map. */
void rand_map_after_branches(gen *t, item *x)
{
    item *part[3] = {NULL};
    int64_t oc = roll(t, 1, 5);
    int n = (int)roll(t, 1, 3), how = (int)roll(t, 0, 3);
    for (int i = 0; i < n; i++) {
        part[i] = mix(t, x, how == 0 && chance(t, 60) ? roll(t, 1, 5) : oc);
        if (part[i] && chance(t, 20)) part[i] = put1(t, &sn_op_relu, NULL, part[i]);
        if (!part[i]) return;
    }
    join(t, how, n, part);
    for (int64_t i = roll(t, 0, 2); i > 0; i--) carrier(t, newest(t));
    some_map(t, newest(t));
}

/* A map, then what maps move across, then readers with weights. */
void rand_map_before_readers(gen *t, item *x)
{
    static const char *const readers[] = {"conv",   "conv",           "linear",
                                          "deconv", "matrix_product", "block"};
    some_map(t, x);
    for (int64_t i = roll(t, 0, 2); i > 0; i--) carrier(t, newest(t));
    item *y = newest(t);
    for (int64_t i = roll(t, 1, 2); i > 0; i--) some_step(t, readers, LEN(readers), y);
}

void rand_prelu(gen *t, item *x)
{
    static const spread slopes[] = {{false, 0.1, 0.5}, {true, 0, 0.3}, {false, 0.25, 0.25},
                                    {false, 0, 0},     {false, 1, 1},  {false, -0.5, -0.5}};
    const sn_shape *s = shape_of(x);
    if (s->rank < 1) return;
    const spread *values = &slopes[roll(t, 0, LEN(slopes) - 1)];
    if (chance(t, 40)) {
        const sn_shape n = SN_SHAPE(chance(t, 25) ? 1 : s->d[0]);
        put(t, sn_format_op_find("ncnn.prelu"), NULL, 2, (item *[]){x, constant(t, n, *values)});
        return;
    }
    const int first = (int)roll(t, 0, s->rank);
    const bool several = chance(t, 20);
    sn_shape n = {.rank = (int8_t)(s->rank - first)};
    for (int i = 0; i < n.rank; i++) n.d[i] = i == 0 || several ? s->d[first + i] : 1;
    put(t, &sn_op_prelu, NULL, 2, (item *[]){x, constant(t, n, *values)});
}
