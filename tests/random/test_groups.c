/* SPDX-License-Identifier: Apache-2.0
 *
 * Fusion groups of random networks, the built-in ones and, where there are some, real ones: in
 * every mode every operator is in one group, groups come in an order in which they can be computed,
 * tvm mode makes groups with one output, and in full mode what stands in a group can be computed in
 * one pass. */
#include "base/cpu_limit.h"
#include "base/sanitized.h"
#include "base/unit.h"

#include <stdio.h>

#include "formats/format.h"
#include "fusion/groups.h"
#include "plan/capability.h"
#include "passes/pass.h"
#include "random/gen.h"
#include "ref/run.h"
#include "ref/shapes.h"
#include "zoo/zoo.h"

enum { N_SEEDS = SANITIZED ? 300 : 1500 };

static size_t n_groups[3], n_operators[3];
static const char *subject;

static void wrong(const sn_group *g, const char *what)
{
    fprintf(stderr, "%s: %s in the group of", subject, what);
    for (size_t i = 0; i < g->n_nodes; i++) {
        fprintf(stderr, " %s(%s)", g->nodes[i]->name ? g->nodes[i]->name : g->nodes[i]->op->name,
                sn_fusion_role_name(g->roles[i]));
    }
    fprintf(stderr, "\n");
    fail();
}

static const sn_fusion_role *role_in(const sn_group *g, const sn_node *n)
{
    for (size_t i = 0; i < g->n_nodes; i++) {
        if (g->nodes[i] == n) return &g->roles[i];
    }
    return NULL;
}

/* ---- one pass -------------------------------------------------------------------------------- */

static void check_edge(const sn_group *g, const sn_node *n, sn_fusion_role role,
                       const sn_value *value, sn_fusion_role from)
{
    const bool in_front = from == SN_ROLE_FACTOR || from == SN_ROLE_PROLOGUE;
    if (from == SN_ROLE_PROLOGUE && role == SN_ROLE_PROLOGUE) return;
    if (role == SN_ROLE_REDUCE || (role == SN_ROLE_ANCHOR) != in_front)
        wrong(g, "something complex behind what is computed");
    if (role == SN_ROLE_POINT && !sn_shape_equal(&value->shape, &n->out[0]->shape))
        wrong(g, "an operand of another shape");
}

static void check_pass(const sn_group *g)
{
    size_t n_anchors = 0;
    for (size_t i = 0; i < g->n_nodes; i++) {
        const sn_node *n = g->nodes[i];
        if (g->n_nodes > 1 && sn_node_kind(n) == SN_FUSE_OPAQUE) wrong(g, "something opaque");
        n_anchors += g->roles[i] == SN_ROLE_ANCHOR;
        for (unsigned s = 0; s < n->n_in && g->n_nodes > 1; s++) {
            const sn_value *value = sn_in(n, s);
            const bool reads = value && value->def && !sn_node_reads_shape_only(n, s);
            const sn_fusion_role *from = reads ? role_in(g, value->def) : NULL;
            if (from) check_edge(g, n, g->roles[i], value, *from);
        }
    }
    if (n_anchors > 1) wrong(g, "more than one complex operator");
}

/* ---- any mode -------------------------------------------------------------------------------- */

static void check_outputs(const sn_groups *r, size_t number)
{
    const sn_group *g = &r->group[number];
    for (size_t i = 0; i < g->n_outputs; i++) {
        bool outside = false;
        SN_EACH_USE(u, g->outputs[i])
        outside = outside || r->of_node[u->node->id] != (int32_t)number;
        if (!outside) wrong(g, "an output that nobody reads");
    }
    for (size_t i = 0; i < g->n_inputs; i++) {
        int32_t maker = r->of_node[g->inputs[i]->def->id];
        if (maker >= (int32_t)number) wrong(g, "an input that is made later");
    }
}

static void fuse(const sn_graph *g, sn_fusion_mode mode, sn_arena *arena, sn_groups *out)
{
    sn_kernel_ctx k = {.ctx = g->ctx, .arena = arena, .n_threads = 1};
    assert_int_equal(sn_machine_find(g->ctx, "x86-64-v3", &k.machine), SN_OK);
    const sn_capability can = sn_plan_capability(&k);
    const sn_fusion_options options = {.mode = mode, .can = &can, .machine = k.machine};
    assert_int_equal(sn_fuse(g, &options, arena, out), SN_OK);
}

static void check_mode(const sn_graph *g, sn_fusion_mode mode)
{
    sn_arena *arena = sn_arena_create(g->ctx);
    sn_groups r;
    fuse(g, mode, arena, &r);
    size_t n = 0, n_in_groups = 0;
    SN_EACH_NODE(node, g)
    {
        const bool frame =
            sn_op_has(node->op, SN_TRAIT_INPUT | SN_TRAIT_CONSTANT | SN_TRAIT_OUTPUT) ||
            (sn_op_has(node->op, SN_TRAIT_VIEW) && sn_value_is_const(node->out[0]));
        const bool has_group = r.of_node[node->id] >= 0; /* some views are none's */
        n += has_group;
        if (frame || !sn_op_has(node->op, SN_TRAIT_VIEW)) assert_int_equal(has_group, !frame);
    }
    for (size_t i = 0; i < r.n; i++) {
        const sn_group *group = &r.group[i];
        n_in_groups += group->n_nodes;
        check_outputs(&r, i);
        if (mode == SN_FUSION_FULL) check_pass(group);
        for (size_t k = 0; k < group->n_nodes; k++)
            assert_int_equal(r.of_node[group->nodes[k]->id], i);
        for (size_t k = 0; mode == SN_FUSION_TVM && k < group->n_outputs; k++) {
            if (group->outputs[k]->def != group->outputs[0]->def)
                wrong(group, "outputs of two operators");
        }
    }
    assert_int_equal(n, n_in_groups);
    n_groups[mode] += r.n;
    n_operators[mode] += n;
    sn_arena_destroy(arena);
}

