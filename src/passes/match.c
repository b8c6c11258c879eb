/* SPDX-License-Identifier: Apache-2.0
 *
 * Matching: a search over goals "this term is that tree", with everything undone where it fails.
 * Sums and products open their operands, and those of these, until there are as many as the pattern
 * has; then every order is tried. Opened widest first: a summand or factor that may be missing
 * takes in all that is there.
 *
 * The search starts at a node and goes from a value to its producer only, and its steps are
 * counted, so that a pass is linear in the graph. */
#include <math.h>
#include <string.h>

#include "ops/ops.h"
#include "passes/match_inner.h"

enum { MAX_STEPS = 3000, MAX_TRAIL = 128 };

typedef struct match_search {
    sn_pass_run *run;
    sn_arena *arena;
    sn_node *root;
    sn_match_fits fits;
    bool through_axes;
    sn_match m;
    sn_node *trail[MAX_TRAIL]; /* nodes that are opened, some more than once */
    int n_trail;
    int steps;
    bool shared; /* a match failed only because of ... */
    sn_value *shared_value;
    sn_node *shared_by; /* ... this reader */
} match_search;

/* What a product's factors multiply to, beyond what the pattern's say. */
typedef struct product_state {
    double scale; /* of the graph, over that of the pattern */
    sn_pattern_number wanted;
} product_state;

/* factor * term is what the tree says, times `wanted`. With `check` alone: that a product's factors
 * come out. */
typedef struct goal {
    const sn_tree *tree;
    sn_term *term;
    double factor;
    sn_pattern_number wanted;
    product_state *free; /* a sum may be off by a factor, which goes here */
    product_state *check;
    const struct goal *next;
} goal;

static bool solve(match_search *s, const goal *g);

/* ---- bindings -------------------------------------------------------------------------------- */

bool sn_numbers_are_close(sn_type type, double a, double b)
{
    enum { EPSILONS = 4 }; /* numbers of a file are rounded, and factors are combined in double */
    const double of_type = sn_type_epsilon(type), f32 = sn_type_epsilon(SN_TYPE_f32);
    const double epsilon = of_type > 0 && of_type < f32 ? of_type : f32;
    return a == b || (isfinite(b) && fabs(a - b) <= EPSILONS * epsilon * fabs(b));
}

static bool close_to(const match_search *s, double a, double b)
{
    return sn_numbers_are_close(s->root->out[0]->type, a, b);
}

/* Remember what is bound, undo with restore. */
typedef struct mark {
    uint32_t bound;
    int n_trail;
} mark;

static mark save(const match_search *s) { return (mark){s->m.bound, s->n_trail}; }
static bool restore(match_search *s, mark m)
{
    s->m.bound = m.bound;
    s->n_trail = m.n_trail;
    return false;
}

static bool take_node(match_search *s, sn_node *n)
{
    if (!n) return true;
    if (sn_node_boundary(n) || s->n_trail == MAX_TRAIL) return false;
    s->trail[s->n_trail++] = n;
    return true;
}

static bool is_bound(const match_search *s, int name) { return s->m.bound >> name & 1; }

static bool bind_number(match_search *s, const sn_pattern_number *n, double value)
{
    if (n->name < 0) return close_to(s, value, n->value);
    if (is_bound(s, n->name)) return close_to(s, value, s->m.number[n->name]);
    if (isnan(value) || !sn_f32_says(s->root->out[0]->type, value)) return false;
    s->m.bound |= 1u << n->name;
    s->m.number[n->name] = value;
    return true;
}

static bool bind_value(match_search *s, int name, sn_value *v)
{
    if (is_bound(s, name)) return s->m.value[name] == v;
    s->m.bound |= 1u << name;
    s->m.value[name] = v;
    return true;
}

static bool bind_node(match_search *s, int name, sn_node *n)
{
    if (name < 0) return true;
    if (is_bound(s, name)) return s->m.node[name] == n;
    s->m.bound |= 1u << name;
    s->m.node[name] = n;
    return true;
}

/* ---- the end --------------------------------------------------------------------------------- */

