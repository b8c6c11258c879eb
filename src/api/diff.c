/* SPDX-License-Identifier: Apache-2.0
 *
 * What two networks differ in, layer by layer. Layers are matched by name, then by the name of
 * their first output, then by structure: the same operator that reads the same place of a layer
 * that is matched. Splits say nothing about what is computed; they are looked through. Bodies of
 * layers that stand for each other are compared in the same way. */
#include "api/model.h"

#include <math.h>
#include <string.h>

#include "base/map.h"
#include "passes/pass.h"

typedef struct diff_side {
    const sn_graph *g;
    SN_VEC(const sn_node *) layers; /* without Splits and the output node, in order */
    const sn_node **match;          /* by node id: the layer of the other side, or NULL */
} diff_side;

typedef struct differ {
    sn_arena *arena; /* the result's */
    sn_arena *scratch;
    diff_side a, b;
    SN_VEC(sn_diff_entry) entries;
    SN_VEC(sn_diff_change) changes; /* of the entry that is being made */
    sn_diff *out;
} differ;

static bool is_split(const sn_node *n) { return n->op == &sn_op_identity && n->n_in == 1; }

/* Where a value comes from, Splits left out. */
static const sn_value *source(const sn_value *v)
{
    while (v && v->def && is_split(v->def)) v = sn_in(v->def, 0);
    return v;
}

static void collect(diff_side *s, const sn_graph *g, sn_arena *scratch)
{
    s->g = g;
    s->layers.arena = scratch;
    s->match = SN_NEW_N(scratch, const sn_node *, g->n_ids);
    SN_EACH_NODE(n, g)
    {
        if (!is_split(n) && !sn_op_has(n->op, SN_TRAIT_OUTPUT)) SN_PUSH(s->layers, n);
    }
}

/* ---- matching -------------------------------------------------------------------------------- */

static void tie(differ *d, const sn_node *a, const sn_node *b)
{
    d->a.match[a->id] = b;
    d->b.match[b->id] = a;
}

static const char *name_of(const sn_node *n) { return n->name; }
static const char *output_of(const sn_node *n) { return n->n_out ? n->out[0]->name : NULL; }

/* The first of a name with the first of that name. */
static void match_by(differ *d, const char *(*key)(const sn_node *n))
{
    sn_map *of = sn_map_create(d->scratch);
    for (size_t i = d->b.layers.n; i-- > 0;) {
        const sn_node *n = d->b.layers.v[i];
        if (!d->b.match[n->id] && key(n) && *key(n))
            sn_map_put(of, key(n), (void *)(uintptr_t)(i + 1));
    }
    for (size_t i = 0; i < d->a.layers.n; i++) {
        const sn_node *n = d->a.layers.v[i];
        if (d->a.match[n->id] || !key(n) || !*key(n)) continue;
        size_t k = (size_t)(uintptr_t)sn_map_get(of, key(n));
        if (k && !d->b.match[d->b.layers.v[k - 1]->id]) tie(d, n, d->b.layers.v[k - 1]);
    }
}

/* A reader of v, through Splits, that has no match and is n's equal; the one with the same params
 * before others. */
static const sn_node *reader_like(const differ *d, const sn_value *v, const sn_node *n,
                                  uint16_t slot, int depth)
{
    const sn_node *best = NULL;
    for (const sn_use *u = v->uses; u; u = u->next) {
        const sn_node *r = u->node;
        if (is_split(r) && depth > 0) {
            for (uint16_t i = 0; i < r->n_out; i++) {
                const sn_node *behind = reader_like(d, r->out[i], n, slot, depth - 1);
                if (behind) best = behind;
            }
        } else if (r->op == n->op && u->slot == slot && !d->b.match[r->id]) {
            if (!r->op->params || sn_params_equal(r->op->params, r->params, n->params)) return r;
            best = r;
        }
    }
    return best;
}

/* A constant that is a layer has no reader but the results: the first without a match that is the
 * same, else the first. */
