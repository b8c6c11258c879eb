/* SPDX-License-Identifier: Apache-2.0
 *
 * Records and weights become a graph: a node for each layer, values named like blobs.
 *
 * Names of blobs may repeat. ncnn looks a name up among all blobs made so far and takes the first;
 * if there is none it makes one without producer, which can be fed. So a later result of a name
 * already taken can be reached by nobody: it is a value without uses, and no output. */
#include "formats/ncnn/bin.h"
#include "base/ways.h"
#include "formats/ncnn/info.h"
#include "formats/ncnn/map.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct blob {
    sn_value *value;
    const char *name;
    bool reachable;       /* the first of its name, and made by a layer */
    bool is_extra_result; /* a Noop reads it beyond its results */
    uint32_t n_reads;     /* by layers, and as a result */
} blob;

typedef struct custom {
    const char *type;
    sn_ncnn_loads loads;
} custom;

typedef struct loader {
    sn_ctx *ctx;
    sn_arena *arena; /* of the origins */
    sn_arena *scratch;
    const sn_load_options *options;
    sn_graph *g;
    sn_ncnn_bin bin;
    sn_ncnn_info *info;
    sn_map *by_name; /* name -> index + 1 of a blob */
    SN_VEC(blob) blobs;
    SN_VEC(custom) customs;
    const sn_ncnn_record *unknown; /* the first layer of a type nobody described */
    bool has_custom;
    sn_map *warned_of; /* unknown types */
} loader;

const sn_ncnn_info *sn_ncnn_info_of(const sn_graph *g)
{
    return g->origin && g->origin->format == &sn_format_ncnn ? g->origin->extra : NULL;
}

const sn_ncnn_record *sn_ncnn_record_of(const sn_node *n)
{
    return n->origin && n->origin->format == &sn_format_ncnn ? n->origin->extra : NULL;
}

bool sn_ncnn_is_implicit(const sn_node *n)
{
    return n->origin && n->origin->format == &sn_format_ncnn && n->origin->type[0] == 0;
}

/* ---- descriptions of unknown types ----------------------------------------------------------- */

/* "R4,T16" behind the '='. */
static sn_status parse_loads(loader *l, const char *spec, const char *s, sn_ncnn_loads *out)
{
    *out = (sn_ncnn_loads){.arena = l->arena};
    while (*s) {
        char *end;
        bool tagged = *s == 'T';
        long long n = *s == 'T' || *s == 'R' ? strtoll(s + 1, &end, 10) : 0;
        if (n <= 0 || n > INT32_MAX || (*end && *end != ','))
            return sn_fail(l->ctx, SN_E_ARG,
                           "weights of '%s': found '%s', expected loads like R4,T16 (R: raw "
                           "floats, T: tagged)",
                           spec, s);
        sn_ncnn_weight load = {.role = sn_arena_printf(l->arena, "custom%zu", out->n),
                               .tagged = tagged,
                               .shape = SN_SHAPE((sn_dim)n)};
        SN_PUSH(*out, load);
        s = *end ? end + 1 : end;
    }
    return SN_OK;
}

static sn_status parse_customs(loader *l)
{
    for (size_t i = 0; i < l->options->n_weights_of; i++) {
        const char *spec = l->options->weights_of[i], *eq = strchr(spec, '=');
        if (!eq || eq == spec)
            return sn_fail(l->ctx, SN_E_ARG, "weights of '%s': expected TYPE=LOADS", spec);
        custom c = {.type = sn_arena_strndup(l->arena, spec, (size_t)(eq - spec))};
        if (sn_ncnn_layer_find(c.type))
            return sn_fail(l->ctx, SN_E_ARG,
                           "weights of '%s': ncnn's own layers need no description", spec);
        SN_TRY(parse_loads(l, spec, eq + 1, &c.loads));
        SN_PUSH(l->customs, c);
    }
    return SN_OK;
}

static const char *place(loader *l, const sn_ncnn_record *r)
{
    const char *path = sn_escape(l->scratch, l->info->file.path);
    return r->line ? sn_arena_printf(l->scratch, "%s:%d", path, r->line) : path;
}

