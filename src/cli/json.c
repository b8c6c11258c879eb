/* SPDX-License-Identifier: Apache-2.0
 *
 * The object that --json prints, and the pieces that commands share. */
#include "cli/json.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void forget(void *ptr) { (void)ptr; } /* sn_cli_free_all does it */

void sn_json_start(void) { json_set_alloc_funcs(sn_cli_alloc, forget); }

enum { DIGITS_OF_F32 = 9 }; /* by which each is known */

json_t *sn_json_root(sn_cli *cli)
{
    if (cli->json) return cli->json;
    cli->json = json_object();
    json_object_set_new(cli->json, "format", json_integer(SN_JSON_FORMAT));
    json_object_set_new(cli->json, "command", sn_json_text(cli->entry ? cli->entry->name : ""));
    return cli->json;
}

bool sn_json_print(sn_cli *cli)
{
    const size_t digits = cli->json_digits ? (size_t)cli->json_digits : DIGITS_OF_F32;
    const size_t flags =
        JSON_INDENT(2) | JSON_PRESERVE_ORDER | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(digits);
    errno = 0;
    bool ok = json_dumpf(sn_json_root(cli), stdout, flags) == 0 && fputc('\n', stdout) != EOF;
    if (!ok) cli->out_errno = errno;
    return ok;
}

void sn_json_add_error(sn_cli *cli, sn_status status, const char *message)
{
    json_t *root = sn_json_root(cli);
    if (json_object_get(root, "error")) return; /* the first is the cause */
    json_t *e = json_object();
    json_object_set_new(e, "code", json_integer(sn_exit_of(status)));
    json_object_set_new(e, "status", sn_json_text(sn_status_name_of(status)));
    json_object_set_new(e, "message", sn_json_text(message));
    json_object_set_new(root, "error", e);
}

void sn_json_add_message(sn_cli *cli, bool is_warning, const char *message)
{
    json_t *root = sn_json_root(cli);
    const char *key = is_warning ? "warnings" : "notes";
    json_t *list = json_object_get(root, key);
    if (!list) {
        list = json_array();
        json_object_set_new(root, key, list);
    }
    json_array_append_new(list, sn_json_text(message));
}

/* ---- pieces ---------------------------------------------------------------------------------- */

json_t *sn_json_text(const char *text)
{
    if (!text) return json_null();
    json_t *s = json_string(text);
    if (s) return s;
    char *copy = sn_cli_alloc(4 * strlen(text) + 1), *to = copy;
    while (*text) {
        size_t n = sn_utf8_length(text);
        if (n) {
            memcpy(to, text, n);
            to += n;
            text += n;
        } else {
            to += snprintf(to, 5, "\\x%02X", (unsigned)(unsigned char)*text++);
        }
    }
    return json_string(copy);
}

json_t *sn_json_texts(const char *const *v, size_t n)
{
    json_t *list = json_array();
    for (size_t i = 0; i < n; i++) json_array_append_new(list, sn_json_text(v[i]));
    return list;
}

json_t *sn_json_real(double v) { return isfinite(v) && v >= 0 ? json_real(v) : json_null(); }

json_t *sn_json_count(double v)
{
    if (!(v >= 0)) return json_null();
    return v < 9e15 ? json_integer((json_int_t)v) : json_real(v);
}

json_t *sn_json_value_name(const sn_value_info *v)
{
    return *v->name ? sn_json_text(v->name) : json_sprintf("%%%u", (unsigned)v->id);
}

json_t *sn_json_value(const sn_value_info *v)
{
    json_t *o = json_object(), *shape = v->rank < 0 ? json_null() : json_array();
    for (int i = 0; i < v->rank; i++) {
        json_array_append_new(shape, v->sizes[i] < 0 ? json_null() : json_integer(v->sizes[i]));
    }
    json_object_set_new(o, "name", sn_json_value_name(v));
    json_object_set_new(o, "type", *v->type ? sn_json_text(v->type) : json_null());
    json_object_set_new(o, "shape", shape);
    json_object_set_new(o, "bytes", v->bytes < 0 ? json_null() : json_integer(v->bytes));
    return o;
}

static json_t *compared(const sn_comparison *c)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < c->n_compared; i++) {
        const sn_compared_info *e = &c->compared[i];
        json_t *o = json_object();
        json_object_set_new(o, "name", sn_json_text(e->name));
        json_object_set_new(o, "shape", sn_json_text(e->shape));
        json_object_set_new(o, "distance", sn_json_real(e->distance));
        json_object_set_new(o, "equal", json_boolean(e->equal));
        json_object_set_new(o, "rounding", e->noise > 0 ? sn_json_real(e->noise) : json_null());
        json_object_set_new(o, "share", sn_json_real(e->share));
        json_object_set_new(o, "why", sn_json_text(e->why));
        json_array_append_new(list, o);
    }
    return list;
}

