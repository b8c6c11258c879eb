/* SPDX-License-Identifier: Apache-2.0
 *
 * fold: each element of the image is the sum of what windows have there, in double, or of integers
 * in 64 bits that wrap to the type. */
#include "kernels/loops.h"
#include "kernels/tiling.h"
#include "kernels/typed.h"
#include "ops/ops.h"
#include "ops/unfold.h"

extern const char sn_text_fold[];

static int64_t image_rows(const sn_node *node)
{
    const sn_shape *y = &sn_out(node, 0)->shape;
    return sn_span_count(y, 0, y->rank - 1);
}

static sn_status bind_windows(sn_emit *e, const sn_step *s, sn_bind *b)
{
    const sn_type type = s->out[0]->type;
    const sn_domain domain = sn_type_is_float(type) ? SN_IN_DOUBLE : SN_IN_UNSIGNED;
    sn_window w;
    (void)sn_fold_window(s->node->params, &w); /* infer has accepted it */
    sn_bind_window(b, &w);
    sn_bind_text(b, CT_number, sn_typed_c(domain));
    sn_bind_text(b, CT_element, sn_emit_load(e, type, domain, "from[at]"));
    sn_bind_text(b, CT_total, sn_emit_store(e, type, domain, "sum"));
    return SN_OK;
}

static const sn_loops_row rows[] = {
    {.op = &sn_op_fold,
     .name = "fold",
     .body = sn_text_fold,
     .units = image_rows,
     .bind = bind_windows,
     .typed = true,
     .cost = 24},
};

SN_LOOPS_KERNEL_OF(fold, true, "windows added up to images, of any type", &sn_op_fold)
