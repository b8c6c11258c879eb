/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/groups.h"

#include "cli/json.h"

enum { WIDEST = 72 };

/* ---- for people ------------------------------------------------------------------------------ */

static const char *layers_of(const sn_group_info *g)
{
    const char *text = g->labels[0];
    for (uint32_t i = 1; i < g->n_layers; i++)
        text = sn_cli_join(sn_cli_join(text, " + "), g->labels[i]);
    return text;
}

static const char *kernels_of(const sn_groups_info *r, const sn_group_info *g)
{
    const char *text = g->n_steps ? r->steps[g->steps[0]].kernel : "-";
    for (uint32_t i = 1; i < g->n_steps; i++)
        text = sn_cli_join(sn_cli_join(text, " + "), r->steps[g->steps[i]].kernel);
    return text;
}

/* "row by row with 2, 3" or "pooled as it is stored, with 3" of a step that computes several
 * groups.
 */
static const char *with_others(const sn_group_step *s, uint32_t group)
{
    const char *text = s->pools ? "pooled as it is stored, with " : "row by row with ";
    bool any = false;
    for (uint32_t i = 0; i < s->n_groups; i++) {
        char number[16];
        if (s->groups[i] == group) continue;
        snprintf(number, sizeof number, "%s%u", any ? ", " : "", s->groups[i] + 1);
        text = sn_cli_join(text, number);
        any = true;
    }
    return any ? text : "";
}

static const char *thread_of(const sn_group_step *s)
{
    char text[64];
    if (s->thread < 0) return "";
    if (!s->side_by_side) return "too small to be shared";
    snprintf(text, sizeof text, "beside others on thread %d", s->thread);
    return sn_cli_join(text, "");
}

static const char *behind(const char *text, const char *more)
{
    return *text && *more ? sn_cli_join(sn_cli_join(text, "; "), more) : *text ? text : more;
}

/* What the group has become, and the rules that made it, or why a layer is alone. */
static const char *reason_of(const sn_groups_info *r, uint32_t index, int threads)
{
    const sn_group_info *g = &r->groups[index];
    const char *text = "";
    if (g->n_steps == 0 && g->no_step) return g->no_step;
    for (uint32_t i = 0; i < g->n_steps; i++)
        text = behind(text, with_others(&r->steps[g->steps[i]], index));
    const bool tells_all = *text && g->n_layers == 1;
    if (threads > 1 && g->n_steps)
        text = behind(text, thread_of(&r->steps[g->steps[g->n_steps - 1]]));
    return tells_all ? text : behind(text, g->why);
}

static void put_cell(const char *text, int width)
{
    int pad = width - sn_columns(text);
    sn_put_safe(stdout, text);
    printf("%*s  ", pad > 0 ? pad : 0, "");
}

static void put_groups(const sn_groups_info *r, int threads)
{
    int width = 6, kernel = 6;
    for (uint32_t i = 0; i < r->n_groups; i++) {
        int n = sn_columns(layers_of(&r->groups[i])), k = sn_columns(kernels_of(r, &r->groups[i]));
        if (n > width && n <= WIDEST) width = n;
        if (k > kernel && k <= WIDEST) kernel = k;
    }
    printf("group  %-*s  %-*s  outputs  saved     why\n", width, "layers", kernel, "kernel");
    for (uint32_t i = 0; i < r->n_groups; i++) {
        const sn_group_info *g = &r->groups[i];
        printf("%5u  ", i + 1);
        put_cell(layers_of(g), width);
        put_cell(kernels_of(r, g), kernel);
        printf("%7u  %-8s  ", g->n_outputs,
               g->bytes_saved > 0 ? sn_number_of_bytes(g->bytes_saved).s : "-");
        sn_put_safe(stdout, reason_of(r, i, threads));
        printf("\n");
    }
    printf("\n");
}

