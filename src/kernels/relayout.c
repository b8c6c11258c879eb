/* SPDX-License-Identifier: Apache-2.0
 *
 * relayout: a tensor from one layout to the other, or copied where the layouts are the same. Steps of the program's own. */
#include "kernels/kernel.h"

extern const char sn_text_relayout[];

static sn_status plan(const sn_kernel_ctx *k, sn_step *s)
{
    const sn_layout *from = &s->in[0]->layout, *to = &s->out[0]->layout;
    const sn_layout *blocked = to->kind == SN_LAYOUT_BLOCKED ? to : from;
    s->units[0] = blocked->kind == SN_LAYOUT_BLOCKED ? sn_layout_blocks(blocked, k->machine->lanes) : (from->pixels + 4095) / 4096;
    s->bytes = 8.0 * (double)sn_shape_count(&s->out[0]->shape);
    s->why = from->kind == to->kind ? "copied into a larger tensor" : to->kind == SN_LAYOUT_BLOCKED ? "plain to blocked" : "blocked to plain";
    return SN_OK;
}

static sn_status emit(sn_emit *e, const sn_step *s)
{
    const sn_layout *from = &s->in[0]->layout, *to = &s->out[0]->layout;
    const sn_layout *blocked = to->kind == SN_LAYOUT_BLOCKED ? to : from;
    const char *body = NULL;
    sn_bind *b = sn_bind_create(e);
    sn_bind_text(b, "x", sn_emit_in(e, s->in[0]));
    sn_bind_text(b, "y", sn_emit_out(e, s->out[0]));
    sn_bind_int(b, "FROM_BLOCKED", from->kind == SN_LAYOUT_BLOCKED);
    sn_bind_int(b, "TO_BLOCKED", to->kind == SN_LAYOUT_BLOCKED);
    sn_bind_int(b, "X_PLANE", from->plane);
    sn_bind_int(b, "Y_PLANE", to->plane);
    sn_bind_int(b, "CHANNELS", blocked->channels);
    sn_bind_int(b, "PIXELS", blocked->pixels);
    SN_TRY(sn_template(e, "relayout", sn_text_relayout, b, &body));
    sn_emit_function(e, s, 0, body);
    return SN_OK;
}

const sn_kernel sn_kernel_relayout = {
    .name = "relayout",
    .synopsis = "a tensor from one layout to another",
    .plan = plan,
    .emit = emit,
};
