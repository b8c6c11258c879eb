/* SPDX-License-Identifier: Apache-2.0
 *
 * resize_plain: resize along any axes of a value of any rank and type, element by element: what
 * each axis reads for an element of the result, and how much it counts, are tables. Doubles are
 * summed in double, other floats in f32; nearest elements are moved as they are. */
#include <string.h>

#include "kernels/resize.h"
#include "kernels/typed.h"
#include "ops/move.h"
#include "ops/ops.h"
#include "ops/resize.h"

enum { ELEMENTS_A_UNIT = 4096 };

typedef struct resize_plain {
    sn_resize_axis axes[SN_MAX_RANK];
    int rank;
    bool moves; /* each element is one of x, or the value outside */
    sn_domain domain;
    int64_t rows, chunk;               /* rows of the last axis; of a unit */
    const sn_packed *x;                /* a constant; NULL: none */
    const sn_packed *weights;          /* of the domain's type, axis by axis */
    int64_t first_weight[SN_MAX_RANK]; /* of an axis */
} resize_plain;

static bool is_touched(const sn_node *node, int axis)
{
    return sn_resize_touches(node->params, axis);
}

/* The kernel for images does it. */
static bool is_image(const sn_kernel_ctx *k, const sn_node *node)
{
    const sn_type type = sn_in(node, 0)->type;
    sn_offer ignored;
    return (sn_node_is_f32(node) || sn_type_is_narrow(type)) &&
           sn_kernel_resize.wants(k, node, &ignored);
}

static bool wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)
{
    if (node->op != &sn_op_resize) return false;
    const sn_resize_params *p = node->params;
    const sn_value *x = sn_in(node, 0), *y = sn_out(node, 0);
    const bool real = sn_type_is_float(x->type) || x->type == SN_TYPE_UNKNOWN;
    if (!sn_shape_known(&x->shape) || !sn_shape_known(&y->shape) ||
        (p->mode != SN_RESIZE_NEAREST && !real) || is_image(k, node))
        return false;
    double each = 1;
    for (int i = 0; i < x->shape.rank; i++)
        if (is_touched(node, i)) each *= p->mode == SN_RESIZE_CUBIC ? 4 : 2;
    for (int i = 1; i < node->n_in; i++)
        out->in[i] = SN_LAYOUT_ANY; /* only their shapes are read */
    out->work.scalar = 13 * each * (double)sn_shape_count(&y->shape);
    return true;
}

/* ---- planning -------------------------------------------------------------------------------- */

static bool counts(const sn_resize_axis *a, int64_t tap)
{
    return a->at[tap] >= 0 && a->at[tap] < a->n;
}

static void pack_weights(const sn_kernel_ctx *k, sn_step *s, resize_plain *r)
{
    const int64_t bytes = r->domain == SN_IN_DOUBLE ? 8 : 4;
    int64_t n = 0;
    for (int i = 0; i < r->rank; i++) {
        r->first_weight[i] = n;
        n += r->axes[i].m * r->axes[i].taps;
    }
    float *to = sn_step_pack(k, s, n * bytes / (int64_t)sizeof *to, "how much elements count");
    r->weights = s->packed[s->n_packed - 1];
    for (int i = 0; i < r->rank; i++) {
        const sn_resize_axis *a = &r->axes[i];
        for (int64_t tap = 0; tap < a->m * a->taps; tap++) {
            const double weight = counts(a, tap) ? a->weight[tap] : 0;
            const float single = (float)weight;
            memcpy((char *)to + (r->first_weight[i] + tap) * bytes,
                   bytes == 8 ? (const void *)&weight : (const void *)&single, (size_t)bytes);
        }
    }
}

