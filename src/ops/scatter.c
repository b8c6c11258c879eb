/* SPDX-License-Identifier: Apache-2.0
 *
 * scatter_elements, scatter_nd (ONNX ScatterElements-18, ScatterND-18): a copy of x in which
 * updates stand at their indices, or are joined with what is there. Updates of one place have their
 * turn in order. Integers wrap; of bools a sum and a maximum is "or", a product and a minimum
 * "and". */
#include <string.h>

#include "ops/gather.h"
#include "ops/grad/grad.h"
#include "ops/move.h"

static const char *const reductions[] = {"none", "add", "mul", "max", "min", NULL};

/* ---- one element ----------------------------------------------------------------------------- */

static double join_reals(sn_scatter_reduction how, double a, double b)
{
    switch (how) {
    case SN_SCATTER_ADD:
        return a + b;
    case SN_SCATTER_MUL:
        return a * b;
    case SN_SCATTER_MAX:
        return a < b || b != b ? b : a;
    default:
        return b < a || b != b ? b : a;
    }
}

/* less: whether a < b as elements of that type. */
static uint64_t join_integers(sn_scatter_reduction how, uint64_t a, uint64_t b, bool less)
{
    switch (how) {
    case SN_SCATTER_ADD:
        return a + b;
    case SN_SCATTER_MUL:
        return a * b;
    case SN_SCATTER_MAX:
        return less ? b : a;
    default:
        return less ? a : b;
    }
}

static void join(sn_type type, sn_scatter_reduction how, char *to, const char *from)
{
    switch (type) {
    case SN_TYPE_f32: {
        float a, b;
        memcpy(&a, to, sizeof a);
        memcpy(&b, from, sizeof b);
        a = (float)join_reals(how, (double)a, (double)b);
        memcpy(to, &a, sizeof a);
        break;
    }
    case SN_TYPE_f64: {
        double a, b;
        memcpy(&a, to, sizeof a);
        memcpy(&b, from, sizeof b);
        a = join_reals(how, a, b);
        memcpy(to, &a, sizeof a);
        break;
    }
    case SN_TYPE_bool:
        *to = how == SN_SCATTER_ADD || how == SN_SCATTER_MAX ? *to || *from : *to && *from;
        break;
#define X(name, ctype, least, most)                                                                \
    case SN_TYPE_##name: {                                                                         \
        ctype a, b;                                                                                \
        memcpy(&a, to, sizeof a);                                                                  \
        memcpy(&b, from, sizeof b);                                                                \
        a = SN_WRAP(ctype, least, most, join_integers(how, (uint64_t)a, (uint64_t)b, a < b));      \
        memcpy(to, &a, sizeof a);                                                                  \
        break;                                                                                     \
    }
        SN_INT_TYPE_MAP(X)
#undef X
    default: /* narrow floats arrive as f32 */
        break;
    }
}

static void put(const sn_eval *e, sn_scatter_reduction how, size_t elem, char *to, const char *from,
                int64_t n)
{
    if (how == SN_SCATTER_PUT) {
        if (n > 0) memcpy(to, from, (size_t)n * elem);
        return;
    }
    for (int64_t i = 0; i < n; i++)
        join(e->out_type[0], how, to + (size_t)i * elem, from + (size_t)i * elem);
}

/* ---- scatter_elements ------------------------------------------------------------------------ */

static sn_status elements_infer(sn_infer *in)
{
    const sn_shape *x = &in->in_shape[SN_GATHER_X], *at = &in->in_shape[SN_GATHER_INDICES],
                   *u = &in->in_shape[SN_SCATTER_UPDATES];
    SN_TRY(sn_shape_rule_has_axis(in, ((const sn_scatter_params *)in->params)->axis));
    if (x->rank >= 0) SN_TRY(sn_shape_rule_rank(in, SN_GATHER_INDICES, x->rank, x->rank));
    if (at->rank >= 0) SN_TRY(sn_shape_rule_rank(in, SN_SCATTER_UPDATES, at->rank, at->rank));
    for (int k = 0; k < at->rank && u->rank >= 0; k++)
        SN_TRY(sn_shape_rule_size(in, sn_arena_printf(in->arena, "axis %d of updates", k), u->d[k],
                                  at->d[k]));
    in->out_shape[0] = *x;
    return SN_OK;
}

static sn_status elements_eval(sn_eval *e)
{
    const sn_scatter_params *p = e->params;
    const sn_shape *x = &e->in_shape[SN_GATHER_X], *at = &e->in_shape[SN_GATHER_INDICES];
    const char *from = sn_tensor_data(e->in[SN_SCATTER_UPDATES]);
    char *to = e->out_data[0];
    int64_t strides[SN_MAX_RANK];
    size_t elem;
    SN_TRY(sn_eval_elem(e, SN_GATHER_X, &elem));
    SN_TRY(sn_eval_copy(e));
    sn_strides(x, strides);
    for (int k = 0; k < x->rank; k++)
        if (k != p->axis && at->d[k] > x->d[k])
            return sn_node_fail(e->ctx, e->node, SN_E_SHAPE,
                                "axis %d of indices has size %lld, at most %lld expected", k,
                                (long long)at->d[k], (long long)x->d[k]);
    for (int64_t i = 0, n = sn_shape_count(at); i < n; i++) {
        int64_t index = 0, place = 0, rest = i;
        SN_TRY(sn_index_in(e, e->in[SN_GATHER_INDICES], i, x->d[p->axis], &index));
        for (int k = at->rank - 1; k >= 0; rest /= at->d[k--])
            place += strides[k] * (k == p->axis ? index : rest % at->d[k]);
        put(e, (sn_scatter_reduction)p->reduction, elem, to + (size_t)place * elem,
            from + (size_t)i * elem, 1);
    }
    return SN_OK;
}

