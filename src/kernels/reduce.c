/* SPDX-License-Identifier: Apache-2.0
 *
 * reduce: over neighbouring axes as rows (several accumulators) or as results side by side; over
 * all but the channels also on blocks of channels; over axes that lie apart by nested loops. */
#include "ops/reduce.h"

#include "kernels/loops.h"
#include "ops/ops.h"
#include "ops/rule.h"

extern const char sn_text_reduce[];

/* How an element is taken in, two partial results are joined, and the first one: over a, v, with P
 * for v_ or s_; `top` is what exponents are taken relative to. */
typedef struct reduction {
    const char *add, *join;
    const char *start;
} reduction;

static const reduction reductions[SN_N_REDUCE_OPS] = {
    [SN_REDUCE_SUM] = {"%a + %v", "%a + %v", "0.0f"},
    [SN_REDUCE_MEAN] = {"%a + %v", "%a + %v", "0.0f"},
    [SN_REDUCE_MAX] = {"%Pmaximum(%a, %v)", "%Pmaximum(%a, %v)", "-__builtin_inff()"},
    [SN_REDUCE_MIN] = {"%Pminimum(%a, %v)", "%Pminimum(%a, %v)", "__builtin_inff()"},
    [SN_REDUCE_PROD] = {"%a * %v", "%a * %v", "1.0f"},
    [SN_REDUCE_L1] = {"%a + %Pabs(%v)", "%a + %v", "0.0f"},
    [SN_REDUCE_L2] = {"%a + %v * %v", "%a + %v", "0.0f"},
    [SN_REDUCE_LOG_SUM] = {"%a + %v", "%a + %v", "0.0f"},
    [SN_REDUCE_LOG_SUM_EXP] = {"%a + %Pexp(%v - top)", "%a + %v", "0.0f"},
    [SN_REDUCE_SUM_SQUARE] = {"%a + %v * %v", "%a + %v", "0.0f"},
};

/* `pattern` with a, v and the prefix put in. */
static void fill(sn_str *out, const char *pattern, const char *a, const char *v, const char *prefix)
{
    for (const char *s = pattern; *s; s++) {
        if (*s != '%') {
            sn_str_addn(out, s, 1);
            continue;
        }
        s++;
        sn_str_add(out, *s == 'a' ? a : *s == 'v' ? v : prefix);
    }
}

typedef struct call {
    const sn_reduce_params *p;
    const char *pattern, *prefix;
    double scale; /* finish: what the result is multiplied by */
} call;

static sn_status call_pattern(void *user, sn_emit *e, const char *const *args, int n_args,
                              sn_str *out)
{
    const call *c = user;
    (void)e;
    fill(out, c->pattern, args[0], n_args > 1 ? args[1] : "", c->prefix);
    return SN_OK;
}

static sn_status call_finish(void *user, sn_emit *e, const char *const *args, int n_args,
                             sn_str *out)
{
    const call *c = user;
    const bool exps = c->p->op == SN_REDUCE_LOG_SUM_EXP;
    const char *function = c->p->op == SN_REDUCE_L2                ? "sqrt"
                           : exps || c->p->op == SN_REDUCE_LOG_SUM ? "log"
                                                                   : NULL;
    (void)n_args;
    if (function)
        sn_str_addf(out, "%s%s(%s)", c->prefix, function, args[0]);
    else
        sn_str_add(out, args[0]);
    if (exps) sn_str_add(out, " + top");
    if (c->scale != 1) sn_str_addf(out, " * %s", sn_emit_number(e, c->scale));
    return SN_OK;
}

/* ---- geometry -------------------------------------------------------------------------------- */

/* Axes of x, neighbours of one sort joined. */
typedef struct reduce_axes {
    int n;
    bool gone[SN_MAX_RANK];
    int64_t size[SN_MAX_RANK];
    int64_t n_results, n_each;
} reduce_axes;

static reduce_axes axes_of(const sn_node *node)
{
    const sn_shape *x = &sn_in(node, 0)->shape;
    reduce_axes a = {.n_results = 1, .n_each = 1};
    unsigned mask = 0;
    (void)sn_reduce_axes(node->params, x->rank, &mask);
    for (int i = 0; i < x->rank; i++) {
        const bool gone = mask >> i & 1;
        *(gone ? &a.n_each : &a.n_results) *= x->d[i];
        if (x->d[i] == 1) continue;
        if (a.n > 0 && a.gone[a.n - 1] == gone) {
            a.size[a.n - 1] *= x->d[i];
        } else {
            a.gone[a.n] = gone;
            a.size[a.n++] = x->d[i];
        }
    }
    return a;
}

