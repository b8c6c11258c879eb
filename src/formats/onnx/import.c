/* SPDX-License-Identifier: Apache-2.0
 *
 * From an ONNX model to a graph. A node becomes an onnx.call, which resolves once its inputs are
 * known (call.h); but for constants, nodes with bodies, and calls of the model's own functions,
 * which are made of their nodes at once; those with bodies in import_bodies.c and
 * import_gradient.c. */
#include <string.h>

#include "formats/onnx/import.h"
#include "formats/onnx/ops/call.h"
#include "ops/structure.h"

enum { MAX_CALLS = 256, MAX_NODES = 1 << 22 };

static const char *text_of(const sn_onnx_scope *s, const char *name)
{
    return sn_escape(s->l->arena, name);
}

const char *sn_onnx_name_of_node(const sn_onnx_node *n)
{
    return *n->name || !n->outputs.n ? n->name : n->outputs.v[0];
}

sn_status sn_onnx_fail_at(const sn_onnx_scope *s, const sn_onnx_node *n, sn_status code,
                          const char *what, const char *name)
{
    return sn_fail(s->l->ctx, code, "%s: %s '%s': %s%s%s%s", s->l->path, text_of(s, n->type),
                   text_of(s, sn_onnx_name_of_node(n)), what, name ? " '" : "",
                   name ? text_of(s, name) : "", name ? "'" : "");
}

static const char *name_in(const sn_onnx_scope *s, const char *name)
{
    return *s->prefix ? sn_arena_printf(s->l->arena, "%s%s", s->prefix, name) : name;
}

/* Names of values are those of the file; one of a function that is taken already has none. */
void sn_onnx_set_name(const sn_onnx_scope *s, sn_value *v, const char *name)
{
    const char *own = name_in(s, name);
    if (*name && (!*s->prefix || !sn_graph_has_named(s->g, own))) sn_value_set_name(s->g, v, own);
}

sn_status sn_onnx_define(sn_onnx_scope *s, const sn_onnx_node *n, const char *name, sn_value *v)
{
    if (!*name) return SN_OK;
    if (sn_map_has(s->values, name))
        return n ? sn_onnx_fail_at(s, n, SN_E_FORMAT, "another node makes", name)
                 : sn_fail(s->l->ctx, SN_E_FORMAT, "%s: two values are called '%s'", s->l->path,
                           text_of(s, name));
    sn_map_put(s->values, name, v);
    return SN_OK;
}

sn_status sn_onnx_find(const sn_onnx_scope *s, const sn_onnx_node *n, const char *name,
                       sn_value **out)
{
    *out = *name ? sn_map_get(s->values, name) : NULL;
    if (*out || !*name || sn_map_has(s->values, name)) return SN_OK; /* NULL: left out of a call */
    return sn_onnx_fail_at(s, n, SN_E_FORMAT, "nothing in front of it makes", name);
}

static const sn_origin *origin_of(const sn_onnx_scope *s, sn_onnx_node *n)
{
    sn_origin *o = SN_NEW(s->l->arena, sn_origin);
    *o = (sn_origin){.format = &sn_format_onnx, .type = n->type, .extra = n};
    return o;
}

static int64_t version_of(const sn_onnx_scope *s, const char *domain)
{
    for (size_t i = 0; i < s->opsets->n; i++)
        if (strcmp(s->opsets->v[i].domain, domain) == 0) return s->opsets->v[i].version;
    return 1; /* as ONNX Runtime takes a domain that is not imported */
}

void sn_onnx_finish_node(const sn_onnx_scope *s, sn_node *made, sn_onnx_node *n)
{
    made->origin = origin_of(s, n);
    sn_node_set_name(s->g, made, name_in(s, sn_onnx_name_of_node(n)));
}

sn_status sn_onnx_define_outputs(sn_onnx_scope *s, const sn_onnx_node *n, sn_node *made)
{
    for (size_t i = 0; i < n->outputs.n && i < made->n_out; i++) {
        sn_onnx_set_name(s, made->out[i], n->outputs.v[i]);
        SN_TRY(sn_onnx_define(s, n, n->outputs.v[i], made->out[i]));
    }
    return SN_OK;
}

/* ---- constants ------------------------------------------------------------------------------- */

