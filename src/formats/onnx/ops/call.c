/* SPDX-License-Identifier: Apache-2.0
 *
 * The operator, and what functions of operators.def are written with. */
#include "formats/onnx/ops/call.h"

#include <string.h>

#include "formats/onnx/onnx.h"
#include "ops/concat.h"
#include "ops/eval.h"
#include "ops/reduce.h"
#include "ops/squeeze.h"
#include "ops/transpose.h"

/* ---- the operator ---------------------------------------------------------------------------- */

static const sn_param call_params[] = {
    SN_P_STR(sn_onnx_call_params, domain, "domain of the operator; empty: ONNX's own"),
    SN_P_STR(sn_onnx_call_params, type, "its name there"),
    SN_P_INT(sn_onnx_call_params, version, 1, 1, INT32_MAX, "version of the domain's operators"),
    SN_P_INT(sn_onnx_call_params, number, 0, 0, INT32_MAX, "which node of its file it is"),
    SN_P_END};
static const sn_slot call_slots[] = {{"x", SN_SLOT_OPTIONAL | SN_SLOT_VARIADIC}, {NULL, 0}};

/* An attribute that nobody asked for; NULL: none. */
static const char *unasked(const sn_onnx_call *c)
{
    for (size_t i = 0; i < c->record->attrs.n; i++)
        if (i >= 64 || !(c->asked >> i & 1)) return c->record->attrs.v[i].name;
    return NULL;
}

static sn_answer import(sn_resolve *r, const sn_onnx_node *record)
{
    const sn_onnx_call_params *p = r->in.params;
    const sn_onnx_operator *o = sn_onnx_operator_of(p->domain, p->type, p->version);
    if (!record) return SN_ONNX_NEVER("its attributes are not known");
    if (!o && *p->domain)
        return SN_ONNX_NEVER(sn_arena_printf(r->in.arena,
                                             "sinter does not have this operator of %s",
                                             sn_escape(r->in.arena, p->domain)));
    if (!o) return SN_ONNX_NEVER("sinter does not have this operator");
    sn_onnx_call c = {.r = r,
                      .record = record,
                      .version = p->version,
                      .op = o->op,
                      .first = r->node->graph->root->n_ids,
                      .folded = {.arena = r->in.arena}};
    r->status = sn_onnx_check_signature(&c);
    if (r->status != SN_OK) return SN_ONNX_LATER("it is not as its operator has to be");
    const sn_answer is = o->import(&c);
    const char *other = is.is == SN_YES ? unasked(&c) : NULL;
    if (other)
        return SN_ONNX_NEVER(sn_arena_printf(r->in.arena, "its attribute '%s' is not known",
                                             sn_escape(r->in.arena, other)));
    if (is.is != SN_YES || r->status != SN_OK) return is;
    for (unsigned i = 0; i < r->in.n_out; i++)
        if (!r->made[i]) return SN_ONNX_NEVER("an output that sinter does not compute is read");
    for (size_t i = c.folded.n; i-- > 0;) sn_node_remove(c.folded.v[i]);
    return is;
}

/* What is refused is a boundary: nobody else says what the node computes. */
static sn_answer call_resolve(sn_resolve *r)
{
    const sn_answer is = import(r, sn_onnx_record_of(r->node));
    if (is.is == SN_NO && r->status == SN_OK) sn_node_set_boundary(r->node, is.why, true);
    return is;
}

static sn_status call_infer(sn_infer *in)
{
    if (!in->node->boundary) sn_infer_may_bound(in);
    return SN_OK;
}

const sn_op sn_onnx_op_call = {.name = "onnx.call",
                               .dialect = &sn_onnx_dialect,
                               .synopsis = "y = a node of an ONNX file, before shapes are known",
                               .slots = call_slots,
                               .n_out = SN_VARIADIC_OUT,
                               .several = true,
                               .kind = SN_FUSE_OPAQUE,
                               .params_bytes = sizeof(sn_onnx_call_params),
                               .params = call_params,
                               .loose = true,
                               .foresees = true,
                               .resolve = call_resolve,
                               .infer = call_infer};

static const sn_op *const ops[] = {&sn_onnx_op_call};
const sn_dialect sn_onnx_dialect = {.name = "onnx", .ops = ops, .n_ops = 1};

/* ---- inputs ---------------------------------------------------------------------------------- */

sn_value *sn_onnx_in(const sn_onnx_call *c, unsigned k) { return sn_in(c->r->node, k); }
bool sn_onnx_has(const sn_onnx_call *c, unsigned k) { return sn_onnx_in(c, k) != NULL; }

