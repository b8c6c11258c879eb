/* SPDX-License-Identifier: Apache-2.0
 *
 * The networks: they are what their papers say, and the same seed makes the same bytes. Counts of
 * parameters are those that the architectures are known for; ssd's was summed up from its table of
 * layers. */
#include "base/unit.h"

#include "base/sanitized.h"

#include "ops/ops.h"
#include "ops/structure.h"
#include "ref/inputs.h"
#include "ref/run.h"
#include "zoo/zoo.h"

typedef struct expected {
    const char *name;
    int64_t n_params; /* what training changes */
    int size;         /* of the image it is tried on */
    sn_dim out;       /* elements of its first result at that size */
} expected;

static const expected all[] = {
    {"mobilenet_v2", 3504872, 64, 1000}, {"repvgg", 9108968, 64, 1000},
    {"resnet18", 11689512, 64, 1000},    {"shufflenet_v2", 2278604, 64, 1000},
    {"squeezenet", 1235496, 64, 1000},   {"ssd", 5796089, 300, 7668},
    {"vit", 5717032, 224, 1000}, /* DeiT-Ti's 5717416 without the class token and its place, 192
                                      each */
};
enum { N_ALL = sizeof all / sizeof *all };

static int setup(void **state)
{
    static counting heap;
    heap = (counting){0};
    *state = sn_ctx_create(counting_alloc, &heap);
    return *state ? 0 : -1;
}

static int teardown(void **state)
{
    sn_ctx *ctx = *state;
    sn_ctx_set_threads(ctx, 1);               /* lets go of its threads */
    bool clean = sn_ctx_live_bytes(ctx) == 0; /* every test destroys what it made */
    sn_ctx_destroy(ctx);
    return clean ? 0 : -1;
}

static void succeeds(sn_ctx *ctx, sn_status s)
{
    if (s != SN_OK) print_error("%s: %s\n", sn_status_name(s), sn_ctx_error(ctx));
    assert_int_equal(s, SN_OK);
}

static sn_graph *network(sn_ctx *ctx, const char *name, uint64_t seed)
{
    sn_graph *g = NULL;
    succeeds(ctx, sn_zoo_build(ctx, name, seed, &g));
    succeeds(ctx, sn_graph_verify(g));
    return g;
}

static void pin(sn_graph *g, int size)
{
    sn_infer_forget(g);
    sn_out(sn_graph_input(g), 0)->shape = SN_SHAPE(3, size, size);
    succeeds(g->ctx, sn_infer_graph(g));
}

static bool named(const sn_op *op, const char *name) { return strcmp(op->name, name) == 0; }

/* Statistics are measured, not trained; nor are slope and bias of a batch norm that leaves both to
 * a scale. */
static bool is_trained(const sn_node *n, unsigned slot)
{
    if (!named(n->op, "batch_normalization")) return true;
    const sn_node *next = sn_sole_user(sn_out(n, 0));
    const char *role = sn_op_slot(n->op, slot)->name;
    const bool scaled_next = next && next->op == n->op && !(next->n_in > 3 && sn_in(next, 3));
    if (scaled_next) return false;
    return strcmp(role, "scale") == 0 || strcmp(role, "bias") == 0;
}

static int64_t n_trained(const sn_graph *g)
{
    int64_t sum = 0;
    SN_EACH_NODE(n, g)
    {
        for (unsigned i = 0; i < n->n_in; i++) {
            const sn_value *v = sn_in(n, i);
            if (v && v->kind == SN_CONST && is_trained(n, i)) sum += sn_tensor_count(v->data);
        }
    }
    return sum;
}

static void list_has_every_network_once(void **state)
{
    size_t n = 0;
    const sn_zoo_entry *list = sn_zoo(&n);
    (void)state;
    assert_int_equal(n, N_ALL);
    for (size_t i = 0; i < n; i++) {
        int found = 0;
        for (size_t k = 0; k < N_ALL; k++) found += strcmp(list[i].name, all[k].name) == 0;
        assert_int_equal(found, 1);
        assert_true(list[i].help[0]);
    }
}

