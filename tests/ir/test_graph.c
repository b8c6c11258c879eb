/* SPDX-License-Identifier: Apache-2.0
 *
 * Graphs: making, editing, cloning, checking. See CASES. */
#include "toy_ops.h"

#include <stdio.h>

#include "ir/graph_inner.h" /* to break what verify has to see */

static int setup(void **state)
{
    static toy_heap heap;
    heap = (toy_heap){.until_failure = -1};
    *state = sn_ctx_create(toy_alloc, &heap);
    return *state ? 0 : -1;
}

static int teardown(void **state)
{
    sn_ctx *ctx = *state;
    bool clean = sn_ctx_live_bytes(ctx) == 0; /* every test destroys what it made */
    sn_ctx_destroy(ctx);
    return clean ? 0 : -1;
}

static uint32_t n_listed(const sn_value *v)
{
    uint32_t n = 0;
    SN_EACH_USE(u, v) n += u->value == v;
    return n;
}

/* x -> conv(w, b) -> relu -> add(relu, conv) -> results "y", "conv" */
typedef struct small {
    sn_graph *g;
    sn_value *x, *w, *b, *conv, *relu, *add;
} small;

static small small_graph(sn_ctx *ctx)
{
    small s = {.g = sn_graph_create(ctx)};
    s.x = toy_feed(s.g, "x", SN_SHAPE(3, 5));
    s.w = toy_ones(s.g, SN_SHAPE(4, 3), "w");
    s.b = toy_ones(s.g, SN_SHAPE(4), "b");
    s.conv =
        sn_node_create(s.g, NULL, &toy_conv, NULL, 3, (sn_value *[]){s.x, s.w, s.b}, 1)->out[0];
    s.relu = toy_apply(s.g, &toy_relu, s.conv);
    s.add = sn_node_create(s.g, NULL, &toy_add, NULL, 2, (sn_value *[]){s.relu, s.conv}, 1)->out[0];
    sn_value_set_name(s.g, s.add, "sum");
    sn_graph_add_output(s.g, &toy_output, s.add, "y");
    sn_graph_add_output(s.g, &toy_output, s.conv, "conv");
    return s;
}

static void makes_nodes_in_order(void **state)
{
    small s = small_graph(*state);
    assert_ok(s.g->ctx, sn_graph_verify(s.g));
    assert_int_equal(s.g->n_nodes, 5);
    assert_ptr_equal(sn_graph_input(s.g), s.x->def);
    assert_ptr_equal(sn_graph_output(s.g), s.g->last);
    assert_int_equal(s.conv->n_uses, 3); /* relu, add, the result */
    assert_true(sn_value_is_result(s.conv) && sn_value_is_result(s.add) &&
                !sn_value_is_result(s.relu));
    assert_ptr_equal(sn_sole_user(s.relu), s.add->def);
    assert_null(sn_sole_user(s.conv));
    assert_true(sn_node_before(s.x->def, s.g->last) && !sn_node_before(s.g->last, s.x->def));
    assert_true(sn_node_before(s.conv->def, s.relu->def) &&
                !sn_node_before(s.relu->def, s.relu->def));
    assert_string_equal(sn_output_name(s.g->last, 0), "y");
    assert_string_equal(sn_output_name(s.g->last, 1), "conv");
    assert_null(sn_output_name(s.g->last, 2));
    assert_null(sn_output_name(s.g->first, 0));
    assert_ptr_equal(sn_graph_intern(s.g, "w"), s.w->name);
    assert_null(sn_graph_intern(s.g, NULL));
    sn_graph_destroy(s.g);
}

