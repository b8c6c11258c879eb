/* SPDX-License-Identifier: Apache-2.0
 *
 * elements: elementwise operators where some operand or result is not f32. Row by row, with axes
 * merged as far as the strides of all operands allow; each operator's result is rounded or wrapped
 * to its type before the next reads it. Vectors where elements_vector.c can, else plain loops over
 * single elements. */
#include "kernels/elements.h"

enum { ELEMENTS_A_UNIT = 4096 };

static sn_type operand_type(const sn_elements *e, const sn_element_operand *o)
{
    return o->member >= 0 ? e->member[o->member].type : e->outside[o->outside].type;
}

sn_domain sn_element_domain(const sn_elements *e, const sn_element_member *m, sn_type *wraps_to)
{
    sn_type types[SN_MAX_EPILOGUE_OPERANDS];
    int n = 0;
    *wraps_to = SN_TYPE_UNKNOWN;
    if (m->expr->kind == SN_EXPR_INPUT && /* a cast */
        sn_convert_domain(operand_type(e, &m->operand[m->expr->input]), m->type) == SN_IN_FLOAT)
        return SN_IN_FLOAT;
    for (int i = 0; i < m->n; i++) {
        const sn_element_operand *o = &m->operand[i];
        if (o->member >= 0 || o->outside >= 0) types[n++] = operand_type(e, o);
    }
    return sn_typed_domain(types, n, m->type, wraps_to);
}

/* ---- planning -------------------------------------------------------------------------------- */

static bool runs_on(const sn_elements *c, const sn_shape *y, int outer, int axis)
{
    for (int i = 0; i < c->n_outside; i++)
        if (c->stride[i][outer] != c->outside[i].stride[axis] * y->d[axis]) return false;
    return true;
}

/* Axes from `from` up to `to` behind those that are there: of size 1 they go, and neighbours become
 * one where each operand runs on from one to the next. */
static void merge_axes(sn_elements *c, const sn_shape *y, int from, int to)
{
    const int first = c->n_axes;
    for (int k = from; k < to; k++) {
        if (y->d[k] == 1) continue;
        const int outer = c->n_axes - 1;
        const bool merge = outer >= first && runs_on(c, y, outer, k);
        const int at = merge ? outer : c->n_axes++;
        c->size[at] = merge ? c->size[at] * y->d[k] : y->d[k];
        for (int i = 0; i < c->n_outside; i++) c->stride[i][at] = c->outside[i].stride[k];
    }
    if (c->n_axes > first) return;
    for (int i = 0; i < c->n_outside; i++) c->stride[i][first] = 0;
    c->size[c->n_axes++] = 1;
}

bool sn_elements_fit_runs(sn_elements *c, const sn_shape *y, int axis)
{
    c->n_axes = 0;
    merge_axes(c, y, 0, axis);
    const int first = c->n_axes;
    merge_axes(c, y, axis, y->rank);
    if (c->n_axes != first + 1) return false;
    if (c->size[first] == 1) c->stride[0][first] = 1; /* sums stand side by side */
    for (int i = 0; i < c->n_outside; i++)
        if (c->stride[i][first] != 0 && c->stride[i][first] != 1) return false;
    return true;
}

static int64_t rows_of(const sn_elements *c)
{
    int64_t rows = 1;
    for (int k = 0; k + 1 < c->n_axes; k++) rows *= c->size[k];
    return rows;
}

/* One row is cut into pieces, several are shared as they are. */
static sn_status plan(const sn_kernel_ctx *k, sn_step *s)
{
    sn_elements *c = s->config;
    (void)k;
    c->n_axes = 0;
    merge_axes(c, &s->out[0]->shape, 0, s->out[0]->shape.rank);
    const int64_t width = c->size[c->n_axes - 1], rows = rows_of(c);
    c->chunk = c->n_axes == 1 ? ELEMENTS_A_UNIT : ELEMENTS_A_UNIT / (width > 0 ? width : 1);
    if (c->chunk < 1) c->chunk = 1;
    s->n_phases = 1;
    s->units[0] = ((c->n_axes == 1 ? width : rows) + c->chunk - 1) / c->chunk;
    s->flops = (double)c->n_members * (double)sn_shape_count(&s->out[0]->shape);
    s->why = c->n_axes == 1 ? "one row" : "row by row";
    return SN_OK;
}

