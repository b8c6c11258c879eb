/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading of messages. Each kind has a function that takes one field; unknown fields are skipped
 * here, and stay where they are in the bytes. */
#include "formats/onnx/record.h"

#include <string.h>

typedef struct message {
    const sn_onnx_reading *r;
    const char *what;
    sn_wire_field f;
} message;

static sn_status wrong_at(const sn_onnx_reading *r, const char *at, const char *what,
                          const char *text)
{
    return sn_fail(r->ctx, SN_E_FORMAT, "%s: byte %llu: %s: %s", r->path,
                   (unsigned long long)(at - r->base), what, text);
}

static sn_status wrong(const message *m, const char *text)
{
    return wrong_at(m->r, m->f.raw.s, m->what, text);
}

/* Calls `take` with each field. */
static sn_status read(const sn_onnx_reading *r, sn_text bytes, const char *what, void *out,
                      sn_status (*take)(const message *m, void *out))
{
    sn_wire w = sn_wire_of(bytes);
    message m = {.r = r, .what = what};
    while (sn_wire_next(&w, &m.f)) SN_TRY(take(&m, out));
    return w.wrong ? wrong_at(r, w.at, what, w.wrong) : SN_OK;
}

static sn_status take_bytes(const message *m, sn_text *out)
{
    if (m->f.form != SN_WIRE_BYTES) return wrong(m, "a number where bytes are expected");
    *out = m->f.bytes;
    return SN_OK;
}

static sn_status take_name(const message *m, const char **out)
{
    sn_text t = {NULL, 0};
    SN_TRY(take_bytes(m, &t));
    if (memchr(t.s, 0, t.n)) return wrong(m, "a name with a zero byte");
    *out = sn_arena_strndup(m->r->arena, t.s, t.n);
    return SN_OK;
}

static sn_status take_int(const message *m, int64_t *out)
{
    if (m->f.form != SN_WIRE_VARINT) return wrong(m, "another form where an integer is expected");
    *out = (int64_t)m->f.value;
    return SN_OK;
}

