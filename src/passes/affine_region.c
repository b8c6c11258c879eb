/* SPDX-License-Identifier: Apache-2.0
 *
 * Moving maps across operators: see affine_region.h.
 *
 * Upwards the nodes are taken from the last to the first, downwards from the first to the last, so
 * that all demands on a node are known when its turn comes: a value that is read twice inside the
 * region must be wanted with the same map by all. */
#include "passes/affine_region.h"

#include "ops/ops.h"
#include "ops/structure.h"

#include <string.h>

const int64_t *sn_node_places(sn_pass_run *run, uint32_t *n)
{
    int64_t *place = SN_NEW_N(run->arena, int64_t, run->g->n_ids), at = 0;
    for (const sn_node *k = run->g->first; k; k = k->next) place[k->id] = ++at;
    *n = run->g->n_ids;
    return place;
}

static int64_t place_of(const sn_affine_region *r, const sn_node *n)
{
    return n->id < r->n_places ? r->place[n->id] : 0;
}

static bool stop(sn_affine_region *r, const sn_node *at, const char *why)
{
    r->at = at;
    r->why = why;
    return false;
}

/* ---- demands --------------------------------------------------------------------------------- */

static sn_affine *identities(sn_arena *arena, int n)
{
    sn_affine *m = SN_NEW_N(arena, sn_affine, n);
    for (int i = 0; i < n; i++) m[i] = sn_affine_map_identity();
    return m;
}

/* The waiting step of a node, made if it is new; NULL where there are too many. */
static sn_region_member *waiting_step(sn_affine_region *r, sn_node *n)
{
    for (int i = 0; i < r->n_waiting; i++) {
        if (r->waiting[i]->node == n) return r->waiting[i];
    }
    if (r->n_waiting + r->n + 1 >= SN_MAX_MATCHED) return NULL;
    sn_arena *arena = r->run->arena;
    sn_region_member *s = SN_NEW(arena, sn_region_member);
    *s = (sn_region_member){.node = n};
    s->in = identities(arena, n->n_in);
    s->out = identities(arena, n->n_out);
    s->n_seen = SN_NEW_N(arena, uint16_t, n->n_out);
    memset(s->n_seen, 0, n->n_out * sizeof *s->n_seen);
    r->waiting[r->n_waiting++] = s;
    return s;
}

/* Up: v must become map(v), says one of its readers. */
static bool want_output(sn_affine_region *r, const sn_node *reader, sn_value *v,
                        const sn_affine *map)
{
    if (!v->def) return stop(r, reader, "an operand has no layer that could take the factors in");
    sn_region_member *s = waiting_step(r, v->def);
    if (!s) return stop(r, NULL, "too many layers");
    if (s->n_seen[v->def_slot] && !sn_affine_map_equal(&s->out[v->def_slot], map))
        return stop(r, v->def, "its readers would want different factors");
    s->out[v->def_slot] = sn_affine_map_simple(map);
    s->n_seen[v->def_slot]++;
    return true;
}

/* Down: readers of v will see what `map` undoes. */
static bool give_readers(sn_affine_region *r, sn_value *v, const sn_affine *map)
{
    SN_EACH_USE(u, v)
    {
        sn_region_member *s = waiting_step(r, u->node);
        if (!s) return stop(r, NULL, "too many layers");
        s->in[u->slot] = sn_affine_map_simple(map);
    }
    return true;
}

/* ---- one node -------------------------------------------------------------------------------- */

/* All who read its mapped outputs are in the region. */
static bool all_seen(sn_affine_region *r, const sn_region_member *s)
{
    for (uint16_t i = 0; i < s->node->n_out; i++) {
        if (s->n_seen[i] && s->n_seen[i] != s->node->out[i]->n_uses)
            return stop(r, s->node, "its output has another reader");
    }
    return true;
}

static bool others_unread(const sn_node *n)
{
    for (uint16_t i = 1; i < n->n_out; i++) {
        if (n->out[i]->n_uses) return false;
    }
    return true;
}

static int n_mapped(const sn_affine *m, int n, uint16_t *last)
{
    int count = 0;
    for (int i = 0; i < n; i++) {
        if (sn_affine_map_is_identity(&m[i])) continue;
        *last = (uint16_t)i;
        count++;
    }
    return count;
}

static bool take_output(sn_affine_region *r, sn_region_member *s, const char **why)
{
    sn_node *n = s->node;
    if (!n->op->fold_out || !others_unread(n)) return false;
    sn_answer a = sn_node_fold_out(n, r->run->arena, &s->fold_out);
    *why =
        a.is == SN_YES ? sn_affine_map_misfit(r->run->arena, n, &s->fold_out, &s->out[0]) : a.why;
    if (*why) return false;
    s->kind = SN_REGION_WEIGHTS_OUT;
    s->map = s->out[0];
    return true;
}

