/* SPDX-License-Identifier: Apache-2.0
 *
 * wide: reductions, products of matrices and sums of tensors in doubles and integers, as plain
 * loops: of doubles in double, of integers in 64 bits that wrap to the type. How an element is
 * taken in, and what is made of the total, are formulas, so that they mean what elementwise
 * operators mean. */
#include <float.h>
#include <math.h>

#include "kernels/kernel.h"
#include "kernels/typed.h"
#include "ops/activation.h"
#include "ops/gemm.h"
#include "ops/linear.h"
#include "ops/matmul.h"
#include "ops/move.h"
#include "ops/ops.h"
#include "ops/reduce.h"
#include "ops/rule.h"
#include "ops/sum.h"

enum { ELEMENTS_A_UNIT = 4096, MAX_OPERANDS = 16 };

/* Result i begins at the sum of its indices along `kept`, each times a stride of each operand; from
 * there the elements of the first n_taken operands along `gone` are taken in. Of the others one
 * element belongs to each result. */
typedef struct wide_config {
    int n_kept, n_gone, n_taken;
    int64_t kept[SN_MAX_RANK], gone[SN_MAX_RANK];
    int64_t kept_step[MAX_OPERANDS][SN_MAX_RANK], gone_step[2][SN_MAX_RANK];
    int64_t n_results, n_each, chunk;
    sn_domain domain;
    sn_type type, wraps_to;
} wide_config;

static bool is_wide(sn_type type)
{
    return type != SN_TYPE_f32 && !sn_type_is_narrow(type) && type != SN_TYPE_UNKNOWN;
}

static bool is_whole(float v) { return v == truncf(v) && fabsf(v) < 0x1p62f; }

/* Of integers only whole factors: others cut each product. */
static bool has_formula(const sn_node *node)
{
    const bool is_float = sn_type_is_float(sn_out(node, 0)->type);
    if (node->op == &sn_op_gemm) {
        const sn_gemm_params *p = node->params;
        return is_float || (is_whole(p->alpha) && is_whole(p->beta));
    }
    if (node->op == &sn_op_sum) {
        const sn_sum_params *p = node->params;
        bool whole = true;
        for (int i = 0; i < p->coeffs.n; i++) whole = whole && is_whole(p->coeffs.v[i]);
        return is_float || whole;
    }
    if (node->op == &sn_op_reduce) return sn_reduce_is_defined(node->params, sn_in(node, 0)->type);
    return node->op == &sn_op_matmul || node->op == &sn_op_linear;
}

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    const sn_value *y = sn_out(node, 0);
    double elements = (double)sn_shape_count(&y->shape);
    (void)k;
    if (node->n_in > MAX_OPERANDS || !has_formula(node)) return false;
    for (uint16_t i = 0; i < node->n_in; i++) {
        const sn_value *x = sn_in(node, i);
        if (!x) continue;
        if (x->type != y->type || !is_wide(x->type) || !sn_shape_known(&x->shape)) return false;
        elements += (double)sn_shape_count(&x->shape);
    }
    out->does_bias_and_act = true;
    out->work.scalar = 6 * elements;
    return sn_shape_known(&y->shape);
}

/* ---- where elements stand -------------------------------------------------------------------- */

static void keep(wide_config *c, int64_t size, int64_t a, int64_t b)
{
    if (size == 1) return;
    c->kept_step[0][c->n_kept] = a;
    c->kept_step[1][c->n_kept] = b;
    c->kept[c->n_kept++] = size;
}

/* The same, of an operand of which one element belongs to each result. */
static void keep_summand(wide_config *c, int64_t size, int64_t a, int64_t b, int64_t summand)
{
    if (size != 1) c->kept_step[c->n_taken][c->n_kept] = summand;
    keep(c, size, a, b);
}

static void take(wide_config *c, int64_t size, int64_t a, int64_t b)
{
    if (size == 1) return;
    c->gone_step[0][c->n_gone] = a;
    c->gone_step[1][c->n_gone] = b;
    c->gone[c->n_gone++] = size;
    c->n_each *= size;
}

static void plan_reduce(const sn_node *node, wide_config *c)
{
    const sn_shape *x = &sn_in(node, 0)->shape;
    int64_t stride[SN_MAX_RANK];
    unsigned mask = 0;
    (void)sn_reduce_axes(node->params, x->rank, &mask); /* inference has seen to it */
    sn_strides(x, stride);
    for (int k = 0; k < x->rank; k++) (mask >> k & 1 ? take : keep)(c, x->d[k], stride[k], 0);
}

