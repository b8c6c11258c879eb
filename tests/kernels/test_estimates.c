/* SPDX-License-Identifier: Apache-2.0
 *
 * Estimates of several kernels for one layer are in one unit, however wide vectors are. */
#include "formats/format.h"
#include "kernels/kernel_unit.h"
#include "kernels/tiling.h"

typedef struct layer {
    int ic, oc, size, kernel;
    const char *cheap, *dear;
    int stride;
} layer;

static const layer layers[] = {
    /* 1x1 layers of mobile networks and of bottlenecks: what unfolds them has its copies on top of
       the product. */
    {32, 64, 112, 1, "pointwise", "conv_plain", 1},
    {64, 128, 56, 1, "pointwise", "conv_plain", 1},
    {128, 256, 28, 1, "pointwise", "conv_plain", 1},
    {512, 512, 14, 1, "pointwise", "conv_plain", 1},
    {512, 512, 14, 1, "strassen", "conv_plain", 1},
    {1024, 1024, 7, 1, "pointwise", "conv_plain", 1},
    {960, 160, 7, 1, "pointwise", "conv_plain", 1},
    {128, 128, 28, 3, "direct", "conv_plain", 1},
    {64, 64, 56, 3, "winograd", "direct", 1},
};

/* First layers: with 3 taps a result of Winograd's is stored and loaded for little; with 12 it
 * pays. On vectors of 8 and more. */
static const layer first_layers[] = {
    {3, 64, 224, 3, "stem", "winograd_stem", 1},
    {3, 64, 224, 7, "winograd_stem", "stem", 2},
};

static sn_graph *graph_of(sn_arena *arena, const layer *l)
{
    const int pad = l->kernel / 2, stride = l->stride;
    const char *text =
        sn_arena_printf(arena,
                        "\"x\" = input : f32[%d,%d,%d]\n\"y\" = conv(\"x\", @\"w\") {nd=2, "
                        "stride=[%d,%d], pad_begin=[%d,%d], pad_end=[%d,%d]}\n"
                        "@\"w\" = f32[%d,%d,%d,%d] seed 1\noutput(\"y\")\n",
                        l->ic, l->size, l->size, stride, stride, pad, pad, pad, pad, l->oc, l->ic,
                        l->kernel, l->kernel);
    sn_graph *g = NULL;
    kernel_ok(sn_graph_parse(ctx, "layer", sn_text_of(text), sn_format_op_find, &g));
    kernel_ok(sn_infer_graph(g));
    return g;
}

static double seconds(const sn_graph *g, const char *kernel, const char *machine)
{
    sn_arena *arena = sn_arena_create(ctx);
    sn_kernel_ctx k = {.ctx = ctx, .arena = arena, .n_threads = 1};
    double found = 0;
    kernel_ok(sn_machine_find(ctx, machine, &k.machine));
    for (size_t i = 0; i < sn_kernel_count(); i++) {
        sn_offer wants = {.epilogue = false};
        if (strcmp(sn_kernel_at(i)->name, kernel) != 0) continue;
        for (const sn_node *n = g->first; n; n = n->next) {
            if (n->op == &sn_op_conv && sn_kernel_at(i)->wants(&k, n, &wants))
                found = sn_work_seconds(k.machine, &wants.work);
        }
    }
    sn_arena_destroy(arena);
    if (!(found > 0)) fail_msg("%s: %s does not want the layer", machine, kernel);
    return found;
}

static void check_order(const layer *list, size_t n, const char *const *widths, size_t n_widths)
{
    for (size_t i = 0; i < n; i++) {
        const layer *l = &list[i];
        sn_arena *arena = sn_arena_create(ctx);
        sn_graph *g = graph_of(arena, l);
        for (size_t w = 0; w < n_widths; w++) {
            const double cheap = seconds(g, l->cheap, widths[w]),
                         dear = seconds(g, l->dear, widths[w]);
            if (cheap >= dear) {
                fail_msg("%s, %d to %d channels, %dx%d of %d: %s says %.0f us, %s %.0f us",
                         widths[w], l->ic, l->oc, l->kernel, l->kernel, l->size, l->cheap,
                         1e6 * cheap, l->dear, 1e6 * dear);
            }
        }
        sn_graph_destroy(g);
        sn_arena_destroy(arena);
    }
}

static void kernels_keep_their_order(void **state)
{
    static const char *const widths[] = {"x86-64", "aarch64", "x86-64-v3", "x86-64-v3-vl",
                                         "x86-64-v4"};
    (void)state;
    check_order(layers, sizeof layers / sizeof layers[0], widths, 5);
    check_order(first_layers, sizeof first_layers / sizeof first_layers[0], widths + 2, 3);
}

/* A product of whole vectors takes half the time with vectors of twice the width, but for its
 * memory. */
static void width_divides(void **state)
{
    (void)state;
    const layer l = {256, 512, 28, 1, NULL, NULL, 1};
    static const char *const kernels[] = {"pointwise", "strassen", "conv_plain"};
    sn_arena *arena = sn_arena_create(ctx);
    sn_graph *g = graph_of(arena, &l);
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++) {
        const double narrow = seconds(g, kernels[i], "x86-64-v3-vl"),
                     wide = seconds(g, kernels[i], "x86-64-v4");
        if (wide < 0.45 * narrow || wide > 0.8 * narrow)
            fail_msg("%s: %.0f us with 8 lanes, %.0f us with 16", kernels[i], 1e6 * narrow,
                     1e6 * wide);
    }
    sn_graph_destroy(g);
    sn_arena_destroy(arena);
}

/* 4 x 2 sums read as many weights for each multiply-add as a second cache gives, 3 x 4 half of
 * that, 2 x 6 a third. */
static void tiles_spare_the_second_cache(void **state)
{
    (void)state;
    const sn_machine *m = NULL;
    kernel_ok(sn_machine_find(ctx, "x86-64-v3", &m));
    const sn_tiling t = sn_tiling_of(m, 252, 64 * 8, 1280);
    assert_in_range(sn_chunks_largest(&t.groups), 2, 3);
    assert_in_range(t.tiles.size, 4, 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(kernels_keep_their_order),
                                       cmocka_unit_test(width_divides),
                                       cmocka_unit_test(tiles_spare_the_second_cache)};
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
