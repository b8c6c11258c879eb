/* SPDX-License-Identifier: Apache-2.0
 *
 * How threads share the steps of a program: units enough for each, and what is too small for them
 * left to one. */
#include "base/unit.h"

#include <string.h>

#include "formats/format.h"
#include "ir/ir_text.h"
#include "plan/program.h"

static sn_ctx *ctx;
static sn_arena *arena;
static sn_graph *graphs[16]; /* programs read them */
static size_t n_graphs;

static int setup(void **state)
{
    (void)state;
    ctx = sn_ctx_create(NULL, NULL);
    arena = sn_arena_create(ctx);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    sn_arena_destroy(arena);
    while (n_graphs > 0) sn_graph_destroy(graphs[--n_graphs]);
    sn_ctx_destroy(ctx);
    return 0;
}

static sn_graph *parsed(const char *text)
{
    sn_graph *g = NULL;
    if (sn_graph_parse(ctx, "text", sn_text_of(text), sn_format_op_find, &g) != SN_OK)
        fail_msg("%s", sn_ctx_error(ctx));
    assert_int_equal(sn_infer_graph(g), SN_OK);
    assert_true(n_graphs < sizeof graphs / sizeof *graphs);
    graphs[n_graphs++] = g;
    return g;
}

static const sn_program *planned(const char *text, int n_threads)
{
    sn_plan_options options = {
        .fusion = SN_FUSION_FULL, .n_threads = n_threads, .lone_steps = true};
    sn_program *p = NULL;
    assert_int_equal(sn_machine_find(ctx, "x86-64-v3", &options.machine), SN_OK);
    assert_int_equal(sn_plan(parsed(text), &options, arena, &p), SN_OK);
    return p;
}

static const sn_step *step_of(const sn_program *p, const char *kernel)
{
    for (size_t i = 0; i < p->n_steps; i++)
        if (strcmp(p->step[i]->kernel->name, kernel) == 0) return p->step[i];
    fail_msg("no step of the kernel %s", kernel);
    return NULL;
}

/* ---- units ----------------------------------------------------------------------------------- */

static void few_tiles_are_shared_by_groups(void **state)
{
    (void)state;
    static const char text[] = "\"x\" = input : f32[28,11,11]\n"
                               "\"y\" = conv(\"x\", @\"w\") {pad_begin=[1,1], pad_end=[1,1]}\n"
                               "output(\"y\")\n@\"w\" = f32[48,28,3,3] seed 1\n";
    assert_int_equal(step_of(planned(text, 1), "winograd")->units[1], 2);
    assert_int_equal(step_of(planned(text, 2), "winograd")->units[1], 2);
    assert_int_equal(step_of(planned(text, 4), "winograd")->units[1], 4);
    /* 6 equal ones take less than 8 that are not */
    assert_int_equal(step_of(planned(text, 8), "winograd")->units[1], 6);
}

static void bands_divide_evenly(void **state)
{
    (void)state;
    static const char text[] =
        "\"x\" = input : f32[3,352,352]\n"
        "\"y\" = conv(\"x\", @\"w\") {stride=[2,2], pad_begin=[1,1], pad_end=[1,1]}\n"
        "output(\"y\")\n@\"w\" = f32[24,3,3,3] seed 1\n";
    for (int t = 1; t <= 16; t++)
        assert_int_equal(step_of(planned(text, t), "stem")->units[0] % t, 0);
}

static void detectors_have_units(void **state)
{
    (void)state;
    static const char yolo[] =
        "\"x\" = input : f32[75,10,10]\n\"w\" = input : f32[75,20,20]\n"
        "\"y\" = ncnn.yolov3_detection_output(\"x\", \"w\") {num_class=20, num_box=3, "
        "confidence_threshold=0.3, biases=[15,20,10,10,30,20,5,6,7,8,9,10], mask=[3,4,5,0,1,2], "
        "anchors_scale=[16,32]}\noutput(\"y\")\n";
    static const char ssd[] =
        "\"x\" = input : f32[400]\n\"c\" = input : f32[2100]\n"
        "\"y\" = ncnn.detection_output(\"x\", \"c\", @\"p\") {num_class=21, nms_threshold=0.45, "
        "confidence_threshold=0.1}\noutput(\"y\")\n@\"p\" = f32[2,400] seed 9\n";
    /* pieces of 50 pixels of the small head, of 58 of the large one; classes but the background */
    const char *const text[] = {yolo, ssd};
    const int64_t units[] = {3 * 2 + 3 * 7, 20};
    for (int i = 0; i < 2; i++) {
        sn_graph *g = parsed(text[i]);
        const sn_counted *counted = NULL;
        sn_plan_options options = {.fusion = SN_FUSION_FULL, .n_threads = 2};
        sn_program *p = NULL;
        assert_int_equal(sn_machine_find(ctx, "x86-64-v3", &options.machine), SN_OK);
        assert_int_equal(sn_plan_bound_rows(g, arena, &counted), SN_OK);
        options.counted = counted;
        assert_int_equal(sn_plan(g, &options, arena, &p), SN_OK);
        assert_int_equal(step_of(p, "detect")->units[0], units[i]);
        assert_int_equal(step_of(p, "detect")->n_phases, 2);
    }
}