/* ---- scatter_nd ------------------------------------------------------------------------------ */

static sn_status nd_infer(sn_infer *in)
{
    const sn_shape *x = &in->in_shape[SN_GATHER_X], *at = &in->in_shape[SN_GATHER_INDICES],
                   *u = &in->in_shape[SN_SCATTER_UPDATES];
    in->out_shape[0] = *x;
    if (x->rank < 0 || at->rank < 0) return SN_OK;
    SN_TRY(sn_shape_rule_rank(in, SN_GATHER_INDICES, 1, SN_MAX_RANK));
    const sn_dim depth = at->d[at->rank - 1];
    if (!sn_dim_known(depth)) return SN_OK;
    if (depth < 1 || depth > x->rank)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "the last axis of indices has size %lld, 1 to %d expected",
                            (long long)depth, x->rank);
    const int rank = at->rank - 1 + x->rank - (int)depth;
    SN_TRY(sn_shape_rule_rank(in, SN_SCATTER_UPDATES, rank, rank));
    for (int k = 0; k < rank && u->rank >= 0; k++) {
        const sn_dim d = k < at->rank - 1 ? at->d[k] : x->d[x->rank - rank + k];
        SN_TRY(sn_shape_rule_size(in, sn_arena_printf(in->arena, "axis %d of updates", k), u->d[k],
                                  d));
    }
    return SN_OK;
}

static sn_status nd_eval(sn_eval *e)
{
    const sn_scatter_reduction how =
        (sn_scatter_reduction)((const sn_scatter_nd_params *)e->params)->reduction;
    const sn_shape *x = &e->in_shape[SN_GATHER_X], *at = &e->in_shape[SN_GATHER_INDICES];
    const int64_t depth = at->d[at->rank - 1], n = sn_span_count(at, 0, at->rank - 1),
                  inner = sn_span_count(x, (int)depth, x->rank);
    const char *from = sn_tensor_data(e->in[SN_SCATTER_UPDATES]);
    char *to = e->out_data[0];
    int64_t strides[SN_MAX_RANK];
    size_t elem;
    SN_TRY(sn_eval_elem(e, SN_GATHER_X, &elem));
    SN_TRY(sn_eval_copy(e));
    sn_strides(x, strides);
    for (int64_t i = 0; i < n; i++) {
        int64_t place = 0, index = 0;
        for (int k = 0; k < depth; k++) {
            SN_TRY(sn_index_in(e, e->in[SN_GATHER_INDICES], i * depth + k, x->d[k], &index));
            place += index * strides[k];
        }
        put(e, how, elem, to + (size_t)place * elem, from + (size_t)(i * inner) * elem, inner);
    }
    return SN_OK;
}

/* ---- operators ------------------------------------------------------------------------------- */

static bool elements_want(const sn_node *node, unsigned slot, int64_t *limit)
{
    const sn_scatter_params *p = node->params;
    *limit = sn_index_limit(sn_in(node, SN_GATHER_X), p->axis, 1);
    return slot == SN_GATHER_INDICES;
}

static bool nd_want(const sn_node *node, unsigned slot, int64_t *limit)
{
    *limit =
        sn_index_limit(sn_in(node, SN_GATHER_X), 0, sn_index_depth(sn_in(node, SN_GATHER_INDICES)));
    return slot == SN_GATHER_INDICES;
}

static const sn_slot slots[] = {{"x", 0}, {"indices", 0}, {"updates", 0}, {NULL, 0}};

static const sn_param elements_table[] = {
    SN_P_INT(sn_scatter_params, axis, 0, 0, SN_MAX_RANK - 1, "axis of x along which indices count"),
    SN_P_ENUM(sn_scatter_params, reduction, SN_SCATTER_PUT, reductions,
              "how an update joins what is there"),
    SN_P_END,
};

static const sn_param nd_table[] = {
    SN_P_ENUM(sn_scatter_nd_params, reduction, SN_SCATTER_PUT, reductions,
              "how an update joins what is there"),
    SN_P_END,
};

#define SCATTER(op, text, infer_, eval_, want_, P, table)                                          \
    const sn_op sn_op_##op = {.name = #op,                                                         \
                              .synopsis = text,                                                    \
                              .slots = slots,                                                      \
                              .types = "any,int,any->any",                                         \
                              .n_out = 1,                                                          \
                              .kind = SN_FUSE_OPAQUE,                                              \
                              .params_bytes = sizeof(P),                                           \
                              .params = table,                                                     \
                              .infer = infer_,                                                     \
                              .eval = eval_,                                                       \
                              .wants_integers = want_,                                             \
                              .grad = sn_grad_##op}
SCATTER(scatter_elements, "y = x with updates at their indices along an axis", elements_infer,
        elements_eval, elements_want, sn_scatter_params, elements_table);
SCATTER(scatter_nd, "y = x with updates where rows of indices say", nd_infer, nd_eval, nd_want,
        sn_scatter_nd_params, nd_table);
