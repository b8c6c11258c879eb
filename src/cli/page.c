/* SPDX-License-Identifier: Apache-2.0
 *
 * The page is page.html, in which the styles of page.css, the scripts of page_*.js and the data
 * take the places of marks. The data are JSON in a script element that the browser does not run: in
 * ASCII, and without '<', '>' and '&', so that nothing that a name says ends the element. */
#include "cli/page.h"

#include <string.h>

#include "cli/json.h"

extern const char sn_text_page[], sn_text_page_style[], sn_text_page_base[], sn_text_page_tree[],
    sn_text_page_network[], sn_text_page_charts[], sn_text_page_tables[], sn_text_page_main[];

/* ---- networks -------------------------------------------------------------------------------- */

/* Values of one network, numbered in the order in which layers name them. */
typedef struct page_values {
    json_t *list;
    uint32_t *number; /* by id: number + 1; 0: none yet */
    uint32_t n_ids;
} page_values;

static json_t *value_number(page_values *all, const sn_value_info *v)
{
    if (v->id >= all->n_ids) {
        const uint32_t n = 2 * v->id + 64;
        uint32_t *number = sn_cli_alloc(n * sizeof *number);
        if (all->n_ids) memcpy(number, all->number, all->n_ids * sizeof *number);
        all->number = number;
        all->n_ids = n;
    }
    if (!all->number[v->id]) {
        json_array_append_new(all->list, sn_json_value(v));
        all->number[v->id] = (uint32_t)json_array_size(all->list);
    }
    return json_integer((json_int_t)all->number[v->id] - 1);
}

static json_t *values_of(sn_model *m, uint32_t layer, bool output, uint32_t n, page_values *all)
{
    json_t *list = json_array();
    sn_value_info v;
    for (uint32_t i = 0; i < n; i++) {
        if (sn_model_layer_value(m, layer, output, i, &v) == SN_OK)
            json_array_append_new(list, value_number(all, &v));
    }
    return list;
}

static json_t *body_values(sn_model *m, uint32_t layer, uint32_t body, bool output,
                           page_values *all)
{
    json_t *list = json_array();
    sn_body_value_info v;
    for (uint32_t i = 0; sn_model_body_value(m, layer, body, output, i, &v); i++) {
        json_t *o = json_object();
        json_object_set_new(o, "what", sn_json_text(v.what));
        json_object_set_new(o, "inside", value_number(all, &v.value));
        json_object_set_new(o, "outside",
                            v.has_outside ? value_number(all, &v.outside) : json_null());
        json_array_append_new(list, o);
    }
    return list;
}

static json_t *bodies_of(sn_model *m, uint32_t layer, page_values *all)
{
    json_t *list = json_array();
    sn_body_info b;
    for (uint32_t i = 0; sn_model_layer_body(m, layer, i, &b); i++) {
        json_t *o = json_object();
        json_object_set_new(o, "role", sn_json_text(b.role));
        json_object_set_new(o, "runs", b.runs < 0 ? json_null() : json_integer(b.runs));
        json_object_set_new(o, "inputs", body_values(m, layer, i, false, all));
        json_object_set_new(o, "outputs", body_values(m, layer, i, true, all));
        json_array_append_new(list, o);
    }
    return list;
}

/* index: as sn_model_layer counts where bodies are not listed. */
static json_t *layer_of(sn_model *m, uint32_t place, const sn_layer_info *info, uint32_t index,
                        page_values *all)
{
    json_t *o = json_object();
    const bool inside = info->owner != SN_NO_LAYER;
    json_object_set_new(o, "label", sn_json_text(info->label));
    json_object_set_new(o, "name", sn_json_text(info->name));
    json_object_set_new(o, "op", sn_json_text(info->op));
    json_object_set_new(o, "type", *info->type ? sn_json_text(info->type) : json_null());
    json_object_set_new(o, "params", sn_json_text(info->params));
    json_object_set_new(o, "inputs", values_of(m, place, false, info->n_inputs, all));
    json_object_set_new(o, "outputs", values_of(m, place, true, info->n_outputs, all));
    json_object_set_new(o, "macs", sn_json_count(info->macs));
    json_object_set_new(o, "weight_bytes", json_integer((json_int_t)info->weight_bytes));
    if (info->n_weights) json_object_set_new(o, "weights", sn_json_weights(m, place));
    if (inside) json_object_set_new(o, "owner", json_integer((json_int_t)info->owner));
    if (inside) json_object_set_new(o, "body", json_integer((json_int_t)info->body));
    if (!inside) json_object_set_new(o, "index", json_integer((json_int_t)index));
    if (info->n_bodies) json_object_set_new(o, "bodies", bodies_of(m, place, all));
    return o;
}

