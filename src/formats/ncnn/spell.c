/* SPDX-License-Identifier: Apache-2.0
 *
 * From a node to lines. With an origin the line keeps its type where a row of that type can spell
 * the node, and its tokens where they still hold: what the origin would be written as today (read
 * again, resolved under today's shapes) is compared with the node, and only differences are
 * applied.
 *
 * What a node's params fix but ncnn decides at run time is checked: the line is read back and
 * resolved under the known shapes. Where ncnn would decide otherwise, a reshape in front makes it
 * decide right, or the node is refused. */
#include "formats/ncnn/spell.h"

#include "base/ways.h"
#include "formats/ncnn/ops/ops.h"
#include "ops/binary.h"
#include "ops/linear.h"
#include "ops/structure.h"

#include <string.h>

/* ---- shapes ---------------------------------------------------------------------------------- */

static const sn_shape *slot_shape(const sn_ncnn_import *im, const sn_ncnn_slot *slot,
                                  const sn_shape *bottom)
{
    static const sn_shape scalar = {0, {0}}, one = {1, {1}};
    switch (slot->from) {
    case SN_FROM_BOTTOM:
        return bottom;
    case SN_FROM_WEIGHT:
        return &im->loads.v[slot->index].shape;
    case SN_FROM_SCALAR:
        return &scalar;
    case SN_FROM_VOID:
        return &one;
    case SN_FROM_NOTHING:
        break;
    }
    return NULL;
}

/* ---- exports --------------------------------------------------------------------------------- */

static void export_setup(sn_ncnn_speller *s, const sn_ncnn_row *row, const sn_op *op,
                         const void *params, int n_in, const sn_ncnn_input *in, sn_ncnn_export *ex)
{
    bool same_type = s->record && strcmp(s->record->type, row->type) == 0;
    *ex = (sn_ncnn_export){.ctx = s->w->ctx,
                           .arena = s->w->scratch,
                           .row = row,
                           .op = op,
                           .params = params,
                           .origin = same_type ? s->record : NULL,
                           .n_in = n_in,
                           .n_out = s->n->n_out,
                           .in = in,
                           .out_shape = s->n->n_out ? &s->n->out[0]->shape : NULL};
}

/* Of the node and those behind it. */
static const sn_ncnn_input *inputs_of(sn_ncnn_speller *s, const sn_node *node,
                                      const sn_value *const *values, int n)
{
    sn_ncnn_input *in = SN_NEW_N(s->w->scratch, sn_ncnn_input, n + 1);
    for (int i = 0; i < n; i++) {
        const sn_value *v = values[i];
        if (!v) continue;
        bool own = sn_ncnn_is_own(v);
        in[i] = (sn_ncnn_input){
            .present = true, .own = own, .shape = *sn_ncnn_shape_of(v), .identity = v};
        in[i].turned =
            i < node->n_in && v != sn_in(node, (unsigned)i) && sn_ncnn_turns(node, (unsigned)i);
        if (!own) continue;
        in[i].data = v->data;
        in[i].is_scalar =
            v->data->shape.rank == 0 && v->data->buf && sn_type_is_float(v->data->type);
        if (in[i].is_scalar) in[i].scalar = (float)sn_tensor_at(v->data, 0);
    }
    return in;
}

/* The origin's inputs, with today's shapes of the blobs it reads. */
static const sn_ncnn_input *origin_inputs(sn_ncnn_speller *s, const sn_shape **shapes)
{
    const sn_ncnn_import *im = &s->was;
    sn_ncnn_input *in = SN_NEW_N(s->w->scratch, sn_ncnn_input, im->n_slots + 1);
    sn_shape *unknown = SN_NEW(s->w->scratch, sn_shape);
    *unknown = sn_shape_unknown();
    for (int i = 0; i < im->n_slots; i++) {
        const sn_ncnn_slot *slot = &im->slots[i];
        const sn_value *v = i < s->n_in ? s->in[i] : NULL;
        shapes[i] = slot_shape(im, slot, v ? sn_ncnn_shape_of(v) : unknown);
        if (!shapes[i]) continue;
        in[i] = (sn_ncnn_input){.present = true,
                                .own = slot->from != SN_FROM_BOTTOM,
                                .is_scalar = slot->from == SN_FROM_SCALAR,
                                .scalar = slot->scalar,
                                .shape = *shapes[i],
                                .identity = slot->from == SN_FROM_BOTTOM
                                                ? (const void *)&im->record->bottoms[slot->index]
                                                : (const void *)slot};
    }
    return in;
}