const sn_shape *sn_onnx_shape(const sn_onnx_call *c, unsigned k)
{
    static const sn_shape unknown = {.rank = -1};
    return sn_onnx_has(c, k) ? &c->r->in.in_shape[k] : &unknown;
}

int sn_onnx_rank(const sn_onnx_call *c, unsigned k) { return sn_onnx_shape(c, k)->rank; }

sn_type sn_onnx_type(const sn_onnx_call *c, unsigned k)
{
    return sn_onnx_has(c, k) ? c->r->in.in_type[k] : SN_TYPE_UNKNOWN;
}

sn_answer sn_onnx_later(const sn_onnx_call *c, unsigned k, const char *why)
{
    sn_resolve *r = c->r;
    if (!sn_onnx_has(c, k) && r->status == SN_OK)
        r->status = sn_node_fail(r->in.ctx, r->node, SN_E_FORMAT, "input %u is left out", k);
    return SN_ONNX_LATER(why);
}

bool sn_onnx_gives(const sn_onnx_call *c, unsigned out)
{
    return out < sn_onnx_n_out(c) && sn_out(c->r->node, out)->n_uses > 0;
}

/* ---- attributes ------------------------------------------------------------------------------ */

const sn_onnx_attr *sn_onnx_take(sn_onnx_call *c, const char *name)
{
    const sn_onnx_attr *a = sn_onnx_attr_named(c->record, name);
    const size_t i = a ? (size_t)(a - c->record->attrs.v) : 64;
    if (i < 64) c->asked |= (uint64_t)1 << i;
    return a;
}

void sn_onnx_ignore(sn_onnx_call *c, const char *name) { (void)sn_onnx_take(c, name); }

/* One of another type is not asked for: the node is refused then. Old files give no types. */
static const sn_onnx_attr *take(sn_onnx_call *c, const char *name, sn_onnx_attr_type type)
{
    const sn_onnx_attr *a = sn_onnx_attr_named(c->record, name);
    if (a && a->type != type && a->type != SN_ONNX_UNDEFINED) return NULL;
    return sn_onnx_take(c, name);
}

int64_t sn_onnx_int(sn_onnx_call *c, const char *name, int64_t def)
{
    const sn_onnx_attr *a = take(c, name, SN_ONNX_INT);
    return a ? a->i : def;
}

double sn_onnx_float(sn_onnx_call *c, const char *name, double def)
{
    const sn_onnx_attr *a = take(c, name, SN_ONNX_FLOAT);
    return a ? (double)a->f : def;
}

const char *sn_onnx_string(sn_onnx_call *c, const char *name, const char *def)
{
    const sn_onnx_attr *a = take(c, name, SN_ONNX_STRING);
    if (!a) return def;
    /* one of a type that is not said may hold no text */
    return a->bytes.s ? sn_arena_strndup(c->r->in.arena, a->bytes.s, a->bytes.n) : "";
}

bool sn_onnx_is(sn_onnx_call *c, const char *name, const char *value, const char *def)
{
    return strcmp(sn_onnx_string(c, name, def), value) == 0;
}

sn_ints sn_onnx_ints_of(sn_arena *arena, const sn_onnx_attr *a)
{
    const size_t count = a ? a->ints.n : 0;
    int32_t *v = SN_NEW_N(arena, int32_t, count);
    for (size_t i = 0; i < count; i++) {
        const int64_t n = a->ints.v[i];
        v[i] = n > INT32_MAX ? INT32_MAX : n < -INT32_MAX ? -INT32_MAX : (int32_t)n;
    }
    return (sn_ints){(int)count, v};
}

bool sn_onnx_ints(sn_onnx_call *c, const char *name, sn_ints *out)
{
    const sn_onnx_attr *a = take(c, name, SN_ONNX_INTS);
    *out = sn_onnx_ints_of(c->r->in.arena, a);
    return a != NULL;
}

int sn_onnx_axis(int64_t axis, int rank)
{
    if (axis < 0) axis += rank;
    return axis >= 0 && axis < rank ? (int)axis : -1;
}

bool sn_onnx_axes(sn_onnx_call *c, const char *name, int rank, sn_ints *out)
{
    sn_ints given;
    (void)sn_onnx_ints(c, name, &given);
    int32_t *v = SN_NEW_N(c->r->in.arena, int32_t, given.n);
    for (int i = 0; i < given.n; i++) {
        v[i] = sn_onnx_axis(given.v[i], rank);
        if (v[i] < 0) return false;
    }
    *out = (sn_ints){given.n, v};
    return true;
}

/* ---- what is made ---------------------------------------------------------------------------- */

