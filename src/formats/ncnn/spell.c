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
#include "formats/ncnn/writer.h"

#include "ops/binary.h"
#include "ops/linear.h"
#include "ops/structure.h"

#include <string.h>

typedef struct speller {
    sn_ncnn_writer *w;
    const sn_node *n;
    const sn_ncnn_record *record; /* origin's, or NULL */
    sn_ncnn_import was;           /* the origin read again */
    const char *why;              /* the first reason why a row cannot spell it */
} speller;

/* ---- shapes for resolve ---------------------------------------------------------------------- */

static bool is_own(const sn_value *v) { return v->kind != SN_RESULT && !v->def; }
static const sn_shape *shape_of(const sn_value *v)
{
    return is_own(v) ? &v->data->shape : &v->shape;
}

/* Late params become exact where today's shapes say so. shapes: n_in, NULL where left out. */
static sn_status resolve(speller *s, const sn_op *op, void *params, int n_in,
                         const sn_shape *const *shapes)
{
    sn_arena *a = s->w->scratch;
    if (!op->resolve) return SN_OK;
    bool *present = SN_NEW_N(a, bool, n_in + 8);
    sn_shape *shape = SN_NEW_N(a, sn_shape, n_in + 8);
    sn_type *type = SN_NEW_N(a, sn_type, n_in + 8);
    for (int i = 0; i < n_in + 8; i++) {
        present[i] = i < n_in && shapes[i];
        shape[i] = present[i] ? *shapes[i] : sn_shape_unknown();
        type[i] = SN_TYPE_f32;
    }
    sn_infer in = {.ctx = s->w->ctx,
                   .arena = a,
                   .dims = s->w->g->dims,
                   .node = s->n,
                   .params = params,
                   .n_in = (uint16_t)n_in,
                   .n_out = s->n->n_out,
                   .in_shape = shape,
                   .in_type = type,
                   .present = present,
                   .in_data = SN_NEW_N(a, const sn_tensor *, n_in + 8),
                   .out_shape = SN_NEW_N(a, sn_shape, s->n->n_out + 1),
                   .out_type = SN_NEW_N(a, sn_type, s->n->n_out + 1)};
    return op->resolve(&in, params);
}

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

static void export_setup(speller *s, const sn_ncnn_row *row, const sn_op *op, const void *params,
                         int n_in, const sn_ncnn_input *in, sn_ncnn_export *ex)
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

static const sn_ncnn_input *node_inputs(speller *s)
{
    sn_ncnn_input *in = SN_NEW_N(s->w->scratch, sn_ncnn_input, s->n->n_in + 1);
    for (int i = 0; i < s->n->n_in; i++) {
        const sn_value *v = s->n->in[i].value;
        if (!v) continue;
        bool own = is_own(v);
        in[i] = (sn_ncnn_input){.present = true, .own = own, .shape = *shape_of(v), .identity = v};
        if (!own) continue;
        in[i].data = v->data;
        in[i].is_scalar =
            v->data->shape.rank == 0 && v->data->buf && sn_type_is_float(v->data->type);
        if (in[i].is_scalar) in[i].scalar = (float)sn_tensor_at(v->data, 0);
    }
    return in;
}

