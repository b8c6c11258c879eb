/* SPDX-License-Identifier: Apache-2.0
 *
 * ModelProto: what nothing was done to is copied as it stands, field by field. A file is a list of
 * pieces, most of which are windows into the file that was read or into tensors. */
#include <string.h>

#include "base/map.h"
#include "formats/onnx/out/export.h"
#include "formats/onnx/out/writer.h"
#include "ops/structure.h"

enum {
    MODEL_IR_VERSION = 1,
    MODEL_PRODUCER = 2,
    MODEL_GRAPH = 7,
    MODEL_OPSET = 8,
    MODEL_FUNCTION = 25
};
enum {
    GRAPH_NODE = 1,
    GRAPH_NAME = 2,
    GRAPH_INITIALIZER = 5,
    GRAPH_INPUT = 11,
    GRAPH_OUTPUT = 12,
    GRAPH_VALUE_INFO = 13,
    GRAPH_SPARSE = 15,
};
enum {
    TENSOR_DIMS = 1,
    TENSOR_TYPE = 2,
    TENSOR_NAME = 8,
    TENSOR_RAW = 9,
    TENSOR_EXTERNAL = 13,
    TENSOR_LOCATION = 14,
};
/* Elements beside the model begin at pages; fewer bytes than SMALL stay in it. A message holds less
 * than 2 GiB; what is said of values beside nodes and elements has room. */
enum { PAGE = 4096, SMALL = 1024, MOST_BYTES = INT32_MAX - (64 << 20) };
/* The first IR version that may have initializers that are no inputs. */
enum { IR_OF_PLAIN_INITIALIZERS = 4, NEW_OPSET = 17 };

typedef SN_VEC(sn_text) pieces;

typedef struct model_writer {
    sn_onnx_writer w;
    const sn_onnx_info *info; /* of the file; NULL: the network is of none */
    pieces graph;
    /* Elements that lie in a file beside the model. */
    pieces data;
    uint64_t n_data;
    const char *data_name; /* its name; NULL: there is none */
    bool *called;          /* of the model's functions: those that are */
    uint32_t n_nodes;      /* of the network, with those of bodies */
    bool stays;            /* in the folder of the model that was read, with its files */
} model_writer;

static void add(pieces *p, sn_text piece)
{
    if (piece.n) SN_PUSH(*p, piece);
}

static void add_str(pieces *p, const sn_str *s) { add(p, (sn_text){s->s, s->n}); }

static uint64_t size_of(const pieces *p)
{
    uint64_t n = 0;
    for (size_t i = 0; i < p->n; i++) n += p->v[i].n;
    return n;
}

/* ---- tensors --------------------------------------------------------------------------------- */

static void put_description(sn_str *s, const sn_tensor *t, const char *name)
{
    for (int i = 0; i < t->shape.rank; i++) sn_wire_put_int(s, TENSOR_DIMS, t->shape.d[i]);
    sn_wire_put_int(s, TENSOR_TYPE, sn_onnx_data_type_of(t->type));
    if (name) sn_wire_put_string(s, TENSOR_NAME, name);
}

/* All but its elements, which come next. */
static sn_text put_tensor_head(sn_str *s, const sn_tensor *t, const char *name)
{
    const sn_text stored = sn_onnx_stored(s->arena, t);
    put_description(s, t, name);
    sn_wire_put_head(s, TENSOR_RAW, stored.n);
    return stored;
}

void sn_onnx_put_contents(sn_str *s, const sn_tensor *t, const char *name)
{
    const sn_text stored = put_tensor_head(s, t, name);
    sn_str_addn(s, stored.s, stored.n);
}

/* As a field of the graph. */
static void put_field(sn_arena *arena, pieces *out, uint32_t number, const pieces *message)
{
    sn_str head;
    sn_str_init(&head, arena);
    sn_wire_put_head(&head, number, size_of(message));
    add_str(out, &head);
    for (size_t i = 0; i < message->n; i++) add(out, message->v[i]);
}

/* A record of the file under this name. */
static pieces renamed(sn_arena *arena, sn_text record, const char *name)
{
    pieces p = {.arena = arena};
    sn_wire read = sn_wire_of(record);
    sn_wire_field f;
    sn_str s;
    while (sn_wire_next(&read, &f))
        if (f.number != TENSOR_NAME) add(&p, f.raw);
    sn_str_init(&s, arena);
    sn_wire_put_string(&s, TENSOR_NAME, name);
    add_str(&p, &s);
    return p;
}

