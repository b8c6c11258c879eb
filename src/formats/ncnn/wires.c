/* SPDX-License-Identifier: Apache-2.0
 *
 * Splits and names. A result that is read several times needs a Split: in light mode ncnn frees a
 * blob once it was read. Not so constants that are no output (they are made anew) and blobs that
 * the file itself fed to several layers directly. A Split that the file had for a value keeps its
 * name and those of its results; a layer that read one of them reads it again.
 *
 * Names: fed blobs keep theirs, outputs have their outside names, then every wire in order has the
 * name it wishes for or, where that is taken, a fresh one. */
#include "formats/ncnn/writer.h"

#include "ir/op.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

typedef struct wire_reader {
    sn_ncnn_line *line; /* NULL: an output */
    int slot;           /* of the line, or of the output node */
    bool placed;
} wire_reader;

typedef struct readers {
    sn_arena *arena;
    wire_reader *v;
    size_t n, cap;
} readers;

typedef struct joiner {
    sn_ncnn_writer *w;
    readers *of; /* by wire, of those that there are before Splits */
    size_t n_wires;
    sn_ncnn_line **split_of; /* by wire: its Split, or NULL */
    sn_map *taken;           /* names of blobs -> wire + 1 */
    sn_map *known;           /* names of values, which are given to nothing else */
    sn_map *numbered; /* names, and what says what is in the blob, if anything does -> the largest
                         number put behind one of them */
    /* names -> the line of the file that made the blob; NULL: not looked for yet */
    sn_map *lines_of;
    sn_map *layer_names;
} joiner;

const char *sn_ncnn_where(sn_ncnn_writer *w, const char *type, const char *name)
{
    return sn_arena_printf(w->arena, "%s '%s'", type, sn_escape(w->arena, name));
}

int sn_ncnn_new_wire(sn_ncnn_writer *w, const char *wish)
{
    SN_PUSH(w->wires, (sn_ncnn_wire){.wish = wish});
    return (int)w->wires.n - 1;
}

int sn_ncnn_wire_of(sn_ncnn_writer *w, const sn_value *v)
{
    uintptr_t at = (uintptr_t)sn_map_get_u64(w->wire_of, v->id);
    if (at) return (int)at - 1;
    int wire = sn_ncnn_new_wire(w, v->name);
    w->wires.v[wire].value = v;
    sn_map_put_u64(w->wire_of, v->id, (void *)(uintptr_t)(wire + 1));
    return wire;
}

sn_ncnn_line *sn_ncnn_new_line(sn_ncnn_writer *w, const char *type, const char *name, int n_bottoms,
                               int n_tops)
{
    sn_ncnn_line *line = SN_NEW(w->arena, sn_ncnn_line);
    *line = (sn_ncnn_line){.type = type,
                           .name = name,
                           .layer = sn_ncnn_layer_find(type),
                           .n_bottoms = n_bottoms,
                           .n_tops = n_tops,
                           .bottoms = SN_NEW_N(w->arena, int, n_bottoms),
                           .tops = SN_NEW_N(w->arena, int, n_tops)};
    return line;
}

/* ---- who reads what -------------------------------------------------------------------------- */

static void collect(joiner *j)
{
    sn_ncnn_writer *w = j->w;
    j->n_wires = w->wires.n;
    j->of = SN_NEW_N(w->arena, readers, j->n_wires);
    j->split_of = SN_NEW_N(w->arena, sn_ncnn_line *, j->n_wires);
    for (size_t i = 0; i < j->n_wires; i++) j->of[i].arena = w->arena;
    for (size_t i = 0; i < w->lines.n; i++)
        for (int k = 0; k < w->lines.v[i]->n_bottoms; k++)
            SN_PUSH(j->of[w->lines.v[i]->bottoms[k]], (wire_reader){w->lines.v[i], k, false});
    for (size_t i = 0; i < w->outputs.n; i++)
        SN_PUSH(j->of[w->outputs.v[i]], (wire_reader){NULL, (int)i, false});
}

static const char *outside_name(joiner *j, int slot)
{
    return sn_output_name(sn_graph_output(j->w->g), (unsigned)slot);
}