static void names_of_values_are_remembered(void **state)
{
    small s = small_graph(*state);
    sn_value_set_name(s.g, s.add, "total");
    sn_node_set_name(s.g, s.add->def, "layer");
    sn_graph *clone = sn_graph_clone(s.g);
    assert_true(sn_graph_has_named(clone, "sum") && sn_graph_has_named(clone, "total") &&
                sn_graph_has_named(clone, "w"));
    assert_false(sn_graph_has_named(clone, "layer") || sn_graph_has_named(clone, "none"));
    assert_false(sn_graph_same_names(clone, "sum", "total") ||
                 sn_graph_same_names(clone, "layer", "layer"));
    sn_graph_unite_names(clone, "sum", "total");
    sn_graph_unite_names(clone, "w", "layer"); /* not of a value */
    assert_true(sn_graph_same_names(s.g, "total", "sum") && !sn_graph_same_names(s.g, "sum", "w"));
    sn_graph_unite_names(clone, "w", "sum");
    assert_true(sn_graph_same_names(s.g, "total", "w"));
    sn_graph_destroy(clone);
    sn_graph_destroy(s.g);
}

static void output_stays_last(void **state)
{
    small s = small_graph(*state);
    sn_value *late = toy_apply(s.g, &toy_relu, s.add);
    assert_ptr_equal(late->def->next, sn_graph_output(s.g));
    sn_node_move_before(late->def, NULL);
    assert_ptr_equal(late->def->next, sn_graph_output(s.g));
    sn_value *early = sn_node_create(s.g, s.relu->def, &toy_relu, NULL, 1, &s.x, 1)->out[0];
    assert_ptr_equal(early->def->next, s.relu->def);
    assert_ok(s.g->ctx, sn_graph_verify(s.g));
    sn_node_move_before(s.relu->def, s.conv->def);
    assert_fails(s.g->ctx, SN_E_INTERNAL, "not defined before", sn_graph_verify(s.g));
    sn_graph_destroy(s.g);
}

static void variadic_inputs_grow_and_shrink(void **state)
{
    sn_graph *g = sn_graph_create(*state);
    sn_value *x = toy_feed(g, "x", SN_SHAPE(2)), *z = toy_feed(g, "z", SN_SHAPE(2));
    sn_node *cat = sn_node_create(g, NULL, &toy_concat, NULL, 1, &x, 1);
    for (int i = 1; i < 1000; i++) {
        sn_node_append_input(cat, i % 3 ? x : z);
        if (i % 100 == 0) assert_ok(g->ctx, sn_graph_verify(g));
    }
    assert_int_equal(cat->n_in, 1000);
    assert_int_equal(x->n_uses + z->n_uses, 1000);
    while (cat->n_in > 2) {
        sn_node_remove_input(cat, (uint16_t)(cat->n_in / 2));
        if (cat->n_in % 100 == 0) assert_ok(g->ctx, sn_graph_verify(g));
    }
    assert_int_equal(n_listed(x) + n_listed(z), 2);
    sn_node_set_input(cat, 0, z);
    sn_node_set_input(cat, 1, z);
    assert_int_equal(x->n_uses, 0);
    assert_null(x->uses);
    sn_node_append_input(cat, x);
    assert_ok(g->ctx, sn_graph_verify(g));
    assert_int_equal(cat->in[2].slot, 2);
    sn_graph_destroy(g);
}

static void result_names_follow_their_slots(void **state)
{
    small s = small_graph(*state);
    sn_graph_add_output(s.g, &toy_output, s.add, NULL); /* takes the value's name */
    sn_node *out = sn_graph_output(s.g);
    assert_string_equal(sn_output_name(out, 2), "sum");
    for (int i = 0; i < 20; i++) {
        char name[16];
        snprintf(name, sizeof name, "r%d", i);
        sn_graph_add_output(s.g, &toy_output, s.add, name);
    }
    assert_string_equal(sn_output_name(out, 0), "y");
    assert_string_equal(sn_output_name(out, 22), "r19");
    sn_node_remove_input(out, 1);
    assert_string_equal(sn_output_name(out, 1), "sum");
    assert_string_equal(sn_output_name(out, 21), "r19");
    assert_ok(s.g->ctx, sn_graph_verify(s.g));
    sn_graph_add_output(s.g, &toy_output, s.relu, "y");
    assert_fails(s.g->ctx, SN_E_INTERNAL, "two results are named 'y'", sn_graph_verify(s.g));
    sn_graph_destroy(s.g);
}

