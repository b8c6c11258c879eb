/* SPDX-License-Identifier: Apache-2.0
 *
 * The text for Graphviz (the dot language). Every name comes from a file and may be anything: it is
 * made printable, shortened, and escaped for a quoted string, in which Graphviz gives a meaning to
 * '"', '\' and '&'. Graphviz then escapes for SVG. */
#include "cli/draw.h"

#include <string.h>

enum { MOST_COLUMNS = 48, MOST_MEMBERS = 8, N_COLOURS = 8 };

static const char *const fills[N_COLOURS] = {"#cfe3f7", "#d8f0d0", "#fde3c4", "#eadcf5",
                                             "#fbd5d5", "#d3f0ee", "#f7efc0", "#e6dccf"};
static const char *const lines[N_COLOURS] = {"#3b78b5", "#4c9a3b", "#c77f1e", "#8a58b8",
                                             "#bf4a4a", "#2f9189", "#a8921e", "#86694a"};

/* ---- names ----------------------------------------------------------------------------------- */

/* The middle of what is too long is left out; sequences of UTF-8 stay whole. */
static const char *shortened(const char *text)
{
    int columns = sn_columns(text);
    if (columns <= MOST_COLUMNS) return text;
    const int half = MOST_COLUMNS / 2 - 1;
    const char *head = text, *tail = text;
    for (int at = 0; at < columns - half; at++) {
        if (at == half) head = tail;
        for (tail++; ((unsigned char)*tail & 0xC0) == 0x80;) tail++;
    }
    return sn_cli_join(sn_cli_copy(text, (size_t)(head - text)), sn_cli_join("...", tail));
}

static void put_escaped(FILE *f, const char *text)
{
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') fputc('\\', f);
        fputs(*text == '&' ? "&amp;" : (char[2]){*text, 0}, f);
    }
}

static void put_name(FILE *f, const char *name) { put_escaped(f, shortened(sn_cli_safe(name))); }

/* ---- layers ---------------------------------------------------------------------------------- */

/* Layers of one graph that become one layer, as they are collected. */
typedef struct cluster {
    uint32_t graph, last;
} cluster;

typedef struct picture {
    FILE *f;
    sn_model *m;
    char side; /* 'b' or 'a': ids of nodes begin with it */
    const sn_provenance *p;
    const sn_groups_info *groups;
    uint32_t n;
    sn_layer_info *infos;
    uint32_t *end;  /* by layer: behind it and all that is in its bodies */
    uint32_t *next; /* by layer: the next one of its cluster; 0: none, since layer 0 begins one */
    bool *begins;   /* by layer: a cluster */
    cluster *clusters; /* by the layer that it becomes */
    uint32_t n_graphs; /* that were begun: the network and bodies */
    uint32_t *maker;   /* by value id: the layer that makes it + 1 */
    uint32_t n_ids;
} picture;

/* Of a layer of the optimized network: -1 unless it was several. */
static int colour_of(const sn_provenance *p, uint32_t after)
{
    return p && after < p->n_after && p->n_of[after] > 1 ? (int)(after % N_COLOURS) : -1;
}

static void put_members(const picture *pic, uint32_t after)
{
    uint32_t n = 0;
    fputs("\\nof ", pic->f);
    for (uint32_t i = 0; i < pic->p->n_before; i++) {
        if (pic->p->into[i] != after || n++ >= MOST_MEMBERS) continue;
        if (n > 1) fputs(n % 3 == 1 ? ",\\n" : ", ", pic->f);
        put_name(pic->f, pic->p->before[i]);
    }
    if (n > MOST_MEMBERS) fprintf(pic->f, ",\\nand %u more", n - MOST_MEMBERS);
}

/* What a body is fed is known by its order, whatever became of the body. */
static bool is_fed(const sn_layer_info *info)
{
    return info->owner != SN_NO_LAYER && strcmp(info->op, "input") == 0;
}

static void put_look(const picture *pic, uint32_t index, const sn_layer_info *info)
{
    const sn_provenance *p = pic->p;
    int colour = -1;
    if (pic->side == 'a') {
        colour = colour_of(p, index);
    } else if (p && p->into[index] == UINT32_MAX && !is_fed(info)) {
        fputs(", style=\"rounded,dashed\", color=\"#999999\", fontcolor=\"#777777\"", pic->f);
        return;
    }
    bool frame = strcmp(info->op, "input") == 0 || strcmp(info->op, "constant") == 0;
    if (frame) fputs(", shape=ellipse", pic->f);
    if (colour >= 0)
        fprintf(pic->f, ", fillcolor=\"%s\", color=\"%s\"", fills[colour], lines[colour]);
}

