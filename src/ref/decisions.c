/* SPDX-License-Identifier: Apache-2.0 */
#include "ref/decisions.h"

#include "base/map.h"
#include "base/text.h"
#include "base/vec.h"
#include "ir/op.h"
#include "ops/ops.h"
#include "ops/range.h"
#include "ref/inner_values.h"
#include "ref/layers.h"
#include "ref/sketch.h"
#include "ref/unfuse.h"

enum { DEPTH = 128, MOST_BEHIND = 32, MOST_INSIDE = 64 };

static const sn_inner_side sides[] = {SN_INNER_A, SN_INNER_B};
static const char *const networks[] = {"first", "second"};

typedef struct decisions {
    sn_ctx *ctx;
    sn_arena *scratch;
    const sn_inner *inner;
    const sn_graph *g[2];
    const bool *fed[2]; /* by value id */
    sn_map *alike;      /* ids of a value of a and one of b -> yes or no */
} decisions;

static bool is_whole(const sn_value *v)
{
    return v->type != SN_TYPE_UNKNOWN && !sn_type_is_float(v->type);
}

static const char *name_of(const sn_node *n, sn_arena *arena)
{
    return sn_escape(arena, n->name ? n->name : n->op->name);
}

static bool is_sized_by_data(const sn_graph *g, const sn_value *v)
{
    for (int i = 0; v->def && i < v->shape.rank; i++)
        if (v->shape.d[i] == sn_dim_symbol(g->dims, v->id, i)) return true;
    return false;
}

/* By value id: sn_fed_values, and what hangs on sizes that hang on contents: of what only its data
 * tells the size of, or that were seen to vary between inputs of the same sizes. */
static const bool *fed_values(const sn_inner *inner, int side, const sn_graph *g, sn_arena *arena)
{
    bool *fed = SN_NEW_N(arena, bool, g->n_ids);
    const bool *plainly = sn_fed_values(g, arena);
    SN_EACH_NODE(n, g)
    {
        for (uint16_t k = 0; k < n->n_out; k++) {
            const sn_value *v = n->out[k];
            bool is = plainly[v->id] || sn_inner_varied(inner, sides[side], v);
            for (uint16_t i = 0; i < n->n_in && !is; i++)
                is = sn_in(n, i) && fed[sn_in(n, i)->id] &&
                     (!sn_node_reads_shape_only(n, i) || is_sized_by_data(g, sn_in(n, i)));
            fed[v->id] = is;
        }
    }
    return fed;
}

/* ---- made in the same way -------------------------------------------------------------------- */

/* The same numbers in another type of integers: a larger one, or one that holds any place. */
static bool only_renames(const sn_node *n)
{
    const sn_value *x = sn_in(n, 0), *y = n->out[0];
    if (n->op != &sn_op_cast || !x || !is_whole(x)) return false;
    if (y->type != SN_TYPE_i32 && y->type != SN_TYPE_i64) return false;
    return sn_type_bytes(x->type) < sn_type_bytes(y->type) || (x->def && sn_node_selects(x->def));
}

static const sn_value *behind_copies(const sn_value *v)
{
    while (v && v->def && sn_in(v->def, 0) &&
           (sn_op_has(v->def->op, SN_TRAIT_VIEW) || only_renames(v->def)))
        v = sn_in(v->def, 0);
    return v;
}

/* What a value was in the last run that no contents of inputs reach; NULL: that is not known.
 * *own: release it. */
static const sn_tensor *sketch_of(const decisions *s, int side, const sn_value *v, bool *own)
{
    const sn_tensor *t = sn_const_of(v), *sketch = NULL;
    *own = t && t->buf;
    if (!*own) return s->fed[side][v->id] ? NULL : sn_inner_sketch_of(s->inner, side, v);
    if (sn_sketch(s->ctx, t, &sketch) == SN_OK) return sketch;
    sn_ctx_clear_error(s->ctx);
    return *own = false, NULL;
}