static const sn_node *constant_like(const differ *d, const sn_node *n)
{
    const sn_tensor *t = sn_in(n, 0)->data;
    const sn_node *first = NULL;
    for (size_t i = 0; i < d->b.layers.n; i++) {
        const sn_node *other = d->b.layers.v[i];
        if (other->op != n->op || d->b.match[other->id]) continue;
        const sn_tensor *u = sn_in(other, 0)->data;
        if (t->buf && u->buf && sn_tensor_same_bytes(t, u)) return other;
        if (!first) first = other;
    }
    return first;
}

static void match_by_structure(differ *d)
{
    size_t k = 0;
    for (size_t i = 0; i < d->a.layers.n; i++) {
        const sn_node *n = d->a.layers.v[i], *found = NULL;
        if (d->a.match[n->id]) continue;
        for (uint16_t slot = 0; slot < n->n_in && !found; slot++) {
            const sn_value *v = source(sn_in(n, slot));
            const sn_node *maker = v && v->def ? d->a.match[v->def->id] : NULL;
            if (maker && v->def_slot < maker->n_out)
                found = reader_like(d, maker->out[v->def_slot], n, slot, 4);
        }
        bool fed = sn_op_has(n->op, SN_TRAIT_INPUT);
        for (; fed && !found && k < d->b.layers.n; k++) {
            const sn_node *other = d->b.layers.v[k];
            if (other->op == n->op && !d->b.match[other->id]) found = other;
        }
        if (n->op == &sn_op_constant) found = constant_like(d, n);
        if (found) tie(d, n, found);
    }
}

/* ---- what differs ---------------------------------------------------------------------------- */

static void change(differ *d, const char *what, const char *name, const char *a, const char *b,
                   double distance)
{
    SN_PUSH(d->changes, (sn_diff_change){what, sn_arena_strdup(d->arena, name), a, b, distance});
}

static const char *escaped(const differ *d, const char *text)
{
    return text ? sn_escape(d->arena, text) : NULL;
}

static const char *value_text(const differ *d, const sn_param *p, const void *params)
{
    sn_str s;
    sn_str_init(&s, d->arena);
    sn_param_print_value(p, params, &s);
    return s.s;
}

static void compare_params(differ *d, const sn_node *a, const sn_node *b)
{
    for (const sn_param *p = a->op->params; p && p->name; p++) {
        const char *x = value_text(d, p, a->params), *y = value_text(d, p, b->params);
        if (strcmp(x, y) != 0) change(d, "param", p->name, x, y, -1);
    }
    if (a->features != b->features) {
        change(d, "param", "features", sn_arena_printf(d->arena, "%u", a->features),
               sn_arena_printf(d->arena, "%u", b->features), -1);
    }
}

static const char *weight_text(const differ *d, const sn_tensor *t)
{
    sn_str s;
    sn_str_init(&s, d->arena);
    sn_str_addf(&s, "%s[", sn_type_name(t->type));
    sn_shape_print(NULL, &t->shape, &s);
    sn_str_add(&s, "]");
    if (t->coding != SN_PLAIN) sn_str_addf(&s, " as %s", sn_coding_name(t->coding));
    return s.s;
}

static bool has_numbers(const sn_tensor *t) { return t->buf && t->coding < SN_CODED_BITS4; }

/* Largest of absolute differences; infinite where one is a number and the other is not. */
static double distance_of(const sn_tensor *a, const sn_tensor *b)
{
    double worst = 0;
    for (int64_t i = 0, n = sn_tensor_count(a); i < n; i++) {
        double x = sn_tensor_at(a, i), y = sn_tensor_at(b, i);
        if (isnan(x) && isnan(y)) continue;
        double e = x == y ? 0 : fabs(x - y);
        if (isnan(e)) e = INFINITY;
        if (e > worst) worst = e;
    }
    return worst;
}

