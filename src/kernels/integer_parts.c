/* SPDX-License-Identifier: Apache-2.0
 *
 * What the kernels of sums of products of bytes have in common: tiles, weights, helpers. */
#include <string.h>

#include "kernels/integer.h"
#include "kernels/tiling.h"
#include "ops/conv.h"

extern const char sn_text_integer_simd[], sn_text_integer_tile[];

enum { MOST_VECTORS = 6, MOST_ROWS = 12 };

/* ---- tiles ----------------------------------------------------------------------------------- */

/* Registers: sums, columns, a row, and a product of pairs. */
static int64_t rows_for(const sn_machine *m, int64_t vectors, int64_t each)
{
    const int64_t rows = (m->registers - vectors - (each == 2 ? 2 : 1)) / vectors;
    return rows < 1 ? 1 : rows > MOST_ROWS ? MOST_ROWS : rows;
}

void sn_integer_choose_tile(const sn_machine *m, integer_tiling *t)
{
    const int64_t lanes = m->lanes, vectors = (t->n_columns + lanes - 1) / lanes;
    const int64_t most = m->registers < 32 ? MOST_VECTORS / 2 : MOST_VECTORS;
    double best = 0;
    for (int64_t nv = most; nv >= 1; nv--) {
        int64_t mr = rows_for(m, nv, t->each);
        const int64_t blocks = (t->n_rows + mr - 1) / mr;
        mr = (t->n_rows + blocks - 1) / blocks;
        const double padded = (double)((vectors + nv - 1) / nv * nv) * (double)(blocks * mr);
        /* loads beside the multiplications */
        const double each = 1 + 0.5 * (double)(nv + mr) / (double)(nv * mr);
        if (best > 0 && padded * each >= best) continue;
        best = padded * each;
        t->nv = nv;
        t->mr = mr;
    }
    t->width = t->nv * lanes;
    t->blocks = (t->n_rows + t->mr - 1) / t->mr;
    t->panels = (t->n_columns + t->width - 1) / t->width;
}

bool sn_integer_by_fours(const sn_machine *m) { return m->dot || m->lanes == 1; }

/* ---- constants ------------------------------------------------------------------------------- */

/* Numbers of a value of integers; NULL: not a constant. Left out: none. */
const sn_tensor *sn_integer_constant(const sn_node *node, unsigned slot)
{
    const sn_value *v = slot < node->n_in ? sn_in(node, slot) : NULL;
    return v && sn_value_is_const(v) ? sn_const_of(v) : NULL;
}

int64_t sn_integer_number(const sn_tensor *t, int64_t i)
{
    return t ? (int64_t)sn_tensor_at(t, i) : 0;
}

int64_t sn_integer_zero_at(const sn_tensor *zero, int64_t i)
{
    return zero ? sn_integer_number(zero, sn_tensor_count(zero) == 1 ? 0 : i) : 0;
}

bool sn_integer_given(const sn_node *node, unsigned slot)
{
    return slot < node->n_in && sn_in(node, slot);
}

/* Of weights whose zero points go along an axis of which each place has `inner` elements: whether
 * they are constant, and fit into a byte with a sign. */
bool sn_integer_fixed(const sn_node *node, unsigned slot, unsigned zero_slot)
{
    return sn_integer_constant(node, slot) &&
           (!sn_integer_given(node, zero_slot) || sn_integer_constant(node, zero_slot));
}

bool sn_integer_fits_bytes(const sn_node *node, unsigned slot, unsigned zero_slot, int64_t inner)
{
    const sn_tensor *w = sn_integer_constant(node, slot),
                    *zero = sn_integer_constant(node, zero_slot);
    const int64_t n = sn_tensor_count(w), n_zeros = zero ? sn_tensor_count(zero) : 1;
    for (int64_t i = 0; i < n; i++) {
        const int64_t v = sn_integer_number(w, i) - sn_integer_zero_at(zero, i / inner % n_zeros);
        if (v < -128 || v > 127) return false;
    }
    return true;
}

int32_t sn_integer_together(const int64_t *v, int64_t each)
{
    const int64_t bits = 32 / each, mask = ((int64_t)1 << bits) - 1;
    uint32_t all = 0;
    int32_t same;
    for (int64_t i = 0; i < each; i++) all |= (uint32_t)(v[i] & mask) << bits * i;
    memcpy(&same, &all, sizeof same);
    return same;
}

const char *sn_integer_flip(int64_t each)
{
    return each == 2 ? " ^ 8388736 /* 128 for each number */"
                     : " ^ -2139062144 /* 128 for each byte */";
}

int32_t *sn_integer_pack_ints(const sn_kernel_ctx *k, sn_step *s, int64_t n, const char *what,
                              const sn_packed **out)
{
    void *data = sn_step_pack(k, s, n, what);
    *out = s->packed[s->n_packed - 1];
    return data;
}

const char *sn_integer_zero(sn_emit *e, const sn_step *s, unsigned slot, bool is_signed)
{
    sn_arena *a = sn_emit_arena(e);
    const char *plus = is_signed ? " + 128" : "";
    if (!sn_integer_given(s->node, slot)) return is_signed ? "128" : "0";
    if (s->in[slot]) return sn_arena_printf(a, "(%s)[0]%s", sn_emit_in(e, s->in[slot]), plus);
    return sn_arena_printf(a, "%d%s", (int)sn_integer_number(sn_integer_constant(s->node, slot), 0),
                           plus);
}

