/* SPDX-License-Identifier: Apache-2.0
 *
 * From a record to an operator with params and slots: the part that all rows share. Slots whose
 * role the layer loads come from the weight file, the others take the layer's inputs in order. */
#include "formats/ncnn/map.h"

#include "ops/structure.h"

#include <string.h>

void *sn_ncnn_field(const sn_op *op, const void *params, const char *name)
{
    const sn_param *p = op->params ? sn_param_find(op->params, name) : NULL;
    return p ? (char *)params + p->offset : NULL;
}

int sn_ncnn_slot_of(const sn_op *op, const char *role)
{
    for (int i = 0; op->slots && op->slots[i].name; i++)
        if (op->slots[i].name[0] == role[0] && strcmp(op->slots[i].name, role) == 0) return i;
    return -1;
}

int32_t sn_ncnn_get(const sn_ncnn_values *v, const char *name)
{
    const sn_ncnn_param *p = sn_ncnn_param_named(v->layer, name);
    return p ? sn_ncnn_int(v, p->id) : 0;
}

bool sn_ncnn_has_param(const sn_ncnn_layer *layer, const char *name)
{
    return sn_ncnn_param_named(layer, name) != NULL;
}

/* ---- params ---------------------------------------------------------------------------------- */

static void set_param(sn_ncnn_import *im, const sn_param *p, const sn_ncnn_value *v)
{
    char *field = (char *)im->params + p->offset;
    switch (p->kind) {
    case SN_PK_INT:
    case SN_PK_ENUM:
        *(int32_t *)field = (int32_t)v->word;
        break;
    case SN_PK_BOOL:
        *(int32_t *)field = v->word != 0;
        break;
    case SN_PK_F32:
        *(float *)field = sn_ncnn_unbits(v->word);
        break;
    case SN_PK_INTS:
        *(sn_ints *)field = sn_ints_of(im->arena, v->n, (const int32_t *)v->words);
        break;
    case SN_PK_FLOATS:
        *(sn_floats *)field = sn_floats_of(im->arena, v->n, (const float *)v->words);
        break;
    case SN_PK_STR:
        *(const char **)field = v->s;
        break;
    case SN_PK_NAMES:
    case SN_PK_SIZES:
    case SN_PK_ACT:
        break; /* hooks set these */
    }
}

static sn_status set_params(sn_ncnn_import *im)
{
    const sn_op *op = im->op;
    if (!op->params) return SN_OK;
    const sn_ncnn_bound *bound = sn_ncnn_bound_of(im->row);
    sn_params_init(op->params, im->params);
    for (const sn_param *p = op->params; p->name; p++) {
        const sn_ncnn_param *from = bound->tied[p - op->params];
        if (!from) continue;
        set_param(im, p, &im->v.v[from->id]);
    }
    for (const sn_ncnn_tie *t = im->row->ties; t->kind != SN_TIE_END; t++)
        if (t->kind == SN_TIE_SET) *(int32_t *)sn_ncnn_field(op, im->params, t->op) = t->value;
    return SN_OK;
}

static bool is_meant(const sn_ncnn_import *im)
{
    for (const sn_ncnn_tie *t = im->row->ties; t->kind != SN_TIE_END; t++)
        if (t->kind == SN_TIE_WHEN && sn_ncnn_get(&im->v, t->ncnn) != t->value) return false;
    return true;
}

/* ---- slots ----------------------------------------------------------------------------------- */

static int load_of(const sn_ncnn_loads *loads, const char *role)
{
    for (size_t i = 0; i < loads->n; i++)
        if (loads->v[i].role[0] == role[0] && strcmp(loads->v[i].role, role) == 0) return (int)i;
    return -1;
}

static bool weights_are_inputs(const sn_ncnn_import *im)
{
    for (const sn_ncnn_tie *t = im->row->ties; t->kind != SN_TIE_END; t++)
        if (t->kind == SN_TIE_DYNAMIC) return im->loads.n == 0;
    return false;
}