static void compare_weight(differ *d, const char *role, const sn_tensor *a, const sn_tensor *b)
{
    if (a == b || (!a->buf && !b->buf && sn_shape_equal(&a->shape, &b->shape))) return;
    if (a->buf && b->buf && sn_tensor_same_bytes(a, b)) return;
    bool numbers = has_numbers(a) && has_numbers(b) && sn_shape_equal(&a->shape, &b->shape);
    change(d, "weight", role, weight_text(d, a), weight_text(d, b),
           numbers ? distance_of(a, b) : -1);
}

static const char *value_label(const differ *d, const sn_value *v)
{
    if (!v) return NULL;
    if (v->name) return escaped(d, v->name);
    return v->def ? sn_node_label(d->arena, v->def) : "a constant";
}

/* Under the same name, or from the same place: where only one of the two holds, it is reported of
 * the layer that makes it. */
static bool same_value(const differ *d, const sn_value *a, const sn_value *b)
{
    if (a->name && b->name && strcmp(a->name, b->name) == 0) return true;
    return a->def && b->def && d->a.match[a->def->id] == b->def && a->def_slot == b->def_slot;
}

static void compare_inputs(differ *d, const sn_node *a, const sn_node *b)
{
    uint16_t n = a->n_in > b->n_in ? a->n_in : b->n_in;
    for (uint16_t i = 0; i < n; i++) {
        const sn_value *x = source(sn_in(a, i)), *y = source(sn_in(b, i));
        const sn_slot *slot = sn_op_slot(a->op, i);
        if (!slot) slot = sn_op_slot(b->op, i); /* another operator, with more inputs */
        bool variadic = (slot->flags & SN_SLOT_VARIADIC) != 0;
        const char *role =
            variadic ? sn_arena_printf(d->scratch, "%s %u", slot->name, i) : slot->name;
        if (!x && !y) continue;
        bool own_x = x && !x->def && x->data, own_y = y && !y->def && y->data;
        if (own_x && own_y) {
            compare_weight(d, role, x->data, y->data);
        } else if (own_x || own_y) {
            change(d, "weight", role, own_x ? weight_text(d, x->data) : value_label(d, x),
                   own_y ? weight_text(d, y->data) : value_label(d, y), -1);
        } else if (!x || !y || !same_value(d, x, y)) {
            change(d, "input", role, value_label(d, x), value_label(d, y), -1);
        }
    }
}

static void compare_outputs(differ *d, const sn_node *a, const sn_node *b)
{
    uint16_t n = a->n_out > b->n_out ? a->n_out : b->n_out;
    for (uint16_t i = 0; i < n; i++) {
        const char *x = i < a->n_out ? a->out[i]->name : NULL,
                   *y = i < b->n_out ? b->out[i]->name : NULL;
        bool same = i < a->n_out && i < b->n_out && (x == y || (x && y && strcmp(x, y) == 0));
        if (!same)
            change(d, "output", sn_arena_printf(d->scratch, "%u", i), escaped(d, x), escaped(d, y),
                   -1);
    }
}

static const char *declared_text(const differ *d, const diff_side *side, const sn_value *v)
{
    sn_str s;
    sn_str_init(&s, d->arena);
    sn_str_addf(&s, "%s[", sn_type_name(v->type));
    sn_shape_print(side->g->dims, &v->shape, &s);
    sn_str_add(&s, "]");
    return s.s;
}

/* Type and sizes that an input is declared to have, where both are known. */
static void compare_declared(differ *d, const sn_node *a, const sn_node *b)
{
    if (!sn_op_has(a->op, SN_TRAIT_INPUT) || a->op != b->op) return;
    for (uint16_t i = 0; i < a->n_out && i < b->n_out; i++) {
        const sn_value *x = a->out[i], *y = b->out[i];
        const bool types =
            x->type != y->type && x->type != SN_TYPE_UNKNOWN && y->type != SN_TYPE_UNKNOWN;
        if (!types && !sn_shape_conflict(&x->shape, &y->shape)) continue;
        change(d, "declared", sn_arena_printf(d->scratch, "%u", i), declared_text(d, &d->a, x),
               declared_text(d, &d->b, y), -1);
    }
}