/* Once for each type: it may be meant, or a slip that ncnn will refuse. */
static void warn_of_unknown(loader *l, const sn_ncnn_record *r)
{
    if (sn_map_has(l->warned_of, r->type)) return;
    sn_map_put(l->warned_of, r->type, l);
    size_t n = (size_t)sn_ncnn_n_layers();
    const char **names = SN_NEW_N(l->scratch, const char *, n);
    for (size_t i = 0; i < n; i++) names[i] = sn_ncnn_layer_at((int)i)->type;
    const char *near = r->line ? sn_nearest(r->type, names, n) : NULL; /* else a made-up name */
    const char *type = sn_escape(l->scratch, r->type);
    if (near)
        sn_warn(l->ctx, "%s: ncnn has no layer '%s'; did you mean '%s'?", place(l, r), type, near);
    else
        sn_warn(l->ctx, "%s: ncnn has no layer '%s'; it is kept as it is", place(l, r), type);
}

static const sn_ncnn_loads *custom_loads(loader *l, const sn_ncnn_record *r)
{
    if (r->layer) return NULL;
    l->has_custom = true;
    for (size_t i = 0; i < l->customs.n; i++)
        if (strcmp(l->customs.v[i].type, r->type) == 0) return &l->customs.v[i].loads;
    if (!l->unknown) l->unknown = r;
    warn_of_unknown(l, r);
    return NULL;
}

/* ---- blobs ----------------------------------------------------------------------------------- */

static blob *blob_named(loader *l, const char *name)
{
    uintptr_t i = (uintptr_t)sn_map_get(l->by_name, name);
    return i ? &l->blobs.v[i - 1] : NULL;
}

static void add_blob(loader *l, sn_value *v, const char *name, bool made)
{
    bool first = !sn_map_has(l->by_name, name);
    sn_value_set_name(l->g, v, name);
    SN_PUSH(l->blobs, (blob){.value = v, .name = name, .reachable = first && made});
    if (first) sn_map_put_kept(l->by_name, name, (void *)(uintptr_t)l->blobs.n);
}

static const sn_origin *origin_of(loader *l, const sn_ncnn_record *r)
{
    sn_origin *o = SN_NEW(l->arena, sn_origin);
    *o = (sn_origin){.format = &sn_format_ncnn, .type = r ? r->type : "", .extra = r};
    if (r) o->raw = r->raw;
    return o;
}

static sn_value *read_blob(loader *l, const sn_ncnn_record *r, const char *name)
{
    blob *b = blob_named(l, name);
    if (b) {
        b->n_reads++;
        return b->value;
    }
    sn_warn(l->ctx, "%s: nothing produces '%s': it is taken for an input of the network",
            place(l, r), sn_escape(l->scratch, name));
    sn_node *n = sn_node_create(l->g, NULL, sn_op_find("input"), NULL, 0, NULL, 1);
    n->origin = origin_of(l, NULL);
    add_blob(l, n->out[0], name, false);
    blob_named(l, name)->n_reads = 1;
    return n->out[0];
}

/* ---- layers ---------------------------------------------------------------------------------- */

static sn_status read_weight(loader *l, const sn_ncnn_import *im, int index,
                             const sn_ncnn_weight *load, sn_value **out)
{
    const sn_tensor *t = NULL;
    sn_status s = sn_ncnn_bin_read(&l->bin, im, index, load, &t);
    if (s != SN_OK && l->unknown)
        return sn_fail(
            l->ctx, s,
            "%s; if layers of type '%s' have weights, say so: " SN_WAY_WEIGHTS_OF("%s=LOADS"),
            sn_arena_strdup(l->scratch, sn_ctx_error(l->ctx)), l->unknown->type, l->unknown->type);
    SN_TRY(s);
    *out =
        sn_value_const(l->g, t, sn_arena_printf(l->scratch, "%s.%s", im->record->name, load->role));
    sn_tensor_release(t);
    return SN_OK;
}

