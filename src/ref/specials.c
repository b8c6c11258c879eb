/* SPDX-License-Identifier: Apache-2.0 */
#include "ref/specials.h"

#include <math.h>

#include "base/num.h"
#include "base/vec.h"
#include "ops/attention.h"
#include "ops/ops.h"
#include "ref/inputs.h"

enum {
    DEPTH = 8, /* of nodes that only move elements, or make another type of them */
    MOST_OF_A_CONSTANT = 16,
    MOST = 64,  /* numbers */
    ONE_IN = 2, /* elements */
    ROW_IN = 3, /* of a mask */
};
#define EXACT 0x1p53 /* integers below are doubles */

typedef SN_VEC(int64_t) number_list;

static void add(number_list *list, int64_t x)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->v[i] == x) return;
    if (list->n < MOST) SN_PUSH(*list, x);
}

static void add_constants(const sn_node *n, uint16_t but, number_list *list)
{
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_tensor *t = i != but && sn_in(n, i) ? sn_const_of(sn_in(n, i)) : NULL;
        if (!t || !t->buf || sn_tensor_count(t) > MOST_OF_A_CONSTANT) continue;
        for (int64_t k = 0; k < sn_tensor_count(t); k++) {
            const double x = sn_tensor_at(t, k);
            if (!(fabs(x) < EXACT)) continue;
            for (int by = -1; by <= 1; by++) add(list, (int64_t)floor(x) + by);
        }
    }
}

/* v's elements are those of the input. */
static void find(const sn_value *v, int depth, number_list *list)
{
    if (!v || depth == DEPTH || list->n >= MOST) return;
    SN_EACH_USE(u, v)
    {
        const sn_node *n = u->node;
        if (n->op->expr && !sn_op_has(n->op, SN_TRAIT_COPIES_BITS)) add_constants(n, u->slot, list);
        if (n->op != &sn_op_cast && !sn_op_has(n->op, SN_TRAIT_COPIES_BITS)) continue;
        for (uint16_t i = 0; i < n->n_out; i++) find(n->out[i], depth + 1, list);
    }
}

static void drop_beyond(number_list *list, sn_type type, int64_t limit)
{
    size_t n = 0;
    int64_t least = 0, most = limit - 1;
    if (limit <= 0) sn_integer_ends(type, &least, &most);
    for (size_t i = 0; i < list->n; i++)
        if (list->v[i] >= least && list->v[i] <= most) list->v[n++] = list->v[i];
    list->n = n;
}

static sn_status put_in(sn_ctx *ctx, const number_list *list, const sn_tensor *t, uint64_t seed,
                        const sn_tensor **out)
{
    const sn_tensor *wide = NULL;
    sn_tensor *copy = NULL;
    void *data = NULL;
    sn_rng rng = sn_rng_of(seed);
    SN_TRY(sn_tensor_convert(ctx, t, SN_TYPE_i64, &wide));
    sn_status status = sn_tensor_create(ctx, SN_TYPE_i64, &t->shape, &copy, &data);
    if (status == SN_OK) {
        const int64_t *from = sn_tensor_data(wide);
        int64_t *to = data;
        for (int64_t i = 0, n = sn_tensor_count(t); i < n; i++)
            to[i] = sn_rng_range(&rng, 0, ONE_IN - 1)
                        ? from[i]
                        : list->v[sn_rng_range(&rng, 0, (int64_t)list->n - 1)];
        status = sn_tensor_convert(ctx, copy, t->type, out);
    }
    sn_tensor_release(wide);
    sn_tensor_release(copy);
    return status;
}

/* ---- masks ----------------------------------------------------------------------------------- */

/* v's elements say what attention looks at. */
static bool masks(const sn_value *v, int depth)
{
    bool is = false;
    if (!v || depth == DEPTH) return false;
    SN_EACH_USE(u, v)
    {
        const sn_node *n = u->node;
        is = is || (n->op == &sn_op_attention && u->slot == SN_ATTENTION_MASK) ||
             (n->op == &sn_op_multi_head_attention && u->slot == SN_MHA_MASK);
        if (n->op != &sn_op_cast && !sn_op_has(n->op, SN_TRAIT_COPIES_BITS)) continue;
        for (uint16_t i = 0; i < n->n_out && !is; i++) is = masks(n->out[i], depth + 1);
    }
    return is;
}

/* Some rows let nothing be seen. */
static sn_status hide_rows(sn_ctx *ctx, const sn_tensor *t, uint64_t seed, const sn_tensor **out)
{
    const double hidden = t->type == SN_TYPE_bool ? 0 : -INFINITY;
    const int64_t width = t->shape.rank > 0 ? t->shape.d[t->shape.rank - 1] : 1;
    const sn_tensor *wide = NULL;
    sn_tensor *copy = NULL;
    void *data = NULL;
    sn_rng rng = sn_rng_of(seed);
    SN_TRY(sn_tensor_convert(ctx, t, SN_TYPE_f64, &wide));
    sn_status status = sn_tensor_create(ctx, SN_TYPE_f64, &t->shape, &copy, &data);
    if (status == SN_OK) {
        const double *from = sn_tensor_data(wide);
        bool hides = false;
        for (int64_t i = 0, n = sn_tensor_count(t); i < n; i++) {
            if (i % width == 0) hides = sn_rng_range(&rng, 0, ROW_IN - 1) == 0;
            ((double *)data)[i] = hides ? hidden : from[i];
        }
        status = sn_tensor_convert(ctx, copy, t->type, out);
    }
    sn_tensor_release(wide);
    sn_tensor_release(copy);
    return status;
}

sn_status sn_with_specials(sn_ctx *ctx, const sn_value *v, const sn_value *v_b, const sn_tensor *t,
                           int64_t limit, uint64_t seed, const sn_tensor **out)
{
    *out = t;
    if (t->coding == SN_PLAIN && (t->type == SN_TYPE_bool || sn_type_is_float(t->type)) &&
        (masks(v, 0) || masks(v_b, 0)))
        return hide_rows(ctx, t, seed, out);
    if (!sn_type_is_integer(t->type) || t->type == SN_TYPE_bool || t->type == SN_TYPE_u64 ||
        t->coding != SN_PLAIN)
        return sn_tensor_retain(t), SN_OK;
    sn_arena *arena = sn_arena_create(ctx);
    number_list list = SN_VEC_IN(arena);
    find(v, 0, &list);
    find(v_b, 0, &list);
    drop_beyond(&list, t->type, limit);
    sn_status status = SN_OK;
    if (list.n)
        status = put_in(ctx, &list, t, seed, out);
    else
        sn_tensor_retain(t);
    sn_arena_destroy(arena);
    return status;
}
