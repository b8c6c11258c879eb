/* SPDX-License-Identifier: Apache-2.0
 *
 * Remarks, counted and reported. There may be thousands, and most are alike: rewrites that end in
 * one layer are one line, layers that are just gone are a list, refusals on the same grounds are
 * one entry. */
#include "cli/remarks.h"

#include <stdlib.h>
#include <string.h>

static int by_unchecked(const void *a, const void *b)
{
    return strcmp((*(const sn_remark_line *const *)a)->unchecked,
                  (*(const sn_remark_line *const *)b)->unchecked);
}

static const char *kept(const char *text) { return text ? sn_cli_copy(text, strlen(text)) : NULL; }

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static size_t rank_of(sn_remarks *r, const char *pass)
{
    for (size_t i = 0; i < r->n_passes; i++) {
        if (strcmp(r->passes[i], pass) == 0) return i;
    }
    const char **v = sn_cli_alloc((r->n_passes + 1) * sizeof *v);
    if (r->n_passes) memcpy(v, r->passes, r->n_passes * sizeof *v);
    v[r->n_passes] = kept(pass);
    r->passes = v;
    return r->n_passes++;
}

void sn_remarks_add(void *user, const sn_remark_info *info)
{
    sn_remarks *r = user;
    const size_t rank = rank_of(r, info->pass);
    if (r->only_counted) {
        for (size_t i = 0; i < r->n; i++) {
            sn_remark_line *t = &r->v[i];
            if (t->rank != rank || t->fired != info->fired ||
                !same_text(t->unchecked, info->unchecked))
                continue;
            t->times++;
            return;
        }
    }
    if (r->n == r->cap) {
        size_t cap = r->cap ? r->cap * 2 : 64;
        sn_remark_line *v = sn_cli_alloc(cap * sizeof *v);
        if (r->n) memcpy(v, r->v, r->n * sizeof *v);
        r->v = v;
        r->cap = cap;
    }
    sn_remark_line *t = &r->v[r->n++];
    *t = (sn_remark_line){
        .fired = info->fired, .distance = info->distance, .times = 1, .rank = rank};
    t->pass = r->passes[t->rank];
    t->unchecked = kept(info->unchecked);
    if (r->only_counted) return;
    t->result = kept(info->result);
    t->why = kept(info->why);
    t->other = kept(info->other);
    t->n_layers = info->n_layers;
    t->layers = sn_cli_alloc((t->n_layers + 1) * sizeof *t->layers);
    for (size_t i = 0; i < t->n_layers; i++) t->layers[i] = kept(info->layers[i]);
}

/* ---- counted --------------------------------------------------------------------------------- */

static size_t count_fired(const sn_remarks *r, size_t rank)
{
    size_t n = 0;
    for (size_t i = 0; i < r->n; i++)
        n += r->v[i].fired && r->v[i].rank == rank ? r->v[i].times : 0;
    return n;
}

void sn_remarks_put_counts(const sn_remarks *r)
{
    for (size_t p = 0; p < r->n_passes; p++) {
        size_t n = count_fired(r, p);
        if (!n) continue;
        sn_put_label("");
        printf("%5zu  %s\n", n, r->passes[p]);
    }
}

void sn_remarks_put_unchecked(const sn_remarks *r)
{
    const sn_remark_line **list = sn_cli_alloc((r->n + 1) * sizeof *list);
    size_t n = 0;
    for (size_t i = 0; i < r->n; i++) {
        if (r->v[i].fired && r->v[i].unchecked) list[n++] = &r->v[i];
    }
    if (n) qsort(list, n, sizeof list[0], by_unchecked);
    for (size_t i = 0; i < n;) {
        size_t k = i, times = 0;
        for (; k < n && strcmp(list[k]->unchecked, list[i]->unchecked) == 0; k++)
            times += list[k]->times;
        sn_put_label("");
        printf("%5zu  ", times);
        sn_put_safe(stdout, list[i]->unchecked);
        printf("\n");
        i = k;
    }
}

/* ---- rewrites that left a layer -------------------------------------------------------------- */

/* "conv1 + bn1 + scale1 -> conv1": what several rewrites of one pass did to a layer. */
typedef struct remark_chain {
    const char **pieces; /* "conv1", "+ bn1", "+ scale1", "-> conv1" at the end */
    size_t n;
    int columns;
    bool keeps_name; /* the result has the name of the first */
    double worst;    /* negative: nothing was checked */
    const char *unchecked, *why;
} remark_chain;