static sn_status load_layer(loader *l, int index)
{
    sn_ncnn_record *r = l->info->file.layers[index];
    sn_ncnn_import im;
    SN_TRY(
        sn_ncnn_import_record(l->ctx, l->scratch, l->info->file.path, r, custom_loads(l, r), &im));
    sn_ncnn_warn_of_spelling(&im);
    sn_value **weights = SN_NEW_N(l->scratch, sn_value *, im.loads.n);
    for (size_t i = 0; i < im.loads.n; i++)
        SN_TRY(read_weight(l, &im, index, &im.loads.v[i], &weights[i]));
    sn_value **bottoms = SN_NEW_N(l->scratch, sn_value *, r->n_bottoms);
    for (int i = 0; i < r->n_bottoms; i++) bottoms[i] = read_blob(l, r, r->bottoms[i]);
    const sn_node *n =
        sn_ncnn_build(l->g, &im, &(sn_ncnn_reads){bottoms, weights, origin_of(l, r)});
    sn_ncnn_remember(l->arena, &im, n, r);
    bool is_noop = strcmp(r->type, "Noop") == 0;
    for (int i = r->n_tops; is_noop && i < r->n_bottoms; i++)
        blob_named(l, r->bottoms[i])->is_extra_result = true;
    if (strcmp(r->type, "Split") == 0 && r->n_bottoms == 1)
        sn_map_put_u64(l->info->splits, bottoms[0]->id, (void *)r);
    for (int i = 0; i < r->n_tops; i++) add_blob(l, n->out[i], r->tops[i], true);
    return SN_OK;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static sn_status add_outputs(loader *l)
{
    const sn_op *output = sn_op_find("output");
    SN_VEC(blob) results = SN_VEC_IN(l->scratch);
    for (size_t i = 0; i < l->blobs.n; i++) {
        blob *b = &l->blobs.v[i];
        if (!b->is_extra_result && !(b->reachable && b->n_reads == 0)) continue;
        b->n_reads++;
        SN_PUSH(results, *b);
    }
    SN_CHECK(l->ctx, results.n <= UINT16_MAX, SN_E_UNSUPPORTED,
             "%s: the network has %zu results, %d at most", l->info->file.path, results.n,
             UINT16_MAX);
    for (size_t i = 0; i < results.n; i++)
        sn_graph_add_output(l->g, output, results.v[i].value, results.v[i].name);
    for (size_t i = 0; i < l->blobs.n; i++) {
        const blob *b = &l->blobs.v[i];
        if (b->n_reads > 1)
            sn_map_put_u64(l->info->direct, b->value->id, (void *)(uintptr_t)b->n_reads);
    }
    return SN_OK;
}

/* Bytes that no layer asked for. With unknown types they mean that the weights were read
 * wrongly. */
static sn_status check_end(loader *l)
{
    if (l->bin.source != SN_NCNN_FROM_FILE || l->bin.at == l->bin.n_bytes) return SN_OK;
    unsigned long long left = (unsigned long long)(l->bin.n_bytes - l->bin.at);
    if (l->unknown)
        return sn_fail(
            l->ctx, SN_E_FORMAT,
            "%s: %llu bytes are left behind the last weight: layers of type '%s' seem to have "
            "weights, say which: " SN_WAY_WEIGHTS_OF("%s=LOADS"),
            l->bin.path, left, l->unknown->type, l->unknown->type);
    if (l->has_custom)
        return sn_fail(l->ctx, SN_E_FORMAT,
                       "%s: %llu bytes are left behind the last weight: the descriptions "
                       "of " SN_WAY_WEIGHTS_OF("TYPE=LOADS") " do not fit this file",
                       l->bin.path, left);
    bool many = left > l->bin.n_bytes / 10;
    sn_warn(l->ctx, "%s: %llu bytes behind the last weight belong to no layer; they are kept%s",
            l->bin.path, left, many ? "; is it the .bin of another model?" : "");
    l->info->n_rest = (size_t)left;
    l->info->rest = sn_arena_copy(l->arena, sn_buf_data(l->bin.buf) + l->bin.at, (size_t)left);
    return SN_OK;
}

/* "Type name 1 1 bottom top" */
static bool is_layer_line(sn_arena *scratch, const char *s, size_t n)
{
    char *line = sn_arena_strndup(scratch, s, n), *rest = NULL, *end = line;
    const char *type = strtok_r(line, " \t\r", &rest), *name = strtok_r(NULL, " \t\r", &rest);
    if (!type || !name || !isalpha((unsigned char)*type)) return false;
    for (int i = 0; i < 2; i++) {
        const char *count = strtok_r(NULL, " \t\r", &rest);
        if (!count || strtol(count, &end, 10) < 0 || end == count || *end) return false;
    }
    return true;
}

static void warn_of_more_layers(loader *l)
{
    const sn_ncnn_file *f = &l->info->file;
    size_t n = 0;
    for (size_t at = 0, end; f->whole.n > 0 && at < f->tail.n; at = end + 1) {
        const char *s = f->tail.s + at, *stop = memchr(s, '\n', f->tail.n - at);
        end = stop ? (size_t)(stop - f->tail.s) : f->tail.n;
        sn_arena_mark mark = sn_arena_save(l->scratch);
        n += is_layer_line(l->scratch, s, end - at);
        sn_arena_restore(l->scratch, mark);
    }
    if (n > 0)
        sn_warn(l->ctx, "%s: the header says %d layer%s, %zu more line%s ignored as ncnn does",
                f->path, f->n_layers, f->n_layers == 1 ? "" : "s", n, n == 1 ? " is" : "s are");
}

static sn_status read_records(loader *l)
{
    sn_mapping *m;
    const char *path = l->options->path;
    size_t n = strlen(path);
    bool binary = n > 10 && strcmp(path + n - 10, ".param.bin") == 0;
    SN_TRY(sn_load_options_map(l->ctx, l->options, &m));
    const char *kept = sn_arena_strdup(l->arena, path);
    sn_status s =
        binary ? sn_ncnn_read_binary(l->ctx, l->arena, kept, m->data, m->n_bytes, &l->info->file)
               : sn_ncnn_read_text(l->ctx, l->arena, kept,
                                   (sn_text){(const char *)m->data, m->n_bytes}, &l->info->file);
    sn_unmap_file(l->ctx, m);
    return s;
}

static void set_origin(loader *l)
{
    sn_origin *o = SN_NEW(l->arena, sn_origin);
    *o = (sn_origin){
        .format = &sn_format_ncnn, .type = "ncnn", .raw = l->info->file.tail, .extra = l->info};
    l->g->origin = o;
    l->g->name = l->info->file.path;
}

static sn_status load(loader *l)
{
    SN_TRY(read_records(l));
    set_origin(l);
    warn_of_more_layers(l);
    SN_TRY(parse_customs(l));
    SN_TRY(sn_ncnn_bin_open(l->ctx, l->arena, l->options, &l->bin));
    if (l->bin.source == SN_NCNN_FROM_FILE && !l->options->given.data &&
        !l->options->given_weights.data)
        SN_TRY(sn_replace_check(l->ctx, l->bin.path, l->options->path));
    for (int i = 0; i < l->info->file.n_layers; i++) {
        sn_arena_mark mark = sn_arena_save(l->scratch);
        SN_TRY(load_layer(l, i));
        sn_arena_restore(l->scratch, mark);
    }
    l->info->n_blobs = (int)l->blobs.n;
    SN_TRY(check_end(l));
    return add_outputs(l);
}

sn_status sn_ncnn_load(sn_ctx *ctx, const sn_load_options *options, sn_graph **out)
{
    loader l = {.ctx = ctx, .options = options, .g = sn_graph_create(ctx)};
    l.g->inputs_have_axes = true;
    l.arena = sn_graph_origins(l.g);
    l.scratch = sn_arena_create(ctx);
    sn_arena *lists = sn_arena_create(ctx);
    l.info = SN_NEW(l.arena, sn_ncnn_info);
    l.info->direct = sn_map_create(l.arena);
    l.info->splits = sn_map_create(l.arena);
    l.by_name = sn_map_create(lists);
    l.warned_of = sn_map_create(lists);
    l.blobs.arena = l.customs.arena = lists;
    sn_status s = load(&l);
    sn_ncnn_bin_close(&l.bin);
    sn_arena_destroy(l.scratch);
    sn_arena_destroy(lists);
    if (s != SN_OK) {
        sn_graph_destroy(l.g);
        return s;
    }
    *out = l.g;
    return SN_OK;
}
