/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/views.h"

#include "ops/ops.h"
#include "ops/reshape.h"
#include "ops/sizes.h"

bool sn_is_view(const sn_node *n)
{
    return n && sn_op_has(n->op, SN_TRAIT_VIEW) && n->op->n_out == 1;
}

bool sn_view_keeps_axis(int x_rank, int x_axis, int rank, int axis)
{
    return x_rank - x_axis == rank - axis;
}

static const char *size_of(sn_pass_run *run, int axis)
{
    return sn_size_name(run->arena, &sn_op_reshape, SN_RESHAPE_X, axis);
}

/* A number, or the size of an axis of x that stays where it is; NULL where it is neither. */
static const char *plain_size(sn_pass_run *run, const sn_shape *x, const sn_shape *to, int axis)
{
    const sn_dim d = to->d[axis];
    if (sn_dim_known(d))
        return d > INT32_MAX ? NULL : sn_arena_printf(run->arena, "%lld", (long long)d);
    for (int i = x->rank - 1; i >= 0; i--)
        if (sn_dim_equal(x->d[i], d) && sn_view_keeps_axis(x->rank, i, to->rank, axis))
            return size_of(run, i);
    return NULL;
}

/* A size as a product of neighbouring sizes of x; NULL where it is none. */
static const char *product(sn_pass_run *run, const sn_shape *x, sn_dim d)
{
    for (int from = 0; from < x->rank; from++) {
        sn_dim all = 1;
        const char *text = NULL;
        for (int i = from; i < x->rank; i++) {
            const char *size = size_of(run, i);
            text = text ? sn_arena_printf(run->arena, "%s*%s", text, size) : size;
            all = sn_dim_mul(run->g->dims, all, x->d[i]);
            if (sn_dim_equal(all, d)) return text;
        }
    }
    return NULL;
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

/* Whether the size of an axis is what the others leave: among sizes of 0 it is anything. */
static bool is_what_is_left(sn_dims *dims, const sn_shape *s, int axis)
{
    for (int i = 0; i < s->rank; i++)
        if (i != axis && sn_dim_lower(dims, s->d[i]) < 1) return false;
    return true;
}

/* False where more than one size would have to be what is left; with `claims`, some size. */
static bool spell(sn_pass_run *run, const sn_value *x, const sn_shape *to, bool with_expr,
                  bool claims, bool open, sn_reshape_params *p)
{
    const char **size = SN_NEW_N(run->g->arena, const char *, to->rank);
    int n_open = 0, n_plain = 0;
    for (int i = 0; i < to->rank; i++) {
        size[i] = plain_size(run, &x->shape, to, i);
        n_plain += size[i] != NULL;
    }
    if (claims && n_plain < to->rank) return false;
    for (int i = 0; i < to->rank; i++) {
        if (!size[i] && with_expr && n_plain + 1 < to->rank)
            size[i] = product(run, &x->shape, to->d[i]);
        if (size[i]) continue;
        size[i] = "-1";
        n_open++;
        if (!is_what_is_left(run->g->dims, to, i)) return false;
    }
    if (n_open > 1) return false;
    if (open && to->rank > 0 && sn_shape_known(to) && n_open == 0 &&
        is_what_is_left(run->g->dims, to, longest(to)))
        size[longest(to)] = "-1";
    *p = (sn_reshape_params){.shape = {to->rank, size}};
    return true;
}

sn_node *sn_view_create(sn_pass_run *run, sn_node *before, sn_value *x, const sn_shape *to,
                        bool with_expr, bool claims)
{
    static const char *const all[] = {"-1"};
    bool same_count = x->shape.rank >= 0 && to->rank >= 0 &&
                      sn_dim_equal(sn_shape_count_dim(run->g->dims, &x->shape),
                                   sn_shape_count_dim(run->g->dims, to));
    if (to->rank < 0 || (x->shape.rank < 0 && !(claims && sn_shape_known(to)))) return NULL;
    sn_reshape_params p = {.shape = {1, all}};
    const bool flat = to->rank == 1 && (same_count || !claims);
    if (!flat && !spell(run, x, to, with_expr, claims && !same_count, !claims && !same_count, &p))
        return NULL;
    if (!sn_spelling_can(run->env->target, run->env->ctx, &sn_op_reshape, &p, 1)) return NULL;
    return sn_node_create(run->g, before, &sn_op_reshape, &p, 1, &x, 1);
}

sn_value *sn_view_as(sn_pass_run *run, sn_node *before, sn_value *v, const sn_shape *shape)
{
    if (sn_shape_equal(&v->shape, shape)) return v;
    sn_node *n = sn_view_create(run, before, v, shape, false, false);
    return n ? n->out[0] : NULL;
}

sn_value *sn_view_inferred(sn_pass_run *run, sn_node *before, sn_value *v, const sn_shape *s)
{
    if (!v) return NULL;
    v = sn_view_as(run, before, v, s);
    return v && (!v->def || sn_rewrite_infers(v->def)) ? v : NULL;
}