static void optional_input_in_the_middle(void **state)
{
    sn_graph *g = sn_graph_create(*state);
    sn_value *x = toy_feed(g, "x", SN_SHAPE(2));
    sn_node *n = sn_node_create(g, NULL, &toy_middle, NULL, 3, (sn_value *[]){x, NULL, x}, 1);
    assert_ok(g->ctx, sn_graph_verify(g));
    assert_null(sn_in(n, 1));
    assert_null(sn_in(n, 7));
    assert_int_equal(sn_op_min_inputs(&toy_middle), 3);
    assert_int_equal(sn_op_min_inputs(&toy_conv), 2);
    assert_int_equal(sn_op_min_inputs(&toy_concat), 1);
    assert_int_equal(sn_op_min_inputs(&toy_output), 0);
    assert_int_equal(sn_op_max_inputs(&toy_concat), INT32_MAX);
    assert_int_equal(sn_op_max_inputs(&toy_conv), 3);
    assert_string_equal(sn_op_slot(&toy_concat, 99)->name, "x");
    assert_null(sn_op_slot(&toy_add, 2));
    sn_node_set_input(n, 2, NULL);
    assert_fails(g->ctx, SN_E_INTERNAL, "input 2 (k) is left out", sn_graph_verify(g));
    sn_graph_destroy(g);
}

static void replace_moves_all_uses(void **state)
{
    small s = small_graph(*state);
    assert_ok(s.g->ctx, sn_infer_graph(s.g));
    sn_value *other = sn_node_create(s.g, s.relu->def, &toy_relu, NULL, 1, &s.x, 1)->out[0];
    assert_ok(s.g->ctx, sn_infer_node(other->def));
    assert_fails(s.g->ctx, SN_E_INTERNAL, "another shape", sn_value_replace(s.conv, other, true));
    other->shape = s.conv->shape;
    other->type = SN_TYPE_i32;
    assert_fails(s.g->ctx, SN_E_INTERNAL, "of type i32", sn_value_replace(s.conv, other, true));
    other->type = SN_TYPE_f32;
    assert_ok(s.g->ctx, sn_value_replace(s.conv, other, false));
    assert_int_equal(s.conv->n_uses, 0);
    assert_int_equal(other->n_uses, 3);
    assert_int_equal(n_listed(other), 3);
    assert_ok(s.g->ctx, sn_graph_verify(s.g));
    assert_ptr_equal(sn_in(sn_graph_output(s.g), 1), other);
    assert_fails(s.g->ctx, SN_E_INTERNAL, "its own node reads",
                 sn_value_replace(other, s.relu, true));
    assert_ok(s.g->ctx, sn_value_replace(other, other, false));
    sn_graph_destroy(s.g);
}

static void replace_wants_a_proof(void **state)
{
    sn_graph *g = sn_graph_create(*state);
    sn_value *x = toy_feed(g, "x", SN_SHAPE(sn_dim_named(g->dims, "h"), 2));
    sn_value *y = toy_feed(g, "y", SN_SHAPE(sn_dim_named(g->dims, "k"), 2));
    sn_value *z = toy_feed(g, "z", SN_SHAPE(sn_dim_named(g->dims, "h"), 2));
    toy_apply(g, &toy_relu, x);
    assert_fails(g->ctx, SN_E_INTERNAL, "not proved equal", sn_value_replace(x, y, false));
    assert_ok(g->ctx, sn_value_replace(x, z, false)); /* the same symbol */
    assert_ok(g->ctx, sn_value_replace(z, y, true));
    assert_int_equal(y->n_uses, 1);
    z->shape = sn_shape_unknown();
    y->shape = sn_shape_unknown();
    assert_fails(g->ctx, SN_E_INTERNAL, "not proved equal", sn_value_replace(y, z, false));
    assert_ok(g->ctx, sn_value_replace(y, z, true));
    sn_graph_destroy(g);
}