/* Whether what the layer means depends on shapes. */
static bool is_late(const sn_ncnn_import *im)
{
    bool unresolved = im->op->resolve != NULL;
    for (int i = 0; i < im->n_slots; i++) unresolved = unresolved || im->slots[i].through;
    return unresolved;
}

static void set_behind(const sn_ncnn_speller *s, const sn_node *const *behind, sn_ncnn_export *ex)
{
    ex->n_behind = s->n_behind;
    ex->behind = behind;
    ex->n_others = s->n_in - s->anchor->n_in;
}

/* Whether the nodes behind the anchor of an expansion are those behind ours, but for params. */
static bool same_operators(const sn_ncnn_speller *s, const sn_node *const *behind)
{
    for (int k = 0; k < s->n_behind; k++)
        if (behind[k]->op != s->behind[k]->op || behind[k]->n_in != s->behind[k]->n_in)
            return false;
    return true;
}

/* Whether nothing is computed in front of the node: it reads bottoms, or what shapes make of them.
 */
static bool reads_bottoms(const sn_graph *expansion, const sn_node *n)
{
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_node *def = sn_in(n, i) ? sn_in(n, i)->def : NULL;
        if (def && def != sn_graph_input(expansion) && !def->op->adapts &&
            !sn_op_has(def->op, SN_TRAIT_VIEW | SN_TRAIT_CONSTANT))
            return false;
    }
    return true;
}

/* What the origin, whose bottoms are those of `now`, would be written as now by the same row; false
 * where it is something else. */
static sn_status export_resolved(sn_ncnn_speller *s, const sn_ncnn_export *now, sn_ncnn_export *ex,
                                 bool *ok)
{
    sn_graph *g;
    const char *wrong;
    *ok = false;
    if (now->n_bottoms != s->was.record->n_bottoms) return SN_OK;
    SN_TRY(sn_ncnn_expand_line(s, &s->was, now, &g, &wrong));
    const sn_node **behind = SN_NEW_N(s->w->scratch, const sn_node *, s->n_behind + 1);
    const sn_node *anchor = g ? sn_ncnn_expanded_anchor(s, g, behind) : NULL;
    if (anchor && anchor->op == now->op && same_operators(s, behind) && reads_bottoms(g, anchor)) {
        const void *params = sn_params_copy(anchor->op->params, anchor->op->params_bytes,
                                            anchor->params, s->w->scratch);
        const int n_others = s->n_in - s->anchor->n_in;
        const sn_value **in =
            SN_NEW_N(s->w->scratch, const sn_value *, anchor->n_in + n_others + 1);
        int n = 0;
        for (uint16_t i = 0; i < anchor->n_in; i++)
            in[n++] =
                sn_ncnn_takes_in(anchor, i) ? sn_in(sn_in(anchor, i)->def, 0) : sn_in(anchor, i);
        for (int k = 0; k < s->n_behind; k++)
            for (uint16_t i = 0; i < behind[k]->n_in; i++)
                if (i != sn_ncnn_chain_slot_as(s->behind[k], behind[k]))
                    in[n++] = sn_in(behind[k], i);
        export_setup(s, now->row, anchor->op, params, anchor->n_in, inputs_of(s, anchor, in, n),
                     ex);
        set_behind(s, behind, ex);
        sn_ncnn_export_row(ex);
        *ok = !ex->declined;
    }
    sn_graph_destroy(g);
    return SN_OK;
}

/* What the origin would be written as now; false when it was another operator, or cannot be
 * known. */
static sn_status export_origin(sn_ncnn_speller *s, sn_ncnn_export *ex, bool *ok)
{
    sn_ncnn_import *im = &s->was;
    *ok = false;
    if (!s->record || !im->row || im->op != s->n->op || is_late(im)) return SN_OK; /* alone */
    const sn_shape **shapes = SN_NEW_N(s->w->scratch, const sn_shape *, im->n_slots + 1);
    const sn_ncnn_input *in = origin_inputs(s, shapes);
    export_setup(s, im->row, im->op, im->params, im->n_slots, in, ex);
    sn_ncnn_export_row(ex);
    *ok = !ex->declined;
    return SN_OK;
}