static bool take_input(sn_affine_region *r, sn_region_member *s, uint16_t slot, const char **why)
{
    sn_node *n = s->node;
    const sn_spelling *target = r->run->env->target;
    if (!n->op->fold_in) return false;
    sn_answer a = sn_node_fold_in(n, slot, &s->in[slot], r->run->arena, &s->fold_in);
    *why = a.why;
    if (a.is != SN_YES) return false;
    uint16_t n_in = n->n_in;
    if (s->in[slot].shift && n_in <= s->fold_in.bias) n_in = (uint16_t)(s->fold_in.bias + 1);
    s->params = s->fold_in.params;
    if ((s->params || n_in != n->n_in) &&
        !sn_spelling_can(target, r->run->env->ctx, n->op, s->params ? s->params : n->params,
                         n_in)) {
        *why = sn_arena_printf(
            r->run->arena, "%s cannot write it with the params that it would get", target->name);
        return false;
    }
    s->kind = SN_REGION_WEIGHTS_IN;
    s->map = s->in[slot];
    return true;
}

/* A map next to the map: both together are one. */
static bool join_map(sn_affine_region *r, sn_region_member *s, uint16_t slot, const char **why)
{
    sn_node *n = s->node;
    sn_affine own, *other = r->up ? &s->out[0] : &s->in[slot];
    if (n->n_out != 1 || sn_node_affine(n, r->run->arena, &own).is != SN_YES) return false;
    if (!r->up && own.slot != slot) return false;
    s->x = sn_in(n, own.slot);
    if (!sn_affine_map_compose(r->run->arena, r->up ? &own : other, r->up ? other : &own,
                               &s->map)) {
        *why = "the factors run along another axis";
        return false;
    }
    if (sn_affine_keeps_zeros(r->up ? s->x : r->x, r->up ? &own : other, r->up ? other : &own)) {
        *why = "integers less what is subtracted may be exactly 0";
        return false;
    }
    if (!sn_affine_map_is_one_node(r->run, s->x, &s->map, why)) return false;
    s->kind = SN_REGION_MERGE;
    return true;
}

/* A constant operand is mapped itself. */
static bool is_mappable_constant(const sn_value *v)
{
    return sn_value_is_const(v) && v->type == SN_TYPE_f32 && sn_const_of(v);
}

/* Each constant is a new one for this node; everything else is a demand on its producer. */
static bool pass_up(sn_affine_region *r, sn_region_member *s)
{
    for (uint16_t i = 0; i < s->node->n_in; i++) {
        sn_value *v = sn_in(s->node, i);
        if (sn_affine_map_is_identity(&s->in[i])) continue;
        if (!v) return stop(r, s->node, "an operand is left out");
        if (!is_mappable_constant(v) && !want_output(r, s->node, v, &s->in[i])) return false;
    }
    return true;
}

static bool pass_down(sn_affine_region *r, sn_region_member *s)
{
    for (uint16_t i = 0; i < s->node->n_out; i++) {
        if (!sn_affine_map_is_identity(&s->out[i]) && !give_readers(r, s->node->out[i], &s->out[i]))
            return false;
    }
    return true;
}

static bool propagate(sn_affine_region *r, sn_region_member *s, const char **why)
{
    sn_node *n = s->node;
    sn_propagate c = {.up = r->up, .given = r->up ? s->out : s->in, .made = r->up ? s->in : s->out};
    sn_answer a = sn_node_propagate(n, r->run->arena, &c);
    if (a.is != SN_YES) {
        if (!*why || (r->up && n->op->propagate)) *why = a.why;
        return false;
    }
    if (c.params &&
        !sn_spelling_can(r->run->env->target, r->run->env->ctx, n->op, c.params, n->n_in)) {
        *why =
            sn_arena_printf(r->run->arena, "%s cannot write it with the params that it would get",
                            r->run->env->target->name);
        return false;
    }
    s->kind = SN_REGION_PROPAGATE;
    s->params = c.params;
    return true;
}

static bool take(sn_affine_region *r, sn_region_member *s)
{
    sn_node *n = s->node;
    const char *why = NULL;
    uint16_t slot = 0;
    if (!place_of(r, n))
        return stop(r, NULL, NULL); /* made by this run: the next one looks again */
    if (sn_op_has(n->op, SN_TRAIT_OUTPUT))
        return stop(r, r->start, "its output is a result of the network");
    if (sn_op_has(n->op, SN_TRAIT_INPUT)) return stop(r, n, "it is an input of the network");
    if (sn_op_has(n->op, SN_TRAIT_INTEGER)) return stop(r, n, "an int8 layer is never rewritten");
    if (r->up && !all_seen(r, s)) return false;
    for (uint16_t i = 0; i < n->n_in && !r->up; i++) {
        if (sn_node_reads_shape_only(n, i)) s->in[i] = sn_affine_map_identity();
    }
    const int count = n_mapped(r->up ? s->out : s->in, r->up ? n->n_out : n->n_in, &slot);
    const bool one = count == 1;
    bool taken = count == 0; /* it reads the shape alone */
    if (r->up && one && slot == 0) taken = take_output(r, s, &why);
    if (!r->up && one) taken = take_input(r, s, slot, &why);
    if (!taken && one) taken = join_map(r, s, slot, &why);
    if (taken) return true;
    if (!propagate(r, s, &why)) return stop(r, n, why ? why : "maps do not move across it");
    return r->up ? pass_up(r, s) : pass_down(r, s);
}