bool sn_match_within(const sn_match *m, const sn_node *n)
{
    for (int i = 0; i < m->n_nodes; i++) {
        if (m->nodes[i] == n) return true;
    }
    return false;
}

static bool opened(const match_search *s, const sn_node *n)
{
    for (int i = 0; i < s->n_trail; i++) {
        if (s->trail[i] == n) return true;
    }
    return false;
}

/* Those that were opened, producers first. False: too many. */
static bool collect(match_search *s, sn_node *n)
{
    if (sn_match_within(&s->m, n)) return true;
    for (uint16_t i = 0; i < n->n_in; i++) {
        sn_node *def = sn_in(n, i) ? sn_in(n, i)->def : NULL;
        if (def && opened(s, def) && !collect(s, def)) return false;
    }
    if (s->m.n_nodes == SN_MAX_MATCHED) return false;
    s->m.nodes[s->m.n_nodes++] = n;
    return true;
}

static bool finish(match_search *s)
{
    s->m.n_nodes = 0;
    if (!opened(s, s->root)) return false; /* a bare ?x, a sum of one */
    if (!collect(s, s->root)) return false;
    if (s->fits && !s->fits(s->run, &s->m)) return false;
    for (int i = 0; i < s->m.n_nodes; i++) {
        const sn_node *n = s->m.nodes[i];
        for (uint16_t k = 0; n != s->root && k < n->n_out; k++) {
            SN_EACH_USE(u, n->out[k])
            {
                if (sn_match_within(&s->m, u->node)) continue;
                if (!s->shared) {
                    s->shared_value = n->out[k];
                    s->shared_by = u->node;
                }
                s->shared = true;
                return false;
            }
        }
    }
    return true;
}

/* ---- sums and products ----------------------------------------------------------------------- */

typedef struct parts {
    int n;
    sn_term *term[SN_MAX_PARTS];
    double factor[SN_MAX_PARTS];
} parts;

static bool push(parts *p, sn_term *term, double factor)
{
    if (p->n == SN_MAX_PARTS || !term) return false;
    p->term[p->n] = term;
    p->factor[p->n++] = factor;
    return true;
}

/* Every order of `have` for the tree's parts. A product's factors are in `product`. */
static bool assign(match_search *s, const goal *g, const parts *have, unsigned used, int i,
                   product_state *product, const goal *made)
{
    const sn_tree *t = g->tree;
    if (i < 0) return solve(s, made);
    for (int k = 0; k < have->n; k++) {
        if (used >> k & 1) continue;
        goal next = {
            .tree = t->part[i], .term = have->term[k], .factor = have->factor[k], .next = made};
        next.wanted = product ? (sn_pattern_number){.name = -1, .value = 1} : t->factor[i];
        next.free = product;
        if (assign(s, g, have, used | 1u << k, i - 1, product, &next)) return true;
    }
    return false;
}

/* g's sum: shift + sum of `have`. In a product both may be off by one factor. */
static bool sum_found(match_search *s, const goal *g, parts *have, double shift)
{
    const sn_tree *t = g->tree;
    mark m = save(s);
    double k = 1;
    bool free = g->free && t->shift.name < 0 && t->shift.value != 0;
    for (int i = 0; i < t->n; i++) free = free && t->factor[i].name < 0;
    if (free) {
        k = shift / t->shift.value;
        if (!isfinite(k) || k == 0) return false;
        for (int i = 0; i < have->n; i++) have->factor[i] /= k;
    } else if (!bind_number(s, &t->shift, shift)) {
        return restore(s, m);
    }
    double old = g->free ? g->free->scale : 0;
    if (g->free) g->free->scale *= k;
    if (assign(s, g, have, 0, t->n - 1, NULL, g->next)) return true;
    if (g->free) g->free->scale = old;
    return restore(s, m);
}

/* The same elements with more axes of size 1, as operands have them that are broadcast: what a sum,
 * a product or a call is made of is looked for behind it, where the rule says so. */
static bool only_adds_axes(const match_search *s, const sn_view *w)
{
    return s->through_axes && w->form == SN_FORM_CALL && w->op == &sn_op_unsqueeze;
}