static void set_slots(sn_ncnn_import *im)
{
    const sn_op *op = im->op;
    int n = sn_op_n_slots(op), next = 0, bottoms = im->record->n_bottoms;
    bool dynamic = weights_are_inputs(im);
    im->slots = SN_NEW_N(im->arena, sn_ncnn_slot, n + bottoms);
    im->n_slots = n;
    for (int i = 0; i < n; i++) {
        const sn_slot *slot = &op->slots[i];
        int load = load_of(&im->loads, slot->name);
        if (load >= 0) {
            im->slots[i] = (sn_ncnn_slot){.from = SN_FROM_WEIGHT, .index = load};
        } else if (slot->flags & SN_SLOT_VARIADIC) {
            im->n_slots = i;
            while (next < bottoms)
                im->slots[im->n_slots++] = (sn_ncnn_slot){.from = SN_FROM_BOTTOM, .index = next++};
        } else if (next < bottoms && (dynamic || !(slot->flags & SN_SLOT_WEIGHT))) {
            im->slots[i] = (sn_ncnn_slot){.from = SN_FROM_BOTTOM, .index = next++};
        }
    }
}

/* Every input has a slot, every slot that must be filled is, and nothing is loaded in vain. */
static void check_slots(sn_ncnn_import *im)
{
    const sn_op *op = im->op;
    bool *used = SN_NEW_N(im->arena, bool, im->record->n_bottoms + 1);
    bool *loaded = SN_NEW_N(im->arena, bool, im->loads.n + 1);
    for (int i = 0; i < im->n_slots; i++) {
        const sn_ncnn_slot *s = &im->slots[i];
        const sn_slot *slot = sn_op_slot(op, (unsigned)i);
        if (s->from == SN_FROM_BOTTOM) used[s->index] = true;
        if (s->from == SN_FROM_WEIGHT) loaded[s->index] = true;
        if (s->from == SN_FROM_NOTHING && !(slot->flags & (SN_SLOT_OPTIONAL | SN_SLOT_VARIADIC)))
            SN_DECLINE(im, "it has no %s", slot->name);
    }
    if (im->n_slots < sn_op_min_inputs(op)) SN_DECLINE(im, "it has too few inputs");
    for (int i = 0; i < im->record->n_bottoms; i++)
        if (!used[i]) SN_DECLINE(im, "it has more inputs than expected");
    for (size_t i = 0; i < im->loads.n; i++)
        if (!loaded[i]) SN_DECLINE(im, "it has %s, which is not supported", im->loads.v[i].role);
    if (op->n_out != SN_VARIADIC_OUT && im->record->n_tops != op->n_out)
        SN_DECLINE(im, "it has %d results, %d expected", im->record->n_tops, op->n_out);
    while (im->n_slots > 0 && im->slots[im->n_slots - 1].from == SN_FROM_NOTHING) im->n_slots--;
}

/* ---- values that ncnn runs ------------------------------------------------------------------- */