static bool is_chain(const sn_remark_line *t) { return t->result && t->n_layers > 1; }

static void add_piece(remark_chain *c, const char *before, const char *name)
{
    c->pieces[c->n] = sn_cli_join(before, name);
    c->columns += sn_columns(c->pieces[c->n]) + (c->n > 0);
    c->n++;
}

static bool has_layer(const sn_remark_line *t, const char *name)
{
    for (size_t i = 0; i < t->n_layers; i++) {
        if (strcmp(t->layers[i], name) == 0) return true;
    }
    return false;
}

static bool goes_on(const sn_remark_line *t, const char *result)
{
    return !t->said && is_chain(t) && strcmp(t->result, result) == 0 && has_layer(t, result);
}

/* Those of one result next to each other, in the order in which they were reported. */
static int by_result(const void *a, const void *b)
{
    const sn_remark_line *x = *(sn_remark_line *const *)a, *y = *(sn_remark_line *const *)b;
    int order = strcmp(x->result, y->result);
    return order ? order : x < y ? -1 : x > y;
}

/* What *v[0] began, over all that go on with its result under the same name; `end` is behind the
 * last of v. */
static remark_chain follow(sn_remark_line **v, sn_remark_line **end)
{
    const char *result = v[0]->result;
    size_t most = 1, n = 0;
    for (; v + n < end && strcmp(v[n]->result, result) == 0; n++)
        most += n == 0 || goes_on(v[n], result) ? v[n]->n_layers : 0;
    remark_chain c = {.pieces = sn_cli_alloc(most * sizeof *c.pieces), .worst = -1};
    for (size_t i = 0; i < n; i++) {
        sn_remark_line *t = v[i];
        if (i > 0 && !goes_on(t, result)) continue;
        for (size_t k = 0; k < t->n_layers; k++) {
            if (i > 0 && strcmp(t->layers[k], result) == 0) continue;
            add_piece(&c, c.n ? "+ " : "", t->layers[k]);
        }
        t->said = true;
        if (t->distance > c.worst) c.worst = t->distance;
        if (t->unchecked) c.unchecked = t->unchecked;
        if (t->why) c.why = t->why;
    }
    c.keeps_name = strcmp(c.pieces[0], result) == 0;
    add_piece(&c, "-> ", result);
    return c;
}

static void put_chain(const remark_chain *c, int column, int width)
{
    sn_flow f = sn_flow_at(4, width);
    /* A line that is too long is not made longer by the name that it begins with. */
    bool shortened = 4 + c->columns > width && c->keeps_name;
    for (size_t i = 0; i < c->n - shortened; i++) {
        sn_flow_put(&f, c->pieces[i]);
        f.column = 6;
    }
    if (c->worst >= 0) {
        int gap = column > f.at ? column - f.at : 0;
        printf("%*s  %s", gap, "", sn_number_of_distance(c->worst).s);
    }
    if (c->unchecked) {
        printf("  not checked: ");
        sn_put_safe(stdout, c->unchecked);
    }
    printf("\n");
    if (!c->why) return;
    printf("      ");
    sn_put_safe(stdout, c->why);
    printf("\n");
}

static void put_chains(sn_remark_line *v, size_t n, int width)
{
    remark_chain *chains = sn_cli_alloc((n + 1) * sizeof *chains);
    sn_remark_line **sorted = sn_cli_alloc((n + 1) * sizeof *sorted);
    size_t *at = sn_cli_alloc((n + 1) * sizeof *at), n_sorted = 0;
    for (size_t i = 0; i < n; i++) {
        if (is_chain(&v[i])) sorted[n_sorted++] = &v[i];
    }
    if (n_sorted) qsort(sorted, n_sorted, sizeof *sorted, by_result);
    for (size_t i = 0; i < n_sorted; i++) at[sorted[i] - v] = i;
    const int room = width - 9; /* "  1.2e-07" */
    int column = 0;
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        if (v[i].said || !is_chain(&v[i])) continue;
        remark_chain *c = &chains[count++];
        *c = follow(sorted + at[i], sorted + n_sorted);
        if (4 + c->columns > column && 4 + c->columns <= room) column = 4 + c->columns;
    }
    for (size_t i = 0; i < count; i++) put_chain(&chains[i], column, room);
}