static void parts_are_even(void **state)
{
    (void)state;
    const sn_kernel_ctx k = {.n_threads = 4};
    assert_int_equal(sn_even_parts(&k, 5, 1, 100), 8);
    assert_int_equal(sn_even_parts(&k, 8, 1, 100), 8);
    assert_int_equal(sn_even_parts(&k, 3, 2, 100), 4); /* 6 units: 2 threads have one more */
    assert_int_equal(sn_even_parts(&k, 5, 1, 7), 7);   /* no more than there can be */
    assert_int_equal(sn_even_parts(&k, 1, 1, 1), 1);
    assert_int_equal(sn_even_parts(&k, 65, 1, 100), 65); /* one more makes no odds */
}

/* ---- one thread ------------------------------------------------------------------------------ */

static const char small_net[] =
    "\"x\" = input : f32[42]\n\"a\" = linear(\"x\", @\"u\") {act=relu}\n"
    "\"b\" = linear(\"a\", @\"v\") {act=relu}\n\"c\" = linear(\"b\", @\"w\")\noutput(\"c\")\n"
    "@\"u\" = f32[20,42] seed 1\n@\"v\" = f32[10,20] seed 2\n@\"w\" = f32[8,10] seed 3\n";

/* Tuned for one thread, too, since it may be run by more. */
static void a_small_network_is_one_threads(void **state)
{
    (void)state;
    for (int t = 1; t <= 8; t *= 2) {
        const sn_program *p = planned(small_net, t);
        assert_int_equal(p->n_phases, 3);
        for (size_t i = 0; i < p->n_phases; i++) {
            assert_int_equal(p->phase[i].thread, 0);
            assert_false(p->phase[i].barrier);
        }
        const sn_threads_cost c = sn_program_threads_cost(p, t);
        assert_int_equal(c.n_barriers, 0);
        assert_int_equal(c.n_alone, 3);
        assert_true(c.span == c.work && c.work > 0);
    }
}

/* Those in a row at an end are one thread's, and it meets the others once. */
static void small_steps_at_the_end(void **state)
{
    (void)state;
    static const char text[] =
        "\"x\" = input : f32[64,28,28]\n"
        "\"a\" = conv(\"x\", @\"s\") {pad_begin=[1,1], pad_end=[1,1], act=relu}\n"
        "\"b\" = conv(\"a\", @\"t\") {pad_begin=[1,1], pad_end=[1,1], act=relu}\n"
        "\"p\" = global_average_pool(\"b\")\n\"r\" = reshape(\"p\") {shape=[64]}\n"
        "\"c\" = linear(\"r\", @\"u\") {act=relu}\n"
        "\"d\" = linear(\"c\", @\"v\") {act=relu}\n\"e\" = linear(\"d\", @\"w\")\n"
        "output(\"e\")\n@\"s\" = f32[64,64,3,3] seed 1\n@\"t\" = f32[64,64,3,3] seed 1\n"
        "@\"u\" = f32[20,64] seed 1\n@\"v\" = f32[10,20] seed 2\n@\"w\" = f32[8,10] seed 3\n";
    const sn_program *p = planned(text, 2);
    size_t i = 0;
    while (i < p->n_phases && p->phase[i].thread != 0) i++;
    assert_true(i >= 2); /* the convolutions are shared */
    assert_true(i + 3 <= p->n_phases);
    assert_true(p->phase[i].barrier); /* a run is over when all are done */
    for (size_t k = i + 1; k < p->n_phases; k++) {
        assert_int_equal(p->phase[k].thread, 0);
        assert_false(p->phase[k].barrier);
    }
    const sn_threads_cost two = sn_program_threads_cost(p, 2);
    assert_true(two.span < two.work && two.span > two.work / 2);
    /* the beginning, between the convolutions, behind them */
    assert_int_equal(two.n_barriers, (int)i + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(few_tiles_are_shared_by_groups, setup, teardown),
        cmocka_unit_test_setup_teardown(bands_divide_evenly, setup, teardown),
        cmocka_unit_test_setup_teardown(detectors_have_units, setup, teardown),
        cmocka_unit_test_setup_teardown(parts_are_even, setup, teardown),
        cmocka_unit_test_setup_teardown(a_small_network_is_one_threads, setup, teardown),
        cmocka_unit_test_setup_teardown(small_steps_at_the_end, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
