/* SPDX-License-Identifier: Apache-2.0
 *
 * found: operators of which only the data tells how much they find. Results have room for as much
 * as there can be, and one says how much of it was found (ops/in_room.h). */
#include "kernels/picks.h"

#include <inttypes.h>

#include "ops/non_max_suppression.h"
#include "ops/ops.h"

extern const char sn_text_non_zero[], sn_text_compress[], sn_text_unique[],
    sn_text_unique_compare[], sn_text_non_max_suppression[], sn_text_overlap[];

typedef struct loaded {
    sn_type type;
    sn_domain domain;
} loaded;

static sn_status call_load(void *user, sn_emit *e, const char *const *args, int n, sn_str *out)
{
    const loaded *of = user;
    sn_str_add(out, sn_emit_load(e, of->type, of->domain, n > 0 ? args[0] : "0"));
    return SN_OK;
}

/* ${name(x)}: an element of that input as a number. */
static void bind_load(sn_emit *e, sn_bind *b, sn_ct_call name, const sn_value *v, sn_domain domain)
{
    loaded *of = SN_NEW(sn_emit_arena(e), loaded);
    *of = (loaded){sn_picks_type(v), domain};
    sn_bind_call(b, name, call_load, of);
}

/* Whether the room is as large as what can be found, which the kernels do not look at. */
static bool has_room(const sn_node *node, int64_t most)
{
    return sn_loops_int(node, "room") >= most;
}

/* ---- non_zero -------------------------------------------------------------------------------- */

static sn_status call_size(void *user, sn_emit *e, const char *const *args, int n, sn_str *out)
{
    const sn_shape *x = &sn_in((const sn_node *)user, 0)->shape;
    const int k = n > 0 && args[0][0] >= '0' && args[0][0] <= '9' ? args[0][0] - '0' : 0;
    (void)e;
    sn_str_addf(out, "%" PRId64, x->d[k]);
    return SN_OK;
}

static sn_status bind_non_zero(sn_emit *e, const sn_step *s, sn_bind *b)
{
    const sn_value *x = sn_in(s->node, 0);
    const sn_type type = sn_picks_type(x);
    bind_load(e, b, CT_value, x, sn_convert_domain(type, type));
    sn_bind_call(b, CT_size, call_size, (void *)(uintptr_t)s->node);
    return SN_OK;
}

static bool non_zero_fits(const sn_kernel_ctx *k, const sn_node *node)
{
    (void)k;
    const sn_shape *x = &sn_in(node, 0)->shape;
    return has_room(node, sn_shape_count(x));
}

/* ---- compress, unique ------------------------------------------------------------------------ */

/* x around the axis, or as one. */
static sn_span parts_of(const sn_node *node)
{
    const sn_shape *x = &sn_in(node, 0)->shape;
    const int axis = sn_loops_int(node, "axis");
    return axis < 0 ? (sn_span){1, sn_shape_count(x), 1} : sn_span_of(x, axis);
}

static void bind_parts(const sn_step *s, sn_bind *b)
{
    const sn_span span = parts_of(s->node);
    sn_bind_int(b, CT_n_outer, span.outer);
    sn_bind_int(b, CT_n_along, span.n);
    sn_bind_int(b, CT_n_inner, span.inner);
}

static bool compress_fits(const sn_kernel_ctx *k, const sn_node *node)
{
    (void)k;
    const sn_shape *told = &sn_in(node, 1)->shape;
    return told->d[0] <= parts_of(node).n && has_room(node, told->d[0]);
}

static sn_status bind_compress(sn_emit *e, const sn_step *s, sn_bind *b)
{
    (void)e;
    bind_parts(s, b);
    return SN_OK;
}

static bool unique_fits(const sn_kernel_ctx *k, const sn_node *node)
{
    (void)k;
    return has_room(node, parts_of(node).n);
}

static sn_status prepare_unique(const sn_kernel_ctx *k, sn_step *s)
{
    (void)k; /* two orders, first occurrences and ranks */
    s->scratch = 4 * parts_of(s->node).n * (int64_t)(sizeof(int64_t) / sizeof(float)) + 1;
    return SN_OK;
}

