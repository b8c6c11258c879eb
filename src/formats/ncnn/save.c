/* SPDX-License-Identifier: Apache-2.0
 *
 * Writes a graph as .param text and .bin. The text is read again before anything is renamed into
 * place, and must say what was meant. */
#include "formats/ncnn/spell.h"

#include "base/ways.h"
#include "ops/binary.h"

#include <string.h>

enum { NO_FP16_STORAGE = 2 }; /* of a layer's features */

/* ---- text ------------------------------------------------------------------------------------ */

static bool names_as_read(const sn_ncnn_writer *w, const int *wires, int n,
                          const char *const *names, int n_names)
{
    if (n != n_names) return false;
    for (int i = 0; i < n; i++)
        if (strcmp(w->wires.v[wires[i]].name, names[i]) != 0) return false;
    return true;
}

static bool as_read(const sn_ncnn_writer *w, const sn_ncnn_line *line)
{
    const sn_ncnn_record *o = line->origin;
    return o && o->raw.n > 0 && line->args_as_read && strcmp(o->type, line->type) == 0 &&
           strcmp(o->name, line->name) == 0 &&
           names_as_read(w, line->bottoms, line->n_bottoms, o->bottoms, o->n_bottoms) &&
           names_as_read(w, line->tops, line->n_tops, o->tops, o->n_tops);
}

static const char **wire_names(sn_ncnn_writer *w, const int *wires, int n)
{
    const char **names = SN_NEW_N(w->arena, const char *, n);
    for (int i = 0; i < n; i++) names[i] = w->wires.v[wires[i]].name;
    return names;
}

static sn_status print_line(sn_ncnn_writer *w, const sn_ncnn_line *line, sn_str *out)
{
    if (as_read(w, line)) {
        sn_str_addn(out, line->origin->raw.s, line->origin->raw.n);
        return SN_OK;
    }
    sn_ncnn_record r = {.type = line->type,
                        .name = line->name,
                        .n_bottoms = line->n_bottoms,
                        .n_tops = line->n_tops,
                        .bottoms = wire_names(w, line->bottoms, line->n_bottoms),
                        .tops = wire_names(w, line->tops, line->n_tops)};
    sn_ncnn_print_head(&r, out);
    const char *where = NULL;
    for (int i = 0; i < line->n_args; i++) {
        const sn_ncnn_arg *a = &line->args[i];
        if (a->text.n == 0) {
            if (!where) where = sn_ncnn_where(w, line->type, line->name);
            SN_TRY(sn_ncnn_print_arg(w->ctx, where, a->id, &a->value, out));
            continue;
        }
        sn_str_add(out, " ");
        sn_str_addn(out, a->text.s, a->text.n);
    }
    return SN_OK;
}

static int64_t count_blobs(const sn_ncnn_writer *w)
{
    int64_t n = 0;
    for (size_t i = 0; i < w->lines.n; i++) n += w->lines.v[i]->n_tops;
    for (size_t i = 0; i < w->wires.n; i++) n += w->wires.v[i].implicit;
    return n;
}

static void print_header(const sn_ncnn_writer *w, sn_str *out)
{
    int64_t n_blobs = count_blobs(w);
    const sn_ncnn_info *info = w->info;
    if (info && info->file.header.n && (size_t)info->file.n_layers == w->lines.n &&
        info->n_blobs == n_blobs)
        sn_str_addn(out, info->file.header.s, info->file.header.n);
    else
        sn_str_addf(out, "7767517\n%zu %lld", w->lines.n, (long long)n_blobs);
}

static bool is_blank(sn_text t)
{
    for (size_t i = 0; i < t.n; i++)
        if (!strchr(" \t\r\n\v\f", t.s[i])) return false;
    return true;
}

/* Every line as it was read: then the file is written byte for byte, line ends and blanks included.
 */
static bool untouched(const sn_ncnn_writer *w)
{
    if (!w->info || !w->info->file.whole.n || (size_t)w->info->file.n_layers != w->lines.n)
        return false;
    for (size_t i = 0; i < w->lines.n; i++) {
        const sn_ncnn_line *line = w->lines.v[i];
        if (line->origin != w->info->file.layers[i] || !as_read(w, line)) return false;
    }
    return w->info->n_blobs == count_blobs(w);
}

/* It may begin in the middle of what was a word behind the last layer, and must not become the end
 * of another one. */
