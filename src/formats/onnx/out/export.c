/* SPDX-License-Identifier: Apache-2.0
 *
 * What functions of exports.def are written with. Field numbers are those of onnx.proto. */
#include "formats/onnx/out/export.h"

#include <math.h>
#include <string.h>

#include "base/ways.h"
#include "formats/onnx/ops/call.h"
#include "ops/sizes.h"

enum {
    NODE_INPUT = 1,
    NODE_OUTPUT = 2,
    NODE_NAME = 3,
    NODE_TYPE = 4,
    NODE_ATTRIBUTE = 5,
    NODE_DOMAIN = 7
};
enum {
    ATTR_NAME = 1,
    ATTR_F = 2,
    ATTR_I = 3,
    ATTR_S = 4,
    ATTR_T = 5,
    ATTR_G = 6,
    ATTR_FLOATS = 7,
    ATTR_INTS = 8,
    ATTR_TYPE = 20,
};
enum { GRAPH_NODE = 1 };

const char sn_onnx_give_sizes[] = SN_WAY_INPUT("NAME=SIZES") " gives those of an input";

static const sn_onnx_spelled rows[] = {
#define EXPORT(op, function, type, since) {&sn_op_##op, sn_onnx_export_##function, type, since},
#include "formats/onnx/out/exports.def"
#undef EXPORT
};
enum { N_ROWS = sizeof rows / sizeof *rows };

const sn_onnx_spelled *sn_onnx_spelled_at(size_t i) { return i < N_ROWS ? &rows[i] : NULL; }

const sn_onnx_spelled *sn_onnx_spelled_of(const sn_op *op)
{
    for (size_t i = 0; i < N_ROWS; i++)
        if (rows[i].op == op) return &rows[i];
    return NULL;
}

const char **sn_onnx_no_names(sn_arena *arena, int n)
{
    enum { MORE = 16 };
    const char **names = SN_NEW_N(arena, const char *, n + MORE);
    for (int i = 0; i < n + MORE; i++) names[i] = "";
    return names;
}

void sn_onnx_cannot(sn_onnx_export *e, const char *why)
{
    if (!e->wrong) e->wrong = why;
}

void sn_onnx_unknown(sn_onnx_export *e, const char *why)
{
    if (!e->wrong) e->way = sn_onnx_give_sizes;
    sn_onnx_cannot(e, why);
}

void sn_onnx_composed(sn_onnx_export *e) { e->composed = true; }

void sn_onnx_needs(sn_onnx_export *e, int since, const char *what)
{
    if (e->opset >= since) return;
    if (!e->wrong && since <= SN_ONNX_NEWEST)
        e->way = sn_arena_printf(e->arena, SN_WAY_OPSET("%d") " has it",
                                 since < SN_ONNX_OLDEST ? SN_ONNX_OLDEST : since);
    sn_onnx_cannot(e, sn_arena_printf(e->arena,
                                      "%s is in ONNX from version %d on, and the model is of "
                                      "version %d",
                                      what, since, e->opset));
}

const sn_shape *sn_onnx_shape_in(const sn_onnx_export *e, unsigned slot)
{
    static const sn_shape unknown = {.rank = -1};
    const sn_value *v = e->n ? sn_in(e->n, slot) : NULL;
    return v ? &v->shape : &unknown;
}

int sn_onnx_rank_in(const sn_onnx_export *e, unsigned slot)
{
    return sn_onnx_shape_in(e, slot)->rank;
}

sn_type sn_onnx_type_in(const sn_onnx_export *e, unsigned slot)
{
    const sn_value *v = e->n ? sn_in(e->n, slot) : NULL;
    return !v ? SN_TYPE_UNKNOWN : e->wide && sn_type_is_narrow(v->type) ? SN_TYPE_f32 : v->type;
}

bool sn_onnx_has_in(const sn_onnx_export *e, unsigned slot)
{
    return e->n ? sn_in(e->n, slot) != NULL : slot < e->n_in;
}

const sn_tensor *sn_onnx_plain_in(sn_onnx_export *e, unsigned slot)
{
    const sn_value *v = e->n ? sn_in(e->n, slot) : NULL;
    const sn_tensor *t = v ? sn_const_of(v) : NULL, *plain;
    const bool widened = t && e->wide && sn_type_is_narrow(t->type);
    if (!t || !e->w || (t->coding == SN_PLAIN && !widened)) return t;
    if (sn_tensor_convert(e->ctx, t, widened ? SN_TYPE_f32 : t->type, &plain) != SN_OK) {
        sn_ctx_clear_error(e->ctx);
        return NULL;
    }
    SN_PUSH(e->w->made, plain);
    return plain;
}

