/* SPDX-License-Identifier: Apache-2.0
 *
 * picks: elements by their indices, indices by their elements, and what only hides or turns a part
 * of a tensor; of any type, as it is stored. */
#include "kernels/picks.h"

#include <inttypes.h>
#include <stdlib.h>

#include "ops/lp_normalization.h"
#include "ops/gather.h"
#include "ops/move.h"
#include "ops/norm.h"
#include "ops/ops.h"
#include "ops/reduce.h"

extern const char sn_text_gather[], sn_text_gather_elements[], sn_text_gather_nd[], sn_text_arg[],
    sn_text_top_k[], sn_text_top_k_sort[], sn_text_trilu[], sn_text_reverse_sequence[],
    sn_text_one_hot[], sn_text_lp_normalization[], sn_text_mean_variance_normalization[];

/* ---- shared ---------------------------------------------------------------------------------- */

sn_type sn_picks_type(const sn_value *v)
{
    return v->type == SN_TYPE_UNKNOWN ? SN_TYPE_f32 : v->type;
}

typedef struct elements { /* of one slot or output */
    sn_type type;
    sn_domain domain;
} elements;

static const char *first_of(const char *const *args, int n) { return n > 0 ? args[0] : "0"; }

/* As sn_index_at reads it. */
static sn_status call_index(void *user, sn_emit *e, const char *const *args, int n, sn_str *out)
{
    const sn_type type = ((const elements *)user)->type;
    const char *x = first_of(args, n);
    if (type == SN_TYPE_u64) {
        sn_str_addf(out, "(int64_t)(%s < UINT64_MAX / 4 ? %s : INT64_MAX)", x, x);
    } else if (sn_type_is_float(type)) {
        const char *number = sn_emit_load(e, type, SN_IN_DOUBLE, x);
        sn_str_addf(out, "(%s < 0x1p62 ? %s : INT64_MAX)", number,
                    sn_emit_store(e, SN_TYPE_i64, SN_IN_DOUBLE, number));
    } else {
        sn_str_add(out, sn_emit_load(e, type, SN_IN_SIGNED, x));
    }
    return SN_OK;
}

static sn_status call_value(void *user, sn_emit *e, const char *const *args, int n, sn_str *out)
{
    const elements *of = user;
    sn_str_add(out, sn_emit_load(e, of->type, of->domain, first_of(args, n)));
    return SN_OK;
}

static sn_status call_stored(void *user, sn_emit *e, const char *const *args, int n, sn_str *out)
{
    const elements *of = user;
    sn_str_add(out, sn_emit_store(e, of->type, of->domain, first_of(args, n)));
    return SN_OK;
}

static elements *elements_of(sn_emit *e, const sn_value *v, sn_domain domain)
{
    elements *of = SN_NEW(sn_emit_arena(e), elements);
    *of = (elements){sn_picks_type(v), domain};
    return of;
}

void sn_picks_bind(sn_emit *e, const sn_step *s, sn_bind *b, unsigned indices, sn_domain domain)
{
    const sn_node *node = s->node;
    if (indices < node->n_in && sn_in(node, indices))
        sn_bind_call(b, CT_index, call_index, elements_of(e, sn_in(node, indices), domain));
    sn_bind_text(b, CT_number, sn_typed_c(domain));
    sn_bind_call(b, CT_value, call_value, elements_of(e, sn_in(node, 0), domain));
    sn_bind_call(b, CT_stored, call_stored, elements_of(e, sn_out(node, 0), domain));
}

const char *sn_picks_place(sn_arena *arena, const char *var, int n, const int64_t *size,
                           const int64_t *stride)
{
    sn_str s;
    sn_str_init(&s, arena);
    int64_t behind = 1; /* places of the axes behind this one */
    for (int k = n - 1; k >= 0; behind *= size[k--]) {
        if (size[k] <= 1 || stride[k] == 0) continue;
        sn_str_addf(&s, "%s%s / %" PRId64 " %% %" PRId64 " * %" PRId64, s.s && *s.s ? " + " : "",
                    var, behind, size[k], stride[k]);
    }
    return s.s && *s.s ? s.s : "0";
}

bool sn_picks_fit(const sn_kernel_ctx *k, const sn_node *node)
{
    bool empty = true;
    (void)k;
    for (uint16_t i = 0; i < node->n_out; i++) {
        const sn_shape *y = &sn_out(node, i)->shape;
        if (!sn_shape_known(y)) return false;
        empty = empty && sn_shape_count(y) == 0;
    }
    return empty || sn_shape_count(&sn_in(node, 0)->shape) > 0;
}

static sn_status bind_indices(sn_emit *e, const sn_step *s, sn_bind *b)
{
    const sn_type type = sn_picks_type(sn_in(s->node, 0));
    sn_picks_bind(e, s, b, 1, sn_convert_domain(type, type));
    return SN_OK;
}