/* The file read this blob that often without a Split, and still it is read no oftener. */
static bool was_direct(joiner *j, int wire)
{
    const sn_value *v = j->w->wires.v[wire].value;
    if (!v || !j->w->info) return false;
    return (uintptr_t)sn_map_get_u64(j->w->info->direct, v->id) >= j->of[wire].n;
}

/* The blob itself is this output: its own name, or the only name it needs. */
static void claim(joiner *j, int wire, wire_reader *r)
{
    sn_ncnn_wire *blob = &j->w->wires.v[wire];
    blob->wish = outside_name(j, r->slot);
    blob->must = true;
    r->placed = true;
}

/* Decides which output, if any, the blob itself carries; true when the other readers need a
 * Split. */
static bool needs_split(joiner *j, int wire)
{
    sn_ncnn_wire *blob = &j->w->wires.v[wire];
    readers *all = &j->of[wire];
    size_t n_outputs = 0;
    wire_reader *named = NULL;
    for (size_t i = 0; i < all->n; i++) {
        if (all->v[i].line) continue;
        n_outputs++;
        if (!blob->wish || strcmp(blob->wish, outside_name(j, all->v[i].slot)) != 0) continue;
        named = &all->v[i];
    }
    if (blob->fed) {
        if (named) named->placed = true;
        size_t others = all->n - (named != NULL);
        return n_outputs > (named != NULL) || (others > 1 && !was_direct(j, wire));
    }
    if (n_outputs == 1 && all->n == 1) {
        claim(j, wire, &all->v[0]);
        return false;
    }
    if (blob->constant && n_outputs == 0) return false;
    if (all->n < 2) return false;
    if (was_direct(j, wire) && n_outputs <= 1 && (n_outputs == 0 || named)) {
        if (named) claim(j, wire, named);
        return false;
    }
    return true;
}

/* ---- Splits ---------------------------------------------------------------------------------- */

static const sn_ncnn_record *old_split(joiner *j, int wire)
{
    const sn_value *v = j->w->wires.v[wire].value;
    return v && j->w->info ? sn_map_get_u64(j->w->info->splits, v->id) : NULL;
}

/* The blob that this reader read, or is called as an output; NULL: any. */
static const char *wanted(joiner *j, const wire_reader *r)
{
    if (!r->line) return outside_name(j, r->slot);
    const sn_ncnn_record *o = r->line->origin;
    return o && o->n_bottoms == r->line->n_bottoms ? o->bottoms[r->slot] : NULL;
}

static void attach(joiner *j, sn_ncnn_line *split, wire_reader *r, const char *wish)
{
    int wire = sn_ncnn_new_wire(j->w, wish);
    split->tops[split->n_tops++] = wire;
    r->placed = true;
    if (r->line) {
        r->line->bottoms[r->slot] = wire;
        return;
    }
    j->w->wires.v[wire].wish = outside_name(j, r->slot);
    j->w->wires.v[wire].must = true;
}

/* Each result of the old Split goes to the first reader left that had it. */
static void attach_as_before(joiner *j, sn_ncnn_line *split, readers *all,
                             const sn_ncnn_record *old)
{
    sn_arena *scratch = sn_arena_create(j->w->ctx);
    sn_map *first = sn_map_create(scratch); /* name -> the first reader left that wants it */
    wire_reader **next = SN_NEW_N(scratch, wire_reader *, all->n);
    for (size_t i = all->n; i-- > 0;) {
        const char *name = all->v[i].placed ? NULL : wanted(j, &all->v[i]);
        if (!name) continue;
        next[i] = sn_map_get(first, name);
        sn_map_put(first, name, &all->v[i]);
    }
    for (int k = 0; k < old->n_tops; k++) {
        wire_reader *taker = sn_map_get(first, old->tops[k]);
        if (!taker) continue;
        sn_map_put(first, old->tops[k], next[taker - all->v]);
        attach(j, split, taker, old->tops[k]);
    }
    sn_arena_destroy(scratch);
}

