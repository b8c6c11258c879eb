/* SPDX-License-Identifier: Apache-2.0
 *
 * Remarks, counted and told. Refusals come in thousands and differ only by the names in them; they
 * are grouped by what is left when names are taken out. */
#include "cli/remarks.h"

#include <stdlib.h>
#include <string.h>

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool is_name(const sn_remarks *r, const char *word)
{
    return r->n_names && bsearch(&word, r->names, r->n_names, sizeof r->names[0], by_text);
}

static void add_name(sn_remarks *r, size_t *cap, const char *name)
{
    if (!name || !*name) return;
    if (r->n_names == *cap) {
        size_t grown = *cap ? *cap * 2 : 256;
        const char **v = sn_cli_alloc(grown * sizeof *v);
        if (r->n_names) memcpy(v, r->names, r->n_names * sizeof *v);
        r->names = v;
        *cap = grown;
    }
    r->names[r->n_names++] = sn_cli_copy(name, strlen(name));
}

sn_status sn_remarks_init(sn_remarks *r, sn_model *m)
{
    size_t cap = 0;
    *r = (sn_remarks){0};
    for (uint32_t i = 0, n = sn_model_n_layers(m); i < n; i++) {
        sn_layer_info info;
        sn_status status = sn_model_layer(m, i, &info);
        if (status != SN_OK) return status;
        add_name(r, &cap, info.name);
        for (uint32_t k = 0; k < info.n_outputs; k++)
            add_name(r, &cap, sn_model_layer_output(m, i, k));
    }
    if (r->n_names) qsort(r->names, r->n_names, sizeof r->names[0], by_text);
    return SN_OK;
}

static size_t rank_of(sn_remarks *r, const char *pass)
{
    for (size_t i = 0; i < r->n_passes; i++) {
        if (strcmp(r->passes[i], pass) == 0) return i;
    }
    const char **v = sn_cli_alloc((r->n_passes + 1) * sizeof *v);
    if (r->n_passes) memcpy(v, r->passes, r->n_passes * sizeof *v);
    v[r->n_passes] = sn_cli_copy(pass, strlen(pass));
    r->passes = v;
    return r->n_passes++;
}

void sn_remarks_add(void *user, const sn_remark_info *info)
{
    sn_remarks *r = user;
    if (r->n == r->cap) {
        size_t cap = r->cap ? r->cap * 2 : 64;
        sn_told *v = sn_cli_alloc(cap * sizeof *v);
        if (r->n) memcpy(v, r->v, r->n * sizeof *v);
        r->v = v;
        r->cap = cap;
    }
    sn_told *t = &r->v[r->n++];
    t->fired = info->fired;
    t->rank = rank_of(r, info->pass);
    t->pass = r->passes[t->rank];
    t->text = sn_cli_copy(info->text, strlen(info->text));
    t->unchecked = info->unchecked ? sn_cli_copy(info->unchecked, strlen(info->unchecked)) : NULL;
    t->distance = info->distance;
}

/* ---- counted -------------------------------------------------------------------------------- */

void sn_remarks_put_counts(const sn_remarks *r)
{
    for (size_t p = 0; p < r->n_passes; p++) {
        size_t n = 0;
        for (size_t i = 0; i < r->n; i++) n += r->v[i].fired && r->v[i].rank == p;
        if (!n) continue;
        sn_put_label("");
        printf("%5zu  %s\n", n, r->passes[p]);
    }
}

void sn_remarks_put_unchecked(const sn_remarks *r)
{
    const char **why = sn_cli_alloc((r->n + 1) * sizeof *why);
    size_t n = 0;
    for (size_t i = 0; i < r->n; i++) {
        if (r->v[i].fired && r->v[i].unchecked) why[n++] = r->v[i].unchecked;
    }
    if (n) qsort(why, n, sizeof why[0], by_text);
    for (size_t i = 0; i < n;) {
        size_t k = i;
        while (k < n && strcmp(why[k], why[i]) == 0) k++;
        sn_put_label("");
        printf("%5zu  ", k - i);
        sn_put_safe(stdout, why[i]);
        printf("\n");
        i = k;
    }
}

/* ---- told ----------------------------------------------------------------------------------- */

/* "conv5 + bn5: the output of conv5 is also read by add7": where the reason begins. */
static const char *reason_of(const char *text)
{
    const char *colon = strstr(text, ": ");
    return colon ? colon + 2 : text;
}

