/* SPDX-License-Identifier: Apache-2.0
 *
 * Linear in the layers and their inputs: where each value is made is known by its name, which is
 * looked up in a sorted list. */
#include "cli/window.h"

#include <stdlib.h>
#include <string.h>

typedef struct window_made {
    const char *name;
    uint32_t layer;
    bool constant, input, listed;
} window_made;

typedef struct makers {
    window_made *v;
    size_t n;
} makers;

bool sn_layer_find(sn_model *m, const char *name, uint32_t *index)
{
    uint32_t n = sn_model_n_layers(m);
    sn_layer_info info;
    for (uint32_t i = 0; i < n; i++) {
        if (sn_model_layer(m, i, &info) != SN_OK || strcmp(info.name, name) != 0) continue;
        *index = i;
        return true;
    }
    return false;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const window_made *)a)->name, ((const window_made *)b)->name);
}

static makers collect(sn_model *m)
{
    makers all = {0};
    uint32_t n = sn_model_n_layers(m);
    sn_layer_info info;
    for (uint32_t i = 0; i < n; i++) {
        if (sn_model_layer(m, i, &info) == SN_OK) all.n += info.n_outputs;
    }
    all.v = sn_cli_alloc((all.n + 1) * sizeof *all.v);
    all.n = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (sn_model_layer(m, i, &info) != SN_OK) continue;
        window_made e = {.layer = i};
        e.constant = strcmp(info.op, "constant") == 0;
        e.input = strcmp(info.op, "input") == 0;
        for (uint32_t k = 0; k < info.n_outputs; k++) {
            e.name = sn_model_layer_output(m, i, k);
            all.v[all.n++] = e;
        }
    }
    if (all.n) qsort(all.v, all.n, sizeof *all.v, by_name);
    return all;
}

static window_made *maker_of(const makers *all, const char *name)
{
    window_made key = {.name = name};
    return all->n ? bsearch(&key, all->v, all->n, sizeof *all->v, by_name) : NULL;
}

static void list(window_made *e, sn_texts *to)
{
    if (!e || e->listed) return;
    e->listed = true;
    sn_texts_add(to, e->name);
}

static bool is_result(const sn_view_window *w, const window_made *e)
{
    return !e->input && e->layer >= w->first && e->layer <= w->last;
}

void sn_window_ends(sn_model *m, const sn_view_window *w, sn_texts *from, sn_texts *to)
{
    makers all = collect(m);
    uint32_t n = sn_model_n_layers(m);
    sn_layer_info info;
    for (uint32_t i = w->first; i < n; i++) {
        if (sn_model_layer(m, i, &info) != SN_OK) continue;
        bool within = i <= w->last;
        for (uint32_t k = 0; k < info.n_inputs; k++) {
            window_made *e = maker_of(&all, sn_model_layer_input(m, i, k));
            if (!e || e->constant) continue;
            bool before = e->layer < w->first || (e->input && w->first > 0);
            if (within && before) list(e, from);
            if (!within && is_result(w, e)) list(e, to);
        }
    }
    for (uint32_t i = 0; i < sn_model_n_outputs(m); i++) {
        window_made *e = maker_of(&all, sn_model_output(m, i));
        if (e && is_result(w, e)) list(e, to);
    }
}