/* Constants, or worked out from sizes. */
static bool same_without_inputs(const decisions *s, const sn_value *x, const sn_value *y)
{
    bool own_x, own_y;
    const sn_tensor *a = sketch_of(s, 0, x, &own_x), *b = sketch_of(s, 1, y, &own_y);
    const bool same = a && b && sn_tensor_same_bytes(a, b);
    if (own_x) sn_tensor_release(a);
    if (own_y) sn_tensor_release(b);
    return same;
}

static bool made_alike(decisions *s, const sn_value *x, const sn_value *y, int depth);

static bool operands_alike(decisions *s, const sn_node *m, const sn_node *n, bool turned, int depth)
{
    for (uint16_t i = 0; i < m->n_in; i++) {
        const uint16_t k = turned && i < 2 ? (uint16_t)(1 - i) : i;
        const sn_value *x = sn_in(m, i), *y = sn_in(n, k);
        if (!x != !y) return false;
        const bool constants = x && sn_const_of(x) && sn_const_of(y);
        if (constants && !turned) continue; /* same_layers has compared them */
        if (x && !made_alike(s, x, y, depth + 1)) return false;
    }
    return true;
}

/* In whatever type of integers, and with whatever axes of size 1. */
static bool same_numbers(const sn_tensor *x, const sn_tensor *y)
{
    const int64_t n = sn_tensor_count(x);
    if (!x->buf || !y->buf || sn_tensor_count(y) != n ||
        (n > 1 && !sn_shape_equal(&x->shape, &y->shape)) ||
        sn_type_is_float(x->type) != sn_type_is_float(y->type))
        return false;
    const sn_numbers a = sn_numbers_of(x), b = sn_numbers_of(y);
    for (int64_t i = 0; i < n; i++) {
        if (!sn_is_near(sn_number(&a, i), sn_number(&b, i), 0)) return false;
    }
    return true;
}

/* What sn_layers_differ asks, where constants of integers or for each element may be written
 * otherwise. */
static bool same_layers(decisions *s, const sn_node *m, const sn_node *n)
{
    if (!sn_layers_differ(m, n, s->scratch)) return true;
    if (!m->op->expr || !sn_params_equal(m->op->params, m->params, n->params)) return false;
    for (uint16_t i = 0; i < m->n_in; i++) {
        const sn_tensor *x = sn_in(m, i) ? sn_const_of(sn_in(m, i)) : NULL,
                        *y = sn_in(n, i) ? sn_const_of(sn_in(n, i)) : NULL;
        if (x && y && !same_numbers(x, y)) return false;
    }
    return true;
}

/* By the same operator with the same params and constants, of operands that agree or are made in
 * the same way. */
static bool nodes_alike(decisions *s, const sn_node *m, const sn_node *n, int depth)
{
    if (m->op != n->op || m->n_in != n->n_in || m->n_out != n->n_out ||
        sn_op_has(m->op, SN_TRAIT_INPUT | SN_TRAIT_OPAQUE))
        return false;
    if (same_layers(s, m, n) && operands_alike(s, m, n, false, depth)) return true;
    return sn_op_has(m->op, SN_TRAIT_COMMUTES) && m->n_in == 2 &&
           sn_params_equal(m->op->params, m->params, n->params) &&
           operands_alike(s, m, n, true, depth);
}

static bool made_alike(decisions *s, const sn_value *x, const sn_value *y, int depth)
{
    static const char yes = 'y', no = 'n';
    if (sn_inner_agree(s->inner, x, y)) return true;
    x = behind_copies(x);
    y = behind_copies(y);
    const uint64_t both = (uint64_t)x->id << 32 | y->id;
    const char *known = sn_map_get_u64(s->alike, both);
    if (known) return known == &yes;
    const sn_tensor *t = sn_const_of(x), *u = sn_const_of(y);
    bool is = t && u ? same_numbers(t, u)
                     : sn_inner_agree(s->inner, x, y) || same_without_inputs(s, x, y);
    if (!is && x->def && y->def && x->def_slot == y->def_slot && depth < DEPTH)
        is = nodes_alike(s, x->def, y->def, depth);
    sn_map_put_u64(s->alike, both, (void *)(uintptr_t)(is ? &yes : &no));
    return is;
}

