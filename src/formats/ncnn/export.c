/* SPDX-License-Identifier: Apache-2.0
 *
 * From an operator with params and inputs to a layer: the part that all rows share. */
#include "formats/ncnn/map.h"
#include "base/ways.h"
#include "formats/ncnn/ops/sizes.h"

#include <float.h>
#include <math.h>
#include <string.h>

const sn_ncnn_layer *sn_ncnn_export_layer(const sn_ncnn_export *ex)
{
    return sn_ncnn_bound_of(ex->row)->layer;
}

static int id_of(const sn_ncnn_export *ex, const char *name)
{
    const sn_ncnn_param *p = sn_ncnn_param_named(sn_ncnn_export_layer(ex), name);
    return p ? p->id : -1;
}

void sn_ncnn_put(sn_ncnn_export *ex, const char *name, sn_ncnn_value value)
{
    int id = id_of(ex, name);
    if (id >= 0) ex->set[id] = value;
}

void sn_ncnn_put_int(sn_ncnn_export *ex, const char *name, int64_t value)
{
    if (value > INT32_MAX || value < INT32_MIN)
        SN_DECLINE(ex, "%s would be %lld, which is no 32-bit number", name, (long long)value);
    else
        sn_ncnn_put(ex, name, sn_ncnn_of_int((int32_t)value));
}

const char *sn_ncnn_term(const sn_ncnn_export *ex, const char *entry)
{
    int *rank = SN_NEW_N(ex->arena, int, ex->n_in + 1);
    for (int i = 0; i < ex->n_in; i++) {
        rank[i] = ex->in[i].present ? ex->in[i].shape.rank : -1;
        if (rank[i] < 0 && ex->asking) rank[i] = SN_NCNN_ANY_RANK;
    }
    return sn_ncnn_size_term(ex->arena, ex->op, entry, ex->n_in, rank);
}

const sn_ncnn_input *sn_ncnn_input_at(const sn_ncnn_export *ex, const char *role)
{
    int slot = sn_ncnn_slot_of(ex->op, role);
    return slot >= 0 && slot < ex->n_in && ex->in[slot].present ? &ex->in[slot] : NULL;
}

float sn_ncnn_limit(float v) { return v == -INFINITY ? -FLT_MAX : v == INFINITY ? FLT_MAX : v; }

void sn_ncnn_export_act(sn_ncnn_export *ex)
{
    const sn_act *act = sn_ncnn_field(ex->op, ex->params, "act");
    if (act->kind < 0 || act->kind >= SN_N_ACTS) {
        SN_DECLINE(ex, "activation %d is none of ncnn's", act->kind);
        return;
    }
    if (act->kind == SN_ACT_HARD_SWISH && !(act->a > 0))
        SN_DECLINE(ex, "a hard swish in an activation slot needs a positive slope");
    float params[2] = {act->a, act->b};
    if (act->kind == SN_ACT_CLIP)
        params[0] = sn_ncnn_limit(act->a), params[1] = sn_ncnn_limit(act->b);
    sn_ncnn_put_int(ex, "activation_type", act->kind);
    sn_ncnn_put(ex, "activation_params",
                sn_ncnn_of_floats(ex->arena, sn_act_n_params(act->kind), params));
}

/* ---- params ---------------------------------------------------------------------------------- */

static sn_ncnn_value value_of(sn_ncnn_export *ex, const sn_param *p)
{
    const char *field = (const char *)ex->params + p->offset;
    switch (p->kind) {
    case SN_PK_INT:
    case SN_PK_BOOL:
    case SN_PK_ENUM:
        return sn_ncnn_of_int(*(const int32_t *)field);
    case SN_PK_F32:
        return sn_ncnn_of_float(*(const float *)field);
    case SN_PK_INTS:
        return sn_ncnn_of_ints(ex->arena, ((const sn_ints *)field)->n, ((const sn_ints *)field)->v);
    case SN_PK_FLOATS:
        return sn_ncnn_of_floats(ex->arena, ((const sn_floats *)field)->n,
                                 ((const sn_floats *)field)->v);
    case SN_PK_STR:
        return sn_ncnn_of_str(*(const char *const *)field);
    case SN_PK_NAMES:
    case SN_PK_SIZES:
    case SN_PK_ACT:
        break;
    }
    return (sn_ncnn_value){.form = SN_NCNN_ABSENT};
}

