/* SPDX-License-Identifier: Apache-2.0
 *
 * Epilogues as inline helpers, and the texts that kernels put around them; see emit.h. */
#include <string.h>

#include "kernels/emit_inner.h"

typedef struct use {
    const sn_step *step;
    const char *name; /* of the helper; NULL: nothing is done */
    const char *key;  /* for ${ENAME} */
} use;

static const char kind_letter[] = {'s', 'c', 'p', 'x', 't', 'l'};

/* The helper on vectors, and NAME_1 on single floats. */
static const char *helper_text(sn_emit *e, const sn_epilogue *ep, const char *name, bool vector)
{
    const char *names[1 + SN_MAX_EPILOGUE_OPERANDS] = {"a"}, *type = vector ? "vf" : "float";
    sn_str text, before;
    sn_str_init(&text, e->arena);
    sn_str_init(&before, e->arena);
    sn_str_addf(&text, "static inline %s %s%s(%s a", type, name, vector ? "" : "_1", type);
    for (int i = 0; i < ep->n; i++) {
        names[1 + i] = sn_arena_printf(e->arena, "o%d", i);
        sn_str_addf(&text, ", %s o%d", type, i);
    }
    sn_str_add(&text, ")\n{\n");
    const char *result = sn_emit_expr(e, ep->expr, names, vector, "    ", &before);
    sn_str_add(&text, before.s);
    for (int i = 0; i <= ep->n; i++) {
        if (!sn_expr_reads(ep->expr, (uint16_t)i)) sn_str_addf(&text, "    (void)%s;\n", names[i]);
    }
    sn_str_addf(&text, "    return %s;\n}\n", result);
    return text.s;
}

static void name_epilogue(sn_emit *e, use *u)
{
    const sn_epilogue *ep = &u->step->epilogue;
    u->key = "";
    if (!ep->expr) return;
    const char *body = helper_text(e, ep, "?", true);
    u->name = sn_map_get(e->names, body);
    if (!u->name) {
        u->name = sn_arena_printf(e->arena, "finish_%u", (unsigned)++e->n_epilogues);
        sn_map_put(e->names, body, (void *)(uintptr_t)u->name);
    }
    sn_str key;
    sn_str_init(&key, e->arena);
    sn_str_addf(&key, "_%s", u->name + strlen("finish_"));
    for (int i = 0; i < ep->n; i++) sn_str_addf(&key, "%c", kind_letter[ep->outside[i].kind]);
    u->key = key.s;
}

/* Prints the helper where it is not there; unused ones would be warned of. */
static void need_helper(sn_emit *e, const use *u, bool vector)
{
    const char *name = vector ? u->name : sn_arena_printf(e->arena, "%s_1", u->name);
    if (!sn_emit_has_helper(e, name))
        sn_emit_helper(e, name, helper_text(e, &u->step->epilogue, u->name, vector));
}

const char *sn_emit_called(sn_emit *e, const sn_expr *expr, const char *x)
{
    sn_str before;
    sn_str_init(&before, e->arena);
    const char *inlined = sn_emit_expr(e, expr, &x, false, "", &before);
    if (!before.n) return inlined;
    sn_step *s = SN_NEW(e->arena, sn_step);
    s->epilogue.expr = expr;
    use u = {.step = s};
    name_epilogue(e, &u);
    need_helper(e, &u, false);
    return sn_arena_printf(e->arena, "%s_1(%s)", u.name, x);
}

/* How operand i is read as a vector or as a single element. `block`/`pixel` are channel/pixel of a
 * single BLOCKED element, and flat/last of PLAIN ones. */
