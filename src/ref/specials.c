/* SPDX-License-Identifier: Apache-2.0 */
#include "ref/specials.h"

#include <float.h>
#include <math.h>

#include "base/num.h"
#include "base/vec.h"
#include "ir/types.h"
#include "ops/attention.h"
#include "ops/ops.h"
#include "ref/borders.h"

enum {
    DEPTH = 8, /* of nodes that compute each element of one */
    MOST_OF_A_CONSTANT = 16,
    MOST = 64,         /* numbers */
    MOST_NODES = 1024, /* looked at for one input */
    ONE_IN = 2,        /* elements */
    ROW_IN = 3,        /* of a mask */
};
#define EXACT            0x1p53 /* integers below are doubles */
#define A_LITTLE_FURTHER 0x1p-10
#define MUCH_FURTHER     0.5

typedef SN_VEC(double) number_list;

static void add(number_list *list, double x)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->v[i] == x) return;
    if (list->n < MOST) SN_PUSH(*list, x);
}

/* ---- numbers that a node computes with ------------------------------------------------------- */

/* Where a conversion begins to lose something. */
static void add_ends_of_type(sn_type from, sn_type to, number_list *list)
{
    if (from == to || from == SN_TYPE_UNKNOWN || to == SN_TYPE_UNKNOWN || from == SN_TYPE_bool ||
        to == SN_TYPE_bool)
        return;
    if (sn_type_is_integer(to)) {
        int64_t least = 0, most = 0;
        sn_integer_ends(to, &least, &most);
        add(list, (double)most);
        if (least < 0) add(list, (double)least);
    } else if (sn_type_is_float(from)) {
        add(list, sn_type_largest(to));
        add(list, sn_type_smallest(to));
    } else {
        add(list, 2 / sn_type_epsilon(to) + 1);
    }
}

static void add_numbers_of(const sn_node *n, uint16_t but, number_list *list)
{
    for (const sn_param *p = n->op->params; p && p->name; p++) {
        const void *at = (const char *)n->params + p->offset;
        if (p->kind == SN_PK_F32) add(list, (double)*(const float *)at);
        const sn_floats *some = p->kind == SN_PK_FLOATS ? at : NULL;
        for (int i = 0; some && i < some->n && i < MOST_OF_A_CONSTANT; i++)
            add(list, (double)some->v[i]);
    }
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_tensor *t = i != but && sn_in(n, i) ? sn_const_of(sn_in(n, i)) : NULL;
        if (!t || !t->buf || sn_tensor_count(t) > MOST_OF_A_CONSTANT) continue;
        for (int64_t k = 0; k < sn_tensor_count(t); k++) add(list, sn_tensor_at(t, k));
    }
    if (n->op == &sn_op_cast) add_ends_of_type(sn_in(n, 0)->type, sn_out(n, 0)->type, list);
}

/* ---- back to what is fed --------------------------------------------------------------------- */

typedef struct hop {
    const sn_node *n;
    uint16_t slot;
} hop;

typedef struct way {
    number_list *list;
    sn_arena *scratch;
    bool whole; /* the input is of integers */
    int n_nodes;
    int n;
    hop of[DEPTH]; /* from the input on */
} way;

/* The number that an operand other than `slot` consists of, at least first of all. */
static bool operand_beside(const sn_node *n, uint16_t slot, double *k)
{
    const sn_value *v = n->n_in == 2 ? sn_in(n, !slot) : NULL;
    const sn_tensor *t = v ? sn_const_of(v) : NULL;
    if (!t || !t->buf || !sn_tensor_count(t)) return false;
    *k = sn_tensor_at(t, 0);
    return true;
}

/* What the node has to read there to make y. Of functions that are not listed, y itself: of many
 * (an absolute value, a clip) it is that for some y. */
