/* SPDX-License-Identifier: Apache-2.0
 *
 * A graph as the partitioner wants it, and what it says as remarks. Concat reads its parts one
 * by one (as in Relax: no tuples); constants are no nodes, as they are parameters of the fused
 * function; a broadcast whose operand has the result's shape is elementwise on that edge (as in
 * Relay). */
#include "fusion/partition.h"
#include "fusion/view.h"

static sn_partition_graph graph_of(const sn_fusion_view *v)
{
    sn_arena *arena = v->arena;
    sn_fusion_kind *kind = SN_NEW_N(arena, sn_fusion_kind, v->n);
    bool *external = SN_NEW_N(arena, bool, v->n);
    uint32_t *first = SN_NEW_N(arena, uint32_t, v->n + 1),
             *next = SN_NEW_N(arena, uint32_t, v->n + 1);
    for (uint32_t i = 0; i < v->n; i++) {
        const sn_node *n = v->node[i];
        kind[i] = sn_node_kind(n);
        for (uint16_t o = 0; o < n->n_out; o++)
            external[i] = external[i] || sn_value_is_result(n->out[o]);
        for (unsigned s = 0; s < n->n_in; s++) {
            const sn_value *value = sn_fusion_read(v, n, s);
            uint32_t maker = value ? sn_fusion_maker(v, value) : SN_NOT_HERE;
            if (maker != SN_NOT_HERE) first[maker + 1]++;
        }
    }
    for (uint32_t i = 0; i < v->n; i++) next[i + 1] = first[i + 1] += first[i];
    sn_partition_edge *edges = SN_NEW_N(arena, sn_partition_edge, first[v->n]);
    for (uint32_t i = 0; i < v->n; i++) {
        for (unsigned s = 0; s < v->node[i]->n_in; s++) {
            const sn_value *value = sn_fusion_read(v, v->node[i], s);
            uint32_t maker = value ? sn_fusion_maker(v, value) : SN_NOT_HERE;
            if (maker != SN_NOT_HERE)
                edges[next[maker]++] =
                    (sn_partition_edge){i, sn_fusion_edge_kind(v->node[i], value)};
        }
    }
    return (sn_partition_graph){v->n, kind, external, first, edges};
}

/* ---- remarks --------------------------------------------------------------------------------- */

static const char *rule_of(sn_partition_verdict verdict)
{
    switch (verdict) {
    case SN_PART_FUSED_OUT:
        return "epilogue";
    case SN_PART_FUSED_ELEMENTWISE:
        return "elementwise";
    case SN_PART_FUSED_INJECTIVE:
        return "injective";
    case SN_PART_FUSED_TUPLE:
        return "tuple";
    default:
        return "dominator";
    }
}

static const char *reason(const sn_fusion_view *v, const sn_partition_graph *g,
                          const sn_partition *p, uint32_t i)
{
    const char *kind = sn_fusion_kind_name(g->kind[i]);
    switch (p->verdict[i]) {
    case SN_PART_OPAQUE:
        return "it is opaque";
    case SN_PART_NO_BARRIER_GAIN:
        return g->external[i] ? "it is a result" : "its readers meet nowhere";
    case SN_PART_TOO_MANY:
        return sn_arena_printf(v->arena, "the group would have more than %d operators",
                               SN_PARTITION_DEPTH);
    case SN_PART_REDUCTION:
        return "a reduction begins no group";
    case SN_PART_EDGE:
        return sn_arena_printf(v->arena, "it is %s, and an edge on the way there is %s", kind,
                               sn_fusion_kind_name(p->way[i]));
    case SN_PART_PATH:
        return sn_arena_printf(
            v->arena,
            "it is %s, and what lies on the way there, or its group, is not simple enough", kind);
    case SN_PART_TUPLE:
        return "it goes into a tuple";
    case SN_PART_OFF:
        return "nothing applies";
    case SN_PART_FUSED_BEFORE:
        return "it lies on the way of another that is fused";
    default:
        return "all that lies between allows it";
    }
}

static double bytes_of(const sn_node *n)
{
    double bytes = 0;
    for (uint16_t o = 0; o < n->n_out; o++) bytes += 2 * sn_fusion_bytes(n->out[o]);
    return bytes;
}

static void tell(sn_fusion_view *v, const sn_partition_graph *g, const sn_partition *p)
{
    for (uint32_t i = 0; i < v->n; i++) {
        uint32_t d = p->dominator[i];
        if (g->first[i] == g->first[i + 1]) continue;
        uint32_t to = d != SN_NO_NODE ? d : g->edges[g->first[i]].to;
        SN_PUSH(v->remarks, (sn_fusion_remark){.fused = p->verdict[i] >= SN_PART_FUSED,
                                               .producer = v->node[i],
                                               .consumer = v->node[to],
                                               .rule = rule_of(p->verdict[i]),
                                               .why = reason(v, g, p, i),
                                               .bytes = bytes_of(v->node[i])});
    }
}

/* ---- groups ---------------------------------------------------------------------------------- */

static void describe(const sn_fusion_view *v, const sn_partition_graph *g, const sn_partition *p,
                     uint32_t root, const uint32_t *size, const bool *moves, sn_group *facts)
{
    if (size[root] == 1) {
        facts[root].why = reason(v, g, p, root);
        return;
    }
    facts[root].why = facts[root].anchor
                          ? sn_arena_printf(v->arena, "elementwise on the output of a %s",
                                            facts[root].anchor->op->name)
                      : g->kind[root] == SN_FUSE_REDUCTION ? "elementwise into a reduction"
                      : moves[root]                        ? "elementwise and moves"
                                                           : "elementwise";
}

void sn_fuse_tvm(sn_fusion_view *v, sn_groups *out)
{
    sn_partition_graph g = graph_of(v);
    sn_partition p;
    sn_partition_run(&g, SN_PARTITION_DEPTH, v->arena, &p);
    sn_group *facts = SN_NEW_N(v->arena, sn_group, v->n);
    sn_fusion_role *roles = SN_NEW_N(v->arena, sn_fusion_role, v->n);
    uint32_t *when = SN_NEW_N(v->arena, uint32_t, v->n), *size = SN_NEW_N(v->arena, uint32_t, v->n);
    bool *moves = SN_NEW_N(v->arena, bool, v->n);
    for (uint32_t i = 0; i < v->n; i++) {
        if (g.kind[i] == SN_FUSE_INJECTIVE) moves[p.group[i]] = true;
        when[p.group[i]] = i; /* the last one is the one that all others lead to */
        size[p.group[i]]++;
        if (g.kind[i] == SN_FUSE_OUT) facts[p.group[i]].anchor = v->node[i];
        roles[i] = sn_fusion_role_of(g.kind[i]);
    }
    for (uint32_t i = 0; i < v->n; i++) {
        if (p.group[i] == i) describe(v, &g, &p, i, size, moves, facts);
    }
    tell(v, &g, &p);
    sn_fusion_result r = {p.group, when, roles, facts};
    sn_fusion_assemble(v, &r, out);
}
