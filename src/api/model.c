/* SPDX-License-Identifier: Apache-2.0
 *
 * Models: load, save, and what a user says holds for them. Every public function runs its body
 * under the guard that turns an exhausted allocator into a status. */
#include "api/content.h"
#include "api/model.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/map.h"
#include "ops/structure.h"
#include "ref/run.h"
#include "ref/shapes.h"
#include "zoo/zoo.h"

/* The spelling of a network that is of no format: every operator stands for itself. */
static bool can_any(const sn_spelling *target, sn_ctx *ctx, const sn_op *op, const void *params,
                    uint16_t n_in)
{
    (void)target, (void)ctx, (void)op, (void)params, (void)n_in;
    return true;
}
static sn_answer joining_pays_any(const sn_spelling *target, const sn_siblings *s)
{
    (void)target, (void)s;
    return SN_ANSWER_UNKNOWN("what it saves depends on what will run the network");
}
static const sn_spelling any = {
    .name = "any format", .can = can_any, .joining_pays = joining_pays_any};

static const sn_spelling *default_target(const sn_model *m, const sn_format *format)
{
    if (!format || !format->target) return &any;
    return format->target_for ? format->target_for(m->graph, m->arena) : format->target;
}

sn_model *sn_model_of_graph(sn_context *c, sn_graph *g, const sn_format *format)
{
    sn_model *m = sn_alloc(c->ctx, sizeof *m);
    *m = (sn_model){.context = c, .graph = g, .format = format, .arena = sn_arena_create(c->ctx)};
    m->target = default_target(m, format);
    m->target_format = format;
    m->given_up.arena = m->arena;
    m->next = c->models;
    if (m->next) m->next->prev = m;
    c->models = m;
    return m;
}

void sn_model_destroy(sn_model *m)
{
    if (!m) return;
    if (m->prev) m->prev->next = m->next;
    if (m->next) m->next->prev = m->prev;
    if (m->context->models == m) m->context->models = m->next;
    for (size_t i = 0; i < m->given_up.n; i++) sn_graph_destroy(m->given_up.v[i]);
    sn_graph_destroy(m->graph);
    sn_graph_destroy(m->as_read);
    sn_arena_destroy(m->results);
    sn_arena_destroy(m->arena);
    sn_free(m->context->ctx, m);
}

static sn_status infer(sn_model *m, sn_graph *g)
{
    sn_ctx *ctx = m->context->ctx;
    sn_status status = sn_infer_as_read(g);
    if (status != SN_OK && g->name)
        return sn_fail(ctx, status, "%s: %s", g->name, sn_ctx_error(ctx));
    return status;
}

/* Each once, however often sizes are given. */
static void warn_of_boundaries(sn_model *m)
{
    if (!m->warned_of) m->warned_of = sn_map_create(m->arena);
    SN_EACH_NODE(n, m->graph)
    {
        if (!n->boundary || sn_map_has_u64(m->warned_of, n->id)) continue;
        sn_map_put_u64(m->warned_of, n->id, m);
        sn_warn(m->context->ctx, "%s: %s '%s' is kept as it is: %s",
                m->graph->name ? m->graph->name : "the network", sn_node_op_name(n),
                n->name ? sn_escape(m->arena, n->name) : "", n->boundary);
    }
}

/* Sizes in a file are no more than hints, and some are wrong; what is done is not done for them. */
static void warn_of_hint(sn_model *m)
{
    const sn_value *v = m->sizes_given || m->told_hint ? NULL : sn_contradicted_hint(m->graph);
    if (!v) return;
    m->told_hint = true;
    const sn_ints *hint = &((const sn_input_params *)v->def->params)->hint;
    sn_str is, said;
    sn_str_init(&is, m->arena);
    sn_str_init(&said, m->arena);
    sn_shape_print(m->graph->dims, &v->shape, &is);
    for (int k = 0; k < hint->n; k++) {
        if (k) sn_str_add(&said, ",");
        if (hint->v[k] < 0)
            sn_str_add(&said, "?");
        else
            sn_str_addf(&said, "%d", (int)hint->v[k]);
    }
    sn_warn(m->context->ctx,
            "%s: the hint for input '%s' is %s; the layers need %s, and the file is taken for "
            "a network of that",
            m->graph->name ? m->graph->name : "the network",
            sn_escape(m->arena, v->name ? v->name : ""), said.s, is.s);
}