static void plan_matmul(const sn_node *node, wide_config *c)
{
    const sn_shape *a = &sn_in(node, SN_MATMUL_A)->shape, *b = &sn_in(node, SN_MATMUL_B)->shape;
    const bool turned = ((const sn_matmul_params *)node->params)->transB && b->rank > 1;
    int64_t as[SN_MAX_RANK], bs[SN_MAX_RANK];
    sn_strides(a, as);
    sn_strides(b, bs);
    const int na = a->rank > 2 ? a->rank - 2 : 0, nb = b->rank > 2 ? b->rank - 2 : 0;
    const int n = na > nb ? na : nb;
    for (int k = 0; k < n; k++) {
        const int ka = k - (n - na), kb = k - (n - nb);
        const int64_t da = ka < 0 ? 1 : a->d[ka], db = kb < 0 ? 1 : b->d[kb];
        keep(c, da > 1 ? da : db, da == 1 ? 0 : as[ka], db == 1 ? 0 : bs[kb]);
    }
    if (a->rank > 1) keep(c, a->d[a->rank - 2], as[a->rank - 2], 0);
    const int k_axis = b->rank == 1 ? 0 : b->rank - (turned ? 1 : 2);
    if (b->rank > 1) {
        const int n_axis = b->rank - (turned ? 2 : 1);
        keep(c, b->d[n_axis], 0, bs[n_axis]);
    }
    take(c, a->d[a->rank - 1], as[a->rank - 1], bs[k_axis]);
}

static void plan_gemm(const sn_node *node, wide_config *c)
{
    const sn_gemm_params *p = node->params;
    const sn_shape *a = &sn_in(node, SN_GEMM_A)->shape, *b = &sn_in(node, SN_GEMM_B)->shape;
    const sn_value *add = sn_in(node, SN_GEMM_C);
    int64_t row = 0, column = 0;
    if (add) sn_gemm_c_strides(&add->shape, &row, &column);
    keep_summand(c, a->d[p->transA ? 1 : 0], p->transA ? 1 : a->d[1], 0, row);
    keep_summand(c, b->d[p->transB ? 0 : 1], 0, p->transB ? b->d[1] : 1, column);
    take(c, a->d[p->transA ? 0 : 1], p->transA ? a->d[1] : 1, p->transB ? 1 : b->d[1]);
}

static void plan_linear(const sn_node *node, wide_config *c)
{
    const sn_shape *x = &sn_in(node, SN_LINEAR_X)->shape,
                   *w = &sn_in(node, SN_LINEAR_WEIGHT)->shape;
    const int64_t ic = w->d[1];
    keep_summand(c, sn_span_count(x, 0, x->rank - 1), ic, 0, 0);
    keep_summand(c, w->d[0], 0, ic, 1);
    take(c, ic, 1, 1);
}

/* Operands are broadcast from the last axis. */
static void plan_sum(const sn_node *node, wide_config *c)
{
    const sn_shape *y = &sn_out(node, 0)->shape;
    for (int k = 0; k < y->rank; k++) {
        if (y->d[k] == 1) continue;
        for (uint16_t i = 0; i < node->n_in; i++) {
            const sn_shape *x = &sn_in(node, i)->shape;
            const int axis = k - (y->rank - x->rank);
            int64_t stride[SN_MAX_RANK];
            sn_strides(x, stride);
            c->kept_step[i][c->n_kept] = axis < 0 || x->d[axis] == 1 ? 0 : stride[axis];
        }
        c->kept[c->n_kept++] = y->d[k];
    }
}