/* ---- gathers --------------------------------------------------------------------------------- */

static int64_t gather_parts(const sn_node *node)
{
    const int axis = sn_loops_int(node, "axis");
    return sn_span_of(&sn_in(node, SN_GATHER_X)->shape, axis).outer *
           sn_shape_count(&sn_in(node, SN_GATHER_INDICES)->shape);
}

static int64_t result_rows(const sn_node *node)
{
    const sn_shape *y = &sn_out(node, 0)->shape;
    return y->d[y->rank - 1] == 0 ? 0 : sn_shape_count(y) / y->d[y->rank - 1];
}

/* Indices have no more elements along other axes than x. */
bool sn_picks_elements_fit(const sn_kernel_ctx *k, const sn_node *node)
{
    const sn_shape *x = &sn_in(node, SN_GATHER_X)->shape,
                   *at = &sn_in(node, SN_GATHER_INDICES)->shape;
    bool fit = sn_picks_fit(k, node);
    for (int i = 0; i < x->rank; i++)
        fit = fit && (i == sn_loops_int(node, "axis") || at->d[i] <= x->d[i]);
    return fit;
}

static sn_status bind_elements(sn_emit *e, const sn_step *s, sn_bind *b)
{
    const sn_shape *x = &sn_in(s->node, SN_GATHER_X)->shape, *y = &sn_out(s->node, 0)->shape;
    int64_t stride[SN_MAX_RANK];
    sn_strides(x, stride);
    stride[sn_loops_int(s->node, "axis")] = 0;
    sn_bind_text(b, CT_row, sn_picks_place(sn_emit_arena(e), "r", y->rank - 1, y->d, stride));
    return bind_indices(e, s, b);
}

static int64_t index_rows(const sn_node *node)
{
    const sn_shape *at = &sn_in(node, SN_GATHER_INDICES)->shape;
    return sn_span_count(at, 0, at->rank - 1);
}

static sn_status bind_gather_nd(sn_emit *e, const sn_step *s, sn_bind *b)
{
    sn_arena *a = sn_emit_arena(e);
    const int batch = sn_loops_int(s->node, "batch_dims");
    const sn_shape *x = &sn_in(s->node, SN_GATHER_X)->shape,
                   *at = &sn_in(s->node, SN_GATHER_INDICES)->shape;
    const int depth = (int)at->d[at->rank - 1];
    elements of = {.type = sn_picks_type(sn_in(s->node, SN_GATHER_INDICES))};
    int64_t stride[SN_MAX_RANK];
    sn_str place;
    sn_str_init(&place, a);
    sn_strides(x, stride);
    const int64_t of_batch = sn_span_count(at, batch, at->rank - 1);
    sn_str_addf(&place, "i / %" PRId64 " * %" PRId64, of_batch > 0 ? of_batch : 1,
                batch ? sn_span_count(x, batch, x->rank) : 0);
    for (int k = 0; k < depth; k++) {
        const char *given = sn_arena_printf(a, "at[%d]", k);
        sn_str_add(&place, " + nearest_along(");
        SN_TRY(call_index(&of, e, &given, 1, &place));
        sn_str_addf(&place, ", %" PRId64 ") * %" PRId64, x->d[batch + k], stride[batch + k]);
    }
    sn_bind_calling(e, b, CT_place_of_part, place.s, CT_nearest_along);
    sn_bind_int(b, CT_part, sn_span_count(x, batch + depth, x->rank));
    return bind_indices(e, s, b);
}

/* ---- by value -------------------------------------------------------------------------------- */

static int64_t lines_along(const sn_node *node)
{
    const sn_span span = sn_span_of(&sn_in(node, 0)->shape, sn_loops_int(node, "axis"));
    return span.outer * span.inner;
}

static sn_status bind_arg(sn_emit *e, const sn_step *s, sn_bind *b)
{
    const char *sign = s->node->op == &sn_op_arg_max ? ">" : "<";
    const char *not_worse = s->node->op == &sn_op_arg_max ? "<" : ">";
    sn_bind_text(b, CT_better,
                 sn_loops_int(s->node, "select_last_index")
                     ? sn_arena_printf(sn_emit_arena(e), "!(v %s best)", not_worse)
                     : sn_arena_printf(sn_emit_arena(e), "v %s best", sign));
    return bind_indices(e, s, b);
}

static int64_t kept_of(const sn_node *node)
{
    return sn_out(node, 0)->shape.d[sn_loops_int(node, "axis")];
}

static bool top_k_fits(const sn_kernel_ctx *k, const sn_node *node)
{
    return sn_picks_fit(k, node) &&
           kept_of(node) <= sn_in(node, 0)->shape.d[sn_loops_int(node, "axis")];
}