sn_status sn_model_infer(sn_model *m)
{
    if (!m->inferred) SN_TRY(infer(m, m->graph));
    m->inferred = true;
    if (!m->warned) {
        warn_of_boundaries(m);
        warn_of_hint(m);
    }
    m->warned = true;
    return SN_OK;
}

void sn_model_changes(sn_model *m)
{
    sn_graph_destroy(m->as_read);
    m->as_read = NULL;
}

/* ---- load, save ------------------------------------------------------------------------------ */

/* With the names that files of each format have, and what the file may be. */
static sn_status no_format(sn_ctx *ctx, const char *path, const sn_model_load_options *o)
{
    size_t n;
    const sn_format *const *formats = sn_formats(&n);
    sn_arena *arena = sn_arena_create(ctx);
    sn_str s;
    sn_str_init(&s, arena);
    for (size_t i = 0; i < n; i++)
        sn_str_addf(&s, "; %s's end in %s", formats[i]->name, formats[i]->endings);
    if (o) sn_str_add(&s, sn_content_says(ctx, arena, path, o->data, o->bytes, NULL));
    const sn_status status =
        sn_fail(ctx, SN_E_ARG, "%s: no format has files of this name%s", path, s.s ? s.s : "");
    sn_arena_destroy(arena);
    return status;
}

/* Where the format goes by the name, and what is in the file is something else. */
static sn_status not_of_format(sn_ctx *ctx, const char *path, const sn_model_load_options *o,
                               const sn_format *format)
{
    sn_arena *arena = sn_arena_create(ctx);
    const char *error = sn_arena_strdup(arena, sn_ctx_error(ctx)),
               *says = sn_content_says(ctx, arena, path, o->data, o->bytes, format);
    const sn_status status = sn_fail(ctx, SN_E_FORMAT, "%s%s", error, says);
    sn_arena_destroy(arena);
    return status;
}

/* By name when one is given, else by how the path ends. o: it is read; NULL: it will be written. */
static sn_status find_format(sn_ctx *ctx, const char *path, const char *name,
                             const sn_model_load_options *o, const sn_format **out)
{
    const sn_format *format = name ? sn_format_named(name) : sn_format_of_path(path);
    SN_CHECK(ctx, format || !name, SN_E_ARG, "no format is called '%s'", name);
    SN_CHECK(ctx, format || !sn_file_is_folder(path), SN_E_IO, "%s: is a folder, expected a file",
             path);
    if (!format) return no_format(ctx, path, o);
    *out = format;
    return SN_OK;
}

/* NULL: the format has all in one file. */
static const char *place_beside(const sn_format *format, sn_arena *arena, const char *path)
{
    return format->beside ? format->beside(arena, path) : NULL;
}

static bool are_made(const char *weights)
{
    return strncmp(weights, "seed:", 5) == 0 || strcmp(weights, "none") == 0;
}

static sn_status load(sn_context *c, const char *path, const sn_model_load_options *o,
                      sn_model **out)
{
    bool is_there = o->data || o->format || sn_format_of_path(path) || sn_file_exists(path);
    SN_CHECK(c->ctx, is_there, SN_E_IO, "%s: no such file", path);
    const sn_format *format = NULL;
    SN_TRY(find_format(c->ctx, path, o->format, o, &format));
    sn_load_options lo = {.path = path,
                          .weights = o->weights,
                          .weights_of = o->weights_of,
                          .for_training = o->for_training,
                          .given = {o->data, o->bytes},
                          .given_weights = {o->weights_data, o->weights_bytes}};
    while (o->weights_of && o->weights_of[lo.n_weights_of]) lo.n_weights_of++;
    SN_CHECK(c->ctx, !o->weights_data || format->beside, SN_E_ARG,
             "%s: files of %s have their weights in them, and others were given", path,
             format->name);
    SN_CHECK(c->ctx, !o->weights_data || !o->weights || !are_made(o->weights), SN_E_ARG,
             "%s: weights were given, and '%s' beside them", path, o->weights);
    sn_graph *g = NULL;
    const sn_status status = format->load(c->ctx, &lo, &g);
    if (status == SN_E_FORMAT && !o->format) return not_of_format(c->ctx, path, o, format);
    SN_TRY(status);
    *out = sn_model_of_graph(c, g, format);
    bool reads = !o->weights_data && (!o->weights || !are_made(o->weights));
    sn_arena *arena = (*out)->arena;
    if (!o->data) (*out)->read_path = sn_arena_strdup(arena, path);
    if (reads)
        (*out)->read_weights =
            o->weights ? sn_arena_strdup(arena, o->weights) : place_beside(format, arena, path);
    return SN_OK;
}

