/* SPDX-License-Identifier: Apache-2.0 */
#include "kernels/panel.h"

#include <inttypes.h>

#include "base/text.h"
#include "kernels/tiling.h"

extern const char sn_text_panel[];

static bool is_dense(const sn_panel *panel)
{
    for (int i = 0; i < 3; i++)
        if (panel->in[i] != panel->out[i]) return false;
    return true;
}

void sn_bind_panel(sn_bind *b, const sn_step *s, const sn_panel *panel)
{
    const sn_named_int ints[] = {
        {CT_BLOCKS, panel->blocks}, {CT_X_PLANE, s->in[0] ? s->in[0]->layout.plane : 0},
        {CT_G_PLANE, panel->plane}, {CT_OH, panel->out[1]},
        {CT_OW, panel->out[2]},     {CT_SD, panel->stride[0]},
        {CT_SH, panel->stride[1]},  {CT_SW, panel->stride[2]},
        {CT_IH, panel->in[1]},      {CT_IW, panel->in[2]},
        {CT_DENSE, is_dense(panel)}};
    sn_bind_ints(b, ints, sizeof ints / sizeof ints[0]);
}

/* All that the text depends on. */
static const char *name_of(sn_emit *e, const sn_bind *b, const sn_step *s, const sn_panel *panel)
{
    sn_str text;
    sn_str_init(&text, sn_emit_arena(e));
    sn_str_addf(&text, "panel_%" PRId64 "_%" PRId64 "_%" PRId64, panel->blocks,
                s->in[0]->layout.plane, panel->plane);
    for (int i = 0; i < 3 && !is_dense(panel); i++)
        sn_str_addf(&text, "_%" PRId64 "to%" PRId64 "by%" PRId64, panel->in[i], panel->out[i],
                    panel->stride[i]);
    sn_str_add(&text, sn_bound_text(b, CT_ENAME));
    return text.s;
}

static sn_status print_panel(sn_emit *e, const sn_step *s, const sn_panel *panel, const char **name,
                             const char **args)
{
    const char *text;
    sn_bind *b = sn_bind_create(e);
    SN_TRY(sn_bind_epilogue(e, b, s->prologue));
    *args = sn_bound_text(b, CT_EPLACES);
    *name = name_of(e, b, s, panel);
    if (sn_emit_has_helper(e, *name)) return SN_OK;
    sn_bind_text(b, CT_NAME, *name);
    sn_bind_panel(b, s, panel);
    SN_TRY(sn_template(e, "panel.ct", sn_text_panel, b, &text));
    sn_emit_helper(e, *name, text);
    return SN_OK;
}

sn_status sn_bind_prologue(sn_emit *e, sn_bind *b, const sn_step *s, const sn_panel *panel)
{
    const char *name = "", *args = "";
    if (s->prologue) SN_TRY(print_panel(e, s, panel, &name, &args));
    sn_bind_int(b, CT_PROLOGUE, s->prologue != NULL);
    sn_bind_text(b, CT_PANEL, name);
    sn_bind_text(b, CT_PANEL_ARGS, args);
    return SN_OK;
}