/* ---- attributes ------------------------------------------------------------------------------ */

static sn_str attr_begin(sn_onnx_export *e, const char *name)
{
    sn_str s;
    sn_str_init(&s, e->arena);
    sn_wire_put_string(&s, ATTR_NAME, name);
    return s;
}

static void attr_end(sn_onnx_export *e, sn_str *s, sn_onnx_attr_type type)
{
    sn_wire_put_int(s, ATTR_TYPE, type);
    if (!e->attrs.arena) sn_str_init(&e->attrs, e->arena);
    sn_wire_put_bytes(&e->attrs, NODE_ATTRIBUTE, (sn_text){s->s, s->n});
}

void sn_onnx_attr_int(sn_onnx_export *e, const char *name, int64_t v)
{
    sn_str s = attr_begin(e, name);
    sn_wire_put_int(&s, ATTR_I, v);
    attr_end(e, &s, SN_ONNX_INT);
}

void sn_onnx_attr_float(sn_onnx_export *e, const char *name, float v)
{
    sn_str s = attr_begin(e, name);
    sn_wire_put_f32(&s, ATTR_F, v);
    attr_end(e, &s, SN_ONNX_FLOAT);
}

void sn_onnx_attr_string(sn_onnx_export *e, const char *name, const char *v)
{
    sn_str s = attr_begin(e, name);
    sn_wire_put_string(&s, ATTR_S, v);
    attr_end(e, &s, SN_ONNX_STRING);
}

void sn_onnx_attr_ints(sn_onnx_export *e, const char *name, const int32_t *v, int n)
{
    sn_str s = attr_begin(e, name);
    for (int i = 0; i < n; i++) sn_wire_put_int(&s, ATTR_INTS, v[i]);
    attr_end(e, &s, SN_ONNX_INTS);
}

void sn_onnx_attr_floats(sn_onnx_export *e, const char *name, const float *v, int n)
{
    sn_str s = attr_begin(e, name);
    for (int i = 0; i < n; i++) sn_wire_put_f32(&s, ATTR_FLOATS, v[i]);
    attr_end(e, &s, SN_ONNX_FLOATS);
}

void sn_onnx_attr_tensor(sn_onnx_export *e, const char *name, const sn_tensor *t)
{
    sn_str s = attr_begin(e, name), proto;
    sn_str_init(&proto, e->arena);
    sn_onnx_put_contents(&proto, t, NULL);
    sn_wire_put_bytes(&s, ATTR_T, (sn_text){proto.s, proto.n});
    attr_end(e, &s, SN_ONNX_TENSOR);
}

void sn_onnx_attr_graph(sn_onnx_export *e, const char *name, const sn_str *graph)
{
    sn_str s = attr_begin(e, name);
    sn_wire_put_bytes(&s, ATTR_G, (sn_text){graph->s, graph->n});
    attr_end(e, &s, SN_ONNX_GRAPH);
}

/* ---- nodes ----------------------------------------------------------------------------------- */

/* Type of input i of a node that is being made: one of the operator's own, or, of the product that
 * it mostly is, a view of its first. UNKNOWN: of what is computed on the way. */
static sn_type type_of_made(sn_onnx_export *e, const char *type, int i, const char *name)
{
    for (uint16_t j = 0; j < e->n_in && *name; j++)
        if (name == e->in[j]) return sn_onnx_type_in(e, j);
    const bool product = e->n_in > 1 && (sn_op_slot(e->op, 1)->flags & SN_SLOT_WEIGHT);
    return i == 0 && product && strcmp(type, e->row->type) == 0 ? sn_onnx_type_in(e, 0)
                                                                : SN_TYPE_UNKNOWN;
}

