/* SPDX-License-Identifier: Apache-2.0 */
#include "ref/borders.h"

#include "base/num.h"
#include "base/vec.h"
#include "ir/op.h"
#include "ir/types.h"
#include "ops/ops.h"

enum {
    N_PLAIN = 3,
    N_SPECIAL = 3,   /* runs */
    MOST_SCALES = 7, /* runs */
    MOST_OF_A_CONSTANT = 16,
    MOST_SINGLES = 8, /* numbers */
    MOST_FACTORS = 8,
    MOST_HALVINGS = 6, /* of plain numbers */
    MOST_PLAIN = 64,   /* times the smallest of these, to either side */
};
/* Numbers between these are met by ordinary inputs; those beyond the last overflow soon. */
#define SMALL            0x1p-7
#define LARGE            20
#define FAR              1e25
#define NEAR             1e-25
#define AS_FAR           4 /* standard deviations of what a large number is compared with */
#define SAME_REGION      8 /* times as large: no run of its own */
#define SQUARES_OVERFLOW 1e20

typedef SN_VEC(double) magnitudes;

static void add(magnitudes *list, double x)
{
    const double m = fabs(x);
    if (!(m > NEAR && m < FAR) || (m > SMALL && m < LARGE)) return;
    for (size_t i = 0; i < list->n; i++)
        if (list->v[i] == m) return;
    SN_PUSH(*list, m);
}

/* Numbers that nodes compare with, add, or begin to lose something at. */
static void collect(const sn_graph *g, magnitudes *list)
{
    SN_EACH_NODE(n, g)
    {
        for (const sn_param *p = n->op->params; p && p->name; p++) {
            const void *at = (const char *)n->params + p->offset;
            if (p->kind == SN_PK_F32) add(list, (double)*(const float *)at);
        }
        for (uint16_t i = 0; i < n->n_in; i++) {
            const sn_tensor *t = sn_in(n, i) ? sn_const_of(sn_in(n, i)) : NULL;
            if (!t || !t->buf || !sn_type_is_float(t->type)) continue;
            for (int64_t k = 0; k < sn_tensor_count(t) && k < MOST_OF_A_CONSTANT; k++)
                add(list, sn_tensor_at(t, k));
        }
        const sn_type to = n->op == &sn_op_cast ? sn_out(n, 0)->type : SN_TYPE_UNKNOWN;
        if (to == SN_TYPE_UNKNOWN || to == SN_TYPE_bool) continue;
        int64_t least, most;
        if (sn_type_is_integer(to)) {
            sn_integer_ends(to, &least, &most);
            add(list, (double)most);
        } else {
            add(list, sn_type_largest(to));
        }
    }
}

static bool has(const magnitudes *list, double m)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->v[i] == m) return true;
    return false;
}

static int add_scale(double scale, sn_border *list, int n)
{
    int n_scales = 0;
    for (int i = 0; i < n; i++) {
        const double by = list[i].scale / scale;
        if (list[i].kind != SN_BORDER_SCALE) continue;
        if (by < SAME_REGION && by > 1.0 / SAME_REGION) return n;
        n_scales += list[i].sign == 0;
    }
    if (n_scales == MOST_SCALES) return n;
    list[n++] = (sn_border){SN_BORDER_SCALE, scale, 0};
    list[n++] = (sn_border){SN_BORDER_SCALE, scale, 1};
    if (scale > LARGE) list[n++] = (sn_border){SN_BORDER_SCALE, scale, -1};
    return n;
}

/* For numbers of both networks, or of one alone. What is added to a square counts at its root. */
static int add_scales(const magnitudes of[2], bool both, sn_border *list, int n)
{
    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; i < of[k].n; i++) {
            const double m = of[k].v[i];
            if (has(&of[!k], m) != both) continue;
            if (m < 1) n = add_scale(sqrt(m), list, n);
            n = add_scale(m < 1 ? m : AS_FAR * m, list, n);
        }
    }
    return n;
}

/* ---- what a sum is compared with ------------------------------------------------------------- */

static void add_single(magnitudes *list, double x, size_t most)
{
    if (list->n < most && sn_is_single_number(x) && !has(list, x)) SN_PUSH(*list, x);
}

static void add_constants(const sn_node *n, magnitudes *list, size_t most)
{
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_tensor *t = sn_in(n, i) ? sn_const_of(sn_in(n, i)) : NULL;
        if (!t || !t->buf || !sn_type_is_float(t->type)) continue;
        for (int64_t k = 0; k < sn_tensor_count(t) && k < MOST_OF_A_CONSTANT; k++)
            add_single(list, sn_tensor_at(t, k), most);
    }
}

/* Numbers that functions jump at, and those that factors of a sum make of one element. */
static void collect_singles(const sn_graph *g, magnitudes *jumps_at, magnitudes *factors)
{
    SN_EACH_NODE(n, g)
    {
        if (sn_op_has(n->op, SN_TRAIT_STEPS))
            add_constants(n, jumps_at, MOST_SINGLES);
        else if (sn_node_kind(n) > SN_FUSE_INJECTIVE)
            add_constants(n, factors, MOST_FACTORS);
    }
}

