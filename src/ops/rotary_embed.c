/* SPDX-License-Identifier: Apache-2.0
 *
 * rotary_embed: turns pairs of elements of each row by an angle that depends on the row (Su et
 * al., "RoFormer", 2021). A pair is two neighbours (interleaved), or one element of each half.
 * cos and sin may have more rows and columns than are needed. Of an odd width ncnn leaves an
 * element unset, so there it is an error. */
#include "base/parallel.h"
#include "ops/rule.h"

enum { X, COS, SIN };

typedef struct rotary_params {
    int32_t interleaved;
} rotary_params;

static const sn_param params[] = {
    SN_P_BOOL(rotary_params, interleaved, 0,
              "pairs are neighbours; else one of each half of a row"),
    SN_P_END,
};
static const sn_slot slots[] = {{"x", 0}, {"cos", 0}, {"sin", 0}, {NULL, 0}};

/* cos and sin have a row for each row of x, and half its width. */
static sn_status check_table(const sn_infer *in, unsigned slot, sn_dim rows, sn_dim width)
{
    sn_dim has_rows = 0, has_width = 0;
    SN_TRY(sn_rule_rank(in, slot, 1, 3));
    SN_TRY(sn_rule_not_empty(in, slot));
    if (!sn_rule_matrix(&in->in_shape[slot], &has_rows, &has_width)) return SN_OK;
    bool few_rows = sn_dim_known(rows) && sn_dim_known(has_rows) && has_rows < rows;
    bool narrow = sn_dim_known(width) && sn_dim_known(has_width) && has_width < width / 2;
    if (!few_rows && !narrow) return SN_OK;
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%s is %s, at least %s,%s expected",
                        sn_op_slot(in->node->op, slot)->name,
                        sn_rule_shape_text(in, &in->in_shape[slot]), sn_rule_text(in, rows),
                        sn_rule_text(in, sn_dim_floordiv(in->dims, width, 2)));
}

static sn_status infer(sn_infer *in)
{
    sn_dim rows = 0, width = 0;
    SN_TRY(sn_rule_rank(in, X, 1, 3));
    if (sn_rule_matrix(&in->in_shape[X], &rows, &width)) {
        if (sn_dim_known(width) && width % 2 != 0) {
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE,
                                "width of x is %lld, an even number expected", (long long)width);
        }
        SN_TRY(check_table(in, COS, rows, width));
        SN_TRY(check_table(in, SIN, rows, width));
    }
    sn_rule_give(in, 0, in->in_shape[X]);
    return SN_OK;
}

typedef struct work {
    const float *x, *cos, *sin;
    float *y;
    int64_t rows, width, cos_width, sin_width;
    bool interleaved;
} work;

static void one_row(void *user, int64_t i)
{
    const work *w = user;
    const float *x = w->x + i * w->width;
    const float *c = w->cos + i % w->rows * w->cos_width, *s = w->sin + i % w->rows * w->sin_width;
    float *y = w->y + i * w->width;
    for (int64_t k = 0; k < w->width / 2; k++) {
        int64_t first = w->interleaved ? 2 * k : k;
        int64_t second = w->interleaved ? first + 1 : first + w->width / 2;
        double a = (double)x[first], b = (double)x[second];
        y[first] = (float)(a * (double)c[k] - b * (double)s[k]);
        y[second] = (float)(a * (double)s[k] + b * (double)c[k]);
    }
}

static sn_status eval(sn_eval *e)
{
    SN_TRY(sn_rule_all_f32(e));
    const rotary_params *p = e->params;
    const sn_shape *c = &e->in_shape[COS], *s = &e->in_shape[SIN];
    work w = {.x = sn_rule_in(e, X),
              .cos = sn_rule_in(e, COS),
              .sin = sn_rule_in(e, SIN),
              .y = sn_rule_out(e, 0),
              .cos_width = c->d[c->rank - 1],
              .sin_width = s->d[s->rank - 1],
              .interleaved = p->interleaved};
    (void)sn_rule_matrix(&e->in_shape[X], &w.rows, &w.width);
    if (w.width == 0) return SN_OK;
    sn_parallel_for(e->ctx, sn_shape_count(&e->in_shape[X]) / w.width, one_row, &w);
    return SN_OK;
}

static void cost(const sn_infer *in, sn_cost *out)
{
    out->flops = 3 * sn_rule_count(&in->out_shape[0]);
}

const sn_op sn_op_rotary_embed = {
    .name = "rotary_embed",
    .synopsis = "(y0, y1) = (x0 cos - x1 sin, x0 sin + x1 cos)",
    .slots = slots,
    .n_out = 1,
    .kind = SN_FUSE_OUT,
    .params_bytes = sizeof(rotary_params),
    .params = params,
    .infer = infer,
    .eval = eval,
    .cost = cost,
};