static bool is_set_by_row(const sn_ncnn_row *row, const char *name, int32_t *value)
{
    for (const sn_ncnn_tie *t = row->ties; t->kind != SN_TIE_END; t++)
        if (t->kind == SN_TIE_SET && strcmp(t->op, name) == 0) {
            *value = t->value;
            return true;
        }
    return false;
}

static bool is_said_by_others(const sn_ncnn_row *row, const char *name)
{
    for (const sn_ncnn_tie *t = row->ties; t->kind != SN_TIE_END; t++)
        if (t->kind == SN_TIE_SAYS && strcmp(t->op, name) == 0) return true;
    return false;
}

static void put_params(sn_ncnn_export *ex)
{
    if (!ex->op->params) return;
    const sn_ncnn_bound *bound = sn_ncnn_bound_of(ex->row);
    for (const sn_param *p = ex->op->params; p->name; p++) {
        int32_t fixed;
        const sn_ncnn_param *to = bound->tied[p - ex->op->params];
        if (to) {
            ex->set[to->id] = value_of(ex, p);
        } else if (is_set_by_row(ex->row, p->name, &fixed)) {
            int32_t is = *(const int32_t *)((const char *)ex->params + p->offset);
            if (is != fixed)
                SN_DECLINE(ex, "%s is %d, %s has %d", p->name, is, ex->row->type, fixed);
        } else if (!is_said_by_others(ex->row, p->name) &&
                   (!ex->row->hooks || !strcmp(p->name, "axis") || !strcmp(p->name, "nd"))) {
            if (sn_param_is_default(ex->op->params, p, ex->params)) continue;
            if (!strcmp(p->name, "axis"))
                SN_DECLINE(ex,
                           "%s is of one image, channels first; give " SN_WAY_INPUT(
                               "NAME=1,...") ", a batch of 1",
                           ex->row->type);
            SN_DECLINE(ex, "%s has no %s", ex->row->type, p->name);
        }
    }
}

static int64_t elements(const sn_ncnn_export *ex, const char *role)
{
    const sn_ncnn_input *in = sn_ncnn_input_at(ex, role);
    return in ? sn_shape_count(&in->shape) : 0;
}

static void put_tie(sn_ncnn_export *ex, const sn_ncnn_tie *t)
{
    const sn_ncnn_input *in;
    const sn_param *p;
    switch (t->kind) {
    case SN_TIE_SIZE:
        if (!ex->asking && elements(ex, t->op) < 0)
            SN_DECLINE(ex, "the size of %s is not known", t->op);
        sn_ncnn_put_int(ex, t->ncnn, elements(ex, t->op));
        break;
    case SN_TIE_HAS:
        sn_ncnn_put_int(ex, t->ncnn, sn_ncnn_input_at(ex, t->op) != NULL);
        break;
    case SN_TIE_DIM:
        in = sn_ncnn_input_at(ex, t->op);
        if (in && in->shape.rank > t->value && sn_dim_known(in->shape.d[t->value]))
            sn_ncnn_put_int(ex, t->ncnn, in->shape.d[t->value]);
        else if (!ex->asking)
            SN_DECLINE(ex, "the shape of %s is not known", t->op);
        break;
    case SN_TIE_GUARD:
        p = sn_param_find(ex->op->params, t->op);
        sn_ncnn_put_int(ex, t->ncnn, !sn_param_is_default(ex->op->params, p, ex->params));
        break;
    case SN_TIE_WHEN:
        sn_ncnn_put_int(ex, t->ncnn, t->value);
        break;
    case SN_TIE_RENAME:
    case SN_TIE_SET:
    case SN_TIE_HOOK:
    case SN_TIE_SAYS:
    case SN_TIE_DYNAMIC:
    case SN_TIE_END:
        break;
    }
}

