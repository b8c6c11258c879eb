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

typedef struct picture {
    FILE *f;
    sn_model *m;
    char side; /* 'b' or 'a': ids of nodes begin with it */
    const sn_provenance *p;
    const sn_groups_info *groups;
    uint32_t *maker; /* by value id: the layer that makes it + 1 */
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

static void put_look(const picture *pic, uint32_t index, const sn_layer_info *info)
{
    const sn_provenance *p = pic->p;
    int colour = -1;
    if (pic->side == 'a') {
        colour = colour_of(p, index);
    } else if (p && p->into[index] == UINT32_MAX) {
        fputs(", style=\"rounded,dashed\", color=\"#999999\", fontcolor=\"#777777\"", pic->f);
        return;
    }
    bool frame = strcmp(info->op, "input") == 0 || strcmp(info->op, "constant") == 0;
    if (frame) fputs(", shape=ellipse", pic->f);
    if (colour >= 0)
        fprintf(pic->f, ", fillcolor=\"%s\", color=\"%s\"", fills[colour], lines[colour]);
}

static void put_layer(const picture *pic, uint32_t index, const sn_layer_info *info)
{
    FILE *f = pic->f;
    fprintf(f, "    %c%u [label=\"", pic->side, index);
    put_name(f, info->label);
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
}

/* Layers that become one stand together; the order of the others is that of the file. */
static void open_cluster(const picture *pic, uint32_t after)
{
    int colour = colour_of(pic->p, after);
    fprintf(
        pic->f,
        "    subgraph cluster_%c_%u {\n    label=\"\"; style=\"rounded,filled\"; fillcolor=\"%s\"; "
        "color=\"%s\";\n",
        pic->side, after, fills[colour], lines[colour]);
}

/* Layers of a group stand together; the rest, inputs and constants, comes first. */
static void put_grouped(const picture *pic, const sn_layer_info *infos, uint32_t n)
{
    bool *grouped = sn_cli_alloc((n + 1) * sizeof *grouped);
    for (uint32_t i = 0; i < pic->groups->n_groups; i++) {
        const sn_group_info *g = &pic->groups->groups[i];
        for (uint32_t k = 0; k < g->n_layers && g->n_layers > 1; k++) grouped[g->layers[k]] = true;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (!grouped[i]) put_layer(pic, i, &infos[i]);
    }
    for (uint32_t i = 0; i < pic->groups->n_groups; i++) {
        const sn_group_info *g = &pic->groups->groups[i];
        if (g->n_layers < 2) continue;
        fprintf(pic->f, "    subgraph cluster_g%u {\n    label=\"%u: ", i + 1, i + 1);
        put_escaped(pic->f, g->why);
        fprintf(pic->f,
                "\"; style=\"rounded,filled\"; fontsize=10; fillcolor=\"%s\"; color=\"%s\";\n",
                fills[i % N_COLOURS], lines[i % N_COLOURS]);
        for (uint32_t k = 0; k < g->n_layers; k++)
            put_layer(pic, g->layers[k], &infos[g->layers[k]]);
        fputs("    }\n", pic->f);
    }
}

static int put_layers(sn_cli *cli, const picture *pic)
{
    uint32_t n = sn_model_n_layers(pic->m);
    uint32_t *next = sn_cli_alloc((n + 1) * sizeof *next), *head = NULL, *tail = NULL;
    bool clusters = pic->p && pic->side == 'b';
    if (clusters) {
        head = sn_cli_alloc((pic->p->n_after + 1) * sizeof *head);
        tail = sn_cli_alloc((pic->p->n_after + 1) * sizeof *tail);
    }
    sn_layer_info *infos = sn_cli_alloc((n + 1) * sizeof *infos);
    for (uint32_t i = 0; i < n; i++) {
        sn_status status = sn_model_layer(pic->m, i, &infos[i]);
        if (status != SN_OK) return sn_cli_fail(cli, status);
        if (pic->groups) continue;
        uint32_t into = clusters ? pic->p->into[i] : UINT32_MAX;
        if (!clusters || into == UINT32_MAX || colour_of(pic->p, into) < 0) {
            put_layer(pic, i, &infos[i]);
            continue;
        }
        if (tail[into]) next[tail[into] - 1] = i + 1;
        if (!head[into]) head[into] = i + 1;
        tail[into] = i + 1;
    }
    if (pic->groups) put_grouped(pic, infos, n);
    for (uint32_t a = 0; clusters && a < pic->p->n_after; a++) {
        if (!head[a]) continue;
        open_cluster(pic, a);
        for (uint32_t i = head[a]; i; i = next[i - 1]) put_layer(pic, i - 1, &infos[i - 1]);
        fputs("    }\n", pic->f);
    }
    return 0;
}

/* ---- edges ----------------------------------------------------------------------------------- */

static void put_edge(const picture *pic, const sn_value_info *v, const char *to)
{
    FILE *f = pic->f;
    uint32_t maker = v->id < pic->n_ids ? pic->maker[v->id] : 0;
    if (!maker) return;
    fprintf(f, "    %c%u -> %s [label=\"", pic->side, maker - 1, to);
    if (v->rank < 0) fputc('?', f);
    for (int i = 0; i < v->rank; i++) {
        if (i) fputc(',', f);
        if (v->sizes[i] < 0) {
            fputc('?', f);
        } else {
            fprintf(f, "%lld", (long long)v->sizes[i]);
        }
    }
    if (v->bytes >= 0) fprintf(f, "\\n%s", sn_number_of_bytes((double)v->bytes).s);
    fputs("\"];\n", f);
}

static void collect_makers(picture *pic)
{
    uint32_t n = sn_model_n_layers(pic->m);
    sn_value_info v;
    for (int round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < n; i++) {
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
    uint32_t n = sn_model_n_layers(pic->m);
    for (uint32_t i = 0; i < n; i++) {
        snprintf(to, sizeof to, "%c%u", pic->side, i);
        for (uint32_t k = 0; sn_model_layer_input(pic->m, i, k); k++) {
            if (sn_model_layer_value(pic->m, i, false, k, &v) == SN_OK) put_edge(pic, &v, to);
        }
    }
    for (uint32_t i = 0; i < sn_model_n_outputs(pic->m); i++) {
        if (sn_model_output_value(pic->m, i, &v) != SN_OK) continue;
        snprintf(to, sizeof to, "%co%u", pic->side, i);
        fprintf(pic->f, "    %s [shape=ellipse, label=\"", to);
        put_name(pic->f, v.name);
        fputs("\"];\n", pic->f);
        put_edge(pic, &v, to);
    }
}

/* ---- the whole ------------------------------------------------------------------------------- */

static int put_picture(sn_cli *cli, FILE *f, sn_model *m, char side, const sn_drawing *d,
                       const char *title)
{
    picture pic = {.f = f, .m = m, .side = side, .p = d->provenance, .groups = d->groups};
    uint32_t n = sn_model_n_layers(m);
    collect_makers(&pic);
    if (title)
        fprintf(f, "  subgraph cluster_%s {\n    label=\"%s: %u layers\"; color=\"#999999\";\n",
                title, title, n);
    int code = put_layers(cli, &pic);
    if (code) return code;
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
