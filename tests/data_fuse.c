/* SPDX-License-Identifier: Apache-2.0
 *
 * Data tests of fusion groups: a graph in text form, its groups in tvm and in full mode as they are
 * compiled for vectors of 8 lanes, and what full mode refused. */
#include "data_case.h"
#include "fusion/groups.h"
#include "ir/op.h"
#include "plan/capability.h"

static const char *label(const sn_node *n) { return n->name ? n->name : n->op->name; }

static void put_values(sn_str *s, const char *what, sn_value *const *v, size_t n)
{
    sn_str_addf(s, "%s", what);
    for (size_t i = 0; i < n; i++) sn_str_addf(s, " %s", v[i]->name ? v[i]->name : "?");
}

/* "conv1(anchor) relu1(point): x -> y; 576 bytes less: why" */
static void put_group(sn_str *s, const sn_group *g)
{
    for (size_t i = 0; i < g->n_nodes; i++) {
        sn_str_addf(s, "%s%s(%s)", i ? " " : "", label(g->nodes[i]),
                    sn_fusion_role_name(g->roles[i]));
    }
    put_values(s, ":", g->inputs, g->n_inputs);
    put_values(s, " ->", g->outputs, g->n_outputs);
    if (g->bytes_saved > 0) sn_str_addf(s, "; %.0f bytes less", g->bytes_saved);
    if (g->in_slices) sn_str_add(s, "; in slices");
    sn_str_addf(s, ": %s\n", g->why);
}

/* What holds for groups of any mode. */
static void check_groups(data_case *c, const sn_graph *g, const sn_groups *r)
{
    size_t n_nodes = 0, n_in_groups = 0;
    for (size_t i = 0; i < r->n; i++) {
        const sn_group *group = &r->group[i];
        n_in_groups += group->n_nodes;
        for (size_t k = 0; k < group->n_nodes; k++) {
            if (r->of_node[group->nodes[k]->id] != (int32_t)i)
                case_fail(c, "%s is in two groups", label(group->nodes[k]));
        }
        for (size_t k = 0; k < group->n_inputs; k++) {
            int32_t maker = r->of_node[group->inputs[k]->def->id];
            if (maker >= (int32_t)i) case_fail(c, "group %zu reads what group %d makes", i, maker);
        }
    }
    SN_EACH_NODE(n, g)
    {
        bool is_seen_through = r->of_node[n->id] < 0 && sn_op_has(n->op, SN_TRAIT_VIEW);
        n_nodes += !is_seen_through &&
                   !sn_op_has(n->op, SN_TRAIT_INPUT | SN_TRAIT_CONSTANT | SN_TRAIT_OUTPUT);
    }
    if (n_nodes != n_in_groups)
        case_fail(c, "%zu operators are in groups, %zu expected", n_in_groups, n_nodes);
}

static sn_status fuse(data_case *c, const sn_graph *g, sn_fusion_mode mode, const char *name,
                      sn_groups *r)
{
    sn_kernel_ctx k = {.ctx = g->ctx, .arena = c->arena, .n_threads = 1};
    SN_TRY(sn_machine_find(g->ctx, "x86-64-v3", &k.machine));
    const sn_capability can = sn_plan_capability(&k);
    const sn_fusion_options options = {.mode = mode, .can = &can, .machine = k.machine};
    SN_TRY(sn_fuse(g, &options, c->arena, r));
    check_groups(c, g, r);
    sn_str s;
    sn_str_init(&s, c->arena);
    for (size_t i = 0; i < r->n; i++) put_group(&s, &r->group[i]);
    case_expect(c, name, s.s);
    return SN_OK;
}

sn_status run_fuse(data_case *c)
{
    sn_graph *g = NULL;
    SN_TRY(case_parse(c, &g));
    SN_TRY(case_pin(c, g));
    SN_TRY(sn_infer_graph(g));
    sn_groups r;
    SN_TRY(fuse(c, g, SN_FUSION_TVM, "tvm", &r));
    SN_TRY(fuse(c, g, SN_FUSION_FULL, "full", &r));
    sn_str s;
    sn_str_init(&s, c->arena);
    for (size_t i = 0; i < r.n_remarks; i++) {
        const sn_fusion_remark *m = &r.remarks[i];
        if (!m->fused)
            sn_str_addf(&s, "%s: %s, %s: %s\n", m->rule, label(m->producer), label(m->consumer),
                        m->why);
    }
    case_expect(c, "refused", s.s);
    return SN_OK;
}