static void print_tail(const sn_ncnn_writer *w, sn_str *out)
{
    const sn_ncnn_file *f = &w->info->file;
    const sn_ncnn_line *last = w->lines.n ? w->lines.v[w->lines.n - 1] : NULL;
    bool same = last && last->origin == f->layers[f->n_layers - 1] && as_read(w, last);
    if (!same && f->tail.s[0] != '\n') sn_str_add(out, "\n");
    sn_str_addn(out, f->tail.s, f->tail.n);
}

static sn_status print_all(sn_ncnn_writer *w, sn_str *out)
{
    if (untouched(w)) {
        sn_str_addn(out, w->info->file.whole.s, w->info->file.whole.n);
        return SN_OK;
    }
    print_header(w, out);
    for (size_t i = 0; i < w->lines.n; i++) {
        sn_str_add(out, "\n");
        SN_TRY(print_line(w, w->lines.v[i], out));
    }
    if (w->info && !is_blank(w->info->file.tail))
        print_tail(w, out);
    else
        sn_str_add(out, "\n");
    return SN_OK;
}

/* ---- proof ----------------------------------------------------------------------------------- */

static bool same_args(const sn_ncnn_line *line, const sn_ncnn_record *r)
{
    if (r->n_args != line->n_args) return false;
    for (int i = 0; i < r->n_args; i++)
        if (r->args[i].id != line->args[i].id ||
            !sn_ncnn_value_equal(&r->args[i].value, &line->args[i].value))
            return false;
    return true;
}

/* The text says what the lines say. */
static sn_status compare_text(sn_ncnn_writer *w, sn_arena *scratch, const char *path,
                              const sn_str *text)
{
    sn_ncnn_file f;
    SN_TRY(sn_ncnn_read_text(w->ctx, scratch, path, (sn_text){text->s, text->n}, &f));
    bool same = (size_t)f.n_layers == w->lines.n;
    for (int i = 0; same && i < f.n_layers; i++) {
        const sn_ncnn_line *line = w->lines.v[i];
        const sn_ncnn_record *r = f.layers[i];
        same = strcmp(r->type, line->type) == 0 && strcmp(r->name, line->name) == 0 &&
               names_as_read(w, line->bottoms, line->n_bottoms, r->bottoms, r->n_bottoms) &&
               names_as_read(w, line->tops, line->n_tops, r->tops, r->n_tops) && same_args(line, r);
        if (!same)
            return sn_fail(w->ctx, SN_E_INTERNAL, "%s is not written as it is meant",
                           sn_ncnn_where(w, line->type, line->name));
    }
    return same ? SN_OK
                : sn_fail(w->ctx, SN_E_INTERNAL, "%d layers written, %zu meant", f.n_layers,
                          w->lines.n);
}

static sn_status check_text(sn_ncnn_writer *w, const char *path, const sn_str *text)
{
    sn_arena *scratch = sn_arena_create(w->ctx);
    sn_status s = compare_text(w, scratch, path, text);
    sn_arena_destroy(scratch);
    return s;
}

/* ---- weights --------------------------------------------------------------------------------- */

/* Half the smallest number that half precision has rounds to even, which is 0. */
static void warn_of_vanishing(sn_ncnn_writer *w, const sn_ncnn_line *line, size_t k,
                              sn_stored storage)
{
    const double least = 0x1p-25;
    const sn_tensor *t = line->weights[k];
    if (storage != SN_STORAGE_F16 || !line->loads[k].tagged || t->type != SN_TYPE_f32 ||
        t->coding != SN_PLAIN || !t->buf)
        return;
    int64_t n = sn_tensor_count(t), lost = 0;
    for (int64_t i = 0; i < n; i++) {
        double v = sn_tensor_at(t, i);
        lost += v != 0 && v >= -least && v <= least;
    }
    if (lost)
        sn_warn(w->ctx,
                "%lld of %lld values (%s) of %s are too small for half precision and become 0",
                (long long)lost, (long long)n, line->loads[k].role,
                sn_ncnn_where(w, line->type, line->name));
}

static sn_status write_weights(sn_ncnn_writer *w, sn_sink *sink)
{
    for (size_t i = 0; i < w->lines.n; i++) {
        const sn_ncnn_line *line = w->lines.v[i];
        sn_stored storage = w->options->storage;
        if (storage == SN_STORAGE_F16 && (line->features & NO_FP16_STORAGE))
            storage = SN_STORAGE_F32;
        sn_arena_mark mark = sn_arena_save(w->arena);
        const char *where = line->n_weights ? sn_ncnn_where(w, line->type, line->name) : NULL;
        for (size_t k = 0; k < line->n_weights; k++) {
            SN_TRY(
                sn_ncnn_bin_write(w->ctx, sink, where, &line->loads[k], line->weights[k], storage));
            warn_of_vanishing(w, line, k, storage);
        }
        sn_arena_restore(w->arena, mark);
    }
    return w->info && w->info->n_rest ? sn_write(sink, w->info->rest, w->info->n_rest) : SN_OK;
}

