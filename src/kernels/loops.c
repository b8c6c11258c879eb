/* SPDX-License-Identifier: Apache-2.0
 *
 * What kernels made of plain loops share; see loops.h. */
#include "kernels/loops.h"

#include <string.h>

#include "ops/activation.h"
#include "ops/softmax.h"

/* What a step remembers of what was packed: whose name it is bound by, and its type. */
typedef struct loops_config {
    struct {
        enum { UNNAMED, OF_SLOT, NAMED } by;
        int slot;
        sn_ct_text name;
        sn_type type;            /* UNKNOWN: f32 */
    } packed[SN_MAX_PACKED + 1]; /* the last: of what the step has no room for */
} loops_config;

const sn_loops_row *sn_loops_find(const sn_loops_row *rows, size_t n, const sn_op *op)
{
    for (size_t i = 0; i < n; i++)
        if (rows[i].op == op) return &rows[i];
    return NULL;
}

bool sn_loops_offer(const sn_kernel_ctx *k, const sn_node *node, const sn_loops_row *row,
                    sn_offer *out)
{
    double elements = 0;
    for (unsigned i = 0; i < node->n_in; i++) {
        const sn_value *v = sn_in(node, i);
        if (!v) continue;
        if (!sn_shape_known(&v->shape)) return false;
        elements += (double)sn_shape_count(&v->shape);
    }
    for (unsigned i = 0; i < node->n_out; i++)
        if (sn_shape_known(&sn_out(node, i)->shape))
            elements += (double)sn_shape_count(&sn_out(node, i)->shape);
    if (row->fits && !row->fits(k, node)) return false;
    out->work.scalar = elements * row->cost;
    out->does_bias_and_act = row->does_bias_and_act;
    return true;
}

float *sn_loops_pack(const sn_kernel_ctx *k, sn_step *s, sn_ct_text name, int64_t floats,
                     const char *what)
{
    loops_config *c = s->config;
    c->packed[s->n_packed].by = NAMED;
    c->packed[s->n_packed].name = name;
    return sn_step_pack(k, s, floats, what);
}

sn_packed *sn_loops_packed(const sn_step *s, sn_ct_text name)
{
    const loops_config *c = s->config;
    for (int i = 0; i < s->n_packed; i++)
        if (c->packed[i].by == NAMED && c->packed[i].name == name) return s->packed[i];
    return NULL;
}

sn_status sn_loops_plan(const sn_kernel_ctx *k, sn_step *s, const sn_loops_row *row)
{
    const sn_node *node = s->node;
    s->config = SN_NEW(k->arena, loops_config);
    s->n_phases = 1;
    for (int i = 0; i < s->n_in; i++) {
        const sn_value *v = sn_in(node, (unsigned)i);
        const float *data = NULL;
        if (!v || s->in[i] || row->unread >> i & 1) continue;
        const int64_t n = sn_shape_count(&v->shape);
        const char *what = sn_arena_printf(k->arena, "%s of %s",
                                           sn_op_slot(node->op, (unsigned)i)->name, node->op->name);
        loops_config *c = s->config;
        c->packed[s->n_packed].by = OF_SLOT;
        c->packed[s->n_packed].slot = i;
        if (row->typed || sn_kernel_reads_stored(s->kernel, node, (unsigned)i)) {
            c->packed[s->n_packed].type = v->type;
            SN_TRY(sn_step_pack_value(k, s, v, what));
            continue;
        }
        SN_TRY(sn_step_constant(k, node, (unsigned)i, &data));
        float *to = sn_step_pack(k, s, n, what);
        memcpy(to, data, (size_t)n * sizeof *to);
    }
    if (row->units) s->units[0] = row->units(node);
    if (row->prepare) SN_TRY(row->prepare(k, s));
    for (int i = 0; i < s->n_in; i++)
        if (s->in[i]) s->bytes += (double)sn_place_bytes(s->in[i]);
    for (int i = 0; i < s->n_out; i++)
        if (s->out[i]) s->bytes += (double)sn_place_bytes(s->out[i]);
    if (!s->why) s->why = "plain loops";
    return SN_OK;
}

/* ---- names ----------------------------------------------------------------------------------- */

/* Binds what an operator's own lists name, where a template can ask for it. */
typedef struct loops_binder {
    sn_emit *e;
    const sn_map *names;
    sn_bind *b;
} loops_binder;

/* A name with that kind and origin; -1: no template reads it. */
static int found(const loops_binder *l, const char *name, sn_ct_kind kind, sn_ct_origin origin)
{
    const int id = sn_ct_find(l->names, sn_text_of(name));
    return id >= 0 && sn_ct_names[id].kind == kind && sn_ct_names[id].origin == origin ? id : -1;
}

/* The first of the family of a slot. */
static int found_place(const loops_binder *l, const sn_op *op, int slot)
{
    return found(l, sn_op_slot(op, (unsigned)slot)->name, SN_CT_TEXT, SN_CT_OF_PLACE);
}

