/* SPDX-License-Identifier: Apache-2.0
 *
 * Places are paired from the outputs on, upwards: two results of the same name are at the same
 * place; where all that reads a value of a is, and in b the same operators read one value in the
 * same slots, these two are. A node of a is paired with one of b where all of its results that are
 * read are paired with that one's. Params, bodies and the contents of constants may differ: what
 * one reads is what the other does, and so nothing above it is between them. */
#include "ref/shared.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "base/vec.h"
#include "ir/op.h"

/* Bytes of one set of inputs that are kept at most; what is beyond is taken for not shared. */
#define MOST_BYTES (UINT64_C(256) << 20)

enum { ROUNDINGS = 4 }; /* of a constant, at most */

typedef struct shared_place {
    const sn_value *of_b; /* NULL: none yet */
    bool apart;           /* there is none */
    uint32_t next;        /* id of another value of a with the same in b; 0: there is none */
    const sn_tensor *t;   /* of this set of inputs; held; of a constant, its contents */
    bool *same;           /* by element: shared; NULL: all are */
    bool is_shared;       /* some are */
    bool is_other;        /* a constant: b has another, whatever roundings do */
} shared_place;

struct sn_shared {
    sn_ctx *ctx;
    sn_arena *round;
    const sn_graph *a;
    shared_place *places; /* by id of a */
    uint32_t n_a, n_b;    /* ids */
    uint32_t *first;      /* by id of b: of a, 1 more than it */
    uint64_t n_bytes;     /* kept */
    bool *paired;         /* by node id */
    bool is_alike; /* from where pairs begin on, both are alike but for the contents of constants */
    SN_VEC(const sn_value *) begins; /* paired, but what makes them is not */
    int n_others;                    /* constants and params that are others */
    int n_quantities;                /* of these, those that say no sizes or places */
    const sn_value *other_value;
    const sn_node *other_node; /* that has the last, as a param, or reads it */
};

/* ---- places ---------------------------------------------------------------------------------- */

static void pair_up(sn_shared *s, const sn_value *v, const sn_value *of_b)
{
    shared_place *p = v ? &s->places[v->id] : NULL;
    if (!p || p->apart) return;
    p->apart = !of_b || (p->of_b && p->of_b != of_b);
    p->of_b = p->apart ? NULL : of_b;
}

/* The node of b at the place of n; NULL: there is none. *read: a result of n is. */
static const sn_node *partner_of(const sn_shared *s, const sn_node *n, bool *read)
{
    const sn_node *partner = NULL;
    bool apart = false;
    *read = false;
    for (uint16_t i = 0; i < n->n_out; i++) {
        const shared_place *p = &s->places[n->out[i]->id];
        const sn_node *m = p->of_b ? p->of_b->def : NULL;
        if (!p->of_b && !p->apart) continue;
        *read = true;
        apart = apart || !m || (partner && partner != m) || p->of_b->def_slot != i;
        partner = m;
    }
    const bool same = !apart && partner && partner->op == n->op && partner->n_in == n->n_in &&
                      partner->n_body == n->n_body;
    return same ? partner : NULL;
}

static bool is_within_roundings(double x, double y, sn_type type)
{
    const double d = fabs(x - y), largest = fmax(fabs(x), fabs(y));
    if (x == y || (isnan(x) && isnan(y))) return true;
    if (fmin(fabs(x), fabs(y)) >= sn_type_largest(type)) return (x > 0) == (y > 0); /* no bound */
    return d <= ROUNDINGS * sn_type_epsilon(type) * largest || largest < sn_type_smallest(type);
}

