/* SPDX-License-Identifier: Apache-2.0
 *
 * sinter fuse: which layers are computed together, and why others are not. */
#include <string.h>

#include "cli/json.h"

#define AT(field) offsetof(sn_settings, field)

enum { WIDEST = 72 };

static const sn_option own[] = {
    {"after", 0, SN_OPTION_FLAG, AT(after), NULL,
     "groups of the network after optimizing, which is what is compiled", 0, false},
    {"explain", 0, SN_OPTION_FLAG, AT(explain), NULL,
     "every edge between layers: fused, and how much that saves, or not, and why", 0, false},
    {0},
};

static const sn_option *const options[] = {own,
                                           sn_options_fusion,
                                           sn_options_input,
                                           sn_options_part,
                                           sn_options_bin,
                                           sn_options_custom,
                                           sn_options_threads,
                                           sn_options_json,
                                           sn_options_quiet,
                                           sn_options_help,
                                           NULL};

/* ---- for people ------------------------------------------------------------------------------ */

static const char *layers_of(const sn_group_info *g)
{
    const char *text = g->labels[0];
    for (uint32_t i = 1; i < g->n_layers; i++)
        text = sn_cli_join(sn_cli_join(text, " + "), g->labels[i]);
    return text;
}

/* "rows along axis 1, small, epilogue" */
static const char *reason_of(const sn_group_info *g)
{
    const char *text = g->why;
    if (g->small) text = sn_cli_join("one after the other: ", text);
    for (int axis = 31; axis >= 0; axis--) {
        char row[32];
        if (!(g->row_axes >> axis & 1)) continue;
        snprintf(row, sizeof row, "rows along axis %d; ", axis);
        text = sn_cli_join(row, text);
    }
    return text;
}

static void put_cell(const char *text, int width)
{
    int pad = width - sn_columns(text);
    sn_put_safe(stdout, text);
    printf("%*s  ", pad > 0 ? pad : 0, "");
}

static void put_groups(const sn_groups_info *r)
{
    int width = 6, anchor = 6;
    for (uint32_t i = 0; i < r->n_groups; i++) {
        int n = sn_columns(layers_of(&r->groups[i])),
            k = r->groups[i].anchor ? sn_columns(r->groups[i].anchor) : 1;
        if (n > width && n <= WIDEST) width = n;
        if (k > anchor && k <= WIDEST) anchor = k;
    }
    printf("group  %-*s  %-*s  outputs  saved     why\n", width, "layers", anchor, "anchor");
    for (uint32_t i = 0; i < r->n_groups; i++) {
        const sn_group_info *g = &r->groups[i];
        printf("%5u  ", i + 1);
        put_cell(layers_of(g), width);
        put_cell(g->anchor ? g->anchor : "-", anchor);
        printf("%7u  %-8s  ", g->n_outputs,
               g->bytes_saved > 0 ? sn_number_of_bytes(g->bytes_saved).s : "-");
        sn_put_safe(stdout, reason_of(g));
        printf("\n");
    }
    printf("\n");
}

static void put_summary(const sn_groups_info *r)
{
    static const char *const from[] = {"given", "the file's hints", "chosen", "not known"};
    uint32_t n_layers = 0;
    double bytes = 0;
    for (uint32_t i = 0; i < r->n_groups; i++) {
        n_layers += r->groups[i].n_layers;
        bytes += r->groups[i].bytes_saved;
    }
    sn_put_label("groups");
    printf("%u, of %u layers\n", r->n_groups, n_layers);
    sn_put_label("saved");
    printf("%s that do not go through memory\n", sn_number_of_bytes(bytes).s);
    sn_put_label("sizes");
    printf("%s\n", from[r->sizes]);
}

