/* SPDX-License-Identifier: Apache-2.0
 *
 * Layers are known by their labels. Each label stands for a set of layers of the original: at first
 * for itself; a rewrite gives its result the union of what it matched. Sets are lists, joined in
 * O(1), so all of it takes as long as sorting the labels. */
#include "cli/provenance.h"

#include <stdlib.h>
#include <string.h>

enum { NONE = -1 };

typedef struct label {
    const char *name;
    long head, tail; /* of its list in `next`; NONE: it is empty */
} label;

typedef struct sets {
    label *v;
    size_t n;
    long *next; /* by original layer */
} sets;

static int by_name(const void *a, const void *b)
{
    return strcmp(((const label *)a)->name, ((const label *)b)->name);
}

static label *find(const sets *s, const char *name)
{
    label key = {.name = name};
    return s->n ? bsearch(&key, s->v, s->n, sizeof *s->v, by_name) : NULL;
}

static int labels_of(sn_cli *cli, sn_model *m, const char **out, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        sn_layer_info info;
        sn_status status = sn_model_layer(m, i, &info);
        if (status != SN_OK) return sn_cli_fail(cli, status);
        out[i] = info.label;
    }
    return 0;
}

static sets all_labels(const sn_provenance *p, const sn_remarks *r)
{
    size_t n = p->n_before;
    for (size_t i = 0; i < r->n; i++) n += r->v[i].fired ? r->v[i].n_layers + 1 : 0;
    sets s = {.v = sn_cli_alloc((n + 1) * sizeof *s.v),
              .next = sn_cli_alloc((p->n_before + 1) * sizeof *s.next)};
    for (uint32_t i = 0; i < p->n_before; i++) s.v[s.n++] = (label){p->before[i], NONE, NONE};
    for (size_t i = 0; i < r->n; i++) {
        const sn_remark_line *t = &r->v[i];
        if (!t->fired) continue;
        for (size_t k = 0; k < t->n_layers; k++) s.v[s.n++] = (label){t->layers[k], NONE, NONE};
        if (t->result) s.v[s.n++] = (label){t->result, NONE, NONE};
    }
    if (s.n) qsort(s.v, s.n, sizeof *s.v, by_name);
    size_t kept = 0;
    for (size_t i = 0; i < s.n; i++) {
        if (!kept || strcmp(s.v[kept - 1].name, s.v[i].name) != 0) s.v[kept++] = s.v[i];
    }
    s.n = kept;
    return s;
}

static void join(sets *s, label *to, label *from)
{
    if (to == from || from->head == NONE) return;
    if (to->head == NONE) {
        to->head = from->head;
    } else {
        s->next[to->tail] = from->head;
    }
    to->tail = from->tail;
    from->head = from->tail = NONE;
}

static void apply(sets *s, const sn_remark_line *t)
{
    label whole = {NULL, NONE, NONE};
    for (size_t k = 0; k < t->n_layers; k++) join(s, &whole, find(s, t->layers[k]));
    label *result = t->result ? find(s, t->result) : NULL;
    if (result) join(s, result, &whole);
}

int sn_provenance_of(sn_cli *cli, sn_model *before, sn_model *after, const sn_remarks *r,
                     sn_provenance *out)
{
    sn_provenance p = {.n_before = sn_model_n_layers(before), .n_after = sn_model_n_layers(after)};
    p.before = sn_cli_alloc((p.n_before + 1) * sizeof *p.before);
    p.into = sn_cli_alloc((p.n_before + 1) * sizeof *p.into);
    p.n_of = sn_cli_alloc((p.n_after + 1) * sizeof *p.n_of);
    const char **labels = sn_cli_alloc((p.n_after + 1) * sizeof *labels);
    int code = labels_of(cli, before, p.before, p.n_before);
    if (!code) code = labels_of(cli, after, labels, p.n_after);
    if (code) return code;
    sets s = all_labels(&p, r);
    for (uint32_t i = 0; i < p.n_before; i++) {
        label one = {NULL, i, i};
        s.next[i] = NONE;
        p.into[i] = UINT32_MAX;
        join(&s, find(&s, p.before[i]), &one);
    }
    for (size_t i = 0; i < r->n; i++) {
        if (r->v[i].fired) apply(&s, &r->v[i]);
    }
    for (uint32_t i = 0; i < p.n_after; i++) {
        const label *l = find(&s, labels[i]);
        for (long k = l ? l->head : NONE; k != NONE; k = s.next[k]) {
            p.into[k] = i;
            p.n_of[i]++;
        }
    }
    *out = p;
    return 0;
}