static json_t *results_of(sn_model *m, page_values *all)
{
    json_t *list = json_array();
    sn_value_info v;
    for (uint32_t i = 0; i < sn_model_n_outputs(m); i++) {
        if (sn_model_output_value(m, i, &v) != SN_OK) continue;
        json_t *o = json_object();
        json_object_set_new(o, "name", sn_json_text(v.name));
        json_object_set_new(o, "value", value_number(all, &v));
        json_array_append_new(list, o);
    }
    return list;
}

json_t *sn_page_network(sn_cli *cli, sn_model *m)
{
    json_t *o = json_object(), *layers = json_array();
    page_values all = {.list = json_array()};
    sn_layer_info info;
    sn_cost_info cost;
    uint32_t n = 0;
    sn_model_list_bodies(m, true);
    for (uint32_t i = 0; i < sn_model_n_layers(m); i++) {
        const sn_status status = sn_model_layer(m, i, &info);
        if (status != SN_OK) {
            sn_cli_fail(cli, status);
            return NULL;
        }
        json_array_append_new(layers, layer_of(m, i, &info, n, &all));
        n += info.owner == SN_NO_LAYER;
    }
    json_object_set_new(o, "layers", layers);
    json_object_set_new(o, "results", results_of(m, &all));
    json_object_set_new(o, "values", all.list);
    const sn_status status = sn_model_cost(m, &cost);
    if (status != SN_OK) {
        sn_cli_fail(cli, status);
        return NULL;
    }
    json_object_set_new(o, "totals", sn_json_totals(&cost, n, sn_model_n_layers(m) - n));
    return o;
}

/* ---- the page -------------------------------------------------------------------------------- */

typedef struct page_text {
    char *v;
    size_t n, room;
} page_text;

static void add(page_text *t, const char *text, size_t n)
{
    if (t->n + n + 1 > t->room) {
        const size_t room = 2 * (t->n + n) + 4096;
        char *v = sn_cli_alloc(room);
        if (t->n) memcpy(v, t->v, t->n);
        t->v = v;
        t->room = room;
    }
    memcpy(t->v + t->n, text, n);
    t->n += n;
}

/* Outside of strings JSON has none of the three; within, each may be its number. */
static void add_data(page_text *t, const json_t *data)
{
    const size_t flags =
        JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(9);
    const char *text = json_dumps(data, flags);
    while (text && *text) {
        char number[8];
        const size_t n = strcspn(text, "<>&");
        add(t, text, n);
        text += n;
        if (!*text) break;
        snprintf(number, sizeof number, "\\u%04x", (unsigned)(unsigned char)*text++);
        add(t, number, strlen(number));
    }
}

static void add_texts(page_text *t, const char *const *texts)
{
    for (; *texts; texts++) add(t, *texts, strlen(*texts));
}

/* What stands in the place of a mark. */
static void add_mark(page_text *t, const char *mark, size_t n, const json_t *data)
{
    static const char *const style[] = {sn_text_page_style, NULL};
    static const char *const script[] = {sn_text_page_base,
                                         sn_text_page_tree,
                                         sn_text_page_network,
                                         sn_text_page_charts,
                                         sn_text_page_tables,
                                         sn_text_page_main,
                                         NULL};
    if (n == 5 && memcmp(mark, "style", n) == 0) add_texts(t, style);
    if (n == 6 && memcmp(mark, "script", n) == 0) add_texts(t, script);
    if (n == 4 && memcmp(mark, "data", n) == 0) add_data(t, data);
}

int sn_page_write(sn_cli *cli, const json_t *data, const char *path)
{
    page_text page = {0};
    for (const char *p = sn_text_page; *p;) {
        const char *mark = strstr(p, "@@");
        const char *end = mark ? strstr(mark + 2, "@@") : NULL;
        if (!end) {
            add(&page, p, strlen(p));
            break;
        }
        add(&page, p, (size_t)(mark - p));
        add_mark(&page, mark + 2, (size_t)(end - mark - 2), data);
        p = end + 2;
    }
    const sn_file file = {path, page.v, page.n};
    const sn_status status = sn_write_files(cli->ctx, &file, 1);
    return status == SN_OK ? 0 : sn_cli_fail(cli, status);
}