/* ---- inputs ---------------------------------------------------------------------------------- */

static void place_weights(sn_ncnn_export *ex, bool *is_weight)
{
    ex->weight = SN_NEW_N(ex->arena, int, ex->loads.n + 1);
    for (size_t i = 0; i < ex->loads.n; i++) {
        const sn_ncnn_weight *load = &ex->loads.v[i];
        int slot = ex->load_slot >= 0 ? ex->load_slot : sn_ncnn_slot_of(ex->op, load->role);
        if (slot < 0 || slot >= ex->n_in || !ex->in[slot].present) {
            SN_DECLINE(ex, "%s needs %s", ex->row->type, load->role);
            return;
        }
        if (!ex->in[slot].own) {
            SN_DECLINE(ex, "%s is computed, %s wants a constant", load->role, ex->row->type);
            return;
        }
        if (sn_shape_count(&ex->in[slot].shape) != sn_shape_count(&load->shape)) {
            SN_DECLINE(ex, "%s has %lld elements, %lld expected", load->role,
                       (long long)sn_shape_count(&ex->in[slot].shape),
                       (long long)sn_shape_count(&load->shape));
            return;
        }
        ex->weight[i] = slot;
        is_weight[slot] = true;
    }
}

static void place_bottoms(sn_ncnn_export *ex, const bool *is_weight)
{
    const char *gap = NULL;
    for (int i = 0; i < ex->n_in; i++) {
        if (is_weight[i] || ex->absorbed[i]) continue;
        const sn_slot *slot = sn_op_slot(ex->op, (unsigned)i);
        if (!ex->in[i].present) {
            if (!(slot->flags & SN_SLOT_WEIGHT)) gap = slot->name;
            continue;
        }
        if (gap) SN_DECLINE(ex, "%s cannot have %s without %s", ex->row->type, slot->name, gap);
        if ((slot->flags & SN_SLOT_WEIGHT) && !ex->weights_may_be_bottoms)
            SN_DECLINE(ex, "%s has no place for %s here", ex->row->type, slot->name);
        ex->bottoms[ex->n_bottoms++] = i;
    }
    for (int i = ex->n_in; i < ex->n_in + ex->n_others; i++)
        if (!is_weight[i] && !ex->absorbed[i])
            SN_DECLINE(ex, "%s has no place for what is read behind it", ex->row->type);
}

void sn_ncnn_export_row(sn_ncnn_export *ex)
{
    const sn_ncnn_layer *layer = sn_ncnn_export_layer(ex);
    const int n_in = ex->n_in + ex->n_others;
    memset(ex->set, 0, sizeof ex->set);
    ex->declined = NULL;
    ex->n_bottoms = ex->n_said = 0;
    ex->load_slot = -1;
    ex->bottoms_are_set = ex->weights_may_be_bottoms = false;
    ex->bottoms = SN_NEW_N(ex->arena, int, n_in + 1);
    ex->absorbed = SN_NEW_N(ex->arena, bool, n_in + 1);
    put_params(ex);
    for (const sn_ncnn_tie *t = ex->row->ties; t->kind != SN_TIE_END; t++) put_tie(ex, t);
    if (!ex->declined && ex->row->hooks && ex->row->hooks->export) ex->row->hooks->export(ex);
    if (ex->n_said != ex->n_behind)
        SN_DECLINE(ex, "%s cannot have %s behind it", ex->row->type,
                   ex->behind[ex->n_said]->op->name);
    if (ex->declined || ex->asking) return;
    sn_ncnn_resolve(layer, ex->set, &ex->v);
    ex->loads = (sn_ncnn_loads){.arena = ex->arena};
    sn_ncnn_loads_of(&ex->v, &ex->loads);
    if (ex->loads.wrong) {
        SN_DECLINE(ex, "%s", ex->loads.wrong);
        return;
    }
    bool *is_weight = SN_NEW_N(ex->arena, bool, n_in + 1);
    place_weights(ex, is_weight);
    if (!ex->declined && !ex->bottoms_are_set) place_bottoms(ex, is_weight);
}