static void compare_bodies(differ *d, const sn_node *a, const sn_node *b)
{
    if (a->op != b->op) return;
    for (uint16_t i = 0; i < a->n_body; i++) {
        if (sn_graph_same(a->body[i], b->body[i])) continue;
        change(d, "body", a->op->bodies[i],
               sn_arena_printf(d->arena, "%u nodes", (unsigned)a->body[i]->n_nodes),
               sn_arena_printf(d->arena, "%u nodes", (unsigned)b->body[i]->n_nodes), -1);
    }
}

static void compare_graphs(differ *d, const sn_graph *a, const sn_graph *b);

/* Entries of what differs in the bodies of two layers, behind the entry of the layers. */
static void add_entries_of_bodies(differ *d, const sn_node *a, const sn_node *b)
{
    for (uint16_t i = 0; a->op == b->op && i < a->n_body; i++) {
        if (sn_graph_same(a->body[i], b->body[i])) continue;
        sn_diff not_counted = {0};
        differ inner = {.arena = d->arena, .scratch = d->scratch, .out = &not_counted};
        inner.entries.arena = d->arena;
        inner.changes.arena = d->scratch;
        compare_graphs(&inner, a->body[i], b->body[i]);
        for (size_t k = 0; k < inner.entries.n; k++) SN_PUSH(d->entries, inner.entries.v[k]);
    }
}

/* ---- entries --------------------------------------------------------------------------------- */

static void add_entry(differ *d, const sn_node *a, const sn_node *b)
{
    sn_diff_entry e = {.a = a ? sn_node_label(d->arena, a) : NULL,
                       .b = b ? sn_node_label(d->arena, b) : NULL,
                       .op_a = a ? a->op->name : NULL,
                       .op_b = b ? b->op->name : NULL,
                       .n_changes = (uint32_t)d->changes.n};
    e.changes = sn_arena_copy(d->arena, d->changes.v, d->changes.n * sizeof *d->changes.v);
    d->changes.n = 0;
    SN_PUSH(d->entries, e);
}

static void compare_layers(differ *d, const sn_node *a, const sn_node *b)
{
    const char *x = a->name ? a->name : "", *y = b->name ? b->name : "";
    if (strcmp(x, y) != 0) change(d, "name", "", escaped(d, x), escaped(d, y), -1);
    if (a->op != b->op) {
        change(d, "op", "", a->op->name, b->op->name, -1);
    } else {
        compare_params(d, a, b);
    }
    compare_inputs(d, a, b);
    compare_outputs(d, a, b);
    compare_declared(d, a, b);
    compare_bodies(d, a, b);
    if (!d->changes.n) {
        d->out->n_same++;
        return;
    }
    d->out->n_changed++;
    add_entry(d, a, b);
    add_entries_of_bodies(d, a, b);
}

/* In the order of a; layers of b alone stand where b has them among their neighbours. */
static void compare_all(differ *d)
{
    size_t k = 0, *place = SN_NEW_N(d->scratch, size_t, d->b.g->n_ids);
    for (size_t i = 0; i < d->b.layers.n; i++) place[d->b.layers.v[i]->id] = i;
    for (size_t i = 0; i <= d->a.layers.n; i++) {
        const sn_node *a = i < d->a.layers.n ? d->a.layers.v[i] : NULL;
        const sn_node *b = a ? d->a.match[a->id] : NULL;
        size_t end = !a ? d->b.layers.n : b ? place[b->id] : k;
        for (; k < end; k++) {
            const sn_node *alone = d->b.layers.v[k];
            if (d->b.match[alone->id]) continue;
            d->out->n_only_b++;
            add_entry(d, NULL, alone);
        }
        if (!a) break;
        if (b) {
            compare_layers(d, a, b);
        } else {
            d->out->n_only_a++;
            add_entry(d, a, NULL);
        }
    }
}