static sn_status write_files(sn_ncnn_writer *w, sn_replace *files, const sn_str *text)
{
    const sn_save_options *o = w->options;
    sn_sink *sink;
    if (!o->weights || strcmp(o->weights, "none") != 0) {
        const char *path = o->weights ? o->weights : sn_ncnn_bin_path(w->arena, o->path);
        SN_TRY(sn_replace_open(files, path, &sink));
        SN_TRY(write_weights(w, sink));
    }
    SN_TRY(sn_replace_open(files, o->path, &sink));
    return sn_write(sink, text->s, text->n);
}

/* ---- refusals -------------------------------------------------------------------------------- */

const char sn_ncnn_later_release[] =
    "it is written without " SN_WAY_NO_RELEASE ", or for a later one";

void sn_ncnn_refuse(sn_ncnn_writer *w, const char *type, const char *name, const char *why,
                    const char *way)
{
    sn_refuse(w->refused, type, sn_arena_printf(w->arena, "'%s'", sn_escape(w->arena, name)), why,
              way);
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* ncnn's constants have an axis at least; a vector of one element does for a scalar where the other
 * operand gives the result its shape. */
static void check_scalar(sn_ncnn_writer *w, const sn_value *v)
{
    if (v->shape.rank != 0) return;
    SN_EACH_USE(u, v)
    {
        const sn_value *with = sn_op_is_binary(u->node->op) ? sn_in(u->node, 1 - u->slot) : NULL;
        if (with && with->shape.rank != 0) continue;
        sn_ncnn_refuse(w, "constant", v->name ? v->name : "", "it has no axes, ncnn has 1 to 4",
                       NULL);
        return;
    }
}

static bool is_covered(const sn_ncnn_writer *w, const sn_node *n)
{
    return w->tiles[n->id].inside || w->tiles[n->id].is_led;
}

static sn_status spell_all(sn_ncnn_writer *w)
{
    SN_TRY(sn_ncnn_choose_tiles(w));
    SN_EACH_NODE(n, w->g)
    {
        if (sn_op_has(n->op, SN_TRAIT_OUTPUT) || is_covered(w, n)) continue;
        if (sn_op_has(n->op, SN_TRAIT_CONSTANT)) check_scalar(w, n->out[0]);
        bool implicit = sn_ncnn_is_implicit(n);
        if (!implicit) SN_TRY(sn_ncnn_spell(w, n));
        for (int i = 0; i < n->n_out; i++) {
            int wire = sn_ncnn_wire_of(w, n->out[i]); /* may move the wires */
            sn_ncnn_wire *blob = &w->wires.v[wire];
            blob->fed = sn_op_has(n->op, SN_TRAIT_INPUT);
            blob->implicit = implicit;
            blob->constant = sn_op_has(n->op, SN_TRAIT_CONSTANT);
        }
    }
    SN_TRY(sn_refusals_status(w->ctx, w->refused));
    const sn_node *output = sn_graph_output(w->g);
    for (int i = 0; output && i < output->n_in; i++) {
        const sn_value *v = output->in[i].value;
        if (v->kind != SN_RESULT && !v->def)
            return sn_fail(w->ctx, SN_E_UNSUPPORTED, "output '%s' is a constant without a layer",
                           sn_output_name(output, (unsigned)i));
        SN_PUSH(w->outputs, sn_ncnn_wire_of(w, v));
    }
    return SN_OK;
}

/* Text in a file of that name would be taken for the binary form by every reader. */
static sn_status check_name(const sn_ncnn_writer *w)
{
    static const char end[] = ".param.bin";
    const char *path = w->options->path;
    size_t n = strlen(path), m = sizeof end - 1;
    if (n < m || strcmp(path + n - m, end) != 0) return SN_OK;
    return sn_fail(w->ctx, SN_E_UNSUPPORTED,
                   "%s: .param.bin files are only read; expected a name for a .param", path);
}

/* ---- what an older ncnn reads ---------------------------------------------------------------- */

static void too_new(sn_ncnn_writer *w, const sn_ncnn_line *line, const char *what,
                    sn_ncnn_release since)
{
    sn_ncnn_refuse(w, line->type, line->name,
                   sn_arena_printf(w->arena, "%s needs %s, and %d was asked for", what,
                                   sn_ncnn_release_name(w->arena, since), w->release),
                   sn_ncnn_later_release);
}

static void check_ranks(sn_ncnn_writer *w, const sn_ncnn_line *line)
{
    for (int i = 0; line->node && i < line->n_bottoms; i++) {
        const sn_value *x = w->wires.v[line->bottoms[i]].value;
        if (!x || (x->kind != SN_RESULT && !x->def)) continue;
        sn_ncnn_release since = sn_ncnn_rank_since(line->layer, x->shape.rank);
        if (since <= w->release) continue;
        too_new(w, line, sn_arena_printf(w->arena, "an input with %d axes", x->shape.rank), since);
        return;
    }
}

/* Layers that ncnn does not have are the user's own, in every release. */
static void check_release(sn_ncnn_writer *w, const sn_ncnn_line *line)
{
    if (w->release == SN_NCNN_NEWEST) return;
    if (line->features && sn_ncnn_features_since() > w->release) {
        too_new(w, line, "31, features that must not be used,", sn_ncnn_features_since());
        return;
    }
    for (int i = 0; i < line->n_args; i++) {
        sn_ncnn_release since = sn_ncnn_id_since(line->args[i].id);
        if (since <= w->release) continue;
        too_new(w, line, sn_arena_printf(w->arena, "param %d", line->args[i].id), since);
        return;
    }
    if (!line->layer) return;
    sn_ncnn_record r = {.args = line->args, .n_args = line->n_args};
    sn_ncnn_value set[SN_NCNN_N_PARAMS];
    sn_ncnn_values v;
    sn_ncnn_record_set(&r, set);
    sn_ncnn_resolve(line->layer, set, &v);
    sn_ncnn_need need = sn_ncnn_needs(w->arena, &v);
    if (need.since > w->release)
        too_new(w, line, need.what, need.since);
    else
        check_ranks(w, line);
}

static sn_status save(sn_ncnn_writer *w)
{
    SN_TRY(check_name(w));
    SN_TRY(spell_all(w));
    SN_TRY(sn_ncnn_join(w));
    for (size_t i = 0; i < w->lines.n; i++) {
        SN_TRY(sn_ncnn_fit_common(w, w->lines.v[i]));
        check_release(w, w->lines.v[i]);
    }
    SN_TRY(sn_refusals_status(w->ctx, w->refused));
    sn_str text;
    sn_str_init(&text, w->arena);
    SN_TRY(print_all(w, &text));
    SN_TRY(check_text(w, w->options->path, &text));
    sn_replace *files;
    SN_TRY(sn_save_options_begin(w->ctx, w->options, &files));
    sn_status s = write_files(w, files, &text);
    if (s == SN_OK) return sn_replace_commit(files);
    sn_replace_abort(files);
    return s;
}

static void writer_init(sn_ncnn_writer *w, const sn_graph *g, const sn_save_options *options)
{
    sn_arena *arena = sn_arena_create(g->ctx);
    *w = (sn_ncnn_writer){.ctx = g->ctx, .arena = arena, .g = g, .options = options};
    w->scratch = sn_arena_create(g->ctx);
    w->info = sn_ncnn_info_of(g);
    w->release = sn_ncnn_release_of(options->target);
    w->refused = options->refused ? options->refused : SN_NEW_N(arena, sn_refusals, 1);
    if (!options->refused) sn_refusals_init(w->refused, arena);
    w->refused->target = "ncnn";
    w->wire_of = sn_map_create(arena);
    w->wires.arena = w->lines.arena = w->outputs.arena = arena;
}

static void writer_destroy(sn_ncnn_writer *w)
{
    sn_arena_destroy(w->scratch);
    sn_arena_destroy(w->arena);
}

sn_status sn_ncnn_save(const sn_graph *g, const sn_save_options *options)
{
    sn_ncnn_writer w;
    writer_init(&w, g, options);
    sn_status s = save(&w);
    writer_destroy(&w);
    return s;
}

typedef sn_status (*choose_fn)(sn_ncnn_writer *w, const sn_node *n, bool *fits);

static bool ask_writer(choose_fn choose, const sn_node *n)
{
    static const sn_save_options keep = {.path = "", .storage = SN_STORAGE_KEEP};
    sn_ncnn_writer w;
    writer_init(&w, n->graph, &keep);
    w.counting = true;
    bool can = false;
    const sn_status status = choose(&w, n, &can);
    writer_destroy(&w);
    if (status != SN_OK) sn_ctx_clear_error(n->graph->ctx);
    return status == SN_OK && can;
}

static bool same_line(const sn_node *n, const sn_node *other)
{
    return other && n->origin && other->origin == n->origin && !sn_op_has(other->op, SN_TRAIT_VIEW);
}

/* Whether the line that it was read from says another operator beside it. */
static bool shares_line(const sn_node *n)
{
    SN_EACH_USE(u, n->out[0])
    if (same_line(n, u->node)) return true;
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *v = sn_in(n, i);
        if (v && same_line(n, v->def)) return true;
    }
    return false;
}