/* ---- lines ----------------------------------------------------------------------------------- */

static const char *node_name(const sn_ncnn_speller *s)
{
    if (s->anchor->name) return s->anchor->name;
    return s->n->n_out && s->n->out[0]->name ? s->n->out[0]->name
                                             : sn_arena_printf(s->w->arena, "n%u", s->n->id);
}

/* A constant that ncnn has no param for stands in a layer of its own. */
static sn_status constant_wire(sn_ncnn_speller *s, const sn_value *v, int *out)
{
    sn_ncnn_writer *w = s->w;
    *out = sn_ncnn_wire_of(w, v);
    sn_ncnn_wire *wire = &w->wires.v[*out];
    if (wire->constant) return SN_OK;
    wire->constant = true;
    const char *name = v->name ? v->name : sn_arena_printf(w->arena, "constant%u", v->id);
    const sn_ncnn_row *row = sn_ncnn_first_of_op(&sn_op_constant);
    sn_ncnn_input *in = SN_NEW_N(w->arena, sn_ncnn_input, 1);
    in[0] = (sn_ncnn_input){.present = true, .own = true, .shape = v->data->shape, .data = v->data};
    sn_ncnn_export ex = {
        .ctx = w->ctx, .arena = w->arena, .row = row, .n_in = 1, .n_out = 1, .in = in};
    ex.op = &sn_op_constant;
    sn_ncnn_export_row(&ex);
    if (ex.declined) {
        sn_ncnn_refuse(w, "constant", name, ex.declined, NULL);
        return SN_OK;
    }
    sn_ncnn_line *line = sn_ncnn_new_line(w, row->type, name, 0, 1);
    line->tops[0] = *out;
    line->n_weights = ex.loads.n;
    line->loads = ex.loads.v;
    line->weights = SN_NEW_N(w->arena, const sn_tensor *, ex.loads.n);
    for (size_t i = 0; i < ex.loads.n; i++) line->weights[i] = v->data;
    SN_PUSH(w->lines, line);
    return sn_ncnn_fit_args(w, line, &ex.v);
}

static sn_status bottom_wire(sn_ncnn_speller *s, int slot, int *out)
{
    const sn_value *v = s->in[slot];
    if (sn_ncnn_is_own(v)) return constant_wire(s, v, out);
    *out = sn_ncnn_wire_of(s->w, v);
    return SN_OK;
}

static void set_tops(sn_ncnn_speller *s, sn_ncnn_line *line)
{
    for (int i = 0; i < s->n->n_out; i++) line->tops[i] = sn_ncnn_wire_of(s->w, s->n->out[i]);
    line->node = s->n;
    line->features = s->anchor->features;
    for (int k = 0; k < s->n_behind; k++) line->features |= s->behind[k]->features;
}

/* ---- what ncnn decides at run time ----------------------------------------------------------- */

/* Reshape to `rank` axes with 1s in front: w and h by letter, the rest by number or as what is
 * left. */
static bool leading_ones(const sn_shape *s, int rank, int32_t out[4])
{
    bool inferred = false;
    if (rank > 4 || s->rank < 1) return false;
    for (int i = 0; i < rank; i++) {
        int own = i - (rank - s->rank);
        if (own < 0)
            out[i] = 1;
        else if (sn_dim_known(s->d[own]) && s->d[own] <= INT32_MAX && s->d[own] > 0)
            out[i] = (int32_t)s->d[own];
        else if (rank - i <= 2)
            out[i] = 0;
        else if (!inferred)
            out[i] = -1, inferred = true;
        else
            return false;
    }
    return true;
}

typedef struct prelude {
    int slot; /* -1: none is needed */
    const char *type;
    int rank;
    int32_t dims[4];
} prelude;

/* Whether some input is read through what makes it. */
static bool reads_through(const sn_ncnn_speller *s)
{
    for (uint16_t i = 0; i < s->anchor->n_in; i++)
        if (s->in[i] != sn_in(s->anchor, i)) return true;
    return false;
}

/* The reshape that makes ncnn pair axes as the node says: the operand of lower rank gets its 1s in
 * front. False when there is none. */