static void put_entry(sn_str *s, const char *key, const char *value)
{
    sn_str entry = {.arena = s->arena};
    sn_str_init(&entry, s->arena);
    sn_wire_put_string(&entry, 1, key);
    sn_wire_put_string(&entry, 2, value);
    sn_wire_put_bytes(s, TENSOR_EXTERNAL, (sn_text){entry.s, entry.n});
}

/* The elements go into the file beside the model, where a page begins. */
static void put_beside(model_writer *m, const sn_onnx_initializer *init)
{
    static const char zeros[PAGE];
    const sn_tensor *t = init->tensor;
    sn_arena *arena = m->w.arena;
    const sn_text stored = sn_onnx_stored(arena, t);
    pieces p = {.arena = arena};
    sn_str head;
    sn_str_init(&head, arena);
    add(&m->data, (sn_text){zeros, (size_t)(-m->n_data % PAGE)});
    m->n_data += -m->n_data % PAGE;
    put_description(&head, t, init->name);
    put_entry(&head, "location", m->data_name);
    put_entry(&head, "offset", sn_arena_printf(arena, "%llu", (unsigned long long)m->n_data));
    put_entry(&head, "length", sn_arena_printf(arena, "%llu", (unsigned long long)stored.n));
    sn_wire_put_int(&head, TENSOR_LOCATION, 1);
    add(&m->data, stored);
    m->n_data += stored.n;
    add_str(&p, &head);
    put_field(arena, &m->graph, GRAPH_INITIALIZER, &p);
}

static bool is_external(const sn_tensor *t)
{
    sn_wire read = sn_wire_of(t->record);
    sn_wire_field f;
    bool is = false;
    while (sn_wire_next(&read, &f)) is = is || (f.number == TENSOR_LOCATION && f.value == 1);
    return is;
}

static sn_status put_initializer(model_writer *m, sn_onnx_initializer *init)
{
    sn_onnx_writer *w = &m->w;
    const sn_tensor *t = init->tensor;
    pieces p = {.arena = w->arena};
    const bool recorded = t->record.n && m->info && (m->stays || !is_external(t));
    if (recorded && (!m->data_name || t->n_bytes < SMALL || (m->stays && is_external(t)))) {
        p = renamed(w->arena, t->record, init->name);
        put_field(w->arena, &m->graph, GRAPH_INITIALIZER, &p);
        return SN_OK;
    }
    SN_CHECK(w->ctx, t->buf, SN_E_UNSUPPORTED,
             "the contents of the weight '%s' are not known, which ONNX cannot say",
             sn_escape(w->arena, init->name));
    if (t->coding != SN_PLAIN) {
        SN_TRY(sn_tensor_convert(w->ctx, t, t->type, &t));
        SN_PUSH(w->made, t);
        init->tensor = t;
    }
    if (m->data_name && t->n_bytes >= SMALL) {
        put_beside(m, init);
        return SN_OK;
    }
    sn_str head;
    sn_str_init(&head, w->arena);
    const sn_text stored = put_tensor_head(&head, t, init->name);
    add_str(&p, &head);
    add(&p, stored);
    put_field(w->arena, &m->graph, GRAPH_INITIALIZER, &p);
    return SN_OK;
}

/* Whether elements go into a file of their own: because a message holds 2 GiB at most, or since
 * those of a model elsewhere are in one. */
static void choose_place(model_writer *m, const sn_str *nodes, const char *beside)
{
    uint64_t total = nodes->n;
    bool apart = false;
    for (size_t i = 0; i < m->w.initializers.n; i++) {
        const sn_tensor *t = m->w.initializers.v[i].tensor;
        const bool external = t->record.n && is_external(t);
        apart = apart || (external && !m->stays);
        if (!external || !m->stays) total += t->n_bytes;
    }
    if (!m->data_name && (apart || total > MOST_BYTES)) m->data_name = beside;
}

/* ---- what is declared of values -------------------------------------------------------------- */

enum { INFO_NAME = 1, INFO_TYPE = 2, TYPE_TENSOR = 1, TENSOR_ELEMENT = 1, TENSOR_SHAPE = 2 };
enum { SHAPE_DIM = 1, DIM_VALUE = 1, DIM_PARAM = 2 };