sn_status sn_model_load(sn_context *c, const char *path, const sn_model_load_options *options,
                        sn_model **out)
{
    sn_model_load_options o;
    SN_TAKE_OPTIONS(c->ctx, sn_model_load_options, &o, options);
    SN_GUARD(c->ctx, load(c, path, &o, out));
}

static sn_status find_beside(sn_context *c, const char *path, const char *name, const char **out)
{
    const sn_format *format = name ? sn_format_named(name) : sn_format_of_path(path);
    *out = format ? place_beside(format, sn_context_arena(c), path) : NULL;
    return SN_OK;
}

static sn_status guard_beside(sn_context *c, const char *path, const char *name, const char **out)
{
    SN_GUARD(c->ctx, find_beside(c, path, name, out));
}

const char *sn_weights_beside(sn_context *c, const char *path, const char *format)
{
    const char *found = NULL;
    return guard_beside(c, path, format, &found) == SN_OK ? found : NULL;
}

const char *sn_format_of(const char *path)
{
    const sn_format *format = sn_format_of_path(path);
    return format ? format->name : NULL;
}

static sn_status make_zoo(sn_context *c, const char *name, uint64_t seed, sn_model **out)
{
    sn_graph *g = NULL;
    SN_TRY(sn_zoo_build(c->ctx, name, seed, &g));
    size_t n = 0;
    *out = sn_model_of_graph(c, g, sn_formats(&n)[0]); /* NULL where there is no format */
    return SN_OK;
}

sn_status sn_model_zoo(sn_context *c, const char *name, uint64_t seed, sn_model **out)
{
    SN_GUARD(c->ctx, make_zoo(c, name, seed, out));
}

/* A network written over its weights, or the other way round: two names given in the wrong order,
 * and the only copy of the weights would be gone. */
static sn_status check_targets(const sn_model *m, const char *path, const char *weights)
{
    sn_ctx *ctx = m->context->ctx;
    SN_CHECK(ctx, !m->read_weights || !sn_file_same(path, m->read_weights), SN_E_ARG,
             "%s: the network would be written over the file that the weights were read from",
             path);
    SN_CHECK(ctx, !weights || !m->read_path || !sn_file_same(weights, m->read_path), SN_E_ARG,
             "%s: the weights would be written over the file that the network was read from",
             weights);
    if (!m->read_path || !m->read_weights) return SN_OK;
    /* Both are replaced, or none: each is of no use beside what the other becomes. */
    const bool over = sn_file_same(path, m->read_path),
               weights_over = weights && sn_file_same(weights, m->read_weights);
    SN_CHECK(ctx, over || !weights_over, SN_E_ARG,
             "%s: the weights that '%s' reads would be written over; another place for the weights "
             "is expected",
             weights, m->read_path);
    SN_CHECK(ctx, !over || weights_over || !sn_file_exists(m->read_weights), SN_E_ARG,
             "%s: the network that reads '%s' would be written over, and these weights not; both "
             "or none are expected",
             path, m->read_weights);
    return SN_OK;
}

sn_status sn_model_spare(const sn_model *m, const char *path)
{
    const char *const read[] = {m->read_path, m->read_weights};
    for (int i = 0; i < 2; i++) {
        SN_CHECK(m->context->ctx, !read[i] || !sn_file_same(path, read[i]), SN_E_ARG,
                 "%s: a file that the network was read from would be written over", path);
    }
    return SN_OK;
}