/* Constants beside other operands that are not. */
sn_status sn_integer_pack_rest(const sn_kernel_ctx *k, sn_step *s, unsigned slot,
                               const sn_packed **out)
{
    if (!sn_integer_given(s->node, slot) || s->in[slot] || *out) return SN_OK;
    SN_TRY(sn_step_pack_value(k, s, sn_in(s->node, slot), "an operand of integers"));
    *out = s->packed[s->n_packed - 1];
    return SN_OK;
}

const char *sn_integer_operand(sn_emit *e, const sn_step *s, unsigned slot, const sn_packed *packed)
{
    if (slot < (unsigned)s->n_in && s->in[slot]) return sn_emit_in(e, s->in[slot]);
    return packed ? sn_emit_packed_as(e, packed, sn_in(s->node, slot)->type) : "";
}

/* "- zero[i]", of the weights. */
const char *sn_integer_weight_zero(sn_emit *e, const sn_step *s, unsigned slot, const char *name,
                                   const char *index)
{
    if (!sn_integer_given(s->node, slot)) return "0";
    const bool one = sn_shape_count(&sn_in(s->node, slot)->shape) == 1;
    return sn_arena_printf(sn_emit_arena(e), "%s[%s]", name, one ? "0" : index);
}

bool sn_integer_signed(const sn_node *node, unsigned slot)
{
    return sn_in(node, slot)->type == SN_TYPE_i8;
}

/* ---- the functions that both call ------------------------------------------------------------ */

bool sn_integer_weights_are_fixed(const sn_node *conv)
{
    return sn_integer_fixed(conv, SN_CONV_WEIGHT, SN_CONV_WEIGHT_ZERO);
}

int64_t sn_integer_weight(const sn_node *conv, int64_t i, int64_t oc)
{
    return sn_integer_number(sn_integer_constant(conv, SN_CONV_WEIGHT), i) -
           sn_integer_zero_at(sn_integer_constant(conv, SN_CONV_WEIGHT_ZERO), oc);
}

sn_status sn_integer_pack_bias(const sn_kernel_ctx *k, sn_step *s, int64_t n, const sn_packed **out)
{
    if (sn_integer_given(s->node, SN_CONV_BIAS))
        return sn_integer_pack_rest(k, s, SN_CONV_BIAS, out);
    (void)sn_integer_pack_ints(k, s, n, "no bias", out);
    return SN_OK;
}

const char *sn_integer_bias(sn_emit *e, const sn_step *s, const sn_packed *packed)
{
    if (sn_integer_given(s->node, SN_CONV_BIAS))
        return sn_integer_operand(e, s, SN_CONV_BIAS, packed);
    return sn_emit_packed_as(e, packed, SN_TYPE_i32);
}

sn_status sn_emit_integers(sn_emit *e)
{
    static const char name[] = "integer_simd";
    const char *text;
    if (sn_emit_has_helper(e, name)) return SN_OK;
    sn_bind *b = sn_bind_create(e);
    sn_bind_int(b, CT_LANES, sn_emit_machine(e)->lanes);
    sn_bind_int(b, CT_FOURS, sn_integer_by_fours(sn_emit_machine(e)));
    SN_TRY(sn_template(e, "integer_simd.ct", sn_text_integer_simd, b, &text));
    sn_emit_helper(e, name, text);
    return SN_OK;
}

sn_status sn_integer_helper(sn_emit *e, sn_bind *b, const char *name, const char *file,
                            const char *body)
{
    const char *text;
    if (sn_emit_has_helper(e, name)) return SN_OK;
    sn_bind_text(b, CT_NAME, name);
    SN_TRY(sn_template(e, file, body, b, &text));
    sn_emit_helper(e, name, text);
    return SN_OK;
}

void sn_integer_bind(sn_bind *b, const integer_tiling *t, bool conv, bool flips)
{
    const sn_named_int ints[] = {
        {CT_MR, t->mr},     {CT_NV, t->nv},         {CT_WIDTH, t->width},
        {CT_EACH, t->each}, {CT_BLOCKS, t->blocks}, {CT_PANELS, t->panels},
        {CT_CONV, conv},    {CT_DEPTH, t->depth},   {CT_DYNAMIC, t->dynamic},
    };
    sn_bind_ints(b, ints, sizeof ints / sizeof *ints);
    sn_bind_text(b, CT_FLIP, flips ? sn_integer_flip(t->each) : "");
}

sn_status sn_integer_tile(sn_emit *e, sn_bind *b, const integer_tiling *t, bool conv, bool flips)
{
    const char *name = sn_arena_printf(sn_emit_arena(e), "integer_%s%s_%lldx%lld%s",
                                       conv ? "pixels" : "rows", t->each == 2 ? "_pairs" : "",
                                       (long long)t->mr, (long long)t->nv, flips ? "_signed" : "");
    SN_TRY(sn_emit_integers(e));
    sn_bind_text(b, CT_TILE_NAME, name);
    return sn_integer_helper(e, b, name, "integer_tile.ct", sn_text_integer_tile);
}