static void note_params(sn_shared *s, const sn_node *n, const sn_node *m)
{
    int n_others = 0;
    for (const sn_param *p = n->op->params; p && p->name; p++) {
        if (sn_param_equal(p, n->params, m->params)) continue;
        float x = 0, y = 0;
        if (p->kind == SN_PK_F32) {
            memcpy(&x, (const char *)n->params + p->offset, sizeof x);
            memcpy(&y, (const char *)m->params + p->offset, sizeof y);
        }
        /* what rounds a param is not measured */
        const bool is_other =
            p->kind == SN_PK_F32 && !is_within_roundings((double)x, (double)y, SN_TYPE_f32);
        s->is_alike = s->is_alike && is_other;
        n_others += is_other;
    }
    s->n_others += n_others;
    s->n_quantities += n_others;
    if (n_others) s->other_node = n, s->other_value = NULL;
}

static void pair_outputs(sn_shared *s, const sn_node *n, const sn_graph *b)
{
    const sn_node *output = sn_graph_output(b);
    for (unsigned i = 0; i < n->n_in; i++) {
        const char *name = sn_output_name(n, i);
        const sn_value *w = b->owner ? sn_in(output, i) /* of a body */
                            : name   ? sn_graph_output_named(b, name)
                                     : NULL;
        pair_up(s, sn_in(n, i), w);
    }
}

static bool feeds_alike(const sn_shared *s, const sn_node *n)
{
    bool alike = true;
    for (uint16_t i = 0; i < n->n_out; i++) {
        const sn_value *v = n->out[i], *w = s->places[v->id].of_b;
        if (!w) continue; /* nobody reads it */
        alike = alike && w->def && sn_op_has(w->def->op, SN_TRAIT_INPUT);
        alike = alike && (n->graph->owner ? w->def_slot == i
                                          : v->name && w->name && strcmp(v->name, w->name) == 0);
    }
    return alike;
}

static void pair_all(sn_shared *s, const sn_graph *a, const sn_graph *b)
{
    for (const sn_node *n = a->last; n; n = n->prev) {
        if (sn_op_has(n->op, SN_TRAIT_OUTPUT)) {
            pair_outputs(s, n, b);
            s->paired[n->id] = true;
            continue;
        }
        if (sn_op_has(n->op, SN_TRAIT_INPUT)) {
            s->is_alike = s->is_alike && feeds_alike(s, n);
            continue;
        }
        bool read;
        const sn_node *m = partner_of(s, n, &read);
        if (!read) continue;
        s->paired[n->id] = m != NULL;
        for (uint16_t i = 0; !m && i < n->n_out; i++)
            if (s->places[n->out[i]->id].of_b) SN_PUSH(s->begins, n->out[i]);
        for (uint16_t i = 0; i < n->n_in; i++) pair_up(s, sn_in(n, i), m ? sn_in(m, i) : NULL);
        if (m) note_params(s, n, m);
        for (uint16_t i = 0; m && i < n->n_body; i++) pair_all(s, n->body[i], m->body[i]);
    }
}

/* ---- what is shared -------------------------------------------------------------------------- */

static bool is_comparable(const sn_tensor *t) { return t && t->buf && t->coding == SN_PLAIN; }

/* Element by element. */
static bool is_numbers(const sn_tensor *t)
{
    return t->coding == SN_PLAIN || t->coding == SN_CODED_F16 || t->coding == SN_CODED_TABLE256;
}

static void compare(sn_arena *arena, shared_place *p, const sn_tensor *of_b)
{
    const sn_tensor *t = p->t;
    if (t->type != of_b->type || !sn_shape_equal(&t->shape, &of_b->shape)) return;
    const size_t bytes = sn_type_bytes(t->type);
    const int64_t n = sn_tensor_count(t);
    const char *x = sn_tensor_data(t), *y = sn_tensor_data(of_b);
    p->is_shared = memcmp(x, y, (size_t)n * bytes) == 0;
    if (p->is_shared) return;
    p->same = SN_NEW_N(arena, bool, n);
    for (int64_t i = 0; i < n; i++) {
        p->same[i] = memcmp(x + (size_t)i * bytes, y + (size_t)i * bytes, bytes) == 0;
        p->is_shared = p->is_shared || p->same[i];
    }
}

/* Integers that say sizes and places, and do not compute element by element, may be said otherwise.
 */