static void check_graph(const sn_graph *g)
{
    for (sn_fusion_mode mode = SN_FUSION_OFF; mode <= SN_FUSION_FULL; mode++) check_mode(g, mode);
}

/* ---- networks -------------------------------------------------------------------------------- */

static void report(const char *what)
{
    printf("%s: %zu operators, %zu groups in tvm mode, %zu in full mode\n", what, n_operators[2],
           n_groups[1], n_groups[2]);
    memset(n_groups, 0, sizeof n_groups);
    memset(n_operators, 0, sizeof n_operators);
}

static void optimize(sn_graph *g)
{
    sn_pass_env env = {.ctx = g->ctx,
                       .target = sn_format_named("ncnn")->target,
                       .rewrites_only = true,
                       .counts_only = true};
    sn_pipeline_result result = {0};
    assert_int_equal(sn_pipeline_run(&env, g, NULL, &result), SN_OK);
    assert_int_equal(sn_infer_graph(g), SN_OK);
}

static void groups_of_random_networks(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= N_SEEDS; seed++) {
        char name[32];
        snprintf(name, sizeof name, "seed %llu", (unsigned long long)seed);
        subject = name;
        sn_ctx *ctx = sn_ctx_create(NULL, NULL);
        sn_arena *arena = sn_arena_create(ctx);
        rand_case c;
        assert_int_equal(rand_make(ctx, seed, arena, &c), SN_OK);
        size_t n = 0;
        sn_value **inputs = sn_graph_inputs(c.g, arena, &n);
        for (size_t i = 0; i < n; i++) {
            for (size_t k = 0; k < c.n_sizes; k++) {
                if (inputs[i]->name && strcmp(inputs[i]->name, c.sizes[k].name) == 0)
                    sn_value_set_shape(inputs[i], &c.sizes[k].shape);
            }
        }
        assert_int_equal(sn_infer_graph(c.g), SN_OK);
        check_graph(c.g);
        sn_ctx_destroy(ctx);
    }
    report("random networks");
}

static void groups_of_built_in_networks(void **state)
{
    (void)state;
    size_t n = 0;
    const sn_zoo_entry *zoo = sn_zoo(&n);
    for (size_t i = 0; i < n; i++) {
        sn_ctx *ctx = sn_ctx_create(NULL, NULL);
        sn_graph *g = NULL, *sized = NULL;
        bool chosen = false;
        subject = zoo[i].name;
        assert_int_equal(sn_zoo_build(ctx, zoo[i].name, 1, &g), SN_OK);
        assert_int_equal(sn_infer_graph(g), SN_OK);
        assert_int_equal(sn_graph_at_some_size(g, &sized, &chosen), SN_OK);
        check_graph(sized ? sized : g);
        optimize(sized ? sized : g);
        check_graph(sized ? sized : g);
        sn_ctx_destroy(ctx);
    }
    report("built-in networks");
}

/* ---- size ------------------------------------------------------------------------------------ */

/* A chain in which each value is also read a little further on. */
static double seconds_of(uint32_t n, sn_fusion_mode mode)
{
    sn_ctx *ctx = sn_ctx_create(NULL, NULL);
    sn_graph *g = sn_graph_create(ctx);
    sn_node *input = sn_node_create(g, NULL, &sn_op_input, NULL, 0, NULL, 1);
    sn_shape shape = SN_SHAPE(8, 4, 4);
    sn_value_set_shape(input->out[0], &shape);
    input->out[0]->type = SN_TYPE_f32;
    sn_value *now = input->out[0], *before = now;
    for (uint32_t i = 0; i < n; i++) {
        sn_value *two[] = {now, before};
        before = now;
        now = sn_node_create(g, NULL, i % 3 ? &sn_op_add : &sn_op_relu, NULL, i % 3 ? 2 : 1, two, 1)
                  ->out[0];
    }
    sn_graph_add_output(g, &sn_op_output, now, "y");
    assert_int_equal(sn_infer_graph(g), SN_OK);
    const double begun = cpu_seconds();
    sn_arena *arena = sn_arena_create(ctx);
    sn_groups r;
    fuse(g, mode, arena, &r);
    const double worked = cpu_seconds() - begun;
    sn_ctx_destroy(ctx);
    return worked;
}

static void long_networks_take_no_longer_than_they_are(void **state)
{
    (void)state;
    for (sn_fusion_mode mode = SN_FUSION_TVM; mode <= SN_FUSION_FULL; mode++) {
        double half = seconds_of(10000, mode), whole = seconds_of(20000, mode);
        printf("%s: 10000 operators %.3f s, 20000 %.3f s\n", mode == SN_FUSION_TVM ? "tvm" : "full",
               half, whole);
        assert_true(whole < 4 * half + 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_of_random_networks),
        cmocka_unit_test(groups_of_built_in_networks),
        cmocka_unit_test(long_networks_take_no_longer_than_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