static bool alike(decisions *s, int side, const sn_value *v, const sn_value *other)
{
    return side ? made_alike(s, other, v, 0) : made_alike(s, v, other, 0);
}

/* ---- what was never decided ------------------------------------------------------------------ */

static bool is_undecided(const decisions *s, int side, const sn_value *v, double *number)
{
    return v->def && !sn_value_is_const(v) && s->fed[side][v->id] && is_whole(v) &&
           sn_inner_is_undecided(s->inner, sides[side], v, number);
}

/* Says it again: another shape, another type of integers, the contrary. */
static bool only_repeats(const decisions *s, int side, const sn_node *n)
{
    double number;
    if (n->op->expr && n->op != &sn_op_not && n->op != &sn_op_cast) return false;
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *v = sn_in(n, i);
        if (v && v->kind == SN_RESULT && s->fed[side][v->id] && !sn_node_reads_shape_only(n, i) &&
            !is_undecided(s, side, v, &number))
            return false;
    }
    return true;
}

/* By what is proved of its operands. */
static bool is_proved(const decisions *s, const sn_node *n)
{
    enum { MOST = 8 };
    sn_interval in[MOST] = {{0}};
    const sn_expr *e = NULL;
    if (!n->op->expr || n->n_in > MOST ||
        sn_op_formula(s->ctx, s->scratch, n->op, n->params, &e) != SN_OK)
        return false;
    for (uint16_t i = 0; i < n->n_in; i++)
        if (sn_in(n, i)) in[i] = sn_value_range_proof(sn_in(n, i), s->scratch).range;
    const sn_interval r = sn_expr_range(e, in);
    return r.lo == r.hi && !r.nan;
}

typedef SN_VEC(const sn_value *) values;

static void partners_of(decisions *s, int side, const sn_value *v, values *out)
{
    SN_EACH_NODE(m, s->g[!side])
    {
        if (m->op == v->def->op && v->def_slot < m->n_out && alike(s, side, v, m->out[v->def_slot]))
            SN_PUSH(*out, m->out[v->def_slot]);
    }
}

static bool hangs_on(const sn_value *v, const values *any, sn_map *tried)
{
    if (!v || sn_map_has_u64(tried, v->id)) return false;
    sn_map_put_u64(tried, v->id, tried);
    for (size_t i = 0; i < any->n; i++)
        if (any->v[i] == v) return true;
    for (uint16_t i = 0; v->def && i < v->def->n_in; i++)
        if (hangs_on(sn_in(v->def, i), any, tried)) return true;
    return false;
}

/* The first result made with v that agrees with values of the other network, none of which is made
 * with one of v's partners. NULL: there is none. */
static const sn_value *used_otherwise(decisions *s, int side, const sn_value *v,
                                      const values *partners)
{
    values todo = {.arena = s->scratch};
    SN_PUSH(todo, v);
    for (size_t k = 0; k < todo.n && k < MOST_BEHIND; k++) {
        SN_EACH_USE(u, todo.v[k])
        {
            const sn_value *r = u->node->n_out ? u->node->out[0] : NULL, *of;
            if (!r || sn_node_reads_shape_only(u->node, u->slot)) continue;
            if (only_repeats(s, side, u->node)) {
                SN_PUSH(todo, r);
                continue;
            }
            sn_map *tried = sn_map_create(s->scratch);
            bool any = false, made = false;
            for (size_t i = 0; !made && (of = sn_inner_partner(s->inner, sides[side], r, i)); i++)
                any = true, made = hangs_on(of, partners, tried);
            if (any && !made) return r;
        }
    }
    return NULL;
}