static sn_status of_ints(sn_onnx_loader *l, const sn_onnx_attr *a, bool scalar,
                         const sn_tensor **out)
{
    sn_tensor *t;
    void *data;
    const sn_shape shape = scalar ? sn_shape_scalar() : SN_SHAPE((sn_dim)a->ints.n);
    SN_TRY(sn_tensor_create(l->ctx, SN_TYPE_i64, &shape, &t, &data));
    if (scalar)
        memcpy(data, &a->i, sizeof a->i);
    else if (a->ints.n)
        memcpy(data, a->ints.v, a->ints.n * sizeof *a->ints.v);
    *out = t;
    return SN_OK;
}

static sn_status of_floats(sn_onnx_loader *l, const sn_onnx_attr *a, bool scalar,
                           const sn_tensor **out)
{
    sn_tensor *t;
    void *data;
    const sn_shape shape = scalar ? sn_shape_scalar() : SN_SHAPE((sn_dim)a->floats.n);
    SN_TRY(sn_tensor_create(l->ctx, SN_TYPE_f32, &shape, &t, &data));
    if (scalar)
        memcpy(data, &a->f, sizeof a->f);
    else if (a->floats.n)
        memcpy(data, a->floats.v, a->floats.n * sizeof *a->floats.v);
    *out = t;
    return SN_OK;
}

static sn_status constant_of(sn_onnx_scope *s, const sn_onnx_node *n, const sn_tensor **out)
{
    const char *ignored;
    for (size_t i = 0; i < n->attrs.n; i++) {
        const sn_onnx_attr *a = &n->attrs.v[i];
        if (strcmp(a->name, "value") == 0)
            return sn_onnx_contents(&s->l->files, a->bytes, &ignored, out);
        if (strcmp(a->name, "sparse_value") == 0)
            return sn_onnx_sparse_contents(&s->l->files, a->bytes, &ignored, out);
        if (strcmp(a->name, "value_int") == 0) return of_ints(s->l, a, true, out);
        if (strcmp(a->name, "value_ints") == 0) return of_ints(s->l, a, false, out);
        if (strcmp(a->name, "value_float") == 0) return of_floats(s->l, a, true, out);
        if (strcmp(a->name, "value_floats") == 0) return of_floats(s->l, a, false, out);
    }
    return sn_onnx_fail_at(s, n, SN_E_UNSUPPORTED, "a constant of texts, or of nothing", NULL);
}

static sn_status add_constant(sn_onnx_scope *s, sn_onnx_node *n)
{
    const sn_tensor *t;
    SN_TRY(constant_of(s, n, &t));
    sn_value *v = sn_value_const(s->g, t, NULL);
    sn_tensor_release(t);
    sn_node *made = sn_node_create(s->g, NULL, &sn_op_constant, NULL, 1, &v, 1);
    sn_onnx_finish_node(s, made, n);
    return sn_onnx_define_outputs(s, n, made);
}

sn_status sn_onnx_add_initializers(sn_onnx_scope *s, const sn_onnx_graph *graph)
{
    for (int sparse = 0; sparse < 2; sparse++) {
        const size_t n = sparse ? graph->sparse_initializers.n : graph->initializers.n;
        for (size_t i = 0; i < n; i++) {
            const char *name;
            const sn_tensor *t;
            SN_TRY(sparse ? sn_onnx_sparse_contents(&s->l->files, graph->sparse_initializers.v[i],
                                                    &name, &t)
                          : sn_onnx_contents(&s->l->files, graph->initializers.v[i], &name, &t));
            sn_value *v = sn_value_const(s->g, t, NULL);
            sn_tensor_release(t);
            SN_TRY(sn_onnx_define(s, NULL, name, v));
            sn_onnx_set_name(s, v, name);
        }
    }
    return SN_OK;
}

sn_status sn_onnx_find_inputs(const sn_onnx_scope *s, const sn_onnx_node *n, sn_onnx_values *out)
{
    for (size_t i = 0; i < n->inputs.n; i++) {
        sn_value *v;
        SN_TRY(sn_onnx_find(s, n, n->inputs.v[i], &v));
        SN_PUSH(*out, v);
    }
    return SN_OK;
}