static float f32_of(uint64_t v)
{
    const uint32_t bits = (uint32_t)v;
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static sn_status push_name(const message *m, sn_onnx_names *out)
{
    const char *name = "";
    SN_TRY(take_name(m, &name));
    SN_PUSH(*out, name);
    return SN_OK;
}

/* Of a repeated integer, packed or not; SN_PUSH for any vector of them. */
#define PUSH_INTS(m, vec)                                                                          \
    do {                                                                                           \
        int64_t one_ = 0;                                                                          \
        if ((m)->f.form == SN_WIRE_BYTES) {                                                        \
            sn_text left_ = (m)->f.bytes;                                                          \
            uint64_t v_;                                                                           \
            while (left_.n > 0) {                                                                  \
                if (!sn_wire_varint(&left_, &v_)) return wrong((m), "a list of integers is cut");  \
                SN_PUSH((vec), (int64_t)v_);                                                       \
            }                                                                                      \
        } else {                                                                                   \
            SN_TRY(take_int((m), &one_));                                                          \
            SN_PUSH((vec), one_);                                                                  \
        }                                                                                          \
    } while (0)

/* ---- attributes and nodes -------------------------------------------------------------------- */

static sn_status push_floats(const message *m, sn_onnx_attr *a)
{
    if (m->f.form == SN_WIRE_32) {
        SN_PUSH(a->floats, f32_of(m->f.value));
        return SN_OK;
    }
    sn_text t = {NULL, 0};
    SN_TRY(take_bytes(m, &t));
    if (t.n % 4 != 0) return wrong(m, "a list of floats is cut");
    for (size_t i = 0; i < t.n; i += 4) {
        uint32_t bits = 0;
        for (size_t k = 0; k < 4; k++) bits |= (uint32_t)(unsigned char)t.s[i + k] << (8 * k);
        SN_PUSH(a->floats, f32_of(bits));
    }
    return SN_OK;
}

static sn_status push_bytes(const message *m, sn_onnx_attr *a)
{
    sn_text t = {NULL, 0};
    SN_TRY(take_bytes(m, &t));
    SN_PUSH(a->list, t);
    return SN_OK;
}

static sn_status take_attr(const message *m, void *out)
{
    sn_onnx_attr *a = out;
    int64_t type = 0;
    switch (m->f.number) {
    case 1:
        return take_name(m, &a->name);
    case 2:
        if (m->f.form != SN_WIRE_32) return wrong(m, "another form where a float is expected");
        a->f = f32_of(m->f.value);
        return SN_OK;
    case 3:
        return take_int(m, &a->i);
    case 4:
    case 5:
    case 6:
    case 14:
    case 22:
        return take_bytes(m, &a->bytes);
    case 7:
        return push_floats(m, a);
    case 8:
        PUSH_INTS(m, a->ints);
        return SN_OK;
    case 9:
    case 10:
    case 11:
    case 15:
    case 23:
        return push_bytes(m, a);
    case 20:
        SN_TRY(take_int(m, &type));
        if (type < 0 || type > SN_ONNX_TYPES) return wrong(m, "an unknown type of attribute");
        a->type = (sn_onnx_attr_type)type;
        return SN_OK;
    case 21:
        return take_name(m, &a->of_function);
    default:
        return SN_OK;
    }
}

static sn_status read_attr(const message *m, sn_onnx_attr *out)
{
    sn_text t = {NULL, 0};
    SN_TRY(take_bytes(m, &t));
    *out = (sn_onnx_attr){.name = "", .raw = t};
    out->floats.arena = out->ints.arena = out->list.arena = m->r->arena;
    return read(m->r, t, "an attribute", out, take_attr);
}

static sn_status take_node(const message *m, void *out)
{
    sn_onnx_node *n = out;
    sn_onnx_attr a;
    switch (m->f.number) {
    case 1:
        return push_name(m, &n->inputs);
    case 2:
        return push_name(m, &n->outputs);
    case 3:
        return take_name(m, &n->name);
    case 4:
        return take_name(m, &n->type);
    case 5:
        SN_TRY(read_attr(m, &a));
        SN_PUSH(n->attrs, a);
        return SN_OK;
    case 7:
        return take_name(m, &n->domain);
    case 8:
        return take_name(m, &n->overload);
    default:
        return SN_OK;
    }
}

/* Both names of the domain of ONNX's operators. */
static const char *domain_of(const char *domain)
{
    return strcmp(domain, "ai.onnx") == 0 ? "" : domain;
}

static sn_status read_node(const message *m, sn_onnx_node *out)
{
    sn_text t = {NULL, 0};
    SN_TRY(take_bytes(m, &t));
    *out = (sn_onnx_node){.name = "", .type = "", .domain = "", .overload = "", .raw = t};
    out->inputs.arena = out->outputs.arena = out->attrs.arena = m->r->arena;
    SN_TRY(read(m->r, t, "a node", out, take_node));
    out->domain = domain_of(out->domain);
    if (out->inputs.n > UINT16_MAX || out->outputs.n > UINT16_MAX)
        return wrong(m, "a node with more than 65535 inputs or outputs");
    return SN_OK;
}

const sn_onnx_attr *sn_onnx_attr_named(const sn_onnx_node *n, const char *name)
{
    for (size_t i = 0; i < n->attrs.n; i++)
        if (strcmp(n->attrs.v[i].name, name) == 0) return &n->attrs.v[i];
    return NULL;
}

bool sn_onnx_calls(const sn_onnx_node *n, const sn_onnx_function *f)
{
    return strcmp(f->name, n->type) == 0 && strcmp(f->domain, n->domain) == 0 &&
           strcmp(f->overload, n->overload) == 0;
}

/* ---- values ---------------------------------------------------------------------------------- */

static sn_status take_size(const message *m, void *out)
{
    sn_onnx_size *s = out;
    switch (m->f.number) {
    case 1:
        SN_TRY(take_int(m, &s->number));
        if (s->number < 0) s->number = -1; /* some exporters write so what they do not know */
        return SN_OK;
    case 2:
        return take_name(m, &s->name);
    default:
        return SN_OK;
    }
}

static sn_status take_shape(const message *m, void *out)
{
    sn_onnx_value_info *v = out;
    sn_text t = {NULL, 0};
    if (m->f.number != 1) return SN_OK;
    SN_TRY(take_bytes(m, &t));
    sn_onnx_size s = {.number = -1};
    SN_TRY(read(m->r, t, "a size", &s, take_size));
    if (s.name && !*s.name) s.name = NULL;
    SN_PUSH(v->shape, s);
    return SN_OK;
}

static sn_status take_tensor_type(const message *m, void *out)
{
    sn_onnx_value_info *v = out;
    sn_text t = {NULL, 0};
    switch (m->f.number) {
    case 1:
        return take_int(m, &v->type);
    case 2:
        SN_TRY(take_bytes(m, &t));
        v->has_shape = true;
        return read(m->r, t, "a shape", v, take_shape);
    default:
        return SN_OK;
    }
}

static sn_status take_type(const message *m, void *out)
{
    sn_onnx_value_info *v = out;
    sn_text t = {NULL, 0};
    switch (m->f.number) {
    case 1:
        SN_TRY(take_bytes(m, &t));
        v->is_tensor = true;
        return read(m->r, t, "a type", v, take_tensor_type);
    case 4:
    case 5:
    case 8:
    case 9:
        v->is_tensor = false;
        return SN_OK;
    default:
        return SN_OK;
    }
}

static sn_status take_value_info(const message *m, void *out)
{
    sn_onnx_value_info *v = out;
    sn_text t = {NULL, 0};
    switch (m->f.number) {
    case 1:
        return take_name(m, &v->name);
    case 2:
        SN_TRY(take_bytes(m, &t));
        return read(m->r, t, "a type", v, take_type);
    default:
        return SN_OK;
    }
}

static sn_status read_value_info(const message *m, sn_onnx_value_info *out)
{
    sn_text t = {NULL, 0};
    SN_TRY(take_bytes(m, &t));
    *out = (sn_onnx_value_info){.name = "", .is_tensor = true};
    out->shape.arena = m->r->arena;
    return read(m->r, t, "a value", out, take_value_info);
}

/* ---- graphs, functions, models --------------------------------------------------------------- */

static sn_status take_graph(const message *m, void *out)
{
    sn_onnx_graph *g = out;
    sn_onnx_node n;
    sn_onnx_value_info v;
    sn_text t = {NULL, 0};
    switch (m->f.number) {
    case 1:
        SN_TRY(read_node(m, &n));
        SN_PUSH(g->nodes, n);
        return SN_OK;
    case 2:
        return take_name(m, &g->name);
    case 5:
        SN_TRY(take_bytes(m, &t));
        SN_PUSH(g->initializers, t);
        return SN_OK;
    case 11:
        SN_TRY(read_value_info(m, &v));
        SN_PUSH(g->inputs, v);
        return SN_OK;
    case 12:
        SN_TRY(read_value_info(m, &v));
        SN_PUSH(g->outputs, v);
        return SN_OK;
    case 15:
        SN_TRY(take_bytes(m, &t));
        SN_PUSH(g->sparse_initializers, t);
        return SN_OK;
    default:
        return SN_OK;
    }
}

sn_status sn_onnx_read_graph(const sn_onnx_reading *r, sn_text bytes, sn_onnx_graph *out)
{
    *out = (sn_onnx_graph){.name = ""};
    out->nodes.arena = out->initializers.arena = out->sparse_initializers.arena = r->arena;
    out->inputs.arena = out->outputs.arena = r->arena;
    return read(r, bytes, "a graph", out, take_graph);
}

sn_status sn_onnx_count(const sn_onnx_reading *r, const sn_onnx_node *nodes, size_t n,
                        uint32_t *count)
{
    for (size_t i = 0; i < n; i++) {
        ++*count;
        for (size_t k = 0; k < nodes[i].attrs.n; k++) {
            const sn_onnx_attr *a = &nodes[i].attrs.v[k];
            sn_onnx_graph body;
            if (a->type != SN_ONNX_GRAPH || a->of_function) continue;
            SN_TRY(sn_onnx_read_graph(r, a->bytes, &body));
            SN_TRY(sn_onnx_count(r, body.nodes.v, body.nodes.n, count));
        }
    }
    return SN_OK;
}

static sn_status take_opset(const message *m, void *out)
{
    sn_onnx_opset *o = out;
    switch (m->f.number) {
    case 1:
        return take_name(m, &o->domain);
    case 2:
        return take_int(m, &o->version);
    default:
        return SN_OK;
    }
}

static sn_status push_opset(const message *m, sn_onnx_opsets *list)
{
    sn_text t = {NULL, 0};
    SN_TRY(take_bytes(m, &t));
    sn_onnx_opset o = {.domain = ""};
    SN_TRY(read(m->r, t, "an operator set", &o, take_opset));
    o.domain = domain_of(o.domain);
    SN_PUSH(*list, o);
    return SN_OK;
}

static sn_status take_function(const message *m, void *out)
{
    sn_onnx_function *f = out;
    sn_onnx_node n;
    sn_onnx_attr a;
    switch (m->f.number) {
    case 1:
        return take_name(m, &f->name);
    case 4:
        return push_name(m, &f->inputs);
    case 5:
        return push_name(m, &f->outputs);
    case 7:
        SN_TRY(read_node(m, &n));
        SN_PUSH(f->nodes, n);
        return SN_OK;
    case 9:
        return push_opset(m, &f->opsets);
    case 10:
        return take_name(m, &f->domain);
    case 11:
        SN_TRY(read_attr(m, &a));
        SN_PUSH(f->defaults, a);
        return SN_OK;
    case 13:
        return take_name(m, &f->overload);
    default:
        return SN_OK;
    }
}

static sn_status read_function(const message *m, sn_onnx_function *out)
{
    sn_text t = {NULL, 0};
    SN_TRY(take_bytes(m, &t));
    *out = (sn_onnx_function){.name = "", .domain = "", .overload = ""};
    out->inputs.arena = out->outputs.arena = out->nodes.arena = m->r->arena;
    out->defaults.arena = out->opsets.arena = m->r->arena;
    SN_TRY(read(m->r, t, "a function", out, take_function));
    out->domain = domain_of(out->domain);
    return SN_OK;
}

static sn_status take_model(const message *m, void *out)
{
    sn_onnx_model *model = out;
    sn_onnx_function f;
    switch (m->f.number) {
    case 1:
        return take_int(m, &model->ir_version);
    case 7:
        if (model->has_graph) return wrong(m, "a second graph");
        model->has_graph = true;
        return take_bytes(m, &model->graph);
    case 8:
        return push_opset(m, &model->opsets);
    case 25:
        SN_TRY(read_function(m, &f));
        SN_PUSH(model->functions, f);
        return SN_OK;
    default:
        return SN_OK;
    }
}

sn_status sn_onnx_read_model(const sn_onnx_reading *r, sn_text bytes, sn_onnx_model *out)
{
    *out = (sn_onnx_model){.ir_version = 0};
    out->opsets.arena = out->functions.arena = r->arena;
    SN_TRY(read(r, bytes, "the model", out, take_model));
    SN_CHECK(r->ctx, out->has_graph, SN_E_FORMAT, "%s: no graph in it: is it an ONNX model?",
             r->path);
    return SN_OK;
}

/* ---- tensors --------------------------------------------------------------------------------- */

static sn_status take_tensor(const message *m, void *out)
{
    sn_onnx_tensor *t = out;
    sn_text bytes = {NULL, 0};
    int64_t location = 0;
    switch (m->f.number) {
    case 1:
        PUSH_INTS(m, t->dims);
        return SN_OK;
    case 2:
        return take_int(m, &t->type);
    case 4:
    case 5:
    case 7:
    case 10:
    case 11:
        SN_PUSH(t->data, m->f);
        return SN_OK;
    case 8:
        return take_name(m, &t->name);
    case 9:
        t->is_raw = true;
        return take_bytes(m, &t->raw);
    case 13:
        SN_TRY(take_bytes(m, &bytes));
        SN_PUSH(t->external, bytes);
        return SN_OK;
    case 14:
        SN_TRY(take_int(m, &location));
        t->is_external = location == 1;
        return SN_OK;
    default:
        return SN_OK;
    }
}

sn_status sn_onnx_read_tensor(const sn_onnx_reading *r, sn_text bytes, sn_onnx_tensor *out)
{
    *out = (sn_onnx_tensor){.name = ""};
    out->dims.arena = out->data.arena = out->external.arena = r->arena;
    return read(r, bytes, "a tensor", out, take_tensor);
}

typedef struct entry {
    const char *key, *value;
} entry;

static sn_status take_entry(const message *m, void *out)
{
    entry *e = out;
    switch (m->f.number) {
    case 1:
        return take_name(m, &e->key);
    case 2:
        return take_name(m, &e->value);
    default:
        return SN_OK;
    }
}

sn_status sn_onnx_read_entry(const sn_onnx_reading *r, sn_text bytes, const char **key,
                             const char **value)
{
    entry e = {"", ""};
    SN_TRY(read(r, bytes, "an entry", &e, take_entry));
    *key = e.key;
    *value = e.value;
    return SN_OK;
}