/* Whether r of a side is worked out of what m of the other reads, by other nodes than m: step by
 * step what m does at once. v is on the way. */
static bool is_worked_out(decisions *s, int side, const sn_value *r, const sn_node *m,
                          const sn_value *v)
{
    values todo = {.arena = s->scratch};
    sn_map *met = sn_map_create(s->scratch);
    bool passed = false;
    SN_PUSH(todo, r);
    for (size_t k = 0; k < todo.n; k++) {
        const sn_node *n = todo.v[k]->def;
        passed = passed || todo.v[k] == v;
        if (!n || n->op == m->op || sn_op_has(n->op, SN_TRAIT_INPUT) || todo.n > MOST_INSIDE)
            return false;
        for (uint16_t i = 0; i < n->n_in; i++) {
            const sn_value *x = sn_in(n, i);
            if (!x || x->kind != SN_RESULT || !s->fed[side][x->id] || sn_map_has_u64(met, x->id))
                continue;
            sn_map_put_u64(met, x->id, met);
            bool given = false;
            for (uint16_t l = 0; l < m->n_in && !given; l++)
                given =
                    sn_in(m, l) && sn_in(m, l)->kind == SN_RESULT && alike(s, side, x, sn_in(m, l));
            if (!given) SN_PUSH(todo, x);
        }
    }
    return passed;
}

/* It decides within what the other network has as one layer: a row of an attention that looks at
 * nothing. */
static bool is_within_a_layer(decisions *s, int side, const sn_value *v)
{
    values todo = {.arena = s->scratch};
    sn_map *met = sn_map_create(s->scratch);
    SN_PUSH(todo, v);
    for (size_t k = 0; k < todo.n && todo.n <= MOST_INSIDE; k++) {
        SN_EACH_USE(u, todo.v[k])
        {
            const sn_value *r = u->node->n_out ? u->node->out[0] : NULL, *of;
            if (!r || sn_map_has_u64(met, r->id)) continue;
            sn_map_put_u64(met, r->id, met);
            for (size_t i = 0; (of = sn_inner_partner(s->inner, sides[side], r, i)) != NULL; i++) {
                const sn_node *m = of->def;
                if (!m->op->expr && !sn_op_has(m->op, SN_TRAIT_COPIES_BITS | SN_TRAIT_VIEW) &&
                    is_worked_out(s, side, r, m, v))
                    return true;
            }
            SN_PUSH(todo, r);
        }
    }
    return false;
}

static const char *said(const sn_value *v, sn_arena *arena)
{
    if (v->name) return sn_arena_printf(arena, "'%s'", sn_escape(arena, v->name));
    return sn_arena_printf(arena, "what '%s' makes", name_of(v->def, arena));
}

static const char *number_of(const sn_value *v, double number, sn_arena *arena)
{
    if (v->type == SN_TYPE_bool) return number != 0 ? "true" : "false";
    return sn_arena_printf(arena, "%.17g", number);
}

static bool find_undecided(decisions *s, int side, int n_runs, sn_arena *arena,
                           sn_inner_finding *out)
{
    SN_EACH_NODE(n, s->g[side])
    {
        for (uint16_t i = 0; i < n->n_out; i++) {
            const sn_value *v = n->out[i];
            double number = 0;
            if (!v->n_uses || !is_undecided(s, side, v, &number) || only_repeats(s, side, n) ||
                is_proved(s, n))
                continue;
            values partners = {.arena = s->scratch};
            partners_of(s, side, v, &partners);
            const sn_value *r = partners.n ? used_otherwise(s, side, v, &partners) : NULL;
            if (partners.n ? !r : is_within_a_layer(s, side, v)) continue;
            out->name = r ? r->name : v->name;
            const char *was = number_of(v, number, arena), *name = said(v, arena);
            out->words =
                r ? sn_arena_printf(arena,
                                    "inside, %s hangs on %s of the %s network, which was %s for "
                                    "all of %d inputs, and what agrees with it does not",
                                    said(r, arena), name, networks[side], was, n_runs)
                  : sn_arena_printf(arena,
                                    "inside, %s of the %s network was %s for all of %d inputs, and "
                                    "the %s network has no layer that makes it in the same way",
                                    name, networks[side], was, n_runs, networks[!side]);
            return true;
        }
    }
    return false;
}