sn_answer sn_ncnn_implies_view(const sn_spelling *target, const sn_node *reader, uint16_t slot)
{
    static const sn_save_options keep = {.path = "", .storage = SN_STORAGE_KEEP};
    const sn_answer rule = sn_ncnn_implies_by_rule(reader, slot);
    (void)target;
    if (rule.is != SN_YES || slot >= 32) return rule;
    if (shares_line(reader)) return SN_ANSWER_NO("its layer computes more than this operator");
    sn_node *view = sn_in(reader, slot)->def;
    const bool was = view->implied;
    sn_ncnn_writer w;
    writer_init(&w, reader->graph, &keep);
    w.counting = true;
    uint32_t through = 0;
    view->implied = true; /* as it would be */
    const sn_status status = sn_ncnn_choose_inputs(&w, reader, &through);
    view->implied = was;
    writer_destroy(&w);
    if (status != SN_OK) sn_ctx_clear_error(reader->graph->ctx);
    return status == SN_OK && through >> slot & 1
               ? rule
               : SN_ANSWER_NO("its layer, reading what the view reads, would not be the same");
}

bool sn_ncnn_joins(const sn_spelling *target, const sn_node *n, uint16_t *slot)
{
    (void)target;
    const int chain = sn_ncnn_chain_slot(n);
    if (chain < 0 || sn_in(n, (unsigned)chain)->def->origin == n->origin) return false;
    SN_EACH_USE(u, n->out[0])
    if (n->origin && u->node->origin == n->origin) return false;
    *slot = (uint16_t)chain;
    return ask_writer(sn_ncnn_choose_joined, n);
}

