/* SPDX-License-Identifier: Apache-2.0
 *
 * einsum as the nested loops that its equation says: a result at a time, sums in double, or of
 * integers in 64 bits that wrap to the type. */
#include "ops/einsum.h"

#include "kernels/loops.h"
#include "kernels/typed.h"
#include "ops/ops.h"
#include "ops/rule.h"

typedef struct letters {
    int n, n_out;
    int64_t size[SN_EINSUM_LETTERS];
    int64_t stride[SN_MAX_STEP_IN][SN_EINSUM_LETTERS];
} letters;

static letters letters_of(const sn_node *node)
{
    sn_einsum_equation q;
    (void)sn_einsum_parse(((const sn_einsum_params *)node->params)->equation, &q);
    letters l = {.n = q.n_letters, .n_out = q.n_out};
    for (int f = 0; f < node->n_in; f++) {
        const sn_shape *x = &sn_in(node, (unsigned)f)->shape;
        for (int i = 0; i < q.rank[f]; i++) {
            l.size[q.letter[f][i]] = x->d[i];
            l.stride[f][q.letter[f][i]] += sn_span_count(x, i + 1, x->rank);
        }
    }
    return l;
}

static int64_t results(const sn_node *node) { return sn_shape_count(&sn_out(node, 0)->shape); }

static const sn_loops_row row = {
    .op = &sn_op_einsum, .name = "einsum", .units = results, .typed = true, .cost = 600};

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    return node->op == &sn_op_einsum && node->n_in < SN_MAX_PACKED &&
           sn_loops_offer(k, node, &row, out);
}

static sn_status plan(const sn_kernel_ctx *k, sn_step *s)
{
    const letters l = letters_of(s->node);
    s->flops = (double)(s->n_in + 1) * (double)results(s->node);
    for (int i = l.n_out; i < l.n; i++) s->flops *= (double)l.size[i];
    return sn_loops_plan(k, s, &row);
}

static sn_status emit(sn_emit *e, const sn_step *s)
{
    const letters l = letters_of(s->node);
    const sn_type type = s->out[0]->type;
    const sn_domain domain = sn_type_is_float(type) ? SN_IN_DOUBLE : SN_IN_UNSIGNED;
    sn_str out;
    sn_str_init(&out, sn_emit_arena(e));
    for (int f = 0, packed = 0; f < s->n_in; f++)
        sn_str_addf(&out, "    const %s *x%d = %s;\n", sn_emit_type(type), f,
                    s->in[f] ? sn_emit_in(e, s->in[f])
                             : sn_emit_packed_as(e, s->packed[packed++], type));
    sn_str_addf(
        &out, "    for (long u = first; u < last; u++) { /* a result */\n        long rest = u;\n");
    for (int i = l.n_out - 1; i >= 0; i--)
        sn_str_addf(&out, "        const long at_%d = rest %% %lld;\n        rest /= %lld;\n", i,
                    (long long)l.size[i], (long long)l.size[i]);
    sn_str_addf(&out, "        (void)rest;\n        %s sum = 0;\n", sn_typed_c(domain));
    for (int i = l.n_out; i < l.n; i++)
        sn_str_addf(&out, "        for (long at_%d = 0; at_%d < %lld; at_%d++)\n    ", i, i,
                    (long long)l.size[i], i);
    sn_str_add(&out, "        sum += ");
    for (int f = 0; f < s->n_in; f++) {
        sn_str at;
        sn_str_init(&at, sn_emit_arena(e));
        sn_str_addf(&at, "x%d[0", f);
        for (int i = 0; i < l.n; i++)
            if (l.stride[f][i]) sn_str_addf(&at, " + at_%d * %lld", i, (long long)l.stride[f][i]);
        sn_str_add(&at, "]");
        sn_str_addf(&out, "%s%s", f > 0 ? " * " : "", sn_emit_load(e, type, domain, at.s));
    }
    sn_str_add(&out, ";\n");
    for (int i = 0; i < l.n_out; i++) sn_str_addf(&out, "        (void)at_%d;\n", i);
    sn_str_addf(&out, "        (%s)[u] = %s;\n    }\n", sn_emit_out(e, s->out[0]),
                sn_emit_store(e, type, domain, "sum"));
    sn_emit_function(e, s, 0, out.s);
    return SN_OK;
}

const sn_kernel sn_kernel_einsum = {
    .name = "einsum",
    .ops = SN_OPS(&sn_op_einsum),
    .typed = true,
    .synopsis = "the nested loops of the equation",
    .wants = wants,
    .plan = plan,
    .emit = emit,
};