static bool open_sum(match_search *s, const goal *g, parts rest, parts have, double shift)
{
    if (++s->steps > MAX_STEPS || rest.n + have.n > g->tree->n) return false;
    if (rest.n == 0) return have.n == g->tree->n && sum_found(s, g, &have, shift);
    sn_term *t = rest.term[--rest.n];
    double factor = rest.factor[rest.n];
    if (!t->is_number) {
        const sn_view *w = sn_view_of(s->arena, t);
        mark m = save(s);
        if ((w->form == SN_FORM_SUM || only_adds_axes(s, w)) && take_node(s, w->node)) {
            parts more = rest;
            bool fits = true;
            for (int i = 0; i < w->n && fits; i++)
                fits = push(&more, w->part[i], factor * w->factor[i]);
            if (fits && open_sum(s, g, more, have, shift + factor * w->shift)) return true;
            restore(s, m);
        }
    }
    return push(&have, t, factor) && open_sum(s, g, rest, have, shift);
}

static bool open_product(match_search *s, const goal *g, parts rest, parts have, double scale)
{
    if (++s->steps > MAX_STEPS || rest.n + have.n > g->tree->n) return false;
    if (rest.n == 0) {
        if (have.n != g->tree->n) return false;
        product_state state = {.scale = scale * g->factor, .wanted = g->wanted};
        goal check = {.check = &state, .next = g->next};
        if (g->free) check.free = g->free;
        return assign(s, g, &have, 0, have.n - 1, &state, &check);
    }
    sn_term *t = rest.term[--rest.n];
    if (!t->is_number) {
        const sn_view *w = sn_view_of(s->arena, t);
        mark m = save(s);
        bool scales =
            (w->form == SN_FORM_SUM && w->n == 1 && w->shift == 0) || only_adds_axes(s, w);
        if ((scales || w->form == SN_FORM_PROD) && take_node(s, w->node)) {
            parts more = rest;
            bool fits = true;
            for (int i = 0; i < w->n && fits; i++) fits = push(&more, w->part[i], 1);
            if (fits && open_product(s, g, more, have, scales ? scale * w->factor[0] : scale))
                return true;
            restore(s, m);
        }
    }
    return push(&have, t, 1) && open_product(s, g, rest, have, scale);
}

static bool open_clip(match_search *s, const goal *g, sn_term *t, double lo, double hi)
{
    if (++s->steps > MAX_STEPS || t->is_number) return false;
    const sn_view *w = sn_view_of(s->arena, t);
    mark m = save(s);
    if (w->form == SN_FORM_CLIP && take_node(s, w->node)) {
        double inner_lo = fmin(fmax(w->lo, lo), hi), inner_hi = fmin(fmax(w->hi, lo), hi);
        if (open_clip(s, g, w->part[0], inner_lo, inner_hi)) return true;
        restore(s, m);
    }
    if (t == g->term) return false; /* nothing opened */
    if (!bind_number(s, &g->tree->lo, lo) || !bind_number(s, &g->tree->hi, hi))
        return restore(s, m);
    goal next = {
        .tree = g->tree->part[0], .term = t, .factor = 1, .wanted = {-1, 1}, .next = g->next};
    return solve(s, &next) || restore(s, m);
}

/* ---- calls ----------------------------------------------------------------------------------- */

/* Who asks for params or a label means the operator as it is spelled. */
static bool is_literal_call(const sn_tree *t)
{
    return t->name >= 0 || t->wanted || t->rest || t->slot;
}

static bool params_fit(const sn_tree *t, const sn_node *n)
{
    for (unsigned i = 0; t->wanted >> i; i++) {
        const sn_param *p = &t->op->params[i];
        if ((t->wanted >> i & 1) && !sn_param_equal(p, t->params, n->params)) return false;
    }
    return true;
}

static bool inputs(match_search *s, const goal *g, int n, sn_term *const *part, bool swapped)
{
    const sn_tree *t = g->tree;
    goal *made = SN_NEW_N(s->arena, goal, t->n);
    for (int i = 0; i < t->n; i++) {
        int k = swapped && i < 2 ? 1 - i : i;
        made[i] = (goal){
            .tree = t->part[i], .term = k < n ? part[k] : NULL, .factor = 1, .wanted = {-1, 1}};
        made[i].next = i + 1 < t->n ? &made[i + 1] : g->next;
    }
    return solve(s, t->n ? made : g->next);
}