static bool find_alignment(const sn_ncnn_speller *s, const sn_ncnn_export *ex, prelude *out)
{
    const sn_node *n = s->n;
    if (!sn_op_is_binary(n->op) || ex->row->hooks != &sn_ncnn_hooks_binary || s->n_behind ||
        reads_through(s))
        return false;
    const sn_shape *a = sn_ncnn_shape_of(s->in[0]), *b = sn_ncnn_shape_of(s->in[1]);
    if (a->rank < 1 || b->rank < 1 || a->rank == b->rank) return false;
    const int low = a->rank < b->rank ? 0 : 1;
    *out = (prelude){.slot = low, .type = "Reshape", .rank = low ? a->rank : b->rank};
    return leading_ones(low ? b : a, out->rank, out->dims);
}

static sn_status add_prelude(sn_ncnn_speller *s, const prelude *p, int *wire)
{
    static const char *const letters[4][4] = {
        {"w"}, {"h", "w"}, {"c", "h", "w"}, {"c", "d", "h", "w"}};
    sn_ncnn_writer *w = s->w;
    const char *name = sn_arena_printf(w->arena, "%s_%s", node_name(s), p->type);
    int from;
    SN_TRY(bottom_wire(s, p->slot, &from));
    sn_ncnn_line *line = sn_ncnn_new_line(w, p->type, name, 1, 1);
    line->bottoms[0] = from;
    *wire = line->tops[0] = sn_ncnn_new_wire(w, NULL);
    for (int i = p->rank - 1; i >= 0; i--)
        sn_ncnn_add_arg(w, line, sn_ncnn_param_named(line->layer, letters[p->rank - 1][i])->id,
                        sn_ncnn_of_int(p->dims[i]));
    SN_PUSH(w->lines, line);
    return SN_OK;
}

/* Two operands of the same sizes, or one of them a number: however axes are paired. */
static bool pairs_plainly(const sn_ncnn_speller *s)
{
    const sn_node *n = s->n;
    if (!sn_op_is_binary(n->op) || s->n_behind) return false;
    const sn_value *a = s->in[0], *b = s->in[1];
    if (a != sn_in(n, 0) || b != sn_in(n, 1)) return false;
    return a->shape.rank == 0 || b->shape.rank == 0 || sn_shape_equal(&a->shape, &b->shape) ||
           sn_ncnn_same_source(a, b);
}

/* The line read back: the same operators, whatever ncnn decides by itself. */
static sn_status check_decisions(sn_ncnn_speller *s, const sn_ncnn_export *ex,
                                 const sn_ncnn_line *line, prelude *fix, const char **wrong)
{
    const sn_node *n = s->anchor;
    sn_ncnn_record r = {.type = line->type,
                        .name = line->name,
                        .layer = line->layer,
                        .n_bottoms = line->n_bottoms,
                        .n_tops = line->n_tops,
                        .n_args = line->n_args};
    sn_ncnn_arg *args =
        sn_arena_copy(s->w->scratch, line->args, (size_t)line->n_args * sizeof *args);
    for (int i = 0; i < line->n_args; i++) args[i].text = (sn_text){NULL, 0};
    r.args = args;
    sn_ncnn_import im;
    fix->slot = -1;
    SN_TRY(sn_ncnn_import_record(s->w->ctx, s->w->scratch, "written", &r, NULL, &im));
    if (is_late(&im) || reads_through(s) || s->n_behind) {
        if (im.op == n->op && pairs_plainly(s)) return SN_OK;
        SN_TRY(sn_ncnn_prove_line(s, ex, &im, wrong));
        if (*wrong && find_alignment(s, ex, fix))
            *wrong = NULL;
        else
            fix->slot = -1;
        return SN_OK;
    }
    if (im.op != n->op) {
        *wrong =
            sn_arena_printf(s->w->scratch, "%s would be read back as %s", line->type, im.op->name);
        return SN_OK;
    }
    return SN_OK;
}

/* ---- one row --------------------------------------------------------------------------------- */

/* What was worked out in the scratch and stays in the line. */
static void keep_args(sn_ncnn_writer *w, sn_ncnn_line *line)
{
    for (int i = 0; i < line->n_args; i++) {
        sn_ncnn_value *v = &line->args[i].value;
        if (v->form == SN_NCNN_ARRAY)
            v->words = sn_arena_copy(w->arena, v->words, (size_t)v->n * sizeof *v->words);
        if (v->form == SN_NCNN_STRING) v->s = sn_arena_strdup(w->arena, v->s);
    }
}

