/* SPDX-License-Identifier: Apache-2.0
 *
 * Index maps as loops: that moves become few nests, whatever their size, and that the nests do what
 * the map says. */
#include "formats/format.h"
#include "base/unit.h"

#include <stdio.h>
#include <string.h>

#include "ir/ir_text.h"
#include "kernels/index_map.h"
#include "ops/ops.h"

enum { LANES = 8 };
static sn_ctx *ctx;

static int setup(void **state)
{
    (void)state;
    ctx = sn_ctx_create(NULL, NULL);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    sn_ctx_destroy(ctx);
    return 0;
}

static sn_place place_of(const sn_shape *s, bool blocked)
{
    sn_place p = {.shape = *s, .layout = {SN_LAYOUT_PLAIN, 1, sn_shape_count(s), 0}};
    if (!blocked) return p;
    const int64_t pixels = sn_shape_count(s) / s->d[0];
    p.layout = (sn_layout){SN_LAYOUT_BLOCKED, s->d[0], pixels, pixels * LANES + 16};
    return p;
}

static int64_t floats_of(const sn_layout *l)
{
    return l->kind == SN_LAYOUT_PLAIN ? l->pixels : sn_layout_blocks(l, LANES) * l->plane;
}

/* What the nests write, as numbers of source floats + 1; 0: not written. */
static void run_nest(const sn_index_nest *nest, int lanes, int axis, int64_t to, int64_t from,
                     int64_t *y)
{
    if (axis < nest->n) {
        for (int64_t i = 0; i < nest->size[axis]; i++)
            run_nest(nest, lanes, axis + 1, to + i * nest->to_step[axis],
                     from + i * nest->from_step[axis][0], y);
        return;
    }
    for (int l = 0; l < lanes; l++) {
        if (y[to + l]) fail_msg("float %lld is written twice", (long long)(to + l));
        y[to + l] = nest->pattern->from[l] == 0 ? from + nest->pattern->lane[l] + 1 : -1;
    }
}

typedef struct expectation {
    const int64_t *y;
    int64_t n_wrong;
} expectation;

static bool expect(void *user, int64_t to, int in, int64_t from)
{
    expectation *e = user;
    if (in == 0 ? e->y[to] != from + 1 : e->y[to] == 0) e->n_wrong++;
    return true;
}

static void check_map(sn_arena *arena, const sn_index_map *map, const sn_place *x,
                      const sn_place *y, size_t most, const char *what)
{
    const sn_place *in[] = {x}, *out[] = {y};
    sn_index_nests nests = {0};
    if (!sn_index_nests_of(arena, arena, map, in, out, LANES, most, &nests))
        fail_msg("more than %zu nests for %s", most, what);
    if (nests.n > most) fail_msg("%zu nests for %s", nests.n, what);
    int64_t *found = SN_NEW_N(arena, int64_t, floats_of(&y->layout));
    for (size_t i = 0; i < nests.n; i++)
        if (nests.v[i].pattern->n_from < 2)
            run_nest(&nests.v[i], nests.lanes, 0, nests.v[i].to, nests.v[i].from[0], found);
    expectation e = {.y = found};
    assert_true(sn_index_each(map, in, out, 0, LANES, expect, &e));
    if (e.n_wrong) fail_msg("%lld floats are wrong in %s", (long long)e.n_wrong, what);
}

/* One input, one output; `most` nests. */
static void check(const char *text, bool in_blocked, bool out_blocked, size_t most)
{
    sn_arena *arena = sn_arena_create(ctx), *scratch = sn_arena_create(ctx);
    sn_graph *g = NULL;
    if (sn_graph_parse(ctx, "case", sn_text_of(text), sn_format_op_find, &g) != SN_OK ||
        sn_infer_graph(g) != SN_OK)
        fail_msg("%s", sn_ctx_error(ctx));
    const sn_node *node = sn_out(g->first, 0)->uses->node;
    const sn_place x = place_of(&sn_in(node, 0)->shape, in_blocked),
                   y = place_of(&sn_out(node, 0)->shape, out_blocked);
    sn_index_map *map = NULL;
    if (sn_index_map_of(ctx, arena, scratch, node, &map) != SN_OK)
        fail_msg("%s", sn_ctx_error(ctx));
    check_map(arena, map, &x, &y, most, text);
    sn_graph_destroy(g);
    sn_arena_destroy(scratch);
    sn_arena_destroy(arena);
}

#define NET(shape, op) "\"x\" = input : f32[" shape "]\n\"y\" = " op "\noutput(\"y\")\n"

static void few_nests(void **state)
{
    (void)state;
    for (int layouts = 0; layouts < 4; layouts++) {
        const bool a = layouts & 1, b = layouts & 2;
        check(NET("40,300,200", "flip(\"x\") {axes=[1]}"), a, b, 2);
        check(NET("21,300,200", "ncnn.permute(\"x\") {order_type=3}"), a, b, b ? 40 : 4);
        check(NET("16,33,57", "slice(\"x\") {starts=[8,1,2], ends=[16,30,50], axes=[0,1,2]}"), a, b,
              2);
        check(NET("16,33,57", "tile(\"x\") {repeats=[2,2,2]}"), a, b, 12);
    }
    check(NET("16,33,57", "pad(\"x\") {pads=[0,1,2,0,4,3], value=0.5}"), true, true, 6);
    check(NET("16,33,57", "pad(\"x\") {pads=[0,1,2,0,4,3], value=0.5}"), false, false, 6);
    check(NET("16,33,57", "depth_to_space(\"x\") {blocksize=2, mode=CRD}"), false, false, 2);
    check(NET("3,64,64", "space_to_depth(\"x\") {blocksize=2, mode=CRD}"), false, false, 2);
}

/* Elements that keep their order, between all pairs of layouts. */
static void changes_of_layout(void **state)
{
    (void)state;
    for (int layouts = 0; layouts < 4; layouts++) {
        for (int64_t channels = 1; channels <= 3 * LANES + 1; channels++) {
            for (int64_t pixels = 0; pixels < 4; pixels++) {
                sn_arena *arena = sn_arena_create(ctx);
                const sn_shape s = {.rank = 2, .d = {channels, pixels}};
                sn_place x = place_of(&s, layouts & 1), y = place_of(&s, layouts & 2);
                if (pixels == 1) y.layout.plane = LANES; /* vectors have no gap */
                check_map(arena, sn_index_map_same(arena, channels * pixels), &x, &y, 3,
                          sn_arena_printf(arena, "layouts %d, %lldx%lld", layouts,
                                          (long long)channels, (long long)pixels));
                sn_arena_destroy(arena);
            }
        }
    }
}

/* Twice the pixels take no longer: the loops are known without a walk over what may be more than
 * any memory holds. */
static void large_change_of_layout(void **state)
{
    (void)state;
    sn_arena *arena = sn_arena_create(ctx);
    const sn_shape s = {.rank = 2, .d = {13, (int64_t)1 << 40}};
    const sn_place x = place_of(&s, false), y = place_of(&s, true), *in[] = {&x}, *out[] = {&y};
    sn_index_nests nests = {0};
    assert_true(sn_index_nests_of(arena, arena, sn_index_map_same(arena, sn_shape_count(&s)), in,
                                  out, LANES, 3, &nests));
    assert_int_equal(nests.n, 3);
    sn_arena_destroy(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(few_nests),
                                       cmocka_unit_test(changes_of_layout),
                                       cmocka_unit_test(large_change_of_layout)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