static sn_status prepare_top_k(const sn_kernel_ctx *k, sn_step *s)
{
    const int64_t n = sn_in(s->node, 0)->shape.d[sn_loops_int(s->node, "axis")];
    (void)k;
    s->scratch = 2 * n * (int64_t)(sizeof(int64_t) / sizeof(float)); /* the order, and a spare */
    return SN_OK;
}

static sn_status bind_top_k(sn_emit *e, const sn_step *s, sn_bind *b)
{
    sn_bind_int(b, CT_kept, kept_of(s->node));
    sn_bind_text(b, CT_order,
                 sn_arena_printf(sn_emit_arena(e), "%s_%s",
                                 sn_type_name(sn_picks_type(sn_in(s->node, 0))),
                                 sn_loops_int(s->node, "largest") ? "down" : "up"));
    return bind_indices(e, s, b);
}

/* ---- ones, triangles, sequences -------------------------------------------------------------- */

static int64_t sequence_steps(const sn_node *node)
{
    return sn_span_count(&sn_in(node, 0)->shape, 0, 2);
}

static sn_status bind_sequences(sn_emit *e, const sn_step *s, sn_bind *b)
{
    const sn_shape *x = &sn_in(s->node, 0)->shape;
    sn_bind_int(b, CT_part, sn_span_count(x, 2, x->rank));
    return bind_indices(e, s, b);
}

static sn_span one_hot_span(const sn_node *node)
{
    const sn_shape *y = &sn_out(node, 0)->shape;
    const int axis = sn_loops_int(node, "axis");
    return sn_span_of(y, axis < 0 ? y->rank - 1 : axis);
}

static int64_t one_hot_blocks(const sn_node *node)
{
    const sn_span span = one_hot_span(node);
    return span.outer * span.n;
}

static sn_status bind_one_hot(sn_emit *e, const sn_step *s, sn_bind *b)
{
    const sn_span span = one_hot_span(s->node);
    sn_bind_int(b, CT_depth, span.n);
    sn_bind_int(b, CT_block, span.inner);
    sn_picks_bind(e, s, b, 0, SN_IN_DOUBLE);
    return SN_OK;
}

/* ---- normalisations -------------------------------------------------------------------------- */

/* The divisor of a line whose squares are summed up in `norm`. */
static const char *root_of(sn_emit *e, const sn_lp_normalization_params *p)
{
    sn_arena *a = sn_emit_arena(e);
    const char *epsilon = sn_arena_printf(a, "(double)%s", sn_emit_number(e, (double)p->epsilon));
    if (p->epsilon == 0) return "sqrt(norm)";
    if (p->epsilon_rule == SN_LP_ADDED || p->epsilon_rule == SN_LP_UNGUARDED)
        return sn_arena_printf(a, "sqrt(norm + %s)", epsilon);
    return p->epsilon_rule == SN_LP_LEAST_NORM
               ? sn_arena_printf(a, "sqrt(norm) < %s ? %s : sqrt(norm)", epsilon, epsilon)
               : sn_arena_printf(a, "sqrt(norm < %s ? %s : norm)", epsilon, epsilon);
}

static int64_t lp_lines(const sn_node *node)
{
    const sn_lp_normalization_params *p = node->params;
    const sn_shape *x = &sn_in(node, SN_LP_X)->shape;
    return sn_span_count(x, 0, p->axis) * sn_span_count(x, p->axis + p->n_axes, x->rank);
}

static sn_status bind_lp(sn_emit *e, const sn_step *s, sn_bind *b)
{
    const sn_lp_normalization_params *p = s->node->params;
    const sn_shape *x = &sn_in(s->node, SN_LP_X)->shape;
    const int behind = p->axis + p->n_axes;
    sn_bind_text(b, CT_taken, p->p == 2 ? "v * v" : "fabs(v)");
    sn_bind_text(b, CT_root, root_of(e, p));
    sn_bind_text(b, CT_unless_zero, p->epsilon_rule == SN_LP_UNGUARDED ? "" : "norm == 0 ? 0 : ");
    sn_bind_int(b, CT_run, sn_span_count(x, p->axis, behind));
    sn_bind_int(b, CT_behind, sn_span_count(x, behind, x->rank));
    sn_picks_bind(e, s, b, 1, SN_IN_DOUBLE);
    if (s->node->n_in <= SN_LP_SCALE || !sn_in(s->node, SN_LP_SCALE)) return SN_OK;
    const sn_value *scale = sn_in(s->node, SN_LP_SCALE);
    const sn_lp_scale at = sn_lp_scale_of(x, &scale->shape);
    sn_bind_int(b, CT_scale_inner, at.inner);
    sn_bind_int(b, CT_scale_n, at.n);
    sn_bind_call(b, CT_factor_of, call_value, elements_of(e, scale, SN_IN_DOUBLE));
    return SN_OK;
}

