/* SPDX-License-Identifier: Apache-2.0
 *
 * The partitioner. One pass against the order of the nodes makes the post-dominator tree: the
 * parent of a node is the lowest common ancestor of its readers, and the kind kept with it the
 * largest on any way there. Then three sweeps over the nodes; each asks whether a node may join its
 * parent with all that lies between, and joins the sets (union-find):
 *
 *     0  what is complex with what is elementwise behind it; elementwise into anything that it
 *        leads to
 *     1  elementwise again, and injective into injective
 *     2  injective and simpler into tuples
 *
 * All that lies between a node and its post-dominator joins with it, so every group has one output,
 * and groups cannot wait for each other. A count that stops at max_nodes comes before every other
 * walk, which bounds them all. */
#include "fusion/partition.h"

typedef struct part_set {
    uint32_t parent;
    sn_fusion_kind kind;
    bool complex; /* holds a complex node */
    uint32_t n_nodes;
} part_set;

typedef struct partitioner {
    const sn_partition_graph *g;
    const sn_partition *tree;
    part_set *sets;
    uint32_t *depth;
    uint32_t *seen, round; /* seen[i] == round: visited in this walk */
    uint32_t *todo, n_todo;
    uint32_t max_nodes;
} partitioner;

static sn_fusion_kind larger(sn_fusion_kind a, sn_fusion_kind b) { return a > b ? a : b; }

/* ---- the tree -------------------------------------------------------------------------------- */

/* Lowest common ancestor; *kind becomes the largest on the ways to it. */
static uint32_t meet(const partitioner *p, uint32_t a, uint32_t b, sn_fusion_kind *kind)
{
    const sn_partition *t = p->tree;
    while (a != b) {
        if (a == SN_NO_NODE || b == SN_NO_NODE) return SN_NO_NODE;
        bool up_a = p->depth[a] >= p->depth[b], up_b = p->depth[b] >= p->depth[a];
        if (up_a) *kind = larger(*kind, t->way[a]);
        if (up_b) *kind = larger(*kind, t->way[b]);
        if (up_a) a = t->dominator[a];
        if (up_b) b = t->dominator[b];
    }
    return a;
}

static void grow_tree(partitioner *p)
{
    const sn_partition_graph *g = p->g;
    for (uint32_t i = g->n; i-- > 0;) {
        uint32_t parent = SN_NO_NODE;
        sn_fusion_kind kind = g->external[i] ? SN_FUSE_OPAQUE : SN_FUSE_ELEMENTWISE;
        for (uint32_t e = g->first[i]; e < g->first[i + 1] && !g->external[i]; e++) {
            const sn_partition_edge *edge = &g->edges[e];
            parent = e == g->first[i] ? edge->to : meet(p, parent, edge->to, &kind);
            kind = larger(kind, edge->kind);
        }
        p->tree->dominator[i] = parent;
        p->tree->way[i] = kind;
        p->depth[i] = parent == SN_NO_NODE ? 1 : p->depth[parent] + 1;
    }
}

/* ---- sets ------------------------------------------------------------------------------------ */

static uint32_t root_of(partitioner *p, uint32_t i)
{
    uint32_t root = i;
    while (p->sets[root].parent != root) root = p->sets[root].parent;
    while (p->sets[i].parent != root) {
        uint32_t next = p->sets[i].parent;
        p->sets[i].parent = root;
        i = next;
    }
    return root;
}

/* A set without anything complex keeps its kind whatever joins it. */
static void join(partitioner *p, uint32_t child, uint32_t parent)
{
    uint32_t a = root_of(p, child), b = root_of(p, parent);
    if (a == b) return;
    part_set *from = &p->sets[a], *into = &p->sets[b];
    from->parent = b;
    into->n_nodes += from->n_nodes;
    if (!from->complex) return;
    into->complex = true;
    into->kind = larger(into->kind, from->kind);
}

/* ---- walks from a node to its post-dominator ------------------------------------------------- */

static void walk_from(partitioner *p, uint32_t i)
{
    p->round++;
    p->n_todo = 0;
    for (uint32_t e = p->g->first[i]; e < p->g->first[i + 1]; e++) {
        uint32_t to = p->g->edges[e].to;
        if (p->seen[to] == p->round) continue;
        p->seen[to] = p->round;
        p->todo[p->n_todo++] = to;
    }
}

/* The next node; the walk goes on behind it unless it is `end`. SN_NO_NODE: no more. */
static uint32_t walk_next(partitioner *p, uint32_t end)
{
    if (!p->n_todo) return SN_NO_NODE;
    uint32_t i = p->todo[--p->n_todo];
    if (i == end) return i;
    for (uint32_t e = p->g->first[i]; e < p->g->first[i + 1]; e++) {
        uint32_t to = p->g->edges[e].to;
        if (p->seen[to] == p->round) continue;
        p->seen[to] = p->round;
        p->todo[p->n_todo++] = to;
    }
    return i;
}

/* Nodes that would be in one group: those of the end's group, and of what lies between by what each
 * has gathered itself. */
static bool too_many(partitioner *p, uint32_t node, uint32_t end)
{
    uint64_t n = (uint64_t)p->sets[root_of(p, end)].n_nodes + p->sets[node].n_nodes;
    walk_from(p, node);
    for (uint32_t i; n <= p->max_nodes && (i = walk_next(p, end)) != SN_NO_NODE;) {
        if (i != end) n += p->sets[i].n_nodes;
    }
    return n > p->max_nodes;
}