static sn_status plan(const sn_kernel_ctx *k, sn_step *s)
{
    wide_config *c = SN_NEW(k->arena, wide_config);
    const sn_node *node = s->node;
    const sn_type type = s->out[0]->type;
    s->config = c;
    c->type = type;
    c->n_each = 1;
    c->domain = sn_typed_domain(&type, 1, type, &c->wraps_to);
    c->n_taken = node->op == &sn_op_sum ? 0 : node->op == &sn_op_reduce ? 1 : 2;
    if (node->op == &sn_op_reduce) {
        const int32_t op = ((const sn_reduce_params *)node->params)->op;
        plan_reduce(node, c);
        if (op == SN_REDUCE_L2 || op == SN_REDUCE_LOG_SUM || op == SN_REDUCE_LOG_SUM_EXP)
            c->domain = SN_IN_DOUBLE; /* what is cut to an integer is computed as a number */
    } else if (node->op == &sn_op_matmul) {
        plan_matmul(node, c);
    } else if (node->op == &sn_op_gemm) {
        plan_gemm(node, c);
    } else if (node->op == &sn_op_linear) {
        plan_linear(node, c);
    } else {
        plan_sum(node, c);
    }
    for (uint16_t i = 0; i < node->n_in; i++)
        if (!s->in[i] && sn_in(node, i))
            SN_TRY(sn_step_pack_value(k, s, sn_in(node, i), "a factor"));
    c->n_results = sn_shape_count(&s->out[0]->shape);
    c->chunk = ELEMENTS_A_UNIT / (c->n_each > 0 ? c->n_each : 1) + 1;
    s->n_phases = 1;
    s->units[0] = (c->n_results + c->chunk - 1) / c->chunk;
    s->flops = 2 * (double)c->n_results * (double)c->n_each;
    s->bytes = (double)sn_place_bytes(s->out[0]);
    for (uint16_t i = 0; i < node->n_in; i++)
        if (sn_in(node, i))
            s->bytes +=
                (double)sn_shape_count(&sn_in(node, i)->shape) * (double)sn_type_bytes(type);
    s->why = sn_arena_printf(k->arena, "plain loops over %s", sn_type_name(type));
    return SN_OK;
}

/* ---- what is done with them ------------------------------------------------------------------ */

static const sn_expr *call(sn_arena *a, sn_fn fn, const sn_expr *x, const sn_expr *y)
{
    return sn_expr_call(a, fn, x, y, NULL);
}

/* Over what has been taken in (0), the element (1) and the largest, or the other factor (2). */
static const sn_expr *taken_in(sn_arena *a, const sn_node *node)
{
    const sn_expr *sum = sn_expr_input(a, 0), *v = sn_expr_input(a, 1), *w = sn_expr_input(a, 2);
    if (node->op != &sn_op_reduce) return call(a, SN_FN_add, sum, call(a, SN_FN_mul, v, w));
    switch (((const sn_reduce_params *)node->params)->op) {
    case SN_REDUCE_MAX:
        return call(a, SN_FN_max, sum, v);
    case SN_REDUCE_MIN:
        return call(a, SN_FN_min, sum, v);
    case SN_REDUCE_PROD:
        return call(a, SN_FN_mul, sum, v);
    case SN_REDUCE_L1:
        return call(a, SN_FN_add, sum, call(a, SN_FN_abs, v, NULL));
    case SN_REDUCE_L2:
    case SN_REDUCE_SUM_SQUARE:
        return call(a, SN_FN_add, sum, call(a, SN_FN_mul, v, v));
    case SN_REDUCE_LOG_SUM_EXP:
        return call(a, SN_FN_add, sum, call(a, SN_FN_exp, call(a, SN_FN_sub, v, w), NULL));
    default:
        return call(a, SN_FN_add, sum, v);
    }
}

static const sn_expr *times(sn_arena *a, const sn_expr *x, float factor)
{
    return factor == 1 ? x : call(a, SN_FN_mul, x, sn_expr_number(a, (double)factor));
}

/* Over the total, how many elements it is of, the largest of them, and the other operands. */
enum { TOTAL, COUNT, LARGEST, SUMMANDS };

static const sn_expr *sum_of(sn_arena *a, const sn_node *node)
{
    const sn_sum_params *p = node->params;
    const sn_expr *sum = NULL;
    for (uint16_t i = 0; i < node->n_in; i++) {
        const sn_expr *x =
            times(a, sn_expr_input(a, (uint16_t)(SUMMANDS + i)), p->coeffs.n ? p->coeffs.v[i] : 1);
        sum = sum ? call(a, SN_FN_add, sum, x) : x;
    }
    return sum;
}

/* The formula with `x` for its input. */
static const sn_expr *applied(sn_arena *a, const sn_expr *formula, const sn_expr *x)
{
    const sn_expr *arg[3] = {NULL};
    if (formula->kind == SN_EXPR_INPUT) return x;
    if (formula->kind != SN_EXPR_CALL) return formula;
    for (int i = 0; i < sn_fn_n_args(formula->fn); i++) arg[i] = applied(a, formula->arg[i], x);
    return sn_expr_call(a, formula->fn, arg[0], arg[1], arg[2]);
}

