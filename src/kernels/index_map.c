/* SPDX-License-Identifier: Apache-2.0
 *
 * Index maps; see index_map.h.
 *
 * Folding into loops: a point of the program is a class (what is done) and a vector of addresses
 * (where to, where from). Points of one class whose addresses form an arithmetic progression become
 * one point of a new class, which is the old one with a loop around it; this is repeated until
 * nothing joins any more. As no float is written twice the order of points is free, so the points
 * of a class need not stand side by side: the rows of an image between its borders meet, too. */
#include "kernels/index_map.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "ops/eval.h"
#include "ops/ops.h"

/* ---- the map --------------------------------------------------------------------------------- */

/* Of inputs and outputs together: each is worked out twice and looked at several times while a
 * network is planned, and takes 16 bytes then. */
enum { MOST_ELEMENTS = 1 << 28 };

bool sn_index_map_fits(const sn_node *node)
{
    if (!sn_op_has(node->op, SN_TRAIT_COPIES_BITS) || !node->op->eval) return false;
    for (unsigned i = 0; i < node->n_out; i++)
        if (sn_out(node, i)->type != sn_out(node, 0)->type) return false;
    int64_t total = 0;
    for (unsigned i = 0; i < node->n_in; i++) {
        const sn_value *v = sn_in(node, i);
        if (!v) continue;
        if (!sn_shape_known(&v->shape)) return false;
        total += sn_shape_count(&v->shape);
    }
    for (unsigned i = 0; i < node->n_out; i++) {
        if (!sn_shape_known(&sn_out(node, i)->shape)) return false;
        total += sn_shape_count(&sn_out(node, i)->shape);
    }
    return total < MOST_ELEMENTS;
}

static bool is_f32(const sn_value *v)
{
    return v->type == SN_TYPE_f32 || v->type == SN_TYPE_UNKNOWN;
}

bool sn_index_map_moves(const sn_node *node, unsigned slot)
{
    const sn_value *v = sn_in(node, slot), *y = sn_out(node, 0);
    if (!v || v->type != y->type) return false;
    return is_f32(v) || slot == 0 || sn_op_slot(node->op, slot)->flags & SN_SLOT_VARIADIC ||
           node->op == &sn_op_slice_scatter;
}

/* Constants that are lists of sizes or the like are given as they are: their elements may be looked
 * at. */
static bool is_list(const sn_node *node, unsigned slot)
{
    enum { LONGEST_LIST = 16 };
    const sn_value *v = sn_in(node, slot);
    if (!sn_const_of(v)) return false;
    return !sn_index_map_moves(node, slot) ||
           (is_f32(v) && sn_shape_count(&v->shape) <= LONGEST_LIST);
}

/* Inputs whose elements are their numbers (`flip`: with all bits turned). */
static sn_status tagged(sn_ctx *ctx, sn_arena *scratch, const sn_node *node, const int64_t *base,
                        bool flip, const sn_tensor ***out)
{
    const sn_tensor **in = SN_NEW_N(scratch, const sn_tensor *, node->n_in);
    *out = in;
    for (unsigned s = 0; s < node->n_in; s++) {
        const sn_value *v = sn_in(node, s);
        if (!v) continue;
        if (is_list(node, s)) {
            in[s] = sn_const_of(v);
            sn_tensor_retain(in[s]);
            continue;
        }
        sn_tensor *t;
        void *data;
        SN_TRY(sn_tensor_create(ctx, SN_TYPE_f32, &v->shape, &t, &data));
        in[s] = t;
        for (int64_t i = 0; i < base[s + 1] - base[s]; i++) {
            const uint32_t tag = (uint32_t)(base[s] + i);
            ((uint32_t *)data)[i] = flip ? ~tag : tag;
        }
    }
    return SN_OK;
}

static void release(const sn_tensor *const *t, unsigned n)
{
    for (unsigned i = 0; t && i < n; i++) sn_tensor_release(t[i]);
}

static sn_status evaluated(sn_ctx *ctx, sn_arena *scratch, const sn_node *node, const int64_t *base,
                           bool flip, const sn_tensor **out)
{
    const sn_tensor **in = NULL;
    sn_status status = tagged(ctx, scratch, node, base, flip, &in);
    if (status == SN_OK)
        status = sn_eval_node(ctx, scratch, sn_dims_create(scratch), node, in, out);
    release(in, node->n_in);
    return status;
}

typedef struct value_list {
    SN_VEC(uint32_t) v;
} value_list;

static int32_t value_index(value_list *values, uint32_t bits)
{
    for (size_t i = values->v.n; i-- > 0;)
        if (values->v.v[i] == bits) return (int32_t)i;
    SN_PUSH(values->v, bits);
    return (int32_t)values->v.n - 1;
}