/* A network is written as it was read, whether its shapes fit or not; what was rewritten was
 * inferred. */
static sn_status infer_what_holds(sn_model *m)
{
    const sn_status status = sn_model_infer(m);
    if (status != SN_E_SHAPE) return status;
    sn_ctx *ctx = m->context->ctx;
    sn_warn(ctx, "%s; the network is written as it is",
            sn_arena_strdup(m->arena, sn_ctx_error(ctx)));
    sn_ctx_clear_error(ctx);
    return SN_OK;
}

static sn_status give_shape(sn_model *m, sn_value *v, const sn_shape *shape);

sn_status sn_model_pin_hints(sn_model *m, sn_arena *scratch, sn_str *said)
{
    size_t n = 0;
    for (size_t i = 0; i == 0 || i < n; i++) {
        sn_value **inputs = sn_graph_inputs(m->graph, scratch, &n);
        if (i >= n) break;
        const sn_ints *hint = &((const sn_input_params *)inputs[i]->def->params)->hint;
        sn_shape shape = {.rank = (int8_t)hint->n};
        bool whole = hint->n > 0 && !sn_shape_known(&inputs[i]->shape);
        for (int k = 0; k < hint->n; k++) {
            shape.d[k] = hint->v[k];
            whole = whole && hint->v[k] > 0;
        }
        if (!whole) continue;
        const char *name = sn_escape(scratch, inputs[i]->name ? inputs[i]->name : "");
        const sn_status status = give_shape(m, inputs[i], &shape);
        if (status == SN_E_SHAPE) sn_ctx_clear_error(m->context->ctx); /* it is a wrong hint */
        if (status == SN_E_SHAPE) continue;
        if (status != SN_OK) return status;
        sn_str_addf(said, "%s%s=", said->n ? ", " : "", name);
        sn_shape_print(m->graph->dims, &shape, said);
    }
    return SN_OK;
}

/* Another format may not be able to say what is decided by sizes: then for those of the file. */
static sn_status save_at_hints(sn_model *m, const sn_format *format, const sn_save_options *o)
{
    sn_ctx *ctx = m->context->ctx;
    const char *why = sn_arena_strdup(m->arena, sn_ctx_error(ctx));
    sn_str said;
    sn_str_init(&said, m->arena);
    SN_TRY(sn_model_pin_hints(m, m->arena, &said));
    if (!said.n) return sn_fail(ctx, SN_E_UNSUPPORTED, "%s", why);
    sn_refusals_init(o->refused, m->arena);
    SN_TRY(format->save(m->graph, o));
    sn_warn(ctx, "%s: written for inputs of the sizes in the file, %s, and no others: %s", o->path,
            said.s, why);
    return SN_OK;
}

/* Another format may have one operator for what it has no words for in pieces. */
static sn_status save_recognised(sn_model *m, const sn_format *format, const sn_save_options *o)
{
    SN_TRY(sn_model_recognise(m));
    sn_refusals_init(o->refused, m->arena);
    return format->save(m->graph, o);
}

static sn_status save(sn_model *m, const char *path, const sn_model_save_options *o)
{
    static const sn_stored storages[] = {SN_STORAGE_KEEP, SN_STORAGE_F32, SN_STORAGE_F16};
    sn_ctx *ctx = m->context->ctx;
    SN_CHECK(ctx, (unsigned)o->storage < 3, SN_E_ARG, "storage %d is not one of the three kinds",
             (int)o->storage);
    const sn_format *format = NULL;
    SN_TRY(find_format(ctx, path, o->format, NULL, &format));
    SN_CHECK(ctx, format->save, SN_E_UNSUPPORTED, "%s: files of %s are read, not written", path,
             format->name);
    SN_CHECK(ctx, !m->batch || format->batched, SN_E_UNSUPPORTED,
             "%s: files of %s hold networks of one image, and this one has a batch of %d", path,
             format->name, m->batch);
    const char *weights = o->weights ? o->weights : place_beside(format, m->arena, path);
    if (!o->write)
        SN_TRY(check_targets(m, path, weights && strcmp(weights, "none") == 0 ? NULL : weights));
    SN_TRY(infer_what_holds(m));
    const bool changes_format = m->inferred && m->format && format != m->format;
    if (changes_format) SN_TRY(sn_model_legalize(m));
    sn_save_options so = {.path = path,
                          .weights = o->weights,
                          .storage = storages[o->storage],
                          .outlet = o->write,
                          .outlet_user = o->user};
    if (format == m->target_format) so.target = m->target;
    sn_refusals refused;
    sn_refusals_init(&refused, m->arena);
    so.refused = &refused;
    sn_status status = format->save(m->graph, &so);
    if (changes_format && status == SN_E_UNSUPPORTED) status = save_recognised(m, format, &so);
    if (format != m->format && status == SN_E_UNSUPPORTED) status = save_at_hints(m, format, &so);
    if (status == SN_E_UNSUPPORTED) sn_refusals_warn(ctx, &refused);
    return status;
}