static void groups_of(const sn_node *node, sn_reduce_walk *w)
{
    const sn_shape *x = &sn_in(node, 0)->shape;
    unsigned mask = 0;
    (void)sn_mean_variance_axes(node->params, x->rank, &mask); /* inference has seen to it */
    sn_reduce_walk_of(x, mask, w);
}

static int64_t groups(const sn_node *node)
{
    sn_reduce_walk w;
    groups_of(node, &w);
    return w.n_out;
}

static sn_status bind_mean_variance(sn_emit *e, const sn_step *s, sn_bind *b)
{
    sn_arena *a = sn_emit_arena(e);
    sn_reduce_walk w;
    groups_of(s->node, &w);
    sn_bind_int(b, CT_n_each, w.n_each);
    sn_bind_text(b, CT_of_group, sn_picks_place(a, "i", w.n_kept, w.kept, w.kept_stride));
    sn_bind_text(b, CT_element, sn_picks_place(a, "k", w.n_gone, w.gone, w.gone_stride));
    sn_picks_bind(e, s, b, 1, SN_IN_DOUBLE);
    return SN_OK;
}

/* ---- the kernel ------------------------------------------------------------------------------ */

#define SLOT(i) (1u << (i))

static const sn_loops_row rows[] = {
    {.op = &sn_op_gather,
     .name = "gather",
     .body = sn_text_gather,
     .helper = {sn_text_picks_index},
     .units = gather_parts,
     .fits = sn_picks_fit,
     .bind = bind_indices,
     .typed = true,
     .cost = 1},
    {.op = &sn_op_gather_elements,
     .name = "gather_elements",
     .body = sn_text_gather_elements,
     .helper = {sn_text_picks_index},
     .units = result_rows,
     .fits = sn_picks_elements_fit,
     .bind = bind_elements,
     .typed = true,
     .cost = 6},
    {.op = &sn_op_gather_nd,
     .name = "gather_nd",
     .body = sn_text_gather_nd,
     .helper = {sn_text_picks_index},
     .units = index_rows,
     .fits = sn_picks_fit,
     .bind = bind_gather_nd,
     .typed = true,
     .cost = 2},
    {.op = &sn_op_arg_max,
     .name = "arg_max",
     .body = sn_text_arg,
     .units = lines_along,
     .fits = sn_picks_fit,
     .bind = bind_arg,
     .typed = true,
     .cost = 6},
    {.op = &sn_op_arg_min,
     .name = "arg_min",
     .body = sn_text_arg,
     .units = lines_along,
     .fits = sn_picks_fit,
     .bind = bind_arg,
     .typed = true,
     .cost = 6},
    {.op = &sn_op_top_k,
     .name = "top_k",
     .body = sn_text_top_k,
     .helper = {sn_text_top_k_sort},
     .units = lines_along,
     .fits = top_k_fits,
     .prepare = prepare_top_k,
     .bind = bind_top_k,
     .typed = true,
     .unread = SLOT(1),
     .cost = 120},
    {.op = &sn_op_trilu,
     .name = "trilu",
     .body = sn_text_trilu,
     .units = result_rows,
     .fits = sn_picks_fit,
     .bind = bind_indices,
     .typed = true,
     .cost = 2},
    {.op = &sn_op_reverse_sequence,
     .name = "reverse_sequence",
     .body = sn_text_reverse_sequence,
     .units = sequence_steps,
     .fits = sn_picks_fit,
     .bind = bind_sequences,
     .typed = true,
     .cost = 2},
    {.op = &sn_op_one_hot,
     .name = "one_hot",
     .body = sn_text_one_hot,
     .units = one_hot_blocks,
     .fits = sn_picks_fit,
     .bind = bind_one_hot,
     .typed = true,
     .unread = SLOT(1),
     .cost = 6},
    {.op = &sn_op_lp_normalization,
     .name = "lp_normalization",
     .body = sn_text_lp_normalization,
     .units = lp_lines,
     .fits = sn_picks_fit,
     .bind = bind_lp,
     .typed = true,
     .cost = 6},
    {.op = &sn_op_mean_variance_normalization,
     .name = "mean_variance_normalization",
     .body = sn_text_mean_variance_normalization,
     .units = groups,
     .fits = sn_picks_fit,
     .bind = bind_mean_variance,
     .typed = true,
     .cost = 18},
};

SN_LOOPS_KERNEL_OF(picks, true, "elements by index or by value, of any type", &sn_op_gather,
                   &sn_op_gather_elements, &sn_op_gather_nd, &sn_op_arg_max, &sn_op_arg_min,
                   &sn_op_top_k, &sn_op_trilu, &sn_op_reverse_sequence, &sn_op_one_hot,
                   &sn_op_lp_normalization, &sn_op_mean_variance_normalization)
