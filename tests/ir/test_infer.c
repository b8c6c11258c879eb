/* SPDX-License-Identifier: Apache-2.0
 *
 * Inference over a graph, for one node, and at run time. See CASES. */
#include "toy_ops.h"

static sn_ctx *ctx;
static sn_graph *g;

static int setup(void **state)
{
    (void)state;
    ctx = sn_ctx_create(NULL, NULL);
    g = sn_graph_create(ctx);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    sn_graph_destroy(g);
    bool clean = sn_ctx_live_bytes(ctx) == 0;
    sn_ctx_destroy(ctx);
    return clean ? 0 : -1;
}

static sn_value *conv(sn_value *x, sn_value *w)
{
    return sn_node_create(g, NULL, &toy_conv, NULL, 2, (sn_value *[]){x, w}, 1)->out[0];
}

static void assert_shape(const sn_value *v, const char *want)
{
    sn_arena *scratch = sn_arena_create(ctx);
    sn_str str;
    sn_str_init(&str, scratch);
    sn_shape_print(g->dims, &v->shape, &str);
    if (strcmp(str.s, want) != 0) fail_msg("shape %s found, %s expected", str.s, want);
    sn_arena_destroy(scratch);
}

static void shapes_flow_in_order(void **state)
{
    (void)state;
    sn_value *x = toy_feed(g, "x", SN_SHAPE(3, sn_dim_named(g->dims, "h")));
    sn_value *y = toy_apply(g, &toy_relu, conv(x, toy_ones(g, SN_SHAPE(8, 3), "w")));
    sn_graph_add_output(g, &toy_output, y, "y");
    assert_ok(ctx, sn_infer_graph(g));
    assert_shape(y, "8,h");
    assert_int_equal(y->type, SN_TYPE_f32);
    assert_ok(ctx, sn_infer_graph(g)); /* again: the same */
    assert_shape(y, "8,h");
    assert_ok(ctx, sn_graph_verify(g));
}

/* The weight says what c is only behind the first reader of c: a second round puts it in
 * everywhere. */
static void a_weight_binds_a_symbol_for_all(void **state)
{
    (void)state;
    sn_value *x = toy_feed(g, "x", sn_shape_unknown());
    x->shape = SN_SHAPE(sn_dim_symbol(g->dims, x->id, 0), 5);
    sn_value *before = toy_apply(g, &toy_relu, x);
    sn_value *y = conv(x, toy_ones(g, SN_SHAPE(8, 3), "w"));
    assert_ok(ctx, sn_infer_graph(g));
    assert_shape(x, "3,5");
    assert_shape(before, "3,5");
    assert_shape(y, "8,5");
    conv(before, toy_ones(g, SN_SHAPE(8, 4), "w4"));
    assert_fails(ctx, SN_E_SHAPE, "3 channels found, 4 expected", sn_infer_graph(g));
}

static void the_rank_tells_the_last_axis(void **state)
{
    (void)state;
    sn_value *x = toy_feed(g, "x", sn_shape_unknown());
    sn_value *y = toy_apply(g, &toy_pick, x);
    assert_ok(ctx, sn_infer_graph(g));
    assert_int_equal(y->shape.rank, -1);
    x->shape = SN_SHAPE(2, sn_dim_named(g->dims, "h"), 7);
    assert_ok(ctx, sn_infer_node(y->def));
    assert_shape(y, "2,h");
    assert_ok(ctx, sn_graph_verify(g));
}

static void contradictions_are_refused(void **state)
{
    (void)state;
    sn_value *x = toy_feed(g, "x", SN_SHAPE(3, 5));
    sn_value *y = toy_apply(g, &toy_relu, x);
    sn_value_set_name(g, y, "y");
    y->shape = SN_SHAPE(3, 6);
    assert_fails(ctx, SN_E_SHAPE, "relu 'y': output 0 has shape 3,5, 3,6 expected",
                 sn_infer_graph(g));
    y->shape = SN_SHAPE(3, 5);
    y->type = SN_TYPE_i32;
    assert_fails(ctx, SN_E_SHAPE, "relu 'y': output 0 is f32, i32 expected", sn_infer_graph(g));
    sn_infer_forget(g);
    assert_shape(x, "3,5");
    assert_shape(y, "?");
    assert_ok(ctx, sn_infer_graph(g));
    assert_shape(y, "3,5");
    x->shape = SN_SHAPE(4, 5); /* other input shapes: forget first */
    assert_fails(ctx, SN_E_SHAPE, "has shape 4,5", sn_infer_graph(g));
    sn_infer_forget(g);
    assert_ok(ctx, sn_infer_graph(g));
    assert_shape(y, "4,5");
}

static void what_is_not_inferred_stays(void **state)
{
    (void)state;
    sn_value *x = toy_feed(g, "x", SN_SHAPE(3, 5));
    sn_value *y = sn_node_create(g, NULL, &toy_concat, NULL, 2, (sn_value *[]){x, x}, 1)->out[0];
    sn_value *z = toy_apply(g, &toy_relu, y);
    assert_ok(ctx, sn_infer_graph(g));
    assert_int_equal(y->shape.rank, -1);
    assert_int_equal(y->type, SN_TYPE_UNKNOWN);
    y->shape = SN_SHAPE(6, 5); /* declared */
    assert_ok(ctx, sn_infer_graph(g));
    assert_shape(y, "6,5");
    assert_shape(z, "6,5");
}