sn_status sn_model_save(sn_model *m, const char *path, const sn_model_save_options *options)
{
    sn_model_save_options o;
    SN_TAKE_OPTIONS(m->context->ctx, sn_model_save_options, &o, options);
    SN_GUARD(m->context->ctx, save(m, path, &o));
}

void sn_model_read_like(sn_model *copy, const sn_model *m)
{
    if (m->read_path) copy->read_path = sn_arena_strdup(copy->arena, m->read_path);
    if (m->read_weights) copy->read_weights = sn_arena_strdup(copy->arena, m->read_weights);
}

static sn_status clone(const sn_model *m, sn_model **out)
{
    *out = sn_model_of_graph(m->context, sn_graph_clone(m->graph), m->format);
    (*out)->inferred = m->inferred;
    (*out)->warned = true; /* the user hears of it once */
    if (m->target->version) {
        sn_spelling *t = sn_arena_copy((*out)->arena, m->target, sizeof *m->target);
        t->name = sn_arena_strdup((*out)->arena, m->target->name);
        (*out)->target = t;
    } else {
        (*out)->target = m->target;
    }
    (*out)->target_format = m->target_format;
    (*out)->batch = m->batch;
    (*out)->n_image_inputs = m->n_image_inputs;
    (*out)->restructuring = m->restructuring;
    (*out)->memory = m->memory;
    (*out)->is_part = m->is_part;
    sn_model_read_like(*out, m);
    return SN_OK;
}

sn_status sn_model_clone(const sn_model *m, sn_model **out)
{
    SN_GUARD(m->context->ctx, clone(m, out));
}

/* ---- target ---------------------------------------------------------------------------------- */

static sn_status set_target(sn_model *m, const char *text)
{
    sn_ctx *ctx = m->context->ctx;
    const char *colon = strchr(text, ':');
    const size_t n = colon ? (size_t)(colon - text) : strlen(text);
    const sn_format *named = sn_format_named(sn_arena_strndup(m->arena, text, n));
    const sn_format *format = named ? named : m->format;
    const char *version = !named ? text : colon ? colon + 1 : "";
    SN_CHECK(ctx, format, SN_E_ARG, "there is no format that '%s' could be a version of", text);
    SN_CHECK(ctx, format->target, SN_E_UNSUPPORTED, "files of %s are read, not written",
             format->name);
    if (!*version) {
        m->target = default_target(m, format);
    } else {
        SN_CHECK(ctx, format->target_of, SN_E_ARG, "%s has no versions to aim at", format->name);
        SN_TRY(format->target_of(m->graph, m->arena, version, &m->target));
    }
    m->target_format = format;
    return format == m->format ? SN_OK : sn_model_match_images(m, format);
}

sn_status sn_model_set_spelling(sn_model *m, const char *text)
{
    SN_GUARD(m->context->ctx, set_target(m, text));
}

/* ---- what holds ------------------------------------------------------------------------------ */