static void read_operand(const use *u, int i, bool vector, bool plain, const char *block,
                         const char *pixel, sn_str *out)
{
    switch (u->step->epilogue.outside[i].kind) {
    case SN_OPERAND_ELEMENTWISE:
        if (plain && vector) sn_str_addf(out, "v_load(o%d + (%s))", i, block);
        if (plain && !vector) sn_str_addf(out, "o%d[%s]", i, block);
        if (!plain && vector)
            sn_str_addf(out, "v_load(o%d + (%s) * o%d_plane + (%s) * VL)", i, block, i, pixel);
        if (!plain && !vector)
            sn_str_addf(out, "o%d[(%s) / VL * o%d_plane + (%s) * VL + (%s) %% VL]", i, block, i,
                        pixel, block);
        break;
    case SN_OPERAND_CHANNEL:
        if (vector)
            sn_str_addf(out, "v_load(o%d + (%s) * VL)", i, block);
        else
            sn_str_addf(out, "o%d[%s]", i, block);
        break;
    case SN_OPERAND_PIXEL:
        sn_str_addf(out, vector ? "v_set1(o%d[%s])" : "o%d[%s]", i, pixel);
        break;
    case SN_OPERAND_SCALAR:
        sn_str_addf(out, vector ? "v_set1(*o%d)" : "*o%d", i);
        break;
    case SN_OPERAND_STRIDED:
        break; /* map's own */
    case SN_OPERAND_LAST:
        sn_str_addf(out, vector ? "v_load(o%d + (%s))" : "o%d[%s]", i, pixel);
        break;
    }
}

static sn_status apply(const use *u, bool vector, bool plain, const char *const *args, int n,
                       sn_emit *e, sn_str *out)
{
    if (n != 3) return sn_fail(e->ctx, SN_E_INTERNAL, "an epilogue takes 3 arguments, found %d", n);
    if (!u->name) {
        sn_str_add(out, args[0]);
        return SN_OK;
    }
    need_helper(e, u, vector);
    sn_str_addf(out, "%s%s(%s", u->name, vector ? "" : "_1", args[0]);
    for (int i = 0; i < u->step->epilogue.n; i++) {
        sn_str_add(out, ", ");
        read_operand(u, i, vector, plain, args[1], args[2], out);
    }
    sn_str_add(out, ")");
    return SN_OK;
}

static sn_status apply_e(void *user, sn_emit *e, const char *const *args, int n, sn_str *out)
{
    return apply(user, true, false, args, n, e, out);
}
static sn_status apply_e1(void *user, sn_emit *e, const char *const *args, int n, sn_str *out)
{
    return apply(user, false, false, args, n, e, out);
}
static sn_status apply_ep(void *user, sn_emit *e, const char *const *args, int n, sn_str *out)
{
    return apply(user, true, true, args, n, e, out);
}
static sn_status apply_ep1(void *user, sn_emit *e, const char *const *args, int n, sn_str *out)
{
    return apply(user, false, true, args, n, e, out);
}

/* The name for calls of any kind. */
static sn_status helper_name(void *user, sn_emit *e, const char *const *args, int n, sn_str *out)
{
    const use *u = user;
    (void)args, (void)n;
    if (!u->name) return SN_OK;
    need_helper(e, u, true);
    need_helper(e, u, false);
    sn_str_add(out, u->name);
    return SN_OK;
}

static bool has_plane(const sn_step *s, const sn_epilogue_operand *o)
{
    return o->kind == SN_OPERAND_ELEMENTWISE && s->out[0]->layout.kind == SN_LAYOUT_BLOCKED;
}

/* Constants are packed with the planes that their size says. */
static int64_t plane_of(sn_emit *e, const sn_step *s, const sn_epilogue_operand *o)
{
    return o->place ? o->place->layout.plane
                    : o->packed->floats / sn_layout_blocks(&s->out[0]->layout, e->machine->lanes);
}

static sn_status params(void *user, sn_emit *e, const char *const *args, int n, sn_str *out)
{
    (void)e, (void)args, (void)n;
    const sn_step *s = ((const use *)user)->step;
    const sn_epilogue *ep = &s->epilogue;
    for (int i = 0; i < ep->n; i++) {
        sn_str_addf(out, ", const float *o%d", i);
        if (has_plane(s, &ep->outside[i])) sn_str_addf(out, ", long o%d_plane", i);
    }
    return SN_OK;
}