static void unknown_name_is_told_what_there_is(void **state)
{
    sn_ctx *ctx = *state;
    sn_graph *g = NULL;
    assert_int_equal(sn_zoo_build(ctx, "resnet81", 1, &g), SN_E_ARG);
    assert_non_null(strstr(sn_ctx_error(ctx), "did you mean 'resnet18'?"));
    for (size_t i = 0; i < N_ALL; i++) assert_non_null(strstr(sn_ctx_error(ctx), all[i].name));
    assert_int_equal(sn_zoo_build(ctx, "\n", 1, &g), SN_E_ARG);
    assert_null(strchr(sn_ctx_error(ctx), '\n'));
    assert_null(strstr(sn_ctx_error(ctx), "did you mean"));
    assert_null(g);
}

static void parameters_are_as_many_as_known(void **state)
{
    for (size_t i = 0; i < N_ALL; i++) {
        sn_graph *g = network(*state, all[i].name, 1);
        assert_int_equal(n_trained(g), all[i].n_params);
        sn_graph_destroy(g);
    }
}

/* Nothing but the image's sizes is open, and these decide no result of a classifier. */
static void input_is_an_image_of_any_size(void **state)
{
    for (size_t i = 0; i < N_ALL; i++) {
        sn_graph *g = network(*state, all[i].name, 1);
        const sn_value *x = sn_out(sn_graph_input(g), 0);
        const sn_input_params *p = sn_graph_input(g)->params;
        assert_string_equal(x->name, "data");
        assert_int_equal(x->type, SN_TYPE_f32);
        assert_int_equal(x->shape.rank, 3);
        assert_int_equal(x->shape.d[0], 3);
        assert_false(sn_dim_known(x->shape.d[1]) || sn_dim_known(x->shape.d[2]));
        assert_int_equal(p->rank, 3);
        assert_true(p->hint.n == 3 && p->hint.v[0] == 3 && p->hint.v[1] >= 224);
        const bool detects = strcmp(all[i].name, "ssd") == 0;
        assert_int_equal(sn_graph_output(g)->n_in, detects ? 2 : 1);
        const sn_shape *out = &sn_in(sn_graph_output(g), 0)->shape;
        assert_true(out->rank == 1 && (detects || out->d[0] == 1000));
        sn_graph_destroy(g);
    }
}

static const sn_value *value_of(const sn_graph *g, const char *layer)
{
    SN_EACH_NODE(n, g) if (n->name && strcmp(n->name, layer) == 0) return sn_out(n, 0);
    fail_msg("there is no layer '%s'", layer);
    return NULL;
}

static void assert_shape(const sn_graph *g, const char *layer, sn_shape shape)
{
    const sn_value *v = value_of(g, layer);
    assert_string_equal(v->name, layer);
    assert_true(sn_shape_equal(&v->shape, &shape));
}

/* Sizes that the papers' tables give. */
static void inner_shapes_are_the_papers(void **state)
{
    sn_graph *g = network(*state, "mobilenet_v2", 1);
    pin(g, 224);
    assert_shape(g, "conv1", SN_SHAPE(32, 112, 112));
    assert_shape(g, "conv4_1/linear", SN_SHAPE(32, 28, 28));
    assert_shape(g, "conv8_1/linear", SN_SHAPE(320, 7, 7));
    assert_shape(g, "pool", SN_SHAPE(1280));
    sn_graph_destroy(g);
    g = network(*state, "resnet18", 1);
    pin(g, 224);
    assert_shape(g, "pool1", SN_SHAPE(64, 56, 56));
    assert_shape(g, "res5b", SN_SHAPE(512, 7, 7));
    sn_graph_destroy(g);
    g = network(*state, "shufflenet_v2", 1);
    pin(g, 224);
    assert_shape(g, "stage2/4/shuffle", SN_SHAPE(116, 28, 28));
    assert_shape(g, "conv5", SN_SHAPE(1024, 7, 7));
    sn_graph_destroy(g);
    g = network(*state, "squeezenet", 1);
    pin(g, 227);
    assert_shape(g, "pool1", SN_SHAPE(64, 56, 56));
    assert_shape(g, "fire9/concat", SN_SHAPE(512, 14, 14));
    sn_graph_destroy(g);
    g = network(*state, "vit", 1);
    pin(g, 224);
    assert_shape(g, "pos_embed/sum", SN_SHAPE(196, 192));
    assert_shape(g, "blocks/11/mlp/fc1", SN_SHAPE(196, 768));
    sn_graph_destroy(g);
}