bool sn_ncnn_decides_so(const sn_node *n)
{
    uint32_t must;
    bool blobs = true;
    for (uint16_t i = 0; i < n->n_in; i++) blobs = blobs && sn_ncnn_is_blob(sn_in(n, i));
    (void)sn_ncnn_may_read_through(n, &must);
    if (!sn_ncnn_has_decisions(n->op) && !must && blobs) return true;
    return ask_writer(sn_ncnn_choose_one, n);
}

bool sn_ncnn_lacks(const sn_spelling *target, const sn_node *n)
{
    (void)target;
    for (uint16_t i = 0; i < n->n_out; i++)
        if (!sn_ncnn_is_blob(n->out[i]) || n->out[i]->shape.rank > 4) return true;
    return !ask_writer(sn_ncnn_choose_one, n);
}

/* Whether weight k of the line may be stored as halves. */
static bool takes_halves(const sn_ncnn_line *line, size_t k)
{
    return line->loads[k].tagged && !(line->features & NO_FP16_STORAGE);
}

sn_status sn_ncnn_each_weight(const sn_graph *g, void *user,
                              void (*seen)(void *user, const sn_tensor *t, bool as_halves))
{
    static const sn_save_options keep = {.path = "", .storage = SN_STORAGE_KEEP};
    sn_ncnn_writer w;
    writer_init(&w, g, &keep);
    sn_status s = spell_all(&w);
    for (size_t i = 0; i < w.lines.n && s == SN_OK; i++) {
        const sn_ncnn_line *line = w.lines.v[i];
        for (size_t k = 0; k < line->n_weights; k++) {
            if (line->weights[k]->type == SN_TYPE_f32)
                seen(user, line->weights[k], takes_halves(line, k));
        }
    }
    writer_destroy(&w);
    return s;
}

sn_status sn_ncnn_count_lines(const sn_graph *g, const sn_spelling *target, uint32_t *out)
{
    (void)target;
    static const sn_save_options keep = {.path = "", .storage = SN_STORAGE_KEEP};
    sn_ncnn_writer w;
    writer_init(&w, g, &keep);
    w.counting = true;
    sn_status s = spell_all(&w);
    if (s == SN_OK) s = sn_ncnn_join(&w);
    if (s == SN_OK) *out = (uint32_t)w.lines.n;
    writer_destroy(&w);
    return s;
}
