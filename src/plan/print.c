/* SPDX-License-Identifier: Apache-2.0
 *
 * Programs as text; see print.h. */
#include "plan/print.h"

#include <inttypes.h>

static const char kind_letter[] = {
    [SN_OPERAND_ELEMENTWISE] = 's', [SN_OPERAND_CHANNEL] = 'c', [SN_OPERAND_PIXEL] = 'p',
    [SN_OPERAND_SCALAR] = 'x',      [SN_OPERAND_STRIDED] = 't', [SN_OPERAND_LAST] = 'l',
};

static const char *infix_of(sn_fn fn)
{
    switch (fn) {
    case SN_FN_add:
        return " + ";
    case SN_FN_sub:
        return " - ";
    case SN_FN_mul:
        return " * ";
    case SN_FN_div:
        return " / ";
    default:
        return NULL;
    }
}

static bool needs_brackets(const sn_expr *e) { return e->kind == SN_EXPR_CALL && infix_of(e->fn); }

static void print_inner(const sn_expr *e, const sn_epilogue *operands, sn_str *out)
{
    if (needs_brackets(e)) sn_str_add(out, "(");
    sn_formula_print(e, operands, out);
    if (needs_brackets(e)) sn_str_add(out, ")");
}

void sn_formula_print(const sn_expr *e, const sn_epilogue *operands, sn_str *out)
{
    if (e->kind == SN_EXPR_NUMBER) {
        sn_str_addf(out, "%.6g", e->number);
        return;
    }
    if (e->kind == SN_EXPR_INPUT) {
        if (e->input == 0)
            sn_str_add(out, "a");
        else
            sn_str_addf(out, "%c%d", kind_letter[operands->outside[e->input - 1].kind],
                        e->input - 1);
        return;
    }
    const char *infix = infix_of(e->fn);
    if (infix) {
        print_inner(e->arg[0], operands, out);
        sn_str_add(out, infix);
        print_inner(e->arg[1], operands, out);
        return;
    }
    sn_str_addf(out, "%s(", sn_fn_name(e->fn));
    for (int i = 0; i < sn_fn_n_args(e->fn); i++) {
        if (i) sn_str_add(out, ", ");
        sn_formula_print(e->arg[i], operands, out);
    }
    sn_str_add(out, ")");
}

static void print_place(const sn_place *p, sn_str *out)
{
    if (!p) {
        sn_str_add(out, "_");
        return;
    }
    sn_str_add(out, p->layout.kind == SN_LAYOUT_BLOCKED ? "b " : "p ");
    if (p->type != SN_TYPE_f32) sn_str_addf(out, "%s ", sn_type_name(p->type));
    for (int i = 0; i < p->shape.rank; i++)
        sn_str_addf(out, "%s%" PRId64, i ? "x" : "", p->shape.d[i]);
    if (p->shape.rank == 0) sn_str_add(out, "1");
    const sn_storage *s = p->storage;
    int64_t at = p->offset + (s->where == SN_IN_WORKSPACE ? s->offset : 0);
    if (s->where == SN_IN_WORKSPACE) {
        sn_str_addf(out,
                    !s->lasts     ? " @%" PRId64
                    : p->of_image ? " @image+%" PRId64
                                  : " @images+%" PRId64,
                    at);
        return;
    }
    sn_str_addf(out, " @%s%" PRIu32, s->where == SN_IN_INPUT ? "in" : "out", s->index);
    if (at) sn_str_addf(out, "+%" PRId64, at);
}

static void print_places(const sn_place *const *list, int n, sn_str *out)
{
    for (int i = 0; i < n; i++) {
        if (i) sn_str_add(out, ", ");
        print_place(list[i], out);
    }
}

static const sn_phase *first_phase(const sn_program *p, const sn_step *s)
{
    size_t i = 0;
    while (p->phase[i].step != s) i++;
    return &p->phase[i];
}

static void print_step(const sn_program *p, const sn_step *s, sn_str *out)
{
    const sn_phase *first = first_phase(p, s);
    sn_str_addf(out, "%" PRIu32 " %c %s ", s->id, first->barrier ? '|' : ' ', s->kernel->name);
    for (size_t i = 0; i < s->n_nodes; i++) {
        sn_str_addf(out, "%s%s", i ? ", " : " ",
                    s->nodes[i]->name ? s->nodes[i]->name : s->nodes[i]->op->name);
    }
    sn_str_add(out, ": ");
    print_places(s->in, s->n_in, out);
    sn_str_add(out, s->n_in ? " -> " : "-> ");
    print_places(s->out, s->n_out, out);
    if (s->prologue) {
        sn_str_add(out, "; of ");
        sn_formula_print(s->prologue->epilogue.expr, &s->prologue->epilogue, out);
    }
    if (s->epilogue.expr) {
        sn_str_add(out, "; y = ");
        sn_formula_print(s->epilogue.expr, &s->epilogue, out);
        for (int i = 0; i < s->epilogue.n; i++) {
            const sn_epilogue_operand *o = &s->epilogue.outside[i];
            if (!o->place) continue;
            sn_str_addf(out, "; %c%d: ", kind_letter[o->kind], i);
            print_place(o->place, out);
        }
    }
    if (s->pool) sn_str_add(out, "; pooled");
    if (s->pool && s->pool->epilogue.expr) {
        sn_str_add(out, ", then ");
        sn_formula_print(s->pool->epilogue.expr, &s->pool->epilogue, out);
    }
    if (first->thread != SN_ALL_THREADS) sn_str_addf(out, "; thread %d", first->thread);
    sn_str_add(out, "\n");
}

void sn_program_print(const sn_program *p, sn_str *out)
{
    for (size_t i = 0; i < p->n_steps; i++) print_step(p, p->step[i], out);
    for (size_t i = 0; i < p->n_stages; i++)
        sn_str_addf(out, "steps %zu to %zu: %s\n", p->stage[i].first,
                    p->stage[i].first + p->stage[i].n - 1,
                    p->stage[i].by_image ? "image by image" : "each for all images");
    sn_str_addf(out, "workspace: %" PRId64 " bytes, %" PRId64 " without sharing\n",
                p->workspace_bytes, p->tensor_bytes);
    if (p->batch > 1)
        sn_str_addf(out, "and for %" PRId64 " images %" PRId64 " bytes\n", p->batch,
                    p->images_bytes);
}
