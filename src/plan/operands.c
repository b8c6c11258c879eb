/* SPDX-License-Identifier: Apache-2.0
 *
 * How the operands of a formula are read next to a result: by the pattern of their strides.
 * Constants are written out in just that pattern, so that kernels read vectors. */
#include <math.h>
#include <string.h>

#include "plan/planner.h"

typedef struct pattern {
    sn_epilogue_operand_kind kind;
    bool ok;
} pattern;

static bool dense_from(const sn_shape *s, const int64_t *stride, int axis)
{
    int64_t step = 1;
    for (int k = s->rank - 1; k >= axis; k--) {
        if (s->d[k] != 1 && stride[k] != step) return false;
        step *= s->d[k];
    }
    return true;
}

static bool zero(const sn_shape *s, const int64_t *stride, int from, int to)
{
    for (int k = from; k < to; k++) {
        if (s->d[k] != 1 && stride[k] != 0) return false;
    }
    return true;
}

static pattern pattern_of(const sn_shape *s, const int64_t *stride, sn_layout_kind kind,
                          bool strided)
{
    int last = s->rank - 1;
    if (zero(s, stride, 0, s->rank)) return (pattern){SN_OPERAND_SCALAR, true};
    if (dense_from(s, stride, 0)) return (pattern){SN_OPERAND_ELEMENTWISE, true};
    if (kind == SN_LAYOUT_BLOCKED) {
        if (zero(s, stride, 1, s->rank)) return (pattern){SN_OPERAND_CHANNEL, stride[0] == 1};
        if (zero(s, stride, 0, 1) && dense_from(s, stride, 1))
            return (pattern){SN_OPERAND_PIXEL, true};
        return (pattern){SN_OPERAND_ELEMENTWISE, false};
    }
    if (zero(s, stride, 0, last) && stride[last] == 1 && !strided)
        return (pattern){SN_OPERAND_LAST, true};
    return (pattern){SN_OPERAND_STRIDED, strided};
}

/* Of operand i. A value is BLOCKED by its own first axis: where that is not the result's, since the
 * result has axes of size 1 in front, it is read as a map of pixels. */
static pattern pattern_in(const sn_formula *f, int i, const sn_shape *shape, sn_layout_kind kind,
                          bool strided)
{
    const sn_value *v = f->operand[i].value;
    const pattern at = pattern_of(shape, f->operand[i].stride, kind, strided);
    if (kind != SN_LAYOUT_BLOCKED || at.kind != SN_OPERAND_ELEMENTWISE || !at.ok || !v ||
        sn_value_is_const(v) || v->shape.d[0] == shape->d[0])
        return at;
    return shape->d[0] == 1 ? (pattern){SN_OPERAND_PIXEL, true}
                            : (pattern){SN_OPERAND_ELEMENTWISE, false};
}

bool sn_plan_can_read(const planner *p, const sn_formula *f, int i, const sn_shape *shape,
                      sn_layout_kind kind, bool strided)
{
    (void)p;
    return (!f->operand[i].value && !f->operand[i].numbers) ||
           pattern_in(f, i, shape, kind, strided).ok;
}

/* ---- constants ------------------------------------------------------------------------------- */

static sn_status constant_numbers(planner *p, const sn_formula *f, int i, const float **out)
{
    *out = f->operand[i].numbers;
    if (*out) return SN_OK;
    const sn_tensor *t = sn_const_of(f->operand[i].value), *plain = NULL;
    if (!t) return sn_fail(p->ctx, SN_E_UNSUPPORTED, "a constant has no contents");
    SN_TRY(sn_tensor_convert(p->ctx, t, SN_TYPE_f32, &plain));
    *out = sn_arena_copy(p->arena, sn_tensor_f32(plain),
                         (size_t)sn_tensor_count(plain) * sizeof(float));
    sn_tensor_release(plain);
    return SN_OK;
}