/* From what became of the tags, straight and turned. */
static sn_status read_tags(sn_ctx *ctx, const sn_node *node, const uint32_t *straight,
                           const uint32_t *turned, int64_t n, int64_t total, value_list *values,
                           int32_t *from)
{
    enum { MAX_VALUES = 4096 };
    for (int64_t i = 0; i < n; i++) {
        if (straight[i] == ~turned[i] && straight[i] < total) {
            from[i] = (int32_t)straight[i];
        } else if (straight[i] == turned[i] && values->v.n < MAX_VALUES) {
            from[i] = ~value_index(values, straight[i]);
        } else {
            return sn_node_fail(ctx, node, SN_E_UNSUPPORTED,
                                "more is done to its inputs than moving their elements");
        }
    }
    return SN_OK;
}

static sn_status fill_map(sn_ctx *ctx, sn_arena *lasting, sn_arena *scratch, const sn_node *node,
                          sn_index_map *map, const sn_tensor **straight, const sn_tensor **turned)
{
    int64_t *count = SN_NEW_N(lasting, int64_t, node->n_out);
    value_list values = {SN_VEC_IN(lasting)};
    SN_TRY(evaluated(ctx, scratch, node, map->base, false, straight));
    SN_TRY(evaluated(ctx, scratch, node, map->base, true, turned));
    for (unsigned o = 0; o < node->n_out; o++) {
        count[o] = sn_tensor_count(straight[o]);
        if (straight[o]->type != SN_TYPE_f32 ||
            !sn_shape_equal(&straight[o]->shape, &sn_out(node, o)->shape))
            return sn_node_fail(ctx, node, SN_E_UNSUPPORTED,
                                "the shape of output %u depends on what it is given", o);
        int32_t *from = SN_NEW_N(lasting, int32_t, count[o]);
        SN_TRY(read_tags(ctx, node, sn_tensor_data(straight[o]), sn_tensor_data(turned[o]),
                         count[o], map->base[node->n_in], &values, from));
        map->from[o] = from;
    }
    map->count = count;
    map->value = values.v.v;
    map->n_values = values.v.n;
    return SN_OK;
}

sn_status sn_index_map_of(sn_ctx *ctx, sn_arena *lasting, sn_arena *scratch, const sn_node *node,
                          sn_index_map **out)
{
    if (!sn_index_map_fits(node))
        return sn_node_fail(ctx, node, SN_E_UNSUPPORTED, "operator %s has no index map here",
                            node->op->name);
    sn_index_map *map = SN_NEW(lasting, sn_index_map);
    int64_t *base = SN_NEW_N(lasting, int64_t, node->n_in + 1);
    for (unsigned s = 0; s < node->n_in; s++)
        base[s + 1] = base[s] + (sn_in(node, s) ? sn_shape_count(&sn_in(node, s)->shape) : 0);
    *map = (sn_index_map){.n_in = node->n_in, .n_out = node->n_out, .base = base};
    map->from = SN_NEW_N(lasting, const int32_t *, node->n_out);
    const sn_tensor **straight = SN_NEW_N(scratch, const sn_tensor *, node->n_out);
    const sn_tensor **turned = SN_NEW_N(scratch, const sn_tensor *, node->n_out);
    sn_status status = fill_map(ctx, lasting, scratch, node, map, straight, turned);
    release(straight, node->n_out);
    release(turned, node->n_out);
    *out = map;
    return status;
}

sn_index_map *sn_index_map_then(sn_arena *arena, const sn_index_map *first,
                                const sn_index_map *next)
{
    sn_index_map *map = SN_NEW(arena, sn_index_map);
    uint32_t *value = SN_NEW_N(arena, uint32_t, first->n_values + next->n_values + 1);
    for (size_t i = 0; i < first->n_values; i++) value[i] = first->value[i];
    for (size_t i = 0; i < next->n_values; i++) value[first->n_values + i] = next->value[i];
    *map = (sn_index_map){
        .n_in = first->n_in, .n_out = next->n_out, .base = first->base, .count = next->count};
    map->value = value;
    map->n_values = first->n_values + next->n_values;
    map->from = SN_NEW_N(arena, const int32_t *, next->n_out);
    for (uint16_t o = 0; o < next->n_out; o++) {
        int32_t *from = SN_NEW_N(arena, int32_t, next->count[o]);
        for (int64_t i = 0; i < next->count[o]; i++) {
            const int32_t k = next->from[o] ? next->from[o][i] : (int32_t)i;
            if (k >= 0)
                from[i] = first->from[0] ? first->from[0][k] : k;
            else
                from[i] = k - (int32_t)first->n_values;
        }
        map->from[o] = from;
    }
    return map;
}

sn_index_map *sn_index_map_same(sn_arena *arena, int64_t count)
{
    sn_index_map *map = SN_NEW(arena, sn_index_map);
    int64_t *base = SN_NEW_N(arena, int64_t, 2), *counts = SN_NEW_N(arena, int64_t, 1);
    base[1] = counts[0] = count;
    *map = (sn_index_map){.n_in = 1, .n_out = 1, .base = base, .count = counts};
    map->from = SN_NEW_N(arena, const int32_t *, 1);
    return map;
}