static void removed_weights_are_freed(void **state)
{
    sn_ctx *ctx = *state;
    sn_graph *g = sn_graph_create(ctx);
    sn_value *x = toy_feed(g, "x", SN_SHAPE(512, 5));
    sn_value *w = toy_ones(g, SN_SHAPE(512, 512), "w");
    sn_value *a = sn_node_create(g, NULL, &toy_conv, NULL, 2, (sn_value *[]){x, w}, 1)->out[0];
    sn_value *b = sn_node_create(g, NULL, &toy_conv, NULL, 2, (sn_value *[]){x, w}, 1)->out[0];
    size_t full = sn_ctx_live_bytes(ctx), megabyte = 512 * 512 * sizeof(float);
    sn_node_remove(a->def);
    assert_non_null(w->data); /* b still reads it */
    sn_node_remove(b->def);
    assert_null(w->data);
    assert_true(sn_ctx_live_bytes(ctx) + megabyte <= full);
    assert_ok(ctx, sn_graph_verify(g));
    assert_int_equal(g->n_nodes, 1);

    sn_value *v = toy_ones(g, SN_SHAPE(512, 512), "v");
    sn_value *u = toy_ones(g, SN_SHAPE(512, 512), "u");
    sn_node *add = sn_node_create(g, NULL, &toy_add, NULL, 2, (sn_value *[]){v, u}, 1);
    sn_node_set_input(add, 0, u); /* v may still be moved elsewhere */
    assert_non_null(v->data);
    full = sn_ctx_live_bytes(ctx);
    sn_graph_sweep(g);
    assert_null(v->data);
    assert_non_null(u->data);
    assert_true(sn_ctx_live_bytes(ctx) + megabyte <= full);
    sn_graph_destroy(g);
}

static void data_can_be_exchanged(void **state)
{
    sn_graph *g = sn_graph_create(*state);
    sn_value *w = toy_ones(g, SN_SHAPE(2), "w");
    const sn_tensor *scalar = sn_tensor_scalar(g->ctx, SN_TYPE_f32, 7);
    sn_value_set_data(w, w->data);
    sn_value_set_data(w, scalar);
    sn_value_set_data(w, scalar);
    assert_int_equal(scalar->n_refs, 2);
    sn_tensor_release(scalar);
    assert_int_equal(w->shape.rank, 0);
    assert_true(sn_tensor_f32(sn_const_of(w))[0] == 7.0f);
    sn_graph_destroy(g);
}

static void constants_are_asked_of_the_value(void **state)
{
    sn_graph *g = sn_graph_create(*state);
    sn_value *w = toy_ones(g, SN_SHAPE(2), NULL);
    sn_value *node = toy_apply(g, &toy_constant, w);
    assert_ptr_equal(sn_const_of(node), w->data);
    assert_true(sn_value_is_const(node) && sn_value_is_const(w));
    w->kind = SN_PARAM;
    assert_null(sn_const_of(node));
    assert_false(sn_value_is_const(w));
    assert_ok(g->ctx, sn_graph_verify(g));
    sn_shape shape = SN_SHAPE(3);
    sn_tensor *undefined = sn_tensor_undefined(g->ctx, SN_TYPE_f32, &shape);
    sn_value *u = sn_value_const(g, undefined, "u");
    sn_tensor_release(undefined);
    assert_true(sn_value_is_const(u));
    assert_null(sn_const_of(u));
    unsigned char *bytes;
    sn_buf *buf = sn_buf_create(g->ctx, 8, &bytes);
    sn_tensor *coded;
    assert_ok(g->ctx, sn_tensor_view(g->ctx, SN_TYPE_i8, SN_CODED_BITS4, &shape, buf, 0, &coded));
    sn_value *q = sn_value_const(g, coded, "q");
    assert_null(sn_const_of(q));
    sn_tensor_release(coded);
    sn_buf_release(buf);
    assert_null(sn_const_of(NULL));
    assert_false(sn_value_is_const(toy_feed(g, "x", shape)));
    sn_graph_destroy(g);
}

/* ---- clones ---------------------------------------------------------------------------------- */