static void put_edges(const sn_groups_info *r, bool fused)
{
    bool any = false;
    for (uint32_t i = 0; i < r->n_edges; i++) {
        const sn_fused_edge *e = &r->edges[i];
        if (e->fused != fused) continue;
        if (!any) printf("%s\n", fused ? "fused" : "not fused");
        any = true;
        printf("  ");
        sn_put_safe(stdout, e->producer);
        printf(" -> ");
        sn_put_safe(stdout, e->consumer);
        printf(": %s: ", e->rule);
        sn_put_safe(stdout, e->why);
        printf("\n");
    }
    if (any) printf("\n");
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static json_t *json_group(const sn_group_info *g)
{
    json_t *o = json_object(), *layers = json_array(), *axes = json_array();
    for (uint32_t i = 0; i < g->n_layers; i++) {
        json_t *l = json_object();
        json_object_set_new(l, "layer", json_integer(g->layers[i]));
        json_object_set_new(l, "name", sn_json_text(g->labels[i]));
        json_object_set_new(l, "role", sn_json_text(g->roles[i]));
        json_array_append_new(layers, l);
    }
    for (int axis = 0; axis < 32; axis++) {
        if (g->row_axes >> axis & 1) json_array_append_new(axes, json_integer(axis));
    }
    json_object_set_new(o, "layers", layers);
    json_object_set_new(o, "anchor", sn_json_text(g->anchor));
    json_object_set_new(o, "inputs", sn_json_texts(g->inputs, g->n_inputs));
    json_object_set_new(o, "outputs", sn_json_texts(g->outputs, g->n_outputs));
    json_object_set_new(o, "row_axes", axes);
    json_object_set_new(o, "in_slices", json_boolean(g->in_slices));
    json_object_set_new(o, "small", json_boolean(g->small));
    json_object_set_new(o, "bytes_saved", sn_json_count(g->bytes_saved));
    json_object_set_new(o, "why", sn_json_text(g->why));
    return o;
}

static void set_json(sn_cli *cli, const sn_groups_info *r)
{
    static const char *const names[] = {"full", "tvm", "off"};
    json_t *root = sn_json_root(cli), *groups = json_array(), *edges = json_array();
    json_object_set_new(root, "file", sn_json_text(cli->args[0]));
    json_object_set_new(root, "fusion", sn_json_text(names[cli->set.fuse_groups]));
    json_object_set_new(root, "sizes",
                        sn_json_text(r->sizes == SN_SIZES_GIVEN ? "given" : "hinted"));
    for (uint32_t i = 0; i < r->n_groups; i++)
        json_array_append_new(groups, json_group(&r->groups[i]));
    for (uint32_t i = 0; i < r->n_edges; i++) {
        const sn_fused_edge *e = &r->edges[i];
        json_t *o = json_object();
        json_object_set_new(o, "fused", json_boolean(e->fused));
        json_object_set_new(o, "producer", sn_json_text(e->producer));
        json_object_set_new(o, "consumer", sn_json_text(e->consumer));
        json_object_set_new(o, "rule", sn_json_text(e->rule));
        json_object_set_new(o, "why", sn_json_text(e->why));
        json_object_set_new(o, "bytes", sn_json_count(e->bytes));
        json_array_append_new(edges, o);
    }
    json_object_set_new(root, "groups", groups);
    json_object_set_new(root, "edges", edges);
}

/* ---- run ------------------------------------------------------------------------------------- */

static int optimize(sn_cli *cli, sn_model *m)
{
    sn_optimize_options o = {.verify = SN_VERIFY_EACH,
                             .compiled_for = cli->set.target ? cli->set.target : "generic"};
    sn_status status = sn_model_optimize(m, &o, NULL);
    sn_progress_clear(&cli->progress);
    return status == SN_OK ? 0 : sn_cli_fail(cli, status);
}

static int run(sn_cli *cli)
{
    sn_model *m = NULL;
    sn_groups_info r;
    int code = sn_cli_open(cli);
    if (!code) code = sn_cli_load(cli, cli->args[0], cli->set.bin, &m);
    if (!code) code = sn_cli_prepare(cli, m);
    if (!code && cli->set.after) code = optimize(cli, m);
    if (code) return code;
    sn_status status =
        sn_model_groups(m, (sn_fuse_groups)cli->set.fuse_groups, cli->set.target, &r);
    if (status != SN_OK) return sn_cli_fail(cli, status);
    if (cli->set.json) {
        set_json(cli, &r);
        return 0;
    }
    put_groups(&r);
    if (cli->set.explain) {
        put_edges(&r, true);
        put_edges(&r, false);
    }
    if (!cli->set.quiet) put_summary(&r);
    return 0;
}

const sn_command sn_cmd_fuse = {
    .usage = "IN [options]",
    .about = "Prints the groups of layers that can be computed together, so that what is between "
             "them stays in registers or the cache, and with "
             "--target those that are when the network is compiled for it: the layers, the complex "
             "one that the others hang on, how many values the group stores, bytes that "
             "are neither written nor read again, and the rules that made it, or why a layer is "
             "alone. Groups are made by size: sizes that "
             "the file does not hint at are given with --input. docs/fusion.md has the rules.",
    .examples = "sinter fuse face.param --after --target native\n"
                "sinter fuse face.param --input data=3,240,320 --fusion=tvm --explain\n",
    .options = options,
    .min_args = 1,
    .max_args = 1,
    .run = run,
};