/* ---- the walk -------------------------------------------------------------------------------- */

static sn_region_member *next_step(sn_affine_region *r)
{
    int best = 0;
    for (int i = 1; i < r->n_waiting; i++) {
        const bool later = place_of(r, r->waiting[i]->node) > place_of(r, r->waiting[best]->node);
        if (later == r->up) best = i;
    }
    sn_region_member *s = r->waiting[best];
    r->waiting[best] = r->waiting[--r->n_waiting];
    return s;
}

/* Whether some value behind it stays as it was: not where nothing reads what is mapped. */
static bool ends(const sn_affine_region *r)
{
    for (int i = 0; i < r->n; i++) {
        const sn_region_member *s = r->steps[i];
        bool stays = s->kind == SN_REGION_MERGE;
        for (uint16_t k = 0; k < s->node->n_out; k++)
            stays = stays || sn_affine_map_is_identity(&s->out[k]);
        if (stays) return true;
    }
    return false;
}

bool sn_affine_region_find(sn_pass_run *run, sn_node *start, bool up, const int64_t *place,
                           uint32_t n_places, sn_affine_region *out)
{
    sn_affine_region *r = out;
    *r = (sn_affine_region){
        .run = run, .up = up, .start = start, .place = place, .n_places = n_places};
    if (start->n_out != 1 || sn_node_affine(start, run->arena, &r->map).is != SN_YES) return false;
    r->x = sn_in(start, r->map.slot);
    const sn_affine map = sn_affine_map_simple(&r->map);
    if (!r->x || !r->x->def || sn_affine_map_is_identity(&map) || !start->out[0]->n_uses)
        return false;
    if (up ? !want_output(r, start, r->x, &map) : !give_readers(r, start->out[0], &map))
        return false;
    while (r->n_waiting) {
        sn_region_member *s = next_step(r);
        if (!take(r, s)) return false;
        r->steps[r->n++] = s;
    }
    return r->n > 0 && (up || ends(r));
}

/* The one map that that of the start becomes one with; NULL: none, or others take a part of it. */
static const sn_region_member *merged_with(const sn_affine_region *r)
{
    const sn_region_member *merged = NULL;
    for (int i = 0; i < r->n; i++) {
        if (r->steps[i]->kind == SN_REGION_PROPAGATE) continue;
        if (merged || r->steps[i]->kind != SN_REGION_MERGE) return NULL;
        merged = r->steps[i];
    }
    return merged;
}

bool sn_affine_region_better_reversed(const sn_affine_region *r)
{
    const sn_region_member *there = merged_with(r), *here;
    sn_affine_region other;
    if (!there ||
        !sn_affine_region_find(r->run, there->node, !r->up, r->place, r->n_places, &other))
        return false;
    here = merged_with(&other);
    return here && here->node == r->start &&
           sn_affine_map_n_factors(here->x, &here->map) <
               sn_affine_map_n_factors(there->x, &there->map);
}

/* ---- making it so ---------------------------------------------------------------------------- */

typedef struct maker {
    sn_affine_region *r;
    size_t n_pairs, n_results, cap;
    sn_value **old, **made;       /* values and what stands for them in new nodes */
    sn_value **befores, **afters; /* of the rewrite */
    sn_node *nodes[SN_MAX_MATCHED];
    int n_nodes;
} maker;

static sn_value *made_of(const maker *m, sn_value *v)
{
    for (size_t i = 0; i < m->n_pairs; i++) {
        if (m->old[i] == v) return m->made[i];
    }
    return v;
}

static void pair(maker *m, sn_value *old, sn_value *made, bool result)
{
    m->old[m->n_pairs] = old;
    m->made[m->n_pairs++] = made;
    if (!result || !old->n_uses) return;
    m->befores[m->n_results] = old;
    m->afters[m->n_results++] = made;
}