static void assert_same_graph(const sn_graph *a, const sn_graph *b)
{
    assert_int_equal(a->n_nodes, b->n_nodes);
    assert_int_equal(a->n_ids, b->n_ids);
    const sn_node *m = b->first;
    SN_EACH_NODE(n, a)
    {
        assert_int_equal(n->id, m->id);
        assert_ptr_equal(n->op, m->op);
        assert_ptr_equal(n->origin, m->origin);
        assert_true(!n->params || (n->params != m->params &&
                                   sn_params_equal(n->op->params, n->params, m->params)));
        for (uint16_t i = 0; i < n->n_in; i++) {
            const sn_value *v = sn_in(n, i), *w = sn_in(m, i);
            assert_true(!v == !w && (!v || (v != w && v->id == w->id && v->data == w->data)));
        }
        for (uint16_t i = 0; i < n->n_out; i++) {
            const sn_use *u = n->out[i]->uses, *t = m->out[i]->uses;
            for (; u && t; u = u->next, t = t->next) {
                assert_true(u->node->id == t->node->id && u->slot == t->slot);
            }
            assert_true(!u && !t);
            assert_true(sn_shape_equal(&n->out[i]->shape, &m->out[i]->shape));
            assert_true(!n->out[i]->name || strcmp(n->out[i]->name, m->out[i]->name) == 0);
        }
        m = m->next;
    }
}

static void clones_are_equal_and_apart(void **state)
{
    small s = small_graph(*state);
    sn_ctx *ctx = s.g->ctx;
    sn_origin *origin = SN_NEW(sn_graph_origins(s.g), sn_origin);
    origin->type = sn_arena_strdup(sn_graph_origins(s.g), "Convolution");
    s.conv->def->origin = origin;
    s.conv->def->features = 5;
    sn_node_set_name(s.g, s.conv->def, "conv1");
    pick_params p = {.axis = 1, .sizes = {2, (int32_t[]){4, 5}}, .note = "n"};
    sn_value *pick = sn_node_create(s.g, NULL, &toy_pick, &p, 1, &s.add, 1)->out[0];
    sn_graph_add_output(s.g, &toy_output, pick, "pick");
    assert_ok(ctx, sn_infer_graph(s.g));
    sn_node_remove(toy_apply(s.g, &toy_relu, s.x)->def); /* ids are not used twice */

    sn_graph *copy = sn_graph_clone(s.g);
    assert_ok(ctx, sn_graph_verify(copy));
    assert_same_graph(s.g, copy);
    assert_int_equal(s.w->data->n_refs, 2);
    assert_string_equal(sn_output_name(copy->last, 2), "pick");
    sn_graph_destroy(s.g); /* origins, names, params and tensors live on */

    sn_graph *again = sn_graph_clone(copy);
    sn_node *conv = copy->first->next;
    assert_string_equal(conv->name, "conv1");
    assert_int_equal(conv->features, 5);
    assert_string_equal(conv->origin->type, "Convolution");
    assert_int_equal(conv->in[1].value->data->n_refs, 2);
    assert_true(sn_tensor_f32(sn_const_of(sn_in(conv, 1)))[0] == 1.0f);
    const pick_params *q = copy->last->prev->params;
    assert_true(q->sizes.n == 2 && q->sizes.v[1] == 5 && strcmp(q->note, "n") == 0);
    sn_value *more = toy_apply(copy, &toy_relu, conv->out[0]);
    assert_int_equal(more->id, copy->n_ids - 1);
    assert_int_equal(copy->n_ids, again->n_ids + 2);
    assert_ok(ctx, sn_graph_verify(copy));
    sn_graph_destroy(copy);
    assert_ok(ctx, sn_graph_verify(again));
    assert_string_equal(again->first->next->origin->type, "Convolution");
    sn_graph_destroy(again);
}

/* What an operator with one body is fed: its inputs. */
static const char *holder_wrong(const sn_node *n, sn_arena *arena)
{
    (void)arena;
    return sn_graph_n_fed(n->body[0]) == n->n_in ? NULL : "it is not fed as many as expected";
}

static const sn_slot holder_slots[] = {{"captures", SN_SLOT_VARIADIC | SN_SLOT_OPTIONAL},
                                       {NULL, 0}};
static const char *const holder_bodies[] = {"body", NULL};
static const sn_op toy_holder = {.name = "holder",
                                 .slots = holder_slots,
                                 .n_out = 1,
                                 .bodies = holder_bodies,
                                 .bodies_wrong = holder_wrong};

