/* SPDX-License-Identifier: Apache-2.0
 *
 * Index maps as loops; see index_map.h.
 *
 * Folding into loops: a point of the program is a class (what is done) and a vector of addresses
 * (where to, where from). Points of one class whose addresses form an arithmetic progression become
 * one point of a new class, which is the old one with a loop around it; this is repeated until
 * nothing joins any more. As no float is written twice the order of points is free, so the points
 * of a class need not stand side by side: the rows of an image between its borders meet, too. */
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "kernels/index_map.h"

/* ---- folding --------------------------------------------------------------------------------- */

/* Vectors that one is put together from at most, where points are folded: of more than a few,
 * single floats are as fast. */
enum { MOST_FROM = 4 };
enum { N_AT = 1 + MOST_FROM, MAX_CLASSES = 4096, MAX_POINTS = 1 << 17 };

typedef struct lane_source {
    int in; /* or SN_INDEX_VALUE */
    int64_t at;
} lane_source;

typedef struct point {
    int32_t class;
    int64_t at[N_AT]; /* to, from.. */
} point;

/* What is done at a point: a pattern, or a loop around another class. */
typedef struct fold_class {
    int32_t inner; /* -1: a pattern */
    sn_index_pattern pattern;
    int64_t size, step[N_AT];
    int n_axes;
    /* The progression of its points that is being read. `held`: it has two points, and a third that
     * does not go on with them. */
    point open, third;
    int64_t n_open, open_step[N_AT];
    bool held;
} fold_class;

typedef struct folding {
    SN_VEC(fold_class) classes;
    SN_VEC(point) points;
    int lanes;
    uint16_t out;
    size_t last_pattern;             /* class found last, that is likely wanted again */
    lane_source now[SN_INDEX_LANES]; /* lanes of the point at hand */
    int n_now;
    int64_t now_to;
    const sn_place *const *in;
} folding;

static int32_t class_find(folding *f, const fold_class *c)
{
    const fold_class *last = f->last_pattern < f->classes.n ? &f->classes.v[f->last_pattern] : NULL;
    if (c->inner < 0 && last && last->inner < 0 &&
        memcmp(&last->pattern, &c->pattern, sizeof c->pattern) == 0)
        return (int32_t)f->last_pattern;
    for (size_t i = f->classes.n; i-- > 0;) {
        const fold_class *d = &f->classes.v[i];
        if (d->inner != c->inner) continue;
        if (c->inner < 0 ? memcmp(&d->pattern, &c->pattern, sizeof c->pattern) == 0
                         : d->size == c->size && memcmp(d->step, c->step, sizeof c->step) == 0) {
            if (c->inner < 0) f->last_pattern = i;
            return (int32_t)i;
        }
    }
    if (f->classes.n >= MAX_CLASSES) return -1;
    SN_PUSH(f->classes, *c);
    return (int32_t)f->classes.n - 1;
}

/* A loop of n points from `first` on; n == 1 is the point itself. */
static bool loop_point(folding *f, const point *first, int64_t n, const int64_t *step, point *out)
{
    *out = *first;
    if (n == 1) return true;
    fold_class c;
    memset(&c, 0, sizeof c);
    c.inner = first->class;
    c.size = n;
    c.n_axes = f->classes.v[first->class].n_axes + 1;
    memcpy(c.step, step, sizeof c.step);
    out->class = c.n_axes > SN_INDEX_AXES ? -1 : class_find(f, &c);
    return out->class >= 0;
}

static bool steps_by(const point *a, const point *b, const int64_t *step)
{
    for (int k = 0; k < N_AT; k++)
        if (b->at[k] - a->at[k] != step[k]) return false;
    return true;
}

static void step_between(const point *a, const point *b, int64_t *step)
{
    for (int k = 0; k < N_AT; k++) step[k] = b->at[k] - a->at[k];
}

/* Points as they come: each class reads one progression; where that ends it is a point of another
 * class, and so on. A million points need no memory so. What stays alone is kept for fold_all. */
static bool add_point(folding *f, const point *p);

static bool keep_point(folding *f, const point *p)
{
    if (f->points.n >= MAX_POINTS) return false;
    SN_PUSH(f->points, *p);
    return true;
}