/* [outer][along][inner], the middle one reduced; false where the reduced axes lie apart. */
static bool in_one_piece(const reduce_axes *a, sn_span *span)
{
    *span = (sn_span){1, 1, 1};
    int n_gone = 0;
    for (int i = 0; i < a->n; i++) {
        if (a->gone[i]) {
            n_gone++;
            span->n = a->size[i];
        } else {
            *(n_gone ? &span->inner : &span->outer) = a->size[i];
        }
    }
    return n_gone <= 1;
}

static int64_t results(const sn_node *node) { return axes_of(node).n_results; }

/* All axes but the first are reduced. Not with logarithms: unused lanes have to stay finite. */
static bool leaves_channels(const sn_kernel_ctx *k, const sn_node *node)
{
    const sn_shape *x = &sn_in(node, 0)->shape;
    unsigned mask = 0;
    (void)sn_reduce_axes(node->params, x->rank, &mask);
    const sn_reduce_params *p = node->params;
    if (p->op == SN_REDUCE_LOG_SUM || p->op == SN_REDUCE_LOG_SUM_EXP) return false;
    return k->machine->lanes > 1 && x->rank >= 3 && mask == (1u << x->rank) - 2 &&
           sn_shape_count(x) > 0;
}

static double scale_of(const sn_node *node, int64_t n_each)
{
    const sn_reduce_params *p = node->params;
    return p->op == SN_REDUCE_MEAN ? 1 / (double)n_each : 1;
}

/* ---- kernel ---------------------------------------------------------------------------------- */

static sn_status prepare(const sn_kernel_ctx *k, sn_step *s)
{
    const reduce_axes a = axes_of(s->node);
    const int64_t lanes = k->machine->lanes;
    sn_span span;
    s->flops = (double)(a.n_results * a.n_each);
    if (s->in[0] && s->in[0]->layout.kind == SN_LAYOUT_BLOCKED) {
        s->units[0] = sn_layout_blocks(&s->in[0]->layout, (int)lanes);
        s->why = "blocks of channels";
    } else if (in_one_piece(&a, &span)) {
        if (span.inner > 1) s->units[0] = span.outer * ((span.inner + lanes - 1) / lanes);
        s->why = span.inner > 1 ? "results side by side" : "rows";
    }
    return SN_OK;
}

static void bind_pattern(sn_emit *e, sn_bind *b, const sn_node *node, sn_ct_call name,
                         const char *pattern, const char *prefix)
{
    call *c = SN_NEW(sn_emit_arena(e), call);
    *c = (call){.p = node->params, .pattern = pattern, .prefix = prefix};
    sn_bind_call(b, name, call_pattern, c);
}

static void bind_finish(sn_emit *e, sn_bind *b, const sn_node *node, sn_ct_call name,
                        const char *prefix)
{
    call *c = SN_NEW(sn_emit_arena(e), call);
    *c = (call){.p = node->params, .prefix = prefix, .scale = scale_of(node, axes_of(node).n_each)};
    sn_bind_call(b, name, call_finish, c);
}

static sn_status bind(sn_emit *e, const sn_step *s, sn_bind *b)
{
    const reduce_axes a = axes_of(s->node);
    const sn_reduce_params *p = s->node->params;
    const reduction *r = &reductions[p->op];
    const bool blocked = s->in[0] && s->in[0]->layout.kind == SN_LAYOUT_BLOCKED;
    sn_span span = {1, 1, 1};
    (void)in_one_piece(&a, &span);
    sn_bind_int(b, CT_blocked, blocked);
    sn_bind_int(b, CT_pixels, blocked ? s->in[0]->layout.pixels : 1);
    sn_bind_int(b, CT_outer, span.outer);
    sn_bind_int(b, CT_along, span.n);
    sn_bind_int(b, CT_inner, span.inner);
    sn_bind_int(b, CT_exps, p->op == SN_REDUCE_LOG_SUM_EXP);
    sn_bind_text(b, CT_start, r->start);
    bind_pattern(e, b, s->node, CT_add_v, r->add, "v_");
    bind_pattern(e, b, s->node, CT_add_s, r->add, "s_");
    bind_pattern(e, b, s->node, CT_join_v, r->join, "v_");
    bind_pattern(e, b, s->node, CT_join_s, r->join, "s_");
    bind_finish(e, b, s->node, CT_finish_v, "v_");
    bind_finish(e, b, s->node, CT_finish_s, "s_");
    return SN_OK;
}

