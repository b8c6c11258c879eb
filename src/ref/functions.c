/* SPDX-License-Identifier: Apache-2.0 */
#include "ref/functions.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "base/vec.h"
#include "ir/op.h"
#include "ops/eval.h"
#include "ops/ops.h"
#include "ops/range.h"
#include "ref/layers.h"
#include "ref/unfuse.h"

enum { MOST_BEHIND = 8, LEAST_POWER = -30, MOST_POWER = 40, MOST_OF_A_CONSTANT = 16, TRIPLE = 3 };

/* Beside the larger of two results, or beside 1e-3. */
#define SAME_RESULT      1e-5
#define SMALL_RESULT     1e-3
#define A_LITTLE_FURTHER 0x1p-10
#define BARELY_FURTHER   0x1p-17
#define NEXT_TO_IT       0x1p-20

/* Where a constant is stored in half precision: what rounding it moves, and as far away. */
#define SAME_OF_HALVES 0x1p-10

/* A function of one number: node[0] makes its result, node[n - 1] takes its argument. */
typedef struct function {
    const sn_node *node[MOST_BEHIND];
    uint16_t slot[MOST_BEHIND];
    int n;
} function;

typedef struct probe {
    sn_ctx *ctx;
    sn_arena *arena; /* wound back after every node */
    SN_VEC(float) at;
    sn_shape shape;    /* of what is given to the functions */
    bool halves;       /* one of them has constants in half precision */
    sn_interval range; /* of what may be given to them: proved */
    const sn_inner *inner;
    const sn_graph *g[2];
} probe;

/* Each element of n's result depends on that element of one input alone, the rest is constants.
 * *slot: of that input. */
static bool is_function(const sn_node *n, uint16_t *slot)
{
    if (!n || n->n_out != 1 || sn_op_has(n->op, SN_TRAIT_INPUT | SN_TRAIT_CONSTANT)) return false;
    if (!sn_node_evaluates(n) || sn_node_kind(n) > SN_FUSE_BROADCAST) return false;
    int n_computed = 0;
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *v = sn_in(n, i);
        if (!v) continue;
        if (sn_value_is_const(v) || v->kind != SN_RESULT) {
            const sn_tensor *t = sn_const_of(v);
            if (!t || !t->buf || !sn_type_is_float(t->type)) return false;
        } else {
            *slot = i;
            n_computed++;
        }
    }
    return n_computed == 1;
}

static bool has_halves(const function *f)
{
    for (int k = 0; k < f->n; k++) {
        for (uint16_t i = 0; i < f->node[k]->n_in; i++) {
            const sn_value *v = i == f->slot[k] ? NULL : sn_in(f->node[k], i);
            const sn_tensor *t = v ? sn_const_of(v) : NULL;
            if (t && t->coding == SN_CODED_F16) return true;
        }
    }
    return false;
}

/* ---- where to look --------------------------------------------------------------------------- */

/* And its neighbours, by which a function that is steep there is known. */
static void add(probe *p, double x)
{
    const double next = p->halves ? SAME_OF_HALVES : NEXT_TO_IT;
    if (!(x >= p->range.lo && x <= p->range.hi)) return;
    SN_PUSH(p->at, (float)x);
    SN_PUSH(p->at, (float)(x * (1 + next)));
    SN_PUSH(p->at, (float)(x * (1 - next)));
}

static void add_about(probe *p, double x)
{
    if (!(fabs(x) < (double)FLT_MAX / 2)) return;
    const double by[] = {0, A_LITTLE_FURTHER, -A_LITTLE_FURTHER, BARELY_FURTHER, -BARELY_FURTHER};
    for (size_t i = 0; i < sizeof by / sizeof *by; i++) add(p, x * (1 + by[i]));
}

static void add_numbers_of(probe *p, const sn_node *n)
{
    for (const sn_param *q = n->op->params; q && q->name; q++) {
        const void *at = (const char *)n->params + q->offset;
        if (q->kind == SN_PK_F32) {
            add_about(p, (double)*(const float *)at);
        } else if (q->kind == SN_PK_FLOATS) {
            const sn_floats *list = at;
            for (int i = 0; i < list->n; i++) add_about(p, (double)list->v[i]);
        }
    }
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_tensor *t = sn_in(n, i) ? sn_const_of(sn_in(n, i)) : NULL;
        for (int64_t k = 0; t && k < sn_tensor_count(t) && k < MOST_OF_A_CONSTANT; k++)
            add_about(p, sn_tensor_at(t, k));
    }
}