static sn_status make_split(joiner *j, int wire)
{
    sn_ncnn_writer *w = j->w;
    readers *all = &j->of[wire];
    SN_CHECK(w->ctx, all->n <= UINT16_MAX, SN_E_UNSUPPORTED,
             "'%s' is read %zu times, a Split has %d results at most",
             w->wires.v[wire].wish ? sn_escape(w->arena, w->wires.v[wire].wish) : "", all->n,
             UINT16_MAX);
    const sn_ncnn_record *old = old_split(j, wire);
    sn_ncnn_line *split = sn_ncnn_new_line(w, "Split", old ? old->name : NULL, 1, (int)all->n);
    split->n_tops = 0;
    split->origin = old;
    split->args_as_read = old != NULL;
    if (old) split->n_args = old->n_args, split->args = old->args;
    split->bottoms[0] = wire;
    if (old) attach_as_before(j, split, all, old);
    for (size_t i = 0; i < all->n; i++)
        if (!all->v[i].placed) attach(j, split, &all->v[i], NULL);
    j->split_of[wire] = split;
    return SN_OK;
}

static bool makes(const sn_ncnn_line *line, const joiner *j, int *wire, int k)
{
    *wire = line->tops[k];
    return (size_t)*wire < j->n_wires && j->split_of[*wire];
}

/* Each Split behind the line that makes its blob, or before the first that reads a blob without
 * one. */
static void insert_splits(joiner *j)
{
    sn_ncnn_writer *w = j->w;
    SN_VEC(sn_ncnn_line *) lines = SN_VEC_IN(w->arena);
    for (size_t i = 0; i < j->n_wires; i++)
        if (w->wires.v[i].implicit && j->split_of[i]) SN_PUSH(lines, j->split_of[i]);
    for (size_t i = 0; i < w->lines.n; i++) {
        sn_ncnn_line *line = w->lines.v[i];
        int wire;
        SN_PUSH(lines, line);
        for (int k = 0; k < line->n_tops; k++)
            if (makes(line, j, &wire, k)) SN_PUSH(lines, j->split_of[wire]);
    }
    w->lines.v = lines.v;
    w->lines.n = lines.n;
    w->lines.cap = lines.cap;
}

/* ---- names ----------------------------------------------------------------------------------- */

/* A name as one token: ncnn cuts at spaces and at 255 bytes. */
static const char *token(sn_ncnn_writer *w, const char *name)
{
    size_t n = strlen(name);
    if (n > 200) n = 200;
    char *s = sn_arena_strndup(w->arena, name, n);
    for (char *p = s; *p; p++)
        if (isspace((unsigned char)*p) || iscntrl((unsigned char)*p)) *p = '_';
    return *s ? s : "_";
}

static bool is_token(const char *name)
{
    size_t n = strlen(name);
    for (const char *p = name; *p; p++)
        if (isspace((unsigned char)*p)) return false;
    return n > 0 && n <= 255;
}

static void give(joiner *j, int wire, const char *name)
{
    j->w->wires.v[wire].name = name;
    if (!sn_map_has(j->taken, name)) sn_map_put_kept(j->taken, name, (void *)(uintptr_t)(wire + 1));
}

/* A name that says what is in a blob; NULL: it has none. */
static const char *says(const sn_ncnn_wire *wire) { return wire->value ? wire->value->name : NULL; }

static const sn_ncnn_record *line_that_made(joiner *j, const char *name)
{
    const sn_ncnn_file *f = &j->w->info->file;
    if (!j->lines_of) {
        j->lines_of = sn_map_create(j->w->arena);
        for (int i = 0; i < f->n_layers; i++)
            for (int k = 0; k < f->layers[i]->n_tops; k++)
                sn_map_put_kept(j->lines_of, f->layers[i]->tops[k], f->layers[i]);
    }
    return sn_map_get(j->lines_of, name);
}

/* Whether the file had the same line, which made a blob of that name: of lines that the writer adds
 * for a node, and that go as often as the file is read and optimized. */
static bool is_line_of(joiner *j, const char *name, const sn_ncnn_line *line)
{
    if (!j->w->info || !line || line->node || line->n_weights || line->n_tops != 1 ||
        line->n_bottoms != 1)
        return false;
    const sn_ncnn_record *r = line_that_made(j, name);
    const char *of = says(&j->w->wires.v[line->bottoms[0]]);
    if (!r || strcmp(r->type, line->type) != 0 || r->n_tops != 1 || r->n_bottoms != 1 || !of)
        return false;
    if (!sn_graph_same_names(j->w->g, r->bottoms[0], of)) return false;
    const sn_ncnn_record now = {.layer = line->layer, .args = line->args, .n_args = line->n_args};
    sn_ncnn_values a, b;
    sn_ncnn_record_values(r, &a);
    sn_ncnn_record_values(&now, &b);
    for (const sn_ncnn_param *p = line->layer->params; p->id >= 0; p++)
        if (!sn_ncnn_value_equal(&a.v[p->id], &b.v[p->id])) return false;
    return true;
}