/* What is called so outside of the body that is fed it; "" where nothing is. */
static const char *name_outside(const picture *pic, uint32_t index, const sn_layer_info *info)
{
    sn_value_info inner;
    sn_body_value_info v;
    if (sn_model_layer_value(pic->m, index, true, 0, &inner) != SN_OK) return "";
    for (uint32_t i = 0; sn_model_body_value(pic->m, info->owner, info->body, false, i, &v); i++) {
        if (v.value.id == inner.id) return v.has_outside ? v.outside.name : "";
    }
    return "";
}

/* A layer in a body stands in the frame of that body, which its label need not say once more. */
static const char *label_of(const picture *pic, uint32_t index, const sn_layer_info *info)
{
    const char *value = sn_model_layer_output(pic->m, index, 0);
    if (info->owner == SN_NO_LAYER) return info->label;
    if (*info->name) return info->name;
    if (!value || !*value) value = name_outside(pic, index, info);
    return *value ? value : info->op;
}

static void put_bodies(picture *pic, uint32_t index);

static void put_layer(picture *pic, uint32_t index)
{
    FILE *f = pic->f;
    const sn_layer_info *info = &pic->infos[index];
    fprintf(f, "    %c%u [label=\"", pic->side, index);
    put_name(f, label_of(pic, index, info));
    bool opaque = strcmp(info->op, "opaque") == 0;
    fputs("\\n", f);
    put_name(f, opaque && *info->type ? info->type : info->op);
    if (*info->params) {
        fputc(' ', f);
        put_name(f, info->params);
    }
    if (pic->side == 'a' && colour_of(pic->p, index) >= 0) put_members(pic, index);
    fputc('"', f);
    put_look(pic, index, info);
    fputs("];\n", f);
    put_bodies(pic, index);
}

/* Layers that become one stand together; the order of the others is that of the file. */
static void open_cluster(const picture *pic, uint32_t after, uint32_t first)
{
    int colour = colour_of(pic->p, after);
    fprintf(pic->f, "    subgraph cluster_%c_%u", pic->side, after);
    if (pic->infos[first].owner != SN_NO_LAYER) fprintf(pic->f, "_%u", first);
    fprintf(pic->f,
            " {\n    label=\"\"; style=\"rounded,filled\"; fillcolor=\"%s\"; color=\"%s\";\n",
            fills[colour], lines[colour]);
}

/* Layers of a group stand together; the rest, inputs and constants, comes first. */
static void put_grouped(picture *pic)
{
    bool *grouped = sn_cli_alloc((pic->n + 1) * sizeof *grouped);
    uint32_t *place = sn_cli_alloc((pic->n + 1) * sizeof *place), n = 0;
    for (uint32_t i = 0; i < pic->n; i = pic->end[i]) place[n++] = i; /* groups are not in bodies */
    for (uint32_t i = 0; i < pic->groups->n_groups; i++) {
        const sn_group_info *g = &pic->groups->groups[i];
        for (uint32_t k = 0; k < g->n_layers && g->n_layers > 1; k++) grouped[g->layers[k]] = true;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (!grouped[i]) put_layer(pic, place[i]);
    }
    for (uint32_t i = 0; i < pic->groups->n_groups; i++) {
        const sn_group_info *g = &pic->groups->groups[i];
        if (g->n_layers < 2) continue;
        fprintf(pic->f, "    subgraph cluster_g%u {\n    label=\"%u: ", i + 1, i + 1);
        put_escaped(pic->f, g->why);
        fprintf(pic->f,
                "\"; style=\"rounded,filled\"; fontsize=10; fillcolor=\"%s\"; color=\"%s\";\n",
                fills[i % N_COLOURS], lines[i % N_COLOURS]);
        for (uint32_t k = 0; k < g->n_layers; k++) put_layer(pic, place[g->layers[k]]);
        fputs("    }\n", pic->f);
    }
}

static uint32_t cluster_of(const picture *pic, uint32_t index)
{
    const uint32_t into = pic->p && pic->side == 'b' ? pic->p->into[index] : UINT32_MAX;
    return into != UINT32_MAX && colour_of(pic->p, into) >= 0 ? into : UINT32_MAX;
}

/* Layers of one graph, which lie from `first` on: those of body `body` of a layer, or of the whole
 * network. */
