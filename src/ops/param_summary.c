/* SPDX-License-Identifier: Apache-2.0
 *
 * Params for people: a loop over the table, and hooks for windows and matrices that begin with what
 * one looks for first. */
#include "ops/param_summary.h"

#include <string.h>

static bool listed(const char *const *names, const char *name)
{
    for (; *names; names++) {
        if (strcmp(*names, name) == 0) return true;
    }
    return false;
}

static void word(sn_str *out, const char *text)
{
    if (*text) sn_str_addf(out, "%s%s", out->n ? " " : "", text);
}

/* "[1,2,3]" as "1,2,3"; of a long one the beginning. */
static void add_list(const char *value, int32_t count, sn_str *out)
{
    const char *from = value + 1, *to = from + strlen(from) - 1;
    if (count > 8) {
        to = from;
        for (int i = 0; i < 4; i++) to = strchr(to, ',') + 1;
    }
    sn_str_addf(out, "%.*s", (int)(to - from), from);
    if (count > 8) sn_str_addf(out, ".. (%d)", count);
}

static int32_t list_count(const sn_param *p, const void *params)
{
    const void *f = (const char *)params + p->offset;
    if (p->kind == SN_PK_INTS) return ((const sn_ints *)f)->n;
    if (p->kind == SN_PK_FLOATS) return ((const sn_floats *)f)->n;
    return -1;
}

static void add_param(const sn_param *p, const void *params, sn_str *out)
{
    static const char *const speak_for_themselves[] = {
        "kind", "op", "mode", "pad_mode", "coordinate_transformation_mode", NULL};
    int32_t count = list_count(p, params);
    bool bare =
        p->kind == SN_PK_ACT || (p->kind == SN_PK_ENUM && listed(speak_for_themselves, p->name));
    sn_str value;
    sn_str_init(&value, out->arena);
    sn_param_print_value(p, params, &value);
    word(out, bare ? value.s : p->name);
    if (bare || (p->kind == SN_PK_BOOL && strcmp(value.s, "true") == 0)) return;
    sn_str_add(out, "=");
    if (count >= 0) {
        add_list(value.s, count, out);
    } else {
        sn_str_add(out, value.s);
    }
}

void sn_param_summary_without(const sn_node *n, const char *const *but, sn_str *out)
{
    for (const sn_param *p = n->op->params; p && p->name; p++) {
        if (!listed(but, p->name) && sn_param_matters(n->op->params, p, n->params))
            add_param(p, n->params, out);
    }
}

void sn_param_summary(const sn_node *node, sn_str *out)
{
    static const char *const nothing[] = {NULL};
    if (node->op->param_summary) {
        node->op->param_summary(node, out);
    } else {
        sn_param_summary_without(node, nothing, out);
    }
}

/* ---- windows --------------------------------------------------------------------------------- */

static const sn_shape *weight_of(const sn_node *n)
{
    for (unsigned i = 0; i < n->n_in; i++) {
        const sn_slot *slot = sn_op_slot(n->op, i);
        if (slot && strcmp(slot->name, "weight") == 0 && sn_in(n, i)) return &sn_in(n, i)->shape;
    }
    return NULL;
}

static const void *field(const sn_node *n, const char *name)
{
    const sn_param *p = sn_param_find(n->op->params, name);
    return p ? (const char *)n->params + p->offset : NULL;
}

/* "3x3", "3" where all are the same and `once`. */
static void add_sizes(const int32_t *v, int n, bool once, sn_str *out)
{
    bool same = true;
    for (int i = 1; i < n; i++) same = same && v[i] == v[0];
    for (int i = 0; i < (once && same ? 1 : n); i++) sn_str_addf(out, "%s%d", i ? "x" : "", v[i]);
}

static void add_kernel(const sn_node *n, sn_str *out)
{
    const sn_ints *kernel = field(n, "kernel");
    const sn_shape *w = weight_of(n);
    if (out->n) sn_str_add(out, " ");
    if (kernel) add_sizes(kernel->v, kernel->n, false, out);
    for (int i = 2; !kernel && w && i < w->rank; i++) {
        sn_str_add(out, i > 2 ? "x" : "");
        if (sn_dim_known(w->d[i]))
            sn_str_addf(out, "%lld", (long long)w->d[i]);
        else
            sn_str_add(out, "?");
    }
}

static void add_steps(const sn_node *n, const char *name, const char *letter, sn_str *out)
{
    const sn_param *p = sn_param_find(n->op->params, name);
    const sn_ints *list = field(n, name);
    if (!p || !sn_param_matters(n->op->params, p, n->params)) return;
    word(out, letter);
    add_sizes(list->v, list->n, true, out);
}

/* "p1", "p1x0", and where the two ends differ "p0/1". */
static void add_pads(const sn_node *n, sn_str *out)
{
    const sn_param *table = n->op->params;
    const sn_param *b = sn_param_find(table, "pad_begin"), *e = sn_param_find(table, "pad_end");
    if (!b || !e) return;
    if (!sn_param_matters(table, b, n->params) && !sn_param_matters(table, e, n->params)) return;
    static const int32_t zeros[SN_MAX_RANK] = {0};
    const sn_ints *begin = field(n, "pad_begin"), *end = field(n, "pad_end");
    int count = begin->n > end->n ? begin->n : end->n;
    const int32_t *from = begin->n ? begin->v : zeros, *to = end->n ? end->v : zeros;
    word(out, "p");
    add_sizes(from, count, true, out);
    if (memcmp(from, to, (size_t)count * sizeof *from) == 0) return;
    sn_str_add(out, "/");
    add_sizes(to, count, true, out);
}

void sn_param_summary_window(const sn_node *node, sn_str *out)
{
    static const char *const said[] = {"nd",        "kind",    "kernel", "stride", "dilation",
                                       "pad_begin", "pad_end", "group",  NULL};
    const sn_param *kind = sn_param_find(node->op->params, "kind");
    const int32_t *group = field(node, "group");
    if (kind) add_param(kind, node->params, out);
    add_kernel(node, out);
    add_steps(node, "stride", "s", out);
    add_pads(node, out);
    add_steps(node, "dilation", "d", out);
    if (group && *group != 1) sn_str_addf(out, " g%d", *group);
    sn_param_summary_without(node, said, out);
}

/* ---- matrices -------------------------------------------------------------------------------- */

void sn_param_summary_linear(const sn_node *node, sn_str *out)
{
    static const char *const said[] = {NULL};
    const sn_shape *w = weight_of(node);
    if (w && w->rank == 2 && sn_dim_known(w->d[0]) && sn_dim_known(w->d[1]))
        sn_str_addf(out, "%lld -> %lld", (long long)w->d[1], (long long)w->d[0]);
    if (sn_in(node, 0) && sn_in(node, 0)->shape.rank > 1) word(out, "by row");
    sn_param_summary_without(node, said, out);
}