/* ---- printing -------------------------------------------------------------------------------- */

static void add_pointers(sn_emit *e, const sn_step *s, const sn_elements *c, sn_str *out)
{
    for (int i = 0; i < c->n_outside; i++) {
        const sn_element_outside *o = &c->outside[i];
        if (!o->place && !o->packed) continue; /* sums */
        sn_str_addf(out, "    const %s *const o%d = %s;\n", sn_emit_type(o->type), i,
                    o->place ? sn_emit_in(e, o->place) : sn_emit_packed_as(e, o->packed, o->type));
    }
    sn_str_addf(out, "    %s *const y = %s;\n", sn_emit_type(s->out[0]->type),
                sn_emit_out(e, s->out[0]));
}

/* The pointers of a row: r0, r1, .. and r. */
static void add_row(const sn_elements *c, const char *type, sn_str *out)
{
    const int outer = c->n_axes - 1;
    sn_str_add(out, "        long rest = row;\n");
    for (int k = outer - 1; k >= 0; k--)
        sn_str_addf(out, "        const long i%d = rest %% %lld;\n        rest /= %lld;\n", k,
                    (long long)c->size[k], (long long)c->size[k]);
    sn_str_add(out, "        (void)rest;\n");
    for (int i = 0; i < c->n_outside; i++) {
        sn_str_addf(out, "        const %s *const r%d = o%d", sn_emit_type(c->outside[i].type), i,
                    i);
        for (int k = 0; k < outer; k++) {
            if (c->stride[i][k]) sn_str_addf(out, " + i%d * %lld", k, (long long)c->stride[i][k]);
        }
        sn_str_add(out, ";\n");
    }
    sn_str_addf(out, "        %s *const r = y + row * %lld;\n", type, (long long)c->size[outer]);
}

static const char *read_outside(sn_emit *e, const sn_elements *c, int i)
{
    const char *row = c->n_axes == 1 ? "o" : "r";
    const long long step = (long long)c->stride[i][c->n_axes - 1];
    sn_arena *a = sn_emit_arena(e);
    if (step == 0) return sn_arena_printf(a, "%s%d[0]", row, i);
    if (step == 1) return sn_arena_printf(a, "%s%d[i]", row, i);
    return sn_arena_printf(a, "%s%d[i * %lld]", row, i, step);
}

const bool *sn_elements_read(const sn_elements *c, sn_arena *arena)
{
    bool *read = SN_NEW_N(arena, bool, c->n_members);
    read[c->n_members - 1] = true;
    for (int k = c->n_members - 1; k >= 0; k--) {
        const sn_element_member *m = &c->member[k];
        for (int i = 0; read[k] && i < m->n; i++)
            if (m->operand[i].member >= 0 && sn_expr_reads(m->expr, (uint16_t)i))
                read[m->operand[i].member] = true;
    }
    return read;
}

/* v<k> = .., as it is stored. */
static void add_member(sn_emit *e, const sn_elements *c, int k, const char *indent, sn_str *out)
{
    sn_arena *a = sn_emit_arena(e);
    const sn_element_member *m = &c->member[k];
    const char *names[SN_MAX_EPILOGUE_OPERANDS];
    sn_type wraps_to = SN_TYPE_UNKNOWN;
    const sn_domain domain = sn_element_domain(c, m, &wraps_to);
    sn_str before;
    sn_str_init(&before, a);
    sn_str_addf(out, "%s%s v%d;\n%s{\n", indent, sn_emit_type(m->type), k, indent);
    for (int i = 0; i < m->n; i++) {
        const sn_element_operand *o = &m->operand[i];
        names[i] = sn_arena_printf(a, "x%d", i);
        if (!sn_expr_reads(m->expr, (uint16_t)i)) continue;
        const char *from =
            o->member >= 0 ? sn_arena_printf(a, "v%d", o->member) : read_outside(e, c, o->outside);
        sn_str_addf(out, "%s    const %s x%d = %s;\n", indent, sn_typed_c(domain), i,
                    sn_emit_load_for(e, operand_type(c, o), domain, m->type, from));
    }
    const char *result = sn_emit_typed_expr(e, m->expr, names, domain, wraps_to,
                                            sn_arena_printf(a, "%s    ", indent), &before);
    sn_str_add(out, before.s);
    sn_str_addf(out, "%s    v%d = %s;\n%s}\n", indent, k, sn_emit_store(e, m->type, domain, result),
                indent);
}