/* The origin's inputs, with today's shapes of the blobs it reads. */
static const sn_ncnn_input *origin_inputs(speller *s, const sn_shape **shapes)
{
    const sn_ncnn_import *im = &s->was;
    sn_ncnn_input *in = SN_NEW_N(s->w->scratch, sn_ncnn_input, im->n_slots + 1);
    sn_shape *unknown = SN_NEW(s->w->scratch, sn_shape);
    *unknown = sn_shape_unknown();
    for (int i = 0; i < im->n_slots; i++) {
        const sn_ncnn_slot *slot = &im->slots[i];
        const sn_value *v = sn_in(s->n, (unsigned)i);
        shapes[i] = slot_shape(im, slot, v ? shape_of(v) : unknown);
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

/* What the origin would be written as now; false when it was another operator, or cannot be
 * told. */
static sn_status export_origin(speller *s, sn_ncnn_export *ex, bool *ok)
{
    sn_ncnn_import *im = &s->was;
    *ok = false;
    if (!s->record || !im->row || im->op != s->n->op) return SN_OK;
    const sn_shape **shapes = SN_NEW_N(s->w->scratch, const sn_shape *, im->n_slots + 1);
    const sn_ncnn_input *in = origin_inputs(s, shapes);
    SN_TRY(resolve(s, im->op, im->params, im->n_slots, shapes));
    export_setup(s, im->row, im->op, im->params, im->n_slots, in, ex);
    sn_ncnn_export_row(ex);
    *ok = !ex->declined;
    return SN_OK;
}

/* ---- lines ----------------------------------------------------------------------------------- */

static const char *node_name(speller *s)
{
    if (s->n->name) return s->n->name;
    return s->n->n_out && s->n->out[0]->name ? s->n->out[0]->name
                                             : sn_arena_printf(s->w->arena, "n%u", s->n->id);
}

/* A constant that ncnn has no param for stands in a layer of its own. */
static sn_status constant_wire(speller *s, const sn_value *v, int *out)
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
    const char *where = sn_ncnn_where(w, "constant", name);
    if (ex.declined) return sn_fail(w->ctx, SN_E_UNSUPPORTED, "%s: %s", where, ex.declined);
    sn_ncnn_line *line = sn_ncnn_new_line(w, row->type, name, 0, 1);
    line->tops[0] = *out;
    line->n_weights = ex.loads.n;
    line->loads = ex.loads.v;
    line->weights = SN_NEW_N(w->arena, const sn_tensor *, ex.loads.n);
    for (size_t i = 0; i < ex.loads.n; i++) line->weights[i] = v->data;
    SN_PUSH(w->lines, line);
    return sn_ncnn_fit_args(w, line, &ex.v);
}

static sn_status bottom_wire(speller *s, int slot, int *out)
{
    const sn_value *v = s->n->in[slot].value;
    if (is_own(v)) return constant_wire(s, v, out);
    *out = sn_ncnn_wire_of(s->w, v);
    return SN_OK;
}

static void set_tops(speller *s, sn_ncnn_line *line)
{
    for (int i = 0; i < s->n->n_out; i++) line->tops[i] = sn_ncnn_wire_of(s->w, s->n->out[i]);
    line->node = s->n;
    line->features = s->n->features;
}

/* ---- what ncnn decides at run time ----------------------------------------------------------- */

static bool all_ones(const sn_shape *s)
{
    for (int i = 0; i < s->rank; i++)
        if (s->d[i] != 1) return false;
    return s->rank >= 0;
}

/* Whether the alignment of two operands makes a difference. */
static bool align_matters(const sn_shape *a, const sn_shape *b)
{
    if (a->rank == 0 || b->rank == 0) return false;
    if (a->rank > 0 && a->rank == b->rank) return false;
    return !(all_ones(a) && a->rank <= b->rank) && !(all_ones(b) && b->rank <= a->rank);
}

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

/* The reshape that makes ncnn decide as the node says; slot -1 and false when there is none. */
static bool find_prelude(speller *s, const char *param, prelude *out)
{
    const sn_node *n = s->n;
    if (strcmp(param, "align") == 0 &&
        ((const sn_binary_params *)n->params)->align == SN_ALIGN_RIGHT) {
        const sn_shape *a = shape_of(n->in[0].value), *b = shape_of(n->in[1].value);
        if (a->rank < 1 || b->rank < 1) return false;
        int low = a->rank < b->rank ? 0 : 1;
        *out = (prelude){.slot = low, .type = "Reshape", .rank = low ? a->rank : b->rank};
        return leading_ones(low ? b : a, out->rank, out->dims);
    }
    const int32_t *flatten = sn_ncnn_field(n->op, n->params, "flatten");
    if (strcmp(param, "flatten") == 0 && flatten && *flatten == SN_FLATTEN_ALL) {
        *out = (prelude){.slot = SN_LINEAR_X, .type = "Flatten"};
        return true;
    }
    return false;
}

static sn_status add_prelude(speller *s, const prelude *p, int *wire)
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

/* The line read back: the same operator, and every late param decided as the node has it. */
static sn_status check_decisions(speller *s, const sn_ncnn_export *ex, const sn_ncnn_line *line,
                                 prelude *fix, const char **wrong)
{
    const sn_node *n = s->n;
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
    if (im.op != n->op) {
        *wrong =
            sn_arena_printf(s->w->scratch, "%s would be read back as %s", line->type, im.op->name);
        return SN_OK;
    }
    if (!n->op->params) return SN_OK;
    const sn_shape **shapes = SN_NEW_N(s->w->scratch, const sn_shape *, im.n_slots + 1);
    for (int i = 0; i < im.n_slots; i++) {
        int from = im.slots[i].from == SN_FROM_BOTTOM ? ex->bottoms[im.slots[i].index] : -1;
        shapes[i] = slot_shape(&im, &im.slots[i], from >= 0 ? shape_of(n->in[from].value) : NULL);
    }
    SN_TRY(resolve(s, im.op, im.params, im.n_slots, shapes));
    for (const sn_param *p = n->op->params; p->name; p++) {
        if (!p->late_ok) continue;
        int32_t is = *(const int32_t *)((const char *)n->params + p->offset);
        int32_t would = *(const int32_t *)((const char *)im.params + p->offset);
        if (is == SN_LATE || is == would) continue;
        if (strcmp(p->name, "align") == 0 && !align_matters(shapes[0], shapes[1])) continue;
        if (strcmp(p->name, "flatten") == 0 && shapes[0]->rank == 1) continue;
        if (find_prelude(s, p->name, fix)) return SN_OK;
        *wrong =
            would == SN_LATE
                ? sn_arena_printf(
                      s->w->scratch,
                      "its %s is fixed, but ncnn decides it by sizes that are not known", p->name)
                : sn_arena_printf(s->w->scratch, "ncnn would take another %s", p->name);
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

static void place(speller *s, const sn_ncnn_export *ex, sn_ncnn_line *line)
{
    keep_args(s->w, line);
    line->n_weights = ex->loads.n;
    line->loads = sn_arena_copy(s->w->arena, ex->loads.v, ex->loads.n * sizeof *ex->loads.v);
    line->weights = SN_NEW_N(s->w->arena, const sn_tensor *, ex->loads.n + 1);
    for (size_t i = 0; i < ex->loads.n; i++) line->weights[i] = s->n->in[ex->weight[i]].value->data;
    set_tops(s, line);
}

/* target: the node's values, but the origin's own where nothing changed. */
static void target_values(speller *s, const sn_ncnn_export *now, const sn_ncnn_export *was,
                          sn_ncnn_values *target)
{
    *target = now->v;
    if (!was || strcmp(was->row->type, now->row->type) != 0) return;
    for (const sn_ncnn_param *p = now->v.layer->params; p->id >= 0; p++)
        if (sn_ncnn_value_equal(&was->v.v[p->id], &now->v.v[p->id]))
            target->v[p->id] = s->was.v.v[p->id];
}

bool sn_ncnn_has_decisions(const sn_op *op)
{
    for (const sn_param *p = op->params; p && p->name; p++)
        if (p->late_ok) return true;
    return false;
}

/* Only how many lines it takes is asked, and what its inputs are. */
static bool is_only_counted(const speller *s)
{
    return s->w->counting && !sn_ncnn_has_decisions(s->n->op);
}

static sn_status set_bottoms(speller *s, const sn_ncnn_export *ex, int fixed_slot, int fixed,
                             sn_ncnn_line *line)
{
    for (int i = 0; i < ex->n_bottoms; i++) {
        if (fixed_slot == ex->bottoms[i])
            line->bottoms[i] = fixed;
        else
            SN_TRY(bottom_wire(s, ex->bottoms[i], &line->bottoms[i]));
    }
    return SN_OK;
}

static sn_status count_line(speller *s, const sn_ncnn_export *ex)
{
    sn_ncnn_line *line = sn_ncnn_new_line(s->w, ex->row->type, NULL, ex->n_bottoms, s->n->n_out);
    line->origin = ex->origin;
    SN_TRY(set_bottoms(s, ex, -1, -1, line));
    set_tops(s, line);
    SN_PUSH(s->w->lines, line);
    return SN_OK;
}

/* A line by this row; *done false, with s->why, when the row cannot do it. */
static sn_status try_row(speller *s, const sn_ncnn_row *row, const sn_ncnn_input *in,
                         const sn_ncnn_export *was, bool *done)
{
    sn_ncnn_writer *w = s->w;
    sn_ncnn_export ex;
    *done = false;
    export_setup(s, row, s->n->op, s->n->params, s->n->n_in, in, &ex);
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
    target_values(s, &ex, was, &target);
    sn_ncnn_need need = {0};
    if (w->release != SN_NCNN_NEWEST) need = sn_ncnn_needs(w->scratch, &target);
    if (need.since > w->release) {
        if (!s->why)
            s->why = sn_arena_printf(w->scratch, "%s needs %s, and %d was asked for", need.what,
                                     sn_ncnn_release_name(w->scratch, need.since), w->release);
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
    int fixed = -1;
    if (fix.slot >= 0) SN_TRY(add_prelude(s, &fix, &fixed));
    SN_TRY(set_bottoms(s, &ex, fix.slot, fixed, line));
    place(s, &ex, line);
    SN_PUSH(w->lines, line);
    *done = true;
    return SN_OK;
}

static sn_status spell_known(speller *s)
{
    sn_ncnn_export was;
    bool has_was = false, done = false;
    if (!is_only_counted(s)) SN_TRY(export_origin(s, &was, &has_was));
    const sn_ncnn_input *in = node_inputs(s);
    const sn_ncnn_row *first = has_was ? s->was.row : NULL;
    if (first) SN_TRY(try_row(s, first, in, &was, &done));
    for (int pass = s->record ? 0 : 1; pass < 2 && !done; pass++) {
        const sn_ncnn_row *row = sn_ncnn_first_of_op(s->n->op);
        for (; row && !done; row = sn_ncnn_bound_of(row)->next_of_op) {
            if (row == first) continue;
            bool of_type = s->record && strcmp(row->type, s->record->type) == 0;
            if (of_type != (pass == 0)) continue;
            SN_TRY(try_row(s, row, in, has_was ? &was : NULL, &done));
        }
    }
    if (done) return SN_OK;
    return sn_fail(s->w->ctx, SN_E_UNSUPPORTED, "%s cannot be written for ncnn: %s",
                   sn_ncnn_where(s->w, s->n->op->name, node_name(s)),
                   s->why ? s->why : "it has no such layer");
}

static sn_status spell_opaque(speller *s)
{
    const sn_opaque_params *p = s->n->params;
    sn_ncnn_writer *w = s->w;
    if (!s->record)
        return sn_fail(w->ctx, SN_E_UNSUPPORTED,
                       "%s cannot be written for ncnn: its params are not known",
                       sn_ncnn_where(w, p->type, node_name(s)));
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

sn_status sn_ncnn_spell(sn_ncnn_writer *w, const sn_node *n)
{
    speller s = {.w = w, .n = n, .record = sn_ncnn_record_of(n)};
    for (int i = 0; i < n->n_out; i++) {
        const sn_shape *shape = &n->out[i]->shape;
        if (shape->rank > 4)
            return sn_fail(w->ctx, SN_E_UNSUPPORTED,
                           "%s cannot be written for ncnn: a result has %d axes, 4 at most",
                           sn_ncnn_where(w, n->op->name, node_name(&s)), shape->rank);
    }
    if (s.record && sn_ncnn_spell_as_read(w, n, s.record)) return SN_OK;
    sn_arena_mark mark = sn_arena_save(w->scratch);
    const char *file = w->info ? w->info->file.path : "ncnn";
    if (s.record && !is_only_counted(&s))
        SN_TRY(sn_ncnn_import_record(w->ctx, w->scratch, file, s.record, NULL, &s.was));
    SN_TRY(sn_op_has(n->op, SN_TRAIT_OPAQUE) ? spell_opaque(&s) : spell_known(&s));
    sn_arena_restore(w->scratch, mark);
    return SN_OK;
}