json_t *sn_json_comparison(const sn_comparison *c)
{
    json_t *o = json_object();
    json_object_set_new(o, "ran", json_boolean(c->ran));
    if (!c->ran) {
        json_object_set_new(o, "why_not", sn_json_text(c->why_not));
        return o;
    }
    json_object_set_new(o, "equal", json_boolean(c->equal));
    json_object_set_new(o, "worst_distance", sn_json_real(c->worst));
    json_object_set_new(o, "verdict", sn_json_text(sn_cli_verdict(c)));
    json_object_set_new(o, "doubt", sn_json_text(c->doubt));
    json_object_set_new(o, "explained_by", sn_json_text(c->explained));
    json_object_set_new(o, "not_counted", sn_json_text(c->uncounted));
    json_object_set_new(o, "bound", c->bound > 0 ? sn_json_real(c->bound) : json_null());
    json_object_set_new(o, "rounding", c->noise > 0 ? sn_json_real(c->noise) : json_null());
    json_object_set_new(o, "share", sn_json_real(c->share));
    json_object_set_new(o, "runs", json_integer(c->n_runs));
    json_object_set_new(o, "sizes", sn_json_text(c->shapes));
    json_object_set_new(o, "sizes_elsewhere",
                        sn_json_text(c->n_runs_elsewhere ? c->shapes_elsewhere : NULL));
    json_object_set_new(o, "runs_elsewhere", json_integer(c->n_runs_elsewhere));
    json_object_set_new(o, "sizes_chosen", json_boolean(c->guessed));
    json_object_set_new(o, "not_run", sn_json_text(c->boundaries));
    json_object_set_new(o, "first_different", sn_json_text(c->different));
    json_object_set_new(o, "compared", compared(c));
    return o;
}

json_t *sn_json_pair(json_t *before, json_t *after)
{
    json_t *o = json_object();
    json_object_set_new(o, "before", before);
    json_object_set_new(o, "after", after);
    return o;
}

json_t *sn_json_file(const char *path)
{
    struct stat st;
    json_t *o = json_object();
    json_object_set_new(o, "path", sn_json_text(path));
    json_object_set_new(o, "bytes",
                        stat(path, &st) == 0 ? json_integer((json_int_t)st.st_size) : json_null());
    return o;
}

json_t *sn_json_written(const sn_cli *cli, const char *path, const char *bin)
{
    json_t *o = json_object();
    const char *weights = sn_cli_weights_at(cli, path, bin);
    bool none = !weights || strcmp(weights, "none") == 0;
    json_object_set_new(o, "network", sn_json_file(path));
    json_object_set_new(o, "weights", none ? json_null() : sn_json_file(weights));
    return o;
}

/* ---- remarks --------------------------------------------------------------------------------- */

static json_t *remark_json(const sn_remark_line *t)
{
    json_t *o = json_object();
    json_object_set_new(o, "done", json_boolean(t->fired));
    json_object_set_new(o, "pass", sn_json_text(t->pass));
    json_object_set_new(o, "layers", sn_json_texts(t->layers, t->n_layers));
    json_object_set_new(o, "result", sn_json_text(t->result));
    json_object_set_new(o, "why", sn_json_text(t->why));
    json_object_set_new(o, "other", sn_json_text(t->other));
    if (t->fired) {
        json_object_set_new(o, "distance", sn_json_real(t->distance));
        json_object_set_new(o, "unchecked", sn_json_text(t->unchecked));
    }
    return o;
}

static void set_remarks(sn_cli *cli, const sn_remarks *r)
{
    json_t *passes = json_array(), *list = json_array();
    for (size_t p = 0; p < r->n_passes; p++) {
        json_int_t n_done = 0, n_refused = 0;
        for (size_t i = 0; i < r->n; i++) {
            if (r->v[i].rank == p) *(r->v[i].fired ? &n_done : &n_refused) += 1;
        }
        json_t *o = json_object();
        json_object_set_new(o, "pass", sn_json_text(r->passes[p]));
        json_object_set_new(o, "done", json_integer(n_done));
        json_object_set_new(o, "not_done", json_integer(n_refused));
        json_array_append_new(passes, o);
    }
    for (size_t i = 0; i < r->n; i++) json_array_append_new(list, remark_json(&r->v[i]));
    json_object_set_new(sn_json_root(cli), "passes", passes);
    json_object_set_new(sn_json_root(cli), "remarks", list);
}

void sn_json_optimized(sn_cli *cli, const sn_optimize_result *r, const sn_remarks *remarks)
{
    json_t *root = sn_json_root(cli), *n = json_object();
    json_object_set_new(
        root, "layers",
        sn_json_pair(json_integer(r->layers_before), json_integer(r->layers_after)));
    json_object_set_new(root, "macs",
                        sn_json_pair(sn_json_count(r->macs_before), sn_json_count(r->macs_after)));
    json_object_set_new(n, "done", json_integer(r->n_rewrites));
    json_object_set_new(n, "checked", json_integer(r->n_checked));
    json_object_set_new(n, "unchecked", json_integer(r->n_unchecked));
    json_object_set_new(n, "taken_back", json_integer(r->n_refused));
    json_object_set_new(n, "worst_distance",
                        r->n_checked ? sn_json_real(r->worst_rewrite) : json_null());
    json_object_set_new(root, "rewrites", n);
    set_remarks(cli, remarks);
    json_object_set_new(root, "network", sn_json_comparison(&r->whole));
    json_object_set_new(root, "holds_for", sn_json_texts(cli->set.inputs.v, cli->set.inputs.n));
}