static bool close_run(folding *f, int32_t class)
{
    fold_class *c = &f->classes.v[class];
    const point first = c->open;
    const int64_t n = c->n_open;
    int64_t step[N_AT];
    memcpy(step, c->open_step, sizeof step);
    c->n_open = 0;
    if (n == 0) return true;
    if (n == 1) return keep_point(f, &first);
    point made;
    return loop_point(f, &first, n, step, &made) && add_point(f, &made);
}

static void open_run(folding *f, const point *p)
{
    fold_class *c = &f->classes.v[p->class];
    c->open = *p;
    c->n_open = 1;
    memset(c->open_step, 0, sizeof c->open_step);
}

/* Two points and a third that did not fit: with `p` the second and third may begin a longer
 * progression (p NULL: they do not). */
static bool settle(folding *f, int32_t class, const point *p, bool *taken)
{
    fold_class *c = &f->classes.v[class];
    const point first = c->open, third = c->third;
    point second = first;
    int64_t next[N_AT];
    for (int k = 0; k < N_AT; k++) second.at[k] += c->open_step[k];
    step_between(&second, &third, next);
    c->held = false;
    *taken = p && steps_by(&third, p, next);
    if (*taken) {
        c->open = second;
        c->n_open = 2;
        memcpy(c->open_step, next, sizeof next);
        return keep_point(f, &first);
    }
    if (!close_run(f, class)) return false;
    open_run(f, &third);
    return true;
}

static bool add_point(folding *f, const point *p)
{
    bool taken = false;
    if (f->classes.v[p->class].held && !settle(f, p->class, p, &taken)) return false;
    if (taken) {
        f->classes.v[p->class].n_open++;
        return true;
    }
    fold_class *c = &f->classes.v[p->class];
    point last = c->open;
    for (int k = 0; k < N_AT; k++) last.at[k] += (c->n_open - 1) * c->open_step[k];
    if (c->n_open == 0) {
        open_run(f, p);
    } else if (c->n_open == 1) {
        step_between(&c->open, p, c->open_step);
        c->n_open = 2;
    } else if (steps_by(&last, p, c->open_step)) {
        c->n_open++;
    } else if (c->n_open == 2) {
        c->held = true;
        c->third = *p;
    } else {
        if (!close_run(f, p->class)) return false;
        open_run(f, p);
    }
    return true;
}

/* The end of all points. Closing makes points of later classes alone. */
static bool close_all(folding *f)
{
    for (size_t i = 0; i < f->classes.n; i++) {
        bool taken;
        if (f->classes.v[i].held && !settle(f, (int32_t)i, NULL, &taken)) return false;
        if (!close_run(f, (int32_t)i)) return false;
    }
    return true;
}

/* Points of one class, in order: v[i..n) into progressions. One of two points only is given up when
 * its second could begin a longer one. */
static bool fold_class_points(folding *f, const point *v, size_t n, point *to, size_t *n_to)
{
    for (size_t i = 0; i < n;) {
        size_t k = 1;
        int64_t step[N_AT] = {0};
        if (i + 1 < n) {
            step_between(&v[i], &v[i + 1], step);
            for (k = 2; i + k < n && steps_by(&v[i + k - 1], &v[i + k], step);) k++;
        }
        if (k == 2 && i + 3 < n) {
            int64_t next[N_AT];
            step_between(&v[i + 1], &v[i + 2], next);
            if (steps_by(&v[i + 2], &v[i + 3], next)) k = 1;
        }
        if (!loop_point(f, &v[i], (int64_t)k, step, &to[(*n_to)++])) return false;
        i += k;
    }
    return true;
}

/* One level; the points are put in order of their classes, those of a class staying in order. */
static bool fold_once(folding *f, sn_arena *scratch)
{
    const size_t n_classes = f->classes.n, n = f->points.n;
    size_t *first = SN_NEW_N(scratch, size_t, n_classes + 1);
    for (size_t i = 0; i < n; i++) first[f->points.v[i].class + 1]++;
    for (size_t c = 0; c < n_classes; c++) first[c + 1] += first[c];
    point *sorted = SN_NEW_N(scratch, point, n), *made = SN_NEW_N(scratch, point, n);
    for (size_t i = 0; i < n; i++) sorted[first[f->points.v[i].class]++] = f->points.v[i];
    size_t n_made = 0, start = 0;
    for (size_t c = 0; c < n_classes; c++) { /* first[c] is the end of class c now */
        if (!fold_class_points(f, sorted + start, first[c] - start, made, &n_made)) return false;
        start = first[c];
    }
    if (n_made) memcpy(f->points.v, made, n_made * sizeof *made);
    f->points.n = n_made;
    return true;
}