static void add_ends(probe *p)
{
    if (isfinite(p->range.lo)) add(p, p->range.lo);
    if (isfinite(p->range.hi)) add(p, p->range.hi);
}

static void add_powers(probe *p)
{
    add(p, 0);
    for (int k = LEAST_POWER; k <= MOST_POWER; k++) {
        add(p, ldexp(1.25, k));
        add(p, -ldexp(1.25, k));
    }
}

/* ---- results --------------------------------------------------------------------------------- */

/* What is given to functions of elements of such a value: numbers along the last axis, one row for
 * each channel, the first axis. A vector is one channel for each element: only functions that treat
 * them alike are known of it. */
static sn_shape shape_for(const probe *p, const sn_shape *of)
{
    sn_shape s = {.rank = of->rank > 1 ? of->rank : 1};
    for (int i = 0; i + 1 < s.rank; i++) s.d[i] = i ? 1 : of->d[0];
    s.d[s.rank - 1] = (int64_t)p->at.n;
    return s;
}

static sn_status numbers(const probe *p, const sn_tensor **out)
{
    void *data = NULL;
    sn_tensor *t = NULL;
    SN_TRY(sn_tensor_create(p->ctx, SN_TYPE_f32, &p->shape, &t, &data));
    const int64_t rows = sn_tensor_count(t) / (int64_t)p->at.n;
    for (int64_t r = 0; r < rows; r++)
        memcpy((float *)data + r * (int64_t)p->at.n, p->at.v, p->at.n * sizeof *p->at.v);
    *out = t;
    return SN_OK;
}

/* f at all numbers; NULL in *out: it cannot be worked out. */
static sn_status values_of(const probe *p, const function *f, const sn_tensor **out)
{
    const sn_tensor *x = NULL;
    *out = NULL;
    SN_TRY(numbers(p, &x));
    for (int k = f->n - 1; k >= 0 && x; k--) {
        const sn_node *n = f->node[k];
        const sn_tensor **in = SN_NEW_N(p->arena, const sn_tensor *, n->n_in), *y = NULL;
        for (uint16_t i = 0; i < n->n_in; i++)
            in[i] = i == f->slot[k] ? x : sn_in(n, i) ? sn_const_of(sn_in(n, i)) : NULL;
        const sn_status s = sn_eval_node(p->ctx, p->arena, sn_dims_create(p->arena), n, in, &y);
        sn_tensor_release(x);
        if (s == SN_E_MEMORY) return s;
        sn_ctx_clear_error(p->ctx);
        x = s == SN_OK ? y : NULL;
    }
    if (x && (!sn_shape_equal(&x->shape, &p->shape) || !sn_type_is_float(x->type))) {
        sn_tensor_release(x);
        x = NULL;
    }
    *out = x;
    return SN_OK;
}

/* How far t's element i is from its neighbours of the triple. */
static double steepness(const sn_tensor *t, int64_t i)
{
    const double x = sn_tensor_at(t, i);
    return fmax(fabs(x - sn_tensor_at(t, i + 1)), fabs(x - sn_tensor_at(t, i + 2)));
}

enum { NOWHERE = -1, NOT_KNOWN = -2 }; /* for an index */

/* The first number at which they differ, or NOWHERE. */
static int64_t first_apart(const probe *p, const sn_tensor *a, const sn_tensor *b)
{
    const double same = p->halves ? SAME_OF_HALVES : SAME_RESULT;
    for (int64_t i = 0, n = sn_tensor_count(a); i < n; i += TRIPLE) {
        const double x = sn_tensor_at(a, i), y = sn_tensor_at(b, i);
        if (x == y || (isnan(x) && isnan(y))) continue;
        const double beside = fmax(fmax(fabs(x), fabs(y)), SMALL_RESULT),
                     steep = fmax(steepness(a, i), steepness(b, i));
        if (fabs(x - y) <= same * beside || fabs(x - y) <= steep) continue;
        return i;
    }
    return NOWHERE;
}

/* ---- pairs ----------------------------------------------------------------------------------- */

static sn_interval meet(sn_interval a, sn_interval b)
{
    return (sn_interval){fmax(a.lo, b.lo), fmin(a.hi, b.hi), a.nan && b.nan};
}