/* What times y is exactly x. */
static void add_quotient(magnitudes *list, double x, double y)
{
    const float by = (float)(x / y);
    if ((double)by * y == x) add_single(list, (double)by, MOST_SINGLES);
}

static int add_singles(const sn_graph *a, const sn_graph *b, sn_arena *arena, sn_border *list,
                       int n)
{
    magnitudes jumps_at = SN_VEC_IN(arena), factors = SN_VEC_IN(arena), all = SN_VEC_IN(arena);
    add_single(&factors, 1, MOST_FACTORS);
    collect_singles(a, &jumps_at, &factors);
    collect_singles(b, &jumps_at, &factors);
    for (size_t k = 0; k < factors.n; k++)
        for (size_t i = 0; i < jumps_at.n; i++) add_quotient(&all, jumps_at.v[i], factors.v[k]);
    for (size_t i = 0; i < all.n; i++)
        for (int others = 0; others < 2; others++)
            list[n++] = (sn_border){SN_BORDER_SINGLE, all.v[i], others};
    return n;
}

int sn_borders_of(const sn_graph *a, const sn_graph *b, sn_border list[SN_MOST_BORDERS])
{
    sn_arena *arena = sn_arena_create(a->ctx);
    magnitudes of[2] = {{.arena = arena}, {.arena = arena}};
    int n = 0;
    collect(a, &of[0]);
    collect(b, &of[1]);
    list[n++] = (sn_border){SN_BORDER_ZEROS, 0, 0};
    list[n++] = (sn_border){SN_BORDER_PLAIN, 0, 0};
    n = add_scales(of, false, list, n);
    for (int i = 1; i < N_PLAIN; i++) list[n++] = (sn_border){SN_BORDER_PLAIN, i, 0};
    n = add_singles(a, b, arena, list, n);
    for (int i = 0; i < N_SPECIAL; i++) {
        list[n++] = (sn_border){SN_BORDER_NAN, i, 0};
        list[n++] = (sn_border){SN_BORDER_INFINITE, i, 0};
    }
    list[n++] = (sn_border){SN_BORDER_SCALE, SQUARES_OVERFLOW, 0};
    n = add_scales(of, true, list, n);
    sn_arena_destroy(arena);
    return n;
}

/* ---- contents -------------------------------------------------------------------------------- */

/* Whole numbers, halves, quarters, ... */
static double draw_plain(sn_rng *rng)
{
    const double x = (double)sn_rng_range(rng, -MOST_PLAIN, MOST_PLAIN);
    return ldexp(x, -(int)sn_rng_range(rng, 0, MOST_HALVINGS));
}

/* The first elements are all of these, beginning elsewhere in each run: inputs may be short. */
static double draw_special(sn_rng *rng, const sn_border *border, int64_t i)
{
    static const double some[] = {NAN, -1, INFINITY, -0.0, -2, -INFINITY, 0.0, 1, 0.5};
    const int64_t n = (int64_t)(sizeof some / sizeof *some),
                  first = n / N_SPECIAL * (int)border->scale;
    const double x = some[i < n ? (first + i) % n : sn_rng_range(rng, 0, n - 1)];
    return isinf(x) && border->kind == SN_BORDER_NAN ? (x > 0 ? 2 : NAN) : x;
}

static double draw_one(sn_rng *rng, const sn_border *border, int64_t i)
{
    switch (border->kind) {
    case SN_BORDER_PLAIN:
        return draw_plain(rng);
    case SN_BORDER_NAN:
    case SN_BORDER_INFINITE:
        return draw_special(rng, border, i);
    case SN_BORDER_SCALE:
        return border->sign ? border->sign * fabs(sn_rng_normal(rng)) * border->scale
                            : sn_rng_normal(rng) * border->scale;
    default:
        return 0;
    }
}

sn_status sn_border_tensor(sn_ctx *ctx, const sn_border *border, sn_type type,
                           const sn_shape *shape, bool first, uint64_t seed, const sn_tensor **out)
{
    void *data = NULL;
    sn_tensor *t = NULL;
    sn_rng rng = sn_rng_of(seed);
    SN_TRY(sn_tensor_create(ctx, SN_TYPE_f64, shape, &t, &data));
    double *to = data;
    const int64_t n = sn_tensor_count(t);
    for (int64_t i = 0; i < n; i++) to[i] = draw_one(&rng, border, i);
    if (border->kind == SN_BORDER_SINGLE) {
        for (int64_t i = 0; i < n && !first; i++) to[i] = border->sign;
        if (first && n) to[sn_rng_range(&rng, 0, n - 1)] = border->scale;
    }
    const sn_status status = sn_tensor_convert(ctx, t, type, out);
    sn_tensor_release(t);
    return status;
}