/* Whether the version takes the types of the node's inputs. */
static void check_own_inputs(sn_onnx_export *e, const char *domain, const char *type, int n_in,
                             const char *const *in)
{
    const int version = domain ? 1 : e->opset;
    for (int i = 0; i < n_in; i++) {
        const sn_type t = type_of_made(e, type, i, in[i]);
        if (t != SN_TYPE_UNKNOWN && !sn_onnx_takes(domain ? domain : "", type, version, i, t))
            sn_onnx_cannot(e, sn_arena_printf(e->arena, "%s of version %d takes no %s", type,
                                              version, sn_type_name(t)));
    }
}

void sn_onnx_put(sn_onnx_export *e, const char *type, int since, int n_in, const char *const *in,
                 int n_out, const char *const *out)
{
    if (e->opset < since) sn_onnx_needs(e, since, type);
    const int least_in = e->least_in;
    const char *domain = e->domain;
    e->least_in = 0;
    e->domain = NULL;
    if (e->nodes) check_own_inputs(e, domain, type, n_in, in);
    if (!e->nodes || e->wrong) {
        e->attrs = (sn_str){0};
        return;
    }
    sn_str s;
    sn_str_init(&s, e->arena);
    while (n_in > least_in && !*in[n_in - 1]) n_in--;
    while (n_out > 1 && !*out[n_out - 1]) n_out--;
    for (int i = 0; i < n_in; i++) sn_wire_put_string(&s, NODE_INPUT, in[i]);
    for (int i = 0; i < n_out; i++) sn_wire_put_string(&s, NODE_OUTPUT, out[i]);
    const char *name = sn_onnx_node_name(e->w, e->n->name ? e->n->name : "");
    if (*name) sn_wire_put_string(&s, NODE_NAME, name);
    sn_wire_put_string(&s, NODE_TYPE, type);
    if (domain) {
        sn_wire_put_string(&s, NODE_DOMAIN, domain);
        e->w->has_runtime = true;
    }
    if (e->attrs.n) sn_str_addn(&s, e->attrs.s, e->attrs.n);
    e->attrs = (sn_str){0};
    sn_wire_put_bytes(e->nodes, GRAPH_NODE, (sn_text){s.s, s.n});
}

const char *sn_onnx_temporary(sn_onnx_export *e)
{
    if (!e->nodes) return "";
    const char *like = *e->out[0] ? e->out[0] : e->op->name;
    return sn_onnx_fresh_name(e->w, like);
}

const char *sn_onnx_made(sn_onnx_export *e, const char *type, int since, int n_in,
                         const char *const *in)
{
    const char *name = sn_onnx_temporary(e);
    sn_onnx_put(e, type, since, n_in, in, 1, &name);
    return name;
}

/* ---- constants ------------------------------------------------------------------------------- */

const char *sn_onnx_put_tensor(sn_onnx_export *e, const sn_tensor *t)
{
    if (!e->nodes) {
        sn_tensor_release(t);
        return "";
    }
    SN_PUSH(e->w->made, t);
    return sn_onnx_constant(e->w, t, sn_onnx_temporary(e));
}

const char *sn_onnx_put_instead(sn_onnx_export *e, unsigned slot, const sn_tensor *t)
{
    const sn_value *v = e->n ? sn_in(e->n, slot) : NULL;
    if (!e->nodes || v->def || v->n_uses != 1) return sn_onnx_put_tensor(e, t);
    for (size_t i = e->n_before; i < e->w->initializers.n; i++) {
        sn_onnx_initializer *is = &e->w->initializers.v[i];
        if (is->tensor != v->data || is->name != e->in[slot]) continue;
        sn_map_put_u64(e->w->tensors, (uintptr_t)v->data, NULL);
        is->tensor = t;
        SN_PUSH(e->w->made, t);
        return is->name;
    }
    return sn_onnx_put_tensor(e, t);
}

const char *sn_onnx_put_i64s(sn_onnx_export *e, const int64_t *v, int n)
{
    if (!e->nodes) return "";
    sn_tensor *t;
    void *data;
    const sn_shape shape = SN_SHAPE(n);
    if (sn_tensor_create(e->ctx, SN_TYPE_i64, &shape, &t, &data) != SN_OK) {
        sn_ctx_clear_error(e->ctx);
        sn_onnx_cannot(e, "a list of sizes is too long");
        return "";
    }
    if (n) memcpy(data, v, sizeof *v * (size_t)n);
    return sn_onnx_put_tensor(e, t);
}