static bool is_a_quantity(const sn_node *n, const sn_tensor *t)
{
    return n->op->expr || sn_type_is_float(t->type) || sn_type_bytes(t->type) < sizeof(int64_t);
}

/* An element that roundings do not make of the other's. */
static bool has_others(const sn_tensor *t, const sn_tensor *of_b)
{
    const sn_numbers x = sn_numbers_of(t), y = sn_numbers_of(of_b);
    const sn_type type = sn_type_is_float(t->type) ? t->type : SN_TYPE_UNKNOWN;
    for (int64_t i = 0, n = sn_tensor_count(t); i < n; i++) {
        const double v = sn_number(&x, i), w = sn_number(&y, i);
        if (type ? !is_within_roundings(v, w, type) : v != w) return true;
    }
    return false;
}

/* Of value v that n reads: once. */
static void compare_constants(sn_shared *s, const sn_node *n, const sn_value *v, sn_arena *arena)
{
    shared_place *p = &s->places[v->id];
    const sn_value *w = p->of_b;
    if (!w || p->t || v->kind == SN_RESULT) return;
    const sn_tensor *x = v->data, *y = w->data;
    p->t = x;
    if (w->kind == SN_RESULT || !x || !y || !x->buf || !y->buf || x->type != y->type ||
        !sn_shape_equal(&x->shape, &y->shape)) {
        s->is_alike = false;
        return;
    }
    p->is_shared = sn_tensor_same_bytes(x, y);
    if (p->is_shared) return;
    if (!is_numbers(x) || !is_numbers(y)) {
        s->is_alike = false;
        return;
    }
    if (is_comparable(x) && is_comparable(y)) compare(arena, p, y);
    p->is_other = has_others(x, y);
    if (!p->is_other) return;
    s->n_others++;
    s->n_quantities += is_a_quantity(n, x);
    s->other_value = v;
    s->other_node = n;
}

static void list_by_value(sn_shared *s, const sn_value *v)
{
    shared_place *p = &s->places[v->id];
    if (!p->of_b || p->of_b->kind != SN_RESULT) return;
    uint32_t *first = &s->first[p->of_b->id];
    p->next = *first;
    *first = v->id + 1;
}

static void look_at_values(sn_shared *s, const sn_graph *g, sn_arena *arena)
{
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; i < n->n_out; i++) list_by_value(s, n->out[i]);
        for (uint16_t i = 0; i < n->n_in; i++) {
            if (!sn_in(n, i)) continue;
            compare_constants(s, n, sn_in(n, i), arena);
            if (s->paired[n->id] && s->places[sn_in(n, i)->id].apart) s->is_alike = false;
        }
        for (uint16_t i = 0; i < n->n_body; i++) look_at_values(s, n->body[i], arena);
    }
}

sn_shared *sn_shared_create(const sn_graph *a, const sn_graph *b, sn_arena *arena)
{
    sn_shared *s = SN_NEW(arena, sn_shared);
    *s = (sn_shared){.ctx = a->ctx, .a = a, .is_alike = true};
    s->n_a = a->root->n_ids;
    s->n_b = b->root->n_ids;
    s->places = SN_NEW_N(arena, shared_place, s->n_a);
    s->first = SN_NEW_N(arena, uint32_t, s->n_b);
    s->paired = SN_NEW_N(arena, bool, s->n_a);
    s->begins.arena = arena;
    pair_all(s, a, b);
    look_at_values(s, a, arena);
    return s;
}

bool sn_shared_has_cause(const sn_shared *s)
{
    if (!s->is_alike || s->n_others != 1) return false;
    for (size_t i = 0; i < s->begins.n; i++) {
        const shared_place *p = &s->places[s->begins.v[i]->id];
        if (!p->t || !p->is_shared || p->same) return false;
    }
    return true;
}

int sn_shared_n_causes(const sn_shared *s)
{
    return s->is_alike && !s->begins.n && s->n_others == s->n_quantities ? s->n_quantities : 0;
}