/* A rewrite gives a new value the shape of the old one, of which readers may have proved more than
 * its producer can tell. */
static void proved_numbers_stay(void **state)
{
    (void)state;
    const sn_dim half = sn_dim_floordiv(g->dims, sn_dim_named(g->dims, "h"), 2);
    sn_value *x = toy_feed(g, "x", SN_SHAPE(3, half));
    sn_value *y = toy_apply(g, &toy_relu, x);
    sn_graph_add_output(g, &toy_output, y, "y");
    y->shape = SN_SHAPE(3, 7);
    assert_ok(ctx, sn_infer_graph(g));
    assert_shape(y, "3,7");
    y->shape = SN_SHAPE(4, 7);
    assert_int_equal(sn_infer_graph(g), SN_E_SHAPE);
}

static void sizes_by_data_are_one_symbol(void **state)
{
    (void)state;
    sn_value *x = toy_feed(g, "x", SN_SHAPE(9));
    sn_value *y = toy_apply(g, &toy_nonzero, x), *z = toy_apply(g, &toy_nonzero, x);
    sn_value *r = toy_apply(g, &toy_relu, y);
    assert_ok(ctx, sn_infer_graph(g));
    assert_int_equal(y->shape.rank, 2);
    assert_false(sn_shape_known(&y->shape));
    assert_true(sn_shape_equal(&y->shape, &r->shape));
    assert_false(sn_shape_equal(&y->shape, &z->shape));
    sn_shape first = y->shape;
    assert_ok(ctx, sn_infer_graph(g));
    assert_true(sn_shape_equal(&first, &y->shape));
}

/* ---- at run time ----------------------------------------------------------------------------- */

typedef struct run {
    sn_status status;
    const void *params;
    sn_shape shape;
    sn_type type;
} run;

static run run_node(sn_arena *arena, const sn_node *n, const sn_tensor *const *in)
{
    run r = {.status = SN_OK};
    r.status = sn_infer_run(ctx, arena, sn_dims_create(arena), n, SN_BOUNDARIES_PROVED, in,
                            &r.params, &r.shape, &r.type);
    return r;
}

static void run_time_shapes_are_numbers(void **state)
{
    (void)state;
    sn_value *x = toy_feed(g, "x", sn_shape_unknown());
    sn_value *pick = toy_apply(g, &toy_pick, x), *nonzero = toy_apply(g, &toy_nonzero, x);
    sn_value *y = conv(x, toy_ones(g, SN_SHAPE(8, 4), "w"));
    sn_arena *arena = sn_arena_create(ctx);
    sn_shape shape = SN_SHAPE(4, 3);
    sn_tensor *t;
    assert_ok(ctx, sn_tensor_create(ctx, SN_TYPE_f32, &shape, &t, NULL));

    run r = run_node(arena, pick->def, (const sn_tensor *[]){t});
    assert_ok(ctx, r.status);
    assert_true(r.shape.rank == 1 && r.shape.d[0] == 4 && r.type == SN_TYPE_f32);

    r = run_node(arena, nonzero->def, (const sn_tensor *[]){t});
    assert_ok(ctx, r.status);
    assert_int_equal(r.shape.rank, 2);
    assert_false(sn_shape_known(&r.shape)); /* for eval to find */
    assert_null(r.params);

    r = run_node(arena, y->def, (const sn_tensor *[]){t, y->def->in[1].value->data});
    assert_ok(ctx, r.status);
    assert_true(r.shape.d[0] == 8 && r.shape.d[1] == 3);
    sn_tensor_release(t);
    sn_arena_destroy(arena);
}

static void eval_allocates_what_infer_left(void **state)
{
    (void)state;
    sn_value *y = toy_apply(g, &toy_nonzero, toy_feed(g, "x", SN_SHAPE(2)));
    sn_shape out_shape, shape = SN_SHAPE(2, 4), huge = SN_SHAPE(INT64_MAX, 4);
    sn_type type;
    void *data = NULL;
    sn_tensor *out = NULL;
    sn_eval e = {.ctx = ctx,
                 .node = y->def,
                 .n_out = 1,
                 .out_shape = &out_shape,
                 .out_type = &type,
                 .out_data = &data,
                 .out = &out};
    assert_fails(ctx, SN_E_SHAPE, "too large", sn_eval_alloc(&e, 0, SN_TYPE_f32, &huge));
    assert_null(out);
    assert_ok(ctx, sn_eval_alloc(&e, 0, SN_TYPE_i64, &shape));
    assert_ok(ctx, sn_eval_alloc(&e, 0, SN_TYPE_f32, &shape)); /* the first is freed */
    assert_true(type == SN_TYPE_f32 && out_shape.d[1] == 4 && out->n_bytes == 32);
    assert_ptr_equal(data, sn_tensor_data(out));
    sn_tensor_release(out);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(shapes_flow_in_order),
        TEST(a_weight_binds_a_symbol_for_all),
        TEST(the_rank_tells_the_last_axis),
        TEST(contradictions_are_refused),
        TEST(proved_numbers_stay),
        TEST(what_is_not_inferred_stays),
        TEST(sizes_by_data_are_one_symbol),
        TEST(run_time_shapes_are_numbers),
        TEST(eval_allocates_what_infer_left),
    };
    return cmocka_run_group_tests_name("infer", tests, NULL, NULL);
}