const char *sn_onnx_put_ints(sn_onnx_export *e, const int32_t *v, int n)
{
    int64_t *wide = SN_NEW_N(e->arena, int64_t, n);
    for (int i = 0; i < n; i++) wide[i] = v[i];
    return sn_onnx_put_i64s(e, wide, n);
}

const char *sn_onnx_put_number(sn_onnx_export *e, sn_type type, double v)
{
    if (!e->nodes) return "";
    return sn_onnx_put_tensor(e, sn_tensor_scalar(e->ctx, type ? type : SN_TYPE_f32, v));
}

/* ---- views ----------------------------------------------------------------------------------- */

static const char *named(sn_onnx_export *e, const char *to)
{
    return to ? to : sn_onnx_temporary(e);
}

const char *sn_onnx_put_squeeze(sn_onnx_export *e, bool un, const char *x, const int32_t *axes,
                                int n, const char *to)
{
    const char *type = un ? "Unsqueeze" : "Squeeze", *y = named(e, to);
    if (e->opset >= 13) {
        SN_ONNX_PUT(e, type, 13, y, x, sn_onnx_put_ints(e, axes, n));
    } else {
        sn_onnx_attr_ints(e, "axes", axes, n);
        SN_ONNX_PUT(e, type, 1, y, x);
    }
    return y;
}

const char *sn_onnx_put_transpose(sn_onnx_export *e, const char *x, int n, const int32_t *perm,
                                  const char *to)
{
    const char *y = named(e, to);
    sn_onnx_attr_ints(e, "perm", perm, n);
    SN_ONNX_PUT(e, "Transpose", 1, y, x);
    return y;
}

const char *sn_onnx_put_reshape(sn_onnx_export *e, const char *x, const int64_t *sizes, int n,
                                const char *to)
{
    const char *y = named(e, to);
    SN_ONNX_PUT(e, "Reshape", 5, y, x, sn_onnx_put_i64s(e, sizes, n));
    return y;
}

const char *sn_onnx_reduction(const char *how, int *as_input)
{
    static const struct {
        const char *how, *type;
        int as_input; /* from this version on axes are an input */
    } names[] = {{"sum", "ReduceSum", 13},
                 {"mean", "ReduceMean", 18},
                 {"max", "ReduceMax", 18},
                 {"min", "ReduceMin", 18},
                 {"prod", "ReduceProd", 18},
                 {"l1", "ReduceL1", 18},
                 {"l2", "ReduceL2", 18},
                 {"log_sum", "ReduceLogSum", 18},
                 {"sum_square", "ReduceSumSquare", 18},
                 {"log_sum_exp", "ReduceLogSumExp", 18}};
    size_t k = 0;
    while (k < sizeof names / sizeof *names && strcmp(names[k].how, how) != 0) k++;
    if (k == sizeof names / sizeof *names) return NULL;
    *as_input = names[k].as_input;
    return names[k].type;
}

const char *sn_onnx_put_reduce(sn_onnx_export *e, const char *how, const char *x,
                               const int32_t *axes, int n, bool keepdims, const char *to)
{
    int as_input;
    const char *type = sn_onnx_reduction(how, &as_input);
    if (!type) {
        sn_onnx_cannot(e, "ONNX has no such reduction");
        return "";
    }
    const char *y = named(e, to);
    sn_onnx_attr_int(e, "keepdims", keepdims);
    if (e->opset >= as_input) {
        SN_ONNX_PUT(e, type, 13, y, x, n ? sn_onnx_put_ints(e, axes, n) : "");
    } else {
        if (n) sn_onnx_attr_ints(e, "axes", axes, n);
        SN_ONNX_PUT(e, type, 1, y, x);
    }
    return y;
}

const char *sn_onnx_put_slice(sn_onnx_export *e, const char *x, int axis, int64_t from, int64_t to,
                              int64_t step)
{
    const int32_t along = axis;
    if (e->opset >= 10) {
        const char *steps = step == 1 ? "" : sn_onnx_put_i64s(e, &step, 1);
        return SN_ONNX_MADE(e, "Slice", 10, x, sn_onnx_put_i64s(e, &from, 1),
                            sn_onnx_put_i64s(e, &to, 1), sn_onnx_put_ints(e, &along, 1), steps);
    }
    if (step != 1) sn_onnx_needs(e, 10, "Slice with steps");
    const int32_t first = (int32_t)(from < INT32_MAX ? from : INT32_MAX),
                  last = (int32_t)(to < INT32_MAX ? to : INT32_MAX);
    sn_onnx_attr_ints(e, "axes", &along, 1);
    sn_onnx_attr_ints(e, "starts", &first, 1);
    sn_onnx_attr_ints(e, "ends", &last, 1);
    return SN_ONNX_MADE(e, "Slice", 1, x);
}