static sn_status parse_sizes(const sn_model *m, const char *text, const char *sizes, sn_shape *out)
{
    sn_ctx *ctx = m->context->ctx;
    const long least = m->format && m->format->may_be_empty ? 0 : 1;
    *out = sn_shape_scalar();
    for (const char *p = sizes;; p++) {
        char *end = NULL;
        long v = strtol(p, &end, 10);
        SN_CHECK(ctx, end != p && v >= least && v < INT32_MAX && (*end == ',' || !*end), SN_E_ARG,
                 "'%s': sizes like 3,240,320 are expected%s", text,
                 text == sizes ? "" : " after '='");
        SN_CHECK(ctx, out->rank < SN_MAX_RANK, SN_E_ARG, "'%s': more than %d sizes", text,
                 SN_MAX_RANK);
        out->d[out->rank++] = v;
        if (!*end) return SN_OK;
        p = end;
    }
}

static sn_status find_input(sn_model *m, sn_arena *scratch, const char *name, sn_value **out)
{
    size_t n = 0;
    sn_value **inputs = sn_graph_inputs(m->graph, scratch, &n);
    sn_ctx *ctx = m->context->ctx;
    if (strcmp(name, "*") == 0 && n == 1) {
        *out = inputs[0];
        return SN_OK;
    }
    sn_str known;
    sn_str_init(&known, scratch);
    for (size_t i = 0; i < n; i++) {
        if (inputs[i]->name && strcmp(inputs[i]->name, name) == 0) {
            *out = inputs[i];
            return SN_OK;
        }
        sn_str_addf(&known, "%s%s", i ? ", " : "",
                    inputs[i]->name ? sn_escape(scratch, inputs[i]->name) : "?");
    }
    const char *has = n ? known.s : "no inputs";
    if (strcmp(name, "*") == 0)
        return sn_fail(ctx, SN_E_ARG,
                       "sizes without a name are those of the only input; the network has %s", has);
    return sn_fail(ctx, SN_E_ARG, "no input is called '%s'; the network has %s", name, has);
}

/* The shape of a part's input is one that the whole network proves: params that it decided hold for
 * no other. */
static sn_status check_part(const sn_model *m, const sn_value *v, const sn_shape *shape,
                            sn_arena *scratch)
{
    if (!m->is_part || !sn_shape_differ(m->graph->dims, &v->shape, shape)) return SN_OK;
    sn_str s;
    sn_str_init(&s, scratch);
    for (int i = 0; i < v->shape.rank; i++) {
        const char *comma = i ? "," : "";
        bool known = sn_dim_known(v->shape.d[i]);
        sn_str_add(&s, known ? sn_arena_printf(scratch, "%s%lld", comma, (long long)v->shape.d[i])
                             : sn_arena_printf(scratch, "%s?", comma));
    }
    return sn_fail(m->context->ctx, SN_E_SHAPE,
                   "'%s' has sizes %s in the network that it was cut from",
                   v->name ? sn_escape(scratch, v->name) : "", s.s);
}

static sn_value *same_input(sn_graph *clone, const sn_value *v)
{
    SN_EACH_NODE(n, clone)
    {
        if (n->id == v->def->id) return n->out[v->def_slot];
    }
    return NULL;
}

/* A copy of what was read, where something was given, inferred anew. */
static sn_status infer_given(sn_model *m, const sn_graph *from, sn_graph **out)
{
    *out = sn_graph_clone(from);
    sn_infer_forget(*out);
    const sn_status status = infer(m, *out);
    if (status == SN_OK) return SN_OK;
    sn_graph_destroy(*out);
    *out = NULL;
    return status;
}

/* g, inferred, is the network from now on, and from is what was read. */
static void take_given(sn_model *m, sn_graph *from, sn_graph *g)
{
    if (m->as_read != from) sn_graph_destroy(m->as_read);
    m->as_read = from;
    SN_PUSH(m->given_up, m->graph);
    m->graph = g;
    m->inferred = m->sizes_given = true;
    m->warned = false;
}

/* From what was read: inference binds sizes permanently, what it proves of operators that a format
 * decides at run time holds at no other sizes, and a refused shape must leave nothing behind. */
static sn_status give_shape(sn_model *m, sn_value *v, const sn_shape *shape)
{
    sn_graph *from = m->as_read ? m->as_read : sn_graph_clone(m->graph);
    sn_value *kept = same_input(from, v);
    const sn_shape old = kept->shape;
    kept->shape = *shape;
    sn_graph *g;
    const sn_status status = infer_given(m, from, &g);
    if (status == SN_OK)
        take_given(m, from, g);
    else if (from == m->as_read)
        kept->shape = old;
    else
        sn_graph_destroy(from);
    return status;
}

