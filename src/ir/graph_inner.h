/* SPDX-License-Identifier: Apache-2.0
 *
 * The inside of a graph, for those files of ir/ that change or check it: what stands behind a value
 * and a node, out of the way of those who only read them. */
#ifndef SN_IR_GRAPH_INNER_H
#define SN_IR_GRAPH_INNER_H

#include "ir/op.h"

/* A value; in g->held exactly while value.data is not NULL. */
typedef struct sn_held {
    sn_value value; /* first */
    sn_graph *graph;
    struct sn_held *prev, *next;
} sn_held;

typedef struct sn_node_box {
    sn_node node;           /* first */
    uint16_t in_cap;        /* rows of node.in, and of out_names */
    const char **out_names; /* the output node: outside name of each slot; NULL else */
    const sn_tensor *seen;  /* of a view of a constant: what it shows, once that was asked */
} sn_node_box;

/* What a graph shares with its clones. */
typedef struct sn_origin_store {
    sn_arena *arena;
    /* Interned. Of a name that a value has had: another that says the same, or itself, which stands
     * for all that do. */
    struct sn_map *names;
    SN_VEC(sn_buf *) kept; /* sn_graph_keep_bytes */
    uint32_t n_refs;       /* graphs */
} sn_origin_store;

static inline sn_held *sn_held_of(const sn_value *v) { return (sn_held *)v; }
static inline sn_node_box *sn_box_of(const sn_node *n) { return (sn_node_box *)n; }

/* Interns the name of a value, and remembers that it was one's. */
const char *sn_graph_intern_value(sn_graph *g, const char *name);
/* A value with the next id, not linked to anything. */
sn_value *sn_value_new(sn_graph *g, sn_kind kind);
/* A node of that id with room for `in_cap` inputs, all left out, and n_out NULL outputs; not
 * linked. */
sn_node *sn_node_new(sn_graph *g, uint32_t id, const sn_op *op, uint16_t in_cap, uint16_t n_in,
                     uint16_t n_out);
/* Links an unlinked node; before == NULL: at the end. */
void sn_node_link(sn_graph *g, sn_node *n, sn_node *before);
/* Puts v, which may be NULL, into an empty use, as the first of v's uses. */
void sn_use_link(sn_use *u, sn_value *v);
void sn_use_unlink(sn_use *u); /* leaves it empty */
/* What n->is_shown is to be, by what n reads; v is made by another node: its readers follow. */
bool sn_node_shows_constant(const sn_node *n);
void sn_value_settle_readers(sn_value *v);

#endif