static void put_summary(const sn_groups_info *r)
{
    uint32_t n_layers = 0;
    double bytes = 0;
    for (uint32_t i = 0; i < r->n_groups; i++) {
        n_layers += r->groups[i].n_layers;
        bytes += r->groups[i].bytes_saved;
    }
    sn_put_label("groups");
    printf("%u, of %u layers\n", r->n_groups, n_layers);
    sn_put_label("steps");
    printf("%u\n", r->n_steps);
    sn_put_label("saved");
    printf("%s that do not go through memory between layers\n", sn_number_of_bytes(bytes).s);
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

static void put_remarks(const sn_groups_info *r)
{
    for (uint32_t i = 0; i < r->n_remarks; i++) {
        printf("%s  ", i ? "" : "not done\n");
        sn_put_safe(stdout, r->remarks[i]);
        printf("\n");
    }
    if (r->n_remarks) printf("\n");
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static json_t *json_numbers(const uint32_t *list, uint32_t n)
{
    json_t *all = json_array();
    for (uint32_t i = 0; i < n; i++) json_array_append_new(all, json_integer(list[i]));
    return all;
}

static json_t *json_group(const sn_group_info *g)
{
    json_t *o = json_object(), *layers = json_array();
    for (uint32_t i = 0; i < g->n_layers; i++) {
        json_t *l = json_object();
        json_object_set_new(l, "layer", json_integer(g->layers[i]));
        json_object_set_new(l, "name", sn_json_text(g->labels[i]));
        json_object_set_new(l, "role", sn_json_text(g->roles[i]));
        json_array_append_new(layers, l);
    }
    json_object_set_new(o, "layers", layers);
    json_object_set_new(o, "anchor", sn_json_text(g->anchor));
    json_object_set_new(o, "inputs", sn_json_texts(g->inputs, g->n_inputs));
    json_object_set_new(o, "outputs", sn_json_texts(g->outputs, g->n_outputs));
    json_object_set_new(o, "bytes_saved", sn_json_count(g->bytes_saved));
    json_object_set_new(o, "why", sn_json_text(g->why));
    json_object_set_new(o, "steps", json_numbers(g->steps, g->n_steps));
    json_object_set_new(o, "no_step", sn_json_text(g->no_step));
    return o;
}

static json_t *json_step(const sn_group_step *s)
{
    json_t *o = json_object();
    json_object_set_new(o, "kernel", sn_json_text(s->kernel));
    json_object_set_new(o, "why", sn_json_text(s->why));
    json_object_set_new(o, "groups", json_numbers(s->groups, s->n_groups));
    json_object_set_new(o, "thread", s->thread < 0 ? json_null() : json_integer(s->thread));
    json_object_set_new(o, "pools", json_boolean(s->pools));
    json_object_set_new(o, "side_by_side", json_boolean(s->side_by_side));
    json_object_set_new(o, "flops", sn_json_count(s->flops));
    json_object_set_new(o, "bytes", sn_json_count(s->bytes));
    return o;
}

/* What is where in the workspace, from which step to which. */
static json_t *json_memory(const sn_groups_info *r)
{
    json_t *o = json_object(), *blocks = json_array();
    for (uint32_t i = 0; i < r->n_blocks; i++) {
        const sn_memory_block *b = &r->blocks[i];
        json_t *v = json_object(), *layers = json_array();
        for (uint32_t k = 0; k < b->n_values; k++)
            json_array_append_new(layers, b->layers[k] == SN_NO_LAYER
                                              ? json_null()
                                              : json_integer((json_int_t)b->layers[k]));
        json_object_set_new(v, "values", sn_json_texts(b->values, b->n_values));
        json_object_set_new(v, "layers", layers);
        json_object_set_new(v, "offset", json_integer((json_int_t)b->offset));
        json_object_set_new(v, "bytes", json_integer((json_int_t)b->bytes));
        json_object_set_new(v, "first", json_integer((json_int_t)b->first));
        json_object_set_new(v, "last", json_integer((json_int_t)b->last));
        json_array_append_new(blocks, v);
    }
    json_object_set_new(o, "tensor_bytes", json_integer((json_int_t)r->tensor_bytes));
    json_object_set_new(o, "unshared_bytes", json_integer((json_int_t)r->unshared_bytes));
    json_object_set_new(o, "scratch_bytes", json_integer((json_int_t)r->scratch_bytes));
    json_object_set_new(o, "weights_bytes", json_integer((json_int_t)r->weights_bytes));
    json_object_set_new(o, "blocks", blocks);
    return o;
}

void sn_json_groups(const sn_cli *cli, const sn_groups_info *r, json_t *root)
{
    static const char *const names[] = {"full", "tvm", "off"};
    json_t *groups = json_array(), *steps = json_array(), *edges = json_array();
    json_object_set_new(root, "fusion", sn_json_text(names[cli->set.fuse_groups]));
    for (uint32_t i = 0; i < r->n_groups; i++)
        json_array_append_new(groups, json_group(&r->groups[i]));
    for (uint32_t i = 0; i < r->n_steps; i++) json_array_append_new(steps, json_step(&r->steps[i]));
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
    json_object_set_new(root, "steps", steps);
    json_object_set_new(root, "edges", edges);
    json_object_set_new(root, "remarks", sn_json_texts(r->remarks, r->n_remarks));
    json_object_set_new(root, "memory", json_memory(r));
}

/* ---- either ---------------------------------------------------------------------------------- */

void sn_cli_put_groups(sn_cli *cli, const sn_groups_info *r, int threads)
{
    if (cli->set.json) {
        json_object_set_new(sn_json_root(cli), "file", sn_json_text(cli->args[0]));
        sn_json_groups(cli, r, sn_json_root(cli));
        return;
    }
    put_groups(r, threads);
    if (cli->set.explain) {
        put_edges(r, true);
        put_edges(r, false);
        put_remarks(r);
    }
    if (!cli->set.quiet) put_summary(r);
}
