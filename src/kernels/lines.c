/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators that are done line by line or row by row, without a structure that a
 * tuned kernel could use. */
#include "kernels/loops.h"

#include <string.h>

#include "ops/ops.h"
#include "ops/rule.h"
#include "ops/softmax.h"
#include "ops/rotary_embedding.h"

extern const char sn_text_glu[], sn_text_rotary_embedding[];

/* ---- units ----------------------------------------------------------------------------------- */

static int64_t blocks(const sn_node *node) { return sn_loops_span(node).outer; }

static int64_t matrix_rows(const sn_node *node)
{
    const sn_shape *x = &sn_in(node, 0)->shape;
    return x->d[x->rank - 1] == 0 ? 0 : sn_shape_count(x) / x->d[x->rank - 1];
}

/* ---- what their templates need besides ------------------------------------------------------- */

static sn_status bind_rotary(sn_emit *e, const sn_step *s, sn_bind *b)
{
    const sn_rotary_embedding_params *p = s->node->params;
    const sn_shape *x = &sn_in(s->node, SN_ROTARY_X)->shape;
    (void)e;
    sn_bind_int(b, CT_turned,
                p->rotary_embedding_dim ? p->rotary_embedding_dim : x->d[x->rank - 1]);
    sn_bind_int(b, CT_cos_heads, sn_rotary_heads(x, &sn_in(s->node, SN_ROTARY_COS)->shape));
    sn_bind_int(b, CT_sin_heads, sn_rotary_heads(x, &sn_in(s->node, SN_ROTARY_SIN)->shape));
    return SN_OK;
}

static const sn_loops_row rows[] = {
    {.op = &sn_op_glu, .name = "glu", .body = sn_text_glu, .units = blocks, .cost = 3},
    {.op = &sn_op_rotary_embedding,
     .name = "rotary_embedding",
     .body = sn_text_rotary_embedding,
     .units = matrix_rows,
     .bind = bind_rotary,
     .cost = 3},
};

SN_LOOPS_KERNEL(lines, "plain loops over lines or rows", &sn_op_glu, &sn_op_rotary_embedding)