static void put_graph(picture *pic, uint32_t first, uint32_t end, uint32_t body)
{
    const uint32_t graph = ++pic->n_graphs;
    for (uint32_t i = first; i < end; i = pic->end[i]) {
        if (pic->infos[i].body != body) continue;
        const uint32_t into = cluster_of(pic, i);
        if (into == UINT32_MAX) {
            put_layer(pic, i);
            continue;
        }
        cluster *c = &pic->clusters[into];
        pic->begins[i] = c->graph != graph;
        if (!pic->begins[i]) pic->next[c->last] = i;
        *c = (cluster){graph, i};
    }
    for (uint32_t i = first; i < end; i = pic->end[i]) {
        if (pic->infos[i].body != body || !pic->begins[i]) continue;
        open_cluster(pic, cluster_of(pic, i), i);
        for (uint32_t k = i; k; k = pic->next[k]) put_layer(pic, k);
        fputs("    }\n", pic->f);
    }
}

static void put_bodies(picture *pic, uint32_t index)
{
    sn_body_info b;
    for (uint32_t i = 0; sn_model_layer_body(pic->m, index, i, &b); i++) {
        fprintf(pic->f, "    subgraph cluster_%c%u_body%u {\n    label=\"", pic->side, index, i);
        put_name(pic->f, label_of(pic, index, &pic->infos[index]));
        fprintf(pic->f, ": %s", b.role);
        if (strcmp(b.role, "body") == 0 && b.runs >= 0)
            fprintf(pic->f, ", %lld trips", (long long)b.runs);
        fputs("\"; style=\"rounded\"; fontsize=10; color=\"#999999\";\n", pic->f);
        put_graph(pic, index + 1, pic->end[index], i);
        fputs("    }\n", pic->f);
    }
}

/* Of all layers, those of bodies behind the one that has the bodies. */
static int collect_layers(sn_cli *cli, picture *pic)
{
    pic->n = sn_model_n_layers(pic->m);
    pic->infos = sn_cli_alloc((pic->n + 1) * sizeof *pic->infos);
    pic->end = sn_cli_alloc((pic->n + 1) * sizeof *pic->end);
    pic->next = sn_cli_alloc((pic->n + 1) * sizeof *pic->next);
    pic->begins = sn_cli_alloc((pic->n + 1) * sizeof *pic->begins);
    if (pic->p) pic->clusters = sn_cli_alloc((pic->p->n_after + 1) * sizeof *pic->clusters);
    for (uint32_t i = 0; i < pic->n; i++) {
        sn_status status = sn_model_layer(pic->m, i, &pic->infos[i]);
        if (status != SN_OK) return sn_cli_fail(cli, status);
        pic->end[i] = i + 1;
    }
    for (uint32_t i = pic->n; i-- > 0;) {
        const uint32_t owner = pic->infos[i].owner;
        if (owner != SN_NO_LAYER && pic->end[i] > pic->end[owner]) pic->end[owner] = pic->end[i];
    }
    return 0;
}

/* ---- edges ----------------------------------------------------------------------------------- */

/* what: of a value that a body is fed or gives; else NULL. */
static void put_edge(const picture *pic, const sn_value_info *v, uint32_t from, const char *to,
                     const char *what)
{
    FILE *f = pic->f;
    uint32_t maker = from < pic->n_ids ? pic->maker[from] : 0;
    if (!maker) return;
    fprintf(f, "    %c%u -> %s [label=\"", pic->side, maker - 1, to);
    if (what) fprintf(f, "%s\\n", what);
    if (v->rank < 0) fputc('?', f);
    if (v->rank == 0) fputs("scalar", f);
    for (int i = 0; i < v->rank; i++) {
        if (i) fputc(',', f);
        if (v->sizes[i] < 0) {
            fputc('?', f);
        } else {
            fprintf(f, "%lld", (long long)v->sizes[i]);
        }
    }
    if (v->bytes >= 0) fprintf(f, "\\n%s", sn_number_of_bytes((double)v->bytes).s);
    fprintf(f, "\"%s];\n", what ? ", style=dashed" : "");
}

/* How often one body at most is fed what v is. */
static uint32_t n_times_fed(const picture *pic, uint32_t index, uint32_t id)
{
    uint32_t most = 0;
    sn_body_value_info v;
    for (uint32_t b = 0; b < pic->infos[index].n_bodies; b++) {
        uint32_t n = 0;
        for (uint32_t k = 0; sn_model_body_value(pic->m, index, b, false, k, &v); k++)
            n += v.has_outside && v.outside.id == id;
        if (n > most) most = n;
    }
    return most;
}

