/* SPDX-License-Identifier: Apache-2.0 */
#include "kernels/panel.h"

#include "kernels/tiling.h"

extern const char sn_text_panel[], sn_text_pad_band[];

/* ---- any copy -------------------------------------------------------------------------------- */

sn_status sn_bind_as_read(sn_emit *e, sn_bind *b, const sn_step *s)
{
    static const sn_step nothing;
    return sn_bind_epilogue(e, b, s->prologue ? s->prologue : &nothing);
}

sn_status sn_emit_copy(sn_emit *e, const sn_step *s, const char *stem, const char *form, sn_bind *b,
                       const char **name, const char **args)
{
    sn_arena *arena = sn_emit_arena(e);
    const int64_t channels = s->in[0] ? s->in[0]->layout.channels : 0;
    SN_TRY(sn_bind_as_read(e, b, s));
    *args = sn_bound_text(b, CT_EPLACES);
    sn_bind_int(b, CT_CHANNELS, channels);
    sn_bind_int(b, CT_REST, channels % sn_emit_machine(e)->lanes);
    return sn_emit_numbered_helper(e, stem, sn_arena_printf(arena, "%s.ct", stem), form, b, name);
}

/* ---- panels of pixels ------------------------------------------------------------------------ */

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

sn_status sn_bind_prologue(sn_emit *e, sn_bind *b, const sn_step *s, const sn_panel *panel)
{
    const char *name = "", *args = "";
    if (s->prologue) {
        sn_bind *inner = sn_bind_create(e);
        sn_bind_panel(inner, s, panel);
        SN_TRY(sn_emit_copy(e, s, "panel", sn_text_panel, inner, &name, &args));
    }
    sn_bind_int(b, CT_PROLOGUE, s->prologue != NULL);
    sn_bind_text(b, CT_PANEL, name);
    sn_bind_text(b, CT_PANEL_ARGS, args);
    return SN_OK;
}

/* ---- bands of rows --------------------------------------------------------------------------- */

sn_status sn_bind_band(sn_emit *e, sn_bind *b, const sn_step *s)
{
    const char *name, *args;
    SN_TRY(sn_emit_copy(e, s, "pad_band", sn_text_pad_band, sn_bind_create(e), &name, &args));
    sn_bind_text(b, CT_BAND, name);
    sn_bind_text(b, CT_BAND_ARGS, args);
    return SN_OK;
}