/* A result is made by a node, and by one alone. */
sn_status sn_onnx_add_result(sn_onnx_scope *s, const char *name, const char *outside)
{
    sn_value *v = sn_map_get(s->values, name);
    SN_CHECK(s->l->ctx, v, SN_E_FORMAT, "%s: nothing makes the output '%s'", s->l->path,
             text_of(s, name));
    if (!v->def) v = sn_node_create(s->g, NULL, &sn_op_constant, NULL, 1, &v, 1)->out[0];
    sn_graph_add_output(s->g, &sn_op_output, v, outside);
    return SN_OK;
}

/* ---- functions of the model ------------------------------------------------------------------ */

static sn_onnx_function *function_of(const sn_onnx_scope *s, const sn_onnx_node *n)
{
    const sn_onnx_model *m = &s->l->info->model;
    for (size_t i = 0; i < m->functions.n; i++)
        if (sn_onnx_calls(n, &m->functions.v[i])) return &m->functions.v[i];
    return NULL;
}

/* Attributes that are those of the call; one that it does not have is left out. */
static void take_attributes(const sn_onnx_scope *s, sn_onnx_node *n)
{
    n->in_function = s->function != NULL;
    if (!n->in_function) return;
    size_t kept = 0;
    sn_onnx_attr *v = SN_NEW_N(s->l->arena, sn_onnx_attr, n->attrs.n);
    for (size_t i = 0; i < n->attrs.n; i++) {
        const sn_onnx_attr *a = &n->attrs.v[i];
        const sn_onnx_attr *is = a;
        if (a->of_function) {
            is = sn_onnx_attr_named(s->call, a->of_function);
            for (size_t k = 0; !is && k < s->function->defaults.n; k++)
                if (strcmp(s->function->defaults.v[k].name, a->of_function) == 0)
                    is = &s->function->defaults.v[k];
        }
        if (!is) continue;
        v[kept] = *is;
        v[kept++].name = a->name;
    }
    n->attrs.v = v;
    n->attrs.n = n->attrs.cap = kept;
}

static bool is_being_made(const sn_onnx_scope *s, const sn_onnx_function *f)
{
    for (; s; s = s->caller)
        if (s->function == f) return true;
    return false;
}