static bool both_ways(match_search *s, const goal *g, const sn_op *op, int n, sn_term *const *part)
{
    const sn_tree *t = g->tree;
    mark m = save(s);
    for (int i = t->n; i < n; i++) {
        if (part[i] && !t->rest) return false;
    }
    if (inputs(s, g, n, part, false)) return true;
    restore(s, m);
    if (!sn_op_has(op, SN_TRAIT_COMMUTES) || t->n < 2 || n < 2) return false;
    return inputs(s, g, n, part, true) || restore(s, m);
}

static bool literal_call(match_search *s, const goal *g)
{
    const sn_tree *t = g->tree;
    sn_value *v = g->term->v;
    sn_node *n = v ? v->def : NULL;
    if (!n || n->op != t->op || v->def_slot != t->slot || !params_fit(t, n)) return false;
    mark m = save(s);
    if (!take_node(s, n) || !bind_node(s, t->name, n)) return restore(s, m);
    sn_term **part = SN_NEW_N(s->arena, sn_term *, n->n_in);
    for (uint16_t i = 0; i < n->n_in; i++) part[i] = sn_term_of(s->arena, sn_in(n, i));
    return both_ways(s, g, n->op, n->n_in, part) || restore(s, m);
}

static bool call(match_search *s, const goal *g)
{
    if (is_literal_call(g->tree)) return literal_call(s, g);
    if (g->term->is_number) return false;
    const sn_view *w = sn_view_of(s->arena, g->term);
    if (w->form != SN_FORM_CALL || (g->term->v && g->term->v->def_slot != 0)) return false;
    mark m = save(s);
    if (w->op != g->tree->op) {
        if (!only_adds_axes(s, w) || !take_node(s, w->node)) return false;
        goal behind = *g;
        behind.term = w->part[0];
        return call(s, &behind) || restore(s, m);
    }
    if (!take_node(s, w->node)) return false;
    return both_ways(s, g, w->op, w->n, w->part) || restore(s, m);
}

/* ---- goals ----------------------------------------------------------------------------------- */

static bool is_value(match_search *s, const goal *g)
{
    const sn_tree *t = g->tree;
    sn_value *v = g->term->v;
    if (!v || (t->form == SN_FORM_CONST && !sn_const_of(v))) return false;
    mark m = save(s);
    return (bind_value(s, t->name, v) && solve(s, g->next)) || restore(s, m);
}

static bool is_number(match_search *s, const goal *g)
{
    double value = g->term->number;
    if (!g->term->is_number && (!g->term->v || !sn_value_number(g->term->v, &value))) return false;
    mark m = save(s);
    return (bind_number(s, &g->tree->number, value) && solve(s, g->next)) || restore(s, m);
}

/* All factors of a product are matched; what is left over must be the factor that was asked for. */
static bool product_checked(match_search *s, const goal *g)
{
    mark m = save(s);
    if (g->free) { /* a product within a product */
        double old = g->free->scale;
        g->free->scale *= g->check->scale;
        if (solve(s, g->next)) return true;
        g->free->scale = old;
        return false;
    }
    return (bind_number(s, &g->check->wanted, g->check->scale) && solve(s, g->next)) ||
           restore(s, m);
}

static bool one_of(match_search *s, const goal *g)
{
    for (int i = 0; i < g->tree->n; i++) {
        goal next = *g;
        next.tree = g->tree->part[i];
        mark m = save(s);
        if (solve(s, &next)) return true;
        restore(s, m);
    }
    return false;
}

static bool left_out(match_search *s, const goal *g)
{
    const sn_tree *t = g->tree;
    if (t->form == SN_FORM_NONE) return solve(s, g->next);
    if (!t->optional) return false;
    mark m = save(s);
    return (bind_value(s, t->name, NULL) && solve(s, g->next)) || restore(s, m);
}