/* ---- activations in slots -------------------------------------------------------------------- */

/* Clip takes integers from version 12 on. */
static void put_integer_clip(sn_onnx_export *e, sn_type type, float min, float max, const char *x,
                             const char *to)
{
    const bool has_min = min > -INFINITY, has_max = max < INFINITY;
    sn_onnx_composed(e);
    if (has_min) {
        const char *lo = sn_onnx_put_number(e, type, (double)min);
        const char *y = has_max ? sn_onnx_temporary(e) : to;
        SN_ONNX_PUT(e, "Where", 9, y, SN_ONNX_MADE(e, "Less", 9, x, lo), lo, x);
        x = y;
    }
    if (has_max) {
        const char *hi = sn_onnx_put_number(e, type, (double)max);
        SN_ONNX_PUT(e, "Where", 9, to, SN_ONNX_MADE(e, "Greater", 9, x, hi), hi, x);
    }
    if (!has_min && !has_max) SN_ONNX_PUT(e, "Identity", 1, to, x);
}

void sn_onnx_put_clip(sn_onnx_export *e, sn_type type, float min, float max, const char *x,
                      const char *to)
{
    if (e->opset < 12 && sn_type_is_integer(type)) {
        put_integer_clip(e, type, min, max, x, to);
        return;
    }
    if (e->opset >= 11) {
        const char *lo = min > -INFINITY ? sn_onnx_put_number(e, type, (double)min) : "";
        const char *hi = max < INFINITY ? sn_onnx_put_number(e, type, (double)max) : "";
        SN_ONNX_PUT(e, "Clip", 11, to, x, lo, hi);
        return;
    }
    if (min > -INFINITY) sn_onnx_attr_float(e, "min", min);
    if (max < INFINITY) sn_onnx_attr_float(e, "max", max);
    SN_ONNX_PUT(e, "Clip", 6, to, x);
}

/* x * clamp(a * x + b, 0, 1) */
void sn_onnx_put_hard_swish(sn_onnx_export *e, float a, float b, const char *x, const char *to)
{
    if (e->opset >= 14 && a == 1.0f / 6 && b == 0.5f) {
        SN_ONNX_PUT(e, "HardSwish", 14, to, x);
        return;
    }
    sn_onnx_attr_float(e, "alpha", a);
    sn_onnx_attr_float(e, "beta", b);
    SN_ONNX_PUT(e, "Mul", 7, to, x, SN_ONNX_MADE(e, "HardSigmoid", 6, x));
}

void sn_onnx_put_mish(sn_onnx_export *e, const char *x, const char *to)
{
    if (e->opset >= 18) {
        SN_ONNX_PUT(e, "Mish", 18, to, x);
        return;
    }
    sn_onnx_composed(e);
    const char *soft = SN_ONNX_MADE(e, "Softplus", 1, x);
    SN_ONNX_PUT(e, "Mul", 7, to, x, SN_ONNX_MADE(e, "Tanh", 6, soft));
}

void sn_onnx_put_act(sn_onnx_export *e, const sn_act *act, sn_type type, const char *x,
                     const char *to)
{
    switch (act->kind) {
    case SN_ACT_RELU:
        SN_ONNX_PUT(e, "Relu", 6, to, x);
        return;
    case SN_ACT_LEAKY_RELU:
        sn_onnx_attr_float(e, "alpha", act->a);
        SN_ONNX_PUT(e, "LeakyRelu", 6, to, x);
        return;
    case SN_ACT_CLIP:
        sn_onnx_put_clip(e, type, act->a, act->b, x, to);
        return;
    case SN_ACT_SIGMOID:
        SN_ONNX_PUT(e, "Sigmoid", 6, to, x);
        return;
    case SN_ACT_MISH:
        sn_onnx_put_mish(e, x, to);
        return;
    case SN_ACT_HARD_SWISH:
        sn_onnx_put_hard_swish(e, act->a, act->b, x, to);
        return;
    default:
        SN_ONNX_PUT(e, "Identity", 1, to, x);
        return;
    }
}