/* ---- lists ----------------------------------------------------------------------------------- */

static void put_words(sn_flow *f, const char *text)
{
    while (*text) {
        size_t n = strcspn(text, " ");
        if (n) sn_flow_put(f, sn_cli_copy(text, n));
        text += n + (text[n] == ' ');
    }
}

/* Layers of all that are not said yet and alike; the title stands before them. */
static bool alike(const sn_remark_line *a, const sn_remark_line *b)
{
    return !b->said && a->fired == b->fired && a->rank == b->rank && is_chain(a) == is_chain(b) &&
           same_text(a->why, b->why) && same_text(a->unchecked, b->unchecked);
}

static sn_item item_of(const sn_remark_line *t)
{
    sn_item item = {.names = t->layers, .n = t->n_layers};
    bool renamed = t->result && !has_layer(t, t->result);
    if (renamed) item.after = sn_cli_join(" -> ", t->result);
    if (t->other) item.after = sn_cli_join(sn_cli_join(" (", t->other), ")");
    return item;
}

static size_t take_alike(sn_remark_line *v, size_t n, size_t first, sn_item *items)
{
    size_t count = 0;
    for (size_t i = first + 1; i < n; i++) {
        if (!alike(&v[first], &v[i])) continue;
        items[++count] = item_of(&v[i]);
        v[i].said = true;
    }
    items[0] = item_of(&v[first]);
    v[first].said = true;
    return count + 1;
}

static void put_gone(sn_remark_line *v, size_t n, int width)
{
    sn_item *items = sn_cli_alloc((n + 1) * sizeof *items);
    for (size_t i = 0; i < n; i++) {
        if (v[i].said) continue;
        size_t count = take_alike(v, n, i, items);
        sn_flow f = sn_flow_at(4, width);
        if (v[i].why) put_words(&f, sn_cli_join(v[i].why, ":"));
        if (v[i].unchecked)
            put_words(&f, sn_cli_join(sn_cli_join("not checked, ", v[i].unchecked), ":"));
        sn_flow_items(&f, items, count);
        printf("\n");
    }
}

/* ---- reports --------------------------------------------------------------------------------- */

static void put_fired(const sn_remarks *r, size_t rank, int width)
{
    sn_remark_line *v = sn_cli_alloc((r->n + 1) * sizeof *v);
    size_t n = 0;
    for (size_t i = 0; i < r->n; i++) {
        if (r->v[i].fired && r->v[i].rank == rank) v[n++] = r->v[i];
    }
    if (!n) return;
    printf("  %s", r->passes[rank]);
    if (n > 1) printf(" (%zu)", n);
    printf("\n");
    put_chains(v, n, width);
    put_gone(v, n, width);
}

static void put_refused(const sn_remarks *r, int width)
{
    sn_item *items = sn_cli_alloc((r->n + 1) * sizeof *items);
    for (size_t p = 0; p < r->n_passes; p++) {
        for (size_t i = 0; i < r->n; i++) {
            sn_remark_line *t = &r->v[i];
            if (t->fired || t->said || t->rank != p) continue;
            size_t count = take_alike(r->v, r->n, i, items);
            char number[32] = ": ";
            if (count > 1) snprintf(number, sizeof number, " (%zu): ", count);
            sn_flow f = sn_flow_at(2, width);
            put_words(&f, sn_cli_join(sn_cli_join(t->pass, number), t->why ? t->why : ""));
            printf("\n");
            f = sn_flow_at(4, width);
            sn_flow_items(&f, items, count);
            printf("\n");
        }
    }
}

void sn_remarks_put_all(sn_remarks *r)
{
    int width = sn_flow_width();
    size_t n_fired = 0;
    for (size_t p = 0; p < r->n_passes; p++) n_fired += count_fired(r, p);
    if (n_fired) printf("done\n");
    for (size_t p = 0; p < r->n_passes; p++) put_fired(r, p, width);
    if (n_fired && n_fired < r->n) printf("\n");
    if (n_fired < r->n) printf("not done\n");
    put_refused(r, width);
    printf(r->n ? "\n" : "nothing matched the pattern of any pass\n\n");
}
