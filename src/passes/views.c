/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/views.h"

#include "ops/ops.h"
#include "ops/reshape.h"
#include "ops/size_expr.h"

enum { MAX_LETTERS = 4 }; /* ncnn names the axes of rank 1 to 4 */

static const char *const letters[] = {"", "w", "hw", "chw", "cdhw"};

bool sn_is_view(const sn_node *n)
{
    return n && sn_op_has(n->op, SN_TRAIT_VIEW) && n->op->n_out == 1;
}

/* A size as reshape's dims have it; 0 and -1 only where neither a number nor one of those. */
static int32_t plain_size(const sn_value *x, const sn_shape *to, int axis)
{
    sn_dim d = to->d[axis];
    if (sn_dim_known(d)) return d <= INT32_MAX ? (int32_t)d : -1;
    if (to->rank > MAX_LETTERS || x->shape.rank > MAX_LETTERS) return -1;
    return sn_dim_equal(sn_letter_dim(&x->shape, letters[to->rank][axis]), d) ? 0 : -1;
}

/* A size as a product of neighbouring sizes of x: "*(0h,0w)"; NULL where it is none. */
static const char *product(sn_pass_run *run, const sn_shape *x, sn_dim d)
{
    for (int from = 0; from < x->rank; from++) {
        sn_dim all = 1;
        const char *text = NULL;
        for (int i = from; i < x->rank; i++) {
            const char *size = sn_arena_printf(run->arena, "0%c", letters[x->rank][i]);
            text = text ? sn_arena_printf(run->arena, "*(%s,%s)", text, size) : size;
            all = sn_dim_mul(run->g->dims, all, x->d[i]);
            if (sn_dim_equal(all, d)) return text;
        }
    }
    return NULL;
}

/* The shape as an expression, innermost size first; NULL where more than one size cannot be told.
 */
static const char *expression(sn_pass_run *run, const sn_shape *x, const sn_shape *to)
{
    const char *text = "";
    bool open = false;
    if (x->rank > MAX_LETTERS || to->rank > MAX_LETTERS) return NULL;
    for (int i = to->rank - 1; i >= 0; i--) {
        const char *size = sn_dim_known(to->d[i])
                               ? sn_arena_printf(run->arena, "%lld", (long long)to->d[i])
                               : product(run, x, to->d[i]);
        if (!size && open) return NULL;
        open = open || !size;
        text = sn_arena_printf(run->arena, "%s%s%s", text, *text ? "," : "", size ? size : "-1");
    }
    return text;
}

/* The axis of the largest number. */
static int longest(const sn_shape *s)
{
    int at = 0;
    for (int i = 1; i < s->rank; i++) {
        if (s->d[i] > s->d[at]) at = i;
    }
    return at;
}

/* False where more than one size would have to be what is left; with `claims`, some size. */
static bool spell(sn_pass_run *run, const sn_value *x, const sn_shape *to, bool with_expr,
                  bool claims, bool open, sn_reshape_params *p)
{
    int32_t dims[SN_MAX_RANK], n_open = 0;
    for (int i = 0; i < to->rank; i++) {
        dims[i] = plain_size(x, to, i);
        n_open += dims[i] == -1;
    }
    if (claims && n_open > 0) return false;
    if (open && sn_shape_known(to) && n_open == 0) dims[longest(to)] = -1;
    *p = (sn_reshape_params){.expr = ""};
    if (n_open <= 1) {
        p->dims = sn_ints_of(run->g->arena, to->rank, dims);
        return true;
    }
    const char *text = with_expr ? expression(run, &x->shape, to) : NULL;
    if (text) p->expr = sn_arena_printf(run->g->arena, "%s", text);
    return text != NULL;
}

sn_node *sn_view_create(sn_pass_run *run, sn_node *before, sn_value *x, const sn_shape *to,
                        bool with_expr, bool claims)
{
    bool same_count = x->shape.rank >= 0 && to->rank >= 0 &&
                      sn_dim_equal(sn_shape_count_dim(run->g->dims, &x->shape),
                                   sn_shape_count_dim(run->g->dims, to));
    if (to->rank < 1 || (x->shape.rank < 0 && !(claims && sn_shape_known(to)))) return NULL;
    if (to->rank == 1 && (same_count || !claims) &&
        sn_target_can(run->env->target, run->env->ctx, &sn_op_flatten, NULL, 1))
        return sn_node_create(run->g, before, &sn_op_flatten, NULL, 1, &x, 1);
    sn_reshape_params p;
    if (!spell(run, x, to, with_expr, claims && !same_count, !claims && !same_count, &p))
        return NULL;
    if (!sn_target_can(run->env->target, run->env->ctx, &sn_op_reshape, &p, 1)) return NULL;
    return sn_node_create(run->g, before, &sn_op_reshape, &p, 1, &x, 1);
}

sn_value *sn_view_as(sn_pass_run *run, sn_node *before, sn_value *v, const sn_shape *shape)
{
    if (sn_shape_equal(&v->shape, shape)) return v;
    sn_node *n = sn_view_create(run, before, v, shape, false, false);
    return n ? n->out[0] : NULL;
}