sn_node *sn_onnx_make_many(sn_onnx_call *c, const sn_op *op, const void *params, uint16_t n_in,
                           sn_value *const *in, uint16_t n_out)
{
    sn_resolve *r = c->r;
    for (uint16_t i = 0; i < n_in && r->status == SN_OK; i++) {
        const sn_slot *slot = sn_op_slot(op, i);
        if (!in[i] && slot && !(slot->flags & SN_SLOT_OPTIONAL))
            r->status =
                sn_node_fail(r->in.ctx, r->node, SN_E_FORMAT, "input %s is left out", slot->name);
    }
    while (n_in > 0 && !in[n_in - 1]) n_in--;
    if (n_in < sn_op_min_inputs(op) && r->status == SN_OK)
        r->status = sn_node_fail(r->in.ctx, r->node, SN_E_FORMAT, "found %d inputs, expected %d",
                                 n_in, sn_op_min_inputs(op));
    if (r->status != SN_OK) return NULL;
    const void *is = params ? params : sn_onnx_params(c, op);
    const char *wrong = op->params ? sn_params_check(op->params, is, r->in.arena) : NULL;
    if (!wrong && op->validate) wrong = op->validate(is, r->in.arena);
    if (wrong && r->status == SN_OK)
        r->status = sn_node_fail(r->in.ctx, r->node, SN_E_FORMAT, "%s", wrong);
    return sn_resolve_node_many(r, op, is, n_in, in, n_out);
}

sn_value *sn_onnx_make(sn_onnx_call *c, const sn_op *op, const void *params, uint16_t n_in,
                       sn_value *const *in)
{
    const sn_node *n = sn_onnx_make_many(c, op, params, n_in, in, 1);
    return n ? n->out[0] : NULL;
}

sn_value *sn_onnx_fold(sn_onnx_call *c, sn_value *v)
{
    sn_node *n = v ? v->def : NULL;
    sn_resolve *r = c->r;
    if (!n || v->id < c->first || v->n_uses || n->n_out != 1 || r->status != SN_OK) return v;
    const sn_tensor **in = SN_NEW_N(r->in.arena, const sn_tensor *, n->n_in), *t = NULL;
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *x = sn_in(n, i);
        if (x && (x->def || !sn_const_of(x))) return v;
        in[i] = x ? sn_const_of(x) : NULL;
    }
    bool done;
    r->status = sn_node_resolve(n, SN_BOUNDARIES_PROVED, &done);
    n = v->def;
    if (r->status == SN_OK) r->status = sn_eval_node(r->in.ctx, r->in.arena, r->in.dims, n, in, &t);
    if (r->status != SN_OK) return v;
    SN_PUSH(c->folded, n);
    return sn_onnx_tensor_value(c, t);
}

sn_value *sn_onnx_tensor_value(sn_onnx_call *c, const sn_tensor *t)
{
    sn_value *v = sn_value_const(c->r->node->graph, t, NULL);
    sn_tensor_release(t);
    return v;
}

sn_value *sn_onnx_number(sn_onnx_call *c, sn_type type, double v)
{
    sn_resolve *r = c->r;
    if (type == SN_TYPE_UNKNOWN && r->status == SN_OK)
        r->status = sn_node_fail(r->in.ctx, r->node, SN_E_FORMAT, "an input is left out");
    if (r->status != SN_OK) return NULL;
    return sn_onnx_tensor_value(c, sn_tensor_scalar(c->r->in.ctx, type, v));
}

sn_value *sn_onnx_i64s(sn_onnx_call *c, const int64_t *v, int n)
{
    sn_tensor *t;
    void *data;
    const sn_shape shape = SN_SHAPE(n);
    const sn_status s = sn_tensor_create(c->r->in.ctx, SN_TYPE_i64, &shape, &t, &data);
    if (s != SN_OK) {
        c->r->status = s;
        return NULL;
    }
    if (n) memcpy(data, v, sizeof *v * (size_t)n);
    return sn_onnx_tensor_value(c, t);
}

sn_value *sn_onnx_tensor_attr(sn_onnx_call *c, const sn_onnx_attr *a)
{
    sn_onnx_files files = {.reading = {.ctx = c->r->in.ctx,
                                       .arena = c->r->in.arena,
                                       .path = c->r->node->graph->root->name,
                                       .base = a->bytes.s}};
    const sn_tensor *t;
    const char *ignored;
    if (c->r->status == SN_OK) c->r->status = sn_onnx_contents(&files, a->bytes, &ignored, &t);
    return c->r->status == SN_OK ? sn_onnx_tensor_value(c, t) : NULL;
}

