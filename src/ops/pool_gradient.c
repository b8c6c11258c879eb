/* SPDX-License-Identifier: Apache-2.0
 *
 * Gradients of poolings. That of a maximum goes to the element that was taken (the first of equal
 * ones, the last NaN), that of a mean to all elements alike. */
#include "ops/pool_gradient.h"

#include <string.h>

#include "base/parallel.h"
#include "ops/elems.h"
#include "ops/param_summary.h"
#include "ops/pool.h"
#include "ops/rule.h"

static const sn_slot slots[] = {{"dy", 0}, {"x", 0}, {NULL, 0}};

static const char *validate(const void *params, sn_arena *arena)
{
    return sn_pool_check(params, arena);
}

static sn_status infer(sn_infer *in)
{
    const sn_pool_params *p = in->params;
    const sn_shape *x = &in->in_shape[SN_POOL_GRADIENT_X], *dy = &in->in_shape[SN_POOL_GRADIENT_DY];
    sn_shape y;
    SN_TRY(sn_shape_rule_rank(in, SN_POOL_GRADIENT_X, p->nd + 1, SN_MAX_RANK));
    SN_TRY(sn_pool_shape(in, SN_POOL_GRADIENT_X, &y));
    if (x->rank >= 0 && dy->rank >= 0) {
        SN_TRY(sn_shape_rule_rank(in, SN_POOL_GRADIENT_DY, x->rank, x->rank));
        for (int i = 0; i < x->rank; i++)
            if (sn_dim_known(y.d[i]))
                SN_TRY(sn_shape_rule_size(in, "a size of dy", dy->d[i], y.d[i]));
    }
    sn_shape_rule_give(in, 0, *x);
    return SN_OK;
}

typedef struct pool_gradient_run {
    sn_elems x, dy;
    sn_elems dx;
    double *sums; /* one plane of x for each channel */
    sn_window w;
    bool max, counts_pads;
} pool_gradient_run;

static void of_window(const pool_gradient_run *r, sn_elems x, const int64_t *o, double dy,
                      double *sums)
{
    const int64_t *in = r->w.in, *step = r->w.dilation;
    sn_pool_span s[3];
    int64_t count = 1, best = -1;
    for (int a = 0; a < 3; a++) {
        s[a] = sn_pool_span_at(&r->w, a, o[a]);
        count *= r->counts_pads ? s[a].counted : s[a].n;
    }
    for (int64_t z = 0; z < s[0].n; z++)
        for (int64_t y = 0; y < s[1].n; y++)
            for (int64_t i = 0; i < s[2].n; i++) {
                const int64_t row = (s[0].lo + z * step[0]) * in[1] + s[1].lo + y * step[1];
                const int64_t at = row * in[2] + s[2].lo + i * step[2];
                if (!r->max)
                    sums[at] += dy / (double)count;
                else if (best < 0 || sn_pool_is_larger(x, at, best))
                    best = at;
            }
    if (best >= 0) sums[best] += dy;
}

static void of_channel(void *user, int64_t c)
{
    const pool_gradient_run *r = user;
    const int64_t plane = r->w.in[0] * r->w.in[1] * r->w.in[2];
    const sn_elems x = sn_elems_from(r->x, c * plane), dx = sn_elems_from(r->dx, c * plane);
    int64_t from = c * r->w.out[0] * r->w.out[1] * r->w.out[2];
    double *sums = r->sums + c * plane;
    for (int64_t z = 0; z < r->w.out[0]; z++)
        for (int64_t y = 0; y < r->w.out[1]; y++)
            for (int64_t i = 0; i < r->w.out[2]; i++)
                of_window(r, x, (int64_t[]){z, y, i}, sn_elems_at(r->dy, from++), sums);
    for (int64_t i = 0; i < plane; i++) sn_elems_put(dx, i, sums[i]);
}

static sn_status run(sn_eval *e, bool max)
{
    const sn_pool_params *p = e->params;
    const sn_shape *x = &e->in_shape[SN_POOL_GRADIENT_X];
    SN_TRY(sn_eval_ready(e));
    pool_gradient_run r = {.dy = sn_eval_elems(e, SN_POOL_GRADIENT_DY),
                           .dx = sn_eval_out_elems(e, 0),
                           .sums = SN_NEW_N(e->arena, double, sn_shape_count(x)),
                           .max = max,
                           .counts_pads = p->count_include_pad};
    if (max) r.x = sn_eval_elems(e, SN_POOL_GRADIENT_X);
    sn_pool_window_of(p, x, &r.w);
    sn_parallel_for(e->ctx, sn_span_count(x, 0, x->rank - p->nd), of_channel, &r);
    return SN_OK;
}

static sn_status eval_max(sn_eval *e) { return run(e, true); }
static sn_status eval_average(sn_eval *e) { return run(e, false); }

static bool reads_shape_of_x(const sn_node *node, unsigned slot)
{
    (void)node;
    return slot == SN_POOL_GRADIENT_X;
}

/* clang-format off */
#define GRADIENT(which, text, ...)                                                                 \
    const sn_op sn_op_##which##_pool_gradient = {                                                  \
        .name = #which "_pool_gradient", .synopsis = text, .slots = slots,                         \
        .types = "float,float->float", .wide = true, .n_out = 1, .kind = SN_FUSE_OPAQUE,           \
        .params_bytes = sizeof(sn_pool_params), .params = sn_##which##_pool_params,                \
        .validate = validate, .infer = infer, .eval = eval_##which,                                \
        .param_summary = sn_param_summary_window, __VA_ARGS__}
/* clang-format on */

GRADIENT(max, "dx = dy where x is the largest element of a window, summed over windows",
         .traits = SN_TRAIT_STEPS);
GRADIENT(average, "dx = dy / elements of a window, summed over windows",
         .reads_shape_only = reads_shape_of_x);