static bool is_edge(char c)
{
    return c && strchr(",;:()'\"", c) != NULL;
}

/* The reason with every name replaced. */
static const char *without_names(const sn_remarks *r, const char *reason)
{
    size_t n = strlen(reason), at = 0;
    char *out = sn_cli_alloc(4 * n + 4);
    for (const char *p = reason; *p;) {
        size_t word = strcspn(p, " "), from = 0, to = word;
        while (from < to && is_edge(p[from])) from++;
        while (to > from && is_edge(p[to - 1])) to--;
        bool number = p[from] == '#';
        const char *core = sn_cli_copy(p + from, to - from);
        memcpy(out + at, p, from);
        at += from;
        if (to > from && (number || is_name(r, core))) {
            memcpy(out + at, "...", 3);
            at += 3;
        } else {
            memcpy(out + at, core, to - from);
            at += to - from;
        }
        memcpy(out + at, p + to, word - to);
        at += word - to;
        p += word;
        if (*p) out[at++] = *p++;
    }
    return out;
}

static int by_group(const void *a, const void *b)
{
    const sn_told *x = a, *y = b;
    if (x->fired != y->fired) return x->fired ? -1 : 1;
    if (x->rank != y->rank) return x->rank < y->rank ? -1 : 1;
    int order = strcmp(x->group, y->group);
    return order ? order : strcmp(x->text, y->text);
}

static bool same_group(const sn_told *a, const sn_told *b)
{
    return a->fired == b->fired && a->rank == b->rank && strcmp(a->group, b->group) == 0;
}

static void put_fired(const sn_told *t, size_t n)
{
    printf("  %s (%zu)\n", t->pass, n);
    for (size_t i = 0; i < n; i++) {
        printf("    ");
        sn_put_safe(stdout, t[i].text);
        if (t[i].unchecked) {
            printf("  [not checked: ");
            sn_put_safe(stdout, t[i].unchecked);
            printf("]");
        } else if (t[i].distance >= 0) {
            printf("  [%s]", sn_number_of_distance(t[i].distance).s);
        }
        printf("\n");
    }
}

/* The nodes alone where the group's title says all, else the whole sentence. */
static void put_refused(const sn_told *t, size_t n)
{
    printf("  %s: ", t->pass);
    sn_put_safe(stdout, n == 1 ? reason_of(t->text) : t->group);
    printf(" (%zu)\n", n);
    for (size_t i = 0; i < n; i++) {
        const char *reason = reason_of(t[i].text);
        bool said = n == 1 || strcmp(reason, t->group) == 0;
        size_t length =
            said && reason - t[i].text >= 2 ? (size_t)(reason - t[i].text) - 2 : strlen(t[i].text);
        printf("    ");
        sn_put_safe(stdout, sn_cli_copy(t[i].text, length));
        printf("\n");
    }
}

void sn_remarks_put_all(sn_remarks *r)
{
    size_t n_fired = 0;
    for (size_t i = 0; i < r->n; i++) {
        sn_told *t = &r->v[i];
        n_fired += t->fired;
        t->group = t->fired ? "" : without_names(r, reason_of(t->text));
    }
    /* Rewrites stay in the order in which they were made: they have no text to sort by that means
     * more. */
    sn_told *sorted = sn_cli_alloc((r->n + 1) * sizeof *sorted);
    size_t at = 0;
    for (size_t p = 0; p < r->n_passes; p++) {
        for (size_t i = 0; i < r->n; i++) {
            if (r->v[i].fired && r->v[i].rank == p) sorted[at++] = r->v[i];
        }
    }
    for (size_t i = 0; i < r->n; i++) {
        if (!r->v[i].fired) sorted[at++] = r->v[i];
    }
    if (r->n > n_fired) qsort(sorted + n_fired, r->n - n_fired, sizeof *sorted, by_group);
    for (size_t i = 0; i < r->n;) {
        size_t k = i;
        while (k < r->n && same_group(&sorted[k], &sorted[i])) k++;
        if (i == 0 && n_fired)
            printf("done, by pass; in brackets how far the check's two results were apart\n");
        if (i == n_fired) printf("%snot done, by reason\n", n_fired ? "\n" : "");
        if (sorted[i].fired) {
            put_fired(&sorted[i], k - i);
        } else {
            put_refused(&sorted[i], k - i);
        }
        i = k;
    }
    printf(r->n ? "\n" : "nothing matched the pattern of any pass\n\n");
}