/* What goes into bodies has edges of its own, to where it is read. */
static bool is_for_bodies(const picture *pic, uint32_t index, uint32_t slot, uint32_t id)
{
    if (!pic->infos[index].n_bodies) return false;
    uint32_t before = 0;
    sn_value_info v;
    for (uint32_t k = 0; k < slot; k++) {
        if (sn_model_layer_value(pic->m, index, false, k, &v) == SN_OK) before += v.id == id;
    }
    return before < n_times_fed(pic, index, id);
}

/* From outside into a body; its results go to its layer. */
static void put_edges_of_body(const picture *pic, uint32_t index, uint32_t body)
{
    char to[32];
    sn_body_value_info v;
    for (uint32_t k = 0; sn_model_body_value(pic->m, index, body, false, k, &v); k++) {
        const uint32_t inner = v.value.id < pic->n_ids ? pic->maker[v.value.id] : 0;
        if (!v.has_outside || !inner) continue;
        snprintf(to, sizeof to, "%c%u", pic->side, inner - 1);
        put_edge(pic, &v.outside, v.outside.id, to, v.what);
    }
    snprintf(to, sizeof to, "%c%u", pic->side, index);
    for (uint32_t k = 0; sn_model_body_value(pic->m, index, body, true, k, &v); k++)
        put_edge(pic, &v.value, v.value.id, to, v.what);
}

static void collect_makers(picture *pic)
{
    sn_value_info v;
    for (int round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < pic->n; i++) {
            for (uint32_t k = 0; sn_model_layer_output(pic->m, i, k); k++) {
                if (sn_model_layer_value(pic->m, i, true, k, &v) != SN_OK) continue;
                if (round) {
                    pic->maker[v.id] = i + 1;
                } else if (v.id >= pic->n_ids) {
                    pic->n_ids = v.id + 1;
                }
            }
        }
        if (!round) pic->maker = sn_cli_alloc((pic->n_ids + 1) * sizeof *pic->maker);
    }
}

static void put_edges(const picture *pic)
{
    char to[32];
    sn_value_info v;
    for (uint32_t i = 0; i < pic->n; i++) {
        snprintf(to, sizeof to, "%c%u", pic->side, i);
        for (uint32_t k = 0; sn_model_layer_input(pic->m, i, k); k++) {
            if (sn_model_layer_value(pic->m, i, false, k, &v) == SN_OK &&
                !is_for_bodies(pic, i, k, v.id))
                put_edge(pic, &v, v.id, to, NULL);
        }
        for (uint32_t b = 0; b < pic->infos[i].n_bodies; b++) put_edges_of_body(pic, i, b);
    }
    for (uint32_t i = 0; i < sn_model_n_outputs(pic->m); i++) {
        if (sn_model_output_value(pic->m, i, &v) != SN_OK) continue;
        snprintf(to, sizeof to, "%co%u", pic->side, i);
        fprintf(pic->f, "    %s [shape=ellipse, label=\"", to);
        put_name(pic->f, v.name);
        fputs("\"];\n", pic->f);
        put_edge(pic, &v, v.id, to, NULL);
    }
}

/* ---- the whole ------------------------------------------------------------------------------- */

static int put_picture(sn_cli *cli, FILE *f, sn_model *m, char side, const sn_drawing *d,
                       const char *title)
{
    picture pic = {.f = f, .m = m, .side = side, .p = d->provenance, .groups = d->groups};
    int code = collect_layers(cli, &pic);
    if (code) return code;
    uint32_t n = 0;
    for (uint32_t i = 0; i < pic.n; i = pic.end[i]) n++;
    collect_makers(&pic);
    if (title)
        fprintf(f, "  subgraph cluster_%s {\n    label=\"%s: %u layers\"; color=\"#999999\";\n",
                title, title, n);
    if (pic.groups) {
        put_grouped(&pic);
    } else {
        put_graph(&pic, 0, pic.n, 0);
    }
    put_edges(&pic);
    if (title) fputs("  }\n", f);
    return 0;
}

int sn_draw_dot(sn_cli *cli, const sn_drawing *d, FILE *f)
{
    bool both = d->before && d->after;
    fputs("digraph network {\n"
          "  graph [fontname=\"Helvetica\", charset=\"UTF-8\"];\n"
          "  node [shape=box, style=\"rounded,filled\", fillcolor=\"#ffffff\", "
          "fontname=\"Helvetica\", "
          "fontsize=11];\n"
          "  edge [fontname=\"Helvetica\", fontsize=9, fontcolor=\"#555555\"];\n",
          f);
    int code = 0;
    if (d->before) code = put_picture(cli, f, d->before, 'b', d, both ? "before" : NULL);
    if (d->after && !code) code = put_picture(cli, f, d->after, 'a', d, both ? "after" : NULL);
    fputs("}\n", f);
    return code;
}