static sn_status pin(sn_model *m, const char *text)
{
    sn_ctx *ctx = m->context->ctx;
    sn_arena *scratch = sn_arena_create(ctx);
    const char *eq = strrchr(text, '=');
    sn_value *v = NULL;
    sn_shape shape;
    sn_status status =
        eq ? SN_OK
           : sn_fail(ctx, SN_E_ARG, "'%s': NAME=SIZES is expected, like data=3,240,320", text);
    if (status == SN_OK)
        status = find_input(m, scratch, sn_arena_strndup(scratch, text, (size_t)(eq - text)), &v);
    const char *sizes = strncmp(text, "*=", 2) == 0
                            ? text + 2
                            : text; /* the tool puts "*=" there: nobody wrote it */
    if (status == SN_OK) status = parse_sizes(m, sizes, eq + 1, &shape);
    if (status == SN_OK) status = check_part(m, v, &shape, scratch);
    if (status == SN_OK) status = give_shape(m, v, &shape);
    sn_arena_destroy(scratch);
    return status;
}

sn_status sn_model_pin(sn_model *m, const char *shape) { SN_GUARD(m->context->ctx, pin(m, shape)); }

/* ---- inputs that are constants --------------------------------------------------------------- */

static sn_status tensor_of(sn_model *m, const sn_value *v, const sn_array *a, const char *name,
                           sn_tensor **out)
{
    sn_ctx *ctx = m->context->ctx;
    const sn_type type = v->type == SN_TYPE_UNKNOWN ? SN_TYPE_f32 : v->type;
    void *data = NULL;
    SN_CHECK(ctx, a->rank >= 0 && a->rank <= SN_MAX_RANK, SN_E_ARG,
             "the array for input '%s' has rank %d, 0 to %d expected", name, a->rank, SN_MAX_RANK);
    const sn_shape shape = sn_array_shape(a);
    SN_CHECK(ctx, !sn_shape_differ(m->graph->dims, &v->shape, &shape), SN_E_SHAPE,
             "input '%s' has other sizes than the array", name);
    SN_TRY(sn_tensor_create(ctx, type, &shape, out, &data));
    const sn_status status = sn_array_convert(m->context, a, sn_type_name(type), data);
    if (status != SN_OK) sn_tensor_release(*out);
    return status;
}

/* In front of all, since captures of bodies may come before the input that they had. */
static sn_status put_constant(sn_graph *g, sn_value *input, const sn_tensor *t)
{
    sn_value *data = sn_value_const(g, t, NULL);
    sn_value *now = sn_out(sn_node_create(g, g->first, &sn_op_constant, NULL, 1, &data, 1), 0);
    const char *name = input->name;
    now->type = t->type;
    now->shape = t->shape;
    SN_TRY(sn_value_replace(input, now, true));
    sn_value_set_name(g, input, NULL);
    sn_value_set_name(g, now, name);
    sn_node_remove(input->def);
    return SN_OK;
}

static sn_status set_constant(sn_model *m, const char *name, const sn_array *a)
{
    sn_ctx *ctx = m->context->ctx;
    sn_value *v = NULL;
    sn_tensor *t = NULL;
    SN_TRY(find_input(m, m->arena, name, &v));
    name = sn_escape(m->arena, name);
    SN_CHECK(ctx, v->def->n_out == 1, SN_E_UNSUPPORTED,
             "input '%s' comes with others, and cannot become a constant alone", name);
    SN_TRY(tensor_of(m, v, a, name, &t));
    sn_graph *from = sn_graph_clone(m->as_read ? m->as_read : m->graph), *g = NULL;
    sn_status status = put_constant(from, same_input(from, v), t);
    sn_tensor_release(t);
    if (status == SN_OK) status = infer_given(m, from, &g);
    if (status == SN_OK)
        take_given(m, from, g);
    else
        sn_graph_destroy(from);
    return status;
}

sn_status sn_model_set_constant(sn_model *m, const char *name, const sn_array *a)
{
    SN_GUARD(m->context->ctx, set_constant(m, name, a));
}