static sn_status bind_unique(sn_emit *e, const sn_step *s, sn_bind *b)
{
    const sn_value *x = sn_in(s->node, 0);
    const sn_type type = sn_picks_type(x);
    const sn_domain domain = sn_convert_domain(type, type);
    bind_parts(s, b);
    bind_load(e, b, CT_value, x, domain);
    sn_bind_text(b, CT_number, sn_typed_c(domain));
    sn_bind_text(b, CT_kind, sn_type_name(type));
    sn_bind_int(b, CT_real, sn_type_is_float(type));
    return SN_OK;
}

/* ---- non_max_suppression --------------------------------------------------------------------- */

static sn_status prepare_marks(const sn_kernel_ctx *k, sn_step *s)
{
    (void)k;
    s->scratch = sn_shape_count(&sn_in(s->node, SN_NMS_SCORES)->shape) / 4 + 1;
    return SN_OK;
}

/* Numbers that are there are one each. */
static bool suppression_fits(const sn_kernel_ctx *k, const sn_node *node)
{
    (void)k;
    sn_shape most;
    if (!sn_op_non_max_suppression.at_most(node, 0, &most) || !has_room(node, most.d[0]))
        return false;
    for (uint16_t i = SN_NMS_MOST; i < node->n_in; i++)
        if (sn_in(node, i) && sn_shape_count(&sn_in(node, i)->shape) != 1) return false;
    return true;
}

static sn_status bind_suppression(sn_emit *e, const sn_step *s, sn_bind *b)
{
    static const struct {
        sn_ct_call name;
        sn_domain domain;
    } loads[] = {[SN_NMS_BOXES] = {CT_box, SN_IN_DOUBLE},
                 [SN_NMS_SCORES] = {CT_score_at, SN_IN_DOUBLE},
                 [SN_NMS_MOST] = {CT_asked, SN_IN_SIGNED},
                 [SN_NMS_OVERLAP] = {CT_threshold, SN_IN_DOUBLE},
                 [SN_NMS_LEAST] = {CT_least, SN_IN_DOUBLE}};
    for (uint16_t i = 0; i < s->node->n_in; i++)
        if (sn_in(s->node, i)) bind_load(e, b, loads[i].name, sn_in(s->node, i), loads[i].domain);
    sn_bind_text(b, CT_kind,
                 sn_arena_printf(sn_emit_arena(e), "%s%s",
                                 sn_type_name(sn_picks_type(sn_in(s->node, SN_NMS_BOXES))),
                                 sn_loops_int(s->node, "center_point_box") ? "_centres" : ""));
    return SN_OK;
}

static const sn_loops_row rows[] = {
    {.op = &sn_op_non_zero_in_room,
     .name = "non_zero",
     .body = sn_text_non_zero,
     .units = sn_loops_one,
     .fits = non_zero_fits,
     .bind = bind_non_zero,
     .typed = true,
     .cost = 6},
    {.op = &sn_op_compress_in_room,
     .name = "compress",
     .body = sn_text_compress,
     .units = sn_loops_one,
     .fits = compress_fits,
     .bind = bind_compress,
     .typed = true,
     .cost = 3},
    {.op = &sn_op_unique_in_room,
     .name = "unique",
     .body = sn_text_unique,
     .helper = {sn_text_unique_compare},
     .units = sn_loops_one,
     .fits = unique_fits,
     .prepare = prepare_unique,
     .bind = bind_unique,
     .typed = true,
     .cost = 120},
    {.op = &sn_op_non_max_suppression_in_room,
     .name = "non_max_suppression",
     .body = sn_text_non_max_suppression,
     .helper = {sn_text_overlap},
     .units = sn_loops_one,
     .fits = suppression_fits,
     .prepare = prepare_marks,
     .bind = bind_suppression,
     .typed = true,
     .cost = 120},
};

SN_LOOPS_KERNEL_OF(found, true, "what only the data tells how much there is of",
                   &sn_op_non_zero_in_room, &sn_op_compress_in_room, &sn_op_unique_in_room,
                   &sn_op_non_max_suppression_in_room)