static double argument_of(const hop *s, double y)
{
    const sn_op *op = s->n->op;
    double k;
    if (op == &sn_op_neg) return -y;
    if (op == &sn_op_exp) return log(y);
    if (op == &sn_op_log) return exp(y);
    if (op == &sn_op_sqrt) return y * y;
    if (op == &sn_op_square) return sqrt(y);
    if (op == &sn_op_reciprocal) return 1 / y;
    if (op == &sn_op_tanh) return atanh(y);
    if (op == &sn_op_sigmoid) return log(y / (1 - y));
    if (!operand_beside(s->n, s->slot, &k)) return y;
    if (op == &sn_op_add) return y - k;
    if (op == &sn_op_sub) return s->slot ? k - y : y + k;
    if (op == &sn_op_mul) return y / k;
    if (op == &sn_op_div) return s->slot ? k / y : y * k;
    return y;
}

static void add_about(way *w, double x)
{
    if (w->whole) {
        for (int by = -1; fabs(x) < EXACT && by <= 1; by++) add(w->list, floor(x) + by);
        return;
    }
    const double by[] = {0, A_LITTLE_FURTHER, -A_LITTLE_FURTHER, MUCH_FURTHER};
    for (size_t i = 0; fabs(x) < (double)FLT_MAX && x != 0 && i < sizeof by / sizeof *by; i++)
        add(w->list, x * (1 + by[i]));
}

/* Each element of its result is a number computed of one of the operand there, and of constants. */
static bool is_of_elements(const sn_node *n, uint16_t slot)
{
    if (!n->n_out || n->out[0]->type == SN_TYPE_bool) return false;
    if (n->op == &sn_op_cast || sn_op_has(n->op, SN_TRAIT_COPIES_BITS)) return true;
    if (!n->op->expr || n->n_out != 1) return false;
    for (uint16_t i = 0; i < n->n_in; i++)
        if (i != slot && sn_in(n, i) && !sn_const_of(sn_in(n, i))) return false;
    return true;
}

/* v is made of the input on this way. */
static void find(way *w, const sn_value *v)
{
    if (!v || w->list->n >= MOST) return;
    SN_EACH_USE(u, v)
    {
        const sn_node *n = u->node;
        if (++w->n_nodes > MOST_NODES) return;
        if (n->op->expr || n->op == &sn_op_cast) {
            number_list own = SN_VEC_IN(w->scratch);
            add_numbers_of(n, u->slot, &own);
            for (size_t i = 0; i < own.n; i++) {
                double x = own.v[i];
                for (int k = w->n - 1; k >= 0; k--) x = argument_of(&w->of[k], x);
                add_about(w, x);
            }
        }
        if (w->n == DEPTH || !is_of_elements(n, u->slot)) continue;
        w->of[w->n++] = (hop){n, u->slot};
        for (uint16_t i = 0; i < n->n_out; i++) find(w, n->out[i]);
        w->n--;
    }
}

static void drop_beyond(number_list *list, sn_type type, int64_t limit)
{
    size_t n = 0;
    int64_t least = 0, most = limit - 1;
    if (limit <= 0) sn_integer_ends(type, &least, &most);
    for (size_t i = 0; i < list->n; i++)
        if (list->v[i] >= (double)least && list->v[i] <= (double)most) list->v[n++] = list->v[i];
    list->n = n;
}

static void drop_long(number_list *list)
{
    size_t n = 0;
    for (size_t i = 0; i < list->n; i++)
        if (sn_is_plain_number(list->v[i])) list->v[n++] = list->v[i];
    list->n = n;
}

/* Elements that others take the place of. */
typedef struct replacing {
    sn_rng rng;
    const number_list *list; /* one in ONE_IN is of these, each in turn: inputs may be short */
    size_t next;
    bool all;      /* each is the next of these */
    int64_t width; /* or one row of so many in ROW_IN is ... */
    double hidden; /* ... this */
    bool hides;
} replacing;

static bool is_replaced(replacing *r, int64_t i, double *by)
{
    if (r->list) {
        if (!r->all && sn_rng_range(&r->rng, 0, ONE_IN - 1) != 0) return false;
        *by = r->list->v[r->all ? r->next : r->next++ % r->list->n];
        return true;
    }
    if (i % r->width == 0) r->hides = sn_rng_range(&r->rng, 0, ROW_IN - 1) == 0;
    *by = r->hidden;
    return r->hides;
}