static sn_interval range_of(const probe *p, const sn_value *v)
{
    return sn_value_range_proof((sn_value *)(uintptr_t)v, p->arena).range;
}

/* x and y at the same numbers of p's range. *at: where they differ first, or one of these. */
static sn_status compare(probe *p, const sn_shape *of, const function *x, const function *y,
                         int64_t *at, double *was, double *is)
{
    const sn_tensor *a = NULL, *b = NULL;
    p->at.n = 0;
    p->halves = has_halves(x) || has_halves(y);
    add_powers(p);
    add_ends(p);
    for (int k = 0; k < x->n; k++) add_numbers_of(p, x->node[k]);
    for (int k = 0; k < y->n; k++) add_numbers_of(p, y->node[k]);
    *at = NOT_KNOWN;
    if (!sn_shape_known(of) || !sn_shape_count(of) || !p->at.n) return SN_OK;
    p->shape = shape_for(p, of);
    sn_status s = values_of(p, x, &a);
    if (s == SN_OK && a) s = values_of(p, y, &b);
    if (s == SN_OK && a && b) *at = first_apart(p, a, b);
    if (*at >= 0) *was = sn_tensor_at(a, *at), *is = sn_tensor_at(b, *at);
    if (*at >= 0) *at %= (int64_t)p->at.n;
    sn_tensor_release(a);
    sn_tensor_release(b);
    return s;
}

static const char *name_of(const sn_node *n, sn_arena *arena)
{
    return sn_escape(arena, n->name ? n->name : n->op->name);
}

static const char *const networks[] = {"first", "second"};

static bool agree(const probe *p, int side, const sn_value *v, const sn_value *other)
{
    return side ? sn_inner_agree(p->inner, other, v) : sn_inner_agree(p->inner, v, other);
}

/* y of a side (0: a, which has numbers for all sizes) beside the functions of the other that end in
 * v, of no, of one and of more nodes. *same: one of them is y. words: of one that is not; of no
 * nodes it may only be the same. */
static sn_status beside(probe *p, int side, const sn_value *v, const function *y, sn_arena *arena,
                        bool *same, const char **words)
{
    const sn_value *argument = sn_in(y->node[y->n - 1], y->slot[y->n - 1]);
    function x = {.n = 0};
    uint16_t slot = 0;
    const sn_interval range = range_of(p, argument);
    for (;;) {
        if (agree(p, side, argument, v)) {
            int64_t at;
            double was = 0, is = 0;
            p->range = meet(range, range_of(p, v));
            SN_TRY(compare(p, &(side ? v : argument)->shape, &x, y, &at, &was, &is));
            *same = at == NOWHERE;
            if (at >= 0 && x.n && words && !*words)
                *words = sn_arena_printf(
                    arena,
                    "inside, '%s' makes %.9g of %.9g, where '%s' of the %s network makes %.9g, and "
                    "no input reveals it",
                    name_of(y->node[0], arena), is, (double)p->at.v[at], name_of(x.node[0], arena),
                    networks[!side], was);
        }
        if (*same || x.n == MOST_BEHIND || !is_function(v->def, &slot)) return SN_OK;
        x.node[x.n] = v->def;
        x.slot[x.n++] = slot;
        v = sn_in(v->def, slot);
    }
}

/* What `end` makes, as a function of what it reads, then of what the nodes before it read: what
 * differs alone may be the same together, where a bound keeps the rest away. *same: so it is,
 * counting from where `with` is among them. words as above. */
static sn_status look_behind(probe *p, int side, const sn_node *end, const sn_node *with,
                             sn_arena *arena, bool *same, const char **words)
{
    function y = {.n = 0};
    uint16_t slot = 0;
    bool has = false;
    for (const sn_node *of = end; y.n < MOST_BEHIND && is_function(of, &slot) && !*same;
         of = sn_in(of, slot)->def) {
        y.node[y.n] = of;
        y.slot[y.n++] = slot;
        has = has || of == with;
        const sn_value *v;
        const sn_inner_side from = side ? SN_INNER_B : SN_INNER_A;
        for (size_t i = 0; has && !*same && (v = sn_inner_partner(p->inner, from, end->out[0], i));
             i++)
            SN_TRY(beside(p, side, v, &y, arena, same, words));
        if (words && !*words) break;
    }
    return SN_OK;
}

