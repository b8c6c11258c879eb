/* SPDX-License-Identifier: Apache-2.0
 *
 * rotary_embedding: turns pairs of elements of each row by an angle that depends on the row (Su et
 * al., "RoFormer", 2021). A pair is two neighbours (interleaved), or one element of each half. x is
 * [batch ...][heads][rows][width], as ONNX's of rank 4; axes in front may be left out. cos and sin
 * are [batch ...][rows][pairs] or, for each batch the same, [rows][pairs]. */
#include "base/parallel.h"
#include "ops/rotary_embedding.h"
#include "ops/elems.h"
#include "ops/rule.h"
#include "ops/grad/grad.h"

static const sn_param params[] = {
    SN_P_BOOL(sn_rotary_embedding_params, interleaved, 0,
              "pairs are neighbours; else one of each half of a row"),
    SN_P_INT(sn_rotary_embedding_params, rotary_embedding_dim, 0, 0, INT32_MAX,
             "how many elements of a row are turned, the first ones; 0: all"),
    SN_P_END,
};
static const sn_slot slots[] = {{"x", 0}, {"cos", 0}, {"sin", 0}, {NULL, 0}};

enum { WIDTH = 1, ROWS, HEADS };

/* The k-th size from the back; those in front that are missing are 1. */
static sn_dim from_back(const sn_shape *s, int k) { return s->rank < k ? 1 : s->d[s->rank - k]; }

static sn_status check_table(const sn_infer *in, unsigned slot, sn_dim turned)
{
    const sn_shape *x = &in->in_shape[SN_ROTARY_X], *s = &in->in_shape[slot];
    const char *name = sn_op_slot(in->node->op, slot)->name;
    if (s->rank < 0) return SN_OK;
    const int n_batch = x->rank > HEADS ? x->rank - HEADS : 0;
    if (s->rank > ROWS && s->rank != ROWS + n_batch)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%s has rank %d, %d expected", name,
                            s->rank, ROWS + n_batch);
    SN_TRY(sn_shape_rule_size(in, sn_arena_printf(in->arena, "rows of %s", name),
                              from_back(s, ROWS), from_back(x, ROWS)));
    SN_TRY(sn_shape_rule_size(in, sn_arena_printf(in->arena, "width of %s", name),
                              from_back(s, WIDTH), sn_dim_floordiv(in->dims, turned, 2)));
    for (int i = 0; i + ROWS < s->rank; i++)
        SN_TRY(sn_shape_rule_size(in, sn_arena_printf(in->arena, "axis %d of %s", i, name), s->d[i],
                                  x->d[i]));
    return SN_OK;
}

static sn_status infer(sn_infer *in)
{
    const sn_rotary_embedding_params *p = in->params;
    const sn_shape *x = &in->in_shape[SN_ROTARY_X];
    SN_TRY(sn_shape_rule_rank(in, SN_ROTARY_X, 1, SN_MAX_RANK));
    SN_TRY(sn_shape_rule_rank(in, SN_ROTARY_COS, 1, SN_MAX_RANK - 1));
    SN_TRY(sn_shape_rule_rank(in, SN_ROTARY_SIN, 1, SN_MAX_RANK - 1));
    sn_shape_rule_give(in, 0, *x);
    if (x->rank < 0) return SN_OK;
    const sn_dim width = from_back(x, WIDTH),
                 turned = p->rotary_embedding_dim ? p->rotary_embedding_dim : width;
    if (sn_dim_known(turned) && turned % 2 != 0)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                            "width of x is %lld, an even number expected", (long long)turned);
    if (sn_dim_known(width) && sn_dim_known(turned) && turned > width)
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "width of x is %lld, %lld are turned",
                            (long long)width, (long long)turned);
    SN_TRY(check_table(in, SN_ROTARY_COS, turned));
    return check_table(in, SN_ROTARY_SIN, turned);
}

int64_t sn_rotary_heads(const sn_shape *x, const sn_shape *table)
{
    return table->rank > ROWS ? from_back(x, HEADS)
                              : sn_span_count(x, 0, x->rank > ROWS ? x->rank - ROWS : 0);
}

typedef struct rotary_embedding_work {
    sn_elems x, cos, sin, y;
    int64_t rows, width, turned;
    int64_t cos_heads, sin_heads; /* that share a table */
    bool interleaved;
} rotary_embedding_work;

static void one_row(void *user, int64_t i)
{
    const rotary_embedding_work *w = user;
    const sn_elems x = sn_elems_from(w->x, i * w->width), y = sn_elems_from(w->y, i * w->width);
    const int64_t half = w->turned / 2, row = i % w->rows, head = i / w->rows;
    const sn_elems c = sn_elems_from(w->cos, (head / w->cos_heads * w->rows + row) * half),
                   s = sn_elems_from(w->sin, (head / w->sin_heads * w->rows + row) * half);
    for (int64_t k = 0; k < half; k++) {
        int64_t first = w->interleaved ? 2 * k : k;
        int64_t second = w->interleaved ? first + 1 : first + half;
        const double a = sn_elems_at(x, first), b = sn_elems_at(x, second);
        const double cosine = sn_elems_at(c, k), sine = sn_elems_at(s, k);
        sn_elems_put(y, first, a * cosine - b * sine);
        sn_elems_put(y, second, a * sine + b * cosine);
    }
    for (int64_t k = w->turned; k < w->width; k++) sn_elems_put(y, k, sn_elems_at(x, k));
}

static sn_status eval(sn_eval *e)
{
    SN_TRY(sn_eval_ready(e));
    const sn_rotary_embedding_params *p = e->params;
    const sn_shape *x = &e->in_shape[SN_ROTARY_X];
    const int64_t width = from_back(x, WIDTH);
    const rotary_embedding_work w = {.x = sn_eval_elems(e, SN_ROTARY_X),
                                     .cos = sn_eval_elems(e, SN_ROTARY_COS),
                                     .sin = sn_eval_elems(e, SN_ROTARY_SIN),
                                     .y = sn_eval_out_elems(e, 0),
                                     .rows = from_back(x, ROWS),
                                     .width = width,
                                     .turned =
                                         p->rotary_embedding_dim ? p->rotary_embedding_dim : width,
                                     .cos_heads = sn_rotary_heads(x, &e->in_shape[SN_ROTARY_COS]),
                                     .sin_heads = sn_rotary_heads(x, &e->in_shape[SN_ROTARY_SIN]),
                                     .interleaved = p->interleaved};
    const int64_t count = sn_shape_count(x);
    if (count > 0) sn_parallel_for(e->ctx, count / width, one_row, (void *)&w);
    return SN_OK;
}

static void cost(const sn_infer *in, sn_cost *out)
{
    out->flops = 3 * sn_shape_elements(&in->out_shape[0]);
}

const sn_op sn_op_rotary_embedding = {
    .name = "rotary_embedding",
    .synopsis = "(y0, y1) = (x0 cos - x1 sin, x0 sin + x1 cos)",
    .slots = slots,
    .types = "float,float->float",
    .wide = true,
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(sn_rotary_embedding_params),
    .params = params,
    .infer = infer,
    .eval = eval,
    .grad = sn_grad_rotary_embedding,
    .cost = cost,
};