static const sn_loops_row row = {.op = &sn_op_reduce,
                                 .name = "reduce",
                                 .body = sn_text_reduce,
                                 .units = results,
                                 .prepare = prepare,
                                 .bind = bind,
                                 .cost = 2};

/* A loop for each axis that is reduced; inside, `to` takes an element of x in. */
static void add_loops(sn_str *out, const reduce_axes *a, const int64_t *stride, const char *to,
                      const char *pattern)
{
    sn_str value;
    sn_str_init(&value, out->arena);
    sn_str_add(&value, "x[0");
    for (int i = 0; i < a->n; i++) {
        if (!a->gone[i]) continue;
        sn_str_addf(out, "        for (long i%d = 0; i%d < %lld; i%d++)\n    ", i, i,
                    (long long)a->size[i], i);
        sn_str_addf(&value, " + i%d * %lld", i, (long long)stride[i]);
    }
    sn_str_add(&value, "]");
    sn_str_addf(out, "        %s = ", to);
    fill(out, pattern, to, value.s, "s_");
    sn_str_add(out, ";\n");
}

/* Axes that lie apart. */
static sn_status emit_apart(sn_emit *e, const sn_step *s, const reduce_axes *a)
{
    const sn_reduce_params *p = s->node->params;
    const reduction *r = &reductions[p->op];
    const char *x = s->in[0] ? sn_emit_in(e, s->in[0]) : sn_emit_packed(e, s->packed[0]);
    int64_t stride[SN_MAX_RANK], step = 1;
    sn_str out;
    sn_str_init(&out, sn_emit_arena(e));
    for (int i = a->n - 1; i >= 0; step *= a->size[i--]) stride[i] = step;
    sn_str_addf(&out,
                "    for (long u = first; u < last; u++) { /* a result */\n        const float *x "
                "= %s;\n        long rest = u;\n",
                x);
    for (int i = a->n - 1; i >= 0; i--) {
        if (a->gone[i]) continue;
        sn_str_addf(&out, "        x += rest %% %lld * %lld;\n        rest /= %lld;\n",
                    (long long)a->size[i], (long long)stride[i], (long long)a->size[i]);
    }
    if (p->op == SN_REDUCE_LOG_SUM_EXP) {
        sn_str_add(&out, "        float top = -3.402823466e38f;\n");
        add_loops(&out, a, stride, "top", "%Pmax(%a, %v)");
        sn_str_add(&out, "        top = s_min(top, 3.402823466e38f);\n");
    }
    sn_str_addf(&out, "        float sum = %s;\n", r->start);
    add_loops(&out, a, stride, "sum", r->add);
    sn_str_add(&out, "        (void)rest;\n        (");
    sn_str_addf(&out, "%s)[u] = ", sn_emit_out(e, s->out[0]));
    call c = {.p = p, .prefix = "s_", .scale = scale_of(s->node, a->n_each)};
    SN_TRY(call_finish(&c, e, (const char *const[]){"sum"}, 1, &out));
    sn_str_add(&out, ";\n    }\n");
    sn_emit_function(e, s, 0, out.s);
    return SN_OK;
}

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    if (node->op != &sn_op_reduce || !sn_loops_offer(k, node, &row, out)) return false;
    if (leaves_channels(k, node)) out->in[0] = out->out[0] = SN_LAYOUT_BLOCKED;
    out->may_exceed_padding = true;
    return true;
}

static sn_status plan(const sn_kernel_ctx *k, sn_step *s) { return sn_loops_plan(k, s, &row); }

static sn_status emit(sn_emit *e, const sn_step *s)
{
    const reduce_axes a = axes_of(s->node);
    sn_span span;
    const bool blocked = s->in[0] && s->in[0]->layout.kind == SN_LAYOUT_BLOCKED;
    if (!blocked && !in_one_piece(&a, &span)) return emit_apart(e, s, &a);
    return sn_loops_emit(e, s, &row);
}

const sn_kernel sn_kernel_reduce = {
    .name = "reduce",
    .ops = SN_OPS(&sn_op_reduce),
    .synopsis =
        "sums, means, extrema over any axes: rows, results side by side, or blocks of channels",
    .wants = wants,
    .plan = plan,
    .emit = emit,
};