/* ---- addresses ------------------------------------------------------------------------------- */

static int64_t address_of(const sn_layout *l, int64_t i, int lanes)
{
    if (l->kind == SN_LAYOUT_PLAIN) return i;
    const int64_t c = i / l->pixels, p = i % l->pixels;
    return c / lanes * l->plane + p * lanes + c % lanes;
}

typedef struct source {
    int in; /* or SN_INDEX_VALUE, SN_INDEX_ANY */
    int64_t at;
} source;

static source source_of(const sn_index_map *map, const sn_place *const *in, uint16_t o, int64_t i,
                        int lanes)
{
    const int64_t number = map->from[o] ? map->from[o][i] : i;
    if (number < 0) return (source){SN_INDEX_VALUE, map->value[~number]};
    int s = 0;
    while (number >= map->base[s + 1]) s++;
    const int64_t at = number - map->base[s];
    return (source){s, in[s] ? address_of(&in[s]->layout, at, lanes) : at};
}

bool sn_index_each(const sn_index_map *map, const sn_place *const *in, const sn_place *const *out,
                   uint16_t o, int lanes, sn_index_visit *visit, void *user)
{
    const sn_layout *l = &out[o]->layout;
    if (l->kind == SN_LAYOUT_PLAIN) {
        for (int64_t i = 0; i < map->count[o]; i++) {
            const source s = source_of(map, in, o, i, lanes);
            if (!visit(user, i, s.in, s.at)) return false;
        }
        return true;
    }
    const int64_t blocks = sn_layout_blocks(l, lanes);
    for (int64_t b = 0; b < blocks; b++)
        for (int64_t p = 0; p < l->pixels; p++)
            for (int k = 0; k < lanes; k++) {
                const int64_t c = b * lanes + k;
                source s = {SN_INDEX_ANY, 0};
                if (c < l->channels) s = source_of(map, in, o, c * l->pixels + p, lanes);
                if (!visit(user, b * l->plane + p * lanes + k, s.in, s.at)) return false;
            }
    return true;
}

/* ---- folding --------------------------------------------------------------------------------- */

enum { N_AT = 1 + SN_INDEX_FROM, MAX_CLASSES = 4096, MAX_POINTS = 1 << 17 };

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
    size_t last_pattern;        /* class found last, that is likely wanted again */
    source now[SN_INDEX_LANES]; /* lanes of the point at hand */
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
        const source *s = &f->now[k];
        c.pattern.from[k] = (int8_t)(s->in < 0 ? s->in : 0);
        if (s->in == SN_INDEX_VALUE) c.pattern.value[k] = (uint32_t)s->at;
        if (s->in < 0) continue;
        const int64_t lane = s->at % f->lanes, at = s->at - lane;
        int q = 0;
        while (q < c.pattern.n_from && (c.pattern.in[q] != s->in || p.at[1 + q] != at)) q++;
        if (q == SN_INDEX_FROM) return false;
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

/* Lanes that nobody reads still have to hold a number: of single floats they are zeros. */
static bool visit_float(void *user, int64_t to, int in, int64_t from)
{
    folding *f = user;
    if (f->n_now == 0) f->now_to = to;
    f->now[f->n_now] = (source){in, from};
    if (in == SN_INDEX_ANY && f->lanes == 1) f->now[f->n_now] = (source){SN_INDEX_VALUE, 0};
    if (++f->n_now < f->lanes) return true;
    f->n_now = 0;
    return take_lanes(f);
}

/* ---- nests ----------------------------------------------------------------------------------- */

static void push_axis(sn_index_nest *nest, int64_t size, const int64_t *step)
{
    const int last = nest->n - 1;
    bool joins = last >= 0 && nest->to_step[last] == step[0] * size;
    for (int q = 0; joins && q < SN_INDEX_FROM; q++)
        joins = nest->from_step[last][q] == step[1 + q] * size;
    const int k = joins ? last : nest->n++;
    nest->size[k] = joins ? nest->size[k] * size : size;
    nest->to_step[k] = step[0];
    memcpy(nest->from_step[k], step + 1, sizeof nest->from_step[k]);
}

static sn_index_nest nest_of(sn_arena *lasting, const folding *f, const point *p)
{
    sn_index_nest nest = {.to = p->at[0]};
    memcpy(nest.from, p->at + 1, sizeof nest.from);
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

/* `lanes` neighbours from one vector, of which the first `n` are read. */
static sn_index_pattern copied_lanes(int lanes, int64_t n)
{
    sn_index_pattern pattern = {.n_from = 1};
    for (int k = 0; k < lanes; k++) {
        pattern.from[k] = k < n ? 0 : SN_INDEX_ANY;
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