/* 19*19*3 + (10*10 + 5*5 + 3*3 + 2*2 + 1)*6 boxes. */
static void ssd_has_1917_boxes(void **state)
{
    sn_graph *g = network(*state, "ssd", 1);
    pin(g, 300);
    assert_shape(g, "conv11", SN_SHAPE(512, 19, 19));
    assert_shape(g, "conv17_2", SN_SHAPE(128, 1, 1));
    assert_shape(g, "mbox_loc", SN_SHAPE(1917 * 4));
    assert_shape(g, "mbox_conf_reshape", SN_SHAPE(1917, 21));
    sn_graph_destroy(g);
}

/* Positions of another number of patches do not pair with those that it was trained for. */
static void vit_at_another_size_is_refused(void **state)
{
    sn_ctx *ctx = *state;
    sn_graph *g = network(ctx, "vit", 1);
    SN_EACH_NODE(n, g) assert_null(n->boundary);
    sn_infer_forget(g);
    sn_out(sn_graph_input(g), 0)->shape = SN_SHAPE(3, 64, 64);
    assert_int_equal(sn_infer_graph(g), SN_E_SHAPE);
    assert_non_null(strstr(sn_ctx_error(ctx), "pos_embed/sum"));
    sn_graph_destroy(g);
}

/* The first weight in which both differ; NULL: all are the same bytes. Same structure is demanded.
 */
static const sn_value *differs(const sn_graph *a, const sn_graph *b)
{
    assert_int_equal(a->n_nodes, b->n_nodes);
    const sn_node *m = b->first;
    SN_EACH_NODE(n, a)
    {
        assert_true(n->op == m->op && n->n_in == m->n_in);
        for (unsigned i = 0; i < n->n_in; i++) {
            const sn_value *v = sn_in(n, i), *w = sn_in(m, i);
            if (v && v->kind == SN_CONST && !sn_tensor_same_bytes(v->data, w->data)) return v;
        }
        m = m->next;
    }
    return NULL;
}

static void seed_decides_every_byte(void **state)
{
    for (size_t i = 0; i < N_ALL; i++) {
        sn_graph *a = network(*state, all[i].name, 7), *b = network(*state, all[i].name, 7),
                 *c = network(*state, all[i].name, 8);
        assert_null(differs(a, b));
        assert_non_null(differs(a, c));
        sn_graph_destroy(a);
        sn_graph_destroy(b);
        sn_graph_destroy(c);
    }
}

/* Numbers that every host must draw: files made from a seed are compared across machines. */
static void weights_are_the_same_everywhere(void **state)
{
    sn_graph *g = network(*state, "squeezenet", 1);
    const float *w = sn_tensor_f32(sn_in(value_of(g, "conv1")->def, 1)->data);
    static const float known[] = {0x1.2cb5bp-1f, -0x1.d92468p-3f, 0x1.c1a20ap-7f};
    for (int i = 0; i < 3; i++) assert_memory_equal(&w[i], &known[i], sizeof *w);
    sn_graph_destroy(g);
}