static void add_scalars(sn_emit *e, const sn_elements *c, const char *y, const char *indent,
                        sn_str *out)
{
    const bool *read = sn_elements_read(c, sn_emit_arena(e));
    for (int k = 0; k < c->n_members; k++) {
        add_member(e, c, k, indent, out);
        if (!read[k]) sn_str_addf(out, "%s(void)v%d;\n", indent, k);
    }
    sn_str_addf(out, "%s%s[i] = v%d;\n", indent, y, c->n_members - 1);
}

/* A row in vectors; what is left over is copied into one, and its result out of it. */
static sn_status add_vectors(sn_emit *e, const sn_elements *c, const char *from, const char *end,
                             const char *indent, sn_str *out)
{
    const bool one = c->n_axes == 1;
    const char *x = one ? "o" : "r", *y = one ? "y" : "r", *lines = NULL;
    const char *inner = sn_arena_printf(sn_emit_arena(e), "%s    ", indent);
    SN_TRY(sn_element_vectors(e, c, x, y, "i", inner, &lines));
    sn_str_addf(out, "%slong i = %s;\n%sfor (; i + VL <= %s; i += VL) {\n%s%s}\n", indent, from,
                indent, end, lines, indent);
    sn_str_addf(out, "%sif (i < %s) {\n%sconst size_t left = (size_t)(%s - i);\n", indent, end,
                inner, end);
    for (int i = 0; i < c->n_outside; i++) {
        const char *type = sn_emit_type(c->outside[i].type);
        if (c->stride[i][c->n_axes - 1])
            sn_str_addf(out, "%s%s s%d[VL] = {0};\n%smemcpy(s%d, %s%d + i, left * sizeof *s%d);\n",
                        inner, type, i, inner, i, x, i, i);
        else
            sn_str_addf(out, "%sconst %s *const s%d = %s%d;\n", inner, type, i, x, i);
    }
    SN_TRY(sn_element_vectors(e, c, "s", "last_ones", "0", inner, &lines));
    sn_str_addf(out,
                "%s%s last_ones[VL];\n%s%smemcpy(%s + i, last_ones, left * sizeof *last_ones);\n"
                "%s}\n",
                inner, sn_emit_type(c->member[c->n_members - 1].type), lines, inner, y, indent);
    return SN_OK;
}

static sn_status emit(sn_emit *e, const sn_step *s)
{
    const sn_elements *c = s->config;
    const bool one = c->n_axes == 1, vectors = sn_element_in_vectors(sn_emit_machine(e), c);
    const long long width = (long long)c->size[c->n_axes - 1], chunk = (long long)c->chunk;
    const long long all = one ? width : (long long)rows_of(c);
    sn_arena *a = sn_emit_arena(e);
    const char *indent = one ? "    " : "        ", *inner = sn_arena_printf(a, "%s    ", indent),
               *from = one ? sn_arena_printf(a, "first * %lld", chunk) : "0",
               *end = one ? "end" : sn_arena_printf(a, "%lld", width);
    sn_str out;
    sn_str_init(&out, a);
    add_pointers(e, s, c, &out);
    sn_str_addf(&out, "    const long end = last * %lld < %lld ? last * %lld : %lld;\n", chunk, all,
                chunk, all);
    if (!one) {
        sn_str_addf(&out, "    for (long row = first * %lld; row < end; row++) {\n", chunk);
        add_row(c, sn_emit_type(s->out[0]->type), &out);
    }
    if (vectors) {
        SN_TRY(add_vectors(e, c, from, end, indent, &out));
    } else {
        sn_str_addf(&out, "%sfor (long i = %s; i < %s; i++) {\n", indent, from, end);
        add_scalars(e, c, one ? "y" : "r", inner, &out);
        sn_str_addf(&out, "%s}\n", indent);
    }
    if (!one) sn_str_add(&out, "    }\n");
    sn_emit_function(e, s, 0, out.s);
    return SN_OK;
}