/* Whether a blob may have a name that it does not wish for; `of`: a name that says what is in it,
 * or NULL. What a value that is gone had for a name says what that was, and is given again only to
 * what is proved to be the same. */
static bool is_free(joiner *j, const char *name, const char *of, const sn_ncnn_line *line)
{
    if (sn_map_has(j->taken, name) || sn_map_has(j->known, name)) return false;
    return !sn_graph_has_named(j->w->g, name) || (of && sn_graph_same_names(j->w->g, name, of)) ||
           is_line_of(j, name, line);
}

/* `line` makes it. */
static const char *fresh(joiner *j, const char *base, const char *of, const sn_ncnn_line *line)
{
    if (is_free(j, base, of, line)) return base;
    const char *key = of ? sn_arena_printf(j->w->arena, "%s %s", base, of) : base;
    uintptr_t k = (uintptr_t)sn_map_get(j->numbered, key);
    const char *name;
    do name = sn_arena_printf(j->w->arena, "%s_%zu", base, (size_t)++k);
    while (!is_free(j, name, of, line));
    sn_map_put(j->numbered, key, (void *)k);
    return name;
}

static sn_status name_outside(joiner *j)
{
    sn_ncnn_writer *w = j->w;
    for (size_t i = 0; i < w->wires.n; i++) {
        sn_ncnn_wire *blob = &w->wires.v[i];
        if (!blob->fed) continue;
        const char *name = blob->wish ? blob->wish : sn_arena_printf(w->arena, "in%zu", i);
        if (!is_token(name)) {
            const char *wish = name;
            name = fresh(j, token(w, wish), blob->wish, NULL);
            sn_warn(w->ctx,
                    "input '%s' is called '%s' in the file: ncnn needs names without spaces, 1 to "
                    "255 bytes",
                    sn_escape(w->arena, wish), sn_escape(w->arena, name));
        }
        give(j, (int)i, name);
    }
    for (size_t i = 0; i < w->wires.n; i++) {
        sn_ncnn_wire *blob = &w->wires.v[i];
        if (!blob->must || blob->name) continue;
        if (!is_token(blob->wish))
            return sn_fail(w->ctx, SN_E_UNSUPPORTED,
                           "output '%s': ncnn needs names without spaces, 1 to 255 bytes",
                           sn_escape(w->arena, blob->wish));
        if (sn_map_has(j->taken, blob->wish))
            return sn_fail(w->ctx, SN_E_UNSUPPORTED,
                           "output '%s': an input or another output has this name",
                           sn_escape(w->arena, blob->wish));
        give(j, (int)i, blob->wish);
    }
    return SN_OK;
}

/* A name that is taken already may stay where the file had it so: nobody can read this blob by
 * it. */
static bool may_repeat(joiner *j, const bool *made, int wire)
{
    const sn_ncnn_wire *blob = &j->w->wires.v[wire];
    uintptr_t holder = (uintptr_t)sn_map_get(j->taken, blob->wish);
    if (!j->w->info || !blob->value || blob->value->n_uses > 0) return false;
    return holder && made[holder - 1];
}

/* What the fresh name of a blob is made from. One that several outputs share cannot have the name
 * of any; a reader of the file knows it by the first that its Split makes, whichever it was that
 * gave the value its name. */
static const char *base_name(joiner *j, int wire)
{
    const sn_ncnn_wire *wires = j->w->wires.v;
    const sn_ncnn_line *split = (size_t)wire < j->n_wires ? j->split_of[wire] : NULL;
    const char *first = NULL, *wish = wires[wire].wish;
    bool shared = false;
    for (int k = 0; split && wish && k < split->n_tops; k++) {
        const sn_ncnn_wire *top = &wires[split->tops[k]];
        if (!top->must) continue;
        if (!first) first = top->name;
        shared = shared || strcmp(top->name, wish) == 0;
    }
    return shared ? first : wish;
}

