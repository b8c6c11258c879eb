/* SPDX-License-Identifier: Apache-2.0
 *
 * found: operators of which only the data tells how much they find. Results have room for as much
 * as there can be; what nothing was found for is -1. */
#include "kernels/picks.h"

#include <inttypes.h>

#include "ops/non_max_suppression.h"
#include "ops/ops.h"

extern const char sn_text_non_zero[], sn_text_non_max_suppression[], sn_text_overlap[];

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
static void bind_load(sn_emit *e, sn_bind *b, const char *name, const sn_value *v, sn_domain domain)
{
    loaded *of = SN_NEW(sn_emit_arena(e), loaded);
    *of = (loaded){sn_picks_type(v), domain};
    sn_bind_call(b, name, call_load, of);
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
    bind_load(e, b, "value", x, sn_convert_domain(type, type));
    sn_bind_call(b, "size", call_size, (void *)(uintptr_t)s->node);
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
static bool has_numbers(const sn_kernel_ctx *k, const sn_node *node)
{
    for (uint16_t i = SN_NMS_MOST; i < node->n_in; i++)
        if (sn_in(node, i) && sn_shape_count(&sn_in(node, i)->shape) != 1) return false;
    return sn_picks_fit(k, node);
}

static sn_status bind_suppression(sn_emit *e, const sn_step *s, sn_bind *b)
{
    static const struct {
        const char *name;
        sn_domain domain;
    } loads[] = {[SN_NMS_BOXES] = {"box", SN_IN_DOUBLE},
                 [SN_NMS_SCORES] = {"score", SN_IN_DOUBLE},
                 [SN_NMS_MOST] = {"asked", SN_IN_SIGNED},
                 [SN_NMS_OVERLAP] = {"threshold", SN_IN_DOUBLE},
                 [SN_NMS_LEAST] = {"least", SN_IN_DOUBLE}};
    for (uint16_t i = 0; i < s->node->n_in; i++)
        if (sn_in(s->node, i)) bind_load(e, b, loads[i].name, sn_in(s->node, i), loads[i].domain);
    sn_bind_text(b, "kind",
                 sn_arena_printf(sn_emit_arena(e), "%s%s",
                                 sn_type_name(sn_picks_type(sn_in(s->node, SN_NMS_BOXES))),
                                 sn_loops_int(s->node, "center_point_box") ? "_centres" : ""));
    return SN_OK;
}

static const sn_loops_row rows[] = {
    {.op = &sn_op_non_zero,
     .name = "non_zero",
     .body = sn_text_non_zero,
     .units = sn_loops_one,
     .fits = sn_picks_fit,
     .bind = bind_non_zero,
     .typed = true,
     .cost = 1},
    {.op = &sn_op_non_max_suppression,
     .name = "non_max_suppression",
     .body = sn_text_non_max_suppression,
     .helper = {sn_text_overlap},
     .units = sn_loops_one,
     .fits = has_numbers,
     .prepare = prepare_marks,
     .bind = bind_suppression,
     .typed = true,
     .cost = 20},
};

SN_LOOPS_KERNEL_OF(found, true, "what only the data tells how much there is of", &sn_op_non_zero,
                   &sn_op_non_max_suppression)
