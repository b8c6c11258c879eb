/* SPDX-License-Identifier: Apache-2.0
 *
 * All open sizes at once are given numbers of one list, no two the same; then the same number to
 * all axes that are equally far from the last one, as of several inputs that must be alike; then
 * one size after the other, the rest as it was: whatever fits stays. */
#include "ref/open_sizes.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "ops/ops.h"
#include "ops/sizes.h"
#include "ops/slice.h"
#include "ref/run.h"

enum {
    MOST_OPEN = 32,     /* sizes; those beyond stay what they are */
    MOST_TRIES = 48,    /* of one size after the other */
    TIMES_AS_HEAVY = 3, /* as at the first sizes, at most, where that is not light */
    MOST_CUTS = 4,      /* ends of slices that are gone beyond */
    BEYOND = 3,         /* by how much */
    LONGEST = 1 << 22,
};
#define LIGHT      5e7 /* sn_graph_weight of a network that is run at any size */
#define VERY_LIGHT 2e7 /* of one that is run at long sizes, too */

/* Odd ones first; such that several halvings leave whole numbers; short ones. */
static const int64_t odd[] = {33, 47, 39, 29, 51, 43, 35, 49},
                     halved[] = {48, 80, 16, 112, 144, 176, 208, 240},
                     halved_more[] = {96, 64, 32, 128, 160, 192, 224, 256},
                     few[] = {5, 7, 9, 11, 13, 15, 17, 19}, shortest[] = {2, 3, 4, 5, 6, 7, 8, 9},
                     lengthy[] = {131, 149, 137, 151, 139, 157, 163, 167};
static const int64_t *const lists[] = {odd, halved, halved_more, few}, *const short_lists[] = {
                                                                           shortest + 2, shortest};
enum {
    N_LISTS = sizeof lists / sizeof *lists,
    N_OF_LIST = sizeof odd / sizeof *odd,
    N_SHORT_LISTS = sizeof short_lists / sizeof *short_lists,
    N_OF_SHORT_LIST = N_OF_LIST - 2
};

/* A size that is open, of all axes that have it. */
typedef struct open_size {
    sn_dim d; /* of g; 0: of an input of unknown rank, an axis by itself */
    int64_t first, now;
    int axis, from_end; /* of the first axis that has it */
    bool leads;         /* it is first of an input's axes */
} open_size;

typedef struct open_search {
    const sn_graph *g;
    sn_arena *arena;
    sn_value **inputs;
    size_t n_inputs;
    const sn_shape *first; /* by input */
    int **open;            /* by input and axis: of `sizes`; -1: not open */
    open_size sizes[MOST_OPEN];
    int n;
    sn_open_kind kind;
    sn_size_wish *wish;
    double most; /* work */
} open_search;

/* ---- what is open ---------------------------------------------------------------------------- */

/* Sizes of a file are hints where its format does not hold networks to them: those are kept. A
 * batch of one is a hint of sinter's own. */
static bool is_open(const sn_value *v, const sn_shape *first, int k)
{
    const sn_ints *hint = sn_input_hint(v);
    const int32_t hinted = hint->n == first->rank ? hint->v[k] : 0;
    if (v->shape.rank >= 0 && sn_dim_known(v->shape.d[k])) return false;
    return hinted <= 0 || (v->shape.rank >= 0 && k == 0 && hinted == 1);
}

/* Axis k of input i. */
static int size_of_axis(open_search *s, size_t i, int k)
{
    const sn_value *v = s->inputs[i];
    const sn_dim d = v->shape.rank < 0 ? 0 : v->shape.d[k];
    for (int j = 0; j < s->n && d; j++)
        if (s->sizes[j].d == d) return j;
    if (s->n == MOST_OPEN) return -1;
    s->sizes[s->n] = (open_size){.d = d,
                                 .first = s->first[i].d[k],
                                 .axis = k,
                                 .from_end = s->first[i].rank - k,
                                 .leads = k == 0};
    return s->n++;
}