static sn_status plan(const sn_kernel_ctx *k, sn_step *s)
{
    const sn_node *node = s->node;
    const sn_shape *x = &sn_in(node, 0)->shape, *y = &sn_out(node, 0)->shape;
    resize_plain *r = SN_NEW(k->arena, resize_plain);
    const sn_infer in = sn_node_as_infer(node, k->arena);
    const sn_type type = s->out[0]->type;
    s->config = r;
    SN_TRY(sn_resize_axes(&in, *x, *y, r->axes));
    r->rank = y->rank;
    r->moves = true;
    for (int i = 0; i < r->rank; i++) r->moves = r->moves && r->axes[i].taps <= 1;
    r->domain = type == SN_TYPE_f64 ? SN_IN_DOUBLE : SN_IN_FLOAT;
    if (!s->in[0]) {
        SN_TRY(sn_step_pack_value(k, s, sn_in(node, 0), "what is resized"));
        r->x = s->packed[s->n_packed - 1];
    }
    if (!r->moves) pack_weights(k, s, r);
    const int64_t width = r->rank > 0 ? y->d[r->rank - 1] : 1;
    r->rows = width > 0 ? sn_shape_count(y) / width : 0;
    r->chunk = width < ELEMENTS_A_UNIT && width > 0 ? ELEMENTS_A_UNIT / width : 1;
    s->n_phases = 1;
    s->units[0] = (r->rows + r->chunk - 1) / r->chunk;
    s->bytes =
        (double)sn_place_bytes(s->out[0]) + (s->in[0] ? (double)sn_place_bytes(s->in[0]) : 0);
    s->why = "element by element";
    return SN_OK;
}

/* ---- printing -------------------------------------------------------------------------------- */

/* Where elements of the axis lie in x; -1: outside. */
static void add_table(sn_str *out, const resize_plain *r, int axis, int64_t stride)
{
    const sn_resize_axis *a = &r->axes[axis];
    sn_str_addf(out, "    static const int at%d[] = {", axis);
    for (int64_t i = 0; i < a->m * a->taps; i++) {
        const bool outside = a->outside && a->outside[i / a->taps];
        const int64_t at = outside ? -1 : counts(a, i) ? a->at[i] * stride : 0;
        sn_str_addf(out, "%s%lld", i == 0 ? "" : i % 20 == 0 ? ",\n        " : ", ", (long long)at);
    }
    sn_str_add(out, "};\n");
}

static const char *indent(sn_emit *e, int depth)
{
    return sn_arena_printf(sn_emit_arena(e), "%*s", 4 * depth, "");
}

/* Loops over what counts for the element y[..][i], the last axis within. */
static void add_sum(sn_emit *e, const resize_plain *r, sn_type type, sn_str *out)
{
    int depth = 3;
    sn_str weight, at;
    sn_str_init(&weight, sn_emit_arena(e));
    sn_str_init(&at, sn_emit_arena(e));
    sn_str_addf(&at, "from[0");
    for (int k = 0; k < r->rank; k++) {
        const sn_resize_axis *a = &r->axes[k];
        const char *i = k + 1 == r->rank ? "i" : sn_arena_printf(sn_emit_arena(e), "i%d", k);
        if (!a->taps) continue;
        sn_str_addf(out, "%sfor (int t%d = 0; t%d < %d; t%d++) {\n", indent(e, depth), k, k,
                    a->taps, k);
        depth++;
        sn_str_addf(&weight, "%sw[%lld + %s * %d + t%d]", weight.n ? " * " : "",
                    (long long)r->first_weight[k], i, a->taps, k);
        sn_str_addf(&at, " + at%d[%s * %d + t%d]", k, i, a->taps, k);
    }
    sn_str_addf(&at, "%s]", r->rank > 0 && !r->axes[r->rank - 1].taps ? " + i" : "");
    sn_str_addf(out, "%ssum += %s * %s;\n", indent(e, depth), weight.s,
                sn_emit_load(e, type, r->domain, at.s));
    while (depth-- > 3) sn_str_addf(out, "%s}\n", indent(e, depth));
}

static const char *outside_of(const resize_plain *r, sn_emit *e)
{
    sn_str is;
    sn_str_init(&is, sn_emit_arena(e));
    for (int k = 0; k < r->rank; k++) {
        const sn_resize_axis *a = &r->axes[k];
        const char *i = k + 1 == r->rank ? "i" : sn_arena_printf(sn_emit_arena(e), "i%d", k);
        if (a->outside) sn_str_addf(&is, "%sat%d[%s * %d] < 0", is.n ? " || " : "", k, i, a->taps);
    }
    return is.n ? is.s : NULL;
}