static sn_status map_operands(maker *m, const sn_region_member *s, sn_node *g)
{
    for (uint16_t i = 0; i < g->n_in; i++) {
        /* Of the node itself: what took the map already may have become a constant in g. */
        sn_value *v = sn_in(s->node, i), *mapped = NULL;
        if (!v || sn_affine_map_is_identity(&s->in[i])) continue;
        if (!m->r->up || !is_mappable_constant(v)) continue;
        SN_TRY(sn_affine_map_constant(m->r->run, v, &s->in[i], &mapped));
        if (v->def) { /* a node, which its like may be merged with */
            sn_node *constant =
                sn_node_create(m->r->run->g, g, &sn_op_constant, NULL, 1, &mapped, 1);
            mapped = constant->out[0];
        }
        sn_node_set_input(g, i, mapped);
    }
    return SN_OK;
}

static sn_status make_clone(maker *m, const sn_region_member *s)
{
    sn_pass_run *run = m->r->run;
    sn_node *n = s->node, *g = sn_rewrite_clone(run, n, n);
    m->nodes[m->n_nodes++] = g;
    if (s->params) memcpy(g->params, s->params, n->op->params_bytes);
    for (uint16_t i = 0; i < g->n_in; i++) {
        if (sn_in(g, i)) sn_node_set_input(g, i, made_of(m, sn_in(g, i)));
    }
    if (s->kind == SN_REGION_PROPAGATE) {
        SN_TRY(map_operands(m, s, g));
    } else {
        if (s->kind == SN_REGION_WEIGHTS_OUT)
            SN_TRY(sn_affine_map_into_output(run, g, &s->fold_out, &s->map));
        if (s->kind == SN_REGION_WEIGHTS_IN)
            SN_TRY(sn_affine_map_into_input(run, g, &s->fold_in, &s->map));
    }
    for (uint16_t i = 0; i < n->n_out; i++)
        pair(m, n->out[i], g->out[i], sn_affine_map_is_identity(&s->out[i]));
    return SN_OK;
}

static sn_status make_merged(maker *m, const sn_region_member *s)
{
    sn_node *n = s->node;
    sn_value *y = NULL, *x = made_of(m, s->x);
    SN_TRY(sn_affine_map_node(m->r->run, x, s->x, &s->map, n, n, &y));
    if (y != x) m->nodes[m->n_nodes++] = y->def;
    pair(m, n->out[0], y, !m->r->up);
    return SN_OK;
}

static sn_status make_all(maker *m)
{
    sn_affine_region *r = m->r;
    if (!r->up) pair(m, r->start->out[0], r->x, false);
    for (int i = 0; i < r->n; i++) {
        const sn_region_member *s = r->steps[r->up ? r->n - 1 - i : i];
        SN_TRY(s->kind == SN_REGION_MERGE ? make_merged(m, s) : make_clone(m, s));
    }
    if (r->up) pair(m, r->start->out[0], made_of(m, r->x), true);
    return SN_OK;
}

static maker maker_of(sn_affine_region *r)
{
    maker m = {.r = r, .cap = 2};
    for (int i = 0; i < r->n; i++) m.cap += r->steps[i]->node->n_out;
    m.old = SN_NEW_N(r->run->arena, sn_value *, m.cap);
    m.made = SN_NEW_N(r->run->arena, sn_value *, m.cap);
    m.befores = SN_NEW_N(r->run->arena, sn_value *, m.cap);
    m.afters = SN_NEW_N(r->run->arena, sn_value *, m.cap);
    return m;
}

/* What readers said of the shape of a map's result holds for what it maps, where the operands
 * beside that have no axes: it is known no longer once the map is gone. */
static void keep_shape(const sn_affine_region *r)
{
    const sn_node *n = r->start;
    bool same = r->x->shape.rank < 0 && n->out[0]->shape.rank >= 0;
    for (uint16_t i = 0; i < n->n_in && same; i++)
        same = !sn_in(n, i) || sn_in(n, i) == r->x || sn_in(n, i)->shape.rank == 0;
    if (same) sn_value_set_shape(r->x, &n->out[0]->shape);
}

sn_status sn_affine_region_commit(sn_affine_region *r)
{
    keep_shape(r);
    maker m = maker_of(r);
    sn_rewrite_begin(r->run);
    sn_status status = make_all(&m);
    if (sn_missed_unsupported(r->run, status, r->start, NULL, "not moved")) {
        for (int i = m.n_nodes; i-- > 0;) sn_remove_dead(m.nodes[i]);
        return SN_OK;
    }
    SN_TRY(status);
    sn_rewrite rw = {
        .same_shape = true, .n_values = m.n_results, .befores = m.befores, .afters = m.afters};
    if (!r->up) rw.matched[rw.n_matched++] = r->start;
    for (int i = 0; i < r->n; i++)
        rw.matched[rw.n_matched++] = r->steps[r->up ? r->n - 1 - i : i]->node;
    if (r->up) rw.matched[rw.n_matched++] = r->start;
    bool done;
    return sn_rewrite_commit(r->run, &rw, &done);
}