static bool fold_all(folding *f, sn_arena *scratch)
{
    size_t before;
    do {
        before = f->points.n;
        if (!fold_once(f, scratch)) return false;
    } while (f->points.n < before);
    return true;
}

/* ---- points from floats ---------------------------------------------------------------------- */

/* The lanes in f->now as a point. False where they come from too many vectors. */
static bool take_lanes(folding *f)
{
    fold_class c;
    point p;
    memset(&c, 0, sizeof c);
    memset(&p, 0, sizeof p);
    c.inner = -1;
    c.pattern.out = f->out;
    p.at[0] = f->now_to;
    for (int k = 0; k < f->lanes; k++) {
        const lane_source *s = &f->now[k];
        c.pattern.from[k] = (int8_t)(s->in < 0 ? s->in : 0);
        if (s->in == SN_INDEX_VALUE) c.pattern.value[k] = (uint32_t)s->at;
        if (s->in < 0) continue;
        const int64_t lane = s->at % f->lanes, at = s->at - lane;
        int q = 0;
        while (q < c.pattern.n_from && (c.pattern.in[q] != s->in || p.at[1 + q] != at)) q++;
        if (q == MOST_FROM) return false;
        if (q == c.pattern.n_from) {
            c.pattern.in[c.pattern.n_from++] = (uint16_t)s->in;
            p.at[1 + q] = at;
        }
        c.pattern.from[k] = (int8_t)q;
        c.pattern.lane[k] = (int8_t)lane;
    }
    p.class = class_find(f, &c);
    return p.class >= 0 && add_point(f, &p);
}

static bool visit_float(void *user, int64_t to, int in, int64_t from)
{
    folding *f = user;
    if (f->n_now == 0) f->now_to = to;
    f->now[f->n_now] = (lane_source){in, from};
    if (++f->n_now < f->lanes) return true;
    f->n_now = 0;
    return take_lanes(f);
}

/* ---- nests ----------------------------------------------------------------------------------- */

static void push_axis(sn_index_nest *nest, int64_t size, const int64_t *step)
{
    const int last = nest->n - 1;
    bool joins = last >= 0 && nest->to_step[last] == step[0] * size;
    for (int q = 0; joins && q < MOST_FROM; q++)
        joins = nest->from_step[last][q] == step[1 + q] * size;
    const int k = joins ? last : nest->n++;
    nest->size[k] = joins ? nest->size[k] * size : size;
    nest->to_step[k] = step[0];
    memcpy(nest->from_step[k], step + 1, MOST_FROM * sizeof *step);
}

static sn_index_nest nest_of(sn_arena *lasting, const folding *f, const point *p)
{
    sn_index_nest nest = {.to = p->at[0]};
    memcpy(nest.from, p->at + 1, MOST_FROM * sizeof *p->at);
    int32_t c = p->class;
    for (; f->classes.v[c].inner >= 0; c = f->classes.v[c].inner)
        push_axis(&nest, f->classes.v[c].size, f->classes.v[c].step);
    nest.pattern = sn_arena_copy(lasting, &f->classes.v[c].pattern, sizeof(sn_index_pattern));
    return nest;
}

/* As they are written, so that code and memory go in one direction. */
static int by_address(const void *a, const void *b)
{
    const sn_index_nest *x = a, *y = b;
    if (x->pattern->out != y->pattern->out) return x->pattern->out < y->pattern->out ? -1 : 1;
    return x->to < y->to ? -1 : x->to > y->to;
}