static void add_result(differ *d, const char *a, const char *b)
{
    sn_diff_entry e = {.is_result = true, .a = a, .b = b, .n_changes = (uint32_t)d->changes.n};
    e.changes = sn_arena_copy(d->arena, d->changes.v, d->changes.n * sizeof *d->changes.v);
    d->changes.n = 0;
    SN_PUSH(d->entries, e);
}

static const sn_value *result_named(const sn_node *output, const char *name)
{
    for (unsigned i = 0; output && i < output->n_in; i++) {
        const char *other = sn_output_name(output, i);
        if (other && strcmp(other, name) == 0) return source(sn_in(output, i));
    }
    return NULL;
}

static void compare_results(differ *d, bool from_b)
{
    const sn_node *own = sn_graph_output(from_b ? d->b.g : d->a.g),
                  *other = sn_graph_output(from_b ? d->a.g : d->b.g);
    for (unsigned i = 0; own && i < own->n_in; i++) {
        const char *name = sn_output_name(own, i);
        if (!name) continue;
        const sn_value *v = source(sn_in(own, i)), *w = result_named(other, name);
        if (w && (from_b || same_value(d, v, w))) continue;
        if (w) change(d, "input", "", value_label(d, v), value_label(d, w), -1);
        add_result(d, w || !from_b ? escaped(d, name) : NULL,
                   w || from_b ? escaped(d, name) : NULL);
    }
}

static const char *result_label(const differ *d, const sn_graph *body, unsigned i)
{
    return sn_arena_printf(d->arena, "%s/result %u", sn_graph_place(d->arena, body), i);
}

/* Results of bodies are known by their order. */
static void compare_results_of_bodies(differ *d)
{
    const sn_node *a = sn_graph_output(d->a.g), *b = sn_graph_output(d->b.g);
    for (unsigned i = 0; i < a->n_in || i < b->n_in; i++) {
        const sn_value *v = source(sn_in(a, i)), *w = source(sn_in(b, i));
        const bool own_v = v && !v->def, own_w = w && !w->def;
        if (own_v && own_w) {
            compare_weight(d, "", v->data, w->data);
        } else if (!v || !w || own_v || own_w || !same_value(d, v, w)) {
            change(d, "input", "", value_label(d, v), value_label(d, w), -1);
        }
        if (d->changes.n)
            add_result(d, v ? result_label(d, d->a.g, i) : NULL,
                       w ? result_label(d, d->b.g, i) : NULL);
    }
}

static void compare_graphs(differ *d, const sn_graph *a, const sn_graph *b)
{
    collect(&d->a, a, d->scratch);
    collect(&d->b, b, d->scratch);
    match_by(d, name_of);
    match_by(d, output_of);
    match_by_structure(d);
    compare_all(d);
    if (a->owner) {
        compare_results_of_bodies(d);
    } else {
        compare_results(d, false);
        compare_results(d, true);
    }
}

static sn_status diff(sn_model *a, sn_model *b, sn_diff *out)
{
    SN_TRY(sn_model_infer(a));
    SN_TRY(sn_model_infer(b));
    *out = (sn_diff){0};
    sn_arena *scratch = sn_arena_create(a->context->ctx);
    differ d = {.arena = a->arena, .scratch = scratch, .out = out};
    d.entries.arena = a->arena;
    d.changes.arena = scratch;
    compare_graphs(&d, a->graph, b->graph);
    out->n_entries = (uint32_t)d.entries.n;
    out->entries = d.entries.v;
    sn_arena_destroy(scratch);
    return SN_OK;
}

sn_status sn_model_diff(sn_model *a, sn_model *b, sn_diff *out)
{
    SN_GUARD(a->context->ctx, diff(a, b, out));
}