static sn_status add_function(sn_onnx_scope *outer, sn_onnx_node *n, sn_onnx_function *f)
{
    sn_onnx_scope s = *outer;
    if (is_being_made(outer, f))
        return sn_onnx_fail_at(outer, n, SN_E_FORMAT, "functions call each other without end",
                               NULL);
    if (++s.calls > MAX_CALLS)
        return sn_onnx_fail_at(outer, n, SN_E_UNSUPPORTED,
                               "too many functions, one inside the other", NULL);
    if (n->inputs.n > f->inputs.n || n->outputs.n > f->outputs.n)
        return sn_onnx_fail_at(outer, n, SN_E_FORMAT,
                               "more inputs or outputs than its function has", NULL);
    s.values = sn_map_create(s.l->arena);
    s.opsets = &f->opsets;
    s.call = n;
    s.function = f;
    s.caller = outer;
    s.unit = n->unit;
    s.prefix = sn_arena_printf(s.l->arena, "%s%s/", outer->prefix, sn_onnx_name_of_node(n));
    for (size_t i = 0; i < f->inputs.n; i++) {
        sn_value *v = NULL;
        if (i < n->inputs.n) SN_TRY(sn_onnx_find(outer, n, n->inputs.v[i], &v));
        if (v)
            SN_TRY(sn_onnx_define(&s, NULL, f->inputs.v[i], v));
        else
            sn_map_put(s.values, f->inputs.v[i], NULL); /* left out wherever it is read */
    }
    sn_onnx_node *nodes = sn_arena_copy(s.l->arena, f->nodes.v, f->nodes.n * sizeof *f->nodes.v);
    SN_TRY(sn_onnx_add_nodes(&s, nodes, f->nodes.n));
    for (size_t i = 0; i < n->outputs.n; i++) {
        if (!*n->outputs.v[i]) continue;
        sn_value *v = sn_map_get(s.values, f->outputs.v[i]);
        if (!v)
            return sn_onnx_fail_at(outer, n, SN_E_FORMAT, "its function does not make",
                                   n->outputs.v[i]);
        if (v->def) sn_value_set_name(s.g, v, name_in(outer, n->outputs.v[i]));
        SN_TRY(sn_onnx_define(outer, n, n->outputs.v[i], v));
    }
    return SN_OK;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

/* Its record says that it trains; outputs stay, so that values have the ids that they would have.
 */
static void read_as_at_inference(sn_onnx_node *n)
{
    if (*n->domain) return;
    for (size_t i = 0; strcmp(n->type, "BatchNormalization") == 0 && i < n->attrs.n; i++)
        if (strcmp(n->attrs.v[i].name, "training_mode") == 0) n->attrs.v[i].i = 0;
    if (strcmp(n->type, "Dropout") == 0 && n->inputs.n > 2) n->inputs.n = 2;
}

static sn_status add_call(sn_onnx_scope *s, sn_onnx_node *n)
{
    if (s->l->for_training) read_as_at_inference(n);
    sn_onnx_values in = {.arena = s->l->arena};
    size_t n_out = n->outputs.n;
    SN_TRY(sn_onnx_find_inputs(s, n, &in));
    while (in.n && !in.v[in.n - 1]) in.n--;
    while (n_out > 1 && !*n->outputs.v[n_out - 1]) n_out--;
    if (n_out == 0) return SN_OK; /* nobody can see what it computes */
    const sn_onnx_call_params p = {.domain = n->domain,
                                   .type = n->type,
                                   .version = (int32_t)n->version,
                                   .number = (int32_t)n->number};
    sn_node *made =
        sn_node_create(s->g, NULL, &sn_onnx_op_call, &p, (uint16_t)in.n, in.v, (uint16_t)n_out);
    sn_onnx_finish_node(s, made, n);
    return sn_onnx_define_outputs(s, n, made);
}

static sn_value **values_of(const sn_onnx_scope *s, const sn_onnx_names *names)
{
    sn_value **v = SN_NEW_N(s->l->units->arena, sn_value *, names->n);
    for (size_t i = 0; i < names->n; i++)
        v[i] = *names->v[i] ? sn_map_get(s->values, names->v[i]) : NULL;
    return v;
}

static void note_unit(const sn_onnx_scope *s, const sn_onnx_node *n)
{
    if (!s->l->units || n->unit != n) return;
    SN_PUSH(*s->l->units,
            ((sn_onnx_unit){n, s->g, values_of(s, &n->inputs), values_of(s, &n->outputs)}));
}

static sn_status add_operation(sn_onnx_scope *s, sn_onnx_node *n)
{
    static const struct {
        const char *domain, *type;
        sn_status (*add)(sn_onnx_scope *s, sn_onnx_node *n);
    } own[] = {{"", "Constant", add_constant},
               {"", "If", sn_onnx_add_if},
               {"", "Loop", sn_onnx_add_loop},
               {"", "Scan", sn_onnx_add_scan},
               {SN_ONNX_TRAINING, "Gradient", sn_onnx_add_gradient}};
    sn_onnx_function *f = function_of(s, n);
    if (f) return add_function(s, n, f);
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strcmp(n->domain, own[i].domain) == 0 && strcmp(n->type, own[i].type) == 0)
            return own[i].add(s, n);
    return add_call(s, n);
}

sn_status sn_onnx_add_node(sn_onnx_scope *s, sn_onnx_node *n)
{
    n->version = version_of(s, n->domain);
    n->number = s->l->n_nodes++;
    n->unit = s->unit ? s->unit : n;
    SN_CHECK(s->l->ctx, n->number < MAX_NODES, SN_E_UNSUPPORTED,
             "%s: more than %d nodes, those of functions counted at each call", s->l->path,
             MAX_NODES);
    if (n->version < 1 || n->version > INT32_MAX)
        return sn_onnx_fail_at(s, n, SN_E_FORMAT, "a version of its operators that cannot be",
                               NULL);
    take_attributes(s, n);
    SN_TRY(add_operation(s, n));
    note_unit(s, n);
    return SN_OK;
}

sn_status sn_onnx_add_nodes(sn_onnx_scope *s, sn_onnx_node *nodes, size_t n)
{
    s->nodes = nodes;
    s->n_nodes = n;
    for (size_t i = 0; i < n; i++) SN_TRY(sn_onnx_add_node(s, &nodes[i]));
    return SN_OK;
}