static void place(sn_ncnn_speller *s, const sn_ncnn_export *ex, sn_ncnn_line *line)
{
    keep_args(s->w, line);
    line->n_weights = ex->loads.n;
    line->loads = sn_arena_copy(s->w->arena, ex->loads.v, ex->loads.n * sizeof *ex->loads.v);
    line->weights = SN_NEW_N(s->w->arena, const sn_tensor *, ex->loads.n + 1);
    for (size_t i = 0; i < ex->loads.n; i++) line->weights[i] = s->in[ex->weight[i]]->data;
    set_tops(s, line);
}

static bool same_loads(const sn_ncnn_loads *a, const sn_ncnn_loads *b)
{
    bool same = a->n == b->n && !a->wrong == !b->wrong;
    for (size_t i = 0; i < a->n && same; i++)
        same = strcmp(a->v[i].role, b->v[i].role) == 0 && a->v[i].tagged == b->v[i].tagged &&
               a->v[i].bits == b->v[i].bits && sn_shape_equal(&a->v[i].shape, &b->v[i].shape);
    return same;
}

/* target: the node's values, but the origin's own where nothing changed, and where these do not say
 * that something else is loaded than what is written. */
static void target_values(sn_ncnn_speller *s, const sn_ncnn_export *now, const sn_ncnn_export *was,
                          sn_ncnn_values *target)
{
    *target = now->v;
    if (!was || strcmp(was->row->type, now->row->type) != 0) return;
    for (const sn_ncnn_param *p = now->v.layer->params; p->id >= 0; p++)
        if (sn_ncnn_value_equal(&was->v.v[p->id], &now->v.v[p->id]))
            target->v[p->id] = s->was.v.v[p->id];
    sn_ncnn_loads loads = {.arena = s->w->scratch};
    sn_ncnn_loads_of(target, &loads);
    if (!same_loads(&loads, &now->loads)) *target = now->v;
}

bool sn_ncnn_has_decisions(const sn_op *op)
{
    for (const sn_ncnn_row *row = sn_ncnn_first_of_op(op); row;
         row = sn_ncnn_bound_of(row)->next_of_op)
        if (row->only_written || op->resolve || sn_op_is_binary(op) ||
            (row->hooks && row->hooks->by_shapes))
            return true;
    return false;
}

/* Only how many lines it takes is asked, and what its inputs are. */
static bool is_only_counted(const sn_ncnn_speller *s)
{
    if (!s->w->counting || s->asking) return false;
    return (!s->n_behind && !sn_ncnn_has_decisions(s->n->op)) || pairs_plainly(s);
}

static sn_status set_bottoms(sn_ncnn_speller *s, const sn_ncnn_export *ex, int fixed_slot,
                             int fixed, sn_ncnn_line *line)
{
    for (int i = 0; i < ex->n_bottoms; i++) {
        if (fixed_slot == ex->bottoms[i])
            line->bottoms[i] = fixed;
        else
            SN_TRY(bottom_wire(s, ex->bottoms[i], &line->bottoms[i]));
    }
    return SN_OK;
}

static sn_status count_line(sn_ncnn_speller *s, const sn_ncnn_export *ex)
{
    sn_ncnn_line *line = sn_ncnn_new_line(s->w, ex->row->type, NULL, ex->n_bottoms, s->n->n_out);
    line->origin = ex->origin;
    SN_TRY(set_bottoms(s, ex, -1, -1, line));
    set_tops(s, line);
    SN_PUSH(s->w->lines, line);
    return SN_OK;
}