/* holder(x) { relu(x) } behind the sum. */
static sn_node *holder_of(small *s)
{
    sn_node *n = sn_node_create(s->g, NULL, &toy_holder, NULL, 1, &s->add, 1);
    sn_graph *body = sn_node_add_body(n);
    sn_value *x = sn_node_create(body, NULL, &toy_input, NULL, 0, NULL, 1)->out[0];
    sn_graph_add_output(body, &toy_output, toy_apply(body, &toy_relu, x), NULL);
    return n;
}

static void bodies_go_with_their_node(void **state)
{
    small s = small_graph(*state);
    sn_node *n = holder_of(&s);
    assert_ok(s.g->ctx, sn_graph_verify(s.g));
    assert_int_equal(n->body[0]->last->prev->out[0]->id, s.g->n_ids - 2); /* one counter */
    sn_graph *copy = sn_graph_clone(s.g);
    assert_ok(s.g->ctx, sn_graph_verify(copy));
    n->body[0]->n_nodes++;
    assert_fails(s.g->ctx, SN_E_INTERNAL, "expected", sn_graph_verify(s.g));
    n->body[0]->n_nodes--;
    sn_node *in_copy = copy->last->prev;
    assert_true(in_copy->op == &toy_holder);
    assert_ptr_not_equal(in_copy->body[0], n->body[0]);
    assert_true(sn_graph_same(in_copy->body[0], n->body[0]));
    sn_node_remove(in_copy); /* frees its body: teardown counts bytes */
    sn_graph_destroy(copy);
    sn_graph_destroy(s.g);
}

static void bodies_keep_to_themselves(void **state)
{
    small s = small_graph(*state);
    sn_node *n = holder_of(&s), *relu = n->body[0]->last->prev;
    sn_value *inside = sn_in(relu, 0);
    sn_node_set_input(relu, 0, s.add);
    assert_fails(s.g->ctx, SN_E_INTERNAL, "another graph", sn_graph_verify(s.g));
    sn_node_set_input(relu, 0, inside);
    assert_ok(s.g->ctx, sn_graph_verify(s.g));
    n->body[0]->owner = relu;
    assert_fails(s.g->ctx, SN_E_INTERNAL, "another network or node", sn_graph_verify(s.g));
    n->body[0]->owner = n;
    sn_node_append_input(n, s.x);
    assert_fails(s.g->ctx, SN_E_INTERNAL, "not fed as many", sn_graph_verify(s.g));
    sn_node_remove_input(n, 1);
    n->body[0]->depth = SN_MAX_BODY_DEPTH + 1;
    assert_fails(s.g->ctx, SN_E_INTERNAL, "at depth", sn_graph_verify(s.g));
    n->body[0]->depth = 1;
    sn_graph *again = sn_node_copy_body(n, n->body[0]);
    assert_fails(s.g->ctx, SN_E_INTERNAL, "2 bodies found", sn_graph_verify(s.g));
    assert_true(sn_graph_same(again, n->body[0]));
    again->last->prev->features = 1;
    assert_false(sn_graph_same(again, n->body[0]));
    sn_graph_destroy(s.g);
}

/* ---- verify ---------------------------------------------------------------------------------- */