static void put_shape(const sn_onnx_writer *w, const sn_shape *shape, sn_str *out)
{
    for (int i = 0; i < shape->rank; i++) {
        sn_str dim, text;
        sn_str_init(&dim, w->arena);
        sn_str_init(&text, w->arena);
        if (sn_dim_known(shape->d[i])) {
            sn_wire_put_int(&dim, DIM_VALUE, shape->d[i]);
        } else {
            sn_dim_print_over(w->g->dims, shape->d[i], &text);
            sn_wire_put_string(&dim, DIM_PARAM, text.s);
        }
        sn_wire_put_bytes(out, SHAPE_DIM, (sn_text){dim.s, dim.n});
    }
}

void sn_onnx_put_value_info(const sn_onnx_writer *w, const char *name, const sn_value *v,
                            sn_str *out)
{
    sn_str tensor, shape, type;
    sn_str_init(&tensor, w->arena);
    sn_str_init(&shape, w->arena);
    sn_str_init(&type, w->arena);
    sn_wire_put_string(out, INFO_NAME, name);
    if (v->type == SN_TYPE_UNKNOWN) return;
    sn_wire_put_int(&tensor, TENSOR_ELEMENT, sn_onnx_data_type_of(v->type));
    if (v->shape.rank >= 0) {
        put_shape(w, &v->shape, &shape);
        sn_wire_put_bytes(&tensor, TENSOR_SHAPE, (sn_text){shape.s, shape.n});
    }
    sn_wire_put_bytes(&type, TYPE_TENSOR, (sn_text){tensor.s, tensor.n});
    sn_wire_put_bytes(out, INFO_TYPE, (sn_text){type.s, type.n});
}

static void put_declaration(model_writer *m, uint32_t field, const char *name, const sn_value *v)
{
    sn_str info, out;
    sn_str_init(&info, m->w.arena);
    sn_str_init(&out, m->w.arena);
    sn_onnx_put_value_info(&m->w, name, v, &info);
    sn_wire_put_bytes(&out, field, (sn_text){info.s, info.n});
    add_str(&m->graph, &out);
}

/* The field of that number of a message whose field 1 is this name; none: no bytes. */
static sn_text declared(const model_writer *m, uint32_t field, const char *name)
{
    sn_wire_field f, first;
    if (!m->info) return (sn_text){0};
    sn_wire read = sn_wire_of(m->info->model.graph);
    while (sn_wire_next(&read, &f)) {
        if (f.number != field || f.form != SN_WIRE_BYTES) continue;
        sn_wire inner = sn_wire_of(f.bytes);
        while (sn_wire_next(&inner, &first))
            if (first.number == INFO_NAME && sn_text_is(first.bytes, name)) return f.raw;
    }
    return (sn_text){0};
}

/* Whether the file says the same of the sizes of an input. */
static bool is_declared_so(const model_writer *m, const char *name, const sn_shape *shape)
{
    const sn_onnx_graph *g = &m->info->graph;
    for (size_t i = 0; i < g->inputs.n; i++) {
        const sn_onnx_value_info *info = &g->inputs.v[i];
        if (strcmp(info->name, name) != 0) continue;
        if (!info->has_shape) return shape->rank < 0;
        bool same = (int)info->shape.n == shape->rank;
        for (int k = 0; same && k < shape->rank; k++)
            same = info->shape.v[k].number >= 0 ? shape->d[k] == info->shape.v[k].number
                                                : !sn_dim_known(shape->d[k]);
        return same;
    }
    return false;
}

static bool inputs_as_declared(const model_writer *m)
{
    bool same = true;
    SN_EACH_NODE(n, m->w.g)
    {
        if (!sn_op_has(n->op, SN_TRAIT_INPUT)) continue;
        for (uint16_t i = 0; i < n->n_out && same; i++)
            same = is_declared_so(m, sn_onnx_name_of((sn_onnx_writer *)&m->w, n->out[i]),
                                  &n->out[i]->shape);
    }
    return same;
}

static void put_inputs(model_writer *m, int64_t ir_version)
{
    SN_EACH_NODE(n, m->w.g)
    {
        if (!sn_op_has(n->op, SN_TRAIT_INPUT)) continue;
        for (uint16_t i = 0; i < n->n_out; i++) {
            const char *name = sn_onnx_name_of(&m->w, n->out[i]);
            const sn_text as = declared(m, GRAPH_INPUT, name);
            if (as.n && is_declared_so(m, name, &n->out[i]->shape))
                add(&m->graph, as);
            else
                put_declaration(m, GRAPH_INPUT, name, n->out[i]);
        }
    }
    for (size_t i = 0; i < m->w.initializers.n && ir_version < IR_OF_PLAIN_INITIALIZERS; i++) {
        const sn_onnx_initializer *init = &m->w.initializers.v[i];
        const sn_value v = {.type = init->tensor->type, .shape = init->tensor->shape};
        put_declaration(m, GRAPH_INPUT, init->name, &v);
    }
}