static void bind_has(const loops_binder *l, int place, bool has)
{
    sn_bind_int(l->b, (sn_ct_int)(place + SN_OF_has_place), has);
}

static void bind_text(const loops_binder *l, int place, const char *text)
{
    sn_bind_text(l->b, (sn_ct_text)place, text);
}

_Static_assert(SN_OF_place_7 - SN_OF_place_0 + 1 == SN_MAX_RANK, "a size for each axis");

/* All of the family but the pointer, which a packed constant has not yet. */
static void bind_place(const loops_binder *l, int place, const sn_shape *shape, sn_type type,
                       const sn_layout *layout)
{
    if (type == SN_TYPE_UNKNOWN) type = SN_TYPE_f32;
    const struct {
        int member;
        int64_t value;
    } ints[] = {{SN_OF_has_place, 1},
                {SN_OF_place_bytes, (int64_t)sn_type_bytes(type)},
                {SN_OF_place_rank, shape->rank},
                {SN_OF_place_count, sn_shape_count(shape)},
                {SN_OF_place_last, shape->rank > 0 ? shape->d[shape->rank - 1] : 1},
                {SN_OF_place_rows, shape->rank > 1 ? shape->d[shape->rank - 2] : 1}};
    bind_text(l, place + SN_OF_place_type, sn_emit_type(type));
    for (size_t i = 0; i < sizeof ints / sizeof ints[0]; i++)
        sn_bind_int(l->b, (sn_ct_int)(place + ints[i].member), ints[i].value);
    for (int i = 0; i < SN_MAX_RANK; i++)
        sn_bind_int(l->b, (sn_ct_int)(place + SN_OF_place_0 + i),
                    i < shape->rank ? shape->d[i] : 1);
    if (layout) sn_bind_int(l->b, (sn_ct_int)(place + SN_OF_place_plane), layout->plane);
}

static void bind_inputs(const loops_binder *l, const sn_step *s)
{
    const sn_op *op = s->node->op;
    for (int i = 0; i < sn_op_n_slots(op); i++) {
        const int place = found_place(l, op, i);
        if (place >= 0) bind_has(l, place, false);
    }
    for (int i = 0; i < s->n_in; i++) {
        const sn_value *v = sn_in(s->node, (unsigned)i);
        const int place = v ? found_place(l, op, i) : -1;
        if (place < 0 || sn_op_slot(op, (unsigned)i)->flags & SN_SLOT_VARIADIC) continue;
        bind_place(l, place, s->in[i] ? &s->in[i]->shape : &v->shape,
                   s->in[i] ? s->in[i]->type : v->type, s->in[i] ? &s->in[i]->layout : NULL);
        if (s->in[i]) bind_text(l, place, sn_emit_in(l->e, s->in[i]));
    }
}

static void bind_outputs(const loops_binder *l, const sn_step *s)
{
    static const sn_ct_text names[SN_LOOPS_OUT] = {CT_y0, CT_y1, CT_y2, CT_y3,
                                                   CT_y4, CT_y5, CT_y6, CT_y7};
    for (int i = 0; i < SN_LOOPS_OUT; i++) bind_has(l, (int)names[i], false);
    for (int i = 0; i < s->n_out && i < SN_LOOPS_OUT; i++) {
        if (!s->out[i]) continue;
        int place = (int)names[i];
        for (int twice = 0; twice < (i == 0 ? 2 : 1); twice++, place = (int)CT_y) {
            bind_place(l, place, &s->out[i]->shape, s->out[i]->type, &s->out[i]->layout);
            bind_text(l, place, sn_emit_out(l->e, s->out[i]));
        }
    }
}

static void bind_params(const loops_binder *l, const sn_node *node)
{
    for (const sn_param *p = node->op->params; p && p->name; p++) {
        const void *at = (const char *)node->params + p->offset;
        int name = -1;
        switch (p->kind) {
        case SN_PK_INT:
        case SN_PK_BOOL:
        case SN_PK_ENUM:
            name = found(l, p->name, SN_CT_INT, SN_CT_OF_PARAM);
            if (name >= 0) sn_bind_int(l->b, (sn_ct_int)name, *(const int32_t *)at);
            break;
        case SN_PK_F32:
            name = found(l, p->name, SN_CT_TEXT, SN_CT_OF_PARAM);
            if (name >= 0)
                sn_bind_text(l->b, (sn_ct_text)name,
                             sn_emit_number(l->e, (double)*(const float *)at));
            break;
        default:
            break;
        }
    }
}

static void bind_axis(const sn_node *node, sn_bind *b)
{
    const sn_param *p = node->op->params ? sn_param_find(node->op->params, "axis") : NULL;
    const sn_shape *x = node->n_in > 0 && sn_in(node, 0) ? &sn_in(node, 0)->shape : NULL;
    if (!p || !x || x->rank < 1) return;
    int axis = *(const int32_t *)((const char *)node->params + p->offset);
    if (axis < 0) axis += x->rank;
    if (x->rank == 1) axis = 0;
    if (axis < 0 || axis >= x->rank) return;
    const sn_span span = sn_span_of(x, axis);
    sn_bind_int(b, CT_outer, span.outer);
    sn_bind_int(b, CT_along, span.n);
    sn_bind_int(b, CT_inner, span.inner);
}