static void verify_sees_what_is_broken(void **state)
{
    small s = small_graph(*state);
    sn_ctx *ctx = s.g->ctx;
#define BROKEN(part, damage, repair)                                                               \
    damage;                                                                                        \
    assert_fails(ctx, SN_E_INTERNAL, part, sn_graph_verify(s.g));                                  \
    repair;                                                                                        \
    assert_ok(ctx, sn_graph_verify(s.g))

    sn_node *conv = s.conv->def, *relu = s.relu->def;
    sn_use *uses = s.conv->uses;
    BROKEN("5 nodes are in the list", s.g->n_nodes++, s.g->n_nodes--);
    BROKEN("linked wrong", relu->prev = NULL, relu->prev = conv);
    BROKEN("4 inputs found, at most 3 expected", conv->n_in = 4, conv->n_in = 3);
    BROKEN("1 inputs found, at least 2 expected", conv->n_in = 1, conv->n_in = 3);
    BROKEN("2 outputs found", relu->n_out = 2, relu->n_out = 1);
    BROKEN("does not know its place", s.conv->def_slot = 1, s.conv->def_slot = 0);
    BROKEN("does not know its place", relu->in[0].slot = 1, relu->in[0].slot = 0);
    BROKEN("says 4 uses, nodes have 3", s.conv->n_uses++, s.conv->n_uses--);
    BROKEN("2 uses in its list", s.conv->uses->next->next = NULL,
           s.conv->uses->next->next = &relu->in[0]);
    BROKEN("linked wrong", s.conv->uses = uses->next, s.conv->uses = uses);
    BROKEN("used twice", relu->id = conv->id, relu->id = s.relu->id - 1);
    BROKEN("used twice", s.relu->id = s.x->id, s.relu->id = relu->id + 1);
    BROKEN("belongs to another graph", conv->graph = NULL, conv->graph = s.g);
    BROKEN("not the last", relu->op = &toy_output, relu->op = &toy_relu);
    BROKEN("has an id of", s.relu->id = s.g->n_ids, s.relu->id = relu->id + 1);
    BROKEN("beyond its rank", s.relu->shape.d[3] = 2, s.relu->shape.d[3] = 0);
    BROKEN("has rank 9", s.relu->shape.rank = 9, s.relu->shape.rank = -1);
    BROKEN("no node defines", s.w->kind = SN_RESULT, s.w->kind = SN_CONST);
    BROKEN("another type or shape", s.w->type = SN_TYPE_i8, s.w->type = SN_TYPE_f32);
    BROKEN("data of its own", s.relu->kind = SN_CONST, s.relu->kind = SN_RESULT);
    BROKEN("the operator has none", relu->params = &s, relu->params = NULL);
#undef BROKEN
    sn_graph_destroy(s.g);
}

static void verify_checks_params(void **state)
{
    sn_graph *g = sn_graph_create(*state);
    sn_value *x = toy_feed(g, "x", SN_SHAPE(2, 3));
    sn_node *pick = toy_apply(g, &toy_pick, x)->def;
    pick_params *p = pick->params;
    assert_ok(g->ctx, sn_graph_verify(g));
    p->axis = 9;
    assert_fails(g->ctx, SN_E_INTERNAL, "axis is 9, -8 to 7 expected", sn_graph_verify(g));
    p->axis = 1;
    p->sizes = (sn_ints){4, (int32_t[]){1, 2, 3, 4}};
    assert_fails(g->ctx, SN_E_INTERNAL, "4 sizes found", sn_graph_verify(g));
    p->sizes.n = 3;
    assert_ok(g->ctx, sn_graph_verify(g));
    pick->params = NULL;
    assert_fails(g->ctx, SN_E_INTERNAL, "params are missing", sn_graph_verify(g));
    sn_graph_destroy(g);
}

static void failures_name_the_node(void **state)
{
    small s = small_graph(*state);
    sn_ctx *ctx = s.g->ctx;
    sn_node *conv = s.conv->def;
    assert_fails(ctx, SN_E_SHAPE, "conv #", sn_node_fail(ctx, conv, SN_E_SHAPE, "%d is odd", 3));
    sn_value_set_name(s.g, s.conv, "blob");
    assert_fails(ctx, SN_E_SHAPE, "conv 'blob': 3 is odd",
                 sn_node_fail(ctx, conv, SN_E_SHAPE, "%d is odd", 3));
    sn_node_set_name(s.g, conv, "conv1");
    assert_fails(ctx, SN_E_ARG, "conv 'conv1': 3 is odd",
                 sn_node_fail(ctx, conv, SN_E_ARG, "%d is odd", 3));
    sn_graph_destroy(s.g);
}

/* ---- out of memory --------------------------------------------------------------------------- */