static bool all_blocked(const sn_index_map *map, const sn_place *const *in,
                        const sn_place *const *out)
{
    for (unsigned i = 0; i < map->n_in; i++)
        if (!in[i] ? map->base[i + 1] > map->base[i] : in[i]->layout.kind != SN_LAYOUT_BLOCKED)
            return false;
    for (unsigned i = 0; i < map->n_out; i++)
        if (out[i]->layout.kind != SN_LAYOUT_BLOCKED) return false;
    return true;
}

static bool fold_map(sn_arena *scratch, const sn_index_map *map, const sn_place *const *in,
                     const sn_place *const *out, int lanes, int lanes_at_once, folding *f)
{
    *f = (folding){.classes = SN_VEC_IN(scratch),
                   .points = SN_VEC_IN(scratch),
                   .lanes = lanes_at_once,
                   .in = in};
    for (uint16_t o = 0; o < map->n_out; o++) {
        f->out = o;
        if (!sn_index_each(map, in, out, o, lanes, visit_float, f)) return false;
    }
    return close_all(f) && fold_all(f, scratch);
}

/* ---- changes of layout ----------------------------------------------------------------------- */

typedef struct mapped_axis {
    int64_t size, to, from; /* steps in floats */
} mapped_axis;

/* A nest whose one source is input 0 (or a pattern of constants); axes of one step are no loops. */
static void add_nest(sn_arena *lasting, sn_index_nests *nests, const sn_index_pattern *pattern,
                     int64_t to, int64_t from, const mapped_axis *axes, int n_axes)
{
    sn_index_nest *nest = &nests->v[nests->n];
    *nest = (sn_index_nest){
        .pattern = sn_arena_copy(lasting, pattern, sizeof *pattern), .to = to, .from = {from}};
    for (int a = 0; a < n_axes; a++) {
        const int64_t step[N_AT] = {axes[a].to, axes[a].from};
        if (axes[a].size == 0) return;
        if (axes[a].size > 1) push_axis(nest, axes[a].size, step);
    }
    nests->n++;
}

/* The first `n` of `lanes` neighbours from one vector; zeros behind them. */
static sn_index_pattern copied_lanes(int lanes, int64_t n)
{
    sn_index_pattern pattern = {.n_from = 1};
    for (int k = 0; k < lanes; k++) {
        pattern.from[k] = k < n ? 0 : SN_INDEX_VALUE;
        pattern.lane[k] = k < n ? (int8_t)k : 0;
    }
    return pattern;
}

/* Elements that keep their order follow from the two layouts, however many they are. */
static void nests_of_same(sn_arena *lasting, const sn_layout *in, const sn_layout *out,
                          int64_t count, int lanes, sn_index_nests *nests)
{
    enum { MOST = 3 };
    const sn_layout *blocked = out->kind == SN_LAYOUT_BLOCKED ? out : in;
    const int64_t pixels = blocked->pixels, full = blocked->channels / lanes,
                  rest = blocked->channels % lanes;
    const sn_index_pattern one = copied_lanes(1, 1), zero = {.from = {SN_INDEX_VALUE}};
    *nests = (sn_index_nests){.lanes = 1, .v = SN_NEW_N(lasting, sn_index_nest, MOST)};
    if (blocked->kind == SN_LAYOUT_PLAIN) {
        add_nest(lasting, nests, &one, 0, 0, (mapped_axis[]){{count, 1, 1}}, 1);
    } else if (in->kind == out->kind) {
        const sn_index_pattern all = copied_lanes(lanes, lanes), some = copied_lanes(lanes, rest);
        const mapped_axis block = {full, out->plane, in->plane}, pixel = {pixels, lanes, lanes};
        nests->lanes = lanes;
        add_nest(lasting, nests, &all, 0, 0, (mapped_axis[]){block, pixel}, 2);
        if (rest) add_nest(lasting, nests, &some, full * out->plane, full * in->plane, &pixel, 1);
    } else if (out->kind == SN_LAYOUT_BLOCKED) {
        const mapped_axis block = {full, out->plane, lanes * pixels}, pixel = {pixels, lanes, 1},
                          unused = {pixels, lanes, 0};
        const int64_t to = full * out->plane, from = full * lanes * pixels;
        add_nest(lasting, nests, &one, 0, 0, (mapped_axis[]){block, pixel, {lanes, 1, pixels}}, 3);
        add_nest(lasting, nests, &one, to, from, (mapped_axis[]){pixel, {rest, 1, pixels}}, 2);
        if (rest)
            add_nest(lasting, nests, &zero, to + rest, 0,
                     (mapped_axis[]){unused, {lanes - rest, 1, 0}}, 2);
    } else {
        const mapped_axis block = {full, lanes * pixels, in->plane}, pixel = {pixels, 1, lanes};
        add_nest(lasting, nests, &one, 0, 0, (mapped_axis[]){block, {lanes, pixels, 1}, pixel}, 3);
        add_nest(lasting, nests, &one, full * lanes * pixels, full * in->plane,
                 (mapped_axis[]){{rest, pixels, 1}, pixel}, 2);
    }
}