/* A line by this row; *done false, with s->why, when the row cannot do it. */
static sn_status try_row(sn_ncnn_speller *s, const sn_ncnn_row *row, const sn_ncnn_input *in,
                         const sn_ncnn_export *was, bool *done)
{
    sn_ncnn_writer *w = s->w;
    sn_ncnn_export ex;
    *done = false;
    export_setup(s, row, s->anchor->op, s->anchor->params, s->anchor->n_in, in, &ex);
    set_behind(s, s->behind, &ex);
    sn_ncnn_export_row(&ex);
    if (ex.declined) {
        if (!s->why) s->why = ex.declined;
        return SN_OK;
    }
    if (is_only_counted(s)) {
        *done = true;
        return count_line(s, &ex);
    }
    sn_ncnn_line *line = sn_ncnn_new_line(w, row->type, node_name(s), ex.n_bottoms, s->n->n_out);
    line->origin = ex.origin;
    sn_ncnn_values target;
    sn_ncnn_export resolved;
    if (ex.origin && s->was.op && is_late(&s->was)) {
        bool ok;
        SN_TRY(export_resolved(s, &ex, &resolved, &ok));
        was = ok ? &resolved : NULL;
    }
    target_values(s, &ex, was, &target);
    sn_ncnn_need need = {0};
    if (w->release != SN_NCNN_NEWEST) need = sn_ncnn_needs(w->scratch, &target);
    if (need.since > w->release) {
        if (s->why) return SN_OK;
        s->why = sn_arena_printf(w->scratch, "%s needs %s, and %d was asked for", need.what,
                                 sn_ncnn_release_name(w->scratch, need.since), w->release);
        s->way = sn_ncnn_later_release;
        return SN_OK;
    }
    SN_TRY(sn_ncnn_fit_args(w, line, &target));
    prelude fix;
    const char *wrong = NULL;
    SN_TRY(check_decisions(s, &ex, line, &fix, &wrong));
    if (wrong) {
        if (!s->why) s->why = wrong;
        return SN_OK;
    }
    if (s->asking) {
        *done = true;
        return SN_OK;
    }
    int fixed = -1;
    if (fix.slot >= 0) SN_TRY(add_prelude(s, &fix, &fixed));
    SN_TRY(set_bottoms(s, &ex, fix.slot, fixed, line));
    place(s, &ex, line);
    SN_PUSH(w->lines, line);
    *done = true;
    return SN_OK;
}

/* The origin's own line, where with the node's inputs it still means the node: that it resolves to
 * one shows no longer in the operator. */
static sn_status try_record(sn_ncnn_speller *s, bool *done)
{
    const sn_ncnn_import *im = &s->was;
    const sn_ncnn_record *r = s->record;
    sn_ncnn_writer *w = s->w;
    const char *wrong = NULL;
    if (!r || !im->row || !is_late(im) || w->release != SN_NCNN_NEWEST) return SN_OK;
    sn_ncnn_export ex;
    export_setup(s, im->row, s->anchor->op, s->anchor->params, s->anchor->n_in, NULL, &ex);
    ex.loads = im->loads;
    ex.bottoms = SN_NEW_N(w->scratch, int, r->n_bottoms);
    ex.weight = SN_NEW_N(w->scratch, int, im->loads.n);
    ex.n_bottoms = r->n_bottoms;
    if (r->n_tops != s->n->n_out) return SN_OK;
    int next = 0;
    for (int i = 0; i < s->n_in; i++) {
        const sn_value *v = s->in[i];
        if (v && sn_ncnn_is_own(v) && v->data->shape.rank == 0) { /* stands in the params */
            next += next < im->n_slots && im->slots[next].from == SN_FROM_SCALAR;
            continue;
        }
        if (next == im->n_slots) return SN_OK;
        const sn_ncnn_slot *slot = &im->slots[next++];
        const bool weight = slot->from == SN_FROM_WEIGHT;
        if (!v || (!weight && slot->from != SN_FROM_BOTTOM) || (weight && !sn_ncnn_is_own(v)))
            return SN_OK;
        *(weight ? &ex.weight[slot->index] : &ex.bottoms[slot->index]) = i;
    }
    if (next != im->n_slots) return SN_OK;
    SN_TRY(sn_ncnn_prove_line(s, &ex, im, &wrong));
    *done = !wrong;
    if (wrong || s->asking) return SN_OK;
    sn_ncnn_line *line = sn_ncnn_new_line(w, r->type, node_name(s), r->n_bottoms, r->n_tops);
    line->origin = r;
    line->args_as_read = true;
    line->n_args = r->n_args;
    line->args = sn_arena_copy(w->arena, r->args, (size_t)r->n_args * sizeof *r->args);
    SN_TRY(set_bottoms(s, &ex, -1, -1, line));
    place(s, &ex, line);
    SN_PUSH(w->lines, line);
    return SN_OK;
}

static bool reads_blobs(sn_ncnn_speller *s)
{
    for (int i = 0; i < s->n_in; i++)
        if (!sn_ncnn_is_blob(s->in[i])) s->why = "it reads a value without axes";
    return !s->why;
}