static sn_status replace_some(sn_ctx *ctx, replacing *r, const sn_tensor *t, const sn_tensor **out)
{
    const sn_type wide_type = sn_type_is_float(t->type) ? SN_TYPE_f64 : SN_TYPE_i64;
    const sn_tensor *wide = NULL;
    sn_tensor *copy = NULL;
    void *data = NULL;
    SN_TRY(sn_tensor_convert(ctx, t, wide_type, &wide));
    sn_status status = sn_tensor_create(ctx, wide_type, &t->shape, &copy, &data);
    if (status == SN_OK) {
        const void *from = sn_tensor_data(wide);
        for (int64_t i = 0, n = sn_tensor_count(t); i < n; i++) {
            double by = 0;
            const bool other = is_replaced(r, i, &by);
            if (wide_type == SN_TYPE_f64)
                ((double *)data)[i] = other ? by : ((const double *)from)[i];
            else
                ((int64_t *)data)[i] = other ? (int64_t)by : ((const int64_t *)from)[i];
        }
        status = sn_tensor_convert(ctx, copy, t->type, out);
    }
    sn_tensor_release(wide);
    sn_tensor_release(copy);
    return status;
}

static sn_status put_in(sn_ctx *ctx, const number_list *list, const sn_tensor *t, uint64_t seed,
                        int sweep, const sn_tensor **out)
{
    const uint64_t first = sweep < 0 ? seed : (uint64_t)sweep;
    replacing r = {
        .rng = sn_rng_of(seed), .list = list, .next = (size_t)(first % list->n), .all = sweep >= 0};
    return replace_some(ctx, &r, t, out);
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
    replacing r = {.rng = sn_rng_of(seed),
                   .width = t->shape.rank > 0 ? t->shape.d[t->shape.rank - 1] : 1,
                   .hidden = t->type == SN_TYPE_bool ? 0 : -INFINITY};
    return replace_some(ctx, &r, t, out);
}

/* Those of an input of that type. */
static void list_specials(const sn_value *v, const sn_value *v_b, sn_type type, int64_t limit,
                          number_list *list)
{
    const bool whole = sn_type_is_integer(type) && type != SN_TYPE_bool && type != SN_TYPE_u64;
    if (!whole && !(sn_type_is_float(type) && limit <= 0)) return;
    for (int k = 0; k < 2; k++) {
        way w = {.list = list, .scratch = list->arena, .whole = whole};
        find(&w, k ? v_b : v);
    }
    if (whole) drop_beyond(list, type, limit);
}

int64_t sn_n_specials(const sn_value *v, const sn_value *v_b, sn_type type, int64_t limit,
                      sn_arena *scratch)
{
    number_list list = SN_VEC_IN(scratch);
    list_specials(v, v_b, type, limit, &list);
    return (int64_t)list.n;
}

sn_status sn_with_specials(sn_ctx *ctx, const sn_value *v, const sn_value *v_b, const sn_tensor *t,
                           int64_t limit, bool plain, uint64_t seed, int sweep,
                           const sn_tensor **out)
{
    *out = t;
    const bool floats = sn_type_is_float(t->type) && t->coding == SN_PLAIN;
    if (t->coding == SN_PLAIN && (t->type == SN_TYPE_bool || floats) &&
        (masks(v, 0) || masks(v_b, 0)))
        return hide_rows(ctx, t, seed, out);
    sn_arena *arena = sn_arena_create(ctx);
    number_list list = SN_VEC_IN(arena);
    if (t->coding == SN_PLAIN) list_specials(v, v_b, t->type, limit, &list);
    if (floats && plain) drop_long(&list);
    sn_status status = SN_OK;
    if (list.n)
        status = put_in(ctx, &list, t, seed, sweep, out);
    else
        sn_tensor_retain(t);
    sn_arena_destroy(arena);
    return status;
}