/* The only node that reads n's result, if it is a function of that alone. */
static const sn_node *next_function(const sn_node *n)
{
    const sn_value *v = n->out[0];
    uint16_t slot = 0;
    if (v->n_uses != 1 || !is_function(v->uses->node, &slot)) return NULL;
    return slot == v->uses->slot ? v->uses->node : NULL;
}

/* n and those around it are functions of one number that the other network has, too. words: NULL
 * where they are, or there is nothing to hold them against. */
static sn_status look_at(probe *p, int side, const sn_node *n, sn_arena *arena, bool *same,
                         const char **words)
{
    const sn_arena_mark mark = sn_arena_save(p->arena);
    const sn_node *end = n;
    *same = false;
    if (words) *words = NULL;
    for (int k = 0; end && k < MOST_BEHIND && !*same; k++, end = next_function(end)) {
        SN_TRY(look_behind(p, side, end, n, arena, same, k ? NULL : words));
        if (words && !*words) break;
    }
    sn_arena_restore(p->arena, mark);
    if (*same && words) *words = NULL;
    return SN_OK;
}

/* ---- what changes nothing -------------------------------------------------------------------- */

/* A node that could change what it reads, and did not in any run: a bound that nothing reached, a
 * maximum of which one side was always the larger one. */
typedef struct idle {
    const sn_node *n;
    uint16_t slot; /* of the operand that it passed on */
    sn_shape shape;
    bool is_function;
    bool matched;
} idle;
typedef SN_VEC(idle) idles;

static function function_of(const idle *e)
{
    return (function){.node = {e->n}, .slot = {e->slot}, .n = 1};
}

/* What copies hand on: networks may have a name for each reader. */
static const sn_value *source_of(const sn_value *v)
{
    while (v && v->def && v->def->op == &sn_op_identity) v = sn_in(v->def, 0);
    return v;
}

/* The larger, or the smaller, of a number and itself. */
static bool is_of_one_value(const sn_node *n)
{
    return (n->op == &sn_op_min || n->op == &sn_op_max) && n->n_in == 2 &&
           source_of(sn_in(n, 0)) == source_of(sn_in(n, 1));
}

/* It is the identity on all that it may be given. */
static sn_status is_identity(probe *p, const idle *e, bool *is)
{
    int64_t at = NOT_KNOWN;
    double was, now;
    const function none = {.n = 0}, f = function_of(e);
    const sn_value *x = sn_in(e->n, e->slot);
    p->range = range_of(p, x);
    *is = is_of_one_value(e->n);
    if (*is) return SN_OK;
    if (e->is_function) SN_TRY(compare(p, &e->shape, &none, &f, &at, &was, &now));
    *is = at == NOWHERE;
    return SN_OK;
}

static bool is_an_input(const sn_value *v)
{
    while (v->def && v->def->n_in == 1 && sn_op_has(v->def->op, SN_TRAIT_COPIES_BITS))
        v = sn_in(v->def, 0);
    return v->def && sn_op_has(v->def->op, SN_TRAIT_INPUT);
}

/* Integers or bools of which this says nothing: what is made of others (there are many ways to say
 * a condition), sizes that are worked out, another type, or a constant that changes nothing
 * whatever it meets. */
static bool is_idle_whole(const idle *e, const bool *fed)
{
    const sn_node *n = e->n;
    const sn_value *x = sn_in(n, e->slot);
    if (!fed[n->out[0]->id] || n->out[0]->type != x->type || !is_an_input(x)) return true;
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_tensor *t = i != e->slot && sn_in(n, i) ? sn_const_of(sn_in(n, i)) : NULL;
        if (t && t->buf && n->n_in == 2 &&
            (n->op == &sn_op_add || n->op == &sn_op_sub || n->op == &sn_op_mul ||
             n->op == &sn_op_div))
            return true;
    }
    return false;
}

static sn_status find_idles(probe *p, int side, idles *list)
{
    const bool *fed = sn_fed_values(p->g[side], p->at.arena);
    SN_EACH_NODE(n, p->g[side])
    {
        idle e = {.n = n};
        uint16_t slot = 0;
        bool is;
        if (n->n_out != 1 || !n->op->expr || sn_node_kind(n) > SN_FUSE_BROADCAST) continue;
        if (!sn_inner_passes_on(p->inner, side ? SN_INNER_B : SN_INNER_A, n->out[0], &e.slot,
                                &e.shape))
            continue;
        const bool whole = n->out[0]->type != SN_TYPE_UNKNOWN && !sn_type_is_float(n->out[0]->type);
        if (whole && is_idle_whole(&e, fed)) continue;
        e.is_function = is_function(n, &slot) && slot == e.slot;
        const sn_arena_mark mark = sn_arena_save(p->arena);
        SN_TRY(is_identity(p, &e, &is));
        sn_arena_restore(p->arena, mark);
        if (!is) SN_PUSH(*list, e);
    }
    return SN_OK;
}

