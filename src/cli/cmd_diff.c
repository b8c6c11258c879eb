/* SPDX-License-Identifier: Apache-2.0
 *
 * sinter diff: what two networks differ in, as a list that reads like diff's. */
#include <math.h>
#include <string.h>

#include "cli/json.h"

#define AT(field) offsetof(sn_settings, field)

static const sn_option own[] = {
    {"bin-a", 0, SN_OPTION_TEXT, AT(bin_a), "FILE|seed:N|none",
     "the weights of A (default: the .bin beside it; none: not compared)", 0, false},
    {"bin-b", 0, SN_OPTION_TEXT, AT(bin_b), "FILE|seed:N|none",
     "the weights of B (default: the .bin beside it; none: not compared)", 0, false},
    {0},
};

static const sn_option *const options[] = {
    own, sn_options_custom, sn_options_json, sn_options_quiet, sn_options_help, NULL};

/* ---- for people ------------------------------------------------------------------------------ */

/* "weight: up to 0.013 apart", "kernel_w: 3 -> 1", "input x: c1 -> c2" */
static void put_change(const sn_diff_change *c)
{
    bool named = strcmp(c->what, "input") == 0 || strcmp(c->what, "output") == 0;
    if (named || !*c->name) printf("%s", c->what);
    if (*c->name) printf("%s%s", named ? " " : "", c->name);
    printf(": ");
    bool same = c->a && c->b && strcmp(c->a, c->b) == 0;
    if (!same) {
        sn_put_safe(stdout, c->a ? c->a : "none");
        printf(" -> ");
        sn_put_safe(stdout, c->b ? c->b : "none");
    }
    if (same && strcmp(c->what, "body") == 0) printf("differs, see below");
    if (strcmp(c->what, "weight") != 0 || (!same && c->distance < 0)) return;
    if (!same) printf(", ");
    if (c->distance < 0) {
        printf("other bytes");
    } else if (c->distance > 0) {
        printf("up to %s apart", sn_number_of_distance(c->distance).s);
    } else {
        printf("the same numbers");
    }
}

static const char *kind_of(const sn_diff_entry *e)
{
    if (e->is_result) return "result";
    return e->op_a ? e->op_a : e->op_b;
}

static void put_entries(const sn_diff *d)
{
    int name = 0, kind = 0;
    for (uint32_t i = 0; i < d->n_entries; i++) {
        const sn_diff_entry *e = &d->entries[i];
        int n = sn_columns(e->a ? e->a : e->b), k = sn_columns(kind_of(e));
        if (n > name && n <= 40) name = n;
        if (k > kind) kind = k;
    }
    for (uint32_t i = 0; i < d->n_entries; i++) {
        const sn_diff_entry *e = &d->entries[i];
        const char *label = e->a ? e->a : e->b;
        int pad = name - sn_columns(label);
        printf("%c ", !e->b ? '<' : !e->a ? '>' : '~');
        sn_put_safe(stdout, label);
        printf("%*s  %s", pad > 0 ? pad : 0, "", kind_of(e));
        pad = kind - sn_columns(kind_of(e));
        for (uint32_t k = 0; k < e->n_changes; k++) {
            printf("%*s%s", k ? 0 : pad, "", k ? "; " : "  ");
            put_change(&e->changes[k]);
        }
        printf("\n");
    }
    if (d->n_entries) printf("\n");
}

static void put_summary(const sn_diff *d)
{
    sn_put_label("layers");
    printf("%u the same, %u changed, %u only in A (<), %u only in B (>)\n", d->n_same, d->n_changed,
           d->n_only_a, d->n_only_b);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static json_t *json_entry(const sn_diff_entry *e)
{
    json_t *o = json_object(), *changes = json_array();
    json_object_set_new(o, "kind", sn_json_text(e->is_result ? "result" : "layer"));
    json_object_set_new(o, "a", sn_json_text(e->a));
    json_object_set_new(o, "b", sn_json_text(e->b));
    json_object_set_new(o, "op_a", sn_json_text(e->op_a));
    json_object_set_new(o, "op_b", sn_json_text(e->op_b));
    for (uint32_t i = 0; i < e->n_changes; i++) {
        const sn_diff_change *c = &e->changes[i];
        json_t *one = json_object();
        json_object_set_new(one, "what", sn_json_text(c->what));
        json_object_set_new(one, "name", sn_json_text(c->name));
        json_object_set_new(one, "a", sn_json_text(c->a));
        json_object_set_new(one, "b", sn_json_text(c->b));
        json_object_set_new(one, "distance", sn_json_real(c->distance));
        json_array_append_new(changes, one);
    }
    json_object_set_new(o, "changes", changes);
    return o;
}

static void set_json(sn_cli *cli, const sn_diff *d)
{
    json_t *root = sn_json_root(cli), *list = json_array(), *n = json_object();
    json_object_set_new(root, "a", sn_json_text(cli->args[0]));
    json_object_set_new(root, "b", sn_json_text(cli->args[1]));
    json_object_set_new(root, "equal", json_boolean(!d->n_entries));
    json_object_set_new(n, "same", json_integer(d->n_same));
    json_object_set_new(n, "changed", json_integer(d->n_changed));
    json_object_set_new(n, "only_a", json_integer(d->n_only_a));
    json_object_set_new(n, "only_b", json_integer(d->n_only_b));
    json_object_set_new(root, "layers", n);
    for (uint32_t i = 0; i < d->n_entries; i++)
        json_array_append_new(list, json_entry(&d->entries[i]));
    json_object_set_new(root, "entries", list);
}

/* ---- run ------------------------------------------------------------------------------------- */

static int run(sn_cli *cli)
{
    sn_model *a = NULL, *b = NULL;
    int code = sn_cli_open(cli);
    if (!code) code = sn_cli_load(cli, cli->args[0], cli->set.bin_a, &a);
    if (!code) code = sn_cli_load(cli, cli->args[1], cli->set.bin_b, &b);
    if (code) return code;
    sn_diff d;
    sn_status status = sn_model_diff(a, b, &d);
    if (status != SN_OK) return sn_cli_fail(cli, status);
    if (cli->set.json) {
        set_json(cli, &d);
    } else if (!cli->set.quiet) {
        put_entries(&d);
        put_summary(&d);
    }
    return d.n_entries ? SN_EXIT_DIFFERENT : 0;
}

const sn_command sn_cmd_diff = {
    .usage = "A B [options]",
    .about = "Lists what the network B has otherwise than A: layers that only one of them has, "
             "operators, params, weights "
             "(with the largest absolute difference), what is read and how outputs are called. "
             "Nothing is run; 'sinter verify' "
             "does that. Layers are matched by name, then by the name of their first output, then "
             "by what they read. Splits "
             "are looked through. Exits with 0 when there is no difference, with 1 when there is "
             "one, like diff.",
    .examples = "sinter diff face.param fused.param\n"
                "sinter diff old.param new.param --bin-a none --bin-b none\n",
    .options = options,
    .min_args = 2,
    .max_args = 2,
    .own_code = SN_EXIT_DIFFERENT,
    .own_code_is = "the networks differ",
    .run = run,
};