/* ---- the network ----------------------------------------------------------------------------- */

static sn_status declare(const sn_onnx_scope *s, sn_value *v, const sn_onnx_value_info *info)
{
    if (!info->is_tensor)
        return sn_fail(s->l->ctx, SN_E_UNSUPPORTED, "%s: input '%s' is no tensor", s->l->path,
                       text_of(s, info->name));
    const sn_type type = sn_onnx_type_of(info->type);
    if (info->type && type == SN_TYPE_UNKNOWN)
        return sn_fail(s->l->ctx, SN_E_UNSUPPORTED,
                       "%s: input '%s': elements are %s, which sinter does not have", s->l->path,
                       text_of(s, info->name), sn_onnx_data_type_name(info->type));
    v->type = type;
    if (!info->has_shape) return SN_OK;
    SN_CHECK(s->l->ctx, info->shape.n <= SN_MAX_RANK, SN_E_UNSUPPORTED,
             "%s: input '%s' has %zu axes, %d at most", s->l->path, text_of(s, info->name),
             info->shape.n, SN_MAX_RANK);
    sn_shape shape = {.rank = (int8_t)info->shape.n};
    for (int i = 0; i < shape.rank; i++) {
        const sn_onnx_size *d = &info->shape.v[i];
        shape.d[i] = d->number >= 0 ? d->number
                     : d->name      ? sn_dim_named_from(s->g->dims, d->name, 0)
                                    : sn_dim_symbol_from(s->g->dims, v->id, i, 0);
    }
    sn_value_set_shape(v, &shape);
    return SN_OK;
}

/* A leading axis without a size is a batch, as far as one can tell: one image to begin with. */
static sn_ints hint_of(const sn_onnx_scope *s, const sn_onnx_value_info *info)
{
    const size_t n = info->shape.n;
    if (n < 2 || n > SN_MAX_RANK || info->shape.v[0].number >= 0) return (sn_ints){0};
    int32_t *v = SN_NEW_N(s->l->arena, int32_t, n);
    for (size_t i = 0; i < n; i++) {
        const int64_t size = info->shape.v[i].number;
        v[i] = i == 0 ? 1 : size > INT32_MAX ? -1 : (int32_t)size;
    }
    return (sn_ints){(int)n, v};
}

/* An input that is an initializer too is its default: a constant, as for every runtime that is not
 * given another one. */
static sn_status add_inputs(sn_onnx_scope *s, const sn_onnx_graph *graph)
{
    for (size_t i = 0; i < graph->inputs.n; i++) {
        const sn_onnx_value_info *info = &graph->inputs.v[i];
        if (sn_map_has(s->values, info->name)) continue;
        const sn_input_params p = {.rank = info->has_shape ? (int32_t)info->shape.n : -1,
                                   .hint = hint_of(s, info)};
        sn_node *n = sn_node_create(s->g, NULL, &sn_op_input, &p, 0, NULL, 1);
        sn_node_set_name(s->g, n, info->name);
        SN_TRY(declare(s, n->out[0], info));
        sn_onnx_set_name(s, n->out[0], info->name);
        SN_TRY(sn_onnx_define(s, NULL, info->name, n->out[0]));
    }
    return SN_OK;
}

static sn_status build(sn_onnx_loader *l, sn_graph *g)
{
    sn_onnx_graph *graph = &l->info->graph;
    sn_onnx_scope s = {.l = l,
                       .g = g,
                       .values = sn_map_create(l->arena),
                       .opsets = &l->info->model.opsets,
                       .prefix = ""};
    SN_TRY(sn_onnx_add_initializers(&s, graph));
    SN_TRY(add_inputs(&s, graph));
    SN_TRY(sn_onnx_add_nodes(&s, graph->nodes.v, graph->nodes.n));
    SN_CHECK(l->ctx, graph->outputs.n > 0 && graph->outputs.n <= UINT16_MAX, SN_E_FORMAT,
             "%s: found %zu outputs, expected 1 to %d", l->path, graph->outputs.n, UINT16_MAX);
    sn_map *given = sn_map_create(l->arena);
    for (size_t i = 0; i < graph->outputs.n; i++) {
        const char *name = graph->outputs.v[i].name;
        SN_CHECK(l->ctx, !sn_map_has(given, name), SN_E_FORMAT, "%s: two outputs are called '%s'",
                 l->path, text_of(&s, name));
        sn_map_put(given, name, l);
        SN_TRY(sn_onnx_add_result(&s, name, name));
    }
    return SN_OK;
}