static const sn_expr *finished(sn_emit *e, const sn_node *node)
{
    sn_arena *a = sn_emit_arena(e);
    const sn_expr *sum = sn_expr_input(a, TOTAL), *more = sn_expr_input(a, SUMMANDS);
    if (node->op == &sn_op_matmul) return sum;
    if (node->op == &sn_op_sum) return sum_of(a, node);
    if (node->op == &sn_op_linear) {
        const sn_act *act = &((const sn_linear_params *)node->params)->act;
        if (sn_in(node, SN_LINEAR_BIAS)) sum = call(a, SN_FN_add, sum, more);
        return applied(a, sn_act_formula(sn_emit_ctx(e), a, act), sum);
    }
    if (node->op == &sn_op_gemm) {
        const sn_gemm_params *p = node->params;
        sum = times(a, sum, p->alpha);
        return sn_in(node, SN_GEMM_C) ? call(a, SN_FN_add, sum, times(a, more, p->beta)) : sum;
    }
    switch (((const sn_reduce_params *)node->params)->op) {
    case SN_REDUCE_MEAN:
        return call(a, SN_FN_div, sum, sn_expr_input(a, COUNT));
    case SN_REDUCE_L2:
        return call(a, SN_FN_sqrt, sum, NULL);
    case SN_REDUCE_LOG_SUM:
        return call(a, SN_FN_log, sum, NULL);
    case SN_REDUCE_LOG_SUM_EXP:
        return call(a, SN_FN_add, call(a, SN_FN_log, sum, NULL), sn_expr_input(a, LARGEST));
    default:
        return sum;
    }
}

/* What a sum of nothing is. */
static const char *start_of(sn_emit *e, const wide_config *c, const sn_node *node)
{
    const int32_t op =
        node->op == &sn_op_reduce ? ((const sn_reduce_params *)node->params)->op : SN_REDUCE_SUM;
    const bool is_max = op == SN_REDUCE_MAX;
    if (op == SN_REDUCE_PROD) return "1";
    if (!is_max && op != SN_REDUCE_MIN) return "0";
    if (c->domain == SN_IN_DOUBLE) return is_max ? "-__builtin_inf()" : "__builtin_inf()";
    if (c->type == SN_TYPE_bool) return is_max ? "0" : "1";
    return sn_emit_limit(e, c->type, !is_max);
}

/* ---- printing -------------------------------------------------------------------------------- */

static void indent(sn_str *out, int depth)
{
    for (int i = 0; i < depth; i++) sn_str_add(out, "    ");
}

/* Loops over the elements of a result, `line` within. */
static void add_loops(sn_str *out, const wide_config *c, const char *lines)
{
    int depth = 2;
    for (int k = 0; k < c->n_gone; k++, depth++) {
        indent(out, depth);
        sn_str_addf(out, "for (long k%d = 0; k%d < %lld; k%d++) {\n", k, k, (long long)c->gone[k],
                    k);
    }
    sn_str_add(out, lines);
    while (depth-- > 2) {
        indent(out, depth);
        sn_str_add(out, "}\n");
    }
}

static const char *element(sn_emit *e, const wide_config *c, int which)
{
    sn_str at;
    sn_str_init(&at, sn_emit_arena(e));
    sn_str_addf(&at, "r%d[0", which);
    for (int k = 0; k < c->n_gone; k++)
        if (c->gone_step[which][k])
            sn_str_addf(&at, " + k%d * %lld", k, (long long)c->gone_step[which][k]);
    sn_str_add(&at, "]");
    return sn_emit_load(e, c->type, c->domain, at.s);
}

/* Whether some operand goes along that axis of the results; none does that is empty. */
static bool is_stepped(const sn_step *s, const wide_config *c, int axis)
{
    bool is = false;
    for (int w = 0; w < s->n_in; w++)
        is |= sn_in(s->node, (unsigned)w) && c->kept_step[w][axis] != 0;
    return is;
}