/* The name that the file had for what this line makes, where the wish is not to be had: to choose
 * anew would give another name each time that the file is read and optimized. */
static const char *name_as_read(joiner *j, const sn_ncnn_line *line, int k)
{
    const char *of = says(&j->w->wires.v[line->tops[k]]);
    if (!of || !line->origin || k >= line->origin->n_tops) return NULL;
    const char *name = line->origin->tops[k];
    const bool same = sn_graph_same_names(j->w->g, name, of);
    return same && is_free(j, name, of, line) ? name : NULL;
}

static void name_tops(joiner *j, const sn_ncnn_line *line, bool *made)
{
    sn_ncnn_writer *w = j->w;
    for (int k = 0; k < line->n_tops; k++) {
        int wire = line->tops[k];
        sn_ncnn_wire *blob = &w->wires.v[wire];
        made[wire] = true;
        if (blob->name) continue;
        if (blob->wish && is_token(blob->wish) && !sn_map_has(j->taken, blob->wish)) {
            give(j, wire, blob->wish);
        } else if (blob->wish && is_token(blob->wish) && may_repeat(j, made, wire)) {
            blob->name = blob->wish;
        } else if (!blob->wish && strcmp(line->type, "Split") == 0) {
            const sn_ncnn_wire *from = &w->wires.v[line->bottoms[0]];
            const char *base =
                sn_arena_printf(w->arena, "%s_splitncnn_%d", token(w, from->name), k);
            give(j, wire, fresh(j, base, says(from), line));
        } else {
            const char *base = base_name(j, wire), *name = name_as_read(j, line, k);
            if (!name) name = fresh(j, token(w, base ? base : line->name), says(blob), line);
            give(j, wire, name);
        }
    }
}

static void name_layer(joiner *j, sn_ncnn_line *line)
{
    sn_ncnn_writer *w = j->w;
    if (line->name && is_token(line->name)) return;
    if (line->name) {
        line->name = token(w, line->name);
        return;
    }
    do line->name = sn_arena_printf(w->arena, "splitncnn_%d", w->n_fresh++);
    while (sn_map_has(j->layer_names, line->name));
}

/* A blob that a layer reads is no result of the file, and an input has its name already. In a graph
 * that comes from such a file the caller has asked for that blob by name, and can again. */
static sn_status check_fed(joiner *j)
{
    sn_ncnn_writer *w = j->w;
    for (size_t i = 0; i < w->outputs.n && !w->info; i++) {
        const int wire = w->outputs.v[i];
        const sn_ncnn_wire *blob = &w->wires.v[wire];
        const char *name = outside_name(j, (int)i);
        if (!blob->fed || j->of[wire].n < 2 || !blob->wish || strcmp(blob->wish, name) != 0)
            continue;
        return sn_fail(w->ctx, SN_E_UNSUPPORTED,
                       "output '%s': this is an input that layers read, so it cannot be an output "
                       "of that name",
                       sn_escape(w->arena, name));
    }
    return SN_OK;
}

sn_status sn_ncnn_join(sn_ncnn_writer *w)
{
    joiner j = {.w = w, .taken = sn_map_create(w->arena), .layer_names = sn_map_create(w->arena)};
    j.numbered = sn_map_create(w->arena);
    j.known = sn_map_create(w->arena);
    for (size_t i = 0; i < w->wires.n; i++) {
        const sn_value *v = w->wires.v[i].value;
        if (v && v->name) sn_map_put_kept(j.known, v->name, w);
    }
    collect(&j);
    SN_TRY(check_fed(&j));
    for (size_t i = 0; i < j.n_wires; i++)
        if (needs_split(&j, (int)i)) SN_TRY(make_split(&j, (int)i));
    insert_splits(&j);
    for (size_t i = 0; i < w->lines.n; i++)
        if (w->lines.v[i]->name) sn_map_put_kept(j.layer_names, w->lines.v[i]->name, w);
    SN_TRY(name_outside(&j));
    if (w->counting) return SN_OK;
    bool *made = SN_NEW_N(w->arena, bool, w->wires.n);
    for (size_t i = 0; i < w->lines.n; i++) {
        name_layer(&j, w->lines.v[i]);
        name_tops(&j, w->lines.v[i], made);
    }
    return SN_OK;
}