static void bind_packed(const loops_binder *l, const sn_step *s, int i)
{
    const loops_config *c = s->config;
    const sn_type type = s->packed[i]->half ? SN_TYPE_f16 : c->packed[i].type;
    const int name = c->packed[i].by == NAMED     ? (int)c->packed[i].name
                     : c->packed[i].by == OF_SLOT ? found_place(l, s->node->op, c->packed[i].slot)
                                                  : -1;
    if (name < 0) return;
    bind_text(l, name,
              type == SN_TYPE_UNKNOWN || type == SN_TYPE_f32
                  ? sn_emit_packed(l->e, s->packed[i])
                  : sn_emit_packed_as(l->e, s->packed[i], type));
}

sn_status sn_loops_bind(sn_emit *e, const sn_step *s, sn_bind **out)
{
    sn_bind *b = sn_bind_create(e);
    const loops_binder l = {e, sn_emit_names(e), b};
    sn_bind_int(b, CT_lanes, sn_emit_machine(e)->lanes);
    sn_bind_int(b, CT_chunk, SN_LOOPS_CHUNK);
    bind_inputs(&l, s);
    bind_outputs(&l, s);
    bind_params(&l, s->node);
    bind_axis(s->node, b);
    for (int i = 0; i < s->n_packed; i++) bind_packed(&l, s, i);
    if (s->shared > 0) sn_bind_text(b, CT_shared, sn_emit_shared(e, s));
    *out = b;
    return SN_OK;
}

/* On a single float. */
static sn_status call_act(void *user, sn_emit *e, const char *const *args, int n_args, sn_str *out)
{
    const sn_expr *formula = sn_act_formula(sn_emit_ctx(e), sn_emit_arena(e), user);
    sn_str_add(out, sn_emit_called(e, formula, n_args > 0 ? args[0] : "v"));
    return SN_OK;
}

void sn_loops_bind_act(const sn_step *s, sn_bind *b, sn_ct_call name)
{
    for (const sn_param *p = s->node->op->params; p && p->name; p++)
        if (p->kind == SN_PK_ACT)
            sn_bind_call(b, name, call_act, (char *)s->node->params + p->offset);
}

/* ---- printing -------------------------------------------------------------------------------- */

sn_status sn_loops_body(sn_emit *e, const sn_step *s, int phase, const char *name, const char *text,
                        const char *const *helper, size_t n_helpers, const sn_bind *b)
{
    const char *body = NULL;
    SN_TRY(sn_template_calling(e, name, text, helper, n_helpers, b, &body));
    sn_emit_function(e, s, phase, body);
    return SN_OK;
}

sn_status sn_loops_emit(sn_emit *e, const sn_step *s, const sn_loops_row *row)
{
    sn_bind *b = NULL;
    SN_TRY(sn_loops_bind(e, s, &b));
    if (row->bind) SN_TRY(row->bind(e, s, b));
    return sn_loops_body(e, s, 0, row->name, row->body, row->helper,
                         sizeof row->helper / sizeof row->helper[0], b);
}

/* ---- for tables ------------------------------------------------------------------------------ */

static const void *param_at(const sn_node *node, const char *name)
{
    return (const char *)node->params + sn_param_find(node->op->params, name)->offset;
}

int32_t sn_loops_int(const sn_node *node, const char *name)
{
    return *(const int32_t *)param_at(node, name);
}

float sn_loops_f32(const sn_node *node, const char *name)
{
    return *(const float *)param_at(node, name);
}

const sn_floats *sn_loops_floats(const sn_node *node, const char *name)
{
    return param_at(node, name);
}

int64_t sn_loops_one(const sn_node *node)
{
    (void)node;
    return 1;
}

int64_t sn_loops_channels(const sn_node *node)
{
    const sn_shape *x = &sn_in(node, 0)->shape;
    return x->rank > 2 ? x->d[0] : 1;
}

int64_t sn_loops_axis0(const sn_node *node) { return sn_in(node, 0)->shape.d[0]; }

int64_t sn_loops_out0(const sn_node *node) { return sn_out(node, 0)->shape.d[0]; }

sn_span sn_loops_span(const sn_node *node)
{
    return sn_span_of(&sn_in(node, 0)->shape, ((const sn_along_params *)node->params)->axis);
}

int64_t sn_loops_lines(const sn_node *node)
{
    const sn_span span = sn_loops_span(node);
    return span.outer * span.inner;
}

int64_t sn_loops_chunks(const sn_node *node)
{
    return (sn_shape_count(&sn_in(node, 0)->shape) + SN_LOOPS_CHUNK - 1) / SN_LOOPS_CHUNK;
}
