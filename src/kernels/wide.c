/* SPDX-License-Identifier: Apache-2.0
 *
 * wide: reductions and products of matrices in doubles and integers, as plain loops: of doubles in
 * double, of integers in 64 bits that wrap to the type. How an element is taken in is a formula, so
 * that it means what elementwise operators mean. */
#include <float.h>

#include "kernels/kernel.h"
#include "kernels/typed.h"
#include "ops/matmul.h"
#include "ops/ops.h"
#include "ops/reduce.h"

enum { ELEMENTS_A_UNIT = 4096 };

/* Result i begins at the sum of its indices along `kept`, each times a stride of each operand; from
 * there the elements along `gone` are taken in. */
typedef struct wide_config {
    int n_kept, n_gone;
    int64_t kept[SN_MAX_RANK], gone[SN_MAX_RANK];
    int64_t kept_step[2][SN_MAX_RANK], gone_step[2][SN_MAX_RANK];
    int64_t n_results, n_each, chunk;
    sn_domain domain;
    sn_type type, wraps_to;
} wide_config;

static bool is_wide(sn_type type)
{
    return type != SN_TYPE_f32 && type != SN_TYPE_f16 && type != SN_TYPE_bf16 &&
           type != SN_TYPE_UNKNOWN;
}

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    const sn_value *y = sn_out(node, 0);
    double elements = (double)sn_shape_count(&y->shape);
    (void)k;
    if (node->op != &sn_op_reduce && node->op != &sn_op_matmul) return false;
    for (uint16_t i = 0; i < node->n_in; i++) {
        const sn_value *x = sn_in(node, i);
        if (x->type != y->type || !is_wide(x->type) || !sn_shape_known(&x->shape)) return false;
        elements += (double)sn_shape_count(&x->shape);
    }
    out->seconds = elements * 1e-9;
    return sn_shape_known(&y->shape);
}

/* ---- where elements stand -------------------------------------------------------------------- */

static void strides_of(const sn_shape *s, int64_t *stride)
{
    int64_t step = 1;
    for (int k = s->rank - 1; k >= 0; step *= s->d[k--]) stride[k] = step;
}

static void keep(wide_config *c, int64_t size, int64_t a, int64_t b)
{
    if (size == 1) return;
    c->kept_step[0][c->n_kept] = a;
    c->kept_step[1][c->n_kept] = b;
    c->kept[c->n_kept++] = size;
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
    strides_of(x, stride);
    for (int k = 0; k < x->rank; k++) (mask >> k & 1 ? take : keep)(c, x->d[k], stride[k], 0);
}