/* Whether the group of everything between is of a kind up to `between`, and the end's is, or is
 * `or_else`. */
static bool way_is_free(partitioner *p, uint32_t node, uint32_t end, sn_fusion_kind between,
                        sn_fusion_kind at_end)
{
    walk_from(p, node);
    for (uint32_t i; (i = walk_next(p, end)) != SN_NO_NODE;) {
        if (p->sets[root_of(p, i)].kind > (i == end ? at_end : between)) return false;
    }
    return true;
}

static void join_way(partitioner *p, uint32_t node, uint32_t end)
{
    join(p, node, end);
    walk_from(p, node);
    for (uint32_t i; (i = walk_next(p, end)) != SN_NO_NODE;) join(p, i, end);
}

/* ---- the sweeps ------------------------------------------------------------------------------ */

static sn_partition_verdict try_way(partitioner *p, uint32_t node, uint32_t end,
                                    sn_fusion_kind between, sn_fusion_kind at_end,
                                    sn_partition_verdict fused)
{
    if (!way_is_free(p, node, end, between, at_end)) return SN_PART_PATH;
    join_way(p, node, end);
    return fused;
}

static sn_partition_verdict into_tuple(partitioner *p, uint32_t i, uint32_t end)
{
    if (p->sets[i].kind > SN_FUSE_INJECTIVE || p->sets[end].kind != SN_FUSE_TUPLE)
        return SN_PART_OFF;
    if (p->sets[root_of(p, end)].kind == SN_FUSE_TUPLE) return SN_PART_OFF;
    if (p->sets[root_of(p, end)].kind > SN_FUSE_INJECTIVE) return SN_PART_OFF;
    return try_way(p, i, end, SN_FUSE_INJECTIVE, SN_FUSE_INJECTIVE, SN_PART_FUSED_TUPLE);
}

/* SN_PART_OFF: this sweep says nothing of it. */
static sn_partition_verdict visit(partitioner *p, uint32_t i, int sweep)
{
    const sn_fusion_kind kind = p->sets[i].kind, way = p->tree->way[i];
    const uint32_t end = p->tree->dominator[i];
    if (kind == SN_FUSE_OPAQUE) return SN_PART_OPAQUE;
    if (end == SN_NO_NODE) return SN_PART_NO_BARRIER_GAIN;
    if (too_many(p, i, end)) return SN_PART_TOO_MANY;
    if (sweep == 2) return into_tuple(p, i, end);
    if (root_of(p, i) == root_of(p, end)) return SN_PART_FUSED_BEFORE;
    if (p->sets[end].kind == SN_FUSE_TUPLE) return SN_PART_TUPLE;
    if (kind == SN_FUSE_OUT) {
        if (sweep != 0) return SN_PART_OFF;
        if (way != SN_FUSE_ELEMENTWISE) return SN_PART_EDGE;
        return try_way(p, i, end, SN_FUSE_BROADCAST, SN_FUSE_BROADCAST, SN_PART_FUSED_OUT);
    }
    if (kind <= SN_FUSE_BROADCAST) {
        if (way > SN_FUSE_REDUCTION) return SN_PART_EDGE;
        return try_way(p, i, end, SN_FUSE_INJECTIVE, SN_FUSE_OUT, SN_PART_FUSED_ELEMENTWISE);
    }
    if (kind == SN_FUSE_REDUCTION) return SN_PART_REDUCTION;
    if (sweep != 1) return SN_PART_OFF;
    return try_way(p, i, end, SN_FUSE_INJECTIVE, SN_FUSE_INJECTIVE, SN_PART_FUSED_INJECTIVE);
}

static void sweep(partitioner *p, int which, sn_partition *out)
{
    for (uint32_t i = 0; i < p->g->n; i++) {
        sn_partition_verdict v = visit(p, i, which);
        bool is_fused = out->verdict[i] >= SN_PART_FUSED;
        if (v != SN_PART_OFF && !is_fused) out->verdict[i] = v;
    }
}

void sn_partition_run(const sn_partition_graph *g, uint32_t max_nodes, sn_arena *arena,
                      sn_partition *out)
{
    *out = (sn_partition){.group = SN_NEW_N(arena, uint32_t, g->n),
                          .dominator = SN_NEW_N(arena, uint32_t, g->n),
                          .way = SN_NEW_N(arena, sn_fusion_kind, g->n),
                          .verdict = SN_NEW_N(arena, sn_partition_verdict, g->n)};
    partitioner p = {.g = g, .tree = out, .max_nodes = max_nodes};
    p.sets = SN_NEW_N(arena, part_set, g->n);
    p.depth = SN_NEW_N(arena, uint32_t, g->n);
    p.seen = SN_NEW_N(arena, uint32_t, g->n);
    p.todo = SN_NEW_N(arena, uint32_t, g->n);
    for (uint32_t i = 0; i < g->n; i++) {
        p.sets[i] = (part_set){
            .parent = i, .kind = g->kind[i], .complex = g->kind[i] == SN_FUSE_OUT, .n_nodes = 1};
        out->verdict[i] = SN_PART_OFF;
    }
    grow_tree(&p);
    for (int which = 0; which < 3 && max_nodes; which++) sweep(&p, which, out);
    for (uint32_t i = 0; i < g->n; i++) out->group[i] = root_of(&p, i);
}