bool sn_index_nests_of(sn_arena *lasting, sn_arena *scratch, const sn_index_map *map,
                       const sn_place *const *in, const sn_place *const *out, int lanes,
                       size_t most, sn_index_nests *nests)
{
    folding f;
    if (map->n_in == 1 && map->n_out == 1 && !map->from[0]) {
        nests_of_same(lasting, &in[0]->layout, &out[0]->layout, map->count[0], lanes, nests);
        return true;
    }
    bool vectors = lanes > 1 && all_blocked(map, in, out);
    bool ok = vectors && fold_map(scratch, map, in, out, lanes, lanes, &f) && f.points.n <= most;
    if (!ok) {
        vectors = false;
        ok = fold_map(scratch, map, in, out, lanes, 1, &f) && f.points.n <= most;
    }
    if (!ok) return false;
    *nests = (sn_index_nests){.lanes = vectors ? lanes : 1, .n = f.points.n};
    nests->v = SN_NEW_N(lasting, sn_index_nest, f.points.n);
    for (size_t i = 0; i < f.points.n; i++) nests->v[i] = nest_of(lasting, &f, &f.points.v[i]);
    qsort(nests->v, nests->n, sizeof *nests->v, by_address);
    return true;
}

/* ---- channels of several tensors ------------------------------------------------------------- */

/* One vector of channels of output `o`, those from `first` on, for all pixels. `channels`: of that
 * output. */
static sn_index_nest nest_of_channels(sn_index_pattern *pattern, const sn_step *s, int o,
                                      const sn_channel *channels, int64_t first, int lanes)
{
    const sn_layout *y = &s->out[o]->layout;
    sn_index_nest nest = {.pattern = pattern,
                          .n = 1,
                          .size = {y->pixels},
                          .to_step = {lanes},
                          .to = first / lanes * y->plane};
    pattern->out = (uint16_t)o;
    for (int k = 0; k < lanes; k++) {
        pattern->from[k] = SN_INDEX_VALUE;
        if (first + k >= y->channels) continue;
        const sn_channel *c = &channels[first + k];
        const int64_t at = c->channel / lanes * s->in[c->in]->layout.plane;
        int q = 0;
        while (q < pattern->n_from && (pattern->in[q] != c->in || nest.from[q] != at)) q++;
        if (q == pattern->n_from) {
            pattern->in[pattern->n_from++] = (uint16_t)c->in;
            nest.from[q] = at;
            nest.from_step[0][q] = lanes;
        }
        pattern->from[k] = (int8_t)q;
        pattern->lane[k] = (int8_t)(c->channel % lanes);
    }
    return nest;
}

void sn_index_nests_of_channels(sn_arena *lasting, const sn_step *s, int lanes,
                                sn_index_nests *nests)
{
    int64_t n = 0;
    for (int o = 0; o < s->n_out; o++) n += sn_layout_blocks(&s->out[o]->layout, lanes);
    *nests = (sn_index_nests){.lanes = lanes, .v = SN_NEW_N(lasting, sn_index_nest, n)};
    sn_index_pattern *patterns = SN_NEW_N(lasting, sn_index_pattern, n);
    const sn_channel *channels = s->channels;
    for (int o = 0; o < s->n_out; o++) {
        const int64_t count = s->out[o]->layout.channels;
        for (int64_t first = 0; first < count; first += lanes, nests->n++)
            nests->v[nests->n] =
                nest_of_channels(&patterns[nests->n], s, o, channels, first, lanes);
        channels += count;
    }
}