static void find_open(open_search *s, const sn_graph *first, const sn_graph *also)
{
    size_t n_first = 0;
    sn_value **sized = sn_graph_inputs(first, s->arena, &n_first);
    s->inputs = sn_graph_inputs(s->g, s->arena, &s->n_inputs);
    if (n_first != s->n_inputs) s->n_inputs = 0;
    sn_shape *shapes = SN_NEW_N(s->arena, sn_shape, s->n_inputs + 1);
    s->open = SN_NEW_N(s->arena, int *, s->n_inputs + 1);
    s->first = shapes;
    for (size_t i = 0; i < s->n_inputs; i++) {
        shapes[i] = sized[i]->shape;
        const sn_value *other = sn_input_like(also, s->g, s->inputs[i]);
        const sn_shape *said = other && other->shape.rank == shapes[i].rank ? &other->shape : NULL;
        s->open[i] = SN_NEW_N(s->arena, int, SN_MAX_RANK);
        for (int k = 0; k < shapes[i].rank; k++)
            s->open[i][k] =
                is_open(s->inputs[i], &shapes[i], k) && !(said && sn_dim_known(said->d[k]))
                    ? size_of_axis(s, i, k)
                    : -1;
    }
}

/* ---- trying ---------------------------------------------------------------------------------- */

/* The sizes as they are now. */
static sn_status attempt(open_search *s, sn_graph **out)
{
    sn_shape *shapes = SN_NEW_N(s->arena, sn_shape, s->n_inputs + 1);
    bool other = false;
    for (int j = 0; j < s->n; j++) other = other || s->sizes[j].now != s->sizes[j].first;
    if (!other) return SN_OK;
    for (size_t i = 0; i < s->n_inputs; i++) {
        shapes[i] = s->first[i];
        for (int k = 0; k < shapes[i].rank; k++)
            if (s->open[i][k] >= 0) shapes[i].d[k] = s->sizes[s->open[i][k]].now;
    }
    SN_TRY(sn_graph_at_given_sizes(s->g, shapes, s->wish, out));
    if (!*out || sn_graph_weight(*out) <= s->most) return SN_OK;
    sn_graph_destroy(*out);
    *out = NULL;
    return SN_OK;
}

static bool is_taken(const open_search *s, int j, int64_t size)
{
    for (int i = 0; i < s->n; i++)
        if (i != j && s->sizes[i].now == size) return true;
    return false;
}

/* The k-th number for it, of a list. */
static int64_t number_for(const open_search *s, const open_size *o, int list, int k)
{
    if (s->kind == SN_OPEN_LONG) return lengthy[k % N_OF_LIST];
    if (s->kind == SN_OPEN_ONES) return 1;
    if (s->kind == SN_OPEN_SHORT && !(o->first == 1 && o->leads))
        return short_lists[list][k % N_OF_SHORT_LIST];
    return o->first == 1 && o->leads ? 2 + k : lists[list][k % N_OF_LIST];
}

/* aligned: axes equally far from the last one get the same. */
static void give_all(open_search *s, int list, bool aligned)
{
    int n_leading = 0, n_others = 0;
    for (int j = 0; j < s->n; j++) {
        open_size *o = &s->sizes[j];
        int *n = o->leads && o->first == 1 ? &n_leading : &n_others;
        o->now = number_for(s, o, list, aligned ? (n == &n_leading ? 0 : o->from_end) : *n);
        ++*n;
    }
}

static void reset(open_search *s)
{
    for (int j = 0; j < s->n; j++) s->sizes[j].now = s->sizes[j].first;
}

/* One after the other; *out: what the last that fitted led to. */
static sn_status one_by_one(open_search *s, sn_graph **out)
{
    int n_tries = 0;
    reset(s);
    for (int j = 0; j < s->n; j++) {
        open_size *o = &s->sizes[j];
        bool fits = false;
        for (int list = 0; list < N_LISTS && !fits && n_tries < MOST_TRIES; list++) {
            sn_graph *at = NULL;
            int k = 0;
            while (k < N_OF_LIST && is_taken(s, j, number_for(s, o, list, k))) k++;
            o->now = number_for(s, o, list, k);
            if (o->now == o->first) continue;
            n_tries++;
            SN_TRY(attempt(s, &at));
            fits = at != NULL;
            if (!fits) continue;
            sn_graph_destroy(*out);
            *out = at;
        }
        if (!fits) o->now = o->first;
    }
    return SN_OK;
}

/* Only sizes that lead are long. */
static void give_leading(open_search *s)
{
    give_all(s, 0, false);
    for (int j = 0; j < s->n; j++) {
        open_size *o = &s->sizes[j];
        if (!o->leads) o->now = odd[j % N_OF_LIST];
    }
}