sn_value *sn_onnx_cast(sn_onnx_call *c, sn_value *v, sn_type to)
{
    if (!v || v->type == to) return v;
    void *p = sn_onnx_params(c, &sn_op_cast);
    (void)sn_onnx_set_int(&sn_op_cast, p, "to", to);
    return SN_ONNX_MAKE(c, &sn_op_cast, p, v);
}

sn_value *sn_onnx_reshape(sn_onnx_call *c, sn_value *v, const int64_t *sizes, int n)
{
    sn_value *shape = sn_onnx_i64s(c, sizes, n);
    return sn_onnx_fold(c, SN_ONNX_MAKE(c, &sn_op_dynamic_reshape, NULL, v, shape));
}

static sn_ints ints_of(const sn_onnx_call *c, const int *v, int n)
{
    int32_t *copy = SN_NEW_N(c->r->in.arena, int32_t, n);
    for (int i = 0; i < n; i++) copy[i] = v[i];
    return (sn_ints){n, copy};
}

sn_value *sn_onnx_transpose(sn_onnx_call *c, sn_value *v, int rank, const int *perm)
{
    const sn_transpose_params p = {.perm = ints_of(c, perm, rank)};
    return sn_onnx_fold(c, SN_ONNX_MAKE(c, &sn_op_transpose, &p, v));
}

sn_value *sn_onnx_unsqueeze(sn_onnx_call *c, sn_value *v, const int *axes, int n)
{
    const sn_unsqueeze_params p = {.axes = ints_of(c, axes, n)};
    return n ? sn_onnx_fold(c, SN_ONNX_MAKE(c, &sn_op_unsqueeze, &p, v)) : v;
}

sn_value *sn_onnx_squeeze(sn_onnx_call *c, sn_value *v, const int *axes, int n)
{
    const sn_squeeze_params p = {.axes = ints_of(c, axes, n)};
    return n ? sn_onnx_fold(c, SN_ONNX_MAKE(c, &sn_op_squeeze, &p, v)) : v;
}

sn_value *sn_onnx_slice(sn_onnx_call *c, sn_value *v, int axis, int64_t from, int64_t to)
{
    sn_value *starts = sn_onnx_i64s(c, &from, 1), *ends = sn_onnx_i64s(c, &to, 1);
    sn_value *axes = sn_onnx_i64s(c, &(int64_t){axis}, 1);
    return sn_onnx_fold(c, SN_ONNX_MAKE(c, &sn_op_dynamic_slice, NULL, v, starts, ends, axes));
}

sn_value *sn_onnx_concat(sn_onnx_call *c, int axis, sn_value *const *v, int n)
{
    const sn_concat_params p = {.axis = axis};
    return sn_onnx_fold(c, sn_onnx_make(c, &sn_op_concat, &p, (uint16_t)n, v));
}

sn_value *sn_onnx_reduce(sn_onnx_call *c, sn_value *v, const char *how, const int *axes, int n,
                         bool keepdims)
{
    sn_reduce_params *p = sn_onnx_params(c, &sn_op_reduce);
    (void)sn_onnx_set_enum(&sn_op_reduce, p, "op", how);
    p->axes = ints_of(c, axes, n);
    p->keepdims = keepdims;
    return SN_ONNX_MAKE(c, &sn_op_reduce, p, v);
}

sn_value *sn_onnx_log_softmax(sn_onnx_call *c, sn_value *v, int axis)
{
    sn_value *top = sn_onnx_reduce(c, v, "max", &axis, 1, true);
    sn_value *less = SN_ONNX_MAKE(c, &sn_op_sub, NULL, v, top);
    sn_value *each = SN_ONNX_MAKE(c, &sn_op_exp, NULL, less);
    sn_value *sum = sn_onnx_reduce(c, each, "sum", &axis, 1, true);
    return SN_ONNX_MAKE(c, &sn_op_sub, NULL, less, SN_ONNX_MAKE(c, &sn_op_log, NULL, sum));
}

sn_value *sn_onnx_flat(sn_onnx_call *c, sn_value *v)
{
    return v && v->shape.rank == 1 ? v : sn_onnx_reshape(c, v, (int64_t[]){-1}, 1);
}

sn_value *sn_onnx_sizes_of(sn_onnx_call *c, sn_value *v)
{
    return SN_ONNX_MAKE(c, &sn_op_shape, NULL, v);
}

void sn_onnx_give(sn_onnx_call *c, unsigned out, sn_value *v)
{
    if (out >= sn_onnx_n_out(c)) return;
    bool fresh = v && v->def && v->id >= c->first;
    for (unsigned i = 0; i < sn_onnx_n_out(c); i++) fresh = fresh && c->r->made[i] != v;
    if (v && !fresh) v = SN_ONNX_MAKE(c, &sn_op_identity, NULL, v);
    c->r->made[out] = v;
}

