/* SPDX-License-Identifier: Apache-2.0
 *
 * What sinter knows of itself, item by item: operators, passes, networks, formats, losses,
 * optimizers. */
#include "api/model.h"
#include "api/report.h"
#include "kernels/kernel.h"
#include "passes/pass.h"
#include "zoo/zoo.h"

#define SN_NO_NULL(text) ((text) ? (text) : "")

/* ---- operators ------------------------------------------------------------------------------- */

bool sn_op_at(uint32_t index, sn_op_info *out)
{
    const sn_op *op = sn_format_op_at(index);
    if (!op) return false;
    *out = (sn_op_info){
        .name = op->name,
        .kind = sn_fusion_kind_name(op->kind),
        .synopsis = op->synopsis,
        .is_frame = (op->traits & (SN_TRAIT_INPUT | SN_TRAIT_CONSTANT | SN_TRAIT_OUTPUT)) != 0,
        .infers = op->infer != NULL,
        .evaluates = sn_op_evaluates(op),
        .is_affine = op->affine != NULL,
        .folds_affine = op->fold_out != NULL,
        .has_act = op->has_act,
        .is_act = op->as_act != NULL,
        .may_be_identity = op->identity != NULL,
        .has_cost = op->cost != NULL,
        .has_gradient = sn_op_has_grad(op),
        .compiles = sn_kernel_knows(op),
        .compiles_types = sn_kernel_knows_types(op),
    };
    while (op->slots && op->slots[out->n_inputs].name) out->n_inputs++;
    return true;
}

bool sn_op_input_at(uint32_t index, uint32_t slot, sn_role_info *out)
{
    sn_op_info info;
    if (!sn_op_at(index, &info) || slot >= info.n_inputs) return false;
    const sn_slot *s = &sn_format_op_at(index)->slots[slot];
    *out = (sn_role_info){s->name, (s->flags & SN_SLOT_OPTIONAL) != 0,
                          (s->flags & SN_SLOT_VARIADIC) != 0};
    return true;
}

bool sn_op_is_spelled(uint32_t index, const char *format)
{
    const sn_op *op = sn_format_op_at(index);
    const sn_format *f = sn_format_named(format);
    return op && f && f->spells && f->spells(op);
}

/* ---- passes ---------------------------------------------------------------------------------- */

static const sn_pass *pass_at(uint32_t index, sn_pass_info *out)
{
    size_t n = 0;
    const sn_pass_entry *entries = sn_passes(&n);
    for (size_t i = 0; i < n; i++) {
        if (!entries[i].pass) {
            out->stage = entries[i].stage;
            out->stage_what = entries[i].what;
        } else if (!index--) {
            return entries[i].pass;
        }
    }
    return NULL;
}

bool sn_pass_at(uint32_t index, sn_pass_info *out)
{
    sn_pass_info info = {.stage = "", .stage_what = ""};
    const sn_pass *p = pass_at(index, &info);
    if (!p) return false;
    info.name = p->name;
    info.arrow = p->arrow;
    info.needs = p->needs;
    info.covers = SN_NO_NULL(p->covers);
    *out = info;
    return true;
}

bool sn_pass_after_at(uint32_t index, uint32_t which, const char **other, const char **why)
{
    sn_pass_info info = {0};
    const sn_pass *p = pass_at(index, &info);
    const sn_pass_after *a = p ? p->after : NULL;
    for (; a && a->pass && which; a++) which--;
    if (!a || !a->pass) return false;
    *other = a->pass;
    *why = SN_NO_NULL(a->why);
    return true;
}

/* ---- networks, formats ----------------------------------------------------------------------- */

bool sn_machine_info_at(uint32_t index, sn_list_info *out)
{
    const sn_machine *m = sn_machine_at(index);
    if (!m) return false;
    *out = (sn_list_info){m->name, m->help};
    return true;
}

bool sn_zoo_at(uint32_t index, sn_list_info *out)
{
    size_t n = 0;
    const sn_zoo_entry *zoo = sn_zoo(&n);
    if (index >= n) return false;
    *out = (sn_list_info){zoo[index].name, zoo[index].help};
    return true;
}

bool sn_format_at(uint32_t index, sn_list_info *out)
{
    size_t n = 0;
    const sn_format *const *formats = sn_formats(&n);
    if (index >= n) return false;
    *out = (sn_list_info){formats[index]->name, formats[index]->help};
    return true;
}

bool sn_loss_at(uint32_t index, sn_list_info *out)
{
    static const sn_list_info losses[] = {
#define LOSS(id, name, what) {name, what},
#include "train/losses.def"
#undef LOSS
    };
    if (index >= sizeof losses / sizeof losses[0]) return false;
    *out = losses[index];
    return true;
}

bool sn_optimizer_at(uint32_t index, sn_list_info *out)
{
    static const sn_list_info optimizers[] = {
#define OPTIMIZER(id, name, what) {name, what},
#include "train/optimizers.def"
#undef OPTIMIZER
    };
    if (index >= sizeof optimizers / sizeof optimizers[0]) return false;
    *out = optimizers[index];
    return true;
}