static const char *folder_of(sn_arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash) return "";
    return slash == path ? "/" : sn_arena_strndup(arena, path, (size_t)(slash - path));
}

static sn_status read_and_build(sn_onnx_loader *l, sn_graph *g)
{
    sn_onnx_info *info = l->info;
    const sn_text bytes = {(const char *)sn_buf_data(info->bytes), sn_buf_bytes(info->bytes)};
    sn_buf_retain(info->bytes);
    l->files.model = info->bytes;
    l->files.folder = info->folder;
    l->files.reading =
        (sn_onnx_reading){.ctx = l->ctx, .arena = l->arena, .path = l->path, .base = bytes.s};
    SN_TRY(sn_onnx_read_model(&l->files.reading, bytes, &info->model));
    SN_TRY(sn_onnx_read_graph(&l->files.reading, info->model.graph, &info->graph));
    return build(l, g);
}

static sn_status load(sn_onnx_loader *l, const sn_load_options *o, sn_graph *g)
{
    sn_mapping *m;
    SN_TRY(sn_load_options_map(l->ctx, o, &m));
    if (!m->n_bytes) {
        sn_unmap_file(l->ctx, m);
        return sn_fail(l->ctx, SN_E_FORMAT, "%s: the file is empty", l->path);
    }
    l->info->bytes = sn_buf_of_mapping(l->ctx, m);
    l->info->folder = folder_of(l->arena, o->path);
    sn_graph_keep_bytes(g, l->info->bytes);
    const sn_status s = read_and_build(l, g);
    sn_buf_release(l->info->bytes); /* the graph has its own reference */
    return s;
}

/* o NULL: what was read already. */
static sn_status make(sn_onnx_loader *l, const sn_load_options *o, sn_graph *g)
{
    const sn_status s = o ? load(l, o, g) : read_and_build(l, g);
    sn_onnx_files_close(&l->files);
    return s;
}

sn_status sn_onnx_load(sn_ctx *ctx, const sn_load_options *options, sn_graph **out)
{
    sn_graph *g = sn_graph_create(ctx);
    sn_onnx_loader l = {
        .ctx = ctx, .arena = sn_graph_origins(g), .for_training = options->for_training};
    l.info = SN_NEW(l.arena, sn_onnx_info);
    l.path = l.info->path = sn_escape(l.arena, options->path);
    sn_origin *o = SN_NEW(l.arena, sn_origin);
    *o = (sn_origin){.format = &sn_format_onnx, .type = "onnx", .extra = l.info};
    g->origin = o;
    g->name = sn_arena_strdup(l.arena, options->path);
    const sn_status s = make(&l, options, g);
    if (s != SN_OK) {
        sn_graph_destroy(g);
        return s;
    }
    *out = g;
    return SN_OK;
}

/* Of the graph and of bodies in it. */
static void note_tensors(const sn_graph *g, sn_map *known)
{
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; i < n->n_in; i++) {
            const sn_tensor *t = sn_in(n, i) ? sn_in(n, i)->data : NULL;
            if (t && t->record.n) sn_map_put_u64(known, (uintptr_t)t->record.s, (void *)t);
        }
        for (uint16_t i = 0; i < n->n_body; i++) note_tensors(n->body[i], known);
    }
}

sn_status sn_onnx_load_again(const sn_graph *g, sn_arena *arena, sn_onnx_units *units,
                             sn_graph **out)
{
    const sn_onnx_info *info = g->origin->extra;
    sn_graph *again = sn_graph_create(g->ctx);
    sn_onnx_loader l = {.ctx = g->ctx, .arena = arena, .path = info->path, .units = units};
    l.info = sn_arena_copy(arena, info, sizeof *info);
    l.files.known = sn_map_create(arena);
    note_tensors(g, l.files.known);
    const sn_status s = make(&l, NULL, again);
    if (s != SN_OK) {
        sn_graph_destroy(again);
        return s;
    }
    *out = again;
    return SN_OK;
}