/* ---- the graph ------------------------------------------------------------------------------- */

/* Name, doc string, annotations, unknown fields; of what is said of values, that of those that
 * there still are. */
static void put_the_rest(model_writer *m)
{
    sn_wire read = sn_wire_of(m->info->model.graph);
    sn_wire_field f, first;
    while (sn_wire_next(&read, &f)) {
        const bool own = f.number == GRAPH_NODE || f.number == GRAPH_INITIALIZER ||
                         f.number == GRAPH_INPUT || f.number == GRAPH_OUTPUT ||
                         f.number == GRAPH_SPARSE;
        if (own) continue;
        bool keep = f.number != GRAPH_VALUE_INFO;
        sn_wire inner = sn_wire_of(f.bytes);
        while (!keep && f.form == SN_WIRE_BYTES && sn_wire_next(&inner, &first))
            keep =
                first.number == INFO_NAME && first.form == SN_WIRE_BYTES &&
                sn_map_has(m->w.used, sn_arena_strndup(m->w.arena, first.bytes.s, first.bytes.n));
        if (keep) add(&m->graph, f.raw);
    }
}

/* Before it takes the place of a file. */
static sn_status read_again(model_writer *m, sn_text nodes, const char *const *results)
{
    sn_onnx_writer *w = &m->w;
    const sn_onnx_reading r = {
        .ctx = w->ctx, .arena = w->arena, .path = "what would be written", .base = nodes.s};
    sn_onnx_graph graph;
    SN_TRY(sn_onnx_read_graph(&r, nodes, &graph));
    SN_TRY(sn_onnx_check_written(w, &r, &graph, results, sn_graph_output(w->g)->n_in));
    if (w->as_read.all) graph = m->info->graph;
    SN_TRY(sn_onnx_count(&r, graph.nodes.v, graph.nodes.n, &m->n_nodes));
    if (!m->info) return SN_OK;
    const sn_onnx_model *model = &m->info->model;
    m->called = SN_NEW_N(w->arena, bool, model->functions.n);
    return sn_onnx_functions_called(&r, model, &graph, m->called);
}

static sn_status put_graph(model_writer *m, int64_t ir_version, const char *beside)
{
    sn_onnx_writer *w = &m->w;
    const sn_node *output = sn_graph_output(w->g);
    sn_str nodes;
    sn_str_init(&nodes, w->arena);
    SN_EACH_NODE(n, w->g)
    for (uint16_t i = 0; i < n->n_out && sn_op_has(n->op, SN_TRAIT_INPUT); i++)
        (void)sn_onnx_name_of(w, n->out[i]);
    sn_onnx_name_results(w, output);
    sn_onnx_put_nodes(w, w->g, &nodes);
    w->as_read.all = w->as_read.all && !w->has_runtime;
    SN_TRY(sn_refusals_status(w->ctx, w->refused));
    const char **results = sn_onnx_put_results(w, output, &nodes);
    SN_TRY(read_again(m, (sn_text){nodes.s, nodes.n}, results));
    if (w->counting) return SN_OK;
    choose_place(m, &nodes, beside);
    add_str(&m->graph, &nodes);
    if (m->info) {
        put_the_rest(m);
    } else {
        sn_str name;
        sn_str_init(&name, w->arena);
        sn_wire_put_string(&name, GRAPH_NAME, "network");
        add_str(&m->graph, &name);
    }
    for (size_t i = 0; i < w->initializers.n; i++)
        SN_TRY(put_initializer(m, &w->initializers.v[i]));
    put_inputs(m, ir_version);
    for (uint16_t i = 0; i < output->n_in; i++) {
        const sn_text as = declared(m, GRAPH_OUTPUT, results[i]);
        if (as.n)
            add(&m->graph, as);
        else
            put_declaration(m, GRAPH_OUTPUT, results[i], sn_in(output, i));
    }
    return SN_OK;
}

/* ---- the model ------------------------------------------------------------------------------- */

