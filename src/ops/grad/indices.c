/* SPDX-License-Identifier: Apache-2.0
 *
 * Gradients of what takes elements by their indices, or puts them there: what was taken is added
 * where it came from, and what was put is read from where it went. Of several updates of one place
 * that replace each other the last one alone is in the result. */
#include "ops/grad/grad.h"

#include "ops/concat.h"
#include "ops/gather.h"
#include "ops/max_unpool.h"
#include "ops/rule.h"
#include "ops/softmax.h"
#include "ops/squeeze.h"

/* ---- taking ---------------------------------------------------------------------------------- */

/* What was taken from a row is added to it. */
sn_answer sn_grad_gather(sn_grad *g)
{
    const sn_node *n = g->node;
    sn_value *x = sn_in(n, SN_GATHER_X), *indices = sn_in(n, SN_GATHER_INDICES);
    const int axis = ((const sn_gather_params *)n->params)->axis, many = indices->shape.rank;
    if (!g->wanted[SN_GATHER_X]) return SN_ANSWER_YES;
    if (many == SN_MAX_RANK) return SN_ANSWER_NO("its indices have too many axes");
    int32_t front[SN_MAX_RANK], back[SN_MAX_RANK];
    for (int i = 0; i < n->out[0]->shape.rank; i++)
        front[i] = i < many ? axis + i : i < many + axis ? i - many : i;
    for (int i = 0; i < x->shape.rank; i++) back[i] = i < axis ? i + 1 : i == axis ? 0 : i;
    sn_shape zeros = x->shape, single = indices->shape;
    for (int i = 0; i < x->shape.rank; i++)
        zeros.d[i] = x->shape.d[i == 0 ? axis : i <= axis ? i - 1 : i];
    single.d[single.rank++] = 1;
    const sn_unsqueeze_params one = {SN_INTS(g->arena, many)};
    sn_value *in[] = {sn_grad_full(g, x->type, &zeros, 0),
                      sn_grad_of_one(g, &sn_op_unsqueeze, &one, indices),
                      sn_grad_transposed(g, g->of_out[0], front)};
    const sn_scatter_nd_params p = {SN_SCATTER_ADD};
    g->of_in[SN_GATHER_X] =
        sn_grad_transposed(g, sn_grad_node(g, &sn_op_scatter_nd, &p, 3, in), back);
    return SN_ANSWER_YES;
}

sn_answer sn_grad_gather_elements(sn_grad *g)
{
    sn_value *x = sn_in(g->node, SN_GATHER_X), *indices = sn_in(g->node, SN_GATHER_INDICES);
    const sn_scatter_params p = {((const sn_gather_params *)g->node->params)->axis, SN_SCATTER_ADD};
    sn_value *in[] = {sn_grad_full(g, x->type, &x->shape, 0), indices, g->of_out[0]};
    g->of_in[SN_GATHER_X] = sn_grad_node(g, &sn_op_scatter_elements, &p, 3, in);
    return SN_ANSWER_YES;
}

/* Rows of indices with those of the first n axes, which they have in common with x, in front. */
static sn_value *whole_rows(sn_grad *g, sn_value *indices, int n)
{
    sn_shape shape = indices->shape;
    if (n == 0) return indices;
    shape.d[shape.rank - 1] = n;
    const int64_t rows = sn_span_count(&shape, 0, shape.rank - 1);
    double *front = SN_NEW_N(g->arena, double, rows *n);
    for (int64_t i = 0; i < rows; i++) {
        int64_t rest = i / sn_span_count(&shape, n, shape.rank - 1);
        for (int k = n - 1; k >= 0; rest /= shape.d[k--])
            front[i * n + k] = (double)(rest % shape.d[k]);
    }
    const sn_concat_params p = {shape.rank - 1};
    return sn_grad_of_two(g, &sn_op_concat, &p, sn_grad_constant(g, indices->type, &shape, front),
                          indices);
}

sn_answer sn_grad_gather_nd(sn_grad *g)
{
    sn_value *x = sn_in(g->node, SN_GATHER_X), *indices = sn_in(g->node, SN_GATHER_INDICES);
    const sn_scatter_nd_params p = {SN_SCATTER_ADD};
    if (sn_shape_count(&sn_out(g->node, 0)->shape) == 0) return SN_ANSWER_YES;
    sn_value *in[] = {
        sn_grad_full(g, x->type, &x->shape, 0),
        whole_rows(g, indices, ((const sn_gather_nd_params *)g->node->params)->batch_dims),
        g->of_out[0]};
    g->of_in[SN_GATHER_X] = sn_grad_node(g, &sn_op_scatter_nd, &p, 3, in);
    return SN_ANSWER_YES;
}

sn_answer sn_grad_top_k(sn_grad *g)
{
    sn_value *x = sn_in(g->node, 0), *dy = g->of_out[0];
    const sn_scatter_params p = {((const sn_along_params *)g->node->params)->axis, SN_SCATTER_ADD};
    if (!dy) return SN_ANSWER_YES;
    sn_value *in[] = {sn_grad_full(g, x->type, &x->shape, 0), sn_out(g->node, 1), dy};
    g->of_in[0] = sn_grad_node(g, &sn_op_scatter_elements, &p, 3, in);
    return SN_ANSWER_YES;
}