const char *sn_shared_cause(const sn_shared *s, sn_arena *arena)
{
    const sn_value *v = s->other_value;
    const sn_node *n = s->other_node;
    if (sn_shared_n_causes(s) != 1) return NULL;
    const char *name = sn_escape(arena, n->name ? n->name : n->op->name);
    if (!v) return sn_arena_printf(arena, "a number among the params of '%s'", name);
    if (v->name) return sn_arena_printf(arena, "the constant '%s'", sn_escape(arena, v->name));
    return sn_arena_printf(arena, "a constant that '%s' reads", name);
}

bool sn_shared_keeps(const sn_shared *s, const sn_value *v)
{
    if (!sn_shared_has_cause(s) || v->id >= s->n_a) return false;
    return v->kind == SN_RESULT || s->places[v->id].is_other;
}

/* Of results, which alone hold anything. */
static void forget(sn_shared *s)
{
    SN_EACH_NODE(n, s->a)
    {
        for (uint16_t i = 0; i < n->n_out; i++) {
            shared_place *p = &s->places[n->out[i]->id];
            sn_tensor_release(p->t);
            p->t = NULL;
            p->same = NULL;
            p->is_shared = false;
        }
    }
    s->n_bytes = 0;
    sn_arena_destroy(s->round);
    s->round = NULL;
}

void sn_shared_begin(sn_shared *s)
{
    forget(s);
    s->round = sn_arena_create(s->ctx);
}

void sn_shared_end(sn_shared *s)
{
    if (s) forget(s);
}

void sn_shared_see_a(sn_shared *s, const sn_value *v, const sn_tensor *t)
{
    shared_place *p = v->id < s->n_a ? &s->places[v->id] : NULL;
    if (!p || !p->of_b || p->of_b->kind != SN_RESULT || p->t || !is_comparable(t) ||
        s->n_bytes + t->n_bytes > MOST_BYTES)
        return;
    s->n_bytes += t->n_bytes;
    sn_tensor_retain(t);
    p->t = t;
}

void sn_shared_see_b(sn_shared *s, const sn_value *v, const sn_tensor *t)
{
    if (v->id >= s->n_b || !is_comparable(t)) return;
    for (uint32_t i = s->first[v->id]; i; i = s->places[i - 1].next) {
        shared_place *p = &s->places[i - 1];
        if (!p->t) continue;
        compare(s->round, p, t);
        if (p->is_shared) continue;
        s->n_bytes -= p->t->n_bytes;
        sn_tensor_release(p->t);
        p->t = NULL;
    }
}

static sn_status put_back_some(const sn_shared *s, const shared_place *p, const sn_tensor **t)
{
    if (!is_comparable(*t) || (*t)->type != p->t->type ||
        !sn_shape_equal(&(*t)->shape, &p->t->shape))
        return SN_OK;
    const size_t bytes = sn_type_bytes(p->t->type);
    sn_tensor *mixed = NULL;
    void *data = NULL;
    SN_TRY(sn_tensor_create(s->ctx, p->t->type, &p->t->shape, &mixed, &data));
    memcpy(data, sn_tensor_data(*t), (size_t)p->t->n_bytes);
    const char *as_it_was = sn_tensor_data(p->t);
    for (int64_t i = 0, n = sn_tensor_count(mixed); i < n; i++) {
        const size_t at = (size_t)i * bytes;
        if (p->same[i]) memcpy((char *)data + at, as_it_was + at, bytes);
    }
    sn_tensor_release(*t);
    *t = mixed;
    return SN_OK;
}

sn_status sn_shared_put_back(const sn_shared *s, const sn_value *v, const sn_tensor **t)
{
    const shared_place *p = v->id < s->n_a ? &s->places[v->id] : NULL;
    if (!p || !p->is_shared || *t == p->t) return SN_OK;
    if (p->same) return put_back_some(s, p, t);
    sn_tensor_retain(p->t);
    sn_tensor_release(*t);
    *t = p->t;
    return SN_OK;
}