/* The range of constants; anything where they are unknown. */
static sn_interval numbers_range(planner *p, const sn_formula *f, int i)
{
    const float *from = NULL;
    int64_t n = f->operand[i].numbers ? f->operand[i].n_numbers
                                      : sn_shape_count(&f->operand[i].value->shape);
    if (constant_numbers(p, f, i, &from) != SN_OK || n == 0) return SN_PAD_ANY;
    sn_interval all = {(double)from[0], (double)from[0], isnan(from[0])};
    for (int64_t k = 1; k < n; k++)
        all =
            sn_interval_hull(all, (sn_interval){(double)from[k], (double)from[k], isnan(from[k])});
    return all;
}

sn_interval sn_plan_operand_pad(planner *p, const sn_formula *f, int i, const sn_shape *shape)
{
    const sn_value *v = f->operand[i].value;
    if (!v && !f->operand[i].numbers) return (sn_interval){0, 0, false};
    const sn_epilogue_operand_kind kind = pattern_in(f, i, shape, SN_LAYOUT_BLOCKED, false).kind;
    const bool constant = f->operand[i].numbers || sn_value_is_const(v);
    if (kind == SN_OPERAND_SCALAR || kind == SN_OPERAND_PIXEL)
        return constant ? numbers_range(p, f, i) : SN_PAD_ANY;
    if (constant) return (sn_interval){0, 0, false};
    return plan_of(p, v)->primary_layout == SN_LAYOUT_BLOCKED ? plan_of(p, v)->pad : SN_PAD_ANY;
}

static sn_status pack(planner *p, sn_step *s, const sn_formula *f, int i, const sn_shape *shape,
                      sn_layout_kind kind, sn_epilogue_operand *out)
{
    const float *from = NULL;
    const sn_layout l = sn_plan_layout(p, shape, kind);
    int64_t n = f->operand[i].numbers ? f->operand[i].n_numbers
                                      : sn_shape_count(&f->operand[i].value->shape);
    int lanes = p->k.machine->lanes;
    if (s->n_packed == SN_MAX_PACKED)
        return sn_fail(p->ctx, SN_E_UNSUPPORTED, "more than %d constants in one step",
                       SN_MAX_PACKED);
    SN_TRY(constant_numbers(p, f, i, &from));
    bool blocked = out->kind == SN_OPERAND_ELEMENTWISE && kind == SN_LAYOUT_BLOCKED;
    int64_t floats = blocked ? sn_plan_floats(p, &l) : (n + lanes - 1) / lanes * lanes;
    float *to = sn_step_pack(&p->k, s, floats, "operand of what is done to the result");
    out->packed = s->packed[s->n_packed - 1];
    if (!blocked) {
        memcpy(to, from, (size_t)n * sizeof *to);
        return SN_OK;
    }
    for (int64_t c = 0; c < l.channels; c++) {
        for (int64_t x = 0; x < l.pixels; x++)
            to[c / lanes * l.plane + x * lanes + c % lanes] = from[c * l.pixels + x];
    }
    return SN_OK;
}

/* ---- operands -------------------------------------------------------------------------------- */

sn_status sn_plan_epilogue_operand(planner *p, sn_step *s, const sn_formula *f, int i,
                                   const sn_shape *shape, sn_layout_kind kind, bool strided,
                                   sn_epilogue_operand *out, bool *ok)
{
    const sn_value *v = f->operand[i].value;
    pattern at = pattern_in(f, i, shape, kind, strided);
    *ok = at.ok;
    if (!at.ok) return SN_OK;
    *out = (sn_epilogue_operand){.kind = at.kind};
    memcpy(out->stride, f->operand[i].stride, sizeof out->stride);
    if (f->operand[i].numbers || sn_value_is_const(v)) return pack(p, s, f, i, shape, kind, out);
    sn_layout_kind wanted = kind == SN_LAYOUT_BLOCKED && (at.kind == SN_OPERAND_ELEMENTWISE ||
                                                          at.kind == SN_OPERAND_CHANNEL)
                                ? SN_LAYOUT_BLOCKED
                                : SN_LAYOUT_PLAIN;
    bool vector_in_front =
        at.kind == SN_OPERAND_CHANNEL && (v->shape.rank == 0 || v->shape.d[0] != shape->d[0]);
    if (vector_in_front) { /* (1, C) read as channels: by its elements alone */
        *ok = false;
        return SN_OK;
    }
    return sn_plan_read_f32(p, v, wanted, &out->place);
}