/* The IR version that came with a version of the operators. */
static int64_t ir_version_for(int opset)
{
    static const struct {
        int opset, ir;
    } table[] = {{8, 3}, {9, 4}, {10, 5}, {11, 6}, {14, 7}, {18, 8}, {20, 9}, {22, 10}, {23, 11}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (opset <= table[i].opset) return table[i].ir;
    return 12;
}

static void put_opset(sn_str *s, const char *domain, int64_t version)
{
    sn_str one = {.arena = s->arena};
    sn_str_init(&one, s->arena);
    if (*domain) sn_wire_put_string(&one, 1, domain);
    sn_wire_put_int(&one, 2, version);
    sn_wire_put_bytes(s, MODEL_OPSET, (sn_text){one.s, one.n});
}

static void put_new_model(model_writer *m, pieces *out)
{
    sn_str s;
    sn_str_init(&s, m->w.arena);
    sn_wire_put_int(&s, MODEL_IR_VERSION, ir_version_for(m->w.opset));
    sn_wire_put_string(&s, MODEL_PRODUCER, "sinter");
    put_opset(&s, "", m->w.opset);
    if (m->w.has_runtime) put_opset(&s, SN_ONNX_RUNTIME, 1);
    add_str(out, &s);
    put_field(m->w.arena, out, MODEL_GRAPH, &m->graph);
}

static int opset_of_model(const sn_onnx_model *model)
{
    for (size_t i = 0; i < model->opsets.n; i++)
        if (!*model->opsets.v[i].domain) return (int)model->opsets.v[i].version;
    return 0;
}

static bool names_domain(const sn_onnx_model *model, const char *domain)
{
    for (size_t i = 0; i < model->opsets.n; i++)
        if (strcmp(model->opsets.v[i].domain, domain) == 0) return true;
    return false;
}

static void put_old_model(model_writer *m, pieces *out)
{
    const sn_text bytes = {(const char *)sn_buf_data(m->info->bytes), sn_buf_bytes(m->info->bytes)};
    const bool raised = opset_of_model(&m->info->model) != m->w.opset;
    sn_wire read = sn_wire_of(bytes);
    sn_wire_field f;
    size_t function = 0;
    bool put = false;
    while (sn_wire_next(&read, &f)) {
        if (f.number == MODEL_GRAPH) {
            if (!put) put_field(m->w.arena, out, MODEL_GRAPH, &m->graph);
            put = true;
        } else if (f.number == MODEL_FUNCTION) {
            if (m->called[function++]) add(out, f.raw);
        } else if (!raised || (f.number != MODEL_OPSET && f.number != MODEL_IR_VERSION)) {
            add(out, f.raw);
        }
    }
    sn_str s;
    sn_str_init(&s, m->w.arena);
    if (m->w.has_runtime && !names_domain(&m->info->model, SN_ONNX_RUNTIME))
        put_opset(&s, SN_ONNX_RUNTIME, 1);
    if (!raised) {
        add_str(out, &s);
        return;
    }
    const int64_t needs = ir_version_for(m->w.opset), has = m->info->model.ir_version;
    sn_wire_put_int(&s, MODEL_IR_VERSION, has > needs ? has : needs);
    put_opset(&s, "", m->w.opset);
    for (size_t i = 0; i < m->info->model.opsets.n; i++) {
        const sn_onnx_opset *o = &m->info->model.opsets.v[i];
        if (*o->domain) put_opset(&s, o->domain, o->version);
    }
    add_str(out, &s);
}

static sn_status put_model(model_writer *m, const char *beside, pieces *out)
{
    const int64_t ir = m->info ? m->info->model.ir_version : ir_version_for(m->w.opset);
    SN_TRY(put_graph(m, ir, beside));
    if (m->w.counting) return SN_OK;
    if (!m->info)
        put_new_model(m, out);
    else if (m->w.as_read.all && inputs_as_declared(m) && !m->data_name)
        add(out,
            (sn_text){(const char *)sn_buf_data(m->info->bytes), sn_buf_bytes(m->info->bytes)});
    else
        put_old_model(m, out);
    return SN_OK;
}

static sn_status write_pieces(sn_replace *r, const pieces *p, const char *path)
{
    sn_sink *sink;
    SN_TRY(sn_replace_open(r, path, &sink));
    for (size_t i = 0; i < p->n; i++) SN_TRY(sn_write(sink, p->v[i].s, p->v[i].n));
    return SN_OK;
}

/* The data first: a model without them is of no use. */
static sn_status write_files(const model_writer *m, const pieces *model, const sn_save_options *o,
                             const char *data_path)
{
    sn_replace *r;
    SN_TRY(sn_save_options_begin(m->w.ctx, o, &r));
    sn_status s = m->data.n ? write_pieces(r, &m->data, data_path) : SN_OK;
    if (s == SN_OK) s = write_pieces(r, model, o->path);
    if (s == SN_OK) return sn_replace_commit(r);
    sn_replace_abort(r);
    return s;
}

static sn_status begin(model_writer *m, const sn_graph *g, const sn_spelling *target,
                       sn_refusals *refused)
{
    sn_arena *arena = sn_arena_create(g->ctx);
    const bool own = g->origin && g->origin->format == &sn_format_onnx;
    *m = (model_writer){.w = {.ctx = g->ctx,
                              .arena = arena,
                              .g = g,
                              .used = sn_map_create(arena),
                              .joined = sn_map_create(arena),
                              .names = sn_map_create(arena),
                              .node_names = sn_map_create(arena),
                              .tensors = sn_map_create(arena),
                              .initializers = {.arena = arena},
                              .made = {.arena = arena}},
                        .info = own ? g->origin->extra : NULL,
                        .graph = {.arena = arena},
                        .data = {.arena = arena}};
    const int has = m->info ? opset_of_model(&m->info->model) : NEW_OPSET;
    m->w.opset = target && target->version ? (int)target->version : has;
    m->w.runtime = target && target->own_words;
    m->w.refused = refused ? refused : SN_NEW_N(arena, sn_refusals, 1);
    if (!refused) sn_refusals_init(m->w.refused, arena);
    m->w.refused->target = sn_arena_printf(m->w.refused->arena, "ONNX %d", m->w.opset);
    /* A model of other domains alone has none of ONNX's own. */
    if (own && (m->w.opset == has || !has))
        return sn_onnx_find_kept(g, m->w.opset, arena, &m->w.as_read);
    m->w.as_read.kept = sn_map_create(arena);
    return SN_OK;
}

static void end(model_writer *m)
{
    sn_onnx_forget_kept(&m->w.as_read);
    sn_tensors_release(m->w.made.v, m->w.made.n);
    sn_arena_destroy(m->w.arena);
}

static const char *folder_of(sn_arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? sn_arena_strndup(arena, path, (size_t)(slash - path) + 1) : "./";
}

static const char *name_in_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static sn_status save(model_writer *m, const sn_save_options *o)
{
    sn_ctx *ctx = m->w.ctx;
    sn_arena *arena = m->w.arena;
    const char *folder = folder_of(arena, o->path);
    const char *beside = o->weights ? o->weights : sn_arena_printf(arena, "%s.data", o->path);
    /* A folder that is missing is found when the file is written. */
    SN_CHECK(ctx, !o->weights || sn_file_same_folder(folder, folder_of(arena, beside)), SN_E_ARG,
             "%s: the weights of an ONNX file that lie in another one are in its own folder, %s",
             beside, folder);
    SN_CHECK(ctx, !o->weights || strcmp(name_in_folder(beside), name_in_folder(o->path)) != 0,
             SN_E_ARG, "%s: the network and its weights cannot be written to one file", o->path);
    if (o->weights) m->data_name = name_in_folder(beside);
    m->stays = !o->outlet && m->info &&
               sn_file_same_folder(folder, *m->info->folder ? m->info->folder : "./");
    pieces model = {.arena = arena};
    SN_TRY(put_model(m, name_in_folder(beside), &model));
    return write_files(m, &model, o, beside);
}

sn_status sn_onnx_save(const sn_graph *g, const sn_save_options *options)
{
    model_writer m;
    SN_CHECK(g->ctx, options->storage != SN_STORAGE_F16, SN_E_UNSUPPORTED,
             "%s: an ONNX file has no half-precision storage of its own: a value is float16, or it "
             "is not",
             options->path);
    SN_CHECK(g->ctx, !options->weights || strcmp(options->weights, "none") != 0, SN_E_UNSUPPORTED,
             "%s: an ONNX file is not written without its weights", options->path);
    sn_status s = begin(&m, g, options->target, options->refused);
    if (s == SN_OK) s = save(&m, options);
    end(&m);
    return s;
}

sn_status sn_onnx_count_nodes(const sn_graph *g, const sn_spelling *target, uint32_t *out)
{
    model_writer m;
    sn_status s = begin(&m, g, target, NULL);
    pieces none = {.arena = m.w.arena};
    m.w.counting = true;
    if (s == SN_OK) s = put_model(&m, "", &none);
    *out = m.n_nodes;
    end(&m);
    return s;
}