sn_answer sn_onnx_give_all(sn_onnx_call *c, const sn_node *n)
{
    for (unsigned i = 0; n && i < n->n_out; i++) sn_onnx_give(c, i, n->out[i]);
    return SN_ONNX_YES;
}

void sn_onnx_give_nothing(sn_onnx_call *c, unsigned out)
{
    if (out >= sn_onnx_n_out(c) || sn_onnx_gives(c, out)) return;
    sn_onnx_give(c, out, sn_onnx_number(c, SN_TYPE_f32, 0));
}

/* ---- params by name -------------------------------------------------------------------------- */

void *sn_onnx_params(sn_onnx_call *c, const sn_op *op)
{
    if (!op->params) return NULL;
    void *p = sn_arena_alloc(c->r->in.arena, op->params_bytes);
    sn_params_init(op->params, p);
    return p;
}

static void *field(const sn_op *op, void *params, const char *name, const sn_param **row)
{
    *row = op->params ? sn_param_find(op->params, name) : NULL;
    return *row ? (char *)params + (*row)->offset : NULL;
}

bool sn_onnx_set_int(const sn_op *op, void *params, const char *name, int64_t v)
{
    const sn_param *p;
    void *at = field(op, params, name, &p);
    const bool is = p && (p->kind == SN_PK_INT || p->kind == SN_PK_BOOL || p->kind == SN_PK_ENUM);
    if (!is || v < INT32_MIN || v > INT32_MAX) return false;
    *(int32_t *)at = (int32_t)v;
    return true;
}

bool sn_onnx_set_f32(const sn_op *op, void *params, const char *name, double v)
{
    const sn_param *p;
    void *at = field(op, params, name, &p);
    if (!p || p->kind != SN_PK_F32) return false;
    *(float *)at = (float)v;
    return true;
}

bool sn_onnx_set_enum(const sn_op *op, void *params, const char *name, const char *v)
{
    const sn_param *p;
    void *at = field(op, params, name, &p);
    if (!p || p->kind != SN_PK_ENUM) return false;
    for (int32_t i = 0; p->names[i]; i++) {
        if (strcmp(p->names[i], v) != 0) continue;
        *(int32_t *)at = i;
        return true;
    }
    return false;
}

bool sn_onnx_set_ints(const sn_op *op, void *params, const char *name, sn_ints v)
{
    const sn_param *p;
    void *at = field(op, params, name, &p);
    if (!p || p->kind != SN_PK_INTS) return false;
    *(sn_ints *)at = v;
    return true;
}

static bool take_ints(sn_onnx_call *c, const sn_param *row, void *params, int rank)
{
    sn_ints *to = (sn_ints *)((char *)params + row->offset);
    if (strcmp(row->name, "axes") == 0) return sn_onnx_axes(c, row->name, rank, to);
    (void)sn_onnx_ints(c, row->name, to);
    return true;
}

static bool take_attr(sn_onnx_call *c, const sn_op *op, const sn_param *row, void *params, int rank)
{
    int64_t i;
    switch (row->kind) {
    case SN_PK_INT:
    case SN_PK_BOOL:
        i = sn_onnx_int(c, row->name, 0);
        if (sn_onnx_is_axis(row->name)) i = sn_onnx_axis(i, rank);
        return (!sn_onnx_is_axis(row->name) || i >= 0) && sn_onnx_set_int(op, params, row->name, i);
    case SN_PK_ENUM:
        return sn_onnx_set_enum(op, params, row->name, sn_onnx_string(c, row->name, ""));
    case SN_PK_F32:
        return sn_onnx_set_f32(op, params, row->name, sn_onnx_float(c, row->name, 0));
    case SN_PK_INTS:
        return take_ints(c, row, params, rank);
    case SN_PK_STR:
        *(const char **)((char *)params + row->offset) = sn_onnx_string(c, row->name, "");
        return true;
    default:
        return false;
    }
}

const char *sn_onnx_take_attrs(sn_onnx_call *c, const sn_op *op, void *params, int rank)
{
    for (const sn_param *row = op->params; row && row->name; row++) {
        if (!sn_onnx_attr_named(c->record, row->name)) continue;
        if (!take_attr(c, op, row, params, rank))
            return sn_arena_printf(c->r->in.arena,
                                   "its attribute '%s' has a value that sinter "
                                   "does not have",
                                   row->name);
    }
    return NULL;
}