static sn_status are_alike(probe *p, const idle *a, const idle *b, bool *are)
{
    int64_t at = NOT_KNOWN;
    double was, is;
    const function x = function_of(a), y = function_of(b);
    p->range = range_of(p, sn_in(b->n, b->slot));
    if (a->is_function && b->is_function) SN_TRY(compare(p, &b->shape, &x, &y, &at, &was, &is));
    *are = at == NOWHERE ||
           (at == NOT_KNOWN && (a->slot == b->slot || sn_op_has(a->n->op, SN_TRAIT_COMMUTES)) &&
            !sn_layers_differ(a->n, b->n, p->arena));
    return SN_OK;
}

/* Each may stand somewhere else in the other network: rewrites move them. */
static sn_status match_idles(probe *p, idles *a, idles *b)
{
    for (size_t i = 0; i < b->n; i++) {
        for (size_t k = 0; k < a->n && !b->v[i].matched; k++) {
            bool are = false;
            if (a->v[k].matched) continue;
            const sn_arena_mark mark = sn_arena_save(p->arena);
            SN_TRY(are_alike(p, &a->v[k], &b->v[i], &are));
            sn_arena_restore(p->arena, mark);
            a->v[k].matched = b->v[i].matched = are;
        }
    }
    return SN_OK;
}

static const char *words_of(int side, const idle *e, int n_runs, sn_arena *arena)
{
    return sn_arena_printf(arena,
                           "inside, '%s' of the %s network changes nothing for any of %d inputs, "
                           "though it may for others, and the %s network has no such layer",
                           name_of(e->n, arena), networks[side], n_runs, networks[!side]);
}

static sn_status find_unmatched(probe *p, int n_runs, sn_arena *arena, sn_inner_finding *out,
                                bool *found)
{
    idles of[2] = {{.arena = p->at.arena}, {.arena = p->at.arena}};
    for (int side = 0; side < 2; side++) SN_TRY(find_idles(p, side, &of[side]));
    SN_TRY(match_idles(p, &of[0], &of[1]));
    for (int side = 1; side >= 0; side--) {
        for (size_t i = 0; i < of[side].n && !*found; i++) {
            const idle *e = &of[side].v[i];
            bool same = e->matched;
            if (!same && e->is_function) SN_TRY(look_at(p, side, e->n, arena, &same, NULL));
            if (same) continue;
            *found = true;
            *out = (sn_inner_finding){e->n->out[0]->name, words_of(side, e, n_runs, arena)};
        }
    }
    return SN_OK;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static probe probe_of(const sn_inner *inner, const sn_graph *a, const sn_graph *b)
{
    probe p = {.ctx = b->ctx,
               .at = SN_VEC_IN(sn_arena_create(b->ctx)),
               .arena = sn_arena_create(b->ctx),
               .range = {-INFINITY, INFINITY, true},
               .inner = inner,
               .g = {a, b}};
    return p;
}

static sn_status find_different(probe *p, sn_arena *arena, sn_inner_finding *out, bool *found)
{
    for (const sn_node *n = p->g[1]->first; n && !*found; n = n->next) {
        const char *words = NULL;
        bool same;
        SN_TRY(look_at(p, 1, n, arena, &same, &words));
        if (!words) continue;
        *found = true;
        *out = (sn_inner_finding){n->out[0]->name, words};
    }
    return SN_OK;
}

sn_status sn_functions_found(const sn_inner *inner, const sn_graph *a, const sn_graph *b,
                             int n_runs, sn_arena *arena, sn_inner_finding *out, bool *found)
{
    probe p = probe_of(inner, a, b);
    *found = false;
    sn_status s = find_different(&p, arena, out, found);
    if (s == SN_OK && !*found) s = find_unmatched(&p, n_runs, arena, out, found);
    sn_arena_destroy(p.arena);
    sn_arena_destroy(p.at.arena);
    return s;
}