/* ---- tails ----------------------------------------------------------------------------------- */

/* The pointers of a run from its element `place` on: r0, the sums, r1, .. and r. Names of the
 * kernel's template come in through the arguments alone, which are read before any is hidden. */
static void add_run(const sn_elements *c, const char *const *args, const char *type, sn_str *out)
{
    const int outer = c->n_axes - 1;
    sn_str_addf(out,
                "{\n        const int32_t *const r0 = %s;\n"
                "        const long run = %s, from = %s, run_end = %s;\n        long rest = run;\n",
                args[0], args[1], args[2], args[3]);
    for (int k = outer - 1; k >= 0; k--)
        sn_str_addf(out, "        const long axis%d = rest %% %lld;\n        rest /= %lld;\n", k,
                    (long long)c->size[k], (long long)c->size[k]);
    sn_str_add(out, "        (void)rest;\n");
    for (int i = 1; i < c->n_outside; i++) {
        sn_str_addf(out, "        const %s *const r%d = o%d", sn_emit_type(c->outside[i].type), i,
                    i);
        for (int k = 0; k < outer; k++)
            if (c->stride[i][k])
                sn_str_addf(out, " + axis%d * %lld", k, (long long)c->stride[i][k]);
        sn_str_add(out, c->stride[i][outer] ? " + from;\n" : ";\n");
    }
    for (int k = 0; k < outer; k++) sn_str_addf(out, "        (void)axis%d;\n", k);
    sn_str_addf(out, "        %s *const r = y + run * %lld + from;\n", type,
                (long long)c->size[outer]);
}

static sn_status apply_tail(void *user, sn_emit *e, const char *const *args, int n, sn_str *out)
{
    const sn_step *s = user;
    const sn_elements *c = s->tail;
    const char *end = "run_end";
    if (n != 4)
        return sn_fail(sn_emit_ctx(e), SN_E_INTERNAL, "TAIL takes 4 arguments, found %d", n);
    add_run(c, args, sn_emit_type(s->out[0]->type), out);
    if (sn_element_in_vectors(sn_emit_machine(e), c)) {
        SN_TRY(add_vectors(e, c, "0", end, "        ", out));
    } else {
        sn_str_addf(out, "        for (long i = 0; i < %s; i++) {\n", end);
        add_scalars(e, c, "r", "            ", out);
        sn_str_add(out, "        }\n");
    }
    sn_str_add(out, "        }");
    return SN_OK;
}

sn_status sn_bind_tail(sn_emit *e, sn_bind *b, const sn_step *s)
{
    sn_str declared;
    sn_str_init(&declared, sn_emit_arena(e));
    if (s->tail) add_pointers(e, s, s->tail, &declared);
    if (declared.n) declared.s[--declared.n] = 0; /* the template's line ends it */
    sn_bind_int(b, CT_HAS_TAIL, s->tail != NULL);
    sn_bind_text(b, CT_TAIL_DECLARE, declared.n ? declared.s : "");
    sn_bind_call(b, CT_TAIL, apply_tail, (void *)(uintptr_t)s);
    return SN_OK;
}

const sn_kernel sn_kernel_elements = {
    .name = "elements",
    .synopsis = "elementwise operators on elements of any type, several in one sweep",
    .typed = true,
    .plan = plan,
    .emit = emit,
};