static sn_status pass(const use *u, bool plain, const char *const *args, int n, sn_emit *e,
                      sn_str *out)
{
    const sn_epilogue *ep = &u->step->epilogue;
    if (n != 2) return sn_fail(e->ctx, SN_E_INTERNAL, "EARGS takes 2 arguments, found %d", n);
    for (int i = 0; i < ep->n; i++) {
        sn_str_addf(out, ", o%d", i);
        switch (ep->outside[i].kind) {
        case SN_OPERAND_ELEMENTWISE:
            if (plain)
                sn_str_addf(out, " + (%s)", args[0]);
            else
                sn_str_addf(out, " + (%s) * o%d_plane + (%s) * VL, o%d_plane", args[0], i, args[1],
                            i);
            break;
        case SN_OPERAND_CHANNEL:
            sn_str_addf(out, " + (%s) * VL", args[0]);
            break;
        case SN_OPERAND_PIXEL:
        case SN_OPERAND_LAST:
            sn_str_addf(out, " + (%s)", args[1]);
            break;
        case SN_OPERAND_SCALAR:
        case SN_OPERAND_STRIDED:
            break;
        }
    }
    return SN_OK;
}

static sn_status args_blocked(void *user, sn_emit *e, const char *const *args, int n, sn_str *out)
{
    return pass(user, false, args, n, e, out);
}
static sn_status args_plain(void *user, sn_emit *e, const char *const *args, int n, sn_str *out)
{
    return pass(user, true, args, n, e, out);
}

static const char *address(sn_emit *e, const sn_epilogue_operand *o)
{
    return o->place ? sn_emit_in(e, o->place) : sn_emit_packed(e, o->packed);
}

/* EARGS of block 0 and pixel 0, as the places themselves. */
static const char *places(sn_emit *e, const sn_step *s)
{
    const sn_epilogue *ep = &s->epilogue;
    sn_str out;
    sn_str_init(&out, e->arena);
    for (int i = 0; i < ep->n; i++) {
        const sn_epilogue_operand *o = &ep->outside[i];
        sn_str_addf(&out, ", %s", address(e, o));
        if (has_plane(s, o)) sn_str_addf(&out, ", %ld", (long)plane_of(e, s, o));
    }
    return out.n ? out.s : "";
}

static const char *declarations(sn_emit *e, const sn_step *s)
{
    const sn_epilogue *ep = &s->epilogue;
    sn_str out;
    sn_str_init(&out, e->arena);
    for (int i = 0; i < ep->n; i++) {
        const sn_epilogue_operand *o = &ep->outside[i];
        sn_str_addf(&out, "    const float *const o%d = %s;\n", i, address(e, o));
        if (has_plane(s, o))
            sn_str_addf(&out, "    const long o%d_plane = %ld;\n", i, (long)plane_of(e, s, o));
    }
    if (out.n) out.s[--out.n] = 0; /* the template's line ends it */
    return out.s;
}

sn_status sn_bind_epilogue(sn_emit *e, sn_bind *b, const sn_step *s)
{
    use *u = SN_NEW(e->arena, use);
    u->step = s;
    name_epilogue(e, u);
    sn_bind_call(b, CT_E, apply_e, u);
    sn_bind_call(b, CT_E1, apply_e1, u);
    sn_bind_call(b, CT_EP, apply_ep, u);
    sn_bind_call(b, CT_EP1, apply_ep1, u);
    sn_bind_call(b, CT_EPARAMS, params, u);
    sn_bind_call(b, CT_EARGS, args_blocked, u);
    sn_bind_call(b, CT_EARGSP, args_plain, u);
    sn_bind_text(b, CT_EDECLARE, declarations(e, s));
    sn_bind_text(b, CT_EPLACES, places(e, s));
    sn_bind_text(b, CT_ENAME, u->key);
    sn_bind_call(b, CT_EFUNC, helper_name, u);
    sn_bind_int(b, CT_EHAS, s->epilogue.expr != NULL);
    return SN_OK;
}