static void plan_matmul(const sn_node *node, wide_config *c)
{
    const sn_shape *a = &sn_in(node, SN_MATMUL_A)->shape, *b = &sn_in(node, SN_MATMUL_B)->shape;
    const bool turned = ((const sn_matmul_params *)node->params)->transB && b->rank > 1;
    int64_t as[SN_MAX_RANK], bs[SN_MAX_RANK];
    strides_of(a, as);
    strides_of(b, bs);
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

static sn_status plan(const sn_kernel_ctx *k, sn_step *s)
{
    wide_config *c = SN_NEW(k->arena, wide_config);
    const sn_node *node = s->node;
    const sn_type type = s->out[0]->type;
    s->config = c;
    c->type = type;
    c->n_each = 1;
    c->domain = sn_typed_domain(&type, 1, type, &c->wraps_to);
    if (node->op == &sn_op_reduce) {
        const int32_t op = ((const sn_reduce_params *)node->params)->op;
        plan_reduce(node, c);
        if (op == SN_REDUCE_L2 || op == SN_REDUCE_LOG_SUM || op == SN_REDUCE_LOG_SUM_EXP)
            c->domain = SN_IN_DOUBLE; /* what is cut to an integer is computed as a number */
    } else {
        plan_matmul(node, c);
    }
    for (uint16_t i = 0; i < node->n_in; i++)
        if (!s->in[i]) SN_TRY(sn_step_pack_value(k, s, sn_in(node, i), "a factor"));
    c->n_results = sn_shape_count(&s->out[0]->shape);
    c->chunk = ELEMENTS_A_UNIT / (c->n_each > 0 ? c->n_each : 1) + 1;
    s->n_phases = 1;
    s->units[0] = (c->n_results + c->chunk - 1) / c->chunk;
    s->flops = 2 * (double)c->n_results * (double)c->n_each;
    s->bytes = (double)sn_place_bytes(s->out[0]);
    for (uint16_t i = 0; i < node->n_in; i++)
        s->bytes += (double)sn_shape_count(&sn_in(node, i)->shape) * (double)sn_type_bytes(type);
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
    if (node->op == &sn_op_matmul) return call(a, SN_FN_add, sum, call(a, SN_FN_mul, v, w));
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

static const sn_expr *finished(sn_arena *a, const sn_node *node)
{
    const sn_expr *sum = sn_expr_input(a, 0);
    if (node->op == &sn_op_matmul) return sum;
    switch (((const sn_reduce_params *)node->params)->op) {
    case SN_REDUCE_MEAN:
        return call(a, SN_FN_div, sum, sn_expr_input(a, 1));
    case SN_REDUCE_L2:
        return call(a, SN_FN_sqrt, sum, NULL);
    case SN_REDUCE_LOG_SUM:
        return call(a, SN_FN_log, sum, NULL);
    case SN_REDUCE_LOG_SUM_EXP:
        return call(a, SN_FN_add, call(a, SN_FN_log, sum, NULL), sn_expr_input(a, 2));
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
    const char *name = sn_type_name(c->type);
    if (name[0] == 'u')
        return is_max ? "0" : sn_arena_printf(sn_emit_arena(e), "UINT%s_MAX", name + 1);
    return sn_arena_printf(sn_emit_arena(e), is_max ? "INT%s_MIN" : "INT%s_MAX", name + 1);
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

static void add_results(sn_emit *e, const sn_step *s, const wide_config *c, sn_str *out)
{
    const char *type = sn_emit_type(c->type);
    sn_str_addf(out, "        long rest = i;\n");
    for (int k = c->n_kept - 1; k >= 0; k--)
        sn_str_addf(out, "        const long i%d = rest %% %lld;\n        rest /= %lld;\n", k,
                    (long long)c->kept[k], (long long)c->kept[k]);
    sn_str_add(out, "        (void)rest;\n");
    for (int w = 0; w < s->n_in; w++) {
        sn_str_addf(out, "        const %s *const r%d = x%d", type, w, w);
        for (int k = 0; k < c->n_kept; k++)
            if (c->kept_step[w][k])
                sn_str_addf(out, " + i%d * %lld", k, (long long)c->kept_step[w][k]);
        sn_str_add(out, ";\n");
    }
    (void)e;
}

static sn_status emit(sn_emit *e, const sn_step *s)
{
    sn_arena *a = sn_emit_arena(e);
    const wide_config *c = s->config;
    const char *type = sn_emit_type(c->type), *number = sn_typed_c(c->domain);
    const bool tops = s->node->op == &sn_op_reduce &&
                      ((const sn_reduce_params *)s->node->params)->op == SN_REDUCE_LOG_SUM_EXP;
    sn_str out, lines, before;
    sn_str_init(&out, a);
    sn_str_init(&lines, a);
    sn_str_init(&before, a);
    for (int w = 0, packed = 0; w < s->n_in; w++)
        sn_str_addf(&out, "    const %s *const x%d = %s;\n", type, w,
                    s->in[w] ? sn_emit_in(e, s->in[w])
                             : sn_emit_packed_as(e, s->packed[packed++], c->type));
    sn_str_addf(&out, "    %s *const y = %s;\n", type, sn_emit_out(e, s->out[0]));
    sn_str_addf(&out, "    for (long i = first * %lld; i < last * %lld && i < %lld; i++) {\n",
                (long long)c->chunk, (long long)c->chunk, (long long)c->n_results);
    add_results(e, s, c, &out);
    if (tops) {
        sn_str_addf(&out, "        double top = -%a;\n", DBL_MAX);
        add_loops(&out, c,
                  sn_arena_printf(a, "            top = fmax(top, %s);\n", element(e, c, 0)));
        sn_str_addf(&out, "        top = fmin(top, %a);\n", DBL_MAX);
    }
    sn_str_addf(&out, "        %s sum = %s;\n", number, start_of(e, c, s->node));
    const char *inputs[3] = {"sum", "v", tops ? "top" : "w"};
    sn_str_addf(&lines, "            const %s v = %s;\n", number, element(e, c, 0));
    if (s->n_in > 1)
        sn_str_addf(&lines, "            const %s w = %s;\n", number, element(e, c, 1));
    const char *sum = sn_emit_typed_expr(e, taken_in(a, s->node), inputs, c->domain, c->wraps_to,
                                         "            ", &before);
    sn_str_addf(&lines, "%s            sum = %s;\n", before.s ? before.s : "", sum);
    add_loops(&out, c, sn_arena_printf(a, "            {\n%s            }\n", lines.s));
    inputs[1] = sn_arena_printf(a, "(%s)%lld", number, (long long)c->n_each);
    sn_str_init(&before, a);
    const char *result = sn_emit_typed_expr(e, finished(a, s->node), inputs, c->domain, c->wraps_to,
                                            "        ", &before);
    sn_str_addf(&out, "%s        y[i] = %s;\n    }\n", before.s ? before.s : "",
                sn_emit_store(e, c->type, c->domain, result));
    sn_emit_function(e, s, 0, out.s);
    return SN_OK;
}

const sn_kernel sn_kernel_wide = {
    .name = "wide",
    .synopsis = "reductions and products of doubles and integers",
    .ops = SN_OPS(&sn_op_reduce, &sn_op_matmul),
    .typed = true,
    .wants = wants,
    .plan = plan,
    .emit = emit,
};