/* Whether ncnn runs such a layer though a param is out of its range; `wrong` begins with it. */
static bool runs_anyway(const char *type, const char *wrong)
{
    static const char *const known[][2] = {
#define RUNS(layer, param) {#layer, #param},
#include "formats/ncnn/runs.def"
#undef RUNS
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const size_t n = strlen(known[i][1]);
        if (strcmp(type, known[i][0]) == 0 && strncmp(wrong, known[i][1], n) == 0 &&
            wrong[n] == ' ')
            return true;
    }
    return false;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static sn_status try_row(sn_ncnn_import *im, const sn_ncnn_row *row)
{
    im->row = row;
    im->declined = NULL;
    im->op = sn_ncnn_bound_of(row)->op;
    if (!im->op)
        return sn_fail(im->ctx, SN_E_INTERNAL, "%s: there is no operator '%s'",
                       sn_ncnn_import_where(im), row->op);
    if (!is_meant(im)) {
        SN_DECLINE(im, "another row is meant");
        return SN_OK;
    }
    im->params = im->op->params_bytes ? sn_arena_alloc(im->arena, im->op->params_bytes) : NULL;
    SN_TRY(set_params(im));
    set_slots(im);
    if (row->hooks && row->hooks->import) SN_TRY(row->hooks->import(im));
    if (im->declined) return SN_OK;
    check_slots(im);
    if (im->declined) return SN_OK;
    if (im->op->params) {
        const char *wrong = sn_params_check(im->op->params, im->params, im->arena);
        if (!wrong && im->op->validate) wrong = im->op->validate(im->params, im->arena);
        if (wrong && runs_anyway(im->record->type, wrong)) {
            im->out_of_range = wrong;
            SN_DECLINE(im, "%s", wrong);
        } else if (wrong) {
            return sn_fail(im->ctx, SN_E_FORMAT, "%s: %s", sn_ncnn_import_where(im), wrong);
        }
    }
    return SN_OK;
}

/* Its params as text. What the text form cannot hold is shown as `?`. */
static const char *args_of(sn_ncnn_import *im, const sn_ncnn_record *r)
{
    sn_str all;
    sn_str_init(&all, im->arena);
    for (int i = 0; i < r->n_args; i++) {
        sn_str one;
        sn_str_init(&one, im->arena);
        if (sn_ncnn_print_arg(im->ctx, "", r->args[i].id, &r->args[i].value, &one) != SN_OK) {
            sn_ctx_clear_error(im->ctx);
            sn_str_addf(&one, " %d=?", r->args[i].id);
        }
        sn_str_add(&all, i ? one.s : one.s + 1);
    }
    return all.s;
}

static sn_status as_opaque(sn_ncnn_import *im)
{
    const sn_ncnn_record *r = im->record;
    im->row = NULL;
    im->op = sn_op_find("opaque");
    if (!im->op)
        return sn_fail(im->ctx, SN_E_INTERNAL, "%s: there is no operator 'opaque'",
                       sn_ncnn_import_where(im));
    sn_opaque_params *p = SN_NEW(im->arena, sn_opaque_params);
    *p = (sn_opaque_params){
        .type = r->type, .args = args_of(im, r), .n_weights = (int32_t)im->loads.n};
    im->params = p;
    im->n_slots = r->n_bottoms + (int)im->loads.n;
    im->slots = SN_NEW_N(im->arena, sn_ncnn_slot, im->n_slots);
    for (int i = 0; i < im->n_slots; i++)
        im->slots[i] = i < r->n_bottoms
                           ? (sn_ncnn_slot){.from = SN_FROM_BOTTOM, .index = i}
                           : (sn_ncnn_slot){.from = SN_FROM_WEIGHT, .index = i - r->n_bottoms};
    return SN_OK;
}

const char *sn_ncnn_import_where(const sn_ncnn_import *im)
{
    const sn_ncnn_record *r = im->record;
    const char *name = sn_escape(im->arena, r->name), *type = sn_escape(im->arena, r->type);
    return r->line ? sn_arena_printf(im->arena, "%s:%d: %s '%s'", im->file, r->line, type, name)
                   : sn_arena_printf(im->arena, "%s: %s '%s'", im->file, type, name);
}

static bool wants_float(const sn_ncnn_param *p)
{
    return p->kind == SN_NCNN_FLOAT || p->kind == SN_NCNN_FLOATS;
}

/* An int in place of a float, or the other way round; 0 is the same as either. */
static bool is_spelled_otherwise(const sn_ncnn_arg *a, const sn_ncnn_param *p)
{
    bool zero = a->value.form != SN_NCNN_SCALAR || a->value.word == 0;
    for (int k = 0; k < a->value.n; k++) zero = zero && a->value.words[k] == 0;
    return a->value.is_float != wants_float(p) && !zero;
}

/* An int where a float is wanted: older releases take its bits, newer ones its value. */
static bool has_int_for_float(const sn_ncnn_import *im)
{
    for (int i = 0; i < im->record->n_args; i++) {
        const sn_ncnn_arg *a = &im->record->args[i];
        const sn_ncnn_param *p = sn_ncnn_param_of(im->v.layer, a->id);
        if (p && a->text.n > 0 && p->kind != SN_NCNN_STR && wants_float(p) &&
            a->value.form != SN_NCNN_STRING && is_spelled_otherwise(a, p))
            return true;
    }
    return false;
}

/* Older releases of ncnn take digits as they are spelled: an int where a float is wanted keeps the
 * int's bits. */
void sn_ncnn_warn_of_spelling(const sn_ncnn_import *im)
{
    if (!im->record->layer) return;
    for (int i = 0; i < im->record->n_args; i++) {
        const sn_ncnn_arg *a = &im->record->args[i];
        const sn_ncnn_param *p = sn_ncnn_param_of(im->v.layer, a->id);
        if (!p || a->text.n == 0) continue;
        bool wants_array = p->kind == SN_NCNN_INTS || p->kind == SN_NCNN_FLOATS;
        sn_ncnn_form form = p->kind == SN_NCNN_STR ? SN_NCNN_STRING
                            : wants_array          ? SN_NCNN_ARRAY
                                                   : SN_NCNN_SCALAR;
        if (a->value.form != form)
            sn_warn(im->ctx, "%s: param %d (%s) has the wrong form, ncnn reads it as empty",
                    sn_ncnn_import_where(im), a->id, p->name);
        else if (form != SN_NCNN_STRING && is_spelled_otherwise(a, p))
            sn_warn(im->ctx,
                    wants_float(p) ? "%s: param %d (%s) is spelled as an int, and releases of ncnn "
                                     "take its value or its bits; the layer is kept as it is"
                                   : "%s: param %d (%s) is spelled as a float, ncnn takes its bits "
                                     "as an int",
                    sn_ncnn_import_where(im), a->id, p->name);
    }
}

sn_status sn_ncnn_import_record(sn_ctx *ctx, sn_arena *arena, const char *file,
                                const sn_ncnn_record *record, const sn_ncnn_loads *custom,
                                sn_ncnn_import *im)
{
    memset(im, 0, sizeof *im);
    im->ctx = ctx;
    im->arena = im->loads.arena = arena;
    im->file = file;
    im->record = record;
    if (!record->layer) {
        if (custom) im->loads = *custom;
        return as_opaque(im);
    }
    sn_ncnn_record_values(record, &im->v);
    sn_ncnn_loads_of(&im->v, &im->loads);
    if (im->loads.wrong)
        return sn_fail(ctx, SN_E_FORMAT, "%s: %s", sn_ncnn_import_where(im), im->loads.wrong);
    if (has_int_for_float(im)) return as_opaque(im);
    const sn_ncnn_row *row = sn_ncnn_first_of_type(record->layer);
    for (; row; row = sn_ncnn_bound_of(row)->next_of_type) {
        SN_TRY(try_row(im, row));
        if (!im->declined) return SN_OK;
    }
    if (im->out_of_range)
        sn_warn(ctx, "%s: %s; the layer is kept as it is", sn_ncnn_import_where(im),
                im->out_of_range);
    return as_opaque(im);
}

/* ---- activations ----------------------------------------------------------------------------- */

sn_status sn_ncnn_import_act(sn_ncnn_import *im)
{
    sn_act *act = sn_ncnn_field(im->op, im->params, "act");
    int32_t kind = sn_ncnn_get(&im->v, "activation_type");
    const sn_ncnn_value *params =
        &im->v.v[sn_ncnn_param_named(im->v.layer, "activation_params")->id];
    if (kind < 0 || kind >= SN_N_ACTS)
        return sn_fail(im->ctx, SN_E_FORMAT, "%s: activation_type is %d, 0 to %d expected",
                       sn_ncnn_import_where(im), kind, SN_N_ACTS - 1);
    int need = sn_act_n_params(kind);
    if (params->n < need)
        return sn_fail(im->ctx, SN_E_FORMAT, "%s: activation %s has %d params, %d expected",
                       sn_ncnn_import_where(im), sn_act_name(kind), params->n, need);
    *act = (sn_act){.kind = kind};
    if (need > 0) act->a = sn_ncnn_unbits(params->words[0]);
    if (need > 1) act->b = sn_ncnn_unbits(params->words[1]);
    if (kind == SN_ACT_HARD_SWISH && !(act->a > 0))
        SN_DECLINE(im, "its hard swish has a slope that is not positive");
    return SN_OK;
}