static void add_results(const sn_step *s, const wide_config *c, sn_str *out)
{
    const char *type = sn_emit_type(c->type);
    sn_str_addf(out, "        long rest = i;\n");
    for (int k = c->n_kept - 1; k >= 0; k--) {
        if (is_stepped(s, c, k))
            sn_str_addf(out, "        const long i%d = rest %% %lld;\n", k, (long long)c->kept[k]);
        sn_str_addf(out, "        rest /= %lld;\n", (long long)c->kept[k]);
    }
    sn_str_add(out, "        (void)rest;\n");
    for (int w = 0; w < s->n_in; w++) {
        if (!sn_in(s->node, (unsigned)w)) continue;
        sn_str_addf(out, "        const %s *const r%d = x%d", type, w, w);
        for (int k = 0; k < c->n_kept; k++)
            if (c->kept_step[w][k])
                sn_str_addf(out, " + i%d * %lld", k, (long long)c->kept_step[w][k]);
        sn_str_add(out, ";\n");
    }
}

/* sum: what has been taken in. */
static void add_total(sn_emit *e, const sn_step *s, const wide_config *c, bool tops, sn_str *out)
{
    sn_arena *a = sn_emit_arena(e);
    const char *number = sn_typed_c(c->domain), *inputs[3] = {"sum", "v", tops ? "top" : "w"};
    sn_str lines, before;
    sn_str_init(&lines, a);
    sn_str_init(&before, a);
    sn_str_addf(out, "        %s sum = %s;\n", number, start_of(e, c, s->node));
    for (int w = 0; w < c->n_taken; w++)
        sn_str_addf(&lines, "            const %s %s = %s;\n", number, w ? "w" : "v",
                    element(e, c, w));
    const char *sum = sn_emit_typed_expr(e, taken_in(a, s->node), inputs, c->domain, c->wraps_to,
                                         "            ", &before);
    sn_str_addf(&lines, "%s            sum = %s;\n", before.s ? before.s : "", sum);
    add_loops(out, c, sn_arena_printf(a, "            {\n%s            }\n", lines.s));
}

static sn_status emit(sn_emit *e, const sn_step *s)
{
    sn_arena *a = sn_emit_arena(e);
    const wide_config *c = s->config;
    const char *type = sn_emit_type(c->type), *number = sn_typed_c(c->domain);
    const bool tops = s->node->op == &sn_op_reduce &&
                      ((const sn_reduce_params *)s->node->params)->op == SN_REDUCE_LOG_SUM_EXP;
    sn_str out, before;
    sn_str_init(&out, a);
    sn_str_init(&before, a);
    for (int w = 0, packed = 0; w < s->n_in; w++) {
        if (!sn_in(s->node, (unsigned)w)) continue;
        sn_str_addf(&out, "    const %s *const x%d = %s;\n", type, w,
                    s->in[w] ? sn_emit_in(e, s->in[w])
                             : sn_emit_packed_as(e, s->packed[packed++], c->type));
    }
    sn_str_addf(&out, "    %s *const y = %s;\n", type, sn_emit_out(e, s->out[0]));
    sn_str_addf(&out, "    for (long i = first * %lld; i < last * %lld && i < %lld; i++) {\n",
                (long long)c->chunk, (long long)c->chunk, (long long)c->n_results);
    add_results(s, c, &out);
    if (tops) {
        sn_str_addf(&out, "        double top = -%a;\n", DBL_MAX);
        add_loops(&out, c,
                  sn_arena_printf(a, "            top = fmax(top, %s);\n", element(e, c, 0)));
        sn_str_addf(&out, "        top = fmin(top, %a);\n", DBL_MAX);
    }
    if (c->n_taken) add_total(e, s, c, tops, &out);
    const char *inputs[SUMMANDS + MAX_OPERANDS] = {
        "sum", sn_arena_printf(a, "(%s)%lld", number, (long long)c->n_each), "top"};
    for (int w = c->n_taken; w < s->n_in; w++)
        inputs[SUMMANDS + w - c->n_taken] =
            sn_emit_load(e, c->type, c->domain, sn_arena_printf(a, "r%d[0]", w));
    const char *result = sn_emit_typed_expr(e, finished(e, s->node), inputs, c->domain, c->wraps_to,
                                            "        ", &before);
    sn_str_addf(&out, "%s        y[i] = %s;\n    }\n", before.s ? before.s : "",
                sn_emit_store(e, c->type, c->domain, result));
    sn_emit_function(e, s, 0, out.s);
    return SN_OK;
}

const sn_kernel sn_kernel_wide = {
    .name = "wide",
    .synopsis = "reductions, products and sums of doubles and integers",
    .ops = SN_OPS(&sn_op_reduce, &sn_op_matmul, &sn_op_gemm, &sn_op_linear, &sn_op_sum),
    .typed = true,
    .wants = wants,
    .plan = plan,
    .emit = emit,
};