static sn_status build_all(sn_ctx *ctx)
{
    small s = small_graph(ctx);
    SN_TRY(sn_infer_graph(s.g));
    sn_graph *copy = sn_graph_clone(s.g);
    for (int i = 0; i < 9; i++) sn_graph_add_output(copy, &toy_output, copy->first->out[0], "x");
    sn_node_remove_input(sn_graph_output(copy), 0);
    SN_TRY(sn_infer_graph(copy));
    sn_graph_destroy(s.g);
    sn_graph_destroy(copy);
    return SN_OK;
}

static sn_status guarded_build(sn_ctx *ctx) { SN_GUARD(ctx, build_all(ctx)); }

/* Fails the n-th allocation, for every n until none fails; the context alone frees what was left
 * behind. */
static void every_allocation_may_fail(void **state)
{
    (void)state;
    sn_status status = SN_E_MEMORY;
    long n = 0;
    for (; status != SN_OK && n < 100000; n++) {
        toy_heap heap = {.until_failure = n};
        sn_ctx *ctx = sn_ctx_create(toy_alloc, &heap);
        if (!ctx) continue;
        status = guarded_build(ctx);
        assert_true(status == SN_OK || status == SN_E_MEMORY);
        assert_true(status == SN_OK || strstr(sn_ctx_error(ctx), "out of memory"));
        sn_ctx_destroy(ctx);
        assert_int_equal(heap.n_live, 0);
    }
    assert_int_equal(status, SN_OK);
    assert_true(n > 10);
}

static sn_status edit_all(small *s)
{
    sn_value *fresh = sn_node_create(s->g, s->relu->def, &toy_relu, NULL, 1, &s->x, 1)->out[0];
    sn_value_set_name(s->g, fresh, "a name of its own");
    for (char name[] = "r0"; name[1] < '7'; name[1]++)
        sn_graph_add_output(s->g, &toy_output, fresh, name);
    sn_value *w = toy_ones(s->g, SN_SHAPE(40, 3), "another");
    sn_node_set_input(s->conv->def, 1, w);
    sn_node *cat = sn_node_create(s->g, NULL, &toy_concat, NULL, 1, &s->add, 1);
    for (int i = 0; i < 3000; i++) sn_node_append_input(cat, s->conv);
    sn_graph_destroy(sn_graph_clone(s->g));
    return sn_graph_verify(s->g);
}

static sn_status guarded_edit(small *s) { SN_GUARD(s->g->ctx, edit_all(s)); }

/* A jump out of an edit leaves a whole graph. */
static void an_edit_that_fails_leaves_a_whole_graph(void **state)
{
    (void)state;
    sn_status status = SN_E_MEMORY;
    for (long n = 0; status == SN_E_MEMORY; n++) {
        toy_heap heap = {.until_failure = -1};
        sn_ctx *ctx = sn_ctx_create(toy_alloc, &heap);
        small s = small_graph(ctx);
        assert_ok(ctx, sn_graph_verify(s.g));
        heap.until_failure = n;
        status = guarded_edit(&s);
        heap.until_failure = -1;
        assert_ok(ctx, sn_graph_verify(s.g));
        sn_graph_destroy(s.g);
        sn_ctx_destroy(ctx);
        assert_int_equal(heap.n_live, 0);
    }
    assert_int_equal(status, SN_OK);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(makes_nodes_in_order),
        TEST(names_of_values_are_remembered),
        TEST(output_stays_last),
        TEST(variadic_inputs_grow_and_shrink),
        TEST(result_names_follow_their_slots),
        TEST(optional_input_in_the_middle),
        TEST(replace_moves_all_uses),
        TEST(replace_wants_a_proof),
        TEST(removed_weights_are_freed),
        TEST(data_can_be_exchanged),
        TEST(constants_are_asked_of_the_value),
        TEST(clones_are_equal_and_apart),
        TEST(bodies_go_with_their_node),
        TEST(bodies_keep_to_themselves),
        TEST(verify_sees_what_is_broken),
        TEST(verify_checks_params),
        TEST(failures_name_the_node),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(an_edit_that_fails_leaves_a_whole_graph),
    };
    return cmocka_run_group_tests_name("graph", tests, NULL, NULL);
}