static bool solve(match_search *s, const goal *g)
{
    if (!g) return finish(s);
    if (++s->steps > MAX_STEPS) return false;
    if (g->check) return product_checked(s, g);
    const sn_tree *t = g->tree;
    if (t->form == SN_FORM_ALT) return one_of(s, g);
    if (!g->term) return left_out(s, g);
    parts first = {.n = 1, .term = {g->term}, .factor = {1}}, none = {0};
    if (t->form == SN_FORM_PROD) return open_product(s, g, first, none, 1);

    mark m = save(s);
    if (!bind_number(s, &g->wanted, g->factor)) return restore(s, m);
    bool found = false;
    switch (t->form) {
    case SN_FORM_SUM:
        found = open_sum(s, g, first, none, 0);
        break;
    case SN_FORM_CLIP:
        found = open_clip(s, g, g->term, -INFINITY, INFINITY);
        break;
    case SN_FORM_CALL:
        found = call(s, g);
        break;
    case SN_FORM_VALUE:
    case SN_FORM_CONST:
        found = is_value(s, g);
        break;
    case SN_FORM_NUMBER:
        found = is_number(s, g);
        break;
    default:
        break;
    }
    return found || restore(s, m);
}

bool sn_match_may_begin(const sn_tree *t, const sn_node *root, const sn_view *w)
{
    switch (t->form) {
    case SN_FORM_ALT:
        return true;
    case SN_FORM_SUM:
        return w->form == SN_FORM_SUM || (t->n == 1 && sn_match_may_begin(t->part[0], root, w));
    case SN_FORM_PROD:
        return w->form == SN_FORM_PROD || (w->form == SN_FORM_SUM && w->n == 1);
    case SN_FORM_CALL:
        return is_literal_call(t) ? root->op == t->op : w->form == SN_FORM_CALL && w->op == t->op;
    default:
        return w->form == t->form;
    }
}

bool sn_match_from(sn_pass_run *run, const sn_pattern *pattern, sn_node *root, sn_term *term,
                   const sn_pattern_rule *rule, sn_match *out)
{
    if (!root->n_out || !sn_type_is_float(root->out[0]->type))
        return false; /* formulas of real numbers are none of integers */
    match_search s = {.run = run, .root = root, .arena = run->arena, .m = {.pattern = pattern}};
    if (rule) s.fits = rule->fits;
    if (rule) s.through_axes = rule->through_axes;
    const goal g = {.tree = pattern->tree, .term = term, .factor = 1, .wanted = {-1, 1}};
    const bool found = solve(&s, &g);
    if (!found && s.shared) sn_missed_reader(run, s.shared_value, root, s.shared_by);
    if (found) *out = s.m;
    return found;
}

bool sn_match_at(sn_pass_run *run, const sn_pattern *pattern, sn_node *root, sn_match *out)
{
    if (!root->n_out) return false;
    const sn_arena_mark before = sn_arena_save(run->arena);
    sn_term *term = sn_term_of(run->arena, root->out[0]);
    const bool found = sn_match_may_begin(pattern->tree, root, sn_view_of(run->arena, term)) &&
                       sn_match_from(run, pattern, root, term, NULL, out);
    sn_arena_restore(run->arena, before);
    return found;
}

/* ---- what was found -------------------------------------------------------------------------- */

static int index_of(const sn_match *m, const char *name)
{
    for (int i = 0; i < m->pattern->n_names; i++) {
        if (strcmp(m->pattern->name[i], name) == 0) return m->bound >> i & 1 ? i : -1;
    }
    return -1;
}

bool sn_match_has(const sn_match *m, const char *name) { return index_of(m, name) >= 0; }

sn_value *sn_match_value(const sn_match *m, const char *name)
{
    int i = index_of(m, name);
    return i < 0 ? NULL : m->value[i];
}

sn_type sn_match_type(const sn_match *m) { return sn_match_root(m)->out[0]->type; }

double sn_match_number(const sn_match *m, const char *name)
{
    int i = index_of(m, name);
    return i < 0 ? NAN : m->number[i];
}

sn_node *sn_match_node(const sn_match *m, const char *label)
{
    int i = index_of(m, label);
    return i < 0 ? NULL : m->node[i];
}
