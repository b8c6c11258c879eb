/* SPDX-License-Identifier: Apache-2.0
 *
 * Partitions graphs that compare.py writes, one after the other on stdin:
 *
 *     N MAX_NODES
 *     KIND EXTERNAL N_EDGES (TO KIND)...        N times
 *
 * and prints three lines for each: groups, post-dominators (-1: none), kinds of the ways to them.
 */
#include <stdio.h>

#include "fusion/partition.h"

static bool read_graph(sn_arena *arena, sn_partition_graph *g, uint32_t *max_nodes)
{
    uint32_t n = 0;
    if (scanf("%u %u", &n, max_nodes) != 2) return false;
    sn_fusion_kind *kind = SN_NEW_N(arena, sn_fusion_kind, n);
    bool *external = SN_NEW_N(arena, bool, n);
    uint32_t *first = SN_NEW_N(arena, uint32_t, n + 1), cap = 0;
    sn_partition_edge *edges = NULL;
    for (uint32_t i = 0; i < n; i++) {
        unsigned k, is_external, n_edges;
        if (scanf("%u %u %u", &k, &is_external, &n_edges) != 3) return false;
        kind[i] = (sn_fusion_kind)k;
        external[i] = is_external != 0;
        first[i + 1] = first[i] + n_edges;
        if (first[i + 1] > cap) {
            sn_partition_edge *old = edges;
            cap = 2 * first[i + 1];
            edges = SN_NEW_N(arena, sn_partition_edge, cap);
            for (uint32_t e = 0; e < first[i]; e++) edges[e] = old[e];
        }
        for (uint32_t e = first[i]; e < first[i + 1]; e++) {
            if (scanf("%u %u", &edges[e].to, &k) != 2 || edges[e].to <= i || edges[e].to >= n)
                return false;
            edges[e].kind = (sn_fusion_kind)k;
        }
    }
    *g = (sn_partition_graph){n, kind, external, first, edges};
    return true;
}

int main(void)
{
    sn_ctx *ctx = sn_ctx_create(NULL, NULL);
    sn_partition_graph g;
    uint32_t max_nodes;
    sn_arena *arena = sn_arena_create(ctx);
    while (read_graph(arena, &g, &max_nodes)) {
        sn_partition p;
        sn_partition_run(&g, max_nodes, arena, &p);
        for (uint32_t i = 0; i < g.n; i++) printf("%u ", p.group[i]);
        printf("\n");
        for (uint32_t i = 0; i < g.n; i++) printf("%d ", (int)p.dominator[i]);
        printf("\n");
        for (uint32_t i = 0; i < g.n; i++) printf("%d ", (int)p.way[i]);
        printf("\n");
        sn_arena_destroy(arena);
        arena = sn_arena_create(ctx);
    }
    sn_ctx_destroy(ctx);
    return feof(stdin) ? 0 : 1;
}