static sn_status spell_known(sn_ncnn_speller *s, bool *fits)
{
    sn_ncnn_export was;
    bool has_was = false, done = false;
    if (!reads_blobs(s)) {
        *fits = false;
        if (!s->asking) sn_ncnn_refuse(s->w, s->anchor->op->name, node_name(s), s->why, NULL);
        return SN_OK;
    }
    if (!is_only_counted(s)) SN_TRY(export_origin(s, &was, &has_was));
    SN_TRY(try_record(s, &done));
    *fits = done;
    if (done) return SN_OK;
    const sn_ncnn_input *in = inputs_of(s, s->anchor, s->in, s->n_in);
    const sn_ncnn_row *first = has_was ? s->was.row : NULL;
    if (first) SN_TRY(try_row(s, first, in, &was, &done));
    for (int pass = s->record ? 0 : 1; pass < 2 && !done; pass++) {
        const sn_ncnn_row *row = sn_ncnn_first_of_op(s->anchor->op);
        for (; row && !done; row = sn_ncnn_bound_of(row)->next_of_op) {
            if (row == first) continue;
            bool of_type = s->record && strcmp(row->type, s->record->type) == 0;
            if (of_type != (pass == 0)) continue;
            SN_TRY(try_row(s, row, in, has_was ? &was : NULL, &done));
        }
    }
    *fits = done;
    if (!done && !s->asking)
        sn_ncnn_refuse(s->w, s->anchor->op->name, node_name(s),
                       s->why ? s->why : "it has no such layer", s->way);
    return SN_OK;
}

static sn_status spell_opaque(sn_ncnn_speller *s)
{
    const sn_opaque_params *p = s->n->params;
    sn_ncnn_writer *w = s->w;
    if (!s->record) {
        sn_ncnn_refuse(w, p->type, node_name(s), "its params are not known", NULL);
        return SN_OK;
    }
    int n_weights = p->n_weights, n_bottoms = s->n->n_in - n_weights;
    sn_ncnn_line *line = sn_ncnn_new_line(w, s->record->type, node_name(s), n_bottoms, s->n->n_out);
    line->origin = s->record;
    line->args_as_read = true;
    line->n_args = s->record->n_args;
    line->args =
        sn_arena_copy(w->arena, s->record->args, (size_t)line->n_args * sizeof *line->args);
    for (int i = 0; i < n_bottoms; i++) SN_TRY(bottom_wire(s, i, &line->bottoms[i]));
    sn_ncnn_weight *loads = SN_NEW_N(w->arena, sn_ncnn_weight, n_weights);
    line->weights = SN_NEW_N(w->arena, const sn_tensor *, n_weights);
    for (int i = 0; i < n_weights; i++) {
        const sn_value *v = s->n->in[n_bottoms + i].value;
        line->weights[i] = v->data;
        loads[i] = (size_t)i < s->was.loads.n
                       ? s->was.loads.v[i]
                       : (sn_ncnn_weight){.role = v->name ? v->name : "a weight",
                                          .tagged = v->data->lead_bytes == 4,
                                          .shape = v->data->shape};
    }
    line->loads = loads;
    line->n_weights = (size_t)n_weights;
    set_tops(s, line);
    SN_PUSH(w->lines, line);
    return SN_OK;
}

/* The nodes and inputs of a line that ends with n; false where none hang on each other so. */
static bool set_nodes(sn_ncnn_speller *s, const sn_node *n, int n_behind, uint32_t through)
{
    s->n = s->anchor = n;
    s->n_behind = n_behind;
    int n_in = 0;
    for (int k = n_behind - 1; k >= 0; k--) {
        const int slot = sn_ncnn_chain_slot(s->anchor);
        if (slot < 0) return false;
        s->behind[k] = s->anchor;
        n_in += s->anchor->n_in;
        s->anchor = sn_in(s->anchor, (unsigned)slot)->def;
    }
    s->in = SN_NEW_N(s->w->scratch, const sn_value *, n_in + s->anchor->n_in);
    s->n_in = 0;
    for (uint16_t i = 0; i < s->anchor->n_in; i++) {
        const sn_value *v = sn_in(s->anchor, i);
        s->in[s->n_in++] = i < 32 && (through >> i & 1) ? sn_in(v->def, 0) : v;
    }
    for (int k = 0; k < n_behind; k++) {
        const int chain = sn_ncnn_chain_slot(s->behind[k]);
        for (uint16_t i = 0; i < s->behind[k]->n_in; i++)
            if (i != chain) s->in[s->n_in++] = sn_in(s->behind[k], i);
    }
    return true;
}