/* ---- decided by something else --------------------------------------------------------------- */

/* All that they compute with agrees. Constants may differ that the same operator has. */
static bool read_the_same(decisions *s, const sn_node *m, const sn_node *n)
{
    if (m->n_in != n->n_in || m->n_out != n->n_out) return false;
    for (uint16_t i = 0; i < m->n_in; i++) {
        const sn_value *x = sn_in(m, i), *y = sn_in(n, i);
        if (!x != !y) return false;
        if (!x || (m->op == n->op && sn_const_of(x) && sn_const_of(y))) continue;
        if (!made_alike(s, x, y, 0)) return false;
    }
    return true;
}

/* All that it computes with is integers and bools, or such as floats, which no rounding tips over.
 */
static bool computes_exactly(const sn_node *n)
{
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_value *v = sn_in(n, i);
        const bool cast = v && v->def && v->def->op == &sn_op_cast && is_whole(sn_in(v->def, 0));
        if (v && !is_whole(v) && !cast) return false;
    }
    return !sn_op_has(n->op, SN_TRAIT_COPIES_BITS | SN_TRAIT_VIEW);
}

/* v of b was the same as values of a, some made of the same; all of these otherwise. */
static const sn_node *made_otherwise(decisions *s, const sn_value *v, const char **why)
{
    const sn_value *of;
    const sn_node *other = NULL;
    for (size_t i = 0; (of = sn_inner_partner(s->inner, SN_INNER_B, v, i)) != NULL; i++) {
        const sn_node *m = of->def;
        if (nodes_alike(s, m, v->def, 0)) return NULL;
        const bool exact =
            m->op->expr && computes_exactly(m) && v->def->op->expr && computes_exactly(v->def);
        if (other || (m->op != v->def->op && !exact) || !read_the_same(s, m, v->def)) continue;
        *why = sn_layers_differ(m, v->def, s->scratch);
        if (*why) other = m;
    }
    return other;
}

static bool find_other(decisions *s, int n_runs, sn_arena *arena, sn_inner_finding *out)
{
    SN_EACH_NODE(n, s->g[1])
    {
        const sn_value *v = n->n_out ? n->out[0] : NULL;
        if (!v || !v->n_uses || !s->fed[1][v->id]) continue;
        if (!computes_exactly(n) && !(is_whole(v) && (n->op->expr || sn_node_selects(n)))) continue;
        const char *why = NULL;
        const sn_node *m = made_otherwise(s, v, &why);
        if (!m) continue;
        out->name = v->name;
        out->words = sn_arena_printf(arena,
                                     "inside, '%s' makes the same as '%s' of the first network for "
                                     "all of %d inputs, but %s",
                                     name_of(n, arena), name_of(m, arena), n_runs, why);
        return true;
    }
    return false;
}

sn_status sn_decisions_found(const sn_inner *inner, const sn_graph *a, const sn_graph *b,
                             int n_runs, sn_arena *arena, sn_inner_finding *out, bool *found)
{
    sn_arena *scratch = sn_arena_create(b->ctx);
    decisions s = {.ctx = b->ctx,
                   .scratch = scratch,
                   .inner = inner,
                   .g = {a, b},
                   .fed = {fed_values(inner, 0, a, scratch), fed_values(inner, 1, b, scratch)},
                   .alike = sn_map_create(scratch)};
    *found = find_undecided(&s, 1, n_runs, arena, out) ||
             find_undecided(&s, 0, n_runs, arena, out) || find_other(&s, n_runs, arena, out);
    sn_arena_destroy(scratch);
    return SN_OK;
}