/* ---- params ---------------------------------------------------------------------------------- */

static void put_param(sn_onnx_export *e, const sn_param *row)
{
    const void *at = (const char *)e->params + row->offset;
    const int32_t i = *(const int32_t *)at;
    switch (row->kind) {
    case SN_PK_INT:
    case SN_PK_BOOL:
        if ((double)i != row->def || sn_onnx_is_axis(row->name)) sn_onnx_attr_int(e, row->name, i);
        return;
    case SN_PK_ENUM:
        if ((double)i != row->def) sn_onnx_attr_string(e, row->name, row->names[i]);
        return;
    case SN_PK_F32:
        if (*(const float *)at != (float)row->def)
            sn_onnx_attr_float(e, row->name, *(const float *)at);
        return;
    case SN_PK_INTS: {
        const sn_ints *v = at;
        if (v->n) sn_onnx_attr_ints(e, row->name, v->v, v->n);
        return;
    }
    case SN_PK_STR:
        if (**(const char *const *)at) sn_onnx_attr_string(e, row->name, *(const char *const *)at);
        return;
    default:
        sn_onnx_cannot(e, "ONNX has no such attribute");
        return;
    }
}

void sn_onnx_put_params(sn_onnx_export *e)
{
    for (const sn_param *row = e->op->params; row && row->name && e->params; row++)
        put_param(e, row);
}

/* Types that an operator has taken since a later version than other ones. */
static void check_types(sn_onnx_export *e)
{
    enum { SMALL = 1, INTEGERS = 2, FLOATS = 4, HALVES = 8 };
    static const struct {
        const char *type;
        int kinds, since;
    } later[] = {{"Add", SMALL, 14},     {"Sub", SMALL, 14},       {"Mul", SMALL, 14},
                 {"Div", SMALL, 14},     {"Relu", INTEGERS, 14},   {"Max", INTEGERS, 12},
                 {"Min", INTEGERS, 12},  {"Equal", FLOATS, 11},    {"Equal", SMALL, 11},
                 {"Pow", INTEGERS, 12},  {"Greater", INTEGERS, 9}, {"Less", INTEGERS, 9},
                 {"Clip", INTEGERS, 12}, {"MatMul", INTEGERS, 9},  {"PRelu", INTEGERS, 9},
                 {"IsInf", HALVES, 20}};
    const sn_type t = sn_onnx_type_in(e, 0);
    const bool integer = sn_type_is_integer(t), small = integer && sn_type_bytes(t) < 4;
    const int kinds = (small ? SMALL : 0) | (integer ? INTEGERS : 0) |
                      (sn_type_is_float(t) ? FLOATS : 0) | (sn_type_is_narrow(t) ? HALVES : 0);
    for (size_t i = 0; i < sizeof later / sizeof *later; i++)
        if ((later[i].kinds & kinds) && strcmp(later[i].type, e->row->type) == 0)
            sn_onnx_needs(e, later[i].since,
                          sn_arena_printf(e->arena, "%s of %s", e->row->type, sn_type_name(t)));
}

/* As it is: operators, params and inputs of one name. */
void sn_onnx_export_plain(sn_onnx_export *e)
{
    static const struct {
        const sn_op *op;
        const char *param;
        int since;
    } later[] = {
        {&sn_op_arg_max, "select_last_index", 12}, {&sn_op_arg_min, "select_last_index", 12},
        {&sn_op_depth_to_space, "mode", 11},       {&sn_op_scatter_elements, "reduction", 16},
        {&sn_op_scatter_nd, "reduction", 16},      {&sn_op_gather_nd, "batch_dims", 12}};
    check_types(e);
    sn_onnx_put_params(e);
    for (size_t i = 0; i < sizeof later / sizeof *later; i++) {
        const sn_param *p =
            later[i].op == e->op ? sn_param_find(e->op->params, later[i].param) : NULL;
        const void *at = p ? (const char *)e->params + p->offset : NULL;
        if (at && (double)*(const int32_t *)at != p->def)
            sn_onnx_needs(e, later[i].since,
                          sn_arena_printf(e->arena, "%s of %s", p->name, e->row->type));
    }
    sn_onnx_put(e, e->row->type, e->row->since, e->n_in, e->in, e->n ? e->n->n_out : 1, e->out);
}
