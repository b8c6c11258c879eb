/* SPDX-License-Identifier: Apache-2.0
 *
 * linear_attention: the state of each group in f32, where the next one is to be. */
#include <math.h>

#include "kernels/loops.h"
#include "ops/linear_attention.h"
#include "ops/ops.h"

extern const char sn_text_linear_attention[];

static int64_t groups_of(const sn_node *node)
{
    const sn_shape *k = &sn_in(node, SN_LINEAR_ATTENTION_K)->shape;
    return k->d[0] * k->d[1];
}

static bool has_rows(const sn_kernel_ctx *k, const sn_node *node)
{
    (void)k;
    return sn_shape_count(&sn_in(node, SN_LINEAR_ATTENTION_Q)->shape) > 0;
}

static sn_status bind(sn_emit *e, const sn_step *s, sn_bind *b)
{
    const sn_linear_attention_params *p = s->node->params;
    const sn_shape *q = &sn_in(s->node, SN_LINEAR_ATTENTION_Q)->shape;
    const float scale = p->scale == 0 ? (float)(1 / sqrt((double)q->d[3])) : p->scale;
    sn_bind_text(b, CT_factor, sn_emit_number(e, (double)scale));
    return SN_OK;
}

static const sn_loops_row rows[] = {{.op = &sn_op_linear_attention,
                                     .name = "linear_attention",
                                     .body = sn_text_linear_attention,
                                     .units = groups_of,
                                     .fits = has_rows,
                                     .bind = bind,
                                     .cost = 60}};

SN_LOOPS_KERNEL(linear_attention, "attention with a state, group by group", &sn_op_linear_attention)