/* On seeded images, results that a softmax gives, and neither flat nor decided by one class alone:
 * so that a check of a rewrite sees an error anywhere. */
static void classifiers_give_lively_results(void **state)
{
    sn_ctx *ctx = *state;
    unsigned n = 0;
    for (size_t i = 0; i < N_ALL; i++) {
        if (all[i].out != 1000 || !has_turn_sanitized(&n, N_ALL)) continue;
        sn_graph *g = network(ctx, all[i].name, 1);
        const sn_shape image = SN_SHAPE(3, all[i].size, all[i].size);
        const sn_tensor *x = NULL, *y = NULL;
        double sum = 0, most = 0;
        pin(g, all[i].size);
        succeeds(ctx, sn_random_tensor(ctx, SN_TYPE_f32, &image, 5, SN_FLAVOUR_UNIT, 0, &x));
        succeeds(ctx, sn_run_graph(g, &x, 1, NULL, &y));
        assert_int_equal(sn_tensor_count(y), all[i].out);
        for (int64_t k = 0; k < 1000; k++) {
            sum += sn_tensor_at(y, k);
            most = fmax(most, sn_tensor_at(y, k));
        }
        assert_true(fabs(sum - 1) < 1e-4);
        assert_true(most > 0.003 && most < 0.9);
        sn_tensor_release(x);
        sn_tensor_release(y);
        sn_graph_destroy(g);
    }
}

/* Of some boxes, and not of all. */
static void detector_is_sure_of_something(void **state)
{
    sn_ctx *ctx = *state;
    sn_graph *g = network(ctx, "ssd", 1);
    const sn_shape image = SN_SHAPE(3, 300, 300);
    const sn_tensor *x = NULL, *y[2] = {NULL};
    int64_t n_sure = 0;
    pin(g, 300);
    succeeds(ctx, sn_random_tensor(ctx, SN_TYPE_f32, &image, 5, SN_FLAVOUR_UNIT, 0, &x));
    succeeds(ctx, sn_run_graph(g, &x, 1, NULL, y));
    assert_int_equal(sn_tensor_count(y[1]), 1917 * 21);
    for (int64_t box = 0; box < 1917; box++) {
        double score = 0;
        for (int64_t k = 1; k < 21; k++) score = fmax(score, sn_tensor_at(y[1], 21 * box + k));
        n_sure += score > 0.25;
    }
    assert_true(n_sure > 0 && n_sure < 1917);
    sn_tensor_release(x);
    sn_tensor_release(y[0]);
    sn_tensor_release(y[1]);
    sn_graph_destroy(g);
}

static sn_status build_guarded(sn_ctx *ctx)
{
    sn_graph *g = NULL;
    SN_GUARD(ctx, sn_zoo_build(ctx, "squeezenet", 1, &g));
}

static void running_out_of_memory_leaves_nothing(void **state)
{
    (void)state;
    assert_true(fail_each_allocation(build_guarded) > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(list_has_every_network_once),
        cmocka_unit_test_setup_teardown(unknown_name_is_told_what_there_is, setup, teardown),
        cmocka_unit_test_setup_teardown(parameters_are_as_many_as_known, setup, teardown),
        cmocka_unit_test_setup_teardown(input_is_an_image_of_any_size, setup, teardown),
        cmocka_unit_test_setup_teardown(inner_shapes_are_the_papers, setup, teardown),
        cmocka_unit_test_setup_teardown(ssd_has_1917_boxes, setup, teardown),
        cmocka_unit_test_setup_teardown(vit_at_another_size_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(seed_decides_every_byte, setup, teardown),
        cmocka_unit_test_setup_teardown(weights_are_the_same_everywhere, setup, teardown),
        cmocka_unit_test_setup_teardown(classifiers_give_lively_results, setup, teardown),
        cmocka_unit_test_setup_teardown(detector_is_sure_of_something, setup, teardown),
        cmocka_unit_test(running_out_of_memory_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
