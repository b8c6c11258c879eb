/* SPDX-License-Identifier: Apache-2.0
 *
 * Reports about sinter itself: operators, passes, networks, formats. */
#include <string.h>

#include "api/report.h"
#include "kernels/kernel.h"
#include "passes/pass.h"
#include "zoo/zoo.h"

static const char *slots_text(const sn_report_out *o, const sn_op *op)
{
    sn_str s;
    sn_str_init(&s, o->arena);
    for (const sn_slot *slot = op->slots; slot && slot->name; slot++) {
        sn_str_addf(&s, "%s%s%s", slot == op->slots ? "" : ", ", slot->name,
                    slot->flags & SN_SLOT_VARIADIC   ? "..."
                    : slot->flags & SN_SLOT_OPTIONAL ? "?"
                                                     : "");
    }
    return s.s;
}

sn_status sn_report_ops(const sn_report_out *o, sn_model *m)
{
    static const char *const heads[] = {"operator", "kind", "inputs", "what"};
    (void)m;
    sn_table t;
    sn_table_init(&t, o->arena, 4, heads);
    const sn_op *op;
    for (size_t i = 0; (op = sn_format_op_at(i)); i++) {
        const char *cells[] = {op->name, sn_fusion_kind_name(op->kind), slots_text(o, op),
                               op->synopsis};
        sn_table_row(&t, cells);
    }
    return sn_table_print(&t, o);
}

static const char *mark(bool yes) { return yes ? "x" : "."; }

static bool any_format_writes(const sn_format *f, const sn_op *op)
{
    return f->spells && f->spells(op);
}

/* By whether a map of an output goes into weights (1), and one of an input (2). */
static const char *const folds[] = {".", "out", "in", "in out"};

sn_status sn_report_matrix(const sn_report_out *o, sn_model *m)
{
    enum { N_FIXED = 11 };
    (void)m;
    size_t n_formats = 0;
    const sn_format *const *formats = sn_formats(&n_formats);
    const char **heads = SN_NEW_N(o->arena, const char *, N_FIXED + n_formats);
    static const char *const fixed[] = {"operator", "shape",    "eval",  "gradient",
                                        "code",     "affine",   "folds", "propagates",
                                        "act",      "identity", "cost"};
    memcpy(heads, fixed, sizeof fixed);
    for (size_t f = 0; f < n_formats; f++) heads[N_FIXED + f] = formats[f]->name;
    sn_table t;
    sn_table_init(&t, o->arena, (int)(N_FIXED + n_formats), heads);
    const sn_op *op;
    for (size_t i = 0; (op = sn_format_op_at(i)); i++) {
        unsigned frame = SN_TRAIT_INPUT | SN_TRAIT_CONSTANT | SN_TRAIT_OUTPUT;
        bool is_frame = (op->traits & frame) != 0;
        const char **cells = SN_NEW_N(o->arena, const char *, N_FIXED + n_formats);
        cells[0] = op->name;
        cells[1] = is_frame ? "-" : mark(op->infer != NULL);
        cells[2] = is_frame ? "-" : mark(sn_op_evaluates(op));
        cells[3] = is_frame ? "-" : mark(sn_op_has_grad(op));
        cells[4] = is_frame                    ? "-"
                   : sn_kernel_knows_types(op) ? "x"
                   : sn_kernel_knows(op)       ? "f32" /* and halves, through f32 */
                                               : ".";
        cells[5] = mark(op->affine != NULL);
        cells[6] = folds[(op->fold_in != NULL) * 2 + (op->fold_out != NULL)];
        cells[7] = mark(op->propagate != NULL || sn_op_has(op, SN_TRAIT_VIEW));
        cells[8] = op->has_act ? "slot" : mark(op->as_act != NULL);
        cells[9] = mark(op->identity != NULL);
        cells[10] = mark(op->cost != NULL);
        for (size_t f = 0; f < n_formats; f++)
            cells[N_FIXED + f] = mark(any_format_writes(formats[f], op));
        sn_table_row(&t, cells);
    }
    return sn_table_print(&t, o);
}

sn_status sn_report_passes(const sn_report_out *o, sn_model *m)
{
    (void)m;
    size_t n = 0;
    const sn_pass_entry *passes = sn_passes(&n);
    for (size_t i = 0; i < n; i++) {
        const sn_pass *p = passes[i].pass;
        if (!p) {
            SN_TRY(sn_put(o, "%s%s: %s\n", i ? "\n" : "", passes[i].stage, passes[i].what));
            continue;
        }
        SN_TRY(sn_put(o, "  %-24s %s\n", p->name, p->arrow));
        SN_TRY(sn_put(o, "  %-24s   if %s\n", "", p->needs));
        for (const sn_pass_after *a = p->after; a && a->pass; a++) {
            SN_TRY(sn_put(o, "  %-24s   after %s: %s\n", "", a->pass, a->why));
        }
    }
    return sn_put(o, "\nA stage is repeated until none of its passes fires; when a later stage "
                     "fired, the first begins again.\n");
}

sn_status sn_report_zoo(const sn_report_out *o, sn_model *m)
{
    static const char *const heads[] = {"network", "what"};
    (void)m;
    size_t n = 0;
    const sn_zoo_entry *zoo = sn_zoo(&n);
    sn_table t;
    sn_table_init(&t, o->arena, 2, heads);
    for (size_t i = 0; i < n; i++) {
        const char *cells[] = {zoo[i].name, zoo[i].help};
        sn_table_row(&t, cells);
    }
    return sn_table_print(&t, o);
}

sn_status sn_report_formats(const sn_report_out *o, sn_model *m)
{
    static const char *const heads[] = {"format", "what"};
    (void)m;
    size_t n = 0;
    const sn_format *const *formats = sn_formats(&n);
    sn_table t;
    sn_table_init(&t, o->arena, 2, heads);
    for (size_t i = 0; i < n; i++) {
        const char *cells[] = {formats[i]->name, formats[i]->help};
        sn_table_row(&t, cells);
    }
    return sn_table_print(&t, o);
}