static sn_status start(sn_ncnn_speller *s, sn_ncnn_writer *w, const sn_node *n, int n_behind,
                       uint32_t through, bool *can)
{
    *s = (sn_ncnn_speller){.w = w};
    *can = set_nodes(s, n, n_behind, through);
    if (!*can) return SN_OK;
    s->record = sn_ncnn_record_of(s->anchor);
    const char *file = w->info ? w->info->file.path : "ncnn";
    if (!s->record || is_only_counted(s)) return SN_OK;
    return sn_ncnn_import_record(w->ctx, w->scratch, file, s->record, NULL, &s->was);
}

sn_status sn_ncnn_fits(sn_ncnn_writer *w, const sn_node *n, int n_behind, uint32_t through,
                       bool *fits)
{
    sn_ncnn_speller s;
    const sn_arena_mark mark = sn_arena_save(w->scratch);
    SN_TRY(start(&s, w, n, n_behind, through, fits));
    s.asking = true;
    if (*fits) SN_TRY(spell_known(&s, fits));
    sn_arena_restore(w->scratch, mark);
    return SN_OK;
}

/* Layers of ncnn compute f32; integers are bits that some hand on to others, as ids to Embed. What
 * an operator of ncnn makes otherwise, as int8, it knows itself. */
static bool is_type_of_blob(const sn_node *n, const sn_value *v)
{
    if (n->op->dialect || sn_op_has(n->op, SN_TRAIT_COPIES_BITS) || sn_ncnn_record_of(n) ||
        v->type == SN_TYPE_UNKNOWN || v->type == SN_TYPE_f32)
        return true;
    return sn_op_has(n->op, SN_TRAIT_INPUT | SN_TRAIT_CONSTANT) && !sn_type_is_float(v->type);
}

/* Whether blobs hold its results; else it is refused. */
static bool makes_blobs(sn_ncnn_writer *w, const sn_node *n)
{
    const char *why = NULL, *way = NULL;
    for (int i = 0; i < n->n_out && !why; i++) {
        const sn_value *v = n->out[i];
        if (v->shape.rank > 4) {
            why = sn_arena_printf(w->arena, "a result has %d axes, 4 at most", v->shape.rank);
        } else if (!sn_ncnn_is_blob(v)) {
            why = "a result has no axes, 1 at least";
        } else if (!is_type_of_blob(n, v)) {
            why =
                sn_arena_printf(w->arena, "a result is of %s, ncnn has f32", sn_type_name(v->type));
            if (sn_type_is_integer(v->type))
                way = SN_WAY_OPTIMIZE " at the sizes of " SN_WAY_INPUT(
                    "NAME=SIZES") " works out what follows from sizes";
        }
    }
    if (why) sn_refuse(w->refused, n->op->name, sn_place_of(w->arena, n), why, way);
    return !why;
}

sn_status sn_ncnn_spell(sn_ncnn_writer *w, const sn_node *n)
{
    sn_ncnn_speller s;
    bool fits;
    const sn_ncnn_tile *tile = w->tiles ? &w->tiles[n->id] : NULL;
    if (!makes_blobs(w, n)) return SN_OK;
    const sn_ncnn_record *record = sn_ncnn_record_of(n);
    if (record && (!tile || !tile->n_behind) && sn_ncnn_spell_as_read(w, n, record)) return SN_OK;
    const sn_arena_mark mark = sn_arena_save(w->scratch);
    SN_TRY(start(&s, w, n, tile ? tile->n_behind : 0, tile ? w->tiles[tile->anchor].through : 0,
                 &fits));
    if (!fits)
        return sn_fail(w->ctx, SN_E_INTERNAL, "a line stands for nodes that are not connected");
    SN_TRY(sn_op_has(n->op, SN_TRAIT_OPAQUE) ? spell_opaque(&s) : spell_known(&s, &fits));
    sn_arena_restore(w->scratch, mark);
    return SN_OK;
}