/* ---- putting --------------------------------------------------------------------------------- */

/* A scatter, and the operator that reads from where it puts. */
typedef struct scatter {
    const sn_op *puts, *takes;
    const void *put, *take; /* params */
    sn_value *indices;
} scatter;

static sn_value *put_into(sn_grad *g, const scatter *s, sn_value *x, sn_value *updates)
{
    sn_value *in[] = {x, s->indices, updates};
    return sn_grad_node(g, s->puts, s->put, 3, in);
}

static sn_value *taken_from(sn_grad *g, const scatter *s, sn_value *v)
{
    return sn_grad_of_two(g, s->takes, s->take, v, s->indices);
}

/* dy where updates of that shape were put into y: each of them is numbered, and finds its number
 * again where no later one went. */
static sn_value *of_updates_put(sn_grad *g, const scatter *s, sn_value *dy, const sn_shape *updates)
{
    sn_value *numbers = sn_grad_constant(g, SN_TYPE_i64, updates, NULL);
    sn_value *last =
        taken_from(g, s, put_into(g, s, sn_grad_full(g, SN_TYPE_i64, &dy->shape, 0), numbers));
    sn_value *in[] = {sn_grad_of_two(g, &sn_op_equal, NULL, last, numbers), taken_from(g, s, dy),
                      sn_grad_number(g, dy->type, 0)};
    return sn_grad_node(g, &sn_op_where, NULL, 3, in);
}

static sn_answer of_scatter(sn_grad *g, const scatter *s, sn_scatter_reduction how)
{
    const sn_shape *updates = &sn_in(g->node, SN_SCATTER_UPDATES)->shape;
    const bool wants_x = g->wanted[SN_GATHER_X], wants_updates = g->wanted[SN_SCATTER_UPDATES];
    sn_value *dy = g->of_out[0], *by_x = dy, *by_updates = NULL;
    if (how != SN_SCATTER_PUT && how != SN_SCATTER_ADD)
        return SN_ANSWER_NO("its updates are neither put in place nor added");
    if (how == SN_SCATTER_PUT && wants_x)
        by_x = put_into(g, s, dy, sn_grad_full(g, dy->type, updates, 0));
    if (wants_updates)
        by_updates =
            how == SN_SCATTER_PUT ? of_updates_put(g, s, dy, updates) : taken_from(g, s, dy);
    if (wants_x) g->of_in[SN_GATHER_X] = by_x;
    if (wants_updates) g->of_in[SN_SCATTER_UPDATES] = by_updates;
    return SN_ANSWER_YES;
}

sn_answer sn_grad_scatter_elements(sn_grad *g)
{
    const sn_scatter_params *p = g->node->params;
    const sn_gather_params take = {p->axis};
    const scatter s = {.puts = &sn_op_scatter_elements,
                       .takes = &sn_op_gather_elements,
                       .put = p,
                       .take = &take,
                       .indices = sn_in(g->node, SN_GATHER_INDICES)};
    return of_scatter(g, &s, (sn_scatter_reduction)p->reduction);
}

sn_answer sn_grad_scatter_nd(sn_grad *g)
{
    const sn_scatter_nd_params *p = g->node->params;
    const sn_gather_nd_params take = {0};
    const scatter s = {.puts = &sn_op_scatter_nd,
                       .takes = &sn_op_gather_nd,
                       .put = p,
                       .take = &take,
                       .indices = sn_in(g->node, SN_GATHER_INDICES)};
    return of_scatter(g, &s, (sn_scatter_reduction)p->reduction);
}

/* It puts elements into a row of zeros. */
sn_answer sn_grad_max_unpool(sn_grad *g)
{
    const sn_node *n = g->node;
    const sn_shape *x = &sn_in(n, SN_UNPOOL_X)->shape;
    if (!g->wanted[SN_UNPOOL_X] || sn_shape_count(x) == 0) return SN_ANSWER_YES;
    const sn_shape elements = sn_shape_of(1, (sn_dim[]){sn_shape_count(x)}),
                   row = sn_shape_of(1, (sn_dim[]){sn_shape_count(&sn_out(n, 0)->shape)});
    const sn_scatter_params put = {0, SN_SCATTER_PUT};
    const sn_gather_params take = {0};
    const scatter s = {.puts = &sn_op_scatter_elements,
                       .takes = &sn_op_gather_elements,
                       .put = &put,
                       .take = &take,
                       .indices = sn_grad_reshaped(g, sn_in(n, SN_UNPOOL_INDICES), &elements)};
    sn_value *dy = sn_grad_reshaped(g, g->of_out[0], &row);
    if (!dy) return SN_ANSWER_YES;
    g->of_in[SN_UNPOOL_X] = sn_grad_reshaped(g, of_updates_put(g, &s, dy, &elements), x);
    return SN_ANSWER_YES;
}
