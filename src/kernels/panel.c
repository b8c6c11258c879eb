/* SPDX-License-Identifier: Apache-2.0 */
#include "kernels/panel.h"

#include <inttypes.h>

#include "kernels/tiling.h"

extern const char sn_text_panel[];

void sn_bind_panel(sn_bind *b, const sn_step *s, const sn_panel *panel)
{
    const sn_named_int ints[] = {{"BLOCKS", panel->blocks},
                                 {"X_PLANE", s->in[0] ? s->in[0]->layout.plane : 0},
                                 {"G_PLANE", panel->plane},
                                 {"OH", panel->out[1]},
                                 {"OW", panel->out[2]},
                                 {"SD", panel->stride[0]},
                                 {"SH", panel->stride[1]},
                                 {"SW", panel->stride[2]},
                                 {"IH", panel->in[1]},
                                 {"IW", panel->in[2]},
                                 {"DENSE", panel->in[0] == panel->out[0] &&
                                               panel->in[1] == panel->out[1] &&
                                               panel->in[2] == panel->out[2]}};
    sn_bind_ints(b, ints, sizeof ints / sizeof ints[0]);
}

sn_status sn_bind_prologue(sn_emit *e, sn_bind *b, const sn_step *s, const sn_panel *panel)
{
    const char *text, *name = "", *args = "";
    if (s->prologue) {
        sn_bind *inner = sn_bind_create(e);
        name = sn_arena_printf(sn_emit_arena(e), "panel_%" PRIu32, s->id);
        SN_TRY(sn_bind_epilogue(e, inner, s->prologue));
        SN_TRY(sn_template_line(e, "panel.c", "${EPLACES}", inner, &args));
        sn_bind_text(inner, "NAME", name);
        sn_bind_panel(inner, s, panel);
        SN_TRY(sn_template(e, "panel.ct", sn_text_panel, inner, &text));
        sn_emit_helper(e, name, text);
    }
    sn_bind_int(b, "PROLOGUE", s->prologue != NULL);
    sn_bind_text(b, "PANEL", name);
    sn_bind_text(b, "PANEL_ARGS", args);
    return SN_OK;
}