/* The element of x, where each axis has one. */
static const char *moved(const resize_plain *r, sn_emit *e)
{
    sn_str at;
    sn_str_init(&at, sn_emit_arena(e));
    sn_str_add(&at, "from[0");
    for (int k = 0; k < r->rank; k++)
        if (r->axes[k].taps)
            sn_str_addf(&at, k + 1 == r->rank ? " + at%d[i]" : " + at%d[i%d]", k, k);
        else if (k + 1 == r->rank)
            sn_str_add(&at, " + i");
    sn_str_add(&at, "]");
    return at.s;
}

static const char *value_outside(sn_emit *e, const sn_step *s)
{
    const double v = (double)((const sn_resize_params *)s->node->params)->extrapolation_value;
    const char *text = sn_arena_printf(sn_emit_arena(e), "%a", v);
    return sn_emit_store(e, s->out[0]->type, SN_IN_DOUBLE, text);
}

static void add_element(sn_emit *e, const sn_step *s, const resize_plain *r, sn_str *out)
{
    const sn_type type = s->out[0]->type;
    const char *outside = outside_of(r, e);
    if (outside)
        sn_str_addf(
            out,
            "            if (%s) {\n                to[i] = %s;\n                continue;\n"
            "            }\n",
            outside, value_outside(e, s));
    if (r->moves) {
        sn_str_addf(out, "            to[i] = %s;\n", moved(r, e));
        return;
    }
    sn_str_addf(out, "            %s sum = 0;\n", sn_typed_c(r->domain));
    add_sum(e, r, type, out);
    sn_str_addf(out, "            to[i] = %s;\n", sn_emit_store(e, type, r->domain, "sum"));
}

static sn_status emit(sn_emit *e, const sn_step *s)
{
    const resize_plain *r = s->config;
    const sn_shape *x = &sn_in(s->node, 0)->shape, *y = &s->out[0]->shape;
    const sn_type type = s->out[0]->type;
    const char *c = sn_emit_type(type);
    int64_t stride[SN_MAX_RANK];
    sn_str out;
    sn_strides(x, stride);
    sn_str_init(&out, sn_emit_arena(e));
    for (int k = 0; k < r->rank; k++)
        if (r->axes[k].taps && r->axes[k].m) add_table(&out, r, k, stride[k]);
    sn_str_addf(&out, "    const %s *const x = %s;\n    %s *const y = %s;\n", c,
                r->x ? sn_emit_packed_as(e, r->x, type) : sn_emit_in(e, s->in[0]), c,
                sn_emit_out(e, s->out[0]));
    if (r->weights)
        sn_str_addf(&out, "    const %s *const w = %s;\n", sn_typed_c(r->domain),
                    r->domain == SN_IN_DOUBLE ? sn_emit_packed_as(e, r->weights, SN_TYPE_f64)
                                              : sn_emit_packed(e, r->weights));
    sn_str_addf(&out,
                "    for (long row = first * %lld; row < last * %lld && row < %lld; row++) {\n"
                "        long rest = row;\n",
                (long long)r->chunk, (long long)r->chunk, (long long)r->rows);
    for (int k = r->rank - 2; k >= 0; k--)
        sn_str_addf(&out, "        const long i%d = rest %% %lld;\n        rest /= %lld;\n", k,
                    (long long)y->d[k], (long long)y->d[k]);
    sn_str_add(&out, "        (void)rest;\n        const ");
    sn_str_addf(&out, "%s *const from = x", c);
    for (int k = 0; k < r->rank - 1; k++)
        if (!r->axes[k].taps) sn_str_addf(&out, " + i%d * %lld", k, (long long)stride[k]);
    const long long width = r->rank > 0 ? (long long)y->d[r->rank - 1] : 1;
    sn_str_addf(&out,
                ";\n        %s *const to = y + row * %lld;\n"
                "        for (long i = 0; i < %lld; i++) {\n",
                c, width, width);
    add_element(e, s, r, &out);
    sn_str_add(&out, "        }\n    }\n");
    sn_emit_function(e, s, 0, out.s);
    return SN_OK;
}

const sn_kernel sn_kernel_resize_plain = {
    .name = "resize_plain",
    .synopsis = "values of any rank and type in another size, element by element",
    .ops = SN_OPS(&sn_op_resize),
    .typed = true,
    .wants = wants,
    .plan = plan,
    .emit = emit,
};