static sn_status search(open_search *s, sn_graph **out)
{
    const int n_lists = s->kind == SN_OPEN_APART   ? N_LISTS
                        : s->kind == SN_OPEN_SHORT ? N_SHORT_LISTS
                                                   : 1;
    for (int aligned = 0; aligned < (s->n > 1 ? 2 : 1); aligned++) {
        for (int list = 0; list < n_lists && !*out; list++) {
            give_all(s, list, aligned);
            SN_TRY(attempt(s, out));
        }
    }
    if (*out) return SN_OK;
    if (s->kind == SN_OPEN_APART) return s->n > 1 ? one_by_one(s, out) : SN_OK;
    if (s->kind != SN_OPEN_LONG) return SN_OK;
    give_leading(s);
    return attempt(s, out);
}

/* ---- where slices end ------------------------------------------------------------------------ */

typedef struct cut {
    int64_t at;
    int axis;
} cut;

typedef struct cut_list {
    int n;
    cut of[MOST_CUTS]; /* the furthest first */
} cut_list;

static void add_cut(cut_list *c, int64_t at, int axis)
{
    int i = 0;
    if (at <= lengthy[0] || at > LONGEST) return;
    while (i < c->n && c->of[i].at > at) i++;
    if (i == MOST_CUTS || (i < c->n && c->of[i].at == at && c->of[i].axis == axis)) return;
    if (c->n < MOST_CUTS) c->n++;
    memmove(c->of + i + 1, c->of + i, sizeof *c->of * (size_t)(c->n - i - 1));
    c->of[i] = (cut){at, axis};
}

/* Counted from the front or from the back. */
static void add_cuts_of(const sn_graph *g, cut_list *c)
{
    SN_EACH_NODE(n, g)
    {
        const sn_slice_params *p = n->params;
        if (n->op != &sn_op_slice) continue;
        for (int32_t i = 0; i < p->starts.n; i++) {
            const char *const of[] = {p->starts.v[i], p->ends.v[i]};
            for (int k = 0; k < 2; k++) {
                int64_t at = 0;
                if (sn_size_number(of[k], &at)) add_cut(c, llabs(at), p->axes.n ? p->axes.v[i] : i);
            }
        }
    }
}

/* The axis that is cut, of each input that leaves it open, and the others as they were, else short
 * ones; else all that is open. */
static sn_status go_beyond(open_search *s, const cut *c, sn_graph **out)
{
    enum { AS_THEY_WERE, SHORT, LONG };
    for (int others = AS_THEY_WERE; others <= LONG && !*out; others++) {
        for (int j = 0; j < s->n; j++) {
            open_size *o = &s->sizes[j];
            o->now = others == SHORT && o->first != 1 ? few[j % N_OF_LIST] : o->first;
            if (others == LONG || o->axis == c->axis) o->now = c->at + BEYOND;
        }
        SN_TRY(attempt(s, out));
    }
    return SN_OK;
}

static sn_status search_beyond_cuts(open_search *s, const sn_graph *also, sn_graph **out)
{
    cut_list c = {0};
    add_cuts_of(s->g, &c);
    add_cuts_of(also, &c);
    for (int i = 0; i < c.n && !*out; i++) SN_TRY(go_beyond(s, &c.of[i], out));
    return SN_OK;
}

sn_status sn_graph_at_open_sizes(const sn_graph *g, const sn_graph *first, const sn_graph *also,
                                 sn_open_kind kind, sn_size_wish *wish, sn_graph **out)
{
    open_search s = {.g = g, .kind = kind, .wish = wish};
    *out = NULL;
    s.arena = sn_arena_create(g->ctx);
    find_open(&s, first, also);
    const double most = TIMES_AS_HEAVY * sn_graph_weight(first);
    const bool is_long = kind == SN_OPEN_LONG || kind == SN_OPEN_CUT;
    s.most = is_long ? VERY_LIGHT : most > LIGHT ? most : LIGHT;
    sn_status status = SN_OK;
    if (s.n) status = kind == SN_OPEN_CUT ? search_beyond_cuts(&s, also, out) : search(&s, out);
    sn_arena_destroy(s.arena);
    return status;
}
